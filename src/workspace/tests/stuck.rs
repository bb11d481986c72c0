//! What is in the way of a rollback or of filing stops nothing else, and is named.
#![allow(clippy::print_stderr)]

use std::sync::Mutex;

use super::*;

fn d(name: &str) -> String {
    format!("d/{name}")
}

fn start() -> TempDir {
    folder(&[("d/a", "1"), ("d/b", "1"), ("e/c", "1"), ("e/gone", "1")])
}

fn changes() -> ChangeSet {
    ChangeSet::new(vec![
        modify(&d("a"), "1", "2"),
        delete(&d("b"), "1"),
        modify("e/c", "1", "2"),
        create("d/n", "2"),
    ])
}

/// Does something to the tree once, when a write passes `step`.
fn meddling(dir: &TempDir, step: Step, meddle: impl FnOnce(&Path) + Send + 'static) -> Workspace {
    let top = dir.path().to_path_buf();
    let meddle = Mutex::new(Some(meddle));
    open(dir).with_observer(move |it| {
        if it == step
            && let Some(meddle) = meddle.lock().expect("one thread").take()
        {
            meddle(&top);
        }
        Next::Go
    })
}

fn move_away(top: &Path) {
    fs::rename(
        top.join("d"),
        top.parent().expect("a parent").join(away(top)),
    )
    .expect("moved");
}

fn move_back(top: &Path) {
    fs::rename(
        top.parent().expect("a parent").join(away(top)),
        top.join("d"),
    )
    .expect("moved");
}

/// A name beside the root that no other test has.
fn away(top: &Path) -> String {
    format!(
        "{}-away",
        top.file_name().expect("a name").to_string_lossy()
    )
}

#[test]
fn a_folder_that_is_away_during_a_recovery_is_waited_for() {
    for step in [
        Step::AllStaged,
        Step::Changed(1),
        Step::AllChanged,
        Step::Committed,
    ] {
        let dir = start();
        let old = tree(dir.path());
        let ws = open(&dir).with_observer(move |it| if it == step { Next::Stop } else { Next::Go });
        ws.apply(&changes(), reply()).expect_err("stopped");
        move_away(dir.path());
        let recovered = open(&dir).recover().expect("looked");
        let stuck = &recovered.stuck[0];
        let is_away = stuck.files.iter().all(|it| it.may_wait);
        assert!(stuck.id == 1 && is_away, "{stuck:?}");
        // Somebody works on meanwhile, elsewhere: that is not in the way.
        let meanwhile = ChangeSet::new(vec![modify("e/gone", "1", "3")]);
        open(&dir).apply(&meanwhile, reply()).expect("applied");
        // Another folder in its place is not mistaken for it.
        fs::create_dir(dir.path().join("d")).expect("made");
        fs::write(dir.path().join("d/a"), "another").expect("written");
        assert!(!open(&dir).recover().expect("looked").stuck.is_empty());
        fs::remove_dir_all(dir.path().join("d")).expect("removed");
        move_back(dir.path());
        let recovered = open(&dir).recover().expect("recovered");
        assert!(
            recovered.stuck.is_empty(),
            "{step:?}: {:?}",
            recovered.stuck
        );
        let now = tree(dir.path()).replace("e/gone 644 \"3\"", "e/gone 644 \"1\"");
        if step == Step::Committed {
            assert!(
                now.contains("d/a 644 \"2\"") && !now.contains("d/b"),
                "{now}"
            );
            open(&dir).undo(Some(1)).expect("undone");
            let now = tree(dir.path()).replace("e/gone 644 \"3\"", "e/gone 644 \"1\"");
            assert_eq!(now, old);
        } else {
            assert_eq!(now, old, "{step:?}");
        }
    }
}

#[test]
fn a_folder_that_was_renamed_under_the_root_is_found() {
    for step in [Step::Changed(1), Step::AllChanged, Step::Committed] {
        let dir = start();
        let ws = open(&dir).with_observer(move |it| if it == step { Next::Stop } else { Next::Go });
        ws.apply(&changes(), reply()).expect_err("stopped");
        fs::create_dir(dir.path().join("new")).expect("made");
        fs::rename(dir.path().join("d"), dir.path().join("new/name")).expect("renamed");
        let recovered = open(&dir).recover().expect("recovered");
        assert!(recovered.stuck.is_empty(), "{:?}", recovered.stuck);
        let now = tree(dir.path());
        assert!(!now.contains(".hunkwise-"), "{now}");
        let is_new = step == Step::Committed;
        assert_eq!(now.contains("new/name/a 644 \"2\""), is_new, "{now}");
        assert_eq!(now.contains("new/name/b 644 \"1\""), !is_new, "{now}");
    }
}

