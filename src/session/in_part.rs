//! Hunks of which a person wants certain lines alone.

use std::collections::BTreeSet;
use std::sync::Arc;

use bstr::ByteSlice;

use super::Session;
use crate::patch::{Given, HunkId, HunkLine, LineKind};
use crate::plan::{BlockDecision, Decision, HunkPlan, Loss};
use crate::text::Snapshot;
use crate::text::words::counted;

/// What is left out of a hunk that is written, or was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InPart {
    /// The changed lines that are not wanted; empty only where some are absent.
    pub left: Vec<HunkLine>,
    /// The removed lines that the file does not have at the place of the hunk: there was nothing to decide.
    pub absent: Vec<HunkLine>,
    /// How many lines the hunk changes in all.
    pub n_changed: usize,
    /// The hunk as it applies once the wanted lines are made: what is left to change, and the rest as context.
    pub rest: Vec<HunkLine>,
}

impl InPart {
    /// Says how much is left out: `leaves out 2 of 6 changed lines`, `3 removed lines are not in the file`.
    pub fn words(&self) -> String {
        let changed = counted(self.n_changed, "changed line");
        let left = match self.left.len() {
            0 => None,
            n => Some(format!("leaves out {n} of {changed}")),
        };
        let absent = match self.absent.len() {
            0 => None,
            1 => Some("1 removed line is not in the file there".to_string()),
            n => Some(format!("{n} removed lines are not in the file there")),
        };
        let said: Vec<String> = left.into_iter().chain(absent).collect();
        said.join("; ")
    }
}

impl Session {
    /// Returns what is left out of a hunk that was accepted by its lines, before and after the write; `None` where it is
    /// taken whole, or not at all.
    pub fn in_part(&self, id: HunkId) -> Option<InPart> {
        let stands = self.is_written(id) || self.plan.hunk(id).decision.is_accepted();
        let Decision::Lines(wanted) = self.settled.decision(id) else {
            return None;
        };
        let lines = self.lines_decided_on(id);
        let is_left =
            |(index, line): &(usize, &HunkLine)| line.is_change() && !wanted.contains(index);
        let unwanted = lines.iter().enumerate().filter(is_left);
        let is_absent = |(index, line): &(usize, &HunkLine)| {
            line.is_delete() && self.lacks_removed(id, *index, line)
        };
        let (absent, left): (Vec<_>, Vec<_>) = unwanted.partition(is_absent);
        let owned = |lines: Vec<(usize, &HunkLine)>| -> Vec<HunkLine> {
            lines.into_iter().map(|(_, line)| line.clone()).collect()
        };
        let (absent, left) = (owned(absent), owned(left));
        let rest = lines.iter().enumerate().filter_map(|(index, line)| {
            match (line.kind, wanted.contains(&index)) {
                (LineKind::Delete, true) => None,
                (LineKind::Insert, true) => {
                    Some(HunkLine::new(LineKind::Context, line.body.clone()))
                }
                (LineKind::Context, _) | (_, false) => Some(line.clone()),
            }
        });
        let is_whole = left.is_empty() && absent.is_empty();
        (stands && !is_whole).then(|| InPart {
            left,
            absent,
            n_changed: lines.iter().filter(|line| line.is_change()).count(),
            rest: rest.collect(),
        })
    }

    /// Returns whether the file does not have a removed line of a hunk at its place. A line that was kept there is among those of
    /// the place once the hunk is written, too.
    fn lacks_removed(&self, id: HunkId, index: usize, line: &HunkLine) -> bool {
        if let Some(placement) = &self.plan.hunk(id).placement {
            let place = placement.candidate.for_once(Clone::clone);
            let mut same = place
                .aligned
                .iter()
                .filter(|pair| pair.hunk_line() == Some(index));
            return !same.any(|pair| pair.how.is_all_there());
        }
        let snapshot = self.plan.files[id.file].snapshot.as_ref();
        let text = snapshot.and_then(Snapshot::text);
        let Some((text, span)) = text.zip(self.applied_span(id)) else {
            return false;
        };
        let asked = line.body.trim();
        !(span.start..span.end.min(text.n_lines())).any(|at| text.line(at).trim() == asked)
    }

