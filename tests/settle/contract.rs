//! What the contract of the command line says, sentence by sentence, where no other test is about it.

use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::time::Duration;

use super::*;

/// What each file of a tree holds, and whether it is a program.
fn files(tree: &Tree) -> BTreeMap<String, (String, bool)> {
    let listed = fs::read_dir(tree.path()).expect("a folder");
    let files = listed.filter_map(|entry| {
        let path = entry.expect("an entry").path();
        let name = path.file_name()?.to_str()?.to_string();
        let is_ours = ["left.diff", "reply.md"].contains(&name.as_str());
        let mode = path.metadata().expect("it is there").permissions().mode();
        let is_program = mode & 0o111 != 0;
        (path.is_file() && !is_ours).then(|| (name.clone(), (tree.read(&name), is_program)))
    });
    files.collect()
}

/// Rejects hunks of `reply`, applies what `--rejects` wrote, and makes sure that all of the reply is on disk then.
#[track_caller]
fn check_left(reply: &str, rejected: &[&str]) {
    let whole = Tree::new(reply);
    let ran = whole.run(&["apply", "reply.md"]);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    let tree = Tree::new(reply);
    let before = files(&tree);
    let rejects: Vec<&str> = rejected
        .iter()
        .flat_map(|hunk| ["--reject", hunk])
        .collect();
    let args = [
        &["apply", "reply.md", "--rejects", "left.diff"],
        &rejects[..],
    ]
    .concat();
    let rehearsed = tree.run(&[&args[..], &["--dry-run"]].concat());
    assert_eq!(files(&tree), before, "a rehearsal writes nothing");
    assert!(!tree.path().join("left.diff").exists(), "a rehearsal");
    assert!(
        rehearsed.err.contains("`left.diff` is not written"),
        "{}",
        rehearsed.err
    );
    let ran = tree.run(&args);
    assert_eq!(ran.code, 1, "{}{}", ran.out, ran.err);
    assert_eq!(
        rehearsed.code, ran.code,
        "{}{}",
        rehearsed.out, rehearsed.err
    );
    let left = tree.read("left.diff");
    let ran = tree.run(&["apply", "left.diff"]);
    assert_eq!(ran.code, 0, "{left}{}{}", ran.out, ran.err);
    assert_eq!(files(&tree), files(&whole), "{left}");
}

#[test]
fn what_is_done_to_a_file_as_a_whole_is_among_the_rejects() {
    let moved = |verb: &str| {
        format!(
            "diff --git a/poem.txt b/ode.txt\nsimilarity index 100%\n{verb} from poem.txt\n{verb} to ode.txt\n"
        )
    };
    check_left(&moved("rename"), &["h1"]);
    check_left(&moved("copy"), &["h1"]);
    let modes = "old mode 100644\nnew mode 100755\n";
    check_left(
        &moved("rename").replace("sim", &format!("{modes}sim")),
        &["h1"],
    );
    let mode = format!("diff --git a/poem.txt b/poem.txt\n{modes}");
    check_left(&mode, &["h1"]);
    let lines = "--- a/poem.txt\n+++ b/poem.txt\n@@ -1 +1 @@\n-roses are red\n+roses are pink\n";
    for rejected in [&["h1"][..], &["h2"], &["h1", "h2"]] {
        check_left(&format!("{mode}{lines}"), rejected);
    }
    for mode in ["100644", "100755"] {
        let empty = format!("diff --git a/new.sh b/new.sh\nnew file mode {mode}\n");
        check_left(&empty, &["h1"]);
        let made = format!("{empty}--- /dev/null\n+++ b/new.sh\n@@ -0,0 +1 @@\n+exit\n");
        check_left(&made, &["h1"]);
        check_left(&format!("{made}\\ No newline at end of file\n"), &["h1"]);
    }
    // A header without lines above one with lines is not about the same file.
    let deleted = "*** Begin Patch\n*** Delete File: twins.py\n*** Update File: poem.txt\n@@\n-roses are red\n+roses are pink\n*** End Patch\n";
    for rejected in [&["h1"][..], &["h2"], &["h1", "h2"]] {
        check_left(deleted, rejected);
    }
}

