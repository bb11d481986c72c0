//! SEARCH/REPLACE blocks: aider's, Roo's with `:start_line:`, Zed's with `line=`, Cline's with `------- SEARCH`.

use bstr::{BStr, BString, ByteSlice};

use super::DialectSpec;
use super::line::Line;
use super::note::NoteCode;
use super::scan::Scan;
use crate::patch::{FileOp, FilePatch, HintSource, Hunk, LineHint, PatchPath};

pub(super) const SPEC: DialectSpec = DialectSpec {
    name: "search-replace",
    title: "SEARCH/REPLACE blocks: aider, Roo, Zed and Cline",
    example: "src/greet.rs\n```rust\n<<<<<<< SEARCH\n    hello();\n=======\n    goodbye();\n>>>>>>> REPLACE\n```\n",
    starts,
    read,
};

/// A line that separates the parts of a block.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Marker {
    Search { attributes: BString, is_exact: bool },
    Divider { length: usize },
    Replace { is_exact: bool },
}

fn marker(line: &BStr) -> Option<Marker> {
    let line = line.trim_end();
    let byte = *line.first()?;
    let length = line.iter().take_while(|other| **other == byte).count();
    let rest = line[length..].trim_start();
    let label = |names: [&str; 2]| {
        names.iter().find_map(|name| {
            let rest = rest.strip_prefix(name.as_bytes())?;
            let rest = rest.strip_prefix(b">").unwrap_or(rest);
            let ends = rest.is_empty() || rest.starts_with(b" ") || rest.starts_with(b":");
            ends.then(|| rest.trim().as_bstr())
        })
    };
    let spaced = line.get(length) == Some(&b' ');
    match byte {
        b'<' | b'-' if (3..=12).contains(&length) => {
            let attributes = label(["SEARCH", "ORIGINAL"])?;
            Some(Marker::Search {
                attributes: attributes.into(),
                is_exact: length == 7 && spaced,
            })
        }
        b'>' | b'+' if (3..=12).contains(&length) => {
            let rest = label(["REPLACE", "UPDATED"])?;
            Some(Marker::Replace {
                is_exact: length == 7 && spaced && rest.is_empty(),
            })
        }
        b'=' if (5..=9).contains(&length) && rest.is_empty() => Some(Marker::Divider { length }),
        _ => None,
    }
}

/// Returns whether a line begins a block.
pub(super) fn is_start(line: &BStr) -> bool {
    matches!(line.first(), Some(b'<' | b'-')) && matches!(marker(line), Some(Marker::Search { .. }))
}

fn starts(scan: &Scan<'_>) -> bool {
    scan.peek(0).is_some_and(|line| is_start(line.body))
}

/// The lines of one block, as indexes of the walk.
struct Block {
    start: usize,
    divider: usize,
    /// Index of the end marker, or where the block ends without one.
    close: usize,
    end: usize,
}

fn read(scan: &mut Scan<'_>) {
    let since = scan.notes.len();
    let start = scan.at;
    let Some(block) = find_block(scan, start) else {
        scan.note(
            NoteCode::MarkerOrder,
            start..start + 1,
            "found a SEARCH marker, expected `=======` after it",
        );
        scan.at += 1;
        return;
    };
    note_markers(scan, &block);
    open_file(scan, start);
    let (search_from, line_number) = preamble(scan, start, block.divider);
    let search = &scan.lines[search_from..block.divider];
    let replace = &scan.lines[block.divider + 1..block.close];
    let hunk = Hunk {
        hint: line_number.map(|number| LineHint {
            line_index: number.saturating_sub(1),
            source: HintSource::StartLine,
        }),
        origin: scan.span(start, block.end),
        ..Hunk::from_sides(&bodies(search), &bodies(replace))
    };
    let hunk = Hunk {
        hint: hunk.hint.or_else(|| gutter_hint(search)),
        ..hunk
    };
    scan.push_hunk(hunk, since);
    scan.at = block.end;
    scan.read_to = block.end;
}

fn bodies<'a>(lines: &[Line<'a>]) -> Vec<&'a BStr> {
    lines.iter().map(|line| unescaped(line.body)).collect()
}

/// Drops the backslash that keeps a line of content from being a marker.
fn unescaped(line: &BStr) -> &BStr {
    match line.strip_prefix(b"\\") {
        Some(rest)
            if marker(rest.as_bstr()).is_some()
                || rest.starts_with(b"=======")
                || rest.starts_with(b"-------")
                || rest.starts_with(b"<<<<<<<")
                || rest.starts_with(b">>>>>>>") =>
        {
            rest.as_bstr()
        }
        Some(_) | None => line,
    }
}

