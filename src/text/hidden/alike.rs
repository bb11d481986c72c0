//! Characters and words that pass for others (CVE-2021-42694).
//!
//! Which characters look alike comes from the tables of Unicode (UTS 39). Alone they prove nothing: `ρ` is honest beside `p`,
//! and so is a Russian word. So a word has to pass for a word that means something where it is.

use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization;

use super::code::{Writing, code_parts, is_sentence};
use super::far::looks_blank;
use super::invisible::is_right_to_left;
use crate::text::display::is_hidden;

/// Text that passes for other text.
pub(super) struct LookAlike<'a> {
    pub text: &'a str,
    /// The name it passes for, where it deceives only if there is such a name.
    pub resembles: Option<String>,
}

/// Returns what passes for other text in `text`, which is a line or a part of one.
pub(super) fn look_alikes(text: &str, writing: Writing) -> Vec<LookAlike<'_>> {
    if text.is_ascii() {
        return Vec::new();
    }
    let mut found: Vec<LookAlike<'_>> = mixed_words(text).chain(hosts(text)).collect();
    if writing == Writing::Code {
        let parts = code_parts(text);
        let in_prose = parts.iter().any(|part| is_foreign(part));
        for part in parts {
            found.extend(signs(part).filter(|_| !in_prose));
            found.extend(words(part, in_prose));
        }
    }
    found
}

/// Finds words of Latin letters and others that look Latin, all of them. A word that holds other letters too, such as `Δx`
/// or a Russian word, was not made to deceive.
fn mixed_words(text: &str) -> impl Iterator<Item = LookAlike<'_>> {
    let words = text.split(|c: char| !(is_of_word(c) || looks_latin(c)));
    words.filter(|word| is_mixed(word)).map(always)
}

fn is_mixed(word: &str) -> bool {
    if word.is_ascii() {
        return false;
    }
    let mut n_latin = 0;
    let mut n_alike = 0;
    for c in word.chars() {
        match c {
            _ if looks_latin(c) => n_alike += 1,
            _ if !c.is_alphabetic() => {}
            '\0'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' => n_latin += 1,
            _ => return false,
        }
    }
    n_latin > 0 && n_alike > 0
}

fn always(text: &str) -> LookAlike<'_> {
    LookAlike {
        text,
        resembles: None,
    }
}

/// Finds, in the host names of URLs, punctuation that is none and labels that would pass for ASCII ones.
fn hosts(text: &str) -> impl Iterator<Item = LookAlike<'_>> {
    let hosts = text.split("://").skip(1).map(|rest| {
        let end =
            |c: char| c.is_whitespace() || "/?#\"'`<>()[]{}|\\^,;".contains(c) || c == '\u{ff09}';
        let len = rest.find(end).unwrap_or(rest.len());
        &rest[..len]
    });
    hosts.filter(|host| !host.is_ascii()).filter_map(|host| {
        let ends_in_ascii = host.rsplit('.').next().is_some_and(str::is_ascii);
        let mut labels = host.split('.').filter(|label| !label.is_ascii());
        let fake = labels.find(|label| ends_in_ascii && folded(label).is_some());
        fake.or_else(|| has_false_punctuation(host).then_some(host))
            .map(always)
    })
}

fn has_false_punctuation(host: &str) -> bool {
    let mut next = host.chars().skip(1);
    host.chars().any(|c| {
        let after = next.next().unwrap_or(' ');
        let parts_names = after.is_ascii_alphanumeric() || after == '@';
        parts_names && looks_like(c).is_some_and(|c| "/.?#@:".contains(c))
    })
}

