//! What the first frame of a review costs, in instructions, beside that of the least program on the same libraries
//! (`examples/one_paragraph.rs`). It is the release build that is counted, by callgrind: `cargo build --release --examples --bins`, then
//! `HUNKWISE_PROGRAM=target/release/hunkwise cargo test --test pty first_frame -- --ignored --nocapture`.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

use portable_pty::CommandBuilder;

use super::terminal::{Terminal, program};

/// How many times the least program's instructions a small review may take in the thread that draws, from its start to its end
/// with one frame. The languages are loaded in another one, which no frame waits for.
const MOST: u64 = 10;

/// Returns how many thousands of instructions the first thread of a program takes that is left by `q` when its screen holds
/// `shown`.
fn count(folder: &Path, program: &Path, arguments: &[&str], shown: &str) -> u64 {
    let counts = folder.join("counts");
    let mut command = CommandBuilder::new("valgrind");
    command.args(["--tool=callgrind", "--separate-threads=yes", "-q"]);
    command.arg(format!("--callgrind-out-file={}", counts.display()));
    command.arg(program);
    command.args(arguments);
    let mut terminal = Terminal::start(Terminal::set_up(command, folder));
    terminal.expect(shown);
    terminal.press("q");
    terminal.end();
    let counts = std::fs::read_to_string(counts.with_file_name("counts-01")).unwrap();
    let sum = counts
        .lines()
        .find_map(|line| line.strip_prefix("summary: "));
    let count: u64 = sum.unwrap().trim().parse().unwrap();
    count / 1000
}

#[test]
#[ignore = "slow, and for the release build only"]
fn the_first_frame_costs_a_few_times_that_of_the_least_program() {
    let tell = |words: &str| writeln!(std::io::stderr(), "{words}").unwrap();
    let program = std::path::absolute(program()).unwrap();
    let bare = program.with_file_name("examples").join("one_paragraph");
    let has_valgrind = std::process::Command::new("valgrind")
        .arg("--version")
        .output();
    if has_valgrind.is_err() {
        return tell("SKIPPED: there is no valgrind here");
    }
    assert!(bare.exists(), "build the examples first");
    let folder = tempfile::tempdir().unwrap();
    let mut file = String::new();
    for at in 0..200 {
        writeln!(file, "def part_{at}(): return {at}").unwrap();
    }
    let hunk = |at| {
        format!(
            "@@ @@\n def part_{}(): return {}\n-def part_{at}(): return {at}\n+def part_{at}(): return -{at}\n",
            at - 1,
            at - 1
        )
    };
    let patch = format!(
        "--- a/app.py\n+++ b/app.py\n{}{}{}",
        hunk(20),
        hunk(90),
        hunk(160)
    );
    std::fs::write(folder.path().join("app.py"), file).unwrap();
    std::fs::write(folder.path().join("fix.patch"), patch).unwrap();
    let bare = count(folder.path(), &bare, &[], "one paragraph");
    let arguments = ["--root", ".", "--theme", "dark", "fix.patch"];
    let review = count(folder.path(), &program, &arguments, "def part_20");
    tell(&format!(
        "{bare} thousand for a paragraph, {review} thousand for a review"
    ));
    assert!(review <= bare * MOST, "{review} and {bare}");
}
