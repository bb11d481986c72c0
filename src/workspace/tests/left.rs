use super::*;

/// Stops an apply of two files before its commit, and has somebody write into the first of them.
fn written_since(renames: Renames) -> TempDir {
    let dir = folder(&[("a", "1"), ("b", "1")]);
    let ws = open(&dir).with_renames(renames).with_observer(|step| {
        if step == Step::AllChanged {
            Next::Stop
        } else {
            Next::Go
        }
    });
    let both = ChangeSet::new(vec![modify("a", "1", "2"), modify("b", "1", "2")]);
    ws.apply(&both, reply()).expect_err("stopped");
    fs::write(dir.path().join("a"), "theirs").expect("written");
    dir
}

/// Breaks the recovery at a step; the next one must still know what the first had moved away.
#[track_caller]
fn check_kept(at: Step, renames: Renames, next: impl Fn() -> Next + Send + Sync + 'static) {
    let dir = written_since(renames);
    let ws = open(&dir).with_observer(move |step| if step == at { next() } else { Next::Go });
    ws.recover().expect_err("broken on purpose");
    let recovered = open(&dir).recover().expect("recovered");
    assert_eq!(tree(dir.path()), "a 644 \"theirs\"\nb 644 \"1\"");
    let [left] = &recovered.left[..] else {
        panic!("{at:?}: told of {:?}", recovered.left);
    };
    assert_eq!(left.why, LeftWhy::WrittenSince);
    assert_eq!(fs::read(&left.kept_at).expect("kept"), b"1", "{at:?}");
}

#[test]
fn what_a_rollback_moved_away_outlives_the_next_one() {
    for renames in [Renames::Exchange, Renames::Plain, Renames::Bare] {
        for at in [Step::PutBack(0), Step::PutBack(1), Step::AllPutBack] {
            check_kept(at, renames, || Next::Stop);
            check_kept(at, renames, || Next::Fail(std::io::Error::other("broken")));
        }
    }
}

/// Stops an apply of `d/a` and of a new `n/m/x` at a step.
fn stopped_at(at: Step) -> TempDir {
    let dir = folder(&[("d/a", "1")]);
    let ws = open(&dir).with_observer(move |step| if step == at { Next::Stop } else { Next::Go });
    let changes = ChangeSet::new(vec![modify("d/a", "1", "2"), create("n/m/x", "2")]);
    ws.apply(&changes, reply()).expect_err("stopped");
    dir
}

#[test]
fn a_folder_that_is_away_is_waited_for_from_its_first_stage_on() {
    let dir = stopped_at(Step::Staged(0));
    let stages = dir.path().join(".hunkwise/ops/000001/stages");
    let lines = fs::read_to_string(&stages).expect("a list");
    // As if the program had been killed when the stage was made and not yet listed.
    let first = lines.lines().next().expect("a line");
    assert!(first.starts_with("0 0 "), "{first}");
    fs::write(&stages, format!("{first}\n")).expect("written");
    let (here, away) = (dir.path().join("d"), folder(&[]));
    fs::rename(&here, away.path().join("d")).expect("renamed");
    let recovered = open(&dir).recover().expect("recovered");
    assert_eq!(recovered.stuck.len(), 1, "{recovered:?}");
    fs::rename(away.path().join("d"), &here).expect("renamed");
    let recovered = open(&dir).recover().expect("recovered");
    assert_eq!((recovered.rolled_back, recovered.stuck.len()), (vec![1], 0));
    assert_eq!(tree(dir.path()), "d/\nd/a 644 \"1\"");
}

#[test]
fn new_folders_go_also_where_a_file_cannot_be_put_back() {
    let dir = stopped_at(Step::AllChanged);
    fs::remove_dir_all(dir.path().join("d")).expect("removed");
    let recovered = open(&dir).recover().expect("recovered");
    assert_eq!(recovered.stuck.len(), 1, "{recovered:?}");
    assert_eq!(tree(dir.path()), "");
}

/// Every step at which something of an apply of a new `n/m/x` is on disk before its commit.
fn steps() -> [Step; 6] {
    [
        Step::Staged(0),
        Step::Staged(1),
        Step::AllStaged,
        Step::Changed(0),
        Step::Changed(1),
        Step::AllChanged,
    ]
}

