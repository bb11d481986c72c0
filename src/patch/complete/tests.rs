use super::*;
use crate::patch::PatchPath;

fn side(text: &str) -> Vec<Piece> {
    text.lines().map(Piece::from).collect()
}

fn section(hunk: Hunk, elided: bool) -> FilePatch {
    let path = PatchPath::new("a", &crate::text::Root::default());
    FilePatch {
        elided,
        invalid: elided.then(|| "parts are left out".to_string()),
        hunks: vec![hunk],
        ..FilePatch::new(path, FileOp::Modify, "test")
    }
}

#[track_caller]
fn check(section: &FilePatch, text: &str, expected: &str) {
    let whole = section.completed(&Text::new(text));
    let hunk = &whole.hunks[0];
    let lines: Vec<String> = hunk
        .lines
        .iter()
        .map(|line| format!("{}{}", line.kind.sign(), line.body))
        .collect();
    let invalid = whole.invalid.as_deref().or(hunk.invalid.as_deref());
    let shown = match invalid {
        Some(why) => format!("invalid: {why}"),
        None => lines.join("|"),
    };
    assert_eq!(shown, expected);
}

#[test]
fn lines_named_by_number_are_quoted() {
    let hunk = Hunk {
        replaces: Some(Box::new(LineSpan::new(1, 3))),
        ..Hunk::from_sides(&[], &side("x"))
    };
    check(&section(hunk.clone(), false), "a\nb\nc\nd\n", "-b|-c|+x");
    check(
        &section(hunk, false),
        "a\nb\n",
        "invalid: it replaces lines up to 3, but the file has 2",
    );
}

#[test]
fn text_within_a_line_is_widened_to_its_line() {
    let hunk = Hunk {
        extent: Extent::Within,
        ..Hunk::from_sides(&side("hello()"), &side("goodbye()"))
    };
    let section = section(hunk, false);
    check(
        &section,
        "fn f() {\n    hello();\n}\n",
        " fn f() {|-    hello();|+    goodbye();| }",
    );
    check(&section, "hello() hello()\n", "-hello()|+goodbye()");
}

#[test]
fn lines_that_would_be_glued_to_another_are_not_sure() {
    let is_unsure = |old: &[&str], new: &[&str], text: &str| {
        let side = |lines: &[&str]| {
            lines
                .iter()
                .map(|line| Piece::from(*line))
                .collect::<Vec<_>>()
        };
        let hunk = Hunk {
            extent: Extent::Within,
            ..Hunk::from_sides(&side(old), &side(new))
        };
        let completed = section(hunk, false).completed(&Text::new(text));
        completed.hunks[0].unsure.is_some()
    };
    assert!(is_unsure(&["", "b"], &["x", "", "b"], "a\nb\n"));
    assert!(is_unsure(&["b"], &["x", "b"], "a: b\n"));
    assert!(is_unsure(&["b"], &["b", "x"], "b: a\n"));
    assert!(!is_unsure(&["", "b"], &["", "x", "b"], "a\nb\n"));
    assert!(!is_unsure(&["b"], &["c"], "a: b\n"));
    assert!(!is_unsure(&["b("], &["c(x,"], "b(y)\n"));
}

#[test]
fn every_occurrence_is_replaced_where_all_are_meant() {
    let hunk = Hunk {
        extent: Extent::Within,
        occurrences: Occurrences::All,
        ..Hunk::from_sides(&side("x"), &side("y"))
    };
    check(&section(hunk, false), "x\na\nx x\n", "-x|+y| a|-x x|+y y");
}

#[test]
fn a_deleted_tilde_stands_for_all_between_its_neighbours() {
    let line = |kind, body: &str| HunkLine::new(kind, body);
    let hunk = Hunk {
        lines: vec![
            line(LineKind::Delete, "b"),
            line(LineKind::Delete, "~"),
            line(LineKind::Delete, "e"),
        ]
        .into(),
        extent: Extent::Elided,
        invalid: Some("not yet".into()),
        ..Hunk::default()
    };
    check(
        &section(hunk.clone(), false),
        "a\nb\nc\nd\ne\n",
        "-b|-c|-d|-e",
    );
    check(&section(hunk, false), "b\nb\nc\ne\n", "invalid: not yet");
}

#[test]
fn every_deleted_tilde_of_a_hunk_stands_for_lines() {
    let lines = [" A", "-B", "-~", "-D", " E", "-F", "-~", "-H"];
    let line = |text: &&str| {
        let kind = match text.as_bytes()[0] {
            b'-' => LineKind::Delete,
            _ => LineKind::Context,
        };
        HunkLine::new(kind, &text[1..])
    };
    let hunk = Hunk {
        lines: lines.iter().map(line).collect(),
        extent: Extent::Elided,
        ..Hunk::default()
    };
    check(
        &section(hunk, false),
        "A\nB\nC\nD\nE\nF\nG\nH\n",
        " A|-B|-C|-D| E|-F|-G|-H",
    );
}

#[test]
fn an_empty_last_line_of_fudiff_is_the_newline_at_the_end() {
    let hunk = |kind| Hunk {
        lines: vec![
            HunkLine::new(LineKind::Context, "b"),
            HunkLine::new(kind, ""),
        ]
        .into(),
        extent: Extent::Split,
        ..Hunk::default()
    };
    check(&section(hunk(LineKind::Insert), false), "a\nb", "-b|+b");
    check(&section(hunk(LineKind::Insert), false), "a\nb\n", " b|+");
    check(&section(hunk(LineKind::Insert), false), "b\na", " b|+");
    check(&section(hunk(LineKind::Delete), false), "a\nb\n", "-b|+b");
    check(&section(hunk(LineKind::Delete), false), "a\nb", " b|-");
    check(&section(hunk(LineKind::Delete), false), "b\n\n", " b|-");
    let changed = Hunk {
        lines: vec![
            HunkLine::new(LineKind::Delete, "b"),
            HunkLine::new(LineKind::Delete, ""),
            HunkLine::new(LineKind::Insert, "c"),
        ]
        .into(),
        ..hunk(LineKind::Delete)
    };
    check(&section(changed, false), "a\nb\n", "-b|+c");
}

#[test]
fn what_is_left_out_stays() {
    let new = "// ... existing code ...\nfn b() {\n    2\n} // b\n// ... rest of the file ...";
    let lazy = section(Hunk::from_sides(&[], &side(new)), true);
    let text = "fn a() {}\n\nfn b() {\n    1\n} // b\n\nfn c() {}\n";
    check(
        &lazy,
        text,
        " fn a() {}| | fn b() {|-    1|+    2| } // b| | fn c() {}",
    );
    check(
        &lazy,
        "fn a() {}\n",
        "invalid: no place found for the lines from `fn b() {` to `} // b`",
    );
}

#[test]
fn a_closing_line_that_stands_often_is_the_nearest() {
    let part = |new: &'static str| section(Hunk::from_sides(&[], &side(new)), true);
    let text = "fn a() {\n    1\n}\n\nfn b() {\n    1\n}\n";
    check(
        &part("fn a() {\n    2\n}\n// ... existing code ..."),
        text,
        " fn a() {|-    1|+    2| }| | fn b() {",
    );
    check(
        &part("// ... existing code ...\n}\n// end"),
        text,
        " fn b() {|     1| }|+// end",
    );
}
