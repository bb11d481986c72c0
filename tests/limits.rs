//! What the options and a dialect's own specification ask for, and what a report says of it.

use std::fs;
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

/// Returns thirty lines, each of which says its number.
fn numbered() -> String {
    (1..=30).map(|n| format!("line {n} of it\n")).collect()
}

/// Runs a command on a reply about the file `a.txt`, and returns its exit code and all that it says.
fn run(args: &[&str], file: &str, reply: &str) -> (i32, String) {
    let tree = TempDir::new().expect("a temporary folder");
    fs::write(tree.path().join("a.txt"), file).expect("written");
    fs::write(tree.path().join("reply.md"), reply).expect("written");
    let output = Command::new(env!("CARGO_BIN_EXE_hunkwise"))
        .current_dir(tree.path())
        .env("HOME", tree.path().join("home"))
        .env_remove("XDG_STATE_HOME")
        .env_remove("XDG_CONFIG_HOME")
        .args(args)
        .arg("reply.md")
        .output()
        .expect("it runs");
    let code = output.status.code().unwrap_or(-1);
    let said = [output.stdout, output.stderr].concat();
    (code, String::from_utf8(said).expect("UTF-8"))
}

/// Checks a hunk that replaces line 11 with so many lines of context above and below.
#[track_caller]
fn check_context(above: usize, below: usize, line: usize, code: i32) {
    let context = |lines: std::ops::Range<usize>| -> String {
        lines.map(|n| format!(" line {n} of it\n")).collect()
    };
    let (start, n) = (line - above, above + 1 + below);
    let (before, after) = (context(start..line), context(line + 1..line + 1 + below));
    let change = format!("-line {line} of it\n+LINE\n");
    let reply = format!(
        "--- a/a.txt\n+++ b/a.txt\n@@ -{start},{n} +{start},{n} @@\n{before}{change}{after}"
    );
    let ran = run(&["check", "--strict"], &numbered(), &reply);
    assert_eq!(ran.0, code, "{above} and {below} at {line}: {}", ran.1);
    let lenient = run(&["check"], &numbered(), &reply);
    assert_eq!(lenient.0, 0, "{}", lenient.1);
}

#[test]
fn three_lines_of_context_above_and_below_are_specified_but_at_the_ends() {
    for (above, below) in [(1, 1), (2, 1), (3, 0), (0, 3), (2, 2), (3, 2)] {
        check_context(above, below, 11, 2);
    }
    check_context(3, 3, 11, 0);
    check_context(0, 3, 1, 0);
    check_context(2, 3, 3, 0);
    check_context(3, 0, 30, 0);
}

const MERGED: &str = "--- a/a.txt\n+++ b/a.txt\n@@ ... @@\n line 2 of it\n-line 3 of it\n+THREE\n line 4 of it\n line 5 of it\n@@ ... @@\n line 4 of it\n-line 5 of it\n+FIVE\n line 6 of it\n";

#[test]
fn hunks_that_are_made_as_one_are_told_as_merged() {
    let (_, said) = run(&["check", "--json"], &numbered(), MERGED);
    let report: Value = serde_json::from_str(&said).expect("JSON");
    let hunks = &report["files"][0]["hunks"];
    assert_eq!(hunks[1]["merged_with"], hunks[0]["id"], "{said}");
    assert!(hunks[0].get("merged_with").is_none(), "{said}");
    for command in ["check", "explain"] {
        let (_, said) = run(&[command], &numbered(), MERGED);
        assert!(said.contains("merged with hunk 1"), "{said}");
    }
}

#[test]
fn a_hunk_on_the_lines_of_another_has_its_own_lines() {
    let reply = "--- a/a.txt\n+++ b/a.txt\n@@ ... @@\n line 2 of it\n-line 3 of it\n+THREE and more\n line 4 of it\n@@ ... @@\n-THREE and more\n+DREI\n line 4 of it\n line 5 of it\n";
    let (_, said) = run(&["check", "--json"], &numbered(), reply);
    let report: Value = serde_json::from_str(&said).expect("JSON");
    let second = &report["files"][0]["hunks"][1];
    assert_eq!(
        (&second["line"], &second["end_line"]),
        (&3.into(), &3.into()),
        "{said}"
    );
}

#[test]
fn a_line_between_two_changes_is_either_ones() {
    let lines = [
        "one", "bravo two", "three", "four", "five", "six", "seven", "hotel eight", "india nine",
        "ten",
    ];
    let file: String = lines.map(|line| format!("{line}\n")).concat();
    let reply =
        "--- a.txt\n+++ a.txt\n@@ ... @@\n-bravo two\n+BRAVO\n hotel eight\n-india nine\n+INDIA\n";
    let ran = run(&["check"], &file, reply);
    assert_eq!(ran.0, 0, "{}", ran.1);
}

#[test]
fn figures_that_read_alike_are_told_apart() {
    let long = "the total of all the prices, ".repeat(8);
    let file = format!("one\n{long}\n");
    let reply = format!("--- a.txt\n+++ a.txt\n@@ ... @@\n one\n-{long}s\n+two\n");
    let (_, said) = run(&["check", "--similarity", "0.999"], &file, &reply);
    assert!(
        said.contains("99.2 % of the characters match (needs 99.9 %)"),
        "{said}"
    );
}

/// Returns the hunk that the feedback of a command offers behind `words`.
fn offered<'a>(said: &'a str, words: &str) -> &'a str {
    let (_, behind) = said.split_once(words).expect("it offers one");
    let (_, behind) = behind.split_once("\n```\n").expect("in a fence");
    behind.split("\n```").next().expect("which ends")
}

