//! What once lost a file, or could: names that a patch guesses, records that came with the tree, limits of the process, other
//! users.

use std::fs;
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use super::*;

/// Runs a line of shell in the folder of `place`, with the program as `$0`.
pub(super) fn shell(place: &Place, line: &str) -> Output {
    Command::new("sh")
        .args(["-c", line, env!("CARGO_BIN_EXE_hunkwise")])
        .current_dir(place.dir.path())
        .env("XDG_CONFIG_HOME", "/nonexistent")
        .env("XDG_STATE_HOME", STATE_HOME.path())
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

pub(super) fn words(done: &Output) -> String {
    String::from_utf8_lossy(&[&done.stdout[..], &done.stderr[..]].concat()).into_owned()
}

#[test]
fn t03_names_that_could_be_our_own_are_refused_as_targets() {
    let names = [
        ".hunkwise-1-0.tmp",
        ".hunkwise-1-0.old",
        "src/.hunkwise-0123456789abcdef-0.tmp",
        ".HUNKWISE-1-0.tmp",
        ".hunkwise-x/deep/file",
        ".hunk\u{200b}wise-1-0.tmp",
        ".hunkwi\u{17f}e-1-0.tmp",
        ".hunkwise-1-0.tmp. ",
    ];
    for name in names {
        let patches = [
            format!(
                "*** Begin Patch\n*** Delete File: b.txt\n*** Add File: {name}\n+junk\n*** End Patch\n"
            ),
            format!("diff --git a/b.txt b/{name}\nrename from b.txt\nrename to {name}\n"),
            format!("diff --git a/b.txt b/{name}\ncopy from b.txt\ncopy to {name}\n"),
        ];
        for patch in patches {
            Place::new().check(patch, &["--allow-hidden"], NOT_WRITTEN);
        }
    }
}

#[test]
fn t05_a_users_own_file_named_like_a_stage_stays() {
    for name in ["src/.hunkwise-1-0.tmp", "src/.hunkwise-1-0.old"] {
        for patch in [
            EDIT_A,
            "*** Begin Patch\n*** Delete File: src/a.txt\n*** End Patch\n",
        ] {
            let place = Place::new();
            fs::write(place.root().join(name), "precious").unwrap();
            place.check(patch, &[], Written);
            let kept = fs::read_to_string(place.root().join(name)).unwrap();
            assert_eq!(kept, "precious");
            let undone = shell(&place, "exec \"$0\" undo --root root");
            assert!(undone.status.success(), "{}", words(&undone));
            assert_eq!(
                fs::read_to_string(place.root().join("src/a.txt")).unwrap(),
                A
            );
        }
    }
}

/// Writes a patch that edits a file in each of `n_folders` folders.
fn many_folders(place: &Place, n_folders: usize) {
    let mut patch = String::new();
    for number in 0..n_folders {
        let folder = place.root().join(format!("d{number}/e"));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("f"), "old\n").unwrap();
        patch += &format!("--- a/d{number}/e/f\n+++ b/d{number}/e/f\n@@ -1 +1 @@\n-old\n+new\n");
    }
    fs::write(place.dir.path().join("reply"), patch).unwrap();
}

#[test]
fn t13_many_folders_go_with_few_descriptors() {
    for limit in [48, 64, 256] {
        let place = Place::new();
        many_folders(&place, 300);
        let before = place.tree();
        let line = format!("ulimit -n {limit}; exec \"$0\" apply -q reply --root root");
        let done = shell(&place, &line);
        assert_eq!(done.status.code(), Some(0), "{limit}: {}", words(&done));
        assert_eq!(words(&done), "");
        let all_new = place
            .tree()
            .values()
            .all(|what| !what.contains("\"old\\n\""));
        assert!(all_new);
        let line = format!("ulimit -n {limit}; exec \"$0\" undo --root root");
        let done = shell(&place, &line);
        assert_eq!(done.status.code(), Some(0), "{limit}: {}", words(&done));
        assert_eq!(place.tree(), before, "{limit}");
    }
}

