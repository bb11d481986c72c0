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
                    .pending_recovery()
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
    assert!(open_at(&root).pending_recovery().expect("looked"));
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
