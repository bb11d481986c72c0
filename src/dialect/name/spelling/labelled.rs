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

/// The endings of files in C and in the languages that write their comments as C does.
const LIKE_C: &[&str] = &[
    "c", "h", "cc", "cpp", "cxx", "hh", "hpp", "hxx", "ino", "cu", "java", "js", "jsx", "mjs",
    "cjs", "ts", "tsx", "mts", "cts", "cs", "go", "rs", "swift", "kt", "kts", "scala", "dart",
    "groovy", "gradle", "proto", "zig", "sol", "glsl", "vert", "frag", "wgsl", "prisma", "mm",
    "pug",
];

/// The endings of files in which `#` begins a comment.
const LIKE_SHELL: &[&str] = &[
    "py", "pyi", "rb", "sh", "bash", "zsh", "fish", "pl", "pm", "yaml", "yml", "toml", "ex", "exs",
    "nim", "mk", "cmake", "coffee", "gemspec", "rake", "bzl", "ru",
];

/// The signs that begin a comment, each with the endings of files in which it does. The first [`N_PLAIN`] begin one in files of
/// endings that have no row among these, too; the others begin something else in most languages.
const SIGNS: &[(&str, &[&str])] = &[
    ("//", LIKE_C),
    (
        "//",
        &[
            "css", "scss", "sass", "less", "styl", "php", "vue", "svelte", "astro", "fs", "fsx",
            "v", "sv", "svh", "pas", "tf", "asm", "s",
        ],
    ),
    ("/*", LIKE_C),
    (
        "/*",
        &[
            "css", "scss", "sass", "less", "styl", "php", "vue", "svelte", "sql", "v", "sv", "svh",
            "tf", "rex", "asm", "s",
        ],
    ),
    ("{/*", &["js", "jsx", "ts", "tsx"]),
    ("#", LIKE_SHELL),
    (
        "#",
        &[
            "php", "graphql", "graphqls", "nix", "jl", "ps1", "psm1", "cr", "tcl", "r", "R", "awk",
            "tf", "tfvars", "hcl", "ini", "asm", "s",
        ],
    ),
    (
        "--",
        &[
            "sql",
            "lua",
            "hs",
            "elm",
            "adb",
            "ads",
            "vhd",
            "vhdl",
            "purs",
            "dhall",
            "applescript",
        ],
    ),
    (
        "<!--",
        &[
            "html", "htm", "xhtml", "xml", "xsl", "xslt", "svg", "vue", "svelte", "astro",
            "csproj", "fsproj", "vbproj", "xaml", "axaml", "plist", "resx", "hbs", "ejs", "erb",
            "cshtml", "razor", "jsp", "php", "twig", "njk", "liquid",
        ],
    ),
    (
        ";",
        &[
            "asm", "s", "ini", "lisp", "lsp", "el", "clj", "cljs", "cljc", "edn", "scm", "rkt",
            "fnl", "ll", "ahk", "nsi", "iss",
        ],
    ),
    ("%", &["tex", "sty", "erl", "hrl"]),
    (
        "(*",
        &["v", "ml", "mli", "fs", "fsx", "fsi", "pas", "sml", "thy"],
    ),
    (
        "\"\"\"",
        &["py", "pyi", "ex", "exs", "jl", "graphql", "graphqls"],
    ),
    ("{{/*", &["yaml", "yml", "tpl", "tmpl", "gotmpl", "html"]),
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
const N_PLAIN: usize = 13;

/// Returns whether a line is a comment in some language.
pub(in crate::dialect) fn is_comment(line: &BStr) -> bool {
    begun(line, &SIGNS[..N_PLAIN]).next().is_some()
}

/// Returns the signs of `signs` that a line begins with, each with the text behind it, and the endings.
fn begun<'a>(
    line: &'a BStr,
    signs: &'static [(&'static str, &'static [&'static str])],
) -> impl Iterator<Item = (&'a [u8], &'static [&'static str])> {
    let text = line.trimmed();
    let begun = move |row: &'static (&'static str, &'static [&'static str])| {
        Some((text.strip_prefix(row.0.as_bytes())?, row.1))
    };
    signs.iter().filter_map(begun)
}

/// Returns whether the sign that a line begins with begins a comment in the file at `path`.
pub(in crate::dialect) fn is_comment_of(line: &BStr, path: &BStr) -> bool {
    let name = path
        .rsplit_once_str("/")
        .map_or(path.as_bytes(), |(_, name)| name);
    // `.env` is all name.
    let end = name
        .rsplit_once_str(".")
        .filter(|(stem, _)| !stem.is_empty());
    let has_ending = |endings: &[&str]| {
        end.is_some_and(|(_, end)| endings.iter().any(|it| end == it.as_bytes()))
    };
    let is_known = SIGNS[..N_PLAIN].iter().any(|row| has_ending(row.1));
    let is_plain = is_comment(line) && !is_odd_comment(line);
    begun(line, SIGNS).any(|(_, endings)| has_ending(endings)) || !is_known && is_plain
}

/// Reads a comment that holds nothing but the path of a file: `// src/a.ts`, `<!-- a.html -->`.
pub(in crate::dialect) fn comment(line: &BStr) -> Option<Spelt> {
    let is_heading = line.trimmed().starts_with(b"##");
    let read = |inside: &[u8]| {
        let is_sign = |c| matches!(c, ' ' | '*' | ';' | '%') || is_heading && c == '#';
        alone_in_comment(inside.trim_start_with(is_sign))
    };
    // A sign that begins something else elsewhere is one of a comment only in files that have it.
    let is_odd = is_odd_comment(line);
    let signs = match is_odd {
        true => &SIGNS[N_PLAIN..],
        false => &SIGNS[..N_PLAIN],
    };
    let mut spelt = begun(line, signs).filter_map(|(inside, _)| read(inside));
    spelt.find(|spelt| !is_odd || is_comment_of(line, spelt.path.as_bstr()))
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

/// Returns whether a line begins with a sign that begins something else than a comment in most languages.
pub(in crate::dialect) fn is_odd_comment(line: &BStr) -> bool {
    begun(line, &SIGNS[N_PLAIN..]).next().is_some()
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
