//! How much memory a check of many hunks or words takes at most: three times its inputs and 64 MiB. Slow without optimisation, so
//! it is the release build that is held to it:
//! `HUNKWISE_PROGRAM=target/release/hunkwise cargo test --test memory -- --ignored`.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)]

use std::fmt::Write;
use std::fs;
use std::io::Read;
use std::process::{Child, Command, Stdio};

const N_HUNKS: usize = 100_000;
const KIB: usize = 1024;

/// Checks `patch` on a folder with the one file `f`, and holds the peak of the memory in use against the bound.
#[track_caller]
fn check(name: &str, file: &str, patch: &str) {
    check_files(name, &[("f".to_string(), file.to_string())], patch);
}

/// Does the same with some files, given by their names and what they hold.
#[track_caller]
fn check_files(name: &str, files: &[(String, String)], patch: &str) {
    let program = std::env::var("HUNKWISE_PROGRAM")
        .unwrap_or_else(|_| env!("CARGO_BIN_EXE_hunkwise").to_string());
    let root = tempfile::tempdir().unwrap();
    let patch_file = tempfile::NamedTempFile::new().unwrap();
    for (name, content) in files {
        fs::write(root.path().join(name), content).unwrap();
    }
    fs::write(&patch_file, patch).unwrap();
    let mut child = Command::new(program)
        .args(["check", "--json", "--root"])
        .args([root.path(), patch_file.path()])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let peak = peak_kib(&mut child);
    let code = child.wait().unwrap().code();
    assert!(matches!(code, Some(0 | 3)), "{name}: exit code {code:?}");
    let n_bytes: usize = files.iter().map(|(_, content)| content.len()).sum();
    let inputs = (n_bytes + patch.len()) / KIB;
    let most = 3 * inputs + 64 * KIB;
    assert!(
        peak <= most,
        "{name}: {peak} KiB for inputs of {inputs}, where {most} are the most"
    );
}

/// Returns the most memory that was resident at a time. The system is asked whenever some of the report was read, for a
/// process that has ended cannot be asked any more: the report is much longer than a pipe holds.
fn peak_kib(child: &mut Child) -> usize {
    let status = format!("/proc/{}/status", child.id());
    let mut report = child.stdout.take().unwrap();
    let mut room = [0; 64 * KIB];
    let mut peak = 0;
    while report.read(&mut room).unwrap() > 0 {
        let status = fs::read_to_string(&status).unwrap_or_default();
        let line = status.lines().find(|line| line.starts_with("VmHWM:"));
        let number = line.and_then(|line| line.split_ascii_whitespace().nth(1));
        peak = number.map_or(peak, |number| number.parse().unwrap());
    }
    assert!(peak > 0, "the system says what is in use");
    peak
}

fn line(index: usize) -> String {
    format!("item {index}")
}

fn tiny_line(index: usize) -> String {
    format!("x{index}")
}

/// A file with four lines for each hunk.
fn file(n_hunks: usize, line: impl Fn(usize) -> String) -> String {
    (0..4 * n_hunks).fold(String::new(), |mut text, index| {
        writeln!(text, "{}", line(index)).unwrap();
        text
    })
}

/// A section with hunks of three lines, whose numbers are `off` by so many.
fn section(name: &str, n_hunks: usize, off: usize, line: impl Fn(usize) -> String) -> String {
    let mut text = format!("--- a/{name}\n+++ b/{name}\n");
    for at in (0..n_hunks).map(|hunk| 4 * hunk) {
        let number = at + 1 + off;
        let (above, gone, below) = (line(at), line(at + 1), line(at + 2));
        writeln!(
            text,
            "@@ -{number},3 +{number},3 @@\n {above}\n-{gone}\n+y{at}\n {below}"
        )
        .unwrap();
    }
    text
}

