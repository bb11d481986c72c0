//! The sentences of the feedback: what became of the reply and of each hunk, and what to do about it.

use super::{Ending, Excerpt, Stage, Standing, Told, cut_off, no_patch};
use crate::dialect::write::Form;
use crate::patch::{FileOp, Given, HunkId, PatchPath, Unsure};
use crate::plan::{FileState, HunkPlan, State};
use crate::report::{Exit, file_name, shown};
use crate::session::Session;
use crate::text::PathFault;
use crate::text::words::counted;

/// Returns what is on disk, and what to do, a sentence each.
pub(super) fn summary(told: &Told<'_>, ending: Ending<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    match ending.exit {
        Some(Exit::Drifted) => lines.push(
            "A file changed while the patch was applied, or another hunkwise was writing. Read the files again.".to_string(),
        ),
        Some(Exit::RolledBack) => {
            lines.push("The write failed and was undone.".to_string());
        }
        Some(
            Exit::Done
            | Exit::InPart
            | Exit::Unreadable
            | Exit::NeedsPerson
            | Exit::Refused
            | Exit::HungUp
            | Exit::Interrupted
            | Exit::Terminated,
        )
        | None => {}
    }
    if let Some(failure) = ending.failure {
        lines.push(format!(
            "It could not be written: {}.",
            shown(failure.text.as_bytes())
        ));
    }
    let n = told.hunks().count();
    let n_unread = told.session.unread().count();
    let unread = counted(n_unread, "part");
    if n == 0 {
        lines.push("Nothing was written.".to_string());
        lines.push(if n_unread > 0 {
            format!("{unread} of your reply could not be read as an edit. Send the change in another form.")
        } else {
            format!("No edit was read: {}.", no_patch(told.session))
        });
        lines.push(
            "Send each change as a diff, or as SEARCH/REPLACE blocks under the path of its file."
                .to_string(),
        );
        return lines;
    }
    lines.extend(of_hunks(told, n, n_unread, ending));
    lines.extend(files_meant(told.session));
    if n_unread > 0 {
        lines.push(format!(
            "{unread} of your reply could not be read as an edit. Send {} again in another form.",
            if n_unread == 1 { "it" } else { "them" }
        ));
    }
    lines
}

/// Returns which file a person chose for each path of the reply that is another.
fn files_meant(session: &Session) -> Vec<String> {
    let mut lines = Vec::new();
    for (file, section) in session.patch().files.iter().enumerate() {
        let PatchPath::Named(named) = &section.path else {
            continue;
        };
        let chosen = session.chosen_target(file).filter(|path| *path != named);
        let line = chosen.map(|path| {
            let (named, path) = (shown(named.as_bytes()), shown(path.as_bytes()));
            format!("What your reply calls `{named}` is `{path}`.")
        });
        lines.extend(line.filter(|line| !lines.contains(line)));
    }
    lines
}

/// Returns what to say of a reply's hunks, of which there are `n`, beside `n_unread` parts that were not read.
fn of_hunks(told: &Told<'_>, n: usize, n_unread: usize, ending: Ending<'_>) -> Vec<String> {
    let mut lines = vec![on_disk(told, n, n_unread)];
    lines.extend(of_others(told, n, ending));
    lines.extend(of_reviewer(told, n));
    lines.extend(of_absent(told));
    lines
}

/// Returns how many of `n` hunks are on disk, in a sentence.
fn on_disk(told: &Told<'_>, n: usize, n_unread: usize) -> String {
    let hunks = counted(n, "hunk");
    let n_on_disk = told.count(Standing::OnDisk);
    let parts = told.hunks().map(|hunk| told.session.in_part(hunk.id));
    let n_in_part = parts.flatten().count();
    let is_cut_off = |hunk: &&HunkPlan| {
        told.standing(hunk) == Standing::OnDisk && cut_off(told.session, hunk.id).is_some()
    };
    let n_cut_off = told.hunks().filter(is_cut_off).count();
    match n_on_disk {
        0 => "Nothing was written.".to_string(),
        _ if n_on_disk < n => format!("{n_on_disk} of {hunks} {} on disk.", are(n_on_disk)),
        _ if n_in_part > 0 => {
            format!("{hunks} of {n} on disk, {n_in_part} of them only in part.")
        }
        _ if n_cut_off > 0 => format!("{hunks} of {n} on disk, {n_cut_off} of them cut off."),
        _ if n_unread > 0 => format!("{hunks} of {n} on disk."),
        _ => format!("{hunks} of {n} on disk. Nothing is left to send."),
    }
}

