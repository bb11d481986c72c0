//! Texts that were coloured before: a text that differs from one in a few lines is coloured in these alone.

use std::hash::BuildHasher;

use foldhash::fast::FixedState;
use syntect::parsing::{ParseState, ScopeStack};

use super::Runs;

/// How many lines lie between two states that are kept.
const EVERY: usize = 32;

/// The most lines of all texts together, and the most texts.
const MOST_LINES: usize = 100_000;
const MOST_TEXTS: usize = 64;

/// Where the syntax is at the beginning of a line.
pub(super) type State = (ParseState, ScopeStack);

/// The texts that were coloured, the latest last.
#[derive(Default)]
pub struct Known {
    texts: Vec<Coloured>,
}

impl std::fmt::Debug for Known {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Known").finish_non_exhaustive()
    }
}

/// A text with its colours.
#[derive(Clone)]
pub(super) struct Coloured {
    file_name: String,
    keys: Vec<u64>,
    pub(super) runs: Vec<Runs>,
    /// The states at some lines, by line.
    states: Vec<(usize, State)>,
}

/// A known text that is like the one asked for.
struct Like<'a> {
    of: &'a Coloured,
    /// How many lines are the same at the beginning, and after these at the end.
    above: usize,
    below: usize,
}

impl Known {
    /// Returns the colours of `lines`, each that is not known found by `parse`; `None` where `parse` gives up.
    pub(super) fn colour<'a>(
        &mut self,
        file_name: &str,
        lines: impl Iterator<Item = &'a [u8]>,
        start: State,
        mut parse: impl FnMut(&[u8], &mut State) -> Option<Parsed>,
    ) -> Option<Vec<Runs>> {
        let lines: Vec<&[u8]> = lines.collect();
        let hash = FixedState::default();
        let keys: Vec<u64> = lines.iter().map(|line| hash.hash_one(line)).collect();
        let same = |it: &Coloured| it.file_name == file_name && it.keys == keys;
        if let Some(at) = self.texts.iter().position(same) {
            let same = self.texts.remove(at);
            let runs = same.runs.clone();
            self.texts.push(same);
            return Some(runs);
        }
        let like = self.like(file_name, &keys);
        let (mut made, mut state) = (Coloured::new(file_name), start);
        if let Some(like) = &like {
            let last = like.of.states.iter().rposition(|(at, _)| *at <= like.above);
            if let Some((at, known)) = last.map(|last| &like.of.states[last]) {
                made.runs.extend_from_slice(&like.of.runs[..*at]);
                let before = like.of.states.iter().take_while(|(line, _)| line < at);
                made.states.extend(before.cloned());
                state = known.clone();
            }
        }
        let mut is_whole = true;
        while made.runs.len() < lines.len() {
            let at = made.runs.len();
            if let Some(like) = like.as_ref().filter(|like| at + like.below >= lines.len()) {
                let n_known = like.of.runs.len();
                let there = n_known - (lines.len() - at);
                let known = like
                    .of
                    .states
                    .binary_search_by_key(&there, |(line, _)| *line);
                if let Some(known) = known.ok().filter(|nth| like.of.states[*nth].1 == state) {
                    made.runs.extend_from_slice(&like.of.runs[there..]);
                    let rest = like.of.states[known..].iter();
                    let moved = rest.map(|(line, state)| (line - there + at, state.clone()));
                    made.states.extend(moved);
                    break;
                }
            }
            if at % EVERY == 0 {
                made.states.push((at, state.clone()));
            }
            match parse(lines[at], &mut state)? {
                Parsed::Runs(runs) => made.runs.push(runs),
                Parsed::LeftOut => {
                    is_whole = false;
                    made.runs.push(Runs::new());
                }
            }
        }
        let runs = made.runs.clone();
        if is_whole {
            made.keys = keys;
            self.keep(made);
        }
        Some(runs)
    }

    /// Returns the text of a file of that name that has most lines in common at its two ends.
    fn like(&self, file_name: &str, keys: &[u64]) -> Option<Like<'_>> {
        let named = self.texts.iter().filter(|it| it.file_name == file_name);
        let like = named.map(|of| {
            let same = |(one, other): &(&u64, &u64)| one == other;
            let above = of.keys.iter().zip(keys).take_while(same).count();
            let rest = of.keys[above..]
                .iter()
                .rev()
                .zip(keys[above..].iter().rev());
            let below = rest.take_while(same).count();
            Like { of, above, below }
        });
        like.max_by_key(|like| like.above + like.below)
    }

    /// Keeps a text, and forgets those that were not asked for the longest.
    fn keep(&mut self, made: Coloured) {
        self.texts.push(made);
        let mut n_lines: usize = self.texts.iter().map(|it| it.runs.len()).sum();
        while self.texts.len() > MOST_TEXTS || n_lines > MOST_LINES && self.texts.len() > 2 {
            n_lines -= self.texts.remove(0).runs.len();
        }
    }
}

impl Coloured {
    fn new(file_name: &str) -> Coloured {
        Coloured {
            file_name: file_name.to_string(),
            keys: Vec::new(),
            runs: Vec::new(),
            states: Vec::new(),
        }
    }
}

/// What became of a line.
pub(super) enum Parsed {
    /// It has these colours.
    Runs(Runs),
    /// It stays plain, since the text takes too long.
    LeftOut,
}
