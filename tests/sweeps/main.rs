//! Runs `sweep.py` against the program that was just built: a few points of each sweep at every test run, and all of them where
//! the ignored tests are asked for, which takes hours: `cargo test --release --test sweeps -- --ignored`.
#![allow(clippy::unwrap_used, clippy::print_stderr)]

mod signals;

use std::process::{Command, Stdio};

/// Runs a sweep, which exits with 1 when it finds anything broken. Where there is no `strace`, or it may not trace, the test says
/// so and shows nothing.
#[track_caller]
fn sweep(args: &[&str]) {
    let traces = |words: &[&str]| {
        let mut program = Command::new(words[0]);
        program.args(&words[1..]).stdin(Stdio::null());
        program.output().is_ok_and(|done| done.status.success())
    };
    let is_usable = traces(&["strace", "-f", "-o", "/dev/null", "true"]);
    if !is_usable || !traces(&["python3", "--version"]) {
        eprintln!("skipped: sweeps need strace and python3");
        return;
    }
    let work = tempfile::tempdir().unwrap();
    let done = Command::new("python3")
        .arg(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/tests/sweeps/sweep.py"
        ))
        .args(args)
        .args(["--bin", env!("CARGO_BIN_EXE_hunkwise"), "--work"])
        .arg(work.path())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&done.stdout);
    eprintln!("{told}");
    let fault = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{args:?}: {told}{fault}");
    assert!(told.contains("points"), "{args:?} tried nothing: {told}");
}

/// A few points of each case, drawn anew only where the seed is another.
const FEW: [&str; 6] = ["--files", "5", "--points", "4", "--seconds", "3"];

#[test]
fn a_few_kills_leave_all_old_or_all_new() {
    sweep(&[&["kill"][..], &FEW].concat());
}

#[test]
fn a_few_failing_calls_leave_what_the_exit_code_says() {
    sweep(&[&["fault"][..], &FEW].concat());
}

#[test]
#[ignore = "takes hours: every call, over one, five and fifty files"]
fn every_call_of_an_apply_and_an_undo_can_fail_or_be_the_last() {
    for kind in ["fault", "kill"] {
        for case in ["apply over", "undo over"] {
            sweep(&[kind, "--files", "1,5,50", "--case", case]);
        }
    }
}

#[test]
#[ignore = "takes hours: 50 folders at every call, and 500 points of 700 folders, at three limits of descriptors"]
fn many_folders_and_few_descriptors_break_nothing() {
    sweep(&["limits"]);
}

#[test]
#[ignore = "takes an hour: two roots, folders that are swapped, and planted records"]
fn other_roots_swaps_and_planted_records_break_nothing() {
    for kind in ["roots", "swaps", "planted"] {
        sweep(&[kind, "--files", "5"]);
    }
}
