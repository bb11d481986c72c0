//! The names that sentences beside a block call removed: ``I deleted `run()` ``, `` `LIMIT` is gone ``, `The import of os can go`.

use bstr::{BStr, BString, ByteSlice};

use super::sentence::{self, Sentence, Token};

/// How words begin that say that something is removed, in several languages.
const REMOVING: &[&str] = &[
    "remove",
    "removing",
    "delete",
    "deleting",
    "drop",
    "erase",
    "entfern",
    "gelöscht",
    "lösche",
    "supprim",
    "retir",
    "elimin",
    "borr",
    "removi",
    "rimoss",
    "rimuov",
    "verwijder",
    "удал",
    "usun",
    "删除",
    "移除",
];

/// Words that may be between such a word and the name of what is removed, or its kind.
const BETWEEN: &[&str] = &[
    "the", "a", "an", "our", "old", "unused", "dead", "whole", "entire", "now", "also", "both",
    "all", "of", "la", "le", "les", "l", "el", "die", "den", "das", "de", "het", "o",
];

/// Words for kinds of definitions.
const KINDS: &[&str] = &[
    "function",
    "functions",
    "method",
    "methods",
    "class",
    "classes",
    "constant",
    "constants",
    "variable",
    "import",
    "imports",
    "definition",
    "helper",
    "type",
    "struct",
    "enum",
    "def",
    "funktion",
    "methode",
    "klasse",
    "konstante",
    "fonction",
    "méthode",
    "classe",
    "constante",
    "función",
    "método",
    "clase",
    "funzione",
    "metodo",
    "costante",
    "função",
    "functie",
    "функцию",
];

/// Words between the name of something and the word that says that it is removed.
const BEING: &[&str] = &[
    "is", "are", "was", "were", "has", "have", "been", "be", "can", "could", "should", "now",
    "both", "function", "method", "class", "constant", "import", "wurde", "wurden", "wird", "ist",
    "sind", "a", "est", "été", "sont", "fue", "ha", "sido", "está", "è", "stato", "stata", "foi",
    "werd",
];

/// Words that deny, or only consider it.
const DENYING: &[&str] = &[
    "not", "don", "never", "without", "no", "if", "instead", "rather", "nicht", "kein", "ne",
    "pas", "non", "nunca", "would", "why", "when", "before", "after",
];

/// The most names that are held against a file.
const N_NAMES: usize = 16;

/// Returns the names of which the sentences of some lines say that they are removed.
pub(in crate::dialect) fn names<'a>(lines: impl Iterator<Item = &'a BStr>) -> Box<[BString]> {
    let mut names: Vec<BString> = Vec::new();
    for line in lines {
        let mut sentences = Vec::new();
        sentence::read(line, &mut sentences);
        for sentence in sentences.iter().filter(|it| !it.is_question) {
            let found = of_sentence(sentence)
                .into_iter()
                .map(|name| bare(&name).into());
            names.extend(found.filter(|name: &BString| !name.is_empty()));
        }
    }
    names.truncate(N_NAMES);
    names.into()
}

/// Returns the name in `run()`, `def run` and `import os`.
fn bare(code: &[u8]) -> &[u8] {
    let last = code
        .trim()
        .rsplit(|byte| *byte == b' ')
        .next()
        .unwrap_or_default();
    let end = last.iter().position(|byte| b"(:;".contains(byte));
    &last[..end.unwrap_or(last.len())]
}

fn of_sentence(sentence: &Sentence<'_>) -> Vec<BString> {
    let tokens = &sentence.tokens[..];
    let mut names = Vec::new();
    for at in 0..tokens.len() {
        let word = tokens[at].word().unwrap_or_default();
        let begin = clause(tokens, at);
        // The `no` of `no longer used` denies nothing.
        let denies =
            |it: &Token<'_>| is_of(it, DENYING) && !(word == "longer" && is_of(it, &["no"]));
        let is_denied = tokens[begin..at].iter().any(denies);
        let removes = REMOVING.iter().any(|stem| word.starts_with(stem));
        let goes = word == "gone"
            || word == "go" && at > 0 && is_of(&tokens[at - 1], &["can", "should"])
            || word == "longer"
                && is_of_some(
                    tokens.get(at + 1),
                    &["needed", "used", "exists", "required"],
                );
        if is_denied || !removes && !goes {
            continue;
        }
        if removes {
            names.extend(objects(&tokens[at + 1..]));
        }
        names.extend(subject(&tokens[begin..at]));
    }
    names
}

