//! Every dialect, applied twice: the second time the tree stays as the first one left it, all is done, and what is like the
//! changed lines elsewhere is left alone.
//!
//! `cargo test --test twice -- --nocapture` prints the table.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use hunkwise::dialect::DIALECTS;

const PATH: &str = "src/greet.rs";

/// What a reply does to its file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// One line becomes another.
    Change,
    /// Lines are added between two.
    Insertion,
    /// Lines are added at the top.
    InsertionAtTop,
    /// A line goes.
    Deletion,
    /// A becomes B, and B becomes C.
    Chain,
    /// A and B change places, by way of a third.
    Swap,
    /// A becomes B and A again.
    Back,
    /// A line that stands further in elsewhere.
    LooseTwin,
    /// A line that stands elsewhere to the letter; numbers, headings or context say which is meant.
    StrictTwin,
}

const SHAPES: [(Shape, &str); 9] = [
    (Shape::Change, "change"),
    (Shape::Insertion, "insertion"),
    (Shape::InsertionAtTop, "at the top"),
    (Shape::Deletion, "deletion"),
    (Shape::Chain, "chain"),
    (Shape::Swap, "swap"),
    (Shape::Back, "there and back"),
    (Shape::LooseTwin, "loose twin"),
    (Shape::StrictTwin, "strict twin"),
];

/// One edit of a text: `n_old` lines from `index` on become `new`.
struct Edit {
    index: usize,
    n_old: usize,
    new: &'static [&'static str],
}

const fn edit(index: usize, n_old: usize, new: &'static [&'static str]) -> Edit {
    Edit { index, n_old, new }
}

const PLAIN: &[&str] = &[
    "fn main() {",
    "    hello();",
    "    let n = count(3);",
    "    print(n);",
    "}",
];

const LOOSE: &[&str] = &[
    "fn main() {", "    hello();", "    loop {", "        hello();", "    }", "}",
];

const STRICT: &[&str] = &[
    "fn first() {", "    let n = 1;", "    print(n);", "}", "", "fn second() {", "    let n = 1;",
    "    print(n);", "}",
];

impl Shape {
    fn text(self) -> &'static [&'static str] {
        match self {
            Shape::LooseTwin => LOOSE,
            Shape::StrictTwin => STRICT,
            Shape::Change
            | Shape::Insertion
            | Shape::InsertionAtTop
            | Shape::Deletion
            | Shape::Chain
            | Shape::Swap
            | Shape::Back => PLAIN,
        }
    }

    fn edits(self) -> Vec<Edit> {
        match self {
            Shape::Change | Shape::LooseTwin => vec![edit(1, 1, &["    goodbye();"])],
            Shape::Insertion => vec![edit(2, 0, &["    wait(1);", "    wait(2);"])],
            Shape::InsertionAtTop => vec![edit(0, 0, &["use std::io;"])],
            Shape::Deletion => vec![edit(2, 1, &[])],
            Shape::Chain => vec![
                edit(1, 1, &["    good_morning();"]),
                edit(1, 1, &["    goodbye();"]),
            ],
            Shape::Swap => vec![
                edit(1, 1, &["    swap_me();"]),
                edit(3, 1, &["    hello();"]),
                edit(1, 1, &["    print(n);"]),
            ],
            Shape::Back => vec![
                edit(1, 1, &["    goodbye();"]),
                edit(1, 1, &["    hello();"]),
            ],
            Shape::StrictTwin => vec![edit(6, 1, &["    let n = 2;"])],
        }
    }
}

/// One edit with the text around it, as a reply says it.
struct Step {
    /// Index of the first line.
    index: usize,
    above: Option<String>,
    old: Vec<String>,
    new: Vec<String>,
    below: Option<String>,
    /// The whole text afterwards.
    after: Vec<String>,
    /// Whether the old lines alone say which place is meant.
    is_plain: bool,
}

