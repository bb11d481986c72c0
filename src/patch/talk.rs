//! What the sentences of a reply say, for lines of a file given whole that only go: whether they may be meant to.

use std::collections::BTreeSet;

use bstr::BString;

/// The fewest letters of a word that says of which line a sentence is.
const N_LETTERS: usize = 4;

/// Words of a reply that does no more than give a file.
const PLAIN: &[&[u8]] = &[
    b"here", b"this", b"that", b"file", b"files", b"whole", b"full", b"complete", b"entire",
    b"updated", b"update", b"content", b"contents", b"with", b"below", b"following", b"version",
    b"code", b"change", b"changes", b"changed", b"modified", b"edited", b"replace", b"write",
    b"path", b"sure", b"your", b"have", b"made", b"look", b"looks", b"like", b"final", b"source",
];

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
        let (n_said, is_named) = self.share_of(&words);
        let is_removed = |name: &BString| {
            let mut parts = words_of(name);
            parts.any(|part| words.contains(&part))
        };
        let goes = || n_said > 0 || self.removed.is_empty() || self.removed.iter().any(is_removed);
        is_named || self.says_less && goes()
    }

    /// Returns whether the words say more than that a file is given: of what changes, perhaps, or that nothing else does.
    pub fn says_more_than(&self, path: &[u8]) -> bool {
        let path: BTreeSet<BString> = words_of(path).collect();
        let is_plain = |word: &BString| {
            word.len() < N_LETTERS || PLAIN.contains(&&word[..]) || path.contains(word)
        };
        !self.words.iter().all(is_plain)
    }

    /// Returns whether the words ask for comments, or say that there are new ones.
    pub fn asks_for_remarks(&self) -> bool {
        const REMARKS: [&str; 18] = [
            "comment", "document", "docs", "docstring", "annotat", "explain", "explanat", "note",
            "todo", "fixme", "remark", "kommentar", "kommentier", "comentari", "licen",
            "copyright", "header", "lint",
        ];
        let begins = |word: &BString| {
            REMARKS
                .iter()
                .any(|start| word.starts_with(start.as_bytes()))
        };
        self.words.iter().any(begins)
    }

    /// Returns how many of the long words of a line are among these, and whether half of them are.
    fn share_of(&self, words: &BTreeSet<BString>) -> (usize, bool) {
        let long = words.iter().filter(|word| word.len() >= N_LETTERS);
        let n_long = long.clone().count();
        let n_said = long.filter(|word| self.words.contains(*word)).count();
        (n_said, n_long > 0 && 2 * n_said >= n_long)
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
        assert!(!silent.says_more_than(b"a.py"));
        assert!(!talk("The updated src/store.py:", false, &[]).says_more_than(b"src/store.py"));
        assert!(talk("Nothing else changes.", false, &[]).says_more_than(b"a.py"));
        assert!(named.says_more_than(b"a.py"));
    }
}
