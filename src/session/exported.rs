//! The decisions of a review, to be given to programs and followed again.

use std::collections::BTreeSet;

use super::Session;
use super::decisions::{
    Decisions, HunkDecision, Keep, Line, Others, Overlap, Place, VERSION, Wish,
};
use crate::patch::{Given, HunkId};
use crate::plan::Decision;
use crate::text::{RelPath, Snapshot};

impl Session {
    /// Returns the decisions in force; before an apply of this review that stands, those that it wrote.
    pub fn decisions(&self) -> Decisions {
        let first = self.captures.iter().flatten().next();
        first.map_or_else(|| self.decided(), |first| self.decided_since(first))
    }

    /// Returns the decisions in force on the files as they are.
    pub(super) fn decided(&self) -> Decisions {
        let is_left = |id: &HunkId| self.plan.hunk(*id).decision.is_rejected();
        let orders = self.settled.orders.iter();
        // An order that was given to hunks which moved apart since says nothing.
        let orders = orders.filter(|(first, second)| {
            !is_left(first) && !is_left(second) && self.do_conflict(*first, *second)
        });
        let orders: Vec<&(HunkId, HunkId)> = orders.collect();
        // To give an order is to accept both, and what they build on: what is undecided of these is said to be.
        let ordered = orders.iter().flat_map(|(first, second)| [*first, *second]);
        let ordered = ordered.flat_map(|id| self.makers(id).chain([id]));
        let ordered: BTreeSet<HunkId> = ordered.collect();
        let hunks = self.patch.hunk_ids();
        let undecided = |id| HunkDecision {
            hunk: self.label_as_read(id),
            decision: Some(Wish::Undecided),
            ..HunkDecision::default()
        };
        let hunks = hunks.filter_map(|id| {
            let is_ordered = || ordered.contains(&id).then(|| undecided(id));
            self.hunk_decision(id).or_else(is_ordered)
        });
        // A file that was only tried as a target is none.
        let targets = self.named().filter_map(|path| self.snapshots.get(&path));
        Decisions {
            version: VERSION,
            reply: Some(self.reply_id().to_hex()),
            others: Others::Leave,
            targets: targets
                .map(|snapshot| (snapshot.path.to_text(), digest_of(snapshot)))
                .collect(),
            hunks: hunks.collect(),
            overlaps: orders
                .into_iter()
                .map(|(first, second)| Overlap {
                    first: self.label_as_read(*first),
                    second: self.label_as_read(*second),
                    keep: Keep::Both,
                })
                .collect(),
        }
    }

    /// Returns the decisions that led to the first apply, with those made since on hunks that nothing was said of then.
    fn decided_since(&self, first: &Decisions) -> Decisions {
        let mut all = first.clone();
        // The lines of a hunk may be read otherwise beside the new text; its number stays.
        fn number(name: &str) -> &str {
            name.split_once('-').map_or(name, |(number, _)| number)
        }
        let is_told = |name: &str| {
            let mut told = first.hunks.iter();
            told.any(|it| number(&it.hunk) == number(name) && it.decision != Some(Wish::Undecided))
        };
        for mut more in self.decided().hunks {
            // What is undecided still stands as it did then: its place keeps it out of the others' way.
            if !is_told(&more.hunk) && more.decision != Some(Wish::Undecided) {
                all.hunks
                    .retain(|it| number(&it.hunk) != number(&more.hunk));
                // Where it stands in the file as it is now is not where it stood then.
                more.place = None;
                all.hunks.push(more);
            }
        }
        all
    }

    fn hunk_decision(&self, id: HunkId) -> Option<HunkDecision> {
        let settled = &self.settled;
        let decision = settled.decisions.get(&id);
        // One on lines that the hunk does not have as it is read now is none.
        let decision = decision.filter(|it| match it {
            Decision::Lines(_) => self.plan.hunk(id).decision == **it,
            Decision::Undecided | Decision::Accepted | Decision::Rejected { .. } => true,
        });
        let span = settled.places.get(&id);
        let edited = settled.edited.get(&id);
        // Content that is given whole differs in as many hunks as it does: the first speaks for all.
        let is_told = id.hunk == 0 || self.patch.files[id.file].given == Given::Hunks;
        let target = settled.targets.get(&id.file).filter(|_| is_told);
        let comment = self.comment(id);
        let says_nothing = decision.is_none_or(|it| *it == Decision::Undecided)
            && span.is_none()
            && edited.is_none()
            && target.is_none()
            && comment.is_none();
        if says_nothing {
            return None;
        }
        let (wish, why, changed_lines) = match decision {
            None | Some(Decision::Undecided) => (Wish::Undecided, None, None),
            Some(Decision::Accepted) => (Wish::Accept, None, None),
            Some(Decision::Rejected { why }) => (Wish::Reject, why.clone(), None),
            Some(Decision::Lines(lines)) => {
                let numbers = lines.iter().map(|line| line + 1).collect();
                (Wish::Accept, None, Some(numbers))
            }
        };
        Some(HunkDecision {
            hunk: self.label_as_read(id),
            decision: Some(wish),
            why,
            place: span.map(|span| {
                let (line, end_line) = span.line_numbers();
                Place::Lines { line, end_line }
            }),
            differing: None,
            changed_lines,
            lines: edited.map(|lines| lines.iter().map(Line::of).collect()),
            target: target.map(RelPath::to_text),
            comment: comment.map(str::to_string),
            allow_hidden: self.is_confirmed(id),
        })
    }

    fn label_as_read(&self, id: HunkId) -> String {
        crate::patch::Hunk::label_of(self.digest_as_read(id), self.number(id))
    }
}

/// Returns the digest of what was read, as 64 hexadecimal digits; `None` where there is no text.
pub(super) fn digest_of(snapshot: &Snapshot) -> Option<String> {
    snapshot.digest().map(|digest| digest.to_hex())
}
