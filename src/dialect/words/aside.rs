//! The file that a sentence is about, where it says of all others that they stay, or what they have to do with that one.

use bstr::{BStr, BString, ByteSlice};

use super::prose;
use super::subject::{self, Subject};
use super::together;
use crate::dialect::name::spelling::{self, Spelt};

/// Words that begin a remark in brackets about a file that is not changed.
const REMARKING: &[&str] = &["see", "cf", "used", "imported", "called", "unchanged"];

/// Returns the one file that `line` leads over from: `Change a.rs (used by b.rs):`, `Here is a.rs; b.rs stays as it is:`.
pub(in crate::dialect) fn main_file(line: &BStr) -> Option<Spelt> {
    if !prose::leads_on(prose::last_sentence(line)) || together::names_sharing(line) {
        return None;
    }
    let line = without_remarks(line)?;
    let mut main: Option<Spelt> = None;
    for part in line.split(|byte| *byte == b';').map(BStr::new) {
        let named = spelling::amid(part).filter(Spelt::is_of_file);
        if named.is_none() && !spelling::several(part).is_empty() {
            return None;
        }
        let Some(named) = named else { continue };
        let is_compared = subject::of(part, named.path.as_bstr()) == Subject::Compared;
        match &main {
            _ if is_compared => {}
            Some(main) if main.path == named.path => {}
            Some(_) => return None,
            None => main = Some(named),
        }
    }
    main
}

/// Returns a line without its brackets; `None` where one names a file of which it does not say that it is not changed.
fn without_remarks(line: &BStr) -> Option<BString> {
    let mut rest = line;
    let mut without = BString::default();
    while let Some((before, inside)) = rest.split_once_str(" (") {
        let Some((inside, behind)) = inside.split_once_str(")") else {
            break;
        };
        let inside = inside.as_bstr();
        let begins = |word: &&str| prose::words(inside).first().is_some_and(|it| it == word);
        let is_compared = |spelt: &Spelt| {
            let said = subject::of(inside, spelt.path.as_bstr());
            said == Subject::Compared || said == Subject::Unclear && REMARKING.iter().any(begins)
        };
        let files = files_in(inside);
        if !files.iter().all(is_compared) {
            return None;
        }
        without.extend_from_slice(before);
        rest = behind.as_bstr();
    }
    without.extend_from_slice(rest);
    Some(without)
}

fn files_in(text: &BStr) -> Vec<Spelt> {
    match spelling::amid(text).filter(Spelt::is_of_file) {
        Some(only) => vec![only],
        None => spelling::several(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_stay_are_not_meant() {
        let main = |line: &str| main_file(line.into()).map(|spelt| spelt.path);
        for line in [
            "Change `a.rs` (used by `b.rs`):",
            "The fix in `a.rs` (see `b.md`):",
            "Here is `a.rs`; `b.rs` stays as it is:",
        ] {
            assert_eq!(main(line), Some("a.rs".into()), "{line}");
        }
        for line in [
            "Change `a.rs` (and likewise `b.rs`):",
            "Change `a.rs` (`b.rs` gets the same):",
            "Change `a.rs` (and its twin `b.rs`):",
            "Change `a.rs` (copy it to `b.rs`):",
            "Change `a.rs` (`b.rs` genauso):",
            "Change `a.rs`; then change `b.rs`:",
            "Change `a.rs`; keep `b.rs` in sync:",
            "`b.rs` needs the same change. `a.rs`:",
            "`a.rs`, `b.rs` and `c.rs`:",
            "Change the vendored copy (`b.rs`) of `a.rs`:",
            "Change `a.rs` (used by `b.rs`).",
        ] {
            assert_eq!(main(line), None, "{line}");
        }
    }
}
