//! `check` and `apply`: the same review, reported; one of them writes.

use std::io;

use anyhow::Context;

use crate::dialect::Strictness;
use crate::plan::{ChangeSet, Scope};
use crate::report::feedback::{Ending, Feedback, Stage};
use crate::report::{self, Exit, Failure, Finding, FindingCode, Outcome, Report};
use crate::session::Session;
use crate::text::Digest;
use crate::text::display::{display_line, display_path};
use crate::workspace::{Prepared, ReportFile};

use super::args::{ApplyArgs, CheckArgs, HeadlessArgs};
use super::json::Speech;
use super::open::{self, Opened, Purpose, some_patches};
use super::reports::{self, Reports};
use super::{feedback, log, look, output};

/// Reports and writes nothing.
pub(crate) fn check(args: &CheckArgs, speech: Speech) -> anyhow::Result<Exit> {
    let strictness = if args.strict {
        Strictness::Specification
    } else {
        Strictness::Lenient
    };
    let run = prepare("check", speech, &args.headless, strictness, Purpose::Look)?;
    let told = run.told(&args.headless, run.planned, None, run.failure.as_ref());
    let exit = run.planned;
    let finished = run.finish(
        &args.headless,
        &run.report(exit, Outcome::NotWritten, None, &told),
    );
    if let Some((file, told)) = run.reports.feedback.as_ref().zip(told.as_ref()) {
        let text = feedback::text(told, &args.headless.feedback);
        file.write(text.as_bytes())?;
    }
    // The process ends with its report: taking a large plan apart piece by piece would be for nothing.
    std::mem::forget(run);
    finished.context("printing the report")?;
    Ok(exit)
}

/// Writes what is settled, or nothing, and reports.
pub(crate) fn apply(args: &ApplyArgs, speech: Speech) -> anyhow::Result<Exit> {
    let purpose = if args.dry_run {
        Purpose::Rehearse
    } else {
        Purpose::Write
    };
    let lenient = Strictness::Lenient;
    reports::leave_stdout(speech, &[args.rejects.as_deref()])?;
    let mut run = prepare("apply", speech, &args.headless, lenient, purpose)?;
    run.look_at_rejects(args, purpose)?;
    if purpose == Purpose::Write
        && let Some(changes) = run.changes.take()
    {
        return run.write(&changes, args);
    }
    let told = run.told(&args.headless, run.planned, None, run.failure.as_ref());
    let report = run.report(run.planned, Outcome::NotWritten, None, &told);
    let after = run.rehearsed(purpose);
    let left = after.as_ref().unwrap_or(&run.opened.session);
    let mut texts = run.texts(args, left, report.feedback);
    if purpose == Purpose::Rehearse {
        texts.retain(|(file, _)| !reports::is_left_out(file));
    }
    reports::deliver(reports::prepare(&texts)?)?;
    let finished = run.finish(&args.headless, &report);
    finished.context("printing the report")?;
    Ok(report.exit)
}

/// A review without a screen, before anything is written.
struct Run {
    command: &'static str,
    speech: Speech,
    opened: Opened,
    findings: Vec<Finding>,
    scope: Scope,
    planned: Exit,
    /// What is written; `None` for nothing.
    changes: Option<ChangeSet>,
    /// Why `changes` cannot be written, as far as a look tells.
    failure: Option<Failure>,
    root: String,
    /// What a write needs besides its name.
    again: &'static str,
    reports: Reports,
}

