//! Lines of the file that go by a person's choice in place of those that the reply removes.

use std::collections::{BTreeMap, BTreeSet};

use bstr::{BStr, BString, ByteSlice};

use super::Session;
use crate::patch::{HunkId, HunkLine};
use crate::plan::{By, Decision, HunkPlan};

impl Session {
    /// Returns the lines of the file (0-based) that a placed hunk takes out of it and the reply does not remove, blanks aside;
    /// `n_places`: at how many equal places the hunk is made.
    pub fn lines_replaced(&self, plan: &HunkPlan, n_places: usize) -> Vec<usize> {
        let Some(read) = self.lines_as_read(plan.id) else {
            return differing(plan);
        };
        let Some(placed) = &plan.placement else {
            return Vec::new();
        };
        let place = &placed.candidate;
        let targets = place.targets();
        let others = beside(&place.variant.lines, read, n_places).into_iter();
        others.filter_map(|at| targets[at]).collect()
    }

    /// Returns the text of those lines, also of a hunk that is written: the file has them no more then.
    pub fn texts_replaced(&self, id: HunkId) -> Vec<BString> {
        if let Some(applied) = self.stands.get(&id) {
            return applied.replaced.clone();
        }
        let plan = self.plan.hunk(id);
        let n_places = self.places_made(id).len().max(1);
        let texts: Vec<&BStr> = match self.lines_as_read(id) {
            Some(read) if plan.placement.is_none() => {
                let lines = &self.patch.hunk(id).lines;
                let others = beside(lines, read, n_places).into_iter();
                others.map(|at| lines[at].body.as_bstr()).collect()
            }
            Some(_) | None => {
                let file = &self.plan.files[id.file];
                let Some(text) = file.text() else {
                    return Vec::new();
                };
                let others = self.lines_replaced(plan, n_places).into_iter();
                others.map(|at| text.line(at)).collect()
            }
        };
        let texts = texts
            .into_iter()
            .map(|line| line.trim().as_bstr().to_owned());
        texts.filter(|line| !line.is_empty()).collect()
    }
}

/// Returns the lines, as indexes into `now`, that a hunk removes now and did not remove as it was read: a line may go as often as
/// the reply removes it, at each of its places.
fn beside(now: &[HunkLine], read: &[HunkLine], n_places: usize) -> Vec<usize> {
    let body = |line: &HunkLine| line.body.trim().as_bstr().to_owned();
    let mut n_left: BTreeMap<BString, usize> = BTreeMap::new();
    for line in read.iter().filter(|line| line.is_delete()) {
        *n_left.entry(body(line)).or_default() += n_places;
    }
    let removed = now.iter().enumerate();
    let removed = removed.filter(|(_, line)| line.is_delete());
    let others = removed.filter(|(_, line)| match n_left.get_mut(&body(line)) {
        Some(n) if *n > 0 => {
            *n -= 1;
            false
        }
        Some(_) | None => !line.body.trim().is_empty(),
    });
    others.map(|(at, _)| at).collect()
}

/// Returns the lines of the file (0-based) that go where the hunk removes others.
fn differing(plan: &HunkPlan) -> Vec<usize> {
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
    pairs.filter_map(|pair| pair.target_line()).collect()
}
