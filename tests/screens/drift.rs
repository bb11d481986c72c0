//! Files that change while they are reviewed: a banner, what changed, and nothing that moves by itself.

use hunkwise::plan::Scope;
use hunkwise::session::Session;
use hunkwise::text::Snapshot;
use hunkwise::ui::msg::Msg;
use hunkwise::ui::{Applied, Progress, World};

use super::approve;
use super::drive::Drive;

#[test]
fn a_changed_file_raises_a_banner_and_nothing_moves() {
    for size in [(80, 24), (120, 40)] {
        let named = |name: &str| format!("{name}_{}x{}", size.0, size.1);
        let mut drive = Drive::new(size);
        drive.keys("Y2<enter>");
        let path = hunkwise::text::RelPath::new("src/app.py").unwrap();
        let before = drive.text();
        let old = drive.world.read(&path).unwrap();
        drive
            .world
            .write(&path, [b"# new\n", old.as_slice()].concat());
        drive.take_in(Msg::Touched(vec![path]));
        let text = drive.text();
        assert!(
            text.contains("src/app.py changed on disk: 1 line added at line 1"),
            "{text}"
        );
        approve(&drive, &named("drift"));
        approve(drive.keys("d"), &named("drift_seen"));
        drive.keys("<esc>");
        assert_eq!(title(&text), title(&before), "the review itself stays");
        drive.keys("A");
        assert!(drive.text().contains("R first"), "{}", drive.text());
        drive.keys("R");
        let text = drive.text();
        assert!(!text.contains("changed on disk"), "{text}");
        assert!(text.contains("Re-matched"), "{text}");
        assert_eq!(
            drive.model.session.tally().n_accepted,
            4,
            "decisions are kept"
        );
        approve(&drive, &named("drift_matched_again"));
    }
}

#[test]
fn a_hunk_whose_lines_changed_on_disk_is_marked_and_looked_at_again() {
    let mut drive = Drive::new((80, 24));
    drive.keys("Y2<enter>");
    let path = hunkwise::text::RelPath::new("src/app.py").unwrap();
    let old = String::from_utf8(drive.world.read(&path).unwrap()).unwrap();
    let new = old.replacen("result.append(item * 2)", "result.append(item)", 1);
    drive
        .world
        .write(&path, format!("# new\n{new}").into_bytes());
    drive.take_in(Msg::Touched(vec![path]));
    drive.keys("dR");
    approve(&drive, "drift_look_again_80x24");
    drive.keys("A");
    let text = drive.text();
    assert!(
        text.contains("Can't apply: hunk 2 was accepted, and must be reviewed again"),
        "{text}"
    );
}

/// Returns the title, whose counts no drift may change.
fn title(text: &str) -> String {
    let first = text.lines().next().unwrap();
    first.replace("  watch", "").to_string()
}

#[test]
fn what_a_stopped_search_left_says_so_until_another_look() {
    for size in [(80, 24), (120, 40)] {
        let named = |name: &str| format!("{name}_{}x{}", size.0, size.1);
        let mut drive = Drive::new(size);
        drive.keys("Y");
        let needed = drive.model.session.tally().n_need;
        // The write went through; then somebody stopped the search in what it made.
        let mut copy: Session = drive.model.session.clone();
        let changes = copy.changes(Scope::Accepted).unwrap();
        drive.world.apply(&changes).unwrap();
        let paths = drive.model.targets();
        let now: Vec<Snapshot> = paths
            .iter()
            .map(|path| drive.world.snapshot(path))
            .collect();
        let stopped = Progress::default();
        stopped.stop();
        copy.note_applied(now, &stopped);
        let applied = Applied {
            n_files: changes.changes().len(),
            n_lines: (0, 0),
            name: "apply 1".to_string(),
        };
        drive.take_in(Msg::Written(applied, Box::new(copy)));
        approve(&drive, &named("stopped"));
        assert!(drive.model.n_unsearched() > 0);
        drive.keys("<enter>");
        let text = drive.text();
        assert!(
            text.contains("The search was stopped: R searches again"),
            "{text}"
        );
        drive.keys("A");
        let text = drive.text();
        assert!(!text.contains("Ready to write"), "{text}");
        drive.keys("R");
        let text = drive.text();
        assert!(text.contains("Re-matched"), "{text}");
        assert_eq!(drive.model.n_unsearched(), 0);
        assert_eq!(drive.model.session.tally().n_need, needed);
    }
}
