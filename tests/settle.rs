//! Programs settle what people settle on the screen: by flags, by decisions in a file, by `serve` and by `mcp`; and whatever
//! they read as JSON is as its schema says.

#[path = "settle/contract.rs"]
mod contract;
#[path = "settle/decisions.rs"]
mod decisions;
#[path = "settle/told.rs"]
mod told;

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

const POEM: &str = "roses are red\nviolets are blue\nsugar is sweet\nand so are you\n";
const TWINS: &str = "def one():\n    total = 0\n    total += count()\n    return total\n\ndef two():\n    total = 0\n    total += count()\n    return total\n";
const REPLY: &str = "--- a/twins.py\n+++ b/twins.py\n@@ ... @@\n     total = 0\n-    total += count()\n+    total += 2 * count()\n     return total\n--- a/poem.txt\n+++ b/poem.txt\n@@ -1,3 +1,3 @@\n roses are red\n-violets are blue\n+violets are purple\n sugar is sweet\n";
const CLASH: &str = "--- a/poem.txt\n+++ b/poem.txt\n@@ -1,3 +1,3 @@\n roses are red\n-violets are blue\n+violets are purple\n sugar is sweet\n@@ -1,3 +1,3 @@\n roses are red\n-violets are blue\n+violets are white\n sugar is sweet\n";
const GONE: &str = "--- a/poems.txt\n+++ b/poems.txt\n@@ -1,3 +1,3 @@\n roses are red\n-violets are blue\n+violets are purple\n sugar is sweet\n";

struct Tree(TempDir);

struct Ran {
    code: i32,
    out: String,
    err: String,
}

impl Tree {
    fn new(reply: &str) -> Tree {
        let tree = Tree(tempfile::tempdir().expect("a temporary folder"));
        for (path, text) in [("poem.txt", POEM), ("twins.py", TWINS), ("reply.md", reply)] {
            tree.write(path, text);
        }
        tree
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn write(&self, path: &str, text: &str) {
        fs::write(self.path().join(path), text).expect("written");
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path().join(path)).expect("readable")
    }

    fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hunkwise"));
        command
            .current_dir(self.path())
            .env("HOME", self.path().join("home"))
            .env_remove("XDG_STATE_HOME")
            .env_remove("XDG_CONFIG_HOME")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    fn run(&self, args: &[&str]) -> Ran {
        self.run_with(args, "")
    }

    fn run_with(&self, args: &[&str], stdin: &str) -> Ran {
        let mut child = self.command().args(args).spawn().expect("it starts");
        let mut pipe = child.stdin.take().expect("piped");
        // A program that ends before it reads closes the pipe: that is its right.
        let _ = pipe.write_all(stdin.as_bytes());
        drop(pipe);
        let output = child.wait_with_output().expect("it ends");
        Ran {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout).expect("UTF-8"),
            err: String::from_utf8(output.stderr).expect("UTF-8"),
        }
    }

    /// Runs a command with `--json`, and makes sure that what it prints is as its schema says.
    #[track_caller]
    fn json(&self, args: &[&str], schema: &str) -> (i32, Value) {
        let ran = self.run(&[args, &["--json"]].concat());
        let value = serde_json::from_str(&ran.out);
        let value: Value =
            value.unwrap_or_else(|fault| panic!("{args:?}: {fault}: {}{}", ran.out, ran.err));
        validate(schema, &value);
        assert_eq!(value["version"], 1, "{args:?}");
        assert_eq!(value["exit"], ran.code, "{args:?}");
        (ran.code, value)
    }

    /// Sends requests, one a line, and returns what is answered.
    fn talk(&self, command: &str, requests: &[Value]) -> Vec<Value> {
        let lines: String = requests.iter().map(|it| format!("{it}\n")).collect();
        let ran = self.run_with(&[command], &lines);
        assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
        let lines = ran.out.lines();
        lines
            .map(|line| serde_json::from_str(line).expect("a line is JSON"))
            .collect()
    }
}

