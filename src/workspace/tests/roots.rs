//! One lock and one journal for a work tree, however it is reached.

use super::*;

/// Opens `root` so that a write stops as if killed after its first target was changed.
fn killed_at(root: &Path, step: Step) -> Workspace {
    open_at(root).with_observer(move |it| if it == step { Next::Stop } else { Next::Go })
}

/// Two files below `q/sub`, and one beside, in a repository or not.
fn start(is_repository: bool) -> TempDir {
    let dir = folder(&[("q/sub/a", "1"), ("q/sub/b", "1"), ("q/c", "1")]);
    if is_repository {
        fs::create_dir(dir.path().join("q/.git")).expect("made");
    }
    dir
}

fn both(prefix: &str) -> ChangeSet {
    let name = |name| format!("{prefix}{name}");
    ChangeSet::new(vec![
        modify(&name("a"), "1", "2"),
        modify(&name("b"), "1", "2"),
    ])
}

#[test]
fn a_crash_under_one_root_is_recovered_from_under_another() {
    for is_repository in [false, true] {
        for (one, of_one, other, of_other) in
            [("q", "sub/", "q/sub", ""), ("q/sub", "", "q", "sub/")]
        {
            let dir = start(is_repository);
            let before = tree(&dir.path().join("q/sub"));
            let crashed = killed_at(&dir.path().join(one), Step::Changed(0));
            crashed.apply(&both(of_one), reply()).expect_err("stopped");
            let other = open_at(&dir.path().join(other));
            // Another file of the same folder is written: that needs the first one's files to be in order.
            let name = format!("{of_other}n");
            other
                .apply(&ChangeSet::new(vec![create(&name, "2")]), reply())
                .expect("applied");
            let expected = format!("{before}\nn 644 \"2\"");
            assert_eq!(tree(&dir.path().join("q/sub")), expected);
            assert!(
                !open_at(&dir.path().join(one))
                    .pending_recovery(&[])
                    .expect("looked")
            );
        }
    }
}

#[test]
fn git_init_between_a_crash_and_its_recovery_loses_nothing() {
    let dir = start(false);
    let root = dir.path().join("q");
    let before = tree(&root);
    let crashed = killed_at(&root, Step::Changed(0));
    crashed.apply(&both("sub/"), reply()).expect_err("stopped");
    fs::create_dir(root.join(".git")).expect("made");
    assert!(open_at(&root).pending_recovery(&[]).expect("looked"));
    let recovered = open_at(&root).recover().expect("recovered");
    assert_eq!(recovered.rolled_back, [1]);
    assert_eq!(tree(&root), before);
}

#[test]
fn a_writer_waits_for_those_of_other_roots() {
    for is_repository in [false, true] {
        let dir = start(is_repository);
        let (outer, inner) = (dir.path().join("q"), dir.path().join("q/sub"));
        // Both roots have written before, so that each has its state.
        open_at(&inner)
            .apply(&ChangeSet::new(vec![create("n", "1")]), reply())
            .expect("applied");
        let cases = [
            (&outer, &inner, modify("a", "1", "2")),
            (&inner, &outer, modify("sub/a", "1", "2")),
        ];
        for (holder, writer, change) in cases {
            let held = Held::begin(&open_at(holder)).expect("locked");
            let fault = open_at(writer)
                .apply(&ChangeSet::new(vec![change]), reply())
                .expect_err("another writes");
            assert_eq!(fault.exit(), Exit::Drifted, "{fault}");
            drop(held);
        }
    }
}

