//! Blocks that are those of the file, or new ones beside them.

use super::*;

/// Checks how many hunks of content with parts left out wait.
#[track_caller]
fn check_waiting(content: &str, text: &str, expected: usize) {
    let read = lazy_file(content).completed(&Text::new(text));
    let waiting = read.hunks.iter().filter(|hunk| hunk.unsure.is_some());
    assert_eq!(waiting.count(), expected, "{content}");
}

#[test]
fn a_head_without_a_name_is_of_any_block() {
    let cases = [
        (
            "fn f() {\n    // ...\n    if x {\n        d();\n    }\n}\n",
            "fn f() {\n    a();\n    if x {\n        c();\n    }\n}\n",
        ),
        (
            "<ul>\n  <!-- ... -->\n  <li>\n    c\n  </li>\n</ul>\n",
            "<ul>\n  <li>\n    a\n  </li>\n  <li>\n    b\n  </li>\n</ul>\n",
        ),
        (
            "<ds>\n  <!-- ... -->\n  <d>\n    <g>a</g>\n    <id>b1</id>\n    <v>2</v>\n  </d>\n</ds>\n",
            "<ds>\n  <d>\n    <g>a</g>\n    <id>a1</id>\n    <v>1</v>\n  </d>\n</ds>\n",
        ),
        (
            "function A() {\n  // ...\n  useEffect(() => {\n    b();\n  }, []);\n  return 1;\n}\n",
            "function A() {\n  useEffect(() => {\n    a();\n  }, []);\n  return 1;\n}\n",
        ),
        (
            "async function f() {\n  // ...\n  try {\n    c();\n  } catch (e) {\n    l(e);\n  }\n}\n",
            "async function f() {\n  try {\n    a();\n  } catch (e) {\n    l(e);\n  }\n  try {\n    b();\n  } catch (e) {\n    l(e);\n  }\n}\n",
        ),
        (
            "resource \"a\" \"x\" {\n  # ...\n  rule {\n    b = 1\n  }\n}\n",
            "resource \"a\" \"x\" {\n  name = 1\n  rule {\n    a = 1\n  }\n}\n",
        ),
        (
            "a:\n  # ...\n  steps:\n    - run: y\n",
            "a:\n  k: 1\n  steps:\n    - run: x\n",
        ),
    ];
    for (content, text) in cases {
        check_waiting(content, text, 1);
    }
}

#[test]
fn a_name_or_lines_of_the_body_prove_a_block() {
    let cases = [
        (
            "<ds>\n  <!-- ... -->\n  <d>\n    <g>a</g>\n    <id>a1</id>\n    <v>2</v>\n  </d>\n</ds>\n",
            "<ds>\n  <d>\n    <g>a</g>\n    <id>a1</id>\n    <v>1</v>\n  </d>\n</ds>\n",
        ),
        (
            "/* ... */\n\nbody {\n  color: blue;\n}\n\n/* ... */\n",
            "h1 {\n  color: red;\n}\n\nbody {\n  color: red;\n}\n\np {\n  margin: 0;\n}\n",
        ),
        (
            "// ...\n\nit(\"b\", () => {\n  z();\n});\n",
            "it(\"a\", () => {\n  x();\n});\n\nit(\"b\", () => {\n  y();\n});\n",
        ),
        (
            "fn f() {\n    // ...\n    if x {\n        log(\"hello\");\n        c();\n    }\n}\n",
            "fn f() {\n    a();\n    if x {\n        log(\"hello\");\n        b();\n    }\n}\n",
        ),
        (
            "def f():\n    a = load()\n    if a:\n        y()\n    return a\n\n# ...\n",
            "def f():\n    a = load()\n    if a:\n        x()\n    return a\n\n\ndef g():\n    pass\n",
        ),
    ];
    for (content, text) in cases {
        check_waiting(content, text, 0);
    }
}

#[test]
fn an_entry_waits_below_one_without_the_comma_of_the_others() {
    let enumeration = "enum E {\n  A = 1,\n  B = 2\n}\n";
    check_waiting("enum E {\n  // ...\n  C = 5\n}\n", enumeration, 1);
    let object = "const o = {\n  a: 1\n};\n";
    check_waiting("const o = {\n  // ...\n  c: 3\n};\n", object, 1);
    let commas = "const o = {\n  a: 1,\n};\n";
    check_waiting("const o = {\n  // ...\n  c: 3,\n};\n", commas, 0);
    let fields = "type A {\n  x: Int\n}\n";
    check_waiting("type A {\n  # ...\n  y: Int\n}\n", fields, 0);
}

#[test]
fn new_lines_are_apart_as_they_are_shown() {
    check(
        "[a]\n# ...\ny = 2\n\n[b]\n# ...\n",
        "[a]\nx = 1\n\n[b]\nx = 1\n",
        "[a]\nx = 1\ny = 2\n\n[b]\nx = 1\n",
        0,
    );
    check(
        "class A:\n    def g(self):\n        return 2\n\n    # ...\n",
        "class A:\n    def f(self):\n        return 1\n",
        "class A:\n    def g(self):\n        return 2\n\n    def f(self):\n        return 1\n",
        0,
    );
}

#[test]
fn an_item_no_deeper_than_its_key_waits_below_other_keys() {
    check_waiting("on:\n# ...\n- b\n", "on:\n- a\njobs:\n  x: 1\n", 1);
}

#[test]
fn the_end_of_a_block_is_none_in_a_string() {
    check(
        "resource \"a\" {\n  # ...\n  k = 2\n}\n",
        "resource \"a\" {\n  p = <<EOF\n}\nEOF\n  n = 1\n}\n",
        "resource \"a\" {\n  p = <<EOF\n}\nEOF\n  n = 1\n  k = 2\n}\n",
        0,
    );
}

#[test]
fn the_first_block_of_a_named_one_is_that_of_the_file() {
    let route = |path: &str, line: &str| {
        format!(
            "app.get(\"{path}\", (req, res) => {{\n  try {{\n    {line}\n    res.json(row);\n  }} catch (e) {{\n    res.end();\n  }}\n}});\n"
        )
    };
    let (a, b) = (
        route("/a", "const row = all(1);"),
        route("/b", "const row = one(2);"),
    );
    let text = format!("{a}\n{b}");
    let shown = "// ...\n\napp.get(\"/b\", (req, res) => {\n  try {\n    const row = one(2, req.query);\n    // ...\n  } catch (e) {\n    // ...\n  }\n});\n";
    check(
        shown,
        &text,
        &text.replace("one(2)", "one(2, req.query)"),
        0,
    );
    // Without the head of the one around it, it may be any.
    let shown = "// ...\n\n  try {\n    const row = one(2, req.query);\n    // ...\n";
    check(shown, &text, &text, 1);
}
