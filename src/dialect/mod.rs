//! Floor 2: the bytes of a reply become one patch, whatever dialect each part of it is written in.
//!
//! A reply comes in; [`Parsed`] goes out: the [`Patch`], and a [`Note`] for each thing that was guessed, repaired or
//! dropped. Nothing here knows the files that the patch is for, so nothing is decided that only they can decide.
//!
//! [`parse`] walks over the lines. At each it first peels what is wrapped there, a quotation, a fence in a list item, a fence
//! around fences, and walks over what is inside; then it asks the rows of [`DIALECTS`] in their order whether a part begins
//! that they can read. Dialects read the lines that the walk gives them and know nothing of what is around those but what
//! the `Scan` says: `tests/tidy.rs` sees that nothing which a dialect uses calls it back. Last, `validate` asks the rules
//! of all sections and of each dialect, and `account` says what became of every part.
//!
//! # To add a dialect
//! Write `dialect/<name>.rs` with a `const SPEC: DialectSpec`, whose `starts` says whether a part in that dialect begins
//! at the line where the walk stands, and whose `read` reads that part; then add its row to [`DIALECTS`].

mod account;
mod apply_patch;
mod bare_diff;
mod before_after;
mod blocks;
mod call;
mod char_diff;
mod cline;
mod combined;
mod commands;
mod conflict;
mod context_diff;
mod diff;
mod file_patch;
mod fudiff;
mod hashline;
mod lazy;
mod name;
mod normal_diff;
pub mod note;
mod numberless;
mod owner;
mod roo;
mod search_replace;
mod shell;
mod spec;
mod suggestion;
mod tilde;
mod tool_json;
mod tool_xml;
mod unified;
mod validate;
mod walk;
mod whole_file;
mod word_diff;
mod words;
pub mod write;
mod zed;

pub use account::{Bond, NotAnEdit, Part, Quotation, Rewriting, RewritingForm, Verdict};
pub use commands::command::{Touch, Touching};
pub use commands::run::Form;
pub use note::{Note, NoteCode};
pub use spec::{Additions, DialectSpec};

use std::borrow::Cow;

use crate::patch::Patch;
use crate::text::{Piece, RelPath, Root, Text};
use call::{call_like, decoded, outcome, redone};
use diff::printed;
use spec::{Ends, Markers};
use walk::budget::Budget;
use walk::scan::{Aims, Quotes, Scan};
use walk::{amid, colour, cut, envelope, harmony, line, literal, thought, turn};
use words::{example, in_full, talk, weigh};

/// All dialects, in the order in which they are tried at each line.
///
/// A row stands before every row that would read its parts, too, as something that says less: `roo` and `zed` before
/// `search-replace`, whose markers they add numbers to; `conflict` behind it, as its markers are the shorter ones;
/// `file-patch` before `tool-xml`, `hashline` before `tool-json`, `char-diff` and `combined` before `unified`, `bare-diff`
/// behind all diffs that have headers, `before-after` before what takes its first fence alone. `lazy` and `whole-file` take
/// any fence that names a file, so they come last, and only where no other part begins in it. Beside rows that never begin
/// at the same line a new one may stand anywhere.
pub static DIALECTS: &[DialectSpec] = &[
    apply_patch::SPEC,
    suggestion::SPEC,
    roo::SPEC,
    zed::SPEC,
    cline::SPEC,
    search_replace::SPEC,
    conflict::SPEC,
    file_patch::SPEC,
    tool_xml::SPEC,
    hashline::SPEC,
    tool_json::SPEC,
    shell::SPEC,
    char_diff::SPEC,
    combined::SPEC,
    unified::SPEC,
    fudiff::SPEC,
    numberless::SPEC,
    context_diff::SPEC,
    normal_diff::SPEC,
    bare_diff::SPEC,
    before_after::SPEC,
    lazy::SPEC,
    whole_file::SPEC,
];

