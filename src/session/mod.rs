//! Floor 5: one review. Reply, snapshots and commands in; plan and change set out; still no IO. Screen and command line
//! are two ways of calling [`Session::run`].

mod apart;
mod base;
mod baseline;
mod bounds;
mod command;
mod decided;
pub mod decisions;
mod drift;
mod edited;
mod everywhere;
mod exported;
mod fault;
mod followed;
mod freed;
mod in_part;
mod indexed;
mod kept;
mod lead;
mod likely;
mod message;
mod order;
mod place;
mod put;
mod quoted;
mod record;
mod replaced;
mod settle;
mod shown_file;
mod supply;
mod tally;
mod touched;
mod unread;
mod usage_example;
mod written;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use crate::dialect::{self, Note, ParseOptions, Parsed, Part};
use crate::matcher::{Cancel, Candidate, Found, Limits, Never};
use crate::patch::{FileMode, FileOp, FilePatch, Given, Hunk, HunkId, HunkLine, Patch, Unsure};
use crate::plan::{
    self, Baseline, ChangeSet, FileInput, FilePlan, HunkPlan, Loss, Plan, Policy, Resolutions,
    Scope, Settled,
};
use crate::text::{Digest, Edit, Edits, Piece, RelPath, Snapshot, Text};

use apart::SeenInTree;
use base::Bases;
use bounds::Bounds;
use likely::Holders;

pub use command::{Command, Outcome};
pub use decisions::Decisions;
pub use drift::Refreshed;
pub use fault::Fault;
pub use in_part::InPart;
pub use lead::{Lead, is_sentence};
pub use likely::Looks;
pub use record::{Record, RecordFault};
pub use tally::Tally;
pub use written::Moves;

/// How a review is opened.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// How the reply is read.
    pub parse: ParseOptions,
    /// What may be placed unasked.
    pub policy: Policy,
    /// How far places are looked for.
    pub limits: Limits,
}

