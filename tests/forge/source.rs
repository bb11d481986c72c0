//! Texts in the looks of several languages: repeated similar definitions, look-alikes that differ in one word or number,
//! braces and returns that stand everywhere.

use super::random::Random;

/// How a language looks: templates in which `{v}`, `{n}`, `{m}` and `{d}` stand for a verb, two nouns and a number, and
/// which are indented by four blanks.
pub struct Look {
    /// Ending of the file's name.
    pub ending: &'static str,
    head: &'static str,
    items: &'static [&'static str],
    /// Single statements, for insertions.
    statements: &'static [&'static str],
    /// Beginning of a comment line.
    pub comment: &'static str,
    indents: &'static [&'static str],
    /// Whether letter case, quotes and punctuation are prose rather than meaning.
    pub is_prose: bool,
}

const VERBS: &[&str] = &[
    "load", "save", "parse", "update", "delete", "create", "fetch", "merge", "render", "check",
];
const NOUNS: &[&str] = &[
    "user", "users", "group", "order", "orders", "item", "config", "session", "token", "report",
    "cache", "event",
];
const BLANKS: &[&str] = &["    ", "    ", "    ", "  ", "\t"];

/// All looks.
pub static LOOKS: &[Look] = &[PYTHON, RUST, C, GO, SCRIPT, YAML, MARKDOWN, SQL, MARKUP];

const PYTHON: Look = Look {
    ending: "py",
    head: "\"\"\"Keeps {n} and {m} in step.\"\"\"\n\nimport json\nimport os\n\nfrom app.{n} import {m}\n\nMAX_{n} = {d}\nDEFAULT_{m} = \"{v}\"",
    items: &[
        "\ndef {v}_{n}({m}, limit={d}):\n    \"\"\"{v} the {n} of a {m}.\"\"\"\n    {n} = {m}.get(\"{n}\")\n    if {n} is None:\n        return None\n    for row in {n}:\n        if row.id > {d}:\n            continue\n        row.{v}()\n    return {n}\n",
        "\ndef {v}_{n}(path):\n    try:\n        with open(path) as handle:\n            {n} = json.load(handle)\n    except OSError:\n        return None\n    return {n}\n",
        "\nclass {n}_{m}:\n    def __init__(self, {n}):\n        self.{n} = {n}\n        self.{m} = {d}\n\n    def {v}(self):\n        if not self.{n}:\n            return None\n        return self.{n}.{v}(self.{m})\n\n    def reset(self):\n        self.{m} = 0\n        return None\n",
        "\n@app.route(\"/{n}/{m}\")\ndef {v}_{n}_{m}():\n    {n} = request.args.get('{n}', {d})\n\n    {m} = {v}({n})\n    if {m}:\n        return jsonify({m})\n\n    return jsonify({'error': 'no {m}'}), 404\n",
    ],
    statements: &[
        "{n} = {v}({m}, {d})",
        "self.{n} = {v}_{m}()",
        "log.info(\"{v} {n}\")",
        "if {n}:\n    {v}({n})",
        "# {v} the {n} before the {m}",
        "return {n}",
        "\nassert {n} is not None",
    ],
    comment: "# ",
    indents: BLANKS,
    is_prose: false,
};

const RUST: Look = Look {
    ending: "rs",
    head: "//! Keeps {n} and {m} in step.\n\nuse std::collections::HashMap;\nuse crate::{n}::{m};\n\nconst MAX_{n}: usize = {d};",
    items: &[
        "\npub fn {v}_{n}({m}: &str) -> Option<usize> {\n    let {n} = {m}.find(\"{n}\")?;\n    if {n} > {d} {\n        return None;\n    }\n    Some({n} + {d})\n}",
        "\nimpl {n}_{m} {\n    pub fn {v}(&mut self, {n}: usize) -> bool {\n        match self.{m}.get({n}) {\n            Some(found) => {\n                self.{n} = *found;\n                true\n            }\n            None => false,\n        }\n    }\n\n    fn reset(&mut self) {\n        self.{n} = {d};\n    }\n}",
        "\n#[derive(Debug, Clone)]\npub struct {n}_{m} {\n    pub {n}: String,\n    pub {m}: Vec<usize>,\n    limit: usize,\n}",
        "\n    #[test]\n    fn {v}s_{n}() {\n        let {n} = {v}(\"{m}\", {d});\n        assert_eq!({n}.len(), {d});\n        assert!({n}.is_ok());\n    }",
    ],
    statements: &[
        "let {n} = {v}({m}, {d});",
        "self.{n} = {v}_{m}();",
        "println!(\"{v} {n}\");",
        "if {n} > {d} {\n    return None;\n}",
        "// {v} the {n} before the {m}",
        "{n}.push({d});",
        "\nlet _{m} = {n}.clone();",
    ],
    comment: "// ",
    indents: BLANKS,
    is_prose: false,
};

