//! JSON as models write it: every value knows its lines, and what comes after the value is left alone. Line breaks inside
//! strings and commas before a closing bracket are taken as they are meant. A value in which the reply ends is read as far as
//! it goes.

use bstr::{BStr, BString, ByteSlice};

use super::role::{Role, role};
use super::tag::End;
use crate::dialect::walk::budget::Budget;
use crate::dialect::walk::line::Line;
use crate::text::{LineSpan, Trim};

/// A value and the lines of the reply it was read from.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::dialect) struct Json {
    pub(in crate::dialect) value: Value,
    pub(in crate::dialect) origin: LineSpan,
}

#[derive(Debug, Clone, PartialEq)]
pub(in crate::dialect) enum Value {
    Object(Vec<(String, Json)>),
    Array(Vec<Json>),
    Text(BString),
    /// As written.
    Number(String),
    Bool(bool),
    Null,
}

impl Json {
    /// Adds to the text of the member called `name`.
    pub(in crate::dialect) fn append(&mut self, name: &str, more: &[u8]) {
        let Value::Object(members) = &mut self.value else {
            return;
        };
        let member = members.iter_mut().find(|(other, _)| other == name);
        if let Some((
            _,
            Json {
                value: Value::Text(text),
                ..
            },
        )) = member
        {
            text.extend_from_slice(more);
        }
    }

    /// Returns it as a text; `None` for a value of another kind.
    pub(in crate::dialect) fn text(&self) -> Option<&BString> {
        match &self.value {
            Value::Text(text) => Some(text),
            Value::Object(_)
            | Value::Array(_)
            | Value::Number(_)
            | Value::Bool(_)
            | Value::Null => None,
        }
    }

    /// Returns the value called `name` of an object.
    pub(in crate::dialect) fn get(&self, name: &str) -> Option<&Json> {
        match &self.value {
            Value::Object(members) => members
                .iter()
                .find(|(key, _)| key == name)
                .map(|(_, value)| value),
            Value::Array(_) | Value::Text(_) | Value::Number(_) | Value::Bool(_) | Value::Null => {
                None
            }
        }
    }
}

/// Returns whether a member holds what a tool is given.
pub(in crate::dialect) fn is_given((name, _): &(String, Json)) -> bool {
    name == "input" || role(name) == Some(Role::Arguments)
}

/// Returns whether a member of an object holds what a tool answered: by its name, or beside what the tool was given.
pub(in crate::dialect) fn is_answer((name, _): &(String, Json), beside: &[(String, Json)]) -> bool {
    const NAMES: &[&str] = &["error", "output", "response", "result", "results"];
    role(name) == Some(Role::Answer) || NAMES.contains(&&**name) && beside.iter().any(is_given)
}

/// How deep values may be nested.
const DEEPEST: usize = 40;

/// A value, and what its text says of it.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::dialect) struct Reading {
    pub(in crate::dialect) json: Json,
    /// How many lines it takes.
    pub(in crate::dialect) n_lines: usize,
    /// The column of the last of them behind it.
    pub(in crate::dialect) column: usize,
    pub(in crate::dialect) end: End,
}

/// What Mistral puts between the name of a tool and what it is given.
const ARGUMENTS: &str = "[ARGS]";

/// Returns the column at which an object or a list may begin in a line: at its beginning, behind the name that Mistral gives its
/// calls, or amid a sentence.
pub(in crate::dialect) fn column(line: &BStr) -> Option<usize> {
    let text = line.trimmed_start();
    let n_leading = line.len() - text.len();
    match text.first()? {
        b'[' if text.starts_with(b"[TOOL_CALLS]") => {
            let behind = line.find_byte(b']')? + 1;
            let named = line[behind..].find(ARGUMENTS);
            Some(named.map_or(behind, |at| behind + at + ARGUMENTS.len()))
        }
        b'{' | b'[' => Some(n_leading),
        _ => {
            let quoted = |at: &usize| line[at + 1..].trim_start().starts_with(b"\"");
            memchr::memchr_iter(b'{', line).find(quoted)
        }
    }
}

