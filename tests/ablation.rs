//! What each sub-rule of the matcher is worth: left out alone, how many wrong results it stops and how many right ones it costs.
//! `ablation.md` beside this file has the table of the last run.
//!
//! `ABLATION_CASES=150000 cargo test --release --test ablation -- --ignored --nocapture` runs so many cases of the fuzzer
//! (`mutation.rs`) from each of two fixed seeds. A case is run again without a rule only where all rules ask, and the
//! rule may be why. `ABLATION_CORPUS` names a file of cases to run as well, one JSON object a line.
#![allow(clippy::unwrap_used, clippy::print_stderr)]

mod forge;

use std::collections::BTreeMap;

use forge::case::{self, soft};
use forge::outcome::{self, Outcome, outcome, session};
use hunkwise::matcher::{Candidate, Doubt, Rule, Rules};
use hunkwise::plan::State;
use hunkwise::session::Session;

/// The first seeds of the two ranges.
const RANGES: [u64; 2] = [20_000_000, 40_000_000];

/// Returns the rules that a doubt may come from.
fn rules_of(doubt: Doubt) -> &'static [Rule] {
    match doubt {
        Doubt::DeletionDiffers => &[Rule::DeletionDiffers],
        Doubt::UnknownLinesInDeletion => &[Rule::DeletionsApart, Rule::BesideCommonDeletions],
        Doubt::Unanchored => &[
            Rule::NeighbourMissing,
            Rule::BlanksBesideLost,
            Rule::BlankBesideGone,
            Rule::ReplacesMissing,
        ],
        Doubt::InsertionPoint => &[
            Rule::ExtraAtInsertion,
            Rule::NeighbourRepeats,
            Rule::ReplacesBesideExtra,
            Rule::SlidesOverExtra,
        ],
        Doubt::OnlyCommonLines => &[Rule::OnlyCommonLines],
        Doubt::FewLinesAgree => &[Rule::FewAgreeOnInsertion],
        Doubt::RepeatedInside => &[
            Rule::UnknownRepeats,
            Rule::RemovesTheKept,
            Rule::InsertsTheReworded,
            Rule::InsertsTheKept,
            Rule::RemovesOneOfSeveral,
        ],
        Doubt::ContextLost => &[Rule::TwoContextLost],
        Doubt::ContextElsewhere => &[Rule::ContextElsewhere],
        Doubt::AlreadyThere => &[
            Rule::InsertedInARow,
            Rule::InsertedPastTheEnd,
            Rule::ResultExists,
        ],
        Doubt::AppliedElsewhere => &[
            Rule::DeletedElsewhere,
            Rule::ResultNearlyAsGood,
            Rule::ResultExists,
        ],
        Doubt::NoUniqueLine => &[Rule::NoUniqueLine],
        Doubt::SearchCapped | Doubt::NumbersUnclear => &[],
        Doubt::IndentationUnclear => &[
            Rule::OneBlankOff,
            Rule::OtherUnit,
            Rule::IndentationContradicts,
        ],
        Doubt::EscapesUnclear => &[Rule::EscapesUnclear],
        Doubt::Respelled => &[Rule::Respelled],
        Doubt::DefinitionLost => &[Rule::DefinitionLost],
    }
}

const TIES: [Rule; 4] = [
    Rule::TieAtNumber,
    Rule::TieWithGaps,
    Rule::TieByLostContext,
    Rule::TieByMargin,
];

/// Returns the rules of which one, left out alone, may have a place written that was asked about. One that is doubted for two
/// reasons still asks.
fn rules_in_question(session: &Session) -> Vec<Rule> {
    let mut rules = Vec::new();
    for hunk in session.plan().hunks() {
        let found = session.found(hunk.id);
        let best = found.and_then(|found| found.candidates.first());
        let doubts: Vec<Doubt> = best.into_iter().flat_map(Candidate::doubts).collect();
        match (&hunk.state, doubts.as_slice()) {
            (State::Ambiguous, []) => rules.extend(TIES),
            (State::TooWeak | State::NoMatch, []) => {
                rules.extend([Rule::BelowBar, Rule::MadeAtAnother]);
            }
            (_, [doubt]) => {
                rules.extend(rules_of(*doubt));
                rules.extend([Rule::BelowBar]);
            }
            (_, _) => {}
        }
    }
    rules.sort();
    rules.dedup();
    rules
}

/// What a rule alone stops and costs.
#[derive(Debug, Default, Clone, Copy)]
struct Worth {
    n_wrong_stopped: u64,
    n_right_lost: u64,
}

