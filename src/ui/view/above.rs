//! What a person said of the hunk and what its whole file comes to, above its lines; and the notes of the reply on it, which take no row there.

use super::super::allow;
use super::super::keymap::Action;
use super::super::model::{Model, Shown};
use super::super::theme::Role;
use super::heading::extent;
use super::line::Line;
use crate::dialect::Note;
use crate::patch::{Given, HunkId};
use crate::text::words::counted;

/// Returns the comment on the hunk under review, and what a whole file comes to, `width` columns wide.
pub(super) fn comment(model: &Model, width: u16) -> Vec<Line> {
    let theme = &model.theme;
    let comment = model.session.comment(model.hunk).unwrap_or_default();
    let comment = comment.lines().enumerate().map(|(nth, line)| {
        let label = if nth == 0 { " Comment: " } else { "   " };
        Line::new()
            .add(label, theme.style(Role::Key))
            .add(line, theme.style(Role::Text))
    });
    let given = content_line(model, usize::from(width));
    let lines = comment.chain(given);
    let rows = lines.flat_map(|line| line.folded(usize::from(width), 3));
    rows.collect()
}

/// Returns what a file that the reply gives whole, or in parts, comes to, with the keys that decide on the rest of it; `None` for
/// one that it changes by hunks. Where the row is too narrow, how many hunks there are is left out first, then rejecting all; never
/// that some of them need a look.
fn content_line(model: &Model, width: usize) -> Option<Line> {
    let theme = &model.theme;
    let line = |of_hunks: Shown, of_rejecting: Shown| {
        let words = content_words(model, of_hunks)?;
        let line = Line::new().add(&format!(" {words}"), theme.style(Role::Text));
        // The keys of one hunk are in the footer.
        if allow::n_undecided_in_file(model) < 2 {
            return Some(line);
        }
        let rest = of_rest(model, of_rejecting).into_iter();
        Some(rest.fold(line, |line, (key, words)| {
            line.add("  ", theme.style(Role::Text))
                .add(&key, theme.style(Role::Key))
                .add(&format!(" {words}"), theme.style(Role::Muted))
        }))
    };
    let ways = [
        (Shown::Yes, Shown::Yes),
        (Shown::No, Shown::Yes),
        (Shown::No, Shown::No),
    ];
    let mut lines = ways
        .into_iter()
        .filter_map(|(hunks, rejecting)| line(hunks, rejecting));
    let fits = lines.find(|line| line.width() <= width);
    fits.or_else(|| line(Shown::No, Shown::No))
}

/// Returns what such a file comes to: `whole file: +4 -6 in 3 hunks`.
fn content_words(model: &Model, of_hunks: Shown) -> Option<String> {
    let file = model.hunk.file;
    let section = model.session.patch().files.get(file)?;
    let what = match section.given {
        Given::Hunks => return None,
        Given::Whole => "whole file",
        Given::Parts => "parts of the file",
    };
    let n_hunks = section.hunks.len();
    let extents = (0..n_hunks).map(|hunk| extent(model, HunkId { file, hunk }));
    let (come, go) = extents.fold((0, 0), |sum, of| (sum.0 + of.0, sum.1 + of.1));
    let hunks = match of_hunks {
        Shown::Yes => format!(" in {}", counted(n_hunks, "hunk")),
        Shown::No => String::new(),
    };
    Some(format!("{what}: +{come} -{go}{hunks}"))
}

/// Returns the keys that decide on what is left of a file, and how many hunks each takes; none that takes no hunk.
fn of_rest(model: &Model, of_rejecting: Shown) -> Vec<(String, String)> {
    let file = model.hunk.file;
    let plan = model.session.plan();
    let n_hunks = plan.files[file].hunks.len();
    let rest = model.session.rest_of(file);
    let rest = rest.iter().filter(|(id, _)| !model.hides(plan.hunk(*id)));
    let n_waiting = rest.clone().filter(|(_, span)| span.is_some()).count();
    let ways = [
        (Action::AcceptRest, "accept", rest.count()),
        (
            Action::RejectRest,
            "reject",
            allow::n_undecided_in_file(model),
        ),
    ];
    let is_shown = |action| of_rejecting == Shown::Yes || action != Action::RejectRest;
    let ways = ways.into_iter();
    let ways = ways.filter(move |(action, _, n)| *n > 0 && is_shown(*action));
    ways.map(|(action, verb, n)| {
        let all = if n == n_hunks {
            "all".to_string()
        } else {
            format!("{n} of {n_hunks}")
        };
        // What is accepted with a second press of the key only.
        let review = match (action, n_waiting) {
            (Action::AcceptRest, 1..) => format!(" ({n_waiting} to review)"),
            (_, _) => String::new(),
        };
        (model.key(action), format!("{verb} {all}{review}"))
    })
    .collect()
}

/// Returns what was guessed or repaired while the hunk was read; what is said of an earlier hunk of the file is not said again.
pub(super) fn notes_of(model: &Model) -> impl Iterator<Item = &Note> {
    let notes = model.session.notes();
    let is_of_earlier = |note: &Note| {
        let id = note.hunk;
        id.is_some_and(|id| id.file == model.hunk.file && id.hunk < model.hunk.hunk)
    };
    let is_said = move |note: &&Note| {
        let mut earlier = notes.iter().filter(|other| is_of_earlier(other));
        earlier.any(|other| other.text == note.text)
    };
    let own = model.session.notes_on(model.hunk);
    own.filter(move |note| !is_said(note))
}
