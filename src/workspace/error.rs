//! What can go wrong with the disk, each with the path it happened at and what to do next.

use std::io;
use std::path::{Path, PathBuf};

use super::recover::{LeftFile, Recovered};
use super::tree::Blocked;
use crate::report::Exit;
use crate::text::RelPath;
use crate::text::display::{display_line, display_path};

/// Why the workspace did not do what it was asked. Every message names what the system said, so no variant has a source
/// besides: whoever prints a chain of faults would print it twice.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WorkspaceError {
    /// The root cannot be used.
    #[error(
        "cannot use `{}` as the root: {fault}; name another folder with --root",
        display_path(path)
    )]
    Root {
        /// The folder asked for.
        path: PathBuf,
        /// The system's reason.
        fault: io::Error,
    },
    /// Another folder, or none, is where the root was.
    #[error(
        "`{}` was moved or replaced since it was opened; nothing was written, start anew",
        display_path(path)
    )]
    Moved {
        /// Where the root was.
        path: PathBuf,
    },
    /// The reply cannot be read.
    #[error("cannot read `{}`: {}", display_path(path), in_words(fault))]
    Reply {
        /// The file asked for, or `-`.
        path: PathBuf,
        /// The system's reason.
        fault: io::Error,
    },
    /// The reply is something no patch is read from, or too large.
    #[error("will not read `{}`: it is {what}; {next}", display_path(path))]
    ReplyRefused {
        /// The file asked for, or `-`.
        path: PathBuf,
        /// What it is, in a few words.
        what: String,
        /// What to do next.
        next: &'static str,
    },
    /// A target is of a kind that is never changed, or its attributes could not be kept.
    #[error("will not change `{}`: {what}; nothing was changed", display_line(path.as_bytes()))]
    Refused {
        /// The target.
        path: RelPath,
        /// What is in the way.
        what: String,
    },
    /// Targets are not what the plan was made for.
    #[error(
        "{} changed since the patch was matched; nothing was written, match it again",
        names(paths)
    )]
    Drift {
        /// The targets, in the patch's order.
        paths: Vec<RelPath>,
    },
    /// An undo met files that were changed after the apply.
    #[error(
        "cannot undo apply {id}: {}; nothing was written; {}",
        drifted(paths, gone),
        instead_of_undo(*id, gone)
    )]
    UndoDrift {
        /// The apply that was to be undone.
        id: u64,
        /// The files changed since.
        paths: Vec<RelPath>,
        /// The files that are not there any more.
        gone: Vec<RelPath>,
    },
    /// Another hunkwise writes under the same root.
    #[error(
        "another hunkwise is writing (it holds `{}`); try again when it has ended",
        display_path(lock)
    )]
    Locked {
        /// The lock file.
        lock: PathBuf,
    },
    /// What somebody else's apply staged lies beside a target.
    #[error(
        "another hunkwise is writing, or was interrupted: `{}` is its; try again when it has ended, or run \
         `hunkwise recover` as the user and under the root that it was started with; where it has no record any more, recover \
         moves it away",
        display_path(path)
    )]
    Staged {
        /// The stage, or the original of one of its targets.
        path: PathBuf,
    },
    /// No patch would bring a file back byte for byte.
    #[error(
        "cannot write the way back of `{}` as a patch: `hunkwise apply` would make other bytes of it ({what}); what it held \
         before is in `{}`",
        display_line(path.as_bytes()),
        display_path(kept_at)
    )]
    NoPatch {
        /// The file.
        path: RelPath,
        /// What a patch cannot say.
        what: String,
        /// Where the content lies that it had before.
        kept_at: PathBuf,
    },
    /// There is no such apply to undo.
    #[error("there is no apply {id} to undo; `hunkwise log` lists them")]
    NoSuchApply {
        /// The number asked for.
        id: u64,
    },
    /// That apply is not in effect.
    #[error(
        "apply {id} was {became}, so there is nothing of it to undo; `hunkwise log` says what is in effect"
    )]
    NotInEffect {
        /// The number asked for.
        id: u64,
        /// What became of it, in words.
        became: &'static str,
    },
    /// That apply is committed, and another program is filing what it replaced, or was stopped while it was.
    #[error(
        "apply {id} is still being filed by another hunkwise, or that was interrupted; try again when that has ended, or run \
         `hunkwise recover`, which says what is in the way"
    )]
    NotFiled {
        /// The number of the apply.
        id: u64,
    },
    /// The latest apply was interrupted, and was rolled back instead of undone.
    #[error(
        "apply {id} had been interrupted and is rolled back; undo again for the apply before it"
    )]
    RolledBack {
        /// The apply.
        id: u64,
    },
    /// There is no apply left to undo.
    #[error(
        "nothing to undo{}; `hunkwise log` lists what was applied",
        way_forward(*undo, *foreign, elsewhere)
    )]
    NothingToUndo {
        /// The latest undo in effect, if there is one.
        undo: Option<u64>,
        /// The latest apply that was not made here by this user's hunkwise, if there is one.
        foreign: Option<u64>,
        /// Where there is neither: other roots whose applies changed files of this one.
        elsewhere: Vec<PathBuf>,
    },
    /// The state folder or a record in it cannot be trusted.
    #[error(
        "will not use `{}`: {what}; look at it, and move it away if it is not needed",
        display_path(path)
    )]
    Journal {
        /// The folder or record.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// The system failed us; every target is as it was.
    #[error(
        "could not {doing} `{}`: {fault}; nothing was changed",
        display_path(path)
    )]
    Failed {
        /// What was being done, as a verb.
        doing: &'static str,
        /// The file it was done to.
        path: PathBuf,
        /// The system's reason.
        fault: io::Error,
    },
    /// The change set needs a record that is larger than what is read back.
    #[error(
        "the record of {n_files} files would be too large to be read back, so the apply could not be undone; \
         nothing was changed, split the patch"
    )]
    TooLarge {
        /// How many files it names.
        n_files: usize,
    },
    /// A record of an interrupted apply was not made here by this user's hunkwise.
    #[error(
        "`{}` is the record of an interrupted apply that your hunkwise did not make here: it may have come with the \
         files, the tree was copied, or its disk numbers files anew each time it is mounted; look at it, then follow it with `hunkwise recover --trust-state` (a \
         finished one with `hunkwise undo --trust-state`), or move it away",
        display_path(path)
    )]
    Foreign {
        /// Its number.
        id: u64,
        /// The apply's folder.
        path: PathBuf,
    },
    /// The apply to be undone was not made here by this user's hunkwise.
    #[error(
        "apply {id} was not made here by your hunkwise: its record may have come with the files, the tree was \
         copied, or its disk numbers files anew each time it is mounted; `hunkwise undo {id} --trust-state` follows it all the same (it is in `{}`)",
        display_path(path)
    )]
    ForeignApply {
        /// The apply that was to be undone.
        id: u64,
        /// The apply's folder.
        path: PathBuf,
    },
    /// The apply to be undone was made under another root, and may have changed files outside this one.
    #[error("apply {id} was made in `{}`; undo it with --root", display_path(root))]
    OtherRoot {
        /// The apply that was to be undone.
        id: u64,
        /// Its root.
        root: PathBuf,
    },
    /// The system failed us, and then some files could not be put back.
    #[error(
        "{}; apply {id} was rolled back but for {}; run `hunkwise recover` when that is mended",
        cause.what_failed(),
        listed(stuck)
    )]
    Unfinished {
        /// The apply.
        id: u64,
        /// Why it was being rolled back.
        cause: Box<WorkspaceError>,
        /// The files that are not as they were, and why.
        stuck: Vec<StuckFile>,
    },
    /// The write failed, and was rolled back but for what other programs wrote meanwhile into files that were changed already.
    #[error("{}; apply {id} was rolled back, but {}", cause.what_failed(), left_words(left))]
    LeftBehind {
        /// The apply.
        id: u64,
        /// Why it was rolled back.
        cause: Box<WorkspaceError>,
        /// The files that are not as they were.
        left: Vec<LeftFile>,
    },
    /// The system failed us, and then failed the rollback as a whole.
    #[error(
        "{}; rolling back apply {id} failed as well ({}), {}; run `hunkwise recover`",
        cause.what_failed(),
        rollback.what_failed(),
        changed_words(changed)
    )]
    RollbackFailed {
        /// The apply.
        id: u64,
        /// Why it was being rolled back.
        cause: Box<WorkspaceError>,
        /// Why that failed.
        rollback: Box<WorkspaceError>,
        /// The files that are not as they were, or that could not be looked at any more.
        changed: Vec<RelPath>,
    },
    /// An earlier apply could not be put in order, so nothing new is begun.
    #[error(
        "apply {id} was interrupted, and these are not in order yet: {}; run `hunkwise recover` when that is mended",
        listed(stuck)
    )]
    StillInterrupted {
        /// The apply.
        id: u64,
        /// The files, and why.
        stuck: Vec<StuckFile>,
    },
    /// The system failed us while what an interrupted apply left was put in order.
    #[error(
        "{}; apply {id} was interrupted, and its files are put in order in part only: run `hunkwise recover` again",
        fault.what_failed()
    )]
    Unrecovered {
        /// The apply.
        id: u64,
        /// What failed.
        fault: Box<WorkspaceError>,
    },
    /// The system failed us after interrupted applies were put in order.
    #[error(
        "{}; files of interrupted applies were put in order before that: run `hunkwise recover` again",
        fault.what_failed()
    )]
    FailedAfterRecovery {
        /// What failed.
        fault: Box<WorkspaceError>,
        /// What had been done by then.
        recovered: Box<Recovered>,
    },
    /// The observer of steps asked to stop as if the program had been killed there.
    #[error("stopped in the middle by the observer of steps; run `hunkwise recover`")]
    Stopped,
}

