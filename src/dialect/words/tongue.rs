//! What sentences of other languages than English ask for, take back, warn of and offer: the same few questions, with the
//! words of each language in one table.

use bstr::BStr;

use super::ask::{Ask, is_path};
use super::asked_words::verb;
use super::prose;
use super::purpose::Purpose;
use super::sentence::{self, Sentence, Token};
use super::tongue_words::{ENGLISH, NUMBERS, WESTERN};
use super::tongue_words_east::EASTERN;
use super::vocabulary::Tongue;

/// The most words of a label, and the most letters of one without blanks.
const N_LABEL: usize = 8;

/// Returns the languages.
fn tongues() -> impl Iterator<Item = &'static Tongue> {
    WESTERN.iter().chain(EASTERN)
}

/// Returns whether a sentence below an edit takes it back. A clause that names code is about that, and not the others.
pub(super) fn takes_back(sentence: &Sentence<'_>) -> bool {
    let has_code = |tokens: &[Token<'_>]| tokens.iter().any(|token| token.code().is_some());
    if is_english(sentence) || !has_code(&sentence.tokens) {
        return takes_all_back(sentence);
    }
    let clauses = sentence.tokens.split(|token| *token == Token::Break);
    let mut others = clauses.filter(|clause| !clause.is_empty() && !has_code(clause));
    others.any(|clause| {
        takes_all_back(&Sentence {
            tokens: clause.to_vec(),
            ..sentence.clone()
        })
    })
}

fn takes_all_back(sentence: &Sentence<'_>) -> bool {
    !is_english(sentence)
        && tongues().any(|tongue| {
            let speaks = Spoken { tongue, sentence };
            let is_bound = speaks.has(tongue.conditions) && !tongue.is_dense || speaks.has_code();
            let judges = speaks.has(tongue.bad)
                && (speaks.has(tongue.edits) || speaks.points())
                && !speaks.has(tongue.past)
                && !speaks.has(tongue.other)
                || speaks.denies();
            let needs_nothing =
                speaks.has(tongue.none) && speaks.has(tongue.needed) && !speaks.has(tongue.other);
            let drops = speaks.has(tongue.drop)
                && (speaks.has(tongue.edits)
                    || speaks.is_short()
                    || speaks.drops_it()
                    || speaks.has(tongue.above))
                && !speaks.has(tongue.not);
            !is_bound && (judges || needs_nothing || drops || speaks.forbids(tongue.apply))
        })
}

/// Returns whether a sentence says that a block is only shown: `Ich zeige sie nur zum Verständnis`.
pub(super) fn only_shows(sentence: &Sentence<'_>) -> bool {
    !is_english(sentence)
        && tongues().any(|tongue| {
            let speaks = Spoken { tongue, sentence };
            speaks.has(tongue.only) && speaks.has(tongue.shown) && !speaks.has_code()
        })
}

/// Returns whether a sentence above an edit warns of it.
pub(super) fn warns(sentence: &Sentence<'_>) -> bool {
    !is_english(sentence)
        && tongues().any(|tongue| {
            let speaks = Spoken { tongue, sentence };
            let n_letters: usize = speaks.words().map(|word| word.chars().count()).sum();
            let is_few = match tongue.is_dense {
                true => n_letters <= N_LABEL,
                false => speaks.words().count() <= 2,
            };
            let is_label = is_few && speaks.has(tongue.bad)
                || sentence.leads_on && tongue.labels.iter().any(|label| speaks.is_label(label));
            let is_short = speaks.words().count() <= N_LABEL && !speaks.has_code();
            is_label
                || is_short && sentence.leads_on && speaks.forbids(tongue.act)
                || is_short && speaks.forbids(tongue.apply)
        })
}

/// Returns whether a sentence that leads over puts the edit below it in the place of the one above: `Oder:`, `或者：`.
pub(super) fn is_other(sentence: &Sentence<'_>) -> bool {
    sentence.leads_on
        && tongues().any(|tongue| {
            let speaks = Spoken { tongue, sentence };
            // Dutch `of` is English, too: the words behind it tell.
            let is_english = |or: &str| {
                let mut words = speaks.words().skip(or.split(' ').count());
                words.any(|word| ENGLISH.contains(&word))
            };
            tongue
                .or
                .iter()
                .any(|or| speaks.begins_with(or) && !is_english(or))
        })
}

/// Returns whether a sentence says that only one of several edits is meant: `Wähle eine der beiden`, `二选一`.
pub(super) fn chooses(sentence: &Sentence<'_>) -> bool {
    !is_english(sentence)
        && tongues().any(|tongue| Spoken { tongue, sentence }.has_row(tongue.choose))
}

/// Returns whether a label puts the edit below it in the place of the one above: `Besser so:`, `更好的做法是：`.
pub(super) fn improves(sentence: &Sentence<'_>) -> bool {
    !is_english(sentence)
        && tongues().any(|tongue| {
            let speaks = Spoken { tongue, sentence };
            speaks.has(tongue.better) && speaks.is_label_like() && !speaks.has_code()
        })
}

/// Returns whether a label numbers one of several ways: `variante a`, `方案一`.
pub(super) fn numbers_way(words: &[String]) -> bool {
    let is_number =
        |word: &str| word.chars().count() == 1 || word.bytes().all(|byte| byte.is_ascii_digit());
    tongues().any(|tongue| {
        let mut ways = tongue.ways.iter();
        match words {
            [way, number, ..] if !tongue.is_dense => {
                is_number(number) && ways.any(|stem| way.starts_with(stem))
            }
            [way, rest @ ..] if tongue.is_dense => ways.any(|stem| {
                let behind = way.strip_prefix(stem);
                behind.is_some_and(|behind| {
                    is_number(behind) && (!behind.is_empty())
                        || NUMBERS.contains(&behind)
                        || behind.is_empty() && rest.first().is_some_and(|word| is_number(word))
                })
            }),
            _ => false,
        }
    })
}

/// Reads what a sentence right above a block says of it, in whatever language.
pub(in crate::dialect) fn purpose_above(sentence: &BStr) -> Purpose {
    let said = prose::purpose(sentence);
    if said == Purpose::Silent {
        return purpose(sentence);
    }
    said
}

/// Returns what a sentence that leads over says of the block below it: that it makes a file, or only shows one.
fn purpose(text: &BStr) -> Purpose {
    let mut sentences = Vec::new();
    sentence::read(text, &mut sentences);
    let Some(sentence) = sentences.first().filter(|sentence| !is_english(sentence)) else {
        return Purpose::Silent;
    };
    let speaks = |tongue| Spoken { tongue, sentence };
    let makes = tongues().find(|it| speaks(it).makes());
    // Who asks to change the context shows none.
    let asks = |tongue: &'static Tongue| {
        [tongue.change, tongue.delete, tongue.rename]
            .iter()
            .any(|verbs| speaks(tongue).has(verbs))
    };
    let is_shown = |tongue: &'static Tongue| speaks(tongue).has(tongue.shown);
    if makes.is_none() && tongues().any(|it| is_shown(it) && !asks(it)) {
        return Purpose::Cites;
    }
    match makes {
        Some(tongue) if speaks(tongue).may_ask() => Purpose::Creates,
        Some(_) => Purpose::Doubtful,
        None => Purpose::Silent,
    }
}

