//! A file of the patch in the report for scripts.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::hunk::Hunks;
use crate::patch::{FileOp, FilePatch, Given, PatchPath};
use crate::plan::FileState;
use crate::plan::conflict::Message;
use crate::report::feedback::Remark;
use crate::report::{Report, file_name};
use crate::session::{Looks, Session};
use crate::text::{RelPath, Snapshot};

/// One file of the patch.
#[derive(Serialize, JsonSchema)]
pub(super) struct File<'a> {
    /// Its path; null where the patch names none.
    path: Option<String>,
    /// What becomes of it.
    op: &'a str,
    /// Where a rename or copy goes.
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<String>,
    /// The dialect it was read in.
    dialect: &'a str,
    /// Where it stands. Readers take an unknown one as "needs a person".
    status: &'a str,
    /// Why it cannot be changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    /// Digest of the file as it is on disk, which all lines are of but those of `edits` and `first_difference` of a hunk that
    /// this run wrote; left out where it has no text.
    #[serde(skip_serializing_if = "Option::is_none")]
    digest: Option<String>,
    /// Digest of the file before this run wrote it, which those lines are of; left out where it was not written, or was not
    /// there.
    #[serde(skip_serializing_if = "Option::is_none")]
    digest_before: Option<String>,
    /// The files that may be meant by a path that is none, or whose file lacks all lines asked for, best first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    suggestions: Vec<Suggestion>,
    /// Whether not all files were looked through for its lines, so that another may hold them.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    capped: bool,
    /// Why nothing may be done to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<Refused>,
    /// Its hunks.
    hunks: Hunks<'a>,
}

/// A file that may be meant.
#[derive(Serialize, JsonSchema)]
struct Suggestion {
    path: String,
    /// `same_name`, `close_name`, or `holds_lines`: it has the lines that the file named does not have.
    why: &'static str,
}

/// Why nothing may be done to a file.
#[derive(Serialize, JsonSchema)]
struct Refused {
    code: &'static str,
    text: String,
}

pub(super) fn file<'a>(
    report: &'a Report<'a>,
    index: usize,
    remarks: &'a BTreeMap<&'a str, &'a Remark>,
) -> File<'a> {
    let plan = &report.session.plan().files[index];
    let patch = &report.session.patch().files[index];
    let path = match (&plan.target, &patch.path) {
        (Some(path), _) => Some(path.to_text()),
        (None, PatchPath::Refused { text, .. }) => Some(text.to_string()),
        (None, PatchPath::Named(_) | PatchPath::Missing) => None,
    };
    let is_written = plan.hunks.iter().any(|hunk| report.is_written(hunk));
    let digest_before = digest_of(plan.snapshot.as_ref());
    let digest = match (&patch.op, report.after) {
        (FileOp::Rename { to } | FileOp::Copy { to }, Some(after)) if is_written => {
            digest_of(after.snapshots().get(to))
        }
        (_, Some(after)) => digest_of(after.plan().files[index].snapshot.as_ref()),
        (_, None) => digest_before.clone(),
    };
    File {
        path,
        op: op_name(patch),
        to: patch.op.to().map(RelPath::to_text),
        dialect: patch.dialect,
        status: report.file_status(plan),
        message: crate::plan::conflict::file_message(plan).map(Message::whole),
        digest,
        digest_before: digest_before.filter(|_| report.after.is_some() && is_written),
        suggestions: suggestions(report.session, index),
        capped: report
            .session
            .looks_for(index)
            .is_some_and(Looks::is_capped),
        refused: refused(&plan.state, &patch.path),
        hunks: Hunks(report, index, remarks),
    }
}

fn digest_of(snapshot: Option<&Snapshot>) -> Option<String> {
    Some(snapshot?.digest()?.to_hex())
}

fn suggestions(session: &Session, file: usize) -> Vec<Suggestion> {
    if !session.plan().files[file].state.names_no_file() {
        let holders = session.holders_of(file).iter();
        return holders
            .map(|path| Suggestion {
                why: "holds_lines",
                path: path.to_text(),
            })
            .collect();
    }
    let named = file_name(session, file);
    let last = named.rsplit(['/', '\\']).next().unwrap_or_default();
    let close = session.close_paths(file).into_iter();
    close
        .map(|path| Suggestion {
            why: if *path.file_name() == *last.as_bytes() {
                "same_name"
            } else {
                "close_name"
            },
            path: path.to_text(),
        })
        .collect()
}

fn refused(state: &FileState, path: &PatchPath) -> Option<Refused> {
    let (FileState::Refused(text) | FileState::Unreadable(text) | FileState::Invalid(text)) = state
    else {
        return None;
    };
    let code = match path {
        _ if !matches!(state, FileState::Refused(_)) => stuck_code(state)?,
        PatchPath::Refused { fault, .. } => fault.code(),
        PatchPath::Named(_) | PatchPath::Missing => "target_refused",
    };
    let text = text.clone();
    Some(Refused { code, text })
}

/// Returns why a file cannot be changed as it is; `None` for one that can.
pub(super) fn stuck_code(state: &FileState) -> Option<&'static str> {
    Some(match state {
        FileState::Ready => return None,
        FileState::NoPath => "no_path",
        FileState::TwoNames => "two_names",
        FileState::NoTarget => "no_target",
        FileState::Exists => "exists",
        FileState::Binary => "binary",
        FileState::NotAFile(_) => "not_a_file",
        FileState::Refused(_) => "refused",
        FileState::Unreadable(_) => "unreadable",
        FileState::Invalid(_) => "invalid",
        FileState::Unresolved(_) => "unresolved",
        FileState::Unsearched => "unsearched",
    })
}

fn op_name(patch: &FilePatch) -> &'static str {
    match patch.op {
        FileOp::Modify if patch.given == Given::Whole => "replace",
        FileOp::Modify => "modify",
        FileOp::Create => "create",
        FileOp::Delete => "delete",
        FileOp::Rename { .. } => "rename",
        FileOp::Copy { .. } => "copy",
        FileOp::Replace => "replace",
    }
}
