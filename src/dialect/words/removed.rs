//! The names that sentences beside a block call removed: ``I deleted `run()` ``, `` `LIMIT` is gone ``, `The import of os can go`. A
//! word of removal in any language of the lexicon says so of the names in its clause, unless it is denied, or is said of something
//! that only has to do with a name: ``the call of `run` ``. Words of renaming and replacing say it of names that the block does not
//! show, and so does a sentence of hardly more than such a name whose verb no list has: ``Jag tog bort `run` ``.

use bstr::{BStr, BString, ByteSlice};

use super::lexicon::{self, Cue, Kind, List, Unit};
use super::sentence::{self, Sentence, Token};
use crate::text::item::begins_item;

/// Words for kinds of definitions.
const KINDS: &[&str] = &[
    "function", "functions", "method", "methods", "class", "classes", "constant", "constants",
    "variable", "import", "imports", "definition", "helper", "type", "struct", "enum", "def",
];

/// Words that make what is removed something of, in or by a name, and not that itself.
const OF: &[&str] = &[
    "of", "to", "from", "in", "by", "on", "at", "above", "below", "inside", "around", "with",
    "that", "which", "where", "because", "von", "aus", "im", "zu", "über", "du", "des", "dans",
    "del", "en", "di", "della", "da", "do", "van", "uit", "из", "в", "от", "z", "na", "的", "の",
];

/// Words that may be between a name and the one that it gets, and those of them that say so.
const LINKS: &[&str] = &[
    "is", "are", "has", "been", "was", "the", "a", "now", "called", "named", "becomes", "become",
    "turns", "turned", "into", "to", "as", "new", "formerly", "previously", "once", "known", "way",
    "makes", "for", "takes", "over", "from", "in", "place", "of",
];
const TURNS: &[&str] = &[
    "now", "called", "named", "becomes", "become", "into", "new", "formerly", "previously",
    "known", "way", "over", "place",
];

/// A sentence with such a word says that something stays, or is used or shown.
const SAFE: &[Cue] = &[
    Cue::Keep,
    Cue::Still,
    Cue::Not,
    Cue::Zero,
    Cue::Show,
    Cue::Display,
    Cue::Likens,
    Cue::Usage,
    Cue::Heed,
    Cue::Good,
    Cue::Work,
    Cue::Example,
    Cue::Prints,
    Cue::Hyp,
    Cue::If,
    Cue::You,
    Cue::Later,
    Cue::Optional,
    Cue::Lead,
    Cue::Than,
    Cue::How,
    Cue::Given,
    Cue::Grow,
    Cue::Create,
    Cue::Except,
    Cue::Prep,
];

/// The most words between a name and the word that says what becomes of it.
const REACH: usize = 5;

/// The most names that are held against a file.
const N_NAMES: usize = 16;

/// Names that the sentences around a block speak of.
#[derive(Default)]
pub(in crate::dialect) struct Names {
    /// They call them removed.
    pub(in crate::dialect) removed: Box<[BString]>,
    /// They may call them removed, renamed or replaced.
    pub(in crate::dialect) changed: Box<[BString]>,
}

/// Returns the names of which the sentences of some lines say that they are removed, and those not shown in the block of which they
/// may say it. Of a block without lines left out, those that it shows do not count.
pub(in crate::dialect) fn names<'a>(
    lines: impl Iterator<Item = &'a BStr>,
    is_elided: bool,
    is_shown: &impl Fn(&BStr) -> bool,
) -> Names {
    let mut names: Vec<BString> = Vec::new();
    let mut changed: Vec<BString> = Vec::new();
    let is_hidden = |name: &BString| !name.is_empty() && !is_shown(name.as_bstr());
    // `Removed:` is said of all names in the list below it.
    let mut is_list = false;
    for line in lines {
        let mut sentences = Vec::new();
        sentence::read(line, &mut sentences);
        sentences.retain(|it| !it.tokens.is_empty());
        is_list &= sentences.is_empty() || begins_item(line);
        for sentence in sentences.iter().filter(|it| !it.is_question) {
            let said = Said::of(sentence);
            let found = match is_list && said.clauses().count() > 0 {
                true => said
                    .codes
                    .iter()
                    .take(1)
                    .map(|code| code.to_vec().into())
                    .collect(),
                false => said.removed(),
            };
            is_list |= sentence.leads_on && said.codes.is_empty() && said.only_removes();
            let found = found.iter().map(|name: &BString| BString::from(bare(name)));
            names.extend(found.filter(|name| !name.is_empty() && (is_elided || is_hidden(name))));
            let found = said.changed().into_iter().chain(said.renamed(is_shown));
            let found = found.map(|name| BString::from(bare(&name)));
            changed.extend(found.filter(is_hidden));
        }
        changed.extend(names_before_arrows(line).into_iter().filter(is_hidden));
    }
    names.truncate(N_NAMES);
    changed.truncate(N_NAMES);
    Names {
        removed: names.into(),
        changed: changed.into(),
    }
}

