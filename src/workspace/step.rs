//! The steps of an apply, for whoever wants to see or break it between two of them: the crash tests.

use std::io;
use std::sync::Arc;

/// A point that an apply, an undo or a recovery has just passed. Indexes count the entries of the record, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// An apply that was interrupted is about to be put in order, or what one left to be moved away.
    Recovering,
    /// That is done, as far as it can be.
    Recovered,
    /// The lock is held and earlier crashes are recovered from.
    Locked,
    /// A target was looked at.
    Looked(usize),
    /// The record is on disk; nothing else was written.
    Recorded,
    /// A new folder was made.
    FolderMade(usize),
    /// A new content lies beside its target.
    Staged(usize),
    /// All are staged and synced, and the record says so.
    AllStaged,
    /// A target was changed, and what it displaced is what it should be.
    Changed(usize),
    /// All targets are changed and synced.
    AllChanged,
    /// The commit: from here on the new tree stays.
    Committed,
    /// A displaced file lies in the apply's folder.
    Filed(usize),
    /// The apply can be undone.
    Kept,
    /// A target was put back by a rollback.
    PutBack(usize),
    /// All were put back; the record is still there.
    AllPutBack,
}

impl Step {
    /// Returns whether nothing is left half done where a write or a recovery ends here: it is not committed, or has yet to begin.
    pub fn can_turn_back(self) -> bool {
        match self {
            Step::Recovering
            | Step::Recovered
            | Step::Locked
            | Step::Looked(_)
            | Step::Recorded
            | Step::FolderMade(_)
            | Step::Staged(_)
            | Step::AllStaged
            | Step::Changed(_)
            | Step::AllChanged => true,
            Step::Committed | Step::Filed(_) | Step::Kept | Step::PutBack(_) | Step::AllPutBack => {
                false
            }
        }
    }
}

/// What is to happen after a step.
#[derive(Debug)]
pub enum Next {
    /// The next step.
    Go,
    /// The next step fails with this.
    Fail(io::Error),
    /// Nothing more is done, as if the program had been killed.
    Stop,
}

/// Is told of every step, and says how to go on.
#[derive(Clone)]
pub(super) struct Observer(Arc<dyn Fn(Step) -> Next + Send + Sync>);

impl Observer {
    pub(super) fn new(observe: impl Fn(Step) -> Next + Send + Sync + 'static) -> Observer {
        Observer(Arc::new(observe))
    }

    pub(super) fn at(&self, step: Step) -> Next {
        (self.0)(step)
    }
}

impl std::fmt::Debug for Observer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Observer")
    }
}
