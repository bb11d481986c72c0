//! The file directives of udiffx: `<FILE_PATCH file_path="a">` and its like, in angle or in threefold square brackets.

use bstr::{BStr, BString, ByteSlice};

use super::call::call_like;
use super::call::open_tag;
use super::diff::body_end::Within;
use super::diff::diff_section;
use super::diff::hunk_header;
use super::note::NoteCode;
use super::spec::{DialectSpec, Ends, Manners};
use super::tilde;
use super::walk::cut;
use super::walk::fence::Fence;
use super::walk::line::Line;
use super::walk::scan::Scan;
use crate::patch::{BlankContext, FileOp, FilePatch, Hunk, HunkLine, LineKind};
use crate::text::{RelPath, Trim};

pub(super) const SPEC: DialectSpec = DialectSpec {
    name: "file-patch",
    title: "`FILE_PATCH`, `FILE_NEW`, `FILE_APPEND`, `FILE_COPY`, `FILE_RENAME`, `FILE_DELETE` tags, as in udiffx",
    example: "[[[FILE_PATCH file_path=\"src/greet.rs\"]]]\n@@\n fn main() {\n-    hello();\n+    goodbye();\n }\n[[[/FILE_PATCH]]]\n",
    advice: &[
        "Put the change of each file between `[[[FILE_PATCH file_path=\"PATH\"]]]` and `[[[/FILE_PATCH]]]`.",
        "Begin each hunk with `@@` alone, and every line of it with a space, `-` or `+`.",
        "Use FILE_NEW with the whole content for new files, and FILE_DELETE for files that go.",
        "Use `[[[FILE_RENAME from_path=\"OLD\" to_path=\"NEW\"]]]` to move a file, and FILE_COPY likewise to copy one.",
    ],
    starts,
    read,
    manners: Manners {
        ends: Ends::BySign,
        rules: &[tilde::rule],
        ..Manners::PLAIN
    },
};

/// What a directive does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Patch,
    New,
    Append,
    Copy,
    Rename,
    Delete,
}

const KINDS: &[(&str, Kind)] = &[
    ("FILE_PATCH", Kind::Patch),
    ("FILE_NEW", Kind::New),
    ("FILE_APPEND", Kind::Append),
    ("FILE_COPY", Kind::Copy),
    ("FILE_RENAME", Kind::Rename),
    ("FILE_DELETE", Kind::Delete),
];

/// How attributes begin that hold the new path of a file that is moved or copied.
const NEW_NAMES: &[&str] = &["to", "new", "dest", "target"];

/// A directive's tag.
struct Directive {
    name: &'static str,
    kind: Kind,
    attributes: Vec<(String, BString)>,
    is_empty: bool,
    /// The column behind its tag.
    end: usize,
}

/// The tags around all directives of a reply: each may share a line with one of theirs.
const OPENED: [&[u8]; 2] = [b"<FILE_CHANGES>", b"[[[FILE_CHANGES]]]"];
const CLOSED: [&[u8]; 2] = [b"</FILE_CHANGES>", b"[[[/FILE_CHANGES]]]"];

fn directive(line: &BStr) -> Option<Directive> {
    let text = line.trimmed();
    let inside = OPENED.iter().find_map(|tag| text.strip_prefix(*tag));
    let text = inside.unwrap_or(text).trim_ascii_start();
    let rest = text
        .strip_prefix(b"[[[")
        .or_else(|| text.strip_prefix(b"<"))?;
    let (rest, name, kind) = KINDS
        .iter()
        .find_map(|(name, kind)| Some((rest.strip_prefix(name.as_bytes())?, *name, *kind)))?;
    let mut attributes = Vec::new();
    let mut tail = rest.trimmed_start();
    while let Some((attribute, after)) = open_tag::attribute(tail) {
        attributes.push(attribute);
        tail = after.trimmed_start();
    }
    let is_empty = tail.starts_with(b"/");
    let sign = tail.strip_prefix(b"/").unwrap_or(tail).trim_ascii_start();
    let behind = sign.strip_prefix(b"]]]").or(sign.strip_prefix(b">"));
    let is_tag = is_empty || behind.is_some();
    is_tag.then_some(Directive {
        name,
        kind,
        attributes,
        is_empty,
        end: line.trimmed_end().len() - behind.map_or(0, <[u8]>::len),
    })
}

