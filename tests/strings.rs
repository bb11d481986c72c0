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
fn a_text_that_also_ends_the_file_is_in_two_places() {
    check("a\nx\nb\nx\n", "\nx\n", "\ny\n", None);
    check("a\nx\nb\nx\n", "\nx\n", "\ny", None);
    check("a\nx\n\nx\n", "\nx\n", "\n", None);
    check("a\nx\nb\n", "\nx\n", "\ny\n", Some("a\ny\nb\n"));
    check("a\nb\nx\n", "\nx\n", "\ny\n", Some("a\nb\ny\n"));
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

/// What each tool makes of the same strings: `Edit` and `MultiEdit`, and `str_replace`.
#[track_caller]
fn check_tools(file: &str, old: &str, new: &str, edit: &str, str_replace: &str) {
    let expected = [edit, str_replace, edit];
    for (reply, expected) in replies(old, new).iter().zip(expected) {
        assert_eq!(written(reply, file).as_deref(), Some(expected), "{reply}");
        let crlf = |text: &str| text.replace('\n', "\r\n");
        let after = written(reply, &crlf(file));
        assert_eq!(after, Some(crlf(expected)), "{reply}");
    }
}

#[test]
fn where_nothing_comes_only_what_the_tool_removes_goes() {
    check_tools("a\nb\nc\n", "b", "", "a\nc\n", "a\n\nc\n");
    check_tools("a\nb\n", "a\nb", "", "", "\n");
    check_tools("a\nb\n", "b", "", "a\n", "a\n\n");
    check_tools("a\n\nb", "b", "", "a\n\n", "a\n\n");
    check_tools("z \nq", "q", "", "z \n", "z \n");
    check_tools("a\nb\nc", "b\nc", "", "a\n", "a\n");
    check_tools("a\nb\nc", "\nc", "", "a\nb", "a\nb");
    check_tools("a\nb", "a\nb", "", "", "");
    check_tools("a\nb c\n", " c", "", "a\nb\n", "a\nb\n");
}

#[test]
fn a_newline_at_the_end_of_the_file_goes_where_nothing_else_does() {
    check_tools("a\nb\n", "b\n", "b", "a\nb", "a\nb");
    check_tools("a\nb\n", "a\nb\n", "a\nb", "a\nb", "a\nb");
    check_tools("a\nb\n", "\nb\n", "\nb", "a\nb", "a\nb");
    check_tools("a\nbc\n", "c\n", "c", "a\nbc", "a\nbc");
    check_tools("a\nb", "b", "b\n", "a\nb\n", "a\nb\n");
    check_tools("a\nb", "b", "c\n", "a\nc\n", "a\nc\n");
    check_tools("a\nb", "b", "b\n\n", "a\nb\n\n", "a\nb\n\n");
    check("a\nb\na\n", "a\n", "a", None);
}

#[test]
fn a_newline_that_the_file_keeps_is_none_of_the_next_edit() {
    let file = "b\nc\nb\n\ty\n\n";
    let edits = [("\ty\n\n", "N"), ("c\nb\nN", "c\nb\nN\n")];
    check_in_turn(file, &edits, Some("b\nc\nb\nN\n"));
    let ended = [("ab\n  x", "ab\n  x\n"), ("ab\n  x", "N\nM\n")];
    check_in_turn("ab\nab\n  x", &ended, Some("ab\nN\nM\n\n"));
    let file = "a\nb\nc\nd\n";
    check_in_turn(file, &[("\nd\n", ""), ("c", "c\n")], Some("a\nb\nc\n"));
    check_in_turn(
        file,
        &[("d\n", "e"), ("e", "e\nf\n")],
        Some("a\nb\nc\ne\nf\n"),
    );
    check_in_turn(file, &[("d\n", "e"), ("b", "x")], Some("a\nx\nc\ne\n"));
    check_in_turn(
        file,
        &[("d\n", "e"), ("b\n", "x\n"), ("e", "e\n")],
        Some("a\nx\nc\ne\n"),
    );
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
            "total = one(1)\n", "other(two)\n", "\n", "\n", "    end(3)\n", "last = 4\n",
        ];
        (0..n_lines)
            .map(|_| LINES[self.below(LINES.len())])
            .collect()
    }
}

/// What a tool makes of the only place of `old`: that of Claude Code removes lines with the newline behind them.
fn replaced(file: &str, old: &str, new: &str, removes_lines: bool) -> String {
    let is_whole = new.is_empty() && !old.starts_with('\n') && !old.ends_with('\n');
    let lines = format!("{old}\n");
    match is_whole && removes_lines && file.contains(&lines) {
        true => file.replacen(&lines, "", 1),
        false => file.replacen(old, new, 1),
    }
}

/// A file keeps the newline at its end, unless that is all that changes.
fn kept(file: &str, made: String) -> String {
    let ended = format!("{made}\n");
    match file.ends_with('\n') && !made.is_empty() && !made.ends_with('\n') && ended != file {
        true => ended,
        false => made,
    }
}

