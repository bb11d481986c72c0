mod block;
mod exact;
mod member;
mod rival;
mod same;

use super::*;
use crate::patch::PatchPath;
use crate::text::{Edit, Edits, FinalNewline, Root};

const FILE: &str = "import os\nimport sys\n\nLIMIT = 3\n\n\nclass Cart:\n    def add(self, item):\n        self.items.append(item)\n        return item\n\n    def total(self):\n        sum = 0\n        for item in self.items:\n            sum += item\n        return sum\n\n    def clear(self):\n        self.items = []\n        return None\n\n\ndef main():\n    cart = Cart()\n    return None\n\n\nexports = [Cart, main]\n";

/// Returns content with parts left out as a reply gives it.
fn lazy_file(content: &str) -> FilePatch {
    let path = PatchPath::new("f.py", &Root::default());
    let lines = content
        .lines()
        .map(|line| HunkLine::new(LineKind::Insert, line));
    FilePatch {
        hunks: vec![Hunk {
            lines: lines.collect(),
            ..Hunk::default()
        }],
        elided: true,
        ..FilePatch::new(path, FileOp::Replace, "test")
    }
}

/// Reads content with parts left out beside `text`, makes all its hunks and checks what becomes of the file, and how many of
/// them wait.
#[track_caller]
fn check(content: &str, text: &str, expected: &str, n_waiting: usize) {
    let file = FilePatch {
        invalid: Some("parts are left out".to_string()),
        ..lazy_file(content)
    };
    let text = Text::new(text);
    let read = file.completed(&text);
    assert_eq!(read.invalid, None);
    // Without a line, a person chooses among the places first.
    let is_placed = |hunk: &&Hunk| hunk.invalid.is_none() && hunk.hint.is_some();
    let made = read.hunks.iter().filter(is_placed);
    let edits = made.clone().flat_map(|hunk| {
        let mut at = hunk.hint.map_or(0, |hint| hint.line_index);
        let mut edits: Vec<Edit> = Vec::new();
        for line in hunk.lines.iter() {
            match line.kind {
                LineKind::Context => at += 1,
                LineKind::Delete => {
                    edits.push(Edit {
                        span: LineSpan::new(at, at + 1),
                        lines: Vec::new(),
                    });
                    at += 1;
                }
                LineKind::Insert => match edits.last_mut().filter(|edit| edit.span.end == at) {
                    Some(edit) => edit.lines.push(line.body.clone()),
                    None => edits.push(Edit {
                        span: LineSpan::new(at, at),
                        lines: vec![line.body.clone()],
                    }),
                },
            }
        }
        edits
    });
    let edits = Edits::new(edits.collect(), FinalNewline::Keep).expect("they are in order");
    let after = String::from_utf8(edits.apply(&text)).expect("it is UTF-8");
    assert_eq!(after, expected, "{content}");
    let waits =
        |hunk: &&Hunk| hunk.unsure.is_some() || hunk.replaces.is_some() || hunk.invalid.is_some();
    assert_eq!(
        read.hunks.iter().filter(waits).count(),
        n_waiting,
        "{content}"
    );
}

const TOTAL: &str = "        sum = 0\n        for item in self.items:\n            sum += item\n";

#[test]
fn what_is_left_out_stays() {
    let after = FILE.replace(
        TOTAL,
        "        sum = sum_of(self.items)\n        log(sum)\n        check(sum)\n",
    );
    let total = "    def total(self):\n        sum = sum_of(self.items)\n        log(sum)\n        check(sum)\n        return sum\n";
    check(
        &format!("# ... existing code ...\n\n{total}\n# ... existing code ...\n"),
        FILE,
        &after,
        0,
    );
    // A fence that begins with the class keeps the imports above and the list below.
    check(
        &format!(
            "class Cart:\n    # ... existing code ...\n{total}\n    # ... existing code ...\n"
        ),
        FILE,
        &after,
        0,
    );
    check(
        &format!("class Cart:\n    # ...\n\n{total}"),
        FILE,
        &after,
        0,
    );
    check(
        &format!("# rest of the file stays the same\n{total}\n# unchanged\n"),
        FILE,
        &after,
        0,
    );
}

