//! Which stretches the parts of one file take the place of: they lie one below the other, and all together cost the least.

use super::align::Stretch;

/// A cost that nothing has.
const NEVER: u32 = u32::MAX / 4;

/// The stretches of each part, and what the cheapest chain costs that goes through each.
pub(super) struct Chain {
    stretches: Vec<Vec<Stretch>>,
    totals: Vec<Vec<u32>>,
    /// The one of each part in the cheapest chain.
    best: Vec<usize>,
}

impl Chain {
    /// Returns the chain through the stretches of each part, of which each has one at least; `None` where they lie in no
    /// order.
    pub(super) fn of(stretches: Vec<Vec<Stretch>>) -> Option<Chain> {
        let n_parts = stretches.len();
        // What it costs to come to a stretch, and to go on behind it.
        let mut before: Vec<Vec<u32>> = Vec::new();
        for (nth, part) in stretches.iter().enumerate() {
            let cheapest = |to: &Stretch| match nth.checked_sub(1) {
                None => 0,
                Some(last) => {
                    let pairs = stretches[last].iter().zip(&before[last]);
                    let above = pairs.filter(|(from, _)| from.lines.end <= to.lines.start);
                    let costs = above.map(|(from, cost)| cost.saturating_add(from.cost));
                    costs.min().unwrap_or(NEVER).min(NEVER)
                }
            };
            before.push(part.iter().map(cheapest).collect());
        }
        let mut behind: Vec<Vec<u32>> = vec![Vec::new(); n_parts];
        for nth in (0..n_parts).rev() {
            let cheapest = |from: &Stretch| match stretches.get(nth + 1) {
                None => 0,
                Some(next) => {
                    let pairs = next.iter().zip(&behind[nth + 1]);
                    let below = pairs.filter(|(to, _)| from.lines.end <= to.lines.start);
                    let costs = below.map(|(to, cost)| cost.saturating_add(to.cost));
                    costs.min().unwrap_or(NEVER).min(NEVER)
                }
            };
            behind[nth] = stretches[nth].iter().map(cheapest).collect();
        }
        let total = |nth: usize| {
            let costs = stretches[nth].iter().zip(&before[nth]).zip(&behind[nth]);
            costs.map(|((stretch, before), behind)| stretch.cost + before + behind)
        };
        let totals: Vec<Vec<u32>> = (0..n_parts).map(|nth| total(nth).collect()).collect();
        let mut best: Vec<usize> = Vec::new();
        for (nth, part) in stretches.iter().enumerate() {
            let from = nth.checked_sub(1).map_or(0, |last| {
                let last: &Stretch = &stretches[last][best[last]];
                last.lines.end
            });
            let fits = (0..part.len()).filter(|at| part[*at].lines.start >= from);
            let cost = |at: &usize| part[*at].cost + behind[nth][*at];
            let next = fits.min_by_key(cost)?;
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
        let chain = Chain::of(vec![
            vec![stretch(0, 10), stretch(7, 2)],
            vec![stretch(8, 10), stretch(3, 2)],
        ]);
        let chain = chain.expect("they lie in order");
        let best = [chain.best(0), chain.best(1)].map(|stretch| stretch.cost);
        assert_eq!(best.iter().sum::<u32>(), 12);
    }
}
