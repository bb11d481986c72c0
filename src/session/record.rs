//! What is saved of a review: the decisions, and how to tell that they fit.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Bounds, Session};
use crate::matcher::Never;
use crate::patch::{Hunk, HunkId};
use crate::plan::{Decision, Resolutions, Step};
use crate::text::{Digest, RelPath, Snapshot, Text};

/// The shape's version.
const VERSION: u32 = 1;

/// The decisions of a review, with the names of the hunks they are about. Cheap to make, for it is saved after each of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    version: u32,
    /// Tells the reply from all others: a decision must never fall on a hunk of another one. See [`Session::reply_id`].
    reply: Digest,
    /// The label of every hunk in the reply's order: where files are others, it may be read in other hunks.
    hunks: Arc<[String]>,
    /// What the targets were: a place chosen in one means nothing in another.
    targets: Vec<(RelPath, Option<Digest>)>,
    resolutions: Resolutions,
    /// What files were whose content the reply gives, by their index in the patch, where something was said of their hunks:
    /// those are the lines that differed then.
    #[serde(default)]
    bases: BTreeMap<usize, (RelPath, Option<String>)>,
    /// The text of each file with a place or an order that a person chose: comparing it with the file as it is then finds the
    /// place again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    texts: Vec<(RelPath, String)>,
    /// What each apply of the review wrote.
    #[serde(default)]
    written: Vec<Arc<BTreeSet<HunkId>>>,
    /// The line (0-based) at which the places are that were chosen for hunks and have changed since.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    changed_places: Vec<(HunkId, usize)>,
    /// Comments that were begun and not given yet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    drafts: Vec<(HunkId, String)>,
    /// How many hunks the review has, where those are not as many as the reply's: of content that it gives, each stretch of lines
    /// that differs is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    n_reviewed: Option<usize>,
}

/// Why decisions cannot be taken over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordFault {
    /// Another version of the program saved them.
    #[error("the decisions were saved by another version of hunkwise; review the patch anew")]
    Version,
    /// They are about other hunks.
    #[error("the decisions were made about another patch; name the patch they were saved with")]
    OtherPatch,
}

impl Record {
    /// Returns the labels of the patch's hunks, in the reply's order.
    pub fn hunks(&self) -> &[String] {
        &self.hunks
    }

    /// Returns what tells the reply from all others.
    pub fn reply(&self) -> Digest {
        self.reply
    }

    /// Returns the files the patch is about, sorted.
    pub fn paths(&self) -> impl Iterator<Item = &RelPath> {
        self.targets.iter().map(|(path, _)| path)
    }

    /// Returns the last step in force.
    pub fn last_step(&self) -> Option<&Step> {
        self.resolutions.next_undo()
    }

    /// Returns how many hunks the review has.
    pub fn n_hunks(&self) -> usize {
        self.n_reviewed.unwrap_or(self.hunks.len())
    }

    /// Returns how many of them were decided on.
    pub fn n_decided(&self) -> usize {
        let decisions = self.resolutions.settled().decisions;
        let decided = decisions
            .values()
            .filter(|decision| **decision != Decision::Undecided);
        decided.count()
    }
}

impl Session {
    /// Returns what is to be saved.
    pub fn record(&self) -> Record {
        let (hunks, n_reviewed) = (self.labels(), self.patch.hunk_ids().count());
        Record {
            version: VERSION,
            reply: self.reply_id(),
            n_reviewed: (n_reviewed != hunks.len()).then_some(n_reviewed),
            hunks,
            targets: self.targets(),
            resolutions: self.resolutions.clone(),
            bases: self.bases_compared(),
            texts: self.texts_of_places(),
            written: self.written.clone(),
            drafts: self.drafts.clone().into_iter().collect(),
            changed_places: self
                .changed_places
                .iter()
                .map(|(id, line)| (*id, *line))
                .collect(),
        }
    }

