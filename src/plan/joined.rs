//! What a hunk and the earlier ones that it builds on change together, in the three texts there are of it: as it was read,
//! as the earlier hunks leave it, and as the hunk leaves that.

use std::collections::BTreeSet;

use crate::patch::HunkId;
use crate::text::{Edit, LineSpan, Text};

/// Lines of the file shown above and below what the joined hunks change.
const CONTEXT_LINES: usize = 3;

/// One edit of an earlier hunk, before and after.
pub(super) struct Made {
    hunk: usize,
    /// In the text as it was read.
    before: LineSpan,
    /// In the text that the earlier hunks make.
    after: LineSpan,
}

impl Made {
    /// How many lines longer the text is for it.
    fn growth_lines(&self) -> isize {
        self.after.len() as isize - self.before.len() as isize
    }
}

/// Hunks that are one change.
pub(super) struct Joined {
    /// The earlier hunks (indexes): all of their edits lie in it.
    pub(super) hunks: BTreeSet<usize>,
    /// What they change and some lines about it, in the text as it was read.
    pub(super) in_text: LineSpan,
    /// The same in the text that all of them make.
    pub(super) in_after: LineSpan,
}

/// Joins the hunk that stands at `place` in the second of `texts` with those that `made` what it touches; `None` where it
/// touches nothing of theirs, or would join a part of a hunk.
pub(super) fn around(place: LineSpan, made: &[Made], texts: [&Text; 3]) -> Option<Joined> {
    let [text, middle, after] = texts;
    let touches = |made: &&Made| made.after.start < place.end && place.start < made.after.end;
    let mut touched = made.iter().filter(touches);
    let first = touched.next()?;
    let last = touched.next_back().unwrap_or(first);
    // Outside the edits the lines of the three texts are the same.
    let above = first.after.start.saturating_sub(place.start) + CONTEXT_LINES;
    let below = place.end.saturating_sub(last.after.end) + CONTEXT_LINES;
    let about = LineSpan::new(
        first.before.start.saturating_sub(above),
        (last.before.end + below).min(text.n_lines()),
    );
    let in_text = whole_edits(about, made);
    let lies_above = |made: &&Made| made.before.start < in_text.start;
    let shift: isize = made.iter().filter(lies_above).map(Made::growth_lines).sum();
    let is_joined =
        |made: &&Made| in_text.start <= made.before.start && made.before.end <= in_text.end;
    let hunks: BTreeSet<usize> = made
        .iter()
        .filter(is_joined)
        .map(|made| made.hunk)
        .collect();
    let mut edits = made.iter().filter(|made| hunks.contains(&made.hunk));
    if !edits.all(|made| is_joined(&made)) {
        return None;
    }
    let own_growth = after.n_lines() as isize - middle.n_lines() as isize;
    let earlier_growth: isize = made.iter().filter(is_joined).map(Made::growth_lines).sum();
    let start = in_text.start.checked_add_signed(shift)?;
    let n_lines = in_text
        .len()
        .checked_add_signed(earlier_growth + own_growth)?;
    Some(Joined {
        hunks,
        in_text,
        in_after: LineSpan::new(start, start + n_lines),
    })
}

/// Returns `span` with the whole of each edit that it would cut through.
fn whole_edits(span: LineSpan, made: &[Made]) -> LineSpan {
    let cut = |line: usize| {
        made.iter()
            .map(|made| made.before)
            .find(|before| before.start < line && line < before.end)
    };
    LineSpan::new(
        cut(span.start).map_or(span.start, |before| before.start),
        cut(span.end).map_or(span.end, |before| before.end),
    )
}

/// Returns the edits of the hunks in order, and where their lines come to stand.
pub(super) fn made(hunks: &[(HunkId, Vec<Edit>)]) -> Vec<Made> {
    let mut edits: Vec<(usize, &Edit)> = hunks
        .iter()
        .flat_map(|(id, edits)| edits.iter().map(|edit| (id.hunk, edit)))
        .collect();
    edits.sort_by_key(|(_, edit)| (edit.span.start, edit.span.end));
    let mut shift = 0isize;
    let made = edits.into_iter().map(|(hunk, edit)| {
        let start = edit.span.start.saturating_add_signed(shift);
        shift += edit.lines.len() as isize - edit.span.len() as isize;
        Made {
            hunk,
            before: edit.span,
            after: LineSpan::new(start, start + edit.lines.len()),
        }
    });
    made.collect()
}
