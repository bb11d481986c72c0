//! `prompt` and `dialects`: what the table of dialects says, for models and for people.

use anyhow::Context;

use crate::dialect::write::Form;
use crate::dialect::{DIALECTS, DialectSpec};
use crate::report::Exit;

use super::args::PromptArgs;
use super::json::{self, Row, Speech};
use super::{UsageError, output};

/// Returns the dialects that are worth asking a model for.
pub(crate) fn asked() -> impl Iterator<Item = &'static DialectSpec> {
    DIALECTS.iter().filter(|spec| !spec.advice.is_empty())
}

/// Prints instructions for a model to write one dialect.
pub(crate) fn run(args: &PromptArgs, speech: Speech) -> anyhow::Result<Exit> {
    let Some(name) = args.dialect else {
        let names: Vec<&str> = asked().map(|spec| spec.name).collect();
        return Err(UsageError(format!(
            "name a dialect: {}; search-replace suits most models",
            names.join(", ")
        ))
        .into());
    };
    let prompt = DialectSpec::named(name).and_then(DialectSpec::prompt);
    let prompt = prompt.expect("the argument is the name of a row with advice");
    json::print_text(speech, "prompt", Exit::Done, prompt.as_bytes(), Vec::new())
}

/// Prints every dialect with its example.
pub(crate) fn dialects(speech: Speech) -> anyhow::Result<Exit> {
    if speech == Speech::Json {
        let rows = DIALECTS.iter().map(|spec| Row {
            name: spec.name.to_string(),
            title: spec.title.to_string(),
            text: Some(spec.example.to_string()),
        });
        return json::list("dialects", rows.collect(), speech);
    }
    let mut out = String::new();
    for spec in DIALECTS {
        let written = if Form::named(spec.name).is_some() {
            " (also written)"
        } else {
            ""
        };
        out += &format!("{}{written}\n    {}\n\n", spec.name, spec.title);
        for line in spec.example.lines() {
            out += &format!("        {line}\n");
        }
        out.push('\n');
    }
    output::print(&out).context("printing the dialects")?;
    Ok(Exit::Done)
}