/// Reads the value that begins with `lines`, blanks aside; returns it with the number of lines it takes. `None` for one that
/// does not end.
pub(in crate::dialect) fn read(lines: &[Line<'_>], budget: &Budget) -> Option<(Json, usize)> {
    let reading = read_from(lines, 0, budget).filter(|reading| reading.end == End::Closed)?;
    Some((reading.json, reading.n_lines))
}

/// Reads the value that begins at `column` of the first of `lines`. One that is still open at their end was cut off; a string
/// in it must have begun on the last line with text, as else it may be a quote that runs wild.
pub(in crate::dialect) fn read_from(
    lines: &[Line<'_>],
    column: usize,
    budget: &Budget,
) -> Option<Reading> {
    let mut reader = Reader {
        budget,
        lines,
        line: 0,
        column,
        end: End::Closed,
    };
    let json = reader.value(0)?;
    Some(Reading {
        json,
        n_lines: (reader.line + 1).min(lines.len()),
        column: reader.column,
        end: reader.end,
    })
}

struct Reader<'a> {
    budget: &'a Budget,
    lines: &'a [Line<'a>],
    line: usize,
    column: usize,
    end: End,
}

impl Reader<'_> {
    /// Returns the next byte; a line's end counts as a newline.
    fn peek(&self) -> Option<u8> {
        let body = self.lines.get(self.line)?.body;
        Some(body.get(self.column).copied().unwrap_or(b'\n'))
    }

    fn bump(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        if self.column < self.lines[self.line].body.len() {
            self.column += 1;
        } else {
            self.line += 1;
            self.column = 0;
        }
        Some(byte)
    }

    #[inline]
    fn blanks(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.bump();
        }
    }

    fn take(&mut self, expected: u8) -> Option<()> {
        self.blanks();
        (self.bump()? == expected).then_some(())
    }

    fn value(&mut self, depth: usize) -> Option<Json> {
        if depth > DEEPEST || !self.budget.spend(1) {
            return None;
        }
        self.blanks();
        let first = self.lines.get(self.line)?.at;
        let value = match self.peek()? {
            b'{' => self.object(depth)?,
            b'[' => self.array(depth)?,
            b'"' => Value::Text(self.text()?),
            _ => self.word()?,
        };
        // A value that ends with its line has left the walk on the next one.
        let last = match self.end {
            End::Missing => self.last_text(),
            End::Closed if self.column == 0 && self.line > 0 => self.line - 1,
            End::Closed => self.line,
        };
        let last = self.lines[last.min(self.lines.len() - 1)].at.max(first);
        Some(Json {
            value,
            origin: LineSpan::new(first, last + 1),
        })
    }

    /// Returns the index of the last line with text.
    fn last_text(&self) -> usize {
        let last = self.lines.iter().rposition(|line| !line.is_blank());
        last.unwrap_or(0)
    }

    /// Returns whether the lines end here, blanks aside; then the value was cut off.
    fn is_cut(&mut self) -> bool {
        self.blanks();
        let is_cut = self.line >= self.lines.len();
        if is_cut {
            self.end = End::Missing;
        }
        is_cut
    }

    /// Takes the bracket that closes a list or an object, and returns whether it was there; the lines end it as well.
    fn closes(&mut self, bracket: u8) -> Option<bool> {
        if self.is_cut() {
            return Some(true);
        }
        let closes = self.peek()? == bracket;
        self.column += usize::from(closes);
        Some(closes)
    }

    /// Takes the comma between two members, which `bracket` ends.
    fn comma(&mut self, bracket: u8) -> Option<()> {
        if self.is_cut() || self.peek()? == bracket {
            return Some(());
        }
        self.take(b',')
    }

    fn object(&mut self, depth: usize) -> Option<Value> {
        self.take(b'{')?;
        let mut members = Vec::new();
        while !self.closes(b'}')? {
            let key = self.text()?.to_string();
            if self.is_cut() {
                break;
            }
            self.take(b':')?;
            if self.is_cut() {
                break;
            }
            members.push((key, self.value(depth + 1)?));
            self.comma(b'}')?;
        }
        // Small objects come by the hundred thousand, each with room for four members.
        members.shrink_to_fit();
        Some(Value::Object(members))
    }

    fn array(&mut self, depth: usize) -> Option<Value> {
        self.take(b'[')?;
        let mut items = Vec::new();
        while !self.closes(b']')? {
            items.push(self.value(depth + 1)?);
            self.comma(b']')?;
        }
        items.shrink_to_fit();
        Some(Value::Array(items))
    }

    fn text(&mut self) -> Option<BString> {
        self.blanks();
        let first = self.line;
        if self.bump()? != b'"' {
            return None;
        }
        let mut out = BString::default();
        loop {
            let Some(byte) = self.bump() else {
                let length = out.trim_end_with(|c| c == '\n').len();
                out.truncate(length);
                self.end = End::Missing;
                return (self.last_text() == first).then_some(out);
            };
            match byte {
                b'"' => return Some(out),
                b'\\' if self.peek().is_some() => self.escape(&mut out)?,
                byte => {
                    out.push(byte);
                    out.extend_from_slice(self.plain());
                }
            }
        }
    }

    /// Takes what of the line is left and neither ends a text nor is an escape.
    fn plain(&mut self) -> &[u8] {
        let body = self.lines.get(self.line).map_or(&b""[..], |line| line.body);
        let rest = &body[self.column..];
        let plain = &rest[..memchr::memchr2(b'"', b'\\', rest).unwrap_or(rest.len())];
        self.column += plain.len();
        plain
    }

    fn escape(&mut self, out: &mut BString) -> Option<()> {
        match self.bump()? {
            b'n' => out.push(b'\n'),
            b't' => out.push(b'\t'),
            b'r' => out.push(b'\r'),
            b'b' => out.push(0x08),
            b'f' => out.push(0x0c),
            b'u' => {
                let first = self.hex()?;
                let code = match first {
                    0xd800..=0xdbff => self.low_surrogate(first)?,
                    other => other,
                };
                let c = char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
                out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
            }
            byte @ (b'"' | b'\\' | b'/') => out.push(byte),
            // Not an escape of JSON: the backslash is meant.
            byte => out.extend_from_slice(&[b'\\', byte]),
        }
        Some(())
    }

    fn low_surrogate(&mut self, high: u32) -> Option<u32> {
        if self.bump()? != b'\\' || self.bump()? != b'u' {
            return None;
        }
        let low = self.hex()?;
        Some(match low {
            0xdc00..=0xdfff => 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00),
            other => other,
        })
    }

    fn hex(&mut self) -> Option<u32> {
        let mut code = 0;
        for _ in 0..4 {
            code = code * 16 + char::from(self.bump()?).to_digit(16)?;
        }
        Some(code)
    }

    fn word(&mut self) -> Option<Value> {
        let body = self.lines.get(self.line)?.body;
        let rest = &body[self.column..];
        let length = rest
            .iter()
            .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.'))
            .count();
        let word = rest[..length].to_str().ok()?;
        let value = match word {
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            "null" => Value::Null,
            number if is_number(number) => Value::Number(number.to_string()),
            // Of a word that is cut off, the value is unknown.
            _ if length == rest.trim_end().len() && self.line + 1 == self.lines.len() => {
                self.end = End::Missing;
                Value::Null
            }
            _ => return None,
        };
        self.column += length;
        Some(value)
    }
}

