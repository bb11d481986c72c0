//! Turns of a transcript in plain text that are not the model's: what a tool answered, and what the user wrote. Only the first
//! line of such a turn is marked: it ends where the model calls a tool or speaks again.

use bstr::{BStr, ByteSlice};

use super::fence::Fence;
use super::scan::{Mark, Scan};
use super::thought;
use crate::dialect::call::{element, open_tag, outcome, role};
use crate::dialect::words::example;
use crate::patch::Unsure;
use crate::text::{OneOf, Trim};

/// How many lines above a turn a call is looked for that it may answer, or a turn of the model.
const REACH: usize = 400;

/// How many lines of an answer say whether its call failed.
const N_LINES: usize = 12;

/// Who speaks, by the name at the head of a turn.
const SPEAKERS: &[(Speaker, &[&str])] = &[
    (Speaker::User, &["user", "human"]),
    (
        Speaker::Model,
        &[
            "assistant", "ai", "claude", "chatgpt", "gpt", "gemini", "copilot",
        ],
    ),
];

/// What begins the answer of a tool: behind the first part may be the name of the tool, up to the second. Some are words of any
/// text, too, and begin an answer only below a call.
const ANSWERS: &[(&str, &str, Below)] = &[
    // Cline and Roo.
    ("[", "] Result:", Below::Anything),
    // OpenHands.
    ("EXECUTION RESULT of [", "]:", Below::Anything),
    ("OBSERVATION:", "", Below::Call),
    // ReAct.
    ("Observation:", "", Below::Call),
    ("Tool result:", "", Below::Call),
    ("Tool Result:", "", Below::Call),
    ("Tool output:", "", Below::Call),
    ("Tool response:", "", Below::Call),
];

/// Elements in which tools of Cline and Roo answer, and whether an answer can only be what they hold.
const ELEMENTS: &[(&str, Below)] = &[
    ("final_file_content", Below::Anything),
    ("file_write_result", Below::Anything),
    ("file_content", Below::Call),
    ("files", Below::Call),
];

/// Calls that are called neither by what they do to a file nor by a word for a call.
const CALLS: &[&str] = &[
    "ask_followup_question",
    "attempt_completion",
    "bash",
    "browser_action",
    "execute_bash",
    "execute_command",
    "execute_ipython_cell",
    "finish",
    "new_task",
    "plan_mode_respond",
    "switch_mode",
    "update_todo_list",
    "use_mcp_tool",
];

/// What the model begins to say behind an answer to a call that is written behind labels.
const BEHIND_ANSWER: &[&str] = &["Thought:", "Final Answer:"];

/// Below what a line begins the answer of a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Below {
    Anything,
    Call,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Speaker {
    User,
    Model,
}

/// How a call is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Tag,
    Json,
    Label,
}

/// Passes over a turn of a tool or of the user that begins at the next line. Where nothing shows its end, edits in it are read, and
/// wait. Returns whether there was one.
pub(in crate::dialect) fn pass(scan: &mut Scan<'_>) -> bool {
    if scan.depth > 0 || scan.fence.is_some() || scan.heredoc.is_some() {
        return false;
    }
    // Nearly no line begins so, and every line is asked.
    let first = scan.lines[scan.at].trimmed().first().copied();
    if !first.is_some_and(|byte| b"[<#*EOTUuHh".contains(&byte)) {
        return false;
    }
    element(scan) || answer(scan) || user(scan)
}

/// Makes the edits wait that were read since `mark` from line `at` on, where a tool or the user may say them.
pub(in crate::dialect) fn mark(scan: &mut Scan<'_>, at: usize, mark: &Mark) {
    if at < scan.others_to && scan.n_read() != (mark.n_files, mark.n_hunks) {
        example::wait_since(scan, mark, Unsure::Printed);
    }
}