#[test]
#[ignore = "for the release build"]
fn many_hunks_take_three_times_their_size() {
    let diff = |off| section("f", N_HUNKS, off, line);
    check("hunks with right numbers", &file(N_HUNKS, line), &diff(0));
    check("hunks with wrong numbers", &file(N_HUNKS, line), &diff(1));
    check("hunks without a target", "", &diff(0));
}

#[test]
#[ignore = "for the release build"]
fn what_is_kept_of_a_hunk_is_little_beside_tiny_lines() {
    let diff = |off| section("f", N_HUNKS, off, tiny_line);
    let file = file(N_HUNKS, tiny_line);
    check("tiny lines with right numbers", &file, &diff(0));
    check("tiny lines with wrong numbers", &file, &diff(2));
}

#[test]
#[ignore = "for the release build"]
fn hunks_that_repeat_the_last_one_share_what_was_found() {
    let repeated = "@@ -1 +1 @@\n-x\n+y\n".repeat(N_HUNKS);
    let patch = format!("--- a/f\n+++ b/f\n{repeated}");
    check("the same hunk", &"x\n".repeat(1_000), &patch);
}

#[test]
#[ignore = "for the release build"]
fn many_files_take_three_times_their_size() {
    let n_files = N_HUNKS / 10;
    let line = |file: usize| move |index: usize| format!("x{file}_{index}");
    let name = |at: usize| format!("f{at}.rs");
    let files: Vec<_> = (0..n_files)
        .map(|at| (name(at), file(10, line(at))))
        .collect();
    let sections = (0..n_files).map(|at| section(&name(at), 10, 0, line(at)));
    check_files("many files", &files, &sections.collect::<String>());
}

#[test]
#[ignore = "for the release build"]
fn many_blocks_take_three_times_their_size() {
    let mut blocks = String::new();
    for at in (0..N_HUNKS).map(|hunk| 4 * hunk) {
        let (gone, below) = (line(at), line(at + 1));
        writeln!(
            blocks,
            "f\n<<<<<<< SEARCH\n{gone}\n{below}\n=======\nnew {at}\n{below}\n>>>>>>> REPLACE"
        )
        .unwrap();
    }
    check("blocks", &file(N_HUNKS, line), &blocks);
}

#[test]
#[ignore = "for the release build"]
fn words_above_hunks_take_three_times_their_size() {
    let words = "See this, then that and so on and on. ".repeat(50);
    let words = format!("{words}\n").repeat(5_000);
    let patch = words + "\n" + &section("f", N_HUNKS / 5, 0, line);
    check("words", &file(N_HUNKS / 5, line), &patch);

    let words = "See `src/a.rs` and \"it\", then that and so on. ".repeat(200_000);
    let patch = words + "\n\n" + &section("f", N_HUNKS / 5, 0, line);
    check("words in one line", &file(N_HUNKS / 5, line), &patch);
}

#[test]
#[ignore = "for the release build"]
fn small_json_values_take_three_times_their_size() {
    let values = r#"[1,2,{"k":"v"}],"#.repeat(40_000);
    let json = format!("{{\"data\":[{values}0]}}\n\n");
    let patch = json + &section("f", N_HUNKS / 5, 0, line);
    check("small values of JSON", &file(N_HUNKS / 5, line), &patch);
}

#[test]
#[ignore = "for the release build"]
fn a_long_hunk_takes_three_times_its_size_whatever_it_is_laid_beside() {
    let hunk = |n: usize| {
        let context = (0..n).map(|at| format!(" value {at} y\n"));
        let lines: String = context.collect();
        format!("--- a/f\n+++ b/f\n@@ @@\n{lines}-end\n+END\n")
    };
    let file = |n: usize| {
        (0..n)
            .map(|at| format!("value {at} x\n"))
            .collect::<String>()
    };
    check("a long hunk, a short file", &file(1_000), &hunk(20_000));
    check("a short hunk, a long file", &file(40_000), &hunk(1_500));
    check("a long hunk, a long file", &file(20_000), &hunk(20_000));
}
