//! The hunks of diffs: their `@@` line and their marked lines, with all that goes wrong in them.

use bstr::{BStr, ByteSlice};

use super::body_end::{Within, counted_end, is_no_newline, uncounted_end};
use super::column::{self, Column, Marking};
use super::hunk_header::{HunkHeader, Ranges};
use crate::dialect::note::NoteCode;
use crate::dialect::walk::cut;
use crate::dialect::walk::line::Line;
use crate::dialect::walk::scan::Scan;
use crate::patch::{
    CountCheck, FileOp, HintSource, Hunk, HunkLine, LineHint, LineKind, Marks, Unsure, of_kind,
};
use crate::text::words::counted;
use crate::text::{BOM, FinalNewline, Piece};

/// Reads the body of the hunk whose header stands at line `header_at` and pushes it to the last file; the walk then
/// stands behind it.
pub(in crate::dialect) fn read_hunk(
    scan: &mut Scan<'_>,
    header_at: usize,
    header: HunkHeader,
    within: Within,
) {
    scan.at = header_at + 1;
    read_hunk_at(scan, header_at, header, within);
}

/// Reads the hunk that begins at line `header_at` and whose body begins where the walk stands.
pub(in crate::dialect) fn read_hunk_at(
    scan: &mut Scan<'_>,
    header_at: usize,
    header: HunkHeader,
    within: Within,
) {
    let since = scan.notes.len();
    scan.at = scan.at.max(header_at);
    let read = read_lines(scan, header.ranges, within);
    let hint = hint(header.ranges, header.line_number, &read);
    if read.lines.is_empty() {
        // A new file would come out empty, though its header claims lines.
        let claims_none = header
            .ranges
            .is_some_and(|ranges| ranges.n_old == Some(0) && ranges.n_new == Some(0));
        if claims_none {
            return;
        }
        note_empty(scan, header_at, header.ranges);
        if let Some(file) = scan
            .files
            .last_mut()
            .filter(|file| file.op == FileOp::Create)
        {
            file.invalid = Some("the new file's hunk has no lines".to_string());
        }
        return;
    }
    if header.ranges.is_some() && read.counts == CountCheck::Wrong {
        scan.note(
            NoteCode::CountWrong,
            header_at..header_at + 1,
            "hunk header had wrong counts; used the lines",
        );
    }
    if changes_only_bytes_of_the_file(&read.lines, read.final_newline) {
        let what =
            "it changes line ends or a byte order mark alone, and those stay as the file has them";
        scan.note(NoteCode::Dropped, header_at..scan.at, what);
    }
    let cut = is_cut_off(scan, header.ranges, &read.lines).then_some(Unsure::CutOff);
    if let Some(why) = cut {
        scan.note(NoteCode::Truncated, header_at..scan.at, why.words());
    }
    let unsure = cut.or(read.unsure);
    let headings = if header.heading.is_empty() {
        Vec::new()
    } else {
        vec![header.heading]
    };
    let hunk = Hunk {
        hint,
        headings: headings.into(),
        final_newline: read.final_newline,
        lines: read.lines.into(),
        marks: read.marks,
        unsure,
        origin: scan.span(header_at, scan.at),
        ..Hunk::default()
    };
    scan.push_hunk(hunk, since);
}

/// Returns whether the old and the new lines differ, and only in how they end or in a byte order mark. A newline that is added or
/// removed at the end of the file is a change that can be made, so the last lines are not compared there.
fn changes_only_bytes_of_the_file(lines: &[HunkLine], final_newline: FinalNewline) -> bool {
    let bare = |line: &HunkLine| -> Piece {
        let body: &[u8] = &line.body;
        line.body
            .of_same_text(body.strip_prefix(BOM).unwrap_or(body))
    };
    let (old, new) = (
        of_kind(lines, LineKind::Delete),
        of_kind(lines, LineKind::Insert),
    );
    let is_same = old.clone().map(bare).eq(new.clone().map(bare));
    let n_made = usize::from(final_newline != FinalNewline::Keep);
    let n_compared = old.clone().count().saturating_sub(n_made);
    let looks = |line: &HunkLine| (line.body.is_before_cr(), line.body.starts_with(BOM));
    let (old, new) = (old.take(n_compared), new.take(n_compared));
    is_same && !old.map(looks).eq(new.map(looks))
}

