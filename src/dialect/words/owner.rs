//! Whose edit a sentence leads over to. A reply hands over its own; one that it looks at, that came from elsewhere, or that was
//! there before is only quoted.

use super::clause::Clause;
use super::edit_words::CAUSED;
use super::lexicon::{Cue, Kind, Unit};

/// How many words after one that points to an edit are looked at, the edit among them: `comes from | the last commit`.
pub(super) const N_BEHIND: usize = 3;

/// Among how many words of a clause somebody else is named: `Yesterday the team proposed`.
pub(super) const N_FIRST: usize = 3;

/// What was done with an edit that is taken from somewhere.
const TAKEN: &[&str] = &["taken", "copied", "attached", "quoted", "pasted", "posted"];

/// Whose fix is another one, whatever it is called.
const SOURCES: &[&str] = &["upstream", "official"];

/// Programs that propose edits.
const BOTS: &[&str] = &["bot", "copilot"];

/// What is said of an edit that was there before.
pub(super) const EARLIER: &[&str] = &["previous", "earlier", "prior", "original", "failing"];

/// What the reader did with an edit that is looked at.
pub(super) const POINTED_TO: &[&str] = &[
    "mentioned", "linked", "sent", "posted", "pasted", "showed", "shared", "attached", "quoted",
    "wrote", "committed", "pushed",
];

