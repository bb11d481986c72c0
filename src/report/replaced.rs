//! Lines of the file that go by a person's choice in place of those that the reply removes.

use std::collections::{BTreeMap, BTreeSet};

use bstr::{BStr, ByteSlice};

use super::finding::first_few;
use crate::patch::{HunkLine, LineKind};
use crate::plan::{By, Decision, HunkPlan};
use crate::session::Session;
use crate::text::display::display_line;
use crate::text::{Snapshot, Text};

/// Returns a sentence on the lines that a placed hunk takes out of the file and the reply does not remove, blanks aside; `None`
/// where there are none.
pub(super) fn told(session: &Session, plan: &HunkPlan) -> Option<String> {
    let file = &session.plan().files[plan.id.file];
    let text = file.snapshot.as_ref().and_then(Snapshot::text)?;
    let gone = match session.lines_as_read(plan.id) {
        Some(read) => {
            let n_places = session.places_made(plan.id).len().max(1);
            beside(&session.patch().hunk(plan.id).lines, read, n_places)
        }
        None => differing(plan, text),
    };
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

/// Returns the lines that a hunk removes now and did not remove as it was read: a line may go as often as the reply removes it, at
/// each of its places.
fn beside<'a>(now: &'a [HunkLine], read: &'a [HunkLine], n_places: usize) -> Vec<&'a BStr> {
    let removed = |lines: &'a [HunkLine]| {
        let lines = lines.iter().filter(|line| line.kind == LineKind::Delete);
        lines.map(|line| line.body.trim().as_bstr())
    };
    let mut n_left: BTreeMap<&BStr, usize> = BTreeMap::new();
    for line in removed(read) {
        *n_left.entry(line).or_default() += n_places;
    }
    let others = removed(now).filter(|line| match n_left.get_mut(line) {
        Some(n) if *n > 0 => {
            *n -= 1;
            false
        }
        Some(_) | None => !line.is_empty(),
    });
    others.collect()
}

/// Returns the lines of the file that go where the hunk removes others.
fn differing<'a>(plan: &HunkPlan, text: &'a Text) -> Vec<&'a BStr> {
    // Only a person places a hunk on lines that differ from those it removes.
    let placed = plan.placement.as_ref();
    let placed = placed.filter(|it| it.by == By::Person && plan.decision == Decision::Accepted);
    let Some(place) = placed.map(|placed| &placed.candidate) else {
        return Vec::new();
    };
    let others: BTreeSet<usize> = place.differing_removals().collect();
    let is_other = |line: &usize| others.contains(line);
    let pairs = place
        .removals()
        .filter(|pair| pair.hunk_line().as_ref().is_some_and(is_other));
    let lines = pairs.filter_map(|pair| pair.target_line());
    lines.map(|line| text.line(line).trim().as_bstr()).collect()
}
