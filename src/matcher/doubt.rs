//! The reasons not to take a place unasked, and what they are called.

/// A reason not to take a place unasked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Doubt {
    /// A line to be removed differs in words from the target's (no similarity tells `0.4.17` from `0.4.32`), or is only a part
    /// of it: the rest would go with it.
    DeletionDiffers,
    /// The target has lines amid those to be removed that the patch does not know, or beside them where they are common ones.
    UnknownLinesInDeletion,
    /// Nothing beside an insertion is there to say where it goes, or only on one side; or what it replaces is not there.
    Unanchored,
    /// The target has lines right where the insertion goes, or beside what it replaces, so before and after them are equally
    /// good.
    InsertionPoint,
    /// Only braces, blanks and short keywords agree.
    OnlyCommonLines,
    /// A line differs in words, and too few agree to outvote it.
    FewLinesAgree,
    /// Lines of the hunk repeat inside the place, in the target or in the hunk itself: it could be read in another way.
    RepeatedInside,
    /// More context is lost than a slip explains.
    ContextLost,
    /// Context that the place lacks stands elsewhere in the target.
    ContextElsewhere,
    /// What is to be inserted stands right there already, all of a run of it or a line amid the place.
    AlreadyThere,
    /// Its result stands elsewhere, nearly as well as what it asks for stands here; or what its deletions leave does.
    AppliedElsewhere,
    /// Context is given up, no line of what is left stands only here, and another place is a match too.
    NoUniqueLine,
    /// The work budget ended before all places were looked for: others may be as good.
    SearchCapped,
    /// No rule explains how the leading space differs, or no line shows what becomes of an odd one.
    IndentationUnclear,
    /// What it inserts holds entities or escapes, and no line that it asks for shows whether they stand for other text.
    EscapesUnclear,
    /// Only some of its lines carry line numbers, which may be the text's own.
    NumbersUnclear,
    /// A line of the context that names the place is not there: a definition, or what encloses the change.
    DefinitionLost,
    /// A line agrees only but for a spelling (letter case, typography, punctuation) that the hunk itself changes.
    Respelled,
}

impl Doubt {
    /// Returns the stable name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Doubt::DeletionDiffers => "deletion_differs",
            Doubt::UnknownLinesInDeletion => "extra_amid_deletions",
            Doubt::Unanchored => "unanchored",
            Doubt::InsertionPoint => "insertion_point",
            Doubt::OnlyCommonLines => "only_common_lines",
            Doubt::FewLinesAgree => "few_lines_agree",
            Doubt::RepeatedInside => "repeated_inside",
            Doubt::ContextLost => "context_lost",
            Doubt::ContextElsewhere => "context_elsewhere",
            Doubt::AlreadyThere => "already_there",
            Doubt::AppliedElsewhere => "made_elsewhere",
            Doubt::NoUniqueLine => "nothing_of_its_own",
            Doubt::SearchCapped => "search_capped",
            Doubt::IndentationUnclear => "indentation_unclear",
            Doubt::EscapesUnclear => "escapes_unclear",
            Doubt::NumbersUnclear => "numbers_unclear",
            Doubt::Respelled => "respelled",
            Doubt::DefinitionLost => "definition_lost",
        }
    }

    /// Returns what people read.
    pub fn words(self) -> &'static str {
        match self {
            Doubt::DeletionDiffers => "a removed line differs from the file",
            Doubt::UnknownLinesInDeletion => "the file has lines between the deleted ones",
            Doubt::Unanchored => "a line next to the insertion is missing",
            Doubt::InsertionPoint => "the file has lines where the insertion goes",
            Doubt::OnlyCommonLines => "only short or common lines match",
            Doubt::FewLinesAgree => "a line differs and too few others are distinctive",
            Doubt::RepeatedInside => "repeated lines make the exact position unclear",
            Doubt::ContextLost => "several context lines differ",
            Doubt::ContextElsewhere => "missing context exists elsewhere in the file",
            Doubt::AlreadyThere => "inserted lines are already there",
            Doubt::AppliedElsewhere => "the result already exists elsewhere in the file",
            Doubt::NoUniqueLine => "no unique line, and another place matches too",
            Doubt::SearchCapped => "the file is too large to search to the end",
            Doubt::IndentationUnclear => "the indentation is unclear",
            Doubt::EscapesUnclear => "escapes such as &lt; or \\n may stand for plain text",
            Doubt::NumbersUnclear => "only some lines of the hunk begin with line numbers",
            Doubt::DefinitionLost => "a line that names the block is not there",
            Doubt::Respelled => "the hunk changes the spelling in which a line differs",
        }
    }
}
