//! Where a part may lie in its file: its lines are laid over every stretch of the file, and each stretch has a price for what
//! would come and go there. What lies beyond the stretch costs nothing: a gap stands for it.

use std::cell::OnceCell;
use std::collections::HashSet;
use std::ops::Range;

use super::super::complete::Whole;
use super::cost::{AMID_BODY, BLANK, BODY_GOES_ON, EACH_GONE, EDGE, GONE, Line, NOT_AT_END};
use super::{GapBeside, Part};
use crate::text::{Piece, Text, Trim, indent};

/// The least weight of a line by which windows of the file are chosen.
pub(super) const HEAVY: u32 = 8;

/// Of a longer part, only this many lines at each end are aligned.
const N_LINES_OF_END: usize = 200;

/// So many lines beyond its own length may a part take the place of, and twice its length.
const REACH: usize = 64;

/// The most stretches that are kept, and how much more they may cost than the cheapest one.
const N_STRETCHES: usize = 100;
const SLACK: u32 = 60;

/// What it costs to lay a line over another, in bytes looked at.
const N_BYTES_OF_A_LOOK: usize = 16;

/// Lines of the file that a part may take the place of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Stretch {
    pub(super) lines: Range<usize>,
    /// The less, the more likely.
    pub(super) cost: u32,
}

/// Says of a stretch whether a part would begin amid the body of something else there.
type IsAmid<'f> = &'f dyn Fn(&Stretch) -> bool;

/// What lies beyond the first line of what is laid, or the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Beyond {
    /// Lines that are left out.
    Gap,
    /// The end of the file, if it is all of the file.
    File,
    /// More lines of the part.
    More,
}

/// The lines of a file with what is compared of them, each made when it is first asked for: many parts may look at it.
pub(super) struct FileLines<'t> {
    text: &'t Text,
    lines: Vec<OnceCell<Line<'t>>>,
    /// For each line the first one with text from there on.
    with_text: OnceCell<Vec<usize>>,
}

impl<'t> FileLines<'t> {
    pub(super) fn of(text: &'t Text) -> FileLines<'t> {
        FileLines {
            text,
            lines: vec![OnceCell::new(); text.n_lines()],
            with_text: OnceCell::new(),
        }
    }

    /// Returns the first line with text from `at` on; the number of lines where there is none.
    pub(super) fn next_with_text(&self, at: usize) -> usize {
        let with_text = self.with_text.get_or_init(|| {
            let mut next = vec![self.text.n_lines(); self.text.n_lines() + 1];
            for line in (0..self.text.n_lines()).rev() {
                next[line] = match indent::is_blank(self.text.line(line)) {
                    true => next[line + 1],
                    false => line,
                };
            }
            next
        });
        with_text[at.min(self.text.n_lines())]
    }

    fn get(&self, at: usize) -> Line<'t> {
        *self.lines[at].get_or_init(|| Line::new(self.text.line(at)))
    }
}

/// Returns the stretches that a part may take the place of, the cheapest first; `None` where the file is too long to look
/// through. They begin in `bound`, and `is_amid` says of one whether it would begin amid the body of something else.
pub(super) fn stretches(
    part: &Part,
    bound: &Range<usize>,
    is_amid: IsAmid<'_>,
    (whole, file): (&Whole<'_>, &FileLines<'_>),
) -> Option<Vec<Stretch>> {
    let beyond = |gap: Option<GapBeside>| gap.map_or(Beyond::File, |_| Beyond::Gap);
    let (above, below) = (beyond(part.gap_above), beyond(part.gap_below));
    let n_lines = part.lines.len();
    let mut found = if n_lines <= 2 * N_LINES_OF_END {
        laid(&part.lines, (above, below), (bound, is_amid), whole, file)?
    } else {
        let head = &part.lines[..N_LINES_OF_END];
        let tail = &part.lines[n_lines - N_LINES_OF_END..];
        let heads = laid(head, (above, Beyond::More), (bound, is_amid), whole, file)?;
        let all = 0..whole.text().n_lines() + 1;
        let tails = laid(tail, (Beyond::More, below), (&all, &|_| false), whole, file)?;
        joined(heads, &tails)
    };
    let mut with_bodies = Vec::new();
    for stretch in &mut found {
        if let Some(body) = body_behind(part, stretch.lines.end, whole.text()) {
            let n_gone = body
                .clone()
                .filter(|line| !indent::is_blank(whole.text().line(*line)));
            with_bodies.push(Stretch {
                lines: stretch.lines.start..body.end,
                cost: stretch.cost + GONE + EACH_GONE * n_gone.count() as u32,
            });
            stretch.cost += BODY_GOES_ON;
        }
    }
    found.extend(with_bodies);
    Some(cheapest(found))
}

/// Returns the stretches from the start of one to the end of another.
fn joined(heads: Vec<Stretch>, tails: &[Stretch]) -> Vec<Stretch> {
    let mut joined = Vec::new();
    for head in heads {
        let behind = tails
            .iter()
            .filter(|tail| tail.lines.start >= head.lines.start);
        joined.extend(behind.map(|tail| Stretch {
            lines: head.lines.start..tail.lines.end.max(head.lines.end),
            cost: head.cost + tail.cost,
        }));
    }
    joined
}

