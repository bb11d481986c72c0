//! What an apply wrote: those hunks are done, whatever else in the new text may look like them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use bstr::BString;

use super::Session;
use super::supply::destination;
use crate::matcher::{Cancel, Never};
use crate::patch::{FileMode, HunkId, LineKind};
use crate::plan::{ChangeSet, FileChange, FilePlan, HunkPlan, Scope, State};
use crate::text::{Content, Edit, Edits, LineSpan, RelPath, Snapshot};

use super::Command;

/// Where what a hunk makes is in its file as it is now.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Applied {
    /// All of it, with the context that the hunk was placed by.
    pub(super) span: LineSpan,
    /// The lines that the hunk wrote, sorted; none where it only removed some.
    pub(super) lines: Vec<LineSpan>,
    /// The lines of the file that went by a person's choice in place of those that the reply removes.
    pub(super) replaced: Vec<BString>,
}

/// How edits of a file move its lines: where each edit begins, and by how many lines all down to it make the file longer.
#[derive(Debug, Clone, Default)]
pub struct Moves(Vec<(usize, isize)>);

impl Moves {
    /// Returns the moves of all edits of one file, which do not collide.
    fn of(all: &[Edits]) -> Moves {
        let edits = all.iter().flat_map(Edits::as_slice);
        let mut moves: Vec<(usize, isize)> =
            edits.map(|edit| (edit.span.start, growth(edit))).collect();
        moves.sort_unstable();
        let mut total = 0;
        for (_, grown) in &mut moves {
            total += *grown;
            *grown = total;
        }
        Moves(moves)
    }

    /// Returns where lines of the file before are in the file after.
    pub fn span(&self, span: LineSpan) -> LineSpan {
        let start = self.line(span.start);
        LineSpan::new(start, self.line(span.end).max(start))
    }

    /// Returns where a line of the file before is in the file after, or what an edit makes of it.
    pub fn line(&self, line: usize) -> usize {
        let n_above = self.0.partition_point(|(start, _)| *start < line);
        let grown = n_above.checked_sub(1).map_or(0, |last| self.0[last].1);
        line.saturating_add_signed(grown)
    }
}

impl Session {
    /// Returns the review as it is once `changes`, which are those of `scope`, are on disk: a report that tells what is left
    /// to do speaks of the files as they are then.
    pub fn after(&self, scope: Scope, changes: &ChangeSet) -> Session {
        let mut after = self.clone();
        let files = self.plan.files.iter();
        let hunks = files.flat_map(|file| file.written(scope));
        // Of some, a person wants certain lines alone.
        let open = hunks.filter(|hunk| !hunk.decision.is_accepted());
        let hunks: Vec<HunkId> = open.map(|hunk| hunk.id).collect();
        if !hunks.is_empty() {
            after.run(Command::AcceptEach { hunks });
        }
        let snapshots = changes.changes().iter();
        let snapshots = snapshots.flat_map(|change| left_by(change, &self.snapshots));
        after.note_applied(snapshots.collect(), &Never);
        after
    }

    /// Takes note that the accepted hunks are on disk now, and of the files as they have become. Where it is cancelled
    /// before those are matched, they are [`Unsearched`](crate::plan::FileState::Unsearched).
    pub fn note_applied(&mut self, snapshots: Vec<Snapshot>, cancel: &dyn Cancel) {
        self.captures.resize(self.written.len(), None);
        self.captures.push(Some(Arc::new(self.decided())));
        let stands = self.spans_after_apply();
        let files = self.plan.files.iter();
        let written = files.flat_map(|file| file.written(Scope::Accepted).map(|hunk| hunk.id));
        let written: Arc<BTreeSet<HunkId>> = Arc::new(written.collect());
        self.written.push(Arc::clone(&written));
        let (own, others) = self.of_hunks(&written, snapshots);
        self.carry_over(&own);
        self.stands.extend(stands);
        self.supply_while(own, cancel);
        self.refresh_some(others, cancel);
    }