#[test]
fn several_regions_are_hunks_of_their_own() {
    let after = FILE
        .replace("import sys\n", "import sys\nimport time\n")
        .replace("        self.items = []\n", "        self.items.clear()\n")
        .replace("[Cart, main]", "[Cart, main, time]");
    let content = "import os\nimport sys\nimport time\n# ... existing code ...\n\n    def clear(self):\n        self.items.clear()\n        return None\n\n# ... existing code ...\n\nexports = [Cart, main, time]\n";
    check(content, FILE, &after, 1);
}

#[test]
fn a_blank_line_beside_a_gap_belongs_to_it() {
    let method = "    def count(self):\n        return len(self.items)\n";
    let after = FILE.replace(
        "        return item\n\n",
        &format!("        return item\n\n{method}\n"),
    );
    let content = format!(
        "# ... existing code ...\n\n        return item\n\n{method}\n# ... existing code ...\n"
    );
    check(&content, FILE, &after, 0);
    let after = format!("{FILE}\n\ndef last():\n    return 9\n");
    check(
        "# ... existing code ...\n\n\ndef last():\n    return 9\n",
        FILE,
        &after,
        0,
    );
}

#[test]
fn a_part_without_blank_lines_keeps_those_of_the_file() {
    let shown = |body: &str| {
        format!(
            "# ... existing code ...\nLIMIT = {body}        self.items.append(item)\n# ... existing code ...\n"
        )
    };
    let head = "3\nclass Cart:\n    def add(self, item):\n";
    // Between lines that stay, beside one that comes, and among as many that go.
    let new = head.replace("item):\n", "item):\n        check(item)\n");
    let expected = FILE.replace("item):\n", "item):\n        check(item)\n");
    check(&shown(&new), FILE, &expected, 0);
    let new = head.replace("class", "@final\nclass");
    let expected = FILE.replace("class", "@final\nclass");
    check(&shown(&new), FILE, &expected, 0);
    let new = head.replace('3', "4").replace("Cart", "Cart(Base)");
    let new = shown(&new).replace("LIMIT", "import sys\nLIMIT");
    let expected = FILE
        .replace('3', "4")
        .replace("class Cart", "class Cart(Base)");
    check(&new, FILE, &expected, 0);
    // At an edge, too.
    let content = "# ... existing code ...\n            sum += item\n        return sum\n    def clear(self, all):\n# ... existing code ...\n";
    let expected = FILE.replace("clear(self)", "clear(self, all)");
    check(content, FILE, &expected, 1);
    // What shows one blank line shows all that are to be there, and a reply that changes nothing else is for them.
    let new = head.replace("class", "\n@final\nclass");
    let expected = FILE.replace("\n\n\nclass", "\n\n@final\nclass");
    check(&shown(&new), FILE, &expected, 0);
    check(
        &shown(head),
        FILE,
        &FILE.replace("\n\n\nclass", "\nclass"),
        0,
    );
}

#[test]
fn bodies_may_be_left_out() {
    let file = "function a() {\n  one();\n  two();\n}\n\nfunction b() {\n  three();\n}\n\nmodule.exports = a;\n";
    let after = file.replace("three()", "four()");
    check(
        "function a() { // ... }\n\nfunction b() {\n  four();\n}\n",
        file,
        &after,
        0,
    );
    check(
        "function a() {\n  // ... existing code ...\n}\n\nfunction b() {\n  four();\n}\n",
        file,
        &after,
        0,
    );
    check(
        "function a() { ... }\n\nfunction b() {\n  four();\n}\n// ...\n",
        file,
        &after,
        0,
    );
}

