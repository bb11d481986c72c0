//! Sentences that ask for a change of a file which no patch of the reply touches. One grammar for all languages: what their
//! words can say of a change is in the lexicon.

use bstr::BStr;

use super::ask::is_path;
use super::asked_words::{CONDITIONS, NEGATIONS, STATES, Verb, verb};
use super::lexicon::{self, Cue, Kind, List, Tongue, Unit};
use super::sentence::{Sentence, Token};
use crate::dialect::name::shape;

/// Where a sentence is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stance {
    /// It is an item of a list, or a row of a table.
    pub(super) is_item: bool,
    /// An edit is above it: what is said there of a need is not what that edit does.
    pub(super) is_below_edit: bool,
}

/// Returns those of the files `open` that `sentence` asks to change; it names all of them.
pub(super) fn read<'a>(
    sentence: &Sentence<'a>,
    open: &[&'a BStr],
    stance: Stance,
) -> Vec<&'a BStr> {
    if open.is_empty() || sentence.is_question {
        return Vec::new();
    }
    let (tongue, units) = lexicon::read(&sentence.tokens);
    let said = Said {
        units: &units,
        tongue,
        stance,
    };
    // What the block below a sentence is to become is read with that; what it is to lose is said by the sentence.
    if said.is_bound() || sentence.leads_on && !said.has(Cue::Delete) {
        return Vec::new();
    }
    let clauses = said.clauses();
    let asks = |path: &&BStr| {
        let name = path.to_string().to_lowercase();
        let is_named = |unit: &Unit<'_>| unit.kind == Kind::Code && *unit.word == *name;
        clauses.iter().any(|clause| {
            let at = clause.iter().position(is_named);
            at.is_some_and(|at| said.of(clause).asks(at))
        }) || units
            .iter()
            .position(is_named)
            .is_some_and(|at| said.swaps(at))
    };
    open.iter().copied().filter(asks).collect()
}

/// Returns whether a sentence above a block orders, in another language than English, to take the lines of that away.
pub(super) fn takes(sentence: &Sentence<'_>) -> bool {
    if sentence.is_question || lexicon::is_plainly_english(&sentence.tokens) {
        return false;
    }
    let (tongue, units) = lexicon::read(&sentence.tokens);
    let stance = Stance {
        is_item: false,
        is_below_edit: false,
    };
    let said = Said {
        units: &units,
        tongue,
        stance,
    };
    let is_denied = said.has_any(&[Cue::Not, Cue::Zero, Cue::Can, Cue::Grow]);
    let deletes = |clause: &&[Unit<'_>]| {
        let clause = said.of(clause);
        clause.has(Cue::Delete) && (clause.orders() || clause.duties().next().is_some())
    };
    !said.is_english() && !is_denied && !said.is_bound() && said.clauses().iter().any(deletes)
}

/// Returns the files of a sentence, each once.
pub(super) fn files<'a>(sentence: &Sentence<'a>) -> Vec<&'a BStr> {
    let names = sentence.tokens.iter().filter_map(Token::name);
    let mut files: Vec<&'a BStr> = Vec::new();
    let is_file = |name: &&BStr| is_path(name) && !name.ends_with(b"/");
    for name in names.filter(|name| is_file(name) && !shape::is_of_patches(name)) {
        if !files.contains(&name) {
            files.push(name);
        }
    }
    files
}

/// The words of a sentence, or of one of its clauses.
#[derive(Clone, Copy)]
struct Said<'s, 'a> {
    units: &'s [Unit<'a>],
    tongue: Tongue,
    stance: Stance,
}

