//! The list of hunks and the map above it follow filters and decisions.

use std::fmt::Write as _;

use hunkwise::ui::model::ListRow;

use super::clear::{AFTER, LIMITS};
use super::drive::{Drive, REPLY, says, says_nothing_of};
use super::files::FILES;

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
                let row = match model.folded.contains(&model.hunk.file) {
                    true => ListRow::File(model.hunk.file),
                    false => ListRow::Hunk(model.hunk),
                };
                assert!(model.list.contains(&row), "{way}: {}", drive.text());
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
