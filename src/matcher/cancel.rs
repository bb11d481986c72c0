//! Cancellation of a running search: the one thing that a search asks of the world while it runs.

use std::fmt::Debug;

/// Whether a running search is to stop, and how far it is.
pub trait Cancel: Debug {
    /// Takes note that one more hunk was searched for to the end.
    fn hunk_done(&self);

    /// Returns whether the search is to stop; once it is `true` it stays so.
    fn is_cancelled(&self) -> bool;
}

/// A search that is never cancelled.
#[derive(Debug, Clone, Copy)]
pub struct Never;

impl Cancel for Never {
    fn hunk_done(&self) {}

    fn is_cancelled(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::dialect::{ParseOptions, parse};
    use crate::matcher::{Limits, find_while};
    use crate::text::Text;

    /// Cancels at the `n`th time it is asked, and counts on.
    #[derive(Debug)]
    struct UntilAsked {
        n_left: Cell<usize>,
        n_asked_after: Cell<usize>,
    }

    impl Cancel for UntilAsked {
        fn hunk_done(&self) {}

        fn is_cancelled(&self) -> bool {
            let left = self.n_left.get().checked_sub(1);
            self.n_left.set(left.unwrap_or(0));
            if left.is_none() {
                self.n_asked_after.set(self.n_asked_after.get() + 1);
            }
            left.is_none()
        }
    }

    /// Looks for one hunk in 2,000 lines that it is like, and stops the search at the `n_asks`th question.
    #[track_caller]
    fn check(hunk: &str, n_asks: usize) {
        let reply = format!("--- a/f\n+++ b/f\n@@ @@\n{hunk}");
        let parsed = parse(reply.as_bytes(), &ParseOptions::default());
        let lines = (0..2_000).map(|at| format!("the value of part {at} is read here\n"));
        let text = Text::new(lines.collect::<String>());
        let cancel = UntilAsked {
            n_left: Cell::new(n_asks),
            n_asked_after: Cell::new(0),
        };
        let file = &parsed.patch.files[0];
        assert_eq!(find_while(file, &text, Limits::default(), &cancel), None);
        let n_asked_after = cancel.n_asked_after.get();
        assert!(
            n_asked_after < 100,
            "it went on: asked {n_asked_after} times"
        );
    }

    #[test]
    fn a_search_ends_within_a_hunk_once_it_is_cancelled() {
        let nowhere = "-the value of part x is written here\n+y\n";
        let near = " the value of part 7 is read here\n-the value of part x is written\n+y\n";
        for n_asks in [0, 1, 10, 500, 1_500] {
            check(nowhere, n_asks);
        }
        check(near, 0);
        check(near, 2);
    }
}
