//! Where the root is, and which of its files a path means: absolute, from the current folder, through a link.

use std::fs;
use std::io::Write;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// A folder with a work tree `shop` in it, and a link `link` to that.
struct Place(TempDir);

/// What one run did.
struct Ran {
    code: i32,
    said: String,
}

impl Place {
    fn new(files: &[(&str, &str)]) -> Place {
        let place = Place(tempfile::tempdir().expect("a temporary folder"));
        fs::create_dir_all(place.path("shop/.git")).expect("made");
        fs::write(place.path("shop/.git/HEAD"), "ref: refs/heads/main\n").expect("written");
        symlink(place.path("shop"), place.path("link")).expect("linked");
        for (path, content) in files {
            let path = place.path("shop").join(path);
            fs::create_dir_all(path.parent().expect("below the folder")).expect("made");
            fs::write(path, content).expect("written");
        }
        place
    }

    fn path(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).unwrap_or_default()
    }

    /// Applies `reply`, standing in `folder`; `{}` in the reply is the folder around the work tree.
    fn apply(&self, folder: &str, args: &[&str], reply: &str) -> Ran {
        let top = self.0.path().to_string_lossy();
        let folder = self.path(folder);
        let mut child = Command::new(env!("CARGO_BIN_EXE_hunkwise"))
            .arg("apply")
            .args(args.iter().map(|arg| arg.replace("{}", &top)))
            .arg("-")
            .current_dir(&folder)
            .env("PWD", &folder)
            .env("HOME", self.0.path())
            .env_remove("XDG_STATE_HOME")
            .env_remove("XDG_CONFIG_HOME")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut pipe = child.stdin.take().expect("piped");
        // A program that ends before it reads closes the pipe: that is its right.
        let _ = pipe.write_all(reply.replace("{}", &top).as_bytes());
        drop(pipe);
        let output = child.wait_with_output().expect("the program ends");
        let said = [output.stdout, output.stderr].concat();
        Ran {
            code: output.status.code().unwrap_or(-1),
            said: String::from_utf8_lossy(&said).into_owned(),
        }
    }
}

#[track_caller]
fn check(ran: &Ran, code: i32, words: &str) {
    assert_eq!(ran.code, code, "{}", ran.said);
    assert!(ran.said.contains(words), "no `{words}` in\n{}", ran.said);
}

/// Returns an edit of a file in several dialects.
fn edits(path: &str) -> [String; 6] {
    [
        format!(
            "{{\"file_path\": \"{path}\", \"old_string\": \"one\", \"new_string\": \"two\"}}\n"
        ),
        format!("--- {path}\n+++ {path}\n@@ -1 +1 @@\n-one\n+two\n"),
        format!("*** Begin Patch\n*** Update File: {path}\n@@\n-one\n+two\n*** End Patch\n"),
        format!("`{path}`\n```\n<<<<<<< SEARCH\none\n=======\ntwo\n>>>>>>> REPLACE\n```\n"),
        format!(
            "<edit>\n<path>{path}</path>\n<old_text>one</old_text>\n<new_text>two</new_text>\n</edit>\n"
        ),
        format!("cat > {path} <<'EOF'\ntwo\nEOF\n"),
    ]
}

#[test]
fn an_absolute_path_under_the_root_is_taken_in_every_dialect() {
    for (folder, path) in [
        ("shop", "{}/shop/src/a.txt"),
        ("shop/src", "{}/shop/src/a.txt"),
        ("link", "{}/link/src/a.txt"),
        ("link/src", "{}/link/src/a.txt"),
        ("link", "{}/shop/src/a.txt"),
        ("shop", "~/shop/src/a.txt"),
        ("shop", "file://{}/shop/src/a.txt"),
    ] {
        for reply in edits(path) {
            let place = Place::new(&[("src/a.txt", "one\n")]);
            let ran = place.apply(folder, &["--policy", "nearest"], &reply);
            check(&ran, 0, "src/a.txt");
            assert_eq!(place.read("shop/src/a.txt"), "two\n", "{reply}");
        }
    }
}

#[test]
fn an_absolute_path_elsewhere_is_refused_and_its_end_is_offered() {
    for path in [
        "/repo/src/a.txt",
        "{}/shopping/src/a.txt",
        "~/other/src/a.txt",
        "C:\\\\src\\\\a.txt",
    ] {
        let place = Place::new(&[("src/a.txt", "one\n"), ("a.txt", "one\n")]);
        let ran = place.apply("shop", &[], &edits(path)[0]);
        check(&ran, 4, "outside the root");
        check(&ran, 4, "did it mean src/a.txt, a.txt?");
    }
}

