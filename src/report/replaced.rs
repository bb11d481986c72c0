//! What is said of lines of the file that go by a person's choice in place of those that the reply removes.

use super::finding::first_few;
use crate::patch::HunkId;
use crate::session::Session;
use crate::text::display::display_line;

/// Returns a sentence on the lines that a placed or written hunk takes out of the file and the reply does not remove; `None`
/// where there are none.
pub(super) fn told(session: &Session, id: HunkId) -> Option<String> {
    let gone = session.texts_replaced(id);
    let (named, more) = first_few(gone.iter());
    let named: Vec<String> = named
        .into_iter()
        .map(|line| {
            let words = display_line(line);
            match gone.iter().filter(|other| *other == line).count() {
                1 => format!("`{words}`"),
                n => format!("`{words}` ({n} times)"),
            }
        })
        .collect();
    let named = named.join(", ");
    (!named.is_empty()).then(|| format!("removes {named}{more}, which the reply does not remove"))
}
