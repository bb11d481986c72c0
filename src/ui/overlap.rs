//! Hunks that meet: how they do, and ways of settling it, tried on a copy of the review before one is taken.

use std::collections::{BTreeMap, BTreeSet};

use crate::matcher::Candidate;
use crate::patch::HunkId;
use crate::plan::overlap::{Meeting, both, is_repeated, meeting};
use crate::plan::{HunkPlan, State};
use crate::session::{Command, Session};
use crate::text::{Edit, LineSpan};

use super::doc::Doc;
use super::keymap::Side;
use super::mode::{OverlapView, Preview, Shown, WayOut};

/// How a settled hunk lies to another one that it need not fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kinship {
    /// Both make the very same change.
    SameEdit,
    /// They share context, and change other lines.
    Compatible,
    /// They would conflict at the place that is looked at.
    Conflict,
}

/// Returns the settled hunks of the file that the hunk `id` shares lines with, at `shown`, else at the place it has.
pub(super) fn kin(
    session: &Session,
    id: HunkId,
    shown: Option<&Candidate>,
) -> Vec<(HunkId, Kinship)> {
    let live = |hunk: &&HunkPlan| hunk.state == State::Placed && !hunk.decision.is_rejected();
    let own = match shown {
        Some(place) => Some((session.edits_at(id, place), place.span)),
        None => Some(session.plan().hunk(id))
            .filter(live)
            .and_then(|own| Some((session.placed_edits(id), span_of(own)?))),
    };
    let Some((edits, a)) = own else {
        return Vec::new();
    };
    let others = session.plan().files[id.file].hunks.iter();
    let others = others.filter(live).filter(|other| other.id != id);
    let kinship = |other: &HunkPlan| {
        let b = span_of(other)?;
        // Most lie far from each other, whatever they write.
        if a.end < b.start || b.end < a.start {
            return None;
        }
        match meeting(&edits, &session.placed_edits(other.id)) {
            Meeting::Same => Some(Kinship::SameEdit),
            // Of a place that is only looked at, what is left out is told.
            Meeting::Apart if shown.is_some() => None,
            Meeting::Apart if a.start < b.end && b.start < a.end => Some(Kinship::Compatible),
            Meeting::Conflict if shown.is_some() => Some(Kinship::Conflict),
            Meeting::Apart | Meeting::Conflict => None,
        }
    };
    others
        .filter_map(|other| Some((other.id, kinship(other)?)))
        .collect()
}

/// Returns of each of the places of a hunk which settled hunk it would conflict with there.
pub(super) fn conflicts_at(
    session: &Session,
    id: HunkId,
    places: &[Candidate],
) -> Vec<Option<HunkId>> {
    let conflict = |place: &Candidate| {
        let mut kin = kin(session, id, Some(place)).into_iter();
        let met = kin.find(|(_, kinship)| *kinship == Kinship::Conflict);
        met.map(|(other, _)| other)
    };
    places.iter().map(conflict).collect()
}

fn span_of(hunk: &HunkPlan) -> Option<LineSpan> {
    Some(hunk.placement.as_ref()?.candidate.lines())
}

/// The most hunks of a conflict that are shown: as many as digits name.
const MOST_SIDES: usize = 9;

/// Returns all hunks that conflict with the hunk `id`, with one that does, and so on, in the patch's order: one answer settles
/// them.
pub(super) fn knot(session: &Session, id: HunkId) -> BTreeSet<HunkId> {
    let mut knot = BTreeSet::from([id]);
    let mut next = vec![id];
    while let Some(hunk) = next.pop() {
        let with = conflicts_of(session, hunk).into_iter();
        next.extend(with.filter(|other| knot.insert(*other)));
    }
    knot
}

/// Returns of every hunk that is in a conflict the first one of that.
pub(super) fn knots(session: &Session) -> BTreeMap<HunkId, HunkId> {
    let mut first_of = BTreeMap::new();
    for hunk in session.conflicting() {
        if !first_of.contains_key(&hunk.id) {
            let all = knot(session, hunk.id);
            first_of.extend(all.into_iter().map(|id| (id, hunk.id)));
        }
    }
    first_of
}

/// Returns the hunks that a hunk is in conflict with, as far as the plan names them.
fn conflicts_of(session: &Session, id: HunkId) -> Vec<HunkId> {
    let State::Overlap(with) = &session.plan().hunk(id).state else {
        return Vec::new();
    };
    let with = with.iter().map(|hunk| HunkId { hunk: *hunk, ..id });
    with.collect()
}

