//! Long work on a review of its own: matched anew, or opened from a reply. It says how far it is, and ends where somebody
//! asks for it. Then the review on the screen is as it was; only what the disk has become since a write is noted in any
//! case, and files that were not matched are left without a place.

use std::collections::BTreeSet;

use super::msg::Msg;
use super::opening::{Opened, resume};
use super::progress::Progress;
use super::survey::Survey;
use super::targets::Targets;
use super::world::{Applied, World};
use crate::session::{Command, Options, Session};
use crate::text::words::counted;
use crate::text::{RelPath, Snapshot};

/// What is to be done on a copy of the review.
#[derive(Debug)]
pub enum JobRequest {
    /// Read targets and match them anew.
    Rematch(Vec<RelPath>),
    /// Carry out a command that gives hunks other lines, or files another target.
    Run(Command),
    /// Take note that the accepted hunks were written; with the files as they are now.
    NoteApplied(Applied, Vec<Snapshot>),
    /// Take note that an apply was taken back; with the files as they are now.
    NoteUnapplied(Applied, Vec<Snapshot>),
    /// Work out what would be written.
    Survey,
    /// List the files that those of these indexes in the patch may be, all of them one.
    List(Vec<usize>),
    /// Open a review of the last apply, reversed as a patch, in place of the one there is.
    Reverse,
    /// Open a review of a reply, under this name, in place of the one there is.
    Open(String, Vec<u8>, ReplyFrom),
}

/// Where a reply came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplyFrom {
    /// From a file that the world read.
    File,
    /// From what the person pasted.
    Paste,
}

impl JobRequest {
    /// Does it on `copy`, a copy of the review.
    pub(super) fn carry_out(self, world: &dyn World, copy: Session, progress: &Progress) -> Msg {
        match self {
            JobRequest::Rematch(paths) => rematch(world, copy, &paths, progress),
            JobRequest::Run(command) => run(world, copy, command, progress),
            JobRequest::NoteApplied(applied, now) => {
                let noted = noted(copy, progress, |copy| copy.note_applied(now, progress));
                Msg::Written(applied, noted)
            }
            JobRequest::NoteUnapplied(undone, now) => {
                let noted = noted(copy, progress, |copy| copy.note_unapplied(now, progress));
                Msg::TakenBack(undone, noted)
            }
            JobRequest::Survey => unless_stopped(progress, Msg::Surveyed(Survey::of(&copy))),
            JobRequest::List(files) => list(world, copy, files, progress),
            JobRequest::Reverse => {
                let options = copy.options().clone();
                drop(copy);
                let name = "undo as a patch".to_string();
                let reversed = world.reversed();
                reversed.map_or_else(Msg::Failed, |reply| {
                    open(world, name, &reply, options, progress)
                })
            }
            JobRequest::Open(name, reply, source) => {
                let options = copy.options().clone();
                drop(copy);
                if source == ReplyFrom::Paste {
                    world.opened(Some(&reply));
                }
                open(world, name, &reply, options, progress)
            }
        }
    }
}

fn rematch(world: &dyn World, mut copy: Session, paths: &[RelPath], progress: &Progress) -> Msg {
    progress.will_take(paths.len() + n_hunks(&copy));
    let read = |path| step(progress).then(|| world.snapshot(path));
    let Some(now) = paths.iter().map(read).collect() else {
        return stopped();
    };
    let refreshed = copy.refresh(now, progress);
    unless_stopped(progress, Msg::Rematched(Box::new(copy), refreshed))
}

fn run(world: &dyn World, mut copy: Session, command: Command, progress: &Progress) -> Msg {
    let hunks_of = |file: usize| copy.plan().files[file].hunks.len();
    progress.will_take(files_of(&command, &copy).into_iter().map(hunks_of).sum());
    let outcome = copy.run_while(command.clone(), progress);
    copy.supply_wanted(|path| world.snapshot(path), progress);
    copy.supply_baselines(|path| world.baseline(path));
    unless_stopped(progress, Msg::Ran(command, Box::new(copy), outcome))
}

