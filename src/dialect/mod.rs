//! Floor 2: the bytes of a reply become one patch, whatever dialect each part of it is written in.
//!
//! A reply comes in; [`Parsed`] goes out: the [`Patch`], and a [`Note`] for each thing that was guessed, repaired or
//! dropped. Nothing here knows the files that the patch is for, so nothing is decided that only they can decide.
//!
//! # To add a dialect
//! Write `dialect/<name>.rs` with a `static SPEC: DialectSpec`, whose `starts` says whether a part in that dialect begins
//! at the line where the walk stands, and whose `read` reads that part; then add its row to [`DIALECTS`].

mod account;
mod apply_patch;
mod bare_diff;
mod block;
mod body;
mod body_end;
mod budget;
mod char_diff;
mod cline;
mod colour;
mod column;
mod combined;
mod conflict;
mod context_diff;
mod cut;
mod decoded;
mod element;
mod envelope;
mod fence;
mod field;
mod file_ending;
mod file_name;
mod file_patch;
mod fudiff;
mod gutter;
mod hashline;
mod header;
mod hunk_header;
mod json;
mod lazy;
mod line;
mod marker;
mod normal_diff;
pub mod note;
mod notebook;
mod numberless;
mod path;
mod prose;
mod role;
mod roo;
mod scan;
mod search_replace;
mod shell;
mod spelling;
mod suggestion;
mod tag;
mod tool_call;
mod tool_json;
mod tool_xml;
mod unified;
mod validate;
mod whole_file;
pub mod write;
mod zed;

pub use account::{NotAnEdit, Part, Verdict};
pub use note::{Note, NoteCode};

use crate::patch::Patch;
use crate::text::{Piece, RelPath, Root, Text};
use budget::Budget;
use scan::Scan;

/// One way of writing a patch.
pub struct DialectSpec {
    /// The name that options and reports use.
    pub name: &'static str,
    /// What it is, in one line for people.
    pub title: &'static str,
    /// A small complete patch.
    pub example: &'static str,
    /// What to tell a model that shall write it, one rule each; empty for a dialect that is read but not worth asking for.
    pub advice: &'static [&'static str],
    /// Whether a part in this dialect begins where the walk stands.
    starts: fn(&Scan<'_>) -> bool,
    /// Reads the part that begins where the walk stands.
    read: fn(&mut Scan<'_>),
}

/// All dialects, in the order in which they are tried at each line.
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
    lazy::SPEC,
    whole_file::SPEC,
];

impl DialectSpec {
    /// Returns the row called `name`.
    pub fn named(name: &str) -> Option<&'static DialectSpec> {
        DIALECTS.iter().find(|spec| spec.name == name)
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
            "Write every change to a file as a {} ({}).\n\n{rules}\nFor example:\n\n{fence}\n{}{fence}\n",
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
pub struct Parsed {
    /// The changes; without files when the reply holds no patch.
    pub patch: Patch,
    /// What was guessed, repaired or dropped, in the reply's order.
    pub notes: Vec<Note>,
    /// What became of each part of the reply that is more than talk: disjoint, in the reply's order.
    pub parts: Vec<Part>,
}

/// Reads all patches of a reply. Never fails: a reply without any gives an empty patch and a note that says so.
pub fn parse(reply: impl Into<Vec<u8>>, options: &ParseOptions) -> Parsed {
    let reply = reply.into();
    let (reply, coloured) = match colour::dropped(&reply) {
        Some((plain, note)) => (plain, Some(note)),
        None => (reply, None),
    };
    let text = Text::new(reply);
    let lines = line::of_text(&text);
    let budget = Budget::for_lines(lines.len());
    let scan = read(&lines, text.source(), options, &budget);
    let parts = account::parts(&scan);
    let Scan {
        mut files,
        mut notes,
        ..
    } = scan;
    notes.extend(coloured);
    validate::check(&mut files, &mut notes, options);
    let patch = Patch { files };
    if patch.files.is_empty() {
        notes.push(account::no_patch(&text, &parts));
    }
    notes.sort_by_key(|note| note.span.start);
    Parsed {
        patch,
        notes,
        parts,
    }
}

/// Walks over the reply; once more with quoted lines where nothing else is a patch, and once more decoded.
fn read<'a>(
    lines: &'a [line::Line<'a>],
    source: &'a Piece,
    options: &'a ParseOptions,
    budget: &'a Budget,
) -> Scan<'a> {
    let mut scan = Scan::new(lines, source, options, budget);
    walk(&mut scan);
    if scan.files.is_empty() {
        let mut quoted = Scan::new(lines, source, options, budget);
        quoted.quotes = envelope::Quotes::Read;
        walk(&mut quoted);
        if !quoted.files.is_empty() {
            return quoted;
        }
        decoded::read(&mut scan);
    }
    scan
}

fn walk(scan: &mut Scan<'_>) {
    let only = scan.options.dialect;
    let specs: Vec<&DialectSpec> = DIALECTS
        .iter()
        .filter(|spec| only.is_none_or(|name| name == spec.name))
        .collect();
    while scan.at < scan.lines.len() {
        let before = scan.at;
        if envelope::peel(scan) {
            continue;
        }
        match specs.iter().find(|spec| (spec.starts)(scan)) {
            Some(spec) => {
                let n_read = scan.n_read();
                (spec.read)(scan);
                if scan.n_read() != n_read {
                    scan.count_as_read(before);
                }
            }
            None => scan.pass(),
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
        let is_whole = cut::has_end_of_its_own(scan);
        if is_last && !is_whole {
            cut::mark_last(scan);
        }
    }
}

/// Returns whether a part in a dialect before `name` in the table begins at one of the lines `range`, which stand in the
/// fence that opens where the walk stands.
fn holds_other(scan: &Scan<'_>, range: std::ops::Range<usize>, name: &str) -> bool {
    let mut probe = scan.within(scan.lines);
    probe.read_to = scan.read_to;
    probe.fence = fence::Fence::open(scan.lines[scan.at].body, scan.at);
    let earlier: Vec<&DialectSpec> = DIALECTS
        .iter()
        .take_while(|spec| spec.name != name && spec.name != lazy::SPEC.name)
        .collect();
    range.into_iter().any(|at| {
        probe.at = at;
        earlier.iter().any(|spec| (spec.starts)(&probe))
    })
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
