//! Cells of a notebook edited in its text: all else keeps its bytes. A cell of code whose source changes loses its outputs and
//! its count, as the tools that send such edits have it: they are of the source before.

use std::collections::HashMap;
use std::ops::Range;

use jsonc_parser::ParseOptions;
use jsonc_parser::ast::{Array, Object, Value};
use jsonc_parser::common::Ranged;

use super::layout::{Layout, json_string};
use super::whole::Whole;
use super::{Hunk, HunkLine, LineKind, between};
use crate::patch::cell::{CellAct, CellEdit, CellKind, CellName};
use crate::text::display::display_line;
use crate::text::{Digest, LineSpan, Piece};

/// Why a file has no cell to edit.
const NO_NOTEBOOK: &str = "the file is not a notebook with cells";

/// The most ids that are named where another is asked for.
const N_IDS: usize = 8;

/// Returns the hunk as a change of the notebook's lines; one that cannot be made says why.
pub(super) fn edited(hunk: &Hunk, edit: &CellEdit, whole: &Whole<'_>) -> Hunk {
    let text = std::str::from_utf8(whole.content());
    let changed = text
        .map_err(|_| NO_NOTEBOOK.to_string())
        .and_then(|text| changed(hunk, edit, text));
    match changed {
        Ok(changed) => as_lines(hunk, edit, &changed, whole),
        Err(why) => Hunk {
            invalid: Some(why.into()),
            ..hunk.clone()
        },
    }
}

/// A notebook after an edit.
struct Changed {
    text: String,
    /// The bytes of the cell in the text before, or where it goes.
    at: Range<usize>,
    /// Whether something goes that only a number names.
    is_by_number: bool,
}

fn as_lines(hunk: &Hunk, edit: &CellEdit, changed: &Changed, whole: &Whole<'_>) -> Hunk {
    let before = whole.pieces(LineSpan::new(0, whole.text.n_lines()));
    let after = Piece::from(changed.text.as_bytes());
    let after: Vec<Piece> = after
        .split(|byte| *byte == b'\n')
        .map(|line| after.of_same_text(line))
        .collect();
    if before == after {
        let cell = whole.line_at(changed.at.start)..whole.line_at(changed.at.end) + 1;
        let lines = before[cell].iter().cloned();
        return Hunk {
            lines: lines
                .map(|line| HunkLine::new(LineKind::Context, line))
                .collect(),
            invalid: None,
            ..hunk.clone()
        };
    }
    let hunk = between(hunk, 0, &before, &after);
    let unquoted = || {
        let start = hunk.hint.map_or(0, |hint| hint.line_index);
        Box::new(LineSpan::new(start, start + hunk.preimage().count()))
    };
    let goes = edit.act != CellAct::Insert && changed.is_by_number;
    Hunk {
        replaces: goes.then(unquoted),
        ..hunk
    }
}

fn changed(hunk: &Hunk, edit: &CellEdit, text: &str) -> Result<Changed, String> {
    const STRICT: ParseOptions = ParseOptions {
        allow_comments: false,
        allow_loose_object_property_names: false,
        allow_trailing_commas: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: true,
        allow_extended_string_escapes: false,
    };
    let parsed = jsonc_parser::parse_to_ast(text, &Default::default(), &STRICT).ok();
    let Some(Value::Object(root)) = parsed.and_then(|parsed| parsed.value) else {
        return Err(NO_NOTEBOOK.to_string());
    };
    let notebook = Notebook::of(&root, text).ok_or(NO_NOTEBOOK)?;
    let (nth, is_by_number) = notebook.find(edit)?;
    let mut source: String = bstr::join("\n", hunk.postimage())
        .try_into()
        .map_err(|_| "its new source is not text")?;
    if edit.ends_line {
        source.push('\n');
    }
    let (at, edits) = match edit.act {
        CellAct::Replace => notebook.replace(nth, &source, edit.kind)?,
        CellAct::Insert => notebook.insert(nth, &source, edit),
        CellAct::Delete => notebook.delete(nth),
    };
    let mut out = String::with_capacity(text.len() + source.len());
    let mut kept = 0;
    for (range, new) in edits {
        out.push_str(&text[kept..range.start]);
        out.push_str(&new);
        kept = range.end;
    }
    out.push_str(&text[kept..]);
    Ok(Changed {
        text: out,
        at,
        is_by_number,
    })
}

/// Bytes of a notebook and what comes in their place, in order.
type Edits = Vec<(Range<usize>, String)>;

struct Notebook<'t> {
    text: &'t str,
    cells: &'t Array<'t>,
    layout: Layout<'t>,
    /// Whether its cells have ids, as they do since version 4.5 of the format.
    has_ids: bool,
}

