//! Fallback locations for a hunk without a match: where a person would begin to look. They rank below every match, tie with
//! nothing, are not counted, and are never placed automatically.

use super::aligned::count;
use super::comparison::Comparison;
use super::{Aligned, Candidate, Evidence, Found, LineMatch, Score, Search, Tier, align, score};
use crate::patch::Hunk;
use crate::text::indent::unindented;
use crate::text::{LineSpan, Text};

/// The most lines of a hunk that are compared letter by letter where nothing is like it.
const N_MEASURED: usize = 1_000;

/// What makes a line a place to begin at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Landmark {
    /// The patch names it by its number.
    Number,
    /// The patch names it by its number, which is moved by as much as the hunk before was found away from its own.
    MovedNumber,
    /// It lies below the heading that the patch names.
    Heading,
    /// The hunk before ends there.
    HunkBefore,
    /// The file ends there.
    FileEnd,
    /// The file begins there.
    FileStart,
}

impl Landmark {
    /// Returns the stable name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Landmark::Number => "by_number_only",
            Landmark::MovedNumber => "by_moved_number_only",
            Landmark::Heading => "by_heading_only",
            Landmark::HunkBefore => "after_hunk_before",
            Landmark::FileEnd => "at_file_end",
            Landmark::FileStart => "at_file_start",
        }
    }

    /// Returns what people read.
    pub fn words(self) -> &'static str {
        match self {
            Landmark::Number => "at the line the patch says",
            Landmark::MovedNumber => "at the line the patch says, shifted like the previous hunk",
            Landmark::Heading => "below the heading the patch names",
            Landmark::HunkBefore => "after the previous hunk",
            Landmark::FileEnd => "end of the file",
            Landmark::FileStart => "start of the file",
        }
    }
}

/// Where the previous hunk was found, and how far from its own number, where it has one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PreviousHunk {
    pub(super) end: usize,
    offset: isize,
}

impl PreviousHunk {
    /// Reads it from what was found; `None` where that is no match, or several places are as good.
    pub(super) fn of(found: &Found) -> Option<PreviousHunk> {
        if let Some(exact) = found.candidates.exact() {
            return Some(PreviousHunk {
                end: exact.span().end,
                offset: exact.offset_lines().unwrap_or(0),
            });
        }
        let place = found.candidates.first()?;
        let is_alone = found.tied().len() == 1;
        (is_alone && place.landmark().is_none()).then_some(PreviousHunk {
            end: place.span.end,
            offset: place.offset_lines().unwrap_or(0),
        })
    }
}

/// Returns up to `n_places` places to begin at that `listed` does not hold, the likeliest first; none in an empty target.
pub(super) fn places(
    search: &Search<'_>,
    before: Option<PreviousHunk>,
    listed: &[Candidate],
    n_places: usize,
) -> Vec<Candidate> {
    let text = search.index.text();
    if text.n_lines() == 0 || !search.budget.spend(text.n_lines() as u64) {
        return Vec::new();
    }
    let mut places: Vec<Candidate> = Vec::new();
    for (line, landmark) in landmarks(search.hunk, text, before) {
        let starts_there = |place: &Candidate| place.span.start == line;
        let is_new = !listed.iter().chain(&places).any(starts_there);
        if places.len() < n_places && is_new {
            places.push(place(search, line, landmark));
        }
    }
    places
}

fn landmarks(
    hunk: &Hunk,
    text: &Text,
    before: Option<PreviousHunk>,
) -> impl Iterator<Item = (usize, Landmark)> {
    let number = hunk.hint.map(|hint| hint.line_index);
    let moved = number.zip(before).filter(|(_, before)| before.offset != 0);
    let moved = moved.and_then(|(line, before)| line.checked_add_signed(before.offset));
    let heading = hunk.headings.last().map(|heading| heading.trim_ascii());
    let heading = heading.filter(|heading| !heading.is_empty());
    let below = heading.and_then(|heading| {
        let holds = |line: &[u8]| unindented(line).starts_with(heading);
        Some(text.lines().position(|line| holds(line))? + 1)
    });
    let n_lines = text.n_lines();
    let ends = [(0, Landmark::FileStart), (n_lines, Landmark::FileEnd)];
    // Behind the last line there is nothing to lay the lines of a hunk beside; what only adds is likely to go there.
    let [first, second] = if hunk.has_preimage() {
        ends
    } else {
        [ends[1], ends[0]]
    };
    let likeliest_first = [
        moved.map(|line| (line, Landmark::MovedNumber)),
        number.map(|line| (line, Landmark::Number)),
        below.map(|line| (line, Landmark::Heading)),
        before.map(|before| (before.end, Landmark::HunkBefore)),
        Some(first),
        Some(second),
    ];
    let there = likeliest_first.into_iter().flatten();
    there.filter(move |(line, _)| *line <= n_lines)
}

