//! Sections about one file put into one: what the reply leaves of it counts.

mod join;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use self::join::{
    continues, drop_if_repeated, edit_what_is_made, follows, is_plain_move, may_go, renamed,
    stands_beside, try_continue, try_delete, try_edit, try_move, try_remake, try_replace,
};

use super::{FileOp, FilePatch, HunkId, Patch, Shown};
use crate::text::{LineSpan, RelPath};

impl Patch {
    /// Puts sections about one file into one, at the place of the first, hunks in the reply's order: what the reply leaves of
    /// the file counts, not the file on disk. A section that contradicts an earlier one becomes invalid.
    ///
    /// `free` are names under which no file is at first: a section that moves a file from there means the one that an earlier
    /// section brought. Under any other name it means the file that is there, as the sections of a diff are read at once.
    pub fn gather(&mut self, free: &BTreeSet<RelPath>) -> Moved {
        let mut gathered = Gathered {
            free: free.clone(),
            ..Gathered::default()
        };
        for (file, section) in std::mem::take(&mut self.files).into_iter().enumerate() {
            gathered.add(file, section);
        }
        // They are kept as long as the review, and a list that grew has room for twice as many.
        for file in &mut gathered.files {
            file.hunks.shrink_to_fit();
        }
        gathered.files.shrink_to_fit();
        self.files = gathered.files;
        Moved {
            followed: gathered.followed,
            dropped: gathered.dropped,
            sections: gathered.sections,
            renewed: gathered.renewed,
        }
    }
}

/// Where the hunks of a reply's sections went.
#[derive(Debug, Default)]
pub struct Moved {
    /// The sections that edit a file by a name which the reply took from it before.
    pub followed: Vec<Followed>,
    /// The sections that delete a file which the reply edits before.
    pub dropped: Vec<Dropped>,
    /// Where each section of the reply went, in order.
    sections: Vec<Place>,
    /// From which section of the reply on the hunks of a file count, where all before were replaced.
    renewed: BTreeMap<usize, usize>,
}

/// A section that edits a file by a name which the reply took from it before.
#[derive(Debug)]
pub struct Followed {
    /// The name that the section has.
    pub old_name: RelPath,
    /// The name that the file gets.
    pub new_name: RelPath,
    /// The first hunk of the section, as it is called now.
    pub hunk: HunkId,
    /// The lines of the reply that the section was read from.
    pub origin: LineSpan,
}

/// A section that deletes a file which the reply edits before: those edits are left out.
#[derive(Debug)]
pub struct Dropped {
    /// The file that is deleted.
    pub path: RelPath,
    /// The deletion.
    pub hunk: HunkId,
    /// The lines of the reply that the deletion was read from.
    pub origin: LineSpan,
}

/// Where one section went.
#[derive(Debug)]
struct Place {
    file: usize,
    /// The first of its hunks there, or the one that all of them became.
    first: HunkBecomes,
}

#[derive(Debug)]
enum HunkBecomes {
    From(usize),
    TheFirst,
}

impl Moved {
    /// Returns what a hunk of the reply is called now; `None` where it counts no more.
    pub fn id_of(&self, old: HunkId) -> Option<HunkId> {
        let place = self.sections.get(old.file)?;
        let from = self.renewed.get(&place.file);
        let counts = from.is_none_or(|from| old.file >= *from);
        counts.then(|| HunkId {
            file: place.file,
            hunk: match place.first {
                HunkBecomes::From(first) => first + old.hunk,
                HunkBecomes::TheFirst => 0,
            },
        })
    }
}

/// The sections so far, one for each file.
#[derive(Default)]
struct Gathered {
    files: Vec<FilePatch>,
    sections: Vec<Place>,
    /// The first section about each path that is more than read.
    firsts: HashMap<RelPath, usize>,
    /// The first section about each path that only words make the content of the file.
    shown: HashMap<RelPath, usize>,
    /// The section that moves or copies a file to each path.
    ends: HashMap<RelPath, usize>,
    /// The names under which no file is when a section brings one there: none was at first, or the reply took it away.
    free: BTreeSet<RelPath>,
    followed: Vec<Followed>,
    dropped: Vec<Dropped>,
    /// From which section of the reply on the hunks of a file count, where all before were replaced.
    renewed: BTreeMap<usize, usize>,
    /// Work for edits in files that the reply makes: compared lines and copied bytes.
    n_steps: usize,
}

