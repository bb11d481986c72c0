//! Floor 1: the one model of a patch, whatever dialect it was written in. Dialects fill it, everything above reads it.

pub mod cell;
pub mod compare;
pub mod complete;
mod content;
pub mod escape;
pub mod hunk;
pub mod lazy;
mod parts;
pub mod shown;
pub mod write;

use std::collections::{BTreeMap, HashMap};

use bstr::BString;

use crate::text::{LineSpan, PathFault, Piece, RelPath, Root, Snapshot};

pub use hunk::{
    BlankContext, CountCheck, Extent, HintSource, Hunk, HunkLine, LineHint, LineKind, Occurrences,
    Unsure,
};

/// All that one reply asks for, in the reply's order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Patch {
    /// One per file section; the same path may occur more than once.
    pub files: Vec<FilePatch>,
}

/// What a patch asks of one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FilePatch {
    /// The file as it is named before the change.
    pub path: PatchPath,
    /// What is to become of it.
    pub op: FileOp,
    /// The changes, in the reply's order. `Create` and `Replace` have one hunk of insertions only (none: an empty file).
    pub hunks: Vec<Hunk>,
    /// Name of the dialect it was read in: the `name` of a row in the DIALECTS table.
    pub dialect: &'static str,
    /// The other name of a header whose two names differ without a stated rename, or of a path that may be meant from the
    /// folder one stands in; the one that exists is meant.
    pub other_name: Option<RelPath>,
    /// The path that is meant where nothing lies under a name without a folder: the reply names it in full elsewhere.
    pub in_full: Option<RelPath>,
    /// The old blob's abbreviated id from a git `index` line, in hexadecimal: it can prove the line numbers.
    pub base_blob: Option<String>,
    /// Whether lines of its one hunk stand for parts of the file that are left out (`// ... existing code ...`). It is
    /// invalid until [`FilePatch::completed`] finds out what they stand for.
    pub elided: bool,
    /// How plainly words around its content say that it is the file's; `None` where the dialect itself says so.
    pub shown: Option<Shown>,
    /// In which form the reply gives what is to change.
    pub given: Given,
    /// A first line that names the file and is left out of its content, unless the file begins with it.
    pub label: Option<Piece>,
    /// What kind of file the patch says it is to be; `None` where it does not say. That of a file that is there already is
    /// asked for by a hunk of its own, see [`Hunk::mode`].
    pub mode: Option<FileMode>,
    /// Whether the change is binary: it is named and left out.
    pub is_binary: bool,
    /// Why nothing of this section may be applied, where its own dialect forbids what it says.
    pub invalid: Option<String>,
    /// The lines of the reply it was read from.
    pub origin: LineSpan,
}

impl FilePatch {
    /// Makes a section without hunks; its origin is left to the dialect.
    pub fn new(path: PatchPath, op: FileOp, dialect: &'static str) -> FilePatch {
        FilePatch {
            path,
            op,
            hunks: Vec::new(),
            dialect,
            other_name: None,
            in_full: None,
            base_blob: None,
            elided: false,
            shown: None,
            given: Given::Hunks,
            label: None,
            mode: None,
            is_binary: false,
            invalid: None,
            origin: LineSpan::default(),
        }
    }
}

/// In which form a reply gives what is to change in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Given {
    /// As hunks.
    Hunks,
    /// As all of its content: the hunks are those of a comparison with the file.
    Whole,
    /// As parts of its content, with lines that stand for others: the hunks are those of a comparison, too.
    Parts,
}

/// How plainly the words around a block say that it is the content of a file. It may still show a part of it only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// They ask for the file to be made.
    Requested,
    /// The path stands for itself: alone in a line, in the fence's info string, in the first line.
    Named,
    /// The path stands amid a sentence, or is that of a file to be changed: no new file is made of it unasked.
    Mentioned,
    /// Lines of the file are named with the path: they are quoted, unless they differ.
    Cited,
}

/// What a patch says a file is to be, besides its content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileMode {
    /// A file that is no program.
    Plain,
    /// A file that can be run as a program.
    Executable,
    /// Something that is never made or changed.
    Special(Special),
}

