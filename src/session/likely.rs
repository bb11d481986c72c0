//! Which files may be meant by paths that are none: those of a like name, and those that hold what the hunks ask for.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::OnceLock;

use bstr::ByteSlice;

use super::Session;
use crate::matcher::target::Sought;
use crate::matcher::{self, Cancel, Never};
use crate::patch::{FileOp, FilePatch, PatchPath};
use crate::plan::{FileState, HunkPlan, State};
use crate::text::{RelPath, Snapshot, Text};

/// How many bytes are looked through for the lines of a reply.
const N_BYTES: usize = 32 * 1024 * 1024;

/// The least that a file counts for of these: to open one costs about as much as to look through so many bytes.
const N_BYTES_A_FILE: usize = 16 * 1024;

/// The most paths offered.
const N_OFFERED: usize = 9;

/// The most new files that are held against those beside them.
const N_MADE: usize = 50;

/// Which of the known files hold what sections ask for whose path is no file's.
#[derive(Debug, Clone, Default)]
pub(super) struct Holders {
    /// The files that hold all lines that a section asks for, by its index.
    of: BTreeMap<usize, Vec<RelPath>>,
    /// How far they were looked for, by the index of each section that was.
    looks: BTreeMap<usize, Looks>,
    /// The file beside the one that a section would make which has much of what that is to hold, and the one that holds just what
    /// a section shows of a file to be deleted that is not there; by the section's index.
    pub(super) like: BTreeMap<usize, RelPath>,
    /// The files of close names that have what a section makes, by its index.
    made: BTreeMap<usize, RelPath>,
}

/// How much of the tree one look may read, and whether it is still wished for.
pub(super) struct LookBudget<'c> {
    n_bytes: usize,
    cancel: &'c dyn Cancel,
}

impl<'c> LookBudget<'c> {
    pub(super) fn new(cancel: &'c dyn Cancel) -> LookBudget<'c> {
        LookBudget { n_bytes: 0, cancel }
    }

    /// Returns whether one more file may be read.
    pub(super) fn is_left(&self) -> bool {
        self.n_bytes < N_BYTES && !self.cancel.is_cancelled()
    }

    /// Counts a file that was read.
    pub(super) fn take(&mut self, read: &Snapshot) {
        let n_bytes = read.text().map_or(0, |text| text.as_bytes().len());
        self.n_bytes += N_BYTES_A_FILE.max(n_bytes);
    }
}

/// How many files were looked through for the lines of a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Looks {
    /// How many were.
    pub n_looks: usize,
    /// How many might have been.
    pub n_files: usize,
}

impl Looks {
    /// Returns whether the search ended before it was done.
    pub fn is_capped(self) -> bool {
        self.n_looks < self.n_files
    }
}

impl Session {
    /// Takes the paths that exist under the root, for offering close names.
    pub fn set_known_paths(&mut self, paths: Vec<RelPath>) {
        let names = paths.iter().map(RelPath::file_name);
        let bare = names.filter(|name| !name.contains(&b'.'));
        let bare = bare.map(|name| name.to_str_lossy().to_lowercase());
        self.bare_names = bare.collect();
        self.known_paths = paths;
        self.close = vec![OnceLock::new(); self.patch.files.len()];
        self.renew_unread();
        self.replan_shown();
    }

    /// Returns all paths known under the root, sorted.
    pub fn known_paths(&self) -> &[RelPath] {
        &self.known_paths
    }

    /// Returns the paths that may be meant by that of a section which is no file's, best first.
    pub fn close_paths(&self, file: usize) -> Vec<RelPath> {
        let named = self.close_names(file);
        let holders = self.holders_of(file);
        let others = named.iter().filter(|path| !holders.contains(path));
        holders
            .iter()
            .chain(others)
            .take(N_OFFERED)
            .cloned()
            .collect()
    }

    /// Returns the files that hold all lines that a section asks for, where the one that it names does not.
    pub fn holders_of(&self, file: usize) -> &[RelPath] {
        self.holders.of.get(&file).map_or(&[][..], Vec::as_slice)
    }

    /// Returns whether a file that may be meant by a section has all that it makes: then it was applied there.
    pub fn is_made_in(&self, file: usize, path: &RelPath) -> bool {
        self.holders.made.get(&file) == Some(path)
    }

    /// Returns the known paths whose names are close to that of a section: worked out when it is asked for, as that takes a
    /// pass over all of them.
    fn close_names(&self, file: usize) -> &[RelPath] {
        let close = self.close.get(file).map(|close| {
            close.get_or_init(|| match &self.patch.files[file].path {
                PatchPath::Named(path) => matcher::target::close_paths(path, &self.known_paths),
                PatchPath::Refused { text, .. } => {
                    matcher::target::same_ends(text, &self.known_paths)
                }
                PatchPath::Missing => Vec::new(),
            })
        });
        close.map_or(&[], Vec::as_slice)
    }

