use super::*;
use crate::patch::FileOp;
use crate::patch::PatchPath;
use crate::patch::compare::{Context, Endings, compare};
use crate::text::Root;

const FILE: &str = "import os\nimport sys\n\n\ndef a():\n    \"\"\"Says a.\n\n    At length.\n    \"\"\"\n    return os.path(\n        1,\n    )\n\n\ndef b():\n    x = 1\n    return sys.argv[x]\n\n\ndef c():\n    return 3\n";

#[track_caller]
fn check(before: &str, after: &str, expected: &[&str]) {
    check_beside(before, before, after, expected);
}

/// Checks what hunks that make `after` of `before` lose of `there`.
#[track_caller]
fn check_beside(there: &str, before: &str, after: &str, expected: &[&str]) {
    let (old, new) = (Text::new(before), Text::new(after));
    let hunks = compare(&old, &new, Context::Numbered, Endings::LeftOut).hunks;
    let path = PatchPath::new("f.py", &Root::default());
    let file = FilePatch {
        hunks,
        ..FilePatch::new(path, FileOp::Modify, "test")
    };
    let losses = losses(&file, &Text::new(there), None, |_| None);
    let words: Vec<String> = losses.values().flatten().map(Loss::words).collect();
    assert_eq!(words, expected, "{after}");
}

#[test]
fn what_goes_is_told() {
    let without = |lines: &str| FILE.replace(lines, "");
    let b = "def b():\n    x = 1\n    return sys.argv[x]\n\n\n";
    check(FILE, &without(b), &["drops `def b` (5 lines)"]);
    check(FILE, &without("import sys\n"), &["drops `import sys`"]);
    check(FILE, &without("    x = 1\n"), &[]);
    let many = "x = 1\n".repeat(9);
    check(&many, "x = 1\nx = 1\n", &["drops 7 lines"]);
    check(FILE, &without("def b():\n"), &["drops `def b`"]);
    // Another definition that changes beside it makes up for nothing.
    let changed = without(b).replace("def c():", "def c(y):");
    check(FILE, &changed, &["drops `def b` (5 lines)"]);
}

#[test]
fn what_the_file_lacks_is_not_lost() {
    let without = FILE
        .replace("import sys\n", "")
        .replace("def b():\n    x = 1\n", "");
    check_beside(&without, FILE, &without, &[]);
    // It has the definition, in other words.
    let other = FILE.replace("def b():", "def b(x, y=2):");
    let lost = ["drops `import sys`", "drops `def b` (2 lines)"];
    check_beside(&other, FILE, &without, &lost);
}

#[test]
fn what_is_renamed_moved_or_rewritten_is_not() {
    check(FILE, &FILE.replace("def b():", "def b(y):"), &[]);
    check(FILE, &FILE.replace("def b():", "def better():"), &[]);
    check(FILE, &FILE.replace("import sys", "import sys.argv"), &[]);
    let b = "def b():\n    x = 1\n    return sys.argv[x]\n";
    let moved = format!("{}\n\n{b}", FILE.replace(b, ""));
    check(FILE, &moved, &[]);
}

#[test]
fn what_is_left_open_is_told() {
    let closing = "    At length.\n    \"\"\"\n";
    let open = FILE.replace(closing, "    At length.\n");
    check(FILE, &open, &["leaves \"\"\" unbalanced"]);
    let open = FILE.replace("        1,\n    )\n", "        1,\n");
    check(FILE, &open, &["leaves ( ) unbalanced"]);
    check(&open, &open.replace("        1,\n", "        2,\n"), &[]);
    check(FILE, &FILE.replace("        1,", "        (1, ')'),"), &[]);
    check(FILE, &FILE.replace("    x = 1\n", "    x = 1  # :(\n"), &[]);
}

#[test]
fn what_would_stand_twice_is_told() {
    let twice = format!("{FILE}\n\ndef b():\n    return 4\n");
    check(FILE, &twice, &["adds `def b` (already at line 15)"]);
    let method = format!("{FILE}\n\nclass C:\n    def b():\n        return 4\n");
    check(FILE, &method, &[]);
    let classes = "class A:\n    def go(self):\n        pass\n\n\nclass B:\n    x = 1\n";
    let other = format!("{classes}\n    def go(self):\n        pass\n");
    check(classes, &other, &[]);
}

