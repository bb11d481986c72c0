//! Decisions on hunks: shown before taken, each one a command of the session.

use super::super::allow::{done_words, hidden_first, is_done, others_need};
use super::super::effect::Effect;
use super::super::keymap::{Action, Goal};
use super::super::model::{Mode, Model, PlaceView};
use super::super::task::JobRequest;
use super::super::words::sentence;
use super::step::stepped;
use super::{place, refuse, split, tell, travel};
use crate::patch::{FileOp, HunkId};
use crate::plan::{BlockDecision, Decision, HunkPlan, State};
use crate::session::{Command, Outcome, Session};
use crate::text::LineSpan;
use crate::text::words::counted;

/// Runs a command on the session and makes the screen anew; `Err` says why nothing changed. Every decision passes here, so that
/// none accepts hidden text that was not allowed, whichever key made it.
pub(super) fn run(model: &mut Model, command: Command) -> Result<String, String> {
    if let Some(id) = hidden_accepted_by(model, &command) {
        return Err(hidden_words(model, id));
    }
    let (hunk, n_decided) = (model.hunk, n_blocks_decided(model));
    let is_step_back = matches!(command, Command::Undo | Command::Redo);
    let chooses = matches!(command, Command::Decide { .. });
    let was_accepted = model.session.plan().hunk(hunk).decision.is_accepted();
    let outcome = model.session.run(command);
    model.renew_list();
    model.renew();
    let is_whole = model.session.split(hunk).is_empty();
    match outcome {
        Outcome::Done(what) if n_decided > 0 && is_whole && !chooses && !is_step_back => {
            let undo = model.key(Action::Undo);
            let is_kept = matches!(
                model.session.plan().hunk(hunk).decision,
                Decision::Lines(_) | Decision::Rejected { .. }
            );
            Ok(match is_kept {
                true => what,
                false => format!("{what}; block decisions dropped ({undo} undo)"),
            })
        }
        Outcome::Done(what) if !is_step_back && !was_accepted => Ok(
            conflict_words(model, hunk).unwrap_or(format!("{what}{}", but_drifted(model, hunk)))
        ),
        Outcome::Done(what) => Ok(what),
        Outcome::Refused(why) => Err(why),
    }
}

/// Says that a hunk is not written yet though it was accepted: its place changed on disk.
fn but_drifted(model: &Model, id: HunkId) -> &'static str {
    let hunk = model.session.plan().hunk(id);
    match hunk.decision.is_accepted() && model.drift.touches(id) {
        true => "; its place changed on disk",
        false => "",
    }
}

/// Says that a hunk which was accepted conflicts with others: until that is settled, none of them counts as accepted.
fn conflict_words(model: &Model, id: HunkId) -> Option<String> {
    let hunk = model.session.plan().hunk(id);
    let State::Overlap(with) = &hunk.state else {
        return None;
    };
    let with: Vec<HunkId> = with
        .iter()
        .map(|hunk| HunkId { hunk: *hunk, ..id })
        .collect();
    let (name, others) = (model.session.name(id), model.session.names(&with));
    let is_accepted = hunk.decision.is_accepted();
    is_accepted.then(|| sentence(&format!("{name} conflicts with {others}: not accepted yet")))
}

/// Returns on how many blocks of the hunk under review something was decided.
pub(super) fn n_blocks_decided(model: &Model) -> usize {
    let blocks = model.session.split(model.hunk).iter();
    let decided = blocks.filter(|block| block.decision != BlockDecision::Undecided);
    decided.count()
}

/// Returns a hunk with hidden text that nobody allowed, and that a command would accept.
fn hidden_accepted_by(model: &Model, command: &Command) -> Option<HunkId> {
    if model.hidden_texts.is_empty() || matches!(command, Command::Undo | Command::Redo) {
        return None;
    }
    let mut tried = model.session.clone();
    tried.run(command.clone());
    newly_accepted_hidden(model, &tried)
}

/// Returns a hunk with hidden text that nobody allowed, and that `after` accepts where the review does not.
fn newly_accepted_hidden(model: &Model, after: &Session) -> Option<HunkId> {
    let mut hiding = model.hidden_texts.keys();
    let accepted = hiding.find(|id| {
        !after.is_confirmed(**id)
            && model.takes_hidden(after, **id)
            && !model.takes_hidden(&model.session, **id)
    });
    accepted.copied()
}

