//! `check` and `apply`: the same review, reported; one of them writes.

use anyhow::Context;

use crate::dialect::Strictness;
use crate::plan::Scope;
use crate::report::{self, Exit, Outcome, Report};
use crate::text::display::display_line;

use super::args::{ApplyArgs, CheckArgs, ReplyArgs, ReportArgs};
use super::open::{Opened, open};
use super::output;

/// Reports and writes nothing.
pub(crate) fn check(args: &CheckArgs) -> anyhow::Result<Exit> {
    let strictness = if args.strict {
        Strictness::Specification
    } else {
        Strictness::Lenient
    };
    run("check", &args.reply, &args.report, strictness, Write::No)
}

/// Writes what is settled, or nothing, and reports.
pub(crate) fn apply(args: &ApplyArgs) -> anyhow::Result<Exit> {
    let write = if args.dry_run { Write::No } else { Write::Yes };
    run(
        "apply",
        &args.reply,
        &args.report,
        Strictness::Lenient,
        write,
    )
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Write {
    Yes,
    No,
}

fn run(
    command: &'static str,
    reply: &ReplyArgs,
    report: &ReportArgs,
    strictness: Strictness,
    write: Write,
) -> anyhow::Result<Exit> {
    let opened = open(reply, strictness)?;
    let scope = if reply.partial {
        Scope::Settled
    } else {
        Scope::Everything
    };
    let findings = report::findings(&opened.session);
    let planned = report::exit_code(&opened.session, scope, &findings, reply.hidden());
    let (exit, outcome) = match write {
        Write::Yes if planned.writes() => self::write(&opened, scope, planned),
        Write::Yes | Write::No => (planned, Outcome::NotWritten),
    };
    let root = display_line(opened.workspace.root().as_os_str().as_encoded_bytes());
    show(
        &Report {
            command,
            session: &opened.session,
            root: &root,
            findings: &findings,
            outcome,
            exit,
        },
        report,
    )?;
    Ok(exit)
}

/// Writes the scope, whose exit code was said to be `planned`; a failure of the disk gives another.
fn write(opened: &Opened, scope: Scope, planned: Exit) -> (Exit, Outcome) {
    let changes = opened
        .session
        .changes(scope)
        .expect("the exit code said that nothing in scope is stuck");
    if changes.is_empty() {
        return (planned, Outcome::NotWritten);
    }
    match opened.workspace.apply(&changes, opened.reply) {
        Ok(applied) => {
            for note in applied.notes {
                output::complain(&format!("note: {}\n", display_line(note.as_bytes())));
            }
            (planned, Outcome::Written(scope))
        }
        Err(error) => (super::fail(&error.into()), Outcome::NotWritten),
    }
}

fn show(report: &Report<'_>, args: &ReportArgs) -> anyhow::Result<()> {
    if args.json {
        output::print(&report::json::to_json(report)).context("printing the report")?;
    } else if !args.quiet {
        output::print(&report::text::to_text(report)).context("printing the report")?;
    }
    Ok(())
}
