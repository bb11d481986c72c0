//! Names that are spelled otherwise and look the same, marks that nobody sees, and those which honest text has (T11).

use super::hidden::{check_free, check_refused, replacing};
use super::*;

/// Adds a line with `word` to a file that has `name`.
#[track_caller]
fn check_name(name: &str, word: &str, expected: Outcome) {
    let place = Place::new();
    fs::write(
        place.root().join("n.py"),
        format!("{name} = 0\ntwo\nuse({name})\n"),
    )
    .unwrap();
    let reply = format!(
        "--- a/n.py\n+++ b/n.py\n@@ -1,3 +1,3 @@\n {name} = 0\n-two\n+{word} = 1\n use({name})\n"
    );
    place.check(reply, &[], expected);
}

#[test]
fn t11_a_name_in_another_spelling_is_refused() {
    for (name, word) in [
        ("na\u{ef}ve_mode", "na\u{131}\u{308}ve_mode"),
        ("ch\u{ed}", "ch\u{131}\u{301}"),
        ("\u{135}oo", "\u{237}\u{302}oo"),
        ("delay_\u{b5}s", "delay_\u{3bc}s"),
        ("delay_\u{3bc}s", "delay_\u{b5}s"),
        ("\u{110}or\u{111}e", "\u{d0}or\u{111}e"),
        ("\u{d0}or", "\u{189}or"),
        ("\u{e19}\u{e49}\u{e33}", "\u{e19}\u{e4d}\u{e49}\u{e32}"),
        ("\u{e99}\u{ec9}\u{eb3}", "\u{e99}\u{ecd}\u{ec9}\u{eb2}"),
    ] {
        check_name(name, word, REFUSED);
        check_name(name, name, Written);
    }
    // Other letters with another form.
    for (name, word) in [("\u{111}e", "\u{f0}e"), ("o\u{308}l", "ol")] {
        check_name(name, word, Written);
    }
    for (old, new) in [
        ("na\u{ef}ve.py", "na\u{131}\u{308}ve.py"),
        ("\u{110}or.py", "\u{d0}or.py"),
        ("\u{b5}s.py", "\u{3bc}s.py"),
    ] {
        let place = Place::new();
        fs::write(place.root().join(old), "x\n").unwrap();
        let reply = format!("--- /dev/null\n+++ b/{new}\n@@ -0,0 +1 @@\n+x\n");
        place.check(reply, &[], REFUSED);
    }
}

#[test]
fn t11_selectors_and_blanks_that_show_nothing_are_refused() {
    let many = format!("# \u{1820}{}", "\u{180b}\u{180d}".repeat(100));
    let two = "# \u{1820}\u{180b}\u{180c}\u{1820}";
    let by_turns: String = (0..40)
        .map(|n| ["\u{1820}", "\u{1820}\u{180b}"][n * n % 7 % 2])
        .collect();
    check_refused(
        "m.py",
        &[
            &many,
            two,
            "# \u{180b}\u{1820}",
            &format!("# {by_turns}"),
            "if k == \"\u{2800}\": evil()",
            "x = 'a\u{2800}b'",
        ],
    );
    check_free(
        "m.py",
        &[
            "# \u{1820}\u{180b}\u{1828}\u{180c}",
            "x = [\"\u{280b}\u{2800}\", \"\u{2819}\"]",
        ],
    );
}

