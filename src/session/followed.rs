//! Decisions that programs give, carried out as commands, one after the other.

use std::collections::{BTreeMap, BTreeSet};

use super::decisions::{Decisions, HunkDecision, Keep, Line, Others, VERSION, Wish};
use super::exported::digest_of;
use super::fault::Fault;
use super::{Command, Outcome, Session};
use crate::patch::{Given, HunkId, HunkLine};
use crate::plan::overlap::{self, Meeting};
use crate::plan::{Decision, State};
use crate::text::{Content, RelPath};

impl Session {
    /// Returns the hunk of this name: an id (`h4-3f9a`), its beginning (`h4`), or a number (`4`).
    ///
    /// # Errors
    /// When the patch has none of this name, or the hunk of this number has other lines now.
    pub fn hunk_named(&self, name: &str) -> Result<HunkId, Fault> {
        let unknown = || Fault::UnknownHunk {
            name: name.to_string(),
            n_hunks: self.plan.hunks().count(),
        };
        let number = name.strip_prefix('h').unwrap_or(name);
        let (number, digest) = number.split_once('-').unwrap_or((number, ""));
        let index = number
            .parse::<usize>()
            .ok()
            .and_then(|it| it.checked_sub(1));
        let id = index.and_then(|index| self.patch.hunk_ids().nth(index));
        let id = id.ok_or_else(unknown)?;
        let is_same = |hex: String| hex.starts_with(digest);
        let is_named = is_same(self.digest_as_read(id).to_hex())
            || is_same(self.patch.hunk(id).digest().to_hex());
        if is_named {
            return Ok(id);
        }
        Err(Fault::StaleHunk {
            name: name.to_string(),
            now: self.label(id),
        })
    }

    /// Sets the files that the decisions name. What [`Session::wanted`] asks for then must be supplied before they can be
    /// followed.
    ///
    /// # Errors
    /// When they were made about another reply, when a hunk or a path is none, when hunks of one section are given different files, and when only some hunks are given
    /// one of a section whose own file is there: the others would go along unsaid.
    pub fn take_targets(&mut self, decisions: &Decisions) -> Result<(), Fault> {
        if decisions.version != VERSION {
            return Err(Fault::Version(decisions.version));
        }
        let is_other = |reply: &String| *reply != self.reply_id().to_hex();
        if decisions.reply.as_ref().is_some_and(is_other) {
            return Err(Fault::OtherReply);
        }
        let mut targets = BTreeMap::<usize, (HunkId, RelPath)>::new();
        for (id, target) in self.targets_of(decisions)? {
            match targets.get(&id.file) {
                Some((first, path)) if *path != target && *first == id => {
                    return Err(Fault::Twice(self.label(id)));
                }
                Some((first, path)) if *path != target => {
                    return Err(Fault::TwoTargets(self.label(*first), self.label(id)));
                }
                Some(_) => {}
                None => {
                    targets.insert(id.file, (id, target));
                }
            }
        }
        for (file, (id, path)) in targets {
            if self.target(file) == Some(&path) {
                continue;
            }
            if let Some(other) = self.goes_along(file, decisions)? {
                return Err(Fault::TargetOfSome {
                    hunk: self.label(other),
                    path: path.to_text(),
                    named: self.label(id),
                });
            }
            let files = vec![file];
            self.carry_out(id, Command::Retarget { files, path })?;
        }
        Ok(())
    }

    /// Returns the hunks that files are given for, with these.
    fn targets_of(&self, decisions: &Decisions) -> Result<Vec<(HunkId, RelPath)>, Fault> {
        let named = decisions.hunks.iter();
        let named = named.filter_map(|it| Some((&it.hunk, it.target.as_ref()?)));
        let targets = named.map(|(hunk, target)| {
            let path = self.options.parse.root.relative(target);
            let path = path.map_err(|fault| Fault::Path {
                path: target.clone(),
                fault,
            })?;
            Ok((self.hunk_named(hunk)?, path))
        });
        targets.collect()
    }

