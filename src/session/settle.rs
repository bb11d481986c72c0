//! Commands become steps of resolutions.

use super::{Command, Outcome, Session};
use crate::matcher::Tier;
use crate::patch::HunkId;
use crate::plan::{Decision, Resolution, State, Step, policy};
use crate::text::LineSpan;

impl Session {
    /// Carries out one command and returns what it did.
    pub fn run(&mut self, command: Command) -> Outcome {
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
            Command::Decide { hunk, decision } => step(
                format!("{} {}", verb(&decision), self.name(hunk)),
                vec![decide(hunk, decision)],
            ),
            Command::AcceptClear => {
                let clear: Vec<HunkId> = self.clear_hunks().collect();
                let label = format!("accept {} strict and clear", clear.len());
                step(
                    label,
                    clear
                        .into_iter()
                        .map(|hunk| decide(hunk, Decision::Accepted))
                        .collect(),
                )
            }
            Command::RejectRest { file } => {
                let hunks = self.plan.files[file].hunks.iter();
                let rest = hunks.filter(|hunk| hunk.decision == Decision::Undecided);
                let rejected = Decision::Rejected { why: None };
                let resolutions: Vec<_> =
                    rest.map(|hunk| decide(hunk.id, rejected.clone())).collect();
                step(
                    format!("reject {} of the file", resolutions.len()),
                    resolutions,
                )
            }
            Command::KeepOrder { file } => match self.in_order(file) {
                Some(places) => step(format!("keep the order of {}", places.len()), places),
                None => {
                    return Outcome::Refused(
                        "the order of the patch does not settle these ties".into(),
                    );
                }
            },
            Command::TakeOver { hunk, other } => {
                let why = format!("overlaps {}", self.name(hunk));
                step(
                    format!("take {} over {}", self.name(hunk), self.name(other)),
                    vec![
                        decide(other, Decision::Rejected { why: Some(why) }),
                        decide(hunk, Decision::Accepted),
                    ],
                )
            }
            Command::TakeBoth { first, second } => step(
                format!("take {}, then {}", self.name(first), self.name(second)),
                vec![
                    Resolution::Order { first, second },
                    decide(first, Decision::Accepted),
                    decide(second, Decision::Accepted),
                ],
            ),
            Command::TakeNeither { first, second } => {
                let why = |other| Decision::Rejected {
                    why: Some(format!("overlaps {}", self.name(other))),
                };
                step(
                    format!("reject {} and {}", self.name(first), self.name(second)),
                    vec![decide(first, why(second)), decide(second, why(first))],
                )
            }
            Command::Edit { hunk, lines } => {
                if self.patch.hunk(hunk).lines == lines {
                    return Outcome::Refused("nothing was changed".to_string());
                }
                step(
                    format!("edit {}", self.name(hunk)),
                    vec![Resolution::Edit { hunk, lines }],
                )
            }
            Command::Retarget { file, path } => {
                let label = format!(
                    "take {} as the target",
                    crate::text::display::display_line(path.as_bytes())
                );
                step(label, vec![Resolution::Retarget { file, path }])
            }
        };
        if step.resolutions.is_empty() {
            return Outcome::Refused("nothing to settle here".to_string());
        }
        let label = step.label.clone();
        self.resolutions.push(step);
        self.replan();
        Outcome::Done(label)
    }

    fn undo(&mut self) -> Outcome {
        match self.resolutions.undo().map(|step| step.label.clone()) {
            Some(label) => {
                self.replan();
                Outcome::Done(format!("undone: {label}"))
            }
            None => Outcome::Refused("no decision to undo".to_string()),
        }
    }

    fn redo(&mut self) -> Outcome {
        match self.resolutions.redo().map(|step| step.label.clone()) {
            Some(label) => {
                self.replan();
                Outcome::Done(format!("done again: {label}"))
            }
            None => Outcome::Refused("no decision to make again".to_string()),
        }
    }

    /// Returns how many hunks [`Command::AcceptClear`] would accept.
    pub fn n_clear(&self) -> usize {
        self.clear_hunks().count()
    }

    /// Returns the undecided hunks that stand in one strict place which nobody had to choose.
    fn clear_hunks(&self) -> impl Iterator<Item = HunkId> {
        let clear = self.plan.hunks().filter(|hunk| {
            let strict = hunk
                .placement
                .as_ref()
                .is_some_and(|placement| placement.candidate.tier == Tier::Strict);
            hunk.decision == Decision::Undecided && hunk.state == State::Placed && strict
        });
        clear.map(|hunk| hunk.id)
    }

    /// Returns the places that the tied hunks of a file take when each goes to its first tied place below the hunk before
    /// it; `None` when there is no tie, or one of them finds no such place.
    fn in_order(&self, file: usize) -> Option<Vec<Resolution>> {
        let mut below = 0;
        let mut places = Vec::new();
        for hunk in &self.plan.files[file].hunks {
            let span = match (&hunk.state, &hunk.placement) {
                (State::Ambiguous, _) => {
                    let span = self.first_tied_below(hunk.id, below)?;
                    places.push(Resolution::Place {
                        hunk: hunk.id,
                        span,
                    });
                    span
                }
                (_, Some(placement)) => placement.candidate.span,
                (_, None) => continue,
            };
            below = below.max(span.end);
        }
        (!places.is_empty()).then_some(places)
    }

    fn first_tied_below(&self, id: HunkId, below: usize) -> Option<LineSpan> {
        let candidates = &self.found(id)?.candidates;
        let tied = candidates[..policy::n_tied(candidates)].iter();
        tied.map(|candidate| candidate.span)
            .filter(|span| span.start >= below)
            .min()
    }

    /// Returns whether [`Command::KeepOrder`] would settle the ties of a file.
    pub fn order_settles(&self, file: usize) -> bool {
        self.in_order(file).is_some()
    }

    /// Returns a hunk's name for people: `hunk 4`, numbered through the whole reply.
    pub fn name(&self, id: HunkId) -> String {
        format!("hunk {}", self.number(id))
    }

    /// Returns a hunk's 1-based number in the whole reply.
    pub fn number(&self, id: HunkId) -> usize {
        let before: usize = self.patch.files[..id.file]
            .iter()
            .map(|file| file.hunks.len())
            .sum();
        before + id.hunk + 1
    }
}

fn step(label: String, resolutions: Vec<Resolution>) -> Step {
    Step { label, resolutions }
}

fn decide(hunk: HunkId, decision: Decision) -> Resolution {
    Resolution::Decide { hunk, decision }
}

fn verb(decision: &Decision) -> &'static str {
    match decision {
        Decision::Undecided => "reopen",
        Decision::Accepted => "accept",
        Decision::Rejected { .. } => "reject",
        Decision::Lines(_) => "accept lines of",
    }
}
