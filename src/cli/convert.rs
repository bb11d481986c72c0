//! `convert`: a patch in any dialect in, the same change as a patch against the present files out.

use crate::dialect::write;
use crate::dialect::{NoteCode, Strictness};
use crate::plan::{Scope, State};
use crate::report::{self, Exit};
use crate::session::Session;
use crate::text::{Content, RelPath, Snapshot};

use super::args::ConvertArgs;
use super::as_meant;
use super::json::{self, Speech};
use super::open::{Purpose, one_patch, open};
use super::output;

/// Prints the change that a patch makes, in another dialect. Nothing is written to the files.
pub(crate) fn run(args: &ConvertArgs, speech: Speech) -> anyhow::Result<Exit> {
    let patches = one_patch(args.patch.as_ref())?;
    let opened = open(&patches, &args.reading, Strictness::Lenient, Purpose::Look)?;
    let session = &opened.session;
    let scope = opened.scope(match args.partial {
        true => Scope::Settled,
        false => Scope::Everything,
    });
    let findings = report::findings(session);
    let exit = report::exit_code(session, scope, &findings, args.reading.hidden());
    let left = left_out(session, scope);
    let Ok(changes) = session.changes(scope) else {
        let mut warnings = left;
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
    let is_whole = exit != Exit::Done || written.n_lost == 0 && left.is_empty();
    let exit = if is_whole { exit } else { Exit::InPart };
    written.warnings.extend(left);
    json::print_text(speech, "convert", exit, &written.text, written.warnings)
}

/// Returns what the converted patch does not have of the reply, a sentence each.
fn left_out(session: &Session, scope: Scope) -> Vec<String> {
    let hunks = session.plan().hunks().filter_map(|hunk| {
        let name = session.label(hunk.id);
        if hunk.decision.is_rejected() {
            return Some(format!("{name}: left out, as it was rejected"));
        }
        let is_taken = hunk.is_in(scope) || hunk.state != State::Placed;
        match (session.in_part(hunk.id), session.message(hunk.id)) {
            _ if hunk.state.is_there() => None,
            (Some(part), _) => Some(format!("{name}: {}", part.words())),
            (None, Some(message)) => Some(format!("{name}: left out: {message}")),
            (None, None) if is_taken => None,
            (None, None) => Some(format!("{name}: left out, as nothing was decided on it")),
        }
    });
    let unread = session.unread().map(|part| {
        let (line, last) = part.span.line_numbers();
        let why = part.unread().unwrap_or_default();
        format!("lines {line} to {last} of the reply were not read as an edit: {why}")
    });
    let binary = session.notes().iter();
    let binary = binary.filter(|note| note.code == NoteCode::BinarySkipped);
    let binary = binary.map(|note| note.text.clone());
    hunks.chain(unread).chain(binary).collect()
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
