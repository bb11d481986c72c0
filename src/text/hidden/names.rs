//! Which names there are for a word to pass for.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use super::alike::is_of_name;
use super::shape::look;

/// What programs name all over: a word may pass for one of these in any file.
const COMMON: [&str; 66] = [
    "admin", "and", "assert", "async", "await", "break", "case", "catch", "class", "compile",
    "const", "continue", "def", "default", "delete", "do", "elif", "else", "enum", "eval", "exec",
    "export", "extends", "extern", "false", "False", "finally", "fn", "for", "from", "func",
    "function", "goto", "if", "impl", "import", "in", "int", "interface", "let", "match", "mod",
    "mut", "new", "None", "not", "null", "open", "or", "os", "package", "pass", "print", "pub",
    "require", "return", "self", "static", "struct", "sys", "system", "this", "true", "True",
    "var", "while",
];

/// The words of some texts, as they look.
#[derive(Debug, Default)]
pub struct Names {
    /// Digests of those in ASCII: a text may have as many words as bytes.
    digests: HashSet<u64>,
    /// Digests of the others, by those of how they look: the first spelling, and whether there is another.
    spellings: HashMap<u64, (u64, bool)>,
}

impl Names {
    /// Takes the words of `texts`; costs a pass over them.
    pub fn of<'a>(texts: impl Iterator<Item = &'a [u8]>) -> Names {
        let mut names = Names::default();
        for text in texts {
            let words = text.split(|byte| !(byte.is_ascii_alphanumeric() || *byte == b'_'));
            let words = words.filter(|word| !word.is_empty()).map(digest);
            names.digests.extend(words);
            if !text.is_ascii() {
                text.utf8_chunks()
                    .for_each(|chunk| names.spell(chunk.valid()));
            }
        }
        names
    }

    fn spell(&mut self, text: &str) {
        let words = text.split(|c: char| !is_of_name(c));
        let words =
            words.map(|word| word.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '_'));
        for word in words.filter(|word| !word.is_ascii()) {
            let spelling = digest(word.as_bytes());
            let looks = digest(look(word).as_bytes());
            let (first, has_others) = self.spellings.entry(looks).or_insert((spelling, false));
            *has_others |= *first != spelling;
        }
    }

    /// Returns whether a word that looks like `name`, and is not spelled as `text` is, is among them.
    pub fn holds(&self, name: &str, text: &str) -> bool {
        if name.is_ascii() {
            return self.digests.contains(&digest(name.as_bytes()));
        }
        let spelled = self.spellings.get(&digest(name.as_bytes()));
        spelled.is_some_and(|(first, has_others)| *has_others || *first != digest(text.as_bytes()))
    }
}

/// Returns whether `word` is a keyword, a builtin of many languages or a number.
pub fn is_common(word: &str) -> bool {
    let alike = |known: &&str| digest(known.as_bytes()) == digest(word.as_bytes());
    word.bytes().all(|byte| byte.is_ascii_digit()) || COMMON.iter().any(alike)
}

/// Digests a word so that `I`, `l` and `1` are the same, and `O` and `0`: the tables fold them into one another.
fn digest(word: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    for byte in word {
        let alike = match byte {
            b'I' | b'1' => b'l',
            b'0' => b'O',
            byte => *byte,
        };
        alike.hash(&mut hasher);
    }
    hasher.finish()
}
