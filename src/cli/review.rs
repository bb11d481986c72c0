//! `review`: the screen, and what is left to say when it closes.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime};

use anyhow::Context;

use crate::dialect::Strictness;
use crate::plan::{HunkPlan, Scope, State};
use crate::report::feedback::{Ending as ReportEnding, Feedback, Stage};
use crate::report::{self, Exit, Hidden, Outcome, Report};
use crate::session::decisions::Others;
use crate::session::{Decisions, Options, Session};
use crate::text::RelPath;
use crate::text::display::display_line;
use crate::text::words::counted;
use crate::ui::apart::apart;
use crate::ui::model::{Saved, Shown};
use crate::ui::progress::BLINK;
use crate::ui::{self, Colours, Ending, Mouse, Progress, Resumed, Watch, World as _};
use crate::workspace::{ReplySource, SavedReview, Store, Taken, WatchMode};

use super::args::{ColorArg, ReviewArgs, ScreenArgs, WatchArg};
use super::config::Config;
use super::json::Speech;
use super::open::{Opened, Purpose, load, open, patches, unmatched, workspace};
use super::reports::{self, Reports};
use super::world::{DiskWorld, Source};
use super::{UsageError, decide, farewell, feedback, log, output, signals};

/// A review that takes longer to read and match is on the screen before that has ended. One that takes less is not seen to
/// change.
const FIRST_FRAME: Duration = Duration::from_millis(60);

/// Opens the screen on a patch, or on none; without a terminal the plan is printed instead.
pub(crate) fn run(args: &ReviewArgs, config: &Config, speech: Speech) -> anyhow::Result<Exit> {
    let since = Instant::now();
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
        Some(store) if patches.is_empty() => saved_here(store, opened.workspace.root()),
        Some(_) | None => Vec::new(),
    };
    let kept_in = store.clone();
    let decisions = decide::decisions(&args.reading, ReplySource::File)?;
    let resumes = store.clone().map(|store| (store, args.screen.clone()));
    let progress = Arc::new(Progress::default());
    let source = Source::of(&patches, opened.piped.take());
    let world = Arc::new(DiskWorld {
        source: Mutex::new(source),
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
    // Why decisions cannot be carried out is best told without a screen.
    let patience = match decisions.is_empty() {
        true => FIRST_FRAME.saturating_sub(since.elapsed()),
        false => BLINK,
    };
    let opening = matched(parts, decisions, resumes, world.clone());
    let ready = if args.plain {
        Ok(opening.ready.recv().context("matching")?)
    } else {
        opening.ready.recv_timeout(patience)
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
    if outcome.ending == Ending::Demo {
        return super::demo::run(&args.screen, config, speech);
    }
    let exit = exit(&outcome);
    let reply = kept_in.as_ref().and_then(|store| world.reply_path(store));
    keep(kept_in.as_ref(), reply.as_deref(), &outcome, exit);
    if !args.plain {
        output::note(&farewell::words(
            &outcome,
            args.reading.root.root.as_deref(),
            &patches,
        ));
    }
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
        diff_options: config.diff_options,
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

/// Returns the reviews that were left under `root`, the latest first.
fn saved_here(store: &Store, root: &Path) -> Vec<Saved> {
    let root = root.to_string_lossy();
    // What cannot be listed is told where something is to be saved there.
    let saved = store.all().unwrap_or_default().into_iter();
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let now = now.map_or(0, |now| now.as_secs());
    let row = |saved: SavedReview| {
        let record = &saved.record;
        let paths: Vec<String> = record.paths().map(|path| path.to_text()).collect();
        let files = match &paths[..] {
            [first, rest @ ..] if !rest.is_empty() => {
                format!("{first} and {}", counted(rest.len(), "more file"))
            }
            paths => paths.concat(),
        };
        let is_there = |path: &&PathBuf| path.exists();
        let source = saved.reply.as_ref().filter(is_there);
        Saved {
            reply: match &saved.reply {
                Some(path) if store.is_kept(path) => "pasted".to_string(),
                Some(path) => name_of(path),
                None => "several files".to_string(),
            },
            source: source.and_then(|path| Some(path.to_str()?.to_string())),
            n_decided: record.n_decided(),
            n_hunks: record.hunks().len(),
            age: ago(now.saturating_sub(saved.time)),
            files,
        }
    };
    saved.filter(|saved| saved.root == root).map(row).collect()
}

/// Says how long ago something was, in its largest unit.
fn ago(seconds: u64) -> String {
    const UNITS: [(u64, &str); 3] = [(86_400, "d"), (3_600, "h"), (60, "min")];
    let unit = UNITS.iter().find(|(length, _)| seconds >= *length);
    match unit {
        Some((length, name)) => format!("{} {name} ago", seconds / length),
        None => "just now".to_string(),
    }
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
        failure: None,
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

/// Takes over the saved decisions about this patch, or forgets them; `Err` says why they could not be forgotten.
fn resume(
    session: &mut Session,
    store: Option<&Store>,
    args: &ScreenArgs,
) -> Result<Option<Resumed>, String> {
    let Some(store) = store else {
        return Ok(None);
    };
    let now = session.record();
    if args.fresh {
        let forgotten = store.forget(&now);
        return forgotten
            .map(|()| None)
            .map_err(|error| format!("can't remove the saved review: {error}"));
    }
    if now.hunks().is_empty() || now.n_decided() > 0 {
        return Ok(None);
    }
    let saved = store.load(&now);
    Ok(saved.and_then(|saved| ui::resume(session, saved)))
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
            failure: None,
        });
        (file, patch.into())
    });
    let findings = report::findings(session);
    let ending = ReportEnding {
        // What nobody looked at on the screen was not written either.
        hidden: Hidden::Refuse,
        exit: Some(exit),
        stage: Stage::Left,
        failure: None,
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
        failure: None,
    });
    report.set_written(outcome.n_applies > 0);
    let printed = output::stream(|out| report::json::write(&report, out));
    printed.context("printing the report")
}

/// Keeps the review as it was left for the next time; one that is done is forgotten.
fn keep(store: Option<&Store>, reply: Option<&Path>, outcome: &ui::Outcome, exit: Exit) {
    let Some(store) = store else { return };
    let record = outcome.session.record();
    let kept = match (outcome.ending, exit) {
        (Ending::Forgotten, _) | (_, Exit::Done) => store.forget(&record),
        (Ending::Quit | Ending::Signal(_) | Ending::Demo, _) => store.save(&record, reply),
    };
    if let Err(error) = kept {
        output::complain(&format!("note: the review could not be saved: {error}\n"));
    }
}

/// Everything on disk is success; anything else was left by decision, or by a signal.
fn exit(outcome: &ui::Outcome) -> Exit {
    match outcome.ending {
        Ending::Signal(number) => signals::exit_for(number),
        Ending::Quit | Ending::Forgotten | Ending::Demo => {
            let session = &outcome.session;
            let is_there = |hunk: &HunkPlan| {
                matches!(hunk.state, State::AlreadyApplied | State::NoOp)
                    && session.in_part(hunk.id).is_none()
            };
            if session.plan().hunks().all(is_there) && !session.patch().files.is_empty() {
                Exit::Done
            } else {
                Exit::InPart
            }
        }
    }
}
