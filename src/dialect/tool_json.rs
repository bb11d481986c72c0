//! Tool calls in JSON: `str_replace`, `old_string`/`new_string`, lists of edits, line ranges, and patches inside strings.

use bstr::{BString, ByteSlice};

use super::DialectSpec;
use super::field::{FieldText, LastLine};
use super::json::{self, Json, Value};
use super::note::{Note, NoteCode};
use super::scan::Scan;
use super::tool_call::{self, Call, Role};
use crate::patch::escape;
use crate::text::LineSpan;

pub(super) const SPEC: DialectSpec = DialectSpec {
    name: "tool-json",
    title: "tool calls in JSON: old and new text, insert, create, lists of edits",
    example: "{\"file_path\": \"src/greet.rs\", \"old_string\": \"    hello();\", \"new_string\": \"    goodbye();\"}\n",
    advice: &[
        "Give `file_path`, `old_string` and `new_string`; the old text is copied exactly and stands in one place of the file only.",
        "Escape the text once, as JSON asks.",
    ],
    starts,
    read,
};

fn starts(scan: &Scan<'_>) -> bool {
    starts_with(scan, |_| true) || is_json_patch(scan)
}

fn read(scan: &mut Scan<'_>) {
    read_as(scan, SPEC.name);
}

/// Returns the JSON value that begins where the walk stands, and how many lines it takes: an object, a list, a string with
/// line breaks, or, outside of fences, an object amid a sentence.
fn value_here(scan: &Scan<'_>) -> Option<(Json, usize)> {
    let line = scan.peek(0)?;
    let column = match line.trimmed().first()? {
        b'{' | b'[' => 0,
        b'"' if line.body.contains_str("\\n") => 0,
        _ if scan.fence.is_none() => line.body.find("{\"")?,
        _ => return None,
    };
    json::read_from(&scan.lines[scan.at..], column, scan.budget)
}

/// Returns whether JSON begins where the walk stands that holds an edit for which `wanted` holds.
pub(super) fn starts_with(scan: &Scan<'_>, wanted: impl Fn(&Call) -> bool) -> bool {
    value_here(scan).is_some_and(|(json, _)| {
        let mut probe = scan.within(&[]);
        probe.depth = scan.depth + 1;
        let mut is_wanted = false;
        let found = visit(&mut probe, &json, &Outside::default(), &mut |_, call, _| {
            is_wanted |= wanted(call);
        });
        found && is_wanted
    })
}

/// Reads the JSON value that begins where the walk stands; its edits are of `dialect`.
pub(super) fn read_as(scan: &mut Scan<'_>, dialect: &'static str) {
    let Some((json, n_lines)) = value_here(scan) else {
        return;
    };
    let outside = Outside {
        dialect,
        path: super::path::around(scan, scan.at).map(|found| found.path),
        ..Outside::default()
    };
    let (start, n_files) = (scan.at, scan.files.len());
    let is_json_patch = is_json_patch(scan);
    scan.at += n_lines;
    if is_json_patch {
        scan.note(
            NoteCode::Unsupported,
            start..scan.at,
            "a JSON Patch (RFC 6902) changes values, not lines; it is left out",
        );
    } else {
        visit(scan, &json, &outside, &mut |_, _, _| {});
    }
    if scan.files.len() > n_files {
        scan.read_to = scan.at;
    }
}

/// What is known from the values around one.
#[derive(Debug, Clone, Default)]
struct Outside {
    dialect: &'static str,
    path: Option<BString>,
    verb: String,
}

type OnCall<'f> = dyn FnMut(&mut Scan<'_>, &Call, &Outside) + 'f;

/// Looks for edits in a value and takes them. Returns whether there was one.
fn visit(scan: &mut Scan<'_>, json: &Json, outside: &Outside, on_call: &mut OnCall<'_>) -> bool {
    match &json.value {
        Value::Array(items) => visit_all(scan, items.iter(), outside, on_call),
        Value::Object(members) => object(scan, json, members, outside, on_call),
        Value::Text(text) => inside_text(scan, text, json, outside, on_call),
        Value::Number(_) | Value::Bool(_) | Value::Null => false,
    }
}

fn object(
    scan: &mut Scan<'_>,
    json: &Json,
    members: &[(String, Json)],
    outside: &Outside,
    on_call: &mut OnCall<'_>,
) -> bool {
    let call = call(json, members, outside);
    let path = call
        .get(Role::Path)
        .and_then(|text| text.lines.first())
        .map(|(path, _)| BString::from(path.as_bstr()));
    let within = Outside {
        dialect: outside.dialect,
        path: path.or_else(|| outside.path.clone()),
        verb: call.verb.clone(),
    };
    if tool_call::take(scan, &call, outside.path.as_ref(), outside.dialect) {
        on_call(scan, &call, outside);
        return true;
    }
    let deeper = members
        .iter()
        .filter(|(name, _)| !matches!(tool_call::role(name), Some(Role::Path | Role::Verb)))
        .map(|(_, value)| value);
    visit_all(scan, deeper, &within, on_call)
}

