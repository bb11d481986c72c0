//! `--log FILE`: what a run did and when, a line each, for whoever must find out later. It names files and hunks, and holds
//! nothing of their contents; it never goes to the screen.

use std::fs::File;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Instant;

use anyhow::Context as _;

use crate::plan::{FilePlan, HunkPlan};
use crate::session::Session;
use crate::text::RelPath;
use crate::text::display::display_line;
use crate::text::words::counted;
use crate::workspace::Applied;

/// The log of this process; none where nobody asked for one.
static LOG: OnceLock<Log> = OnceLock::new();

struct Log {
    file: Mutex<File>,
    since: Instant,
}

/// Begins the log in `path`, after what stands there already; does nothing without a path.
///
/// # Errors
/// When the file cannot be opened.
pub(crate) fn begin(path: Option<&Path>) -> anyhow::Result<()> {
    let Some(path) = path else {
        return Ok(());
    };
    let file = File::options()
        .append(true)
        .create(true)
        .mode(0o600)
        .open(path);
    let file = file.with_context(|| {
        format!(
            "opening the log {}",
            display_line(path.as_os_str().as_encoded_bytes())
        )
    })?;
    let log = Log {
        file: Mutex::new(file),
        since: Instant::now(),
    };
    if LOG.set(log).is_ok() {
        line(&format!("hunkwise {}", env!("CARGO_PKG_VERSION")));
    }
    Ok(())
}

/// Writes what an apply wrote.
pub(crate) fn applied(applied: &Applied) {
    let files = counted(applied.written.len(), "file");
    line(&format!("apply {} wrote {files}", applied.id));
}

/// Writes a line. A log that cannot be written does not stop what it tells of.
pub(crate) fn line(text: &str) {
    let Some(log) = LOG.get() else {
        return;
    };
    let elapsed = log.since.elapsed().as_millis();
    let mut file = log.file.lock().unwrap_or_else(PoisonError::into_inner);
    let line = display_line(text.as_bytes());
    let _ = writeln!(file, "{elapsed:>8} ms  {line}");
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
