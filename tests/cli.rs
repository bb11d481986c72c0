//! Every command of the real binary: exit code, standard output, standard error, and what is on disk afterwards.

use std::fs::{self, Permissions};
use std::io::Write;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// What one run did.
struct Ran {
    code: i32,
    out: String,
    err: String,
}

/// A folder with files, to run the program in.
struct Tree(TempDir);

const POEM: &str = "roses are red\nviolets are blue\nsugar is sweet\nand so are you\n";
const FIX: &str = "--- a/poem.txt\n+++ b/poem.txt\n@@ -1,3 +1,3 @@\n roses are red\n-violets are blue\n+violets are purple\n sugar is sweet\n";
const NOWHERE: &str = "--- a/poem.txt\n+++ b/poem.txt\n@@ @@\n daffodils are yellow\n-tulips come in many colours\n+tulips too\n";
const TWINS: &str = "def one():\n    total = 0\n    total += count()\n    return total\n\ndef two():\n    total = 0\n    total += count()\n    return total\n";
const TWIN_FIX: &str = "--- a/twins.py\n+++ b/twins.py\n@@ ... @@\n     total = 0\n-    total += count()\n+    total += 2 * count()\n     return total\n";

impl Tree {
    fn new(files: &[(&str, &str)]) -> Tree {
        let tree = Tree(tempfile::tempdir().expect("a temporary folder"));
        for (path, content) in files {
            tree.write(path, content);
        }
        tree
    }

    fn path(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }

    fn write(&self, path: &str, content: impl AsRef<[u8]>) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().expect("below the folder")).expect("made");
        fs::write(path, content).expect("written");
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).expect("readable")
    }

    /// Runs the program in the folder, with no terminal of any kind.
    fn run(&self, args: &[&str]) -> Ran {
        self.run_with(args, b"")
    }

    /// Runs the program in a session of its own, which has no terminal.
    fn run_apart(&self, args: &[&str]) -> Ran {
        let mut command = Command::new("setsid");
        command.args(["-w", env!("CARGO_BIN_EXE_hunkwise")]);
        self.run_command(command, args, b"")
    }

    fn run_with(&self, args: &[&str], stdin: &[u8]) -> Ran {
        self.run_command(Command::new(env!("CARGO_BIN_EXE_hunkwise")), args, stdin)
    }

    fn run_command(&self, mut command: Command, args: &[&str], stdin: &[u8]) -> Ran {
        command
            .args(args)
            .current_dir(self.0.path())
            .env("HOME", self.0.path().join("home"))
            .env_remove("XDG_STATE_HOME")
            .env_remove("XDG_CONFIG_HOME")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            // A process group of its own is not enough to lose the terminal; a session is, by `setsid`.
            .process_group(0);
        let mut child = command.spawn().expect("the program starts");
        let mut pipe = child.stdin.take().expect("piped");
        // A program that ends before it reads closes the pipe: that is its right.
        let _ = pipe.write_all(stdin);
        drop(pipe);
        let output = child.wait_with_output().expect("the program ends");
        Ran {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout).expect("standard output is UTF-8"),
            err: String::from_utf8(output.stderr).expect("standard error is UTF-8"),
        }
    }
}

#[track_caller]
fn check(ran: &Ran, code: i32, out: &[&str], err: &[&str]) {
    let what = format!("out: {}\nerr: {}", ran.out, ran.err);
    assert_eq!(ran.code, code, "{what}");
    for words in out {
        assert!(ran.out.contains(words), "no `{words}` in\n{what}");
    }
    for words in err {
        assert!(ran.err.contains(words), "no `{words}` in\n{what}");
    }
    if err.is_empty() {
        assert_eq!(ran.err, "", "{what}");
    }
}

#[test]
fn check_writes_nothing_and_apply_does_what_it_said() {
    let tree = Tree::new(&[("poem.txt", POEM), ("fix.diff", FIX)]);
    check(
        &tree.run(&["check", "fix.diff"]),
        0,
        &["hunk 1   placed  line 2, strict 100", "hunkwise apply"],
        &[],
    );
    check(
        &tree.run(&["apply", "--dry-run", "fix.diff"]),
        0,
        &["placed"],
        &[],
    );
    assert_eq!(tree.read("poem.txt"), POEM);
    assert!(
        !tree.path(".hunkwise").exists(),
        "a look leaves no state behind"
    );

    check(
        &tree.run(&["apply", "fix.diff"]),
        0,
        &["poem.txt  applied", "hunkwise undo"],
        &[],
    );
    assert_eq!(tree.read("poem.txt"), POEM.replace("blue", "purple"));
    check(
        &tree.run(&["apply", "fix.diff"]),
        0,
        &["already applied", "nothing to write"],
        &[],
    );
}

