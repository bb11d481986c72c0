//! What is true of the review as it stands on the screen: questions that change nothing.

use super::{HiddenText, Mode, Model, UnlikeAct};
use crate::matcher::{Candidate, tie};
use crate::patch::{FileOp, HunkId, LineKind, PatchPath};
use crate::plan::conflict::Message;
use crate::plan::{Block, BlockDecision, Decision, FileState, HunkPlan, State};
use crate::report;
use crate::session::{Session, Tally};
use crate::text::{Content, RelPath, Snapshot};
use crate::ui::doc::{Reading, Row};
use crate::ui::keymap::{self, Action};
use crate::ui::mark::Mark;
use crate::ui::view;

impl Model {
    /// Returns what was found of hidden text in a hunk, and nobody has confirmed yet.
    fn hidden_in(&self, id: HunkId) -> &[HiddenText] {
        let found = self.hidden_texts.get(&id);
        let found = found.filter(|_| !self.session.is_confirmed(id));
        found.map_or(&[], Vec::as_slice)
    }

    /// Says what that is and where in the file it would be, a sentence each.
    pub fn hidden(&self, id: HunkId) -> Vec<String> {
        let says = |found: &HiddenText| {
            let lines = self.result_lines(id, &found.added);
            let at = match lines.as_slice() {
                [] => String::new(),
                [line] => format!(" in new line {}", line + 1),
                [first, .., last] => format!(" in new lines {} to {}", first + 1, last + 1),
            };
            match found.added.is_empty() {
                true => format!("the file's name holds {}", found.what),
                false => format!("adds {}{at}", found.what),
            }
        };
        self.hidden_in(id).iter().map(says).collect()
    }

    /// Returns which lines of the result those are that the hunk on the screen adds, 0-based; none of another.
    fn result_lines(&self, id: HunkId, added: &[usize]) -> Vec<usize> {
        if id != self.hunk {
            return Vec::new();
        }
        let rows = self.doc.rows_of_hunk(Reading::Unified, id);
        let rows = self.doc.rows(Reading::Unified, rows.start, rows.len());
        let cells = rows.iter().filter_map(|row| row.left);
        let own = cells.filter(|cell| cell.by.is_some_and(|by| by.hunk == id));
        let new = own.filter(|cell| cell.kind == LineKind::Insert);
        let new: Vec<usize> = new.filter_map(|cell| cell.line_index).collect();
        let lines = added.iter().filter_map(|nth| new.get(nth - 1).copied());
        lines.collect()
    }

    /// Returns whether a hunk adds hidden text that somebody has still to look at: it can be neither accepted nor written. What
    /// was ruled out of it, by its lines or its blocks, is not added.
    pub fn hides(&self, hunk: &HunkPlan) -> bool {
        !hunk.decision.is_rejected() && self.would_hide(hunk)
    }

    /// Returns whether accepting a hunk, also one that is rejected, would add hidden text that is not allowed yet.
    pub fn would_hide(&self, hunk: &HunkPlan) -> bool {
        let is_out = matches!(
            hunk.state,
            State::AlreadyApplied | State::NoOp | State::Skipped
        );
        if is_out || self.hidden_in(hunk.id).is_empty() {
            return false;
        }
        let blocks = self.session.split(hunk.id);
        let is_wanted = |line: usize| match &hunk.decision {
            Decision::Lines(lines) => lines.contains(&line),
            Decision::Undecided | Decision::Accepted | Decision::Rejected { .. } => {
                let own = blocks.iter().find(|block| block.lines.contains(&line));
                own.is_none_or(|block| block.decision != BlockDecision::Rejected)
            }
        };
        self.is_found_in(hunk.id, is_wanted)
    }

    /// Returns whether something hidden is in a line of the hunk that `is_wanted`, by its index among those that were matched.
    fn is_found_in(&self, id: HunkId, is_wanted: impl Fn(usize) -> bool) -> bool {
        let lines = self.session.lines_read(id);
        let inserted = lines.iter().enumerate();
        let inserted = inserted.filter(|(_, line)| line.is_insert());
        let inserted: Vec<usize> = inserted.map(|(index, _)| index).collect();
        // Where the hunk is read with other lines than it is written, what is not found among them is wanted.
        let holds = |nth: &usize| inserted.get(nth - 1).is_none_or(|line| is_wanted(*line));
        let mut found = self.hidden_in(id).iter();
        found.any(|found| found.added.is_empty() || found.added.iter().any(holds))
    }