#[test]
fn three_dots_are_the_body_of_what_has_no_other() {
    let file = format!("class Empty(Exception): ...  # noqa\n\n\n{FILE}");
    let content = "# ... existing code ...\nclass Empty(Exception): ...\n\n\nimport os\n# ... existing code ...\n";
    let after = file.replace("...  # noqa", "...");
    check(content, &file, &after, 0);
    let content = "# ... existing code ...\nLIMIT = 3\n\n\nclass Empty(Exception): ...\n\n\nclass Cart:\n    # ... existing code ...\n";
    let after = FILE.replace("class Cart", "class Empty(Exception): ...\n\n\nclass Cart");
    check(content, FILE, &after, 0);
    let content = content.replace(": ...", ":\n    ...");
    let after = after.replace(": ...", ":\n    ...");
    check(&content, FILE, &after, 0);
    // The file has a body.
    let content = "import os\nimport time\n# ...\nclass Cart: ...\n\n\ndef main():\n    ...\n";
    check(
        content,
        FILE,
        &FILE.replace("import os\n", "import os\nimport time\n"),
        0,
    );
}

#[test]
fn what_goes_unquoted_waits() {
    let content = "# ... existing code ...\n    def total(self):\n        return sum\n# ... existing code ...\n";
    check(content, FILE, &FILE.replace(TOTAL, ""), 1);
    // Where nothing of a body is left out, all of it is shown.
    let content = "# ...\n    def total(self):\n        return sum(self.items)\n\n    # ...\n";
    let body = format!("{TOTAL}        return sum\n");
    check(
        content,
        FILE,
        &FILE.replace(&body, "        return sum(self.items)\n"),
        1,
    );
    let content = "# ...\n    def total(self):\n        a = 1\n        b = 2\n        c = 3\n        return a\n\n    # ...\n";
    let after = FILE.replace(TOTAL, "        a = 1\n        b = 2\n        c = 3\n");
    check(content, FILE, &after.replace("return sum", "return a"), 0);
    let content = "# ...\n    def total(self):\n        log(self)\n        # ...\n";
    let log = "    def total(self):\n        log(self)\n";
    check(
        content,
        FILE,
        &FILE.replace("    def total(self):\n", log),
        0,
    );
}

#[test]
fn what_is_not_found_is_named() {
    let content = "# ... existing code ...\ndef nowhere():\n    pass\n# ... existing code ...\n";
    check(content, FILE, FILE, 1);
}

#[test]
fn a_changed_signature_stands_for_the_one_there() {
    let content = "# ... existing code ...\n    def add(self, item, n):\n        self.items.append(item)\n        return item\n# ...\n";
    check(
        content,
        FILE,
        &FILE.replace("def add(self, item)", "def add(self, item, n)"),
        0,
    );
}

#[test]
fn a_line_that_the_file_has_is_itself() {
    let file = "a = 1\n# ... existing code ...\nb = 2\nc = 3\n";
    check(
        "a = 1\n# ... existing code ...\nb = 2\nc = 4\n",
        file,
        &file.replace("c = 3", "c = 4"),
        0,
    );
}

#[test]
fn a_line_that_says_nothing_does_not_reach_far() {
    let many: String = (0..30).map(|n| format!("b{n} = {n}\n")).collect();
    let file = format!("setup(\n    one,\n)\n{many}start_of_all = 0\nend_of_all = 1\n");
    let content = "# ...\n)\nnew = 5\nstart_of_all = 0\nend_of_all = 2\n# ...\n";
    let after = file.replace(
        "start_of_all = 0\nend_of_all = 1\n",
        ")\nnew = 5\nstart_of_all = 0\nend_of_all = 2\n",
    );
    check(content, &file, &after, 1);
    // A light last line that changes may be a new one.
    let file = format!("setup(\n    one,\n)\n{many}start = 0\nend = 1\n");
    let content = "# ...\n)\nnew = 5\nstart = 0\nend = 2\n# ...\n";
    let shown = ")\nnew = 5\nstart = 0\nend = 2\n";
    check(content, &file, &file.replace("start = 0\n", shown), 1);
}

