//! Signals during a headless write: before the commit they roll it back. After it the write is finished and told, as its
//! exit code must say that it was made; but no reader who lets us wait for that can keep the program from being ended.

use std::io::{self, IsTerminal, Write};
use std::os::fd::AsFd;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use signal_hook::consts::{SIGHUP, SIGINT, SIGXFSZ};
use signal_hook::flag;
use signal_hook::low_level::emulate_default_handler;

use crate::report::Exit;
use crate::ui::ignored::{ENDING, heeded};
use crate::workspace::{Next, Step, Workspace, takes_bytes, wait_for_reader};

/// What is kept of signals. They are the process's, so this is too.
struct Held {
    /// The number of the signal that came during a write; 0 for none.
    came: Arc<AtomicUsize>,
    /// Whether nothing is being written: signals act as ever.
    idle: Arc<AtomicBool>,
}

static HELD: OnceLock<Held> = OnceLock::new();

/// Lets a signal end every write of `workspace` with all files old or all new. Before a write signals act as ever.
///
/// # Errors
/// When the system does not let us listen.
pub(crate) fn heeding(workspace: Workspace) -> io::Result<Workspace> {
    hold()?;
    Ok(workspace.with_observer(next))
}

/// Has signals held amid writes and recoveries, of each workspace whose observer is [`next`].
///
/// # Errors
/// When the system does not let us listen.
pub(crate) fn hold() -> io::Result<()> {
    if HELD.get().is_some() {
        return Ok(());
    }
    let (came, idle) = (Arc::default(), Arc::new(AtomicBool::new(true)));
    for signal in heeded(&ENDING) {
        flag::register_conditional_default(signal, Arc::clone(&idle))?;
        flag::register_usize(signal, Arc::clone(&came), signal as usize)?;
    }
    HELD.get_or_init(|| Held { came, idle });
    Ok(())
}

/// Returns what follows a step of a write, which it notes; always the next one where signals are not held.
pub(crate) fn next(step: Step) -> Next {
    let Some(Held { came, idle }) = HELD.get() else {
        return Next::Go;
    };
    match step {
        Step::Recovering | Step::Locked => idle.store(false, Ordering::SeqCst),
        Step::Recovered | Step::AllPutBack => idle.store(true, Ordering::SeqCst),
        Step::Looked(_)
        | Step::Recorded
        | Step::FolderMade(_)
        | Step::Staged(_)
        | Step::AllStaged
        | Step::Changed(_)
        | Step::AllChanged
        | Step::Committed
        | Step::Filed(_)
        | Step::Kept
        | Step::PutBack(_) => {}
    }
    if came.load(Ordering::SeqCst) != 0 && step.can_turn_back() {
        return Next::Fail(io::Error::new(io::ErrorKind::Interrupted, "a signal came"));
    }
    Next::Go
}

/// Lets a write past the limit of a file's size fail like any other: else the system ends the program there and then.
///
/// # Errors
/// When the system does not let us listen.
pub(crate) fn survive_size_limit() -> io::Result<()> {
    flag::register(SIGXFSZ, Arc::default()).map(drop)
}

/// Returns how a program ends for the signal that came while it was held; `None` when none came.
pub(crate) fn exit() -> Option<Exit> {
    came().map(exit_for)
}

/// Lets signals act as ever after a write of a program that continues; returns the one that came meanwhile, by which it is to end.
pub(crate) fn rest() -> Option<i32> {
    HELD.get()?.idle.store(true, Ordering::SeqCst);
    came()
}

/// Holds signals from here on: what was done is to be reported, and the exit code must say it.
pub(crate) fn hold_for_report() {
    if let Some(held) = HELD.get() {
        held.idle.store(false, Ordering::SeqCst);
    }
}

/// The most bytes that are written while signals are held: a pipe that takes any takes so many (POSIX), so the write does not
/// wait.
const N_AT_ONCE: usize = 512;

/// A stream that tells what was done. While its reader lets it wait, signals act as ever, those too that came before: the files
/// are on disk, and the lock is free.
pub(crate) struct Telling<W>(pub(crate) W);

impl<W: Write + AsFd> Write for Telling<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(held) = HELD.get().filter(|it| !it.idle.load(Ordering::SeqCst)) else {
            return self.0.write(bytes);
        };
        if !takes_bytes(&self.0) {
            held.act_while(|| wait_for_reader(&self.0));
        }
        let n_written = if self.0.as_fd().is_terminal() {
            // What it takes at once depends on its state, which whoever sits there may change.
            held.act_while(|| self.0.write(bytes))
        } else {
            self.0.write(&bytes[..bytes.len().min(N_AT_ONCE)])
        }?;
        // What a buffer keeps would be written later, without a look.
        self.0.flush()?;
        Ok(n_written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl Held {
    /// Lets signals act during `wait`.
    fn act_while<T>(&self, wait: impl FnOnce() -> T) -> T {
        self.idle.store(true, Ordering::SeqCst);
        if let Some(signal) = came() {
            // It ends the program; one that the system does not know cannot have come.
            let _ = emulate_default_handler(signal);
        }
        let done = wait();
        self.idle.store(false, Ordering::SeqCst);
        done
    }
}

/// Returns the signal that came while it was held.
fn came() -> Option<i32> {
    let came = HELD.get()?.came.load(Ordering::SeqCst);
    i32::try_from(came).ok().filter(|signal| *signal != 0)
}

/// Returns how a program ends for the signal of this number.
pub(crate) fn exit_for(signal: i32) -> Exit {
    match signal {
        SIGINT => Exit::Interrupted,
        SIGHUP => Exit::HungUp,
        _ => Exit::Terminated,
    }
}
