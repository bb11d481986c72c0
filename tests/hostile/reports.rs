//! Files named on the command line, in a tree that somebody else made: nothing is written through them, over what the run
//! reads or writes, or without being told (T03, T13).

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::{Command, Stdio};

use super::*;

/// One hunk that is written, one that fits nowhere.
const HALF: &str = "--- a/b.txt\n+++ b/b.txt\n@@ -1 +1 @@\n-bee\n+wasp\n--- a/src/a.txt\n+++ b/src/a.txt\n@@ @@\n no such line\n-nor this one here\n+MINE\n";

/// What one run did: its code, and all it said.
struct Ran {
    code: Option<i32>,
    said: String,
}

impl Place {
    /// Runs a line of shell in the root, `$0` being the program, beside a reply `../half`.
    fn shell(&self, line: &str) -> Ran {
        fs::write(self.dir.path().join("half"), HALF).unwrap();
        let done = Command::new("sh")
            .args(["-c", line, env!("CARGO_BIN_EXE_hunkwise")])
            .env("XDG_CONFIG_HOME", "/nonexistent")
            .current_dir(self.root())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        Ran {
            code: done.status.code(),
            said: String::from_utf8([done.stdout, done.stderr].concat()).unwrap(),
        }
    }

    /// Runs it and expects that nothing was changed by it, and why.
    #[track_caller]
    fn refuses(&self, line: &str, code: i32, why: &str) {
        fs::write(self.dir.path().join("half"), HALF).unwrap();
        let before = self.tree();
        let ran = self.shell(line);
        assert_eq!(ran.code, Some(code), "{line}: {}", ran.said);
        assert!(ran.said.contains(why), "{line}: {}", ran.said);
        assert_eq!(self.tree(), before, "{line} changed something");
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.root().join(path)).unwrap()
    }
}

/// Every flag that names a file to write.
const FLAGS: [&str; 3] = ["--rejects", "--feedback", "--log"];

#[test]
fn no_report_goes_through_a_link_of_the_tree() {
    let place = Place::new();
    let outside = place.dir.path().join("home");
    fs::create_dir(&outside).unwrap();
    symlink("../secret", place.root().join("left.diff")).unwrap();
    symlink("../nowhere-yet", place.root().join("dangling")).unwrap();
    symlink("../home", place.root().join("out")).unwrap();
    symlink(&outside, place.root().join("src/far")).unwrap();
    symlink("src", place.root().join("near")).unwrap();
    // The person's own link leads to one that is the tree's.
    symlink("root/out", place.dir.path().join("mine")).unwrap();
    for flag in FLAGS {
        for name in [
            "left.diff", "dangling", "./src/../left.diff", "out/left.diff", "src/far/left.diff",
            "near/left.diff", "../mine/left.diff", "$PWD/out/left.diff",
        ] {
            let line = format!("$0 apply --partial {flag} {name} ../half");
            place.refuses(&line, 4, "symbolic link");
            // A root below the work tree's top is no way around.
            let line = format!("cd src && $0 apply --root . --partial {flag} ../out/x ../../half");
            place.refuses(&line, 4, "symbolic link");
        }
    }
}

/// What makes a folder the top of a work tree, for reports as for records.
#[test]
fn links_are_not_followed_below_the_top_of_any_work_tree() {
    for (top, is_folder) in [(".jj", true), (".git", true), (".git", false)] {
        let place = Place::new();
        fs::remove_dir_all(place.root().join(".git")).unwrap();
        if is_folder {
            fs::create_dir(place.root().join(top)).unwrap();
        } else {
            fs::write(place.root().join(top), "gitdir: elsewhere\n").unwrap();
        }
        fs::create_dir(place.dir.path().join("home")).unwrap();
        symlink("../home", place.root().join("out")).unwrap();
        for flag in FLAGS {
            let line = format!("cd src && $0 apply --root . --partial {flag} ../out/x ../../half");
            place.refuses(&line, 4, "symbolic link");
        }
    }
    // A file of that name that is nobody's work tree is none for either.
    let place = Place::new();
    fs::remove_dir_all(place.root().join(".git")).unwrap();
    fs::write(place.root().join(".git"), "a file of mine\n").unwrap();
    symlink("../home", place.root().join("out")).unwrap();
    fs::create_dir(place.dir.path().join("home")).unwrap();
    let line = "cd src && $0 apply --root . --partial --rejects ../out/x ../../half";
    assert!(!place.shell(line).said.contains("symbolic link"));
}

