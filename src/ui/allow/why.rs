//! Why a hunk cannot be accepted, and why nothing can be written, each with what can be done instead.

use super::digits;
use crate::patch::HunkId;
use crate::plan::{Scope, State};
use crate::session::Session;
use crate::ui::keymap::Action;
use crate::ui::model::Model;

pub(super) fn why_not_accept(model: &Model) -> Option<String> {
    if model.is_hiding() {
        let found = model.hidden(model.hunk).join(", it ");
        return Some(format!(
            "it {found}: look, then {} allows it",
            model.key(Action::ConfirmHidden)
        ));
    }
    let hunk = model.current();
    let looked = model.looked.contains_key(&model.hunk);
    if model.is_decided_as_shown()
        && model.undecided_after().is_none()
        && !super::super::update::has_open_block(model)
    {
        let next = super::super::update::what_next(model);
        return Some(format!("it is accepted already  {next}"));
    }
    if super::is_done(model) && model.undecided_after().is_none() {
        let next = super::super::update::what_next(model);
        return Some(format!("it stands there already  {next}"));
    }
    let enter = model.key(Action::Accept);
    let (reject, target) = (model.key(Action::Reject), model.key(Action::Target));
    match &hunk.state {
        State::Placed | State::AlreadyApplied | State::NoOp => None,
        State::Overlap(_) if looked && model.overlap.is_none() => None,
        State::Ambiguous | State::TooWeak | State::NoMatch | State::DeletedLineNotFound
            if looked =>
        {
            None
        }
        State::FileStuck if model.would_replace() && looked => None,
        State::Skipped => Some("its file is binary and is left alone".to_string()),
        State::Ambiguous => Some(format!(
            "{} places tie: look at one first with {}, then {enter} takes it",
            model.n_tied(),
            digits(model.n_tied())
        )),
        State::TooWeak | State::NoMatch | State::DeletedLineNotFound
            if !model.places().is_empty() =>
        {
            let differs = hunk.state == State::DeletedLineNotFound;
            let why = if differs && model.places()[0].reaches_bar() {
                "a line it removes reads differently there"
            } else {
                "no place is good enough"
            };
            Some(format!(
                "{why}: look at one first with {}, then {enter} takes it",
                digits(model.places().len())
            ))
        }
        State::TooWeak | State::NoMatch | State::DeletedLineNotFound => Some(format!(
            "it fits nowhere: {reject} rejects it, {target} tries another file"
        )),
        State::FileStuck if model.would_replace() => Some(format!(
            "a file lies there: 1 shows what would be replaced, then {enter} takes it"
        )),
        State::FileStuck if model.is_unsearched() => Some(format!(
            "the search was stopped, so no place is known: {} looks again",
            model.key(Action::Rematch)
        )),
        State::FileStuck => {
            let why = model.session.message(hunk.id).unwrap_or_default();
            Some(format!(
                "{why}; {target} picks another file, {reject} rejects"
            ))
        }
        State::Overlap(_)
        | State::ContextGone
        | State::Drifted
        | State::Invalid(_)
        | State::Unresolved(_) => model.session.message(hunk.id),
    }
}

pub(super) fn why_not_apply(model: &Model) -> Option<String> {
    if !model.drift.is_empty() {
        return Some(format!(
            "a file changed on disk: {} matches it again, then {} applies",
            model.key(Action::Rematch),
            model.key(Action::Apply)
        ));
    }
    let tally = model.session.tally();
    if tally.n_stuck > 0 {
        let stuck = model.session.plan().stuck(Scope::Accepted);
        return Some(stuck_words(&model.session, &stuck));
    }
    let hidden = model.findings.keys().find(|id| {
        let hunk = model.session.plan().hunk(**id);
        hunk.decision.is_accepted() && !model.hidden(**id).is_empty()
    });
    if let Some(id) = hidden {
        let name = model.session.name(*id);
        return Some(format!(
            "{name} adds hidden text that nobody confirmed: go there, {} allows it",
            model.key(Action::ConfirmHidden)
        ));
    }
    if tally.n_to_write > 0 {
        return None;
    }
    Some(match model.counts() {
        (0, _, _) if !model.applied.is_empty() => "all that was accepted is written".to_string(),
        _ => format!(
            "nothing is accepted yet: {} accepts a hunk, {} all that are clear",
            model.key(Action::Accept),
            model.key(Action::AcceptClear)
        ),
    })
}

/// Says that hunks are accepted which cannot be written as they are.
pub(in crate::ui) fn stuck_words(session: &Session, stuck: &[HunkId]) -> String {
    let names: Vec<String> = stuck.iter().map(|id| session.name(*id)).collect();
    let names = names.join(", ");
    let is_settled = |id: &HunkId| session.plan().hunk(*id).state.is_settled();
    if stuck.iter().all(is_settled) {
        return format!(
            "{names}: another part of the patch does something else to the same lines of that file, or to the file; \
             reject one of them"
        );
    }
    format!("{names} accepted but not settled")
}
