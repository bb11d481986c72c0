//! FUDiff: hunks that begin with a bare `@@ @@` and are found by their context alone.

use super::diff::diff_section::{self, First};
use super::note::NoteCode;
use super::spec::{Additions, DialectSpec, Manners};
use super::walk::scan::Scan;
use super::walk::section::Section;
use super::word_diff;
use crate::patch::complete::newline;
use crate::patch::{Extent, Hunk, LineKind, escape};

pub(super) const SPEC: DialectSpec = DialectSpec {
    name: "fudiff",
    title: "fuzzy unified diff: `@@ @@`, no numbers",
    example: "--- filename: src/greet.rs\n+++ filename: src/greet.rs\n@@ @@\n fn main() {\n-    hello();\n+    goodbye();\n }\n",
    advice: &[
        "Write `--- filename: PATH` and `+++ filename: PATH` before the hunks of each file.",
        "Begin each hunk with `@@ @@`, alone on its line. Write no line numbers.",
        "Begin every line of a hunk with a space, `-` or `+`; nothing else may come first.",
        "Give at least two lines of unchanged context before and after each change, enough for the place to be the only one in the file.",
        "A hunk deletes and adds lines: one that only deletes is invalid, and so is one that only adds, but where the file begins or ends.",
        "Write the hunks of a file in the order of its lines.",
        "To add or remove the newline at the end of the file, end the hunk with an empty line behind `+` or `-`.",
        "Put a backslash behind the first character where a line of the file itself begins with `@@`, `---`, `+++` or a fence, or with a backslash before one of these.",
    ],
    starts,
    read,
    manners: Manners {
        rules: &[escapes, final_newline, word_diff::rule, specification],
        additions: Additions::AtFileEnds,
        ..Manners::PLAIN
    },
};

fn starts(scan: &Scan<'_>) -> bool {
    matches!(diff_section::first_hunk(scan), Some(First::Fudiff))
}

fn read(scan: &mut Scan<'_>) {
    diff_section::read(scan, SPEC.name);
}

/// Drops the escapes of hunks whose old side has none: nothing in the target could tell what is meant. Where it has some, the
/// matcher tries the lines as they are written first.
fn escapes(section: &mut Section<'_>) {
    for index in 0..section.file.hunks.len() {
        let hunk = &mut section.file.hunks[index];
        if escape::is_in_preimage(hunk) || !escape::is_in(hunk) {
            continue;
        }
        hunk.lines = escape::dropped(&hunk.lines).into();
        section.tell(
            index,
            NoteCode::EscapeDropped,
            "backslashes before lines that look like marks are dropped",
        );
    }
}

/// An empty line that comes or goes at the end of a hunk may be the newline at the end of the file.
fn final_newline(section: &mut Section<'_>) {
    let hunks = section.file.hunks.iter_mut();
    for hunk in hunks.filter(|hunk| newline::is_in(hunk)) {
        hunk.extent = Extent::Split;
    }
}

/// FUDiff's own rules, as far as they can be checked without the target.
fn specification(section: &mut Section<'_>) {
    section.forbid(fault);
    for index in 0..section.file.hunks.len() {
        let hunk = &section.file.hunks[index];
        if hunk.invalid.is_none() && fault(hunk) == Some(DELETIONS_ONLY) {
            section.tell(
                index,
                NoteCode::SpecificationForbids,
                "FUDiff has no hunks with deletions only; read all the same",
            );
        }
    }
}

const DELETIONS_ONLY: &str = "FUDiff: a hunk with deletions only is invalid";

fn fault(hunk: &Hunk) -> Option<&'static str> {
    let (gains, loses) = (
        hunk.n_lines_of(LineKind::Insert) > 0,
        hunk.n_lines_of(LineKind::Delete) > 0,
    );
    // The newline at the end goes by a line without text behind the context.
    let is_newline = hunk.n_lines_of(LineKind::Delete) == 1 && newline::is_in(hunk);
    match (gains, loses) {
        (false, true) if is_newline && hunk.n_lines_of(LineKind::Context) > 0 => None,
        (false, true) => Some(DELETIONS_ONLY),
        (true, false) if !hunk.has_preimage() => {
            Some("FUDiff: a hunk with additions only is invalid")
        }
        (true | false, true | false) => None,
    }
}
