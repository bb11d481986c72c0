//! `check` and `apply`: the same review, reported; one of them writes.

use anyhow::Context;

use crate::dialect::Strictness;
use crate::plan::Scope;
use crate::report::{self, Exit, Finding, Outcome, Report};
use crate::text::display::display_line;

use super::args::{ApplyArgs, CheckArgs, HeadlessArgs};
use super::open::{Opened, Purpose, open, some_patches};
use super::{UsageError, feedback, log, output};

/// Reports and writes nothing.
pub(crate) fn check(args: &CheckArgs) -> anyhow::Result<Exit> {
    let strictness = if args.strict {
        Strictness::Specification
    } else {
        Strictness::Lenient
    };
    let run = prepare("check", &args.headless, strictness, Purpose::Look)?;
    let finished = run.finish(&args.headless, run.planned, Outcome::NotWritten);
    // The process ends with its report: taking a large plan apart piece by piece would be for nothing.
    std::mem::forget(run);
    finished
}

/// Writes what is settled, or nothing, and reports.
pub(crate) fn apply(args: &ApplyArgs) -> anyhow::Result<Exit> {
    let purpose = if args.dry_run {
        Purpose::Look
    } else {
        Purpose::Write
    };
    let run = prepare("apply", &args.headless, Strictness::Lenient, purpose)?;
    let (exit, outcome) = match purpose {
        Purpose::Write if run.planned.writes() => write(&run.opened, run.scope, run.planned),
        Purpose::Write | Purpose::Review | Purpose::Look => (run.planned, Outcome::NotWritten),
    };
    match (outcome, run.tell(args, exit, outcome)) {
        // What is on disk is there whether it can be told or not, and the exit code says what is there.
        (Outcome::Written(_), Err(error)) => {
            super::fail(&error);
            Ok(exit)
        }
        (_, told) => told.map(|()| exit),
    }
}

/// A review without a screen, before anything is written.
struct Run {
    command: &'static str,
    opened: Opened,
    findings: Vec<Finding>,
    scope: Scope,
    planned: Exit,
    root: String,
}

fn prepare(
    command: &'static str,
    args: &HeadlessArgs,
    strictness: Strictness,
    purpose: Purpose,
) -> anyhow::Result<Run> {
    feedback::check_target(&args.feedback, purpose)?;
    if args.json && feedback::on_stdout(&args.feedback) {
        let clash =
            "--json and the feedback cannot share standard output; name a file by --feedback";
        return Err(UsageError(clash.to_string()).into());
    }
    let patches = some_patches(&args.patches)?;
    let opened = open(&patches, &args.reading, strictness, purpose)?;
    let scope = scope(args);
    let findings = report::findings(&opened.session);
    let planned = report::exit_code(&opened.session, scope, &findings, args.reading.hidden());
    let root = display_line(opened.workspace.root().as_os_str().as_encoded_bytes());
    Ok(Run {
        command,
        opened,
        findings,
        scope,
        planned,
        root,
    })
}

/// Returns which hunks are written.
fn scope(args: &HeadlessArgs) -> Scope {
    if args.reading.decisions.is_some() {
        // Decisions say what is wanted: the rest is left, as it was in the review.
        Scope::Accepted
    } else if args.partial {
        Scope::Settled
    } else {
        Scope::Everything
    }
}

impl Run {
    fn report(&self, exit: Exit, outcome: Outcome) -> Report<'_> {
        Report {
            command: self.command,
            session: &self.opened.session,
            root: &self.root,
            findings: &self.findings,
            outcome,
            exit,
        }
    }

    fn tell(&self, args: &ApplyArgs, exit: Exit, outcome: Outcome) -> anyhow::Result<()> {
        if let Some(path) = &args.rejects {
            let patch = report::reject::rejects(&self.report(exit, outcome));
            output::write_file(path, &patch)?;
        }
        self.finish(&args.headless, exit, outcome).map(drop)
    }

    fn finish(&self, args: &HeadlessArgs, exit: Exit, outcome: Outcome) -> anyhow::Result<Exit> {
        let report = self.report(exit, outcome);
        if args.json {
            let written = output::stream(|out| report::json::write_json(&report, out));
            written.context("printing the report")?;
        } else if feedback::on_stdout(&args.feedback) {
            output::complain(&report::text::to_text(&report));
        } else if !args.quiet {
            let printed = output::stream(|out| {
                report::text::lines(&report).try_for_each(|line| writeln!(out, "{line}"))
            });
            printed.context("printing the report")?;
        }
        feedback::deliver(&self.opened.session, &args.feedback)?;
        Ok(exit)
    }
}

/// Writes the scope, whose exit code was said to be `planned`; a failure of the disk gives another.
fn write(opened: &Opened, scope: Scope, planned: Exit) -> (Exit, Outcome) {
    let Ok(changes) = opened.session.changes(scope) else {
        return (Exit::NeedsPerson, Outcome::NotWritten);
    };
    if changes.is_empty() {
        return (planned, Outcome::NotWritten);
    }
    match opened.workspace.apply(&changes, opened.reply) {
        Ok(applied) => {
            log::applied(&applied);
            for note in applied.notes {
                output::complain(&format!("note: {}\n", display_line(note.as_bytes())));
            }
            (planned, Outcome::Written(scope))
        }
        Err(error) => {
            let outcome = if error.may_have_changed() {
                Outcome::Torn
            } else {
                Outcome::NotWritten
            };
            (super::fail(&error.into()), outcome)
        }
    }
}