#[test]
fn the_file_asked_for_may_be_named_by_its_absolute_path() {
    let place = Place::new(&[("src/a.txt", "one\n")]);
    let reply = "<<<<<<< SEARCH\none\n=======\ntwo\n>>>>>>> REPLACE\n";
    let ran = place.apply("link", &["--file", "{}/link/src/a.txt"], reply);
    check(&ran, 0, "src/a.txt");
    assert_eq!(place.read("shop/src/a.txt"), "two\n");
    let ran = place.apply("shop", &["--file", "/etc/hostname"], reply);
    check(&ran, 2, "outside the root");
}

#[test]
fn a_root_named_through_a_link_may_be_written_so() {
    let place = Place::new(&[("src/a.txt", "one\n")]);
    let ran = place.apply("", &["--root", "link"], &edits("{}/link/src/a.txt")[0]);
    check(&ran, 0, "src/a.txt");
}

#[test]
fn a_work_tree_of_jujutsu_has_its_top_where_its_folder_lies() {
    let place = Place::new(&[("src/a.txt", "one\n")]);
    let shop = place.path("shop");
    fs::rename(shop.join(".git"), shop.join(".jj")).expect("renamed");
    let ran = place.apply("shop/src", &[], &edits("src/a.txt")[1]);
    check(&ran, 0, "src/a.txt");
    assert!(Path::exists(&shop.join(".hunkwise")));
}

#[test]
fn a_path_from_the_current_folder_is_taken_where_the_root_has_none() {
    for reply in edits("a.txt").iter().take(5) {
        let place = Place::new(&[("src/a.txt", "one\n")]);
        check(&place.apply("shop/src", &[], reply), 0, "src/a.txt");
        assert_eq!(place.read("shop/src/a.txt"), "two\n", "{reply}");
        // Who names the root says what paths are meant from.
        let ran = place.apply("shop/src", &["--root", ".."], reply);
        check(&ran, 3, "file not found");
    }
}

#[test]
fn a_path_that_may_be_meant_from_either_folder_is_asked_for() {
    for reply in edits("a.txt") {
        let place = Place::new(&[("src/a.txt", "one\n"), ("a.txt", "one\n")]);
        check(
            &place.apply("shop/src", &[], &reply),
            3,
            "two files may be meant",
        );
        check(
            &place.apply("shop", &["--partial"], &edits("a.txt")[1]),
            0,
            "a.txt",
        );
    }
}

#[test]
fn an_absolute_path_is_meant_from_nowhere_else() {
    for reply in edits("{}/shop/a.txt").iter().take(5) {
        let place = Place::new(&[("src/a.txt", "one\n")]);
        check(&place.apply("shop/src", &[], reply), 3, "file not found");
    }
}

#[test]
fn a_new_file_follows_the_others_or_goes_where_its_folder_is() {
    let create =
        |path: &str| format!("*** Begin Patch\n*** Add File: {path}\n+new\n*** End Patch\n");
    let place = Place::new(&[("src/a.txt", "one\n"), ("src/lib/x", ""), ("doc/y", "")]);
    let both = [edits("a.txt")[1].as_str(), &create("b.txt")].concat();
    check(&place.apply("shop/src", &[], &both), 0, "src/b.txt");
    check(
        &place.apply("shop/src", &[], &create("lib/c.txt")),
        0,
        "src/lib/c.txt",
    );
    check(
        &place.apply("shop/src", &[], &create("doc/d.txt")),
        0,
        "doc/d.txt",
    );
    check(
        &place.apply("shop/src", &[], &create("e.txt")),
        3,
        "two files may be meant",
    );
    check(
        &place.apply("shop/src", &[], &create("new/f.txt")),
        3,
        "two files may be meant",
    );
    check(
        &place.apply("shop", &[], &create("new/f.txt")),
        0,
        "new/f.txt",
    );
}

#[test]
fn a_file_in_conflict_is_told_and_is_no_patch_for_itself() {
    let conflict = "a\n<<<<<<< HEAD\nx\n=======\ny\n>>>>>>> topic\none\n";
    let place = Place::new(&[("a.txt", conflict)]);
    let ran = place.apply("shop", &["--file", "a.txt"], conflict);
    check(&ran, 2, "conflict markers");
    assert_eq!(place.read("shop/a.txt"), conflict);
    check(
        &place.apply("shop", &[], &edits("a.txt")[1]),
        0,
        "conflict markers, the first in line 2",
    );
}
