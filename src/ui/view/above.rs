//! What stands above the lines of a hunk: what the person said of it, and what was guessed or repaired while it was read.

use super::super::keymap::Action;
use super::super::model::Model;
use super::super::theme::Role;
use super::line::Line;
use crate::dialect::Note;
use crate::report;

/// The most rows it takes.
const MOST_ROWS: usize = 2;

/// Returns the rows above the hunk under review, `width` columns wide.
pub(super) fn above(model: &Model, width: u16) -> Vec<Line> {
    let theme = &model.theme;
    let (key, text, muted) = (
        theme.style(Role::Key),
        theme.style(Role::Text),
        theme.style(Role::Muted),
    );
    let comment = model
        .session
        .comment(model.hunk)
        .map(|comment| Line::new().add(" comment: ", key).add(comment, text));
    let notes = notes_of(model).map(|note| {
        Line::new().add(" note: ", key).add(&note.text, muted).add(
            &format!(" ({})", model.line_of_reply(note.span.start)),
            muted,
        )
    });
    let has_comment = comment.is_some();
    let given = report::content_words(&model.session, model.hunk.file).map(|words| {
        let (accept, reject) = (model.key(Action::AcceptRest), model.key(Action::RejectRest));
        let keys = format!("  {accept} accepts, {reject} rejects all of it");
        Line::new()
            .add(&format!(" {words}"), text)
            .add(&keys, muted)
    });
    let lines = comment.into_iter().chain(given).chain(notes);
    let mut rows: Vec<Line> = lines
        .flat_map(|line| line.folded(usize::from(width), 3))
        .collect();
    if rows.len() > MOST_ROWS {
        let n_more = rows.len() - MOST_ROWS + 1;
        rows.truncate(MOST_ROWS - 1);
        let more = Line::new()
            .add(&format!(" {n_more} more rows: "), muted)
            .add(&model.key(Action::Notes), key)
            .add(" lists the notes", muted);
        rows.push(if has_comment {
            more.add(", ", muted)
                .add(&model.key(Action::Comments), key)
                .add(" the comments", muted)
        } else {
            more
        });
    }
    rows
}

/// Returns what was guessed or repaired while the hunk was read; what is said of an earlier hunk of the file is not said again.
fn notes_of(model: &Model) -> impl Iterator<Item = &Note> {
    let notes = model.session.notes();
    let is_of_earlier = |note: &Note| {
        let id = note.hunk;
        id.is_some_and(|id| id.file == model.hunk.file && id.hunk < model.hunk.hunk)
    };
    let is_said = move |note: &&Note| {
        let mut earlier = notes.iter().filter(|other| is_of_earlier(other));
        earlier.any(|other| other.text == note.text)
    };
    let own = notes.iter().filter(|note| note.hunk == Some(model.hunk));
    own.filter(move |note| !is_said(note))
}
