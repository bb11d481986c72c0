//! What `config.toml` may say, and where it says something else.

use std::borrow::Cow;

use clap::builder::Styles;
use clap::{Arg, Command, CommandFactory};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::super::args::Cli;
use super::super::clap_words;
use super::{Config, Flag, settable};
use crate::ui::keys::Keys;
use crate::ui::model::{Columns, DiffOptions, ListShown, Shown};
use crate::ui::setting::{Fault, nearest};

/// What can be set at the top of the file: flags that mean the same in every run, by their names.
pub(super) const FLAGS: [&str; 17] = [
    "accept-from", "allow-hidden", "color", "context-min", "dialect", "json", "limit",
    "max-offset", "no-mouse", "partial", "policy", "similarity", "split-hard-links", "strict",
    "strip", "theme", "watch",
];

/// What can be set under `[screen]`.
const LOOKS: [&str; 4] = ["blanks", "layout", "list", "wrap"];

/// The tables of the file.
const TABLES: [&str; 2] = ["keys", "screen"];

/// Reads the content of `config.toml`.
///
/// # Errors
/// The first fault met.
pub(super) fn parse(content: &str) -> Result<Config, Fault> {
    let table = DeTable::parse(content).map_err(|fault| Fault::of_toml(&fault))?;
    let mut config = Config::default();
    for (name, value) in table.get_ref() {
        match (name.get_ref().as_ref(), value.get_ref()) {
            ("keys", DeValue::Table(keys)) => config.keys = own_keys(keys)?,
            ("screen", DeValue::Table(diff_options)) => {
                for (name, value) in diff_options {
                    set_look(&mut config.diff_options, name, value)?;
                }
            }
            (table, _) if TABLES.contains(&table) => {
                return Err(Fault::at(
                    value,
                    format!("`{table}` is a table: write `[{table}]`"),
                ));
            }
            (flag, _) if FLAGS.contains(&flag) => {
                config.flags.push(Flag {
                    name: flag.to_string(),
                    offset: value.span().start,
                    value: flag_value(flag, value)?,
                });
            }
            (unknown, _) => {
                let known = FLAGS.iter().chain(&TABLES).copied();
                return Err(Fault::at(name, no_setting(unknown, known)));
            }
        }
    }
    Ok(config)
}

fn no_setting<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    let nearest = nearest(name, known);
    format!("there is no setting `{name}`; the nearest is `{nearest}`")
}

/// Returns what a flag is set to, as it would stand on a command line, when the flag takes it.
fn flag_value(name: &str, value: &Spanned<DeValue<'_>>) -> Result<String, Fault> {
    let text = match value.get_ref() {
        DeValue::String(text) => text.to_string(),
        DeValue::Integer(number) => number.to_string(),
        DeValue::Float(number) => number.to_string(),
        DeValue::Boolean(is_set) => is_set.to_string(),
        DeValue::Datetime(_) | DeValue::Array(_) | DeValue::Table(_) => {
            return Err(Fault::at(
                value,
                format!("`{name}` is a text, a number, or true or false"),
            ));
        }
    };
    let arg = flag(name).long(name.to_string());
    let command = Command::new("config")
        .styles(Styles::plain())
        .no_binary_name(true)
        .arg(settable(arg));
    match command.try_get_matches_from([format!("--{name}={text}")]) {
        Ok(_) => Ok(text),
        Err(fault) => Err(Fault::at(value, first_paragraph(&clap_words(&fault)))),
    }
}

/// Returns the definition of a flag.
fn flag(name: &str) -> Arg {
    let command = Cli::command();
    let all = command.get_subcommands().flat_map(Command::get_arguments);
    let found = all
        .chain(command.get_arguments())
        .find(|arg| arg.get_long() == Some(name));
    found.expect("a test finds all these flags").clone()
}

/// Returns what clap says of a value, in one line and without its advice on help.
fn first_paragraph(text: &str) -> String {
    let lines = text.lines().take_while(|line| !line.is_empty());
    let words: Vec<&str> = lines.map(str::trim).collect();
    let words = words.join(" ");
    words.strip_prefix("error: ").unwrap_or(&words).to_string()
}

fn own_keys(table: &DeTable<'_>) -> Result<Keys, Fault> {
    let mut own = Vec::new();
    for (name, value) in table {
        own.push((name.get_ref().to_string(), key_names(value)?));
    }
    Keys::with(&own).map_err(|(index, fault)| {
        let (name, _) = table.iter().nth(index).expect("the index of one of these");
        Fault::at(name, fault.to_string())
    })
}

