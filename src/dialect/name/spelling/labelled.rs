//! A path behind a label (`File: a.rs`), or in a comment in the first line of a block.

use bstr::{BStr, ByteSlice};

use super::{Spelt, located, parted_by, undecorated};
use crate::dialect::words::prose;
use crate::dialect::words::purpose::Purpose;
use crate::text::Trim;

/// Returns what stands behind `filepath:` and its like, and what the label says.
pub(super) fn behind_label(text: &[u8]) -> Option<(Purpose, &[u8])> {
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

/// Signs that begin a comment in some languages and something else in others, each with the endings of its files.
const OTHER_SIGNS: &[(&str, &[&str])] = &[
    (
        "{{/*",
        &["yaml", "yml", "tpl", "tmpl", "gotmpl", "txt", "html"],
    ),
    ("{{!--", &["hbs", "handlebars", "html"]),
    ("{{!", &["hbs", "handlebars", "mustache", "html"]),
    ("{-", &["hs", "lhs", "elm", "purs", "idr", "agda", "dhall"]),
    ("{#", &["j2", "jinja", "jinja2", "twig", "html", "njk"]),
    ("<%--", &["jsp", "aspx", "ascx"]),
    ("<%#", &["erb", "ejs", "eex", "heex"]),
    ("<#", &["ps1", "psm1"]),
    ("\" ", &["vim"]),
    ("' ", &["vb", "vbs", "bas"]),
    ("! ", &["f", "f90", "f95", "f03", "f08"]),
    (".. ", &["rst"]),
    (":: ", &["bat", "cmd"]),
    ("REM ", &["bat", "cmd", "bas"]),
    ("@REM ", &["bat", "cmd"]),
    ("rem ", &["bat", "cmd", "bas"]),
    ("dnl ", &["m4", "ac"]),
    (
        ";;",
        &[
            "clj", "cljc", "cljs", "edn", "el", "lisp", "scm", "rkt", "fnl",
        ],
    ),
    ("%%", &["erl", "hrl", "tex", "sty"]),
    ("#=", &["jl"]),
    ("#|", &["rkt", "lisp", "scm"]),
    ("--[[", &["lua"]),
    ("///", &["dart", "rs", "cs", "fs", "swift"]),
    ("/*!", &["css", "scss", "js", "ts"]),
];

/// Returns the text behind such a sign, and the endings.
fn behind_other_sign(line: &BStr) -> Option<(&[u8], &'static [&'static str])> {
    let text = line.trimmed();
    let mut signs = OTHER_SIGNS.iter();
    signs.find_map(|(sign, endings)| Some((text.strip_prefix(sign.as_bytes())?, *endings)))
}

/// Returns whether a line is a comment in some language.
pub(in crate::dialect) fn is_comment(line: &BStr) -> bool {
    behind_comment_sign(line).is_some()
}

/// Reads a comment that holds nothing but the path of a file: `// src/a.ts`, `<!-- a.html -->`.
pub(in crate::dialect) fn comment(line: &BStr) -> Option<Spelt> {
    if let Some((inside, endings)) = behind_other_sign(line) {
        let inside = inside.trim_start_with(|c| matches!(c, ' ' | ';' | '%'));
        let has_ending = |spelt: &Spelt| {
            let end = spelt.path.rsplit_once_str(".").map(|(_, end)| end);
            end.is_some_and(|end| endings.iter().any(|it| end == it.as_bytes()))
        };
        return alone_in_comment(inside).filter(has_ending);
    }
    let inside = behind_comment_sign(line)?;
    let is_heading = line.trimmed().starts_with(b"##");
    let is_sign = |c| matches!(c, ' ' | '*') || is_heading && c == '#';
    alone_in_comment(inside.trim_start_with(is_sign))
}

fn alone_in_comment(inside: &[u8]) -> Option<Spelt> {
    let inside = undecorated(without_comment_end(inside));
    let inside = match inside
        .strip_suffix(b")")
        .and_then(|it| it.rsplit_once_str("("))
    {
        Some((before, _)) => undecorated(before),
        None => inside,
    };
    located(inside).filter(|spelt| spelt.is_of_file() && !spelt.path.contains(&b' '))
}

/// Returns whether a line is a comment by a sign that begins something else in most languages.
pub(in crate::dialect) fn is_odd_comment(line: &BStr) -> bool {
    behind_other_sign(line).is_some()
}

fn without_comment_end(text: &[u8]) -> &[u8] {
    const CLOSERS: &[&str] = &[
        "*/}}", "--}}", "}}", "--%>", "%>", "-->", "*/}", "*/", "*)", "\"\"\"", "-}", "#}", "#>",
        "]]", "|#", "=#",
    ];
    let mut text = text.trimmed();
    for close in CLOSERS {
        text = text
            .strip_suffix(close.as_bytes())
            .unwrap_or(text)
            .trimmed();
    }
    text
}
