//! A line of text being typed.

/// The text so far; the cursor is at its end.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Typed {
    /// What was typed.
    pub text: String,
}

impl Typed {
    /// Adds a character.
    pub fn push(&mut self, c: char) {
        self.text.push(c);
    }

    /// Takes the last character back.
    pub fn erase(&mut self) {
        self.text.pop();
    }

    /// Takes all back.
    pub fn clear(&mut self) {
        self.text.clear();
    }
}
