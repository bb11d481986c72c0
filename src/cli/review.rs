//! `review`: the screen, and what is left to say when it closes.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use anyhow::Context;

use crate::dialect::Strictness;
use crate::plan::{Scope, State};
use crate::report::feedback::{Ending as ReportEnding, Feedback};
use crate::report::{self, Exit, Hidden, Outcome, Report};
use crate::session::decisions::Others;
use crate::session::{Decisions, Options, Session};
use crate::text::RelPath;
use crate::text::display::display_line;
use crate::ui::apart::apart;
use crate::ui::model::Shown;
use crate::ui::progress::BLINK;
use crate::ui::setting::nearest;
use crate::ui::{self, Colours, Ending, Mouse, Progress, Watch, World as _};
use crate::workspace::{FileId, ReplySource, SavedReview, Store, Taken, WatchMode};

use super::args::{ColorArg, ReviewArgs, ScreenArgs, WatchArg};
use super::config::Config;
use super::json::Speech;
use super::open::{Opened, Purpose, load, open, patches, unmatched, workspace};
use super::reports::{self, Reports};
use super::world::DiskWorld;
use super::{UsageError, decide, feedback, log, output, signals};

/// Opens the screen on a patch, or on none; without a terminal the plan is printed instead.
pub(crate) fn run(args: &ReviewArgs, config: &Config, speech: Speech) -> anyhow::Result<Exit> {
    let patches = patches(&args.patches).unwrap_or_default();
    no_such_command(&patches)?;
    if args.plain && patches.is_empty() {
        let advice = "--plain reads answers from standard input; name a file with a patch";
        return Err(UsageError(advice.to_string()).into());
    }
    if !args.plain && !has_terminal() {
        return without_screen(args, &patches, speech);
    }
    let options = screen_options(&args.screen, config)?;
    let mut opened = if patches.is_empty() {
        empty(args)?
    } else {
        let lenient = Strictness::Lenient;
        let opened = unmatched(&patches, &args.reading, lenient, Purpose::Review)?;
        if opened.session.patch().files.is_empty() {
            return report(&opened, Exit::Unreadable, speech);
        }
        opened
    };
    let reports = look_at_reports(args, &mut opened)?;
    let empty_options = args
        .reading
        .options(Strictness::Lenient, &opened.workspace)?;
    let store = Store::of_user(opened.workspace.root());
    let is_known = store.as_ref().is_none_or(Store::knows_card);
    let card = if is_known { Shown::No } else { Shown::Yes };
    let saved = match &store {
        Some(store) if patches.is_empty() => saved_words(store, opened.workspace.root()),
        Some(_) | None => Vec::new(),
    };
    let kept_in = store.clone();
    let decisions = decide::decisions(&args.reading, ReplySource::File)?;
    let resumes = store.clone().map(|store| (store, args.screen.clone()));
    let progress = Arc::new(Progress::default());
    let world = Arc::new(DiskWorld {
        workspace: DiskWorld::heeding(opened.workspace, &progress),
        progress,
        reply: Mutex::new(opened.session.reply().clone()),
        limit: args.reading.limit,
        watch: watch_mode(args.screen.watch),
        store,
        reports,
        taken: Mutex::new(opened.taken),
    });
    let options = ui::Options {
        title: title(&patches),
        card,
        saved,
        ..options
    };
    let empty = Session::open(b"", empty_options);
    let parts = ui::Opened {
        name: title(&patches),
        session: opened.session,
        replies: replies(&patches, &opened.n_lines),
        greeting: None,
    };
    let opening = matched(parts, decisions, resumes, world.clone());
    let ready = if args.plain {
        Ok(opening.ready.recv().context("matching")?)
    } else {
        opening.ready.recv_timeout(BLINK)
    };
    let outcome = match ready {
        Ok(opened) if args.plain => {
            let opened = opened.map_err(anyhow::Error::msg)?;
            let options = ui::Options {
                replies: opened.replies,
                greeting: opened.greeting,
                ..options
            };
            let world: Arc<dyn ui::World> = world.clone();
            let (mut answers, mut out) = (std::io::stdin().lock(), output::Talk::new());
            ui::run_plain(opened.session, &world, options, &mut answers, &mut out)
        }
        Ok(opened) => {
            let opened = opened.map_err(anyhow::Error::msg)?;
            let options = ui::Options {
                replies: opened.replies,
                greeting: opened.greeting,
                ..options
            };
            ui::run(opened.session, world.clone(), options)?
        }
        Err(_) => ui::run_opening(opening, empty, world.clone(), options)?,
    };
    if outcome.session.patch().files.is_empty() && !patches.is_empty() {
        // Nothing was opened, so nothing is to be said of it.
        return Ok(exit(&outcome));
    }
    let exit = exit(&outcome);
    keep(kept_in.as_ref(), &outcome, exit);
    let Err(error) = finish(args, &outcome, &world, exit, speech) else {
        return Ok(exit);
    };
    let not_written = super::fail(&error);
    // What the screen wrote is there, and who was told to end has ended.
    Ok(match outcome.ending {
        Ending::Signal(_) => exit,
        Ending::Quit | Ending::Forgotten if outcome.n_applies > 0 => Exit::InPart,
        Ending::Quit | Ending::Forgotten => not_written,
    })
}