#[test]
fn lines_reported_after_a_write_are_those_on_disk() {
    let file = "a\nb\nc\nd\ne\nf\nsame\nold\nsame\nold\n";
    let adds = "--- a/f\n+++ b/f\n@@ -1,2 +1,4 @@\n a\n+one\n+two\n b\n";
    let changes = "@@ -5,2 +7,2 @@\n-e\n+E\n f\n";
    let ties = "@@ @@\n same\n-old\n+new\n";
    let tree = Tree::new(&[("f", file), ("fix.diff", &format!("{adds}{changes}{ties}"))]);
    let before = tree.run(&["check", "fix.diff"]);
    check(
        &before,
        3,
        &["hunk 2   placed  line 5", "(lines 8, 10)"],
        &[],
    );
    let ran = tree.run(&["apply", "--partial", "fix.diff"]);
    check(
        &ran,
        1,
        &["hunk 2   applied  line 7", "(lines 10, 12)"],
        &[],
    );
}

#[test]
fn json_is_alone_on_standard_output() {
    let tree = Tree::new(&[("poem.txt", POEM), ("fix.diff", FIX)]);
    for report in ["--rejects", "--feedback", "--log"] {
        for name in ["/dev/stdout", "/dev/fd/1"] {
            let ran = tree.run(&["apply", "--json", report, name, "fix.diff"]);
            check(&ran, 2, &["\"exit\": 2"], &["name a file"]);
            assert!(serde_json::from_str::<serde_json::Value>(&ran.out).is_ok());
        }
    }
    assert_eq!(tree.read("poem.txt"), POEM);
    let ran = tree.run(&["apply", "--json", "--rejects", "/dev/stderr", "fix.diff"]);
    check(&ran, 0, &["\"exit\": 0"], &[]);
}

#[test]
fn a_final_newline_of_two_bytes_can_go() {
    let tree = Tree::new(&[("old", "a\r\nb\r\n"), ("new", "a\r\nb")]);
    let diff = tree.run(&["diff", "old", "new", "--to", "unified"]);
    check(&diff, 0, &["\\ No newline at end of file"], &[]);
    tree.write("fix.diff", &diff.out);
    check(&tree.run(&["apply", "fix.diff"]), 0, &["applied"], &[]);
    assert_eq!(tree.read("old"), tree.read("new"));
}

#[test]
fn undo_takes_back_and_can_be_taken_back() {
    let tree = Tree::new(&[("poem.txt", POEM), ("fix.diff", FIX)]);
    tree.run(&["apply", "fix.diff"]);
    check(
        &tree.run(&["log"]),
        0,
        &["apply        in effect    ~poem.txt"],
        &[],
    );
    check(
        &tree.run(&["undo"]),
        0,
        &["apply 1 is undone", "hunkwise undo 2"],
        &[],
    );
    assert_eq!(tree.read("poem.txt"), POEM);
    let further = &["nothing to undo any more", "`hunkwise undo 2`"];
    check(&tree.run(&["undo"]), 2, &[], further);
    check(&tree.run(&["undo", "2"]), 0, &["apply 2 is undone"], &[]);
    assert_eq!(tree.read("poem.txt"), POEM.replace("blue", "purple"));
    tree.write("poem.txt", "mine now\n");
    check(
        &tree.run(&["undo", "3"]),
        5,
        &[],
        &["`poem.txt` changed since"],
    );
    assert_eq!(tree.read("poem.txt"), "mine now\n");
    fs::remove_file(tree.path("poem.txt")).expect("removed");
    let ran = tree.run(&["undo", "3"]);
    check(
        &ran,
        5,
        &[],
        &["`poem.txt` removed or renamed since", "put that file back"],
    );
    assert!(!ran.err.contains("--as-patch"), "{}", ran.err);
    check(
        &tree.run(&["undo", "99"]),
        2,
        &[],
        &["there is no apply 99"],
    );
    check(
        &tree.run(&["recover"]),
        0,
        &["nothing was interrupted"],
        &[],
    );
}

#[test]
fn what_changed_since_is_reversed_as_a_patch() {
    let tree = Tree::new(&[("poem.txt", POEM), ("fix.diff", FIX)]);
    tree.run(&["apply", "fix.diff"]);
    let changed = format!("a title\n{}", tree.read("poem.txt"));
    tree.write("poem.txt", &changed);
    check(
        &tree.run(&["undo"]),
        5,
        &[],
        &["`hunkwise undo 1 --as-patch"],
    );
    let patch = tree.run(&["undo", "--as-patch"]);
    check(
        &patch,
        0,
        &["-violets are purple", "+violets are blue"],
        &[],
    );
    assert_eq!(tree.read("poem.txt"), changed);
    let reversed = tree.run_with(&["apply"], patch.out.as_bytes());
    check(&reversed, 0, &["poem.txt  applied"], &[]);
    assert_eq!(tree.read("poem.txt"), format!("a title\n{POEM}"));
}

