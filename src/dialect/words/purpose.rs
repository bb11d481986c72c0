//! What a block is for, as the words above it say.

/// What the words above a block are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::dialect) enum Purpose {
    /// A file is to be made.
    Creates,
    /// Something is to be changed.
    Changes,
    /// Code is quoted as it is today.
    Cites,
    /// Something else than the file is quoted: its docs, another version of it.
    Quotes,
    /// An example is given: a use, an idea, something that could be done.
    Shows,
    /// A command is to be run, or was.
    Runs,
    /// A program's output follows.
    Outputs,
    /// An example is announced, but something is changed in it, or a path stands alone between it and the block.
    Doubtful,
    /// They tell something of the file or the change, in words that would make the block talk if they led over to it: the file
    /// shows whether it is an edit.
    Remarks,
    /// The same, and they point to the block.
    Describes,
    /// They do not say.
    Silent,
}

impl Purpose {
    /// Returns whether the block is to become a part of a file.
    pub(in crate::dialect) fn asks_for_a_change(self) -> bool {
        matches!(self, Purpose::Creates | Purpose::Changes)
    }

    /// Returns whether the block shows what could be, or what came out: a command in it is not to be run.
    pub(in crate::dialect) fn only_shows(self) -> bool {
        matches!(self, Purpose::Shows | Purpose::Outputs)
    }

    /// Returns whether the block is only spoken of.
    pub(in crate::dialect) fn is_talk(self) -> bool {
        matches!(
            self,
            Purpose::Cites | Purpose::Quotes | Purpose::Shows | Purpose::Runs | Purpose::Outputs
        )
    }
}