/// Returns the cheapest of the stretches, each once.
fn cheapest(mut stretches: Vec<Stretch>) -> Vec<Stretch> {
    stretches.sort_by_key(|stretch| (stretch.cost, stretch.lines.len(), stretch.lines.start));
    let most = stretches.first().map_or(0, |best| best.cost + SLACK);
    let mut seen = HashSet::new();
    let mut cheapest: Vec<Stretch> = stretches
        .into_iter()
        .take_while(|stretch| stretch.cost <= most)
        .filter(|stretch| seen.insert(stretch.lines.clone()))
        .take(N_STRETCHES)
        .collect();
    // They are collected where all of them were, which is as long as the file: each of many parts would keep so much.
    cheapest.shrink_to_fit();
    cheapest
}

/// Returns the lines from `end` on of a body that a part shows from its head to a last line which is new, with no deeper gap
/// behind it. A body in braces needs no rule: its closing line is shown.
fn body_behind(part: &Part, end: usize, text: &Text) -> Option<Range<usize>> {
    let width = |line: &[u8]| indent::leading(line).len();
    let with_text = |line: &usize| !indent::is_blank(text.line(*line));
    let next = (end..text.n_lines()).find(with_text)?;
    let last = part.lines.last()?;
    let is_there = end
        .checked_sub(1)
        .is_some_and(|end| text.line(end).trimmed() == last.trimmed());
    let is_head = |line: &&Piece| !indent::is_blank(line) && width(line) < width(text.line(next));
    let head = part.lines.iter().rfind(is_head)?;
    let outside = width(head);
    let is_all = part.gap_below.is_none_or(|gap| gap.width <= outside);
    if is_there || !is_all || !head.trimmed_end().ends_with(b":") || width(last) <= outside {
        return None;
    }
    let is_body = |line: &usize| !with_text(line) || width(text.line(*line)) > outside;
    let body = (next..text.n_lines()).take_while(is_body).filter(with_text);
    body.last().map(|last| end..last + 1)
}

/// Returns what it costs to lay `lines` over stretches of the file, for each that is the cheapest of those that begin, or end,
/// at a line.
fn laid(
    lines: &[Piece],
    beyond: (Beyond, Beyond),
    (bound, is_amid): (&Range<usize>, IsAmid<'_>),
    whole: &Whole<'_>,
    file: &FileLines<'_>,
) -> Option<Vec<Stretch>> {
    let text = whole.text();
    let (above, below) = beyond;
    let new: Vec<Line<'_>> = lines.iter().map(|line| Line::new(line)).collect();
    let with_text = |line: &usize| !indent::is_blank(text.line(*line));
    let first = (0..text.n_lines()).find(with_text).unwrap_or(0);
    let end = (0..text.n_lines())
        .rfind(with_text)
        .map_or(0, |last| last + 1);
    let mut found = Vec::new();
    for window in windows(&new, bound, whole) {
        if !whole.spend(2 * window.len() * new.len() * N_BYTES_OF_A_LOOK) {
            return None;
        }
        let old: Vec<Line<'_>> = window.clone().map(|line| file.get(line)).collect();
        let first = first.max(window.start) - window.start;
        let end = end.clamp(window.start, window.end) - window.start;
        let n_old = old.len();
        let starts: Vec<Bound> = (0..=n_old)
            .map(|at| Bound::of(above, at <= first))
            .collect();
        let mut ends: Vec<Bound> = (0..=n_old).map(|at| Bound::of(below, at >= end)).collect();
        let to_each_end = cheapest_to_each(&new, &old, &starts, &ends);
        let mut in_window: Vec<Stretch> = Vec::new();
        in_window.extend(
            to_each_end
                .into_iter()
                .enumerate()
                .map(|(end, (cost, start))| Stretch {
                    lines: window.start + start..window.start + end,
                    cost,
                }),
        );
        ends.reverse();
        let starts: Vec<Bound> = starts.into_iter().rev().collect();
        let from_each_start = cheapest_to_each(&backwards(&new), &backwards(&old), &ends, &starts);
        in_window.extend(
            from_each_start
                .into_iter()
                .enumerate()
                .map(|(start, (cost, end))| Stretch {
                    lines: window.end - start..window.end - end,
                    cost,
                }),
        );
        in_window.retain(|stretch| bound.contains(&stretch.lines.start));
        for stretch in &mut in_window {
            stretch.cost += if is_amid(stretch) { AMID_BODY } else { 0 };
        }
        found.extend(in_window);
        found = cheapest(found);
    }
    Some(found)
}

/// What it costs that a stretch has an end at a line.
#[derive(Debug, Clone, Copy)]
struct Bound {
    /// In any case.
    cost: u32,
    /// Where the line there is new, or another one than that of the file.
    edge: u32,
}

impl Bound {
    /// Returns the cost of a bound at a line.
    fn of(beyond: Beyond, is_at_end: bool) -> Bound {
        let (cost, edge) = match (beyond, is_at_end) {
            (Beyond::More, _) | (Beyond::File, true) => (0, 0),
            (Beyond::Gap, _) => (0, EDGE),
            (Beyond::File, false) => (NOT_AT_END, EDGE),
        };
        Bound { cost, edge }
    }
}

fn backwards<'a>(lines: &[Line<'a>]) -> Vec<Line<'a>> {
    lines.iter().rev().copied().collect()
}

