//! Characters of private use: they mean what the font at hand makes of them, an icon or a box.

use super::HiddenCode;
use super::alike::is_of_name;
use super::code::{Writing, code_parts};

/// Returns those of a line: each that adjoins a name of code, and the first that is elsewhere.
pub(super) fn private_use(text: &str, writing: Writing) -> Vec<(HiddenCode, char)> {
    if !text.contains(is_private_use) {
        return Vec::new();
    }
    let parts = match writing {
        Writing::Code => code_parts(text),
        Writing::Prose => Vec::new(),
    };
    let in_names = parts.into_iter().flat_map(in_names);
    let mut found: Vec<_> = in_names.map(|c| (HiddenCode::PrivateUse, c)).collect();
    let n_all = text.chars().filter(|c| is_private_use(*c)).count();
    if n_all > found.len() {
        let first = text.chars().find(|c| is_private_use(*c));
        found.extend(first.map(|c| (HiddenCode::Icon, c)));
    }
    found
}

/// Returns whether `c` has no meaning but by agreement.
pub fn is_private_use(c: char) -> bool {
    matches!(c, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{ffffd}' | '\u{100000}'..='\u{10fffd}')
}

fn in_names(part: &str) -> impl Iterator<Item = char> {
    let words = part.split(|c: char| !(is_of_name(c) || is_private_use(c)));
    let names = words.filter(|word| word.contains(is_of_name));
    names.flat_map(|name| name.chars().filter(|c| is_private_use(*c)))
}
