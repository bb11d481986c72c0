//! Lists and texts made from the tables in the code.

use anyhow::Context;
use clap::CommandFactory;

use crate::report::{EXITS, Exit};

use super::args::Cli;
use super::output;

/// Writes completions for `shell`.
pub(crate) fn completions(shell: clap_complete::Shell) -> anyhow::Result<Exit> {
    let mut bytes = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "hunkwise", &mut bytes);
    print(&String::from_utf8_lossy(&bytes))
}

/// Writes the man page.
pub(crate) fn man() -> anyhow::Result<Exit> {
    let mut bytes = Vec::new();
    let page = clap_mangen::Man::new(Cli::command().after_help(exit_table()));
    page.render(&mut bytes).context("making the man page")?;
    print(&String::from_utf8_lossy(&bytes))
}

/// Returns the exit codes as lines for help.
pub(crate) fn exit_table() -> String {
    let rows = EXITS
        .iter()
        .map(|row| format!("  {:>3}  {}\n", row.code, row.meaning));
    format!("Exit codes:\n{}", rows.collect::<String>())
}

fn print(text: &str) -> anyhow::Result<Exit> {
    output::print(text).context("printing")?;
    Ok(Exit::Done)
}
