//! Files given without a fence, each below a line that holds its name between signs: `=== src/a.py ===`, `FILE: src/a.py`.

use bstr::{BStr, ByteSlice};

use crate::dialect::name::spelling;
use crate::dialect::walk::fence::Fence;
use crate::dialect::walk::line::Line;

/// Signs that stand on both sides of a name.
const SIGNS: &[u8] = b"=-*~#_+<>";

/// Labels that stand before a name, in capitals or not.
const LABELS: &[&str] = &["file:", "filename:", "filepath:", "path:", "new file:"];

/// Returns why the lines from `at` on look like a file: a name, and below it neither a fence nor words about it.
pub(super) fn begins(lines: &[Line<'_>], at: usize, is_read: &[bool]) -> Option<&'static str> {
    let name = between_signs(lines[at].trimmed()).or_else(|| labelled(lines[at].trimmed()))?;
    let is_file = spelling::alone(name).is_some_and(|spelt| spelt.is_of_file());
    let first = (at + 1..lines.len()).find(|below| !lines[*below].is_blank())?;
    let body = lines[first].body;
    let is_own = is_file && !is_read[first] && Fence::open(body, first).is_none();
    (is_own && !is_talk(body)).then_some("a file's name with lines below it that are in no block")
}

fn between_signs(line: &BStr) -> Option<&BStr> {
    let sign = line.first().filter(|sign| SIGNS.contains(sign))?;
    let (before, rest) = line.split_at(line.iter().take_while(|byte| *byte == sign).count());
    let name = rest.trim_end_with(|c| c.is_ascii() && SIGNS.contains(&(c as u8)));
    let is_framed = before.len() >= 3 && rest.len() >= name.len() + 3;
    (is_framed && name.starts_with(b" ")).then(|| name.trim().as_bstr())
}

fn labelled(line: &BStr) -> Option<&BStr> {
    let is_label = |label: &&&str| {
        let start = line.get(..label.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(label.as_bytes()))
    };
    let label = LABELS.iter().find(is_label)?;
    Some(line[label.len()..].trim().as_bstr())
}

/// Returns whether a line reads like a sentence or an item of a list, rather than like a line of a file.
fn is_talk(line: &BStr) -> bool {
    let text = line.trim().to_str_lossy();
    let bare = text.trim_start_matches(['-', '*', '•', '`', '>', ' ']);
    let is_item = bare.len() < text.len();
    let begins_sentence = bare.chars().next().is_some_and(char::is_uppercase);
    let ends_sentence = text.ends_with(['.', ':', '!', '?', ')']);
    let n_words = text.split_whitespace().count();
    is_item || !text.is_ascii() || begins_sentence && (ends_sentence || n_words >= 4)
}
