//! Files of which a reply gives parts only: a line such as `// ... existing code ...` stands for the file's own text between
//! what is shown. Each part is laid over the lines between its first and its last anchor; everything else stays.

mod doubled;

use std::cell::OnceCell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use bstr::ByteSlice;

use doubled::Hidden;

use super::alignment::rising;
use super::complete::Whole;
use super::lazy;
use super::{Extent, FileOp, FilePatch, Given, Hunk, HunkLine, LineKind, Unsure, content};
use crate::text::import::is_import;
use crate::text::{LineSpan, Piece, Text, Trim, heading, indent};

/// So many letters and digits make a line an anchor by itself.
const N_LETTERS: usize = 3;

/// So many of the places of a line are looked at.
const N_PLACES: usize = 200;

/// What it costs to lay a line over another, in bytes.
const N_BYTES_OF_A_LOOK: usize = 100;

/// So many letters and digits make it one that others give way to.
const N_LETTERS_OF_STRONG: usize = 12;

/// The most lines that go unquoted beside an anchor of another depth than the others.
const N_UNQUOTED: usize = 8;

/// An anchor at the edge of a part is looked for so many lines further than the part is long.
const REACH: usize = 60;

/// Lines shown in a row, and how they are bounded.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Part {
    lines: Vec<Piece>,
    /// The gap above; `None` where no gap is.
    gap_above: Option<GapBeside>,
    /// The gap below.
    gap_below: Option<GapBeside>,
    /// The lines of the content that it is.
    index: Range<usize>,
}

/// A line beside a part that stands for others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct GapBeside {
    /// How many blank lines stand between it and the part.
    n_blank: usize,
    /// How deep it is: what it leaves out is no less so.
    width: usize,
}

/// What a part is the end of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ends {
    /// Nothing: lines are left out below it.
    Anywhere,
    /// The file.
    File,
}

/// Where a part goes.
struct Place {
    /// The lines of the file that it replaces.
    span: Range<usize>,
    /// The part as it is written there.
    lines: Vec<Piece>,
    /// Why somebody must look.
    unsure: Option<Unsure>,
}

/// Returns the section, whose one hunk is content with lines that stand for others, with the hunks that it makes of `text`;
/// `None` where no line of it stands for others there. Parts that have no place are hunks that wait.
pub(super) fn read(file: &FilePatch, text: &Text) -> Option<FilePatch> {
    let [hunk] = &file.hunks[..] else {
        return None;
    };
    let whole = Whole::new(text);
    let parts = parts(hunk, &whole)?;
    let is_asked_for = file.elided || file.shown.is_some();
    let mut hunks = laid(hunk, &parts, &whole);
    for hunk in &mut hunks {
        let unsure = Some(Unsure::LinesLeftOut).filter(|_| !is_asked_for);
        hunk.unsure = hunk.unsure.or(unsure);
    }
    Some(section(file, hunks))
}

/// Returns the section with `hunk`, a part of its file without any line that stands for others, in its place; `None` where that
/// is not found. What it deletes was left out without a word, so it waits.
pub(super) fn read_snippet(file: &FilePatch, hunk: &Hunk, text: &Text) -> Option<FilePatch> {
    let lines = trimmed(hunk.postimage_pieces().collect());
    let gap = GapBeside {
        n_blank: 0,
        width: 0,
    };
    let part = Part {
        index: 0..hunk.lines.len(),
        lines: lines.0,
        gap_above: Some(gap),
        gap_below: Some(gap),
    };
    let mut hunks = laid(hunk, &[part], &Whole::new(text));
    if hunks.iter().any(|hunk| hunk.invalid.is_some()) {
        return None;
    }
    for hunk in &mut hunks {
        let replaces = deleted(hunk, |_, n_gone| n_gone > 0);
        hunk.replaces = hunk.replaces.or(replaces);
    }
    Some(section(file, hunks))
}

fn section(file: &FilePatch, mut hunks: Vec<Hunk>) -> FilePatch {
    if hunks.is_empty() {
        hunks.push(Hunk {
            lines: [].into(),
            ..file.hunks[0].clone()
        });
    }
    FilePatch {
        hunks,
        op: FileOp::Modify,
        given: Given::Parts,
        elided: false,
        invalid: None,
        ..file.clone()
    }
}

