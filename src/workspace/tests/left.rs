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
    for renames in [Renames::Exchange, Renames::Plain] {
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
