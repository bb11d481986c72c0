//! What is cut off a pane, and of a footer: what is not seen is told, and what matters most is seen.

use super::drive::Drive;

/// Two functions alike, and a hunk with many new lines that fits both.
fn long_tie() -> (String, String) {
    let one = |name: &str| format!("def {name}(rows):\n    total = 0\n    return total\n\n\n");
    let added: String = (0..20).map(|n| format!("+    step_{n}()\n")).collect();
    let reply =
        format!("--- a/m.py\n+++ b/m.py\n@@ @@\n     total = 0\n{added}     return total\n");
    (["first", "second"].map(one).concat(), reply)
}

/// Two hunks with many new lines each that change the same one.
fn long_overlap() -> (String, String) {
    let added = |name: &str| -> String { (0..20).map(|n| format!("+{name}_{n}()\n")).collect() };
    let hunk = |name: &str| {
        format!(
            "@@ @@\n def only():\n-    return 1\n{}\n",
            added(name).trim_end()
        )
    };
    let reply = format!("--- a/m.py\n+++ b/m.py\n{}{}", hunk("one"), hunk("two"));
    ("def only():\n    return 1\n".to_string(), reply)
}

/// Returns how many lines a row says there are more.
fn more(row: &str) -> Option<usize> {
    let words = row.split_once("\u{2026} ")?.1;
    words.split_once(" more line")?.0.parse().ok()
}

/// Adds the rows with `word` to those that are told and not shown, up to the first row that tells some.
fn n_seen_and_told(text: &str, word: &str) -> usize {
    let rows: Vec<&str> = text.lines().skip_while(|row| !row.contains(word)).collect();
    let told = rows.iter().position(|row| more(row).is_some());
    let told = told.unwrap_or_else(|| panic!("nothing tells what is below\n{text}"));
    let seen = rows[..told].iter().filter(|row| row.contains(word));
    seen.count() + more(rows[told]).unwrap()
}

#[test]
fn a_pane_that_ends_amid_its_change_tells_how_many_lines_are_below() {
    for size in [(80, 24), (100, 30)] {
        let (file, reply) = long_tie();
        let mut drive = Drive::on("m.py", &file, &reply, size);
        assert_eq!(
            n_seen_and_told(&drive.text(), "step_"),
            20,
            "{}",
            drive.text()
        );
        for n in 0..25 {
            drive.press("j");
            let text = drive.text();
            let under = drive.model.view.cursor - drive.model.view.top;
            let height = drive.model.diff_height();
            assert!(
                under + 1 < height || !text.contains("more line"),
                "the cursor is not covered after {n} keys\n{text}"
            );
        }
        let text = drive.text();
        assert!(text.contains("step_19"), "{text}");
        assert!(!text.contains("more line"), "{text}");
    }
    let (file, reply) = long_overlap();
    let mut drive = Drive::on("m.py", &file, &reply, (80, 24));
    let text = drive.text();
    let (one, other) = text.split_once(" 2  hunk 2").unwrap();
    for (pane, name) in [(one, "one_"), (other, "two_")] {
        let total = n_seen_and_told(pane, name);
        let above = more_above(pane);
        assert_eq!(total + above, 20, "{name}\n{text}");
    }
    for _ in 0..25 {
        drive.press("j");
    }
    let text = drive.text();
    assert!(
        text.contains("two_19") && !text.contains("more line"),
        "{text}"
    );
}

/// Returns how many new lines the heading of a pane says are above, the removed one not counted.
fn more_above(pane: &str) -> usize {
    let said = pane.lines().find_map(|row| {
        let words = row.split_once(" more above")?.0;
        words.rsplit(' ').next()?.parse::<usize>().ok()
    });
    said.map_or(0, |n| n - 1)
}

#[test]
fn the_first_key_after_a_write_is_the_one_that_leaves() {
    let reply = "--- a/m.py\n+++ b/m.py\n@@ @@\n-a = 1\n+a = 2\n";
    for size in [(80, 24), (120, 40)] {
        let mut drive = Drive::on("m.py", "a = 1\n", reply, size);
        drive.keys("<enter>A<enter>");
        for keys in ["", "<esc>"] {
            drive.keys(keys);
            let text = drive.text();
            let footer = text.lines().last().unwrap();
            assert!(footer.starts_with(" q  quit  U undo"), "{footer}\n{text}");
            assert_eq!(footer.matches("quit").count(), 1, "{footer}");
        }
    }
}

#[test]
fn hunks_that_are_rejected_together_do_not_blame_each_other() {
    for size in [(80, 24), (120, 40)] {
        let mut drive = Drive::demo("dark", size);
        drive.keys("<tab>0<enter>");
        let go_to = |drive: &mut Drive, number: usize| {
            let id = drive.model.session.patch().hunk_ids().nth(number - 1);
            drive.model.go_to(id.unwrap());
        };
        for number in [2, 3] {
            go_to(&mut drive, number);
            let text = drive.text();
            let title = text.lines().nth(1).unwrap();
            assert!(title.contains("  rejected"), "{text}");
            assert!(!text.contains("rejected: conflicts with"), "{text}");
        }
        // One that is kept is still the reason.
        drive.keys("u1<enter>");
        go_to(&mut drive, 3);
        let text = drive.text();
        assert!(text.contains("rejected: conflicts with hunk 2"), "{text}");
    }
}

