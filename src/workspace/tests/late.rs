//! A recovery that fails, or is ended, after it has put something in order: what that was is reported all the same.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;

fn stopping_at(root: &Path, at: Step) -> Workspace {
    open_at(root).with_observer(move |step| if step == at { Next::Stop } else { Next::Go })
}

fn failing_at(at: Step) -> impl Fn(Step) -> Next {
    move |step| {
        if step == at {
            return Next::Fail(std::io::Error::other("broken on purpose"));
        }
        Next::Go
    }
}

/// Interrupts an apply under each of two roots, one in the other, and has another program write into a file of both.
fn two_interrupted() -> TempDir {
    let dir = folder(&[("a", "1"), ("b", "1"), ("in/a", "1"), ("in/b", "1")]);
    let both = ChangeSet::new(vec![modify("a", "1", "2"), modify("b", "1", "2")]);
    for root in [dir.path().join("in"), dir.path().to_path_buf()] {
        let stopped = stopping_at(&root, Step::AllChanged).apply(&both, reply());
        stopped.expect_err("stopped");
        fs::write(root.join("a"), "theirs").expect("written");
    }
    dir
}

/// Has a recovery fail when it passes `step` for the time `nth`, from 0, and returns what it had done.
#[track_caller]
fn check(step: impl Fn(Step) -> bool + Send + Sync + 'static, nth: usize, n_done: usize) {
    let dir = two_interrupted();
    let passed = Arc::new(AtomicUsize::new(0));
    let ws = open(&dir).with_observer(move |it| {
        if step(it) && passed.fetch_add(1, Ordering::Relaxed) == nth {
            return Next::Fail(std::io::Error::other("broken on purpose"));
        }
        Next::Go
    });
    let fault = ws.recover_all().expect_err("broken on purpose");
    assert!(fault.to_string().contains("broken on purpose"), "{fault}");
    assert!(
        !fault.to_string().contains("nothing was changed"),
        "{fault}"
    );
    let WorkspaceError::FailedAfterRecovery { recovered, .. } = &fault else {
        panic!("it does not say what was done: {fault:?}");
    };
    assert_eq!(recovered.rolled_back.len(), n_done);
    assert_eq!(recovered.left.len(), n_done);
    for left in &recovered.left {
        assert_eq!(fs::read(&left.kept_at).expect("kept"), b"1");
    }
    let rest = open(&dir).recover_all().expect("recovered");
    assert_eq!(rest.rolled_back.len(), 2 - n_done);
    for (name, content) in [
        ("a", "theirs"),
        ("b", "1"),
        ("in/a", "theirs"),
        ("in/b", "1"),
    ] {
        let now = fs::read_to_string(dir.path().join(name)).expect("there");
        assert_eq!(now, content, "{name}");
    }
}

#[test]
fn a_recovery_that_fails_late_says_what_it_did_before() {
    check(|step| step == Step::Recovered, 0, 1);
    check(|step| step == Step::Recovering, 1, 1);
    check(|step| matches!(step, Step::PutBack(_)), 3, 1);
    check(|step| step == Step::AllPutBack, 1, 1);
    check(|step| step == Step::Recovered, 1, 2);
}

#[test]
fn a_write_that_fails_after_a_recovery_says_what_that_did() {
    let dir = two_interrupted();
    let broken = open(&dir).with_observer(failing_at(Step::Locked));
    let write = ChangeSet::new(vec![create("n", "1")]);
    let fault = broken
        .apply(&write, reply())
        .expect_err("broken on purpose");
    let WorkspaceError::FailedAfterRecovery { recovered, .. } = &fault else {
        panic!("it does not say what was done: {fault:?}");
    };
    assert_eq!(recovered.left.len(), 1);
}

#[test]
fn what_was_moved_away_is_reported_though_the_next_cannot_be() {
    let dir = folder(&[("a", "1"), ("s/b", "1")]);
    let names = [
        ".hunkwise-000000000000000000000001-0.tmp",
        "s/.hunkwise-000000000000000000000002-0.tmp",
    ];
    for name in names {
        fs::write(dir.path().join(name), "old").expect("written");
    }
    let broken = open(&dir).with_observer(failing_at(Step::Recovered));
    let fault = broken.recover_all().expect_err("broken on purpose");
    let WorkspaceError::FailedAfterRecovery { recovered, .. } = &fault else {
        panic!("it does not say what was moved: {fault:?}");
    };
    assert_eq!(recovered.strays.len(), 2);
    for stray in &recovered.strays {
        assert_eq!(fs::read(&stray.kept_at).expect("kept"), b"old");
    }
}
