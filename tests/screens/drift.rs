//! Files that change while they are reviewed: a banner, what changed, and nothing that moves by itself.

use hunkwise::plan::Scope;
use hunkwise::session::Session;
use hunkwise::text::{RelPath, Snapshot};
use hunkwise::ui::msg::Msg;
use hunkwise::ui::{Applied, Progress, World};

use super::answers::has_answer;
use super::approve;
use super::drive::{Drive, REPLY};

/// Adds a line at the top of the file under review, as another program would.
fn add_a_line_on_disk(drive: &mut Drive) {
    let path = RelPath::new("src/app.py").unwrap();
    let old = drive.world.read(&path).unwrap();
    let new = [b"# new\n", old.as_slice()].concat();
    drive.world.write(&path, new);
    drive.take_in(Msg::Touched(vec![path]));
}

#[test]
fn a_changed_file_raises_a_banner_and_nothing_moves() {
    for size in [(80, 24), (120, 40)] {
        let named = |name: &str| format!("{name}_{}x{}", size.0, size.1);
        let mut drive = Drive::new(size);
        drive.keys("Y2<enter>");
        let before = drive.text();
        add_a_line_on_disk(&mut drive);
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
fn what_was_refused_is_still_said_when_a_file_changes_at_that_moment() {
    let mut drive = Drive::new((80, 24));
    drive.take_in(Msg::Failed("stopped; nothing changed".to_string()));
    add_a_line_on_disk(&mut drive);
    let text = drive.text();
    assert!(text.contains("changed on disk"), "{text}");
    assert!(text.contains("Stopped; nothing changed"), "{text}");
}

#[test]
fn newer_lines_of_a_file_that_was_as_it_is_given_are_not_said_to_be_of_the_reply() {
    let given = "one = 1\ntwo = 2\nthree = 3\n";
    for reply in [
        format!("f.py\n```python\n{given}```\n"),
        "f.py\n```python\n# ... existing code ...\none = 1\ntwo = 2\n# ... existing code ...\n```\n"
            .to_string(),
    ] {
        let mut drive = Drive::on("f.py", given, &reply, (80, 24));
        assert!(drive.text().contains("already in the file"), "{reply}");
        let path = RelPath::new("f.py").unwrap();
        let newer = given.replace("two = 2", "two = 22");
        drive.world.write(&path, newer.into_bytes());
        drive.take_in(Msg::Touched(vec![path]));
        drive.keys("R");
        let text = drive.text();
        assert!(text.contains("no changes, newer lines of the file stay"), "{text}");
        let text = drive.keys("A").text();
        assert!(text.contains("newer lines of the files stay"), "{text}");
        assert!(!text.contains("already"), "{text}");
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
        assert!(drive.model.session.tally().n_unsearched > 0);
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
        assert_eq!(drive.model.session.tally().n_unsearched, 0);
        assert_eq!(drive.model.session.tally().n_need, needed);
    }
}

/// Writes other bytes into a file of the review, and has them noticed.
fn write(drive: &mut Drive, path: &str, old: &str, new: &str) {
    let path = RelPath::new(path).unwrap();
    let text = String::from_utf8(drive.world.read(&path).unwrap()).unwrap();
    let text = text.replacen(old, new, 1);
    drive.world.write(&path, text.into_bytes());
    drive.take_in(Msg::Touched(vec![path]));
}

/// Two hunks that replace one line.
const RIVALS: &str = "--- a/a.py\n+++ b/a.py\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n@@ -1,3 +1,3 @@\n one\n-two\n+II\n three\n--- a/b.py\n+++ b/b.py\n@@ -1 +1 @@\n-four\n+4\n";

fn rivals(size: (u16, u16)) -> Drive {
    let files = [("a.py", "one\ntwo\nthree\n"), ("b.py", "four\n")];
    Drive::with(&files, RIVALS, "dark", size)
}

/// A hunk that was rejected stays so, whatever became of its lines: only the other one is asked about.
#[test]
fn only_what_needs_a_person_after_a_change_is_named() {
    for size in [(80, 24), (120, 40)] {
        let mut drive = rivals(size);
        drive.keys("1<enter><enter>");
        assert_eq!(drive.model.session.tally().n_undecided, 0);
        write(&mut drive, "a.py", "two", "zwei");
        let seen = drive.keys("d").text();
        assert!(seen.contains("hunk 1 must be reviewed again"), "{seen}");
        assert!(!seen.contains("hunks 1-2"), "{seen}");
        let text = drive.keys("R").text();
        assert!(
            text.contains("Re-matched a.py: 1 decision kept. Hunk 1 must be reviewed again (Tab)"),
            "{text}"
        );
        assert!(text.contains("1 needs you"), "{text}");
        // What is left is elsewhere, so going there is the answer.
        let row = text.lines().last().unwrap();
        assert!(row.starts_with(" Tab  next problem"), "{text}");
        // There it is asked about like any other.
        let text = drive.keys("<tab>").text();
        assert!(has_answer(&drive), "{text}");
    }
}

/// A hunk that nobody decided on is not reviewed again, but for the first time.
#[test]
fn what_was_undecided_is_not_said_to_be_reviewed_again() {
    let mut drive = rivals((100, 30));
    write(&mut drive, "b.py", "four", "vier");
    let seen = drive.keys("d").text();
    assert!(seen.contains("hunk 3 needs review"), "{seen}");
    let text = drive.keys("R").text();
    assert!(
        text.contains("Re-matched b.py. Hunk 3 needs review (Tab)"),
        "{text}"
    );
    write(&mut drive, "a.py", "two", "zwei");
    let seen = drive.keys("d").text();
    assert!(seen.contains("hunks 1-2 still need review"), "{seen}");
}

#[test]
fn a_change_on_disk_takes_back_what_was_said_to_come_next() {
    let mut drive = rivals((100, 30));
    drive.keys("1<enter><enter>");
    assert!(drive.text().contains("(all decided: A apply)"));
    write(&mut drive, "a.py", "three", "drei");
    let text = drive.text();
    assert!(!text.contains("A apply"), "{text}");
    assert!(
        text.contains("a.py changed on disk: 1 line changed at line 3."),
        "{text}"
    );
    // Another number of lines is told as that.
    write(&mut drive, "a.py", "drei", "drei\nvier");
    let text = drive.text();
    assert!(
        text.contains("changed on disk: 2 lines added, 1 removed at line 3."),
        "{text}"
    );
}

/// One thing on the screen asks: while a file is another, that is the banner.
#[test]
fn a_banner_is_the_only_question() {
    let mut drive = Drive::of(REPLY, "dark", (100, 30));
    write(&mut drive, "src/lib.rs", "a + b", "a  +  b");
    let buffer = drive.buffer();
    let problem = drive.model.theme.style(hunkwise::ui::theme::Role::Problem);
    let row: Vec<_> = (0..buffer.area.width)
        .map(|x| buffer[(x, 2)].clone())
        .collect();
    let words: String = row.iter().map(|cell| cell.symbol()).collect();
    assert!(
        words.contains("Hunk 2 fits 2 places equally well."),
        "{words}"
    );
    assert!(
        row.iter().all(|cell| Some(cell.fg) != problem.fg),
        "{}",
        drive.text()
    );
}

#[test]
fn changes_far_apart_are_not_all_said_to_be_at_the_first() {
    let path = "packages/importer/readers/version.py";
    let file: String = (1..=20).map(|n| format!("x{n} = {n}\n")).collect();
    let reply = format!("--- a/{path}\n+++ b/{path}\n@@ @@\n-x9 = 9\n+x9 = 10\n");
    for size in [(80, 24), (100, 30), (120, 40)] {
        let mut drive = Drive::on(path, &file, &reply, size);
        let path = RelPath::new(path).unwrap();
        let new = format!("# new\n{}", file.replace("x13 = 13", "x13 = 0"));
        drive.world.write(&path, new.into_bytes());
        drive.take_in(Msg::Touched(vec![path]));
        let text = drive.text();
        let banner = text.lines().nth(1).unwrap();
        let said = "version.py changed on disk: 2 lines added, 1 removed in lines 1 to 14.";
        assert!(banner.contains(said), "{text}");
        // The folders give way before the key that the footer has no room for.
        assert!(banner.contains("d show"), "{text}");
        assert!(
            size.0 < 120 || banner.contains("packages/importer"),
            "{text}"
        );
        assert!(text.contains(" R  re-match"), "{text}");
    }
}

#[test]
fn what_was_matched_again_is_named() {
    let mut drive = rivals((100, 30));
    drive.keys("1<enter><enter>");
    write(&mut drive, "a.py", "three", "drei");
    drive.keys("R");
    assert!(
        drive.text().contains("Re-matched a.py: "),
        "{}",
        drive.text()
    );
}

/// Four places that read the same, and a hunk for one of them.
const FOUR: &str = "one:\n    a\n    x\n    b\ntwo:\n    a\n    x\n    b\nthree:\n    a\n    x\n    b\nfour:\n    a\n    x\n    b\n";
const FOR_ONE_OF_FOUR: &str = "--- a/f.txt\n+++ b/f.txt\n@@ @@\n     a\n-    x\n+    y\n     b\n";

#[test]
fn a_chosen_place_that_changed_is_listed_where_it_is_now() {
    let mut drive = Drive::on("f.txt", FOUR, FOR_ONE_OF_FOUR, (80, 24));
    drive.keys("2<enter>");
    let path = RelPath::new("f.txt").unwrap();
    let change = |drive: &mut Drive, from: &str, to: &str| {
        let old = String::from_utf8(drive.world.read(&path).unwrap()).unwrap();
        let new = old.replacen(from, to, 1);
        drive.world.write(&path, new.into_bytes());
        drive.take_in(Msg::Touched(vec![path.clone()]));
    };
    let at = "two:\n    a\n    x";
    change(&mut drive, at, "new\ntwo:\n    a\n    mine");
    let text = drive.keys("R").text();
    approve(&drive, "drift_place_changed_80x24");
    assert!(!text.contains("found again"), "{text}");
    assert!(text.contains("the place you chose has changed"), "{text}");
    let row = |text: &str| {
        let mut rows = text.lines().filter(|row| row.contains("chosen by you"));
        rows.next().unwrap_or_default().to_string()
    };
    assert!(row(&text).starts_with(" 1 line 8 "), "{text}");
    // It is followed when more lines come above it, and can be accepted all the same.
    change(&mut drive, "one:", "newer\none:");
    let text = drive.keys("R").text();
    assert!(row(&text).starts_with(" 1 line 9 "), "{text}");
    assert!(
        drive.keys("1").text().contains("9      -    mine"),
        "{}",
        drive.text()
    );
    drive.keys("<enter>");
    assert!(
        drive.text().contains("Replace, or insert only?"),
        "{}",
        drive.text()
    );
    drive.keys("r");
    assert_eq!(drive.model.session.tally().n_accepted, 1);
    let written = drive.model.session.result(0, Scope::Accepted).unwrap();
    let written = String::from_utf8(written).unwrap();
    assert!(written.contains("two:\n    a\n    y\n    b\n"), "{written}");
}

#[test]
fn the_banner_keeps_the_key_that_the_footer_has_no_room_for() {
    let path = "stockroom/deep/inside/pricing_of_orders.py";
    let reply = format!("--- a/{path}\n+++ b/{path}\n@@ @@\n     a\n-    x\n+    y\n     b\n");
    let mut drive = Drive::on(path, FOUR, &reply, (80, 24));
    let path = RelPath::new(path).unwrap();
    let new = FOUR.replacen("    x", "    mine", 1);
    drive.world.write(&path, new.into_bytes());
    drive.take_in(Msg::Touched(vec![path]));
    let text = drive.text();
    let banner = text.lines().nth(1).unwrap();
    assert!(
        banner.contains("pricing_of_orders.py changed on disk: 1 line changed at line 3."),
        "{text}"
    );
    assert!(banner.ends_with("d show"), "{text}");
    assert!(
        text.lines().last().unwrap().contains(" R  re-match"),
        "{text}"
    );
}

#[test]
fn the_banner_is_about_the_file_under_review_before_others() {
    let hunk = |path: &str| format!("--- a/{path}\n+++ b/{path}\n@@ @@\n-x\n+y\n");
    let files = [("a.txt", "x\n"), ("b.txt", "x\n")];
    let mut drive = Drive::with(&files, &(hunk("a.txt") + &hunk("b.txt")), "dark", (80, 24));
    let paths = ["a.txt", "b.txt"].map(|path| RelPath::new(path).unwrap());
    for path in &paths {
        drive.world.write(path, b"new\nx\n".to_vec());
    }
    drive.take_in(Msg::Touched(paths.to_vec()));
    let named = |drive: &Drive| drive.text().lines().nth(1).unwrap()[..6].to_string();
    assert_eq!(named(&drive), " a.txt");
    assert_eq!(named(drive.keys("]")), " b.txt");
}

#[test]
fn hunks_of_a_file_that_changed_on_disk_are_not_accepted_with_all_exact_ones() {
    let reply = "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n--- a/g\n+++ b/g\n@@ -1,2 +1,2 @@\n three\n-four\n+4\n";
    let files = [("f", "one\ntwo\n"), ("g", "three\nfour\n")];
    let mut drive = Drive::with(&files, reply, "dark", (80, 24));
    assert!(drive.text().contains("accept 2 exact"), "{}", drive.text());
    let path = RelPath::new("f").unwrap();
    drive.world.write(&path, b"one\nTwo\n".to_vec());
    drive.take_in(Msg::Touched(vec![path]));
    assert!(drive.text().contains("accept 1 exact"), "{}", drive.text());
    drive.keys("Y");
    assert_eq!(drive.model.session.tally().n_accepted, 1);
    let text = drive.text();
    assert!(
        text.contains("left out 1 whose file changed on disk"),
        "{text}"
    );
    drive.keys("Y");
    let text = drive.text();
    assert!(
        text.contains("The file of hunk 1 changed on disk"),
        "{text}"
    );
}
