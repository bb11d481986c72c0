//! One file's section of a diff, numbered or not: its header and its hunks.

use bstr::{BStr, ByteSlice};

use super::body;
use super::body_end::{Within, is_signature};
use super::header;
use super::hunk_header;
use crate::dialect::name::spelling;
use crate::dialect::note::NoteCode;
use crate::dialect::walk::cut;
use crate::dialect::walk::fence::Fence;
use crate::dialect::walk::line::Line;
use crate::dialect::walk::scan::Scan;
use crate::patch::{FileOp, FilePatch, PatchPath};

/// What kind of hunk follows a file header, or stands alone.
pub(in crate::dialect) enum First {
    Numbered,
    Numberless,
    Fudiff,
    /// A header that no hunk follows.
    None,
}

/// Returns what kind of section begins where the walk stands, if one does.
pub(in crate::dialect) fn first_hunk(scan: &Scan<'_>) -> Option<First> {
    let line = scan.peek(0)?.body;
    if !matches!(line.first(), Some(b'-' | b'+' | b'd' | b'I' | b'@')) {
        return None;
    }
    let header = header::read(scan, scan.at);
    let alone = header.is_none();
    let mut at = header.map_or(scan.at, |header| header.end);
    if !alone {
        at = behind_remarks(scan, at);
    }
    let hunk = scan
        .lines
        .get(at)
        .and_then(|line| hunk_header::read(line.body).map(|hunk| (hunk, line.body)));
    Some(match hunk {
        None if alone => return None,
        None => First::None,
        Some((hunk, _)) if hunk.ranges.is_some() => First::Numbered,
        Some((_, line)) if is_fudiff(line) => First::Fudiff,
        Some((_, line)) if !alone || stands_alone(scan, line) => First::Numberless,
        Some(_) => return None,
    })
}

/// Returns whether a line is FUDiff's hunk header.
fn is_fudiff(line: &BStr) -> bool {
    line.trim() == b"@@ @@"
}

/// Returns whether a numberless header may stand without a file header: marked lines must follow it, and behind a
/// heading, which any prose may hold, one that changes something.
fn stands_alone(scan: &Scan<'_>, header: &BStr) -> bool {
    /// How far below its header the first change of a hunk is looked for.
    const REACH: usize = 200;
    let is_bare = header.iter().all(|byte| matches!(byte, b'@' | b' ' | b'.'));
    let after = &scan.lines[scan.at + 1..];
    let is_marked = after
        .first()
        .is_some_and(|line| line.body.starts_with(b" "));
    is_bare && is_marked
        || after
            .iter()
            .take(REACH)
            .take_while(|line| Fence::open(line.body, 0).is_none())
            .any(|line| matches!(line.body.first(), Some(b'+' | b'-')))
}

/// Returns the first line behind the blank lines and the few remarks, such as `# Hunk 1: the greeting`, that stand between a
/// file's header and its first hunk; `at` where no hunk follows.
fn behind_remarks(scan: &Scan<'_>, at: usize) -> usize {
    const N_REMARKS: usize = 3;
    let mut n_remarks = 0;
    for (index, line) in scan.lines.iter().enumerate().skip(at) {
        if hunk_header::is_one(line.body) {
            return index;
        }
        let is_other = matches!(
            line.body.first(),
            Some(b'+' | b'-' | b' ' | b'\t' | b'\\' | b'`')
        );
        n_remarks += usize::from(!line.is_blank());
        // The hunks in another fence, or in an envelope that names a file itself, are not this file's.
        let is_apart = Fence::open(line.body, index).is_some() || line.body.starts_with(b"*** ");
        if is_other
            || is_apart
            || n_remarks > N_REMARKS
            || scan.closes(index)
            || header::read(scan, index).is_some()
        {
            break;
        }
    }
    at
}

/// Reads one file's header and hunks.
pub(in crate::dialect) fn read(scan: &mut Scan<'_>, dialect: &'static str) {
    let start = scan.at;
    match header::read(scan, start) {
        Some(header) if header.only_calls_sides() && scan.path_around(start).is_some() => {
            scan.at = header.end;
            open_unnamed(scan, dialect, start);
            hunks(scan, Within::Diff);
        }
        Some(header) => {
            scan.at = header.end;
            let announces_lines = header.announces_lines();
            let is_unproven = header.deletes_unproven();
            let is_cut = cut::is_within_line_at(scan, scan.at, &["index ", "--- ", "+++ ", "@@ "]);
            let lines = start..header.end;
            let file = header.into_file(scan, start, dialect);
            scan.push_file_of_header(lines, file);
            if !is_cut {
                hunks(scan, Within::Diff);
            }
            // A closing fence or a word below shows that nothing is missing.
            let may_end_early = is_unproven && cut::is_last(scan);
            check_lines(scan, start, announces_lines || is_cut || may_end_early);
        }
        None => {
            open_unnamed(scan, dialect, start);
            hunks(scan, Within::Diff);
        }
    }
    close_section(scan, start);
    scan.read_to = scan.at;
}

