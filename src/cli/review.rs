//! `review`: the screen.

mod finish;
mod kept;

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use anyhow::Context;

use crate::dialect::Strictness;
use crate::plan::Scope;
use crate::report::{self, Exit, Report};
use crate::session::decisions::Others;
use crate::session::{Decisions, Options, Session};
use crate::text::RelPath;
use crate::text::display::{display_line, display_path};
use crate::ui::apart::apart;
use crate::ui::model::Shown;
use crate::ui::progress::BLINK;
use crate::ui::{self, Ending, Mouse, Progress, Watch, World as _};
use crate::workspace::{Facts, ReplySource, Store, Taken, WatchMode, read_reply};

use self::finish::{exit, finish};
use self::kept::{keep, resume, saved_here};
use super::args::{ReviewArgs, ScreenArgs};
use super::config::Config;
use super::json::Speech;
use super::open::{Opened, Purpose, load, open, patches, unmatched, workspace};
use super::reports::{self, Reports};
use super::world::{DiskWorld, Source};
use super::{UsageError, decide, farewell, feedback, log, output, signals};

/// Past this, the screen opens before matching ends. Its bars do not change later, so that a short wait does not flicker.
const FIRST_FRAME: Duration = Duration::from_millis(8);

/// Opens the screen on a patch, or on none; without a terminal the plan is printed instead.
pub(crate) fn run(args: &ReviewArgs, config: &Config, speech: Speech) -> anyhow::Result<Exit> {
    let since = Instant::now();
    let patches = patches(&args.patches).unwrap_or_default();
    no_such_command(&patches)?;
    check_streams(args, &patches, speech)?;
    if !args.plain && !has_terminal() {
        return without_screen(args, &patches, speech);
    }
    let options = screen_options(&args.screen, config)?;
    let opened = if patches.is_empty() {
        empty(args)?
    } else {
        let opened = unmatched(
            &patches,
            &args.reading,
            Strictness::Lenient,
            Purpose::Review,
        )?;
        if opened.session.patch().files.is_empty() {
            return report(&opened, &patches, Exit::Unreadable, speech);
        }
        opened
    };
    if args.plain && speech == Speech::Json {
        // Standard output gets the JSON: it is checked before anything is written.
        reports::ask_stdout(&opened.workspace)?;
    }
    let stage = Stage::of(args, &patches, options, opened, since)?;
    let (world, store) = (stage.world.clone(), stage.store.clone());
    let outcome = stage.show(args, speech)?;
    if outcome.session.patch().files.is_empty() && !patches.is_empty() {
        // Nothing was opened, so nothing is to be said of it.
        return Ok(exit(&outcome));
    }
    if outcome.ending == Ending::Demo {
        return super::demo::run(&args.screen, config, speech);
    }
    let exit = exit(&outcome);
    let reply = store.as_ref().and_then(|store| world.reply_path(store));
    keep(store.as_ref(), reply.as_deref(), &outcome, exit);
    let root = args.reading.root.root.as_deref();
    let command = match args.plain {
        true => "hunkwise review --plain",
        false => "hunkwise",
    };
    output::complain(&farewell::words(&outcome, command, root, &patches));
    let Err(error) = finish(args, &outcome, &world, exit, speech) else {
        return Ok(exit);
    };
    let not_written = super::fail(&error);
    // What the screen wrote is there, and who was told to end has ended.
    Ok(match outcome.ending {
        Ending::Signal(_) => exit,
        Ending::Quit | Ending::Forgotten | Ending::Demo if outcome.n_applies > 0 => Exit::InPart,
        Ending::Quit | Ending::Forgotten | Ending::Demo => not_written,
    })
}

/// Makes sure that no two things use one standard stream.
fn check_streams(args: &ReviewArgs, patches: &[PathBuf], speech: Speech) -> anyhow::Result<()> {
    if args.plain && patches.is_empty() {
        let advice = "--plain reads answers from standard input; name a file with a patch";
        return Err(UsageError(advice.to_string()).into());
    }
    let named = [
        args.reading.log.as_deref(),
        args.rejects.as_deref(),
        feedback::file(&args.feedback),
        args.save_decisions.as_deref(),
    ];
    reports::leave_stdout(speech, &named)
}

/// A review that is ready to be shown, while its files are read and matched.
struct Stage {
    world: Arc<DiskWorld>,
    /// Where saved reviews are.
    store: Option<Store>,
    options: ui::Options,
    opening: ui::Opening,
    /// What is shown until the files are matched.
    empty: Session,
    /// How long the matching may last before the screen opens without it.
    patience: Duration,
}

