//! Whole replies as people paste them, each with what must come of it. The files `tests/kit/*.txt` hold them, one after the
//! other; every reply is applied to a copy of `tests/kit/tree`, without a screen.
//!
//! A reply begins behind `%%% NAME` and lines of what is expected:
//!
//! - `% exit N`: the exit code, 0 where none is given
//! - `% writes PATH`, `% deletes PATH`: all that becomes of the tree
//! - `% has PATH: LINE`, `% lacks PATH: LINE`: lines of a file afterwards
//! - `% unread N`: how many blocks are told as unread, 0 where none is given
//! - `% says WORDS`: words of the report
//! - `% args WORDS`: more arguments
//! - `% ends within a line`: the reply has no newline at its end
//! - `% again N`: the exit code where the same reply is applied once more, which must change nothing
//!
//! `HUNKWISE_TABLE=1` prints how many replies are right, ask, are refused, or are wrong: something was written that was
//! not meant, or something that was meant was left out as if all were well. `HUNKWISE_PROGRAM` names another program.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::LazyLock;

use libtest_mimic::{Arguments, Failed, Trial};

type Tree = BTreeMap<String, String>;

/// One reply and what is expected of it.
#[derive(Debug, Default)]
struct Reply {
    group: String,
    name: String,
    text: String,
    exit: i32,
    writes: BTreeSet<String>,
    deletes: BTreeSet<String>,
    has: Vec<(String, String)>,
    lacks: Vec<(String, String)>,
    n_unread: usize,
    says: Vec<String>,
    args: Vec<String>,
    again: Option<i32>,
    ends_within_line: bool,
}

/// What came of it.
#[derive(Debug)]
struct Outcome {
    exit: i32,
    tree: Tree,
    n_unread: usize,
    report: String,
    /// The exit code of a second apply, and the tree after it.
    again: Option<(i32, Tree)>,
}

/// How it compares with what is expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Grade {
    Right,
    Asks,
    Refused,
    /// Nothing is lost, but what it says is not what is expected.
    Told,
    Wrong,
}

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kit");
    let before = Arc::new(tree(&folder.join("tree")));
    let replies = replies(&folder);
    if std::env::var_os("HUNKWISE_TABLE").is_some() {
        return print_table(&replies, &before);
    }
    let trials = replies.into_iter().map(|reply| {
        let before = Arc::clone(&before);
        Trial::test(format!("{}/{}", reply.group, reply.name), move || {
            check(&reply, &before)
        })
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}

fn replies(folder: &Path) -> Vec<Reply> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "txt"))
        .collect();
    files.sort();
    files.iter().flat_map(|file| replies_of(file)).collect()
}

fn replies_of(file: &Path) -> Vec<Reply> {
    let text = fs::read_to_string(file).unwrap();
    let group = file.file_stem().unwrap().to_string_lossy();
    let parts = text.split("%%% ").skip(1);
    parts.map(|part| reply(&group, part)).collect()
}

fn reply(group: &str, part: &str) -> Reply {
    let (name, mut rest) = part.split_once('\n').unwrap();
    let mut reply = Reply {
        group: group.to_string(),
        name: name.to_string(),
        ..Reply::default()
    };
    while let Some(tail) = rest.strip_prefix("% ") {
        let (line, after) = tail.split_once('\n').unwrap();
        expect(&mut reply, line);
        rest = after;
    }
    reply.text = match reply.ends_within_line {
        true => rest.trim_end_matches('\n').to_string(),
        false => rest.to_string(),
    };
    reply
}

fn expect(reply: &mut Reply, line: &str) {
    let (word, rest) = line.split_once(' ').unwrap();
    let of_file = || {
        let (path, line) = rest.split_once(": ").unwrap();
        (path.to_string(), line.to_string())
    };
    match word {
        "exit" => reply.exit = rest.parse().unwrap(),
        "writes" => drop(reply.writes.insert(rest.to_string())),
        "deletes" => drop(reply.deletes.insert(rest.to_string())),
        "has" => reply.has.push(of_file()),
        "lacks" => reply.lacks.push(of_file()),
        "unread" => reply.n_unread = rest.parse().unwrap(),
        "says" => reply.says.push(rest.to_string()),
        "again" => reply.again = Some(rest.parse().unwrap()),
        "ends" => reply.ends_within_line = true,
        "args" => reply.args.extend(rest.split(' ').map(String::from)),
        _ => panic!("{}: unknown: {line}", reply.name),
    }
}

/// The user's own state folder, apart from every root.
static STATE_HOME: LazyLock<tempfile::TempDir> = LazyLock::new(|| tempfile::tempdir().unwrap());

fn tree(folder: &Path) -> Tree {
    let mut found = Tree::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(folder).unwrap().display().to_string();
            if name.starts_with(".hunkwise") {
                continue;
            } else if path.is_dir() {
                folders.push(path);
            } else {
                found.insert(name, fs::read_to_string(&path).unwrap());
            }
        }
    }
    found
}

