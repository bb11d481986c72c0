//! How many instructions `check` takes, held to what is recorded here: a time says little on a machine that does other things,
//! and a count shows what a change costs at the change itself. It is the release build that is counted, by callgrind:
//! `HUNKWISE_PROGRAM=target/release/hunkwise cargo test --test instructions -- --ignored`.
//! Where the difference is meant, or comes from another compiler, the new figure is recorded. A processor with other vector
//! instructions takes other ways through the libraries: `HUNKWISE_TOLERANCE=15` lets a count be so many per cent off.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)]

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Command;

/// Makes a tree under a folder, and returns the patch that is checked there.
type Make = fn(&Path) -> String;

/// What is counted, and how many thousands of instructions were when that was recorded: rustc 1.95, x86-64.
const RECORDED: [(&str, Make, u64); 5] = [
    ("one file of 200 lines, 3 hunks", small, 1_205),
    ("a file of 100,000 lines, 200 hunks", large, 70_795),
    ("a hunk that is nowhere in 100,000 lines", nowhere, 746_879),
    ("200 files, 2,000 hunks", many, 110_622),
    ("a hunk below 5,000 paragraphs", words, 201_609),
];

/// How far from that a count may be, in per cent, where nothing else is said.
const TOLERANCE: u64 = 5;

#[test]
#[ignore = "slow, and for the release build only"]
fn a_check_takes_as_many_instructions_as_recorded() {
    let is_there = |tool: &str| Command::new(tool).arg("--version").output().is_ok();
    if !is_there("valgrind") {
        // Past the harness, which would keep it to itself.
        writeln!(std::io::stderr(), "SKIPPED: there is no valgrind here").unwrap();
        return;
    }
    let tolerance = std::env::var("HUNKWISE_TOLERANCE");
    let tolerance = tolerance.map_or(TOLERANCE, |percent| percent.parse().unwrap());
    let mut wrong = Vec::new();
    for (name, make, recorded) in RECORDED {
        let n_thousands = count(make) / 1000;
        if n_thousands.abs_diff(recorded) * 100 > recorded * tolerance {
            wrong.push(format!(
                "{name}: {n_thousands} thousand, where {recorded} are recorded"
            ));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Returns how many instructions a check takes of the patch that `make` returns and the tree that it makes.
fn count(make: Make) -> u64 {
    let program = std::env::var("HUNKWISE_PROGRAM")
        .unwrap_or_else(|_| env!("CARGO_BIN_EXE_hunkwise").to_string());
    let work = tempfile::tempdir().unwrap();
    let (root, patch) = (work.path().join("root"), work.path().join("patch"));
    fs::create_dir(&root).unwrap();
    fs::write(&patch, make(&root)).unwrap();
    let output = Command::new("valgrind")
        .env_clear()
        .env("HOME", work.path())
        .env("PATH", std::env::var_os("PATH").unwrap())
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args(["check", "--quiet", "--root"])
        .args([&root, &patch])
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    let collected = told.lines().find_map(|line| line.split_once("Collected :"));
    let count = collected.and_then(|(_, count)| count.trim().parse().ok());
    count.unwrap_or_else(|| panic!("callgrind told no count:\n{told}"))
}

fn small(root: &Path) -> String {
    file(root, "small.rs", 200, 3)
}

fn large(root: &Path) -> String {
    file(root, "large.rs", 100_000, 200)
}

fn many(root: &Path) -> String {
    (0..200)
        .map(|nth| file(root, &format!("f{nth}.rs"), 500, 10))
        .collect()
}

fn nowhere(root: &Path) -> String {
    let mut words = Words(7);
    fs::write(root.join("f.rs"), words.lines(100_000).concat()).unwrap();
    let hunk = words.lines(40);
    let removed = hunk.iter().map(|line| format!("-{line}"));
    let removed: String = removed.collect();
    format!("--- a/f.rs\n+++ b/f.rs\n@@ -1,40 +1,1 @@\n{removed}+one\n")
}

fn words(root: &Path) -> String {
    let words = "The cart is read first.\n\n".repeat(5_000);
    words + &file(root, "small.rs", 200, 1)
}

/// Makes a file of so many lines, and returns a diff of it with hunks that each change one line, spread evenly.
fn file(root: &Path, name: &str, n_lines: usize, n_hunks: usize) -> String {
    let mut words = Words(n_lines as u64 + name.len() as u64);
    let lines = words.lines(n_lines);
    fs::write(root.join(name), lines.concat()).unwrap();
    let mut diff = format!("--- a/{name}\n+++ b/{name}\n");
    for nth in 0..n_hunks {
        let at = n_lines / n_hunks * nth + n_lines / n_hunks / 2;
        let above = lines[at - 3..at].join(" ");
        let (old, new, below) = (&lines[at], words.line(), lines[at + 1..at + 4].join(" "));
        let start = at - 2;
        diff += &format!("@@ -{start},7 +{start},7 @@\n {above}-{old}+{new} {below}");
    }
    diff
}

/// Lines of code by chance, the same in every run.
struct Words(u64);

impl Words {
    fn number(&mut self, below: usize) -> usize {
        // Knuth's generator; the upper half is the better one.
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % below
    }

    fn word(&mut self) -> String {
        const SYLLABLES: [&str; 16] = [
            "ar", "be", "co", "di", "el", "fo", "ga", "hu", "in", "ka", "lo", "me", "no", "pa",
            "re", "su",
        ];
        (0..2 + self.number(3))
            .map(|_| SYLLABLES[self.number(SYLLABLES.len())])
            .collect()
    }

    fn line(&mut self) -> String {
        let indent = "    ".repeat(self.number(4));
        match self.number(10) {
            0 => "\n".to_string(),
            1 | 2 => format!("{indent}}}\n"),
            _ => format!(
                "{indent}let {} = {}({}, &{});\n",
                self.word(),
                self.word(),
                self.word(),
                self.word()
            ),
        }
    }

    fn lines(&mut self, n_lines: usize) -> Vec<String> {
        (0..n_lines).map(|_| self.line()).collect()
    }
}
