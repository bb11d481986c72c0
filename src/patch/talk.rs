//! What the sentences of a reply say, for lines of a file given whole that only go: whether they may be meant to.

use std::collections::BTreeSet;

use bstr::BString;

/// The fewest letters of a word that says of which line a sentence is.
const N_LETTERS: usize = 4;

/// The words of a reply, aside from its code.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Talk {
    /// All of them, in lower case.
    pub words: BTreeSet<BString>,
    /// Whether they say that something goes, or that code is put in another form.
    pub says_less: bool,
    /// The names that they call removed.
    pub removed: Box<[BString]>,
}

impl Talk {
    /// Returns whether the words may be about a line: they have half of its words, or say that something like it goes.
    pub fn is_about(&self, line: &[u8]) -> bool {
        let words: BTreeSet<BString> = words_of(line).collect();
        let is_long = |word: &&BString| word.len() >= N_LETTERS;
        let long: Vec<&BString> = words.iter().filter(is_long).collect();
        let n_said = long.iter().filter(|it| self.words.contains(**it)).count();
        let is_named = !long.is_empty() && 2 * n_said >= long.len();
        let is_removed = |name: &BString| {
            let mut parts = words_of(name);
            parts.any(|part| words.contains(&part))
        };
        let goes = || n_said > 0 || self.removed.is_empty() || self.removed.iter().any(is_removed);
        is_named || self.says_less && goes()
    }
}

/// Returns the words of a line, in lower case.
pub fn words_of(line: &[u8]) -> impl Iterator<Item = BString> {
    let is_of_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte >= 0x80;
    let words = line.split(move |byte| !is_of_word(byte));
    words
        .filter(|word| !word.is_empty())
        .map(|word| word.to_ascii_lowercase().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_about_lines() {
        let talk = |text: &str, says_less: bool, removed: &[&str]| Talk {
            words: words_of(text.as_bytes()).collect(),
            says_less,
            removed: removed.iter().map(|name| BString::from(*name)).collect(),
        };
        let silent = talk("Here is the whole file.", false, &[]);
        assert!(!silent.is_about(b"    self.load()"));
        let named = talk("It need not load again.", false, &[]);
        assert!(named.is_about(b"    self.load()"));
        assert!(talk("I removed the print.", true, &[]).is_about(b"    self.load()"));
        let other = talk("I removed `print`.", true, &["print"]);
        assert!(!other.is_about(b"    self.load()"));
        assert!(other.is_about(b"print(1)"));
    }
}
