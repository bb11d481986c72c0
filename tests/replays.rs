//! Any review is replayed by decisions in a file, and by flags where they can say it, to the same bytes.

use std::collections::BTreeSet;

use hunkwise::matcher::Never;
use hunkwise::patch::{HunkId, LineKind};
use hunkwise::plan::{BlockDecision, By, Decision, Scope, State};
use hunkwise::report::{self, Exit, Hidden};
use hunkwise::session::decisions::{Differing, HunkDecision, Keep, Others, Overlap, Place, Wish};
use hunkwise::session::{Command, Decisions, Options, Session};
use hunkwise::text::{Content, LineSpan, RelPath, Snapshot};
use proptest::prelude::*;

const LINES: [&str; 7] = [
    "one line\n", "another line\n", "    return value\n", "}\n", "\n", "let it = 1;\n",
    "caf\u{e9}\n",
];

fn file() -> impl Strategy<Value = String> {
    proptest::collection::vec(proptest::sample::select(LINES.to_vec()), 3..14)
        .prop_map(|lines| lines.concat())
}

/// One change: at which share of the file, how much context, and whether the line is replaced or another put before it; every
/// third of them hides a character in what it adds.
type Change = (usize, usize, bool);

/// The file that a person may mean instead of the one that the reply names.
const OTHER: &str = "g";

fn patch(file: &str, changes: &[Change]) -> String {
    let lines: Vec<&str> = file.lines().collect();
    let mut patch = "--- a/f\n+++ b/f\n".to_string();
    for (number, (at, n_context, replace)) in changes.iter().enumerate() {
        let at = at * lines.len() / 1000;
        patch += "@@ @@\n";
        let end = (at + 1 + n_context).min(lines.len());
        let shown = lines.iter().enumerate().take(end);
        for (index, line) in shown.skip(at.saturating_sub(*n_context)) {
            if index == at {
                let hidden = if number % 3 == 2 { "\u{200b}" } else { "" };
                patch += &format!("+made anew{hidden} {number}\n");
            }
            let sign = if index == at && *replace { '-' } else { ' ' };
            patch += &format!("{sign}{line}\n");
        }
    }
    patch
}

fn review(reply: &str, file: &str) -> Session {
    let mut session = Session::open(reply.as_bytes(), Options::default());
    supply(&mut session, file);
    session
}

/// Reads the files of the tree: the one that the reply names, and another that begins otherwise.
fn supply(session: &mut Session, file: &str) {
    let read = |path: &RelPath| {
        let text = match path.to_text().as_str() {
            OTHER => format!("another beginning\n{file}"),
            _ => file.to_string(),
        };
        Snapshot::new(path.clone(), Content::of_bytes(text.into_bytes()))
    };
    session.supply_wanted(read, &Never);
}

/// Carries decisions out as the command line does: files that they name are read before anything is settled.
fn follow(session: &mut Session, decisions: &Decisions, file: &str) -> Result<(), String> {
    let told = |fault: &dyn std::fmt::Display| fault.to_string();
    session
        .take_targets(decisions)
        .map_err(|fault| told(&fault))?;
    supply(session, file);
    session.follow(decisions).map_err(|fault| told(&fault))
}

/// What a person does next: to which hunk, at which of its places, and what.
type Act = (usize, usize, u8);

