//! How many keys each situation may cost: every one is settled within its budget, applied, and read back from disk.

use std::path::Path;

use super::terminal::Terminal;

/// Two functions with one body.
const TWINS: &str = "def a(data):\n    out = []\n    for x in data:\n        out.append(x)\n    return out\n\n\
                     def b(data):\n    out = []\n    for x in data:\n        out.append(x)\n    return out\n";

/// A hunk that fits into both.
const TIE: &str = "--- a/app.py\n+++ b/app.py\n@@ ... @@\n     out = []\n     for x in data:\n\
                   -        out.append(x)\n+        out.append(x * 2)\n     return out\n";

const POEM: &str = "roses are red\nviolets are blue\nsugar is sweet\nand so are you\n";

/// A situation, and how it is settled.
struct Budget {
    /// The file, `app.py`.
    file: &'static str,
    /// The patch.
    patch: String,
    /// The keys, each with what the screen shows before it is pressed.
    keys: &'static [(&'static str, &'static str)],
    /// What the screen shows once it is settled.
    settled: &'static str,
    /// A line of the file once it is applied.
    written: &'static str,
    /// How many keys it may cost.
    most: usize,
}

/// Settles the situation by its keys, and applies it.
#[track_caller]
fn check(budget: &Budget) {
    let folder = tempfile::tempdir().unwrap();
    let write =
        |name: &str, content: &str| std::fs::write(folder.path().join(name), content).unwrap();
    write("app.py", budget.file);
    write("fix.patch", &budget.patch);
    let mut terminal = start(folder.path());
    for (shown, key) in budget.keys {
        terminal.expect(shown);
        terminal.press(key);
    }
    assert!(
        budget.keys.len() <= budget.most,
        "{} keys",
        budget.keys.len()
    );
    terminal.expect(budget.settled);
    if budget.settled.contains(" by order") {
        terminal.press("Y");
        terminal.expect("all decided");
    }
    if !budget.settled.starts_with("Wrote") {
        terminal.press("A");
        terminal.expect("files unchanged since matching");
        terminal.press("\r");
        terminal.expect("Wrote 1 file");
    }
    let file = std::fs::read_to_string(folder.path().join("app.py")).unwrap();
    assert!(file.lines().any(|line| line == budget.written), "{file}");
    terminal.press("q");
    terminal.end();
    terminal.assert_given_back();
}

fn start(folder: &Path) -> Terminal {
    let mut command = Terminal::command(folder, &["--root", ".", "fix.patch"]);
    command.env("EDITOR", "sed -i s/crimsn/crimson/");
    Terminal::start(command)
}

fn patch(hunks: &str) -> String {
    format!("--- a/app.py\n+++ b/app.py\n{hunks}")
}

#[test]
fn a_strict_hunk_costs_one() {
    check(&Budget {
        file: POEM,
        patch: patch("@@ -1,2 +1,2 @@\n-roses are red\n+roses are crimson\n violets are blue\n"),
        keys: &[("exact", "\r")],
        settled: "all decided",
        written: "roses are crimson",
        most: 1,
    });
}

#[test]
fn a_whole_clean_patch_costs_three() {
    check(&Budget {
        file: POEM,
        patch: patch(
            "@@ -1,2 +1,2 @@\n-roses are red\n+roses are crimson\n violets are blue\n\
             @@ -3,2 +3,2 @@\n-sugar is sweet\n+sugar is dear\n and so are you\n",
        ),
        keys: &[
            ("exact", "Y"),
            ("Accepted 2 exact matches", "A"),
            ("files unchanged since matching", "\r"),
        ],
        settled: "Wrote 1 file",
        written: "sugar is dear",
        most: 3,
    });
}

#[test]
fn the_other_place_of_a_tie_costs_two() {
    check(&Budget {
        file: TWINS,
        patch: TIE.to_string(),
        keys: &[("fits 2 places", "2"), ("Place 2 of 2", "\r")],
        settled: "all decided",
        written: "        out.append(x * 2)",
        most: 2,
    });
}

