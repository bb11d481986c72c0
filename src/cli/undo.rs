//! `undo`, `log` and `recover`: what becomes of applies after they are made.

use std::path::Path;
use std::slice;

use anyhow::Context;
use bstr::BString;

use crate::dialect::write::{self, Change, Form};
use crate::patch::{FileMode, FileOp};
use crate::report::Exit;
use crate::report::read_back::{ReadBack, read_back};
use crate::session::Options;
use crate::text::display::{display_line, display_path};
use crate::text::{Content, RelPath, Snapshot, Text};
use crate::workspace::{
    HardLinks, LogChange, LogEntry, Recovered, Reversals, Side, Stray, StuckApply, UndoStatus,
    Undone, Workspace, WorkspaceError, other_roots,
};

use super::args::{RecoverArgs, RootArgs, UndoArgs};
use super::json::Speech;
use super::{json, open, output, reports, signals};

/// The most files named in one line of the log.
const N_FILES: usize = 4;

/// Takes an apply back.
pub(crate) fn undo(args: &UndoArgs, speech: Speech) -> anyhow::Result<Exit> {
    let hard_links = if args.split_hard_links {
        HardLinks::Split
    } else {
        HardLinks::Refuse
    };
    let workspace = Workspace::open(args.root.root.as_deref())?
        .with_trust(args.trust.trust())
        .with_hard_links(hard_links);
    open::note_secret(&workspace);
    if args.as_patch {
        let (reversed, passed_over) = reversed(&workspace, args.id)?;
        return json::print_text(speech, "undo", Exit::Done, &reversed, passed_over);
    }
    reports::ask_stdout(&workspace)?;
    let workspace = signals::heeding(workspace).context("listening to signals")?;
    let mut recovered = workspace.recover()?;
    let rolled_back = recovered_words(&recovered);
    output::complain(&rolled_back);
    if let Some(obstacle) = recovered.take_obstacle() {
        return Err(obstacle.into());
    }
    // An undo that was rolled back is still to be made; an apply that was is as good as undone, and the one before it stays.
    let undone = match workspace.undo_after(recovered, args.id) {
        Err(WorkspaceError::RolledBack { id }) => return rolled_back_instead(speech, id),
        undone => undone?,
    };
    if speech == Speech::Json {
        return Ok(json::print_after(
            "undo",
            Exit::Done,
            undone_words(&undone),
            output::ALL_WRITTEN,
        ));
    }
    for note in &undone.notes {
        output::complain(&format!("note: {}\n", display_line(note.as_bytes())));
    }
    let mut text = format!("apply {} is undone:\n", undone.undid);
    for path in &undone.written {
        text += &format!("  {}\n", display_line(path.as_bytes()));
    }
    text += &format!("`hunkwise undo {}` brings it back\n", undone.id);
    output::told_after(output::print(&text), output::ALL_WRITTEN);
    Ok(Exit::Done)
}

/// Says that the apply which was to be undone had been interrupted, and left nothing to undo.
fn rolled_back_instead(speech: Speech, id: u64) -> anyhow::Result<Exit> {
    let words = WorkspaceError::RolledBack { id }.to_string() + "\n";
    json::print_text(speech, "undo", Exit::Done, words.as_bytes(), Vec::new())
}

/// Returns what an undo did, for programs.
pub(crate) fn undone_words(undone: &Undone) -> json::Undone {
    json::Undone {
        undid: undone.undid,
        apply_id: undone.id,
        files: undone.written.iter().map(RelPath::to_text).collect(),
        notes: undone.notes.clone(),
    }
}

/// Returns the patch from what an apply made to what it found, in the one form that leaves nothing unsaid.
///
/// # Errors
/// When there is no such apply in effect, or its contents were not kept.
pub(super) fn reversed(
    workspace: &Workspace,
    id: Option<u64>,
) -> Result<(BString, Vec<String>), WorkspaceError> {
    let Reversals {
        files, passed_over, ..
    } = workspace.reversals(id)?;
    let sides = files
        .into_iter()
        .map(|reversal| {
            let op = match (&reversal.before, &reversal.after) {
                (Some(_), None) => FileOp::Create,
                (None, _) => FileOp::Delete,
                (Some(_), Some(_)) => FileOp::Modify,
            };
            let side = |side: Option<Side>| {
                let (bytes, mode) = side.map_or((Vec::new(), FileMode::Plain), |side| {
                    (side.bytes, side.mode)
                });
                (Text::new(bytes), mode)
            };
            let (made, found) = (side(reversal.after), side(reversal.before));
            (reversal.path, op, made, found, reversal.kept_at)
        })
        .collect::<Vec<_>>();
    let changes = sides
        .iter()
        .map(|(path, op, (old, old_mode), (new, new_mode), _)| Change {
            path,
            op: op.clone(),
            old,
            new,
            old_mode: *old_mode,
            new_mode: *new_mode,
        })
        .collect::<Vec<_>>();
    for (change, (.., kept_at)) in changes.iter().zip(&sides) {
        if let Some(what) = unsaid(change) {
            return Err(WorkspaceError::NoPatch {
                path: change.path.clone(),
                what,
                kept_at: kept_at.clone(),
            });
        }
    }
    Ok((write::write(&changes, Form::Unified).text, passed_over))
}

