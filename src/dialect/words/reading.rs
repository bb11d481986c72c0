//! What a sentence says of the edits of a reply. It speaks of one, and not of the program, where each word of a clause is one
//! that serves to speak of edits: `The fallback is wrong` is about a fallback, `This is wrong` about the edit beside it.

use super::clause::Clause;
use super::lexicon::{self, Cue, Kind, Unit};
use super::sentence::Sentence;
use super::verdict::{Named, Side, Verdict};
use crate::dialect::name::spelling;

/// Which edits a sentence says are not to be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Rejected {
    /// The one that was spoken of last, or that follows.
    pub(super) this: bool,
    /// The one above.
    pub(super) above: bool,
}

/// How a sentence that leads over offers the edit below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Offer {
    /// As one of several, of which the one above is another.
    Both,
    /// In case the reader wants it, or something does not do.
    Below,
    /// As what could be done: it is one of several where there are others.
    BesideOthers,
}

/// A sentence as words that are known.
pub(super) struct Reading<'a> {
    pub(super) clauses: Vec<Clause<'a>>,
    pub(super) is_question: bool,
    pub(super) leads_on: bool,
    /// It speaks of the program alone: its clauses were not read.
    is_of_program: bool,
}

impl<'a> Reading<'a> {
    /// The reading of a sentence that says nothing of an edit, see [`super::glance`].
    pub(super) fn of_program() -> Reading<'a> {
        Reading {
            clauses: Vec::new(),
            is_question: false,
            leads_on: false,
            is_of_program: true,
        }
    }

    pub(super) fn of(sentence: &Sentence<'a>) -> Reading<'a> {
        let (tongue, units) = lexicon::read(&sentence.tokens);
        let mut clauses: Vec<Vec<Unit<'a>>> = vec![Vec::new()];
        for unit in units {
            let begins = unit.kind == Kind::Break || unit.has(Cue::Join);
            if begins && clauses.last().is_some_and(|clause| !clause.is_empty()) {
                clauses.push(Vec::new());
            }
            if unit.kind != Kind::Break
                && let Some(clause) = clauses.last_mut()
            {
                clause.push(unit);
            }
        }
        clauses.retain(|clause| !clause.is_empty());
        let clause = |units| Clause::of(units, tongue);
        Reading {
            clauses: clauses.into_iter().map(clause).collect(),
            is_question: sentence.is_question,
            leads_on: sentence.leads_on,
            is_of_program: false,
        }
    }

    /// Returns which edits the sentence says are not to be made. Of several clauses the last that says something of an edit
    /// counts: `The first try was wrong, this one works`.
    pub(super) fn rejects(&self, side: Side) -> Rejected {
        let mut rejected = Rejected::default();
        if self.is_question && side != Side::Leads {
            return rejected;
        }
        let (mut is_bound, mut is_made) = (false, false);
        let (mut has_thing, mut has_edit, mut asks) = (false, false, false);
        let mut side = side;
        for (at, clause) in self.clauses.iter().enumerate() {
            if side == Side::Behind && clause.has(Cue::Hmm) {
                side = Side::Regretted;
            }
            match clause.verdict(side, &self.clauses[at + 1..]) {
                Verdict::Conditional => is_bound = true,
                Verdict::Silent => {}
                Verdict::Made => (rejected.this, is_made) = (false, true),
                Verdict::Rejected(_) if is_bound && side != Side::Leads => {}
                Verdict::Rejected(_) if clause.is_remark() && !has_edit => {}
                Verdict::Rejected(_) if clause.is_purpose() && asks => {}
                // `Lines 15-20 (the struct) need no change` is about what it names first.
                Verdict::Rejected(_) if has_thing && clause.only_needs_nothing() => {}
                // `Leave the discount out and nothing changes` tells what becomes of the program.
                Verdict::Rejected(_) if at > 0 && clause.is_outcome() => {}
                Verdict::Rejected(_)
                    if self.spared(at).is_some() || !self.spared_code(at).is_empty() => {}
                Verdict::Rejected(Named::Above) => rejected.above = true,
                // `As npm rewrites the lock file (nobody wants that)`.
                Verdict::Rejected(Named::Implied)
                    if side == Side::Leads && has_thing && clause.is_unwanted() => {}
                // `I'd take this, not that`.
                Verdict::Rejected(Named::Implied) if is_made && clause.units.len() <= 2 => {}
                Verdict::Rejected(named) => {
                    // `The lock is slow, so don't use it` is about the lock.
                    let is_edit = side == Side::Leads || side != Side::Amid && !has_thing;
                    rejected.this |= named == Named::Edit || is_edit;
                }
            }
            // `This file is on the server, it is shown for context only`.
            let is_of_file = matches!(&clause.units[..], [this, file, ..] if this.word == "this" && file.word == "file");
            has_thing |= !clause.is_closed() && !is_of_file;
            asks |= clause.has_any(&[Cue::Request, Cue::Alter]) && !clause.is_negated;
            has_edit |= clause.has_any(&[Cue::Edit, Cue::Tried, Cue::Did, Cue::Mine, Cue::Nth]);
            if side == Side::Behind && clause.has(Cue::Regret) {
                side = Side::Regretted;
            }
        }
        rejected
    }

    /// Returns the file of which the clause at `at` says that there is nothing to change: `Same for a.c: nothing to change`. Only an
    /// edit of that very file is taken back by it.
    pub(super) fn spared(&self, at: usize) -> Option<&str> {
        let [.., named, clause] = &self.clauses[..=at] else {
            return None;
        };
        if self.makes_exception() {
            return None;
        }
        // `a.c uses none of it, so no change there`.
        let ends_there = clause.units.last().is_some_and(|unit| unit.word == "there");
        if ends_there && let Some(file) = self.only_file(at).filter(|_| clause.needs_nothing()) {
            return Some(file);
        }
        let (file, before) = named.units.split_last()?;
        let is_label = before.len() <= 2 && named.n_unknown <= 1 && file.kind == Kind::Code;
        let is_said = is_label && clause.is_closed() && clause.needs_nothing();
        (is_said && spelling::is_name_of_file(file.word.as_bytes())).then_some(&file.word)
    }

    /// Returns whether words set something apart from what is said: `nothing to change but the import`.
    fn makes_exception(&self) -> bool {
        let mut units = self.clauses.iter().flat_map(|clause| &clause.units);
        units.any(|unit| {
            matches!(
                &*unit.word,
                "except"
                    | "but"
                    | "though"
                    | "besides"
                    | "apart"
                    | "aside"
                    | "other"
                    | "however"
                    | "except_for"
                    | "apart_from"
            )
        })
    }

    /// Returns the code that the clauses above the one at `at` name, where that says of it, and of no edit, that nothing of it is to
    /// change: `put and all are correct and need no change`.
    pub(super) fn spared_code(&self, at: usize) -> Vec<String> {
        let clause = &self.clauses[at];
        let joins = |unit: &Unit<'_>| matches!(&*unit.word, "and" | "so");
        let verb = clause.units.iter().find(|unit| !joins(unit));
        let is_verb = |unit: &Unit<'_>| {
            matches!(
                &*unit.word,
                "need" | "needs" | "require" | "requires" | "no" | "no_need"
            )
        };
        // `X could be shorter, but I left it alone`.
        let leaves = || {
            let stays = clause.has(Cue::Still);
            stays
                && clause
                    .units
                    .iter()
                    .any(|unit| matches!(&*unit.word, "it" | "them"))
        };
        if !(clause.needs_nothing() && verb.is_some_and(is_verb) || leaves()) {
            return Vec::new();
        }
        let units = self.clauses[..at].iter().flat_map(|clause| &clause.units);
        let code = units.filter(|unit| unit.kind == Kind::Code);
        code.map(|unit| unit.word.to_string()).collect()
    }

    /// Returns whether all that it says of an edit is that none is needed, and it points to none.
    pub(super) fn only_spares(&self) -> bool {
        use Cue::{Above, Apply, Bad, Deed, Drop, Gone, Harm, Regret, Tried};
        let rejects = [Above, Apply, Bad, Deed, Drop, Gone, Harm, Regret, Tried];
        self.has_closed(Clause::needs_nothing)
            && !self.has_clause(|clause| clause.has_any(&rejects))
    }

    /// Returns all code of which the sentence says that nothing of it is to change.
    pub(super) fn all_spared(&self) -> Vec<String> {
        let mut spared = (0..self.clauses.len()).map(|at| self.spared_code(at));
        spared.find(|codes| !codes.is_empty()).unwrap_or_default()
    }

    /// Returns the only name in the clauses above the one at `at`, where it is a file's.
    fn only_file(&self, at: usize) -> Option<&str> {
        let units = self.clauses[..at].iter().flat_map(|clause| &clause.units);
        let is_file = |unit: &&Unit<'_>| {
            unit.kind == Kind::Code && spelling::is_name_of_file(unit.word.as_bytes())
        };
        let mut files = units.filter(is_file);
        let file = files.next().filter(|_| files.next().is_none())?;
        Some(&file.word)
    }

    /// Returns whether it says more than a path: `In a.rs` does not.
    pub(super) fn says_more(&self) -> bool {
        let fills = |unit: &Unit<'_>| unit.has_any(&[Cue::Fill, Cue::Det, Cue::Prep, Cue::Code]);
        let speaks = |unit: &Unit<'_>| match unit.kind {
            Kind::Known => !fills(unit),
            Kind::Unknown => true,
            Kind::Code | Kind::Number | Kind::Break => false,
        };
        let mut units = self.clauses.iter().flat_map(|clause| &clause.units);
        self.is_of_program || units.any(speaks)
    }

    /// Returns whether it is the number of a step alone: `Step 2`.
    pub(super) fn counts_step(&self) -> bool {
        let mut units = self.clauses.iter().flat_map(|clause| &clause.units);
        let is_step = units.next().is_some_and(|unit| unit.word == "step");
        is_step
            && units.next().is_some_and(|unit| unit.kind == Kind::Number)
            && units.next().is_none()
    }

    fn has_clause(&self, says: impl Fn(&Clause<'a>) -> bool) -> bool {
        self.clauses.iter().any(says)
    }

    /// Returns whether a clause that speaks of nothing but edits says something.
    fn has_closed(&self, says: impl Fn(&Clause<'a>) -> bool) -> bool {
        self.has_clause(|clause| clause.is_closed() && says(clause))
    }

    fn n_units(&self) -> usize {
        self.clauses.iter().map(|clause| clause.units.len()).sum()
    }

    /// Returns whether what it rejects is something that was named, and no edit: `so drop it as well`, `There is no need for the
    /// second repository`. Above an edit that only removes lines this asks for it.
    pub(super) fn rejects_thing(&self) -> bool {
        use Cue::{Bad, Drop, Due, Edit, Gone, It};
        let Some(last) = self.clauses.last().filter(|last| last.is_english()) else {
            return false;
        };
        let mut units = last.units.iter().skip_while(|unit| unit.has(Cue::Lead));
        let drops = units.next().is_some_and(|unit| unit.word == "drop")
            && units
                .next()
                .is_some_and(|unit| matches!(&*unit.word, "it" | "them"));
        let is_unneeded = !self.has_clause(|clause| clause.has_any(&[It, Edit, Drop]))
            && last.has_any(&[Bad, Due, Gone]);
        drops || is_unneeded
    }

    /// Returns whether it is nothing but a clause that says what something is for.
    pub(super) fn only_aims(&self) -> bool {
        matches!(&self.clauses[..], [clause] if clause.only_aims())
    }

    /// Returns whether the sentence takes something back that was said.
    pub(super) fn regrets(&self) -> bool {
        self.has_clause(|clause| clause.has_any(&[Cue::Hmm, Cue::Regret]))
    }

    /// Returns where the sentence behind this one stands, which stands on `side`: one that only regrets says nothing yet.
    pub(super) fn side_behind(&self, side: Side) -> Side {
        match self.n_units() {
            _ if self.is_of_program => Side::Amid,
            0..=2 if self.regrets() => Side::Regretted,
            0..=2 => side,
            _ => Side::Amid,
        }
    }

    /// Returns whether the writer says that a choice was made.
    pub(super) fn is_decided(&self) -> bool {
        self.has_clause(|clause| clause.has(Cue::Decided) && clause.has(Cue::Mine))
    }

    /// Returns whether a remark behind the name of a way says that this is the one: `(chosen)`, `(done here)`, `(so umgesetzt)`.
    pub(super) fn marks_choice(&self) -> bool {
        const DONE: &[&str] = &[
            "done", "umgesetzt", "fait", "hecho", "fatto", "feito", "gedaan",
        ];
        /// The most words of such a remark.
        const N_WORDS: usize = 5;
        let is_done = |unit: &Unit<'_>| unit.has(Cue::Decided) || DONE.contains(&&*unit.word);
        let marks = |clause: &Clause<'_>| {
            let [.., last] = &clause.units[..] else {
                return false;
            };
            let is_pair = || clause.units.len() == 2 && is_done(&clause.units[0]);
            let is_known = clause.is_closed() || !clause.is_english();
            let is_own = !clause.is_negated && !clause.has(Cue::They);
            is_own && is_known && clause.units.len() <= N_WORDS && (is_done(last) || is_pair())
        };
        self.clauses.iter().skip(1).any(marks)
    }

    /// Returns how the sentence, which leads over, offers the edit below it.
    pub(super) fn offers(&self) -> Option<Offer> {
        use Cue::{Can, Det, Else, Fill, Instead, Optional, You};
        let is_number =
            |clause: &&Clause<'_>| matches!(&clause.units[..], [unit] if unit.kind == Kind::Number);
        let first = self.clauses.iter().find(|clause| !is_number(clause))?;
        // `Alternatively to a cache, I went with this`.
        if self.is_decided() {
            return None;
        }
        if offers_other(first) || self.is_for_others() {
            return Some(Offer::Both);
        }
        let mut units = first.units.iter();
        let leading = units.find(|unit| !unit.has_any(&[Fill, Det]));
        let is_optional = || first.is_label() && leading.is_some_and(|unit| unit.has(Optional));
        if self.has_clause(is_condition) || is_optional() {
            let is_instead = self.has_clause(|clause| clause.has(Instead));
            return Some(if is_instead {
                Offer::Both
            } else {
                Offer::Below
            });
        }
        let mut clauses = self.clauses.iter();
        let proposes = clauses.find(|clause| clause.has(Can) && clause.has(You))?;
        Some(if proposes.has(Else) {
            Offer::Below
        } else {
            Offer::BesideOthers
        })
    }

    /// Returns whether the sentence hands the edit below it to other readers than the one above: `If you don't use X, set it there
    /// instead`, `On X you'd do this instead`, `For those who run X`, `Option B`.
    fn is_for_others(&self) -> bool {
        use Cue::{If, Instead, Not, You, Zero};
        const USING: &[&str] = &[
            "use", "using", "run", "running", "on", "deploy", "benutzt", "verwendest", "nutzt",
            "utilisez", "utilises", "usas", "usa", "gebruikt",
        ];
        const MODALS: &[&str] = &["would", "d"];
        const WAYS: &[&str] = &[
            "option", "alternative", "variant", "variante", "choice", "plan",
        ];
        const NAMED: &[&str] = &["alternative", "variant", "option"];
        const OTHERS: &[&str] = &["b", "c", "2", "3", "two", "ii"];
        let Some(first) = self.clauses.first() else {
            return false;
        };
        let is_group = first
            .units
            .iter()
            .take(2)
            .any(|unit| unit.has(If) && unit.word.ends_with("_who"));
        if is_group && self.leads_on && self.clauses.len() == 1 {
            return true;
        }
        let of = |words: &[&str]| {
            let mut units = first.units.iter();
            units.any(|unit| words.contains(&&*unit.word))
        };
        let begins_if = first.units.first().is_some_and(|unit| unit.has(If));
        let names_reader = first.units.iter().take(3).any(|unit| unit.has(You));
        let is_denied = first.has_any(&[Not, Zero]) && of(USING);
        let instead = self.has_clause(|clause| clause.has(Instead));
        if begins_if && names_reader && self.leads_on && (is_denied || instead) {
            return true;
        }
        let would = |pair: &[Unit<'_>]| pair[0].has(You) && MODALS.contains(&&*pair[1].word);
        let is_place = matches!(
            &*first.units[0].word,
            "on" | "with" | "in" | "for" | "under" | "when"
        );
        let is_hypothetical = first.units.windows(2).any(would) && first.has(Instead);
        if is_place && is_hypothetical && self.leads_on {
            return true;
        }
        // `A bolder variant` beside others, and not `The variant`.
        let is_one_of_many = match &first.units[..] {
            [one, .., way] => matches!(&*one.word, "a" | "an") && NAMED.contains(&&*way.word),
            [_] | [] => false,
        };
        if is_one_of_many && first.units.len() <= 4 && self.clauses.len() == 1 && self.leads_on {
            return true;
        }
        let is_way =
            |pair: &[Unit<'_>]| WAYS.contains(&&*pair[0].word) && OTHERS.contains(&&*pair[1].word);
        first.units.get(..2).is_some_and(is_way)
    }

    /// Returns whether a label puts the edit below it in the place of the one above: `A better version:`.
    pub(super) fn improves(&self) -> bool {
        use Cue::{Better, Deed, If, Not, Zero};
        let is_praise = |clause: &Clause<'_>| {
            clause.has(Better) && !clause.units[0].has(Deed) && !clause.has_any(&[Not, Zero, If])
        };
        self.n_units() <= 6
            && self.clauses.iter().all(Clause::is_closed)
            && self.has_clause(is_praise)
    }

    /// Returns whether the sentence puts the edit below it in the place of those above.
    pub(super) fn replaces(&self) -> bool {
        use Cue::{Above, Better, Deed, Edit, Hmm, Instead, It, Mine, Regret, Than};
        let units = self.clauses.iter().flat_map(|clause| &clause.units);
        let n_hmms = units.filter(|unit| unit.has(Hmm)).count();
        let goes_on = self.clauses.len() > 1;
        n_hmms > 1
            || self.has_closed(|clause| {
                let has = |cue| clause.has(cue);
                has(Regret)
                    || has(Than) && (has(Above) || goes_on && clause.has_any(&[It, Edit]))
                    || has(Instead) && (has(Above) || has(Deed) && has(It))
                    || has(Better) && has(It) && !clause.is_negated && !has(Deed)
                    || has(Better) && has(Mine) && has(Edit)
            })
    }

    /// Returns whether the sentence takes back the edit above it where the one below replaces the same lines.
    pub(super) fn turns(&self) -> bool {
        let first = self.clauses.first().and_then(|clause| clause.units.first());
        first.is_some_and(|unit| unit.has_any(&[Cue::Hmm, Cue::Regret]))
    }

    /// Returns whether the sentence says that only one of several edits is meant.
    pub(super) fn chooses(&self) -> bool {
        use Cue::{Bad, Both, Choose, Deed, Edit, Good, If, It, Like, Nth, Only, Work};
        let n_clauses = self.clauses.len();
        // `Do this first` is about the order. `Only the second one (line 11)` may be about something else.
        let has_nth = |clause: &Clause<'_>| {
            let is_last = |at: usize| at + 1 == clause.units.len();
            let at = clause.position(Nth);
            let is_adverb =
                at.is_some_and(|at| is_last(at) && at > 0 && clause.units[at - 1].has(It));
            let is_begun = n_clauses > 2 && !clause.has_any(&[Deed, Good, Like]);
            at.is_some() && !is_adverb && !(is_begun && clause.has(Only))
        };
        self.has_closed(|clause| {
            let has = |cue| clause.has(cue);
            let is_choice = has(Choose) && (!clause.is_negated || has(Edit))
                || has(Both) && clause.is_negated && clause.has_any(&[Deed, Good])
                || has(Both) && (has(Bad) || has(Work) && clause.is_alone())
                || clause.counts_one()
                || has_nth(clause) && (has(Like) || clause.has_before(Nth, &[Only]));
            is_choice && !has(If)
        }) || self.tries_in_turn()
    }

    /// Returns whether one of two edits is for the case that the other does not do: `Try the first; if it doesn't help, try the
    /// second`, `If in doubt, use the first`.
    fn tries_in_turn(&self) -> bool {
        use Cue::{Edit, If, Nth, Way};
        let is_one = |clause: &Clause<'_>| {
            clause.is_closed() && clause.has(Nth) && !clause.has_any(&[If, Edit, Way])
        };
        let Some(at) = self.clauses.iter().position(|clause| clause.has(If)) else {
            return false;
        };
        let (before, behind) = (&self.clauses[..at], &self.clauses[at + 1..]);
        let condition = &self.clauses[at];
        let is_doubt = condition.units.iter().any(|unit| unit.word == "doubt");
        let is_unmet = condition.is_closed() && condition.is_negated;
        behind.iter().any(is_one) && (is_doubt || is_unmet && before.iter().any(is_one))
    }

    /// Returns whether the sentence says that the edits below it are ways to do one thing, and that none was chosen.
    pub(super) fn counts_ways(&self) -> bool {
        use Cue::{Another, Count, Decided, Depends, Edit, How, Like, Way, You};
        let counts = |clause: &Clause<'_>| {
            // `I can think of two fixes`.
            let is_thought = clause.units.iter().any(|unit| unit.word == "think");
            let is_way = |unit: &Unit<'_>| {
                unit.has(Way) || unit.has(Edit) && (clause.has(Another) || is_thought)
            };
            let before = clause.before(Count);
            let behind = &clause.units[before.len()..];
            clause.has(Count)
                && behind.iter().skip(1).take(3).any(is_way)
                && before.iter().all(|unit| unit.kind == Kind::Known)
        };
        let depends = |clause: &Clause<'_>| {
            clause.has(Depends) && clause.has_any(&[You, Like, How]) && !clause.has(Decided)
        };
        self.has_clause(counts) && !self.has_clause(|clause| clause.has(Decided))
            || self.leads_on && self.clauses.first().is_some_and(depends)
    }

    /// Returns which edit the sentence leaves to the reader, by its number: `The first is needed, the second optional`.
    pub(super) fn optional(&self) -> Option<Ordinal> {
        use Cue::{Nth, Optional};
        let about_edits = self.clauses.iter().take_while(|clause| clause.is_closed());
        // `Optional in theory` is not what is meant.
        // `The second one is only necessary if you use X`.
        let is_bound = |clause: &Clause<'_>| {
            let before = clause.before(Cue::If);
            let has = |cue| before.iter().any(|unit| unit.has(cue));
            let is_known = before.iter().all(|unit| unit.kind == Kind::Known);
            is_known
                && has(Nth)
                && has(Cue::Only)
                && before.last().is_some_and(|unit| unit.has(Cue::Due))
        };
        if let Some(bound) = self.clauses.first().filter(|clause| is_bound(clause)) {
            let mut words = bound.units.iter().map(|unit| &*unit.word);
            return words.find_map(Ordinal::of);
        }
        let leaves = |clause: &&Clause<'_>| {
            let ends = clause.units.last().is_some_and(|unit| unit.has(Optional));
            !clause.is_negated && ends && clause.has_before(Optional, &[Nth])
        };
        let clause = about_edits.into_iter().find(leaves)?;
        let mut words = clause.units.iter().map(|unit| &*unit.word);
        words.find_map(Ordinal::of)
    }

    /// Returns whether it is a title of what explains a problem, and speaks of no edit and nobody: `Why it fails`, `What went
    /// wrong`, and not `Why I take it back`. Of other languages too few words are known.
    pub(super) fn asks_for_cause(&self) -> bool {
        use Cue::{Bad, Code, Deed, Harm, Mine, They, Way, Work, You};
        const IS: &[&str] = &[
            "is", "was", "went", "goes", "fails", "failed", "breaks", "broke",
        ];
        /// What stands for an edit that follows.
        const FOLLOWING: &[&str] = &["following", "below", "here", "these", "those"];
        let [clause] = &self.clauses[..] else {
            return false;
        };
        let asks = match &clause.units[..] {
            [why, ..] if why.word == "why" => clause.has_any(&[Bad, Harm, Work]),
            [what, verb, ..] => {
                what.word == "what" && IS.contains(&&*verb.word) && clause.has_any(&[Bad, Harm])
            }
            [_] | [] => false,
        };
        let points = |unit: &Unit<'_>| {
            // `Does` only helps another verb: `Why this does not work`.
            let is_done = unit.has(Deed) && unit.word != "does";
            is_done || FOLLOWING.contains(&&*unit.word)
        };
        asks && clause.is_english()
            && !self.speaks_of_edit()
            && !clause.has_any(&[Code, Mine, They, Way, You])
            && !clause.units.iter().any(points)
    }

    /// Returns whether it names an edit, or says what becomes of one.
    pub(super) fn speaks_of_edit(&self) -> bool {
        use Cue::{Above, Apply, Drop, Edit, Gone, Later, Regret, Sent, Tried};
        let cues = [Above, Apply, Drop, Edit, Gone, Later, Regret, Sent, Tried];
        self.has_clause(|clause| clause.has_any(&cues))
    }

    /// Returns whether the sentence leaves the edit above it to the reader: `Skip this one if you use X`, `You'll have to decide
    /// whether you want that`.
    pub(super) fn leaves_above(&self) -> bool {
        use Cue::{Det, Drop, Due, Edit, Good, If, It, Lead, Like, Nth, Only, You};
        // `Only if you agree`.
        let is_bound = |clause: &Clause<'_>| {
            let mut units = clause.units.iter().skip_while(|unit| unit.has(Only));
            let begins = units
                .next()
                .is_some_and(|unit| unit.has(If) && unit.word == "if");
            let of_you = units.next().is_some_and(|unit| unit.has(You));
            let is_liked = |unit: &Unit<'_>| unit.has_any(&[Good, Like, It]);
            begins
                && of_you
                && clause.units.len() <= 5
                && units.clone().next().is_some()
                && units.all(is_liked)
        };
        // `If you use X, skip the second`.
        let is_dropped = |clause: &Clause<'_>| {
            let mut units = clause.units.iter();
            let drops = units.next().is_some_and(|unit| unit.has(Drop));
            let is_edit =
                |unit: &Unit<'_>| unit.has_any(&[Det, It, Edit, Nth]) || unit.word == "one";
            drops && units.clone().next().is_some() && units.all(is_edit)
        };
        let is_if_you = |clause: &Clause<'_>| {
            clause.units[0].word == "if" && clause.units.get(1).is_some_and(|unit| unit.has(You))
        };
        let is_left = match &self.clauses[..] {
            [only] => is_bound(only),
            [condition, dropped] => is_if_you(condition) && is_dropped(dropped),
            _ => false,
        };
        if is_left && !self.is_question && !self.leads_on {
            return true;
        }
        let leaves = |clause: &Clause<'_>| {
            let Some(at) = clause.position(If).filter(|at| *at > 0) else {
                return false;
            };
            let (before, behind) = (&clause.units[..at], &clause.units[at + 1..]);
            let mut words = before.iter().skip_while(|unit| unit.has(Lead));
            let drops = words.next().is_some_and(|unit| unit.has(Drop));
            let is_edit =
                |unit: &Unit<'_>| unit.has_any(&[Det, It, Edit, Nth]) || unit.word == "one";
            let is_left = drops && words.clone().next().is_some() && words.all(is_edit);
            // `This is only needed if you use X`.
            let is_needed = before.first().is_some_and(|unit| unit.has(It))
                && before.iter().any(|unit| unit.has(Only))
                && before.last().is_some_and(|unit| unit.has(Due));
            let is_left = is_left || is_needed;
            let decides = before.last().is_some_and(|unit| unit.word == "decide")
                && behind.iter().any(|unit| unit.has(Like))
                && behind.last().is_some_and(|unit| unit.has(It));
            let is_of_reader = behind.first().is_some_and(|unit| unit.has(You));
            is_of_reader && (is_left || decides)
        };
        !self.is_question && !self.leads_on && self.has_clause(leaves)
    }

    /// Returns whether it ends with a command to be run: what is below it is something else.
    pub(super) fn ends_in_command(&self) -> bool {
        let last = self.clauses.last().map(|clause| &clause.units[..]);
        matches!(last, Some([run, code]) if run.word == "run" && code.kind == Kind::Code)
    }

    /// Returns whether its last clause is no more than a no.
    pub(super) fn ends_in_no(&self) -> bool {
        let last = self.clauses.last();
        last.is_some_and(Clause::says_only_no)
    }

    /// Returns whether it only calls something good as it is: `Fine as is`.
    pub(super) fn calls_good(&self) -> bool {
        use Cue::{Edit, Good, It, Still};
        let is_good = |clause: &Clause<'_>| {
            clause.has(Good) && clause.has(Still) && !clause.has_any(&[Edit, It])
        };
        matches!(&self.clauses[..], [clause] if is_good(clause) && !clause.is_negated)
    }

    /// Returns whether the sentence numbers edits.
    pub(super) fn counts(&self) -> bool {
        self.has_clause(|clause| clause.has(Cue::Nth))
    }
}