#[test]
fn a_link_of_the_persons_own_leads_to_the_tree_and_out_of_it() {
    let place = Place::new();
    fs::create_dir(place.dir.path().join("kept")).unwrap();
    symlink(place.root(), place.dir.path().join("checkout")).unwrap();
    symlink("kept", place.dir.path().join("reports")).unwrap();
    let line =
        "$0 apply --partial --rejects ../checkout/left.diff --feedback ../reports/back.md ../half";
    assert_eq!(place.shell(line).code, Some(1));
    assert!(place.read("left.diff").contains("+MINE"));
    let feedback = fs::read_to_string(place.dir.path().join("kept/back.md")).unwrap();
    assert!(feedback.contains("src/a.txt"), "{feedback}");
    // Whichever way it is reached, it is the same file.
    for name in ["../checkout/b.txt", "../checkout/src/../b.txt"] {
        let line = format!("$0 apply --partial --rejects {name} ../half");
        place.refuses(&line, 4, "the patch is about it");
    }
}

#[test]
fn no_report_goes_over_a_target_the_reply_or_our_records() {
    let place = Place::new();
    let new = "--- /dev/null\n+++ b/new/file\n@@ -0,0 +1 @@\n+x\n";
    fs::write(place.dir.path().join("new"), new).unwrap();
    fs::write(place.root().join("reply.md"), HALF).unwrap();
    fs::hard_link(place.root().join("b.txt"), place.root().join("same")).unwrap();
    fs::create_dir_all(place.root().join(".git/hunkwise")).unwrap();
    for flag in FLAGS {
        for (name, why) in [
            ("b.txt", "the patch is about it"),
            ("./src/a.txt", "the patch is about it"),
            ("same", "the patch is about it"),
            (".git/config", "own folder"),
            (".git/hunkwise/left.diff", "own folder"),
            ("../half", "this run reads it"),
            ("src", "a folder"),
            ("src/", "a folder"),
        ] {
            let line = format!("$0 apply --partial {flag} {name} ../half");
            place.refuses(&line, 4, why);
        }
        place.refuses(
            &format!("$0 apply --partial {flag} reply.md - < reply.md"),
            4,
            "reads it",
        );
        place.refuses(&format!("$0 apply {flag} new/file ../new"), 2, "");
        place.refuses(
            &format!("$0 apply {flag} new ../new"),
            4,
            "the patch is about it",
        );
        let decisions = format!("$0 apply --partial {flag} d.json --decisions d.json ../half");
        fs::write(place.root().join("d.json"), "{}").unwrap();
        // The log is begun before the decisions are read, so it is refused; for the others they are unreadable first.
        let code = if flag == "--log" { 4 } else { 2 };
        place.refuses(&decisions, code, "");
    }
    let two = "$0 apply --partial --rejects x --feedback ./x ../half";
    place.refuses(two, 2, "two reports");
    let folded = "touch out && $0 apply --partial --rejects out ../half > out";
    assert_eq!(place.shell(folded).code, Some(4));
    assert_eq!(place.read("b.txt"), "bee\n");
}