/// Splits content at the lines that stand for others; `None` where none does. A line that the file has stands for itself.
fn parts(hunk: &Hunk, whole: &Whole<'_>) -> Option<Vec<Part>> {
    let mut parts: Vec<Part> = Vec::new();
    let mut current: Vec<Piece> = Vec::new();
    let (mut start, mut n_gaps) = (0, 0);
    let mut above = None;
    let mut close = |lines: &mut Vec<Piece>,
                     above: &mut Option<usize>,
                     below: Option<usize>,
                     index: Range<usize>| {
        let (lines, first, last) = trimmed(std::mem::take(lines));
        let beside = |width, n_blank| GapBeside { n_blank, width };
        let gap_above = above.map(|width| beside(width, first));
        if !lines.is_empty() {
            parts.push(Part {
                lines,
                gap_above,
                gap_below: below.map(|width| beside(width, last)),
                index,
            });
        }
        *above = below;
    };
    for (at, line) in hunk.postimage_pieces().enumerate() {
        let is_there = || !whole.lines_like(&line).is_empty();
        match lazy::gap_in(&line) {
            Some(gap) if !is_there() => {
                n_gaps += 1;
                let is_within = usize::from(gap.head.is_some());
                let width = indent::leading(&line).len() + is_within;
                current.extend(gap.head.map(|head| line.of_same_text(head)));
                close(&mut current, &mut above, Some(width), start..at + 1);
                current.extend(gap.tail.map(Piece::from));
                start = at + 1;
            }
            Some(_) | None => current.push(line),
        }
    }
    let end = hunk.lines.len();
    close(&mut current, &mut above, None, start..end);
    (n_gaps > 0).then_some(parts)
}

/// Returns lines without the blank ones at both ends, and how many those were.
fn trimmed(mut lines: Vec<Piece>) -> (Vec<Piece>, usize, usize) {
    let is_blank = |line: &Piece| indent::is_blank(line);
    let last = lines.iter().rev().take_while(|line| is_blank(line)).count();
    lines.truncate(lines.len() - last);
    let first = lines.iter().take_while(|line| is_blank(line)).count();
    lines.drain(..first);
    (lines, first, last)
}

/// Returns the hunks that the parts make of the file, from the top, and one that waits for each without a place.
fn laid(hunk: &Hunk, parts: &[Part], whole: &Whole<'_>) -> Vec<Hunk> {
    let text = whole.text();
    let mut new: Vec<Piece> = Vec::new();
    let mut doubtful: Vec<(Range<usize>, Unsure, Ends)> = Vec::new();
    let mut lost: Vec<Hunk> = Vec::new();
    let mut shown: Vec<Range<usize>> = Vec::new();
    let mut kept = 0;
    for part in parts {
        let Some(place) = place(part, whole, kept) else {
            lost.push(without_place(hunk, part));
            continue;
        };
        new.extend(text.pieces(LineSpan::new(kept, place.span.start)));
        new.extend(place.lines);
        kept = place.span.end;
        shown.push(place.span.clone());
        // What ends the content ends the file.
        let ends = match part.gap_below {
            Some(_) => Ends::Anywhere,
            None => Ends::File,
        };
        doubtful.extend(place.unsure.map(|why| (place.span, why, ends)));
    }
    new.extend(text.pieces(LineSpan::new(kept, text.n_lines())));
    let mut hunks = content::hunks(hunk, text, &new);
    let hidden = OnceCell::new();
    for hunk in &mut hunks {
        // What goes while less comes in its place, the reply left out without a word.
        hunk.replaces = deleted(hunk, |n_come, n_gone| n_gone > n_come);
        let start = hunk.hint.map_or(0, |hint| hint.line_index);
        let end = start + hunk.preimage().count();
        let why = doubtful
            .iter()
            .find(|(span, ..)| span.start <= end && start <= span.end);
        let is_there = hidden
            .get_or_init(|| Hidden::of(text, &shown))
            .has_name_added_by(hunk, start);
        hunk.unsure = hunk
            .unsure
            .or(why.map(|(_, why, _)| *why))
            .or((is_there || drops_definition(hunk)).then_some(Unsure::EdgeChanged));
        if let Some((span, Unsure::AnchorsRepeat, Ends::Anywhere)) = why {
            look_for(hunk, start, span);
        }
    }
    hunks.extend(lost);
    hunks
}

