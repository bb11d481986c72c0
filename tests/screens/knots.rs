//! More than two hunks that change the same lines are one question: one is kept, and the result of each answer is what is written.

use hunkwise::text::RelPath;

use super::drive::Drive;

const MAIL: &str = "class Mailer:\n    def __init__(self, host, port):\n        self.host = host\n        self.port = port\n        self.sent = 0\n\n    \
                    def connect(self):\n        timeout = 30\n        retries = 3\n        return open_socket(self.host, timeout, retries)\n\n    \
                    def close(self):\n        print(self.sent)\n";

fn patch(hunks: &[&str]) -> String {
    let hunk = |body: &&str| format!("@@ -7,4 +7,4 @@\n     def connect(self):\n{body}");
    let hunks: String = hunks.iter().map(hunk).collect();
    format!("--- a/mail.py\n+++ b/mail.py\n{hunks}")
}

/// Three hunks of which each changes a line that the others change.
fn three() -> String {
    patch(&[
        "-        timeout = 30\n+        timeout = 60\n         retries = 3\n",
        "-        timeout = 30\n+        timeout = self.timeout\n         retries = 3\n",
        "-        timeout = 30\n-        retries = 3\n+        timeout, retries = 45, 1\n",
    ])
}

/// Returns what is shown below `Result:`.
fn result_of(drive: &Drive) -> String {
    let text = drive.text();
    let at = text
        .find("Result")
        .unwrap_or_else(|| panic!("no result\n{text}"));
    text[at..].to_string()
}

fn file(drive: &Drive) -> String {
    String::from_utf8(drive.world.read(&RelPath::new("mail.py").unwrap()).unwrap()).unwrap()
}

/// Shows side `side`, accepts it, writes it: what was shown is what is there.
#[track_caller]
fn check(reply: &str, side: &str, wanted: &[&str], gone: &[&str]) {
    for size in [(80, 24), (120, 40), (200, 50)] {
        let mut drive = Drive::on("mail.py", MAIL, reply, size);
        drive.keys(side);
        let shown = result_of(&drive);
        for line in wanted {
            assert!(
                shown.contains(line),
                "{size:?} {side} lacks {line}\n{}",
                drive.text()
            );
        }
        for line in gone {
            assert!(
                !shown.contains(line),
                "{size:?} {side} shows {line}\n{}",
                drive.text()
            );
        }
        drive.keys("<enter>A<enter>");
        let after = file(&drive);
        for line in wanted {
            assert!(
                after.contains(line),
                "{size:?} {side}: {after}\n{}",
                drive.text()
            );
        }
        for line in gone {
            assert!(!after.contains(line), "{size:?} {side}: {after}");
        }
    }
}

#[test]
fn each_of_three_can_be_kept_and_its_result_is_what_is_written() {
    check(
        &three(),
        "1",
        &["timeout = 60", "retries = 3"],
        &["self.timeout", "45, 1"],
    );
    check(
        &three(),
        "2",
        &["timeout = self.timeout", "retries = 3"],
        &["= 60", "45, 1"],
    );
    check(
        &three(),
        "3",
        &["timeout, retries = 45, 1"],
        &["= 60", "self.timeout"],
    );
}

#[test]
fn one_answer_settles_all_three() {
    for (keys, accepted, rejected) in [("1<enter>", 1, 2), ("3<enter>", 1, 2), ("0<enter>", 0, 3)] {
        let mut drive = Drive::on("mail.py", MAIL, &three(), (100, 30));
        drive.keys(keys);
        let tally = drive.model.session.tally();
        assert_eq!(
            (tally.n_accepted, tally.n_rejected, tally.n_need),
            (accepted, rejected, 0),
            "{keys}\n{}",
            drive.text()
        );
        drive.keys("u");
        assert_eq!(drive.model.session.tally().n_need, 3, "one step");
    }
}

#[test]
fn the_question_names_all_of_them() {
    for size in [(80, 24), (100, 30), (120, 40), (200, 50)] {
        let drive = Drive::on("mail.py", MAIL, &three(), size);
        let text = drive.text();
        assert!(text.contains("Hunks 1, 2 and 3 conflict"), "{text}");
        for line in [
            "timeout = 60",
            "timeout = self.timeout",
            "timeout, retries = 45, 1",
        ] {
            assert!(
                text.contains(line),
                "{size:?} {line} is seen before one is chosen\n{text}"
            );
        }
    }
}

/// Two questions of two hunks each.
fn two_pairs() -> String {
    let close = |line: &str| {
        format!(
            "@@ -12,2 +12,2 @@\n     def close(self):\n-        print(self.sent)\n+        {line}\n"
        )
    };
    patch(&[
        "-        timeout = 30\n+        timeout = 60\n         retries = 3\n",
        "-        timeout = 30\n+        timeout = self.timeout\n         retries = 3\n",
    ]) + &close("pass")
        + &close("self.done()")
}