impl<'t> Notebook<'t> {
    fn of(root: &'t Object<'t>, text: &'t str) -> Option<Notebook<'t>> {
        let number = |name: &str| -> Option<u32> { root.get_number(name)?.value.parse().ok() };
        let version = (number("nbformat")?, number("nbformat_minor").unwrap_or(0));
        let cells = root.get_array("cells")?;
        Some(Notebook {
            text,
            cells,
            layout: Layout::of(root, cells, text),
            has_ids: version >= (4, 5),
        })
    }

    fn cell(&self, nth: usize) -> Option<&'t Object<'t>> {
        self.cells.elements.get(nth)?.as_object()
    }

    fn ids(&self) -> impl Iterator<Item = &'t str> {
        let cells = self.cells.elements.iter();
        cells.filter_map(|cell| Some(&*cell.as_object()?.get_string("id")?.value))
    }

    /// Returns the number of the cell that is meant, or the one that a new cell gets, and whether only a number says so.
    fn find(&self, edit: &CellEdit) -> Result<(usize, bool), String> {
        let n_cells = self.cells.elements.len();
        let behind = usize::from(edit.act == CellAct::Insert);
        let (nth, is_by_number) = match &edit.cell {
            CellName::Top => (0, false),
            CellName::Bottom => (n_cells, false),
            CellName::At(nth) => (*nth, true),
            CellName::Id(id) => {
                let is_it = |nth: &usize| {
                    let found = self.cell(*nth).and_then(|cell| cell.get_string("id"));
                    found.is_some_and(|found| found.value.as_bytes() == &id[..])
                };
                let mut found = (0..n_cells).filter(is_it);
                match (found.next(), found.next(), number_of(id)) {
                    (Some(nth), None, _) => (nth + behind, false),
                    (Some(_), Some(_), _) => {
                        return Err(format!("several cells have the id {}", display_line(id)));
                    }
                    (None, _, Some(nth)) => (nth + behind, true),
                    (None, _, None) => return Err(self.no_such(id)),
                }
            }
        };
        if nth < n_cells + behind {
            return Ok((nth, is_by_number));
        }
        Err(format!(
            "it names cell {nth}, but the notebook has {n_cells}, counted from 0"
        ))
    }

    /// Returns that no cell has this id, and which there are: those like it first.
    fn no_such(&self, id: &[u8]) -> String {
        let asked = String::from_utf8_lossy(id);
        let mut ids: Vec<&str> = self.ids().collect();
        ids.sort_by_key(|other| distance(&asked, other));
        ids.truncate(N_IDS);
        let asked = display_line(id);
        if ids.is_empty() {
            return format!("no cell has the id {asked}; the cells of this notebook have none");
        }
        let ids: Vec<String> = ids
            .into_iter()
            .map(|id| display_line(id.as_bytes()))
            .collect();
        format!("no cell has the id {asked}; there are {}", ids.join(", "))
    }