    /// Returns a hunk of a section whose own file is there for which no file is given, and which is not rejected; `None` where
    /// all of them go.
    fn goes_along(&self, file: usize, decisions: &Decisions) -> Result<Option<HunkId>, Fault> {
        let is_there = |path: &RelPath| {
            let known = self.snapshots.get(path);
            known.is_some_and(|known| known.content != Content::Absent)
        };
        // Content that is given whole differs in as many places as it does, and goes as one.
        let is_of_hunks = self.patch.files[file].given == Given::Hunks;
        if !is_of_hunks || !self.target(file).is_some_and(is_there) {
            return Ok(None);
        }
        let is_said_of = |said: &HunkDecision| {
            let is_told = said.target.is_some() || said.decision == Some(Wish::Reject);
            is_told.then(|| self.hunk_named(&said.hunk))
        };
        let told = decisions.hunks.iter().filter_map(is_said_of);
        let told = told.collect::<Result<BTreeSet<HunkId>, Fault>>()?;
        let hunks = self.plan.files[file].hunks.iter().map(|hunk| hunk.id);
        Ok(hunks.into_iter().find(|id| !told.contains(id)))
    }

    /// Carries the decisions out, one command after the other.
    ///
    /// # Errors
    /// The first that cannot be: a name that means nothing here, a file that is another now, a place where the hunk does not
    /// fit, two that contradict each other. What was decided before it stays.
    pub fn follow(&mut self, decisions: &Decisions) -> Result<(), Fault> {
        let all = self.by_hunk(decisions)?;
        let said = || all.iter().map(|(id, decision)| (*id, decision));
        self.look_at_targets(decisions)?;
        let overlaps = self.overlaps_of(decisions)?;
        self.look_for_contradiction(&overlaps, said())?;
        for (id, decision) in said() {
            if let Some(lines) = &decision.lines {
                self.give_lines(id, lines)?;
            }
        }
        let mut wanted = BTreeMap::new();
        for (id, decision) in said() {
            if let Some(place) = &decision.place
                && puts(decision, decisions.others)
                && let Some(lines) = self.put(id, decision, place, decisions)?
            {
                wanted.insert(id, lines);
            }
        }
        for (first, second, keep) in &overlaps {
            self.settle_overlap(*first, *second, *keep)?;
        }
        for (id, decision) in said() {
            self.say(id, decision)?;
        }
        // Accepting one accepts what it builds on: what was said of that goes before.
        for (id, decision) in said() {
            let is_put = puts(decision, decisions.others) && decision.place.is_some();
            self.wish(id, decision, wanted.remove(&id), is_put)?;
        }
        // Rejecting one opens those that were rejected for it: what is said of each goes before that.
        for (id, decision) in said() {
            let is_open = !self.plan.hunk(id).decision.is_rejected();
            if decision.decision == Some(Wish::Reject) && is_open {
                self.wish(id, decision, None, decision.place.is_some())?;
            }
        }
        for (first, second, keep) in overlaps {
            let is_accepted = |hunk| self.plan.hunk(hunk).decision.is_accepted();
            let are_both = matches!(keep, Keep::Both | Keep::Reversed)
                && is_accepted(first)
                && is_accepted(second);
            if are_both && self.is_in_the_way(first, second) {
                return Err(Fault::NotBoth(self.label(first), self.label(second)));
            }
        }
        Ok(())
    }

    /// Returns what is said of each hunk, in the order in which it is said.
    fn by_hunk(&self, decisions: &Decisions) -> Result<Vec<(HunkId, HunkDecision)>, Fault> {
        let mut all = Vec::<(HunkId, HunkDecision)>::new();
        for more in &decisions.hunks {
            let id = self.hunk_named(&more.hunk)?;
            match all.iter_mut().find(|(known, _)| *known == id) {
                Some((_, said)) => said
                    .add(more.clone())
                    .map_err(|()| Fault::Twice(self.label(id)))?,
                None => all.push((id, more.clone())),
            }
        }
        Ok(all)
    }

    /// Returns the pairs of hunks whose overlaps are settled, each once.
    fn overlaps_of(&self, decisions: &Decisions) -> Result<Vec<(HunkId, HunkId, Keep)>, Fault> {
        let mut pairs = BTreeSet::new();
        let overlaps = decisions.overlaps.iter().map(|overlap| {
            let first = self.hunk_named(&overlap.first)?;
            let second = self.hunk_named(&overlap.second)?;
            if !pairs.insert((first.min(second), first.max(second))) {
                return Err(Fault::OverlapTwice(self.label(first), self.label(second)));
            }
            Ok((first, second, overlap.keep))
        });
        overlaps.collect()
    }