#[test]
fn modes_are_set_as_the_patch_says_shown_taken_back_and_written_out() {
    let tree = Tree::new(&[("poem.txt", POEM), ("run", "x\n"), ("spare", "x\n")]);
    let mode = |path: &str| {
        let mode = fs::metadata(tree.path(path)).expect("there").mode();
        mode & 0o111 != 0
    };
    fs::set_permissions(tree.path("spare"), Permissions::from_mode(0o755)).expect("set");
    let git = "diff --git a/poem.txt b/poem.txt\nold mode 100644\nnew mode 100755\n";
    let only = "diff --git a/run b/run\nold mode 100644\nnew mode 100755\n\
                diff --git a/spare b/spare\nold mode 100755\nnew mode 100644\n";
    tree.write("p.diff", format!("{git}{FIX}{only}"));
    let shown = "hunk 3   placed  mode 644 -> 755";
    check(&tree.run(&["check", "p.diff"]), 0, &[shown], &[]);
    check(
        &tree.run(&["explain", "p.diff"]),
        0,
        &["placed: mode 755 -> 644"],
        &[],
    );
    let json = tree.run(&["check", "--json", "p.diff"]);
    check(
        &json,
        0,
        &["\"mode\": \"executable\"", "\"mode\": \"plain\""],
        &[],
    );
    let converted = tree.run(&["convert", "p.diff"]);
    check(&converted, 0, &[only], &[]);
    check(
        &tree.run(&["convert", "--to", "fudiff", "p.diff"]),
        1,
        &[],
        &["run: fudiff cannot say a change of mode"],
    );

    check(&tree.run(&["apply", "p.diff"]), 0, &["4 of 4"], &[]);
    assert_eq!(["poem.txt", "run", "spare"].map(mode), [true, true, false]);
    check(&tree.run(&["log"]), 0, &["~poem.txt *run *spare"], &[]);
    let reversed = tree.run(&["undo", "--as-patch"]);
    let back = "diff --git a/run b/run\nold mode 100755\nnew mode 100644\n";
    check(&reversed, 0, &[back], &[]);
    check(&tree.run(&["undo"]), 0, &[], &[]);
    assert_eq!(["poem.txt", "run", "spare"].map(mode), [false, false, true]);

    // Where the lines are there already, the mode alone is set.
    tree.write("poem.txt", POEM.replace("blue", "purple"));
    check(
        &tree.run(&["apply", "p.diff"]),
        0,
        &["already applied"],
        &[],
    );
    assert_eq!(["poem.txt", "run", "spare"].map(mode), [true, true, false]);
    tree.write("back.diff", &reversed.out);
    check(&tree.run(&["apply", "back.diff"]), 0, &[], &[]);
    assert_eq!(tree.read("poem.txt"), POEM);
    assert_eq!(["poem.txt", "run", "spare"].map(mode), [false, false, true]);
    fs::remove_file(tree.path("run")).expect("removed");
    let new = "diff --git a/new b/new\nnew file mode 100755\n--- /dev/null\n+++ b/new\n@@ -0,0 +1 @@\n+#!\n";
    tree.write("new.diff", new);
    check(&tree.run(&["apply", "new.diff"]), 0, &["new  created"], &[]);
    assert!(mode("new"));
    let gone = tree.run(&["apply", "p.diff"]);
    check(&gone, 3, &["run  file not found", "nothing written"], &[]);
    assert!(!tree.path("run").exists(), "a mode makes no file");
}

#[test]
fn what_a_patch_of_a_new_file_cannot_say_is_told() {
    let tree = Tree::new(&[]);
    let texts = [
        (
            "a\r\nb\r\n",
            "would end its lines with line feeds alone",
            "unified",
        ),
        (
            "\u{feff}a\n",
            "would leave out its byte order mark",
            "apply-patch",
        ),
        (
            "a",
            "no newline at the end; use `unified`",
            "search-replace",
        ),
    ];
    for (text, expected, form) in texts {
        tree.write("new.txt", text);
        let ran = tree.run(&["diff", "--to", form, "/dev/null", "new.txt"]);
        check(&ran, 1, &[], &[expected]);
    }
    tree.write("new.txt", "a\nb\n");
    assert_eq!(tree.run(&["diff", "/dev/null", "new.txt"]).err, "");
}

#[test]
fn what_is_not_read_back_as_it_was_meant_is_told() {
    let tree = Tree::new(&[]);
    let kept = "old.txt: `hunkwise apply` would keep the line ends that the file has\n";
    let other = "old.txt: `hunkwise apply` would end some lines otherwise\n";
    let ends = [
        ("one\ntwo\n", "one\r\nTWO\r\n", kept),
        ("one\r\ntwo\r\n", "one\nTWO\n", kept),
        ("one\r\ntwo\r\n", "one\r\nTWO\n", kept),
        ("one\ntwo\n", "one\ntwo\r\n", kept),
        ("one\r\ntwo\n", "one\ntwo\n", kept),
        ("one\r\ntwo\nsix\n", "one\r\ntwo\n6\r\n", other),
    ];
    for (old, new, expected) in ends {
        tree.write("old.txt", old);
        tree.write("new.txt", new);
        for form in ["unified", "fudiff", "search-replace", "apply-patch"] {
            let ran = tree.run(&["diff", "--to", form, "old.txt", "new.txt"]);
            check(&ran, 1, &[], &[expected]);
        }
    }
    tree.write("new.txt", "def f():\n    # ... existing code ...\n");
    let ran = tree.run(&["diff", "--to", "search-replace", "/dev/null", "new.txt"]);
    check(
        &ran,
        0,
        &[],
        &[
            "would ask before it writes this (a new line is a placeholder for lines left out); use `unified`",
        ],
    );
    tree.write("empty.txt", "");
    let ran = tree.run(&["diff", "--to", "search-replace", "/dev/null", "empty.txt"]);
    check(
        &ran,
        1,
        &[],
        &["empty.txt: search-replace cannot say an empty new file; use `unified`"],
    );
    tree.write("old.txt", "one\ntwo\n");
    tree.write("new.txt", "one\nt\rwo\n");
    let ran = tree.run(&["diff", "old.txt", "new.txt"]);
    let hidden = "would refuse its hidden text without `--allow-hidden`";
    check(&ran, 0, &[], &[hidden]);
    // Nothing is written of what stays as it is.
    tree.write("same.txt", "a\n");
    for form in ["unified", "fudiff", "search-replace", "apply-patch"] {
        let ran = tree.run(&["diff", "--to", form, "same.txt", "same.txt"]);
        assert_eq!((ran.out.as_str(), ran.err.as_str()), ("", ""), "{form}");
    }
}

