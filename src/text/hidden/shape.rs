//! How words look: the same for all spellings that pass for each other.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::{canonical_combining_class, is_combining_mark};

use super::alike::{has_own_shape, is_selector};
use super::far::looks_blank;
use super::skeleton;
use crate::text::display::is_hidden;

/// Returns a word as all look that pass for it: composed, without what chooses between variants of a sign, and each letter
/// that is none of ours as the first of those that look like it.
pub(super) fn look(word: &str) -> String {
    let mut look = String::with_capacity(word.len());
    for c in rearranged(word).nfc().filter(|c| !is_selector(*c)) {
        match c {
            // Letters of which there are several with one form: Eth and the two other crossed D, the two Greek mu.
            '\u{d0}' | '\u{110}' | '\u{189}' => look.push('\u{110}'),
            '\u{b5}' => look.push_str(&skeleton::of("\u{3bc}")),
            '\0'..='\u{24f}' => look.push(c),
            _ if has_own_shape(c) => look.push(c),
            _ => {
                // What compilers that normalize names make of it.
                let mut buffer = [0; 4];
                let normal: String = c.encode_utf8(&mut buffer).nfkc().collect();
                if normal.is_ascii() {
                    look.push_str(&normal);
                } else {
                    look.push_str(&skeleton::of(&normal));
                }
            }
        }
    }
    look
}

/// Returns a word with what normalization does not put together: a mark upon a letter without its dot, and the two parts of the
/// vowel AM of Thai and Lao on both sides of a tone.
fn rearranged(word: &str) -> String {
    let mut text = String::with_capacity(word.len());
    for c in word.chars() {
        let is_above = canonical_combining_class(c) == 230;
        match (c, text.chars().next_back()) {
            (_, Some(dotless @ ('\u{131}' | '\u{237}'))) if is_above => {
                text.pop();
                text.extend([if dotless == '\u{131}' { 'i' } else { 'j' }, c]);
            }
            ('\u{e33}' | '\u{eb3}', tone) => {
                let (ring, vowel) = match c {
                    '\u{e33}' => ('\u{e4d}', '\u{e32}'),
                    _ => ('\u{ecd}', '\u{eb2}'),
                };
                let tone =
                    tone.filter(|c| matches!(c, '\u{e48}'..='\u{e4b}' | '\u{ec8}'..='\u{ecb}'));
                if tone.is_some() {
                    text.pop();
                }
                text.push(ring);
                text.extend(tone);
                text.push(vowel);
            }
            _ => text.push(c),
        }
    }
    text
}

/// Returns the name of a file as all look that pass for it: blanks and strokes are those of a keyboard, and none ends it.
pub(super) fn look_of_name(name: &str) -> String {
    let seen = name.chars().filter(|c| !is_hidden(*c) && !is_selector(*c));
    let seen: String = seen.map(|c| if looks_blank(c) { ' ' } else { c }).collect();
    let seen = seen.trim().replace(" .", ".").replace(". ", ".");
    // Some systems drop a dot at the end.
    let seen = seen.trim_end_matches('.');
    // Between other letters of a name no reader misses the dot.
    let seen = seen.replace('\u{131}', "i").replace('\u{237}', "j");
    let seen: String = seen
        .chars()
        .map(|c| if c == '\u{17f}' { 's' } else { c })
        .collect();
    // No ending of a file has a letter with a mark; in the name before it only marks without such a letter go.
    let seen = match seen.rsplit_once('.') {
        Some((stem, ending)) => format!(
            "{}.{}",
            unmarked(&stem.nfc().collect::<String>()),
            unmarked(&ending.nfd().collect::<String>())
        ),
        None => unmarked(&seen.nfc().collect::<String>()),
    };
    look(&seen).replace("rn", "m")
}

/// Returns a name without the marks on its ASCII letters.
fn unmarked(name: &str) -> String {
    let mut bare = String::with_capacity(name.len());
    for c in name.chars() {
        let is_on_ours = bare.ends_with(|c: char| c.is_ascii_alphabetic());
        if !(is_on_ours && is_combining_mark(c)) {
            bare.push(c);
        }
    }
    bare
}