/// A kind of file that no patch may make or change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Special {
    /// A symbolic link.
    Link,
    /// A submodule.
    Submodule,
    /// A program that runs with the rights of its owner or group.
    SetId,
}

impl Special {
    /// Returns what it is, for people.
    pub fn words(self) -> &'static str {
        match self {
            Special::Link => "a symbolic link",
            Special::Submodule => "a submodule",
            Special::SetId => "a file that runs with its owner's rights",
        }
    }
}

impl FileMode {
    /// Returns what a target was; what is no file is plain.
    pub fn of(snapshot: &Snapshot) -> FileMode {
        if snapshot.is_program {
            FileMode::Executable
        } else {
            FileMode::Plain
        }
    }

    /// Returns what a file with these permissions is: whether its owner can run it tells.
    pub fn of_permissions(bits: impl Into<u32>) -> FileMode {
        const OWNER_RUNS: u32 = 0o100;
        if bits.into() & OWNER_RUNS == 0 {
            FileMode::Plain
        } else {
            FileMode::Executable
        }
    }

    /// Returns the stable name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            FileMode::Plain => "plain",
            FileMode::Executable => "executable",
            FileMode::Special(_) => "special",
        }
    }

    /// Returns what becomes of a file that is made so, for people.
    pub fn words(self) -> String {
        match self {
            FileMode::Plain => "mode 755 -> 644".to_string(),
            FileMode::Executable => "mode 644 -> 755".to_string(),
            FileMode::Special(kind) => format!("becomes {}", kind.words()),
        }
    }
}

/// The path a patch names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PatchPath {
    /// A path that stays under the root.
    Named(RelPath),
    /// None is named.
    Missing,
    /// A path that is never touched, as it was written.
    Refused {
        /// The path's own bytes.
        text: BString,
        /// What is wrong with it.
        fault: PathFault,
    },
}

impl PatchPath {
    /// Checks a path as written in a reply, for targets under `root`.
    pub fn new(path: impl AsRef<[u8]>, root: &Root) -> PatchPath {
        match root.relative(&path) {
            Ok(path) => PatchPath::Named(path),
            Err(PathFault::Empty) => PatchPath::Missing,
            Err(fault) => PatchPath::Refused {
                text: path.as_ref().into(),
                fault,
            },
        }
    }

    /// Returns the path, if it is one that may be used.
    pub fn named(&self) -> Option<&RelPath> {
        match self {
            PatchPath::Named(path) => Some(path),
            PatchPath::Missing | PatchPath::Refused { .. } => None,
        }
    }
}

/// What is to become of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileOp {
    /// Hunks change it in place.
    Modify,
    /// It is made new.
    Create,
    /// It is removed. Hunks, if any, say what it held.
    Delete,
    /// It moves, and hunks may change it on the way.
    Rename {
        /// Where to.
        to: RelPath,
    },
    /// A copy is made, which hunks may change.
    Copy {
        /// Where to.
        to: RelPath,
    },
    /// Its whole content is given.
    Replace,
}

/// Names one hunk of a patch by position; both 0-based.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
pub struct HunkId {
    /// Index into [`Patch::files`].
    pub file: usize,
    /// Index into [`FilePatch::hunks`].
    pub hunk: usize,
}

impl FilePatch {
    /// Returns whether it turned out to quote its file: the reply asks nothing of it.
    pub fn is_quotation(&self) -> bool {
        let changes_lines = self.op == FileOp::Modify && self.given == Given::Hunks;
        self.shown.is_some() && changes_lines && self.hunks.iter().all(Hunk::is_no_op)
    }
}

