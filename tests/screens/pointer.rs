//! The mouse: clicks, second clicks, the wheel.

use crossterm::event::KeyModifiers;
use hunkwise::ui::msg::Msg;

use super::drive::{Drive, REPLY};

/// Returns where `wanted` stands on the screen, as column and row.
#[track_caller]
fn position(drive: &Drive, wanted: &str) -> (u16, u16) {
    let text = drive.text();
    for (row, line) in text.lines().enumerate() {
        if let Some(at) = line.find(wanted) {
            return (line[..at].chars().count() as u16, row as u16);
        }
    }
    panic!("{wanted:?} is not on the screen:\n{text}");
}

/// Does what the mouse can at a column and row.
pub(crate) fn mouse(
    drive: &mut Drive,
    kind: crossterm::event::MouseEventKind,
    (column, row): (u16, u16),
) {
    drive.take_in(Msg::Mouse(crossterm::event::MouseEvent {
        kind,
        column,
        row,
        modifiers: KeyModifiers::NONE,
    }));
}

#[test]
fn the_mouse_goes_where_it_clicks_and_takes_what_is_clicked_twice() {
    use crossterm::event::{MouseButton, MouseEventKind};
    let click = MouseEventKind::Down(MouseButton::Left);
    let mut drive = Drive::new((160, 40));
    let at = position(&drive, "2  line ");
    mouse(&mut drive, click, at);
    assert!(drive.text().contains("Place 2 of 2"), "{}", drive.text());
    drive.take_in(Msg::DoubleClick(at.0, at.1));
    assert_eq!(
        drive.model.session.tally().n_accepted,
        1,
        "{}",
        drive.text()
    );
    let strip = position(&drive, "##");
    mouse(&mut drive, click, strip);
    assert_eq!(
        drive.model.hunk.hunk,
        2,
        "the mark in the strip: {}",
        drive.text()
    );
    let at = position(&drive, "u undo");
    mouse(&mut drive, click, at);
    assert_eq!(
        drive.model.session.tally().n_accepted,
        0,
        "a key in the footer: {}",
        drive.text()
    );
}

#[test]
fn the_wheel_moves_the_view_under_the_pointer() {
    use crossterm::event::MouseEventKind;
    let hunks: Vec<String> = (0..60)
        .map(|n| format!("--- a/f{n}\n+++ b/f{n}\n@@ @@\n-a\n+b\n"))
        .collect();
    let mut drive = Drive::of(&format!("{}{REPLY}", hunks.concat()), "dark", (200, 50));
    drive.keys("]".repeat(61).as_str());
    let before = drive.buffer();
    for pane in ["f55", "2 places", " line "] {
        let (column, row) = position(&drive, pane);
        for kind in [MouseEventKind::ScrollUp, MouseEventKind::ScrollDown] {
            mouse(&mut drive, kind, (column, row + 2));
        }
        assert_eq!(
            drive.model.hunk.file, 60,
            "the hunk under review stays: {pane}"
        );
    }
    let (column, row) = position(&drive, "f55");
    mouse(&mut drive, MouseEventKind::ScrollUp, (column, row + 2));
    assert_ne!(drive.buffer(), before, "the list moved");
}

#[test]
fn the_wheel_over_the_places_shows_the_others() {
    use crossterm::event::MouseEventKind;
    let patch = "--- a/src/app.py\n+++ b/src/app.py\n@@ @@\n-\n+# a blank line\n";
    let mut drive = Drive::of(patch, "dark", (80, 24));
    let (column, row) = position(&drive, " places 1-");
    let first = drive.model.places()[0].span.start + 1;
    let first = format!(" 1 line {first}");
    assert!(drive.text().contains(&first), "{}", drive.text());
    for _ in 0..4 {
        mouse(&mut drive, MouseEventKind::ScrollDown, (column, row + 1));
    }
    assert!(!drive.text().contains(&first), "{}", drive.text());
    assert!(drive.text().contains("9 line "), "{}", drive.text());
    for _ in 0..4 {
        mouse(&mut drive, MouseEventKind::ScrollUp, (column, row + 1));
    }
    assert!(drive.text().contains(&first), "{}", drive.text());
}

#[test]
fn a_side_of_an_overlap_is_shown_by_a_click_and_taken_by_a_second() {
    use crossterm::event::{MouseButton, MouseEventKind};
    let click = MouseEventKind::Down(MouseButton::Left);
    let mut drive = Drive::new((80, 24));
    drive.keys("<tab>");
    let at = position(&drive, "Path(path).write_text");
    mouse(&mut drive, click, at);
    let text = drive.text();
    assert!(text.contains("Result: 2 only"), "{text}");
    drive.take_in(Msg::DoubleClick(at.0, at.1));
    let text = drive.text();
    assert!(text.contains("Kept hunk 4, rejected hunk 3"), "{text}");
}