fn prepare(
    command: &'static str,
    speech: Speech,
    args: &HeadlessArgs,
    strictness: Strictness,
    purpose: Purpose,
) -> anyhow::Result<Run> {
    let patches = some_patches(&args.patches)?;
    let named = [args.reading.log.as_deref(), feedback::file(&args.feedback)];
    reports::leave_stdout(speech, &named)?;
    let mut opened = open::open(&patches, &args.reading, strictness, purpose)?;
    let scope = opened.scope(args.scope());
    let is_told = !args.quiet || speech == Speech::Json || feedback::on_stdout(&args.feedback);
    let findings = if is_told {
        report::findings(&opened.session)
    } else {
        report::refusals(&opened.session)
    };
    let mut planned = report::exit_code(&opened.session, scope, &findings, args.reading.hidden());
    let mut changes = None;
    let mut failure = None;
    // What is only looked at need not be made, where nothing in it can be in the way of the rest.
    if planned.writes() && (purpose == Purpose::Write || look::may_collide(&opened.session)) {
        match opened.session.changes(scope) {
            Ok(all) => changes = Some(all).filter(|changes| !changes.is_empty()),
            Err(_) => {
                output::complain(COLLIDE);
                planned = Exit::NeedsPerson;
            }
        }
    }
    if purpose != Purpose::Write
        && let Err(refusal) = look_at_write(&opened, scope, planned)
    {
        planned = super::fail(&refusal);
        failure = Some(super::failure(&refusal, planned));
    }
    let root = display_path(opened.workspace.root());
    let file = feedback::file(&args.feedback);
    let reports = Reports {
        feedback: reports::look(&opened.workspace, file, purpose)?,
        log: opened.log.take(),
        decisions_read: args.reading.decisions_read(),
        ..Reports::default()
    };
    reports.check(&opened.workspace, &opened.taken)?;
    Ok(Run {
        command,
        speech,
        opened,
        findings,
        scope,
        planned,
        changes,
        failure,
        root,
        again: super::again(&patches),
        reports,
    })
}

/// Why nothing is written although each hunk has its place.
const COLLIDE: &str = "two sections of the patch make, change or remove the same path, or one needs what another that is not \
                       written would free: write them one after the other, or reject one with --reject\n";

/// Makes sure that nothing but time stands against the write, or against an apply that then writes nothing.
fn look_at_write(opened: &Opened, scope: Scope, planned: Exit) -> anyhow::Result<()> {
    let Opened {
        workspace,
        session,
        facts,
        ..
    } = opened;
    if planned.writes() {
        look::look_as_read(workspace, session, scope, facts)?;
    } else {
        look::look_at_records(workspace, session)?;
    }
    Ok(())
}

