//! `demo`: a reply with one of each problem, on files in memory. Tutorial, fixture and the README's first command.

use std::io::IsTerminal;
use std::sync::Arc;

use crate::report::{self, Exit, Report};
use crate::session::{Options, Session};
use crate::text::RelPath;
use crate::ui::model::Shown;
use crate::ui::{self, Ending, Memory};

use super::args::ScreenArgs;
use super::config::Config;
use super::json::Speech;
use super::{editor, output, review, signals};

/// The reply.
pub const REPLY: &str = include_str!("reply.md");

const FILES: [(&str, &str); 4] = [
    ("shop/cart.py", include_str!("cart.py")),
    ("shop/prices.py", include_str!("prices.py")),
    ("shop/stock.py", include_str!("stock.py")),
    ("shop/tax.py", include_str!("tax.py")),
];

/// Returns the review of the built-in reply, matched, and the files it is about.
pub fn session() -> (Session, Memory) {
    let world = Memory::new(FILES.map(|(path, content)| {
        let path = RelPath::new(path).expect("the demonstration's paths are plain");
        (path, content.as_bytes().to_vec())
    }));
    let mut session = Session::open(REPLY.as_bytes(), Options::default());
    world.supply(&mut session);
    (session, world)
}

/// Shows the demonstration; without a terminal, its report.
pub(crate) fn run(args: &ScreenArgs, config: &Config, speech: Speech) -> anyhow::Result<Exit> {
    let (session, world) = session();
    // Nothing is read from standard input, so a redirected one says that no keys will come.
    if !(std::io::stdin().is_terminal() && review::has_terminal()) {
        return print_report(&session, speech);
    }
    let options = ui::Options {
        title: "demo".to_string(),
        greeting: Some("demo: files in memory only; E simulates a change on disk".to_string()),
        card: Shown::Yes,
        ..review::screen_options(args, config)?
    };
    let world = if editor::is_set() {
        world.with_editor(editor::edit)
    } else {
        world
    };
    let world = world.with_drift(b"\n");
    let outcome = ui::run(session, Arc::new(world), options)?;
    if outcome.n_applies > 0 {
        output::complain("Nothing on disk changed: the demo is on files in memory.\n");
    }
    Ok(match outcome.ending {
        Ending::Quit | Ending::Forgotten | Ending::Demo => Exit::Done,
        Ending::Signal(number) => signals::exit_for(number),
    })
}

fn print_report(session: &Session, speech: Speech) -> anyhow::Result<Exit> {
    let findings = report::findings(session);
    // It only shows what a report looks like.
    let report = Report::looked("demo", session, "", &findings, Exit::Done);
    output::print_report(&report, speech)?;
    Ok(Exit::Done)
}
