//! What programs are told is true of what is on disk, and of what a write would do.

use std::os::unix::fs::PermissionsExt;

use super::*;

const PURPLE: &str = "--- a/poem.txt\n+++ b/poem.txt\n@@ -1,3 +1,3 @@\n roses are red\n-violets are blue\n+violets are purple\n sugar is sweet\n";

fn open() -> Value {
    json!({ "id": 1, "method": "open", "params": { "file": "reply.md" } })
}

fn ask(id: u64, method: &str) -> Value {
    json!({ "id": id, "method": method, "params": {} })
}

/// Returns the status of each file with those of its hunks.
fn statuses(report: &Value) -> Vec<(String, Vec<String>)> {
    let text = |value: &Value| value["status"].as_str().expect("a status").to_string();
    let files = report["files"].as_array().expect("files").iter();
    let of_file = |file: &Value| {
        let hunks = file["hunks"].as_array().expect("hunks").iter();
        (text(file), hunks.map(text).collect())
    };
    files.map(of_file).collect()
}

/// Makes sure that all who look say that the write is refused, as the write does.
#[track_caller]
fn check_refused(tree: &Tree, words: &str) {
    for command in [&["check"][..], &["apply", "--dry-run"], &["apply"]] {
        let (code, report) = tree.json(&[command, &["reply.md"]].concat(), "report");
        assert_eq!(code, 4, "{command:?}: {report:#}");
        assert_eq!(report["error"]["code"], "refused", "{command:?}");
        let text = report["error"]["text"].as_str().expect("words");
        assert!(text.contains(words), "{command:?}: {text}");
        let told = report["feedback"].as_str().expect("Markdown");
        assert!(told.contains(words), "{command:?}: {told}");
        assert!(!told.contains("left to mend"), "{command:?}: {told}");
    }
    let answers = tree.talk("serve", &[open(), ask(2, "preview"), ask(3, "apply")]);
    assert_eq!(answers[0]["result"]["exit"], 4, "{:#}", answers[0]);
    for answer in &answers[1..] {
        assert_eq!(answer["error"]["code"], "refused", "{answer:#}");
    }
    assert_eq!(tree.read("poem.txt"), POEM);
}

