//! What was asked stays said until it is written, and what is left out is never called done.

use std::sync::Arc;

use hunkwise::ui::{Options, World, run_plain};

use super::drive::{Drive, says, says_nothing_of};

const HTML: &str =
    "<html>\n<head>\n  <title>Shop</title>\n</head>\n<body>\n  <h1>Shop</h1>\n</body>\n</html>\n";
const UNREAD: &str = "First the title in web/index.html:\n\n```diff\n--- a/web/index.html\n+++ b/web/index.html\n@@ -2,3 +2,3 @@\n <head>\n-  <title>Shop</title>\n+  <title>My shop</title>\n </head>\n```\n\nAnd the stylesheet:\n\n```css\nh1 {\n  color: navy;\n  margin: 0;\n}\np {\n  line-height: 1.5;\n}\n```\n";
const CART: &str = "const TAX = 0.19;\nconst items = [];\n\nfunction add(item) {\n  items.push(item);\n}\n\nfunction remove(id) {\n  const at = items.findIndex((x) => x.id === id);\n  items.splice(at, 1);\n}\n\nfunction total() {\n  let sum = 0;\n  for (const item of items) {\n    sum += item.price;\n  }\n  return sum;\n}\n\nfunction checkout(user) {\n  const amount = total();\n  charge(user, amount);\n  items.length = 0;\n}\n\nmodule.exports = { add, remove, total, checkout };\n";
const LAZY: &str = "Sure! Here's the updated `src/cart.js` with quantities and tax:\n\n```javascript\n// src/cart.js\nconst TAX = 0.19;\nconst items = [];\n\n// ... existing code ...\n\nfunction total() {\n  let sum = 0;\n  for (const item of items) {\n    sum += item.price * item.quantity;\n  }\n  return sum * (1 + TAX);\n}\n\n// ... rest of the code unchanged ...\n\nfunction checkout(user) {\n  const amount = total();\n  if (amount === 0) return;\n  charge(user, amount);\n}\n\nmodule.exports = { add, remove, total, checkout };\n```\n\nThis makes `total()` respect quantities.\n";
const POOL: &str = "package db\n\nimport \"time\"\n\nconst MaxOpen = 10\nconst MaxIdle = 2\n\nfunc Lifetime() time.Duration {\n\treturn 5 * time.Minute\n}\n";
const CHOICE: &str = "You have two options for `db/pool.go`.\n\nOption A: raise the limit\n\n```diff\n--- a/db/pool.go\n+++ b/db/pool.go\n@@ -3,4 +3,4 @@\n import \"time\"\n \n-const MaxOpen = 10\n+const MaxOpen = 50\n const MaxIdle = 2\n```\n\nOption B: shorten the lifetime\n\n```diff\n--- a/db/pool.go\n+++ b/db/pool.go\n@@ -8,3 +8,3 @@\n func Lifetime() time.Duration {\n-\treturn 5 * time.Minute\n+\treturn 1 * time.Minute\n }\n```\n\nDo not apply both; pick the one that fits your load.\n";
const OLD: &str = "import os\n\nprint(os.name)\nprint(\"kept by hand\")\n";
const DELETES: &str = "Remove old.py and create new.py:\n\n```diff\ndiff --git a/old.py b/old.py\ndeleted file mode 100644\n--- a/old.py\n+++ /dev/null\n@@ -1,3 +0,0 @@\n-import os\n-\n-print(os.name)\ndiff --git a/new.py b/new.py\nnew file mode 100644\n--- /dev/null\n+++ b/new.py\n@@ -0,0 +1,2 @@\n+y = 2\n+z = 3\n```\n";
const LOADER: &str = "import os\nimport logging\n\nlog = logging.getLogger(__name__)\n\n\ndef read_users(path):\n    \"\"\"Load one table.\"\"\"\n    rows = []\n    with open(path) as handle:\n        for line in handle:\n            rows.append(line.split(\",\"))\n    return rows\n\n\ndef read_orders(path):\n    \"\"\"Load one table.\"\"\"\n    rows = []\n    with open(path) as handle:\n        for line in handle:\n            rows.append(line.split(\",\"))\n    return rows\n\n\ndef read_prices(path):\n    \"\"\"Load one table.\"\"\"\n    rows = []\n    with open(path) as handle:\n        for line in handle:\n            rows.append(line.split(\",\"))\n    return rows\n\n\ndef main():\n    print(\"ok\")\n";
const TIES: &str = "Two loaders must skip blank lines; the other one must strip.\n\n```diff\n--- a/loader.py\n+++ b/loader.py\n@@ ... @@\n         for line in handle:\n-            rows.append(line.split(\",\"))\n+            rows.append(line.strip().split(\",\"))\n     return rows\n@@ ... @@\n         for line in handle:\n+            if not line.strip():\n+                continue\n             rows.append(line.split(\",\"))\n     return rows\n```\n";

