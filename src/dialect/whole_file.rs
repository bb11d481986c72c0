//! Whole files: a path, and a fence with all of the file's content.

use std::ops::Range;

use bstr::{BStr, BString, ByteSlice};

use super::blocks::marker::{self, Marker};
use super::commands::command;
use super::commands::patched::{self, Saved, Use};
use super::diff::{column, hunk_header, printed};
use super::name::beside;
use super::name::cited::Cited;
use super::name::naming::{How, Naming};
use super::name::shape;
use super::name::spelling;
use super::note::NoteCode;
use super::spec::{DialectSpec, Manners, Takes};
use super::walk::fence::{Fence, Language};
use super::walk::scan::Scan;
use super::words::adding;
use super::words::prose;
use super::words::purpose::Purpose;
use super::words::removed;
use super::words::subject::{self, Subject};
use super::words::tongue;
use crate::patch::{
    FileOp, FilePatch, Hunk, HunkLine, Label, LineKind, PatchPath, Shown, Unsure, escape, lazy,
};
use crate::text::{LineSpan, Trim, indent};

pub(super) const SPEC: DialectSpec = DialectSpec {
    name: "whole-file",
    title: "a path and a fence with the whole content",
    example: "src/greet.rs\n```rust\nfn main() {\n    goodbye();\n}\n```\n",
    advice: &[
        "Write the path alone on the line above the fence, then the whole file, from its first line to its last.",
        "Leave out nothing: no `...`, no comment that stands for code.",
    ],
    starts,
    read,
    manners: Manners {
        takes: Takes::Fence(content),
        ..Manners::PLAIN
    },
};

/// A fence with content and what names its file.
pub(super) struct WholeFile {
    naming: Naming,
    purpose: Purpose,
    is_announced: bool,
    /// Indexes of the content's lines, and of those that name the file.
    pub(super) content: Range<usize>,
    label: Option<Range<usize>>,
    /// Index behind the fence.
    end: usize,
    /// Whether the reply ends before the fence is closed.
    is_cut: bool,
    /// Whether it is a patch that may be meant to be applied.
    may_be_applied: bool,
}

impl WholeFile {
    /// Returns the name of the file where it is plainly said to have this content; `None` where the name may only tell what
    /// the block is about.
    pub(super) fn plain_name(&self) -> Option<BString> {
        let is_plain =
            self.purpose == Purpose::Creates || matches!(self.naming.how, How::Info | How::Label);
        (is_plain && self.naming.cited.is_none()).then(|| self.naming.path.clone())
    }
}

