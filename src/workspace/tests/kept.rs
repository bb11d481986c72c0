//! What other programs do to files while an apply runs, and after it: nothing of theirs is lost, and the way back stays.

use std::io::Write;

use rustix::io::Errno;

use super::stages::Made;
use super::*;

/// Does `act` when an apply, an undo or a recovery passes `when`.
fn acting(dir: &TempDir, when: Step, act: impl Fn(&Path) + Send + Sync + 'static) -> Workspace {
    let top = dir.path().to_path_buf();
    open(dir).with_observer(move |step| {
        if step == when {
            act(&top);
        }
        Next::Go
    })
}

/// Stops as if killed when `when` is passed.
fn stopping(dir: &TempDir, when: Step) -> Workspace {
    open(dir).with_observer(move |step| if step == when { Next::Stop } else { Next::Go })
}

fn set_mode(top: &Path, name: &str, mode: u32) {
    fs::set_permissions(top.join(name), fs::Permissions::from_mode(mode)).expect("set");
}

#[test]
fn an_undo_needs_no_file_that_other_names_or_programs_reach() {
    for renames in [Renames::Exchange, Renames::Plain, Renames::Bare] {
        for change in [modify("a", "1", "2"), delete("a", "1")] {
            let dir = folder(&[("a", "1")]);
            fs::hard_link(dir.path().join("a"), dir.path().join("other")).expect("linked");
            let mut open_file = fs::OpenOptions::new()
                .append(true)
                .open(dir.path().join("a"))
                .expect("opened");
            let ws = open(&dir)
                .with_renames(renames)
                .with_hard_links(HardLinks::Split);
            ws.apply(&ChangeSet::new(vec![change]), reply())
                .expect("applied");
            open_file.write_all(b" and more").expect("written");
            ws.undo(None).expect("undone");
            let now = tree(dir.path());
            assert_eq!(now, "a 644 \"1\"\nother 644 \"1 and more\"", "{renames:?}");
        }
    }
}

#[test]
fn the_way_back_as_a_patch_is_kept_whatever_becomes_of_the_file() {
    let dir = folder(&[("a", "1"), ("b", "1")]);
    let ws = acting(&dir, Step::Changed(0), |top| {
        fs::write(top.join("a"), "formatted").expect("written");
    });
    let both = ChangeSet::new(vec![modify("a", "1", "2"), modify("b", "1", "2")]);
    ws.apply(&both, reply()).expect("applied");
    let reversals = ws.reversals(None).expect("kept").files;
    let made = reversals[0].after.as_ref().map(|side| &side.bytes[..]);
    assert_eq!(made, Some(&b"2"[..]));
}

#[test]
fn where_no_rename_keeps_a_file_none_is_made_over_one() {
    let dir = folder(&[("mine", "1"), ("theirs", "2")]);
    let fd = rustix::fs::open(
        dir.path(),
        rustix::fs::OFlags::DIRECTORY,
        rustix::fs::Mode::empty(),
    );
    let fd = fd.expect("opened");
    for renames in [Renames::Exchange, Renames::Plain, Renames::Bare] {
        let put = renames.put_in(&fd, b"mine", b"theirs");
        assert_eq!(put, Err(Errno::EXIST), "{renames:?}");
    }
    // Somebody writes into the file at the moment that it is made.
    let put = Renames::Bare.put_in_noting(&fd, b"mine", b"new", |made| match made {
        Made::Empty(_) => fs::write(dir.path().join("new"), "they"),
        Made::Next | Made::Over => Ok(()),
    });
    assert_eq!(put, Err(Errno::EXIST));
    let new = fs::read_to_string(dir.path().join("new")).expect("there");
    assert!(new.contains("they"), "{new}");
    // Another file takes its place.
    let put = Renames::Bare.put_in_noting(&fd, b"mine", b"newer", |made| match made {
        Made::Empty(_) => fs::rename(dir.path().join("theirs"), dir.path().join("newer")),
        Made::Next | Made::Over => Ok(()),
    });
    assert_eq!(put, Err(Errno::EXIST));
    assert_eq!(fs::read(dir.path().join("newer")).expect("there"), b"2");
    assert_eq!(fs::read(dir.path().join("mine")).expect("there"), b"1");
}