    /// Returns whether `session` accepts hidden text of a hunk, in all of it, in lines or in a block.
    pub fn takes_hidden(&self, session: &Session, id: HunkId) -> bool {
        let taken = |block: &&Block| block.decision == BlockDecision::Accepted;
        let blocks = session.split(id);
        match &session.plan().hunk(id).decision {
            Decision::Accepted => true,
            Decision::Lines(lines) => self.is_found_in(id, |line| lines.contains(&line)),
            Decision::Undecided | Decision::Rejected { .. } => {
                let in_block = |line| {
                    blocks
                        .iter()
                        .filter(taken)
                        .any(|it| it.lines.contains(&line))
                };
                !blocks.is_empty() && self.is_found_in(id, in_block)
            }
        }
    }

    /// Returns whether a hunk waits for a person: for a place, or for a look at what it hides.
    pub fn needs_you(&self, hunk: &HunkPlan) -> bool {
        hunk.needs_person() || self.hides(hunk)
    }

    /// Returns the hunks that wait for a person, in the patch's order.
    pub fn needing_you(&self) -> impl DoubleEndedIterator<Item = HunkId> {
        let files = self.session.plan().files.iter();
        let hunks = files.flat_map(|file| &file.hunks);
        hunks
            .filter(|hunk| self.needs_you(hunk))
            .map(|hunk| hunk.id)
    }

    /// Returns whether a hunk asks a question of its own: of those that are in one conflict the first does.
    pub fn asks(&self, hunk: &HunkPlan) -> bool {
        let first = self.knots.get(&hunk.id);
        self.needs_you(hunk) && first.is_none_or(|first| *first == hunk.id)
    }

    /// Returns the hunk that asks the question which this one is part of.
    pub fn asker(&self, id: HunkId) -> HunkId {
        self.knots.get(&id).copied().unwrap_or(id)
    }

    /// Returns whether a hunk has its place and asks for nothing but a decision.
    pub fn is_open(&self, hunk: &HunkPlan) -> bool {
        hunk.decision == Decision::Undecided && hunk.state == State::Placed && !self.hides(hunk)
    }

    /// Returns the exact matches that are accepted together: none that hides something or drops lines, and none of a file that
    /// changed on disk: it is not known whether they match it as it is now.
    pub fn clear_hunks(&self) -> Vec<HunkId> {
        let plan = self.session.plan();
        let is_clear = |id: &HunkId| {
            !self.hides(plan.hunk(*id)) && !self.is_of_changed(*id) && !self.session.drops(*id)
        };
        self.session.clear_hunks().filter(is_clear).collect()
    }

    /// Counts the exact matches that drop lines, and hide nothing.
    fn n_dropping(&self) -> usize {
        let clear = self.session.clear_whole();
        let dropping = clear.filter(|hunk| !self.hides(hunk) && self.session.drops(hunk.id));
        dropping.count()
    }

    /// Returns whether the file of a hunk changed on disk since it was matched.
    pub fn is_of_changed(&self, id: HunkId) -> bool {
        let target = self.session.plan().files[id.file].target.as_ref();
        let mut files = self.drift.files.iter();
        files.any(|file| Some(&file.now.path) == target)
    }

    /// Counts the hunks as the session does, with those that hide something among the ones that need a person.
    pub fn tally(&self) -> Tally {
        let mut tally = self.session.tally();
        for id in self.hidden_texts.keys() {
            let hunk = self.session.plan().hunk(*id);
            if !self.hides(hunk) || hunk.needs_person() {
                continue;
            }
            tally.n_need += 1;
            tally.n_stuck += usize::from(hunk.decision.is_accepted());
            tally.n_open -= usize::from(hunk.decision == Decision::Undecided);
            tally.n_clear -= usize::from(self.session.is_clear(*id));
        }
        tally.n_clear -= self.n_dropping();
        if !self.drift.is_empty() {
            tally.n_clear = self.clear_hunks().len();
        }
        tally
    }

    /// Counts the hunks that are decided on and not stuck.
    pub fn n_decided(&self) -> usize {
        let tally = self.tally();
        let n_touched = tally.n_hunks - tally.n_undecided;
        n_touched - tally.n_stuck.min(n_touched)
    }

    /// Returns whether the hunk under review adds hidden text that nobody has confirmed yet.
    pub fn is_hiding(&self) -> bool {
        self.hides(self.current())
    }

    /// Returns the hunk whose hidden text has to be allowed before what is on the screen can be accepted: the one under review,
    /// or one that the result on the screen keeps. It may be rejected.
    pub fn hiding_here(&self) -> Option<HunkId> {
        let hides = |id: &HunkId| self.would_hide(self.session.plan().hunk(*id));
        match &self.overlap {
            Some(overlap) => {
                let kept = overlap.asked().map_or(&[][..], |side| overlap.kept(side));
                kept.iter().copied().find(hides)
            }
            None => Some(self.hunk).filter(|id| hides(id) && self.block_hides()),
        }
    }

