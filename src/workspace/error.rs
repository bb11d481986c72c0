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
        "{cause}, or so it should be: rolling back apply {id} failed as well ({source}); run `hunkwise recover`"
    )]
    Unfinished {
        /// The apply.
        id: u64,
        /// Why it was being rolled back.
        cause: Box<WorkspaceError>,
        /// Why that failed.
        source: Box<WorkspaceError>,
    },
    /// The observer of steps asked to stop as if the program had been killed there.
    #[error("stopped in the middle by the observer of steps; run `hunkwise recover`")]
    Stopped,
}

impl WorkspaceError {
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
