//! A write in hand: it goes on in a thread of its own while the screen is drawn.

use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::thread::{self, JoinHandle};
use std::time::Instant;

use super::key::Key;
use super::model::Working;
use super::msg::Msg;
use super::progress::BLINK;
use super::run::Arrival;
use super::world::World;

/// A write in hand.
pub(super) struct Work {
    /// What it is called.
    name: &'static str,
    since: Instant,
    thread: JoinHandle<()>,
    /// What came meanwhile, to be taken in when it has ended.
    pub(super) held: Vec<Msg>,
}

impl Work {
    /// Has `write` done; what came of it arrives as [`Arrival::Done`].
    pub(super) fn start(
        name: &'static str,
        world: Arc<dyn World>,
        arrivals: Sender<Arrival>,
        write: impl FnOnce(&dyn World) -> Msg + Send + 'static,
    ) -> Work {
        let thread = thread::spawn(move || {
            // Nobody listens any more once the screen has closed.
            let _ = arrivals.send(Arrival::Done(write(&*world)));
        });
        Work {
            name,
            since: Instant::now(),
            thread,
            held: Vec::new(),
        }
    }

    /// Returns how far it is, once it lasts.
    pub(super) fn state(&self, world: &dyn World) -> Arrival {
        if self.thread.is_finished() {
            // It panicked, unless its last word is just arriving.
            let why = "the write broke off; `hunkwise recover` brings all files to one state";
            return Arrival::Done(Msg::Failed(why.to_string()));
        }
        if self.since.elapsed() < BLINK {
            return Arrival::Other(Msg::Redraw);
        }
        let progress = world.progress();
        let (n_done, n_all) = progress.map_or((0, 0), |progress| progress.counts());
        Arrival::Other(Msg::Working(Some(Working {
            name: self.name,
            n_done,
            n_all,
        })))
    }

    /// Keeps back what must wait for the end, and asks for that end where somebody wants it; returns what need not wait.
    pub(super) fn hold(&mut self, msg: Msg, world: &dyn World) -> Option<Msg> {
        let stop = || {
            if let Some(progress) = world.progress() {
                progress.stop();
            }
        };
        match msg {
            Msg::Key(key) if Key::of_event(&key) == Key::named("esc") => stop(),
            Msg::Key(key) if Key::of_event(&key) == Key::named("ctrl-c") => {
                stop();
                self.held.push(msg);
            }
            Msg::Signal(_) => {
                stop();
                self.held.push(msg);
            }
            Msg::Key(_) | Msg::Mouse(_) | Msg::DoubleClick(..) | Msg::Paste(_) => {
                self.held.push(msg)
            }
            // All targets are read again when the work has ended.
            Msg::Touched(_) => {}
            Msg::Resize(..)
            | Msg::Seen(_)
            | Msg::Reloaded(_)
            | Msg::Supplied(_)
            | Msg::Listed(_)
            | Msg::Applied(..)
            | Msg::Linked(_)
            | Msg::Unapplied(..)
            | Msg::Reply(..)
            | Msg::Edited(..)
            | Msg::Coloured(_)
            | Msg::FeedbackWritten(_)
            | Msg::Working(_)
            | Msg::Failed(_)
            | Msg::Redraw => return Some(msg),
        }
        None
    }
}
