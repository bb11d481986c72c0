//! Labels that name an edit which is not one of the reply. Such phrases cannot be listed, so their grammar is looked at: the label is
//! in the past and not about the writer, names somebody else or a place where edits are kept, or says that the edit failed.

use super::clause::Clause;
use super::lexicon::{Cue, Kind, Unit};
use super::owner::{EARLIER, N_BEHIND, N_FIRST, POINTED_TO, is_release};

/// What was done with an edit that is in the history.
const MADE: &[&str] = &[
    "merged",
    "committed",
    "released",
    "shipped",
    "deployed",
    "reverted",
    "landed",
    "landed_in",
    "pushed",
    "rejected",
    "published",
];

/// Where edits are kept, or fail.
const KEPT: &[&str] = &["ci", "build", "pipeline", "release", "releases", "history"];

/// Verbs for what a program prints.
const PRINTING: &[&str] = &["produce", "output", "emit", "print", "format"];

/// Verbs for what somebody would write.
const PRODUCING: &[&str] = &[
    "produce", "output", "emit", "print", "generate", "change", "format", "write", "do", "make",
    "try", "rewrite", "turn", "propose", "suggest", "answer",
];

/// What is said of an edit that was there before, in languages other than English, as beginnings of words.
const EARLIER_ELSEWHERE: &[&str] = &[
    "上一个",
    "上一次",
    "上次",
    "之前",
    "以前",
    "旧的",
    "已合并",
    "前回",
    "前の",
    "マージ済み",
    "이전",
    "предыдущ",
    "прошл",
    "anterior",
    "previo",
    "previa",
    "précédent",
    "precedent",
    "vorherig",
    "frühere",
    "vorige",
    "poprzedni",
];

/// Which of the edits in a history is meant.
const RECENT: &[&str] = &[
    "last",
    "latest",
    "previous",
    "recent",
    "most_recent",
    "first",
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
                        || self.is_named_earlier(rest.is_empty()))
            }
            false => is_all && self.is_named_earlier(rest.is_empty()),
        }
    }

    /// Returns whether it says of an edit that it is in the history: `This was already merged`.
    fn was_made(&self) -> bool {
        use Cue::{Edit, Fill, It, Past, Was};
        let is_made = |unit: &Unit<'_>| MADE.contains(&&*unit.word);
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
            .any(|unit| unit.has(Was) || matches!(&*unit.word, "been" | "is"));
        let is_end = |unit: &Unit<'_>| unit.has_any(&[Fill, Past, Cue::Prep]);
        names_edit && has_subject && is_passive && !self.is_negated && behind.iter().all(is_end)
    }

    /// Returns whether it says what the reader's own was: `Your version was`.
    fn was_of_reader(&self) -> bool {
        use Cue::{Code, Edit, Was, You};
        let [you, what, .., last] = &self.units[..] else {
            return false;
        };
        you.has(You)
            && what.has_any(&[Code, Edit])
            && (last.has(Was) || last.word == "was")
            && self.units.len() == 3
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
        use Cue::{Edit, Past, Sent};
        let is_edit = |unit: &Unit<'_>| unit.has_any(&[Edit, Sent]);
        let Some(at) = self.units.iter().position(is_edit) else {
            return false;
        };
        if !self.leads_to(at) {
            return false;
        }
        let edit = &self.units[at];
        let is_commit = matches!(&*edit.word, "commit" | "commits");
        let is_dated = |unit: &Unit<'_>| {
            unit.has(Past) || RECENT.contains(&&*unit.word) || EARLIER.contains(&&*unit.word)
        };
        let described = at.checked_sub(1).map(|at| &self.units[at]);
        // `The last commit` alone may be that of a series.
        let is_of_series = |unit: &Unit<'_>| matches!(&*unit.word, "first" | "last");
        let is_on = || {
            self.units
                .get(at + 1)
                .is_some_and(|unit| matches!(&*unit.word, "on" | "from" | "in"))
                && self
                    .units
                    .get(at + 2)
                    .is_none_or(|unit| unit.word != "this")
        };
        if is_commit
            && described.is_some_and(|unit| is_dated(unit) && (!is_of_series(unit) || is_on()))
        {
            return true;
        }
        let [prep, behind @ ..] = &self.units[at + 1..] else {
            return false;
        };
        let is_kept = |unit: &Unit<'_>| {
            is_release(unit) || unit.has(Cue::Source) || KEPT.contains(&&*unit.word)
        };
        let is_linked =
            |pair: &[Unit<'_>]| pair[0].word == "you" && POINTED_TO.contains(&&*pair[1].word);
        let failed =
            described.is_some_and(|unit| matches!(&*unit.word, "failing" | "broken" | "failed"));
        let is_from = matches!(&*prep.word, "from" | "of" | "in" | "on");
        let behind: Vec<&Unit<'_>> = behind.iter().filter(|unit| !is_article(unit)).collect();
        let is_version = |unit: &Unit<'_>| unit.word != "release" && is_release(unit);
        let is_short = behind.len() <= N_BEHIND || behind.first().is_some_and(|it| is_version(it));
        let is_place = behind.iter().take(2).any(|unit| is_kept(unit));
        // `Changes in v2.0:` is a heading of the reply's own.
        let is_past = behind.first().is_some_and(|unit| is_dated(unit))
            || behind
                .iter()
                .any(|unit| unit.has(Cue::Was) || unit.word == "was");
        is_from
            && (self.units.windows(2).any(is_linked) || is_short && is_place && (is_past || failed))
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
            let begins = |stem: &&str| unit.word.starts_with(stem);
            let is_known = is_english && !is_last && EARLIER.contains(&&*unit.word);
            is_known || EARLIER_ELSEWHERE.iter().any(begins)
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
