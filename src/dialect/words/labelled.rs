//! Labels that name an edit which is not one of the reply. Such phrases cannot be listed, so their grammar is looked at: the label is
//! in the past and not about the writer, names somebody else or a place where edits are kept, or says that the edit failed.

use super::clause::Clause;
use super::edit_words::RECORDED;
use super::lexicon::{Cue, Kind, List, Unit};
use super::owner::{EARLIER, N_BEHIND, N_FIRST, POINTED_TO, is_release};

/// Where edits are kept, or fail.
const KEPT: &[&str] = &["ci", "build", "pipeline", "release", "releases", "history"];

/// Verbs for what a program prints.
const PRINTING: &[&str] = &["produce", "output", "emit", "print", "format"];

/// Verbs for what somebody would write.
const PRODUCING: &[&str] = &[
    "produce", "output", "emit", "print", "generate", "change", "format", "write", "do", "make",
    "try", "rewrite", "turn", "propose", "suggest", "answer",
];

/// The branches that most repositories have.
pub(super) const BRANCHES: &[&str] = &["main", "master", "trunk", "develop", "dev"];

/// Where people report what is wrong, and send edits for it.
const TRACKERS: &[&str] = &["issue", "ticket"];

/// More words by which branches are called, before `branch`.
pub(super) const CALLED: &[&str] = &["release", "feature", "stable"];

/// What is the reader's.
pub(super) const YOURS: &[&str] = &["your_branch", "your_pr", "your_pull_request"];

/// Verbs that say what an edit consists of.
const CONTENT_VERBS: &[&str] = &[
    "contains", "contained", "has", "had", "does", "did", "made", "reads", "shows", "looks",
    "introduced",
];

/// What says that an edit is there, behind `already`.
const DONE_WORDS: &[&str] = &["in", "on", "there", "part", "done", "upstream"];

/// First-person words that the lexicon does not mark.
const FIRST_PERSON: &[&str] = &[
    "ich", "wir", "j", "je", "nous", "yo", "io", "ik", "я", "мы", "我",
];

/// Which of the edits in a history is meant.
const RECENT: &[&str] = &[
    "last", "latest", "previous", "recent", "most_recent", "first",
];

