//! Insertions at one point of the file: which of them goes first.

use super::so_far::SoFar;
use crate::matcher::Candidate;
use crate::patch::{Extent, Hunk};
use crate::plan::HunkPlan;
use crate::plan::compose::Running;
use crate::text::{Edit, LineSpan};

impl SoFar<'_> {
    /// Returns whether what a hunk inserts among the file's lines goes where it has its place in the running text, though `maker`
    /// changes the file at the same point. Calls are made one after the other, and so are the strings of one call replaced. Of
    /// the blocks or hunks of one diff each shows lines of the file: that order is meant in which more of them are still beside
    /// what they were shown beside. The hunk is given as it is planned, as it was read, and with the edits that it makes in the
    /// running text.
    pub(super) fn is_order_shown(
        &self,
        (hunk, asked, own): (&HunkPlan, &Hunk, &[Edit]),
        maker: &HunkPlan,
        running: &Running,
    ) -> bool {
        let call = |hunk: &HunkPlan| self.input.file.hunks[hunk.id.hunk].call;
        if call(hunk) != call(maker) || matches!(asked.extent, Extent::Within | Extent::Opened) {
            return true;
        }
        let Some(place) = maker.placement.as_ref() else {
            return false;
        };
        // Of a hunk that builds on others the lines shown are not its own.
        place.builds_on.is_empty()
            && place
                .candidate
                .for_once(|place| own.iter().all(|edit| is_told_apart(place, running, edit)))
    }
}

/// Returns whether the lines that the maker shows around its change leave the other order no better. An insertion beside what
/// was made shows the line of the file on its far side.
fn is_told_apart(maker: &Candidate, running: &Running, edit: &Edit) -> bool {
    let is_made = |line: usize| {
        let makers = running.makers(LineSpan::new(line, line + 1));
        !makers.is_empty()
    };
    let shows = |line: usize| maker.targets().contains(&Some(line));
    let at = edit.span.start;
    let above = at.checked_sub(1);
    let below = Some(at).filter(|line| *line < running.text.n_lines());
    match (
        above.filter(|line| is_made(*line)),
        below.filter(|line| is_made(*line)),
    ) {
        (None, None) => true,
        // The maker's lines go first: it must show what is above them, or not what is below.
        (Some(_), None) => {
            let point = running.line_as_read(at);
            point.checked_sub(1).is_some_and(shows) || !shows(point)
        }
        (None, Some(_)) => {
            let point = above.map_or(0, |line| running.line_as_read(line) + 1);
            shows(point) || !point.checked_sub(1).is_some_and(shows)
        }
        (Some(_), Some(_)) => false,
    }
}