#[test]
fn what_the_patch_writes_otherwise_than_the_file_is_not_added_beside_it() {
    let other = FILE
        .replace("def b():", "def b( ):")
        .replace("import sys", "import  sys");
    let after = FILE.replace("x = 1", "x = 2");
    check_beside(FILE, &other, &after, &[]);
    // The file has both: the one that goes is not the other.
    let both = FILE.replace("def a():", "def B():");
    let twice = both.replace("def B():", "def b():");
    check(&both, &twice, &["adds `def b` (already at line 15)"]);
}

#[test]
fn lists_and_sentences_are_no_parts_of_a_file() {
    let check = |line: &str, expected: bool| {
        let is = unreplaced::is_part(line.as_bytes());
        assert_eq!(is, expected, "{line}");
    };
    check("[package]", true);
    check("[MESSAGES CONTROL]", true);
    check("[1, 2, 3]", false);
    check("[default: auto]", false);
    check("if first and not second or third in all:", true);
    check(
        "2. Go to the page of your settings and choose as the source of it what builds your site:",
        false,
    );
}

#[test]
fn a_name_that_goes_from_a_whole_file_is_told() {
    const C: &str = "#include <a.h>\n#define MOST 3\nstatic int limit = 3;\n\nstruct jar {\n    int size;\n    int lid;\n};\n\n#ifdef LOUD\nint take(int id)\n{\n    int n = 0;\n    n++;\n    return id + n + 1;\n}\n#endif\n\nint last;\n";
    let check = |words: &str, other: &str, expected: &[&str]| {
        assert!(C.contains(words));
        let after = C.replace(words, other);
        let (old, new) = (Text::new(C), Text::new(after.as_str()));
        let hunks = compare(&old, &new, Context::Numbered, Endings::LeftOut).hunks;
        let path = PatchPath::new("f.c", &Root::default());
        let file = FilePatch {
            hunks,
            given: Given::Whole,
            ..FilePatch::new(path, FileOp::Modify, "test")
        };
        let losses = losses(&file, &old, None, |_| None);
        let harms = losses.values().flatten().filter(|loss| loss.is_harm());
        let told: Vec<String> = harms.map(Loss::words).collect();
        assert_eq!(told, expected, "{after}");
    };
    let limit = "static int limit = 3;\n";
    check(limit, "", &["drops `static int limit = 3;`"]);
    check(limit, "static int limit = 4;\n", &[]);
    check(limit, "const int most = 3;\n", &[]);
    check("#define MOST 3\n", "", &["drops `#define MOST 3`"]);
    check("    int lid;\n", "", &["drops `int lid;`"]);
    check("    int n = 0;\n", "", &[]);
    check("#ifdef LOUD\n", "", &["drops `#ifdef LOUD`"]);
    check("#endif\n", "", &["drops `#endif`"]);
    // It goes where it is, and comes elsewhere.
    let take = "int take(int id)\n";
    let moved = C
        .replace(limit, "")
        .replace(take, &format!("{limit}{take}"));
    check(C, &moved, &[]);
    check(C, &moved.replace("limit = 3", "limit = 4"), &[]);
}

#[test]
fn a_file_that_ends_within_a_block_or_a_line_may_be_cut_off() {
    let check = |after: &str, expected: bool| {
        let (old, new) = (Text::new(FILE), Text::new(after));
        let hunks = compare(&old, &new, Context::Numbered, Endings::LeftOut).hunks;
        let last = hunks.last().expect("they differ");
        assert_eq!(cut_off::is_cut_off(last, &old), expected, "{after}");
    };
    let until = |words: &str| &FILE[..FILE.find(words).expect("the file has it") + words.len()];
    check(until("    return os.path(\n"), true);
    check(until("    return sys.ar"), true);
    check(until("    x = 1\n"), true);
    check(until("    return sys.argv[x]\n"), false);
    check(&FILE.replace("def c():\n    return 3\n", "C = 3\n"), false);
    check(&FILE.replace("import os\n", ""), false);
    check(&FILE.replace("return 3", "return"), false);
}

