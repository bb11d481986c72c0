//! What would be written: worked out once, when the apply screen is opened.

use std::collections::{BTreeMap, BTreeSet};

use super::drift::{self, FileDiff};
use super::model::Extent;
use crate::matcher::{Candidate, Tier};
use crate::patch::{FileOp, Given, HunkId};
use crate::plan::{By, ChangeSet, Decision, FileChange, HunkPlan, Placement, Scope, State};
use crate::report::{self, FindingCode};
use crate::session::Session;
use crate::text::{Edit, LineSpan, RelPath, Snapshot};

/// What would be written.
#[derive(Debug, Clone)]
pub struct Survey {
    /// The change set.
    pub changes: ChangeSet,
    /// What each change changes line by line, in the order of the change set.
    pub diffs: Vec<FileDiff>,
    /// How much of each change it is, in the order of the change set.
    pub extents: Vec<Extent>,
    /// The hunks that are not written, or not whole.
    pub left_out: Vec<HunkId>,
    /// The accepted hunks to check once more.
    pub look_again: Vec<HunkId>,
    /// The lines of each place of those that are made at all of their equally good places.
    pub places_made: BTreeMap<HunkId, Vec<LineSpan>>,
    /// Lines (0-based) of files that the reply gives whole which changed on disk during the review, and which no edit touches.
    pub newer: Vec<(RelPath, Vec<LineSpan>)>,
    /// What those to check lose or leave broken, in a sentence each.
    pub told: BTreeMap<HunkId, Vec<String>>,
    /// Why those to check were asked about which a person accepted, and what was guessed of them, in a sentence each.
    pub asked: BTreeMap<HunkId, Vec<String>>,
}

impl Survey {
    /// Works out what would be written of `session` now.
    ///
    /// # Errors
    /// The accepted hunks that are stuck.
    pub(super) fn of(session: &Session) -> Result<Survey, Vec<HunkId>> {
        let changes = session.changes(Scope::Accepted)?;
        let diffs = drift::full_diff(session, &changes);
        let guesses = session.guesses();
        let look_again = to_look_at(session, &guesses);
        let places_made = look_again.iter().map(|id| (*id, session.places_made(*id)));
        let told = look_again.iter().map(|id| (*id, lost(session, *id)));
        let asked = look_again.iter().map(|id| {
            let guesses = guesses.get(id).into_iter().flatten().cloned();
            (
                *id,
                asked(session, *id).into_iter().chain(guesses).collect(),
            )
        });
        Ok(Survey {
            newer: newer(session, &changes),
            told: told.collect(),
            asked: asked.collect(),
            places_made: places_made
                .filter(|(_, places)| !places.is_empty())
                .collect(),
            extents: extents(session, &changes, &diffs),
            left_out: left_out(session),
            look_again,
            changes,
            diffs,
        })
    }
}

/// Returns, of each file that is written and that the reply gives whole, the lines that changed on disk during the review and
/// that no edit touches.
fn newer(session: &Session, changes: &ChangeSet) -> Vec<(RelPath, Vec<LineSpan>)> {
    let paths: BTreeSet<&RelPath> = changes.changes().iter().map(FileChange::path).collect();
    let files = session.plan().files.iter().enumerate();
    let newer = files.filter_map(|(file, plan)| {
        let path = plan.target.as_ref().filter(|path| paths.contains(path))?;
        let edits = session.edits(file, Scope::Accepted).unwrap_or_default();
        let lines = apart_from(&session.newer_lines(file), edits.as_slice());
        (!lines.is_empty()).then(|| (path.clone(), lines))
    });
    newer.collect()
}

/// Returns those of `lines` that no edit changes.
fn apart_from(lines: &[LineSpan], edits: &[Edit]) -> Vec<LineSpan> {
    let mut apart: Vec<LineSpan> = Vec::new();
    for line in lines.iter().flat_map(|span| span.start..span.end) {
        let is_edited = |edit: &Edit| edit.span.start <= line && line < edit.span.end;
        match apart.last_mut() {
            _ if edits.iter().any(is_edited) => {}
            Some(last) if last.end == line => last.end += 1,
            _ => apart.push(LineSpan::new(line, line + 1)),
        }
    }
    apart
}

/// Returns what a hunk loses or leaves broken, in a sentence each; what else is told of it is said in words of its own.
fn lost(session: &Session, id: HunkId) -> Vec<String> {
    let losses = report::told_of(session, id).into_iter();
    let losses = losses.filter(|finding| match finding.code {
        FindingCode::Loss
        | FindingCode::OwnChange
        | FindingCode::RepeatedDefinition
        | FindingCode::RepeatedImport
        | FindingCode::Unbalanced
        | FindingCode::ConflictMarkers
        | FindingCode::UnmarkedAddition
        | FindingCode::Decoded
        | FindingCode::OtherEncoding => true,
        FindingCode::OtherRemoval
        | FindingCode::HiddenCharacters
        | FindingCode::LookAlikes
        | FindingCode::FarRight => false,
    });
    let losses = losses.map(|finding| finding.text);
    let cut_off = report::feedback::cut_off(session, id).map(str::to_string);
    losses.chain(cut_off).collect()
}

