use bstr::ByteSlice;

use super::*;
use crate::text::Text;

/// Makes the edit of a notebook as it is laid out here, and compares the lines of the hunk that change.
#[track_caller]
fn check(text: &str, edit: CellEdit, source: &str, expected: &str) {
    let lines = source
        .lines()
        .map(|line| HunkLine::new(LineKind::Insert, line));
    let hunk = Hunk {
        lines: lines.collect(),
        cell: Some(Box::new(edit)),
        ..Hunk::default()
    };
    let read = hunk.completed(&Text::new(text)).unwrap_or(hunk);
    let changes = read.lines.iter().filter(|line| line.is_change());
    let shown = changes.map(|line| format!("{}{}\n", line.kind.sign(), line.body.as_bstr()));
    let why = read.invalid.map(|why| format!("invalid: {why}\n"));
    let waits = read.replaces.map(|_| "waits\n".to_string());
    let shown: String = match why {
        Some(why) => why,
        None => shown.chain(waits).collect(),
    };
    assert_eq!(shown, expected);
}

fn edit(cell: &str, act: CellAct) -> CellEdit {
    CellEdit {
        cell: CellName::Id(cell.into()),
        act,
        kind: None,
        ends_line: false,
    }
}

/// A notebook of one code cell in one line.
fn in_one_line() -> String {
    let cell = r##"{"cell_type": "code", "execution_count": null, "id": "a", "metadata": {}, "outputs": [], "source": ["x = \"\u00e9\"\n", "y"]}"##;
    format!(r#"{{"cells": [{cell}], "nbformat": 4, "nbformat_minor": 4}}"#)
}

/// The same in many lines.
fn in_lines() -> String {
    let mut text = in_one_line();
    for (joined, split) in [
        ("{\"cells\": [{", "{\n  \"cells\": [\n    {\n      "),
        (", \"execution", ",\n      \"execution"),
        (", \"id", ",\n      \"id"),
        (", \"metadata", ",\n      \"metadata"),
        (", \"outputs", ",\n      \"outputs"),
        (", \"source\": [", ",\n      \"source\": [\n        "),
        (", \"y\"]}],", ",\n        \"y\"\n      ]\n    }\n  ],"),
    ] {
        text = text.replace(joined, split);
    }
    text
}

#[test]
fn lines_that_stay_keep_their_bytes() {
    check(
        &in_lines(),
        edit("a", CellAct::Replace),
        "x = \"é\"\nz = \"ü\"",
        "-        \"y\"\n+        \"z = \\\"\\u00fc\\\"\"\n",
    );
}

#[test]
fn a_new_cell_is_laid_out_as_the_others() {
    let four = "+    },\n+    {\n+      \"cell_type\": \"code\",\n+      \"execution_count\": null,\n+      \"metadata\": {},\n+      \"outputs\": [],\n+      \"source\": [\n+        \"z\"\n+      ]\n";
    check(&in_lines(), edit("a", CellAct::Insert), "z", four);
    let in_one_line = in_one_line();
    let with_new = in_one_line.replace(
        "\"y\"]}]",
        "\"y\"]}, {\"cell_type\": \"code\", \"execution_count\": null, \"metadata\": {}, \"outputs\": [], \"source\": [\"z\"]}]",
    );
    let changed = format!("-{in_one_line}\n+{with_new}\n");
    check(&in_one_line, edit("a", CellAct::Insert), "z", &changed);
}

#[test]
fn the_only_cell_leaves_an_empty_list() {
    let text = in_one_line();
    let start = text.find("[{").unwrap_or(0);
    let end = text.find("}],").unwrap_or(0) + 2;
    let left = format!("{}[]{}", &text[..start], &text[end..]);
    check(
        &text,
        edit("a", CellAct::Delete),
        "",
        &format!("-{text}\n+{left}\n"),
    );
}

#[test]
fn what_only_a_number_names_waits() {
    let by_number = CellEdit {
        cell: CellName::At(0),
        ..edit("", CellAct::Replace)
    };
    let expected = "-        \"x = \\\"\\u00e9\\\"\\n\",\n-        \"y\"\n+        \"z\"\nwaits\n";
    check(&in_lines(), by_number, "z", expected);
    check(&in_lines(), edit("cell-0", CellAct::Replace), "z", expected);
    check(
        &in_lines(),
        edit("cell-7", CellAct::Replace),
        "z",
        "invalid: it names cell 7, but the notebook has 1, counted from 0\n",
    );
}

#[test]
fn what_is_no_notebook_is_told() {
    for text in [
        "x\n",
        "{}\n",
        "{\"cells\": 1, \"nbformat\": 4}\n",
        "// no\n{\"cells\": []}\n",
    ] {
        let expected = format!("invalid: {NO_NOTEBOOK}\n");
        check(text, edit("a", CellAct::Replace), "z", &expected);
    }
}
