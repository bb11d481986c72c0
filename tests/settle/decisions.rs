//! Decisions are followed to the letter, or refused as a whole: none is dropped, read loosely, or outlived by another.

use super::*;

const LIMITS: &str = "import x\nlimit = 60\ndone()\n";
const RAISED: &str =
    "limits.py\n<<<<<<< SEARCH\nlimit = 50\n=======\nlimit = 100\n>>>>>>> REPLACE\n";
const ZEBRA: &str = "--- a/poem.txt\n+++ b/poem.txt\n@@ -1,2 +1,2 @@\n zebra crossing\n-kangaroo court\n+wallaby court\n";
const HIDDEN: &str =
    "--- a/limits.py\n+++ b/limits.py\n@@ -2 +2 @@\n-limit = 60\n+limit = 6\u{200b}1\n";

/// Applies `reply` to `limits.py` with `flags`, and compares what it holds then.
#[track_caller]
fn check_limits(reply: &str, flags: &[&str], code: i32, expected: &str) {
    let tree = Tree::new(reply);
    tree.write("limits.py", LIMITS);
    let ran = tree.run(&[&["apply", "reply.md"], flags].concat());
    assert_eq!(ran.code, code, "{flags:?}: {}{}", ran.out, ran.err);
    assert_eq!(tree.read("limits.py"), expected, "{flags:?}");
}

/// Gives `decisions` to `check` and to `apply`; both must end with `code`, and where that is no success must say `words`.
#[track_caller]
fn decided(reply: &str, decisions: &Value, code: i32, words: &str) -> Tree {
    let tree = Tree::new(reply);
    tree.write("limits.py", LIMITS);
    tree.write("d.json", &decisions.to_string());
    for command in ["check", "apply"] {
        let ran = tree.run(&[command, "reply.md", "--decisions", "d.json"]);
        assert_eq!(
            ran.code, code,
            "{command} {decisions}: {}{}",
            ran.out, ran.err
        );
        assert!(
            ran.err.contains(words),
            "{command} {decisions}: {}",
            ran.err
        );
    }
    tree
}

#[test]
fn a_line_that_differs_is_replaced_or_kept_as_is_said() {
    let replaced = LIMITS.replace("60", "100");
    let beside = LIMITS.replace("60\n", "60\nlimit = 100\n");
    for place in ["h1=2", "h1=#1", "h1=all"] {
        check_limits(RAISED, &["--choose", place], 2, LIMITS);
        let replace = format!("{place}:replace");
        check_limits(RAISED, &["--choose", &replace], 0, &replaced);
        let insert = format!("{place}:insert");
        check_limits(RAISED, &["--choose", &insert], 1, &beside);
    }
    let removal = RAISED.replace("limit = 100\n", "");
    check_limits(&removal, &["--choose", "h1=2:insert"], 2, LIMITS);
}

/// The line that the reply removes is not in the file.
const ROW_LACKS: &str =
    "def order():\n    row = get()\n    if row is None:\n    log.info(row)\n    return row\n";
const ROW: &str = "row.py\n<<<<<<< SEARCH\ndef order():\n    row = get()\n    if row is None:\n        raise LookupError(\"no such order\", order_id)\n    log.info(row)\n=======\ndef order():\n    row = get()\n    if row is None:\n        raise NotFound(\"order\", order_id)\n    log.info(row)\n>>>>>>> REPLACE\n";

#[test]
fn a_removed_line_that_the_place_lacks_is_left_out_and_told() {
    let tree = Tree::new(ROW);
    tree.write("row.py", ROW_LACKS);
    let review = ["review", "--plain", "--feedback=back.md", "reply.md"];
    let ran = tree.run_with(&review, "1\n\nA\n\nq\n");
    let written = tree.read("row.py");
    assert!(written.contains("NotFound"), "{}", ran.out);
    assert_eq!(ran.code, 1, "{}", ran.out);
    let back = tree.read("back.md");
    assert!(
        back.contains("1 removed line is not in the file there"),
        "{back}"
    );
    assert!(back.contains("-        raise LookupError"), "{back}");
}

#[test]
fn lines_that_are_nothing_like_the_file_go_nowhere_by_all() {
    for place in ["h1=all", "h1=1", "h1=#1"] {
        check(ZEBRA, &["--choose", place], 2, POEM, TWINS);
    }
}