/// Returns what a sentence asks of the files that it names.
pub(super) fn asks<'a>(sentence: &Sentence<'a>) -> Vec<Ask<'a>> {
    let names = || sentence.tokens.iter().filter_map(Token::name);
    let paths: Vec<&'a BStr> = names().filter(|name| is_path(name)).collect();
    let Some(file) = paths.first().copied().filter(|_| !is_english(sentence)) else {
        return Vec::new();
    };
    let code = sentence.tokens.iter().filter_map(Token::code);
    let code: Vec<&'a BStr> = code.filter(|code| !is_path(code)).collect();
    for tongue in tongues() {
        let speaks = Spoken { tongue, sentence };
        let may = speaks.may_ask();
        if may && speaks.has(tongue.rename) {
            return vec![Ask::Moved(file)];
        }
        let deletes = speaks.has(tongue.delete);
        if may && deletes && code.is_empty() {
            return paths.into_iter().map(Ask::Gone).collect();
        }
        if let ([old, ..], true) = (&code[..], may && (deletes || speaks.has(tongue.change))) {
            let new = code.get(1).copied().filter(|_| !deletes);
            let is_whole = deletes || new.is_some();
            return is_whole
                .then_some(Ask::Changed {
                    file: Some(file),
                    old: Some(old),
                    new,
                    is_claim: false,
                })
                .into_iter()
                .collect();
        }
    }
    Vec::new()
}

/// Returns whether a sentence holds a word that only English has: some of its verbs begin like those of its neighbours.
fn is_english(sentence: &Sentence<'_>) -> bool {
    let mut words = sentence.tokens.iter().filter_map(Token::word);
    words.any(|word| ENGLISH.contains(&word) || verb(word).is_some())
}

/// A sentence as one language reads it.
struct Spoken<'s, 'a> {
    tongue: &'static Tongue,
    sentence: &'s Sentence<'a>,
}

impl Spoken<'_, '_> {
    fn words(&self) -> impl Iterator<Item = &str> {
        self.sentence.tokens.iter().filter_map(Token::word)
    }

    fn is_one(&self, word: &str, stems: &[&str]) -> bool {
        stems.iter().any(|stem| match self.tongue.is_dense {
            true => word.contains(stem),
            // A short word is one of its own, and no beginning of others.
            false if stem.chars().count() <= 3 => word == *stem,
            false => word.starts_with(stem),
        })
    }

    fn has(&self, stems: &[&str]) -> bool {
        self.words().any(|word| self.is_one(word, stems))
    }

    /// Returns whether it says that a file is made: by a verb, or by two words for a new one.
    fn makes(&self) -> bool {
        self.has_row(self.tongue.create)
    }

