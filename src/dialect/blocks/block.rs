//! The blocks that several dialects share: a SEARCH marker, the old text, a divider, the new text, a REPLACE marker.

use bstr::{BStr, BString};

use super::marker::{self, LENGTH, Marker, Shape, is_conflict, is_start, n_signs, unescaped};
use super::preamble;
use crate::dialect::Strictness;
use crate::dialect::name::spelling;
use crate::dialect::note::NoteCode;
use crate::dialect::walk::line::Line;
use crate::dialect::walk::scan::Scan;
use crate::patch::{
    Extent, FileOp, FilePatch, HintSource, Hunk, LineHint, LineKind, PatchPath, Unsure,
};
use crate::text::Piece;

/// Where the parts of a block stand, as indexes of the walk.
struct Block {
    start: usize,
    divider: usize,
    /// The end marker, or where the new text ends without one.
    close: usize,
    end: usize,
    /// Why it cannot be trusted.
    fault: Option<String>,
    /// Whether the reply ends within its new text.
    is_cut: bool,
}

/// Reads the block that begins where the walk stands.
pub(in crate::dialect) fn read(scan: &mut Scan<'_>, dialect: &'static str) {
    let start = scan.at;
    open_file(scan, start, dialect);
    let since = scan.notes.len();
    let hunk = match find(scan, start) {
        Ok(block) => whole(scan, block),
        Err(broken) => {
            scan.note(
                NoteCode::MarkerOrder,
                broken.at..broken.at + 1,
                broken.message.clone(),
            );
            scan.at = broken.end;
            Hunk {
                lines: scan.lines[start + 1..broken.text_end]
                    .iter()
                    .map(|line| scan.hunk_line(LineKind::Context, line.body))
                    .collect(),
                invalid: Some(broken.message.into()),
                origin: scan.span(start, broken.end),
                ..Hunk::default()
            }
        }
    };
    scan.read_to = scan.at;
    push_sides(scan, hunk, since);
}

/// Adds a hunk read from its old and its new text.
pub(in crate::dialect) fn push_sides(scan: &mut Scan<'_>, hunk: Hunk, since: usize) {
    let is_same = hunk.asks_for_nothing() && hunk.extent != Extent::Opened;
    if is_same && !hunk.lines.is_empty() {
        let text = "old and new text are the same";
        scan.note_at(NoteCode::NoOp, hunk.origin, text);
    }
    scan.push_hunk(hunk, since);
}

/// A block whose parts cannot be told apart.
struct Broken {
    /// Index of the line where that shows.
    at: usize,
    /// Index behind its text.
    text_end: usize,
    /// Index behind the block.
    end: usize,
    message: String,
}

fn found(marker: &str, at: &Line<'_>, expected: &str) -> String {
    format!(
        "found `{marker}` in line {}, expected `{expected}`",
        at.at + 1
    )
}

/// Finds the parts of the block that starts at line `start`. The order of markers is checked as in a machine of three
/// states: before SEARCH, before the divider, before REPLACE.
fn find(scan: &Scan<'_>, start: usize) -> Result<Block, Broken> {
    let Markers {
        dividers,
        stop,
        close,
    } = collect(scan, start);
    let stop_line = |index: usize| &scan.lines[index.min(scan.lines.len() - 1)];
    let exact: Vec<usize> = dividers
        .iter()
        .filter(|(_, length)| *length == LENGTH)
        .map(|(at, _)| *at)
        .collect();
    let possible = if exact.is_empty() {
        dividers.iter().map(|(at, _)| *at).collect()
    } else {
        exact
    };
    let Some(divider) = possible.first().copied() else {
        let is_in_fence = |close: &usize| !(start + 1..*close).any(|index| scan.closes(index));
        let close = close.filter(is_in_fence);
        let (end, message) = match close {
            Some(close) => (
                close + 1,
                found(">>>>>>> REPLACE", stop_line(close), "======="),
            ),
            None if stop < scan.lines.len() && is_start(scan.lines[stop].body) => (
                before_next(scan, start, stop),
                found("<<<<<<< SEARCH", stop_line(stop), "======="),
            ),
            None => (
                before_next(scan, start, stop),
                "found the end of the block, expected `=======`".to_string(),
            ),
        };
        return Err(Broken {
            at: close.unwrap_or(end - 1),
            text_end: close.unwrap_or(end),
            end,
            message,
        });
    };
    let mut fault = possible
        .get(1)
        .map(|second| found("=======", stop_line(*second), ">>>>>>> REPLACE"));
    let end = match close {
        Some(close) => close + 1,
        None => before_next(scan, divider, stop),
    };
    let mut is_cut = false;
    if close.is_none() {
        let has_new_text = scan.lines[divider + 1..end]
            .iter()
            .any(|line| !line.is_blank());
        match scan.lines.get(stop) {
            Some(line) if is_start(line.body) && !scan.closes(end) => {
                fault = Some(found("<<<<<<< SEARCH", line, ">>>>>>> REPLACE"));
            }
            Some(_) if !has_new_text && scan.closes(end) => {
                fault = Some("the block ends before its new text".to_string());
            }
            Some(_) | None if !has_new_text => {
                fault = Some("the reply ends before the new text".to_string());
            }
            Some(_) | None => is_cut = !scan.closes(end),
        }
    }
    Ok(Block {
        start,
        divider,
        close: close.unwrap_or(end),
        end,
        fault,
        is_cut,
    })
}