impl Gathered {
    /// Takes the section of this index in the reply.
    fn add(&mut self, file: usize, mut section: FilePatch) {
        // What only words make the content of a file may turn out to quote it: the file itself tells.
        let named = section.path.named().filter(|_| section.shown.is_none());
        let named = named.cloned();
        let first = named.as_ref().and_then(|path| self.firsts.get(path));
        let end = named.as_ref().and_then(|path| self.ends.get(path));
        let (first, end) = (first.copied(), end.copied());
        let n_hunks = section.hunks.len();
        edit_what_is_made(&mut section, &mut self.n_steps);
        let n_first = first.map_or(0, |at| self.files[at].hunks.len());
        let was_edited = first.is_some_and(|at| self.files[at].op == FileOp::Modify);
        let joined = self.joined_to(&mut section, first, end);
        // What was joined to the content that a block shows is that block's, and names no other section.
        let in_shown = match joined {
            Some(_) => None,
            None => self.in_shown(&mut section),
        };
        let joined = joined.or(in_shown);
        let at = joined.unwrap_or(self.files.len());
        let hunk_before = joined.map_or(0, |at| self.files[at].hunks.len());
        let is_part = section.hunks.len() < n_hunks;
        if joined == first && hunk_before < n_first {
            self.renewed.insert(at, file);
        }
        if joined.is_some() {
            let hunk = HunkId {
                file: at,
                hunk: if is_part { 0 } else { hunk_before },
            };
            self.note_joined(&section, hunk, named.as_ref().filter(|_| was_edited));
        }
        self.sections.push(Place {
            file: at,
            first: match is_part {
                true => HunkBecomes::TheFirst,
                false => HunkBecomes::From(hunk_before),
            },
        });
        match joined {
            Some(at) => self.join(at, section),
            None => {
                if let Some(why) = self.contradiction(&section, first, end) {
                    section.invalid.get_or_insert_with(|| why.to_string());
                }
                self.files.push(section);
            }
        }
        if in_shown.is_none() {
            self.remember(at, named, joined.is_some());
        }
    }

    /// Returns the section that this one goes into: the `first` about its file, the one that moves a file to its name (`end`), or
    /// another move. Each of these changes what it joins: the first that does is the only one asked.
    fn joined_to(
        &mut self,
        section: &mut FilePatch,
        first: Option<usize>,
        end: Option<usize>,
    ) -> Option<usize> {
        end.filter(|at| continues(&self.files[*at], section))
            .or_else(|| self.moved_on(section))
            .or_else(|| self.same_move(section))
            .or_else(|| first.filter(|at| end.is_none() && follows(&self.files[*at], section)))
            .or_else(|| first.filter(|at| self.is_added_to(*at, section)))
    }

    /// Notes what a section did to the one that it goes into, where `hunk` is its first: it deletes the file at the path `edited`,
    /// which had edits, or means it by its old name.
    fn note_joined(&mut self, section: &FilePatch, hunk: HunkId, edited: Option<&RelPath>) {
        let file = &self.files[hunk.file];
        let origin = section.origin;
        if let Some(path) = edited.filter(|_| file.op == FileOp::Delete) {
            self.dropped.push(Dropped {
                path: path.clone(),
                hunk: HunkId { hunk: 0, ..hunk },
                origin,
            });
        }
        if let Some((old_name, new_name)) = renamed(file, section) {
            self.followed.push(Followed {
                old_name,
                new_name,
                hunk,
                origin,
            });
        }
    }