/// Returns the file that begins where the walk stands: a fence that is named by its info string, its first line or the lines
/// above, and that is not only talk.
pub(super) fn find(scan: &Scan<'_>) -> Option<WholeFile> {
    let fence = Fence::open(scan.peek(0)?.body, scan.at).filter(|_| scan.fence.is_none())?;
    let first = scan.lines.get(scan.at + 1);
    let is_program = first.is_some_and(|line| line.body.starts_with(b"#!"));
    let endings = match fence.language() {
        Language::Output => return None,
        Language::Console => Some(&[][..]),
        Language::Shell(endings) => Some(endings),
        Language::Patch | Language::Aside | Language::Text | Language::Code => None,
    };
    let mut lead = scan.lead(fence);
    if lead.naming.is_none() && !lead.purpose.is_talk() {
        let end = scan.closing_of(fence).map(|close| close + 1);
        if let Some(below) = end.and_then(|end| beside::below(scan.lines, end)) {
            (lead.naming, lead.purpose) = (Some(below), Purpose::Creates);
        }
    }
    // Words such as `prints` and `start` drop no code of the very file: it waits.
    let may_be_code = |naming: &Naming| {
        matches!(naming.how, How::Amid | How::Comment)
            && (is_program || fence.is_code_of(naming.path.as_bstr()))
    };
    if matches!(lead.purpose, Purpose::Runs | Purpose::Outputs)
        && lead.naming.as_ref().is_some_and(may_be_code)
    {
        lead.purpose = Purpose::Doubtful;
    }
    // A test shows how something is checked, and is a file of its own all the same.
    let is_test = |naming: &Naming| naming.cited.is_none() && shape::is_of_test(&naming.path);
    if matches!(
        lead.purpose,
        Purpose::Shows | Purpose::Runs | Purpose::Outputs
    ) && fence.language() == Language::Code
        && lead.naming.as_ref().is_some_and(is_test)
    {
        lead.purpose = Purpose::Doubtful;
    }
    // A block that marks the lines which its file keeps is like an edit and waits: `existing` above it may mean those lines.
    let is_lazy = |naming: &Naming| {
        let end = scan.closing_of(fence).unwrap_or_else(|| text_end(scan));
        let mut lines = scan.lines[scan.at + 1..end].iter();
        naming.how == How::Alone
            && naming.cited.is_none()
            && lines.any(|line| lazy::is_placeholder(line.body))
    };
    if matches!(lead.purpose, Purpose::Cites | Purpose::Quotes)
        && lead.naming.as_ref().is_some_and(is_lazy)
    {
        lead.purpose = Purpose::Doubtful;
    }
    let is_diff = fence.language() == Language::Patch;
    let used = |naming: &Naming| {
        let end = scan.closing_of(fence).unwrap_or_else(|| text_end(scan));
        let saved = Saved {
            block: scan.at..(end + 1).min(scan.lines.len()),
            is_in_script: false,
            path: &naming.path,
        };
        patched::used(scan.lines, &saved)
    };
    let naming = lead.naming.filter(|naming| {
        let is_spoken_of = naming.how == How::Amid && lead.purpose == Purpose::Remarks;
        if is_spoken_of && matches!(scan.path(&naming.path), PatchPath::Refused { .. }) {
            return false;
        }
        // A diff is the content only of a file that holds diffs.
        if is_diff && !shape::is_of_patches(&naming.path)
            || is_diff
                && lead.purpose != Purpose::Creates
                && used(naming) != Use::Unclear
                && !is_kept_patch(scan, fence, naming)
        {
            return false;
        }
        // A tree of folders is that of a file which is asked to have it.
        let is_mentioned = naming.how == How::Amid && !lead.purpose.asks_for_a_change();
        if is_mentioned && fence.language() == Language::Text && draws_tree(scan, fence) {
            return false;
        }
        // A drawing is the content only of a file of drawings.
        let is_drawing = fence.language() == Language::Aside;
        if is_drawing && !holds_drawings(naming.path.as_bstr()) && lead.purpose != Purpose::Creates
        {
            return false;
        }
        let is_said_by_itself = matches!(naming.how, How::Info | How::Label);
        is_said_by_itself || !lead.purpose.is_talk()
    })?;
    if naming.cited.is_some() && !may_change_cited(&naming, lead.purpose, fence) {
        return None;
    }
    if shape::is_placeholder(&naming.path) {
        return None;
    }
    let close = scan.closing_of(fence);
    let all = scan.at + 1..close.unwrap_or_else(|| text_end(scan));
    let used = used(&naming);
    if used == Use::Applied {
        return None;
    }
    let is_said = |naming: &Naming| {
        let said = subject::of(scan.lines[naming.line].body, naming.path.as_bstr());
        lead.purpose == Purpose::Creates
            || lead.purpose == Purpose::Changes && said == Subject::Changed
    };
    let may_be_applied =
        used == Use::Unclear || is_diff && naming.how == How::Amid && !is_said(&naming);
    let label = label(scan, &naming, &all);
    let content = match &label {
        Some(label) if label.start == all.start => label.end..all.end,
        Some(_) | None => all,
    };
    if let Some(endings) = endings {
        let lines = scan.lines[content.clone()].iter();
        let script: Vec<&BStr> = lines.map(|line| line.body).collect();
        let path = naming.path.as_bstr();
        if is_run_by_hand(&script, path) {
            return None;
        }
        if !is_script_of(&script, endings, path, lead.purpose) {
            let is_like_command = script.iter().any(|line| is_like_command(line));
            let is_file_of_lines = fence.language() != Language::Console
                && naming.how == How::Alone
                && lead.purpose == Purpose::Silent
                && shape::holds_plain_lines(path)
                && !is_like_command;
            let is_content = lead.purpose.asks_for_a_change() || is_file_of_lines;
            if !is_content || script.iter().any(|line| is_command(line)) {
                return None;
            }
            if is_like_command {
                lead.purpose = Purpose::Doubtful;
            }
        }
    }
    (!content.is_empty()).then(|| WholeFile {
        naming,
        purpose: lead.purpose,
        is_announced: lead.is_announced,
        content,
        label,
        end: close.map_or(scan.lines.len(), |close| close + 1),
        is_cut: close.is_none(),
        may_be_applied,
    })
}

