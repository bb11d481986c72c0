//! Edits of one file mean the text that the edits before them leave: models and their tools make them one after another.
//! Each hunk is read against this running text wherever earlier hunks could change what it means; where it fits only the
//! file as it is, it goes there.
//!
//! How the hunks are read never depends on what was decided on them. A hunk whose lines earlier ones made is joined with
//! those: its edits hold theirs, so that everything is still one list of edits of the text as it was read. It can be written
//! only with them.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ops::Range;
use std::{iter, slice};

use bstr::{BStr, BString, ByteSlice};
use foldhash::fast::RandomState;

use super::compose::{self, Running};
use super::file::FileInput;
use super::hunk::{edits_at, placed_edits};
use super::policy::By;
use super::verdict::{self, Verdict};
use super::{Decision, HunkPlan, Placement, State, settle, splice};
use crate::matcher::line_key::{self, LineKey};
use crate::matcher::{self, Aligned, Candidate, Doubt, Found, LineMatch, Tier, weight};
use crate::patch::{
    Extent, FileOp, FilePatch, Given, HintSource, Hunk, HunkId, HunkLine, LineHint, LineKind,
    Occurrences,
};
use crate::text::{Edit, LineSpan, Piece, Text, indent};

/// The most hunks that one builds on. Each names them all, and the lines that they change together.
const N_JOINED: usize = 500;

/// Returns the hunks (indexes) whose edits another of `hunks` holds.
pub(super) fn built_upon<'a>(hunks: impl Iterator<Item = &'a HunkPlan>) -> BTreeSet<usize> {
    hunks
        .filter_map(|hunk| hunk.placement.as_ref())
        .flat_map(|placement| placement.builds_on.iter().copied())
        .collect()
}

/// Reads each of `hunks`, planned for `text` as it is, against what those before it make of it.
pub(super) fn read(input: &FileInput<'_>, text: &Text, hunks: &mut [HunkPlan]) {
    match input.file.op {
        FileOp::Modify | FileOp::Rename { .. } | FileOp::Copy { .. } => {}
        FileOp::Create | FileOp::Delete | FileOp::Replace => return,
    }
    // What a comparison gives is about the file as it is.
    if input.file.given != Given::Hunks {
        return;
    }
    let is_one_call = input.file.hunks.iter().all(|hunk| hunk.call == 0);
    if hunks.len() < 2 || is_one_call && settle::is_made_for(input.file, text) {
        return;
    }
    let mut so_far = SoFar::new(input, text);
    for index in 0..hunks.len() {
        let (earlier, rest) = hunks.split_at_mut(index);
        let hunk = &mut rest[0];
        so_far.begin_call(input.file.hunks[index].call, earlier);
        let mut edits = so_far.edits_of(hunk);
        if can_be_read(input, hunk) {
            if so_far.may_change(hunk, &edits, earlier) {
                so_far.read(hunk, earlier);
                edits = so_far.edits_of(hunk);
            }
            hunk.capped = so_far.left_something_out() && !hunk.state.is_settled();
        }
        so_far.add(hunk, edits);
    }
    mark_dependent(hunks);
    mark_undone(input, text, hunks);
}

/// Returns whether a place of the hunk is for the patch to say.
fn can_be_read(input: &FileInput<'_>, hunk: &HunkPlan) -> bool {
    let asked = &input.file.hunks[hunk.id.hunk];
    if input.settled.places.contains_key(&hunk.id)
        || asked.mode.is_some()
        || asked.replaces.is_some()
    {
        return false;
    }
    match hunk.state {
        State::Placed
        | State::AlreadyApplied
        | State::NoMatch
        | State::TooWeak
        | State::DeletedLineNotFound
        | State::Ambiguous
        | State::ContextGone => true,
        State::NoOp
        | State::Overlap(_)
        | State::Skipped
        | State::FileStuck
        | State::Drifted
        | State::Dependent(_)
        | State::Invalid(_)
        | State::Unresolved(_) => false,
    }
}

