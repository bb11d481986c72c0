//! Typing and choosing: targets, commands, lines of text, and the reply on the start screen.

use std::cmp::Reverse;

use nucleo_matcher::pattern::{AtomKind, CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};

use super::super::Ending;
use super::super::allow;
use super::super::effect::Effect;
use super::super::key::Key;
use super::super::keymap::{self, Action, Context, Direction, Motion};
use super::super::model::{Mode, Model, Offer, Picker, Purpose, StartView};
use super::super::targets::Targets;
use super::super::task::{JobRequest, ReplyFrom};
use super::super::typed::Typed;
use super::travel;
use super::{decide, help, look, perform, place, refuse, tell};
use crate::session::Command;
use crate::text::RelPath;

impl<T: Clone> Picker<T> {
    /// Makes a choice among `all`.
    pub fn new(all: Vec<T>) -> Picker<T> {
        let fitting = (0..all.len()).collect();
        Picker {
            typed: Typed::default(),
            all,
            fitting,
            marked: 0,
        }
    }

    /// Returns the one marked; `None` when nothing fits.
    pub fn marked(&self) -> Option<&T> {
        self.fitting.get(self.marked).map(|index| &self.all[*index])
    }

    /// Marks the next one, or the one before.
    pub(super) fn step(&mut self, motion: Motion) {
        let last = self.fitting.len().saturating_sub(1);
        self.marked = travel::moved(self.marked, motion, 10).min(last);
    }

    /// Keeps those that fit what was typed, best first; one whose first word it is goes before all, then those that begin so.
    /// Nothing typed keeps all in their own order. Letters strewn over a path are its parts; strewn over a sentence they say nothing.
    pub(super) fn narrow(&mut self, kind: AtomKind, words: impl Fn(&T) -> String) {
        let typed = self.typed.text();
        let pattern = Pattern::new(typed, CaseMatching::Ignore, Normalization::Smart, kind);
        let mut matcher = Matcher::new(Config::DEFAULT.match_paths());
        let mut buffer = Vec::new();
        let mut fit = |index: usize| {
            let words = words(&self.all[index]);
            let score = pattern.score(Utf32Str::new(&words, &mut buffer), &mut matcher)?;
            let begins = !typed.is_empty() && words.starts_with(typed);
            let is_first = begins && words.split(' ').next() == Some(typed);
            Some((Reverse((is_first, begins, score)), index))
        };
        let mut fitting: Vec<_> = (0..self.all.len()).filter_map(&mut fit).collect();
        fitting.sort();
        // Letters strewn over a sentence say little where another holds them together.
        let best = fitting
            .iter()
            .map(|(Reverse((_, _, score)), _)| *score)
            .max();
        let least = best.unwrap_or(0) * 3 / 4;
        fitting.retain(|(Reverse((_, begins, score)), _)| *begins || *score >= least);
        self.fitting = fitting.into_iter().map(|(_, index)| index).collect();
        self.marked = 0;
    }
}

impl Picker<Offer> {
    /// Returns the number typed instead of a command's name.
    pub fn number(&self) -> Option<usize> {
        let typed = self.typed.text().trim();
        let is_number = !typed.is_empty() && typed.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| typed.parse().unwrap_or(usize::MAX))
    }
}

/// Files were listed: opens the choice of another target.
pub(super) fn offer_targets(
    model: &mut Model,
    known: Vec<RelPath>,
    targets: Targets,
) -> Vec<Effect> {
    model.session.set_known_paths(known);
    model.mode = Mode::Target(targets);
    Vec::new()
}

/// Lists the files anew, for all parts that name none, or for the part under review alone.
pub(super) fn widen_target(model: &Model) -> Vec<Effect> {
    let Mode::Target(targets) = &model.mode else {
        return Vec::new();
    };
    let files = match targets.files.len() {
        1 => model.nameless(),
        _ => vec![model.hunk.file],
    };
    vec![Effect::Think(JobRequest::List(files))]
}

/// Takes the file marked as the target.
pub(super) fn pick_target(model: &mut Model) -> Vec<Effect> {
    let Mode::Target(targets) = &model.mode else {
        return Vec::new();
    };
    let Some(path) = targets.picker.marked().map(|target| target.path.clone()) else {
        return Vec::new();
    };
    let files = targets.files.clone();
    model.mode = Mode::Review;
    vec![Effect::Think(JobRequest::Run(Command::Retarget {
        files,
        path,
    }))]
}

/// Opens the list of the hunks that were commented on.
pub(super) fn open_comments(model: &mut Model) -> Vec<Effect> {
    let commented = model.session.commented().collect();
    model.mode = Mode::Comments(Picker::new(commented));
    Vec::new()
}