impl Patch {
    /// Puts sections that change the same file into one, at the place of the first, hunks in the reply's order; a section
    /// that asks something else of a file already named becomes invalid, for a path may be written once only. Returns the
    /// new id of every hunk by its old one.
    pub fn gather(&mut self) -> BTreeMap<HunkId, HunkId> {
        let mut ids = BTreeMap::new();
        let mut gathered: Vec<FilePatch> = Vec::new();
        let mut firsts: HashMap<RelPath, usize> = HashMap::new();
        for (file, mut section) in std::mem::take(&mut self.files).into_iter().enumerate() {
            // What only words make the content of a file may turn out to quote it: the file itself tells.
            let named = section.path.named().filter(|_| section.shown.is_none());
            let named = named.cloned();
            let first = named.as_ref().and_then(|path| firsts.get(path).copied());
            let merges = |other: &FilePatch| {
                let changes = |file: &FilePatch| {
                    file.op == FileOp::Modify
                        && file.invalid.is_none()
                        && !matches!(file.mode, Some(FileMode::Special(_)))
                };
                changes(other) && changes(&section)
            };
            let into = first.filter(|at| merges(&gathered[*at]));
            // A file that goes and is made anew is replaced.
            let remade = first.filter(|at| {
                let other = &gathered[*at];
                let shows_nothing = other.hunks.iter().all(|hunk| hunk.lines.is_empty());
                let goes = other.op == FileOp::Delete && other.invalid.is_none() && shows_nothing;
                goes && section.op == FileOp::Create
            });
            if let Some(at) = remade {
                gathered[at].op = FileOp::Replace;
                gathered[at].invalid = section.invalid.take();
                gathered[at].hunks.clear();
            }
            let into = remade.or(into);
            let hunk_before = into.map_or(0, |at| gathered[at].hunks.len());
            let new_file = into.unwrap_or(gathered.len());
            for hunk in 0..section.hunks.len() {
                ids.insert(
                    HunkId { file, hunk },
                    HunkId {
                        file: new_file,
                        hunk: hunk_before + hunk,
                    },
                );
            }
            match into {
                Some(at) => {
                    let last = gathered[at].hunks.last().map_or(0, |last| last.call);
                    for hunk in &mut section.hunks {
                        hunk.call = last + 1;
                    }
                    gathered[at].hunks.append(&mut section.hunks);
                    gathered[at].mode = section.mode.or(gathered[at].mode);
                }
                None => {
                    let is_read = matches!(section.op, FileOp::Copy { .. });
                    if first.is_some() && !is_read && section.invalid.is_none() {
                        section.invalid = Some(
                            "the reply names this file before, for something else".to_string(),
                        );
                    }
                    // The file that is copied is only read.
                    let is_written = !matches!(section.op, FileOp::Copy { .. });
                    if let Some(path) = named.filter(|_| is_written) {
                        firsts.entry(path).or_insert(new_file);
                    }
                    gathered.push(section);
                }
            }
        }
        // They are kept as long as the review, and a list that grew has room for twice as many.
        for file in &mut gathered {
            file.hunks.shrink_to_fit();
        }
        gathered.shrink_to_fit();
        self.files = gathered;
        ids
    }

    /// Returns the ids of all hunks in the reply's order.
    pub fn hunk_ids(&self) -> impl Iterator<Item = HunkId> {
        self.files
            .iter()
            .enumerate()
            .flat_map(|(file, patch)| (0..patch.hunks.len()).map(move |hunk| HunkId { file, hunk }))
    }

    /// Returns the hunk called `id`.
    ///
    /// # Panics
    /// When the patch has no such hunk.
    pub fn hunk(&self, id: HunkId) -> &Hunk {
        &self.files[id.file].hunks[id.hunk]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            ("b", FileOp::Delete),
        ];
        let mut patch = Patch {
            files: files.map(|(path, op)| section(path, op)).into(),
        };
        let ids = patch.gather();
        let shape: Vec<(usize, bool)> = patch
            .files
            .iter()
            .map(|file| (file.hunks.len(), file.invalid.is_some()))
            .collect();
        assert_eq!(shape, [(2, false), (1, false), (1, true)]);
        assert_eq!(
            ids[&HunkId { file: 2, hunk: 0 }],
            HunkId { file: 0, hunk: 1 }
        );
        assert_eq!(
            ids[&HunkId { file: 3, hunk: 0 }],
            HunkId { file: 2, hunk: 0 }
        );
    }
}
