//! Escapes: that of FUDiff, those of a string that was written twice, and entities.
//!
//! FUDiff puts a backslash before a body that would look like one of its marks. A body that begins with a mark, or with
//! backslashes and then a mark, gets one backslash more. Any other body is left alone, backslashes and all, so that what a
//! model writes without knowing of the escape is read as it stands.

use crate::text::OneOf;
use bstr::{BStr, BString, ByteSlice};

use super::{Hunk, HunkLine};

const MARKS: [&str; 5] = ["@@", "--", "++", "```", "~~~"];

/// Returns whether a body must be written with a backslash before it.
pub fn needs(body: &BStr) -> bool {
    let text = body.trim_start_with(|c| c == '\\');
    text.begins_with_one_of(&MARKS)
}

/// Returns whether a body is written with an escape.
fn is_escaped(line: &HunkLine) -> bool {
    without(line.body.as_bstr()).len() < line.body.len()
}

/// Returns a body without its escape.
pub fn without(body: &BStr) -> &BStr {
    match body.strip_prefix(b"\\") {
        Some(plain) if needs(body) => plain.as_bstr(),
        Some(_) | None => body,
    }
}

/// Returns whether the old side has an escaped line: then the target tells which reading is right.
pub fn is_in_preimage(hunk: &Hunk) -> bool {
    hunk.lines
        .iter()
        .any(|line| line.in_preimage() && is_escaped(line))
}

/// Returns whether any line is escaped.
pub fn is_in(hunk: &Hunk) -> bool {
    hunk.lines.iter().any(is_escaped)
}

/// Returns the lines without their escapes.
pub fn dropped(lines: &[HunkLine]) -> Vec<HunkLine> {
    let plain = |line: &HunkLine| {
        let body: &[u8] = without(line.body.as_bstr());
        HunkLine::new(line.kind, body)
    };
    lines.iter().map(plain).collect()
}

/// Escapes of a string that models write twice, and what each stands for.
const OF_STRINGS: [(&str, &str); 6] = [
    ("\\n", "\n"),
    ("\\t", "\t"),
    ("\\\"", "\""),
    ("\\'", "'"),
    ("\\`", "`"),
    ("\\${", "${"),
];

/// Returns whether a text has escapes of a string.
pub fn is_of_string(text: &[u8]) -> bool {
    memchr::memchr(b'\\', text).is_some()
        && OF_STRINGS.iter().any(|(code, _)| text.contains_str(code))
}

/// Returns a text with the escapes of a string decoded: it may be several lines then.
pub fn decoded(text: &[u8]) -> BString {
    let mut out = BString::default();
    let mut rest = text;
    while let Some((byte, tail)) = rest.split_first() {
        let escape = OF_STRINGS
            .iter()
            .find(|(code, _)| rest.starts_with(code.as_bytes()));
        rest = match escape {
            Some((code, plain)) => {
                out.extend_from_slice(plain.as_bytes());
                &rest[code.len()..]
            }
            None if rest.starts_with(b"\\\\") => {
                out.push(b'\\');
                &rest[2..]
            }
            None => {
                out.push(*byte);
                tail
            }
        };
    }
    out
}

/// Entities, and what each stands for; the one for `&` last, so that nothing is decoded twice.
const ENTITIES: [(&str, &str); 6] = [
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&quot;", "\""),
    ("&#39;", "'"),
    ("&apos;", "'"),
    ("&amp;", "&"),
];

/// Returns whether a text has entities of HTML.
pub fn has_entities(text: &[u8]) -> bool {
    memchr::memchr_iter(b'&', text).any(|at| {
        let begins = |(code, _): &(&str, &str)| text[at..].starts_with(code.as_bytes());
        ENTITIES.iter().any(begins)
    })
}

/// Returns a text with its entities decoded.
pub fn without_entities(text: &[u8]) -> BString {
    let step = |text: Vec<u8>, (code, plain): &(&str, &str)| text.replace(code, plain);
    BString::from(ENTITIES.iter().fold(text.to_vec(), step))
}

/// Returns whether the lines of a hunk may all have been written with entities: no sign that is an entity in one of them is
/// written plainly in another, nor are `<`, `>` and `&`, which every encoder replaces.
pub fn may_be_entities(lines: &[HunkLine]) -> bool {
    let shows = |code: &str| lines.iter().any(|line| line.body.contains_str(code));
    let encoded = ENTITIES.iter().filter(|(code, _)| shows(code));
    let encoded = encoded.map(|(_, plain)| *plain).filter(|it| *it != "&");
    let raw: BString = ["<", ">"].into_iter().chain(encoded).collect();
    let is_raw = |line: &HunkLine| {
        line.body.find_byteset(&raw).is_some()
            || memchr::memchr_iter(b'&', &line.body).any(|at| !begins_entity(&line.body[at..]))
    };
    !lines.iter().any(is_raw)
}

/// Returns whether a text that begins with `&` begins with any entity, known or not.
fn begins_entity(text: &[u8]) -> bool {
    let name = &text[1..];
    let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'#';
    let end = name.iter().position(|byte| !is_of_name(byte));
    end.is_some_and(|end| end > 0 && name[end] == b';')
}

