//! Pairs of an old and a new text that a reply lists: rows of a table below `Before` and `After`, and records in JSON with the
//! name of a file. Whether one asks for a change is seen beside the file: its old text is there, and its new one is not.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use bstr::{BStr, BString, ByteSlice};

use super::{Account, Rewriting, RewritingForm};
use crate::dialect::call::json::{self, Json, Value};
use crate::dialect::call::role::{self, Role, Side, role};
use crate::dialect::name::spelling;
use crate::dialect::walk::line::Line;
use crate::dialect::walk::scan::Scan;
use crate::dialect::words::done::Done;
use crate::text::{Piece, RelPath, Trim, indent};

/// How many texts of one record are compared with each other.
const N_TEXTS: usize = 16;

/// Returns the rows of the tables in a reply that give an old and a new text, by their line.
pub(super) fn rows(scan: &Scan<'_>) -> BTreeMap<usize, Rewriting> {
    let mut rows = BTreeMap::new();
    let mut at = 0;
    while at + 1 < scan.lines.len() {
        let is_row = |at: &usize| is_row(&scan.lines[*at]);
        let columns = (is_row(&at) && is_rule(scan.lines[at + 1].body))
            .then(|| Columns::of(scan.lines[at].body))
            .flatten();
        let Some(columns) = columns else {
            at += 1;
            continue;
        };
        let below = at + 2..scan.lines.len();
        for row in below.take_while(is_row) {
            let pair = columns.read(scan, scan.lines[row].body);
            rows.extend(pair.map(|pair| (row, pair)));
            at = row;
        }
        at += 1;
    }
    rows
}

/// The columns of a table that lists old and new texts, each with its number.
struct Columns {
    file: Option<usize>,
    old: usize,
    new: usize,
}

impl Columns {
    /// Reads the head of a table.
    fn of(head: &BStr) -> Option<Columns> {
        let cells = cells(head);
        let side = |wanted: Side| {
            let is_it = |cell: &BString| role::side(&cell.to_str_lossy()) == Some(wanted);
            cells.iter().position(is_it)
        };
        let is_file = |cell: &BString| role(&cell.to_str_lossy()) == Some(Role::Path);
        Some(Columns {
            old: side(Side::Old)?,
            new: side(Side::New)?,
            file: cells.iter().position(is_file),
        })
    }

    fn read(&self, scan: &Scan<'_>, row: &BStr) -> Option<Rewriting> {
        let cells = cells(row);
        let lines = |nth: usize| Some(lines_of(cells.get(nth)?.as_bstr()));
        let name = self.file.and_then(|nth| lines(nth)?.into_iter().next());
        let path = name.filter(|name| spelling::is_name_of_file(name));
        let pair = Rewriting {
            form: RewritingForm::Pair,
            path: path.and_then(|path| scan.path(&path[..]).named().cloned()),
            old: lines(self.old)?,
            new: lines(self.new)?,
        };
        differs(&pair).then_some(pair)
    }
}

impl<'a> Account<'a> {
    /// Returns the pairs in the row or the record that begins at line `at`, and the line behind it.
    pub(super) fn pairs(&self, at: usize) -> Option<(usize, Vec<Rewriting>)> {
        if let Some(row) = self.listed.get(&at).filter(|row| !self.is_made(row)) {
            return Some((at + 1, vec![row.clone()]));
        }
        let column = json::column(self.lines[at].body)?;
        let reading = json::read_from(&self.lines[at..], column, self.scan.budget())?;
        let pairs = self.pairs_in(&reading.json);
        (!pairs.is_empty()).then_some((at + reading.n_lines, pairs))
    }

    /// Returns the pairs in the records among the lines `inside` a fence.
    pub(super) fn records(&self, inside: Range<usize>) -> Vec<Rewriting> {
        let mut pairs = Vec::new();
        let mut at = inside.start;
        while at < inside.end {
            let is_record = self.lines[at].trimmed().starts_with_str("{")
                || self.lines[at].trimmed().starts_with_str("[");
            let read = || json::read(&self.lines[at..inside.end], self.scan.budget());
            match is_record.then(read).flatten() {
                Some((json, n_lines)) => {
                    pairs.extend(self.pairs_in(&json));
                    at += n_lines.max(1);
                }
                None => at += 1,
            }
        }
        pairs
    }

    fn pairs_in(&self, json: &Json) -> Vec<Rewriting> {
        let mut pairs = Vec::new();
        collect(self.scan, json, None, &mut pairs);
        pairs.retain(|pair| !self.is_made(pair));
        pairs
    }

    /// Returns whether the sections of the reply make what a pair says.
    fn is_made(&self, pair: &Rewriting) -> bool {
        let join = |lines: &[Piece]| bstr::join("\n", lines.iter().map(|line| &line[..]));
        let (old, new) = (join(&pair.old), join(&pair.new));
        let mut done = self.done.borrow_mut();
        let done = done.get_or_insert_with(|| Done::of(&self.scan.files));
        done.changes_any(Some(old.as_bstr()), Some(new.as_bstr()))
    }
}