/// A review of a hunk that fits, beside a part that is not read.
fn unread(size: (u16, u16)) -> Drive {
    let files = [
        ("web/index.html", HTML),
        ("web/style.css", "h1 {\n  color: red;\n}\n"),
    ];
    Drive::with(&files, UNREAD, "dark", size)
}

#[test]
fn with_a_part_that_was_not_read_not_all_is_decided() {
    for size in [(80, 24), (120, 40)] {
        let mut drive = unread(size);
        drive.keys("Y");
        says_nothing_of(&drive, "all decided");
        says(&drive, "1 part not read");
        drive.keys("<tab>");
        says(&drive, "but not all was read");
        drive.keys("A");
        says(
            &drive,
            "of the reply not read (line 15): I shows what they say",
        );
        drive.keys("I");
        says(&drive, "color: navy;");
        drive.keys("<esc>");
        says(&drive, "Ready to write");
        drive.keys("<enter>");
        says(&drive, "F copies feedback for the model");
        drive.keys("I");
        says(&drive, "color: navy;");
        drive.keys("<esc>");
        says(&drive, "Wrote 1 file");
    }
}

#[test]
fn notes_read_over_the_apply_page_close_to_it_as_it_is_then() {
    let mut drive = unread((80, 24));
    drive.keys("YAI");
    says(&drive, "Notes on the reply");
    drive.keys("R<esc>");
    says(&drive, "Ready to write");
    drive.keys("<esc>");
    says_nothing_of(&drive, "Ready to write");
}

#[test]
fn the_plain_form_names_the_key_for_what_was_not_read() {
    let drive = unread((80, 24));
    let world: Arc<dyn World> = drive.world;
    let (mut told, options) = (Vec::new(), Options::default());
    let session = drive.model.session;
    run_plain(session, &world, options, &mut "Y\n".as_bytes(), &mut told);
    let told = String::from_utf8(told).unwrap();
    assert!(told.contains("I parts not read"), "{told}");
    assert!(told.contains("1 part not read."), "{told}");
}

#[test]
fn a_line_of_blanks_accepts_nothing_in_the_plain_form() {
    let diff = "--- a/f.txt\n+++ b/f.txt\n@@ @@\n-a\n+b\n";
    for (answers, n_accepted) in [
        (" \n", 0),
        ("\t \n", 0),
        (" \r\n", 0),
        ("\n", 1),
        ("\r\n", 1),
    ] {
        let drive = Drive::on("f.txt", "a\n", diff, (80, 24));
        let world: Arc<dyn World> = drive.world;
        let (mut told, options) = (Vec::new(), Options::default());
        let session = drive.model.session;
        let outcome = run_plain(session, &world, options, &mut answers.as_bytes(), &mut told);
        assert_eq!(
            outcome.session.tally().n_accepted,
            n_accepted,
            "{answers:?}"
        );
    }
}

#[test]
fn the_line_that_goes_for_no_new_one_is_named() {
    for size in [(80, 24), (120, 40)] {
        let mut drive = Drive::on("src/cart.js", CART, LAZY, size);
        says(&drive, "It removes line 24: `items.length = 0;`.");
        drive.keys("1<enter>A");
        says(&drive, "it is unclear which lines it replaces");
        says(
            &drive,
            "it removes line 24: `items.length = 0;`; chosen by you",
        );
    }
}

