//! A review that is still being matched when the screen opens: a frame is there at once, and the review when it is ready.

use std::sync::Arc;
use std::sync::mpsc::Receiver;

use super::msg::Msg;
use super::progress::Progress;
use super::words::some_paths;
use crate::session::{Record, Session};
use crate::text::words::counted;

/// A review with what the screen says of it.
#[derive(Debug, Clone)]
pub struct Opened {
    /// What the patch is called.
    pub name: String,
    /// The review, matched.
    pub session: Session,
    /// The files that the reply was read from, where there are several: name and number of lines.
    pub replies: Vec<(String, usize)>,
    /// What the status line says first.
    pub greeting: Option<String>,
}

/// Takes over what was saved of a review, and returns what to say of it; `None` where nothing was decided.
pub fn resume(session: &mut Session, saved: Record) -> Option<Resumed> {
    let n_decided = saved.n_decided();
    session.replay(saved).ok()?;
    let has_steps = !session.resolutions().steps().is_empty();
    has_steps.then_some(Resumed { n_decided })
}

/// A review that goes on where it was left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Resumed {
    /// How many hunks were decided then.
    n_decided: usize,
}

impl Resumed {
    /// Says how many hunks are decided now, and why that are fewer than then.
    pub fn words(self, session: &Session) -> String {
        let tally = session.tally();
        let n_decided = tally.n_hunks - tally.n_undecided;
        let n_decided = n_decided - tally.n_stuck.min(n_decided);
        let of = tally.n_hunks;
        match self.n_decided.saturating_sub(n_decided) {
            0 => {
                let changed = match session.changed_meanwhile() {
                    [] => String::new(),
                    paths => format!("; {} changed since", some_paths(paths)),
                };
                format!("Resumed, {n_decided} of {of} decided{changed} (--fresh to restart)")
            }
            n => {
                let open = counted(n, "hunk");
                let are = if n == 1 { "is" } else { "are" };
                format!(
                    "Resumed, {n_decided} of {of} decided. Files changed: {open} {are} open again"
                )
            }
        }
    }
}

/// A review that somebody is about to open.
#[derive(Debug)]
pub struct Opening {
    /// How far it is; heeded by whoever opens it.
    pub progress: Arc<Progress>,
    /// Where it arrives, or why it cannot be opened.
    pub ready: Receiver<Result<Opened, String>>,
}

impl Opening {
    /// Waits for it, and returns what is to be told.
    pub(super) fn awaited(self) -> Msg {
        match self.ready.recv() {
            Ok(_) if self.progress.is_stopped() => {
                Msg::Failed("stopped; nothing opened".to_string())
            }
            Ok(Ok(opened)) => Msg::Opened(Box::new(opened)),
            Ok(Err(why)) => Msg::Failed(why),
            Err(_) => Msg::Failed("matching failed; nothing opened".to_string()),
        }
    }
}
