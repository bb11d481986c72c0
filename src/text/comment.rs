//! The signs with which comments begin, and in which files. A sign alone does not tell a comment from code: `;` begins one of
//! Lisp, and may be a line of its own in C.

use super::Trim;

/// The endings of files that have C's comments.
const LIKE_C: &[&str] = &[
    "c", "h", "cc", "cpp", "cxx", "hh", "hpp", "hxx", "ino", "cu", "java", "js", "jsx", "mjs",
    "cjs", "ts", "tsx", "mts", "cts", "cs", "go", "rs", "swift", "kt", "kts", "scala", "dart",
    "groovy", "gradle", "proto", "zig", "sol", "glsl", "vert", "frag", "wgsl", "prisma", "mm",
    "pug", "css", "scss", "sass", "less", "styl", "php", "vue", "svelte", "v", "sv", "svh", "tf",
    "asm", "s",
];

/// The endings of files in which `#` begins a comment.
const LIKE_SHELL: &[&str] = &[
    "py", "pyi", "rb", "sh", "bash", "zsh", "fish", "pl", "pm", "yaml", "yml", "toml", "ex", "exs",
    "nim", "mk", "cmake", "coffee", "gemspec", "rake", "bzl", "ru", "php", "graphql", "graphqls",
    "nix", "jl", "ps1", "psm1", "cr", "tcl", "r", "R", "awk", "tf", "tfvars", "hcl", "ini", "asm",
    "s",
];

const LISPS: &[&str] = &[
    "clj", "cljc", "cljs", "edn", "el", "lisp", "scm", "rkt", "fnl",
];

/// Where a sign by itself tells a comment from code, whatever the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Alone {
    /// Everywhere.
    Always,
    /// With a blank behind it: without, it also begins code, as `--` does in a style sheet and `#` above a C function.
    BeforeBlank,
    /// Nowhere: it begins something else in other languages.
    Never,
}

/// A sign that begins a comment.
struct Row {
    sign: &'static str,
    alone: Alone,
    /// The endings of files in which it does.
    endings: &'static [&'static [&'static str]],
}

const fn row(sign: &'static str, alone: Alone, endings: &'static [&'static [&'static str]]) -> Row {
    Row {
        sign,
        alone,
        endings,
    }
}

/// Makes the row of a sign that begins something else in most languages.
const fn rare(sign: &'static str, endings: &'static [&'static [&'static str]]) -> Row {
    row(sign, Alone::Never, endings)
}

/// Common signs. A file whose ending is in no row here may have any of them.
const PLAIN: &[Row] = &[
    row(
        "//",
        Alone::Always,
        &[LIKE_C, &["astro", "fs", "fsx", "pas"]],
    ),
    row("/*", Alone::Always, &[LIKE_C, &["sql", "rex"]]),
    row("{/*", Alone::Always, &[&["js", "jsx", "ts", "tsx"]]),
    row("#", Alone::BeforeBlank, &[LIKE_SHELL]),
    row(
        "--",
        Alone::BeforeBlank,
        &[&[
            "sql", "lua", "hs", "elm", "adb", "ads", "vhd", "vhdl", "purs", "dhall", "applescript",
        ]],
    ),
    row(
        "<!--",
        Alone::Always,
        &[&[
            "html", "htm", "xhtml", "xml", "xsl", "xslt", "svg", "vue", "svelte", "astro",
            "csproj", "fsproj", "vbproj", "xaml", "axaml", "plist", "resx", "hbs", "ejs", "erb",
            "cshtml", "razor", "jsp", "php", "twig", "njk", "liquid",
        ]],
    ),
    row(
        ";",
        Alone::BeforeBlank,
        &[
            LISPS,
            &["asm", "s", "ini", "lsp", "ll", "ahk", "nsi", "iss"],
        ],
    ),
    row("%", Alone::BeforeBlank, &[&["tex", "sty", "erl", "hrl"]]),
    row(
        "(*",
        Alone::Never,
        &[&["v", "ml", "mli", "fs", "fsx", "fsi", "pas", "sml", "thy"]],
    ),
    row(
        "\"\"\"",
        Alone::Never,
        &[&["py", "pyi", "ex", "exs", "jl", "graphql", "graphqls"]],
    ),
];