/// Marks the hunks that need others which are not wanted as they are, or not yet where they themselves are.
fn mark_dependent(hunks: &mut [HunkPlan]) {
    let is_missing = |hunk: &HunkPlan, maker: usize| match hunks[maker].decision {
        Decision::Rejected { .. } | Decision::Lines(_) => true,
        Decision::Undecided => hunk.decision.is_accepted(),
        Decision::Accepted => false,
    };
    let needed = |hunk: &HunkPlan| -> Option<(usize, Box<[usize]>)> {
        let builds_on = hunk.placement.as_ref()?.builds_on.iter().copied();
        let missing: Box<[usize]> = builds_on.filter(|maker| is_missing(hunk, *maker)).collect();
        (!missing.is_empty()).then_some((hunk.id.hunk, missing))
    };
    let dependent: Vec<_> = hunks.iter().filter_map(needed).collect();
    for (hunk, missing) in dependent {
        hunks[hunk].state = State::Dependent(missing);
        hunks[hunk].placement = None;
    }
}

/// Marks the hunks that take back all that those they build on make, and these: together they change nothing.
fn mark_undone(input: &FileInput<'_>, text: &Text, hunks: &mut [HunkPlan]) {
    let live = || hunks.iter().filter(|hunk| !hunk.decision.is_rejected());
    let held = built_upon(live());
    let is_undone = |hunk: &&HunkPlan| {
        let builds_on = hunk
            .placement
            .as_ref()
            .map(|placement| &placement.builds_on);
        builds_on.is_some_and(|makers| !makers.is_empty())
            && !held.contains(&hunk.id.hunk)
            && placed_edits(input.file, text, hunk).is_empty()
    };
    let undone: BTreeSet<usize> = live().filter(is_undone).map(|hunk| hunk.id.hunk).collect();
    let makers = built_upon(undone.iter().map(|hunk| &hunks[*hunk]));
    for hunk in undone.into_iter().chain(makers) {
        hunks[hunk].state = State::NoOp;
        hunks[hunk].placement = None;
    }
}

/// What the hunks read so far make. Of many hunks nearly all mean the file as it is: that is found out without a look at
/// every hunk for every other.
struct SoFar<'a> {
    input: &'a FileInput<'a>,
    /// The file as it was read.
    text: &'a Text,
    /// The lines of each edit, and whose it is; those that another's hold are its.
    spans: BTreeMap<LineSpan, usize>,
    /// The keys of the first lines that were made, and the hunks that made them.
    keys: HashMap<LineKey, Vec<usize>>,
    /// All lines that were made.
    lines: Vec<Made>,
    /// How many of these are in `keys`: nearly always none ever is asked for.
    n_keyed: usize,
    /// The last of them for each tail: it costs a tenth of a key to see that a line is none of them.
    tails: HashMap<u64, u32, RandomState>,
    /// All lines that were made, one after the other; where a hunk of the file is a string, that may begin amid a line.
    made: Option<BString>,
    /// What they come to, made when it is asked for.
    running: Option<Running>,
    /// The call that the hunk before belongs to, and the text that this one's numbers are lines of; `None` for the file.
    call: (u32, Option<Running>),
    /// Work left, in lines.
    n_steps_left: u64,
    /// Whether something was left out as that ended.
    is_spent: bool,
    /// Whether a hunk builds on as many others as one may.
    is_full: bool,
}

/// A line that an earlier hunk makes.
struct Made {
    maker: u32,
    /// The line made before it that has its tail, or [`Made::NONE`].
    above: u32,
    line: Piece,
}

impl Made {
    const NONE: u32 = u32::MAX;
}