    /// Returns how far the lines of a section were looked for whose path is no file's; `None` where they were not.
    pub fn looks_for(&self, file: usize) -> Option<Looks> {
        self.holders.looks.get(&file).copied()
    }

    /// Looks through the known files, those of close names first, for the lines that sections ask for which name no file that
    /// has them. Only offered, never taken.
    pub fn look_for_holders(
        &mut self,
        mut read: impl FnMut(&RelPath) -> Snapshot,
        cancel: &dyn Cancel,
    ) {
        self.look_for_blocks(&mut read, cancel);
        self.holders = self.holders(&mut read, cancel);
        self.holders.like = self.like(&mut read);
        let deleted = self.deleted_elsewhere(&mut read);
        // What was looked through for a file that is gone is told only where another one is meant.
        let files = 0..self.patch.files.len();
        let gone = files.filter(|file| self.deletes_nothing(*file) && !deleted.contains_key(file));
        for file in gone.collect::<Vec<_>>() {
            self.holders.of.remove(&file);
            self.holders.looks.remove(&file);
        }
        self.holders.like.extend(deleted);
        let files: Vec<usize> = self.holders.like.keys().copied().collect();
        for file in files {
            self.plan_file(file, &Never);
        }
        self.renumber();
    }

    /// Returns which files beside those that only words make have much of what these are to hold: one of a name that is not
    /// quite as close as a slip may be meant.
    fn like(&self, read: &mut impl FnMut(&RelPath) -> Snapshot) -> BTreeMap<usize, RelPath> {
        let files = 0..self.patch.files.len();
        let made =
            files.filter(|file| self.makes_shown_file(*file) && self.namesake(*file).is_none());
        let like = made.take(N_MADE).filter_map(|file| {
            let beside = matcher::target::beside(self.target(file)?, &self.known_paths);
            let mut beside = beside.into_iter();
            let section = &self.patch.files[file];
            let path = beside.find(|path| {
                let snapshot = read(path);
                snapshot
                    .text()
                    .is_some_and(|text| matcher::target::is_like(section, text))
            })?;
            Some((file, path.clone()))
        });
        like.collect()
    }

    /// Returns which files hold just the lines that sections show of files to be deleted which are not there, those of the same
    /// name first: the path may be wrong, and then nothing was deleted yet. One that the reply itself makes is no such file.
    fn deleted_elsewhere(
        &self,
        read: &mut impl FnMut(&RelPath) -> Snapshot,
    ) -> BTreeMap<usize, RelPath> {
        let files = (0..self.patch.files.len()).filter(|file| self.shows_deleted(*file));
        let named: BTreeSet<&RelPath> = self
            .patch
            .files
            .iter()
            .flat_map(|section| section.paths())
            .collect();
        let meant = files.filter_map(|file| {
            let wanted = self.target(file)?;
            let is_same_name = |path: &&RelPath| path.file_name() == wanted.file_name();
            let same_name = self.known_paths.iter().filter(is_same_name).take(N_MADE);
            let mut paths = same_name.chain(self.holders_of(file));
            let section = &self.patch.files[file];
            let path = paths.find(|path| {
                let shown = || section.hunks.iter().flat_map(|hunk| hunk.preimage());
                !named.contains(path)
                    && read(path)
                        .text()
                        .is_some_and(|text| shown().eq(text.lines()))
            })?;
            Some((file, path.clone()))
        });
        meant.collect()
    }

    /// Returns whether a section shows the lines of a file that it deletes and that is not there.
    fn shows_deleted(&self, file: usize) -> bool {
        self.deletes_nothing(file) && self.patch.files[file].asks_for_lines()
    }