/// The markers that follow a SEARCH marker.
struct Markers {
    /// Index and length of each line that may be the divider.
    dividers: Vec<(usize, usize)>,
    /// Index of the line that ended the search: the REPLACE marker, another SEARCH marker, or the end.
    stop: usize,
    close: Option<usize>,
}

fn collect(scan: &Scan<'_>, start: usize) -> Markers {
    let mut dividers = Vec::new();
    let mut at = start + 1;
    while let Some(line) = scan.lines.get(at) {
        if is_conflict(line.body, b'<')
            && let Some(end) = conflict_end(scan, at)
        {
            at = end + 1;
            continue;
        }
        match marker::read(line.body) {
            Some(Marker::Replace { .. }) => {
                return Markers {
                    dividers,
                    stop: at,
                    close: Some(at),
                };
            }
            Some(Marker::Search { .. }) => break,
            // Three signs underline headings, and compare: they divide a block whose own markers are as short.
            Some(Marker::Divider { length: 3 }) if !is_short(scan, start) => {}
            Some(Marker::Divider { length }) => dividers.push((at, length)),
            None if !dividers.is_empty() && line.trimmed() == ">>>>>>>" => {
                return Markers {
                    dividers,
                    stop: at,
                    close: Some(at),
                };
            }
            None => {}
        }
        at += 1;
    }
    Markers {
        dividers,
        stop: at,
        close: None,
    }
}

/// Returns whether the marker at line `start` has three signs only.
fn is_short(scan: &Scan<'_>, start: usize) -> bool {
    let marker = scan.lines[start].trimmed();
    marker.first() != marker.get(3)
}

/// Returns the line of the `>>>>>>>` that belongs to the `<<<<<<<` at line `start`, unless a marker of a block is nearer.
fn conflict_end(scan: &Scan<'_>, start: usize) -> Option<usize> {
    for (ahead, line) in scan.lines[start + 1..].iter().enumerate() {
        if is_conflict(line.body, b'>') {
            return Some(start + 1 + ahead);
        }
        if is_conflict(line.body, b'<') || !scan.budget().spend(1) {
            return None;
        }
        if let Some(Marker::Search { .. } | Marker::Replace { .. }) = marker::read(line.body) {
            return None;
        }
    }
    None
}

/// Returns where a block without an end marker ends: with its fence, or before the blank lines above `stop`.
fn before_next(scan: &Scan<'_>, from: usize, stop: usize) -> usize {
    if let Some(end) = (from + 1..stop).find(|index| scan.closes(*index)) {
        return end;
    }
    let mut end = stop.min(scan.lines.len());
    while end > from + 1 && scan.lines[end - 1].is_blank() {
        end -= 1;
    }
    end
}

