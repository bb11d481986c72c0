//! Text that may be spelled in several ways which look the same: where the ways take turns, bits can be written in them.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthChar;

use super::far::looks_blank;

/// How often a line may go from one way to another. Texts that were pasted together do it a few times; a byte written so
/// takes four on the average, and nothing of use is a byte.
const MOST_IN_TEXT: usize = 11;

/// The same where a line ends in blanks, which nobody means.
const MOST_AT_END: usize = 3;

/// The same of the ends of lines that follow each other.
const MOST_AT_ENDS: usize = 7;

/// Returns where in a line, its ending aside, one way to spell what looks the same has taken turns with another too often.
pub(super) fn turns(line: &str) -> Option<usize> {
    let end = line.trim_end_matches(looks_blank).len();
    if too_many(line[end..].chars(), MOST_AT_END) {
        return Some(end);
    }
    let may_not_show = |c: char| may_be_unseen(c) || is_variant(c) || c == '\u{200c}';
    let has_ways = |c: char| !c.is_ascii() && (looks_blank(c) || is_setting(c) || may_not_show(c));
    if !line.contains(has_ways) && line.nfc().eq(line.chars()) {
        return None;
    }
    let variants = line.chars().filter(|c| is_variant(*c));
    if too_many(variants, MOST_IN_TEXT) {
        return line.find(is_variant);
    }
    let mut ways: HashMap<u64, &str> = HashMap::new();
    let mut n_turns = 0;
    // What is seen of the last two that are seen: a sign that is not seen belongs to where it is.
    let mut last = [0, 0];
    let mut behind_seen = 0;
    for (at, shown) in line[..end].grapheme_indices(true) {
        if shown.chars().all(may_be_unseen) {
            continue;
        }
        let gap = &line[behind_seen..at];
        behind_seen = at + shown.len();
        let (before, after) = (&line[..at], &line[at + shown.len()..]);
        let seen = look(shown);
        let mut count = |look: u64, shown| {
            let before = ways.insert(look, shown);
            n_turns += usize::from(before.is_some_and(|before| before != shown));
        };
        // Other signs of ASCII have one way.
        if shown == " " || !shown.is_ascii() {
            let word = short_word(before, shown);
            // A short word has the same blank wherever it is.
            if let Some(word) = word {
                count(digest(&(seen, word)), shown);
            }
            let is_set = || word.is_some() || is_set_by_custom(before, shown, after);
            if shown == " " || !is_set() {
                count(seen, shown);
            }
        }
        count(digest(&(last, seen)), gap);
        if n_turns > MOST_IN_TEXT {
            return Some(at);
        }
        last = [last[1], seen];
    }
    None
}

/// Returns the index of the line by which the blanks that end `lines` have taken turns too often.
pub fn turns_at_ends<'a>(lines: impl Iterator<Item = &'a [u8]>) -> Option<usize> {
    let mut before = None;
    let mut n_turns = 0;
    for (index, line) in lines.enumerate() {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let end = line.trim_ascii_end().len();
        let (text, blanks) = line.split_at(end);
        // A blank line has its indentation, and nothing else.
        if text.is_empty() || blanks.is_empty() {
            continue;
        }
        let has = |blank| blanks.contains(&blank);
        let way = Some((has(b' '), has(b'\t')));
        n_turns += usize::from(before.is_some() && way != before);
        before = way;
        if n_turns > MOST_AT_ENDS {
            return Some(index);
        }
    }
    None
}

fn too_many(chars: impl Iterator<Item = char>, most: usize) -> bool {
    let mut before = None;
    let turns = chars.filter(|c| before.replace(*c).is_some_and(|before| before != *c));
    turns.take(most + 1).count() > most
}

/// Returns whether `c` is set upon a letter, or chooses how a sign is shown.
fn is_setting(c: char) -> bool {
    is_combining_mark(c) || is_selector(c)
}

fn is_selector(c: char) -> bool {
    matches!(c, '\u{fe00}'..='\u{fe0f}' | '\u{180b}'..='\u{180d}' | '\u{180f}')
}

/// Signs that are for what is beside them, and are not seen where that needs none.
fn may_be_unseen(c: char) -> bool {
    matches!(
        c,
        '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{61c}' | '\u{2060}' | '\u{feff}'
    )
}

/// What chooses between the variants of an ideograph.
fn is_variant(c: char) -> bool {
    matches!(c, '\u{e0100}'..='\u{e01ef}')
}

/// Letters of Arabic and its kin that never join the next one: behind them, nothing parts what is parted.
fn never_joins(c: char) -> bool {
    matches!(c, '\u{622}'..='\u{625}' | '\u{627}' | '\u{629}' | '\u{62f}'..='\u{632}' | '\u{648}' | '\u{671}'..='\u{673}'
        | '\u{688}'..='\u{699}' | '\u{6c0}' | '\u{6c3}'..='\u{6cb}' | '\u{6cd}' | '\u{6cf}' | '\u{6d2}' | '\u{6d5}')
}

/// Returns a digest of how something looks, whichever way it is spelled.
fn look(shown: &str) -> u64 {
    if is_narrow_blank(shown) {
        return digest(&' ');
    }
    let is_parted = shown.starts_with(never_joins);
    let is_seen = |c: &char| !(is_selector(*c) || is_variant(*c) || is_parted && *c == '\u{200c}');
    digest(&shown.nfc().filter(is_seen).collect::<String>())
}

fn digest(it: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    it.hash(&mut hasher);
    hasher.finish()
}

