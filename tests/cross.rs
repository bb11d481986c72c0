//! Every dialect in every shape that chats and agents give a reply: right, asked, or refused with a reason; never other bytes.
//!
//! `cargo test --test cross -- --nocapture` prints the table.
#![allow(clippy::print_stdout, clippy::wildcard_enum_match_arm)]

mod review;

use hunkwise::dialect::{DIALECTS, DialectSpec};
use hunkwise::report::Exit;
use review::{ROOT, Tree, review, tree};

const PATH: &str = "src/greet.rs";
const GREET: &str = "fn main() {\n    hello();\n}\n";
const ERROR: &str = "class CartError extends Error {\n  code = 1;\n}\n";

/// What is done to the example of a dialect.
#[derive(Clone, Copy)]
enum Shape {
    BlankLine,
    Heading,
    Absolute,
    Twice,
    CutOff,
    BesideAnother,
}

const SHAPES: [(Shape, &str); 6] = [
    (Shape::BlankLine, "blank line above the fence"),
    (Shape::Heading, "path in a heading"),
    (Shape::Absolute, "absolute path"),
    (Shape::Twice, "twice applied"),
    (Shape::CutOff, "cut off"),
    (Shape::BesideAnother, "beside another"),
];

/// What comes of a reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// All that is meant was written, or stands there already.
    Right,
    /// A person is asked; nothing was written.
    Asks,
    /// Nothing was written, and a reason is given.
    Refused,
    /// Something else was written, or nothing was as if all were well.
    Wrong,
}

use Outcome::{Asks, Refused, Right};

/// What is expected, in the order of [`SHAPES`]. Nothing is known here of the first apply: an example whose one line has nothing
/// beside it asks then, as that line may be there by chance. `tests/twice.rs` applies both times, and finds its record.
const EXPECTED: &[(&str, [Outcome; 6])] = &[
    ("apply-patch", [Right, Right, Right, Right, Asks, Right]),
    ("suggestion", [Asks, Asks, Asks, Right, Asks, Asks]),
    ("roo", [Right, Right, Right, Right, Asks, Right]),
    ("zed", [Right, Right, Right, Right, Asks, Right]),
    ("cline", [Right, Right, Right, Asks, Asks, Right]),
    ("search-replace", [Right, Right, Right, Asks, Asks, Right]),
    ("conflict", [Right, Right, Right, Asks, Asks, Right]),
    ("file-patch", [Right, Right, Right, Right, Asks, Right]),
    ("tool-xml", [Right, Right, Right, Asks, Asks, Right]),
    ("hashline", [Asks, Asks, Asks, Right, Asks, Asks]),
    ("tool-json", [Right, Right, Right, Asks, Asks, Right]),
    ("shell", [Right, Right, Right, Right, Refused, Right]),
    (
        "char-diff",
        [Refused, Refused, Refused, Refused, Asks, Asks],
    ),
    (
        "combined",
        [Refused, Refused, Refused, Refused, Refused, Refused],
    ),
    ("unified", [Right, Right, Right, Right, Asks, Right]),
    ("fudiff", [Right, Right, Right, Right, Asks, Right]),
    ("numberless", [Right, Right, Right, Right, Asks, Right]),
    ("context", [Right, Right, Right, Right, Asks, Right]),
    ("normal", [Right, Right, Right, Right, Asks, Right]),
    ("bare-diff", [Right, Right, Right, Right, Asks, Right]),
    ("before-after", [Right, Asks, Right, Asks, Refused, Right]),
    ("lazy", [Right, Right, Right, Right, Asks, Right]),
    ("whole-file", [Right, Right, Right, Right, Asks, Right]),
];

