//! A signal amid the work of those commands that are no single write: at a system call, by `strace`.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

const OLD: &str = "a\nb\nc\n";
const NEW: &str = "a\nB\nc\n";
const NAMES: [&str; 3] = ["x", "y", "z"];

/// Three files, and a reply that changes each.
fn folder() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("root")).unwrap();
    let mut reply = String::new();
    for name in NAMES {
        fs::write(dir.path().join("root").join(name), OLD).unwrap();
        reply += &format!("--- a/{name}\n+++ b/{name}\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n");
    }
    fs::write(dir.path().join("reply"), reply).unwrap();
    dir
}

/// Returns what all files hold, which is the same.
#[track_caller]
fn content(dir: &Path) -> String {
    let held = NAMES.map(|name| fs::read_to_string(dir.join("root").join(name)).unwrap());
    assert!(held.iter().all(|it| *it == held[0]), "torn: {held:?}");
    held[0].clone()
}

/// Runs the program in `dir`; `at` says which signal it gets at which call.
fn run(dir: &Path, args: &[&str], at: Option<&str>, input: &str) -> Output {
    let program = env!("CARGO_BIN_EXE_hunkwise");
    let words: Vec<String> = match at {
        Some(at) => {
            let call = at.split(':').next().unwrap();
            let trace = format!("trace={call}");
            let inject = format!("inject={at}");
            let words = [
                "-f",
                "-qq",
                "-o",
                "/dev/null",
                "-e",
                &trace,
                "-e",
                &inject,
                program,
            ];
            words.iter().map(ToString::to_string).collect()
        }
        None => Vec::new(),
    };
    let mut child = Command::new(if at.is_some() { "strace" } else { program })
        .args(words)
        .args(args)
        .current_dir(dir)
        .env("HOME", dir)
        .env("XDG_STATE_HOME", dir.join("state"))
        .env("XDG_CONFIG_HOME", dir.join("config"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // It may have ended before it reads all of it.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn can_trace() -> bool {
    let traced = Command::new("strace")
        .args(["-f", "-o", "/dev/null", "true"])
        .output();
    let can = traced.is_ok_and(|done| done.status.success());
    if !can {
        eprintln!("skipped: signals at a call need strace");
    }
    can
}

/// The calls of a write: before the commit, at it, and behind it.
const CALLS: [&str; 8] = [
    "renameat2:signal=TERM:when=2",
    "renameat2:signal=INT:when=4",
    "renameat2:signal=TERM:when=3",
    "renameat:signal=TERM:when=2",
    "renameat:signal=TERM:when=3",
    "fsync:signal=INT:when=4",
    "flock:signal=HUP:when=2",
    "linkat:signal=QUIT:when=2",
];

/// Returns the code for the signal of a call.
fn code(at: &str) -> i32 {
    match at {
        at if at.contains("INT") => 130,
        at if at.contains("HUP") => 129,
        _ => 143,
    }
}

/// Sends each signal amid a write that `args` and `input` ask for: the program ends by its code, all files old or all new.
fn check(args: &[&str], input: &str, judge: impl Fn(&TempDir, &Output, &str)) {
    if !can_trace() {
        return;
    }
    let mut n_met = 0;
    for at in CALLS {
        let dir = folder();
        let done = run(dir.path(), args, Some(at), input);
        let now = content(dir.path());
        assert!(now == OLD || now == NEW, "{at}: {now:?}");
        // Before a write has begun, and after its end, it acts as on any program; and a system may not make the call.
        if done.status.code() == Some(code(at)) {
            n_met += 1;
            judge(&dir, &done, &now);
        }
        let recovered = run(dir.path(), &["recover", "--root", "root"], None, "");
        let said = String::from_utf8_lossy(&recovered.stdout).into_owned();
        assert_eq!(said, "nothing was interrupted\n", "{at}");
    }
    assert!(n_met > 2, "{args:?}: no signal came amid a write");
}

/// Behind the commit, the exit code must say that the files were written: at each call that writes, the report's the last.
#[test]
fn a_signal_after_a_write_changes_no_exit_code() {
    if !can_trace() {
        return;
    }
    for args in [
        &["apply", "--root", "root", "reply"][..],
        &["undo", "--root", "root"],
    ] {
        let (before, after) = if args[0] == "undo" {
            (NEW, OLD)
        } else {
            (OLD, NEW)
        };
        let mut n_written = 0;
        for nth in 1..30 {
            let dir = folder();
            if args[0] == "undo" {
                run(dir.path(), &["apply", "--root", "root", "reply"], None, "");
            }
            let at = format!("write:signal=INT:when={nth}");
            let done = run(dir.path(), args, Some(&at), "");
            let is_written = done.status.code() == Some(0);
            let expected = if is_written { after } else { before };
            assert_eq!(content(dir.path()), expected, "{at}: {done:?}");
            n_written += usize::from(is_written);
        }
        assert!((1..29).contains(&n_written), "{args:?}: {n_written}");
    }
}

#[test]
fn serve_ends_by_a_signal_amid_a_write_once_it_has_answered() {
    let requests = "{\"id\":1,\"method\":\"open\",\"params\":{\"file\":\"reply\"}}\n\
                    {\"id\":2,\"method\":\"apply\",\"params\":{}}\n\
                    {\"id\":3,\"method\":\"report\"}\n";
    check(&["serve", "--root", "root"], requests, |_, done, now| {
        let said = String::from_utf8_lossy(&done.stdout).into_owned();
        let last = said.lines().last().unwrap();
        assert!(last.starts_with("{\"id\":2,"), "{last}");
        assert_eq!(last.contains("\"error\""), now == OLD, "{last}");
    });
}

#[test]
fn mcp_ends_by_a_signal_amid_an_undo_once_it_has_answered() {
    if !can_trace() {
        return;
    }
    for at in CALLS {
        let dir = folder();
        let applied = run(dir.path(), &["apply", "--root", "root", "reply"], None, "");
        assert!(applied.status.success());
        let call = "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\",\"params\":\
                    {\"name\":\"undo\",\"arguments\":{}}}\n\
                    {\"jsonrpc\":\"2.0\",\"id\":8,\"method\":\"ping\"}\n";
        let done = run(dir.path(), &["mcp", "--root", "root"], Some(at), call);
        let now = content(dir.path());
        let said = String::from_utf8_lossy(&done.stdout).into_owned();
        if done.status.code() != Some(code(at)) {
            assert_eq!(now, OLD, "{at}: {done:?}");
            continue;
        }
        let last = said.lines().last().unwrap();
        assert!(last.contains("\"id\":7"), "{last}");
        assert_eq!(last.contains("\"isError\":true"), now == NEW, "{last}");
    }
}

#[test]
fn a_plain_review_ends_by_a_signal_amid_a_write_and_is_kept() {
    let args = ["review", "--plain", "--root", "root", "reply"];
    check(&args, "Y\nA\n\n", |dir, _, now| {
        let listed = run(dir.path(), &["sessions"], None, "");
        let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
        assert!(listed.contains("3 of 3 decided"), "not kept: {listed}");
        let again = run(dir.path(), &args, None, "q\n");
        let again = String::from_utf8_lossy(&again.stdout).into_owned();
        assert!(again.to_lowercase().contains("resumed"), "{now}: {again}");
    });
}

#[test]
fn a_recovery_that_gets_a_signal_ends_what_it_has_begun_and_says_it() {
    if !can_trace() {
        return;
    }
    let mut n_met = 0;
    for at in [
        "renameat2:signal=TERM:when=1",
        "renameat2:signal=INT:when=2",
        "unlinkat:signal=HUP:when=1",
        "unlinkat:signal=TERM:when=2",
        "fsync:signal=INT:when=1",
    ] {
        let dir = folder();
        let apply = ["apply", "--root", "root", "reply"];
        run(dir.path(), &apply, Some("renameat2:signal=KILL:when=3"), "");
        let done = run(dir.path(), &["recover", "--root", "root"], Some(at), "");
        let said = [done.stdout.clone(), done.stderr.clone()].concat();
        let said = String::from_utf8_lossy(&said).into_owned();
        assert_eq!(content(dir.path()), OLD, "{at}: {said}");
        assert!(
            said.contains("apply 1 had been interrupted"),
            "{at}: {said}"
        );
        n_met += usize::from(done.status.code() == Some(code(at)));
    }
    assert!(n_met > 2, "no signal came amid a recovery");
}

/// What a system says where it cannot list attributes leaves open whether there are some.
#[test]
fn attributes_that_cannot_be_listed_stop_a_write_before_it_begins() {
    if !can_trace() {
        return;
    }
    for (error, is_none_there) in [
        ("EINVAL", false),
        ("ENOSYS", false),
        ("EPERM", false),
        ("EACCES", false),
        ("EIO", false),
        ("EOPNOTSUPP", true),
    ] {
        for args in [
            ["apply", "--root", "root", "reply"],
            ["apply", "--json", "--root=root", "reply"],
        ] {
            let dir = folder();
            let at = format!("flistxattr:error={error}");
            let done = run(dir.path(), &args, Some(&at), "");
            let expected = if is_none_there { 0 } else { 6 };
            assert_eq!(done.status.code(), Some(expected), "{error}: {done:?}");
            assert_eq!(content(dir.path()) == NEW, is_none_there, "{error}");
            let said = [done.stdout, done.stderr].concat();
            let said = String::from_utf8_lossy(&said).into_owned();
            assert_eq!(said.contains("attributes of"), !is_none_there, "{said}");
        }
    }
}