/// A file that could not be put back, or whose old content could not be filed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StuckFile {
    /// Where it lies, or lay.
    pub path: PathBuf,
    /// What is in the way, in words.
    pub what: String,
    /// Whether others may write meanwhile: its folder is away and may never come back, or is only empty.
    pub may_wait: bool,
    /// Where a copy lies of what the file held before the apply, if there is one.
    pub copy: Option<PathBuf>,
}

impl std::fmt::Display for StuckFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "`{}`: {}", display_path(&self.path), self.what)?;
        match &self.copy {
            Some(copy) => write!(
                f,
                " (a copy of what it held before is `{}`)",
                display_path(copy)
            ),
            None => Ok(()),
        }
    }
}

impl StuckFile {
    /// A file whose folder cannot be reached.
    pub(super) fn blocked(path: &Path, blocked: &Blocked) -> StuckFile {
        let (what, may_wait) = match blocked {
            Blocked::Missing => ("its folder is not there any more".to_string(), true),
            Blocked::Moved => ("another folder is where its own was".to_string(), true),
            Blocked::NotAFolder { words, .. } | Blocked::OffLimits(words) => (words.clone(), true),
            Blocked::System(fault) => (format!("its folder cannot be reached ({fault})"), false),
        };
        StuckFile {
            path: path.to_path_buf(),
            what,
            may_wait,
            copy: None,
        }
    }
}