impl<'a> SoFar<'a> {
    fn new(input: &'a FileInput<'a>, text: &'a Text) -> SoFar<'a> {
        SoFar {
            input,
            text,
            spans: BTreeMap::new(),
            keys: HashMap::new(),
            lines: Vec::new(),
            n_keyed: 0,
            tails: HashMap::default(),
            made: input.as_read.map(|_| BString::default()),
            running: None,
            call: (0, None),
            n_steps_left: input.limits.n_steps,
            is_spent: false,
            is_full: false,
        }
    }

    /// Adds what the hunk makes, unless an earlier one changes the same lines.
    fn add(&mut self, hunk: &HunkPlan, edits: Vec<Edit>) {
        if hunk.state != State::Placed {
            return;
        }
        let builds_on = hunk
            .placement
            .as_ref()
            .map(|placement| &placement.builds_on[..]);
        let is_held = |maker: usize| builds_on.is_some_and(|all| all.contains(&maker));
        if edits
            .iter()
            .any(|edit| self.met(edit.span).any(|maker| !is_held(maker)))
        {
            return;
        }
        self.is_full |= builds_on.is_some_and(|all| all.len() >= N_JOINED);
        if builds_on.is_some_and(|all| !all.is_empty()) {
            self.spans.retain(|_, maker| !is_held(*maker));
        }
        for edit in edits {
            self.spans.insert(edit.span, hunk.id.hunk);
            for line in edit.lines {
                if let Some(made) = &mut self.made {
                    made.extend_from_slice(&line);
                    made.push(b'\n');
                }
                let nth = self.lines.len() as u32;
                let above = self.tails.insert(tail(&line), nth);
                self.lines.push(Made {
                    maker: hunk.id.hunk as u32,
                    above: above.unwrap_or(Made::NONE),
                    line,
                });
            }
        }
        self.running = None;
    }

    /// Returns all that the hunk would write, whatever is decided on it.
    fn edits_of(&self, hunk: &HunkPlan) -> Vec<Edit> {
        let file = self.input.file;
        let place = hunk.placement.as_ref();
        place.map_or_else(Vec::new, |place| {
            edits_at(
                file,
                &file.hunks[hunk.id.hunk],
                &place.candidate,
                self.text,
                None,
            )
        })
    }

    /// Returns the hunks that change lines of `span` of the file, or where it begins.
    fn met(&self, span: LineSpan) -> impl Iterator<Item = usize> {
        let end = LineSpan::new(span.end.max(span.start + 1), usize::MAX);
        // Edits are apart: the last that begins above is the only one there that can reach into the span.
        let begin = LineSpan::new(span.start, span.start);
        let above = self.spans.range(..begin).next_back();
        let within = self.spans.range(begin..end);
        let met = above.into_iter().chain(within);
        met.filter(move |(edit, _)| edit.collides(span))
            .map(|(_, maker)| *maker)
    }

    /// Returns whether what earlier hunks make could change what the hunk means.
    fn may_change(&mut self, hunk: &HunkPlan, edits: &[Edit], earlier: &[HunkPlan]) -> bool {
        let asked = &self.input.file.hunks[hunk.id.hunk];
        if self.spans.is_empty() || !self.spend(1) {
            return false;
        }
        let found = &self.input.found[hunk.id.hunk];
        let meets_others = edits
            .iter()
            .any(|edit| self.met(edit.span).next().is_some());
        meets_others
            || self.are_numbers_moved(asked, hunk)
            || self.is_completed_otherwise(hunk)
            || self.touches_places(found)
            || self.ends_beside_what_was_made(asked, edits)
            || self.may_fit(asked, earlier)
    }

    /// Returns whether the hunk can only be read beside its target, and may be read otherwise beside what earlier ones make.
    /// A string that has its place in the file is there still unless they made it once more.
    fn is_completed_otherwise(&mut self, hunk: &HunkPlan) -> bool {
        let Some(read) = self.as_read(hunk.id).filter(|read| read.needs_target()) else {
            return false;
        };
        let is_string = read.extent == Extent::Within && read.occurrences == Occurrences::One;
        if !is_string || hunk.state != State::Placed {
            return true;
        }
        const BYTES_OF_A_STEP: usize = 64;
        let Some(made) = &self.made else {
            return true;
        };
        let holds = |line: &BStr| !indent::is_blank(line) && made.contains_str(line);
        let may_hold = read.preimage().any(holds);
        let n_steps = made.len() / BYTES_OF_A_STEP;
        self.spend(n_steps) && may_hold
    }

    /// Returns whether the number of the hunk matters, and earlier hunks move it.
    fn are_numbers_moved(&self, asked: &Hunk, hunk: &HunkPlan) -> bool {
        let Some(hint) = asked.hint else {
            return false;
        };
        let by_number = |place: &Placement| place.by == By::Number;
        let matters =
            hunk.state == State::Ambiguous || hunk.placement.as_ref().is_some_and(by_number);
        let is_of_later_call = self.call.1.is_some();
        is_of_later_call || matters && hint.source == HintSource::StartLine
    }

    /// Returns whether earlier hunks change lines of a place that ties with the best, or of the result that stands there.
    fn touches_places(&self, found: &Found) -> bool {
        if let Some(exact) = found.candidates.exact() {
            return self.met(exact.span()).next().is_some();
        }
        let places = found.tied().iter().map(|place| place.span);
        let mut places = places
            .chain(found.applied_at())
            .filter(|span| !span.is_empty());
        places.any(|span| self.met(span).next().is_some())
    }

    /// Returns whether the hunk shows nothing beyond what it inserts, and all of that was made hard by: it may be the same.
    fn ends_beside_what_was_made(&self, asked: &Hunk, edits: &[Edit]) -> bool {
        let mut ends = asked.lines.split(|line| line.kind != LineKind::Insert);
        let says = |line: &&HunkLine| !indent::is_blank(&line.body);
        let is_made = |run: &[HunkLine]| {
            let mut said = run.iter().filter(says).peekable();
            said.peek().is_some() && said.all(|line| self.tails.contains_key(&tail(&line.body)))
        };
        let is_made = ends.next().is_some_and(is_made) || ends.next_back().is_some_and(is_made);
        is_made
            && edits.iter().any(|edit| {
                let reach = edit.lines.len();
                let about =
                    LineSpan::new(edit.span.start.saturating_sub(reach), edit.span.end + reach);
                self.met(about).next().is_some()
            })
    }

    /// Returns whether all lines of the hunk that say something stand in or about what an earlier hunk makes, and one of them
    /// in what it makes: a look at a few lines, before the whole text is made and searched.
    fn may_fit(&mut self, asked: &Hunk, earlier: &[HunkPlan]) -> bool {
        let reach = asked.preimage().count();
        if !self.may_hold_about_an_edit(asked, reach, earlier) {
            return false;
        }
        for made in &self.lines[self.n_keyed..] {
            let makers = self.keys.entry(LineKey::of(&made.line)).or_default();
            if makers.last() != Some(&(made.maker as usize)) {
                makers.push(made.maker as usize);
            }
        }
        self.n_keyed = self.lines.len();
        let keys = asked_keys(asked);
        let made = keys.iter().filter_map(|key| self.keys.get(key)).flatten();
        let makers: BTreeSet<usize> = made.copied().collect();
        makers.into_iter().any(|maker| {
            self.spend(reach) && self.holds_about_edits_of(&earlier[maker], &keys, reach)
        })
    }

    /// Returns whether all lines of the hunk that say something end like lines that are made, or that stand up to `reach` from
    /// an edit of a hunk that makes one of them: nearly always none does, and this is told without a key.
    fn may_hold_about_an_edit(&self, asked: &Hunk, reach: usize, earlier: &[HunkPlan]) -> bool {
        const MOST_LINES: usize = 8;
        // What a line says is asked last: it costs more than a tail.
        let last = asked.lines.iter().filter_map(|line| {
            let last = self.tails.get(&tail(&line.body));
            last.filter(|_| is_asked(line))
        });
        let made = |nth: u32| self.lines.get(nth as usize);
        let alike = |last| iter::successors(made(last), |line| made(line.above));
        let lines = last.flat_map(|last| alike(*last)).take(MOST_LINES + 1);
        let mut makers: Vec<u32> = lines.map(|line| line.maker).collect();
        if makers.len() > MOST_LINES {
            return true;
        }
        makers.sort_unstable();
        makers.dedup();
        let may_be_about = |edit: &Edit| {
            let lines = self.about(edit, reach).map(|at| self.text.line(at));
            let about: Vec<u64> = lines.map(|line| tail(line)).collect();
            let may_be_there = |line: &HunkLine| {
                let tail = tail(&line.body);
                about.contains(&tail) || self.tails.contains_key(&tail) || !is_asked(line)
            };
            asked.lines.iter().all(may_be_there)
        };
        let of_maker = |maker: u32| self.edits_of(&earlier[maker as usize]);
        let mut makers = makers.into_iter();
        makers.any(|maker| of_maker(maker).iter().any(may_be_about))
    }

    /// Returns the lines of the file up to `reach` from those that an edit changes.
    fn about(&self, edit: &Edit, reach: usize) -> Range<usize> {
        let start = edit.span.start.saturating_sub(reach);
        start..(edit.span.end + reach).min(self.text.n_lines())
    }

    /// Returns whether all of `keys` are made, or lines up to `reach` from an edit of the hunk.
    fn holds_about_edits_of(
        &self,
        maker: &HunkPlan,
        keys: &HashSet<LineKey>,
        reach: usize,
    ) -> bool {
        self.edits_of(maker).iter().any(|edit| {
            let about = self.about(edit, reach);
            let about: HashSet<LineKey> = about.map(|at| LineKey::of(self.text.line(at))).collect();
            let has = |key: &LineKey| about.contains(key) || self.keys.contains_key(key);
            keys.iter().all(has)
        })
    }

    /// Makes the running text, where it is not made yet; returns whether there is work left for that.
    fn make(&mut self, earlier: &[HunkPlan]) -> bool {
        if self.running.is_some() {
            return self.spend(self.spans.len());
        }
        if !self.spend(self.text.n_lines() + self.spans.len()) {
            return false;
        }
        let makers: BTreeSet<usize> = self.spans.values().copied().collect();
        let of_maker = |maker: usize| {
            let edits = self.edits_of(&earlier[maker]).into_iter();
            edits.map(move |edit| (maker, edit))
        };
        self.running = Running::new(self.text, makers.into_iter().flat_map(of_maker).collect());
        self.running.is_some()
    }

    /// Returns whether a hunk after this may mean more than was looked at.
    fn left_something_out(&self) -> bool {
        self.is_spent || self.is_full
    }

    fn spend(&mut self, n_steps: usize) -> bool {
        let left = self.n_steps_left.checked_sub(n_steps as u64);
        self.n_steps_left = left.unwrap_or(0);
        self.is_spent |= left.is_none();
        left.is_some()
    }

    /// Where a call begins, its numbers are lines of the text that the calls before leave.
    fn begin_call(&mut self, call: u32, earlier: &[HunkPlan]) {
        if call != self.call.0 {
            let base = if self.make_for_numbers(earlier) {
                self.running.clone()
            } else {
                None
            };
            self.call = (call, base);
        }
    }

    fn make_for_numbers(&mut self, earlier: &[HunkPlan]) -> bool {
        let has_numbers = self.input.file.hunks.iter().any(|hunk| hunk.hint.is_some());
        has_numbers && !self.spans.is_empty() && self.make(earlier)
    }

    /// Returns the hunk as the reply has it, where it can only be read beside its target.
    fn as_read(&self, id: HunkId) -> Option<&'a Hunk> {
        let is_edited = self.input.settled.edited.contains_key(&id);
        let read = self.input.as_read.filter(|_| !is_edited)?;
        read.hunks.get(id.hunk)
    }

