//! What the order of a patch says about hunks that tie.

use super::Session;
use crate::matcher::Found;
use crate::patch::HunkId;
use crate::plan::{HunkPlan, State};
use crate::text::LineSpan;

impl Session {
    /// Returns the places that the patch's order gives to the tied hunks of a file: the only one that keeps it between
    /// the hunks around, or the first that is left where several hunks tie over the same places. Empty where the hunks
    /// that have places are out of order themselves.
    pub(super) fn in_order(&self, file: usize) -> Vec<(HunkId, LineSpan)> {
        let hunks = &self.plan.files[file].hunks;
        let span = |hunk: &HunkPlan| Some(hunk.placement.as_ref()?.candidate.lines());
        let settled: Vec<LineSpan> = hunks.iter().filter_map(span).collect();
        if settled.windows(2).any(|pair| pair[1].start < pair[0].end) {
            return Vec::new();
        }
        let (mut below, mut places) = (0, Vec::new());
        for (at, hunk) in hunks.iter().enumerate() {
            if let Some(span) = span(hunk) {
                below = span.end;
            }
            if hunk.state != State::Ambiguous {
                continue;
            }
            let all = self.tied_spans(hunk.id);
            let end = hunks[at..].iter().find_map(span).map(|next| next.start);
            let fits =
                |span: &&LineSpan| span.start >= below && end.is_none_or(|end| span.end <= end);
            let left: Vec<LineSpan> = all.iter().filter(fits).copied().collect();
            let has_twin = |other: &HunkPlan| {
                let ties = other.id != hunk.id && other.state == State::Ambiguous;
                ties && self.tied_spans(other.id) == all
            };
            let Some(first) = left.first() else {
                continue;
            };
            if left.len() == 1 || hunks.iter().any(has_twin) {
                places.push((hunk.id, *first));
            }
            below = first.end;
        }
        places
    }

    /// Returns the places that tie for a hunk, from the top of the file.
    fn tied_spans(&self, id: HunkId) -> Vec<LineSpan> {
        let tied = self.found(id).map_or(&[][..], Found::tied);
        let mut spans: Vec<LineSpan> = tied.iter().map(|candidate| candidate.span).collect();
        spans.sort();
        spans
    }

    /// Returns the line (0-based) of the first change that [`Command::KeepOrder`](super::Command::KeepOrder) would settle the
    /// tie of a hunk on, and how many other ties it would settle; `None` where it leaves the hunk as it is.
    pub fn by_order(&self, id: HunkId) -> Option<(usize, usize)> {
        let all = self.in_order(id.file);
        let (_, span) = all.iter().find(|(hunk, _)| *hunk == id)?;
        let places = self.found(id)?.tied().iter();
        let place = places.into_iter().find(|place| place.span == *span)?;
        Some((self.change_line(id, place), all.len() - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Options;
    use crate::text::{Content, Snapshot};

    const TWIN: &str = "for x in data:\n    out.append(x)\n";

    /// Reads a reply of hunks against a file, and returns the lines (1-based) that the patch's order gives to tied hunks.
    #[track_caller]
    fn check(hunks: &[&str], file: &str, expected: &[usize]) {
        let reply = format!("--- a/f\n+++ b/f\n{}", hunks.concat());
        let mut session = Session::open(reply.as_bytes(), Options::default());
        let path = session.wanted().remove(0);
        let content = Content::of_bytes(file.into());
        session.supply(vec![Snapshot::new(path, content)]);
        let places = session.in_order(0);
        let lines: Vec<usize> = places.iter().map(|(_, span)| span.start + 1).collect();
        assert_eq!(lines, expected);
    }

    #[test]
    fn order_settles_a_tie_only_where_it_leaves_one_place_or_several_hunks_share_them() {
        let file = format!("{TWIN}\nthe middle\n\n{TWIN}\nthe end\n{TWIN}");
        let tie = "@@ @@\n for x in data:\n-    out.append(x)\n+    out.append(2 * x)\n";
        let at = |line: &str| format!("@@ @@\n-{line}\n+{line} it is\n");
        check(&[tie], &file, &[]);
        check(&[&at("the middle"), tie], &file, &[]);
        check(&[&at("the middle"), tie, &at("the end")], &file, &[6]);
        check(&[tie, &at("the middle")], &file, &[1]);
        check(&[tie, tie], &file, &[1, 6]);
        check(&[&at("the end"), &at("the middle"), tie], &file, &[]);
    }
}
