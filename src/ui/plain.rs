//! The review without a screen: questions as lines of text, answers as lines, the same commands. For screen readers, terminals
//! that can do nothing else, and logs.

use std::io::{self, BufRead, Write};
use std::sync::Arc;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::effect::{Effect, carry_out};
use super::key::Key;
use super::mark::Symbols;
use super::model::{ListShown, Mode, Model, Toast};
use super::msg::Msg;
use super::theme::Theme;
use super::update::update;
use super::view::draw;
use super::world::World;
use super::{Ending, Options, Outcome};
use crate::session::Session;

/// The size of the screen whose text is told: no list, and room for the panes of one hunk.
const SIZE: (u16, u16) = (98, 40);

/// Asks and takes answers until there are no more.
///
/// # Errors
/// When nothing can be read or written any more.
pub(super) fn run(
    session: Session,
    world: &Arc<dyn World>,
    options: Options,
    answers: &mut dyn BufRead,
    out: &mut dyn Write,
) -> io::Result<Outcome> {
    let theme = Theme::named("mono").expect("it comes with the program");
    let mut model = Model::new(session, theme, SIZE);
    model.symbols = Symbols::Ascii;
    model.looks.list = ListShown::Hidden;
    model.title = options.title;
    model.replies = options.replies;
    model.keys = options.keys;
    model.kept_in = world.kept_in();
    model.toast = options.greeting.map(Toast::Done);
    model.bring_into_view();
    let ending = loop {
        tell(&model, out)?;
        let mut answer = String::new();
        if answers.read_line(&mut answer)? == 0 {
            // Every decision was saved when it was made.
            break Ending::Quit;
        }
        if let Some(ending) = take_answer(&mut model, &**world, answer.trim_end()) {
            break ending;
        }
    };
    Ok(Outcome {
        ending,
        n_applies: model.session.n_applies(),
        session: model.session,
    })
}

/// Writes what the screen shows, without its blank rows and its lines.
fn tell(model: &Model, out: &mut dyn Write) -> io::Result<()> {
    let mut buffer = Buffer::empty(Rect::new(0, 0, SIZE.0, SIZE.1));
    draw(model, &mut buffer);
    for y in 0..SIZE.1 {
        let row: String = (0..SIZE.0).map(|x| buffer[(x, y)].symbol()).collect();
        let row = row.trim_end().trim_end_matches('-').trim_end();
        if !row.is_empty() {
            writeln!(out, "{row}")?;
        }
    }
    write!(out, "> ")?;
    out.flush()
}

/// Takes a line: the name of a key, text where text is typed, or `c` with a comment behind it. An empty one is Enter.
fn take_answer(model: &mut Model, world: &dyn World, answer: &str) -> Option<Ending> {
    let is_typing = matches!(
        model.mode,
        Mode::Input(..) | Mode::Start(_) | Mode::Target(_) | Mode::Palette(_) | Mode::Help(_)
    );
    let named = if answer.is_empty() { "enter" } else { answer };
    if let Some(key) = Key::named(named).filter(|key| !is_typing || key.typed().is_none()) {
        return press(model, world, key);
    }
    let (first, text) = match answer.split_once(' ') {
        Some((first, text)) if !is_typing => (Key::named(first), text),
        Some(_) | None => (None, answer),
    };
    if first.is_none() && !is_typing {
        model.toast = Some(Toast::Refused(format!("`{answer}` is not a key (? keys)")));
        return None;
    }
    if let Some(ending) = first.and_then(|key| press(model, world, key)) {
        return Some(ending);
    }
    for c in text.chars() {
        let typed = KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE);
        take(model, world, Msg::Key(typed));
    }
    press(model, world, Key::named("enter")?)
}

fn press(model: &mut Model, world: &dyn World, key: Key) -> Option<Ending> {
    take(model, world, Msg::Key(key.to_event()))
}

/// Takes a message in, and carries out what follows from it until nothing does.
fn take(model: &mut Model, world: &dyn World, msg: Msg) -> Option<Ending> {
    let mut msgs = vec![msg];
    while let Some(msg) = msgs.pop() {
        for effect in update(model, msg) {
            if let Effect::Quit(ending) = effect {
                return Some(ending);
            }
            msgs.extend(carry_out(effect, &model.session, world));
        }
    }
    None
}
