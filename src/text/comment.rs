//! The signs with which comments begin, and in which files. A sign alone does not tell a comment from code: `;` begins one of
//! Lisp, and may be a line of its own in C.

use super::Trim;

/// The endings of files in C and in the languages that write their comments as C does.
const LIKE_C: &[&str] = &[
    "c", "h", "cc", "cpp", "cxx", "hh", "hpp", "hxx", "ino", "cu", "java", "js", "jsx", "mjs",
    "cjs", "ts", "tsx", "mts", "cts", "cs", "go", "rs", "swift", "kt", "kts", "scala", "dart",
    "groovy", "gradle", "proto", "zig", "sol", "glsl", "vert", "frag", "wgsl", "prisma", "mm",
    "pug",
];

/// The endings of files that have C's comments beside others of their own, or as a preprocessor leaves them.
const OFTEN_LIKE_C: &[&str] = &[
    "css", "scss", "sass", "less", "styl", "php", "vue", "svelte", "v", "sv", "svh", "tf", "asm",
    "s",
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

/// A sign that begins a comment, with the endings of files in which it does.
type Row = (&'static str, &'static [&'static [&'static str]]);

/// Signs that begin a comment in files of endings that have no row among these, too.
const PLAIN: &[Row] = &[
    (
        "//",
        &[LIKE_C, OFTEN_LIKE_C, &["astro", "fs", "fsx", "pas"]],
    ),
    ("/*", &[LIKE_C, OFTEN_LIKE_C, &["sql", "rex"]]),
    ("{/*", &[&["js", "jsx", "ts", "tsx"]]),
    ("#", &[LIKE_SHELL]),
    (
        "--",
        &[&[
            "sql", "lua", "hs", "elm", "adb", "ads", "vhd", "vhdl", "purs", "dhall", "applescript",
        ]],
    ),
    (
        "<!--",
        &[&[
            "html", "htm", "xhtml", "xml", "xsl", "xslt", "svg", "vue", "svelte", "astro",
            "csproj", "fsproj", "vbproj", "xaml", "axaml", "plist", "resx", "hbs", "ejs", "erb",
            "cshtml", "razor", "jsp", "php", "twig", "njk", "liquid",
        ]],
    ),
    (
        ";",
        &[
            LISPS,
            &["asm", "s", "ini", "lsp", "ll", "ahk", "nsi", "iss"],
        ],
    ),
    ("%", &[&["tex", "sty", "erl", "hrl"]]),
    (
        "(*",
        &[&["v", "ml", "mli", "fs", "fsx", "fsi", "pas", "sml", "thy"]],
    ),
    (
        "\"\"\"",
        &[&["py", "pyi", "ex", "exs", "jl", "graphql", "graphqls"]],
    ),
];

/// Signs that begin something else in most languages.
const RARE: &[Row] = &[
    ("'''", &[&["py", "pyi"]]),
    ("{{/*", &[&["yaml", "yml", "tpl", "tmpl", "gotmpl", "html"]]),
    ("{{!--", &[&["hbs", "handlebars", "html"]]),
    ("{{!", &[&["hbs", "handlebars", "mustache", "html"]]),
    (
        "{-",
        &[&["hs", "lhs", "elm", "purs", "idr", "agda", "dhall"]],
    ),
    ("{#", &[&["j2", "jinja", "jinja2", "twig", "html", "njk"]]),
    ("<%--", &[&["jsp", "aspx", "ascx"]]),
    ("<%#", &[&["erb", "ejs", "eex", "heex"]]),
    ("<#", &[&["ps1", "psm1"]]),
    ("\" ", &[&["vim"]]),
    ("' ", &[&["vb", "vbs", "bas"]]),
    ("! ", &[&["f", "f90", "f95", "f03", "f08"]]),
    (".. ", &[&["rst"]]),
    (":: ", &[&["bat", "cmd"]]),
    ("REM ", &[&["bat", "cmd", "bas"]]),
    ("@REM ", &[&["bat", "cmd"]]),
    ("rem ", &[&["bat", "cmd", "bas"]]),
    ("dnl ", &[&["m4", "ac"]]),
    (";;", &[LISPS]),
    ("%%", &[&["erl", "hrl", "tex", "sty"]]),
    ("#=", &[&["jl"]]),
    ("#|", &[&["rkt", "lisp", "scm"]]),
    ("--[[", &[&["lua"]]),
    ("///", &[&["dart", "rs", "cs", "fs", "swift"]]),
    ("/*!", &[&["css", "scss", "js", "ts"]]),
    ("@*", &[&["cshtml", "razor"]]),
];

