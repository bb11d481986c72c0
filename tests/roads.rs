//! The fast road of the matcher and of the plan leads where the full one does: what is found, planned and written is the
//! same, whether hunks that stand to the letter are told apart from the others or not.
#![allow(clippy::unwrap_used)]

mod forge;

use forge::case;
use forge::random::Random;
use hunkwise::dialect::{ParseOptions, parse};
use hunkwise::matcher::{Found, Limits, Never, Prepared};
use hunkwise::patch::{CountCheck, FileOp, FilePatch, HintSource, Hunk, HunkLine, LineHint};
use hunkwise::patch::{LineKind, Marks, PatchPath};
use hunkwise::plan::{self, FileInput, FilePlan, Policy, Scope, Settled};
use hunkwise::text::{Content, RelPath, Root, Snapshot};

const N_CASES: u64 = 10_000;

/// Replies are long; `ROADS_CASES` goes further.
const N_REPLIES: u64 = 2_000;

/// What both roads make of a section, and how many of its hunks took the fast one.
#[track_caller]
fn check(file: &FilePatch, text: &str, what: &str) -> usize {
    let snapshot = Snapshot::new(
        RelPath::new("f").unwrap(),
        Content::of_bytes(text.as_bytes().to_vec()),
    );
    let Some(text) = snapshot.text().filter(|_| !file.needs_target()) else {
        return 0;
    };
    let find = |prepared: Prepared<'_>| prepared.find(Limits::default(), &Never).unwrap();
    let fast = find(Prepared::new(file, text));
    let full = find(Prepared::in_full(file, text));
    assert!(full.iter().all(|found| found.candidates.exact().is_none()));
    let (of_fast, of_full) = (
        planned(file, &snapshot, &fast),
        planned(file, &snapshot, &full),
    );
    for (at, hunk) in of_fast.hunks.iter().enumerate() {
        let (edits, expected) = (
            of_fast.placed_edits(file, at),
            of_full.placed_edits(file, at),
        );
        assert_eq!(edits, expected, "{what}, hunk {at}");
        let lines = hunk.placement.as_ref().map(|place| place.candidate.lines());
        let expected = of_full.hunks[at].placement.as_ref();
        assert_eq!(
            lines,
            expected.map(|place| place.candidate.span),
            "{what}, hunk {at}"
        );
    }
    let result = |plan: &FilePlan| plan.result(file, Scope::Settled, &Settled::default());
    assert_eq!(result(&of_fast), result(&of_full), "{what}");
    let is_exact = |found: &&Found| found.candidates.exact().is_some();
    let n_exact = fast.iter().filter(is_exact).count();
    assert_eq!(fast, full, "{what}");
    assert_eq!(of_fast, of_full, "{what}");
    n_exact
}

fn planned(file: &FilePatch, snapshot: &Snapshot, found: &[Found]) -> FilePlan {
    plan::plan_file(FileInput {
        index: 0,
        file,
        as_read: None,
        snapshot: Some(snapshot),
        before: None,
        losses: None,
        other: None,
        is_undecided: false,
        namesake: None,
        was_never_there: false,
        is_in_alias: false,
        has_folder: false,
        is_named_again: false,
        destination: None,
        found,
        settled: &Settled::default(),
        written: &[],
        policy: &Policy::default(),
        limits: Limits::default(),
        cancel: &Never,
    })
}

#[test]
fn replies_as_models_write_them_go_both_roads_to_one_end() {
    let n_replies = std::env::var("ROADS_CASES").ok();
    let n_replies = n_replies.map_or(N_REPLIES, |n| n.parse().unwrap());
    let (mut n_hunks, mut n_exact) = (0, 0);
    for (seed, case) in (1..=n_replies).filter_map(|seed| Some((seed, case::case(seed)?))) {
        let options = ParseOptions {
            default_path: Some(RelPath::new(&case.path).unwrap()),
            ..ParseOptions::default()
        };
        let parsed = parse(case.reply().as_bytes(), &options);
        for file in &parsed.patch.files {
            n_hunks += file.hunks.len();
            n_exact += check(file, &case.bytes(), &format!("case {seed}"));
            // Given once more, its result stands already.
            if let Some(made) = case.expected().filter(|_| seed % 5 == 0) {
                check(file, &made, &format!("case {seed}, made"));
            }
        }
    }
    assert!(
        4 * n_exact > n_hunks,
        "{n_exact} of {n_hunks} take the fast road"
    );
}

/// Lines of which few are unlike, so that texts of them are full of twins, look-alikes and results that stand already.
const LINES: [&str; 18] = [
    "fn load_user() {",
    "fn load_group() {",
    "    let total = sum(items, 1);",
    "    let total = sum(items, 2);",
    "\tlet total = sum(items, 2)",
    "    let Total = sum( items, 2 );",
    "        return None;",
    "        return an_answer;",
    "        yield the_answer;",
    "    }",
    "}",
    "",
    "    ",
    "x",
    "... rest of code",
    "    a &lt; b \\n",
    "caf\u{e9} \u{201c}quoted\u{201d}",
    "12 | numbered",
];

#[test]
fn lines_that_are_hard_to_tell_apart_go_both_roads_to_one_end() {
    let mut n_exact = 0;
    for seed in 0..N_CASES {
        let random = &mut Random::new(seed);
        // In a long text, most lines stand more often than they are counted.
        let most = random.pick(&[24, 24, 150]);
        let own: Vec<String> = (0..most)
            .map(|at| format!("    let it_{at} = an_answer;"))
            .collect();
        let text: Vec<&str> = (0..random.between(1, most))
            .map(|at| match random.chance(10) {
                true => own[at].as_str(),
                false => random.pick(&LINES),
            })
            .collect();
        let mut file = FilePatch::new(
            PatchPath::new("f", &Root::default()),
            FileOp::Modify,
            "unified",
        );
        for _ in 0..random.between(1, 4) {
            file.hunks.push(hunk(&text, random));
        }
        let end = random.pick(&["", "\n"]);
        let text = text.join(random.pick(&["\n", "\r\n"])) + end;
        n_exact += check(
            &file,
            &text,
            &format!("seed {seed}: {text:?} {:?}", file.hunks),
        );
    }
    assert!(n_exact > 1_000, "{n_exact} take the fast road");
}

/// Returns a hunk of some lines of `text`, now and then of another, with changes.
fn hunk(text: &[&str], random: &mut Random) -> Hunk {
    let start = random.below(text.len());
    let mut lines = Vec::new();
    for line in text[start..].iter().take(random.between(1, 7)) {
        let body = if random.chance(3) {
            random.pick(&LINES)
        } else {
            line
        };
        let kind = if random.chance(70) {
            LineKind::Context
        } else {
            LineKind::Delete
        };
        lines.push(HunkLine::new(kind, body));
        if random.chance(30) {
            let new = ["    a new line", "new", "\tnew", "   odd"];
            let body = if random.chance(50) {
                random.pick(&new)
            } else {
                random.pick(&LINES)
            };
            lines.push(HunkLine::new(LineKind::Insert, body));
        }
    }
    let hint = random.chance(50).then(|| LineHint {
        line_index: (start + random.below(3)).saturating_sub(1),
        source: random.pick(&[
            HintSource::Header(CountCheck::Right),
            HintSource::Header(CountCheck::Wrong),
            HintSource::StartLine,
        ]),
    });
    Hunk {
        lines: lines.into(),
        hint,
        marks: random.pick(&[
            Marks::None,
            Marks::Single,
            Marks::Single,
            Marks::Single,
            Marks::Lost,
            Marks::Doubled,
        ]),
        ..Hunk::default()
    }
}