fn steps(shape: Shape) -> Vec<Step> {
    let mut text: Vec<String> = shape.text().iter().map(ToString::to_string).collect();
    let mut steps = Vec::new();
    for Edit { index, n_old, new } in shape.edits() {
        let new: Vec<String> = new.iter().map(ToString::to_string).collect();
        let old: Vec<String> = text[index..index + n_old].to_vec();
        let above = index.checked_sub(1).map(|at| text[at].clone());
        let below = text.get(index + n_old).cloned();
        text.splice(index..index + n_old, new.iter().cloned());
        steps.push(Step {
            index,
            above,
            is_plain: !old.is_empty() && shape != Shape::StrictTwin,
            old,
            new,
            below,
            after: text.clone(),
        });
    }
    steps
}

impl Step {
    /// Returns the old lines and the new ones, with the lines beside where those are needed.
    fn sides(&self) -> (Vec<String>, Vec<String>) {
        let around = |lines: &[String]| -> Vec<String> {
            if self.is_plain {
                return lines.to_vec();
            }
            let above = self.above.iter().cloned();
            let lines = above.chain(lines.iter().cloned());
            lines.chain(self.below.iter().cloned()).collect()
        };
        (around(&self.old), around(&self.new))
    }

    /// Returns the number of the first line that its sides begin with.
    fn first_line(&self) -> usize {
        let begins_above = !self.is_plain && self.above.is_some();
        self.index + 1 - usize::from(begins_above)
    }

    /// Returns the lines of a diff: with one line of context on each side.
    fn body(&self) -> String {
        let marked = |mark: &str, lines: &[String]| -> String {
            lines.iter().map(|line| format!("{mark}{line}\n")).collect()
        };
        let beside = |line: &Option<String>| marked(" ", &line.iter().cloned().collect::<Vec<_>>());
        [
            beside(&self.above),
            marked("-", &self.old),
            marked("+", &self.new),
            beside(&self.below),
        ]
        .concat()
    }

    fn header(&self) -> String {
        let n_beside = usize::from(self.above.is_some()) + usize::from(self.below.is_some());
        let start = self.index + 1 - usize::from(self.above.is_some());
        let (n_old, n_new) = (self.old.len() + n_beside, self.new.len() + n_beside);
        format!("@@ -{start},{n_old} +{start},{n_new} @@\n")
    }
}