#[test]
fn lines_that_stand_twice_wait_for_a_choice() {
    let go = "    def go(self):\n        x = 1\n        return x\n";
    let file = format!("class A:\n{go}\n\nclass B:\n{go}");
    let content = "# ...\n    def go(self):\n        x = 2\n        return x\n# ...\n";
    check(content, &file, &file, 1);
}

#[test]
fn an_anchor_of_another_depth_takes_nothing_with_it() {
    let many: String = (0..20).map(|n| format!("k{n}: v\n")).collect();
    let tls = "  - name: tls\n    secret: s\n";
    let file = format!(
        "mounts:\n    - name: tmp\n      path: /tmp\n{many}volumes:\n  - dir: {{}}\n    is: tmp\n{tls}"
    );
    let content = format!("# ...\n  - name: tmp\n    size: 1\n{tls}# ...\n");
    let after = file.replace(tls, &format!("  - name: tmp\n    size: 1\n{tls}"));
    check(&content, &file, &after, 1);
}

#[test]
fn an_end_of_the_file_that_is_shown_stands_for_its_end() {
    let file = "improt os\n\nrun(1)\nrun(2)\nrun(3)\nfirst(os)\nlast(\"item 1\")\n";
    let after = file.replace("improt", "import");
    check("import os\n\nrun(1)\n# ...\n", file, &after, 0);
    let after = file.replace("item 1", "item 2");
    check("# ...\nfirst(os)\nlast(\"item 2\")\n", file, &after, 0);
    // Beside a gap it may be one more.
    let after = file.replace("first(os)", "first(sys)");
    check("# ...\nrun(3)\nfirst(sys)\n# ...\n", file, &after, 1);
}

#[test]
fn of_places_with_the_same_lines_the_one_alike_is_meant() {
    let block = |name: &str| format!("start()\n{name}\nend()\n\n");
    let file = format!("{}{}", block("value = measure_all(one)"), block("other(2)"));
    let content = "# ...\nstart()\nvalue = measure_all(two)\nend()\n# ...\n";
    check(content, &file, &file.replace("(one)", "(two)"), 0);
    // Both are alike.
    let twins = format!(
        "{}{}",
        block("value = measure_all(one)"),
        block("value = measure_all(six)")
    );
    let hunks = twins.as_str();
    check(content, hunks, hunks, 1);
}

#[test]
fn what_is_set_again_and_again_may_be_set_once_more() {
    let file = "def f():\n    print(0)\n    err = a()\n    one = 1\n    err = b()\n    two = 2\n    port = 3\n";
    let shown = |line: &str| format!("# ...\ndef f():\n    {line}\n    # ...\n");
    let after = |line: &str| file.replace("def f():\n", &format!("def f():\n    {line}\n"));
    check(&shown("err = z()"), file, &after("err = z()"), 0);
    check(&shown("port = z()"), file, &after("port = z()"), 1);
}

#[test]
fn lines_beyond_an_edge_that_are_there_wait() {
    let file =
        "top = 1\nsame one\nhidden = 2\ndef between():\nsame two\nrest = 3\n\nsame one\nsame two\n";
    let content = "# ...\ntop = 1\nsame one\nnew = 2\nsame two\n# ...\n";
    let after = file.replacen("hidden = 2\ndef between():\n", "new = 2\n", 1);
    check(content, file, &after, 1);
}

#[test]
fn a_line_that_the_file_has_elsewhere_may_show_that_place() {
    let file = "unsafe {\n    let handle = input_handle;\n    get_console_mode(fd)\n}\n\nunsafe {\n    let handle = output_handle;\n    get_console_mode(handle)\n}\n";
    let content = "# ...\nunsafe {\n    let handle = output_handle;\n    get_console_mode(fd)\n}\n";
    // What ends the content ends the file.
    let after = file.replacen("mode(handle)", "mode(fd)", 1);
    check(content, file, &after, 1);
}

#[test]
fn parts_out_of_order_wait() {
    let content = "# ...\n    def clear(self):\n        self.items = [0]\n        return None\n# ...\n    def total(self):\n        sum = 1\n        for item in self.items:\n            sum += item\n# ...\n";
    let after = FILE.replace("self.items = []", "self.items = [0]");
    check(content, FILE, &after, 1);
}