/// Says that a hunk adds hidden text, and which key allows it.
fn hidden_words(model: &Model, id: HunkId) -> String {
    if model.hiding_here() == Some(id) {
        return hidden_first(model);
    }
    let allow = model.key(Action::ConfirmHidden);
    let name = model.session.name(id);
    format!("{name} adds hidden text \u{2014} {allow} there allows it")
}

/// A command that has files matched anew was carried out on `session`, a copy of the review.
pub(super) fn ran(
    model: &mut Model,
    command: &Command,
    session: Session,
    outcome: Outcome,
) -> Vec<Effect> {
    let what = match outcome {
        Outcome::Done(what) => what,
        Outcome::Refused(why) => return refuse(model, why),
    };
    // What is undone was allowed before, or is asked about again.
    let is_step_back = matches!(command, Command::Undo | Command::Redo);
    if let Some(id) = newly_accepted_hidden(model, &session).filter(|_| !is_step_back) {
        return refuse(model, hidden_words(model, id));
    }
    let then = model.exchange(session);
    // Places are counted from the best: a place looked at may be another now.
    model.looked.clear();
    model.renew_findings();
    model.renew_list();
    model.renew();
    match command {
        Command::Undo => stepped(model, &what, then.resolutions().next_undo()),
        Command::Redo => stepped(model, &what, then.resolutions().next_redo()),
        Command::Retarget { .. } => {
            model.go_to(model.hunk);
            tell(model, past(&what));
        }
        Command::AcceptEverywhere { .. } => {
            if let Some(next) = next_after(model, true) {
                model.go_to(next);
            }
            tell(model, format!("{}  {}", past(&what), what_next(model)));
        }
        Command::Edit { .. }
        | Command::Place { .. }
        | Command::AcceptAt { .. }
        | Command::InsertAt { .. }
        | Command::ReplaceAt { .. }
        | Command::Decide { .. }
        | Command::Reopen { .. }
        | Command::AcceptEach { .. }
        | Command::AcceptRest { .. }
        | Command::RejectRest { .. }
        | Command::KeepOrder { .. }
        | Command::KeepOne { .. }
        | Command::KeepAll { .. }
        | Command::KeepApart { .. }
        | Command::KeepNone { .. }
        | Command::Confirm { .. }
        | Command::Comment { .. }
        | Command::Split { .. }
        | Command::Join { .. }
        | Command::Choose { .. } => {
            model.bring_into_view();
            tell(model, format!("{}  {}", past(&what), what_next(model)));
        }
    }
    let mut effects = vec![Effect::Watch, Effect::Save];
    // A hunk that was edited while it was being placed goes on being placed.
    if let Mode::Place(PlaceView { line, .. }) = model.mode {
        effects.extend(place::reopen(model, line));
    }
    effects
}

/// Runs a command that decides on the hunk, says what comes next, and moves on: from a hunk that needed somebody to the next
/// that does, as Tab goes, from any other to the next undecided one.
pub(super) fn go_on_after(model: &mut Model, command: Command) -> Vec<Effect> {
    go_on_to(model, command, &[])
}

/// Like [`go_on_after`], but moves to the first undecided hunk of `next`, if there is one.
pub(super) fn go_on_to(model: &mut Model, command: Command, next: &[HunkId]) -> Vec<Effect> {
    // One whose hidden text was allowed asked for that.
    let was_asked = model.needs_you(model.current()) || model.session.is_confirmed(model.hunk);
    match run(model, command) {
        Ok(what) => {
            let plan = model.session.plan();
            let is_open = |id: &&HunkId| plan.hunk(**id).decision == Decision::Undecided;
            let next = next.iter().find(is_open).copied();
            if let Some(next) = next.or_else(|| next_after(model, was_asked)) {
                model.go_to(next);
            }
            tell(model, format!("{}  {}", past(&what), what_next(model)));
            vec![Effect::Save]
        }
        Err(why) => refuse(model, why),
    }
}

/// Returns the hunk that comes after a decision on the one under review, which needed somebody, or not.
fn next_after(model: &Model, was_asked: bool) -> Option<HunkId> {
    match was_asked {
        true => travel::next_left(model, Goal::NextProblem),
        false => model.undecided_after(),
    }
}

