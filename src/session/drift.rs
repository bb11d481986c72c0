//! Files that changed on disk: matched anew, decisions kept where they still hold.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::BuildHasher;
use std::sync::Arc;

use bstr::BStr;
use foldhash::fast::RandomState;
use similar::DiffOp;

use super::Session;
use crate::matcher::{Cancel, Candidate, LineMatch, Listed, Never};
use crate::patch::alignment::{Search, operations};
use crate::patch::{Given, HunkId};
use crate::plan::{Decision, Resolution, State};
use crate::text::{LineSpan, RelPath, Snapshot, Text};

/// What became of the hunks of files that changed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Refreshed {
    /// Still settled, though perhaps moved, or rejected.
    pub kept: Vec<HunkId>,
    /// To be looked at again.
    pub look_again: Vec<HunkId>,
}

impl Session {
    /// Returns the paths among `snapshots` whose content is not what the review works on.
    pub fn drifted<'a>(&self, snapshots: &'a [Snapshot]) -> Vec<&'a RelPath> {
        let changed = snapshots.iter().filter(|now| {
            self.snapshots
                .get(&now.path)
                .is_some_and(|then| then.content != now.content)
        });
        changed.map(|snapshot| &snapshot.path).collect()
    }

    /// Takes files as they are now. Places that a person chose move with their lines; where those lines changed
    /// themselves, the hunk is open again. Files that are not matched before the work is cancelled are
    /// [`Unsearched`](crate::plan::FileState::Unsearched).
    pub fn refresh(&mut self, snapshots: Vec<Snapshot>, cancel: &dyn Cancel) -> Refreshed {
        let changed: BTreeSet<RelPath> = self.drifted(&snapshots).into_iter().cloned().collect();
        let read: Vec<RelPath> = snapshots.iter().map(|read| read.path.clone()).collect();
        let files: Vec<usize> = (0..self.patch.files.len())
            .filter(|file| {
                self.target(*file)
                    .is_some_and(|path| changed.contains(path))
            })
            .collect();
        let settled_before: Vec<HunkId> = self.placed_in(&files).collect();
        self.forget_former_acceptances(&changed);
        let mut reopened = self.reopen_whole_files(&files);
        let changed_removals = self.changed_removals(&files, &snapshots);
        self.carry_over(&snapshots);
        self.supply_while(snapshots, cancel);
        self.look_again_for_blocks(&read);
        reopened.extend(self.reopen_placed(&changed_removals));
        self.forget_gone_places(&files);
        // A file that went, or came, has other hunks.
        let mut settled_before = settled_before;
        settled_before.retain(|id| id.hunk < self.plan.files[id.file].hunks.len());
        // What was rejected stays so, wherever its lines went. What somebody else made asks nothing more.
        let is_kept = |id: &HunkId| {
            let hunk = self.plan.hunk(*id);
            let stays = hunk.state == State::Placed && !reopened.contains(id);
            stays || hunk.state.is_there() || hunk.decision.is_rejected()
        };
        let (kept, look_again) = settled_before.into_iter().partition(is_kept);
        Refreshed { kept, look_again }
    }

    /// Forgets what undo and redo could accept in sections that are, or were, about one of the files of `changed`.
    pub(super) fn forget_former_acceptances(&mut self, changed: &BTreeSet<RelPath>) {
        let steps = self.resolutions.all().iter();
        let retargeted = steps.flat_map(|step| &step.resolutions).filter_map(|it| {
            if let Resolution::Retarget { file, path } = it {
                changed.contains(path).then_some(*file)
            } else {
                None
            }
        });
        let mut files: BTreeSet<usize> = retargeted.collect();
        let is_about = |file: &usize| {
            let named = self.patch.files[*file].path.named();
            let paths = [self.target(*file), named];
            paths
                .into_iter()
                .flatten()
                .any(|path| changed.contains(path))
        };
        files.extend((0..self.patch.files.len()).filter(is_about));
        self.resolutions
            .forget_former_acceptances(|file| files.contains(&file));
    }

    /// Takes back that hunks of `files`, which changed, were accepted where all that is in a file goes: whoever accepted
    /// them never saw what would go now. Returns those hunks.
    pub(super) fn reopen_whole_files(&mut self, files: &[usize]) -> BTreeSet<HunkId> {
        let mut reopened = BTreeSet::new();
        for file in files {
            let takes_all = !self.patch.files[*file].op.is_of_lines();
            let hunks = self.plan.files[*file].hunks.iter().map(|hunk| hunk.id);
            let is_open = |id: &HunkId| {
                takes_all && !self.is_written(*id) && self.plan.hunk(*id).decision.is_accepted()
            };
            reopened.extend(hunks.filter(is_open));
        }
        self.resolutions
            .forget_acceptances(|hunk| reopened.contains(&hunk));
        reopened
    }

    /// Returns the accepted hunks of `files`, which changed, of which a line that one removes is another one now: whoever accepted
    /// it saw the old one go, however alike the new one is. A place that a person chose is asked about by itself.
    fn changed_removals(&self, files: &[usize], snapshots: &[Snapshot]) -> BTreeSet<HunkId> {
        let mut changed = BTreeSet::new();
        for file in files {
            // Content that is given for a file is compared with it anew.
            let of_hunks = self.patch.files[*file].given == Given::Hunks;
            let then = self.target(*file);
            let then = then.and_then(|path| self.snapshots.get(path));
            let moves = then.and_then(|then| Moves::between(then, snapshots));
            let Some(moves) = moves.filter(|_| of_hunks) else {
                continue;
            };
            let is_changed = |line: usize| moves.moved(LineSpan::new(line, line + 1)).is_none();
            let hunks = self.plan.files[*file].hunks.iter();
            let accepted = hunks.filter(|hunk| hunk.decision.is_accepted());
            let of_file = accepted.filter(|hunk| {
                let place = hunk.placement.as_ref();
                let place = place.map(|placement| &placement.candidate);
                place.is_some_and(|place| place.removed_lines().any(is_changed))
            });
            let is_open =
                |id: &HunkId| !self.is_written(*id) && !self.settled.places.contains_key(id);
            changed.extend(of_file.map(|hunk| hunk.id).filter(is_open));
        }
        changed
    }

    /// Takes back that those of `hunks` were accepted which have a place all the same. Returns them.
    fn reopen_placed(&mut self, hunks: &BTreeSet<HunkId>) -> BTreeSet<HunkId> {
        let is_placed = |id: &&HunkId| {
            let plans = &self.plan.files[id.file].hunks;
            plans
                .get(id.hunk)
                .is_some_and(|hunk| hunk.state == State::Placed)
        };
        let reopened: BTreeSet<HunkId> = hunks.iter().filter(is_placed).copied().collect();
        if !reopened.is_empty() {
            self.resolutions
                .forget_acceptances(|hunk| reopened.contains(&hunk));
            self.settled = self.resolutions.settled();
            let files: BTreeSet<usize> = reopened.iter().map(|hunk| hunk.file).collect();
            for file in files {
                self.plan_file(file, &Never);
            }
        }
        reopened
    }

    /// Takes back that hunks of `files`, which changed since the review was saved, were accepted where a line that one removes is only
    /// like the one there: it may have been equal when it was accepted.
    pub(super) fn reopen_like_removals(&mut self, files: &[usize]) {
        let hunks = files.iter().flat_map(|file| &self.plan.files[*file].hunks);
        let accepted = hunks.filter(|hunk| hunk.decision.is_accepted());
        let is_like = accepted.filter(|hunk| {
            let place = hunk
                .placement
                .as_ref()
                .map(|placement| &placement.candidate);
            let place = place.filter(|place| place.exact().is_none());
            let how = |place: &Listed| place.removals().any(|pair| pair.how != LineMatch::Exact);
            place.is_some_and(how)
        });
        let reopened: BTreeSet<HunkId> = is_like.map(|hunk| hunk.id).collect();
        self.resolutions
            .forget_acceptances(|hunk| reopened.contains(&hunk));
    }

    /// Forgets where places were that a person chose in `files`, and whose lines are gone: what is there now is another place.
    fn forget_gone_places(&mut self, files: &[usize]) {
        let chosen = self.changed_places.iter();
        let chosen = chosen.filter(|(hunk, _)| files.contains(&hunk.file));
        let is_gone = |hunk: HunkId, line: usize| {
            let place = self.place_at(hunk, line);
            place.is_none_or(|place| place.is_no_match())
        };
        let gone = chosen.filter(|(hunk, line)| is_gone(**hunk, **line));
        let gone: Vec<HunkId> = gone.map(|(hunk, _)| *hunk).collect();
        for hunk in gone {
            self.changed_places.remove(&hunk);
        }
    }

    /// Moves the places that a person chose, and where written hunks stand, with the lines of files as they are now.
    pub(super) fn carry_over(&mut self, snapshots: &[Snapshot]) {
        self.forget_unread_lines();
        let drifted = self.drifted(snapshots).into_iter();
        let changed: BTreeSet<RelPath> = drifted.cloned().collect();
        self.carry(|session, path| {
            let then = session
                .snapshots
                .get(path)
                .filter(|_| changed.contains(path))?;
            Moves::between(then, snapshots)
        });
    }

    /// Moves them with the lines of each file of which `compare` returns where these went.
    pub(super) fn carry(&mut self, compare: impl Fn(&Session, &RelPath) -> Option<Moves>) {
        let mut resolutions = std::mem::take(&mut self.resolutions);
        let mut stands = std::mem::take(&mut self.stands);
        let mut changed_places = std::mem::take(&mut self.changed_places);
        // Two texts are compared once for all the places in them.
        let mut compared: BTreeMap<&RelPath, Option<Moves>> = BTreeMap::new();
        let mut moves_of = |file: usize| {
            let path = self.target(file)?;
            let moves = || compare(self, path);
            compared.entry(path).or_insert_with(moves).clone()
        };
        for (hunk, line) in &mut changed_places {
            if let Some(moves) = moves_of(hunk.file) {
                *line = moves.around(*line);
            }
        }
        for (hunk, span) in &self.settled.places {
            let moves = moves_of(hunk.file).filter(|_| !self.is_written(*hunk));
            let is_lost =
                |moves: &Moves| *span != Moves::nowhere() && moves.found_again(*span).is_none();
            if let Some(moves) = moves.filter(is_lost) {
                changed_places.insert(*hunk, moves.around(span.start));
            }
        }
        let mut lost: BTreeSet<HunkId> = BTreeSet::new();
        for (hunk, span) in resolutions.places_mut() {
            // What an apply wrote stays where it was, for taking the apply back brings that text back.
            if self.is_written(*hunk) {
                continue;
            }
            if let Some(moves) = moves_of(hunk.file) {
                *span = moves.found_again(*span).unwrap_or_else(|| {
                    lost.insert(*hunk);
                    Moves::nowhere()
                });
            }
        }
        stands.retain(|hunk, applied| {
            let Some(moves) = moves_of(hunk.file) else {
                return true;
            };
            let moved = moves.moved(applied.span);
            if let Some(span) = moved {
                applied.span = span;
                let lines = applied.lines.iter();
                applied.lines = lines.filter_map(|lines| moves.moved(*lines)).collect();
            }
            moved.is_some()
        });
        resolutions.forget_lines_of_places(|hunk| lost.contains(&hunk));
        (self.resolutions, self.stands) = (resolutions, stands);
        self.changed_places = changed_places;
        let before = std::mem::replace(&mut self.settled, self.resolutions.settled());
        self.exchange_edits(&before, &lost.iter().map(|hunk| hunk.file).collect());
    }

    /// Returns a place that a person chose for a hunk as it is now, where its lines changed and none was chosen since.
    pub fn changed_place(&self, id: HunkId) -> Option<Candidate> {
        let start = self.changed_places.get(&id);
        self.place_at(id, *start.filter(|_| self.has_changed_place(id))?)
    }

    /// Returns whether there is such a place.
    pub fn has_changed_place(&self, id: HunkId) -> bool {
        self.plan.hunk(id).state == State::Drifted && self.changed_places.contains_key(&id)
    }

    /// Makes hunks undecided of which lines were chosen that they do not have as they are read: in the files as they become,
    /// they may have them again, unseen.
    fn forget_unread_lines(&mut self) {
        let chosen = self.settled.decisions.iter().filter(|(id, decision)| {
            let of_lines = matches!(decision, Decision::Lines(_)) && !self.is_written(**id);
            of_lines && self.plan.hunk(**id).decision != **decision
        });
        let chosen: BTreeSet<HunkId> = chosen.map(|(id, _)| *id).collect();
        if !chosen.is_empty() {
            self.resolutions
                .forget_acceptances(|hunk| chosen.contains(&hunk));
        }
    }

    fn placed_in(&self, files: &[usize]) -> impl Iterator<Item = HunkId> {
        let hunks = files.iter().flat_map(|file| &self.plan.files[*file].hunks);
        hunks
            .filter(|hunk| hunk.state == State::Placed)
            .map(|hunk| hunk.id)
    }
}