#[test]
fn an_apply_is_undone_under_its_own_root_or_one_around_it() {
    let dir = start(true);
    let (outer, inner) = (
        open_at(&dir.path().join("q")),
        open_at(&dir.path().join("q/sub")),
    );
    outer
        .apply(&ChangeSet::new(vec![modify("c", "1", "2")]), reply())
        .expect("applied");
    let fault = inner.undo(None).expect_err("outside its root");
    assert_eq!(fault.exit(), Exit::Unreadable);
    let fault = inner.undo(Some(1)).expect_err("outside its root");
    assert!(fault.to_string().contains("with --root"), "{fault}");
    let before = tree(&dir.path().join("q/sub"));
    inner.apply(&both(""), reply()).expect("applied");
    assert_eq!(outer.log().expect("log").entries.len(), 2);
    let undone = outer.undo(None).expect("undone");
    assert_eq!(undone.written, [path("sub/b"), path("sub/a")]);
    assert_eq!(tree(&dir.path().join("q/sub")), before);
}

#[test]
fn the_work_tree_of_another_repository_is_left_alone() {
    for dot_git in ["q/lib/.git/HEAD", "q/lib/.git"] {
        let dir = folder(&[
            ("q/.git/HEAD", ""),
            ("q/lib/a", "1"),
            (dot_git, "gitdir: x\n"),
        ]);
        let ws = open_at(&dir.path().join("q"));
        assert!(matches!(
            ws.snapshot(&path("lib/a")).content,
            Content::Refused(_)
        ));
        for change in [modify("lib/a", "1", "2"), create("lib/new/n", "2")] {
            let fault = ws
                .apply(&ChangeSet::new(vec![change]), reply())
                .expect_err("another repository");
            assert!(fault.to_string().contains("another repository"), "{fault}");
        }
        let inner = open_at(&dir.path().join("q/lib"));
        inner
            .apply(&ChangeSet::new(vec![modify("a", "1", "2")]), reply())
            .expect("its own root");
    }
    // A submodule is one wherever it is seen from.
    let dir = folder(&[
        ("q/.git/HEAD", ""),
        ("q/lib/.git", "gitdir: x\n"),
        ("q/lib/a", "1"),
    ]);
    open_at(dir.path())
        .apply(&ChangeSet::new(vec![modify("q/lib/a", "1", "2")]), reply())
        .expect_err("in q it is another one");
    // Where the root is in no repository, it may hold several.
    let dir = folder(&[
        ("one/.git/HEAD", ""),
        ("one/a", "1"),
        ("two/.git/HEAD", ""),
        ("two/a", "1"),
    ]);
    let ws = open_at(dir.path());
    let changes = vec![modify("one/a", "1", "2"), modify("two/a", "1", "2")];
    ws.apply(&ChangeSet::new(changes), reply())
        .expect("applied");
}

/// Opens `root` as one who stands in its folder `standing`, with the work tree's top for a root.
fn standing_in(folder: &Path) -> Workspace {
    let folder = folder.canonicalize().expect("there");
    let top = place::work_tree_top(&folder).expect("looked");
    let ws = open_at(top.unwrap_or(&folder));
    Workspace {
        standing: folder,
        ..ws
    }
}

/// What makes a folder a work tree.
fn init(kind: &str, folder: &Path) {
    fs::create_dir(folder.join(kind)).expect("made");
}

