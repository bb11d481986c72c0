//! The plan of one file: its hunks placed, spliced, and looked at for overlaps.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::overlap::{self, Meeting};
use super::verdict::{self, Verdict};
use super::{
    By, Decision, FilePlan, FileState, HunkPlan, Placement, Policy, Settled, State, second_look,
    splice, whole,
};
use crate::matcher::{self, Candidate, Found, Limits, Patience, Score, Tier, Variant, VariantKind};
use crate::patch::{Extent, FileMode, FileOp, FilePatch, Hunk, HunkId, PatchPath};
use crate::text::{Content, Edit, FinalNewline, LineSpan, RelPath, Snapshot, Text};

/// All that the plan of one file is a function of.
#[derive(Debug, Clone, Copy)]
pub struct FileInput<'a> {
    /// Index of the file in the patch.
    pub index: usize,
    /// What the patch asks.
    pub file: &'a FilePatch,
    /// What was read at its target; `None` as long as it was not.
    pub snapshot: Option<&'a Snapshot>,
    /// What was read at the other name of a header that has two; `None` where it has one.
    pub other: Option<&'a Snapshot>,
    /// What was read where a rename or copy goes.
    pub destination: Option<&'a Snapshot>,
    /// What the matcher found, one per hunk; empty when there is no text to match, and where the search was stopped.
    pub found: &'a [Found],
    /// What the person settled.
    pub settled: &'a Settled,
    /// What may be placed unasked.
    pub policy: &'a Policy,
    /// How far a search goes.
    pub limits: Limits,
    /// How long somebody waits for the second look; what is planned after it ended is of no use.
    pub patience: &'a dyn Patience,
}

/// Makes the plan of one file.
pub fn plan_file(input: FileInput<'_>) -> FilePlan {
    let target = target(&input);
    let state = file_state(&input, target.as_ref());
    let text = input.snapshot.and_then(Snapshot::text);
    let searched = text.filter(|_| !input.found.is_empty());
    let verdicts =
        searched.map(|text| verdict::verdicts(input.file, text, input.found, input.policy));
    let verdicts = verdicts.unwrap_or_default();
    let mut hunks: Vec<HunkPlan> = (0..input.file.hunks.len())
        .map(|hunk| plan_hunk(&input, &state, &verdicts, hunk))
        .collect();
    drop(verdicts);
    if let (Some(text), FileState::Ready) = (text, &state) {
        second_look::place(&input, text, &mut hunks);
    }
    mark_overlaps(&mut hunks, input.settled);
    FilePlan {
        target,
        op: input.file.op.clone(),
        state,
        snapshot: input.snapshot.cloned(),
        hunks,
    }
}

fn target(input: &FileInput<'_>) -> Option<RelPath> {
    input
        .snapshot
        .map(|snapshot| &snapshot.path)
        .or(input.settled.targets.get(&input.index))
        .or(input.file.path.named())
        .cloned()
}

/// Returns whether a header names two files that both exist, and nobody said which is meant.
fn is_either(input: &FileInput<'_>) -> bool {
    let exists = |snapshot: &Snapshot| snapshot.content != Content::Absent;
    !input.settled.targets.contains_key(&input.index)
        && input.snapshot.is_some_and(exists)
        && input.other.is_some_and(exists)
}

fn file_state(input: &FileInput<'_>, target: Option<&RelPath>) -> FileState {
    if let Some(why) = &input.file.invalid {
        return if input.file.elided {
            FileState::Unresolved(why.clone())
        } else {
            FileState::Invalid(why.clone())
        };
    }
    if let (PatchPath::Refused { fault, .. }, None) = (&input.file.path, target) {
        return FileState::Refused(fault.to_string());
    }
    if let Some(FileMode::Special(kind)) = input.file.mode {
        return FileState::Refused(format!(
            "it is about {}, which is never made or changed",
            kind.words()
        ));
    }
    let (Some(_), Some(snapshot)) = (target, input.snapshot) else {
        return FileState::NoPath;
    };
    if input.file.is_binary {
        return FileState::Binary;
    }
    if is_either(input) {
        return FileState::TwoNames;
    }
    let creates = input.file.op == FileOp::Create;
    match &snapshot.content {
        Content::Binary => FileState::Binary,
        Content::NotAFile(what) => FileState::NotAFile(what.clone()),
        Content::Refused(why) => FileState::Refused(why.clone()),
        Content::Unreadable(why) => FileState::Unreadable(why.clone()),
        Content::Text(text, _) if creates && text.n_lines() > 0 => FileState::Exists,
        Content::Absent if !may_create(input.file) => FileState::NoTarget,
        Content::Text(..) if input.found.is_empty() => FileState::Unsearched,
        Content::Text(..) | Content::Absent => {
            match input.destination.map(|snapshot| &snapshot.content) {
                None | Some(Content::Absent) => FileState::Ready,
                Some(_) => FileState::Exists,
            }
        }
    }
}