#[test]
fn a_file_that_is_not_written_is_told_before() {
    let tree = Tree::new(PURPLE);
    let poem = tree.path().join("poem.txt");
    fs::hard_link(&poem, tree.path().join("other.txt")).expect("linked");
    check_refused(&tree, "hard links");
    let ran = tree.run(&["check", "--split-hard-links", "reply.md"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    fs::remove_file(tree.path().join("other.txt")).expect("removed");
    fs::set_permissions(&poem, fs::Permissions::from_mode(0o4755)).expect("set");
    check_refused(&tree, "set-id");
}

#[test]
fn a_serve_apply_reports_what_an_apply_reports() {
    let made = "--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1 @@\n+new\n";
    let gone = "diff --git a/twins.py b/twins.py\ndeleted file mode 100644\n";
    let moved = "diff --git a/twins.py b/pair.py\nsimilarity index 100%\nrename from twins.py\nrename to pair.py\n";
    for reply in [
        PURPLE.to_string(),
        format!("{PURPLE}{made}"),
        format!("{PURPLE}{gone}-- \n"),
        format!("{PURPLE}{moved}"),
    ] {
        let tree = Tree::new(&reply);
        let answers = tree.talk("serve", &[open(), ask(2, "apply"), ask(3, "report")]);
        let (_, applied) = Tree::new(&reply).json(&["apply", "reply.md"], "report");
        let report = &answers[1]["result"];
        validate("report", report);
        assert_eq!(statuses(report), statuses(&applied), "{reply}");
        assert_eq!(report["written"], true);
        assert_eq!(
            answers[2]["result"]["written"], false,
            "nothing new was written"
        );
    }
}

#[test]
fn a_reply_without_a_patch_is_an_error_with_a_code() {
    let tree = Tree::new("There is nothing to change.\n");
    let (code, report) = tree.json(&["check", "reply.md"], "report");
    assert_eq!((code, &report["error"]["code"]), (2, &json!("no_patch")));
    let long = "n".repeat(300);
    let other = Tree::new(&format!("--- /dev/null\n+++ b/{long}\n@@ -0,0 +1 @@\n+x\n"));
    let (_, report) = other.json(&["check", "reply.md"], "report");
    let file = &report["files"][0];
    assert_eq!(file["status"], "refused");
    assert_eq!(file["refused"]["code"], "unreadable", "{report:#}");
    let (_, failure) = tree.json(&["check", "--polcy", "ask", "reply.md"], "error");
    let text = failure["error"]["text"].as_str().expect("words");
    assert!(text.contains("'--policy'"), "{text}");
}

#[test]
fn what_was_not_read_is_still_to_be_sent() {
    let reply = format!(
        "{PURPLE}\n```json\n{{\"file_path\": \"a.toml\", \"old_string\": \"lto = true\", \"new_string\": \"lto = true\nstrip = true\"\n```\n"
    );
    let tree = Tree::new(&reply);
    let ran = tree.run(&["apply", "--partial", "--feedback", "-", "-q", "reply.md"]);
    assert!(ran.out.contains("1 hunk of 1 on disk."), "{}", ran.out);
    assert!(ran.out.contains("could not be read"), "{}", ran.out);
    assert!(!ran.out.contains("left to send"), "{}", ran.out);
    assert!(!ran.err.contains("poem.txt"), "quiet: {}", ran.err);
}

/// Writes the hunks left out of `reply`, and returns how they are taken as a patch of their own.
#[track_caller]
fn check_rejects(reply: &str, expected: &str) {
    let tree = Tree::new(reply);
    tree.run(&["apply", "--partial", "--rejects", "left.diff", "reply.md"]);
    let left = tree.read("left.diff");
    let ran = tree.run(&["apply", "left.diff"]);
    assert_eq!(ran.code, 3, "{left}{}{}", ran.out, ran.err);
    assert!(ran.out.contains(expected), "{left}{}", ran.out);
}

#[test]
fn rejects_choose_nothing_that_the_reply_left_open() {
    check_rejects(REPLY, "fits 2 places");
    let blocks =
        "twins.py\n<<<<<<< SEARCH\n    total = 0\n=======\n    total = 1\n>>>>>>> REPLACE\n";
    check_rejects(blocks, "fits 2 places");
    let insertion = "*** Begin Patch\n*** Update File: twins.py\n@@\n     total = 0\n+    seen = 0\n*** End Patch\n";
    check_rejects(insertion, "fits 2 places");
    let optional = format!("If you want it, you could also do this:\n\n```diff\n{PURPLE}```\n");
    check_rejects(&optional, "leaves it to you");
    let cut = "```diff\n--- a/poem.txt\n+++ b/poem.txt\n@@ -1,4 +1,4 @@\n roses are red\n-violets are blue\n+violets are pur";
    check_rejects(cut, "");
}

#[test]
fn rejects_have_the_number_of_the_place_or_of_the_patch() {
    let number = |reply: &str, flags: &[&str]| {
        let tree = Tree::new(reply);
        let ran = tree.run(&[&["apply", "reply.md", "--rejects", "left.diff"], flags].concat());
        assert_ne!(ran.code, 0, "{}{}", ran.out, ran.err);
        let left = tree.read("left.diff");
        let header = left.lines().find(|line| line.starts_with("@@"));
        header.map(str::to_string)
    };
    let unlike = |header: &str| {
        format!(
            "--- a/poem.txt\n+++ b/poem.txt\n{header}\n-nothing like this is in it\n+but this comes\n"
        )
    };
    let told = |header: &str| Some(header.to_string());
    assert_eq!(number(&unlike("@@ -9 +9 @@"), &[]), told("@@ -9 +9 @@"));
    assert_eq!(number(&unlike("@@ ... @@"), &[]), told("@@ @@"));
    let moved =
        "--- a/poem.txt\n+++ b/poem.txt\n@@ -4 +4 @@\n-violets are blue\n+violets are white\n";
    assert_eq!(number(moved, &["--reject=h1"]), told("@@ -2 +2 @@"));
}

#[test]
fn lines_left_out_of_a_written_hunk_are_told_everywhere() {
    let reply = "--- a/poem.txt\n+++ b/poem.txt\n@@ -1,3 +1,3 @@\n roses are red\n-violets are blue\n+violets are purple\n-sugar is sweet\n+sugar is sour\n";
    for flags in [
        &["--lines=h1=2,3"][..],
        &["--choose=h1=1", "--lines=h1=2,3"],
    ] {
        let tree = Tree::new(reply);
        let told = ["--feedback", "told.md", "--rejects", "left.diff"];
        let ran = tree.run(&[&["apply", "reply.md"], flags, &told].concat());
        assert_eq!(ran.code, 1, "{flags:?}: {}{}", ran.out, ran.err);
        let expected = POEM.replace("violets are blue", "violets are purple");
        assert_eq!(tree.read("poem.txt"), expected, "{flags:?}");
        let words = "leaves out 2 of 4 changed lines";
        assert!(ran.out.contains(words), "{flags:?}: {}", ran.out);
        let told = tree.read("told.md");
        let lines = "```diff\n-sugar is sweet\n+sugar is sour\n```";
        assert!(
            told.contains(words) && told.contains(lines),
            "{flags:?}: {told}"
        );
        let ran = tree.run(&["apply", "left.diff"]);
        assert_eq!(ran.code, 0, "{flags:?}: {}{}", ran.out, ran.err);
        let expected = expected.replace("sweet", "sour");
        assert_eq!(tree.read("poem.txt"), expected, "{flags:?}");
    }
}

#[test]
fn an_agent_hears_what_the_reviewer_rejected() {
    let two = "--- a/poem.txt\n+++ b/poem.txt\n@@ -1 +1 @@\n-roses are red\n+roses are pink\n@@ -4 +4 @@\n-and so are you\n+and so am I\n";
    let call = |name: &str, arguments: Value| json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": name, "arguments": arguments } });
    for (keys, status, n_rejected) in [
        ("c\nnot like this\nx\n\nA\n\nq\n", "applied", 1),
        ("c\nnot like this\nx\nx\nq\nq\n", "rejected", 2),
    ] {
        let tree = Tree::new("");
        let asked = |request: Value| {
            let answers = tree.talk("mcp", &[request]);
            let text = answers[0]["result"]["content"][0]["text"].as_str();
            serde_json::from_str::<Value>(text.expect("text")).expect("JSON")
        };
        let proposed = asked(call("propose", json!({ "text": two })));
        let run = proposed["run"].as_array().expect("a command").iter();
        let run: Vec<&str> = run.skip(1).filter_map(Value::as_str).collect();
        tree.run_with(&[&run[..], &["--plain"]].concat(), keys);
        let told = asked(call("status", json!({ "proposal": proposed["proposal"] })));
        assert_eq!(told["status"], status, "{told:#}");
        assert_eq!(told["n_rejected"], n_rejected, "{told:#}");
        let feedback = told["feedback"].as_str().expect("Markdown");
        assert!(feedback.contains("not like this"), "{feedback}");
    }
    let answers = Tree::new("").talk("mcp", &[json!([call("undo", json!({}))])]);
    assert_eq!(answers[0]["error"]["code"], -32600, "a list is answered");
}

#[test]
fn a_review_that_was_left_asks_for_what_fits_again() {
    let tree = Tree::new(REPLY);
    let flags = ["review", "--plain", "--feedback", "back.md", "reply.md"];
    let ran = tree.run_with(&flags, "x\nq\nq\n");
    let told = tree.read("back.md");
    assert!(told.contains("left without writing"), "{told}{}", ran.out);
    assert!(told.contains("+violets are purple"), "{told}");
}

/// Whatever is written, what was not read is not: no script takes that for a success.
#[test]
fn a_review_with_a_part_that_was_not_read_does_not_exit_with_0() {
    let part = "\nAnd the stylesheet:\n\n```css\nh1 {\n  color: navy;\n}\n```\n";
    let edits = format!("```diff\n{POEM_ONLY}```\n");
    for (reply, code) in [(edits.clone(), 0), (edits + part, 1)] {
        let tree = Tree::new(&reply);
        tree.write("style.css", "h1 {\n  color: red;\n}\n");
        let ran = tree.run_with(&["review", "--plain", "reply.md"], "Y\nA\n\nq\n");
        assert!(tree.read("poem.txt").contains("purple"), "{}", ran.out);
        assert_eq!(ran.code, code, "{}", ran.out);
    }
}

/// An edit that fits.
const POEM_ONLY: &str = "--- a/poem.txt\n+++ b/poem.txt\n@@ -1,3 +1,3 @@\n roses are red\n-violets are blue\n+violets are purple\n sugar is sweet\n";

/// Makes all edits of the placed hunks in the poem, and compares the result with what an apply writes.
#[track_caller]
fn check_edits(reply: &str) -> Value {
    let tree = Tree::new(reply);
    let (_, report) = tree.json(&["check", "reply.md"], "report");
    let hunks = report["files"][0]["hunks"]
        .as_array()
        .expect("hunks")
        .iter();
    let edits = hunks.flat_map(|hunk| hunk["edits"].as_array().expect("edits"));
    let number = |edit: &Value, key: &str| edit[key].as_u64().expect("a number") as usize;
    let mut edits: Vec<&Value> = edits.collect();
    edits.sort_by_key(|edit| number(edit, "start_line"));
    let mut lines: Vec<&str> = POEM.split_inclusive('\n').collect();
    for edit in edits.iter().rev() {
        let span = number(edit, "start_line") - 1..number(edit, "end_line");
        lines.splice(span, [edit["new_text"].as_str().expect("text")]);
    }
    let ran = tree.run(&["apply", "reply.md"]);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    assert_eq!(tree.read("poem.txt"), lines.concat());
    report
}

#[test]
fn the_edits_of_all_hunks_are_what_is_written() {
    let head = "--- a/poem.txt\n+++ b/poem.txt\n";
    let insertion = "@@ @@\n roses are red\n+and tall\n violets are blue\n";
    let longer = format!("{insertion} sugar is sweet\n");
    let other = "@@ @@\n-and so are you\n+and so am I\n";
    check_edits(&format!("{head}{insertion}{longer}"));
    let report = check_edits(&format!("{head}{insertion}{other}{insertion}"));
    let first = hunk(&report, 0)["id"].clone();
    assert_eq!(hunk(&report, 2)["merged_with"], first);
    let further = "@@ @@\n roses are red\n-and tall\n+and small\n violets are blue\n";
    check_edits(&format!("{head}{insertion}{further}"));
    check_edits(&format!("{head}{other}{insertion}"));
}

#[test]
fn feedback_offers_nothing_that_spoils_another_function_and_stays_short() {
    let told = |file: &str, text: &str, reply: &str| {
        let tree = Tree::new(reply);
        tree.write(file, text);
        tree.run(&["check", "--feedback", "-", "reply.md"]).out
    };
    let text = "impl S {\n    pub fn len(&self) -> usize {\n        self.values.len()\n    }\n}\n";
    let lost = "*** Begin Patch\n*** Update File: c.rs\n@@ impl S {\n     pub fn is_empty(&self) -> bool {\n-        self.values.len() == 0\n+        self.values.is_empty()\n     }\n*** End Patch\n";
    let of_lost = told("c.rs", text, lost);
    assert!(of_lost.contains("NOT APPLIED"), "{of_lost}");
    assert!(!of_lost.contains("send:"), "{of_lost}");

    let reply = "WishList.tsx\n```tsx\nexport { W } from \"./Wishlist\";\n```\n";
    let of_new = told("Wishlist.tsx", "export const W = 1;\n", reply);
    assert!(of_new.contains("/dev/null"), "{of_new}");

    let lines: String = (1..200)
        .map(|n| format!("line number {n} of it\n"))
        .collect();
    let hunks = (1..80).map(|n| format!("@@ @@\n-line nummer {n} von it\n+LINE {n}\n"));
    let reply = format!("--- a/m.txt\n+++ b/m.txt\n{}", hunks.collect::<String>());
    let of_many = told("m.txt", &lines, &reply);
    assert!(of_many.len() < 120_000, "{}", of_many.len());
    assert_eq!(of_many.matches("\n### h").count(), 79);
}

#[test]
fn a_command_behind_a_flag_is_not_taken_for_a_patch() {
    let tree = Tree::new(REPLY);
    for args in [
        &["--json", "check", "reply.md"][..],
        &["--root", ".", "apply", "reply.md"],
    ] {
        let ran = tree.run(args);
        assert_eq!(ran.code, 2, "{args:?}");
        assert!(ran.err.contains("is a command"), "{}", ran.err);
        assert!(!ran.err.contains("did you mean"), "{}", ran.err);
    }
    let ran = tree.run(&["help", "aply"]);
    assert!(
        ran.err.contains("subcommand exists: 'apply'"),
        "{}",
        ran.err
    );
    let ran = tree.run(&["help", "zzzzzz"]);
    assert!(!ran.err.contains("exists"), "{}", ran.err);
}

#[test]
fn what_the_prompt_asks_for_is_right_by_the_dialects_own_rules() {
    let strict = |body: &str| {
        let head = "--- filename: poem.txt\n+++ filename: poem.txt\n@@ @@\n";
        let tree = Tree::new(&format!("{head}{body}"));
        tree.run(&["check", "--strict", "reply.md"]).code
    };
    let last = " sugar is sweet\n and so are you\n";
    assert_eq!(strict(&format!("{last}-\n")), 0, "the newline goes");
    assert_eq!(strict(" sugar is sweet\n-and so are you\n"), 2);
    assert_eq!(strict(" sugar is sweet\n-and so are you\n-\n"), 2);
}

#[test]
fn commands_without_a_screen_pass_over_its_flags() {
    let tree = Tree::new(PURPLE);
    for flag in [
        "--color=never", "--theme=dark", "--no-mouse", "--watch=off", "--fresh",
    ] {
        for command in ["check", "explain", "convert"] {
            let ran = tree.run(&[command, flag, "reply.md"]);
            assert_eq!(ran.code, 0, "{command} {flag}: {}", ran.err);
        }
    }
    assert_eq!(tree.run(&["check", "--dry-run", "reply.md"]).code, 0);
    let ran = tree.run(&["apply", "--color=never", "--fresh", "reply.md"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(tree.run(&["check", "--color=purple", "reply.md"]).code, 2);
    assert_eq!(tree.run(&["log", "--no-mouse"]).code, 2);
    let help = tree.run(&["check", "--help"]).out;
    assert!(!help.contains("--no-mouse"), "{help}");
}

#[test]
fn the_file_that_holds_the_lines_is_told_where_the_one_named_does_not() {
    let hunk = "@@ -1,2 +1,2 @@\n <footer class=\"cart\">\n-  <strong>{total}</strong>\n+  <b>{total}</b>\n";
    for (head, is_named) in [
        ("--- a/Wishlist.tsx\n+++ b/Wishlist.tsx\n", true),
        ("", false),
    ] {
        let tree = Tree::new(&format!("{head}{hunk}"));
        tree.write(
            "Cart.tsx",
            "<footer class=\"cart\">\n  <strong>{total}</strong>\n</footer>\n",
        );
        tree.write(
            "Wishlist.tsx",
            "export function Wishlist() {\n  return 1;\n}\n",
        );
        let (code, report) = tree.json(&["check", "reply.md"], "report");
        assert_eq!(code, 3, "{report:#}");
        let suggestions = json!([{ "path": "Cart.tsx", "why": "holds_lines" }]);
        assert_eq!(report["files"][0]["suggestions"], suggestions);
        let told = report["feedback"].as_str().expect("Markdown");
        assert!(told.contains("Its lines are in `Cart.tsx`"), "{told}");
        let ran = tree.run(&["check", "reply.md"]);
        assert!(ran.out.contains("its lines are in Cart.tsx"), "{}", ran.out);
        if is_named {
            // One hunk that fits says that the file is the right one.
            let fits = "@@ @@\n-  return 1;\n+  return 2;\n";
            tree.write("reply.md", &format!("{head}{hunk}{fits}"));
            let (_, report) = tree.json(&["check", "reply.md"], "report");
            assert_eq!(report["files"][0].get("suggestions"), None);
        }
    }
}

#[test]
fn edits_replace_a_line_that_differs_and_insert_where_there_is_none() {
    for (poem, said) in [
        (
            POEM.replace("violets are blue", "violets are bluish"),
            "h1=1:replace",
        ),
        (POEM.replace("violets are blue\n", ""), "h1=1:insert"),
    ] {
        let tree = Tree::new(PURPLE);
        tree.write("poem.txt", &poem);
        let (_, report) = tree.json(&["check", "reply.md"], "report");
        let place = &hunk(&report, 0)["candidates"][0];
        let edited = with_edits(&poem, &place["edits"]);
        let ran = tree.run(&["apply", "reply.md", "--choose", said]);
        assert_eq!(
            tree.read("poem.txt"),
            edited,
            "{said}: {}{}",
            ran.out,
            ran.err
        );
        assert!(edited.contains("violets are purple"), "{edited}");
    }
}