#[test]
fn t05_a_limit_of_file_sizes_is_a_failed_write() {
    let place = Place::new();
    let large = "line\n".repeat(4000);
    fs::write(place.root().join("large.txt"), &large).unwrap();
    fs::write(
        place.dir.path().join("reply"),
        format!("{EDIT_A}--- a/large.txt\n+++ b/large.txt\n@@ -1,2 +1,3 @@\n line\n+NEW\n line\n"),
    )
    .unwrap();
    let before = place.tree();
    let line = "ulimit -f 8; exec \"$0\" apply --policy nearest reply --root root";
    let done = shell(&place, line);
    assert_eq!(done.status.code(), Some(6), "{}", words(&done));
    assert!(words(&done).contains("no changes"));
    assert_eq!(place.tree(), before);
}

#[test]
fn t17_state_that_came_with_the_tree_is_not_followed() {
    // An honest record of somebody else: made under another user's secret, then copied along.
    let place = Place::new();
    fs::remove_dir_all(place.root().join(".git")).unwrap();
    fs::write(place.dir.path().join("reply"), EDIT_A).unwrap();
    let theirs = "XDG_STATE_HOME=$PWD/theirs exec \"$0\" apply reply --root root";
    assert!(shell(&place, theirs).status.success());
    for phase in ["plan", "staged", "done"] {
        let copy = Place::new();
        fs::remove_dir_all(copy.root().join(".git")).unwrap();
        let line = format!(
            "rm -r root && cp -a {} root && mv root/.hunkwise/ops/000001/kept.json root/.hunkwise/ops/000001/{phase}.json",
            place.root().display()
        );
        assert!(shell(&copy, &line).status.success());
        let added = "--- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+n\n";
        let said = copy.check(added, &[], REFUSED);
        assert!(said.contains("recover --trust-state"), "{said}");
        fs::write(copy.dir.path().join("first"), added).unwrap();
        let before = copy.tree();
        for command in ["recover", "undo", "undo 1"] {
            let done = shell(&copy, &format!("exec \"$0\" {command} --root root"));
            assert_eq!(
                done.status.code(),
                Some(4),
                "{phase} {command}: {}",
                words(&done)
            );
            assert!(words(&done).contains("--trust-state"), "{}", words(&done));
        }
        assert_eq!(copy.tree(), before);
        for (command, code) in [("check", 4), ("explain", 0)] {
            let done = shell(&copy, &format!("exec \"$0\" {command} first --root root"));
            assert_eq!(done.status.code(), Some(code), "{}", words(&done));
        }
    }
    let undone = shell(&place, "exec \"$0\" undo 1 --root root");
    assert_eq!(undone.status.code(), Some(4), "{}", words(&undone));
    assert!(words(&undone).contains("undo 1 --trust-state"));
    let undone = shell(&place, "exec \"$0\" undo 1 --trust-state --root root");
    assert!(undone.status.success(), "{}", words(&undone));
    assert_eq!(
        fs::read_to_string(place.root().join("src/a.txt")).unwrap(),
        A
    );
}

#[test]
fn t17_a_file_that_says_where_gits_folder_is_is_not_followed() {
    let place = Place::new();
    let outside = place.dir.path().join("outside");
    fs::create_dir(&outside).unwrap();
    fs::write(outside.join("HEAD"), "ref: refs/heads/main\n").unwrap();
    fs::remove_dir_all(place.root().join(".git")).unwrap();
    let dot_git = format!("gitdir: {}\n", outside.display());
    fs::write(place.root().join(".git"), dot_git).unwrap();
    fs::write(place.dir.path().join("reply"), EDIT_A).unwrap();
    let done = shell(&place, "exec \"$0\" apply reply --root root");
    assert!(done.status.success(), "{}", words(&done));
    assert_eq!(fs::read_dir(&outside).unwrap().count(), 1);
    assert!(place.root().join(".hunkwise/ops").is_dir());
}

