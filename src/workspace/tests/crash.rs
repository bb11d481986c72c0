use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;

/// Whether the observer fails the step or stops as if killed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Break {
    Fail,
    Stop,
}

/// Opens the folder so that the write breaks at step `at`; the counter tells how many steps were passed.
fn breaking(dir: &TempDir, at: usize, how: Break) -> (Workspace, Arc<AtomicUsize>) {
    let passed = Arc::new(AtomicUsize::new(0));
    let count = passed.clone();
    let ws = open(dir).with_observer(move |_| {
        if count.fetch_add(1, Ordering::Relaxed) != at {
            return Next::Go;
        }
        match how {
            Break::Fail => Next::Fail(std::io::Error::other("broken on purpose")),
            Break::Stop => Next::Stop,
        }
    });
    (ws, passed)
}

fn start() -> TempDir {
    folder(&[("a", "1"), ("b", "1"), ("d/c", "1"), ("e", "1"), ("f", "1")])
}

fn changes() -> ChangeSet {
    ChangeSet::new(vec![
        modify("a", "1", "2"),
        create("n/m/x", "2"),
        delete("b", "1"),
        rename("d/c", "n/c", "1", "2"),
        mode("f", "1", FileMode::Executable),
        modify("e", "1", "2"),
    ])
}

/// Breaks `write` at every step of it, and `Stop`s at every step of the recovery from that: always all old or all new.
#[track_caller]
fn check(
    renames: Renames,
    how: Break,
    write: impl Fn(&Workspace) -> Result<(), WorkspaceError>,
    prepare: impl Fn(&TempDir),
) {
    for at in 0.. {
        for recovery_at in 0.. {
            let dir = start();
            prepare(&dir);
            let old = tree(dir.path());
            let (ws, passed) = breaking(&dir, at, how);
            let result = write(&ws.with_renames(renames));
            if passed.load(Ordering::Relaxed) <= at {
                assert!(result.is_ok(), "nothing was broken: {result:?}");
                return;
            }
            let (ws, passed) = breaking(&dir, recovery_at, Break::Stop);
            let stopped = ws.with_renames(renames).recover();
            let recovered = open(&dir).recover().expect("recovered");
            assert_eq!(recovered.left, []);
            let whole = start();
            prepare(&whole);
            write(&open(&whole)).expect("written");
            let now = tree(dir.path());
            let is_new = now == tree(whole.path());
            assert!(
                now == old || is_new,
                "step {at}, then {recovery_at}:\n{now}"
            );
            if result.is_ok() {
                assert!(is_new, "told as written, step {at}");
            } else if how == Break::Fail {
                assert!(!is_new, "told as rolled back, step {at}: {result:?}");
            }
            let keeps = open(&dir).pending_recovery(&[]);
            assert!(!keeps.expect("looked"), "step {at}, then {recovery_at}");
            if stopped.is_ok() || passed.load(Ordering::Relaxed) <= recovery_at {
                break;
            }
        }
    }
}

fn apply(ws: &Workspace) -> Result<(), WorkspaceError> {
    ws.apply(&changes(), reply()).map(drop)
}

fn undo(ws: &Workspace) -> Result<(), WorkspaceError> {
    ws.undo(None).map(drop)
}

#[test]
fn an_apply_stopped_at_any_step_is_recovered_from() {
    for renames in [Renames::Exchange, Renames::Plain, Renames::Bare] {
        check(renames, Break::Stop, apply, |_| {});
    }
}

#[test]
fn an_apply_failing_at_any_step_is_rolled_back() {
    for renames in [Renames::Exchange, Renames::Plain, Renames::Bare] {
        check(renames, Break::Fail, apply, |_| {});
    }
}

#[test]
fn an_undo_stopped_or_failing_at_any_step_is_recovered_from() {
    for how in [Break::Stop, Break::Fail] {
        check(Renames::Exchange, how, undo, |dir| {
            open(dir).apply(&changes(), reply()).expect("applied");
        });
    }
}

/// Somebody else writes while targets are being changed.
#[track_caller]
fn check_intruder(
    when: Step,
    renames: Renames,
    intrude: impl Fn(&Path) + Send + Sync + 'static,
) -> String {
    let dir = folder(&[("a", "1"), ("b", "1")]);
    let top = dir.path().to_path_buf();
    let ws = open(&dir).with_renames(renames).with_observer(move |step| {
        if step == when {
            intrude(&top);
        }
        Next::Go
    });
    let both = ChangeSet::new(vec![modify("a", "1", "2"), modify("b", "1", "2")]);
    let fault = ws.apply(&both, reply()).expect_err("somebody else wrote");
    let now = tree(dir.path());
    let exit = if now.contains("a 644 \"1\"") {
        Exit::Drifted
    } else {
        Exit::RolledBack
    };
    assert_eq!(fault.exit(), exit, "{fault}");
    now
}

#[test]
fn a_file_written_by_another_program_meanwhile_is_kept() {
    for renames in [Renames::Exchange, Renames::Plain, Renames::Bare] {
        let theirs = check_intruder(Step::AllStaged, renames, |top| {
            fs::write(top.join("b"), "theirs").expect("written");
        });
        assert_eq!(theirs, "a 644 \"1\"\nb 644 \"theirs\"");
        let theirs = check_intruder(Step::Changed(0), renames, |top| {
            fs::write(top.join("new"), "theirs").expect("written");
            fs::rename(top.join("new"), top.join("b")).expect("replaced");
        });
        assert_eq!(theirs, "a 644 \"1\"\nb 644 \"theirs\"");
        let theirs = check_intruder(Step::Changed(0), renames, |top| {
            fs::remove_file(top.join("b")).expect("removed");
        });
        assert_eq!(theirs, "a 644 \"1\"");
        let theirs = check_intruder(Step::Changed(0), renames, |top| {
            fs::write(top.join("a"), "theirs").expect("written");
            fs::write(top.join("b"), "theirs").expect("written");
        });
        assert_eq!(theirs, "a 644 \"theirs\"\nb 644 \"theirs\"");
    }
}

#[test]
fn a_mode_goes_back_under_what_somebody_wrote_since() {
    let dir = folder(&[("f", "1")]);
    let ws = open(&dir).with_observer(|step| {
        if step == Step::Changed(0) {
            Next::Stop
        } else {
            Next::Go
        }
    });
    let changes = ChangeSet::new(vec![mode("f", "1", FileMode::Executable)]);
    ws.apply(&changes, reply()).expect_err("stopped");
    fs::write(dir.path().join("f"), "theirs").expect("written");
    let recovered = open(&dir).recover().expect("recovered");
    assert_eq!(recovered.left, []);
    assert_eq!(tree(dir.path()), "f 644 \"theirs\"");
}
