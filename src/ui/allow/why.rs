//! Why a hunk cannot be accepted, and why nothing can be written, each with what can be done instead.

use std::collections::BTreeSet;

use super::digits;
use crate::patch::HunkId;
use crate::plan::{BlockDecision, Decision, FileState, Scope, State};
use crate::report::deletes_file;
use crate::text::RelPath;
use crate::text::words::counted;
use crate::ui::keymap::{Action, Goal};
use crate::ui::model::Model;

pub(super) fn why_not_accept(model: &Model) -> Option<String> {
    if model.hiding_here().is_some() {
        return Some(hidden_first(model));
    }
    if model.is_decided_as_shown()
        && model.undecided_after().is_none()
        && !super::super::update::has_open_block(model)
    {
        let next = super::super::update::what_next(model);
        return Some(format!("already accepted  {next}"));
    }
    if super::is_done(model) && model.undecided_after().is_none() {
        let next = super::super::update::what_next(model);
        return Some(format!("{}  {next}", super::done_words(model, model.hunk)));
    }
    if let Some(won) = model.session.lost_to(model.hunk) {
        let name = model.session.name(won);
        let reopen = model.key(Action::Reject);
        return Some(format!("conflicts with {name}: {reopen} reopens it"));
    }
    why_not_take(model)
}

/// Says which key allows the hidden text that is in the way here.
pub(in crate::ui) fn hidden_first(model: &Model) -> String {
    let allow = model.key(Action::ConfirmHidden);
    format!("{allow} allows its hidden text first")
}

/// Returns why the hunk under review cannot be taken where it stands, and what can be done instead; `None` when it can.
fn why_not_take(model: &Model) -> Option<String> {
    let hunk = model.current();
    let looked = model.looked.contains_key(&model.hunk);
    let enter = model.key(Action::Accept);
    let reject = model.key(Action::Reject);
    let target = match model.names_no_file(model.hunk.file) {
        true => format!("{} chooses the file", model.key(Action::Target)),
        false => format!("{} chooses another file", model.key(Action::Target)),
    };
    match &hunk.state {
        State::Placed | State::AlreadyApplied | State::NoOp => None,
        State::Overlap(_) if looked && model.overlap.is_none() => None,
        State::Ambiguous
        | State::TooWeak
        | State::NoMatch
        | State::DeletedLineNotFound
        | State::Drifted
            if looked =>
        {
            None
        }
        State::FileStuck if model.would_replace() && looked => None,
        State::TooWeak if model.would_replace() => {
            let why = model.message(hunk.id).unwrap_or_default();
            Some(format!(
                "{why}: 1 previews, then {enter} {}",
                model.whole_act()
            ))
        }
        State::Skipped => Some("binary file, left alone".to_string()),
        // Why it needs that is in the line above the diff.
        State::Ambiguous
        | State::TooWeak
        | State::NoMatch
        | State::DeletedLineNotFound
        | State::Drifted
            if !model.places().is_empty() =>
        {
            let is_tie = hunk.state == State::Ambiguous;
            let n_places = if is_tie {
                model.n_tied()
            } else {
                model.places().len()
            };
            Some(match (n_places, model.place_on_screen()) {
                _ if deletes_file(&model.session, hunk.id) => {
                    format!("1, then {enter} deletes the file")
                }
                (1, Some(_)) => format!("1 chooses this place, then {enter} accepts it"),
                _ => format!("look at a place first ({}), then {enter}", digits(n_places)),
            })
        }
        State::Ambiguous
        | State::TooWeak
        | State::NoMatch
        | State::DeletedLineNotFound
        | State::Drifted => Some(format!("no place fits: {reject} rejects, {target}")),
        State::FileStuck if model.would_replace() => Some(format!(
            "the file exists: 1 previews, then {enter} replaces it"
        )),
        State::FileStuck if model.is_unsearched() => Some(format!(
            "the search was stopped: {} searches again",
            model.key(Action::Rematch)
        )),
        State::FileStuck => {
            let why = model.message(hunk.id).unwrap_or_default();
            Some(format!("{why}. {target}, {reject} rejects"))
        }
        State::Unresolved(_) => Some(format!(
            "no place found: {} places it by hand, {reject} rejects",
            model.key(Action::ByHand)
        )),
        State::Overlap(_) | State::ContextGone | State::Dependent(_) | State::Invalid(_) => {
            model.message(hunk.id)
        }
    }
}