/// Stops an apply of `a` where its target is being made anew under its name: the old file has been taken out, `there` is what is
/// written so far, and `noted` the end of the last line of the list.
fn stopped_amid_making(there: &str, noted: impl Fn(u64, u64) -> String) -> TempDir {
    let dir = folder(&[("a", "1")]);
    let ws = open(&dir)
        .with_renames(Renames::Bare)
        .with_observer(|step| {
            if step == Step::AllStaged {
                Next::Stop
            } else {
                Next::Go
            }
        });
    let changes = ChangeSet::new(vec![modify("a", "1", "new content")]);
    ws.apply(&changes, reply()).expect_err("stopped");
    let stage = fs::read_dir(dir.path())
        .expect("listed")
        .map(|entry| entry.expect("an entry").file_name());
    let stage = stage.map(|name| name.to_string_lossy().into_owned());
    let stage = stage.into_iter().find(|name| name.ends_with(".tmp"));
    let aside = stage.expect("a stage").replace(".tmp", ".old");
    let target = dir.path().join("a");
    fs::rename(&target, dir.path().join(aside)).expect("renamed");
    fs::write(&target, there).expect("written");
    fs::set_permissions(&target, fs::Permissions::from_mode(0o600)).expect("private");
    let inode = fs::metadata(&target).expect("there").ino();
    let in_folder = fs::metadata(dir.path()).expect("there").ino();
    let stages = dir.path().join(".hunkwise/ops/000001/stages");
    let mut list = fs::OpenOptions::new()
        .append(true)
        .open(stages)
        .expect("opened");
    writeln!(list, "{}", noted(inode, in_folder)).expect("written");
    dir
}

#[test]
fn a_file_in_the_making_when_the_program_was_killed_is_taken_back() {
    let check = |there, noted: fn(u64, u64) -> String| {
        let dir = stopped_amid_making(there, noted);
        let recovered = open(&dir).recover().expect("recovered");
        assert_eq!((recovered.left, recovered.rolled_back), (vec![], vec![1]));
        assert_eq!(tree(dir.path()), "a 644 \"1\"", "{there:?}");
    };
    // Made, and its inode not noted; half written; whole, without its mode.
    check("", |_, folder| format!("0 0 {folder} 2"));
    for there in ["", "new con", "new content"] {
        check(there, |inode, folder| format!("0 {inode} {folder} 2"));
    }
    // What it is written from, and the old file, were removed from beside it.
    for (there, is_noted) in [
        ("", false),
        ("", true),
        ("new con", true),
        ("new content", true),
    ] {
        let dir = stopped_amid_making(there, |inode, folder| {
            format!("0 {} {folder} 2", if is_noted { inode } else { 0 })
        });
        for entry in fs::read_dir(dir.path()).expect("listed") {
            let file = entry.expect("an entry").path();
            if file
                .extension()
                .is_some_and(|it| it == "tmp" || it == "old")
            {
                fs::remove_file(file).expect("removed");
            }
        }
        let recovered = open(&dir).recover().expect("recovered");
        assert_eq!((recovered.left, recovered.rolled_back), (vec![], vec![1]));
        assert_eq!(tree(dir.path()), "a 644 \"1\"", "{there:?}");
    }
    // As the list was written before.
    check("new con", |inode, folder| format!("0 {inode} {folder} 1"));
}

#[test]
fn what_another_program_writes_while_a_file_is_in_the_making_stays() {
    let noted: [fn(u64, u64) -> String; 2] = [
        |_, folder| format!("0 0 {folder} 2"),
        |inode, folder| format!("0 {inode} {folder} 2"),
    ];
    for noted in noted {
        let dir = stopped_amid_making("theirs", noted);
        let recovered = open(&dir).recover().expect("recovered");
        let [left] = &recovered.left[..] else {
            panic!("{recovered:?}");
        };
        assert_eq!(fs::read(&left.kept_at).expect("kept"), b"1");
        assert_eq!(tree(dir.path()), "a 600 \"theirs\"");
    }
}