#[test]
fn what_may_only_be_added_replaces_nothing_unasked() {
    let block = |name: &str| format!("load('{name}', (it) => {{\n  show('.{name}', it)\n}})\n\n");
    let file = format!("start()\n\n{}{}done()\n", block("one"), block("two"));
    // Below the end of the first block, or of the second one: the lines above say the same.
    let content = format!("// ... existing code ...\n}})\n\n{}done()\n", block("last"));
    let replaced = file.replace("two", "last");
    check(&content, &file, &replaced, 1);
    // One line that changes is no block of its own.
    let content = content.replace("show('.last'", "show('.two'");
    let replaced = file.replace("load('two'", "load('last'");
    check(&content, &file, &replaced, 0);
    // What the file defines once would be defined twice.
    let trait_of = |unit: &str, name: &str| {
        format!(
            "}}\n\n// Rounds by one {unit}.\n// Fails for a {unit} of nothing.\ntrait {name} {{\n    fn round();\n}}\n\n// The tail of it.\n"
        )
    };
    let file = |unit: &str, name: &str| format!("start() {{\n{}done()\n", trait_of(unit, name));
    let content = |unit: &str, name: &str| format!("// ...\n{}// ...\n", trait_of(unit, name));
    let text = file("Duration", "Round");
    check(
        &content("Delta", "Round"),
        &text,
        &file("Delta", "Round"),
        0,
    );
}

#[test]
fn the_statement_that_python_wants_below_a_comment_belongs_to_the_gap() {
    let after = FILE.replace("self.items = []", "self.items = {}");
    let clear = "    def clear(self):\n        self.items = {}\n        return None\n";
    for words in [
        "# ... existing code ...",
        "# (unchanged)",
        "# resto come prima",
    ] {
        let content =
            format!("# ...\n    def total(self):\n        {words}\n        pass\n\n{clear}# ...\n");
        check(&content, FILE, &after, 0);
    }
    // A body of another block may be emptied: the comment and the statement are what the reply gives it.
    let file = FILE.replace(
        "            sum += item\n",
        "            sum += item\n            raise Done\n",
    );
    for words in ["# unchanged", "# rest of it as before"] {
        let new = format!("            sum += item\n            {words}\n            pass\n");
        let old = "            sum += item\n            raise Done\n";
        let content = file.replace(old, &new).replace("LIMIT = 3", "LIMIT = 4");
        assert!(
            lazy_file(&content)
                .completed(&Text::new(file.as_str()))
                .hunks
                .iter()
                .any(|hunk| hunk
                    .lines
                    .iter()
                    .any(|line| line.body.trimmed() == b"raise Done"
                        && line.kind == LineKind::Delete))
        );
    }
    // Where the block is empty in the file, it stays so.
    let empty = FILE.replace("            sum += item\n", "            pass\n");
    let content = empty.replace(
        "            pass\n",
        "            # unchanged\n            pass\n",
    );
    let content = content.replace("LIMIT = 3", "LIMIT = 4");
    check(
        &content,
        &empty,
        &empty.replace("LIMIT = 3", "LIMIT = 4"),
        0,
    );
    // One of a new body is code.
    let content = format!("# ...\n{clear}\n    def drop(self):\n        pass\n# ...\n");
    let after = after.replace(
        "        return None\n\n\ndef",
        "        return None\n\n    def drop(self):\n        pass\n\n\ndef",
    );
    check(&content, FILE, &after, 0);
}

#[test]
fn words_without_dots_stand_for_lines_or_wait() {
    let after = FILE.replace("self.items = []", "self.items.clear()");
    let clear = "    def clear(self):\n        self.items.clear()\n        return None\n";
    for words in [
        "# rest unchanged",
        "# (no changes here)",
        "# ... snip ...",
        "# ... the cart's methods ...",
    ] {
        let content = format!("import os\n{words}\n\n{clear}\n{words}\n");
        check(&content, FILE, &after, 0);
    }
    // Between two lines of the file, these are a line of their own, or nothing.
    let content = format!("import os\n# unchanged\nimport sys\n# ...\n{clear}\n# ...\n");
    check(&content, FILE, &after, 1);
}

