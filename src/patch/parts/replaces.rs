//! Whether a new line at the edge of a part stands for a line of the file.

use std::collections::HashMap;

use bstr::ByteSlice;

use super::core::says_something;
use super::doubled::name;
use crate::text::import::is_import;
use crate::text::{Trim, heading, indent};

/// Whether a new line at the edge of a part stands for the one of the file beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Replaces {
    Surely,
    Maybe,
    No,
}

/// Returns whether a new line may stand for an old one.
pub(super) fn is_like(new: &[u8], old: &[u8]) -> bool {
    replaces(new, old) != Replaces::No
}

pub(super) fn replaces(new: &[u8], old: &[u8]) -> Replaces {
    if indent::is_blank(old)
        || indent::is_blank(new)
        || indent::leading(new) != indent::leading(old)
    {
        return Replaces::No;
    }
    match (heading::defined(new), heading::defined(old)) {
        (Some(new), Some(old)) if new == old => return Replaces::Surely,
        (None, None) => {}
        (_, _) => return Replaces::No,
    }
    let (new, old) = (new.trimmed(), old.trimmed());
    if !says_something(new) || !says_something(old) {
        // `n++` and `n += 2` are about the same.
        let is_alike = !first_word(new).is_empty() && first_word(new) == first_word(old);
        return if is_alike {
            Replaces::Maybe
        } else {
            Replaces::No
        };
    }
    if defines_another(new, old) || calls_for_another(new, old) {
        return Replaces::No;
    }
    let is_alike = if is_import(new) && is_import(old) {
        is_import_alike(new, old)
    } else if let (Some(new), Some(old)) = (name(new), name(old)) {
        let last = |name: &[u8]| name.rsplit(|byte| *byte == b' ').next().map(<[u8]>::to_vec);
        last(new) == last(old)
    } else {
        let parts = n_in_common(new, old, Of::Parts);
        leaves_or_calls_alike(new, old)
            || is_text_alike(new, old)
            || n_in_common(new, old, Of::Words).is_most()
            || parts.n_both > 1 && parts.is_all_of_one()
            || is_declared_alike(new, old)
    };
    if is_alike {
        Replaces::Maybe
    } else {
        Replaces::No
    }
}

/// Returns the name or the word that a line begins with.
fn first_word(line: &[u8]) -> &[u8] {
    let is_of_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let end = line.iter().position(|byte| !is_of_word(byte));
    &line[..end.unwrap_or(line.len())]
}

/// Returns whether both lines define something for the preprocessor, and not the same.
fn defines_another(new: &[u8], old: &[u8]) -> bool {
    let defined = |line: &[u8]| -> Option<Vec<u8>> {
        let line = line.strip_prefix(b"#")?.trim_ascii_start();
        let name = line.strip_prefix(b"define ")?.trim_ascii_start();
        let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let end = name.iter().position(|byte| !is_of_name(byte));
        Some(name[..end.unwrap_or(name.len())].to_vec())
    };
    let (new, old) = (defined(new), defined(old));
    new.is_some() && old.is_some() && new != old
}

/// Returns whether both lines begin blocks for a string, and not for the same: `test('one', () => {`.
fn calls_for_another(new: &[u8], old: &[u8]) -> bool {
    let string = |line: &[u8]| -> Option<Vec<u8>> {
        line.strip_suffix(b"{")?;
        let behind = &line[line.find_byte(b'(')? + 1..];
        let quote = *behind.first().filter(|byte| b"'\"`".contains(byte))?;
        let end = behind[1..].find_byte(quote)?;
        Some(behind[1..=end].to_vec())
    };
    let (new, old) = (string(new), string(old));
    new.is_some() && old.is_some() && new != old
}

/// Returns whether what is called, returned or thrown by the one is so by the other.
fn leaves_or_calls_alike(new: &[u8], old: &[u8]) -> bool {
    let before = |line: &[u8], signs: &[u8]| -> Option<Vec<u8>> {
        let end = line.iter().position(|byte| signs.contains(byte))?;
        Some(line[..end].trim_ascii_end().to_vec()).filter(|before| !before.is_empty())
    };
    let is_same =
        |signs: &[u8]| before(new, signs).is_some_and(|set| Some(set) == before(old, signs));
    let word = |line: &[u8]| before(line, b" ;(").unwrap_or_else(|| line.to_vec());
    let yields = |line: &[u8]| word(line) == b"yield";
    word(new) == word(old) && (leaves(new) || yields(new)) || is_same(b"(")
}

/// Returns whether a line leaves its block, so that nothing below it there is reached.
pub(super) fn leaves(line: &[u8]) -> bool {
    let line = line.trimmed();
    let words = [&b"return"[..], b"raise", b"throw", b"break", b"continue"];
    let end = line.iter().position(|byte| b" ;(".contains(byte));
    words.contains(&&line[..end.unwrap_or(line.len())])
}

/// Returns whether both lines are of two words, the first of which is the same: `size int` and `size uint8`.
fn is_declared_alike(new: &[u8], old: &[u8]) -> bool {
    let two = |line: &[u8]| -> Option<Vec<u8>> {
        let mut words = line
            .split(u8::is_ascii_whitespace)
            .filter(|word| !word.is_empty());
        let (first, _, None) = (words.next()?, words.next()?, words.next()) else {
            return None;
        };
        Some(first.to_vec()).filter(|word| word[0].is_ascii_alphabetic())
    };
    two(new).is_some_and(|new| Some(new) == two(old))
}