/// Takes the edits of all of `values`. Returns whether there was one.
fn visit_all<'j>(
    scan: &mut Scan<'_>,
    values: impl Iterator<Item = &'j Json>,
    outside: &Outside,
    on_call: &mut OnCall<'_>,
) -> bool {
    let mut found = false;
    for value in values {
        found |= visit(scan, value, outside, on_call);
    }
    found
}

/// Makes a call of an object's own fields.
fn call(json: &Json, members: &[(String, Json)], outside: &Outside) -> Call {
    let mut call = Call {
        verb: outside.verb.clone(),
        origin: json.origin,
        ..Call::default()
    };
    for (name, value) in members {
        let text = match &value.value {
            Value::Text(text) => FieldText::quoted(text, value.origin.start),
            Value::Number(number) => FieldText::split(number.as_bytes(), value.origin.start),
            Value::Bool(flag) => FieldText::split(flag.to_string().as_bytes(), value.origin.start),
            Value::Array(items) => match strings(items) {
                Some(text) => text,
                None => continue,
            },
            Value::Object(_) | Value::Null => continue,
        };
        let is_verb = name == "op" || tool_call::role(name) == Some(Role::Verb);
        if let (true, Some((first, _))) = (is_verb, text.lines.first()) {
            call.verb = first.to_str_lossy().to_ascii_lowercase();
        }
        call.fields.push((name.clone(), text));
    }
    call
}

/// Reads a list of strings as the lines of a text.
fn strings(items: &[Json]) -> Option<FieldText> {
    let line = |item: &Json| match &item.value {
        Value::Text(text) => Some((text.clone().into(), item.origin.start)),
        Value::Object(_) | Value::Array(_) | Value::Number(_) | Value::Bool(_) | Value::Null => {
            None
        }
    };
    let lines = items.iter().map(line).collect::<Option<_>>()?;
    Some(FieldText {
        lines,
        last_line: LastLine::Open,
    })
}

/// Reads a patch, or more JSON, inside a string: the arguments of a call are often written so.
fn inside_text(
    scan: &mut Scan<'_>,
    text: &BString,
    json: &Json,
    outside: &Outside,
    on_call: &mut OnCall<'_>,
) -> bool {
    let at = json.origin.start;
    let decoded = FieldText::split(text, at);
    let lines = decoded.as_lines();
    if matches!(text.trim().first(), Some(b'{' | b'['))
        && let Some((inner, _)) = json::read(&lines, scan.budget)
    {
        return visit(scan, &inner, outside, on_call);
    }
    let is_patch = holds_patch(scan, &decoded, outside);
    if is_patch {
        on_call(scan, &Call::default(), outside);
    }
    is_patch || twice_escaped(scan, text, at, outside, on_call)
}

/// Reads a patch whose line breaks are still escaped after decoding: the string was encoded twice.
fn twice_escaped(
    scan: &mut Scan<'_>,
    text: &BString,
    at: usize,
    outside: &Outside,
    on_call: &mut OnCall<'_>,
) -> bool {
    if text.contains(&b'\n') || !text.contains_str("\\n") {
        return false;
    }
    let decoded = FieldText::split(&escape::decoded(text), at);
    let found = holds_patch(scan, &decoded, outside);
    if found {
        let span = LineSpan::new(at, at + 1);
        let text = "the patch was escaped twice; it is read as it was meant".to_string();
        scan.notes.push(Note {
            code: NoteCode::EscapedTwice,
            span,
            text,
            hunk: None,
        });
        on_call(scan, &Call::default(), outside);
    }
    found
}

fn holds_patch(scan: &mut Scan<'_>, text: &FieldText, outside: &Outside) -> bool {
    text.lines.len() > 1 && text.read(scan, outside.path.clone())
}

/// Returns whether a JSON Patch begins where the walk stands: a list of operations on values.
fn is_json_patch(scan: &Scan<'_>) -> bool {
    let Some((
        Json {
            value: Value::Array(items),
            ..
        },
        _,
    )) = value_here(scan)
    else {
        return false;
    };
    let is_operation = |item: &Json| {
        let op = item.get("op").map(|op| &op.value);
        let known = ["add", "remove", "replace", "move", "copy", "test"];
        let is_known = matches!(op, Some(Value::Text(op)) if known.iter().any(|word| op == word));
        let points = matches!(item.get("path").map(|path| &path.value), Some(Value::Text(path)) if path.starts_with(b"/"));
        is_known && points
    };
    !items.is_empty() && items.iter().all(is_operation)
}
