//! Reviews kept for the next time: those left in a folder, the decisions of one that is opened again, and the one left now.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::report::Exit;
use crate::session::Session;
use crate::text::words::counted;
use crate::ui::model::Saved;
use crate::ui::{self, Ending, Resumed};
use crate::workspace::{SavedReview, Store};

use super::super::args::ScreenArgs;
use super::super::output;
use super::name_of;

/// Returns the reviews that were left under `root`, the latest first.
pub(super) fn saved_here(store: &Store, root: &Path) -> Vec<Saved> {
    let root = root.to_string_lossy();
    // What cannot be listed is told where something is to be saved there.
    let saved = store.all().unwrap_or_default().into_iter();
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let now = now.map_or(0, |now| now.as_secs());
    let row = |saved: SavedReview| {
        let record = &saved.record;
        let paths: Vec<String> = record.paths().map(|path| path.to_text()).collect();
        let files = match &paths[..] {
            [first, rest @ ..] if !rest.is_empty() => {
                format!("{first} and {}", counted(rest.len(), "more file"))
            }
            paths => paths.concat(),
        };
        let is_there = |path: &&PathBuf| path.exists();
        let source = saved.reply.as_ref().filter(is_there);
        Saved {
            reply: match &saved.reply {
                Some(path) if store.is_kept(path) => "pasted".to_string(),
                Some(path) => name_of(path),
                None => "several files".to_string(),
            },
            source: source.and_then(|path| Some(path.to_str()?.to_string())),
            n_decided: record.n_decided(),
            n_hunks: record.n_hunks(),
            age: ago(now.saturating_sub(saved.time)),
            files,
        }
    };
    saved.filter(|saved| saved.root == root).map(row).collect()
}

/// Says how long ago something was, in its largest unit.
fn ago(seconds: u64) -> String {
    const UNITS: [(u64, &str); 3] = [(86_400, "d"), (3_600, "h"), (60, "min")];
    let unit = UNITS.iter().find(|(length, _)| seconds >= *length);
    match unit {
        Some((length, name)) => format!("{} {name} ago", seconds / length),
        None => "just now".to_string(),
    }
}

/// Takes over the saved decisions about this patch, or forgets them; `Err` says why they could not be forgotten.
pub(super) fn resume(
    session: &mut Session,
    store: Option<&Store>,
    args: &ScreenArgs,
) -> Result<Option<Resumed>, String> {
    let Some(store) = store else {
        return Ok(None);
    };
    let now = session.record();
    if args.fresh {
        let forgotten = store.forget(&now);
        return forgotten
            .map(|()| None)
            .map_err(|error| format!("can't remove the saved review: {error}"));
    }
    if now.hunks().is_empty() || now.n_decided() > 0 {
        return Ok(None);
    }
    let saved = store.load(&now);
    Ok(saved.and_then(|saved| ui::resume(session, saved)))
}

/// Keeps the review as it was left for the next time; one that is done is forgotten.
pub(super) fn keep(store: Option<&Store>, reply: Option<&Path>, outcome: &ui::Outcome, exit: Exit) {
    let Some(store) = store else { return };
    let record = outcome.session.record();
    let kept = match (outcome.ending, exit) {
        (Ending::Forgotten, _) | (_, Exit::Done) => store.forget(&record),
        (Ending::Quit | Ending::Signal(_) | Ending::Demo, _) => store.save(&record, reply),
    };
    if let Err(error) = kept {
        output::complain(&format!("note: the review could not be saved: {error}\n"));
    }
}
