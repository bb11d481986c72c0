//! The completions of the shells know the hunks of the reply on the line.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

const TWINS: &str =
    "def one():\n    total = 0\n    return total\n\ndef two():\n    total = 0\n    return total\n";
const REPLY: &str = "--- a/twins.py\n+++ b/twins.py\n@@ ... @@\n-    total = 0\n+    total = 1\n     return total\n@@ -1,2 +1,2 @@\n-def one():\n+def three():\n     total = 0\n@@ -1,2 +1,2 @@\n-def one():\n+def four():\n     total = 0\n";

fn tree() -> TempDir {
    let tree = tempfile::tempdir().expect("a temporary folder");
    fs::write(tree.path().join("twins.py"), TWINS).expect("written");
    fs::write(tree.path().join("reply.md"), REPLY).expect("written");
    tree
}

fn run(tree: &TempDir, program: &Path, args: &[&str]) -> Output {
    Command::new(program)
        .args(args)
        .current_dir(tree.path())
        .env("HOME", tree.path())
        .env_remove("XDG_STATE_HOME")
        .env_remove("XDG_CONFIG_HOME")
        .stdin(Stdio::null())
        .output()
        .expect("it runs")
}

fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_hunkwise"))
}

/// Completes the last of the words, and compares the words that it may become with the hunks' digests left out.
#[track_caller]
fn check(words: &[&str], expected: &[&str]) {
    let ran = run(&tree(), program(), &[&["complete", "--"], words].concat());
    assert!(ran.status.success(), "{ran:?}");
    let text = String::from_utf8(ran.stdout).expect("UTF-8");
    let suggested = text.lines().filter_map(|line| line.split_once('\t'));
    let suggested: Vec<String> = suggested.map(|(word, _)| without_digests(word)).collect();
    assert_eq!(suggested, expected, "{words:?}");
}

/// Returns a word, a flag with its value too, without the digests of hunks.
fn plain(word: &str) -> String {
    match word.split_once('=') {
        Some((flag, value)) if flag.starts_with("--") => {
            format!("{flag}={}", without_digests(value))
        }
        _ => without_digests(word),
    }
}

fn without_digests(word: &str) -> String {
    if word.starts_with('-') {
        return word.to_string();
    }
    let mut parts = word.split('-');
    let mut plain = parts.next().unwrap_or_default().to_string();
    for part in parts {
        plain += part.trim_start_matches(|c: char| c.is_ascii_hexdigit());
    }
    plain
}

#[test]
fn hunks_and_their_places_are_suggested() {
    let hunks = ["h1", "h2", "h3"];
    check(&["check", "reply.md", "--reject", ""], &hunks);
    check(&["apply", "--dry-run", "reply.md", "--reject="], &hunks);
    check(&["reply.md", "--reject", "h2"], &["h2"]);
    check(&["explain", "reply.md", ""], &hunks);
    let places = ["h1=2", "h1=6", "h1=all"];
    check(&["apply", "reply.md", "--choose", "h1"], &places);
    let others = ["apply", "reply.md", "--reject", "h2", "--choose=h1"];
    check(&others, &places);
    let ways = ["first", "second", "both", "reversed", "neither"];
    let ways = ways.map(|way| format!("h2,h3={way}"));
    let ways: Vec<&str> = ways.iter().map(String::as_str).collect();
    check(&["apply", "reply.md", "--overlap", ""], &ways);
    check(&["apply", "reply.md", "--keep", ""], &[]);
}

#[test]
fn values_that_a_table_lists_are_suggested() {
    check(&["check", "reply.md", "--policy", ""], &["ask", "nearest"]);
    check(&["reply.md", "--accept-from=s"], &["strict", "similar"]);
    check(&["check", "-", "--dialect", "unif"], &["unified"]);
    check(&["diff", "a", "b", "--to", "uni"], &["unified"]);
    check(&["prompt", "fu"], &["fudiff"]);
    check(&["check", "reply.md", "--json", "h"], &[]);
}

/// Names that a shell would run or cut, and lines that a terminal would act on.
fn hostile() -> TempDir {
    let tree = tempfile::tempdir().expect("a temporary folder");
    for name in [
        "$(touch run)twin.py",
        "`touch run`twin.py",
        "twin;touch run.py",
        "twin.py|touch run",
        "twin'$(touch run)'.py",
        "\u{1b}[31mtwin.py",
        "\u{202e}twin.py",
        "twin\ntouch run.py",
        "~twin.py",
        "twin twin.py",
        "twin.pyc",
    ] {
        fs::write(tree.path().join(name), TWINS).expect("written");
    }
    let twins = TWINS
        .replace("def one", "def \u{1b}]0;one\u{9b}")
        .replace("two", "\u{202e}two\r");
    fs::write(tree.path().join("twins.py"), twins).expect("written");
    let missing = REPLY.replace("twins.py", "twin.py");
    fs::write(tree.path().join("reply.md"), REPLY).expect("written");
    fs::write(tree.path().join("$(touch run).md"), missing).expect("written");
    tree
}