/// Looks where the reports go before the screen opens.
fn look_at_reports(args: &ReviewArgs, opened: &mut Opened) -> anyhow::Result<Reports> {
    let look = |path| reports::look(&opened.workspace, path, Purpose::Review);
    let reports = Reports {
        rejects: look(args.rejects.as_deref())?,
        feedback: look(feedback::file(&args.feedback))?,
        decisions: look(args.save_decisions.as_deref())?,
        log: opened.log.take(),
        decisions_read: args.reading.decisions.as_deref().and_then(FileId::of),
    };
    reports.check(&opened.workspace, &opened.taken)?;
    // Made and gone again: whether they can be written is told now, not after an hour's work.
    for file in [&reports.rejects, &reports.feedback, &reports.decisions]
        .into_iter()
        .flatten()
    {
        file.prepare(b"")?;
    }
    Ok(reports)
}

/// Has a review matched in a thread of its own, with the decisions that were given or saved.
fn matched(
    mut parts: ui::Opened,
    decisions: Decisions,
    resumes: Option<(Store, ScreenArgs)>,
    world: Arc<DiskWorld>,
) -> ui::Opening {
    let (done, ready) = channel();
    let progress = Arc::new(Progress::default());
    let told = progress.clone();
    apart(move || {
        let read = |path: &RelPath| world.snapshot(path);
        let list = || world.known_paths(&*told);
        let session = &mut parts.session;
        let known = |path: &RelPath| world.baseline(path);
        load(session, read, list, &told);
        session.supply_baselines(known);
        let followed = decide::follow(session, &decisions, read, &told);
        let greeting = followed.map(|()| {
            let (store, args) = resumes.unzip();
            let greeting = args.and_then(|args| resume(session, store.as_ref(), &args));
            // A file that was chosen in the saved review is read only now.
            load(session, read, list, &told);
            session.supply_baselines(known);
            log::session(session);
            greeting
        });
        let opened = greeting.map(|greeting| ui::Opened { greeting, ..parts });
        // Nobody listens any more where the person has left.
        let _ = done.send(opened.map_err(|fault| fault.to_string()));
    });
    ui::Opening { progress, ready }
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
        saved: Vec::new(),
    })
}

/// Names the reviews that were left under `root`, the latest first, a line each.
fn saved_words(store: &Store, root: &Path) -> Vec<String> {
    let root = root.to_string_lossy();
    // What cannot be listed is told where something is to be saved there.
    let saved = store.all().unwrap_or_default().into_iter();
    let left = saved.filter(|saved| saved.root == root);
    let line = |saved: SavedReview| {
        let record = &saved.record;
        let paths: Vec<String> = record.paths().map(|path| path.to_text()).collect();
        let files = match &paths[..] {
            [first, rest @ ..] if !rest.is_empty() => format!("{first} +{}", rest.len()),
            paths => paths.concat(),
        };
        let (n_decided, n_hunks) = (record.n_decided(), record.hunks().len());
        let time = super::undo::utc(saved.time);
        format!("{n_decided} of {n_hunks} decided, {time}: {files}")
    };
    left.map(line).collect()
}

fn watch_mode(arg: WatchArg) -> WatchMode {
    match arg {
        WatchArg::Auto => WatchMode::Auto,
        WatchArg::Poll => WatchMode::Poll,
        WatchArg::Off => WatchMode::Off,
    }
}

/// Makes sure that what is named first is no command with a slip in it.
fn no_such_command(patches: &[PathBuf]) -> anyhow::Result<()> {
    let Some(name) = patches.first().and_then(|first| first.to_str()) else {
        return Ok(());
    };
    let is_word = name.chars().all(|c| c.is_ascii_alphabetic());
    if !is_word || Path::new(name).exists() {
        return Ok(());
    }
    let command = super::command();
    let commands = command.get_subcommands().map(clap::Command::get_name);
    let nearest = nearest(name, commands);
    let alike = name.chars().filter(|c| nearest.contains(*c)).count();
    let hint = if alike * 4 >= nearest.len().max(name.len()) * 3 {
        format!("; did you mean `{nearest}`?")
    } else {
        String::new()
    };
    Err(UsageError(format!("no such command or file `{name}`{hint}")).into())
}

