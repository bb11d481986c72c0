//! Floor 1: the one model of a patch, whatever dialect it was written in. Dialects fill it, everything above reads it.

pub mod alignment;
pub mod cell;
pub mod compare;
pub mod complete;
mod content;
mod encoding;
pub mod escape;
mod gather;
pub mod gutter;
mod hint;
pub mod hunk;
pub mod lazy;
pub mod left_out;
pub mod line;
mod object;
mod parts;
mod quote;
pub mod shown;
mod signed;
pub mod talk;
mod unsure;
pub mod write;

use std::sync::Arc;

use bstr::BString;

use crate::text::{LineSpan, PathFault, Piece, RelPath, Root, Snapshot, Text, Trim};

pub use encoding::Encoding;
pub use gather::{Dropped, Followed};
pub use hint::{CountCheck, HintSource, LineHint};
pub use hunk::{BlankContext, Extent, Hunk, Marks, Occurrences};
pub use line::{HunkLine, LineKind, of_kind};
pub use quote::Quote;
pub use signed::signed_lines;
pub use talk::Talk;
pub use unsure::Unsure;

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
    /// The path that is meant where nothing lies under a name without a folder: the reply names it in full elsewhere. Beside a
    /// [`FilePatch::label`], the one that the words above the block name.
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
    /// Whether only words make it the content of a file, and these ask to add it to what the file holds.
    pub is_added: bool,
    /// Whether words announce the block as a change of the file.
    pub asks_for_change: bool,
    /// Names that the words around a block call removed. If no lines are left out, only those that the block does not show.
    pub removed_names: Box<[BString]>,
    /// What the sentences of its reply say, where it gives its file whole.
    pub talk: Option<Arc<Talk>>,
    /// Names that the words around a block may call removed, renamed or replaced; none that the block shows.
    pub changed_names: Box<[BString]>,
    /// Whether the words above the block announce the whole file.
    pub is_given_whole: bool,
    /// Lines that name the file and are left out of its content, unless the file has them.
    pub label: Option<Box<Label>>,
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
    /// Returns the paths that it names.
    pub fn paths(&self) -> impl Iterator<Item = &RelPath> {
        self.path.named().into_iter().chain(self.op.to())
    }

    /// Returns the lines of its hunks, in their order.
    pub fn lines(&self) -> impl Iterator<Item = &HunkLine> + Clone {
        self.hunks.iter().flat_map(|hunk| hunk.lines.iter())
    }

    /// Returns those of them that are of `kind`.
    pub fn lines_of(&self, kind: LineKind) -> impl Iterator<Item = &HunkLine> + Clone {
        self.lines().filter(move |line| line.kind == kind)
    }

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
            is_added: false,
            asks_for_change: false,
            removed_names: Box::default(),
            talk: None,
            changed_names: Box::default(),
            is_given_whole: false,
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
    /// One of these two, but the path has no folder, and the words beside it speak of one: no new file is made of it unasked, unless
    /// the folder that it has from there exists.
    Elsewhere,
    /// The path stands amid a sentence, or is that of a file to be changed: no new file is made of it unasked.
    Mentioned,
    /// The path stands for itself or amid a sentence, but the words above the block speak of something else than an edit: only
    /// what is like the file and differs from it is one.
    Remarked,
    /// Lines of the file are named with the path: they are quoted, unless they differ.
    Cited,
}

/// Lines of a block that name its file: a comment near its beginning, with the blank lines that part it from the content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The index of the first of them among the lines of the block.
    pub at: usize,
    /// The lines.
    pub lines: Vec<Piece>,
    /// Whether another path is all of the line right above the block.
    pub is_below_other: bool,
}

impl Label {
    /// Returns whether a file has the comment as well, at the same line.
    pub fn is_in(&self, text: &Text) -> bool {
        let same = |line: &Piece| text.line(self.at).trimmed() == line.trimmed();
        self.at < text.n_lines() && self.lines.first().is_some_and(same)
    }
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

    /// Returns whether a target has this mode: what others can run is no plain file, though its owner cannot.
    pub fn is_of(self, snapshot: &Snapshot) -> bool {
        let is_run = self == FileMode::Plain && snapshot.is_program_of_others;
        self == FileMode::of(snapshot) && !is_run
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

impl FileOp {
    /// Returns the path that the file moves to, or that its copy has.
    pub fn to(&self) -> Option<&RelPath> {
        match self {
            FileOp::Rename { to } | FileOp::Copy { to } => Some(to),
            FileOp::Modify | FileOp::Create | FileOp::Delete | FileOp::Replace => None,
        }
    }

    /// Returns whether it gives what the file holds.
    pub fn is_content(&self) -> bool {
        matches!(self, FileOp::Create | FileOp::Replace)
    }

    /// Returns whether the file, or its copy, keeps what its hunks do not change.
    pub fn is_of_lines(&self) -> bool {
        matches!(self, FileOp::Modify) || self.to().is_some()
    }
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
