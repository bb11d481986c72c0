//! What the screen wants done outside of itself, and how a [`World`] does it.

use crate::matcher::Never;
use crate::patch::HunkId;
use crate::plan::ChangeSet;
use crate::session::Session;
use crate::text::{RelPath, Snapshot};

use super::Ending;
use super::drift::Drift;
use super::highlight::Request;
use super::msg::Msg;
use super::progress::Progress;
use super::task::JobRequest;
use super::world::World;

/// Something to be done. Those that the world can do answer with a [`Msg`].
#[derive(Debug)]
pub enum Effect {
    /// Read targets to see whether they drifted.
    Look(Vec<RelPath>),
    /// Work out what it would do to match the drifted files anew, and stop doing so for an earlier drift; without files,
    /// only stop.
    Judge(Drift),
    /// Do a long work on a copy of the review.
    Think(JobRequest),
    /// Write a change set; then read these targets.
    Apply(ChangeSet, Vec<RelPath>),
    /// Write a change set although files of it have other names; then read these targets.
    ApplySplitting(ChangeSet, Vec<RelPath>),
    /// Take the last apply back; then read these targets.
    UndoApply(Vec<RelPath>),
    /// Save the review.
    Save,
    /// Remember that the card of the first start was seen.
    RememberCard,
    /// Forget the saved review.
    Forget,
    /// Write the feedback for the model where the person asked for it, if they did.
    Feedback(String),
    /// Put a text on the terminal's clipboard.
    Copy(String),
    /// Read a reply from a file.
    ReadReply(String),
    /// Find what the name of a file that was begun may become.
    Complete(String),
    /// Let the person edit the lines of a hunk.
    Edit(HunkId, Vec<u8>),
    /// Open a target in the editor, at a 1-based line.
    OpenEditor(RelPath, usize),
    /// Find the colours of a file.
    Colour(Request),
    /// Watch the targets, which are others than before.
    Watch,
    /// Suspend to the shell.
    Suspend,
    /// Leave.
    Quit(Ending),
}

/// Does what the world can do, and returns what came of it. What concerns the terminal or the program itself does nothing
/// here.
pub fn carry_out(effect: Effect, session: &Session, world: &dyn World) -> Option<Msg> {
    let read = |paths: Vec<RelPath>| read(world, &paths);
    match effect {
        Effect::Look(paths) => Some(Msg::Seen(read(paths))),
        Effect::Judge(drift) => drift.judged(session, &Never).map(Msg::Judged),
        Effect::Think(task) => Some(task.carry_out(world, session.clone(), &Progress::default())),
        Effect::Apply(changes, paths) => Some(apply(world, &changes, &paths)),
        Effect::ApplySplitting(changes, paths) => Some(apply_splitting(world, &changes, &paths)),
        Effect::UndoApply(paths) => Some(take_back(world, &paths)),
        Effect::Save => world.save(&session.record()).err().map(Msg::Failed),
        Effect::RememberCard => {
            world.remember_card();
            None
        }
        Effect::Forget => world.forget(&session.record()).err().map(Msg::Failed),
        Effect::Feedback(markdown) => Some(Msg::FeedbackWritten(world.write_feedback(&markdown))),
        Effect::ReadReply(name) => {
            let read = world.read_reply(&name);
            Some(Msg::Reply(name, read))
        }
        Effect::Complete(begun) => {
            let names = world.completions(&begun);
            Some(Msg::Completed(begun, names))
        }
        Effect::Edit(hunk, text) => Some(Msg::Edited(hunk, world.edit_text(&text))),
        Effect::OpenEditor(path, line_number) => {
            let opened = world.open_editor(&path, line_number);
            // What was edited there is different now.
            Some(opened.map_or_else(Msg::Failed, |()| Msg::Touched(vec![path])))
        }
        Effect::Colour(_) | Effect::Copy(_) | Effect::Watch | Effect::Suspend | Effect::Quit(_) => {
            None
        }
    }
}

/// Writes, reads `paths` then, and returns what came of it; files with other names are told of instead.
pub(super) fn apply(world: &dyn World, changes: &ChangeSet, paths: &[RelPath]) -> Msg {
    let linked = world.linked(changes);
    if !linked.is_empty() {
        return Msg::Linked(linked);
    }
    let done = world.apply(changes);
    Msg::Applied(done, read(world, paths))
}

/// Writes whatever other names the files have, reads `paths` then, and returns what came of it.
pub(super) fn apply_splitting(world: &dyn World, changes: &ChangeSet, paths: &[RelPath]) -> Msg {
    let done = world.apply_splitting(changes);
    Msg::Applied(done, read(world, paths))
}

/// Takes the last write back, reads `paths` then, and returns what came of it.
pub(super) fn take_back(world: &dyn World, paths: &[RelPath]) -> Msg {
    let done = world.undo();
    Msg::Unapplied(done, read(world, paths))
}

fn read(world: &dyn World, paths: &[RelPath]) -> Vec<Snapshot> {
    paths.iter().map(|path| world.snapshot(path)).collect()
}
