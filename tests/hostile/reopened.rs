//! A file that changes during a review: no undo or redo brings back a yes to what the file was.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use hunkwise::matcher::Never;
use hunkwise::patch::{HunkId, HunkLine, LineKind};
use hunkwise::plan::{BlockDecision, Decision, Scope};
use hunkwise::session::{Command as Act, Options, Session};
use hunkwise::text::{Content, LineSpan, RelPath, Snapshot};
use serde_json::{Value, json};

use super::STATE_HOME;

const TEXT: &str = "alpha\nbeta\ngamma\ndelta\nepsilon\n";
const DELETION: &str = "*** Begin Patch\n*** Delete File: f.txt\n*** End Patch\n";
const EDIT: &str =
    "--- a/f.txt\n+++ b/f.txt\n@@ -1,5 +1,5 @@\n alpha\n beta\n-gamma\n+GAMMA\n delta\n epsilon\n";
const HUNK: HunkId = HunkId { file: 0, hunk: 0 };

fn path(name: &str) -> RelPath {
    RelPath::new(name).unwrap()
}

fn snapshot(name: &str, text: &str) -> Snapshot {
    Snapshot::new(path(name), Content::of_bytes(text.into()))
}

fn opened(reply: &str, files: &[(&str, &str)]) -> Session {
    let mut session = Session::open(reply.as_bytes(), Options::default());
    let files = files.iter().map(|(name, text)| snapshot(name, text));
    session.supply(files.collect());
    session
}

fn accept() -> Act {
    Act::Decide {
        hunk: HUNK,
        decision: Decision::Accepted,
    }
}

fn reject() -> Act {
    Act::Decide {
        hunk: HUNK,
        decision: Decision::Rejected { why: None },
    }
}

fn choose(block: usize, decision: BlockDecision) -> Act {
    Act::Choose {
        hunk: HUNK,
        block,
        decision,
    }
}

/// Returns how many files the accepted hunks write.
fn n_written(session: &Session) -> usize {
    let changes = session.changes(Scope::Accepted).expect("nothing is stuck");
    changes.changes().len()
}

/// Runs `first` on the text and `last` once `f.txt` holds `now`, in one review and in one that is saved and opened again.
/// Checks that nothing is accepted then; and that it is where the file stays the same, so that the commands mean something.
#[track_caller]
fn check(reply: &str, first: &[Act], now: &str, last: &[Act]) {
    for after in [TEXT, now] {
        let mut session = opened(reply, &[("f.txt", TEXT)]);
        for act in first {
            session.run(act.clone());
        }
        let mut resumed = opened(reply, &[("f.txt", after)]);
        assert_eq!(resumed.replay(session.record()), Ok(()));
        session.refresh(vec![snapshot("f.txt", after)], &Never);
        for mut session in [session, resumed] {
            for act in last {
                session.run(act.clone());
            }
            let n = usize::from(after == TEXT);
            assert_eq!(
                n_written(&session),
                n,
                "{reply}{first:?} {after:?} {last:?}"
            );
        }
    }
}

#[test]
fn neither_undo_nor_redo_accepts_what_a_file_was() {
    let grown = format!("{TEXT}mine\n");
    let indented = TEXT.replace("gamma", "  gamma");
    let reopen = Act::Reopen { hunk: HUNK };
    for (reply, now) in [(DELETION, &grown), (EDIT, &indented)] {
        check(reply, &[accept(), Act::Undo], now, &[Act::Redo]);
        check(reply, &[accept(), reject()], now, &[Act::Undo]);
        check(reply, &[accept(), reopen.clone()], now, &[Act::Undo]);
        let twice = [
            accept(),
            Act::Undo,
            accept(),
            reject(),
            Act::Undo,
            Act::Undo,
        ];
        check(reply, &twice, now, &[Act::Redo]);
        check(
            reply,
            &[accept(), reject(), reject()],
            now,
            &[Act::Undo, Act::Undo],
        );
    }
}

#[test]
fn neither_do_they_where_a_hunk_is_split_put_elsewhere_or_edited() {
    let two = "--- a/f.txt\n+++ b/f.txt\n@@ -1,5 +1,5 @@\n alpha\n-beta\n+BETA\n gamma\n-delta\n+DELTA\n epsilon\n";
    let now = TEXT.replace("delta", "  delta");
    let split = Act::Split { hunk: HUNK };
    let yes = [BlockDecision::Accepted, BlockDecision::Rejected].map(|it| choose(0, it));
    let no = choose(1, BlockDecision::Rejected);
    let first = [split.clone(), no.clone(), yes[0].clone(), yes[1].clone()];
    check(two, &first, &now, &[Act::Undo]);
    let first = [accept(), split, yes[1].clone(), no];
    check(two, &first, &now, &[Act::Undo, Act::Undo]);

    // Of equal places the first was accepted, then another: its line changed, that of the other did not.
    let line = |kind, body: &str| HunkLine::new(kind, body);
    let lines = vec![
        line(LineKind::Delete, "beta"),
        line(LineKind::Insert, "BETA"),
    ];
    let edit = Act::Edit { hunk: HUNK, lines };
    check(
        EDIT,
        &[accept(), edit],
        &TEXT.replace("gamma", "  gamma"),
        &[Act::Undo],
    );
    let place = Act::Place {
        hunk: HUNK,
        span: LineSpan::new(0, 5),
    };
    check(
        EDIT,
        &[accept(), place],
        &TEXT.replace("gamma", "  gamma"),
        &[Act::Undo],
    );
}

