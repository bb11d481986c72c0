//! What a hunk takes away or leaves broken, and what else is reported of one that may be written.

use super::super::unmarked::Known;
use super::super::{decoded, replaced};
use super::{Finding, FindingCode};
use crate::patch::{Given, Unsure};
use crate::plan::{HunkPlan, Loss, Scope, State};
use crate::session::Session;
use crate::text::{Text, conflict};

/// Returns what is reported of a hunk, its hidden text aside. `known` are the lines of its file.
pub(super) fn told(session: &Session, plan: &HunkPlan, known: Option<&Known<'_>>) -> Vec<Finding> {
    if plan.decision.is_rejected() {
        return Vec::new();
    }
    let path = &session.plan().files[plan.id.file].target;
    let finding = |code, text: String| Finding {
        code,
        path: path.clone(),
        hunk: Some(plan.id),
        what: text.clone(),
        text,
        added: Vec::new(),
    };
    let replaced = || replaced::told(session, plan.id);
    let others = [
        (
            FindingCode::UnmarkedAddition,
            known.and_then(|known| known.told(plan)),
        ),
        (
            FindingCode::OtherRemoval,
            is_to_come(plan).then(replaced).flatten(),
        ),
        (FindingCode::Decoded, decoded::told(session, plan)),
        (FindingCode::OtherEncoding, encoding_told(session, plan)),
    ];
    let others = others
        .into_iter()
        .filter_map(|(code, text)| Some(finding(code, text?)));
    lost(session, plan).into_iter().chain(others).collect()
}

/// Returns what a hunk that may still be written takes away or leaves broken.
pub(super) fn lost(session: &Session, plan: &HunkPlan) -> Vec<Finding> {
    let path = session.plan().files[plan.id.file].target.clone();
    let losses = session.losses_as_decided(plan.id);
    let section = &session.patch().files[plan.id.file];
    // A hunk shows the lines that it deletes.
    let is_shown = |loss: &Loss| match loss {
        Loss::Import(_)
        | Loss::Part(_)
        | Loss::End(..)
        | Loss::Lines(_)
        | Loss::Removed(..)
        | Loss::Unsaid(..) => section.given == Given::Hunks,
        Loss::CutOff
        | Loss::Definition { .. }
        | Loss::Repeated { .. }
        | Loss::RepeatedImport { .. }
        | Loss::OnlyCommented(_)
        | Loss::Setting(_)
        | Loss::StillNamed { .. }
        | Loss::OwnChange
        | Loss::Unbalanced(_) => false,
        // What the other hunk waits for is reported with that one.
        Loss::HalfOfMove => true,
    };
    let losses = losses
        .iter()
        .filter(|loss| is_to_come(plan) && !is_shown(loss));
    let found = losses.map(|loss| Finding {
        code: match loss {
            Loss::CutOff
            | Loss::Definition { .. }
            | Loss::Import(_)
            | Loss::Part(_)
            | Loss::End(..)
            | Loss::Lines(_)
            | Loss::Removed(..)
            | Loss::Unsaid(..)
            | Loss::OnlyCommented(_)
            | Loss::Setting(_)
            | Loss::StillNamed { .. }
            | Loss::HalfOfMove => FindingCode::Loss,
            Loss::Repeated { .. } => FindingCode::RepeatedDefinition,
            Loss::RepeatedImport { .. } => FindingCode::RepeatedImport,
            Loss::OwnChange => FindingCode::OwnChange,
            Loss::Unbalanced(_) => FindingCode::Unbalanced,
        },
        path: path.clone(),
        hunk: Some(plan.id),
        text: loss.words(),
        added: Vec::new(),
        what: loss.words(),
    });
    found.collect()
}

/// Returns what is to be said of a hunk in another encoding than its file's, once a person has placed it all the same: until then
/// it is why the hunk waits.
pub(super) fn encoding_told(session: &Session, plan: &HunkPlan) -> Option<String> {
    let why = session.patch().hunk(plan.id).unsure?;
    let is_of_encoding = matches!(why, Unsure::OtherEncoding | Unsure::NotUtf8);
    (is_of_encoding && plan.state == State::Placed).then(|| why.words().to_string())
}

/// Returns whether the hunk may still be written.
pub(super) fn is_to_come(plan: &HunkPlan) -> bool {
    !matches!(
        plan.state,
        State::AlreadyApplied | State::NoOp | State::Skipped | State::FileStuck
    )
}

/// Returns that a file is in conflict, where a hunk is to change it and the patch does not settle that.
pub(super) fn conflict_in(session: &Session, index: usize) -> Option<Finding> {
    let file = &session.plan().files[index];
    let is_changed = file.hunks.iter().any(|hunk| hunk.placement.is_some());
    let text = file.text();
    let line = text
        .filter(|_| is_changed)
        .and_then(|text| conflict::first(text))?;
    let result = session.result(index, Scope::Settled).map(Text::new);
    if result.is_some_and(|result| conflict::first(&result).is_none()) {
        return None;
    }
    let text = format!(
        "the file holds conflict markers, the first in line {}",
        line + 1
    );
    Some(Finding {
        code: FindingCode::ConflictMarkers,
        path: file.target.clone(),
        hunk: None,
        what: text.clone(),
        text,
        added: Vec::new(),
    })
}
