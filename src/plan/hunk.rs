//! The plan of one hunk: its place and what is written there, or why it has none.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::verdict::Verdict;
use super::{By, Decision, FileInput, FileState, HunkPlan, Placement, State, doubt, splice, whole};
use crate::matcher::{self, Candidate, Listed, Score, Tier, Variant, VariantKind};
use crate::patch::{Extent, FileOp, FilePatch, Given, Hunk, HunkId, Shown, Unsure};
use crate::text::{Content, Edit, FinalNewline, LineSpan, Snapshot, Text};

/// Where a hunk goes and who chose it; `Err` holds the state of one that goes nowhere.
type Place = Result<(Listed, By), State>;

/// Makes the plan of the hunk of index `hunk`; `verdicts` has one for each, and none where nothing was searched.
pub(super) fn plan_hunk(
    input: &FileInput<'_>,
    file_state: &FileState,
    verdicts: &[Verdict],
    hunk: usize,
) -> HunkPlan {
    let id = HunkId {
        file: input.index,
        hunk,
    };
    let mut decision = input.settled.decision(id);
    let placement = match stuck_unseen(input, file_state, id) {
        Some(state) => Err(state),
        None => place(input, verdicts, id).and_then(|(candidate, by)| {
            if chosen(&decision).is_some() {
                decision = input.settled.decision_on(id, &candidate.variant.lines);
            }
            placement(input, id, candidate, by, &decision)
        }),
    };
    let (state, placement) = match placement {
        Ok(placement) => (State::Placed, Some(placement)),
        Err(State::AlreadyApplied | State::NoOp) if is_cut(input, id) => (State::TooWeak, None),
        Err(state) => (state, None),
    };
    HunkPlan {
        id,
        state,
        placement,
        decision,
        capped: false,
    }
}

/// Returns why a hunk has no place whatever its file holds: because of what it says, or of how its file stands.
fn stuck_unseen(input: &FileInput<'_>, file_state: &FileState, id: HunkId) -> Option<State> {
    let hunk = &input.file.hunks[id.hunk];
    if let Some(why) = &hunk.invalid {
        // Lines without a place go where a person puts them, and those that a person wrote are looked for like any.
        let is_of_person =
            input.settled.places.contains_key(&id) || input.settled.edited.contains_key(&id);
        match hunk.extent {
            Extent::Elided if is_of_person => {}
            Extent::Elided => return Some(State::Unresolved(why.clone())),
            Extent::Lines
            | Extent::Within
            | Extent::Opened
            | Extent::Split
            | Extent::Columns { .. } => {
                return Some(State::Invalid(why.clone()));
            }
        }
    }
    let overwrites = input.settled.places.contains_key(&id);
    let is_open = *file_state == FileState::Ready || *file_state == FileState::Exists && overwrites;
    let stuck = match file_state == &FileState::Binary {
        true => State::Skipped,
        false => State::FileStuck,
    };
    (!is_open).then_some(stuck)
}

fn place(input: &FileInput<'_>, verdicts: &[Verdict], id: HunkId) -> Place {
    let hunk = &input.file.hunks[id.hunk];
    let snapshot = input.snapshot.expect("a ready file was read");
    if let Some(mode) = hunk.mode {
        return if mode.is_of(snapshot) {
            Err(State::AlreadyApplied)
        } else {
            Ok((at_the_top(hunk, 0), By::Matcher))
        };
    }
    // What it puts in the place of lines that it does not quote may stand there.
    let is_same = || !hunk.lines.is_empty() && hunk.preimage().eq(hunk.postimage());
    if hunk.cell.is_some() && hunk.is_no_op() || hunk.replaces.is_some() && is_same() {
        return Err(State::AlreadyApplied);
    }
    let text = snapshot.text().filter(|text| text.n_lines() > 0);
    if input.file.shown == Some(Shown::Cited) && text.is_none() {
        return Err(State::NoOp);
    }
    let is_wanting = hunk.unsure.is_some_and(Unsure::asks_for_result);
    if input.file.given != Given::Hunks && hunk.is_no_op() && !is_wanting {
        return Err(State::AlreadyApplied);
    }
    if input.file.given == Given::Whole && hunk.lines.is_empty() {
        return Ok((at_the_top(hunk, 0), By::Matcher));
    }
    let is_asked = input.settled.places.contains_key(&id);
    // What stands there already can do no more harm: a definition that it added is not added twice.
    let is_made = verdicts.get(id.hunk) == Some(&Verdict::AlreadyApplied);
    if !is_asked && !is_made && doubt::of_whole(input, id.hunk).is_some() {
        return Err(State::TooWeak);
    }
    let Some(text) = text else {
        let by = if is_asked { By::Person } else { By::Matcher };
        return in_no_lines(input, hunk, snapshot, by);
    };
    match input.file.op {
        FileOp::Create | FileOp::Replace => over_the_whole(input, text, id),
        FileOp::Delete if hunk.lines.is_empty() => {
            let by = if is_asked { By::Person } else { By::Matcher };
            Ok((at_the_top(hunk, text.n_lines()), by))
        }
        FileOp::Rename { .. } | FileOp::Copy { .. } if hunk.lines.is_empty() => {
            Ok((at_the_top(hunk, 0), By::Matcher))
        }
        FileOp::Modify | FileOp::Delete | FileOp::Rename { .. } | FileOp::Copy { .. } => {
            match input.settled.places.get(&id) {
                Some(span) => by_hand(input, text, &verdicts[id.hunk], id, *span),
                None => unasked(input, &verdicts[id.hunk], id),
            }
        }
    }
}

