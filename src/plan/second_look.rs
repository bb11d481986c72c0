//! The second look: hunks that fit only the text that earlier hunks of the patch make. Models write edits one after another,
//! and the later ones quote what the earlier ones made (as in Roo Code's blocks).
//!
//! Such a hunk is joined with those it builds on: its edits hold theirs, so that everything is still one list of edits of
//! the text as it was read.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::file::FileInput;
use super::hunk::placed_edits;
use super::merge::merged_edits;
use super::policy::By;
use super::verdict::{self, Verdict};
use super::{HunkPlan, Placement, State, joined, splice};
use crate::matcher::line_key::LineKey;
use crate::matcher::{self, Candidate, Listed, Tier, weight};
use crate::patch::{FileOp, FilePatch, Hunk, HunkId, hunk::diff_lines};
use crate::text::{Edit, Edits, FinalNewline, Text};

/// Work for the second looks of one file, in lines of the text: each makes it anew and searches all of it.
const N_STEPS: u64 = 10_000_000;
/// What each earlier hunk adds to that.
const N_STEPS_OF_A_HUNK: usize = 20;
/// The most lines made by earlier hunks that a hunk may ask for: about each of them is looked whether it fits.
const N_MAKERS: usize = 500;
/// The most hunks that one builds on. Each names them all, and the lines that they change together.
const N_JOINED: usize = 500;

/// Returns the hunks (indexes) whose edits another of `hunks` holds.
pub(super) fn built_upon<'a>(hunks: impl Iterator<Item = &'a HunkPlan>) -> BTreeSet<usize> {
    hunks
        .filter_map(|hunk| hunk.placement.as_ref())
        .flat_map(|placement| placement.builds_on.iter().copied())
        .collect()
}

/// Places the hunks that found no place in `text` and have one in what the hunks before them make of it.
pub(super) fn place(input: &FileInput<'_>, text: &Text, hunks: &mut [HunkPlan]) {
    if input.file.op != FileOp::Modify {
        return;
    }
    let mut made = MadeSoFar::default();
    let mut n_steps_left = N_STEPS;
    for index in 1..hunks.len() {
        let (earlier, rest) = hunks.split_at_mut(index);
        let hunk = &mut rest[0];
        let waits = match &hunk.state {
            State::NoMatch
            | State::TooWeak
            | State::DeletedLineNotFound
            | State::Ambiguous
            | State::ContextGone => true,
            State::Placed
            | State::AlreadyApplied
            | State::NoOp
            | State::Overlap(_)
            | State::Skipped
            | State::FileStuck
            | State::Drifted
            | State::Invalid(_)
            | State::Unresolved(_) => false,
        };
        if !waits || hunk.decision.is_rejected() {
            continue;
        }
        made.add(input, text, earlier);
        let n_makers = made.n_makers(&asked_keys(&input.file.hunks[index]));
        if n_makers == 0 {
            continue;
        }
        let n_steps = text.n_lines() + made.n_lines + N_STEPS_OF_A_HUNK * made.edits.len();
        let left = n_steps_left.checked_sub(n_steps as u64);
        let Some(left) = left.filter(|_| n_makers <= N_MAKERS) else {
            hunk.capped = true;
            continue;
        };
        n_steps_left = left;
        if let Some((candidate, joined)) = on_what_was_made(input, text, &made.edits, index) {
            let builds_on = with_those_held(joined, earlier);
            if builds_on.len() > N_JOINED {
                hunk.capped = true;
                continue;
            }
            made.remove(&builds_on);
            hunk.state = State::Placed;
            hunk.placement = Some(Placement {
                candidate: candidate.into(),
                by: By::Matcher,
                builds_on,
            });
        }
    }
}

/// What earlier hunks make. Of many hunks that wait nearly all ask for none of it: that is found out without a look at every
/// hunk for every other.
#[derive(Default)]
struct MadeSoFar {
    /// The edits of each, but for those that another's hold.
    edits: Vec<(HunkId, Vec<Edit>)>,
    /// How many lines these write.
    n_lines: usize,
    /// How often the line of each key is among them.
    keys: HashMap<LineKey, usize>,
    /// How many hunks were looked at.
    n_hunks: usize,
}

impl MadeSoFar {
    /// Adds what `hunks` make, the same as the last time and more.
    fn add(&mut self, input: &FileInput<'_>, text: &Text, hunks: &[HunkPlan]) {
        let is_made =
            |hunk: &&HunkPlan| hunk.state == State::Placed && !hunk.decision.is_rejected();
        for hunk in hunks[self.n_hunks..].iter().filter(is_made) {
            let edits = placed_edits(input.file, text, hunk);
            for line in edits.iter().flat_map(|edit| &edit.lines) {
                *self.keys.entry(LineKey::of(line)).or_default() += 1;
                self.n_lines += 1;
            }
            self.edits.push((hunk.id, edits));
        }
        self.n_hunks = hunks.len();
    }

    /// Takes out what `hunks` (indexes, in order) make: another's edits hold it.
    fn remove(&mut self, hunks: &[usize]) {
        let is_held = |id: &HunkId| hunks.binary_search(&id.hunk).is_ok();
        for (_, edits) in self.edits.extract_if(.., |(id, _)| is_held(id)) {
            for line in edits.iter().flat_map(|edit| &edit.lines) {
                let n_times = self.keys.entry(LineKey::of(line)).or_default();
                *n_times = n_times.saturating_sub(1);
                self.n_lines -= 1;
            }
        }
    }

