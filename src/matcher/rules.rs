//! The sub-rules that speak against placing a hunk automatically, by name, so that each can be left out alone: what it stops and
//! what it costs is measured by `tests/ablation.rs`. Nothing but that test leaves any out.

/// One sub-rule of a guard, of a tie or of the verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// A deleted line differs from the file's beyond the Fuzzy tier, or is only a part of it.
    DeletionDiffers,
    /// The file has lines between two deleted ones.
    DeletionsApart,
    /// The file has lines beside deleted ones that are common everywhere.
    BesideCommonDeletions,
    /// A neighbour of an insertion is missing or differs much.
    NeighbourMissing,
    /// All context on one side of an insertion is blanks that the file lacks.
    BlanksBesideLost,
    /// A blank beside an insertion is missing, and another line is lost as well.
    BlankBesideGone,
    /// What a run replaces is missing, or a line between changes that no mark tells from it.
    ReplacesMissing,
    /// The file has lines where an insertion goes.
    ExtraAtInsertion,
    /// The neighbour of an insertion repeats among the file's extra lines.
    NeighbourRepeats,
    /// A run replaces lines by more or fewer, beside an extra line of the file.
    ReplacesBesideExtra,
    /// An insertion could slide over lines like its own to where the file has extra ones.
    SlidesOverExtra,
    /// Only braces, blanks and keywords agree.
    OnlyCommonLines,
    /// A line differs, fewer than three agree, and nothing is deleted.
    FewAgreeOnInsertion,
    /// A line of the hunk repeats among the file's lines that the hunk does not know.
    UnknownRepeats,
    /// A missing context line is like one deleted beside it.
    RemovesTheKept,
    /// An inserted line is like a context line that differs there.
    InsertsTheReworded,
    /// An inserted line is like a context line, and the reply has no marks.
    InsertsTheKept,
    /// A deleted line is like a context line, with unknown lines between.
    RemovesOneOfSeveral,
    /// Two distinctive context lines are lost.
    TwoContextLost,
    /// A lost context line is unique elsewhere.
    ContextElsewhere,
    /// A run's insertions are beside the place in a row.
    InsertedInARow,
    /// What the hunk inserts at its end follows the place already.
    InsertedPastTheEnd,
    /// A run of deletions is closed up elsewhere.
    DeletedElsewhere,
    /// The result scores nearly as well somewhere as the preimage at its best place.
    ResultNearlyAsGood,
    /// The result matches exactly, here or elsewhere, and the place is a loose one or an insertion.
    ResultExists,
    /// Entities or escapes in what is inserted may stand for plain text.
    EscapesUnclear,
    /// A line agrees only but for what the hunk itself changes.
    Respelled,
    /// A definition among the context, or a line that encloses a change, is lost.
    DefinitionLost,
    /// No unique line agrees at a Partial place, and another place is a match.
    NoUniqueLine,
    /// All insertions are one blank off the file's steps.
    OneBlankOff,
    /// Insertions are indented by another unit, and nothing shows the file's.
    OtherUnit,
    /// The lines around a run contradict each other about indentation.
    IndentationContradicts,
    /// A place at the reply's line number ties with a loose one.
    TieAtNumber,
    /// A looser place ties with one that has gaps.
    TieWithGaps,
    /// A place ties that has context which the best lacks.
    TieByLostContext,
    /// Places within the margin tie.
    TieByMargin,
    /// The score is below the tier's bar.
    BelowBar,
    /// The change is made at a place less good than the best.
    MadeAtAnother,
}

impl Rule {
    /// All of them.
    pub const ALL: [Rule; 38] = [
        Rule::DeletionDiffers,
        Rule::DeletionsApart,
        Rule::BesideCommonDeletions,
        Rule::NeighbourMissing,
        Rule::BlanksBesideLost,
        Rule::BlankBesideGone,
        Rule::ReplacesMissing,
        Rule::ExtraAtInsertion,
        Rule::NeighbourRepeats,
        Rule::ReplacesBesideExtra,
        Rule::SlidesOverExtra,
        Rule::OnlyCommonLines,
        Rule::FewAgreeOnInsertion,
        Rule::UnknownRepeats,
        Rule::RemovesTheKept,
        Rule::InsertsTheReworded,
        Rule::InsertsTheKept,
        Rule::RemovesOneOfSeveral,
        Rule::TwoContextLost,
        Rule::ContextElsewhere,
        Rule::InsertedInARow,
        Rule::InsertedPastTheEnd,
        Rule::DeletedElsewhere,
        Rule::ResultNearlyAsGood,
        Rule::ResultExists,
        Rule::EscapesUnclear,
        Rule::Respelled,
        Rule::DefinitionLost,
        Rule::NoUniqueLine,
        Rule::OneBlankOff,
        Rule::OtherUnit,
        Rule::IndentationContradicts,
        Rule::TieAtNumber,
        Rule::TieWithGaps,
        Rule::TieByLostContext,
        Rule::TieByMargin,
        Rule::BelowBar,
        Rule::MadeAtAnother,
    ];
}

/// Which sub-rules are obeyed: all, unless some are left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Rules {
    left_out: u64,
}

impl Rules {
    /// Every rule.
    pub const ALL: Rules = Rules { left_out: 0 };

    /// Returns these without `rule`.
    #[must_use]
    pub fn without(self, rule: Rule) -> Rules {
        Rules {
            left_out: self.left_out | 1 << rule as u64,
        }
    }

    /// Returns whether `rule` is obeyed.
    pub fn has(self, rule: Rule) -> bool {
        self.left_out & 1 << rule as u64 == 0
    }
}
