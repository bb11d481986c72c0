//! A review that is still being matched when the screen opens: a frame is there at once, and the review when it is ready.

use std::sync::Arc;
use std::sync::mpsc::Receiver;

use super::msg::Msg;
use super::progress::Progress;
use super::words::some_paths;
use crate::session::{Record, Session};
use crate::text::RelPath;
use crate::text::display::display_line;
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

/// The most lines of a reply that are shown while it is matched.
const MAX_REPLY_LINES: usize = 200;

/// What is shown of a review before it is matched.
#[derive(Debug, Clone, Default)]
pub struct PendingReview {
    /// The first lines of the reply, as they can be shown.
    pub reply: Vec<String>,
    /// The files, each with the number of its hunks.
    pub files: Vec<(String, usize)>,
}

impl PendingReview {
    /// Returns how many files are matched when so many hunks are.
    pub(super) fn n_files_done(&self, n_hunks: usize) -> usize {
        let mut n_left = n_hunks;
        let mut is_done = |(_, n): &&(String, usize)| match n_left.checked_sub(*n) {
            Some(left) => {
                n_left = left;
                true
            }
            None => false,
        };
        self.files.iter().take_while(|file| is_done(file)).count()
    }
}

/// A review that somebody is about to open.
#[derive(Debug)]
pub struct Opening {
    /// What is shown until then.
    pub(super) pending: PendingReview,
    /// How far it is; heeded by whoever opens it.
    pub(super) progress: Arc<Progress>,
    /// Where it arrives, or why it cannot be opened.
    pub(crate) ready: Receiver<Result<Opened, String>>,
}

impl Opening {
    /// Describes the unmatched `session`; the matched one arrives by `ready`.
    pub fn new(
        session: &Session,
        progress: Arc<Progress>,
        ready: Receiver<Result<Opened, String>>,
    ) -> Opening {
        let lines = session
            .reply()
            .split(|byte| *byte == b'\n')
            .take(MAX_REPLY_LINES);
        let shown = |line: &[u8]| display_line(line.strip_suffix(b"\r").unwrap_or(line));
        let files = session.plan().files.iter().map(|file| {
            let path = file.target.as_ref().map_or(&b""[..], RelPath::as_bytes);
            (display_line(path), file.hunks.len())
        });
        Opening {
            pending: PendingReview {
                reply: lines.map(shown).collect(),
                files: files.collect(),
            },
            progress,
            ready,
        }
    }

    /// Waits for it, and returns what is to be told.
    pub(super) fn wait(self) -> Msg {
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