/// Passes over an element that holds what a tool answered.
fn element(scan: &mut Scan<'_>) -> bool {
    let start = scan.at;
    let Some((end, below)) = end_of_element(scan, start) else {
        return false;
    };
    let is_answer = below == Below::Anything || start < scan.others_to;
    if is_answer {
        pass_to(scan, end);
    }
    is_answer
}

/// Passes over the answer of a tool.
fn answer(scan: &mut Scan<'_>) -> bool {
    let start = scan.at;
    let line = scan.lines[start].trimmed();
    let Some((text, below)) = answered(line) else {
        return false;
    };
    let form = form_above(scan, start);
    if below == Below::Call && form.is_none() {
        return false;
    }
    let end = end_of_answer(scan, start, form.unwrap_or(Form::Tag));
    // What follows the first paragraph may be the model's.
    let near = &scan.lines[start + 1..end.min(start + N_LINES).max(start + 1)];
    let skipped = near
        .iter()
        .skip_while(|line| text.is_empty() && line.is_blank());
    let near = skipped.take_while(|line| !line.is_blank());
    let near = near.take_while(|line| !line.body.begins_with_one_of(BEHIND_ANSWER));
    let text = std::iter::once(text).chain(near.map(|line| line.body));
    outcome::weigh_text(scan, &bstr::join("\n", text));
    scan.others_to = end;
    if end == scan.lines.len() {
        // What follows may be what the mark names.
        scan.at = start + 1;
        return true;
    }
    // A fence may be the model's, which speaks before it calls.
    let opens = |index: &usize| Fence::open(scan.lines[*index].body, *index).is_some();
    let to = (start + 1..end).find(opens).unwrap_or(end);
    pass_to(scan, to);
    true
}

/// Passes over what the user wrote, in a text in which the model has a turn, too.
fn user(scan: &mut Scan<'_>) -> bool {
    let start = scan.at;
    let Some((Speaker::User, text)) = speaker(scan.lines[start].body) else {
        return false;
    };
    let is_model = |index: &usize| {
        let speaker = speaker(scan.lines[*index].body);
        speaker.is_some_and(|(speaker, _)| speaker == Speaker::Model)
    };
    let next = scan.find_ahead(start + 1, |index| is_model(&index));
    let mut above = (start.saturating_sub(REACH)..start).rev();
    if next.is_none() && !above.any(|index| is_model(&index)) {
        return false;
    }
    let near = &scan.lines[start + 1..next.unwrap_or(start + 1)];
    let first = near.iter().map(|line| line.trimmed());
    let mut said = std::iter::once(text)
        .chain(first)
        .filter(|text| !text.is_empty());
    if said.next().is_some_and(objects) {
        outcome::hold_last(scan);
    }
    scan.others_to = next.unwrap_or(scan.lines.len());
    pass_to(scan, next.unwrap_or(start + 1));
    true
}

/// Returns whether the user objects to what the model has just done.
fn objects(text: &BStr) -> bool {
    const OBJECTING: &[&str] = &["no", "stop", "don't", "wait", "undo", "revert", "wrong"];
    let is_of_word = |byte: &u8| byte.is_ascii_alphabetic() || *byte == b'\'';
    let length = text.iter().take_while(|byte| is_of_word(byte)).count();
    let first = text[..length].to_ascii_lowercase();
    first.is_one_of(OBJECTING)
}

fn pass_to(scan: &mut Scan<'_>, to: usize) {
    let start = scan.at;
    scan.at = to;
    scan.count_as_example(start);
    scan.read_to = to;
}

/// Returns the text that follows the mark of an answer on its line.
fn answered(line: &BStr) -> Option<(&BStr, Below)> {
    ANSWERS.iter().find_map(|(begin, end, below)| {
        let rest = line.strip_prefix(begin.as_bytes())?;
        let (name, text) = rest.split_once_str(end)?;
        // `[1] Result:` counts results.
        let is_tool = end.is_empty() || name.first().is_some_and(u8::is_ascii_alphabetic);
        is_tool.then_some((text.trimmed().as_bstr(), *below))
    })
}