#[test]
fn hunks_of_a_file_that_moved_are_left_for_where_it_is() {
    let head = "diff --git a/poem.txt b/ode.txt\nsimilarity index 80%\nVERB from poem.txt\nVERB to ode.txt\n--- a/poem.txt\n+++ b/ode.txt\n";
    let hunks = "@@ -1 +1 @@\n-roses are red\n+roses are pink\n@@ -4 +4 @@\n-and so are you\n+and so am I\n";
    for verb in ["rename", "copy"] {
        let reply = format!("{}{hunks}", head.replace("VERB", verb));
        for rejected in [&["h1"][..], &["h2"], &["h1", "h2"]] {
            check_left(&reply, rejected);
        }
    }
}

/// The first hunk makes the file of [`TWINS`] longer by as many lines as its twins are apart.
const ABOVE: &str = "--- a/twins.py\n+++ b/twins.py\n@@ -1,2 +1,7 @@\n def one():\n+    a\n+    b\n+    c\n+    d\n+    e\n     total = 0\n@@ -7,3 +12,3 @@\n     total = 0\n-    total += count()\n+    total += 2 * count()\n     return total\n";

/// A number counts the lines without those that the hunks above it make: where these are in the file already, it settles no tie.
#[test]
fn a_number_settles_no_tie_below_what_was_written() {
    check_left(ABOVE, &["h1"]);
    check_left(ABOVE, &["h1", "h2"]);
    let tree = Tree::new(ABOVE);
    let apply = [
        "apply", "--reject", "h2", "--rejects", "left.diff", "reply.md",
    ];
    assert_eq!(tree.run(&apply).code, 1);
    let before = tree.read("twins.py");
    for rest in ["reply.md", "left.diff"] {
        let ran = tree.run(&["apply", rest]);
        assert_eq!(
            (ran.code, tree.read("twins.py")),
            (3, before.clone()),
            "{}",
            ran.out
        );
    }
}

#[test]
fn the_rest_of_a_review_by_serve_waits_where_its_number_was_moved() {
    let tree = Tree::new(ABOVE);
    let settle = |id: u64, hunk: &str| json!({ "id": id, "method": "settle", "params": { "version": 1, "hunks": [{ "hunk": hunk, "decision": "accept" }] } });
    let apply = |id: u64| json!({ "id": id, "method": "apply", "params": { "scope": "accepted" } });
    let open = json!({ "id": 1, "method": "open", "params": { "file": "reply.md" } });
    let requests = [open, settle(2, "h1"), apply(3), settle(4, "h2"), apply(5)];
    let answers = tree.talk("serve", &requests);
    assert_eq!(answers[2]["result"]["written"], true, "{:#}", answers[2]);
    assert_ne!(answers[4]["result"]["written"], true, "{:#}", answers[4]);
    let whole = Tree::new(ABOVE);
    assert_eq!(whole.run(&["apply", "--reject", "h2", "reply.md"]).code, 1);
    assert_eq!(tree.read("twins.py"), whole.read("twins.py"));
}

#[test]
fn after_a_write_lines_are_those_of_the_file_on_disk() {
    let hunks = "--- a/poem.txt\n+++ b/poem.txt\n@@ -1,2 +1,4 @@\n roses are red\n+and tall\n+and thorny\n violets are blue\n@@ -4 +6 @@\n-and so are you all\n+and so am I\n";
    let tree = Tree::new(hunks);
    let (code, report) = tree.json(&["apply", "--partial", "reply.md"], "report");
    assert_eq!(code, 1);
    let now = tree.read("poem.txt");
    let (first, second) = (hunk(&report, 0), hunk(&report, 1));
    assert_eq!(
        (&first["status"], &first["line"], &first["end_line"]),
        (&json!("applied"), &json!(1), &json!(4))
    );
    assert_eq!(first["edits"][0]["start_line"], 2, "what was made");
    let best = &second["candidates"][0];
    assert_eq!(best["line"], 6, "{best:#}");
    assert_eq!(best["edits"][0]["old_text"], "and so are you\n");
    // The name of the place means something still.
    let id = format!("{}:replace", best["id"].as_str().expect("an id"));
    let file = &report["files"][0];
    assert_ne!(file["digest"], file["digest_before"]);
    let expect = format!("poem.txt={}", file["digest"].as_str().expect("a digest"));
    let ran = tree.run(&["apply", "--choose", &id, "--expect", &expect, "reply.md"]);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    assert_eq!(
        tree.read("poem.txt"),
        now.replace("and so are you", "and so am I")
    );
}