/// Every file by name, for the same reason as in [`listed`].
fn changed_words(changed: &[RelPath]) -> String {
    if changed.is_empty() {
        return "though every file is as it was".to_string();
    }
    let names = changed
        .iter()
        .map(|path| format!("`{}`", display_line(path.as_bytes())));
    let names: Vec<String> = names.collect();
    format!("so these may be changed: {}", names.join(", "))
}

fn left_words(left: &[LeftFile]) -> String {
    let left: Vec<String> = left.iter().map(LeftFile::to_string).collect();
    left.join("; ")
}

/// Every file by name: whoever reads it must find them all.
fn listed(stuck: &[StuckFile]) -> String {
    let stuck: Vec<String> = stuck.iter().map(StuckFile::to_string).collect();
    stuck.join("; ")
}

impl WorkspaceError {
    /// Returns what people read of it within another fault: what failed, not that nothing was changed.
    pub fn what_failed(&self) -> String {
        match self {
            WorkspaceError::Failed { doing, path, fault } => {
                format!("could not {doing} `{}`: {fault}", display_path(path))
            }
            WorkspaceError::Drift { paths } => {
                format!("{} changed since the patch was matched", names(paths))
            }
            WorkspaceError::Refused { path, what } => {
                let path = display_line(path.as_bytes());
                format!("will not change `{path}`: {what}")
            }
            WorkspaceError::TooLarge { n_files } => {
                format!("the record of {n_files} files would be too large to be read back")
            }
            WorkspaceError::UndoDrift { id, paths, gone } => {
                format!("cannot undo apply {id}: {}", drifted(paths, gone))
            }
            WorkspaceError::Unrecovered { id, fault } => format!(
                "{}; apply {id} was interrupted, and its files are put in order in part only",
                fault.what_failed()
            ),
            WorkspaceError::Moved { path } => {
                format!(
                    "`{}` was moved or replaced since it was opened",
                    display_path(path)
                )
            }
            WorkspaceError::Root { .. }
            | WorkspaceError::Reply { .. }
            | WorkspaceError::ReplyRefused { .. }
            | WorkspaceError::Locked { .. }
            | WorkspaceError::Staged { .. }
            | WorkspaceError::NoSuchApply { .. }
            | WorkspaceError::NotInEffect { .. }
            | WorkspaceError::NotFiled { .. }
            | WorkspaceError::NoPatch { .. }
            | WorkspaceError::RolledBack { .. }
            | WorkspaceError::NothingToUndo { .. }
            | WorkspaceError::Journal { .. }
            | WorkspaceError::Foreign { .. }
            | WorkspaceError::ForeignApply { .. }
            | WorkspaceError::OtherRoot { .. }
            | WorkspaceError::Unfinished { .. }
            | WorkspaceError::LeftBehind { .. }
            | WorkspaceError::RollbackFailed { .. }
            | WorkspaceError::StillInterrupted { .. }
            | WorkspaceError::FailedAfterRecovery { .. }
            | WorkspaceError::Stopped => self.to_string(),
        }
    }

