//! Characters without a meaning of their own, of private use or not assigned: they are what the font at hand makes of them, an
//! icon, a box or nothing.

use unicode_security::mixed_script::AugmentedScriptSet;

use super::HiddenCode;
use super::alike::is_of_name;
use super::code::{Writing, code_parts};
use crate::text::display::is_hidden;

/// Returns those of a line: each that adjoins a name of code, and the first that is elsewhere.
pub(super) fn unassigned(text: &str, writing: Writing) -> Vec<(HiddenCode, char)> {
    if !text.contains(is_unassigned) {
        return Vec::new();
    }
    let parts = match writing {
        Writing::Code => code_parts(text),
        Writing::Prose => Vec::new(),
    };
    let in_names = parts.into_iter().flat_map(in_names);
    let mut found: Vec<_> = in_names.map(|c| (HiddenCode::PrivateUse, c)).collect();
    let n_all = text.chars().filter(|c| is_unassigned(*c)).count();
    if n_all > found.len() {
        let first = text.chars().find(|c| is_unassigned(*c));
        found.extend(first.map(|c| (HiddenCode::Icon, c)));
    }
    found
}

/// Returns whether `c` has no meaning but by agreement, or none so far. What is never seen has a kind of its own.
pub fn is_unassigned(c: char) -> bool {
    const FIRST: char = '\u{378}';
    // Unicode gives each character a script, if only that of all.
    let has_no_script = || AugmentedScriptSet::for_char(c).is_empty();
    c >= FIRST && !c.is_alphanumeric() && !is_hidden(c) && has_no_script()
}

/// Returns whether `c` is left to agreements for good.
pub fn is_private_use(c: char) -> bool {
    matches!(c, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{ffffd}' | '\u{100000}'..='\u{10fffd}')
}

fn in_names(part: &str) -> impl Iterator<Item = char> {
    let words = part.split(|c: char| !(is_of_name(c) || is_unassigned(c)));
    let names = words.filter(|word| word.contains(is_of_name));
    names.flat_map(|name| name.chars().filter(|c| is_unassigned(*c)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_means_nothing_is_unassigned() {
        for c in [
            '\u{378}', '\u{530}', '\u{2fe0}', '\u{1fffd}', '\u{e000}', '\u{100000}',
        ] {
            assert!(is_unassigned(c), "{c:?}");
        }
        let signs = "\u{482}\u{20ac}\u{2116}\u{2192}\u{2500}\u{2603}\u{28ff}\u{301}\u{3001}\u{ff01}\u{1f600}\u{1d11e}\u{1f3fd}";
        assert!(!signs.contains(is_unassigned));
        for c in '\0'..=char::MAX {
            assert!(!(c.is_alphanumeric() && is_unassigned(c)), "{c:?}");
        }
    }
}
