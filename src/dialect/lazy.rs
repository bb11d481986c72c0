//! Lazy edits: a file in which comments such as `// ... existing code ...` stand for what does not change.

use bstr::ByteSlice;

use super::DialectSpec;
use super::scan::Scan;
use super::whole_file;
use crate::patch::{FileOp, Hunk, HunkLine};

pub(super) const SPEC: DialectSpec = DialectSpec {
    name: "lazy",
    title: "a file with `... existing code ...` for what stays",
    example: "src/greet.rs\n```rust\nfn main() {\n    goodbye();\n}\n// ... existing code ...\n```\n",
    advice: &[],
    starts,
    read: whole_file::SPEC.read,
};

/// Why such a section waits until it is completed against its target.
const REASON: &str = "parts of the file are left out (`... existing code ...`)";

fn starts(scan: &Scan<'_>) -> bool {
    whole_file::find(scan).is_some_and(|file| {
        !elisions(scan, file.content.clone()).is_empty()
            && !super::holds_other(scan, file.content, SPEC.name)
    })
}

/// Marks the last file as one with parts left out, where it is a whole content and `hunk`, that content, says so.
pub(super) fn mark(scan: &mut Scan<'_>, hunk: &Hunk) {
    let is_elided = |line: &HunkLine| crate::patch::lazy::is_placeholder(line.body.as_bstr());
    let whole = scan
        .files
        .last_mut()
        .filter(|file| file.op == FileOp::Replace);
    if let Some(file) = whole
        && hunk.lines.iter().any(is_elided)
    {
        file.elided = true;
        file.invalid = Some(REASON.to_string());
    }
}

/// Returns the lines of `content` that stand for lines left out.
pub(super) fn elisions(scan: &Scan<'_>, content: std::ops::Range<usize>) -> Vec<usize> {
    content
        .filter(|index| crate::patch::lazy::is_placeholder(scan.lines[*index].body))
        .collect()
}
