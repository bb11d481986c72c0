//! What the screen calls its lines, counts and offers is what they are.

use super::drive::Drive;

const ALL: [(u16, u16); 3] = [(80, 24), (100, 30), (120, 40)];

const SHOP: &str = "class Shop:\n    def price(self):\n        return self.base\n\n    def stock(self):\n        return self.rows\n\n    def clerk(self):\n        return self.name\n";

fn diff(hunks: &str) -> String {
    format!("--- a/shop.py\n+++ b/shop.py\n{hunks}")
}

#[track_caller]
fn on_shop(reply: &str, size: (u16, u16), keys: &str) -> String {
    let mut drive = Drive::on("shop.py", SHOP, reply, size);
    drive.keys(keys);
    drive.text()
}

#[test]
fn hidden_text_of_a_rejected_hunk_is_allowed_before_it_is_accepted() {
    let reply = diff(
        "@@ @@\n         return self.rows\n+        # all\u{202e}\n \n     def clerk(self):\n",
    );
    for size in ALL {
        let mut drive = Drive::on("shop.py", SHOP, &reply, size);
        drive.keys("x");
        let text = drive.text();
        assert!(!text.contains("Enter  accept"), "{text}");
        assert!(!text.contains("Enter accept"), "{text}");
        drive.keys("<enter>");
        let text = drive.text();
        assert!(text.contains("H allows its hidden text first"), "{text}");
        drive.keys("H");
        let text = drive.text();
        assert!(text.contains("Allowed hidden text of hunk 1"), "{text}");
        drive.keys("H");
        let text = drive.text();
        assert!(text.contains("Hidden text is already allowed"), "{text}");
        drive.keys("<enter>");
        let text = drive.text();
        assert!(text.contains("Accepted hunk 1"), "{text}");
    }
    let none = diff("@@ @@\n-        return self.rows\n+        return list(self.rows)\n");
    let text = on_shop(&none, (80, 24), "xH");
    assert!(text.contains("No hidden text here"), "{text}");
}

#[test]
fn hidden_text_that_the_file_has_already_is_not_said_to_be_added() {
    let file = "a = 1\nb = 2 # all\u{202e}\nc = 3\n";
    let reply = "--- a/m.py\n+++ b/m.py\n@@ -1,2 +1,3 @@\n a = 1\n+b = 2 # all\u{202e}\n c = 3\n";
    let drive = Drive::on("m.py", file, reply, (80, 24));
    let text = drive.text();
    assert!(text.contains("already in the file"), "{text}");
    assert!(!text.contains("to allow"), "{text}");
}

/// The file as a whole, without one of its methods.
const WHOLE: &str = "Here is the whole file `shop.py`:\n\n```python\nclass Shop:\n    def price(self):\n        return self.base\n\n    def clerk(self):\n        return self.name\n```\n";

#[test]
fn keys_for_the_rest_of_a_file_say_how_many_hunks_they_take() {
    let rows = |text: &str| {
        let rows = text
            .lines()
            .filter(|row| row.contains("whole file:") || row.contains("parts of"));
        rows.collect::<String>()
    };
    let line = |n: usize| format!("step_{n} = {n}\n");
    let file: String = (0..40).map(line).collect();
    let whole = [1, 20, 38].iter().fold(file.clone(), |whole, n| {
        whole.replace(&line(*n), &format!("step_{n} = 0\n"))
    });
    let reply = format!("m.py\n```python\n{whole}```\n");
    for size in ALL {
        let mut drive = Drive::on("m.py", &file, &reply, size);
        let text = drive.text();
        assert!(rows(&text).contains("a accept all  X reject all"), "{text}");
        drive.keys("x");
        let text = drive.text();
        assert!(
            rows(&text).contains("a accept 2 of 3  X reject 2 of 3"),
            "{text}"
        );
        drive.keys("a");
        assert!(
            drive.text().contains("Accepted 2 hunks"),
            "{}",
            drive.text()
        );
    }
    // None of what has no place can be accepted.
    let lost = "shop.py\n```python\n# ... existing code ...\n\n    def till(self):\n        return self.cash\n\n# ... existing code ...\n\ndef open_at(hour):\n    return hour > 8\n\n# ... existing code ...\n```\n";
    let text = on_shop(lost, (80, 24), "");
    assert!(rows(&text).contains("X reject all"), "{text}");
    assert!(!text.contains("accept all"), "{text}");
}

