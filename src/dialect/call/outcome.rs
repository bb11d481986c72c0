//! What became of a call, as a transcript tells: one that was refused, or that failed, was not carried out, and what follows
//! may do otherwise.

use std::collections::{HashMap, HashSet};

use bstr::{BStr, BString, ByteSlice};

use super::answer_words::{self, Answerer, FAILED};
use super::arguments::Call;
use super::field::FieldText;
use super::json::{self, Json, Value};
use super::open_tag;
use super::voice;
use crate::dialect::walk::budget::Budget;
use crate::dialect::walk::heredoc;
use crate::dialect::walk::line::Line;
use crate::dialect::walk::scan::Scan;
use crate::dialect::words::example;
use crate::patch::Unsure;

/// How many lines behind a call its answer is looked for.
const REACH: usize = 200;

/// How many lines an answer may have above the one that names its call.
const ABOVE: usize = 6;

/// Names of the fields that hold the name of a call: one may have a name of its own as a record, and one by which it is answered.
const IDS: &[&str] = &[
    "id", "call_id", "callId", "callID", "tool_call_id", "toolCallId", "tool_use_id", "toolUseId",
    "tool_id",
];

/// Names of the fields in which an answer says what came of its call.
const ANSWERS: &[&str] = &[
    "content", "error", "functionResponse", "function_response", "output", "response", "result",
    "text", "toolResult", "tool_result", "value",
];

/// By what a value says that a tool speaks, or the user.
const TOOLS: &[(&str, &str)] = &[
    ("role", "tool"),
    ("role", "function"),
    ("type", "tool_result"),
    ("type", "function_call_output"),
];
const USERS: &[(&str, &str)] = &[("role", "user"), ("type", "user")];

/// What the fields of a value are to the edits in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::dialect) enum Level {
    /// They are about a message, or another record, in which calls are.
    Around,
    /// They name the tool, and what it is given.
    Tool,
    /// They are what the tool is given: each of them may change what it does.
    Given,
}

/// What begins the text of a user who interrupts a call.
const INTERRUPTED: &str = "[Request interrupted by user";

/// Returns whether a call says of itself that it failed. What its tool is given may speak of an error that the edit mends.
pub(super) fn has_failed(call: &Call, level: Level) -> bool {
    call.fields.iter().any(|(name, text)| {
        let value = text.one_line().to_ascii_lowercase();
        let is_one_of = |words: &[&str]| words.iter().any(|word| value == word.as_bytes());
        match &name.to_ascii_lowercase()[..] {
            // An editor that proposes a change calls it pending, too, but gives its tool nothing.
            "status" => is_one_of(FAILED) || level == Level::Tool && is_one_of(&["pending"]),
            "is_error" | "iserror" => is_one_of(&["true"]),
            // As `output-error`, `output-denied`.
            "state" => {
                let last = value.rsplit_str("-").next().unwrap_or_default();
                FAILED.iter().any(|word| last == word.as_bytes())
            }
            // Without the name of a tool, it is the error that the edit mends.
            "error" | "errortext" | "error_text"
                if level != Level::Given && !call.verb.is_empty() =>
            {
                !is_one_of(&["", "false", "none", "null", "0"])
            }
            _ => false,
        }
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

/// Holds the edits of the calls right before an answer that does not name its call, where it says that they failed. Several
/// answers may follow one another: each is one to the calls before the first of them.
pub(in crate::dialect) fn weigh_text(scan: &mut Scan<'_>, text: &[u8]) {
    let text = untagged(text);
    hold_if(scan, |scan, by| {
        text_tells_of_failure(text, by, scan.budget())
    });
}

/// Does the same for an answer that is a value, or for those in a message of the user.
pub(in crate::dialect) fn weigh_answers(scan: &mut Scan<'_>, message: &Json) {
    let mut answers = Vec::new();
    gather_answers(message, &mut answers);
    let mut above: Option<Above> = None;
    for answer in answers {
        let start = answer.origin.start;
        let above = match above.take() {
            Some(known) if known.start == start => above.insert(known),
            _ => above.insert(Above::of(scan.lines, start)),
        };
        if !names_call(above, answer) {
            hold_if(scan, |scan, by| tells_of_failure(answer, by, scan.budget()));
        }
    }
    if is_one_of(message, USERS) && interrupts(message) {
        hold_if(scan, |_, _| true);
    }
}

/// Returns whether a value is no more than what a tool answered: somebody else than the model says it, or each of its fields tells
/// how a call went.
pub(in crate::dialect) fn is_answer(json: &Json) -> bool {
    const STATES: &[&str] = &[
        "status", "success", "ok", "is_error", "isError", "exit_code", "exitCode",
    ];
    const BESIDE: &[&str] = &[
        "message", "file", "path", "file_path", "filePath", "duration_ms", "stdout", "stderr",
    ];
    let Value::Object(members) = &json.value else {
        return false;
    };
    let is_known = |(name, _): &(String, Json)| {
        [STATES, BESIDE, ANSWERS, IDS]
            .iter()
            .any(|names| names.contains(&&**name))
    };
    let is_state = |(name, _): &(String, Json)| STATES.contains(&&**name);
    voice::is_other(json) || members.iter().any(is_state) && members.iter().all(is_known)
}

/// Gathers the answers of tools in a value.
fn gather_answers<'j>(json: &'j Json, answers: &mut Vec<&'j Json>) {
    match &json.value {
        Value::Object(members) => {
            let is_wrapped = || voice::WRAPPED.iter().any(|name| json.get(name).is_some());
            if is_one_of(json, TOOLS) || is_wrapped() {
                answers.push(json);
            } else {
                let values = members.iter().map(|(_, value)| value);
                values.for_each(|value| gather_answers(value, answers));
            }
        }
        Value::Array(items) => items.iter().for_each(|item| gather_answers(item, answers)),
        Value::Text(_) | Value::Number(_) | Value::Bool(_) | Value::Null => {}
    }
}

/// Returns whether the role of a message is one of `speakers`.
fn is_one_of(json: &Json, speakers: &[(&str, &str)]) -> bool {
    speakers.iter().any(|(name, value)| {
        let own = json.get(name).and_then(Json::text);
        own.is_some_and(|own| own == value)
    })
}

/// The words of the lines above an answer, and how often each is on the line where that begins: of a message with many answers
/// the line is read once.
struct Above<'s> {
    start: usize,
    lines: &'s [Line<'s>],
    words: HashSet<&'s [u8]>,
    n_on_line: HashMap<&'s [u8], usize>,
}

