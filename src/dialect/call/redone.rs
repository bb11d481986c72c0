//! Calls that failed and were made again: a transcript says by fields of its own what came of each.

use std::collections::{HashMap, HashSet};

use bstr::BString;

use super::answer_words;
use super::field::FieldText;
use super::json::{self, Json, Value};
use super::outcome;
use crate::dialect::note::NoteCode;
use crate::dialect::walk::budget::Budget;
use crate::dialect::walk::scan::Scan;
use crate::patch::{FileOp, FilePatch, Hunk, HunkId, Unsure};
use crate::text::{LineSpan, RelPath};

/// Holds the edits read since `before` where an answer in the transcript says that the call was refused or failed, and notes where
/// one says beyond doubt what came of it.
pub(in crate::dialect) fn weigh(scan: &mut Scan<'_>, call: &Json, before: (usize, usize)) {
    if scan.n_read() == before {
        return;
    }
    let (mut n_answers, mut n_failures, mut is_stated) = (0, 0, false);
    let by = outcome::answerer(scan, before);
    outcome::each_answer(scan, call, &mut |answer| {
        n_answers += 1;
        n_failures += usize::from(outcome::tells_of_failure(answer, by, scan.budget()));
        is_stated |= states_failure(answer, scan.budget());
    });
    if n_failures > 0 {
        outcome::wait(scan, before, Unsure::CallFailed);
    }
    if is_own_answer(call) {
        n_answers += 1;
        is_stated |= states_failure(call, scan.budget());
    }
    // An id that is used twice has answers of both kinds.
    let is_mixed = n_failures > 0 && n_failures < n_answers;
    if is_stated && !is_mixed {
        scan.failed.push(call.origin);
    } else if n_answers > 0 && n_failures == 0 {
        scan.succeeded.push(call.origin);
    }
}

/// Returns whether a value holds both what a tool was given and what came of that: a state, with an output or an error.
fn is_own_answer(call: &Json) -> bool {
    let Value::Object(members) = &call.value else {
        return false;
    };
    let is_output = |member: &(String, Json)| {
        matches!(&member.0[..], "output" | "error") && json::is_answer(member, members)
    };
    const ENDED: &[&str] = &["completed", "success", "error"];
    let status = call.get("status").and_then(Json::text);
    let has_ended = status.is_some_and(|status| ENDED.iter().any(|word| status == word));
    has_ended && members.iter().any(is_output)
}

/// Returns whether a field of an answer, and no word in its text, says that the call failed. Codex gives the code by which its
/// program ended in a value within a text.
fn states_failure(answer: &Json, budget: &Budget) -> bool {
    let is = |name: &str, flag: bool| {
        let value = answer.get(name).map(|value| &value.value);
        matches!(value, Some(Value::Bool(value)) if *value == flag)
    };
    let status = answer.get("status").and_then(Json::text);
    let is_failure = |status: &BString| answer_words::FAILED.iter().any(|word| status == word);
    let code = |value: &Json| {
        let code = value.get("metadata").and_then(|it| it.get("exit_code"));
        matches!(code.map(|code| &code.value), Some(Value::Number(code)) if code != "0")
    };
    let output = answer.get("output").and_then(Json::text);
    let output = output.filter(|text| text.starts_with(b"{"));
    let exits_with_failure = || {
        output.is_some_and(|text| {
            let text = FieldText::split(text, 0);
            json::read(&text.as_lines(), budget).is_some_and(|(value, _)| code(&value))
        })
    };
    is("is_error", true)
        || is("isError", true)
        || status.is_some_and(is_failure)
        || exits_with_failure()
}

/// Leaves out the calls that failed where a later call changes the same file and, as the transcript says, does not fail: what the
/// model meant is in that one. Of calls on one line of the reply none is left out.
pub(in crate::dialect) fn drop_redone(scan: &mut Scan<'_>) {
    if scan.failed.is_empty() || scan.succeeded.is_empty() {
        return;
    }
    let lines = |spans: &[LineSpan]| -> HashSet<usize> {
        spans.iter().flat_map(|span| span.start..span.end).collect()
    };
    let (failed, succeeded) = (lines(&scan.failed), lines(&scan.succeeded));
    let mut last_done: HashMap<&RelPath, usize> = HashMap::new();
    for file in &scan.files {
        for hunk in file.hunks.iter().filter(|hunk| hunk.unsure.is_none()) {
            if let Some(path) = file
                .path
                .named()
                .filter(|_| succeeded.contains(&hunk.origin.start))
            {
                last_done.insert(path, hunk.origin.start);
            }
        }
    }
    let is_redone = |file: &FilePatch, hunk: &Hunk| {
        let done = file.path.named().and_then(|path| last_done.get(path));
        hunk.unsure == Some(Unsure::CallFailed)
            && failed.contains(&hunk.origin.start)
            && !succeeded.contains(&hunk.origin.start)
            && done.is_some_and(|at| hunk.origin.end <= *at)
    };
    let redone: Vec<(HunkId, LineSpan)> = scan
        .files
        .iter()
        .enumerate()
        .filter(|(_, file)| !matches!(file.op, FileOp::Rename { .. } | FileOp::Copy { .. }))
        .flat_map(|(at, file)| {
            let hunks = file.hunks.iter().enumerate();
            let redone = hunks.filter(|(_, hunk)| is_redone(file, hunk));
            let redone = redone.map(|(hunk, it)| (HunkId { file: at, hunk }, it.origin));
            redone.collect::<Vec<_>>()
        })
        .collect();
    for (id, origin) in redone.into_iter().rev() {
        scan.remove_hunk(id);
        let text = "this call failed, and a later one of the same file did not: it is left out";
        scan.note_at(NoteCode::EditsDropped, origin, text);
    }
}