    /// Reads the hunk against the running text, and plans it anew where that says something else.
    fn read(&mut self, hunk: &mut HunkPlan, earlier: &[HunkPlan]) {
        if !self.make(earlier) || !self.spend(self.text.n_lines()) {
            return;
        }
        let Some(running) = &self.running else {
            return;
        };
        let input = self.input;
        let written = &input.file.hunks[hunk.id.hunk];
        let asked = self.as_read(hunk.id).map_or(written, |read| read);
        let completed = asked.completed(&running.text);
        // What was completed beside the running text has its numbers from there.
        let numbers = asked.hint.filter(|_| completed.is_none());
        let numbers = numbers.map(|hint| self.lines_now(hint, running));
        let mut asked = completed.unwrap_or_else(|| asked.clone());
        if let (Some((line_index, _)), Some(hint)) = (numbers, asked.hint) {
            asked.hint = Some(LineHint { line_index, ..hint });
        }
        let mut file = FilePatch::new(
            input.file.path.clone(),
            input.file.op.clone(),
            input.file.dialect,
        );
        file.hunks = vec![asked];
        let found = matcher::find_while(&file, &running.text, input.limits, input.patience);
        let Some([found]) = found.as_deref() else {
            return;
        };
        let mut verdict =
            verdict::verdicts(&file, &running.text, slice::from_ref(found), input.policy)
                .pop()
                .unwrap_or(Verdict::NoMatch);
        let mut numbers_disagree = false;
        if let (Verdict::Place(at, By::Number), Some((_, Some(other)))) = (&verdict, numbers) {
            let starts_there = |place: &Candidate| place.span.start == other;
            numbers_disagree =
                found.tied().iter().any(starts_there) && found.candidates[*at].span.start != other;
        }
        if numbers_disagree {
            verdict = Verdict::Ambiguous;
        }
        let reading = Reading {
            asked: &file.hunks[0],
            found,
            verdict,
            numbers_disagree,
            running,
        };
        if let Some((state, placement)) = self.planned(hunk, &reading, earlier) {
            if let Some(placement) = &placement {
                let lines = &placement.candidate.variant.lines;
                hunk.decision = input.settled.decision_on(hunk.id, lines);
            }
            (hunk.state, hunk.placement) = (state, placement);
        }
    }

