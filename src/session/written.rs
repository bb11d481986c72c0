//! What an apply wrote: those hunks are done, whatever else in the new text may look like them.

use std::sync::Arc;

use super::Session;
use crate::matcher::{Endless, Patience};
use crate::patch::HunkId;
use crate::plan::{FilePlan, Scope, State};
use crate::text::Snapshot;

impl Session {
    /// Takes note that the accepted hunks are on disk now, and of the files as they have become.
    /// Where `patience` ends before those are matched, they are [`Unsearched`](crate::plan::FileState::Unsearched).
    pub fn note_applied(&mut self, snapshots: Vec<Snapshot>, patience: &dyn Patience) {
        let files = self.plan.files.iter();
        let written = files.flat_map(|file| file.written(Scope::Accepted).map(|hunk| hunk.id));
        let written = Arc::new(written.collect());
        self.written.push(written);
        self.refresh_while(snapshots, patience);
    }

    /// Takes note that the last apply was taken back, and of the files as they have become.
    /// Where `patience` ends before those are matched, they are [`Unsearched`](crate::plan::FileState::Unsearched).
    pub fn note_unapplied(&mut self, snapshots: Vec<Snapshot>, patience: &dyn Patience) {
        // The places of what was written are those of the text that comes back: they stay until it has.
        self.refresh_while(snapshots, patience);
        self.written.pop();
        for file in 0..self.plan.files.len() {
            self.plan_file(file, &Endless);
        }
    }

    /// Returns how many applies stand.
    pub fn n_applies(&self) -> usize {
        self.written.len()
    }

    /// Returns whether an apply wrote the hunk.
    pub fn is_written(&self, id: HunkId) -> bool {
        self.written.iter().any(|written| written.contains(&id))
    }

    /// A written hunk takes no place any more, so that nothing can meet it.
    pub(super) fn mark_written(&self, file: &mut FilePlan) {
        for hunk in &mut file.hunks {
            if self.is_written(hunk.id) {
                hunk.state = State::AlreadyApplied;
                hunk.placement = None;
            }
        }
    }
}