const C: Look = Look {
    ending: "c",
    head: "/* {v}s the {n}. */\n#include <stdio.h>\n#include <stdlib.h>\n#include \"{n}.h\"\n\n#define MAX_{n} {d}\nstatic int n_{m} = {d};",
    items: &[
        "\nint {v}_{n}(struct {m} *{m})\n{\n    int i;\n\n    if (!{m}) {\n        return -1;\n    }\n    for (i = 0; i < {d}; i++) {\n        {m}->{n}[i] = 0;\n    }\n    return 0;\n}",
        "\nstatic void {v}_{n}(const char *{m}, int n)\n{\n    char *{n} = malloc(n + {d});\n    if ({n} == NULL)\n        goto out;\n    {v}({m}, {n});\nout:\n    free({n});\n}",
        "\nstruct {n}_{m} {\n    int {n};\n    char {m}[{d}];\n    struct {n} *next;\n};",
    ],
    statements: &[
        "{n} = {v}({m}, {d});",
        "{m}->{n} = {d};",
        "printf(\"{v} {n}\\n\");",
        "if ({n} > {d}) {\n    return -1;\n}",
        "/* {v} the {n} before the {m} */",
        "free({n});",
    ],
    comment: "// ",
    indents: &["    ", "\t", "  "],
    is_prose: false,
};

const GO: Look = Look {
    ending: "go",
    head: "package {n}\n\nimport (\n    \"fmt\"\n    \"os\"\n)\n\nconst max{n} = {d}",
    items: &[
        "\nfunc {v}_{n}({m} string) (int, error) {\n    {n}, err := os.Open({m})\n    if err != nil {\n        return 0, err\n    }\n    defer {n}.Close()\n    return {d}, nil\n}",
        "\nfunc (s *{n}) {v}({m} int) error {\n    if s.{m} > {d} {\n        return fmt.Errorf(\"{v} {m}: %d\", s.{m})\n    }\n    s.{m} = {m}\n    return nil\n}",
        "\ntype {n}_{m} struct {\n    {n} string\n    {m} int\n    next *{n}\n}",
    ],
    statements: &[
        "{n} := {v}({m}, {d})",
        "s.{n} = {d}",
        "fmt.Println(\"{v} {n}\")",
        "if err != nil {\n    return err\n}",
        "// {v} the {n} before the {m}",
    ],
    comment: "// ",
    indents: &["\t"],
    is_prose: false,
};

const SCRIPT: Look = Look {
    ending: "ts",
    head: "import { {n} } from './{n}';\nimport { {m} } from '../{m}';\n\nconst MAX = {d};",
    items: &[
        "\nexport function {v}_{n}({m}: string): number {\n    const {n} = {m}.split(',');\n    if ({n}.length > {d}) {\n        return -1;\n    }\n    return {n}.map((x) => {v}(x)).length;\n}",
        "\nexport const {v}_{n} = async ({m}) => {\n    try {\n        const res = await fetch(`/{n}/${{m}}`);\n        return res.json();\n    } catch (err) {\n        console.error('{v} {n}', err);\n        return null;\n    }\n};",
        "\nrouter.get('/{n}/:{m}', (req, res) => {\n    const {n} = store.{v}(req.params.{m});\n    if (!{n}) {\n        res.status(404).end();\n        return;\n    }\n    res.json({n});\n});",
    ],
    statements: &[
        "const {n} = {v}({m}, {d});",
        "this.{n} = {v}_{m}();",
        "console.log('{v} {n}');",
        "if ({n} > {d}) {\n    return;\n}",
        "// {v} the {n} before the {m}",
        "items.push({n});",
    ],
    comment: "// ",
    indents: BLANKS,
    is_prose: false,
};

