//! Fences that are a file of patches: whether that is kept, or only saved to be applied.

use bstr::{BStr, ByteSlice};

use super::inside;
use crate::dialect::commands::saved_patch::{self, PatchFileUse, SavedBlock};
use crate::dialect::name::naming::{How, Naming};
use crate::dialect::name::spelling;
use crate::dialect::walk::fence::Fence;
use crate::dialect::walk::scan::Scan;
use crate::dialect::words::purpose::Purpose;
use crate::dialect::words::subject::{self, Subject};
use crate::text::Trim;

/// Returns what becomes of a fence that is to be saved as the file that is named.
pub(super) fn used(scan: &Scan<'_>, fence: Fence<'_>, naming: &Naming) -> PatchFileUse {
    let end = inside(scan, fence).end;
    let saved = SavedBlock {
        block: fence.opened..(end + 1).min(scan.lines.len()),
        is_in_script: false,
        path: &naming.path,
    };
    saved_patch::used(scan.lines, &saved)
}

/// Returns whether words ask to make the file that is named, or to change it.
pub(super) fn is_asked_for(scan: &Scan<'_>, naming: &Naming, purpose: Purpose) -> bool {
    let said = subject::of(scan.lines[naming.line].body, naming.path.as_bstr());
    purpose == Purpose::Creates || purpose == Purpose::Changes && said == Subject::Changed
}

/// Returns whether a diff is the new content of the file of patches that a sentence names: one that is in a folder, where patches
/// are kept, and that the diff does not change.
pub(super) fn is_kept(scan: &Scan<'_>, fence: Fence<'_>, naming: &Naming) -> bool {
    let lines = &scan.lines[inside(scan, fence)];
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
