//! The one way untrusted bytes become visible text.
//!
//! Patches, files, their names and error messages are hostile until shown through here: what a terminal would act on, or
//! a person could not see, becomes a visible mark. Nothing that came from outside may reach a terminal another way.

use std::path::Path;

use super::hidden::varies;

/// A run of text for the screen, and what kind of text it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// Safe to print: no control, bidirectional or invisible character.
    pub text: String,
    /// Whether it stands for something that cannot be shown as it is.
    pub kind: RunKind,
}

/// What a [`Run`] shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunKind {
    /// The text itself.
    Plain,
    /// A visible stand-in for a control, bidirectional or invisible character, or a byte that is not UTF-8.
    Mark,
}

/// Returns `bytes` as visible text, tabs widened to stops of `tab_width` columns.
pub fn display(bytes: &[u8], tab_width: usize) -> Vec<Run> {
    // Nearly every line, and none of it can be anything else.
    if bytes.iter().all(|byte| matches!(byte, b' '..=b'~')) {
        let text = bytes.iter().copied().map(char::from).collect();
        let kind = RunKind::Plain;
        return Some(Run { text, kind })
            .filter(|run| !run.text.is_empty())
            .into_iter()
            .collect();
    }
    let mut runs = Runs {
        list: Vec::new(),
        column: 0,
    };
    let mut before = '\n';
    for chunk in bytes.utf8_chunks() {
        let mut chars = chunk.valid().chars().peekable();
        while let Some(c) = chars.next() {
            let after = chars.peek().copied().unwrap_or(' ');
            match mark(c, before, after) {
                None if c == '\t' => runs.tab(tab_width.max(1)),
                None => runs.push(RunKind::Plain, c),
                Some(mark) => runs.push_str(RunKind::Mark, &mark),
            }
            before = c;
        }
        for byte in chunk.invalid() {
            runs.push_str(RunKind::Mark, &format!("\\x{byte:02x}"));
            before = '\n';
        }
    }
    runs.list
}

/// Returns `bytes` as one safe line, marks included; tabs become one blank.
pub fn display_line(bytes: &[u8]) -> String {
    // Most text is plain, and is drawn again at every key.
    if let Ok(text) = std::str::from_utf8(bytes)
        && bytes.iter().all(|byte| (b' '..=b'~').contains(byte))
    {
        return text.to_string();
    }
    display(bytes, 1).into_iter().map(|run| run.text).collect()
}

/// Returns `bytes` as safe lines, for a terminal that nothing else draws on; tabs are widened as it would widen them.
pub fn display_lines(bytes: &[u8]) -> String {
    const TAB_WIDTH: usize = 8;
    let lines = bytes.split(|byte| *byte == b'\n');
    let shown = lines.map(|line| {
        display(line, TAB_WIDTH)
            .into_iter()
            .map(|run| run.text)
            .collect()
    });
    shown.collect::<Vec<String>>().join("\n")
}

/// Returns what stands for `c` on the screen between `before` and `after`; `None` for a character that is shown as it is (a
/// tab included).
fn mark(c: char, before: char, after: char) -> Option<String> {
    match c {
        '\t' => None,
        '\0'..='\u{1f}' => char::from_u32(0x2400 + c as u32).map(String::from),
        '\u{7f}' => Some("\u{2421}".to_string()),
        // It makes an emoji of the symbol before it, and is invisible anywhere else.
        '\u{fe0f}' if varies(before, c, after) => None,
        _ if is_hidden(c) || c == '\u{fe0f}' => Some(format!("\u{2039}U+{:04X}\u{203a}", c as u32)),
        _ => None,
    }
}

/// Returns a path as [`display_line`] shows it: names of files are untrusted, too.
pub fn display_path(path: impl AsRef<Path>) -> String {
    display_line(path.as_ref().as_os_str().as_encoded_bytes())
}

/// Returns whether a terminal would act on `c`, or a reader could not see it.
pub fn is_hidden(c: char) -> bool {
    matches!(c,
        '\u{80}'..='\u{9f}' | '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{3164}' | '\u{fe00}'..='\u{fe0e}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffc}'
        | '\u{fdd0}'..='\u{fdef}'
        | '\u{13430}'..='\u{1343f}' | '\u{16fe4}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d159}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
        // The last two of every plane are no characters, like those in the Arabic block above.
        || c as u32 & 0xfffe == 0xfffe
}

struct Runs {
    list: Vec<Run>,
    column: usize,
}

impl Runs {
    fn push(&mut self, kind: RunKind, c: char) {
        let mut buffer = [0; 4];
        self.push_str(kind, c.encode_utf8(&mut buffer));
    }

    fn push_str(&mut self, kind: RunKind, text: &str) {
        self.column += unicode_width::UnicodeWidthStr::width(text);
        match self.list.last_mut() {
            Some(last) if last.kind == kind => last.text.push_str(text),
            Some(_) | None => self.list.push(Run {
                text: text.to_string(),
                kind,
            }),
        }
    }

    fn tab(&mut self, width: usize) {
        let blanks = width - self.column % width;
        self.push_str(RunKind::Plain, &" ".repeat(blanks));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_act_on_becomes_visible() {
        for (bytes, shown) in [
            (&b"a\x1b[31mb"[..], "a\u{241b}[31mb"),
            ("x\u{202e}y".as_bytes(), "x\u{2039}U+202E\u{203a}y"),
            (b"\xff\x9b", "\\xff\\x9b"),
            (b"a\tb", "a b"),
            (
                "\u{2764}\u{fe0f}\u{fe0f}x\u{fe0f}".as_bytes(),
                "\u{2764}\u{fe0f}\u{2039}U+FE0F\u{203a}x\u{2039}U+FE0F\u{203a}",
            ),
            (
                "1\u{fe0f}\u{20e3} admin1\u{fe0f}".as_bytes(),
                "1\u{fe0f}\u{20e3} admin1\u{2039}U+FE0F\u{203a}",
            ),
            ("שלום 你好 🙂".as_bytes(), "שלום 你好 🙂"),
        ] {
            assert_eq!(display_line(bytes), shown);
        }
    }

    #[test]
    fn lines_stay_lines() {
        for (bytes, shown) in [
            (&b""[..], ""),
            (b"a\n\n\x1b]0;x\x07\n", "a\n\n\u{241b}]0;x\u{2407}\n"),
            (b"a\r\nb", "a\u{240d}\nb"),
            (b"+\tb\n\tc", "+       b\n        c"),
        ] {
            assert_eq!(display_lines(bytes), shown);
        }
    }

    #[test]
    fn tabs_widen_to_the_next_stop() {
        assert_eq!(
            display(b"ab\tc", 4),
            [Run {
                text: "ab  c".into(),
                kind: RunKind::Plain
            }]
        );
    }

    #[test]
    fn no_code_point_is_shown_as_a_control() {
        for c in '\0'..=char::MAX {
            let mut buffer = [0; 4];
            let shown = display_line(c.encode_utf8(&mut buffer).as_bytes());
            assert!(
                !shown.chars().any(|c| c.is_control() || is_hidden(c)),
                "U+{:04X} is shown as {shown:?}",
                c as u32
            );
        }
    }
}
