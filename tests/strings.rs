//! Tools replace strings, which may begin and end at newlines that the new text lacks: what is written then is, to the byte,
//! what the tool would write, or a person is asked.

use hunkwise::plan::{FileChange, Scope};
use hunkwise::session::{Options, Session};
use hunkwise::text::{Content, RelPath, Snapshot};
use serde_json::json;

/// Returns what a reply makes of a file; `None` where it asks.
fn written(reply: &str, file: &str) -> Option<String> {
    let path = RelPath::new("a.py").expect("a plain path");
    let mut session = Session::open(reply.as_bytes(), Options::default());
    session.supply(vec![Snapshot::new(path, Content::of_bytes(file.into()))]);
    let changes = session.changes(Scope::Everything).ok()?;
    let after = match changes.changes() {
        [] => return Some(file.to_string()),
        [FileChange::Modify { after, .. }] => after.clone(),
        others => panic!("{others:?}"),
    };
    Some(String::from_utf8(after).expect("it is text"))
}

/// The same replacement as several tools ask for it.
fn replies(old: &str, new: &str) -> [String; 3] {
    let edit = json!({"old_string": old, "new_string": new});
    [
        json!({"name": "Edit", "input": {"file_path": "a.py", "old_string": old, "new_string": new}}),
        json!({"command": "str_replace", "path": "a.py", "old_str": old, "new_str": new}),
        json!({"name": "MultiEdit", "input": {"file_path": "a.py", "edits": [edit]}}),
    ]
    .map(|call| call.to_string())
}

#[track_caller]
fn check(file: &str, old: &str, new: &str, expected: Option<&str>) {
    for reply in replies(old, new) {
        assert_eq!(written(&reply, file).as_deref(), expected, "{reply}");
    }
}

#[test]
fn a_newline_that_only_the_old_text_ends_at_is_that_of_the_blank_line_below() {
    check("a\n\nb\nc\n", "a\n", "a\n\nx", Some("a\n\nx\nb\nc\n"));
    check("a\n\nb\nc\n", "a\n", "x", Some("x\nb\nc\n"));
    check("a\n\n\nb\n", "a\n\n", "x", Some("x\nb\n"));
    check(
        "  a()\n  b()\n\nc\n",
        "  a()\n  b()\n",
        "  b()",
        Some("  b()\nc\n"),
    );
    check(
        "a\r\n\r\nb\r\n",
        "a\r\n",
        "a\r\n\r\nx",
        Some("a\r\n\r\nx\r\nb\r\n"),
    );
    // The end of the file is no line that could be joined.
    check("a\nb\n", "b\n", "x", Some("a\nx\n"));
    check("a\nb\n", "b\n", "", Some("a\n"));
    check("a\n\nb\n", "a\n", "", Some("\nb\n"));
}

#[test]
fn a_line_that_would_be_joined_to_the_new_text_is_asked_about() {
    check("a\nb\nc\n", "a\n", "a, ", None);
    check("a\nb\nc\n", "a\n", "x\ny", None);
    check("a\nb\nc\n", "\nb", " b", None);
    check("a\nb\na\n\nc\n", "a\n", "x", None);
    check("a\nb\nc\n", "\nb\n", "", None);
    check("a\nb\nc\n", "\nb\n", "x\n", None);
}

#[test]
fn a_blank_line_that_an_old_text_begins_in_stays() {
    check("a\n\nb\nc\n", "\nb", "", Some("a\n\nc\n"));
    check("a\n\nb\nc\n", "\nb\n", "\n", Some("a\n\nc\n"));
    check("a\n\n\nb\nc\n", "\n\nb", "", Some("a\n\nc\n"));
    check("a\n\nb\nc\nd\n", "\nb\nc", "", Some("a\n\nd\n"));
    check("a\nb\nc\n", "\nb", "", Some("a\nc\n"));
    check("a\nbx\nc\n", "\nb", "", None);
    check("\nb\n\nc\n", "\nb\n", "", Some("\nc\n"));
}

#[test]
fn later_edits_find_what_such_an_edit_left() {
    let edit = |old: &str, new: &str| json!({"old_string": old, "new_string": new});
    let edits = [
        edit("a\n", "a\n\nx"),
        edit("\nx\nb\n", "\ny\nb\n"),
        edit("\ny", ""),
    ];
    let reply = json!({"file_path": "a.py", "edits": edits}).to_string();
    assert_eq!(
        written(&reply, "a\n\nb\nc\n").as_deref(),
        Some("a\n\nb\nc\n")
    );
}

