//! The name of a tool that is written before what the tool is given, as models do that part both by signs of their own:
//! `<|tool_call_begin|>functions.edit:0<|tool_call_argument_begin|>{…}`, `[TOOL_CALLS]edit[ARGS]{…}`, `Action: edit` above
//! `Action Input: {…}`.

use bstr::{BStr, ByteSlice};

use super::verb;
use crate::dialect::walk::fence::Fence;
use crate::dialect::walk::line::Line;
use crate::text::Trim;

/// How signs of models begin and end.
const SIGNS: &[(&str, &str)] = &[("<|", "|>"), ("<｜", "｜>"), ("[", "]")];

/// What stands before the name of the tool to which a message goes.
const ADDRESS: &str = " to=";

/// Returns the name of the tool for which the value is that begins at `column` of line `at`; `None` where none is named.
pub(in crate::dialect) fn name_before(
    lines: &[Line<'_>],
    at: usize,
    column: usize,
) -> Option<String> {
    let before = lines.get(at)?.body.get(..column)?.trimmed();
    let above = || {
        let lines = lines[..at].iter().rev();
        let mut lines = lines.filter(|line| !line.is_blank());
        let line = lines.next()?;
        // The value may be the first line of a fence.
        match Fence::open(line.body, 0) {
            Some(_) => lines.next(),
            None => Some(line),
        }
    };
    if before == b"Action Input:" {
        let action = above()?.trimmed().strip_prefix(b"Action:")?;
        return name(action.as_bstr());
    }
    if before.is_empty() {
        let line = above()?.trimmed();
        // The sign between the kind of a call and the name of its tool.
        let (_, behind) = line.rsplit_once_str("｜>")?;
        return name(behind.as_bstr());
    }
    let (sign, _) = SIGNS.iter().find(|(_, end)| before.ends_with_str(end))?;
    let (before, _) = before.rsplit_once_str(sign)?;
    addressed(before).or_else(|| name(before.as_bstr()))
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
    is_name.then(|| verb::own(name))
}