/// Returns whether a line goes that defines something, and none that defines the same comes: beside a gap, another definition
/// may be new, or a name that changed.
fn drops_definition(hunk: &Hunk) -> bool {
    let defined = |kind: LineKind| {
        let lines = hunk.lines.iter().filter(move |line| line.kind == kind);
        lines.filter_map(|line| heading::defined(&line.body))
    };
    let come: HashSet<String> = defined(LineKind::Insert).collect();
    defined(LineKind::Delete).any(|name| !come.contains(&name))
}

/// Makes a hunk at line `start`, of a part whose lines stand elsewhere, too, one that is looked for like any other: it has a
/// place for each of them, and none until a person chooses. What lies outside of `span`, the part's lines, was not shown.
fn look_for(hunk: &mut Hunk, start: usize, span: &Range<usize>) {
    let mut at = start;
    let mut lines: Vec<HunkLine> = Vec::new();
    for line in hunk.lines.iter() {
        let is_shown = line.kind != LineKind::Context || span.contains(&at);
        at += usize::from(line.in_preimage());
        lines.extend(is_shown.then(|| line.clone()));
    }
    if lines.iter().any(HunkLine::in_preimage) {
        hunk.lines = lines.into();
        hunk.hint = None;
    }
}

/// Returns the lines from the first to the last that go in runs of changes of which `is_told` says so, given how many lines with
/// text come and go in it.
fn deleted(hunk: &Hunk, is_told: impl Fn(usize, usize) -> bool) -> Option<LineSpan> {
    let mut at = hunk.hint?.line_index;
    let mut told: Option<LineSpan> = None;
    for run in hunk
        .lines
        .chunk_by(|one, next| (one.kind == LineKind::Context) == (next.kind == LineKind::Context))
    {
        let count = |kind| {
            let lines = run.iter().filter(|line| line.kind == kind);
            lines.filter(|line| !indent::is_blank(&line.body)).count()
        };
        let n_old = run.iter().filter(|line| line.in_preimage()).count();
        if is_told(count(LineKind::Insert), count(LineKind::Delete)) {
            let from = told.map_or(at, |span| span.start);
            told = Some(LineSpan::new(from, at + n_old));
        }
        at += n_old;
    }
    told
}

fn without_place(hunk: &Hunk, part: &Part) -> Hunk {
    let (first, last) = (part.lines.first(), part.lines.last());
    let shown = |line: Option<&Piece>| {
        let line: &[u8] = line.map_or(b"", |line| line.trimmed());
        crate::text::display::display_line(line)
    };
    let why = match part.lines.len() {
        1 => format!(
            "beside `{}` lines are left out, but the file has no such line",
            shown(first)
        ),
        _ => format!(
            "lines are left out above `{}` and below `{}`, but the file has neither",
            shown(first),
            shown(last)
        ),
    };
    let lines = part.lines.iter().cloned();
    Hunk {
        lines: lines
            .map(|line| HunkLine::new(LineKind::Insert, line))
            .collect(),
        extent: Extent::Elided,
        invalid: Some(why.into()),
        ..hunk.clone()
    }
}