/// One review of one reply.
#[derive(Debug, Clone)]
pub struct Session {
    // Ground state.
    options: Options,
    snapshots: BTreeMap<RelPath, Snapshot>,
    /// The names to which the reply moves files and from which it takes them, and under which no file was when all was read
    /// for the first time; `None` before that.
    free: Option<BTreeSet<RelPath>>,
    known_paths: Vec<RelPath>,
    /// The names among them that have no dot, in lower case: in a sentence they look like words.
    bare_names: BTreeSet<String>,
    /// The hunks whose place was named by a line or a number alone.
    read_now: BTreeSet<HunkId>,
    /// Whether an apply was taken back.
    has_unapplied: bool,
    /// Which of the known files hold what sections ask for whose path is no file's.
    holders: Holders,
    /// What the known files say of blocks that name none.
    seen_in_tree: SeenInTree,
    /// The known paths of close names, by section.
    close: Vec<OnceLock<Vec<RelPath>>>,
    /// What files were before an apply of this very reply that stands.
    before: Arc<BTreeMap<RelPath, Text>>,
    /// What files were when the content that the reply gives them was compared with them: what others change in them since
    /// is no change of the reply's.
    bases: Bases,
    resolutions: Resolutions,
    /// Comments that were begun and not given yet.
    drafts: BTreeMap<HunkId, String>,
    /// The lines as the reply has them of the hunks that a person ever edited.
    as_read: BTreeMap<HunkId, Arc<[HunkLine]>>,
    /// The hunks of each apply that was not taken back, oldest first.
    written: Vec<Arc<BTreeSet<HunkId>>>,
    /// What was decided before each apply of this run that was not taken back: of files as they were then.
    captures: Vec<Option<Arc<Decisions>>>,
    /// Where those of them stand whose lines nobody changed since; what a saved review wrote is not known.
    stands: BTreeMap<HunkId, written::Applied>,
    /// The line (0-based) at which the places are now that were chosen for hunks and have changed since.
    changed_places: BTreeMap<HunkId, usize>,
    /// The files that changed between the time when the review was saved and that when it was resumed.
    changed_meanwhile: Vec<RelPath>,
    // Derived state.
    patch: Patch,
    /// Sections as they were read, by index, that must be completed against their target.
    incomplete: BTreeMap<usize, FilePatch>,
    /// Sections as the reply has them, by index, whose lines are in the encoding of their target now.
    unencoded: BTreeMap<usize, FilePatch>,
    /// Of those that may give the content of a file that an earlier one gives, how many such there are above.
    again: BTreeMap<usize, usize>,
    /// Those that were not compared with their target, as there are too many.
    uncompared: BTreeSet<usize>,
    notes: Vec<Note>,
    /// What became of each part of the reply.
    parts: Vec<Part>,
    /// The reply as it came.
    reply: Piece,
    /// What tells it from all others, worked out when it is asked for.
    reply_id: OnceLock<Digest>,
    /// What it says above its blocks, found when it is asked for.
    leads: OnceLock<Arc<[Lead]>>,
    /// Which of them look like edits and could not be read.
    unread: Vec<usize>,
    /// The hunks that the reply has under the name of another file.
    misnamed: BTreeSet<HunkId>,
    /// How many sections ask something of each file, where some are only shown.
    n_named: BTreeMap<RelPath, usize>,
    /// The sections that name each file and hold edits, or all of it by their own words, from the top.
    plain: BTreeMap<RelPath, Vec<usize>>,
    settled: Settled,
    found: Vec<Vec<Found>>,
    /// Paths that sections free, with the section and an absent snapshot: other sections may use them.
    freed: BTreeMap<RelPath, (usize, Snapshot)>,
    /// Paths that sections move files to, with the section.
    arrives: BTreeMap<RelPath, usize>,
    /// What hunks of each file lose, by their indexes: worked out when it is asked for, as that takes a pass over the file.
    losses: Vec<OnceLock<BTreeMap<usize, Vec<Loss>>>>,
    /// The same without what a person rejected; emptied when the file is planned anew.
    losses_left: Vec<OnceLock<BTreeMap<usize, Vec<Loss>>>>,
    /// What is known from before of files that are given whole.
    baselines: BTreeMap<RelPath, Baseline>,
    plan: Plan,
    /// How many hunks the files before each have.
    n_above: Vec<usize>,
    /// A label for every hunk as the reply has it, made when it is asked for: what is saved names them so.
    labels: OnceLock<Arc<[String]>>,
    /// How many hunks of each file stand in which way.
    tallies: Vec<Tally>,
    /// The sum of the tallies: a patch may have thousands of files, and a key asks for it many times.
    total: Tally,
    /// How often each file was planned.
    n_planned: Vec<u64>,
}

impl Session {
    /// Reads `reply`. Nothing is matched before [`Session::supply`] has brought what [`Session::wanted`] asks for.
    pub fn open(reply: impl Into<Piece>, options: Options) -> Session {
        Session::with_free_names(reply.into(), options, None)
    }

    /// Does the same where it is known under which names that the reply moves files to there is none at first.
    fn with_free_names(reply: Piece, options: Options, free: Option<BTreeSet<RelPath>>) -> Session {
        let Parsed {
            mut patch,
            mut notes,
            parts,
        } = dialect::parse(reply.clone(), &options.parse);
        let gathered = patch.gather(free.as_ref().unwrap_or(&BTreeSet::new()));
        for note in &mut notes {
            note.hunk = note.hunk.and_then(|hunk| gathered.id_of(hunk));
        }
        if !gathered.followed.is_empty() || !gathered.dropped.is_empty() {
            notes.extend(gathered.followed.iter().map(freed::rename_followed));
            notes.extend(gathered.dropped.iter().map(freed::edits_dropped));
            notes.sort_by_key(|note| note.span.start);
        }
        let incomplete = patch
            .files
            .iter()
            .enumerate()
            .filter(|(_, file)| file.needs_target());
        let incomplete = incomplete
            .map(|(index, file)| (index, file.clone()))
            .collect();
        let mut session = Session {
            again: base::given_again(&incomplete),
            uncompared: BTreeSet::new(),
            unencoded: BTreeMap::new(),
            incomplete,
            options,
            snapshots: BTreeMap::new(),
            free,
            known_paths: Vec::new(),
            bare_names: BTreeSet::new(),
            read_now: BTreeSet::new(),
            has_unapplied: false,
            holders: Holders::default(),
            seen_in_tree: SeenInTree::default(),
            close: Vec::new(),
            before: Arc::default(),
            bases: Bases::default(),
            resolutions: Resolutions::default(),
            drafts: BTreeMap::new(),
            as_read: BTreeMap::new(),
            written: Vec::new(),
            captures: Vec::new(),
            stands: BTreeMap::new(),
            changed_places: BTreeMap::new(),
            changed_meanwhile: Vec::new(),
            found: vec![Vec::new(); patch.files.len()],
            freed: freed::paths(&patch),
            arrives: freed::arrivals(&patch),
            losses: vec![OnceLock::new(); patch.files.len()],
            losses_left: vec![OnceLock::new(); patch.files.len()],
            baselines: BTreeMap::new(),
            plan: Plan::default(),
            settled: Settled::default(),
            misnamed: misnamed(&patch),
            patch: with_a_hunk_each(patch),
            notes,
            parts,
            reply,
            reply_id: OnceLock::new(),
            leads: OnceLock::new(),
            unread: Vec::new(),
            n_named: BTreeMap::new(),
            plain: BTreeMap::new(),
            n_above: Vec::new(),
            labels: OnceLock::new(),
            tallies: Vec::new(),
            n_planned: Vec::new(),
            total: Tally::default(),
        };
        session.renumber();
        session.renew_unread();
        session.plan.files = (0..session.patch.files.len())
            .map(|file| session.planned(file, &Never))
            .collect();
        session.tallies = vec![Tally::default(); session.plan.files.len()];
        session.n_planned = vec![1; session.plan.files.len()];
        for file in 0..session.tallies.len() {
            session.recount(file);
        }
        session
    }