/// Returns the names in backticks with an arrow behind them: `` `get` -> `value` ``.
fn names_before_arrows(line: &BStr) -> Vec<BString> {
    let quoted = line.split(|byte| *byte == b'`').collect::<Vec<_>>();
    let pairs = (1..quoted.len().saturating_sub(2)).step_by(2);
    let is_arrow = |text: &[u8]| [&b"->"[..], b"=>", "→".as_bytes()].contains(&text.trim());
    pairs
        .filter(|at| is_arrow(quoted[at + 1]))
        .map(|at| BString::from(bare(quoted[at])))
        .collect()
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

/// A sentence as words that are known, and the code among them.
struct Said<'a> {
    units: Vec<Unit<'a>>,
    codes: Vec<&'a BStr>,
    is_english: bool,
}

impl<'a> Said<'a> {
    fn of(sentence: &Sentence<'a>) -> Said<'a> {
        let (tongue, units) = lexicon::read(&sentence.tokens);
        let codes = sentence.tokens.iter().filter(|token| !token.is_number());
        Said {
            units,
            codes: codes.filter_map(Token::code).collect(),
            is_english: tongue == lexicon::Tongue::ENGLISH,
        }
    }

    /// Returns the clauses, each with how many names are in those before it.
    fn clauses(&self) -> impl Iterator<Item = (&[Unit<'a>], usize)> {
        let mut n_codes = 0;
        let clauses = self.units.split(|unit| unit.kind == Kind::Break);
        clauses
            .filter(|clause| !clause.is_empty())
            .map(move |clause| {
                let before = n_codes;
                n_codes += clause.iter().filter(|unit| unit.kind == Kind::Code).count();
                (clause, before)
            })
    }

    /// Returns whether it has no word but of removal.
    fn only_removes(&self) -> bool {
        self.units.iter().any(removes) && self.units.len() <= 2
    }

    /// Returns the names that it calls removed.
    fn removed(&self) -> Vec<BString> {
        let mut names = self.named(|clause| self.acted_on_in(clause, removes));
        // ``It works without `load`, which I deleted``: said of the name right before it.
        let is_of_last = |clause: &[Unit<'_>]| {
            let is_short = clause.len() <= 2 || is_word(&clause[0], &["which"]);
            let has_other = |unit: &Unit<'_>| {
                unit.kind == Kind::Code || unit.has_any(&[Cue::Not, Cue::Zero, Cue::You])
            };
            is_short && clause.last().is_some_and(removes) && !clause.iter().any(has_other)
        };
        let last = self
            .clauses()
            .filter(|(clause, _)| is_of_last(clause))
            .filter_map(|(_, n_before)| self.codes.get(n_before.checked_sub(1)?));
        names.extend(last.map(|code| code.to_vec().into()));
        names
    }

    /// Returns the names that it calls renamed or replaced, or may call removed.
    fn changed(&self) -> Vec<BString> {
        let changes = |unit: &Unit<'_>| unit.has_any(&[Cue::Move, Cue::Alter]);
        let mut names = self.named(|clause| {
            if clause
                .iter()
                .any(|unit| unit.has_any(&[Cue::Not, Cue::Zero]))
            {
                return Vec::new();
            }
            let mut found = self.acted_on_in(clause, changes);
            found.extend(instead_of(clause));
            found
        });
        if names.is_empty() {
            names = self.named(|clause| self.alone_in(clause));
        }
        names
    }

    /// Returns the names that it links with one that is shown by nothing but words for what becomes of a name: ``g` is now `h``.
    fn renamed(&self, is_shown: &impl Fn(&BStr) -> bool) -> Vec<BString> {
        let is_new = |nth: usize| {
            self.codes
                .get(nth)
                .is_some_and(|code| is_shown(bare(code).as_bstr()))
        };
        let mut names = Vec::new();
        let mut nth = 0;
        let mut from: Option<usize> = None;
        for (at, unit) in self.units.iter().enumerate() {
            if unit.kind != Kind::Code {
                continue;
            }
            let between = from.map(|from| &self.units[from + 1..at]);
            let is_linked = between.is_some_and(|between| {
                let is_link = |unit: &Unit<'_>| {
                    unit.kind == Kind::Break
                        || unit.has_any(&[Cue::Was, Cue::Det])
                        || is_word(unit, LINKS)
                };
                let turns = |unit: &Unit<'_>| is_word(unit, TURNS);
                between.iter().all(is_link) && between.iter().any(turns)
            });
            if is_linked && is_new(nth) != is_new(nth - 1) {
                let old = if is_new(nth) { nth - 1 } else { nth };
                names.extend(self.codes.get(old).map(|code| BString::from(code.to_vec())));
            }
            (from, nth) = (Some(at), nth + 1);
        }
        names
    }

