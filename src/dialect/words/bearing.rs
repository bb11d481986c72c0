//! Whether the sentence that names a file leads over to the block below it, or has ended, and whether it says that the file stays as
//! it is.

use bstr::{BStr, ByteSlice};

use super::sentence::{self, Token};
use super::subject::{Around, is_same};
use super::tongue;

/// What the sentence that names a file says of the block below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::dialect) enum Bearing {
    /// It may lead over to it.
    Open,
    /// It has ended.
    Ended,
    /// The same, and it says that the file stays as it is; no other sentence may follow on its line.
    Denied { is_last: bool },
}

/// Returns what the sentence of `line` that names the file at `path` says of the block below.
pub(in crate::dialect) fn of(line: &BStr, path: &BStr) -> Bearing {
    let mut sentences = Vec::new();
    sentence::read(line, &mut sentences);
    let is_it = |token: &Token<'_>| token.name().is_some_and(|name| is_same(name, path));
    let at = |sentence: &sentence::Sentence<'_>| sentence.tokens.iter().position(is_it);
    let named = sentences
        .iter()
        .enumerate()
        .find_map(|(nth, sentence)| Some((nth, at(sentence)?)));
    let Some((nth, at)) = named else {
        return Bearing::Open;
    };
    let is_last = sentences[nth + 1..].iter().all(|it| it.tokens.is_empty());
    let text = line.trim_end_with(|c| c.is_whitespace() || matches!(c, '*' | '_' | ')' | '"'));
    let ends = [".", "!", "。", "！"]
        .iter()
        .any(|end| text.ends_with(end.as_bytes()));
    let around = Around::of(&sentences[nth].tokens, at);
    match is_last && !ends {
        true => Bearing::Open,
        false if around.stays() || tongue::denies(&sentences[nth]) => Bearing::Denied { is_last },
        false => Bearing::Ended,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: Bearing) {
        assert_eq!(of(line.into(), "b.rs".into()), expected, "{line}");
    }

    #[test]
    fn a_sentence_that_has_ended_leads_over_to_nothing() {
        check("In `b.rs`:", Bearing::Open);
        check("In `b.rs`", Bearing::Open);
        check("The loop is in `b.rs`.", Bearing::Ended);
        check("The loop is in `b.rs`. Use it so:", Bearing::Ended);
    }

    #[test]
    fn a_sentence_says_that_a_file_stays_as_it_is() {
        let is_last = true;
        check("I didn't touch `b.rs`.", Bearing::Denied { is_last });
        check("`b.rs` is not affected.", Bearing::Denied { is_last });
        check(
            "An `b.rs` muss nichts geändert werden.",
            Bearing::Denied { is_last },
        );
        check("`b.rs` queda igual.", Bearing::Denied { is_last });
        check("`b.rs` はそのままです。", Bearing::Denied { is_last });
        check("`b.rs` 保持不变。", Bearing::Denied { is_last });
        let is_last = false;
        check(
            "`b.rs` reste inchangé. Pour tester :",
            Bearing::Denied { is_last },
        );
    }

    #[test]
    fn a_reminder_denies_nothing() {
        check("Don't forget `b.rs`.", Bearing::Ended);
        check("Vergiss nicht, `b.rs` anzupassen.", Bearing::Ended);
        check("N'oubliez pas `b.rs`.", Bearing::Ended);
        check("No olvides actualizar `b.rs`.", Bearing::Ended);
    }
}
