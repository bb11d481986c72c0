//! Diffs that a command printed: a reply that shows `$ git diff` above its output may tell what was done already.

use bstr::{BStr, BString, ByteSlice};

use super::fence::Fence;
use super::note::NoteCode;
use super::prose::{self, Purpose};
use super::scan::Scan;
use super::shell_words;
use crate::patch::Unsure;

/// Makes the sections from the `n_files`th on wait, where the part at line `start` they were read from was printed.
pub(super) fn mark(scan: &mut Scan<'_>, start: usize, n_files: usize) {
    if scan.files.len() == n_files {
        return;
    }
    let Some(at) = command_above(scan, start) else {
        return;
    };
    let hunks = scan.files[n_files..]
        .iter_mut()
        .flat_map(|file| &mut file.hunks);
    for hunk in hunks {
        hunk.unsure = hunk.unsure.or(Some(Unsure::Printed));
    }
    scan.note(NoteCode::Printed, at..at + 1, Unsure::Printed.words());
}

/// Returns the line of the command that printed what stands at line `start`: in its fence, or right above that.
fn command_above(scan: &Scan<'_>, start: usize) -> Option<usize> {
    let opened = scan.fence.map_or(start, |fence| fence.opened);
    let inside = (opened + 1..start).rev();
    let is_printing = |at: &usize| prints_diff(scan.lines[*at].body);
    let mut inside = inside.filter(|at| !scan.lines[*at].is_blank());
    let in_fence = inside.find(is_printing);
    in_fence.or_else(|| {
        let above = (0..opened).rev().find(|at| !scan.lines[*at].is_blank())?;
        let body = scan.lines[above].body;
        if Fence::open(body, above).is_some() {
            // The command may stand in a fence of its own.
            return above.checked_sub(1).filter(is_printing);
        }
        (prints_diff(body) || tells_of_output(body)).then_some(above)
    })
}

/// Returns whether a line is a command that prints a diff. One that begins with `diff` is a line of a patch, unless it stands
/// behind a prompt.
fn prints_diff(line: &BStr) -> bool {
    let text = line.trim_with(|c| matches!(c, '`' | '*' | ' ' | '\t' | ':'));
    let command = text
        .strip_prefix(b"$ ")
        .or_else(|| text.strip_prefix(b"% "));
    let commands = shell_words::split(&[command.unwrap_or(text).as_bstr()]);
    let [first, ..] = &commands[..] else {
        return false;
    };
    let words: Vec<&[u8]> = first.words.iter().map(|word| &word[..]).collect();
    let shows_file = |word: &&[u8]| word.ends_with(b".diff") || word.ends_with(b".patch");
    match &words[..] {
        [b"git", rest @ ..] => {
            let verb = rest
                .iter()
                .find(|word| word.iter().all(u8::is_ascii_lowercase));
            verb.is_some_and(|verb| matches!(*verb, b"diff" | b"show" | b"log" | b"stash"))
        }
        [b"svn" | b"hg" | b"jj", b"diff", ..] => true,
        [b"diff", ..] => command.is_some(),
        [b"cat" | b"less" | b"type", rest @ ..] => rest.iter().any(shows_file),
        _ => false,
    }
}

/// Returns whether a sentence names such a command, and says that what follows is what it printed.
fn tells_of_output(line: &BStr) -> bool {
    let spans: Vec<BString> = line
        .split_str("`")
        .skip(1)
        .step_by(2)
        .map(BString::from)
        .collect();
    let says = matches!(
        prose::purpose(prose::last_sentence(line)),
        Purpose::Outputs | Purpose::Runs | Purpose::Cites | Purpose::Shows
    );
    says && spans.iter().any(|span| prints_diff(span.as_bstr()))
}