/// Notes a hunk header without lines. One that is repeated below it lacks nothing; else the lines that it counts are missing.
fn note_empty(scan: &mut Scan<'_>, header_at: usize, ranges: Option<Ranges>) {
    let below = scan.lines[scan.at..].iter().find(|line| !line.is_blank());
    let is_repeated = below.is_some_and(|line| line.trimmed().starts_with(b"@@"));
    if ranges.is_some() && !is_repeated {
        let text = "a hunk header without lines: what it counts is missing";
        scan.note(NoteCode::Dropped, header_at..scan.at, text);
    } else {
        let text = "a hunk header without lines";
        scan.note(NoteCode::EmptyHunk, header_at..scan.at, text);
    }
}

/// By how many lines models miscount a new file, or a hunk that they end with context.
const N_MISCOUNTED: usize = 3;

/// How many lines of context git puts around a change, where the file has as many.
const N_OF_GIT: usize = 3;

/// Returns whether the reply seems to be cut off within the hunk: its header counts more lines or none at all, and it ends
/// before any change, with a deletion, within a line, or with new lines that leave a bracket or a block open. It does as well
/// where the lines that are missing cannot all be context, which is missing on both sides: see [`lacks_changes`]. Anywhere else the
/// count is more likely wrong. Without one, a last line of context without a newline is no sign: many replies end so. Where it
/// has all lines that it counts, the reply may end within the header of the next file.
fn is_cut_off(scan: &Scan<'_>, ranges: Option<Ranges>, lines: &[HunkLine]) -> bool {
    let n_of = |side: fn(&HunkLine) -> bool| lines.iter().filter(|line| side(line)).count();
    let may_lack_lines = ranges.is_none_or(|ranges| {
        let (n_old, n_new) = (ranges.n_old.unwrap_or(1), ranges.n_new.unwrap_or(1));
        let old = n_of(HunkLine::in_preimage).cmp(&n_old);
        let new = n_of(HunkLine::in_postimage).cmp(&n_new);
        old.is_le() && new.is_le() && (old.is_lt() || new.is_lt())
    });
    let lacks_changes = || ranges.is_some_and(|ranges| lacks_changes(ranges, lines));
    let ends_so = || match lines.last().map(|line| line.kind) {
        Some(LineKind::Delete) => ranges.is_some() || replaces_above(lines),
        Some(LineKind::Insert) => opens_more(lines) || lacks_changes(),
        Some(LineKind::Context) => {
            lacks_changes() || ranges.is_some() && lines.iter().all(|line| line.is_context())
        }
        None => false,
    };
    let ends_in_context = lines.last().is_some_and(HunkLine::is_context);
    let ends_within_line = || scan.ends_within_line() && (ranges.is_some() || !ends_in_context);
    let begins_header = || {
        let counted = ranges.zip(lines.split_last());
        counted.is_some_and(|(ranges, (last, lines))| {
            let n_of = |side: fn(&HunkLine) -> bool| lines.iter().filter(|line| side(line)).count();
            let has_all = ranges.n_old.unwrap_or(1) == n_of(HunkLine::in_preimage)
                && ranges.n_new.unwrap_or(1) == n_of(HunkLine::in_postimage);
            let is_start = last.body.is_empty() || last.body.starts_with(b"-");
            has_all && last.is_delete() && is_start
        })
    };
    let may_be_cut = (may_lack_lines && (ends_within_line() || ends_so()))
        || (scan.ends_within_line() && begins_header());
    may_be_cut && cut::is_last(scan)
}