/// Returns the hunk that has to be settled before a command can be done: nothing is written past one that is accepted and stuck.
pub(in crate::ui) fn in_the_way(model: &Model, action: Action) -> Option<HunkId> {
    if action != Action::Apply || !model.drift.is_empty() {
        return None;
    }
    let stuck = model.session.plan().stuck(Scope::Accepted);
    let first = stuck.first().copied().or_else(|| hidden_in_the_way(model));
    let is_empty = model.session.tally().n_to_write == 0;
    first.or_else(|| half_decided(model).filter(|_| is_empty))
}

/// Returns an accepted hunk whose hidden text nobody allowed.
fn hidden_in_the_way(model: &Model) -> Option<HunkId> {
    let mut hiding = model.hidden_texts.keys();
    let accepted = hiding.find(|id| {
        let hunk = model.session.plan().hunk(**id);
        hunk.decision.is_accepted() && model.hides(hunk)
    });
    accepted.copied()
}

/// Counts the blocks of a hunk on which this was decided.
fn n_blocks(model: &Model, id: HunkId, decision: BlockDecision) -> usize {
    let blocks = model.session.split(id).iter();
    blocks.filter(|block| block.decision == decision).count()
}

/// Returns a hunk that was split and has accepted blocks and open ones, so that nothing of it is written yet.
fn half_decided(model: &Model) -> Option<HunkId> {
    let is_begun = |id: &HunkId| {
        let is_open = model.session.plan().hunk(*id).decision == Decision::Undecided;
        is_open && n_blocks(model, *id, BlockDecision::Accepted) > 0
    };
    model.session.all_split().find(is_begun)
}

/// Says which blocks of such a hunk are open, and which keys decide on one.
fn open_blocks(model: &Model) -> Option<String> {
    let id = half_decided(model)?;
    let n_open = n_blocks(model, id, BlockDecision::Undecided);
    let are = if n_open == 1 { "is" } else { "are" };
    let (blocks, name) = (counted(n_open, "block"), model.session.name(id));
    let (enter, reject) = (model.key(Action::Accept), model.key(Action::Reject));
    Some(format!(
        "{blocks} of {name} {are} undecided: {enter} accepts one, {reject} rejects it"
    ))
}

/// Says why no hunk can be accepted with all exact ones: what is left has to be looked at one by one.
pub(super) fn why_none_clear(model: &Model) -> String {
    let mut open = model
        .session
        .plan()
        .hunks()
        .filter(|hunk| model.is_open(hunk));
    let Some(hunk) = open.next() else {
        return match model.tally().n_need {
            0 => "no undecided hunk left".to_string(),
            _ => "no undecided exact match left".to_string(),
        };
    };
    let (name, enter) = (model.session.name(hunk.id), model.key(Action::Accept));
    let file = &model.session.plan().files[hunk.id.file];
    if model.is_of_changed(hunk.id) {
        let again = model.key(Action::Rematch);
        format!("the file of {name} changed on disk: {again} re-matches")
    } else if !model.session.split(hunk.id).is_empty() {
        format!("{name} is split: its blocks are decided one by one")
    } else if file.loses_unquoted(model.session.patch().hunk(hunk.id)) {
        format!("{name} deletes or replaces a file: {enter} on it accepts")
    } else if model.session.drops(hunk.id) {
        format!("{name} drops lines: {enter} on it accepts")
    } else {
        format!("{name} is not exact: {enter} on it accepts")
    }
}