/// Returns where a part goes in what is left of the file from line `from` on.
fn place(part: &Part, whole: &Whole<'_>, from: usize) -> Option<Place> {
    let text = whole.text();
    let Some(core) = core(part, whole, from) else {
        return at_an_end(part, text, from);
    };
    let (lines, core) = (reindented(part, &core, text), core);
    let mut unsure = core.unsure;
    let mut start = core.file.start;
    let names: HashSet<String> = lines
        .iter()
        .filter_map(|line| heading::defined(line))
        .collect();
    let above = &lines[..core.part.start];
    // What is shown above the first anchor is new, unless an edge of it is there.
    let edge = (0..above.len()).find_map(|at| {
        let far = start.saturating_sub(above.len() - at + REACH).max(from);
        // Of several, the one with most of what is shown below it; then the nearest.
        let n_same = |line: &usize| {
            let pairs = above[at..].iter().zip(*line..start);
            pairs
                .take_while(|(new, old)| new.trimmed_end() == text.line(*old).trimmed_end())
                .count()
        };
        let edges = places(&above[at], far..start, whole);
        let n_shown = above.len() - at;
        let line = edges
            .filter(|line| reaches(&above[at], start - line, n_shown, whole))
            .max_by_key(n_same)?;
        passes_no_definition(text, line..start, &names).then_some((at, line))
    });
    let n_new_above = match edge {
        Some((at, line)) => {
            start = line;
            at
        }
        None => {
            let far = start.saturating_sub(above.len() + REACH).max(from);
            unsure = unsure.or(edge_changed(above, far..start, whole));
            above.len()
        }
    };
    for (line, old) in beside(lines[..n_new_above].iter().rev(), (from..start).rev(), text) {
        match replaces(line, text.line(old)) {
            Replaces::No => break,
            Replaces::Surely => start = old,
            Replaces::Maybe => {
                start = old;
                unsure = unsure.or(Some(Unsure::EdgeChanged));
            }
        }
    }
    // Content that begins with what is new, and not with a gap, may stand for what the file begins with.
    if n_new_above > 0 && part.gap_above.is_none() && start > from {
        unsure = unsure.or(Some(Unsure::EdgeChanged));
    }
    let mut end = core.file.end;
    let below = &lines[core.part.end..];
    let edge = (0..below.len()).rev().find_map(|at| {
        let far = (end + at + REACH).min(text.n_lines());
        let n_same = |line: &usize| {
            let pairs = below[..=at].iter().rev().zip((end..=*line).rev());
            pairs
                .take_while(|(new, old)| new.trimmed_end() == text.line(*old).trimmed_end())
                .count()
        };
        let edges = places(&below[at], end..far, whole).rev();
        let line = edges
            .filter(|line| reaches(&below[at], line + 1 - end, at + 1, whole))
            .max_by_key(n_same)?;
        passes_no_definition(text, end..line, &names).then_some((at, line))
    });
    let n_new_below = match edge {
        Some((at, line)) => {
            end = line + 1;
            below.len() - at - 1
        }
        None => {
            let far = (end + below.len() + REACH).min(text.n_lines());
            unsure = unsure.or(edge_changed(below, end..far, whole));
            below.len()
        }
    };
    let (known, new_below) = lines.split_at(lines.len() - n_new_below);
    if let Some(body_end) = end_of_body(known, new_below, part, text, end) {
        end = body_end;
    } else {
        for (line, old) in beside(new_below.iter(), end..text.n_lines(), text) {
            match replaces(line, text.line(old)) {
                Replaces::No => break,
                Replaces::Surely => end = old + 1,
                Replaces::Maybe => {
                    end = old + 1;
                    unsure = unsure.or(Some(Unsure::EdgeChanged));
                }
            }
        }
    }
    let mut all = Vec::new();
    if n_new_above > 0 {
        let n_there = n_blank((from..start).rev(), text);
        let n_wanted = part.gap_above.map_or(0, |gap| gap.n_blank);
        all.extend(blanks(n_wanted.saturating_sub(n_there)));
    }
    all.extend(lines);
    if n_new_below > 0 {
        let n_there = n_blank(end..text.n_lines(), text);
        let n_wanted = part.gap_below.map_or(0, |gap| gap.n_blank);
        all.extend(blanks(n_wanted.saturating_sub(n_there)));
    }
    Some(Place {
        span: start..end,
        lines: all,
        unsure,
    })
}

/// Pairs the new lines at an edge of a part with those of the file there, blank ones aside where both have them.
fn beside<'a>(
    new: impl Iterator<Item = &'a Piece>,
    old: impl Iterator<Item = usize>,
    text: &Text,
) -> impl Iterator<Item = (&'a Piece, usize)> {
    let pairs = new.zip(old);
    let both_blank =
        |(new, old): &(&Piece, usize)| indent::is_blank(new) && indent::is_blank(text.line(*old));
    pairs.filter(move |pair| !both_blank(pair))
}

fn blanks(n_lines: usize) -> impl Iterator<Item = Piece> {
    std::iter::repeat_n(Piece::from(""), n_lines)
}

fn n_blank(lines: impl Iterator<Item = usize>, text: &Text) -> usize {
    lines
        .take_while(|line| indent::is_blank(text.line(*line)))
        .count()
}

