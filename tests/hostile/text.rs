//! Text that commands terminals or deceives readers, and bytes that must stay (T09 to T11).

use std::fs;
use std::os::unix::fs::PermissionsExt;

use super::*;

#[test]
fn t09_bytes_that_no_hunk_changes_stay() {
    for (content, reply, expected) in [
        (
            &b"first line\r\nsecond line\r\nthird line\r\n"[..],
            EDIT_A,
            &b"first line\r\nNEW\r\nthird line\r\n"[..],
        ),
        (
            b"\xef\xbb\xbffirst line\nsecond line\nthird line",
            EDIT_A,
            b"\xef\xbb\xbffirst line\nNEW\nthird line",
        ),
        (
            b"first line\nsecond line\nthird line\n\xe9t\xe9 \xff\n",
            EDIT_A,
            b"first line\nNEW\nthird line\n\xe9t\xe9 \xff\n",
        ),
        (
            b"first line\nsecond line\nthird line\n  trailing  \t\n\n\n",
            EDIT_A,
            b"first line\nNEW\nthird line\n  trailing  \t\n\n\n",
        ),
    ] {
        let place = Place::new();
        let file = place.root().join("src/a.txt");
        fs::write(&file, content).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        place.check(reply, &[], Written);
        assert_eq!(fs::read(&file).unwrap(), expected);
        assert_eq!(
            fs::metadata(&file).unwrap().permissions().mode() & 0o7777,
            0o640
        );
    }
    for content in [
        &b"first line\nsecond line\nthird line\n\0"[..],
        b"\xff\xfeo\0n\0e\0\n\0",
    ] {
        let place = Place::new();
        fs::write(place.root().join("src/a.txt"), content).unwrap();
        place.check(EDIT_A, &[], Fails(&[1, 3, 4]));
    }
}

#[test]
fn t10_nothing_from_outside_commands_the_terminal() {
    let esc = "\u{1b}]0;owned\u{7}\u{1b}[2J\u{9b}31m\u{202e}";
    let place = Place::new();
    for reply in [
        format!("--- a/src/a.txt\n+++ b/src/a.txt\n@@ -1,2 +1,2 @@ {esc}\n-{esc}\n+{esc}\n"),
        format!("--- a/{esc}\n+++ b/{esc}\n@@ -1 +1 @@\n-x\n+y\n"),
        format!("{esc}\n<<<<<<< SEARCH\n{esc}\n=======\n{esc}\n>>>>>>> REPLACE\n"),
        format!(
            "*** Begin Patch\n*** Update File: src/a.txt\n@@ {esc}\n-{esc}\n+x\n*** End Patch\n"
        ),
        format!("{esc}\n{esc}"),
    ] {
        for flags in [&[][..], &["--json"], &["--allow-hidden"]] {
            place.check(&reply, flags, NOT_WRITTEN);
        }
    }
    fs::write(
        place.root().join("src/a.txt"),
        format!("one\n{esc} two\nthree\n"),
    )
    .unwrap();
    place.check(EDIT_A, &[], NOT_WRITTEN);
    fs::write(place.root().join(format!("n{esc}")), "x").unwrap();
    place.check(
        "--- a/ns\n+++ b/ns\n@@ -1 +1 @@\n-x\n+y\n",
        &[],
        NOT_WRITTEN,
    );
}

/// A reply that adds `line`.
fn adding(line: &str) -> String {
    format!(
        "--- a/src/a.txt\n+++ b/src/a.txt\n@@ -1,3 +1,4 @@\n first line\n+{line}\n second line\n third line\n"
    )
}

#[test]
fn t11_hidden_text_is_refused_until_allowed() {
    for line in [
        "if admin { \u{202e}",
        "\u{2066}begin\u{2069}",
        "a\u{200b}b",
        "a\u{2060}b",
        "a\u{feff}b",
        "tag\u{e0041}\u{e0042}",
        "v\u{fe01}\u{fe02}\u{e0123}",
        "x\u{fe0f}",
        "esc\u{1b}[8m",
        "back\u{8}space",
        "c1\u{85}",
        "shown\rhidden",
        "let is_\u{430}dmin = true",
        "p\u{430}ypal",
        "env\u{1c3}=PROD",
        "let \u{3164} = 1",
        "soft\u{ad}hyphen",
        &format!("ok();{}evil()", " ".repeat(200)),
    ] {
        Place::new().check(adding(line), &[], REFUSED);
        Place::new().check(adding(line), &["--allow-hidden"], Written);
    }
    check(naming("in\u{200b}visible.txt").swap_remove(1), REFUSED);
}

