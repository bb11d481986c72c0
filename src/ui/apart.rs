//! Works in threads of their own, for as long as the system has threads to give: where it has none left, a work that ends is
//! done at once, and the person waits for it.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};

/// Has `work` done, in a thread of its own if there is one; `None` where it is done already.
pub(crate) fn apart(work: impl FnOnce() + Send + 'static) -> Option<JoinHandle<()>> {
    // A thread that cannot be started takes what it was to do with it, so that is kept here.
    let work = Arc::new(Mutex::new(Some(work)));
    let take = |work: &Mutex<Option<_>>| {
        let mut work = work.lock().unwrap_or_else(PoisonError::into_inner);
        work.take()
    };
    let theirs = work.clone();
    let started = Builder::new().spawn(move || {
        if let Some(work) = take(&theirs) {
            work();
        }
    });
    if let Ok(thread) = started {
        return Some(thread);
    }
    if let Some(work) = take(&work) {
        work();
    }
    None
}