const UNMARKED: &str = "--- a/a.txt\n+++ b/a.txt\n@@ ... @@\n line 2 of it\n-line 3 of it\n+THREE\n line 4 of it\n a line of its own\n line 5 of it\n";

#[test]
fn a_line_without_its_mark_is_offered_with_one() {
    let words = "If you forgot a `+`, send it with what the file lacks:";
    let ways = [
        (vec!["check", "--feedback", "-"], numbered()),
        // What is on disk already wants the one line.
        (
            vec!["apply", "--feedback", "-"],
            numbered().replace("line 3 of it", "THREE"),
        ),
    ];
    for (args, base) in ways {
        let (code, said) = run(&args, &numbered(), UNMARKED);
        assert_eq!(code, 0, "{said}");
        let (code, again) = run(&["apply", "--json"], &base, offered(&said, words));
        let report: Value = serde_json::from_str(&again).expect("JSON");
        assert_eq!(code, 0, "{again}");
        assert_eq!(report["findings"], Value::Array(Vec::new()), "{again}");
        let edits = report["files"][0]["hunks"][0]["edits"].to_string();
        assert!(edits.contains("a line of its own"), "{edits}");
    }
}

#[test]
fn forty_lines_are_shown_about_a_deletion_that_differs_and_about_its_number() {
    let file: String = (1..=300).map(|n| format!("line {n} of it\n")).collect();
    let file = file.replace("line 200 of it", "the total is written here");
    let reply = "a.txt\n<<<<<<< SEARCH\n:start_line:90\n-------\nthe totals are written here\n=======\nno total\n>>>>>>> REPLACE\n";
    let (code, said) = run(&["check", "--feedback", "-"], &file, reply);
    assert_eq!(code, 3, "{said}");
    for shown in [160, 239, 50, 130] {
        assert!(
            said.contains(&format!("{shown} | line {shown} of it\n")),
            "{shown}: {said}"
        );
    }
    for beyond in [155, 245, 45, 135] {
        assert!(!said.contains(&format!("{beyond} | ")), "{beyond}: {said}");
    }
    assert!(
        said.contains("The file at line 90, which your hunk names:"),
        "{said}"
    );
}

#[test]
fn renames_are_stripped_as_git_counts_their_parts() {
    let reply = "diff --git a/sub/a.txt b/sub/b.txt\nsimilarity index 100%\nrename from sub/a.txt\nrename to sub/b.txt\n";
    for (strip, code, expected) in [
        ("1", 3, "sub/a.txt -> sub/b.txt  file not found"),
        ("2", 0, "a.txt -> b.txt  renamed"),
    ] {
        let (ran, said) = run(&["apply", "--strip", strip], &numbered(), reply);
        assert!(ran == code && said.contains(expected), "{strip}: {said}");
    }
}

#[test]
fn markers_are_specified_to_the_letter() {
    let block = |search: &str, divider: &str, end: &str| {
        format!("a.txt\n```\n{search}\nline 3 of it\n{divider}\nTHREE\n{end}```\n")
    };
    for (reply, lax, strict) in [
        (
            block("<<<<<<< SEARCH", "=======", ">>>>>>> REPLACE\n"),
            0,
            0,
        ),
        (block("<<<<<<< SEARCH", "=======", ""), 0, 2),
        (block("<<<<< SEARCH", "=======", ">>>>>>> REPLACE\n"), 0, 2),
        (block("<<<<<<< SEARCH", "====", ">>>>>>> REPLACE\n"), 3, 2),
    ] {
        let (code, said) = run(&["check"], &numbered(), &reply);
        assert_eq!(code, lax, "{said}");
        let (code, said) = run(&["check", "--strict"], &numbered(), &reply);
        assert_eq!(code, strict, "{said}");
    }
}

#[test]
fn fudiff_specifies_additions_alone_where_the_file_begins_or_ends() {
    for (hunk, strict) in [
        (" line 2 of it\n+new\n line 3 of it\n", 2),
        (" line 2 of it\n+new\n", 2),
        ("+new\n line 3 of it\n", 2),
        ("+new\n line 1 of it\n line 2 of it\n", 0),
        (" line 29 of it\n line 30 of it\n+new\n", 0),
        (" line 2 of it\n-line 3 of it\n+line 3 of it\n+new\n", 0),
    ] {
        let reply = format!("--- filename: a.txt\n+++ filename: a.txt\n@@ @@\n{hunk}");
        let (code, said) = run(&["check"], &numbered(), &reply);
        assert_eq!(code, 0, "{said}");
        let (code, said) = run(&["check", "--strict"], &numbered(), &reply);
        assert_eq!(code, strict, "{said}");
        assert_eq!(said.contains("additions only"), strict == 2, "{said}");
    }
}

#[test]
fn a_hunk_that_nothing_is_like_is_told_how_alike_its_own_line_is() {
    let file = numbered().replace("line 9 of it", "total = sum(values)");
    let block = |number: &str| {
        format!(
            "a.txt\n<<<<<<< SEARCH\n{number}total = product(of, all, of, them)\n=======\ntotal = 0\n>>>>>>> REPLACE\n"
        )
    };
    let (_, said) = run(&["check"], &file, &block(":start_line:9\n-------\n"));
    let words = "at the line the patch says: line 9, 41 % of the characters match";
    assert!(said.contains(words), "{said}");
    let (_, said) = run(&["check"], &file, &block(""));
    assert!(said.contains("a score of 65 is needed"), "{said}");
}