#[test]
fn every_dialect_in_every_shape() {
    let mut faults = Vec::new();
    println!(
        "| dialect |{}",
        SHAPES.map(|(_, name)| format!(" {name} |")).concat()
    );
    println!("|---|{}", "---|".repeat(SHAPES.len()));
    for spec in DIALECTS {
        let expected = EXPECTED.iter().find(|(name, _)| *name == spec.name);
        let (_, expected) = expected.expect("every dialect has its row");
        let mut row = format!("| `{}` |", spec.name);
        for ((shape, name), expected) in SHAPES.into_iter().zip(expected) {
            let (found, shown) = outcome(spec, shape);
            row += &format!(" {found:?} |").to_lowercase();
            if found != *expected {
                faults.push(format!(
                    "{}, {name}: {found:?}, expected {expected:?}\n{shown}",
                    spec.name
                ));
            }
        }
        println!("{row}");
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn outcome(spec: &DialectSpec, shape: Shape) -> (Outcome, String) {
    let reply = reply(spec, shape);
    let (mut before, mut meant) = trees();
    if !matches!(shape, Shape::BesideAnother) {
        meant.insert("lib/error.js".to_string(), ERROR.to_string());
    }
    if matches!(shape, Shape::Twice) {
        before.clone_from(&meant);
    }
    let reviewed = review(&reply, &before);
    let is_as_it_was = reviewed.tree == before;
    let found = match reviewed.exit {
        Exit::Done if reviewed.tree == meant => Right,
        exit => told(exit, is_as_it_was),
    };
    let tells = !reviewed.shown.trim().is_empty();
    let shown = format!("{reply}---\n{}", reviewed.shown);
    (if tells { found } else { Outcome::Wrong }, shown)
}

/// Returns what came of a reply by which not all was written that is meant.
fn told(exit: Exit, is_as_it_was: bool) -> Outcome {
    match exit {
        _ if !is_as_it_was => Outcome::Wrong,
        Exit::NeedsPerson => Asks,
        Exit::Done => Outcome::Wrong,
        _ => Refused,
    }
}

/// Returns the tree before any reply, and after one that says all that its shape has.
fn trees() -> (Tree, Tree) {
    let before = tree(&[(PATH, GREET), ("lib/error.js", ERROR)]);
    let greet = GREET.replace("hello", "goodbye");
    let error = ERROR.replace("= 1", "= 2");
    let meant = tree(&[(PATH, &greet), ("lib/error.js", &error)]);
    (before, meant)
}

fn reply(spec: &DialectSpec, shape: Shape) -> String {
    let example = spec.example;
    // A path on a line of its own, or in a sentence; all others name it inside.
    let under_path = example.strip_prefix(&*format!("{PATH}\n"));
    let under_path = under_path.or_else(|| {
        example
            .split_once(":\n\n")
            .filter(|(lead, _)| lead.starts_with("In "))
            .map(|(_, rest)| rest)
    });
    match shape {
        Shape::BlankLine => match under_path {
            Some(_) if example.starts_with("In ") => example.to_string(),
            Some(block) => format!("{PATH}\n\n{block}"),
            None => format!("Here is the change:\n\n````\n{example}````\n"),
        },
        Shape::Heading => match under_path {
            Some(block) if example.contains("line 2:") => {
                format!("### `{PATH}`, line 2\n\n{block}")
            }
            Some(block) => format!("### `{PATH}`\n\n{block}"),
            None => format!("### `{PATH}`\n\n````\n{example}````\n"),
        },
        Shape::Absolute => {
            let plain = example
                .replace(&format!("a/{PATH}"), PATH)
                .replace(&format!("b/{PATH}"), PATH);
            plain.replace(PATH, &format!("{ROOT}/{PATH}"))
        }
        Shape::Twice => example.to_string(),
        Shape::CutOff => {
            let at = example.rfind("goodbye").unwrap_or(example.len() / 2);
            let cut = &example[..at + 4];
            // A diff says nowhere that it ends; the fence around it does.
            match spec.name {
                "unified" | "fudiff" | "numberless" | "context" | "char-diff" | "combined" => {
                    format!("```diff\n{cut}")
                }
                _ => cut.to_string(),
            }
        }
        Shape::BesideAnother => {
            let other = match spec.name {
                "search-replace" | "zed" | "roo" => {
                    "--- a/lib/error.js\n+++ b/lib/error.js\n@@ -1,3 +1,3 @@\n class CartError extends Error {\n-  code = 1;\n+  code = 2;\n }\n"
                }
                _ => {
                    "lib/error.js\n```js\n<<<<<<< SEARCH\n  code = 1;\n=======\n  code = 2;\n>>>>>>> REPLACE\n```\n"
                }
            };
            format!("{example}\nAnd the other file:\n\n{other}")
        }
    }
}