/// A folder with the program, which every user can run. Another program copies it: a file that is open for writing here
/// would be so in what other tests start meanwhile, and could not be run.
static FOR_ALL_USERS: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let mut copy = Command::new("cp");
    copy.arg(env!("CARGO_BIN_EXE_hunkwise")).arg(folder.path());
    assert!(copy.status().unwrap().success());
    folder
});

/// Runs a command as a user who owns nothing but the place; `None` where that cannot be had.
pub(super) fn as_nobody(place: &Place, command: &str) -> Option<Output> {
    const NOBODY: u32 = 65534;
    if !rustix_is_root() {
        eprintln!("SKIPPED: only root can run a program as another user");
        return None;
    }
    fs::set_permissions(place.dir.path(), fs::Permissions::from_mode(0o777)).unwrap();
    let done = Command::new("sh")
        .args(["-c", command])
        .arg(FOR_ALL_USERS.path().join("hunkwise"))
        .current_dir(place.dir.path())
        .env("XDG_CONFIG_HOME", "/nonexistent")
        .env("XDG_STATE_HOME", place.dir.path().join("nobody"))
        .stdin(Stdio::null())
        .uid(NOBODY)
        .gid(NOBODY)
        .output()
        .unwrap();
    Some(done)
}

pub(super) fn rustix_is_root() -> bool {
    use std::os::unix::fs::MetadataExt;
    fs::metadata("/proc/self").is_ok_and(|facts| facts.uid() == 0)
}

/// Gives everything in and under `path` to the user that [`as_nobody`] runs as.
pub(super) fn give_away(path: PathBuf) {
    chown(&path, Some(65534), Some(65534)).unwrap();
    if path.is_dir() {
        for entry in fs::read_dir(&path).unwrap() {
            give_away(entry.unwrap().path());
        }
    }
}

#[test]
fn t14_what_another_user_left_is_in_no_readers_way() {
    let place = Place::new();
    fs::write(place.dir.path().join("reply"), EDIT_A).unwrap();
    let added = "--- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+n\n";
    fs::write(place.dir.path().join("first"), added).unwrap();
    if !rustix_is_root() {
        eprintln!("SKIPPED: only root can leave state to another user");
        return;
    }
    // As `sudo hunkwise` does.
    assert!(
        shell(&place, "exec \"$0\" apply first --root root")
            .status
            .success()
    );
    let state = place.root().join(".git/hunkwise");
    for entry in fs::read_dir(place.root()).unwrap() {
        give_away(entry.unwrap().path());
    }
    chown(place.root(), Some(65534), Some(65534)).unwrap();
    chown(&state, Some(0), Some(0)).unwrap();
    for command in ["explain reply", "log"] {
        let Some(done) = as_nobody(&place, &format!("exec \"$0\" {command} --root root")) else {
            return;
        };
        assert_eq!(done.status.code(), Some(0), "{command}: {}", words(&done));
    }
    // It finds the place, and says what a write would.
    for command in ["check reply", "apply --dry-run reply"] {
        let done = as_nobody(&place, &format!("exec \"$0\" {command} --root root")).unwrap();
        assert_eq!(done.status.code(), Some(4), "{command}: {}", words(&done));
        for wanted in ["placed", "another user"] {
            assert!(words(&done).contains(wanted), "{command}: {}", words(&done));
        }
    }
    // Nobody says that nothing is recorded where they may not look.
    for command in ["log", "log --json", "recover", "recover --json"] {
        let done = as_nobody(&place, &format!("exec \"$0\" {command} --root root")).unwrap();
        assert_eq!(done.status.code(), Some(0), "{command}: {}", words(&done));
        let words = words(&done);
        assert!(
            words.contains("belongs to another user"),
            "{command}: {words}"
        );
        assert!(!words.contains("nothing was"), "{command}: {words}");
    }
    for command in ["apply reply", "undo", "undo --as-patch"] {
        let done = as_nobody(&place, &format!("exec \"$0\" {command} --root root")).unwrap();
        assert_eq!(done.status.code(), Some(4), "{command}: {}", words(&done));
        let words = words(&done);
        assert!(words.contains("another user"), "{command}: {words}");
    }
}