    /// Returns the one name of a sentence that has only so few other words, none of which is known: the verb may say anything of it.
    fn alone_in(&self, clause: &[Unit<'_>]) -> Vec<usize> {
        /// The most words of such a sentence.
        const N_WORDS: usize = 3;
        let is_code = |unit: &Unit<'_>| unit.kind == Kind::Code;
        let n_codes = self.units.iter().filter(|unit| is_code(unit)).count();
        let n_words = self
            .units
            .iter()
            .filter(|unit| !is_code(unit) && unit.kind != Kind::Break);
        let is_small = (1..=N_WORDS).contains(&n_words.count());
        let (Some(at), 1) = (clause.iter().position(is_code), n_codes) else {
            return Vec::new();
        };
        let rest = |unit: &&Unit<'_>| !is_code(unit);
        let is_unknown = |unit: &Unit<'_>| unit.kind == Kind::Unknown;
        let is_open = |unit: &Unit<'_>| {
            !unit.has_any(SAFE) && !is_word(unit, OF) && (is_unknown(unit) || is_slight(unit))
        };
        let has_verb = clause.iter().filter(rest).any(is_unknown);
        // `run discards comments` says what it does.
        let does = self.is_english && at == 0 && clause.len() > 2 && !is_slight(&clause[1]);
        let is_one = self.clauses().count() == 1;
        let is_it =
            is_small && is_one && has_verb && !does && clause.iter().filter(rest).all(is_open);
        is_it.then_some(at).into_iter().collect()
    }

