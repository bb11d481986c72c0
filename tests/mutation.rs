//! A fuzzer of right outcomes: real edits, written as patches, damaged at random, on files that drifted. What is written is
//! right, or nothing is written.
//!
//! `MUTATION_CASES=100000 cargo test --release --test mutation -- --ignored --nocapture` runs many cases;
//! `MUTATION_SEED` starts elsewhere, `MUTATION_WITHOUT=Twin,Applied` leaves out cases with such drift, and
//! `MUTATION_ONE=<seed>` shows one case and its outcome, made small where it is wrong (`MUTATION_WHOLE=1`: as it is).
//!
//! A case whose outcome nobody could tell from reply and file proves nothing and is counted apart.
#![allow(clippy::unwrap_used, clippy::print_stderr)]

mod forge;

use std::collections::BTreeMap;

use forge::case::{self, Case};
use forge::outcome::{self, Outcome};
use hunkwise::matcher::{Candidate, Rules};
use hunkwise::session::Session;

fn session(case: &Case) -> Session {
    outcome::session(case, Rules::ALL)
}

fn outcome(case: &Case) -> Outcome {
    outcome::outcome(case, &session(case))
}

fn show(seed: u64, case: &Case, outcome: &Outcome) {
    eprintln!(
        "seed {seed}: {:?} damaged {:?} drifted {:?} crlf {}",
        case.dialect,
        case.damages,
        case.drifts,
        case.eol == "\r\n"
    );
    eprintln!(
        "--- file\n{}--- reply\n{}--- expected\n{}",
        case.bytes(),
        case.reply(),
        case.expected().unwrap_or_else(|| "(nothing)\n".to_string())
    );
    let session = session(case);
    for hunk in session.plan().hunks() {
        let place = hunk.placement.as_ref().map(|placement| {
            (
                placement.candidate.span,
                placement.candidate.tier,
                placement.by,
            )
        });
        eprintln!("--- hunk {:?}: {} {place:?}", hunk.id, hunk.state.name());
        for candidate in session
            .found(hunk.id)
            .iter()
            .flat_map(|found| found.candidates.iter())
            .take(4)
        {
            let doubts: Vec<_> = candidate.doubts().map(|doubt| doubt.name()).collect();
            eprintln!(
                "    {:?} {:?} {} {doubts:?} {:?}",
                candidate.span,
                candidate.tier,
                candidate.score.permille(),
                candidate.variant.kind
            );
        }
    }
    for hunk in session.plan().hunks() {
        if let Some(placement) = &hunk.placement {
            show_beside(&placement.candidate, &case.bytes());
        }
    }
    if let (Outcome::Wrong(written), Some(expected)) = (outcome, case.expected()) {
        let diff = similar::TextDiff::from_lines(expected.as_str(), written.as_str());
        eprintln!(
            "--- expected against written\n{}",
            diff.unified_diff().context_radius(2)
        );
    } else if let Outcome::Wrong(written) = outcome {
        let before = case.bytes();
        let diff = similar::TextDiff::from_lines(before.as_str(), written.as_str());
        eprintln!(
            "--- nothing should be written, but was\n{}",
            diff.unified_diff().context_radius(2)
        );
    }
}

/// Shows the hunk's lines beside the file's.
fn show_beside(place: &Candidate, file: &str) {
    let target: Vec<&str> = file.lines().collect();
    eprintln!("--- beside each other");
    for pair in &place.aligned {
        let line = pair.hunk_line().map(|line| &place.variant.lines[line]);
        let mark = line.map_or(' ', |line| line.kind.sign());
        let body = line.map_or("", |line| std::str::from_utf8(&line.body).unwrap());
        let other = pair.target_line().map_or("", |line| target[line]);
        eprintln!("{mark} {:13} {body:44} | {other}", pair.how.name());
    }
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// The lines of the file in and about the best places of each hunk.
fn near_places(case: &Case) -> Vec<usize> {
    const REACH: usize = 6;
    let session = session(case);
    let hunks: Vec<_> = session.plan().hunks().map(|hunk| hunk.id).collect();
    let places = hunks
        .iter()
        .filter_map(|id| session.found(*id))
        .flat_map(|found| found.candidates.iter().take(3));
    places
        .flat_map(|candidate| {
            candidate.span.start.saturating_sub(REACH)..candidate.span.end + REACH
        })
        .collect()
}

fn is_wrong(case: &Case) -> bool {
    matches!(outcome(case), Outcome::Wrong(_))
}

/// Runs the cases and returns the seeds of the wrong ones.
fn run(first: u64, n_cases: u64) -> Vec<u64> {
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    let mut wrong = Vec::new();
    let mut blame: BTreeMap<String, (u64, u64)> = BTreeMap::new();
    for seed in first..first + n_cases {
        let Some(case) = case::case(seed) else {
            continue;
        };
        if std::env::var("MUTATION_WITHOUT").is_ok_and(|names| {
            case.drifts
                .iter()
                .any(|drift| names.contains(&format!("{drift:?}")))
        }) {
            continue;
        }
        let name = match outcome(&case) {
            Outcome::Right => "right",
            Outcome::Asked => "asked",
            Outcome::Untold => "untold",
            Outcome::Wrong(_) => {
                wrong.push(seed);
                "wrong"
            }
        };
        *counts.entry(name).or_default() += 1;
        for damage in case
            .damages
            .iter()
            .map(|d| format!("{d:?}"))
            .chain(case.drifts.iter().map(|d| format!("drift {d:?}")))
            .chain([format!("in {:?}", case.dialect)])
        {
            let entry = blame.entry(damage).or_default();
            entry.0 += 1;
            entry.1 += u64::from(name == "wrong");
        }
    }
    eprintln!("{counts:?}");
    for (what, (n, wrong)) in blame {
        eprintln!("{what:28} {n:6} {wrong:5}");
    }
    wrong
}

#[test]
fn damaged_patches_are_right_or_ask() {
    let wrong = run(1, 300);
    assert!(wrong.is_empty(), "see MUTATION_ONE: {wrong:?}");
}

#[test]
#[ignore = "long; see the head of this file"]
fn many_damaged_patches_are_right_or_ask() {
    if let Some(seed) = number("MUTATION_ONE") {
        let whole = case::case(seed).unwrap();
        let case = if number("MUTATION_WHOLE").is_some() {
            whole
        } else {
            {
                let near = near_places(&whole);
                whole.shrunk(&near, is_wrong)
            }
        };
        let outcome = outcome(&case);
        show(seed, &case, &outcome);
        assert!(!matches!(outcome, Outcome::Wrong(_)));
        return;
    }
    let wrong = run(
        number("MUTATION_SEED").unwrap_or(1_000_000),
        number("MUTATION_CASES").unwrap_or(10_000),
    );
    eprintln!("{} wrong: {wrong:?}", wrong.len());
    assert!(wrong.is_empty());
}