    /// Returns the lines of a hunk as they are written: without the new lines that were left out, and with the removed lines that
    /// were kept. Of a hunk that is accepted or rejected as a whole, these are all its lines.
    pub fn lines_taken(&self, id: HunkId) -> Vec<HunkLine> {
        let lines = self.lines_decided_on(id);
        match self.settled.decision(id) {
            Decision::Lines(wanted) => reduced(&lines, |line| wanted.contains(&line)),
            Decision::Undecided | Decision::Accepted | Decision::Rejected { .. } => lines.to_vec(),
        }
    }

    /// Returns whether a hunk of a file that the reply gives whole, or in parts, takes something away: the reply shows no line that
    /// goes.
    pub fn drops(&self, id: HunkId) -> bool {
        let is_drop = |loss: &Loss| !matches!(loss, Loss::RepeatedImport { .. });
        self.patch.files[id.file].given != Given::Hunks
            && self.losses_as_decided(id).iter().any(is_drop)
    }

    /// Returns what a hunk takes away or leaves broken as its file is decided on so far: what was ruled out of a hunk neither goes
    /// with it nor comes in the place of what another one takes away.
    pub fn losses_as_decided(&self, id: HunkId) -> &[Loss] {
        let hunks = &self.plan.files[id.file].hunks;
        let of_hunk = |hunk: &HunkPlan| -> Option<Arc<[HunkLine]>> {
            match self.is_ruled_out(hunk) {
                true => Some(self.lines_left(hunk).into()),
                false => self.other_lines(hunk.id),
            }
        };
        let others = || {
            hunks
                .iter()
                .filter_map(|hunk| Some((hunk.id, of_hunk(hunk)?)))
        };
        let left = self.losses_left[id.file].get_or_init(|| {
            if others().next().is_none() {
                return self.losses_of(id.file).clone();
            }
            let mut section = self.patch.files[id.file].clone();
            for (id, lines) in others() {
                section.hunks[id.hunk].lines = lines;
            }
            self.losses_in(id.file, &section)
        });
        left.get(&id.hunk).map_or(&[], Vec::as_slice)
    }

    /// Returns whether a person ruled out a hunk, or lines of it.
    fn is_ruled_out(&self, hunk: &HunkPlan) -> bool {
        match &hunk.decision {
            Decision::Rejected { .. } | Decision::Lines(_) => true,
            Decision::Accepted => false,
            Decision::Undecided => {
                let mut blocks = self.split(hunk.id).iter();
                blocks.any(|block| block.decision == BlockDecision::Rejected)
            }
        }
    }

    /// Returns the lines of a hunk that is to be made as its other reading has it.
    fn other_lines(&self, id: HunkId) -> Option<Arc<[HunkLine]>> {
        let hunk = self.patch.hunk(id);
        let read = hunk.instead.is_some().then(|| self.lines_read(id));
        read.filter(|read| *read != hunk.lines)
    }

    /// Returns the lines of a hunk that are not ruled out.
    fn lines_left(&self, hunk: &HunkPlan) -> Vec<HunkLine> {
        let id = hunk.id;
        match &hunk.decision {
            Decision::Accepted | Decision::Lines(_) => self.lines_taken(id),
            Decision::Rejected { .. } => reduced(&self.lines_decided_on(id), |_| false),
            Decision::Undecided => {
                let ruled_out = self.split(id).iter();
                let ruled_out = ruled_out.filter(|block| block.decision == BlockDecision::Rejected);
                let lines: BTreeSet<usize> = ruled_out.flat_map(|it| &it.lines).copied().collect();
                reduced(&self.lines_decided_on(id), |line| !lines.contains(&line))
            }
        }
    }

    /// Returns the reading of a hunk whose lines were decided on. One that is written has no place any more; the lines of
    /// the patch are then the likeliest.
    fn lines_decided_on(&self, id: HunkId) -> Arc<[HunkLine]> {
        let read = self.lines_read(id);
        let as_written: &Arc<[HunkLine]> = &self.patch.hunk(id).lines;
        if self.settled.is_about(id, &read) {
            read
        } else {
            Arc::clone(as_written)
        }
    }
}

/// Returns lines without the new ones that are not wanted; removed ones that are not are context.
fn reduced(lines: &[HunkLine], is_wanted: impl Fn(usize) -> bool) -> Vec<HunkLine> {
    let lines = lines.iter().enumerate();
    let left = lines.filter_map(|(index, line)| match (line.kind, is_wanted(index)) {
        (LineKind::Context, _) | (_, true) => Some(line.clone()),
        (LineKind::Delete, false) => Some(HunkLine::new(LineKind::Context, line.body.clone())),
        (LineKind::Insert, false) => None,
    });
    left.collect()
}
