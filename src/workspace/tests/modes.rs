//! What a file has besides its content.

use super::*;

#[test]
fn modes_stay_and_go_along_with_a_rename() {
    let dir = folder(&[("a", "1"), ("b", "1"), ("c", "1")]);
    for (name, mode) in [("a", 0o600), ("b", 0o751), ("c", 0o444)] {
        let mode = fs::Permissions::from_mode(mode);
        fs::set_permissions(dir.path().join(name), mode).expect("set");
    }
    let start = tree(dir.path());
    let ws = open(&dir);
    let changes = vec![
        modify("a", "1", "2"),
        rename("b", "d", "1", "2"),
        delete("c", "1"),
    ];
    ws.apply(&ChangeSet::new(changes), reply())
        .expect("applied");
    assert_eq!(tree(dir.path()), "a 600 \"2\"\nd 751 \"2\"");
    ws.undo(None).expect("undone");
    assert_eq!(tree(dir.path()), start);
}

fn with_mode(change: FileChange, asked: FileMode) -> FileChange {
    match change {
        FileChange::Modify {
            path,
            before,
            after,
            ..
        } => FileChange::Modify {
            path,
            before,
            after,
            mode: Some(asked),
            like: None,
        },
        FileChange::Create { path, after, .. } => FileChange::Create {
            path,
            after,
            mode: Some(asked),
        },
        FileChange::Mode { .. }
        | FileChange::Delete { .. }
        | FileChange::Rename { .. }
        | FileChange::Copy { .. } => change,
    }
}

fn chmod(dir: &TempDir, name: &str, bits: u32) {
    let bits = fs::Permissions::from_mode(bits);
    fs::set_permissions(dir.path().join(name), bits).expect("set");
}

#[test]
fn what_changes_names_takes_its_mode_along() {
    let dir = folder(&[("a", "1"), ("b", "2")]);
    chmod(&dir, "a", 0o755);
    chmod(&dir, "b", 0o600);
    let before = tree(dir.path());
    let ws = open(&dir);
    let from = |change: FileChange, name: &str| match change {
        FileChange::Modify {
            path: to,
            before,
            after,
            mode,
            ..
        } => FileChange::Modify {
            path: to,
            before,
            after,
            mode,
            like: Some(path(name)),
        },
        other @ (FileChange::Mode { .. }
        | FileChange::Create { .. }
        | FileChange::Delete { .. }
        | FileChange::Rename { .. }
        | FileChange::Copy { .. }) => other,
    };
    let changes = vec![
        from(modify("a", "1", "2"), "b"),
        from(modify("b", "2", "1"), "a"),
    ];
    ws.apply(&ChangeSet::new(changes), reply())
        .expect("applied");
    assert_eq!(tree(dir.path()), "a 600 \"2\"\nb 755 \"1\"");
    ws.undo(None).expect("undone");
    assert_eq!(tree(dir.path()), before);
}

#[test]
fn a_patch_can_make_a_file_a_program_and_undo_unmakes_it() {
    let dir = folder(&[("a", "1"), ("b", "1"), ("c", "1"), ("d", "1")]);
    for (name, bits) in [("a", 0o640), ("b", 0o755), ("c", 0o604), ("d", 0o511)] {
        chmod(&dir, name, bits);
    }
    let ws = open(&dir);
    let changes = ChangeSet::new(vec![
        with_mode(modify("a", "1", "2"), FileMode::Executable),
        with_mode(modify("b", "1", "2"), FileMode::Plain),
        with_mode(create("n", "2"), FileMode::Executable),
        mode("c", "1", FileMode::Executable),
        mode("d", "1", FileMode::Plain),
    ]);
    let before = tree(dir.path());
    ws.apply(&changes, reply()).expect("applied");
    let after = "a 750 \"2\"\nb 644 \"2\"\nc 705 \"1\"\nd 400 \"1\"\nn 755 \"2\"";
    assert_eq!(tree(dir.path()), after);
    let modes = |reversal: &Reversal| {
        let mode = |side: &Option<Side>| side.as_ref().map(|side| side.mode);
        (mode(&reversal.before), mode(&reversal.after))
    };
    let (plain, program) = (Some(FileMode::Plain), Some(FileMode::Executable));
    let modes: Vec<_> = ws
        .reversals(None)
        .expect("known")
        .files
        .iter()
        .map(modes)
        .collect();
    let expected = [
        (plain, program),
        (program, plain),
        (None, program),
        (plain, program),
        (program, plain),
    ];
    assert_eq!(modes, expected);
    let undone = ws.undo(None).expect("undone");
    assert_eq!(tree(dir.path()), before);
    ws.undo(Some(undone.id)).expect("undo undone");
    assert_eq!(tree(dir.path()), after);
}

