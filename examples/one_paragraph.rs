//! A minimal program on the same terminal libraries: it draws one paragraph and ends at the first key.
//! `tests/pty/first_frame.rs` compares the cost of a review's first frame with it.

use std::io;

use crossterm::event::{self, Event};
use ratatui::widgets::Paragraph;

fn main() -> io::Result<()> {
    let mut terminal = ratatui::try_init()?;
    terminal.draw(|frame| frame.render_widget(Paragraph::new("one paragraph"), frame.area()))?;
    while !matches!(event::read()?, Event::Key(_)) {}
    ratatui::try_restore()
}
