//! The commands that calls of tools hold, in JSON: a text, or a list of its words.

use bstr::{BStr, BString, ByteSlice};

use crate::dialect::call::field::FieldText;
use crate::dialect::call::json::{self, Json, Value};
use crate::dialect::call::role;
use crate::dialect::call::voice;
use crate::dialect::walk::budget::Budget;

/// Adds the scripts that a value in JSON gives to a tool; what a tool answered is none.
pub(in crate::dialect) fn all_of(json: &Json, budget: &Budget, scripts: &mut Vec<BString>) {
    match &json.value {
        Value::Array(items) => items.iter().for_each(|item| all_of(item, budget, scripts)),
        Value::Object(_) if voice::is_other(json) => {}
        Value::Object(members) => {
            let is_asked = |member: &&(String, Json)| !json::is_answer(member, members);
            for member in members.iter().filter(is_asked) {
                let (name, value) = member;
                let script = of_field(name, value);
                let may_hold_call = json::is_given(member);
                match &value.value {
                    _ if script.is_some() => scripts.extend(script),
                    Value::Text(text) if may_hold_call && text.trim_start().starts_with(b"{") => {
                        let inner = FieldText::split(text, value.origin.start);
                        if let Some((inner, _)) = json::read(&inner.as_lines(), budget) {
                            all_of(&inner, budget, scripts);
                        }
                    }
                    Value::Object(_) | Value::Array(_) => all_of(value, budget, scripts),
                    Value::Text(_) | Value::Number(_) | Value::Bool(_) | Value::Null => {}
                }
            }
        }
        Value::Text(_) | Value::Number(_) | Value::Bool(_) | Value::Null => {}
    }
}

/// Returns the script that a field of a call gives to a tool which runs it.
pub(in crate::dialect) fn of_field(name: &str, value: &Json) -> Option<BString> {
    if !role::is_command(name) {
        return None;
    }
    match &value.value {
        Value::Text(text) => Some(text.clone()),
        Value::Array(words) => words_of(words),
        Value::Object(_) | Value::Number(_) | Value::Bool(_) | Value::Null => None,
    }
}

/// Returns the script that a command in its words runs: `["bash", "-lc", "rm a.py"]`, `["rm", "a.py"]`.
fn words_of(words: &[Json]) -> Option<BString> {
    let texts: Vec<&BString> = words.iter().filter_map(Json::text).collect();
    let is_script = texts
        .get(1)
        .is_some_and(|flag| flag.starts_with(b"-") && flag.ends_with(b"c"));
    if is_script {
        return texts.get(2).map(|text| (*text).clone());
    }
    if texts.iter().any(|text| text.contains(&b'\n')) {
        return None;
    }
    let quoted = texts.iter().map(|text| [b"'", &text[..], b"'"].concat());
    (!texts.is_empty()).then(|| bstr::join(" ", quoted).into())
}

/// Returns the script in a line of tags that gives one to a tool: `<invoke name="Bash"><parameter name="command">rm a.py</…>`.
pub(in crate::dialect) fn in_tags(line: &BStr) -> Option<BString> {
    let mut tags = line.split_str("<").skip(1);
    let gives_command = tags.any(|tag| {
        let mut words = tag.split(|byte| !byte.is_ascii_alphanumeric());
        words.any(|word| word.to_str().is_ok_and(role::is_command))
    });
    gives_command.then(|| without_tags(line))
}

/// Returns a line without its tags, and with what stands for signs of tags put back.
pub(in crate::dialect) fn without_tags(line: &BStr) -> BString {
    let mut text = BString::default();
    let mut rest: &[u8] = line;
    while let Some((before, behind)) = rest.split_once_str("<") {
        match behind.split_once_str(">") {
            Some((tag, after))
                if tag
                    .first()
                    .is_some_and(|byte| *byte == b'/' || byte.is_ascii_alphabetic()) =>
            {
                text.extend_from_slice(before);
                rest = after;
            }
            Some(_) | None => break,
        }
    }
    text.extend_from_slice(rest);
    crate::patch::escape::without_entities(&text)
}