/// Returns whether a hunk that ends the reply, and has fewer lines than its header counts, lacks changes. Behind new lines that are the
/// last, context is missing at the least, and models often leave away one line of it: so one on each side is no sign. Behind
/// context, a miscount is as likely, but for a hunk of git's that has less of it at its end than git puts there.
fn lacks_changes(ranges: Ranges, lines: &[HunkLine]) -> bool {
    let n_of = |side: fn(&HunkLine) -> bool| lines.iter().filter(|line| side(line)).count();
    let lacks = |n: Option<usize>, side| n.unwrap_or(1).saturating_sub(n_of(side));
    let n_gone = lacks(ranges.n_old, HunkLine::in_preimage);
    let n_unmade = lacks(ranges.n_new, HunkLine::in_postimage);
    let n_added = n_unmade.saturating_sub(n_gone);
    let n_above = lines.iter().take_while(|line| line.is_context()).count();
    let n_below = lines
        .iter()
        .rev()
        .take_while(|line| line.is_context())
        .count();
    let is_of_new_file = !lines.iter().any(HunkLine::in_preimage);
    if is_of_new_file || n_below > 0 {
        let is_of_git = n_above == N_OF_GIT || ranges.old_start == 1;
        let ends_early = is_of_git && n_below < N_OF_GIT && n_gone > 0;
        return n_added > N_MISCOUNTED || !is_of_new_file && ends_early && n_added > 0;
    }
    match (n_gone, n_unmade) {
        (0, n_unmade) => n_unmade > 0,
        (n_gone, n_unmade) => n_unmade > 0 && (n_gone, n_unmade) != (1, 1),
    }
}

/// Returns whether a hunk gives new lines for old ones, but none for those at its end: these may lack theirs. One that only
/// deletes may end where the file does, and new lines may stand above the old ones.
fn replaces_above(lines: &[HunkLine]) -> bool {
    // An empty line that goes at the end may be the newline there.
    let has_text = lines.last().is_some_and(|line| !line.body.is_empty());
    let above = lines.iter().rev().skip_while(|line| line.is_delete());
    let mut kinds = above.map(|line| line.kind);
    has_text
        && kinds.next().is_some_and(|kind| kind == LineKind::Context)
        && kinds.any(|kind| kind == LineKind::Insert)
}

/// Returns whether the new lines at the end open more brackets than they close, and than those that they replace did; or the
/// last of them opens a block with a colon, and the last that it replaces does not.
fn opens_more(lines: &[HunkLine]) -> bool {
    let mut from_end = lines.iter().rev();
    let n_new = from_end.clone().take_while(|line| line.is_insert()).count();
    let new = from_end.by_ref().take(n_new);
    let n_opened: isize = new.map(|line| n_left_open(&line.body)).sum();
    let old = from_end.take_while(|line| line.is_delete());
    let n_replaced: isize = old.clone().map(|line| n_left_open(&line.body)).sum();
    let ends_with_colon = |line: &HunkLine| line.body.trim_ascii_end().ends_with(b":");
    n_opened > n_replaced.max(0)
        || lines.last().is_some_and(ends_with_colon)
            && !old.clone().next().is_some_and(ends_with_colon)
}

/// Returns how many more brackets a line opens than it closes.
fn n_left_open(line: &[u8]) -> isize {
    line.iter().fold(0, |n, byte| match byte {
        b'(' | b'[' | b'{' => n + 1,
        b')' | b']' | b'}' => n - 1,
        _ => n,
    })
}

/// Returns where a header says its body goes.
pub(in crate::dialect) fn hint(
    ranges: Option<Ranges>,
    line_number: Option<usize>,
    read: &Body,
) -> Option<LineHint> {
    let has_preimage = read.lines.iter().any(HunkLine::in_preimage);
    match (ranges, line_number) {
        (Some(ranges), _) => Some(LineHint {
            // A preimage without lines is numbered by the line above it.
            line_index: if has_preimage {
                ranges.old_start.saturating_sub(1)
            } else {
                ranges.old_start
            },
            source: HintSource::Header(read.counts),
        }),
        (None, Some(number)) => Some(LineHint {
            line_index: number.saturating_sub(1),
            source: HintSource::StartLine,
        }),
        (None, None) => None,
    }
}

/// The lines of a hunk.
#[derive(Debug)]
pub(in crate::dialect) struct Body {
    pub(in crate::dialect) lines: Vec<HunkLine>,
    pub(in crate::dialect) counts: CountCheck,
    pub(in crate::dialect) final_newline: FinalNewline,
    pub(in crate::dialect) marks: Marks,
    /// Why a line may be meant otherwise than it is read.
    pub(in crate::dialect) unsure: Option<Unsure>,
}