    /// Makes sure that no hunk is written by what is said of one overlap and left out by what is said of another, or of the hunk
    /// itself, and that no lines are chosen of one that is not accepted.
    fn look_for_contradiction<'a>(
        &self,
        overlaps: &[(HunkId, HunkId, Keep)],
        said: impl Iterator<Item = (HunkId, &'a HunkDecision)>,
    ) -> Result<(), Fault> {
        let mut kept = BTreeSet::new();
        let mut dropped = BTreeSet::new();
        for (first, second, keep) in overlaps {
            let (first_is_kept, second_is_kept) = match keep {
                Keep::First => (true, false),
                Keep::Second => (false, true),
                Keep::Both | Keep::Reversed => (true, true),
                Keep::Neither => (false, false),
            };
            for (hunk, is_kept) in [(*first, first_is_kept), (*second, second_is_kept)] {
                if is_kept {
                    kept.insert(hunk);
                } else {
                    dropped.insert(hunk);
                }
            }
        }
        let of_pairs = kept.intersection(&dropped).next().copied();
        let of_hunks = said.filter_map(|(hunk, said)| {
            let has_lines = said.changed_lines.is_some();
            let is_against = match said.decision {
                Some(Wish::Reject) => has_lines || kept.contains(&hunk),
                Some(Wish::Undecided | Wish::Keep) if has_lines => true,
                Some(Wish::Accept | Wish::Keep) => dropped.contains(&hunk),
                None => (has_lines || said.place.is_some()) && dropped.contains(&hunk),
                Some(Wish::Undecided) => false,
            };
            is_against.then_some(hunk)
        });
        match of_pairs.into_iter().chain(of_hunks).next() {
            Some(hunk) => Err(Fault::Contradiction(self.label(hunk))),
            None => Ok(()),
        }
    }

    /// Gives a hunk other lines than it has.
    fn give_lines(&mut self, hunk: HunkId, lines: &[Line]) -> Result<(), Fault> {
        let lines = lines.iter().zip(1..).map(|(given, line)| {
            given.to_hunk_line().map_err(|why| Fault::BadLine {
                hunk: self.label(hunk),
                line,
                why,
            })
        });
        let lines = lines.collect::<Result<Vec<HunkLine>, Fault>>()?;
        if *self.patch.hunk(hunk).lines == *lines {
            return Ok(());
        }
        self.carry_out(hunk, Command::Edit { hunk, lines })
    }

    /// Makes sure that the files are those that the decisions were made for.
    fn look_at_targets(&self, decisions: &Decisions) -> Result<(), Fault> {
        for (path, digest) in &decisions.targets {
            let now = self
                .snapshots
                .iter()
                .find(|(known, _)| known.to_text() == *path);
            let Some((_, snapshot)) = now else {
                return Err(Fault::UnknownTarget(path.clone()));
            };
            let now = digest_of(snapshot);
            let is_same = match (digest, &now) {
                (Some(then), Some(now)) => then.len() >= 8 && now.starts_with(then.as_str()),
                (None, None) => true,
                (Some(_), None) | (None, Some(_)) => false,
            };
            if !is_same {
                return Err(Fault::TargetChanged(path.clone()));
            }
        }
        Ok(())
    }

    fn settle_overlap(&mut self, first: HunkId, second: HunkId, keep: Keep) -> Result<(), Fault> {
        if !self.do_conflict(first, second) {
            return Err(Fault::NoOverlap(self.label(first), self.label(second)));
        }
        let command = match keep {
            Keep::First => Command::KeepOne {
                hunk: first,
                others: vec![second],
            },
            Keep::Second => Command::KeepOne {
                hunk: second,
                others: vec![first],
            },
            Keep::Both => Command::KeepAll {
                hunks: vec![first, second],
            },
            Keep::Reversed => Command::KeepAll {
                hunks: vec![second, first],
            },
            Keep::Neither => Command::KeepNone {
                hunks: vec![first, second],
            },
        };
        self.carry_out(first, command)
    }

    /// Returns whether two hunks change the same lines at their places, whatever is decided on others.
    pub(super) fn do_conflict(&self, first: HunkId, second: HunkId) -> bool {
        let (one, other) = (self.placed_edits(first), self.placed_edits(second));
        first.file == second.file && overlap::meeting(&one, &other) == Meeting::Conflict
    }