/// Writes one step in a dialect; `None` where the dialect cannot say it.
fn written(dialect: &str, step: &Step) -> Option<String> {
    let (old, new) = step.sides();
    let lines =
        |lines: &[String]| -> String { lines.iter().map(|line| format!("{line}\n")).collect() };
    let (old_text, new_text) = (lines(&old), lines(&new));
    let after = lines(&step.after);
    let number = step.first_line();
    let last = number + old.len().max(1) - 1;
    let body = step.body();
    let json = |text: &str| serde_json::Value::from(text.trim_end_matches('\n')).to_string();
    Some(match dialect {
        "apply-patch" => {
            let heading = if step.is_plain { "" } else { "@@\n" };
            format!("*** Begin Patch\n*** Update File: {PATH}\n{heading}{body}*** End Patch\n")
        }
        "suggestion" if old.is_empty() => return None,
        "suggestion" => {
            format!("In `{PATH}`, lines {number}-{last}:\n\n```suggestion\n{new_text}```\n")
        }
        "roo" => format!(
            "{PATH}\n<<<<<<< SEARCH\n:start_line:{number}\n-------\n{old_text}=======\n{new_text}>>>>>>> REPLACE\n"
        ),
        "zed" => {
            format!(
                "{PATH}\n<<<<<<< SEARCH line={number}\n{old_text}=======\n{new_text}>>>>>>> REPLACE\n"
            )
        }
        "cline" => {
            format!("{PATH}\n------- SEARCH\n{old_text}=======\n{new_text}+++++++ REPLACE\n")
        }
        "search-replace" => {
            format!(
                "{PATH}\n```rust\n<<<<<<< SEARCH\n{old_text}=======\n{new_text}>>>>>>> REPLACE\n```\n"
            )
        }
        "conflict" => {
            format!(
                "{PATH}\n```rust\n<<<<<<< HEAD\n{old_text}=======\n{new_text}>>>>>>> updated\n```\n"
            )
        }
        "file-patch" => {
            format!("[[[FILE_PATCH file_path=\"{PATH}\"]]]\n@@\n{body}[[[/FILE_PATCH]]]\n")
        }
        "tool-xml" => format!(
            "<edit>\n<path>{PATH}</path>\n<old_text>{}</old_text>\n<new_text>{}</new_text>\n</edit>\n",
            old_text.trim_end_matches('\n'),
            new_text.trim_end_matches('\n')
        ),
        "tool-json" => format!(
            "{{\"file_path\": \"{PATH}\", \"old_string\": {}, \"new_string\": {}}}\n",
            json(&old_text),
            json(&new_text)
        ),
        "hashline" => format!(
            "{{\"path\": \"{PATH}\", \"edits\": [{{\"op\": \"replace\", \"pos\": \"{number}#VK\", \"end\": \"{last}#QR\", \"lines\": {}}}]}}\n",
            serde_json::Value::from(new)
        ),
        "shell" => format!("cat > {PATH} <<'EOF'\n{after}EOF\n"),
        "unified" => format!("--- a/{PATH}\n+++ b/{PATH}\n{}{body}", step.header()),
        "fudiff" => format!("--- filename: {PATH}\n+++ filename: {PATH}\n@@ @@\n{body}"),
        "numberless" => format!("--- {PATH}\n+++ {PATH}\n@@ ... @@\n{body}"),
        "context" => in_context(step),
        "normal" => in_normal(step),
        "bare-diff" => format!("In `{PATH}`:\n\n```diff\n{body}```\n"),
        "before-after" if new.is_empty() => return None,
        "before-after" => format!(
            "In `{PATH}`, change\n\n```rust\n{old_text}```\n\nto\n\n```rust\n{new_text}```\n"
        ),
        "lazy" => format!("{PATH}\n```rust\n{}```\n", lazy(step)),
        "whole-file" => format!("{PATH}\n```rust\n{after}```\n"),
        // They are named and refused.
        "char-diff" | "combined" => return None,
        _ => panic!("{dialect} has no row here"),
    })
}

fn in_context(step: &Step) -> String {
    let beside = |mark: &str, lines: &[String]| -> String {
        let above = step.above.iter().map(|line| format!("  {line}\n"));
        let own = lines.iter().map(|line| format!("{mark} {line}\n"));
        let below = step.below.iter().map(|line| format!("  {line}\n"));
        above.chain(own).chain(below).collect()
    };
    let (gone, come) = match (step.old.is_empty(), step.new.is_empty()) {
        (false, false) => ("!", "!"),
        (_, _) => ("-", "+"),
    };
    let n_beside = usize::from(step.above.is_some()) + usize::from(step.below.is_some());
    let start = step.index + 1 - usize::from(step.above.is_some());
    let end = |n: usize| start + n + n_beside - 1;
    format!(
        "*** {PATH}\n--- {PATH}\n***************\n*** {start},{} ****\n{}--- {start},{} ----\n{}",
        end(step.old.len()),
        beside(gone, &step.old),
        end(step.new.len()),
        beside(come, &step.new),
    )
}

fn in_normal(step: &Step) -> String {
    let range = |start: usize, n: usize| match n {
        1 => start.to_string(),
        n => format!("{start},{}", start + n - 1),
    };
    let marked = |mark: &str, lines: &[String]| -> String {
        lines
            .iter()
            .map(|line| format!("{mark} {line}\n"))
            .collect()
    };
    let at = step.index + 1;
    let (old, new) = (marked("<", &step.old), marked(">", &step.new));
    let change = match (step.old.len(), step.new.len()) {
        (0, n) => format!("{}a{}\n{new}", at - 1, range(at, n)),
        (n, 0) => format!("{}d{}\n{old}", range(at, n), at - 1),
        (n_old, n_new) => format!("{}c{}\n{old}---\n{new}", range(at, n_old), range(at, n_new)),
    };
    format!("{PATH}\n```\n{change}```\n")
}

