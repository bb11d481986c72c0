//! Which rows are on the screen, and in which colours.

use std::sync::Arc;

use super::{Mode, Model, Page, STICKY};
use crate::text::Text;
use crate::ui::doc::{Doc, EditOwner, Origin};
use crate::ui::highlight::Request;
use crate::ui::layout::Layout;
use crate::ui::telling::Telling;
use crate::ui::theme::Role;
use crate::ui::view;

impl Model {
    /// Scrolls so that the changes of the hunk are in view, the cursor on the first of them, and of what the model wrote the line
    /// that is asked about.
    pub fn bring_into_view(&mut self) {
        self.scrolled.patch = view::first_row_of_patch(self);
        let rows = if self.split().is_empty() {
            self.doc.rows_of_hunk(self.reading(), self.hunk)
        } else {
            let (hunk, block) = (self.hunk, self.block);
            self.doc
                .rows_of_block(self.reading(), EditOwner { hunk, block })
        };
        let height = self.diff_height();
        self.view.cursor = rows.start;
        let n_rows = rows.len();
        let above = height.saturating_sub(n_rows) / 2;
        self.view.top = rows.start.saturating_sub(above.clamp(3.min(height / 4), 8));
        let last_top = self.doc.n_rows(self.reading()).saturating_sub(height);
        self.view.top = self.view.top.min(last_top);
        // The line that tells the place from others is seen with all of the change, where both fit.
        let row_of = |it: &Telling| self.doc.row_of_line(self.reading(), it.line);
        let lit = self.telling.as_ref().map(row_of);
        if let Some(lit) = lit.filter(|lit| lit + height >= rows.end) {
            self.view.top = self.view.top.min(lit);
        }
    }

    /// Returns how many rows of the diff the screen shows.
    pub fn diff_height(&self) -> usize {
        usize::from(Layout::of(self).lines_of_diff().height)
    }

    /// Moves the cursor to `row`, or as near as there is one, and scrolls as little as that needs.
    pub fn move_cursor(&mut self, row: usize) {
        let n_rows = self.doc.n_rows(self.reading());
        let height = self.diff_height().max(1);
        self.view.cursor = row.min(n_rows.saturating_sub(1));
        // The first rows may be covered by the definitions that the others stand in.
        let covered = STICKY.min(height - 1);
        let lowest = self.view.cursor.saturating_sub(covered);
        let below = self.n_rows_told_below(self.view.cursor);
        let highest = (self.view.cursor + 1 + below).saturating_sub(height);
        self.view.top = self.view.top.clamp(highest.min(lowest), lowest);
        self.follow_cursor();
    }

    /// Returns how many rows to keep free below `row` for the sentence that tells of more changed lines: one, or none.
    pub fn n_rows_told_below(&self, row: usize) -> usize {
        let change = self.doc.rows_of_hunk(self.reading(), self.hunk);
        usize::from(change.contains(&row) && row + 1 < change.end)
    }

    /// The block under review is that of the cursor, when it stands on one; where lines are chosen, rows know no blocks.
    fn follow_cursor(&mut self) {
        if matches!(self.mode, Mode::Lines(_)) {
            return;
        }
        let rows = self.doc.rows(self.reading(), self.view.cursor, 1);
        let cells = rows.first().map(|row| [row.left, row.right]);
        let mut makers = cells
            .into_iter()
            .flatten()
            .flatten()
            .filter_map(|cell| cell.by);
        let under = makers.find(|by| by.hunk == self.hunk).map(|by| by.block);
        if let Some(block) = under.filter(|block| *block < self.split().len()) {
            self.block = block;
        }
    }

    /// Returns what must be coloured for the rows on the screen; `None` when they stay plain.
    pub fn colour_request(&self) -> Option<Request> {
        let target = self
            .session
            .plan()
            .files
            .get(self.hunk.file)?
            .target
            .as_ref()?;
        let name = target.file_name().to_string();
        let request = Request::new(self.doc_on_screen(), name, self.generation)?;
        Some(request.with_ahead(self.texts_ahead()))
    }

    /// Returns the texts, with the names of their files, that the keys for the next file and the next problem go to.
    fn texts_ahead(&self) -> impl Iterator<Item = (String, Arc<Text>)> {
        let files = &self.session.plan().files;
        let here = self.hunk.file;
        let next = (here + 1 < files.len()).then_some(here + 1);
        let behind = self.session.number(self.hunk);
        let mut marks = self.marks.all.iter().skip(behind);
        let problem = marks.position(|mark| mark.needs_person());
        let problem = problem.and_then(|nth| self.session.plan().hunks_from(behind + nth).next());
        let problem = problem.map(|hunk| hunk.id.file);
        let problem = problem.filter(|file| *file != here && next != Some(*file));
        let ahead = next.into_iter().chain(problem);
        ahead.filter_map(|file| {
            let file = &files[file];
            let name = file.target.as_ref()?.file_name().to_string();
            Some((name, file.snapshot.as_ref()?.text()?.clone()))
        })
    }

    /// Returns what must be coloured next of what would be written, while it is on the screen; `None` once all is known.
    pub fn survey_colour_request(&self) -> Option<Request> {
        let base = self.mode.base();
        if !matches!(base, Mode::Apply(_) | Mode::Page(Page::FullDiff, ..)) {
            return None;
        }
        let nth = self.survey_colours.len();
        let change = self.survey.as_ref()?.changes.changes().get(nth)?;
        let snapshot = self.session.snapshots().get(change.path());
        let before = snapshot.and_then(|snapshot| snapshot.text().cloned());
        let before = before.unwrap_or_else(|| Arc::new(Text::new("")));
        let name = change.path().file_name().to_string();
        let sides = (before, change.after().unwrap_or_default());
        Some(Request::of_written(nth, name, sides, self.generation))
    }

    /// Returns the rows that the screen shows of the file under review.
    fn doc_on_screen(&self) -> &Doc {
        let Mode::Place(view) = &self.mode else {
            return &self.doc;
        };
        &view.doc
    }

    /// Has the rows on the screen coloured anew where they are of another text than those that were.
    pub fn colour_anew(&mut self) {
        if !self.is_coloured(self.doc_on_screen().text()) {
            self.generation += 1;
        }
    }

    /// Returns whether the colours of a text are known.
    pub fn is_coloured(&self, text: &Arc<Text>) -> bool {
        let known = self.colouring.text.as_ref();
        known.is_some_and(|known| Arc::ptr_eq(known, text))
    }

    /// Returns the colours of a line of `text`, or of its result, as far as they are known.
    pub fn colours_of(
        &self,
        text: &Arc<Text>,
        origin: Origin,
    ) -> &[(std::ops::Range<usize>, Role)] {
        let colouring = &self.colouring;
        let same_text = self.is_coloured(text);
        let runs = match origin {
            Origin::Old(index) if same_text => colouring.old.get(index),
            Origin::New(index) if colouring.generation == self.generation => {
                colouring.new.get(index)
            }
            Origin::Old(_) | Origin::New(_) => None,
        };
        runs.map_or(&[], Vec::as_slice)
    }
}