const YAML: Look = Look {
    ending: "yml",
    head: "name: {v}-{n}\n\non:\n    push:\n        branches: [main]\n\njobs:",
    items: &[
        "    {v}_{n}:\n        runs-on: ubuntu-latest\n        timeout-minutes: {d}\n        steps:\n            - uses: actions/checkout@v{d}\n            - name: {v} {n}\n              run: make {v}\n            - name: {v} {m}\n              run: make {m}\n              env:\n                  LIMIT: {d}",
        "    {n}_{m}:\n        image: \"{n}:{d}.{d}\"\n        ports:\n            - \"{d}:80\"\n        environment:\n            - MODE={v}\n            - LIMIT={d}\n        restart: always\n",
    ],
    statements: &[
        "- name: {v} the {n}\n  run: make {m}",
        "{n}: {d}",
        "# {v} the {n}",
        "timeout-minutes: {d}",
        "- LIMIT={d}",
    ],
    comment: "# ",
    indents: &["  ", "    "],
    is_prose: false,
};

const MARKDOWN: Look = Look {
    ending: "md",
    head: "# The {n} of {m}\n\nIt {v}s each {n} once, \"as is\".",
    items: &[
        "\n## {v} a {n}\n\nUse `{v}` to {v} the {n}:\n\n```sh\n{v} --{n} {d}\n```\n\n- It {v}s the {m}.\n- It keeps {d} of them.\n- See also the {m}.",
        "\n### {n} and {m}\n\nThe {n} doesn't know its {m}; it {v}s up to {d}.\nAfter that, nothing is {v}d.\n\n1. {v} the {n}\n2. {v} the {m}",
        "\n## {n}\n\n| {n} | {m} |\n|---|---|\n| {v} | {d} |\n| keep | {d} |\n\nThat's all.",
    ],
    statements: &[
        "- It {v}s the {n} - twice.",
        "The {n} \"{v}\" stays.",
        "\nSee the {n}, then {v} the {m}.",
        "| {v} | {d} |",
    ],
    comment: "> ",
    indents: &["    "],
    is_prose: true,
};

const SQL: Look = Look {
    ending: "sql",
    head: "-- The {n} of each {m}.\nBEGIN;",
    items: &[
        "\n-- {v} the {n}\nCREATE TABLE {n}_{m} (\n    id INTEGER PRIMARY KEY,\n    {n} TEXT NOT NULL,\n    {m} INTEGER DEFAULT {d},\n    created TIMESTAMP\n);",
        "\n-- {v} the {m}\nSELECT {n}.id, {m}.name\nFROM {n}\nJOIN {m} ON {m}.id = {n}.{m}_id\nWHERE {n}.id > {d}\nORDER BY {n}.id;",
        "INSERT INTO {n} VALUES ({d}, '{m}');",
    ],
    statements: &[
        "-- {v} the {n} before the {m}",
        "{n} TEXT,",
        "AND {n}.id < {d}",
        "INSERT INTO {n} VALUES ({d}, '{v}');",
    ],
    comment: "-- ",
    indents: &["    ", "  "],
    is_prose: false,
};

const MARKUP: Look = Look {
    ending: "html",
    head: "<!DOCTYPE html>\n<title>{n}</title>\n<body>",
    items: &[
        "<div class=\"{n}\">\n    <h2>{v} {n}</h2>\n    <ul>\n        <li>{m}</li>\n        <li class=\"{m}\">{d}</li>\n    </ul>\n</div>",
        "<form action=\"/{v}/{n}\">\n    <input name=\"{n}\" value=\"{d}\">\n    <input name=\"{m}\">\n\n    <button>{v}</button>\n</form>",
    ],
    statements: &[
        "<p>{v} the {n}</p>",
        "<li>{n}</li>",
        "<input name=\"{n}\">",
        "<div>\n    {m}\n</div>",
    ],
    comment: "<!-- note --> ",
    indents: BLANKS,
    is_prose: false,
};

