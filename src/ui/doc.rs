//! The rows of one file as the screen shows them: its lines as they are, with the changes of hunks among them. Made anew
//! whenever the hunk under review, its place or a decision changes; the lines themselves are never copied.

use std::sync::Arc;

use crate::matcher::Candidate;
use crate::patch::{FileOp, Hunk, HunkId, HunkLine, LineKind};
use crate::plan::{Block, BlockDecision, HunkPlan, Scope, State};
use crate::session::Session;
use crate::text::{Edit, LineSpan, Piece, Text};

mod edits;
mod row;

use row::Segment;
pub use row::{Cell, Origin, Row};
pub(super) use row::{LONGEST_RUN, counterpart};

/// How rows are laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    /// Lines that go, then lines that come, in one column.
    Unified,
    /// The file as it is on the left, as it would be on the right.
    Split,
    /// Only the file as it would be.
    Result,
}

/// A file with changes among its lines.
#[derive(Debug, Clone)]
pub struct Doc {
    text: Arc<Text>,
    segments: Vec<Segment>,
    /// How many rows there are in each reading: asked at every key, of files with thousands of changes too.
    n_rows: [usize; 3],
    /// The lines of the file that the hunk under review is about.
    pub focus: LineSpan,
    /// The lines of the file that the hunk under review added already, sorted; none of a hunk that is still to be made.
    pub applied: Vec<LineSpan>,
    /// Whether the line numbers are those of a file.
    pub source: Source,
}

/// Where the lines of a [`Doc`] come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// From the file: line numbers mean something.
    File,
    /// From the patch alone, for there is no place to show it at.
    Patch,
}

/// Which of the other hunks of a file are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Others {
    /// All that have their place, but for those that were rejected.
    Placed,
    /// Those that are accepted.
    Accepted,
}

/// The owner of an edit: a hunk, or one block of a hunk that was split.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EditOwner {
    /// The hunk.
    pub hunk: HunkId,
    /// The block's index; 0 for a hunk that is whole.
    pub block: usize,
}

impl EditOwner {
    fn whole(hunk: HunkId) -> EditOwner {
        EditOwner { hunk, block: 0 }
    }
}

impl Doc {
    /// Makes the rows for the hunk `id` at `shown`; `None` takes the place it has. Other hunks of the file are shown where
    /// they are settled and do not meet it; of a hunk that was split, all blocks are.
    pub fn new(session: &Session, id: HunkId, shown: Option<&Candidate>) -> Doc {
        Doc::with_blocks(session, id, shown, Others::Placed, |_| true)
    }

    /// Makes the rows of what would be written with the hunk `id` at `shown`: of the other hunks those that are accepted.
    pub fn to_write(session: &Session, id: HunkId, shown: Option<&Candidate>) -> Doc {
        Doc::with_blocks(session, id, shown, Others::Accepted, |_| true)
    }

    /// Makes the rows for the hunk `id` at the place it has, without the blocks that are not wanted.
    pub fn of_wanted(session: &Session, id: HunkId) -> Doc {
        let is_wanted = |block: &Block| block.decision != BlockDecision::Rejected;
        Doc::with_blocks(session, id, None, Others::Placed, is_wanted)
    }

    fn with_blocks(
        session: &Session,
        id: HunkId,
        shown: Option<&Candidate>,
        others: Others,
        is_shown: impl Fn(&Block) -> bool,
    ) -> Doc {
        let (Some(text), Some((mut edits, focus))) = (
            edits::text_under(session, id),
            edits::own(session, id, shown, is_shown),
        ) else {
            let hunk = session.patch().hunk(id);
            // What was left out of it is not written.
            return match session.is_written(id) {
                true => Doc::of_lines(&session.lines_taken(id), id),
                false => Doc::of_patch(hunk, id),
            };
        };
        if shown.is_none() && edits::is_ordered(session, id) {
            return Doc::of_result(session, id);
        }
        let is_mode = session.patch().hunk(id).mode.is_some();
        if session.plan().files[id.file].op == FileOp::Delete && !is_mode {
            // All goes, however few lines the reply shows.
            edits = vec![(EditOwner::whole(id), edit_at(0, text.n_lines(), Vec::new()))];
        }
        edits::add_others(&mut edits, session, id, others);
        let is_applied = shown.is_none() && session.plan().hunk(id).state == State::AlreadyApplied;
        let applied = is_applied.then(|| session.lines_applied(id));
        // A line on the side of the result has the number that it gets with what is accepted, and with this hunk.
        let is_made = |by: &EditOwner| match by.hunk == id {
            true => {
                let block = session.split(id).get(by.block);
                // At a place that is only looked at it is whole.
                shown.is_some()
                    || block.is_none_or(|block| block.decision != BlockDecision::Rejected)
            }
            false => session.plan().hunk(by.hunk).decision.is_accepted(),
        };
        Doc {
            applied: applied.unwrap_or_default(),
            ..Doc::from_edits(text, edits, focus, Source::File, is_made)
        }
    }

    /// Makes the rows of the file with all accepted hunks made, around hunk `id`, which has a place.
    pub fn of_result(session: &Session, id: HunkId) -> Doc {
        let file = &session.plan().files[id.file];
        let text = file.text().cloned();
        let text = text.unwrap_or_else(|| Arc::new(Text::new("")));
        let merged = session.edits(id.file, Scope::Accepted).unwrap_or_default();
        let of_hunk = |hunk: &HunkPlan| (hunk.id, session.placed_edits(hunk.id));
        // One that is not made may change the same lines: they are not its.
        let made = file.written(Scope::Accepted).map(of_hunk);
        let made: Vec<(HunkId, Vec<Edit>)> = made.collect();
        let edits = merged.as_slice().iter();
        let edits = edits.flat_map(|edit| edits::parted(edit, &made, id));
        let edits = edits.collect();
        let placed = session.plan().hunk(id).placement.as_ref();
        let focus = placed.map_or(LineSpan::new(0, 0), |placed| placed.candidate.span);
        Doc::from_edits(text, edits, focus, Source::File, |_| true)
    }