    /// Returns the line of the running text that a number means, and the one that it means where lines are counted otherwise.
    fn lines_now(&self, hint: LineHint, running: &Running) -> (usize, Option<usize>) {
        let line = hint.line_index;
        let as_read = self
            .call
            .1
            .as_ref()
            .map_or(line, |base| base.line_as_read(line));
        let now = running.line_now(as_read);
        let other = match (hint.source, &self.call.1) {
            // A diff says which text its numbers are of.
            (HintSource::Header(_) | HintSource::Position, None) => None,
            (
                HintSource::StartLine
                | HintSource::Gutter
                | HintSource::Insertion
                | HintSource::Compared,
                None,
            ) => Some(line),
            (_, Some(_)) => Some(running.line_now(line)),
        };
        (now, other.filter(|other| *other != now))
    }

    /// Returns how the hunk stands as it was read beside the running text; `None` where it stays as it is.
    fn planned(
        &self,
        hunk: &HunkPlan,
        reading: &Reading<'_>,
        earlier: &[HunkPlan],
    ) -> Option<(State, Option<Placement>)> {
        let edits = self.edits_of(hunk);
        let met: BTreeSet<usize> = edits.iter().flat_map(|edit| self.met(edit.span)).collect();
        let is_placed = hunk.state == State::Placed;
        let repeated = met
            .iter()
            .find(|maker| self.edits_of(&earlier[**maker]) == edits);
        let repeated = repeated.filter(|_| is_placed);
        let is_edit_of_file =
            |place: &Candidate| is_placed && reading.edits_alone_at(place).as_ref() == Some(&edits);
        let was_made_already = hunk.state == State::AlreadyApplied;
        match &reading.verdict {
            Verdict::Place(at, by) => {
                let place = &reading.found.candidates[*at];
                let call = |hunk: usize| self.input.file.hunks[hunk].call;
                let is_copy = repeated.is_some_and(|maker| call(*maker) != call(hunk.id.hunk));
                if is_edit_of_file(place) {
                    None
                } else if repeated.is_some_and(|maker| reading.is_made_by(*maker)) {
                    self.next_of_its_like(hunk, reading, *repeated?, earlier)
                } else if is_copy && place.tier > Tier::Strict {
                    // The same edit once more, where a place is only like the first.
                    Some((State::Ambiguous, None))
                } else {
                    let placement = self.placement(hunk, reading, place, *by, earlier);
                    match placement {
                        Some(placement) => Some((State::Placed, Some(placement))),
                        None => was_made_already.then_some((State::TooWeak, None)),
                    }
                }
            }
            // Said twice, it is made once; elsewhere, it was said of another place.
            Verdict::AlreadyApplied | Verdict::TooWeak if repeated.is_some() => {
                self.next_of_its_like(hunk, reading, *repeated?, earlier)
            }
            Verdict::AlreadyApplied if is_placed && met.is_empty() && !reading.is_made() => None,
            Verdict::AlreadyApplied if reading.is_asked_of_what_was_made() => {
                Some((State::TooWeak, None))
            }
            Verdict::AlreadyApplied => Some((State::AlreadyApplied, None)),
            Verdict::Ambiguous => {
                let by = hunk.placement.as_ref().map(|placement| placement.by);
                let is_one_of_them = || reading.found.tied().iter().any(is_edit_of_file);
                let waits = was_made_already
                    || by == Some(By::Number) && reading.numbers_disagree
                    || by == Some(By::Matcher) && repeated.is_none() && is_one_of_them();
                let next = || self.next_of_its_like(hunk, reading, *repeated?, earlier);
                if waits {
                    Some((State::Ambiguous, None))
                } else {
                    next()
                }
            }
            Verdict::TooWeak => {
                let waits = was_made_already || is_placed && met.is_empty() && reading.is_made();
                waits.then_some((State::TooWeak, None))
            }
            Verdict::DeletedLineNotFound => {
                was_made_already.then_some((State::DeletedLineNotFound, None))
            }
            Verdict::NoMatch => was_made_already.then_some((State::NoMatch, None)),
        }
    }

