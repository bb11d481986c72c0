//! Other places of a part that what it shows rules out.

use super::check;

#[test]
fn a_block_that_the_file_has_takes_no_other_with_it() {
    let same = |above: &str, block: &str, below: &str, gap: &str| {
        let text = format!("{above}{block}{below}");
        check(&format!("{gap}\n\n{block}\n{gap}\n"), &text, &text, 0);
    };
    same(
        ".a {\n  x: 1;\n}\n\n",
        ".b {\n  y: 1;\n}\n",
        "\n.c {\n  z: 1;\n}\n",
        "/* ... existing code ... */",
    );
    same(
        "CREATE TABLE a (\n  id INT\n);\n\n",
        "CREATE TABLE b (\n  id INT,\n  m TEXT\n);\n",
        "\nCREATE TABLE c (\n  id INT\n);\n",
        "-- ... existing code ...",
    );
    same(
        "server {\n  listen 80;\n}\n\n",
        "upstream b {\n  host c;\n}\n",
        "\nserver {\n  listen 81;\n}\n",
        "# ... existing code ...",
    );
    same(
        "<ul>\n  <li>\n    a\n  </li>\n",
        "  <li>\n    b\n  </li>\n",
        "  <li>\n    c\n  </li>\n</ul>\n",
        "<!-- ... existing code ... -->",
    );
    let tests = "describe('a', () => {\n  it('x', () => {\n    f(1);\n  });\n\n  it('y', () => {\n    f(2);\n  });\n\n  it('z', () => {\n    f(3);\n  });\n});\n";
    let shown = "// ...\n\n  it('y', () => {\n    f(2);\n  });\n\n// ...\n";
    check(shown, tests, tests, 0);
    // What is above the head of a class was not said to go.
    let class = "import a\n\n\nclass Error:\n    pass\n\n\nclass Jar:\n    def f(self):\n        pass\n\n    def g(self):\n        return 1\n";
    let shown = "class Jar:\n    # ...\n\n    def g(self):\n        return 1\n\n    # ...\n";
    check(shown, class, class, 0);
}

#[test]
fn a_changed_block_takes_no_other_with_it() {
    let text = "test('a', () => {\n  open();\n  f(1);\n  close();\n});\n\ntest('b', () => {\n  open();\n  g(2);\n  close();\n});\n\nend();\n";
    let after = text.replace("f(1)", "f(3)");
    let shown = "// ...\ntest('a', () => {\n  open();\n  f(3);\n  close();\n});\n// ...\n";
    check(shown, text, &after, 0);
}

#[test]
fn a_key_is_not_set_twice() {
    let text = "[package]\nname = \"a\"\nversion = \"0.3.0\"\nedition = \"2021\"\n\n[deps]\nregex = \"1.0\"\ny = \"2\"\n";
    let after = text.replace("0.3.0", "0.4.0").replace("1.0", "1.5");
    let shown =
        "[package]\nname = \"a\"\nversion = \"0.4.0\"\n# ...\n\n[deps]\nregex = \"1.5\"\n# ...\n";
    check(shown, text, &after, 0);
    // There may be many of these sections, and of such keys of a unit.
    let bins =
        "[package]\nname = \"p\"\n\n[[bin]]\nname = \"a\"\npath = \"a.rs\"\n\n[lib]\nx = 1\n";
    let after = bins.replace("\"a\"", "\"b\"").replace("a.rs", "b.rs");
    let shown = "# ...\n\n[[bin]]\nname = \"b\"\npath = \"b.rs\"\n\n# ...\n";
    check(shown, bins, &after, 1);
}

#[test]
fn a_changed_line_alone_is_sure_in_the_one_block_shown() {
    let block = "[a]\nx = \"1\"\n\n[b]\nx = \"1\"\ny = \"1\"\n";
    let shown = "# ...\n[b]\n# ...\ny = \"2\"\n";
    check(shown, block, &block.replace("y = \"1\"", "y = \"2\""), 0);
    // At the margin, the words around it may name another section, or ask for a new line.
    let text = "import logs\n\nlog = get(\"a\")\n\n\ndef f():\n    x = get(\"a\")\n    go(x)\n";
    let shown = "# ...\n\nlog = get(\"b\")\n\n# ...\n";
    check(
        shown,
        text,
        &text.replace("log = get(\"a\")", "log = get(\"b\")"),
        1,
    );
    // What builds on the old value may come below it.
    let shown = "# ...\n\nlog = get(log)\n\n# ...\n";
    check(
        shown,
        text,
        &text.replace("log = get(\"a\")", "log = get(log)"),
        1,
    );
    // A local name may be that of another function.
    let shown = "# ...\n    x = get(\"b\")\n# ...\n";
    check(
        shown,
        text,
        &text.replace("x = get(\"a\")", "x = get(\"b\")"),
        1,
    );
}

#[test]
fn a_head_whose_body_is_left_out_is_the_one_of_its_name() {
    let text = "class A:\n    def get(self, id):\n        return id\n\n    def put(self):\n        pass\n\n\nclass B:\n    def get(self, id):\n        return -id\n";
    let shown = "# ...\n\nclass A:\n    # ...\n    def get(self, id, lock=False):\n        # ...\n\n# ...\n";
    let after = text.replacen("get(self, id)", "get(self, id, lock=False)", 1);
    check(shown, text, &after, 0);
    // Of two, nothing says which.
    let shown = "# ...\n\n    def get(self, id, lock=False):\n        # ...\n\n# ...\n";
    check(shown, text, text, 1);
}

#[test]
fn a_constant_is_declared_once_at_the_margin() {
    let text = "const fs = require(\"fs\");\nconst port = env.PORT || 3000;\n\nfunction f() {\n  const x = one(1);\n  return x;\n}\n";
    let after = text.replace("env.PORT || 3000", "Number(env.PORT)");
    check(
        "// ...\nconst port = Number(env.PORT);\n// ...\n",
        text,
        &after,
        0,
    );
    // In a block, of which there may be many.
    let after = text.replace("one(1)", "two(2)");
    check("// ...\n  const x = two(2);\n// ...\n", text, &after, 1);
    // A namespace need not be indented, and a string is no code.
    let text = "namespace a {\nconst int kMax = 1;\n}\n\nnamespace b {\nconst int kMin = 0;\n}\n";
    let after = text.replace("kMax = 1", "kMax = 5");
    check("// ...\nconst int kMax = 5;\n// ...\n", text, &after, 1);
    let text = "const t = `\nconst a = 1;\n`;\nconst c = 1;\n";
    let after = text.replace("a = 1", "a = 2");
    check("// ...\nconst a = 2;\n// ...\n", text, &after, 1);
}

#[test]
fn a_value_that_is_called_may_be_set_once_more() {
    let text = "def f():\n    x = g(1)\n";
    let after = text.replace("g(1)", "h(2)");
    check("def f():\n    # ...\n    x = h(2)\n", text, &after, 1);
}