#[test]
fn no_line_is_missing_where_none_is_quoted() {
    let bare = "--- a/poem.txt\n+++ b/poem.txt\n@@ -2,0 +3,1 @@\n+a new line of it\n";
    let tree = Tree::new(&[("poem.txt", POEM), ("bare.diff", bare)]);
    let ran = tree.run(&["explain", "bare.diff"]);
    check(&ran, 3, &["quotes no line next to line 3"], &[]);
    assert!(!ran.out.contains("missing"), "{}", ran.out);
}

#[test]
fn nothing_is_undone_where_nothing_was_done() {
    let tree = Tree::new(&[]);
    check(&tree.run(&["undo"]), 2, &[], &["nothing to undo"]);
    check(
        &tree.run(&["log"]),
        0,
        &["nothing was applied here yet"],
        &[],
    );
}

#[test]
fn one_stuck_hunk_keeps_all_from_being_written_unless_partial() {
    let both = format!("{FIX}{}", NOWHERE.replace("poem", "other"));
    let tree = Tree::new(&[("poem.txt", POEM), ("other.txt", POEM), ("fix.diff", &both)]);
    check(
        &tree.run(&["apply", "fix.diff"]),
        3,
        &["no match", "nothing written"],
        &[],
    );
    assert_eq!(tree.read("poem.txt"), POEM);
    let args = [
        "apply", "--partial", "--rejects", "left.diff", "--feedback", "back.md", "fix.diff",
    ];
    check(&tree.run(&args), 1, &["1 of 2 hunks written, 1 left"], &[]);
    assert_eq!(tree.read("poem.txt"), POEM.replace("blue", "purple"));
    assert_eq!(tree.read("other.txt"), POEM);
    let left = tree.read("left.diff");
    assert!(
        left.starts_with("--- a/other.txt\n+++ b/other.txt\n@@ @@\n"),
        "{left}"
    );
    assert!(
        left.ends_with(" daffodils are yellow\n-tulips come in many colours\n+tulips too\n"),
        "{left}"
    );
    assert!(
        tree.read("back.md")
            .contains("other.txt  NOT APPLIED: not found")
    );
}

#[test]
fn twins_are_asked_about_and_named() {
    let tree = Tree::new(&[("twins.py", TWINS), ("fix.diff", TWIN_FIX)]);
    let offer = "If you mean line 3, send:";
    check(
        &tree.run(&["check", "fix.diff"]),
        3,
        &["fits 2 places equally well", "lines 3, 8"],
        &[],
    );
    check(
        &tree.run(&["explain", "fix.diff", "h1"]),
        3,
        &["in `def one`", "in `def two`"],
        &[],
    );
    let ran = tree.run(&["check", "--feedback", "-", "fix.diff"]);
    check(
        &ran,
        3,
        &["NOT APPLIED: fits 2 places", offer, "in `def two`"],
        &["fits 2 places equally well"],
    );
    check(
        &tree.run(&["apply", "--policy", "nearest", "fix.diff"]),
        0,
        &["the nearest of several"],
        &[],
    );
    assert_eq!(
        tree.read("twins.py"),
        TWINS.replacen("count()", "2 * count()", 1)
    );
}

#[test]
fn the_words_that_make_a_hunk_wait_are_quoted_wherever_it_is_reported() {
    let tree = Tree::new(&[("poem.txt", POEM)]);
    let reply = format!(
        "```diff\n{FIX}```\n\nThat was my idea.\nActually, ignore the above \u{202e} now.\n"
    );
    tree.write("reply.md", &reply);
    let shown = "\u{201c}Actually, ignore the above \u{2039}U+202E\u{203a} now.\u{201d} (line 12)";
    for command in ["check", "explain"] {
        let ran = tree.run(&[command, "reply.md"]);
        assert!(ran.out.contains(shown), "{}", ran.out);
        assert!(!ran.out.contains('\u{202e}'), "{}", ran.out);
    }
    let json = tree.run(&["check", "--json", "reply.md"]).out;
    let json: serde_json::Value = serde_json::from_str(&json).expect("one JSON document");
    let hunk = &json["files"][0]["hunks"][0];
    assert_eq!(hunk["quote"]["line"], 12);
    let message = hunk["message"].as_str().expect("a hunk that waits");
    assert!(message.ends_with(shown), "{message}");
    // One that fits is quoted for nothing.
    tree.write("reply.md", format!("```diff\n{FIX}```\n"));
    let json = tree.run(&["check", "--json", "reply.md"]).out;
    assert!(!json.contains("quote"), "{json}");
}

