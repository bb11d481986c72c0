//! Lists and texts made from the tables in the code.

use anyhow::Context as _;
use clap::CommandFactory;

use crate::report::{EXITS, Exit};
use crate::ui::key::shown;
use crate::ui::keymap::{self, Context};
use crate::ui::theme::Theme;

use super::args::Cli;
use super::config::Config;
use super::{UsageError, output};

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

/// Lists the keys, each context under its own head.
pub(crate) fn keys(config: &Config) -> anyhow::Result<Exit> {
    let mut text = String::new();
    for context in Context::ALL {
        text += &format!("{}\n", context.name());
        for row in keymap::of_context(context) {
            let keys: Vec<String> = config.keys.of(row).into_iter().map(shown).collect();
            text += &format!("  {:<18} {:<18} {}\n", keys.join(" "), row.name, row.help);
        }
    }
    print(&text)
}

/// Lists the themes, those that come with the program, then the person's own; or writes the file of one that comes with it.
pub(crate) fn themes(name: Option<&str>, config: &Config) -> anyhow::Result<Exit> {
    let Some(name) = name else {
        let names = config.theme_names().into_iter();
        return print(&names.map(|name| name + "\n").collect::<String>());
    };
    let none = || UsageError(format!("no theme `{name}` comes with the program"));
    print(Theme::file(name).ok_or_else(none)?)
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
