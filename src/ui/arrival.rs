//! What arrives at the loop, and the threads that bring it from the terminal and the system.

use std::io;
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use crossterm::event::{self, Event, KeyCode, KeyModifiers};
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH};
use signal_hook::iterator::Signals;

use super::looking::Looked;
use super::msg::Msg;
use super::terminal;

/// Something that arrived.
pub(super) enum Arrival {
    /// From the terminal; the reader waits until it has been dealt with.
    Terminal(Vec<Event>),
    /// From the watcher, a worker or a signal.
    Other(Msg),
    /// Targets were read again.
    Looked(Looked),
    /// The work in hand has ended so.
    Done(Msg),
    /// To suspend to the shell.
    Stop,
    /// To go on after a stop, whether it was asked for or not.
    Continued,
    /// The terminal is gone.
    Gone,
}

/// How long the terminal is waited for before it is asked whether it is still there. A reader of one that is gone finds
/// nothing, again and again, and no signal need come (SIGHUP may be blocked).
const LOOK: Duration = Duration::from_millis(500);

/// How long what comes together may take to come: what is pasted into a terminal that does not say so comes a few thousand
/// bytes at a time, each a little after the other.
const TOGETHER: Duration = Duration::from_millis(2);

/// How long a batch may grow before it is shown.
const BATCH: Duration = Duration::from_millis(100);

/// Reads keys in a thread of its own: one batch at a time, and the next only when it is told to go on.
pub(super) fn read_keys(arrivals: Sender<Arrival>) -> Sender<()> {
    let (go_on, wait) = channel();
    thread::spawn(move || {
        while wait.recv().is_ok() {
            let arrival = match read_batch() {
                Ok(events) => Arrival::Terminal(events),
                Err(_) => Arrival::Gone,
            };
            let gone = matches!(arrival, Arrival::Gone);
            if arrivals.send(arrival).is_err() || gone {
                return;
            }
        }
    });
    go_on
}

/// Waits for an event, and takes all that come with it.
///
/// # Errors
/// When the terminal is gone.
fn read_batch() -> io::Result<Vec<Event>> {
    while !event::poll(LOOK)? {
        if terminal::is_gone() {
            return Err(io::ErrorKind::NotConnected.into());
        }
    }
    let mut events = vec![event::read()?];
    let start = Instant::now();
    // Not `Duration::ZERO`: with no time at all nothing is looked at.
    while start.elapsed() < BATCH && event::poll(TOGETHER)? {
        events.push(event::read()?);
    }
    Ok(events)
}

/// Returns the events without those that a key to leave at once overtakes: it came behind so many that they were pasted,
/// and nobody who presses it waits for them.
pub(super) fn overtaken(mut events: Vec<Event>) -> Vec<Event> {
    const TYPED: usize = 64;
    if let Some(at) = events.iter().rposition(leaves_at_once)
        && at > TYPED
    {
        events.drain(..at);
    }
    events
}

fn leaves_at_once(event: &Event) -> bool {
    let key = event.as_key_press_event();
    key.is_some_and(|key| key.code == KeyCode::Char('c') && key.modifiers == KeyModifiers::CONTROL)
}

/// Tells of signals from a thread of its own.
pub(super) fn listen_to_signals(arrivals: Sender<Arrival>) -> std::io::Result<()> {
    let heeded = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH];
    let mut signals = Signals::new(heeded)?;
    thread::spawn(move || {
        for signal in signals.forever() {
            let arrival = match signal {
                SIGTSTP => Arrival::Stop,
                SIGCONT => Arrival::Continued,
                SIGWINCH => Arrival::Other(Msg::Redraw),
                signal => Arrival::Other(Msg::Signal(signal)),
            };
            if arrivals.send(arrival).is_err() {
                return;
            }
        }
    });
    Ok(())
}

/// Returns what the screen is told of an event; `None` where it is nothing to it.
pub(super) fn msg_of(event: Event) -> Option<Msg> {
    match event {
        Event::Key(key) => Some(Msg::Key(key)),
        Event::Mouse(mouse) => Some(Msg::Mouse(mouse)),
        Event::Paste(text) => Some(Msg::Paste(text)),
        Event::Resize(width, height) => Some(Msg::Resize(width, height)),
        Event::FocusGained | Event::FocusLost => None,
    }
}
