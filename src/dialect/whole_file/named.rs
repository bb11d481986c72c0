//! Which file a fence names, and whether it is to hold what is in the fence.

use bstr::{BStr, ByteSlice};

use super::{inside, is_one_line, patch_file};
use crate::dialect::commands::saved_patch::PatchFileUse;
use crate::dialect::name::beside;
use crate::dialect::name::cited::Cited;
use crate::dialect::name::naming::{How, Lead, Naming};
use crate::dialect::name::shape;
use crate::dialect::walk::fence::{Fence, Language};
use crate::dialect::walk::scan::Scan;
use crate::dialect::words::purpose::Purpose;
use crate::patch::{PatchPath, lazy};

/// Returns the name of a fence's file and what is said of it. Words that call the block talk leave it in doubt where it may be
/// that very file.
pub(super) fn lead(scan: &Scan<'_>, fence: Fence<'_>) -> Lead {
    let mut lead = scan.lead(fence);
    if lead.naming.is_none() && !lead.purpose.is_talk() {
        let end = scan.closing_of(fence).map(|close| close + 1);
        if let Some(below) = end.and_then(|end| beside::below(scan.lines, end)) {
            (lead.naming, lead.purpose) = (Some(below), Purpose::Creates);
        }
    }
    let may_be_file = |naming: &Naming| match lead.purpose {
        Purpose::Runs | Purpose::Outputs => {
            may_be_code(scan, fence, naming) || is_test(fence, naming)
        }
        Purpose::Shows => is_test(fence, naming),
        Purpose::Cites | Purpose::Quotes => is_lazy(scan, fence, naming),
        Purpose::Creates
        | Purpose::Changes
        | Purpose::Doubtful
        | Purpose::Remarks
        | Purpose::Describes
        | Purpose::Silent => false,
    };
    if lead.naming.as_ref().is_some_and(may_be_file) {
        lead.purpose = Purpose::Doubtful;
    }
    lead
}

/// Words such as `prints` and `start` drop no code of the very file: it waits.
fn may_be_code(scan: &Scan<'_>, fence: Fence<'_>, naming: &Naming) -> bool {
    let first = scan.lines.get(fence.opened + 1);
    let is_program = || first.is_some_and(|line| line.body.starts_with(b"#!"));
    matches!(naming.how, How::Amid | How::Comment)
        && (is_program() || fence.is_code_of(naming.path.as_bstr()))
}

/// A test shows how something is checked, and is a file of its own all the same.
fn is_test(fence: Fence<'_>, naming: &Naming) -> bool {
    fence.language() == Language::Code && naming.cited.is_none() && shape::is_of_test(&naming.path)
}

/// A block that marks the lines which its file keeps is like an edit and waits: `existing` above it may mean those lines.
fn is_lazy(scan: &Scan<'_>, fence: Fence<'_>, naming: &Naming) -> bool {
    let mut lines = scan.lines[inside(scan, fence)].iter();
    naming.how == How::Alone
        && naming.cited.is_none()
        && lines.any(|line| lazy::is_placeholder(line.body))
}

/// Returns whether a block that is named so may be the content of the file.
pub(super) fn may_name(
    scan: &Scan<'_>,
    fence: Fence<'_>,
    naming: &Naming,
    purpose: Purpose,
) -> bool {
    let is_spoken_of = naming.how == How::Amid && purpose == Purpose::Remarks;
    if is_spoken_of && matches!(scan.path(&naming.path), PatchPath::Refused { .. }) {
        return false;
    }
    let may_hold = match fence.language() {
        // A diff is the content only of a file that holds diffs.
        Language::Patch => {
            shape::is_of_patches(&naming.path)
                && (purpose == Purpose::Creates
                    || patch_file::used(scan, fence, naming) == PatchFileUse::Unclear
                    || patch_file::is_kept(scan, fence, naming))
        }
        // A tree of folders is that of a file which is asked to have it.
        Language::Text => {
            let is_mentioned = naming.how == How::Amid && !purpose.asks_for_a_change();
            !is_mentioned || !draws_tree(scan, fence)
        }
        // A drawing is the content only of a file of drawings.
        Language::Aside => purpose == Purpose::Creates || holds_drawings(naming.path.as_bstr()),
        Language::Shell(_) | Language::Console | Language::Output | Language::Code => true,
    };
    let is_said_by_itself = matches!(naming.how, How::Info | How::Label);
    may_hold && (is_said_by_itself || !purpose.is_talk())
}

fn draws_tree(scan: &Scan<'_>, fence: Fence<'_>) -> bool {
    let mut lines = scan.lines[inside(scan, fence)].iter();
    lines.any(|line| shape::draws_tree(line.body))
}

/// Returns whether a block may be an edit of the place that is cited: where it holds code, and no words say that it only
/// shows what is there. Whether it quotes the place is seen beside the file.
pub(super) fn may_change_cited(naming: &Naming, purpose: Purpose, fence: Fence<'_>) -> bool {
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

fn holds_drawings(path: &BStr) -> bool {
    [
        ".mmd", ".mermaid", ".puml", ".plantuml", ".dot", ".gv", ".http", ".md", ".txt",
    ]
    .iter()
    .any(|end| path.ends_with(end.as_bytes()))
}