impl OverlapView {
    /// Looks at the conflict that the hunk `id` is in.
    pub(super) fn new(session: &Session, id: HunkId) -> OverlapView {
        let all = knot(session, id);
        let n_more = all.len().saturating_sub(MOST_SIDES);
        // Of very many, those around the one under review.
        let before = all.range(..id).count();
        let from = before.saturating_sub(MOST_SIDES / 2).min(n_more);
        let hunks: Vec<HunkId> = all.into_iter().skip(from).take(MOST_SIDES).collect();
        let edits: Vec<Vec<Edit>> = hunks.iter().map(|id| session.placed_edits(*id)).collect();
        let mut ways: Vec<Side> = (0..hunks.len()).map(Side::Only).collect();
        ways.push(Side::Neither);
        let mut is_same_reversed = false;
        if n_more == 0 {
            let (there, back) = (together(edits.iter()), together(edits.iter().rev()));
            is_same_reversed = back.is_some() && back == there;
            ways.extend(there.is_some().then_some(Side::Both));
            ways.extend((back.is_some() && !is_same_reversed).then_some(Side::BothReversed));
        }
        let way_out = match hunks[..] {
            [first, second] => way_out(session, first, second),
            _ => None,
        };
        ways.extend(way_out.map(|_| Side::Apart));
        let (clash, clash_at) = clash(session, &hunks);
        let apart = |id: &HunkId| {
            let with = conflicts_of(session, *id);
            let others = hunks.iter().enumerate();
            let others = others.filter(|(_, other)| *other != id && !with.contains(other));
            others.map(|(index, _)| index).collect()
        };
        let apart = hunks.iter().map(apart).collect();
        let doc = |hunk: &HunkId| Doc::new(session, *hunk, None);
        OverlapView {
            docs: hunks.iter().map(doc).collect(),
            hunks,
            apart,
            n_more,
            clash,
            clash_at,
            ways,
            is_same_reversed,
            side: None,
            chosen: Shown::No,
            way_out,
        }
    }

    /// Returns the command that settles the conflict in this way.
    pub(super) fn command(&self, session: &Session, side: Side) -> Command {
        match side {
            Side::Only(index) => keep_one(session, self.hunks[index]),
            Side::Both => Command::KeepAll {
                hunks: self.hunks.clone(),
            },
            Side::BothReversed => Command::KeepAll {
                hunks: self.hunks.iter().rev().copied().collect(),
            },
            Side::Apart => {
                let way_out = self.way_out.expect("only a way that there is is shown");
                let (moved, span) = (way_out.moved, way_out.span);
                let other = self.hunks[usize::from(moved == self.hunks[0])];
                Command::KeepApart { moved, span, other }
            }
            Side::Neither => Command::KeepNone {
                hunks: self.hunks.clone(),
            },
        }
    }

    /// Tries a way of settling the conflict on a copy of the review: what is shown is what would be written.
    pub(super) fn preview(&self, session: &Session, side: Side) -> Preview {
        let mut tried = session.clone();
        tried.run(self.command(session, side));
        let is_stuck = |id: &HunkId| tried.plan().hunk(*id).state != State::Placed;
        if self.kept(side).iter().any(is_stuck) {
            return Preview::Impossible;
        }
        Preview::Rows(Doc::of_result(&tried, self.shown(side)))
    }

    /// Returns the hunks that a way keeps.
    pub(super) fn kept(&self, side: Side) -> &[HunkId] {
        match side {
            Side::Only(index) => &self.hunks[index..=index],
            Side::Both | Side::BothReversed | Side::Apart => &self.hunks,
            Side::Neither => &[],
        }
    }

    /// Returns the hunks that a way does not decide on: those that are in no conflict with the one it keeps.
    pub(super) fn left_open(&self, side: Side) -> impl Iterator<Item = HunkId> {
        let apart = match side {
            Side::Only(index) => &self.apart[index][..],
            Side::Both | Side::BothReversed | Side::Apart | Side::Neither => &[],
        };
        apart.iter().map(|index| self.hunks[*index])
    }

    /// Returns the way that the person asked to see, if they did.
    pub(super) fn asked(&self) -> Option<Side> {
        let side = self.side.as_ref().map(|(side, _)| *side);
        side.filter(|_| self.chosen == Shown::Yes)
    }

    /// Returns whether the result that the person asked for keeps a hunk.
    pub(super) fn keeps(&self, id: HunkId) -> bool {
        let kept = self.asked().map(|side| self.kept(side));
        kept.is_some_and(|kept| kept.contains(&id))
    }

    /// Returns the hunk around which the result of a way is made.
    fn shown(&self, side: Side) -> HunkId {
        match side {
            Side::Only(index) => self.hunks[index],
            Side::Apart => self.way_out.map_or(self.hunks[0], |way_out| way_out.moved),
            Side::Both | Side::Neither => self.hunks[0],
            Side::BothReversed => self.hunks[self.hunks.len() - 1],
        }
    }
}