    fn holders(&self, read: &mut impl FnMut(&RelPath) -> Snapshot, cancel: &dyn Cancel) -> Holders {
        let is_sought = |file: &usize| self.is_lost(*file) || self.shows_deleted(*file);
        let lost = (0..self.patch.files.len()).filter(is_sought);
        let sought = Sought::of(lost.map(|file| (file, &self.patch.files[file])));
        let mut groups = BTreeMap::<Ending<'_>, Group>::new();
        for file in sought.indexes() {
            let ending = self.patch.files[file].path.named().map(RelPath::extension);
            groups.entry(ending).or_default().sections.insert(file);
        }
        let close = sought.indexes().flat_map(|file| self.close_names(file));
        let mut seen = HashSet::new();
        let mut of = BTreeMap::<usize, Vec<RelPath>>::new();
        let mut made = BTreeMap::new();
        let mut budget = LookBudget::new(cancel);
        for path in close.chain(&self.known_paths) {
            if !seen.insert(path) {
                continue;
            }
            let is_looked_at = budget.is_left();
            let mut wanted = BTreeSet::new();
            for ending in [Some(path.extension()), None] {
                let Some(group) = groups.get_mut(&ending) else {
                    continue;
                };
                group.looks.n_files += 1;
                group.looks.n_looks += usize::from(is_looked_at);
                wanted.extend(group.sections.iter().copied());
            }
            // A section's own file was looked through.
            wanted.retain(|file| self.target(*file) != Some(path));
            if wanted.is_empty() || !is_looked_at {
                continue;
            }
            let snapshot = read(path);
            budget.take(&snapshot);
            let held = snapshot
                .text()
                .map_or_else(Vec::new, |text| sought.held_by(text));
            let nearest = wanted.iter().filter(|file| {
                let section = &self.patch.files[**file];
                let is_nearest = self.close_names(**file).first() == Some(path);
                is_nearest && snapshot.text().is_some_and(|text| makes(section, text))
            });
            made.extend(nearest.map(|file| (*file, path.clone())));
            for file in held.into_iter().filter(|file| wanted.contains(file)) {
                of.entry(file).or_default().push(path.clone());
            }
        }
        // Where several hold the lines, the name says which is meant.
        for (file, paths) in &mut of {
            let names = self.close_names(*file);
            let rank = |path: &RelPath| names.iter().position(|name| name == path);
            paths.sort_by_cached_key(|path| (rank(path).unwrap_or(names.len()), path.clone()));
        }
        let looks = groups.values().flat_map(|group| {
            let sections = group.sections.iter();
            sections.map(|section| (*section, group.looks))
        });
        Holders {
            of,
            looks: looks.collect(),
            like: BTreeMap::new(),
            made,
        }
    }

    /// Returns whether a section changes a file by lines, and names none that has them.
    pub(super) fn is_lost(&self, file: usize) -> bool {
        let plan = &self.plan.files[file];
        let is_nowhere = |hunk: &HunkPlan| hunk.state == State::NoMatch;
        // None of its lines are where it says.
        let lies_elsewhere = || !plan.hunks.is_empty() && plan.hunks.iter().all(is_nowhere);
        let names_none = plan.state.names_no_file()
            || plan.state == FileState::NoPath
            || plan.state == FileState::Ready && lies_elsewhere();
        let changes = self.patch.files[file].op == FileOp::Modify;
        changes && names_none
    }
}

/// Returns whether a text has the lines that each hunk of a section leaves, one below the other.
fn makes(section: &FilePatch, text: &Text) -> bool {
    let lines: Vec<_> = text.lines().collect();
    section.hunks.iter().all(|hunk| {
        let made: Vec<_> = hunk.postimage().collect();
        let mut runs = lines.windows(made.len().max(1));
        !made.is_empty() && runs.any(|run| run.iter().eq(&made))
    })
}

/// What the path of a section ends in; `None` for one without a path, which may be any file.
type Ending<'a> = Option<Option<&'a [u8]>>;

/// Sections whose paths end alike: they are looked for in the same files.
#[derive(Default)]
struct Group {
    sections: BTreeSet<usize>,
    looks: Looks,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Options;
    use crate::text::Content;

    #[test]
    fn a_file_that_holds_the_lines_is_meant_before_one_of_a_like_name() {
        let reply =
            "--- a/old/names.py\n+++ b/old/names.py\n@@ @@\n-total = count(all)\n+total = 0\n";
        let mut session = Session::open(reply.as_bytes(), Options::default());
        let read = |path: &RelPath| {
            let content = match path.to_text().as_str() {
                "sums.py" => Content::of_bytes(b"x = 1\ntotal = count(all)\n".to_vec()),
                "names.py" => Content::of_bytes(b"x = 1\n".to_vec()),
                _ => Content::Absent,
            };
            Snapshot::new(path.clone(), content)
        };
        session.supply_wanted(read, &Never);
        let known = ["names.py", "sums.py"].map(|path| RelPath::new(path).expect("a path"));
        session.set_known_paths(known.to_vec());
        session.look_for_holders(read, &Never);
        let close: Vec<String> = session
            .close_paths(0)
            .iter()
            .map(RelPath::to_text)
            .collect();
        assert_eq!(close, ["sums.py", "names.py"]);
    }

    #[test]
    fn of_files_that_hold_the_lines_one_of_a_like_name_comes_first() {
        for wanted in ["web/nort.ts", "web/North.ts", "src/web/north.ts"] {
            let reply =
                format!("--- a/{wanted}\n+++ b/{wanted}\n@@ @@\n-total = count(all)\n+total = 0\n");
            let mut session = Session::open(reply.into_bytes(), Options::default());
            let known = ["web/east.ts", "web/north.ts"];
            let known = known.map(|path| RelPath::new(path).expect("a path"));
            let read = |path: &RelPath| {
                let content = match known.contains(path) {
                    true => Content::of_bytes(b"x = 1\ntotal = count(all)\n".to_vec()),
                    false => Content::Absent,
                };
                Snapshot::new(path.clone(), content)
            };
            session.supply_wanted(read, &Never);
            session.set_known_paths(known.to_vec());
            session.look_for_holders(read, &Never);
            assert_eq!(session.close_paths(0)[0], known[1], "{wanted}");
        }
    }
}
