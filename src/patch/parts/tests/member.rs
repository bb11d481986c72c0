//! Parts of a block that has nothing of them: they may come at its end, and nowhere else. A person says so: the words may give them
//! the place of another member.

use super::check;

/// Three classes, the first and the last of which have a method that the second lacks.
fn classes(added: &str) -> String {
    let class = |name: &str, methods: &str| format!("class {name}:\n{methods}\n\n");
    let run = "    def run(self):\n        x = 1\n        return x\n";
    let stop = "    def stop(self):\n        return 0\n";
    class("A", run) + &class("B", &format!("{stop}{added}")) + &class("C", run)
}

#[test]
fn a_member_that_its_block_lacks_is_of_no_other_block() {
    let run = "    def run(self):\n        x = 2\n        return x\n";
    let added = format!("\n{run}");
    let content = format!("# ...\n\nclass B:\n    # ...\n\n{run}\n\n# ...\n");
    check(&content, &classes(""), &classes(&added), 1);
    // The members below the gap may be before or behind it.
    let content = format!("# ...\n\nclass B:\n    # ...\n\n{run}\n    # ...\n\n# ...\n");
    check(&content, &classes(""), &classes(&added), 1);
    // Statements may be for those that the block ends with.
    let text = "def b():\n    return 1\n\n\ndef c():\n    y = 1\n    return y\n";
    let content = "def b():\n    # ...\n    y = 2\n    return y\n\n\n# ...\n";
    let expected = text.replacen(
        "    return 1\n",
        "    return 1\n    y = 2\n    return y\n",
        1,
    );
    check(content, text, &expected, 1);
}

#[test]
fn a_last_member_comes_before_what_closes_its_block() {
    let braces = |added: &str| {
        format!(
            "class A {{\n  a() {{\n    go()\n  }}\n\n  b() {{\n    go()\n  }}\n{added}}}\n\nclass B {{\n  c() {{\n    no()\n  }}\n}}\n"
        )
    };
    let added = "\n  c() {\n    go()\n  }\n";
    let content = format!("class A {{\n  // ...\n{added}}}\n\n// ...\n");
    check(&content, &braces(""), &braces(added), 1);
    let ruby = |added: &str| {
        format!("class A\n  K = 1\n{added}end\n\nclass B\n  def go\n    init\n    3\n  end\nend\n")
    };
    let added = "\n  def go\n    init\n    4\n  end\n";
    let content = format!("class A\n  # ...\n{added}end\n\n# ...\n");
    check(&content, &ruby(""), &ruby(added), 1);
    let allman = |added: &str| {
        format!(
            "class A\n{{\n    int k;\n{added}}}\n\nclass B\n{{\n    int Get()\n    {{\n        return 1;\n    }}\n}}\n"
        )
    };
    let added = "\n    int Get()\n    {\n        return 2;\n    }\n";
    let content = format!("class A\n{{\n    // ...\n{added}}}\n\n// ...\n");
    check(&content, &allman(""), &allman(added), 1);
    // Blocks that are not indented are bounded by brackets.
    let spaces = |added: &str| {
        format!(
            "namespace a {{\nint one() {{\n  return 1;\n}}\n{added}}}\nnamespace b {{\nint two() {{\n  return 1;\n}}\n}}\n"
        )
    };
    let added = "\nint two() {\n  return 2;\n}\n";
    let content = format!("namespace a {{\n// ...\n{added}}}\n// ...\n");
    check(&content, &spaces(""), &spaces(added), 1);
    // A section ends where the next one begins.
    let toml = |added: &str| format!("[b]\nk = 1\n{added}\n[c]\nimage = 'one'\nl = 3\n");
    let content = "[b]\n# ...\nimage = 'two'\n# ...\n";
    check(content, &toml(""), &toml("image = 'two'\n"), 1);
}

#[test]
fn of_two_blocks_with_one_head_neither_is_chosen() {
    let python = "class B:\n    def run(self):\n        x = 1\n        return x\n\n    def q(self):\n        pass\n";
    let content =
        "class B:\n    # ...\n    def run(self):\n        x = 2\n        return x\n    # ...\n";
    let twice = format!("{python}\n\n{python}");
    check(content, &twice, &twice, 1);
    let nested = format!("class Q:\n{}\n\n{python}", indented(python));
    check(content, &nested, &nested, 1);
    let ruby = "class B\n  def run\n    x = 1\n  end\nend\n";
    let twice = format!("{ruby}\n{ruby}");
    let expected = format!("{ruby}\n{}", ruby.replace("x = 1", "x = 2"));
    check(
        "class B\n  # ...\n  def run\n    x = 2\n  end\nend\n",
        &twice,
        &expected,
        1,
    );
    // Other lines that are shown say which one.
    let text = format!("{python}\n\nclass D:\n    k = 1\n\n\n{python}");
    let expected = text.replacen("x = 1", "x = 2", 1);
    check(
        &format!("{content}\n\nclass D:\n    k = 1\n\n\n# ...\n"),
        &text,
        &expected,
        0,
    );
}

fn indented(text: &str) -> String {
    let lines = text.lines().map(|line| match line {
        "" => String::from("\n"),
        line => format!("    {line}\n"),
    });
    lines.collect()
}

#[test]
fn a_line_without_any_that_stays_is_asked_about_at_its_likely_place() {
    let text = "import x\n\nfunction App() {\n  const { a } = useX();\n  run(a);\n  return a;\n}\n";
    let content = "// ...\n  const { a, c } = useX();\n// ...\n";
    check(content, text, &text.replace("{ a }", "{ a, c }"), 1);
    // A heading that says little is not enough for what is below it.
    let text = "# A\n\ntext\n\n## B\n\nmore\n\n## L\n\nMIT\n";
    check("# A\n\n...\n\n## B\n\nless\n\n...\n", text, text, 1);
    let text = "import x\n\nrun(a);\n";
    let content = "// ...\nimport { z } from 'far';\n// ...\n";
    check(content, text, text, 1);
}