/// Returns what a step is called once it is done: `accept hunk 4` becomes `Accepted hunk 4`.
pub(super) fn past(label: &str) -> String {
    const VERBS: [(&str, &str); 13] = [
        ("accept", "Accepted"),
        ("insert", "Inserted"),
        ("reject", "Rejected"),
        ("reopen", "Reopened"),
        ("place", "Placed"),
        ("keep", "Kept"),
        ("edit", "Edited"),
        ("move", "Moved"),
        ("allow", "Allowed"),
        ("comment", "Commented"),
        ("join", "Joined"),
        ("split", "Split"),
        ("choose", "Chose"),
    ];
    let (verb, rest) = label.split_once(' ').unwrap_or((label, ""));
    let rest = rest
        .replace(", reject ", ", rejected ")
        .replace(", reopen ", ", reopened ");
    match VERBS.iter().find(|(known, _)| *known == verb) {
        Some((_, done)) => format!("{done} {rest}"),
        None => label.to_string(),
    }
}

/// Runs a command and stays.
pub(super) fn stay_after(model: &mut Model, command: Command) -> Vec<Effect> {
    match run(model, command) {
        Ok(what) => {
            model.bring_into_view();
            tell(model, format!("{}  {}", past(&what), what_next(model)));
            vec![Effect::Save]
        }
        Err(why) => refuse(model, why),
    }
}

/// Returns what the person could do next, in a few words.
pub(in crate::ui) fn what_next(model: &Model) -> String {
    let tally = model.tally();
    let next = model.key(Action::Go(Goal::NextProblem));
    let all = match model.session.unread().count() {
        0 => "all decided".to_string(),
        n => format!("hunks decided, {} not read", counted(n, "part")),
    };
    match (tally.n_need, tally.n_open, tally.n_accepted) {
        (0, 0, 0) if tally.n_rejected > 0 => format!(
            "({all}: {} quit, {} copy feedback)",
            model.key(Action::Quit),
            model.key(Action::Feedback)
        ),
        (0, 0, 0) => format!("({all}: {} quit)", model.key(Action::Quit)),
        (0, 0, _) if !model.drift.is_empty() => {
            format!("({all}: {} re-match)", model.key(Action::Rematch))
        }
        (0, 0, _) => format!("({all}: {} apply)", model.key(Action::Apply)),
        (0, 1, _) if model.is_open(model.current()) => {
            format!("({} is undecided)", model.session.name(model.hunk))
        }
        (0, open, _) => format!("({open} undecided: {next})"),
        _ if model.needs_you(model.current()) && !others_need(model) => {
            format!("({} needs you)", model.session.name(model.hunk))
        }
        (1, _, _) => format!("(1 needs you: {next})"),
        (need, _, _) => format!("({need} need you: {next})"),
    }
}

/// Accepts the hunk at the place shown.
pub(super) fn accept(model: &mut Model) -> Vec<Effect> {
    let hunk = model.hunk;
    match model.split().get(model.block).map(|block| block.decision) {
        Some(BlockDecision::Undecided | BlockDecision::Rejected) => {
            return split::decide_on_block(model, BlockDecision::Accepted);
        }
        Some(BlockDecision::Accepted) if split::go_on(model) => return Vec::new(),
        Some(BlockDecision::Accepted) | None => {}
    }
    if is_done(model) || model.is_decided_as_shown() {
        return match model.undecided_after() {
            Some(next) => {
                model.go_to(next);
                Vec::new()
            }
            None => refuse(
                model,
                format!("{} {}", done_words(model, hunk), what_next(model)),
            ),
        };
    }
    if model.would_replace() {
        let lines = model.doc.text().n_lines();
        let span = LineSpan::new(0, lines);
        return go_on_after(model, Command::AcceptAt { hunk, span });
    }
    if model.other_place().is_some() {
        return place::take(model);
    }
    let decision = Decision::Accepted;
    go_on_after(model, Command::Decide { hunk, decision })
}

