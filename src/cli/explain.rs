//! `explain`: why each hunk goes where it goes, or does not.

use anyhow::Context;

use crate::dialect::Strictness;
use crate::patch::HunkId;
use crate::plan::Scope;
use crate::report::explain::explain;
use crate::report::json::{ReportValue, write};
use crate::report::{self, Exit, Report};
use crate::text::display::display_path;

use super::args::ExplainArgs;
use super::json::Speech;
use super::open::{Purpose, one_patch, open};
use super::output;

/// Prints every place of a hunk, or of all, with its evidence.
pub(crate) fn run(args: &ExplainArgs, speech: Speech) -> anyhow::Result<Exit> {
    let patches = one_patch(args.patch.as_ref())?;
    let opened = open(&patches, &args.reading, Strictness::Lenient, Purpose::Look)?;
    let session = &opened.session;
    let hunks: Vec<HunkId> = match &args.hunk {
        None => session.patch().hunk_ids().collect(),
        Some(name) => vec![session.hunk_named(name)?],
    };
    let mut lines = Vec::new();
    for id in &hunks {
        lines.extend(explain(session, *id).to_lines());
        lines.push(String::new());
    }
    let findings = report::findings(session);
    let scope = opened.scope(Scope::Everything);
    let exit = report::exit_code(session, scope, &findings, args.reading.hidden());
    if speech == Speech::Json {
        let root = display_path(opened.workspace.root());
        let report = Report {
            scope,
            ..Report::looked("explain", session, &root, &findings, exit)
        };
        let mut value = ReportValue::of(&report);
        if args.hunk.is_some() {
            let ids: Vec<String> = hunks.iter().map(|id| session.label(*id)).collect();
            value.keep_hunks(&ids);
        }
        output::stream(|out| write(&value, out)).context("printing the report")?;
        return Ok(exit);
    }
    if session.patch().files.is_empty() {
        lines.extend(session.notes().iter().map(|note| note.text.clone()));
        lines.push(String::new());
    }
    output::print(lines.join("\n")).context("printing the explanation")?;
    Ok(exit)
}