#[test]
fn a_folder_put_at_a_target_in_the_last_moment_stays_there() {
    let put: [fn(&Path); 2] = [
        |path| {
            fs::create_dir(path).expect("made");
            fs::write(path.join("theirs"), "3").expect("written");
        },
        |path| symlink("nowhere", path).expect("linked"),
    ];
    for (renames, put) in [Renames::Exchange, Renames::Plain, Renames::Bare]
        .into_iter()
        .flat_map(|one| put.map(|put| (one, put)))
    {
        for (change, name) in [(modify("a", "1", "2"), "a"), (delete("b", "1"), "b")] {
            let dir = folder(&[("a", "1"), ("b", "1")]);
            let top = dir.path().to_path_buf();
            let ws = open(&dir).with_renames(renames).with_observer(move |step| {
                if step == Step::AllStaged {
                    fs::remove_file(top.join(name)).expect("removed");
                    put(&top.join(name));
                }
                Next::Go
            });
            let changes = ChangeSet::new(vec![change]);
            let fault = ws.apply(&changes, reply()).expect_err("it was replaced");
            assert_eq!(fault.exit(), Exit::Drifted, "{renames:?}: {fault}");
            let now = tree(dir.path());
            assert!(!now.contains("hunkwise"), "{renames:?}: {now}");
            assert!(fs::symlink_metadata(dir.path().join(name)).is_ok_and(|it| !it.is_file()));
        }
    }
}

#[test]
fn what_is_set_on_a_new_file_stays_when_the_old_one_comes_back() {
    let failing = |dir: &TempDir, name: &'static str| {
        let top = dir.path().to_path_buf();
        open(dir).with_observer(move |step| {
            if step != Step::Changed(0) {
                return Next::Go;
            }
            set_mode(&top, name, 0o600);
            Next::Fail(std::io::Error::other("broken on purpose"))
        })
    };
    for renames in [Renames::Exchange, Renames::Plain, Renames::Bare] {
        let dir = folder(&[("a", "1"), ("b", "1")]);
        let both = ChangeSet::new(vec![modify("a", "1", "2"), modify("b", "1", "2")]);
        failing(&dir, "a")
            .with_renames(renames)
            .apply(&both, reply())
            .expect_err("broken");
        assert_eq!(tree(dir.path()), "a 600 \"1\"\nb 644 \"1\"", "{renames:?}");
        // An undo begins with the last file.
        open(&dir).apply(&both, reply()).expect("applied");
        set_mode(dir.path(), "a", 0o640);
        let undo = failing(&dir, "b").with_renames(renames);
        undo.undo(None).expect_err("broken");
        assert_eq!(tree(dir.path()), "a 640 \"2\"\nb 600 \"2\"", "{renames:?}");
    }
}

#[test]
fn what_is_set_after_a_kill_stays_when_the_old_file_comes_back() {
    let dir = folder(&[("a", "1"), ("b", "1")]);
    let ws = stopping(&dir, Step::Changed(0));
    let both = ChangeSet::new(vec![modify("a", "1", "2"), modify("b", "1", "2")]);
    ws.apply(&both, reply()).expect_err("stopped");
    set_mode(dir.path(), "a", 0o600);
    let recovered = open(&dir).recover().expect("recovered");
    assert_eq!(recovered.rolled_back, [1]);
    assert_eq!(tree(dir.path()), "a 600 \"1\"\nb 644 \"1\"");
}

#[test]
fn a_file_that_a_rollback_leaves_is_named() {
    for renames in [Renames::Exchange, Renames::Plain, Renames::Bare] {
        let dir = folder(&[("a", "1"), ("b", "1")]);
        let ws = acting(&dir, Step::Changed(0), |top| {
            for name in ["a", "b"] {
                fs::write(top.join(name), "2 and theirs").expect("written");
            }
        });
        let both = ChangeSet::new(vec![modify("a", "1", "2"), modify("b", "1", "2")]);
        let fault = ws
            .with_renames(renames)
            .apply(&both, reply())
            .expect_err("others wrote");
        assert_eq!(fault.exit(), Exit::RolledBack);
        let said = fault.to_string();
        assert!(
            said.contains("`a` was changed by another program") && !said.contains("nothing was"),
            "{said}"
        );
        let WorkspaceError::LeftBehind { left, .. } = fault else {
            panic!("{said}");
        };
        assert_eq!(fs::read(&left[0].kept_at).expect("kept"), b"1");
        assert!(said.contains(&left[0].kept_at.display().to_string()));
    }
}

