//! From arguments to an open review: the reply read, its targets read, everything matched.

use std::cell::LazyCell;
use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use anyhow::Context;

use crate::dialect::Strictness;
use crate::matcher::Never;
use crate::plan::Scope;
use crate::report::Hidden;
use crate::session::Session;
use crate::session::decisions::Others;
use crate::text::{Digest, RelPath, Snapshot, Text};
use crate::ui::Progress;
use crate::workspace::{
    Facts, HardLinks, LogEntry, ReplySource, ReportFile, Taken, Twins, UndoStatus, Workspace,
    read_reply,
};

use super::args::{PatchArgs, ReadArgs};
use super::reports::{self, Reports};
use super::waiting::Waiting;
use super::{UsageError, decide, log, output, signals};

/// A review with the files it is about.
#[derive(Debug)]
pub(crate) struct Opened {
    /// The review, matched.
    pub(crate) session: Session,
    /// The files.
    pub(crate) workspace: Workspace,
    /// What was noted of them as they were read, where a look at the write follows at once.
    pub(crate) facts: Facts,
    /// The reply itself, where it came through a pipe: it cannot be read again.
    pub(crate) piped: Option<Vec<u8>>,
    /// How many lines each of the patches has, in order, where there are several.
    pub(crate) n_lines: Vec<usize>,
    /// What no report may be written over.
    pub(crate) taken: Taken,
    /// What becomes of the hunks that the decisions say nothing of.
    pub(crate) others: Others,
    /// The log, begun.
    pub(crate) log: Option<ReportFile>,
}

impl Opened {
    /// Returns which hunks are written: those `asked` for, or where decisions leave the others, those that they accept.
    pub(crate) fn scope(&self, asked: Scope) -> Scope {
        match self.others {
            Others::Leave => Scope::Accepted,
            Others::Apply => asked,
        }
    }
}

/// Whether the command will write, and so brings an interrupted apply to its end first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// It writes nothing, not even state.
    Look,
    /// It writes nothing either, and says what a write would do, also of the reports that are named for it.
    Rehearse,
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
    let mut opened = unmatched(patches, args, strictness, purpose)?;
    let progress = Arc::new(Progress::default());
    let waiting = Waiting::for_matching(&progress);
    let workspace = &opened.workspace;
    let mut reader = match purpose {
        // Most look at the write next, and for the others it is one call of the system a file.
        Purpose::Look | Purpose::Rehearse => workspace.reader().noting_facts(),
        Purpose::Write | Purpose::Review => workspace.reader(),
    };
    let mut read = |path: &RelPath| reader.snapshot(path);
    let list = || workspace.known_paths(&Never);
    let known = |path: &RelPath| workspace.baseline(path);
    load(&mut opened.session, &mut read, list, &progress);
    opened.session.supply_baselines(known);
    let decisions = decide::decisions(args, &|path| {
        read_reply(ReplySource::File(path), args.limit)
    })?;
    decide::follow(&mut opened.session, &decisions, read, &progress)?;
    opened.session.supply_baselines(known);
    opened.others = decisions.others;
    opened.facts = reader.into_facts();
    drop(waiting);
    opened.taken = reports::taken(patches, &opened.session);
    log::session(&opened.session);
    Ok(opened)
}

/// Reads the reply alone: nothing is matched yet.
pub(crate) fn unmatched(
    patches: &[PathBuf],
    args: &ReadArgs,
    strictness: Strictness,
    purpose: Purpose,
) -> anyhow::Result<Opened> {
    let since = Instant::now();
    let workspace = match purpose {
        Purpose::Look | Purpose::Rehearse | Purpose::Review => workspace(args)?,
        Purpose::Write => signals::heeding(workspace(args)?).context("listening to signals")?,
    };
    let log = reports::look(&workspace, args.log.as_deref(), purpose)?;
    let (reply, n_lines) = read(patches, args.limit)?;
    let waiting = Waiting::for_reply();
    let is_piped = purpose == Purpose::Review && patches == [Path::new("-")];
    let piped = is_piped.then(|| reply.clone());
    let mut session = Session::open(reply, args.options(strictness, &workspace)?);
    drop(waiting);
    // Before its targets are read: they may be half-made.
    settle_interrupted(&workspace, &session.wanted(), purpose)?;
    session.set_before(before(&workspace, session.reply()));
    let taken = reports::taken(patches, &session);
    let reports = Reports {
        log,
        decisions_read: args.decisions_read(),
        ..Reports::default()
    };
    reports.check(&workspace, &taken)?;
    if let Some(log) = &reports.log
        && !(purpose == Purpose::Rehearse && reports::is_left_out(log))
    {
        // Not before, as it must not be one of the targets.
        log::begin(log, since)?;
    }
    log::line_of(|| {
        format!(
            "root {}, a reply of {} bytes, digest {}",
            workspace.root().display(),
            session.reply().len(),
            Digest::of(session.reply()).short(16)
        )
    });
    Ok(Opened {
        session,
        workspace,
        facts: Facts::default(),
        piped,
        n_lines,
        taken,
        others: Others::Apply,
        log: reports.log,
    })
}