impl Clause<'_> {
    /// Returns whether it only names an edit, or a version, and says by its grammar that it is not one of this reply: it was, it
    /// did not work, it comes from a history, it is what a program would print. `rest` may only say more of it.
    pub(super) fn is_labelled_other(&self, rest: &[Clause<'_>]) -> bool {
        use Cue::Mine;
        let begins_so = |clause: &Clause<'_>| {
            let first = &clause.units[0].word;
            first == "which" || first == "so" && clause.units.len() == 1
        };
        let is_all = rest.iter().all(begins_so);
        let is_all = is_all && !self.has(Mine);
        match self.is_english() {
            true => {
                is_all
                    && (self.was_made()
                        || self.was_of_reader()
                        || self.has_failed()
                        || self.is_of_history()
                        || self.is_hypothetical()
                        || self.is_made_by_others()
                        || self.is_numbered()
                        || self.is_pointed_to()
                        || self.is_made_already()
                        || self.is_named_earlier(rest.is_empty()))
            }
            false => {
                is_all
                    && (self.was_of_reader()
                        || self.is_made_already()
                        || self.is_named_earlier(rest.is_empty()))
            }
        }
    }

    /// Returns whether it says of an edit that it is in the history: `This was already merged`.
    fn was_made(&self) -> bool {
        use Cue::{Edit, Fill, It, Past, Was};
        let is_made = |unit: &Unit<'_>| RECORDED.contains(&&*unit.word);
        let Some(at) = self.units.iter().position(is_made) else {
            return false;
        };
        let (before, behind) = (&self.units[..at], &self.units[at + 1..]);
        let names_edit = before
            .first()
            .is_some_and(|unit| unit.has_any(&[It, Edit]) || is_article(unit));
        let has_subject = before.iter().any(|unit| unit.has_any(&[It, Edit]));
        let is_passive = before
            .iter()
            .any(|unit| unit.has(Was) || matches!(&*unit.word, "been" | "is"))
            || self.units[at].word == "landed";
        let is_end =
            |unit: &Unit<'_>| unit.has_any(&[Fill, Past, Cue::Prep]) || unit.kind == Kind::Number;
        names_edit && has_subject && is_passive && !self.is_negated && behind.iter().all(is_end)
    }

    /// Returns whether it says what the reader's own was: `Your version was`, `Votre version était`.
    fn was_of_reader(&self) -> bool {
        use Cue::{Code, Edit, Fill, Past, Was, You};
        let fills = |unit: &&Unit<'_>| !self.is_english() && unit.has(Fill);
        let named: Vec<&Unit<'_>> = self.units.iter().filter(|unit| !fills(unit)).collect();
        let [you, what, between @ .., last] = &named[..] else {
            return false;
        };
        let was = last.has(Was) || !self.is_english() && last.has(Past);
        you.has(You)
            && what.has_any(&[Code, Edit])
            && was
            && between.len() <= usize::from(!self.is_english())
    }

    /// Returns whether it says that the edit is there: `This commit is already in main`, `Already applied`, `Das wurde schon
    /// gemergt`. What an edit `already includes` says nothing of where it is.
    fn is_made_already(&self) -> bool {
        use Cue::{Already, Apply, Deed, Did, Edit, Good, It, Sent, They, Work};
        let Some(at) = self.position(Already) else {
            return false;
        };
        let (before, behind) = (&self.units[..at], &self.units[at + 1..]);
        let mut named = before.iter().filter(|unit| !is_article(unit));
        let is_own = self
            .units
            .iter()
            .any(|unit| FIRST_PERSON.contains(&&*unit.word));
        let is_subject = |unit: &Unit<'_>| unit.has_any(&[It, Edit, Sent, They]);
        let is_done = |unit: &Unit<'_>| match self.is_english() {
            true => {
                DONE_WORDS.contains(&&*unit.word)
                    || unit.word.ends_with("ed") && unit.has_any(&[Apply, Did])
            }
            false => unit.has_any(&[Deed, Did]),
        };
        let says_done = match self.is_english() {
            true => behind.first().is_some_and(is_done),
            false => self.units.iter().any(is_done),
        };
        let leads_elsewhere = |unit: &Unit<'_>| unit.has_any(&[Good, It, Work]);
        // Where the subject may be left out, it may be the writer.
        named.next().map_or(self.is_english(), is_subject)
            && says_done
            && !is_own
            && !self.is_negated
            && self.is_closed()
            && !(self.is_english() && behind.iter().any(leads_elsewhere))
    }

    /// Returns whether it names an edit by its number, and says at most that it consists of what follows: `Commit abc1234 made this
    /// change`. What it `needs` would be handed over.
    fn is_numbered(&self) -> bool {
        let mut units = self.units.iter().filter(|unit| !is_article(unit));
        let Some(edit) = units.next() else {
            return false;
        };
        let is_request = matches!(&*edit.word, "pr" | "pull_request" | "mr" | "merge_request");
        let is_commit = matches!(&*edit.word, "commit" | "revision");
        let is_name = |unit: &Unit<'_>| {
            let word = unit.word.as_bytes();
            let is_hash = word.len() > 6 && word.iter().all(u8::is_ascii_hexdigit);
            is_commit && is_hash || is_request && word.iter().all(u8::is_ascii_digit)
        };
        units.next().is_some_and(is_name) && units.all(is_consisting)
    }

    /// Returns whether it names an edit that the reader pointed to, and says at most that it consists of what follows: `The PR
    /// you linked contains`.
    fn is_pointed_to(&self) -> bool {
        let points = |row: &[Unit<'_>]| {
            row[0].has_any(&[Cue::Sent, Cue::Source])
                && row[1].word == "you"
                && POINTED_TO.contains(&&*row[2].word)
        };
        let at = self.units.windows(3).position(points);
        at.is_some_and(|at| self.leads_to(at) && self.units[at + 3..].iter().all(is_consisting))
    }

    /// Returns whether it names an edit that failed: `The fix that did not work`.
    fn has_failed(&self) -> bool {
        use Cue::{Edit, Good, Work};
        // `fix that` is one word of the lexicon.
        let joins = |unit: &Unit<'_>| matches!(&*unit.word, "fix_that" | "change_that");
        let that = |pair: &[Unit<'_>]| pair[0].has(Edit) && pair[1].word == "that";
        let joined = self.units.iter().position(joins).map(|at| (at, at + 1));
        let parted = self.units.windows(2).position(that).map(|at| (at, at + 2));
        let Some((at, end)) = joined.or(parted) else {
            return false;
        };
        let behind = &self.units[end..];
        let works = |unit: &Unit<'_>| unit.has_any(&[Good, Work]);
        let fails = says_harm(behind);
        self.leads_to(at) && (fails || self.is_negated && behind.iter().any(works))
    }

    /// Returns whether only articles stand before the word at `at`, or what hands it over: `here is the`.
    fn leads_to(&self, at: usize) -> bool {
        let is_lead = |unit: &Unit<'_>| {
            is_article(unit) || matches!(&*unit.word, "here" | "is" | "s" | "this")
        };
        let n_described = |unit: &&Unit<'_>| !is_lead(unit);
        self.units[..at].iter().filter(n_described).count() <= 1
    }

    /// Returns whether it names an edit by where it is kept: `The last commit on main`, `The diff of the last release`, `The fix in
    /// v2.1`, `The failing diff from CI`.
    fn is_of_history(&self) -> bool {
        use Cue::{Edit, Sent};
        let is_edit = |unit: &Unit<'_>| unit.has_any(&[Edit, Sent]);
        let Some(at) = self.units.iter().position(is_edit) else {
            return false;
        };
        if !self.leads_to(at) {
            return false;
        }
        self.is_commit_of_history(at) || self.is_kept_elsewhere(at)
    }

    /// Returns whether the edit at `at` is a commit of another time: `The last commit on main`.
    fn is_commit_of_history(&self, at: usize) -> bool {
        let is_commit = matches!(&*self.units[at].word, "commit" | "commits");
        // `The last commit` alone may be that of a series.
        let is_of_series = |unit: &Unit<'_>| matches!(&*unit.word, "first" | "last");
        let next = |nth: usize| self.units.get(at + nth).map(|unit| &*unit.word);
        let is_on = || matches!(next(1), Some("on" | "from" | "in")) && next(2) != Some("this");
        let described = at.checked_sub(1).map(|at| &self.units[at]);
        is_commit
            && described.is_some_and(|unit| is_dated(unit) && (!is_of_series(unit) || is_on()))
    }

    /// Returns whether it says behind the edit at `at` where that is kept: `The fix in v2.1`, `The change on the dev branch`.
    fn is_kept_elsewhere(&self, at: usize) -> bool {
        let [prep, behind @ ..] = &self.units[at + 1..] else {
            return false;
        };
        let is_was = |unit: &Unit<'_>| unit.has(Cue::Was) || unit.word == "was";
        let is_kept = |unit: &Unit<'_>| {
            is_release(unit) || unit.has(Cue::Source) || KEPT.contains(&&*unit.word)
        };
        let is_linked =
            |pair: &[Unit<'_>]| pair[0].word == "you" && POINTED_TO.contains(&&*pair[1].word);
        let described = at.checked_sub(1).map(|at| &self.units[at]);
        let failed =
            described.is_some_and(|unit| matches!(&*unit.word, "failing" | "broken" | "failed"));
        let behind: Vec<&Unit<'_>> = behind.iter().filter(|unit| !is_article(unit)).collect();
        let [first, ..] = behind[..] else {
            return false;
        };
        let is_version = first.word != "release" && is_release(first);
        let is_short = behind.len() <= N_BEHIND || is_version;
        let is_place = behind.iter().take(2).any(|unit| is_kept(unit));
        // `Changes in v2.0:` is a heading of the reply's own.
        let is_past = is_dated(first) || behind.iter().any(|unit| is_was(unit));
        let place = match behind.split_last() {
            Some((last, place)) if matches!(&*last.word, "is" | "was") => place,
            Some(_) | None => &behind,
        };
        let is_on = prep.word == "on";
        let is_branch = match place {
            [only] => {
                let is_name = BRANCHES.contains(&&*only.word) || YOURS.contains(&&*only.word);
                is_on && is_name
            }
            // `The else branch` is in the program.
            [.., name, last] => {
                let is_name = name.kind == Kind::Code
                    || BRANCHES.contains(&&*name.word)
                    || CALLED.contains(&&*name.word);
                is_on && last.word == "branch" && is_name
            }
            [] => false,
        };
        let is_report = place
            .last()
            .is_some_and(|unit| TRACKERS.contains(&&*unit.word));
        let is_own = first.has(Cue::It);
        matches!(&*prep.word, "from" | "of" | "in" | "on")
            && (self.units.windows(2).any(is_linked)
                || is_short && is_place && (is_past || failed)
                || place.len() <= N_BEHIND
                    && !is_own
                    && (is_branch || is_report && prep.word != "of"))
    }

    /// Returns whether it says what somebody, or a program, would write: `Black would produce`, `One might try`.
    fn is_hypothetical(&self) -> bool {
        let is_modal = |unit: &Unit<'_>| matches!(&*unit.word, "would" | "might" | "could");
        let Some(at) = self.units.iter().position(is_modal) else {
            return false;
        };
        let others = ["one", "someone", "somebody"];
        // A name without an article is that of a program: `Black would produce`. Of `Caching would make this faster` it is none.
        let is_name = at == 1
            && self.units[0].kind == Kind::Unknown
            && self.units.get(2).is_some_and(|unit| {
                let verb = unit.word.split('_').next();
                verb.is_some_and(|verb| PRINTING.contains(&verb))
            });
        let is_other =
            |unit: &Unit<'_>| is_name || unit.has(Cue::They) || others.contains(&&*unit.word);
        let behind = &self.units[at + 1..];
        let is_producing = behind.first().is_some_and(|unit| {
            let verb = unit.word.split('_').next();
            verb.is_some_and(|verb| PRODUCING.contains(&verb))
        });
        (1..=N_FIRST).contains(&at)
            && self.units[..at].iter().any(is_other)
            && is_producing
            && behind.len() <= N_BEHIND
    }

    /// Returns whether it says that somebody else made it: `Someone on Stack Overflow fixed it so`, `Dependabot opened this`.
    fn is_made_by_others(&self) -> bool {
        use Cue::{Alter, Did, Edit, It, They};
        let mut who = self.units.iter().filter(|unit| !is_article(unit));
        let is_other = who
            .next()
            .is_some_and(|unit| unit.has(They) && !unit.word.starts_with("user"));
        let is_verb = |unit: &Unit<'_>| {
            unit.word.ends_with("ed") && unit.has_any(&[Alter, Did])
                || matches!(
                    &*unit.word,
                    "opened" | "wrote" | "fixed" | "solved" | "answered"
                )
        };
        let Some(at) = self.units.iter().position(is_verb) else {
            return false;
        };
        let behind = &self.units[at + 1..];
        let is_it = behind.first().is_none_or(|unit| unit.has_any(&[It, Edit]));
        is_other && is_it && behind.len() <= 2 && !self.is_negated
    }

    /// Returns whether it names an edit that was there before, and says nothing else: `The previous fix`, `Der Patch des Kollegen`.
    /// In English one that is all of the sentence is such only where it is a patch or the like, see `is_of_reader`.
    fn is_named_earlier(&self, is_last: bool) -> bool {
        use Cue::{Det, Did, Edit, Fill, Past, Sent, They};
        let is_english = self.is_english();
        let is_earlier = |unit: &Unit<'_>| {
            let is_known = is_english && !is_last && EARLIER.contains(&&*unit.word);
            is_known || List::Earlier.has(&unit.word)
        };
        let is_plain =
            |unit: &&Unit<'_>| is_earlier(unit) || !unit.has_any(&[Det, Fill]) && !is_article(unit);
        let named: Vec<&Unit<'_>> = self.units.iter().filter(is_plain).collect();
        let is_edit = |unit: &Unit<'_>| unit.has(Sent) || is_english && unit.has(Edit);
        let is_other =
            |unit: &Unit<'_>| is_earlier(unit) || !is_english && unit.has_any(&[Past, They]);
        match named[..] {
            [one, other] => is_edit(one) && is_other(other) || is_edit(other) && is_other(one),
            // `Le correctif proposé par Paul`.
            [edit, did, _] => !is_english && is_edit(edit) && did.has(Did) && self.units.len() <= 5,
            [..] => false,
        }
    }
}

