//! Hunks of one reply that change the same lines, as one change that does what each of them does.

use bstr::ByteSlice;
use similar::{Algorithm, DiffTag};

use crate::patch::HunkId;
use crate::plan::{State, overlap};
use crate::session::Session;
use crate::text::words::words;
use crate::text::{Edit, LineSpan, Text};

/// The most hunks that are made one.
const MOST_HUNKS: usize = 8;

/// The most words of the file compared with those of a hunk.
const MOST_WORDS: usize = 20_000;

/// Some words of the file, by their indexes, and what a hunk has instead of them.
type Change<'a> = (std::ops::Range<usize>, Vec<&'a str>);

/// Returns what a hunk and those that it overlaps with write together; `None` where they contradict each other, and for all
/// but the first of them.
pub(super) fn with_others(session: &Session, id: HunkId) -> Option<Vec<Edit>> {
    let file = &session.plan().files[id.file];
    let mut group = vec![id.hunk];
    let mut n_seen = 0;
    while let Some(hunk) = group.get(n_seen) {
        n_seen += 1;
        let State::Overlap(with) = &file.hunks[*hunk].state else {
            continue;
        };
        let new: Vec<usize> = with
            .iter()
            .filter(|it| !group.contains(it))
            .copied()
            .collect();
        group.extend(new);
        if group.len() > MOST_HUNKS {
            return None;
        }
    }
    group.sort_unstable();
    if group[0] != id.hunk || group.len() < 2 {
        return None;
    }
    let edits = |hunk: &usize| session.placed_edits(HunkId { hunk: *hunk, ..id });
    let edits: Vec<Vec<Edit>> = group.iter().map(edits).collect();
    merged(&edits, file.snapshot.as_ref()?.text()?)
}

/// Returns the edits of several hunks as those of one: word by word, as each hunk names the lines in full. Insertions at
/// one place follow each other.
fn merged(hunks: &[Vec<Edit>], old: &Text) -> Option<Vec<Edit>> {
    by_words(hunks, old).or_else(|| {
        let only_insert = hunks.iter().flatten().all(|edit| edit.span.is_empty());
        let (first, rest) = hunks.split_first().filter(|_| only_insert)?;
        rest.iter()
            .try_fold(first.clone(), |made, next| overlap::both(&made, next))
    })
}

fn by_words(hunks: &[Vec<Edit>], old: &Text) -> Option<Vec<Edit>> {
    let spans = || hunks.iter().flatten().map(|edit| edit.span);
    let start = spans().map(|span| span.start).min()?;
    let hull = LineSpan::new(start, spans().map(|span| span.end).max()?);
    let old_text = after(&[], hull, old)?;
    let old_words = words(&old_text);
    let texts: Option<Vec<String>> = hunks.iter().map(|edits| after(edits, hull, old)).collect();
    let texts = texts.filter(|_| old_words.len() <= MOST_WORDS)?;
    let mut changes: Vec<Change<'_>> = texts
        .iter()
        .flat_map(|text| changed(&old_words, text))
        .collect();
    changes.sort_by_key(|change| (change.0.start, change.0.end));
    changes.dedup();
    // Changes that touch were not read beside each other by who wrote them.
    let is_apart = changes.windows(2).all(|two| two[0].0.end < two[1].0.start);
    let mut new = String::new();
    let mut at = 0;
    for (range, now) in changes.iter().filter(|_| is_apart) {
        new += &old_words[at..range.start].concat();
        new += &now.concat();
        at = range.end;
    }
    new += &old_words[at..].concat();
    let lines = new
        .split_terminator('\n')
        .map(|line| line.as_bytes().into())
        .collect();
    is_apart.then(|| vec![Edit { span: hull, lines }])
}

/// Returns the lines of `hull` once `edits` are made, each with a line feed; `None` where they are no UTF-8.
fn after(edits: &[Edit], hull: LineSpan, old: &Text) -> Option<String> {
    let mut lines = Vec::new();
    let mut at = hull.start;
    for edit in edits {
        lines.extend(old.pieces(LineSpan::new(at, edit.span.start.max(at))));
        lines.extend(edit.lines.iter().cloned());
        at = edit.span.end;
    }
    lines.extend(old.pieces(LineSpan::new(at, hull.end.max(at))));
    let lines = lines.iter().map(|line| line.to_str().ok());
    lines.map(|line| Some(line?.to_string() + "\n")).collect()
}

/// Returns the words that a text has in the place of others.
fn changed<'a>(old: &[&str], new: &'a str) -> Vec<Change<'a>> {
    let new = words(new);
    let ops = similar::capture_diff_slices(Algorithm::Myers, old, &new);
    let ops = ops.iter().filter(|op| op.tag() != DiffTag::Equal);
    ops.map(|op| (op.old_range(), new[op.new_range()].to_vec()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Merges hunks, each given as the lines that it replaces, from 0, and what it has instead of them.
    #[track_caller]
    fn check(hunks: &[(usize, usize, &str)], expected: Option<&str>) {
        let old = Text::new("import os\n\ndef run(a):\n    return call(a)\n");
        let edits = hunks.iter().map(|(start, end, lines)| {
            vec![Edit {
                span: LineSpan::new(*start, *end),
                lines: lines.lines().map(Into::into).collect(),
            }]
        });
        let edits: Vec<Vec<Edit>> = edits.collect();
        let made = merged(&edits, &old);
        let made = made.map(|edits| {
            let edits = crate::text::Edits::new(edits, crate::text::FinalNewline::Keep);
            let bytes = edits.expect("they lie apart").apply(&old);
            String::from_utf8(bytes).expect("UTF-8")
        });
        assert_eq!(made.as_deref(), expected, "{hunks:?}");
    }

    #[test]
    fn words_of_several_hunks_come_together() {
        check(
            &[
                (3, 4, "    return call(a, 1)"),
                (3, 4, "    return self.call(a)"),
            ],
            Some("import os\n\ndef run(a):\n    return self.call(a, 1)\n"),
        );
        check(
            &[
                (2, 4, "def run(b):\n    return call(b)"),
                (3, 4, "    yield call(a)"),
            ],
            Some("import os\n\ndef run(b):\n    yield call(b)\n"),
        );
        check(
            &[(0, 0, "import io"), (0, 0, "import re")],
            Some("import io\nimport re\nimport os\n\ndef run(a):\n    return call(a)\n"),
        );
        check(
            &[(3, 4, "    return one(a)"), (3, 4, "    return two(a)")],
            None,
        );
        check(&[(2, 4, ""), (3, 4, "    return two(a)")], None);
    }
}