/// Returns whether a diff is the new content of the file of patches that a sentence names: one that is in a folder, where patches
/// are kept, and that the diff does not change.
fn is_kept_patch(scan: &Scan<'_>, fence: Fence<'_>, naming: &Naming) -> bool {
    let end = scan.closing_of(fence).unwrap_or_else(|| text_end(scan));
    let lines = &scan.lines[fence.opened + 1..end];
    let path = naming.path.as_bytes();
    let is_header = |line: &BStr| {
        let name = line.strip_prefix(b"+++ ").or(line.strip_prefix(b"--- "));
        name.is_some_and(|name| !spelling::is_same_end(name.trimmed(), path))
    };
    let mut names = lines.windows(2).map(|pair| (pair[0].body, pair[1].body));
    naming.how == How::Amid
        && path.contains(&b'/')
        && names.any(|(old, new)| {
            old.starts_with(b"--- ") && is_header(old) && new.starts_with(b"+++ ") && is_header(new)
        })
}

fn draws_tree(scan: &Scan<'_>, fence: Fence<'_>) -> bool {
    let end = scan.closing_of(fence).unwrap_or_else(|| text_end(scan));
    let mut lines = scan.lines[fence.opened + 1..end].iter();
    lines.any(|line| shape::draws_tree(line.body))
}

/// Returns whether a block of a shell is what the file at `path` holds, and not commands to run: `endings` are those of the
/// files that hold such scripts.
fn is_script_of(script: &[&BStr], endings: &[&str], path: &BStr, purpose: Purpose) -> bool {
    let has_ending = |end: &&str| path.ends_with(end.as_bytes());
    let names_it = || script.iter().any(|line| line.contains_str(path));
    // What begins with `#!` is a program, whatever its name ends with.
    let is_program = script.first().is_some_and(|line| line.starts_with(b"#!"));
    // A hook without `#!`, or a `Makefile`, is one that somebody asks for.
    let is_asked = purpose == Purpose::Creates && path.starts_with(b".")
        || purpose.asks_for_a_change() && shape::holds_commands(path);
    // No command stands for the lines that a file keeps.
    is_program
        || endings.iter().any(has_ending)
        || is_asked && !names_it()
        || script.iter().any(|line| lazy::is_placeholder(line))
}

/// Returns whether commands make the file at `path`, or start it: those are not what it holds.
fn is_run_by_hand(script: &[&BStr], path: &BStr) -> bool {
    writes(script.first().copied(), path) || is_typed(script, path) || command::makes(script, path)
}

/// Returns whether a line is of words, the first in small letters, as the commands of programs are that are not known here, and
/// some lines of files.
fn is_like_command(line: &BStr) -> bool {
    let is_part = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || *byte == b'-';
    let mut words = line.fields();
    let first = words.next().unwrap_or_default();
    let begins = first.first().is_some_and(u8::is_ascii_lowercase) && first.iter().all(is_part);
    begins
        && words
            .next()
            .is_some_and(|word| word[0].is_ascii_alphanumeric() || word[0] == b'-')
}

/// Returns whether a line is a command for a shell.
fn is_command(line: &BStr) -> bool {
    let text = line.trim().as_bstr();
    let begins = text.first().is_some_and(u8::is_ascii_alphabetic);
    text.starts_with(b"./") || prose::is_command(text) || begins && prose::is_run(text)
}

/// Returns whether a script is what a person types: a prompt in front, or one line that names the file at `path`.
fn is_typed(script: &[&BStr], path: &BStr) -> bool {
    let mut lines = script.iter().filter(|line| !indent::is_blank(line));
    let Some(first) = lines.next() else {
        return false;
    };
    let name = path
        .rsplit_once_str("/")
        .map_or(path, |(_, name)| name.as_bstr());
    first.starts_with(b"$ ") || lines.next().is_none() && first.contains_str(name)
}

