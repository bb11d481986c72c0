//! Sentences beside a block that only quotes a file, which say what is to be done with its lines.

use super::lexicon::List;
use super::sentence::{Sentence, Token};

/// Returns whether a sentence above a block asks for a change of the lines that it quotes: "this line must use `Intl`:", "make
/// `currency` optional in".
pub(super) fn changes_quoted(sentence: &Sentence<'_>) -> bool {
    const VERBS: &[&str] = &[
        "make", "change", "fix", "adjust", "rewrite", "refactor", "simplify", "correct", "rename",
        "modify", "convert", "turn", "edit", "improve", "update",
    ];
    const BOUND: &[&str] = &[
        "if", "unless", "not", "don", "never", "why", "would", "when", "no",
    ];
    let words: Vec<&str> = sentence.tokens.iter().filter_map(Token::word).collect();
    let has = |set: &[&str]| words.iter().any(|word| set.contains(word));
    let points = words
        .windows(2)
        .any(|pair| matches!(pair[0], "this" | "these") && !VERBS.contains(&pair[1]));
    let modal = words.windows(2).any(|pair| match pair[0] {
        "must" | "should" => true,
        "has" | "have" | "needs" | "need" => pair[1] == "to",
        _ => false,
    });
    let ends_open = matches!(words.last(), Some(&("in" | "of" | "inside" | "within")))
        && sentence
            .tokens
            .last()
            .is_some_and(|last| last.word().is_some());
    !sentence.is_question
        && !has(BOUND)
        && (points && (modal || has(VERBS)) || ends_open && has(VERBS))
}

/// Returns whether the first sentence below a block says what to do to the lines that it quotes: "Multiply by the quantity here."
/// Any verb may begin it.
pub(super) fn instructs(sentence: &Sentence<'_>) -> bool {
    const BEING: &[&str] = &[
        "is", "are", "was", "were", "has", "have", "will", "can", "would", "should", "may",
    ];
    let words: Vec<&str> = sentence.tokens.iter().filter_map(Token::word).collect();
    let mut words = words
        .into_iter()
        .skip_while(|word| matches!(*word, "please" | "then" | "also"));
    let Some(verb) = words.next() else {
        return false;
    };
    const VERBS_IN_LY: &[&str] = &["apply", "multiply", "rely", "reply", "supply"];
    let is_adverb = verb.ends_with("ly") && !VERBS_IN_LY.contains(&verb);
    let is_base = verb.is_ascii()
        && !List::NoVerb.has(verb)
        && !is_adverb
        && !["s", "ed", "ing"].iter().any(|end| verb.ends_with(end));
    let rest: Vec<&str> = words.collect();
    let is_other = rest.first().is_some_and(|word| BEING.contains(word));
    let points = rest
        .iter()
        .any(|word| matches!(*word, "here" | "there" | "this" | "these"));
    let begins = matches!(sentence.tokens.first(), Some(Token::Word(_)));
    begins && is_base && !is_other && points && !sentence.is_question && !sentence.leads_on
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::words::sentence;

    #[track_caller]
    fn check(says: fn(&Sentence<'_>) -> bool, line: &str, expected: bool) {
        let mut sentences = Vec::new();
        sentence::read(line.into(), &mut sentences);
        assert_eq!(says(&sentences[0]), expected, "{line}");
    }

    #[test]
    fn the_sentence_above_asks_for_a_change_of_what_is_quoted() {
        check(changes_quoted, "In `a.ts` this line must use `Intl`:", true);
        check(changes_quoted, "`a.ts`: make `currency` optional in", true);
        check(changes_quoted, "Fix these lines of `a.ts`:", true);
        check(
            changes_quoted,
            "This function in `a.ts` should not change:",
            false,
        );
        check(changes_quoted, "This is the updated `a.ts`:", false);
        check(changes_quoted, "Add this to `a.ts`:", false);
    }

    #[test]
    fn the_sentence_below_says_what_to_do() {
        check(instructs, "Multiply by the quantity here.", true);
        check(instructs, "Then return early here.", true);
        check(instructs, "Finally this is summed.", false);
        check(instructs, "The price is summed here.", false);
        check(instructs, "Prices are summed here.", false);
        check(instructs, "Here the price is summed.", false);
        check(instructs, "Note that this is slow.", false);
    }
}