pub(super) fn why_not_apply(model: &Model) -> Option<String> {
    if !model.drift.is_empty() {
        return Some(format!(
            "can't apply: file changed on disk. {} first, then {}",
            model.key(Action::Rematch),
            model.key(Action::Apply)
        ));
    }
    let tally = model.session.tally();
    if tally.n_stuck > 0 {
        let stuck = model.session.plan().stuck(Scope::Accepted);
        return Some(stuck_words(model, &stuck));
    }
    if let Some(id) = hidden_in_the_way(model) {
        let name = model.session.name(id);
        return Some(format!(
            "can't apply: {name} adds hidden text. {} allows it",
            model.key(Action::ConfirmHidden)
        ));
    }
    if tally.n_to_write > 0 {
        return None;
    }
    if let Some(open) = open_blocks(model) {
        return Some(open);
    }
    if tally.n_accepted == 0 && !model.applied.is_empty() {
        return Some("everything accepted is written".to_string());
    }
    let enter = model.key(Action::Accept);
    Some(match model.tally() {
        tally if tally.n_undecided == 0 && tally.n_rejected == 0 && keeps_newer_lines(model) => {
            "nothing to write: newer lines of the files stay".to_string()
        }
        tally if tally.n_undecided == 0 && tally.n_rejected == 0 => {
            "nothing to write: every hunk is already in the files".to_string()
        }
        tally if tally.n_undecided == 0 => "nothing to write: no hunk is accepted".to_string(),
        tally if tally.n_clear > 0 => {
            let exact = match tally.n_clear {
                1 => "the exact one".to_string(),
                n => format!("all {n} exact"),
            };
            let all = model.key(Action::AcceptClear);
            match why_not_accept(model) {
                None => format!("nothing accepted yet: {enter} accepts one, {all} {exact}"),
                Some(_) => format!("nothing accepted yet: {all} accepts {exact}"),
            }
        }
        tally if tally.n_open == 0 => match tally.n_need {
            1 => "nothing accepted yet: 1 hunk needs you".to_string(),
            n => format!("nothing accepted yet: {n} hunks need you"),
        },
        _ if why_not_accept(model).is_some() => {
            let next = model.key(Action::Go(Goal::NextProblem));
            format!("nothing accepted yet: {next} goes to the next hunk")
        }
        _ => format!("nothing accepted yet: {enter} accepts a hunk"),
    })
}

/// Says that hunks are accepted which cannot be written as they are, and why the first of them cannot.
pub(in crate::ui) fn stuck_words(model: &Model, stuck: &[HunkId]) -> String {
    let session = &model.session;
    let names = session.names(stuck);
    let is_settled = |id: &HunkId| session.plan().hunk(*id).state.is_settled();
    if stuck.iter().all(is_settled) {
        let conflict = if stuck.len() == 1 {
            "conflicts"
        } else {
            "conflict"
        };
        // A deletion stands against all else that its file is to become.
        let deleted = stuck.iter().filter(|id| deletes_file(session, **id));
        let deleted: BTreeSet<&RelPath> = deleted
            .filter_map(|id| session.plan().files[id.file].target.as_ref())
            .collect();
        let is_beside = |id: &HunkId| {
            let target = session.plan().files[id.file].target.as_ref();
            target.is_some_and(|path| deleted.contains(path)) && !stuck.contains(id)
        };
        let accepted = session
            .plan()
            .hunks()
            .filter(|hunk| hunk.decision.is_accepted());
        let beside: Vec<HunkId> = match deleted.is_empty() {
            true => Vec::new(),
            false => accepted.map(|hunk| hunk.id).filter(is_beside).collect(),
        };
        let others = match &beside[..] {
            [] => "another part".to_string(),
            beside => session.names(beside),
        };
        return format!("can't apply: {names} {conflict} with {others}. Reject one");
    }
    let is_unsearched = |id: &HunkId| session.plan().files[id.file].state == FileState::Unsearched;
    if stuck.iter().all(is_unsearched) {
        let again = model.key(Action::Rematch);
        return format!("can't apply: the search was stopped. {again} searches again");
    }
    let Some(first) = stuck.iter().find(|id| !is_settled(id)) else {
        return String::new();
    };
    if let State::Overlap(with) = &session.plan().hunk(*first).state {
        let others = with.iter().map(|hunk| HunkId {
            hunk: *hunk,
            ..*first
        });
        let mut all: Vec<HunkId> = others.chain([*first]).collect();
        all.sort_unstable();
        return format!("can't apply: {} conflict", session.names(&all));
    }
    let name = session.name(*first);
    format!("can't apply: {name} was accepted, and must be reviewed again")
}

fn keeps_newer_lines(model: &Model) -> bool {
    let mut files = 0..model.session.patch().files.len();
    files.any(|file| model.session.keeps_newer_lines(file))
}