#[test]
fn at_an_edge_another_line_may_be_new() {
    let block = |name: &str, n: u32| {
        format!(
            "#if defined({name}) && !defined(_PLAIN)\n# define LID__{name} LID__ERR({name})\n#else\n# define LID__{name} (-{n})\n#endif\n\n#endif /* LIDS_H */\n"
        )
    };
    let new = block("EOVERFLOW", 4026);
    let content = format!("// ... existing code ...\n{new}");
    check(&content, &block("EILSEQ", 4027), &new, 1);
    // What a lone brace opens is told by its first line.
    let jars = |name: &str| {
        format!(
            "{{\n  \"jars\": [\n    {{\n      \"id\": \"{name}\",\n      \"size\": 4\n    }}\n  ],\n  \"open\": true\n}}\n"
        )
    };
    let gap = "{\n  \"jars\": [\n    // ... existing entries ...\n    {\n";
    let content = jars("c").replace("{\n  \"jars\": [\n    {\n", gap);
    let two =
        |last: &str| jars(last).replace("    {\n", "    {\n      \"id\": \"a\"\n    },\n    {\n");
    check(&content, &two("b"), &two("c"), 1);
}

#[test]
fn a_line_added_below_shown_names_is_sure() {
    let text = "[jar]\nname = \"a\"\n\n[lids]\na = \"1\"\nb = \"2\"\n\n[more]\nx = []\n";
    let after = text.replace("b = \"2\"\n", "b = \"2\"\nc = \"3\"\n");
    let content = "# ...\n\n[lids]\na = \"1\"\nb = \"2\"\nc = \"3\"\n\n# ...\n";
    check(content, text, &after, 0);
}

#[test]
fn a_new_block_like_the_one_above_is_apart_as_that_is() {
    let text = "describe('a', () => {\n  it('b', () => {\n    c()\n  })\n})\n\ndescribe('d', () => {\n  e()\n})\n";
    let new = "describe('h', () => {\n  i()\n})\n";
    let after = text.replace("})\n\n", &format!("}})\n\n{new}\n"));
    let content = format!(
        "// ... existing code ...\n    c()\n  }})\n}})\n{new}describe('d', () => {{\n  e()\n// ... existing code ...\n"
    );
    check(&content, text, &after, 0);
}

#[test]
fn what_is_indented_by_other_signs_waits() {
    let file = "all: ring\n\tcc ring.c\n\ntest: ring\n\t./ring --test\n\nclean:\n\trm ring\n";
    let gap = "# ... existing code ...\n\n";
    let content = format!("{gap}test: ring\n    ./ring --test\n    ./ring --all\n\n{gap}");
    let made = file.replace("\t./ring --test\n", "    ./ring --test\n    ./ring --all\n");
    check(&content, file, &made, 1);
    let content = format!("{gap}test: ring\n\t./ring --test\n    ./ring --all\n\n{gap}");
    let made = file.replace("\t./ring --test\n", "\t./ring --test\n    ./ring --all\n");
    check(&content, file, &made, 1);
    let content = format!("{gap}test: ring\n\t./ring --test\n\t./ring --all\n\n{gap}");
    let made = file.replace("\t./ring --test\n", "\t./ring --test\n\t./ring --all\n");
    check(&content, file, &made, 0);
}

/// Reads content beside `text`, and checks of the first hunk that waits how many lines its first reading removes, and its other.
#[track_caller]
fn check_readings(content: &str, text: &str, expected: (usize, Option<usize>)) {
    use crate::patch::line::n_removed;
    let read = lazy_file(content).completed(&Text::new(text));
    let waits = read.hunks.iter().find(|hunk| hunk.unsure.is_some());
    let hunk = waits.unwrap_or_else(|| panic!("one waits: {content}"));
    let other = hunk.instead.as_ref().map(|other| n_removed(&other.lines));
    assert_eq!((n_removed(&hunk.lines), other), expected, "{content}");
}

