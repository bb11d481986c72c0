//! Paths as people write them: decorated, labelled, amid a sentence, and with the place in the file that is cited.

use std::borrow::Cow;

use bstr::{BStr, BString, ByteSlice};

use super::cited::{Cited, cited_in_words, cut_place};
use super::shape::{self, BARE_NAMES, looks_like_path};
use crate::dialect::diff::file_name;
use crate::dialect::words::file_ending;
use crate::dialect::words::prose;
use crate::dialect::words::purpose::Purpose;
use crate::text::Trim;

/// A path as it is written somewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::dialect) struct Spelt {
    /// The path without its decoration.
    pub(in crate::dialect) path: BString,
    /// The place in the file that is named with it.
    pub(in crate::dialect) cited: Option<Cited>,
    /// What a label before it or a remark behind it says: `New file: a.rs`, `a.rs (unchanged)`.
    pub(in crate::dialect) remark: Purpose,
    /// Whether other files are named with it, as much as this one.
    pub(in crate::dialect) is_one_of_several: bool,
}

impl Spelt {
    fn plain(path: &[u8]) -> Spelt {
        Spelt {
            path: path.into(),
            cited: None,
            remark: Purpose::Silent,
            is_one_of_several: false,
        }
    }

    /// Returns whether it is plainly the name of a file, and not of something else that is spelt like a path.
    pub(in crate::dialect) fn is_of_file(&self) -> bool {
        is_name_of_file(&self.path)
    }
}

/// Returns whether a path is plainly that of a file.
pub(in crate::dialect) fn is_name_of_file(path: &[u8]) -> bool {
    let name = path.rsplit_str("/").next().unwrap_or(path);
    let is_hidden = name.len() > 2 && name.starts_with(b".");
    !file_ending::is_product(path)
        && (file_ending::is_known(path) || is_hidden || shape::is_bare_name(name))
}

/// Returns whether a name in a sentence is plainly that of a file.
pub(in crate::dialect) fn is_name_of_file_in_text(name: &BStr) -> bool {
    looks_like_path(name) && is_name_of_file(name.trim_with(|c| matches!(c, '*' | '_')))
}

/// Reads the name of a file as one of several that are named together.
pub(in crate::dialect) fn one_of_several(name: &BStr) -> Option<Spelt> {
    let spelt = located(undecorated(name))?;
    Some(Spelt {
        is_one_of_several: true,
        ..spelt
    })
}

/// Returns whether a line may stand above a part in what wraps it, and belong to neither: it is blank, a comment or a path.
pub(in crate::dialect) fn is_aside(line: &BStr) -> bool {
    let text = line.trimmed();
    let signs = ["//", "#", "/*", "<!--", "--", ";", "%"];
    text.is_empty()
        || signs.iter().any(|sign| text.starts_with(sign.as_bytes()))
        || alone(line).is_some()
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
    let is_closed = CLOSES.iter().any(|close| line.ends_with(close.as_bytes()));
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

/// Returns a line without the tags and links that only say how it looks: `<b>a.rs</b>`, `[a.rs](src/a.rs)`. A link to a file
/// names that file.
fn unmarked(line: &BStr) -> Cow<'_, BStr> {
    let has = |sign: &str| find_sign(line, 0, sign).is_some();
    if !has("](") && !has("</") {
        return Cow::Borrowed(line);
    }
    let mut out = BString::default();
    let mut rest: &[u8] = line;
    while let Some(at) = rest.find_byteset(b"<[") {
        out.extend_from_slice(&rest[..at]);
        rest = &rest[at..];
        let read = tag_of_looks(rest).or_else(|| link(rest));
        let (text, length) = read.unwrap_or((rest[..1].into(), 1));
        out.extend_from_slice(&text);
        rest = &rest[length..];
    }
    out.extend_from_slice(rest);
    Cow::Owned(out)
}

/// Reads a tag that says how a text looks: the text that replaces it, and the length of the tag.
fn tag_of_looks(text: &[u8]) -> Option<(BString, usize)> {
    const LOOKS: &[&str] = &[
        "b", "big", "br", "details", "div", "em", "h1", "h2", "h3", "h4", "h5", "h6", "i", "kbd",
        "p", "samp", "small", "span", "strong", "summary", "tt", "u",
    ];
    let end = text.find_byte(b'>')?;
    let name = text[1..end].trim_start_with(|c| c == '/');
    let name = name.split(|byte| !byte.is_ascii_alphanumeric()).next()?;
    if name == b"code" {
        return Some(("`".into(), end + 1));
    }
    let is_of_looks = LOOKS.iter().any(|it| name == it.as_bytes());
    is_of_looks.then(|| (BString::default(), end + 1))
}

