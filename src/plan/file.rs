//! The plan of one file: whether it can be changed at all, and its hunks together.

use super::hunk::{placed_edits, plan_hunk};
use super::{FilePlan, FileState, HunkPlan, Policy, Settled, merge, second_look, verdict};
use crate::matcher::{Found, Limits, Patience};
use crate::patch::{FileMode, FileOp, FilePatch, PatchPath};
use crate::text::{Content, RelPath, Snapshot, Text};

/// All that the plan of one file is a function of.
#[derive(Debug, Clone, Copy)]
pub struct FileInput<'a> {
    /// Index of the file in the patch.
    pub index: usize,
    /// What the patch asks.
    pub file: &'a FilePatch,
    /// What was read at its target; `None` as long as it was not.
    pub snapshot: Option<&'a Snapshot>,
    /// What was read at the other name of a header that has two; `None` where it has one.
    pub other: Option<&'a Snapshot>,
    /// A file that may be meant by the name of one that is not there: of the same name elsewhere, or of a close one.
    pub namesake: Option<&'a RelPath>,
    /// Whether the reply asks something of the same file elsewhere.
    pub is_named_again: bool,
    /// What was read where a rename or copy goes.
    pub destination: Option<&'a Snapshot>,
    /// What the matcher found, one per hunk; empty when there is no text to match, and where the search was stopped.
    pub found: &'a [Found],
    /// What the person settled.
    pub settled: &'a Settled,
    /// What may be placed unasked.
    pub policy: &'a Policy,
    /// How far a search goes.
    pub limits: Limits,
    /// How long somebody waits for the second look; what is planned after it ended is of no use.
    pub patience: &'a dyn Patience,
}

/// Makes the plan of one file.
pub fn plan_file(input: FileInput<'_>) -> FilePlan {
    let target = target(&input);
    let state = file_state(&input, target.as_ref());
    let text = input.snapshot.and_then(Snapshot::text);
    let searched = text.filter(|_| !input.found.is_empty());
    let verdicts =
        searched.map(|text| verdict::verdicts(input.file, text, input.found, input.policy));
    let verdicts = verdicts.unwrap_or_default();
    let mut hunks: Vec<HunkPlan> = (0..input.file.hunks.len())
        .map(|hunk| plan_hunk(&input, &state, &verdicts, hunk))
        .collect();
    drop(verdicts);
    if let (Some(text), FileState::Ready) = (text, &state) {
        second_look::place(&input, text, &mut hunks);
    }
    let empty = Text::new("");
    let edits = |hunk: &HunkPlan| {
        let text = text.map_or(&empty, |text| text);
        placed_edits(input.file, text, hunk)
    };
    merge::mark_overlaps(&mut hunks, edits, input.settled);
    FilePlan {
        target,
        op: input.file.op.clone(),
        state,
        snapshot: input.snapshot.cloned(),
        hunks,
    }
}

fn target(input: &FileInput<'_>) -> Option<RelPath> {
    input
        .snapshot
        .map(|snapshot| &snapshot.path)
        .or(input.settled.targets.get(&input.index))
        .or(input.file.path.named())
        .cloned()
}

/// Returns whether a header names two files that both exist, and nobody said which is meant.
fn is_either(input: &FileInput<'_>) -> bool {
    let exists = |snapshot: &Snapshot| snapshot.content != Content::Absent;
    !input.settled.targets.contains_key(&input.index)
        && input.snapshot.is_some_and(exists)
        && input.other.is_some_and(exists)
}

fn file_state(input: &FileInput<'_>, target: Option<&RelPath>) -> FileState {
    if let Some(why) = &input.file.invalid {
        return if input.file.elided {
            FileState::Unresolved(why.clone())
        } else {
            FileState::Invalid(why.clone())
        };
    }
    if let (PatchPath::Refused { fault, .. }, None) = (&input.file.path, target) {
        return FileState::Refused(fault.to_string());
    }
    if let Some(FileMode::Special(kind)) = input.file.mode {
        return FileState::Refused(format!(
            "it is about {}, which is never made or changed",
            kind.words()
        ));
    }
    let (Some(_), Some(snapshot)) = (target, input.snapshot) else {
        return FileState::NoPath;
    };
    if input.file.is_binary {
        return FileState::Binary;
    }
    if is_either(input) {
        return FileState::TwoNames;
    }
    let creates = input.file.op == FileOp::Create;
    match &snapshot.content {
        Content::Binary => FileState::Binary,
        Content::NotAFile(what) => FileState::NotAFile(what.clone()),
        Content::Refused(why) => FileState::Refused(why.clone()),
        Content::Unreadable(why) => FileState::Unreadable(why.clone()),
        Content::Text(text, _) if creates && text.n_lines() > 0 => FileState::Exists,
        Content::Absent if !may_create(input.file) => FileState::NoTarget,
        Content::Text(..) if input.found.is_empty() => FileState::Unsearched,
        Content::Text(..) | Content::Absent => {
            match input.destination.map(|snapshot| &snapshot.content) {
                None | Some(Content::Absent) => FileState::Ready,
                Some(_) => FileState::Exists,
            }
        }
    }
}

/// A missing file can be made by `Create`, by `Replace`, and by hunks that ask for nothing to be there.
fn may_create(file: &FilePatch) -> bool {
    match file.op {
        FileOp::Create | FileOp::Replace => true,
        FileOp::Modify => file
            .hunks
            .iter()
            .all(|hunk| hunk.mode.is_none() && hunk.preimage().next().is_none()),
        // A file that is to go and is gone needs nothing.
        FileOp::Delete => true,
        FileOp::Rename { .. } | FileOp::Copy { .. } => false,
    }
}