#[test]
fn what_cannot_be_written_is_told_before_anything_is() {
    let place = Place::new();
    fs::create_dir(place.root().join("closed")).unwrap();
    for flag in FLAGS {
        for name in [
            "/dev/full", "no/such/folder/x", "b.txt/x", "/proc/self/nothing",
        ] {
            let line = format!("$0 apply --partial {flag} {name} ../half");
            place.refuses(&line, 2, "");
        }
        // As full as a disk gets: not one byte can be written.
        let line = format!("ulimit -f 0; $0 apply --partial {flag} x ../half");
        let ran = place.shell(&line);
        assert_ne!(ran.code, Some(0), "{flag}: {}", ran.said);
        assert_eq!(place.read("b.txt"), "bee\n", "{flag}: {}", ran.said);
    }
    for flags in ["--json", "--feedback -", "--feedback-json"] {
        let line = format!("$0 apply --partial {flags} ../half > /dev/full");
        place.refuses(&line, 2, "");
    }
    place.refuses("$0 check --json ../half > /dev/full", 2, "");
    place.refuses("$0 apply --partial ../half > /dev/full", 2, "");
    place.refuses("$0 apply --partial ../half 1< /dev/null", 2, "");
    let applied = place.shell("$0 apply --partial ../half");
    assert_eq!(applied.code, Some(1), "{}", applied.said);
    for command in ["undo", "recover", "undo --json", "recover --json"] {
        place.refuses(&format!("$0 {command} > /dev/full"), 2, "");
    }
    place.refuses("$0 --help > /dev/full", 2, "");
}

#[test]
fn what_the_system_says_is_told_once() {
    let place = Place::new();
    for line in [
        "$0 apply --partial --rejects b.txt/x ../half",
        "$0 apply --partial --feedback none/x ../half",
        "$0 apply --partial --log b.txt/x ../half",
        "$0 apply ../none",
        "$0 apply ../half --root none",
        "$0 apply ../half --decisions none",
    ] {
        let said = place.shell(line).said;
        let n_told = ["(os error", "no such file"].map(|words| said.matches(words).count());
        assert_eq!(n_told.iter().sum::<usize>(), 1, "{line}: {said}");
    }
}

#[test]
fn a_run_that_only_looks_writes_no_file() {
    let place = Place::new();
    for command in ["check", "apply --dry-run", "explain", "convert"] {
        if command != "apply --dry-run" {
            place.refuses(
                &format!("$0 {command} --log x ../half"),
                2,
                "writes no file",
            );
        }
        let ran = place.shell(&format!("$0 {command} --log /dev/stderr ../half"));
        assert!(ran.said.contains("exit code"), "{command}: {}", ran.said);
    }
    // A rehearsal says what the write would say of the files that are named for it, and writes none.
    let named = "--log x --feedback y --rejects z ../half";
    for (flags, code) in [("--partial", 1), ("", 3)] {
        let line = format!("$0 apply --dry-run {flags} {named}");
        place.refuses(&line, code, "`z` is not written: --dry-run writes no file");
    }
    place.refuses(
        "$0 apply --dry-run --rejects src/a.txt ../half",
        4,
        "src/a.txt",
    );
    place.refuses("$0 check --feedback x ../half", 2, "writes no file");
    let ran = place.shell("$0 check --feedback /dev/stderr ../half 2>&1 >/dev/null");
    assert!(ran.said.contains("src/a.txt"), "{}", ran.said);
}