impl Run {
    fn report<'a>(
        &'a self,
        exit: Exit,
        outcome: Outcome,
        after: Option<&'a Session>,
        feedback: &'a Option<Feedback>,
    ) -> Report<'a> {
        Report {
            after,
            feedback: feedback.as_ref(),
            failure: self.failure.as_ref(),
            scope: self.scope,
            outcome,
            again: Some(self.again),
            ..Report::looked(
                self.command, &self.opened.session, &self.root, &self.findings, exit,
            )
        }
    }

    /// Returns what to tell the model, where it is asked for; `after` is the review once something is written.
    fn told(
        &self,
        args: &HeadlessArgs,
        exit: Exit,
        after: Option<&Session>,
        failure: Option<&Failure>,
    ) -> Option<Feedback> {
        if self.speech == Speech::Text && !feedback::is_asked(&args.feedback) {
            return None;
        }
        let ending = Ending {
            hidden: args.reading.hidden(),
            exit: Some(exit),
            stage: Stage::Planned,
            failure,
        };
        let session = &self.opened.session;
        Some(match after {
            None => Feedback::of(session, &self.findings, ending),
            Some(after) => {
                let mut findings = report::findings(after);
                // What was left out of a hunk, or went in place of its lines, stays so once the rest of it is on disk.
                let is_to_last = |it: &&Finding| {
                    let lasting = [
                        FindingCode::UnmarkedAddition,
                        FindingCode::OtherRemoval,
                        FindingCode::OtherEncoding,
                    ];
                    lasting.contains(&it.code)
                };
                let of_written = self.findings.iter().filter(is_to_last);
                findings.extend(of_written.cloned());
                Feedback::of(after, &findings, ending)
            }
        })
    }

    /// Returns the review as it would be after the write, where one is rehearsed and what it leaves out was asked for.
    fn rehearsed(&self, purpose: Purpose) -> Option<Session> {
        let is_asked = purpose == Purpose::Rehearse && self.reports.rejects.is_some();
        let changes = || self.opened.session.changes(self.scope).ok();
        let changes = (is_asked && self.planned.writes())
            .then(changes)
            .flatten()?;
        Some(self.opened.session.after(self.scope, &changes))
    }

    fn look_at_rejects(&mut self, args: &ApplyArgs, purpose: Purpose) -> anyhow::Result<()> {
        let workspace = &self.opened.workspace;
        self.reports.rejects = reports::look(workspace, args.rejects.as_deref(), purpose)?;
        self.reports.check(workspace, &self.opened.taken)
    }

    /// Writes `changes`. What was asked for beside them by name must be writable before; where it fails all the same
    /// afterwards, the exit code says that not all was done.
    fn write(&self, changes: &ChangeSet, args: &ApplyArgs) -> anyhow::Result<Exit> {
        let is_printed = self.speech == Speech::Json || !args.headless.quiet;
        if is_printed || feedback::on_stdout(&args.headless.feedback) {
            reports::ask_stdout(&self.opened.workspace)?;
        }
        let session = &self.opened.session;
        let is_told = self.speech == Speech::Json || feedback::is_asked(&args.headless.feedback);
        let says_what_is_left = self.planned == Exit::InPart && !args.headless.quiet;
        let is_asked = is_told || args.rejects.is_some() || says_what_is_left;
        let after = is_asked.then(|| session.after(self.scope, changes));
        let hoped = Outcome::Written(self.scope);
        let mut told = self.told(&args.headless, self.planned, after.as_ref(), None);
        let texts = self.texts(args, after.as_ref().unwrap_or(session), told.as_ref());
        let prepared = reports::prepare(&texts)?;
        let mut failure = None;
        let (exit, outcome, apply_id) = match apply_changes(&self.opened, changes) {
            Ok(id) => (self.planned, hoped, Some(id)),
            Err((error, outcome)) => {
                let exit = super::fail(&error);
                failure = Some(super::failure(&error, exit));
                (exit, outcome, None)
            }
        };
        let (delivered, after) = if outcome == hoped {
            (self.deliver(prepared), after.as_ref())
        } else {
            drop(prepared);
            told = self.told(&args.headless, exit, None, failure.as_ref());
            let texts = self.texts(args, session, told.as_ref());
            let delivered = reports::prepare(&texts)
                .map_err(anyhow::Error::from)
                .and_then(|prepared| self.deliver(prepared));
            (delivered, None)
        };
        let report = Report {
            apply_id,
            failure: failure.as_ref(),
            ..self.report(exit, outcome, after, &told)
        };
        let done = match outcome {
            Outcome::Written(_) if exit == Exit::Done => output::ALL_WRITTEN,
            Outcome::Written(_) => "what is settled is written",
            Outcome::Torn | Outcome::NotWritten => "the write failed",
        };
        output::told_after(self.finish(&args.headless, &report), done);
        if let Err(error) = delivered {
            super::fail(&error);
            return Ok(if exit == Exit::Done {
                Exit::InPart
            } else {
                exit
            });
        }
        Ok(exit)
    }

    /// Returns the reports that go to files, each with its file; `now` is the review on the files as they are then.
    fn texts(
        &self,
        args: &ApplyArgs,
        now: &Session,
        told: Option<&Feedback>,
    ) -> Vec<(&ReportFile, Vec<u8>)> {
        let rejects = self.reports.rejects.as_ref().map(|file| {
            let patch = report::reject::rejects(now);
            (file, patch.into())
        });
        let told = self.reports.feedback.as_ref().zip(told);
        let feedback = told.map(|(file, told)| {
            let text = feedback::text(told, &args.headless.feedback);
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
    ///
    /// # Errors
    /// When it cannot be written to, or its reader has closed it.
    fn finish(&self, args: &HeadlessArgs, report: &Report<'_>) -> io::Result<()> {
        if self.speech == Speech::Json {
            // The feedback is in the document.
            return output::stream(|out| report::json::write_json(report, out));
        }
        if args.quiet {
            // Errors are told already.
        } else if feedback::on_stdout(&args.feedback) {
            output::complain(&report::text::to_text(report));
        } else {
            output::stream(|out| {
                report::text::lines(report).try_for_each(|line| writeln!(out, "{line}"))
            })?;
        }
        feedback::print(report.feedback, &args.feedback)
    }
}

/// Writes `changes` and returns the number of the apply, or what is on disk after a failure.
fn apply_changes(opened: &Opened, changes: &ChangeSet) -> Result<u64, (anyhow::Error, Outcome)> {
    let reply = Digest::of(opened.session.reply());
    match opened.workspace.apply(changes, reply) {
        Ok(applied) => {
            log::applied(&applied);
            for note in &applied.notes {
                output::complain(&format!("note: {}\n", display_line(note.as_bytes())));
            }
            Ok(applied.id)
        }
        Err(error) if error.may_have_changed() => Err((error.into(), Outcome::Torn)),
        Err(error) => Err((error.into(), Outcome::NotWritten)),
    }
}
