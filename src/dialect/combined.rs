//! Combined diffs, as git shows a merge: each line is marked once for every parent. They are named and refused, for no
//! single file is what they start from.

use bstr::BStr;

use super::diff::body_end;
use super::diff::file_name;
use super::diff::header::{self, Header};
use super::note::NoteCode;
use super::spec::{DialectSpec, Manners};
use super::walk::scan::Scan;
use crate::patch::{FileOp, FilePatch, Hunk, LineKind};

pub(super) const SPEC: DialectSpec = DialectSpec {
    name: "combined",
    title: "combined diff of a merge, `@@@`; named and refused, never applied",
    example: "diff --cc src/greet.rs\n--- a/src/greet.rs\n+++ b/src/greet.rs\n@@@ -1,3 -1,3 +1,3 @@@\n  fn main() {\n-     hello();\n -    hi();\n++    goodbye();\n  }\n",
    advice: &[],
    starts,
    read,
    manners: Manners::PLAIN,
};

/// Why nothing of it is applied.
const REASON: &str =
    "a combined diff has several old sides; ask for the diff against one, as by `git diff HEAD`";

fn starts(scan: &Scan<'_>) -> bool {
    scan.peek(0)
        .is_some_and(|line| named(line.body).is_some() || is_hunk(line.body))
        || header_above(scan).is_some()
}

/// Returns the file header of a plain diff that is right above a hunk of several old sides here.
fn header_above<'a>(scan: &Scan<'a>) -> Option<Header<'a>> {
    let header = header::read(scan, scan.at)?;
    let first = scan.lines.get(header.end)?;
    is_hunk(first.body).then_some(header)
}

/// Returns the file that the first line of a combined diff names.
fn named(line: &BStr) -> Option<&[u8]> {
    let starts: [&[u8]; 2] = [b"diff --cc ", b"diff --combined "];
    starts.iter().find_map(|start| line.strip_prefix(*start))
}

/// Returns whether a line is the header of a hunk with one old side more for each `@` above two.
fn is_hunk(line: &BStr) -> bool {
    let n_signs = line.iter().take_while(|byte| **byte == b'@').count();
    n_signs > 2 && line[n_signs..].starts_with(b" -")
}

fn read(scan: &mut Scan<'_>) {
    let start = scan.at;
    let header = header_above(scan);
    let body_at = header.as_ref().map_or(start + 1, |header| header.end);
    let ends = |index: usize| {
        let line = scan.lines[index].body;
        scan.closes(index) || named(line).is_some() || line.starts_with(b"diff --git ")
    };
    let end = scan.find_ahead(body_at, ends);
    let end = end.unwrap_or(scan.lines.len());
    let lines = &scan.lines[start..end];
    let file = match (named(lines[0].body), header) {
        (Some(name), _) => FilePatch {
            origin: scan.span(start, end),
            ..FilePatch::new(
                scan.path(file_name::unquoted(name)),
                FileOp::Modify,
                SPEC.name,
            )
        },
        (None, Some(header)) => header.into_file(scan, start, SPEC.name),
        (None, None) => scan.unnamed_file(SPEC.name, FileOp::Modify, start),
    };
    let is_body = |body: &BStr| !is_hunk(body) && !body_end::is_header_like(body);
    let body = lines.iter().filter(|line| is_body(line.body));
    let hunk = Hunk {
        lines: body
            .map(|line| scan.hunk_line(LineKind::Context, line.body))
            .collect(),
        invalid: Some(REASON.into()),
        origin: scan.span(start, end),
        ..Hunk::default()
    };
    scan.push_file(FilePatch {
        invalid: Some(REASON.to_string()),
        ..file
    });
    let since = scan.notes.len();
    scan.note(NoteCode::Unsupported, start..end, REASON);
    scan.push_hunk(hunk, since);
    scan.at = end;
    scan.read_to = end;
}