fn is_narrow_blank(shown: &str) -> bool {
    let mut chars = shown.chars();
    let first = chars.next();
    first.is_some_and(|c| looks_blank(c) && c.width() == Some(1)) && chars.next().is_none()
}

/// Returns the word right before a blank, if it is one of those behind which typography sets one that does not break.
fn short_word<'a>(before: &'a str, shown: &str) -> Option<&'a str> {
    if !is_narrow_blank(shown) {
        return None;
    }
    let word = before.rsplit(looks_blank).next().unwrap_or_default();
    let letters = word.trim_matches(|c: char| !c.is_alphanumeric());
    letters.chars().nth(3).is_none().then_some(word)
}

/// Returns whether typography sets this blank where it is: behind a number, beside the punctuation of French,
/// or next to another blank, as editors of web pages do.
fn is_set_by_custom(before: &str, shown: &str, after: &str) -> bool {
    if shown == " " || !is_narrow_blank(shown) {
        return false;
    }
    let last = before.chars().next_back().unwrap_or(' ');
    let next = after.chars().next().unwrap_or(' ');
    let is_mark = |c: char| !c.is_alphanumeric();
    last.is_ascii_digit() || is_mark(next) || looks_blank(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes the bits of `text` in `gaps` between words, `one` for a bit that is set.
    fn written(bits: &[u8], zero: &str, one: &str) -> String {
        let bits = bits
            .iter()
            .flat_map(|byte| (0..8).map(move |bit| byte >> bit & 1));
        bits.map(|bit| format!("words{}", if bit == 1 { one } else { zero }))
            .collect()
    }

    #[test]
    fn bits_in_what_looks_the_same_are_found() {
        for (zero, one) in [
            (" ", "\u{a0}"),
            (" ", "\u{2009}"),
            ("\u{a0}", "\u{2005}"),
            ("\u{e9} ", "e\u{301} "),
            ("\u{2728} ", "\u{2728}\u{fe0f} "),
        ] {
            let line = written(b"curl", zero, one);
            assert!(turns(&format!("# {line}.")).is_some(), "{line:?}");
        }
        // Each bit in what is there, or not.
        for (zero, one) in [
            ("\u{d55c}", "\u{1112}\u{1161}\u{11ab}"),
            ("\u{5e9}\u{5dc} ", "\u{5e9}\u{5dc}\u{200f} "),
            ("\u{e2a}\u{e27}", "\u{e2a}\u{e27}\u{200b}"),
            ("\u{62f}\u{631} ", "\u{62f}\u{200c}\u{631} "),
            ("\u{845b}\u{e0100}", "\u{845b}\u{e0101}"),
            ("wo ", "wo\u{a0}"),
        ] {
            let bits = b"curl"
                .iter()
                .flat_map(|byte| (0..8).map(move |bit| byte >> bit & 1));
            let line: String = bits.map(|bit| [zero, one][usize::from(bit)]).collect();
            assert!(turns(&format!("# {line}.")).is_some(), "{line:?}");
        }
        assert!(turns("x = 1 \t \t \t\t ").is_some());
        assert!(turns("x = 1 \u{a0} \u{a0} ").is_some());
        assert!(turns("\t \t \t ").is_some());
        let lines: Vec<String> = (0..40)
            .map(|n| format!("x{}", [" ", "\t"][n * n % 7 % 2]))
            .collect();
        assert!(turns_at_ends(lines.iter().map(String::as_bytes)).is_some());
    }

    #[test]
    fn honest_ways_are_none() {
        for line in [
            "x = 1 \t ",
            "\t  \t",
            "\u{ab}\u{a0}Oui\u{a0}! Non\u{a0}! Quoi\u{a0}? \u{bb} dit-il\u{a0}; et puis\u{a0}: rien, 5\u{a0}km \u{e0} pied.",
            "Mr.\u{a0}Smith and Mrs.\u{a0}Smith and Dr.\u{a0}No and Mr.\u{a0}Yes went to no.\u{a0}5 of St.\u{a0}Ives in a car",
            "v\u{a0}Praze a\u{a0}v Brn\u{11b} s\u{a0}nimi i\u{a0}bez nich, k\u{a0}tomu o\u{a0}tom u\u{a0}nich z\u{a0}domu v\u{a0}noci",
            "One.\u{a0} Two.\u{a0} Three.\u{a0} Four.\u{a0} Five.\u{a0} Six.\u{a0} Seven.\u{a0} Eight.\u{a0} Nine.",
            "\u{a0}\u{a0}\u{a0}\u{a0}\u{a0}\u{a0}\u{a0}\u{a0}pasted text that was indented so, and goes on for a while",
            "\u{645}\u{6cc}\u{200c}\u{62e}\u{648}\u{627}\u{647}\u{645} \u{628}\u{647} \u{62e}\u{627}\u{646}\u{647} \u{647}\u{627}\u{6cc} \u{645}\u{6cc}\u{200c}\u{631}\u{648}\u{645}",
            "\u{26a0}\u{fe0f} one \u{26a0} two \u{26a0}\u{fe0f} three",
            "Vie\u{323}\u{302}t Nam e\u{301}te\u{301} \u{e9}t\u{e9}",
            "\u{ac00}\u{b098}\u{b2e4} \u{b77c}\u{b9c8}\u{bc14} \u{1100}\u{1161}",
        ] {
            assert_eq!(turns(line), None, "{line:?}");
        }
        let lines = ["a  ", "b", "c\t", "d  ", "", "   ", "\t", "e ", "f "];
        assert_eq!(
            turns_at_ends(lines.iter().map(|line| line.as_bytes())),
            None
        );
    }
}