/// Places a hunk in a file that has no line, or is not there.
fn in_no_lines(input: &FileInput<'_>, hunk: &Hunk, snapshot: &Snapshot, by: By) -> Place {
    match input.file.op {
        FileOp::Delete if snapshot.content == Content::Absent => Err(if input.was_never_there {
            State::NoOp
        } else {
            State::AlreadyApplied
        }),
        FileOp::Modify if hunk.has_preimage() => Err(State::NoMatch),
        FileOp::Create | FileOp::Replace
            if snapshot.content != Content::Absent && hunk.lines.is_empty() =>
        {
            Err(State::AlreadyApplied)
        }
        FileOp::Modify
        | FileOp::Create
        | FileOp::Delete
        | FileOp::Replace
        | FileOp::Rename { .. }
        | FileOp::Copy { .. } => Ok((at_the_top(hunk, 0), by)),
    }
}

/// Places a hunk that gives a file's whole content over the lines that are there.
fn over_the_whole(input: &FileInput<'_>, text: &Text, id: HunkId) -> Place {
    let hunk = &input.file.hunks[id.hunk];
    let is_asked = input.settled.places.contains_key(&id);
    if hunk.postimage().eq(text.lines()) {
        Err(State::AlreadyApplied)
    } else if is_asked {
        Ok((at_the_top(hunk, text.n_lines()), By::Person))
    } else {
        Err(State::TooWeak)
    }
}

/// Places a hunk where a person put it. Where that place is no more, it is asked about, even if only one place is left: that one was
/// not chosen.
fn by_hand(
    input: &FileInput<'_>,
    text: &Text,
    verdict: &Verdict,
    id: HunkId,
    span: LineSpan,
) -> Place {
    let candidates = &input.found[id.hunk].candidates;
    let known = candidates
        .iter()
        .position(|candidate| candidate.span == span);
    let hunk = &input.file.hunks[id.hunk];
    match known {
        Some(known) => Ok((Listed::new(candidates, known), By::Person)),
        None if span.end <= text.n_lines() => {
            Ok((matcher::place_at(hunk, text, span.start).into(), By::Person))
        }
        None => match unasked(input, verdict, id) {
            Err(done @ (State::AlreadyApplied | State::NoOp)) => Err(done),
            Ok(_) | Err(_) => Err(State::Drifted),
        },
    }
}

/// Returns whether the reply ends within the hunk, or may end before what it would change: what that would have said is not
/// made, and not nothing. It does not where the change is in another block, and what a person placed is looked at. What a call
/// that failed was to write may be in the file by chance.
pub(super) fn is_cut(input: &FileInput<'_>, id: HunkId) -> bool {
    let hunk = &input.file.hunks[id.hunk];
    let is_cut = match hunk.unsure {
        Some(Unsure::CutOff | Unsure::Unfinished | Unsure::CallFailed) => true,
        Some(Unsure::EndsEarly) => !input.is_named_again,
        // Unless an apply of this very reply made the file so.
        Some(Unsure::GapUnclear) => hunk.lines.is_empty() && input.before.is_none(),
        Some(_) | None => false,
    };
    is_cut && !input.settled.places.contains_key(&id)
}