/// Returns whether `units`, behind what they are said of, begin with harm that it does: `broke the build`, `fails in CI`. What
/// it breaks or where it stops now may be what it is for: `breaks the circle`, `fails early`.
pub(super) fn says_harm(units: &[Unit<'_>]) -> bool {
    let Some((verb, behind)) = units.split_first() else {
        return false;
    };
    let is_present = verb.word.ends_with('s');
    let is_place =
        |unit: &Unit<'_>| unit.has(Cue::Prep) || matches!(&*unit.word, "in" | "on" | "with");
    verb.has(Cue::Harm) && (!is_present || behind.first().is_none_or(is_place))
}

fn is_article(unit: &Unit<'_>) -> bool {
    unit.has(Cue::Det) || matches!(&*unit.word, "the" | "a" | "an")
}

/// Returns whether a word only helps to say what an edit consists of: `contains`, `made this change`.
fn is_consisting(unit: &Unit<'_>) -> bool {
    use Cue::{Det, Edit, Fill, It, Was};
    unit.has_any(&[Det, Edit, Fill, It, Was]) || CONTENT_VERBS.contains(&&*unit.word)
}

/// Returns whether a word says that an edit is of another time.
fn is_dated(unit: &Unit<'_>) -> bool {
    unit.has(Cue::Past) || RECENT.contains(&&*unit.word) || EARLIER.contains(&&*unit.word)
}
