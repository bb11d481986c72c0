//! `review`: the screen, and what is left to say when it closes.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use anyhow::Context;

use crate::dialect::Strictness;
use crate::plan::{Scope, State};
use crate::report::{self, Exit, Outcome, Report};
use crate::session::{Options, Session};
use crate::text::Digest;
use crate::text::display::display_line;
use crate::ui::model::Shown;
use crate::ui::{self, Colours, Ending, Mouse, Progress, Watch};
use crate::workspace::{Store, WatchMode};

use super::args::{ColorArg, ReviewArgs, ScreenArgs, WatchArg};
use super::config::Config;
use super::open::{Opened, Purpose, open, patches, workspace};
use super::world::DiskWorld;
use super::{UsageError, feedback, output, signals};

/// Opens the screen on a patch, or on none; without a terminal the plan is printed instead.
pub(crate) fn run(args: &ReviewArgs, config: &Config) -> anyhow::Result<Exit> {
    let patches = patches(&args.patches).unwrap_or_default();
    if !has_terminal() {
        return without_screen(args, &patches);
    }
    let options = screen_options(&args.screen, config)?;
    let mut opened = if patches.is_empty() {
        empty(args)?
    } else {
        let opened = open(
            &patches,
            &args.reading,
            Strictness::Lenient,
            Purpose::Review,
        )?;
        if opened.session.patch().files.is_empty() {
            return report(&opened, Exit::Unreadable);
        }
        opened
    };
    let store = Store::of_user(opened.workspace.root());
    let is_known = store.as_ref().is_none_or(Store::knows_card);
    let card = if is_known { Shown::No } else { Shown::Yes };
    let kept_in = store.clone();
    let greeting = resume(&mut opened.session, store.as_ref(), &args.screen);
    let session = opened.session;
    let progress = Arc::new(Progress::default());
    let world = DiskWorld {
        workspace: DiskWorld::heeding(opened.workspace, &progress),
        progress,
        reply: Mutex::new(opened.reply),
        limit: args.reading.limit,
        watch: watch_mode(args.screen.watch),
        store,
        feedback: feedback_file(args),
    };
    let options = ui::Options {
        title: title(&patches),
        replies: replies(&patches, &opened.n_lines),
        greeting,
        card,
        ..options
    };
    let outcome = ui::run(session, Arc::new(world), options)?;
    let exit = finish(args, &outcome)?;
    keep(kept_in.as_ref(), &outcome, exit);
    Ok(exit)
}

/// Returns whether there is a terminal to draw on and to read keys from, whatever the standard streams are.
pub(crate) fn has_terminal() -> bool {
    File::options()
        .read(true)
        .write(true)
        .open("/dev/tty")
        .is_ok()
}

/// Returns how the screen looks and behaves.
pub(crate) fn screen_options(args: &ScreenArgs, config: &Config) -> anyhow::Result<ui::Options> {
    Ok(ui::Options {
        title: String::new(),
        replies: Vec::new(),
        theme: config.theme(&args.theme)?,
        themes: config.themes(),
        keys: config.keys.clone(),
        looks: config.looks,
        colours: match args.color {
            ColorArg::Auto => Colours::Auto,
            ColorArg::Never => Colours::None,
            ColorArg::Ansi16 => Colours::Ansi16,
            ColorArg::Ansi256 => Colours::Ansi256,
            ColorArg::Truecolor => Colours::True,
        },
        mouse: if args.no_mouse { Mouse::Off } else { Mouse::On },
        watch: match args.watch {
            WatchArg::Off => Watch::Off,
            WatchArg::Auto | WatchArg::Poll => Watch::On,
        },
        greeting: None,
        card: Shown::No,
    })
}

fn watch_mode(arg: WatchArg) -> WatchMode {
    match arg {
        WatchArg::Auto => WatchMode::Auto,
        WatchArg::Poll => WatchMode::Poll,
        WatchArg::Off => WatchMode::Off,
    }
}

fn without_screen(args: &ReviewArgs, patches: &[PathBuf]) -> anyhow::Result<Exit> {
    if patches.is_empty() {
        let advice = "there is no terminal; name a file with a patch, or pipe one in";
        return Err(UsageError(advice.to_string()).into());
    }
    let opened = open(patches, &args.reading, Strictness::Lenient, Purpose::Look)?;
    let findings = report::findings(&opened.session);
    let hidden = args.reading.hidden();
    let exit = report::exit_code(&opened.session, Scope::Everything, &findings, hidden);
    report(&opened, exit)
}

