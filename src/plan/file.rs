//! The plan of one file: whether it can be changed at all, and its hunks together.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::hunk::{is_cut, placed_edits, plan_hunk};
use super::{
    FilePlan, FileState, HunkPlan, Loss, Policy, Settled, State, made, merge, moved, running,
    verdict,
};
use crate::dialect::DialectSpec;
use crate::matcher::{Cancel, Found, Limits};
use crate::patch::{FileMode, FileOp, FilePatch, HunkId, PatchPath};
use crate::text::{Content, RelPath, Snapshot, Text, conflict};

/// All that the plan of one file is a function of.
#[derive(Debug, Clone, Copy)]
pub struct FileInput<'a> {
    /// Index of the file in the patch.
    pub index: usize,
    /// What the patch asks.
    pub file: &'a FilePatch,
    /// The same as it was read, where hunks of it had to be completed beside their target.
    pub as_read: Option<&'a FilePatch>,
    /// What was read at its target; `None` as long as it was not.
    pub snapshot: Option<&'a Snapshot>,
    /// What the target was before an apply of this very reply, where one stands.
    pub before: Option<&'a Text>,
    /// What was read at the other of two names that may be meant, of a header or of a block; `None` where there is one.
    pub other: Option<&'a Snapshot>,
    /// Whether it is to be made in one of two folders, and nothing tells in which.
    pub is_undecided: bool,
    /// A file that may be meant by the name of one that is not there: of the same name elsewhere, or of a close one.
    pub namesake: Option<&'a RelPath>,
    /// Whether it is to be deleted, is not there, and no commit, apply or file of a like name tells that it was.
    pub was_never_there: bool,
    /// Whether it would be made in a top folder that is not there and is spelt as an import's short name: `@app/a.ts`.
    pub is_in_alias: bool,
    /// Whether something is in the folder where it would be made.
    pub has_folder: bool,
    /// Whether the reply asks something of the same file elsewhere.
    pub is_named_again: bool,
    /// What hunks of a file that is given whole lose, by their indexes.
    pub losses: Option<&'a BTreeMap<usize, Vec<Loss>>>,
    /// What was read where a rename or copy goes.
    pub destination: Option<&'a Snapshot>,
    /// What the matcher found, one per hunk; empty when there is no text to match, and where the search was stopped.
    pub found: &'a [Found],
    /// What the person settled.
    pub settled: &'a Settled,
    /// The hunks that each apply of this review wrote.
    pub written: &'a [Arc<BTreeSet<HunkId>>],
    /// What may be placed unasked.
    pub policy: &'a Policy,
    /// How far a search goes.
    pub limits: Limits,
    /// How long somebody waits for hunks to be read; what is planned after it ended is of no use.
    pub cancel: &'a dyn Cancel,
}

impl FileInput<'_> {
    /// Returns whether an apply of this review wrote the hunk of this index.
    pub(super) fn is_written(&self, hunk: usize) -> bool {
        let id = HunkId {
            file: self.index,
            hunk,
        };
        self.written.iter().any(|ids| ids.contains(&id))
    }
}

/// Makes the plan of one file.
pub fn plan_file(input: FileInput<'_>) -> FilePlan {
    let mut plan = plan_fresh(input);
    let is_whole = plan.hunks.iter().all(|hunk| !is_cut(&input, hunk.id));
    let may_be_moved = is_whole && matches!(plan.state, FileState::NoTarget | FileState::Exists);
    if may_be_moved && moved::is_made(&input) {
        plan.state = FileState::Ready;
        for hunk in &mut plan.hunks {
            (hunk.state, hunk.placement) = (State::AlreadyApplied, None);
        }
        return plan;
    }
    let text = input.snapshot.and_then(Snapshot::text);
    if let (Some(text), FileState::Ready) = (text, &plan.state) {
        made::mark(&input, text, &mut plan.hunks);
    }
    plan
}