/// Where the lines of a text went.
#[derive(Debug, Clone)]
pub(super) struct Moves {
    ops: Arc<[DiffOp]>,
    /// The hashes of the lines, then and now.
    then: Arc<[u64]>,
    now: Arc<[u64]>,
}

impl Moves {
    /// Compares `then` with what was read at its path; `None` where one of them is no text.
    fn between(then: &Snapshot, snapshots: &[Snapshot]) -> Option<Moves> {
        let now = snapshots.iter().find(|now| now.path == then.path)?;
        Some(Moves::of(then.text()?, now.text()?))
    }

    /// Compares two texts.
    pub(super) fn of(then: &Text, now: &Text) -> Moves {
        let (old, new): (Vec<_>, Vec<_>) = (then.lines().collect(), now.lines().collect());
        let hasher = RandomState::default();
        let hashes = |lines: &[&BStr]| lines.iter().map(|line| hasher.hash_one(line)).collect();
        Moves {
            ops: operations(Search::Histogram, &old, &new).into(),
            then: hashes(&old),
            now: hashes(&new),
        }
    }

    /// Returns where the lines of `span` are; `None` when one of them changed or they came apart.
    pub(super) fn moved(&self, span: LineSpan) -> Option<LineSpan> {
        self.moved_with(span).map(|(now, _)| now)
    }

