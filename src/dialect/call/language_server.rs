//! Edits of a language server: each names its place by a range of lines and columns, and its file by a document around it.

use std::borrow::Cow;
use std::collections::HashMap;

use bstr::BString;

use super::arguments::TextRange;
use super::json::{Json, Value};
use super::role::{Role, role};
use crate::dialect::walk::line;

/// Returns whether a value is a list of edits that name their place by a range.
pub(in crate::dialect) fn are_ranged(value: &Value) -> bool {
    let Value::Array(items) = value else {
        return false;
    };
    !items.is_empty() && items.iter().all(|item| range(item).is_some())
}

/// Returns the file that a `textDocument` of a language server names.
pub(in crate::dialect) fn document(json: &Json) -> Option<BString> {
    json.get("textDocument")?.get("uri")?.text().cloned()
}

/// Returns the `range` of an edit of a language server.
pub(in crate::dialect) fn range(json: &Json) -> Option<TextRange> {
    let position = |name: &str| {
        let position = json.get("range")?.get(name)?;
        let number = |name: &str| match &position.get(name)?.value {
            Value::Number(number) => line::number(number.as_bytes()),
            Value::Object(_) | Value::Array(_) | Value::Text(_) | Value::Bool(_) | Value::Null => {
                None
            }
        };
        Some((number("line")?, number("character")?))
    };
    let (start, end) = (position("start")?, position("end")?);
    (start <= end).then_some(TextRange { start, end })
}

/// Joins the edits of a language server that insert at one position: their order in the list is that of their text.
pub(in crate::dialect) fn joined_insertions(items: &[Json]) -> Cow<'_, [Json]> {
    // One that names its own file is not beside those of another.
    let names_file = |item: &Json| match &item.value {
        Value::Object(members) => members
            .iter()
            .any(|(name, _)| role(name) == Some(Role::Path)),
        Value::Array(_) | Value::Text(_) | Value::Number(_) | Value::Bool(_) | Value::Null => false,
    };
    let position = |item: &Json| {
        let range = range(item).filter(|range| range.start == range.end && !names_file(item));
        range.map(|range| range.start)
    };
    let mut first = HashMap::new();
    let is_more = |(at, item): (usize, &Json)| {
        position(item).is_some_and(|position| *first.entry(position).or_insert(at) != at)
    };
    if !items.iter().enumerate().any(is_more) {
        return Cow::Borrowed(items);
    }
    let mut joined: Vec<Json> = Vec::new();
    let mut place = HashMap::new();
    for item in items {
        let text = || item.get("newText")?.text();
        let at = position(item).map(|position| *place.entry(position).or_insert(joined.len()));
        match (at.and_then(|at| joined.get_mut(at)), text()) {
            (Some(before), Some(text)) => before.append("newText", text),
            (None, _) | (_, None) => joined.push(item.clone()),
        }
    }
    Cow::Owned(joined)
}