    /// Returns how a hunk stands that was said before by `maker`, where more of the file is like its place but for indentation:
    /// said twice in one call it takes the next one, and else a person says whether that is meant.
    fn next_of_its_like(
        &self,
        hunk: &HunkPlan,
        reading: &Reading<'_>,
        maker: usize,
        earlier: &[HunkPlan],
    ) -> Option<(State, Option<Placement>)> {
        let is_next = |place: &&Candidate| {
            place.tier <= Tier::Resilient
                && place.reaches_bar()
                && place.doubts().all(|doubt| doubt == Doubt::MadeElsewhere)
                && reading.running.makers(place.span).is_empty()
        };
        let mut places = reading.found.candidates.iter().filter(is_next);
        let next = places.next()?;
        let call = |hunk: usize| self.input.file.hunks[hunk].call;
        let is_one_call = call(maker) == call(hunk.id.hunk) && places.next().is_none();
        let placement = is_one_call
            .then(|| self.placement(hunk, reading, next, By::Order, earlier))
            .flatten();
        Some(match placement {
            Some(placement) => (State::Placed, Some(placement)),
            None => (State::Ambiguous, None),
        })
    }

    /// Returns whether the hunk, which waits, has a place that reaches its tier's bar in the file as it is and that no other
    /// hunk touches: then it may speak of that one, however it is doubted. Where it stands to the letter in the running text, a
    /// place that lacks a line which was made is none.
    fn has_a_place_of_its_own(&self, hunk: &HunkPlan, tier: Tier) -> bool {
        let is_untouched = |place: &&Candidate| {
            let about = LineSpan::new(place.span.start.saturating_sub(1), place.span.end + 1);
            self.met(about).next().is_none()
        };
        let places = self.input.found[hunk.id.hunk].candidates.iter();
        let mut places = places
            .filter(|place| place.reaches_bar() && place.landmark().is_none())
            .filter(|place| tier > Tier::Strict || !self.lacks_what_was_made(place));
        hunk.state != State::Placed
            && hunk.state != State::AlreadyApplied
            && places.any(|place| is_untouched(&place))
    }