impl Clause<'_> {
    /// Returns whether a clause that leads over to an edit says that it is not one of this reply, unless one of the
    /// clauses that follow in its sentence may hand one over: `I looked at your diff, and here is mine`.
    pub(super) fn quotes_edit(&self, rest: &[Clause<'_>]) -> bool {
        use Cue::{Alter, Better, Create, Deed, Edit, Good, Grow, It, Mine, Request};
        let may_hand_over = [
            Alter, Better, Create, Deed, Edit, Good, Grow, It, Mine, Request,
        ];
        // `To fix what the last commit broke` hands an edit over.
        if self.is_aim() {
            return false;
        }
        let is_quoted = || {
            self.is_origin(rest)
                || self.is_labelled_other(rest)
                || self.is_dated()
                || self.is_done_elsewhere()
                || self.is_from_elsewhere()
                || self.is_told_by_others(rest.is_empty())
                || self.is_closed()
                    && (self.is_looked_at()
                        || self.is_talked_about()
                        || self.is_of_reader(rest.is_empty())
                        || self.is_of_others(rest.is_empty()))
        };
        self.is_earlier() || !rest.iter().any(|it| it.has_any(&may_hand_over)) && is_quoted()
    }

    /// Returns whether it begins with what follows is for.
    fn is_aim(&self) -> bool {
        self.units.first().is_some_and(|unit| unit.word == "to")
    }

    /// Returns whether it says of a bug that it came with the edit: `The crash came in with this commit`, `The change that caused
    /// the crash`. What the bug is may be in the program.
    fn is_origin(&self, rest: &[Clause<'_>]) -> bool {
        use Cue::{Edit, Mine, Origin};
        let has_caused = |unit: &Unit<'_>| CAUSED.contains(&&*unit.word);
        let that_caused = |at: usize| {
            let (that, verb) = (&self.units[at], &self.units[at + 1]);
            let names_edit = |unit: &Unit<'_>| unit.has(Edit);
            // `change that` is one word of the lexicon.
            let is_edit = that.word == "change_that"
                || that.word == "that" && self.units[..at].last().is_some_and(names_edit);
            is_edit && has_caused(verb)
        };
        let which_caused = |rest: &[Clause<'_>]| {
            let mut units = rest.first().into_iter().flat_map(|clause| &clause.units);
            units.next().is_some_and(|unit| unit.word == "which")
                && units.next().is_some_and(has_caused)
        };
        let ends_in_edit = || self.units.last().is_some_and(|unit| unit.has(Edit));
        let names_cause = (1..self.units.len()).any(|at| that_caused(at - 1));
        if names_cause || ends_in_edit() && which_caused(rest) {
            return !self.has(Mine);
        }
        let Some(at) = self.position(Origin) else {
            return false;
        };
        let behind = &self.units[at + 1..];
        let ends_so = |unit: &Unit<'_>| unit.has(Edit);
        behind.len() <= N_BEHIND
            && behind.last().is_some_and(ends_so)
            && !behind.iter().any(|unit| unit.has(Mine))
            && !self.is_negated
    }

    /// Returns whether somebody looks at the edit: `Reviewing this diff`.
    fn is_looked_at(&self) -> bool {
        use Cue::{Edit, Looks, Mine, Prep};
        let Some(at) = self.position(Looks) else {
            return false;
        };
        let mut behind = self.units[at + 1..].iter().take(N_BEHIND);
        let object = behind.find(|unit| unit.has_any(&[Edit, Prep, Mine]));
        // Other languages have the verb at the end, too.
        let is_before = || !self.is_english() && self.has_before(Looks, &[Edit]);
        let is_object = object.is_some_and(|unit| unit.has(Edit)) || is_before();
        // `Please review this patch` hands one over.
        let is_asked = self.units.iter().any(|unit| unit.word == "please");
        is_object && !self.is_negated && !is_asked
    }

    /// Returns whether the clause only names an edit of the reader, or one that they pointed to or that was there before, or says
    /// that it is shown again: `Your patch`, `The commit you mentioned`, `The previous patch`. `Here is your patch` and `Your fix`
    /// hand one over.
    fn is_of_reader(&self, is_last: bool) -> bool {
        use Cue::{Again, Det, Fill, Sent, You};
        let pointed_to = |row: &[Unit<'_>]| {
            row[0].has(Sent) && row[1].word == "you" && POINTED_TO.contains(&&*row[2].word)
        };
        if self.is_english() && self.units.windows(3).any(pointed_to) {
            return true;
        }
        let named: Vec<&Unit<'_>> = self.units.iter().filter(|unit| !unit.has(Det)).collect();
        if let [one, other] = named[..]
            && is_last
            && EARLIER.contains(&&*one.word)
            && other.has(Sent)
        {
            return true;
        }
        let is_yours = |pair: &[&Unit<'_>]| pair[0].has(You) && pair[1].has(Sent);
        // Some languages have a word between the two: `你的补丁`.
        let fills = |unit: &&Unit<'_>| unit.has(Fill) && !self.is_english();
        let units: Vec<&Unit<'_>> = self.units.iter().filter(|unit| !fills(unit)).collect();
        let is_all = is_last && units.len() == 2 && self.units.len() <= 3;
        (is_all || self.has(Again)) && units.windows(2).any(is_yours)
    }

    /// Returns whether somebody else made it: `The upstream patch`, `The PR's diff`, `The maintainers fixed it like this`.
    fn is_of_others(&self, is_last: bool) -> bool {
        use Cue::{Alter, Another, Did, Edit, It, Request, Sent, They};
        let is_user = |unit: &Unit<'_>| unit.word.starts_with("user");
        let who = |unit: &Unit<'_>| unit.has(They) && !is_user(unit);
        let is_owned = |row: &[Unit<'_>]| match row {
            [one, other, ..] if who(one) => {
                other.has(Sent) || is_last && other.has(Edit) && SOURCES.contains(&&*one.word)
            }
            [edit, of, one] => {
                edit.has(Edit) && of.word == "s" && one.has(Edit)
                    || edit.has(Sent) && matches!(&*of.word, "from" | "by") && who(one)
            }
            _ => false,
        };
        let units = &self.units;
        let owns = (0..units.len()).any(|at| is_owned(&units[at..units.len().min(at + 3)]));
        // `Upstream fixed it`, and not `Upstream asks to fix it`.
        let alters = |unit: &Unit<'_>| unit.has_any(&[Alter, Did]) && !unit.has(Request);
        let fixed = |row: &[Unit<'_>]| alters(&row[0]) && row[1].has(It);
        let is_by = units.iter().position(who);
        // Other languages have the verb behind: `Upstream hat das so gelöst`.
        let fixes = |units: &[Unit<'_>]| {
            units.windows(2).any(fixed)
                || !self.is_english()
                    && units.iter().any(alters)
                    && units.iter().any(|it| it.has(It))
        };
        let is_fixed_by = is_by.is_some_and(|at| fixes(&units[at + 1..]));
        (owns || is_fixed_by) && !self.has(Another)
    }

    /// Returns whether it says where the edit was taken from: `The diff in your message`, `Copied from upstream`.
    fn is_from_elsewhere(&self) -> bool {
        use Cue::{Det, Edit, Fill, It, Past, Source, They, You};
        const LEADS: &[&str] = &["from", "in", "on", "to", "at"];
        let is_source = |unit: &Unit<'_>| unit.has(Source);
        let Some(at) = self
            .units
            .iter()
            .rposition(|unit| LEADS.contains(&&*unit.word))
        else {
            return false;
        };
        let (before, behind) = (&self.units[..at], &self.units[at + 1..]);
        // `The patch in the PR is:`.
        let behind = match behind.split_last() {
            Some((last, rest)) if matches!(&*last.word, "is" | "was") => rest,
            Some(_) | None => behind,
        };
        let is_of_source = |unit: &Unit<'_>| unit.has_any(&[Det, Fill, You, They, Past, Source]);
        let is_edit = before
            .last()
            .is_none_or(|unit| unit.has_any(&[Edit, Past]) || TAKEN.contains(&&*unit.word));
        // `Here is the patch for your branch` hands one over.
        is_edit
            && behind.len() <= N_BEHIND
            && behind.last().is_some_and(is_source)
            && behind.iter().all(is_of_source)
            && !before.iter().any(|unit| unit.has(It))
    }

    /// Returns whether somebody else tells of it, or what another's request to merge does: `Bob proposed`, `The PR makes this
    /// change`, `In this hunk you removed the call`.
    fn is_told_by_others(&self, is_last: bool) -> bool {
        use Cue::{Alter, Delete, Did, Edit, Grow, How, It, Source, They, You};
        let is_past =
            |unit: &Unit<'_>| unit.has_any(&[Alter, Delete, Grow]) && unit.word.ends_with("ed");
        let by_reader = |pair: &[Unit<'_>]| pair[0].word == "you" && is_past(&pair[1]);
        let begins_so = self.units.iter().take(N_FIRST).any(|unit| unit.has(They));
        let proposes = begins_so && self.units.last().is_some_and(|unit| unit.has(Did));
        let source = self.units.iter().position(|unit| unit.has(Source));
        // `This PR makes one change` is about the reply's own.
        let is_own = match is_last {
            true => self.before(Source).last().is_some_and(|unit| unit.has(It)),
            false => self.has_before(Source, &[It]),
        };
        let does = source.is_some_and(|at| {
            let behind = &self.units[at + 1..];
            let ends_in_edit = behind.last().is_some_and(|unit| unit.has(Edit));
            behind.len() > 1 && ends_in_edit || behind.len() == 1 && self.has_before(Source, &[How])
        });
        let english = self.is_english();
        let asks_how = self.units.first().is_some_and(|unit| unit.has(How));
        // `Here is how the author fixed it`, `what the bot proposed`.
        let tells_how = self.position(How).is_some_and(|how| {
            let behind = &self.units[how + 1..];
            let is_other = |unit: &Unit<'_>| unit.has(They) || BOTS.contains(&&*unit.word);
            let who = behind.iter().position(is_other);
            who.is_some_and(|who| {
                who < N_FIRST
                    && behind[who..]
                        .iter()
                        .any(|unit| unit.has(Did) || is_past(unit))
            })
        });
        english && (proposes || self.units.windows(2).any(by_reader) || does && !is_own)
            || english
                && !self.has(You)
                && (asks_how && self.has(They) && self.has(It) || tells_how)
    }

    /// Returns whether it asks or wonders about the edit: `A question about this hunk`.
    fn is_talked_about(&self) -> bool {
        use Cue::{Edit, It, Talk, You};
        let points = |pair: &[Unit<'_>]| pair[0].has_any(&[It, You]) && pair[1].has(Edit);
        self.has(Talk) && self.units.windows(2).any(points)
    }

    /// Returns whether it says how somebody else made it: `Another project fixed the same bug like this`.
    fn is_done_elsewhere(&self) -> bool {
        use Cue::{Another, Did, It, Likens, Mine, Platform, They, Was};
        let is_past = |unit: &Unit<'_>| unit.has(Did) || unit.word.ends_with("ed");
        let (Some(verb), Some(likens)) = (
            self.units.iter().position(is_past),
            self.units.iter().rposition(|unit| unit.has(Likens)),
        ) else {
            return false;
        };
        let subject = &self.units[..verb];
        let is_other = |unit: &Unit<'_>| unit.has_any(&[They, Another, Platform]);
        let is_no_subject = |unit: &Unit<'_>| unit.has_any(&[Mine, It, Was]);
        self.is_english()
            && likens + 1 == self.units.len()
            && verb + 1 < likens
            && subject.iter().any(is_other)
            && !subject.iter().any(is_no_subject)
    }

    /// Returns whether it was made in some release, or by others: `In version 2.0 this was changed`.
    fn is_dated(&self) -> bool {
        use Cue::{Alter, Did, Edit, It, Request, They, Was};
        let alters = |unit: &Unit<'_>| unit.has_any(&[Alter, Did]) && !unit.has(Request);
        let is_made = |row: &[Unit<'_>]| {
            let (verb, what) = (&row[0], &row[1]);
            (verb.has(Was) || verb.word == "been") && alters(what)
        };
        let is_open = |unit: &&Unit<'_>| {
            matches!(unit.kind, Kind::Unknown | Kind::Code) && unit.word != "follows"
        };
        let is_of_edits = self.units.iter().filter(is_open).all(is_release);
        let is_dated = self.has(They) || self.names_release();
        is_of_edits && is_dated && self.has_any(&[It, Edit]) && self.units.windows(2).any(is_made)
    }

    /// Returns whether it speaks of a release: `version 2`, `v2.1`, `the last release`.
    fn names_release(&self) -> bool {
        let is_numbered =
            |pair: &[Unit<'_>]| pair[0].word == "version" && pair[1].kind == Kind::Number;
        self.units.iter().any(is_release) || self.units.windows(2).any(is_numbered)
    }

    /// Returns whether it is one that the writer gave before: `My previous suggestion`.
    fn is_earlier(&self) -> bool {
        use Cue::{Above, Aim, Apply, Edit, Fill, Good, It, Mine, Past, Work};
        let Some(at) = self.position(Mine).filter(|_| self.is_closed()) else {
            return false;
        };
        let leads = |unit: &Unit<'_>| unit.has_any(&[Fill, Aim, It]);
        let is_earlier = |row: &[Unit<'_>]| row[0].has_any(&[Above, Past]) && row[1].has(Edit);
        let is_named = self.units[at + 1..]
            .windows(2)
            .next()
            .is_some_and(is_earlier);
        is_named
            && self.units[..at].iter().all(leads)
            && !self.has_any(&[Apply, Good, Work])
            && !self.is_negated
    }
}

/// Returns whether a word is that of a release, or a version.
pub(super) fn is_release(unit: &Unit<'_>) -> bool {
    let is_digit = |letter: char| letter.is_ascii_digit();
    let is_dotted = |word: &str| word.starts_with(is_digit) && word.contains('.');
    let is_version = |word: &str| word.strip_prefix('v').unwrap_or("").starts_with(is_digit);
    unit.word == "release" || is_dotted(&unit.word) || is_version(&unit.word)
}
