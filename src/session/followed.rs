//! Decisions that programs give, carried out as commands, one after the other.

use std::collections::BTreeSet;

use super::decisions::{Decisions, HunkDecision, Keep, Line, Overlap, VERSION, Wish};
use super::exported::digest_of;
use super::fault::Fault;
use super::{Command, Outcome, Session};
use crate::patch::{HunkId, HunkLine};
use crate::plan::overlap::{self, Meeting};
use crate::plan::{Decision, State};
use crate::text::RelPath;

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
    /// When a hunk or a path is none.
    pub fn take_targets(&mut self, decisions: &Decisions) -> Result<(), Fault> {
        if decisions.version != VERSION {
            return Err(Fault::Version(decisions.version));
        }
        let named = decisions.hunks.iter();
        let named = named.filter_map(|it| Some((it, it.target.as_ref()?)));
        for (decision, target) in named {
            let id = self.hunk_named(&decision.hunk)?;
            let path = RelPath::new(target).map_err(|fault| Fault::Path {
                path: target.clone(),
                fault,
            })?;
            if self.target(id.file) != Some(&path) {
                self.carry_out(
                    id,
                    Command::Retarget {
                        files: vec![id.file],
                        path,
                    },
                )?;
            }
        }
        Ok(())
    }

    /// Carries the decisions out, one command after the other.
    ///
    /// # Errors
    /// The first that cannot be: a name that means nothing here, a file that is another now, a place where the hunk does not
    /// fit. What was decided before it stays.
    pub fn follow(&mut self, decisions: &Decisions) -> Result<(), Fault> {
        let ids = decisions.hunks.iter().map(|it| self.hunk_named(&it.hunk));
        let ids = ids.collect::<Result<Vec<HunkId>, Fault>>()?;
        self.look_at_targets(decisions)?;
        let mut seen = BTreeSet::new();
        for (id, decision) in ids.iter().zip(&decisions.hunks) {
            let says_more = decision.decision.is_some() || decision.place.is_some();
            if says_more && !seen.insert(*id) {
                return Err(Fault::Twice(self.label(*id)));
            }
        }
        for (id, decision) in ids.iter().zip(&decisions.hunks) {
            if let Some(lines) = &decision.lines {
                let lines: Vec<HunkLine> = lines.iter().map(Line::to_hunk_line).collect();
                if *self.patch.hunk(*id).lines != *lines {
                    self.carry_out(*id, Command::Edit { hunk: *id, lines })?;
                }
            }
        }
        for (id, decision) in ids.iter().zip(&decisions.hunks) {
            if let Some(place) = &decision.place {
                self.put(*id, place, decisions)?;
            }
        }
        for overlap in &decisions.overlaps {
            self.settle_overlap(overlap)?;
        }
        for (id, decision) in ids.iter().zip(&decisions.hunks) {
            self.say(*id, decision)?;
        }
        // Accepting one accepts what it builds on: what was said of that goes before.
        for (id, decision) in ids.iter().zip(&decisions.hunks) {
            self.wish(*id, decision)?;
        }
        Ok(())
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

    fn settle_overlap(&mut self, overlap: &Overlap) -> Result<(), Fault> {
        let first = self.hunk_named(&overlap.first)?;
        let second = self.hunk_named(&overlap.second)?;
        if !self.do_conflict(first, second) {
            return Err(Fault::NoOverlap(self.label(first), self.label(second)));
        }
        let command = match overlap.keep {
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

    fn wish(&mut self, hunk: HunkId, said: &HunkDecision) -> Result<(), Fault> {
        let accepted = || match &said.changed_lines {
            Some(numbers) => {
                let lines = numbers.iter().filter_map(|number| number.checked_sub(1));
                Decision::Lines(lines.collect())
            }
            None => Decision::Accepted,
        };
        let decision = match said.decision {
            None if said.place.is_some() || said.changed_lines.is_some() => accepted(),
            None => return Ok(()),
            Some(Wish::Accept) => accepted(),
            Some(Wish::Undecided) => Decision::Undecided,
            Some(Wish::Reject) => Decision::Rejected {
                why: said.why.clone(),
            },
            Some(Wish::Keep) => {
                let state = &self.plan.hunk(hunk).state;
                if !matches!(state, State::AlreadyApplied | State::NoOp) {
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