/// Returns what to do about the hunks that do not fit, and about those that fit and are not on disk.
fn of_others(told: &Told<'_>, n: usize, ending: Ending<'_>) -> Option<String> {
    let hunks = counted(n, "hunk");
    let n_open = told.count(Standing::Open) + told.count(Standing::Refused);
    let n_hopeless = told.hunks().filter(|hunk| told.is_hopeless(hunk)).count();
    let n_held = told.count(Standing::Held);
    let fitting = fitting(n_held);
    let line = if n_open > 0 && n_held > 0 {
        format!(
            "{n_open} of {hunks} {} not applied, and the {fitting} not on disk either{}. {}",
            was(n_open),
            // A reviewer writes a part of a patch, too.
            match ending.stage == Stage::Left || told.session.n_applies() > 0 {
                true => "",
                false => ": nothing is written until all fit",
            },
            if n_hopeless == n_open {
                "Send the held again, and nothing else."
            } else {
                "Send both again: the mended and the held."
            }
        )
    } else if n_open > 0 {
        format!(
            "{n_open} of {hunks} {} not applied. {}.",
            was(n_open),
            match n_open - n_hopeless {
                0 if n_open == 1 => "Do not send it again",
                0 => "Do not send them again",
                _ if n_hopeless > 0 => "Send only those again that can be mended",
                1 => "Send only this one again",
                _ => "Send only these again",
            }
        )
    } else if n_held == 0 {
        return None;
    } else if ending.failure.is_some() {
        let it = it(n_held);
        format!("The {fitting} not on disk. Nothing in {it} is to be mended.")
    } else if ending.stage == Stage::Left {
        let why = match told.session.has_unapplied() {
            true => "what the reviewer wrote was undone",
            false => "the reviewer left without writing",
        };
        let they_are = if n_held == 1 { "it is" } else { "they are" };
        let it = it(n_held);
        format!("The {fitting} not on disk: {why}. Send {it} again if {they_are} still wanted.")
    } else if told.asks_again() {
        let it = it(n_held);
        format!("The {fitting} not on disk either: send {it} again, too.")
    } else {
        format!("The {fitting} not on disk yet. Nothing is left to mend.")
    };
    Some(line)
}

/// Returns which files the reply deletes that no commit or apply knows: the model may mean others.
fn of_absent(told: &Told<'_>) -> Option<String> {
    let is_ghost = |hunk: &&HunkPlan| {
        let op = &told.session.patch().files[hunk.id.file].op;
        hunk.state == State::NoOp && *op == FileOp::Delete
    };
    let names = told.hunks().filter(is_ghost);
    let names = names.map(|hunk| format!("`{}`", file_name(told.session, hunk.id.file)));
    let names: Vec<String> = names.collect();
    (!names.is_empty()).then(|| format!("Not found, so nothing to delete: {}.", names.join(", ")))
}

/// Returns what the reviewer left out of the reply's `n` hunks.
fn of_reviewer(told: &Told<'_>, n: usize) -> Vec<String> {
    let hunks = counted(n, "hunk");
    let n_rejected = told.count(Standing::Rejected);
    let n_left_out = told.count(Standing::LeftOut);
    let parts = || {
        let parts = told.hunks().map(|hunk| told.session.in_part(hunk.id));
        parts.flatten()
    };
    let n_with_left = parts().filter(|part| !part.left.is_empty()).count();
    let n_with_absent = parts().filter(|part| !part.absent.is_empty()).count();
    let mut lines = Vec::new();
    if n_rejected > 0 {
        lines.push(format!(
            "The reviewer rejected {n_rejected} of {hunks}. Do not send {} again as {} {}.",
            it(n_rejected),
            if n_rejected == 1 { "it" } else { "they" },
            was(n_rejected)
        ));
    }
    if n_with_left > 0 {
        lines.push(format!(
            "The reviewer left out lines of {n_with_left} of {hunks}. Do not send those lines again as they were."
        ));
    }
    if n_with_absent > 0 {
        let removes = if n_with_absent == 1 {
            "removes"
        } else {
            "remove"
        };
        lines.push(format!(
            "{n_with_absent} of {hunks} {removes} lines that the file does not have there: those removals were skipped."
        ));
    }
    if n_left_out > 0 {
        lines.push(format!(
            "{n_left_out} of {hunks} {} left out.",
            was(n_left_out)
        ));
    }
    lines
}

