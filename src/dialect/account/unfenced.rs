//! Files given without a fence, each below a line that holds its name between signs: `=== src/a.py ===`, `FILE: src/a.py`,
//! `[FILE: src/a.py]`, and the blocks of other markups, `{code:title=src/a.py}`, `#+begin_src python :tangle src/a.py`.

use bstr::{BStr, ByteSlice};

use crate::dialect::name::spelling::{self, Spelt};
use crate::dialect::walk::fence::Fence;
use crate::dialect::walk::line::Line;
use crate::dialect::words::prose;
use crate::dialect::words::purpose::Purpose;
use crate::dialect::words::tongue;
use crate::text::item::begins_item;
use crate::text::{Trim, heading};

/// Signs that stand on both sides of a name.
const SIGNS: &[u8] = b"=-*~#_+<>";

/// Labels that stand before a name, in capitals or not.
const LABELS: &[&str] = &[
    "file:", "filename:", "filepath:", "path:", "new file:", ":caption:",
];

/// What blocks of other markups begin with, and what their first lines end with.
const OPENERS: &[(&str, &str)] = &[
    ("#+begin", ""),
    ("<pre", ""),
    ("<code", ""),
    ("{", "}"),
    ("[", "]"),
];

/// What follows the title of a block of AsciiDoc.
const BELOW_A_TITLE: &[&str] = &["[source", "[,", "----", "....", "===="];

/// Returns why the lines from `at` on look like a file: a name, and below it neither a fence nor words about it.
pub(super) fn begins(lines: &[Line<'_>], at: usize, is_read: &[bool]) -> Option<&'static str> {
    let line = lines[at].trimmed();
    // Looking below each of many blank lines would take time that is the square of their number.
    if line.is_empty() {
        return None;
    }
    let first = (at + 1..lines.len()).find(|below| !lines[*below].is_blank())?;
    let body = lines[first].body;
    let is_own = || !is_read[first] && Fence::open(body, first).is_none() && !is_talk(body);
    let name = between_signs(line).or_else(|| labelled(line));
    let is_file = |name: &BStr| spelling::alone(name).is_some_and(|spelt| spelt.is_of_file());
    let is_preformatted = || body.trimmed().starts_with(b"<pre") && is_file(line);
    let is_named = name.is_some_and(is_file) || opens_block(line) || is_preformatted();
    let is_titled = !is_read[first] && is_title(line, body);
    if !is_read[first] && is_code(lines, at, first) && leads_to_edit(lines[at].body) {
        return Some("code below a file's name that is in no block");
    }
    (is_titled || is_named && is_own())
        .then_some("a file's name with lines below it that are in no block")
}

/// Returns whether line `first`, the next with text below line `at`, is code without a fence: as Markdown has it, indented below
/// a blank line, or all in backticks; as reStructuredText and HTML have it; or a definition that nothing sets apart.
fn is_code(lines: &[Line<'_>], at: usize, first: usize) -> bool {
    let body = lines[first].body;
    let text = body.trimmed();
    let begins_with_number = text.first().is_some_and(u8::is_ascii_digit);
    let is_indented = body.starts_with(b"    ") || body.starts_with(b"\t");
    let ticked = text.strip_prefix(b"`").and_then(|it| it.strip_suffix(b"`"));
    let is_ticked = ticked.is_some_and(|inside| !inside.is_empty() && !inside.contains(&b'`'));
    let is_apart = first > at + 1 && is_indented && !begins_item(text) && !begins_with_number;
    let is_block = text.starts_with(b".. code") || text.starts_with(b"<pre");
    let is_defined = first > at + 1 && heading::defined(body).is_some() && !is_talk(body);
    (is_apart || is_block || is_defined || is_ticked && spelling::alone(body).is_none())
        && Fence::open(body, first).is_none()
        && !prose::is_command(body)
}

/// Returns whether a sentence leads over to an edit of the one file that it names.
fn leads_to_edit(line: &BStr) -> bool {
    let text = line.trim_end_with(|c| matches!(c, ' ' | '*'));
    let ends = text.ends_with(b":") || text.ends_with("：".as_bytes());
    if !ends || line.starts_with(b"    ") {
        return false;
    }
    let sentence = prose::last_sentence(line);
    let named = spelling::amid(sentence).filter(|spelt| spelt.is_of_file());
    let said = tongue::purpose_above(sentence);
    // A place in a file that nothing asks to change is cited.
    let is_place_only = |spelt: Spelt| spelt.cited.is_some() && !said.asks_for_a_change();
    let is_silent = said == Purpose::Silent;
    named.is_some_and(|spelt| !is_place_only(spelt)) && (said.asks_for_a_change() || is_silent)
}

/// Returns whether a line opens a block of another markup, and names one file.
fn opens_block(line: &BStr) -> bool {
    /// The most words beside the name: a sentence has more.
    const N_WORDS: usize = 8;
    let opens = |(start, end): &(&str, &str)| {
        let begins = line.get(..start.len());
        begins.is_some_and(|begins| begins.eq_ignore_ascii_case(start.as_bytes()))
            && line.as_bytes().ends_with(end.as_bytes())
    };
    // What begins a line of JSON, an item to be ticked off, or a link.
    let is_other = ["{\"", "[ ]", "[x]", "[\""]
        .iter()
        .any(|start| line.starts_with(start.as_bytes()));
    // A program that prints the name of a file has more to say of it.
    let behind_tag = line
        .strip_prefix(b"<")
        .and_then(|tag| tag.split_once_str(">"));
    let is_text = behind_tag
        .is_some_and(|(_, text)| !text.is_empty() && !spelling::is_name_of_file(text.trim()));
    if is_other
        || is_text
        || line.contains_str("](")
        || line.contains_str("</")
        || !OPENERS.iter().any(opens)
    {
        return false;
    }
    let is_between = |byte: &u8| byte.is_ascii_whitespace() || b"=:|\"'[]{}<>,;".contains(byte);
    let words = line.split(is_between).filter(|word| !word.is_empty());
    let (files, words): (Vec<&[u8]>, Vec<&[u8]>) =
        words.partition(|word| spelling::is_name_of_file(word));
    files.len() == 1 && words.len() <= N_WORDS
}

/// Returns whether a line is the title of a block of AsciiDoc, which begins with `below`, and a file's name.
fn is_title(line: &BStr, below: &BStr) -> bool {
    let is_block = BELOW_A_TITLE
        .iter()
        .any(|start| below.starts_with(start.as_bytes()));
    let name = line.strip_prefix(b".");
    is_block && name.is_some_and(spelling::is_name_of_file)
}

fn between_signs(line: &BStr) -> Option<&BStr> {
    let sign = line.first().filter(|sign| SIGNS.contains(sign))?;
    let (before, rest) = line.split_at(line.iter().take_while(|byte| *byte == sign).count());
    let name = rest.trim_end_with(|c| c.is_ascii() && SIGNS.contains(&(c as u8)));
    let is_framed = before.len() >= 3 && rest.len() >= name.len() + 3;
    (is_framed && name.starts_with(b" ")).then(|| name.trim().as_bstr())
}

fn labelled(line: &BStr) -> Option<&BStr> {
    let is_label = |line: &BStr, label: &str| {
        let start = line.get(..label.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(label.as_bytes()))
    };
    let line = ["// ", "# "]
        .iter()
        .find_map(|sign| line.strip_prefix(sign.as_bytes()))
        .map_or(line, BStr::new);
    let label = LABELS.iter().find(|label| is_label(line, label))?;
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