#[test]
fn hostile_names_are_neither_run_nor_offered_nor_acted_on() {
    let tree = hostile();
    for words in [
        ["check", "$(touch run).md", "--target", "h1"],
        ["check", "$(touch run).md", "--reject", ""],
        ["check", "reply.md", "--choose", ""],
        ["check", "reply.md", "--lines", ""],
    ] {
        let ran = run(
            &tree,
            program(),
            &[&["complete", "--"], &words[..]].concat(),
        );
        let text = String::from_utf8(ran.stdout).expect("UTF-8");
        assert!(!text.is_empty(), "{words:?}");
        for line in text.lines() {
            let (word, about) = line.split_once('\t').expect("a word and what it is");
            let is_plain = |c: char| c.is_ascii_alphanumeric() || "-=_./,#".contains(c);
            assert!(word.chars().all(is_plain), "{word:?}");
            let is_bad = |c: char| c.is_control() || hunkwise::text::display::is_hidden(c);
            assert!(!about.contains(is_bad), "{about:?}");
        }
    }
    let Some(bash) = shell("bash") else { return };
    for reply in [
        "'$(touch run).md'", "$(touch run).md", "`touch run`", "a;touch run;",
    ] {
        let script = format!(
            "source <('{program}' completions bash)\n\
             COMP_LINE=\"$1\"; COMP_POINT=${{#COMP_LINE}}\n\
             read -ra COMP_WORDS <<<\"$COMP_LINE\"; COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))\n\
             _hunkwise_and_hunks \"${{COMP_WORDS[0]}}\" \"${{COMP_WORDS[COMP_CWORD]}}\" \"${{COMP_WORDS[COMP_CWORD-1]}}\"",
            program = program().display()
        );
        let line = format!("{} check {reply} --target h1", program().display());
        run(&tree, &bash, &["-c", &script, "bash", &line]);
        assert!(!tree.path().join("run").exists(), "{reply}");
    }
}

#[test]
fn a_shell_that_has_no_empty_words_asks_for_the_next_one() {
    let next = ["complete", "--next", "--", "check", "-", "--policy"];
    let ran = run(&tree(), program(), &next);
    let text = String::from_utf8(ran.stdout).expect("UTF-8");
    let words = text.lines().filter_map(|line| line.split('\t').next());
    assert_eq!(words.collect::<Vec<_>>(), ["ask", "nearest"]);
}

#[test]
fn where_the_line_says_too_little_nothing_is_suggested() {
    check(&["check", "reply.md", ""], &[]);
    check(&["check", "--reject", ""], &[]);
    check(&["check", "nowhere.md", "--reject", ""], &[]);
    check(&["check", "-", "--reject", ""], &[]);
    check(&["undo", "--reject", ""], &[]);
    check(&[], &[]);
}

/// Returns a shell on the path; says so where there is none.
fn shell(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let mut files = std::env::split_paths(&path).map(|folder| folder.join(name));
    let found = files.find(|file| file.exists());
    if found.is_none() {
        let words = format!("SKIPPED: no {name} on the path, so its completions are not tried\n");
        // Past the harness, which keeps what passing tests print to itself.
        std::io::Write::write_all(&mut std::io::stderr(), words.as_bytes())
            .expect("it can be said");
    }
    found
}

#[test]
fn bash_completes_hunks() {
    let Some(bash) = shell("bash") else { return };
    let tree = tree();
    for (line, expected) in [
        ("apply reply.md --reject h2", "h2 "),
        ("apply reply.md --choose h1", "h1=2 h1=6 h1=all "),
        ("apply reply.md --choose h1-", "h1=2 h1=6 h1=all "),
        ("apply reply.md --pol", "--policy "),
        ("apply reply.md --lines h2", "h2= "),
        ("prompt fu", "fudiff "),
        ("schema dec", "decisions "),
        ("themes ligh", "light "),
        ("completions fi", "fish "),
        ("man und", "undo "),
    ] {
        let script = format!(
            "source <('{program}' completions bash)\n\
             COMP_LINE='{program} {line}'; COMP_POINT=${{#COMP_LINE}}\n\
             read -ra COMP_WORDS <<<\"$COMP_LINE\"; COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))\n\
             _hunkwise_and_hunks \"${{COMP_WORDS[0]}}\" \"${{COMP_WORDS[COMP_CWORD]}}\" \"${{COMP_WORDS[COMP_CWORD-1]}}\"\n\
             printf '%s ' \"${{COMPREPLY[@]}}\"",
            program = program().display()
        );
        let ran = run(&tree, &bash, &["-c", &script]);
        let text = String::from_utf8_lossy(&ran.stdout).into_owned();
        let words = text.split(' ').map(without_digests).collect::<Vec<_>>();
        assert_eq!(words.join(" "), expected, "{line}: {ran:?}");
    }
}