fn fitting(n: usize) -> String {
    match n {
        1 => "1 hunk that fits is".to_string(),
        n => format!("{n} hunks that fit are"),
    }
}

fn was(n: usize) -> &'static str {
    if n == 1 { "was" } else { "were" }
}

fn are(n: usize) -> &'static str {
    if n == 1 { "is" } else { "are" }
}

fn it(n: usize) -> &'static str {
    if n == 1 { "it" } else { "them" }
}

/// Returns whether a hunk is about what is never written, whatever it says.
pub(super) fn is_never_written(session: &Session, plan: &HunkPlan) -> bool {
    let may_be_misnamed = match &session.patch().files[plan.id.file].path {
        PatchPath::Refused { fault, .. } => *fault != PathFault::Reserved,
        PatchPath::Named(_) | PatchPath::Missing => false,
    };
    let state = &session.plan().files[plan.id.file].state;
    matches!(state, FileState::Refused(_)) && !may_be_misnamed
}

/// Returns whether a hunk is stuck because its path is no file's.
pub(super) fn names_no_file(session: &Session, plan: &HunkPlan) -> bool {
    session.plan().files[plan.id.file].state.names_no_file()
}

/// Returns what became of a hunk, in capitals and a few words.
pub(super) fn verdict(session: &Session, plan: &HunkPlan, standing: Standing) -> String {
    match standing {
        Standing::Rejected => return "REJECTED by the reviewer".to_string(),
        Standing::Refused => return "REFUSED: hidden text".to_string(),
        Standing::OnDisk => return with_part(session, plan.id, "ON DISK"),
        Standing::Held => return with_part(session, plan.id, "FITS, NOT WRITTEN"),
        Standing::LeftOut => return "LEFT OUT: its file is binary".to_string(),
        Standing::Open => {}
    }
    let n_tied = session.found(plan.id).map_or(0, |found| found.tied().len());
    let why = match &plan.state {
        State::Ambiguous if n_tied < 2 => "fits lines that earlier hunks write".to_string(),
        State::Ambiguous => format!("fits {n_tied} places"),
        State::TooWeak => too_weak(session, plan.id).to_string(),
        State::NoMatch => "not found".to_string(),
        State::Overlap(_) => "conflicts with another hunk of the patch".to_string(),
        State::DeletedLineNotFound => "a removed line is not in the file".to_string(),
        State::ContextGone => "another hunk removes its context".to_string(),
        State::FileStuck if is_in_the_way(session, plan) => {
            "a file of its new name is there already".to_string()
        }
        State::FileStuck => stuck(&session.plan().files[plan.id.file].state).to_string(),
        State::Dependent(_) => "it changes lines of a hunk that was rejected".to_string(),
        State::Drifted => "the chosen place changed".to_string(),
        State::Invalid(_) => "malformed".to_string(),
        State::Unresolved(_) => "not all of it has a place in the file".to_string(),
        State::Placed | State::AlreadyApplied | State::NoOp | State::Skipped => {
            "undecided".to_string()
        }
    };
    format!("NOT APPLIED: {why}")
}

/// Returns the verdict on a hunk that fits, with what is left out of it.
fn with_part(session: &Session, id: HunkId, verdict: &str) -> String {
    match session.in_part(id) {
        Some(part) => format!("{verdict}, in part: {}", part.words()),
        None if session.is_edited_by_hand(id) => format!("{verdict}, edited by the reviewer"),
        None if cut_off(session, id).is_some() => format!("{verdict}, cut off"),
        None if !session.texts_replaced(id).is_empty() => {
            format!("{verdict}, in the place of other lines")
        }
        None => format!("{verdict}, with a remark"),
    }
}

