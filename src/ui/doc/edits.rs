//! What is changed where a hunk is shown: by itself, and by the other hunks of its file.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{EditOwner, Others};
use crate::matcher::Candidate;
use crate::patch::HunkId;
use crate::plan::{Block, State};
use crate::session::Session;
use crate::text::{Content, Edit, LineSpan, Piece, Text};

/// Edits, and who makes each.
pub(super) type Edits = Vec<(EditOwner, Edit)>;

/// Returns the lines that the hunk is shown among; `None` where there is no text.
pub(super) fn text_under(session: &Session, id: HunkId) -> Option<Arc<Text>> {
    let snapshot = session.plan().files[id.file].snapshot.as_ref()?;
    let is_placed = session.plan().hunk(id).state == State::Placed;
    match &snapshot.content {
        Content::Text(text) => Some(text.clone()),
        Content::Absent if is_placed => Some(Arc::new(Text::new(""))),
        Content::Absent
        | Content::Binary
        | Content::NotAFile(_)
        | Content::Refused(_)
        | Content::Unreadable(_) => None,
    }
}

/// Returns what the hunk changes at `shown`, else at the place it has, and the lines it is about; `None` without a place.
/// Of a hunk that was split, it is the blocks that `is_shown` takes.
pub(super) fn own(
    session: &Session,
    id: HunkId,
    shown: Option<&Candidate>,
    is_shown: impl Fn(&Block) -> bool,
) -> Option<(Edits, LineSpan)> {
    let by_hunk = |edit| (EditOwner::whole(id), edit);
    if let Some(candidate) = shown {
        let edits = session.edits_at(id, candidate).into_iter();
        return Some((edits.map(by_hunk).collect(), candidate.span));
    }
    let Some(placed) = &session.plan().hunk(id).placement else {
        return Some((Vec::new(), session.applied_span(id)?));
    };
    let blocks = session.split(id);
    if blocks.is_empty() {
        let edits = session.placed_edits(id).into_iter();
        return Some((edits.map(by_hunk).collect(), placed.candidate.span));
    }
    let mut edits = Vec::new();
    for (index, block) in blocks.iter().enumerate() {
        if is_shown(block) {
            let by = EditOwner {
                hunk: id,
                block: index,
            };
            let own = session.edits_of(id, &placed.candidate, Some(&block.lines));
            edits.extend(own.into_iter().map(|edit| (by, edit)));
        }
    }
    Some((edits, placed.candidate.span))
}

/// Adds what the other hunks of the file change where they are settled, unless it meets `edits`.
pub(super) fn add_others(edits: &mut Edits, session: &Session, id: HunkId, which: Others) {
    let hunks = session.plan().files[id.file].hunks.iter();
    let others = hunks.filter(|other| {
        let is_shown = match which {
            Others::Placed => !other.decision.is_rejected(),
            Others::Accepted => other.decision.is_accepted(),
        };
        other.id != id && other.state == State::Placed && is_shown
    });
    let mut taken: BTreeSet<LineSpan> = edits.iter().map(|(_, edit)| edit.span).collect();
    for other in others {
        let theirs = session.placed_edits(other.id);
        if !theirs.iter().any(|edit| is_among(edit.span, &taken)) {
            let by = EditOwner::whole(other.id);
            taken.extend(theirs.iter().map(|edit| edit.span));
            edits.extend(theirs.into_iter().map(|edit| (by, edit)));
        }
    }
}

/// Parts an edit that hunks make together into what each adds, in their order; what goes is the hunk's `id` where it removes any
/// of that. An edit that is not the lines of one after those of another stays whole.
pub(super) fn parted(edit: &Edit, made: &[(HunkId, Vec<Edit>)], id: HunkId) -> Edits {
    let makes = |(hunk, edits): &(HunkId, Vec<Edit>)| {
        let own = || edits.iter().filter(|own| own.span.collides(edit.span));
        let lines: Vec<Piece> = own().flat_map(|own| own.lines.iter().cloned()).collect();
        let removes = own().any(|own| !own.span.is_empty());
        own().next().map(|_| (*hunk, lines, removes))
    };
    let mut makers: Vec<(HunkId, Vec<Piece>, bool)> = made.iter().filter_map(makes).collect();
    // Of two that add the same lines this one is first.
    makers.sort_by_key(|(hunk, ..)| *hunk != id);
    let first = makers.first().map_or(id, |(hunk, ..)| *hunk);
    let removes = makers.iter().find(|(.., removes)| *removes);
    let remover = removes.map_or(first, |(hunk, ..)| *hunk);
    let mut parts: Vec<(HunkId, Vec<Piece>)> = Vec::new();
    let mut rest = &edit.lines[..];
    while let Some(at) = makers
        .iter()
        .position(|(_, lines, _)| !lines.is_empty() && rest.starts_with(lines))
    {
        let (hunk, lines, _) = makers.remove(at);
        rest = &rest[lines.len()..];
        parts.push((hunk, lines));
    }
    if !rest.is_empty() || parts.len() < 2 {
        return vec![(EditOwner::whole(first), edit.clone())];
    }
    let mut span = edit.span;
    if !span.is_empty() && parts[0].0 != remover {
        parts.insert(0, (remover, Vec::new()));
    }
    let part = |(hunk, lines)| {
        let own = std::mem::replace(&mut span, LineSpan::new(edit.span.end, edit.span.end));
        (EditOwner::whole(hunk), Edit { span: own, lines })
    };
    parts.into_iter().map(part).collect()
}

/// Returns whether the span collides with one of `taken`, which do not collide with each other.
fn is_among(span: LineSpan, taken: &BTreeSet<LineSpan>) -> bool {
    let mut above = taken.range(..LineSpan::new(span.start, usize::MAX));
    let mut nearest = above
        .next_back()
        .into_iter()
        .chain(taken.range(span..).next());
    nearest.any(|other| other.collides(span))
}

/// Returns whether the hunk and another are both made in an order that a person gave, so that only their merged result
/// says what becomes of the file.
pub(super) fn is_ordered(session: &Session, id: HunkId) -> bool {
    let hunk = session.plan().hunk(id);
    let others = session.plan().files[id.file].hunks.iter().filter(|other| {
        other.id != id && other.state == State::Placed && other.decision.is_accepted()
    });
    let own = session.placed_edits(id);
    hunk.state == State::Placed
        && hunk.decision.is_accepted()
        && others
            .flat_map(|other| session.placed_edits(other.id))
            .any(|edit| own.iter().any(|own| own.span.collides(edit.span)))
}
