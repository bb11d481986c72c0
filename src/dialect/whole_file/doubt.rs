//! Why the content of a file waits by the look of its fence alone.

use bstr::{BStr, ByteSlice};

use super::WholeFile;
use crate::dialect::blocks::marker::{self, Marker};
use crate::dialect::diff::{column, hunk_header};
use crate::dialect::name::naming::{How, Naming};
use crate::dialect::name::spelling;
use crate::dialect::walk::fence::Fence;
use crate::dialect::walk::scan::Scan;
use crate::dialect::words::prose;
use crate::dialect::words::purpose::Purpose;
use crate::dialect::words::subject::{self, Subject};
use crate::patch::Unsure;

/// Returns why the content of a file waits; the weightiest reason first.
pub(super) fn of(scan: &Scan<'_>, file: &WholeFile) -> Option<Unsure> {
    let is_unsure = matches!(file.purpose, Purpose::Doubtful | Purpose::Describes);
    if file.is_cut {
        Some(Unsure::CutOff)
    } else if file.may_be_applied {
        Some(Unsure::PatchKept)
    } else if is_in_foreign_comment(scan, &file.naming) {
        Some(Unsure::ForeignComment)
    } else if is_unsure || is_only_mentioned(scan, file) {
        Some(Unsure::Shown)
    } else if holds_marks(scan, file) {
        Some(Unsure::HoldsMarks)
    } else {
        names_other(scan, file).then_some(Unsure::SeveralFiles)
    }
}

/// Returns whether the sentence that holds the path says neither that the file is to be written nor that it is changed: it may
/// speak of the file on another machine. What such a sentence introduces may repeat the path in its first line.
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

/// Returns whether marks of an edit stand further down in the content, or in front of all its lines, unless words plainly say
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
fn is_in_foreign_comment(scan: &Scan<'_>, naming: &Naming) -> bool {
    let line = scan.lines[naming.line].body;
    naming.how == How::Comment && !spelling::is_comment_of(line, naming.path.as_bstr())
}

/// Returns whether a comment further down in a block that begins with the name of its file names another, below a blank line or
/// right below the first.
fn names_other(scan: &Scan<'_>, file: &WholeFile) -> bool {
    let is_said_inside = matches!(file.naming.how, How::Label | How::Comment);
    let mut below = file.content.clone();
    let is_other = |at: usize| {
        let line = scan.lines[at].body;
        let named = || spelling::labelled(line).or_else(|| spelling::path_in_comment(line));
        let is_apart = scan.lines[at - 1].is_blank() || at == file.content.start;
        is_apart && named().is_some_and(|it| it.path != file.naming.path)
    };
    is_said_inside && below.any(is_other)
}
