//! Windows: places at which every preimage line has its like, in order and without a gap.

use std::collections::HashMap;
use std::sync::Arc;

use super::{Aligned, Candidate, Search, Tier, line_key, score};
use crate::text::LineSpan;

/// Lines of a target by their fuzzy key.
#[derive(Debug, Default)]
pub struct Index {
    keys: Vec<Vec<u8>>,
    places: HashMap<Vec<u8>, Vec<usize>>,
}

impl Index {
    /// Indexes `text`, line by line.
    pub fn new(text: &crate::text::Text) -> Index {
        let mut index = Index::default();
        for (at, line) in text.lines().enumerate() {
            let key = line_key::fuzzy(line);
            index.places.entry(key.clone()).or_default().push(at);
            index.keys.push(key);
        }
        index
    }
}

/// Returns the windows in which the loosest line needs exactly `tier`, in order of place.
pub fn windows(search: &Search<'_>, tier: Tier) -> Vec<Candidate> {
    let preimage: Vec<(usize, &[u8])> = search.preimage().collect();
    let keys: Vec<Vec<u8>> = preimage
        .iter()
        .map(|(_, body)| line_key::fuzzy(body))
        .collect();
    let none = Vec::new();
    let found = |key: &Vec<u8>| search.index.places.get(key).unwrap_or(&none);
    let Some((anchor, key)) = keys
        .iter()
        .enumerate()
        .min_by_key(|(_, key)| found(key).len())
    else {
        return Vec::new();
    };
    let starts = found(key).iter().filter_map(|at| at.checked_sub(anchor));
    let fits = |start: &usize| {
        search
            .index
            .keys
            .get(*start..*start + keys.len())
            .is_some_and(|window| window == keys)
    };
    starts
        .filter(fits)
        .map(|start| candidate(search, &preimage, start))
        .filter(|candidate| candidate.tier == tier)
        .collect()
}

fn candidate(search: &Search<'_>, preimage: &[(usize, &[u8])], start: usize) -> Candidate {
    let aligned: Vec<Aligned> = preimage
        .iter()
        .enumerate()
        .map(|(offset, (hunk_line, body))| Aligned {
            hunk_line: Some(*hunk_line),
            target_line: Some(start + offset),
            how: line_key::agreement(body, search.text.line(start + offset)),
        })
        .collect();
    Candidate {
        span: LineSpan::new(start, start + preimage.len()),
        tier: aligned
            .iter()
            .map(|pair| pair.how.tier())
            .max()
            .unwrap_or(Tier::Strict),
        score: score::score(&aligned),
        variant: Arc::clone(search.variant),
        aligned,
        evidence: Vec::new(),
    }
}