/// Reads a link: its target in backticks where that is a file beside the reply, or else its text.
fn link(text: &[u8]) -> Option<(BString, usize)> {
    let (inside, behind) = text.strip_prefix(b"[")?.split_once_str("](")?;
    let length = inside.len() + behind.find_byte(b')')? + 4;
    let target = behind.split_once_str(")")?.0;
    let target = target.strip_prefix(b"./").unwrap_or(target);
    let (path, _) = cut_place(target);
    let is_file = looks_like_path(path) && is_name_of_file(path) && !path.starts_with(b"/");
    let text = match is_file {
        true => [b"`", target, b"`"].concat().into(),
        false => inside.into(),
    };
    (!inside.contains(&b'[')).then_some((text, length))
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
    let is_denied = |word: &BString| DENYING.iter().any(|it| word == it.as_bytes());
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

/// Returns what stands behind `filepath:` and its like, and what the label says.
fn behind_label(text: &[u8]) -> Option<(Purpose, &[u8])> {
    const LABELS: &[&[u8]] = &[
        b"file",
        b"filename",
        b"filepath",
        b"path",
        b"file path",
        b"file name",
        b"new file",
        b"new",
        b"create",
        b"created",
        b"add",
        b"update",
        b"updated",
        b"updated file",
        b"update file",
        b"modified",
        b"modified file",
        b"modify",
        b"changed file",
        b"edit",
    ];
    /// The same in other languages, and those of them that say that the file is new.
    const FOREIGN: &[&str] = &[
        "datei",
        "fichier",
        "archivo",
        "fichero",
        "arquivo",
        "ficheiro",
        "bestand",
        "plik",
        "файл",
        "文件",
        "ファイル",
        "파일",
    ];
    const FOREIGN_NEW: &[&str] = &[
        "neue datei",
        "nouveau fichier",
        "nuevo archivo",
        "novo arquivo",
        "nieuw bestand",
        "nowy plik",
        "новый файл",
        "新文件",
        "新規ファイル",
        "새 파일",
    ];
    /// No label is longer, in whatever letters.
    const N_LONGEST: usize = 100;
    let halves = parted_by(text, 0, ":").or_else(|| parted_by(text, 0, "："));
    let (label, rest) = halves?;
    let label = undecorated(label);
    if label.len() > N_LONGEST {
        return None;
    }
    let label = label.to_lowercase();
    let is_of = |labels: &[&str]| labels.iter().any(|it| it.as_bytes() == &label[..]);
    if is_of(FOREIGN) || is_of(FOREIGN_NEW) {
        let purpose = match is_of(FOREIGN_NEW) {
            true => Purpose::Creates,
            false => Purpose::Silent,
        };
        return Some((purpose, undecorated(rest)));
    }
    LABELS.contains(&&label[..]).then(|| {
        let purpose = match &label[..] {
            b"new" | b"new file" => Purpose::Creates,
            _ => prose::purpose(label.as_bstr()),
        };
        (purpose, undecorated(rest))
    })
}

/// Returns whether a line must stand above all else in its file, or is one of those that do: `#!/bin/sh`, `<?php`,
/// `# -*- coding: utf-8 -*-`, `'use strict'`, a line that says what the module is.
pub(in crate::dialect) fn stands_first(line: &BStr) -> bool {
    const STARTS: &[&str] = &[
        "#!",
        "<?",
        "<!doctype",
        "'use ",
        "\"use ",
        "# -*-",
        "# coding",
        "# vim:",
        "# frozen_string",
        "// @ts-",
        "/* eslint",
        "// eslint",
        "# pylint",
        "# type:",
        "# ruff:",
        "// swift-tools",
    ];
    let text = line.trim().to_ascii_lowercase();
    let is_doc = |quote: &str| {
        let quote = quote.as_bytes();
        text.len() > 2 * quote.len() && text.starts_with(quote) && text.ends_with(quote)
    };
    STARTS
        .iter()
        .any(|start| text.starts_with(start.as_bytes()))
        || is_doc("\"\"\"")
        || is_doc("'''")
}

/// Reads a comment that labels the path: `// filepath: src/a.rs`; and `%%writefile src/a.py`, by which a notebook writes the
/// rest of a cell.
pub(in crate::dialect) fn labelled(line: &BStr) -> Option<Spelt> {
    if let Some(path) = line.strip_prefix(b"%%writefile ") {
        return located(path.trimmed());
    }
    let text = line
        .trimmed()
        .trim_start_with(|c| matches!(c, '/' | '#' | '-' | '<' | '!' | '*' | ';' | '%' | ' '));
    let (_, path) = behind_label(text)?;
    located(without_comment_end(path))
}

/// Returns the text of a comment, behind its sign; `None` for a line that is no comment.
fn behind_comment_sign(line: &BStr) -> Option<&[u8]> {
    const OPENERS: &[&str] = &[
        "//", "#", "--", "<!--", "/*", ";", "%", "{/*", "(*", "\"\"\"",
    ];
    let text = line.trimmed();
    let mut openers = OPENERS.iter();
    openers.find_map(|open| text.strip_prefix(open.as_bytes()))
}

/// Returns whether a line is a comment in some language.
pub(in crate::dialect) fn is_comment(line: &BStr) -> bool {
    behind_comment_sign(line).is_some()
}

/// Reads a comment that holds nothing but the path of a file: `// src/a.ts`, `<!-- a.html -->`.
pub(in crate::dialect) fn comment(line: &BStr) -> Option<Spelt> {
    let inside = behind_comment_sign(line)?;
    let is_heading = line.trimmed().starts_with(b"##");
    let is_sign = |c| matches!(c, ' ' | '*') || is_heading && c == '#';
    let inside = without_comment_end(inside.trim_start_with(is_sign));
    let inside = undecorated(inside);
    let inside = match inside
        .strip_suffix(b")")
        .and_then(|it| it.rsplit_once_str("("))
    {
        Some((before, _)) => undecorated(before),
        None => inside,
    };
    located(inside).filter(|spelt| spelt.is_of_file() && !spelt.path.contains(&b' '))
}

fn without_comment_end(text: &[u8]) -> &[u8] {
    let mut text = text.trimmed();
    for close in ["-->", "*/}", "*/", "*)", "\"\"\""] {
        text = text
            .strip_suffix(close.as_bytes())
            .unwrap_or(text)
            .trimmed();
    }
    text
}

/// Reads the one path that a sentence names: in backticks or in bold, else as a plain word that can be nothing else. A
/// sentence that names several says nothing of which is meant.
pub(in crate::dialect) fn amid(line: &BStr) -> Option<Spelt> {
    // A path to be filled in: whether it is one is for a person to say.
    let behind = line.trimmed().strip_prefix(b"{{");
    if let Some(inside) = behind.and_then(|behind| behind.strip_suffix(b"}}")) {
        return located(inside.trimmed()).filter(Spelt::is_of_file);
    }
    let line = &*unmarked(line);
    let in_quotes = |quote: &str| {
        let parts: Vec<&[u8]> = line.split_str(quote).collect();
        // What stands behind a sign without its partner is not in quotes.
        let inside = parts.iter().skip(1).step_by(2).take((parts.len() - 1) / 2);
        let spaced = |part: &[u8]| {
            (quote == "`" && part.contains(&b' ') && is_one_name(part)).then(|| Spelt::plain(part))
        };
        one_of(inside.filter_map(|part| located(undecorated(part)).or_else(|| spaced(part))))
    };
    // An address in backticks is no name of a file, where another word is.
    let quoted: Vec<Spelt> = ["`", "**"].into_iter().filter_map(in_quotes).collect();
    let is_file = quoted.iter().position(Spelt::is_of_file).unwrap_or(0);
    let quoted = quoted.into_iter().nth(is_file).or_else(|| {
        let words = line.fields().map(|word| {
            word.trim_with(|c| "()[]\"'*:".contains(c))
                .trim_end_with(|c| ".,;!?：，。、；".contains(c))
        });
        let plain = words.filter_map(|word| located(undecorated(word)));
        one_of(plain.filter(Spelt::is_of_file))
    })?;
    let cited = quoted.cited.or_else(|| cited_in_words(line));
    Some(Spelt { cited, ..quoted })
}

/// Reads the one word of a sentence that is in backticks, and may be the name of a file without an ending: "And `gradlew`:".
pub(in crate::dialect) fn as_code(line: &BStr) -> Option<Spelt> {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    let mut parts = line.split_str("`");
    let (_, word, _) = (parts.next()?, parts.next()?, parts.next()?);
    let is_word = !word.is_empty() && word.iter().all(is_part) && parts.next().is_none();
    is_word.then(|| Spelt::plain(word))
}

/// Returns whether the words before a name may belong to it: `docs/My Notes.md` without backticks names no `Notes.md`.
fn is_end_of_spaced(before: &[&[u8]]) -> bool {
    let ends_plainly = |word: &[u8]| word.last().is_some_and(u8::is_ascii_alphanumeric);
    let is_part = |word: &&[u8]| word.contains(&b'/') || word[0].is_ascii_uppercase();
    let mut parts = before.iter().rev().copied();
    let begins = parts
        .by_ref()
        .take_while(|word| is_part(word) && ends_plainly(word))
        .find(|word| word.contains(&b'/'));
    begins.is_some_and(|word| !is_name_of_file(word) && looks_like_path(word))
}

/// Returns whether the name without backticks in a sentence may begin with the words before it: that of a document, where between
/// a word that asks for a file and the name are only words in capitals, or numbers, and no article: `Create My Notes.md`. Names of
/// code have no blanks: `Create API routes.py`.
pub(super) fn may_begin_earlier(line: &BStr, name: &BStr) -> bool {
    const CALLING: &[&[u8]] = &[b"file", b"called", b"named", b"titled", b"as"];
    let words: Vec<&[u8]> = line.fields().collect();
    let bare = |word: &'_ [u8]| undecorated(word.trim_end_with(|c| ".,;!?".contains(c))).to_vec();
    let Some(at) = words.iter().position(|word| bare(word) == name.as_bytes()) else {
        return false;
    };
    let is_part = |word: &&&[u8]| {
        let ends_plainly = word.last().is_some_and(u8::is_ascii_alphanumeric);
        let begins = word[0].is_ascii_uppercase() || word[0].is_ascii_digit();
        ends_plainly && (begins || word.contains(&b'/')) && !asks_for_file(word)
    };
    fn asks_for_file(word: &[u8]) -> bool {
        let is_calling = CALLING.iter().any(|it| word.eq_ignore_ascii_case(it));
        is_calling || prose::purpose(word.as_bstr()) == Purpose::Creates
    }
    let n_parts = words[..at].iter().rev().take_while(is_part).count();
    let lead = words[..at - n_parts].last();
    shape::is_document(name)
        && n_parts > 0
        && !words[at].contains(&b'`')
        && lead.is_some_and(|lead| asks_for_file(lead))
}

/// Reads the one word of a sentence that is spelt as a path with a folder, though files do not end so, with those that may
/// belong to it: "Create bin/tool:", "In docs/My Notes.md:".
pub(in crate::dialect) fn in_folder(line: &BStr) -> Option<Spelt> {
    let bare = |word: &'_ [u8]| {
        word.trim_end_with(|c| matches!(c, ':' | '.' | ','))
            .to_vec()
    };
    let words: Vec<&[u8]> = line.fields().collect();
    let mut found = (0..words.len()).filter(|at| words[*at].contains(&b'/'));
    let at = found.next().filter(|_| found.next().is_none())?;
    let ends =
        |end: &usize| is_name_of_file(&bare(words[*end])) && is_end_of_spaced(&words[..*end]);
    let end = (at + 1..words.len()).find(ends).unwrap_or(at);
    let spelt = located(&bare(words[at])).filter(|spelt| spelt.cited.is_none())?;
    Some(match end > at {
        true => Spelt::plain(&bare(&words[at..=end].join(&b' '))),
        false => spelt,
    })
}