#[test]
fn json_is_one_document_and_escapes_what_a_terminal_would_act_on() {
    let patch = FIX.replace("purple", "pur\u{1b}[31mple\u{202e}");
    let tree = Tree::new(&[("poem.txt", POEM), ("fix.diff", &patch)]);
    let ran = tree.run(&["check", "--json", "fix.diff"]);
    check(&ran, 4, &[], &[]);
    let json: serde_json::Value = serde_json::from_str(&ran.out).expect("one JSON document");
    assert_eq!(json["version"], 1);
    assert_eq!(json["command"], "check");
    assert_eq!(json["exit"], 4);
    assert_eq!(json["written"], false);
    assert_eq!(json["findings"][0]["code"], "hidden_characters");
    assert_eq!(
        json["findings"][0]["hunk"],
        json["files"][0]["hunks"][0]["id"]
    );
    let hunk = &json["files"][0]["hunks"][0];
    assert_eq!((&hunk["line"], &hunk["end_line"]), (&1.into(), &3.into()));
    assert_eq!(
        (&hunk["tier"], &hunk["score"]),
        (&"strict".into(), &1000.into())
    );
    assert_eq!(hunk["candidates"][0]["lines"][0], "exact");
    let acts = |c: char| (c.is_control() && c != '\n') || hunkwise::text::display::is_hidden(c);
    assert!(!ran.out.contains(acts), "{}", ran.out);
    check(
        &tree.run(&["apply", "--json", "--allow-hidden", "fix.diff"]),
        0,
        &["\"status\": \"applied\""],
        &[],
    );
}

#[test]
fn bad_input_is_named_and_nothing_is_touched() {
    let tree = Tree::new(&[
        ("poem.txt", POEM),
        ("empty.diff", ""),
        ("prose.md", "Dear reader,\nno patch.\n"),
    ]);
    tree.write("f.bin", b"a\0b\n");
    tree.write("bin.diff", FIX.replace("poem.txt", "f.bin"));
    tree.write("dir.diff", FIX.replace("poem.txt", "folder"));
    tree.write("gone.diff", FIX.replace("poem.txt", "poems.txt"));
    fs::create_dir(tree.path("folder")).expect("made");
    for command in ["check", "apply"] {
        let run = |patch: &str| tree.run(&[command, patch]);
        check(
            &run("nowhere.diff"),
            2,
            &[],
            &["`nowhere.diff`", "cannot read `nowhere.diff`: no such file"],
        );
        check(&run("folder"), 2, &[], &["`folder`", "folder"]);
        check(&run("empty.diff"), 2, &["the reply is empty"], &[]);
        check(&run("prose.md"), 2, &["no patch found in 2 lines"], &[]);
        check(&run("bin.diff"), 1, &["f.bin  binary"], &[]);
        check(
            &run("gone.diff"),
            3,
            &["poems.txt  file not found", "did it mean poem.txt?"],
            &[],
        );
        let folder = run("dir.diff");
        assert!(
            [3, 4].contains(&folder.code),
            "{} {}",
            folder.out,
            folder.err
        );
    }
    assert_eq!(tree.read("poem.txt"), POEM);
    assert_eq!(fs::read(tree.path("f.bin")).expect("readable"), b"a\0b\n");
}

#[test]
fn what_leaves_out_lines_that_are_not_found_needs_a_person() {
    let tree = Tree::new(&[("poem.txt", POEM)]);
    let lazy =
        "`poem.txt`\n```\nno such first line\n// ... existing code ...\nno such last line\n```\n";
    let tilde =
        "--- poem.txt\n+++ poem.txt\n@@ ... @@\n-no such first line\n~\n-no such last line\n+one\n";
    for (reply, words) in [
        (lazy, "the first or last line of the snippet"),
        (tilde, "not found once each"),
    ] {
        tree.write("reply.md", reply);
        let ran = tree.run(&["apply", "reply.md"]);
        check(&ran, 3, &[words, "1 of 1 hunk needs review"], &[]);
        assert_eq!(tree.read("poem.txt"), POEM);
    }
}

#[test]
fn what_is_too_large_is_refused_before_it_is_read() {
    let tree = Tree::new(&[("poem.txt", POEM), ("fix.diff", FIX)]);
    check(
        &tree.run(&["check", "--limit", "50", "fix.diff"]),
        2,
        &[],
        &["larger than", "--limit"],
    );
    tree.write("poem.txt", POEM.repeat(40));
    check(
        &tree.run(&["check", "--limit", "1k", "fix.diff"]),
        4,
        &["poem.txt  refused", "larger than"],
        &[],
    );
}

#[test]
fn a_pipe_is_read_where_no_patch_is_named() {
    let tree = Tree::new(&[("poem.txt", POEM)]);
    check(
        &tree.run_with(&["check"], FIX.as_bytes()),
        0,
        &["placed"],
        &[],
    );
    check(
        &tree.run_with(&["apply", "-"], FIX.as_bytes()),
        0,
        &["applied"],
        &[],
    );
    check(&tree.run(&["check"]), 2, &["the reply is empty"], &[]);
}

