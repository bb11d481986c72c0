//! What a search costs, counted and not timed: it asks whether somebody waits still before each thing that it pays for, so
//! whoever waits can count. A patch made to be slow must end within its budget, and say so.
#![allow(clippy::unwrap_used)]

use std::cell::Cell;

use hunkwise::dialect::{ParseOptions, Verdict, parse};
use hunkwise::matcher::{Cancel, Limits, find_while};
use hunkwise::patch::{
    Extent, FileOp, FilePatch, Hunk, HunkId, HunkLine, LineKind, PatchPath, Unsure,
};
use hunkwise::plan::{Scope, State};
use hunkwise::session::{Command, Options, Session};
use hunkwise::text::{Content, LineSpan, Root, Snapshot, Text};

/// Never cancels, and counts how often it is asked.
#[derive(Debug, Default)]
struct Counting(Cell<u64>);

impl Cancel for Counting {
    fn hunk_done(&self) {}

    fn is_cancelled(&self) -> bool {
        self.0.set(self.0.get() + 1);
        false
    }
}

/// Steps given in these tests, far fewer than a review has.
const N_STEPS: u64 = 300_000;

/// Returns some lines, each made of its number.
fn lines(n_lines: usize, line: impl Fn(usize) -> String) -> String {
    (0..n_lines).map(|at| line(at) + "\n").collect()
}

/// Looks for the hunks of a patch in a text, both of this many times their length, and returns what that costs and whether
/// all was looked through.
fn cost(case: &Case, times: usize) -> (u64, bool) {
    let reply = format!("--- a/f\n+++ b/f\n{}", (case.hunks)(times));
    let parsed = parse(reply.as_bytes(), &ParseOptions::default());
    let text = Text::new((case.text)(times));
    let limits = Limits {
        n_steps: N_STEPS,
        ..Limits::default()
    };
    let counting = Counting::default();
    let found = find_while(&parsed.patch.files[0], &text, limits, &counting).unwrap();
    let is_capped = found.iter().any(|found| found.capped);
    (counting.0.get(), is_capped)
}

/// A patch made to be slow.
struct Case {
    hunks: fn(usize) -> String,
    text: fn(usize) -> String,
}

/// Checks that a case ends within the budget at each length, and says that it was capped; each line may be asked for
/// some times beside.
#[track_caller]
fn check(case: &Case) {
    for times in [1, 2, 4] {
        let (n_asked, is_capped) = cost(case, times);
        let n_lines = (case.hunks)(times).lines().count() + (case.text)(times).lines().count();
        let most = 2 * N_STEPS + 50 * n_lines as u64;
        assert!(n_asked <= most, "x{times}: {n_asked} of {most}");
        assert!(
            is_capped,
            "x{times}: {n_asked} of {most}, and nothing is said"
        );
    }
}

#[test]
fn a_long_hunk_before_a_file_that_is_like_it() {
    check(&Case {
        hunks: |times| {
            format!(
                "@@ @@\n{}-end\n+END\n",
                lines(2_000 * times, |at| format!(" value {at} y"))
            )
        },
        text: |_| lines(1_000, |at| format!("value {at} x")),
    });
    check(&Case {
        hunks: |_| format!("@@ @@\n{}+END\n", lines(800, |at| format!("-value {at} y"))),
        text: |times| lines(2_000 * times, |at| format!("value {at} x")),
    });
    check(&Case {
        hunks: |times| {
            format!(
                "@@ @@\n{}+END\n",
                lines(1_000 * times, |at| format!("-value {at} y"))
            )
        },
        text: |times| lines(1_000 * times, |at| format!("value {at} x")),
    });
}

#[test]
fn long_lines_cost_what_they_are_long() {
    let wide = |at: usize, end: char| format!("{at}{}{end}", "abcdefgh".repeat(45));
    let hunk = lines(300, |at| format!("-{}", wide(at, 'y')));
    let text = lines(300, |at| wide(at, 'x'));
    let parsed = parse(
        format!("--- a/f\n+++ b/f\n@@ @@\n{hunk}+END\n").as_bytes(),
        &ParseOptions::default(),
    );
    let limits = Limits {
        n_steps: N_STEPS,
        ..Limits::default()
    };
    let counting = Counting::default();
    let found = find_while(&parsed.patch.files[0], &Text::new(text), limits, &counting).unwrap();
    assert!(found[0].capped);
    // Of 300 times 300 pairs, of which each costs some dozen steps.
    assert!(counting.0.get() < 20_000, "{}", counting.0.get());
}