/// Returns why a hunk that has a place waits all the same.
fn too_weak(session: &Session, id: HunkId) -> &'static str {
    let hunk = session.patch().hunk(id);
    match hunk.unsure {
        Some(why) => why.words(),
        None if hunk.replaces.is_some() => "it removes lines that it does not quote",
        None if is_part_of_deleted(session, id) => {
            "it does not show all lines of the file that it deletes"
        }
        None if gives_whole(session, id) => "it gives a whole file that a person must see first",
        None if hunk.preimage().next().is_some() => "found only roughly",
        None => "it quotes no line beside which it goes",
    }
}

fn is_part_of_deleted(session: &Session, id: HunkId) -> bool {
    session.patch().files[id.file].op == FileOp::Delete
}

/// Returns whether the section of a hunk says what its file holds, and not where it changes.
pub(in crate::report) fn gives_whole(session: &Session, id: HunkId) -> bool {
    let section = &session.patch().files[id.file];
    let is_new = section.op.is_content();
    is_new || section.given == Given::Whole
}

/// Returns whether a hunk gives all of a file that is not there.
fn makes_new(session: &Session, id: HunkId) -> bool {
    gives_whole(session, id) && session.plan().files[id.file].text().is_none()
}

/// Returns whether a hunk is stuck because a file lies where its own is to go.
fn is_in_the_way(session: &Session, plan: &HunkPlan) -> bool {
    let moves = matches!(
        session.patch().files[plan.id.file].op,
        FileOp::Rename { .. } | FileOp::Copy { .. }
    );
    moves && session.plan().files[plan.id.file].state == FileState::Exists
}

/// Returns why nothing of a file can be changed.
fn stuck(state: &FileState) -> &'static str {
    match state {
        FileState::NoPath => "it names no file",
        FileState::TwoNames => "two files may be meant by its name",
        FileState::NoTarget => "file not found",
        FileState::Exists => "a file of this name is there already",
        FileState::Unresolved(_) => "what it leaves out is not found in the file",
        FileState::Invalid(_) => "malformed",
        FileState::Unsearched => "the search for it was stopped",
        FileState::Refused(_) => "its file is never touched",
        FileState::Ready
        | FileState::Binary
        | FileState::NotAFile(_)
        | FileState::Unreadable(_) => "its file cannot be changed",
    }
}

/// What is asked of a hunk that hides text.
pub(super) const WITHOUT_HIDDEN: &str = "Send it again without the hidden text.";

