//! Floor 1: the one model of a patch, whatever dialect it was written in. Dialects fill it, everything above reads it.

pub mod compare;
pub mod hunk;
pub mod lazy;
pub mod write;

use bstr::BString;

use crate::text::{LineSpan, PathFault, RelPath};

pub use hunk::{CountCheck, HintSource, Hunk, HunkLine, LineHint, LineKind, Occurrences};

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
    /// The other name of a header whose two names differ without a stated rename; the one that exists is meant.
    pub other_name: Option<RelPath>,
    /// The old blob's abbreviated id from a git `index` line, in hexadecimal: it can prove the line numbers.
    pub base_blob: Option<String>,
    /// What a blank context line becomes that the file does not have.
    pub blank_context: BlankContext,
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
            base_blob: None,
            blank_context: BlankContext::Ignored,
            invalid: None,
            origin: LineSpan::default(),
        }
    }
}

/// What a blank context line becomes where the file has no such line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum BlankContext {
    /// Nothing: it was written for looks.
    #[default]
    Ignored,
    /// An addition, as the FILE_PATCH dialect defines it.
    Inserted,
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
    /// Checks a path as written in a reply.
    pub fn new(path: impl AsRef<[u8]>) -> PatchPath {
        match RelPath::new(&path) {
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

    /// Returns the name of a hunk that people and scripts use, such as `h4-3f9a`: its 1-based number in the reply and the
    /// first digits of its content's digest, so that a decision saved for it cannot fall on another.
    pub fn hunk_label(&self, id: HunkId) -> String {
        let number = self.hunk_ids().take_while(|other| *other != id).count() + 1;
        self.hunk(id).label(number)
    }
}