#[test]
fn what_has_no_place_is_offered_none() {
    let lost = "shop.py\n```python\n# ... existing code ...\n\n    def till(self):\n        return self.cash\n\n# ... existing code ...\n```\n";
    for size in ALL {
        let text = on_shop(lost, size, "");
        assert!(
            text.contains("has no place in this file. Where does it go?"),
            "{text}"
        );
        assert!(text.contains("The model wrote"), "{text}");
        assert!(!text.contains("preview"), "{text}");
        let text = on_shop(lost, size, "1");
        assert!(text.contains("The hunk is incomplete"), "{text}");
    }
}

#[test]
fn lines_are_the_models_only_where_it_wrote_them() {
    // The editor of these tests changes its new line; it has no place all the same.
    let lost = diff(
        "@@ @@\n def till():\n-    return cash_of(drawer)\n+    return self.d[k]\n     close()\n",
    );
    let text = on_shop(&lost, (100, 30), "");
    assert!(text.contains("The model wrote"), "{text}");
    let text = on_shop(&lost, (100, 30), "e");
    assert!(text.contains("The hunk as edited"), "{text}");
    assert!(!text.contains("The model wrote"), "{text}");
}

#[test]
fn a_sentence_above_several_hunks_is_given_to_the_one_that_it_is_about() {
    let two = |words: &str| {
        format!(
            "{words}\n\n```diff\n{}```\n",
            diff(
                "@@ @@\n-return drawer\n+return drawer.cash\n@@ @@\n-open = hours\n+open = days\n"
            )
        )
    };
    let said = |words: &str, keys: &str| on_shop(&two(words), (120, 40), keys);
    let of_first = "The drawer must give its cash.";
    assert!(said(of_first, "").contains("The reply: \u{201c}The drawer"));
    let text = said(of_first, "]");
    assert!(
        text.contains("The reply, above 2 hunks: \u{201c}The drawer"),
        "{text}"
    );
    let text = said("This is what you asked for.", "");
    assert!(
        text.contains("The reply, above 2 hunks: \u{201c}This"),
        "{text}"
    );
    // One hunk has the sentence to itself.
    let one = format!(
        "This is what you asked for.\n\n```diff\n{}```\n",
        diff("@@ @@\n-return drawer\n+return cash\n")
    );
    let text = on_shop(&one, (120, 40), "");
    assert!(text.contains("The reply: \u{201c}This"), "{text}");
}

#[test]
fn a_place_where_only_blank_lines_match_is_not_the_closest() {
    let reply = diff(
        "@@ @@\n def tax_of(amount):\n \n-    quota = LEVIES[amount.sort]\n+    quota = 0\n \n     give(quota)\n",
    );
    let text = on_shop(&reply, (80, 24), "");
    assert!(text.contains("only blank lines match"), "{text}");
    assert!(!text.contains("Closest"), "{text}");
    let like = diff(
        "@@ @@\n def tax_of(amount):\n-    quota = LEVIES[amount.sort]\n+    quota = 0\n         return self.rows\n",
    );
    let text = on_shop(&like, (80, 24), "");
    assert!(text.contains("Closest: line"), "{text}");
}