#[test]
fn a_brace_may_be_on_the_line_below_a_definition() {
    const C: &str = "int put(int id)\n{\n    return id;\n}\n\nint take(int id)\n{\n    if (id > 0)\n    {\n        n--;\n    }\n    return id;\n}\n";
    let take = &C[C.find("int take").expect("it is there")..];
    check(C, &C.replace(take, ""), &["drops `take` (8 lines)"]);
    let twice = format!("{C}\n{take}");
    check(C, &twice, &["adds `take` (already at line 6)"]);
    let again = C.replace(
        "    return id;\n}\n\n",
        "    if (id > 0)\n    {\n        n++;\n    }\n    return id;\n}\n\n",
    );
    check(C, &again, &[]);
    check(
        C,
        &C.replace(
            "    if (id > 0)\n    {\n        n--;\n    }\n",
            "    n--;\n",
        ),
        &[],
    );
    check(C, &C.replace("int take(int id)", "long take(long id)"), &[]);
}

#[test]
fn what_else_is_above_a_brace_defines_nothing() {
    let check = |line: &str, expected: Option<&str>| {
        let name = heading::defined_above_brace(line.as_bytes());
        assert_eq!(name.as_deref(), expected, "{line}");
    };
    check(
        "public override async Task<int> TakeAsync(int id)",
        Some("TakeAsync"),
    );
    check("Shelf::Shelf(int n) : n_(n)", Some("Shelf::Shelf"));
    for line in [
        "foreach (var jar in jars)",
        "using (var s = Open())",
        "else if (x > 1)",
        "elseif ($x > 1)",
        "try",
        "catch (Exception e)",
        "var a = new Jar",
        "jars.ForEach(j =>",
        "static const int sizes[] =",
        "// take it (all)",
        "* as in (a)",
        ")",
    ] {
        check(line, None);
    }
}

#[test]
fn another_definition_in_its_place_makes_up_for_none() {
    let other = FILE.replace(
        "def b():\n    x = 1\n    return sys.argv[x]\n",
        "def total(items):\n    return sum(items)\n",
    );
    check(FILE, &other, &["drops `def b` (3 lines)"]);
    let renamed = "def better():\n    y = 1\n    return sys.argv[x]\n";
    let renamed = FILE.replace("def b():\n    x = 1\n    return sys.argv[x]\n", renamed);
    check(FILE, &renamed, &[]);
}

#[test]
fn the_lines_of_a_string_are_of_their_definition() {
    let usage = "def usage():\n    print(\"\"\"\ncall it so:\nf.py\n\"\"\")\n\n\n";
    let before = FILE.replace("def c():", &format!("{usage}def c():"));
    check(&before, FILE, &["drops `def usage` (7 lines)"]);
}

#[test]
fn code_for_which_a_comment_comes_is_told() {
    let body = "    x = 1\n    return sys.argv[x]\n";
    let with = |lines: &str| FILE.replace(body, lines);
    let told = ["puts only a comment in place of 2 lines"];
    check(FILE, &with("    # wie oben\n"), &told);
    check(FILE, &with("    # as it was\n    pass\n"), &told);
    // Put out of use, and still there.
    check(FILE, &with("    # x = 1\n    # return sys.argv[x]\n"), &[]);
    check(
        FILE,
        &with("    # the first\n    return sys.argv[1]\n"),
        &[],
    );
    // Below the last line that changes, a comment may be in place of all that goes.
    let code = "def load(path):\n    data = path.read()\n    rows = data.split()\n    rows.sort()\n    return rows\n";
    let body = "    data = path.read()\n    rows = data.split()\n    rows.sort()\n";
    let with = |lines: &str| code.replace(body, lines);
    let check_told = |lines: &str, n_lines: usize| {
        let told = format!("puts only a comment in place of {n_lines} lines");
        check(code, &with(lines), &[&told]);
    };
    check_told(
        "    data = path.read().strip()\n    # 既存の処理はそのまま\n",
        2,
    );
    check_told("    check(path)\n    # здесь ничего не меняем\n", 2);
    check_told(
        "    data = path.read(1)\n    # hier bleibt alles beim Alten\n",
        2,
    );
    check_told("    data = path.read(1)\n    # wie oben\n    pass\n", 2);
    // Written in fewer lines, and the comment is about the line below.
    check(
        code,
        &with("    rows = sorted(path.open())\n    # never empty\n"),
        &[],
    );
    let all = code.replace(body, "").replace(
        "    return rows\n",
        "    return parsed(path)\n    # see above\n",
    );
    check(code, &all, &[]);
    let setters = "def a(self):\n    self.one = 1\n    self.two = 2\n    self.three = 3\n";
    let other = "def a(self):\n    self.one = load(self)\n    # wie bisher\n";
    check(setters, other, &["puts only a comment in place of 2 lines"]);
    // As much code comes as goes.
    let other = "    check(path)\n    data = path.read(1)\n    sort(data)\n    # in order\n";
    check(code, &with(other), &[]);
    let above = "    # in order\n    rows = sorted(path.read().split())\n";
    check(code, &with(above), &[]);
    let below = "    rows = path.read().split()\n    # in order\n    rows.sort()\n";
    check(code, &with(below), &[]);
}

