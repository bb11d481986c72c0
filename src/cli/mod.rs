//! Floor 8: arguments in, an exit code out. Each command turns its arguments into calls of the floors below; none decides
//! anything that the review screen could not.

mod apply;
mod args;
mod as_meant;
mod complete;
mod config;
mod convert;
mod decide;
pub mod demo;
mod diff;
mod editor;
mod explain;
mod farewell;
mod feedback;
mod json;
mod lines;
mod lists;
mod log;
mod look;
mod mcp;
mod open;
mod output;
mod prompt;
mod reports;
mod review;
mod serve;
mod sessions;
mod shape;
mod signals;
mod typed_path;
mod undo;
mod waiting;
mod world;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::builder::Styles;
use clap::error::{ContextKind, ContextValue};
use clap::{Arg, ArgAction, CommandFactory, FromArgMatches};

use crate::report::{Exit, Failure};
use crate::session::Fault;
use crate::ui::setting::nearest;
use crate::workspace::{ReportFault, WorkspaceError};
use args::{Cli, Command};
use config::Config;
use json::Speech;

/// A command line that cannot be followed.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct UsageError(String);

/// Carries out the command line `args`, whose first is the program's name.
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    if let Err(error) = signals::survive_size_limit() {
        log::line(&format!(
            "the limit of file sizes cannot be heeded: {error}"
        ));
    }
    let args: Vec<OsString> = args.into_iter().collect();
    let speech = speech_of(&args);
    let exit = match parse(args) {
        Ok((cli, config, name)) => {
            let speech = if cli.speech.json {
                Speech::Json
            } else {
                Speech::Text
            };
            dispatch(&cli, &config, speech)
                .unwrap_or_else(|error| fail_with_help(&error, &name, speech))
        }
        Err(error) => match error.downcast::<clap::Error>() {
            Ok(words) => tell(words, speech).unwrap_or_else(|error| fail_as(&error, speech)),
            Err(error) => fail_as(&error, speech),
        },
    };
    log::line(&format!("exit code {}", exit.code()));
    if log::has_failed() {
        output::complain("hunkwise: the log could not be written to its end\n");
    }
    if exit == Exit::Done && (log::has_failed() || output::has_failed()) {
        return ExitCode::from(Exit::InPart.code());
    }
    ExitCode::from(exit.code())
}

/// Says what clap has to say: help and version, or a fault with the arguments in it as they were given.
fn tell(mut words: clap::Error, speech: Speech) -> anyhow::Result<Exit> {
    // `help` names none by itself.
    if let Some(ContextValue::String(name)) = words.get(ContextKind::InvalidSubcommand)
        && words.get(ContextKind::SuggestedSubcommand).is_none()
        && let Some(meant) = meant(name)
    {
        let meant = ContextValue::Strings(vec![meant]);
        words.insert(ContextKind::SuggestedSubcommand, meant);
    }
    let text = clap_words(&words);
    if words.use_stderr() {
        output::complain(&text);
        if speech == Speech::Json {
            let error = Failure {
                code: "usage",
                text: first_sentence(&text),
            };
            json::print_failure(Exit::Unreadable, &error);
        }
        return Ok(Exit::Unreadable);
    }
    output::print(text).context("printing the help")?;
    Ok(Exit::Done)
}

/// Returns the command that a name with a slip in it may mean.
fn meant(name: &str) -> Option<String> {
    let command = command();
    let commands = command.get_subcommands().map(clap::Command::get_name);
    let nearest = nearest(name, commands);
    let alike = name.chars().filter(|c| nearest.contains(*c)).count();
    (alike * 4 >= nearest.len().max(name.len()) * 3).then(|| nearest.to_string())
}

/// Returns what clap says of a command without styles. Whatever a terminal would act on in there came from outside; the
/// text for no colours would drop it instead of showing it.
fn clap_words(words: &clap::Error) -> String {
    words.render().ansi().to_string()
}

/// Returns what is wrong and what was probably meant, without the other advice to people below it.
fn first_sentence(words: &str) -> String {
    let mut parts = words.split("\n\n");
    let first = parts.next().unwrap_or(words);
    let first = first.strip_prefix("error: ").unwrap_or(first).trim_end();
    let mut tips = parts.filter_map(|part| part.trim().strip_prefix("tip: "));
    match tips.next() {
        Some(tip) => format!("{first}; {tip}"),
        None => first.to_string(),
    }
}

/// Returns the command line's definition, without the colours that could not be told from those in an argument.
fn command() -> clap::Command {
    let command = Cli::command()
        .styles(Styles::plain())
        .after_long_help(lists::exit_table());
    let screenless = ["check", "apply", "explain", "convert"];
    screenless.into_iter().fold(command, |command, name| {
        command.mut_subcommand(name, screenless_command)
    })
}

/// Adds the flags that a command without a screen takes and passes over.
fn screenless_command(command: clap::Command) -> clap::Command {
    let command = args::with_screen_flags(command);
    if command.get_name() != "check" {
        return command;
    }
    // It writes nothing in any case.
    let dry_run = Arg::new("dry_run").long("dry-run");
    command.arg(dry_run.action(ArgAction::SetTrue).hide(true))
}

