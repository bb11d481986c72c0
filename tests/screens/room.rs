//! What there is room for is on the screen, and a place that is not what it looks like is said to be so.

use std::sync::Arc;

use hunkwise::text::RelPath;
use hunkwise::ui::msg::Msg;
use hunkwise::ui::{Options, World, run_plain};

use super::drive::{Drive, says, says_nothing_of};

/// Returns a module with a loader of each of these names.
fn loaders(names: &[&str]) -> String {
    let one = |name: &&str| {
        format!(
            "def read_{name}(path):\n    \"\"\"Load one table.\"\"\"\n    rows = []\n    with open(path) as handle:\n        for line in handle:\n            rows.append(line.split(\",\"))\n    return rows\n\n\n"
        )
    };
    let all: String = names.iter().map(one).collect();
    format!(
        "import os\nimport logging\n\nlog = logging.getLogger(__name__)\n\n\n{all}def main():\n    print(\"ok\")\n"
    )
}

const STRIPS: &str = "--- a/loader.py\n+++ b/loader.py\n@@ ... @@\n     rows = []\n     with open(path) as handle:\n         for line in handle:\n-            rows.append(line.split(\",\"))\n+            line = line.strip()\n+            if line:\n+                rows.append(line.split(\",\"))\n     return rows\n";
const SKIPS: &str = "--- a/loader.py\n+++ b/loader.py\n@@ ... @@\n         for line in handle:\n-            rows.append(line.split(\",\"))\n+            rows.append(line.strip().split(\",\"))\n     return rows\n@@ ... @@\n         for line in handle:\n+            if not line.strip():\n+                continue\n             rows.append(line.split(\",\"))\n     return rows\n";
const MAIL: &str = "import smtplib\n\n\ndef send(to, text):\n    server = smtplib.SMTP(\"localhost\")\n    server.sendmail(\"me@example.org\", [to], text)\n    server.quit()\n\n\ndef send_all(people, text):\n    for person in people:\n        send(person, text)\n";
const MAILS: &str = "```diff\n--- a/mail.py\n+++ b/mail.py\n@@ -4,4 +4,4 @@\n def send(to, text):\n-    server = smtplib.SMTP(\"localhost\")\n+    server = smtplib.SMTP(\"localhost\", timeout=10)\n     server.sendmail(\"me@example.org\", [to], text)\n     server.quit()\n```\n\n```diff\n--- a/mail.py\n+++ b/mail.py\n@@ -4,4 +4,3 @@\n def send(to, text):\n-    server = smtplib.SMTP(\"localhost\")\n-    server.sendmail(\"me@example.org\", [to], text)\n-    server.quit()\n+    with smtplib.SMTP(\"localhost\") as server:\n+        server.sendmail(\"me@example.org\", [to], text)\n```\n";
const POOL: &str = "package db\n\nimport \"time\"\n\nconst MaxOpen = 10\nconst MaxIdle = 2\n\nfunc Lifetime() time.Duration {\n\treturn 5 * time.Minute\n}\n";
const CHOICE: &str = "You have two options for `db/pool.go`.\n\nOption A: raise the limit\n\n```diff\n--- a/db/pool.go\n+++ b/db/pool.go\n@@ -3,4 +3,4 @@\n import \"time\"\n \n-const MaxOpen = 10\n+const MaxOpen = 50\n const MaxIdle = 2\n```\n\nOption B: shorten the lifetime\n\n```diff\n--- a/db/pool.go\n+++ b/db/pool.go\n@@ -8,3 +8,3 @@\n func Lifetime() time.Duration {\n-\treturn 5 * time.Minute\n+\treturn 1 * time.Minute\n }\n```\n\nDo not apply both; pick the one that fits your load.\n";
const CALC: &str = "def area(w, h):\n    return w * h\n\n\ndef volume(w, h, d):\n    return w * h * d\n\n\ndef edge(w):\n    return w\n";
const GUARD: &str = "```diff\n--- a/a/calc.py\n+++ b/a/calc.py\n@@ -1,3 +1,5 @@\n def area(w, h):\n+    if w < 0:\n+        raise ValueError(w)\n     return w * h\n \n@@ -5,3 +7,3 @@\n def volume(w, h, d):\n-    return w * h * d\n+    return area(w, h) * d\n \n```\n";