/// Returns the command that keeps a hunk: all that conflict with it are rejected, and none that does not.
fn keep_one(session: &Session, hunk: HunkId) -> Command {
    /// More hunks than these are rejected one by one.
    const MOST: usize = 1_000;
    let mut others = conflicts_of(session, hunk);
    // Of very many the plan names a few: the others come to light once those are out of the way.
    while others.len() < MOST {
        let mut tried = session.clone();
        let others_so_far = others.clone();
        tried.run(Command::KeepOne {
            hunk,
            others: others_so_far,
        });
        let more = conflicts_of(&tried, hunk);
        if more.is_empty() {
            break;
        }
        others.extend(more);
    }
    others.sort_unstable();
    Command::KeepOne { hunk, others }
}

/// Returns the edits of all as one list, each one's lines before those of the next; `None` where that has no meaning.
fn together<'a>(all: impl Iterator<Item = &'a Vec<Edit>>) -> Option<Vec<Edit>> {
    let mut merged: Option<Vec<Edit>> = None;
    for edits in all {
        merged = Some(match merged {
            Some(merged) => both(&merged, edits)?,
            None => edits.clone(),
        });
    }
    merged
}

/// Says what hunks cannot all do, and at which lines.
fn clash(session: &Session, hunks: &[HunkId]) -> (String, LineSpan) {
    let spans_of = |id: &HunkId| -> Vec<LineSpan> {
        let edits = session.placed_edits(*id).into_iter();
        edits.map(|edit| edit.span).collect()
    };
    let spans: Vec<Vec<LineSpan>> = hunks.iter().map(spans_of).collect();
    let insert = || spans.iter().flatten().all(|span| span.is_empty());
    let Some(shared) = shared(&spans) else {
        return clash_in_part(session, hunks, &spans);
    };
    let all = if hunks.len() == 2 { "both" } else { "all" };
    let line = shared.start + 1;
    let words = match shared.len() {
        0 if insert() => format!("{all} insert before line {line}"),
        0 => format!("one replaces line {line}, another inserts there"),
        1 => format!("{all} change line {line}"),
        _ => format!("{all} change lines {line} to {}", shared.end),
    };
    (words, shared)
}

/// Returns the first lines that an edit of each touches; `None` where there are none.
fn shared(spans: &[Vec<LineSpan>]) -> Option<LineSpan> {
    let (first, others) = spans.split_first()?;
    let common = |start: &LineSpan| {
        others.iter().try_fold(*start, |shared, spans| {
            let met = spans.iter().find(|span| span.collides(shared))?;
            Some(LineSpan::new(
                shared.start.max(met.start),
                shared.end.min(met.end).max(shared.start.max(met.start)),
            ))
        })
    };
    first.iter().find_map(common)
}

/// Says what hunks cannot do of which no line is touched by all.
fn clash_in_part(
    session: &Session,
    hunks: &[HunkId],
    spans: &[Vec<LineSpan>],
) -> (String, LineSpan) {
    let pairs =
        || (0..hunks.len()).flat_map(|one| (one + 1..hunks.len()).map(move |two| (one, two)));
    let met = pairs().find_map(|(one, two)| shared(&[spans[one].clone(), spans[two].clone()]));
    let place = |hunk: HunkId| Some(&*session.plan().hunk(hunk).placement.as_ref()?.candidate);
    let text = session.plan().files[hunks[0].file].text();
    let repeats = |(one, two): (usize, usize)| {
        let (one, two) = (hunks[one], hunks[two]);
        let edits = || [one, two].map(|hunk| session.placed_edits(hunk));
        let both = place(one).zip(place(two)).zip(text);
        both.is_some_and(|((one, two), text)| is_repeated([one, two], edits, text))
    };
    let first = || spans.iter().flatten().next().copied();
    let at = met.or_else(first).unwrap_or(LineSpan::new(0, 0));
    let words = match met {
        Some(_) => "each changes lines of another",
        None if pairs().any(repeats) => "both insert the same",
        None => "a third hunk is between them",
    };
    (words.to_string(), at)
}

/// The most other places of a hunk that are tried for a way out of an overlap.
const N_WAYS_OUT: usize = 4;

/// Returns another place at which one of the two hunks would not meet the other.
fn way_out(session: &Session, first: HunkId, second: HunkId) -> Option<WayOut> {
    for (moved, other) in [(second, first), (first, second)] {
        let theirs = session.placed_edits(other);
        let places = &session.found(moved)?.candidates;
        for (index, place) in places.iter().enumerate().take(N_WAYS_OUT) {
            let edits = session.edits_at(moved, place);
            let is_apart = meeting(&edits, &theirs) == Meeting::Apart;
            if is_apart && Some(place.span) != span_of(session.plan().hunk(moved)) {
                let span = place.span;
                return Some(WayOut { moved, span, index });
            }
        }
    }
    None
}
