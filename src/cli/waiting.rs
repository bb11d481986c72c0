//! What a person sees who waits for files to be matched: one line on standard error, gone when there is more to see.

use std::io::{IsTerminal, Write};
use std::time::Instant;

use crate::ui::progress::{BLINK, TICK};

/// A wait; the line goes when this is dropped. Nothing is written yet, so `ctrl-c` ends it as it ends any program.
pub(super) struct Waiting {
    since: Instant,
    told: Option<Instant>,
}

impl Waiting {
    /// Begins a wait.
    pub(super) fn begin() -> Waiting {
        Waiting {
            since: Instant::now(),
            told: None,
        }
    }

    /// Says how far it is, once it lasts and where somebody sees it.
    pub(super) fn tell(&mut self, n_done: usize, n_all: usize) {
        let is_fresh = self.told.is_some_and(|told| told.elapsed() < TICK);
        if self.since.elapsed() < BLINK || is_fresh || !std::io::stderr().is_terminal() {
            return;
        }
        self.told = Some(Instant::now());
        show(&format!(
            "\rmatching {n_done} of {n_all} files (ctrl-c stops)"
        ));
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        if self.told.is_some() {
            show("\r\x1b[K");
        }
    }
}

fn show(text: &str) {
    let mut out = std::io::stderr().lock();
    // Whoever does not see it misses nothing.
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}
