//! Parts that show in which form an edit is written: a reply that explains a format asks for nothing by its examples.

use std::ops::Range;

use bstr::BString;

use super::note::NoteCode;
use super::prose::{self, Purpose};
use super::scan::{Mark, Scan};

/// Words that speak of how something is written, not of what.
const FORMS: &[&str] = &[
    "format",
    "formats",
    "form",
    "syntax",
    "shape",
    "template",
    "schema",
    "notation",
    "placeholder",
    "placeholders",
    "skeleton",
    "structure",
];

/// Takes back what was read since `before`, where it only shows a form; the lines `above` the part say so. Returns whether it
/// did.
pub(super) fn drop_shown(scan: &mut Scan<'_>, before: &Mark, above: Range<usize>) -> bool {
    let n_new = scan.files.len() - before.n_files;
    if n_new == 0 {
        return false;
    }
    let Some((purpose, words)) = lead(scan, above) else {
        return false;
    };
    let has = |wanted: &[&str]| {
        words
            .iter()
            .any(|word| wanted.iter().any(|it| word == it.as_bytes()))
    };
    let looks_like = words
        .windows(2)
        .any(|pair| pair[0].starts_with(b"look") && pair[1] == "like");
    let tells_form = has(FORMS) || looks_like;
    let n_placeholders = scan.notes[before.n_notes..]
        .iter()
        .filter(|note| note.code == NoteCode::PathPlaceholder)
        .count();
    let is_shown = matches!(purpose, Purpose::Shows | Purpose::Cites);
    let is_form = if n_placeholders == n_new {
        tells_form || is_shown
    } else {
        // A path that may be one of the tree's is believed, unless all of the words speak of the form.
        tells_form && purpose == Purpose::Shows && !prose::speaks_of_change(&words)
    };
    if is_form {
        scan.take_back(before);
    }
    is_form
}

/// Returns what the sentence above a part says, and its words.
fn lead(scan: &Scan<'_>, above: Range<usize>) -> Option<(Purpose, Vec<BString>)> {
    let opened = scan.fence.map_or(above.end, |fence| fence.opened);
    let with_text = |at: &usize| !scan.lines[*at].is_blank();
    let last = (above.start..opened.min(above.end)).rev().find(with_text)?;
    let sentence = prose::last_sentence(scan.lines[last].body);
    Some((prose::purpose(sentence), prose::words(sentence)))
}
