//! Where lines that only come or only go begin, where the lines around them are like theirs. Of two functions that end alike, a
//! comparison may take the end of the first and the beginning of the second; a reader sees one of them go.

use std::cmp::Reverse;
use std::ops::Range;

use bstr::BStr;

use super::Change;
use crate::text::indent;

type Line<'a> = (&'a BStr, bool);

/// Moves each run that only comes or only goes to where it reads best, as [`Beginning`] has it. One line stays between it and the
/// change before or after it.
pub(super) fn to_blocks(changes: &mut [Change], old: &[Line<'_>], new: &[Line<'_>]) {
    for at in 0..changes.len() {
        let before = at.checked_sub(1).map(|before| &changes[before]);
        let after = changes.get(at + 1);
        let change = &changes[at];
        let (run, side) = match (change.old.is_empty(), change.new.is_empty()) {
            (false, true) => (&change.old, old),
            (true, false) => (&change.new, new),
            (true, true) | (false, false) => continue,
        };
        // Both sides have the same lines around it.
        let n_above = change.old.start - before.map_or(0, |before| before.old.end + 1);
        let n_below = after.map_or(old.len(), |after| after.old.start - 1) - change.old.end;
        let by = best(run, side, n_above, n_below);
        let change = &mut changes[at];
        for range in [&mut change.old, &mut change.new] {
            *range = range.start.saturating_add_signed(by)..range.end.saturating_add_signed(by);
        }
    }
}

/// Returns by how many lines a run of `side` is moved.
fn best(run: &Range<usize>, side: &[Line<'_>], n_above: usize, n_below: usize) -> isize {
    let up = (1..=n_above).take_while(|by| side[run.start - by] == side[run.end - by]);
    let down = (1..=n_below).take_while(|by| side[run.start + by - 1] == side[run.end + by - 1]);
    let (n_up, n_down) = (up.count() as isize, down.count() as isize);
    if n_up + n_down == 0 {
        return 0;
    }
    let begins = |by: &isize| {
        let moved = |at: usize| at.saturating_add_signed(*by);
        Beginning::of(side, moved(run.start)..moved(run.end))
    };
    // Of those that are as good, the lowest, as other programs have it.
    let places = (-n_up..=n_down).rev();
    places.min_by_key(begins).unwrap_or_default()
}

/// How well a run begins where it does; the least is the best.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Beginning {
    /// Its first line with text is no deeper than the others can be.
    depth: usize,
    /// A blank line is above it, and it does not begin with one.
    is_apart: Reverse<bool>,
}

impl Beginning {
    fn of(side: &[Line<'_>], run: Range<usize>) -> Beginning {
        let is_blank = |at: usize| indent::is_blank(side[at].0);
        let first = run.clone().find(|at| !is_blank(*at));
        Beginning {
            depth: first.map_or(0, |at| indent::leading(side[at].0).len()),
            is_apart: Reverse(
                !is_blank(run.start) && run.start.checked_sub(1).is_none_or(is_blank),
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::patch::compare::{Context, Endings, compare};
    use crate::text::Text;

    /// Checks which lines a comparison takes for those that go, and for those that come where the texts are exchanged.
    #[track_caller]
    fn check(long: &str, short: &str, expected: &str) {
        let (long, short) = (Text::new(long), Text::new(short));
        for (old, new) in [(&long, &short), (&short, &long)] {
            let compared = compare(old, new, Context::Numbered, Endings::LeftOut);
            let changed = compared
                .hunks
                .iter()
                .flat_map(|hunk| hunk.lines.iter())
                .filter(|line| line.is_change());
            let changed: Vec<String> = changed.map(|line| line.body.to_string()).collect();
            assert_eq!(changed.join("|"), expected);
        }
    }

    #[test]
    fn a_run_is_a_block_of_its_own_where_it_can_be() {
        let three = "class A:\n    def a(self):\n        self.save()\n\n    def b(self):\n        self.save()\n\n    def c(self):\n        pass\n";
        let two = three.replace("    def b(self):\n        self.save()\n\n", "");
        check(three, &two, "    def b(self):|        self.save()|");
        // Blank lines within a body are no beginnings.
        check(
            "a:\n  x\n\n  y\n\nb:\n  x\n\n  y\n\nc:\n",
            "a:\n  x\n\n  y\n\nc:\n",
            "b:|  x||  y|",
        );
        // The last one goes with the blank line above it.
        check(
            "a {\n  x\n}\n\nb {\n  x\n}\n",
            "a {\n  x\n}\n",
            "|b {|  x|}",
        );
        // A comment goes with what it is of.
        check(
            "/**\n * a\n */\na\n\n/**\n * b\n */\nb\n\n/**\n * c\n */\nc\n",
            "/**\n * a\n */\na\n\n/**\n * c\n */\nc\n",
            "/**| * b| */|b|",
        );
        // Without blank lines, it begins with its head.
        check(
            "a {\n  x\n}\nb {\n  x\n}\nc {\n",
            "a {\n  x\n}\nc {\n",
            "b {|  x|}",
        );
    }
}
