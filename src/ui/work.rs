//! A long work in hand: it goes on in a thread of its own while the screen is drawn.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::thread::JoinHandle;
use std::time::Instant;

use crossterm::event::KeyEvent;

use super::apart::apart;
use super::arrival::Arrival;
use super::key::Key;
use super::keymap::{Action, Context};
use super::model::{JobProgress, Model};
use super::msg::Msg;
use super::progress::{BLINK, Progress};
use super::task::JobRequest;
use crate::text::RelPath;

/// The kind of a job.
#[derive(Clone, Copy)]
pub(super) enum JobKind {
    /// A change set is written.
    Writing,
    /// The last write is taken back.
    TakingBack,
    /// Files are matched anew.
    Matching,
    /// Files are matched anew after they were written.
    Noting,
    /// A reply, or an apply reversed as a patch, is read and matched.
    Opening,
    /// What would be written is worked out.
    Surveying,
    /// The files are listed.
    Listing,
}

impl JobKind {
    /// Returns what carrying out `task` is.
    pub(super) fn of(task: &JobRequest) -> JobKind {
        match task {
            JobRequest::Rematch(_) | JobRequest::Run(_) => JobKind::Matching,
            JobRequest::NoteApplied(..) | JobRequest::NoteUnapplied(..) => JobKind::Noting,
            JobRequest::Survey => JobKind::Surveying,
            JobRequest::List(_) => JobKind::Listing,
            JobRequest::Open(..) | JobRequest::Reverse => JobKind::Opening,
        }
    }

    fn words(self) -> &'static str {
        match self {
            JobKind::Writing => "writing",
            JobKind::TakingBack => "undoing the write",
            JobKind::Matching => "re-matching the files",
            JobKind::Noting => "written; re-matching the files",
            JobKind::Opening => "reading and matching the patch",
            JobKind::Surveying => "preparing the write",
            JobKind::Listing => "listing the files",
        }
    }

    /// Says what stopping it leaves.
    fn if_stopped(self) -> &'static str {
        match self {
            JobKind::Writing
            | JobKind::TakingBack
            | JobKind::Matching
            | JobKind::Opening
            | JobKind::Surveying
            | JobKind::Listing => "nothing changes",
            JobKind::Noting => "files not yet matched need a re-match",
        }
    }

    /// Says what to do where it broke off.
    fn broken_off(self) -> &'static str {
        match self {
            JobKind::Writing | JobKind::TakingBack => {
                "the write crashed; `hunkwise recover` repairs the files"
            }
            JobKind::Matching => "matching failed; nothing changed",
            JobKind::Noting => "all is written, but re-matching failed",
            JobKind::Opening => "reading the patch failed; nothing changed",
            JobKind::Surveying => "preparing the write failed; nothing changed",
            JobKind::Listing => "listing the files failed; nothing changed",
        }
    }
}

/// A job in a thread of its own.
pub(super) struct Job {
    doing: JobKind,
    since: Instant,
    /// `None` where there was none left: its end has arrived by now.
    thread: Option<JoinHandle<()>>,
    /// How far it is; `None` where nobody knows, and it cannot be stopped.
    progress: Option<Arc<Progress>>,
    /// What came meanwhile, to be taken in when it has ended.
    held: Vec<Msg>,
    /// Where something changed meanwhile.
    touched: BTreeSet<RelPath>,
}

impl Job {
    /// Has `work` done; what came of it arrives as [`Arrival::Done`].
    pub(super) fn start(
        doing: JobKind,
        progress: Option<Arc<Progress>>,
        arrivals: Sender<Arrival>,
        work: impl FnOnce() -> Msg + Send + 'static,
    ) -> Job {
        let thread = apart(move || {
            // Nobody listens any more once the screen has closed.
            let _ = arrivals.send(Arrival::Done(work()));
        });
        Job {
            doing,
            since: Instant::now(),
            thread,
            progress,
            held: Vec::new(),
            touched: BTreeSet::new(),
        }
    }

    /// Returns what came while it lasted.
    pub(super) fn into_held(self) -> impl Iterator<Item = Msg> {
        let touched = (!self.touched.is_empty()).then_some(self.touched);
        let touched = touched.map(|paths| Msg::Touched(paths.into_iter().collect()));
        self.held.into_iter().chain(touched)
    }

    /// Returns how far it is, once it lasts.
    pub(super) fn state(&self) -> Arrival {
        if self.thread.as_ref().is_some_and(JoinHandle::is_finished) {
            // It panicked, unless its last word is just arriving.
            return Arrival::Done(Msg::Failed(self.doing.broken_off().to_string()));
        }
        if self.since.elapsed() < BLINK {
            return Arrival::Other(Msg::Redraw);
        }
        Arrival::Other(Msg::JobProgress(Some(self.working())))
    }

    /// Returns what is told of it.
    pub(super) fn working(&self) -> JobProgress {
        let progress = self.progress.as_ref();
        let (n_done, n_all) = progress.map_or((0, 0), |progress| progress.counts());
        JobProgress {
            name: self.doing.words(),
            if_stopped: self.doing.if_stopped(),
            n_done,
            n_all,
        }
    }

    /// Asks for its end, and returns what ends the program unless that must wait: what works on a copy is left as it is.
    fn end(&mut self, msg: Msg) -> Option<Msg> {
        if let Some(progress) = &self.progress {
            progress.stop();
        }
        match self.doing {
            JobKind::Writing | JobKind::TakingBack | JobKind::Noting => {
                self.held.push(msg);
                None
            }
            JobKind::Matching | JobKind::Opening | JobKind::Surveying | JobKind::Listing => {
                Some(msg)
            }
        }
    }

    /// Keeps back what must wait for the end, and asks for that end where somebody wants it; returns what need not wait.
    pub(super) fn hold(&mut self, msg: Msg, model: &Model) -> Option<Msg> {
        let stop = || {
            if let Some(progress) = &self.progress {
                progress.stop();
            }
        };
        // Whatever is on the screen, they are the keys of the review.
        let asks_for = |event: &KeyEvent, action| {
            let key = Key::of_event(event);
            let binding = key.and_then(|key| model.keys.lookup(Context::Review, key));
            binding.is_some_and(|binding| binding.action == action)
        };
        match msg {
            Msg::Key(key) if asks_for(&key, Action::Back) => stop(),
            Msg::Key(key) if asks_for(&key, Action::Interrupt) => return self.end(msg),
            Msg::Signal(_) => return self.end(msg),
            Msg::Key(_) | Msg::Mouse(_) | Msg::DoubleClick(..) | Msg::Paste(_) => {
                self.held.push(msg)
            }
            Msg::Touched(paths) => self.touched.extend(paths),
            Msg::Resize(..)
            | Msg::Seen(_)
            | Msg::Judged(_)
            | Msg::Rematched(..)
            | Msg::Opened(..)
            | Msg::Ran(..)
            | Msg::Surveyed(_)
            | Msg::Written(..)
            | Msg::TakenBack(..)
            | Msg::Listed(..)
            | Msg::Applied(..)
            | Msg::Linked(_)
            | Msg::Unapplied(..)
            | Msg::Reply(..)
            | Msg::Completed(..)
            | Msg::Edited(..)
            | Msg::Coloured(_)
            | Msg::FeedbackWritten(_)
            | Msg::JobProgress(_)
            | Msg::Failed(_)
            | Msg::Redraw => return Some(msg),
        }
        None
    }
}