/// Reads the folder that a sentence puts the file with this `name` into, right behind the name or at its beginning: "Create
/// `a.rs` in `src/lib/`", "In the `src/lib` folder, create `a.rs`".
pub(in crate::dialect) fn folder_of(line: &BStr, name: &[u8]) -> Option<BString> {
    const LEADING: &[&[u8]] = &[b"in", b"into", b"inside", b"under", b"within"];
    const BETWEEN: &[&[u8]] = &[b"the", b"your", b"our", b"a", b"new"];
    const NOUNS: &[&[u8]] = &[b"folder", b"directory", b"dir", b"subfolder", b"package"];
    /// A folder that is named first stands behind no more words.
    const N_WORDS_BEFORE: usize = 2;
    let bare = |word: &&[u8]| {
        word.trim_with(|c| matches!(c, '`' | '*' | '.' | ',' | ':'))
            .to_vec()
    };
    let words: Vec<&[u8]> = line.fields().collect();
    let is_of = |at: usize, set: &[&[u8]]| {
        let word = words.get(at).map(|word| bare(word).to_ascii_lowercase());
        word.is_some_and(|word| set.contains(&&word[..]))
    };
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-./@".contains(byte);
    let at_name = words.iter().position(|word| bare(word) == name)?;
    let folder = |lead: usize| {
        let at = (lead + 1..words.len()).find(|at| !is_of(*at, BETWEEN))?;
        let word = words[at].trim_with(|c| matches!(c, '`' | '*' | '.' | ',' | ':'));
        let path = word.strip_suffix(b"/").unwrap_or(word);
        let is_said = word.ends_with(b"/") || words[at].starts_with(b"`") && is_of(at + 1, NOUNS);
        let is_path = path.iter().all(is_part)
            && path.first().is_some_and(u8::is_ascii_alphanumeric)
            && !path.contains_str("..");
        (is_said && is_path).then(|| BString::from(path))
    };
    let is_lead = |at: &usize| is_of(*at, LEADING);
    let behind = Some(at_name + 1).filter(is_lead);
    let first = (0..at_name.min(N_WORDS_BEFORE + 1)).find(is_lead);
    behind.or(first).and_then(folder)
}