    /// Takes what files were before this very reply was applied, where it was: what it made of them is not made again.
    pub fn set_before(&mut self, before: BTreeMap<RelPath, Text>) {
        self.before = Arc::new(before);
    }

    /// Returns the reply as it came.
    pub fn reply(&self) -> &Piece {
        &self.reply
    }

    /// Returns the patch; every file has at least one hunk.
    pub fn patch(&self) -> &Patch {
        &self.patch
    }

    /// Returns what was guessed, dropped or repaired while the reply was read.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// Returns the plan as it stands.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Returns how the review was opened.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Returns the policy in force.
    pub fn policy(&self) -> &Policy {
        &self.options.policy
    }

    /// Returns how far searches go.
    pub fn limits(&self) -> Limits {
        self.options.limits
    }

    /// Returns the decisions in force, and what undo and redo would do.
    pub fn resolutions(&self) -> &Resolutions {
        &self.resolutions
    }

    /// Returns what was read, by path.
    pub fn snapshots(&self) -> &BTreeMap<RelPath, Snapshot> {
        &self.snapshots
    }

    /// Returns what the matcher found for a hunk; `None` when its file has no text to match.
    pub fn found(&self, id: HunkId) -> Option<&Found> {
        self.found[id.file].get(id.hunk)
    }

    /// Returns what a hunk takes away or leaves broken that its reader may not see.
    pub fn losses(&self, id: HunkId) -> &[Loss] {
        let losses = self.losses_of(id.file).get(&id.hunk);
        losses.map_or(&[], Vec::as_slice)
    }

    fn losses_of(&self, file: usize) -> &BTreeMap<usize, Vec<Loss>> {
        self.losses[file].get_or_init(|| self.losses_in(file, &self.patch.files[file]))
    }

    /// Returns what the hunks of `section` lose, which is a section of the patch or one that takes its place.
    fn losses_in(&self, file: usize, section: &FilePatch) -> BTreeMap<usize, Vec<Loss>> {
        let target = self.target(file).filter(|_| section.op == FileOp::Modify);
        let text = target.and_then(|path| self.snapshots.get(path)?.text());
        let baseline = target.and_then(|path| self.baselines.get(path));
        text.map_or_else(BTreeMap::new, |text| {
            plan::loss::losses(section, text, baseline, |hunk| {
                let places = &self.found[file].get(hunk)?.candidates;
                // Of an exact place, no record is made for this.
                match places.exact() {
                    Some(exact) => Some(exact.span().start),
                    None => Some(places.first()?.first_line()),
                }
            })
        })
    }

    /// Returns whether a work budget ended before a hunk's places were looked for to the end.
    pub fn is_capped(&self, id: HunkId) -> bool {
        self.plan.hunk(id).capped || self.found(id).is_some_and(|found| found.capped)
    }