/// Returns the lines of the file around those that the part shows, that say much, and that are rarest there: a stretch
/// without any of them costs more by all of these, and is not kept. All of the file where it shows none. None begins above
/// `bound`, or reaches far below it.
fn windows(new: &[Line<'_>], bound: &Range<usize>, whole: &Whole<'_>) -> Vec<Range<usize>> {
    let reach = 2 * new.len() + REACH;
    let all = bound.start..(bound.end + reach).min(whole.text().n_lines());
    let heavy = new.iter().filter(|line| line.weight >= HEAVY);
    let found = heavy.map(|line| (whole.lines_like(line.text), line.weight));
    let mut found: Vec<(&[usize], u32)> = found.filter(|(there, _)| !there.is_empty()).collect();
    found.sort_by_key(|(there, _)| (there.len(), there[0]));
    found.dedup_by_key(|(there, _)| there[0]);
    let mut left = SLACK;
    let rarest = found.iter().take_while(|(_, weight)| {
        let is_needed = left > 0;
        left = left.saturating_sub(*weight);
        is_needed
    });
    let mut places: Vec<usize> = rarest
        .flat_map(|(there, _)| there.iter().copied())
        .collect();
    places.sort_unstable();
    let mut windows: Vec<Range<usize>> = Vec::new();
    for place in places {
        let start = place.saturating_sub(reach).max(all.start);
        let window = start..(place + reach).min(all.end);
        if window.is_empty() {
            continue;
        }
        match windows.last_mut() {
            Some(last) if window.start <= last.end => last.end = window.end,
            Some(_) | None => windows.push(window),
        }
    }
    if windows.is_empty() {
        windows.push(all);
    }
    windows
}

/// A cost, and where the stretch begins that has it.
type Reached = (u32, usize);

/// Returns for each line of `old` what the cheapest stretch costs that ends before it, and where it begins. Between two lines
/// that stay, lines come first and then others go; at an end of the stretch none go: those are beyond it.
fn cheapest_to_each(
    new: &[Line<'_>],
    old: &[Line<'_>],
    starts: &[Bound],
    ends: &[Bound],
) -> Vec<Reached> {
    const NEVER: Reached = (u32::MAX / 2, 0);
    let n_old = old.len();
    // What it costs to begin at a line where all lines so far are new.
    let mut all_new: Vec<u32> = starts.iter().map(|start| start.cost).collect();
    // What it costs up to a line where some stayed, and the last step brought or kept one, or took one away.
    let mut kept = vec![NEVER; n_old + 1];
    let mut going = vec![NEVER; n_old + 1];
    for (at, line) in new.iter().enumerate() {
        let (is_first, is_last) = (at == 0, at + 1 == new.len());
        let comes = if line.is_blank() { BLANK } else { line.weight };
        let edge_at = |start: usize, end: usize| {
            let above = if is_first { starts[start].edge } else { 0 };
            above + if is_last { ends[end].edge } else { 0 }
        };
        let mut next = vec![NEVER; n_old + 1];
        let mut next_going = vec![NEVER; n_old + 1];
        next[0] = (kept[0].0 + comes, kept[0].1);
        for last in 0..n_old {
            let end = last + 1;
            let before = kept[last].min(going[last]).min((all_new[last], last));
            let mut best = (kept[end].0 + comes + edge_at(last, end), kept[end].1);
            if before.0 < best.0
                && let Some(cost) = line.laid_over(&old[last])
            {
                // A line that is only moved is the same line, unless it says as little as what closes a block.
                let says_much = line.weight >= HEAVY || line.name != 0;
                let is_same = line.text == old[last].text && says_much;
                let edge = match cost > 0 && !is_same {
                    true => edge_at(last, end),
                    false => 0,
                };
                best = best.min((before.0 + cost + edge, before.1));
            }
            next[end] = best;
            if !is_last {
                let each = if old[last].is_blank() {
                    BLANK
                } else {
                    EACH_GONE
                };
                let (begins, goes_on) = (next[last], next_going[last]);
                next_going[end] =
                    (begins.0 + GONE + each, begins.1).min((goes_on.0 + each, goes_on.1));
            }
        }
        (kept, going) = (next, next_going);
        for (at, cost) in all_new.iter_mut().enumerate() {
            *cost += comes + edge_at(at, at);
        }
    }
    let pairs = kept.into_iter().zip(all_new).zip(ends).enumerate();
    pairs
        .map(|(at, ((kept, new), end))| {
            let (cost, start) = kept.min((new, at));
            (cost + end.cost, start)
        })
        .collect()
}