fn act(session: &mut Session, hunks: &[HunkId], (hunk, place, what): Act) {
    let hunk = hunks[hunk % hunks.len()];
    let other = hunks[place % hunks.len()];
    let places = session.found(hunk).map_or(Vec::new(), |found| {
        found.candidates.iter().map(|it| it.span).collect()
    });
    let span = (!places.is_empty()).then(|| places[place % places.len()]);
    let n_blocks = session.split(hunk).len();
    let overlaps = matches!(session.plan().hunk(hunk).state, State::Overlap(_)) && hunk != other;
    let command = match (what % 21, span) {
        (0 | 1, Some(span)) => Command::AcceptAt { hunk, span },
        (2, _) => Command::Decide {
            hunk,
            decision: Decision::Rejected {
                why: Some("no".to_string()),
            },
        },
        (3, _) if overlaps => Command::KeepAll {
            hunks: vec![hunk, other],
        },
        (3, _) if hunk != other => Command::KeepOne {
            hunk,
            others: vec![other],
        },
        (4, _) => Command::Split { hunk },
        (5, _) if n_blocks > 0 => Command::Choose {
            hunk,
            block: place % n_blocks,
            decision: if place % 2 == 0 {
                BlockDecision::Accepted
            } else {
                BlockDecision::Rejected
            },
        },
        (6, _) => Command::Undo,
        (7, _) => Command::Comment {
            hunk,
            text: "look here".to_string(),
        },
        (8, Some(span)) => Command::Place {
            hunk,
            span: LineSpan::new(span.start, span.start + span.len()),
        },
        (9, _) => Command::Edit {
            hunk,
            lines: session
                .patch()
                .hunk(hunk)
                .lines
                .iter()
                .rev()
                .take(3)
                .rev()
                .cloned()
                .collect(),
        },
        (10, _) => Command::Redo,
        (11, _) => Command::AcceptRest {
            file: hunk.file,
            except: Vec::new(),
        },
        (12, _) => Command::RejectRest { file: hunk.file },
        (13, _) => Command::KeepOrder { file: hunk.file },
        (14, _) if overlaps => Command::KeepNone {
            hunks: vec![hunk, other],
        },
        (14, Some(span)) if hunk != other => Command::KeepApart {
            moved: hunk,
            span,
            other,
        },
        (15, _) => Command::Decide {
            hunk,
            decision: Decision::Lines(changed_lines(session, hunk, place)),
        },
        (16, _) => Command::Join { hunk },
        (17, _) => Command::Retarget {
            files: vec![hunk.file],
            path: RelPath::new(if place % 4 == 0 { "f" } else { OTHER }).expect("a path"),
        },
        (18, _) => Command::Confirm { hunk },
        (19, _) => Command::AcceptEverywhere { hunk },
        _ => Command::Decide {
            hunk,
            decision: Decision::Accepted,
        },
    };
    session.run(command);
}

/// Returns every other line that the hunk changes, beginning with the first or the second of them.
fn changed_lines(session: &Session, hunk: HunkId, first: usize) -> BTreeSet<usize> {
    let lines = session.patch().hunk(hunk).lines.iter().enumerate();
    let changed = lines.filter(|(_, line)| line.kind != LineKind::Context);
    let changed = changed.map(|(index, _)| index);
    changed.skip(first % 2).step_by(2).collect()
}

/// What a review comes to: which file is written, how, and the exit code.
type Outcome = (Option<String>, Vec<u8>, Exit);

fn result(session: &Session) -> Option<Outcome> {
    session.changes(Scope::Accepted).ok()?;
    let target = session.plan().files[0].snapshot.as_ref();
    Some((
        target.map(|snapshot| snapshot.path.to_text()),
        session.result(0, Scope::Accepted)?,
        report::exit_code(session, Scope::Accepted, &[], Hidden::Refuse),
    ))
}

/// What flags can say of a review: places, lines, rejections, overlaps; what is left undecided is rejected.
fn as_flags(session: &Session) -> Option<Decisions> {
    let mut flags = Decisions::default();
    let mut saved = session.decisions().hunks.into_iter();
    // No flag says where a hunk lies that is rejected, and others are read beside it.
    let is_put_aside =
        |saved: &HunkDecision| saved.decision == Some(Wish::Reject) && saved.place.is_some();
    if saved.any(|saved| saved.allow_hidden || is_put_aside(&saved)) {
        return None;
    }
    for plan in session.plan().hunks() {
        let hunk = session.label(plan.id);
        let place = plan
            .placement
            .as_ref()
            .filter(|_| plan.decision.is_accepted());
        let places = session
            .found(plan.id)
            .map_or(&[][..], |found| &found.candidates);
        // One that was read beside what earlier hunks make is none of those in the file, though it may take the same lines.
        let nth = place.and_then(|it| places.iter().position(|place| *place == *it.candidate));
        let is_accepted = plan.decision.is_accepted();
        if is_accepted && nth.is_none() && place.is_none_or(|it| it.by == By::Person) {
            return None;
        }
        // Single lines are counted as they are read at its place, and a line's number reads the hunk as it was written.
        if nth.is_none() && matches!(plan.decision, Decision::Lines(_)) {
            return None;
        }
        let listed = nth.map(|nth| Place::Id(session.place_id(plan.id, places[nth].span)));
        let line = || {
            // On lines that earlier hunks make no line of the file is.
            let place = place.filter(|it| it.builds_on.is_empty())?;
            Some(Place::Line {
                line: place.candidate.span.start + 1,
                differing: Differing::Refuse,
            })
        };
        let said = listed.or_else(line);
        flags.hunks.push(HunkDecision {
            decision: match (is_accepted, &said) {
                (true, Some(_)) => None,
                // No flag says it: what no flag is about is written where it fits.
                (true, None) => Some(Wish::Accept),
                (false, _) => Some(Wish::Reject),
            },
            place: said,
            hunk,
            ..HunkDecision::default()
        });
    }
    for saved in session.decisions().hunks {
        let named = flags.hunks.iter_mut().find(|it| it.hunk == saved.hunk);
        if let Some(flag) = named {
            flag.target = saved.target;
            flag.lines = saved.lines;
            // Those of one that is rejected are no matter.
            flag.changed_lines = saved
                .changed_lines
                .filter(|_| flag.decision != Some(Wish::Reject));
        }
    }
    let hunks = &flags.hunks;
    let is_rejected = |name: &str| {
        let named = hunks.iter().find(|it| it.hunk == name);
        named.is_some_and(|it| it.decision == Some(Wish::Reject))
    };
    // What was kept of an overlap is no matter where one of the two is rejected.
    flags.overlaps = session.decisions().overlaps;
    flags
        .overlaps
        .retain(|it| !is_rejected(&it.first) && !is_rejected(&it.second));
    Some(flags)
}