/// Goes to the commented hunk that is marked.
pub(super) fn go_to_comment(model: &mut Model) -> Vec<Effect> {
    let Mode::Comments(picker) = &model.mode else {
        return Vec::new();
    };
    if let Some(hunk) = picker.marked().copied() {
        model.mode = Mode::Review;
        model.go_to(hunk);
    }
    Vec::new()
}

/// Opens the choice of commands; those that cannot be done now come last, and say why.
pub(super) fn open_palette(model: &mut Model) -> Vec<Effect> {
    let rows = keymap::of_context(model.context());
    let mut offers: Vec<Offer> = rows
        .map(|row| Offer {
            name: row.name,
            why_not: allow::why_not(model, row.action),
        })
        .collect();
    offers.sort_by_key(|offer| offer.why_not.is_some());
    model.mode = Mode::Palette(Picker::new(offers));
    Vec::new()
}

/// Runs the command marked, where the palette was opened.
pub(super) fn run_command(model: &mut Model) -> Vec<Effect> {
    let Mode::Palette(picker) = &model.mode else {
        return Vec::new();
    };
    let binding = picker.marked().and_then(|offer| keymap::named(offer.name));
    let number = picker.number();
    model.mode = Mode::Review;
    if let Some(number) = number {
        return look::go_to_number(model, number);
    }
    match binding {
        Some(binding) => perform(model, binding.action, None),
        None => Vec::new(),
    }
}

/// Keeps the commands that fit what was typed. A number is a place or a hunk: it fits none, whichever words have it in them.
fn narrow_commands(picker: &mut Picker<Offer>) {
    match picker.number() {
        Some(_) => picker.fitting.clear(),
        None => picker.narrow(AtomKind::Substring, command_words),
    }
}

fn command_words(offer: &Offer) -> String {
    keymap::named(offer.name).map_or_else(String::new, |row| format!("{} {}", row.name, row.help))
}

/// Takes a key that names no command: a character typed into whatever asks for text.
pub(super) fn type_key(model: &mut Model, key: Key) -> Vec<Effect> {
    let edit = |typed: &mut Typed| typed.take(key);
    // As on the review: `j` and `k`, until something is typed.
    let moves = model.keys.lookup(Context::Review, key);
    let step = moves.and_then(|row| {
        if let Action::Move(motion @ (Motion::Down | Motion::Up)) = row.action {
            Some(motion)
        } else {
            None
        }
    });
    match &mut model.mode {
        Mode::Target(targets) => {
            edit(&mut targets.picker.typed);
            targets
                .picker
                .narrow(AtomKind::Fuzzy, |target| target.path.to_text());
        }
        Mode::Comments(picker) => {
            edit(&mut picker.typed);
            let session = &model.session;
            picker.narrow(AtomKind::Substring, |id| {
                let comment = session.comment(*id).unwrap_or_default();
                format!("{} {comment}", session.name(*id))
            });
        }
        Mode::Help(view) => match step {
            Some(motion) if view.picker.typed.text().is_empty() => help::step(view, motion),
            Some(_) | None => {
                edit(&mut view.picker.typed);
                help::narrow(model);
            }
        },
        Mode::Palette(picker) => {
            edit(&mut picker.typed);
            narrow_commands(picker);
        }
        Mode::Start(view) => {
            view.marked = None;
            edit(&mut view.typed);
        }
        Mode::Input(_, typed, _) => edit(typed),
        Mode::Review
        | Mode::Lines(_)
        | Mode::Place(_)
        | Mode::Apply(_)
        | Mode::Written(_)
        | Mode::Page(..) => {
            let help = model.key(Action::Help);
            return refuse(
                model,
                format!("`{}` does nothing here ({help} keys)", key.name()),
            );
        }
    }
    Vec::new()
}

/// Takes a pasted text: a reply on the start screen, typing elsewhere.
pub(super) fn paste(model: &mut Model, text: &str) -> Vec<Effect> {
    match &mut model.mode {
        // One line is the name of a file: a terminal pastes that of one dropped on it.
        Mode::Start(view) if text.trim_end().lines().count() < 2 => {
            view.marked = None;
            view.typed.paste(text.trim());
            Vec::new()
        }
        Mode::Start(_) => {
            let unix = text.replace("\r\n", "\n").replace('\r', "\n");
            take_reply(
                model,
                "pasted".to_string(),
                Ok(unix.into_bytes()),
                ReplyFrom::Paste,
            )
        }
        Mode::Input(Purpose::Comment, typed, _) => {
            typed.paste(&text.replace("\r\n", "\n").replace('\r', "\n"));
            Vec::new()
        }
        Mode::Input(_, typed, _) => {
            typed.paste(text.lines().next().unwrap_or_default());
            Vec::new()
        }
        Mode::Target(targets) => {
            targets.picker.typed.paste(text.trim());
            targets
                .picker
                .narrow(AtomKind::Fuzzy, |target| target.path.to_text());
            Vec::new()
        }
        Mode::Review
        | Mode::Lines(_)
        | Mode::Place(_)
        | Mode::Apply(_)
        | Mode::Comments(_)
        | Mode::Palette(_)
        | Mode::Help(_)
        | Mode::Written(_)
        | Mode::Page(..) => refuse(model, "paste works on the start screen only"),
    }
}

