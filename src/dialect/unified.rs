//! Unified diffs with line numbers: GNU diff, git, and what models write in their manner.

use super::diff::diff_section::{self, First};
use super::spec::{DialectSpec, Manners};
use super::walk::scan::Scan;
use super::walk::section::Section;
use super::word_diff;
use crate::patch::{CountCheck, HintSource, Hunk};

pub(super) const SPEC: DialectSpec = DialectSpec {
    name: "unified",
    title: "unified diff with line numbers, plain or from git",
    example: "--- a/src/greet.rs\n+++ b/src/greet.rs\n@@ -1,3 +1,3 @@\n fn main() {\n-    hello();\n+    goodbye();\n }\n",
    advice: &[
        "Write `--- a/PATH` and `+++ b/PATH` before the hunks of each file, paths relative to the project's root.",
        "Begin each hunk with `@@ -START,COUNT +START,COUNT @@`; count the lines of the hunk, do not guess.",
        "START counts from 1 in the file as it is; behind `+` it is shifted by what the hunks above add and remove.",
        "Begin every line of a hunk with one character: a space for context, `-` for a line that goes, `+` for a line that comes. Blank context lines are a single space.",
        "Give three lines of unchanged context before and after each change, copied exactly from the file.",
        "A new file has `--- /dev/null`, a deleted one `+++ /dev/null`. Make, change or delete a file, never two of these in one section.",
        "Leave out binary files.",
    ],
    starts,
    read,
    manners: Manners {
        rules: &[word_diff::rule, specification],
        n_context: 3,
        ..Manners::PLAIN
    },
};

/// A file header whose hunks are numbered or that has none, or a numbered hunk alone.
fn starts(scan: &Scan<'_>) -> bool {
    match diff_section::first_hunk(scan) {
        Some(first) => !matches!(first, First::Numberless | First::Fudiff),
        None => false,
    }
}

fn read(scan: &mut Scan<'_>) {
    diff_section::read(scan, SPEC.name);
}

/// The rules of MGX's unified diffs, as far as they can be checked without the target.
fn specification(section: &mut Section<'_>) {
    section.forbid(fault);
}

fn fault(hunk: &Hunk) -> Option<&'static str> {
    let counts = hunk.hint.map(|hint| hint.source);
    if counts == Some(HintSource::Header(CountCheck::Wrong)) {
        return Some("hunk header has wrong counts");
    }
    (!hunk.has_preimage()).then_some("additions without context name no place")
}
