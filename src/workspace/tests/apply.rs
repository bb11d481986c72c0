//! What an apply writes, and what it refuses to.

use super::*;

#[test]
fn every_kind_of_change_is_applied_and_taken_back() {
    check(
        &[("a", "1\n")],
        vec![modify("a", "1\n", "2\n")],
        &[("a", "2\n")],
    );
    check(&[], vec![create("x/y/a", "1\n")], &[("x/y/a", "1\n")]);
    check(
        &[("a", "1\n"), ("b", "")],
        vec![delete("a", "1\n")],
        &[("b", "")],
    );
    check(
        &[("a", "1\n")],
        vec![rename("a", "x/b", "1\n", "2\n")],
        &[("x/b", "2\n")],
    );
    check(
        &[("a", "1\n")],
        vec![FileChange::Copy {
            from: path("a"),
            to: path("b"),
            before: Digest::of(b"1\n"),
            after: b"2\n".to_vec(),
            mode: None,
        }],
        &[("a", "1\n"), ("b", "2\n")],
    );
    check(
        &[("a", "1"), ("d/b", "2"), ("c", "3")],
        vec![
            modify("a", "1", "one"),
            delete("d/b", "2"),
            create("e/f", "4"),
            modify("c", "3", "three"),
        ],
        &[("a", "one"), ("c", "three"), ("d/", ""), ("e/f", "4")],
    );
}

#[test]
fn an_empty_change_set_leaves_no_trace() {
    let dir = folder(&[]);
    let applied = open(&dir).apply(&ChangeSet::default(), reply());
    assert_eq!(applied.expect("nothing to do").id, 0);
    assert!(!dir.path().join(".hunkwise").exists());
}

#[test]
fn a_file_that_changed_since_the_match_is_not_written() {
    let dir = folder(&[("a", "1"), ("b", "other")]);
    check_fails(
        &dir,
        vec![modify("a", "1", "2"), modify("b", "1", "2")],
        Exit::Drifted,
        "`b` changed",
    );
    check_fails(&dir, vec![create("a", "2")], Exit::Drifted, "`a`");
    check_fails(&dir, vec![delete("gone", "2")], Exit::Drifted, "`gone`");
}

#[test]
fn nothing_is_reached_through_a_link_and_no_special_file_is_touched() {
    let outside = folder(&[("secret", "1")]);
    let dir = folder(&[("f", "1"), ("d/x", "1")]);
    symlink(outside.path(), dir.path().join("out")).expect("linked");
    symlink("f", dir.path().join("link")).expect("linked");
    // Bound in place: a program started here would hold the locks of other tests for a moment.
    let _socket = std::os::unix::net::UnixListener::bind(dir.path().join("socket")).expect("bound");
    let refused = Exit::Refused;
    for (name, words) in [
        ("out/secret", "symbolic link"),
        ("link", "symbolic link"),
        ("d", "a folder"),
        ("socket", "a socket"),
        ("f/below", "`f` on its way is a file"),
    ] {
        check_fails(&dir, vec![modify(name, "1", "2")], refused, words);
        let content = open(&dir).snapshot(&path(name)).content;
        let is_as_meant = if words == "symbolic link" {
            matches!(content, Content::Refused(_))
        } else {
            matches!(content, Content::NotAFile(_))
        };
        assert!(is_as_meant, "{name}: {content:?}");
    }
    check_fails(&dir, vec![create("out/new", "2")], refused, "symbolic link");
    check_fails(
        &dir,
        vec![rename("out/secret", "x", "1", "1")],
        refused,
        "symbolic link",
    );
    assert_eq!(
        fs::read_to_string(outside.path().join("secret")).ok(),
        Some("1".into())
    );
    assert_eq!(fs::read_dir(outside.path()).expect("listed").count(), 1);
}

#[test]
fn files_over_the_limit_are_refused() {
    let dir = folder(&[("a", "12345")]);
    let ws = open(&dir).with_limit(4);
    let content = ws.snapshot(&path("a")).content;
    assert_eq!(content, Content::Refused("larger than 4 bytes".to_string()));
    let changes = ChangeSet::new(vec![modify("a", "12345", "1")]);
    let fault = ws.apply(&changes, reply()).expect_err("too large");
    assert_eq!(fault.exit(), Exit::Refused);
}
