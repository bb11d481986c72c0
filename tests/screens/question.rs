//! What the screen asks of a person: in words, above all else, and answered by the first key.

use hunkwise::matcher::Never;
use hunkwise::session::{Options, Session};
use hunkwise::ui::World as _;
use hunkwise::ui::theme::{Role, Theme};

use super::drive::{Drive, flat, says, says_nothing_of};

const SIZES: [(u16, u16); 4] = [(80, 24), (100, 30), (120, 40), (200, 50)];

/// Returns what is said above the panes of the hunk under review, on however many rows.
fn question(drive: &Drive) -> String {
    let flat = flat(drive);
    let said = ["Hunk ", "Hunks "]
        .iter()
        .filter_map(|name| flat.find(name));
    let said = flat[said.min().unwrap_or(0)..].to_string();
    said.split(" \u{2500}")
        .next()
        .unwrap_or_default()
        .to_string()
}

/// Returns the first key of the footer with its words.
fn first_key(drive: &Drive) -> String {
    let text = drive.text();
    let row = text.lines().last().unwrap_or_default();
    row.trim().split("  ").take(2).collect::<Vec<_>>().join(" ")
}

#[test]
fn whatever_needs_a_person_asks_a_question() {
    let wrong = "--- a/lib/nothing.rs\n+++ b/lib/nothing.rs\n@@ @@\n-a\n+b\n";
    for size in SIZES {
        for mut drive in [
            Drive::demo("dark", size),
            Drive::new(size),
            Drive::on("src/app.py", "x = 1\n", wrong, size),
        ] {
            let ids: Vec<_> = drive.model.needing_you().collect();
            assert!(!ids.is_empty());
            for id in ids {
                drive.model.go_to(id);
                let asked = question(&drive);
                assert!(asked.contains('?'), "{size:?}\n{}", drive.text());
            }
        }
    }
}

fn deletion(shown: &str) -> String {
    format!("Delete it:\n\n```diff\n--- a/old.py\n+++ /dev/null\n@@ -1,3 +0,0 @@\n{shown}```\n")
}

#[test]
fn a_deletion_is_answered_as_one() {
    let file = "import os\n\nprint(os.name)\nprint(1)\nprint(2)\n";
    for (shown, hidden) in [
        ("-import os\n-\n-print(os.name)\n-print(1)\n", "line 5"),
        ("-import os\n-\n-print(os.name)\n", "lines 4-5"),
        ("-print(os.name)\n-print(1)\n-print(2)\n", "lines 1-2"),
    ] {
        for size in SIZES {
            let mut drive = Drive::on("old.py", file, &deletion(shown), size);
            says(
                &drive,
                &format!("It deletes the file, and does not show {hidden}."),
            );
            says(&drive, "Delete the file?");
            assert_eq!(first_key(&drive), "1 delete the file (asks)", "{size:?}");
            says_nothing_of(&drive, "Fit over the file");
            if size.0 >= 100 {
                says(&drive, "1 delete the file");
                assert!(!drive.text().contains("! 1 needs review"), "{size:?}");
            }
            drive.keys("<enter>");
            says(&drive, "1, then Enter deletes the file");
            drive.keys("1");
            says(&drive, "Enter deletes the file");
            assert_eq!(first_key(&drive), "Enter delete the file", "{size:?}");
        }
    }
}

/// Returns a file of many functions, and the reply that gives it whole without the line of one.
fn whole() -> (String, String) {
    let def = |name: &str, more: &str| {
        format!("def {name}(request):\n    data = load(request)\n{more}    return data\n\n\n")
    };
    let check = "    if not data.get(\"id\"):\n        return error(\"no id in the order\")\n";
    let file = |more: &str, value: &str| {
        let head = format!("LIMIT = {value}\n\n\n");
        [
            head,
            def("load_order", ""),
            def("send_order", more),
            def("count_orders", ""),
        ]
        .concat()
    };
    let old = file(check, "1");
    let reply = format!(
        "The whole file `shop.py`:\n\n```python\n{}```\n",
        file("", "2")
    );
    (old, reply)
}

#[test]
fn that_a_hunk_of_all_needs_a_look_is_never_left_out() {
    let (file, reply) = whole();
    for size in [
        (60, 15),
        (70, 24),
        (80, 24),
        (90, 24),
        (100, 30),
        (110, 30),
        (120, 40),
        (200, 50),
    ] {
        let drive = Drive::on("shop.py", &file, &reply, size);
        says(&drive, "(1 to review)");
    }
}

#[test]
fn quoted_code_is_not_parted() {
    let (file, reply) = whole();
    for size in SIZES {
        let drive = Drive::on("shop.py", &file, &reply, size);
        let code = "`return error(\"no id in the order\")`";
        assert!(drive.text().contains(code), "{size:?}\n{}", drive.text());
    }
}

