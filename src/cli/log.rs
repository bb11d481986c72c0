//! `--log FILE`: what a run did and when, a line each, for whoever must find out later. It names files and hunks, and holds
//! nothing of their contents; it never goes to the screen.

use std::fs::File;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Instant;

use crate::plan::{FilePlan, HunkPlan};
use crate::session::Session;
use crate::text::RelPath;
use crate::text::display::display_line;
use crate::text::words::counted;
use crate::workspace::{Applied, ReportFault, ReportFile};

use super::output;

/// The log of this process; none where nobody asked for one.
static LOG: OnceLock<Log> = OnceLock::new();

struct Log {
    file: Mutex<File>,
    since: Instant,
    has_failed: AtomicBool,
}

/// Begins the log of what is done `since`, after what the file holds already.
///
/// # Errors
/// When the file cannot be opened or takes no line.
pub(crate) fn begin(file: &ReportFile, since: Instant) -> anyhow::Result<()> {
    let log = Log {
        file: Mutex::new(file.append()?),
        since,
        has_failed: AtomicBool::new(false),
    };
    let first = format!("hunkwise {}", env!("CARGO_PKG_VERSION"));
    log.write(&first).map_err(|fault| ReportFault::Failed {
        path: file.named().to_path_buf(),
        fault,
    })?;
    // One process is one run, and a run has one log.
    let _ = LOG.set(log);
    Ok(())
}

/// Writes what an apply wrote.
pub(crate) fn applied(applied: &Applied) {
    let files = counted(applied.written.len(), "file");
    line(&format!("apply {} wrote {files}", applied.id));
}

/// Writes a line. A log that cannot be written does not stop what it tells of; [`has_failed`] tells.
pub(crate) fn line(text: &str) {
    if let Some(log) = LOG.get()
        && log.write(text).is_err()
    {
        log.has_failed.store(true, Ordering::SeqCst);
    }
}

/// Writes a line that takes some work to make, where there is a log.
pub(crate) fn line_of(text: impl FnOnce() -> String) {
    if LOG.get().is_some() {
        line(&text());
    }
}

/// Returns whether a line could not be written.
pub(crate) fn has_failed() -> bool {
    LOG.get()
        .is_some_and(|log| log.has_failed.load(Ordering::SeqCst))
}

impl Log {
    fn write(&self, text: &str) -> io::Result<()> {
        let elapsed = self.since.elapsed().as_millis();
        let line = format!("{elapsed:>8} ms  {}\n", display_line(text.as_bytes()));
        let file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        output::send(&file, line.as_bytes())
    }
}

/// Writes what was read and what was found.
pub(crate) fn session(session: &Session) {
    if LOG.get().is_none() {
        return;
    }
    for note in session.notes() {
        line(&format!(
            "note, line {}: {}",
            note.span.start + 1,
            note.text
        ));
    }
    for file in &session.plan().files {
        line(&file_words(file));
    }
}

fn file_words(file: &FilePlan) -> String {
    let name = file
        .target
        .as_ref()
        .map_or("no target".to_string(), RelPath::to_text);
    let is_settled = |hunk: &&HunkPlan| hunk.state.is_settled();
    let n_settled = file.hunks.iter().filter(is_settled).count();
    format!("{name}: {n_settled} of {} hunks settled", file.hunks.len())
}