/// Signs that begin something else in most languages.
const RARE: &[Row] = &[
    rare("'''", &[&["py", "pyi"]]),
    rare("{{/*", &[&["yaml", "yml", "tpl", "tmpl", "gotmpl", "html"]]),
    rare("{{!--", &[&["hbs", "handlebars", "html"]]),
    rare("{{!", &[&["hbs", "handlebars", "mustache", "html"]]),
    rare(
        "{-",
        &[&["hs", "lhs", "elm", "purs", "idr", "agda", "dhall"]],
    ),
    rare("{#", &[&["j2", "jinja", "jinja2", "twig", "html", "njk"]]),
    rare("<%--", &[&["jsp", "aspx", "ascx"]]),
    rare("<%#", &[&["erb", "ejs", "eex", "heex"]]),
    rare("<#", &[&["ps1", "psm1"]]),
    rare("\" ", &[&["vim"]]),
    rare("' ", &[&["vb", "vbs", "bas"]]),
    rare("! ", &[&["f", "f90", "f95", "f03", "f08"]]),
    rare(".. ", &[&["rst"]]),
    rare(":: ", &[&["bat", "cmd"]]),
    rare("REM ", &[&["bat", "cmd", "bas"]]),
    rare("@REM ", &[&["bat", "cmd"]]),
    rare("rem ", &[&["bat", "cmd", "bas"]]),
    rare("dnl ", &[&["m4", "ac"]]),
    rare(";;", &[LISPS]),
    rare("%%", &[&["erl", "hrl", "tex", "sty"]]),
    rare("#=", &[&["jl"]]),
    rare("#|", &[&["rkt", "lisp", "scm"]]),
    rare("--[[", &[&["lua"]]),
    rare("///", &[&["dart", "rs", "cs", "fs", "swift"]]),
    rare("/*!", &[&["css", "scss", "js", "ts"]]),
    rare("@*", &[&["cshtml", "razor"]]),
];

/// What ends comments of any of these signs.
const ENDS: &[&str] = &[
    "*/}}", "--}}", "}}", "--%>", "%>", "-->", "*/}", "*/", "*)", "\"\"\"", "'''", "-}", "#}",
    "#>", "]]", "|#", "=#", "*@",
];

/// The bytes with which signs begin: by its first byte alone nearly every line of code is told from a comment.
static FIRST: [bool; 256] = with_first(RARE, with_first(PLAIN, [false; 256]));

const fn with_first(rows: &[Row], mut first: [bool; 256]) -> [bool; 256] {
    let mut at = 0;
    while at < rows.len() {
        first[rows[at].sign.as_bytes()[0] as usize] = true;
        at += 1;
    }
    first
}

/// Returns the rows of signs that a text begins with, each with the text behind the sign.
fn signs_at_start<'a>(
    text: &'a [u8],
    rows: &'static [Row],
) -> impl Iterator<Item = (&'a [u8], &'static Row)> {
    let may_begin = text.first().is_some_and(|byte| FIRST[usize::from(*byte)]);
    let rows = if may_begin { rows } else { &[] };
    let behind = move |row: &'static Row| Some((text.strip_prefix(row.sign.as_bytes())?, row));
    rows.iter().filter_map(behind)
}

/// Returns whether text, without the space around it, begins as comments do in some language.
pub fn is_comment(text: &[u8]) -> bool {
    is_plain(text) || is_rare(text)
}

/// Returns whether text begins with a sign that begins a comment in many languages.
pub fn is_plain(text: &[u8]) -> bool {
    signs_at_start(text, PLAIN).next().is_some()
}

/// Returns whether text begins with a sign that begins something else than a comment in most languages.
pub fn is_rare(text: &[u8]) -> bool {
    signs_at_start(text, RARE).next().is_some()
}

/// Returns whether text begins with a plain sign that is no part of code.
pub fn is_apart(text: &[u8]) -> bool {
    let is_apart = |(behind, row): (&[u8], &Row)| match row.alone {
        Alone::Always => true,
        Alone::BeforeBlank => {
            let n_signs = behind.iter().take_while(|byte| **byte == text[0]).count();
            behind[n_signs..].starts_with(b" ")
        }
        Alone::Never => false,
    };
    signs_at_start(text, PLAIN).any(is_apart)
}

/// Returns whether text may go on a comment of several lines, or end it: `* so`, `*/`.
pub fn is_further_line(text: &[u8]) -> bool {
    text.starts_with(b"* ") || text.starts_with(b"*/")
}

/// Returns what is behind each sign that text may begin with. A sign that begins something else in most languages goes before
/// the plain ones that it begins with.
pub fn behind_sign(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let rows = if is_rare(text) { RARE } else { PLAIN };
    signs_at_start(text, rows).map(|(behind, _)| behind)
}

/// Returns whether the sign that text begins with begins a comment in a file of this ending.
pub fn is_of_ending(text: &[u8], ending: Option<&[u8]>) -> bool {
    let has = |row: &Row| {
        let mut endings = row.endings.iter().copied().flatten();
        ending.is_some_and(|ending| endings.any(|it| it.as_bytes() == ending))
    };
    let mut with_sign = signs_at_start(text, PLAIN).chain(signs_at_start(text, RARE));
    let is_known = PLAIN.iter().any(has);
    with_sign.any(|(_, row)| has(row)) || !is_known && is_plain(text) && !is_rare(text)
}

/// Returns text without what ends a comment, and the space there.
pub fn without_end(text: &[u8]) -> &[u8] {
    let mut text = text.trimmed();
    for end in ENDS {
        text = text.strip_suffix(end.as_bytes()).unwrap_or(text).trimmed();
    }
    text
}
