//! Who speaks in a transcript. What the user said, what a tool answered and what the model thought is no answer, whatever
//! edits stand in it.

use bstr::{BStr, ByteSlice};

use super::json::{self, Json, Value};
use super::role;
use crate::dialect::walk::budget::Budget;
use crate::dialect::walk::line::Line;
use crate::text::Trim;

/// Names of the fields that hold an answer in a message of the user.
pub(super) const WRAPPED: &[&str] = &[
    "functionResponse", "function_response", "toolResult", "tool_result",
];

/// Roles that are not the model's.
const ROLES: &[&str] = &["tool", "function", "user", "human", "system", "developer"];

/// Names of the fields that say who speaks.
const SPEAKERS: &[&str] = &["role", "sender", "speaker", "author", "from"];

/// Types of messages, and of parts of them, that are no answer of the model's.
const TYPES: &[&str] = &[
    "user",
    "system",
    "tool_result",
    "function_call_output",
    "custom_tool_call_output",
    "local_shell_call_output",
    "user_message",
    "reasoning",
    "thinking",
    "redacted_thinking",
];

/// Who may be said to speak where a call names the source of a file.
const SOURCES: &[&str] = &["agent", "ai", "assistant", "environment", "llm", "model"];

/// Returns whether a field says who speaks, not which file is meant.
pub(in crate::dialect) fn names_speaker(name: &str, value: &BStr) -> bool {
    let is_speaker = || SOURCES.iter().chain(ROLES).any(|it| value == it);
    matches!(name, "source" | "from") && is_speaker()
}

/// Returns whether a value of a transcript is no answer of the model's.
pub(in crate::dialect) fn is_other(json: &Json) -> bool {
    let is_of = |name: &str, values: &[&str]| {
        let value = json.get(name).and_then(Json::text);
        value.is_some_and(|text| values.iter().any(|it| text == it.as_bytes()))
    };
    let is_thought = |value: &Json| matches!(value.value, Value::Bool(true));
    let is_others = |name: &&str| is_of(name, ROLES);
    let is_text = |name: &str| json.get(name).and_then(Json::text).is_some();
    let gives = |name: &str| json.get(name).is_some();
    let gives_call =
        || matches!(&json.value, Value::Object(members) if members.iter().any(json::is_given));
    // What a tool answered names the call, and gives it nothing.
    let answers = || {
        let names_call = ["tool_use_id", "toolUseId"].iter().any(|name| gives(name));
        (names_call || is_text("observation"))
            && !["name", "action", "path", "file_path"]
                .iter()
                .any(|name| gives(name))
            && !gives_call()
    };
    SPEAKERS.iter().any(is_others)
        || json.get("author").is_some_and(is_other)
        || is_of("type", TYPES)
        || json.get("thought").is_some_and(is_thought)
        || WRAPPED.iter().any(|name| gives(name)) && !gives_call()
        || answers()
}

/// Returns, for each of `lines`, whether it belongs to a value in which somebody else than the model speaks, or to a call that
/// only reads. Such a value was read already, string by string.
pub(in crate::dialect) fn of_others(lines: &[Line<'_>], budget: &Budget) -> Vec<bool> {
    of_values(lines, budget, holds_other)
}

/// Returns, for each of `lines`, whether it belongs to a value that somebody else than the model says as a whole.
pub(in crate::dialect) fn said_by_others(lines: &[Line<'_>], budget: &Budget) -> Vec<bool> {
    of_values(lines, budget, is_other)
}

/// Returns which lines belong to a value of JSON for which `is_wanted` holds.
fn of_values(lines: &[Line<'_>], budget: &Budget, is_wanted: fn(&Json) -> bool) -> Vec<bool> {
    let mut others = vec![false; lines.len()];
    let mut at = 0;
    while at < lines.len() {
        let begins = matches!(lines[at].body.trimmed_start().first(), Some(b'{' | b'['));
        let value = begins.then(|| json::read(&lines[at..], budget)).flatten();
        let Some((json, n_lines)) = value else {
            at += 1;
            continue;
        };
        let end = (at + n_lines.max(1)).min(lines.len());
        others[at..end].fill(is_wanted(&json));
        at = end;
    }
    others
}

fn holds_other(json: &Json) -> bool {
    match &json.value {
        Value::Array(items) => items.iter().any(holds_other),
        Value::Object(members) => {
            let only_reads = |value: &Json| {
                let verb = value.text();
                verb.is_some_and(|verb| role::only_reads(&verb.to_str_lossy()))
            };
            is_other(json)
                || json.get("type").is_some_and(only_reads)
                || members
                    .iter()
                    .any(|member| json::is_answer(member, members) || holds_other(&member.1))
        }
        Value::Text(_) | Value::Number(_) | Value::Bool(_) | Value::Null => false,
    }
}