/// Returns what changes with its surroundings, and a comment for the rest.
fn lazy(step: &Step) -> String {
    let (first, end) = (
        step.index.saturating_sub(2),
        step.index + step.new.len() + 2,
    );
    let shown = &step.after[first..end.min(step.after.len())];
    let mut text = String::new();
    if first > 0 {
        text += "// ... existing code ...\n";
    }
    text.extend(shown.iter().map(|line| format!("{line}\n")));
    if end < step.after.len() {
        text += "// ... existing code ...\n";
    }
    text
}

/// What came of a reply, the first time and the second.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// It was written, and stands the second time.
    Right,
    /// A person decides the first time; what was decided stands the second time.
    Asked,
    /// A person decides each time: it does not quote what it changes, or the text it begins with is gone.
    AskedAgain,
    /// The dialect cannot say it, or is refused.
    None,
    Wrong,
}

/// What a run says and leaves.
struct Run {
    exit: i32,
    text: String,
    report: String,
}

/// Applies `reply` in the folder `root`.
fn run(reply: &str, root: &Path, home: &Path) -> Run {
    run_with(&[], reply, root, home)
}

/// The same, with more arguments.
fn run_with(args: &[&str], reply: &str, root: &Path, home: &Path) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_hunkwise"))
        .args(["apply", "--root"])
        .arg(root)
        .args(args)
        .arg("-")
        .current_dir(root)
        .env("HOME", home)
        .env("XDG_STATE_HOME", home)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(reply.as_bytes()).unwrap();
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    Run {
        exit: output.status.code().unwrap_or(-1),
        text: fs::read_to_string(root.join(PATH)).unwrap(),
        report: String::from_utf8_lossy(&output.stdout).into_owned(),
    }
}

fn outcome(dialect: &str, shape: Shape) -> (Outcome, String) {
    let steps = steps(shape);
    let said: Option<Vec<String>> = steps.iter().map(|step| written(dialect, step)).collect();
    let Some(said) = said else {
        return (Outcome::None, String::new());
    };
    let reply = said.join("\n");
    let text = |lines: &[String]| {
        let lines = lines.iter().map(|line| format!("{line}\n"));
        lines.collect::<String>()
    };
    let before: Vec<String> = shape.text().iter().map(ToString::to_string).collect();
    let meant = text(&steps[steps.len() - 1].after);
    let (root, home) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let file = root.path().join(PATH);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(&file, text(&before)).unwrap();
    let once = run(&reply, root.path(), home.path());
    let is_done = once.exit == 0;
    if !is_done && once.text == text(&before) {
        fs::write(&file, &meant).unwrap();
    }
    let again = run(&reply, root.path(), home.path());
    let shown = format!(
        "{reply}--- once: {}\n{}{}--- again: {}\n{}{}",
        once.exit, once.report, once.text, again.exit, again.report, again.text
    );
    let stays = again.report.contains("already applied")
        || shape == Shape::Back && again.report.contains("no changes");
    let stands = again.exit == 0 && stays;
    let found = match (is_done, stands) {
        _ if is_done && once.text != meant || again.text != meant => Outcome::Wrong,
        (true, true) => Outcome::Right,
        (false, true) => Outcome::Asked,
        (false, false) if once.exit == 3 && again.exit == 3 => Outcome::AskedAgain,
        (_, false) => Outcome::Wrong,
    };
    (found, shown)
}

