//! What a person said of the hunk and what its whole file comes to, above its lines; and the notes of the reply on it, which take no row there.

use super::super::allow;
use super::super::keymap::Action;
use super::super::model::Model;
use super::super::theme::Role;
use super::line::Line;
use crate::dialect::Note;
use crate::report;

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
    let given = report::content_words(&model.session, model.hunk.file).map(|words| {
        let line = Line::new().add(&format!(" {words}"), theme.style(Role::Text));
        // The keys of one hunk are in the footer.
        if allow::n_undecided_in_file(model) < 2 {
            return line;
        }
        let (accept, reject) = (model.key(Action::AcceptRest), model.key(Action::RejectRest));
        line.add("  ", theme.style(Role::Text))
            .add(&accept, theme.style(Role::Key))
            .add(" accept all  ", theme.style(Role::Muted))
            .add(&reject, theme.style(Role::Key))
            .add(" reject all", theme.style(Role::Muted))
    });
    let lines = comment.chain(given);
    let rows = lines.flat_map(|line| line.folded(usize::from(width), 3));
    rows.collect()
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
    let own = notes.iter().filter(|note| note.hunk == Some(model.hunk));
    own.filter(move |note| !is_said(note))
}
