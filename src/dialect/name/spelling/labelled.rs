//! A path behind a label (`File: a.rs`), or in a comment in the first line of a block.

use bstr::{BStr, ByteSlice};

use super::{Spelt, located, parted_by, undecorated};
use crate::dialect::words::prose;
use crate::dialect::words::purpose::Purpose;
use crate::text::{OneOf, Trim, comment, path};

/// Returns what stands behind `filepath:` and its like, and what the label says.
pub(super) fn behind_label(text: &[u8]) -> Option<(Purpose, &[u8])> {
    const LABELS: &[&[u8]] = &[
        b"file", b"filename", b"filepath", b"path", b"file path", b"file name", b"new file",
        b"new", b"create", b"created", b"add", b"update", b"updated", b"updated file",
        b"update file", b"modified", b"modified file", b"modify", b"changed file", b"edit",
    ];
    /// The same in other languages, and those of them that say that the file is new.
    const FOREIGN: &[&str] = &[
        "datei", "fichier", "archivo", "fichero", "arquivo", "ficheiro", "bestand", "plik", "файл",
        "文件", "ファイル", "파일",
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
    let is_of = |labels: &[&str]| label.is_one_of(labels);
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
        "#!", "<?", "<!doctype", "'use ", "\"use ", "# -*-", "# coding", "# vim:",
        "# frozen_string", "// @ts-", "/* eslint", "// eslint", "# pylint", "# type:", "# ruff:",
        "// swift-tools",
    ];
    let text = line.trim().to_ascii_lowercase();
    let is_doc = |quote: &str| {
        let quote = quote.as_bytes();
        text.len() > 2 * quote.len() && text.starts_with(quote) && text.ends_with(quote)
    };
    text.begins_with_one_of(STARTS) || is_doc("\"\"\"") || is_doc("'''")
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
    located(comment::without_end(path))
}

/// Returns whether the sign that a line begins with begins a comment in the file at `path`.
pub(in crate::dialect) fn is_comment_of(line: &BStr, path: &BStr) -> bool {
    comment::is_of_ending(line.trimmed(), path::extension(path))
}

/// Reads a comment that holds nothing but the path of a file: `// src/a.ts`, `<!-- a.html -->`.
pub(in crate::dialect) fn path_in_comment(line: &BStr) -> Option<Spelt> {
    let is_heading = line.trimmed().starts_with(b"##");
    let read = |inside: &[u8]| {
        let is_sign = |c| matches!(c, ' ' | '*' | ';' | '%') || is_heading && c == '#';
        alone_in_comment(inside.trim_start_with(is_sign))
    };
    let mut spelt = comment::behind_sign(line.trimmed()).filter_map(read);
    // A sign that begins something else elsewhere is one of a comment only in files that have it.
    let is_rare = has_rare_sign(line);
    spelt.find(|spelt| !is_rare || is_comment_of(line, spelt.path.as_bstr()))
}

fn alone_in_comment(inside: &[u8]) -> Option<Spelt> {
    let inside = undecorated(comment::without_end(inside));
    let inside = match inside
        .strip_suffix(b")")
        .and_then(|it| it.rsplit_once_str("("))
    {
        Some((before, _)) => undecorated(before),
        None => inside,
    };
    located(inside).filter(|spelt| spelt.is_of_file() && !spelt.path.contains(&b' '))
}

/// Returns whether a line begins with a sign that begins something else than a comment in most languages.
pub(in crate::dialect) fn has_rare_sign(line: &BStr) -> bool {
    comment::is_rare(line.trimmed())
}