/// Returns the lines of a block that name its file: a comment or a label, and the blank lines below one that begins the block.
fn label(scan: &Scan<'_>, naming: &Naming, all: &Range<usize>) -> Option<Range<usize>> {
    if !matches!(naming.how, How::Label | How::Comment) {
        return None;
    }
    let first = naming.line;
    let below = (first + 1..all.end).find(|at| !scan.lines[*at].is_blank());
    let is_first = first == all.start;
    let end = below.filter(|_| is_first).unwrap_or(first + 1);
    Some(first..end)
}

/// Returns the index behind the last line with text.
fn text_end(scan: &Scan<'_>) -> usize {
    let last = scan.lines.iter().rposition(|line| !line.is_blank());
    last.map_or(0, |last| last + 1)
}

/// Returns whether a block may be an edit of the place that is cited: where it holds code, and nobody says that it only
/// shows what is there. Whether it quotes the place is seen beside the file.
fn may_change_cited(naming: &Naming, purpose: Purpose, fence: Fence<'_>) -> bool {
    let is_numbered = naming.how == How::Info && fence.info.first().is_some_and(u8::is_ascii_digit);
    let is_code = match fence.language() {
        Language::Code => true,
        // A message of a program names a place, too.
        Language::Text => {
            let names_lines = matches!(naming.cited, Some(Cited::Lines(_)));
            naming.how != How::Amid && names_lines && !is_one_line(naming.cited)
        }
        Language::Patch
        | Language::Shell(_)
        | Language::Console
        | Language::Output
        | Language::Aside => false,
    };
    is_numbered || purpose.asks_for_a_change() || is_code && !purpose.is_talk()
}

fn is_one_line(cited: Option<Cited>) -> bool {
    matches!(cited, Some(Cited::Lines(span)) if span.len() == 1)
}

/// Returns the lines that a block of `n_lines` is to replace: those that are cited. One line is where it begins, unless words
/// ask for a change of that line.
fn replaced_lines(naming: &Naming, purpose: Purpose, n_lines: usize) -> Option<LineSpan> {
    let is_first =
        naming.how != How::Info && !purpose.asks_for_a_change() && is_one_line(naming.cited);
    match naming.cited? {
        Cited::Lines(span) if is_first => Some(LineSpan::new(span.start, span.start + n_lines)),
        Cited::Lines(span) => Some(span),
        Cited::Somewhere => None,
    }
}

/// Returns the lines of the file that begins where the walk stands, which another part may begin at: none in a file of patches.
pub(super) fn content(scan: &Scan<'_>) -> Option<Range<usize>> {
    let file = find(scan)?;
    (!shape::is_of_patches(&file.naming.path)).then_some(file.content)
}

fn holds_drawings(path: &BStr) -> bool {
    [
        ".mmd",
        ".mermaid",
        ".puml",
        ".plantuml",
        ".dot",
        ".gv",
        ".http",
        ".md",
        ".txt",
    ]
    .iter()
    .any(|end| path.ends_with(end.as_bytes()))
}

/// Returns whether a script begins with a command that writes the file at `path`.
fn writes(line: Option<&BStr>, path: &BStr) -> bool {
    line.is_some_and(|line| line.contains_str(">") && line.contains_str(path))
}

fn starts(scan: &Scan<'_>) -> bool {
    find(scan).is_some_and(|file| {
        // What git prints of a commit is no content of the file that it is about.
        let mut lines = file.content.clone().map(|index| scan.lines[index].body);
        let is_commit = lines.next().is_some_and(printed::begins_commit)
            && lines.next().is_some_and(|line| {
                [&b"Author:"[..], b"Merge:"]
                    .iter()
                    .any(|it| line.starts_with(it))
            });
        // Markers written as entities are those of an edit, to be read once they are decoded.
        let is_edit = file.content.clone().any(|index| {
            let line = scan.lines[index].trimmed();
            line.starts_with(b"&lt;") && marker::is_start(escape::without_entities(line).as_bstr())
        });
        !is_edit && !is_commit
    })
}

fn read(scan: &mut Scan<'_>) {
    read_as(scan, SPEC.name);
}