    fn refresh_some(&mut self, snapshots: Vec<Snapshot>, cancel: &dyn Cancel) {
        if !snapshots.is_empty() {
            self.refresh(snapshots, cancel);
        }
    }

    /// Separates the files that `hunks` are about from others that were read with them: those that changed were changed by another
    /// program.
    fn of_hunks(
        &self,
        hunks: &BTreeSet<HunkId>,
        snapshots: Vec<Snapshot>,
    ) -> (Vec<Snapshot>, Vec<Snapshot>) {
        let files: BTreeSet<usize> = hunks.iter().map(|hunk| hunk.file).collect();
        let paths = files
            .iter()
            .flat_map(|file| [self.target(*file), destination(&self.patch.files[*file])]);
        let paths: BTreeSet<RelPath> = paths.flatten().cloned().collect();
        let is_own = |read: &Snapshot| paths.contains(&read.path);
        snapshots.into_iter().partition(is_own)
    }

    /// Takes note that the last apply was taken back, and of the files as they have become. Where it is cancelled before
    /// those are matched, they are [`Unsearched`](crate::plan::FileState::Unsearched).
    pub fn note_unapplied(&mut self, snapshots: Vec<Snapshot>, cancel: &dyn Cancel) {
        self.has_unapplied = true;
        self.captures.truncate(self.written.len().saturating_sub(1));
        let unwritten = self.written.last().cloned().unwrap_or_default();
        let (own, others) = self.of_hunks(&unwritten, snapshots);
        // The places of what was written are those of the text that comes back: nothing moves them.
        self.carry_over(&own);
        self.written.pop();
        for hunk in &*unwritten {
            self.stands.remove(hunk);
        }
        self.supply_while(own, cancel);
        self.refresh_some(others, cancel);
        for file in 0..self.plan.files.len() {
            self.plan_file(file, &Never);
        }
    }

    /// Returns whether an apply of this review was taken back.
    pub fn has_unapplied(&self) -> bool {
        self.has_unapplied
    }

    /// Returns how many applies stand.
    pub fn n_applies(&self) -> usize {
        self.written.len()
    }

    /// Returns whether an apply wrote the hunk.
    pub fn is_written(&self, id: HunkId) -> bool {
        self.written.iter().any(|written| written.contains(&id))
    }

    /// Returns the lines of the file, as it is now, that hold what the hunk makes; `None` where that does not stand, or
    /// nobody knows where.
    pub fn applied_span(&self, id: HunkId) -> Option<LineSpan> {
        let made = self.stands.get(&id).map(|applied| applied.span);
        made.or_else(|| self.found(id)?.applied_at())
    }

    /// Returns which of those lines the hunk itself adds, sorted: its context is among them, too. All of them where a hunk that
    /// was not written here is there in another form, so that no line can be told apart.
    pub fn lines_applied(&self, id: HunkId) -> Vec<LineSpan> {
        if let Some(applied) = self.stands.get(&id) {
            return applied.lines.clone();
        }
        let Some(span) = self.applied_span(id) else {
            return Vec::new();
        };
        let lines = self.patch.hunk(id).lines.iter();
        let postimage: Vec<LineKind> = lines
            .filter(|line| line.in_postimage())
            .map(|line| line.kind)
            .collect();
        if postimage.len() != span.len() {
            return vec![span];
        }
        let added = (span.start..).zip(postimage);
        let added = added.filter(|(_, kind)| *kind == LineKind::Insert);
        added.map(|(at, _)| LineSpan::new(at, at + 1)).collect()
    }

    /// A written hunk takes no place any more, so that nothing can meet it.
    pub(super) fn mark_written(&self, file: &mut FilePlan) {
        for hunk in &mut file.hunks {
            if self.is_written(hunk.id) {
                hunk.state = State::AlreadyApplied;
                hunk.placement = None;
            }
        }
    }

