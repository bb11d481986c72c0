//! Floor 8: arguments in, an exit code out. Each command turns its arguments into calls of the floors below; none decides
//! anything that the review screen could not.

mod apply;
mod args;
mod config;
mod convert;
pub mod demo;
mod diff;
mod editor;
mod explain;
mod feedback;
mod lists;
mod log;
mod open;
mod output;
mod prompt;
mod reports;
mod review;
mod sessions;
mod signals;
mod undo;
mod waiting;
mod world;

use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::builder::Styles;
use clap::{CommandFactory, FromArgMatches};

use crate::report::Exit;
use crate::workspace::{ReportFault, WorkspaceError};
use args::{Cli, Command};
use config::Config;

/// A command line that cannot be followed.
#[derive(Debug, thiserror::Error)]
#[error("{0}; `hunkwise --help` lists what can be said")]
struct UsageError(String);

/// Carries out the command line `args`, whose first is the program's name.
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    if let Err(error) = signals::survive_size_limit() {
        log::line(&format!(
            "the limit of file sizes cannot be heeded: {error}"
        ));
    }
    let exit = match parse(args.into_iter().collect()) {
        Ok((cli, config)) => dispatch(&cli, &config).unwrap_or_else(|error| fail(&error)),
        Err(error) => match error.downcast::<clap::Error>() {
            Ok(words) => tell(&words).unwrap_or_else(|error| fail(&error)),
            Err(error) => fail(&error),
        },
    };
    log::line(&format!("exit code {}", exit.code()));
    if exit == Exit::Done && log::has_failed() {
        output::complain("hunkwise: the log could not be written to its end\n");
        return ExitCode::from(Exit::InPart.code());
    }
    ExitCode::from(exit.code())
}

/// Says what clap has to say: help and version, or a fault with the arguments in it as they were given.
fn tell(words: &clap::Error) -> anyhow::Result<Exit> {
    let text = clap_words(words);
    if words.use_stderr() {
        output::complain(&text);
        return Ok(Exit::Unreadable);
    }
    output::print(text).context("printing the help")?;
    Ok(Exit::Done)
}

/// Returns what clap says of a command without styles. Whatever a terminal would act on in there came from outside; the
/// text for no colours would drop it instead of showing it.
fn clap_words(words: &clap::Error) -> String {
    words.render().ansi().to_string()
}

/// Returns the command line's definition, without the colours that could not be told from those in an argument.
fn command() -> clap::Command {
    Cli::command()
        .styles(Styles::plain())
        .after_long_help(lists::exit_table())
}

/// Reads the arguments, and the person's own defaults for what they leave open.
fn parse(args: Vec<OsString>) -> anyhow::Result<(Cli, Config)> {
    let mut command = command();
    let matches = command.try_get_matches_from_mut(&args)?;
    let named = matches.subcommand_name();
    let heeds = named.is_none_or(|name| {
        let subcommand = command.find_subcommand(name);
        subcommand.is_some_and(config::is_heeded_by)
    });
    if !heeds {
        return Ok((Cli::from_arg_matches(&matches)?, Config::default()));
    }
    let config = Config::of_user()?;
    let matches = config
        .as_defaults(self::command())
        .try_get_matches_from(args)?;
    Ok((Cli::from_arg_matches(&matches)?, config))
}

fn dispatch(cli: &Cli, config: &Config) -> anyhow::Result<Exit> {
    match &cli.command {
        None => review::run(&cli.review, config),
        Some(Command::Review(args)) => review::run(args, config),
        Some(Command::Check(args)) => apply::check(args),
        Some(Command::Apply(args)) => apply::apply(args),
        Some(Command::Explain(args)) => explain::run(args),
        Some(Command::Undo(args)) => undo::undo(args),
        Some(Command::Log(args)) => undo::log(args),
        Some(Command::Recover(args)) => undo::recover(args),
        Some(Command::Demo(args)) => demo::run(args, config),
        Some(Command::Diff(args)) => diff::run(args),
        Some(Command::Convert(args)) => convert::run(args),
        Some(Command::Prompt(args)) => prompt::run(args),
        Some(Command::Dialects) => prompt::dialects(),
        Some(Command::Sessions(args)) => sessions::run(args),
        Some(Command::Keys) => lists::keys(config),
        Some(Command::Themes { name }) => lists::themes(name.as_deref(), config),
        Some(Command::Completions { shell }) => lists::completions(*shell),
        Some(Command::Man) => lists::man(),
    }
}

/// Says why a command failed, and returns the exit code for it.
fn fail(error: &anyhow::Error) -> Exit {
    log::line(&format!("failed: {error:#}"));
    match error.downcast_ref::<WorkspaceError>() {
        // It names its source itself.
        Some(fault) => {
            output::complain(&format!("hunkwise: {fault}\n"));
            let is_rolled_back = matches!(fault, WorkspaceError::Failed { .. });
            let by_signal = is_rolled_back.then(signals::exit).flatten();
            by_signal.unwrap_or(fault.exit())
        }
        None => {
            output::complain(&format!("hunkwise: {error:#}\n"));
            let report = error.downcast_ref::<ReportFault>();
            report.map_or(Exit::Unreadable, ReportFault::exit)
        }
    }
}