#[test]
fn neither_do_they_where_the_hunk_was_given_another_file_meanwhile() {
    let both = [("f.txt", TEXT), ("g.txt", TEXT)];
    let mut session = opened(DELETION, &both);
    session.run(accept());
    let files = vec![0];
    let path = path("g.txt");
    session.run(Act::Retarget { files, path });
    session.supply(vec![snapshot("g.txt", TEXT)]);
    assert_eq!(n_written(&session), 1);
    session.refresh(vec![snapshot("f.txt", "mine\n")], &Never);
    assert_eq!(n_written(&session), 1, "the other file is as it was");
    session.run(Act::Undo);
    assert_eq!(n_written(&session), 0);
}

#[test]
fn what_was_decided_in_other_files_can_be_redone() {
    let reply = format!("{DELETION}{}", EDIT.replace("f.txt", "g.txt"));
    let mut session = opened(&reply, &[("f.txt", TEXT), ("g.txt", TEXT)]);
    let hunk = HunkId { file: 1, hunk: 0 };
    let decision = Decision::Accepted;
    session.run(Act::Decide { hunk, decision });
    session.run(Act::Undo);
    session.refresh(vec![snapshot("f.txt", "mine\n")], &Never);
    session.run(Act::Redo);
    assert_eq!(n_written(&session), 1);
}

#[test]
fn a_write_and_its_undo_do_not_hide_that_another_program_changed_a_file() {
    let reply = format!("{DELETION}{}", EDIT.replace("f.txt", "g.txt"));
    let (other, made) = (HunkId { file: 1, hunk: 0 }, TEXT.replace("gamma", "GAMMA"));
    let accept_other = Act::Decide {
        hunk: other,
        decision: Decision::Accepted,
    };
    let edited = || snapshot("f.txt", "mine\n");
    // Accepted, undone, and changed while the other file was written.
    let mut session = opened(&reply, &[("f.txt", TEXT), ("g.txt", TEXT)]);
    session.run(accept_other.clone());
    session.run(accept());
    session.run(Act::Undo);
    session.note_applied(vec![snapshot("g.txt", &made), edited()], &Never);
    session.run(Act::Redo);
    assert_eq!(n_written(&session), 0);
    // Accepted, and changed while the write of the other file was taken back.
    let mut session = opened(&reply, &[("f.txt", TEXT), ("g.txt", TEXT)]);
    session.run(accept_other);
    session.note_applied(vec![snapshot("g.txt", &made)], &Never);
    session.run(accept());
    session.note_unapplied(vec![snapshot("g.txt", TEXT), edited()], &Never);
    let changes = session.changes(Scope::Accepted).expect("nothing is stuck");
    let paths: Vec<_> = changes
        .changes()
        .iter()
        .map(|it| it.path().clone())
        .collect();
    assert_eq!(paths, [path("g.txt")]);
}

fn hunkwise(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hunkwise"));
    command
        .args(args)
        .current_dir(folder)
        .env("XDG_STATE_HOME", STATE_HOME.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    command
}

#[test]
fn a_review_in_plain_text_that_is_resumed_asks_again() {
    for (first, last) in [("\nx\nq\n", "u\nA\n\nq\n"), ("\nu\nq\n", "^r\nA\n\nq\n")] {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("f.txt"), TEXT).unwrap();
        fs::write(folder.path().join("reply"), DELETION).unwrap();
        for keys in [first, last] {
            let mut child = hunkwise(folder.path(), &["review", "--plain", "reply"])
                .spawn()
                .unwrap();
            child
                .stdin
                .take()
                .unwrap()
                .write_all(keys.as_bytes())
                .unwrap();
            child.wait_with_output().unwrap();
            let text = fs::read_to_string(folder.path().join("f.txt"));
            let text = text.unwrap_or_else(|_| panic!("{first:?} {last:?} deleted the edit"));
            fs::write(folder.path().join("f.txt"), text + "mine\n").unwrap();
        }
    }
}

#[test]
fn an_editor_is_asked_again_what_it_accepted_in_a_file_that_changed() {
    let accepted = json!({ "version": 1, "hunks": [{ "hunk": "h1", "decision": "accept" }] });
    for scope in ["everything", "settled", "accepted"] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("f.txt");
        fs::write(&file, TEXT).unwrap();
        let mut child = hunkwise(folder.path(), &["serve"]).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut ask = |method: &str, params: Value| -> Value {
            let request = json!({ "id": 1, "method": method, "params": params });
            writeln!(input, "{request}").unwrap();
            let mut line = String::new();
            output.read_line(&mut line).unwrap();
            serde_json::from_str(&line).unwrap()
        };
        ask("open", json!({ "text": DELETION }));
        ask("settle", accepted.clone());
        fs::write(&file, format!("{TEXT}mine\n")).unwrap();
        assert_eq!(ask("refresh", json!({}))["result"]["exit"], 3, "{scope}");
        let refused = ask("apply", json!({ "scope": scope }));
        let code = if scope == "accepted" {
            "nothing_to_write"
        } else {
            "needs_person"
        };
        assert_eq!(refused["error"]["code"], code, "{refused}");
        assert!(file.exists(), "{scope}");
        ask("settle", accepted.clone());
        let done = ask("apply", json!({ "scope": scope }));
        assert_eq!(done["result"]["exit"], 0, "{done}");
        drop(input);
        child.wait().unwrap();
        assert!(!file.exists(), "{scope}");
    }
}