    /// Returns how what `scope` takes moves the lines of the file of index `file` once it is written.
    pub fn moves_in(&self, file: usize, scope: Scope) -> Moves {
        Moves::of(&[self.edits_of_target(&self.plan.files[file], scope)])
    }

    /// Returns the same for each file.
    pub fn moves(&self, scope: Scope) -> BTreeMap<&RelPath, Moves> {
        let mut edits: BTreeMap<&RelPath, Vec<Edits>> = BTreeMap::new();
        for (index, file) in self.plan.files.iter().enumerate() {
            if let Some((target, made)) = file.target.as_ref().zip(self.edits(index, scope)) {
                edits.entry(target).or_default().push(made);
            }
        }
        let moves = edits.into_iter();
        moves.map(|(path, all)| (path, Moves::of(&all))).collect()
    }

    /// Returns the edits that all sections about the file of one make in it.
    fn edits_of_target(&self, file: &FilePlan, scope: Scope) -> Edits {
        let sections = self.plan.files.iter().enumerate();
        let same = sections.filter(|(_, other)| other.target == file.target);
        let edits = same.filter_map(|(index, _)| self.edits(index, scope));
        let all = edits.reduce(|all, more| all.with(&more).unwrap_or(all));
        all.unwrap_or_default()
    }

    /// Returns where the hunks come to stand that an apply would write now.
    fn spans_after_apply(&self) -> BTreeMap<HunkId, Applied> {
        let stands = self.plan.files.iter().flat_map(|file| {
            let all = self.edits_of_target(file, Scope::Accepted);
            let hunks = file.written(Scope::Accepted);
            let stand = |hunk: &HunkPlan| {
                let own = self.placed_edits(hunk.id);
                let applied = Applied {
                    replaced: self.texts_replaced(hunk.id),
                    ..spans_after_apply(hunk, &own, &all)?
                };
                Some((hunk.id, applied))
            };
            hunks.filter_map(stand).collect::<Vec<_>>()
        });
        stands.collect()
    }
}

/// Returns by how many lines an edit makes its file longer.
fn growth(edit: &Edit) -> isize {
    edit.lines.len() as isize - edit.span.len() as isize
}

/// Returns what lies at the paths of a change when it is made.
fn left_by(change: &FileChange, before: &BTreeMap<RelPath, Snapshot>) -> Vec<Snapshot> {
    let old = before.get(change.path());
    let was_program = old.is_some_and(|old| old.is_program);
    let file = |path: &RelPath, after: &[u8]| Snapshot {
        path: path.clone(),
        content: Content::of_bytes(after.to_vec()),
        is_program: match change.mode() {
            Some(mode) => mode == FileMode::Executable,
            None => was_program,
        },
        is_program_of_others: change.mode().is_none()
            && old.is_some_and(|old| old.is_program_of_others),
    };
    let absent = |path: &RelPath| Snapshot::new(path.clone(), Content::Absent);
    match change {
        FileChange::Modify { path, after, .. } | FileChange::Create { path, after, .. } => {
            vec![file(path, after)]
        }
        FileChange::Mode { mode, .. } => old
            .map(|old| Snapshot {
                is_program: *mode == FileMode::Executable,
                is_program_of_others: false,
                ..old.clone()
            })
            .into_iter()
            .collect(),
        FileChange::Delete { path, .. } => vec![absent(path)],
        FileChange::Rename {
            from, to, after, ..
        } => vec![absent(from), file(to, after)],
        FileChange::Copy { to, after, .. } => vec![file(to, after)],
    }
}