/// Finds words of code that have no letter of their own and so pass for ASCII words. In a line of prose only those count
/// that are written as parts of code are.
fn words(part: &str, in_prose: bool) -> Vec<LookAlike<'_>> {
    let mut start = 0;
    let mut found = Vec::new();
    for piece in part.split_inclusive(|c: char| !is_of_word(c)) {
        let text = piece.trim_end_matches(|c: char| !is_of_word(c));
        let (before, after) = (&part[..start], &part[start + text.len()..]);
        start += piece.len();
        if text.is_ascii() || is_mixed(text) || (in_prose && stands_free(before, after)) {
            continue;
        }
        // A single letter may well have a meaning of its own.
        let mut chars = text.chars();
        let only = chars.next().filter(|_| chars.next().is_none());
        if let Some(name) = folded(text).filter(|_| only.is_none_or(looks_latin)) {
            found.push(LookAlike {
                text,
                resembles: Some(name),
            });
        }
    }
    found
}

/// Returns whether nothing of code adjoins a word between `before` and `after`.
fn stands_free(before: &str, after: &str) -> bool {
    !before.ends_with(['(', '[', '{', '.', '@', '$']) && !after.starts_with(['(', '[', '{', '='])
}

/// Finds blanks and punctuation in code that are not what they look like: no language has them, or it takes them for letters.
fn signs(part: &str) -> impl Iterator<Item = LookAlike<'_>> {
    let part = if is_sentence(part) { "" } else { part };
    let has_braille = part.contains(|c| matches!(c, '\u{2801}'..='\u{28ff}'));
    let signs = part.char_indices().filter(move |(at, c)| match c {
        '\0'..='\u{7f}' => false,
        '\u{ff01}'..='\u{ff5e}' => !c.is_alphanumeric(),
        '\u{37e}' | '\u{2024}' | '\u{a789}' | '\u{1c0}' => true,
        // In a Latin word it makes that one mixed.
        '\u{1c3}' => !part[..*at].ends_with(is_of_word),
        // Braille has a blank among its patterns.
        '\u{2800}' => !has_braille,
        _ => {
            looks_blank(*c)
                && !is_hidden(*c)
                && !is_set_by_custom(&part[..*at], &part[*at + c.len_utf8()..])
        }
    });
    signs.map(|(at, c)| always(&part[at..at + c.len_utf8()]))
}

/// Returns whether a blank between `before` and `after` is where French sets one that does not break, or between a number
/// and its unit.
fn is_set_by_custom(before: &str, after: &str) -> bool {
    let last = before.chars().next_back().unwrap_or(' ');
    let mut after = after.chars();
    let next = after.next().unwrap_or(' ');
    let ends = after.next().is_none_or(char::is_whitespace);
    let closes = last.is_alphanumeric() && ":;!?".contains(next) && ends;
    let is_number = last.is_ascii_digit() && next.is_alphanumeric();
    closes || is_number || "\u{bb}%\u{20ac}".contains(next) || last == '\u{ab}'
}

/// Returns whether a word of `part` shows that it is prose in another script: by a letter that passes for none of ours, and
/// where the script has others that do, in a word without ours.
fn is_foreign(part: &str) -> bool {
    part.split(|c: char| !is_of_word(c)).any(|word| {
        let is_pure = || !word.contains(|c: char| c.is_ascii_alphabetic());
        !word.is_ascii() && word.contains(|c| speaks(c) && (!has_look_alikes(c) || is_pure()))
    })
}

fn speaks(c: char) -> bool {
    !c.is_ascii() && c.is_alphabetic() && !is_latin_or_greek(c) && looks_like(c).is_none()
}