#[test]
fn t13_a_umask_that_takes_all_away_leaves_a_state_that_can_be_used() {
    let place = Place::new();
    fs::remove_dir_all(place.root().join(".git")).unwrap();
    fs::write(place.dir.path().join("reply"), EDIT_A).unwrap();
    give_away(place.root());
    for command in [
        "umask 777; exec \"$0\" apply reply --root root",
        "exec \"$0\" undo --root root",
    ] {
        let Some(done) = as_nobody(&place, command) else {
            return;
        };
        assert_eq!(done.status.code(), Some(0), "{command}: {}", words(&done));
    }
    assert_eq!(
        fs::read_to_string(place.root().join("src/a.txt")).unwrap(),
        A
    );
}

#[test]
fn t13_new_files_and_folders_can_be_undone_whatever_the_umask_is() {
    for umask in ["777", "400", "177", "077", "000"] {
        let place = Place::new();
        fs::remove_dir_all(place.root().join(".git")).unwrap();
        let patch = "--- /dev/null\n+++ b/n/m/x\n@@ -0,0 +1 @@\n+new\n";
        fs::write(place.dir.path().join("reply"), patch).unwrap();
        give_away(place.root());
        for (command, is_made) in [("apply reply", true), ("undo", false), ("undo 2", true)] {
            let line = format!("umask {umask}; exec \"$0\" {command} --root root");
            let Some(done) = as_nobody(&place, &line) else {
                return;
            };
            assert_eq!(done.status.code(), Some(0), "{line}: {}", words(&done));
            assert_eq!(place.root().join("n/m/x").exists(), is_made, "{line}");
            assert_eq!(place.root().join("n").exists(), is_made, "{line}");
        }
    }
}

#[test]
fn t13_without_a_thread_left_all_goes_on() {
    let place = Place::new();
    fs::remove_dir_all(place.root().join(".git")).unwrap();
    fs::write(place.dir.path().join("reply"), EDIT_A).unwrap();
    give_away(place.root());
    for (command, code) in [
        ("check reply", 0),
        ("apply reply", 0),
        ("undo", 0),
        ("demo", 0),
    ] {
        // The program is the one process, and no shell beside it.
        let line = format!("exec prlimit --nproc=1 \"$0\" {command} --root root");
        let line = if command == "demo" {
            line.replace(" --root root", "")
        } else {
            line
        };
        let Some(done) = as_nobody(&place, &line) else {
            return;
        };
        assert_eq!(done.status.code(), Some(code), "{line}: {}", words(&done));
    }
}

#[test]
fn t09_a_file_whose_owner_an_undo_cannot_give_back_is_not_deleted() {
    let place = Place::new();
    fs::remove_dir_all(place.root().join(".git")).unwrap();
    let patch = "*** Begin Patch\n*** Delete File: b.txt\n*** End Patch\n";
    fs::write(place.dir.path().join("reply"), patch).unwrap();
    give_away(place.root());
    if !rustix_is_root() {
        eprintln!("SKIPPED: only root can leave a file to another user");
        return;
    }
    chown(place.root().join("b.txt"), Some(1), Some(1)).unwrap();
    let Some(done) = as_nobody(&place, "exec \"$0\" apply reply --root root") else {
        return;
    };
    assert_eq!(done.status.code(), Some(4), "{}", words(&done));
    assert!(words(&done).contains("owner"), "{}", words(&done));
    assert!(place.root().join("b.txt").exists());
}

