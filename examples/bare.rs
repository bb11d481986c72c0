//! The least that a program on the same libraries can do: one paragraph, and the first key ends it. What the first frame of a
//! review costs is counted beside it, in `tests/pty/first_frame.rs`.

use std::io;

use crossterm::event::{self, Event};
use ratatui::widgets::Paragraph;

fn main() -> io::Result<()> {
    let mut terminal = ratatui::try_init()?;
    terminal.draw(|frame| frame.render_widget(Paragraph::new("one paragraph"), frame.area()))?;
    while !matches!(event::read()?, Event::Key(_)) {}
    ratatui::try_restore()
}