#[test]
fn a_line_that_goes_in_the_stead_of_another_is_named() {
    let reply = "poem.txt\n<<<<<<< SEARCH\nroses are red\ngrass is tall\nviolets are blue\n=======\nroses are red\nviolets are blue\n>>>>>>> REPLACE\n";
    for command in ["check", "apply"] {
        let tree = Tree::new(reply);
        let ran = tree.run(&[command, "reply.md", "--choose", "h1=1:replace"]);
        let named = "removes `violets are blue`, which the reply does not remove";
        assert!(ran.out.contains(named), "{command}: {}", ran.out);
    }
}

#[test]
fn two_targets_of_one_section_are_refused_and_one_takes_no_other_hunk_along() {
    let two = "--- a/poem.txt\n+++ b/poem.txt\n@@ -1 +1 @@\n-roses are red\n+roses are pink\n@@ -4 +4 @@\n-and so are you\n+and so am I\n";
    let both = [
        "--target", "h1=twins.py", "--target", "h2=poem.txt", "--choose", "h1=1:replace",
    ];
    check(two, &both, 2, POEM, TWINS);
    check(two, &["--target", "h1=twins.py"], 2, POEM, TWINS);
    let twice = ["--target", "h1=poem.txt", "--target", "h1=twins.py"];
    check(two, &twice, 2, POEM, TWINS);
}

#[test]
fn overlaps_are_settled_once_and_as_said() {
    check(
        CLASH,
        &["--overlap", "h1,h2=first", "--overlap", "h2,h1=first"],
        2,
        POEM,
        TWINS,
    );
    check(
        CLASH,
        &["--overlap", "h1,h2=both", "--reject", "h1"],
        2,
        POEM,
        TWINS,
    );
    check(
        CLASH,
        &["--overlap", "h1,h2=first", "--choose", "h2=1"],
        2,
        POEM,
        TWINS,
    );
}

#[test]
fn what_is_undecided_stays_open() {
    let undecided = json!({ "version": 1, "hunks": [{ "hunk": "h1", "decision": "undecided", "place": { "nth": 2 } }] });
    let tree = decided(REPLY, &undecided, 3, "");
    assert_eq!(
        (tree.read("twins.py"), tree.read("poem.txt")),
        (TWINS.to_string(), POEM.to_string())
    );
    let settle = |id: u64, said: Value| {
        let params = json!({ "version": 1, "hunks": [said] });
        json!({ "id": id, "method": "settle", "params": params })
    };
    let answers = Tree::new(REPLY).talk(
        "serve",
        &[
            json!({ "id": 1, "method": "open", "params": { "file": "reply.md" } }),
            settle(2, json!({ "hunk": "h1", "place": { "nth": 2 } })),
            settle(3, json!({ "hunk": "h1", "decision": "undecided" })),
            settle(4, json!({ "hunk": "h1", "decision": "reject" })),
            settle(5, json!({ "hunk": "h1", "decision": "undecided" })),
            json!({ "id": 6, "method": "apply", "params": {} }),
        ],
    );
    let status = |at: usize| hunk(&answers[at]["result"], 0)["status"].clone();
    assert_eq!(status(1), "placed");
    assert_eq!(status(2), "ambiguous");
    assert_eq!(status(4), "ambiguous");
    assert_eq!(
        answers[5]["error"]["code"], "needs_person",
        "{}",
        answers[5]
    );
}

#[test]
fn other_lines_are_matched_anew() {
    let tree = Tree::new(REPLY);
    let settle = |id: u64, said: Value| {
        let params = json!({ "version": 1, "hunks": [said] });
        json!({ "id": id, "method": "settle", "params": params })
    };
    let lines = json!([
        { "kind": "context", "text": "def two():" },
        { "kind": "insert", "text": "    seen = 1" },
    ]);
    let answers = tree.talk(
        "serve",
        &[
            json!({ "id": 1, "method": "open", "params": { "file": "reply.md" } }),
            settle(2, json!({ "hunk": "h1", "place": { "nth": 1 } })),
            settle(3, json!({ "hunk": "h1", "lines": lines })),
            json!({ "id": 4, "method": "apply", "params": {} }),
        ],
    );
    assert_eq!(answers[3]["result"]["written"], true, "{}", answers[3]);
    let expected = TWINS.replace("def two():\n", "def two():\n    seen = 1\n");
    assert_eq!(tree.read("twins.py"), expected);
}

#[test]
fn hidden_text_that_was_looked_at_is_written() {
    let allowed = |is_allowed: bool| {
        let hunk = json!({ "hunk": "h1", "decision": "accept", "allow_hidden": is_allowed });
        json!({ "version": 1, "others": "leave", "hunks": [hunk] })
    };
    let tree = decided(HIDDEN, &allowed(true), 0, "");
    assert_eq!(tree.read("limits.py"), LIMITS.replace("60", "6\u{200b}1"));
    let tree = decided(HIDDEN, &allowed(false), 4, "");
    assert_eq!(tree.read("limits.py"), LIMITS);
}