/// Reads a reply and its targets in silence, whatever waits to be recovered.
pub(crate) fn matched(
    reply: Vec<u8>,
    args: &ReadArgs,
    workspace: &Workspace,
) -> anyhow::Result<Session> {
    let options = args.options(Strictness::Lenient, workspace)?;
    let mut session = Session::open(reply, options);
    session.set_before(before(workspace, session.reply()));
    let mut reader = workspace.reader();
    let read = |path: &RelPath| reader.snapshot(path);
    let list = || workspace.known_paths(&Never);
    load(&mut session, read, list, &Progress::default());
    session.supply_baselines(|path| workspace.baseline(path));
    Ok(session)
}

/// Returns what the files were before this very reply was applied, where an apply of it stands. It only saves a question:
/// what cannot be read of the log is no hindrance here.
fn before(workspace: &Workspace, reply: &[u8]) -> BTreeMap<RelPath, Text> {
    let log = workspace.log_here().unwrap_or_default();
    let reply = LazyCell::new(|| Digest::of(reply));
    let stands = |entry: &&LogEntry| {
        entry.reply == *reply && entry.undoes.is_none() && entry.status == UndoStatus::Applied
    };
    let mut before = BTreeMap::new();
    for entry in log.entries.iter().filter(stands) {
        let reversals = workspace.reversals(Some(entry.id));
        for reversal in reversals.map_or(Vec::new(), |it| it.files) {
            if let Some(side) = reversal.before {
                // What it was before the first of several is what it was before the reply.
                let text = || Text::new(side.bytes);
                before.entry(reversal.path).or_insert_with(text);
            }
        }
    }
    before
}

/// Opens the files under the root.
pub(crate) fn workspace(args: &ReadArgs) -> anyhow::Result<Workspace> {
    let hard_links = if args.split_hard_links {
        HardLinks::Split
    } else {
        HardLinks::Refuse
    };
    let twins = match args.hidden() {
        Hidden::Allow => Twins::Make,
        Hidden::Refuse => Twins::Refuse,
    };
    Ok(Workspace::open(args.root.root.as_deref())?
        .with_limit(args.limit)
        .with_hard_links(hard_links)
        .with_twins(twins))
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

/// Returns the one patch of a command that takes no more, or what to do where there is none.
pub(crate) fn one_patch(named: Option<&PathBuf>) -> anyhow::Result<Vec<PathBuf>> {
    let patches = named.into_iter().cloned().collect();
    some_patches(&PatchArgs { patches })
}

/// Reads the replies one after the other, as if they were one, and counts the lines of each of several.
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
        let is_open = !read.is_empty() && !read.ends_with(b"\n");
        if patches.len() > 1 {
            n_lines.push(memchr::memchr_iter(b'\n', &read).count() + usize::from(is_open));
        }
        reply = if reply.is_empty() {
            read
        } else {
            [reply, read].concat()
        };
    }
    Ok((reply, n_lines))
}

/// What those that only look say of an interrupted apply.
const INTERRUPTED: &str = "note: an apply was interrupted (`hunkwise recover` ends it), or another hunkwise is writing now\n";

/// Says why the user's own records are not known for theirs, where something is in the way. A write has a note of its own.
pub(super) fn note_secret(workspace: &Workspace) {
    if let Some(fault) = workspace.secret_fault() {
        output::complain(&format!(
            "note: {fault}, so your own earlier records may be taken for others'\n"
        ));
    }
}

fn settle_interrupted(
    workspace: &Workspace,
    targets: &[RelPath],
    purpose: Purpose,
) -> anyhow::Result<()> {
    match purpose {
        Purpose::Look | Purpose::Rehearse => {
            if workspace.pending_recovery(targets)? {
                output::complain(INTERRUPTED);
            }
            note_secret(workspace);
        }
        Purpose::Write | Purpose::Review => {
            if purpose == Purpose::Review {
                note_secret(workspace);
            }
            let mut recovered = workspace.recover_for(targets)?;
            output::complain(&super::undo::recovered_words(&recovered));
            match (purpose, recovered.take_obstacle()) {
                (_, None) => {}
                // A review may be looked at; its write says the same once more.
                (Purpose::Review, Some(obstacle)) => {
                    output::complain(&format!("note: {obstacle}\n"));
                }
                (Purpose::Write | Purpose::Look | Purpose::Rehearse, Some(obstacle)) => {
                    return Err(obstacle.into());
                }
            }
        }
    }
    Ok(())
}

/// Supplies what the session wants by `read`; the folder is listed, by `list`, only where a close name may help.
pub(crate) fn load(
    session: &mut Session,
    mut read: impl FnMut(&RelPath) -> Snapshot,
    list: impl FnOnce() -> Vec<RelPath>,
    progress: &Progress,
) {
    // It may be the second look of one opening: a wish to stop the first one stays.
    progress.will_take(session.plan().hunks().count());
    session.supply_wanted(&mut read, progress);
    if session.wants_known_paths() {
        session.set_known_paths(list());
        session.look_for_holders(read, progress);
    }
}