/// Returns whether a line says in which folder something lies: "In `src/lib/`:", "`a.rs`, next to `src/b.rs`"; or is one.
pub(in crate::dialect) fn says_folder(line: &BStr) -> bool {
    const LEADING: &[&str] = &[
        "in", "into", "inside", "under", "within", "im", "unter", "dans", "sous", "en", "dentro",
        "bajo", "nel", "sotto", "в", "在", "于",
    ];
    const BESIDE: &[&str] = &["alongside", "beside", "near", "neben"];
    const BETWEEN: &[&str] = &[
        "the", "your", "our", "a", "new", "to", "le", "la", "el", "de", "den", "der", "dem",
    ];
    let bare = |word: &[u8]| {
        let word =
            word.trim_with(|c| matches!(c, '`' | '*' | '#' | '.' | ',' | ':' | '：' | '(' | ')'));
        word.to_str_lossy().to_lowercase()
    };
    let words: Vec<String> = line
        .fields()
        .map(bare)
        .filter(|word| !word.is_empty())
        .collect();
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | '@');
    let is_path = |word: &str| {
        word.starts_with(char::is_alphanumeric) && word.chars().all(is_part) && word.contains('/')
    };
    let is_led = |at: usize| {
        let mut before = words[..at].iter().rev();
        let led = before.find(|word| !BETWEEN.contains(&&***word));
        let is_next_to = |word: &String| word == "next" && words[at - 1] == "to";
        let is_beside = |word: &String| BESIDE.contains(&&**word) || is_next_to(word);
        led.is_some_and(|word| match words[at].ends_with('/') {
            true => LEADING.contains(&&**word) || is_beside(word),
            false => is_beside(word),
        })
    };
    let is_alone = |at: usize| words.len() == 1 && words[at].ends_with('/');
    (0..words.len()).any(|at| is_path(&words[at]) && (is_alone(at) || is_led(at)))
}

