//! What the footer calls keys and commands.

use super::super::super::allow;
use super::super::super::key;
use super::super::super::keymap::{self, Action, Binding, Goal, Motion, Side};
use super::super::super::model::{Mode, Model, Purpose};
use super::super::overlap::side_words;
use crate::plan::{BlockDecision, Step};
use crate::report;

/// Returns the keys of a command as the footer shows them.
pub(super) fn keys_shown(model: &Model, row: &Binding) -> String {
    if row.action == Action::Show {
        let n_sides = model.overlap.as_ref().map(|overlap| overlap.hunks.len());
        return allow::digits(n_sides.unwrap_or_else(|| allow::n_shown(model)));
    }
    if row.action == Action::LookAgain {
        return allow::digits(allow::n_to_look_at(model));
    }
    if row.action == Action::Move(Motion::Down) {
        let mut rows = keymap::of_context(model.context());
        let up = rows.find(|row| row.action == Action::Move(Motion::Up));
        let both = [Some(row), up].into_iter().flatten();
        let keys = both.filter_map(|row| model.keys.of(row).first().copied().map(key::shown));
        return keys.collect::<Vec<_>>().join(" ");
    }
    model
        .keys
        .of(row)
        .first()
        .map_or(String::new(), |key| key::shown(key))
}

/// Returns the words of a command where it is about a block of the hunk.
fn words_of_block(model: &Model, action: Action) -> Option<&'static str> {
    let decided = model.split().get(model.block)?.decision;
    match (action, decided) {
        (Action::Split, _) => Some("join"),
        (Action::Accept, BlockDecision::Undecided | BlockDecision::Rejected) => {
            Some("accept block, next")
        }
        (Action::Reject, BlockDecision::Rejected) => Some("reopen block"),
        (Action::Reject, BlockDecision::Undecided | BlockDecision::Accepted) => {
            Some("reject block")
        }
        (_, _) => None,
    }
}

/// Returns what accepting a hunk does that takes or gives a whole file.
fn whole_words(model: &Model) -> Option<String> {
    let act = match report::deletes_file(&model.session, model.hunk) {
        true => "deletes the file",
        false if model.would_replace() => model.whole_act(),
        false => return None,
    };
    Some(act.replacen("s the", " the", 1))
}

/// Returns whether nothing is left to decide about the hunk, so that accepting it only goes on.
fn is_behind(model: &Model) -> bool {
    allow::is_done(model) || model.is_decided_as_shown()
}

/// Returns as much of the label of a step as the footer has room for: a phrase of it that is true by itself, never a part of a list
/// or a sentence that breaks off. The last resort is what is done, without its objects.
fn short(label: &str) -> &str {
    const ROOM: usize = 20;
    // A block is one of the hunk that is on the screen then.
    let label = label.split(" of hunk").next().unwrap_or(label);
    let fits = |phrase: &&str| phrase.chars().count() <= ROOM;
    let is_number = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit());
    let ends = [" of ", ", ", " for ", " to ", " at "].into_iter();
    let phrases = ends.filter_map(|end| {
        let at = label.find(end)?;
        // A comma before a number is one of a list.
        let is_in_list = end == ", " && is_number(&label[at + end.len()..]);
        (!is_in_list).then_some(&label[..at])
    });
    let whole = Some(label).filter(fits);
    whole
        .or_else(|| phrases.filter(fits).max_by_key(|phrase| phrase.len()))
        .unwrap_or_else(|| act_of(label))
}

/// Returns the words before the first name or number.
fn act_of(label: &str) -> &str {
    let is_word = |word: &&str| word.chars().all(char::is_alphabetic);
    let words = label.split(' ').take_while(is_word);
    let n_bytes: usize = words.map(|word| word.len() + 1).sum();
    &label[..n_bytes.saturating_sub(1)]
}

/// Returns what is done with the text that is being typed.
fn submit_word(mode: &Mode) -> &'static str {
    if matches!(mode, Mode::Start(_)) {
        return "open";
    }
    let Mode::Input(purpose, ..) = mode else {
        return "save";
    };
    match purpose {
        Purpose::Search | Purpose::FindLine => "find",
        Purpose::GoToLine => "go",
        Purpose::Comment => "save",
    }
}

