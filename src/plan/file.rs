//! The plan of one file: its hunks placed and spliced.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::verdict::{self, Verdict};
use super::{
    By, Decision, FilePlan, FileState, HunkPlan, Placement, Policy, Settled, State, merge,
    second_look, splice, whole,
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
    merge::mark_overlaps(&mut hunks, input.settled);
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
