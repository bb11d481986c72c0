//! Edits one after another: what earlier hunks make of a text, and an edit of that, as edits of the text as it was read.

use std::collections::BTreeSet;

use crate::patch::{Hunk, HunkLine, LineKind, line::diff_lines};
use crate::text::{Edit, Edits, FinalNewline, LineSpan, Piece, Text};

/// Lines of the file shown above and below what a hunk and those that it builds on change.
const CONTEXT_LINES: usize = 3;

/// The text that some hunks make, and where its lines come from.
#[derive(Clone)]
pub(super) struct Running {
    /// The text itself.
    pub(super) text: Text,
    /// What was made, in the order of its lines. All other lines are the file's.
    made: Vec<Made>,
}

/// One edit that was made.
#[derive(Clone)]
struct Made {
    /// Index of the hunk that made it.
    hunk: usize,
    /// The edit, of the text as it was read.
    edit: Edit,
    /// The lines that it makes, in the running text.
    after: LineSpan,
    /// How many lines longer the text is for it and all above it.
    growth_lines: isize,
}

impl Made {
    /// Returns whether it lies in some lines of the running text: its lines, or the point where it removed some.
    fn lies_in(&self, span: LineSpan) -> bool {
        self.after.start < span.end && span.start < self.after.end
    }
}

impl Running {
    /// Makes the `edits` of `text`, each with the index of its hunk, and the end that they leave it; `None` where two of them
    /// collide.
    pub(super) fn new(
        text: &Text,
        mut edits: Vec<(usize, Edit)>,
        end: FinalNewline,
    ) -> Option<Running> {
        edits.sort_by_key(|(_, edit)| edit.span);
        let all: Vec<Edit> = edits.iter().map(|(_, edit)| edit.clone()).collect();
        let running = |newline| {
            Some(Text::new(
                Edits::new(all.clone(), newline).ok()?.apply(text),
            ))
        };
        let kept = running(end)?;
        let mut growth = 0isize;
        let made = edits.into_iter().map(|(hunk, edit)| {
            let start = edit.span.start.saturating_add_signed(growth);
            growth += edit.lines.len() as isize - edit.span.len() as isize;
            let after = LineSpan::new(start, start + edit.lines.len());
            Made {
                hunk,
                edit,
                after,
                growth_lines: growth,
            }
        });
        let made: Vec<Made> = made.collect();
        // A blank last line is none where the file does not end in a newline; here it keeps its number.
        let is_whole = text.n_lines().checked_add_signed(growth) == Some(kept.n_lines());
        let text = if is_whole {
            kept
        } else {
            running(FinalNewline::Add)?
        };
        Some(Running { made, text })
    }

    /// Returns the hunks that made lines of `span`, or removed some between them.
    pub(super) fn makers(&self, span: LineSpan) -> BTreeSet<usize> {
        self.lying_in(span).map(|made| made.hunk).collect()
    }

    /// Returns where a line of the running text lies in the text as it was read: for one that was made, where that was.
    pub(super) fn line_as_read(&self, line: usize) -> usize {
        self.as_read(LineSpan::new(line, line)).start
    }

    /// Returns where a line of the text as it was read lies in the running text.
    pub(super) fn line_now(&self, line: usize) -> usize {
        let is_above = |made: &Made| made.edit.span.start < line;
        let n_above = self.made.partition_point(is_above);
        line.saturating_add_signed(self.growth_of(n_above))
    }

    /// Returns how many lines longer the text is for the first `n` edits.
    fn growth_of(&self, n: usize) -> isize {
        self.made[..n].last().map_or(0, |made| made.growth_lines)
    }

    /// Returns how many edits end above some lines of the running text, and how many begin above their end: the edits are in
    /// order, so that the others need not be looked at.
    fn passed_and_begun(&self, span: LineSpan) -> (usize, usize) {
        let n_passed = self
            .made
            .partition_point(|made| made.after.end <= span.start);
        let n_begun = self
            .made
            .partition_point(|made| made.after.start < span.end);
        (n_passed, n_begun.max(n_passed))
    }