    /// Returns what `scope` writes.
    ///
    /// # Errors
    /// The hunks of `scope` that are stuck.
    pub fn changes(&self, scope: Scope) -> Result<ChangeSet, Vec<HunkId>> {
        self.plan.changes(&self.patch.files, scope, &self.settled)
    }

    /// Returns what the hunk writes at its place, in order; nothing where it has none.
    pub fn placed_edits(&self, id: HunkId) -> Vec<Edit> {
        self.plan.files[id.file].placed_edits(&self.patch.files[id.file], id.hunk)
    }

    /// Returns what would be written if the hunk stood at `candidate`, whatever is decided on it.
    pub fn edits_at(&self, id: HunkId, candidate: &Candidate) -> Vec<Edit> {
        self.edits_of(id, candidate, None)
    }

    /// Returns what these lines of the hunk alone would write at `candidate`; `None` stands for all.
    pub fn edits_of(
        &self,
        id: HunkId,
        candidate: &Candidate,
        lines: Option<&BTreeSet<usize>>,
    ) -> Vec<Edit> {
        let snapshot = self.plan.files[id.file].snapshot.as_ref();
        let text = snapshot.and_then(Snapshot::text);
        let (file, hunk) = (&self.patch.files[id.file], self.patch.hunk(id));
        text.map(|text| plan::edits(file, hunk, candidate, text, lines))
            .unwrap_or_default()
    }

    /// Returns what `scope` writes into a file, sorted and disjoint; `None` where two hunks collide.
    pub fn edits(&self, file: usize, scope: Scope) -> Option<Edits> {
        self.plan.files[file].edits(&self.patch.files[file], scope, &self.settled)
    }

    /// Returns the content of a file after the hunks of `scope` are made; `None` when it has no text.
    pub fn result(&self, file: usize, scope: Scope) -> Option<Vec<u8>> {
        self.plan.files[file].result(&self.patch.files[file], scope, &self.settled)
    }

    /// Returns the hunks a person must still act on, in the patch's order.
    pub fn needing_person(&self) -> impl Iterator<Item = &HunkPlan> {
        self.plan.hunks().filter(|hunk| hunk.needs_person())
    }

    fn plan_file(&mut self, file: usize, cancel: &dyn Cancel) {
        self.plan.files[file] = self.planned(file, cancel);
        self.n_planned[file] += 1;
        self.losses_left[file].take();
        self.recount(file);
    }

    fn planned(&self, file: usize, cancel: &dyn Cancel) -> FilePlan {
        let mut planned = plan::plan_file(self.input(file, cancel));
        self.mark_written(&mut planned);
        planned
    }

    /// Returns all that the plan of a file is made of.
    fn input<'a>(&'a self, file: usize, cancel: &'a dyn Cancel) -> FileInput<'a> {
        let patch = &self.patch.files[file];
        FileInput {
            index: file,
            file: patch,
            as_read: self.incomplete.get(&file),
            snapshot: self.target_read(file),
            before: self.target(file).and_then(|path| self.before.get(path)),
            namesake: self.namesake(file),
            was_never_there: self.was_never_there(file),
            is_in_alias: self.is_in_alias(file),
            has_folder: self.has_folder(file),
            is_named_again: self.is_named_again(file),
            other: self
                .other_name(patch)
                .and_then(|path| self.snapshots.get(path))
                .filter(|other| self.target(file) != Some(&other.path)),
            is_undecided: self.to_create(file) == Some(supply::NewPlace::Undecided),
            losses: (patch.given != Given::Hunks).then(|| self.losses_of(file)),
            destination: supply::destination(patch).and_then(|path| self.left_at(path, file)),
            found: &self.found[file],
            settled: &self.settled,
            written: &self.written,
            policy: &self.options.policy,
            limits: self.options.limits,
            cancel,
        }
    }

    /// Makes the derived state of `files` anew after the resolutions about them changed.
    fn replan(&mut self, files: &BTreeSet<usize>, cancel: &dyn Cancel) {
        let before = self.settled.renew(files, &self.resolutions);
        let edited = self.exchange_edits(&before, files);
        let mut bounds = Bounds::new();
        let n_hunks = self.n_hunks();
        for file in &self.with_users(files) {
            let targets_differ = before.targets.get(file) != self.settled.targets.get(file);
            if targets_differ || edited.contains(file) {
                self.rematch(*file, cancel, &mut bounds);
            } else {
                self.plan_file(*file, &Never);
            }
        }
        self.note_bounds(bounds);
        if self.n_hunks() != n_hunks {
            self.renumber();
        }
    }

