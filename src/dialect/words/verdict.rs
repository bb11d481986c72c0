//! What a clause says of an edit: that it is to be made, or that it is not.

use super::bound::{self, APPLYING};
use super::clause::Clause;
use super::labelled;
use super::lexicon::{Cue, Kind, Unit};

/// Where a sentence stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    /// Above an edit, to which it leads over.
    Leads,
    /// Above one, and it ends.
    Above,
    /// Below an edit: it begins a paragraph there.
    Behind,
    /// The same, and words before it regret something.
    Regretted,
    /// Below one, and something else was spoken of.
    Amid,
}

/// What a clause says of an edit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Nothing.
    Silent,
    /// It is to be made.
    Made,
    /// It is not to be made.
    Rejected(Named),
    /// What follows holds under a condition.
    Conditional,
}

/// How a clause names the edit that it is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Named {
    /// Not at all, or by `this`: whatever was spoken of last.
    Implied,
    /// As an edit.
    Edit,
    /// As the one above.
    Above,
}

impl Clause<'_> {
    /// Returns what it says of an edit; `rest` are the clauses of its sentence that follow.
    pub(super) fn verdict(&self, side: Side, rest: &[Clause<'_>]) -> Verdict {
        use Cue::{Both, Else, Hyp, If, Regret, To};
        let leads = side == Side::Leads;
        if self.puts_off() || !leads && bound::puts_off(self) {
            return Verdict::Rejected(Named::Edit);
        }
        if !leads && self.is_left_undone(rest) {
            return Verdict::Silent;
        }
        // `A note on what NOT to do: don't set it to 0`.
        let heads_advice =
            self.is_negated && self.has(Cue::How) && self.has(To) && !rest.is_empty();
        if !leads && heads_advice {
            return Verdict::Silent;
        }
        let begins_with_aim = self.units.first().is_some_and(|unit| unit.has(To));
        // `To fix what the last commit broke`, `I looked at the earlier attempt and simplified it`.
        if leads && (self.repairs() || self.is_followed_by_deed(rest)) {
            return Verdict::Silent;
        }
        if self.has(If) || !leads && begins_with_aim {
            return Verdict::Conditional;
        }
        // `Just to illustrate: run() gives 6` is about what follows.
        if !leads && self.only_aims() && rest.iter().any(|clause| !clause.is_closed()) {
            return Verdict::Silent;
        }
        if leads && self.quotes_edit(rest) {
            return Verdict::Rejected(Named::Edit);
        }
        if !leads && self.is_closed() && self.says_that_it_fails() {
            return Verdict::Rejected(Named::Edit);
        }
        if leads && self.hands_over() {
            return Verdict::Made;
        }
        if !leads
            && self.is_closed()
            && (self.is_avoided() || side == Side::Behind && self.is_of_before(rest))
        {
            return Verdict::Rejected(Named::Edit);
        }
        if !leads && side != Side::Above && self.says_only_no() {
            return Verdict::Rejected(Named::Edit);
        }
        if !self.is_closed() {
            return self.verdict_of_open(side, rest);
        }
        let rejected = Verdict::Rejected(self.named(side));
        if leads && self.has(Hyp) {
            return Verdict::Rejected(Named::Edit);
        }
        if self.has(Else) || self.is_negated && self.has(Both) {
            return Verdict::Silent;
        }
        if self.is_request(side) {
            return Verdict::Made;
        }
        if self.has(Regret) && side != Side::Above && !leads {
            return rejected;
        }
        if self.needs_nothing() {
            return if leads { Verdict::Silent } else { rejected };
        }
        if self.is_negated {
            return self.verdict_of_negated(side);
        }
        let is_told = || leads && self.is_told(rest.is_empty());
        if self.is_only_shown() || side != Side::Above && self.is_rejected(side) {
            rejected
        } else if is_told() {
            Verdict::Rejected(Named::Edit)
        } else if self.is_good() {
            Verdict::Made
        } else {
            Verdict::Silent
        }
    }

    /// Returns whether it is the label of what was not done, which the clause behind it names: `Not run: I have no Postgres`,
    /// `Skipped: the migration of old rows`. `Skipped: it breaks the build` is about the edit.
    fn is_left_undone(&self, rest: &[Clause<'_>]) -> bool {
        const UNDONE: &[&str] = &[
            "skipped", "omitted", "left_out", "excluded", "postponed", "deferred",
        ];
        const CHECKED: &[&str] = &[
            "run", "tested", "verified", "checked", "compiled", "built", "included", "covered",
            "changed", "done",
        ];
        let is_label = match &self.units[..] {
            [one] => UNDONE.contains(&&*one.word),
            [not, one] | [not, one, _] => not.word == "not" && CHECKED.contains(&&*one.word),
            [..] => false,
        };
        // `in this sandbox` names no edit.
        let is_edit = |row: &[Unit<'_>]| match &*row[0].word {
            "it" | "them" => true,
            "this" | "that" => row.get(1).is_none_or(|next| next.kind == Kind::Known),
            _ => row[0].has_any(&[Cue::Edit, Cue::Above]),
        };
        let names_edit =
            |clause: &Clause<'_>| (0..clause.units.len()).any(|at| is_edit(&clause.units[at..]));
        let names_thing = |clause: &Clause<'_>| !clause.is_closed() && !names_edit(clause);
        is_label && self.is_english() && rest.first().is_some_and(names_thing)
    }

    /// Returns whether the writer would not make the edit: `I'd avoid this`, `I'd rather not`, `Not a good idea`.
    fn is_avoided(&self) -> bool {
        use Cue::{Better, Can, Det, Edit, Fill, Good, Instead, It, Like, Mine, Not, Prep};
        let fills = [
            Better,
            Can,
            Det,
            Fill,
            Instead,
            It,
            Like,
            Mine,
            Not,
            Prep,
            Cue::Code,
            Edit,
        ];
        let of = |at: usize| self.units.get(at).map(|unit| &*unit.word);
        let is_all = self.units.iter().all(|unit| unit.has_any(&fills));
        let avoids = self.units.iter().any(|unit| unit.word == "avoid") && self.has(It);
        let is_own = matches!(of(0), Some("i" | "we")) && matches!(of(1), Some("d" | "would"));
        let is_not = |unit: &Unit<'_>| unit.has(Not);
        let ends_so = self.units.last().is_some_and(is_not);
        let is_own_no = is_own && ends_so || self.has(Mine) && avoids;
        let is_no_good = of(0) == Some("not") && of(1) == Some("a") && self.has(Good);
        self.is_english()
            && self.is_negated
            && (is_all && is_own_no || is_no_good && self.units.len() <= 5)
    }

    /// Returns whether a sentence of its own says of the edit that it is no new one: `This is the old version`, `That's how it was
    /// before`, `You already have this`.
    fn is_of_before(&self, rest: &[Clause<'_>]) -> bool {
        use Cue::{Already, Code, Edit, It, Nth, Old, Past, Was};
        let of = |at: usize| self.units.get(at).map(|unit| &*unit.word);
        let is_this =
            matches!(of(0), Some("this" | "that")) && matches!(of(1), Some("is" | "s" | "was"));
        let is_release =
            self.has(Was) && self.has(Nth) && of(self.units.len() - 1) == Some("release");
        let is_yours = |unit: &Unit<'_>| unit.has(Past) && unit.word.starts_with("what_you");
        let ends_before =
            self.has(Was) && self.units.last().is_some_and(|unit| unit.word == "before");
        let names_old =
            self.has(Old) && self.has(Code) || self.units.iter().any(is_yours) || ends_before;
        let is_there = is_this && rest.is_empty() && !self.has(Edit) && (names_old || is_release);
        let has_it = of(0) == Some("you")
            && self.units.get(1).is_some_and(|unit| unit.has(Already))
            && matches!(of(2), Some("have" | "had" | "made" | "did"))
            && self.has(It)
            || of(0) == Some("you_already_have") && self.has(It);
        let is_made = self.has(Already) && !self.has(Cue::Mine) && self.is_labelled_other(rest);
        self.is_english() && !self.is_negated && (is_there || has_it || is_made)
    }

    /// Returns whether it says no more than what something is for: `Just to illustrate`.
    pub(super) fn only_aims(&self) -> bool {
        let mut units = self.units.iter().skip_while(|unit| unit.has(Cue::Only));
        units.next().is_some_and(|unit| unit.has(Cue::To)) && self.is_only_shown()
    }

    /// Returns whether it says no more than no, behind a word that begins a second thought or a conclusion: `Actually no`, `so no`.
    pub(super) fn says_only_no(&self) -> bool {
        let is_no = |unit: &Unit<'_>| matches!(&*unit.word, "no" | "nope");
        match &self.units[..] {
            [lead, no] => is_no(no) && (lead.has(Cue::Hmm) || lead.word == "so"),
            [..] => false,
        }
    }

    /// Returns whether it says that an edit is not to be made yet, whatever is waited for: `Don't apply this before the data has
    /// moved`, `Only apply it once the tests pass`. To merge or to ship comes later than to write it to the files.
    fn puts_off(&self) -> bool {
        use Cue::{Above, Drop, Edit, It, Not, Nth, Only, Zero};
        const UNTIL: &[&str] = &["before", "before_you", "until", "till", "unless"];
        const ONCE: &[&str] = &["after", "once", "when"];
        /// Behind such a word fewer say how often, or nothing: `apply it only once`.
        const N_WORDS: usize = 2;
        let is_of = |unit: &Unit, words: &[&str]| words.contains(&&*unit.word);
        let parts = |unit: &Unit<'_>| is_of(unit, UNTIL) || is_of(unit, ONCE);
        let Some(at) = self.units.iter().position(parts).filter(|at| *at > 0) else {
            return false;
        };
        let (head, tail) = (&self.units[..at], &self.units[at + 1..]);
        let has = |cue| head.iter().any(|unit| unit.has(cue));
        // `Wait for my word before you apply it`.
        let names_apply = |unit: &Unit<'_>| unit.word.split('_').any(|it| APPLYING.contains(&it));
        let mut words = head.iter().flat_map(|unit| unit.word.split('_'));
        let waits = words.next() == Some("wait") && words.any(|word| matches!(word, "me" | "my"));
        if waits && is_of(&self.units[at], UNTIL) && tail.len() <= 3 && tail.iter().any(names_apply)
        {
            return self.is_english();
        }
        let is_closed = head.iter().all(|unit| unit.kind == Kind::Known);
        // `Only after the first one` is about the order of edits.
        let is_order = tail.iter().any(|unit| unit.has_any(&[Nth, Above, Edit]));
        if !self.is_english() || !is_closed || is_order {
            return false;
        }
        let applies = head.iter().any(|unit| is_of(unit, APPLYING));
        let negates = |unit: &&Unit<'_>| unit.has_any(&[Not, Zero]);
        let is_negated = head.iter().filter(negates).count() % 2 == 1;
        match is_of(&self.units[at], UNTIL) {
            true => applies && is_negated || has(Drop) && has(It) && !is_negated,
            false => applies && has(Only) && !is_negated && tail.len() >= N_WORDS,
        }
    }

    /// Returns whether it says that what follows is to repair something, whatever broke it.
    fn repairs(&self) -> bool {
        const VERBS: &[&str] = &[
            "fix", "repair", "restore", "correct", "resolve", "address", "avoid", "prevent",
        ];
        match &self.units[..] {
            [to, verb, ..] => to.word == "to" && VERBS.contains(&&*verb.word),
            [_] | [] => false,
        }
    }

    /// Returns whether the writer tells of having looked at something, and the last of the clauses behind says what was made of it.
    fn is_followed_by_deed(&self, rest: &[Clause<'_>]) -> bool {
        use Cue::It;
        let begins = self.units.first().is_some_and(|unit| unit.word == "i");
        let is_deed = |clause: &Clause<'_>| match &clause.units[..] {
            [and, verb, it] => and.word == "and" && verb.word.ends_with("ed") && it.has(It),
            [..] => false,
        };
        begins && self.is_english() && rest.last().is_some_and(is_deed)
    }

    /// Returns whether it says of the edit above, and of nothing else, that it fails: `This patch fails`, `This is the version that
    /// broke the build`.
    fn says_that_it_fails(&self) -> bool {
        use Cue::Edit;
        let joins = |unit: &&Unit<'_>| matches!(&*unit.word, "and" | "but" | "so");
        let units: Vec<&Unit<'_>> = self.units.iter().skip_while(joins).collect();
        let words: Vec<&str> = units.iter().map(|unit| &*unit.word).collect();
        let [this, rest @ ..] = &words[..] else {
            return false;
        };
        let is_edit = |at: usize| {
            let unit = units.get(at);
            unit.is_some_and(|unit| unit.has(Edit) || matches!(&*unit.word, "version" | "one"))
        };
        let n_joints = self.units.len() - units.len();
        let harms = |at: usize| {
            let behind = self.units.get(n_joints + at..);
            behind.is_some_and(labelled::says_harm)
        };
        let is_this = self.is_english() && matches!(*this, "this" | "that");
        is_this
            && !self.is_negated
            && match rest {
                ["is", "the", _, "that", ..] => is_edit(3) && harms(5),
                [_, _] => is_edit(1) && harms(2),
                [..] => false,
            }
    }

    /// Returns whether a clause that leads over hands the edit over as the writer's own: `so I wrote this one`.
    fn hands_over(&self) -> bool {
        use Cue::{Alter, Did, Edit, It};
        let Some(at) = self.units.iter().position(|unit| unit.word == "i") else {
            return false;
        };
        let mut behind = self.units[at + 1..].iter();
        let is_verb = behind
            .next()
            .is_some_and(|unit| unit.has_any(&[Did, Alter]));
        let object = behind.next();
        let is_it = object.is_some_and(|unit| unit.has_any(&[It, Edit]));
        self.is_english() && at > 0 && is_verb && is_it && self.units.len() <= 6
    }

    /// Returns how it names an edit. One that leads over means the edit above only where it says so in plain words: `my previous
    /// attempt` is what follows.
    fn named(&self, side: Side) -> Named {
        use Cue::{Above, Apply, Drop, Edit, It, Keep, Mine, Regret, You};
        let is_above = side != Side::Leads || self.has(Drop) || !self.has_any(&[It, Mine, You]);
        if self.has(Above) && is_above {
            Named::Above
        } else if self.has_any(&[Edit, Regret, Apply, Keep]) || self.numbers_block() {
            Named::Edit
        } else {
            Named::Implied
        }
    }

    /// Reads a clause that names something in the program.
    fn verdict_of_open(&self, side: Side, rest: &[Clause<'_>]) -> Verdict {
        use Cue::{Det, Did, Edit, Good, Harm, How, It, Likens, Not};
        let leads = side == Side::Leads;
        let has_it = || self.units.iter().any(|unit| unit.word == "this");
        let is_name = |pair: &[Unit<'_>]| pair[0].kind == Kind::Unknown && pair[1].has(Did);
        // `What Bob proposed`, `Bob wrote`.
        let is_by_name = self.n_unknown == 1
            && !self.has_code
            && !self.is_negated
            && self.units.windows(2).any(is_name)
            && (self.has_any(&[It, Edit, How])
                || self.is_label() && self.units[0].kind == Kind::Unknown);
        // `Bob's patch`, `the customer's patch`, and not `the cart's fix`.
        let is_owner = |at: usize| {
            let is_known =
                self.units[at].has(Cue::They) && !self.units[at].word.starts_with("user");
            (is_known || self.units[at].kind == Kind::Unknown)
                && self.units[at + 1].word == "s"
                && self.units[at + 2].has(Edit)
                && (matches!(
                    &*self.units[at + 2].word,
                    "patch" | "diff" | "commit" | "pr"
                ) || !at.checked_sub(1).is_some_and(|at| self.units[at].has(Det)))
        };
        let is_by_name = is_by_name
            || self.is_english() && (0..self.units.len().saturating_sub(2)).any(is_owner);
        // `Do not write it like this`, whatever it is.
        let like_this = |unit: &Unit<'_>| unit.has(Likens) && (unit.has(It) || !self.is_english());
        let is_likened = self.is_negated && self.units.iter().any(like_this) && !self.has(Good);
        if leads && (is_by_name || is_likened) {
            return Verdict::Rejected(Named::Edit);
        }
        // `I haven't created this file`.
        let is_made = |unit: &Unit<'_>| unit.kind == Kind::Unknown && unit.has(Cue::Create);
        let is_unmade = self.is_negated && self.units.iter().any(is_made) && has_it();
        if self.is_english() && self.n_unknown == 1 && !self.has_code && is_unmade {
            return Verdict::Rejected(Named::Edit);
        }
        // `Hmm, that would break the tests`.
        let is_open = |unit: &Unit<'_>| matches!(unit.kind, Kind::Unknown | Kind::Code);
        let end = self.units.iter().position(is_open).unwrap_or(0);
        let has = |cue| self.units[..end].iter().any(|unit| unit.has(cue));
        let would = matches!(&self.units[..], [this, would, ..]
            if matches!(&*this.word, "this" | "that") && matches!(&*would.word, "would" | "d"));
        let is_all = rest.is_empty() && !self.has(Cue::Only) && self.units.len() <= 6;
        let is_regretted = side == Side::Regretted || side == Side::Behind && would && is_all;
        match is_regretted && has(It) && has(Harm) && !has(Not) {
            true => Verdict::Rejected(Named::Implied),
            false => Verdict::Silent,
        }
    }

    /// Returns whether it asks for an edit: `Replace this`, `do this`.
    fn is_request(&self, side: Side) -> bool {
        self.orders(Cue::Request)
            || side == Side::Leads
                && self.orders(Cue::Deed)
                && self.has(Cue::It)
                && !self.is_negated
    }

    /// Returns whether it says that there is nothing to change.
    pub(super) fn needs_nothing(&self) -> bool {
        use Cue::{Any, Change, Edit, Zero};
        self.has(Zero) && self.has_any(&[Edit, Change])
            || self.is_negated && self.has(Any) && self.has(Change)
    }

    /// Returns whether it says what follows from the clause before it: `and nothing changes`.
    pub(super) fn is_outcome(&self) -> bool {
        let words: Vec<&str> = self.units.iter().map(|unit| &*unit.word).collect();
        matches!(words[..], ["and", "nothing", "changes" | "happens"])
    }

    fn is_good(&self) -> bool {
        use Cue::{Better, Edit, Good, Work};
        let works = |unit: &Unit<'_>| unit.has(Work) && !unit.has(Edit);
        (self.has_any(&[Good, Better]) || self.units.iter().any(works)) && !self.is_about_code(Good)
    }

    fn is_only_shown(&self) -> bool {
        use Cue::{Aim, Changing, Display, Edit, Example, New, Old, Only, Past, Show};
        // `Only the changed lines are shown` says what the block leaves out, and so does `Only the new code is shown`. `The diff is
        // only shown` says that it is not to be made.
        let begins_so = self.units.first().is_some_and(|unit| unit.has(Only));
        let is_of_now = !self.is_negated && !self.has_any(&[Old, Past]);
        let names_new = begins_so && is_of_now && self.has_any(&[Edit, New]);
        let shows_part = (self.has(Changing) || names_new) && self.has(Display);
        let is_example = |unit: &Unit<'_>| unit.has(Example) && !(shows_part && unit.has(Display));
        self.has(Show) || self.has(Only) && (self.has(Aim) || self.units.iter().any(is_example))
    }

    /// Reads a clause that something turns around: what is good is rejected, and what is bad is not.
    fn verdict_of_negated(&self, side: Side) -> Verdict {
        use Cue::{
            Bad, Change, Deed, Drop, Due, Except, Good, Harm, How, It, Keep, Likens, Nth, Work,
        };
        let rejected = Verdict::Rejected(self.named(side));
        let leads = side == Side::Leads;
        // What is said of something else than the edit is about that: `I have not run this`.
        let is_said = |cue| match self.is_english() {
            true => self.is_label() || self.has_before(cue, &[Cue::It, Cue::Edit, Cue::Above, Nth]),
            false => self.names_edit() || self.is_label(),
        };
        if self.has(Except) {
            Verdict::Silent
        } else if self.has(Drop) {
            Verdict::Made
        } else if self.has_verb(Deed) && !self.is_about_code(Deed)
            || self.has(Change) && self.names_edit()
            || leads && self.has(How) && self.has(It) && !self.has(Good)
            || leads
                && self.has(Likens)
                && (self.has(Change) || !self.is_english() && !self.has(Keep))
            || self.is_bare() && (self.is_label() || leads || self.has(Nth)) && !self.answers(side)
        {
            rejected
        } else if self.has_any(&[Bad, Harm]) {
            Verdict::Made
        } else if self.is_english()
            && self.has(Cue::Create)
            && self.has(It)
            && !self.has(Cue::Still)
        {
            // `I haven't created this file`.
            rejected
        } else if [Good, Due, Work]
            .into_iter()
            .any(|cue| self.has(cue) && is_said(cue))
        {
            rejected
        } else {
            Verdict::Silent
        }
    }

    /// Returns whether it answers a question, above an edit: `It doesn't`.
    fn answers(&self, side: Side) -> bool {
        let [it, helps, ..] = &self.units[..] else {
            return false;
        };
        let is_above = matches!(side, Side::Leads | Side::Above);
        let is_done = matches!(&*helps.word, "does" | "doesn" | "did" | "didn");
        is_above && self.is_english() && it.word == "it" && is_done && self.units.len() <= 3
    }

    /// Returns whether it says nothing but a negation, and what that denies: `Not this`.
    fn is_bare(&self) -> bool {
        use Cue::{Better, Can, Det, Edit, Fill, It, Likens, Mine, Not, Nth, Prep, To, Zero};
        let fills = [Not, It, Fill, Likens, Better, Mine, Det, To, Can, Nth, Prep];
        let says_nothing =
            |unit: &Unit<'_>| unit.has_any(&fills) || unit.has_any(&[Edit, Zero]) && self.has(It);
        self.units.iter().all(says_nothing)
    }

    /// Returns whether it says that an edit is bad, taken back or harmful, or that all is to stay as it is.
    fn is_rejected(&self, side: Side) -> bool {
        use Cue::{
            Above, Back, Code, Deed, Drop, Gone, Good, Harm, It, Keep, Later, Nth, Old, Still, You,
        };
        let leads = side == Side::Leads;
        let is_regretted = side == Side::Regretted;
        let names = self.names_edit();
        // `Dopo il rilascio è comparso questo errore`.
        let is_later =
            self.has(Later) && !(self.units[0].has(Cue::When) && self.units[0].has(Later));
        let is_gone = self.has(Drop) && self.drops(side)
            || self.has(Deed) && self.has(Back) && names && !leads
            || self.has(Gone) && (names || self.is_label()) && !self.has_before(Gone, &[You])
            || is_later && names && !leads;
        let harms = self.has(Harm) && (self.has(Above) || is_regretted) && names;
        // `Keep the old one`, and not `The old one stays`.
        let is_kept = self.has(Keep) && self.has_any(&[Still, Nth])
            || self.has_before(Old, &[Keep])
            || self.has(Still) && side == Side::Behind && (self.has(It) || self.units.len() <= 2)
            || self.has(Good) && self.has_any(&[Code, Old]) && (is_regretted || self.has(Still));
        is_gone || harms || is_kept || self.is_bad(side)
    }

    /// Returns whether it calls an edit bad, and not the program.
    fn is_bad(&self, side: Side) -> bool {
        use Cue::{Bad, Code, Edit, Except, Good, Past, Was, Work};
        let leads = side == Side::Leads;
        // `That was wrong` is a remark on what was.
        let is_old = self.has(Was) && !self.has(Edit) && side != Side::Regretted && !leads;
        let is_praise = |unit: &Unit<'_>| unit.has_any(&[Good, Work]) && !unit.has(Edit);
        // `Apareció este error` names what the edit mends.
        let is_thing = |pair: &[Unit<'_>]| pair[0].has(Cue::It) && pair[1].has(Bad);
        let names_fault =
            !self.is_english() && self.units.len() > 2 && self.units.windows(2).any(is_thing);
        self.has(Bad)
            && !names_fault
            && (leads || self.is_label() || self.names_edit() || self.has(Code))
            && !self.is_about_code(Bad)
            && !self.is_attribute(Bad)
            && !self.has_any(&[Past, Except])
            && !self.units.iter().any(is_praise)
            && !is_old
    }

    /// Returns whether its verb takes back an edit, and not something in the program: what follows points to one.
    fn drops(&self, side: Side) -> bool {
        use Cue::{Above, Back, Can, Drop, Fill, It, Mine, Nth};
        let leads = side == Side::Leads;
        let at = self.position(Drop).unwrap_or(0);
        if self.is_of_use(at) {
            return false;
        }
        let mut behind = self.units[at + 1..].iter();
        let object = behind.find(|unit| !unit.has(Fill) || unit.has(It));
        let points = match object {
            Some(unit) => unit.has_any(&[It, Above, Mine, Nth]),
            None => !leads || self.units.len() == 1 || self.has(It),
        };
        let points =
            points || self.units[at].has(It) || self.names_edit() && (!leads || self.has(Above));
        // Whoever can take an edit back later makes it first.
        points && !(self.has(Can) && self.has(Back))
    }

    /// Returns whether its verb at `at` tells how the program is used: `Use 0 to skip it`, `Skip it with 0`, `The user can skip it`,
    /// `Forget to pass it`.
    fn is_of_use(&self, at: usize) -> bool {
        use Cue::{Can, Edit, Nth, They, To};
        let is_value = |unit: &Unit<'_>| matches!(unit.kind, Kind::Number | Kind::Code);
        let (before, behind) = (&self.units[..at], &self.units[at + 1..]);
        let is_aim = |pair: &[Unit<'_>]| is_value(&pair[0]) && pair[1].has(To);
        let is_means =
            |pair: &[Unit<'_>]| matches!(&*pair[0].word, "with" | "by") && is_value(&pair[1]);
        let is_users =
            before.iter().any(|unit| unit.has(They)) && before.iter().any(|unit| unit.has(Can));
        self.is_english()
            && !self.has_any(&[Edit, Nth])
            && (before.windows(2).any(is_aim)
                || behind.windows(2).any(is_means)
                || behind.first().is_some_and(|unit| unit.has(To))
                || is_users)
    }

    /// Returns whether it says what an edit of somebody, or an earlier one, was: `Your diff was`, `My last suggestion was`.
    fn ends_in_past(&self) -> bool {
        use Cue::{Above, Nth, Past, They, Was, You};
        let ends = self.units.last().is_some_and(|unit| unit.has(Was));
        ends && self.has_any(&[You, They, Past, Nth, Above])
    }

    /// Returns whether a clause that leads over to an edit tells of one that somebody made, tried or wants at another time.
    fn is_told(&self, is_last: bool) -> bool {
        use Cue::{
            Above, Aim, Already, Back, Bad, Can, Code, Count, Deed, Did, Edit, Good, Harm, How, It,
            Later, Nth, Old, Past, Sent, Than, They, Tried, Was, Way, Work, You,
        };
        let names = self.names_edit();
        // `You had two options` tells of no edit.
        let counts_ways = self.has(Count) && self.has(Way);
        // Who speaks, in a transcript: `User:`.
        let is_speaker = is_last && matches!(&self.units[..], [who] if who.has(They));
        let is_owner =
            |row: &[Unit<'_>]| row[0].has(They) && row[1].word == "s" && row[2].has(Edit);
        let is_theirs = self.units.windows(3).any(is_owner)
            || self.has(Did)
                && !counts_ways
                && (self.has_any(&[You, They, Above]) || self.has_before(Did, &[Nth]))
            || self.has(How) && self.has(You) && self.has_any(&[Deed, Did]) && !self.has(Can);
        let is_all = self.is_label() || self.has(How);
        // `Here is the diff for your branch` says where it goes.
        let names_destination = || {
            let mut pairs = self.units.windows(2);
            let is_of_now = !self.has_any(&[Already, Was, Old, Did]);
            is_of_now
                && pairs.any(|pair| {
                    let is_yours = labelled::YOURS.contains(&&*pair[1].word);
                    is_yours && matches!(&*pair[0].word, "for" | "to" | "on_top_of")
                })
        };
        let is_old_edit =
            |pair: &[Unit<'_>]| matches!(&*pair[0].word, "old" | "original") && pair[1].has(Sent);
        let is_past = self.has(Past)
            && (is_all || names)
            && !self.has_any(&[Code, Good])
            && !names_destination()
            || self.units.windows(2).any(is_old_edit)
            || self.has(Was) && self.has(Edit) && (self.has(It) || self.ends_in_past())
            || self.has(Old) && self.units.len() <= 4;
        is_speaker
            || self.has_any(&[Tried, Back, Aim])
            || self.has(Later) && !self.has_any(&[Good, Work])
            || self.has(Harm) && names
            || self.has(How) && self.has(Bad)
            || is_theirs
            || is_past
            || self.has(Than) && is_last && self.has_any(&[It, Edit, Deed])
    }
}