#[test]
fn t12_paths_that_nobody_has_are_refused_at_once() {
    for path in [
        "d/".repeat(3_000) + "x",
        "d/".repeat(40_000) + "x",
        format!("{}/x", "d".repeat(5_000)),
    ] {
        let patch = format!("*** Begin Patch\n*** Add File: {path}\n+x\n*** End Patch\n");
        Place::new().check(patch, &[], REFUSED);
    }
    // What is allowed is made, and taken back.
    let deep = "d/".repeat(255) + "x";
    let place = Place::new();
    let patch = format!("*** Begin Patch\n*** Add File: {deep}\n+x\n*** End Patch\n");
    fs::write(place.dir.path().join("reply"), &patch).unwrap();
    let before = place.tree();
    place.check(patch, &[], Written);
    let done = shell(&place, "exec \"$0\" undo --root root");
    assert!(done.status.success(), "{}", words(&done));
    assert_eq!(place.tree(), before);
}

/// Says what `check`, a dry run and an apply say, which must be the same, as what is there is the same.
#[track_caller]
fn check_foretold(place: &Place, patch: &str, expected: i32) -> String {
    fs::write(place.dir.path().join("reply"), patch).unwrap();
    let run = |line: &str| shell(place, &format!("exec \"$0\" {line} --root root reply"));
    let done = ["check", "apply --dry-run", "apply"].map(run);
    let codes = done.each_ref().map(|done| done.status.code());
    let said = words(&done[2]);
    assert_eq!(codes, [Some(expected); 3], "{patch:?}: {said}");
    said
}

fn adds(path: &str, line: &str) -> String {
    format!("--- /dev/null\n+++ b/{path}\n@@ -0,0 +1 @@\n+{line}\n")
}

#[test]
fn t03_no_patch_makes_a_repository() {
    let head = |folder: &str| adds(&format!("{folder}HEAD"), "ref: refs/heads/x");
    let rest = |folder: &str| {
        [
            adds(&format!("{folder}objects/README"), "x"),
            adds(&format!("{folder}refs/README"), "x"),
        ]
        .concat()
    };
    check_foretold(&Place::new(), &(head("docs/") + &rest("docs/")), 4);
    check_foretold(&Place::new(), &(rest("a/b/") + &head("a/b/")), 4);
    check_foretold(&Place::new(), &(head("") + &rest("")), 4);
    check_foretold(
        &Place::new(),
        &(rest("d/") + &head("d/").replace("HEAD", "head")),
        4,
    );
    // One whose other half lies elsewhere.
    let linked = head("d/") + &adds("d/commondir", "../e") + &rest("e/");
    check_foretold(&Place::new(), &linked, 4);
    let renamed =
        "diff --git a/d/h b/d/HEAD\nsimilarity index 100%\nrename from d/h\nrename to d/HEAD\n";
    for patch in [&head("d/")[..], renamed] {
        let place = Place::new();
        fs::create_dir_all(place.root().join("d/objects")).unwrap();
        fs::create_dir_all(place.root().join("d/refs")).unwrap();
        fs::write(place.root().join("d/h"), "ref: refs/heads/x\n").unwrap();
        let said = check_foretold(&place, patch, 4);
        assert!(said.contains("`d` would be a git repository"), "{said}");
    }
    check_foretold(&Place::new(), &rest("d/"), 0);
    check_foretold(&Place::new(), &head("d/"), 0);
}

#[test]
fn t15_what_an_apply_would_find_is_foretold() {
    let with = |make: &dyn Fn(&Place)| {
        let place = Place::new();
        make(&place);
        place
    };
    let a = |place: &Place| place.root().join("src/a.txt");
    let linked = with(&|place| fs::hard_link(a(place), place.dir.path().join("other")).unwrap());
    check_foretold(&linked, EDIT_A, 4);
    let mode = "diff --git a/src/a.txt b/src/a.txt\nold mode 100644\nnew mode 100755\n";
    check_foretold(&linked, mode, 4);
    check_foretold(
        &linked,
        "*** Begin Patch\n*** Delete File: src/a.txt\n*** End Patch\n",
        0,
    );
    let set_id = with(&|place| {
        fs::set_permissions(a(place), fs::Permissions::from_mode(0o4755)).unwrap();
    });
    check_foretold(&set_id, EDIT_A, 4);
    let staged = with(&|place| {
        let name = "src/.hunkwise-482d2d0f76440599bf22ba09-0.tmp";
        fs::write(place.root().join(name), "").unwrap();
    });
    check_foretold(&staged, EDIT_A, 5);
}

