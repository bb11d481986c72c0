//! Floor 2: bytes of a reply in, a patch and notes out; never fails.

pub mod note;

use crate::patch::Patch;
use crate::text::RelPath;

pub use note::{Note, NoteCode};

/// How a reply is read.
#[derive(Debug, Clone, Default)]
pub struct ParseOptions {
    /// The dialect to read it in, by name; `None` finds out.
    pub dialect: Option<&'static str>,
    /// How many leading components are cut off its paths; `None` cuts `a/` and `b/` as a pair.
    pub strip: Option<usize>,
    /// The target where the reply names none.
    pub default_path: Option<RelPath>,
    /// Whether what a dialect's own specification forbids is an error.
    pub strictness: Strictness,
}

/// Whether what a dialect's own specification forbids is an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Strictness {
    /// It is repaired, with a note.
    #[default]
    Lenient,
    /// It makes the hunk or file invalid.
    Specification,
}

/// What was read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Parsed {
    /// The patch; without files when there is none in the reply.
    pub patch: Patch,
    /// What was guessed, dropped or repaired.
    pub notes: Vec<Note>,
}

/// Reads a reply.
pub fn parse(_reply: &[u8], _options: &ParseOptions) -> Parsed {
    Parsed::default()
}