/// Returns the rows of the screen that hold `words`.
fn rows(drive: &Drive, words: &str) -> Vec<String> {
    let text = drive.text();
    let rows = text.lines().filter(|row| row.contains(words));
    rows.map(str::to_string).collect()
}

/// Answers the questions of the plain form, and returns all that was told.
fn answered(drive: Drive, answers: &str) -> String {
    let world: Arc<dyn World> = drive.world;
    let (mut told, options) = (Vec::new(), Options::default());
    let session = drive.model.session;
    run_plain(session, &world, options, &mut answers.as_bytes(), &mut told);
    String::from_utf8(told).unwrap()
}

/// Side by side they would be cut, and below them rows would stay blank.
#[test]
fn two_places_are_one_above_the_other_where_both_fit_and_lines_would_be_cut() {
    let file = loaders(&["users", "orders"]);
    let whole = "+                rows.append(line.split(\",\"))";
    let drive = Drive::on("loader.py", &file, STRIPS, (120, 40));
    assert_eq!(rows(&drive, whole).len(), 2, "{}", drive.text());
    // Where both do not fit so, what differs is still seen side by side.
    let drive = Drive::on("loader.py", &file, STRIPS, (120, 24));
    assert_eq!(rows(&drive, "line 12").len(), 1, "{}", drive.text());
    says(&drive, "line 21");
    // Short lines are compared side by side.
    let short = "import os\n\n\ndef a(x):\n    n = 1\n    return n\n\n\ndef b(x):\n    n = 1\n    return n\n";
    let reply = "--- a/f.py\n+++ b/f.py\n@@ ... @@\n-    n = 1\n+    n = 2\n     return n\n";
    let drive = Drive::on("f.py", short, reply, (120, 40));
    assert_eq!(rows(&drive, "+    n = 2").len(), 1, "{}", drive.text());
}

/// One column of numbers is that of the file: with those of new lines among them it would not count.
#[test]
fn one_column_of_numbers_is_that_of_the_file() {
    let short = "import os\n\n\ndef a(x):\n    n = 1\n    return n\n\n\ndef b(x):\n    n = 1\n    return n\n";
    let reply =
        "--- a/f.py\n+++ b/f.py\n@@ ... @@\n-    n = 1\n+    n = 2\n+    n += 1\n     return n\n";
    let numbers = |size: (u16, u16), keys: &str| -> Vec<usize> {
        let mut drive = Drive::on("f.py", short, reply, size);
        drive.keys(keys);
        let text = drive.text();
        let bar = '\u{2502}';
        let rows = text.lines().filter_map(|row| match size.0 {
            120 => row.split(bar).nth(1).map(str::to_string),
            _ => Some(row.to_string()),
        });
        let number = |row: String| {
            row.trim_start_matches('\u{258c}')
                .split_whitespace()
                .next()?
                .parse()
                .ok()
        };
        rows.filter_map(number).collect()
    };
    for (size, keys) in [((120, 40), ""), ((60, 15), "1<enter>")] {
        let numbers = numbers(size, keys);
        assert!(numbers.len() > 3, "{numbers:?}");
        assert!(numbers.is_sorted_by(|a, b| a < b), "{size:?} {numbers:?}");
    }
    // Each side of two columns has its own.
    let mut drive = Drive::on("f.py", short, reply, (160, 40));
    drive.keys("1<enter>");
    let new = rows(&drive, "n += 1");
    assert!(
        new.iter().any(|row| row.contains("6 +")),
        "{}",
        drive.text()
    );
}

#[test]
fn how_much_comes_and_goes_is_said_beside_a_long_question() {
    for size in [(120, 40), (160, 50)] {
        let drive = Drive::on("db/pool.go", POOL, CHOICE, size);
        let counts = rows(&drive, "+1 -1");
        assert_eq!(counts.len(), 1, "{}", drive.text());
    }
}

