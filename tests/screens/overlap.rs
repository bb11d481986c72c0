//! Hunks that meet: of which kind, the ways of settling it, and the result before one is taken.

use super::{SUB, check, check_reply, lib_patch};

#[test]
fn an_overlap_shows_its_result_before_it_is_taken() {
    check("overlap", "<tab>");
    check("overlap_first", "<tab>1");
    check("overlap_both", "<tab>b");
    check("overlap_neither", "<tab>0");
    check("overlap_taken", "<tab>1<enter>");
}

#[test]
fn an_overlap_says_of_which_kind_it_is() {
    let insert = |line: &str| format!("{SUB}+    // {line}\n     a - b\n");
    let (one, two) = (insert("one"), insert("two"));
    let inserts = lib_patch(&[&one, &two]);
    check_reply(&inserts, "overlap_inserts", "");
    check_reply(&inserts, "overlap_inserts_reversed", "B");
    check_reply(&lib_patch(&[&one, &one]), "overlap_same_edit", "");
    let repeated = |blank: &str| {
        let neg = "+/// Negates a number.\n+pub fn neg(a: i32) -> i32 { -a }\n";
        format!("     a + b\n }}\n{blank}{neg}+\n /// Subtracts one number from another.\n{SUB}")
    };
    let repeated = lib_patch(&[&repeated(" \n"), &repeated("")]);
    check_reply(&repeated, "overlap_repeated", "1");
    let below = " /// Subtracts one number from another.\n-pub fn sub(a: u32, b: u32) -> u32 {\n\
                 +pub fn less(a: u32, b: u32) -> u32 {\n     a - b\n";
    let body = format!("{SUB}-    a - b\n+    b - a\n }}\n");
    check_reply(&lib_patch(&[below, &body]), "overlap_compatible", "");
}

#[test]
fn an_overlap_that_another_place_would_dissolve_says_so() {
    let reply = "--- a/src/app.py\n+++ b/src/app.py\n\
                 @@ @@\n def process_a(data):\n     result = []\n     for item in data:\n\
                 -        result.append(item * 2)\n+        result.append(item * 3)\n\
                 @@ -12,2 +12,2 @@\n     for item in data:\n\
                 -        result.append(item * 2)\n+        result.append(item * 4)\n";
    check_reply(reply, "overlap_way_out", "1<enter>");
    check_reply(reply, "overlap_apart", "1<enter>3");
    check_reply(reply, "overlap_apart_taken", "1<enter>3<enter>");
    check_reply(reply, "overlap_elsewhere", "1<enter>].");
    check_reply(reply, "overlap_back", "1<enter>].<esc>");
}

/// Two hunks of a long file that meet in a line far below the first change of the one.
fn far_clash() -> String {
    let added: String = (0..18).map(|n| format!("+// {n}\n")).collect();
    lib_patch(&[
        &format!(
            " /// Adds two numbers.\n{added} pub fn add(a: u32, b: u32) -> u32 {{\n     a + b\n }}\n \n /// Subtracts one number from another.\n{SUB}-    a - b\n+    b - a\n }}\n"
        ),
        &format!("{SUB}-    a - b\n+    a.saturating_sub(b)\n+// end\n }}\n"),
    ])
}

#[test]
fn the_result_opens_on_the_lines_in_conflict_and_every_pane_moves() {
    use super::drive::Drive;
    for (size, keys) in [
        ((80, 24), "1"),
        ((120, 40), "1"),
        ((80, 24), "2"),
        ((120, 40), "2"),
    ] {
        let mut drive = Drive::of(&far_clash(), "dark", size);
        drive.keys(keys);
        let text = drive.text();
        let result = text.split("Result: ").nth(1).unwrap();
        let wanted = if keys == "1" {
            "b - a"
        } else {
            "a.saturating_sub(b)"
        };
        assert!(result.contains(wanted), "{size:?} {keys}:\n{text}");
        for key in ["k", "ctrl-u", "pgup", "ctrl-y", "g"] {
            let before = drive.text();
            drive.press(key);
            assert_ne!(
                drive.text(),
                before,
                "{key} moves nothing at {size:?}:\n{before}"
            );
        }
        for key in ["j", "ctrl-d", "ctrl-e"] {
            let before = drive.text();
            drive.press(key);
            assert_ne!(
                drive.text(),
                before,
                "{key} moves nothing at {size:?}:\n{before}"
            );
        }
    }
}

#[test]
fn a_digit_beyond_the_hunks_of_a_conflict_says_so() {
    let mut drive = super::Drive::new((80, 24));
    drive.keys("<tab>5");
    let text = drive.text();
    assert!(text.contains("Only 2 hunks here: 1-2"), "{text}");
}

#[test]
fn the_result_on_the_screen_is_not_offered_again() {
    let reply = super::lib_patch(&[
        " pub fn add(a: u32, b: u32) -> u32 {\n-    a + b\n+    b + a\n }\n",
        " pub fn add(a: u32, b: u32) -> u32 {\n-    a + b\n+    a.wrapping_add(b)\n }\n",
    ]);
    let mut drive = super::drive::Drive::of(&reply, "dark", (120, 40));
    assert!(drive.text().contains("0 neither"), "{}", drive.text());
    drive.keys("0");
    let text = drive.text();
    assert!(text.contains("Result: neither"), "{text}");
    assert!(!text.contains("0 neither"), "{text}");
}