/// Reads the files that a sentence names in backticks, each once.
pub(in crate::dialect) fn several(line: &BStr) -> Vec<Spelt> {
    let line = &*unmarked(line);
    let parts: Vec<&[u8]> = line.split_str("`").collect();
    let inside = parts.iter().skip(1).step_by(2).take((parts.len() - 1) / 2);
    let mut several: Vec<Spelt> = Vec::new();
    for spelt in inside.filter_map(|part| located(undecorated(part))) {
        if spelt.is_of_file() && !several.contains(&spelt) {
            several.push(spelt);
        }
    }
    several
}

/// Returns the only path among some: names of code such as `self.items` count only where no file is named.
fn one_of(spelt: impl Iterator<Item = Spelt>) -> Option<Spelt> {
    let all: Vec<Spelt> = spelt.collect();
    let has_files = all.iter().any(Spelt::is_of_file);
    let mut meant = all
        .into_iter()
        .filter(|spelt| !has_files || spelt.is_of_file());
    let first = meant.next()?;
    // A file named in full and then by its name alone is one.
    meant.try_fold(first, |one, other| {
        if is_end_of(&other.path, &one.path) {
            Some(one)
        } else {
            is_end_of(&one.path, &other.path).then_some(other)
        }
    })
}

/// Returns whether `name` is `path`, or its name without its folders.
pub(in crate::dialect) fn is_end_of(name: &[u8], path: &[u8]) -> bool {
    name == path
        || !name.contains(&b'/')
            && path
                .strip_suffix(name)
                .is_some_and(|folder| folder.ends_with(b"/"))
}

