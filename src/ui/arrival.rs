//! What arrives at the loop, and the threads that bring it from the terminal and the system.

use std::sync::mpsc::{Sender, channel};
use std::thread::Builder;

use crossterm::event::Event;
use signal_hook::consts::{SIGCONT, SIGTSTP, SIGWINCH};
use signal_hook::iterator::Signals;

use super::batch;
use super::ground::{Ground, Listening};
use super::ignored::{ENDING, heeded};
use super::looking::Looked;
use super::msg::Msg;

/// Something that arrived.
pub(super) enum Arrival {
    /// From the terminal; the reader waits until it has been dealt with.
    Terminal(Vec<Event>),
    /// The terminal says what it draws on.
    Ground(Ground),
    /// From the watcher, a worker or a signal.
    Other(Msg),
    /// Targets were read again.
    Looked(Looked),
    /// The work in hand has ended so.
    Done(Msg),
    /// To suspend to the shell.
    Stop,
    /// To resume after a stop, whether it was asked for or not.
    Continued,
    /// The terminal is gone.
    Gone,
}

/// Reads keys in a thread of its own: one batch at a time, and the next only when it is told to go on.
///
/// # Errors
/// When the system has no thread for it.
pub(super) fn read_keys(
    arrivals: Sender<Arrival>,
    mut listening: Listening,
) -> std::io::Result<Sender<()>> {
    let (go_on, wait) = channel();
    Builder::new().spawn(move || {
        while wait.recv().is_ok() {
            let arrival = match batch::read(&mut listening) {
                Ok(events) => Arrival::Terminal(events),
                Err(_) => Arrival::Gone,
            };
            if let Some(ground) = listening.heard() {
                // Where nobody takes it, nobody takes the next one.
                let _ = arrivals.send(Arrival::Ground(ground));
            }
            let gone = matches!(arrival, Arrival::Gone);
            if arrivals.send(arrival).is_err() || gone {
                return;
            }
        }
    })?;
    Ok(go_on)
}

/// Tells of signals from a thread of its own.
pub(super) fn listen_to_signals(arrivals: Sender<Arrival>) -> std::io::Result<()> {
    let heeded = heeded(&[&ENDING[..], &[SIGTSTP, SIGCONT, SIGWINCH]].concat());
    let mut signals = Signals::new(heeded)?;
    Builder::new().spawn(move || {
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
    })?;
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