#[test]
fn a_hunk_that_is_moved_out_of_a_conflict_is_in_the_result() {
    let file = loaders(&["users", "orders", "prices"]);
    for size in [(80, 24), (120, 40), (160, 50)] {
        let mut drive = Drive::on("loader.py", &file, SKIPS, size);
        drive.keys("o2<enter>+");
        says(&drive, "both, 2 at its place 2");
        let text = drive.text();
        let (_, result) = text.split_once("Result: both").expect(&text);
        for line in [
            "rows.append(line.strip().split(\",\"))",
            "if not line.strip():",
        ] {
            assert!(result.contains(line), "{line}\n{text}");
        }
        assert!(result.contains("hunk 2, line 30"), "{text}");
    }
}

#[test]
fn a_place_that_another_hunk_changes_is_listed_as_such() {
    let file = loaders(&["users", "orders", "prices"]);
    for size in [(80, 24), (120, 40), (200, 50)] {
        let mut drive = Drive::on("loader.py", &file, SKIPS, size);
        drive.keys("2<enter>");
        let listed = rows(&drive, " 1 line 21 ");
        assert!(
            listed
                .iter()
                .any(|row| row.contains("exact  conflicts with hunk 1")),
            "{}",
            drive.text()
        );
        let listed = rows(&drive, " 2 line 30 ");
        assert_eq!(listed.len(), 1, "{}", drive.text());
        assert!(
            listed.iter().all(|row| !row.contains("hunk 1")),
            "{listed:?}"
        );
    }
    let mut drive = Drive::on("loader.py", &file, SKIPS, (120, 40));
    // Of a hunk that is rejected nothing is written.
    drive.keys("2xJ");
    says(&drive, " 1 line 21 ");
    says_nothing_of(&drive, "conflicts with hunk 1");
}

/// Until it is matched again, it is not known to match.
#[test]
fn a_hunk_whose_lines_changed_on_disk_is_not_called_exact() {
    let path = RelPath::new("a/calc.py").unwrap();
    for size in [(80, 24), (120, 40)] {
        let mut drive = Drive::on("a/calc.py", CALC, GUARD, size);
        drive.keys("<enter>");
        says(&drive, "\u{b7} exact");
        let new = CALC.replace("return w * h * d", "result = [w, h]");
        drive.world.write(&path, new.into_bytes());
        drive.take_in(Msg::Touched(vec![path.clone()]));
        says(&drive, "line 6 \u{b7} changed on disk");
        says_nothing_of(&drive, "exact");
        says_nothing_of(&drive, "only place");
        says_nothing_of(&drive, "Enter accept");
        // The lines of the other one did not change.
        drive.keys("K");
        says(&drive, "\u{b7} exact");
        drive.keys("JR");
        says_nothing_of(&drive, "line 6 \u{b7} changed on disk");
    }
}

#[test]
fn a_finding_names_what_it_is_of() {
    let server = "import socket\n\n\ndef serve(handler):\n    sock = open_socket()\n    while True:\n        client, address = sock.accept()\n        handler(client, address)\n";
    let reply = "```\nserver.py\n<<<<<<< SEARCH\ndef run_server(callback):\n    listener = make_listener(HOST, PORT)\n    while running:\n        conn = listener.accept()\n=======\ndef run_server(callback):\n    listener = make_listener(HOST, PORT)\n    while running and not stopped:\n        conn = listener.accept()\n>>>>>>> REPLACE\n```\n";
    let mut drive = Drive::on("server.py", server, reply, (120, 40));
    drive.keys("3<enter>");
    let text = drive.text();
    let shows = text.lines().find(|row| row.contains("context line"));
    let shows = shows.expect(&text);
    assert!(shows.contains("Hunk 1 has 3 context lines"), "{text}");
}

#[test]
fn both_hunks_of_a_conflict_are_on_the_least_screen() {
    let mut drive = Drive::on("mail.py", MAIL, MAILS, (60, 15));
    for keys in ["", "2", "1"] {
        drive.keys(keys);
        says(&drive, " hunk 1");
        says(&drive, " hunk 2");
        says_nothing_of(&drive, "more above");
        says(&drive, "esult: ");
    }
}

#[test]
fn of_many_places_all_can_be_accepted_also_after_a_look_at_one() {
    let jobs: String = (1..=14)
        .map(|n| format!("[job{n}]\nuser = root\nretry = 3\ntimeout = 10\n\n"))
        .collect();
    let reply = "etc/jobs.ini\n```\n<<<<<<< SEARCH\nuser = root\nretry = 3\ntimeout = 10\n=======\nuser = root\nretry = 3\ntimeout = 60\n>>>>>>> REPLACE\n```\n";
    let mut drive = Drive::on("etc/jobs.ini", &jobs, reply, (80, 24));
    for keys in ["", "1", "."] {
        drive.keys(keys);
        says(&drive, "+ all 14 places");
        // The list names it already.
        says_nothing_of(&drive, "Only place");
    }
}