    fn replace(
        &self,
        nth: usize,
        source: &str,
        kind: Option<CellKind>,
    ) -> Result<(Range<usize>, Edits), String> {
        let cell = self.cell(nth).ok_or(NO_NOTEBOOK)?;
        let old = &cell.get("source").ok_or(NO_NOTEBOOK)?.value;
        let at = cell.range.start..cell.range.end;
        let is_kind = |kind: CellKind| {
            let found = cell.get_string("cell_type");
            found.is_some_and(|found| found.value == kind.name())
        };
        if let Some(kind) = kind.filter(|kind| !is_kind(*kind)) {
            let id = cell.get("id").map(|id| id.value.text(self.text));
            let metadata = cell
                .get("metadata")
                .map(|metadata| metadata.value.text(self.text));
            let new = self
                .layout
                .cell(kind, id, metadata, &self.written(source, old));
            return Ok((at.clone(), vec![(at, new)]));
        }
        if source_of(old) == source {
            return Ok((at, Vec::new()));
        }
        let mut edits = vec![(span(old), self.written(source, old))];
        let mut clear = |name: &str, empty: &str| {
            let value = cell.get(name).map(|prop| &prop.value);
            let is_empty = |value: &&Value<'_>| {
                let list = value.as_array();
                value.text(self.text) == empty || list.is_some_and(|list| list.elements.is_empty())
            };
            edits.extend(
                value
                    .filter(|value| !is_empty(value))
                    .map(|value| (span(value), empty.to_string())),
            );
        };
        if is_kind(CellKind::Code) {
            clear("execution_count", "null");
            clear("outputs", "[]");
        }
        edits.sort_by_key(|(range, _)| range.start);
        Ok((at, edits))
    }

    /// Returns a source as JSON, in the shape of the `old` one, whose lines that stay keep their bytes.
    fn written(&self, source: &str, old: &Value<'_>) -> String {
        let list = old.as_array();
        let items = list.map_or(std::slice::from_ref(old), |list| list.elements.as_slice());
        let decoded = items.iter().filter_map(Value::as_string_lit);
        let known: HashMap<&str, &str> = decoded
            .map(|item| (&*item.value, item.text(self.text)))
            .collect();
        let written = |line: &str| match known.get(line) {
            Some(raw) => raw.to_string(),
            None => json_string(line, self.text),
        };
        if list.is_none() {
            return written(source);
        }
        let lines = source.split_inclusive('\n').map(written);
        self.layout.list(list, &lines.collect::<Vec<_>>())
    }

    fn insert(&self, nth: usize, source: &str, edit: &CellEdit) -> (Range<usize>, Edits) {
        let kind = edit.kind.unwrap_or(CellKind::Code);
        let id = self.has_ids.then(|| new_id(source, edit));
        if let Some(cell) = self.made(nth, source, kind, id.as_deref()) {
            return (cell.range.start..cell.range.end, Vec::new());
        }
        let id = id.map(|id| format!("\"{id}\""));
        let lines: Vec<String> = source
            .split_inclusive('\n')
            .map(|line| json_string(line, self.text))
            .collect();
        let source = match self.cell(0).and_then(|cell| cell.get("source")) {
            Some(prop) if prop.value.as_string_lit().is_some() => json_string(source, self.text),
            Some(_) | None => self.layout.list(None, &lines),
        };
        let cell = self.layout.cell(kind, id.as_deref(), None, &source);
        let elements = &self.cells.elements;
        let (at, new) = match (elements.get(nth), elements.last()) {
            (Some(next), _) => {
                let start = next.start();
                (
                    start..start,
                    format!("{cell},{}", self.layout.between_cells()),
                )
            }
            (None, Some(last)) => {
                let end = last.end();
                (end..end, format!(",{}{cell}", self.layout.between_cells()))
            }
            (None, None) => (
                self.cells.range.start..self.cells.range.end,
                self.layout.cells(&cell),
            ),
        };
        (at.clone(), vec![(at, new)])
    }

    /// Returns the cell that an insertion made already: where it goes, at the end, or of the id that it gets.
    fn made(
        &self,
        nth: usize,
        source: &str,
        kind: CellKind,
        id: Option<&str>,
    ) -> Option<&'t Object<'t>> {
        let cells = self.cells.elements.iter().enumerate();
        let mut cells = cells.filter_map(|(at, cell)| Some((at, cell.as_object()?)));
        let is_it = |(at, cell): &(usize, &Object<'_>)| {
            let text = |name: &str| cell.get_string(name).map(|text| &*text.value);
            let is_there = *at == nth || nth == self.cells.elements.len() && at + 1 == nth;
            let is_named = id.is_some() && text("id") == id;
            let has_source = || cell.get("source").map(|old| source_of(&old.value));
            (is_there || is_named)
                && text("cell_type") == Some(kind.name())
                && has_source().as_deref() == Some(source)
        };
        cells.find(is_it).map(|(_, cell)| cell)
    }

    fn delete(&self, nth: usize) -> (Range<usize>, Edits) {
        let elements = &self.cells.elements;
        let (start, end) = (elements[nth].start(), elements[nth].end());
        let (gone, left) = match (elements.get(nth + 1), nth.checked_sub(1)) {
            (Some(next), _) => (start..next.start(), ""),
            (None, Some(before)) => (elements[before].end()..end, ""),
            (None, None) => (self.cells.range.start..self.cells.range.end, "[]"),
        };
        (start..end, vec![(gone, left.to_string())])
    }
}

/// Returns the id of a new cell: the same for the same edit, which may be sent twice.
fn new_id(source: &str, edit: &CellEdit) -> String {
    let seed = format!("{:?} {:?} {source}", edit.cell, edit.kind);
    Digest::of(seed.as_bytes()).short(8)
}

fn span(value: &Value<'_>) -> Range<usize> {
    value.start()..value.end()
}

/// Returns the number in an id such as `cell-3`, which stands for cells that have none.
fn number_of(id: &[u8]) -> Option<usize> {
    let number = id.strip_prefix(b"cell-")?;
    std::str::from_utf8(number).ok()?.parse().ok()
}

/// Returns the source of a cell: a string, or a list of them.
fn source_of(value: &Value<'_>) -> String {
    let text = |value: &Value<'_>| value.as_string_lit().map(|text| text.value.to_string());
    match value.as_array() {
        Some(list) => list.elements.iter().filter_map(text).collect(),
        None => text(value).unwrap_or_default(),
    }
}

/// Returns how far an id is from another, as people mistype them.
fn distance(asked: &str, other: &str) -> usize {
    let shared = asked
        .chars()
        .zip(other.chars())
        .take_while(|(one, other)| one == other);
    usize::MAX - shared.count()
}

#[cfg(test)]
mod tests;