/// A missing file can be made by `Create`, by `Replace`, and by hunks that ask for nothing to be there.
fn may_create(file: &FilePatch) -> bool {
    match file.op {
        FileOp::Create | FileOp::Replace => true,
        FileOp::Modify => file
            .hunks
            .iter()
            .all(|hunk| hunk.mode.is_none() && hunk.preimage().next().is_none()),
        // A file that is to go and is gone needs nothing.
        FileOp::Delete => true,
        FileOp::Rename { .. } | FileOp::Copy { .. } => false,
    }
}

fn plan_hunk(
    input: &FileInput<'_>,
    state: &FileState,
    verdicts: &[Verdict],
    index: usize,
) -> HunkPlan {
    let id = HunkId {
        file: input.index,
        hunk: index,
    };
    let hunk = &input.file.hunks[index];
    let decision = input.settled.decision(id);
    let stuck = |state| HunkPlan {
        id,
        state,
        placement: None,
        decision: decision.clone(),
    };
    if let Some(why) = &hunk.invalid {
        return stuck(match hunk.extent {
            Extent::Elided => State::Unresolved(why.clone()),
            Extent::Lines | Extent::Within | Extent::Split => State::Invalid(why.clone()),
        });
    }
    let overwrites = *state == FileState::Exists && input.settled.places.contains_key(&id);
    if *state == FileState::Binary {
        return stuck(State::Skipped);
    }
    if *state != FileState::Ready && !overwrites {
        return stuck(State::FileStuck);
    }
    let snapshot = input.snapshot.expect("a ready file was read");
    let placed = |candidate: Arc<Candidate>, by| {
        let chosen = match &decision {
            Decision::Lines(lines) => Some(lines),
            Decision::Undecided | Decision::Accepted | Decision::Rejected { .. } => None,
        };
        let empty = Text::new("");
        let text = snapshot.text().map_or(&empty, |text| text);
        let edits = edits(input.file, hunk, &candidate, text, chosen);
        let is_more = hunk.mode.is_some() || hunk.final_newline != FinalNewline::Keep;
        if input.file.op == FileOp::Modify && !is_more && edits.is_empty() {
            return stuck(State::NoOp);
        }
        if input.file.op == FileOp::Modify && !is_more && is_made(&edits, text) {
            return stuck(State::AlreadyApplied);
        }
        let placement = Placement {
            candidate,
            by,
            edits: edits.into(),
            builds_on: Box::default(),
        };
        HunkPlan {
            id,
            state: State::Placed,
            placement: Some(placement),
            decision: decision.clone(),
        }
    };
    if let Some(mode) = hunk.mode {
        return if mode == FileMode::of(snapshot.is_program) {
            stuck(State::AlreadyApplied)
        } else {
            placed(trivial(hunk, 0), By::Matcher)
        };
    }
    let Some(text) = snapshot.text().filter(|text| text.n_lines() > 0) else {
        return match input.file.op {
            FileOp::Delete if snapshot.content == Content::Absent => stuck(State::AlreadyApplied),
            FileOp::Modify if hunk.preimage().next().is_some() => stuck(State::NoMatch),
            FileOp::Modify
            | FileOp::Create
            | FileOp::Delete
            | FileOp::Replace
            | FileOp::Rename { .. }
            | FileOp::Copy { .. } => placed(trivial(hunk, 0), By::Matcher),
        };
    };
    match input.file.op {
        FileOp::Create | FileOp::Replace => {
            let same = hunk.postimage().eq(text.lines());
            let is_asked = input.settled.places.contains_key(&id);
            return if same {
                stuck(State::AlreadyApplied)
            } else if is_asked {
                placed(trivial(hunk, text.n_lines()), By::Person)
            } else if input.file.op == FileOp::Replace && !whole::is_like(hunk, text) {
                stuck(State::TooWeak)
            } else {
                placed(trivial(hunk, text.n_lines()), By::Matcher)
            };
        }
        FileOp::Delete if hunk.lines.is_empty() => {
            return placed(trivial(hunk, text.n_lines()), By::Matcher);
        }
        FileOp::Rename { .. } | FileOp::Copy { .. } if hunk.lines.is_empty() => {
            return placed(trivial(hunk, 0), By::Matcher);
        }
        FileOp::Modify | FileOp::Delete | FileOp::Rename { .. } | FileOp::Copy { .. } => {}
    }
    let found = &input.found[index];
    if let Some(span) = input.settled.places.get(&id) {
        let known = found
            .candidates
            .iter()
            .find(|candidate| candidate.span == *span);
        let by_hand = || Arc::new(matcher::place_at(hunk, text, span.start));
        return match known {
            Some(candidate) => placed(Arc::clone(candidate), By::Person),
            None if span.end <= text.n_lines() => placed(by_hand(), By::Person),
            None => stuck(State::Drifted),
        };
    }
    // A hunk of context only says what must stand there; where it does not, that is told.
    let stands = |place: &Arc<Candidate>| place.tier <= Tier::Fuzzy;
    if hunk.is_no_op() && (hunk.lines.is_empty() || found.candidates.first().is_some_and(stands)) {
        return stuck(State::NoOp);
    }
    match &verdicts[index] {
        Verdict::Place(candidate, by) => placed(Arc::clone(&found.candidates[*candidate]), *by),
        Verdict::AlreadyApplied => stuck(State::AlreadyApplied),
        Verdict::Ambiguous => stuck(State::Ambiguous),
        Verdict::TooWeak => stuck(State::TooWeak),
        Verdict::DeletedLineNotFound => stuck(State::DeletedLineNotFound),
        Verdict::NoMatch => stuck(State::NoMatch),
    }
}

