//! Whose the lines of a fence are that holds a patch under the name of a file: the patch's, or that file's, which only shows
//! it.

use bstr::{BString, ByteSlice};

use super::name::naming::{How, Naming};
use super::name::path;
use super::name::{shape, spelling};
use super::spec::{DialectSpec, Takes};
use super::walk::fence::{self};
use super::walk::scan::{Mark, Scan};
use super::words::{example, subject};
use super::{DIALECTS, shell, whole_file};
use crate::patch::{FilePatch, PatchPath, Unsure};
use crate::text::Root;

/// Returns whether a part in the dialect `spec` begins where the walk stands.
pub(super) fn begins(spec: &DialectSpec, scan: &Scan<'_>) -> bool {
    (spec.starts)(scan)
        && match spec.manners.takes {
            Takes::Lines => true,
            Takes::Fence(content) => !content(scan).is_some_and(|lines| {
                wraps_other(scan, scan.at, lines.clone()) && !owns(scan, lines)
            }),
        }
}

/// Returns whether the fence that opens at line `opened` only wraps parts in dialects that take their own lines: one of them
/// begins with the first of `lines`, its content. What shows a part further down is a file of its own: a page about patches, a
/// test with one in a string.
pub(super) fn wraps_other(scan: &Scan<'_>, opened: usize, lines: std::ops::Range<usize>) -> bool {
    let mut probe = scan.within(scan.lines);
    probe.read_to = scan.read_to;
    probe.fence = fence::Fence::open(scan.lines[opened].body, opened);
    // The commands of a script are its content.
    let is_script = probe
        .fence
        .is_some_and(|fence| matches!(fence.language(), fence::Language::Shell(_)));
    let takes_lines = |spec: &&DialectSpec| {
        matches!(spec.manners.takes, Takes::Lines) && !(is_script && spec.name == shell::SPEC.name)
    };
    let mut others = DIALECTS.iter().filter(takes_lines);
    let first = lines
        .clone()
        .find(|at| !spelling::is_aside(scan.lines[*at].body));
    // A path, or what looks like a comment, may be the first line of the part.
    let first = first.map_or(lines.end, |first| first + 1);
    others.any(|spec| {
        (lines.start..first).any(|at| {
            probe.at = at;
            (spec.starts)(&probe)
        })
    })
}

/// Returns whether the fence that opens where the walk stands is a file of its own, though `lines`, its content, hold a patch:
/// the file is plainly said to be made of them, and the patch names other files.
fn owns(scan: &Scan<'_>, lines: std::ops::Range<usize>) -> bool {
    let Some(name) = whole_file::find(scan).and_then(|file| file.plain_name()) else {
        return false;
    };
    let mut inner = scan.within(&scan.lines[lines]);
    inner.named = Some(name.clone());
    super::walk(&mut inner);
    !inner.files.is_empty() && is_of_others(&inner.files, &name, &scan.options().root)
}

/// Makes edits wait that are below the name of a file which they do not change: those read since `before`, at line `start` and
/// below. The name is alone above their fence, or in a sentence that introduces a file which may contain patches; text above
/// line `read_to` belongs to something else.
pub(super) fn mark(scan: &mut Scan<'_>, start: usize, read_to: usize, before: &Mark) {
    let opened = scan.fence.map_or(start, |fence| fence.opened);
    let naming = match scan.fence {
        Some(fence) => path::of_fence(scan.lines, fence, read_to).naming,
        None => path::right_above(scan.lines, read_to, opened),
    };
    let is_its = |naming: &Naming| match naming.how {
        How::Alone => scan.fence.is_some(),
        How::Amid => {
            let line = scan.lines[naming.line].body;
            let path = naming.path.as_bstr();
            let mut between = scan.lines[naming.line + 1..opened].iter();
            between.all(|line| line.is_blank())
                && shape::may_hold_patches(path)
                && (subject::is_led_over_to(line, path) || subject::is_given_whole(line, path))
        }
        How::Info | How::Label | How::Comment => false,
    };
    let Some(naming) = naming.filter(|naming| naming.cited.is_none() && is_its(naming)) else {
        return;
    };
    let files = &scan.files[scan.first_since(before)..];
    if is_of_others(files, &naming.path, &scan.options().root) {
        example::wait_since(scan, before, Unsure::OtherName);
    }
}

/// Returns whether none of `files` is the one that a reply calls `name`.
fn is_of_others(files: &[FilePatch], name: &BString, root: &Root) -> bool {
    let own = PatchPath::new(name, root);
    files.iter().all(|file| {
        file.path != own
            && file.path.named().is_some_and(|path| {
                let path = path.as_bytes();
                !spelling::is_end_of(name, path) && !spelling::is_end_of(path, name)
            })
    })
}
