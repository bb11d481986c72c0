//! What is said once is said plainly, and the frame before the review is ready stays as it is when the review comes.

use std::fmt::Write as _;

use hunkwise::session::{Options, Session};
use hunkwise::ui::effect::Effect;
use hunkwise::ui::model::{JobProgress, ListRow, Mode};
use hunkwise::ui::msg::Msg;
use hunkwise::ui::{Awaited, Opened, update};

use super::drive::{Drive, REPLY};
use super::files::FILES;

#[track_caller]
fn says(drive: &Drive, words: &str) {
    assert!(drive.text().contains(words), "{words}\n{}", drive.text());
}

#[track_caller]
fn says_nothing_of(drive: &Drive, words: &str) {
    assert!(!drive.text().contains(words), "{words}\n{}", drive.text());
}

const LIMITS: &str = "def one(value, limit):\n    if value > limit:\n        return limit - 1\n    total = value * 3\n    return total\n\n\ndef two(value, limit):\n    if value > limit:\n        return limit - 2\n    total = value * 4\n    return total\n";

/// The second hunk keeps a line that the first one changes, so that it fits the file, and not what the first one leaves.
const AFTER: &str = "--- a/limits.py\n+++ b/limits.py\n@@ @@\n def two(value, limit):\n-    if value > limit:\n+    if value >= limit:\n         return limit - 2\n@@ @@\n     if value > limit:\n-        return limit - 2\n+        return limit - 22\n     total = value * 4\n";

#[test]
fn a_hunk_that_fits_one_place_is_never_said_to_fit_several() {
    for size in [(80, 24), (120, 40), (200, 50)] {
        let mut drive = Drive::on("limits.py", LIMITS, AFTER, size);
        while drive.model.session.number(drive.model.hunk) != 2 {
            drive.keys("]");
        }
        says(&drive, "hunk 2 may mean line 10");
        for words in [
            "1 places", "equally well", "tells them apart", "All match", "Both match",
        ] {
            says_nothing_of(&drive, words);
        }
        if size.0 > 100 {
            says(&drive, "place unclear");
        }
    }
}

#[test]
fn what_several_definitions_drop_is_one_list() {
    let def = |name: &str| {
        format!(
            "def {name}(rows):\n    out = []\n    for row in rows:\n        out.append(row.{name})\n    return out\n\n\n"
        )
    };
    let file = ["load", "store", "check", "merge"].map(def).concat();
    let kept = [def("load"), def("merge")].concat();
    let reply = format!("Here is the complete file `jobs.py`:\n\n```python\n{kept}```\n");
    let drive = Drive::on("jobs.py", &file, &reply, (200, 50));
    says(
        &drive,
        "It drops `def store` (7 lines), `def check` (7 lines)",
    );
    says_nothing_of(&drive, "drops `def check`");
}

#[test]
fn what_is_left_out_of_all_exact_ones_is_said_as_such() {
    let mut drive = Drive::demo("dark", (120, 40));
    drive.keys("Y");
    says(
        &drive,
        "Accepted 4 exact matches; left out 1 that has hidden text",
    );
}

#[test]
fn the_frame_before_the_review_is_of_its_bars_alone() {
    for size in [(60, 15), (80, 24), (200, 50)] {
        let mut drive = Drive::of("", "dark", size);
        assert!(matches!(drive.model.mode, Mode::Start(_)));
        drive.model.awaited = Some(Awaited {
            reply: vec!["In `a.py`:".to_string()],
            files: vec![("a.py".to_string(), 1), ("lib/b.py".to_string(), 3)],
        });
        let early = drive.text();
        let said: String = early.split_whitespace().collect();
        assert_eq!(said, "fix.patch", "{early}");
        drive.take_in(Msg::JobProgress(Some(JobProgress {
            name: "reading and matching the patch",
            if_stopped: "nothing changes",
            n_done: 1,
            n_all: 4,
        })));
        says(&drive, "reading and matching the patch");
        says(&drive, "25 %");
        says(&drive, "In `a.py`:");
        // The one being matched.
        says(&drive, "lib/b.py");
        // What was there before is still there.
        let first = |text: &str| text.lines().next().map(str::trim_end).map(str::to_string);
        assert_eq!(first(&drive.text()), first(&early));
    }
}

