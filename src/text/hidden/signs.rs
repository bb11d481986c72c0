//! Blanks, dots and quotes in code that are not what they look like.

use super::alike::{LookAlike, always, is_of_word};
use super::code::is_sentence;
use super::far::looks_blank;
use crate::text::display::is_hidden;

/// Finds blanks and punctuation in code that are not what they look like: no language has them, or it takes them for letters.
pub(super) fn signs(part: &str) -> impl Iterator<Item = LookAlike<'_>> {
    let part = if is_sentence(part) { "" } else { part };
    let has_braille = part.contains(|c| matches!(c, '\u{2801}'..='\u{28ff}'));
    let signs = part.char_indices().filter(move |(at, c)| match c {
        '\0'..='\u{7f}' => false,
        '\u{ff01}'..='\u{ff5e}' => !c.is_alphanumeric(),
        '\u{37e}' | '\u{2024}' | '\u{a789}' | '\u{a78a}' | '\u{1c0}' => true,
        // Hyphens that no keyboard has, in a name with one.
        '\u{2010}' | '\u{2011}' => {
            let is_ours = |c: Option<char>| c.is_some_and(is_of_word);
            is_ours(part[..*at].chars().next_back()) && is_ours(part[at + 3..].chars().next())
        }
        // The middle dots of Katakana part names, and are of one in some languages.
        '\u{30fb}' | '\u{ff65}' => {
            let is_ours = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
            is_ours(part[..*at].chars().next_back()) && is_ours(part[at + 3..].chars().next())
        }
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

/// Finds middle dots between two words of ours, which are a part of a name to many languages and look like the sign that takes a
/// part of what is named. In Catalan one parts two `l`.
pub(super) fn middle_dots(part: &str) -> impl Iterator<Item = LookAlike<'_>> {
    let dots = part.match_indices(['\u{b7}', '\u{387}']);
    dots.filter_map(|(at, dot)| {
        let is_other = |c: char| !(c.is_ascii_alphanumeric() || c == '_');
        let (before, after) = (&part[..at], &part[at + dot.len()..]);
        let start = before.rfind(is_other).map_or(0, |at| {
            at + before[at..].chars().next().map_or(0, char::len_utf8)
        });
        let end = after.find(is_other).unwrap_or(after.len());
        let (word, rest) = (&before[start..], &after[..end]);
        let is_catalan = word.ends_with(['l', 'L']) && rest.starts_with(['l', 'L']);
        // Units of one letter are multiplied so.
        let is_name = word.len() > 1 && !rest.is_empty() && !is_catalan;
        is_name.then(|| LookAlike {
            text: &part[start..at + dot.len() + end],
            resembles: Some(word.to_string()),
        })
    })
}

/// Finds words of ours between letters that pass for quotes: they are a name, and look like a string.
pub(super) fn quoted(part: &str) -> impl Iterator<Item = LookAlike<'_>> {
    let is_of = |c: Option<char>| c.is_some_and(is_of_word);
    let is_ours = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_');
    let mut quotes = part.char_indices().filter(|(_, c)| is_quote(*c)).peekable();
    std::iter::from_fn(move || {
        while let Some((at, quote)) = quotes.next() {
            let opens_at = at + quote.len_utf8();
            let opens = !is_of(part[..at].chars().next_back());
            let Some((end, closing)) = quotes.peek().copied() else {
                break;
            };
            let inside = &part[opens_at..end];
            let closes_at = end + closing.len_utf8();
            let closes = !is_of(part[closes_at..].chars().next());
            let holds = inside.is_empty()
                || is_ours(inside.chars().next()) && is_ours(inside.chars().next_back());
            if opens && closes && holds {
                quotes.next();
                return Some(always(&part[at..closes_at]));
            }
        }
        None
    })
}

/// Letters that pass for quotes.
fn is_quote(c: char) -> bool {
    matches!(
        c,
        '\u{2b9}'
            ..='\u{2bd}'
                | '\u{2c8}'
                | '\u{2ca}'
                | '\u{2cb}'
                | '\u{2ee}'
                | '\u{374}'
                | '\u{7f4}'
                | '\u{7f5}'
                | '\u{a78b}'
                | '\u{a78c}'
    )
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
