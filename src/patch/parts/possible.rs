//! The stretches of the file that a part may take the place of: as it is shown, changed, or without any line that stays. Where blocks
//! bound it, it is in one of these, or comes at the end of one.

use std::ops::Range;

use super::Part;
use super::align::{FileLines, HEAVY, Stretch, stretches};
use super::block::Block;
use super::body::closes;
use super::cost::{Line, NOTHING_LEFT_OUT, weight};
use super::edge;
use super::exact::{around_new, as_shown};
use super::place::{MARGIN, pairs};
use crate::patch::complete::Whole;
use crate::text::indent::width;
use crate::text::{Piece, Text, Trim, indent};

/// A part whose lines that stay say less is nowhere, unless all of it is there.
const LEAST_KEPT: u32 = 4;

/// The most lines of a part that may be laid over others where the file has none of them as it is.
const MOST_CHANGED: usize = 12;

/// Returns the stretches that a part may take the place of, the cheapest first, by the strictest reading that finds any. It is in one
/// of `blocks`, if there are any. `None` where the file is too long to look through.
pub(super) fn where_it_may_be(
    part: &Part,
    blocks: &[Block],
    whole: &Whole<'_>,
    file: &FileLines<'_>,
) -> Option<Vec<Stretch>> {
    let text = whole.text();
    let is_of_file = |line: &Piece| !indent::is_blank(line) && !whole.lines_like(line).is_empty();
    let has_any = part.lines.iter().any(is_of_file);
    let has_gaps = part.gap_above.is_some() && part.gap_below.is_some();
    let may_change = part.lines.len() <= MOST_CHANGED && (has_gaps || !blocks.is_empty());
    let all_of_file = [Block::file(text)];
    let is_bounded = !blocks.is_empty();
    if !is_bounded && !has_any && !may_change {
        return Some(Vec::new());
    }
    let blocks = if is_bounded { blocks } else { &all_of_file };
    let exact = blocks
        .iter()
        .map(|block| as_shown(part, block.starts(), whole));
    if let Some(exact) = exact.collect() {
        return Some(exact);
    }
    let look = Look {
        part,
        blocks: blocks
            .iter()
            .map(|block| (block, block.depth_of(part, text)))
            .collect(),
        file,
        text,
    };
    let starts = blocks.iter().map(Block::starts).cloned();
    let starts = starts.reduce(|one, other| one.start.min(other.start)..one.end.max(other.end));
    let mut within = match has_any || may_change {
        true => {
            let is_amid = |stretch: &Stretch| look.is_amid(stretch);
            stretches(part, &starts.unwrap_or_default(), &is_amid, (whole, file))?
        }
        false => Vec::new(),
    };
    within.retain(|stretch| look.own(stretch).next().is_some());
    // In a block, any line that stays is enough, where none says more.
    let says_more = within.iter().any(|stretch| is_there(part, stretch, text));
    let stays =
        |stretch: &Stretch| !pairs(&part.lines, &stretch.lines, text, <[u8]>::trimmed).is_empty();
    let any_stays = is_bounded && within.iter().any(stays);
    let is_all_changed = may_change && (is_bounded || !has_any);
    within.retain(|stretch| match (says_more, any_stays) {
        (true, _) => is_there(part, stretch, text),
        (false, true) => stays(stretch),
        (false, false) => is_all_changed && is_changed(part, stretch, text),
    });
    for block in blocks.iter().filter(|_| is_bounded) {
        let mut own = within.iter().filter(|stretch| block.admits(part, stretch));
        if own.all(|stretch| look.is_unlikely(stretch)) {
            within.extend(block.at_end(part, text));
        }
    }
    if is_bounded {
        within.retain(|stretch| !look.parts_from_rest(stretch));
    }
    look.judge(&mut within);
    if is_bounded && look.may_be_elsewhere(&within, says_more) {
        let mut elsewhere = where_it_may_be(part, &[], whole, file)?;
        let least = within.iter().map(|stretch| stretch.cost).min();
        let is_less = |stretch: &Stretch| least.is_none_or(|least| stretch.cost < least);
        elsewhere.retain(|stretch| is_less(stretch) && shows_much_of(part, stretch, text));
        prefer(elsewhere, &mut within, MARGIN - 1);
    }
    let starts = look.blocks.iter().map(|(block, _)| block.starts());
    let around = starts.filter_map(|starts| around_new(part, starts, whole));
    let around = around.filter(|stretch| look.own(stretch).next().is_some());
    prefer(around.collect(), &mut within, u32::MAX);
    within.sort_by_key(|stretch| (stretch.cost, stretch.lines.len(), stretch.lines.start));
    Some(within)
}

