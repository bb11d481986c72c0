//! Whose edit a sentence leads over to. A reply hands over its own; one that it looks at, that came from elsewhere, or that was
//! there before is only quoted.

use super::clause::Clause;
use super::lexicon::{Cue, Kind, Unit};

/// How many words after one that points to an edit are looked at, the edit among them: `comes from | the last commit`.
const N_BEHIND: usize = 3;

/// Among how many words of a clause somebody else is named: `Yesterday the team proposed`.
const N_FIRST: usize = 3;

/// What was done with an edit that is taken from somewhere.
const TAKEN: &[&str] = &["taken", "copied", "attached", "quoted", "pasted", "posted"];

impl Clause<'_> {
    /// Returns whether a clause that leads over to an edit says that it is not one of this reply, unless one of the
    /// clauses that follow in its sentence may hand one over: `I looked at your diff, and here is mine`.
    pub(super) fn quotes_edit(&self, rest: &[Clause<'_>]) -> bool {
        use Cue::{Alter, Better, Create, Deed, Edit, Good, Grow, It, Mine, Request};
        let may_hand_over = [
            Alter, Better, Create, Deed, Edit, Good, Grow, It, Mine, Request,
        ];
        let is_quoted = || {
            self.is_origin()
                || self.is_dated()
                || self.is_from_elsewhere()
                || self.is_told_by_others()
                || self.is_closed()
                    && (self.is_looked_at()
                        || self.is_talked_about()
                        || self.is_of_reader(rest.is_empty())
                        || self.is_of_others())
        };
        self.is_earlier() || !rest.iter().any(|it| it.has_any(&may_hand_over)) && is_quoted()
    }

    /// Returns whether it says of a bug that it came with the edit: `The crash came in with this commit`. What the bug is may
    /// be in the program.
    fn is_origin(&self) -> bool {
        use Cue::{Edit, Mine, Origin};
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

    /// Returns whether the clause only names an edit of the reader, or says that it is shown again: `Your patch`. `Here is your
    /// patch` and `Your fix` hand one over.
    fn is_of_reader(&self, is_last: bool) -> bool {
        use Cue::{Again, Fill, Sent, You};
        let is_yours = |pair: &[&Unit<'_>]| pair[0].has(You) && pair[1].has(Sent);
        // Some languages have a word between the two: `你的补丁`.
        let fills = |unit: &&Unit<'_>| unit.has(Fill) && !self.is_english();
        let units: Vec<&Unit<'_>> = self.units.iter().filter(|unit| !fills(unit)).collect();
        let is_all = is_last && units.len() == 2 && self.units.len() <= 3;
        (is_all || self.has(Again)) && units.windows(2).any(is_yours)
    }

    /// Returns whether somebody else made it: `The upstream patch`, `The PR's diff`, `The maintainers fixed it like this`.
    fn is_of_others(&self) -> bool {
        use Cue::{Alter, Another, Did, Edit, It, Request, Sent, They};
        let is_user = |unit: &Unit<'_>| unit.word.starts_with("user");
        let who = |unit: &Unit<'_>| unit.has(They) && !is_user(unit);
        let is_owned = |row: &[Unit<'_>]| match row {
            [one, other, ..] if who(one) && other.has(Sent) => true,
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
        let is_fixed_by = is_by.is_some_and(|at| units[at + 1..].windows(2).any(fixed));
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
    fn is_told_by_others(&self) -> bool {
        use Cue::{Alter, Delete, Did, Edit, Grow, How, It, Source, They, You};
        let is_past =
            |unit: &Unit<'_>| unit.has_any(&[Alter, Delete, Grow]) && unit.word.ends_with("ed");
        let by_reader = |pair: &[Unit<'_>]| pair[0].word == "you" && is_past(&pair[1]);
        let begins_so = self.units.iter().take(N_FIRST).any(|unit| unit.has(They));
        let proposes = begins_so && self.units.last().is_some_and(|unit| unit.has(Did));
        let source = self.units.iter().position(|unit| unit.has(Source));
        // `This PR makes one change` is about the reply's own.
        let is_own = self.has_before(Source, &[It]);
        let does = source.is_some_and(|at| {
            let behind = &self.units[at + 1..];
            let ends_in_edit = behind.last().is_some_and(|unit| unit.has(Edit));
            behind.len() > 1 && ends_in_edit || behind.len() == 1 && self.has_before(Source, &[How])
        });
        let english = self.is_english();
        let asks_how = self.units.first().is_some_and(|unit| unit.has(How));
        english && (proposes || self.units.windows(2).any(by_reader) || does && !is_own)
            || english && asks_how && self.has(They) && self.has(It) && !self.has(You)
    }

    /// Returns whether it asks or wonders about the edit: `A question about this hunk`.
    fn is_talked_about(&self) -> bool {
        use Cue::{Edit, It, Talk, You};
        let points = |pair: &[Unit<'_>]| pair[0].has_any(&[It, You]) && pair[1].has(Edit);
        self.has(Talk) && self.units.windows(2).any(points)
    }

    /// Returns whether it was made in some release, or by others: `In version 2.0 this was changed`.
    fn is_dated(&self) -> bool {
        use Cue::{Alter, Did, Edit, It, Request, They, Was};
        let alters = |unit: &Unit<'_>| unit.has_any(&[Alter, Did]) && !unit.has(Request);
        let is_made = |row: &[Unit<'_>]| {
            let (verb, what) = (&row[0], &row[1]);
            (verb.has(Was) || verb.word == "been") && alters(what)
        };
        let is_open = |unit: &&Unit<'_>| matches!(unit.kind, Kind::Unknown | Kind::Code);
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

fn is_release(unit: &Unit<'_>) -> bool {
    let is_digit = |letter: char| letter.is_ascii_digit();
    let is_dotted = |word: &str| word.starts_with(is_digit) && word.contains('.');
    let is_version = |word: &str| word.strip_prefix('v').unwrap_or("").starts_with(is_digit);
    unit.word == "release" || is_dotted(&unit.word) || is_version(&unit.word)
}
