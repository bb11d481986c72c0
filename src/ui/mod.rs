//! Floor 7: the review in a terminal. A [`Session`] and a [`World`] come in, the session as the person left it goes out.
//! Model, update and view: nothing here matches, reads files or writes them; the world does.

mod allow;
pub(crate) mod apart;
mod arrival;
mod batch;
mod bounded;
mod clicks;
pub mod doc;
pub mod drift;
pub mod effect;
mod ground;
pub mod highlight;
pub mod hit;
pub(crate) mod ignored;
pub mod key;
pub mod keymap;
pub mod keys;
pub mod layout;
mod looking;
pub mod mark;
pub mod memory;
mod mode;
pub mod model;
pub mod msg;
mod names;
mod opening;
mod overlap;
pub mod plain;
pub mod progress;
mod run;
mod saving;
pub mod setting;
mod surroundings;
pub mod survey;
pub mod targets;
pub mod task;
pub mod telling;
mod terminal;
pub mod theme;
pub mod typed;
mod update;
mod view;
mod words;
mod work;
mod world;

use std::sync::Arc;

use crate::session::Session;

use keys::Keys;
use model::{DiffOptions, Shown};
use theme::Theme;

pub use memory::Memory;
pub use opening::{Opened, Opening, PendingReview, Resumed, resume};
pub use progress::Progress;
pub use update::update;
pub use view::{advertised, draw};
pub use world::{Applied, NotUndone, Tell, WatchBackend, Watching, World};

/// How the screen behaves.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// What the patch is called in the title: a file's name, or `-`.
    pub title: String,
    /// The files that the reply was read from, where there are several: name and number of lines.
    pub replies: Vec<(String, usize)>,
    /// The theme; `None` asks the terminal for its ground, and keeps to its own colours where it does not say.
    pub theme: Option<Theme>,
    /// The themes that the screen can be shown in.
    pub themes: Vec<Theme>,
    /// What keys do.
    pub keys: Keys,
    /// How the diff is laid out at first.
    pub diff_options: DiffOptions,
    /// How many colours may be used.
    pub colours: Colours,
    /// Whether the mouse is listened to.
    pub mouse: Mouse,
    /// Whether files are watched for changes by others.
    pub watch: Watch,
    /// What the status line says first, such as `resumed: 5 of 8 decided`.
    pub greeting: Option<String>,
    /// Whether the keys that matter most are shown on a card, until the first is pressed.
    pub card: Shown,
    /// The saved reviews that the screen without a patch offers.
    pub saved: Vec<model::Saved>,
}

/// How many colours may be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Colours {
    /// As many as the environment of the terminal says it can.
    #[default]
    Auto,
    /// None: bold, underline and reverse only.
    None,
    /// The terminal's own sixteen.
    Ansi16,
    /// 256.
    Ansi256,
    /// All.
    True,
}

/// Whether the mouse is listened to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mouse {
    /// Wheel and clicks work; the terminal selects text with Shift held.
    #[default]
    On,
    /// The mouse is the terminal's.
    Off,
}

/// Whether files are watched for changes by others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Watch {
    /// They are.
    #[default]
    On,
    /// They are not; what changed is still noticed before anything is written.
    Off,
}

/// How a review ended.
#[derive(Debug)]
pub struct Outcome {
    /// The review as it was left: what is written stands there as already applied.
    pub session: Session,
    /// How the person left.
    pub ending: Ending,
    /// How often something was written and not taken back.
    pub n_applies: usize,
    /// What the screen wrote, and did not take back.
    pub applied: Vec<Applied>,
    /// Why the last undo of it was refused; `None` where none was.
    pub not_undone: Option<String>,
}

/// How the person left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// By `q`.
    Quit,
    /// By `Q`: the saved review was forgotten.
    Forgotten,
    /// To see the demonstration instead.
    Demo,
    /// By this signal; `ctrl-c` counts as 2.
    Signal(i32),
}

/// Shows a review until the person leaves. A session without files is the start screen, which takes a pasted reply or
/// the name of a file.
///
/// # Errors
/// When there is no terminal, or it fails.
pub fn run(session: Session, world: Arc<dyn World>, options: Options) -> anyhow::Result<Outcome> {
    run::run(session, None, world, options)
}

/// Holds a review without a screen: questions go to `out` as text, answers are read a line each, as long as both can be.
pub fn run_plain(
    session: Session,
    world: &Arc<dyn World>,
    options: Options,
    answers: &mut dyn std::io::BufRead,
    out: &mut dyn std::io::Write,
) -> Outcome {
    plain::run(session, world, options, answers, out)
}

/// Shows that a review is being opened, and the review once it is ready. `empty` is on the screen meanwhile, and stays there
/// where somebody stops that.
///
/// # Errors
/// As [`run`] does.
pub fn run_opening(
    opening: Opening,
    empty: Session,
    world: Arc<dyn World>,
    options: Options,
) -> anyhow::Result<Outcome> {
    run::run(empty, Some(opening), world, options)
}