/// Returns what the arguments come to by the definition of the one command that they name first, and that definition; `None`
/// where the whole definition must read them.
fn matched_alone(args: &[OsString]) -> Option<(clap::ArgMatches, clap::Command)> {
    let name = args.get(1)?.to_str()?;
    let mut command = Cli::command_of(name)?.mut_subcommand(name, screenless_command);
    let matches = command.try_get_matches_from_mut(args).ok()?;
    Some((matches, command))
}

/// Returns what the arguments come to, and the definition that they were read by.
fn matched(args: &[OsString]) -> Result<(clap::ArgMatches, clap::Command), clap::Error> {
    if let Some(matched) = matched_alone(args) {
        return Ok(matched);
    }
    let mut command = command();
    let matches = command.try_get_matches_from_mut(args)?;
    Ok((matches, command))
}

/// Returns what the arguments say, beside the settings, and the name of the command with a blank behind it; empty where they
/// name none.
fn read(matches: &clap::ArgMatches, config: Config) -> Result<(Cli, Config, String), clap::Error> {
    let name = matches.subcommand_name().map(|name| format!("{name} "));
    Ok((
        Cli::from_arg_matches(matches)?,
        config,
        name.unwrap_or_default(),
    ))
}

/// Reads the arguments, and the person's own defaults for what they leave open.
fn parse(args: Vec<OsString>) -> anyhow::Result<(Cli, Config, String)> {
    let (matches, command) = match matched(&args) {
        Ok(matched) => matched,
        Err(fault) => return parse_with_settings(args).unwrap_or_else(|| Err(fault.into())),
    };
    let named = matches.subcommand_name();
    let heeds = named.is_none_or(|name| {
        let subcommand = command.find_subcommand(name);
        subcommand.is_some_and(config::is_heeded_by)
    });
    // It is made of hundreds of small parts, and the program ends soon.
    std::mem::forget(command);
    if !heeds {
        return Ok(read(&matches, Config::default())?);
    }
    let config = Config::of_user()?;
    // To make the definition again and read the arguments by it is half of what a small check takes.
    let matches = match config.has_defaults() {
        true => config
            .as_defaults(self::command())
            .try_get_matches_from(args)?,
        false => matches,
    };
    Ok(read(&matches, config)?)
}

/// Parses arguments again with the settings as defaults, which may be taken back, as by `--json=false`; `None` if that fails
/// too.
fn parse_with_settings(args: Vec<OsString>) -> Option<anyhow::Result<(Cli, Config, String)>> {
    let config = match Config::of_user() {
        Ok(config) if config.has_defaults() => config,
        Ok(_) | Err(_) => return None,
    };
    let command = config.as_defaults(self::command());
    let matches = command.try_get_matches_from(args).ok()?;
    read(&matches, config).ok().map(Ok)
}

fn dispatch(cli: &Cli, config: &Config, speech: Speech) -> anyhow::Result<Exit> {
    match &cli.command {
        None => review::run(&cli.review, config, speech),
        Some(Command::Review(args)) => review::run(args, config, speech),
        Some(Command::Check(args)) => apply::check(args, speech),
        Some(Command::Apply(args)) => apply::apply(args, speech),
        Some(Command::Explain(args)) => explain::run(args, speech),
        Some(Command::Undo(args)) => undo::undo(args, speech),
        Some(Command::Log(args)) => undo::log(args, speech),
        Some(Command::Recover(args)) => undo::recover(args, speech),
        Some(Command::Demo(args)) => demo::run(args, config, speech),
        Some(Command::Diff(args)) => diff::run(args, speech),
        Some(Command::Convert(args)) => convert::run(args, speech),
        Some(Command::Prompt(args)) => prompt::run(args, speech),
        Some(Command::Dialects) => prompt::dialects(speech),
        Some(Command::Sessions(args)) => sessions::run(args, speech),
        Some(Command::Keys) => lists::keys(config, speech),
        Some(Command::Themes { name }) => lists::themes(name.as_deref(), config, speech),
        Some(Command::Serve(args)) => serve::run(args),
        Some(Command::Mcp(args)) => mcp::run(args),
        Some(Command::Schema { name }) => json::schema(name.as_deref(), speech),
        Some(Command::Completions { shell }) => lists::completions(*shell, speech),
        Some(Command::Complete { next, words }) => complete::run(words.clone(), *next),
        Some(Command::Man { name }) => lists::man(name.as_deref(), speech),
    }
}

/// Returns whether the command line asks for JSON, whatever else it says: what is wrong with it is told so, too.
fn speech_of(args: &[OsString]) -> Speech {
    let mut flags = args.iter().take_while(|arg| *arg != "--");
    if flags.any(|arg| arg == "--json") {
        Speech::Json
    } else {
        Speech::Text
    }
}

/// The flags that change nothing of what is written.
const NOT_OF_THE_WRITE: [&str; 16] = [
    "-q", "--quiet", "--json", "--dry-run", "--feedback", "--feedback-json", "--log", "--rejects",
    "--save-decisions", "--plain", "--strict", "--color", "--theme", "--no-mouse", "--watch",
    "--fresh",
];