/// Reads the fence that begins where the walk stands as a file, or as lines of one, in `dialect`.
pub(super) fn read_as(scan: &mut Scan<'_>, dialect: &'static str) {
    let Some(file) = find(scan) else { return };
    let WholeFile {
        naming, content, ..
    } = &file;
    let since = scan.notes.len();
    let start = naming.line.min(scan.at);
    let is_cited = naming.cited.is_some();
    let replaces = replaced_lines(naming, file.purpose, content.len());
    scan.note(
        NoteCode::PathGuessed,
        naming.line..naming.line + 1,
        if is_cited {
            "the fence is read as new lines for those named here"
        } else {
            "the fence is read as the content of the file named here"
        },
    );
    scan.note_spelling(naming.line, &naming.path);
    let op = if is_cited {
        FileOp::Modify
    } else {
        FileOp::Replace
    };
    let mut section = FilePatch {
        origin: scan.span(start, file.end),
        shown: Some(if is_cited {
            Shown::Cited
        } else {
            shown_in(scan, &file)
        }),
        is_added: !is_cited && is_added(scan),
        asks_for_change: !is_cited && file.purpose.asks_for_a_change(),
        removed_names: removed_names(scan, &file),
        ..FilePatch::new(scan.path(&naming.path), op, dialect)
    };
    if let Some(label) = file.label.clone().filter(|_| naming.how == How::Comment) {
        let lines = scan.lines[label.clone()].iter();
        section.label = Some(Box::new(Label {
            at: label.start - (scan.at + 1),
            lines: lines.map(|line| scan.piece(line.body)).collect(),
            is_below_other: naming.is_headed,
        }));
        let above = naming.above.as_ref().map(|path| scan.path(path));
        section.in_full = above.and_then(|path| path.named().cloned());
    }
    scan.push_file(section);
    let is_label = |at: &usize| file.label.as_ref().is_some_and(|label| label.contains(at));
    let kept = content.clone().filter(|at| !is_label(at));
    let hunk = Hunk {
        lines: kept
            .map(|at| scan.hunk_line(LineKind::Insert, scan.lines[at].body))
            .collect(),
        replaces,
        unsure: if file.is_cut {
            Some(Unsure::CutOff)
        } else if file.may_be_applied {
            Some(Unsure::PatchKept)
        } else if is_in_odd_comment(scan, naming) {
            Some(Unsure::OddComment)
        } else if matches!(file.purpose, Purpose::Doubtful | Purpose::Describes)
            || is_only_mentioned(scan, &file)
        {
            Some(Unsure::Shown)
        } else {
            let several = || names_other(scan, &file).then_some(Unsure::SeveralFiles);
            let marks = holds_marks(scan, &file).then_some(Unsure::HoldsMarks);
            marks.or_else(several)
        },
        origin: scan.span(content.start, content.end),
        ..Hunk::default()
    };
    if let Some(why @ Unsure::CutOff) = hunk.unsure {
        scan.note(NoteCode::Truncated, content.clone(), why.words());
    }
    mark(scan, &hunk);
    scan.is_one_of_several = naming.is_one_of_several;
    let rival = naming.rival.as_ref().map(|rival| scan.path(rival));
    scan.rival = rival.and_then(|rival| rival.named().cloned());
    scan.push_hunk(hunk, since);
    scan.at = file.end;
    // A sentence below that names the file names no other block's.
    scan.read_to = scan.at.max(naming.line + 1);
}

/// Returns whether the sentence that holds the path says neither that the file is to be written nor that it is changed: it may
/// speak of the file on another machine. What such a sentence leads over to may repeat the path in its first line.
fn is_only_mentioned(scan: &Scan<'_>, file: &WholeFile) -> bool {
    let path = file.naming.path.as_bstr();
    let lead_in = || {
        let mut above = (scan.read_to..file.naming.line).rev();
        let is_said = |at: &usize| {
            let line = &scan.lines[*at];
            !line.is_blank() && Fence::open(line.body, *at).is_none()
        };
        let at = above.find(is_said)?;
        let names_it = spelling::amid(scan.lines[at].body).is_some_and(|spelt| spelt.path == path);
        (names_it && prose::leads_on(scan.lines[at].body)).then_some(at)
    };
    let sentence = match file.naming.how {
        How::Amid => Some(file.naming.line),
        How::Comment => lead_in(),
        How::Info | How::Label | How::Alone => None,
    };
    let only_mentions = |at: usize| subject::of(scan.lines[at].body, path) != Subject::Changed;
    file.naming.cited.is_none()
        && matches!(file.purpose, Purpose::Silent | Purpose::Remarks)
        && sentence.is_some_and(only_mentions)
}

