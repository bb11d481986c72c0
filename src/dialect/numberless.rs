//! Unified diffs without line numbers: `@@`, `@@ ... @@`, `@@ fn main() @@`, as aider's and other prompts ask for.

use super::diff::diff_section::{self, First};
use super::spec::{DialectSpec, Manners};
use super::tilde;
use super::walk::scan::Scan;
use super::word_diff;

pub(super) const SPEC: DialectSpec = DialectSpec {
    name: "numberless",
    title: "unified diff without line numbers: `@@`, `@@ ... @@`, `@@ heading`",
    example: "--- src/greet.rs\n+++ src/greet.rs\n@@ ... @@\n fn main() {\n-    hello();\n+    goodbye();\n }\n",
    advice: &[
        "Write `--- PATH` and `+++ PATH` before the hunks of each file, without timestamps. A new file has `--- /dev/null`.",
        "Begin each hunk with `@@ ... @@`. Write no line numbers.",
        "Write one hunk for each section of the file that changes, in any order, and none for a section that stays as it is.",
        "Copy the indentation of every line exactly: it counts.",
        "Mark every line that goes with `-` and every new line with `+`; begin context lines with a space.",
        "Leave out nothing in between: no blank line, comment or docstring may be skipped.",
        "To replace most of a function, delete all of it and add all of the new version. To move code, use one hunk that deletes it and one that adds it.",
    ],
    starts,
    read,
    manners: Manners {
        rules: &[tilde::rule, word_diff::rule],
        ..Manners::PLAIN
    },
};

fn starts(scan: &Scan<'_>) -> bool {
    matches!(diff_section::first_hunk(scan), Some(First::Numberless))
}

fn read(scan: &mut Scan<'_>) {
    diff_section::read(scan, SPEC.name);
}