fn whole(scan: &mut Scan<'_>, block: Block) -> Hunk {
    note_markers(scan, &block);
    scan.at = block.end;
    let (search_from, line_number) = preamble::read(scan, block.start, block.divider);
    let search = &scan.lines[search_from..block.divider];
    let replace = &scan.lines[block.divider + 1..block.close];
    let misplaced = replace.iter().find(|line| {
        let text = line.trimmed();
        text.starts_with(b":start_line:") || text.starts_with(b":end_line:")
    });
    let (mut before, after) = (bodies(scan, search), bodies(scan, replace));
    if let Some(first) = search.first()
        && line_number.is_some()
        && let Some(text) = preamble::glued_to_rule(first.body)
    {
        before[0] = scan.piece(unescaped(text));
        let message = "the rule `-------` has the first line of the old text behind it";
        scan.note(
            NoteCode::MarkerRepaired,
            search_from..search_from + 1,
            message,
        );
    }
    let unsure = match block.is_cut {
        true => Some(Unsure::CutOff),
        false => is_odd_divider(scan, &block).then_some(Unsure::OddDivider),
    };
    let mut hunk = Hunk {
        hint: line_number.map(start_line),
        unsure,
        origin: scan.span(block.start, block.end),
        invalid: block.fault.map(Box::from),
        ..Hunk::from_sides(&before, &after)
    };
    if let Some(line) = misplaced.copied() {
        let message = format!(
            "found a line number (`{}`) in line {}, in the REPLACE part; it belongs to SEARCH",
            line.trimmed(),
            line.at + 1
        );
        hunk.invalid = Some(message.into());
    }
    if scan.options().strictness == Strictness::Specification
        && before.is_empty()
        && !after.is_empty()
    {
        hunk.invalid
            .get_or_insert_with(|| "an empty SEARCH names no place".into());
    }
    if let Some(message) = hunk.invalid.clone() {
        scan.note(NoteCode::MarkerOrder, block.start..block.end, message);
    } else if block.is_cut {
        let message = "the reply ends before `>>>>>>> REPLACE`";
        scan.note(NoteCode::MarkerOrder, block.start..block.end, message);
    }
    hunk
}

/// Makes the hint of a 1-based line number that a reply states.
pub(in crate::dialect) fn start_line(number: usize) -> LineHint {
    LineHint {
        line_index: number.saturating_sub(1),
        source: HintSource::StartLine,
    }
}

fn bodies(scan: &Scan<'_>, lines: &[Line<'_>]) -> Vec<Piece> {
    let body = |line: &Line<'_>| scan.piece(unescaped(line.body));
    lines.iter().map(body).collect()
}

/// Returns whether the divider of a block is neither as long as it should be nor as its SEARCH marker: the rule under a heading
/// may be taken for it.
fn is_odd_divider(scan: &Scan<'_>, block: &Block) -> bool {
    let length = |index: usize| n_signs(scan.lines[index].body);
    let divider = length(block.divider);
    divider != LENGTH && divider != length(block.start)
}

fn note_markers(scan: &mut Scan<'_>, block: &Block) {
    let is_damaged = |index: usize| match scan
        .lines
        .get(index)
        .and_then(|line| marker::read(line.body))
    {
        Some(Marker::Search { shape, .. } | Marker::Replace { shape }) => shape == Shape::Damaged,
        Some(Marker::Divider { length }) => length != LENGTH,
        None => index == block.close && block.close < block.end,
    };
    let damaged: Vec<usize> = [block.start, block.divider, block.close]
        .into_iter()
        .filter(|index| is_damaged(*index))
        .collect();
    for index in damaged {
        scan.note(
            NoteCode::MarkerRepaired,
            index..index + 1,
            "a misspelled marker was read anyway",
        );
    }
    if block.close == block.end && block.fault.is_none() && !block.is_cut {
        scan.note(
            NoteCode::MarkerMissing,
            block.start..block.start + 1,
            "`>>>>>>> REPLACE` is missing: read up to the fence",
        );
    }
}

/// Makes sure that the last file is the one the block at line `start` is for.
pub(in crate::dialect) fn open_file(scan: &mut Scan<'_>, start: usize, dialect: &'static str) {
    let goes_on = |scan: &Scan<'_>, path: Option<&PatchPath>| {
        scan.files.last().is_some_and(|file| {
            file.dialect == dialect
                && file.op == FileOp::Modify
                && path.is_none_or(|path| file.path == *path)
        })
    };
    if let Some(file) = scan.bare_file(dialect, start) {
        return scan.push_file(file);
    }
    let path = match scan.path_or_rival(start) {
        Some(path) => Some(scan.path(path)),
        None => attribute_path(scan.lines[start].body).map(|path| scan.path(path)),
    };
    if goes_on(scan, path.as_ref()) {
        return;
    }
    let file = match path {
        Some(path) => FilePatch {
            origin: scan.span(start, start + 1),
            ..FilePatch::new(path, FileOp::Modify, dialect)
        },
        None => scan.unnamed_file(dialect, FileOp::Modify, start),
    };
    scan.push_file(file);
}

/// Reads a path that stands behind a SEARCH marker.
fn attribute_path(line: &BStr) -> Option<BString> {
    match marker::read(line)? {
        Marker::Search { attributes, .. } if !attributes.contains(&b'=') => {
            spelling::alone(attributes).map(|spelt| spelt.path)
        }
        Marker::Search { .. } | Marker::Divider { .. } | Marker::Replace { .. } => None,
    }
}