#[test]
fn marks_behind_latin_words_in_text_written_leftwards_are_free() {
    let lines = [
        "\u{5d6}\u{5d4} \u{5e7}\u{5d5}\u{5d1}\u{5e5} README.md\u{200f} \u{5e9}\u{5e6}\u{5e8}\u{5d9}\u{5da}",
        "\u{5d6}\u{5d4} \u{5e7}\u{5d5}\u{5d1}\u{5e5} README.md\u{200f}.",
        "\u{5e7}\u{5e8}\u{5d0}\u{5d5} \u{5d0}\u{5ea} C++\u{200f} \u{5d5}\u{5d0}\u{5ea} C#\u{200f}",
        "\u{645}\u{644}\u{641} README.md\u{200f} \u{645}\u{647}\u{645}",
        "\u{645}\u{644}\u{641} README.md\u{200e}",
    ];
    check_free("m.md", &lines);
    let comments = lines.map(|line| format!("# {line}"));
    check_free("m.py", &comments.each_ref().map(|line| &**line));
    check_refused("m.md", &["README.md\u{200f} x", "x README\u{200f}md"]);
    // Within a number a mark shows nothing.
    let numbers = [
        "\u{5d0}\u{5d1} 1\u{200e}0",
        "\u{5d0}\u{5d1} 20\u{200f}26 \u{5d0}",
    ];
    check_refused("m.md", &numbers);
    check_free("m.md", &["\u{5d0}\u{5d1} 10\u{200f}, \u{5d0}"]);
    check_refused("m.py", &["x = 1\u{c} y", "# a\u{c}b"]);
    check_free("m.py", &["\u{c}", "\u{c}  # next page", "x = 1\u{c}"]);
    check_refused(
        "m.py",
        &[
            "\u{5d0}\u{5d1} = admin\u{200f}",
            "f(\u{5d0}\u{5d1}, admin\u{200f})",
            "# \u{5d0}\u{5d1} README\u{200f}md",
            "# \u{5d0}\u{5d1} README.md\u{200f}\u{200f}",
        ],
    );
}

#[test]
fn what_a_replaced_line_had_is_not_held_against_it_whatever_its_kind() {
    for (before, after) in [
        ("x = \"\u{1b}[31m\" + two", "x = \"\u{1b}[31m\" + TWO"),
        ("a\u{b}b two", "a\u{b}b TWO"),
        ("\u{202e}a\u{202c} two", "\u{202e}a\u{202c} TWO"),
        ("one \u{2067}a b\u{2069} two", "ONE \u{2067}a b\u{2069} two"),
        ("a\u{200f}b two", "a\u{200f}b TWO"),
    ] {
        replacing(&[before], &[after], Written);
    }
    for (before, after) in [
        // Within what they act on.
        ("\u{202e}a b\u{202c} two", "\u{202e}a c\u{202c} two"),
        ("\u{202e}a two", "\u{202e}a TWO"),
        (
            "\u{202e}a\u{202c} \u{202e} two",
            "\u{202e}a\u{202c} \u{202e} TWO",
        ),
        ("safe\rb two", "evil() safe\rb two"),
        ("a\rb two", "a\rb TWO"),
        ("a\u{b}b two", "a\u{b}c two"),
        ("a\u{1b}b two", "a\u{1b}b \u{1b}two"),
    ] {
        replacing(&[before], &[after], REFUSED);
    }
}

#[test]
fn what_is_left_out_hides_nothing() {
    let place = Place::new();
    let reply = "--- a/src/a.txt\n+++ b/src/a.txt\n@@ -1,3 +1,5 @@\n first line\n-second line\n+sec\u{200b}ond\n+ok\n+ok2\n third line\n";
    place.check(reply, &["--lines", "h1=3"], REFUSED);
    place.check(reply, &["--lines", "h1=2,3"], Fails(&[2, 4]));
    let patch = place.dir.path().join("reply");
    fs::write(&patch, reply).unwrap();
    let done = Command::new(env!("CARGO_BIN_EXE_hunkwise"))
        .env("XDG_CONFIG_HOME", "/nonexistent")
        .env("XDG_STATE_HOME", STATE_HOME.path())
        .args(["apply", "reply", "--root", "root", "--lines", "h1=4"])
        .current_dir(place.dir.path())
        .output()
        .unwrap();
    assert_eq!(done.status.code(), Some(1), "{done:?}");
    let now = fs::read_to_string(place.root().join("src/a.txt")).unwrap();
    assert!(now.contains("second line\nok\nthird"), "{now}");
}
