//! Whether the sentence or the title above an edit says that it is not to be made: it would be wrong, somebody tried it in
//! vain, it is in force already, it only serves as an illustration.

use super::edit_words::{ARTICLES, EDITS, POINTING};
use super::prose_words::BEFORE_THE_VERB;
use super::sentence::{Sentence, Token};
use super::take_back::{Meant, condemns, edit_at};
use super::warn_words::{
    ASIDE, ATTEMPTS, DEEDS, DID, EARLIER, HARMED, HYPOTHESES, IDEAS, MENDING, OTHERS, PASSED, POOR,
    RELATING, TRIED,
};

/// Returns whether `sentence`, which leads over to an edit, warns of it.
pub(super) fn warns(sentence: &Sentence<'_>) -> bool {
    let is_break = |token: &&Token<'_>| **token == Token::Break;
    let n_after = sentence.tokens.iter().rev().take_while(is_break).count();
    let n_before = sentence.tokens.iter().take_while(is_break).count();
    let end = sentence.tokens.len() - n_after;
    let tokens = &sentence.tokens[n_before.min(end)..end];
    let mut clauses = tokens.split(|token| *token == Token::Break);
    if clauses.any(begins_with_request) {
        return false;
    }
    let mends = tokens.iter().any(|token| is_in(token, MENDING));
    condemns(sentence)
        || sets_aside(tokens)
        || (0..tokens.len()).any(|at| is_poor(tokens, at))
        || !tokens
            .iter()
            .any(|token| is_in(token, &["asked", "wanted"]))
            && HYPOTHESES.iter().any(|row| has_row(tokens, row))
        || tokens
            .iter()
            .any(|token| is_in(token, &["hypothetical", "hypothetically"]))
        || !mends && !sentence.is_question && tells_of_another(tokens)
}

