//! From arguments to an open review: the reply read, its targets read, everything matched.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use bstr::ByteSlice;

use crate::dialect::Strictness;
use crate::matcher::Endless;
use crate::session::{Record, Session};
use crate::text::Digest;
use crate::ui::Progress;
use crate::workspace::{HardLinks, ReplySource, Workspace, read_reply};

use super::args::{PatchArgs, ReadArgs};
use super::waiting::Waiting;
use super::{UsageError, log, output, signals};

/// A review with the files it is about.
#[derive(Debug)]
pub(crate) struct Opened {
    /// The review, matched.
    pub(crate) session: Session,
    /// The files.
    pub(crate) workspace: Workspace,
    /// Digest of the reply, for the log.
    pub(crate) reply: Digest,
    /// How many lines each of the patches has, in order.
    pub(crate) n_lines: Vec<usize>,
}

/// Whether the command will write, and so brings an interrupted apply to its end first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// It writes nothing, not even state.
    Look,
    /// It may write.
    Write,
    /// It may write, and has a screen that heeds signals itself.
    Review,
}

/// Reads the reply and its targets.
pub(crate) fn open(
    patches: &[PathBuf],
    args: &ReadArgs,
    strictness: Strictness,
    purpose: Purpose,
) -> anyhow::Result<Opened> {
    let workspace = match purpose {
        Purpose::Look | Purpose::Review => workspace(args)?,
        Purpose::Write => signals::heeding(workspace(args)?).context("listening to signals")?,
    };
    let (reply, n_lines) = read(patches, args.limit)?;
    settle_interrupted(&workspace, purpose)?;
    let waiting = Waiting::for_reply();
    let (digest, n_bytes) = (Digest::of(&reply), reply.len());
    let mut session = Session::open(reply, args.options(strictness));
    drop(waiting);
    load(&mut session, &workspace);
    if let Some(path) = &args.decisions {
        session.replay(decisions(path, args.limit)?)?;
        load(&mut session, &workspace);
    }
    log::line(&format!(
        "root {}, a reply of {} bytes, digest {}",
        workspace.root().display(),
        n_bytes,
        digest.short(16)
    ));
    log::session(&session);
    Ok(Opened {
        session,
        workspace,
        reply: digest,
        n_lines,
    })
}

/// Opens the files under the root.
pub(crate) fn workspace(args: &ReadArgs) -> anyhow::Result<Workspace> {
    log::begin(args.log.as_deref())?;
    let hard_links = if args.split_hard_links {
        HardLinks::Split
    } else {
        HardLinks::Refuse
    };
    Ok(Workspace::open(args.root.root.as_deref())?
        .with_limit(args.limit)
        .with_hard_links(hard_links))
}

/// Returns the patches to read: those named, or standard input when it is no terminal.
pub(crate) fn patches(args: &PatchArgs) -> Option<Vec<PathBuf>> {
    if !args.patches.is_empty() {
        return Some(args.patches.clone());
    }
    (!std::io::stdin().is_terminal()).then(|| vec![PathBuf::from("-")])
}

/// Returns the patches to read, or what to do where there is none.
pub(crate) fn some_patches(args: &PatchArgs) -> anyhow::Result<Vec<PathBuf>> {
    let none = || UsageError("name a file with a patch, or pipe one in".to_string());
    Ok(patches(args).ok_or_else(none)?)
}

/// Reads the replies one after the other, as if they were one, and counts the lines of each.
fn read(patches: &[PathBuf], limit: u64) -> anyhow::Result<(Vec<u8>, Vec<usize>)> {
    let mut reply = Vec::new();
    let mut n_lines = Vec::new();
    for patch in patches {
        let source = match patch.as_os_str().as_encoded_bytes() {
            b"-" => ReplySource::Stdin,
            _ => ReplySource::File(patch),
        };
        if !reply.is_empty() && !reply.ends_with(b"\n") {
            reply.push(b'\n');
        }
        let read = read_reply(source, limit)?;
        n_lines.push(read.lines().count());
        reply = if reply.is_empty() {
            read
        } else {
            [reply, read].concat()
        };
    }
    Ok((reply, n_lines))
}

fn decisions(path: &Path, limit: u64) -> anyhow::Result<Record> {
    let bytes = read_reply(ReplySource::File(path), limit)?;
    serde_json::from_slice(&bytes)
        .context("reading the decisions; they are written by --save-decisions")
}

fn settle_interrupted(workspace: &Workspace, purpose: Purpose) -> anyhow::Result<()> {
    match purpose {
        Purpose::Look => {
            if workspace.pending_recovery()? {
                output::complain(
                    "note: an apply was interrupted (`hunkwise recover` ends it), or another hunkwise is writing now\n",
                );
            }
        }
        Purpose::Write | Purpose::Review => {
            let recovered = workspace.recover()?;
            if !recovered.is_empty() {
                output::complain(&super::undo::recovered_words(&recovered));
            }
        }
    }
    Ok(())
}

/// Supplies what the session wants; the folder is listed only where a close name may help.
fn load(session: &mut Session, workspace: &Workspace) {
    let progress = Arc::new(Progress::default());
    progress.begin(session.plan().hunks().count());
    let waiting = Waiting::for_matching(&progress);
    session.supply_wanted(|path| workspace.snapshot(path), &*progress);
    drop(waiting);
    if session.wants_known_paths() {
        session.set_known_paths(workspace.known_paths(&Endless));
    }
}