    /// Returns this failure as one that stopped the recovery of apply `id`: what it had put in order by then stays so.
    pub(super) fn amid_recovery(self, id: u64) -> WorkspaceError {
        if matches!(
            self,
            WorkspaceError::Failed { .. } | WorkspaceError::RollbackFailed { .. }
        ) {
            let fault = Box::new(self);
            WorkspaceError::Unrecovered { id, fault }
        } else {
            self
        }
    }

    /// Returns this failure as one after a recovery that has `recovered` so much, where it has begun: that is to be reported, too.
    pub(super) fn after_recovery(self, mut recovered: Recovered) -> WorkspaceError {
        if matches!(self, WorkspaceError::Stopped) {
            return self;
        }
        let (fault, later) = if let WorkspaceError::FailedAfterRecovery { fault, recovered } = self
        {
            (fault, *recovered)
        } else {
            (Box::new(self), Recovered::default())
        };
        recovered.extend(later);
        if !recovered.has_begun() {
            return *fault;
        }
        let recovered = Box::new(recovered);
        WorkspaceError::FailedAfterRecovery { fault, recovered }
    }

    /// Returns what failed, without what a recovery had done before it.
    pub fn cause(&self) -> &WorkspaceError {
        if let WorkspaceError::FailedAfterRecovery { fault, .. } = self {
            fault
        } else {
            self
        }
    }

    /// Returns whether files may be changed although the write failed.
    pub fn may_have_changed(&self) -> bool {
        matches!(
            self,
            WorkspaceError::Unfinished { .. }
                | WorkspaceError::LeftBehind { .. }
                | WorkspaceError::RollbackFailed { .. }
                | WorkspaceError::Unrecovered { .. }
                | WorkspaceError::FailedAfterRecovery { .. }
                | WorkspaceError::Stopped
        )
    }