/// Returns whether marks of an edit stand further down in the content, or in front of all its lines, where nobody plainly says
/// that the file is made of them: the fence may hold a block or a diff below lines that belong to nothing, or one that lost its
/// first line.
fn holds_marks(scan: &Scan<'_>, file: &WholeFile) -> bool {
    let lines = || scan.lines[file.content.clone()].iter();
    let is_of_patch = |line: &BStr| {
        let starts = [&b"*** Begin Patch"[..], b"*** Update File: "];
        starts.iter().any(|start| line.starts_with(start))
            || hunk_header::read(line).is_some_and(|header| header.ranges.is_some())
    };
    let is_marker = |line: &BStr| match marker::read(line) {
        Some(Marker::Search { .. } | Marker::Replace { .. }) => {
            line.trim_start().len() == line.len()
        }
        Some(Marker::Divider { .. }) | None => false,
    };
    let has_marks = || lines().any(|line| is_marker(line.body) || is_of_patch(line.body));
    file.plain_name().is_none() && (has_marks() || column::is_marked_through(lines()))
}

/// Returns whether a comment names the file that is not in the file's language.
fn is_in_odd_comment(scan: &Scan<'_>, naming: &Naming) -> bool {
    let line = scan.lines[naming.line].body;
    naming.how == How::Comment && !spelling::is_comment_of(line, naming.path.as_bstr())
}

/// Returns the names that the sentences around a block with lines left out call removed.
fn removed_names(scan: &Scan<'_>, file: &WholeFile) -> Box<[BString]> {
    /// How many lines above the block, and below it, are read.
    const REACH: (usize, usize) = (8, 4);
    let mut lines = scan.lines[file.content.clone()].iter();
    if !lines.any(|line| lazy::has_ellipsis(line.body)) {
        return Box::default();
    }
    let from = scan
        .read_to
        .min(scan.at)
        .max(scan.at.saturating_sub(REACH.0));
    let is_talk = |at: &usize| Fence::open(scan.lines[*at].body, 0).is_none();
    let n_above = (from..scan.at).rev().take_while(is_talk).count();
    let above = scan.at - n_above..scan.at;
    let below = (file.end..scan.lines.len()).take(REACH.1);
    // A path that is all of its line begins another block.
    let is_path = |at: &usize| spelling::alone(scan.lines[*at].body).is_some();
    let below = below.take_while(|at| is_talk(at) && !is_path(at));
    let lines = above.chain(below).map(|at| scan.lines[at].body);
    removed::names(lines)
}

/// Returns whether a comment further down in a block that begins with the name of its file names another, below a blank line or
/// right below the first.
fn names_other(scan: &Scan<'_>, file: &WholeFile) -> bool {
    let is_said_inside = matches!(file.naming.how, How::Label | How::Comment);
    let mut below = file.content.clone();
    let is_other = |at: usize| {
        let line = scan.lines[at].body;
        let named = || spelling::labelled(line).or_else(|| spelling::comment(line));
        let is_apart = scan.lines[at - 1].is_blank() || at == file.content.start;
        is_apart && named().is_some_and(|it| it.path != file.naming.path)
    };
    is_said_inside && below.any(is_other)
}

/// Why such a section waits until it is completed against its target.
const REASON: &str = "parts of the file are left out (`... existing code ...`)";

/// Marks the last file as one with parts left out, where it is a whole content and `hunk`, that content, says so.
pub(super) fn mark(scan: &mut Scan<'_>, hunk: &Hunk) {
    let is_elided = |line: &HunkLine| lazy::is_placeholder(line.body.as_bstr());
    let whole = scan
        .files
        .last_mut()
        .filter(|file| file.op == FileOp::Replace);
    if let Some(file) = whole
        && hunk.lines.iter().any(is_elided)
    {
        file.elided = true;
        file.invalid = Some(REASON.to_string());
    }
}

/// Returns the lines of `content` that stand for lines left out.
pub(super) fn elisions(scan: &Scan<'_>, content: Range<usize>) -> Vec<usize> {
    content
        .filter(|index| lazy::is_placeholder(scan.lines[*index].body))
        .collect()
}

