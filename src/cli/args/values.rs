//! The values of the command line's words: which there are, and how each is read.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::super::prompt;
use crate::dialect::write::Form;
use crate::dialect::{DIALECTS, DialectSpec};
use crate::matcher::Tier;
use crate::plan::OnTie;
use crate::text::RelPath;
use crate::ui::Colours;
use crate::workspace::WatchMode;

/// The values of a word: what each is called, what help says of it, and what it stands for.
pub(super) type Table<T> = &'static [(&'static str, &'static str, T)];

pub(super) const COLOURS: Table<Colours> = &[
    (
        "auto",
        "As many as the terminal's environment says",
        Colours::Auto,
    ),
    ("never", "None", Colours::None),
    ("16", "The terminal's own sixteen", Colours::Ansi16),
    ("256", "256", Colours::Ansi256),
    ("truecolor", "All", Colours::True),
];

pub(super) const WATCHES: Table<WatchMode> = &[
    (
        "auto",
        "By the system's events where it has them",
        WatchMode::Auto,
    ),
    ("poll", "By looking once a second", WatchMode::Poll),
    ("off", "Not before the write", WatchMode::Off),
];

pub(super) const POLICIES: Table<OnTie> = &[
    (
        "ask",
        "Wait for a person; headless: exit code 3",
        OnTie::Ask,
    ),
    (
        "nearest",
        "Use the best place, nearest to the expected line, and report it",
        OnTie::Nearest,
    ),
];

/// Reads one of the values of a table.
pub(super) fn of_table<T: Copy + Send + Sync>(table: Table<T>) -> impl TypedValueParser<Value = T> {
    let values = table
        .iter()
        .map(|(name, help, _)| PossibleValue::new(*name).help(*help));
    PossibleValuesParser::new(values.collect::<Vec<_>>()).map(|name| {
        let row = table.iter().find(|row| row.0 == name);
        row.expect("only names of the table are taken").2
    })
}

/// Reads one of `names`, which help and completions list.
pub(super) fn one_of(names: impl Iterator<Item = &'static str>) -> PossibleValuesParser {
    PossibleValuesParser::new(names.collect::<Vec<_>>())
}

pub(super) fn form() -> impl TypedValueParser<Value = Form> {
    let names = Form::ALL.iter().map(|form| form.name());
    one_of(names).map(|name| Form::named(&name).expect("only names of forms are taken"))
}

pub(super) fn whole_number(text: &str) -> Result<usize, String> {
    text.parse()
        .map_err(|_| "expected a whole number".to_string())
}

/// Takes the name of a file, and not `-`: standard output is the report's.
pub(super) fn file_to_write(name: &str) -> Result<PathBuf, String> {
    match name {
        "-" => Err("it goes to a file, never to standard output; name one".to_string()),
        name => Ok(PathBuf::from(name)),
    }
}

pub(super) fn rel_path(text: &str) -> Result<RelPath, String> {
    RelPath::new(text).map_err(|fault| format!("{fault}; name a file by its path under the root"))
}

pub(super) fn tier() -> impl TypedValueParser<Value = Tier> {
    let names = Tier::ALL.into_iter().map(Tier::name);
    one_of(names).map(|name| Tier::from_name(&name).expect("only names of tiers are taken"))
}

pub(super) fn dialect() -> impl TypedValueParser<Value = &'static str> {
    dialect_of(DIALECTS.iter())
}

pub(super) fn asked_dialect() -> impl TypedValueParser<Value = &'static str> {
    dialect_of(prompt::asked())
}

fn dialect_of(
    specs: impl Iterator<Item = &'static DialectSpec>,
) -> impl TypedValueParser<Value = &'static str> {
    one_of(specs.map(|spec| spec.name)).map(|name| {
        let spec = DialectSpec::named(&name);
        spec.expect("only names of dialects are taken").name
    })
}

pub(super) fn permille(text: &str) -> Result<u16, String> {
    match text.parse::<f64>() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok((share * 1000.0).round() as u16),
        Ok(_) | Err(_) => Err("say a number from 0 to 1, such as 0.8".to_string()),
    }
}

/// Reads a size such as `64M`, `500k` or `1000000`; units are powers of 1024.
pub(super) fn size(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit: u64 = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" | "B" => 1,
        "K" | "KB" | "KIB" => 1 << 10,
        "M" | "MB" | "MIB" => 1 << 20,
        "G" | "GB" | "GIB" => 1 << 30,
        _ => return Err("the units are K, M and G".to_string()),
    };
    let number: u64 = digits
        .parse()
        .map_err(|_| "say a number, such as 64M".to_string())?;
    number
        .checked_mul(unit)
        .filter(|bytes| *bytes <= crate::text::Text::MAX_BYTES as u64)
        .ok_or_else(|| "the most is 2047M".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::DEFAULT_LIMIT;

    #[test]
    fn sizes_are_read_with_their_units() {
        assert_eq!(size("64M"), Ok(DEFAULT_LIMIT));
        assert_eq!(size("1k"), Ok(1024));
        assert_eq!(size("7"), Ok(7));
        assert!(size("9G").is_err() && size("x").is_err() && size("1T").is_err());
    }
}
