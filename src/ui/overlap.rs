//! Ways of settling an overlap, tried on a copy of the review before one is taken.

use crate::patch::HunkId;
use crate::plan::State;
use crate::session::{Command, Session};
use crate::text::LineSpan;

use super::doc::Doc;
use super::keymap::Side;
use super::mode::Preview;

impl Side {
    /// Returns the command that settles an overlap of two hunks in this way.
    pub fn command(self, first: HunkId, second: HunkId) -> Command {
        let take_over = |hunk, other| Command::TakeOver { hunk, other };
        let both = |first, second| Command::TakeBoth { first, second };
        match self {
            Side::First => take_over(first, second),
            Side::Second => take_over(second, first),
            Side::Both => both(first, second),
            Side::BothReversed => both(second, first),
            Side::Neither => Command::TakeNeither { first, second },
        }
    }
}

/// Tries a way of settling an overlap on a copy of the review.
pub(super) fn preview(session: &Session, first: HunkId, second: HunkId, side: Side) -> Preview {
    let mut tried = session.clone();
    tried.run(side.command(first, second));
    let meets = |with: &[usize]| with.contains(&second.hunk);
    if matches!(&tried.plan().hunk(first).state, State::Overlap(with) if meets(with)) {
        return Preview::Impossible;
    }
    let shown = match side {
        Side::Second | Side::BothReversed => second,
        Side::First | Side::Both | Side::Neither => first,
    };
    Preview::Rows(Doc::of_result(&tried, shown))
}

/// The most other places of a hunk that are tried for a way out of an overlap.
const N_WAYS_OUT: usize = 4;

/// Returns another place at which one of the two hunks would not meet the other.
pub(super) fn way_out(session: &Session, first: HunkId, second: HunkId) -> Option<(HunkId, usize)> {
    let span_of = |id: HunkId| -> Option<LineSpan> {
        Some(session.plan().hunk(id).placement.as_ref()?.candidate.span)
    };
    for (moved, other) in [(second, first), (first, second)] {
        let theirs = &session.plan().hunk(other).placement.as_ref()?.edits;
        let places = &session.found(moved)?.candidates;
        for (index, place) in places.iter().enumerate().take(N_WAYS_OUT) {
            let edits = session.edits_at(moved, place);
            let apart = !edits
                .iter()
                .any(|edit| theirs.iter().any(|their| edit.span.collides(their.span)));
            if apart && Some(place.span) != span_of(moved) {
                return Some((moved, index));
            }
        }
    }
    None
}
