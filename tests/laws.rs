//! What holds for every file and every patch, on random ones.

use std::fs;

use hunkwise::dialect::write::{self, Form, write};
use hunkwise::matcher::{Score, Tier};
use hunkwise::patch::{FileMode, FileOp, HunkId};
use hunkwise::plan::{By, Decision, Scope, State};
use hunkwise::session::{Command, Options, Session};
use hunkwise::text::{Content, Digest, LineSpan, RelPath, Snapshot, Text};
use hunkwise::workspace::Workspace;
use proptest::prelude::*;

/// Lines as they occur: telling ones, common ones, blank ones, and bytes of another encoding.
fn line() -> impl Strategy<Value = Vec<u8>> {
    let lines: [&[u8]; 9] = [
        b"the first of the lines",
        b"another line of words",
        b"    let value = compute(value);",
        b"\tindented by a tab",
        b"caf\xe9 au lait",
        b"trailing blanks   ",
        b"    return value",
        b"}",
        b"",
    ];
    proptest::sample::select(lines.map(<[u8]>::to_vec).to_vec())
}

/// A file of such lines, with endings of either kind, and with or without a final newline.
fn file() -> impl Strategy<Value = Vec<u8>> {
    let ended = (line(), proptest::bool::weighted(0.2)).prop_map(|(mut line, crlf)| {
        line.extend_from_slice(if crlf { b"\r\n" } else { b"\n" });
        line
    });
    let lines = proptest::collection::vec(ended, 1..14);
    (lines, any::<bool>())
        .prop_map(|(lines, ends_bare)| {
            let mut bytes = lines.concat();
            if ends_bare {
                let kept = bytes.trim_ascii_end().len();
                bytes.truncate(kept);
            }
            bytes
        })
        .prop_filter("a file with lines", |bytes| !bytes.is_empty())
}

/// One change: at which share of the file, how much context, and whether the line is replaced or another put before it.
type Change = (usize, usize, bool);

fn changes() -> impl Strategy<Value = Vec<Change>> {
    proptest::collection::vec((0..1000usize, 0..4usize, any::<bool>()), 1..4)
}

/// Writes the changes as one numberless diff of file `f`.
fn patch(text: &Text, changes: &[Change]) -> Vec<u8> {
    let mut patch = b"--- a/f\n+++ b/f\n".to_vec();
    for (at, n_context, replace) in changes {
        let at = at * text.n_lines() / 1000;
        let from = at.saturating_sub(*n_context);
        let to = (at + 1 + n_context).min(text.n_lines());
        patch.extend_from_slice(b"@@ @@\n");
        for index in from..to {
            let sign = if index == at && *replace { b'-' } else { b' ' };
            if index == at {
                patch.extend_from_slice(format!("+made anew, {at}\n").as_bytes());
            }
            patch.push(sign);
            patch.extend_from_slice(text.line(index));
            patch.push(b'\n');
        }
    }
    patch
}

fn review(reply: &[u8], file: &[u8]) -> Session {
    let mut session = Session::open(reply, Options::default());
    let snapshots = session
        .wanted()
        .into_iter()
        .map(|path| Snapshot::new(path, Content::of_bytes(file.to_vec())));
    let snapshots = snapshots.collect();
    session.supply(snapshots);
    session
}

