//! What holds whatever is pressed: keys that are shown do something, no key loses a decision, nothing raw gets out.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use hunkwise::plan::{HunkPlan, State};
use hunkwise::ui::key::Key;
use hunkwise::ui::keymap::KEYMAP;
use hunkwise::ui::msg::Msg;
use hunkwise::ui::{World, advertised};
use proptest::prelude::*;

use super::BLOCKS;
use super::drive::{Drive, REPLY};
use super::files::FILES;
use super::pointer::mouse;

#[test]
fn every_key_the_footer_shows_does_something() {
    let replies = [
        (BLOCKS, "s"),
        (BLOCKS, "s<enter>"),
        (BLOCKS, "s<enter>x<enter>"),
        (FILES, ""),
        (FILES, "}1"),
    ];
    let ways = [
        "",
        "1",
        "2<enter>",
        "<tab>",
        "<tab>1",
        "<tab><tab>",
        "<tab><tab>1",
        "<tab><tab><tab>",
        "<tab><tab><tab>T",
        "Y",
        "Y2<enter>A",
        "Y2<enter>A<enter>",
        "?",
        "1i",
        "L",
        "I",
        "ctrl-t",
        ":",
        "c",
        "/",
        "]]]]]",
        "x",
        "}v",
        "}v<space>",
        "<tab><tab>m",
        "<tab><tab>m:12<enter>",
        "z",
        "?score",
        "cwords<enter>",
        "cwords<enter>C",
        "cwords<enter>x",
        "<tab>.",
        "X",
    ];
    let ways = ways.map(|way| (REPLY, way)).into_iter().chain(replies);
    for (reply, way) in ways {
        for size in [(80, 24), (200, 50)] {
            let mut start = Drive::of(reply, "dark", size);
            start.keys(way);
            for (key, _) in advertised(&start.model) {
                let mut drive = Drive::of(reply, "dark", size);
                drive.keys(way);
                let before = drive.buffer();
                drive.press(key);
                let does = drive.ending.is_some() || drive.buffer() != before;
                let text = drive.text();
                assert!(does, "{key} does nothing after {way:?}:\n{text}");
            }
        }
    }
}

#[test]
fn nothing_from_outside_reaches_the_terminal_raw() {
    let hidden: String = ('\0'..=char::MAX)
        .filter(|c| c.is_control() || hunkwise::text::display::is_hidden(*c))
        .filter(|c| !"\n\r".contains(*c))
        .collect();
    let chars: Vec<char> = hidden.chars().collect();
    for some in chars.chunks(400) {
        let some: String = some.iter().collect();
        let reply = format!("--- a/{some}\n+++ b/{some}\n@@ -1 +1 @@ {some}\n-x{some}\n+y{some}\n");
        for (reply, keys) in [(reply, ""), (REPLY.replace("item", &some), "")] {
            let mut drive = Drive::of(&reply, "dark", (120, 40));
            for key in ["", "i", "<esc>L", "<esc>T", "<esc>?", "<esc>:"] {
                drive.keys(keys).keys(key);
                let text = drive.text().replace('\n', "");
                let raw = |c: char| c.is_control() || hunkwise::text::display::is_hidden(c);
                assert!(!text.contains(raw), "{text:?}");
            }
        }
    }
}

/// Any key of the table, and some that are in none.
fn any_key() -> impl Strategy<Value = KeyEvent> {
    let named = KEYMAP.iter().flat_map(|row| row.keys);
    let keys: Vec<KeyEvent> = named
        .filter(|name| !["q", "Q", "ctrl-c", "ctrl-z", "ctrl-d"].contains(*name))
        .filter_map(|name| Key::named(name))
        .map(Key::to_event)
        .collect();
    let typed =
        proptest::char::any().prop_map(|c| KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE));
    prop_oneof![9 => proptest::sample::select(keys), 1 => typed]
}