/// Makes the stretches `first` the better guess, and adds them to the `others`: what was cheaper is a doubt. No other costs more
/// than `most` above the best for that.
fn prefer(first: Vec<Stretch>, others: &mut Vec<Stretch>, most: u32) {
    let least = |stretches: &[Stretch]| stretches.iter().map(|stretch| stretch.cost).min();
    let Some(best) = least(&first) else { return };
    others.retain(|other| first.iter().all(|first| first.lines != other.lines));
    if let Some(other) = least(others) {
        let wanted = other.clamp(best + 1, best.saturating_add(most));
        for stretch in others.iter_mut() {
            stretch.cost = stretch.cost - other + wanted;
        }
    }
    others.extend(first);
}

/// A part, and the blocks of the file one of which it is in, with how deep it is there.
struct Look<'p, 't> {
    part: &'p Part,
    blocks: Vec<(&'p Block, (usize, bool))>,
    file: &'p FileLines<'t>,
    text: &'p Text,
}

impl Look<'_, '_> {
    /// Returns the blocks that a stretch is in.
    fn own(&self, stretch: &Stretch) -> impl Iterator<Item = (&Block, (usize, bool))> {
        let admits = |(block, _): &(&Block, _)| block.admits(self.part, stretch);
        self.blocks.iter().copied().filter(admits)
    }

    /// Returns whether the part may be outside of the blocks, of which it may take the place of the stretches `within`: it is deeper
    /// than the gap above it, which hides what it is in, and they have nothing of it; it begins with what closes them, and members
    /// below them would go that the gap leaves out; or their head is a directive.
    fn may_be_elsewhere(&self, within: &[Stretch], says_more: bool) -> bool {
        let first = &self.part.lines[0];
        let is_deeper = self
            .part
            .gap_above
            .is_some_and(|gap| gap.width < width(first));
        let drops = |stretch: &Stretch| stretch.lines.len() > 1 && self.is_unlikely(stretch);
        match closes(first) {
            true => within.iter().all(drops),
            false => {
                is_deeper && !says_more
                    || self.blocks.iter().any(|(block, _)| block.is_of_directive())
            }
        }
    }

    fn is_amid(&self, stretch: &Stretch) -> bool {
        let next = self.file.next_with_text(stretch.lines.start);
        let is_amid =
            |(block, depth): (&Block, _)| block.is_amid_body(self.part, next, depth, self.text);
        self.part.gap_above.is_some() && self.own(stretch).any(is_amid)
    }

    /// Returns whether a part below a gap would begin amid a body, or take away what that gap leaves out.
    fn is_unlikely(&self, stretch: &Stretch) -> bool {
        let drops = |(block, (deep, _)): (&Block, _)| {
            block.drops_member(self.part, stretch, deep, self.text)
        };
        self.is_amid(stretch) || self.part.gap_above.is_some() && self.own(stretch).any(drops)
    }

