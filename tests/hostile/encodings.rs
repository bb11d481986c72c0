//! Hidden text in files that are not UTF-8: what is looked at is what the file's encoding makes of the bytes.

use super::*;

/// Applies a patch that puts the line `new` between two lines, the first of which is `first`, into a file with the line `there`.
#[track_caller]
fn check_line(file: &str, first: &[u8], there: &[u8], new: &[u8], expected: Outcome) {
    let place = Place::new();
    fs::write(place.root().join(file), [there, b"\ntwo\nthree\n"].concat()).unwrap();
    let head = format!("--- a/{file}\n+++ b/{file}\n@@ -1,3 +1,3 @@\n ");
    let reply = [head.as_bytes(), first, b"\n-two\n+", new, b"\n three\n"].concat();
    place.run(&reply, &[], expected);
}

#[test]
fn t11_what_hides_in_utf8_hides_in_latin_1_too() {
    for new in ["pass\u{ad}word = 1", "if\u{a0}x: pass", "x = \u{85}1"] {
        for (first, there) in [("caf\u{e9}", &b"caf\xe9"[..]), ("\u{fc}ber", b"\xfcber")] {
            check_line("l.py", first.as_bytes(), there, new.as_bytes(), NOT_WRITTEN);
            check_line("l.py", there, there, new.as_bytes(), NOT_WRITTEN);
        }
    }
}

#[test]
fn t11_bytes_that_no_terminal_should_get_are_refused_whatever_the_file_holds() {
    for there in [&b"one"[..], b"caf\xe9"] {
        for new in [
            &b"x\x9b2Ky"[..],
            b"x\x85y",
            b"pass\xadword = 1",
            b"if\xa0x: pass",
            b"x\x80y",
        ] {
            check_line("l.py", there, there, new, REFUSED);
        }
    }
    let new = b"--- /dev/null\n+++ b/new.py\n@@ -0,0 +1,2 @@\n+x = 1\n+x\x9b2Ky\n";
    check(new, REFUSED);
    // No encoding that has letters below A0 has one for this byte.
    check_line("w.txt", b"\x93a\x94", b"\x93a\x94", b"x\x81y", REFUSED);
}

#[test]
fn honest_lines_of_other_encodings_are_free() {
    for (there, new) in [
        (&b"caf\xe9"[..], &b"\xe0 la carte"[..]),
        (b"# \xab\xa0oui\xa0\xbb", b"# \xab\xa0non\xa0\xbb"),
        (b"\x93one\x94 \x96 5 \x80", b"\x93two\x94 \x85 it\x92s"),
        // The first such letters of a file.
        (b"one", b"# C\x92est \x93bon\x94 \x97 5 \x80"),
        (b"caf\xe9", b"# C\x92est \x93bon\x94 \x97 5 \x80"),
        // Russian in Windows-1251 and CP866, Japanese in Shift-JIS and EUC.
        (b"\xcf\xf0\xe8\xe2\xe5\xf2", b"\xec\xe8\xf0"),
        (
            b"# \x8f\xe0\xa8\xa2\xa5\xe2, \xac\xa8\xe0! \x8d\xae\xa2\xa0\xef \xe1\xe2\xe0\xae\xaa\xa0",
            b"# \xad\xa5 \xad\xa0\xa4\xae",
        ),
        (
            b"# \x93\xfa\x96{\x8c\xea\x82\xcc\x83e\x83L\x83X\x83g\x82\xc5\x82\xb7",
            b"# \x82\xad\x82\xa0",
        ),
        (b"# \xa4\xb3\xa4\xf3\xa4\xcb\xa4\xc1\xa4\xcf\xa4\xc7\xa4\xb9", b"# \xa4\xad\xa4\xa2"),
    ] {
        check_line("l.py", there, there, new, Written);
    }
    check(
        b"--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1 @@\n+d\xe9j\xe0 vu\n",
        Written,
    );
}
