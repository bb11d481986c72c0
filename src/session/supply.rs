//! What was read comes in: files are completed against it, matched and planned.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use super::Session;
use crate::matcher::{self, Endless, Patience};
use crate::patch::{FileOp, FilePatch, Hunk, HunkId};
use crate::text::{Content, LineSpan, RelPath, Snapshot};

impl Session {
    /// Returns the paths whose content is needed and has not been supplied, each once, sorted.
    pub fn wanted(&self) -> Vec<RelPath> {
        let mut wanted: Vec<RelPath> = (0..self.patch.files.len())
            .flat_map(|file| {
                let section = &self.patch.files[file];
                self.target(file)
                    .into_iter()
                    .chain(&section.other_name)
                    .chain(destination(section))
            })
            .filter(|path| !self.snapshots.contains_key(path))
            .cloned()
            .collect();
        wanted.sort();
        wanted.dedup();
        wanted
    }

    /// Reads all that is wanted by `read`, and takes it in some files at a time, until nothing more is wanted or
    /// `patience` ends.
    pub fn supply_wanted(
        &mut self,
        mut read: impl FnMut(&RelPath) -> Snapshot,
        patience: &dyn Patience,
    ) {
        loop {
            // Of two names in a header one may be wanted only when the other was read.
            let wanted = self.wanted();
            if wanted.is_empty() {
                return self.look_at_shown();
            }
            for some in wanted.chunks(wanted.len().div_ceil(32).max(32)) {
                self.supply_while(some.iter().map(&mut read).collect(), patience);
                if !patience.lasts() {
                    return;
                }
            }
        }
    }

    /// Takes what was read at some paths, and matches and plans the files they belong to.
    pub fn supply(&mut self, snapshots: Vec<Snapshot>) {
        self.supply_while(snapshots, &Endless);
        self.look_at_shown();
    }

    /// Looks again at what the targets say of parts that are no plain edits, where there are any.
    fn look_at_shown(&mut self) {
        self.renew_unread();
        if self.patch.files.iter().any(|file| file.shown.is_some()) {
            self.replan_shown();
        }
    }

    /// Does the same for as long as `patience` lasts; then the files that are left are
    /// [`Unsearched`](crate::plan::FileState::Unsearched).
    pub(super) fn supply_while(&mut self, snapshots: Vec<Snapshot>, patience: &dyn Patience) {
        let paths: BTreeSet<RelPath> = snapshots
            .iter()
            .map(|snapshot| snapshot.path.clone())
            .collect();
        for snapshot in snapshots {
            self.snapshots.insert(snapshot.path.clone(), snapshot);
        }
        let touched = |path: &RelPath| paths.contains(path);
        for file in 0..self.patch.files.len() {
            let section = &self.patch.files[file];
            let other = section.other_name.as_ref().is_some_and(touched);
            let target = other || self.target(file).is_some_and(touched);
            if target || destination(section).is_some_and(touched) {
                self.rematch(file, patience);
            }
        }
    }

    /// Returns the file that is meant: the one a person said, else the one that the patch names. Of two names in a header,
    /// the one that exists is meant.
    pub(super) fn target(&self, file: usize) -> Option<&RelPath> {
        let section = &self.patch.files[file];
        // What was not read yet is neither there nor absent.
        let is_absent = |path: &RelPath| {
            let read = self.snapshots.get(path);
            read.map(|snapshot| snapshot.content == Content::Absent)
        };
        let named = section.path.named();
        let named_is_absent = || named.is_none_or(|named| is_absent(named) == Some(true));
        let other = section.other_name.as_ref();
        let other = other.filter(|other| named_is_absent() && is_absent(other) == Some(false));
        self.settled.targets.get(&file).or(other).or(named)
    }

    /// Completes, matches and plans a file anew; where `patience` ends before that is done, it knows no place.
    pub(super) fn rematch(&mut self, file: usize, patience: &dyn Patience) {
        let text = self
            .target(file)
            .and_then(|path| self.snapshots.get(path)?.text().cloned());
        if let (Some(read), Some(text)) = (self.incomplete.get(&file), &text) {
            self.patch.files[file] = read.completed(text);
            self.take_edits(file);
            self.labels = OnceLock::new();
        }
        if let Some(text) = &text {
            self.note_bounds(file, text);
        }
        let n_hunks = self.patch.files[file].hunks.len();
        let section = without_standing(&self.patch.files[file], file, &self.stands);
        let prepared = text
            .as_deref()
            .map(|text| matcher::Prepared::new(&section, text));
        // What was found and planned before goes first: both together would be the most that is ever held. What is found
        // now takes its room, and the plan, one long list again, that of what was prepared.
        self.plan.files[file].hunks = Vec::new();
        self.found[file] = Vec::new();
        let limits = self.options.limits;
        let found = prepared.and_then(|prepared| prepared.find(limits, patience));
        self.found[file] = match found {
            None => Vec::new(),
            // The list itself: with a copy of it, more would be held than ever else.
            Some(found) if found.len() == n_hunks => found,
            Some(found) => {
                let mut found = found.into_iter();
                let stands = |hunk| self.stands.contains_key(&HunkId { file, hunk });
                let of_hunk = |hunk| if stands(hunk) { None } else { found.next() };
                (0..n_hunks)
                    .map(of_hunk)
                    .map(Option::unwrap_or_default)
                    .collect()
            }
        };
        self.plan_file(file, patience);
        if !patience.lasts() {
            // The second look may have been stopped, too.
            self.found[file] = Vec::new();
            self.plan_file(file, &Endless);
        }
    }
}

/// Returns a section with those of its hunks that must be looked for: what was written, and is known to stand, need not be.
fn without_standing<'a>(
    section: &'a FilePatch,
    file: usize,
    stands: &BTreeMap<HunkId, LineSpan>,
) -> Cow<'a, FilePatch> {
    let is_left = |(hunk, _): &(usize, &Hunk)| !stands.contains_key(&HunkId { file, hunk: *hunk });
    let left = || section.hunks.iter().enumerate().filter(is_left);
    if left().count() == section.hunks.len() {
        return Cow::Borrowed(section);
    }
    Cow::Owned(FilePatch {
        hunks: left().map(|(_, hunk)| hunk.clone()).collect(),
        ..section.clone()
    })
}

/// Returns where a rename or copy goes.
pub(super) fn destination(file: &FilePatch) -> Option<&RelPath> {
    match &file.op {
        FileOp::Rename { to } | FileOp::Copy { to } => Some(to),
        FileOp::Modify | FileOp::Create | FileOp::Delete | FileOp::Replace => None,
    }
}