    fn n_hunks(&self) -> usize {
        self.patch.files.iter().map(|file| file.hunks.len()).sum()
    }

    /// Counts the hunks anew that the files before each have: a file whose content is given has as many as differ from what
    /// is there.
    fn renumber(&mut self) {
        let n_above = self.patch.files.iter().scan(0, |n_above, file| {
            *n_above += file.hunks.len();
            Some(*n_above - file.hunks.len())
        });
        self.n_above = n_above.collect();
    }
}

/// Returns the hunks that stand under the name of another file.
fn misnamed(patch: &Patch) -> BTreeSet<HunkId> {
    let sections = patch.files.iter().enumerate();
    let hunks = sections.flat_map(|(file, section)| {
        let hunks = section.hunks.iter().enumerate();
        let misnamed = hunks.filter(|(_, hunk)| hunk.unsure == Some(Unsure::OtherName));
        misnamed.map(move |(hunk, _)| HunkId { file, hunk })
    });
    hunks.collect()
}

/// Gives a hunk without lines to files that have none, so that every file can be decided on as a hunk is, and one to files
/// that are to get another mode.
fn with_a_hunk_each(mut patch: Patch) -> Patch {
    patch.files.iter_mut().for_each(add_hunk);
    patch
}

fn add_hunk(file: &mut FilePatch) {
    let mode = match file.mode {
        Some(mode @ (FileMode::Plain | FileMode::Executable)) if file.op == FileOp::Modify => {
            Some(mode)
        }
        Some(FileMode::Plain | FileMode::Executable | FileMode::Special(_)) | None => None,
    };
    if file.hunks.is_empty() || mode.is_some() {
        file.hunks.push(Hunk {
            mode,
            origin: file.origin,
            ..Hunk::default()
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::FileChange;
    use crate::text::Content;

    const EDIT: &str = "diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ @@\n-x\n+y\n";
    const MODE: &str = "diff --git a/g b/g\nold mode 100644\nnew mode 100755\n";

    /// Opens a reply on files that all hold `x`, gives its sections the target `f`, and returns what it writes, with the
    /// mode and the length of the new content, where there is one.
    #[track_caller]
    fn check(reply: &str, expected: &[(Option<FileMode>, Option<usize>)]) {
        let mut session = Session::open(reply.as_bytes(), Options::default());
        let f = RelPath::new("f").expect("a plain path");
        let read = |path: &RelPath| Snapshot::new(path.clone(), Content::of_bytes(b"x\n".to_vec()));
        session.supply(session.wanted().iter().chain([&f]).map(read).collect());
        for file in 0..session.patch().files.len() {
            let path = f.clone();
            session.run(Command::Retarget {
                files: vec![file],
                path,
            });
        }
        let changes = session
            .changes(Scope::Everything)
            .expect("nothing is stuck");
        let written: Vec<_> = changes
            .changes()
            .iter()
            .map(|change| match change {
                FileChange::Modify { after, mode, .. } => (*mode, Some(after.len())),
                FileChange::Mode { mode, .. } => (Some(*mode), None),
                FileChange::Create { .. }
                | FileChange::Delete { .. }
                | FileChange::Rename { .. }
                | FileChange::Copy { .. } => panic!("{change:?}"),
            })
            .collect();
        assert_eq!(written, expected);
    }

    #[test]
    fn sections_of_one_target_make_one_change_with_the_mode_of_the_last_that_says_one() {
        let program = Some(FileMode::Executable);
        check(EDIT, &[(None, Some(2))]);
        check(MODE, &[(program, None)]);
        check(&[EDIT, MODE].concat(), &[(program, Some(2))]);
        check(&[MODE, EDIT].concat(), &[(program, Some(2))]);
        let back = MODE
            .replace("a/g b/g", "a/h b/h")
            .replace("new mode 100755", "new mode 100644");
        check(&[EDIT, MODE, &back].concat(), &[(program, Some(2))]);
    }
}
