//! How many keys each situation costs, and how long the sentences are that ask and answer.

use std::collections::BTreeSet;

use hunkwise::ui::keymap::KEYMAP;
use hunkwise::ui::model::Toast;

use super::drive::{Drive, REPLY};
use super::files::FILES;
use super::{BLOCKS, SUB, lib_patch};

/// Presses `keys` after `way`, and asserts how many hunks are decided by them, and how many keys they are.
#[track_caller]
fn check(reply: &str, way: &str, keys: &[&str], n_decided: usize) {
    let mut drive = Drive::of(reply, "dark", (120, 40));
    drive.keys(way);
    let decided = |drive: &Drive| {
        let tally = drive.model.session.tally();
        tally.n_accepted + tally.n_rejected
    };
    let before = decided(&drive);
    for key in keys {
        drive.press(key);
    }
    assert_eq!(
        decided(&drive) - before,
        n_decided,
        "{keys:?}:\n{}",
        drive.text()
    );
}

#[test]
fn a_situation_costs_few_keys() {
    check(REPLY, "", &["2", "enter"], 1);
    check(REPLY, "", &["2", "2"], 1);
    check(REPLY, "", &["1", "2"], 0);
    check(REPLY, "<tab>", &["1", "enter"], 2);
    check(REPLY, "<tab>", &["enter"], 0);
    check(REPLY, "<tab><tab>", &["x"], 1);
    check(REPLY, "<tab><tab>", &["1", "enter", "r"], 1);
    check(REPLY, "<tab><tab>", &["m", "enter", "i"], 1);
    let clean = lib_patch(&[&format!("{SUB}-    a - b\n+    b - a\n }}\n")]);
    let mut drive = Drive::of(&clean, "dark", (80, 24));
    drive.keys("YA<enter>");
    assert_eq!(
        drive.model.applied.len(),
        1,
        "a clean patch takes three keys"
    );
}

/// Returns the longest sentence of a text in characters, names not counted: what stands in backticks, paths, and numbers.
fn longest(text: &str) -> usize {
    let is_name = |word: &&str| word.contains(['/', '`', '_']) || word.ends_with(".py");
    let cut = text
        .replace(". ", "\n")
        .replace("? ", "\n")
        .replace("; ", "\n")
        .replace("  ", "\n");
    let lengths = cut.lines().map(|sentence| {
        let words = sentence.split(' ').filter(|word| !is_name(word));
        words.collect::<Vec<_>>().join(" ").chars().count()
    });
    lengths.max().unwrap_or(0)
}

#[test]
fn no_sentence_of_a_question_or_a_status_is_long() {
    for row in KEYMAP {
        assert!(longest(row.footer) <= 30, "{}", row.footer);
    }
    let ways = [
        "",
        "1",
        "2",
        "9",
        "<enter>",
        "2<enter>",
        "x",
        "Y",
        "YA",
        "Yq",
        "YA<enter>",
        "YA<enter>U",
        "YA<enter>A",
        "A",
        "u",
        "<ctrl-r>",
        "<tab>",
        "<tab><enter>",
        "<tab>1",
        "<tab>b",
        "<tab>B",
        "<tab>3",
        "<tab>1<enter>",
        "<tab><tab>",
        "<tab><tab><enter>",
        "<tab><tab>1",
        "<tab><tab>m",
        "<tab><tab>m:2<enter><enter>",
        "<tab><tab><tab>",
        "<tab><tab><tab><enter>",
        "<tab><tab><tab>T<enter>",
        "s",
        "v",
        "}v<enter>",
        "X",
        "XX",
        "H",
        "R",
        "d",
        "o",
        "C",
        "L",
        "I",
        "E",
        "F",
        "*",
        "n",
        "f",
        "ff",
        "cwords<enter>",
        "zq",
        "z",
        "b",
        "[",
        "{",
        ".",
        ",",
        "i",
        "<ctrl-t>",
        "space",
        "-",
        "/zzz<enter>",
        "ms<enter>",
    ];
    let mut long = BTreeSet::new();
    for reply in [REPLY, BLOCKS, FILES] {
        for way in ways {
            let mut drive = Drive::of(reply, "dark", (200, 50));
            drive.keys(way);
            let toast = match &drive.model.toast {
                Some(Toast::Done(words) | Toast::Refused(words)) => words.clone(),
                None => String::new(),
            };
            if longest(&toast) > 60 {
                long.insert(toast);
            }
            let text = drive.text();
            let row = text.lines().nth(1).unwrap_or_default();
            let question: String = row.chars().skip(38).collect();
            let is_review = matches!(drive.model.mode, hunkwise::ui::model::Mode::Review);
            let asks = drive.model.current().state != hunkwise::plan::State::Placed;
            if is_review && asks && longest(&question) > 60 {
                long.insert(question);
            }
        }
    }
    assert!(long.is_empty(), "{long:#?}");
}

/// Every key of the review at every hunk: what it says is short, and begins with a capital letter, a name or a key.
#[test]
fn no_key_says_a_long_sentence_at_any_hunk() {
    let keys: BTreeSet<&str> = KEYMAP.iter().flat_map(|row| row.keys).copied().collect();
    let mut odd = BTreeSet::new();
    for reply in [REPLY, BLOCKS, FILES] {
        let mut drive = Drive::of(reply, "dark", (120, 40));
        let n_hunks = drive.model.session.tally().n_hunks;
        drive.keys("{{{{{{");
        for _ in 0..n_hunks {
            for key in &keys {
                let mut pressed = Drive {
                    model: drive.model.clone(),
                    world: drive.world.clone(),
                    ending: None,
                };
                pressed.press(key);
                let toast = match &pressed.model.toast {
                    Some(Toast::Done(words) | Toast::Refused(words)) => words.clone(),
                    None => continue,
                };
                let begins_low = toast.starts_with(|first: char| first.is_lowercase());
                if longest(&toast) > 60 || begins_low {
                    odd.insert(toast);
                }
            }
            drive.keys("]");
        }
    }
    assert!(odd.is_empty(), "{odd:#?}");
}