#[test]
fn a_folder_swapped_while_old_contents_are_filed_costs_no_undo() {
    for step in [Step::Committed, Step::Filed(0)] {
        let dir = start();
        let old = tree(dir.path());
        let ws = meddling(&dir, step, |top| {
            move_away(top);
            fs::create_dir(top.join("d")).expect("made");
        });
        let applied = ws.apply(&changes(), reply()).expect("applied");
        // A folder that is open already is used wherever it is now.
        let is_open = step == Step::Filed(0);
        let is_told = |note: &String| note.contains("another folder");
        assert_eq!(
            applied.notes.iter().any(is_told),
            !is_open,
            "{:?}",
            applied.notes
        );
        if !is_open {
            let fault = open(&dir).undo(None).expect_err("not whole");
            assert!(fault.to_string().contains("recover"), "{fault}");
        }
        fs::remove_dir(dir.path().join("d")).expect("removed");
        move_back(dir.path());
        open(&dir).undo(None).expect("undone");
        assert_eq!(tree(dir.path()), old);
    }
}

#[test]
fn a_rollback_goes_on_past_what_it_cannot_put_back() {
    // A folder that only grows lets nothing be renamed in it, whoever asks.
    let append_only = |path: &Path, sign: &str| {
        let done = std::process::Command::new("chattr")
            .args([&format!("{sign}a")])
            .arg(path)
            .output();
        done.is_ok_and(|done| done.status.success())
    };
    let dir = tempfile::tempdir().expect("a temporary folder");
    for (name, content) in [("d/a", "1"), ("e/b", "1"), ("f/c", "1")] {
        fs::create_dir_all(dir.path().join(name).parent().expect("a parent")).expect("made");
        fs::write(dir.path().join(name), content).expect("written");
    }
    let blocked = dir.path().join("e");
    if !append_only(&blocked, "+") {
        eprintln!("SKIPPED: no folder can be made append-only here");
        return;
    }
    assert!(append_only(&blocked, "-"));
    let old = tree(dir.path());
    let changes = ["d/a", "e/b", "f/c"].map(|name| modify(name, "1", "2"));
    let ws = meddling(&dir, Step::Changed(1), move |top| {
        assert!(append_only(&top.join("e"), "+"));
    });
    let ws = Workspace {
        observer: {
            let first = ws.observer.clone().expect("set");
            Some(Observer::new(move |step| {
                if step == Step::Changed(2) {
                    Next::Fail(std::io::Error::other("broken on purpose"))
                } else {
                    first.at(step)
                }
            }))
        },
        ..ws
    };
    let fault = ws
        .apply(&ChangeSet::new(changes.to_vec()), reply())
        .expect_err("failed");
    let words = fault.to_string();
    assert!(words.contains("e/b") && !words.contains("d/a"), "{words}");
    assert!(!words.contains("no changes"), "{words}");
    let now = tree(dir.path());
    assert!(
        now.contains("d/a 644 \"1\"") && now.contains("f/c 644 \"1\""),
        "{now}"
    );
    let fault = open(&dir).undo(None).expect_err("not in order");
    assert_eq!(fault.exit(), Exit::RolledBack);
    assert!(append_only(&blocked, "-"));
    open(&dir).recover().expect("recovered");
    assert_eq!(tree(dir.path()), old);
}

#[test]
fn a_stage_that_is_not_proved_is_kept() {
    let dir = start();
    let ws = open(&dir).with_observer(|it| {
        if it == Step::Staged(0) {
            Next::Stop
        } else {
            Next::Go
        }
    });
    ws.apply(&changes(), reply()).expect_err("stopped");
    let listed = fs::read_dir(dir.path().join("d")).expect("listed");
    let mut stages = listed.map(|entry| entry.expect("an entry").path());
    let stage = stages
        .find(|path| path.extension().is_some_and(|it| it == "tmp"))
        .expect("a stage");
    fs::remove_file(&stage).expect("removed");
    fs::write(&stage, "somebody's only copy").expect("written");
    let recovered = open(&dir).recover().expect("recovered");
    assert_eq!(recovered.left[0].why, LeftWhy::Unproved);
    let kept = fs::read_to_string(&recovered.left[0].kept_at).expect("kept");
    assert_eq!(kept, "somebody's only copy");
}