/// Reads the hunks of a section, blank lines between them aside.
pub(in crate::dialect) fn hunks(scan: &mut Scan<'_>, within: Within) {
    let first = scan.at;
    loop {
        let mut at = scan.at;
        if at == first {
            at = behind_remarks(scan, at);
        }
        while scan.lines.get(at).is_some_and(|line| line.is_blank()) {
            at += 1;
        }
        let header = scan
            .lines
            .get(at)
            .and_then(|line| hunk_header::read(line.body));
        match header {
            Some(header) => body::read_hunk(scan, at, header, within),
            None if is_indented_header(scan, at)
                && (scan.at == first || hunk_header::is_indented(scan.lines[at].body)) =>
            {
                let line = scan.lines[at].trimmed();
                let header = hunk_header::read(line).unwrap_or_default();
                body::read_hunk(scan, at, header, within);
            }
            None if scan.at == first
                && is_headerless(scan, at)
                && !is_signature(scan, at)
                && !is_item(scan, at) =>
            {
                scan.note(
                    NoteCode::MarkerMissing,
                    at..at + 1,
                    "the hunk has no `@@` line; its lines are read all the same",
                );
                body::read_hunk_at(scan, at, hunk_header::HunkHeader::default(), within);
                if scan.at == first {
                    break;
                }
            }
            None => break,
        }
    }
}

/// Returns whether a hunk's header with nothing but blanks before it stands at line `at`, and marked lines below it: where a
/// header is due, it is no context.
fn is_indented_header(scan: &Scan<'_>, at: usize) -> bool {
    let line = scan.lines.get(at).map(|line| line.trimmed());
    line.is_some_and(|line| hunk_header::read(line).is_some()) && is_headerless(scan, at + 1)
}

/// Returns whether the line is an item of a list that names a file, outside of any fence: no line of a hunk.
fn is_item(scan: &Scan<'_>, at: usize) -> bool {
    let Some(line) = scan.lines.get(at).filter(|_| scan.fence.is_none()) else {
        return false;
    };
    let is_bullet = line.body.starts_with(b"- ") || line.body.starts_with(b"+ ");
    is_bullet && spelling::alone(line.body).is_some_and(|spelt| spelt.is_of_file())
}

/// Returns whether marked lines begin at line `at`, with a change within the first few.
fn is_headerless(scan: &Scan<'_>, at: usize) -> bool {
    /// How many context lines may stand before the first change.
    const REACH: usize = 8;
    let is_marked = |at: usize| {
        let line = scan.lines.get(at);
        line.is_some_and(|line| matches!(line.body.first(), Some(b' ' | b'+' | b'-')))
    };
    is_marked(at)
        && (at..scan.lines.len())
            .take(REACH)
            .take_while(|at| {
                let line = &scan.lines[*at];
                // A blank line of the file may have lost its mark; behind one, only marked lines go on.
                (!line.is_blank() || is_marked(*at + 1))
                    && !line.body.starts_with(b"--- ")
                    && !line.body.starts_with(b"diff ")
            })
            .any(|at| matches!(scan.lines[at].body.first(), Some(b'+' | b'-')))
}

/// Says of a section without lines, which begins at line `start`, that its own header or that of a hunk announces some.
fn check_lines(scan: &mut Scan<'_>, start: usize, header_announces: bool) {
    let counts = |line: &Line<'_>| hunk_header::read(line.body)?.ranges;
    let mut counted = scan.lines[start..scan.at].iter().filter_map(counts);
    let announces = match counted.next_back() {
        Some(ranges) => ranges.n_old != Some(0) || ranges.n_new != Some(0),
        None => header_announces,
    };
    let has_none = |file: &FilePatch| {
        let is_left_out = file.op == FileOp::Modify && file.mode.is_none();
        file.hunks.is_empty() && file.invalid.is_none() && !is_left_out
    };
    if announces && scan.files.last().is_some_and(has_none) {
        cut::mark_unfinished(scan);
    }
}

/// Leaves out a section that asks for nothing.
fn close_section(scan: &mut Scan<'_>, start: usize) {
    let Some(file) = scan.files.last_mut() else {
        return;
    };
    let says_nothing = file.op == FileOp::Modify
        && file.hunks.is_empty()
        && file.invalid.is_none()
        && file.mode.is_none()
        && !file.is_binary;
    if !says_nothing {
        return;
    }
    // A name that must not be used is refused, whatever else is missing: a move to it would make that file.
    if matches!(file.path, PatchPath::Refused { .. }) {
        file.op = FileOp::Create;
        return;
    }
    scan.files.pop();
    scan.note(
        NoteCode::Dropped,
        start..scan.at,
        "a file header without hunks",
    );
}

/// A hunk without a header goes on with the file read before in the same fence; otherwise its path is looked for around.
fn open_unnamed(scan: &mut Scan<'_>, dialect: &'static str, start: usize) {
    let fence_at = scan.fence.map_or(0, |fence| fence.opened);
    let goes_on = scan.read_to > fence_at
        && scan.read_to > 0
        && scan
            .files
            .last()
            .is_some_and(|file| file.dialect == dialect)
        && scan.path_around(start).is_none();
    if !goes_on {
        let file = scan.unnamed_file(dialect, FileOp::Modify, start);
        scan.push_named_file(file);
    }
}