impl Stage {
    /// Begins to match what was opened, `since` when the command began.
    fn of(
        args: &ReviewArgs,
        patches: &[PathBuf],
        options: ui::Options,
        mut opened: Opened,
        since: Instant,
    ) -> anyhow::Result<Stage> {
        let reports = look_at_reports(args, &mut opened)?;
        let empty_options = args
            .reading
            .options(Strictness::Lenient, &opened.workspace)?;
        let store = Store::of_user(opened.workspace.root());
        let is_known = store.as_ref().is_none_or(Store::knows_card);
        let saved = match &store {
            Some(store) if patches.is_empty() => saved_here(store, opened.workspace.root()),
            Some(_) | None => Vec::new(),
        };
        let decisions = decide::decisions(&args.reading, &|path| {
            read_reply(ReplySource::File(path), args.reading.limit)
        })?;
        let resumes = store.clone().map(|store| (store, args.screen.clone()));
        let progress = Arc::new(Progress::default());
        let source = Source::of(patches, opened.piped.take());
        let world = Arc::new(DiskWorld {
            source: Mutex::new(source),
            workspace: DiskWorld::heeding(opened.workspace, &progress),
            progress,
            reply: Mutex::new(opened.session.reply().clone()),
            limit: args.reading.limit,
            watch: args.screen.watch,
            store: store.clone(),
            reports,
            taken: Mutex::new(opened.taken),
        });
        let parts = ui::Opened {
            name: title(patches),
            session: opened.session,
            replies: replies(patches, &opened.n_lines),
            greeting: None,
        };
        // Why decisions cannot be carried out is best told without a screen.
        let patience = match decisions.is_empty() {
            true => FIRST_FRAME.saturating_sub(since.elapsed()),
            false => BLINK,
        };
        Ok(Stage {
            opening: matched(parts, decisions, resumes, world.clone()),
            world,
            store,
            options: ui::Options {
                title: title(patches),
                card: if is_known { Shown::No } else { Shown::Yes },
                saved,
                ..options
            },
            empty: Session::open(b"", empty_options),
            patience,
        })
    }

    /// Shows the review until the person leaves.
    fn show(self, args: &ReviewArgs, speech: Speech) -> anyhow::Result<ui::Outcome> {
        let ready = match args.plain {
            true => Ok(self.opening.ready.recv().context("matching")?),
            false => self.opening.ready.recv_timeout(self.patience),
        };
        let Ok(opened) = ready else {
            return ui::run_opening(self.opening, self.empty, self.world, self.options);
        };
        let opened = opened.map_err(anyhow::Error::msg)?;
        let options = ui::Options {
            replies: opened.replies,
            greeting: opened.greeting,
            ..self.options
        };
        if !args.plain {
            return ui::run(opened.session, self.world, options);
        }
        let world: Arc<dyn ui::World> = self.world;
        let mut out = match speech {
            Speech::Text => output::Talk::new(),
            Speech::Json => output::Talk::beside(),
        };
        let mut answers = std::io::stdin().lock();
        signals::hold().context("listening to signals")?;
        Ok(ui::run_plain(
            opened.session, &world, options, &mut answers, &mut out,
        ))
    }
}

/// Looks where the reports go before the screen opens.
fn look_at_reports(args: &ReviewArgs, opened: &mut Opened) -> anyhow::Result<Reports> {
    let look = |path| reports::look(&opened.workspace, path, Purpose::Review);
    let reports = Reports {
        rejects: look(args.rejects.as_deref())?,
        feedback: look(feedback::file(&args.feedback))?,
        decisions: look(args.save_decisions.as_deref())?,
        log: opened.log.take(),
        decisions_read: args.reading.decisions_read(),
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
    let opening = ui::Opening::new(&parts.session, progress, ready);
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
            let resumed = args.map(|args| resume(session, store.as_ref(), &args));
            // A file that was chosen in the saved review is read only now.
            load(session, read, list, &told);
            session.supply_baselines(known);
            log::session(session);
            match resumed {
                Some(Ok(Some(resumed))) => Some(resumed.words(session)),
                Some(Err(why)) => Some(why),
                Some(Ok(None)) | None => None,
            }
        });
        let opened = greeting.map(|greeting| ui::Opened { greeting, ..parts });
        // Nobody listens any more where the person has left.
        let _ = done.send(opened.map_err(|fault| fault.to_string()));
    });
    opening
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
        diff_options: config.diff_options,
        colours: args.color,
        mouse: if args.no_mouse { Mouse::Off } else { Mouse::On },
        watch: match args.watch {
            WatchMode::Off => Watch::Off,
            WatchMode::Auto | WatchMode::Poll => Watch::On,
        },
        greeting: None,
        card: Shown::No,
        saved: Vec::new(),
    })
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
    let is_command = super::command().find_subcommand(name).is_some();
    Err(UsageError(if is_command {
        format!("`{name}` is a command: it comes first, and its flags behind it")
    } else {
        let hint = super::meant(name);
        let hint = hint.map_or(String::new(), |meant| format!("; did you mean `{meant}`?"));
        format!("no such command or file `{name}`{hint}")
    })
    .into())
}

fn without_screen(args: &ReviewArgs, patches: &[PathBuf], speech: Speech) -> anyhow::Result<Exit> {
    if patches.is_empty() {
        let advice = "there is no terminal; name a file with a patch, or pipe one in";
        return Err(UsageError(advice.to_string()).into());
    }
    let opened = open(patches, &args.reading, Strictness::Lenient, Purpose::Look)?;
    let findings = report::findings(&opened.session);
    let hidden = args.reading.hidden();
    let scope = opened.scope(Scope::Everything);
    let exit = report::exit_code(&opened.session, scope, &findings, hidden);
    let files = &opened.session.plan().files;
    let leaves_some = files
        .iter()
        .any(|file| file.written(scope).next().is_some());
    // What `apply` would write is not written.
    let exit = if exit == Exit::Done && leaves_some {
        Exit::InPart
    } else {
        exit
    };
    report(&opened, patches, exit, speech)
}

fn report(
    opened: &Opened,
    patches: &[PathBuf],
    exit: Exit,
    speech: Speech,
) -> anyhow::Result<Exit> {
    let root = display_path(opened.workspace.root());
    let findings = report::findings(&opened.session);
    let report = Report {
        again: Some(super::again(patches)),
        ..Report::looked("review", &opened.session, &root, &findings, exit)
    };
    output::print_report(&report, speech)?;
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
        facts: Facts::default(),
        piped: None,
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