fn run(reply: &Reply, before: &Tree) -> Outcome {
    let root = tempfile::tempdir().unwrap();
    for (name, content) in before {
        let path = root.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
    let told = call(reply, root.path(), &["check"]);
    let written = call(reply, root.path(), &["apply", "--json"]);
    let json: serde_json::Value = serde_json::from_slice(&written.stdout).unwrap_or_default();
    let after = tree(root.path());
    let again = reply.again.map(|_| {
        let again = call(reply, root.path(), &["apply", "--json"]);
        (again.status.code().unwrap_or(-1), tree(root.path()))
    });
    Outcome {
        again,
        exit: written.status.code().unwrap_or(-1),
        tree: after,
        n_unread: json["unread"].as_array().map_or(0, Vec::len),
        report: String::from_utf8_lossy(&told.stdout).into_owned(),
    }
}

fn call(reply: &Reply, root: &Path, command: &[&str]) -> std::process::Output {
    let program = std::env::var_os("HUNKWISE_PROGRAM")
        .unwrap_or_else(|| env!("CARGO_BIN_EXE_hunkwise").into());
    let args = reply.args.iter().filter(|_| command[0] == "apply");
    let mut child = Command::new(program)
        .args(command)
        .args(args)
        .arg("--root")
        .arg(root)
        .arg("-")
        .current_dir(root)
        .env("HOME", root.join("home-that-is-not-there"))
        .env("XDG_STATE_HOME", STATE_HOME.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(reply.text.as_bytes()).unwrap();
    drop(stdin);
    child.wait_with_output().unwrap()
}

/// Returns what differs from what is expected; none where all is right.
fn differences(reply: &Reply, before: &Tree, outcome: &Outcome) -> Vec<String> {
    let mut found = Vec::new();
    let mut tell = |is_wrong: bool, text: String| {
        if is_wrong {
            found.push(text);
        }
    };
    let (writes, deletes) = done(before, &outcome.tree);
    tell(
        outcome.exit != reply.exit,
        format!("exit {}, expected {}", outcome.exit, reply.exit),
    );
    tell(writes != reply.writes, format!("writes {writes:?}"));
    tell(deletes != reply.deletes, format!("deletes {deletes:?}"));
    let holds = |(path, line): &(String, String)| {
        let text = outcome.tree.get(path);
        text.is_some_and(|text| text.lines().any(|other| other == line))
    };
    for wanted in &reply.has {
        tell(!holds(wanted), format!("lacks {wanted:?}"));
    }
    for unwanted in &reply.lacks {
        tell(holds(unwanted), format!("has {unwanted:?}"));
    }
    tell(
        outcome.n_unread != reply.n_unread,
        format!("{} unread", outcome.n_unread),
    );
    if let (Some(expected), Some((exit, after))) = (reply.again, &outcome.again) {
        tell(*exit != expected, format!("again: exit {exit}"));
        tell(
            *after != outcome.tree,
            "again: the tree changed".to_string(),
        );
    }
    for words in &reply.says {
        tell(
            !outcome.report.contains(words),
            format!("not said: {words}"),
        );
    }
    found
}

fn done(before: &Tree, after: &Tree) -> (BTreeSet<String>, BTreeSet<String>) {
    let is_new = |(path, text): &(&String, &String)| before.get(*path) != Some(*text);
    let writes = after.iter().filter(is_new).map(|(path, _)| path.clone());
    let is_gone = |path: &&String| !after.contains_key(*path);
    let deletes = before.keys().filter(is_gone).cloned();
    (writes.collect(), deletes.collect())
}

fn check(reply: &Reply, before: &Tree) -> Result<(), Failed> {
    let outcome = run(reply, before);
    let differences = differences(reply, before, &outcome);
    if differences.is_empty() {
        return Ok(());
    }
    Err(format!("{}\n{}", differences.join("\n"), outcome.report).into())
}

fn grade(reply: &Reply, before: &Tree) -> Grade {
    let outcome = run(reply, before);
    if differences(reply, before, &outcome).is_empty() {
        return Grade::Right;
    }
    let (writes, deletes) = done(before, &outcome.tree);
    let n_done = writes.len() + deletes.len();
    let is_unasked = n_done > 0 && (writes != reply.writes || deletes != reply.deletes);
    let is_false_success = outcome.exit == 0 && (reply.exit != 0 || n_done == 0);
    match outcome.exit {
        _ if is_unasked || is_false_success => Grade::Wrong,
        _ if n_done > 0 && !differences_of_lines(reply, &outcome) => Grade::Told,
        _ if n_done > 0 => Grade::Wrong,
        3 if reply.exit == 3 => Grade::Told,
        3 => Grade::Asks,
        _ if outcome.exit == reply.exit => Grade::Told,
        _ => Grade::Refused,
    }
}

/// Returns whether a line is not as it should be.
fn differences_of_lines(reply: &Reply, outcome: &Outcome) -> bool {
    let holds = |path: &String, line: &String| {
        let text = outcome.tree.get(path);
        text.is_some_and(|text| text.lines().any(|other| other == line))
    };
    reply.has.iter().any(|(path, line)| !holds(path, line))
        || reply.lacks.iter().any(|(path, line)| holds(path, line))
}

fn print_table(replies: &[Reply], before: &Tree) {
    let mut out = std::io::stdout();
    let mut table: BTreeMap<&str, BTreeMap<Grade, usize>> = BTreeMap::new();
    for reply in replies {
        let grade = grade(reply, before);
        for row in [&*reply.group, "~ all"] {
            *table.entry(row).or_default().entry(grade).or_default() += 1;
        }
        if grade != Grade::Right {
            writeln!(out, "{grade:?}: {}/{}", reply.group, reply.name).unwrap();
        }
    }
    let head = "| group | replies | right | asks | refused | told otherwise | wrong |";
    writeln!(out, "{head}\n|---|---|---|---|---|---|---|").unwrap();
    for (group, grades) in table {
        let of = |grade| grades.get(&grade).copied().unwrap_or(0);
        let all: usize = grades.values().sum();
        let [right, asks, refused] = [Grade::Right, Grade::Asks, Grade::Refused].map(of);
        let [told, wrong] = [Grade::Told, Grade::Wrong].map(of);
        writeln!(
            out,
            "| {group} | {all} | {right} | {asks} | {refused} | {told} | {wrong} |"
        )
        .unwrap();
    }
}