/// Returns how to mend a hunk, in one sentence.
pub(super) fn advice(
    session: &Session,
    plan: &HunkPlan,
    standing: Standing,
    places: &[Excerpt],
    closest: Option<&String>,
) -> Option<String> {
    match standing {
        Standing::Open => {}
        Standing::Refused => return Some(WITHOUT_HIDDEN.to_string()),
        Standing::LeftOut => {
            return Some("Leave it out: binary files are not patched.".to_string());
        }
        Standing::OnDisk | Standing::Held | Standing::Rejected => return None,
    }
    let is_compared = session.patch().files[plan.id.file].given != Given::Hunks;
    let unsure = session.patch().hunk(plan.id).unsure.map(|why| {
        if why.is_of_edge() && is_compared {
            "Send the changes to the file as hunks, with unchanged lines of the file on both sides."
        } else {
            of_unsure(why)
        }
    });
    let no_preimage = session.patch().hunk(plan.id).preimage().next().is_none();
    let quotes_nothing = no_preimage && !gives_whole(session, plan.id);
    let has_offer = places.iter().any(|place| place.send.is_some());
    let has_two = places
        .iter()
        .any(|place| place.send_with_unmarked.is_some());
    let text = match &plan.state {
        _ if unsure.is_some() => unsure?,
        State::FileStuck => return of_file(session, plan, closest),
        State::NoMatch if closest.is_some() => {
            return closest.map(|path| {
                format!("Its lines are in `{path}`. If that file is meant, send the hunk again with its path.")
            });
        }
        State::Ambiguous if has_offer => "Decide which place you mean, and send the hunk for it.",
        State::Ambiguous => "Add lines of context until it matches one place only.",
        State::TooWeak if is_part_of_deleted(session, plan.id) => {
            "To delete the file, send git's header for it, with `deleted file mode 100644`, without a hunk and in a fence. To \
             remove only these lines, name the file in the new header line, too."
        }
        State::TooWeak if makes_new(session, plan.id) => {
            "If it is a new file, say so: send it as a diff against `/dev/null`, or as a block with an empty SEARCH under its \
             path. If not, send it under the path of the file that is meant."
        }
        State::TooWeak | State::NoMatch if quotes_nothing && has_offer => {
            "If this is the place you mean, send the hunk as it is written here. Else show the unchanged lines of the file \
             beside which the new ones go."
        }
        State::TooWeak | State::NoMatch if quotes_nothing => {
            "Show the unchanged lines of the file beside which the new ones go."
        }
        State::TooWeak | State::NoMatch | State::DeletedLineNotFound if has_two => {
            "If this is the place you mean, send the hunk in one of the two ways. Else copy the context and the removed lines \
             from the file as it is now."
        }
        State::TooWeak | State::NoMatch | State::DeletedLineNotFound if has_offer => {
            "If this is the place you mean, send the hunk as it is written here. Else copy the context and the removed \
             lines from the file as it is now."
        }
        State::TooWeak | State::NoMatch | State::DeletedLineNotFound => {
            "Copy the context and the removed lines from the file as it is now."
        }
        State::Overlap(with) => {
            let others = with.iter().map(|hunk| {
                session.label(HunkId {
                    hunk: *hunk,
                    ..plan.id
                })
            });
            let others = others.collect::<Vec<_>>().join(", ");
            return Some(format!(
                "Make one hunk of this and {others}: they change the same lines."
            ));
        }
        State::ContextGone => "Send both changes as one hunk.",
        State::Dependent(_) => "Leave it out, or write it for the file as it is.",
        State::Drifted => "Read the file again and send the hunk anew.",
        State::Unresolved(_) => {
            "Quote the lines of the file beside them, in full and without leaving any out."
        }
        State::Invalid(_) if session.patch().hunk(plan.id).cell.is_some() => {
            "Send it again in the dialect named above, for a cell that the notebook has."
        }
        State::Invalid(_) => "Send the hunk again in the dialect named above.",
        State::Placed | State::AlreadyApplied | State::NoOp | State::Skipped => return None,
    };
    Some(text.to_string())
}

