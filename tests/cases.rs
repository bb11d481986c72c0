//! One test for each folder `cases/<dialect>/<what it shows>`:
//!
//! - `before/`: the tree; missing is empty
//! - `patch.txt`: the reply
//! - `after/`: the tree that must come out; equal to `before/` means that the patch must be refused
//! - `report.snap`: exit code and report, to the letter
//! - `case.toml`, where needed: see [`Case`]
//!
//! Every case that writes is undone again, and the tree must be `before/` once more. `HUNKWISE_BLESS=1 cargo test --test
//! cases` writes the reports anew: read them before they are committed.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use hunkwise::matcher::Never;
use hunkwise::patch::HunkId;
use hunkwise::plan::{Decision, OnTie, Scope};
use hunkwise::report::{self, Exit, Hidden, Outcome, Report};
use hunkwise::session::{Command, Options, Session};
use hunkwise::text::{Digest, LineSpan, RelPath};
use hunkwise::workspace::Workspace;
use libtest_mimic::{Arguments, Failed, Trial};
use serde::Deserialize;

/// What a case asks for beside the patch.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Case {
    /// `--file`
    file: Option<String>,
    /// `--strip`
    strip: Option<usize>,
    /// `--policy nearest`
    nearest: bool,
    /// `--partial`
    partial: bool,
    /// `--allow-hidden`
    allow_hidden: bool,
    /// What a person does, in order, before it is written.
    acts: Vec<Act>,
}

/// One act of a person; hunks are numbered from 1 through the whole reply.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
enum Act {
    /// Places a hunk at the listed place of this number, from 1, and accepts it.
    Take { hunk: usize, place: usize },
    /// Rejects a hunk.
    Reject { hunk: usize },
    /// Makes two overlapping hunks in this order.
    Both { first: usize, second: usize },
    /// Takes one of two overlapping hunks.
    Over { hunk: usize, other: usize },
    /// Says which file the first of the patch means.
    Retarget { path: String },
}

