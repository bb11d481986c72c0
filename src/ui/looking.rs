//! Targets are read again behind the screen, one look after the other, so that what was read last arrives last.

use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread::Builder;

use super::arrival::Arrival;
use super::msg::Msg;
use super::world::World;
use crate::text::{RelPath, Snapshot};

/// Reads targets in a thread of its own, or at once where the system has none left.
pub(super) struct Looker {
    world: Arc<dyn World>,
    arrivals: Sender<Arrival>,
    asked: Option<Sender<(usize, Vec<RelPath>)>>,
    /// How many works have begun: what was read before one may not be what is there after it.
    n_works: usize,
}

/// What was read, and how many works had begun when somebody asked for it.
pub(super) struct Looked {
    n_works: usize,
    snapshots: Vec<Snapshot>,
}

impl Looker {
    /// Starts the thread; what it reads arrives as [`Arrival::Looked`].
    pub(super) fn start(world: Arc<dyn World>, arrivals: Sender<Arrival>) -> Looker {
        let (asked, asks) = channel::<(usize, Vec<RelPath>)>();
        let theirs = (world.clone(), arrivals.clone());
        let thread = Builder::new().spawn(move || {
            for (n_works, paths) in asks {
                look((n_works, paths), &*theirs.0, &theirs.1);
            }
        });
        Looker {
            world,
            arrivals,
            asked: thread.is_ok().then_some(asked),
            n_works: 0,
        }
    }

    /// Has targets read.
    pub(super) fn look(&self, paths: Vec<RelPath>) {
        let wish = (self.n_works, paths);
        match &self.asked {
            // A thread that panicked was told of; whoever writes compares the files once more.
            Some(asked) => drop(asked.send(wish)),
            None => look(wish, &*self.world, &self.arrivals),
        }
    }

    /// Hears that a work begins.
    pub(super) fn work_begins(&mut self) {
        self.n_works += 1;
    }

    /// Returns what is known now: what was read, or where to look once more as a work began meanwhile.
    pub(super) fn known(&self, looked: Looked) -> Msg {
        if looked.n_works == self.n_works {
            return Msg::Seen(looked.snapshots);
        }
        let paths = looked.snapshots.into_iter().map(|snapshot| snapshot.path);
        Msg::Touched(paths.collect())
    }
}

fn look((n_works, paths): (usize, Vec<RelPath>), world: &dyn World, arrivals: &Sender<Arrival>) {
    let snapshots = paths.iter().map(|path| world.snapshot(path)).collect();
    let looked = Looked { n_works, snapshots };
    // Nobody listens any more once the screen has closed.
    let _ = arrivals.send(Arrival::Looked(looked));
}
