//! Which definition a line stands in, told from indentation and the look of lines alone.

use super::{Text, indent};

/// The furthest a heading is looked for, in lines.
const REACH: usize = 2_000;

/// The longest heading shown, in characters.
const MAX_CHARS: usize = 60;

/// Words that begin a definition in the languages people patch most.
const DEFINES: &[&str] = &[
    "fn",
    "def",
    "class",
    "function",
    "func",
    "struct",
    "enum",
    "union",
    "impl",
    "trait",
    "mod",
    "module",
    "macro_rules!",
    "interface",
    "namespace",
    "protocol",
    "extension",
    "record",
    "object",
    "sub",
    "proc",
];

/// Words that open a block which is no definition.
const FLOW: &[&str] = &[
    "if", "else", "for", "while", "switch", "match", "return", "catch", "do", "try", "with",
    "loop", "unless", "case", "when", "elif", "except", "finally", "}", "unsafe",
];

/// Returns the 0-based line of the definition that line `index` begins or stands in: the nearest line above that is
/// indented less and looks like one. `None` when there is none within reach, or `index` lies past the end.
pub fn enclosing(text: &Text, index: usize) -> Option<usize> {
    let start = (index..text.n_lines()).find(|line| !text.line(*line).trim_ascii().is_empty())?;
    if start == index && is_definition(text.line(index)) {
        return Some(index);
    }
    let mut width = indent::leading(text.line(start)).len();
    for line in (start.saturating_sub(REACH)..start).rev() {
        let body = text.line(line);
        if body.trim_ascii().is_empty() || indent::leading(body).len() >= width {
            continue;
        }
        if is_definition(body) {
            return Some(line);
        }
        width = indent::leading(body).len();
    }
    None
}

/// Returns the heading that line `index` begins or stands in as a few words: `def process_a`, `impl Display for Path`.
pub fn enclosing_words(text: &Text, index: usize) -> Option<String> {
    let line = text.line(enclosing(text, index)?);
    let words = line.trim_ascii();
    let end = words
        .iter()
        .position(|byte| matches!(byte, b'(' | b'{'))
        .unwrap_or(words.len());
    let words = words[..end].trim_ascii_end();
    let words = words.strip_suffix(b":").unwrap_or(words);
    let shown = super::display::display_line(words);
    Some(shown.chars().take(MAX_CHARS).collect())
}

fn is_definition(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let mut words = line
        .split(|byte| byte.is_ascii_whitespace() || matches!(byte, b'(' | b'<' | b'{' | b':'))
        .filter(|word| !word.is_empty());
    let is_one_of = |list: &[&str], word: &[u8]| list.iter().any(|other| other.as_bytes() == word);
    let Some(first) = words.next() else {
        return false;
    };
    if is_one_of(FLOW, first) || !first.first().is_some_and(|byte| byte.is_ascii_alphabetic()) {
        return false;
    }
    let defines = is_one_of(DEFINES, first) || words.take(4).any(|word| is_one_of(DEFINES, word));
    // `int main(void) {` and its kin name nothing but have a list of parameters and open a block.
    defines || (line.ends_with(b"{") && line.contains(&b'('))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, index: usize, expected: Option<&str>) {
        let text = Text::new(text);
        assert_eq!(enclosing_words(&text, index).as_deref(), expected);
    }

    #[test]
    fn a_line_stands_in_the_nearest_definition_indented_less() {
        let python = "class Cache:\n    size = 1\n\n    def get(self, key):\n        if key:\n            return 1\n\n    x = 2\ny = 3\n";
        check(python, 5, Some("def get"));
        check(python, 6, Some("class Cache"));
        check(python, 3, Some("def get"));
        check(python, 8, None);
        check(
            "int main(void) {\n  if (x) {\n    y;\n",
            2,
            Some("int main"),
        );
        check(
            "pub async fn run<T>(x: T) {\n    y;\n",
            1,
            Some("pub async fn run<T>"),
        );
        check("a\n", 7, None);
    }
}
