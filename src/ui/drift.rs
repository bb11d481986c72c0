//! What is different on disk, what changed there, and what matching anew would do: worked out once, when it is noticed.
//! What an apply would make different is compared in the same way.

use std::collections::BTreeSet;

use crate::matcher::Cancel;
use crate::patch::compare::{self, Context, Endings};
use crate::patch::{Hunk, HunkId, HunkLine, LineKind};
use crate::plan::{ChangeSet, FileChange, HunkPlan, Scope};
use crate::session::Session;
use crate::text::{Content, Edits, Eol, LineSpan, RelPath, Snapshot, Text};

/// Files that are different on disk, and not taken in yet; by default none is.
#[derive(Debug, Clone, Default)]
pub struct Drift {
    /// The files, as they are now.
    pub files: Vec<FileDrift>,
    /// What matching anew would do with the hunks that have a place, sorted; `None` until that has been worked out.
    pub fates: Option<Vec<(HunkId, Fate)>>,
}

/// One file that is different on disk.
#[derive(Debug, Clone)]
pub struct FileDrift {
    /// The file as it is now.
    pub now: Snapshot,
    /// What changed.
    pub diff: FileDiff,
}

/// What changes in one file.
#[derive(Debug, Clone)]
pub struct FileDiff {
    /// The file.
    pub path: RelPath,
    /// The changes, as hunks; empty where one of the two is no text.
    pub hunks: Vec<Hunk>,
    /// What kind of file it is made, where that changes.
    pub mode: Option<String>,
}

/// What matching anew would do with a hunk that has a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fate {
    /// It stays where it is, or moves by so many lines; of one that has several places, all do.
    Moves(isize),
    /// It moves by so many lines, or by none, and what it quotes around its change is not there any more as it was.
    Loosens(isize),
    /// It needed review, and does not then.
    Settles,
    /// It needed review, and does so then, for other places or another reason.
    StaysOpen,
    /// It had its place, nothing was decided, and it needs review then.
    NeedsReview,
    /// It was accepted, and must be looked at again.
    ReviewAgain,
}

impl Drift {
    /// Looks at files as they are now; those that are as the review has them are left out. What changed in the others is
    /// not compared yet.
    pub(super) fn noticed(session: &Session, now: Vec<Snapshot>) -> Drift {
        let drifted: BTreeSet<RelPath> = session.drifted(&now).into_iter().cloned().collect();
        let now = now.into_iter();
        let drifted = now.filter(|snapshot| drifted.contains(&snapshot.path));
        let file = |now: Snapshot| FileDrift {
            diff: FileDiff {
                path: now.path.clone(),
                hunks: Vec::new(),
                mode: None,
            },
            now,
        };
        Drift {
            files: drifted.map(file).collect(),
            fates: None,
        }
    }

    /// Compares the files, and works out what matching anew would do. This may take its time; `None` where it was
    /// cancelled, or no file is different.
    pub(super) fn judged(mut self, session: &Session, cancel: &dyn Cancel) -> Option<Drift> {
        if self.is_empty() {
            return None;
        }
        for file in &mut self.files {
            file.diff.hunks = changes(session, &file.now);
        }
        let now: Vec<Snapshot> = self.files.iter().map(|file| file.now.clone()).collect();
        self.fates = Some(fates(session, now, cancel));
        (!cancel.is_cancelled()).then_some(self)
    }

    /// Returns whether both are about the same files as they are now.
    pub(super) fn is_of_same(&self, other: &Drift) -> bool {
        let now = self.files.iter().map(|file| &file.now);
        now.eq(other.files.iter().map(|file| &file.now))
    }

    /// Returns whether all files are as the review has them.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Returns whether the hunk must be looked at again after matching anew.
    pub fn touches(&self, id: HunkId) -> bool {
        let needs = |fate| matches!(fate, Fate::NeedsReview | Fate::ReviewAgain);
        self.fate_of(id).is_some_and(needs)
    }

    /// Returns whether lines that the hunk quotes are not there any more as they were.
    pub fn changes_lines_of(&self, id: HunkId) -> bool {
        let loosens = |fate| matches!(fate, Fate::Loosens(_));
        self.touches(id) || self.fate_of(id).is_some_and(loosens)
    }

    fn fate_of(&self, id: HunkId) -> Option<Fate> {
        let fates = self.fates.as_deref()?;
        let at = fates.binary_search_by_key(&id, |(id, _)| *id).ok()?;
        Some(fates[at].1)
    }
}

impl FileDrift {
    /// Says what became of a file that is no text any more; `None` of one that is.
    pub fn gone(&self) -> Option<&'static str> {
        match &self.now.content {
            Content::Text(_) => None,
            Content::Absent => Some("was deleted"),
            Content::Binary => Some("became binary"),
            Content::NotAFile(_) => Some("is no longer a file"),
            Content::Refused(_) | Content::Unreadable(_) => Some("can no longer be read"),
        }
    }
}

