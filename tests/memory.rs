//! How much memory a check of 100,000 hunks takes at most: three times its inputs and 64 MiB. Slow without optimisation, so
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
    let program = std::env::var("HUNKWISE_PROGRAM")
        .unwrap_or_else(|_| env!("CARGO_BIN_EXE_hunkwise").to_string());
    let root = tempfile::tempdir().unwrap();
    let patch_file = tempfile::NamedTempFile::new().unwrap();
    fs::write(root.path().join("f"), file).unwrap();
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
    let inputs = (file.len() + patch.len()) / KIB;
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

/// A file with four lines for each hunk.
fn file() -> String {
    (0..4 * N_HUNKS).fold(String::new(), |mut text, index| {
        writeln!(text, "{}", line(index)).unwrap();
        text
    })
}

/// A diff with hunks of three lines, whose numbers are `off` by so many.
fn diff(off: usize, line: impl Fn(usize) -> String) -> String {
    let mut text = "--- a/f\n+++ b/f\n".to_string();
    for at in (0..N_HUNKS).map(|hunk| 4 * hunk) {
        let number = at + 1 + off;
        let (above, gone, below) = (line(at), line(at + 1), line(at + 2));
        writeln!(
            text,
            "@@ -{number},3 +{number},3 @@\n {above}\n-{gone}\n+new {at}\n {below}"
        )
        .unwrap();
    }
    text
}

#[test]
#[ignore = "for the release build"]
fn many_hunks_take_three_times_their_size() {
    check("hunks with right numbers", &file(), &diff(0, line));
    check("hunks with wrong numbers", &file(), &diff(1, line));
    check("hunks without a target", "", &diff(0, line));
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
    check("blocks", &file(), &blocks);
}
