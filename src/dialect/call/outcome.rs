//! What became of a call, as a transcript tells: one that was refused, or that failed, was not carried out, and what follows
//! may do otherwise.

use std::slice;

use bstr::{BString, ByteSlice};

use super::json::{self, Json, Value};
use crate::dialect::walk::scan::Scan;
use crate::dialect::words::example;
use crate::patch::Unsure;

/// How many lines behind a call its answer is looked for.
const REACH: usize = 200;

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

/// Makes what was read since `before` wait where the transcript says that the call was refused or failed.
pub(in crate::dialect) fn weigh(scan: &mut Scan<'_>, call: &Json, before: (usize, usize)) {
    let is_new = scan.n_read() != before;
    if is_new && (has_failed(call) || is_answered_by_failure(scan, call)) {
        wait(scan, before, Unsure::CallFailed);
    }
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

/// Returns whether a value says of itself that it failed.
fn has_failed(json: &Json) -> bool {
    let is_failure = |value: &Json| match &value.value {
        Value::Text(status) => FAILED.iter().any(|failed| status == failed.as_bytes()),
        Value::Bool(_) | Value::Number(_) | Value::Null | Value::Array(_) | Value::Object(_) => {
            false
        }
    };
    let is_true = |value: &Json| matches!(value.value, Value::Bool(true));
    json.get("status").is_some_and(is_failure) || json.get("is_error").is_some_and(is_true)
}

fn is_answered_by_failure(scan: &Scan<'_>, call: &Json) -> bool {
    let Some(id) = text_of(call, IDS).filter(|id| !id.is_empty()) else {
        return false;
    };
    let first = scan
        .lines
        .partition_point(|line| line.at < call.origin.start);
    let mut lines = scan.lines[first..].iter().take(REACH);
    lines.any(|line| {
        let may_answer = line.body.contains_str(id) && line.body.contains_str("is_error");
        let read = || json::read(slice::from_ref(line), scan.budget());
        may_answer && read().is_some_and(|(json, _)| holds_failure_of(&json, id))
    })
}

/// Returns whether the answer to the call named `id` stands in a value, and says that it failed.
fn holds_failure_of(json: &Json, id: &BString) -> bool {
    match &json.value {
        Value::Array(items) => items.iter().any(|item| holds_failure_of(item, id)),
        Value::Object(members) => {
            text_of(json, ANSWERED) == Some(id) && has_failed(json)
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