#[test]
fn why_not_all_can_be_kept_is_said_as_the_question_asks() {
    let file = "a = 1\nb = 2\nc = 3\nd = 4\ne = 5\n";
    let insert = |line: &str| format!("@@ @@\n b = 2\n+{line}\n c = 3\n");
    let replace = "@@ @@\n a = 1\n-b = 2\n-c = 3\n+x = 1\n d = 4\n";
    let reply = |hunks: &str| format!("--- a/m.py\n+++ b/m.py\n{hunks}");
    let two = reply(&(replace.to_string() + &insert("y = 1")));
    let three = reply(&(replace.to_string() + &insert("y = 1") + &insert("z = 1")));
    for (patch, question, why) in [
        (
            two,
            "one replaces line 3, another inserts there",
            "Can't keep both: one inserts where the other replaces",
        ),
        (
            three,
            "one replaces line 3, another inserts there",
            "Can't keep all: one inserts where another replaces",
        ),
    ] {
        let mut drive = Drive::on("m.py", file, &patch, (140, 40));
        let text = drive.text();
        assert!(text.contains(question), "{text}");
        drive.keys("b");
        assert!(drive.text().contains(why), "{}", drive.text());
    }
}

#[test]
fn the_footer_shortens_what_undo_takes_back_to_what_is_true() {
    let shelves: String = (0..14)
        .map(|n| format!("class Shelf{n}:\n    open = True\n\n"))
        .collect();
    let reply = "--- a/m.py\n+++ b/m.py\n@@ @@\n-    open = True\n+    open = False\n";
    let mut drive = Drive::on("m.py", &shelves, reply, (120, 40));
    drive.keys("++");
    let text = drive.text();
    assert!(text.contains("undo: accept hunk 1  "), "{text}");
    assert!(!text.contains("at 14  "), "{text}");
    // Of three hunks two are not named alone.
    let file = "a = 1\nb = 2\n";
    let hunk = |n: usize| format!("@@ @@\n-a = 1\n+a = {n}\n");
    let reply = format!("--- a/m.py\n+++ b/m.py\n{}{}{}", hunk(2), hunk(3), hunk(4));
    let mut drive = Drive::on("m.py", file, &reply, (120, 40));
    drive.keys("0<enter>");
    let text = drive.text();
    assert!(text.contains("undo: reject "), "{text}");
    assert!(!text.contains("undo: reject hunks 1  "), "{text}");
}

#[test]
fn before_a_write_it_is_always_said_what_undoes_it() {
    let reply = diff("@@ @@\n-        return self.rows\n+        return list(self.rows)\n");
    for size in [(60, 20), (80, 24), (100, 30), (120, 40), (200, 50)] {
        let text = on_shop(&reply, size, "<enter>A");
        assert!(text.contains("Backup in memory, U undoes"), "{text}");
    }
}

#[test]
fn lines_that_another_hunk_removes_are_counted_where_they_are_not_shown() {
    let body: String = (0..30)
        .map(|n| format!("        step_{n} = {n}\n"))
        .collect();
    let file = format!("class Plan:\n    def run(self):\n{body}");
    let reply = "--- a/m.py\n+++ b/m.py\n@@ @@\n-        step_2 = 2\n+        step_2 = 20\n@@ @@\n-        step_25 = 25\n+        step_25 = 250\n";
    let mut drive = Drive::on("m.py", &file, reply, (80, 24));
    drive.keys("]");
    let text = drive.text();
    assert!(text.contains(", +1 -1"), "{text}");
    let alone = reply.replacen("@@ @@\n-        step_2 = 2\n+        step_2 = 20\n", "", 1);
    let drive = Drive::on("m.py", &file, &alone, (80, 24));
    let text = drive.text();
    assert!(
        text.contains("lines") && !text.contains("removed"),
        "{text}"
    );
}

#[test]
fn a_whole_file_that_is_compared_is_not_called_what_the_model_wrote() {
    let file = SHOP.replace("return self.rows", "return list(self.rows)");
    let mut drive = Drive::on("shop.py", SHOP, WHOLE, (100, 30));
    let path = hunkwise::text::RelPath::new("shop.py").unwrap();
    drive.world.write(&path, file.into_bytes());
    drive.take_in(hunkwise::ui::msg::Msg::Touched(vec![path]));
    drive.keys("R");
    let text = drive.text();
    assert!(
        text.contains("What the model's file changes here"),
        "{text}"
    );
    assert!(!text.contains("The model wrote"), "{text}");
}