/// Returns what a patch would not say of a change, where `apply` would make other bytes of it.
fn unsaid(change: &Change<'_>) -> Option<String> {
    let written = write::write(slice::from_ref(change), Form::Unified);
    let there = |path: &RelPath| {
        let content = if path == change.path && change.op != FileOp::Create {
            Content::of_bytes(change.old.as_bytes().to_vec())
        } else {
            Content::Absent
        };
        Snapshot {
            is_program: change.old_mode == FileMode::Executable,
            ..Snapshot::new(path.clone(), content)
        }
    };
    match read_back(
        &written.text,
        slice::from_ref(change),
        Options::default(),
        there,
    ) {
        ReadBack::Same | ReadBack::Waits(_) | ReadBack::Refused => None,
        ReadBack::OtherEnds | ReadBack::Other => Some(match written.warnings.first() {
            Some(warning) => warning.clone(),
            None => "line ends, or a byte order mark".to_string(),
        }),
    }
}

/// Lists the recorded applies, the latest last.
pub(crate) fn log(args: &RootArgs, speech: Speech) -> anyhow::Result<Exit> {
    let workspace = Workspace::open(args.root.as_deref())?;
    open::note_secret(&workspace);
    let (log, anothers) = (workspace.log()?, workspace.anothers()?);
    let unknown: Vec<String> = anothers.iter().map(|place| unknown_in(place)).collect();
    if speech == Speech::Json {
        let faults = log.unread.iter().map(ToString::to_string).chain(unknown);
        let body = json::List {
            entries: log.entries.iter().map(log_row).collect(),
            faults: faults.collect(),
        };
        return json::print("log", Exit::Done, body);
    }
    let text: String = if log.entries.is_empty() && log.unread.is_empty() {
        match &log.elsewhere[..] {
            [] if unknown.is_empty() => "nothing was applied here yet\n".to_string(),
            [] => "you applied nothing here yet\n".to_string(),
            roots => format!("nothing was applied here yet; {}\n", other_roots(roots)),
        }
    } else {
        let by_place = log
            .entries
            .chunk_by(|one, next| one.recorded_in == next.recorded_in);
        by_place.map(log_lines).collect()
    };
    output::print(&text).context("printing the log")?;
    for fault in log.unread.iter().map(ToString::to_string).chain(unknown) {
        output::complain(&format!("hunkwise: {fault}\n"));
    }
    Ok(Exit::Done)
}

/// Returns the lines of applies that are recorded in one place, which is named where it is not the root's own.
fn log_lines(entries: &[LogEntry]) -> String {
    let place = entries.first().and_then(|entry| entry.recorded_in.as_ref());
    let heading = place.map_or(String::new(), |place| {
        let place = display_path(place);
        format!("from before this was a work tree, in `{place}`:\n")
    });
    heading + &entries.iter().map(log_line).collect::<String>()
}

fn log_row(entry: &LogEntry) -> json::Apply {
    let path = |path: &RelPath| {
        let in_root = RelPath::in_folder(entry.root.as_ref(), path.as_bytes());
        in_root.as_ref().unwrap_or(path).to_text()
    };
    let changes = entry.changes.iter();
    json::Apply {
        id: entry.id,
        time: entry.time,
        standing: match entry.status {
            UndoStatus::Applied => "in_effect",
            UndoStatus::Undone => "undone",
            UndoStatus::Interrupted => "interrupted",
            UndoStatus::RolledBack => "rolled_back",
            UndoStatus::Foreign => "from_outside",
        },
        undoes: entry.undoes,
        files: changes
            .map(|(name, change)| json::Touched {
                path: path(name),
                change: match change {
                    LogChange::Edited => "edited",
                    LogChange::Created => "created",
                    LogChange::Deleted => "deleted",
                    LogChange::Mode => "mode",
                },
            })
            .collect(),
    }
}

fn log_line(entry: &LogEntry) -> String {
    let standing = match entry.status {
        UndoStatus::Applied => "in effect",
        UndoStatus::Undone => "undone",
        UndoStatus::Interrupted => "interrupted",
        UndoStatus::RolledBack => "rolled back",
        UndoStatus::Foreign => "from outside",
    };
    let what = match entry.undoes {
        Some(id) => format!("undo of {id}"),
        None => "apply".to_string(),
    };
    let words = |(path, change): &(RelPath, LogChange)| {
        let path = RelPath::in_folder(entry.root.as_ref(), path.as_bytes()).unwrap_or(path.clone());
        file_words(&path, *change)
    };
    let mut files: Vec<String> = entry.changes.iter().take(N_FILES).map(words).collect();
    if entry.changes.len() > N_FILES {
        files.push(format!("{} more", entry.changes.len() - N_FILES));
    }
    let (id, time, files) = (entry.id, utc(entry.time), files.join(" "));
    format!("{id:>4}  {time}  {what:<12} {standing:<12} {files}\n")
}