    /// Returns the names at the places of each clause that `find` returns.
    fn named(&self, find: impl Fn(&[Unit<'a>]) -> Vec<usize>) -> Vec<BString> {
        let mut names = Vec::new();
        for (clause, n_before) in self.clauses() {
            for at in find(clause) {
                let is_code = |unit: &&Unit<'_>| unit.kind == Kind::Code;
                let nth = n_before + clause[..at].iter().filter(is_code).count();
                match (clause[at].kind, self.codes.get(nth)) {
                    (Kind::Code, Some(code)) => names.push(code.to_vec().into()),
                    (Kind::Code, None) => {}
                    (Kind::Known | Kind::Unknown | Kind::Number | Kind::Break, _) => {
                        names.push(BString::from(&*clause[at].word));
                    }
                }
            }
        }
        names
    }

    /// Returns which units of a clause name what the verbs that `acts` knows are said of.
    fn acted_on_in(&self, clause: &[Unit<'_>], acts: impl Fn(&Unit<'_>) -> bool) -> Vec<usize> {
        let bounds = |unit: &Unit<'_>| {
            unit.has_any(&[Cue::Hyp, Cue::If, Cue::Later, Cue::You])
                || is_word(
                    unit,
                    &[
                        "would", "instead", "rather", "why", "need", "no_need", "no_need_to",
                    ],
                )
        };
        if clause.iter().any(bounds) {
            return Vec::new();
        }
        // What one thing is put before is not done: `rather than removing it`.
        let than = clause.iter().position(|unit| unit.has(Cue::Than));
        let clause = &clause[..than.unwrap_or(clause.len())];
        let denies = |unit: &&Unit<'_>| unit.has_any(&[Cue::Not, Cue::Zero]);
        let is_denied = clause.iter().filter(denies).count() % 2 == 1;
        // `Without removing it`, `decided against removing it`: another verb of the clause is not denied.
        let is_avoided = |at: usize| {
            at.checked_sub(1).is_some_and(|before| {
                let before = &clause[before];
                before.has(Cue::Except) || is_word(before, &["against", "avoids", "avoiding"])
            })
        };
        let mut names: Vec<usize> = Vec::new();
        for at in 0..clause.len() {
            let goes = ends_by_letting_go(&clause[..=at]);
            // `The module without run`.
            let leaves_out = clause[at].has(Cue::Except)
                && clause
                    .get(at + 1)
                    .is_some_and(|next| next.kind == Kind::Code)
                && clause.len() == at + 2
                && !is_done(&clause[..at]);
            if leaves_out {
                names.push(at + 1);
            } else if !is_denied && (acts(&clause[at]) && !is_avoided(at) || goes) {
                names.extend(self.objects(clause, at + 1));
                names.extend(subjects(clause, at));
            }
        }
        if is_denied && !clause.iter().any(acts) && speaks_of_being(clause) {
            names.extend(clause.iter().position(|unit| unit.kind == Kind::Code));
        }
        names
    }

    /// Returns the names that a verb has behind it, from `from` on: ``the unused function `run` and `LIMIT` ``.
    fn objects(&self, clause: &[Unit<'_>], from: usize) -> Vec<usize> {
        let mut names = Vec::new();
        let mut has_kind = false;
        for (at, unit) in clause.iter().enumerate().skip(from).take(2 * REACH) {
            let is_apart = names.last().is_some_and(|last| last + 1 < at);
            match unit.kind {
                Kind::Code if self.is_whole(clause.get(at + 1)) => names.push(at),
                Kind::Code => break,
                _ if unit.has(Cue::Join) || is_word(unit, &["and"]) => {}
                _ if is_word(unit, KINDS) => has_kind = true,
                // `The import of os`.
                _ if has_kind && names.is_empty() && is_word(unit, &["of"]) => {}
                // `The import os`.
                Kind::Unknown if has_kind && clause.len() == at + 1 && names.is_empty() => {
                    names.push(at);
                }
                _ if is_word(unit, OF) || unit.has(Cue::Prep) || is_apart => break,
                _ if at >= from + REACH => break,
                Kind::Known | Kind::Unknown | Kind::Number | Kind::Break => {}
            }
        }
        names
    }

    /// Returns whether a name is all of what it is part of: it is followed by no other noun, as in ``the `run` call``.
    fn is_whole(&self, next: Option<&Unit<'_>>) -> bool {
        next.is_none_or(|next| {
            let is_noun = self.is_english && next.kind == Kind::Unknown && !says(next);
            let is_adverb =
                next.word.ends_with("ly") || is_word(next, &["since", "as", "too", "altogether"]);
            !is_word(next, &["的", "の"]) && (!is_noun || is_adverb || is_word(next, KINDS))
        })
    }
}

/// Returns the names that a clause has before its verb at `at`: `` `run()` and `LIMIT` are now``, `The import of os can`.
fn subjects(clause: &[Unit<'_>], at: usize) -> Vec<usize> {
    let before = &clause[..at];
    if let [.., kind, of, name, _] = before
        && is_word(kind, KINDS)
        && is_word(of, &["of"])
        && name.kind == Kind::Unknown
    {
        return vec![at - 2];
    }
    let is_code = |unit: &Unit<'_>| unit.kind == Kind::Code;
    let Some(last) = before.iter().rposition(is_code) else {
        return Vec::new();
    };
    let between = &before[last + 1..];
    let leads = |unit: &Unit<'_>| {
        unit.has_any(&[Cue::When, Cue::Prep])
            || is_word(unit, OF)
            || !says(unit) && !is_word(unit, KINDS) && unit.word.is_ascii() && unit.word.len() > 4
    };
    if between.len() > REACH || between.iter().any(leads) {
        return Vec::new();
    }
    let is_listed =
        |unit: &Unit<'_>| is_code(unit) || unit.has(Cue::Join) || is_word(unit, &["and"]);
    let first = before[..last].iter().rposition(|unit| !is_listed(unit));
    let is_part = first.is_some_and(|first| {
        let is_of_kind = first > 0 && is_word(&before[first - 1], KINDS);
        (is_word(&before[first], OF) || before[first].has(Cue::Prep)) && !is_of_kind
    });
    let names = first.map_or(0, |first| first + 1)..last + 1;
    names
        .filter(|at| is_code(&before[*at]) && !is_part)
        .collect()
}

/// Returns whether a clause that is denied says of its one name no more than that it is there, or needed.
fn speaks_of_being(clause: &[Unit<'_>]) -> bool {
    let mut codes = clause
        .iter()
        .enumerate()
        .filter(|(_, unit)| unit.kind == Kind::Code);
    let (Some((at, _)), None) = (codes.next(), codes.next()) else {
        return false;
    };
    let acts = [
        Cue::Change,
        Cue::Alter,
        Cue::Deed,
        Cue::Edit,
        Cue::Work,
        Cue::Move,
        Cue::Heed,
        Cue::Show,
        Cue::Display,
        Cue::Example,
    ];
    let is_of = at > 0 && (is_word(&clause[at - 1], OF) || clause[at - 1].has(Cue::Prep));
    // `No more silent load`, `load has none`.
    let is_some =
        at > 1 && clause[at - 1].kind == Kind::Unknown && is_word(&clause[at - 2], &["more"]);
    let has_none = clause[at..].iter().any(|unit| unit.has(Cue::Have));
    let is_plain = |unit: &Unit<'_>| {
        says(unit) && !unit.has_any(&acts)
            || is_word(
                unit,
                &[
                    "is", "are", "there", "does", "exist", "exists", "needed", "used", "required",
                    "any", "more",
                ],
            )
    };
    // `run` needs nothing.
    let needs = clause
        .get(at + 1)
        .is_some_and(|unit| is_word(unit, &["needs"]));
    !is_of
        && !is_some
        && !has_none
        && !needs
        && clause[at + 1..].iter().all(is_plain)
        && clause.len() > 1
}

/// Returns the names right behind a word that puts another in their place: ``in place of `run` ``, ``supersedes `run` ``.
fn instead_of(clause: &[Unit<'_>]) -> Vec<usize> {
    let is_of = |unit: Option<&Unit<'_>>| unit.is_some_and(|unit| is_word(unit, OF));
    let puts = clause
        .iter()
        .enumerate()
        .filter(|(_, unit)| unit.has(Cue::Instead));
    let behind = puts.map(|(at, _)| at + 1 + usize::from(is_of(clause.get(at + 1))));
    behind
        .filter(|at| clause.get(*at).is_some_and(|unit| unit.kind == Kind::Code))
        .collect()
}

/// Returns whether a word only helps another one: it says nothing of a name.
fn is_slight(unit: &Unit<'_>) -> bool {
    const HELPS: &[&str] = &[
        "is", "are", "has", "have", "been", "gets", "got", "be", "out", "now",
    ];
    unit.has_any(&[Cue::Was, Cue::Det, Cue::Mine, Cue::Have]) || is_word(unit, HELPS)
}

/// Returns whether words say of a name that it works, or ask to run something: what it does without is not left out of the file.
fn is_done(units: &[Unit<'_>]) -> bool {
    let named = units.iter().position(|unit| unit.kind == Kind::Code);
    let works = |unit: &Unit<'_>| unit.has_any(&[Cue::Work, Cue::Good]);
    let runs = |unit: &Unit<'_>| is_word(unit, &["call", "run", "use"]);
    named.is_some_and(|at| units[at..].iter().any(works)) || units.first().is_some_and(runs)
}

/// Returns whether a word says that something is removed.
fn removes(unit: &Unit<'_>) -> bool {
    unit.has(Cue::Delete)
}

/// Returns whether words end by letting go what they name: `is gone`, `can go`, `kann weg`.
fn ends_by_letting_go(units: &[Unit<'_>]) -> bool {
    /// The most words of an entry.
    const N_WORDS: usize = 3;
    let last = &units[units.len().saturating_sub(N_WORDS)..];
    let words: Vec<&str> = last.iter().map(|unit| &*unit.word).collect();
    let is_english = matches!(&words[..], [.., "gone"] | [.., "can" | "should", "go"]);
    is_english || List::LetGo.closes(&words.join(" ").replace('_', " "))
}

/// Returns whether the lexicon knows a word.
fn says(unit: &Unit<'_>) -> bool {
    unit.cues != lexicon::Cues::default()
}

fn is_word(unit: &Unit<'_>, words: &[&str]) -> bool {
    words.contains(&&*unit.word)
}