impl DialectSpec {
    /// Returns the row called `name`.
    pub fn named(name: &str) -> Option<&'static DialectSpec> {
        DIALECTS.iter().find(|spec| spec.name == name)
    }

    /// Returns how many lines of context its own specification asks for above and below the changes of a hunk, where the
    /// file has as many.
    pub fn n_context(&self) -> usize {
        self.manners.n_context
    }

    /// Returns where its own specification allows a hunk that only adds lines.
    pub fn additions(&self) -> Additions {
        self.manners.additions
    }

    /// Returns whether its markers are those of version control: a target may hold them itself.
    pub fn reads_conflicts(&self) -> bool {
        self.manners.markers == Markers::OfConflicts
    }

    /// Returns instructions for a model to write this dialect; `None` for one that is not worth asking for.
    pub fn prompt(&self) -> Option<String> {
        if self.advice.is_empty() {
            return None;
        }
        let rules: String = self
            .advice
            .iter()
            .map(|rule| format!("- {rule}\n"))
            .collect();
        let fence = if self.example.contains("```") {
            "````"
        } else {
            "```"
        };
        Some(format!(
            "Write every change to a file in the format `{}`: {}.\n\n{rules}\nFor example:\n\n{fence}\n{}{fence}\n",
            self.name, self.title, self.example
        ))
    }
}

/// What the caller knows or wants of a parse.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ParseOptions {
    /// The only dialect to be read; `None` reads all.
    pub dialect: Option<&'static str>,
    /// How many leading parts of each path in a diff header to drop; `None` drops `a/` and `b/` as a pair.
    pub strip: Option<usize>,
    /// What absolute paths to the targets begin with.
    pub root: Root,
    /// The folder under the root that one stands in, from which a relative path may be meant; `None` for the root itself.
    pub current: Option<RelPath>,
    /// The target of parts that name none.
    pub default_path: Option<RelPath>,
    /// Whether what a dialect's own specification forbids is an error.
    pub strictness: Strictness,
}

/// How much of a dialect's own rules is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Strictness {
    /// Whatever can be understood is taken, with a note.
    #[default]
    Lenient,
    /// A hunk or file that its dialect's specification forbids becomes invalid.
    Specification,
}

/// What came of a reply.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Parsed {
    /// The changes; without files when the reply holds no patch.
    pub patch: Patch,
    /// What was guessed, repaired or dropped, in the reply's order.
    pub notes: Vec<Note>,
    /// What became of each part of the reply that is more than talk: disjoint, in the reply's order.
    pub parts: Vec<Part>,
}

/// Reads all patches of a reply. Never fails: a reply without any gives an empty patch and a note that says so.
pub fn parse(reply: impl Into<Piece>, options: &ParseOptions) -> Parsed {
    let reply = reply.into();
    let (reply, coloured) = match colour::dropped(&reply) {
        Some((plain, note)) => (plain.into(), Some(note)),
        None => (reply, None),
    };
    let text = Text::new(reply);
    let lines = line::of_text(&text);
    let mut parsed = match amid::parted(&text, &lines) {
        Some(parted) => {
            let text = Text::new(parted.reply.as_slice());
            let mut parsed = parse_lines(&text, &line::of_text(&text), options);
            parted.count_back(&mut parsed);
            parsed
        }
        None => parse_lines(&text, &lines, options),
    };
    parsed.notes.splice(0..0, coloured);
    parsed.notes.sort_by_key(|note| note.span.start);
    parsed
}