/// Returns whether one of two paths is the other, or its end from one of its folders on.
pub(in crate::dialect) fn is_same_end(one: &[u8], other: &[u8]) -> bool {
    let ends_so = |long: &[u8], end: &[u8]| {
        let before = long.strip_suffix(end.strip_prefix(b"./").unwrap_or(end));
        before.is_some_and(|before| before.is_empty() || before.ends_with(b"/"))
    };
    ends_so(one, other) || ends_so(other, one)
}

/// Names of attributes that give a fence its file.
const KEYS: &[&str] = &[
    "title", "filename", "file", "filepath", "path", "name", "src", "tangle",
];

/// Reads a path in a fence's info string: `` ```rust src/a.rs ``, `` ```rust:src/a.rs ``, `title="src/a.rs"`,
/// `{.python file=src/a.py}`, `[src/a.rs]`.
pub(in crate::dialect) fn in_info(info: &BStr) -> Option<Spelt> {
    if let Some(spelt) = spaced_in_info(info) {
        return Some(spelt);
    }
    let mut words = words_of_info(info).into_iter().enumerate();
    words.find_map(|(nth, word)| {
        // In braces, `.python` is a class.
        let is_class = word.starts_with(b"{.") || info.starts_with(b"{") && word.starts_with(b".");
        let bare =
            word.trim_with(|c| matches!(c, '{' | '}' | '[' | ']' | '(' | ')' | '<' | '>' | ','));
        // `[id].tsx` and `[slug]/page.tsx` are names that begin with a bracket.
        let word = match is_cut_in_brackets(bare) {
            true => word,
            false => bare,
        };
        if let Some((key, value)) = word.split_once_str("=") {
            return of_attribute(key, value);
        }
        let word = undecorated(word);
        // `rust:src/a.rs` names the language first, as `12:15:src/a.rs` does the lines.
        let behind_language = word.split_once_str(":").and_then(|(language, path)| {
            let is_number = language.iter().all(u8::is_ascii_digit);
            let is_language = !is_number && !looks_like_path(language);
            // A drive is followed by a path from its top.
            let is_drive = path.starts_with(b"/") || path.starts_with(b"\\");
            (is_language && !(language.len() == 1 && is_drive))
                .then(|| located(path))
                .flatten()
        });
        let spelt = behind_language
            .or_else(|| located(word))
            .filter(|_| !is_class)?;
        let has_shape = spelt.path.contains(&b'.')
            || spelt.path.contains(&b'/')
            || spelt.cited.is_some() && spelt.is_of_file()
            // `makefile Makefile`: the first word is the language.
            || nth > 0 && shape::is_bare_name(&spelt.path);
        let spaced = info.find(word).map(|begin| info[begin..].trimmed());
        let spaced = spaced.filter(|name| !spelt.is_of_file() && is_one_name(name));
        has_shape.then(|| spaced.map_or(spelt, Spelt::plain))
    })
}