fn hunks(session: &Session) -> Vec<HunkId> {
    session.patch().hunk_ids().collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn rejecting_every_hunk_changes_nothing(file in file(), changes in changes()) {
        let mut session = review(&patch(&Text::new(file.clone()), &changes), &file);
        for hunk in hunks(&session) {
            session.run(Command::Decide { hunk, decision: Decision::Rejected { why: None } });
        }
        for scope in [Scope::Everything, Scope::Settled, Scope::Accepted] {
            let written = session.changes(scope).expect("nothing that is rejected is in the way");
            prop_assert!(written.is_empty());
        }
    }

    #[test]
    fn lines_outside_the_edits_keep_their_bytes(file in file(), changes in changes()) {
        let text = Text::new(file.clone());
        let session = review(&patch(&text, &changes), &file);
        let plan = &session.plan().files[0];
        let mut edits: Vec<LineSpan> = plan
            .written(Scope::Settled)
            .flat_map(|hunk| session.placed_edits(hunk.id))
            .map(|edit| edit.span)
            .collect();
        edits.sort();
        let Some(after) = session.result(0, Scope::Settled) else { return Ok(()); };
        let mut rest: &[u8] = &after;
        let mut index = 0;
        for span in edits.into_iter().chain([LineSpan::new(text.n_lines(), text.n_lines())]) {
            if index > span.start {
                continue; // The same edit of two hunks.
            }
            let kept = &file[text.byte_range(LineSpan::new(index, span.start))];
            // A last line without a newline gets one when something follows it.
            let kept = kept.strip_suffix(b"\n").unwrap_or(kept);
            let found = rest.windows(kept.len().max(1)).position(|window| window == kept);
            prop_assert!(kept.is_empty() || found.is_some(), "{:?} is gone from {:?}", kept, after);
            rest = &rest[found.unwrap_or(0) + if kept.is_empty() { 0 } else { kept.len() }..];
            index = span.end;
        }
    }

    #[test]
    fn what_is_exact_and_unique_has_one_strict_place(n_lines in 3..30usize, changes in changes()) {
        let file: String = (0..n_lines).map(|n| format!("line number {n} of the file\n")).collect();
        let text = Text::new(file.clone());
        let session = review(&patch(&text, &changes[..1]), file.as_bytes());
        let hunk = hunks(&session)[0];
        let (at, n_context, _) = changes[0];
        let at = at * n_lines / 1000;
        let span = LineSpan::new(at.saturating_sub(n_context), (at + 1 + n_context).min(n_lines));
        let found = session.found(hunk).expect("the file has text");
        let strict: Vec<_> = found.candidates.iter().filter(|place| place.tier == Tier::Strict).collect();
        prop_assert_eq!(strict.len(), 1);
        prop_assert_eq!((strict[0].span, strict[0].score), (span, Score::FULL));
        let plan = session.plan().hunk(hunk);
        prop_assert_eq!(&plan.state, &State::Placed);
        prop_assert_eq!(plan.placement.as_ref().map(|placement| placement.by), Some(By::Matcher));
    }

    #[test]
    fn the_order_of_decisions_on_different_hunks_does_not_matter(file in file(), changes in changes(), seed in 0..6usize) {
        let reply = patch(&Text::new(file.clone()), &changes);
        let commands = |session: &Session| -> Vec<Command> {
            let place = |hunk| session.found(hunk).and_then(|found| found.candidates.last()).map(|place| place.span);
            hunks(session).into_iter().enumerate().map(|(n, hunk)| match (place(hunk), (n + seed) % 3) {
                (Some(span), 0) => Command::AcceptAt { hunk, span },
                (_, 1) => Command::Decide { hunk, decision: Decision::Rejected { why: None } },
                (_, _) => Command::Decide { hunk, decision: Decision::Accepted },
            }).collect()
        };
        let mut forwards = review(&reply, &file);
        let mut backwards = forwards.clone();
        for command in commands(&forwards) {
            forwards.run(command);
        }
        for command in commands(&backwards).into_iter().rev() {
            backwards.run(command);
        }
        prop_assert_eq!(forwards.plan(), backwards.plan());
    }

    #[test]
    fn undoing_every_decision_is_the_start(file in file(), changes in changes()) {
        let start = review(&patch(&Text::new(file.clone()), &changes), &file);
        let mut session = start.clone();
        let hunks = hunks(&session);
        for hunk in &hunks {
            session.run(Command::Decide { hunk: *hunk, decision: Decision::Accepted });
        }
        let hunks = session.clear_hunks().collect();
        session.run(Command::AcceptEach { hunks });
        while matches!(session.run(Command::Undo), hunkwise::session::Outcome::Done(_)) {}
        prop_assert_eq!(session.plan(), start.plan());
    }

    #[test]
    fn a_plan_is_a_function_of_its_inputs(file in file(), changes in changes()) {
        let reply = patch(&Text::new(file.clone()), &changes);
        let (one, other) = (review(&reply, &file), review(&reply, &file));
        prop_assert_eq!(one.plan(), other.plan());
    }
}