    /// Returns how a program that fails with it ends.
    pub fn exit(&self) -> Exit {
        match self {
            WorkspaceError::Root { .. }
            | WorkspaceError::Reply { .. }
            | WorkspaceError::ReplyRefused { .. }
            | WorkspaceError::NoSuchApply { .. }
            | WorkspaceError::NotInEffect { .. }
            | WorkspaceError::OtherRoot { .. }
            | WorkspaceError::NothingToUndo { .. } => Exit::Unreadable,
            // What was asked for is on disk.
            WorkspaceError::RolledBack { .. } => Exit::Done,
            WorkspaceError::Refused { .. }
            | WorkspaceError::NoPatch { .. }
            | WorkspaceError::TooLarge { .. }
            | WorkspaceError::Foreign { .. }
            | WorkspaceError::ForeignApply { .. }
            | WorkspaceError::Journal { .. } => Exit::Refused,
            WorkspaceError::Moved { .. }
            | WorkspaceError::Drift { .. }
            | WorkspaceError::UndoDrift { .. }
            | WorkspaceError::Locked { .. }
            | WorkspaceError::NotFiled { .. }
            | WorkspaceError::Staged { .. } => Exit::Drifted,
            WorkspaceError::Failed { .. }
            | WorkspaceError::Unfinished { .. }
            | WorkspaceError::LeftBehind { .. }
            | WorkspaceError::RollbackFailed { .. }
            | WorkspaceError::StillInterrupted { .. }
            | WorkspaceError::Unrecovered { .. }
            | WorkspaceError::Stopped => Exit::RolledBack,
            WorkspaceError::FailedAfterRecovery { fault, .. } => fault.exit(),
        }
    }

    /// Wraps a system error met while `doing` something to `path`.
    pub(super) fn failed<E: Into<io::Error>>(
        doing: &'static str,
        path: impl AsRef<Path>,
    ) -> impl FnOnce(E) -> WorkspaceError {
        move |fault| WorkspaceError::Failed {
            doing,
            path: path.as_ref().to_path_buf(),
            fault: fault.into(),
        }
    }
}

/// Returns the system's reason without its number, where it is the plainest one.
fn in_words(fault: &io::Error) -> String {
    if fault.kind() == io::ErrorKind::NotFound {
        return "no such file".to_string();
    }
    fault.to_string()
}

/// Whoever has gone all the way back may want to go forward.
fn way_forward(undo: Option<u64>, foreign: Option<u64>, elsewhere: &[PathBuf]) -> String {
    match (undo, foreign) {
        (None, None) if !elsewhere.is_empty() => format!(" here; {}", other_roots(elsewhere)),
        (Some(id), _) => format!(" any more; `hunkwise undo {id}` takes back the last undo"),
        (None, Some(id)) => format!(
            " that your hunkwise made here; `hunkwise undo {id} --trust-state` follows a record that may have come with the files"
        ),
        (None, None) => String::new(),
    }
}

/// Returns where else applies are recorded, and what to do.
pub(crate) fn other_roots(roots: &[PathBuf]) -> String {
    let names: Vec<String> = roots
        .iter()
        .map(|root| format!("`{}`", display_path(root)))
        .collect();
    format!(
        "applies to its files were made under {}: name that with --root",
        names.join(", ")
    )
}

/// Says which files an undo found changed, and which not at all.
fn drifted(paths: &[RelPath], gone: &[RelPath]) -> String {
    let changed = (!paths.is_empty()).then(|| format!("{} changed since", names(paths)));
    let gone = (!gone.is_empty()).then(|| format!("{} removed or renamed since", names(gone)));
    let all: Vec<String> = changed.into_iter().chain(gone).collect();
    all.join(", ")
}

/// Says what can be done where an apply cannot be undone.
fn instead_of_undo(id: u64, gone: &[RelPath]) -> String {
    match gone {
        [] => format!(
            "`hunkwise undo {id} --as-patch | hunkwise apply` reverses it as a patch, where its lines are found"
        ),
        [_] => "put that file back under its name first".to_string(),
        [..] => "put those files back under their names first".to_string(),
    }
}

fn names(paths: &[RelPath]) -> String {
    const MOST: usize = 3;
    let mut text: Vec<String> = paths
        .iter()
        .take(MOST)
        .map(|path| format!("`{}`", display_line(path.as_bytes())))
        .collect();
    if paths.len() > MOST {
        text.push(format!("{} more", paths.len() - MOST));
    }
    text.join(", ")
}

#[cfg(test)]
mod tests;
