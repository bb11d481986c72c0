//! Lines that declare a variable and look like a definition: `struct ring *r = make(4);`.

use super::line::{is_modifier, without_types_ahead};
use super::words::{DEFINES, RUNS};
use crate::text::OneOf;

/// Returns whether a line with a word that defines, or with a list, only declares a variable. The word defines what is right
/// behind it: one word more, as in `struct ring r;`, names a variable, and none, as in `proc = run()`, is its name. A variable
/// whose value is a function or a type is as good as a definition: `const Cart = class {`.
pub(super) fn is_variable(line: &[u8]) -> bool {
    let line = &without_types_ahead(line)[..];
    let value = value_at(line);
    if value.is_none() && !line.ends_with(b";") {
        return false;
    }
    let is_operator = |at: usize| line[..at].windows(8).any(|word| word == b"operator");
    if value.is_some_and(|at| is_operator(at) || begins_definition(&line[at + 1..])) {
        return false;
    }
    let words = words(head(&line[..value.unwrap_or(line.len())]));
    let keyword = words.iter().rposition(|word| word.is_one_of(DEFINES));
    keyword.is_none_or(|at| at + 2 != words.len())
}

/// Returns what is before the first sign of a line. Who sees it is no part of that: `pub(crate) struct Unit;`.
fn head(line: &[u8]) -> &[u8] {
    let seen_by = line.strip_prefix(b"pub(");
    let seen_by = seen_by.and_then(|rest| rest.iter().position(|byte| *byte == b')'));
    let line = &line[seen_by.map_or(0, |end| b"pub(".len() + end + 1)..];
    let ends = |byte: &u8| matches!(byte, b'(' | b'<' | b'[' | b'{' | b':' | b',' | b';');
    &line[..line.iter().position(ends).unwrap_or(line.len())]
}

fn words(text: &[u8]) -> Vec<&[u8]> {
    let words = text.split(|byte| byte.is_ascii_whitespace() || b"(<{:".contains(byte));
    words.filter(|word| !word.is_empty()).collect()
}

/// Returns where `=` sets something, outside of brackets; `None` where nothing is set.
fn value_at(line: &[u8]) -> Option<usize> {
    let mut depth = 0_usize;
    (0..line.len()).find(|at| {
        let before = at.checked_sub(1).map_or(b' ', |before| line[before]);
        let is_compared = matches!(before, b'=' | b'!' | b'<' | b'>')
            || matches!(line.get(at + 1), Some(b'=' | b'>' | b'~'));
        match line[*at] {
            b'(' | b'[' | b'{' | b'<' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            // `->` and `=>` close nothing.
            b'>' if !matches!(before, b'-' | b'=') => depth = depth.saturating_sub(1),
            b'=' => return depth == 0 && !is_compared,
            _ => {}
        }
        false
    })
}

/// Returns whether the value of a variable begins a function or a type. A type in parentheses is a cast: `(struct ring) {`.
fn begins_definition(value: &[u8]) -> bool {
    let value = value.trim_ascii();
    let mut first = value.split(|byte| byte.is_ascii_whitespace() || b"(<{:".contains(byte));
    let first = first.find(|word| !is_modifier(word)).unwrap_or_default();
    let last = words(value).last().copied().unwrap_or_default();
    let is_function = || {
        value.ends_with(b"=> {")
            || value.starts_with(b"[") && value.windows(2).any(|two| two == b"](")
            || words(value).iter().any(|word| word.is_one_of(RUNS))
    };
    first == b"function" && !value.ends_with(b";")
        || last.is_one_of(DEFINES)
        || value.ends_with(b"{") && (first.is_one_of(DEFINES) || is_function())
}

#[cfg(test)]
mod tests {
    use crate::text::heading::line::is_definition;

    #[test]
    fn a_variable_is_no_definition_unless_its_value_is_one() {
        let check = |line: &str, expected: bool| {
            assert_eq!(is_definition(line.as_bytes()), expected, "{line}");
        };
        for line in [
            "struct ring *r = ring_new(4);",
            "struct ring r;",
            "static struct ring *head, *tail;",
            "struct point p = {",
            "struct point p = (struct point) {",
            "static const struct option options[] = {",
            "enum color c = RED;",
            "free((struct ring *)r);",
            "memset(r, 0, sizeof(struct ring));",
            "std::function<void(int)> f = {",
            "let s = make(a, Shape {",
            "let shown = match find(x) {",
            "Ok(Self {",
            "Foo f = new Foo() {",
            "Runnable task = new Runnable() {",
            "proc = subprocess.Popen(",
            "sub: Parser = parser.add_parser(",
            "let object: Jar = find(x);",
            "const mod = require('mod');",
            "x = object()",
            "import { record } from 'records';",
        ] {
            check(line, false);
        }
        for line in [
            "const Cart = class {",
            "const Cart = class extends Base {",
            "const run = function (a) {",
            "exports.run = async function (a) {",
            "M.run = function(a)",
            "const run = (a) => {",
            "auto less = [](int a, int b) {",
            "val listener = object : Listener {",
            "const Point = struct {",
            "run := func(a int) {",
            "module Cart = struct",
            "def take(one: Int): Int = {",
            "def take(one=1, other=2):",
            "def name=(value)",
            "def ==(other)",
            "fun <T> take(one: T) = one",
            "class Cart(Base, metaclass=Meta):",
            "impl Add<Output = Jar> for Jar {",
            "Jar &operator=(const Jar &other) {",
            "bool operator<(const Jar &other) {",
            "int main(void) {",
            "struct ring {",
            "struct ring *ring_new(int size) {",
            "struct Unit;",
            "pub(crate) struct Unit;",
            "enum class Color : int;",
            "mod tests;",
            "abstract public function take(int $id): Jar;",
            "public static class Jar extends Base",
        ] {
            check(line, true);
        }
    }
}