/// Finds divider and end of the block that starts at line `start`.
fn find_block(scan: &Scan<'_>, start: usize) -> Option<Block> {
    let mut dividers: Vec<(usize, usize)> = Vec::new();
    let mut at = start + 1;
    let mut close = None;
    while let Some(line) = scan.lines.get(at) {
        match marker(line.body) {
            Some(Marker::Replace { .. }) => {
                close = Some(at);
                break;
            }
            Some(Marker::Search { .. }) => break,
            Some(Marker::Divider { length }) => dividers.push((at, length)),
            None => {}
        }
        at += 1;
    }
    let exact = dividers.iter().find(|(_, length)| *length == 7);
    let divider = exact.or(dividers.first())?.0;
    if let Some(close) = close {
        return Some(Block {
            start,
            divider,
            close,
            end: close + 1,
        });
    }
    // Without an end marker the block ends with its fence, or with the last line of text.
    let fence_end = (divider + 1..at).find(|index| scan.closes_fence(*index));
    let mut end = fence_end.unwrap_or(at);
    while fence_end.is_none() && end > divider + 1 && scan.lines[end - 1].is_blank() {
        end -= 1;
    }
    Some(Block {
        start,
        divider,
        close: end,
        end,
    })
}

fn note_markers(scan: &mut Scan<'_>, block: &Block) {
    let is_exact = |index: usize| match scan.lines.get(index).and_then(|line| marker(line.body)) {
        Some(Marker::Search { is_exact, .. } | Marker::Replace { is_exact }) => is_exact,
        Some(Marker::Divider { length }) => length == 7,
        None => true,
    };
    let odd: Vec<usize> = [block.start, block.divider, block.close]
        .into_iter()
        .filter(|index| !is_exact(*index))
        .collect();
    for index in odd {
        scan.note(
            NoteCode::MarkerRepaired,
            index..index + 1,
            "the marker is not written as it should be",
        );
    }
    if block.close == block.end {
        scan.note(
            NoteCode::MarkerMissing,
            block.start..block.start + 1,
            "the REPLACE marker is missing; the block is taken to end with its fence",
        );
    }
}

/// Reads what stands between the SEARCH marker and the text: `:start_line:`, `:end_line:`, `-------`, and `line=` on the
/// marker itself. Returns where the text begins, and the line number.
fn preamble(scan: &Scan<'_>, start: usize, divider: usize) -> (usize, Option<usize>) {
    let mut number = match marker(scan.lines[start].body) {
        Some(Marker::Search { attributes, .. }) => {
            attributes.strip_prefix(b"line").and_then(digits)
        }
        Some(Marker::Divider { .. } | Marker::Replace { .. }) | None => None,
    };
    let mut at = start + 1;
    while at < divider {
        let body = scan.lines[at].trimmed();
        if let Some(rest) = body.strip_prefix(b":start_line") {
            number = digits(rest).or(number);
        } else if !body.starts_with(b":end_line") {
            break;
        }
        at += 1;
    }
    let has_rule = at < divider && scan.lines[at].trimmed() == "-------";
    (at + usize::from(has_rule), number)
}

fn digits(text: &[u8]) -> Option<usize> {
    let text = text.trim_start_with(|c| !c.is_ascii_digit());
    let end = text
        .iter()
        .position(|byte| !byte.is_ascii_digit())
        .unwrap_or(text.len());
    text[..end].to_str().ok()?.parse().ok()
}

/// Returns the first line number of a text in which every line carries one.
fn gutter_hint(lines: &[Line<'_>]) -> Option<LineHint> {
    let number = |line: &Line<'_>| {
        let (before, _) = line.body.split_once_str("|")?;
        before.trim().to_str().ok()?.parse::<usize>().ok()
    };
    let numbers: Vec<usize> = lines.iter().map(number).collect::<Option<_>>()?;
    let rises = numbers.windows(2).all(|pair| pair[1] == pair[0] + 1);
    let first = *numbers.first()?;
    (rises && first > 0).then_some(LineHint {
        line_index: first - 1,
        source: HintSource::Gutter,
    })
}

/// Makes sure that the last file is the one the block at line `start` is for.
fn open_file(scan: &mut Scan<'_>, start: usize) {
    let found = super::path::around(scan, start);
    if let Some(found) = found {
        let path = PatchPath::new(&found.path);
        if scan.files.last().is_some_and(|file| {
            file.path == path && file.dialect == SPEC.name && file.op == FileOp::Modify
        }) {
            return;
        }
        let file = FilePatch {
            origin: scan.span(start, start + 1),
            ..FilePatch::new(path, FileOp::Modify, SPEC.name)
        };
        scan.push_file(file);
        return;
    }
    let goes_on = scan
        .files
        .last()
        .is_some_and(|file| file.dialect == SPEC.name);
    if !goes_on {
        let file = scan.unnamed_file(SPEC.name, FileOp::Modify, start);
        scan.push_file(file);
    }
}