#[test]
fn many_hunks_that_nothing_is_like() {
    check(&Case {
        hunks: |times| {
            let hunk =
                |at| format!("@@ @@\n the quick brown fox {at} jumps\n-over the lazy dog {at}\n+x");
            lines(100 * times, hunk)
        },
        text: |times| {
            lines(3_000 * times, |at| {
                format!("the value of part {at} is read here")
            })
        },
    });
}

#[test]
fn many_hunks_that_stand_everywhere() {
    check(&Case {
        hunks: |times| lines(200 * times, |at| format!("@@ @@\n \n \n+x{at}\n ")),
        text: |times| "\n".repeat(10_000 * times),
    });
    // Alike, but not to the letter: every line of every place is looked at.
    check(&Case {
        hunks: |times| {
            let lines = lines(100, |_| " same line here ".to_string());
            (0..20 * times)
                .map(|at| format!("@@ @@\n{lines}+x{at}\n"))
                .collect()
        },
        text: |times| "same  line here\n".repeat(5_000 * times),
    });
}

/// Opens a reply on a file `f.txt` of that content.
fn session(reply: &str, content: &str) -> Session {
    let mut session = Session::open(reply, Options::default());
    let path = session.wanted().remove(0);
    session.supply(vec![Snapshot::new(path, Content::of_bytes(content.into()))]);
    session
}

/// Reads SEARCH/REPLACE blocks, of which each asks for what the one before it made.
fn chained(n_blocks: usize, new: impl Fn(usize) -> String) -> Vec<(State, bool)> {
    let block = |at| {
        let (old, new) = (format!("the state is {at}"), new(at));
        format!("f.txt\n<<<<<<< SEARCH\n{old}\n=======\n{new}\n>>>>>>> REPLACE")
    };
    let session = session(&lines(n_blocks, block), "above\nthe state is 0\nbelow\n");
    let ids = session.patch().hunk_ids();
    let hunks = ids.map(|id| (session.plan().hunk(id).state.clone(), session.is_capped(id)));
    hunks.collect()
}

#[test]
fn a_chain_of_edits_ends_and_says_so() {
    let next = |at| format!("the state is {}", at + 1);
    let short = chained(100, next);
    assert!(short.iter().all(|hunk| *hunk == (State::Placed, false)));
    let long = chained(1_000, next);
    let n_placed = long
        .iter()
        .filter(|(state, _)| *state == State::Placed)
        .count();
    let capped = long.iter().filter(|(_, is_capped)| *is_capped);
    let waits = |state: &State| *state != State::Placed;
    assert!((400..600).contains(&n_placed), "{n_placed}");
    assert!(capped.clone().count() >= 1 && capped.clone().all(|(state, _)| waits(state)));
    // One whose edits grow by what every one before wrote.
    let grown = chained(1_000, |at| format!("the state is {}\nmore {at}", at + 1));
    assert!(grown.iter().any(|(_, is_capped)| *is_capped));
}

/// Of thousands of edits within the lines of a large file, those that are not looked for to the end wait for a person.
#[test]
fn edits_within_lines_end_and_say_so() {
    const N_EDITS: usize = 2_200;
    let text = Text::new(lines(1 << 14, |at| {
        format!("{at:08} {}", "abcdefgh".repeat(7))
    }));
    let edit = |at: usize| Hunk {
        lines: vec![
            HunkLine::new(LineKind::Delete, format!("{at:08} a").as_str()),
            HunkLine::new(LineKind::Insert, format!("{at:08} b").as_str()),
        ]
        .into(),
        extent: Extent::Within,
        ..Hunk::default()
    };
    let whole_line = |at: usize| Hunk {
        lines: vec![HunkLine::new(
            LineKind::Delete,
            text.line(at).as_ref() as &[u8],
        )]
        .into(),
        ..edit(at)
    };
    let completed = |hunks: Vec<Hunk>| {
        let mut file = FilePatch::new(
            PatchPath::new("f", &Root::default()),
            FileOp::Modify,
            "tool-json",
        );
        file.hunks = hunks;
        file.completed(&text).hunks
    };
    let is_unsure = |hunk: &&Hunk| hunk.unsure == Some(Unsure::NotLookedThrough);
    let within = completed((0..N_EDITS).map(edit).collect());
    let n_unsure = within.iter().filter(is_unsure).count();
    assert!((1..N_EDITS / 2).contains(&n_unsure), "{n_unsure}");
    assert_eq!(within[0].hint.unwrap().line_index, 0);
    assert_eq!(
        within[700].hint.unwrap().line_index,
        697,
        "three lines of context come first"
    );
    // What stands as whole lines is found by the line, however many there are.
    let whole = completed((0..4 * N_EDITS).map(whole_line).collect());
    assert_eq!(whole.iter().filter(is_unsure).count(), 0);
}

