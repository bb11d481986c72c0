//! The file that a sentence is about, where it names others only beside it: in brackets, or in a part that says they stay.

use bstr::{BStr, BString, ByteSlice};

use super::prose;
use super::subject::{self, Subject};
use super::together;
use crate::dialect::name::spelling::{self, Spelt};

/// Returns the one file that the last sentence of `line` leads over from: `Change a.rs (used by b.rs):`, `Here is a.rs; b.rs
/// stays as it is:`.
pub(in crate::dialect) fn main_file(line: &BStr) -> Option<Spelt> {
    let sentence = prose::last_sentence(line);
    if !prose::leads_on(sentence) || together::adds_file(sentence) {
        return None;
    }
    let sentence = without_brackets(sentence);
    let mut main: Option<Spelt> = None;
    for part in sentence.split(|byte| *byte == b';').map(BStr::new) {
        let said = |spelt: &Spelt| subject::of(part, spelt.path.as_bstr());
        if let [first, _, ..] = &spelling::several(part)[..] {
            // Of names in a row the first has the words by which they are named.
            if said(first) == Subject::Changed {
                return None;
            }
            continue;
        }
        let named = spelling::amid(part).filter(Spelt::is_of_file);
        let named = named.filter(|it| said(it) != Subject::Compared);
        match (&main, named) {
            (Some(main), Some(named)) if main.path != named.path => return None,
            (None, Some(named)) => main = Some(named),
            (_, _) => {}
        }
    }
    main
}

/// Returns a sentence without what is in brackets; a bracket that is not closed is left.
fn without_brackets(sentence: &BStr) -> BString {
    let mut rest = sentence;
    let mut without = BString::default();
    while let Some((before, inside)) = rest.split_once_str(" (") {
        let Some((_, behind)) = inside.split_once_str(")") else {
            break;
        };
        without.extend_from_slice(before);
        rest = behind.as_bstr();
    }
    without.extend_from_slice(rest);
    without
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_named_beside_it_are_not_meant() {
        let main = |line: &str| main_file(line.into()).map(|spelt| spelt.path);
        for line in [
            "Change `a.rs` (used by `b.rs` and `c.rs`):",
            "The fix in `a.rs` (see also `b.md`):",
            "Here is `a.rs`; `b.rs` stays as it is:",
            "I looked at `b.rs`. The new `a.rs`:",
            "I looked at `b.rs` and `c.rs`; the fix goes in `a.rs`:",
        ] {
            assert_eq!(main(line), Some("a.rs".into()), "{line}");
        }
        for line in [
            "Change `a.rs` (and likewise `b.rs`):",
            "Change `a.rs`; then change `b.rs`:",
            "`a.rs`, `b.rs` and `c.rs`:",
            "Change `a.rs` (used by `b.rs`).",
        ] {
            assert_eq!(main(line), None, "{line}");
        }
    }
}