const CASES: &str = "import cases\n\n@case\ndef first():\n    add(one)\n    done()\n\n@case\ndef second():\n    take(two)\n    done()\n\n@case\ndef third():\n    done()\n";

#[test]
fn what_may_replace_or_come_beside_is_read_both_ways() {
    // The one that removes nothing is the first.
    check_readings(
        "# ...\n    add(one)\n    done()\n\n@case\ndef other():\n    seek(nine)\n    done()\n\n@case\n# ...\n",
        CASES,
        (0, Some(2)),
    );
}

#[test]
fn content_from_near_the_top_may_begin_the_file() {
    let file = "import os\n\nLIMIT = 3\n\ndef main():\n    run()\n\ndef run():\n    go()\n";
    let content = "LIMIT = 3\n\ndef main():\n    run(LIMIT)\n# ...\n";
    let expected = "LIMIT = 3\n\ndef main():\n    run(LIMIT)\n\ndef run():\n    go()\n";
    check(content, file, expected, 1);
    // A gap above stands for the lines there.
    let with_gap = format!("# ...\n{content}");
    check(&with_gap, file, &format!("import os\n\n{expected}"), 0);
    // Many lines are not meant to go.
    let head = "import os\nimport re\nimport sys\nimport json\n\n";
    let file = file.replace("import os\n\n", head);
    check(content, &file, &format!("{head}{expected}"), 0);
}

#[test]
fn a_new_definition_does_not_split_the_body_above() {
    let file = "def late(store):\n    show(store)\n    return 0\n\n\nCOMMANDS = {\n    \"late\": late,\n}\n";
    let remove = "def remove(store):\n    store.drop()\n    return 0\n\n\n";
    let commands = "COMMANDS = {\n    \"late\": late,\n    \"remove\": remove,\n}\n";
    let expected = file.replace(
        "COMMANDS = {\n    \"late\": late,\n}\n",
        &format!("{remove}{commands}"),
    );
    check(&format!("# ...\n\n{remove}{commands}"), file, &expected, 0);
    // One that the file has is changed.
    check(
        "# ...\n\ndef late(store, all):\n    show(store)\n    return 0\n# ...\n",
        file,
        &file.replace("(store):", "(store, all):"),
        0,
    );
}

#[test]
fn between_lines_that_are_there_once_a_part_shows_all() {
    let rules = |names: [&str; 3]| {
        let rule = |name| format!(".{name} {{\n  color: {name}-color;\n}}\n\n");
        names.map(rule).concat() + ".footer {\n  margin: 0;\n}\n"
    };
    let file = rules(["heading", "main", "sidebar"]);
    let shown = |name: &str| {
        let content = rules(["heading", name, "sidebar"]);
        content.replace(
            ".footer {\n  margin: 0;\n}\n",
            "/* ... existing rules ... */\n",
        )
    };
    // One block for another: the old one may stay.
    check(
        &shown("body"),
        &file,
        &rules(["heading", "body", "sidebar"]),
        1,
    );
    // The same beside a gap: the rule that is there may stay.
    let from = shown("body").find(".body").expect("it is shown");
    let below = format!("/* ... */\n{}", &shown("body")[from..]);
    check(&below, &file, &rules(["heading", "body", "sidebar"]), 1);
    // What ends a block is as well the end of a new one.
    let page = "<section id=\"one\">\n  <p>one</p>\n</section>\n<footer>\n";
    let content = "<!-- ... -->\n<section id=\"two\">\n  <p>two</p>\n</section>\n<!-- ... -->\n";
    check_readings(content, page, (2, Some(0)));
    // A line of the body says only which of two blocks alike it is.
    let tests = "it('adds', () => {\n  const s = one()\n  expect(s).toBe(1)\n})\n\nit('removes', () => {\n  const s = make()\n  s.drop(1)\n  expect(s).toBe(0)\n})\n";
    let content = "// ...\n  expect(s).toBe(1)\n})\n\nit('clears', () => {\n  const s = make()\n  s.clear()\n  expect(s).toBe(0)\n})\n// ...\n";
    check_readings(content, tests, (2, Some(0)));
}