    /// Makes the rows of a hunk as the patch has it.
    pub fn of_patch(hunk: &Hunk, id: HunkId) -> Doc {
        Doc::of_lines(&hunk.lines, id)
    }

    fn of_lines(lines: &[HunkLine], id: HunkId) -> Doc {
        let mut preimage = Vec::new();
        let by = EditOwner::whole(id);
        let mut edits: Vec<(EditOwner, Edit)> = Vec::new();
        let mut at = 0;
        for line in lines {
            let open = edits.last_mut().filter(|(_, edit)| edit.span.end == at);
            match (line.kind, open) {
                (LineKind::Context, _) => {}
                (LineKind::Delete, Some((_, edit))) => edit.span.end += 1,
                (LineKind::Insert, Some((_, edit))) => edit.lines.push(line.body.clone()),
                (LineKind::Delete, None) => edits.push((by, edit_at(at, 1, Vec::new()))),
                (LineKind::Insert, None) => {
                    edits.push((by, edit_at(at, 0, vec![line.body.clone()])));
                }
            }
            if line.in_preimage() {
                preimage.extend_from_slice(&line.body);
                preimage.push(b'\n');
                at += 1;
            }
        }
        let focus = LineSpan::new(0, at);
        let text = Arc::new(Text::new(preimage));
        Doc::from_edits(text, edits, focus, Source::Patch, |_| true)
    }

    fn from_edits(
        text: Arc<Text>,
        mut edits: Vec<(EditOwner, Edit)>,
        focus: LineSpan,
        source: Source,
        is_made: impl Fn(&EditOwner) -> bool,
    ) -> Doc {
        edits.sort_by_key(|(_, edit)| edit.span);
        let mut segments = Vec::new();
        let (mut at, mut new_start, mut n_made) = (0, 0, 0);
        for (by, edit) in edits {
            if at < edit.span.start {
                let span = LineSpan::new(at, edit.span.start);
                segments.push(Segment::Keep {
                    span,
                    numbered_from: n_made,
                });
                new_start += span.len();
                n_made += span.len();
            }
            at = edit.span.end;
            let n_new = edit.lines.len();
            let numbered_from = is_made(&by).then_some(n_made);
            n_made += numbered_from.map_or(edit.span.len(), |_| n_new);
            segments.push(Segment::Change {
                by,
                span: edit.span,
                lines: edit.lines,
                new_start,
                numbered_from,
            });
            new_start += n_new;
        }
        if at < text.n_lines() {
            let span = LineSpan::new(at, text.n_lines());
            segments.push(Segment::Keep {
                span,
                numbered_from: n_made,
            });
        }
        let n_rows = |reading| segments.iter().map(|s| s.n_rows(reading)).sum();
        Doc {
            text,
            n_rows: [Reading::Unified, Reading::Split, Reading::Result].map(n_rows),
            segments,
            focus,
            applied: Vec::new(),
            source,
        }
    }

    /// Returns the text of the file as it is.
    pub fn text(&self) -> &Arc<Text> {
        &self.text
    }
}

fn edit_at(start: usize, n_old: usize, lines: Vec<Piece>) -> Edit {
    Edit {
        span: LineSpan::new(start, start + n_old),
        lines,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BY: EditOwner = EditOwner {
        hunk: HunkId { file: 0, hunk: 0 },
        block: 0,
    };

    /// Shows rows as `<sign><number> <body>`, the two cells of a split row apart by `|`.
    #[track_caller]
    fn check(reading: Reading, expected: &[&str]) {
        let text = Arc::new(Text::new("a\nb\nc\nd\n"));
        let edit = edit_at(1, 2, vec!["B".into()]);
        let span = LineSpan::new(1, 3);
        let doc = Doc::from_edits(text, vec![(BY, edit)], span, Source::File, |_| true);
        let cell = |cell: Option<Cell<'_>>| {
            let number = |c: &Cell<'_>| c.line_index.map_or(0, |at| at + 1);
            cell.map(|c| format!("{}{} {}", c.kind.sign(), number(&c), c.body))
        };
        let shown: Vec<String> = doc
            .rows(reading, 0, 99)
            .into_iter()
            .map(|row| match reading {
                Reading::Split => format!(
                    "{}|{}",
                    cell(row.left).unwrap_or_default(),
                    cell(row.right).unwrap_or_default()
                ),
                Reading::Unified | Reading::Result => cell(row.left).unwrap_or_default(),
            })
            .collect();
        assert_eq!(shown, expected);
        assert_eq!(doc.n_rows(reading), expected.len());
    }

    #[test]
    fn each_reading_lays_the_same_change_out_in_its_way() {
        check(Reading::Unified, &[" 1 a", "-2 b", "-3 c", "+2 B", " 4 d"]);
        check(Reading::Result, &[" 1 a", "+2 B", " 3 d"]);
        check(
            Reading::Split,
            &[" 1 a| 1 a", "-2 b|+2 B", "-3 c|", " 4 d| 3 d"],
        );
    }
}