fn report(opened: &Opened, exit: Exit) -> anyhow::Result<Exit> {
    let text = report::text::to_text(&Report {
        command: "review",
        session: &opened.session,
        root: "",
        findings: &report::findings(&opened.session),
        outcome: Outcome::NotWritten,
        exit,
    });
    output::print(&text).context("printing the report")?;
    Ok(exit)
}

/// A review of nothing yet: the screen takes a paste or the name of a file.
fn empty(args: &ReviewArgs) -> anyhow::Result<Opened> {
    let workspace = workspace(&args.reading)?;
    let options: Options = args.reading.options(Strictness::Lenient, &workspace)?;
    Ok(Opened {
        session: Session::open(b"", options),
        workspace,
        reply: Digest::of(b""),
        n_lines: Vec::new(),
    })
}

fn title(patches: &[PathBuf]) -> String {
    match patches {
        [] => String::new(),
        [only] => name_of(only),
        [first, others @ ..] => format!("{} +{}", name_of(first), others.len()),
    }
}

fn name_of(patch: &Path) -> String {
    let name = patch.file_name().unwrap_or(patch.as_os_str());
    display_line(name.as_encoded_bytes())
}

/// Names the patches with their lines, where there are several to tell apart.
fn replies(patches: &[PathBuf], n_lines: &[usize]) -> Vec<(String, usize)> {
    if patches.len() < 2 {
        return Vec::new();
    }
    let names = patches.iter().map(|patch| name_of(patch));
    names.zip(n_lines.iter().copied()).collect()
}

/// Takes over the saved decisions about this patch, or forgets them, and says so.
fn resume(session: &mut Session, store: Option<&Store>, args: &ScreenArgs) -> Option<String> {
    let store = store?;
    let now = session.record();
    if args.fresh {
        return store
            .forget(&now)
            .err()
            .map(|error| format!("the saved review cannot be removed: {error}"));
    }
    if now.hunks().is_empty() || now.n_decided() > 0 {
        return None;
    }
    let saved = store.load(&now)?;
    let n_decided = saved.n_decided();
    session.replay(saved).ok()?;
    let n_hunks = now.hunks().len();
    (n_decided > 0)
        .then(|| format!("resumed: {n_decided} of {n_hunks} decided; --fresh begins anew"))
}

fn feedback_file(args: &ReviewArgs) -> Option<PathBuf> {
    let path = args.feedback.feedback.as_ref()?;
    (path != Path::new("-")).then(|| path.clone())
}

fn finish(args: &ReviewArgs, outcome: &ui::Outcome) -> anyhow::Result<Exit> {
    let session = &outcome.session;
    if let Some(path) = &args.save_decisions {
        let json = serde_json::to_vec_pretty(&session.record())?;
        output::write_file(path, &json)?;
    }
    let exit = exit(outcome);
    if let Some(path) = &args.rejects {
        let patch = report::reject::rejects(&Report {
            command: "review",
            session,
            root: "",
            findings: &[],
            outcome: Outcome::NotWritten,
            exit,
        });
        output::write_file(path, &patch)?;
    }
    feedback::deliver(session, &args.feedback)?;
    Ok(exit)
}

/// Keeps the review as it was left for the next time; one that is done is forgotten.
fn keep(store: Option<&Store>, outcome: &ui::Outcome, exit: Exit) {
    let Some(store) = store else { return };
    let record = outcome.session.record();
    let kept = match (outcome.ending, exit) {
        (Ending::Forgotten, _) | (_, Exit::Done) => store.forget(&record),
        (Ending::Quit | Ending::Signal(_), _) => store.save(&record),
    };
    if let Err(error) = kept {
        output::complain(&format!("note: the review could not be saved: {error}\n"));
    }
}

/// Everything on disk is success; anything else was left by decision, or by a signal.
fn exit(outcome: &ui::Outcome) -> Exit {
    match outcome.ending {
        Ending::Signal(number) => signals::exit_for(number),
        Ending::Quit | Ending::Forgotten => {
            let mut hunks = outcome.session.plan().hunks();
            let is_there = |state: &State| matches!(state, State::AlreadyApplied | State::NoOp);
            if hunks.all(|hunk| is_there(&hunk.state)) && !outcome.session.patch().files.is_empty()
            {
                Exit::Done
            } else {
                Exit::InPart
            }
        }
    }
}