/// Runs `n_cases` from `first` and adds up the worth of each rule; returns how many are right, asked, wrong.
fn run(first: u64, n_cases: u64, worth: &mut BTreeMap<Rule, Worth>) -> [u64; 3] {
    let mut counts = [0; 3];
    for seed in first..first + n_cases {
        let Some(case) = case::case(seed) else {
            continue;
        };
        let with_all = session(&case, Rules::ALL);
        match outcome(&case, &with_all) {
            Outcome::Right => counts[0] += 1,
            Outcome::Wrong(_) => {
                counts[2] += 1;
                eprintln!("wrong: {seed}");
            }
            Outcome::Untold => {}
            Outcome::Asked => {
                counts[1] += 1;
                for rule in rules_in_question(&with_all) {
                    let without = session(&case, Rules::ALL.without(rule));
                    let worth = worth.entry(rule).or_default();
                    match outcome(&case, &without) {
                        Outcome::Right => worth.n_right_lost += 1,
                        Outcome::Wrong(_) => worth.n_wrong_stopped += 1,
                        Outcome::Untold | Outcome::Asked => {}
                    }
                }
            }
        }
    }
    counts
}

/// Adds up the worth of each rule over the cases of a file, one JSON object a line: `path`, `original`, `patch`, `expected` (absent
/// where nothing may be written).
fn run_corpus(lines: &str, worth: &mut BTreeMap<Rule, Worth>) -> [u64; 3] {
    let mut counts = [0; 3];
    for line in lines.lines() {
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        let of = |field: &str| case[field].as_str();
        let (path, original) = (of("path").unwrap(), of("original").unwrap());
        let patch = of("patch").unwrap();
        let expected = of("expected").filter(|_| case["expect"] == "apply");
        let judge = |session: &Session| match outcome::written(session, path, original) {
            None => Outcome::Asked,
            Some(Ok(text)) if text == original && expected != Some(original) => Outcome::Asked,
            Some(Ok(text)) if expected.is_some_and(|expected| soft(expected) == soft(&text)) => {
                Outcome::Right
            }
            Some(Ok(other) | Err(other)) => Outcome::Wrong(other),
        };
        let with_all = outcome::open(patch, path, original, Rules::ALL);
        match judge(&with_all) {
            Outcome::Right => counts[0] += 1,
            Outcome::Wrong(_) | Outcome::Untold => counts[2] += 1,
            Outcome::Asked => {
                counts[1] += 1;
                for rule in rules_in_question(&with_all) {
                    let without = outcome::open(patch, path, original, Rules::ALL.without(rule));
                    let worth = worth.entry(rule).or_default();
                    match judge(&without) {
                        Outcome::Right => worth.n_right_lost += 1,
                        Outcome::Wrong(_) => worth.n_wrong_stopped += 1,
                        Outcome::Untold | Outcome::Asked => {}
                    }
                }
            }
        }
    }
    counts
}

#[test]
fn every_rule_can_be_left_out_alone() {
    for rule in Rule::ALL {
        let rules = Rules::ALL.without(rule);
        assert!(!rules.has(rule));
        let others = Rule::ALL.into_iter().filter(|other| *other != rule);
        assert!(others.into_iter().all(|other| rules.has(other)));
    }
}

#[test]
#[ignore = "long; see the head of this file"]
fn what_each_rule_is_worth() {
    let n_cases = std::env::var("ABLATION_CASES").ok();
    let n_cases = n_cases.and_then(|n| n.parse().ok()).unwrap_or(10_000);
    let mut table = [BTreeMap::new(), BTreeMap::new(), BTreeMap::new()];
    match std::env::var("ABLATION_CORPUS") {
        Ok(path) => {
            let lines = std::fs::read_to_string(path).unwrap();
            let [right, asked, wrong] = run_corpus(&lines, &mut table[2]);
            eprintln!("corpus: {right} right, {asked} asked, {wrong} wrong");
        }
        Err(_) => eprintln!("corpus: skipped, ABLATION_CORPUS names none"),
    }
    for (first, worth) in RANGES.into_iter().zip(&mut table) {
        let [right, asked, wrong] = run(first, n_cases, worth);
        eprintln!("{n_cases} from {first}: {right} right, {asked} asked, {wrong} wrong");
    }
    eprintln!("| rule | wrong it alone stops | right it alone costs |\n|---|---|---|");
    for rule in Rule::ALL {
        let [one, other, corpus] = table
            .each_ref()
            .map(|worth| worth.get(&rule).copied().unwrap_or_default());
        eprintln!(
            "| {rule:?} | {} + {} + {} | {} + {} + {} |",
            one.n_wrong_stopped,
            other.n_wrong_stopped,
            corpus.n_wrong_stopped,
            one.n_right_lost,
            other.n_right_lost,
            corpus.n_right_lost
        );
    }
}