#[test]
fn a_rejected_hunk_is_listed_by_what_it_would_change() {
    let two = format!("{SHOP}\n{}", SHOP.replace("Shop", "Mall"));
    let tie = diff(
        "@@ @@\n     def stock(self):\n-        return self.rows\n+        return list(self.rows)\n",
    );
    for size in [(100, 30), (120, 40), (200, 50)] {
        let mut drive = Drive::on("shop.py", &two, &tie, size);
        drive.keys("x");
        let text = drive.text();
        assert!(text.contains("x 1 return self.rows"), "{text}");
    }
    let only = "Here is the whole file `shop.py`:\n\n```python\nclass Shop:\n    def price(self):\n        return self.base\n\n    def clerk(self):\n        return self.name\n```\n";
    let text = on_shop(only, (120, 40), "x");
    assert!(text.contains("x 1 Shop.stock"), "{text}");
    // A reason that was given says more.
    let mut drive = Drive::on("shop.py", &two, &tie, (120, 40));
    drive.keys("cno<enter>x");
    let text = drive.text();
    assert!(text.contains("x 1 rejected: no"), "{text}");
}

#[test]
fn places_that_fit_equally_well_have_no_best_one_after_a_choice_either() {
    let two = format!("{SHOP}\n{}", SHOP.replace("Shop", "Mall"));
    let tie = diff(
        "@@ @@\n     def stock(self):\n-        return self.rows\n+        return list(self.rows)\n",
    );
    let mut drive = Drive::on("shop.py", &two, &tie, (120, 40));
    drive.keys("2<enter>1");
    let text = drive.text();
    assert!(text.contains("places, from the top"), "{text}");
    assert!(!text.contains("best first"), "{text}");
}

#[test]
fn a_hunk_on_the_lines_of_another_has_no_only_place() {
    let first = "@@ @@\n     def stock(self):\n+        self.count()\n         return self.rows\n";
    let second = "@@ @@\n     def stock(self):\n-        self.count()\n+        self.count(1)\n         return self.rows\n";
    let text = on_shop(&diff(&format!("{first}{second}")), (120, 40), "]");
    assert!(text.contains("on the lines of hunk 1"), "{text}");
    assert!(!text.contains("only place"), "{text}");
    let text = on_shop(&diff(first), (120, 40), "");
    assert!(text.contains("only place"), "{text}");
}

#[test]
fn lines_that_are_written_back_as_they_are_are_not_asked_about() {
    let reply = diff(
        "@@ @@\n     def stock(self, all):\n-        return self.rows  # see above\n+        return self.rows\n",
    );
    for keys in ["1<enter>", "m<enter>"] {
        let mut drive = Drive::on("shop.py", SHOP, &reply, (120, 40));
        let text = drive.text();
        assert!(text.contains("a removed line is not found"), "{text}");
        assert!(text.contains("Changes nothing here"), "{text}");
        drive.keys(keys);
        let text = drive.text();
        assert!(!text.contains("REPLACE?"), "{keys}: {text}");
        assert!(text.contains("= 1 already in the file"), "{keys}: {text}");
    }
    // Of two lines that differ only the one that becomes another is asked about.
    let reply = diff(
        "@@ @@\n     def stock(self, all):\n-        return self.rows  # see above\n-\n-    def clerk(self):  # old\n+        return self.rows\n+\n+    def paid(self):\n",
    );
    let mut drive = Drive::on("shop.py", SHOP, &reply, (120, 40));
    drive.keys("1<enter>");
    let text = drive.text();
    assert!(text.contains("Line 8 doesn't match hunk 1"), "{text}");
}