#[test]
fn what_was_applied_before_a_folder_became_a_work_tree_is_listed_and_undone() {
    for kind in [".git", ".jj"] {
        for (top, root) in [("q", "q"), ("q", "q/sub"), ("", "q/sub")] {
            let dir = start(false);
            let (top, root) = (dir.path().join(top), dir.path().join(root));
            let before = tree(&dir.path().join("q/sub"));
            let in_root = |name: &str| {
                if root.ends_with("sub") {
                    name.to_string()
                } else {
                    format!("sub/{name}")
                }
            };
            let edit = |name: &str, from: &str, to: &str| {
                ChangeSet::new(vec![modify(&in_root(name), from, to)])
            };
            open_at(&root)
                .apply(&edit("a", "1", "2"), reply())
                .expect("applied");
            open_at(&root)
                .apply(&edit("b", "1", "2"), reply())
                .expect("applied");
            open_at(&root).undo(None).expect("undone");
            init(kind, &top);
            let standings = |ws: &Workspace| {
                let entries = ws.log().expect("log").entries;
                entries
                    .iter()
                    .map(|it| (it.id, it.status))
                    .collect::<Vec<_>>()
            };
            let ws = standing_in(&root);
            let said = standings(&ws);
            let expected = [
                (1, UndoStatus::Applied),
                (2, UndoStatus::Undone),
                (3, UndoStatus::Applied),
            ];
            assert_eq!(said, expected, "{kind} in {top:?}");
            assert_eq!(ws.reversals(None).expect("kept").files.len(), 1);
            // A new one goes on counting, and is the first to be taken back.
            let name = below_top(&ws, &root.join(in_root("b")));
            let change = ChangeSet::new(vec![modify(&name, "1", "3")]);
            assert_eq!(ws.apply(&change, reply()).expect("applied").id, 4, "{kind}");
            assert_eq!(standing_in(&root).undo(None).expect("undone").undid, 4);
            let undone = standing_in(&root).undo(None).expect("undone");
            assert_eq!(undone.undid, 1, "{kind} in {top:?}");
            assert_eq!(
                undone.written,
                [path(&below_top(&ws, &root.join(in_root("a"))))]
            );
            let now = tree(&dir.path().join("q/sub"));
            let lines = now.lines().filter(|line| !line.ends_with(".jj/"));
            assert_eq!(lines.collect::<Vec<_>>().join("\n"), before);
            // The undo of what lies elsewhere is itself undone.
            standing_in(&root)
                .undo(Some(undone.id))
                .expect("undo undone");
            assert!(standings(&standing_in(&root)).contains(&(1, UndoStatus::Applied)));
            standing_in(&root).undo(Some(1)).expect("undone once more");
        }
    }
}

fn below_top(ws: &Workspace, full_path: &Path) -> String {
    let full_path = full_path.canonicalize().expect("there");
    let below = full_path.strip_prefix(ws.root()).expect("below");
    below.to_str().expect("plain").to_string()
}

#[test]
fn a_log_without_an_apply_says_where_there_are_some() {
    let dir = start(false);
    let (outer, inner) = (dir.path().join("q"), dir.path().join("q/sub"));
    open_at(&inner).apply(&both(""), reply()).expect("applied");
    let inner_root = inner.canonicalize().expect("there");
    assert_eq!(
        open_at(&outer).log().expect("log").elsewhere,
        std::slice::from_ref(&inner_root)
    );
    let fault = open_at(&outer)
        .undo(None)
        .expect_err("not here")
        .to_string();
    assert!(fault.contains(&inner_root.display().to_string()), "{fault}");
    assert!(fault.contains("--root"), "{fault}");
    // From within, those around that changed files here.
    let dir = start(false);
    let (outer, inner) = (dir.path().join("q"), dir.path().join("q/sub"));
    let beside = ChangeSet::new(vec![modify("c", "1", "2")]);
    open_at(&outer).apply(&beside, reply()).expect("applied");
    assert!(open_at(&inner).log().expect("log").elsewhere.is_empty());
    open_at(&outer)
        .apply(&both("sub/"), reply())
        .expect("applied");
    let outer_root = outer.canonicalize().expect("there");
    assert_eq!(open_at(&inner).log().expect("log").elsewhere, [outer_root]);
    assert!(!inner.join(".hunkwise").exists(), "looking makes nothing");
}

