//! What a parse guessed, repaired or dropped, each with its place in the reply.

use crate::patch::HunkId;
use crate::text::LineSpan;

/// One remark on the reply: a guess, a repair, something left out, or an error with its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// What kind of remark it is.
    pub code: NoteCode,
    /// The lines of the reply it is about, 0-based.
    pub span: LineSpan,
    /// One sentence for people; whatever it quotes of the reply is shown through [`crate::text::display`].
    pub text: String,
    /// The hunk it belongs to; `None` when it is about a file, or about the reply.
    pub hunk: Option<HunkId>,
}

macro_rules! codes {
    ($($(#[$doc:meta])* $variant:ident => $code:literal,)*) => {
        /// The stable name of a remark, for scripts.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum NoteCode { $($(#[$doc])* $variant,)* }

        impl NoteCode {
            /// Every code, in the order of the documentation.
            pub const ALL: &[NoteCode] = &[$(NoteCode::$variant,)*];

            /// Returns the name that JSON carries; it never changes.
            pub fn as_str(self) -> &'static str {
                match self { $(NoteCode::$variant => $code,)* }
            }
        }
    };
}

codes! {
    /// Nothing in the reply is a patch.
    NoPatch => "no_patch",
    /// A hunk header's counts are not those of its body; the body is believed.
    CountWrong => "count_wrong",
    /// Context lines without their leading space were read as context.
    ContextMarkerMissing => "context_marker_missing",
    /// Context lines carry one space too many.
    ContextMarkerDoubled => "context_marker_doubled",
    /// A marker that was damaged in typing was read as what it must have been.
    MarkerRepaired => "marker_repaired",
    /// A marker that should follow is not there.
    MarkerMissing => "marker_missing",
    /// Markers stand in an order that has no meaning.
    MarkerOrder => "marker_order",
    /// Conflict markers were read as an edit.
    ConflictRead => "conflict_read",
    /// A line number is claimed that the file does not have.
    LineOutOfBounds => "line_out_of_bounds",
    /// Hunks that only mean something together were read as one.
    HunksJoined => "hunks_joined",
    /// A file header lacks one of its two lines.
    HeaderIncomplete => "header_incomplete",
    /// The two names of a file differ, and no rename is stated.
    NamesDiffer => "names_differ",
    /// An edit by the name that the reply took from a file is made in the file under its new name.
    RenameFollowed => "rename_followed",
    /// Edits that count no more are left out: the reply deletes their file further down, or their call failed, and a later one of
    /// the file did not.
    EditsDropped => "edits_dropped",
    /// `/dev/null` stands on the wrong side.
    NamesSwapped => "names_swapped",
    /// A section both makes or deletes a file and changes its lines.
    MixedOperations => "mixed_operations",
    /// The path was found in the text around the patch.
    PathGuessed => "path_guessed",
    /// No path is named for this part.
    PathMissing => "path_missing",
    /// The path looks like one that stands for another (`path/to/file`).
    PathPlaceholder => "path_placeholder",
    /// The path can never be used.
    PathRefused => "path_refused",
    /// A hunk whose old and new sides are the same.
    NoOp => "no_op",
    /// A hunk header without lines.
    EmptyHunk => "empty_hunk",
    /// A fence was never closed.
    FenceUnclosed => "fence_unclosed",
    /// A fence that begins or ends amid a line is read as if it were on a line of its own.
    FenceAmidLine => "fence_amid_line",
    /// New text has a line that stands for others (`// ... existing code ...`): taken as it is, it would lose them.
    LinesLeftOut => "lines_left_out",
    /// The reply ends in the middle.
    Truncated => "truncated",
    /// A binary change is named and left out.
    BinarySkipped => "binary_skipped",
    /// The dialect's own specification forbids this.
    SpecificationForbids => "specification_forbids",
    /// A backslash that keeps a line from looking like a mark was dropped.
    EscapeDropped => "escape_dropped",
    /// A patch inside a string was escaped twice.
    EscapedTwice => "escaped_twice",
    /// The dialect is known but cannot be read; it is never executed.
    Unsupported => "unsupported",
    /// The codes that coloured a diff on a terminal were dropped.
    ColoursDropped => "colours_dropped",
    /// The lines of a whole file end with CR LF in the reply, and it may get others.
    LineEndsDropped => "line_ends_dropped",
    /// A call of a tool looks like an edit, and cannot be read as one.
    CallUnread => "call_unread",
    /// An unknown field may forbid to replace an existing file.
    FieldUnknown => "field_unknown",
    /// A command above a diff printed it.
    Printed => "printed",
    /// Something that looked like a part of a patch was left out.
    Dropped => "dropped",
}
