//! What fails after the commit: all is written, and what is told of it is true.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;

fn start() -> TempDir {
    folder(&[("d/a", "1"), ("d/b", "1")])
}

fn changes() -> ChangeSet {
    ChangeSet::new(vec![
        modify("d/a", "1", "2"),
        delete("d/b", "1"),
        create("n/x", "2"),
    ])
}

const WRITTEN: &str = "d/\nd/a 644 \"2\"\nn/\nn/x 644 \"2\"";

/// Fails at `step` as often as it is passed, up to `n_times`.
fn failing(dir: &TempDir, step: Step, n_times: usize) -> Workspace {
    let n_passed = AtomicUsize::new(0);
    open(dir).with_observer(move |it| {
        if it == step && n_passed.fetch_add(1, Ordering::Relaxed) < n_times {
            Next::Fail(std::io::Error::from_raw_os_error(24))
        } else {
            Next::Go
        }
    })
}

/// The steps after the commit.
fn steps() -> [Step; 4] {
    [Step::Filed(0), Step::Filed(1), Step::Filed(2), Step::Kept]
}

#[test]
fn one_fault_after_the_commit_leaves_nothing_to_be_done() {
    for step in steps() {
        let dir = start();
        let applied = failing(&dir, step, 1).apply(&changes(), reply());
        let notes = applied.expect("applied").notes;
        assert!(
            notes.iter().eq(system::UNPROMISED.iter()),
            "{step:?}: {notes:?}"
        );
        assert_eq!(tree(dir.path()), WRITTEN, "{step:?}");
        assert!(
            !open(&dir).pending_recovery(&[]).expect("looked"),
            "{step:?}"
        );
    }
}

#[test]
fn a_fault_that_stays_after_the_commit_is_told_as_it_is() {
    for step in steps() {
        let dir = start();
        let applied = failing(&dir, step, usize::MAX).apply(&changes(), reply());
        let notes = applied.expect("applied").notes;
        let is_told = |note: &&String| note.starts_with("all is written, but not all is in order");
        let told: Vec<_> = notes.iter().filter(is_told).collect();
        assert_eq!(told.len(), 1, "{step:?}: {notes:?}");
        assert!(!told[0].contains("nothing was"), "{}", told[0]);
        assert_eq!(told[0].matches("os error").count(), 1, "{}", told[0]);
        // The next writer puts it in order, whichever it is.
        open(&dir).undo(None).expect("undone");
        assert_eq!(tree(dir.path()), "d/\nd/a 644 \"1\"\nd/b 644 \"1\"");
    }
}

#[test]
fn an_older_apply_that_cannot_be_forgotten_does_not_make_this_one_unfinished() {
    let dir = start();
    for (before, after) in [("1", "2"), ("2", "3")] {
        let change = ChangeSet::new(vec![modify("d/a", before, after)]);
        open(&dir).apply(&change, reply()).expect("applied");
    }
    // Nothing that hunkwise put there, so nothing that it removes.
    fs::create_dir(dir.path().join(".hunkwise/ops/000001/strange")).expect("made");
    let retention = Retention {
        n_applies: 1,
        n_bytes: 0,
    };
    let change = ChangeSet::new(vec![modify("d/a", "3", "4")]);
    let ws = open(&dir).with_retention(retention);
    let notes = ws.apply(&change, reply()).expect("applied").notes;
    assert!(notes[0].contains("older applies"), "{notes:?}");
    assert!(!notes[0].contains("nothing was"), "{notes:?}");
    // What can be forgotten is.
    assert!(!dir.path().join(".hunkwise/ops/000002").exists());
    open(&dir).undo(None).expect("undone");
}
