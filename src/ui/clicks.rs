//! Tells a second click that comes at once after the first. The loop asks it, so that `update` needs no clock.

use std::time::{Duration, Instant};

use crossterm::event::{Event, MouseButton, MouseEventKind};

use super::msg::Msg;

/// The click before.
#[derive(Debug, Default)]
pub(super) struct Clicks {
    last: Option<(Instant, u16, u16)>,
}

impl Clicks {
    /// How long a second click may take.
    const AT_ONCE: Duration = Duration::from_millis(400);

    /// Returns the message of a second click at the same place; `None` for any other event.
    pub(super) fn second(&mut self, event: &Event) -> Option<Msg> {
        let Event::Mouse(mouse) = event else {
            return None;
        };
        if mouse.kind != MouseEventKind::Down(MouseButton::Left) {
            return None;
        }
        let (now, column, row) = (Instant::now(), mouse.column, mouse.row);
        let before = self.last.replace((now, column, row));
        let is_second = before.is_some_and(|(then, x, y)| {
            (x, y) == (column, row) && now.duration_since(then) < Clicks::AT_ONCE
        });
        is_second.then(|| {
            self.last = None;
            Msg::DoubleClick(column, row)
        })
    }
}