    /// Returns whether the screen asks about hidden text: nothing that it is in can be accepted before it is allowed. Which of
    /// several places is meant is asked first.
    pub fn asks_hidden(&self) -> bool {
        let has_place = self.current().state == State::Placed
            || self.overlap.is_some()
            || matches!(self.mode, Mode::Place(_))
            || self.looked.contains_key(&self.hunk);
        has_place && self.hiding_here().is_some() && !self.current().decision.is_rejected()
    }

    /// Returns whether the hidden text of the hunk under review is in its block under review; of one that is whole it is.
    fn block_hides(&self) -> bool {
        let block = self.split().get(self.block);
        block.is_none_or(|block| self.is_found_in(self.hunk, |line| block.lines.contains(&line)))
    }

    /// Says where line `line_index` of the reply is: by its number, in the file that holds it where there are several.
    pub fn line_of_reply(&self, line_index: usize) -> String {
        let mut above = 0;
        for (name, n_lines) in &self.replies {
            if line_index < above + n_lines {
                return format!("line {} of {name}", line_index - above + 1);
            }
            above += n_lines;
        }
        format!("line {} of the reply", line_index + 1)
    }

    /// Returns the key that asks for `action`, as people read it in a message.
    pub fn key(&self, action: Action) -> String {
        self.keys.first(action)
    }

    /// Returns whether a key asks for `action` on this screen.
    pub fn can(&self, action: Action) -> bool {
        keymap::of_context(self.context()).any(|row| row.action == action)
    }

    /// Returns whether nobody looked for the hunk to the end.
    pub fn is_unsearched(&self) -> bool {
        let file = &self.session.plan().files[self.hunk.file];
        self.file_is_stuck() && file.state == FileState::Unsearched
    }

    /// Returns whether what stands in the way of the hunk is its file.
    pub fn file_is_stuck(&self) -> bool {
        self.current().state == State::FileStuck
    }

    /// Returns whether the reply names no file for the part of index `file`.
    pub fn names_no_file(&self, file: usize) -> bool {
        self.session.patch().files[file].path == PatchPath::Missing
    }

    /// Returns the parts of the reply that name no file and were given none, with the part under review; none where that one
    /// names its file.
    pub fn nameless(&self) -> Vec<usize> {
        let plans = &self.session.plan().files;
        let is_open = |file: usize| file == self.hunk.file || plans[file].target.is_none();
        let files = (0..plans.len()).filter(|file| self.names_no_file(*file) && is_open(*file));
        match self.names_no_file(self.hunk.file) {
            true => files.collect(),
            false => Vec::new(),
        }
    }

    /// Returns the plan of the hunk under review.
    pub fn current(&self) -> &HunkPlan {
        self.session.plan().hunk(self.hunk)
    }

    /// Returns the places of the hunk under review, best first; before them the one that was chosen for it, where that changed.
    pub fn places(&self) -> &[Candidate] {
        let found = self.session.found(self.hunk);
        let found = found.map_or(&[][..], |found| &found.candidates);
        let places = match self.listed.is_empty() {
            true => found,
            false => &self.listed,
        };
        // A file is deleted as a whole, wherever else its lines may be like those that the hunk shows.
        match report::deletes_file(&self.session, self.hunk) {
            true => &places[..places.len().min(1)],
            false => places,
        }
    }

    /// Returns whether the first of the places is one that was chosen for the hunk, and has changed since.
    pub fn has_changed_place(&self) -> bool {
        self.session.has_changed_place(self.hunk)
    }

    /// Returns the index of the place on the screen: the one asked for, else the one the hunk has, else the best; where
    /// nothing is like the hunk, or it is not valid, its own lines say more than any.
    pub fn shown_place(&self) -> Option<usize> {
        if self.current().state.is_incomplete() {
            return None;
        }
        let settled = self.current().placement.as_ref();
        let its_own = settled.and_then(|placed| {
            let same = |place: &Candidate| place.span == placed.candidate.span;
            self.places().iter().position(same)
        });
        let looked = self.looked.get(&self.hunk).copied();
        let is_like = |best: &Candidate| settled.is_none() && best.landmark().is_none();
        let best = self.places().first().is_some_and(is_like).then_some(0);
        looked
            .filter(|place| *place < self.places().len())
            .or(its_own)
            .or(if self.current().state.is_settled() {
                None
            } else {
                best
            })
    }