#[test]
fn comments_are_closed() {
    let before = "/* Says\n * much\n */\nint a;\nint b;\n";
    let told = ["leaves /* */ unbalanced"];
    check(before, "/* Says\n * much\nint a;\nint b;\n", &told);
    check(before, "/* Says much */\nint a;\nint b;\n", &[]);
    let call = "int a;\nint b;\n";
    check(
        call,
        "int a;\ncall(/* flag */ true);\nint c /* n */, b;\n",
        &[],
    );
    let before = "src/*\n*/5 * * * *\nA --> B\n";
    check(before, "src/*\n", &[]);
    check(before, "*/5 * * * *\n", &[]);
    let before = "<!--\nnote\n-->\n<p>\n";
    check(before, "<!--\nnote\n<p>\n", &["leaves <!-- --> unbalanced"]);
}

/// Checks for which losses a whole file waits that makes `after` of `before`.
#[track_caller]
fn check_whole(before: &str, after: &str, expected: &[&str]) {
    assert_eq!(lost(before, after, Loss::is_harm), expected, "{after}");
}

/// Checks which lines it drops that it does not wait for.
#[track_caller]
fn check_removed(before: &str, after: &str, expected: &[&str]) {
    let told = |loss: &Loss| !loss.is_harm();
    let harms = lost(before, after, Loss::is_harm);
    assert!(harms.is_empty(), "{harms:?}");
    assert_eq!(lost(before, after, told), expected, "{after}");
}

/// Returns those losses of a whole file of which `is_asked_for` says so.
fn lost(before: &str, after: &str, is_asked_for: impl Fn(&Loss) -> bool) -> Vec<String> {
    let (old, new) = (Text::new(before), Text::new(after));
    let hunks = compare(&old, &new, Context::Numbered, Endings::LeftOut).hunks;
    let path = PatchPath::new("f.go", &Root::default());
    let file = FilePatch {
        hunks,
        given: Given::Whole,
        ..FilePatch::new(path, FileOp::Modify, "test")
    };
    let losses = losses(&file, &old, None, |_| None);
    let losses = losses.values().flatten();
    let asked = losses.filter(|loss| is_asked_for(loss));
    asked.map(Loss::words).collect()
}

#[test]
fn what_brings_a_name_that_stays_is_told() {
    let before = "import (\n\t\"fmt\"\n\t\"log\"\n)\n\ntype Server struct {\n\tname string\n\tcount int\n}\n\nfunc run(s Server) {\n\tlog.Println(s.name)\n\tfmt.Println(s.count)\n}\n";
    let without = |line: &str| before.replace(line, "");
    check_whole(
        before,
        &without("\t\"log\"\n"),
        &["drops `\"log\"` (still used at line 12)"],
    );
    check_whole(
        before,
        &without("\tcount int\n"),
        &["drops `count int` (still used at line 13)"],
    );
    // Nothing needs it, it is there before, or another line brings it.
    let unused = without("\tlog.Println(s.name)\n");
    check_whole(before, &unused.replace("\t\"log\"\n", ""), &[]);
    check_whole(before, &without("\tfmt.Println(s.count)\n"), &[]);
    let moved = without("\t\"log\"\n").replace("\t\"fmt\"\n", "\t\"fmt\"\n\t\"x/log\"\n");
    check_whole(before, &moved, &[]);
}

/// Checks what hunks lose that make `after` of the file of this name that holds `before`.
#[track_caller]
fn check_named(name: &str, before: &str, after: &str, expected: &[&str]) {
    let (old, new) = (Text::new(before), Text::new(after));
    let hunks = compare(&old, &new, Context::Numbered, Endings::LeftOut).hunks;
    let file = FilePatch {
        hunks,
        ..FilePatch::new(
            PatchPath::new(name, &Root::default()),
            FileOp::Modify,
            "test",
        )
    };
    let losses = losses(&file, &old, None, |_| None);
    let words: Vec<String> = losses.values().flatten().map(Loss::words).collect();
    assert_eq!(words, expected, "{after}");
}