#[test]
fn a_record_that_could_not_be_read_back_is_not_begun() {
    // Bytes that are no UTF-8 take four of the record's each.
    let name = [b"\xff".repeat(250), b"/".to_vec()].concat().repeat(14);
    let changes = (0..5_200).map(|number| FileChange::Create {
        path: RelPath::new([&name[..], format!("{number}").as_bytes()].concat()).expect("plain"),
        after: b"1".to_vec(),
        mode: None,
    });
    let dir = folder(&[("a", "1")]);
    let fault = open(&dir)
        .apply(&ChangeSet::new(changes.collect()), reply())
        .expect_err("too large");
    assert_eq!(fault.exit(), Exit::Refused, "{fault}");
    assert_eq!(tree(dir.path()), "a 644 \"1\"");
    open(&dir)
        .apply(&ChangeSet::new(vec![modify("a", "1", "2")]), reply())
        .expect("nothing is in the way");
}

#[test]
fn many_folders_need_few_descriptors() {
    let n_folders = 200;
    let names: Vec<String> = (0..n_folders)
        .map(|number| format!("d{number}/f"))
        .collect();
    let files: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "1")).collect();
    let dir = folder(&files);
    let old = tree(dir.path());
    let most = std::sync::Arc::new(std::sync::atomic::AtomicUsize::new(0));
    let seen = most.clone();
    let open_in = dir.path().canonicalize().expect("there");
    let count = move || {
        let open = fs::read_dir("/proc/self/fd")
            .into_iter()
            .flatten()
            .flatten();
        let ours =
            open.filter(|fd| fs::read_link(fd.path()).is_ok_and(|it| it.starts_with(&open_in)));
        seen.fetch_max(ours.count(), std::sync::atomic::Ordering::Relaxed);
    };
    let ws = open(&dir).with_observer(move |step| {
        count();
        if step == Step::Changed(150) {
            Next::Fail(std::io::Error::other("broken on purpose"))
        } else {
            Next::Go
        }
    });
    let changes: Vec<_> = names.iter().map(|name| modify(name, "1", "2")).collect();
    ws.apply(&ChangeSet::new(changes), reply())
        .expect_err("failed");
    assert_eq!(tree(dir.path()), old);
    let most = most.load(std::sync::atomic::Ordering::Relaxed);
    assert!(most <= 24 + 12, "{most} open");
}

#[test]
fn what_has_no_record_is_moved_away_by_a_recovery() {
    const NAME: &str = ".hunkwise-482d2d0f76440599bf22ba09-0.tmp";
    let dir = folder(&[("a", "1"), ("d/b", "1")]);
    for folder in ["", "d/"] {
        fs::write(dir.path().join(format!("{folder}{NAME}")), folder).expect("written");
    }
    let change = || ChangeSet::new(vec![modify("a", "1", "2"), modify("d/b", "1", "2")]);
    let fault = open(&dir)
        .apply(&change(), reply())
        .expect_err("in the way");
    assert_eq!(fault.exit(), Exit::Drifted, "{fault}");
    let recovered = open(&dir).recover_all().expect("recovered");
    let kept: Vec<_> = recovered
        .strays
        .iter()
        .map(|it| fs::read(&it.kept_at).ok())
        .collect();
    assert_eq!(kept, [Some(b"".to_vec()), Some(b"d/".to_vec())]);
    open(&dir).apply(&change(), reply()).expect("applied");
    // What waits with its record stays where it is.
    let stop = |step| {
        if step == Step::AllStaged {
            Next::Stop
        } else {
            Next::Go
        }
    };
    let ws = open(&dir).with_observer(stop);
    let next = ChangeSet::new(vec![modify("a", "2", "3"), modify("d/b", "2", "3")]);
    ws.apply(&next, reply()).expect_err("stopped");
    let away = folder(&[]);
    fs::rename(dir.path().join("d"), away.path().join("d")).expect("renamed");
    let recovered = open(&dir).recover_all().expect("recovered");
    assert!(recovered.strays.is_empty() && recovered.stuck.len() == 1);
    fs::rename(away.path().join("d"), dir.path().join("d")).expect("renamed");
    let recovered = open(&dir).recover_all().expect("recovered");
    assert_eq!((recovered.strays, recovered.rolled_back), (vec![], vec![2]));
}
