use super::*;
use crate::text::Text;

const TEXT: &str = "\
class Pool:
    def take(self):
        one = self.all.pop()
        if one is None:
            return None
        return one

    def give(self, one):
        self.all.append(one)
        return None

def main():
    pool = Pool()
    run(pool)
    return 0
";

/// Completes the hunk of `lines` against `text`, and compares what is shown of it: its lines, and why it waits.
#[track_caller]
fn check(text: &str, lines: &str, expected: &str) {
    let line = |line: &str| {
        let kind = match line.as_bytes()[0] {
            b'-' => LineKind::Delete,
            b'+' => LineKind::Insert,
            _ => LineKind::Context,
        };
        HunkLine::new(kind, &line[1..])
    };
    let hunk = Hunk {
        lines: lines.lines().map(line).collect(),
        ..Hunk::default()
    };
    let read = hunk.completed(&Text::new(text)).unwrap_or(hunk);
    let shown = read
        .lines
        .iter()
        .map(|line| format!("{}{}\n", line.kind.sign(), line.body));
    let waits = read.unsure.map(|why| format!("waits: {}\n", why.words()));
    let unquoted = read
        .replaces
        .map(|span| format!("unquoted: {}..{}\n", span.start, span.end));
    let shown: String = shown.chain(waits).chain(unquoted).collect();
    assert_eq!(shown, expected);
}

/// Checks that a hunk waits as it is.
#[track_caller]
fn check_unclear(text: &str, lines: &str) {
    let why = Unsure::GapUnclear.words();
    check(text, lines, &format!("{lines}waits: {why}\n"));
}

/// Checks that a hunk is left to be looked for as it is.
#[track_caller]
fn check_left(text: &str, lines: &str) {
    check(text, lines, lines);
}

#[test]
fn a_gap_in_both_sides_is_what_the_file_has_there() {
    let expected = "     def take(self):
         one = self.all.pop()
         if one is None:
             return None
-        return one
+        return wrap(one)
";
    for gap in [
        "         ...",
        " ...",
        "         \u{2026}",
        "         # ...",
        "   // ... existing code ...",
        " /* ... */",
        " <!-- ... -->",
        " {{ ... }}",
        " \n         ...\n ",
    ] {
        let lines = format!(
            "     def take(self):\n{gap}\n-        return one\n+        return wrap(one)\n"
        );
        check(TEXT, &lines, expected);
    }
}

#[test]
fn gaps_of_two_sides_are_paired_in_their_order() {
    // Each is spelled in its own way.
    check(
        TEXT,
        "-def main():\n-    # ...\n-    return 0\n+def main(n):\n+    # ... as before ...\n+    return n\n",
        "-def main():\n+def main(n):\n     pool = Pool()\n     run(pool)\n-    return 0\n+    return n\n",
    );
    check(
        TEXT,
        "-def main():\n-    ...\n-    return 0\n+def main(n):\n+    ...\n+    return n\n",
        "-def main():\n+def main(n):\n     pool = Pool()\n     run(pool)\n-    return 0\n+    return n\n",
    );
}

#[test]
fn gaps_that_only_the_new_text_has_are_not_written() {
    check(
        TEXT,
        " def main():\n ...\n+    check()\n+    ...\n     return 0\n",
        " def main():\n     pool = Pool()\n     run(pool)\n+    check()\n     return 0\nwaits: it is unclear which lines its `...` leaves out\n",
    );
}

#[test]
fn lines_of_a_gap_that_goes_are_shown_and_wait() {
    check(
        TEXT,
        " def main():\n-    ...\n     return 0\n",
        " def main():\n-    pool = Pool()\n-    run(pool)\n     return 0\nunquoted: 12..14\n",
    );
}

#[test]
fn a_gap_stays_in_the_block_of_the_lines_above_it() {
    // `return None` stands in another definition, which the reply does not name.
    check_unclear(
        TEXT,
        " class Pool:\n ...\n-        return None\n+        return one\n",
    );
    check_unclear(
        TEXT,
        "     def take(self):\n ...\n-        self.all.append(one)\n",
    );
    check_unclear(
        TEXT,
        "         one = self.all.pop()\n ...\n-    run(pool)\n",
    );
}