#[test]
fn t15_sections_in_each_others_way_wait() {
    for patch in [
        adds("x", "a") + &adds("x/y", "b"),
        adds("x/y/z", "b") + &adds("x", "a"),
        "*** Begin Patch\n*** Add File: x\n+a\n*** Add File: x/y\n+b\n*** End Patch\n".to_string(),
        EDIT_A.to_string() + &EDIT_A.replace("+++ b/src/a.txt", "+++ b/src/a.txt.new"),
    ] {
        let said = check_foretold(&Place::new(), &patch, 3);
        assert!(!said.contains("0 parts"), "{said}");
    }
    check_foretold(&Place::new(), &(adds("x", "a") + &adds("x-y/z", "b")), 0);
}

#[test]
fn t11_hidden_text_that_is_not_written_stops_nothing_else() {
    let hidden = "--- a/b.txt\n+++ b/b.txt\n@@ -1 +1 @@\n-bee\n+be\u{200b}e\n";
    let both = [EDIT_A, hidden].concat();
    check_foretold(&Place::new(), &both, 4);
    let named = [EDIT_A, &adds("be\u{200b}e", "x")].concat();
    for (patch, flags, code) in [
        (&both, "--partial --reject h2", 1),
        (&both, "--reject h2", 1),
        (&named, "--reject h2", 1),
        (&both, "--partial", 4),
    ] {
        let place = Place::new();
        fs::write(place.dir.path().join("reply"), patch).unwrap();
        let done = shell(
            &place,
            &format!("exec \"$0\" apply {flags} --root root reply"),
        );
        assert_eq!(done.status.code(), Some(code), "{flags}: {}", words(&done));
        let is_written = fs::read_to_string(place.root().join("src/a.txt")).unwrap() != A;
        assert_eq!(is_written, code == 1, "{flags}");
    }
}

#[test]
fn t08_the_way_back_as_a_patch_makes_the_same_bytes_or_is_refused() {
    let delete = "*** Begin Patch\n*** Delete File: c\n*** End Patch\n";
    let moved = "diff --git a/c b/d\nsimilarity index 100%\nrename from c\nrename to d\n";
    let less = "--- a/c\n+++ b/c\n@@ -1,5 +1,4 @@\n a\n b\n-X\n c\n d\n";
    for (content, patch) in [
        ("one\r\ntwo\r\n", delete),
        ("one\r\ntwo\nthree\r\nfour\n", delete),
        ("\u{feff}one\n", delete),
        ("one\r\n", moved),
        ("one\ntwo\n", delete),
        ("one", delete),
        ("", delete),
        ("a\r\nb\r\nX\nc\r\nd\r\n", less),
        ("a\nb\nX\nc\nd\n", less),
    ] {
        let place = Place::new();
        let c = place.root().join("c");
        fs::write(&c, content).unwrap();
        place.check(patch, &[], Written);
        let undone = shell(&place, "exec \"$0\" undo --as-patch --root root");
        if undone.status.code() == Some(4) {
            let said = words(&undone);
            assert!(said.contains(".copy`") && content != "one\ntwo\n", "{said}");
            continue;
        }
        assert_eq!(
            undone.status.code(),
            Some(0),
            "{content:?}: {}",
            words(&undone)
        );
        fs::write(place.dir.path().join("reply"), &undone.stdout).unwrap();
        let back = shell(&place, "exec \"$0\" apply --root root reply");
        assert_eq!(back.status.code(), Some(0), "{content:?}: {}", words(&back));
        assert_eq!(fs::read_to_string(&c).unwrap(), content);
    }
}