#[test]
fn a_mode_is_set_on_the_very_file_that_was_meant() {
    let dir = folder(&[("a", "other")]);
    let asked = || vec![mode("a", "1", FileMode::Executable)];
    check_fails(&dir, asked(), Exit::Drifted, "`a` changed");
    fs::write(dir.path().join("a"), "1").expect("written");
    fs::hard_link(dir.path().join("a"), dir.path().join("b")).expect("linked");
    check_fails(&dir, asked(), Exit::Refused, "hard links");
    fs::remove_file(dir.path().join("b")).expect("removed");
    chmod(&dir, "a", 0o4644);
    check_fails(&dir, asked(), Exit::Refused, "set-id");
    chmod(&dir, "a", 0o644);
    open(&dir)
        .apply(&ChangeSet::new(asked()), reply())
        .expect("applied");
    assert_eq!(tree(dir.path()), "a 755 \"1\"");
    // What was written into it since stays, and its mode goes back.
    fs::write(dir.path().join("a"), "2").expect("written");
    open(&dir).undo(None).expect("undone");
    assert_eq!(tree(dir.path()), "a 644 \"2\"");
    open(&dir)
        .apply(
            &ChangeSet::new(vec![mode("a", "2", FileMode::Executable)]),
            reply(),
        )
        .expect("applied");
    // A mode that somebody gave it since is theirs.
    chmod(&dir, "a", 0o700);
    let fault = open(&dir).undo(None).expect_err("changed since");
    assert_eq!(fault.exit(), Exit::Drifted, "{fault}");
}

#[test]
fn extended_attributes_and_acls_stay() {
    if system::UNPROMISED.is_some() {
        return; // They are not kept here, and every apply says so.
    }
    // Version 2; owner rw, user 65534 r, group r, mask r, others r.
    let acl = b"\x02\0\0\0\x01\0\x06\0\xff\xff\xff\xff\x02\0\x04\0\xfe\xff\0\0\x04\0\x04\0\xff\xff\xff\xff\
                \x10\0\x04\0\xff\xff\xff\xff\x20\0\x04\0\xff\xff\xff\xff";
    for (name, set) in [("user.kept", &b"yes"[..]), ("system.posix_acl_access", acl)] {
        let dir = folder(&[("a", "1")]);
        let file = dir.path().join("a");
        if rustix::fs::setxattr(&file, name, set, rustix::fs::XattrFlags::empty()).is_err() {
            continue; // The file system of the temporary folder has none.
        }
        let ws = open(&dir);
        ws.apply(&ChangeSet::new(vec![modify("a", "1", "2")]), reply())
            .expect("applied");
        ws.undo(None).expect("undone");
        let mut value = [0; 64];
        let len = rustix::fs::getxattr(&file, name, &mut value).expect("still there");
        assert_eq!(&value[..len], set, "{name}");
    }
}

#[test]
fn files_with_other_names_are_split_only_when_asked_for() {
    let dir = folder(&[("a", "1")]);
    fs::hard_link(dir.path().join("a"), dir.path().join("b")).expect("linked");
    let changes = vec![modify("a", "1", "2")];
    check_fails(&dir, changes.clone(), Exit::Refused, "hard links");
    let ws = open(&dir).with_hard_links(HardLinks::Split);
    ws.apply(&ChangeSet::new(changes), reply())
        .expect("applied");
    assert_eq!(tree(dir.path()), "a 644 \"2\"\nb 644 \"1\"");
    ws.undo(None).expect("undone");
    // All names at once, each with a content of its own.
    fs::remove_file(dir.path().join("b")).expect("removed");
    fs::hard_link(dir.path().join("a"), dir.path().join("b")).expect("linked");
    let changes = vec![modify("a", "1", "2"), modify("b", "1", "3")];
    ws.apply(&ChangeSet::new(changes), reply())
        .expect("applied");
    assert_eq!(tree(dir.path()), "a 644 \"2\"\nb 644 \"3\"");
    ws.undo(None).expect("undone");
    assert_eq!(tree(dir.path()), "a 644 \"1\"\nb 644 \"1\"");
}

#[test]
fn a_file_with_other_names_is_not_rewritten_where_it_moves_either() {
    let setup = || {
        let dir = folder(&[("a", "1"), ("c", "3")]);
        fs::hard_link(dir.path().join("a"), dir.path().join("other")).expect("linked");
        dir
    };
    let onto_c = |after: &str| {
        let mut change = modify("c", "3", after);
        if let FileChange::Modify { like, .. } = &mut change {
            *like = Some(path("a"));
        }
        vec![change, delete("a", "1")]
    };
    for changes in [
        vec![rename("a", "b", "1", "2")],
        vec![rename("a", "b", "1", "2"), rename("c", "a2", "3", "3")],
        onto_c("2"),
    ] {
        check_fails(&setup(), changes.clone(), Exit::Refused, "hard links");
        let dir = setup();
        let ws = open(&dir).with_hard_links(HardLinks::Split);
        assert_eq!(
            open(&dir).linked(&ChangeSet::new(changes.clone())),
            [path("a")]
        );
        ws.apply(&ChangeSet::new(changes), reply())
            .expect("applied");
        assert!(tree(dir.path()).contains("other 644 \"1\""));
    }
    // What only moves, goes, or is copied and changed there, leaves nothing behind that would miss a change.
    for changes in [
        vec![rename("a", "b", "1", "1")],
        onto_c("1"),
        vec![delete("a", "1")],
        vec![copy("a", "b", "1", "2")],
    ] {
        let dir = setup();
        let changes = ChangeSet::new(changes);
        assert!(open(&dir).linked(&changes).is_empty());
        open(&dir).apply(&changes, reply()).expect("applied");
        assert!(tree(dir.path()).contains("other 644 \"1\""));
    }
}