#[test]
fn an_end_that_begins_with_a_line_of_the_file_waits() {
    let text = "# A\n\ntext\n\n## L\n\nMIT\n";
    let with = |new: &str| text.replace("MIT", new);
    let last = |new: &str| format!("...\n\n## L\n\n{new}\n");
    check(&last("Apache"), text, &with("Apache"), 1);
    check(
        &format!("# A\n\n{}", last("ISC and more")),
        text,
        &with("ISC and more"),
        1,
    );
    check(
        "a: 1\n\n# ...\n\nc:\n\n  deploy\n",
        "a: 1\n\nb: 2\n\nc:\n\n  build\n",
        "a: 1\n\nb: 2\n\nc:\n\n  deploy\n",
        1,
    );
    check(
        "A\n\n...\n\nL\nnew\n",
        "A\n\nx\n\nL\nold\n",
        "A\n\nx\n\nL\nnew\n",
        1,
    );
    check(
        "<i>\n\n<!-- ... -->\n\n<b>\nto\n",
        "<i>\n\nx\n\n<b>\nup\n",
        "<i>\n\nx\n\n<b>\nto\n",
        1,
    );
    // Where more would go than comes, it is more likely one more.
    let long = "A\n\nx\n\nL\none\ntwo\nsix\n";
    check(
        "A\n\n...\n\nL\nnew\n",
        long,
        &format!("{long}\nL\nnew\n"),
        1,
    );
    // What begins with a line of its own is new.
    check(
        "A\n\n...\n\nM\n\nnew\n",
        long,
        &format!("{long}\nM\n\nnew\n"),
        0,
    );
}

#[test]
fn a_gap_over_a_line_that_looks_like_one_waits() {
    for old in [
        "// ... old methods ...",
        "// ... the same methods",
        "// existing methods stay",
    ] {
        let text = format!("aa();\n{old}\nbb();\ncc(1);\n");
        let content = "aa();\n// ... other methods ...\nbb();\ncc(2);\n";
        check(content, &text, &text.replace('1', "2"), 1);
    }
}

#[test]
fn words_between_dots_with_nothing_left_out_wait() {
    let text = "def f():\n    return 2\n";
    for comment in [
        "# ... wait for it ...",
        "# ... helper functions ...",
        "// ... at last ...",
    ] {
        let content = format!("{text}\n\n{comment}\ndef extra():\n    return 1\n");
        let without = format!("{text}def extra():\n    return 1\n");
        check(&content, text, &without, 1);
    }
}

#[test]
fn braces_that_the_file_does_not_have_are_signs_of_a_comment() {
    let text = "item aa = 0\nitem bb = 1\nitem cc = 2\nitem dd = 3\nitem mm = 11\n";
    for gap in [
        "{ ... existing items ... }",
        "{ ... }",
        "  { ... other items ... };",
    ] {
        let content = format!("item aa = 0\n{gap}\nitem dd = 3\nitem mm = 99\n");
        check(&content, text, &text.replace("11", "99"), 1);
    }
}

#[test]
fn below_a_gap_that_leaves_the_shown_block_any_block_may_be_meant() {
    let run = |name: &str| {
        format!("class {name}:\n    def run(self):\n        x = 1\n        return x\n\n\n")
    };
    let text = format!("{}{}{}", run("A"), run("B"), run("C"));
    for more in ["", "# ...\n", "\n# ... existing code ...\n"] {
        let part = "    def run(self):\n        x = 2\n        return x\n# ...\n";
        check(
            &format!("class B:\n    # ...\n# ...\n{more}{part}"),
            &text,
            &text,
            1,
        );
    }
}
