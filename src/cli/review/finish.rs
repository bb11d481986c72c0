//! What is written and printed when the screen has closed, and the exit code.

use std::io;

use anyhow::Context;

use crate::plan::{HunkPlan, Scope};
use crate::report::feedback::{Ending as ReportEnding, Feedback, Stage};
use crate::report::{self, Exit, Finding, Hidden, Report};
use crate::text::display::display_path;
use crate::ui::{self, Ending};

use super::super::args::ReviewArgs;
use super::super::json::Speech;
use super::super::world::DiskWorld;
use super::super::{feedback, output, reports, signals};

/// Writes the reports that were asked for, and prints what there is to print.
pub(super) fn finish(
    args: &ReviewArgs,
    outcome: &ui::Outcome,
    world: &DiskWorld,
    exit: Exit,
    speech: Speech,
) -> anyhow::Result<()> {
    let session = &outcome.session;
    world.check_reports()?;
    let decisions = world.reports.decisions.as_ref().map(|file| {
        let json = serde_json::to_vec_pretty(&session.decisions());
        json.map(|json| (file, json))
    });
    let rejects = world.reports.rejects.as_ref().map(|file| {
        let patch = report::reject::rejects(session);
        (file, patch.into())
    });
    let findings = report::findings(session);
    let ending = ReportEnding {
        // Hidden text that was not allowed on the screen was not written.
        hidden: Hidden::Refuse,
        exit: Some(exit),
        stage: Stage::Left,
        failure: None,
    };
    let is_asked = feedback::is_asked(&args.feedback) || speech == Speech::Json;
    let told = is_asked.then(|| Feedback::of(session, &findings, ending));
    let to_file = world.reports.feedback.as_ref().zip(told.as_ref());
    let feedback = to_file.map(|(file, told)| {
        let text = feedback::text(told, &args.feedback);
        (file, text.into_bytes())
    });
    let texts = decisions
        .transpose()?
        .into_iter()
        .chain(rejects)
        .chain(feedback);
    reports::deliver(reports::prepare(&texts.collect::<Vec<_>>())?)?;
    let printed = match speech {
        Speech::Text => feedback::print(told.as_ref(), &args.feedback),
        Speech::Json => print_json(outcome, world, exit, told.as_ref(), &findings),
    };
    if outcome.n_applies > 0 {
        output::told_after(printed, "`hunkwise log` lists what was written");
        return Ok(());
    }
    printed.context("printing the report")
}

fn print_json(
    outcome: &ui::Outcome,
    world: &DiskWorld,
    exit: Exit,
    told: Option<&Feedback>,
    findings: &[Finding],
) -> io::Result<()> {
    let root = display_path(world.workspace.root());
    let mut report = report::json::ReportValue::of(&Report {
        scope: Scope::Accepted,
        feedback: told,
        ..Report::looked("review", &outcome.session, &root, findings, exit)
    });
    report.set_written(outcome.n_applies > 0);
    output::stream(|out| report::json::write(&report, out))
}

/// Everything on disk is success; anything else was left by decision, or by a signal. A part of the reply that was not read may
/// ask for more, so that not all is known to be there.
pub(super) fn exit(outcome: &ui::Outcome) -> Exit {
    match outcome.ending {
        Ending::Signal(number) => signals::exit_for(number),
        Ending::Quit | Ending::Forgotten | Ending::Demo => {
            let session = &outcome.session;
            let is_there =
                |hunk: &HunkPlan| hunk.state.is_there() && session.in_part(hunk.id).is_none();
            let all_read = session.unread().next().is_none();
            let has_files = !session.patch().files.is_empty();
            if session.plan().hunks().all(is_there) && has_files && all_read {
                Exit::Done
            } else {
                Exit::InPart
            }
        }
    }
}