/// Returns the hunk laid line by line beside the lines from `start` on, as if it had been moved there by hand.
fn place(search: &Search<'_>, start: usize, landmark: Landmark) -> Candidate {
    let aligned = align::beside(search, start);
    let end = (start + search.preimage.len()).min(search.index.text().n_lines());
    let is_exact = |pair: &&Aligned| pair.how == LineMatch::Exact;
    let similarity = (aligned.len() <= N_MEASURED).then(|| Evidence::Similarity {
        permille: score::similarity(search, &measured(search, &aligned)),
    });
    Candidate {
        span: LineSpan::new(start, end),
        tier: Tier::Similar,
        score: Score::new(0),
        variant: search.variant.clone(),
        evidence: [
            Evidence::Landmark(landmark),
            Evidence::LinesExact {
                n: count(aligned.iter().filter(is_exact).count()),
                of: count(search.preimage.len()),
            },
        ]
        .into_iter()
        .chain(similarity)
        .collect(),
        aligned: aligned.into(),
        reindents: Box::default(),
    }
}

/// Returns an alignment in which each pair has its likeness, also one that is too low for a match.
fn measured(search: &Search<'_>, aligned: &[Aligned]) -> Vec<Aligned> {
    let text = search.index.text();
    let measure = |(row, pair): (usize, &Aligned)| match (pair.hunk_line(), pair.target_line()) {
        (Some(line), Some(target)) if !pair.how.is_alike() => {
            let permille = Comparison::new(search.body(row)).any_similarity(text.line(target));
            Aligned::pair(line, target, LineMatch::Similar { permille })
        }
        _ => *pair,
    };
    aligned.iter().enumerate().map(measure).collect()
}

#[cfg(test)]
mod tests {
    use super::Landmark::{FileEnd, FileStart, Heading, HunkBefore, MovedNumber, Number};
    use super::*;
    use crate::dialect::{ParseOptions, parse};
    use crate::matcher::{Limits, find};

    const FILE: &str = "alpha\nbeta\nfn gamma() {\n    delta\n}\n";

    /// Reads a patch of hunks and checks where its last one begins to be looked for: 0-based lines.
    #[track_caller]
    fn check(hunks: &str, expected: &[(usize, Landmark)]) {
        let reply = format!("--- a/f\n+++ b/f\n{hunks}");
        let parsed = parse(reply.as_bytes(), &ParseOptions::default());
        let found = find(&parsed.patch.files[0], &Text::new(FILE), Limits::default());
        let found = found.last().expect("a hunk");
        let begin = |place: &Candidate| Some((place.span.start, place.landmark()?));
        let places: Vec<_> = found.candidates.iter().filter_map(begin).collect();
        assert_eq!(places, expected);
        assert_eq!(found.n_candidates, 0, "they do not count");
        assert_eq!(found.tied().len(), 1, "nor tie");
    }

    #[test]
    fn the_number_comes_before_the_ends_of_the_file() {
        check(
            "@@ -2,1 +2,1 @@\n-QQQQQQ\n+x\n",
            &[(1, Number), (0, FileStart), (5, FileEnd)],
        );
        check("@@ @@\n-QQQQQQ\n+x\n", &[(0, FileStart), (5, FileEnd)]);
    }

    #[test]
    fn a_number_beyond_the_file_is_no_place() {
        check(
            "@@ -200,1 +200,1 @@\n-QQQQQQ\n+x\n",
            &[(0, FileStart), (5, FileEnd)],
        );
    }

    #[test]
    fn a_number_is_moved_as_the_hunk_before_was() {
        check(
            "@@ -11,1 +11,1 @@\n-beta\n+x\n@@ -13,1 +13,1 @@\n-QQQQQQ\n+x\n",
            &[(3, MovedNumber), (2, HunkBefore), (0, FileStart)],
        );
    }

    #[test]
    fn a_heading_that_is_there_is_a_place() {
        check(
            "@@ fn gamma() {\n-QQQQQQ\n+x\n",
            &[(3, Heading), (0, FileStart), (5, FileEnd)],
        );
    }
}
