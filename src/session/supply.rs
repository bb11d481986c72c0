//! What was read comes in: files are completed against it, matched and planned.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::OnceLock;

use bstr::{BStr, ByteSlice};
use foldhash::fast::RandomState;

use super::Session;
use super::bounds::Bounds;
use crate::matcher::{self, Cancel, Found, Never};
use crate::patch::{FileOp, FilePatch, Hunk, HunkId, Label, Unsure};
use crate::text::{Content, RelPath, Snapshot, Text};

impl Session {
    /// Returns the paths whose content is needed and has not been supplied, each once, sorted.
    pub fn wanted(&self) -> Vec<RelPath> {
        let mut wanted: Vec<RelPath> = self
            .named()
            .chain(self.quoted_paths().cloned())
            .filter(|path| !self.snapshots.contains_key(path))
            .collect();
        wanted.sort();
        wanted.dedup();
        wanted
    }

    /// Returns the paths that the patch is about, with the files that are meant now; some more than once.
    pub(super) fn named(&self) -> impl Iterator<Item = RelPath> {
        (0..self.patch.files.len()).flat_map(|file| {
            let section = &self.patch.files[file];
            self.target(file)
                .into_iter()
                .chain(&section.other_name)
                .chain(&section.in_full)
                .chain(destination(section))
                .chain(
                    section
                        .hunks
                        .iter()
                        .filter_map(|hunk| hunk.rival.as_deref()),
                )
                .cloned()
                .chain(self.folders_of(file))
        })
    }

    /// Reads all that is wanted by `read`, and takes it in some files at a time, until nothing more is wanted or
    /// it is cancelled.
    pub fn supply_wanted(
        &mut self,
        mut read: impl FnMut(&RelPath) -> Snapshot,
        cancel: &dyn Cancel,
    ) {
        loop {
            // Of two names in a header one may be wanted only when the other was read.
            let wanted = self.wanted();
            if wanted.is_empty() {
                self.follow_moves(cancel);
                return self.look_at_shown();
            }
            let with_rivals = self.with_rivals();
            for some in wanted.chunks(wanted.len().div_ceil(32).max(32)) {
                let snapshots = some.iter().map(&mut read).collect();
                self.supply_some(snapshots, &with_rivals, cancel);
                if cancel.is_cancelled() {
                    return;
                }
            }
        }
    }

    /// Takes what was read at some paths, and matches and plans the files they belong to.
    pub fn supply(&mut self, snapshots: Vec<Snapshot>) {
        self.supply_while(snapshots, &Never);
        if self.wanted().is_empty() {
            self.follow_moves(&Never);
        }
        self.look_at_shown();
    }

    /// Looks again at what the targets say of parts that are no plain edits, where there are any.
    fn look_at_shown(&mut self) {
        self.look_at_replaced();
        self.renew_unread();
        if self.patch.files.iter().any(|file| file.shown.is_some()) {
            self.replan_shown();
        }
    }

    /// Does the same until it is cancelled; then the files that are left are
    /// [`Unsearched`](crate::plan::FileState::Unsearched).
    pub(super) fn supply_while(&mut self, snapshots: Vec<Snapshot>, cancel: &dyn Cancel) {
        self.supply_some(snapshots, &self.with_rivals(), cancel);
    }

    /// Returns the files with a hunk that may mean another file, which the reply alone says. Nearly always there is none, and to
    /// ask every hunk again for each of many supplies would cost as much as to plan it.
    fn with_rivals(&self) -> BTreeSet<usize> {
        let files = self.patch.files.iter().enumerate();
        let has_rival = |file: &FilePatch| file.hunks.iter().any(|hunk| hunk.rival.is_some());
        let with_rivals = files.filter(|(_, file)| has_rival(file));
        with_rivals.map(|(at, _)| at).collect()
    }

