//! The program's two ways to speak. A reader that went away (`| head`) is no error.

use std::io::{self, Write};

/// Prints to standard output.
///
/// # Errors
/// When it cannot be written to, save that nobody reads it any more.
pub(crate) fn print(text: &str) -> io::Result<()> {
    quiet_if_gone(write(io::stdout().lock(), text))
}

/// Prints to standard error. What cannot be said there can be said nowhere, so a failure is dropped.
pub(crate) fn complain(text: &str) {
    let _ = write(io::stderr().lock(), text);
}

fn write(mut stream: impl Write, text: &str) -> io::Result<()> {
    stream.write_all(text.as_bytes())?;
    stream.flush()
}

fn quiet_if_gone(result: io::Result<()>) -> io::Result<()> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        Ok(()) | Err(_) => result,
    }
}