/// Returns how to write a hunk that nothing is unsure about.
fn of_unsure(unsure: Unsure) -> &'static str {
    match unsure {
        Unsure::CutOff => "Send the whole change again: your reply ends within it.",
        Unsure::Unfinished => "Send it again, with all the lines that its header announces.",
        Unsure::OnlyIndented => {
            "Send the lines whose indentation changes, with some that stay around them."
        }
        Unsure::EndsEarly => "Send the change itself: what you sent has only lines of the file.",
        Unsure::LinesLeftOut => {
            "Send all its new lines in full: use no placeholder for other lines."
        }
        Unsure::NumbersCopied => "Send its lines without the line numbers in front of them.",
        Unsure::EntitiesShown => "Send its lines with the signs themselves, not with entities.",
        Unsure::OddDivider => "Divide its old and new text by a line of seven `=`.",
        Unsure::SeveralFiles | Unsure::NamesSeveral => {
            "Send each file in a block of its own, under its path."
        }
        Unsure::HoldsMarks => {
            "Begin the fence with the first line of the edit, under the path alone on the line above it."
        }
        Unsure::MarkUnclear => "Begin every line of the hunk with a blank, `-` or `+`.",
        Unsure::GapUnclear => "Send its lines in full, without leaving any out.",
        Unsure::IndentUnclear => "Quote the line beside the new ones with its indentation.",
        Unsure::OutOfRange => "Name the lines that the file has its old text in, or no lines.",
        Unsure::Glued | Unsure::NotLookedThrough | Unsure::StandsWithin | Unsure::OtherCount => {
            "Quote whole lines, with the lines around them."
        }
        Unsure::Printed | Unsure::Paired | Unsure::Labelled => {
            "Send this change whole, as one hunk of its own."
        }
        Unsure::TabsLost => "Send it again, indented by tabs as the file is.",
        Unsure::OtherEncoding => "Send its new lines in ASCII: the file is not UTF-8.",
        Unsure::NotUtf8 => "Send its new lines in UTF-8, as the file is.",
        Unsure::SpacesLost => "Send it again, indented by spaces as the file is.",
        Unsure::Expanded => {
            "Quote the word behind `<<`, as in `<<'EOF'`, or write out the text that is meant."
        }
        Unsure::Shown => "If it is no example, send it again under words that ask for the change.",
        Unsure::DefinitionKept => {
            "Show the lines above and below the definition that is removed or renamed, with none left out between."
        }
        Unsure::WhichFile | Unsure::ForeignComment => {
            "Write the path of its file alone on the line above it."
        }
        Unsure::OtherName => "Send it outside of that file's block, under its own file's path.",
        Unsure::FolderUnknown | Unsure::OtherFiles => "Name the file by its path from the root.",
        Unsure::TakenBack
        | Unsure::Offered
        | Unsure::PatchKept
        | Unsure::Optional
        | Unsure::Elsewhere
        | Unsure::CallFailed
        | Unsure::TriedOnly
        | Unsure::TurnedOff => "Send only the edits that are meant, under words that ask for them.",
        Unsure::BreakUnclear => "Begin and end its text on the lines of its tags.",
        Unsure::FieldUnknown => "Send it again without that field.",
        Unsure::AddsOnly => "Send the new lines as a hunk, with the lines above and below them.",
        Unsure::OtherTool => "Send it with a tool that edits, such as `edit_file`.",
        Unsure::Exists
        | Unsure::Unlike
        | Unsure::PartOnly
        | Unsure::RestLeftOut
        | Unsure::NotCompared => "Send the changes to the file as hunks, not the file as a whole.",
        Unsure::EdgeChanged
        | Unsure::ReachUnclear
        | Unsure::NameLeftOut
        | Unsure::DefinitionGone
        | Unsure::MayReplace(_)
        | Unsure::AnchorsRepeat => {
            "Show more unchanged lines of the file on both sides of the change."
        }
        Unsure::Drifted => "Send it again for the file as it is now.",
    }
}

/// Returns how to name a file that can be changed.
fn of_file(session: &Session, plan: &HunkPlan, closest: Option<&String>) -> Option<String> {
    let path =
        closest.map(|path| format!("Did you mean `{path}`? Send the hunk again with that path."));
    Some(match &session.plan().files[plan.id.file].state {
        FileState::NoTarget => {
            path.unwrap_or_else(|| "Name the file by its path under the root.".to_string())
        }
        FileState::Refused(_) if is_never_written(session, plan) => {
            "Leave it out: nothing is written there.".to_string()
        }
        FileState::Refused(_) => path.unwrap_or_else(|| {
            "Name a file by its path under the root, such as `src/main.rs`.".to_string()
        }),
        FileState::NoPath if closest.is_some() => return closest.map(|path| {
            format!("Its lines are in `{path}`. If that file is meant, send the hunk again under its path.")
        }),
        FileState::NoPath => match Form::nearest(session.patch().files[plan.id.file].dialect) {
            Form::ToolJson => "Give the file's path in `file_path`.".to_string(),
            Form::Unified | Form::Fudiff | Form::ApplyPatch | Form::SearchReplace => {
                "Name the file on a line of its own above the change.".to_string()
            }
        },
        FileState::TwoNames => "Name one file only.".to_string(),
        FileState::Exists if is_in_the_way(session, plan) => {
            "Give it a new name that no file has, or delete that file in the same patch.".to_string()
        }
        FileState::Exists => {
            "Send a change of the file as it is now, or name a new one.".to_string()
        }
        FileState::Invalid(_) => "Send one section for each file.".to_string(),
        FileState::Unresolved(_) => "Send the lines in full, without leaving any out.".to_string(),
        FileState::NotAFile(_) | FileState::Unreadable(_) => {
            "Name another file, or leave it out.".to_string()
        }
        FileState::Ready | FileState::Binary | FileState::Unsearched => return None,
    })
}
