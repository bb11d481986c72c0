//! Commands become steps of resolutions.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::{Command, Outcome, Session};
use crate::matcher::{Cancel, Candidate, Never};
use crate::patch::{FileOp, Given, Hunk, HunkId, HunkLine, LineKind};
use crate::plan::{
    Block, Choice, Decision, FilePlan, HunkPlan, Placement, Resolution, State, Step, block,
};
use crate::text::display::display_line;
use crate::text::words::counted;
use crate::text::{LineSpan, RelPath};

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
                choice,
            } => step(
                format!(
                    "{} block {} of {}",
                    verb_of_block(choice),
                    block + 1,
                    self.name(hunk)
                ),
                vec![Resolution::Choose {
                    hunk,
                    block,
                    choice,
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

    /// Returns the step with the undecided hunks accepted, too, on whose lines those build that it accepts: one is written only
    /// with the other, and the place shown holds both.
    fn with_makers(&self, mut step: Step) -> Step {
        let accepted = step
            .resolutions
            .iter()
            .filter_map(|resolution| match resolution {
                Resolution::Decide { hunk, decision } if decision.is_accepted() => Some(*hunk),
                Resolution::Decide { .. }
                | Resolution::Place { .. }
                | Resolution::Unplace { .. }
                | Resolution::Order { .. }
                | Resolution::Retarget { .. }
                | Resolution::Edit { .. }
                | Resolution::Confirm { .. }
                | Resolution::Comment { .. }
                | Resolution::Split { .. }
                | Resolution::Read { .. }
                | Resolution::Join { .. }
                | Resolution::Choose { .. } => None,
            });
        let accepted: BTreeSet<HunkId> = accepted.collect();
        let makers: BTreeSet<HunkId> = accepted
            .iter()
            .flat_map(|hunk| self.makers(*hunk))
            .collect();
        let is_open = |maker: &&HunkId| {
            !accepted.contains(maker) && self.plan.hunk(**maker).decision == Decision::Undecided
        };
        let open = makers.iter().filter(is_open);
        step.resolutions
            .extend(open.map(|maker| decide(*maker, Decision::Accepted)));
        step
    }

    /// Returns the step with each hunk that it accepts as a whole accepted but for the lines that it removes and its place does
    /// not have: they are left out, and everybody is told so.
    fn without_missing(&self, mut step: Step) -> Step {
        let places = step.resolutions.iter();
        let places = places.filter_map(|resolution| {
            if let Resolution::Place { hunk, span } = resolution {
                Some((*hunk, *span))
            } else {
                None
            }
        });
        let places: BTreeMap<HunkId, LineSpan> = places.collect();
        // One made at all of its places gets lines that are in the file as they are.
        let edited = step.resolutions.iter();
        let edited = edited.filter_map(|resolution| {
            if let Resolution::Edit { hunk, .. } = resolution {
                Some(*hunk)
            } else {
                None
            }
        });
        let edited: BTreeSet<HunkId> = edited.collect();
        let is_whole = |id: HunkId| match self.patch.files[id.file].op {
            FileOp::Create | FileOp::Replace | FileOp::Delete => true,
            FileOp::Modify | FileOp::Rename { .. } | FileOp::Copy { .. } => false,
        };
        let place_of = |id: HunkId| match (places.get(&id), &self.plan.hunk(id).placement) {
            _ if is_whole(id) => None,
            (Some(span), _) if !edited.contains(&id) => self.place_on(id, *span),
            (None, Some(placed)) if placed.candidate.exact().is_none() => {
                Some(placed.candidate.for_once(Candidate::clone))
            }
            (_, _) => None,
        };
        let narrowed = |(at, resolution): (usize, &Resolution)| {
            let Resolution::Decide {
                hunk,
                decision: Decision::Accepted,
            } = resolution
            else {
                return None;
            };
            let place = place_of(*hunk).filter(|place| place.n_removals_missing() > 0)?;
            Some((at, *hunk, place))
        };
        let narrowed: Vec<_> = step
            .resolutions
            .iter()
            .enumerate()
            .filter_map(narrowed)
            .collect();
        for (at, hunk, place) in narrowed {
            let missing: BTreeSet<usize> = place.missing_removals().collect();
            let lines = place.variant.lines.iter().enumerate();
            let changed = lines.filter(|(_, line)| line.kind != LineKind::Context);
            let wanted = changed.filter(|(index, _)| !missing.contains(index));
            let decision = Decision::Lines(wanted.map(|(index, _)| index).collect());
            step.resolutions[at] = decide(hunk, decision);
            step.resolutions.push(Resolution::Read {
                hunk,
                lines: Hunk::digest_of(&place.variant.lines),
            });
        }
        step
    }

    fn keep_one(&self, hunk: HunkId, others: &[HunkId]) -> Step {
        let reject = others
            .iter()
            .map(|other| decide(*other, self.rejected_for(hunk)));
        let label = format!("keep {}, reject {}", self.name(hunk), self.names(others));
        step(label, reject.chain([self.accept_as_chosen(hunk)]).collect())
    }

    fn keep_all(&self, hunks: &[HunkId]) -> Step {
        let first = hunks
            .first()
            .map_or_else(String::new, |hunk| self.name(*hunk));
        let label = match hunks.len() {
            2 => format!("keep both, {first} first"),
            n => format!("keep all {n}, {first} first"),
        };
        // Each with every one below it: any two of them may be all that is left later on.
        let pairs = hunks.iter().enumerate().flat_map(|(at, first)| {
            let order = |second: &HunkId| Resolution::Order {
                first: *first,
                second: *second,
            };
            hunks[at + 1..].iter().map(order)
        });
        let accept = hunks.iter().map(|hunk| self.accept_as_chosen(*hunk));
        step(label, pairs.chain(accept).collect())
    }

    fn keep_none(&self, hunks: &[HunkId]) -> Step {
        // Where none of them is kept, none is out for another.
        let reject = |hunk: &HunkId| decide(*hunk, Decision::Rejected { why: None });
        let label = format!("reject {}", self.names(hunks));
        step(label, hunks.iter().map(reject).collect())
    }

    /// Returns that a hunk is wanted, but for the lines and blocks of it that were ruled out before.
    fn accept_as_chosen(&self, id: HunkId) -> Resolution {
        let plan = self.plan.hunk(id);
        let decision = match (&plan.decision, self.split(id)) {
            (Decision::Lines(lines), _) => Decision::Lines(lines.clone()),
            (_, blocks) if blocks.iter().any(|block| block.choice == Choice::Left) => {
                let wanted = blocks.iter().filter(|block| block.choice != Choice::Left);
                Decision::Lines(wanted.flat_map(|block| &block.lines).copied().collect())
            }
            (_, _) => Decision::Accepted,
        };
        decide(id, decision)
    }

    /// Returns the step with those hunks open again that were rejected only for one that it takes out of their way.
    fn with_reopened(&self, mut step: Step) -> Step {
        let goes = |resolution: &Resolution| match resolution {
            Resolution::Decide { hunk, decision } if !decision.is_accepted() => Some(*hunk),
            Resolution::Unplace { hunk } => Some(*hunk),
            Resolution::Place { hunk, span } => {
                let placed = self.plan.hunk(*hunk).placement.as_ref();
                let moves = placed.is_some_and(|placed| placed.candidate.lines() != *span);
                moves.then_some(*hunk)
            }
            Resolution::Decide { .. }
            | Resolution::Order { .. }
            | Resolution::Retarget { .. }
            | Resolution::Edit { .. }
            | Resolution::Confirm { .. }
            | Resolution::Comment { .. }
            | Resolution::Split { .. }
            | Resolution::Read { .. }
            | Resolution::Join { .. }
            | Resolution::Choose { .. } => None,
        };
        let is_in_force = |hunk: &HunkId| self.plan.hunk(*hunk).decision.is_accepted();
        let gone = step.resolutions.iter().filter_map(goes).filter(is_in_force);
        let waiting = |gone: HunkId| {
            let why = self.rejected_for(gone);
            let others = self.plan.files[gone.file].hunks.iter();
            others.filter(move |other| other.decision == why)
        };
        let is_decided = |id: HunkId| {
            let mut decided = step.resolutions.iter();
            decided.any(|it| matches!(it, Resolution::Decide { hunk, .. } if *hunk == id))
        };
        let reopened: BTreeSet<HunkId> = gone
            .flat_map(waiting)
            .map(|hunk| hunk.id)
            .filter(|id| !is_decided(*id))
            .collect();
        if reopened.is_empty() {
            return step;
        }
        let reopened: Vec<HunkId> = reopened.into_iter().collect();
        step.label += &format!(", reopen {}", self.names(&reopened));
        let reopen = reopened.iter().map(|id| decide(*id, Decision::Undecided));
        step.resolutions.extend(reopen);
        step
    }

    /// Names hunks for people: `hunk 4`, `hunks 4, 6 and 7`, the first few of many.
    pub fn names(&self, ids: &[HunkId]) -> String {
        const FEW: usize = 6;
        let numbers: Vec<String> = ids.iter().map(|id| self.number(*id).to_string()).collect();
        match numbers.as_slice() {
            [] => String::new(),
            [only] => format!("hunk {only}"),
            [first @ .., last] if ids.len() <= FEW => {
                format!("hunks {} and {last}", first.join(", "))
            }
            numbers => {
                let few = numbers[..FEW - 1].join(", ");
                format!("hunks {few} and {} more", numbers.len() - (FEW - 1))
            }
        }
    }

    /// Returns the step with the lines that the hunk has as it is read now, where single ones of them are decided on.
    fn with_reading(&self, mut step: Step) -> Step {
        let is_known = |id: HunkId| {
            let mut known = step.resolutions.iter();
            known.any(|it| matches!(it, Resolution::Read { hunk, .. } if *hunk == id))
        };
        let of_lines = step
            .resolutions
            .iter()
            .filter_map(|resolution| match resolution {
                Resolution::Decide {
                    hunk,
                    decision: Decision::Lines(_),
                }
                | Resolution::Split { hunk, .. } => Some(*hunk),
                Resolution::Decide { .. }
                | Resolution::Place { .. }
                | Resolution::Unplace { .. }
                | Resolution::Order { .. }
                | Resolution::Retarget { .. }
                | Resolution::Edit { .. }
                | Resolution::Confirm { .. }
                | Resolution::Comment { .. }
                | Resolution::Read { .. }
                | Resolution::Join { .. }
                | Resolution::Choose { .. } => None,
            });
        let of_lines = of_lines.filter(|hunk| !is_known(*hunk));
        let read = of_lines.map(|hunk| Resolution::Read {
            hunk,
            lines: Hunk::digest_of(self.lines_as_placed(hunk)),
        });
        let read: Vec<Resolution> = read.collect();
        step.resolutions.extend(read);
        step
    }

    /// Returns the lines of a hunk as they are read at its place; the patch's where it has none.
    fn lines_as_placed(&self, id: HunkId) -> &[HunkLine] {
        let placed = self.plan.hunk(id).placement.as_ref();
        placed.map_or(&self.patch.hunk(id).lines, |placed| {
            &placed.candidate.variant.lines
        })
    }

    /// Returns the lines of a hunk as they are read at its place, or at the best one it may have; the patch's where it has
    /// none. It is these that a decision on single lines counts.
    pub fn lines_read(&self, id: HunkId) -> Arc<[HunkLine]> {
        let read = |place: &Candidate| Arc::clone(&place.variant.lines);
        let as_written = || Arc::clone(&self.patch.hunk(id).lines);
        match (&self.plan.hunk(id).placement, self.found(id)) {
            // What stands to the letter is read in one way.
            (Some(placed), _) if placed.candidate.exact().is_some() => as_written(),
            (Some(placed), _) => placed.candidate.for_once(read),
            (None, Some(found)) => found
                .candidates
                .for_once(|places| places.first().map_or_else(as_written, read)),
            (None, None) => as_written(),
        }
    }

    /// Returns the first of the lines decided on that the hunk does not change.
    pub(super) fn line_not_changed(&self, id: HunkId, decision: &Decision) -> Option<usize> {
        let Decision::Lines(lines) = decision else {
            return None;
        };
        let own = self.lines_as_placed(id);
        let changes = |line: &HunkLine| line.kind != LineKind::Context;
        let is_none = |line: &usize| !own.get(*line).is_some_and(changes);
        lines.iter().copied().find(is_none)
    }

    /// Returns whether a decision keeps lines of a file that the hunk deletes: they would go with the file.
    fn keeps_of_a_deletion(&self, id: HunkId, decision: &Decision) -> bool {
        let Decision::Lines(lines) = decision else {
            return false;
        };
        let changes = |line: &&HunkLine| line.kind != LineKind::Context;
        let n_changed = self.lines_as_placed(id).iter().filter(changes).count();
        self.plan.files[id.file].op == FileOp::Delete && lines.len() < n_changed
    }

    /// Returns the earlier hunks on whose lines a hunk builds.
    pub(super) fn makers(&self, id: HunkId) -> impl Iterator<Item = HunkId> {
        let placed = self.plan.hunk(id).placement.as_ref();
        let makers = placed.map_or(&[][..], |placed| &placed.builds_on);
        makers.iter().map(move |hunk| HunkId { hunk: *hunk, ..id })
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

    /// Returns that a hunk is not wanted because of another that changes the same lines.
    fn rejected_for(&self, other: HunkId) -> Decision {
        Decision::Rejected {
            why: Some(format!("overlaps {}", self.name(other))),
        }
    }

    /// Returns the hunk that was kept instead of a rejected one; `None` where a person rejected it for itself.
    pub fn lost_to(&self, id: HunkId) -> Option<HunkId> {
        let decision = &self.plan.hunk(id).decision;
        // Nearly no hunk is rejected with words, and each other hunk would be named to be compared with them.
        let Decision::Rejected { why: Some(_) } = decision else {
            return None;
        };
        let mut others = self.plan.files[id.file].hunks.iter();
        let won = others
            .find(|other| other.decision.is_accepted() && *decision == self.rejected_for(other.id));
        won.map(|won| won.id)
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

    fn accept_each(&self, hunks: Vec<HunkId>) -> Step {
        let label = match hunks.as_slice() {
            [hunk] => format!("accept {}", self.name(*hunk)),
            hunks => format!("accept {} hunks", hunks.len()),
        };
        let accept = hunks
            .into_iter()
            .map(|hunk| decide(hunk, Decision::Accepted));
        step(label, accept.collect())
    }

    /// Returns the undecided hunks of a file that are accepted together, and the places of those that wait in the only one
    /// they can have: that of a comparison with their file.
    pub fn rest_of(&self, file: usize) -> Vec<(HunkId, Option<LineSpan>)> {
        let is_compared = self.patch.files[file].given != Given::Hunks;
        let rest = self.plan.files[file].hunks.iter().filter_map(|hunk| {
            let is_open = hunk.decision == Decision::Undecided && self.split(hunk.id).is_empty();
            let only = || match &*self.found(hunk.id)?.candidates {
                [only] if is_compared => Some(only.span),
                [] | [_] | [_, _, ..] => None,
            };
            match hunk.state {
                State::Placed if is_open => Some((hunk.id, None)),
                State::TooWeak if is_open => Some((hunk.id, Some(only()?))),
                State::Placed
                | State::TooWeak
                | State::AlreadyApplied
                | State::NoOp
                | State::Ambiguous
                | State::NoMatch
                | State::Overlap(_)
                | State::DeletedLineNotFound
                | State::ContextGone
                | State::Skipped
                | State::FileStuck
                | State::Dependent(_)
                | State::Drifted
                | State::Invalid(_)
                | State::Unresolved(_) => None,
            }
        });
        rest.collect()
    }

    fn accept_rest(&self, file: usize, except: &[HunkId]) -> Step {
        let mut rest = self.rest_of(file);
        rest.retain(|(hunk, _)| !except.contains(hunk));
        let label = format!("accept {} of this file", counted(rest.len(), "hunk"));
        let accept = |(hunk, span): (HunkId, Option<LineSpan>)| {
            let place = span.map(|span| Resolution::Place { hunk, span });
            place.into_iter().chain([decide(hunk, Decision::Accepted)])
        };
        step(label, rest.into_iter().flat_map(accept).collect())
    }

    fn reject_rest(&self, file: usize) -> Step {
        let is_open = |hunk: &&HunkPlan| {
            hunk.decision == Decision::Undecided && self.split(hunk.id).is_empty()
        };
        let rest = self.plan.files[file].hunks.iter().filter(is_open);
        let reject = |hunk: &HunkPlan| decide(hunk.id, Decision::Rejected { why: None });
        let reject: Vec<_> = rest.map(reject).collect();
        step(
            format!("reject {} of this file", counted(reject.len(), "hunk")),
            reject,
        )
    }

    fn keep_order(&self, file: usize) -> Step {
        let places = self.in_order(file);
        let label = match places.as_slice() {
            [(hunk, span)] => {
                let (name, number) = (self.name(*hunk), self.change_line_at(*hunk, *span) + 1);
                format!("keep order: {name} at line {number}")
            }
            places => format!("keep order of {} ties", places.len()),
        };
        let place = |(hunk, span)| Resolution::Place { hunk, span };
        step(label, places.into_iter().map(place).collect())
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

    /// Returns the undecided hunks that can be accepted without a look at each: whole, placed, and taking away nothing that
    /// the reply does not quote.
    pub fn open_hunks(&self) -> impl Iterator<Item = HunkId> {
        let ids = self.plan.hunks().map(|hunk| hunk.id);
        ids.filter(|id| {
            let is_good = |maker: HunkId| {
                self.is_open_in(maker) || self.plan.hunk(maker).decision.is_accepted()
            };
            self.is_open_in(*id) && self.makers(*id).all(is_good)
        })
    }

    /// Returns those of the open hunks that match line for line.
    pub fn clear_hunks(&self) -> impl Iterator<Item = HunkId> {
        let is_good =
            |maker: HunkId| self.is_clear(maker) || self.plan.hunk(maker).decision.is_accepted();
        self.open_hunks()
            .filter(move |id| self.is_clear(*id) && self.makers(*id).all(is_good))
    }

    /// Returns whether the hunk is one of [`Session::clear_hunks`].
    pub fn is_clear(&self, id: HunkId) -> bool {
        self.is_clear_in(&self.plan.files[id.file], id)
    }

    pub(super) fn is_clear_in(&self, file: &FilePlan, id: HunkId) -> bool {
        // Lines that a person wrote are not the reply's: that they fit does not say that they are wanted.
        is_strict(&file.hunks[id.hunk]) && self.is_open(file, id) && !self.is_edited(id)
    }

    fn is_open_in(&self, id: HunkId) -> bool {
        self.is_open(&self.plan.files[id.file], id)
    }

    fn is_open(&self, file: &FilePlan, id: HunkId) -> bool {
        let hunk = &file.hunks[id.hunk];
        hunk.decision == Decision::Undecided
            && hunk.state == State::Placed
            && self.split(id).is_empty()
            && !file.loses_unquoted(self.patch.hunk(id))
    }

    /// Returns the blocks of a hunk that has a place, as splitting it would give them.
    pub fn blocks_of(&self, id: HunkId) -> Vec<Block> {
        let plan = self.plan.hunk(id);
        let placed = plan.placement.as_ref();
        placed.map_or_else(Vec::new, |placed| {
            block::blocks(&placed.candidate.variant.lines, &plan.decision)
        })
    }

    /// Returns the blocks of a hunk that is decided on block by block; empty for any other.
    pub fn split(&self, id: HunkId) -> &[Block] {
        let split = self.settled.split.get(&id);
        // Blocks of another reading than that at its place now mean nothing.
        let split = split.filter(|_| self.settled.is_about(id, self.lines_as_placed(id)));
        split.map_or(&[], Vec::as_slice)
    }

    /// Returns the hunks that are split.
    pub fn all_split(&self) -> impl Iterator<Item = HunkId> {
        let split = self.settled.split.keys();
        split.copied().filter(|id| !self.split(*id).is_empty())
    }

    /// Returns the other hunks that a person kept with this one though they change the same lines.
    pub fn kept_with(&self, id: HunkId) -> Vec<HunkId> {
        let orders = self.settled.orders.iter();
        let others = orders.filter_map(|(first, second)| match id {
            _ if id == *first => Some(*second),
            _ if id == *second => Some(*first),
            _ => None,
        });
        let is_kept = |other: &HunkId| self.plan.hunk(*other).decision.is_accepted();
        others.filter(is_kept).collect()
    }

    /// Returns what a person said about the hunk.
    pub fn comment(&self, id: HunkId) -> Option<&str> {
        self.settled.comments.get(&id).map(String::as_str)
    }

    /// Returns the hunks that a person said something about, in the patch's order.
    pub fn commented(&self) -> impl Iterator<Item = HunkId> {
        self.settled.comments.keys().copied()
    }

    /// Returns whether a person saw the hidden text which the hunk adds.
    pub fn is_confirmed(&self, id: HunkId) -> bool {
        self.settled.confirmed.contains(&id)
    }

    /// Returns a hunk's name for people: `hunk 4`, numbered through the whole reply.
    pub fn name(&self, id: HunkId) -> String {
        format!("hunk {}", self.number(id))
    }

    /// Returns a hunk's 1-based number in the whole reply.
    pub fn number(&self, id: HunkId) -> usize {
        self.n_above[id.file] + id.hunk + 1
    }

    /// Returns the name of a hunk that people and scripts use, such as `h4-3f9a`: its number in the reply and the first
    /// digits of its content's digest, so that a decision saved for it cannot fall on another.
    pub fn label(&self, id: HunkId) -> String {
        Hunk::label_of(self.digest_as_read(id), self.number(id))
    }
}

fn is_strict(hunk: &HunkPlan) -> bool {
    let strict = |placed: &Placement| placed.candidate.is_strict();
    hunk.placement.as_ref().is_some_and(strict)
}

pub(super) fn step(label: String, resolutions: Vec<Resolution>) -> Step {
    Step { label, resolutions }
}

pub(super) fn decide(hunk: HunkId, decision: Decision) -> Resolution {
    Resolution::Decide { hunk, decision }
}

fn verb_of_block(choice: Choice) -> &'static str {
    match choice {
        Choice::Open => "reopen",
        Choice::Taken => "accept",
        Choice::Left => "reject",
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
