//! Names that turn from a file's into a folder's, or back; `crash` breaks them at every step.

use super::*;

/// A file gives way to a folder, and a folder to a file.
fn turns() -> ChangeSet {
    ChangeSet::new(vec![
        rename("g", "g/x", "1", "1"),
        rename("h/x", "h", "1", "2"),
    ])
}

/// Writes a file into a folder of `turns` at a step, and returns what the apply says and what is there.
fn turned_with(
    when: Step,
    name: &'static str,
    then: impl Fn() -> Next + Send + Sync + 'static,
) -> (WorkspaceError, String, TempDir) {
    let dir = folder(&[("g", "1"), ("h/x", "1")]);
    let top = dir.path().to_path_buf();
    let ws = open(&dir).with_observer(move |step| {
        if step != when {
            return Next::Go;
        }
        fs::write(top.join(name), "theirs").expect("written");
        then()
    });
    let fault = ws
        .apply(&turns(), reply())
        .expect_err("somebody else wrote");
    let now = tree(dir.path());
    (fault, now, dir)
}

#[test]
fn a_folder_in_which_somebody_makes_a_file_gives_no_way() {
    let (fault, now, _) = turned_with(Step::AllStaged, "h/new", || Next::Go);
    assert_eq!(fault.exit(), Exit::Drifted, "{fault}");
    assert_eq!(now, "g 644 \"1\"\nh/\nh/new 644 \"theirs\"\nh/x 644 \"1\"");
}

#[test]
fn a_folder_that_came_and_in_which_somebody_makes_a_file_stays() {
    let fail = || Next::Fail(std::io::Error::other("broken on purpose"));
    let (fault, now, _dir) = turned_with(Step::AllChanged, "g/new", fail);
    let told = fault.to_string();
    assert!(
        told.contains("`g` was changed by another program"),
        "{told}"
    );
    assert_eq!(
        now,
        "g/\ng/new 644 \"theirs\"\ng/x 644 \"1\"\nh/\nh/x 644 \"1\""
    );
}

#[test]
fn folders_are_given_back_with_their_modes_and_empty_ones() {
    let dir = folder(&[("g", "1"), ("h/x", "1")]);
    let private = fs::Permissions::from_mode(0o750);
    fs::set_permissions(dir.path().join("h"), private).expect("set");
    fs::create_dir(dir.path().join("h/empty")).expect("made");
    let old = tree(dir.path());
    let ws = open(&dir);
    ws.apply(&turns(), reply()).expect("applied");
    assert_eq!(tree(dir.path()), "g/\ng/x 644 \"1\"\nh 644 \"2\"");
    ws.undo(None).expect("undone");
    assert_eq!(tree(dir.path()), old);
    let mode = fs::metadata(dir.path().join("h")).expect("there").mode();
    assert_eq!(mode & 0o777, 0o750);
}

#[test]
fn a_folder_that_holds_more_gives_no_way() {
    let dir = folder(&[("g", "1"), ("h/x", "1"), ("h/other", "1")]);
    let old = tree(dir.path());
    let fault = open(&dir).apply(&turns(), reply()).expect_err("refused");
    assert!(
        fault.to_string().contains("holds `other` as well"),
        "{fault}"
    );
    assert_eq!(tree(dir.path()), old);
}