/// Places a hunk as the policy says.
fn unasked(input: &FileInput<'_>, verdict: &Verdict, id: HunkId) -> Place {
    let hunk = &input.file.hunks[id.hunk];
    let candidates = &input.found[id.hunk].candidates;
    // A hunk of context only says what must be there; where it is not, that is told. The file may go elsewhere all the same.
    let agrees = |place: &Candidate| place.tier <= Tier::Fuzzy;
    if hunk.is_no_op() && candidates.first().is_some_and(agrees) {
        return match input.file.op {
            FileOp::Modify | FileOp::Create | FileOp::Replace | FileOp::Delete => Err(State::NoOp),
            FileOp::Rename { .. } | FileOp::Copy { .. } if is_cut(input, id) => Err(State::TooWeak),
            FileOp::Rename { .. } | FileOp::Copy { .. } => {
                Ok((Listed::new(candidates, 0), By::Matcher))
            }
        };
    }
    if hunk.lines.is_empty() {
        return Err(State::NoOp);
    }
    match verdict {
        Verdict::Place(candidate, by) => Ok((Listed::new(candidates, *candidate), *by)),
        Verdict::AlreadyApplied => Err(State::AlreadyApplied),
        Verdict::Ambiguous => Err(State::Ambiguous),
        Verdict::TooWeak => Err(State::TooWeak),
        Verdict::DeletedLineNotFound => Err(State::DeletedLineNotFound),
        Verdict::NoMatch => Err(State::NoMatch),
    }
}

/// Returns the place of a hunk that needs no search: the first `n_lines` of its file, which are all or none.
fn at_the_top(hunk: &Hunk, n_lines: usize) -> Listed {
    Listed::from(Candidate {
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

/// Returns what the hunk writes at its place; `Err` where that is nothing, or stands there already.
fn placement(
    input: &FileInput<'_>,
    id: HunkId,
    candidate: Listed,
    by: By,
    decision: &Decision,
) -> Result<Placement, State> {
    // What stands to the letter and is changed, as `unasked` saw, is neither nothing nor made.
    let is_changed = candidate.exact().is_some() && chosen(decision).is_none();
    if is_changed && by == By::Matcher {
        return Ok(Placement {
            candidate,
            by,
            builds_on: Box::default(),
        });
    }
    let empty = Text::new("");
    let text = input.snapshot.and_then(Snapshot::text);
    let text = text.map_or(&empty, |text| text);
    let hunk = &input.file.hunks[id.hunk];
    let edits = edits_at(input.file, hunk, &candidate, text, chosen(decision));
    let changes_lines_alone = input.file.op == FileOp::Modify
        && hunk.mode.is_none()
        && hunk.final_newline == FinalNewline::Keep;
    if changes_lines_alone && edits.is_empty() {
        return Err(State::NoOp);
    }
    if changes_lines_alone && stands_already(&edits, text) {
        return Err(State::AlreadyApplied);
    }
    Ok(Placement {
        candidate,
        by,
        builds_on: Box::default(),
    })
}

/// Returns the changed lines that are wanted, where these are not all.
fn chosen(decision: &Decision) -> Option<&BTreeSet<usize>> {
    match decision {
        Decision::Lines(lines) => Some(lines),
        Decision::Undecided | Decision::Accepted | Decision::Rejected { .. } => None,
    }
}

/// Returns what a planned hunk writes at its place in `text`; nothing where it has none.
pub(super) fn placed_edits(file: &FilePatch, text: &Text, plan: &HunkPlan) -> Vec<Edit> {
    let Some(placement) = &plan.placement else {
        return Vec::new();
    };
    let hunk = &file.hunks[plan.id.hunk];
    edits_at(
        file,
        hunk,
        &placement.candidate,
        text,
        chosen(&plan.decision),
    )
}

/// Returns what [`edits`] does for one of a hunk's places.
pub(super) fn edits_at(
    file: &FilePatch,
    hunk: &Hunk,
    place: &Listed,
    text: &Text,
    chosen: Option<&BTreeSet<usize>>,
) -> Vec<Edit> {
    let is_of_lines = !file.op.is_content();
    match place.exact().filter(|_| is_of_lines && chosen.is_none()) {
        Some(exact) => splice::of_exact(exact),
        None => edits(file, hunk, place, text, chosen),
    }
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
fn stands_already(edits: &[Edit], text: &Text) -> bool {
    edits.iter().all(|edit| {
        let stands = edit.span.start..edit.span.end;
        edit.lines
            .iter()
            .map(|line| &**line)
            .eq(stands.map(|at| text.line(at)))
    })
}