type Tree = BTreeMap<String, Vec<u8>>;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let trials = cases(&root).into_iter().map(|folder| {
        let name = folder
            .strip_prefix(&root)
            .expect("cases lie below their folder");
        Trial::test(name.to_string_lossy().into_owned(), move || run(&folder))
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}

fn cases(root: &Path) -> Vec<PathBuf> {
    let mut cases: Vec<PathBuf> = folders(root)
        .iter()
        .flat_map(|dialect| folders(dialect))
        .collect();
    cases.sort();
    cases
}

fn folders(root: &Path) -> Vec<PathBuf> {
    let listed = fs::read_dir(root).expect("the folder of cases can be listed");
    let paths = listed.map(|entry| entry.expect("and read").path());
    paths.filter(|path| path.is_dir()).collect()
}

fn run(folder: &Path) -> Result<(), Failed> {
    let case: Case = match fs::read_to_string(folder.join("case.toml")) {
        Ok(text) => toml::from_str(&text).map_err(|error| error.to_string())?,
        Err(_) => Case::default(),
    };
    let before = tree(&folder.join("before"));
    let target = tempfile::tempdir().map_err(|error| error.to_string())?;
    plant(target.path(), &before);
    let workspace = Workspace::open(Some(target.path())).map_err(|error| error.to_string())?;
    let reply = fs::read(folder.join("patch.txt")).map_err(|error| error.to_string())?;

    let session = review(&reply, &workspace, &case)?;
    let (text, wrote) = write(&session, &workspace, &case)?;

    same_tree("after", &tree(&folder.join("after")), &tree(target.path())).map_err(|failed| {
        format!(
            "{}\n--- report\n{text}",
            failed.message().unwrap_or_default()
        )
    })?;
    if wrote {
        workspace.undo(None).map_err(|error| error.to_string())?;
        same_tree("undone", &before, &tree(target.path()))?;
    }
    same_report(&folder.join("report.snap"), &text)
}

fn review(reply: &[u8], workspace: &Workspace, case: &Case) -> Result<Session, Failed> {
    let mut options = Options::default();
    if case.nearest {
        options.policy.on_tie = OnTie::Nearest;
    }
    if let Some(file) = &case.file {
        options.parse.default_path = Some(RelPath::new(file).map_err(|fault| fault.to_string())?);
    }
    options.parse.strip = case.strip;
    let mut session = Session::open(reply, options);
    supply(&mut session, workspace);
    session.set_known_paths(workspace.known_paths(&Never));
    for act in &case.acts {
        let command = command(&session, act)?;
        if let hunkwise::session::Outcome::Refused(why) = session.run(command) {
            return Err(format!("{act:?}: {why}").into());
        }
        supply(&mut session, workspace);
    }
    Ok(session)
}

fn supply(session: &mut Session, workspace: &Workspace) {
    let wanted = session.wanted();
    session.supply(wanted.iter().map(|path| workspace.snapshot(path)).collect());
}

fn command(session: &Session, act: &Act) -> Result<Command, Failed> {
    let hunk = |number: usize| -> Result<HunkId, Failed> {
        let id = session.patch().hunk_ids().nth(number - 1);
        id.ok_or_else(|| format!("there is no hunk {number}").into())
    };
    Ok(match act {
        Act::Take {
            hunk: number,
            place,
        } => {
            let hunk = hunk(*number)?;
            let places = session.found(hunk).map(|found| &found.candidates);
            let place = places.and_then(|places| places.get(place - 1));
            let span: LineSpan = place.ok_or("there is no such place")?.span;
            Command::AcceptAt { hunk, span }
        }
        Act::Reject { hunk: number } => Command::Decide {
            hunk: hunk(*number)?,
            decision: Decision::Rejected { why: None },
        },
        Act::Both { first, second } => Command::KeepAll {
            hunks: vec![hunk(*first)?, hunk(*second)?],
        },
        Act::Over {
            hunk: number,
            other,
        } => Command::KeepOne {
            hunk: hunk(*number)?,
            others: vec![hunk(*other)?],
        },
        Act::Retarget { path } => Command::Retarget {
            files: vec![0],
            path: RelPath::new(path).map_err(|fault| fault.to_string())?,
        },
    })
}

/// Writes what the exit code allows, and returns the report and whether something was written.
fn write(session: &Session, workspace: &Workspace, case: &Case) -> Result<(String, bool), Failed> {
    let scope = if case.partial {
        Scope::Settled
    } else {
        Scope::Everything
    };
    let hidden = if case.allow_hidden {
        Hidden::Allow
    } else {
        Hidden::Refuse
    };
    let findings = report::findings(session);
    let mut exit: Exit = report::exit_code(session, scope, &findings, hidden);
    let mut outcome = Outcome::NotWritten;
    if exit.writes() {
        let changes = session
            .changes(scope)
            .map_err(|stuck| format!("the exit code is {}, and {stuck:?} is stuck", exit.code()))?;
        if !changes.is_empty() {
            match workspace.apply(&changes, Digest::of(b"a case")) {
                Ok(_) => outcome = Outcome::Written(scope),
                Err(error) => exit = error.exit(),
            }
        }
    }
    let text = report::text::to_text(&Report {
        after: None,
        feedback: None,
        scope,
        apply_id: None,
        failure: None,
        command: "apply",
        session,
        root: "",
        findings: &findings,
        outcome,
        exit,
        again: Some(""),
    });
    let wrote = outcome != Outcome::NotWritten;
    Ok((format!("exit {}\n{text}", exit.code()), wrote))
}

fn plant(root: &Path, tree: &Tree) {
    for (path, bytes) in tree {
        let path = root.join(path);
        let folder = path.parent().expect("it lies below the root");
        fs::create_dir_all(folder).expect("a folder of the case is made");
        fs::write(path, bytes).expect("a file of the case is written");
    }
}

/// Returns all files below `root` by their paths, hunkwise's own aside; a missing folder is an empty tree.
fn tree(root: &Path) -> Tree {
    let mut tree = Tree::new();
    let mut waiting = vec![root.to_path_buf()];
    while let Some(folder) = waiting.pop() {
        let Ok(listed) = fs::read_dir(&folder) else {
            continue;
        };
        for entry in listed {
            let path = entry.expect("the folder can be listed").path();
            let below = path.strip_prefix(root).expect("it lies below");
            if path.is_dir() && below != Path::new(".hunkwise") {
                waiting.push(path);
            } else if path.is_file() {
                let bytes = fs::read(&path).expect("the file can be read");
                tree.insert(below.to_string_lossy().into_owned(), bytes);
            }
        }
    }
    tree
}

fn same_tree(what: &str, expected: &Tree, got: &Tree) -> Result<(), Failed> {
    let paths: std::collections::BTreeSet<&String> = expected.keys().chain(got.keys()).collect();
    for path in paths {
        let (expected, got) = (expected.get(path), got.get(path));
        if expected != got {
            let shown = |bytes: Option<&Vec<u8>>| match bytes {
                Some(bytes) => String::from_utf8_lossy(bytes).into_owned(),
                None => "(no such file)".to_string(),
            };
            let (expected, got) = (shown(expected), shown(got));
            return Err(format!("{what}: {path}\n--- expected\n{expected}\n--- got\n{got}").into());
        }
    }
    Ok(())
}

fn same_report(path: &Path, got: &str) -> Result<(), Failed> {
    if std::env::var_os("HUNKWISE_BLESS").is_some() {
        return fs::write(path, got).map_err(|error| error.to_string().into());
    }
    let expected = fs::read_to_string(path).unwrap_or_default();
    if expected == got {
        Ok(())
    } else {
        Err(format!("the report changed\n--- expected\n{expected}\n--- got\n{got}").into())
    }
}