    /// Returns how many lines they make that have one of the keys `asked`.
    fn n_makers(&self, asked: &HashSet<LineKey>) -> usize {
        let n_times = asked.iter().filter_map(|key| self.keys.get(key));
        n_times.sum()
    }
}

/// Returns the place of a hunk that fits what earlier ones make by `edits`, and those of them that it builds on.
fn on_what_was_made(
    input: &FileInput<'_>,
    text: &Text,
    edits: &[(HunkId, Vec<Edit>)],
    index: usize,
) -> Option<(Candidate, BTreeSet<usize>)> {
    let hunk = &input.file.hunks[index];
    let lines: Vec<&Edit> = edits.iter().flat_map(|(_, edits)| edits).collect();
    if has_a_place_of_its_own(input, index, &lines) || !fits_about_one_of(hunk, text, &lines) {
        return None;
    }
    let middle = applied(merged_edits(edits, input.settled)?, text)?;
    let place = sure_place(input, &middle, index)?;
    let after = applied(splice::splice(&place, &middle, None), &middle)?;
    let joined = joined::around(place.span, &joined::made(edits), [text, &middle, &after])?;
    let pieces = |text: &Text, span| text.pieces(span).collect::<Vec<_>>();
    let lines = diff_lines(
        &pieces(text, joined.in_text),
        &pieces(&after, joined.in_after),
    );
    let as_one = Hunk {
        lines: lines.into(),
        hint: None,
        ..hunk.clone()
    };
    let mut candidate = matcher::place_at(&as_one, text, joined.in_text.start);
    (candidate.tier, candidate.score) = (place.tier, place.score);
    candidate.evidence = place.evidence.clone();
    Some((candidate, joined.hunks))
}

/// Returns `hunks` and those whose edits theirs hold.
fn with_those_held(mut hunks: BTreeSet<usize>, earlier: &[HunkPlan]) -> Box<[usize]> {
    let held = built_upon(hunks.iter().map(|hunk| &earlier[*hunk]));
    hunks.extend(held);
    hunks.into_iter().collect()
}

/// Returns whether the hunk has a place that reaches its tier's bar in the text as it was read, which none of `edits` touches: then
/// it may speak of that one, however it is doubted.
fn has_a_place_of_its_own(input: &FileInput<'_>, index: usize, edits: &[&Edit]) -> bool {
    let is_untouched = |place: &Candidate| {
        let mut spans = edits.iter().map(|edit| edit.span);
        spans.all(|span| place.span.end < span.start || span.end < place.span.start)
    };
    let mut places = input.found[index].candidates.iter();
    places.any(|place| place.reaches_bar() && place.landmark().is_none() && is_untouched(place))
}

/// Returns the keys of the lines of the hunk that say something and must stand there.
fn asked_keys(hunk: &Hunk) -> HashSet<LineKey> {
    let says_something = |line: &&[u8]| weight::of(line) >= weight::SOMETHING;
    let lines = hunk.preimage().map(|line| &**line).filter(says_something);
    lines.map(LineKey::of).collect()
}

/// Returns whether all lines of the hunk that say something stand in or about what one of `edits` makes, and one of them in
/// what it makes: a look at a few lines, before the whole text is made and searched.
fn fits_about_one_of(hunk: &Hunk, text: &Text, edits: &[&Edit]) -> bool {
    let asked = asked_keys(hunk);
    let reach = hunk.preimage().count();
    let made = |edit: &Edit| -> HashSet<LineKey> {
        edit.lines.iter().map(|line| LineKey::of(line)).collect()
    };
    let fits_about = |edit: &&Edit| {
        let mut near = made(edit);
        if near.is_disjoint(&asked) {
            return false;
        }
        let start = edit.span.start.saturating_sub(reach);
        let end = (edit.span.end + reach).min(text.n_lines());
        near.extend((start..end).map(|at| LineKey::of(text.line(at))));
        let others = edits
            .iter()
            .filter(|other| start <= other.span.start && other.span.end <= end);
        near.extend(others.flat_map(|other| made(other)));
        asked.is_subset(&near)
    };
    edits.iter().any(fits_about)
}

fn applied(edits: Vec<Edit>, text: &Text) -> Option<Text> {
    let edits = Edits::new(edits, FinalNewline::Keep).ok()?;
    Some(Text::new(edits.apply(text)))
}

/// Returns the one place in `middle` that would be taken unasked, where every line is alike.
fn sure_place(input: &FileInput<'_>, middle: &Text, index: usize) -> Option<Listed> {
    let hunk = &input.file.hunks[index];
    let file = FilePatch {
        hunks: vec![hunk.clone()],
        ..input.file.clone()
    };
    let found = matcher::find_while(&file, middle, input.limits, input.patience)?.pop()?;
    match verdict::own_verdict(hunk, &found, input.policy) {
        Verdict::Place(at, _) => {
            let place = Listed::new(&found.candidates, at);
            (place.tier <= Tier::Fuzzy).then_some(place)
        }
        Verdict::Ambiguous
        | Verdict::TooWeak
        | Verdict::DeletedLineNotFound
        | Verdict::AlreadyApplied
        | Verdict::NoMatch => None,
    }
}
