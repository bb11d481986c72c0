//! What became of a call, as a transcript tells: one that was refused, or that failed, was not carried out, and what follows
//! may do otherwise.

use bstr::{BString, ByteSlice};

use super::arguments::Call;
use super::json::{self, Json, Value};
use crate::dialect::walk::scan::Scan;
use crate::dialect::words::example;
use crate::patch::Unsure;

/// How many lines behind a call its answer is looked for.
const REACH: usize = 200;

/// How many lines an answer may have above the one that names its call.
const ABOVE: usize = 6;

/// Names of the fields that hold the name of a call.
const IDS: &[&str] = &["id", "call_id", "callID", "tool_call_id"];

/// The same in its answer.
const ANSWERED: &[&str] = &["tool_use_id", "call_id", "callID", "tool_call_id"];

/// Values of `status` for a call that was not carried out.
const FAILED: &[&str] = &[
    "error",
    "failed",
    "failure",
    "rejected",
    "denied",
    "declined",
    "cancelled",
    "canceled",
    "aborted",
];

/// Holds the edits read since `before` where an answer in the transcript says that the call was refused or failed.
pub(in crate::dialect) fn weigh(scan: &mut Scan<'_>, call: &Json, before: (usize, usize)) {
    if scan.n_read() != before && is_answered_by_failure(scan, call) {
        wait(scan, before, Unsure::CallFailed);
    }
}

/// Returns whether a call says of itself that it failed.
pub(super) fn has_failed(call: &Call) -> bool {
    call.fields.iter().any(|(name, text)| {
        let failures = match &name.to_ascii_lowercase()[..] {
            "status" => FAILED,
            "is_error" | "iserror" => &["true"],
            _ => return false,
        };
        let value = text.one_line().to_ascii_lowercase();
        failures.iter().any(|it| value == it.as_bytes())
    })
}

/// Makes all hunks that were read since `before` wait, and what a file does without one.
pub(in crate::dialect) fn wait(scan: &mut Scan<'_>, before: (usize, usize), why: Unsure) {
    let (n_files, n_hunks) = before;
    example::wait(&mut scan.files[n_files..], why);
    // The file before may have gone on.
    let before = scan.files[..n_files].last_mut();
    for hunk in before
        .into_iter()
        .flat_map(|file| file.hunks.iter_mut().skip(n_hunks))
    {
        hunk.unsure = Some(why);
    }
}

/// Returns whether an answer says that its call failed, or was refused: by a field, or by the first words of its text.
fn tells_of_failure(json: &Json) -> bool {
    const TEXTS: &[&str] = &["content", "output", "result", "text"];
    let is_true = |name: &&str| {
        let value = json.get(name).map(|value| &value.value);
        matches!(value, Some(Value::Bool(true)))
    };
    let is_failure = |status: &BString| {
        let mut failed = FAILED.iter();
        failed.any(|word| status.eq_ignore_ascii_case(word.as_bytes()))
    };
    let says = |name: &&str| match json.get(name).map(|value| &value.value) {
        Some(Value::Text(text)) => begins_with_failure(text),
        Some(Value::Array(items)) => items.iter().any(tells_of_failure),
        Some(Value::Object(_) | Value::Number(_) | Value::Bool(_) | Value::Null) | None => false,
    };
    ["is_error", "isError"].iter().any(is_true)
        || text_of(json, &["status"]).is_some_and(is_failure)
        || text_of(json, &["error"]).is_some_and(|error| !error.is_empty())
        || TEXTS.iter().any(says)
}

/// Returns whether a text tells of a failure as the answers of tools do: `Error: …`, `<tool_use_error>…`, `The user rejected …`. One
/// that tells of success may name files and functions by such words.
fn begins_with_failure(text: &[u8]) -> bool {
    /// Within so many bytes an answer says whether its call was refused.
    const N_BYTES: usize = 120;
    const REFUSING: &[&str] = &["rejected", "denied", "declined"];
    const SUCCEEDED: &[&str] = &[
        "success", "updated", "applied", "saved", "edited", "added", "created", "handle", "written",
    ];
    const DENYING: &[&str] = &[" not ", "n't", "cannot", "unable", "no changes"];
    let begin = text[..text.len().min(N_BYTES)].to_ascii_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| begin.contains_str(word));
    let is_letter = |byte: &u8| byte.is_ascii_alphabetic();
    let from = begin.iter().position(is_letter).unwrap_or(begin.len());
    let first = begin[from..].split(|byte| !is_letter(byte)).next();
    let fails = first.is_some_and(|word| FAILED.iter().any(|it| word == it.as_bytes()));
    let refuses = || {
        let bare = |word: &[u8]| {
            word.trim_with(|c| matches!(c, '.' | ',' | ':' | '!'))
                .to_vec()
        };
        let mut words = begin.fields().map(bare);
        words.any(|word| REFUSING.iter().any(|it| word == it.as_bytes()))
    };
    let is_denied = has(&["user doesn't want", "tool_use_error"]);
    is_denied || (fails || refuses()) && (!has(SUCCEEDED) || has(DENYING))
}

fn is_answered_by_failure(scan: &Scan<'_>, call: &Json) -> bool {
    let Some(id) = text_of(call, IDS).filter(|id| !id.is_empty()) else {
        return false;
    };
    let lines = scan.lines;
    let first = lines.partition_point(|line| line.at < call.origin.start);
    let names_call = |at: &usize| lines[*at].body.contains_str(id);
    let end = lines.len().min(first + REACH);
    // The answer may begin on a line above the one that names its call.
    let begins = |at: &usize| matches!(lines[*at].body.trim_start().first(), Some(b'{' | b'['));
    let tells = |at: usize| {
        let above = (first.max(at.saturating_sub(ABOVE))..=at).rev();
        let mut values = above
            .filter(begins)
            .filter_map(|start| json::read(&lines[start..], scan.budget()));
        values.any(|(json, _)| holds_failure_of(&json, id))
    };
    (first..end).filter(names_call).any(tells)
}

/// Returns whether the answer to the call named `id` stands in a value, and says that it failed.
fn holds_failure_of(json: &Json, id: &BString) -> bool {
    match &json.value {
        Value::Array(items) => items.iter().any(|item| holds_failure_of(item, id)),
        Value::Object(members) => {
            text_of(json, ANSWERED) == Some(id) && tells_of_failure(json)
                || members.iter().any(|(_, value)| holds_failure_of(value, id))
        }
        Value::Text(_) | Value::Number(_) | Value::Bool(_) | Value::Null => false,
    }
}

fn text_of<'j>(json: &'j Json, names: &[&str]) -> Option<&'j BString> {
    names.iter().find_map(|name| match &json.get(name)?.value {
        Value::Text(text) => Some(text),
        Value::Number(_) | Value::Bool(_) | Value::Null | Value::Array(_) | Value::Object(_) => {
            None
        }
    })
}