impl FileDiff {
    /// Returns how many lines came and how many went.
    pub fn n_lines(&self) -> (usize, usize) {
        let of = |kind| self.hunks.iter().map(|hunk| hunk.n_lines_of(kind)).sum();
        (of(LineKind::Insert), of(LineKind::Delete))
    }

    /// Returns the 1-based lines of the first change and of the last, as the file is now: the same where it is the only one.
    /// `None` where nothing can be compared.
    pub fn changed_at(&self) -> Option<(usize, usize)> {
        let (mut first, mut last, mut n_runs, mut moved) = (None, 0, 0, 0);
        for hunk in &self.hunks {
            let mut line_number = hunk.hint?.line_index.saturating_add_signed(moved) + 1;
            let mut was_context = true;
            for line in hunk.lines.iter() {
                let is_context = line.is_context();
                if !is_context {
                    n_runs += usize::from(was_context);
                    first = first.or(Some(line_number));
                    last = line_number;
                }
                was_context = is_context;
                line_number += usize::from(line.in_postimage());
            }
            moved += hunk.n_lines_of(LineKind::Insert) as isize;
            moved -= hunk.n_lines_of(LineKind::Delete) as isize;
        }
        let last = if n_runs > 1 { last } else { first? };
        Some((first?, last))
    }
}

fn changes(session: &Session, now: &Snapshot) -> Vec<Hunk> {
    let then = session.snapshots().get(&now.path).and_then(Snapshot::text);
    hunks_of(then.map(|text| &**text), now.text().map(|text| &**text))
}

/// Compares all files that `changes` writes with what they were matched as, in the order of `changes`.
pub(super) fn full_diff(session: &Session, changes: &ChangeSet) -> Vec<FileDiff> {
    let diff = |change: &FileChange| {
        let path = change.path().clone();
        let before = session.snapshots().get(&path).and_then(Snapshot::text);
        let stays = matches!(change, FileChange::Mode { .. });
        let after = (!stays).then(|| Text::new(change.after().unwrap_or_default()));
        let before = before.map(|text| &**text);
        let hunks = after.map_or_else(Vec::new, |after| {
            let as_decided = before.and_then(|before| as_decided(session, &path, before, &after));
            as_decided.unwrap_or_else(|| hunks_of(before, Some(&after)))
        });
        FileDiff {
            path,
            hunks,
            mode: change.mode_words(),
        }
    };
    changes.changes().iter().map(diff).collect()
}

/// Returns what the accepted hunks make of the file at `path`, line for line as the review shows them: a comparison of the two
/// texts may pair other lines, so that it counts more than the hunks do. `None` where a file is replaced as a whole, or where its
/// last newline comes or goes.
fn as_decided(session: &Session, path: &RelPath, then: &Text, now: &Text) -> Option<Vec<Hunk>> {
    let files = session.plan().files.iter().enumerate();
    let of_path = files.filter(|(_, file)| file.target.as_ref() == Some(path));
    let mut all = Edits::default();
    for (at, file) in of_path {
        if !file.op.is_of_lines() {
            return None;
        }
        all = all.with(&session.edits(at, Scope::Accepted)?)?;
    }
    let is_same =
        then.has_final_newline() == now.has_final_newline() && **now.source() == *all.apply(then);
    is_same.then(|| unmarked(compare::hunks_of_edits(then, now, &all), then, now))
}

fn hunks_of(then: Option<&Text>, now: Option<&Text>) -> Vec<Hunk> {
    if then.is_none() && now.is_none() {
        return Vec::new();
    }
    let empty = Text::new("");
    let (then, now) = (then.unwrap_or(&empty), now.unwrap_or(&empty));
    let hunks = compare::compare(then, now, Context::Numbered, Endings::InBody).hunks;
    unmarked(hunks, then, now)
}

/// Returns hunks without the marks of line endings that all lines have, before and after.
fn unmarked(mut hunks: Vec<Hunk>, then: &Text, now: &Text) -> Vec<Hunk> {
    // Where all lines of both end so, a mark at the end of each would tell nothing.
    let ends_so = |text: &Text| (0..text.n_lines()).all(|line| text.ending(line) != Eol::Lf);
    if then.n_lines() > 0 && ends_so(then) && ends_so(now) {
        for hunk in &mut hunks {
            hunk.lines = hunk.lines.iter().map(without_return).collect();
        }
    }
    hunks
}

fn without_return(line: &HunkLine) -> HunkLine {
    let body: &[u8] = line.body.as_ref();
    let body = body.strip_suffix(b"\r").unwrap_or(body);
    HunkLine::new(line.kind, body.to_vec())
}

