//! Unified diffs without line numbers: `@@`, `@@ ... @@`, `@@ fn main() @@`, as aider's and other prompts ask for.

use bstr::BStr;

use super::DialectSpec;
use super::scan::Scan;
use super::unified::{self, First};

pub(super) const SPEC: DialectSpec = DialectSpec {
    name: "numberless",
    title: "unified diff without line numbers: `@@`, `@@ ... @@`, `@@ heading`",
    example: "--- src/greet.rs\n+++ src/greet.rs\n@@ ... @@\n fn main() {\n-    hello();\n+    goodbye();\n }\n",
    advice: &[
        "Write `--- PATH` and `+++ PATH` before the hunks of each file.",
        "Begin each hunk with `@@ ... @@`. Write no line numbers.",
        "Mark every line that goes with `-` and every new line with `+`; begin context lines with a space.",
        "Leave out nothing in between: no blank line, comment or docstring may be skipped.",
        "To replace most of a function, delete all of it and add all of the new version. To move code, use one hunk that deletes it and one that adds it.",
    ],
    starts,
    read,
};

/// Returns whether a numberless header may stand without a file header: marked lines must follow it, and behind a
/// heading, which any prose may hold, one that changes something.
pub(super) fn stands_alone(scan: &Scan<'_>, header: &BStr) -> bool {
    /// How far below its header the first change of a hunk is looked for.
    const REACH: usize = 200;
    let is_bare = header.iter().all(|byte| matches!(byte, b'@' | b' ' | b'.'));
    let after = &scan.lines[scan.at + 1..];
    let is_marked = after
        .first()
        .is_some_and(|line| line.body.starts_with(b" "));
    is_bare && is_marked
        || after
            .iter()
            .take(REACH)
            .take_while(|line| !line.body.starts_with(b"```"))
            .any(|line| matches!(line.body.first(), Some(b'+' | b'-')))
}

fn starts(scan: &Scan<'_>) -> bool {
    matches!(unified::first_hunk(scan), Some(First::Numberless))
}

fn read(scan: &mut Scan<'_>) {
    unified::section(scan, SPEC.name);
}