/// Reads marked lines from where the walk stands, and moves it behind them. Right counts decide where the hunk ends;
/// otherwise the lines themselves do.
pub(in crate::dialect) fn read_lines(
    scan: &mut Scan<'_>,
    ranges: Option<Ranges>,
    within: Within,
) -> Body {
    let start = scan.at;
    let end_for = |kind| counted_end(scan, start, ranges?, within, kind);
    let as_context = end_for(LineKind::Context);
    // Where the counts are only right with new lines that lost their mark, those are meant. Of a new file all are new.
    let is_new_file = ranges.is_some_and(|ranges| ranges.n_old == Some(0));
    let as_new = match as_context {
        None if !is_new_file => end_for(LineKind::Insert),
        Some(_) | None => None,
    };
    let counted = as_context.or(as_new);
    let end = counted.unwrap_or_else(|| uncounted_end(scan, start, within));
    scan.at = end;
    let all = scan.lines;
    let raw = &all[start..end];
    let mut marking = column::of(raw);
    if as_new.is_some() {
        marking.column = Column::New;
    }
    let column = marking.column;
    note_column(scan, &marking, start..end);
    let (lines, final_newline) = marked_lines(scan, raw, column);
    let is_guess = counted.is_none() && raw.iter().any(|line| column::is_typeset(line.body));
    let unsure = (is_guess || as_new.is_some()).then_some(Unsure::MarkUnclear);
    let is_partly = column == Column::Marked && !marking.unmarked.is_empty();
    let counts = if counted.is_some() {
        CountCheck::Right
    } else {
        CountCheck::Wrong
    };
    Body {
        lines,
        counts,
        final_newline,
        marks: if is_partly {
            Marks::Partly
        } else {
            column.marks()
        },
        unsure,
    }
}

fn note_column(scan: &mut Scan<'_>, marking: &Marking, lines: std::ops::Range<usize>) {
    match marking.column {
        Column::Marked => {
            if let Some(first) = marking.unmarked.first() {
                let first = lines.start + first;
                let n_lines = marking.unmarked.len();
                scan.note(
                    NoteCode::ContextMarkerMissing,
                    first..first + 1,
                    format!(
                        "{} without a marker, read as context",
                        counted(n_lines, "line")
                    ),
                );
            }
        }
        Column::Lost => scan.note(
            NoteCode::ContextMarkerMissing,
            lines,
            "the context lines lack their leading space; read as context",
        ),
        Column::Doubled => scan.note(
            NoteCode::ContextMarkerDoubled,
            lines,
            "the context lines seem to carry one space too many",
        ),
        Column::New => scan.note(
            NoteCode::MarkerRepaired,
            lines,
            "lines without a marker are read as new: so the counts are right",
        ),
    }
}

/// Turns raw lines into the lines of a hunk, and reads what they say of the final newline.
fn marked_lines(
    scan: &Scan<'_>,
    raw: &[Line<'_>],
    column: Column,
) -> (Vec<HunkLine>, FinalNewline) {
    let mut lines: Vec<HunkLine> = Vec::with_capacity(raw.len());
    // Indexes of lines that are said to lack their newline.
    let mut bare: Vec<usize> = Vec::new();
    for body in raw.iter().map(|line| line.body) {
        if is_no_newline(body) && body.to_ascii_lowercase().contains_str("newline") {
            bare.extend(lines.len().checked_sub(1));
            continue;
        }
        lines.push(one_line(scan, body, column));
    }
    if bare.is_empty() {
        return (lines, FinalNewline::Keep);
    }
    // Only the last line of a side can lack it; anywhere else the remark is a slip.
    let is_bare = |sided: fn(&HunkLine) -> bool| {
        lines
            .iter()
            .rposition(sided)
            .is_some_and(|last| bare.contains(&last))
    };
    let final_newline = match (
        is_bare(HunkLine::in_preimage),
        is_bare(HunkLine::in_postimage),
    ) {
        (false, true) => FinalNewline::Remove,
        (true, false) => FinalNewline::Add,
        (true, true) | (false, false) => FinalNewline::Keep,
    };
    (lines, final_newline)
}

fn one_line(scan: &Scan<'_>, raw: &BStr, column: Column) -> HunkLine {
    match column::mark(raw) {
        Some((kind @ (LineKind::Insert | LineKind::Delete), length)) => {
            scan.hunk_line(kind, &raw[length..])
        }
        None if column == Column::New && column::is_unmarked(raw) => {
            scan.hunk_line(LineKind::Insert, raw)
        }
        Some((LineKind::Context, _)) | None => scan.hunk_line(LineKind::Context, column.body(raw)),
    }
}