/// Matches anew on a copy of the review.
fn fates(session: &Session, now: Vec<Snapshot>, cancel: &dyn Cancel) -> Vec<(HunkId, Fate)> {
    let mut tried = session.clone();
    let drifted: BTreeSet<RelPath> = now.iter().map(|now| now.path.clone()).collect();
    let refreshed = tried.refresh(now, cancel);
    let is_there = |id: &HunkId| id.hunk < tried.plan().files[id.file].hunks.len();
    let open = with_places(session, &drifted).filter(is_there);
    let open: Vec<_> = open
        .map(|id| (id, fate_of_open(session, &tried, id)))
        .collect();
    let span =
        |hunk: &HunkPlan| -> Option<LineSpan> { Some(hunk.placement.as_ref()?.candidate.lines()) };
    // One that was rejected goes nowhere.
    let is_placed = |id: &&HunkId| tried.plan().hunk(**id).placement.is_some();
    let kept = refreshed.kept.iter().filter(is_placed).map(|id| {
        let (then, now) = (session.plan().hunk(*id), tried.plan().hunk(*id));
        let moves = match (span(then), span(now)) {
            (Some(then), Some(now)) => now.start as isize - then.start as isize,
            (_, _) => 0,
        };
        let fit = |hunk: &HunkPlan| Some(hunk.placement.as_ref()?.candidate.score);
        match fit(now) < fit(then) {
            true => (*id, Fate::Loosens(moves)),
            false => (*id, Fate::Moves(moves)),
        }
    });
    let again = refreshed.look_again.iter().map(|id| {
        let was_accepted = session.plan().hunk(*id).decision.is_accepted();
        match was_accepted {
            true => (*id, Fate::ReviewAgain),
            false => (*id, Fate::NeedsReview),
        }
    });
    let mut fates: Vec<(HunkId, Fate)> = kept.chain(again).chain(open).collect();
    fates.sort_by_key(|(id, _)| *id);
    fates
}

/// Returns the hunks of `files` that have places, one of which has still to be chosen.
fn with_places(session: &Session, files: &BTreeSet<RelPath>) -> impl Iterator<Item = HunkId> {
    let plans = session.plan().files.iter();
    let of_files = plans.filter(|plan| plan.target.as_ref().is_some_and(|it| files.contains(it)));
    let hunks = of_files.flat_map(|plan| &plan.hunks);
    hunks
        .filter(|hunk| !hunk.state.is_settled() && !hunk.decision.is_rejected())
        .filter(|hunk| !places_of(session, hunk.id).is_empty())
        .map(|hunk| hunk.id)
}

fn places_of(session: &Session, id: HunkId) -> Vec<LineSpan> {
    let found = session.found(id).into_iter();
    found
        .flat_map(|found| found.candidates.iter().map(|it| it.span))
        .collect()
}

/// Returns what becomes of the places of a hunk for which none is chosen yet.
fn fate_of_open(session: &Session, tried: &Session, id: HunkId) -> Fate {
    let (then, now) = (places_of(session, id), places_of(tried, id));
    let moves = |(then, now): (&LineSpan, &LineSpan)| now.start as isize - then.start as isize;
    let mut moved = then.iter().zip(&now).map(moves);
    let first = moved.next().unwrap_or(0);
    let is_same = std::mem::discriminant(&session.plan().hunk(id).state)
        == std::mem::discriminant(&tried.plan().hunk(id).state);
    let all = then.len() == now.len() && moved.all(|by| by == first);
    match tried.plan().hunk(id).state.is_settled() {
        true => Fate::Settles,
        false if is_same && all => Fate::Moves(first),
        false => Fate::StaysOpen,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matcher::Never;
    use crate::session::Options;
    use crate::ui::progress::Progress;

    #[test]
    fn a_drift_that_nobody_asks_about_any_more_is_not_worked_out() {
        let path = RelPath::new("f").expect("a plain name is a path");
        let snapshot = |text: &str| Snapshot::new(path.clone(), Content::of_bytes(text.into()));
        let reply = "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n one\n-two\n+three\n";
        let mut session = Session::open(reply, Options::default());
        session.supply(vec![snapshot("one\ntwo\n")]);
        let drift = || Drift::noticed(&session, vec![snapshot("zero\none\ntwo\n")]);

        let judged = drift()
            .judged(&session, &Never)
            .expect("it is not cancelled");
        let id = session
            .plan()
            .hunks()
            .next()
            .expect("the reply has a hunk")
            .id;
        assert_eq!(judged.fates, Some(vec![(id, Fate::Moves(1))]));

        let stopped = Progress::default();
        stopped.stop();
        assert!(drift().judged(&session, &stopped).is_none());
        assert!(Drift::default().judged(&session, &Never).is_none());
    }
}