/// Places a part of which the file has nothing: at the end that no gap parts it from.
fn at_an_end(part: &Part, text: &Text, from: usize) -> Option<Place> {
    let n_lines = text.n_lines();
    match (part.gap_above, part.gap_below) {
        (
            Some(GapBeside {
                n_blank: n_wanted, ..
            }),
            None,
        ) => {
            let last = n_lines - n_blank((from..n_lines).rev(), text);
            let pairs = part.lines.iter().rev().zip((from..last).rev());
            let pairs = pairs
                .take_while(|(new, old)| !matches!(replaces(new, text.line(*old)), Replaces::No));
            let n_replaced = pairs.count();
            let start = last - n_replaced;
            let end = if n_replaced == 0 { n_lines } else { last };
            let n_there = if n_replaced == 0 {
                n_lines - last
            } else {
                n_wanted
            };
            let lines = blanks(n_wanted.saturating_sub(n_there));
            Some(Place {
                span: if n_replaced == 0 {
                    n_lines..n_lines
                } else {
                    start..end
                },
                lines: lines.chain(part.lines.iter().cloned()).collect(),
                unsure: Some(Unsure::EdgeChanged).filter(|_| n_replaced > 0),
            })
        }
        (
            None,
            Some(GapBeside {
                n_blank: n_wanted, ..
            }),
        ) if from == 0 => {
            let imports = |line: &Piece| is_import(line.trimmed()) || indent::is_blank(line);
            let first = (0..n_lines).find(|line| is_import(text.line(*line)));
            let among = first.filter(|_| part.lines.iter().all(imports));
            let at = among.unwrap_or(0);
            let n_there = n_blank(at..n_lines, text);
            let below = blanks(n_wanted.saturating_sub(n_there));
            Some(Place {
                span: at..at,
                lines: part
                    .lines
                    .iter()
                    .cloned()
                    .chain(below.filter(|_| among.is_none()))
                    .collect(),
                unsure: Some(Unsure::EdgeChanged).filter(|_| among.is_none()),
            })
        }
        (_, _) => None,
    }
}

/// The lines from the first anchor of a part to its last, there and in the file.
struct Core {
    part: Range<usize>,
    file: Range<usize>,
    unsure: Option<Unsure>,
}

/// Finds lines of a part in the file: those that stand once in both, in order; else the lines of which most stand in a row.
fn core(part: &Part, whole: &Whole<'_>, from: usize) -> Option<Core> {
    let text = whole.text();
    let mut n_times: HashMap<&[u8], usize> = HashMap::new();
    for line in &part.lines {
        *n_times.entry(line.trimmed()).or_default() += 1;
    }
    let only = |at: usize| {
        let line = &part.lines[at];
        let is_one = n_times[line.trimmed()] == 1;
        let places = whole.lines_like_from(line, from);
        match places {
            [place] if is_one && says_something(line) => Some((at, *place)),
            [] | [_] | [_, _, ..] => None,
        }
    };
    let anchors: Vec<(usize, usize)> = (0..part.lines.len()).filter_map(only).collect();
    let is_strong = |(at, _): &(usize, usize)| n_letters(&part.lines[*at]) >= N_LETTERS_OF_STRONG;
    let strong: Vec<(usize, usize)> = anchors.iter().copied().filter(is_strong).collect();
    let strong = rising(&strong);
    // Only the first and the last anchor bound the part.
    let fits = |(at, line): &(usize, usize)| {
        let is_above = strong
            .first()
            .is_none_or(|first| *at < first.0 && *line < first.1);
        let is_below = strong
            .last()
            .is_some_and(|last| *at > last.0 && *line > last.1);
        is_above || is_below || strong.binary_search(&(*at, *line)).is_ok()
    };
    let anchors: Vec<(usize, usize)> = anchors.into_iter().filter(fits).collect();
    let anchors = rising(&anchors);
    let kept = together(&anchors, part, text);
    if let (Some(first), Some(last)) = (kept.first(), kept.last()) {
        return Some(Core {
            part: first.0..last.0 + 1,
            file: first.1..last.1 + 1,
            unsure: Some(Unsure::EdgeChanged).filter(|_| kept.len() < anchors.len()),
        });
    }
    let mut best: Option<Core> = None;
    let mut is_tie = false;
    for at in 0..part.lines.len() {
        if indent::is_blank(&part.lines[at]) {
            continue;
        }
        for start in whole
            .lines_like_from(&part.lines[at], from)
            .iter()
            .take(N_PLACES)
        {
            let rest = part.lines[at..].iter().zip(*start..text.n_lines());
            let n_same = rest
                .take_while(|(line, there)| line.trimmed() == text.line(*there).trimmed())
                .count();
            if !whole.spend((1 + n_same) * N_BYTES_OF_A_LOOK) {
                is_tie = true;
                break;
            }
            let longest = best.as_ref().map_or(0, |best| best.part.len());
            let begins_alike = is_same(&part.lines[at], text.line(*start));
            if n_same > longest && (begins_alike || n_same > 1) {
                is_tie = false;
                best = Some(Core {
                    part: at..at + n_same,
                    file: *start..*start + n_same,
                    unsure: None,
                });
            } else if n_same == longest && begins_alike {
                is_tie = true;
                // Where nothing is left out below, it is the end of the file that is shown.
                if part.gap_below.is_none() {
                    best = Some(Core {
                        part: at..at + n_same,
                        file: *start..*start + n_same,
                        unsure: None,
                    });
                }
            }
        }
    }
    let best = best?;
    // What is all there already changes nothing, wherever it is: the next brace closes what is shown.
    let is_all = best.part == (0..part.lines.len());
    let again = whole
        .lines_like_from(&part.lines[best.part.start], from)
        .len()
        > 1;
    let unsure = Some(Unsure::AnchorsRepeat).filter(|_| (is_tie || again) && !is_all);
    Some(Core { unsure, ..best })
}

