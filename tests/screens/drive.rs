//! A review on files in memory, driven by keys and read as characters and styles.

#![allow(dead_code)] // Not every test file uses all of it.

use std::fmt::Write as _;
use std::sync::Arc;

use bstr::ByteSlice;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use hunkwise::session::{Options, Session};
use hunkwise::text::RelPath;
use hunkwise::ui::effect::{Effect, carry_out};
use hunkwise::ui::highlight::{Known, Languages, Wish};
use hunkwise::ui::key::Key;
use hunkwise::ui::model::{Model, Shown};
use hunkwise::ui::msg::Msg;
use hunkwise::ui::theme::Theme;
use hunkwise::ui::{Ending, Memory, World, draw, update};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

/// A reply with one of each problem.
pub(crate) const REPLY: &str = include_str!("reply.md");

/// A review being driven by keys.
pub(crate) struct Drive {
    pub(crate) model: Model,
    pub(crate) world: Arc<Memory>,
    pub(crate) ending: Option<Ending>,
}

impl Drive {
    pub(crate) fn new(size: (u16, u16)) -> Drive {
        Drive::of(REPLY, "dark", size)
    }

    pub(crate) fn of(reply: &str, theme: &str, size: (u16, u16)) -> Drive {
        let files = [
            ("src/app.py", include_str!("app.py")),
            ("src/lib.rs", include_str!("lib.rs")),
            ("docs/old.txt", "old\n"),
        ];
        Drive::with(&files, reply, theme, size)
    }

    /// A review of one file.
    pub(crate) fn on(path: &str, content: &str, reply: &str, size: (u16, u16)) -> Drive {
        Drive::with(&[(path, content)], reply, "dark", size)
    }

    /// A review of these files.
    pub(crate) fn with(
        files: &[(&str, &str)],
        reply: &str,
        theme: &str,
        size: (u16, u16),
    ) -> Drive {
        let file = |(path, content): &(&str, &str)| {
            (RelPath::new(*path).unwrap(), content.as_bytes().to_vec())
        };
        let files = Memory::new(files.iter().map(file));
        // Whatever is edited, one line of one hunk is made right.
        let editor = |text: &[u8]| {
            let edited = text.replace("return self.d[k]", "return self.items[key]");
            Ok(edited.replace("if k in self.d", "if key in self.items"))
        };
        let world = Arc::new(files.with_editor(editor));
        let mut session = Session::open(reply.as_bytes(), Options::default());
        world.supply(&mut session);
        let mut model = Model::new(session, Theme::named(theme).unwrap(), size);
        model.title = "fix.patch".to_string();
        model.kept_in = world.kept_in();
        model.editor = Shown::of(world.has_editor());
        Drive {
            model,
            world,
            ending: None,
        }
    }

    /// Reviews something else on the same files.
    pub(crate) fn review(&mut self, session: Session) {
        let model = &self.model;
        self.model = Model::new(session, model.theme.clone(), model.size);
    }

    /// A review of the built-in demonstration, its languages coloured.
    pub(crate) fn demo(theme: &str, size: (u16, u16)) -> Drive {
        let (session, world) = hunkwise::cli::demo::session();
        let mut model = Model::new(session, Theme::named(theme).unwrap(), size);
        model.title = "demo".to_string();
        model.kept_in = world.kept_in();
        Drive {
            model,
            world: Arc::new(world.with_drift(b"\n")),
            ending: None,
        }
    }

    /// Waits for the colours of the language, as the worker finds them: of the file, and of what would be written.
    pub(crate) fn colour(&mut self) {
        let languages = Languages::load();
        let mut next = self.model.colour_request();
        while let Some(request) = next {
            let colouring = languages
                .colour(&request, &mut Known::default(), &|_| Wish::All)
                .unwrap();
            self.take_in(Msg::Coloured(colouring));
            next = self.model.survey_colour_request();
        }
    }

    pub(crate) fn take_in(&mut self, msg: Msg) {
        let mut msgs = vec![msg];
        while let Some(msg) = msgs.pop() {
            for effect in update(&mut self.model, msg) {
                if let Effect::Quit(ending) = effect {
                    self.ending = Some(ending);
                } else {
                    msgs.extend(carry_out(effect, &self.model.session, &*self.world));
                }
            }
        }
    }

    pub(crate) fn press(&mut self, name: &str) {
        let event = match Key::named(name) {
            Some(key) => key.to_event(),
            None => panic!("there is no key {name}"),
        };
        self.take_in(Msg::Key(event));
    }

