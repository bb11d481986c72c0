//! Files that a model writes for itself in a system's folder for temporary files, beside its edits: a script that checks them, the
//! text of a commit. They are no part of the tree, and no reason to refuse its edits.

use bstr::{BStr, ByteSlice};

use super::commands::command;
use super::name::shape;
use super::note::{Note, NoteCode};
use super::walk::scan::Scan;
use crate::patch::{FileOp, FilePatch, PatchPath};
use crate::text::PathFault;
use crate::text::display::display_line;

/// Where systems keep temporary files.
const FOLDERS: &[&str] = &[
    "/tmp/", "/var/tmp/", "/private/tmp/", "/private/var/tmp/", "/dev/shm/",
];

/// Programs that may take a file of theirs into the tree, or edit by it.
const TAKING: &[&str] = &[
    ".", "am", "apply", "cp", "ed", "eval", "ex", "install", "ln", "mv", "patch", "rsync",
    "source", "tar", "unzip", "vi", "vim",
];

/// Leaves out the sections of such files, with a note, where all that is outside the root is one of them and edits of the tree are
/// beside them. One that may change the tree in some way stays, and is refused.
pub(super) fn drop(scan: &mut Scan<'_>) {
    let outside = |file: &FilePatch| matches!(file.path, PatchPath::Refused { .. });
    let is_scratch = |at: usize| is_scratch(scan, at);
    let refused: Vec<usize> = (0..scan.files.len())
        .filter(|at| outside(&scan.files[*at]))
        .collect();
    let has_edits = scan.files.iter().any(|file| file.path.named().is_some());
    if !has_edits || !refused.iter().all(|at| is_scratch(*at)) {
        return;
    }
    for at in refused.into_iter().rev() {
        let origin = scan.files[at].origin;
        let text = match &scan.files[at].path {
            PatchPath::Refused { text, .. } => display_line(text),
            PatchPath::Named(_) | PatchPath::Missing => continue,
        };
        scan.remove_file(at);
        let is_told = |note: &Note| note.code == NoteCode::PathRefused && note.span == origin;
        scan.notes.retain(|note| !is_told(note));
        let text = format!("{text}: a temporary file outside the root, it is left out");
        scan.note_at(NoteCode::PathRefused, origin, text);
    }
}

/// Returns whether a section writes a temporary file as a whole, or changes one that was written before.
fn is_scratch(scan: &Scan<'_>, at: usize) -> bool {
    let path = |at: usize| match &scan.files[at].path {
        PatchPath::Refused {
            text,
            fault: PathFault::Absolute,
        } => Some(text),
        PatchPath::Refused { .. } | PatchPath::Named(_) | PatchPath::Missing => None,
    };
    let Some(own) = path(at) else {
        return false;
    };
    // In a folder of its own may be a copy of the tree.
    let name = FOLDERS
        .iter()
        .find_map(|it| own.strip_prefix(it.as_bytes()));
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_');
    let first = (0..=at).find(|at| path(*at) == Some(own)).unwrap_or(at);
    let is_written = match scan.files[first].op {
        FileOp::Create | FileOp::Replace => true,
        FileOp::Modify | FileOp::Delete | FileOp::Rename { .. } | FileOp::Copy { .. } => false,
    };
    is_written
        && name.is_some_and(|name| !name.is_empty() && name.iter().all(is_plain))
        && !shape::is_of_patches(own)
        && !may_change_tree(scan, &scan.files[at])
        && !is_taken(scan, own.as_bstr())
}

/// Returns whether what a section writes is a patch, or a script that changes files.
fn may_change_tree(scan: &Scan<'_>, file: &FilePatch) -> bool {
    const RUNNING: &[&str] = &["subprocess", "system(", "child_process", "popen", "Popen"];
    let lines: Vec<&BStr> = file
        .hunks
        .iter()
        .flat_map(|hunk| hunk.postimage())
        .collect();
    let text = bstr::join("\n", &lines);
    let is_patch = |line: &&BStr| {
        let begins = ["@@", "diff ", "--- ", "*** ", "<<<<<<<"];
        begins.iter().any(|it| line.starts_with(it.as_bytes()))
    };
    lines.iter().any(is_patch)
        || command::writes(text.as_bstr())
        || RUNNING.iter().any(|call| text.contains_str(call))
        || !command::touched(&lines, &scan.options().root).is_empty()
}

/// Returns whether a command may take the file called `path` into the tree, or edit by what it holds: by its name, or by one that
/// a shell gives it.
fn is_taken(scan: &Scan<'_>, path: &BStr) -> bool {
    // In JSON, a script is one line of the reply.
    let lines = scan
        .lines
        .iter()
        .filter(|line| line.body.contains_str(path));
    let mut lines = lines.flat_map(|line| line.body.split_str("\\n"));
    lines.any(|line| {
        let Some(at) = line.find(path) else {
            return false;
        };
        let before = line[..at].trim_end();
        let word = line[..at].fields().last().unwrap_or_default();
        let is_of_word =
            |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-' | b'/');
        let mut words = line.split(|byte| !is_of_word(byte));
        before.ends_with(b"<")
            || line[..at].ends_with(b"=") && !word.starts_with(b"-")
            || words.any(|word| TAKING.iter().any(|it| word == it.as_bytes()))
    })
}
