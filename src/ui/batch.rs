//! Events that came from the terminal together. Most are a single key; a text that is pasted into a terminal without
//! brackets around it comes as thousands, and is no series of commands.

use std::collections::BTreeSet;
use std::io;
use std::thread;
use std::time::{Duration, Instant};

use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyModifiers};

use super::ground::Listening;
use super::terminal;

/// How long the terminal is waited for before it is asked whether it is still there. A reader of one that is gone finds
/// nothing, again and again, and no signal need come (SIGHUP may be blocked).
const LOOK: Duration = Duration::from_millis(500);

/// How long after one event the next may come to be shown with it.
const TOGETHER: Duration = Duration::from_millis(2);

/// How long a batch of keys may grow before it is shown.
const KEYS: Duration = Duration::from_millis(100);

/// How long a pasted text may pause: what comes behind would be taken for commands.
const PAUSE: Duration = Duration::from_millis(200);

/// How long a pasted text may last.
const PASTE: Duration = Duration::from_secs(5);

/// So many keys at once, of so many kinds and in so many lines, nobody types.
const PASTED: usize = 256;
const N_KINDS: usize = 8;
const N_LINES: usize = 3;

/// Behind so many keys one that leaves at once need not wait for them.
const TYPED: usize = 64;

/// Events in the order they came.
#[derive(Debug, Default)]
struct Batch {
    events: Vec<Event>,
    /// Which characters were typed.
    kinds: BTreeSet<char>,
    n_lines: usize,
    n_keys: usize,
    /// Where the last key stands that leaves at once.
    leaves: Option<usize>,
}

/// Waits for an event, and returns it with all that come together with it, a pasted text as one, but for the answer that
/// is listened for.
///
/// # Errors
/// When the terminal is gone.
pub(super) fn read(listening: &mut Listening) -> io::Result<Vec<Event>> {
    while !event::poll(LOOK)? {
        if terminal::is_gone() {
            return Err(io::ErrorKind::NotConnected.into());
        }
    }
    let mut batch = Batch::default();
    let mut take = |batch: &mut Batch| -> io::Result<()> {
        let event = event::read()?;
        if !listening.takes(&event) {
            batch.push(event);
        }
        Ok(())
    };
    take(&mut batch)?;
    let start = Instant::now();
    while start.elapsed() < batch.longest() && comes_within(batch.pause())? {
        take(&mut batch)?;
    }
    Ok(batch.into_events())
}

/// Returns whether another event comes within a time. Polls once a millisecond: `event::poll` waits for whole milliseconds and spins
/// for the rest.
fn comes_within(time: Duration) -> io::Result<bool> {
    /// Above zero: a poll of zero does not read the terminal.
    const GLANCE: Duration = Duration::from_micros(20);
    const BETWEEN: Duration = Duration::from_millis(1);
    let start = Instant::now();
    while !event::poll(GLANCE)? {
        if start.elapsed() >= time {
            return Ok(false);
        }
        thread::sleep(BETWEEN);
    }
    Ok(true)
}

impl Batch {
    fn push(&mut self, event: Event) {
        if let Some(key) = event.as_key_press_event() {
            self.n_keys += 1;
            if leaves_at_once(&key) {
                self.leaves = Some(self.events.len());
            }
            match text_of(&key) {
                Some('\n') => self.n_lines += 1,
                Some(c) if self.kinds.len() < N_KINDS => drop(self.kinds.insert(c)),
                Some(_) | None => {}
            }
        }
        self.events.push(event);
    }

    fn is_pasted(&self) -> bool {
        self.n_keys >= PASTED && self.kinds.len() >= N_KINDS && self.n_lines >= N_LINES
    }

    fn longest(&self) -> Duration {
        match self.leaves {
            Some(_) => Duration::ZERO,
            None if self.is_pasted() => PASTE,
            None => KEYS,
        }
    }

    fn pause(&self) -> Duration {
        if self.is_pasted() { PAUSE } else { TOGETHER }
    }

    /// Returns the events as they are to be taken in. A key that leaves at once overtakes many before it: whoever presses
    /// it does not wait for them. A pasted text is one event, as it is with brackets.
    fn into_events(mut self) -> Vec<Event> {
        if let Some(at) = self.leaves.filter(|at| *at > TYPED) {
            return self.events.split_off(at);
        }
        if !self.is_pasted() {
            return self.events;
        }
        let keys = self.events.iter().filter_map(Event::as_key_press_event);
        let text = keys.filter_map(|key| text_of(&key)).collect();
        let is_key = |event: &Event| event.as_key_event().is_some();
        self.events.retain(|event| !is_key(event));
        self.events.push(Event::Paste(text));
        self.events
    }
}

fn leaves_at_once(key: &KeyEvent) -> bool {
    key.code == KeyCode::Char('c') && key.modifiers == KeyModifiers::CONTROL
}

/// Returns the character of a text that a terminal sends as this key; `None` for a key that is none.
fn text_of(key: &KeyEvent) -> Option<char> {
    let is_plain = (key.modifiers - KeyModifiers::SHIFT).is_empty();
    if key.code == KeyCode::Enter {
        Some('\n')
    } else if key.code == KeyCode::Tab {
        Some('\t')
    } else if key.code == KeyCode::Char('j') && key.modifiers == KeyModifiers::CONTROL {
        // A line feed: Enter sends a carriage return.
        Some('\n')
    } else {
        key.code.as_char().filter(|_| is_plain)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(text: &str) -> Batch {
        let mut batch = Batch::default();
        for c in text.chars() {
            let (code, modifiers) = match c {
                '\r' => (KeyCode::Enter, KeyModifiers::NONE),
                '\n' => (KeyCode::Char('j'), KeyModifiers::CONTROL),
                '\x03' => (KeyCode::Char('c'), KeyModifiers::CONTROL),
                '\t' => (KeyCode::Tab, KeyModifiers::NONE),
                c => (KeyCode::Char(c), KeyModifiers::NONE),
            };
            batch.push(Event::Key(KeyEvent::new(code, modifiers)));
        }
        batch
    }

    #[test]
    fn a_text_of_many_lines_is_pasted_whatever_ends_them() {
        let text = "--- a/f\n+++ b/f\n@@ @@\n \tx\n-y\n".repeat(10);
        for ends in ["\r", "\n"] {
            let events = keys(&text.replace('\n', ends)).into_events();
            assert_eq!(events, [Event::Paste(text.clone())]);
        }
    }

    #[test]
    fn what_a_person_or_a_script_may_type_stays_keys() {
        for typed in [
            "j".repeat(1000),
            "\r".repeat(1000),
            "y\rx\r".repeat(100),
            format!("{}/name of a reply.md\r", "folder/".repeat(100)),
            "1\r2\rA\r".to_string(),
        ] {
            let events = keys(&typed).into_events();
            assert_eq!(events.len(), typed.chars().count(), "{typed}");
        }
    }

    #[test]
    fn a_key_that_leaves_at_once_overtakes_what_was_pasted_but_not_what_was_typed() {
        let n_left = |text: &str| keys(text).into_events().len();
        assert_eq!(n_left("2\rx\x03"), 4);
        assert_eq!(n_left(&format!("{}\x03", "jk".repeat(100))), 1);
        let pasted = "+    let x = y;\r".repeat(100);
        assert_eq!(n_left(&format!("{pasted}\x03")), 1);
    }
}
