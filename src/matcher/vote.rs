//! Where a hunk may stand that stands nowhere as it is: every line of the preimage that the target has votes for the start
//! that would put it there.

use std::ops::Range;

use super::comparison::{Comparison, ReadLine};
use super::{Search, weight};

/// The most stretches looked at for one hunk.
const N_STRETCHES: usize = 24;
/// A line that stands more often than this does not vote: it says nothing.
const N_VOTES_OF_A_LINE: usize = 64;
/// How many lines around the number of a hunk are always looked through for what is like its lines, as Roo Code does.
const N_LINES_AROUND: usize = 40;
/// The most lines that vote by likeness: each is compared with every line of the target.
const N_HEAVIEST: usize = 6;

/// Returns the starts, as lines of the target, that most speaks for, the likeliest first.
pub(super) fn starts(search: &Search<'_>, slack: usize) -> Vec<isize> {
    let mut votes = exact_votes(search);
    let voted: u32 = votes.iter().map(|vote| vote.weight).sum();
    let whole: u32 = search.preimage.iter().map(|line| line.weight).sum();
    let n_lines = search.index.text().n_lines();
    if voted * 2 < whole {
        votes.extend(similar_votes(search, 0..n_lines));
    } else if let Some(hint) = search.hunk.hint {
        // What is like it elsewhere hides nothing near its own number.
        let from = hint.line_index.saturating_sub(N_LINES_AROUND).min(n_lines);
        let to = (hint.line_index + search.preimage.len()).saturating_add(N_LINES_AROUND);
        votes.extend(similar_votes(search, from..to.min(n_lines)));
    }
    votes.sort_by_key(|vote| vote.start);
    let mut peaks: Vec<(u32, isize)> = Vec::new();
    // Of the votes within reach of each other, those of one line count once.
    let mut said = vec![Said::default(); search.preimage.len()];
    let (mut first, mut sum) = (0, 0);
    for (last, vote) in votes.iter().enumerate() {
        sum += said[vote.line].add(vote.weight);
        while vote.start - votes[first].start > slack as isize {
            sum -= said[votes[first].line].remove();
            first += 1;
        }
        peaks.push((sum, votes[first + (last - first) / 2].start));
    }
    peaks.sort_by_key(|(sum, start)| (std::cmp::Reverse(*sum), *start));
    let mut starts: Vec<isize> = Vec::new();
    for (_, start) in peaks {
        if starts.len() == N_STRETCHES {
            break;
        }
        if starts.iter().all(|other| other.abs_diff(start) > slack / 2) {
            starts.push(start);
        }
    }
    starts
}

/// One line's say in where the preimage begins.
struct Vote {
    start: isize,
    line: usize,
    weight: u32,
}

/// What the votes of one line that are within reach say together.
#[derive(Clone, Copy, Default)]
struct Said {
    n_votes: usize,
    weight: u32,
}

impl Said {
    /// Takes one more vote; returns by how much that grows what is said.
    fn add(&mut self, weight: u32) -> u32 {
        self.n_votes += 1;
        let is_first = self.n_votes == 1;
        if is_first {
            self.weight = weight;
        }
        if is_first { weight } else { 0 }
    }

    /// Takes a vote back; returns by how much that shrinks what is said.
    fn remove(&mut self) -> u32 {
        self.n_votes -= 1;
        if self.n_votes == 0 { self.weight } else { 0 }
    }
}

fn exact_votes(search: &Search<'_>) -> Vec<Vote> {
    let mut votes = Vec::new();
    for (line, preimage) in search.preimage.iter().enumerate() {
        let places = search.index.lines_with(preimage.key);
        if preimage.weight == 0 || places.len() > N_VOTES_OF_A_LINE {
            continue;
        }
        let vote = |at: usize| Vote {
            start: at as isize - line as isize,
            line,
            weight: preimage.weight,
        };
        votes.extend(places.map(vote));
    }
    votes
}

/// Votes by likeness to some lines of the target, of the heaviest lines: for hunks whose lines all differ from the target's.
fn similar_votes(search: &Search<'_>, lines: Range<usize>) -> Vec<Vote> {
    let mut heavy: Vec<usize> = (0..search.preimage.len()).collect();
    heavy.retain(|line| {
        let key = search.preimage[*line].key;
        search.index.n_lines_with(key) == 0
    });
    heavy.sort_by_key(|line| {
        std::cmp::Reverse((search.preimage[*line].weight, search.body(*line).len()))
    });
    heavy.truncate(N_HEAVIEST);
    heavy.retain(|line| search.preimage[*line].weight >= weight::SIGNIFICANT);
    let text = search.index.text();
    let n_bytes = match lines.len() {
        n_lines if n_lines == text.n_lines() => text.as_bytes().len(),
        _ => lines.clone().map(|at| text.line(at).len()).sum(),
    };
    let mut comparisons: Vec<(usize, Comparison)> = heavy
        .iter()
        .map(|line| (*line, Comparison::new(search.body(*line))))
        .collect();
    comparisons.retain(|(_, comparison)| {
        let n_steps = lines.len() as u64 + comparison.cost(n_bytes);
        search.budget.spend(n_steps)
    });
    // Nothing to say, or no budget left to say it: the file need not be read.
    if comparisons.is_empty() {
        return Vec::new();
    }
    let mut votes: Vec<Vec<Vote>> = comparisons.iter().map(|_| Vec::new()).collect();
    let mut other = ReadLine::default();
    for at in lines {
        if !search.budget.goes_on() {
            return Vec::new();
        }
        // The line is read once for all of them.
        let mut is_read = false;
        let target = text.line(at);
        let n_compared = Comparison::n_compared(target);
        for ((line, comparison), votes) in comparisons.iter().zip(&mut votes) {
            if !comparison.are_enough(n_compared) {
                continue;
            }
            if !is_read {
                other.read(target);
                is_read = true;
            }
            if let Some(permille) = comparison.similarity_of_read(&other) {
                votes.push(Vote {
                    start: at as isize - *line as isize,
                    line: *line,
                    weight: search.preimage[*line].weight * u32::from(permille) / 2000,
                });
            }
        }
    }
    votes.into_iter().flatten().collect()
}