/// The place of a hunk that needs no search: a whole file.
fn trivial(hunk: &Hunk, n_lines: usize) -> Arc<Candidate> {
    Arc::new(Candidate {
        span: LineSpan::new(0, n_lines),
        tier: Tier::Strict,
        score: Score::FULL,
        variant: Variant {
            kind: VariantKind::AsWritten,
            lines: Arc::clone(&hunk.lines),
        },
        aligned: Box::default(),
        reindents: Box::default(),
        evidence: Vec::new(),
    })
}

/// Returns what is written if `hunk` stands at `candidate`; `chosen` holds the indexes of the changed lines that are
/// wanted, `None` stands for all.
pub fn edits(
    file: &FilePatch,
    hunk: &Hunk,
    candidate: &Candidate,
    text: &Text,
    chosen: Option<&BTreeSet<usize>>,
) -> Vec<Edit> {
    match file.op {
        FileOp::Create | FileOp::Replace => vec![whole::edit(hunk, text)],
        FileOp::Modify | FileOp::Delete | FileOp::Rename { .. } | FileOp::Copy { .. } => {
            splice::splice(candidate, text, chosen)
        }
    }
}

/// Returns whether all that the edits would write stands there already: lines that are alike may be the result itself.
fn is_made(edits: &[Edit], text: &Text) -> bool {
    edits.iter().all(|edit| {
        let stands = edit.span.start..edit.span.end;
        edit.lines
            .iter()
            .map(|line| &**line)
            .eq(stands.map(|at| text.line(at)))
    })
}

/// Marks the placed hunks whose edits meet, unless a person put them in order or they are the same.
fn mark_overlaps(hunks: &mut [HunkPlan], settled: &Settled) {
    // Nearly every patch goes down its file hunk by hunk: none meets another then.
    if overlap::is_in_order(live_edits(hunks)) {
        return;
    }
    let conflicts = |hunks: &[HunkPlan]| {
        let edits: Vec<&[Edit]> = live_edits(hunks).collect();
        let mut with: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for group in overlap::groups(&edits).iter() {
            for (at, &a) in group.iter().enumerate() {
                for &b in &group[at + 1..] {
                    if conflict(&hunks[a], &hunks[b], settled) {
                        with.entry(a).or_default().push(b);
                        with.entry(b).or_default().push(a);
                    }
                }
            }
        }
        with
    };
    for (at, with) in conflicts(hunks) {
        hunks[at].state = State::Overlap(with.into());
    }
    if go_together(hunks, settled) {
        return;
    }
    // Pairs go together that all of them do not: a third hunk meets two that were put in order.
    let live: Vec<&[Edit]> = live_edits(hunks).collect();
    let placed: Vec<usize> = (0..hunks.len())
        .filter(|at| !live[*at].is_empty())
        .collect();
    for at in &placed {
        let meets = |other: &usize| other != at && meet(&hunks[*at], &hunks[*other]);
        let with: Box<[usize]> = placed.iter().copied().filter(meets).collect();
        if !with.is_empty() {
            hunks[*at].state = State::Overlap(with);
        }
    }
}

