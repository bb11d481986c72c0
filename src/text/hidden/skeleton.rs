//! What characters pass for by the tables of UTS 39.

use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization;

/// What each character passes for, sorted by the character; the others for themselves. One text that `build.rs` writes, as a
/// table of strings would have to be relocated at every start.
static SKELETONS: LazyLock<Vec<(char, &str)>> = LazyLock::new(|| {
    let lines = include_str!(concat!(env!("OUT_DIR"), "/skeletons.txt")).split_terminator('\n');
    let entry = |line: &'static str| {
        let mut chars = line.chars();
        chars.next().map(|c| (c, chars.as_str()))
    };
    lines.filter_map(entry).collect()
});

fn of_char(c: char) -> Option<&'static str> {
    let at = SKELETONS.binary_search_by_key(&c, |(c, _)| *c).ok()?;
    Some(SKELETONS[at].1)
}

/// Returns the ASCII text that a character beyond ASCII passes for.
pub(super) fn in_ascii(c: char) -> Option<&'static str> {
    let is_seen = |text: &&str| text.bytes().all(|byte| byte.is_ascii_graphic());
    of_char(c).filter(|text| !c.is_ascii() && !text.is_empty() && is_seen(text))
}

/// Returns the skeleton of a text, which all texts have that pass for it.
pub(super) fn of(text: &str) -> String {
    let mut skeleton = String::with_capacity(text.len());
    for c in text.nfd() {
        match of_char(c) {
            Some(text) => skeleton.push_str(text),
            None => skeleton.push(c),
        }
    }
    skeleton.nfd().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn each_character_has_the_skeleton_of_the_standard() {
        for c in '\0'..=char::MAX {
            let text = c.to_string();
            let expected: String = unicode_security::skeleton(&text).collect();
            assert_eq!(of(&text), expected, "{c:?}");
            let is_seen =
                !expected.is_empty() && expected.bytes().all(|byte| byte.is_ascii_graphic());
            assert_eq!(
                in_ascii(c),
                (!c.is_ascii() && is_seen).then_some(&*expected),
                "{c:?}"
            );
        }
    }

    proptest! {
        #[test]
        fn a_text_has_the_skeleton_of_the_standard(text in any::<String>()) {
            let expected: String = unicode_security::skeleton(&text).collect();
            prop_assert_eq!(of(&text), expected);
        }
    }
}