/// Returns whether the first word that is not a leading one asks for a change.
fn begins_with_request(tokens: &[Token<'_>]) -> bool {
    let first = tokens.iter().find(|token| !is_in(token, BEFORE_THE_VERB));
    first.and_then(Token::word).is_some_and(|word| {
        super::prose::asks_to_change(&word.into()) && !EDITS.contains(&word) && word != "fix"
    })
}

/// `A naive fix would be`, `the wrong way to do it`, `my first attempt, which failed`.
fn is_poor(tokens: &[Token<'_>], at: usize) -> bool {
    let is_mine = is_in(&tokens[at], &["my"]) && !relates(tokens, at);
    let is_of = |at: usize, words: &[&str]| tokens.get(at).is_some_and(|it| is_in(it, words));
    if is_mine && is_of(at + 1, EARLIER) {
        // What an edit missed that came before is what follows.
        let is_all = tokens
            .get(at + 3)
            .is_none_or(|token| *token == Token::Break);
        let is_shown = is_all || is_of(at + 3, &["was", "is", "which", "that", "looked"]);
        if is_of(at + 2, IDEAS) || is_of(at + 2, EDITS) && is_shown {
            return true;
        }
    }
    if !is_in(&tokens[at], POOR) {
        return false;
    }
    // Another quality may stand before the noun: `tempting but wrong solution`.
    let is_quality = |at: &usize| {
        tokens.get(*at).is_some_and(|token| {
            is_in(token, POOR) || is_in(token, &["but", "and", "first", "quick", "old"])
        })
    };
    let noun = (at..).find(|at| !is_quality(at)).unwrap_or(at);
    let is_noun = tokens.get(noun).is_some_and(|token| is_in(token, ATTEMPTS));
    is_noun && !relates(tokens, at)
}

/// Returns whether what token `at` begins only says what an edit is about: `the fix for the broken version`.
fn relates(tokens: &[Token<'_>], at: usize) -> bool {
    let mut before = tokens[..at].iter().rev();
    let article = before
        .find(|token| !is_in(token, ARTICLES) && !is_in(token, POINTING) && !is_in(token, POOR));
    article.is_some_and(|token| is_in(token, RELATING) || is_in(token, MENDING))
}

/// `Instead of this`, `Rather than doing`, `Never do something like this`: nothing but the edit is what is put aside.
fn sets_aside(tokens: &[Token<'_>]) -> bool {
    let row = ASIDE.iter().filter(|row| row_at(tokens, 0, row));
    let Some(row) = row.max_by_key(|row| row.len()) else {
        return false;
    };
    let deed = (row.len()..)
        .find(|at| !tokens.get(*at).is_some_and(|token| is_in(token, DEEDS)))
        .unwrap_or(row.len());
    let is_likened = tokens.ends_with(&["like", "this"].map(|word| Token::Word(word.into())));
    match tokens.get(deed) {
        None => true,
        Some(_) if is_likened => true,
        // What follows says what is asked for.
        Some(_) if tokens.contains(&Token::Break) => false,
        Some(_) => edit_at(tokens, deed).is_some_and(|(_, end)| end >= tokens.len()),
    }
}

/// `The patch that caused the regression was`, `Last week someone committed this`, `What I tried first`.
fn tells_of_another(tokens: &[Token<'_>]) -> bool {
    let is_edit = |token: &Token<'_>| is_in(token, ATTEMPTS) || is_in(token, EDITS);
    let points = |token: &Token<'_>| is_edit(token) || is_in(token, &["this", "that", "what"]);
    let did = |at: usize| {
        let skipped = [
            "have",
            "had",
            "already",
            "ve",
            "has",
            "then",
            "just",
            "originally",
            "currently",
            "previously",
            "first",
            "also",
            "initially",
            "re",
            "are",
            "were",
        ];
        let by = tokens[..at]
            .iter()
            .rev()
            .find(|token| !is_in(token, &skipped));
        let is_aim = word(tokens, at + 1) == Some("to");
        let by_other = by.is_some_and(|token| is_in(token, OTHERS));
        let by_any = by.is_some_and(|token| is_in(token, &["i", "we", "and"]));
        // `You already have the tests` is about those.
        let is_held = is_in(&tokens[at], &["have", "had"]);
        let is_done =
            is_in(&tokens[at], DID) && by_other && (!is_held || tokens[..at].iter().any(points));
        !is_aim && (is_done || is_in(&tokens[at], TRIED) && (by_other || by_any))
    };
    let harmed =
        |at: usize| is_in(&tokens[at], HARMED) && tokens[..at].iter().rev().take(2).any(is_edit);
    let passed = |at: usize| {
        is_in(&tokens[at], PASSED)
            && tokens[..at]
                .iter()
                .rev()
                .take(2)
                .any(|token| is_in(token, &["was", "were", "already", "since"]))
            && tokens[..at].iter().any(points)
    };
    let is_label = || {
        let first = tokens.iter().find(|token| {
            !is_in(token, ARTICLES) && !is_in(token, &["previously", "already", "first"])
        });
        tokens.len() <= 5 && first.is_some_and(|token| is_in(token, PASSED) || is_in(token, TRIED))
    };
    let is_theirs = || {
        word(tokens, 0) == Some("your")
            && tokens[1..].iter().take(2).any(is_edit)
            && (tokens.len() <= 3
                || tokens
                    .iter()
                    .any(|token| is_in(token, &["was", "were", "did"])))
    };
    // `Before the change:`, `This was the change`.
    let is_past = || match word(tokens, 0) {
        Some("before") => edit_at(tokens, 1).is_some_and(|(how, end)| {
            how != Meant::Pronoun
                && (end >= tokens.len()
                    || tokens[end..]
                        .iter()
                        .any(|token| is_in(token, &["was", "were", "had", "looked"])))
        }),
        Some("this" | "that" | "these") => {
            is_in(&tokens[1], &["was", "were"]) && edit_at(tokens, 2).is_some()
        }
        Some(_) | None => false,
    };
    let all = || 0..tokens.len();
    is_label()
        || is_theirs()
        || tokens.len() > 2 && is_past()
        || tokens.iter().any(points) && all().any(|at| did(at) || harmed(at) || passed(at))
}

fn word<'t>(tokens: &'t [Token<'_>], at: usize) -> Option<&'t str> {
    tokens.get(at)?.word()
}

fn is_in(token: &Token<'_>, words: &[&str]) -> bool {
    token.word().is_some_and(|word| words.contains(&word))
}

fn row_at(tokens: &[Token<'_>], at: usize, row: &[&str]) -> bool {
    (0..row.len()).all(|nth| word(tokens, at + nth) == Some(row[nth]))
}

fn has_row(tokens: &[Token<'_>], row: &[&str]) -> bool {
    (0..tokens.len()).any(|at| row_at(tokens, at, row))
}