#[test]
fn alternatives_name_each_other_until_they_are_written() {
    for size in [(80, 24), (120, 40)] {
        let mut drive = Drive::on("db/pool.go", POOL, CHOICE, size);
        says(&drive, "So is hunk 2.");
        drive.keys("1<enter>");
        says(&drive, "So is hunk 1, already accepted.");
        drive.keys("A");
        says(
            &drive,
            "it is one of several alternatives; \u{201c}Do not apply both;",
        );
        says_nothing_of(&drive, "so is hunk");
        drive.keys("<esc>1<enter>A");
        says(&drive, "it is one of several alternatives; so is hunk 2;");
        says(&drive, "it is one of several alternatives; so is hunk 1;");
    }
}

#[test]
fn a_deletion_that_shows_a_part_is_not_called_exact() {
    let files = [("old.py", OLD), ("new.py", "x = 1\n")];
    let mut drive = Drive::with(&files, DELETES, "dark", (80, 24));
    says(&drive, "does not show line 4.");
    says_nothing_of(&drive, "exact");
    drive.keys("1<enter>A");
    says(&drive, "deletes the file; does not show all of its lines");
}

#[test]
fn a_hunk_that_conflicts_once_it_has_its_place_is_not_called_accepted() {
    let mut drive = Drive::on("loader.py", LOADER, TIES, (80, 24));
    drive.keys("o2<enter>");
    says(&drive, "Hunk 1 conflicts with hunk 2: not accepted yet");
    says_nothing_of(&drive, "Accepted hunk 1");
}

#[test]
fn places_without_a_digit_are_reached_by_their_number() {
    let file = "[job]\ntimeout = 10\n\n".repeat(12);
    let diff = "--- a/jobs.ini\n+++ b/jobs.ini\n@@ ... @@\n [job]\n-timeout = 10\n+timeout = 60\n";
    let mut drive = Drive::on("jobs.ini", &file, diff, (80, 24));
    says(&drive, ":10 shows place 10");
    drive.keys(":10<enter>");
    says(&drive, "Place 10 of 12");
    let few = Drive::on(
        "jobs.ini",
        &"[job]\ntimeout = 10\n\n".repeat(9),
        diff,
        (80, 24),
    );
    says_nothing_of(&few, "shows place 10");
}

#[test]
fn words_that_take_an_edit_back_are_told_again_before_it_is_written() {
    let diff = "```diff\n--- a/cfg.yml\n+++ b/cfg.yml\n@@ -1,2 +1,2 @@\n port: 80\n-debug: false\n+debug: true\n```\n";
    for (reply, why) in [
        (
            format!("Turn on debugging, but don't apply it in production:\n\n{diff}"),
            "the reply may advise against it; \u{201c}Turn on debugging, but",
        ),
        (
            format!("{diff}\nActually, ignore the above.\n"),
            "the reply may advise against it; \u{201c}Actually, ignore the above.\u{201d} (line 10); chosen by you",
        ),
        (
            format!("Optionally, you can also turn on debugging:\n\n{diff}"),
            "the surrounding text leaves it to you; \u{201c}Optionally,",
        ),
    ] {
        let mut drive = Drive::on("cfg.yml", "port: 80\ndebug: false\n", &reply, (120, 40));
        drive.keys("1<enter>A");
        says(&drive, why);
    }
}

#[test]
fn several_parts_that_were_not_read_are_counted() {
    let second = "\nAnd the print stylesheet:\n\n```css\np {\n  color: black;\n}\n```\n";
    let files = [
        ("web/index.html", HTML),
        ("web/style.css", "h1 {\n  color: red;\n}\n"),
    ];
    let mut drive = Drive::with(&files, &format!("{UNREAD}{second}"), "dark", (80, 24));
    drive.keys("Y");
    says(&drive, "2 parts not read");
    drive.keys("A");
    says(
        &drive,
        "2 parts of the reply not read: I shows what they say",
    );
    // A hunk that is left goes before: it is the person's to decide.
    drive.keys("<esc>x");
    says_nothing_of(&drive, "all decided");
}