/// Returns the column behind the end tag that a line holds, where nothing but another tag follows it.
fn end_of_closing(line: &BStr, name: &str) -> Option<usize> {
    let text = line.trimmed();
    let rest = text
        .strip_prefix(b"[[[/")
        .or_else(|| text.strip_prefix(b"</"))?;
    let rest = rest.strip_prefix(name.as_bytes())?;
    let behind = rest.strip_prefix(b"]]]").or(rest.strip_prefix(b">"))?;
    let tag = behind.trim_ascii_start();
    let is_end = tag.is_empty() || CLOSED.contains(&tag) || directive(tag.into()).is_some();
    is_end.then(|| line.trimmed_end().len() - behind.len())
}

fn closes(line: &BStr, name: &str) -> bool {
    end_of_closing(line, name).is_some()
}

fn starts(scan: &Scan<'_>) -> bool {
    scan.peek(0)
        .is_some_and(|line| directive(line.body).is_some())
}

fn read(scan: &mut Scan<'_>) {
    let start = scan.at;
    let Some(directive) = scan.peek(0).and_then(|line| directive(line.body)) else {
        return;
    };
    let inside = start + 1;
    let has_content =
        !directive.is_empty && matches!(directive.kind, Kind::Patch | Kind::New | Kind::Append);
    let close = scan.find_ahead(inside, |index| {
        closes(scan.lines[index].body, directive.name)
    });
    let close = close.filter(|close| !is_of_another(scan, inside..*close));
    let end = match (close, has_content) {
        (Some(close), _) if has_content || close == inside => close,
        (None, true) => {
            scan.note(
                NoteCode::MarkerMissing,
                start..inside,
                format!("the end tag of {} is missing", directive.name),
            );
            next_directive(scan, inside)
        }
        (Some(_) | None, _) => inside,
    };
    if end == inside {
        call_like::note_end(scan, start, directive.end);
    }
    let content = if has_content {
        unfenced(scan, inside, end)
    } else {
        inside..inside
    };
    scan.at = start;
    take(scan, &directive, start, content);
    let closing = scan.lines.get(end);
    let closing = closing.and_then(|line| end_of_closing(line.body, directive.name));
    let closed = closing.is_some();
    scan.at = end + usize::from(closed);
    if let Some(column) = closing {
        call_like::note_end(scan, end, column);
    }
    scan.read_to = scan.at;
    // Where more follows, or a fence closes, the tag was forgotten.
    let is_cut = has_content && !closed && scan.fence.is_none() && scan.at == scan.lines.len();
    if is_cut || !has_content && is_in_open_changes(scan, start) {
        cut::mark_last(scan);
    }
}

/// Returns whether the reply ends, but for blank lines, within the tag around the directives of which the one at line `start` is
/// the last.
fn is_in_open_changes(scan: &Scan<'_>, start: usize) -> bool {
    let has =
        |line: &Line<'_>, tags: [&[u8]; 2]| tags.iter().any(|tag| line.body.contains_str(tag));
    let is_open = || {
        let above = scan.lines[..=start].iter().rev();
        let mut above = above.take_while(|line| !has(line, CLOSED));
        above.any(|line| has(line, OPENED))
    };
    cut::is_last(scan) && is_open()
}

/// Returns whether the end tag below the lines `inside` is that of another part: the fence around this one is closed before a
/// tag that begins there.
fn is_of_another(scan: &Scan<'_>, inside: std::ops::Range<usize>) -> bool {
    if scan.fence.is_none() {
        return false;
    }
    let mut inside = inside.skip_while(|index| !scan.closes(*index));
    inside.any(|index| directive(scan.lines[index].body).is_some())
}

/// Returns the line that ends a part without an end tag: the next tag, or the end of the fence around it.
fn next_directive(scan: &Scan<'_>, from: usize) -> usize {
    let is_next =
        |index: &usize| directive(scan.lines[*index].body).is_some() || scan.closes(*index);
    (from..scan.lines.len())
        .find(is_next)
        .unwrap_or(scan.lines.len())
}