/// Returns where a placed hunk with edits of its `own` comes to stand among `all` of its file, with the context it was placed
/// by.
fn spans_after_apply(hunk: &HunkPlan, own: &[Edit], all: &Edits) -> Option<Applied> {
    let placed = hunk.placement.as_ref()?;
    let is_own = |edit: &&Edit| own.iter().any(|own| own.span.collides(edit.span));
    let own = all.as_slice().iter().filter(is_own).map(|edit| edit.span);
    let around = own.fold(placed.candidate.lines(), |around, own| {
        LineSpan::new(around.start.min(own.start), around.end.max(own.end))
    });
    let is_above = |edit: &&Edit| edit.span.start < around.start && !is_own(edit);
    let is_below = |edit: &&Edit| edit.span.start >= around.end && !is_own(edit);
    let above: isize = all.as_slice().iter().filter(is_above).map(growth).sum();
    let edits = all.as_slice().iter();
    let to_end: isize = edits.filter(|edit| !is_below(edit)).map(growth).sum();
    let start = around.start.checked_add_signed(above)?;
    let end = around.end.checked_add_signed(to_end)?;
    let mut grown = 0;
    let mut lines = Vec::new();
    for edit in all.as_slice() {
        if is_own(&edit) && !edit.lines.is_empty() {
            let start = edit.span.start.checked_add_signed(grown)?;
            lines.push(LineSpan::new(start, start + edit.lines.len()));
        }
        grown += growth(edit);
    }
    Some(Applied {
        span: LineSpan::new(start, end.max(start)),
        lines,
        replaced: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{Command, Options};
    use crate::text::{Content, RelPath, Text};

    const FILE: &str = "a1\nb2\nc3\nd4\ne5\nf6\ng7\n";

    /// Reviews `hunks` of a file of seven lines by `commands`, applies, and returns the lines that each stands in then.
    #[track_caller]
    fn check(hunks: &str, commands: Vec<Command>, expected: &[Option<&str>]) {
        let reply = format!("--- a/f\n+++ b/f\n{hunks}");
        let mut session = Session::open(reply.as_bytes(), Options::default());
        let path = RelPath::new("f").expect("a plain path");
        let read = |bytes: &[u8]| Snapshot::new(path.clone(), Content::of_bytes(bytes.to_vec()));
        session.supply(vec![read(FILE.as_bytes())]);
        for command in commands {
            session.run(command);
        }
        let after = session.result(0, Scope::Accepted).expect("it has text");
        session.note_applied(vec![read(&after)], &Never);
        let now = Text::new(after);
        let lines = |span: LineSpan| {
            let lines = (span.start..span.end).map(|at| now.line(at).to_string());
            lines.collect::<Vec<_>>().join(" ")
        };
        let ids = session.plan().hunks().map(|hunk| hunk.id);
        let stand: Vec<_> = ids.map(|id| session.applied_span(id).map(lines)).collect();
        let stand: Vec<_> = stand.iter().map(Option::as_deref).collect();
        assert_eq!(stand, expected);
        session.note_unapplied(vec![read(FILE.as_bytes())], &Never);
        let mut ids = session.plan().hunks().map(|hunk| hunk.id);
        assert!(ids.all(|id| session.applied_span(id).is_none()));
    }

    fn hunk(hunk: usize) -> HunkId {
        HunkId { file: 0, hunk }
    }

    #[test]
    fn what_was_written_is_found_among_the_lines_that_others_wrote() {
        let hunks = "@@ @@\n a1\n+new\n+newer\n b2\n@@ @@\n-nowhere\n+by hand\n@@ @@\n-f6\n g7\n";
        let by_hand = Command::AcceptAt {
            hunk: hunk(1),
            span: LineSpan::new(3, 4),
        };
        let accept_first = Command::AcceptEach {
            hunks: vec![hunk(0), hunk(2)],
        };
        check(
            hunks,
            vec![accept_first, by_hand.clone()],
            &[Some("a1 new newer b2"), Some("by hand"), Some("g7")],
        );
        check(hunks, vec![by_hand], &[None, Some("by hand"), None]);
    }

    #[test]
    fn hunks_that_overlap_stand_together() {
        let both = Command::KeepAll {
            hunks: vec![hunk(0), hunk(1)],
        };
        check(
            "@@ @@\n b2\n+one\n c3\n@@ @@\n b2\n+two\n c3\n",
            vec![both],
            &[Some("b2 one two c3"), Some("b2 one two c3")],
        );
    }
}