    /// Returns whether a line of the hunk that the place lacks, or has otherwise, is one that was made.
    fn lacks_what_was_made(&self, place: &Candidate) -> bool {
        let lacking = place
            .aligned
            .iter()
            .filter(|pair| pair.how != LineMatch::Exact);
        lacking.filter_map(Aligned::hunk_line).any(|line| {
            let body = &place.variant.lines[line].body;
            weight::of(body) >= weight::TELLING && self.is_made(body)
        })
    }

    fn is_made(&self, line: &[u8]) -> bool {
        let made = |nth: u32| self.lines.get(nth as usize);
        let last = self.tails.get(&tail(line)).and_then(|last| made(*last));
        iter::successors(last, |line| made(line.above)).any(|made| *made.line == *line)
    }

    /// Returns the place in the file, and in what is made there, that a place in the running text comes to; `None` where it
    /// is a loose one among lines that were made.
    fn placement(
        &self,
        hunk: &HunkPlan,
        reading: &Reading<'_>,
        place: &Candidate,
        by: By,
        earlier: &[HunkPlan],
    ) -> Option<Placement> {
        let own = splice::splice(place, &reading.running.text, None);
        let (edits, makers) = reading.running.composed(place.span, &own);
        if !makers.is_empty() && place.tier > Tier::Fuzzy {
            return None;
        }
        if self.has_a_place_of_its_own(hunk, place.tier) && !reading.removes_what_was_made(place) {
            return None;
        }
        // Of two insertions at one point among the file's lines, the order of calls says which comes first; that of the
        // hunks of one diff does not.
        let call = |hunk: usize| self.input.file.hunks[hunk].call;
        if reading.running.makers(place.span).is_empty()
            && makers
                .iter()
                .any(|maker| call(*maker) == call(hunk.id.hunk))
        {
            return None;
        }
        let is_of_the_file = makers.is_empty() && place.n_removals_missing() == 0;
        let from = is_of_the_file.then(|| reading.running.line_as_read(place.span.start));
        let (as_one, start) = compose::as_hunk(reading.asked, self.text, &edits, from);
        let mut candidate = matcher::place_at(&as_one, self.text, start);
        (candidate.tier, candidate.score) = (place.tier, place.score);
        candidate.evidence = place.evidence.clone();
        candidate.reindents = Box::default();
        let mut builds_on = built_upon(makers.iter().map(|maker| &earlier[*maker]));
        builds_on.extend(makers);
        if builds_on.len() > N_JOINED {
            return None;
        }
        Some(Placement {
            candidate: candidate.into(),
            by,
            builds_on: builds_on.into_iter().collect(),
        })
    }
}