#[test]
fn lines_that_somebody_changed_and_that_stay_are_named_before_a_write_and_after() {
    let file = SHOP.replace("return self.name", "return self.name  # mine");
    let path = hunkwise::text::RelPath::new("shop.py").unwrap();
    let written = |reply: &str| {
        let mut drive = Drive::on("shop.py", SHOP, reply, (120, 40));
        drive.world.write(&path, file.clone().into_bytes());
        drive.take_in(hunkwise::ui::msg::Msg::Touched(vec![path.clone()]));
        drive.keys("RYA");
        let before = drive.text();
        drive.keys("<enter>");
        (before, drive.text())
    };
    let given = SHOP.replace("return self.base", "return self.base or 0");
    let (before, after) = written(&format!("Here is `shop.py`:\n\n```python\n{given}```\n"));
    assert!(
        before.contains("Your changes stay: shop.py, line 9; the reply lacks them"),
        "{before}"
    );
    assert!(after.contains("Your changes stayed: shop.py;"), "{after}");
    // A diff says nothing of other lines.
    let (before, after) = written(&diff(
        "@@ @@\n-        return self.base\n+        return self.base or 0\n",
    ));
    assert!(after.contains("Wrote 1 file"), "{after}");
    assert!(!before.contains("Your changes") && !after.contains("Your changes"));
}

#[test]
fn what_changes_is_not_cut_where_a_replacement_is_asked_about() {
    let long = "        return self.rows.where(kind=kind, shelf=shelf, floor=floor)\n";
    let file = SHOP.replace("        return self.rows\n", long);
    let old = long.replace("floor=floor", "hall=floor");
    let new = long.replace("floor=floor", "floor=floor or GROUND");
    let reply = diff(&format!("@@ @@\n     def stock(self):\n-{old}+{new}"));
    for size in [(120, 40), (140, 40), (200, 50)] {
        let mut drive = Drive::on("shop.py", &file, &reply, size);
        drive.keys("1<enter>");
        let text = drive.text();
        assert!(text.contains("REPLACE?"), "{text}");
        // Both answers show it.
        let n_shown = text.matches("floor=floor or GROUND").count();
        assert!(n_shown >= 2, "{size:?}: {text}");
    }
}

#[test]
fn a_place_without_a_like_line_marks_all_lines_of_the_hunk() {
    let reply = diff(
        "@@ -5,3 +5,3 @@\n     async def open(self, door):\n-        await door.unlock()\n+        await door.swing()\n         log.info(door)\n",
    );
    let mut drive = Drive::on("shop.py", SHOP, &reply, (120, 40));
    let marked = |text: &str| {
        let quoted = ["async def open", "door.unlock", "log.info"];
        quoted.iter().all(|line| {
            let mut rows = text.lines().filter(|row| row.contains(line));
            rows.any(|row| row.contains('\u{2260}'))
        })
    };
    let n_places = drive.model.places().len();
    assert!(n_places > 1);
    for place in 1..=n_places {
        drive.keys(&place.to_string());
        assert!(marked(&drive.text()), "{place}: {}", drive.text());
    }
}

#[test]
fn places_that_differ_in_blanks_are_never_said_to_match_nowhere() {
    let lines = |indent: &str| {
        format!(
            "{indent}for item in self.items:\n{indent}    total += item.price\n{indent}log(total)\n"
        )
    };
    let one = |name: &str| {
        format!(
            "class {name}:\n    def a_method_with_a_long_name(self):\n{}\n",
            lines("        ")
        )
    };
    let file = one("AFirstOfAllClasses") + &one("ASecondOfAllClasses");
    let hunk = lines("\t").replace("\tlog(total)", "\tlog(total)\n+\tsend(total)");
    let hunk = hunk.replace("\n\t", "\n \t");
    let reply = format!("--- a/m.py\n+++ b/m.py\n@@ @@\n {hunk}");
    for size in [(60, 24), (80, 24), (100, 30), (120, 40)] {
        let mut drive = Drive::on("m.py", &file, &reply, size);
        drive.keys("1");
        let text = drive.text();
        let rows = text.lines().filter(|row| row.contains("0 of 3"));
        for row in rows {
            assert!(row.contains("whitespace"), "{size:?} {row}\n{text}");
        }
        assert!(text.contains("whitespace"), "{text}");
    }
}
