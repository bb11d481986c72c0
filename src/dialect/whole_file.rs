//! Whole files: a path, and a fence with all of the file's content.

mod doubt;
mod named;
mod patch_file;
mod script;
mod shown;

use std::ops::Range;

use bstr::{BStr, BString, ByteSlice};

use super::blocks::marker;
use super::commands::saved_patch::PatchFileUse;
use super::diff::{gutter, printed};
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
use super::words::subject;
use super::words::tongue;
use crate::patch::{
    FileOp, FilePatch, Hunk, HunkLine, Label, LineKind, Shown, Unsure, escape, lazy,
};
use crate::text::LineSpan;
use crate::text::display::display_line;

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
    if fence.language() == Language::Output {
        return None;
    }
    let lead = named::lead(scan, fence);
    let naming = lead.naming?;
    let may_be_named = named::may_name(scan, fence, &naming, lead.purpose)
        && (naming.cited.is_none() || named::may_change_cited(&naming, lead.purpose, fence))
        && !shape::is_placeholder(&naming.path);
    if !may_be_named {
        return None;
    }
    let used = patch_file::used(scan, fence, &naming);
    if used == PatchFileUse::Applied {
        return None;
    }
    let close = scan.closing_of(fence);
    let all = inside(scan, fence);
    let label = label(scan, &naming, &all);
    let content = match &label {
        Some(label) if label.start == all.start => label.end..all.end,
        Some(_) | None => all,
    };
    let lines = scan.lines[content.clone()].iter();
    let lines: Vec<&BStr> = lines.map(|line| line.body).collect();
    // What shows a place in a file, or words of it before and after, is not the file.
    let is_of_words = lines.iter().any(|line| line.contains_str("-]{+"));
    if is_of_words || gutter::excerpt(lines.iter().copied()).is_some() {
        return None;
    }
    let purpose = script::purpose(fence, &naming, &lines, lead.purpose)?;
    let is_unsaid = fence.language() == Language::Patch
        && naming.how == How::Amid
        && !patch_file::is_asked_for(scan, &naming, lead.purpose);
    (!content.is_empty()).then(|| WholeFile {
        may_be_applied: used == PatchFileUse::Unclear || is_unsaid,
        naming,
        purpose,
        is_announced: lead.is_announced,
        content,
        label,
        end: close.map_or(scan.lines.len(), |close| close + 1),
        is_cut: close.is_none(),
    })
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

/// Returns the lines inside a fence: those with text to the end of the reply, where nothing closes it.
fn inside(scan: &Scan<'_>, fence: Fence<'_>) -> Range<usize> {
    let close = scan.closing_of(fence);
    fence.opened + 1..close.unwrap_or_else(|| text_end(scan))
}

/// Returns the index behind the last line with text.
fn text_end(scan: &Scan<'_>) -> usize {
    let last = scan.lines.iter().rposition(|line| !line.is_blank());
    last.map_or(0, |last| last + 1)
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
            "the code block is read as the new text of the lines named".to_string()
        } else {
            let path = display_line(&naming.path);
            format!("the code block is read as content for {path}")
        },
    );
    scan.note_spelling(naming.line, &naming.path);
    let name_line = scan.lines[naming.line].body;
    let op = if is_cited {
        FileOp::Modify
    } else if matches!(naming.how, How::Alone | How::Amid)
        && subject::is_described(name_line, naming.path.as_bstr())
    {
        // A file that is there waits.
        FileOp::Create
    } else {
        FileOp::Replace
    };
    let names = names_beside(scan, &file);
    let mut section = FilePatch {
        origin: scan.span(start, file.end),
        shown: Some(if is_cited {
            Shown::Cited
        } else {
            shown::of(scan, &file)
        }),
        is_added: !is_cited && is_added(scan),
        asks_for_change: !is_cited && file.purpose.asks_for_a_change(),
        removed_names: names.removed,
        changed_names: names.changed,
        is_given_whole: subject::is_given_whole(name_line, naming.path.as_bstr()),
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
        replaces: replaces.map(Box::new),
        unsure: doubt::of(scan, &file),
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

/// Returns the names that the sentences around a block call removed, or otherwise changed.
fn names_beside(scan: &Scan<'_>, file: &WholeFile) -> removed::Names {
    /// How many lines above the block, and below it, are read.
    const REACH: (usize, usize) = (8, 4);
    let content = || scan.lines[file.content.clone()].iter();
    let is_elided = content().any(|line| lazy::has_ellipsis(line.body));
    let is_shown = |name: &BStr| content().any(|line| holds_name(line.body, name));
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
    removed::names(lines, is_elided, &is_shown)
}

/// Returns whether a line has a name as a word of its own.
fn holds_name(line: &BStr, name: &BStr) -> bool {
    let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_$".contains(byte);
    let mut places = line.find_iter(name);
    places.any(|at| {
        let (before, behind) = (line[..at].last(), line.get(at + name.len()));
        !before.is_some_and(is_of_name) && !behind.is_some_and(is_of_name)
    })
}

/// Why such a section waits until it is completed against its target.
const REASON: &str = "parts of the file are left out (`... existing code ...`)";

/// Marks the last file as one with parts left out, where it is a whole content and `hunk`, that content, says so.
pub(super) fn mark(scan: &mut Scan<'_>, hunk: &Hunk) {
    let is_elided = |line: &HunkLine| lazy::is_placeholder(line.body.as_bstr());
    let whole = scan
        .files
        .last_mut()
        .filter(|file| file.op == FileOp::Replace || file.shown.is_some());
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