/// Which of several edits is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ordinal {
    /// The one with this index.
    Nth(usize),
    Last,
}

impl Ordinal {
    fn of(word: &str) -> Option<Ordinal> {
        const WORDS: &[&str] = &["first", "second", "third", "fourth", "fifth"];
        match WORDS.iter().position(|it| *it == word) {
            Some(nth) => Some(Ordinal::Nth(nth)),
            None => matches!(word, "last" | "latter").then_some(Ordinal::Last),
        }
    }
}

/// Returns whether the first clause of a sentence offers another edit than the one above: `Or`, `Another way`.
fn offers_other(first: &Clause<'_>) -> bool {
    use Cue::{Another, Det, Fill, Or, Rank, Way};
    let leads = |unit: &Unit<'_>| unit.has_any(&[Another, Rank, Or]) || !unit.has_any(&[Fill, Det]);
    let Some(at) = first.units.iter().position(leads) else {
        return false;
    };
    let behind = &first.units[at..];
    let way = behind.iter().take(4).position(|unit| unit.has(Way));
    let is_near = way.is_some_and(|way| way <= 2);
    behind[0].has(Or)
        || behind[0].has(Another) && way.is_some() && (first.is_closed() || way > Some(0))
        || is_near && first.has(Another) && first.is_closed()
}

/// Returns whether a clause makes what follows depend on what the reader likes or has, or on something that may fail.
fn is_condition(clause: &Clause<'_>) -> bool {
    use Cue::{Above, Did, Edit, Good, Harm, If, It, Like, Only, You};
    let Some(at) = clause.position(If) else {
        return false;
    };
    let near = || clause.units[at..].iter().take(5);
    let asks = near().any(|unit| unit.has(You)) && near().any(|it| it.has_any(&[Like, Only, Did]));
    let may_fail = clause.is_closed()
        && clause.has_any(&[It, Above, Edit])
        && (clause.is_negated || clause.has(Harm))
        && !clause.has(Good);
    asks || may_fail || at > 0 && clause.units[at - 1].has(Only)
}