/// Accepts the hunk, or opens it again, and stays.
pub(super) fn toggle(model: &mut Model) -> Vec<Effect> {
    match model.split().get(model.block).map(|block| block.decision) {
        Some(BlockDecision::Accepted) => {
            return split::decide_on_block(model, BlockDecision::Undecided);
        }
        Some(BlockDecision::Undecided | BlockDecision::Rejected) => {
            return split::decide_and_stay(model, BlockDecision::Accepted);
        }
        None => {}
    }
    let decision = match model.current().decision {
        Decision::Accepted | Decision::Lines(_) => Decision::Undecided,
        Decision::Undecided | Decision::Rejected { .. } => Decision::Accepted,
    };
    let hunk = model.hunk;
    stay_after(model, Command::Decide { hunk, decision })
}

/// Rejects the hunk, or opens a rejected one again.
pub(super) fn reject(model: &mut Model) -> Vec<Effect> {
    let hunk = model.hunk;
    match model.split().get(model.block).map(|block| block.decision) {
        Some(BlockDecision::Rejected) => {
            return split::decide_on_block(model, BlockDecision::Undecided);
        }
        Some(BlockDecision::Undecided | BlockDecision::Accepted) => {
            return split::decide_on_block(model, BlockDecision::Rejected);
        }
        None => {}
    }
    if model.current().decision.is_rejected() {
        let decision = Decision::Undecided;
        return stay_after(model, Command::Decide { hunk, decision });
    }
    let why = model.session.comment(hunk).map(str::to_string);
    let decision = Decision::Rejected { why };
    go_on_after(model, Command::Decide { hunk, decision })
}

/// Keeps what the person says about the hunk.
pub(super) fn comment(model: &mut Model, text: &str) -> Vec<Effect> {
    let hunk = model.hunk;
    let text = text.trim().to_string();
    model.session.keep_draft(hunk, None);
    let effects = stay_after(model, Command::Comment { hunk, text });
    if model.session.comment(hunk).is_some() && !effects.is_empty() {
        let reject = model.key(Action::Reject);
        tell(
            model,
            format!("Comment saved \u{2014} {reject} rejects with it"),
        );
    }
    effects
}

/// Takes note that the person saw the hidden text which the hunk adds.
pub(super) fn confirm_hidden(model: &mut Model) -> Vec<Effect> {
    let hunk = model.hiding_here().unwrap_or(model.hunk);
    // The question it was asked over is asked again, and can be answered now.
    let asked = model.asked;
    let effects = stay_after(model, Command::Confirm { hunk });
    model.asked = asked;
    effects
}

/// Accepts the hunk at all the places that it fits equally well, but asks once.
pub(super) fn accept_everywhere(model: &mut Model) -> Vec<Effect> {
    let hunk = model.hunk;
    if model.asked != Some(Action::Everywhere) {
        model.asked = Some(Action::Everywhere);
        let n_places = model.n_everywhere().unwrap_or_default();
        let again = model.key(Action::Everywhere);
        let places = match n_places {
            2 => "both places".to_string(),
            n => format!("all {n} places"),
        };
        return refuse(model, format!("Press {again} again to change {places}"));
    }
    vec![Effect::Think(JobRequest::Run(Command::AcceptEverywhere {
        hunk,
    }))]
}

/// Accepts what has a place in the file and is undecided, but asks once where some of it needs a look.
pub(super) fn accept_rest(model: &mut Model) -> Vec<Effect> {
    let file = model.hunk.file;
    let mut rest = model.session.rest_of(file);
    let plan = model.session.plan();
    let hidden = rest.iter().map(|(id, _)| *id);
    let except: Vec<HunkId> = hidden.filter(|id| model.hides(plan.hunk(*id))).collect();
    rest.retain(|(id, _)| !except.contains(id));
    if rest.is_empty() {
        let names = model.session.names(&except);
        let adds = if except.len() == 1 { "adds" } else { "add" };
        let allow = model.key(Action::ConfirmHidden);
        return refuse(
            model,
            format!("{names} {adds} hidden text \u{2014} {allow} there allows it"),
        );
    }
    let waiting = rest.iter().filter(|(_, span)| span.is_some());
    let waiting: Vec<HunkId> = waiting.map(|(id, _)| *id).collect();
    if !waiting.is_empty() && model.asked != Some(Action::AcceptRest) {
        model.asked = Some(Action::AcceptRest);
        let hunks = counted(rest.len(), "hunk");
        let again = model.key(Action::AcceptRest);
        let why = match &waiting[..] {
            [_] if rest.len() == 1 => {
                format!("Press {again} again to accept 1 hunk, which needs review")
            }
            [one] => {
                let name = model.session.name(*one);
                format!("Press {again} again to accept {hunks}; {name} needs review")
            }
            several => format!(
                "Press {again} again to accept {hunks}, {} of which need review",
                several.len()
            ),
        };
        return refuse(model, why);
    }
    let n_left = except.len();
    let effects = go_on_after(model, Command::AcceptRest { file, except });
    if n_left > 0 && !effects.is_empty() {
        let has = if n_left == 1 { "has" } else { "have" };
        let accepted = counted(rest.len(), "hunk");
        let next = what_next(model);
        tell(
            model,
            format!("Accepted {accepted}; {n_left} {has} hidden text  {next}"),
        );
    }
    effects
}

