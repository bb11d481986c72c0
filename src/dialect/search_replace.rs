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

/// A REPLACE marker that no SEARCH marker precedes.
fn is_stray(scan: &Scan<'_>) -> bool {
    scan.peek(0).is_some_and(|line| {
        line.body.starts_with(b">>>>>")
            && matches!(marker::read(line.body), Some(Marker::Replace { .. }))
    })
}

fn read(scan: &mut Scan<'_>) {
    if is_stray(scan) {
        return stray(scan);
    }
    block::read(scan, SPEC.name);
}

/// Names the first marker of a block that lacks its beginning, and passes on.
fn stray(scan: &mut Scan<'_>) {
    let divider = (scan.read_to..scan.at).find(|index| scan.lines[*index].trimmed() == "=======");
    let (at, marker) = match divider {
        Some(at) => (at, "======="),
        None => (scan.at, ">>>>>>> REPLACE"),
    };
    let number = scan.lines[at].at + 1;
    scan.note(
        NoteCode::MarkerOrder,
        at..scan.at + 1,
        format!("found `{marker}` in line {number}, before any `<<<<<<< SEARCH`"),
    );
    scan.at += 1;
    scan.read_to = scan.at;
}