/// Returns the anchors without those at either end that are indented otherwise than most of the others, where lines between
/// would go that are not shown: a line that occurs once may belong to another block.
fn together<'a>(anchors: &'a [(usize, usize)], part: &Part, text: &Text) -> &'a [(usize, usize)] {
    let width = |line: &[u8]| indent::leading(line).len() as isize;
    let shift = |(at, line): &(usize, usize)| width(text.line(*line)) - width(&part.lines[*at]);
    let mut n_times: BTreeMap<isize, usize> = BTreeMap::new();
    for anchor in anchors {
        *n_times.entry(shift(anchor)).or_default() += 1;
    }
    let usual = n_times.iter().max_by_key(|(shift, n)| (**n, **shift == 0));
    let usual = usual.map_or(0, |(shift, _)| *shift);
    let is_other = |anchor| shift(anchor) != usual;
    let goes = |above: &(usize, usize), below: &(usize, usize)| {
        (below.1 - above.1).saturating_sub(below.0 - above.0) > N_UNQUOTED
    };
    let mut kept = anchors;
    while let [first, second, ..] = kept
        && is_other(first)
        && goes(first, second)
    {
        kept = &kept[1..];
    }
    while let [.., second, last] = kept
        && is_other(last)
        && goes(second, last)
    {
        kept = &kept[..kept.len() - 1];
    }
    kept
}

/// Returns where the body ends that the new lines at the end of a part stand for: those within a line that is there, where the
/// gap below is no deeper than that line. Then nothing of the body is left out. `None` where they are no body.
fn end_of_body(
    known: &[Piece],
    new: &[Piece],
    part: &Part,
    text: &Text,
    end: usize,
) -> Option<usize> {
    let width = indent::leading(new.iter().find(|line| !indent::is_blank(line))?).len();
    let is_outside = |line: &&Piece| !indent::is_blank(line) && indent::leading(line).len() < width;
    let opener = known.iter().rev().find(is_outside)?;
    let outside = indent::leading(opener).len();
    let is_all = part.gap_below.is_none_or(|gap| gap.width <= outside);
    let is_body = |line: &usize| {
        let line = text.line(*line);
        indent::is_blank(line) || indent::leading(line).len() > outside
    };
    let body = (end..text.n_lines()).take_while(is_body);
    let last = body
        .filter(|line| !indent::is_blank(text.line(*line)))
        .last();
    is_all.then(|| last.map_or(end, |last| last + 1))
}

/// Returns the part as deep as the file has its first anchor, where all its lines can be moved so.
fn reindented(part: &Part, core: &Core, text: &Text) -> Vec<Piece> {
    let anchor = &part.lines[core.part.start];
    let (here, there) = (
        indent::leading(anchor),
        indent::leading(text.line(core.file.start)),
    );
    let Some(more) = there
        .strip_suffix(here.as_bytes())
        .filter(|more| !more.is_empty())
    else {
        return part.lines.clone();
    };
    let moved = |line: &Piece| {
        if indent::is_blank(line) {
            line.clone()
        } else {
            Piece::from([more, line.as_bytes()].concat())
        }
    };
    part.lines.iter().map(moved).collect()
}

/// Returns whether a line is there but for blanks at its end.
fn is_same(line: &Piece, there: &[u8]) -> bool {
    line.trimmed_end() == there.trimmed_end() && !indent::is_blank(line)
}

