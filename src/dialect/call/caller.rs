//! The name of a tool that is written before what the tool is given, as models do that part both by signs of their own:
//! `<|tool_call_begin|>functions.edit:0<|tool_call_argument_begin|>{…}`, `[TOOL_CALLS]edit[ARGS]{…}`, `Action: edit` above
//! `Action Input: {…}`. Name, sign and value may each stand on lines of their own, and the value in a fence.

use bstr::{BStr, ByteSlice};

use super::verb;
use crate::dialect::walk::fence::Fence;
use crate::dialect::walk::line::Line;
use crate::text::Trim;

/// How signs of models begin and end.
const SIGNS: &[(&str, &str)] = &[("<|", "|>"), ("<｜", "｜>"), ("[", "]")];

/// Words in a sign that parts the name of a tool from what the tool is given.
const BETWEEN: &[&str] = &["arg", "ARG", "sep"];

/// Labels of what a tool is given, and of its name.
const GIVEN: &[&str] = &["action input:", "tool input:", "arguments:", "parameters:"];
const NAMED: &[&str] = &["action:", "tool:", "tool name:", "tool call:"];

/// What stands before the name of the tool to which a message goes.
const ADDRESS: &str = " to=";

/// How many lines with text above a value may stand between it and the name of its tool, that of the name counted.
const REACH: usize = 4;

/// Returns the name of the tool for which the value is that begins at `column` of line `at`; `None` where none is named.
pub(in crate::dialect) fn name_before(
    lines: &[Line<'_>],
    at: usize,
    column: usize,
) -> Option<String> {
    let before = lines.get(at)?.body.get(..column)?.trimmed().as_bstr();
    if let Some((sign, _)) = SIGNS.iter().find(|(_, end)| before.ends_with_str(end))
        && let Some((before, _)) = before.rsplit_once_str(sign)
        && let Some(name) = addressed(before).or_else(|| name(before.as_bstr()))
    {
        return Some(name);
    }
    if !before.is_empty() && !leads_over(before) {
        return None;
    }
    let mut is_expected = is_sign_between(before);
    let above = lines[..at].iter().rev().filter(|line| !line.is_blank());
    for (n_above, line) in above.take(REACH).enumerate() {
        let text = line.trimmed();
        is_expected |= is_sign_between(text);
        // The value may be the first line of a fence.
        let is_fence = n_above == 0 && Fence::open(line.body, 0).is_some();
        if !is_fence && !leads_over(text) {
            return named(text, is_expected);
        }
    }
    None
}

/// Returns whether a text only leads over from the name of a tool to what the tool is given.
fn leads_over(text: &BStr) -> bool {
    label(text, GIVEN).is_some_and(|rest| rest.is_empty()) || is_sign_between(text)
}

/// Returns whether a text is a sign that parts the name of a tool from what the tool is given.
fn is_sign_between(text: &BStr) -> bool {
    SIGNS.iter().any(|(open, end)| {
        let inside = text.strip_prefix(open.as_bytes());
        let inside = inside.and_then(|text| text.strip_suffix(end.as_bytes()));
        inside.is_some_and(|sign| BETWEEN.iter().any(|word| sign.contains_str(word)))
    })
}

/// Returns the name of a tool in a line above what the tool is given: behind a label, behind a sign, or alone, where a name is
/// expected or has several words.
fn named(line: &BStr, is_expected: bool) -> Option<String> {
    let labelled = label(line, NAMED);
    let signed = SIGNS[..2].iter().find_map(|(_, end)| {
        let (_, behind) = line.rsplit_once_str(end)?;
        Some(behind.as_bstr())
    });
    let alone = labelled.or(signed).unwrap_or(line).trimmed();
    // `step_1` is the title of a step.
    let is_of_words = || {
        let is_path = alone.contains_str(".") || alone.contains(&b'/');
        alone.contains(&b'_') && !is_path && verb::names_act(&alone.to_str_lossy())
    };
    let is_name = labelled.is_some() || signed.is_some() || is_expected || is_of_words();
    let alone = alone.trim_with(|c| matches!(c, '`' | '*'));
    let is_one_word = !alone.iter().any(u8::is_ascii_whitespace);
    name(alone.as_bstr()).filter(|_| is_name && is_one_word)
}

/// Returns what follows the first of `labels` that begins a line, in bold or not.
fn label<'a>(line: &'a BStr, labels: &[&str]) -> Option<&'a BStr> {
    let line = line.trim_start_with(|c| c == '*');
    let begins = |label: &&&str| {
        let start = line.get(..label.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(label.as_bytes()))
    };
    let label = labels.iter().find(begins)?;
    Some(
        line[label.len()..]
            .trim_with(|c| matches!(c, '*' | ' '))
            .as_bstr(),
    )
}

/// Returns the tool to which the header of a message says that it goes.
pub(in crate::dialect) fn addressed(header: &[u8]) -> Option<String> {
    let (_, behind) = header.split_once_str(ADDRESS)?;
    let end = behind.find_byteset(b" <").unwrap_or(behind.len());
    name(behind[..end].as_bstr())
}

/// Returns the name at the end of a text, behind the last sign in it.
fn name(text: &BStr) -> Option<String> {
    let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-.:/".contains(byte);
    let text = text.trimmed();
    let from = text.iter().rposition(|byte| !is_of_name(byte));
    let name = text[from.map_or(0, |at| at + 1)..].to_str().ok()?;
    let is_name = name.contains(|c: char| c.is_ascii_alphabetic());
    is_name
        .then(|| verb::own(name))
        .filter(|name| !name.is_empty())
}