#[test]
fn what_undo_takes_back_is_set_off_from_the_key_that_does_it_anew() {
    let mut drive = Drive::on(
        "m.py",
        "a = 1\n",
        "--- a/n.py\n+++ b/n.py\n@@ @@\n-a = 1\n+a = 2\n",
        (120, 40),
    );
    drive.keys("T<enter>");
    let text = drive.text();
    let footer = text.lines().last().unwrap();
    assert!(footer.contains("u undo: choose file"), "{text}");
    drive.keys("<enter>");
    let text = drive.text();
    assert!(
        text.lines()
            .last()
            .unwrap()
            .contains("u undo: accept hunk 1"),
        "{text}"
    );
}

#[test]
fn a_place_at_an_end_of_the_file_names_all_lines_that_it_covers() {
    let file = "import os\n\ndef one(a):\n    b = a + 1\n    return c\n";
    let reply = "--- a/m.py\n+++ b/m.py\n@@ @@\n zzzz = qqqq(xxxx)\n wwww = vvvv\n-uuuu = tttt[ssss]\n-rrrr = pppp\n+other()\n";
    for size in [(80, 24), (120, 40)] {
        let mut drive = Drive::on("m.py", file, reply, size);
        let text = drive.text();
        let row = text
            .lines()
            .find(|row| row.contains("start of the file"))
            .unwrap();
        assert!(row.contains("lines 1-4"), "{text}");
        drive.keys("1");
        let text = drive.text();
        assert!(text.contains("1  lines 1-4  start of the file"), "{text}");
        assert!(
            text.contains("Removes lines 3-4, which don't match"),
            "{text}"
        );
    }
}

#[test]
fn a_no_match_offers_the_exact_hunks_even_where_there_is_little_room() {
    let mut drive = Drive::demo("dark", (80, 24));
    drive.keys("]]]]]]");
    let text = drive.text();
    assert!(text.contains("Hunk 7 fits no place"), "{text}");
    let footer = text.lines().last().unwrap();
    assert!(footer.contains("Y accept 4 exact"), "{text}");
    drive.keys("Y]]]]]]");
    let text = drive.text();
    assert!(
        text.lines().last().unwrap().contains("Tab next problem"),
        "{text}"
    );
}

#[test]
fn an_order_that_cannot_be_had_is_refused_with_the_one_reason_that_holds() {
    let hunk = |lines: &str| format!("@@ @@\n a = 1\n{lines} b = 2\n");
    let reply =
        |one: &str, two: &str| format!("--- a/m.py\n+++ b/m.py\n{}{}", hunk(one), hunk(two));
    let file = "a = 1\nb = 2\nc = 3\nd = 4\n";
    // The second inserts where the first replaces several lines.
    let whole = "--- a/m.py\n+++ b/m.py\n@@ @@\n-a = 1\n-b = 2\n-c = 3\n+x = 1\n@@ @@\n a = 1\n-b = 2\n-c = 3\n-d = 4\n+y = 1\n";
    let mut drive = Drive::on("m.py", file, whole, (80, 24));
    drive.keys("B");
    assert!(
        drive
            .text()
            .contains("Can't keep both: one replaces lines that the other changes"),
        "{}",
        drive.text()
    );
    drive.keys("b");
    assert!(
        drive
            .text()
            .contains("Can't keep both: one replaces lines that the other changes"),
        "{}",
        drive.text()
    );
    // Two that insert the same line twice over have one result.
    let mut drive = Drive::on("m.py", file, &reply("+x = 1\n", "+x = 1\n"), (80, 24));
    drive.keys("B");
    let text = drive.text();
    assert!(!text.contains("or is impossible"), "{text}");
}

#[test]
fn the_first_key_on_a_rejected_hunk_goes_on() {
    let hunk = |n: usize| format!("@@ @@\n-a{n} = 1\n+a{n} = 2\n");
    let reply = format!("--- a/m.py\n+++ b/m.py\n{}{}", hunk(1), hunk(2));
    let file = "a1 = 1\nb = 1\nc = 1\na2 = 1\n";
    for size in [(80, 24), (120, 40)] {
        let mut drive = Drive::on("m.py", file, &reply, size);
        drive.keys("x[");
        let text = drive.text();
        assert!(text.contains("  rejected"), "{text}");
        let footer = text.lines().last().unwrap();
        assert!(
            footer.starts_with(" Tab  next undecided  Enter accept"),
            "{text}"
        );
        // Where nothing is left, and nothing to write, that is leaving.
        drive.keys("]x");
        let text = drive.text();
        let footer = text.lines().last().unwrap();
        assert!(footer.starts_with(" q  quit  Enter accept"), "{text}");
    }
}