/// Returns a text that begins and ends at newlines of `file` or beside them, or at its ends. Every other time it is taken from the second
/// half of `file`.
fn cut<'f>(file: &'f str, dice: &mut Dice) -> &'f str {
    let newlines = file.match_indices('\n').flat_map(|(at, _)| [at, at + 1]);
    let mut points: Vec<usize> = [0]
        .into_iter()
        .chain(newlines)
        .chain([file.len()])
        .collect();
    points.dedup();
    let half = dice.below(2) * points.len() / 2;
    let mut point = || points[half + dice.below(points.len() - half)];
    let (start, end) = (point(), point());
    &file[start.min(end)..end.max(start)]
}

/// A new text: nothing for every sixth.
fn new_text(dice: &mut Dice) -> String {
    let n_lines = dice.below(3);
    let new = dice.text(n_lines);
    let new = new
        .strip_suffix('\n')
        .filter(|_| dice.below(2) == 0)
        .unwrap_or(&new);
    ["", "\n"][dice.below(2)].to_string() + new
}

/// Returns a file; every third has no newline at its end.
fn file(dice: &mut Dice) -> String {
    let n_lines = 2 + dice.below(7);
    let file = dice.text(n_lines);
    match dice.below(3) {
        0 => file.strip_suffix('\n').unwrap_or(&file).to_string(),
        _ => file,
    }
}

fn n_cases() -> usize {
    std::env::var("STRINGS_CASES").map_or(2000, |given| given.parse().expect("a number"))
}

/// Returns the shortest of the cases that went wrong.
fn shown(wrong: &[String]) -> String {
    let mut wrong = wrong.to_vec();
    wrong.sort_by_key(String::len);
    wrong.truncate(8);
    wrong.join("\n\n")
}

/// Returns whether a text with a word in it is in `file` at one place only, places that overlap each other counted.
fn is_once(file: &str, old: &str) -> bool {
    let at = file.find(old).filter(|_| !old.trim().is_empty());
    at.is_some_and(|at| !file[at + 1..].contains(old))
}

/// Any text of lines that the file holds once, and any new one, each with or without newlines at its ends.
#[test]
fn a_string_is_replaced_as_its_tool_does_or_asked_about() {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let (mut n_tried, mut n_asked, mut wrong) = (0, 0, Vec::new());
    for _ in 0..n_cases() {
        let file = file(&mut dice);
        let old = cut(&file, &mut dice);
        let new = new_text(&mut dice);
        if !is_once(&file, old) || old == new {
            continue;
        }
        let tool = dice.below(3);
        let reply = &replies(old, &new)[tool];
        let expected = kept(&file, replaced(&file, old, &new, tool != 1));
        // What is there already is not made once more, whatever newline ends or begins it.
        let holds =
            |new: &str, old: &str| new.len() > old.len() && new.contains(old) && file.contains(new);
        let is_there = holds(&new, old) || holds(new.trim_matches('\n'), old.trim_matches('\n'));
        let ending = ["\n", "\r\n"][dice.below(2)];
        match written(reply, &file.replace('\n', ending)) {
            Some(after) if is_there && after == file.replace('\n', ending) => {}
            Some(after) if after == expected.replace('\n', ending) => {}
            Some(after) => wrong.push(format!("{reply}\n{file:?}\n{after:?}\n{expected:?}")),
            None => n_asked += 1,
        }
        n_tried += 1;
    }
    assert_eq!(wrong.len(), 0, "{}", shown(&wrong));
    assert!(n_asked * 3 < n_tried, "{n_asked} of {n_tried} asked");
}

/// Two such texts that begin with a line, the second one of what the first leaves; blank lines at the ends aside, which may be one
/// more or less.
#[test]
fn strings_are_replaced_in_turn_but_for_newlines_at_the_ends_or_asked_about() {
    let mut dice = Dice(0x2545_f491_4f6c_dd1d);
    let (mut n_tried, mut n_asked, mut wrong) = (0, 0, Vec::new());
    for _ in 0..n_cases() {
        let file = file(&mut dice);
        let old = cut(&file, &mut dice).to_string();
        let new = new_text(&mut dice);
        if !is_once(&file, &old) || old == new || old.starts_with('\n') {
            continue;
        }
        let between = replaced(&file, &old, &new, true);
        let next_old = cut(&between, &mut dice).to_string();
        let next = new_text(&mut dice);
        if !is_once(&between, &next_old) || next_old == next || next_old.starts_with('\n') {
            continue;
        }
        let made = replaced(&between, &next_old, &next, true);
        let edits = [(&old, &new), (&next_old, &next)]
            .map(|(old, new)| json!({"old_string": old, "new_string": new}));
        let reply = json!({"name": "MultiEdit", "input": {"file_path": "a.py", "edits": edits}});
        let reply = reply.to_string();
        match written(&reply, &file) {
            Some(after) if after.trim_matches('\n') == made.trim_matches('\n') => {}
            Some(after) => wrong.push(format!("{reply}\n{file:?}\n{after:?}\n{made:?}")),
            None => n_asked += 1,
        }
        n_tried += 1;
    }
    assert_eq!(wrong.len(), 0, "{}", shown(&wrong));
    assert!(n_asked * 2 < n_tried, "{n_asked} of {n_tried} asked");
}