    /// Returns whether what a part shows behind the block is further down in the file, perhaps changed, than the stretch reaches: then
    /// the gap leaves out more than lines of the block.
    fn parts_from_rest(&self, stretch: &Stretch) -> bool {
        let n_within = self
            .own(stretch)
            .map(|(block, _)| block.n_within(self.part))
            .min();
        let n_within = n_within.unwrap_or(self.part.lines.len());
        let pairs = pairs(&self.part.lines, &stretch.lines, self.text, <[u8]>::trimmed);
        let says = |line: &[u8]| !indent::is_blank(line) && !closes(line);
        let is_like =
            |at: usize, mut lines: Range<usize>, like: fn(&Line<'_>, &Line<'_>) -> bool| {
                let new = Line::new(&self.part.lines[at]);
                lines.any(|line| {
                    let old = self.text.line(line);
                    says(old) && like(&new, &Line::new(old))
                })
            };
        // One of the same name that has more words, or fewer, and is above another that stays.
        let is_changed = |at: usize| {
            let stays =
                |(paired, _): &(usize, usize)| *paired > at && says(&self.part.lines[*paired]);
            let own = stretch.lines.clone();
            pairs.iter().any(stays)
                && is_like(at, own, |new, old| {
                    edge::is_like(new.text, old.text) && new.is_subset_either_way(old)
                })
        };
        let is_there = |at: usize| pairs.iter().any(|(paired, _)| *paired == at) || is_changed(at);
        let mut rest = (n_within..self.part.lines.len())
            .filter(|at| says(&self.part.lines[*at]) && !is_there(*at))
            .peekable();
        rest.peek().is_some()
            && rest.all(|at| {
                let below = stretch.lines.end..self.text.n_lines();
                is_like(at, below, |new, old| new.laid_over(old).is_some())
            })
    }

    /// Makes what only adds the better guess: that something goes is a doubt where it is much the cheaper reading.
    fn judge(&self, stretches: &mut [Stretch]) {
        let likely = stretches
            .iter()
            .filter(|stretch| !self.is_unlikely(stretch));
        let Some(least) = likely.map(|stretch| stretch.cost).min() else {
            return;
        };
        let near = stretches
            .iter_mut()
            .filter(|stretch| stretch.cost < least + MARGIN);
        for stretch in near.filter(|stretch| self.is_unlikely(stretch)) {
            stretch.cost = match stretch.cost + MARGIN < least {
                true => least + 1,
                false => least + MARGIN + NOTHING_LEFT_OUT,
            };
        }
    }
}

/// Returns whether the lines of a part that a stretch of the file has say much, and a third of what it says.
fn shows_much_of(part: &Part, stretch: &Stretch, text: &Text) -> bool {
    let pairs = pairs(&part.lines, &stretch.lines, text, <[u8]>::trimmed);
    let n_kept: u32 = pairs.iter().map(|(at, _)| weight(&part.lines[*at])).sum();
    let n_all: u32 = part.lines.iter().map(|line| weight(line)).sum();
    n_kept >= 2 * HEAVY && 3 * n_kept >= n_all
}

/// Returns whether a line of a short part may be one of a stretch, changed.
fn is_changed(part: &Part, stretch: &Stretch, text: &Text) -> bool {
    let old = stretch.lines.clone().map(|line| Line::new(text.line(line)));
    let old: Vec<Line<'_>> = old.take(2 * MOST_CHANGED).collect();
    let mut new = part.lines.iter().map(|line| Line::new(line));
    let is_one = |new: &Line<'_>, old: &Line<'_>| !old.is_blank() && new.laid_over(old).is_some();
    new.any(|new| old.iter().any(|old| is_one(&new, old)))
}

/// Returns whether a stretch of the file has distinctive lines of a part, or all of its lines. Any line is enough where the part
/// begins with the last line of the file and appends to it.
fn is_there(part: &Part, stretch: &Stretch, text: &Text) -> bool {
    let pairs = pairs(&part.lines, &stretch.lines, text, <[u8]>::trimmed);
    let n_kept: u32 = pairs.iter().map(|(at, _)| weight(&part.lines[*at])).sum();
    let is_shown = |line: &&Piece| !indent::is_blank(line);
    let goes_on = part.gap_below.is_none()
        && stretch.lines.end == text.n_lines()
        && pairs
            .first()
            .is_some_and(|(at, line)| *at == 0 && line + 1 == text.n_lines());
    n_kept >= LEAST_KEPT || goes_on || pairs.len() == part.lines.iter().filter(is_shown).count()
}