#[test]
fn a_reader_that_goes_away_is_told_by_the_exit_code_alone() {
    let tree = Tree::new(&[("poem.txt", POEM), ("fix.diff", FIX)]);
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let output = Command::new(env!("CARGO_BIN_EXE_hunkwise"))
        .args(["check", "fix.diff"])
        .current_dir(tree.0.path())
        .stdin(Stdio::null())
        .stdout(writer)
        .stderr(Stdio::piped())
        .output()
        .expect("the program ends");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn a_deletion_of_an_empty_file_is_read_back() {
    let made = "diff --git a/e b/e\nnew file mode 100644\n";
    let tree = Tree::new(&[("empty", ""), ("new.diff", made)]);
    check(&tree.run(&["apply", "new.diff"]), 0, &["created"], &[]);
    let gone = "```diff\ndiff --git a/empty b/empty\ndeleted file mode 100644\n```\n";
    for (ways, name) in [
        (&["undo", "--as-patch"][..], "e"),
        (&["diff", "empty", "/dev/null"], "empty"),
        (&["convert", "-"], "empty"),
    ] {
        let printed = tree.run_with(ways, gone.as_bytes());
        check(&printed, 0, &["deleted file mode 100644\n-- \n"], &[]);
        let read = tree.run_with(&["check", "-"], printed.out.as_bytes());
        check(&read, 0, &[name, "deletes the file, 0 lines"], &[]);
    }
}

#[test]
fn the_log_says_what_was_done_and_nothing_of_the_contents() {
    let tree = Tree::new(&[("poem.txt", POEM), ("fix.diff", FIX)]);
    for _ in 0..2 {
        check(
            &tree.run(&["apply", "--log", "run.log", "fix.diff"]),
            0,
            &[],
            &[],
        );
    }
    let log = tree.read("run.log");
    for said in [
        "poem.txt: 1 of 1 hunks settled",
        "apply 1 wrote 1 file",
        "exit code 0",
    ] {
        assert!(log.contains(said), "{log}");
    }
    assert_eq!(
        log.matches("exit code 0").count(),
        2,
        "a second run goes on below: {log}"
    );
    assert!(!log.contains("violets"), "{log}");
}

#[test]
fn what_cannot_be_followed_is_a_usage_error() {
    let tree = Tree::new(&[("poem.txt", POEM), ("fix.diff", FIX)]);
    for args in [
        &["check", "--accept-from", "hopeful", "fix.diff"][..],
        &["check", "--similarity", "2", "fix.diff"],
        &["check", "--dialect", "klingon", "fix.diff"],
        &["check", "--file", "../poem.txt", "fix.diff"],
        &["check", "--log", "no/such/folder/x", "fix.diff"],
        &["check", "--feedback", "back.md", "fix.diff"],
        &["check", "--choose", "h2=1", "fix.diff"],
        &["check", "--choose", "h1=99", "fix.diff"],
        &["check", "--choose", "h1", "fix.diff"],
        &["check", "--choose", "h1-0000=1", "fix.diff"],
        &["check", "--reject", "h9", "fix.diff"],
        &["check", "--overlap", "h1,h1=both", "fix.diff"],
        &["check", "--target", "h1=../poem.txt", "fix.diff"],
        &["check", "--keep", "h1", "fix.diff"],
        &["check", "--expect", "poem.txt=00000000", "fix.diff"],
        &["check", "--expect", "other.txt=00000000", "fix.diff"],
        &["check", "--decisions", "fix.diff", "fix.diff"],
        &["check", "--context-min", "x", "fix.diff"],
        &["prompt"],
        &["schema", "nothing"],
        &["man", "nothing"],
        &["sessions", "--forget", "zzz"],
        &["sessions", "--forget", ""],
        &["diff", "-", "-"],
        &["aply", "fix.diff"],
        &["apply", "--no-such-flag", "fix.diff"],
        &["apply", "--rejects", "-", "fix.diff"],
        &["explain", "fix.diff", "h7"],
    ] {
        let ran = tree.run(args);
        assert_eq!(ran.code, 2, "{args:?}: {}{}", ran.out, ran.err);
        assert!(!ran.err.is_empty(), "{args:?}");
    }
    assert_eq!(tree.read("poem.txt"), POEM);
}

#[test]
fn the_targets_lie_at_the_top_of_the_work_tree() {
    let tree = Tree::new(&[("poem.txt", POEM), ("sub/fix.diff", FIX)]);
    fs::create_dir(tree.path(".git")).expect("made");
    let ran = Command::new(env!("CARGO_BIN_EXE_hunkwise"))
        .args(["apply", "fix.diff"])
        .current_dir(tree.path("sub"))
        .env("HOME", tree.path("home"))
        .env_remove("XDG_STATE_HOME")
        .stdin(Stdio::null())
        .output()
        .expect("the program ends");
    assert_eq!(
        ran.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&ran.stdout)
    );
    assert_eq!(tree.read("poem.txt"), POEM.replace("blue", "purple"));
    assert!(!tree.path(".hunkwise").exists() && tree.path(".git/hunkwise").exists());
}