/// Reads all patches among the lines of a text.
fn parse_lines(text: &Text, lines: &[line::Line<'_>], options: &ParseOptions) -> Parsed {
    let budget = Budget::of(lines);
    let aims = Aims {
        options,
        budget: &budget,
        ends_within_line: !text.has_final_newline(),
        walk,
    };
    let mut parted = Cow::Borrowed(lines);
    let mut n_walks = 0;
    let mut scan = loop {
        let mut scan = read(&parted, text.source(), aims);
        n_walks += 1;
        match scan.take_breaks(n_walks) {
            Some(breaks) => line::part(parted.to_mut(), &breaks),
            None => break scan,
        }
    };
    scan.lines = lines;
    let parts = account::parts(&scan);
    in_full::find(&mut scan);
    talk::find(&mut scan);
    redone::drop_redone(&mut scan);
    let Scan {
        mut files,
        mut notes,
        ..
    } = scan;
    // A list that grew may have room for half as many again.
    files.iter_mut().for_each(|file| file.hunks.shrink_to_fit());
    weigh::weigh(lines, &mut files);
    validate::check(&mut files, &mut notes, options.strictness, (text, DIALECTS));
    let patch = Patch { files };
    if patch.files.is_empty() {
        notes.push(account::no_patch(text, &parts));
    }
    notes.sort_by_key(|note| note.span.start);
    Parsed {
        patch,
        notes,
        parts,
    }
}

/// Walks over the reply; once more with quoted lines where nothing else is a patch, and once more decoded.
fn read<'a>(lines: &'a [line::Line<'a>], source: &'a Piece, aims: Aims<'a>) -> Scan<'a> {
    let mut scan = Scan::new(lines, source, aims);
    walk(&mut scan);
    if scan.files.is_empty() {
        let mut quoted = Scan::new(lines, source, aims);
        quoted.quotes = Quotes::Read;
        walk(&mut quoted);
        if !quoted.files.is_empty() {
            return quoted;
        }
        decoded::read(&mut scan);
    }
    scan
}

fn walk(scan: &mut Scan<'_>) {
    let only = scan.options().dialect;
    let specs: Vec<&DialectSpec> = DIALECTS
        .iter()
        .filter(|spec| only.is_none_or(|name| name == spec.name))
        .collect();
    while scan.at < scan.lines.len() {
        let before = scan.at;
        let (mark, read_to) = (scan.mark(), scan.read_to);
        if turn::pass(scan) || harmony::peel(scan) || thought::pass(scan) || envelope::peel(scan) {
            printed::mark(scan, read_to..before, &mark);
            turn::mark(scan, before, &mark);
            continue;
        }
        match specs.iter().find(|spec| owner::begins(spec, scan)) {
            Some(spec) if outdented(spec, scan) => {}
            Some(spec) => {
                let n_read = scan.n_read();
                (spec.read)(scan);
                scan.rival = None;
                scan.is_one_of_several = false;
                if example::drop_shown(scan, &mark, read_to..before) {
                    scan.count_as_example(before);
                    continue;
                }
                owner::mark(scan, before, read_to, &mark);
                printed::mark(scan, read_to..before, &mark);
                turn::mark(scan, before, &mark);
                literal::mark(scan, read_to..before, &mark);
                if scan.n_read() != n_read {
                    scan.count_as_read(before);
                }
            }
            None => {
                outcome::weigh_here(scan);
                call_like::note_ends_of_others(scan);
                call_like::account_for_part(scan);
                scan.pass();
            }
        }
        if scan.at == before {
            scan.pass();
        }
    }
    unclosed(scan);
}

/// Says that the fence around what was read last is still open where the reply ends.
fn unclosed(scan: &mut Scan<'_>) {
    let opened = scan.fence.map(|fence| fence.opened);
    if let Some(opened) = opened.filter(|opened| scan.read_to > *opened) {
        scan.note(
            NoteCode::FenceUnclosed,
            opened..opened + 1,
            "the fence is never closed; the reply may have been cut off",
        );
        let is_last = scan.lines[scan.read_to..]
            .iter()
            .all(|line| line.is_blank());
        let dialect = scan.files.last().map(|file| file.dialect);
        let spec = dialect.and_then(DialectSpec::named);
        let ends = spec.map_or(Ends::Anywhere, |spec| spec.manners.ends);
        if is_last && !cut::is_complete(scan, ends) {
            cut::mark_last(scan);
        }
    }
}

/// Reads a part in the dialect `spec` that is indented as a whole. Returns whether there was one.
fn outdented(spec: &DialectSpec, scan: &mut Scan<'_>) -> bool {
    match spec.manners.ends {
        Ends::With(end) => envelope::indented(scan, end),
        Ends::Anywhere | Ends::BySign => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::LineSpan;

    #[test]
    fn every_example_is_read_in_its_own_dialect_without_repair() {
        for spec in DIALECTS {
            let parsed = parse(spec.example.as_bytes(), &ParseOptions::default());
            let read: Vec<_> = parsed.patch.files.iter().map(|file| file.dialect).collect();
            assert_eq!(read, [spec.name], "{}", spec.example);
            assert_eq!(parsed.patch.hunk_ids().count(), 1, "{}", spec.name);
            let told = [
                NoteCode::PathGuessed,
                NoteCode::PathMissing,
                NoteCode::ConflictRead,
                NoteCode::MarkerMissing,
                NoteCode::Unsupported,
            ];
            let repair = parsed.notes.iter().find(|note| !told.contains(&note.code));
            assert_eq!(repair, None, "{}", spec.name);
        }
    }

    #[test]
    fn a_reply_without_a_patch_names_the_line_that_looks_most_like_one() {
        let parsed = parse(b"Sorry.\n+++ nothing\n", &ParseOptions::default());
        assert!(parsed.patch.files.is_empty());
        assert_eq!(parsed.notes[0].code, NoteCode::NoPatch);
        assert_eq!(parsed.notes[0].span, LineSpan::new(1, 2));
    }
}
