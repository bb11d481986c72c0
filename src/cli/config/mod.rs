//! The person's own defaults: `config.toml` and `themes/` in their configuration folder. Nothing of the reviewed tree is
//! ever read as settings. What a flag says, and what the environment says of colours, goes before them.

mod file;

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::builder::ArgAction;
use clap::{Arg, Command};
use etcetera::BaseStrategy;

use crate::text::display::{display_line, display_path};
use crate::ui::keys::Keys;
use crate::ui::model::DiffOptions;
use crate::ui::setting::{line_number, nearest};
use crate::ui::theme::{THEMES, Theme};
use crate::workspace::read_own;

/// What the person's files say.
#[derive(Debug, Default)]
pub(crate) struct Config {
    /// The folder they lie in; `None` where there is no home folder.
    folder: Option<PathBuf>,
    /// What flags are when nobody says otherwise.
    flags: Vec<Flag>,
    /// How the diff is laid out at first.
    pub(crate) diff_options: DiffOptions,
    /// What keys do.
    pub(crate) keys: Keys,
}

/// What a flag is when nobody says otherwise.
#[derive(Debug)]
struct Flag {
    name: String,
    value: String,
    /// The byte of the file where the value stands.
    offset: usize,
}

impl Config {
    /// Reads the person's `config.toml`; one that does not exist says nothing.
    ///
    /// # Errors
    /// What is wrong in it, with its line, or why it cannot be read.
    pub(crate) fn of_user() -> anyhow::Result<Config> {
        let Ok(base) = etcetera::base_strategy::Xdg::new() else {
            return Ok(Config::default());
        };
        let folder = base.config_dir().join("hunkwise");
        // A home folder that is named from where one stands could be the reviewed tree.
        if folder.is_relative() {
            return Ok(Config::default());
        }
        let path = folder.join("config.toml");
        let content = read(&path)?.unwrap_or_default();
        let told = |offset, words| {
            let line = line_number(&content, offset);
            anyhow::anyhow!("{}:{line}: {words}", display_path(&path))
        };
        let config = file::parse(&content).map_err(|fault| told(fault.offset, fault.words))?;
        let config = Config {
            folder: Some(folder),
            ..config
        };
        let theme = config.flags.iter().find(|flag| flag.name == "theme");
        match theme.map(|flag| (flag, config.no_theme(&flag.value))) {
            Some((flag, Some(words))) => Err(told(flag.offset, words)),
            Some((_, None)) | None => Ok(config),
        }
    }

    /// Returns whether it says what any flag is when nobody says otherwise.
    pub(crate) fn has_defaults(&self) -> bool {
        !self.flags.is_empty()
    }

    /// Returns `command` with the person's defaults in the place of its own, in all subcommands that have the flags.
    pub(crate) fn as_defaults(&self, command: Command) -> Command {
        let no_colour = std::env::var("NO_COLOR").is_ok_and(|value| !value.is_empty());
        let flags = self.flags.iter();
        let flags = flags.filter(|flag| !(no_colour && flag.name == "color"));
        flags.fold(command, |command, flag| {
            let names: Vec<String> = command
                .get_subcommands()
                .map(|sub| sub.get_name().to_string())
                .collect();
            let with = |command: Command| with_default(command, &flag.name, &flag.value);
            names.into_iter().fold(with(command), |command, sub| {
                command.mut_subcommand(sub, with)
            })
        })
    }

    /// Returns the theme called `name`, the person's own before one that comes with the program; `None` for `auto`.
    ///
    /// # Errors
    /// When there is none, or what is wrong in its file.
    pub(crate) fn theme(&self, name: &str) -> anyhow::Result<Option<Theme>> {
        if name == "auto" {
            return Ok(None);
        }
        if let Some(path) = self
            .own_themes()
            .into_iter()
            .find(|path| stem(path) == name)
        {
            let content = read(&path)?.unwrap_or_default();
            let theme = Theme::read(name, &content).with_context(|| display_path(&path));
            return theme.map(Some);
        }
        match self.no_theme(name) {
            Some(words) => Err(anyhow::anyhow!(words)),
            None => Ok(Theme::named(name)),
        }
    }

    /// Returns all themes: those of the program, and the person's own that can be read.
    pub(crate) fn themes(&self) -> Vec<Theme> {
        let names = self.theme_names().into_iter();
        names.filter_map(|name| self.theme(&name).ok()?).collect()
    }

    /// Returns that there is no theme called `name`, in words; `None` when there is one.
    fn no_theme(&self, name: &str) -> Option<String> {
        let mut names = self.theme_names();
        names.push("auto".to_string());
        if names.iter().any(|known| known == name) {
            return None;
        }
        let nearest = nearest(name, names.iter().map(String::as_str));
        Some(format!(
            "there is no theme `{name}`; the nearest is `{nearest}`, `hunkwise themes` lists all"
        ))
    }

    /// Returns the names of all themes: those that come with the program, then the person's own.
    pub(crate) fn theme_names(&self) -> Vec<String> {
        let built_in = THEMES.iter().map(|(name, _)| name.to_string());
        let own = self.own_themes().into_iter().map(|path| stem(&path));
        let mut names: Vec<String> = built_in.collect();
        names.extend(own.filter(|name| THEMES.iter().all(|(built_in, _)| built_in != name)));
        names
    }

    /// Returns the files of the person's own themes, sorted.
    fn own_themes(&self) -> Vec<PathBuf> {
        let folder = self.folder.as_ref().map(|folder| folder.join("themes"));
        let listed = folder.and_then(|folder| std::fs::read_dir(folder).ok());
        let paths = listed
            .into_iter()
            .flatten()
            .filter_map(|entry| Some(entry.ok()?.path()));
        let mut themes: Vec<PathBuf> = paths
            .filter(|path| {
                path.extension()
                    .is_some_and(|extension| extension == "toml")
            })
            .collect();
        themes.sort();
        themes
    }
}

/// Returns whether a subcommand heeds the person's settings. Those that do not also work when the file is broken.
pub(crate) fn is_heeded_by(command: &Command) -> bool {
    // A flag that every command has says nothing of this one.
    let own = command.get_arguments().filter(|arg| !arg.is_global_set());
    let mut longs = own.filter_map(Arg::get_long);
    ["keys", "themes"].contains(&command.get_name())
        || longs.any(|long| file::FLAGS.contains(&long) && long != "limit")
}

fn read(path: &Path) -> anyhow::Result<Option<String>> {
    let content = read_own(path).context("reading your settings")?;
    let content = content.map(String::from_utf8).transpose();
    content.with_context(|| format!("reading your settings in {}", display_path(path)))
}

fn stem(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default();
    display_line(stem.as_encoded_bytes())
}

/// Lets a flag that is there or not also be said to be not there.
pub(super) fn settable(arg: Arg) -> Arg {
    if !matches!(arg.get_action(), ArgAction::SetTrue) {
        return arg;
    }
    arg.action(ArgAction::Set)
        .value_parser(clap::value_parser!(bool))
        .num_args(0..=1)
        .require_equals(true)
        .default_missing_value("true")
}

fn with_default(command: Command, name: &str, value: &str) -> Command {
    let found = command
        .get_arguments()
        .find(|arg| arg.get_long() == Some(name));
    let Some(id) = found.map(|arg| arg.get_id().clone()) else {
        return command;
    };
    command.mut_arg(id, |arg| settable(arg).default_value(value.to_string()))
}