/// Rejects what is undecided in the file, but asks once.
pub(super) fn reject_rest(model: &mut Model) -> Vec<Effect> {
    let file = model.hunk.file;
    if model.asked != Some(Action::RejectRest) {
        model.asked = Some(Action::RejectRest);
        let undecided = |hunk: &&HunkPlan| hunk.decision == Decision::Undecided;
        let hunks = model.session.plan().files[file].hunks.iter();
        let n_hunks = counted(hunks.filter(undecided).count(), "undecided hunk");
        let again = model.key(Action::RejectRest);
        return refuse(
            model,
            format!("Press {again} again to reject {n_hunks} in this file"),
        );
    }
    go_on_after(model, Command::RejectRest { file })
}

/// Accepts all that matches exactly, except what must be looked at by itself, and says what that is.
pub(super) fn accept_clear(model: &mut Model) -> Vec<Effect> {
    let hunks = model.clear_hunks();
    let n_accepted = hunks.len();
    let effects = stay_after(model, Command::AcceptEach { hunks });
    if !effects.is_empty() {
        let matches = if n_accepted == 1 { "match" } else { "matches" };
        let left = left_to_look_at(model);
        let next = what_next(model);
        tell(
            model,
            format!("Accepted {n_accepted} exact {matches}{left}  {next}"),
        );
    }
    if matches!(model.mode, Mode::Apply(_)) {
        // It shows what would be written now.
        let survey = (!effects.is_empty()).then_some(Effect::Think(JobRequest::Survey));
        return effects.into_iter().chain(survey).collect();
    }
    let decided = model.current().decision != Decision::Undecided;
    if let Some(next) = model.undecided_after().filter(|_| decided) {
        model.go_to(next);
    }
    effects
}

/// Says which exact matches are left to be looked at one by one, and why.
fn left_to_look_at(model: &Model) -> String {
    let plan = model.session.plan();
    let open: Vec<&HunkPlan> = plan
        .hunks()
        .filter(|hunk| hunk.decision == Decision::Undecided && hunk.state == State::Placed)
        .collect();
    let hides = open.iter().filter(|hunk| model.hides(hunk)).count();
    let of_op = |hunk: &&&HunkPlan| plan.files[hunk.id.file].op == FileOp::Delete;
    let deletes = open.iter().filter(of_op).count();
    let said = |n: usize, one: &str, many: &str| match n {
        0 => None,
        1 => Some(format!("1 {one}")),
        n => Some(format!("{n} {many}")),
    };
    let hides = said(hides, "that has hidden text", "that have hidden text");
    let deletes = said(deletes, "that deletes a file", "that delete files");
    let changed = open.iter().filter(|hunk| model.is_of_changed(hunk.id));
    let changed = said(
        changed.count(),
        "whose file changed on disk",
        "whose files changed on disk",
    );
    let drops = open.iter().filter(|hunk| model.session.drops(hunk.id));
    let drops = said(drops.count(), "that drops lines", "that drop lines");
    let left = [hides, deletes, drops, changed].into_iter().flatten();
    let left: Vec<String> = left.collect();
    match left.is_empty() {
        true => String::new(),
        false => format!("; left out {}", left.join(" and ")),
    }
}

/// Settles the file's ties by the patch's order.
pub(super) fn keep_order(model: &mut Model) -> Vec<Effect> {
    let file = model.hunk.file;
    stay_after(model, Command::KeepOrder { file })
}
