//! The person's own editor, started by its arguments and never through a shell.

use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Returns whether the person named an editor.
pub(crate) fn is_set() -> bool {
    let named = ["VISUAL", "EDITOR"].iter().find_map(std::env::var_os);
    named.is_some_and(|editor| !editor.is_empty())
}

/// Opens a file at a 1-based line and waits.
pub(crate) fn open(path: &Path, line_number: usize) -> Result<(), String> {
    run(&[format!("+{line_number}").into(), path.as_os_str().into()])
}

/// Lets the person edit `text` in a file of its own, which is gone afterwards, and returns what they saved.
pub(crate) fn edit(text: &[u8]) -> Result<Vec<u8>, String> {
    let path = scratch_path();
    let words = |error: std::io::Error| format!("{}: {error}", path.display());
    let mut file = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(&path)
        .map_err(words)?;
    let edited = file
        .write_all(text)
        .map_err(words)
        .and_then(|()| run(&[path.as_os_str().into()]))
        .and_then(|()| saved(&path).map_err(words));
    // What was read is what counts; a file left behind in the temporary folder harms nobody.
    let _ = std::fs::remove_file(&path);
    edited
}

/// Reads what the editor left. A pipe would keep the screen waiting for whoever writes into it, and a link leads to a file that
/// was not edited.
fn saved(path: &Path) -> std::io::Result<Vec<u8>> {
    if !std::fs::symlink_metadata(path)?.is_file() {
        return Err(std::io::Error::other("it is no file any more"));
    }
    std::fs::read(path)
}

fn scratch_path() -> PathBuf {
    std::env::temp_dir().join(format!("hunkwise-{}.diff", std::process::id()))
}

fn run(args: &[OsString]) -> Result<(), String> {
    let editor = ["VISUAL", "EDITOR"].iter().find_map(std::env::var_os);
    let editor = editor.ok_or("set $EDITOR first, then start hunkwise again")?;
    let editor = editor
        .into_string()
        .map_err(|_| "EDITOR is not readable as text")?;
    let mut words = editor.split_whitespace();
    let program = words
        .next()
        .ok_or("set $EDITOR first, then start hunkwise again")?;
    let mut command = Command::new(program);
    command.args(words).args(args);
    // The patch may have come through standard input: the editor reads from the terminal all the same.
    if let Ok(terminal) = File::open("/dev/tty") {
        command.stdin(Stdio::from(terminal));
    }
    let status = command
        .status()
        .map_err(|error| format!("{program}: {error}"))?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("{program} ended with {status}"))
    }
}
