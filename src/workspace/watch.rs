//! Telling early that a target may have changed. Events are a hint only, and where there are none (limits, network disks)
//! a look once a second does. Whoever is told reads the file: which bytes the review has, nobody knows here.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

use notify::event::{AccessKind, AccessMode, EventKind};
use notify::{RecommendedWatcher, RecursiveMode, Watcher};

use super::tree::{Identity, Tree, stat};
use crate::text::RelPath;

/// How changes of targets are noticed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum WatchMode {
    /// By the system's events where it has them, else by polling.
    #[default]
    Auto,
    /// By looking once a second.
    Poll,
    /// Not at all; the check at the moment of writing remains.
    Off,
}

/// A running watch; dropping it ends it.
#[derive(Debug)]
pub struct Watch {
    wake: Option<SyncSender<()>>,
    ended: Arc<AtomicBool>,
    polling: Arc<AtomicBool>,
}

impl Watch {
    /// Returns whether changes are found by polling, because it was asked for or because events cannot be had.
    pub fn is_polling(&self) -> bool {
        self.polling.load(Ordering::Relaxed)
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.ended.store(true, Ordering::Relaxed);
        if let Some(wake) = &self.wake {
            // A full channel means the thread is about to wake anyway.
            let _ = wake.try_send(());
        }
    }
}

/// Events within this time of each other are one.
const QUIET: Duration = Duration::from_millis(100);
/// How often to look where there are no events.
const POLL: Duration = Duration::from_secs(1);
/// How often to look all the same where there are events: some get lost.
const DOUBT: Duration = Duration::from_secs(2);
/// More targets than this are polled: the system's watches are few and shared.
const MOST_WATCHED: usize = 4096;

struct Watched {
    path: RelPath,
    /// What lay there at the last look.
    identity: Option<Identity>,
}

pub(super) fn watch(
    tree: &Tree,
    paths: &[RelPath],
    mode: WatchMode,
    tell: impl Fn(Vec<RelPath>) + Send + 'static,
) -> Watch {
    let ended = Arc::new(AtomicBool::new(false));
    let polling = Arc::new(AtomicBool::new(mode == WatchMode::Poll));
    let mut watch = Watch {
        wake: None,
        ended: ended.clone(),
        polling: polling.clone(),
    };
    // Without a descriptor of its own the thread cannot look, and the check at the write remains.
    let Ok(tree) = tree.reopen() else {
        return watch;
    };
    if mode == WatchMode::Off || paths.is_empty() {
        return watch;
    }
    let paths = paths.to_vec();
    let (wake, woken) = sync_channel(1);
    watch.wake = Some(wake.clone());
    let look = move || {
        let mut files: Vec<Watched> = paths
            .iter()
            .map(|path| Watched {
                identity: identity(&tree, path),
                path: path.clone(),
            })
            .collect();
        let watcher = match mode {
            WatchMode::Auto => watcher(&tree, &files, wake),
            WatchMode::Poll | WatchMode::Off => None,
        };
        polling.store(watcher.is_none(), Ordering::Relaxed);
        let pause = if watcher.is_some() { DOUBT } else { POLL };
        // What changed between the match and the first look, no later one would see.
        tell(paths);
        while !ended.load(Ordering::Relaxed) {
            let paths = changed(&tree, &mut files);
            if !paths.is_empty() {
                tell(paths);
            }
            wait(&woken, pause);
        }
    };
    // A system that has no thread left has no watch; the check at the write remains.
    let _ = std::thread::Builder::new().spawn(look);
    watch
}

/// Waits for an event and for the quiet after it, or for the time to look without one.
fn wait(woken: &Receiver<()>, pause: Duration) {
    match woken.recv_timeout(pause) {
        Ok(()) => {
            std::thread::sleep(QUIET);
            while woken.try_recv().is_ok() {}
        }
        Err(RecvTimeoutError::Timeout) => {}
        // Without a watcher nobody wakes us.
        Err(RecvTimeoutError::Disconnected) => std::thread::sleep(pause),
    }
}

/// Returns a watcher of the targets' folders; `None` when not all of them can be watched.
fn watcher(tree: &Tree, files: &[Watched], wake: SyncSender<()>) -> Option<RecommendedWatcher> {
    if files.len() > MOST_WATCHED {
        return None;
    }
    let names: BTreeSet<OsString> = files
        .iter()
        .map(|file| OsString::from_vec(file.path.file_name().to_vec()))
        .collect();
    let seen = move |event: notify::Result<notify::Event>| {
        if event.map_or(true, |event| concerns(&event, &names)) {
            // A full channel means a look is due already.
            let _ = wake.try_send(());
        }
    };
    let mut watcher = notify::recommended_watcher(seen).ok()?;
    // The watcher takes its thread for granted. Where the system had none, this is the one request that fails without a
    // panic, and even its drop panics.
    if watcher.configure(notify::Config::default()).is_err() {
        std::mem::forget(watcher);
        return None;
    }
    let folders: BTreeSet<PathBuf> = files
        .iter()
        .map(|file| match file.path.parent() {
            Some(parent) => tree.full_path(&parent),
            None => tree.path().to_path_buf(),
        })
        .collect();
    for folder in folders.iter().filter(|folder| folder.is_dir()) {
        watcher.watch(folder, RecursiveMode::NonRecursive).ok()?;
    }
    Some(watcher)
}

/// Returns whether an event may mean that a target changed. Our own reading of the targets makes events too.
fn concerns(event: &notify::Event, names: &BTreeSet<OsString>) -> bool {
    if event.need_rescan() || event.paths.is_empty() {
        return true;
    }
    let is_write = match event.kind {
        EventKind::Access(AccessKind::Close(AccessMode::Write)) => true,
        EventKind::Access(_) => false,
        EventKind::Any
        | EventKind::Create(_)
        | EventKind::Modify(_)
        | EventKind::Remove(_)
        | EventKind::Other => true,
    };
    is_write
        && event
            .paths
            .iter()
            .any(|path| path.file_name().is_none_or(|name| names.contains(name)))
}

/// Returns the files that are no longer as they were at the last look.
fn changed(tree: &Tree, files: &mut [Watched]) -> Vec<RelPath> {
    let mut changed = Vec::new();
    for file in files {
        let now = identity(tree, &file.path);
        if now != file.identity {
            file.identity = now;
            changed.push(file.path.clone());
        }
    }
    changed
}

/// Returns what tells whether the file at `path` was written or replaced; `None` where there is none.
fn identity(tree: &Tree, path: &RelPath) -> Option<Identity> {
    let folder = tree.folder(path.parent().as_ref()).ok()?;
    let stat = stat(&folder, path.file_name()).ok().flatten()?;
    Some(Identity::of(&stat))
}