#[track_caller]
fn validate(schema: &str, value: &Value) {
    let ran = Tree::new("").run(&["schema", schema]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let schema: Value = serde_json::from_str(&ran.out).expect("a schema is JSON");
    let mut schemas = boon::Schemas::new();
    let mut compiler = boon::Compiler::new();
    compiler
        .add_resource("schema.json", schema)
        .expect("it is added");
    let index = compiler
        .compile("schema.json", &mut schemas)
        .expect("it is a schema");
    if let Err(fault) = schemas.validate(value, index) {
        panic!("{fault:#}\n{value:#}");
    }
}

fn hunk(report: &Value, index: usize) -> &Value {
    let files = report["files"].as_array().expect("files");
    let mut hunks = files
        .iter()
        .flat_map(|file| file["hunks"].as_array().expect("hunks"));
    hunks.nth(index).expect("so many hunks")
}

const SECOND: &str = "def one():\n    total = 0\n    total += count()\n    return total\n\ndef two():\n    total = 0\n    total += 2 * count()\n    return total\n";

/// Applies `reply` with `flags`, and compares what is on disk then.
#[track_caller]
fn check(reply: &str, flags: &[&str], code: i32, poem: &str, twins: &str) {
    let tree = Tree::new(reply);
    let report = tree.run(&[&["check", "reply.md"], flags].concat());
    assert_eq!(
        report.code, code,
        "check {flags:?}: {}{}",
        report.out, report.err
    );
    let ran = tree.run(&[&["apply", "reply.md"], flags].concat());
    assert_eq!(ran.code, code, "{flags:?}: {}{}", ran.out, ran.err);
    assert_eq!(
        (
            tree.read("poem.txt").as_str(),
            tree.read("twins.py").as_str()
        ),
        (poem, twins),
        "{flags:?}"
    );
}

#[test]
fn flags_settle_what_is_open() {
    let purple = POEM.replace("blue", "purple");
    let both = TWINS.replace("count()", "2 * count()");
    let first = TWINS.replacen("count()", "2 * count()", 1);
    check(REPLY, &[], 3, POEM, TWINS);
    check(REPLY, &["--choose", "h1=7"], 0, &purple, SECOND);
    check(REPLY, &["--choose", "h1=#2"], 0, &purple, SECOND);
    check(REPLY, &["--choose", "h1=#1"], 0, &purple, &first);
    check(REPLY, &["--choose", "h1=all"], 0, &purple, &both);
    check(REPLY, &["--reject", "h1=not now"], 1, &purple, TWINS);
    check(
        REPLY,
        &["--choose", "h1=7", "--reject", "h2"],
        1,
        POEM,
        SECOND,
    );
    check(
        REPLY,
        &["--choose", "h1=7", "--choose", "h1=2"],
        2,
        POEM,
        TWINS,
    );
    check(REPLY, &["--choose", "h1=4"], 2, POEM, TWINS);
    check(REPLY, &["--choose", "h1=#3"], 2, POEM, TWINS);
    check(CLASH, &["--overlap", "h1,h2=first"], 1, &purple, TWINS);
    check(
        CLASH,
        &["--overlap", "h1,h2=second"],
        1,
        &POEM.replace("blue", "white"),
        TWINS,
    );
    check(
        CLASH,
        &["--overlap", "h2,h1=first"],
        1,
        &POEM.replace("blue", "white"),
        TWINS,
    );
    let lines = |first: &str, second: &str| {
        POEM.replace(
            "violets are blue",
            &format!("violets are {first}\nviolets are {second}"),
        )
    };
    check(
        CLASH,
        &["--overlap", "h1,h2=both"],
        0,
        &lines("purple", "white"),
        TWINS,
    );
    check(
        CLASH,
        &["--overlap", "h1,h2=reversed"],
        0,
        &lines("white", "purple"),
        TWINS,
    );
    check(CLASH, &["--overlap", "h1,h2=neither"], 1, POEM, TWINS);
    check(REPLY, &["--overlap", "h1,h2=both"], 2, POEM, TWINS);
    check(GONE, &["--target", "h1=poem.txt"], 0, &purple, TWINS);
    check(GONE, &["--target", "h1=nowhere.txt"], 3, POEM, TWINS);
}

#[test]
fn a_target_may_be_named_by_its_whole_path() {
    let tree = Tree::new(GONE);
    let target = |path: String| {
        let flag = format!("h1={path}");
        tree.run(&["check", "reply.md", "--target", &flag]).code
    };
    let root = tree.path().canonicalize().expect("it is there");
    assert_eq!(target(format!("{}/poem.txt", root.display())), 0);
    assert_eq!(target("/elsewhere/poem.txt".to_string()), 2);
}

#[test]
fn the_name_of_a_place_means_nothing_once_its_file_is_another() {
    let tree = Tree::new(REPLY);
    let (code, report) = tree.json(&["check", "reply.md"], "report");
    assert_eq!(code, 3);
    let id = hunk(&report, 0)["candidates"][1]["id"]
        .as_str()
        .expect("an id")
        .to_string();
    tree.write("twins.py", &format!("import os\n{TWINS}"));
    let ran = tree.run(&["apply", "reply.md", "--choose", &id]);
    assert_eq!(ran.code, 2, "{}", ran.out);
    assert!(ran.err.contains("stale"), "{}", ran.err);
    tree.write("twins.py", TWINS);
    let ran = tree.run(&["apply", "reply.md", "--choose", &id]);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    assert_eq!(tree.read("twins.py"), SECOND);
}

#[test]
fn decisions_in_a_file_are_followed_or_refused_as_a_whole() {
    let tree = Tree::new(REPLY);
    let (_, report) = tree.json(&["check", "reply.md"], "report");
    let id = hunk(&report, 0)["id"].clone();
    let digest = report["files"][0]["digest"].clone();
    let decisions = json!({
        "version": 1,
        "others": "leave",
        "targets": { "twins.py": digest },
        "hunks": [{ "hunk": id, "place": { "line": { "line": 7 } } }],
    });
    validate("decisions", &decisions);
    tree.write("d.json", &decisions.to_string());
    let ran = tree.run(&["check", "reply.md", "--decisions", "d.json"]);
    assert_eq!(ran.code, 1, "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("1 of 2 hunks"), "{}", ran.out);
    let ran = tree.run(&["apply", "reply.md", "--decisions", "d.json"]);
    assert_eq!(ran.code, 1, "{}{}", ran.out, ran.err);
    assert_eq!(
        (
            tree.read("poem.txt").as_str(),
            tree.read("twins.py").as_str()
        ),
        (POEM, SECOND)
    );
    for (change, words) in [
        (
            json!({ "targets": { "twins.py": "00".repeat(32) } }),
            "changed",
        ),
        (json!({ "targets": { "gone.py": null } }), "not about"),
        (
            json!({ "hunks": [{ "hunk": "h7", "decision": "accept" }] }),
            "no hunk `h7`",
        ),
        (
            json!({ "hunks": [{ "hunk": "h1-ffff", "decision": "accept" }] }),
            "stale",
        ),
        (
            json!({ "hunks": [{ "hunk": "h1", "decision": "accept" }] }),
            "place is open",
        ),
        (
            json!({ "hunks": [{ "hunk": "h1", "place": { "line": { "line": 4 } } }] }),
            "line 4",
        ),
        (
            json!({ "hunks": [{ "hunk": "h1", "place": { "lines": { "line": 4, "end_line": 5 } } }], "targets": {} }),
            "digest",
        ),
        (
            json!({ "hunks": [{ "hunk": "h2", "changed_lines": [1] }] }),
            "changes no line 1",
        ),
        (json!({ "resolutions": [] }), "resolutions"),
        (json!({ "version": 7 }), "version 7"),
    ] {
        let tree = Tree::new(REPLY);
        let mut asked = decisions.clone();
        for (key, value) in change.as_object().expect("an object") {
            asked[key] = value.clone();
        }
        tree.write("d.json", &asked.to_string());
        let ran = tree.run(&["apply", "reply.md", "--decisions", "d.json"]);
        assert_eq!(ran.code, 2, "{asked}: {}{}", ran.out, ran.err);
        assert!(ran.err.contains(words), "{words}: {}", ran.err);
        assert_eq!(tree.read("twins.py"), TWINS, "{asked}");
    }
}

#[test]
fn a_hunk_made_at_all_of_its_places_is_told_with_the_lines_of_each() {
    let all = ["--choose", "h1=all"];
    let tree = Tree::new(REPLY);
    for command in ["check", "apply"] {
        let dry = ["--dry-run"];
        let dry = if command == "apply" { &dry[..] } else { &[] };
        let ran = tree.run(&[&[command, "reply.md"], dry, &all].concat());
        assert!(ran.out.contains("2 places: lines 3, 8"), "{}", ran.out);
        let (_, report) = tree.json(&[&[command, "reply.md"], dry, &all].concat(), "report");
        let lines = json!([{ "line": 2, "end_line": 4 }, { "line": 7, "end_line": 9 }]);
        assert_eq!(hunk(&report, 0)["places"], lines);
        assert_eq!(
            hunk(&report, 1).get("places"),
            None,
            "one place is told by its line"
        );
    }
    let ran = tree.run(&[&["explain", "reply.md", "h1"], &all[..]].concat());
    assert!(ran.out.contains("2 places: lines 3, 8"), "{}", ran.out);
    let decisions = tree.read("reply.md");
    assert_eq!(decisions, REPLY, "nothing was written");
    let ran = tree.run(&[&["apply", "reply.md"], &all[..]].concat());
    assert!(
        ran.out.contains("applied  2 places: lines 3, 8"),
        "{}",
        ran.out
    );
}

#[test]
fn single_lines_are_counted_as_the_report_lists_them() {
    // Both sides of the block have two lines in common, which it is read without.
    let reply = "twins.py\n```\n<<<<<<< SEARCH\n    total = 0\n    total += count()\n    return total\n=======\n    total = 0\n    seen = 1\n    total += 2 * count()\n    return total\n>>>>>>> REPLACE\n```\n";
    let tree = Tree::new(reply);
    let (_, report) = tree.json(&["check", "reply.md"], "report");
    let lines = hunk(&report, 0)["lines"].as_array().expect("lines");
    let number = |text: &str| {
        1 + lines
            .iter()
            .position(|line| line["text"] == text)
            .expect("there")
    };
    let place = hunk(&report, 0)["candidates"][1]["id"]
        .as_str()
        .expect("an id");
    let decisions = json!({
        "version": 1,
        "hunks": [{ "hunk": "h1", "place": { "id": place }, "changed_lines": [number("    seen = 1")] }],
    });
    tree.write("d.json", &decisions.to_string());
    let ran = tree.run(&["apply", "reply.md", "--decisions", "d.json"]);
    assert_eq!(ran.code, 1, "{}{}", ran.out, ran.err);
    let second = TWINS.rfind("    total += count()").expect("there");
    let behind = second + "    total += count()\n".len();
    let expected = format!("{}    seen = 1\n{}", &TWINS[..behind], &TWINS[behind..]);
    assert_eq!(tree.read("twins.py"), expected);
}

#[test]
fn a_place_where_the_hunk_is_read_otherwise_lists_its_lines_as_read_there() {
    let reply = "--- a/page.txt\n+++ b/page.txt\n@@ @@\n a &lt; b and so on\n-more of &lt;it&gt; here\n+less of &lt;it&gt; here\n";
    let tree = Tree::new(reply);
    tree.write(
        "page.txt",
        "a &lt; b and so on and on\nmore of &lt;it&gt; here or there\n\na < b and so on\nless than <it> here\n",
    );
    let (_, report) = tree.json(&["check", "reply.md"], "report");
    let places = hunk(&report, 0)["candidates"].as_array().expect("places");
    let read: Vec<&Value> = places.iter().map(|place| &place["hunk_lines"]).collect();
    assert_eq!(read[0], &Value::Null, "as the hunk's own lines");
    let other = read
        .iter()
        .find(|lines| lines.is_array())
        .expect("read otherwise");
    assert_eq!(hunk(&report, 0)["lines"][0]["text"], "a < b and so on");
    assert_eq!(other[0]["text"], "a &lt; b and so on");
}

#[test]
fn a_line_that_may_mean_two_places_chooses_neither() {
    let tree = Tree::new(
        "--- a/list.txt\n+++ b/list.txt\n@@ @@\n a\n b\n-c\n+d\n--- a/poem.txt\n+++ b/poem.txt\n@@ @@\n roses are red\n-violets are blue\n+violets are white\n",
    );
    tree.write("list.txt", "a\nb\nc\na\nb\nc\n");
    for (line, code) in [("1", 0), ("4", 0), ("6", 0)] {
        let ran = tree.run(&["check", &format!("--choose=h1={line}"), "reply.md"]);
        assert_eq!(ran.code, code, "{line}: {}{}", ran.out, ran.err);
    }
    tree.write("list.txt", "a\nb\nc\nb\nc\na\nb\nc\n");
    tree.write(
        "reply.md",
        "--- a/list.txt\n+++ b/list.txt\n@@ @@\n b\n-c\n+d\n",
    );
    let ran = tree.run(&["check", "--choose=h1=3", "reply.md"]);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    tree.write("list.txt", "c\nc\nc\n");
    tree.write(
        "reply.md",
        "--- a/list.txt\n+++ b/list.txt\n@@ @@\n c\n-c\n+d\n",
    );
    let ran = tree.run(&["check", "--choose=h1=2", "reply.md"]);
    assert_eq!(ran.code, 2, "{}{}", ran.out, ran.err);
    assert!(ran.err.contains("may mean two places of"), "{}", ran.err);
}

#[test]
fn a_place_is_told_with_all_the_definitions_around_its_change() {
    let tree = Tree::new(
        "--- a/cart.py\n+++ b/cart.py\n@@ @@\n         return 0\n \n-    def total(self):\n+    def total(self, n):\n         return 0\n",
    );
    tree.write(
        "cart.py",
        "class Cart:\n    def count(self):\n        return 0\n\n    def total(self):\n        return 0\n",
    );
    let (_, report) = tree.json(&["check", "reply.md"], "report");
    let heading = &hunk(&report, 0)["candidates"][0]["heading"];
    assert_eq!(heading, "class Cart > def total");
    let ran = tree.run(&["explain", "reply.md", "h1"]);
    assert!(
        ran.out.contains("in `class Cart > def total`"),
        "{}",
        ran.out
    );
}

#[test]
fn a_search_for_the_file_that_holds_the_lines_says_where_it_stopped() {
    let tree =
        Tree::new("--- a/gone.txt\n+++ b/gone.txt\n@@ @@\n-the sentence that is looked for\n+x\n");
    let filler = "a line of something else altogether\n".repeat(40_000);
    for n in 0..30 {
        tree.write(&format!("part{n:02}.txt"), &filler);
    }
    tree.write("zebra.txt", "the sentence that is looked for\n");
    let (_, report) = tree.json(&["check", "reply.md"], "report");
    assert_eq!(report["files"][0]["capped"], true);
    let ran = tree.run(&["check", "reply.md"]);
    assert!(
        ran.out.contains("its lines looked for in 25 of 32 files"),
        "{}",
        ran.out
    );
    // With less to look through, all is.
    for n in 0..10 {
        fs::remove_file(tree.path().join(format!("part{n:02}.txt"))).expect("it was there");
    }
    let (_, report) = tree.json(&["check", "reply.md"], "report");
    assert_eq!(report["files"][0].get("capped"), None);
    assert_eq!(report["files"][0]["suggestions"][0]["path"], "zebra.txt");
}

#[test]
fn feedback_and_json_go_together() {
    for flags in [
        &["--feedback", "-"][..],
        &["--feedback-json"],
        &["--feedback", "-", "--feedback-json"],
        &[],
    ] {
        for command in [
            &["check"][..],
            &["apply"],
            &["apply", "--dry-run"],
            &["apply", "--dry-run", "--partial"],
        ] {
            let tree = Tree::new(REPLY);
            let (_, report) = tree.json(&[command, &["reply.md"], flags].concat(), "report");
            let told = report["feedback"].as_str().expect("Markdown");
            assert!(told.contains("fits 2 places"), "{told}");
            let remark = &hunk(&report, 0)["feedback"];
            assert_eq!(remark["standing"], "open");
            assert!(
                remark["places"][1]["send"]["text"]
                    .as_str()
                    .is_some_and(|text| text.contains("def two"))
            );
            assert_eq!(report["feedback_facts"]["answer_in"], "unified");
        }
    }
    let tree = Tree::new(REPLY);
    let ran = tree.run(&["check", "reply.md", "--feedback-json"]);
    validate("feedback", &serde_json::from_str(&ran.out).expect("JSON"));
}

#[test]
fn every_command_prints_json_as_its_schema_says() {
    let tree = Tree::new(REPLY);
    tree.json(&["check", "reply.md"], "report");
    tree.json(&["explain", "reply.md"], "report");
    tree.json(&["review", "reply.md"], "report");
    let (_, applied) = tree.json(&["apply", "--choose", "h1=7", "reply.md"], "report");
    assert_eq!(applied["apply_id"], 1);
    tree.json(&["log"], "log");
    tree.json(&["undo", "--as-patch"], "text");
    tree.json(&["undo"], "undo");
    tree.json(&["recover"], "text");
    tree.json(&["diff", "poem.txt", "twins.py"], "text");
    tree.json(&["convert", "reply.md"], "text");
    tree.json(&["convert", "reply.md", "--choose", "h1=7"], "text");
    tree.json(&["sessions"], "sessions");
    for command in [&["dialects"][..], &["keys"], &["themes"], &["schema"]] {
        tree.json(command, "list");
    }
    for command in [
        &["prompt", "unified"][..],
        &["man"],
        &["man", "check"],
        &["completions", "bash"],
    ] {
        tree.json(command, "text");
    }
    for (command, code) in [
        (&["check", "nowhere.md"][..], 2),
        (&["check", "--no-such-flag", "reply.md"], 2),
        (&["check", "--choose", "h9=1", "reply.md"], 2),
        (&["nonsense"], 2),
        (&["prompt"], 2),
        (&["undo", "99"], 2),
    ] {
        let (exit, failure) = tree.json(command, "error");
        assert_eq!(exit, code, "{command:?}");
        assert!(
            failure["error"]["text"]
                .as_str()
                .is_some_and(|text| !text.is_empty())
        );
    }
}

/// Returns a text after the edits of a place in a report.
fn with_edits(text: &str, edits: &Value) -> String {
    let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_string).collect();
    for edit in edits.as_array().expect("edits").iter().rev() {
        let at = |key: &str| edit[key].as_u64().expect("a number") as usize;
        let new = edit["new_text"].as_str().expect("text").to_string();
        let span = at("start_line") - 1..at("end_line");
        let old: Vec<String> = lines.splice(span, [new]).collect();
        assert_eq!(old.concat(), edit["old_text"].as_str().expect("text"));
        assert_eq!(edit["range"]["start"]["line"], at("start_line") as u64 - 1);
    }
    lines.concat()
}

#[test]
fn edits_of_places_make_what_an_apply_makes() {
    for reply in [REPLY, CLASH] {
        let tree = Tree::new(reply);
        let (_, report) = tree.json(&["check", "reply.md"], "report");
        for file in report["files"].as_array().expect("files") {
            let path = file["path"].as_str().expect("a path");
            for hunk in file["hunks"].as_array().expect("hunks") {
                for place in hunk["candidates"]
                    .as_array()
                    .expect("places")
                    .iter()
                    .take(2)
                {
                    let other = Tree::new(reply);
                    let edited = with_edits(&other.read(path), &place["edits"]);
                    let id = place["id"].as_str().expect("an id");
                    let n_hunks = report["files"]
                        .as_array()
                        .expect("files")
                        .iter()
                        .map(|file| file["hunks"].as_array().expect("hunks").len())
                        .sum::<usize>();
                    let own = id.split('-').next().expect("a number").to_string();
                    let mut args = vec![
                        "apply".to_string(),
                        "reply.md".to_string(),
                        "--choose".to_string(),
                        id.to_string(),
                    ];
                    for other in (1..=n_hunks)
                        .map(|it| format!("h{it}"))
                        .filter(|it| *it != own)
                    {
                        args.extend(["--reject".to_string(), other]);
                    }
                    let ran = other.run(&args.iter().map(String::as_str).collect::<Vec<_>>());
                    assert_eq!(other.read(path), edited, "{}{}", ran.out, ran.err);
                }
            }
        }
    }
}

#[test]
fn a_request_that_cannot_be_followed_changes_nothing() {
    let tree = Tree::new(REPLY);
    let open = |id: u64, text: &str, args: &[&str]| {
        let params = json!({ "text": text, "args": args });
        json!({ "id": id, "method": "open", "params": params })
    };
    let answers = tree.talk(
        "serve",
        &[
            open(1, &REPLY.repeat(2), &["--limit=9"]),
            open(2, REPLY, &["reply.md"]),
            open(3, REPLY, &["--feedback=back.md"]),
            open(4, REPLY, &["--log=run.log"]),
            json!({ "id": 5, "method": "report" }),
            open(6, REPLY, &["--limit=1M"]),
        ],
    );
    let codes: Vec<&Value> = answers.iter().map(|it| &it["error"]["code"]).collect();
    let expected = ["unreadable", "usage", "usage", "usage", "no_review"];
    assert_eq!(codes[..5], expected, "{answers:#?}");
    validate("report", &answers[5]["result"]);
}

#[test]
fn a_program_reviews_by_serve() {
    let tree = Tree::new(REPLY);
    let answers = tree.talk("serve", &[
        json!({ "id": 1, "method": "open", "params": { "file": "reply.md" } }),
        json!({ "id": 2, "method": "apply", "params": {} }),
        json!({ "id": 3, "method": "settle", "params": { "version": 1, "hunks": [{ "hunk": "h1", "place": { "nth": 9 } }] } }),
        json!({ "id": 4, "method": "settle", "params": { "version": 1, "hunks": [{ "hunk": "h1", "place": { "nth": 2 } }] } }),
        json!({ "id": 5, "method": "preview", "params": {} }),
        json!({ "id": 6, "method": "apply", "params": {} }),
        json!({ "id": 7, "method": "feedback" }),
        json!({ "id": 8, "method": "undo", "params": {} }),
        json!({ "id": 9, "method": "report" }),
        json!({ "id": 10, "method": "nonsense" }),
        json!({ "id": 11, "method": "apply", "params": {} }),
    ]);
    let by_id: BTreeMap<u64, &Value> = answers
        .iter()
        .filter_map(|it| Some((it["id"].as_u64()?, it)))
        .collect();
    validate("report", &by_id[&1]["result"]);
    assert_eq!(by_id[&2]["error"]["code"], "needs_person");
    assert_eq!(by_id[&3]["error"]["code"], "cannot_settle");
    assert_eq!(
        hunk(&by_id[&4]["result"], 0)["status"],
        "placed",
        "{}",
        by_id[&4]
    );
    assert!(
        by_id[&5]["result"]["diff"]
            .as_str()
            .is_some_and(|diff| diff.contains("2 * count"))
    );
    assert_eq!(by_id[&6]["result"]["apply_id"], 1, "{}", by_id[&6]);
    validate("report", &by_id[&6]["result"]);
    assert!(
        by_id[&7]["result"]["markdown"]
            .as_str()
            .is_some_and(|it| it.contains("2 hunks of 2 on disk")),
        "{}",
        by_id[&7]
    );
    assert_eq!(by_id[&8]["result"]["undid"], 1);
    assert_eq!(hunk(&by_id[&9]["result"], 0)["status"], "placed");
    assert_eq!(by_id[&10]["error"]["code"], "bad_request");
    assert_eq!(by_id[&11]["result"]["apply_id"], 3, "{}", by_id[&11]);
    assert_eq!(tree.read("twins.py"), SECOND);
}

#[test]
fn an_agent_reviews_by_the_model_context_protocol() {
    let tree = Tree::new(REPLY);
    let call = |id: u64, name: &str, arguments: Value| json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": { "name": name, "arguments": arguments } });
    let answers = tree.talk("mcp", &[
        json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": { "protocolVersion": "2025-03-26", "capabilities": {}, "clientInfo": { "name": "test", "version": "0" } } }),
        json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
        json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" }),
        call(2, "check", json!({ "text": REPLY })),
        call(3, "explain", json!({ "hunk": "h1" })),
        call(4, "settle", json!({ "version": 1, "hunks": [{ "hunk": "h1", "place": { "nth": 2 } }] })),
        call(5, "propose", json!({ "text": REPLY })),
        call(6, "undo", json!({})),
        call(7, "nonsense", json!({})),
        json!({ "jsonrpc": "2.0", "id": 8, "method": "nonsense" }),
    ]);
    let by_id: BTreeMap<u64, &Value> = answers
        .iter()
        .filter_map(|it| Some((it["id"].as_u64()?, it)))
        .collect();
    assert_eq!(answers.len(), by_id.len(), "a notification has no answer");
    assert_eq!(by_id[&0]["result"]["protocolVersion"], "2025-03-26");
    let tools = by_id[&1]["result"]["tools"].as_array().expect("tools");
    let names: Vec<&str> = tools
        .iter()
        .filter_map(|tool| tool["name"].as_str())
        .collect();
    assert_eq!(
        names,
        ["check", "explain", "settle", "propose", "status", "undo"]
    );
    assert!(
        tools
            .iter()
            .all(|tool| tool["inputSchema"]["type"] == "object"),
        "{tools:#?}"
    );
    let text = |id: u64| {
        let text = by_id[&id]["result"]["content"][0]["text"]
            .as_str()
            .expect("text");
        serde_json::from_str::<Value>(text).expect("JSON")
    };
    assert_eq!(hunk(&text(2), 0)["status"], "ambiguous");
    assert!(
        text(3)["explanation"][0]
            .as_str()
            .is_some_and(|it| it.contains("def two"))
    );
    assert_eq!(hunk(&text(4), 0)["status"], "placed");
    assert_eq!(by_id[&6]["result"]["isError"], true, "nothing was applied");
    assert_eq!(by_id[&7]["error"]["code"], -32602);
    assert_eq!(by_id[&8]["error"]["code"], -32601);
    let proposal = text(5)["proposal"].clone();
    let run = text(5)["run"].clone();
    let status = |tree: &Tree| {
        let answers = tree.talk("mcp", &[call(1, "status", json!({ "proposal": proposal }))]);
        let text = answers[0]["result"]["content"][0]["text"]
            .as_str()
            .expect("text")
            .to_string();
        serde_json::from_str::<Value>(&text).expect("JSON")
    };
    assert_eq!(status(&tree)["status"], "waiting");
    let file = run[4].as_str().expect("a file");
    let ran = tree.run(&["apply", "--choose", "h1=7", file]);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    assert_eq!(status(&tree)["status"], "applied");
}

#[test]
fn a_slip_in_a_command_is_named() {
    let tree = Tree::new(REPLY);
    let ran = tree.run(&["aply", "reply.md"]);
    assert!(
        ran.err
            .contains("no such command or file `aply`; did you mean `apply`?"),
        "{}",
        ran.err
    );
    let ran = tree.run(&["zzzzzz"]);
    assert!(
        ran.err.contains("no such command or file `zzzzzz`\n"),
        "{}",
        ran.err
    );
    let ran = tree.run(&["check", "--policy", "maybe", "reply.md"]);
    assert!(
        ran.err.contains("[possible values: ask, nearest]"),
        "{}",
        ran.err
    );
    let ran = tree.run(&["diff", "--to", "klingon", "poem.txt", "twins.py"]);
    assert!(
        ran.err
            .contains("[possible values: unified, fudiff, search-replace, apply-patch]"),
        "{}",
        ran.err
    );
    let ran = tree.run(&["check", "--max-offset", "x", "reply.md"]);
    assert!(ran.err.contains("expected a whole number"), "{}", ran.err);
    let ran = tree.run(&["check", "--choose", "h9=1", "reply.md"]);
    assert!(
        ran.err.contains("the patch has no hunk `h9`"),
        "{}",
        ran.err
    );
    let page = tree.run(&["man", "apply"]).out;
    for flag in ["choose", "partial", "rejects", "dry\\-run"] {
        assert!(page.contains(flag), "{flag}: {page}");
    }
    let ran = tree.run_with(&["diff", "-", "poem.txt"], "roses\n");
    assert!(ran.out.contains("-roses\n"), "{}{}", ran.out, ran.err);
}

#[test]
fn a_refusal_leaves_all_hunks_to_be_sent_again() {
    let tree = Tree::new(REPLY);
    let ran = tree.run(&["apply", "--rejects", "left.diff", "reply.md"]);
    assert_eq!(ran.code, 3, "{}", ran.err);
    let left = tree.read("left.diff");
    assert!(
        left.contains("+violets are purple") && left.contains("2 * count"),
        "{left}"
    );
    let ran = tree.run(&["apply", "--choose", "h1=7", "left.diff"]);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    assert_eq!(tree.read("poem.txt"), POEM.replace("blue", "purple"));
}

/// Returns the Neovim to run: one that is named, or one on the path.
fn neovim() -> Option<std::path::PathBuf> {
    let named = std::env::var_os("HUNKWISE_NVIM").map(std::path::PathBuf::from);
    let on_path = || {
        let path = std::env::var_os("PATH")?;
        let mut folders = std::env::split_paths(&path).map(|folder| folder.join("nvim"));
        folders.find(|file| file.exists())
    };
    named.or_else(on_path)
}

#[test]
fn an_editor_plugin_needs_nothing_but_serve() {
    let Some(nvim) = neovim() else {
        // Past the harness, which keeps what passing tests print to itself.
        let words = b"SKIPPED: no nvim on the path, so the editor plugin is not tried\n";
        std::io::stderr().write_all(words).expect("it can be said");
        return;
    };
    let tree = Tree::new(REPLY);
    let plugin = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/plugin");
    let script = format!("luafile {}", plugin.join("drive.lua").display());
    let ran = Command::new(nvim)
        .args(["--headless", "-u", "NONE", "-i", "NONE", "-c", &script])
        .current_dir(tree.path())
        .env("HOME", tree.path().join("home"))
        .env_remove("XDG_STATE_HOME")
        .env("PLUGIN_ROOT", tree.path())
        .env("PLUGIN_PROGRAM", env!("CARGO_BIN_EXE_hunkwise"))
        .env("PLUGIN_FOLDER", &plugin)
        .stdin(Stdio::null())
        .output()
        .expect("nvim runs");
    let said = String::from_utf8_lossy(&ran.stderr).into_owned();
    let seen = fs::read_to_string(tree.path().join("seen.json"))
        .unwrap_or_else(|fault| panic!("{fault}: {said}"));
    let seen: Value = serde_json::from_str(&seen).expect("JSON");
    assert_eq!(seen["ok"], true, "{seen:#} {said}");
    let lines = |key: &str| {
        let lines = seen[key].as_array().expect("lines").iter();
        lines
            .map(|line| format!("{}\n", line.as_str().expect("text")))
            .collect::<String>()
    };
    assert_eq!(seen["list"].as_array().map(Vec::len), Some(2));
    assert_eq!(
        seen["list"][0]["text"]
            .as_str()
            .map(|text| text.ends_with("ambiguous")),
        Some(true)
    );
    assert_eq!(lines("preview"), SECOND);
    assert_eq!(seen["refused"], true);
    assert!(
        seen["why"]
            .as_str()
            .is_some_and(|why| why.starts_with("needs_person")),
        "{seen:#}"
    );
    assert!(
        seen["diff"]
            .as_str()
            .is_some_and(|diff| diff.contains("+    total += 2 * count()"))
    );
    assert_eq!(lines("written"), SECOND);
    assert_eq!(seen["undone"], seen["apply_id"]);
    assert_eq!(seen["rejected"], "rejected");
    assert_eq!(tree.read("twins.py"), TWINS, "the undo took it back");
}
