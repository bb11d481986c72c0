//! `explain`: why each hunk goes where it goes, or does not.

use anyhow::Context;

use crate::dialect::Strictness;
use crate::patch::HunkId;
use crate::plan::Scope;
use crate::report::explain::{explain, named_hunk};
use crate::report::{self, Exit};
use crate::text::words::counted;

use super::args::ExplainArgs;
use super::open::{Purpose, open};
use super::{UsageError, output};

/// Prints every place of a hunk, or of all, with its evidence.
pub(crate) fn run(args: &ExplainArgs) -> anyhow::Result<Exit> {
    let patches = std::slice::from_ref(&args.patch);
    let opened = open(patches, &args.reading, Strictness::Lenient, Purpose::Look)?;
    let session = &opened.session;
    let hunks: Vec<HunkId> = match &args.hunk {
        None => session.patch().hunk_ids().collect(),
        Some(name) => vec![named_hunk(session, name).ok_or_else(|| {
            let hunks = counted(session.patch().hunk_ids().count(), "hunk");
            UsageError(format!(
                "the patch has {hunks} and none is called `{}`; name one as h1 or 1",
                crate::text::display::display_line(name.as_bytes())
            ))
        })?],
    };
    let mut lines = Vec::new();
    for id in hunks {
        lines.extend(explain(session, id).to_lines());
        lines.push(String::new());
    }
    let findings = report::findings(session);
    let exit = report::exit_code(session, Scope::Everything, &findings, args.reading.hidden());
    if session.patch().files.is_empty() {
        lines.extend(session.notes().iter().map(|note| note.text.clone()));
        lines.push(String::new());
    }
    output::print(lines.join("\n")).context("printing the explanation")?;
    Ok(exit)
}