    /// Returns the edits that lie in some lines of the running text.
    fn lying_in(&self, span: LineSpan) -> impl Iterator<Item = &Made> {
        let (n_passed, n_begun) = self.passed_and_begun(span);
        let near = self.made[n_passed..n_begun].iter();
        near.filter(move |made| made.lies_in(span))
    }

    /// Returns the lines of the text as it was read that `span` of the running text stands for, those of the edits that it
    /// meets included.
    fn as_read(&self, span: LineSpan) -> LineSpan {
        let (n_passed, n_begun) = self.passed_and_begun(span);
        let mut start = span.start.saturating_add_signed(-self.growth_of(n_passed));
        let mut end = span.end.saturating_add_signed(-self.growth_of(n_begun));
        for made in self.lying_in(span) {
            // Within what was made, the file has no line of that number.
            if made.after.start <= span.start {
                start = made.edit.span.start;
            }
            if span.end <= made.after.end {
                end = made.edit.span.end;
            }
        }
        LineSpan::new(start, end.max(start))
    }

    /// Returns edits of the running text, by a hunk whose place is `place`, as edits of the text as it was read, together with
    /// all those of the hunks whose lines they change or stand among; and these hunks, none where it stands among the file's
    /// own lines.
    pub(super) fn composed(&self, place: LineSpan, edits: &[Edit]) -> (Vec<Edit>, BTreeSet<usize>) {
        let spans_read = edits.iter().map(|edit| self.as_read(edit.span));
        let edits: Vec<(&Edit, LineSpan)> = edits.iter().zip(spans_read).collect();
        let meets = |(edit, as_read): (&Edit, LineSpan), made: &Made| {
            made.lies_in(edit.span) || as_read.collides(made.edit.span)
        };
        let is_met = |made: &&Made| edits.iter().any(|edit| meets(*edit, made));
        let mut makers = self.makers(place);
        makers.extend(self.made.iter().filter(is_met).map(|made| made.hunk));
        let theirs: Vec<&Made> = self
            .made
            .iter()
            .filter(|made| makers.contains(&made.hunk))
            .collect();
        // Edits of the running text that meet are one change, from the first of them to the last.
        let mut groups: Vec<Group<'_>> = theirs.into_iter().map(Group::of_made).collect();
        for (edit, as_read) in edits {
            let (met, apart): (Vec<_>, Vec<_>) = groups
                .into_iter()
                .partition(|group| group.made.iter().any(|made| meets((edit, as_read), made)));
            let own = Group {
                before: as_read,
                after: edit.span,
                made: Vec::new(),
                own: vec![edit],
            };
            groups = apart;
            groups.push(met.into_iter().fold(own, Group::with));
        }
        let changed = groups.iter().map(|group| self.change_of(group));
        let mut changed: Vec<Edit> = changed.collect();
        changed.sort_by_key(|edit| edit.span);
        (changed, makers)
    }

    /// Returns the one edit that a group comes to.
    fn change_of(&self, group: &Group<'_>) -> Edit {
        let mut own = group.own.clone();
        own.sort_by_key(|edit| edit.span);
        let mut lines: Vec<Piece> = Vec::new();
        let mut at = group.after.start;
        for edit in own {
            lines.extend(self.text.pieces(LineSpan::new(at, edit.span.start.max(at))));
            lines.extend(edit.lines.iter().cloned());
            at = edit.span.end.max(at);
        }
        lines.extend(self.text.pieces(LineSpan::new(at, group.after.end.max(at))));
        Edit {
            span: group.before,
            lines,
        }
    }
}

/// Edits that meet, one after another.
struct Group<'a> {
    /// The lines that they change, in the text as it was read.
    before: LineSpan,
    /// The same lines in the running text.
    after: LineSpan,
    made: Vec<&'a Made>,
    own: Vec<&'a Edit>,
}