    fn supply_some(
        &mut self,
        snapshots: Vec<Snapshot>,
        with_rivals: &BTreeSet<usize>,
        cancel: &dyn Cancel,
    ) {
        let paths: HashSet<RelPath, RandomState> = snapshots
            .iter()
            .map(|snapshot| snapshot.path.clone())
            .collect();
        for snapshot in snapshots {
            self.snapshots.insert(snapshot.path.clone(), snapshot);
        }
        let touched = |path: &RelPath| paths.contains(path);
        let mut bounds = Bounds::new();
        for file in 0..self.patch.files.len() {
            let section = &self.patch.files[file];
            let others = [&section.other_name, &section.in_full];
            let other = others.into_iter().flatten().any(touched);
            let target = other || self.target(file).is_some_and(touched);
            // Where a new file goes may hang on any of the others.
            let place = self.to_create(file).is_some();
            let rival = with_rivals.contains(&file) && {
                let hunks = section.hunks.iter();
                let mut rivals = hunks.filter_map(|hunk| hunk.rival.as_deref());
                rivals.any(touched)
            };
            if target || place || rival || destination(section).is_some_and(touched) {
                self.rematch(file, cancel, &mut bounds);
            }
        }
        self.note_bounds(bounds);
        self.renumber();
    }

    /// Returns the file that is meant: the one a person said, else the one that the patch names. Of two names in a header,
    /// the one that exists is meant.
    pub(super) fn target(&self, file: usize) -> Option<&RelPath> {
        let section = &self.patch.files[file];
        let other = section.other_name.as_ref();
        let is_meant = || match self.to_create(file) {
            Some(place) => place == NewPlace::FromCurrent,
            None => self.only_other_exists(section, other),
        };
        let other = other.filter(|_| is_meant());
        let in_full = section.in_full.as_ref();
        let in_full = in_full.filter(|path| match &section.label {
            None => self.only_other_exists(section, Some(path)),
            Some(label) => {
                let named = section.path.named();
                self.has_line(path, label)
                    || named.is_some_and(|it| it.file_name() == path.file_name())
                        && self.only_other_exists(section, Some(path))
            }
        });
        let said = self.settled.targets.get(&file);
        said.or(other).or(in_full).or(section.path.named())
    }

    /// Returns the file that a person chose for one of the patch.
    pub fn chosen_target(&self, file: usize) -> Option<&RelPath> {
        self.settled.targets.get(&file)
    }

    /// Returns whether nothing lies at the path; `None` where that was not looked at yet.
    fn is_absent(&self, path: &RelPath) -> Option<bool> {
        let read = self.snapshots.get(path);
        read.map(|snapshot| snapshot.content == Content::Absent)
    }

    /// Returns whether the comment that seems to name another file is a line of the one at `path`.
    fn has_line(&self, path: &RelPath, label: &Label) -> bool {
        let text = self.snapshots.get(path).and_then(Snapshot::text);
        text.is_some_and(|text| label.is_in(text))
    }

    /// Returns the other of two names that may be meant: that of a header with two, or that above a block whose first comment names
    /// a file of this name in another folder, and is no line of it.
    pub(super) fn other_name<'s>(&'s self, section: &'s FilePatch) -> Option<&'s RelPath> {
        let above = || {
            let (label, path) = (section.label.as_ref()?, section.path.named()?);
            let above = section.in_full.as_ref()?;
            let is_either = above.file_name() == path.file_name() && !self.has_line(path, label);
            is_either.then_some(above)
        };
        section.other_name.as_ref().or_else(above)
    }

    fn only_other_exists(&self, section: &FilePatch, other: Option<&RelPath>) -> bool {
        let is_absent = |path: Option<&RelPath>| path.and_then(|path| self.is_absent(path));
        let named = section.path.named();
        is_absent(other) == Some(false) && (named.is_none() || is_absent(named) == Some(true))
    }