#[test]
fn a_recovery_that_is_asked_for_looks_into_inner_roots() {
    for is_repository in [false, true] {
        let dir = start(false);
        let before = tree(&dir.path().join("q/sub"));
        let (outer, inner) = (dir.path().to_path_buf(), dir.path().join("q/sub"));
        if is_repository {
            init(".git", &dir.path().join("q"));
        }
        let crashed = killed_at(&inner, Step::Changed(0));
        crashed.apply(&both(""), reply()).expect_err("stopped");
        let outside = open_at(&outer);
        assert!(outside.recover().expect("looked").is_empty());
        assert!(!outside.pending_recovery(&[]).expect("looked"));
        let below = [path("q/sub/a"), path("elsewhere")];
        assert!(outside.pending_recovery(&below).expect("looked"));
        let recovered = open_at(&outer).recover_all().expect("recovered");
        assert_eq!(recovered.rolled_back, [1]);
        assert_eq!(tree(&inner), before);
        assert!(!outer.join(".hunkwise").exists(), "no state is made for it");
    }
}

#[test]
fn what_a_patch_reads_is_brought_to_its_end_under_inner_roots_too() {
    for named in ["q/sub/a", "q/sub/not/there"] {
        let dir = start(false);
        let before = tree(&dir.path().join("q/sub"));
        let inner = dir.path().join("q/sub");
        let crashed = killed_at(&inner, Step::Changed(0));
        crashed.apply(&both(""), reply()).expect_err("stopped");
        let recovered = open_at(dir.path()).recover_for(&[path(named)]);
        assert_eq!(recovered.expect("recovered").rolled_back, [1], "{named}");
        assert_eq!(tree(&inner), before);
    }
}

#[test]
fn a_state_that_came_with_an_inner_folder_is_in_nobodys_way() {
    let dir = start(true);
    let (top, inner) = (dir.path().join("q"), dir.path().join("q/sub"));
    let planted = inner.join(".hunkwise");
    fs::create_dir_all(planted.join("ops/000001")).expect("made");
    fs::set_permissions(&planted, fs::Permissions::from_mode(0o777)).expect("set");
    let edit = ChangeSet::new(vec![modify("c", "1", "2")]);
    let ws = standing_in(&inner);
    ws.apply(&edit, reply()).expect("applied");
    assert_eq!(standing_in(&inner).log().expect("log").entries.len(), 1);
    standing_in(&inner).undo(None).expect("undone");
    // A record in flight is another matter: it may be of an honest crash.
    fs::set_permissions(&planted, fs::Permissions::from_mode(0o700)).expect("set");
    fs::write(planted.join("ops/000001/kept.json"), "{").expect("written");
    assert_eq!(standing_in(&inner).log().expect("log").unread.len(), 1);
    standing_in(&inner).apply(&edit, reply()).expect("applied");
    fs::write(planted.join("ops/000001/staged.json"), "{").expect("written");
    let fault = standing_in(&inner).undo(None).expect_err("interrupted");
    assert_eq!(fault.exit(), Exit::Refused);
    open_at(&top)
        .undo(None)
        .expect("from the top it is not on the way");
}

#[test]
fn a_root_that_was_moved_or_replaced_is_not_written() {
    for (root, top) in [("r", "r"), ("t/r", "t"), ("t/r", "t/r")] {
        for is_replaced in [true, false] {
            let dir = folder(&[(&format!("{root}/a"), "1")]);
            fs::create_dir_all(dir.path().join("t/.git")).expect("made");
            let here = dir.path().join(top);
            let ws = open_at(&dir.path().join(root));
            fs::rename(&here, dir.path().join("away")).expect("renamed");
            if is_replaced {
                fs::create_dir_all(dir.path().join(root)).expect("made");
                fs::write(dir.path().join(root).join("a"), "1").expect("written");
            }
            let before = tree(dir.path());
            let change = ChangeSet::new(vec![modify("a", "1", "2")]);
            let error = ws.apply(&change, reply()).expect_err("refused");
            assert!(matches!(error, WorkspaceError::Moved { .. }), "{error}");
            assert_eq!(error.exit(), Exit::Drifted);
            assert_eq!(tree(dir.path()), before, "{root}, {top}");
            if !is_replaced {
                fs::rename(dir.path().join("away"), &here).expect("renamed");
                ws.apply(&change, reply()).expect("applied");
                ws.undo(None).expect("undone");
            }
        }
    }
}