/// Returns what `hunkwise apply` needs besides to write what a run that was started like this one reports.
fn again(patches: &[PathBuf]) -> &'static str {
    let mut flags = std::env::args_os().skip(1).take_while(|arg| arg != "--");
    let is_meant = |arg: OsString| {
        let arg = arg.to_string_lossy();
        let name = arg.split('=').next().unwrap_or_default();
        name.len() > 1 && name.starts_with('-') && !NOT_OF_THE_WRITE.contains(&name)
    };
    let is_piped = patches.iter().any(|patch| patch.as_os_str() == "-");
    match (flags.any(is_meant), is_piped) {
        (false, false) => "",
        (true, false) => " with the same flags",
        (false, true) => " on the same input",
        (true, true) => " with the same flags on the same input",
    }
}

/// Says why a command failed, and where its usage is explained if that was wrong.
fn fail_with_help(error: &anyhow::Error, command: &str, speech: Speech) -> Exit {
    let exit = fail_as(error, speech);
    if error.is::<UsageError>() {
        output::complain(&format!("see `hunkwise {command}--help`\n"));
    }
    exit
}

/// Says why a command failed, on standard output too where that was to be JSON.
fn fail_as(error: &anyhow::Error, speech: Speech) -> Exit {
    let exit = fail(error);
    if speech == Speech::Json {
        json::print_failure(exit, &failure(error, exit));
    }
    exit
}

/// Returns what programs are told of an error that ends the program with `exit`.
fn failure(error: &anyhow::Error, exit: Exit) -> Failure {
    let fault = error.downcast_ref::<WorkspaceError>();
    Failure {
        code: match error.downcast_ref::<ReportFault>() {
            _ if error.is::<UsageError>() || error.is::<Fault>() => "usage",
            Some(ReportFault::Failed { .. }) => "unwritable",
            Some(_) | None => fault.map_or(exit.name(), code_of),
        },
        // An error of the workspace names its source itself.
        text: fault.map_or_else(|| format!("{error:#}"), ToString::to_string),
    }
}

/// Returns the stable name of an error of the workspace.
fn code_of(fault: &WorkspaceError) -> &'static str {
    if matches!(fault, WorkspaceError::NothingToUndo { .. }) {
        "nothing_to_undo"
    } else if matches!(
        fault,
        WorkspaceError::Locked { .. } | WorkspaceError::Staged { .. }
    ) {
        "busy"
    } else {
        fault.exit().name()
    }
}

/// Says why a command failed, and returns the exit code for it.
fn fail(error: &anyhow::Error) -> Exit {
    log::line(&format!("failed: {error:#}"));
    let exit = exit_of(error);
    if let Some(WorkspaceError::FailedAfterRecovery { recovered, .. }) = error.downcast_ref() {
        output::complain(&undo::recovered_words(recovered));
    }
    let fault = error.downcast_ref::<std::io::Error>();
    // Whoever went away (`| head`) knows it; the exit code says it to the others.
    if fault.is_none_or(|fault| fault.kind() != std::io::ErrorKind::BrokenPipe) {
        output::complain(&format!("hunkwise: {}\n", failure(error, exit).text));
    }
    exit
}

/// Returns the exit code for an error.
fn exit_of(error: &anyhow::Error) -> Exit {
    match error.downcast_ref::<WorkspaceError>() {
        Some(fault) => {
            let is_rolled_back = matches!(fault.cause(), WorkspaceError::Failed { .. });
            let by_signal = is_rolled_back.then(signals::exit).flatten();
            by_signal.unwrap_or(fault.exit())
        }
        None => {
            let report = error.downcast_ref::<ReportFault>();
            report.map_or(Exit::Unreadable, ReportFault::exit)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_alone_is_read_as_the_whole_definition_reads_it() {
        const LINES: [&str; 14] = [
            "check",
            "check a.diff b.diff -q --json",
            "check --strict --partial --root . --accept-from strict --similarity 0.9 -",
            "check --dry-run --theme dark --no-mouse a.diff",
            "check --feedback f.md --rejects r.diff a.diff",
            "check --limit 3M --max-offset 5 -- --odd",
            "apply --json a.diff",
            "apply --dry-run --policy nearest --rejects r.diff a.diff",
            "apply --rejects - a.diff",
            "apply --strict a.diff",
            "check --no-such-flag",
            "check --help",
            "apply --version",
            "check --similarity much",
        ];
        for line in LINES {
            let words = ["hunkwise"].into_iter().chain(line.split(' '));
            let args: Vec<OsString> = words.map(OsString::from).collect();
            let read = |matches: clap::ArgMatches| {
                format!("{:?}", Cli::from_arg_matches(&matches).expect("it fits"))
            };
            let alone = matched_alone(&args).map(|(matches, _)| read(matches));
            let whole = command().try_get_matches_from(&args).ok().map(read);
            assert_eq!(alone, whole, "{line}");
        }
    }
}