/// Returns the lines of the content without blank lines around it, and without a fence around all of it.
fn unfenced(scan: &Scan<'_>, start: usize, end: usize) -> std::ops::Range<usize> {
    let is_text = |index: &usize| !scan.lines[*index].is_blank();
    let (Some(first), Some(last)) = ((start..end).find(is_text), (start..end).rfind(is_text))
    else {
        return start..start;
    };
    match Fence::open(scan.lines[first].body, first) {
        Some(fence) if last > first && fence.closed_by(scan.lines[last].body) => first + 1..last,
        Some(fence) if !fence.info.is_empty() => first + 1..last + 1,
        Some(_) | None => start..end,
    }
}

fn take(scan: &mut Scan<'_>, directive: &Directive, start: usize, content: std::ops::Range<usize>) {
    let attribute = |is_it: &dyn Fn(&str) -> bool| {
        let mut all = directive.attributes.iter();
        let found = all.find(|(name, _)| is_it(name));
        found.map(|(_, value)| value.clone()).unwrap_or_default()
    };
    let path = attribute(&|name| matches!(name, "file_path" | "path"));
    // Only the names of the new path are known: the other one is the old path, whatever it is called.
    let says_to = |name: &str| NEW_NAMES.iter().any(|start| name.starts_with(start));
    let (from, to) = (attribute(&|name| !says_to(name)), attribute(&says_to));
    let section = |path: &BString, op| FilePatch {
        origin: scan.span(start, content.end.max(start + 1)),
        ..FilePatch::new(scan.path(path), op, SPEC.name)
    };
    let moved = |make: fn(RelPath) -> FileOp| match scan.destination(&to) {
        Some(to) => section(&from, make(to)),
        None if to.is_empty() => FilePatch {
            invalid: Some("it names no new path: `to_path` is missing".to_string()),
            ..section(&from, FileOp::Modify)
        },
        None => section(&to, FileOp::Modify),
    };
    let file = match directive.kind {
        Kind::Patch => return hunks(scan, path, content),
        Kind::New => section(&path, FileOp::Create),
        Kind::Delete => section(&path, FileOp::Delete),
        Kind::Copy => moved(|to| FileOp::Copy { to }),
        Kind::Rename => moved(|to| FileOp::Rename { to }),
        Kind::Append => section(&path, FileOp::Modify),
    };
    scan.push_file(file);
    let lines: Vec<HunkLine> = scan.lines[content.clone()]
        .iter()
        .map(|line| scan.hunk_line(LineKind::Insert, line.body))
        .collect();
    let is_append = directive.kind == Kind::Append;
    if !lines.is_empty() || is_append {
        let since = scan.notes.len();
        let origin = match lines.is_empty() {
            true => start..content.end.max(start + 1),
            false => content,
        };
        let hunk = Hunk {
            lines: lines.into(),
            at_eof: is_append,
            origin: scan.span(origin.start, origin.end),
            ..Hunk::default()
        };
        scan.push_hunk(hunk, since);
    }
}

/// Reads the hunks of a `FILE_PATCH`: numberless, or whatever diff stands there.
fn hunks(scan: &mut Scan<'_>, path: BString, content: std::ops::Range<usize>) {
    let (n_files, n_notes) = (scan.files.len(), scan.notes.len());
    let lines: Vec<Line<'_>> = scan.lines[content.clone()].to_vec();
    let begins_hunk = |line: &&Line<'_>| hunk_header::read(line.body).is_some();
    let is_bare = lines
        .iter()
        .find(|line| !line.is_blank())
        .is_some_and(|line| begins_hunk(&line));
    if is_bare {
        let mut inner = scan.within(&lines);
        inner.push_file(FilePatch {
            origin: scan.span(content.start, content.end),
            ..FilePatch::new(scan.path(&path), FileOp::Modify, SPEC.name)
        });
        diff_section::hunks(&mut inner, Within::Tags);
        let rest = inner.at..inner.lines.len();
        if inner.lines[rest.clone()]
            .iter()
            .any(|line| !line.is_blank())
        {
            inner.note(
                NoteCode::Dropped,
                rest,
                "lines behind the hunks of a FILE_PATCH",
            );
        }
        scan.adopt(inner.files, inner.notes);
    } else if !scan.nested(&lines, Some(path)) {
        scan.notes.truncate(n_notes);
        scan.note(NoteCode::Dropped, content, "a FILE_PATCH without hunks");
    }
    for file in &mut scan.files[n_files..] {
        file.dialect = SPEC.name;
        for hunk in &mut file.hunks {
            hunk.blank_context = BlankContext::Inserted;
        }
    }
}