/// A hunk read against the running text.
struct Reading<'a> {
    asked: &'a Hunk,
    found: &'a Found,
    verdict: Verdict,
    /// Whether its number hits two places, as the lines are counted before its call and now.
    numbers_disagree: bool,
    running: &'a Running,
}

impl Reading<'_> {
    /// Returns whether the hunk, at a place among lines that were made, removes one of them.
    fn removes_what_was_made(&self, place: &Candidate) -> bool {
        let lines = place.variant.lines.iter().zip(place.targets());
        let mut removed = lines
            .filter(|(line, _)| line.kind == LineKind::Delete)
            .filter_map(|(_, target)| target);
        removed.any(|line| {
            !self
                .running
                .makers(LineSpan::new(line, line + 1))
                .is_empty()
        })
    }

    /// Returns whether the result of the hunk stands among lines that others made.
    fn is_made(&self) -> bool {
        let made = self.found.applied_at();
        made.is_some_and(|made| !self.running.makers(made).is_empty())
    }

    /// Returns whether the result of the hunk stands among lines that the hunk `maker` made.
    fn is_made_by(&self, maker: usize) -> bool {
        let made = self.found.applied_at();
        made.is_some_and(|made| self.running.makers(made).contains(&maker))
    }

    /// Returns whether what the hunk asks for was made by others, though its result is the file's own.
    fn is_asked_of_what_was_made(&self) -> bool {
        let is_made = |span: LineSpan| !self.running.makers(span).is_empty();
        let mut asked = self.found.tied().iter();
        asked.any(|place| place.tier <= Tier::Fuzzy && is_made(place.span))
            && !self.found.applied_at().is_some_and(is_made)
    }

    /// Returns what the hunk writes at a place, as edits of the file; `None` where it changes what was made.
    fn edits_alone_at(&self, place: &Candidate) -> Option<Vec<Edit>> {
        let own = splice::splice(place, &self.running.text, None);
        let (edits, makers) = self.running.composed(LineSpan::default(), &own);
        makers.is_empty().then_some(edits)
    }
}

/// Returns the tail of a line; one that no line can have for those that have none.
fn tail(line: &[u8]) -> u64 {
    line_key::tail(line).unwrap_or(u64::MAX)
}

/// Returns the keys of those lines of the hunk.
fn asked_keys(hunk: &Hunk) -> HashSet<LineKey> {
    asked_lines(hunk)
        .map(|line| LineKey::of(&line.body))
        .collect()
}

/// Returns the lines of the hunk that must stand there and say something.
fn asked_lines(hunk: &Hunk) -> impl Iterator<Item = &HunkLine> {
    hunk.lines.iter().filter(|line| is_asked(line))
}

/// Returns whether a line must stand there and says something: of those that only stay, enough.
fn is_asked(line: &HunkLine) -> bool {
    match line.kind {
        LineKind::Context => weight::of(&line.body) >= weight::SOMETHING,
        LineKind::Delete => !indent::is_blank(&line.body),
        LineKind::Insert => false,
    }
}
