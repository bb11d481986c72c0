//! What is known from before of files that are given whole, as lines that were changed since are not the reply's to undo, and
//! of those to be deleted that are not there, as the path may be wrong.

use std::collections::BTreeSet;

use super::Session;
use crate::matcher::Never;
use crate::patch::Given;
use crate::plan::Baseline;
use crate::text::RelPath;

impl Session {
    /// Takes what `read` knows of each such file that it was not asked about before.
    pub fn supply_baselines(&mut self, mut read: impl FnMut(&RelPath) -> Baseline) {
        let mut files = BTreeSet::new();
        for file in 0..self.patch.files.len() {
            let Some(path) = self.without_baseline(file) else {
                continue;
            };
            let baseline = read(&path);
            if baseline != Baseline::default() || self.deletes_nothing(file) {
                files.insert(file);
            }
            self.baselines.insert(path, baseline);
        }
        // Another section may be about the same file.
        let is_known = |path: &RelPath| self.baselines.contains_key(path);
        let all = 0..self.patch.files.len();
        let is_renewed =
            |file: &usize| !files.is_empty() && self.target(*file).is_some_and(is_known);
        let renewed: Vec<usize> = all.filter(is_renewed).collect();
        for file in renewed {
            self.losses[file].take();
            self.plan_file(file, &Never);
        }
    }

    /// Returns whether the last commit is known to have a file.
    pub(super) fn is_committed(&self, path: &RelPath) -> bool {
        let baseline = self.baselines.get(path);
        baseline.is_some_and(|baseline| baseline.committed.is_some())
    }

    fn without_baseline(&self, file: usize) -> Option<RelPath> {
        let path = self.target(file)?;
        let is_given = self.patch.files[file].given != Given::Hunks
            && self.snapshots.get(path)?.text().is_some();
        let is_asked = is_given || self.deletes_nothing(file);
        (is_asked && !self.baselines.contains_key(path)).then(|| path.clone())
    }
}