fn key_names(value: &Spanned<DeValue<'_>>) -> Result<Vec<String>, Fault> {
    let name = |value: &Spanned<DeValue<'_>>| {
        let words = "say a key, as in \"x\", or several, as in [\"x\", \"delete\"]";
        let name = value
            .get_ref()
            .as_str()
            .ok_or_else(|| Fault::at(value, words))?;
        Ok(name.to_string())
    };
    match value.get_ref().as_array() {
        Some(names) => names.iter().map(name).collect(),
        None => Ok(vec![name(value)?]),
    }
}

fn set_look(
    diff_options: &mut DiffOptions,
    name: &Spanned<Cow<'_, str>>,
    value: &Spanned<DeValue<'_>>,
) -> Result<(), Fault> {
    let is_shown = |word: &str| match word {
        "false" => Some(Shown::No),
        "true" => Some(Shown::Yes),
        _ => None,
    };
    let said = value.get_ref();
    let word = match said.as_bool() {
        Some(is_set) => is_set.to_string(),
        None => said.as_str().unwrap_or_default().to_string(),
    };
    let (set, known) = match name.get_ref().as_ref() {
        "blanks" => (
            is_shown(&word).map(|shown| diff_options.blanks = shown),
            "true or false",
        ),
        "wrap" => (
            is_shown(&word).map(|shown| diff_options.wrap = shown),
            "true or false",
        ),
        "layout" => (
            columns(&word).map(|columns| diff_options.columns = columns),
            "\"auto\", \"one\" or \"two\"",
        ),
        "list" => (
            list_shown(&word).map(|list| diff_options.list = list),
            "\"auto\", \"always\" or \"hidden\"",
        ),
        unknown => return Err(Fault::at(name, no_setting(unknown, LOOKS.into_iter()))),
    };
    set.ok_or_else(|| Fault::at(value, format!("`{}` is {known}", name.get_ref())))
}

fn columns(word: &str) -> Option<Columns> {
    match word {
        "auto" => Some(Columns::ByWidth),
        "one" => Some(Columns::One),
        "two" => Some(Columns::Two),
        _ => None,
    }
}

fn list_shown(word: &str) -> Option<ListShown> {
    match word {
        "auto" => Some(ListShown::ByWidth),
        "always" => Some(ListShown::Always),
        "hidden" => Some(ListShown::Hidden),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::setting::line_number;

    /// Asserts the line of the fault in `content`, and words of the message.
    #[track_caller]
    fn check(content: &str, expected: Option<(usize, &str)>) {
        match (parse(content), expected) {
            (Ok(_), None) => {}
            (Err(fault), Some((line, words))) => {
                assert_eq!(line_number(content, fault.offset), line, "{}", fault.words);
                assert!(fault.words.contains(words), "{}", fault.words);
            }
            (Ok(config), Some(_)) => panic!("{config:?}"),
            (Err(fault), None) => panic!("{}", fault.words),
        }
    }

    #[test]
    fn every_default_can_be_set() {
        check("", None);
        check(
            "theme = 'light'\ncolor = 256\nsimilarity = 0.75\nno-mouse = true\n",
            None,
        );
        check(
            "accept-from = 'fuzzy'\npolicy = 'nearest'\nlimit = '8M'\nstrip = 1\n",
            None,
        );
        check(
            "[screen]\nlayout = 'two'\nwrap = true\nblanks = true\nlist = 'hidden'\n",
            None,
        );
        check(
            "[keys]\nreject = ['x', 'delete']\nfilter = 'ctrl-l'\n",
            None,
        );
        for name in FLAGS {
            flag(name);
        }
    }

    #[test]
    fn faults_are_named_with_their_line() {
        check(
            "# mine\nthme = 'dark'",
            Some((2, "no setting `thme`; the nearest is `theme`")),
        );
        check("color = 'blue'", Some((1, "[possible values: auto")));
        check("similarity = 7", Some((1, "from 0 to 1")));
        check("no-mouse = 'perhaps'", Some((1, "true, false")));
        check("theme =", Some((1, "")));
        check("screen = 3", Some((1, "write `[screen]`")));
        check("theme = []", Some((1, "a text, a number")));
        check("[screen]\nlayuot = 'two'", Some((2, "nearest is `layout`")));
        check(
            "[screen]\nlayout = 'three'",
            Some((2, "\"one\" or \"two\"")),
        );
        check("[keys]\nreject = 3", Some((2, "say a key")));
        check(
            "[keys]\nfilter = 'ctrl-l'\nreject = 'n'",
            Some((3, "`search-next`")),
        );
        check("[keys]\nrejct = 'n'", Some((2, "nearest is `reject`")));
    }
}