#[test]
fn of_several_ends_the_nearest_is_meant_where_it_ends_the_block() {
    let text = "fn one() {\n    if a {\n        b();\n    }\n}\n\nfn two() {\n    c();\n}\n";
    check(
        text,
        "-fn one() {\n+fn one(n: u8) {\n ...\n }\n",
        "-fn one() {\n+fn one(n: u8) {\n     if a {\n         b();\n     }\n }\n",
    );
    let twice = "def f():\n    start()\n    log()\n    stop()\n    log()\n";
    check_unclear(twice, " def f():\n ...\n-    log()\n+    tell()\n");
}

#[test]
fn a_gap_at_an_end_is_only_a_remark() {
    check(
        TEXT,
        " # ...\n     run(pool)\n+    stop(pool)\n     # ...\n",
        "     run(pool)\n+    stop(pool)\n",
    );
    // How far it goes is not said.
    check(
        TEXT,
        "     run(pool)\n-    ...\n",
        "     run(pool)\nwaits: it is unclear which lines its `...` leaves out\n",
    );
    check_unclear(TEXT, " def main():\n ...\n+    stop()\n");
    check_unclear(
        TEXT,
        " def main():\n ...\n+    stop()\n ...\n     return 0\n",
    );
}

#[test]
fn a_block_that_is_indented_otherwise_takes_the_lines_so() {
    check(
        TEXT,
        " def give(self, one):\n ...\n-    return None\n+    return one\n",
        " def give(self, one):\n     self.all.append(one)\n-    return None\n+    return one\n",
    );
}

#[test]
fn what_the_file_says_itself_stands_for_nothing_else() {
    let stub = "class P:\n    def a(self):\n        ...\n\n    def b(self):\n        ...\n";
    check_left(stub, "     def a(self):\n-        ...\n+        return 1\n");
    check_left(
        stub,
        "     def a(self):\n         ...\n \n-    def b(self):\n+    def c(self):\n",
    );
    // The result is there already.
    check_left(
        stub,
        "     def a(self):\n         ...\n \n-    def z(self):\n+    def b(self):\n",
    );
    check_left("f(\n  ...other,\n)\n", " f(\n   ...other,\n-)\n+);\n");
}

#[test]
fn what_was_inserted_once_is_no_line_of_a_gap() {
    check(
        TEXT,
        " def main():\n ...\n+    run(pool)\n     return 0\n",
        " def main():\n     pool = Pool()\n+    run(pool)\n     return 0\n",
    );
}

#[test]
fn parts_that_say_nothing_are_left_alone() {
    check_left("{\n  a\n}\n", " {\n ...\n+  b\n }\n");
    check_left(TEXT, " def other():\n ...\n-    return 0\n");
}

#[test]
fn an_ellipsis_alone_or_with_a_word_stands_for_lines() {
    for (line, expected) in [
        ("...", true),
        ("  # ...", true),
        ("//...existing code...", true),
        ("...existing code...", true),
        ("<!-- \u{2026} -->", true),
        ("[...]", true),
        ("  ...other,", false),
        ("...codeProps", false),
        ("return foo(...)", false),
        ("# wait... what", false),
        ("..", false),
    ] {
        assert_eq!(is_gap(line.as_bytes()), expected, "{line}");
    }
}

#[test]
fn new_text_that_leaves_out_what_the_old_text_quotes_is_told() {
    let line = |(kind, body): (LineKind, &str)| HunkLine::new(kind, body);
    let told = |lines: &[(LineKind, &str)]| {
        is_in_new_text_alone(&Hunk {
            lines: lines.iter().copied().map(line).collect(),
            ..Hunk::default()
        })
    };
    use LineKind::{Context, Delete, Insert};
    assert!(told(&[
        (Delete, "a"),
        (Delete, "b"),
        (Insert, "..."),
        (Insert, "c")
    ]));
    assert!(told(&[
        (Delete, "a"),
        (Insert, "// ... rest of the code ...")
    ]));
    // The body of a stub, a line that is there already, and a gap that both sides have.
    assert!(!told(&[(Delete, "a"), (Insert, "...")]));
    assert!(!told(&[(Context, "a"), (Insert, "..."), (Delete, "b")]));
    assert!(!told(&[
        (Delete, "// ..."),
        (Delete, "a"),
        (Insert, "# ..."),
        (Insert, "b")
    ]));
}
