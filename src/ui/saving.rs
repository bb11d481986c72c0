//! Saves the review in a thread of its own, so that a key need not wait for the disk. What was saved last is what was asked
//! for last; what came before it may be left out.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, JoinHandle};

use super::arrival::Arrival;
use super::msg::Msg;
use super::world::World;
use crate::session::Record;

/// What becomes of the saved review.
pub(super) enum Keep {
    /// It is this.
    Save(Record),
    /// It is forgotten.
    Forget(Record),
}

/// The thread that saves; dropping it waits until the last is saved. Where the system has no thread left, a key waits for the
/// disk after all.
pub(super) struct Saver {
    world: Arc<dyn World>,
    arrivals: Sender<Arrival>,
    wishes: Option<Sender<Keep>>,
    thread: Option<JoinHandle<()>>,
}

impl Saver {
    /// Starts the thread; what cannot be saved is told by `arrivals`.
    pub(super) fn start(world: Arc<dyn World>, arrivals: Sender<Arrival>) -> Saver {
        let (wishes, inbox) = channel();
        let theirs = (world.clone(), arrivals.clone());
        let thread = Builder::new()
            .spawn(move || work(&inbox, &*theirs.0, &theirs.1))
            .ok();
        Saver {
            world,
            arrivals,
            wishes: thread.is_some().then_some(wishes),
            thread,
        }
    }

    /// Has it kept, and does not wait.
    pub(super) fn keep(&self, wish: Keep) {
        if let Some(wishes) = &self.wishes {
            // A thread that panicked was told of; the review is saved once more when the screen closes.
            let _ = wishes.send(wish);
        } else {
            keep(wish, &*self.world, &self.arrivals);
        }
    }
}

impl Drop for Saver {
    fn drop(&mut self) {
        drop(self.wishes.take());
        if let Some(thread) = self.thread.take() {
            // One that panicked was told of already.
            let _ = thread.join();
        }
    }
}

fn work(inbox: &Receiver<Keep>, world: &dyn World, arrivals: &Sender<Arrival>) {
    while let Ok(wish) = inbox.recv() {
        keep(inbox.try_iter().last().unwrap_or(wish), world, arrivals);
    }
}

fn keep(wish: Keep, world: &dyn World, arrivals: &Sender<Arrival>) {
    let kept = match wish {
        Keep::Save(record) => world.save(&record),
        Keep::Forget(record) => world.forget(&record),
    };
    if let Err(why) = kept {
        // Nobody listens any more once the screen has closed.
        let _ = arrivals.send(Arrival::Other(Msg::Failed(why)));
    }
}
