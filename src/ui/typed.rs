//! A line of text being typed, with a cursor in it.

use tui_input::{Input, InputRequest};

use super::key::Key;

/// The keys that move in the text or erase some of it, as shells and editors have them.
const EDITS: [(&str, InputRequest); 14] = [
    ("backspace", InputRequest::DeletePrevChar),
    ("delete", InputRequest::DeleteNextChar),
    ("left", InputRequest::GoToPrevChar),
    ("right", InputRequest::GoToNextChar),
    ("ctrl-left", InputRequest::GoToPrevWord),
    ("ctrl-right", InputRequest::GoToNextWord),
    ("home", InputRequest::GoToStart),
    ("end", InputRequest::GoToEnd),
    ("ctrl-a", InputRequest::GoToStart),
    ("ctrl-e", InputRequest::GoToEnd),
    ("ctrl-w", InputRequest::DeletePrevWord),
    ("ctrl-u", InputRequest::DeleteFromStart),
    ("ctrl-k", InputRequest::DeleteTillEnd),
    ("ctrl-y", InputRequest::Yank),
];

/// The text so far, and where the cursor is in it.
#[derive(Debug, Clone, Default)]
pub struct Typed {
    input: Input,
}

impl Typed {
    /// Starts with a text, the cursor at its end.
    pub fn new(text: &str) -> Typed {
        Typed {
            input: Input::new(text.to_string()),
        }
    }

    /// Returns what was typed.
    pub fn text(&self) -> &str {
        self.input.value()
    }

    /// Returns what stands before the cursor, under it, and behind.
    pub fn parts(&self) -> (&str, &str, &str) {
        let text = self.text();
        let at = text.char_indices().nth(self.input.cursor());
        let at = at.map_or(text.len(), |(at, _)| at);
        let (before, rest) = text.split_at(at);
        let under = rest.chars().next().map_or(0, char::len_utf8);
        (before, &rest[..under], &rest[under..])
    }

    /// Takes a key: a character typed, or one that moves or erases.
    pub(super) fn take(&mut self, key: Key) {
        let edit = EDITS.iter().find(|(name, _)| Key::named(name) == Some(key));
        let request = match (key.typed(), edit) {
            (Some(c), _) => InputRequest::InsertChar(c),
            (None, Some((_, request))) => *request,
            (None, None) => return,
        };
        // What it changed shows on the screen.
        self.input.handle(request);
    }

    /// Takes a text as if it were typed.
    pub fn paste(&mut self, text: &str) {
        for c in text.chars() {
            self.input.handle(InputRequest::InsertChar(c));
        }
    }

    /// Begins a new line.
    pub(super) fn break_line(&mut self) {
        self.input.handle(InputRequest::InsertChar('\n'));
    }

    /// Takes all back.
    pub fn clear(&mut self) {
        self.input.reset();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Types keys, and shows the text with the cursor as `|`.
    #[track_caller]
    fn check(text: &str, keys: &[&str], expected: &str) {
        let mut typed = Typed::new(text);
        for key in keys {
            typed.take(Key::named(key).expect("a key"));
        }
        let (before, under, behind) = typed.parts();
        assert_eq!(format!("{before}|{under}{behind}"), expected);
    }

    #[test]
    fn a_line_is_edited_where_its_cursor_is() {
        check("no such", &["x"], "no suchx|");
        check(
            "no such",
            &["left", "left", "x"],
            "no suxc|h".replace("xc|h", "x|ch").as_str(),
        );
        check("no such", &["home", "delete"], "|o such");
        check("no such", &["ctrl-left", "a"], "no a|such");
        check("no such thing", &["ctrl-w"], "no such |");
        check("no such", &["ctrl-u", "k"], "k|");
        check("\u{e9}\u{4f60}", &["left", "backspace"], "|\u{4f60}");
        check("", &["backspace", "f1"], "|");
    }
}