/// Returns how many reviews are tried.
fn n_cases() -> u32 {
    let given = std::env::var("REPLAYS_CASES").ok();
    given.map_or(400, |given| {
        given.parse().expect("REPLAYS_CASES is a number")
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: n_cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_review_is_replayed_by_its_decisions(
        file in file(),
        changes in proptest::collection::vec((0..1000usize, 0..3usize, any::<bool>()), 1..5),
        acts in proptest::collection::vec((0..8usize, 0..8usize, any::<u8>()), 0..12),
    ) {
        let reply = patch(&file, &changes);
        let mut session = review(&reply, &file);
        let hunks: Vec<HunkId> = session.patch().hunk_ids().collect();
        for it in acts {
            act(&mut session, &hunks, it);
            supply(&mut session, &file);
        }
        let Some(expected) = result(&session) else { return Ok(()) };
        let json = serde_json::to_string(&session.decisions()).expect("decisions become JSON");
        let decisions: Decisions = serde_json::from_str(&json).expect("and are read again");
        prop_assert_eq!(decisions.others, Others::Leave);
        let mut again = review(&reply, &file);
        follow(&mut again, &decisions, &file).map_err(|fault| TestCaseError::fail(format!("{fault}: {json}\n{reply}{file}")))?;
        prop_assert_eq!(result(&again), Some(expected.clone()), "{}\n{}{}", json, reply, file);
        if let Some(flags) = as_flags(&session) {
            let mut again = review(&reply, &file);
            follow(&mut again, &flags, &file).map_err(|fault| TestCaseError::fail(format!("{fault}: {flags:?}\n{reply}{file}")))?;
            prop_assert_eq!(result(&again), Some(expected.clone()), "{:?}\n{}{}", flags, reply, file);
        }
        // After the write, the decisions are still those that lead to it.
        let Ok(changes) = session.changes(Scope::Accepted) else { return Ok(()) };
        let written = session.after(Scope::Accepted, &changes).decisions();
        let mut again = review(&reply, &file);
        follow(&mut again, &written, &file).map_err(|fault| TestCaseError::fail(format!("{fault}: {written:?}\n{reply}{file}")))?;
        prop_assert_eq!(result(&again), Some(expected), "{:?}\n{}{}", written, reply, file);
    }
}

#[test]
fn decisions_on_an_overlap_are_replayed_in_their_order() {
    let (file, reply) = (
        "a\nb\nc\n",
        "--- a/f\n+++ b/f\n@@ @@\n a\n+x\n b\n@@ @@\n a\n+y\n b\n",
    );
    for keep in [
        Keep::Both,
        Keep::Reversed,
        Keep::First,
        Keep::Second,
        Keep::Neither,
    ] {
        let mut session = review(reply, file);
        let overlap = Overlap {
            first: "h1".to_string(),
            second: "h2".to_string(),
            keep,
        };
        let asked = Decisions {
            overlaps: vec![overlap],
            ..Decisions::default()
        };
        session.follow(&asked).expect("they overlap");
        let mut again = review(reply, file);
        again
            .follow(&session.decisions())
            .expect("they were made here");
        assert_eq!(result(&again), result(&session), "{keep:?}");
    }
}

/// A hunk that would be read beside one before it builds on no other where a person puts it: none is accepted with it, neither
/// in the review nor when its decisions are followed.
#[test]
fn a_hunk_that_is_put_elsewhere_brings_no_other_with_it() {
    let file = "one line\none line\none line\nanother line\n";
    let twice = [(0, 0, false), (0, 0, false)];
    for (more, replace) in [(&twice[..], true), (&[], true), (&[], false)] {
        let last = [(800, 0, false), (800, 0, replace)];
        let reply = patch(file, &[more, &last].concat());
        for (start, is_accepted) in (0..4).flat_map(|start| [(start, false), (start, true)]) {
            let mut session = review(&reply, file);
            let hunks: Vec<HunkId> = session.patch().hunk_ids().collect();
            let (hunk, span) = (hunks[hunks.len() - 1], LineSpan::new(start, start + 1));
            session.run(match is_accepted {
                true => Command::AcceptAt { hunk, span },
                false => Command::Place { hunk, span },
            });
            let accepted = |session: &Session| -> Vec<HunkId> {
                let hunks = session.plan().hunks();
                let accepted = hunks.filter(|plan| plan.decision.is_accepted());
                accepted.map(|plan| plan.id).collect()
            };
            let expected = if is_accepted { vec![hunk] } else { Vec::new() };
            assert_eq!(accepted(&session), expected, "at {start}\n{reply}");
            let mut again = review(&reply, file);
            follow(&mut again, &session.decisions(), file).expect("they were made here");
            assert_eq!(accepted(&again), expected, "again, at {start}\n{reply}");
            assert_eq!(result(&again), result(&session), "at {start}\n{reply}");
        }
    }
}

/// Others are read beside a hunk where a person put it, though it is rejected: no flag says where that is.
#[test]
fn a_rejected_hunk_with_a_chosen_place_has_no_flags() {
    let file = "one line\none line\none line\nanother line\n";
    let triples = [
        [(0, 1, true), (0, 1, false), (0, 1, true)],
        [(0, 0, true), (0, 1, false), (0, 1, true)],
        [(0, 0, false), (0, 1, false), (0, 1, true)],
        [(0, 1, false), (0, 0, true), (0, 1, true)],
        [(0, 1, false), (0, 0, false), (0, 1, true)],
    ];
    let (mut n_said, mut n_put) = (0, 0);
    for changes in triples {
        let reply = patch(file, &changes);
        let n_hunks = review(&reply, file).patch().hunk_ids().count();
        let starts = (0..4).map(Some).chain([None]);
        for (start, nth) in starts.flat_map(|start| (0..n_hunks).map(move |nth| (start, nth))) {
            let mut session = review(&reply, file);
            let hunks: Vec<HunkId> = session.patch().hunk_ids().collect();
            let hunk = hunks[nth];
            if let Some(start) = start {
                let span = LineSpan::new(start, start + 1);
                session.run(Command::Place { hunk, span });
            }
            let why = None;
            let decision = Decision::Rejected { why };
            session.run(Command::Decide { hunk, decision });
            session.run(Command::AcceptRest {
                file: hunk.file,
                except: Vec::new(),
            });
            let saved = session.decisions().hunks;
            let mut rejected = saved.iter().filter(|it| it.decision == Some(Wish::Reject));
            let is_put = rejected.any(|it| it.place.is_some());
            let flags = as_flags(&session);
            if is_put {
                assert_eq!(flags, None, "{reply}");
                n_put += 1;
                continue;
            }
            let Some(flags) = flags else { continue };
            let mut again = review(&reply, file);
            let followed = follow(&mut again, &flags, file);
            assert_eq!(followed, Ok(()), "{flags:?}\n{reply}");
            assert_eq!(result(&again), result(&session), "{flags:?}\n{reply}");
            n_said += 1;
        }
    }
    assert!(n_said > 0 && n_put > 0, "{n_said} said, {n_put} put");
}

/// A hunk whose blocks were all rejected with it is accepted as a whole, and not with none of its lines.
#[test]
fn a_hunk_that_is_kept_after_its_blocks_were_rejected_is_replayed() {
    let file = "one line\none line\none line\nanother line\n";
    let reply = patch(file, &[(0, 0, false), (250, 1, false), (0, 2, false)]);
    let mut session = review(&reply, file);
    let hunks: Vec<HunkId> = session.patch().hunk_ids().collect();
    for it in [(3, 0, 29), (0, 0, 243), (3, 0, 151), (4, 0, 14), (2, 0, 14)] {
        act(&mut session, &hunks, it);
    }
    assert_eq!(session.plan().hunk(hunks[0]).decision, Decision::Accepted);
    let mut again = review(&reply, file);
    follow(&mut again, &session.decisions(), file).expect("they were made here");
    assert_eq!(result(&again), result(&session));
}

#[test]
fn a_selection_of_no_line_is_a_rejection() {
    let (file, reply) = ("a\nb\n", "--- a/f\n+++ b/f\n@@ @@\n a\n+x\n b\n");
    let mut session = review(reply, file);
    let hunk = session.patch().hunk_ids().next().expect("there is one");
    session.run(Command::Decide {
        hunk,
        decision: Decision::Lines(BTreeSet::new()),
    });
    assert!(session.plan().hunk(hunk).decision.is_rejected());
    let mut again = review(reply, file);
    follow(&mut again, &session.decisions(), file).expect("they were made here");
    assert!(again.plan().hunk(hunk).decision.is_rejected());
    assert_eq!(result(&again), result(&session));
}
