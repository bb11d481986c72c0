//! Commands become steps of resolutions.

use std::collections::BTreeSet;

use super::{Command, Outcome, Session};
use crate::matcher::{Cancel, Never};
use crate::patch::{HunkId, HunkLine};
use crate::plan::{BlockDecision, Decision, Resolution, Step};
use crate::text::RelPath;
use crate::text::display::display_line;

mod brought;
mod kept;
mod lines;
mod named;
mod together;

impl Session {
    /// Carries out one command and returns what it did.
    pub fn run(&mut self, command: Command) -> Outcome {
        self.run_while(command, &Never)
    }

    /// Does the same until it is cancelled, where the command has files matched anew; then those that are left
    /// are [`Unsearched`](crate::plan::FileState::Unsearched).
    pub fn run_while(&mut self, command: Command, cancel: &dyn Cancel) -> Outcome {
        match self.resolve(command) {
            Ok((done, files)) => {
                self.replan(&files, cancel);
                Outcome::Done(done)
            }
            Err(why) => Outcome::Refused(why),
        }
    }

    /// Changes the resolutions. Returns what was done, in words, and the files it is about; `Err` says why it was not.
    fn resolve(&mut self, command: Command) -> Result<(String, BTreeSet<usize>), String> {
        let step = match command {
            Command::Undo => return self.undo(),
            Command::Redo => return self.redo(),
            Command::Place { hunk, span } => step(
                format!("place {}", self.name(hunk)),
                vec![Resolution::Place { hunk, span }],
            ),
            Command::AcceptAt { hunk, span } => step(
                format!("accept {}", self.name(hunk)),
                vec![
                    Resolution::Place { hunk, span },
                    decide(hunk, Decision::Accepted),
                ],
            ),
            Command::InsertAt { hunk, span } => self.insert_at(hunk, span)?,
            Command::ReplaceAt { hunk, span } => self.replace_lacking(hunk, span)?,
            Command::Decide { hunk, decision } => {
                if let Some(line) = self.line_not_changed(hunk, &decision) {
                    return Err(format!("changes no line {}", line + 1));
                }
                if self.keeps_of_a_deletion(hunk, &decision) {
                    return Err("the hunk deletes the file: accept all of it, or reject it".into());
                }
                // None of its lines is wanted, however they are read.
                let decision = match decision {
                    Decision::Lines(lines) if lines.is_empty() => Decision::Rejected { why: None },
                    decision @ (Decision::Undecided
                    | Decision::Accepted
                    | Decision::Rejected { .. }
                    | Decision::Lines(_)) => decision,
                };
                step(
                    format!("{} {}", verb(&decision), self.name(hunk)),
                    vec![decide(hunk, decision)],
                )
            }
            Command::Reopen { hunk } => step(
                format!("reopen {}", self.name(hunk)),
                self.put_back(hunk)
                    .chain([decide(hunk, Decision::Undecided)])
                    .collect(),
            ),
            Command::AcceptEverywhere { hunk } => self.accept_everywhere(hunk)?,
            Command::AcceptEach { hunks } => self.accept_each(hunks),
            Command::AcceptRest { file, except } => self.accept_rest(file, &except),
            Command::RejectRest { file } => self.reject_rest(file),
            Command::KeepOrder { file } => self.keep_order(file),
            Command::KeepOne { hunk, others } => self.keep_one(hunk, &others),
            Command::KeepAll { hunks } => self.keep_all(&hunks),
            Command::KeepApart { moved, span, other } => step(
                format!(
                    "move {} to line {}",
                    self.name(moved),
                    self.change_line_at(moved, span) + 1
                ),
                vec![
                    Resolution::Place { hunk: moved, span },
                    decide(moved, Decision::Accepted),
                    self.accept_as_chosen(other),
                ],
            ),
            Command::KeepNone { hunks } => self.keep_none(&hunks),
            Command::Edit { hunk, lines } => self.edit(hunk, lines)?,
            Command::Confirm { hunk } => step(
                format!("allow hidden text of {}", self.name(hunk)),
                vec![Resolution::Confirm { hunk }],
            ),
            Command::Comment { hunk, text } => self.comment_on(hunk, text)?,
            Command::Split { hunk } => step(
                format!("split {}", self.name(hunk)),
                vec![Resolution::Split {
                    hunk,
                    blocks: self.blocks_of(hunk),
                }],
            ),
            Command::Join { hunk } => step(
                format!("join {}", self.name(hunk)),
                vec![Resolution::Join { hunk }],
            ),
            Command::Choose {
                hunk,
                block,
                decision,
            } => step(
                format!(
                    "{} block {} of {}",
                    verb_of_block(decision),
                    block + 1,
                    self.name(hunk)
                ),
                vec![Resolution::Choose {
                    hunk,
                    block,
                    decision,
                }],
            ),
            Command::Retarget { files, path } => self.retarget(&files, &path)?,
        };
        if step.resolutions.is_empty() {
            return Err("nothing to settle here".to_string());
        }
        let step = self.with_makers(self.with_reopened(step));
        let step = self.with_reading(self.without_missing(step));
        let (label, files) = (step.label.clone(), step.files());
        self.resolutions.push(step);
        Ok((label, files))
    }