impl<'s> Above<'s> {
    /// Reads the lines above and on that which begins at byte `start` of the reply.
    fn of(lines: &'s [Line<'s>], start: usize) -> Above<'s> {
        let end = lines.partition_point(|line| line.at <= start);
        let lines = &lines[end.saturating_sub(REACH)..end];
        let words = |line: &'s Line<'s>| line.body.split(|byte| !is_of_id(byte));
        let mut n_on_line = HashMap::new();
        let (own, above): (Vec<_>, Vec<_>) = lines.iter().partition(|line| line.at == start);
        for word in own.into_iter().flat_map(words) {
            *n_on_line.entry(word).or_default() += 1;
        }
        Above {
            start,
            lines,
            words: above.into_iter().flat_map(words).collect(),
            n_on_line,
        }
    }

    /// Returns whether a name is there. On its first line, the answer itself may have it, too.
    fn has(&self, id: &BStr) -> bool {
        if id.iter().all(is_of_id) {
            let id = id.as_bytes();
            let is_on_line = self.n_on_line.get(id).is_some_and(|n| *n > 1);
            return is_on_line || self.words.contains(id);
        }
        self.lines.iter().any(|line| {
            let n_own = usize::from(line.at == self.start);
            line.body.find_iter(id).nth(n_own).is_some() && holds_whole(line.body, id)
        })
    }
}

/// Returns whether a byte may be one of a name that a call has.
fn is_of_id(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.' | b'_' | 0x80..)
}

/// Returns whether an answer names a call that is above it: then the call looks for its answer. Calls in tags have no names.
fn names_call(above: &Above<'_>, answer: &Json) -> bool {
    let wrapped = voice::WRAPPED.iter().filter_map(|name| answer.get(name));
    let named: Vec<&BStr> = std::iter::once(answer)
        .chain(wrapped)
        .flat_map(|json| IDS.iter().filter_map(|name| id_of(json, name)))
        .collect();
    named.iter().any(|id| above.has(id))
}

/// Does the same for an answer that begins where the walk stands, among the sentences of the reply.
pub(in crate::dialect) fn weigh_here(scan: &mut Scan<'_>) {
    let line = scan.lines[scan.at].body;
    let begin = line.trim_start();
    if begin.starts_with_str(INTERRUPTED) || is_refusal_below_call(scan) {
        hold_if(scan, |_, _| true);
    } else if begin.starts_with(b"{")
        && ["\"tool", "\"user", "\"function", "\"status\""]
            .iter()
            .any(|name| line.contains_str(name))
    {
        let value = json::read(&scan.lines[scan.at..], scan.budget());
        // Answers anywhere else in a value are data, as in what an API returns.
        let is_message = |value: &Json| {
            let message = value.get("message");
            voice::is_other(value) || message.is_some_and(voice::is_other)
        };
        if let Some((value, _)) = &value
            && is_message(value)
        {
            weigh_answers(scan, value);
        } else if let Some((value, _)) = &value
            && is_right_below_call(scan)
            && is_answer(value)
        {
            hold_if(scan, |scan, by| tells_of_failure(value, by, scan.budget()));
        }
    }
}

