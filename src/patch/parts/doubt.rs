//! Why a part may be meant otherwise than it lies: beside a gap a new line may stand for a hidden one, and lines that would go
//! may only be hidden.

use std::ops::Range;

use bstr::ByteSlice;
use similar::DiffOp;

use super::super::Unsure;
use super::super::alignment::{Search, operations};
use super::super::complete::Whole;
use super::core::{N_LETTERS_OF_STRONG, around, is_strong, says_something, weight};
use super::replaces::{is_like, leaves};
use super::{GapBeside, Part};
use crate::text::{Piece, Text, Trim, indent};

/// The most new lines of an edge that are compared with hidden ones, and one more of these than of those.
const N_COMPARED: usize = 10;

/// The most places of lines that are looked at.
const N_PLACES: usize = 200;

/// A line that bounds a part is looked for so much further.
const N_FURTHER: usize = 8;

/// The most lines that may stand twice in a row, once shown and once hidden.
const N_REPEATED: usize = 20;

/// A part over the lines of the file that it takes the place of.
pub(super) struct Overlay<'a, 't> {
    part: &'a Part,
    lines: &'a [Piece],
    whole: &'a Whole<'t>,
    span: Range<usize>,
    /// The lines of the part that come.
    come: Vec<usize>,
    /// Those that are new, and stand for none that goes; blank ones are left out.
    new: Vec<usize>,
    /// The lines of the file that go, blank ones left out.
    gone: Vec<usize>,
    /// Those of them that no new line stands for.
    unlike: Vec<usize>,
    /// The first line of the part with text that stays.
    first_kept: Option<usize>,
    /// How much the lines that stay say of their place.
    n_same: usize,
    /// The lines that stand once in the file, and in the part, and stay: of the part, and of the file.
    sure: Vec<(usize, usize)>,
}

impl<'a, 't> Overlay<'a, 't> {
    /// Lays `lines`, those of `part`, over `span`.
    pub(super) fn new(
        part: &'a Part,
        lines: &'a [Piece],
        whole: &'a Whole<'t>,
        span: Range<usize>,
    ) -> Overlay<'a, 't> {
        let text = whole.text();
        let old: Vec<&[u8]> = span.clone().map(|at| text.line(at).trimmed_end()).collect();
        let new: Vec<&[u8]> = lines.iter().map(|line| line.trimmed_end()).collect();
        let ops = operations(Search::Myers, &old, &new);
        let mut overlay = Overlay {
            part,
            lines,
            whole,
            span,
            come: Vec::new(),
            new: Vec::new(),
            first_kept: None,
            n_same: 0,
            gone: Vec::new(),
            unlike: Vec::new(),
            sure: Vec::new(),
        };
        for op in ops {
            overlay.add(&op, &old, &new);
        }
        overlay
    }

    fn add(&mut self, op: &DiffOp, old: &[&[u8]], new: &[&[u8]]) {
        let start = self.span.start;
        if matches!(op, DiffOp::Equal { .. }) {
            let mut kept = op.new_range().filter(|at| !indent::is_blank(new[*at]));
            self.first_kept = self.first_kept.or_else(|| kept.next());
            self.n_same += op.new_range().map(|at| weight(new[at])).sum::<usize>();
            let pairs = op.new_range().zip(op.old_range());
            let is_sure = |(at, _): &(usize, usize)| {
                let is_shown_once = || new.iter().filter(|line| **line == new[*at]).count() == 1;
                says_something(new[*at])
                    && self.whole.lines_like(new[*at]).len() == 1
                    && is_shown_once()
            };
            let sure: Vec<(usize, usize)> = pairs.filter(is_sure).collect();
            self.sure
                .extend(sure.iter().map(|(at, line)| (*at, start + line)));
            return;
        }
        let has_text = |line: &[u8]| !indent::is_blank(line);
        let gone: Vec<usize> = op.old_range().filter(|at| has_text(old[*at])).collect();
        let come: Vec<usize> = op.new_range().filter(|at| has_text(new[*at])).collect();
        let near = |lines: &[usize]| lines[..lines.len().min(N_COMPARED)].to_vec();
        let (near_gone, near_come) = (near(&gone), near(&come));
        // A line may be moved further in, or out.
        let is_like = |at: usize, line: usize| is_like(new[at].trimmed(), old[line].trimmed());
        let stands_for_one = |at: &usize| near_gone.iter().any(|line| is_like(*at, *line));
        let has_one = |line: &usize| near_come.iter().any(|at| is_like(*at, *line));
        self.unlike.extend(
            gone.iter()
                .filter(|line| !has_one(line))
                .map(|line| start + line),
        );
        self.gone.extend(gone.iter().map(|line| start + line));
        self.new
            .extend(come.iter().filter(|at| !stands_for_one(at)));
        self.come.extend(come);
    }