    /// Returns the place on the screen; `None` where the hunk has none.
    pub fn place_on_screen(&self) -> Option<&Candidate> {
        self.places().get(self.shown_place()?)
    }

    /// Returns the blocks of the hunk under review, when it was split and stands where it is.
    pub fn split(&self) -> &[Block] {
        if self.session.patch().files.is_empty() || self.other_place().is_some() {
            return &[];
        }
        self.session.split(self.hunk)
    }

    /// Returns whether the hunk, or its block under review, is accepted at the place on the screen.
    pub fn is_decided_as_shown(&self) -> bool {
        let hunk = self.current();
        if let Some(block) = self.split().get(self.block) {
            return block.decision == BlockDecision::Accepted;
        }
        hunk.decision.is_accepted() && hunk.state == State::Placed && self.other_place().is_none()
    }

    /// Returns the place on the screen where it is not the one that the hunk has: what is written is shown as it is.
    pub fn other_place(&self) -> Option<&Candidate> {
        let shown = self.place_on_screen()?;
        let its_own = self.current().placement.as_ref();
        let is_its_own = its_own.is_some_and(|placed| placed.candidate.span == shown.span);
        (!is_its_own).then_some(shown)
    }

    /// Returns why a hunk waits, in the words of its question; `None` where it does not. Flags that settle it are left out, for the
    /// screen has keys.
    pub fn message(&self, id: HunkId) -> Option<String> {
        let state = &self.session.plan().hunk(id).state;
        let as_asked = if *state == State::DeletedLineNotFound {
            Some("a removed line is not found")
        } else if *state == State::NoMatch && !self.session.is_capped(id) {
            Some("fits no place in this file")
        } else {
            None
        };
        if let Some(words) = as_asked {
            return Some(words.to_string());
        }
        // What the reply says, and what would go, has a place of its own.
        let parts = self.session.message_parts(id)?;
        let own = Message {
            quote: None,
            also: None,
            ..parts
        };
        Some(own.without_flags())
    }

    /// Says where the first change of the hunk goes at `place`: `at line 9`, `before line 9` where it only adds. A place by hand
    /// begins with context, which may lie anywhere above.
    pub fn change_words(&self, hunk: HunkId, place: &Candidate) -> String {
        let snapshot = self.session.plan().files[hunk.file].snapshot.as_ref();
        let n_lines = snapshot
            .and_then(Snapshot::text)
            .map_or(0, |text| text.n_lines());
        let line = self.session.change_line(hunk, place);
        match self.session.first_edit(hunk, place).map(|edit| edit.span) {
            Some(span) if span.is_empty() && line >= n_lines => "at the end".to_string(),
            Some(span) if span.is_empty() => format!("before line {}", line + 1),
            Some(_) | None => format!("at line {}", line + 1),
        }
    }

    /// Returns the place that Enter accepts: where the hunk was moved to, else the one looked at.
    pub fn place_asked(&self) -> Option<&Candidate> {
        if let Mode::Place(view) = &self.mode {
            return Some(&view.here);
        }
        self.other_place()
    }

    /// Returns whether lines are chosen, and the one under the cursor is.
    pub fn is_line_marked(&self) -> bool {
        let Mode::Lines(view) = &self.mode else {
            return false;
        };
        let line = view.rows.get(&self.view.cursor);
        line.is_some_and(|line| view.chosen.contains(line))
    }

