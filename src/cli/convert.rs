//! `convert`: a patch in any dialect in, the same change as a patch against the present files out.

use crate::dialect::Strictness;
use crate::dialect::write;
use crate::plan::Scope;
use crate::report::{self, Exit};
use crate::text::{Content, RelPath, Snapshot};

use super::args::ConvertArgs;
use super::as_meant;
use super::json::{self, Speech};
use super::open::{Purpose, open};
use super::output;

/// Prints the change that a patch makes, in another dialect. Nothing is written to the files.
pub(crate) fn run(args: &ConvertArgs, speech: Speech) -> anyhow::Result<Exit> {
    let patches = std::slice::from_ref(&args.patch);
    let opened = open(patches, &args.reading, Strictness::Lenient, Purpose::Look)?;
    let session = &opened.session;
    let scope = opened.scope(match args.partial {
        true => Scope::Settled,
        false => Scope::Everything,
    });
    let findings = report::findings(session);
    let exit = report::exit_code(session, scope, &findings, args.reading.hidden());
    let Ok(changes) = session.changes(scope) else {
        let stuck = session.needing_person().filter_map(|hunk| {
            let message = session.message(hunk.id)?;
            Some(format!("{}: {message}", session.label(hunk.id)))
        });
        let mut warnings: Vec<String> = stuck.collect();
        if !args.partial {
            let way_out = "nothing is converted; `--partial` converts the hunks that are settled";
            warnings.push(way_out.to_string());
        }
        return nothing(speech, exit, warnings);
    };
    if session.patch().files.is_empty() {
        let notes = session.notes().iter();
        return nothing(speech, exit, notes.map(|note| note.text.clone()).collect());
    }
    let sides = report::sides(session, &changes);
    let changes: Vec<_> = sides.iter().map(report::Sides::change).collect();
    let mut written = write::write(&changes, args.to);
    let read = |path: &RelPath| {
        let known = session.snapshots().get(path).cloned();
        known.unwrap_or_else(|| Snapshot::new(path.clone(), Content::Absent))
    };
    as_meant::warn(&mut written, &changes, args.to, read);
    let is_whole = exit != Exit::Done || written.n_lost == 0;
    let exit = if is_whole { exit } else { Exit::InPart };
    json::print_text(speech, "convert", exit, &written.text, written.warnings)
}

/// Says why nothing is converted.
fn nothing(speech: Speech, exit: Exit, warnings: Vec<String>) -> anyhow::Result<Exit> {
    output::warn(&warnings);
    match speech {
        Speech::Text => Ok(exit),
        Speech::Json => {
            let text = String::new();
            json::print("convert", exit, json::Text { text, warnings })
        }
    }
}