#[test]
fn a_folder_that_the_apply_made_is_waited_for_too() {
    const OLD: &str = "d/\nd/a 644 \"1\"";
    for step in steps() {
        for taken in ["n", "n/m"] {
            let dir = stopped_at(step);
            let (here, away) = (dir.path().join(taken), folder(&[]));
            fs::rename(&here, away.path().join("away")).expect("renamed");
            let recovered = open(&dir).recover().expect("recovered");
            let is_waited_for = step != Step::Staged(0);
            assert_eq!(
                recovered.stuck.len(),
                usize::from(is_waited_for),
                "{step:?}"
            );
            // It stops nobody, and it is waited for as often as one looks.
            let change = ChangeSet::new(vec![modify("d/a", "1", "3")]);
            open(&dir).apply(&change, reply()).expect("applied");
            open(&dir).undo(None).expect("undone");
            if is_waited_for {
                fs::create_dir_all(here.parent().expect("a parent")).expect("made");
                fs::rename(away.path().join("away"), &here).expect("renamed");
                let recovered = open(&dir).recover().expect("recovered");
                assert_eq!((recovered.rolled_back, recovered.stuck.len()), (vec![1], 0));
            }
            assert_eq!(tree(dir.path()), OLD, "{step:?}, {taken}");
        }
    }
}

#[test]
fn a_folder_that_the_apply_made_is_found_under_another_name() {
    for step in steps() {
        let dir = stopped_at(step);
        fs::rename(dir.path().join("n/m"), dir.path().join("d/elsewhere")).expect("renamed");
        let recovered = open(&dir).recover().expect("recovered");
        assert_eq!((recovered.rolled_back, recovered.stuck.len()), (vec![1], 0));
        let now = tree(dir.path());
        assert!(
            !now.contains("hunkwise") && !now.contains('x'),
            "{step:?}: {now}"
        );
    }
}

#[test]
fn a_folder_that_the_rollback_itself_removed_is_not_missed() {
    for step in steps() {
        for at in [Step::PutBack(0), Step::PutBack(1), Step::AllPutBack] {
            let dir = stopped_at(step);
            let stop = move |it| if it == at { Next::Stop } else { Next::Go };
            let ws = open(&dir).with_observer(stop);
            ws.recover().expect_err("stopped");
            let recovered = open(&dir).recover().expect("recovered");
            assert_eq!((recovered.rolled_back, recovered.stuck.len()), (vec![1], 0));
            assert_eq!(tree(dir.path()), "d/\nd/a 644 \"1\"", "{step:?}, {at:?}");
        }
    }
}

/// Stops an apply of two files, one of them removed by it, before its commit.
fn stopped_amid_both(renames: Renames) -> TempDir {
    let dir = folder(&[("a", "1"), ("b", "1"), ("c", "1")]);
    let ws = open(&dir).with_renames(renames).with_observer(|step| {
        if step == Step::AllChanged {
            Next::Stop
        } else {
            Next::Go
        }
    });
    let both = ChangeSet::new(vec![modify("a", "1", "2"), delete("b", "1")]);
    ws.apply(&both, reply()).expect_err("stopped");
    dir
}

/// Takes what the targets held out of the tree, as a tool does that sweeps up files nobody tracks.
fn swept(dir: &TempDir) -> TempDir {
    let away = folder(&[]);
    for entry in fs::read_dir(dir.path()).expect("listed") {
        let name = entry.expect("an entry").file_name();
        if name.to_string_lossy().starts_with(".hunkwise-") {
            fs::rename(dir.path().join(&name), away.path().join(&name)).expect("renamed");
        }
    }
    away
}

/// Puts something under a name, or leaves it free.
type Put = fn(&Path);

/// What may lie where an original was, and is none.
const NO_ORIGINALS: [Put; 3] = [
    |_| {},
    |path| fs::create_dir(path).expect("made"),
    |path| std::os::unix::fs::symlink("a", path).expect("linked"),
];

/// Removes the copies of the old contents from the folder of the apply.
fn remove_copies(dir: &TempDir) {
    for index in 0..2 {
        let copy = format!(".hunkwise/ops/000001/{index}.copy");
        fs::remove_file(dir.path().join(copy)).expect("removed");
    }
}

#[test]
fn an_original_that_is_gone_comes_back_from_its_copy() {
    for renames in [Renames::Exchange, Renames::Plain, Renames::Bare] {
        // Also where the recovery before was stopped amid it.
        for at in [None, Some(Step::PutBack(1)), Some(Step::PutBack(0))] {
            let dir = stopped_amid_both(renames);
            let _away = swept(&dir);
            fs::set_permissions(dir.path().join("a"), fs::Permissions::from_mode(0o600))
                .expect("private");
            let stop = move |step| {
                if Some(step) == at {
                    Next::Stop
                } else {
                    Next::Go
                }
            };
            let stopped = open(&dir).with_renames(renames).with_observer(stop);
            assert_eq!(stopped.recover().is_err(), at.is_some());
            let recovered = open(&dir).recover().expect("recovered");
            assert_eq!((recovered.left, recovered.stuck), (vec![], vec![]));
            // A mode that somebody set meanwhile stays.
            let old = "a 600 \"1\"\nb 644 \"1\"\nc 644 \"1\"";
            assert_eq!(tree(dir.path()), old, "{renames:?}, {at:?}");
        }
    }
}