    /// Returns where the lines of `span` are, and all lines that stayed together with them, as they were then.
    fn moved_with(&self, span: LineSpan) -> Option<(LineSpan, LineSpan)> {
        self.ops.iter().find_map(|op| match op {
            DiffOp::Equal {
                old_index,
                new_index,
                len,
            } => {
                let together = LineSpan::new(*old_index, old_index + len);
                let start = (*new_index + span.start).checked_sub(*old_index)?;
                let is_among = together.start <= span.start && span.end <= together.end;
                is_among.then(|| (LineSpan::new(start, start + span.len()), together))
            }
            DiffOp::Delete { .. } | DiffOp::Insert { .. } | DiffOp::Replace { .. } => None,
        })
    }

    /// Returns where a place that a person chose among others like it is; `None` where that is not certain. A comparison pairs equal
    /// lines whichever are meant: so it must pair it together with lines that both texts have once, and neither may have more of
    /// its own lines than the other.
    fn found_again(&self, span: LineSpan) -> Option<LineSpan> {
        let (now, together) = self.moved_with(span)?;
        let n_of = |lines: LineSpan, text: &[u64]| {
            let lines = &self.then[lines.start..lines.end];
            match lines.is_empty() {
                true => 1,
                false => text
                    .windows(lines.len())
                    .filter(|window| *window == lines)
                    .count(),
            }
        };
        let is_single = n_of(together, &self.then) == 1 && n_of(together, &self.now) == 1;
        let is_same_choice = n_of(span, &self.then) == n_of(span, &self.now);
        (is_single && is_same_choice).then_some(now)
    }