/// Its columns mean nothing to who hears them.
#[test]
fn what_would_be_written_is_told_line_by_line() {
    let drive = Drive::on("a/calc.py", CALC, GUARD, (80, 24));
    let told = answered(drive, "\n\nA\n");
    let (_, told) = told.split_once("Ready to write").expect(&told);
    for line in [
        "add       2:     if w < 0:",
        "remove    6:     return w * h * d",
        "add       8:     return area(w, h) * d",
        "          1: def area(w, h):",
    ] {
        assert!(told.contains(line), "{line}\n{told}");
    }
    assert!(!told.contains("+    if w < 0:"), "{told}");
}

/// Of several lines that would go the verb is said once.
#[test]
fn what_a_whole_file_drops_is_one_list() {
    let file = "import json\nTIMEOUT = 30\nRETRIES = 3\n\ndef load(request):\n    data = json.loads(request)\n    if not data:\n        return error(1)\n    return answer(data)\n\ndef save(x):\n    return x\n";
    let whole = file.replace("    if not data:\n        return error(1)\n", "");
    let whole = whole.replace("TIMEOUT = 30", "TIMEOUT = 60");
    let reply = format!("Here is the whole `a.py`:\n\n`a.py`\n```python\n{whole}```\n");
    let mut drive = Drive::on("a.py", file, &reply, (120, 40));
    drive.keys("<tab>");
    says(&drive, "It drops `if not data:`, `return error(1)`.");
}

const SERVER: &str = "import socket\n\nHOST = \"127.0.0.1\"\nPORT = 8080\n\n\ndef open_socket():\n    sock = socket.socket()\n    sock.bind((HOST, PORT))\n    sock.listen(5)\n    return sock\n\n\ndef serve(handler):\n    sock = open_socket()\n    while True:\n        client, address = sock.accept()\n        handler(client, address)\n        client.close()\n";
const STOPS: &str = "I made the server loop stop cleanly on Ctrl-C.\n\nserver.py\n```\n<<<<<<< SEARCH\ndef run_server(callback):\n    listener = make_listener(HOST, PORT)\n    while running:\n        conn, addr = listener.accept()\n        callback(conn)\n=======\ndef run_server(callback):\n    listener = make_listener(HOST, PORT)\n    try:\n        while running:\n            conn, addr = listener.accept()\n            callback(conn)\n    except KeyboardInterrupt:\n        listener.close()\n>>>>>>> REPLACE\n```\n";

/// Advice that the footer gives as well makes room for them.
#[test]
fn of_a_hunk_that_fits_nowhere_some_new_line_is_seen() {
    for size in [(80, 24), (100, 30), (120, 40)] {
        let drive = Drive::on("server.py", SERVER, STOPS, size);
        says(&drive, "while running:");
        says(&drive, "-    while True:");
        says(&drive, "+    try:");
        says(&drive, "x  reject");
    }
}

#[test]
fn the_tip_leaves_a_small_screen_to_what_it_is_about() {
    for (size, n_sentences) in [((60, 15), 1), ((60, 24), 2), ((80, 24), 2)] {
        let mut drive = Drive::on("server.py", SERVER, STOPS, size);
        drive.model.card = hunkwise::ui::model::Shown::Yes;
        drive.model.bring_into_view();
        let text = drive.text();
        let (above, below) = text.split_once("Getting started").expect(&text);
        assert!(
            below.contains("1-3 previews a place, Enter accepts, x rejects."),
            "{text}"
        );
        assert_eq!(
            below.contains("Nothing is written until"),
            n_sentences == 2,
            "{text}"
        );
        assert!(above.contains("while running:"), "{text}");
        assert!(above.contains("while True:"), "{text}");
        // The question takes two rows at 60 columns.
        assert!(size.0 < 80 || above.contains("client, address"), "{text}");
        assert!(size.1 < 24 || above.contains("+    try:"), "{text}");
    }
}
