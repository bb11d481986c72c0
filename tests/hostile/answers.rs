//! Answers that cannot be written: no command ends as if all were said (T13). The commands are those that the program lists
//! itself.

use super::*;

/// How a command is run where it has something to answer, what it reads, and its exit code where the answer is lost.
struct Row {
    command: &'static str,
    line: &'static str,
    input: &'static str,
    lost: i32,
}

const fn row(command: &'static str, line: &'static str, lost: i32) -> Row {
    Row {
        command,
        line,
        input: "",
        lost,
    }
}

/// What writes asks first whether its answer can be given, as what only looks finds out: nothing is done then, and the exit code
/// is 2. What a review wrote is on disk: 1.
const ROWS: &[Row] = &[
    Row {
        input: "enter\nA\nenter\n",
        ..row("review", "review --plain --root root reply", 1)
    },
    row("check", "check --root root reply", 2),
    row("apply", "apply --root root reply", 2),
    row("explain", "explain --root root reply", 2),
    row("undo", "undo --root root", 2),
    row("log", "log --root root", 2),
    row("recover", "recover --root root", 2),
    row("demo", "demo", 2),
    row("sessions", "sessions", 2),
    row("diff", "diff root/b.txt root/src/a.txt", 2),
    row("convert", "convert --root root reply", 2),
    row("prompt", "prompt unified", 2),
    row("dialects", "dialects", 2),
    row("keys", "keys", 2),
    row("themes", "themes", 2),
    Row {
        input: "{\"id\": 1, \"method\": \"open\", \"params\": {\"file\": \"reply\"}}\n{\"id\": 2, \"method\": \"apply\"}\n",
        ..row("serve", "serve --root root", 2)
    },
    Row {
        input: "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"ping\"}\n",
        ..row("mcp", "mcp --root root", 2)
    },
    row("schema", "schema", 2),
    row("completions", "completions bash", 2),
    row("complete", "complete check --root root reply --reject =", 2),
    row("man", "man", 2),
    row("help", "help", 2),
];

/// A place with a reply, and an apply to take back where `row` does.
fn place(row: &Row) -> Place {
    let place = Place::new();
    fs::write(place.dir.path().join("reply"), EDIT_A).unwrap();
    if matches!(row.command, "undo" | "log") {
        assert_eq!(run(&place, "apply --root root reply", "", "").0, Some(0));
    }
    place
}

/// Runs a line of arguments with standard output `to`, as the shell says it; returns the exit code and what was said on
/// standard error.
fn run(place: &Place, line: &str, input: &str, to: &str) -> (Option<i32>, String) {
    fs::write(place.dir.path().join("input"), input).unwrap();
    let line = line.replace(" =", " ''");
    let done = Command::new("sh")
        .args(["-c", &format!("exec \"$0\" {line} <input {to}")])
        .arg(env!("CARGO_BIN_EXE_hunkwise"))
        .env("XDG_CONFIG_HOME", "/nonexistent")
        .env("XDG_STATE_HOME", STATE_HOME.path())
        .current_dir(place.dir.path())
        .output()
        .unwrap();
    (done.status.code(), String::from_utf8(done.stderr).unwrap())
}

/// Returns the commands, as the program's own help lists them; `complete` is for scripts, and not listed.
fn commands() -> Vec<String> {
    let help = Command::new(env!("CARGO_BIN_EXE_hunkwise"))
        .arg("--help")
        .output()
        .unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let listed = listed.take_while(|line| !line.is_empty());
    let names = listed.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let mut names: Vec<String> = names
        .filter(|name| !name.is_empty())
        .map(str::to_string)
        .collect();
    names.push("complete".to_string());
    names
}

#[test]
fn t13_every_command_has_its_row() {
    let names = commands();
    let rows: Vec<&str> = ROWS.iter().map(|row| row.command).collect();
    let missing: Vec<_> = names
        .iter()
        .filter(|name| !rows.contains(&name.as_str()))
        .collect();
    assert!(
        missing.is_empty(),
        "no row says how to lose an answer of {missing:?}"
    );
    assert_eq!(names.len(), rows.len());
}

#[test]
fn t13_no_command_ends_well_whose_answer_is_lost() {
    for row in ROWS {
        for json in ["", " --json"] {
            if !json.is_empty() && matches!(row.command, "complete" | "help") {
                continue;
            }
            let (line, place) = (format!("{}{json}", row.line), place(row));
            let (code, said) = run(&place, &line, row.input, ">/dev/full");
            // With --json a review has an answer of its own, and asks first whether it can be given.
            let asked_first = !json.is_empty() && row.command == "review";
            let expected = if asked_first { 2 } else { row.lost };
            assert_eq!(code, Some(expected), "{line}: {said}");
            let is_of_it = |said: &str| said.contains("No space left");
            assert!(
                !said.is_empty() && said.lines().all(is_of_it),
                "{line}: {said}"
            );
            let is_new = fs::read_to_string(place.root().join("src/a.txt")).unwrap() != A;
            let is_written = matches!(row.command, "log" | "undo");
            assert_eq!(is_new, is_written, "{line}");
        }
    }
}

