//! `diff`: two files in, the patch that makes the second of the first out.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use anyhow::Context;

use crate::dialect::write::{self, Change};
use crate::patch::{FileMode, FileOp};
use crate::report::Exit;
use crate::text::display::display_path;
use crate::text::{Content, RelPath, Snapshot, Text};
use crate::workspace::{ReplySource, read_reply};

use super::UsageError;
use super::args::DiffArgs;
use super::as_meant;
use super::json::{self, Speech};

/// Prints the difference of two files.
pub(crate) fn run(args: &DiffArgs, speech: Speech) -> anyhow::Result<Exit> {
    if [&args.old, &args.new].iter().all(|path| *path == "-") {
        return Err(UsageError("only one of the two can be standard input".to_string()).into());
    }
    let (old, new) = (read(&args.old, args.limit)?, read(&args.new, args.limit)?);
    let (named, op) = match (&old, &new) {
        (None, None) => return json::print_text(speech, "diff", Exit::Done, b"", Vec::new()),
        (None, Some(_)) => (&args.new, FileOp::Create),
        (Some(_), None) => (&args.old, FileOp::Delete),
        (Some(_), Some(_)) if args.old == Path::new("-") => (&args.new, FileOp::Modify),
        (Some(_), Some(_)) => (&args.old, FileOp::Modify),
    };
    let path = match &args.file {
        Some(path) => path.clone(),
        None => relative(named)?,
    };
    let empty = Text::new("");
    let change = Change {
        path: &path,
        op,
        old: old.as_ref().unwrap_or(&empty),
        new: new.as_ref().unwrap_or(&empty),
        old_mode: mode(&args.old)?,
        new_mode: mode(&args.new)?,
    };
    let read = |path: &RelPath| {
        let is_there = path == change.path && change.op != FileOp::Create;
        let content = is_there.then(|| Content::of_bytes(change.old.as_bytes().to_vec()));
        Snapshot::new(path.clone(), content.unwrap_or(Content::Absent))
    };
    let changes = std::slice::from_ref(&change);
    let mut written = write::write(changes, args.to);
    as_meant::warn(&mut written, changes, args.to, read);
    let exit = match written.n_lost {
        0 => Exit::Done,
        _ => Exit::InPart,
    };
    json::print_text(speech, "diff", exit, &written.text, written.warnings)
}

/// Returns whether a file can be run as a program; what is no file is plain.
fn mode(path: &Path) -> anyhow::Result<FileMode> {
    if path == Path::new("-") {
        return Ok(FileMode::Plain);
    }
    let facts = path.metadata().context("looking at the mode of a file")?;
    Ok(if facts.is_file() {
        FileMode::of_permissions(facts.permissions().mode())
    } else {
        FileMode::Plain
    })
}

/// Reads a file of text; `/dev/null` is no file, and `-` is standard input.
fn read(path: &Path, limit: u64) -> anyhow::Result<Option<Text>> {
    if path == Path::new("/dev/null") {
        return Ok(None);
    }
    let source = if path == Path::new("-") {
        ReplySource::Stdin
    } else {
        ReplySource::File(path)
    };
    let bytes = read_reply(source, limit)?;
    match Content::of_bytes(bytes) {
        Content::Text(text) => Ok(Some(Text::clone(&text))),
        Content::Absent
        | Content::Binary
        | Content::NotAFile(_)
        | Content::Refused(_)
        | Content::Unreadable(_) => {
            let shown = display_path(path);
            Err(UsageError(format!("`{shown}` is binary; only text can be compared")).into())
        }
    }
}

/// Returns the path that the patch names: as it was given, or the file's name alone where that cannot be.
fn relative(path: &Path) -> anyhow::Result<RelPath> {
    let given = RelPath::new(path.as_os_str().as_encoded_bytes());
    let name = || RelPath::new(path.file_name().unwrap_or_default().as_encoded_bytes());
    given
        .or_else(|_| name())
        .context("naming the file; --file PATH says how")
}