#[test]
fn a_file_that_an_apply_had_not_come_to_is_its_owners() {
    let dir = folder(&[("a", "1"), ("b", "1"), ("c", "1")]);
    let ws = stopping(&dir, Step::Changed(0));
    let changes = vec![
        modify("a", "1", "2"),
        delete("b", "1"),
        rename("c", "d", "1", "1"),
    ];
    ws.apply(&ChangeSet::new(changes), reply())
        .expect_err("stopped");
    fs::remove_file(dir.path().join("b")).expect("removed");
    fs::remove_file(dir.path().join("c")).expect("removed");
    let recovered = open(&dir).recover().expect("recovered");
    assert_eq!(
        (recovered.rolled_back, recovered.stuck, recovered.left),
        (vec![1], vec![], vec![])
    );
    assert_eq!(tree(dir.path()), "a 644 \"1\"");
}

#[test]
fn a_folder_that_moves_amid_an_apply_stops_it() {
    let swap = |top: &Path| {
        fs::create_dir(top.join("s")).expect("made");
        fs::write(top.join("s/b"), "1").expect("written");
    };
    for is_swapped in [false, true] {
        for when in [Step::Changed(0), Step::Changed(1)] {
            let dir = folder(&[("a", "1"), ("s/b", "1")]);
            let ws = acting(&dir, when, move |top| {
                fs::rename(top.join("s"), top.join("s.old")).expect("renamed");
                if is_swapped {
                    swap(top);
                }
            });
            let both = ChangeSet::new(vec![modify("a", "1", "2"), modify("s/b", "1", "2")]);
            let fault = ws.apply(&both, reply()).expect_err("it moved");
            assert_eq!(fault.exit(), Exit::Drifted, "{fault}");
            let now = tree(dir.path());
            assert!(
                !now.contains('2') && now.contains("s.old/b 644 \"1\""),
                "{when:?}: {now}"
            );
        }
    }
}

/// Makes private what the apply keeps of old contents, as where its disk holds no modes.
fn make_kept_private(top: &Path) {
    for file in fs::read_dir(top.join(".hunkwise/ops/000001")).expect("listed") {
        let file = file.expect("an entry").path();
        if file
            .extension()
            .is_some_and(|it| it == "copy" || it == "old")
        {
            fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).expect("set");
        }
    }
}

#[test]
fn an_undo_gives_back_what_the_disk_of_the_copies_does_not_hold() {
    let dir = folder(&[("a", "1"), ("b", "1"), ("c", "1"), ("d", "1")]);
    for (name, mode) in [("a", 0o755), ("b", 0o640), ("c", 0o604), ("d", 0o751)] {
        set_mode(dir.path(), name, mode);
    }
    let start = tree(dir.path());
    let ws = open(&dir);
    let like_a = FileChange::Modify {
        path: path("d"),
        before: Digest::of(b"1"),
        after: "2".into(),
        mode: Some(FileMode::Plain),
        like: None,
    };
    let changes = vec![
        delete("a", "1"),
        rename("b", "e", "1", "2"),
        modify("c", "1", "2"),
        like_a,
    ];
    ws.apply(&ChangeSet::new(changes), reply())
        .expect("applied");
    let end = tree(dir.path());
    make_kept_private(dir.path());
    let reversals = ws.reversals(None).expect("known").files;
    let of_a = reversals
        .iter()
        .find(|it| it.path == path("a"))
        .expect("named");
    let mode = of_a.before.as_ref().map(|side| side.mode);
    assert_eq!(mode, Some(FileMode::Executable));
    let undone = ws.undo(None).expect("undone");
    assert_eq!(tree(dir.path()), start);
    ws.undo(Some(undone.id)).expect("undo undone");
    assert_eq!(tree(dir.path()), end);
}

#[test]
fn a_rollback_from_a_copy_gives_back_what_the_record_says() {
    let dir = folder(&[("a", "1")]);
    set_mode(dir.path(), "a", 0o751);
    let start = tree(dir.path());
    let stopped = stopping(&dir, Step::Changed(0));
    let changes = ChangeSet::new(vec![delete("a", "1")]);
    stopped.apply(&changes, reply()).expect_err("stopped");
    make_kept_private(dir.path());
    for file in fs::read_dir(dir.path()).expect("listed") {
        let file = file.expect("an entry").path();
        if file.is_file() {
            fs::remove_file(file).expect("removed");
        }
    }
    open(&dir).recover().expect("recovered");
    assert_eq!(tree(dir.path()), start);
}