impl<'a> Group<'a> {
    fn of_made(made: &'a Made) -> Group<'a> {
        Group {
            before: made.edit.span,
            after: made.after,
            made: vec![made],
            own: Vec::new(),
        }
    }

    fn with(mut self, mut other: Group<'a>) -> Group<'a> {
        let hull = |one: LineSpan, other: LineSpan| {
            LineSpan::new(one.start.min(other.start), one.end.max(other.end))
        };
        self.before = hull(self.before, other.before);
        self.after = hull(self.after, other.after);
        self.made.append(&mut other.made);
        self.own.append(&mut other.own);
        self
    }
}

/// Returns `edits` of `text` as one hunk that begins at line `from`, or with some lines of context, and the line at which it
/// stands.
pub(super) fn as_hunk(
    like: &Hunk,
    text: &Text,
    edits: &[Edit],
    from: Option<usize>,
) -> (Hunk, usize) {
    let first = edits.first().map_or(0, |edit| edit.span.start);
    let last = edits.last().map_or(0, |edit| edit.span.end);
    let from = from.filter(|from| *from <= first);
    let start = from.unwrap_or_else(|| first.saturating_sub(CONTEXT_LINES));
    let end = (last + CONTEXT_LINES).min(text.n_lines());
    let mut lines: Vec<HunkLine> = Vec::new();
    let mut at = start;
    let kept = |from: usize, to: usize| {
        let lines = text.pieces(LineSpan::new(from, to.max(from)));
        lines.map(|line| HunkLine::new(LineKind::Context, line))
    };
    for edit in edits {
        lines.extend(kept(at, edit.span.start));
        let gone: Vec<Piece> = text.pieces(edit.span).collect();
        lines.extend(diff_lines(&gone, &edit.lines));
        at = edit.span.end;
    }
    lines.extend(kept(at, end));
    let hunk = Hunk {
        lines: lines.into(),
        hint: None,
        ..like.clone()
    };
    (hunk, start)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "0\n1\n2\n3\n4\n5\n";

    fn edit(start: usize, end: usize, lines: &str) -> Edit {
        Edit {
            span: LineSpan::new(start, end),
            lines: lines.split_whitespace().map(Piece::from).collect(),
        }
    }

    fn applied(text: &Text, edits: Vec<Edit>) -> String {
        let edits = Edits::new(edits, FinalNewline::Keep).expect("they are apart");
        String::from_utf8(edits.apply(text)).expect("it is text")
    }

    #[test]
    fn a_blank_last_line_keeps_its_number() {
        for text in ["0\n1", "0\n1\n"] {
            let (text, blank) = (Text::new(text), edit(2, 2, ""));
            let lines = vec![Piece::from(""), Piece::from("")];
            let running = Running::new(
                &text,
                vec![(0, Edit { lines, ..blank })],
                FinalNewline::Keep,
            );
            let running = running.expect("they are apart");
            assert_eq!(running.text.n_lines(), 4);
            let own = edit(3, 4, "x");
            let (edits, _) = running.composed(own.span, &[own]);
            assert_eq!(applied(&text, edits).trim_end(), "0\n1\n\nx");
        }
    }

    #[test]
    fn edits_of_the_running_text_are_edits_of_the_file() {
        let text = Text::new(TEXT);
        let spans = || (0..=6).flat_map(|start| (start..=6).map(move |end| (start, end)));
        let made = spans().flat_map(|span| ["", "a", "a b"].map(|lines| (span, lines)));
        for ((start, end), lines) in made {
            let others = [None, Some(edit(5, 6, "x y"))];
            for other in others.into_iter().filter(|_| end < 5) {
                let mut edits = vec![(0, edit(start, end, lines))];
                edits.extend(other.clone().map(|other| (1, other)));
                let running =
                    Running::new(&text, edits, FinalNewline::Keep).expect("they are apart");
                let n_lines = running.text.n_lines();
                for from in 0..=n_lines {
                    for to in from..=n_lines {
                        for lines in ["", "c", "c d"] {
                            let own = edit(from, to, lines);
                            let expected = applied(&running.text, vec![own.clone()]);
                            let (edits, makers) = running.composed(own.span, &[own]);
                            let kept = [(0, start, end), (1, 5, 6)];
                            let mut all = edits;
                            for made in &running.made {
                                if !makers.contains(&made.hunk) {
                                    assert!(kept.iter().any(|(hunk, ..)| *hunk == made.hunk));
                                    all.push(made.edit.clone());
                                }
                            }
                            assert_eq!(applied(&text, all), expected, "{from}..{to} {lines}");
                        }
                    }
                }
            }
        }
    }
}
