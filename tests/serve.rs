//! `serve` prints lines of the shapes that `schema serve-answer` gives, and no file that a request names keeps it waiting.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

const POEM: &str = "roses are red\nviolets are blue\nsugar is sweet\nand so are you\n";
const REPLY: &str = "--- a/poem.txt\n+++ b/poem.txt\n@@ -1,3 +1,3 @@\n roses are red\n-violets are blue\n+violets are purple\n sugar is sweet\n--- a/poems.txt\n+++ b/poems.txt\n@@ -1 +1 @@\n-a\n+b\n";

fn tree() -> TempDir {
    let tree = tempfile::tempdir().expect("a temporary folder");
    fs::write(tree.path().join("poem.txt"), POEM).expect("written");
    fs::write(tree.path().join("reply.md"), REPLY).expect("written");
    tree
}

fn run(tree: &TempDir, args: &[&str], stdin: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_hunkwise"))
        .args(args)
        .current_dir(tree.path())
        .env("HOME", tree.path().join("home"))
        .env_remove("XDG_STATE_HOME")
        .env_remove("XDG_CONFIG_HOME")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut pipe = child.stdin.take().expect("piped");
    pipe.write_all(stdin.as_bytes()).expect("it reads");
    drop(pipe);
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{args:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Sends requests, one a line, and returns the lines that are printed.
fn talk(tree: &TempDir, requests: &[Value]) -> Vec<Value> {
    let lines: String = requests.iter().map(|it| format!("{it}\n")).collect();
    let printed = run(tree, &["serve"], &lines);
    let lines = printed.lines();
    lines
        .map(|line| serde_json::from_str(line).expect("a line is JSON"))
        .collect()
}

struct Schema(boon::Schemas, boon::SchemaIndex);

impl Schema {
    fn named(name: &str) -> Schema {
        let text = run(&tree(), &["schema", name], "");
        let schema: Value = serde_json::from_str(&text).expect("a schema is JSON");
        let mut schemas = boon::Schemas::new();
        let mut compiler = boon::Compiler::new();
        let added = compiler.add_resource("schema.json", schema);
        added.expect("it is added");
        let index = compiler.compile("schema.json", &mut schemas);
        let index = index.expect("it is a schema");
        Schema(schemas, index)
    }

    fn fits(&self, value: &Value) -> bool {
        self.0.validate(value, self.1).is_ok()
    }
}

#[test]
fn every_line_is_as_its_schema_says() {
    let (request, answer) = (Schema::named("serve"), Schema::named("serve-answer"));
    let tree = tree();
    let requests = [
        json!({ "id": "a", "method": "preview" }),
        json!({ "id": 1, "method": "open", "params": { "file": "reply.md" } }),
        json!({ "id": 2, "method": "watch" }),
        json!({ "id": 3, "method": "feedback" }),
        json!({ "id": 4, "method": "settle", "params": { "version": 1, "hunks": [{ "hunk": "h2", "decision": "reject" }] } }),
        json!({ "id": 5, "method": "preview", "params": {} }),
        json!({ "id": 6, "method": "apply", "params": { "scope": "settled" } }),
        json!({ "id": 7, "method": "report" }),
        json!({ "id": 8, "method": "undo", "params": {} }),
        json!({ "id": 9, "method": "refresh" }),
        json!({ "method": "apply", "params": { "scope": "all of them" } }),
    ];
    let lines = talk(&tree, &requests);
    let mut methods = requests
        .iter()
        .map(|it| it["method"].as_str().unwrap_or_default());
    for line in &lines {
        assert!(answer.fits(line), "{line:#}");
        let is_event = line.get("event").is_some();
        let method = if is_event {
            "event"
        } else {
            methods.next().expect("a request")
        };
        let (holder, key) = match method {
            "open" | "report" | "settle" | "refresh" => ("result", "files"),
            "preview" if line["id"] == "a" => ("error", "code"),
            "apply" if line["id"].is_null() => ("error", "text"),
            "apply" => ("result", "apply_id"),
            "feedback" => ("result", "markdown"),
            "preview" => ("result", "diff"),
            "undo" => ("result", "undid"),
            _ => continue,
        };
        assert!(!line[holder][key].is_null(), "{method}: {line:#}");
        if holder == "result" && key != "apply_id" {
            // The schema asks for what the answer is about.
            let mut less = line.clone();
            let fields = less[holder].as_object_mut().expect("an object");
            fields.remove(key);
            assert!(!answer.fits(&less), "{method} without {key}: {less:#}");
        }
    }
    assert_eq!(methods.next(), None, "each has its answer");
    let (last, others) = requests.split_last().expect("there are some");
    assert!(!request.fits(last));
    for asked in others.iter().filter(|it| it.get("params").is_some()) {
        assert!(request.fits(asked), "{asked:#}");
    }
}

#[test]
fn a_pipe_that_nobody_writes_to_keeps_no_request_waiting() {
    let tree = tree();
    for name in ["reply", "decisions"] {
        let made = Command::new("mkfifo").arg(tree.path().join(name)).status();
        assert!(made.expect("mkfifo is there").success());
    }
    let text = json!({ "text": REPLY, "args": ["--decisions=decisions"] });
    let lines = talk(
        &tree,
        &[
            json!({ "id": 1, "method": "open", "params": { "file": "reply" } }),
            json!({ "id": 2, "method": "open", "params": text }),
            json!({ "id": 3, "method": "open", "params": { "file": "reply.md" } }),
        ],
    );
    for line in &lines[..2] {
        let text = line["error"]["text"].as_str().expect("a sentence");
        assert!(text.contains("named pipe"), "{text}");
    }
    assert!(lines[2]["result"]["files"].is_array(), "{:#}", lines[2]);
}

/// One of the two lines that the reply removes is not in the file.
const SHORT: &str = "def order():\n    row = get()\n    if row is None:\n    log.info(row)\n";
const LONGER: &str = "row.py\n<<<<<<< SEARCH\ndef order():\n    row = get()\n    if row is None:\n        raise LookupError(\"no such order\", order_id)\n    log.info(row)\n=======\ndef order():\n    row = get()\n    if row is None:\n        raise NotFound(\"order\", order_id)\n    log.info(row)\n>>>>>>> REPLACE\n";

#[test]
fn lines_to_remove_that_the_place_lacks_are_reported_as_absent() {
    let tree = tree();
    fs::write(tree.path().join("row.py"), SHORT).expect("written");
    let decisions = |differing: &str| {
        let place = json!({ "line": { "line": 1, "differing": differing } });
        json!({ "version": 1, "hunks": [{ "hunk": "h1", "place": place }] })
    };
    let lines = talk(
        &tree,
        &[
            json!({ "id": 1, "method": "open", "params": { "text": LONGER } }),
            json!({ "id": 2, "method": "settle", "params": decisions("refuse") }),
            json!({ "id": 3, "method": "settle", "params": decisions("insert") }),
            json!({ "id": 4, "method": "feedback" }),
            json!({ "id": 5, "method": "apply", "params": { "scope": "everything" } }),
            json!({ "id": 6, "method": "feedback" }),
        ],
    );
    let [open, refused, settled, before, applied, after] = &lines[..] else {
        panic!("an answer each: {lines:#?}");
    };
    assert_eq!(open["result"]["exit"], 3);
    let refusal = refused["error"]["text"].as_str().expect("a sentence");
    assert!(refusal.contains("differs at line 1"), "{refusal}");
    let left = json!(["-        raise LookupError(\"no such order\", order_id)"]);
    let schema = Schema::named("serve-answer");
    for (line, standing, exit) in [
        (settled, "FITS, NOT WRITTEN", Some(1)),
        (before, "FITS, NOT WRITTEN", None),
        (applied, "ON DISK", Some(1)),
        (after, "ON DISK", None),
    ] {
        assert!(schema.fits(line), "{line:#}");
        assert_eq!(line["result"]["exit"].as_u64(), exit, "{line:#}");
        let text = line.to_string();
        let words = format!("{standing}, in part: 1 removed line is not in the file there");
        assert!(text.contains(&words), "{line:#}");
        assert!(text.contains(&left.to_string()), "{line:#}");
    }
    let written = fs::read_to_string(tree.path().join("row.py")).expect("it is there");
    let inserted = "        raise NotFound(\"order\", order_id)\n    log";
    assert_eq!(written, SHORT.replace("    log", inserted));
}

#[test]
fn what_is_wrong_with_a_request_is_told_in_its_own_words() {
    let tree = tree();
    let tell = |line: &str| {
        let printed = run(&tree, &["serve"], &format!("{line}\n"));
        let answer: Value = serde_json::from_str(&printed).expect("one line of JSON");
        answer["error"]["text"].as_str().map(str::to_string)
    };
    let told = |text: &str| Some(text.to_string());
    assert_eq!(tell("[1]"), told("expected an object, found a list"));
    assert_eq!(tell("{}"), told("`method`: missing"));
    let methods = r#"`method`: expected one of "apply", "feedback", "open", "preview", "refresh", "report", "settle", "undo", "watch""#;
    assert_eq!(tell(r#"{"method": "opne"}"#), told(methods));
    let twice =
        r#"{"method": "settle", "params": {"version": 1, "hunks": [{"hunk": "h1"}], "hunks": []}}"#;
    let fault = tell(twice).expect("an error");
    assert!(fault.starts_with("field `hunks` is given twice"), "{fault}");
    let other_fields =
        r#"{"jsonrpc": "2.0", "id": 1, "method": "open", "params": {"file": "reply.md"}}"#;
    assert_eq!(tell(other_fields), None);
}

#[test]
fn an_id_that_could_not_be_given_back_is_refused() {
    let requests = "{\"id\":99999999999999999999999999,\"method\":\"report\"}\n\
        {\"id\":[1.5],\"method\":\"report\"}\n\
        {\"id\":18446744073709551615,\"method\":\"report\"}\n\
        {\"id\":\"1e26\",\"method\":\"report\"}\n";
    let printed = run(&tree(), &["serve"], requests);
    let lines: Vec<&str> = printed.lines().collect();
    let refused = "{\"id\":null,\"error\":{\"code\":\"bad_request\"";
    assert!(
        lines[..2].iter().all(|line| line.starts_with(refused)),
        "{printed}"
    );
    assert!(
        lines[2].starts_with("{\"id\":18446744073709551615,"),
        "{printed}"
    );
    assert!(lines[3].starts_with("{\"id\":\"1e26\","), "{printed}");
}