/// Returns the last part of a path, as a title has it.
pub(super) fn file_name(path: &str) -> String {
    let path = path.trim_matches(['\'', '"', ' ']);
    path.rsplit('/').next().unwrap_or(path).to_string()
}

/// Opens a review of a reply that was pasted or read.
pub(super) fn take_reply(
    model: &mut Model,
    name: String,
    reply: Result<Vec<u8>, String>,
    from: ReplyFrom,
) -> Vec<Effect> {
    match reply {
        Ok(reply) => vec![Effect::Think(JobRequest::Open(name, reply, from))],
        Err(why) => refuse(model, why),
    }
}

/// Begins a new line of the comment being typed.
pub(super) fn break_line(model: &mut Model) -> Vec<Effect> {
    if let Mode::Input(Purpose::Comment, typed, _) = &mut model.mode {
        typed.break_line();
    }
    Vec::new()
}

/// Opens the saved review that is marked, or the file that is named; `Err` says why it cannot be.
fn named(model: &Model, view: &StartView) -> Result<Vec<Effect>, String> {
    let name = view.typed.text().trim();
    match view.marked.map(|marked| model.saved.get(marked)) {
        Some(Some(saved)) => {
            let source = saved.source.clone();
            let source = source.ok_or("that reply is not in a file: paste it again")?;
            Ok(vec![Effect::ReadReply(source)])
        }
        Some(None) => Ok(demo()),
        None if name.is_empty() => Err("paste a reply, or type the name of a file".to_string()),
        None => Ok(vec![Effect::ReadReply(name.to_string())]),
    }
}

/// Leaves for the demonstration, which is on files in memory.
pub(super) fn demo() -> Vec<Effect> {
    vec![Effect::Quit(Ending::Demo)]
}

/// Asks what the name of a file that was begun may become.
pub(super) fn complete(model: &Model) -> Vec<Effect> {
    let Mode::Start(view) = &model.mode else {
        return Vec::new();
    };
    vec![Effect::Complete(view.typed.text().to_string())]
}

/// Takes what the name may become: all that they have in common is typed.
pub(super) fn completed(model: &mut Model, begun: &str, names: &[String]) -> Vec<Effect> {
    let Mode::Start(view) = &mut model.mode else {
        return Vec::new();
    };
    if view.typed.text() != begun {
        return Vec::new();
    }
    let common = names
        .iter()
        .skip(1)
        .fold(names.first().cloned(), |common, name| {
            let same = common?
                .chars()
                .zip(name.chars())
                .take_while(|(a, b)| a == b)
                .count();
            Some(name.chars().take(same).collect())
        });
    if let Some(common) =
        common.filter(|common| common.len() >= begun.trim_matches(['\'', '"']).len())
    {
        view.typed = Typed::new(&common);
        view.marked = None;
    }
    match names {
        [] => refuse(model, "no file name starts with that"),
        [_] => Vec::new(),
        names => {
            let few: Vec<&str> = names.iter().take(4).map(String::as_str).collect();
            let more = if names.len() > few.len() {
                ", \u{2026}"
            } else {
                ""
            };
            tell(
                model,
                format!("{} files: {}{more}", names.len(), few.join(", ")),
            );
            Vec::new()
        }
    }
}

/// Takes the line typed.
pub(super) fn submit(model: &mut Model) -> Vec<Effect> {
    if let Mode::Start(view) = &model.mode {
        let named = named(model, view);
        return named.unwrap_or_else(|why| refuse(model, why));
    }
    let Mode::Input(purpose, typed, from) = &model.mode else {
        return Vec::new();
    };
    let (purpose, text) = (*purpose, typed.text().to_string());
    model.mode = match purpose {
        Purpose::Comment => Mode::Review,
        Purpose::Search | Purpose::GoToLine | Purpose::FindLine => (**from).clone(),
    };
    match purpose {
        Purpose::Comment => decide::comment(model, &text),
        Purpose::GoToLine => match text.trim().parse::<usize>() {
            Ok(number) => place::go_to_number(model, number),
            Err(_) => refuse(model, format!("`{text}` is not a line number")),
        },
        Purpose::FindLine => {
            model.searched = text;
            place::find_on(model, Direction::Forward)
        }
        Purpose::Search => {
            model.searched = text;
            if model.searched.is_empty() {
                return Vec::new();
            }
            travel::search(model, Direction::Forward)
        }
    }
}