/// A text that was made up.
#[derive(Clone)]
pub struct Source {
    /// How it looks.
    pub look: &'static Look,
    /// One step of its indentation.
    pub indent: &'static str,
    /// Its lines.
    pub lines: Vec<String>,
}

/// Makes up a text of some 20 to 120 lines.
pub fn source(random: &mut Random) -> Source {
    let look = &LOOKS[random.below(LOOKS.len())];
    let indent = random.pick(look.indents);
    let mut parts = vec![filled(look.head, indent, random)];
    let n_items = random.between(2, 9);
    // Few words make look-alikes; many make a varied text.
    let n_nouns = random.between(2, NOUNS.len());
    for _ in 0..n_items {
        let part = match random.below(10) {
            0..=1 if parts.len() > 1 => {
                let last = random.between(1, parts.len() - 1);
                twisted(&parts[last], random)
            }
            2 if parts.len() > 1 => parts[random.between(1, parts.len() - 1)].clone(),
            _ => filled_from(random.pick(look.items), indent, &NOUNS[..n_nouns], random),
        };
        parts.push(part);
    }
    Source {
        look,
        indent,
        lines: parts.into_iter().flatten().collect(),
    }
}

/// Returns a statement or a whole definition as it may be added to the text, not indented.
pub fn addition(source: &Source, random: &mut Random) -> Vec<String> {
    let templates = if random.chance(12) {
        source.look.items
    } else {
        source.look.statements
    };
    filled(random.pick(templates), source.indent, random)
}

/// Returns a line like `line` with one of its words or numbers replaced; `None` when it has none.
pub fn reworded(line: &str, random: &mut Random) -> Option<String> {
    let words: Vec<(usize, &str)> = words(line);
    let (at, word) = *words.get(random.below(words.len().max(1)))?;
    let new = if word.bytes().all(|byte| byte.is_ascii_digit()) {
        (word.parse::<u64>().unwrap_or(0) + random.between(1, 9) as u64).to_string()
    } else {
        let mut new = random.pick(NOUNS);
        while new == word {
            new = random.pick(VERBS);
        }
        new.to_string()
    };
    Some(format!("{}{new}{}", &line[..at], &line[at + word.len()..]))
}

fn words(line: &str) -> Vec<(usize, &str)> {
    let mut words = Vec::new();
    let mut start = None;
    for (at, c) in line.char_indices().chain([(line.len(), ' ')]) {
        match (c.is_ascii_alphanumeric(), start) {
            (true, None) => start = Some(at),
            (false, Some(first)) => {
                words.push((first, &line[first..at]));
                start = None;
            }
            (true, Some(_)) | (false, None) => {}
        }
    }
    words
}

/// Returns a look-alike: the same lines with one word or number of one line replaced.
fn twisted(lines: &[String], random: &mut Random) -> Vec<String> {
    let mut twin = lines.to_vec();
    let at = random.below(twin.len());
    if let Some(line) = reworded(&twin[at], random) {
        twin[at] = line;
    }
    twin
}

fn filled(template: &str, indent: &str, random: &mut Random) -> Vec<String> {
    filled_from(template, indent, NOUNS, random)
}

fn filled_from(template: &str, indent: &str, nouns: &[&str], random: &mut Random) -> Vec<String> {
    let (verb, noun, other) = (random.pick(VERBS), random.pick(nouns), random.pick(nouns));
    let text = template
        .replace("{v}", verb)
        .replace("{n}", noun)
        .replace("{m}", other);
    let mut parts = text.split("{d}");
    let mut out = parts.next().unwrap_or_default().to_string();
    for part in parts {
        out.push_str(
            &random
                .pick(&[0, 1, 2, 3, 4, 5, 8, 10, 12, 30, 100])
                .to_string(),
        );
        out.push_str(part);
    }
    out.split('\n')
        .map(|line| with_indent(line, indent))
        .collect()
}

fn with_indent(line: &str, indent: &str) -> String {
    let bare = line.trim_start_matches(' ');
    let n_blanks = line.len() - bare.len();
    format!(
        "{}{}{bare}",
        indent.repeat(n_blanks / 4),
        " ".repeat(n_blanks % 4)
    )
}

/// Returns the leading blanks and tabs of a line.
pub fn lead(line: &str) -> &str {
    &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
}