    /// Returns where a file is to be made that may be meant from the root or from the folder one stands in; `None` for any other.
    /// It follows the rest of the reply, else it goes where its folder is.
    pub(super) fn to_create(&self, file: usize) -> Option<NewPlace> {
        let section = &self.patch.files[file];
        let (named, other) = (section.path.named()?, section.other_name.as_ref()?);
        let parse = &self.options.parse;
        let is_parted = named.as_bytes().replace("\\", "/") == other.as_bytes();
        let is_below_root = parse.root.below_its_name(named).as_ref() == Some(other);
        if parse.current.is_none() && !is_below_root && !is_parted {
            return None;
        }
        let are_absent = self.is_absent(named) == Some(true) && self.is_absent(other) == Some(true);
        if !are_absent || !makes_a_file(section) {
            return None;
        }
        if self
            .patch
            .files
            .iter()
            .any(|file| self.only_other_exists(file, file.other_name.as_ref()))
        {
            return Some(NewPlace::FromCurrent);
        }
        let has_folder = |path: &RelPath| match path.parent() {
            Some(folder) => self.is_absent(&folder) == Some(false),
            None => true,
        };
        if is_parted {
            // Few mean a file with a backslash in its name, and no folder shows that it is meant.
            return Some(NewPlace::Undecided);
        }
        Some(match (has_folder(named), has_folder(other)) {
            (true, false) => NewPlace::FromRoot,
            (false, true) => NewPlace::FromCurrent,
            (true, true) | (false, false) => NewPlace::Undecided,
        })
    }

    /// Returns the folders that tell where a new file goes which may be meant from two of them.
    fn folders_of(&self, file: usize) -> Vec<RelPath> {
        let section = &self.patch.files[file];
        let names = self
            .to_create(file)
            .map(|_| [section.path.named(), section.other_name.as_ref()]);
        let names = names.into_iter().flatten().flatten();
        names.filter_map(RelPath::parent).collect()
    }

    /// Puts the lines of a section into the encoding of its target, which holds `text` now.
    fn take_encoding(&mut self, file: usize, text: Option<&Text>) {
        let is_incomplete = self.incomplete.contains_key(&file);
        let files = &mut self.patch.files;
        let read = self.incomplete.get_mut(&file).unwrap_or(&mut files[file]);
        let before = self.unencoded.remove(&file);
        let is_other = before.is_some();
        if let Some(before) = before {
            *read = before;
        }
        if let Some(encoded) = text.and_then(|text| read.in_encoding_of(text)) {
            self.unencoded
                .insert(file, std::mem::replace(read, encoded));
        } else if !is_other {
            return;
        }
        if !is_incomplete {
            self.take_edits(file);
        }
        self.labels = OnceLock::new();
    }

    /// Makes those hunks of a file wait whose old text stands in another file as well that the words around may mean.
    fn weigh_rivals(&mut self, file: usize) {
        let snapshots = &self.snapshots;
        let is_chosen = self.settled.targets.contains_key(&file);
        for (at, hunk) in self.patch.files[file].hunks.iter_mut().enumerate() {
            // Which file is meant is no question any more where a person said so.
            if self.misnamed.contains(&HunkId { file, hunk: at }) {
                hunk.unsure = match hunk.unsure {
                    None | Some(Unsure::OtherName) => (!is_chosen).then_some(Unsure::OtherName),
                    Some(other) => Some(other),
                };
            }
            let Some(rival) = &hunk.rival else { continue };
            let text = snapshots.get(rival).and_then(Snapshot::text);
            let fits = !is_chosen && text.is_some_and(|text| holds(text, hunk));
            hunk.unsure = match hunk.unsure {
                None | Some(Unsure::WhichFile) => fits.then_some(Unsure::WhichFile),
                Some(other) => Some(other),
            };
        }
    }

    /// Returns what is found for the hunks of a file that need no search: what was written, and is known to stand, those that
    /// were worked out for this very text, and those that were not compared with it and can only replace all of it.
    fn known_places(&self, file: usize, text: Option<&Text>) -> BTreeMap<usize, Found> {
        let hunks = self.patch.files[file].hunks.iter().enumerate();
        let known = hunks.filter_map(|(at, hunk)| {
            let stands = self.stands.contains_key(&HunkId { file, hunk: at });
            let found = if stands {
                Some(Found::default())
            } else if self.uncompared.contains(&file) {
                let mut none = Found::default();
                none.capped = true;
                Some(none)
            } else {
                matcher::known(hunk, text?)
            };
            Some((at, found?))
        });
        known.collect()
    }