    /// Takes over the decisions of `record` in place of those made so far. Places chosen in files that have changed since move
    /// with their lines. Where these changed themselves, or the file was too long to be saved, the hunks are open again, and
    /// so are those that were written there.
    ///
    /// # Errors
    /// When they are not about this patch; nothing is taken over then.
    pub fn replay(&mut self, record: Record) -> Result<(), RecordFault> {
        if record.version != VERSION {
            return Err(RecordFault::Version);
        }
        if record.reply != self.reply_id() || record.hunks != self.labels() {
            return Err(RecordFault::OtherPatch);
        }
        self.resolutions = record.resolutions;
        self.written = record.written;
        self.drafts = record.drafts.into_iter().collect();
        for file in self.giving_content().collect::<Vec<_>>() {
            match record.bases.get(&file) {
                Some((path, text)) => {
                    let text = text.clone().map(Text::new);
                    self.bases.insert(file, path.clone(), text);
                }
                // Its hunks may be others than those that something was said of.
                None => self.forget_hunks(file),
            }
        }
        self.replan(&(0..self.patch.files.len()).collect(), &Never);
        let mut bounds = Bounds::new();
        let compared: Vec<usize> = self.giving_content().collect();
        let compared = compared
            .into_iter()
            .filter(|file| record.bases.contains_key(file));
        for file in compared {
            self.rematch(file, &Never, &mut bounds);
        }
        self.renumber();
        let then = |path: &RelPath| {
            let mut targets = record.targets.iter();
            targets
                .find(|(then, _)| then == path)
                .map(|(_, digest)| *digest)
        };
        // Decisions about another target do not apply to this one.
        let files = 0..self.patch.files.len();
        let is_other = |file: &usize| self.target(*file).is_some_and(|path| then(path).is_none());
        let others: Vec<usize> = files.clone().filter(is_other).collect();
        let is_changed = |file: &usize| {
            let Some(path) = self.target(*file) else {
                return false;
            };
            then(path) != Some(self.snapshots.get(path).and_then(Snapshot::digest))
        };
        let changed: Vec<usize> = files.filter(is_changed).collect();
        for file in &others {
            self.forget_hunks(*file);
        }
        let is_same_target = |file: &&usize| !others.contains(*file);
        let paths = changed.iter().filter(is_same_target);
        let paths: BTreeSet<&RelPath> = paths.filter_map(|file| self.target(*file)).collect();
        self.changed_meanwhile = paths.into_iter().cloned().collect();
        self.take_over_places(record.texts, record.changed_places, &changed);
        let is_same = |path: &RelPath, digest: &Option<Digest>| {
            self.snapshots.get(path).and_then(Snapshot::digest) == *digest
        };
        let mut drifted = record.targets;
        drifted.retain(|(path, digest)| !is_same(path, digest));
        let drifted = drifted.into_iter().map(|(path, _)| path).collect();
        self.forget_former_acceptances(&drifted);
        self.reopen_whole_files(&changed);
        self.settled = self.resolutions.settled();
        for file in 0..self.patch.files.len() {
            self.plan_file(file, &Never);
        }
        self.reopen_like_removals(&changed);
        self.settled = self.resolutions.settled();
        for file in changed {
            self.plan_file(file, &Never);
        }
        Ok(())
    }

    /// Returns the files that changed between the time when the review was saved and that when it was resumed.
    pub fn changed_meanwhile(&self) -> &[RelPath] {
        &self.changed_meanwhile
    }

    /// Returns what tells the reply from all others: the digest of its bytes and of the files that its sections name, which
    /// options can change. Two replies can have hunks of equal lines, and so of equal labels, in different files.
    pub fn reply_id(&self) -> Digest {
        *self.reply_id.get_or_init(|| {
            let mut said = self.reply.to_vec();
            for file in &self.patch.files {
                let to = file.op.to();
                for path in [file.path.named(), to] {
                    said.push(0);
                    said.extend_from_slice(path.map_or(b"", |path| path.as_bytes()));
                }
            }
            Digest::of(&said)
        })
    }

    /// Returns the sections that give the content of their files: they have as many hunks as differ there.
    fn giving_content(&self) -> impl Iterator<Item = usize> {
        let sections = self.incomplete.iter();
        let giving = sections.filter(|(_, read)| read.may_give_content());
        giving.map(|(file, _)| *file)
    }

    /// Returns what files were whose content the reply gives: they have the same hunks when the review is opened again as they
    /// have when a change on disk is taken in.
    fn bases_compared(&self) -> BTreeMap<usize, (RelPath, Option<String>)> {
        let saved = self.giving_content().filter_map(|file| {
            let (path, text) = self.bases.of(file)?;
            let text = match text.map(|text| String::from_utf8(text.as_bytes().to_vec())) {
                None => None,
                Some(text) => Some(text.ok()?),
            };
            Some((file, (path.clone(), text)))
        });
        saved.collect()
    }

    fn targets(&self) -> Vec<(RelPath, Option<Digest>)> {
        let snapshots = self.snapshots.values();
        snapshots
            .map(|snapshot| (snapshot.path.clone(), snapshot.digest()))
            .collect()
    }