/// Returns the files that a command has matched anew.
fn files_of(command: &Command, session: &Session) -> BTreeSet<usize> {
    let resolutions = session.resolutions();
    let step = match command {
        Command::Edit { hunk, .. } | Command::AcceptEverywhere { hunk } => {
            return BTreeSet::from([hunk.file]);
        }
        Command::Retarget { files, .. } => return files.iter().copied().collect(),
        Command::Undo => resolutions.next_undo(),
        Command::Redo => resolutions.next_redo(),
        Command::Place { .. }
        | Command::AcceptAt { .. }
        | Command::Decide { .. }
        | Command::Reopen { .. }
        | Command::AcceptEach { .. }
        | Command::AcceptRest { .. }
        | Command::RejectRest { .. }
        | Command::KeepOrder { .. }
        | Command::InsertAt { .. }
        | Command::ReplaceAt { .. }
        | Command::KeepOne { .. }
        | Command::KeepAll { .. }
        | Command::KeepApart { .. }
        | Command::KeepNone { .. }
        | Command::Confirm { .. }
        | Command::Comment { .. }
        | Command::Split { .. }
        | Command::Join { .. }
        | Command::Choose { .. } => None,
    };
    step.map_or_else(BTreeSet::new, |step| step.files())
}

/// Takes note of what the disk has become, which no wish to stop undoes.
fn noted(mut copy: Session, progress: &Progress, note: impl FnOnce(&mut Session)) -> Box<Session> {
    progress.will_take(n_hunks(&copy));
    note(&mut copy);
    Box::new(copy)
}

fn list(world: &dyn World, mut copy: Session, files: Vec<usize>, progress: &Progress) -> Msg {
    let known = world.known_paths(progress);
    copy.set_known_paths(known.clone());
    let targets = Targets::of(world, copy, files, progress);
    unless_stopped(progress, Msg::Listed(known, targets))
}

fn open(
    world: &dyn World,
    name: String,
    reply: &[u8],
    options: Options,
    progress: &Progress,
) -> Msg {
    let mut session = Session::open(reply, options);
    if session.patch().files.is_empty() {
        let size = counted(reply.len(), "byte");
        return Msg::Failed(format!("No patch found in {size} of text"));
    }
    session.set_known_paths(world.known_paths(progress));
    progress.will_take(n_hunks(&session));
    session.supply_wanted(|path| world.snapshot(path), progress);
    session.look_for_holders(|path| world.snapshot(path), progress);
    session.supply_baselines(|path| world.baseline(path));
    let saved = world.saved(&session.record());
    let resumed = saved.and_then(|saved| resume(&mut session, saved));
    if resumed.is_some() {
        // A file that was chosen in the saved review is read only now.
        session.supply_wanted(|path| world.snapshot(path), progress);
        session.supply_baselines(|path| world.baseline(path));
    }
    let opened = Opened {
        name,
        greeting: resumed.map(|resumed| resumed.words(&session)),
        session,
        replies: Vec::new(),
    };
    unless_stopped(progress, Msg::Opened(Box::new(opened)))
}

fn n_hunks(session: &Session) -> usize {
    session.plan().hunks().count()
}

/// Counts a step, and returns whether there shall be another.
fn step(progress: &Progress) -> bool {
    progress.step();
    !progress.is_stopped()
}

/// Returns `done`, unless it was stopped: then it is of no use.
fn unless_stopped(progress: &Progress, done: Msg) -> Msg {
    if progress.is_stopped() {
        return stopped();
    }
    done
}

fn stopped() -> Msg {
    Msg::Failed("stopped; nothing changed".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::memory::Memory;

    #[test]
    fn a_work_that_was_stopped_before_it_said_how_long_it_is_changes_nothing() {
        let path = RelPath::new("f").expect("a plain path");
        let world = Memory::new([(path.clone(), b"x\n".to_vec())]);
        let reply = "--- a/f\n+++ b/f\n@@ @@\n-x\n+y\n";
        let mut session = Session::open(reply, Options::default());
        world.supply(&mut session);
        let tasks = [
            JobRequest::Rematch(vec![path]),
            JobRequest::Run(Command::Undo),
            JobRequest::Survey,
            JobRequest::Open("reply".to_string(), reply.into(), ReplyFrom::File),
        ];
        for task in tasks {
            let progress = Progress::default();
            progress.stop();
            let words = format!("{task:?}");
            let done = task.carry_out(&world, session.clone(), &progress);
            assert!(matches!(done, Msg::Failed(_)), "{words}");
        }
    }
}
