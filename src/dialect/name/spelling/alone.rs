//! A path on a line of its own, below decorations: a heading's or comment's sign, a number, brackets, quotes, a link, a remark.

use bstr::{BStr, BString, ByteSlice};

use super::amid::amid;
use super::labelled::behind_label;
use super::looks::unmarked;
use super::{Spelt, is_name_of_file, located, parted_by, undecorated};
use crate::dialect::diff::file_name;
use crate::dialect::name::shape::looks_like_path;
use crate::dialect::words::prose;
use crate::dialect::words::purpose::Purpose;
use crate::text::{OneOf, Trim, comment};

/// Returns whether a line may stand above a part in what wraps it, and belong to neither: it is blank, a comment or a path.
pub(in crate::dialect) fn is_aside(line: &BStr) -> bool {
    let text = line.trimmed();
    text.is_empty() || comment::is_plain(text) || alone(line).is_some()
}

/// Reads a line that holds nothing but a path and its decoration: `` **`src/a.rs`**: ``, `### 2. src/a.rs (new)`,
/// `// filepath: x`, `File: src/a.rs:12`.
pub(in crate::dialect) fn alone(line: &BStr) -> Option<Spelt> {
    let line = &*unmarked(line);
    let mut text = without_pictures(line);
    let is_title = text.starts_with(b"#") || text.starts_with(b"**");
    text = without_signs(text);
    for close in CLOSES {
        text = text.strip_suffix(close.as_bytes()).unwrap_or(text);
    }
    text = undecorated(without_number(without_pictures(text)));
    let mut remark = Purpose::Silent;
    if let Some((label, path)) = behind_label(text) {
        remark = label;
        text = path;
    }
    text = in_brackets(text);
    if let Some(spelt) = located(text) {
        return Some(Spelt { remark, ..spelt });
    }
    remarked(text, is_title).or_else(|| in_quotes(line))
}

/// What ends a line that a sign begins.
const CLOSES: [&str; 4] = ["-->", "*/", "===", "---"];

/// Returns a line without the sign of a comment, a heading or a list before its text. A sign without a blank behind it may
/// begin the name itself (`//home/x.py` is no `home/x.py`, `%41.py` no `41.py`), unless a label, a quotation or the sign at the
/// end of the line shows that it does not. Several `#` make a heading: `###app.py`.
fn without_signs(line: &[u8]) -> &[u8] {
    let mut text = line;
    for open in [
        "> ", "//", "#", "<!--", "/*", "--", ";", "%", "-", "*", "•", "+ ",
    ] {
        if let Some(behind) = text.strip_prefix(open.as_bytes()) {
            text = behind.trimmed();
        }
    }
    text = text.trim_start_with(|c| matches!(c, '#' | '*' | '-' | '='));
    let signs = &line[..line.len() - text.len()];
    let is_apart = signs
        .last()
        .is_none_or(|last| *last == b'*' || last.is_ascii_whitespace());
    let is_quoted = text
        .first()
        .is_some_and(|first| b" `*_\"'[(<{".contains(first));
    let is_heading = line.starts_with(b"##");
    let is_closed = line.ends_with_one_of(&CLOSES);
    let is_labelled = || behind_label(undecorated(text)).is_some();
    match is_apart || is_heading || is_quoted || is_closed || is_labelled() {
        true => text,
        false => line,
    }
}

/// Reads `File: "my notes"`: behind this label, what quotes enclose is a path whatever it looks like. So a path is written
/// that does not look like one.
fn in_quotes(line: &BStr) -> Option<Spelt> {
    let quoted = line.trimmed().strip_prefix(b"File: ")?;
    let is_whole = quoted.len() > 2 && quoted.starts_with(b"\"") && quoted.ends_with(b"\"");
    is_whole.then(|| Spelt::plain(&file_name::unquoted(quoted)))
}

/// Returns the path of a file that stands in brackets: `<src/a.rs>`, `[src/a.rs]`.
fn in_brackets(text: &[u8]) -> &[u8] {
    let pairs: [(&[u8], &[u8]); 4] = [(b"<", b">"), (b"[", b"]"), (b"(", b")"), (b"{", b"}")];
    let inside = pairs
        .into_iter()
        .find_map(|(open, close)| text.strip_prefix(open)?.strip_suffix(close));
    let is_file = |inside: &&[u8]| {
        looks_like_path(inside) && is_name_of_file(inside) && !inside.starts_with(b"/")
    };
    inside.filter(is_file).unwrap_or(text)
}

