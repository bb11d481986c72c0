//! What is asked of bytes and a few words.

use bstr::ByteSlice;

/// Bytes beside a list of words.
pub trait OneOf {
    /// Returns whether they are one of `words`.
    fn is_one_of(&self, words: &[&str]) -> bool;
    /// Returns whether they are one of `words`, in whatever case of ASCII.
    fn is_one_of_in_any_case(&self, words: &[&str]) -> bool;
    /// Returns whether they begin with one of `words`.
    fn begins_with_one_of(&self, words: &[&str]) -> bool;
    /// Returns whether they end with one of `words`.
    fn ends_with_one_of(&self, words: &[&str]) -> bool;
    /// Returns whether one of `words` is in them.
    fn has_one_of(&self, words: &[&str]) -> bool;
}

impl OneOf for [u8] {
    fn is_one_of(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self == word.as_bytes())
    }

    fn is_one_of_in_any_case(&self, words: &[&str]) -> bool {
        let is_it = |word: &&str| self.eq_ignore_ascii_case(word.as_bytes());
        words.iter().any(is_it)
    }

    fn begins_with_one_of(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.starts_with(word.as_bytes()))
    }

    fn ends_with_one_of(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.ends_with(word.as_bytes()))
    }

    fn has_one_of(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.contains_str(word))
    }
}