/// Returns where the clause begins that has token `at`.
fn clause(tokens: &[Token<'_>], at: usize) -> usize {
    let parts = |token: &Token<'_>| *token == Token::Break;
    tokens[..at]
        .iter()
        .rposition(parts)
        .map_or(0, |before| before + 1)
}

fn is_of(token: &Token<'_>, words: &[&str]) -> bool {
    token.word().is_some_and(|word| words.contains(&word))
}

fn is_of_some(token: Option<&Token<'_>>, words: &[&str]) -> bool {
    token.is_some_and(|token| is_of(token, words))
}

/// Returns the names that a verb has right behind it: ``the unused function `run` and `LIMIT` ``, and not the call of it.
fn objects(tokens: &[Token<'_>]) -> Vec<BString> {
    /// Words behind a name that do not make it one of something else: `` `run`, since``, and not `` the `run` call``.
    const BEHIND: &[&str] = &[
        "and",
        "since",
        "as",
        "because",
        "so",
        "which",
        "that",
        "entirely",
        "completely",
        "too",
        "with",
        "together",
        "altogether",
        "here",
        "now",
        "for",
        "et",
        "y",
        "e",
        "und",
        "en",
        "function",
        "method",
        "class",
        "constant",
        "import",
        "helper",
        "from",
        "gelöscht",
        "entfernt",
    ];
    let mut names = Vec::new();
    let mut has_kind = false;
    for (at, token) in tokens.iter().enumerate() {
        let next = tokens.get(at + 1);
        let is_whole = || next.is_none_or(|next| *next == Token::Break || is_of(next, BEHIND));
        match token {
            Token::Word(word) if KINDS.contains(&&**word) => has_kind = true,
            Token::Word(word) if BETWEEN.contains(&&**word) => {}
            Token::Word(word) if *word == "and" && !names.is_empty() => {}
            // `The import os`.
            Token::Word(word) if has_kind && names.is_empty() && is_whole() => {
                names.push(BString::from(&**word));
                break;
            }
            Token::Break if !names.is_empty() => {}
            Token::Name(code) | Token::Value(code) if is_whole() => {
                names.push(code.to_vec().into())
            }
            Token::Word(_) | Token::Name(_) | Token::Value(_) | Token::Break => break,
        }
    }
    names
}

/// Returns the names that a clause has right before its verb: `` `run()` and `LIMIT` are now``, `The import of os can`, and not
/// the one in `` the call of `run` was``.
fn subject(tokens: &[Token<'_>]) -> Vec<BString> {
    const PARTS: &[&str] = &["of", "to", "from", "in", "von", "de"];
    let is_of_verb = |token: &Token<'_>| is_of(token, BEING) || is_of(token, &["no"]);
    let end = tokens.iter().rposition(|token| !is_of_verb(token));
    let before = &tokens[..end.map_or(0, |last| last + 1)];
    if let [.., kind, of, Token::Word(name)] = before
        && is_of(kind, KINDS)
        && is_of(of, &["of"])
    {
        return vec![BString::from(&**name)];
    }
    let is_named = |token: &Token<'_>| token.code().is_some() || is_of(token, &["and"]);
    let first = before.iter().rposition(|token| !is_named(token));
    let names = &before[first.map_or(0, |last| last + 1)..];
    let is_part = first.is_some_and(|at| {
        let is_of_kind = at > 0 && is_of(&before[at - 1], KINDS);
        is_of(&before[at], PARTS) && !is_of_kind
    });
    let names = names.iter().filter(|_| !is_part);
    names
        .filter_map(|token| Some(token.code()?.to_vec().into()))
        .collect()
}