#[test]
fn saved_reviews_are_listed_and_forgotten() {
    let tree = Tree::new(&[]);
    check(&tree.run(&["sessions"]), 0, &["no review is saved"], &[]);
    check(
        &tree.run(&["sessions", "--purge"]),
        0,
        &["0 forgotten"],
        &[],
    );
    check(
        &tree.run(&["sessions", "--forget", "zzz"]),
        2,
        &[],
        &["no saved review begins with `zzz`"],
    );
}

#[test]
fn the_lists_are_made_from_the_tables() {
    let tree = Tree::new(&[]);
    check(&tree.run(&["keys"]), 0, &["accept-clear", "Conflict"], &[]);
    check(&tree.run(&["themes"]), 0, &["high-contrast"], &[]);
    check(&tree.run(&["themes", "light"]), 0, &["[roles]"], &[]);
    check(
        &tree.run(&["themes", "ligth"]),
        2,
        &[],
        &["a similar value exists: 'light'"],
    );
    check(&tree.run(&["man"]), 0, &[".TH hunkwise"], &[]);
    check(
        &tree.run(&["completions", "bash"]),
        0,
        &["_hunkwise()"],
        &[],
    );
    check(
        &tree.run(&["--version"]),
        0,
        &[env!("CARGO_PKG_VERSION")],
        &[],
    );
    for row in hunkwise::report::EXITS {
        let code = row.code.to_string();
        let start: String = row.meaning.chars().take(30).collect();
        check(&tree.run(&["--help"]), 0, &[&code, &start], &[]);
    }
}

#[test]
fn the_demo_prints_its_report_where_no_keys_can_come() {
    let tree = Tree::new(&[]);
    let states = [
        "placed  line 8, strict",
        "resilient",
        "no match",
        "ambiguous",
        "conflict",
        "shop/coupons.py",
    ];
    check(&tree.run(&["demo"]), 0, &states, &[]);
}

/// Returns the README with the sections between its markers made anew.
fn readme_with(sections: &[(&str, String)], readme: &str) -> String {
    let mut readme = readme.to_string();
    for (name, body) in sections {
        let start = format!("<!-- {name} -->\n");
        let from = readme.find(&start).expect("the README has the marker") + start.len();
        let to = from + readme[from..].find("<!-- end -->").expect("and its end");
        readme.replace_range(from..to, &format!("\n{body}\n"));
    }
    readme
}

/// `HUNKWISE_BLESS=1 cargo test --test cli readme` writes the sections anew.
#[test]
fn the_tables_of_the_readme_are_those_of_the_code() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let readme = fs::read_to_string(&path).expect("there is a README");
    let help = Tree::new(&[]).run(&["-h"]).out;
    let (_, commands) = help.split_once("Commands:\n").expect("help lists commands");
    let (commands, _) = commands.split_once("\n\n").expect("and ends the list");
    let sections = [
        ("dialects", dialect_table()),
        ("tiers", tier_table()),
        ("commands", format!("```text\n{commands}\n```\n")),
        ("exits", exit_table()),
        ("keys", key_table()),
    ];
    let anew = readme_with(&sections, &readme);
    if std::env::var_os("HUNKWISE_BLESS").is_some() {
        fs::write(&path, anew).expect("the README can be written");
    } else {
        assert!(
            anew == readme,
            "README.md is stale: HUNKWISE_BLESS=1 cargo test --test cli readme"
        );
    }
}

fn dialect_table() -> String {
    let mut table = "| dialect | what it is |\n|---|---|\n".to_string();
    for spec in hunkwise::dialect::DIALECTS {
        table += &format!("| `{}` | {} |\n", spec.name, spec.title.replace('|', "\\|"));
    }
    table
}

fn tier_table() -> String {
    let mut table =
        "| tier | on the screen | a line matches when | bar |\n|---|---|---|---|\n".to_string();
    for spec in hunkwise::matcher::TIERS {
        table += &format!(
            "| {} | {} | {} | {} |\n",
            spec.name,
            hunkwise::report::tier_words(spec.tier),
            spec.summary,
            spec.bar.percent()
        );
    }
    table
}

fn exit_table() -> String {
    let mut table = "| code | meaning |\n|---|---|\n".to_string();
    for row in hunkwise::report::EXITS {
        table += &format!("| {} | {} |\n", row.code, row.meaning);
    }
    table
}

/// The keys of the review itself; `hunkwise keys` and `?` have the others.
fn key_table() -> String {
    use hunkwise::ui::key::shown;
    use hunkwise::ui::keymap::{Context, KEYMAP};
    let mut table = "| keys | what they do |\n|---|---|\n".to_string();
    let reviewing = |contexts: &[Context]| {
        contexts.contains(&Context::Review) || contexts.contains(&Context::Overlap)
    };
    for row in KEYMAP.iter().filter(|row| reviewing(row.contexts)) {
        let mut keys: Vec<String> = row
            .keys
            .iter()
            .map(|key| format!("`{}`", shown(key)))
            .collect();
        if keys.is_empty() {
            keys.push(format!("`:{}`", row.name));
        }
        let place = if row.contexts.contains(&Context::Review) {
            ""
        } else {
            "in a conflict: "
        };
        table += &format!(
            "| {} | {place}{} |\n",
            keys.join(" ").replace('|', "\\|"),
            row.help
        );
    }
    table
}