/// Returns why a hunk was asked about that a person accepted as the reply has it.
fn asked(session: &Session, id: HunkId) -> Vec<String> {
    let placed = session.plan().hunk(id).placement.as_ref();
    let placed = placed.filter(|placed| placed.by == By::Person && !session.is_edited_by_hand(id));
    let Some(placed) = placed else {
        return Vec::new();
    };
    let gone = |place: &Candidate| session.unclear_removal(id, place);
    let mut beside = session.offered_beside(id);
    beside.retain(|other| session.plan().hunk(*other).decision.is_accepted());
    let beside = (!beside.is_empty()).then(|| format!("so is {}", session.names(&beside)));
    let said = [
        session.own_doubt(id),
        beside,
        placed.candidate.for_once(gone),
        session.quote(id).map(|quote| quote.words()),
    ];
    said.into_iter().flatten().collect()
}

/// Returns the hunks that are not written, or not whole.
fn left_out(session: &Session) -> Vec<HunkId> {
    let is_left_out = |hunk: &&HunkPlan| match (&hunk.decision, &hunk.state) {
        (Decision::Lines(_), _) => true,
        // Whatever was decided on it, nothing is written of what the file has already.
        (_, State::AlreadyApplied | State::NoOp) => true,
        (Decision::Accepted, _) => false,
        (Decision::Undecided, State::Skipped) => true,
        (Decision::Undecided | Decision::Rejected { .. }, _) => true,
    };
    let hunks = session.plan().hunks().filter(is_left_out);
    hunks.map(|hunk| hunk.id).collect()
}

/// Returns the accepted hunks that a person put where they are or gave other lines, that are not exact, that hide text that was
/// allowed, that are a guess, that were kept beside another that changes the same lines, that drop lines, or that delete a file.
fn to_look_at(session: &Session, guesses: &BTreeMap<HunkId, Vec<String>>) -> Vec<HunkId> {
    let is_loose = |placed: &Placement| placed.by == By::Person || !is_exact(placed);
    let files = session.plan().files.iter();
    let hunks = files.flat_map(|file| {
        let deletes = file.op == FileOp::Delete;
        let written = file.written(Scope::Accepted).enumerate();
        written.filter(move |(nth, hunk)| {
            let is_loose = hunk.placement.as_ref().is_some_and(is_loose);
            let is_told = session.is_edited(hunk.id)
                || session.is_confirmed(hunk.id)
                || guesses.contains_key(&hunk.id)
                || !session.kept_with(hunk.id).is_empty();
            // Once for all hunks of a file.
            let is_elsewhere = *nth == 0 && session.chosen_target(hunk.id.file).is_some();
            deletes || is_loose || is_told || is_elsewhere || session.drops(hunk.id)
        })
    });
    hunks.map(|(_, hunk)| hunk.id).collect()
}

/// Returns whether a hunk matches its place to the letter.
pub(super) fn is_exact(placed: &Placement) -> bool {
    let place = &placed.candidate;
    // What was found by its letters alone need not be read for that.
    place.exact().is_some() || place.tier == Tier::Strict && place.score.percent() == 100
}

/// Returns how much of each file is changed, in the order of `changes` and of what they compare to.
fn extents(session: &Session, changes: &ChangeSet, diffs: &[FileDiff]) -> Vec<Extent> {
    let mut by_target: BTreeMap<&RelPath, Extent> = BTreeMap::new();
    let mut given_whole: BTreeSet<&RelPath> = BTreeSet::new();
    for (file, section) in session.plan().files.iter().zip(&session.patch().files) {
        if section.given != Given::Hunks {
            given_whole.extend(&file.target);
        }
        let Some(target) = &file.target else { continue };
        let extent = by_target.entry(target).or_default();
        for hunk in file.written(Scope::Accepted) {
            extent.n_written += 1;
            extent.n_in_part += usize::from(session.in_part(hunk.id).is_some());
        }
        // What the file has already is in no list of what is left out.
        let is_done = |hunk: &&HunkPlan| hunk.state.is_there();
        extent.n_hunks += file.hunks.iter().filter(|hunk| !is_done(hunk)).count();
        extent.is_replaced |= file.op.is_content();
    }
    let of = |path| by_target.get(path).copied().unwrap_or_default();
    let changes = changes.changes().iter().zip(diffs);
    changes
        .map(|(change, diff)| {
            let (n_come, n_go) = diff.n_lines();
            let extent = of(change.path());
            let before = session.snapshots().get(change.path());
            let n_before = before
                .and_then(Snapshot::text)
                .map_or(0, |text| text.n_lines());
            let none_stays = n_go > 0 && n_go == n_before && given_whole.contains(change.path());
            Extent {
                n_come,
                n_go,
                is_replaced: extent.is_replaced || none_stays,
                ..extent
            }
        })
        .collect()
}