/// Lines that look like marks of some form, like escapes or like gaps, and others.
fn odd_line() -> impl Strategy<Value = &'static str> {
    proptest::sample::select(vec![
        "a",
        "b",
        "  x",
        "",
        " ",
        "}",
        "def f():",
        "```",
        "````",
        "~~~",
        "--- a/f",
        "+++ b/f",
        "@@ -1,2 +1,2 @@",
        "\\@@",
        "\\\\```",
        "\\",
        "print(\"x\\n\")",
        "\"quoted\\n\"",
        "it\\'s `x\\t`",
        "...",
        "# ... existing code ...",
        "<<<<<<< SEARCH",
        "=======",
        ">>>>>>> REPLACE",
        "*** End Patch",
        "*** End of File",
        "\\ No newline at end of file",
        "&lt;b&gt;",
        "42 | x",
    ])
}

/// A text of such lines, and it with some of them changed.
fn odd_pair() -> impl Strategy<Value = (Vec<&'static str>, Vec<&'static str>)> {
    let lines = proptest::collection::vec(odd_line(), 1..10);
    let changes = proptest::collection::vec((any::<prop::sample::Index>(), 0..3, odd_line()), 1..3);
    (lines, changes).prop_map(|(old, changes)| {
        let mut new = old.clone();
        for (at, how, line) in changes {
            let at = at.index(new.len());
            match how {
                0 => new[at] = line,
                1 => new.insert(at, line),
                _ if new.len() > 1 => drop(new.remove(at)),
                _ => {}
            }
        }
        (old, new)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read_back_or_waits((old, new) in odd_pair()) {
        let text = |lines: &[&str]| Text::new(lines.iter().map(|line| format!("{line}\n")).collect::<String>());
        let (old, new) = (text(&old), text(&new));
        let path = RelPath::new("f").expect("a plain path");
        let change = write::Change { path: &path, op: FileOp::Modify, old: &old, new: &new, old_mode: FileMode::Plain, new_mode: FileMode::Plain };
        for form in [Form::Unified, Form::Fudiff, Form::SearchReplace, Form::ApplyPatch] {
            let written = write(std::slice::from_ref(&change), form);
            if old.as_bytes() == new.as_bytes() || !written.warnings.is_empty() {
                continue;
            }
            let session = review(&written.text, old.as_bytes());
            let ids = hunks(&session);
            let waits = |id: &HunkId| !matches!(session.plan().hunk(*id).state, State::Placed | State::AlreadyApplied | State::NoOp);
            if ids.is_empty() || ids.iter().any(waits) {
                continue;
            }
            let after = session.result(0, Scope::Settled).unwrap_or_default();
            prop_assert_eq!(bstr::BStr::new(&after), bstr::BStr::new(new.as_bytes()), "{}\n{}", form.name(), written.text);
        }
    }
}

proptest! {
    // Each case writes to a disk, and syncs it.
    #![proptest_config(ProptestConfig { cases: 16, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn apply_then_undo_is_the_start(file in file(), changes in changes()) {
        let folder = tempfile::tempdir().expect("a temporary folder");
        fs::write(folder.path().join("f"), &file).expect("written");
        let workspace = Workspace::open(Some(folder.path())).expect("the folder is there");
        let session = review(&patch(&Text::new(file.clone()), &changes), &file);
        let written = session.changes(Scope::Settled).expect("what is settled is not stuck");
        workspace.apply(&written, Digest::of(b"a reply")).expect("written");
        let expected = if written.is_empty() { file.clone() } else { session.result(0, Scope::Settled).expect("a text") };
        let path = RelPath::new("f").expect("a plain path");
        let read = |workspace: &Workspace| workspace.snapshot(&path).text().map(|text| text.as_bytes().to_vec());
        prop_assert_eq!(read(&workspace), Some(expected));
        if !written.is_empty() {
            workspace.undo(None).expect("undone");
        }
        prop_assert_eq!(read(&workspace), Some(file));
    }
}
