//! Lists and texts made from the tables in the code.

use anyhow::Context as _;
use clap::CommandFactory;

use crate::report::{EXITS, Exit};
use crate::text::display::display_line;
use crate::ui::key::shown;
use crate::ui::keymap::{self, Context};
use crate::ui::theme::Theme;

use super::args::Cli;
use super::config::Config;
use super::json::{self, Row, Speech};
use super::{UsageError, complete, output};

/// Writes completions for `shell`.
pub(crate) fn completions(shell: clap_complete::Shell, speech: Speech) -> anyhow::Result<Exit> {
    let mut bytes = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "hunkwise", &mut bytes);
    let flags = String::from_utf8(bytes).context("making the completions")?;
    let script = complete::script(shell, flags);
    json::print_text(
        speech,
        "completions",
        Exit::Done,
        script.as_bytes(),
        Vec::new(),
    )
}

/// Writes the man page of a command, or that of the program and of every command, one after the other.
pub(crate) fn man(name: Option<&str>, speech: Speech) -> anyhow::Result<Exit> {
    let mut program = Cli::command().after_help(exit_table());
    program.build();
    let page_of = |command: &clap::Command| {
        let full = command.get_display_name().unwrap_or(command.get_name());
        clap_mangen::Man::new(command.clone().name(full.replace(' ', "-")))
    };
    let mut bytes = Vec::new();
    let subcommands = || {
        program
            .get_subcommands()
            .filter(|it| it.get_name() != "help")
    };
    if name.is_none() {
        page_of(&program)
            .render(&mut bytes)
            .context("making the man page")?;
    }
    for command in subcommands() {
        if name.is_none_or(|name| name == command.get_name()) {
            page_of(command)
                .render(&mut bytes)
                .context("making the man page")?;
        }
    }
    if bytes.is_empty() {
        let names: Vec<&str> = subcommands().map(clap::Command::get_name).collect();
        let shown = display_line(name.unwrap_or_default().as_bytes());
        let names = names.join(", ");
        return Err(UsageError(format!("no command `{shown}`; there are {names}")).into());
    }
    json::print_text(speech, "man", Exit::Done, &bytes, Vec::new())
}

/// Lists the keys, each context under its own head.
pub(crate) fn keys(config: &Config, speech: Speech) -> anyhow::Result<Exit> {
    if speech == Speech::Json {
        let rows = Context::ALL.into_iter().flat_map(keymap::of_context);
        let rows = rows.map(|row| {
            let keys: Vec<String> = config.keys.of(row).into_iter().map(shown).collect();
            Row {
                name: row.name.to_string(),
                title: row.help.to_string(),
                text: Some(keys.join(" ")),
            }
        });
        return json::list("keys", rows.collect(), speech);
    }
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
pub(crate) fn themes(name: Option<&str>, config: &Config, speech: Speech) -> anyhow::Result<Exit> {
    let Some(name) = name else {
        let names = config.theme_names().into_iter();
        if speech == Speech::Json {
            let rows = names.map(|name| Row {
                title: "a theme".to_string(),
                name,
                text: None,
            });
            return json::list("themes", rows.collect(), speech);
        }
        return print(&names.map(|name| name + "\n").collect::<String>());
    };
    let none = || UsageError(format!("no theme `{name}` comes with the program"));
    let file = Theme::file(name).ok_or_else(none)?;
    json::print_text(speech, "themes", Exit::Done, file.as_bytes(), Vec::new())
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