/// Returns who begins to speak in a line, and the text that follows there: `User: …`, `**Assistant:**`, `## Human`,
/// `<|im_start|>user`.
fn speaker(line: &BStr) -> Option<(Speaker, &BStr)> {
    let line = line.trimmed();
    let sign = line.strip_prefix(b"<|im_start|>");
    let bare = sign.unwrap_or(line);
    let bare = bare.trim_start_with(|c| matches!(c, '#' | '*' | ' '));
    let is_marked = sign.is_some() || bare.len() < line.len();
    let length = bare
        .iter()
        .take_while(|byte| byte.is_ascii_alphabetic())
        .count();
    let (name, rest) = bare.split_at(length);
    let text = rest.trim_start_with(|c| matches!(c, '*' | ':' | ' '));
    let is_label = rest.trim_start_with(|c| c == '*').starts_with(b":");
    if !(is_label || is_marked && text.is_empty()) {
        return None;
    }
    let is_it = |word: &&str| name.eq_ignore_ascii_case(word.as_bytes());
    let (speaker, _) = SPEAKERS
        .iter()
        .find(|(_, names)| names.iter().any(&is_it))?;
    Some((*speaker, text.as_bstr()))
}

/// Returns where an answer ends that begins at line `start`: where the model calls a tool in the same way, thinks, or a new turn begins.
fn end_of_answer(scan: &Scan<'_>, start: usize, form: Form) -> usize {
    let lines = scan.lines;
    let mut at = start + 1;
    while at < lines.len() && scan.budget().spend(1) {
        let line = lines[at].body;
        if let Some((end, _)) = end_of_element(scan, at) {
            at = end;
            continue;
        }
        let is_end = call_form(line) == Some(form)
            || form == Form::Label && line.begins_with_one_of(BEHIND_ANSWER)
            || speaker(line).is_some()
            || answered(line.trimmed().as_bstr())
                .is_some_and(|(_, below)| below == Below::Anything)
            || thought::opens(line);
        if is_end {
            return at;
        }
        at += 1;
    }
    lines.len()
}

/// Returns the line behind an element that holds an answer and begins at line `start`.
fn end_of_element(scan: &Scan<'_>, start: usize) -> Option<(usize, Below)> {
    let name = open_tag::begins(scan.lines[start].body)?;
    let (name, below) = ELEMENTS.iter().find(|(it, _)| *it == name)?;
    let close = format!("</{name}>");
    let last = scan.find_ahead(start, |index| scan.lines[index].body.contains_str(&close))?;
    Some((last + 1, *below))
}

/// Returns how the nearest call above line `at` is written.
fn form_above(scan: &Scan<'_>, at: usize) -> Option<Form> {
    let above = scan.lines[at.saturating_sub(REACH)..at].iter().rev();
    above.into_iter().find_map(|line| call_form(line.body))
}

/// Returns how the call is written that a line begins.
fn call_form(line: &BStr) -> Option<Form> {
    const NAMES: &[&str] = &[
        "\"name\"", "\"tool\"", "\"function", "\"tool_name\"", "\"toolName\"",
    ];
    let line = line.trimmed().as_bstr();
    match line.first()? {
        b'<' => {
            let name = open_tag::begins(line)?;
            let is_call = line.starts_with(b"<function=")
                || element::is_call(name)
                || element::is_tool(name)
                || element::is_deed(name)
                || role::only_reads(&name.to_lowercase())
                || CALLS.contains(&name);
            is_call.then_some(Form::Tag)
        }
        b'{' => {
            let is_call = line.has_one_of(NAMES);
            (is_call && !role::tells_of_result(line)).then_some(Form::Json)
        }
        b'A' => line.starts_with(b"Action:").then_some(Form::Label),
        _ => None,
    }
}
