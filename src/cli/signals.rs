//! Signals during a headless write: before the commit they roll it back. After it the write is finished and told, as its
//! exit code must say that it was made.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use signal_hook::consts::{SIGHUP, SIGINT, SIGXFSZ};
use signal_hook::flag;

use crate::report::Exit;
use crate::ui::ignored::{ENDING, heeded};
use crate::workspace::{Next, Step, Workspace};

/// The number of the signal that came during a write; 0 for none. Signals are the process's, so this is too.
static CAME: OnceLock<Arc<AtomicUsize>> = OnceLock::new();

/// Lets a signal end every write of `workspace` with all files old or all new. Before a write signals act as ever.
///
/// # Errors
/// When the system does not let us listen.
pub(crate) fn heeding(workspace: Workspace) -> io::Result<Workspace> {
    let came = CAME.get_or_init(Arc::default).clone();
    let idle = Arc::new(AtomicBool::new(true));
    for signal in heeded(&ENDING) {
        flag::register_conditional_default(signal, idle.clone())?;
        flag::register_usize(signal, came.clone(), signal as usize)?;
    }
    Ok(workspace.with_observer(move |step| {
        match step {
            Step::Locked => idle.store(false, Ordering::SeqCst),
            Step::AllPutBack => idle.store(true, Ordering::SeqCst),
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
            Next::Fail(io::Error::new(io::ErrorKind::Interrupted, "a signal came"))
        } else {
            Next::Go
        }
    }))
}

/// Lets a write past the limit of a file's size fail like any other: else the system ends the program there and then.
///
/// # Errors
/// When the system does not let us listen.
pub(crate) fn survive_size_limit() -> io::Result<()> {
    flag::register(SIGXFSZ, Arc::default()).map(drop)
}

/// Returns how a program ends whose write was rolled back for a signal; `None` when none came.
pub(crate) fn exit() -> Option<Exit> {
    let came = CAME.get()?.load(Ordering::SeqCst);
    let signal = i32::try_from(came).ok().filter(|signal| *signal != 0);
    signal.map(exit_for)
}

/// Returns how a program ends for the signal of this number.
pub(crate) fn exit_for(signal: i32) -> Exit {
    match signal {
        SIGINT => Exit::Interrupted,
        SIGHUP => Exit::HungUp,
        _ => Exit::Terminated,
    }
}