/// Returns whether the sentence right above the block, or the one that names its file, asks to add it to what the file holds, or
/// beside what else it goes.
fn is_added(scan: &Scan<'_>) -> bool {
    let above = (scan.read_to.min(scan.at)..scan.at).rev();
    let mut above = above.filter(|at| !scan.lines[*at].is_blank());
    let at = above.find(|at| spelling::alone(scan.lines[*at].body).is_none());
    let said = at.map(|at| prose::last_sentence(scan.lines[at].body));
    said.is_some_and(|said| tongue::adds_to(said) || adding::is_beside(said))
}

/// Returns how plainly a block is said to be the content of its file, where that may lie in another folder.
fn shown_in(scan: &Scan<'_>, file: &WholeFile) -> Shown {
    let shown = shown(file.naming.how, file.purpose, file.is_announced);
    let is_made = matches!(shown, Shown::Requested | Shown::Named);
    if is_made && is_elsewhere(scan, &file.naming) {
        Shown::Elsewhere
    } else if shown == Shown::Named && may_be_no_file(scan, file) {
        Shown::Mentioned
    } else {
        shown
    }
}

/// Returns whether the name alone above a block may be that of something in code, `console.log`, or an address: it makes no
/// file then. Code of a program is not what a file of such an ending holds, and neither are lines that use the name.
fn may_be_no_file(scan: &Scan<'_>, file: &WholeFile) -> bool {
    let path = file.naming.path.as_bstr();
    if !matches!(file.naming.how, How::Alone | How::Comment) {
        return false;
    }
    let lines = || scan.lines[file.content.clone()].iter();
    let mut with_text = lines().filter(|line| !line.is_blank());
    let first = with_text.next();
    let last = with_text.next_back().or(first);
    let opens = first.is_some_and(|line| matches!(line.trimmed().first(), Some(b'{' | b'[')));
    let closes = last.is_some_and(|line| matches!(line.trimmed().last(), Some(b'}' | b']')));
    let is_data = opens && closes;
    let fence = Fence::open(scan.lines[scan.at].body, scan.at);
    let is_program = fence.is_some_and(|fence| fence.is_of_program());
    let is_used = || lines().any(|line| line.body.contains_str(path));
    let is_named_alone = file.naming.how == How::Alone;
    // `Array/prototype.map` above code that is in no such file.
    let name = path.rsplit_once_str("/").map(|(_, name)| name);
    let is_other_code = is_program && fence.is_some_and(|fence| !fence.may_be_part_of(path));
    name.is_some_and(shape::may_be_member) && !is_data && is_other_code
        || is_named_alone && shape::may_be_member(path) && !is_data && (is_program || is_used())
        || shape::may_be_address(path)
}

/// Returns whether a file is named without a folder, and the words beside its name or right above them say one.
fn is_elsewhere(scan: &Scan<'_>, naming: &Naming) -> bool {
    /// How many lines with text above the name are looked at.
    const N_LINES: usize = 2;
    let above = (scan.read_to.min(naming.line)..naming.line).rev();
    let above = above.filter(|at| !scan.lines[*at].is_blank()).take(N_LINES);
    let bodies = above.chain([naming.line]).map(|at| scan.lines[at].body);
    let is_below_nothing = !naming.path.contains(&b'/');
    is_below_nothing && bodies.into_iter().any(spelling::says_folder)
}

/// Returns how plainly a block is said to be the content of its file.
fn shown(how: How, purpose: Purpose, is_announced: bool) -> Shown {
    match (how, purpose) {
        (How::Alone, Purpose::Changes) if is_announced => Shown::Named,
        (_, Purpose::Creates) => Shown::Requested,
        (How::Alone | How::Comment | How::Amid, Purpose::Remarks | Purpose::Describes) => {
            Shown::Remarked
        }
        (How::Info | How::Label | How::Comment, _) | (How::Alone, Purpose::Silent) => Shown::Named,
        (How::Amid, _)
        | (
            How::Alone,
            Purpose::Changes
            | Purpose::Doubtful
            | Purpose::Cites
            | Purpose::Quotes
            | Purpose::Shows
            | Purpose::Runs
            | Purpose::Outputs,
        ) => Shown::Mentioned,
    }
}
