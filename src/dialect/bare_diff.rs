//! A fence marked `diff` that holds only marked lines: no file header, no `@@`.

use super::DialectSpec;
use super::body;
use super::body_end;
use super::fence::Fence;
use super::hunk_header;
use super::note::NoteCode;
use super::scan::Scan;
use crate::patch::FileOp;

pub(super) const SPEC: DialectSpec = DialectSpec {
    name: "bare-diff",
    title: "```diff with marked lines only, the path in the text above",
    example: "In `src/greet.rs`:\n\n```diff\n fn main() {\n-    hello();\n+    goodbye();\n }\n```\n",
    advice: &[],
    starts,
    read,
};

fn starts(scan: &Scan<'_>) -> bool {
    let Some(fence) = scan
        .peek(0)
        .and_then(|line| Fence::open(line.body, scan.at))
    else {
        return false;
    };
    let language = fence
        .info
        .split(|byte| !byte.is_ascii_alphanumeric())
        .next()
        .unwrap_or_default();
    let is_diff = matches!(language, b"diff" | b"patch" | b"udiff");
    scan.fence.is_none() && is_diff && {
        let inside = &scan.lines[scan.at + 1..];
        let inside: Vec<_> = inside
            .iter()
            .take_while(|line| !fence.closed_by(line.body) && scan.budget.spend(1))
            .collect();
        let is_change =
            |line: &&&super::line::Line<'_>| matches!(line.body.first(), Some(b'+' | b'-'));
        let n_changes = inside.iter().filter(is_change).count();
        // `--- x` amid marked lines removes `-- x`, a comment of SQL, Lua or Haskell, unless `+++ y` follows.
        let begins = |at: Option<usize>, marker: &[u8]| {
            let line = at.and_then(|at| inside.get(at));
            line.is_some_and(|line| line.body.starts_with(marker))
        };
        let is_header = |at: usize| match inside[at].body {
            line if line.starts_with(b"--- ") => at == 0 || begins(Some(at + 1), b"+++ "),
            line if line.starts_with(b"+++ ") => at == 0 || begins(at.checked_sub(1), b"--- "),
            line => body_end::is_header_like(line),
        };
        let n_other = (0..inside.len()).filter(|at| is_header(*at)).count();
        n_changes > 0 && n_other == 0
    }
}

fn read(scan: &mut Scan<'_>) {
    scan.pass();
    let start = scan.at;
    let file = scan.unnamed_file(SPEC.name, FileOp::Modify, start);
    scan.push_file(file);
    scan.note(
        NoteCode::MarkerMissing,
        start..start + 1,
        "the diff has no header; all of it is read as one hunk",
    );
    body::read_hunk_at(scan, start, hunk_header::HunkHeader::default());
    scan.read_to = scan.at;
}
