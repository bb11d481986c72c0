//! Files that changed on disk: matched anew, decisions kept where they still hold.

use std::collections::BTreeSet;

use similar::{Algorithm, DiffOp};

use super::Session;
use crate::patch::HunkId;
use crate::plan::State;
use crate::text::{LineSpan, RelPath, Snapshot, Text};

/// What became of the hunks of files that changed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Refreshed {
    /// Still settled, though perhaps moved.
    pub kept: Vec<HunkId>,
    /// To be looked at again.
    pub look_again: Vec<HunkId>,
}

impl Session {
    /// Returns the paths among `snapshots` whose content is not what the review works on.
    pub fn drifted<'a>(&self, snapshots: &'a [Snapshot]) -> Vec<&'a RelPath> {
        let changed = snapshots.iter().filter(|now| {
            self.snapshots
                .get(&now.path)
                .is_some_and(|then| then.content != now.content)
        });
        changed.map(|snapshot| &snapshot.path).collect()
    }

    /// Takes files as they are now. Places that a person chose move with their lines; where those lines changed
    /// themselves, the hunk is open again.
    pub fn refresh(&mut self, snapshots: Vec<Snapshot>) -> Refreshed {
        let refreshed = self.refresh_while(snapshots, || true);
        refreshed.expect("nobody stops it")
    }

    /// Does the same as long as `go_on`, asked after each file, says so; `None` when it did not, and the review is of no
    /// more use: it is for a copy.
    pub fn refresh_while(
        &mut self,
        snapshots: Vec<Snapshot>,
        go_on: impl FnMut() -> bool,
    ) -> Option<Refreshed> {
        let changed: BTreeSet<RelPath> = self.drifted(&snapshots).into_iter().cloned().collect();
        let files: Vec<usize> = (0..self.patch.files.len())
            .filter(|file| {
                self.target(*file)
                    .is_some_and(|path| changed.contains(path))
            })
            .collect();
        let settled_before: Vec<HunkId> = self.placed_in(&files).collect();
        let mut resolutions = std::mem::take(&mut self.resolutions);
        for (hunk, span) in resolutions.places_mut() {
            // What an apply wrote stays where it was, for taking the apply back brings that text back.
            if self.is_written(*hunk) {
                continue;
            }
            let path = self.target(hunk.file).filter(|path| changed.contains(path));
            let then = path.and_then(|path| self.snapshots.get(path)?.text());
            let now = snapshots
                .iter()
                .find(|now| Some(&now.path) == path)
                .and_then(Snapshot::text);
            if let (Some(then), Some(now)) = (then, now) {
                // A place whose lines changed leaves the file's end, where nothing can lie: the hunk is open again.
                let nowhere = LineSpan::new(now.n_lines() + 1, now.n_lines() + 1);
                *span = moved_span(then, now, *span).unwrap_or(nowhere);
            }
        }
        self.resolutions = resolutions;
        self.settled = self.resolutions.settled();
        self.supply_while(snapshots, go_on)?;
        let (kept, look_again) = settled_before
            .into_iter()
            .partition(|id| self.plan.hunk(*id).state == State::Placed);
        Some(Refreshed { kept, look_again })
    }

    fn placed_in(&self, files: &[usize]) -> impl Iterator<Item = HunkId> {
        let hunks = files.iter().flat_map(|file| &self.plan.files[*file].hunks);
        hunks
            .filter(|hunk| hunk.state == State::Placed)
            .map(|hunk| hunk.id)
    }
}

/// Returns where the lines of `span` stand in `now`; `None` when one of them changed or they came apart.
fn moved_span(then: &Text, now: &Text, span: LineSpan) -> Option<LineSpan> {
    let (old, new): (Vec<_>, Vec<_>) = (then.lines().collect(), now.lines().collect());
    let ops = similar::capture_diff_slices(Algorithm::Histogram, &old, &new);
    let same = ops.iter().find_map(|op| match op {
        DiffOp::Equal {
            old_index,
            new_index,
            len,
        } => (*old_index <= span.start && span.end <= old_index + len)
            .then(|| (*new_index + span.start) - old_index),
        DiffOp::Delete { .. } | DiffOp::Insert { .. } | DiffOp::Replace { .. } => None,
    });
    same.map(|start| LineSpan::new(start, start + span.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Options;
    use crate::text::Content;

    #[test]
    fn matching_anew_ends_where_somebody_stops_it() {
        let file = |path: &str| format!("--- a/{path}\n+++ b/{path}\n@@ @@\n x\n-y\n+z\n");
        let reply = [file("a"), file("b"), file("c")].concat();
        let read = |path: &RelPath, text: &str| {
            Snapshot::new(path.clone(), Content::of_bytes(text.into()))
        };
        let mut session = Session::open(reply.as_bytes(), Options::default());
        let supplied = session.supply_wanted(|path| Some(read(path, "x\ny\n")));
        assert_eq!(supplied, Some(()));
        let now: Vec<Snapshot> = session
            .snapshots()
            .keys()
            .map(|path| read(path, "new\nx\ny\n"))
            .collect();
        let mut n_files = 0;
        let stop_at_second = || {
            n_files += 1;
            n_files < 2
        };
        let stopped = session.clone().refresh_while(now.clone(), stop_at_second);
        assert_eq!((stopped, n_files), (None, 2));
        assert_eq!(session.refresh(now).kept.len(), 3);
    }
}