    /// Returns why the part may be meant otherwise; `from` is the first line of the file that no part before it shows.
    pub(super) fn doubt(&self, from: usize) -> Option<Unsure> {
        let text = self.whole.text();
        let first_sure = self.sure.first().map_or(self.lines.len(), |(at, _)| *at);
        let last_sure = self.sure.last().map_or(0, |(at, _)| at + 1);
        let new = |range: Range<usize>| self.new.iter().filter(move |at| range.contains(at));
        let above = self.hidden_like(new(0..first_sure), (from..self.span.start).rev());
        let below = || {
            let new = new(last_sure..self.lines.len()).rev();
            self.hidden_like(new, self.span.end..text.n_lines())
        };
        let named = above.or_else(below).or_else(|| self.unreachable());
        if let Some(line) = named.or_else(|| self.without_body(from)) {
            return Some(Unsure::MayReplace(line as u32));
        }
        let changes = !self.new.is_empty() || !self.gone.is_empty();
        let is_unclear =
            changes && (self.may_only_add() || self.repeats(text) || self.is_elsewhere(from));
        is_unclear.then_some(Unsure::EdgeChanged)
    }

    /// Returns the first of the `hidden` lines beside the part that one of the `new` ones is like.
    fn hidden_like<'n>(
        &self,
        new: impl Iterator<Item = &'n usize>,
        hidden: impl Iterator<Item = usize>,
    ) -> Option<usize> {
        let text = self.whole.text();
        let new: Vec<&Piece> = new.take(N_COMPARED).map(|at| &self.lines[*at]).collect();
        let width = new.iter().map(|line| indent::leading(line).len()).min()?;
        // What is deeper belongs to the line above it.
        let is_head = |line: &usize| {
            let line = text.line(*line);
            !indent::is_blank(line) && indent::leading(line).len() <= width
        };
        let mut compared = hidden.filter(is_head).take(new.len());
        // What says little is there twice by chance.
        let stands_for = |new: &Piece, old: &[u8]| {
            is_like(new, old) && (is_strong(new) || new.trimmed() != old.trimmed())
        };
        compared.find(|line| new.iter().any(|new| stands_for(new, text.line(*line))))
    }

    /// Returns the hidden line above the part that would lose the lines within it to a new line as deep.
    fn without_body(&self, from: usize) -> Option<usize> {
        let text = self.whole.text();
        let depth = |line: &[u8]| indent::leading(line).len();
        let has_text = |line: &usize| !indent::is_blank(text.line(*line));
        let first = self.span.clone().find(has_text)?;
        let opener = (from..self.span.start).rev().find(has_text)?;
        let mut new = self.lines.iter().enumerate();
        let (at, line) = new.rfind(|(at, line)| {
            self.come.contains(at)
                && self.first_kept.is_some_and(|kept| *at < kept)
                && !indent::is_blank(line)
        })?;
        let is_last_new = self.first_kept.is_some_and(|kept| {
            self.lines[at + 1..kept]
                .iter()
                .all(|line| indent::is_blank(line))
        });
        let is_taken = depth(line) == depth(text.line(opener))
            && depth(line) < depth(text.line(first))
            && opens(line)
            && opens(text.line(opener));
        (is_last_new && is_taken).then_some(opener)
    }

    /// Returns the hidden line below the part that would never be reached: what is new at its end leaves their block.
    fn unreachable(&self) -> Option<usize> {
        let text = self.whole.text();
        let last = self.lines.len().checked_sub(1)?;
        let line = &self.lines[last];
        let depth = |line: &[u8]| indent::leading(line).len();
        let mut below = self.span.end..text.n_lines();
        let next = below.find(|line| !indent::is_blank(text.line(*line)))?;
        let there = text.line(next);
        let closes = there.trimmed().starts_with_str("}") || there.trimmed().starts_with_str(")");
        (self.new.contains(&last) && leaves(line) && depth(there) >= depth(line) && !closes)
            .then_some(next)
    }

    /// Returns whether lines go that would stay where all of the part but its ends were new: these ends stand side by side, too.
    fn may_only_add(&self) -> bool {
        let (Some(first), Some(last)) = (self.gone.first(), self.gone.last()) else {
            return false;
        };
        let text = self.whole.text();
        let with_text = |line: &&[u8]| !indent::is_blank(line);
        let shown = self.lines.iter().map(|line| line.trimmed_end());
        let shown: Vec<&[u8]> = shown.filter(with_text).collect();
        let there = self.span.clone().map(|at| text.line(at).trimmed_end());
        let there: Vec<&[u8]> = there.filter(with_text).collect();
        let most = shown.len().min(there.len());
        let pairs = shown.iter().rev().zip(there.iter().rev());
        let n_below = pairs.take_while(|(one, other)| one == other).count();
        let pairs = shown.iter().zip(&there);
        let n_above = pairs.take_while(|(one, other)| one == other).count();
        let is_sure_above = self.sure.iter().any(|(_, line)| line < first);
        let is_sure_below = self.sure.iter().any(|(_, line)| line > last);
        let is_enclosed = is_sure_above && is_sure_below;
        let says = if is_enclosed {
            is_strong
        } else {
            says_something
        };
        let say = |lines: &[&[u8]]| lines.iter().any(|line| says(line));
        let says_enough = |above: &[&[u8]], below: &[&[u8]]| {
            let (above, below) = (say(above), say(below));
            if is_enclosed {
                above && below
            } else {
                above || below
            }
        };
        let from_above = |n: usize| {
            let below = &shown[shown.len() - n_below..];
            let end = there.len() - n_below;
            there[end - n..end] == shown[..n] && says_enough(&shown[..n], below)
        };
        let from_below = |n: usize| {
            let below = &shown[shown.len() - n..];
            there[n_above..n_above + n] == *below && says_enough(&shown[..n_above], below)
        };
        let n_left = |n_same: usize| most.saturating_sub(n_same);
        // An end that is new itself bounds nothing, unless nothing can follow it.
        let is_lost = !self.unlike.is_empty() || self.come.len() != self.gone.len();
        let may_be_new = |gap: Option<GapBeside>, end: &[&[u8]]| {
            is_lost && gap.is_some() && !self.is_one_place(end)
        };
        let is_new_above = !is_sure_above && may_be_new(self.part.gap_above, &shown[..n_above]);
        let ends_there = || n_below == 0 && shown.last().is_some_and(|line| leaves(line));
        let can_follow = || !ends_there() && !self.closes(*last);
        let is_new_below = !is_sure_below
            && may_be_new(self.part.gap_below, &shown[shown.len() - n_below..])
            && can_follow();
        n_below > 0 && (is_new_above || (1..=n_left(n_below)).any(from_above))
            || n_above > 0 && (is_new_below || (1..=n_left(n_above)).any(from_below))
    }

    /// Returns whether a line comes that the file has at one other place, around which nearly as much of the part is found.
    fn is_elsewhere(&self, from: usize) -> bool {
        let text = self.whole.text();
        let mut come = self.come.iter().take(N_COMPARED * 2);
        come.any(|at| {
            let line = &self.lines[*at];
            let [place] = self.whole.lines_like(line) else {
                return false;
            };
            let near = self.span.start.saturating_sub(N_FURTHER)..self.span.end + N_FURTHER;
            let is_near = near.contains(place) && !self.span.contains(place);
            let is_told = is_strong(line) || is_near && says_something(line);
            if *place < from || !is_told {
                return false;
            }
            if is_near {
                return true;
            }
            // Shown twice, it may be the other one that is new.
            if self.span.contains(place) {
                return *at == 0 || at + 1 == self.lines.len();
            }
            let pairs = around(self.part, (*at, *place), text, from).into_iter();
            let others = pairs.filter(|(other, _)| other != at);
            let n_there: usize = others.map(|(at, _)| weight(&self.lines[at])).sum();
            n_there + N_LETTERS_OF_STRONG >= self.n_same
        })
    }

    /// Returns whether the next line below `gone` that stays closes the block of it, whose first line stays, too.
    fn closes(&self, gone: usize) -> bool {
        let text = self.whole.text();
        let stays = |line: &usize| {
            !indent::is_blank(text.line(*line)) && self.gone.binary_search(line).is_err()
        };
        let depth = |line: usize| indent::leading(text.line(line)).len();
        let Some(end) = (gone + 1..self.span.end).find(stays) else {
            return false;
        };
        let outside =
            |line: &usize| !indent::is_blank(text.line(*line)) && depth(*line) <= depth(end);
        let opener = (self.span.start..end).rev().find(outside);
        opener.is_some_and(|opener| depth(opener) == depth(end) && stays(&opener))
    }

    /// Returns whether lines, blank ones left out, stand in one place of the file, one below the other.
    fn is_one_place(&self, lines: &[&[u8]]) -> bool {
        let text = self.whole.text();
        let Some(first) = lines.first() else {
            return false;
        };
        let stands = |start: &&usize| {
            let there = (**start..text.n_lines()).map(|at| text.line(at).trimmed_end());
            let there = there
                .filter(|line| !indent::is_blank(line))
                .take(lines.len());
            there.eq(lines.iter().copied())
        };
        let places = self.whole.lines_like(first);
        places.len() <= N_PLACES && places.iter().filter(stands).count() == 1
    }

    /// Returns whether the lines at an end of the part stand once more on the other side of the gap, so that the part may reach
    /// further.
    fn repeats(&self, text: &Text) -> bool {
        let span = &self.span;
        let is_twice = |n: usize, at: usize| {
            let mut lines = (at..at + n).map(|line| (text.line(line), text.line(line + n)));
            let mut is_any = false;
            lines.all(|(one, other)| {
                is_any |= is_strong(one);
                one.trimmed_end() == other.trimmed_end()
            }) && is_any
        };
        let pairs = self.lines.iter().rev().zip(span.clone().rev());
        let same =
            pairs.take_while(|(new, old)| new.trimmed_end() == text.line(*old).trimmed_end());
        let n_last = same.count().min(text.n_lines() - span.end);
        let pairs = self.lines.iter().zip(span.clone());
        let same =
            pairs.take_while(|(new, old)| new.trimmed_end() == text.line(*old).trimmed_end());
        let n_first = same.count().min(span.start);
        // What bounds the last change, and the first, once more further out.
        let (first_gone, last_gone) = (self.gone.first(), self.gone.last());
        let is_again = |line: Option<usize>, further: Range<usize>| {
            let line = line.filter(|line| is_strong(text.line(*line)));
            line.is_some_and(|line| {
                let mut places = self.whole.lines_like(text.line(line)).iter();
                places.any(|place| further.contains(place))
            })
        };
        let is_open_below = n_last > 0
            && last_gone.is_some_and(|gone| !self.sure.iter().any(|(_, line)| line > gone))
            && is_again(span.clone().last(), span.end..span.end + N_FURTHER);
        let is_open_above = n_first > 0
            && first_gone.is_some_and(|gone| !self.sure.iter().any(|(_, line)| line < gone))
            && is_again(
                span.clone().next(),
                span.start.saturating_sub(N_FURTHER)..span.start,
            );
        let is_other = !self.new.is_empty() && !self.gone.is_empty();
        is_other && (is_open_above || is_open_below)
            || self.part.gap_below.is_some()
                && (1..=n_last.min(N_REPEATED)).any(|n| is_twice(n, span.end - n))
            || self.part.gap_above.is_some()
                && (1..=n_first.min(N_REPEATED)).any(|n| is_twice(n, span.start - n))
    }
}

/// Returns whether a line opens a block.
fn opens(line: &[u8]) -> bool {
    line.trimmed_end()
        .last()
        .is_some_and(|byte| b":{([".contains(byte))
}
