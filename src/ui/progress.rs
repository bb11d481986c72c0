//! How far a work is that may take longer than a blink, and the wish to stop it: shared by the thread that works and the
//! one that draws.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use crate::matcher::Cancel;

/// A shorter job shows no progress.
pub const BLINK: Duration = Duration::from_millis(200);

/// How often progress is reported.
pub const TICK: Duration = Duration::from_millis(100);

/// How far a job is.
#[derive(Debug, Default)]
pub struct Progress {
    n_done: AtomicUsize,
    n_all: AtomicUsize,
    is_stopped: AtomicBool,
}

impl Progress {
    /// Begins one more work, of `n_all` steps, which nobody wishes to stop yet.
    pub fn begin(&self, n_all: usize) {
        self.is_stopped.store(false, Ordering::SeqCst);
        self.will_take(n_all);
    }

    /// Says how many steps the work takes from here on; a wish to stop it stays. Before that nobody knows.
    pub fn will_take(&self, n_all: usize) {
        self.n_done.store(0, Ordering::Relaxed);
        self.n_all.store(n_all, Ordering::Relaxed);
    }

    /// Counts a step as done.
    pub fn step(&self) {
        self.n_done.fetch_add(1, Ordering::Relaxed);
    }

    /// Asks the work to end at its next step, with everything as it was.
    pub fn stop(&self) {
        self.is_stopped.store(true, Ordering::SeqCst);
    }

    /// Returns whether somebody asked the work to end.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::SeqCst)
    }

    /// Returns how many steps are done, and of how many; 0 where nobody knows.
    pub fn counts(&self) -> (usize, usize) {
        let n_done = self.n_done.load(Ordering::Relaxed);
        (n_done, self.n_all.load(Ordering::Relaxed))
    }
}

impl Cancel for Progress {
    fn hunk_done(&self) {
        self.step();
    }

    fn is_cancelled(&self) -> bool {
        self.is_stopped()
    }
}