/// Returns whether a text has one half of a pair of brackets without the other.
fn is_cut_in_brackets(text: &[u8]) -> bool {
    let pairs = [(b'[', b']'), (b'(', b')'), (b'{', b'}')];
    let count = |sign: u8| text.iter().filter(|byte| **byte == sign).count();
    pairs
        .into_iter()
        .any(|(open, close)| count(open) != count(close))
}

/// Returns the words of an info string; what quotes enclose is one.
fn words_of_info(info: &BStr) -> Vec<&[u8]> {
    let mut quote = None;
    let is_between = |byte: &u8| {
        match (quote, byte) {
            (Some(open), byte) if open == *byte => quote = None,
            (None, b'"' | b'\'') => quote = Some(*byte),
            (_, _) => {}
        }
        quote.is_none() && byte.is_ascii_whitespace()
    };
    info.split(is_between)
        .filter(|word| !word.is_empty())
        .collect()
}

/// Reads the path in an attribute of a fence. What is called otherwise may be of anything.
fn of_attribute(key: &[u8], value: &[u8]) -> Option<Spelt> {
    let key = key.rsplit_str(":").next()?.to_ascii_lowercase();
    let key = key.replace("_", "");
    let is_key = KEYS.iter().any(|it| key == it.as_bytes());
    let value = value.trim_with(|c| matches!(c, '"' | '\'' | '`'));
    let is_name = is_name_of_file(value) || value.contains(&b'/');
    is_key
        .then(|| located(value).or_else(|| is_name.then(|| Spelt::plain(value))))
        .flatten()
}

/// Reads `text:docs/My Notes.md`, whose name has blanks and a known ending.
fn spaced_in_info(info: &BStr) -> Option<Spelt> {
    let (language, name) = info.split_once_str(":")?;
    let is_language = language.iter().all(u8::is_ascii_alphanumeric) && !language.is_empty();
    let is_number = language.iter().all(u8::is_ascii_digit);
    let is_bare = shape::is_bare_name(name);
    let is_spaced = name.contains(&b' ') && is_one_name(name);
    (is_language && !is_number && (is_bare || is_spaced)).then(|| Spelt::plain(name))
}

/// Returns whether a text with blanks is the name of one file: its ending is a file's, and no word but the last has one.
fn is_one_name(text: &[u8]) -> bool {
    const N_WORDS: usize = 4;
    let words: Vec<&[u8]> = text.fields().collect();
    let Some((last, others)) = words.split_last() else {
        return false;
    };
    let is_part = |word: &&[u8]| !is_name_of_file(word) && !word.starts_with(b"-");
    words.len() <= N_WORDS
        && is_name_of_file(last)
        && !last.contains(&b'/')
        && others.iter().all(is_part)
        && text
            .iter()
            .all(|byte| byte.is_ascii_alphanumeric() || b" ()_-./+&',".contains(byte))
        && !prose::is_command(text.as_bstr())
        && !prose::purpose(text.as_bstr()).asks_for_a_change()
}

/// Reads a path with the place behind or before it: `a.rs:12`, `a.rs#L5-L9`, `12:15:a.rs`, `a.py::test`, `a.rs, line 3`.
fn located(text: &[u8]) -> Option<Spelt> {
    // What has blanks begins with a folder, and what has none ends before the first blank: nearly all sentences end here.
    let begin = text.iter().position(|byte| !b" \t`*\"'_".contains(byte));
    let first = text[begin.unwrap_or(text.len())..].split(|byte| *byte == b' ');
    let first = first.into_iter().next().unwrap_or_default();
    let is_bare = |name: &&[u8]| first.starts_with(name);
    if !first.iter().any(|byte| b"./\\:".contains(byte)) && !BARE_NAMES.iter().any(is_bare) {
        return None;
    }
    let (path, cited) = cut_place(text);
    let path = undecorated(path);
    // Chats mention a file so; a folder that begins with the sign is one of a package.
    let mentioned = path.strip_prefix(b"@").filter(|it| is_name_of_file(it));
    let is_in_folder = mentioned.is_some_and(|path| path.contains(&b'/'));
    let path = mentioned.filter(|_| !is_in_folder).unwrap_or(path);
    // Some systems part folders by backslashes.
    let is_of_backslashes = path.contains(&b'\\') && !path.contains(&b'/') && !path.contains(&b' ');
    let path = if is_of_backslashes && !path.contains(&b':') {
        path.replace("\\", "/")
    } else {
        path.to_vec()
    };
    looks_like_path(&path).then(|| Spelt {
        cited,
        ..Spelt::plain(&path)
    })
}