/// Holds the edits of the calls before a turn of the user, who objects to them.
pub(in crate::dialect) fn hold_last(scan: &mut Scan<'_>) {
    hold_if(scan, |_, _| true);
}

/// Returns whether the next line says that the call right above it was refused, or failed: a sentence of the
/// model may begin with a word for errors, but hardly as a label.
fn is_refusal_below_call(scan: &Scan<'_>) -> bool {
    const REFUSALS: &[&str] = &[
        "The user denied this operation",
        "The user rejected",
        "The tool execution failed",
        "Error: ",
        "ERROR: ",
        "Permission to use",
    ];
    let line = scan.lines[scan.at].trimmed();
    let begins = REFUSALS.iter().any(|it| line.starts_with(it.as_bytes()));
    begins && is_right_below_call(scan) && answer_words::tell_of_failure(line, Answerer::Editor)
}

/// Returns whether only blank lines are between the last edit read and the next line.
fn is_right_below_call(scan: &Scan<'_>) -> bool {
    let above = scan.lines[..scan.at].iter().rev();
    let n_blank = above.take_while(|line| line.is_blank()).count();
    scan.fence.is_none() && scan.read_to > 0 && scan.at - n_blank <= scan.read_to
}

/// Returns who answers the calls of which edits were read since `before`.
pub(super) fn answerer(scan: &Scan<'_>, (n_files, n_hunks): (usize, usize)) -> Answerer {
    let last = n_files.checked_sub(1).map(|last| &scan.files[last]);
    let last = last.filter(|file| file.hunks.len() > n_hunks);
    let mut files = last.into_iter().chain(&scan.files[n_files..]);
    match files.all(|file| file.dialect == heredoc::DIALECT) {
        true => Answerer::Shell,
        false => Answerer::Editor,
    }
}

fn hold_if(scan: &mut Scan<'_>, tells: impl Fn(&Scan<'_>, Answerer) -> bool) {
    let calls = scan.calls_before_answer();
    if let Some(calls) = calls.filter(|calls| tells(scan, answerer(scan, *calls))) {
        wait(scan, calls, Unsure::CallFailed);
    }
}

/// Returns a text without the tags that it begins with, but for one that says that it is an error.
fn untagged(text: &[u8]) -> &[u8] {
    let mut text = text.trim_start();
    while let Some(open) =
        open_tag::read(text.as_bstr(), 0).filter(|open| !open.name.contains("error"))
    {
        text = text[open.end..].trim_start();
    }
    text
}

/// Returns whether a message says that the user interrupted the calls before it.
fn interrupts(json: &Json) -> bool {
    match &json.value {
        Value::Text(text) => text.starts_with_str(INTERRUPTED),
        Value::Array(items) => items.iter().any(interrupts),
        Value::Object(members) => members.iter().any(|(_, value)| interrupts(value)),
        Value::Number(_) | Value::Bool(_) | Value::Null => false,
    }
}