/// Returns a command's words, with what it is about where that helps.
pub(super) fn words_of(model: &Model, row: &Binding) -> String {
    let many = model
        .overlap
        .as_ref()
        .filter(|overlap| overlap.hunks.len() > 2);
    let telling = if let (Action::ShowSide(side), Some(overlap)) = (row.action, many) {
        Some(side_words(side, overlap))
    } else if let Some(words) = words_of_block(model, row.action) {
        Some(words.to_string())
    } else if row.action == Action::Accept && is_behind(model) {
        Some("next".to_string())
    } else if row.action == Action::Accept
        && let Some(words) = whole_words(model)
    {
        Some(match model.unlike_removals().is_empty() {
            true => words,
            false => format!("{words} (asks)"),
        })
    } else if row.action == Action::Accept {
        let place = model.other_place().and(model.shown_place());
        let asks = !model.unlike_removals().is_empty();
        let lacks = model.lacks_removed();
        let is_only = allow::is_only_place_in_view(model);
        place.map(|place| match asks {
            true if is_only => "accept (asks)".to_string(),
            true => format!("place {} (asks)", place + 1),
            false if lacks && is_only => model.lacking_words().to_string(),
            false if lacks => format!("{}, place {}", model.lacking_words(), place + 1),
            false if is_only => "accept".to_string(),
            false => format!("accept place {}", place + 1),
        })
    } else if row.action == Action::Show && allow::is_only_place_in_view(model) {
        let words = whole_words(model).unwrap_or_else(|| "accept".to_string());
        Some(format!("{words} (asks)"))
    } else if row.action == Action::Go(Goal::NextProblem) && allow::others_need(model) {
        Some("next problem".to_string())
    } else if row.action == Action::Reject && model.current().decision.is_rejected() {
        Some("reopen".to_string())
    } else if row.action == Action::Reject && model.overlap.is_some() {
        Some(format!("reject {}", model.session.name(model.hunk)))
    } else if row.action == Action::Undo {
        let last_step = model.session.resolutions().next_undo();
        // What was accepted before its file changed is not accepted now.
        let hunk = model.current();
        let is_open = hunk.decision.is_accepted() && !hunk.state.is_settled();
        let is_about =
            |step: &Step| step.label == format!("accept {}", model.session.name(hunk.id));
        last_step.map(|step| match is_open && is_about(step) {
            true => format!("undo: {} (earlier)", short(&step.label)),
            false => format!("undo: {}", short(&step.label)),
        })
    } else if row.action == Action::ShowSide(Side::Apart) {
        let way_out = model.overlap.as_ref().and_then(|overlap| overlap.way_out);
        way_out.map(|way_out| {
            let name = model.session.name(way_out.moved);
            format!("{name} at place {}", way_out.index + 1)
        })
    } else if row.action == Action::Target && model.names_no_file(model.hunk.file) {
        Some("choose file".to_string())
    } else if let (Action::WidenTarget, Mode::Target(targets)) = (row.action, &model.mode) {
        Some(match targets.files.len() {
            1 => format!("for all {} parts without a file", model.nameless().len()),
            _ => format!("for {} alone", model.session.name(model.hunk)),
        })
    } else if row.action == Action::Everywhere {
        model.n_everywhere().map(|n| format!("all {n} places"))
    } else if row.action == Action::UndoApply && model.asked == Some(row.action) {
        Some("open as patch".to_string())
    } else if row.action == Action::Replace {
        Some(model.unlike_act().verb().to_string())
    } else if row.action == Action::InsertOnly {
        Some(model.insert_words())
    } else if row.action == Action::Submit {
        Some(submit_word(&model.mode).to_string())
    } else if row.action == Action::ToggleLine && model.is_line_marked() {
        Some("unmark".to_string())
    } else if row.action == Action::AcceptClear {
        Some(format!("accept {} exact", model.tally().n_clear))
    } else {
        None
    };
    telling.unwrap_or_else(|| row.footer.to_string())
}