/// What ends comments of such signs.
const ENDS: &[&str] = &[
    "*/}}", "--}}", "}}", "--%>", "%>", "-->", "*/}", "*/", "*)", "\"\"\"", "'''", "-}", "#}",
    "#>", "]]", "|#", "=#", "*@",
];

/// The bytes with which signs begin: by its first byte alone nearly every line of code is told from a comment.
static FIRST: [bool; 256] = with_first(RARE, with_first(PLAIN, [false; 256]));

const fn with_first(rows: &[Row], mut first: [bool; 256]) -> [bool; 256] {
    let mut at = 0;
    while at < rows.len() {
        first[rows[at].0.as_bytes()[0] as usize] = true;
        at += 1;
    }
    first
}

/// Returns the rows of signs that a text begins with, each with the text behind the sign.
fn begun<'a>(
    text: &'a [u8],
    rows: &'static [Row],
) -> impl Iterator<Item = (&'a [u8], &'static Row)> {
    let may_begin = text.first().is_some_and(|byte| FIRST[usize::from(*byte)]);
    let rows = if may_begin { rows } else { &[] };
    let behind = move |row: &'static Row| Some((text.strip_prefix(row.0.as_bytes())?, row));
    rows.iter().filter_map(behind)
}

/// Returns whether text, without the space around it, begins as comments do in some language.
pub fn is_comment(text: &[u8]) -> bool {
    is_plain(text) || is_rare(text)
}

/// Returns whether text begins with a sign that begins a comment in many languages.
pub fn is_plain(text: &[u8]) -> bool {
    begun(text, PLAIN).next().is_some()
}

/// Returns whether text begins with a sign that begins something else than a comment in most languages.
pub fn is_rare(text: &[u8]) -> bool {
    begun(text, RARE).next().is_some()
}

/// Returns whether text begins with a plain sign that is no part of code: one that also begins code, as `--` does in a style
/// sheet and `#` above a C function, has a blank behind it.
pub fn is_apart(text: &[u8]) -> bool {
    let is_apart = |(behind, row): (&[u8], &Row)| match row.0 {
        "#" | "--" | ";" | "%" => {
            let last = text[0];
            let n_signs = behind.iter().take_while(|byte| **byte == last).count();
            behind[n_signs..].starts_with(b" ")
        }
        "(*" | "\"\"\"" => false,
        _ => true,
    };
    begun(text, PLAIN).any(is_apart)
}

/// Returns what is behind each sign that text may begin with. A sign that begins something else in most languages goes before
/// the plain ones that it begins with.
pub fn behind_sign(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let rows = if is_rare(text) { RARE } else { PLAIN };
    begun(text, rows).map(|(behind, _)| behind)
}

/// Returns whether the sign that text begins with begins a comment in a file of this ending.
pub fn is_of_ending(text: &[u8], ending: Option<&[u8]>) -> bool {
    let has = |row: &Row| {
        let mut endings = row.1.iter().copied().flatten();
        ending.is_some_and(|ending| endings.any(|it| it.as_bytes() == ending))
    };
    let mut begun_by = begun(text, PLAIN).chain(begun(text, RARE));
    let is_known = PLAIN.iter().any(has);
    begun_by.any(|(_, row)| has(row)) || !is_known && is_plain(text) && !is_rare(text)
}

/// Returns text without what ends a comment, and the space there.
pub fn without_end(text: &[u8]) -> &[u8] {
    let mut text = text.trimmed();
    for end in ENDS {
        text = text.strip_suffix(end.as_bytes()).unwrap_or(text).trimmed();
    }
    text
}
