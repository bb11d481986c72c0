//! The state folder: where it lies, whom it trusts, who may write.

use std::time::Instant;

use super::*;
use crate::workspace::state::State;

#[test]
fn state_lies_in_gits_own_folder_or_in_the_root() {
    let dir = folder(&[(".git/HEAD", "ref: refs/heads/main\n"), ("sub/a", "1")]);
    let ws = open(&dir);
    ws.apply(&ChangeSet::new(vec![create("n", "1")]), reply())
        .expect("applied");
    assert!(
        dir.path()
            .join(".git/hunkwise/ops/000001/kept.json")
            .is_file()
    );
    let deeper = open_at(&dir.path().join("sub"));
    assert_eq!(deeper.state_path(), ws.state_path(), "one for all roots");

    // A file may say anything of where git's folder is, so it is not followed.
    let linked = folder(&[]);
    let home = dir.path().display();
    fs::write(linked.path().join(".git"), format!("gitdir: {home}/.git\n")).expect("written");
    let top = linked.path().canonicalize().expect("there");
    assert_eq!(open(&linked).state_path(), top.join(".hunkwise"));

    let plain = folder(&[]);
    let ws = open(&plain);
    ws.apply(&ChangeSet::new(vec![create("n", "1")]), reply())
        .expect("applied");
    let ignore = plain.path().join(".hunkwise/.gitignore");
    assert_eq!(fs::read_to_string(ignore).ok(), Some("*\n".to_string()));
    let mode = fs::metadata(plain.path().join(".hunkwise"))
        .expect("there")
        .mode();
    assert_eq!(mode & 0o777, 0o700);
}

#[test]
fn a_state_folder_that_cannot_be_trusted_is_refused() {
    let dir = folder(&[("a", "1")]);
    let elsewhere = folder(&[]);
    symlink(elsewhere.path(), dir.path().join(".hunkwise")).expect("linked");
    let changes = vec![modify("a", "1", "2")];
    check_fails(&dir, changes.clone(), Exit::Refused, "no folder of its own");
    assert_eq!(fs::read_dir(elsewhere.path()).expect("listed").count(), 0);

    let dir = folder(&[("a", "1"), (".hunkwise/ops/000001/plan.json", "{}")]);
    check_fails(&dir, changes.clone(), Exit::Refused, "damaged");
    let record = r#"{"record":{"version":9}}"#;
    let dir = folder(&[("a", "1"), (".hunkwise/ops/000001/staged.json", record)]);
    check_fails(&dir, changes.clone(), Exit::Refused, "version 9");
    assert!(dir.path().join(".hunkwise/ops/000001/staged.json").exists());
    let dir = folder(&[("a", "1"), (".hunkwise/x", "")]);
    let open_to_all = fs::Permissions::from_mode(0o777);
    fs::set_permissions(dir.path().join(".hunkwise"), open_to_all).expect("set");
    check_fails(&dir, changes, Exit::Refused, "others may write");
}

#[test]
fn a_second_writer_is_told_of_the_first() {
    let dir = folder(&[("a", "1")]);
    let first = open(&dir);
    let held = State::make(&first.state, &first.secrets)
        .and_then(|state| state.lock(Instant::now()))
        .expect("locked");
    let changes = vec![modify("a", "1", "2")];
    check_fails(&dir, changes, Exit::Drifted, "another hunkwise");
    let log = first.log().expect("viewers are not blocked");
    assert!(log.entries.is_empty());
    drop(held);
}
