//! The terminal itself: taken over, given back on every way out, and drawn on, also where standard input and output are
//! files or pipes.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::mem::ManuallyDrop;
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::clipboard::CopyToClipboard;
use crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use crossterm::style::Print;
use crossterm::terminal::{
    BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen,
};
use crossterm::{cursor, execute, queue};
use ratatui::Terminal;
use ratatui::layout::Rect;
use rustix::io::Errno;

use super::bounded::Bounded;
use super::hit::HitMap;
use super::model::Model;
use super::{Mouse, view};

/// Whether the terminal is ours, so that it is given back once.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// About the most bytes that a frame takes: it is sent at once, not a piece of style at a time.
const FRAME: usize = 1 << 16;

/// The terminal, ours as long as this lives.
pub(super) struct Screen {
    /// Never dropped: it would tell standard error of a cursor that it cannot show, and panic where that is gone as well.
    /// The cursor is shown when the terminal is given back.
    terminal: ManuallyDrop<Terminal<Bounded<BufWriter<File>>>>,
    mouse: Mouse,
}

impl Screen {
    /// Takes the terminal over. It is given back when the screen is dropped, and when the program panics.
    pub(super) fn take(mouse: Mouse) -> io::Result<Screen> {
        give_back_on_panic();
        let terminal = Terminal::new(Bounded::new(BufWriter::with_capacity(FRAME, device()?)))?;
        let terminal = ManuallyDrop::new(terminal);
        let mut screen = Screen { terminal, mouse };
        screen.enter()?;
        Ok(screen)
    }

    /// Returns the size in columns and rows.
    pub(super) fn size(&self) -> io::Result<(u16, u16)> {
        let size = self.terminal.size()?;
        Ok((size.width, size.height))
    }

    /// Draws the model.
    pub(super) fn draw(&mut self, model: &Model) -> io::Result<HitMap> {
        let mut hits = HitMap::default();
        queue!(self.terminal.backend_mut(), BeginSynchronizedUpdate)?;
        self.terminal.draw(|frame| {
            let area = frame.area();
            // A terminal that changed its size just now is drawn when the model knows.
            if (area.width, area.height) == model.size {
                hits = view::draw(model, frame.buffer_mut());
            }
        })?;
        execute!(self.terminal.backend_mut(), EndSynchronizedUpdate)?;
        Ok(hits)
    }

    /// Puts a question to the terminal, which answers among the keys.
    pub(super) fn ask(&mut self, question: &str) -> io::Result<()> {
        execute!(self.terminal.backend_mut(), Print(question))
    }

    /// Hands a text to the terminal's clipboard; the terminal does not say whether it takes it.
    pub(super) fn copy(&mut self, text: &str) -> io::Result<()> {
        let copied = CopyToClipboard::to_clipboard_from(text);
        execute!(self.terminal.backend_mut(), copied)
    }

    /// Lends the terminal out while `work` runs, such as an editor, and takes it back.
    pub(super) fn lend<T>(&mut self, work: impl FnOnce() -> T) -> io::Result<T> {
        give_back();
        let done = work();
        self.enter()?;
        Ok(done)
    }

    /// Takes the terminal once more after the program was stopped, perhaps without being asked: the shell has changed its
    /// modes then, and drawn over it.
    pub(super) fn retake(&mut self) -> io::Result<()> {
        // It is set anew only where it is thought to be unset.
        crossterm::terminal::disable_raw_mode()?;
        self.enter()
    }

    fn enter(&mut self) -> io::Result<()> {
        crossterm::terminal::enable_raw_mode()?;
        TAKEN.store(true, Ordering::SeqCst);
        let out = self.terminal.backend_mut();
        execute!(
            out,
            EnterAlternateScreen,
            EnableBracketedPaste,
            cursor::Hide
        )?;
        match self.mouse {
            Mouse::On => execute!(out, EnableMouseCapture)?,
            Mouse::Off => {}
        }
        // `Terminal::clear` would ask the terminal where its cursor is, and not every one answers.
        let size = self.terminal.size()?;
        self.terminal
            .resize(Rect::new(0, 0, size.width, size.height))
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

/// Opens the terminal for drawing, whatever standard output is.
fn device() -> io::Result<File> {
    OpenOptions::new().read(true).write(true).open("/dev/tty")
}

/// Returns whether there is no terminal any more. That it cannot be opened for another reason, such as too many open files,
/// is not to say so.
pub(super) fn is_gone() -> bool {
    const GONE: [Errno; 3] = [Errno::NXIO, Errno::IO, Errno::NOTTY];
    let fault = device().err();
    fault.is_some_and(|fault| {
        GONE.iter()
            .any(|gone| Errno::from_io_error(&fault) == Some(*gone))
    })
}

/// Gives the terminal back as it was; does nothing when it is not ours.
fn give_back() {
    if !TAKEN.swap(false, Ordering::SeqCst) {
        return;
    }
    // There is nobody left to tell when the terminal is gone.
    if let Ok(mut out) = device() {
        let _ = execute!(
            out,
            DisableMouseCapture,
            DisableBracketedPaste,
            LeaveAlternateScreen,
            cursor::Show
        );
        let _ = out.flush();
    }
    let _ = crossterm::terminal::disable_raw_mode();
}

/// Has a panic of the drawing thread give the terminal back before it is reported. Other threads only lose their own work.
fn give_back_on_panic() {
    let ours = std::thread::current().id();
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if std::thread::current().id() == ours {
            give_back();
            before(panic);
        }
    }));
}