    /// Returns what forbids a section that goes into no other.
    fn contradiction(
        &self,
        section: &FilePatch,
        first: Option<usize>,
        end: Option<usize>,
    ) -> Option<&'static str> {
        let first = first.map(|at| &self.files[at]);
        if let Some(other) = first.filter(|other| !stands_beside(other, section)) {
            let is_given = other.op.is_content();
            let is_read = other.elided || other.invalid.is_none();
            let is_edited = is_given && section.op == FileOp::Modify && is_read;
            Some(match is_edited {
                true if other.elided => {
                    "the reply gives this file before, with lines left out, and this edit cannot be read against that"
                }
                true => {
                    "it does not fit, in one place only, the content that the reply gives this file before"
                }
                false => "the reply names this file before, for something else",
            })
        } else if end.is_some() && section.op == FileOp::Delete {
            Some("the reply moves or copies a file here, and deletes it")
        } else if self.is_taken(section) {
            Some("the reply moves or copies another file to the same name")
        } else {
            None
        }
    }

    /// Notes the names by which later sections mean the section `at`. One that something was joined to may have another path, or
    /// move now.
    fn remember(&mut self, at: usize, named: Option<RelPath>, is_joined: bool) {
        let section = &self.files[at];
        if let Some(path) = section.path.named().filter(|_| section.shown.is_some()) {
            self.shown.entry(path.clone()).or_insert(at);
        }
        if let Some(to) = section.op.to()
            && !self.ends.contains_key(to)
        {
            let first = self.firsts.get(to).map(|first| &self.files[*first].op);
            if matches!(first, Some(FileOp::Delete | FileOp::Rename { .. })) {
                self.free.insert(to.clone());
            }
            self.ends.insert(to.clone(), at);
        }
        // The file that is copied is only read.
        if matches!(section.op, FileOp::Copy { .. }) {
            return;
        }
        let now = section.path.named().filter(|_| is_joined).cloned();
        let is_made = section.op == FileOp::Create && section.invalid.is_none();
        for path in named.into_iter().chain(now) {
            let first = self.firsts.entry(path).or_insert(at);
            // What is made under a name that is free again is what later sections mean by it.
            if is_made && matches!(self.files[*first].op, FileOp::Rename { .. }) {
                *first = at;
            }
        }
    }

    /// Puts a section into the first one about its file, where both can be said as one.
    fn is_added_to(&mut self, at: usize, section: &mut FilePatch) -> bool {
        let other = &mut self.files[at];
        try_edit(other, section, &mut self.n_steps)
            || continues(other, section)
            || try_move(other, section, &mut self.n_steps)
            || try_remake(other, section)
            || try_replace(other, section)
            || may_go(other) && try_delete(other, section)
            || drop_if_repeated(other, section)
    }

    /// Puts a section into the block that shows the content of its file, where it changes that, or is the same block again.
    /// Returns the block's section.
    fn in_shown(&mut self, section: &mut FilePatch) -> Option<usize> {
        let at = *self.shown.get(section.path.named()?)?;
        let other = &mut self.files[at];
        // Another block may quote the file as it is: what changes it is about the file.
        let is_made = matches!(other.shown, Some(Shown::Requested | Shown::Elsewhere));
        let is_in = drop_if_repeated(other, section)
            || is_made && try_edit(other, section, &mut self.n_steps);
        is_in.then_some(at)
    }

    /// Moves a file on, or deletes it, that an earlier section brought to the name that this one has, where no other file
    /// is meant by it. Returns the section that brought it.
    fn moved_on(&mut self, section: &mut FilePatch) -> Option<usize> {
        let path = section.path.named()?;
        let at = *self.ends.get(path)?;
        let goes =
            |at: &usize| matches!(self.files[*at].op, FileOp::Delete | FileOp::Rename { .. });
        let freed = self.firsts.get(path).filter(|first| **first < at);
        if self.is_taken(section) || !(self.free.contains(path) || freed.is_some_and(goes)) {
            return None;
        }
        let path = path.clone();
        try_continue(&mut self.files[at], section).then(|| {
            self.ends.remove(&path);
            at
        })
    }

    /// Returns the section that moves or copies the same file to the same name.
    fn same_move(&self, section: &FilePatch) -> Option<usize> {
        let at = *self.ends.get(section.op.to()?)?;
        let other = &self.files[at];
        let is_same = other.path.named() == section.path.named() && other.op == section.op;
        (is_same && is_plain_move(other) && is_plain_move(section)).then_some(at)
    }

    /// Returns whether another section moves or copies a file to where this one does.
    fn is_taken(&self, section: &FilePatch) -> bool {
        section.op.to().is_some_and(|to| self.ends.contains_key(to))
    }

    /// Puts the hunks of a section behind those of another.
    fn join(&mut self, at: usize, mut section: FilePatch) {
        let file = &mut self.files[at];
        let last = file.hunks.last().map_or(0, |last| last.call);
        for hunk in &mut section.hunks {
            hunk.call = last + 1;
        }
        file.hunks.append(&mut section.hunks);
        file.mode = section.mode.or(file.mode);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::patch::{Hunk, PatchPath};
    use crate::text::Root;

    #[test]
    fn sections_of_one_file_become_one() {
        let section = |path: &str, op: FileOp| {
            let mut file = FilePatch::new(PatchPath::new(path, &Root::default()), op, "unified");
            file.hunks.push(Hunk::default());
            file
        };
        let files = [
            ("a", FileOp::Modify),
            ("b", FileOp::Modify),
            ("a", FileOp::Modify),
            ("b", FileOp::Create),
        ];
        let mut patch = Patch {
            files: files.map(|(path, op)| section(path, op)).into(),
        };
        let moved = patch.gather(&BTreeSet::new());
        let shape: Vec<(usize, bool)> = patch
            .files
            .iter()
            .map(|file| (file.hunks.len(), file.invalid.is_some()))
            .collect();
        assert_eq!(shape, [(2, false), (1, false), (1, true)]);
        let first = |file| HunkId { file, hunk: 0 };
        let second = HunkId { file: 0, hunk: 1 };
        assert_eq!(moved.id_of(first(2)), Some(second));
        assert_eq!(moved.id_of(first(3)), Some(first(2)));
        assert_eq!(moved.id_of(first(4)), None);
    }
}
