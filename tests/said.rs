//! Sentences beside edits, and what must come of them. Each line of the files in `tests/said` is one; where a line has two,
//! `|` parts them and each stands above an edit of its own.
//!
//! - `taken_back`: below an edit, which it holds
//! - `one_back`: below edits of two files, of which it holds the first; `both_stay`: it holds neither
//! - `warned`: above an edit, which it holds; the edit that follows is not held
//! - `confirmed`: below an edit or above it, and it is held until it is confirmed
//! - `elsewhere`: above an edit, which is held as one for another place, reader or time
//! - `offered`: two, above edits of two files: both are held
//! - `ways`: two, around one edit, which is held as one of several; `plain_ways`: it is not held
//! - `optional`: two, above edits of two files: the second is held as one left to the reader
//! - `asked`: beside an edit, and told as not read
//! - `plain`: below an edit or above it, and nothing is held or told; one that ends in a colon stands above only
//! - `asked_first`: above an edit, which it leaves to the reader, whether another is above it or not
//! - `plain_above`, `plain_below`: the same as `plain`, on one side
//! - `plain_pairs`: two, above edits of two files: neither is held
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use hunkwise::dialect::{ParseOptions, Part, Touch, Touching, Verdict, parse};
use hunkwise::patch::Unsure;
use libtest_mimic::{Arguments, Failed, Trial};

const FIRST: &str =
    "```diff\n--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n```\n";
const SECOND: &str = "```diff\n--- a/c.txt\n+++ b/c.txt\n@@ -1,3 +1,3 @@\n u\n-v\n+V\n w\n```\n";

/// What came of a reply: why each of its edits is held, and how many sentences are told.
type Came = (Vec<Option<Unsure>>, usize);

fn came_of(reply: &str) -> Came {
    let parsed = parse(reply, &ParseOptions::default());
    let hunks = parsed.patch.files.iter().flat_map(|file| &file.hunks);
    // A word is the name of a file only where one has it, and here is no tree.
    let names_file = |part: &&Part| match &part.verdict {
        Verdict::Unread { touches, .. } => {
            let is_word = |touch: &Touch| touch.how == Touching::Named;
            touches.is_empty() || !touches.iter().all(is_word)
        }
        Verdict::Edit | Verdict::NotAnEdit(_) => false,
    };
    let n_told = parsed.parts.iter().filter(names_file);
    (hunks.map(|hunk| hunk.unsure).collect(), n_told.count())
}

fn below(sentence: &str) -> String {
    format!("{FIRST}\n{sentence}\n")
}

fn below_two(sentence: &str) -> String {
    format!("{FIRST}\nAnd:\n\n{SECOND}\n{sentence}\n")
}

fn above(sentence: &str) -> String {
    format!("{sentence}\n\n{FIRST}")
}

fn beside(line: &str) -> String {
    let (one, other) = line.split_once(" | ").unwrap();
    format!("{one}\n\n{FIRST}\n{other}\n\n{SECOND}")
}

fn around(line: &str) -> String {
    let (one, other) = line.split_once(" | ").unwrap();
    format!("{one}\n\n{FIRST}\n{other}\n")
}

/// Returns the replies that a line of the file `group` makes, each with what must come of it.
fn replies(group: &str, line: &str) -> Vec<(String, Came)> {
    let line = &line.replace("\\n", "\n");
    let (back, offered) = (Some(Unsure::TakenBack), Some(Unsure::Offered));
    let optional = Some(Unsure::Optional);
    match group {
        "confirmed" => vec![
            (below(line), (vec![back], 0)),
            (above(line), (vec![optional], 0)),
        ],
        "asked_first" => {
            let amid = format!("{SECOND}\n{line}\n\n{FIRST}");
            vec![
                (above(line), (vec![optional], 0)),
                (amid, (vec![None, optional], 0)),
            ]
        }
        "one_back" => vec![(below_two(line), (vec![back, None], 0))],
        "both_stay" => vec![(below_two(line), (vec![None, None], 0))],
        "plain_above" => vec![(above(line), (vec![None], 0))],
        "plain_below" => vec![(below(line), (vec![None], 0))],
        "taken_back" => vec![(below(line), (vec![back], 0))],
        "warned" => {
            let reply = format!("{}\nDo this:\n\n{SECOND}", above(line));
            vec![(reply, (vec![back, None], 0))]
        }
        "elsewhere" => vec![(above(line), (vec![Some(Unsure::Elsewhere)], 0))],
        "ways" => vec![(around(line), (vec![offered], 0))],
        "plain_ways" => vec![(around(line), (vec![None], 0))],
        "offered" => vec![(beside(line), (vec![offered, offered], 0))],
        "optional" => vec![(beside(line), (vec![None, optional], 0))],
        "asked" => vec![(below(line), (vec![None], 1))],
        "plain" if line.ends_with(':') => vec![(above(line), (vec![None], 0))],
        "plain" => vec![
            (above(line), (vec![None], 0)),
            (below(line), (vec![None], 0)),
        ],
        "plain_pairs" => vec![(beside(line), (vec![None, None], 0))],
        _ => panic!("no such group: {group}"),
    }
}

fn check(replies: &[(String, Came)]) -> Result<(), Failed> {
    for (reply, expected) in replies {
        let came = came_of(reply);
        if came != *expected {
            return Err(format!("{came:?}, expected {expected:?}\n{reply}").into());
        }
    }
    Ok(())
}

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/said");
    let mut trials = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let group = path.file_stem().unwrap().to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).unwrap();
        for line in text.lines().filter(|line| !line.is_empty()) {
            let replies = replies(&group, line);
            trials.push(Trial::test(format!("{group}/{line}"), move || {
                check(&replies)
            }));
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}