#[test]
fn a_side_pressed_is_of_its_own_question_alone() {
    let mut drive = Drive::on("mail.py", MAIL, &two_pairs(), (100, 30));
    drive.keys("1<tab>");
    let text = drive.text();
    assert!(
        text.contains("Hunks 3 and 4 conflict"),
        "Tab goes to the other question\n{text}"
    );
    drive.keys("<enter>");
    assert_eq!(
        drive.model.session.tally().n_rejected,
        0,
        "{}",
        drive.text()
    );
    let mut drive = Drive::on("mail.py", MAIL, &two_pairs(), (100, 30));
    drive.keys("1<enter><enter>");
    let tally = drive.model.session.tally();
    assert_eq!(
        (tally.n_accepted, tally.n_rejected),
        (1, 1),
        "{}",
        drive.text()
    );
    assert!(
        drive.text().contains("Hunks 3 and 4 conflict"),
        "{}",
        drive.text()
    );
}

#[test]
fn the_header_counts_each_hunk_of_a_conflict_as_list_and_apply_page_do() {
    for (reply, n_hunks) in [(two_pairs(), 4), (three(), 3)] {
        let drive = Drive::on("mail.py", MAIL, &reply, (100, 30));
        assert_eq!(drive.model.tally().n_need, n_hunks);
        let need = format!("{n_hunks} need you");
        assert!(drive.text().contains(&need), "{}", drive.text());
    }
}

#[test]
fn a_hunk_rejected_for_another_is_open_again_when_that_one_goes() {
    for keys in ["1<enter>{{[[[x", "1<enter>{{[[[<space>"] {
        let mut drive = Drive::on("mail.py", MAIL, &two_pairs(), (100, 30));
        drive.keys("1<enter>[[[");
        assert_eq!(drive.model.session.number(drive.model.hunk), 1);
        drive.keys(if keys.ends_with('x') { "x" } else { "<space>" });
        let text = drive.text();
        let second = drive
            .model
            .session
            .plan()
            .hunks()
            .nth(1)
            .unwrap()
            .decision
            .clone();
        assert!(
            !second.is_rejected(),
            "{keys}: hunk 2 was rejected for hunk 1 only\n{text}"
        );
        assert!(text.contains("hunk 2"), "and that is said\n{text}");
        drive.keys("u");
        let second = drive
            .model
            .session
            .plan()
            .hunks()
            .nth(1)
            .unwrap()
            .decision
            .clone();
        assert!(second.is_rejected(), "one step");
    }
}

/// Three insertions at one point can all be kept.
#[test]
fn insertions_at_one_point_can_all_be_kept() {
    let insert = |line: &str| format!("+        # {line}\n         timeout = 30\n");
    let hunks = ["one", "two", "three"].map(insert);
    let hunks: Vec<&str> = hunks.iter().map(String::as_str).collect();
    let reply = patch(&hunks);
    check(&reply, "b", &["# one", "# two", "# three"], &[]);
    let mut drive = Drive::on("mail.py", MAIL, &reply, (100, 30));
    drive.keys("b<enter>A<enter>");
    let after = file(&drive);
    assert!(
        after.contains("# one\n        # two\n        # three\n"),
        "{after}"
    );
    check(&reply, "2", &["# two"], &["# one", "# three"]);
}

/// The first meets the second, and the second the third: two of the three can stand together.
#[test]
fn of_a_chain_only_those_are_rejected_that_meet_the_one_kept() {
    let file = "a = 1\nb = 2\nc = 3\nd = 4\ne = 5\n";
    let hunk = |old: &[&str], new: &str| {
        let old: String = old.iter().map(|line| format!("-{line}\n")).collect();
        format!("@@ @@\n{old}+{new}\n")
    };
    let reply = format!(
        "--- a/c.py\n+++ b/c.py\n{}{}{}",
        hunk(&["a = 1", "b = 2"], "ab = 12"),
        hunk(&["b = 2", "c = 3", "d = 4"], "bcd = 234"),
        hunk(&["d = 4", "e = 5"], "de = 45"),
    );
    let mut drive = Drive::on("c.py", file, &reply, (100, 30));
    assert!(
        drive.text().contains("Hunks 1, 2 and 3 conflict"),
        "{}",
        drive.text()
    );
    drive.keys("1<enter>");
    let tally = drive.model.session.tally();
    assert_eq!(
        (tally.n_accepted, tally.n_rejected, tally.n_need),
        (1, 1, 0),
        "{}",
        drive.text()
    );
    let mut drive = Drive::on("c.py", file, &reply, (100, 30));
    drive.keys("2<enter>");
    let tally = drive.model.session.tally();
    assert_eq!(
        (tally.n_accepted, tally.n_rejected, tally.n_need),
        (1, 2, 0),
        "{}",
        drive.text()
    );
}

