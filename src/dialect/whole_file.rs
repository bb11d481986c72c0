//! Whole files: a path, and a fence with all of the file's content.

use bstr::{BString, ByteSlice};

use super::DialectSpec;
use super::fence::Fence;
use super::lazy;
use super::marker;
use super::note::NoteCode;
use super::path;
use super::scan::Scan;
use crate::patch::{FileOp, FilePatch, Hunk, LineKind, escape};

pub(super) const SPEC: DialectSpec = DialectSpec {
    name: "whole-file",
    title: "a path and a fence with the whole content",
    example: "src/greet.rs\n```rust\nfn main() {\n    goodbye();\n}\n```\n",
    advice: &[
        "Write the path alone on the line above the fence, then the whole file, from its first line to its last.",
        "Leave out nothing: no `...`, no comment that stands for code.",
    ],
    starts,
    read,
};

/// A fence with content and the path of the file it is for.
pub(super) struct WholeFile {
    pub(super) path: BString,
    /// Index of the line that names the path.
    pub(super) path_at: usize,
    /// Indexes of the content's lines.
    pub(super) content: std::ops::Range<usize>,
    /// Index of the line that closes the fence.
    pub(super) close: usize,
}

/// Returns the whole file that begins where the walk stands. The path must stand for itself: alone on the line above the
/// fence, in the fence's info string, or labelled in the first line.
pub(super) fn find(scan: &Scan<'_>) -> Option<WholeFile> {
    let fence = Fence::open(scan.peek(0)?.body, scan.at).filter(|_| scan.fence.is_none())?;
    let language = fence.info.fields().next().unwrap_or_default();
    if matches!(
        language,
        b"diff" | b"patch" | b"udiff" | b"console" | b"output"
    ) {
        return None;
    }
    let first = scan.at + 1;
    let close = scan.find_ahead(first, |index| fence.closed_by(scan.lines[index].body))?;
    let labelled = scan
        .lines
        .get(first)
        .and_then(|line| path::labelled(line.body));
    let above = || {
        let at = scan.at.checked_sub(1).filter(|at| *at >= scan.read_to)?;
        Some((path::alone(scan.lines[at].body)?, at))
    };
    let (path, path_at, from) = match labelled {
        Some(path) => (path, first, first + 1),
        None => {
            let (path, at) = path::in_info(fence.info)
                .map(|path| (path, scan.at))
                .or_else(above)?;
            (path, at, first)
        }
    };
    let is_shell = matches!(language, b"bash" | b"sh" | b"shell" | b"zsh");
    let is_example = is_shell && !path.ends_with(b"sh") || path::is_placeholder(&path);
    if is_example || from >= close {
        return None;
    }
    Some(WholeFile {
        path,
        path_at,
        content: from..close,
        close,
    })
}

fn starts(scan: &Scan<'_>) -> bool {
    find(scan).is_some_and(|file| {
        // Markers written as entities are those of an edit, to be read once they are decoded.
        let is_edit = file.content.clone().any(|index| {
            let line = scan.lines[index].trimmed();
            line.starts_with(b"&lt;") && marker::is_start(escape::without_entities(line).as_bstr())
        });
        !is_edit && !super::holds_other(scan, file.content, SPEC.name)
    })
}

fn read(scan: &mut Scan<'_>) {
    let Some(file) = find(scan) else { return };
    let elided = lazy::elisions(scan, file.content.clone());
    let since = scan.notes.len();
    scan.note(
        NoteCode::PathGuessed,
        file.path_at..file.path_at + 1,
        "the fence is read as the whole content of the file named here",
    );
    let mut section = FilePatch {
        origin: scan.span(file.path_at.min(scan.at), file.close + 1),
        ..FilePatch::new(scan.path(&file.path), FileOp::Replace, SPEC.name)
    };
    if !elided.is_empty() {
        section.dialect = lazy::SPEC.name;
    }
    scan.push_file(section);
    let hunk = Hunk {
        lines: scan.lines[file.content.clone()]
            .iter()
            .map(|line| scan.hunk_line(LineKind::Insert, line.body))
            .collect(),
        origin: scan.span(file.content.start, file.content.end),
        ..Hunk::default()
    };
    lazy::mark(scan, &hunk);
    scan.push_hunk(hunk, since);
    scan.at = file.close + 1;
    scan.read_to = scan.at;
}
