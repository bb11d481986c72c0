//! Which stretches the parts of one file take the place of: they lie one below the other, and all together cost the least.

use super::align::Stretch;
use super::cost::NOTHING_LEFT_OUT;
use crate::text::{Text, indent};

/// A cost that nothing has.
const NEVER: u32 = u32::MAX / 4;

/// The stretches of each part, and what the cheapest chain costs that goes through each.
pub(super) struct Chain<'s> {
    stretches: Vec<&'s [Stretch]>,
    totals: Vec<Vec<u32>>,
    /// The one of each part in the cheapest chain.
    best: Vec<usize>,
}

impl<'s> Chain<'s> {
    /// Returns the chain through the stretches of each part, of which each has one at least; `None` where they lie in no
    /// order.
    pub(super) fn of(parts: &[(usize, &'s [Stretch])], text: &Text) -> Option<Chain<'s>> {
        let stretches: Vec<&[Stretch]> = parts.iter().map(|(_, stretches)| *stretches).collect();
        // How many lines with text are above each line: each pair of stretches asks whether any are between the two.
        let mut n_above: Vec<u32> = vec![0];
        for (at, line) in text.lines().enumerate() {
            n_above.push(n_above[at] + u32::from(!indent::is_blank(line)));
        }
        // What it costs that one stretch is above another: a gap between them that stands for nothing is hardly meant.
        let step = |one: &Stretch, other: &Stretch| {
            let (end, start) = (one.lines.end, other.lines.start);
            let hides = || end < start && n_above[end] < n_above[start];
            (end <= start).then(|| if hides() { 0 } else { NOTHING_LEFT_OUT })
        };
        // What it costs to come to a stretch, and to go on behind it.
        let before = reach(stretches.iter(), step);
        let mut behind = reach(stretches.iter().rev(), |one, other| step(other, one));
        behind.reverse();
        let total = |nth: usize| {
            let costs = stretches[nth].iter().zip(&before[nth]).zip(&behind[nth]);
            costs.map(|((stretch, before), behind)| stretch.cost + before + behind)
        };
        let totals = (0..stretches.len()).map(|nth| total(nth).collect());
        let totals: Vec<Vec<u32>> = totals.collect();
        let mut best: Vec<usize> = Vec::new();
        for (nth, part) in stretches.iter().enumerate() {
            let last = best.last().map(|last| &stretches[nth - 1][*last]);
            let cost = |at: &usize| {
                let step = last.map_or(Some(0), |last| step(last, &part[*at]));
                step.map_or(NEVER, |step| part[*at].cost + behind[nth][*at] + step)
            };
            let next = (0..part.len()).min_by_key(cost)?;
            if cost(&next) >= NEVER {
                return None;
            }
            best.push(next);
        }
        Some(Chain {
            stretches,
            totals,
            best,
        })
    }

    /// Returns the stretch of a part in the cheapest chain.
    pub(super) fn best(&self, nth: usize) -> &Stretch {
        &self.stretches[nth][self.best[nth]]
    }

    /// Returns the other stretches of a part through which a chain goes that costs less than `margin` more.
    pub(super) fn others(&self, nth: usize, margin: u32) -> impl Iterator<Item = &Stretch> {
        let best = self.best[nth];
        let most = self.totals[nth][best] + margin;
        let pairs = self.stretches[nth]
            .iter()
            .zip(&self.totals[nth])
            .enumerate();
        let others = pairs.filter(move |(at, (_, total))| *at != best && **total < most);
        others.map(|(_, (stretch, _))| stretch)
    }
}

/// Returns what it costs to come from the first of `parts` to each stretch of each. `step` says what it costs that one of a part
/// is followed by one of the next; `None` where it cannot be.
fn reach<'s>(
    parts: impl Iterator<Item = &'s &'s [Stretch]>,
    step: impl Fn(&Stretch, &Stretch) -> Option<u32>,
) -> Vec<Vec<u32>> {
    let mut reached: Vec<Vec<u32>> = Vec::new();
    let mut last: &[Stretch] = &[];
    for part in parts {
        let cheapest = |to: &Stretch| match reached.last() {
            None => 0,
            Some(costs) => {
                let pairs = last.iter().zip(costs);
                let costs = pairs.filter_map(|(from, cost)| {
                    step(from, to).map(|step| cost.saturating_add(from.cost + step))
                });
                costs.min().unwrap_or(NEVER).min(NEVER)
            }
        };
        let next = part.iter().map(cheapest).collect();
        reached.push(next);
        last = part;
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_two_chains_that_cost_the_same_one_is_returned() {
        let stretch = |start: usize, cost| Stretch {
            lines: start..start + 1,
            cost,
        };
        // Lines 0 and 3 cost 12, and so do 7 and 9; 0 and 9 cost 20.
        let first = [stretch(0, 10), stretch(7, 2)];
        let second = [stretch(9, 10), stretch(3, 2)];
        let text = Text::new("x\n".repeat(10));
        let chain = Chain::of(&[(0, &first), (1, &second)], &text);
        let chain = chain.expect("they lie in order");
        let best = [chain.best(0), chain.best(1)].map(|stretch| stretch.cost);
        assert_eq!(best.iter().sum::<u32>(), 12);
    }
    #[test]
    fn a_gap_stands_for_something() {
        let stretch = |start: usize, cost| Stretch {
            lines: start..start + 1,
            cost,
        };
        let text = Text::new("a\nb\nc\n");
        let (first, second) = ([stretch(0, 0)], [stretch(1, 0), stretch(2, 5)]);
        let chain = Chain::of(&[(0, &first), (1, &second)], &text);
        let chain = chain.expect("they lie in order");
        assert_eq!(chain.best(1).lines, 2..3);
    }
}