/// Reads a path with a remark beside it: `a.rs (new)`, and in a title `a.rs - the rates`, `Step 1: a.rs`.
fn remarked(text: &[u8], is_title: bool) -> Option<Spelt> {
    let in_pair = |open: &str, close: &str| {
        let text = text.strip_suffix(close.as_bytes())?;
        text.rsplit_once_str(open)
    };
    if let Some((before, inside)) = in_pair("(", ")").or_else(|| in_pair(" [", "]")) {
        let spelt = located(undecorated(before))?;
        let remark = said_by(inside);
        return Some(Spelt { remark, ..spelt });
    }
    let signs = [(1, " — "), (1, " – "), (1, " - "), (0, ": ")];
    let mut signs = signs.iter();
    let parts = signs.find_map(|(rare, sign)| parted_by(text, *rare, sign))?;
    let sides = [(parts.0, parts.1), (parts.1, parts.0)];
    sides.into_iter().find_map(|(path, words)| {
        let spelt = located(undecorated(path)).filter(Spelt::is_of_file)?;
        let remark = said_by(words);
        let is_marked = remark == Purpose::Creates;
        // An address such as `/ping` is no second file.
        let is_bare = amid(words.as_bstr()).is_none_or(|other| !other.is_of_file());
        ((is_title || is_marked) && is_bare).then_some(Spelt { remark, ..spelt })
    })
}

/// Words beside which a remark that speaks of a change may say that there is none: `a.rs (no change needed)`.
const DENYING: &[&str] = &["no", "not", "don", "never", "without", "before", "be"];

/// Returns what a remark beside a path says.
fn said_by(remark: &[u8]) -> Purpose {
    let is_article = |word: &&[u8]| matches!(*word, b"a" | b"A" | b"the" | b"The");
    let first = remark
        .fields()
        .find(|word| !is_article(word))
        .unwrap_or_default();
    let first = first.trim_end_with(|c| c == ',');
    if first.eq_ignore_ascii_case(b"new") {
        return Purpose::Creates;
    }
    let words = prose::words(remark.as_bstr());
    if !words.iter().any(prose::asks_to_change) {
        return prose::purpose(remark.as_bstr());
    }
    let is_denied = |word: &BString| word.is_one_of(DENYING);
    if words.iter().any(is_denied) || remark.contains(&b'?') {
        return Purpose::Doubtful;
    }
    // `a.rs (with the call removed)` is changed, whatever else is named.
    let said = prose::purpose(remark.as_bstr());
    match matches!(said, Purpose::Shows | Purpose::Doubtful) {
        true => Purpose::Changes,
        false => said,
    }
}

/// Drops the number of a list item or a heading, or the box of a task: `2. `, `3) `, `[2] `, `[x] `.
fn without_number(text: &[u8]) -> &[u8] {
    if let Some(behind) = behind_mark(text) {
        return behind;
    }
    let digits = |text: &[u8]| text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let n_digits = digits(text);
    let rest = &text[n_digits..];
    // `2/3 · src/a.rs` is the second of three.
    let behind_total = || {
        let rest = rest.strip_prefix(b"/")?;
        let n_digits = digits(rest);
        let name = rest[n_digits..].strip_prefix(b" ")?;
        (n_digits > 0).then(|| without_pictures(name.trim_start_with(|c| "-:| ".contains(c))))
    };
    let behind = rest
        .strip_prefix(b". ")
        .or_else(|| rest.strip_prefix(b") "))
        .map(without_pictures)
        .or_else(behind_total);
    behind.filter(|_| n_digits > 0).unwrap_or(text)
}

/// Returns what is behind a number or a sign in brackets: `[2] `, `(1/3) `, `[ ] `.
fn behind_mark(text: &[u8]) -> Option<&[u8]> {
    let (mark, behind) = [("[", "] "), ("(", ") ")]
        .into_iter()
        .find_map(|(open, close)| text.strip_prefix(open.as_bytes())?.split_once_str(close))?;
    let is_number = |byte: &u8| byte.is_ascii_digit() || *byte == b'/';
    let is_mark = matches!(mark, b" " | b"x" | b"X") || mark.iter().all(is_number);
    (is_mark && !mark.is_empty()).then(|| without_pictures(behind))
}

/// Returns a line without the arrows and pictures before its name.
fn without_pictures(text: &[u8]) -> &[u8] {
    text.trimmed()
        .trim_start_with(|c| !c.is_ascii() && !c.is_alphanumeric())
        .trimmed()
}