    /// Presses keys written as in the footer's table: `jj<enter>2`.
    pub(crate) fn keys(&mut self, keys: &str) -> &mut Drive {
        let mut rest = keys;
        while let Some(c) = rest.chars().next() {
            let named = rest.strip_prefix('<').and_then(|rest| rest.split_once('>'));
            if let Some((name, after)) = named {
                self.press(name);
                rest = after;
            } else {
                let event = KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE);
                self.take_in(Msg::Key(event));
                rest = &rest[c.len_utf8()..];
            }
        }
        self
    }

    pub(crate) fn buffer(&self) -> Buffer {
        let (width, height) = self.model.size;
        let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
        draw(&self.model, &mut buffer);
        buffer
    }

    /// Returns the characters of the screen.
    pub(crate) fn text(&self) -> String {
        characters(&self.buffer())
    }
}

/// Returns the words that are lit as a warning is, row by row: on the screen of a tie those that tell its places apart.
pub(crate) fn lit(drive: &Drive) -> Vec<String> {
    let ground = drive
        .model
        .theme
        .over(hunkwise::ui::theme::Role::Warning)
        .bg;
    let buffer = drive.buffer();
    let mut words: Vec<String> = Vec::new();
    for y in 0..buffer.area.height {
        let mut is_lit = false;
        for x in 0..buffer.area.width {
            let cell = &buffer[(x, y)];
            match (Some(cell.bg) == ground, is_lit) {
                (true, false) => words.push(cell.symbol().to_string()),
                (true, true) => words.last_mut().unwrap().push_str(cell.symbol()),
                (false, _) => {}
            }
            is_lit = Some(cell.bg) == ground;
        }
    }
    words
}

pub(crate) fn characters(buffer: &Buffer) -> String {
    let mut text = String::new();
    for y in 0..buffer.area.height {
        let mut row = String::new();
        let mut skip = 0;
        for x in 0..buffer.area.width {
            let symbol = buffer[(x, y)].symbol();
            if skip == 0 {
                row.push_str(symbol);
                skip = unicode_width::UnicodeWidthStr::width(symbol).max(1);
            }
            skip -= 1;
        }
        text.push_str(row.trim_end());
        text.push('\n');
    }
    text
}

/// Returns the styles of the screen: a letter for each cell, `.` for the ground, and what the letters stand for.
pub(crate) fn styles(buffer: &Buffer) -> String {
    let mut known: Vec<Style> = Vec::new();
    let mut text = String::new();
    for y in 0..buffer.area.height {
        let mut row = String::new();
        for x in 0..buffer.area.width {
            let style = buffer[(x, y)].style();
            let at = known.iter().position(|other| *other == style);
            let at = at.unwrap_or_else(|| {
                known.push(style);
                known.len() - 1
            });
            row.push(letter(at));
        }
        text.push_str(row.trim_end_matches('.'));
        text.push('\n');
    }
    for (at, style) in known.iter().enumerate() {
        writeln!(text, "{} {}", letter(at), style_words(*style)).unwrap();
    }
    text
}

/// The first style met is that of the title's blank: the ground.
fn letter(at: usize) -> char {
    b".abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"[at] as char
}

fn style_words(style: Style) -> String {
    let colour = |colour: Option<Color>| match colour {
        None | Some(Color::Reset) => "-".to_string(),
        Some(colour) => colour.to_string().to_lowercase(),
    };
    let mut words = format!("{} on {}", colour(style.fg), colour(style.bg));
    for (modifier, word) in [
        (Modifier::BOLD, " bold"),
        (Modifier::DIM, " dim"),
        (Modifier::UNDERLINED, " underlined"),
        (Modifier::REVERSED, " reversed"),
        (Modifier::CROSSED_OUT, " crossed out"),
    ] {
        if style.add_modifier.contains(modifier) {
            words.push_str(word);
        }
    }
    words
}

/// Returns the text of the screen as one line, with what is beside the list alone.
pub(crate) fn flat(drive: &Drive) -> String {
    let text = drive.text();
    // The list is beside what is said, and a popup has its borders.
    let bar = '\u{2502}';
    let rows = text.lines().map(|row| row.trim_end_matches(bar));
    let rows = rows.map(|row| row.rsplit(bar).next().unwrap_or(row));
    let flat = rows.collect::<Vec<_>>().join(" ");
    flat.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns whether `words` are on the screen, in one row or wrapped beside the list.
fn shows(drive: &Drive, words: &str) -> bool {
    drive.text().contains(words) || flat(drive).contains(words)
}

/// Checks that `words` are on the screen, on however many rows.
#[track_caller]
pub(crate) fn says(drive: &Drive, words: &str) {
    assert!(shows(drive, words), "{words}\n{}", drive.text());
}

/// Checks that they are not.
#[track_caller]
pub(crate) fn says_nothing_of(drive: &Drive, words: &str) {
    assert!(!shows(drive, words), "{words}\n{}", drive.text());
}