    /// Completes, matches and plans a file anew; where it is cancelled before that is done, it knows no place. What is to be
    /// noted of its line numbers goes to `bounds`.
    pub(super) fn rematch(&mut self, file: usize, cancel: &dyn Cancel, bounds: &mut Bounds) {
        let text = self.target_read(file).and_then(|read| read.text().cloned());
        self.take_encoding(file, text.as_deref());
        self.read_beside(file, text.as_deref());
        self.patch.files[file].weigh_encoding(text.as_deref());
        self.weigh_rivals(file);
        self.losses[file].take();
        let n_hunks = self.patch.files[file].hunks.len();
        let mut known = self.known_places(file, text.as_deref());
        let section = without_known(&self.patch.files[file], &known);
        let prepared = text
            .as_deref()
            .map(|text| matcher::Prepared::new(&section, text));
        // What was found and planned before goes first: both together would be the most that is ever held. What is found
        // now takes its room, and the plan, one long list again, that of what was prepared.
        self.plan.files[file].hunks = Vec::new();
        self.found[file] = Vec::new();
        let limits = self.options.limits;
        let found = prepared.and_then(|prepared| prepared.find(limits, cancel));
        self.found[file] = match found {
            None => Vec::new(),
            // The list itself: with a copy of it, more would be held than ever else.
            Some(found) if found.len() == n_hunks => found,
            Some(found) => {
                let mut found = found.into_iter();
                let of_hunk = |hunk| known.remove(&hunk).or_else(|| found.next());
                (0..n_hunks)
                    .map(of_hunk)
                    .map(Option::unwrap_or_default)
                    .collect()
            }
        };
        // Noted when what was prepared is gone: there may be a note on every hunk.
        if let Some(text) = &text {
            bounds.insert(file, self.check_bounds(file, text));
        }
        self.plan_file(file, cancel);
        if cancel.is_cancelled() {
            // The reading of one hunk after the other may have been stopped, too.
            self.found[file] = Vec::new();
            self.plan_file(file, &Never);
        }
    }
}

/// Returns a section with those of its hunks that must be looked for.
fn without_known<'a>(section: &'a FilePatch, known: &BTreeMap<usize, Found>) -> Cow<'a, FilePatch> {
    if known.is_empty() {
        return Cow::Borrowed(section);
    }
    let left = || {
        let hunks = section.hunks.iter().enumerate();
        hunks.filter(|(hunk, _)| !known.contains_key(hunk))
    };
    Cow::Owned(FilePatch {
        hunks: left().map(|(_, hunk)| hunk.clone()).collect(),
        ..section.clone()
    })
}

/// Returns whether the old text of a hunk stands in `text`, blanks around its lines aside.
fn holds(text: &Text, hunk: &Hunk) -> bool {
    let old: Vec<&BStr> = hunk.preimage().map(|line| line.trim().as_bstr()).collect();
    let lines: Vec<&BStr> = text.lines().map(|line| line.trim().as_bstr()).collect();
    old.is_empty() || lines.windows(old.len()).any(|window| window == old)
}

/// Where a new file goes that may be meant from two folders.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NewPlace {
    /// From the root.
    FromRoot,
    /// From the folder one stands in.
    FromCurrent,
    /// Nothing tells.
    Undecided,
}

/// Returns whether a section makes its file where none is.
fn makes_a_file(section: &FilePatch) -> bool {
    match section.op {
        FileOp::Create | FileOp::Replace => true,
        FileOp::Modify => !section.hunks.is_empty() && !section.asks_for_lines(),
        FileOp::Delete | FileOp::Rename { .. } | FileOp::Copy { .. } => false,
    }
}

/// Returns where a rename or copy goes.
pub(super) fn destination(file: &FilePatch) -> Option<&RelPath> {
    file.op.to()
}
