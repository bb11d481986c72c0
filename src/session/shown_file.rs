//! Sections that only the words around them make the content of their files: the name may be that of another file, and the lines
//! those that another section makes.

use std::collections::BTreeMap;

use super::Session;
use super::bounds::Bounds;
use crate::matcher::{self, Never};
use crate::patch::{FileOp, Shown};
use crate::plan::Scope;
use crate::plan::own::Baseline;
use crate::text::{Content, RelPath, Text};

/// What sections make of their files, by their index.
pub(super) type Results = BTreeMap<usize, Option<Text>>;

impl Session {
    /// Returns whether a section would make a file that only the words around it call so.
    pub(super) fn makes_shown_file(&self, file: usize) -> bool {
        self.patch.files[file].shown.is_some() && self.names_absent(file)
    }

    /// Returns whether a section deletes a file that is not there, and that no apply of this reply deleted.
    pub(super) fn deletes_nothing(&self, file: usize) -> bool {
        let is_deleted = |path| self.before.contains_key(path);
        self.patch.files[file].op == FileOp::Delete
            && self.names_absent(file)
            && !self.target(file).is_some_and(is_deleted)
    }

    /// Returns whether a section deletes a file that is not there, and of which git's last commit and the log know nothing.
    pub(super) fn was_never_there(&self, file: usize) -> bool {
        let is_unknown = |path: &RelPath| {
            let baseline = self.baselines.get(path);
            baseline.is_some_and(|baseline| *baseline == Baseline::default())
        };
        self.deletes_nothing(file) && self.target(file).is_some_and(is_unknown)
    }

    fn names_absent(&self, file: usize) -> bool {
        let read = self.target(file).and_then(|path| self.snapshots.get(path));
        read.is_some_and(|read| read.content == Content::Absent)
    }

    /// Returns whether another section asks something of the same file.
    pub(super) fn is_named_again(&self, file: usize) -> bool {
        let section = &self.patch.files[file];
        let n_named = section.path.named().and_then(|path| self.n_named.get(path));
        let n_own = usize::from(!section.is_quotation());
        section.shown.is_some() && n_named.is_some_and(|n_named| *n_named > n_own)
    }

    /// Plans the sections anew that only words make the content of their files: what they are follows from other sections
    /// and from the names that are known.
    pub(super) fn replan_shown(&mut self) {
        self.n_named.clear();
        self.plain.clear();
        // Nothing of it is asked of a reply that shows no file.
        let n_files = self.patch.files.len();
        let follows =
            |file: usize| self.patch.files[file].shown.is_some() || self.deletes_nothing(file);
        if !(0..n_files).any(follows) {
            return self.renumber();
        }
        for (file, section) in self.patch.files.iter().enumerate() {
            let named = section.path.named().filter(|_| !section.is_quotation());
            let Some(path) = named else { continue };
            *self.n_named.entry(path.clone()).or_default() += 1;
            if section.shown.is_none() {
                self.plain.entry(path.clone()).or_default().push(file);
            }
        }
        let mut bounds = Bounds::new();
        let mut results = Results::new();
        for file in 0..self.patch.files.len() {
            if self.shows_the_result(file, &mut results) || self.shows_what_was(file) {
                self.rematch(file, &Never, &mut bounds);
            } else if self.patch.files[file].shown.is_some() || self.deletes_nothing(file) {
                self.plan_file(file, &Never);
            }
        }
        self.note_bounds(bounds);
        self.renumber();
    }

    /// Returns the file that may be meant by the name of one that is not there. A person who names a file means it.
    pub(super) fn namesake(&self, file: usize) -> Option<&RelPath> {
        if self.settled.targets.contains_key(&file) {
            return None;
        }
        if self.deletes_nothing(file) {
            let path = self.target(file)?;
            // A file that git has in its last commit was there, and is gone.
            if self.is_committed(path) {
                return None;
            }
            let is_shown = self.patch.files[file].asks_for_lines();
            // What the reply itself writes there is no file that it means to delete.
            let is_named = |path: &RelPath| {
                let files = self.patch.files.iter();
                files
                    .flat_map(|section| section.paths())
                    .any(|named| named == path)
            };
            let of_its_name = || {
                matcher::target::namesake(path, &self.known_paths).filter(|path| !is_named(path))
            };
            return matcher::target::meant_by_deletion(path, &self.known_paths)
                .or_else(|| if is_shown { None } else { of_its_name() })
                .or_else(|| self.holders.like.get(&file));
        }
        if !self.makes_shown_file(file) {
            return None;
        }
        matcher::target::namesake(self.target(file)?, &self.known_paths)
            .or_else(|| self.holders.like.get(&file))
    }

    /// Returns whether a new file would lie in a top folder that is not there and is spelt as an import's short name for
    /// another: `@app/a.ts`, `~/a.ts`. A person who names a file means it.
    pub(super) fn is_in_alias(&self, file: usize) -> bool {
        let Some(path) = self.target(file).filter(|_| self.makes_shown_file(file)) else {
            return false;
        };
        let top = |path: &RelPath| path.components().next().map(<[u8]>::to_vec);
        let is_spelt_so = |top: &Vec<u8>| matches!(top[0], b'@' | b'#' | b'$' | b'~');
        let alias = top(path).filter(|top| is_spelt_so(top) && path.components().count() > 1);
        !self.settled.targets.contains_key(&file)
            && alias.is_some()
            && !self.known_paths.iter().any(|known| top(known) == alias)
    }

    /// Returns whether a folder that the words beside a name say is there.
    pub(super) fn has_folder(&self, file: usize) -> bool {
        let is_said = self.patch.files[file].shown == Some(Shown::Elsewhere);
        let Some(folder) = self
            .target(file)
            .filter(|_| is_said)
            .and_then(RelPath::parent)
        else {
            return false;
        };
        let is_within = |path: &RelPath| {
            let behind = path.as_bytes().strip_prefix(folder.as_bytes());
            behind.is_some_and(|behind| behind.starts_with(b"/"))
        };
        self.known_paths.iter().any(is_within)
    }

    /// Takes a section that only words make the content of its file for a quotation of the result, if an earlier section makes
    /// those lines, or the only other section, below it, makes exactly them. Returns whether it is one; `results` keeps what
    /// sections make, for others below them.
    pub(super) fn shows_the_result(&mut self, file: usize, results: &mut Results) -> bool {
        let section = &self.patch.files[file];
        if section.is_quotation() || !self.is_named_again(file) {
            return false;
        }
        let plain = section.path.named().and_then(|path| self.plain.get(path));
        let plain = plain.map_or(&[][..], |plain| plain);
        let (above, below) = plain.split_at(plain.partition_point(|other| *other < file));
        let other = match (above, below) {
            ([.., earlier], _) => Some(*earlier),
            // `Or as a diff:` says the same once more.
            ([], [later]) => Some(*later),
            ([], _) => None,
        };
        let target = self.target(file);
        let is_same = |other: &usize| target.is_some() && self.target(*other) == target;
        let read = self.incomplete.get(&file).unwrap_or(section);
        let quoting = other.filter(is_same).and_then(|other| {
            let made = || self.result(other, Scope::Everything).map(Text::new);
            let result = results.entry(other).or_insert_with(made);
            let result = result.as_ref()?;
            let mut given = read.hunks.iter().flat_map(|hunk| hunk.postimage());
            let mut is_all = || result.lines().all(|line| given.next() == Some(line));
            read.repeating(result).filter(|_| other < file || is_all())
        });
        let is_shown = quoting.is_some();
        if let Some(quoting) = quoting {
            self.patch.files[file] = quoting;
        }
        is_shown
    }
}
