//! The marks of all hunks. Only those of files planned since are made anew: a decision plans one file of thousands.

use super::Model;
use crate::patch::HunkId;
use crate::ui::mark::Mark;

/// The mark of each hunk, in the patch's order.
#[derive(Debug, Clone, Default)]
pub(in crate::ui) struct Marks {
    /// The marks themselves.
    pub(in crate::ui) all: Vec<Mark>,
    /// How many hunks each file had, and how often it had been planned.
    files: Vec<(usize, u64)>,
}

impl Model {
    /// Makes all marks anew, after a change on disk or another look for hidden text.
    pub(super) fn renew_marks(&mut self) {
        self.marks.files.clear();
        self.renew_changed_marks();
    }

    /// Makes the marks anew after a decision.
    pub(super) fn renew_changed_marks(&mut self) {
        let mut marks = std::mem::take(&mut self.marks);
        let files = &self.session.plan().files;
        let n_hunks = files.iter().map(|file| file.hunks.len());
        // Another number of hunks moves all marks behind it: make all anew.
        if !marks.files.iter().map(|(n, _)| *n).eq(n_hunks.clone()) {
            let n_planned = (0..files.len()).map(|file| self.session.n_planned(file));
            marks.files = n_hunks.zip(n_planned).collect();
            marks.all = self.marks_now().collect();
        }
        let mut first = 0;
        for (index, (n, n_planned)) in marks.files.iter_mut().enumerate() {
            let now = self.session.n_planned(index);
            // Whether hidden text is allowed is no part of a plan.
            let first_of = |file| HunkId { file, hunk: 0 };
            let mut hidden = self
                .hidden_texts
                .range(first_of(index)..first_of(index + 1));
            if *n_planned != now || hidden.next().is_some() {
                let hunks = files[index].hunks.iter().map(|hunk| self.mark(hunk));
                let of_file = &mut marks.all[first..first + *n];
                of_file
                    .iter_mut()
                    .zip(hunks)
                    .for_each(|(mark, now)| *mark = now);
                *n_planned = now;
            }
            first += *n;
        }
        self.marks = marks;
    }

    fn marks_now(&self) -> impl Iterator<Item = Mark> {
        let hunks = self.session.plan().hunks();
        hunks.map(|hunk| self.mark(hunk))
    }

    /// Returns whether the marks are those that hunks have now.
    pub(in crate::ui) fn knows_marks(&self) -> bool {
        self.marks_now().eq(self.marks.all.iter().copied())
    }
}