    /// Returns the line that is now where line `line` was, whatever became of it.
    fn around(&self, line: usize) -> usize {
        let above = self
            .ops
            .iter()
            .rev()
            .find(|op| op.old_range().start <= line);
        above.map_or(line, |op| {
            let new = op.new_range();
            let below = line - op.old_range().start;
            (new.start + below).min(new.end)
        })
    }

    /// Returns where a place whose lines changed is left: beyond the end of any file, so that its hunk is open again.
    fn nowhere() -> LineSpan {
        LineSpan::new(u32::MAX as usize, u32::MAX as usize)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::plan::{FileState, Scope};
    use crate::session::{Command, Options};
    use crate::text::Content;

    /// Waits until so many hunks were looked for.
    #[derive(Debug)]
    struct UntilHunks(Cell<usize>);

    impl Cancel for UntilHunks {
        fn hunk_done(&self) {
            self.0.set(self.0.get().saturating_sub(1));
        }

        fn is_cancelled(&self) -> bool {
            self.0.get() == 0
        }
    }

    /// Accepts all of `reply` about the file `f`, which holds `before`, and refreshes the review when it holds `after`; checks
    /// whether what was accepted is open again, and stays so after undo and redo.
    #[track_caller]
    fn check_reopened(reply: &str, before: &str, after: &str, is_reopened: bool) {
        let read = |text: &str| {
            let path = RelPath::new("f.txt").expect("a plain path");
            vec![Snapshot::new(path, Content::of_bytes(text.into()))]
        };
        let mut session = Session::open(reply.as_bytes(), Options::default());
        session.supply(read(before));
        let hunk = HunkId { file: 0, hunk: 0 };
        let decision = Decision::Accepted;
        session.run(Command::Decide { hunk, decision });
        assert!(
            session
                .changes(Scope::Accepted)
                .is_ok_and(|it| !it.is_empty())
        );
        let mut resumed = Session::open(reply.as_bytes(), Options::default());
        resumed.supply(read(after));
        assert_eq!(resumed.replay(session.record()), Ok(()));
        let written = resumed.changes(Scope::Accepted);
        assert_eq!(written.expect("nothing is stuck").is_empty(), is_reopened);
        let refreshed = session.refresh(read(after), &Never);
        assert_eq!(refreshed.look_again.contains(&hunk), is_reopened, "{reply}");
        assert_ne!(refreshed.kept.contains(&hunk), is_reopened);
        for command in [None, Some(Command::Undo), Some(Command::Redo)] {
            let was_undone = command == Some(Command::Undo);
            if let Some(command) = command {
                session.run(command);
            }
            let written = session.changes(Scope::Accepted).expect("nothing is stuck");
            assert_eq!(written.is_empty(), is_reopened || was_undone, "{reply}");
        }
    }

    #[test]
    fn what_takes_a_whole_file_is_open_again_when_the_file_was_edited() {
        let delete = "*** Begin Patch\n*** Delete File: f.txt\n*** End Patch\n";
        let quoted = "--- a/f.txt\n+++ /dev/null\n@@ -1,3 +0,0 @@\n-a\n-b\n-c\n";
        let hunk = "--- a/f.txt\n+++ b/f.txt\n@@ @@\n b\n-c\n+C\n";
        check_reopened(delete, "a\nb\nc\n", "a\nb\nc\nmine\n", true);
        check_reopened(delete, "a\nb\nc\n", "a\nb\nmine\n", true);
        check_reopened(quoted, "a\nb\nc\n", "mine\na\nb\nc\n", true);
        check_reopened(hunk, "a\nb\nc\n", "mine\na\nb\nc\n", false);
        check_reopened(hunk, "a\nb\nc\n", "A\nb\nc\n", false);
        let words = "--- a/f.txt\n+++ b/f.txt\n@@ @@\n b\n-the lid of the jar.\n+the cork\n";
        let (then, now) = ("a\nb\nthe lid of the jar.\n", "a\nb\nThe lid of the jar\n");
        check_reopened(words, then, now, true);
        let empty = "f.txt\n```\na\nb\nC\n```\n";
        check_reopened(empty, "a\nb\nc\n", "mine\na\nb\nc\n", false);
    }

    #[test]
    fn a_chosen_place_that_changes_is_asked_about_anew() {
        let before = "a\nx\nb\na\nx\nb\n";
        let reply = "--- a/f.txt\n+++ b/f.txt\n@@ @@\n a\n-x\n+y\n b\n";
        let path = RelPath::new("f.txt").expect("a plain path");
        let read = |text: &str| vec![Snapshot::new(path.clone(), Content::of_bytes(text.into()))];
        let hunk = HunkId { file: 0, hunk: 0 };
        let opened = |text: &str| {
            let mut session = Session::open(reply.as_bytes(), Options::default());
            session.supply(read(text));
            session
        };
        let accept = Command::Decide {
            hunk,
            decision: Decision::Accepted,
        };
        let mut one = opened(before);
        let span = LineSpan::new(3, 6);
        one.run(Command::Place { hunk, span });
        one.run(accept.clone());
        let mut all = opened(before);
        all.run(Command::AcceptEverywhere { hunk });
        let drifted = [
            (one, "a\nx\nb\na\nmine\nb\n"),
            (all, "a\nmine\nb\na\nx\nb\n"),
        ];
        for (mut session, now) in drifted {
            let written = session.changes(Scope::Accepted);
            assert!(written.is_ok_and(|it| !it.is_empty()));
            assert_eq!(session.refresh(read(now), &Never).look_again, [hunk]);
            // Saved and opened again, too.
            let mut resumed = opened(now);
            assert_eq!(resumed.replay(session.record()), Ok(()));
            assert!(session.changed_place(hunk).is_some());
            assert_eq!(resumed.changed_place(hunk), session.changed_place(hunk));
            for mut session in [session, resumed] {
                assert_eq!(session.plan().hunk(hunk).state, State::Drifted, "{now}");
                assert!(session.changes(Scope::Accepted).is_err());
                assert!(!session.is_edited(hunk));
                // It can be put where it fits now, as one that was never decided on.
                let found = session.found(hunk).expect("it was matched");
                let span = found.candidates[0].span;
                session.run(Command::Place { hunk, span });
                session.run(accept.clone());
                let written = session.changes(Scope::Accepted);
                assert!(written.is_ok_and(|it| !it.is_empty()));
            }
        }
    }

    #[test]
    fn what_somebody_else_made_need_not_be_reviewed_again() {
        let read = |text: &str| {
            let path = RelPath::new("f.txt").expect("a plain path");
            vec![Snapshot::new(path, Content::of_bytes(text.into()))]
        };
        let replies = [
            "--- a/f.txt\n+++ b/f.txt\n@@ @@\n b\n-c\n+C\n",
            "f.txt\n```\na\nb\nC\n```\n",
        ];
        for reply in replies {
            let mut session = Session::open(reply.as_bytes(), Options::default());
            session.supply(read("a\nb\nc\n"));
            let hunk = HunkId { file: 0, hunk: 0 };
            let decision = Decision::Accepted;
            session.run(Command::Decide { hunk, decision });
            let refreshed = session.refresh(read("a\nb\nC\n"), &Never);
            assert_eq!(refreshed.look_again, [], "{reply}");
            assert_eq!(refreshed.kept, [hunk], "{reply}");
            let written = session.changes(Scope::Accepted);
            assert!(written.is_ok_and(|it| it.is_empty()), "{reply}");
        }
    }

    #[test]
    fn where_a_search_is_stopped_nothing_has_a_place_until_the_next() {
        let file = |path: &str| format!("--- a/{path}\n+++ b/{path}\n@@ @@\n x\n-y\n+z\n");
        let reply = [file("a"), file("b"), file("c")].concat();
        let read = |path: &RelPath, text: &str| {
            Snapshot::new(path.clone(), Content::of_bytes(text.into()))
        };
        let mut session = Session::open(reply.as_bytes(), Options::default());
        session.supply_wanted(|path| read(path, "x\ny\n"), &Never);
        let now = |session: &Session| -> Vec<Snapshot> {
            let paths = session.snapshots().keys();
            paths.map(|path| read(path, "new\nx\ny\n")).collect()
        };
        let snapshots = now(&session);
        let refreshed = session.refresh(snapshots, &UntilHunks(Cell::new(2)));
        assert_eq!((refreshed.kept.len(), refreshed.look_again.len()), (1, 2));
        let files = session.plan().files.iter();
        let states: Vec<_> = files.map(|file| file.state.clone()).collect();
        use FileState::{Ready, Unsearched};
        assert_eq!(states, [Ready, Unsearched, Unsearched]);
        let stuck = session.changes(Scope::Everything);
        assert_eq!(stuck.map_err(|stuck| stuck.len()), Err(2));
        let snapshots = now(&session);
        session.refresh(snapshots, &Never);
        assert_eq!(session.tally().n_need, 0, "a new look finds all");
    }
}