fn file_words(path: &RelPath, change: LogChange) -> String {
    let sign = match change {
        LogChange::Edited => '~',
        LogChange::Created => '+',
        LogChange::Deleted => '-',
        LogChange::Mode => '*',
    };
    format!("{sign}{}", display_line(path.as_bytes()))
}

/// Brings interrupted applies to their end.
pub(crate) fn recover(args: &RecoverArgs, speech: Speech) -> anyhow::Result<Exit> {
    let workspace = Workspace::open(args.root.root.as_deref())?.with_trust(args.trust.trust());
    open::note_secret(&workspace);
    reports::ask_stdout(&workspace)?;
    let workspace = signals::heeding(workspace).context("listening to signals")?;
    let mut recovered = workspace.recover_all()?;
    signals::hold_for_report();
    let anothers = workspace.anothers()?;
    let mut warnings: Vec<String> = anothers.iter().map(|place| unknown_in(place)).collect();
    let text = match (recovered.is_empty(), &anothers[..]) {
        (true, []) => "nothing was interrupted\n".to_string(),
        (true, _) => "nothing that you recorded was interrupted\n".to_string(),
        (false, _) => recovered_words(&recovered),
    };
    let done = match recovered.is_empty() {
        true => "nothing was to be put in order",
        false => "what could be put in order is in order",
    };
    if speech == Speech::Text {
        output::told_after(output::print(&text), done);
    }
    let is_stuck = !recovered.stuck.is_empty();
    let mut exit = if is_stuck {
        Exit::RolledBack
    } else {
        Exit::Done
    };
    if speech == Speech::Text {
        output::warn(&warnings);
    }
    while let Some(refused) = recovered.refused.pop() {
        warnings.push(refused.to_string());
        exit = super::fail(&refused.into());
    }
    if speech == Speech::Json {
        let answer = json::Text { text, warnings };
        return Ok(json::print_after("recover", exit, answer, done));
    }
    Ok(exit)
}

/// Returns what is to be said of a state folder that this user may not look into.
fn unknown_in(place: &Path) -> String {
    let place = display_path(place);
    format!("`{place}` belongs to another user, so what is recorded there is not known")
}

/// Returns what a recovery did, in lines.
pub(crate) fn recovered_words(recovered: &Recovered) -> String {
    let files = if recovered.left.is_empty() {
        "every file is"
    } else {
        "all files but those named below are"
    };
    let mut text = String::new();
    for id in &recovered.rolled_back {
        text += &format!("apply {id} had been interrupted: {files} as before it\n");
    }
    for id in &recovered.completed {
        text += &format!("apply {id} had been interrupted after its commit: it is complete\n");
    }
    for file in &recovered.left {
        text += &format!("{file}\n");
    }
    for Stray { path, kept_at } in &recovered.strays {
        let [path, kept_at] = [path, kept_at].map(display_path);
        text += &format!(
            "`{path}` is of an apply that has no record here, and was moved to `{kept_at}`: it may hold what a file beside it \
             held\n"
        );
    }
    for folder in &recovered.left_over {
        text += &format!("an empty folder stays: {folder}\n");
    }
    for StuckApply { id, path, files } in &recovered.stuck {
        for file in files {
            text += &format!("apply {id} had been interrupted, and is not in order yet: {file}\n");
        }
        if files.iter().any(|file| file.may_wait) {
            let path = display_path(path);
            let advice = match files.iter().any(|file| file.copy.is_some()) {
                true => "take out the copies named above, and then remove its record",
                false => "remove its record",
            };
            text += &format!(
                "apply {id} waits for that, and stops no other; if the files are gone for good, {advice}, the folder `{path}`\n"
            );
        }
    }
    text
}

/// Returns seconds since 1970 as a date and time of day in UTC.
pub(crate) fn utc(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    // Days are counted in years that begin in March, so that the leap day is a year's last (Hinnant, civil_from_days).
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 {
        month_from_march + 3
    } else {
        month_from_march - 9
    };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    let (hour, minute) = (rest / 3_600, rest % 3_600 / 60);
    format!("{year}-{month:02}-{day:02} {hour:02}:{minute:02} UTC")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_in_utc() {
        assert_eq!(utc(0), "1970-01-01 00:00 UTC");
        assert_eq!(utc(951_782_400), "2000-02-29 00:00 UTC");
        assert_eq!(utc(1_795_305_599), "2026-11-21 23:59 UTC");
    }
}