#[test]
fn words_that_close_a_block_are_counted() {
    let check = |before: &str, after: &str, expected| check_named("a.sh", before, after, expected);
    let shell = "if x; then\n  y\nfi\nfor a in b; do\n  c\ndone\ncase d in\n  e) f ;;\nesac\n";
    check(
        shell,
        &shell.replace("fi\n", ""),
        &["leaves `if` and `fi` unbalanced"],
    );
    check(
        shell,
        &shell.replace("done\n", ""),
        &["leaves `do` and `done` unbalanced"],
    );
    check(
        shell,
        &shell.replace("esac\n", ""),
        &["leaves `case` and `esac` unbalanced"],
    );
    let more = "  while y; do z; done\n  if a; then b; fi\n# nothing left to do\nfor q in *; do # all\n  r\ndone\n";
    check(shell, &shell.replace("  y\n", more), &[]);
    let more = format!("{shell}case g in\n  h|i) j ;;\nesac\n");
    check(shell, &more, &[]);
    let check = |before: &str, after: &str, expected| check_named("a.rb", before, after, expected);
    let ruby = "def a(x)\n  y = if x\n    1\n  end\n  y.each do |z|\n    puts z if z\n  end\nend\n";
    let open = ruby.replace("  y = if x\n    1\n  end\n", "  y = if x\n    1\n");
    check(ruby, &open, &["leaves blocks and `end` unbalanced"]);
    check(
        ruby,
        &ruby.replace("  end\nend\n", "  end if x\nend\n"),
        &[],
    );
    let more = "def b = 1\ndef c(x = 2) = x\nprivate def d\n  xs.each do |x| # each\n  end\nend\n";
    check(ruby, &format!("{ruby}{more}"), &[]);
    let elixir = "def a(x) do\n  x\nend\n";
    let more = "def b(x), do: x\nf = fn x ->\n  x\nend\n";
    check_named("a.ex", elixir, &format!("{elixir}{more}"), &[]);
    let lua = "local function a()\n  b(function()\n    c()\n  end)\nend\n";
    check_named("a.lua", lua, &lua.replace("  end)\n", "  end) -- c\n"), &[]);
    let open = lua.replace("  end)\n", "");
    check_named(
        "a.lua",
        lua,
        &open,
        &[
            "leaves ( ) unbalanced",
            "leaves blocks and `end` unbalanced",
        ],
    );
    // Elsewhere these are names.
    let python = "def a():\n    end = 1\n    return 1\n";
    let more = "def a():\n    done = 1\n    if done:\n        return 1\n    if end > 5:\n        return 2\n";
    check_named("a.py", python, more, &[]);
}

#[test]
fn quotes_and_here_documents_over_several_lines_are_counted() {
    let check = |before: &str, after: &str, expected| check_named("a.sh", before, after, expected);
    let awk = "awk '\n  { print }\n' file\ncat <<EOF\ntext\nEOF\nls\n";
    check(awk, &awk.replace("' file\n", ""), &["leaves ' unbalanced"]);
    check(awk, &awk.replace("{ print }", "{ print \"don't\" }"), &[]);
    check(
        awk,
        &format!("{awk}awk '\n  {{ s }}\nEND {{ print s }}' data\n"),
        &[],
    );
    check(
        awk,
        &awk.replace("EOF\nls", "ls"),
        &["leaves <<EOF unbalanced"],
    );
    check(awk, &awk.replace("cat <<EOF\ntext\nEOF\n", "ls\n"), &[]);
    check("A\nWORD\nB\n", "A\nB\n", &[]);
}

#[test]
fn another_block_in_its_place_makes_up_for_none() {
    let make = "all: build\n\ntest: build\n\tpytest tests\n\nclean:\n\trm -rf dist\n";
    let other = make.replace(
        "test: build\n\tpytest tests",
        "lint: build\n\truff check src",
    );
    check_whole(make, &other, &["drops `test: build`"]);
    let renamed = make.replace("test: build\n\tpytest tests", "check:\n\tpytest -q tests");
    check_whole(make, &renamed, &[]);
    let jobs =
        "jobs:\n  test:\n    image: python\n    script: pytest\n  deploy:\n    script: ship\n";
    let other = jobs.replace(
        "test:\n    image: python\n    script: pytest",
        "build:\n    runs-on: linux\n    steps: make",
    );
    check_whole(jobs, &other, &["drops `test:`"]);
    // A branch that goes with its statement is no more than a part of that.
    let code = "def load(path):\n    if path:\n        data = path.read()\n    else:\n        data = ''\n    return data\n";
    let joined = "    if path:\n        data = path.read()\n    else:\n        data = ''\n";
    check_whole(code, &code.replace(joined, "    data = read(path)\n"), &[]);
    let branch = "    else:\n        data = ''\n";
    check_whole(
        code,
        &code.replace(branch, "    log(path)\n"),
        &["drops `else:`"],
    );
}