/// Returns whether a word is a number; nearly all are of a few digits.
fn is_number(word: &str) -> bool {
    let is_plain = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    is_plain || word.parse::<f64>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::line;
    use crate::text::Text;

    #[track_caller]
    fn check(text: &str, expected: Option<(&str, usize)>) {
        let text = Text::new(text);
        let lines = line::of_text(&text);
        let budget = Budget::of(&lines);
        let got = read(&lines, &budget).map(|(json, n_lines)| {
            match json.get("a").map(|json| &json.value) {
                Some(Value::Text(text)) => (text.to_string(), n_lines),
                other => (format!("{other:?}"), n_lines),
            }
        });
        assert_eq!(
            got,
            expected.map(|(text, n_lines)| (text.to_string(), n_lines))
        );
    }

    #[test]
    fn strings_are_decoded_and_the_rest_is_left() {
        check(
            "{\"a\": \"x\\n\\u00e9\\ud83d\\ude00\"} and more",
            Some(("x\né😀", 1)),
        );
        check("{\n \"a\": \"x\",\n}\nrest", Some(("x", 3)));
        check("{\"a\": \"one\ntwo\"}", Some(("one\ntwo", 2)));
        check("{\"a\": \"\\d\"}", Some(("\\d", 1)));
        let values = "1,".repeat(1_500_000);
        check(
            &format!("{{\"b\": [{values}1], \"a\": \"x\"}}"),
            Some(("x", 1)),
        );
        check("{a: 1}", None);
        check("{\"a\": [[[", None);
    }
}