/// Adds the pairs in a value, which is about the file at `path`.
fn collect(scan: &Scan<'_>, json: &Json, path: Option<&RelPath>, pairs: &mut Vec<Rewriting>) {
    let members = match &json.value {
        Value::Object(members) => members,
        Value::Array(items) => {
            for item in items {
                collect(scan, item, path, pairs);
            }
            return;
        }
        Value::Text(_) | Value::Number(_) | Value::Bool(_) | Value::Null => return,
    };
    let named = |(name, value): &(String, Json)| {
        let text = value.text().filter(|_| role(name) == Some(Role::Path))?;
        let is_file = spelling::is_name_of_file(text) && !text.contains(&b' ');
        is_file.then(|| scan.path(text).named().cloned()).flatten()
    };
    let own = members.iter().position(|member| named(member).is_some());
    let own_path = own.and_then(|own| named(&members[own]));
    let path = own_path.as_ref().or(path);
    let others = members.iter().enumerate();
    let others = others.filter(|(nth, _)| Some(*nth) != own);
    let texts: Vec<(&str, &BString)> = others
        .clone()
        .filter_map(|(_, (name, value))| Some((&name[..], value.text()?)))
        .take(N_TEXTS)
        .collect();
    if let Some(path) = path {
        pairs.extend(pairs_of(path, &texts));
    }
    for (_, (_, value)) in others {
        collect(scan, value, path, pairs);
    }
}

/// Returns the pairs among the texts of one record: two whose names say which is old and which is new, and two of which the
/// second has most words of the first.
fn pairs_of(path: &RelPath, texts: &[(&str, &BString)]) -> Vec<Rewriting> {
    let mut pairs = Vec::new();
    for (at, (old_name, old)) in texts.iter().enumerate() {
        for (other, (new_name, new)) in texts.iter().enumerate() {
            let sides = (role::side(old_name), role::side(new_name));
            let is_named = sides == (Some(Side::Old), Some(Side::New));
            let is_alike = || at < other && sides == (None, None) && shares_most_words(old, new);
            let pair = || Rewriting {
                form: RewritingForm::Pair,
                path: Some(path.clone()),
                old: with_text(old),
                new: with_text(new),
            };
            if is_named || is_alike() {
                pairs.extend(Some(pair()).filter(differs));
            }
        }
    }
    pairs
}

fn differs(pair: &Rewriting) -> bool {
    /// What says that there is no new text.
    const SAME: &[&str] = &["same", "Same", "none", "unchanged", "Unchanged", "—"];
    let is_same = |line: &Piece| SAME.iter().any(|same| line[..] == *same.as_bytes());
    let is_new = match &pair.new[..] {
        [] => false,
        [line] => !is_same(line),
        [..] => true,
    };
    !pair.old.is_empty() && is_new && pair.old != pair.new
}

fn with_text(text: &BString) -> Vec<Piece> {
    let lines = text
        .lines()
        .filter(|line| !indent::is_blank(line.as_bstr()));
    lines.map(Piece::from).collect()
}

fn shares_most_words(old: &[u8], new: &[u8]) -> bool {
    let words = |text: &[u8]| -> BTreeSet<Vec<u8>> {
        let words = text.split(|byte| byte.is_ascii() && !byte.is_ascii_alphanumeric());
        words
            .filter(|word| !word.is_empty())
            .map(<[u8]>::to_vec)
            .collect()
    };
    let (old, new) = (words(old), words(new));
    let n_same = old.intersection(&new).count();
    n_same > 0 && 2 * n_same >= old.len().max(new.len())
}

fn is_row(line: &Line<'_>) -> bool {
    line.body.trimmed_start().starts_with(b"|")
}

/// Returns whether a line is the rule below the head of a table.
fn is_rule(line: &BStr) -> bool {
    let line = line.trimmed();
    line.contains(&b'-') && line.iter().all(|byte| b"|-: ".contains(byte))
}

/// Returns the texts of the cells of a row. A bar in backticks, or behind a backslash, parts none.
fn cells(row: &BStr) -> Vec<BString> {
    let row = row.trimmed();
    let row = row.strip_prefix(b"|").unwrap_or(row);
    let row = row.strip_suffix(b"|").unwrap_or(row);
    let mut cells = vec![BString::default()];
    let mut is_code = false;
    let mut is_escaped = false;
    for byte in row {
        match byte {
            b'|' if is_escaped => {
                let cell = cells.last_mut().expect("there is one from the start");
                cell.pop();
                cell.push(b'|');
            }
            b'|' if !is_code => cells.push(BString::default()),
            _ => cells
                .last_mut()
                .expect("there is one from the start")
                .push(*byte),
        }
        is_code ^= *byte == b'`';
        is_escaped = *byte == b'\\';
    }
    let plain = |cell: BString| cell.trim_with(|c| c == ' ' || c == '*').into();
    cells.into_iter().map(plain).collect()
}

/// Returns what `<br>` parts in a cell.
fn parts_of(cell: &BStr) -> Vec<BString> {
    let cell = cell.replace("<br/>", "<br>").replace("<br />", "<br>");
    let parts = cell.split_str("<br>");
    parts.map(|part| part.trim().into()).collect()
}

/// Returns the lines of code in a cell, which `<br>` parts, without the backticks around each.
fn lines_of(cell: &BStr) -> Vec<Piece> {
    let parts = parts_of(cell);
    let lines = parts.iter().map(|line| line.trim_with(|c| c == '`'));
    lines
        .filter(|line| !line.trim().is_empty())
        .map(Piece::from)
        .collect()
}