/// The README's demonstration, run again. `git apply` and GNU `patch` are quoted there, and not run here.
#[test]
fn the_demonstration_of_the_readme_holds() {
    let readme = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md"))
        .expect("there is a README");
    let fenced = |language: &str| -> &str {
        let (_, rest) = readme
            .split_once(&format!("```{language}\n"))
            .expect("the README has the fence");
        rest.split_once("```").expect("it is closed").0
    };
    let (app, numbered) = (fenced("python"), fenced("diff"));
    let numberless = numbered.replace("@@ -9,5 +9,6 @@", "@@ ... @@");
    assert_ne!(
        numbered, numberless,
        "the README's hunk has the header it speaks of"
    );
    let tree = Tree::new(&[
        ("app.py", app),
        ("fix.diff", numbered),
        ("bare.diff", &numberless),
    ]);
    for patch in ["fix.diff", "bare.diff"] {
        let ran = tree.run(&["apply", patch]);
        check(&ran, 3, &["ambiguous: fits 2 places equally well"], &[]);
        assert!(
            readme.contains(
                ran.out
                    .lines()
                    .find(|line| line.contains("ambiguous"))
                    .expect("said so")
                    .trim()
            )
        );
        assert_eq!(tree.read("app.py"), app);
    }
}

/// Whatever place was chosen for a tie: the same reply finds its hunk made, and never goes on to the twin.
#[test]
fn a_tie_that_was_settled_is_not_made_at_the_other_place_by_the_same_reply() {
    for (line, above) in [("2", ""), ("7", ""), ("2", "import os\n\n")] {
        let tree = Tree::new(&[("twins.py", TWINS), ("fix.diff", TWIN_FIX)]);
        let choice = format!("h1={line}");
        assert_eq!(
            tree.run(&["apply", "--choose", &choice, "fix.diff"]).code,
            0
        );
        let made = format!("{above}{}", tree.read("twins.py"));
        tree.write("twins.py", &made);
        let again = tree.run(&["apply", "fix.diff"]);
        assert_eq!(again.code, 0, "{line} {}{}", again.out, again.err);
        assert!(again.out.contains("already applied"), "{}", again.out);
        assert_eq!(tree.read("twins.py"), made, "{line}");
    }
    // What somebody took back by hand was made no more.
    let tree = Tree::new(&[("twins.py", TWINS), ("fix.diff", TWIN_FIX)]);
    tree.run(&["apply", "--choose", "h1=2", "fix.diff"]);
    tree.write("twins.py", TWINS);
    assert_eq!(tree.run(&["check", "fix.diff"]).code, 3);
}

#[test]
fn a_review_without_a_terminal_leaves_what_it_would_write() {
    let tree = Tree::new(&[
        ("poem.txt", POEM),
        ("twins.py", TWINS),
        ("fix.diff", FIX),
        ("twin.diff", TWIN_FIX),
        (
            "mode.diff",
            "diff --git a/poem.txt b/poem.txt\nold mode 100644\nnew mode 100755\n",
        ),
        ("new.md", "`new.txt`:\n\n```\nnew\n```\n"),
        (
            "move.diff",
            "diff --git a/poem.txt b/song.txt\nsimilarity index 100%\nrename from poem.txt\nrename to song.txt\n",
        ),
    ]);
    for args in [
        &["review", "fix.diff"][..],
        &["fix.diff"],
        &["--json", "fix.diff"],
    ] {
        let ran = tree.run_apart(args);
        assert_eq!(ran.code, 1, "{args:?} {}{}", ran.out, ran.err);
        assert_eq!(tree.read("poem.txt"), POEM);
    }
    for (reply, code) in [
        ("twin.diff", 3),
        ("mode.diff", 1),
        ("new.md", 1),
        ("move.diff", 1),
    ] {
        assert_eq!(tree.run_apart(&[reply]).code, code, "{reply}");
    }
    // What is there already leaves nothing to write.
    assert_eq!(tree.run(&["apply", "fix.diff"]).code, 0);
    assert_eq!(tree.run_apart(&["fix.diff"]).code, 0);
}

#[test]
fn a_review_in_plain_text_says_at_its_end_how_it_is_continued() {
    let tree = Tree::new(&[("poem.txt", POEM), ("fix.diff", FIX)]);
    let ran = tree.run_with(&["review", "--plain", "fix.diff"], b"\n");
    assert!(ran.out.ends_with("> \n"), "{}", ran.out);
    let left = "Nothing written. 1 of 1 decided, saved: continue with `hunkwise review --plain fix.diff`.\n";
    assert!(ran.err.ends_with(left), "{}", ran.err);
    let ran = tree.run_with(&["review", "--plain", "fix.diff"], b"A\n\nq\n");
    assert!(ran.err.contains("Wrote 1 file, +1 -1."), "{}", ran.err);
}