#[test]
fn every_dialect_applied_twice() {
    let mut faults = Vec::new();
    println!(
        "| dialect |{}",
        SHAPES.map(|(_, name)| format!(" {name} |")).concat()
    );
    println!("|---|{}", "---|".repeat(SHAPES.len()));
    for spec in DIALECTS {
        let mut row = format!("| `{}` |", spec.name);
        for (shape, name) in SHAPES {
            let (found, shown) = outcome(spec.name, shape);
            row += &format!(" {found:?} |").to_lowercase();
            let may_ask = match spec.name {
                // They name lines that they do not quote.
                "suggestion" | "hashline" | "before-after" => true,
                // A block that only words make a file's content does not say which of several is meant.
                "lazy" | "whole-file" => matches!(shape, Shape::Chain | Shape::Swap | Shape::Back),
                // Only a number says where its insertions go.
                "normal" => matches!(shape, Shape::Insertion | Shape::InsertionAtTop),
                _ => false,
            };
            let asks = matches!(found, Outcome::Asked | Outcome::AskedAgain);
            if found == Outcome::Wrong || asks && !may_ask {
                faults.push(format!("{}, {name}: {found:?}\n{shown}", spec.name));
            }
        }
        println!("{row}");
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Two functions with the same body.
const TWINS: &str = "fn one() {\n    let n = 0;\n    walk(n);\n    stop(n);\n}\n\nfn other() {\n    let n = 0;\n    walk(n);\n    stop(n);\n}\n\nfn last() {\n    rest();\n}\n";

/// A hunk that fits both of them.
const TIE: &str = "```diff\n--- a/src/greet.rs\n+++ b/src/greet.rs\n@@ ... @@\n     let n = 0;\n-    walk(n);\n+    run(n);\n     stop(n);\n```\n";

/// The same change without context.
const BLOCK: &str =
    "src/greet.rs\n<<<<<<< SEARCH\n    walk(n);\n=======\n    run(n);\n>>>>>>> REPLACE\n";

/// A hunk with only one place.
const OTHER: &str = "\n```diff\n--- a/src/greet.rs\n+++ b/src/greet.rs\n@@ ... @@\n fn last() {\n-    rest();\n+    sleep();\n }\n```\n";

/// Applies `reply` with each of `runs`, edits the file by `edit`, and applies without arguments; returns the text before that
/// and the last run.
fn again_after(reply: &str, runs: &[&[&str]], edit: fn(String) -> String) -> (String, Run) {
    let (root, home) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let file = root.path().join(PATH);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(&file, TWINS).unwrap();
    for args in runs {
        run_with(args, reply, root.path(), home.path());
    }
    let text = edit(fs::read_to_string(&file).unwrap());
    fs::write(&file, &text).unwrap();
    (text, run(reply, root.path(), home.path()))
}

#[test]
fn what_a_person_chose_is_not_made_at_the_other_place() {
    let as_it_is: fn(String) -> String = |text| text;
    let edited_elsewhere: fn(String) -> String = |text| {
        text.replace("rest()", "pause()")
            .replace("sleep()", "pause()")
    };
    for (line, kept) in [("2", "other"), ("8", "one")] {
        for (reply, edit) in [
            (TIE.to_string(), as_it_is),
            (format!("{TIE}{OTHER}"), as_it_is),
            (format!("{OTHER}{TIE}"), as_it_is),
            (TIE.to_string(), edited_elsewhere),
            (BLOCK.to_string(), as_it_is),
            (BLOCK.to_string(), edited_elsewhere),
        ] {
            let hunk = if reply.starts_with(OTHER) { "h2" } else { "h1" };
            let line = match reply == BLOCK {
                true => (line.parse::<usize>().unwrap() + 1).to_string(),
                false => line.to_string(),
            };
            let choice = format!("{hunk}={line}");
            let (text, again) = again_after(&reply, &[&["--choose", &choice]], edit);
            let calls = text.matches("walk(n)").count();
            assert_eq!(calls, 1, "{kept}: {text}");
            assert_eq!(again.text, text, "{}", again.report);
            assert_eq!(again.exit, 0, "{}", again.report);
        }
    }
}

#[test]
fn what_was_left_waits_the_second_time() {
    let (text, again) = again_after(&format!("{TIE}{OTHER}"), &[&["--partial"]], |text| text);
    assert!(text.contains("sleep"), "{text}");
    assert_eq!(again.text, text, "{}", again.report);
    assert_eq!(again.exit, 3, "{}", again.report);
}
