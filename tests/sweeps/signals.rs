//! A signal amid the work of those commands that are no single write: at a system call, by `strace`.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

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

/// Returns the command that runs the program in `dir`; `at` says which signal it gets at which call.
fn command(dir: &Path, args: &[&str], at: Option<&str>) -> Command {
    let program = env!("CARGO_BIN_EXE_hunkwise");
    let mut command = match at {
        Some(at) => {
            let call = at.split(':').next().unwrap();
            let (trace, inject) = (format!("trace={call}"), format!("inject={at}"));
            let mut strace = Command::new("strace");
            strace.args(["-f", "-qq", "-o", "/dev/null", "-e", &trace, "-e", &inject]);
            strace.arg(program);
            strace
        }
        None => Command::new(program),
    };
    command
        .args(args)
        .current_dir(dir)
        .env("HOME", dir)
        .env("XDG_STATE_HOME", dir.join("state"))
        .env("XDG_CONFIG_HOME", dir.join("config"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Runs the program in the same way.
fn run(dir: &Path, args: &[&str], at: Option<&str>, input: &str) -> Output {
    let mut child = command(dir, args, at).spawn().unwrap();
    // It may have ended before it reads all of it.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// A pipe that takes no byte more, and what keeps it open.
fn full_pipe(dir: &Path) -> (PathBuf, File) {
    let pipe = dir.join("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    let mut both = File::options()
        .read(true)
        .write(true)
        .custom_flags(rustix::fs::OFlags::NONBLOCK.bits() as i32)
        .open(&pipe)
        .unwrap();
    while both.write(&[b'x'; 512]).is_ok() {}
    (pipe, both)
}

/// Once the files are on disk, no reader who lets the report wait keeps the program from being ended.
#[test]
fn a_report_that_nobody_reads_does_not_hold_signals() {
    if !can_trace() {
        return;
    }
    let root = "--root=root";
    for (args, named) in [
        (&["apply", root, "reply"][..], false),
        (&["apply", "--json", root, "reply"], false),
        (&["apply", "-q", "--feedback=pipe", root, "reply"], true),
        (
            &["apply", "-q", "--rejects=pipe", "--partial", root, "part"],
            true,
        ),
        (&["undo", root], false),
        (&["undo", "--json", root], false),
        (&["recover", root], false),
    ] {
        for at in [
            "ppoll:signal=TERM:when=1",
            "ppoll:signal=INT:when=2",
            "ppoll:signal=HUP:when=2",
        ] {
            let dir = folder();
            let dir = dir.path();
            let reply = fs::read_to_string(dir.join("reply")).unwrap();
            let part =
                format!("{reply}--- a/x\n+++ b/x\n@@ -9 +9 @@\n-nowhere to be found\n+here\n");
            fs::write(dir.join("part"), part).unwrap();
            let is_new = args[0] == "apply";
            let before = match args[0] {
                "undo" => None,
                "recover" => Some("renameat2:signal=KILL:when=3"),
                _ => Some(""),
            };
            if before != Some("") {
                run(dir, &["apply", root, "reply"], before, "");
            }
            let (pipe, kept) = full_pipe(dir);
            let traced = command(dir, args, Some(at));
            // A program that does not end is ended, and has another code then.
            let mut bounded = Command::new("timeout");
            bounded
                .args(["-s", "KILL", "60"])
                .arg(traced.get_program())
                .args(traced.get_args());
            let stdout = match named {
                true => Stdio::null(),
                false => Stdio::from(File::options().write(true).open(&pipe).unwrap()),
            };
            let done = bounded
                .current_dir(dir)
                .env("HOME", dir)
                .env("XDG_STATE_HOME", dir.join("state"))
                .env("XDG_CONFIG_HOME", dir.join("config"))
                .stdin(Stdio::null())
                .stdout(stdout)
                .status()
                .unwrap();
            // It takes the end of what it runs for its own.
            let ended = done.signal().map(|signal| 128 + signal).or(done.code());
            assert_eq!(ended, Some(code(at)), "{args:?} {at}: {done}");
            assert_eq!(
                content(dir),
                if is_new { NEW } else { OLD },
                "{args:?} {at}"
            );
            drop(kept);
        }
    }
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

/// Sends a call of a tool, and returns the answer; an empty one when the program has ended.
fn call(
    child: &mut Child,
    said: &mut impl BufRead,
    id: u64,
    name: &str,
    arguments: &str,
) -> String {
    let call = format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"tools/call\",\"params\":{{\"name\":\"{name}\",\"arguments\":{arguments}}}}}\n"
    );
    let _ = child.stdin.as_mut().unwrap().write_all(call.as_bytes());
    let mut answer = String::new();
    said.read_line(&mut answer).unwrap();
    answer
}

/// Proposes the reply by `mcp`, applies `applied` as a person does, and returns what the undo asked for then is answered.
fn undone(dir: &Path, at: Option<&str>, proposed: &str, applied: &str) -> (String, Output) {
    let mut child = command(dir, &["mcp", "--root", "root"], at)
        .spawn()
        .unwrap();
    let mut said = BufReader::new(child.stdout.take().unwrap());
    let text = format!("{{\"text\":\"{}\"}}", proposed.replace('\n', "\\n"));
    call(&mut child, &mut said, 6, "propose", &text);
    let done = run(dir, &["apply", "--root", "root", applied], None, "");
    assert!(done.status.success(), "{done:?}");
    let answer = call(&mut child, &mut said, 7, "undo", "{}");
    drop(child.stdin.take());
    let mut rest = String::new();
    said.read_to_string(&mut rest).unwrap();
    (answer + &rest, child.wait_with_output().unwrap())
}

#[test]
fn mcp_ends_by_a_signal_amid_an_undo_once_it_has_answered() {
    if !can_trace() {
        return;
    }
    let mut n_answered = 0;
    for at in CALLS {
        let dir = folder();
        let reply = fs::read_to_string(dir.path().join("reply")).unwrap();
        let (answer, done) = undone(dir.path(), Some(at), &reply, "reply");
        let now = content(dir.path());
        if answer.is_empty() {
            // It came before the undo.
            assert_eq!(now, NEW, "{at}: {done:?}");
            continue;
        }
        n_answered += 1;
        assert!(answer.contains("\"id\":7"), "{answer}");
        assert_eq!(
            answer.contains("\"isError\":true"),
            now == NEW,
            "{at}: {answer}"
        );
    }
    assert!(n_answered > 2, "no undo was answered");
}

#[test]
fn an_agent_takes_back_only_what_was_proposed() {
    let dir = folder();
    let dir = dir.path();
    let reply = fs::read_to_string(dir.join("reply")).unwrap();
    let (answer, _) = undone(dir, None, &reply, "reply");
    assert!(answer.contains("\"isError\":false"), "{answer}");
    assert_eq!(content(dir), OLD);
    // Another patch was proposed than the person applied.
    let (answer, _) = undone(dir, None, "--- a/x\n+++ b/x\n", "reply");
    assert!(
        answer.contains("apply 3 is not of what was proposed"),
        "{answer}"
    );
    assert!(answer.contains("hunkwise undo 3"), "{answer}");
    assert_eq!(content(dir), NEW);
    let request = |id: u64, name: &str, arguments: String| {
        format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"tools/call\",\"params\":{{\"name\":\"{name}\",\"arguments\":{arguments}}}}}\n"
        )
    };
    // What was applied before it was proposed is the person's, and so are their undos.
    let text = format!("{{\"text\":\"{}\"}}", reply.replace('\n', "\\n"));
    let asked = request(1, "propose", text)
        + &request(2, "undo", "{}".to_string())
        + &request(3, "undo", "{\"id\":3}".to_string())
        + &request(4, "undo", "{\"id\":2}".to_string())
        + &request(5, "undo", "{\"id\":99}".to_string());
    let done = run(dir, &["mcp", "--root", "root"], None, &asked);
    let said = String::from_utf8_lossy(&done.stdout).into_owned();
    assert_eq!(said.matches("\"isError\":true").count(), 4, "{said}");
    assert_eq!(content(dir), NEW);
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

/// `git clean` and `git stash -u` sweep what git does not know. It may as well have been moved away, so the record waits, and
/// people are told which folder ends the wait.
#[test]
fn a_recovery_that_waits_for_a_swept_folder_names_what_ends_the_wait() {
    if !can_trace() {
        return;
    }
    let dir = folder();
    let dir = dir.path();
    let made = "--- /dev/null\n+++ b/made/here\n@@ -0,0 +1 @@\n+x\n";
    let reply = fs::read_to_string(dir.join("reply")).unwrap();
    fs::write(dir.join("reply"), format!("{made}{reply}")).unwrap();
    let apply = ["apply", "--root", "root", "reply"];
    run(dir, &apply, Some("renameat2:signal=KILL:when=2"), "");
    fs::remove_dir_all(dir.join("root/made")).unwrap();
    let recover = ["recover", "--root", "root"];
    let said = run(dir, &recover, None, "").stdout;
    let said = String::from_utf8_lossy(&said).into_owned();
    let words = "if the files are gone for good, remove its record, the folder `";
    let (_, rest) = said.split_once(words).unwrap();
    fs::remove_dir_all(dir.join(rest.split('`').next().unwrap())).unwrap();
    let done = run(dir, &recover, None, "");
    assert_eq!(done.status.code(), Some(0), "{done:?}");
    assert_eq!(content(dir), OLD);
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
