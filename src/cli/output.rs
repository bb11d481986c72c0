//! The program's two ways to speak. A reader that went away (`| head`) is no error.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use anyhow::Context;

use crate::text::display::display_line;

/// Prints to standard output.
///
/// # Errors
/// When it cannot be written to, save that nobody reads it any more.
pub(crate) fn print(text: &str) -> io::Result<()> {
    quiet_if_gone(write(io::stdout().lock(), text))
}

/// Prints to standard output what is made on the way.
///
/// # Errors
/// As [`print`].
pub(crate) fn stream(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    let written = write(&mut out).and_then(|()| out.flush());
    quiet_if_gone(written)
}

/// Prints bytes to standard output: a patch, which may hold text in any encoding.
///
/// # Errors
/// As [`print`].
pub(crate) fn print_bytes(bytes: &[u8]) -> io::Result<()> {
    quiet_if_gone(write(io::stdout().lock(), bytes))
}

/// Tells people what they should know of what is printed, a line each.
pub(crate) fn warn(warnings: &[String]) {
    for warning in warnings {
        complain(&format!("hunkwise: {warning}\n"));
    }
}

/// Prints to standard output what was written to disk. It is there whether it can be told or not, and the exit code says
/// what is there, so a failure is only complained of.
pub(crate) fn print_after_write(text: &str) {
    if let Err(error) = print(text) {
        complain(&format!(
            "hunkwise: all is written, but not told: {error}\n"
        ));
    }
}

/// Prints to standard error. What cannot be said there can be said nowhere, so a failure is dropped.
pub(crate) fn complain(text: &str) {
    let _ = write(io::stderr().lock(), text);
}

fn write(mut stream: impl Write, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    stream.write_all(bytes.as_ref())?;
    stream.flush()
}

fn quiet_if_gone(result: io::Result<()>) -> io::Result<()> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        Ok(()) | Err(_) => result,
    }
}

/// Writes a file that the person named for it, replacing what lies there.
///
/// # Errors
/// When it cannot be written; the message names it.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let shown = || display_line(path.as_os_str().as_encoded_bytes());
    std::fs::write(path, bytes).with_context(|| format!("writing `{}`", shown()))
}
