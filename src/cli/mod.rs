//! Floor 8: arguments in, an exit code out. Each command turns its arguments into calls of the floors below; none decides
//! anything that the review screen could not.

mod apply;
mod args;
mod open;
mod output;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser;

use crate::report::Exit;
use crate::workspace::WorkspaceError;
use args::{Cli, Command};

/// A command line that cannot be followed.
#[derive(Debug, thiserror::Error)]
#[error("{0}; `hunkwise --help` lists what can be said")]
struct UsageError(String);

/// Carries out the command line `args`, whose first is the program's name.
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version go to standard output; where nobody reads them, nothing is lost.
            let _ = error.print();
            return ExitCode::from(
                u8::try_from(error.exit_code()).unwrap_or(Exit::Unreadable.code()),
            );
        }
    };
    let exit = dispatch(&cli).unwrap_or_else(|error| fail(&error));
    ExitCode::from(exit.code())
}

fn dispatch(cli: &Cli) -> anyhow::Result<Exit> {
    match &cli.command {
        Some(Command::Check(args)) => apply::check(args),
        Some(Command::Apply(args)) => apply::apply(args),
        None => Err(UsageError("the review screen is not built yet".to_string()).into()),
    }
}

/// Says why a command failed, and returns the exit code for it.
fn fail(error: &anyhow::Error) -> Exit {
    match error.downcast_ref::<WorkspaceError>() {
        // It names its source itself.
        Some(fault) => {
            output::complain(&format!("hunkwise: {fault}\n"));
            fault.exit()
        }
        None => {
            output::complain(&format!("hunkwise: {error:#}\n"));
            Exit::Unreadable
        }
    }
}