#[test]
fn a_copy_that_was_half_written_by_a_recovery_is_written_anew() {
    let dir = stopped_amid_both(Renames::Exchange);
    let away = swept(&dir);
    let mut names = fs::read_dir(away.path()).expect("listed");
    let name = names.next().expect("a file").expect("an entry").file_name();
    let name = name.to_string_lossy().into_owned();
    let nonce = name.rsplit_once('-').expect("a name of ours").0;
    let name = format!("{nonce}-2.tmp");
    fs::write(dir.path().join(name), "").expect("written");
    let recovered = open(&dir).recover().expect("recovered");
    assert_eq!((recovered.left, recovered.stuck), (vec![], vec![]));
    let old = "a 644 \"1\"\nb 644 \"1\"\nc 644 \"1\"";
    assert_eq!(tree(dir.path()), old);
}

#[test]
fn where_somebody_wrote_since_the_copy_is_named() {
    for renames in [Renames::Exchange, Renames::Plain, Renames::Bare] {
        let dir = stopped_amid_both(renames);
        let _away = swept(&dir);
        for name in ["a", "b"] {
            fs::write(dir.path().join(name), "theirs").expect("written");
        }
        let recovered = open(&dir).recover().expect("recovered");
        assert_eq!(recovered.left.len(), 2, "{recovered:?}");
        for left in recovered.left {
            assert_eq!(left.why, LeftWhy::WrittenSince);
            assert_eq!(fs::read(left.kept_at).expect("kept"), b"1");
        }
    }
}

#[test]
fn what_displaced_an_original_goes_back_and_the_copy_is_named() {
    for (renames, put) in [Renames::Exchange, Renames::Plain]
        .into_iter()
        .flat_map(|one| NO_ORIGINALS[1..].iter().map(move |put| (one, put)))
    {
        let dir = stopped_amid_both(renames);
        let away = swept(&dir);
        for entry in fs::read_dir(away.path()).expect("listed") {
            put(&dir.path().join(entry.expect("an entry").file_name()));
        }
        let recovered = open(&dir).recover().expect("recovered");
        assert_eq!(recovered.left.len(), 2, "{recovered:?}");
        for left in recovered.left {
            assert_eq!(fs::read(left.kept_at).expect("kept"), b"1");
        }
        for name in ["a", "b"] {
            let found = fs::symlink_metadata(dir.path().join(name)).expect("there");
            assert!(!found.is_file(), "{renames:?}, {name}");
        }
        assert!(!tree(dir.path()).contains("hunkwise"));
    }
}

#[test]
fn the_copy_of_a_file_whose_folder_is_gone_is_named() {
    let dir = stopped_at(Step::AllChanged);
    fs::remove_dir_all(dir.path().join("d")).expect("removed");
    let recovered = open(&dir).recover().expect("recovered");
    let [stuck] = &recovered.stuck[..] else {
        panic!("{recovered:?}");
    };
    let copy = stuck.files[0].copy.as_ref().expect("a copy");
    assert_eq!(fs::read(copy).expect("kept"), b"1");
    assert!(stuck.files[0].to_string().contains("0.copy"));
}