/// Does the same for a patch that was not made yet, as a whole: each hunk is asked for itself whether it stands.
pub(super) fn plan_fresh(input: FileInput<'_>) -> FilePlan {
    let target = target(&input);
    let state = file_state(&input, target.as_ref());
    let text = input.snapshot.and_then(Snapshot::text);
    let searched = text.filter(|_| !input.found.is_empty());
    let verdicts = searched.map(|text| {
        let hunks = 0..input.file.hunks.len();
        let written: Vec<bool> = hunks.map(|hunk| input.is_written(hunk)).collect();
        verdict::verdicts(input.file, text, input.found, &written, input.policy)
    });
    let verdicts = verdicts.unwrap_or_default();
    let mut hunks: Vec<HunkPlan> = (0..input.file.hunks.len())
        .map(|hunk| plan_hunk(&input, &state, &verdicts, hunk))
        .collect();
    drop(verdicts);
    if let (Some(text), FileState::Ready) = (text, &state) {
        running::read(&input, text, &mut hunks);
    }
    let empty = Text::new("");
    let text = text.map_or(&empty, |text| text);
    let edits = |hunk: &HunkPlan| placed_edits(input.file, text, hunk);
    merge::mark_overlaps(&mut hunks, edits, text, input.settled);
    FilePlan {
        target,
        op: op(&input),
        state,
        snapshot: input.snapshot.cloned(),
        hunks,
    }
}

/// Returns what becomes of the file: one that is not there is made.
fn op(input: &FileInput<'_>) -> FileOp {
    let is_absent = input
        .snapshot
        .is_some_and(|snapshot| snapshot.content == Content::Absent);
    match input.file.op {
        FileOp::Replace | FileOp::Modify if is_absent && may_create(input.file) => FileOp::Create,
        FileOp::Modify
        | FileOp::Replace
        | FileOp::Create
        | FileOp::Delete
        | FileOp::Rename { .. }
        | FileOp::Copy { .. } => input.file.op.clone(),
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

/// Returns whether two files are named that both exist, and no person chose one.
fn is_either(input: &FileInput<'_>) -> bool {
    let exists = |snapshot: &Snapshot| snapshot.content != Content::Absent;
    let both_exist = input.snapshot.is_some_and(exists) && input.other.is_some_and(exists);
    !input.settled.targets.contains_key(&input.index) && (both_exist || input.is_undecided)
}

/// Returns whether conflict markers were read as an edit of a file that has some: one given as its own patch would lose one
/// side of each, and keep the markers.
fn reads_its_own_conflicts(file: &FilePatch, snapshot: &Snapshot) -> bool {
    let has_conflict = |text: &Text| conflict::first(text).is_some();
    DialectSpec::named(file.dialect).is_some_and(DialectSpec::reads_conflicts)
        && snapshot.text().is_some_and(|text| has_conflict(text))
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
    if reads_its_own_conflicts(input.file, snapshot) {
        return FileState::Invalid(
            "the file holds conflict markers itself: those of the patch may be its own".to_string(),
        );
    }
    let creates = input.file.op == FileOp::Create;
    match &snapshot.content {
        Content::Binary => FileState::Binary,
        Content::NotAFile(what) => FileState::NotAFile(what.clone()),
        Content::Refused(why) => FileState::Refused(why.clone()),
        Content::Unreadable(why) => FileState::Unreadable(why.clone()),
        Content::Text(text) if creates && text.n_lines() > 0 && !is_created(input, text) => {
            FileState::Exists
        }
        Content::Absent if !may_create(input.file) => FileState::NoTarget,
        Content::Absent if input.file.op == FileOp::Delete && input.namesake.is_some() => {
            FileState::NoTarget
        }
        Content::Text(..) if input.found.is_empty() => FileState::Unsearched,
        Content::Text(..) | Content::Absent => {
            match input.destination.map(|snapshot| &snapshot.content) {
                None | Some(Content::Absent) => FileState::Ready,
                Some(Content::Text(..) | Content::Binary) => FileState::Exists,
                Some(Content::NotAFile(what)) => FileState::NotAFile(what.clone()),
                Some(Content::Refused(why)) => FileState::Refused(why.clone()),
                Some(Content::Unreadable(why)) => FileState::Unreadable(why.clone()),
            }
        }
    }
}

/// Returns whether the file that is to be made is there, line for line.
fn is_created(input: &FileInput<'_>, text: &Text) -> bool {
    let [hunk] = &input.file.hunks[..] else {
        return false;
    };
    hunk.postimage().eq(text.lines())
}

/// A missing file can be made by `Create`, by `Replace`, and by hunks that ask for nothing to be there.
fn may_create(file: &FilePatch) -> bool {
    match file.op {
        FileOp::Create | FileOp::Replace => true,
        FileOp::Modify => {
            !file.asks_for_lines() && file.hunks.iter().all(|hunk| hunk.mode.is_none())
        }
        // A file that is to go and is gone needs nothing.
        FileOp::Delete => true,
        FileOp::Rename { .. } | FileOp::Copy { .. } => false,
    }
}
