//! Passing the lines that belong to no patch: which fence and which here-document are open, and the folder that a script is in.

use std::cell::Cell;

use super::fence::{Fence, Language};
use super::heredoc::{self, Went};
use super::scan::Scan;

impl Scan<'_> {
    /// Returns whether the line at `index` closes the fence or the here-document that is open.
    pub(in crate::dialect) fn closes(&self, index: usize) -> bool {
        let Some(line) = self.lines.get(index) else {
            return false;
        };
        self.fence.is_some_and(|fence| fence.closed_by(line.body))
            || self
                .heredoc
                .as_ref()
                .is_some_and(|open| open.closed_by(index, line))
    }

    /// Passes a line that belongs to no patch, keeping track of fences and here-documents.
    pub(in crate::dialect) fn pass(&mut self) {
        let line = self.lines[self.at];
        let opened = || Fence::open(line.body, self.at);
        match (&self.heredoc, self.fence) {
            (Some(open), _) if open.closed_by(self.at, &line) => self.leave_heredoc(),
            (None, None) => self.fence = opened(),
            // One that never ends cannot hold the fences below it.
            (Some(open), None) if open.closes_at.is_none() && opened().is_some() => {
                self.fence = opened();
                self.leave_heredoc();
            }
            (_, Some(fence)) if fence.closed_by(line.body) => {
                self.fence = None;
                self.leave_heredoc();
            }
            (_, Some(_)) | (Some(_), None) => {}
        }
        if self.heredoc.is_none()
            && let Some(heredoc) = heredoc::read(line.body)
        {
            let folder = match self.gone_to() {
                Went::To(folder) => Some(folder),
                Went::Nowhere | Went::Unknown => None,
            };
            let closes_at = match self.fence {
                Some(_) => None,
                None => self.end_of_heredoc(&heredoc),
            };
            self.heredoc = Some(heredoc::Open {
                end: heredoc.end,
                closes_at,
                left: self.enter(folder),
            });
        }
        self.at += 1;
    }

    /// Returns the line that ends a here-document which begins here outside of any fence: one in a fence of its own is that
    /// fence's.
    pub(in crate::dialect) fn end_of_heredoc(
        &self,
        heredoc: &heredoc::Heredoc<'_>,
    ) -> Option<usize> {
        let inner = Cell::new(None::<Fence<'_>>);
        let is_end = |index: usize| {
            let line = self.lines[index];
            match inner.get() {
                Some(fence) if fence.closed_by(line.body) => inner.set(None),
                Some(_) => {}
                None if line.trimmed() == heredoc.end => return true,
                None => inner.set(Fence::open(line.body, index)),
            }
            false
        };
        self.find_ahead(self.at + 1, is_end)
    }

    /// Returns the line that closes a fence. A file of Markdown has fences of its own, which models write as long as the one
    /// around them: one that opens with a language takes the next bare one, where enough of them follow.
    pub(in crate::dialect) fn closing_of(&self, fence: Fence<'_>) -> Option<usize> {
        if let Some((opened, close)) = self.closing.get()
            && opened == fence.opened
        {
            return close;
        }
        let close = self.find_closing(fence);
        self.closing.set(Some((fence.opened, close)));
        close
    }

    fn find_closing(&self, fence: Fence<'_>) -> Option<usize> {
        let first = fence.opened + 1;
        let is_bare = |index: usize| fence.closed_by(self.lines[index].body);
        // In a page, a sentence that leads over says that a block follows, whatever its language; so does a fence below a
        // blank line with text right below it, as one that closes has them the other way round.
        let is_page = fence.info.starts_with(b"md") || fence.info.starts_with(b"markdown");
        // Within a block of its own it closes that.
        let depth = Cell::new(1_usize);
        let leads_over = |index: usize| {
            let above = self.lines[first..index].iter().rev();
            let last = above.into_iter().find(|line| !line.is_blank());
            let is_blank = |at: usize| self.lines.get(at).is_none_or(|line| line.is_blank());
            let begins = index > first && is_blank(index - 1) && !is_blank(index + 1);
            is_page
                && depth.get() == 1
                && (begins || last.is_some_and(|line| line.trimmed().ends_with(b":")))
        };
        let opens = |index: usize| {
            Fence::open(self.lines[index].body, index).is_some_and(|inner| {
                inner.byte == fence.byte
                    && inner.length == fence.length
                    && (!inner.info.is_empty() || leads_over(index))
            })
        };
        let closes_all = |index: usize| {
            if opens(index) {
                depth.set(depth.get() + 1);
            } else if is_bare(index) {
                depth.set(depth.get() - 1);
            }
            depth.get() == 0
        };
        self.find_ahead(first, closes_all)
            .or_else(|| self.find_ahead(first, is_bare))
    }

    fn leave_heredoc(&mut self) {
        if let Some(open) = self.heredoc.take() {
            self.folder = open.left;
        }
    }

    /// Returns where the script went which begins a here-document here: by the commands above it in the same fence,
    /// or in a row where they were peeled out of a call.
    pub(in crate::dialect) fn gone_to(&self) -> Went {
        let at = self.at;
        let first = match self.fence {
            Some(fence) => match fence.language() {
                Language::Shell(_) | Language::Console | Language::Text => {
                    (fence.opened + 1).min(at)
                }
                Language::Patch | Language::Output | Language::Aside | Language::Code => at,
            },
            None if self.depth > 0 => {
                let blank = self.lines[..at].iter().rposition(|line| line.is_blank());
                blank.map_or(0, |blank| blank + 1)
            }
            None => at,
        };
        let is_paid = self.budget().spend(at - first);
        let script = self.lines[first..=at].iter().map(|line| line.body);
        if is_paid {
            heredoc::went_to(&script.collect::<Vec<_>>())
        } else {
            Went::Unknown
        }
    }
}