#[test]
fn ties_over_the_same_twins_cost_one() {
    let third = TWINS
        .replace("def a(", "def c(")
        .split("\n\n")
        .next()
        .unwrap_or_default()
        .to_string();
    let file: &'static str = format!("{TWINS}\n{third}\n").leak();
    let hunk = TIE.split_once("@@ ... @@\n").unwrap().1;
    check(&Budget {
        file,
        patch: patch(&format!("@@ ... @@\n{hunk}@@ ... @@\n{hunk}")),
        keys: &[("fits 3 places", "o")],
        settled: "Placed 2 ties by order",
        written: "        out.append(x * 2)",
        most: 1,
    });
}

/// Two hunks that change one line.
fn overlap() -> String {
    patch(
        "@@ -1,2 +1,2 @@\n-roses are red\n+roses are crimson\n violets are blue\n\
         @@ -1,2 +1,2 @@\n-roses are red\n+roses are white\n violets are blue\n",
    )
}

#[test]
fn an_overlap_costs_two() {
    check(&Budget {
        file: POEM,
        patch: overlap(),
        keys: &[("CONFLICT", "1"), ("result", "\r")],
        settled: "all decided",
        written: "roses are crimson",
        most: 2,
    });
}

#[test]
fn an_overlap_that_can_have_both_costs_two() {
    check(&Budget {
        file: POEM,
        patch: patch(
            "@@ -1,2 +1,3 @@\n roses are red\n+lilies are white\n violets are blue\n\
             @@ -1,2 +1,3 @@\n roses are red\n+tulips are yellow\n violets are blue\n",
        ),
        keys: &[("CONFLICT", "b"), ("result", "\r")],
        settled: "all decided",
        written: "tulips are yellow",
        most: 2,
    });
}

/// A hunk whose lines the file has only nearly.
fn near() -> String {
    patch(
        "@@ ... @@\n roses were red\n-violets were not so blue\n+violets are purple\n sugar was sweet\n",
    )
}

#[test]
fn a_near_place_of_a_hunk_that_fits_nowhere_costs_three() {
    check(&Budget {
        file: POEM,
        patch: near(),
        keys: &[
            ("Hunk 1", "1"),
            ("his place", "\r"),
            ("Replace, or insert only?", "r"),
        ],
        settled: "all decided",
        written: "violets are purple",
        most: 3,
    });
}

#[test]
fn placing_by_hand_costs_four() {
    check(&Budget {
        file: "roses are red\nviolets are blue\nsugar is sweet\n\nthe end\n\n\n\n\n\n\n\n\
               roses were dead\nviolets were blue too\nsugar was dear\n",
        patch: near(),
        keys: &[
            ("Hunk 1", "m"),
            ("Where does", "]"),
            ("Where does", "\r"),
            ("Replace, or insert only?", "r"),
        ],
        settled: "all decided",
        written: "violets are purple",
        most: 4,
    });
}

#[test]
fn a_wrong_word_costs_two_beside_the_editor() {
    check(&Budget {
        file: POEM,
        patch: patch("@@ -1,2 +1,2 @@\n-roses are red\n+roses are crimsn\n violets are blue\n"),
        keys: &[("crimsn", "e"), ("crimson", "\r")],
        settled: "all decided",
        written: "roses are crimson",
        most: 2,
    });
}

#[test]
fn a_reason_costs_three_beside_its_words() {
    let folder = tempfile::tempdir().unwrap();
    let write =
        |name: &str, content: &str| std::fs::write(folder.path().join(name), content).unwrap();
    write("app.py", POEM);
    write("fix.patch", &overlap());
    let mut terminal = start(folder.path());
    terminal.expect("CONFLICT");
    terminal.press("c");
    terminal.expect("Comment to the model");
    terminal.press("the red ones are dear\r");
    terminal.expect("Comment saved");
    terminal.press("x");
    terminal.expect("hunk 1");
    terminal.press("\x03");
    assert_eq!(terminal.end(), 130);
}
