//! What can go wrong with the disk, each with the path it happened at and what to do next.

use std::io;
use std::path::{Path, PathBuf};

use crate::report::Exit;
use crate::text::RelPath;
use crate::text::display::display_line;

/// Why the workspace did not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum WorkspaceError {
    /// The root cannot be used.
    #[error(
        "cannot use `{}` as the root: {source}; name another folder with --root",
        shown(path)
    )]
    Root {
        /// The folder asked for.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// The reply cannot be read.
    #[error(
        "cannot read the patch `{}`: {source}; name a readable file, or pipe the patch in",
        shown(path)
    )]
    Reply {
        /// The file asked for, or `-`.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// The reply is something no patch is read from, or too large.
    #[error("will not read the patch `{}`: it is {what}; {next}", shown(path))]
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
        "cannot undo apply {id}: {} changed since; nothing was written; \
         `hunkwise undo {id} --as-patch | hunkwise apply` reverses it as a patch, wherever its lines stand now",
        names(paths)
    )]
    UndoDrift {
        /// The apply that was to be undone.
        id: u64,
        /// The files changed since.
        paths: Vec<RelPath>,
    },
    /// Another hunkwise writes under the same root.
    #[error(
        "another hunkwise is writing (it holds `{}`); try again when it has ended",
        shown(lock)
    )]
    Locked {
        /// The lock file.
        lock: PathBuf,
    },
    /// There is no such apply to undo.
    #[error("there is no apply {id} to undo; `hunkwise log` lists them")]
    NoSuchApply {
        /// The number asked for.
        id: u64,
    },
    /// There is no apply left to undo.
    #[error("there is nothing to undo{}; `hunkwise log` lists what was applied", way_forward(*undo))]
    NothingToUndo {
        /// The latest undo in effect, if there is one.
        undo: Option<u64>,
    },
    /// The state folder or a record in it cannot be trusted.
    #[error(
        "will not use `{}`: {what}; look at it, and move it away if it is not needed",
        shown(path)
    )]
    Journal {
        /// The folder or record.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// The system failed us; every target is as it was.
    #[error("could not {doing} `{}`: {source}; nothing was changed", shown(path))]
    Failed {
        /// What was being done, as a verb.
        doing: &'static str,
        /// The file it was done to.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// The system failed us, and then failed the rollback as well.
    #[error(
        "{cause}, or so it should be: rolling back apply {id} failed as well ({}); run `hunkwise recover`",
        source.what_failed()
    )]
    Unfinished {
        /// The apply.
        id: u64,
        /// Why it was being rolled back.
        cause: Box<WorkspaceError>,
        /// Why that failed.
        source: Box<WorkspaceError>,
    },
    /// The system failed us while what an interrupted apply left was put in order.
    #[error(
        "{}; apply {id} was interrupted, and its files are put in order in part only: run `hunkwise recover` again",
        source.what_failed()
    )]
    Unrecovered {
        /// The apply.
        id: u64,
        /// What failed.
        source: Box<WorkspaceError>,
    },
    /// The observer of steps asked to stop as if the program had been killed there.
    #[error("stopped in the middle by the observer of steps; run `hunkwise recover`")]
    Stopped,
}

impl WorkspaceError {
    /// Returns what people read of it within another fault: what failed, not that nothing was changed.
    fn what_failed(&self) -> String {
        let WorkspaceError::Failed {
            doing,
            path,
            source,
        } = self
        else {
            return self.to_string();
        };
        format!("could not {doing} `{}`: {source}", shown(path))
    }

    /// Returns this failure as one that stopped the recovery of apply `id`: what it had put in order by then stays so.
    pub(super) fn amid_recovery(self, id: u64) -> WorkspaceError {
        if matches!(self, WorkspaceError::Failed { .. }) {
            let source = Box::new(self);
            WorkspaceError::Unrecovered { id, source }
        } else {
            self
        }
    }

    /// Returns how a program that fails with it ends.
    pub fn exit(&self) -> Exit {
        match self {
            WorkspaceError::Root { .. }
            | WorkspaceError::Reply { .. }
            | WorkspaceError::ReplyRefused { .. }
            | WorkspaceError::NoSuchApply { .. }
            | WorkspaceError::NothingToUndo { .. } => Exit::Unreadable,
            WorkspaceError::Refused { .. } | WorkspaceError::Journal { .. } => Exit::Refused,
            WorkspaceError::Drift { .. }
            | WorkspaceError::UndoDrift { .. }
            | WorkspaceError::Locked { .. } => Exit::Drifted,
            WorkspaceError::Failed { .. }
            | WorkspaceError::Unfinished { .. }
            | WorkspaceError::Unrecovered { .. }
            | WorkspaceError::Stopped => Exit::RolledBack,
        }
    }

    /// Wraps a system error met while `doing` something to `path`.
    pub(super) fn failed<E: Into<io::Error>>(
        doing: &'static str,
        path: impl AsRef<Path>,
    ) -> impl FnOnce(E) -> WorkspaceError {
        move |source| WorkspaceError::Failed {
            doing,
            path: path.as_ref().to_path_buf(),
            source: source.into(),
        }
    }
}

/// File names are untrusted text too.
fn shown(path: &Path) -> String {
    display_line(path.as_os_str().as_encoded_bytes())
}

/// Whoever has gone all the way back may want to go forward.
fn way_forward(undo: Option<u64>) -> String {
    undo.map_or(String::new(), |id| {
        format!(" any more; `hunkwise undo {id}` takes back the last undo")
    })
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
mod tests {
    use super::*;

    #[test]
    fn what_failed_amid_a_recovery_does_not_say_that_nothing_was_changed() {
        let failed = WorkspaceError::failed("put back", "/r/a")(io::Error::other("no"));
        assert_eq!(
            failed.to_string(),
            "could not put back `/r/a`: no; nothing was changed"
        );
        let amid = failed.amid_recovery(7);
        assert_eq!(
            amid.to_string(),
            "could not put back `/r/a`: no; apply 7 was interrupted, and its files are put in order in part only: \
             run `hunkwise recover` again"
        );
        assert_eq!(amid.exit(), Exit::RolledBack);
        let other = WorkspaceError::NoSuchApply { id: 1 };
        assert!(matches!(
            other.amid_recovery(7),
            WorkspaceError::NoSuchApply { id: 1 }
        ));
    }
}