#[test]
fn pipes_and_streams_are_written_as_they_are() {
    let place = Place::new();
    for (line, shown) in [
        ("--rejects /dev/stdout -q ../half", "+MINE"),
        ("--rejects /dev/stderr -q ../half 2>&1 >/dev/null", "+MINE"),
        ("--rejects /dev/fd/3 -q ../half 3>&1", "+MINE"),
        ("--rejects /proc/self/fd/1 -q ../half", "+MINE"),
        ("--feedback /dev/stdout -q ../half", "NOT APPLIED"),
        ("--log /dev/stdout -q ../half", "exit code 1"),
    ] {
        fs::write(place.root().join("b.txt"), "bee\n").unwrap();
        let ran = place.shell(&format!("$0 apply --partial {line}"));
        assert_eq!(ran.code, Some(1), "{line}: {}", ran.said);
        assert!(ran.said.contains(shown), "{line}: {}", ran.said);
        assert_eq!(place.read("b.txt"), "wasp\n");
    }
    fs::write(place.root().join("b.txt"), "bee\n").unwrap();
    let pipe =
        "mkfifo ../pipe; cat ../pipe & $0 apply --partial -q --rejects ../pipe ../half; wait";
    let ran = place.shell(pipe);
    assert!(ran.said.contains("+MINE"), "{}", ran.said);
    // What a stream holds already stays.
    fs::write(place.root().join("b.txt"), "bee\n").unwrap();
    fs::write(place.root().join("kept"), "before\n").unwrap();
    place.shell("$0 apply --partial -q --rejects /dev/fd/3 ../half 3>>kept");
    let kept = place.read("kept");
    assert!(
        kept.starts_with("before\n") && kept.contains("+MINE"),
        "{kept}"
    );
}

#[test]
fn a_file_that_was_there_is_replaced_with_its_mode_and_nothing_else() {
    let place = Place::new();
    let left = place.root().join("left.diff");
    fs::write(&left, "old").unwrap();
    fs::hard_link(&left, place.dir.path().join("other-name")).unwrap();
    fs::set_permissions(&left, fs::Permissions::from_mode(0o640)).unwrap();
    let ran =
        place.shell("umask 022; $0 apply --partial --rejects left.diff --feedback back.md ../half");
    assert_eq!(ran.code, Some(1), "{}", ran.said);
    let mode = |path: &str| {
        fs::metadata(place.root().join(path))
            .unwrap()
            .permissions()
            .mode()
            & 0o7777
    };
    assert_eq!((mode("left.diff"), mode("back.md")), (0o640, 0o644));
    let other = fs::read_to_string(place.dir.path().join("other-name")).unwrap();
    assert_eq!(other, "old", "a hard link may lead out of the tree");
    let names = fs::read_dir(place.root()).unwrap();
    let strays = names.filter(|name| {
        let name = name.as_ref().unwrap().file_name();
        name.to_string_lossy().contains(".hunkwise-report")
    });
    assert_eq!(strays.count(), 0);
    // A log is gone on with, so it must not lead out of the tree by another name.
    fs::hard_link(place.dir.path().join("secret"), place.root().join("log")).unwrap();
    place.refuses("$0 apply --partial --log log ../half", 4, "hard link");
}

#[test]
fn a_log_that_only_takes_more_is_gone_on_with_and_no_report_replaces_it() {
    let place = Place::new();
    // It takes the superuser and a disk that knows the flag.
    if place.shell("echo before > ../log && chattr +a ../log").code != Some(0) {
        return;
    }
    let ran = place.shell("\"$0\" apply --partial --log ../log ../half");
    assert_eq!(ran.code, Some(1), "{}", ran.said);
    let log = fs::read_to_string(place.dir.path().join("log")).unwrap();
    assert!(
        log.starts_with("before\n") && log.contains("apply 1"),
        "{log}"
    );
    fs::write(place.root().join("b.txt"), "bee\n").unwrap();
    for flag in ["--rejects", "--feedback"] {
        let line = format!("\"$0\" apply --partial {flag} ../log ../half");
        let why = "it can only be appended to";
        place.refuses(&line, 4, why);
    }
    place.shell("chattr -a ../log");
}

#[test]
fn a_recovery_with_nothing_to_do_claims_no_write() {
    // Standard output is asked before anything is done.
    for line in ["recover", "recover --json"] {
        let ran = Place::new().shell(&format!("\"$0\" {line} > /dev/full"));
        assert_eq!(ran.code, Some(2), "{line}: {}", ran.said);
        assert!(!ran.said.contains("written"), "{line}: {}", ran.said);
    }
}
