//! What can happen to the screen: the only way anything reaches the model.

use std::path::PathBuf;

use crossterm::event::{KeyEvent, MouseEvent};

use crate::patch::HunkId;
use crate::session::{Command, Outcome, Refreshed, Session};
use crate::text::{RelPath, Snapshot};

use super::drift::Drift;
use super::highlight::Colouring;
use super::model::JobProgress;
use super::opening::Opened;
use super::survey::Survey;
use super::targets::Targets;
use super::world::{Applied, NotUndone};

/// Something happened.
#[derive(Debug)]
pub enum Msg {
    /// A key was pressed.
    Key(KeyEvent),
    /// The mouse did something.
    Mouse(MouseEvent),
    /// A second click at this column and row came at once after the first.
    DoubleClick(u16, u16),
    /// A text was pasted.
    Paste(String),
    /// The terminal has another size: columns and rows.
    Resize(u16, u16),
    /// Something was written at these paths by somebody.
    Touched(Vec<RelPath>),
    /// Targets were read again to see whether they drifted.
    Seen(Vec<Snapshot>),
    /// What it would do to match the drifted files anew was worked out.
    Judged(Drift),
    /// Targets were read again, and matched anew on a copy of the review: it takes the place of the review.
    Rematched(Box<Session>, Refreshed),
    /// A command that has files matched anew was carried out on a copy of the review, which takes the place of the review
    /// where it did something.
    Ran(Command, Box<Session>, Outcome),
    /// The paths under the root were listed, and what may be meant was found among them.
    Listed(Vec<RelPath>, Targets),
    /// An apply ended; with the files as they are now.
    Applied(Result<Applied, String>, Vec<Snapshot>),
    /// Nothing was written yet, as these files have other names.
    Linked(Vec<RelPath>),
    /// Taking an apply back ended; with the files as they are now.
    Unapplied(Result<Applied, NotUndone>, Vec<Snapshot>),
    /// What would be written was worked out, or which accepted hunks are stuck.
    Surveyed(Result<Survey, Vec<HunkId>>),
    /// What was written is noted in a copy of the review, which takes the place of the review.
    Written(Applied, Box<Session>),
    /// What was taken back is noted in a copy of the review, which takes the place of the review.
    TakenBack(Applied, Box<Session>),
    /// A reply was opened, and matched.
    Opened(Box<Opened>),
    /// A reply was read.
    Reply(String, Result<Vec<u8>, String>),
    /// What the name of a file that was begun may become was found.
    Completed(String, Vec<String>),
    /// The person edited the lines of a hunk.
    Edited(HunkId, Result<Vec<u8>, String>),
    /// The colours of a file were found.
    Coloured(Colouring),
    /// The feedback was written, or nobody asked for it.
    FeedbackWritten(Result<Option<PathBuf>, String>),
    /// A work lasts, or has ended.
    JobProgress(Option<JobProgress>),
    /// Something could not be done.
    Failed(String),
    /// A signal came that ends the program.
    Signal(i32),
    /// The screen must be drawn anew.
    Redraw,
}