/// Returns where a line stands within `span` of the file, but for blanks at its end.
fn places<'w>(
    line: &'w Piece,
    span: Range<usize>,
    whole: &'w Whole<'_>,
) -> impl DoubleEndedIterator<Item = usize> {
    let like = whole.lines_like_from(line, span.start);
    let like = &like[..like.partition_point(|at| *at < span.end)];
    like.iter()
        .copied()
        .filter(|at| is_same(line, whole.text().line(*at)))
}

/// Returns whether a line of a part may be so many lines of the file away from its anchors, where so many are shown: all
/// between goes that is not shown, so a line that stands elsewhere, too, or says nothing, does not reach far.
fn reaches(line: &Piece, n_there: usize, n_shown: usize, whole: &Whole<'_>) -> bool {
    let n_gone = n_there.saturating_sub(n_shown);
    let is_only_one = || whole.lines_like(line).len() == 1;
    n_gone == 0 || says_something(line) && is_only_one()
}

/// Returns that lines beyond the anchors are not surely new, where one that says something stands in `span`.
fn edge_changed(lines: &[Piece], span: Range<usize>, whole: &Whole<'_>) -> Option<Unsure> {
    let stands =
        |line: &Piece| says_something(line) && places(line, span.clone(), whole).next().is_some();
    lines.iter().any(stands).then_some(Unsure::EdgeChanged)
}

fn n_letters(line: &[u8]) -> usize {
    let letters = line.iter().filter(|byte| byte.is_ascii_alphanumeric());
    letters.count()
}

fn says_something(line: &[u8]) -> bool {
    n_letters(line) >= N_LETTERS
}

/// Returns whether no definition begins in these lines of the file that the part, which has those called `names`, does not
/// have: it would be lost.
fn passes_no_definition(text: &Text, span: Range<usize>, names: &HashSet<String>) -> bool {
    let mut defined = span.filter_map(|line| heading::defined(text.line(line)));
    defined.all(|name| names.contains(&name))
}

/// Whether a new line at the edge of a part stands for the one of the file beside it.
enum Replaces {
    Surely,
    Maybe,
    No,
}

fn replaces(new: &Piece, old: &[u8]) -> Replaces {
    if indent::is_blank(old)
        || indent::is_blank(new)
        || indent::leading(new) != indent::leading(old)
    {
        return Replaces::No;
    }
    match (heading::defined(new), heading::defined(old)) {
        (Some(new), Some(old)) if new == old => return Replaces::Surely,
        (None, None) => {}
        (_, _) => return Replaces::No,
    }
    let (new, old) = (new.trimmed(), old.trimmed());
    let n_first = new
        .iter()
        .zip(old)
        .take_while(|(new, old)| new == old)
        .count();
    let n_last = new.iter().rev().zip(old.iter().rev());
    let n_last = n_last.take_while(|(new, old)| new == old).count();
    let n_same = (n_first + n_last).min(new.len()).min(old.len());
    // What is set, returned or thrown there is set, returned or thrown anew.
    let before = |line: &[u8], signs: &[u8]| -> Option<Vec<u8>> {
        let end = line.iter().position(|byte| signs.contains(byte))?;
        Some(line[..end].trim_ascii_end().to_vec())
    };
    let leaves = [&b"return"[..], b"raise", b"throw", b"yield", b"break"];
    let word = |line: &[u8]| before(line, b" ;(").unwrap_or_else(|| line.to_vec());
    let leaves_alike = word(new) == word(old) && leaves.contains(&&*word(new));
    let sets_alike = before(new, b"=:").is_some_and(|set| Some(set) == before(old, b"=:"));
    let is_alike = leaves_alike || sets_alike || 2 * n_same > new.len().max(old.len());
    // One import more is one more, unless it is of the same module.
    let module = |line: &[u8]| -> Vec<u8> {
        let end = line.find(" import ").or_else(|| line.find_byte(b'{'));
        line[..end.unwrap_or(line.len())].to_vec()
    };
    let is_import = is_import(new) && is_import(old);
    if is_import && module(new) == module(old) {
        return Replaces::Maybe;
    }
    let is_other = is_import && n_first < old.len();
    if is_alike && !is_other {
        Replaces::Maybe
    } else {
        Replaces::No
    }
}

#[cfg(test)]
mod tests;