const QUEUE: &str = "class Queue\n  def initialize(limit)\n    @items = []\n  end\n\n  def push(item)\n    raise \"full\" if full?\n    @items << item\n    self\n  end\n\n  def pop\n    @items.shift\n  end\nend\n";

/// Three hunks of which the first and the last change lines of their own, and the second lines of both.
fn chain() -> String {
    let hunks = [
        "@@ -6,4 +6,4 @@\n   def push(item)\n-    raise \"full\" if full?\n+    raise ArgumentError if full?\n     @items << item\n     self\n",
        "@@ -6,5 +6,5 @@\n   def push(item)\n-    raise \"full\" if full?\n-    @items << item\n+    return false if full?\n+    @items.push(item)\n     self\n   end\n",
        "@@ -7,4 +7,4 @@\n     raise \"full\" if full?\n-    @items << item\n-    self\n+    @items << item.dup\n+    item\n   end\n",
    ];
    let parts = hunks.map(|hunk| format!("```diff\n--- a/queue.rb\n+++ b/queue.rb\n{hunk}```\n\n"));
    parts.concat()
}

#[test]
fn hunks_that_can_both_be_kept_are_not_asked_about_as_if_one_were() {
    for size in [(80, 24), (100, 30), (120, 40), (200, 50)] {
        let mut drive = Drive::on("queue.rb", QUEUE, &chain(), size);
        let text = drive.text();
        assert!(text.contains("Hunks 1, 2 and 3 conflict"), "{text}");
        assert!(text.contains("ones are kept?"), "{text}");
        assert_eq!(
            text.contains("conflicts with 1, 3"),
            size.0 >= 100,
            "{text}"
        );
        let results = ["1 without 2; next: 3", "2 only", "3 without 2; next: 1"];
        for (key, result) in ["1", "2", "3"].iter().zip(results) {
            drive.keys(key);
            let text = drive.text();
            assert!(text.contains(&format!("Result: {result}")), "{text}");
        }
    }
}

/// Also the one that leaves the first lines in conflict alone.
#[test]
fn each_pane_opens_on_lines_that_its_hunk_changes() {
    for size in [(80, 24), (100, 30), (120, 40), (200, 50)] {
        let text = Drive::on("queue.rb", QUEUE, &chain(), size).text();
        let (_, third) = text.split_once(" 3  hunk 3").unwrap();
        let pane = third.split("Result:").next().unwrap();
        let is_changed =
            |row: &str| row.contains("8 - ") || row.contains("9 - ") || row.contains(" +  ");
        assert!(pane.lines().any(is_changed), "{size:?}\n{text}");
    }
}

/// The result that is accepted shows the file without it: it is taken only once it was asked about itself.
#[test]
fn a_hunk_that_an_answer_leaves_open_is_asked_about_next() {
    for (key, next) in [("1", 3), ("3", 1)] {
        let reply = chain()
            + "```diff\n--- a/queue.rb\n+++ b/queue.rb\n@@ -12,3 +12,3 @@\n   def pop\n-    @items.shift\n+    @items.pop\n   end\n```\n";
        let mut drive = Drive::on("queue.rb", QUEUE, &reply, (100, 30));
        drive.keys(key).keys("<enter>");
        let session = &drive.model.session;
        assert_eq!(session.number(drive.model.hunk), next, "{}", drive.text());
        assert_eq!(
            (session.tally().n_accepted, session.tally().n_rejected),
            (1, 1)
        );
    }
}

/// Nobody said so.
#[test]
fn a_hunk_that_lost_an_overlap_is_no_remark_of_the_reviewer() {
    let mut drive = Drive::on("mail.py", MAIL, &two_pairs(), (100, 30));
    drive.keys("1<enter>");
    let told = hunkwise::report::feedback::to_markdown(&drive.model.session);
    assert!(
        told.contains("it conflicts with hunk 1, which is kept"),
        "{told}"
    );
    assert!(!told.contains("Reviewer:"), "{told}");
    drive.keys("[cmine is better<enter>");
    let told = hunkwise::report::feedback::to_markdown(&drive.model.session);
    assert!(told.contains("Reviewer: \"mine is better\""), "{told}");
}

/// A rejected hunk that would change the same lines makes none of them.
#[test]
fn the_lines_of_a_result_are_marked_as_those_of_the_hunk_that_is_kept() {
    for size in [(80, 24), (100, 30)] {
        let mut drive = Drive::on("queue.rb", QUEUE, &chain(), size);
        drive.keys("x1");
        let result = result_of(&drive);
        let rows = result.lines().filter(|row| row.contains(" +"));
        let rows: Vec<&str> = rows.collect();
        assert_eq!(rows.len(), 2, "{}", drive.text());
        assert!(
            rows.iter().all(|row| row.contains('\u{258c}')),
            "{}",
            drive.text()
        );
        // Both are one question.
        assert!(!drive.text().contains("next problem"), "{}", drive.text());
    }
}