#[test]
fn a_review_that_is_opened_first_saves_nothing() {
    let opened = || {
        Msg::Opened(Box::new(Opened {
            name: "fix.patch".to_string(),
            session: Session::open(REPLY.as_bytes(), Options::default()),
            replies: Vec::new(),
            greeting: None,
        }))
    };
    let saves = |effects: Vec<Effect>| effects.iter().any(|it| matches!(it, Effect::Save));
    let mut drive = Drive::of("", "dark", (80, 24));
    assert!(saves(update(&mut drive.model, opened())));
    let mut drive = Drive::of("", "dark", (80, 24));
    drive.model.awaited = Some(Awaited::default());
    assert!(!saves(update(&mut drive.model, opened())));
    assert!(drive.model.awaited.is_none());
    says(&drive, "need you");
    let mut drive = Drive::of("", "dark", (80, 24));
    drive.model.awaited = Some(Awaited::default());
    drive.take_in(Msg::Failed("stopped; nothing opened".to_string()));
    says(&drive, "Paste a reply here");
    says(&drive, "Stopped; nothing opened");
}

/// Whatever is folded, hidden or filtered.
#[test]
fn the_hunk_under_review_is_in_the_list_after_each_filter() {
    for reply in [REPLY, FILES, AFTER] {
        for way in ["", "-", "]]-", "x", "Y", "\\\\", "}-"] {
            let mut drive = Drive::with(
                &[
                    ("src/app.py", include_str!("app.py")),
                    ("src/lib.rs", include_str!("lib.rs")),
                    ("docs/old.txt", "old\n"),
                    ("limits.py", LIMITS),
                ],
                reply,
                "dark",
                (120, 40),
            );
            drive.keys(way);
            for _ in 0..4 {
                drive.keys("f");
                let model = &drive.model;
                let hunks = model
                    .list
                    .iter()
                    .filter(|row| matches!(row, ListRow::Hunk(_)));
                let is_folded = model.folded.contains(&model.hunk.file);
                let is_listed = model.list.contains(&ListRow::Hunk(model.hunk));
                assert!(is_listed || is_folded, "{way}: {}", drive.text());
                assert!(hunks.count() > 0 || is_folded, "{way}: {}", drive.text());
                says_nothing_of(&drive, "(0 of");
            }
        }
    }
}

/// Returns a file of so many functions, and a patch that changes each.
fn many(n_hunks: usize) -> (String, String) {
    let mut file = String::new();
    let mut reply = "--- a/tasks.py\n+++ b/tasks.py\n".to_string();
    for at in 0..n_hunks {
        writeln!(file, "def task_{at}():\n    return {at}\n").unwrap();
        let hunk = format!("@@ @@\n def task_{at}():\n-    return {at}\n+    return -{at}\n");
        reply.push_str(&hunk);
    }
    (file, reply)
}

/// The marks are made anew for the files that were planned since, and are those of all.
#[test]
fn the_map_of_hundreds_of_hunks_follows_each_decision() {
    let (file, reply) = many(300);
    let mut drive = Drive::on("tasks.py", &file, &reply, (120, 40));
    let row = |drive: &Drive| drive.text().lines().next().unwrap().to_string();
    let n_of = |drive: &Drive, mark: char| row(drive).chars().filter(|at| *at == mark).count();
    assert_eq!(n_of(&drive, '\u{2713}'), 0);
    drive.keys(&"<enter>".repeat(20));
    says(&drive, "20 of 300 decided");
    assert!(n_of(&drive, '\u{2713}') > 0, "{}", row(&drive));
    drive.keys(&"u".repeat(20));
    assert_eq!(n_of(&drive, '\u{2713}'), 0, "{}", row(&drive));
    drive.keys("Y");
    assert_eq!(n_of(&drive, '\u{b7}'), 0, "{}", row(&drive));
    drive.keys(&"]".repeat(250));
    let row = |name: &str| {
        let text = drive.text();
        let mut rows = text
            .lines()
            .map(|row| row.chars().take(31).collect::<String>());
        rows.find(|row| row.contains(name))
            .unwrap_or_else(|| panic!("{text}"))
    };
    assert!(
        row("task_250").contains("251 task_250"),
        "{}",
        row("task_250")
    );
}
