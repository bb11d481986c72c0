//! `prompt` and `dialects`: what the table of dialects says, for models and for people.

use anyhow::Context;

use crate::dialect::write::Form;
use crate::dialect::{DIALECTS, DialectSpec};
use crate::report::Exit;

use super::args::PromptArgs;
use super::{UsageError, output};

/// Prints instructions for a model to write one dialect.
pub(crate) fn run(args: &PromptArgs) -> anyhow::Result<Exit> {
    let spec = DialectSpec::named(args.dialect).expect("the argument is the name of a row");
    let Some(prompt) = spec.prompt() else {
        let asked: Vec<&str> = DIALECTS
            .iter()
            .filter(|spec| !spec.advice.is_empty())
            .map(|spec| spec.name)
            .collect();
        return Err(UsageError(format!(
            "{} is read, but not worth asking a model for; ask for one of {}",
            spec.name,
            asked.join(", ")
        ))
        .into());
    };
    output::print(&prompt).context("printing the prompt")?;
    Ok(Exit::Done)
}

/// Prints every dialect with its example.
pub(crate) fn dialects() -> anyhow::Result<Exit> {
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
