//! `check` and `apply`: the same review, reported; one of them writes.

use std::path::Path;

use anyhow::Context;

use crate::dialect::Strictness;
use crate::plan::{ChangeSet, Scope};
use crate::report::{self, Exit, Finding, Outcome, Report};
use crate::text::display::display_line;
use crate::workspace::{FileId, Prepared, ReportFile};

use super::args::{ApplyArgs, CheckArgs, HeadlessArgs};
use super::open::{Opened, Purpose, open, some_patches};
use super::reports::{self, Reports};
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
    if let Some(file) = &run.reports.feedback {
        let text = feedback::text(&run.opened.session, &args.headless.feedback);
        file.write(text.as_bytes())?;
    }
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
    let mut run = prepare("apply", &args.headless, Strictness::Lenient, purpose)?;
    run.look_at_rejects(args, purpose)?;
    let changes = match purpose {
        Purpose::Write if run.planned.writes() => match run.opened.session.changes(run.scope) {
            Ok(changes) => Some(changes).filter(|changes| !changes.is_empty()),
            Err(_) => {
                run.planned = Exit::NeedsPerson;
                None
            }
        },
        Purpose::Write | Purpose::Review | Purpose::Look => None,
    };
    if let Some(changes) = changes {
        return run.write(&changes, args);
    }
    let texts = run.texts(args, run.planned, Outcome::NotWritten);
    reports::deliver(reports::prepare(&texts)?)?;
    run.finish(&args.headless, run.planned, Outcome::NotWritten)
}

/// A review without a screen, before anything is written.
struct Run {
    command: &'static str,
    opened: Opened,
    findings: Vec<Finding>,
    scope: Scope,
    planned: Exit,
    root: String,
    reports: Reports,
}

fn prepare(
    command: &'static str,
    args: &HeadlessArgs,
    strictness: Strictness,
    purpose: Purpose,
) -> anyhow::Result<Run> {
    if args.json && feedback::on_stdout(&args.feedback) {
        let clash =
            "--json and the feedback cannot share standard output; name a file by --feedback";
        return Err(UsageError(clash.to_string()).into());
    }
    let patches = some_patches(&args.patches)?;
    let mut opened = open(&patches, &args.reading, strictness, purpose)?;
    let scope = scope(args);
    let findings = report::findings(&opened.session);
    let planned = report::exit_code(&opened.session, scope, &findings, args.reading.hidden());
    let root = display_line(opened.workspace.root().as_os_str().as_encoded_bytes());
    let file = feedback::file(&args.feedback);
    let reports = Reports {
        feedback: reports::look(&opened.workspace, file, purpose)?,
        log: opened.log.take(),
        decisions_read: args.reading.decisions.as_deref().and_then(FileId::of),
        ..Reports::default()
    };
    reports.check(&opened.workspace, &opened.taken)?;
    Ok(Run {
        command,
        opened,
        findings,
        scope,
        planned,
        root,
        reports,
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

    fn look_at_rejects(&mut self, args: &ApplyArgs, purpose: Purpose) -> anyhow::Result<()> {
        let workspace = &self.opened.workspace;
        self.reports.rejects = reports::look(workspace, args.rejects.as_deref(), purpose)?;
        self.reports.check(workspace, &self.opened.taken)
    }

    /// Writes `changes`. What was asked for beside them by name must be writable before; where it fails all the same
    /// afterwards, the exit code says that not all was done.
    fn write(&self, changes: &ChangeSet, args: &ApplyArgs) -> anyhow::Result<Exit> {
        if args.headless.json || feedback::on_stdout(&args.headless.feedback) {
            let stdout = self
                .opened
                .workspace
                .report_file(Path::new("/dev/stdout"))?;
            stdout.prepare(b"")?;
        }
        let hoped = Outcome::Written(self.scope);
        let texts = self.texts(args, self.planned, hoped);
        let prepared = reports::prepare(&texts)?;
        let (exit, outcome) = apply_changes(&self.opened, changes, self.scope, self.planned);
        let delivered = if outcome == hoped {
            self.deliver(prepared)
        } else {
            drop(prepared);
            let texts = self.texts(args, exit, outcome);
            reports::prepare(&texts)
                .map_err(anyhow::Error::from)
                .and_then(|prepared| self.deliver(prepared))
        };
        let told = self.finish(&args.headless, exit, outcome);
        match delivered.and(told.map(drop)) {
            Ok(()) => Ok(exit),
            Err(error) => {
                super::fail(&error);
                Ok(if exit == Exit::Done {
                    Exit::InPart
                } else {
                    exit
                })
            }
        }
    }

    /// Returns the reports that go to files, each with its file.
    fn texts(&self, args: &ApplyArgs, exit: Exit, outcome: Outcome) -> Vec<(&ReportFile, Vec<u8>)> {
        let rejects = self.reports.rejects.as_ref().map(|file| {
            let patch = report::reject::rejects(&self.report(exit, outcome));
            (file, patch.into())
        });
        let session = &self.opened.session;
        let feedback = self.reports.feedback.as_ref().map(|file| {
            let text = feedback::text(session, &args.headless.feedback);
            (file, text.into_bytes())
        });
        rejects.into_iter().chain(feedback).collect()
    }

    /// Delivers the reports, if none has become a target since.
    fn deliver(&self, prepared: Vec<Prepared<'_>>) -> anyhow::Result<()> {
        self.reports
            .check(&self.opened.workspace, &self.opened.taken)?;
        Ok(reports::deliver(prepared)?)
    }

    /// Tells on standard output what was asked for there.
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
            match outcome {
                Outcome::Written(_) | Outcome::Torn => output::told_after_write(printed),
                Outcome::NotWritten => printed.context("printing the report")?,
            }
        }
        feedback::print(&self.opened.session, &args.feedback)?;
        Ok(exit)
    }
}

/// Writes `changes`, whose exit code was said to be `planned`; a failure of the disk gives another.
fn apply_changes(
    opened: &Opened,
    changes: &ChangeSet,
    scope: Scope,
    planned: Exit,
) -> (Exit, Outcome) {
    match opened.workspace.apply(changes, opened.reply) {
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