    /// Returns whether one of two hunks of a file has no place because of the other.
    fn is_in_the_way(&self, first: HunkId, second: HunkId) -> bool {
        let is_with = |one: HunkId, other: HunkId| {
            if let State::Overlap(with) = &self.plan.hunk(one).state {
                with.contains(&other.hunk)
            } else {
                false
            }
        };
        is_with(first, second) || is_with(second, first)
    }

    /// Says what a decision says besides whether the hunk is wanted and where it goes.
    fn say(&mut self, hunk: HunkId, decision: &HunkDecision) -> Result<(), Fault> {
        if decision.allow_hidden && !self.is_confirmed(hunk) {
            self.carry_out(hunk, Command::Confirm { hunk })?;
        }
        match &decision.comment {
            Some(text) if self.comment(hunk) != Some(text) => {
                let text = text.clone();
                self.carry_out(hunk, Command::Comment { hunk, text })
            }
            Some(_) | None => Ok(()),
        }
    }

    /// Says whether a hunk is wanted: of one that was put somewhere, only `wanted` lines where these are not all.
    fn wish(
        &mut self,
        hunk: HunkId,
        said: &HunkDecision,
        wanted: Option<BTreeSet<usize>>,
        is_put: bool,
    ) -> Result<(), Fault> {
        let numbers = said.changed_lines.as_ref();
        if numbers.is_some_and(|numbers| numbers.contains(&0)) {
            let hunk = self.label(hunk);
            return Err(Fault::NoSuchLine { hunk, line: 0 });
        }
        let accepted = || {
            let asked = numbers.map(|numbers| {
                let lines = numbers.iter().filter_map(|number| number.checked_sub(1));
                lines.collect::<BTreeSet<usize>>()
            });
            match (asked, wanted) {
                (Some(asked), Some(wanted)) => Decision::Lines(&asked & &wanted),
                (Some(lines), None) | (None, Some(lines)) => Decision::Lines(lines),
                (None, None) => Decision::Accepted,
            }
        };
        let decision = match said.decision {
            None if said.place.is_some() || said.changed_lines.is_some() => accepted(),
            None => return Ok(()),
            Some(Wish::Accept) => accepted(),
            Some(Wish::Undecided) if !is_put => return self.reopen(hunk),
            Some(Wish::Undecided) => Decision::Undecided,
            Some(Wish::Reject) => Decision::Rejected {
                why: said.why.clone(),
            },
            Some(Wish::Keep) => {
                let state = &self.plan.hunk(hunk).state;
                if !state.is_there() {
                    return Err(Fault::NotOnDisk(self.label(hunk)));
                }
                Decision::Accepted
            }
        };
        if let Some(line) = self.line_not_changed(hunk, &decision) {
            return Err(Fault::NoSuchLine {
                hunk: self.label(hunk),
                line: line + 1,
            });
        }
        if self.plan.hunk(hunk).decision != decision {
            let is_accepted = decision.is_accepted();
            self.carry_out(hunk, Command::Decide { hunk, decision })?;
            let is_open = matches!(
                self.plan.hunk(hunk).state,
                State::Ambiguous | State::TooWeak | State::NoMatch | State::DeletedLineNotFound
            );
            if is_accepted && is_open {
                return Err(Fault::NoPlaceGiven(self.label(hunk)));
            }
        }
        Ok(())
    }

    /// Takes back what was decided on a hunk, and where it was put.
    fn reopen(&mut self, hunk: HunkId) -> Result<(), Fault> {
        let is_put = self.settled.places.contains_key(&hunk);
        if is_put || self.plan.hunk(hunk).decision != Decision::Undecided {
            self.carry_out(hunk, Command::Reopen { hunk })?;
        }
        Ok(())
    }

    /// Runs one command; what it refuses is a fault.
    pub(super) fn carry_out(&mut self, hunk: HunkId, command: Command) -> Result<(), Fault> {
        match self.run(command) {
            Outcome::Done(_) => Ok(()),
            Outcome::Refused(why) => Err(Fault::Refused {
                hunk: self.label(hunk),
                why,
            }),
        }
    }
}

/// Returns whether a hunk that a decision is about is put in the place given there: nobody chose that of an undecided one, but
/// among others that are left it keeps it out of their way.
fn puts(said: &HunkDecision, others: Others) -> bool {
    match others {
        Others::Leave => true,
        Others::Apply => said.decision != Some(Wish::Undecided),
    }
}
