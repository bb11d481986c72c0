//! Hunks that meet: how they do, and ways of settling it, tried on a copy of the review before one is taken.

use crate::patch::HunkId;
use crate::plan::overlap::{Meeting, both, is_repeated, meeting};
use crate::plan::{HunkPlan, State};
use crate::session::{Command, Session};
use crate::text::LineSpan;

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
}

/// Returns the settled hunks of the file that the hunk `id`, settled itself, shares lines with.
pub(super) fn kin(session: &Session, id: HunkId) -> Vec<(HunkId, Kinship)> {
    let live = |hunk: &&HunkPlan| hunk.state == State::Placed && !hunk.decision.is_rejected();
    let Some(own) = Some(session.plan().hunk(id)).filter(live) else {
        return Vec::new();
    };
    let others = session.plan().files[id.file].hunks.iter();
    let others = others.filter(live).filter(|other| other.id != id);
    let edits = session.placed_edits(id);
    let kinship = |other: &HunkPlan| {
        let (a, b) = (span_of(own)?, span_of(other)?);
        // Most lie far from each other, whatever they write.
        if a.end < b.start || b.end < a.start {
            return None;
        }
        match meeting(&edits, &session.placed_edits(other.id)) {
            Meeting::Same => Some(Kinship::SameEdit),
            Meeting::Apart if a.start < b.end && b.start < a.end => Some(Kinship::Compatible),
            Meeting::Apart | Meeting::Conflict => None,
        }
    };
    others
        .filter_map(|other| Some((other.id, kinship(other)?)))
        .collect()
}

fn span_of(hunk: &HunkPlan) -> Option<LineSpan> {
    Some(hunk.placement.as_ref()?.candidate.lines())
}

impl OverlapView {
    /// Looks at the overlap of two hunks.
    pub(super) fn new(session: &Session, first: HunkId, second: HunkId) -> OverlapView {
        let (one, two) = (session.placed_edits(first), session.placed_edits(second));
        let (there, back) = (both(&one, &two), both(&two, &one));
        let mut ways = vec![Side::First, Side::Second, Side::Neither];
        if there.is_some() {
            ways.push(Side::Both);
        }
        if back.is_some() && back != there {
            ways.push(Side::BothReversed);
        }
        let way_out = way_out(session, first, second);
        ways.extend(way_out.map(|_| Side::Apart));
        let (clash, clash_at) = clash(session, [first, second]);
        OverlapView {
            first,
            second,
            docs: [first, second].map(|hunk| Doc::new(session, hunk, None)),
            clash,
            clash_at,
            ways,
            side: None,
            chosen: Shown::No,
            way_out,
        }
    }

    /// Returns the command that settles the overlap in this way.
    pub(super) fn command(&self, side: Side) -> Command {
        let (first, second) = (self.first, self.second);
        let take_over = |hunk, other| Command::TakeOver { hunk, other };
        match side {
            Side::First => take_over(first, second),
            Side::Second => take_over(second, first),
            Side::Both => Command::TakeBoth { first, second },
            Side::BothReversed => Command::TakeBoth {
                first: second,
                second: first,
            },
            Side::Apart => {
                let way_out = self.way_out.expect("only a way that there is is shown");
                let (moved, span) = (way_out.moved, way_out.span);
                let other = if moved == first { second } else { first };
                Command::TakeApart { moved, span, other }
            }
            Side::Neither => Command::TakeNeither { first, second },
        }
    }

    /// Tries a way of settling the overlap on a copy of the review.
    pub(super) fn preview(&self, session: &Session, side: Side) -> Preview {
        let mut tried = session.clone();
        tried.run(self.command(side));
        let meets = |with: &[usize]| with.contains(&self.second.hunk);
        if matches!(&tried.plan().hunk(self.first).state, State::Overlap(with) if meets(with)) {
            return Preview::Impossible;
        }
        Preview::Rows(Doc::of_result(&tried, self.shown(side)))
    }

    /// Returns whether the result that the person asked for keeps a hunk.
    pub(super) fn keeps(&self, id: HunkId) -> bool {
        let side = self.side.as_ref().map(|(side, _)| *side);
        let side = side.filter(|_| self.chosen == Shown::Yes);
        match side {
            Some(Side::First) => id == self.first,
            Some(Side::Second) => id == self.second,
            Some(Side::Both | Side::BothReversed | Side::Apart) => true,
            Some(Side::Neither) | None => false,
        }
    }

    /// Returns the hunk around which the result of a way is made.
    fn shown(&self, side: Side) -> HunkId {
        match side {
            Side::Second | Side::BothReversed => self.second,
            Side::Apart => self.way_out.map_or(self.first, |way_out| way_out.moved),
            Side::First | Side::Both | Side::Neither => self.first,
        }
    }
}

/// Says what two hunks cannot both do, and at which lines.
fn clash(session: &Session, hunks: [HunkId; 2]) -> (String, LineSpan) {
    let [first, second] = hunks.map(|hunk| session.placed_edits(hunk));
    let mut pairs = first
        .iter()
        .flat_map(|a| second.iter().map(move |b| (a.span, b.span)));
    let Some((a, b)) = pairs.find(|(a, b)| a.collides(*b)) else {
        let place = |hunk| Some(&*session.plan().hunk(hunk).placement.as_ref()?.candidate);
        let is_repeated = match hunks.map(place) {
            [Some(one), Some(other)] => is_repeated(one, other),
            [None, _] | [_, None] => false,
        };
        let words = if is_repeated {
            "both insert the same"
        } else {
            "a third hunk is between them"
        };
        let at = first.first().map_or(LineSpan::new(0, 0), |edit| edit.span);
        return (words.to_string(), at);
    };
    let shared = LineSpan::new(a.start.max(b.start), a.end.min(b.end));
    let words = match (shared.len(), a.is_empty() && b.is_empty()) {
        (0, true) => format!("both insert above line {}", shared.start + 1),
        (0, false) => format!(
            "one inserts where the other replaces, line {}",
            shared.start + 1
        ),
        (1, _) => format!("both change line {}", shared.start + 1),
        (_, _) => format!("both change lines {} to {}", shared.start + 1, shared.end),
    };
    (words, shared)
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
