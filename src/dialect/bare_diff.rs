//! A fence marked `diff` that holds only marked lines: no file header, no `@@`.

use bstr::{BStr, ByteSlice};

use super::diff::body;
use super::diff::body_end::{self, Within};
use super::diff::hunk_header;
use super::name::spelling;
use super::normal_diff;
use super::note::NoteCode;
use super::spec::{DialectSpec, Manners};
use super::walk::fence::Fence;
use super::walk::line::Line;
use super::walk::scan::Scan;
use crate::patch::{FileOp, FilePatch};

pub(super) const SPEC: DialectSpec = DialectSpec {
    name: "bare-diff",
    title: "```diff with marked lines only, the path in the text above",
    example: "In `src/greet.rs`:\n\n```diff\n fn main() {\n-    hello();\n+    goodbye();\n }\n```\n",
    advice: &[],
    starts,
    read,
    manners: Manners::PLAIN,
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
            .take_while(|line| !fence.closed_by(line.body) && scan.budget().spend(1))
            .collect();
        let is_change = |line: &&&Line<'_>| matches!(line.body.first(), Some(b'+' | b'-'));
        let n_changes = inside.iter().filter(is_change).count();
        // `--- x` removes `-- x`, a comment of SQL, Lua or Haskell, unless `+++ y` follows, or it begins the fence and x is
        // a path.
        let begins = |at: Option<usize>, marker: &[u8]| {
            let line = at.and_then(|at| inside.get(at));
            line.is_some_and(|line| line.body.starts_with(marker))
        };
        // A header whose line breaks are written as escapes has the other one in the same line.
        let names_a_path = |line: &BStr| {
            spelling::alone(line[4..].as_bstr()).is_some() || line.contains_str("\\n+++ ")
        };
        let is_header = |at: usize| match inside[at].body {
            line if line.starts_with(b"--- ") => {
                (at == 0 && names_a_path(line)) || begins(Some(at + 1), b"+++ ")
            }
            line if line.starts_with(b"+++ ") => at == 0 || begins(at.checked_sub(1), b"--- "),
            line => body_end::is_header_like(line),
        };
        let n_other = (0..inside.len()).filter(|at| is_header(*at)).count();
        // `---` parts the sides of a change there.
        let mut with_text = inside.iter().filter(|line| !line.is_blank());
        let is_normal = match (with_text.next(), with_text.next()) {
            (Some(first), Some(second)) => normal_diff::begins(first.body, second.body),
            (Some(_) | None, _) => false,
        };
        n_changes > 0 && n_other == 0 && !is_normal
    }
}

fn read(scan: &mut Scan<'_>) {
    scan.pass();
    let first = scan.at;
    if scan.path_around(first).is_some() || !names_file(scan, first) {
        let file = scan.unnamed_file(SPEC.name, FileOp::Modify, first);
        section(scan, file);
    } else {
        while names_file(scan, scan.at) {
            named_section(scan);
        }
    }
    // Its fence is a part of it.
    let close = (scan.at..scan.lines.len()).find(|at| !scan.lines[*at].is_blank());
    if let Some(close) = close.filter(|close| scan.closes(*close)) {
        scan.at = close;
        scan.pass();
    }
    scan.read_to = scan.at;
}

/// Reads the lines behind one that only names a file, up to the next such line.
fn named_section(scan: &mut Scan<'_>) {
    let at = scan.at;
    let name = scan.lines[at].body;
    let file = FilePatch {
        origin: scan.span(at, at + 1),
        ..FilePatch::new(
            scan.path(spelling::alone(name).map_or_else(Default::default, |spelt| spelt.path)),
            FileOp::Modify,
            SPEC.name,
        )
    };
    let whole = scan.lines;
    let end = (at + 1..whole.len()).find(|index| names_file(scan, *index));
    scan.lines = &whole[..end.unwrap_or(whole.len())];
    scan.at = at + 1;
    section(scan, file);
    scan.lines = whole;
    while scan.peek(0).is_some_and(Line::is_blank) {
        scan.at += 1;
    }
}

/// Returns whether a line of the fence only names the file that the marked line behind it is about.
fn names_file(scan: &Scan<'_>, index: usize) -> bool {
    let is_marked = |index: usize| {
        let first = scan.lines.get(index).and_then(|line| line.body.first());
        matches!(first, Some(b' ' | b'+' | b'-'))
    };
    index < scan.lines.len()
        && !scan.closes(index)
        && !is_marked(index)
        && is_marked(index + 1)
        && spelling::alone(scan.lines[index].body).is_some()
}

/// Reads all lines of `file` as one hunk.
fn section(scan: &mut Scan<'_>, file: FilePatch) {
    let start = scan.at;
    scan.push_file(file);
    scan.note(
        NoteCode::MarkerMissing,
        start..start + 1,
        "the diff has no header; all of it is read as one hunk",
    );
    body::read_hunk_at(
        scan,
        start,
        hunk_header::HunkHeader::default(),
        Within::Diff,
    );
}
