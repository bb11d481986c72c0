//! What a person sees who waits for a reply to be read and files to be matched: one line on standard error, gone when there
//! is more to see.

use std::io::{IsTerminal, Write};
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{Builder, JoinHandle};

use crate::text::words::counted;
use crate::ui::Progress;
use crate::ui::progress::{BLINK, TICK};

/// A wait; the line goes when this is dropped. Nothing is written yet, so `ctrl-c` ends it as it ends any program.
pub(super) struct Waiting {
    /// Ends the wait when it is dropped.
    over: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Waiting {
    /// Begins a wait of which nobody knows how long it lasts.
    pub(super) fn for_reply() -> Waiting {
        Waiting::begin(|| "reading the reply".to_string())
    }

    /// Begins a wait for the hunks that `progress` counts.
    pub(super) fn for_matching(progress: &Arc<Progress>) -> Waiting {
        let progress = progress.clone();
        Waiting::begin(move || {
            let (n_done, n_all) = progress.counts();
            format!("matching {n_done} of {}", counted(n_all, "hunk"))
        })
    }

    /// Says what `words` gives, again and again once it lasts, where somebody sees it.
    fn begin(words: impl Fn() -> String + Send + 'static) -> Waiting {
        let (over, ended) = channel();
        let tell = move || {
            let mut pause = BLINK;
            while ended.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                show(&format!("\r{} (ctrl-c stops)", words()));
                pause = TICK;
            }
            if pause == TICK {
                show("\r\x1b[K");
            }
        };
        let is_seen = std::io::stderr().is_terminal();
        Waiting {
            over: Some(over),
            // Without a thread nobody is told to wait, and nothing else changes.
            thread: if is_seen {
                Builder::new().spawn(tell).ok()
            } else {
                None
            },
        }
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        drop(self.over.take());
        if let Some(thread) = self.thread.take() {
            // It panics only where standard error does.
            let _ = thread.join();
        }
    }
}

fn show(text: &str) {
    let mut out = std::io::stderr().lock();
    // Whoever does not see it misses nothing.
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}