impl<'s, 'a> Said<'s, 'a> {
    fn of(&self, units: &'s [Unit<'a>]) -> Said<'s, 'a> {
        Said { units, ..*self }
    }

    fn is_english(&self) -> bool {
        self.tongue == Tongue::ENGLISH
    }

    fn at(&self, at: usize, cue: Cue) -> bool {
        self.units.get(at).is_some_and(|unit| unit.has(cue))
    }

    fn is_word(&self, at: usize, words: &[&str]) -> bool {
        let unit = self.units.get(at);
        unit.is_some_and(|unit| words.contains(&&*unit.word))
    }

    fn has(&self, cue: Cue) -> bool {
        self.units.iter().any(|unit| unit.has(cue))
    }

    fn has_any(&self, cues: &[Cue]) -> bool {
        cues.iter().any(|cue| self.has(*cue))
    }

    /// Returns whether a condition holds for all of the sentence, or it begins with an aim: `To change the port, edit …`.
    fn is_bound(&self) -> bool {
        let bounds = |word: &str| CONDITIONS.contains(&word) && !NEGATIONS.contains(&word);
        const HARMLESS: &[&str] = &["don", "never", "instead", "rather", "revert"];
        // `Não se esqueça` is no condition.
        let is_condition = |at: usize| match self.is_english() {
            true => bounds(&self.units[at].word) && !self.is_word(at, HARMLESS),
            false => {
                self.units[at].has_any(&[Cue::If, Cue::Optional]) && !self.at(at + 1, Cue::Forget)
            }
        };
        (0..self.units.len()).any(is_condition) || self.at(0, Cue::To)
    }

    /// Returns the clauses. A place, or the name of a file, is one with the words that it is before, and what ends a sentence so
    /// with those behind which it is: `` In `a.rs`, change … ``, `` Still missing: `a.rs` ``.
    fn clauses(&self) -> Vec<&'s [Unit<'a>]> {
        let mut clauses = Vec::new();
        let (mut from, mut light) = (0, true);
        for (at, unit) in self.units.iter().enumerate() {
            let is_break = unit.kind == Kind::Break;
            // `Vergiss nicht, a.rs anzupassen`.
            let before = self.of(&self.units[from..at]);
            // `Still to do: the route in a.rs`.
            let is_label = before.has(Cue::Lack) && at - from <= 2 && from == 0;
            let reminds = before.has(Cue::Forget) || is_label;
            let ends = is_break && !light && !reminds;
            if at > from && (ends || !is_break && self.begins_clause(at)) {
                clauses.push(from..at);
                (from, light) = (at, true);
            }
            light &= is_break || is_light(unit);
        }
        match clauses.last_mut() {
            Some(last) if light => last.end = self.units.len(),
            Some(_) | None => clauses.push(from..self.units.len()),
        }
        let clauses = clauses.into_iter();
        clauses.map(|range| &self.units[range]).collect()
    }

    /// Returns whether the word at `at` begins a clause.
    fn begins_clause(&self, at: usize) -> bool {
        // `が` joins clauses, and is also behind what a verb is said of.
        let is_of_verb = self.at(at, Cue::Open)
            || at > 0 && self.at(at - 1, Cue::Have)
            || self.is_word(at, &["が"]);
        self.at(at, Cue::Join) && !is_of_verb
            || self.is_english() && self.is_word(at, &["that", "where", "whose"])
    }

    /// Returns whether the clause asks for a change of the file that it names at `file`.
    fn asks(&self, file: usize) -> bool {
        // What is the reader's own, and what something is only likened to or was taken from.
        let is_apart = file > 0
            && (self.is_word(file - 1, &["your", "like", "see", "from", "match", "than"])
                && !self.orders_from(file)
                || self.at(file - 1, Cue::Likens));
        if is_apart || self.is_reason() {
            return false;
        }
        if self.is_reminder() || self.is_lacking() {
            return true;
        }
        let is_denied = self.has_any(&[Cue::Not, Cue::Zero, Cue::Can, Cue::Later, Cue::Hyp])
            || self.has_any(&[Cue::Still, Cue::Keep, Cue::Already]);
        !is_denied && (self.orders() || self.is_due(file) || self.labels(file) || self.claims(file))
    }

    /// Returns whether it is about what is taken out of the file: `` Remove `x` from `a.rs` ``.
    fn orders_from(&self, file: usize) -> bool {
        let takes = |at: usize| {
            let is_given = self.is_word(at, &["export", "exported"]);
            self.at(at, Cue::Delete) || self.at(at, Cue::Move) || is_given
        };
        self.is_word(file - 1, &["from"]) && (0..file).any(takes)
    }

    /// Returns whether it says why something is done, and not what.
    fn is_reason(&self) -> bool {
        let first = (0..self.units.len()).find(|at| self.units[*at].kind != Kind::Break);
        let is_relative = |at: usize| {
            // `Die Datei a.rs` begins a sentence, too.
            let is_article = self.at(at, Cue::Det) && !self.at(at, Cue::Join);
            List::Reason.has(&self.units[at].word) && !is_article
        };
        first.is_some_and(is_relative)
    }

    /// Returns whether the unit at `at` is a verb of change in one of its forms.
    fn is_change(&self, at: usize) -> bool {
        self.at(at, Cue::Order) || self.at(at, Cue::Amend)
    }

    /// Returns whether it orders a change: the verb opens the clause, or ends it in the languages that have it there.
    fn orders(&self) -> bool {
        let opens = |at: &usize| {
            let is_sure = self.is_word(at + 1, &["sure", "certain"]);
            let is_formal = self.at(*at, Cue::Amend) && self.at(at + 1, Cue::You);
            (self.at(*at, Cue::Order) || is_formal && !self.is_english()) && !is_sure
        };
        if self.tongue.ends_with_verb() {
            return (0..self.units.len()).any(|at| self.at(at, Cue::Order));
        }
        let verb = (0..self.units.len()).find(opens);
        verb.is_some_and(|at| self.is_opening(at))
    }

    /// Returns whether nothing is before `end` but words that may open a request, and places.
    fn is_opening(&self, end: usize) -> bool {
        let mut is_place = false;
        for at in 0..end {
            let unit = &self.units[at];
            let is_open = unit.has_any(&[Cue::Open, Cue::Lead, Cue::Place]);
            is_place |= unit.has(Cue::Place);
            let is_of_place = unit.has_any(&[Cue::Det, Cue::Code]) || unit.kind == Kind::Code;
            let is_sign = matches!(unit.kind, Kind::Break | Kind::Number);
            if !(is_open || is_sign || is_place && is_of_place) {
                return false;
            }
        }
        // `The change in a.rs` is a noun.
        end == 0 || !self.at(end - 1, Cue::Det) || self.units[end - 1].has(Cue::Open)
    }

    fn is_reminder(&self) -> bool {
        let is_denied =
            self.has(Cue::Forget) && (self.has(Cue::Not) || self.tongue.ends_with_verb());
        let is_said = |at: usize| {
            let is_thought = self.is_word(at + 1, &["that", "dass", "que", "che", "dat"]);
            let is_sure = self.is_word(at, &["be", "make"])
                && self.is_word(at + 1, &["sure"])
                && self.is_word(at + 2, &["to"]);
            self.at(at, Cue::Remind) && !is_thought || is_sure
        };
        let reminds = (0..self.units.len()).find(|at| is_said(*at));
        let asks = |at: usize| (at..self.units.len()).any(|at| self.is_change(at));
        is_denied || reminds.is_some_and(|at| self.is_opening(at) && asks(at))
    }

    /// Returns whether it says that a change is lacking: `` Still missing: `a.rs` ``, `` `a.rs` is not updated yet ``.
    fn is_lacking(&self) -> bool {
        let is_noun = |at: usize| at > 0 && self.at(at - 1, Cue::Det);
        let lacks = |at: &usize| self.at(*at, Cue::Lack) && !is_noun(*at);
        let is_said = (0..self.units.len()).any(|at| lacks(&at));
        let has_change = (0..self.units.len()).any(|at| self.is_change(at));
        let is_denied = self.has_any(&[Cue::Not, Cue::Zero]);
        let is_needless = self.has_any(&[Cue::Need, Cue::Can]) || self.duties().next().is_some();
        let is_left = |at: usize| {
            let is_said = self.is_word(at + 1, &["remains"]) || self.is_word(at + 2, &["left"]);
            self.at(at, Cue::How) && is_said
        };
        is_said && !is_denied
            || is_left(0)
            || self.has(Cue::Yet) && self.has(Cue::Not) && has_change && !is_needless
    }

    /// Returns where a word says that something is a duty.
    fn duties(&self) -> impl Iterator<Item = usize> {
        (0..self.units.len()).filter(|at| {
            let leads = self.is_word(at + 1, &["to", "que"]);
            self.at(*at, Cue::Must) || self.at(*at, Cue::Have) && leads
        })
    }

    /// Returns whether a change of the file at `file` is a duty, or something that the file needs.
    fn is_due(&self, file: usize) -> bool {
        let n = self.units.len();
        let has_change = (0..n).any(|at| self.is_change(at));
        let is_duty = self.duties().next().is_some() || self.has(Cue::Should);
        if has_change && !self.has(Cue::Heed) && (is_duty || self.needs_change()) {
            return true;
        }
        if !self.stance.is_below_edit {
            return false;
        }
        let is_value = |at: usize| {
            let unit = &self.units[at];
            let is_code = unit.kind == Kind::Code || unit.kind == Kind::Number;
            at != file && is_code && !unit.word.starts_with('.')
        };
        let says_value = |from: usize| (from..n).any(is_value) && !self.has(Cue::Work);
        let states = |at: usize| {
            let next = (at + 1..n).find(|at| !self.is_word(*at, &["also", "now"]));
            let is_state = next.is_some_and(|next| self.is_word(next, STATES));
            self.at(at, Cue::Should) && is_state
        };
        let is_stated = self.duties().any(|at| file < at && says_value(at))
            || (0..n).any(|at| file < at && states(at) && says_value(at));
        is_stated || self.needs_part()
    }

    /// Returns whether a change itself is what is needed: `a.rs needs updating`, `needs the same change`.
    fn needs_change(&self) -> bool {
        let needs = (0..self.units.len()).find(|at| self.at(*at, Cue::Need));
        needs.is_some_and(|at| (at + 1..at + 5).any(|at| self.is_change(at)))
    }

    /// Returns whether a part of a file is what is needed: `needs an import of`, `needs a new route`.
    fn needs_part(&self) -> bool {
        let needs = (0..self.units.len()).find(|at| self.at(*at, Cue::Need));
        needs.is_some_and(|at| (at + 1..at + 5).any(|at| self.at(at, Cue::Part)))
    }

    /// Returns whether it is an item or a row for the file, and says that something in that is new or changes.
    fn labels(&self, file: usize) -> bool {
        let is_first = self.units[..file].iter().all(|unit| {
            matches!(unit.kind, Kind::Break | Kind::Number) || unit.has_any(&[Cue::Det, Cue::Code])
        });
        let sign = self.units.get(file + 1).map(|unit| unit.kind);
        if !self.stance.is_item || !is_first || sign != Some(Kind::Break) {
            return false;
        }
        let fills = |at: &usize| {
            let unit = &self.units[*at];
            let is_article = unit.has(Cue::Det) && unit.word != "the";
            unit.kind == Kind::Break || is_article || unit.has(Cue::Lead)
        };
        let first = (file + 2..self.units.len()).find(|at| !fills(at));
        let is_new = |at: usize| {
            let is_said = self.at(at, Cue::New) || self.is_word(at, &["new"]);
            is_said && (at + 1..at + 3).any(|at| self.at(at, Cue::Part))
        };
        first.is_some_and(|at| self.is_change(at) || self.at(at, Cue::Part) || is_new(at))
    }

    /// Returns whether all that is said behind the file is that one value becomes another: `` Port in `a.rs`: 8080 → 9090 ``.
    fn swaps(&self, file: usize) -> bool {
        let mut behind = self.units[file + 1..]
            .iter()
            .filter(|unit| unit.kind != Kind::Break);
        let is_value = |unit: &Unit<'_>| {
            let is_code = matches!(unit.kind, Kind::Code | Kind::Number);
            is_code
                || unit
                    .word
                    .starts_with(|letter: char| letter.is_ascii_digit())
        };
        let row = [behind.next(), behind.next(), behind.next(), behind.next()];
        let [Some(old), Some(to), Some(new), None] = row else {
            return false;
        };
        self.stance.is_below_edit && is_value(old) && to.has(Cue::To) && is_value(new)
    }

    /// Returns whether the writer claims to have changed the file itself: `` I also updated `a.rs` ``.
    fn claims(&self, file: usize) -> bool {
        const BETWEEN: &[&str] = &["have", "ve", "also", "now", "additionally", "then"];
        if !self.is_english() || self.has_any(&[Cue::Past, Cue::Tried]) {
            return false;
        }
        let who = (0..file).find(|at| self.is_word(*at, &["i", "we"]));
        let told = who.and_then(|at| (at + 1..file).find(|at| !self.is_word(*at, BETWEEN)));
        let is_told = |at: usize| {
            let told = verb(&self.units[at].word);
            matches!(told, Some((Verb::Change | Verb::Move, true)))
        };
        let is_filler = |unit: &Unit<'_>| {
            let leads = matches!(&*unit.word, "to" | "into");
            leads || unit.kind == Kind::Code || unit.has_any(&[Cue::Det, Cue::Code])
        };
        told.is_some_and(|at| is_told(at) && self.units[at + 1..file].iter().all(is_filler))
    }
}

/// Returns whether a unit says nothing of a change: it fills, or is part of the name of a place.
fn is_light(unit: &Unit<'_>) -> bool {
    let says = [
        Cue::Order,
        Cue::Amend,
        Cue::Must,
        Cue::Need,
        Cue::Lack,
        Cue::Not,
        Cue::Zero,
        Cue::It,
    ];
    let light = [Cue::Open, Cue::Lead, Cue::Place, Cue::Det, Cue::Code];
    let is_known = unit.has_any(&light);
    let is_name = matches!(unit.kind, Kind::Code | Kind::Number);
    is_name || is_known && !unit.has_any(&says)
}