fn without_screen(args: &ReviewArgs, patches: &[PathBuf], speech: Speech) -> anyhow::Result<Exit> {
    if patches.is_empty() {
        let advice = "there is no terminal; name a file with a patch, or pipe one in";
        return Err(UsageError(advice.to_string()).into());
    }
    let opened = open(patches, &args.reading, Strictness::Lenient, Purpose::Look)?;
    let findings = report::findings(&opened.session);
    let hidden = args.reading.hidden();
    let exit = report::exit_code(&opened.session, Scope::Everything, &findings, hidden);
    report(&opened, exit, speech)
}

fn report(opened: &Opened, exit: Exit, speech: Speech) -> anyhow::Result<Exit> {
    let root = display_line(opened.workspace.root().as_os_str().as_encoded_bytes());
    let report = Report {
        command: "review",
        session: &opened.session,
        root: &root,
        findings: &report::findings(&opened.session),
        outcome: Outcome::NotWritten,
        exit,
        feedback: None,
        scope: Scope::Everything,
        apply_id: None,
    };
    match speech {
        Speech::Text => output::print(report::text::to_text(&report)),
        Speech::Json => output::stream(|out| report::json::write_json(&report, out)),
    }
    .context("printing the report")?;
    Ok(exit)
}

/// A review of nothing yet: the screen takes a paste or the name of a file.
fn empty(args: &ReviewArgs) -> anyhow::Result<Opened> {
    let workspace = workspace(&args.reading)?;
    let options: Options = args.reading.options(Strictness::Lenient, &workspace)?;
    let log = reports::look(&workspace, args.reading.log.as_deref(), Purpose::Review)?;
    if let Some(log) = &log {
        log::begin(log, Instant::now())?;
    }
    Ok(Opened {
        session: Session::open(b"", options),
        workspace,
        n_lines: Vec::new(),
        taken: Taken::default(),
        others: Others::Apply,
        log,
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
            .map(|error| format!("can't remove the saved review: {error}"));
    }
    if now.hunks().is_empty() || now.n_decided() > 0 {
        return None;
    }
    let saved = store.load(&now)?;
    let n_decided = saved.n_decided();
    session.replay(saved).ok()?;
    let n_hunks = now.hunks().len();
    let n_steps = session.resolutions().steps().len();
    (n_steps > 0).then(|| format!("Resumed, {n_decided} of {n_hunks} decided (--fresh to restart)"))
}

fn finish(
    args: &ReviewArgs,
    outcome: &ui::Outcome,
    world: &DiskWorld,
    exit: Exit,
    speech: Speech,
) -> anyhow::Result<()> {
    let session = &outcome.session;
    world.check_reports()?;
    let decisions = world.reports.decisions.as_ref().map(|file| {
        let json = serde_json::to_vec_pretty(&session.decisions());
        json.map(|json| (file, json))
    });
    let rejects = world.reports.rejects.as_ref().map(|file| {
        let patch = report::reject::rejects(&Report {
            command: "review",
            session,
            root: "",
            findings: &[],
            outcome: Outcome::NotWritten,
            exit,
            feedback: None,
            scope: Scope::Everything,
            apply_id: None,
        });
        (file, patch.into())
    });
    let findings = report::findings(session);
    let ending = ReportEnding {
        // What nobody looked at on the screen was not written either.
        hidden: Hidden::Refuse,
        exit: Some(exit),
    };
    let is_asked = feedback::is_asked(&args.feedback) || speech == Speech::Json;
    let told = is_asked.then(|| Feedback::of(session, &findings, ending));
    let to_file = world.reports.feedback.as_ref().zip(told.as_ref());
    let feedback = to_file.map(|(file, told)| {
        let text = feedback::text(told, &args.feedback);
        (file, text.into_bytes())
    });
    let texts = decisions
        .transpose()?
        .into_iter()
        .chain(rejects)
        .chain(feedback);
    reports::deliver(reports::prepare(&texts.collect::<Vec<_>>())?)?;
    if speech == Speech::Text {
        return feedback::print(told.as_ref(), &args.feedback);
    }
    let root = world.workspace.root().as_os_str().as_encoded_bytes();
    let mut report = report::json::ReportValue::of(&Report {
        command: "review",
        session,
        scope: Scope::Accepted,
        root: &display_line(root),
        findings: &findings,
        outcome: Outcome::NotWritten,
        exit,
        feedback: told.as_ref(),
        apply_id: None,
    });
    report.set_written(outcome.n_applies > 0);
    let printed = output::stream(|out| report::json::write(&report, out));
    printed.context("printing the report")
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