/// Returns where `sign` is first in a text; its byte `rare` is rarer there than the others. To prepare a search costs more than
/// to look through a line.
fn find_sign(text: &[u8], rare: usize, sign: &str) -> Option<usize> {
    let sign = sign.as_bytes();
    let begins = memchr::memchr_iter(sign[rare], text).filter_map(|at| at.checked_sub(rare));
    begins.into_iter().find(|at| text[*at..].starts_with(sign))
}

/// Returns what is before and behind the first `sign` in a text.
fn parted_by<'a>(text: &'a [u8], rare: usize, sign: &str) -> Option<(&'a [u8], &'a [u8])> {
    let at = find_sign(text, rare, sign)?;
    Some((&text[..at], &text[at + sign.len()..]))
}

pub(super) fn undecorated(text: &[u8]) -> &[u8] {
    let mut text = text.trimmed();
    loop {
        let before = text.len();
        text = text
            .trim_with(|c| matches!(c, '`' | '*' | '"' | '\'' | ' ' | '\t'))
            .trim_end_with(|c| matches!(c, ':' | '：'));
        let slanted = text
            .strip_prefix(b"_")
            .and_then(|rest| rest.strip_suffix(b"_"));
        text = slanted.unwrap_or(text);
        if text.len() == before {
            return text;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, path: &str, cited: Option<(usize, usize)>) {
        let spelt = alone(line.into()).or_else(|| amid(line.into()));
        let spelt = spelt.unwrap_or_else(|| panic!("no path: {line}"));
        assert_eq!(spelt.path, path, "{line}");
        let cited_lines = spelt.cited.map(|cited| match cited {
            Cited::Somewhere => (0, 0),
            Cited::Lines(span) => (span.start + 1, span.end),
        });
        assert_eq!(cited_lines, cited, "{line}");
    }

    #[test]
    fn a_path_is_read_without_its_decoration() {
        for line in [
            "src/a.rs",
            "`src/a.rs`",
            "**`src/a.rs`**:",
            "### 2. `src/a.rs`",
            "1. src/a.rs",
            "- `src/a.rs`:",
            "File: src/a.rs",
            "#### File: `src/a.rs`",
            "New file: src/a.rs",
            "### `src/a.rs` (new file)",
            "// filepath: src/a.rs",
            "Create src/a.rs:",
            "Then replace the body of `run()` in `src/a.rs` with:",
            "Change src/a.rs like this:",
        ] {
            check(line, "src/a.rs", None);
        }
    }

    #[test]
    fn what_a_label_and_quotes_enclose_is_a_path() {
        check("File: \"my notes\"", "my notes", None);
        check("File: \"a\\\"b\\303\\251\"", "a\"b\u{e9}", None);
        assert_eq!(alone(b"File: my notes".into()), None);
        assert_eq!(alone(b"my \"notes\"".into()), None);
    }

    #[test]
    fn a_place_behind_a_path_is_no_part_of_it() {
        for line in [
            "`src/a.rs:12`",
            "src/a.rs:12:4",
            "src/a.rs#L12",
            "`src/a.rs` (line 12)",
            "**src/a.rs:12**",
            "12:12:src/a.rs",
            "`src/a.rs`, line 12:",
            "src/a.rs:L12",
            "As `src/a.rs:12` shows,",
        ] {
            check(line, "src/a.rs", Some((12, 12)));
        }
        check("src/a.rs:12-20", "src/a.rs", Some((12, 20)));
        check("src/a.rs#L12-L20", "src/a.rs", Some((12, 20)));
        check("tests/test_a.py::test_b", "tests/test_a.py", Some((0, 0)));
    }

    #[test]
    fn what_is_no_path_is_not_read_as_one() {
        for line in [
            "Node.js",
            "### Client and/or server",
            "Version 1.2",
            "e.g. so",
            "https://a.b/c.js",
        ] {
            let spelt = alone(line.into()).or_else(|| amid(line.into()));
            assert!(spelt.is_none_or(|it| !it.is_of_file()), "{line}");
        }
        assert_eq!(amid("Move it from `a.rs` to `b.rs`:".into()), None);
    }
}