#[derive(Debug, Clone)]
enum Happening {
    Key(KeyEvent),
    Resize(u16, u16),
    Click(u16, u16),
    DoubleClick(u16, u16),
    Wheel(u16, u16),
    Touch(&'static str),
}

fn any_happening() -> impl Strategy<Value = Happening> {
    prop_oneof![
        20 => any_key().prop_map(Happening::Key),
        2 => (1u16..=200, 1u16..=60).prop_map(|(w, h)| Happening::Resize(w, h)),
        2 => (0u16..200, 0u16..60).prop_map(|(x, y)| Happening::Click(x, y)),
        1 => (0u16..200, 0u16..60).prop_map(|(x, y)| Happening::DoubleClick(x, y)),
        1 => (0u16..200, 0u16..60).prop_map(|(x, y)| Happening::Wheel(x, y)),
        1 => proptest::sample::select(vec!["src/app.py", "src/lib.rs"]).prop_map(Happening::Touch),
    ]
}

fn happen(drive: &mut Drive, happening: &Happening) {
    use crossterm::event::{MouseButton, MouseEventKind};
    match happening {
        Happening::Key(event) => drive.take_in(Msg::Key(*event)),
        Happening::Resize(width, height) => drive.take_in(Msg::Resize(*width, *height)),
        Happening::Click(column, row) => {
            let click = MouseEventKind::Down(MouseButton::Left);
            mouse(drive, click, (*column, *row));
        }
        Happening::DoubleClick(column, row) => drive.take_in(Msg::DoubleClick(*column, *row)),
        Happening::Wheel(column, row) => mouse(drive, MouseEventKind::ScrollDown, (*column, *row)),
        Happening::Touch(path) => {
            let path = hunkwise::text::RelPath::new(path).unwrap();
            let old = drive.world.read(&path).unwrap_or_default();
            drive
                .world
                .write(&path, [b"# touched\n", old.as_slice()].concat());
            drive.take_in(Msg::Touched(vec![path]));
        }
    }
    drive.buffer();
}

/// Counts the hunks that are accepted, rejected, and waiting for a person, one by one.
fn counted(drive: &Drive) -> (usize, usize, usize) {
    let hunks = || drive.model.session.plan().hunks();
    let is_there = |hunk: &HunkPlan| hunk.state == State::AlreadyApplied;
    let accepted = hunks().filter(|hunk| hunk.decision.is_accepted() && !is_there(hunk));
    let rejected = hunks().filter(|hunk| hunk.decision.is_rejected());
    let need = hunks().filter(|hunk| hunk.needs_person());
    (accepted.count(), rejected.count(), need.count())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_keys_at_no_size_break_the_screen(
        size in (1u16..=200, 1u16..=60),
        happenings in proptest::collection::vec(any_happening(), 1..60),
    ) {
        let mut drive = Drive::new(size);
        let steps = |drive: &Drive| -> Vec<String> {
            let steps = drive.model.session.resolutions().steps();
            steps.iter().map(|step| step.label.clone()).collect()
        };
        for happening in &happenings {
            let before = steps(&drive);
            happen(&mut drive, happening);
            let after = steps(&drive);
            let is_undo = before.starts_with(&after) && before.len() == after.len() + 1;
            prop_assert!(is_undo || after.starts_with(&before), "{happening:?} lost a decision");
            let tally = drive.model.session.tally();
            let counts = (tally.n_accepted, tally.n_rejected, tally.n_need);
            prop_assert_eq!(counts, counted(&drive), "after {:?}", happening);
        }
    }

    #[test]
    fn undoing_all_is_the_start(keys in proptest::collection::vec(any_key(), 1..40)) {
        let mut drive = Drive::new((100, 30));
        let start = drive.model.session.plan().clone();
        let paths = ["src/app.py", "src/lib.rs", "src/new.py"];
        let files = |drive: &Drive| paths.map(|path| drive.world.snapshot(&hunkwise::text::RelPath::new(path).unwrap()));
        let before = files(&drive);
        for key in keys {
            drive.take_in(Msg::Key(key));
        }
        // Keys looked up over a question that is asked over a hunk being placed are the deepest there is.
        drive.keys("<esc><esc><esc><esc>");
        // Each undo takes one back: a loop that waits for the last would hide one that does nothing.
        for _ in 0..drive.model.applied.len() {
            drive.press("U");
        }
        prop_assert!(drive.model.applied.is_empty(), "{}", drive.text());
        for _ in 0..drive.model.session.resolutions().steps().len() {
            drive.press("u");
        }
        prop_assert!(drive.model.session.resolutions().steps().is_empty(), "{}", drive.text());
        prop_assert_eq!(files(&drive), before);
        prop_assert_eq!(drive.model.session.plan(), &start);
    }
}