    /// Returns whether it holds the words of one of `rows`, one after the other.
    fn has_row(&self, rows: &[&str]) -> bool {
        let words: Vec<&str> = self.words().collect();
        rows.iter().any(|row| {
            let stems: Vec<&str> = row.split(' ').collect();
            let is_row = |window: &[&str]| {
                let mut pairs = window.iter().zip(&stems);
                pairs.all(|(word, stem)| self.is_one(word, &[*stem]))
            };
            words.windows(stems.len()).any(is_row)
        })
    }

    /// Returns whether it is as short as a label.
    fn is_label_like(&self) -> bool {
        let n_letters: usize = self.words().map(|word| word.chars().count()).sum();
        match self.tongue.is_dense {
            true => n_letters <= N_LABEL,
            false => self.words().count() <= N_LABEL / 2,
        }
    }

    /// Returns whether it begins with the words of `row`.
    fn begins_with(&self, row: &str) -> bool {
        let mut words = self.words();
        match self.tongue.is_dense {
            true => words.next().is_some_and(|word| word.starts_with(row)),
            false => row.split(' ').all(|part| words.next() == Some(part)),
        }
    }

    fn is_label(&self, row: &str) -> bool {
        let clause = self.sentence.tokens.iter();
        let clause = clause.take_while(|token| **token != Token::Break);
        let n_words = clause.filter_map(Token::word).count();
        let n_letters: usize = self.words().map(|word| word.chars().count()).sum();
        match self.tongue.is_dense {
            true => n_letters <= N_LABEL && self.words().any(|word| word.contains(row)),
            false => n_words == row.split(' ').count() && self.begins_with(row),
        }
    }

    fn has_code(&self) -> bool {
        let is_code = |token: &Token<'_>| token.code().is_some();
        self.sentence.tokens.iter().any(is_code)
    }

    /// Returns whether a word for the edit itself begins the sentence, or a clause of it.
    fn points(&self) -> bool {
        let tokens = &self.sentence.tokens;
        (0..tokens.len()).any(|at| {
            let begins = at == 0 || tokens[at - 1] == Token::Break;
            let is_dense = self.tongue.is_dense;
            let word = tokens[at].word();
            begins
                && word.is_some_and(|word| match is_dense {
                    true => self.tongue.pronouns.iter().any(|it| word.starts_with(it)),
                    false => self.tongue.pronouns.contains(&word),
                })
        })
    }

    /// `Oubliez ça`: what stands for the edit is all that the verb is about.
    fn drops_it(&self) -> bool {
        let tokens = &self.sentence.tokens;
        (1..tokens.len()).any(|at| {
            let is_drop = tokens[at - 1]
                .word()
                .is_some_and(|word| self.is_one(word, self.tongue.drop));
            let is_it = tokens[at]
                .word()
                .is_some_and(|word| self.tongue.pronouns.contains(&word));
            is_drop && is_it && matches!(tokens.get(at + 1), None | Some(Token::Break))
        })
    }

    /// `Diese Änderung ist nicht nötig`: only of an edit that is pointed to.
    fn denies(&self) -> bool {
        let words: Vec<&str> = self.words().collect();
        let tongue = self.tongue;
        let is_this =
            |pair: &[&str]| tongue.these.contains(&pair[0]) && self.is_one(pair[1], tongue.edits);
        let is_pointed = match tongue.is_dense {
            true => {
                words
                    .iter()
                    .any(|word| tongue.these.iter().any(|these| word.starts_with(these)))
                    && self.has(tongue.edits)
            }
            false => words.windows(2).any(is_this),
        };
        let is_not = match tongue.is_dense {
            true => self.has(tongue.none),
            false => self.has(tongue.needed) && words.iter().any(|word| tongue.not.contains(word)),
        };
        is_pointed && is_not && !self.has(tongue.other) && !self.has(tongue.past)
    }

    fn is_short(&self) -> bool {
        self.words().count() <= 2
    }

    /// Returns whether one of `verbs` is turned around.
    fn forbids(&self, verbs: &[&str]) -> bool {
        let words: Vec<&str> = self.words().collect();
        if self.tongue.is_dense {
            return words
                .iter()
                .any(|word| self.is_one(word, verbs) && self.is_one(word, self.tongue.not))
                && !self.has(self.tongue.other);
        }
        let is_verb = |at: usize| self.is_one(words[at], verbs);
        // German puts the word behind what is not to be done.
        let mut nots = (0..words.len()).filter(|at| self.tongue.not.contains(&words[*at]));
        let is_close =
            nots.any(|not| (not.saturating_sub(4)..words.len().min(not + 5)).any(is_verb));
        let is_about = self.has(self.tongue.edits) || words.len() <= N_LABEL;
        is_close && is_about
    }

    /// Returns whether nothing in the sentence takes its request back.
    fn may_ask(&self) -> bool {
        let tongue = self.tongue;
        let is_denied = if tongue.is_dense {
            self.has(tongue.conditions) || self.has(tongue.not)
        } else {
            self.has(tongue.conditions) || self.words().any(|word| tongue.not.contains(&word))
        };
        !is_denied && !self.sentence.is_question
    }
}