/// Returns whether the lines of a hunk may all have been written as a string is: no sign that is escaped in one of them is
/// written plainly in another, nor is a backslash, and where ends of lines are escaped, quotes are too.
pub fn may_be_of_string(lines: &[HunkLine]) -> bool {
    let mut signs = Signs::default();
    if !lines
        .iter()
        .all(|line| signs.read(without(line.body.as_bstr())))
    {
        return false;
    }
    let n_lines = |is_in: fn(&HunkLine) -> bool| lines.iter().filter(|line| is_in(line)).count();
    if n_lines(HunkLine::in_preimage).max(n_lines(HunkLine::in_postimage)) > 1 {
        signs.raw.push("\n");
    }
    let is_escaped = |plain: &str| signs.escaped.contains(&plain);
    let has_blanks = is_escaped("\n") || is_escaped("\t");
    if has_blanks && !is_escaped("'") && !is_escaped("`") {
        signs.escaped.push("\"");
    }
    !signs.raw.iter().any(|plain| signs.escaped.contains(plain))
}

/// Returns whether each escape of a string that is inserted is in a line that is asked for, too: a tab that is written as an
/// escape there does not show what one for the end of a line means.
pub fn asks_for_all(lines: &[HunkLine]) -> bool {
    let escapes = |is_in: fn(&HunkLine) -> bool| {
        let mut signs = Signs::default();
        for line in lines.iter().filter(|line| is_in(line)) {
            signs.read(without(line.body.as_bstr()));
        }
        signs.escaped
    };
    let asked = escapes(HunkLine::in_preimage);
    let inserted = escapes(|line| !line.in_preimage());
    inserted.iter().all(|escape| asked.contains(escape))
}

/// The signs of [`OF_STRINGS`] that lines have, as escapes and as themselves.
#[derive(Default)]
struct Signs {
    escaped: Vec<&'static str>,
    raw: Vec<&'static str>,
}

impl Signs {
    /// Reads another line, and returns whether each backslash of it escapes something.
    fn read(&mut self, line: &[u8]) -> bool {
        let note = |signs: &mut Vec<_>, sign| {
            if !signs.contains(&sign) {
                signs.push(sign);
            }
        };
        let mut rest = line;
        while let Some(at) = rest.find_byteset("\\\"'`$\t") {
            rest = &rest[at..];
            let escape = OF_STRINGS
                .iter()
                .find(|it| rest.starts_with(it.0.as_bytes()));
            let raw = OF_STRINGS
                .iter()
                .find(|it| rest.starts_with(it.1.as_bytes()));
            rest = match (escape, raw) {
                (Some((code, plain)), _) => {
                    note(&mut self.escaped, *plain);
                    &rest[code.len()..]
                }
                (None, Some((_, plain))) => {
                    note(&mut self.raw, *plain);
                    &rest[plain.len()..]
                }
                (None, None) if rest[0] != b'\\' => &rest[1..],
                (None, None) if rest.get(1).is_some_and(|it| OTHERS.contains(it)) => &rest[2..],
                (None, None) => return false,
            };
        }
        true
    }
}

/// The signs that a backslash may precede in strings of most languages, beside [`OF_STRINGS`].
const OTHERS: &[u8] = b"\\/bfrux0";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::patch::LineKind;

    fn context(text: &str) -> Vec<HunkLine> {
        let lines = text.split('\n');
        lines
            .map(|line| HunkLine::new(LineKind::Context, line))
            .collect()
    }

    #[test]
    fn a_sign_as_itself_shows_that_there_are_no_entities() {
        for text in [
            "a &lt; b",
            "&quot;a&quot; + &#39;",
            "&lt;b class=\"x\"&gt;",
            "&amp;nbsp;",
        ] {
            assert!(may_be_entities(&context(text)), "{text}");
        }
        for text in [
            "&lt;\na < b", "&gt;\n<b>", "&lt; a & b", "&quot;\n\"a\"", "&lt; a &b; c && d",
        ] {
            assert!(!may_be_entities(&context(text)), "{text}");
        }
    }

    #[test]
    fn a_sign_as_itself_shows_that_nothing_was_written_as_a_string() {
        let escaped = [
            r#"print(\"a\")"#,
            r#"def f():\n    print(\"a\\n\")"#,
            "\\`\\${a} \"b\"\\`\nx",
            r#"f(\'a\', "b")\n\tg()"#,
        ];
        for text in escaped {
            assert!(may_be_of_string(&context(text)), "{text}");
        }
        let plain = [
            r#"dumps(x, indent="\t")"#,
            r#""say \"hi\"""#,
            "split('\\n')\nx",
            "\tf(\\t)",
            r"f(\'a\') + \d",
            r"#define A \",
        ];
        for text in plain {
            assert!(!may_be_of_string(&context(text)), "{text}");
        }
    }

    #[test]
    fn an_escape_dropped_is_the_line_before_it() {
        for body in ["@@ x", "\\@@", "--- a", "\\\\server", "x", "\\\\```"] {
            let escape = if needs(body.into()) { "\\" } else { "" };
            let written = HunkLine::new(LineKind::Insert, format!("{escape}{body}").as_str());
            assert_eq!(dropped(&[written])[0].body, body);
        }
        assert!(!needs("\\\\server".into()));
    }

    #[test]
    fn escapes_of_a_string_are_decoded_once() {
        assert_eq!(decoded(b"a\\n\\tb \\\"c\\\""), "a\n\tb \"c\"");
        assert_eq!(decoded(b"\\\\n"), "\\n");
        assert_eq!(decoded(b"\\`\\${a} \\$b\\`"), "`${a} \\$b`");
        assert!(!is_of_string(b"a\\d"));
    }
}