#[test]
fn how_long_each_dropped_definition_is_stays_beside_it() {
    let def = |name: &str| {
        format!(
            "def {name}(rows):\n    out = []\n    for row in rows:\n        out.append(row.{name})\n    return out\n\n\n"
        )
    };
    let file = ["load", "store_all_orders", "check_all_prices", "merge"]
        .map(def)
        .concat();
    let kept = [def("load"), def("merge")].concat();
    let reply = format!("Here is the complete file `jobs.py`:\n\n```python\n{kept}```\n");
    for width in 80..130 {
        let drive = Drive::on("jobs.py", &file, &reply, (width, 30));
        let text = drive.text();
        let parted = text.matches("(7").count() != text.matches("(7 lines)").count();
        assert!(text.contains("(7 lines)") && !parted, "{text}");
    }
}

#[test]
fn hidden_text_is_asked_about_where_its_key_is_the_answer() {
    for size in SIZES {
        let mut drive = Drive::demo("dark", size);
        drive.keys("<tab><tab>");
        says(&drive, "Hunk 5 adds hidden text. Allow it?");
        drive.keys("m");
        says(&drive, "Hunk 5 adds hidden text. Allow it?");
        assert!(first_key(&drive).starts_with("H allow"), "{}", drive.text());
        says_nothing_of(&drive, "Where does hunk 5 go?");
        drive.keys("H");
        says(&drive, "Where does hunk 5 go?");
        assert!(first_key(&drive).starts_with("Enter"), "{}", drive.text());
    }
}

/// Of a hunk that fits several places, which one is meant is asked first.
#[test]
fn a_place_is_asked_for_before_its_hidden_text() {
    let file = "def a():\n    x = 1\n    return x\n\n\ndef b():\n    x = 1\n    return x\n";
    let reply =
        "--- a/f.py\n+++ b/f.py\n@@ @@\n-    x = 1\n+    x = \"a\u{200b}b\"\n     return x\n";
    for size in SIZES {
        let mut drive = Drive::on("f.py", file, reply, size);
        says(
            &drive,
            "Hunk 1 fits 2 places equally well. Which one is meant?",
        );
        assert!(first_key(&drive).starts_with('1'), "{}", drive.text());
        drive.keys("2");
        says(&drive, "Hunk 1 adds hidden text. Allow it?");
        assert!(first_key(&drive).starts_with('H'), "{}", drive.text());
        drive.keys("H");
        assert!(first_key(&drive).starts_with("Enter"), "{}", drive.text());
    }
}

#[test]
fn a_closest_file_that_has_the_change_already_is_said_to() {
    let reply = "--- a/src/utils/string.py\n+++ b/src/utils/string.py\n@@ -1,2 +1,2 @@\n def shout(s):\n-    return s.upper()\n+    return s.upper() + \"!\"\n";
    let closest = |content: &str| {
        let mut drive = Drive::on("src/util/strings.py", content, reply, (200, 50));
        let mut session = Session::open(reply.as_bytes(), Options::default());
        drive.world.supply(&mut session);
        session.look_for_holders(|path| drive.world.snapshot(path), &Never);
        drive.review(session);
        question(&drive)
    };
    let made = closest("import re\n\ndef shout(s):\n    return s.upper() + \"!\"\n");
    assert!(
        made.contains("Closest: src/util/strings.py, which has the change already. Which file"),
        "{made}"
    );
    for other in [
        "def shout(s):\n    return s.upper()\n",
        "def shout(s):\n\n    return s.upper() + \"!\"\n",
        "def low(s):\n    return s.lower()\n",
    ] {
        let said = closest(other);
        assert!(
            said.contains("Closest: src/util/strings.py. Which file"),
            "{said}"
        );
    }
}

#[test]
fn a_definition_that_the_file_lacks_is_named() {
    let file = "def area(w, h):\n    return w * h\n\n\ndef vol(w, h, d):\n    return w*h*d\n\n\ndef edge(w):\n    return w\n";
    let reply = "--- a/calc.py\n+++ b/calc.py\n@@ -5,3 +5,3 @@\n def volume(w, h, d):\n-    return w * h * d\n+    return area(w, h) * d\n \n";
    let drive = Drive::on("calc.py", file, reply, (120, 40));
    says(
        &drive,
        "At line 6, `def volume(w, h, d):` is not in the file.",
    );
}

/// Returns the colours of the letters in the row above the keys.
fn status_colours(drive: &Drive) -> Vec<ratatui::style::Color> {
    let buffer = drive.buffer();
    let y = buffer.area.height - 2;
    let cells = (0..buffer.area.width).map(|x| &buffer[(x, y)]);
    let letters = cells.filter(|cell| !cell.symbol().trim().is_empty());
    letters.map(|cell| cell.fg).collect()
}

#[test]
fn what_is_refused_has_not_the_colour_of_the_question() {
    for theme in ["dark", "light", "colour-blind", "high-contrast"] {
        let amber = Theme::named(theme).unwrap().over(Role::Problem).fg.unwrap();
        for keys in ["<enter>", "C", "<tab><tab><enter>", "o9", "Ys"] {
            let mut drive = Drive::demo(theme, (120, 40));
            drive.keys(keys);
            let colours = status_colours(&drive);
            assert!(
                !colours.is_empty() && !colours.contains(&amber),
                "{theme} {keys}"
            );
        }
    }
}

