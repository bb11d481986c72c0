//! The program's two ways to speak. To a terminal nothing goes but through `text::display`; a pipe or a file gets the bytes
//! as they are. An answer that cannot be written is an error, whichever command gave it: [`has_failed`] keeps the program from
//! ending as if all were said. Of a reader that went away (`| head`) no word is said besides.

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;

use super::json::Speech;
use super::signals::Telling;
use crate::report::{self, Report};
use crate::text::display::display_lines;

/// Whether something could not be written to standard output, which is the process's, so this is too.
static HAS_FAILED: AtomicBool = AtomicBool::new(false);

/// Returns whether something could not be written to standard output.
pub(crate) fn has_failed() -> bool {
    HAS_FAILED.load(Ordering::SeqCst)
}

fn noted<T>(written: io::Result<T>) -> io::Result<T> {
    if written.is_err() {
        HAS_FAILED.store(true, Ordering::SeqCst);
    }
    written
}

/// Prints to standard output: a report, or a patch, which may hold text in any encoding.
///
/// # Errors
/// When it cannot be written to, or its reader has closed it.
pub(crate) fn print(text: impl AsRef<[u8]>) -> io::Result<()> {
    stream(|out| out.write_all(text.as_ref()))
}

/// Prints a report, for people or for programs.
///
/// # Errors
/// As [`print`].
pub(crate) fn print_report(report: &Report<'_>, speech: Speech) -> anyhow::Result<()> {
    match speech {
        Speech::Text => print(report::text::to_text(report)),
        Speech::Json => stream(|out| report::json::write_json(report, out)),
    }
    .context("printing the report")
}

/// Prints to standard output what is made on the way.
///
/// # Errors
/// As [`print`].
pub(crate) fn stream(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    noted(write_out(write))
}

/// Sends a report to the pipe or device that was named for it.
///
/// # Errors
/// As [`print`].
pub(crate) fn send(file: &File, bytes: &[u8]) -> io::Result<()> {
    Telling(file).write_all(bytes)
}

fn write_out(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let out = io::stdout().lock();
    let is_terminal = out.is_terminal();
    let out = Telling(out);
    if is_terminal {
        let mut out = Visible::new(out);
        write(&mut out).and_then(|()| out.flush())
    } else {
        let mut out = BufWriter::new(out);
        write(&mut out).and_then(|()| out.flush())
    }
}

/// The stream for questions to a person; its lines are safe as they come. A write error is reported once.
pub(crate) struct Talk {
    out: Box<dyn Write>,
}

impl Talk {
    /// Returns a talk on standard output.
    pub(crate) fn new() -> Talk {
        let out = Box::new(io::stdout().lock());
        Talk { out }
    }

    /// Returns a talk on standard error, where standard output is for programs.
    pub(crate) fn beside() -> Talk {
        let out = Box::new(io::stderr().lock());
        Talk { out }
    }

    fn told<T>(written: io::Result<T>) -> io::Result<T> {
        if let Err(error) = &written
            && error.kind() != io::ErrorKind::BrokenPipe
            && !HAS_FAILED.swap(true, Ordering::SeqCst)
        {
            complain(&format!(
                "hunkwise: no question can be asked any more: {error}\n"
            ));
        }
        written
    }
}

impl Write for Talk {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Talk::told(self.out.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        Talk::told(self.out.flush())
    }
}

/// Tells people what they should know of what is printed, a line each.
pub(crate) fn warn(warnings: &[String]) {
    for warning in warnings {
        complain(&format!("hunkwise: {warning}\n"));
    }
}

/// What was done where all of it is on disk: for [`told_after`].
pub(crate) const ALL_WRITTEN: &str = "everything is written";

/// Complains where the report of what was `done` could not be written, even if its reader went away: the files are not as that reader knows them.
/// What is on disk is there whether it can be reported or not.
pub(crate) fn told_after(told: io::Result<()>, done: &str) {
    if let Err(error) = told {
        complain(&format!("hunkwise: the report failed: {error}; {done}\n"));
    }
}

/// Prints to standard error, where only people read: always made safe, whatever faults and names it was put together from.
/// What cannot be said there can be said nowhere, so a failure is dropped.
pub(crate) fn complain(text: &str) {
    let mut err = Telling(io::stderr().lock());
    let _ = err
        .write_all(display_lines(text.as_bytes()).as_bytes())
        .and_then(|()| err.flush());
}

/// A stream to a terminal: gets whole lines, made safe.
struct Visible<W: Write> {
    out: W,
    /// What came since the last line ended.
    line: Vec<u8>,
}

impl<W: Write> Visible<W> {
    fn new(out: W) -> Visible<W> {
        let line = Vec::new();
        Visible { out, line }
    }
}

impl<W: Write> Write for Visible<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.line.extend_from_slice(bytes);
        if let Some(end) = self.line.iter().rposition(|byte| *byte == b'\n') {
            let rest = self.line.split_off(end + 1);
            let lines = std::mem::replace(&mut self.line, rest);
            self.out.write_all(display_lines(&lines).as_bytes())?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let rest = std::mem::take(&mut self.line);
        self.out.write_all(display_lines(&rest).as_bytes())?;
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_character_that_comes_in_two_pieces_is_one() {
        let mut shown = Vec::new();
        let mut out = Visible::new(&mut shown);
        for piece in [&b"a\x1b[m\n\xc3"[..], b"\xa9\xff", b"\r\nb"] {
            out.write_all(piece).expect("memory takes it");
        }
        out.flush().expect("memory takes it");
        let shown = String::from_utf8(shown).expect("UTF-8");
        assert_eq!(shown, "a\u{241b}[m\n\u{e9}\\xff\u{240d}\nb");
    }
}