fn is_latin_or_greek(c: char) -> bool {
    matches!(c, '\0'..='\u{3ff}' | '\u{1d00}'..='\u{1fff}' | '\u{2100}'..='\u{214f}' | '\u{1d400}'..='\u{1d7ff}')
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Returns the ASCII word that `word` passes for, if all its letters and digits pass for some.
pub(super) fn folded(word: &str) -> Option<String> {
    word.chars()
        .map(|c| {
            let alike = if c.is_ascii() { Some(c) } else { looks_like(c) };
            alike.filter(|c| is_of_word(*c) || *c == '-')
        })
        .collect()
}

/// Returns the ASCII character that `c` passes for, or that compilers which normalize names make of it.
pub(super) fn looks_like(c: char) -> Option<char> {
    match c {
        '\u{370}'..='\u{58f}' => {
            let at = ALIKE.binary_search_by_key(&c, |(c, _)| *c).ok()?;
            Some(ALIKE[at].1)
        }
        _ => unicode_look_alike(c),
    }
}

/// The look-alikes of Greek, Cyrillic and Armenian: of whole texts in these scripts every letter is looked up.
static ALIKE: LazyLock<Vec<(char, char)>> = LazyLock::new(|| {
    let all = '\u{370}'..='\u{58f}';
    all.filter_map(|c| Some((c, unicode_look_alike(c)?)))
        .collect()
});

fn unicode_look_alike(c: char) -> Option<char> {
    if !has_look_alikes(c) || has_own_shape(c) {
        return None;
    }
    let mut buffer = [0; 4];
    let text = &*c.encode_utf8(&mut buffer);
    only(text.nfkc()).or_else(|| only(unicode_security::skeleton(text)))
}

fn only(mut chars: impl Iterator<Item = char>) -> Option<char> {
    let first = chars.next().filter(char::is_ascii_graphic)?;
    chars.next().is_none().then_some(first)
}

/// The scripts that are Latin's kin, and the signs that are made of its letters. In others the same stroke is no letter of
/// ours to any reader.
fn has_look_alikes(c: char) -> bool {
    matches!(c, '\u{100}'..='\u{58f}' | '\u{13a0}'..='\u{13ff}' | '\u{1c80}'..='\u{1c8f}' | '\u{1d00}'..='\u{1fff}'
        | '\u{2010}'..='\u{2044}' | '\u{2100}'..='\u{217f}' | '\u{2215}' | '\u{29f8}' | '\u{2c60}'..='\u{2cff}' | '\u{a4d0}'..='\u{a4ff}'
        | '\u{a640}'..='\u{a69f}' | '\u{a720}'..='\u{a7ff}' | '\u{ab30}'..='\u{abbf}' | '\u{ff01}'..='\u{ff5e}'
        | '\u{1d400}'..='\u{1d7ff}')
        && !is_right_to_left(c)
}

/// Letters that the tables fold, but that readers tell apart: Greek ones of formulas, and some of Russian.
fn has_own_shape(c: char) -> bool {
    matches!(
        c,
        '\u{3b1}'
            | '\u{3b3}'
            | '\u{3b9}'
            | '\u{3bd}'
            | '\u{3c1}'
            | '\u{3c3}'
            | '\u{3c5}'
            | '\u{3f1}'
            | '\u{42c}'
            | '\u{431}'
            | '\u{433}'
            | '\u{448}'
            | '\u{44c}'
            | '\u{460}'
            | '\u{461}'
    )
}

/// Returns whether `c` passes for an ASCII letter or digit in most fonts, and belongs to no Latin word.
fn looks_latin(c: char) -> bool {
    match c {
        '\0'..='\u{24f}' => c == '\u{1c3}',
        // Script a and g.
        '\u{251}' | '\u{261}' => true,
        '\u{ff21}'..='\u{ff3a}' | '\u{ff41}'..='\u{ff5a}' | '\u{1d400}'..='\u{1d6a3}' => true,
        // Cherokee, Coptic and Lisu beside Greek, Cyrillic and Armenian.
        '\u{370}'..='\u{58f}'
        | '\u{13a0}'..='\u{13ff}'
        | '\u{1c80}'..='\u{1c8f}'
        | '\u{2c80}'..='\u{2cff}'
        | '\u{a4d0}'..='\u{a4ff}'
        | '\u{a640}'..='\u{a69f}'
        | '\u{ab70}'..='\u{abbf}' => looks_like(c).is_some_and(|c| c.is_ascii_alphanumeric()),
        _ => false,
    }
}