#[test]
fn the_row_of_the_cursor_is_seen_among_changed_ones() {
    for theme in ["dark", "light", "colour-blind", "high-contrast"] {
        for (role, keys) in [(Role::Delete, ""), (Role::Insert, "j")] {
            let mut drive = Drive::demo(theme, (120, 40));
            drive.keys("Y").keys(keys);
            let tint = drive.model.theme.over(role).bg.unwrap();
            let mixed = drive.model.theme.mixed(tint, Role::Cursor);
            let buffer = drive.buffer();
            let has = |y: u16, bg| (40..120).filter(|x| buffer[(*x, y)].bg == bg).count();
            let rows = (2..30).filter(|y| has(*y, mixed) > 20).count();
            let text = drive.text();
            assert_eq!(rows, 1, "{theme} {keys}\n{text}");
            assert_ne!(mixed, tint);
        }
    }
}

#[test]
fn a_popup_covers_no_word_in_part() {
    for keys in ["i", "T", ":", "?", "I"] {
        let mut drive = Drive::demo("dark", (200, 50));
        drive.keys(keys);
        let text = drive.text();
        let corners = ['\u{2510}', '\u{2518}'];
        let rows: Vec<&str> = text.lines().filter(|row| row.contains(corners)).collect();
        assert!(!rows.is_empty(), "{keys}\n{text}");
        for row in rows {
            assert_eq!(row.chars().count(), 200, "{keys}\n{text}");
            assert!(row.contains('\u{251c}'), "{keys}\n{text}");
        }
    }
}

#[test]
fn the_box_of_a_comment_shares_the_border_of_the_list() {
    for size in [(100, 30), (120, 40), (200, 50)] {
        let mut drive = Drive::demo("dark", size);
        drive.keys("c");
        let text = drive.text();
        assert!(
            !text.contains("\u{2502}\u{2502}") && !text.contains("\u{2502}\u{250c}"),
            "{text}"
        );
        says(&drive, "\u{251c} Comment to the model");
    }
}

#[test]
fn leaving_is_named_at_the_right_end_of_every_screen() {
    for size in SIZES {
        for (keys, end) in [
            ("", "q quit"),
            ("<tab>", "q quit"),
            ("m", "q quit"),
            ("YA", "q quit"),
        ] {
            let mut drive = Drive::demo("dark", size);
            drive.keys(keys);
            let text = drive.text();
            let rows: Vec<&str> = text.lines().rev().take(2).collect();
            assert!(
                rows.iter().any(|row| row.ends_with(end)),
                "{size:?} {keys}\n{text}"
            );
        }
    }
}

#[test]
fn what_q_says_it_does() {
    let mut drive = Drive::demo("dark", (120, 40));
    drive.keys("iq");
    assert!(drive.ending.is_none(), "{}", drive.text());
    drive.keys("mq");
    assert!(drive.ending.is_some(), "{}", drive.text());
}

#[test]
fn the_two_halves_of_a_change_have_a_line_between_them() {
    let mut drive = Drive::demo("dark", (120, 40));
    drive.keys("Yt");
    let text = drive.text();
    let rows: Vec<&str> = text.lines().filter(|row| row.contains("return")).collect();
    assert!(!rows.is_empty(), "{text}");
    for row in rows {
        assert!(row.matches('\u{2502}').count() >= 2, "{text}");
    }
}

#[test]
fn how_many_keys_there_are_is_said_once() {
    let mut drive = Drive::demo("dark", (100, 30));
    drive.keys("?");
    let text = drive.text();
    assert_eq!(text.matches(" of 140").count(), 1, "{text}");
    says_nothing_of(&drive, "140 keys");
}

/// A line that differs is code like any other, and the definition is the heading.
#[test]
fn where_one_row_is_kept_it_is_the_definition() {
    let file = "import socket\n\nHOST = \"\"\n\n\ndef open_socket():\n    return socket.socket()\n\n\ndef log(x):\n    print(x)\n\n\ndef stop():\n    pass\n\n\ndef serve(handler):\n    sock = open_socket()\n    while True:\n        client, address = sock.accept()\n        handler(client, address)\n        client.close()\n";
    let reply = "--- a/s.py\n+++ b/s.py\n@@ @@\n def run_server(callback):\n     listener = make_listener(HOST, PORT)\n-    while running:\n-        conn, addr = listener.accept()\n-        callback(conn)\n+    try:\n+        while running:\n+            conn, addr = listener.accept()\n+            callback(conn)\n+    except KeyboardInterrupt:\n+        listener.close()\n";
    for height in [24, 25, 26, 30] {
        let drive = Drive::on("s.py", file, reply, (80, height));
        let buffer = drive.buffer();
        let text = drive.text();
        let rows = text.lines().enumerate();
        for (y, _) in rows.filter(|(_, row)| row.contains("sock = open_socket()")) {
            let bold = (0..80).filter(|x| {
                let cell = &buffer[(*x, y as u16)];
                cell.symbol() == "s" && cell.modifier.contains(ratatui::style::Modifier::BOLD)
            });
            assert_eq!(bold.count(), 0, "{height}\n{text}");
        }
        assert!(text.contains("def serve(handler):"), "{height}\n{text}");
    }
}