#[test]
fn fish_completes_hunks() {
    let Some(fish) = shell("fish") else { return };
    let tree = tree();
    let folder = program().parent().expect("it lies in a folder").display();
    let script = format!(
        "set -x PATH '{folder}' $PATH; hunkwise completions fish | source; complete -C 'hunkwise apply reply.md --choose h1'"
    );
    let ran = run(&tree, &fish, &["-N", "-c", &script]);
    let text = String::from_utf8_lossy(&ran.stdout).into_owned();
    let words = text.lines().filter_map(|line| line.split_once('\t'));
    let words: Vec<String> = words.map(|(word, _)| without_digests(word)).collect();
    assert_eq!(words, ["h1=2", "h1=6", "h1=all"], "{ran:?}");
    for (line, expected) in [
        ("prompt fu", "fudiff"),
        ("schema dec", "decisions"),
        ("man und", "undo"),
    ] {
        let script = format!(
            "set -x PATH '{folder}' $PATH; hunkwise completions fish | source; complete -C 'hunkwise {line}'"
        );
        let ran = run(&tree, &fish, &["-N", "-c", &script]);
        let text = String::from_utf8_lossy(&ran.stdout).into_owned();
        let words: Vec<&str> = text
            .lines()
            .filter_map(|line| line.split('\t').next())
            .collect();
        assert_eq!(words, [expected], "{line}: {ran:?}");
    }
}

#[test]
fn zsh_asks_for_hunks_where_a_flag_takes_them() {
    let Some(zsh) = shell("zsh") else { return };
    let tree = tree();
    // Completing in earnest needs a terminal; here what it calls is called.
    let script = format!(
        "compdef() {{ }}; source <('{program}' completions zsh)\n\
         compadd() {{ while [[ $1 != -- ]]; do shift; done; shift; print -r -- $@ }}\n\
         LBUFFER='{program} apply reply.md --choose h1'; _hunkwise_hunks",
        program = program().display()
    );
    let ran = run(&tree, &zsh, &["-f", "-c", &script]);
    let text = String::from_utf8_lossy(&ran.stdout).into_owned();
    let words: Vec<String> = text.split_whitespace().map(without_digests).collect();
    assert_eq!(words, ["h1=2", "h1=6", "h1=all"], "{ran:?}");
    let script = run(&tree, program(), &["completions", "zsh"]).stdout;
    let script = String::from_utf8(script).expect("UTF-8");
    // Seven flags of six commands, and the argument of `explain`.
    assert_eq!(script.matches(":_hunkwise_hunks'").count(), 7 * 6 + 1);
    assert!(!script.contains("'::patches -- "), "a command is no patch");
    assert!(!script.contains("$line[2]"), "it is the first word");
}

#[test]
fn elvish_completes_hunks_and_values() {
    let Some(elvish) = shell("elvish") else {
        return;
    };
    let tree = tree();
    let script = run(&tree, program(), &["completions", "elvish"]).stdout;
    let script = String::from_utf8(script).expect("UTF-8");
    // What completes is only there on a terminal; here what it calls is called.
    let script = script.replace("edit:completion:arg-completer", "completer");
    let script = script.replace("edit:complex-candidate", "say");
    let program = program().display();
    for (words, expected) in [
        ("apply reply.md --choose h1", "h1=2 h1=6 h1=all"),
        ("apply reply.md --reject=h2", "--reject=h2"),
        ("check reply.md --policy ''", "ask nearest"),
        ("prompt fu", "fudiff"),
    ] {
        let script = format!(
            "var completer = [&]\nfn say {{|word &display=''| echo $word }}\n{script}\n\
             $completer[hunkwise] '{program}' {words}"
        );
        let ran = run(&tree, &elvish, &["-c", &script]);
        let text = String::from_utf8_lossy(&ran.stdout).into_owned();
        let found: Vec<String> = text.lines().map(plain).collect();
        assert_eq!(found.join(" "), expected, "{words}: {ran:?}");
    }
}

#[test]
fn powershell_asks_for_hunks_and_values_before_its_own_list() {
    let script = run(&tree(), program(), &["completions", "powershell"]).stdout;
    let script = String::from_utf8(script).expect("UTF-8");
    let asks = script.find("& $program @said").expect("it asks");
    let begins = script.find("-ScriptBlock {").expect("it completes");
    let lists = script.find("$completions = @(").expect("it has a list");
    assert!(begins < asks && asks < lists);
}