/// Calls one after another, and the same edits in one.
#[track_caller]
fn check_in_turn(file: &str, edits: &[(&str, &str)], expected: Option<&str>) {
    let edits = edits.iter();
    let edits: Vec<_> = edits
        .map(|(old, new)| json!({"old_string": old, "new_string": new}))
        .collect();
    let calls = edits.iter().map(|edit| {
        let mut call = edit.clone();
        call["file_path"] = "a.py".into();
        format!("{call}\n")
    });
    let together = json!({"file_path": "a.py", "edits": edits}).to_string();
    for reply in [calls.collect(), together] {
        assert_eq!(written(&reply, file).as_deref(), expected, "{reply}");
    }
}

#[test]
fn a_later_edit_goes_where_it_is_to_the_letter_in_what_those_before_it_leave() {
    let file = "s)\n  b\n  u\n  ;;\np)\n  b\n  c\n  u\n  r\n  ;;\n";
    let removed = ("  b\n  c\n  u\n  r", "  b\n  u\n  r");
    let inserted = ("  ;;\np)\n  b\n  u", "  ;;\np)\n  b\n  n\n  u");
    let both = file.replace("  c\n", "  n\n");
    check_in_turn(file, &[removed, inserted], Some(&both));
    let renamed = ("p)\n  b", "P)\n  b");
    let all = both.replace("p)", "P)");
    check_in_turn(file, &[removed, inserted, renamed], Some(&all));
    let back = ("  b\n  n\n  u\n  r", "  b\n  u\n  r");
    let none = file.replace("  c\n", "");
    check_in_turn(file, &[removed, inserted, back], Some(&none));
}

/// A generator of numbers that is the same everywhere.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }

    fn text(&mut self, n_lines: usize) -> String {
        const LINES: [&str; 6] = [
            "total = one(1)\n",
            "other(two)\n",
            "\n",
            "\n",
            "    end(3)\n",
            "last = 4\n",
        ];
        (0..n_lines)
            .map(|_| LINES[self.below(LINES.len())])
            .collect()
    }
}

/// Any text of lines that the file holds once, and any new one, each with or without newlines at its ends.
#[test]
fn a_string_is_replaced_as_its_tool_does_or_asked_about() {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let n_cases =
        std::env::var("STRINGS_CASES").map_or(2000, |given| given.parse().expect("a number"));
    let (mut n_tried, mut n_asked) = (0, 0);
    for _ in 0..n_cases {
        let n_lines = 3 + dice.below(6);
        let file = dice.text(n_lines);
        let breaks: Vec<usize> = file.match_indices('\n').map(|(at, _)| at).collect();
        let mut end = |from: usize| breaks[from + dice.below(breaks.len() - from)] + dice.below(2);
        let start = end(0);
        let old = &file[start.min(end(0))..end(0).max(start)];
        let n_new = dice.below(3);
        let new = dice.text(n_new);
        let new = new
            .strip_suffix('\n')
            .filter(|_| dice.below(2) == 0)
            .unwrap_or(&new);
        let new = ["", "\n"][dice.below(2)].to_string() + new;
        let is_once = file.match_indices(old).nth(1).is_none();
        if old.trim().is_empty() || !is_once || old == new {
            continue;
        }
        // Without a newline at either end, whole lines go with the one that ends them.
        let goes_whole = new.is_empty() && !old.starts_with('\n') && !old.ends_with('\n');
        let expected = match goes_whole {
            true => file.replace(&format!("{old}\n"), ""),
            false => file.replace(old, &new),
        };
        let reply = &replies(old, &new)[dice.below(3)];
        match written(reply, &file) {
            // What is there already is not made once more, and the end of the file keeps its newline.
            Some(after) if after == file => {}
            Some(after) => assert_eq!(
                after.trim_end_matches('\n'),
                expected.trim_end_matches('\n'),
                "\n{reply}\n{file}"
            ),
            None => n_asked += 1,
        }
        n_tried += 1;
    }
    assert!(n_asked * 3 < n_tried, "{n_asked} of {n_tried} asked");
}
