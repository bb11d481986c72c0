//! SEARCH/REPLACE blocks as aider and many prompts ask for them.

use super::blocks::block;
use super::blocks::marker::{self, Marker};
use super::note::NoteCode;
use super::spec::{DialectSpec, Manners};
use super::walk::scan::Scan;

pub(super) const SPEC: DialectSpec = DialectSpec {
    name: "search-replace",
    title: "SEARCH/REPLACE blocks under a path, as in aider",
    example: "src/greet.rs\n```rust\n<<<<<<< SEARCH\n    hello();\n=======\n    goodbye();\n>>>>>>> REPLACE\n```\n",
    advice: &[
        "Write the path alone on the line above the fence.",
        "In SEARCH copy the lines to be replaced exactly, every blank and comment included, enough of them to match one place of the file only.",
        "In REPLACE write the lines that replace them; leave it empty to delete.",
        "Use one block for each change, and several small blocks rather than one large one.",
        "For a new file leave SEARCH empty. Put a backslash before a line of the file that looks like a marker.",
    ],
    starts,
    read,
    manners: Manners::PLAIN,
};

fn starts(scan: &Scan<'_>) -> bool {
    scan.peek(0)
        .is_some_and(|line| marker::is_start(line.body) || is_stray(scan))
}

/// A REPLACE marker that no SEARCH marker precedes, or a divider of which the same is true.
fn is_stray(scan: &Scan<'_>) -> bool {
    scan.peek(0).is_some_and(|line| {
        line.body.starts_with(b">>>>>")
            && matches!(marker::read(line.body), Some(Marker::Replace { .. }))
            || is_stray_divider(scan)
    })
}

/// A divider in a fence, where it underlines no heading, or below a blank line; another marker must follow, or it is text.
fn is_stray_divider(scan: &Scan<'_>) -> bool {
    let is_divider = scan.peek(0).is_some_and(|line| line.body == "=======");
    let above = scan.at.checked_sub(1).map(|above| &scan.lines[above]);
    let may_be = || scan.fence.is_some() || above.is_none_or(|above| above.is_blank());
    is_divider && may_be() && !matches!(next_marker(scan), None | Some((_, Marker::Divider { .. })))
}

/// Returns the next marker in the fence, and its line. To look further for each of many dividers would be quadratic.
fn next_marker<'a>(scan: &Scan<'a>) -> Option<(usize, Marker<'a>)> {
    let ahead = scan.at + 1..scan.lines.len();
    let mut ahead = ahead.take_while(|at| !scan.closes(*at));
    ahead.find_map(|at| Some((at, marker::read(scan.lines[at].body)?)))
}

fn read(scan: &mut Scan<'_>) {
    if is_stray(scan) {
        return stray(scan);
    }
    block::read(scan, SPEC.name);
}

/// Names the first marker of a block that lacks its beginning, and passes on. The name above it is that of the next block.
fn stray(scan: &mut Scan<'_>) {
    let is_divider = is_stray_divider(scan);
    let (start, marker) = match divider_above(scan) {
        _ if is_divider => (scan.at, "======="),
        Some(above) => (above, "======="),
        None => (scan.at, ">>>>>>> REPLACE"),
    };
    let end = match next_marker(scan) {
        Some((end, Marker::Replace { .. })) if is_divider => end + 1,
        _ => scan.at + 1,
    };
    let number = scan.lines[start].at + 1;
    scan.note(
        NoteCode::MarkerOrder,
        start..end,
        format!("found `{marker}` in line {number}, before any `<<<<<<< SEARCH`"),
    );
    scan.at = end;
}

/// Returns the first divider above a REPLACE marker that no other one ends before.
fn divider_above(scan: &Scan<'_>) -> Option<usize> {
    let is_end = |index: &usize| {
        let marker = marker::read(scan.lines[*index].body);
        matches!(marker, Some(Marker::Replace { .. }))
    };
    let above = (scan.read_to..scan.at).rev().take_while(|at| !is_end(at));
    above
        .filter(|index| scan.lines[*index].trimmed() == "=======")
        .last()
}
