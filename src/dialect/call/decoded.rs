//! Replies that are escaped as a whole: line breaks written as `\n`, or `&lt;` for `<` in the very markers. As they are
//! written they hold no patch; decoded they may.

use bstr::BString;

use super::field::FieldText;
use super::voice;
use crate::dialect::note::NoteCode;
use crate::dialect::walk::fence::Fence;
use crate::dialect::walk::scan::Scan;
use crate::patch::{HunkLine, LineKind, escape};

/// One way to escape a reply.
struct Escape {
    is_in: fn(&[u8]) -> bool,
    decoded: fn(&[u8]) -> BString,
    /// Whether a call that is reported as unread may have been escaped so. The strings of any call in JSON are: a part of one must not
    /// be read where the call is not.
    may_be_call: bool,
    /// Whether nothing in lines shows that they are written as they are meant.
    may_be: fn(&[HunkLine]) -> bool,
    remark: &'static str,
}

const ESCAPES: &[Escape] = &[
    Escape {
        is_in: escape::is_of_string,
        decoded: escape::decoded,
        may_be_call: false,
        may_be: escape::may_be_of_string,
        remark: "line breaks are written as `\\n`; the text is read as it was meant",
    },
    Escape {
        is_in: escape::has_entities,
        decoded: escape::without_entities,
        may_be_call: true,
        may_be: escape::may_be_entities,
        remark: "marks are written as entities, such as `&lt;`; the text is read as it was meant",
    },
];

/// The most bytes that are copied to be decoded: far more than any message, far less than the largest input.
const MOST_BYTES: usize = 4 << 20;

/// Reads a reply without any patch once more, decoded. Whatever comes of it carries a note.
pub(in crate::dialect) fn read(scan: &mut Scan<'_>) {
    let n_bytes: usize = scan.lines.iter().map(|line| line.body.len() + 1).sum();
    if n_bytes > MOST_BYTES {
        return;
    }
    let is_of_others = voice::of_others(scan.lines, scan.budget());
    let mut notes = scan.notes.iter();
    let is_told = notes.any(|note| note.code == NoteCode::CallUnread);
    let escapes = ESCAPES.iter();
    for escape in escapes.filter(|escape| escape.may_be_call || !is_told) {
        let is_plain = plain(scan, escape);
        let is_escaped = |index: &usize| {
            (escape.is_in)(scan.lines[*index].body) && !is_of_others[*index] && !is_plain[*index]
        };
        let n_lines = scan.lines.len();
        let (Some(first), Some(last)) = (
            (0..n_lines).find(is_escaped),
            (0..n_lines).rfind(is_escaped),
        ) else {
            continue;
        };
        let mut text = FieldText::default();
        for (index, line) in scan.lines.iter().enumerate() {
            if is_of_others[index] {
                continue;
            }
            let decoded = match is_plain[index] {
                true => FieldText::default(),
                false => FieldText::split(&(escape.decoded)(line.body), line.at),
            };
            if decoded.lines.is_empty() {
                text.lines.push((line.body.into(), line.at));
            }
            text.lines.extend(decoded.lines);
        }
        let n_notes = scan.notes.len();
        if text.read(scan, None) {
            // The decoded reply was read anew: notes on the escaped one would repeat or contradict its own.
            scan.notes.drain(..n_notes);
            scan.note(NoteCode::EscapedTwice, first..last + 1, escape.remark);
            return;
        }
    }
}

/// Returns for each line whether it is in a fence whose lines show that they are written as they are meant: what one has as an
/// escape, the end of a line among them, another has plainly.
fn plain(scan: &Scan<'_>, escape: &Escape) -> Vec<bool> {
    let mut is_plain = vec![false; scan.lines.len()];
    let mut open = None::<Fence<'_>>;
    for (at, line) in scan.lines.iter().enumerate() {
        let Some(fence) = open else {
            open = Fence::open(line.body, at);
            continue;
        };
        if fence.closed_by(line.body) {
            let inside = fence.opened + 1..at;
            let lines = scan.lines[inside.clone()].iter();
            let lines: Vec<HunkLine> = lines
                .map(|line| scan.hunk_line(LineKind::Context, line.body))
                .collect();
            is_plain[inside].fill(!(escape.may_be)(&lines));
            open = None;
        }
    }
    is_plain
}