/// Of many sections that give one file, those past the budget are not compared with it: each waits, and a person can still
/// take it or reject it.
#[test]
fn sections_about_one_file_end_and_say_so() {
    let content = lines(100_000, |at| format!("line {at}"));
    let reply = lines(20, |at| format!("f.txt\n```\nnew {at}\nline 3\n```\n"));
    let mut session = session(&reply, &content);
    let ids: Vec<HunkId> = session.patch().hunk_ids().collect();
    assert_eq!(ids.len(), 20, "every section has a hunk");
    let is_uncompared =
        |id: &&HunkId| session.patch().hunk(**id).unsure == Some(Unsure::NotCompared);
    let waiting: Vec<HunkId> = ids.iter().filter(is_uncompared).copied().collect();
    assert_eq!(waiting, ids[12..]);
    for id in &waiting {
        assert_eq!(session.plan().hunk(*id).state, State::TooWeak);
        assert!(session.is_capped(*id));
    }
    // A person who takes one gets all of it, as the reply has it.
    let first = waiting[0];
    session.run(Command::AcceptAt {
        hunk: first,
        span: LineSpan::new(0, 0),
    });
    let taken = session.result(first.file, Scope::Accepted).unwrap();
    assert_eq!(taken, b"new 12\nline 3\n");
    session.run(Command::Undo);
    session.run(Command::RejectRest { file: first.file });
    assert!(session.plan().hunk(first).decision.is_rejected());
}

/// What a script is read for grows as the script does, whatever its words are: those that no file can be called, and those
/// that may be any.
#[test]
fn commands_touch_no_more_than_they_name() {
    let bytes_touched = |reply: &str| -> usize {
        let parsed = parse(reply.as_bytes(), &ParseOptions::default());
        let touches = parsed.parts.iter().flat_map(|part| match &part.verdict {
            Verdict::Unread { touches, .. } => touches.as_slice(),
            Verdict::Edit | Verdict::NotAnEdit(_) => &[],
        });
        touches.map(|touch| touch.path.len() + 1).sum()
    };
    for times in [1, 2, 4] {
        let long = format!(
            "```sh\nsed -i '{}' f\n```\n",
            "s/a/b/;".repeat(2_000 * times)
        );
        assert_eq!(bytes_touched(&long), "f ".len());
        let any = format!("```sh\n{}```\n", "rm $x y;\n".repeat(1_000 * times));
        assert!(bytes_touched(&any) <= 100 * any.len() + (1 << 20));
    }
}

/// The line on which calls stand is paid for once, not once for each of them.
#[test]
fn calls_on_one_line_are_all_read() {
    const N_PAIRS: usize = 800;
    let invoked = |at| {
        let path = format!("<parameter name=\"file_path\">f{at}.rs</parameter>");
        let edit = "<parameter name=\"old_string\">a</parameter><parameter name=\"new_string\">b</parameter>";
        format!("<invoke name=\"Read\">{path}</invoke><invoke name=\"Edit\">{path}{edit}</invoke>")
    };
    let called = |at| {
        let path = format!("\"path\":\"f{at}.rs\"");
        let call = |name, fields: &str| {
            let given = format!("{{{path}{fields}}}");
            format!("<tool_call>{{\"name\":\"{name}\",\"arguments\":{given}}}</tool_call>")
        };
        let edit = ",\"old_string\":\"a\",\"new_string\":\"b\"";
        call("read_file", "") + &call("edit_file", edit)
    };
    let pairs: [&dyn Fn(usize) -> String; 2] = [&invoked, &called];
    for pair in pairs {
        let line: String = (0..N_PAIRS).map(pair).collect();
        let parsed = parse(line.as_bytes(), &ParseOptions::default());
        assert_eq!(
            parsed.patch.files.len(),
            N_PAIRS,
            "{:?}",
            parsed.notes.first()
        );
    }
}
