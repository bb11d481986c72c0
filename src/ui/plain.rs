//! The review without a screen: questions as lines of text, answers as lines, the same commands. For screen readers, terminals
//! that can do nothing else, and logs.

use std::io::{self, BufRead, Write};
use std::sync::Arc;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::effect::{Effect, carry_out};
use super::key::Key;
use super::keymap::Context;
use super::mark::Symbols;
use super::model::{ListShown, Mode, Model, Shown, Toast};
use super::msg::Msg;
use super::theme::Theme;
use super::update::update;
use super::view::{is_row, told};
use super::world::World;
use super::{Ending, Options, Outcome};
use crate::patch::HunkId;
use crate::session::Session;
use crate::text::display::display_line;

/// The size of the screen that modes without words of their own are told as.
const SIZE: (u16, u16) = (98, 40);

/// Asks and takes answers until there are no more, or nothing can be asked: what was written by then is there, so that is
/// an end like any, and whoever gave the streams knows why.
pub(super) fn run(
    session: Session,
    world: &Arc<dyn World>,
    options: Options,
    answers: &mut dyn BufRead,
    out: &mut dyn Write,
) -> Outcome {
    let theme = Theme::named("mono").expect("it comes with the program");
    let mut model = Model::new(session, theme, SIZE);
    model.symbols = Symbols::Ascii;
    model.diff_options.list = ListShown::Hidden;
    model.title = options.title;
    model.replies = options.replies;
    model.keys = options.keys;
    model.kept_in = world.kept_in();
    model.editor = Shown::of(world.has_editor());
    model.toast = options.greeting.map(Toast::Done);
    model.bring_into_view();
    let mut asked = Asked::default();
    let ending = loop {
        let mut answer = Vec::new();
        let told = asked.tell(&model, out);
        let read = told.and_then(|()| answers.read_until(b'\n', &mut answer));
        if matches!(read, Ok(0) | Err(_)) {
            // Every decision was saved when it was made.
            break Ending::Quit;
        }
        let answer = String::from_utf8_lossy(&answer);
        if let Some(ending) =
            take_answer(&mut model, &**world, answer.trim_end_matches(['\r', '\n']))
        {
            break ending;
        }
        // What was held while files were written is taken in as the screen does.
        let signal = world.signal().map(Msg::Signal);
        if let Some(ending) = signal.and_then(|signal| take(&mut model, &**world, signal)) {
            break ending;
        }
    };
    // What is said at the end is no answer. Whoever closed the stream has no need of it.
    drop(writeln!(out));
    Outcome {
        ending,
        applied: model.applied,
        not_undone: model.not_undone,
        n_applies: model.session.n_applies(),
        session: model.session,
    }
}

/// What was asked last.
#[derive(Default)]
struct Asked {
    /// How many questions there were.
    number: usize,
    /// What the question is about.
    about: Option<(Context, HunkId)>,
    lines: Vec<String>,
}

impl Asked {
    /// Writes what came of the last answer, and the question, which has a number: another one for another hunk, the same for
    /// another look at it, which is told from what is new on.
    fn tell(&mut self, model: &Model, out: &mut dyn Write) -> io::Result<()> {
        if let Some(Toast::Done(said) | Toast::Refused(said)) = &model.toast {
            writeln!(out, "{}", display_line(said.as_bytes()))?;
        }
        let (about, lines) = (Some((model.context(), model.hunk)), told(model));
        if about != self.about {
            (self.about, self.number) = (about, self.number + 1);
            self.lines.clear();
            writeln!(out, "\nQuestion {}", self.number)?;
        }
        let pairs = lines.iter().zip(&self.lines);
        let n_known = pairs.take_while(|(line, known)| line == known).count();
        // Lines are told with the heading above them, which may have been told without them.
        let is_row = |at: usize| lines.get(at).is_some_and(|line| is_row(line));
        let heading = n_known
            .checked_sub(1)
            .filter(|at| is_row(n_known) && !is_row(*at));
        for line in &lines[heading.unwrap_or(n_known)..] {
            writeln!(out, "{line}")?;
        }
        self.lines = lines;
        write!(out, "> ")?;
        out.flush()
    }
}

/// Takes a line: the name of a key, text where text is typed, or `c` with a comment behind it. An empty one is Enter.
fn take_answer(model: &mut Model, world: &dyn World, answer: &str) -> Option<Ending> {
    let is_typing = matches!(
        model.mode,
        Mode::Input(..) | Mode::Start(_) | Mode::Target(_) | Mode::Palette(_) | Mode::Help(_)
    );
    // A blank that is typed for the key of that name would accept.
    if !is_typing && !answer.is_empty() && answer.trim().is_empty() {
        let why = "Blanks are no answer: `Space` names that key";
        model.toast = Some(Toast::Refused(why.to_string()));
        return None;
    }
    let key = match answer.trim() {
        "" => Key::named("enter"),
        // Questions and help name keys as a keyboard does: `Tab`.
        name if name.len() > 1 => {
            Key::named(name).or_else(|| Key::named(&name.to_ascii_lowercase()))
        }
        name => Key::named(name),
    };
    // Of a text that is typed, only the name of a key that does something now is none: `end` may be what is looked for.
    let is_bound = |key: Key| model.keys.lookup(model.context(), key).is_some();
    if let Some(key) = key.filter(|key| !is_typing || key.typed().is_none() && is_bound(*key)) {
        return press(model, world, key);
    }
    let answer = answer.trim_end();
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