/// Returns the edits of each hunk, none for those that are not to be written or are held by another's.
fn live_edits(hunks: &[HunkPlan]) -> impl Iterator<Item = &[Edit]> {
    let is_live = |hunk: &HunkPlan| hunk.state == State::Placed && !hunk.decision.is_rejected();
    let is_in_another = second_look::built_upon(hunks.iter().filter(|hunk| is_live(hunk)));
    let live = move |hunk: &HunkPlan| is_live(hunk) && !is_in_another.contains(&hunk.id.hunk);
    hunks.iter().map(move |hunk| match &hunk.placement {
        Some(placement) if live(hunk) => &placement.edits[..],
        Some(_) | None => &[],
    })
}

fn meet(a: &HunkPlan, b: &HunkPlan) -> bool {
    let (Some(a), Some(b)) = (&a.placement, &b.placement) else {
        return false;
    };
    overlap::meeting(&a.edits, &b.edits) != Meeting::Apart
}

fn conflict(a: &HunkPlan, b: &HunkPlan, settled: &Settled) -> bool {
    let (Some(first), Some(second)) = (&a.placement, &b.placement) else {
        return false;
    };
    match overlap::meeting(&first.edits, &second.edits) {
        Meeting::Apart | Meeting::Same => false,
        Meeting::Conflict => {
            merged_edits(&[(a.id, &first.edits), (b.id, &second.edits)], settled).is_none()
        }
    }
}

/// Returns the edits of several hunks as one list: equal ones once, ordered pairs merged; `None` when two conflict.
pub(super) fn merged_edits(hunks: &[(HunkId, &[Edit])], settled: &Settled) -> Option<Vec<Edit>> {
    let edits: Vec<&[Edit]> = hunks.iter().map(|(_, edits)| *edits).collect();
    let mut merged = Vec::new();
    for group in overlap::groups(&edits).iter() {
        let group: Vec<(HunkId, &[Edit])> = group.iter().map(|at| hunks[*at]).collect();
        merged.extend(merged_group(&group, settled)?);
    }
    Some(merged)
}

/// Returns whether the edits of all hunks that are to be written have a result together; see [`merged_edits`].
fn go_together(hunks: &[HunkPlan], settled: &Settled) -> bool {
    let edits: Vec<&[Edit]> = live_edits(hunks).collect();
    let groups = overlap::groups(&edits);
    groups.iter().filter(|group| group.len() > 1).all(|group| {
        let group = group.iter().map(|at| (hunks[*at].id, edits[*at]));
        merged_group(&group.collect::<Vec<_>>(), settled).is_some()
    })
}

fn merged_group(hunks: &[(HunkId, &[Edit])], settled: &Settled) -> Option<Vec<Edit>> {
    let mut merged: Vec<Edit> = Vec::new();
    let mut seen: Vec<(HunkId, &[Edit])> = Vec::new();
    for (id, edits) in hunks {
        let met: Vec<_> = seen
            .iter()
            .filter(|(_, other)| overlap::meeting(other, edits) != Meeting::Apart)
            .collect();
        if met.iter().any(|(_, other)| other == edits) {
            continue;
        }
        merged = match met.as_slice() {
            [] => merged.into_iter().chain(edits.iter().cloned()).collect(),
            [(other, _)] if settled.orders.contains(&(*other, *id)) => {
                overlap::both(&merged, edits)?
            }
            [(other, _)] if settled.orders.contains(&(*id, *other)) => {
                overlap::both(edits, &merged)?
            }
            _ => return None,
        };
        seen.push((*id, edits));
    }
    Some(merged)
}