/// Returns whether an answer says that its call failed, or was refused: by a field, or by the first words of its text.
pub(super) fn tells_of_failure(json: &Json, by: Answerer, budget: &Budget) -> bool {
    if let Value::Array(items) = &json.value {
        return items.iter().any(|item| tells_of_failure(item, by, budget));
    }
    let is = |name: &str, flag: bool| {
        let value = json.get(name).map(|value| &value.value);
        let is_text =
            matches!(value, Some(Value::Text(text)) if flag && text.eq_ignore_ascii_case(b"true"));
        is_text || matches!(value, Some(Value::Bool(value)) if *value == flag)
    };
    let word_of = |name: &str| json.get(name).and_then(Json::text);
    let exits_with_failure = |name: &&str| {
        let code = json.get(name).map(|value| &value.value);
        matches!(code, Some(Value::Number(code)) if code != "0")
    };
    let metadata = json.get("metadata");
    let is_failure = |status: &BString| {
        let mut failed = FAILED.iter();
        failed.any(|word| status.eq_ignore_ascii_case(word.as_bytes()))
    };
    // As `tool-error`, `error-text`, `execution-denied`.
    let is_type_of_failure = |kind: &BString| {
        let mut words = kind.split(|byte| matches!(byte, b'-' | b'_'));
        words.any(|word| FAILED.iter().any(|it| word == it.as_bytes()))
    };
    let says = |name: &&str| match json.get(name).map(|value| &value.value) {
        Some(Value::Text(text)) if *name == "error" => !text.is_empty(),
        Some(Value::Text(text)) => text_tells_of_failure(text, by, budget),
        Some(Value::Object(members)) if *name == "error" => !members.is_empty(),
        Some(Value::Object(_) | Value::Array(_)) => json
            .get(name)
            .is_some_and(|value| tells_of_failure(value, by, budget)),
        Some(Value::Number(_) | Value::Bool(_) | Value::Null) | None => false,
    };
    is("is_error", true)
        || is("isError", true)
        || is("success", false)
        || ["exit_code", "exitCode"].iter().any(exits_with_failure)
        || metadata.is_some_and(|value| tells_of_failure(value, by, budget))
        || word_of("status").is_some_and(is_failure)
        || word_of("type").is_some_and(is_type_of_failure)
        || ANSWERS.iter().any(says)
}

/// Returns whether a text, or the value in JSON that it is, tells of a failure.
fn text_tells_of_failure(text: &[u8], by: Answerer, budget: &Budget) -> bool {
    let text = text.trim_start();
    if !text.starts_with(b"{") {
        return answer_words::tell_of_failure(text, by);
    }
    let value = FieldText::split(text, 0);
    let value = json::read(&value.as_lines(), budget);
    value.is_some_and(|(value, _)| tells_of_failure(&value, by, budget))
}

/// Calls `on_answer` with each answer in the transcript that names `call`.
pub(super) fn each_answer(scan: &Scan<'_>, call: &Json, on_answer: &mut dyn FnMut(&Json)) {
    let ids: Vec<&BStr> = IDS.iter().filter_map(|name| id_of(call, name)).collect();
    if ids.is_empty() {
        return;
    }
    let lines = scan.lines;
    let first = lines.partition_point(|line| line.at < call.origin.start);
    let names_call = |at: &usize| ids.iter().any(|id| holds_whole(lines[*at].body, id));
    let end = lines.len().min(first + REACH);
    // The answer may begin on a line above the one that names its call.
    let begins = |at: &usize| matches!(lines[*at].body.trim_start().first(), Some(b'{' | b'['));
    for at in (first..end).filter(names_call) {
        let above = (first.max(at.saturating_sub(ABOVE))..=at).rev();
        for start in above.filter(begins) {
            if let Some((json, _)) = json::read(&lines[start..], scan.budget()) {
                answers_in(&json, call, &ids, on_answer);
            }
        }
    }
}

/// Returns whether `id` is a whole value somewhere in a line, or a word of one: a number alone is a part of many others.
fn holds_whole(line: &[u8], id: &[u8]) -> bool {
    let is_whole = |at: usize| {
        let (before, behind) = (line[..at].last(), line.get(at + id.len()));
        !before.is_some_and(is_of_id) && !behind.is_some_and(is_of_id)
    };
    line.find_iter(id).any(is_whole)
}

/// Calls `on_answer` with each answer in a value to `call`, which has one of the names `ids`. The call itself is no answer.
fn answers_in(json: &Json, call: &Json, ids: &[&BStr], on_answer: &mut dyn FnMut(&Json)) {
    match &json.value {
        Value::Array(items) => items
            .iter()
            .for_each(|item| answers_in(item, call, ids, on_answer)),
        Value::Object(members) => {
            let answers_to = |name: &&str| id_of(json, name).is_some_and(|id| ids.contains(&id));
            // A call has a name, too, and its tool may have one for what it is given.
            let is_call = || json == call || members.iter().any(json::is_given);
            if IDS.iter().any(answers_to) && !is_call() {
                on_answer(json);
            }
            for (_, value) in members {
                answers_in(value, call, ids, on_answer);
            }
        }
        Value::Text(_) | Value::Number(_) | Value::Bool(_) | Value::Null => {}
    }
}

/// Returns the name of a call, or of the call that an answer is to, in the field called `name`.
fn id_of<'j>(json: &'j Json, name: &str) -> Option<&'j BStr> {
    let id = match &json.get(name)?.value {
        Value::Text(text) => text.as_bstr(),
        Value::Number(number) => number.as_bytes().as_bstr(),
        Value::Bool(_) | Value::Null | Value::Array(_) | Value::Object(_) => return None,
    };
    (!id.is_empty()).then_some(id)
}