#[test]
fn a_file_that_only_others_can_run_is_no_plain_one() {
    for (mode, asked, expected) in [
        (0o611, "100644", 0o600),
        (0o645, "100644", 0o644),
        (0o610, "100644", 0o600),
        (0o644, "100644", 0o644),
        (0o611, "100755", 0o711),
        (0o755, "100644", 0o644),
    ] {
        let place = Place::new();
        let b = place.root().join("b.txt");
        fs::set_permissions(&b, fs::Permissions::from_mode(mode)).unwrap();
        let old = if asked == "100644" {
            "100755"
        } else {
            "100644"
        };
        let patch = format!("diff --git a/b.txt b/b.txt\nold mode {old}\nnew mode {asked}\n");
        fs::write(place.dir.path().join("p"), patch).unwrap();
        let done = shell(&place, "exec \"$0\" apply --root root p");
        let now = fs::metadata(&b).unwrap().permissions().mode() & 0o777;
        assert_eq!(now, expected, "{mode:o} to {asked}: {}", words(&done));
    }
}

/// What `mcp` is asked for by an agent reaches no file that the agent may have been shut off from.
#[test]
fn t01_an_agent_has_no_file_read_outside_of_the_root() {
    let place = Place::new();
    let top = place.dir.path();
    for name in ["lines", "root/lines"] {
        fs::write(top.join(name), " bee\n+ and SECRET lines\n").unwrap();
    }
    for name in ["patch", "root/patch"] {
        fs::write(top.join(name), EDIT_A.replace("NEW", "SECRET")).unwrap();
    }
    for name in ["decisions", "root/decisions"] {
        fs::write(top.join(name), "{\"version\": 1, \"SECRET\": 1}").unwrap();
    }
    std::os::unix::fs::symlink("../patch", place.root().join("link")).unwrap();
    std::os::unix::fs::symlink("..", place.root().join("up")).unwrap();
    let ask = |arguments: String| {
        let call = format!(
            "{{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/call\", \"params\": {{\"name\": \"check\", \
             \"arguments\": {{{arguments}}}}}}}"
        );
        fs::write(top.join("request"), call).unwrap();
        words(&shell(&place, "exec \"$0\" mcp --root root < request"))
    };
    let edit = EDIT_A.replace('\n', "\\n");
    let all = |at: &str| {
        [
            format!("\"file\": \"{at}patch\""),
            format!("\"text\": \"{edit}\", \"args\": [\"--edit\", \"h1={at}lines\"]"),
            format!("\"text\": \"{edit}\", \"args\": [\"--decisions={at}decisions\"]"),
        ]
    };
    let absolute = format!("{}/", top.display());
    for at in [
        "", "root/../", "./", "root/up/", &absolute, "/proc/self/cwd/",
    ] {
        for asked in all(at) {
            let said = ask(asked.clone());
            assert!(!said.contains("SECRET"), "{asked}: {said}");
            assert!(said.contains("\\\"code\\\":"), "{asked}: {said}");
        }
    }
    assert!(!ask("\"file\": \"root/link\"".to_string()).contains("SECRET"));
    let name = "root/";
    let (from_here, absolute) = (format!("./{name}"), format!("{absolute}{name}"));
    for at in [name, &from_here, &absolute] {
        for asked in all(at) {
            let said = ask(asked.clone());
            assert!(said.contains("SECRET"), "{asked}: {said}");
        }
    }
}

#[test]
fn t03_no_request_gets_out_of_the_root() {
    let place = Place::new();
    for flags in [
        "[\"--root=/\"]",
        "[\"--root\", \"..\"]",
        "[\"--partial\", \"--root=..\"]",
    ] {
        let call = format!(
            "{{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/call\", \"params\": {{\"name\": \"check\", \
             \"arguments\": {{\"text\": \"x\", \"args\": {flags}}}}}}}"
        );
        let open = format!(
            "{{\"id\": 1, \"method\": \"open\", \"params\": {{\"text\": \"x\", \"args\": {flags}}}}}"
        );
        for (command, request) in [("mcp", call), ("serve", open)] {
            for root in ["", " --root root"] {
                fs::write(place.dir.path().join("request"), &request).unwrap();
                let done = shell(&place, &format!("exec \"$0\" {command}{root} < request"));
                let said = words(&done);
                assert!(
                    said.contains("--root is given when the program is started"),
                    "{said}"
                );
            }
        }
    }
}