#[test]
fn a_page_has_one_key_to_leave_it_and_none_to_quit() {
    use hunkwise::ui::theme::Role;
    for keys in ["i", "I", "11L", "11Ad"] {
        let mut drive = Drive::demo("dark", (80, 24));
        drive.keys(keys);
        let answer = drive.model.theme.style(Role::Answer).bg;
        let buffer = drive.buffer();
        let last = buffer.area.height - 1;
        let lit = (0..80).filter(|x| Some(buffer[(*x, last)].bg) == answer);
        let text = drive.text();
        // `Esc` with a blank on either side.
        assert_eq!(lit.count(), 5, "{keys}\n{text}");
        let footer = text.lines().last().unwrap();
        assert!(footer.starts_with(" Esc  back"), "{keys}\n{text}");
        assert!(!footer.contains(" q "), "{keys}\n{text}");
    }
}

#[test]
fn a_variable_does_not_name_a_place() {
    let c = "struct ring *ring_new(int size)\n{\n\treturn make(size);\n}\n\nint main(void)\n{\n\tstruct ring *ring = ring_new(4);\n\treturn 0;\n}\n\nint other(void)\n{\n\tstruct ring *ring = ring_new(4);\n\treturn 0;\n}\n";
    let reply = "--- a/m.c\n+++ b/m.c\n@@ @@\n-\tstruct ring *ring = ring_new(4);\n+\tstruct ring *ring = ring_new(8);\n";
    let drive = Drive::on("m.c", c, reply, (80, 24));
    let text = drive.text();
    assert!(
        text.contains("Place 1 is in main, place 2 in other."),
        "{text}"
    );
}

/// A class with a method of `n` steps, and a hunk that changes the line below them and sets `cap` otherwise than the class.
fn far_context(n: usize, classes: &[&str]) -> (String, String) {
    let steps = |sign: &str| -> String {
        let step = |i| format!("{sign}        step_{i} = rows[{i}]\n");
        (0..n).map(step).collect()
    };
    let head = "    def run(self, rows):\n        first = rows[0]\n";
    let class = |name: &&str| {
        let steps = steps("");
        format!(
            "class {name}:\n    n = 1\n\n{head}        cap = self.n + 7\n{steps}        total = sum(rows)\n        return total\n\n"
        )
    };
    let head = head.replace("    def", "     def").replace("\n  ", "\n   ");
    let reply = format!(
        "--- a/m.py\n+++ b/m.py\n@@ @@\n{head}         cap = self.n + 9\n{}-        total = sum(rows)\n+        total = sum(rows) + cap\n         return total\n",
        steps(" ")
    );
    (classes.iter().map(class).collect(), reply)
}

#[test]
fn a_line_that_differs_is_never_folded_away() {
    let sizes = [(80, 24), (100, 30), (120, 40), (200, 50)];
    for (size, n) in sizes
        .into_iter()
        .flat_map(|size| [4, 12, 16, 40].map(|n| (size, n)))
    {
        for classes in [&["Cart"][..], &["Cart", "Wish"]] {
            let (file, reply) = far_context(n, classes);
            let mut drive = Drive::on("m.py", &file, &reply, size);
            for keys in ["", "t", "tp"] {
                drive.keys(keys);
                let text = drive.text();
                let differing = text.lines().filter(|row| row.contains("cap = self.n + 7"));
                let differing: Vec<&str> = differing.collect();
                assert!(!differing.is_empty(), "{size:?} {n} {keys}\n{text}");
                let is_marked = |row: &&str| row.contains('\u{2260}');
                // On a tall screen the same line of the other class may be below.
                assert!(
                    differing.iter().any(is_marked),
                    "{size:?} {n} {keys}\n{text}"
                );
                assert!(
                    text.contains("total = sum(rows) +"),
                    "{size:?} {n} {keys}\n{text}"
                );
            }
        }
    }
}

#[test]
fn a_list_of_places_gives_way_to_a_change_that_needs_its_rows() {
    let class = |n| {
        format!(
            "class Editor{n}:\n    def paint(self, rows):\n        total = 0\n        return total\n\n\n"
        )
    };
    let file: String = (0..27).map(class).collect();
    let added: String = (0..7).map(|n| format!("+        step_{n}()\n")).collect();
    let reply = format!(
        "--- a/m.py\n+++ b/m.py\n@@ @@\n         total = 0\n{added}         return total\n"
    );
    let mut drive = Drive::on("m.py", &file, &reply, (80, 24));
    for keys in ["1", "9", "."] {
        drive.keys(keys);
        let text = drive.text();
        assert!(text.contains("step_0") && text.contains("step_6"), "{text}");
        assert!(!text.contains("more line"), "{text}");
        let listed = text.lines().filter(|row| row.contains(".paint  exact"));
        assert!((3..6).contains(&listed.count()), "{text}");
        let shown = drive.model.shown_place().unwrap() + 1;
        assert!(
            text.contains(&format!("\n {shown:>2} line"))
                || text.contains(&format!("\n {shown} line")),
            "{text}"
        );
    }
}