#[test]
fn t13_a_closed_standard_output_is_one_that_takes_all() {
    for row in ROWS {
        let line = row.line;
        let codes = [">&-", ">/dev/null"].map(|to| run(&place(row), line, row.input, to).0);
        assert_eq!(codes[0], codes[1], "{line}");
        assert!(matches!(codes[0], Some(0..=3)), "{line}: {codes:?}");
    }
}

#[test]
fn t13_an_answer_that_nobody_reads_is_lost() {
    let written = "the report failed: Broken pipe (os error 32); everything is written\n";
    let in_part = "the report failed: Broken pipe (os error 32); what is settled is written\n";
    let unsent = "cannot write `/dev/stdout`: Broken pipe (os error 32)\n";
    for (line, lost, said) in [
        // What only looks ends in silence: whoever went away knows it.
        ("check --root root reply", 2, ""),
        ("check --json --root root reply", 2, ""),
        ("check -q --feedback - --root root reply", 2, ""),
        ("explain --root root reply", 2, ""),
        ("convert --root root reply", 2, ""),
        ("diff root/b.txt root/src/a.txt", 2, ""),
        ("log --root root", 2, ""),
        ("undo --as-patch --root root", 2, ""),
        ("apply --root root reply", 1, written),
        ("apply --json --root root reply", 1, written),
        ("apply --feedback - --root root reply", 1, written),
        ("apply -q --feedback - --root root reply", 1, written),
        ("apply --partial --json --root root both", 1, in_part),
        (
            "apply -q --feedback /dev/stdout --root root reply",
            1,
            unsent,
        ),
        ("apply -q --rejects /dev/stdout --root root both", 2, unsent),
        ("apply -q --log /dev/stdout --root root reply", 2, unsent),
        ("undo --root root", 1, written),
        ("undo --json --root root", 1, written),
    ] {
        let place = place(&row(command_of(line), line, lost));
        let unfit = "--- a/b.txt\n+++ b/b.txt\n@@ -1 +1 @@\n-no such line\n+x\n";
        fs::write(place.dir.path().join("both"), format!("{EDIT_A}{unfit}")).unwrap();
        // The reader is gone before anything is written.
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let done = Command::new(env!("CARGO_BIN_EXE_hunkwise"))
            .args(line.split(' '))
            .env("XDG_CONFIG_HOME", "/nonexistent")
            .env("XDG_STATE_HOME", STATE_HOME.path())
            .current_dir(place.dir.path())
            .stdout(writer)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let told = String::from_utf8(done.stderr).unwrap();
        assert_eq!(done.status.code(), Some(lost), "{line}: {told}");
        assert!(told.ends_with(said), "{line}: {told}");
        assert!(!said.is_empty() || told.is_empty(), "{line}: {told}");
        let is_new = fs::read_to_string(place.root().join("src/a.txt")).unwrap() != A;
        let was_new = matches!(command_of(line), "log" | "undo");
        let is_reading = said.is_empty() || lost > 1;
        assert_eq!(
            is_new,
            if is_reading { was_new } else { !was_new },
            "{line}"
        );
    }
}

fn command_of(line: &str) -> &str {
    line.split(' ').next().unwrap()
}

#[test]
fn t13_what_serve_did_before_it_fell_silent_is_told() {
    use std::io::{BufRead, BufReader, Write};
    let place = place(&ROWS[0]);
    let mut served = Command::new(env!("CARGO_BIN_EXE_hunkwise"))
        .env("XDG_CONFIG_HOME", "/nonexistent")
        .env("XDG_STATE_HOME", STATE_HOME.path())
        .args(["serve", "--root", "root"])
        .current_dir(place.dir.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut requests = served.stdin.take().unwrap();
    let mut answers = BufReader::new(served.stdout.take().unwrap());
    requests
        .write_all(b"{\"id\": 1, \"method\": \"open\", \"params\": {\"file\": \"reply\"}}\n")
        .unwrap();
    answers.read_line(&mut String::new()).unwrap();
    drop(answers);
    // The second is done and cannot be told; so the third, which would take it back, is not.
    let rest = b"{\"id\": 2, \"method\": \"apply\"}\n{\"id\": 3, \"method\": \"undo\"}\n";
    requests.write_all(rest).unwrap();
    drop(requests);
    let done = served.wait_with_output().unwrap();
    let said = String::from_utf8(done.stderr).unwrap();
    assert_eq!(done.status.code(), Some(1), "{said}");
    assert!(
        said.contains("`hunkwise log` lists what was written"),
        "{said}"
    );
    assert!(
        fs::read_to_string(place.root().join("src/a.txt"))
            .unwrap()
            .contains("NEW")
    );
}