#[test]
fn options_and_redirections_that_go_are_named() {
    let command = "./build --release --locked > build.log 2>&1";
    let script = format!("#!/bin/sh\nset -e\n{command}\necho done\n");
    let with = |line: &str| script.replace(command, line);
    let all = ["drops `--locked`", "drops `> build.log`", "drops `2>&1`"];
    check_removed(&script, &with("./build --release"), &all);
    let other = with("./build --release --jobs 4 > build.log 2>&1");
    check_removed(&script, &other, &all[..1]);
    let more = script.replace("set -e\n", "set -euo pipefail\n");
    check_removed(&script, &more, &[]);
    // On the next line, or to another file.
    let same = with("./build --release \\\n  --locked > all.log 2>&1");
    check_removed(&script, &same, &[]);
    // Each command has its own.
    let two = "cargo build --locked\ncargo test --all\n";
    let check_two = |new: &str, expected: &[&str]| {
        let before = format!("#!/bin/sh\n{two}echo done\n");
        check_removed(&before, &before.replace(two, new), expected);
    };
    check_two(
        "cargo build\ncargo test --locked\n",
        &["drops `--locked`", "drops `--all`"],
    );
    check_two(
        "cargo build\ncargo fmt --locked\ncargo test --all\n",
        &["drops `--locked`"],
    );
    check_two("cargo build \\\n  --locked\ncargo test --all -q\n", &[]);
    let fetch = "#!/bin/sh\ncurl -sSf -e ref https://a/b\nfind . -exec rm {} +\n";
    let other = fetch.replace(" -e ref", "").replace("find .", "find ./tmp");
    check_removed(fetch, &other, &["drops `-e`"]);
    // Of lines with more words than are compared, nothing is said.
    let long = format!("cargo build --locked\n{}\n", " word".repeat(70));
    let shorter = long.replace(" --locked", "").replace(" word", " cargo");
    let script = |lines: &str| format!("#!/bin/sh\n{lines}");
    check_removed(&script(&long), &script(&shorter), &[]);
    // In a program, only what is quoted is an option.
    let call = "run([\"cargo\", \"test\", \"--locked\"])\nlog(a > b)\n";
    let without = "run([\"cargo\", \"test\"])\nlog(a)\n";
    check_removed(call, without, &["drops `--locked`"]);
}

#[test]
fn lines_of_a_whole_file_that_only_go_are_named() {
    let rule = ".jar {\n  color: red;\n  margin: 0;\n  padding: 2px;\n}\n";
    let without = |line: &str| rule.replace(line, "");
    check_removed(rule, &without("  margin: 0;\n"), &["drops `margin: 0;`"]);
    let two = without("  color: red;\n  margin: 0;\n");
    check_removed(rule, &two, &["drops 2 lines (first `color: red;`)"]);
    // A removed line that is also added was moved, and a line that replaces it changes it.
    let moved = without("  margin: 0;\n").replace("2px;\n", "2px;\n  margin: 0;\n");
    check_removed(rule, &moved, &[]);
    let changed = rule.replace("margin: 0", "margin: 1px");
    check_removed(rule, &changed, &[]);
    let code = "def load(path):\n    # The caller holds the lock.\n    data = read(path)\n\n    return data\n";
    let without = code.replace("    # The caller holds the lock.\n", "");
    check_removed(code, &without, &["drops `# The caller holds the lock.`"]);
    check_removed(code, &code.replace("\n\n", "\n"), &[]);
    let script = "case $1 in\n  build)\n    build\n    ;;\n  clean)\n    clean\n    ;;\nesac\n";
    let joined = script.replace("    ;;\n  clean)", "  clean)");
    check_whole(script, &joined, &["drops `;;`"]);
}