#[test]
fn decisions_of_another_shape_are_told_by_name() {
    for (text, words) in [
        (json!([1, "apply", {}, [], []]), "expected an object"),
        (
            json!({ "version": 1, "hunks": [{ "hunk": "h1", "lines": [{ "kind": "delete" }] }] }),
            "line 1 of the lines for h1",
        ),
        (
            json!({ "version": 1, "hunks": [{ "hunk": "h1", "lines": [{ "kind": "insert", "text": "a\nb" }] }] }),
            "line feed",
        ),
        (
            json!({ "version": 1, "hunks": [{ "hunk": "h1", "place": { "nth": 1, "line": { "line": 2 } } }] }),
            "hunks[0].place",
        ),
        (
            json!({ "version": 1, "hunks": [{ "hunk": "h1", "place": { "nth": 1 } }, { "hunk": "1", "place": { "nth": 2 } }] }),
            "two decisions",
        ),
    ] {
        let tree = decided(REPLY, &text, 2, words);
        assert_eq!(tree.read("twins.py"), TWINS, "{text}");
    }
}

#[test]
fn flags_choose_lines_and_give_others() {
    let tree = Tree::new(RAISED);
    tree.write("limits.py", LIMITS);
    tree.write("mine.diff", "-limit = 60\n+limit = 70\n+low = 7\n");
    let edit = ["apply", "reply.md", "--edit", "h1=mine.diff"];
    let ran = tree.run(&edit);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    assert_eq!(
        tree.read("limits.py"),
        LIMITS.replace("60\n", "70\nlow = 7\n")
    );
    tree.run(&["undo"]);
    let ran = tree.run(&[&edit[..], &["--lines", "h1=1-2"]].concat());
    assert_eq!(ran.code, 1, "{}{}", ran.out, ran.err);
    assert_eq!(tree.read("limits.py"), LIMITS.replace("60", "70"));
    tree.run(&["undo"]);
    for (flag, words) in [
        ("--lines=h1=9", "changes no line 9"),
        ("--lines=h1=3-2", "numbers of lines"),
        ("--edit=h1=nowhere.diff", "nowhere.diff"),
        ("--edit=h1=limits.py", "must begin with"),
    ] {
        let ran = tree.run(&["apply", "reply.md", flag]);
        assert_eq!(ran.code, 2, "{flag}: {}{}", ran.out, ran.err);
        assert!(ran.err.contains(words), "{flag}: {}", ran.err);
        assert_eq!(tree.read("limits.py"), LIMITS, "{flag}");
    }
}

#[test]
fn where_the_files_line_is_another_the_replys_text_is_written() {
    let wrapped = RAISED.replace("limit = 100", "if big:\n    limit = 50");
    let expected = LIMITS.replace("limit = 60", "if big:\n    limit = 50");
    check_limits(&wrapped, &["--choose", "h1=2:replace"], 0, &expected);
    let expected = LIMITS.replace("done()", "if big:\n    limit = 50");
    check_limits(&wrapped, &["--choose", "h1=3:replace"], 0, &expected);
    // A slip in what is only moved is no change of it.
    let slip = "limits.py\n<<<<<<< SEARCH\nDone()\n=======\nif big:\n    Done()\n>>>>>>> REPLACE\n";
    let expected = LIMITS.replace("done()", "if big:\n    done()");
    check_limits(slip, &["--choose", "h1=3"], 0, &expected);
}

/// What an apply wrote and an undo put back is as if neither had been; what a person changed since is theirs.
#[test]
fn what_an_undo_puts_back_is_no_change_of_your_own() {
    let reply =
        "Here is the whole of `w.py`:\n\n**w.py**\n```python\na = 1\nb = 20\nc = 3\nd = 4\n```\n";
    let tree = Tree::new(reply);
    tree.write("w.py", "a = 1\nb = 2\nc = 3\nd = 4\n");
    let run = |args: &[&str]| tree.run_with(args, "");
    assert_eq!(run(&["apply", "reply.md"]).code, 0);
    assert_eq!(run(&["undo"]).code, 0);
    let ran = run(&["check", "reply.md"]);
    assert_eq!(ran.code, 0, "{}", ran.out);
    assert!(!ran.out.contains("your own change"), "{}", ran.out);
    assert_eq!(run(&["apply", "reply.md"]).code, 0);
    tree.write("w.py", "a = 1\nb = 21\nc = 3\nd = 4\n");
    let ran = run(&["check", "reply.md"]);
    assert!(ran.out.contains("your own change"), "{}", ran.out);
}