#[test]
fn a_conversion_names_what_it_leaves_out() {
    let reply = format!(
        "{CLASH}--- a/nowhere.txt\n+++ b/nowhere.txt\n@@ -1 +1 @@\n-a\n+b\n--- a/twins.py\n+++ b/twins.py\n@@ -1 +1 @@\n-def one():\n+def uno():\n\n```sh\nrm -rf build && sed -i s/a/b/ poem.txt\n```\n"
    );
    let tree = Tree::new(&reply);
    let (code, text) = tree.json(&["convert", "--partial", "reply.md"], "text");
    assert_eq!(code, 1);
    assert!(
        text["text"]
            .as_str()
            .is_some_and(|it| it.contains("+def uno():"))
    );
    let warnings = text["warnings"].as_array().expect("warnings");
    let told = |words: &str| {
        warnings
            .iter()
            .any(|it| it.as_str().is_some_and(|it| it.contains(words)))
    };
    for words in ["h1-", "h2-", "h3-", "were not read as an edit"] {
        assert!(told(words), "{words}: {warnings:#?}");
    }
    assert!(!told("h4-"), "{warnings:#?}");
    let ran = tree.run(&["convert", "--partial", "reply.md"]);
    assert!(ran.err.contains("file not found"), "{}", ran.err);
    let tree = Tree::new(ABOVE);
    let ran = tree.run(&["convert", "--reject", "h1", "reply.md"]);
    assert_eq!(ran.code, 1, "{}", ran.err);
    assert!(
        ran.err.contains("h1-") && ran.err.contains("rejected"),
        "{}",
        ran.err
    );
    let ran = tree.run(&["convert", "reply.md"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
}

#[test]
fn questions_in_lines_do_not_go_where_the_document_goes() {
    let tree = Tree::new(REPLY);
    let ran = tree.run_with(&["review", "--plain", "--json", "reply.md"], "q\nq\n");
    let report: Value = serde_json::from_str(&ran.out).expect("one document");
    assert_eq!(report["exit"], ran.code);
    assert!(ran.err.contains("Question 1"), "{}", ran.err);
    let ran = tree.run_with(&["review", "--plain", "reply.md"], "q\nq\n");
    assert!(ran.out.contains("Question 1"), "{}", ran.out);
}

#[test]
fn a_difference_of_the_last_newline_is_told_only_where_it_is_lost() {
    let texts = [
        "a\nb\n", "a\nb", "a\r\nb\r\n", "a\r\nb", "a", "a\n", "", "a\nc",
    ];
    for (old, new) in texts
        .iter()
        .flat_map(|old| texts.iter().map(move |new| (old, new)))
    {
        for form in ["unified", "fudiff", "search-replace", "apply-patch"] {
            let tree = Tree::new("");
            tree.write("old.txt", old);
            tree.write("new.txt", new);
            let ran = tree.run(&["diff", "old.txt", "new.txt", "--to", form]);
            tree.write("reply.md", &ran.out);
            let applied = tree.run(&["apply", "reply.md"]);
            let is_made = tree.read("old.txt") == *new;
            let is_told = ran.code != 0 || !ran.err.is_empty();
            let what = format!(
                "{old:?} {new:?} {form}: {} {}{}",
                ran.code, ran.err, applied.out
            );
            assert_eq!(is_made, !is_told, "{what}");
        }
    }
}

#[test]
fn an_empty_file_is_told_where_a_dialect_cannot_say_it() {
    for (args, form, code) in [
        (["/dev/null", "empty.txt"], "unified", 0),
        (["/dev/null", "empty.txt"], "apply-patch", 0),
        (["/dev/null", "empty.txt"], "fudiff", 1),
        (["/dev/null", "empty.txt"], "search-replace", 1),
        (["empty.txt", "/dev/null"], "unified", 0),
        (["empty.txt", "/dev/null"], "fudiff", 1),
    ] {
        let tree = Tree::new("");
        tree.write("empty.txt", "");
        let ran = tree.run(&[&["diff"], &args[..], &["--to", form]].concat());
        assert_eq!(ran.code, code, "{args:?} {form}: {}{}", ran.out, ran.err);
        assert_eq!(
            code == 1,
            ran.out.is_empty(),
            "{args:?} {form}: {}",
            ran.out
        );
    }
}

#[test]
fn a_report_names_what_its_write_needs() {
    let purple = &REPLY[REPLY.find("--- a/poem").expect("it is there")..];
    let tree = Tree::new(purple);
    for (args, stdin, expected) in [
        (&["check", "reply.md"][..], "", "`hunkwise apply` writes it"),
        (&["check", "--json=false", "-q", "reply.md"], "", ""),
        (
            &["apply", "--dry-run", "reply.md"],
            "",
            "`hunkwise apply` writes it",
        ),
        (
            &["check", "--policy", "nearest", "reply.md"],
            "",
            "with the same flags writes it",
        ),
        (
            &["check", "--choose=h1=1", "reply.md"],
            "",
            "with the same flags writes it",
        ),
        (&["check"], purple, "on the same input writes it"),
        (
            &["check", "--partial", "-"],
            purple,
            "with the same flags on the same input",
        ),
        (&["review", "reply.md"], "", "`hunkwise apply` writes it"),
    ] {
        let ran = tree.run_with(args, stdin);
        assert!(
            ran.out.contains(expected),
            "{args:?}: {}{}",
            ran.out,
            ran.err
        );
    }
    let ran = tree.run(&["demo"]);
    for writes in ["writes it", "writes them"] {
        assert!(!ran.out.contains(writes), "{}", ran.out);
    }
}

#[test]
fn one_count_of_places_is_told() {
    let many: String = (0..80)
        .map(|n| format!("start {n}\n    same\n    thing\n"))
        .collect();
    let tree =
        Tree::new("--- a/many.txt\n+++ b/many.txt\n@@ @@\n     same\n-    thing\n+    other\n");
    tree.write("many.txt", &many);
    let (_, report) = tree.json(&["check", "reply.md"], "report");
    let hunk = hunk(&report, 0);
    assert_eq!(
        (&hunk["n_candidates"], &hunk["capped"]),
        (&json!(80), &json!(false))
    );
    assert_eq!(hunk["message"], "fits 80 places equally well");
    assert_eq!(hunk["candidates"].as_array().map(Vec::len), Some(50));
}

#[test]
fn a_prompt_is_offered_of_just_the_dialects_that_have_one() {
    let tree = Tree::new("");
    let help = tree
        .run(&["prompt", "--help"])
        .out
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    let offered = help.split("possible values: ").nth(1).expect("a list");
    let offered = offered.split(']').next().expect("its end").split(", ");
    let offered: Vec<&str> = offered.collect();
    assert!(offered.len() > 5, "{offered:?}");
    for name in &offered {
        assert_eq!(tree.run(&["prompt", name]).code, 0, "{name}");
    }
    for refused in ["suggestion", "combined"] {
        assert!(!offered.contains(&refused));
        assert_eq!(tree.run(&["prompt", refused]).code, 2, "{refused}");
    }
}

#[test]
fn a_pipe_is_taken_by_every_command_that_reads_a_patch() {
    for command in ["check", "apply", "explain", "convert", "review"] {
        let tree = Tree::new("");
        let named = tree.run_with(&[command, "--reject=h1", "-"], REPLY);
        let tree = Tree::new("");
        let piped = tree.run_with(&[command, "--reject=h1"], REPLY);
        let said = (piped.code, &piped.out);
        assert_eq!(said, (named.code, &named.out), "{command}: {}", piped.err);
        assert_eq!(piped.code, 1, "{command}: {}{}", piped.out, piped.err);
    }
}

#[test]
fn lines_are_only_kept_where_they_differ() {
    let purple = &REPLY[REPLY.find("--- a/poem").expect("it is there")..];
    for place in ["h1=1:insert", "h1=#1:insert", "h1=all:insert"] {
        check(purple, &["--choose", place], 2, POEM, TWINS);
    }
    check(
        REPLY,
        &["--choose=h1=all:insert", "--reject=h2"],
        2,
        POEM,
        TWINS,
    );
    let gone = "*** Begin Patch\n*** Delete File: poem.txt\n*** End Patch\n";
    check(gone, &["--choose=h1=1:insert"], 2, POEM, TWINS);
    // What removes nothing keeps all.
    let tall = POEM.replace("red\n", "red\nand tall\n");
    let insertion =
        "--- a/poem.txt\n+++ b/poem.txt\n@@ @@\n roses are red\n+and tall\n violets are blue\n";
    check(insertion, &["--choose=h1=1:insert"], 0, &tall, TWINS);
    let (_, json) = Tree::new(purple).json(&["check", "reply.md"], "report");
    let digest = json["files"][0]["digest"].as_str().expect("a digest");
    let lines = json!({ "version": 1, "targets": { "poem.txt": digest }, "hunks": [{ "hunk": "h1", "place": { "lines": { "line": 1, "end_line": 3 } }, "differing": "insert" }] });
    let tree = Tree::new(purple);
    tree.write("decisions.json", &lines.to_string());
    let ran = tree.run(&["apply", "--decisions", "decisions.json", "reply.md"]);
    assert_eq!(
        (ran.code, tree.read("poem.txt").as_str()),
        (2, POEM),
        "{}",
        ran.err
    );
}

#[test]
fn an_insertion_is_chosen_by_the_line_it_goes_before() {
    let twins = "a\nx\ny\nb\nx\ny\n";
    for (line, expected) in [
        ("h1=3", "a\nx\nNEW\ny\nb\nx\ny\n"),
        ("h1=6", "a\nx\ny\nb\nx\nNEW\ny\n"),
    ] {
        let tree = Tree::new("--- a/t\n+++ b/t\n@@ @@\n x\n+NEW\n y\n");
        tree.write("t", twins);
        let ran = tree.run(&["apply", "--choose", line, "reply.md"]);
        assert_eq!(ran.code, 0, "{line}: {}{}", ran.out, ran.err);
        assert_eq!(tree.read("t"), expected, "{line}");
    }
}

#[test]
fn a_hunk_that_is_made_is_explained_where_it_is() {
    let tree = Tree::new(ABOVE);
    assert_eq!(tree.run(&["apply", "reply.md"]).code, 0);
    let ran = tree.run(&["explain", "reply.md", "h2"]);
    assert!(
        ran.out.contains("> 1. lines 12 to 14, where its result is"),
        "{}",
        ran.out
    );
    assert!(
        ran.out.contains("+     total += 2 * count()"),
        "{}",
        ran.out
    );
    assert!(!ran.out.contains(" 2. "), "{}", ran.out);
}

#[test]
fn a_watch_follows_the_review_that_is_open() {
    let tree = Tree::new(REPLY);
    let mut child = tree.command().arg("serve").spawn().expect("it starts");
    let mut pipe = child.stdin.take().expect("piped");
    let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines();
    let (done, is_done) = std::sync::mpsc::channel::<()>();
    let watchdog = std::thread::spawn(move || {
        let _ = is_done.recv_timeout(Duration::from_secs(30));
        // Its output ends, so that the test does.
        let _ = child.kill();
        child.wait()
    });
    let mut ask = |request: Value| {
        writeln!(pipe, "{request}").expect("it reads");
        let line = lines.next().expect("an answer").expect("UTF-8");
        serde_json::from_str::<Value>(&line).expect("JSON")
    };
    let open =
        |id: u64, text: &str| json!({ "id": id, "method": "open", "params": { "text": text } });
    ask(open(1, GONE));
    ask(json!({ "id": 2, "method": "watch" }));
    ask(json!({ "id": 3, "method": "open", "params": { "file": "nowhere.md" } }));
    let opened = ask(open(4, REPLY));
    assert_eq!(opened["id"], 4);
    tree.write("poem.txt", "other\n");
    let event = lines.next().expect("an event").expect("UTF-8");
    assert!(event.contains("poem.txt"), "{event}");
    done.send(()).expect("it waits");
    watchdog.join().expect("no panic").expect("it ends");
}
