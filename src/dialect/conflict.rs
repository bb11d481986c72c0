//! Version control's conflict markers used as an edit: what stands first becomes what stands second.

use bstr::{BStr, ByteSlice};

use super::blocks::block;
use super::blocks::marker;
use super::note::NoteCode;
use super::spec::{DialectSpec, Manners, Markers};
use super::walk::scan::Scan;
use crate::patch::Hunk;

pub(super) const SPEC: DialectSpec = DialectSpec {
    name: "conflict",
    title: "conflict markers used as an edit, `<<<<<<< HEAD` to `>>>>>>> new`",
    example: "src/greet.rs\n```rust\n<<<<<<< HEAD\n    hello();\n=======\n    goodbye();\n>>>>>>> updated\n```\n",
    advice: &[],
    starts,
    read,
    manners: Manners {
        markers: Markers::OfConflicts,
        ..Manners::PLAIN
    },
};

/// How far below its start the end of a conflict is looked for.
const REACH: usize = 2000;

/// The lines of one conflict, as indexes of the walk.
struct Conflict {
    base: Option<usize>,
    divider: usize,
    end: usize,
}

/// Returns the length of the marker of conflicts that a line is, made of `sign`: seven where version control writes it, as
/// many as a model thinks of otherwise.
fn run(line: &BStr, sign: u8) -> Option<usize> {
    if line.first() != Some(&sign) {
        return None;
    }
    let text = line.trim_end();
    let length = text.iter().take_while(|byte| **byte == sign).count();
    let is_marker = (4..=12).contains(&length) && matches!(text.get(length), None | Some(b' '));
    is_marker.then_some(length)
}

fn find(scan: &Scan<'_>) -> Option<Conflict> {
    let first = scan.peek(0)?.body;
    let length = run(first, b'<').filter(|_| marker::read(first).is_none())?;
    let is_run = |line: &BStr, sign: u8| run(line, sign) == Some(length);
    let (mut base, mut divider) = (None, None);
    for at in (scan.at + 1..scan.lines.len()).take(REACH) {
        let line = scan.lines[at].body;
        if is_run(line, b'<') || !scan.budget().spend(1) {
            return None;
        }
        if marker::read(line)
            .is_some_and(|marker| !matches!(marker, marker::Marker::Divider { .. }))
        {
            return None;
        } else if is_run(line, b'>') {
            return Some(Conflict {
                base,
                divider: divider?,
                end: at,
            });
        } else if is_run(line, b'|') {
            base = Some(at);
        } else if is_run(line, b'=') {
            divider = divider.or(Some(at));
        }
    }
    None
}

/// Returns whether a line shows a conflict amid its words, as wiggle does: `<<<---old|||base===new--->>>`.
fn is_amid_words(line: &BStr) -> bool {
    // Asked of every line, and making a search for a word costs more than one for a byte.
    let begins =
        memchr::memchr(b'<', line).and_then(|from| Some(from + line[from..].find("<<<---")?));
    begins.is_some_and(|at| line[at..].contains_str("--->>>"))
}

fn starts(scan: &Scan<'_>) -> bool {
    if scan.peek(0).is_some_and(|line| is_amid_words(line.body)) {
        return true;
    }
    matches!(scan.peek(0), Some(line) if run(line.body, b'<').is_some())
        && find(scan).is_some()
        && (scan.path_around(scan.at).is_some()
            || scan.options().default_path.is_some()
            || follows_another(scan))
}

/// Returns whether another conflict was read in the same fence above: its file is meant by those below it, too.
fn follows_another(scan: &Scan<'_>) -> bool {
    let is_conflict = scan
        .files
        .last()
        .is_some_and(|file| file.dialect == SPEC.name);
    is_conflict && scan.fence.is_some_and(|fence| scan.read_to > fence.opened)
}

fn read(scan: &mut Scan<'_>) {
    let start = scan.at;
    let Some(conflict) = find(scan) else {
        scan.at += 1;
        scan.note(
            NoteCode::Unsupported,
            start..scan.at,
            "a conflict amid the words of a line is shown, not applied",
        );
        return;
    };
    block::open_file(scan, start, SPEC.name);
    let since = scan.notes.len();
    // Wiggle shows what it found, what it expected and what replaces it; git shows ours, the base and theirs.
    let expected = conflict
        .base
        .filter(|at| scan.lines[*at].body.trim_end().ends_with(b"expected"));
    let before = match (expected, conflict.base) {
        (Some(base), _) => base + 1..conflict.divider,
        (None, Some(base)) => start + 1..base,
        (None, None) => start + 1..conflict.divider,
    };
    let side = |range: std::ops::Range<usize>| {
        scan.lines[range]
            .iter()
            .map(|line| scan.piece(line.body))
            .collect::<Vec<_>>()
    };
    let hunk = Hunk {
        origin: scan.span(start, conflict.end + 1),
        ..Hunk::from_sides(&side(before), &side(conflict.divider + 1..conflict.end))
    };
    scan.note(
        NoteCode::ConflictRead,
        start..start + 1,
        "conflict markers are read as an edit: the first side becomes the second",
    );
    scan.at = conflict.end + 1;
    scan.read_to = scan.at;
    block::push_sides(scan, hunk, since);
}