#[test]
fn an_original_that_is_gone_is_told_and_waited_for() {
    let all = [Renames::Exchange, Renames::Plain, Renames::Bare];
    for (renames, put) in all
        .into_iter()
        .flat_map(|one| NO_ORIGINALS.map(|put| (one, put)))
    {
        let dir = stopped_amid_both(renames);
        let away = swept(&dir);
        remove_copies(&dir);
        let names = || fs::read_dir(away.path()).expect("listed");
        let names = || names().map(|entry| entry.expect("an entry").file_name());
        for name in names() {
            put(&dir.path().join(name));
        }
        for _ in 0..2 {
            let recovered = open(&dir).recover().expect("recovered");
            assert_eq!(recovered.rolled_back, Vec::<u64>::new(), "{renames:?}");
            let [stuck] = &recovered.stuck[..] else {
                panic!("{renames:?}: {recovered:?}");
            };
            let names: Vec<_> = stuck.files.iter().map(|it| it.path.file_name()).collect();
            let all = ["b", "a"].map(|name| Some(std::ffi::OsStr::new(name)));
            assert_eq!(names, all, "{renames:?}");
            assert!(stuck.files.iter().all(|it| it.what.contains(".hunkwise-")));
        }
        // Other applies are made, as long as no name of a stage is taken.
        if names().all(|name| fs::symlink_metadata(dir.path().join(name)).is_err()) {
            let change = ChangeSet::new(vec![modify("c", "1", "3")]);
            open(&dir).apply(&change, reply()).expect("applied");
            open(&dir).undo(None).expect("undone");
        }
        for name in names() {
            let place = dir.path().join(&name);
            // A folder gives way to no file.
            let _ = fs::remove_dir(&place);
            fs::rename(away.path().join(&name), place).expect("renamed");
        }
        let recovered = open(&dir).recover().expect("recovered");
        assert_eq!((recovered.rolled_back, recovered.stuck.len()), (vec![1], 0));
        let old = "a 644 \"1\"\nb 644 \"1\"\nc 644 \"1\"";
        assert_eq!(tree(dir.path()), old, "{renames:?}");
    }
}

#[test]
fn an_original_that_is_gone_from_under_what_somebody_wrote_is_told() {
    for renames in [Renames::Exchange, Renames::Plain, Renames::Bare] {
        let dir = stopped_amid_both(renames);
        let _away = swept(&dir);
        remove_copies(&dir);
        for name in ["a", "b"] {
            fs::write(dir.path().join(name), "theirs").expect("written");
        }
        let recovered = open(&dir).recover().expect("recovered");
        let why: Vec<LeftWhy> = recovered.left.iter().map(|left| left.why).collect();
        assert_eq!(why, [LeftWhy::Gone, LeftWhy::Gone], "{renames:?}");
    }
}

#[test]
fn a_stage_that_somebody_wrote_into_is_not_taken_for_an_original() {
    let dir = folder(&[("a", "1")]);
    let ws = open(&dir).with_observer(|step| {
        if step == Step::AllStaged {
            Next::Stop
        } else {
            Next::Go
        }
    });
    let change = ChangeSet::new(vec![modify("a", "1", "2")]);
    ws.apply(&change, reply()).expect_err("stopped");
    for entry in fs::read_dir(dir.path()).expect("listed") {
        let file = entry.expect("an entry").path();
        if file.extension().is_some_and(|it| it == "tmp") {
            fs::write(file, "theirs").expect("written");
        }
    }
    let recovered = open(&dir).recover().expect("recovered");
    let why: Vec<LeftWhy> = recovered.left.iter().map(|left| left.why).collect();
    assert_eq!(why, [LeftWhy::Unproved]);
    assert_eq!(tree(dir.path()), "a 644 \"1\"");
}

#[test]
fn a_limit_is_for_what_is_read_and_not_for_what_is_put_back() {
    let dir = stopped_amid_both(Renames::Exchange);
    let small = || open(&dir).with_limit(0);
    let recovered = small().recover().expect("recovered");
    assert_eq!((recovered.rolled_back, recovered.left), (vec![1], vec![]));
    let old = "a 644 \"1\"\nb 644 \"1\"\nc 644 \"1\"";
    assert_eq!(tree(dir.path()), old);
    let both = ChangeSet::new(vec![modify("a", "1", "2"), delete("b", "1")]);
    open(&dir).apply(&both, reply()).expect("applied");
    assert_eq!(small().reversals(None).expect("kept").files.len(), 2);
    small().undo(None).expect("undone");
    assert_eq!(tree(dir.path()), old);
}

#[test]
fn a_folder_that_the_next_rollback_looks_in_stays() {
    let dir = stopped_at(Step::AllChanged);
    let away = folder(&[]);
    let here = dir.path().join("n/m");
    fs::rename(&here, away.path().join("m")).expect("renamed");
    fs::create_dir(&here).expect("made");
    let recovered = open(&dir).recover().expect("recovered");
    assert_eq!(recovered.stuck.len(), 1, "{recovered:?}");
    assert_eq!(tree(dir.path()), "d/\nd/a 644 \"1\"\nn/\nn/m/");
    fs::remove_dir(&here).expect("removed");
    fs::rename(away.path().join("m"), &here).expect("renamed");
    let recovered = open(&dir).recover().expect("recovered");
    assert_eq!((recovered.rolled_back, recovered.stuck.len()), (vec![1], 0));
    assert_eq!(tree(dir.path()), "d/\nd/a 644 \"1\"");
}