    fn undo(&mut self) -> Result<(String, BTreeSet<usize>), String> {
        let step = self.resolutions.undo().ok_or("no decision to undo")?;
        // A place that was chosen before is not where that of this step was.
        for resolution in &step.resolutions {
            if let Resolution::Place { hunk, .. } = resolution {
                self.changed_places.remove(hunk);
            }
        }
        Ok((format!("Undone: {}", step.label), step.files()))
    }

    fn redo(&mut self) -> Result<(String, BTreeSet<usize>), String> {
        let step = self.resolutions.redo();
        let step = step.ok_or("no decision to redo")?;
        Ok((format!("Redone: {}", step.label), step.files()))
    }

    fn edit(&self, hunk: HunkId, lines: Vec<HunkLine>) -> Result<Step, String> {
        if *self.patch.hunk(hunk).lines == *lines {
            return Err("no changes".to_string());
        }
        let label = format!("edit {}", self.name(hunk));
        let old = |line: &&HunkLine| line.in_preimage();
        let now = lines.iter().filter(old).map(|line| &line.body);
        let asks_the_same = self
            .patch
            .hunk(hunk)
            .preimage()
            .eq(now.map(|body| &***body));
        // A place is chosen for the lines that a hunk asks for: other lines are matched anew.
        let unplaced = self.put_back(hunk).filter(|_| !asks_the_same);
        let edit = Resolution::Edit { hunk, lines };
        Ok(step(label, unplaced.chain([edit]).collect()))
    }

    /// Returns what takes back where a hunk was put; nothing where nobody put it anywhere.
    fn put_back(&self, hunk: HunkId) -> impl Iterator<Item = Resolution> + use<> {
        let is_put = self.settled.places.contains_key(&hunk);
        is_put.then_some(Resolution::Unplace { hunk }).into_iter()
    }

    fn retarget(&self, files: &[usize], path: &RelPath) -> Result<Step, String> {
        let others = files
            .iter()
            .filter(|file| self.target(**file) != Some(path));
        let resolutions: Vec<Resolution> = others
            .map(|file| Resolution::Retarget {
                file: *file,
                path: path.clone(),
            })
            .collect();
        let name = display_line(path.as_bytes());
        let label = match resolutions.len() {
            0 => return Err("already for that file".to_string()),
            1 => format!("choose file {name}"),
            n => format!("choose file {name} for {n} parts"),
        };
        Ok(step(label, resolutions))
    }

    /// The reason of a rejected hunk is what is said of it.
    fn comment_on(&self, hunk: HunkId, text: String) -> Result<Step, String> {
        if self.comment(hunk).unwrap_or_default() == text {
            return Err("comment unchanged".to_string());
        }
        let mut resolutions = vec![Resolution::Comment {
            hunk,
            text: text.clone(),
        }];
        if self.plan.hunk(hunk).decision.is_rejected() {
            let why = Some(text).filter(|text| !text.is_empty());
            resolutions.push(decide(hunk, Decision::Rejected { why }));
        }
        Ok(step(format!("comment on {}", self.name(hunk)), resolutions))
    }

    /// Returns what a person said about the hunk.
    pub fn comment(&self, id: HunkId) -> Option<&str> {
        self.settled.comments.get(&id).map(String::as_str)
    }

    /// Returns a comment on the hunk that was begun and not given yet.
    pub fn draft(&self, id: HunkId) -> Option<&str> {
        self.drafts.get(&id).map(String::as_str)
    }

    /// Returns the hunks that have one, in the patch's order.
    pub fn drafted(&self) -> Vec<HunkId> {
        self.drafts.keys().copied().collect()
    }

    /// Keeps a comment that was begun, `None` where it was given or is what was given before. It is saved with the review, and is
    /// no decision: nothing undoes it.
    pub fn keep_draft(&mut self, id: HunkId, draft: Option<String>) {
        match draft {
            Some(draft) => self.drafts.insert(id, draft),
            None => self.drafts.remove(&id),
        };
    }

    /// Takes the comments begun in `other`, of which this is a copy that was worked on meanwhile.
    pub fn take_drafts(&mut self, other: &Session) {
        self.drafts.clone_from(&other.drafts);
    }

    /// Returns the hunks that a person said something about, in the patch's order.
    pub fn commented(&self) -> impl Iterator<Item = HunkId> {
        self.settled.comments.keys().copied()
    }

    /// Returns whether a person saw the hidden text which the hunk adds.
    pub fn is_confirmed(&self, id: HunkId) -> bool {
        self.settled.confirmed.contains(&id)
    }
}

pub(super) fn step(label: String, resolutions: Vec<Resolution>) -> Step {
    Step { label, resolutions }
}

pub(super) fn decide(hunk: HunkId, decision: Decision) -> Resolution {
    Resolution::Decide { hunk, decision }
}

fn verb_of_block(decision: BlockDecision) -> &'static str {
    match decision {
        BlockDecision::Undecided => "reopen",
        BlockDecision::Accepted => "accept",
        BlockDecision::Rejected => "reject",
    }
}

fn verb(decision: &Decision) -> &'static str {
    match decision {
        Decision::Undecided => "reopen",
        Decision::Accepted => "accept",
        Decision::Rejected { .. } => "reject",
        Decision::Lines(_) => "accept lines of",
    }
}