#[test]
fn t02_nothing_is_written_where_the_root_lies_in_a_repositorys_own_folder() {
    let roots = [
        ("src", 0),
        (".git", 4),
        (".git/hooks", 4),
        (".git/hunkwise", 4),
        (".hg", 4),
        ("src/.git/hooks", 4),
        ("bare", 4),
        ("bare/hooks", 4),
        (".git/trees/other", 0),
    ];
    let place = Place::new();
    for folder in roots
        .iter()
        .map(|(root, _)| *root)
        .chain(["bare/objects", "bare/refs"])
    {
        fs::create_dir_all(place.root().join(folder)).unwrap();
    }
    fs::write(place.root().join("bare/HEAD"), "ref: refs/heads/x\n").unwrap();
    let work = place.root().join(".git/trees/other/.git");
    fs::write(work, "gitdir: /nowhere\n").unwrap();
    let patch = "*** Begin Patch\n*** Add File: made\n+x\n*** End Patch\n";
    fs::write(place.dir.path().join("reply"), patch).unwrap();
    for (root, code) in roots {
        let made = place.root().join(root).join("made");
        for command in ["check", "apply"] {
            let line = format!("exec \"$0\" {command} --root root/{root} reply");
            let done = shell(&place, &line);
            assert_eq!(done.status.code(), Some(code), "{root}: {}", words(&done));
            let is_written = code == 0 && command == "apply";
            assert_eq!(made.exists(), is_written, "{root} {command}");
        }
        if code != 0 {
            // Whoever stands in it means the work tree around.
            let line = format!("reply=$PWD/reply; cd root/{root} && exec \"$0\" apply \"$reply\"");
            shell(&place, &line);
            assert!(!made.exists(), "{root}");
        }
    }
}

#[test]
fn t17_a_record_in_flight_below_holds_what_is_said_of_its_folder() {
    let made = "--- a/src/a.txt\n+++ b/src/a.txt\n@@ -1,3 +1,4 @@\n first line\n+second line\n third line\n fourth line\n";
    let unclear = "--- a/src/a.txt\n+++ b/src/a.txt\n@@ @@\n-no such line\n+NEW\n";
    for (reply, otherwise) in [(EDIT_A, 0), (made, 0), (unclear, 3)] {
        for (is_planted, code) in [(false, otherwise), (true, 4)] {
            let place = Place::new();
            if is_planted {
                let op = place.root().join("src/.hunkwise/ops/000001");
                fs::create_dir_all(&op).unwrap();
                let private = fs::Permissions::from_mode(0o700);
                fs::set_permissions(place.root().join("src/.hunkwise"), private).unwrap();
                fs::write(op.join("staged.json"), "{").unwrap();
            }
            fs::write(place.dir.path().join("reply"), reply).unwrap();
            for command in ["check", "apply --dry-run", "apply"] {
                let line = format!("exec \"$0\" {command} reply --root root");
                let done = shell(&place, &line);
                assert_eq!(
                    done.status.code(),
                    Some(code),
                    "{command}: {}",
                    words(&done)
                );
            }
        }
    }
}

#[test]
fn t13_a_secret_that_no_descriptor_is_left_for_is_not_called_bad() {
    let place = Place::new();
    let patch = place.dir.path().join("reply");
    fs::write(&patch, EDIT_A).unwrap();
    let made = shell(&place, "exec \"$0\" apply --root root reply");
    assert!(made.status.success(), "{}", words(&made));
    for n in 3..=8 {
        let done = shell(
            &place,
            &format!("ulimit -n {n}; exec \"$0\" log --root root"),
        );
        let said = words(&done);
        assert!(!said.contains("only you can read"), "{n}: {said}");
    }
}