    /// Returns the labels of the hunks as the reply has them: content that it gives is one, whatever differs in its file.
    fn labels(&self) -> Arc<[String]> {
        let digests = |file: usize| -> Vec<Digest> {
            match self.incomplete.get(&file) {
                Some(read) if read.may_give_content() => {
                    read.hunks.iter().map(Hunk::digest).collect()
                }
                Some(_) | None => {
                    let ids =
                        (0..self.patch.files[file].hunks.len()).map(|hunk| HunkId { file, hunk });
                    ids.map(|id| self.digest_as_read(id)).collect()
                }
            }
        };
        let label = |(digest, number)| Hunk::label_of(digest, number);
        let all = || (0..self.patch.files.len()).flat_map(digests).zip(1..);
        let labels = self.labels.get_or_init(|| all().map(label).collect());
        labels.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{Scope, State};
    use crate::session::{Command, Options};
    use crate::text::{Content, LineSpan};

    const REPLY: &str = "--- a/f\n+++ b/f\n@@ @@\n x\n-y\n+z\n";
    const TWINS: &str = "x\ny\n\nx\ny\n";

    fn session(reply: &str, file: &str) -> Session {
        let mut session = Session::open(reply.as_bytes(), Options::default());
        let snapshots = session
            .wanted()
            .into_iter()
            .map(|path| Snapshot::new(path, Content::of_bytes(file.into())));
        let snapshots = snapshots.collect();
        session.supply(snapshots);
        session
    }

    fn decided() -> Record {
        let mut session = session(REPLY, TWINS);
        let hunk = HunkId { file: 0, hunk: 0 };
        session.run(Command::AcceptAt {
            hunk,
            span: LineSpan::new(3, 5),
        });
        session.record()
    }

    #[test]
    fn decisions_survive_being_saved_as_json() {
        let json = serde_json::to_string(&decided()).expect("a record becomes JSON");
        let mut again = session(REPLY, TWINS);
        let record = serde_json::from_str(&json).expect("and is read again");
        assert_eq!(again.replay(record), Ok(()));
        assert_eq!(again.plan().files[0].hunks[0].state, State::Placed);
        assert_eq!(again.plan().files[0].hunks[0].decision, Decision::Accepted);
    }

    #[test]
    fn what_was_written_is_not_offered_to_its_twin() {
        let mut first = session(REPLY, TWINS);
        first.replay(decided()).expect("the same patch");
        let after = first.result(0, Scope::Accepted).expect("a text");
        let written = Snapshot::new(
            RelPath::new("f").expect("a plain path"),
            Content::of_bytes(after.clone()),
        );
        first.note_applied(vec![written], &Never);
        let after = String::from_utf8(after).expect("it is UTF-8");
        let mut again = session(REPLY, &after);
        assert_eq!(again.plan().files[0].hunks[0].state, State::Placed);
        assert_eq!(again.replay(first.record()), Ok(()));
        assert_eq!(again.plan().files[0].hunks[0].state, State::AlreadyApplied);
    }

    #[test]
    fn taking_an_apply_back_keeps_the_place_that_was_chosen() {
        let mut session = session(REPLY, TWINS);
        let snapshot = |text: &[u8]| {
            Snapshot::new(
                RelPath::new("f").expect("a plain path"),
                Content::of_bytes(text.to_vec()),
            )
        };
        let hunk = HunkId { file: 0, hunk: 0 };
        let second = session.found(hunk).expect("it was matched").candidates[1].span;
        session.run(Command::AcceptAt { hunk, span: second });
        let after = session.result(0, Scope::Accepted).expect("it has text");
        session.note_applied(vec![snapshot(&after)], &Never);
        session.note_unapplied(vec![snapshot(TWINS.as_bytes())], &Never);
        let placed = session.plan().hunk(hunk);
        assert_eq!(
            (&placed.state, placed.decision.is_accepted()),
            (&State::Placed, true)
        );
        assert_eq!(
            placed
                .placement
                .as_ref()
                .map(|place| place.candidate.lines()),
            Some(second)
        );
    }

    #[test]
    fn of_content_each_stretch_that_differs_is_counted() {
        let lines: String = (0..20).map(|n| format!("line {n}\n")).collect();
        let given = lines
            .replace("line 3\n", "three\n")
            .replace("line 16\n", "sixteen\n");
        let reply = format!("Here is the complete file `f.txt`:\n\n```text\n{given}```\n");
        let mut session = session(&reply, &lines);
        let hunks: Vec<HunkId> = session.patch().hunk_ids().collect();
        session.run(Command::AcceptEach { hunks });
        let record = session.record();
        assert_eq!((record.n_decided(), record.n_hunks()), (2, 2));
    }

    #[test]
    fn decisions_about_another_patch_are_refused() {
        let mut other = session(&REPLY.replace("+z", "+w"), TWINS);
        assert_eq!(other.replay(decided()), Err(RecordFault::OtherPatch));
    }

    #[test]
    fn decisions_are_about_one_reply_in_its_files_however_alike_another_is() {
        for reply in [
            REPLY.replace("/f\n", "/g\n"),
            REPLY.replace("+++ b/f", "+++ b/g"),
            REPLY.replace("@@ @@", "@@ -4,2 +4,2 @@"),
            format!("Only where it is safe:\n\n{REPLY}"),
        ] {
            let mut other = session(&reply, TWINS);
            assert_eq!(
                other.replay(decided()),
                Err(RecordFault::OtherPatch),
                "{reply}"
            );
        }
        let hunk = "@@ @@\n x\n-y\n+z\n";
        let on = |file: &str| {
            let mut options = Options::default();
            options.parse.default_path = RelPath::new(file).ok();
            Session::open(hunk, options)
        };
        assert_eq!(on("f").replay(on("f").record()), Ok(()));
        assert_eq!(
            on("g").replay(on("f").record()),
            Err(RecordFault::OtherPatch)
        );
    }

    #[test]
    fn what_is_no_record_any_more_is_refused() {
        let json = serde_json::to_string(&decided()).expect("a record becomes JSON");
        let more = json.replace("\"n_done\":1", "\"n_done\":7");
        assert_ne!(more, json);
        assert!(serde_json::from_str::<Record>(&more).is_err());
    }
}
