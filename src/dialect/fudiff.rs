//! FUDiff: hunks that begin with a bare `@@ @@` and are found by their context alone.

use bstr::{BStr, ByteSlice};

use super::DialectSpec;
use super::scan::Scan;
use super::unified::{self, First};

pub(super) const SPEC: DialectSpec = DialectSpec {
    name: "fudiff",
    title: "fuzzy unified diff: `@@ @@`, no numbers",
    example: "--- filename: src/greet.rs\n+++ filename: src/greet.rs\n@@ @@\n fn main() {\n-    hello();\n+    goodbye();\n }\n",
    advice: &[
        "Write `--- filename: PATH` and `+++ filename: PATH` before the hunks of each file.",
        "Begin each hunk with `@@ @@`, alone on its line. Write no line numbers.",
        "Begin every line of a hunk with a space, `-` or `+`; nothing else may come first.",
        "Give at least two lines of unchanged context before and after each change, enough for the place to be the only one in the file.",
        "Put a backslash behind the first character where a line of the file itself begins with `@@`, `---`, `+++`, a fence or a backslash.",
    ],
    starts,
    read,
};

/// Returns whether a line is FUDiff's hunk header.
pub(super) fn is_header(line: &BStr) -> bool {
    line.trim() == b"@@ @@"
}

fn starts(scan: &Scan<'_>) -> bool {
    matches!(unified::first_hunk(scan), Some(First::Fudiff))
}

fn read(scan: &mut Scan<'_>) {
    unified::section(scan, SPEC.name);
}