/// Returns whether two lines begin and end alike, for more than half of the longer one.
fn is_text_alike(new: &[u8], old: &[u8]) -> bool {
    let (n_first, n_last) = n_same_ends(new, old);
    let n_same = (n_first + n_last).min(new.len()).min(old.len());
    2 * n_same > new.len().max(old.len())
}

/// Returns how many bytes two lines have in common at their start, and at their end.
fn n_same_ends(new: &[u8], old: &[u8]) -> (usize, usize) {
    let pairs = new.iter().zip(old);
    let n_first = pairs.take_while(|(new, old)| new == old).count();
    let pairs = new.iter().rev().zip(old.iter().rev());
    (n_first, pairs.take_while(|(new, old)| new == old).count())
}

/// One import more is one more, unless it is of the same module, or names all that the other names.
fn is_import_alike(new: &[u8], old: &[u8]) -> bool {
    let module = |line: &[u8]| -> Vec<u8> {
        let end = line.find(" import ").or_else(|| line.find_byte(b'{'));
        line[..end.unwrap_or(line.len())].to_vec()
    };
    let common = n_in_common(new, old, Of::Parts);
    // Siblings differ in one name, and the one is not a part of the other.
    let differ_in_one = common.n_new == common.n_old && common.n_both + 1 == common.n_new;
    let (n_first, n_last) = n_same_ends(new, old);
    let is_longer = n_first + n_last >= new.len().min(old.len());
    // Each has the word that makes it an import.
    let of_names = Common {
        n_new: common.n_new.saturating_sub(1),
        n_old: common.n_old.saturating_sub(1),
        n_both: common.n_both.saturating_sub(1),
    };
    module(new) == module(old)
        || common.is_all_of_one() && common.n_both > 1
        || differ_in_one && is_longer
        || of_names.is_most() && !differ_in_one
}

/// How many words two lines have, and how many of these both.
struct Common {
    n_new: usize,
    n_old: usize,
    n_both: usize,
}

impl Common {
    /// Returns whether more than half of the words of both are in both.
    fn is_most(&self) -> bool {
        4 * self.n_both > self.n_new + self.n_old
    }

    /// Returns whether one of the lines has all words of the other.
    fn is_all_of_one(&self) -> bool {
        self.n_both == self.n_old.min(self.n_new)
    }
}

/// What is compared of two lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Of {
    /// Words.
    Words,
    /// What underscores join to words.
    Parts,
}

fn n_in_common(new: &[u8], old: &[u8], of: Of) -> Common {
    let joins = |byte: u8| byte == b'_' && of == Of::Words;
    let is_of_word = |byte: &u8| byte.is_ascii_alphanumeric() || joins(*byte) || !byte.is_ascii();
    let words = |line: &[u8]| -> Vec<Vec<u8>> {
        let words = line.split(|byte| !is_of_word(byte));
        let words = words.filter(|word| !word.is_empty());
        words.map(<[u8]>::to_vec).collect()
    };
    let (new, old) = (words(new), words(old));
    let mut left: HashMap<&Vec<u8>, usize> = HashMap::new();
    for word in &old {
        *left.entry(word).or_default() += 1;
    }
    let takes = |word: &&Vec<u8>| match left.get_mut(*word) {
        Some(n) if *n > 0 => {
            *n -= 1;
            true
        }
        Some(_) | None => false,
    };
    Common {
        n_new: new.len(),
        n_old: old.len(),
        n_both: new.iter().filter(takes).count(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(new: &str, old: &str, expected: bool) {
        assert_eq!(
            is_like(new.as_bytes(), old.as_bytes()),
            expected,
            "{new} / {old}"
        );
    }

    #[test]
    fn a_line_may_stand_for_one_of_the_same_words_or_beginning() {
        check("assert(n == END);", "assert(last(loop).code == END);", true);
        check("port: 8080,", "port: 80,", true);
        check("port: some(80)", "host: some(80)", false);
        check("let port = 1;", "const port = 2;", true);
        check(
            "int init_all(loop_t* loop,",
            "void loop_close(loop_t* loop);",
            false,
        );
        check("return a", "return b", true);
        check("if a.on and not b.on:", "if a.on:", true);
        check("    port = 1", "port = 1", false);
        check("app.use(one)", "app.use((a, b) => {", true);
        check("ASSERT_NOT_NULL(x);", "ASSERT(x != NULL);", true);
        check("#define ONE 1", "#define TWO 1", false);
        check("test('one', () => {", "test('two', () => {", false);
        check("}", "}", false);
        check("size any", "size interface{}", true);
        check("n += 2", "n++", true);
        check("run_all(x)", "stop(y)", false);
        check("def one(a):", "def two(a):", false);
        check("def one(a):", "def one():", true);
    }

    #[test]
    fn an_import_stands_for_one_that_names_less() {
        check("import regex as re", "import re", true);
        check("use crate::hay::{A, B};", "use hay::{A, B};", true);
        check("import one  # noqa", "import one", true);
        check(
            "#include <def.h> /* size_t */",
            "#include <sys/types.h> /* size_t */",
            true,
        );
        check("use a::Local;", "use a::CachedLocal;", true);
        check("import os", "import sys", false);
        check("use std::io::Read;", "use std::io::Write;", false);
        check("from a import b", "from a import c", true);
        check("#include \"foo.h\"", "#include \"bar.h\"", false);
    }
}
