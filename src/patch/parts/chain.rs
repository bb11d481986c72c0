//! Which stretches the parts of one file take the place of: they lie one below the other, and all together cost the least.

use super::align::Stretch;

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
    pub(super) fn of(parts: &[(usize, &'s [Stretch])]) -> Option<Chain<'s>> {
        let stretches: Vec<&[Stretch]> = parts.iter().map(|(_, stretches)| *stretches).collect();
        let is_above = |one: &Stretch, other: &Stretch| one.lines.end <= other.lines.start;
        // What it costs to come to a stretch, and to go on behind it.
        let before = reach(stretches.iter(), is_above);
        let mut behind = reach(stretches.iter().rev(), |one, other| is_above(other, one));
        behind.reverse();
        let total = |nth: usize| {
            let costs = stretches[nth].iter().zip(&before[nth]).zip(&behind[nth]);
            costs.map(|((stretch, before), behind)| stretch.cost + before + behind)
        };
        let totals = (0..stretches.len()).map(|nth| total(nth).collect());
        let totals: Vec<Vec<u32>> = totals.collect();
        let (mut best, mut from) = (Vec::new(), 0);
        for (part, behind) in stretches.iter().zip(&behind) {
            let fits = (0..part.len()).filter(|at| part[*at].lines.start >= from);
            let cost = |at: &usize| part[*at].cost + behind[*at];
            let next = fits.min_by_key(cost)?;
            if cost(&next) >= NEVER {
                return None;
            }
            from = part[next].lines.end;
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

/// Returns what it costs to come from the first of `parts` to each stretch of each. `fits` tells whether one of a part may be
/// followed by one of the next.
fn reach<'s>(
    parts: impl Iterator<Item = &'s &'s [Stretch]>,
    fits: impl Fn(&Stretch, &Stretch) -> bool,
) -> Vec<Vec<u32>> {
    let mut reached: Vec<Vec<u32>> = Vec::new();
    let mut last: &[Stretch] = &[];
    for part in parts {
        let cheapest = |to: &Stretch| match reached.last() {
            None => 0,
            Some(costs) => {
                let pairs = last.iter().zip(costs).filter(|(from, _)| fits(from, to));
                let costs = pairs.map(|(from, cost)| cost.saturating_add(from.cost));
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
        // Lines 0 and 3 cost 12, and so do 7 and 8; 0 and 8 cost 20.
        let first = [stretch(0, 10), stretch(7, 2)];
        let second = [stretch(8, 10), stretch(3, 2)];
        let chain = Chain::of(&[(0, &first), (1, &second)]);
        let chain = chain.expect("they lie in order");
        let best = [chain.best(0), chain.best(1)].map(|stretch| stretch.cost);
        assert_eq!(best.iter().sum::<u32>(), 12);
    }
}