    /// Returns a row of the hunk under review, numbered as the lines chosen so far make it.
    pub fn as_chosen<'a>(&self, index: usize, row: Row<'a>) -> Row<'a> {
        let Mode::Lines(view) = &self.mode else {
            return row;
        };
        let line = view.rows.get(&index);
        let is_wanted = line.is_none_or(|line| view.chosen.contains(line));
        row.renumbered(view.shift(index), is_wanted)
    }

    /// Returns the place that the lines of the hunk are compared with: where it was moved to, else the one on the screen.
    pub fn place_compared(&self) -> Option<&Candidate> {
        if let Mode::Place(view) = &self.mode {
            return Some(&view.here);
        }
        self.place_on_screen()
    }

    /// Returns the lines of the file that would go there though the hunk removes none like them, 0-based.
    pub fn unlike_removals(&self) -> Vec<usize> {
        let place = self.place_asked();
        place.map_or(Vec::new(), |place| {
            self.session.unlike_removals(self.hunk, place)
        })
    }

    /// Returns whether the place that Enter accepts lacks lines which the hunk removes: what is not there cannot go.
    pub fn lacks_removed(&self) -> bool {
        let place = self.place_asked();
        place.is_some_and(|place| place.n_removals_missing() > 0)
    }

    /// Returns what the answer does that leaves lines alone which do not match: those that do may go all the same.
    pub fn insert_words(&self) -> String {
        let unlike = self.unlike_removals();
        let n_removed = self
            .place_asked()
            .map_or(0, |place| place.removals().count());
        match n_removed > unlike.len() {
            true => format!("keep {}", view::lines_words(&unlike)),
            false => "insert only".to_string(),
        }
    }

    /// Returns what accepting the hunk does at a place that lacks lines which it removes: those that are there go all the same.
    pub fn lacking_words(&self) -> String {
        let gone: Vec<usize> = self
            .place_asked()
            .map_or_else(Vec::new, |place| place.removed_lines().collect());
        match gone.is_empty() {
            true => "insert only".to_string(),
            false => format!("{} {}", self.unlike_act().verb(), view::lines_words(&gone)),
        }
    }

    /// Returns what accepting the hunk does to lines that do not match.
    pub fn unlike_act(&self) -> UnlikeAct {
        let hunk = self.session.patch().hunk(self.hunk);
        if report::deletes_file(&self.session, self.hunk) {
            UnlikeAct::DeleteFile
        } else if hunk.n_lines_of(LineKind::Insert) > 0 {
            UnlikeAct::Replace
        } else {
            UnlikeAct::Remove
        }
    }

    /// Returns whether the search for the hunk's places ended before all of the file was looked through.
    pub fn is_capped(&self) -> bool {
        self.session.is_capped(self.hunk)
    }

    /// Returns how many places tie for the first, where that is why the hunk waits.
    pub fn n_tied(&self) -> usize {
        if self.current().state == State::Ambiguous {
            let found = self.session.found(self.hunk);
            found.map_or(0, |found| found.tied().len())
        } else {
            0
        }
    }

    /// Returns how many places fit the hunk equally well, where it can be made at all of them.
    pub fn n_everywhere(&self) -> Option<usize> {
        let is_even = self.session.found(self.hunk).is_some_and(tie::is_even);
        let fits = self.places().first().is_some_and(Candidate::reaches_bar);
        let is_tie = self.current().state == State::Ambiguous && is_even && fits;
        is_tie.then(|| self.session.n_everywhere(self.hunk))?
    }

    /// Returns whether the hunk would make, replace or delete a whole file, which asks for a look first.
    pub fn would_replace(&self) -> bool {
        let file = &self.session.plan().files[self.hunk.file];
        let state = &self.current().state;
        let is_of_whole = file.op != FileOp::Modify && self.places().is_empty();
        file.state == FileState::Exists && *state == State::FileStuck
            || is_of_whole && *state == State::TooWeak
    }

    /// Returns what taking such a hunk does.
    pub fn whole_act(&self) -> &'static str {
        let file = &self.session.plan().files[self.hunk.file];
        let is_there = file
            .snapshot
            .as_ref()
            .is_some_and(|it| it.content != Content::Absent);
        match file.op {
            FileOp::Delete => "deletes the file",
            FileOp::Create | FileOp::Replace if !is_there => "creates the file",
            FileOp::Create
            | FileOp::Replace
            | FileOp::Modify
            | FileOp::Rename { .. }
            | FileOp::Copy { .. } => "replaces the file",
        }
    }

    /// Returns the first hunk after the one under review, and round, that is neither decided nor done.
    pub fn undecided_after(&self) -> Option<HunkId> {
        let from = |hunk| self.session.undecided_from(hunk);
        let next = HunkId {
            hunk: self.hunk.hunk + 1,
            ..self.hunk
        };
        let first = HunkId { file: 0, hunk: 0 };
        from(next).or_else(|| from(first).filter(|hunk| *hunk != self.hunk))
    }

    /// Returns the paths of all targets that were read.
    pub fn targets(&self) -> Vec<RelPath> {
        self.session.snapshots().keys().cloned().collect()
    }

    /// Returns the mark of a hunk; one that a change on disk touches is drifted, whatever else it is.
    pub fn mark(&self, hunk: &HunkPlan) -> Mark {
        // Every hunk is asked at every key, so what no hunk has is looked for in none.
        if !self.drift.is_empty() && self.drift.touches(hunk.id) {
            return Mark::Drifted;
        }
        let may_hide = !self.hidden_texts.is_empty() && hunk.state == State::Placed;
        if may_hide && self.hides(hunk) {
            return Mark::Hidden;
        }
        Mark::of(hunk)
    }
}
