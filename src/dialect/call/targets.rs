//! The files that a call deletes. It may name them one by one, in a list, or in both: all of them are meant, and where one of them
//! cannot be read, the call is reported as unread.

use std::collections::HashSet;

use bstr::{BString, ByteSlice};

use super::arguments::Call;
use super::field::FieldText;
use super::json::{self, Json, Value};
use super::role::{Role, role};
use crate::dialect::name::shape;
use crate::dialect::walk::budget::Budget;
use crate::text::{Piece, Trim};

/// Why a call is left out whose files cannot be told from one another.
pub(super) const UNCLEAR: &str = "its list of files cannot be read";

/// Returns the paths in a list, each as a line: texts, or objects that name a file and give no more than a reason. `None` where an item
/// is neither.
pub(in crate::dialect) fn of_items(items: &[Json]) -> Option<FieldText> {
    let path = |item: &Json| {
        let path = match &item.value {
            Value::Text(path) => path,
            Value::Object(members) => {
                let is_remark = |(name, _): &&(String, Json)| role(name) == Some(Role::Remark);
                let mut others = members.iter().filter(|member| !is_remark(member));
                let path = others
                    .next()
                    .filter(|(name, _)| role(name) == Some(Role::Path));
                path.filter(|_| others.next().is_none())?.1.text()?
            }
            Value::Array(_) | Value::Number(_) | Value::Bool(_) | Value::Null => return None,
        };
        Some((path.clone().into(), item.origin.start))
    };
    Some(FieldText {
        lines: items.iter().map(path).collect::<Option<_>>()?,
        ..FieldText::default()
    })
}

/// Returns the files that a call which deletes names, each once; `None` for another call, and for one that names a file alone.
pub(super) fn of(
    call: &Call,
    budget: &Budget,
) -> Option<Result<Vec<(Piece, usize)>, &'static str>> {
    if !call.deletes() {
        return None;
    }
    if call.is_unclear {
        return Some(Err(UNCLEAR));
    }
    let is_target =
        |(name, _): &&(String, FieldText)| matches!(role(name), Some(Role::Path | Role::Paths));
    let fields: Vec<&(String, FieldText)> = call.fields.iter().filter(is_target).collect();
    let is_list = |(name, text): &(String, FieldText)| {
        role(name) == Some(Role::Paths) || text.lines.len() > 1 || is_bracketed(&text.one_line())
    };
    if !fields.iter().any(|field| is_list(field)) {
        return None;
    }
    let mut targets: Vec<(Piece, usize)> = Vec::new();
    let mut known: HashSet<Piece> = HashSet::new();
    for (_, text) in fields {
        let Some(listed) = listed(text, budget) else {
            return Some(Err(UNCLEAR));
        };
        for (path, at) in listed.lines {
            let path = Piece::from(path.trimmed());
            if !path.is_empty() && known.insert(path.clone()) {
                targets.push((path, at));
            }
        }
    }
    let holds_several = |(path, _): &(Piece, usize)| {
        let mut parts = path.split(|byte| matches!(byte, b',' | b' ' | b';'));
        path.contains(&b',') || parts.clone().nth(1).is_some() && parts.all(shape::looks_like_path)
    };
    Some(match targets.iter().any(holds_several) {
        true => Err(UNCLEAR),
        false => Ok(targets),
    })
}

/// Returns whether a text is a list of quoted ones: a path may begin with a bracket, too.
fn is_bracketed(text: &BString) -> bool {
    let inside = text.strip_prefix(b"[").and_then(|it| it.strip_suffix(b"]"));
    inside
        .is_some_and(|inside| matches!(inside.trimmed().first(), None | Some(b'"' | b'\'' | b'{')))
}

/// Returns the paths in a field, each as a line, as tags hold a list of JSON; all of its lines where it is none.
fn listed(text: &FieldText, budget: &Budget) -> Option<FieldText> {
    if !is_bracketed(&text.one_line()) {
        return Some(text.clone());
    }
    // As Python has a list.
    let quoted: Vec<(Piece, usize)> = match text.one_line().contains(&b'"') {
        true => text.lines.clone(),
        false => text
            .lines
            .iter()
            .map(|(line, at)| (Piece::from(&line.replace("'", "\"")[..]), *at))
            .collect(),
    };
    let text = FieldText {
        lines: quoted,
        ..FieldText::default()
    };
    let (json, _) = json::read(&text.as_lines(), budget)?;
    match &json.value {
        Value::Array(items) => of_items(items),
        Value::Object(_) | Value::Text(_) | Value::Number(_) | Value::Bool(_) | Value::Null => None,
    }
}