#[test]
fn t11_a_byte_order_mark_amid_a_file_is_hidden_text() {
    for quoted in [
        adding("\u{feff}new"),
        "--- a/src/a.txt\n+++ b/src/a.txt\n@@ -2,2 +2,2 @@\n second line\n-third line\n+\u{feff}third\n".into(),
        "src/a.txt\n<<<<<<< SEARCH\nfirst line\n=======\nfirst line\n\u{feff}new\n>>>>>>> REPLACE\n".into(),
    ] {
        for start in ["", "\u{feff}"] {
            let place = Place::new();
            let content = format!("{start}first line\nsecond line\nthird line\n");
            fs::write(place.root().join("src/a.txt"), content).unwrap();
            place.check(&quoted, &[], REFUSED);
        }
    }
    let place = Place::new();
    let file = place.root().join("src/a.txt");
    fs::write(&file, "\u{feff}first line\nsecond line\nthird line\n").unwrap();
    let first = "--- a/src/a.txt\n+++ b/src/a.txt\n@@ -1 +1 @@\n-first line\n+\u{feff}FIRST\n";
    place.check(first, &[], Written);
    let after = fs::read_to_string(&file).unwrap();
    assert_eq!(after, "\u{feff}FIRST\nsecond line\nthird line\n");
}

#[test]
fn t11_honest_writing_is_not_stopped() {
    for line in [
        "// \u{5e9}\u{5dc}\u{5d5}\u{5dd} \u{5e2}\u{5d5}\u{5dc}\u{5dd}",
        "// \u{645}\u{6cc}\u{200c}\u{62e}\u{648}\u{627}\u{647}\u{645}",
        "// \u{43f}\u{440}\u{438}\u{432}\u{435}\u{442}, QR\u{43a}\u{43e}\u{434} \u{438} \u{441}\u{430}\u{445}\u{430}\u{440}",
        "\u{4f60}\u{597d} \u{3053}\u{3093}\u{306b}\u{3061}\u{306f} \u{ac00}",
        "\u{845b}\u{e0100}\u{98fe}\u{533a}",
        "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}\u{200d}\u{1f466} \u{2764}\u{fe0f} 1\u{fe0f}\u{20e3} \u{1f44d}\u{1f3fd}",
        "\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
        "let \u{394}t = \u{3b1}_max * 10 \u{3bc}s;",
        "na\u{ef}ve caf\u{e9} \u{201c}quoted\u{201d} \u{2014} 5\u{a0}km",
        "\tindented\twith\ttabs",
        &format!("{}deep();", " ".repeat(60)),
    ] {
        check(adding(line), Written);
    }
}

#[test]
fn every_code_point_is_shown_without_commanding_a_terminal() {
    use hunkwise::text::display::display_line;
    for start in (0..0x11_0000u32).step_by(64) {
        let text: String = (start..start + 64).filter_map(char::from_u32).collect();
        let mut parser = vt100::Parser::new(4.try_into().unwrap(), 4000.try_into().unwrap(), 0);
        let shown = display_line(text.as_bytes());
        parser.process(shown.as_bytes());
        let screen = parser.screen();
        assert_eq!(
            screen.cursor_position().0,
            0,
            "from U+{start:04X}: {shown:?}"
        );
        assert!(!shown.chars().any(char::is_control), "from U+{start:04X}");
    }
    for first in 0..=255u8 {
        for second in 0..=255u8 {
            let shown = display_line(&[first, second]);
            assert!(!shown.bytes().any(|byte| byte < 0x20 || byte == 0x7f));
            assert!(!shown.chars().any(char::is_control));
        }
    }
}
