//! Places that a person chose, kept while the review is closed: they move with the lines of files that change meanwhile, as they
//! do while it is open.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::Session;
use super::drift::Moves;
use crate::patch::HunkId;
use crate::text::{RelPath, Text};

/// How many bytes of files are saved: they are written anew after each decision.
const MOST_BYTES: usize = 1 << 20;

impl Session {
    /// Returns the files in which a person chose a place or an order, the first ones of them that are short enough together.
    pub(super) fn texts_of_places(&self) -> Vec<(RelPath, String)> {
        let placed = self.settled.places.keys();
        let ordered = self
            .settled
            .orders
            .iter()
            .flat_map(|(first, second)| [first, second]);
        let files: BTreeSet<usize> = placed.chain(ordered).map(|hunk| hunk.file).collect();
        let paths: BTreeSet<&RelPath> = files
            .into_iter()
            .filter_map(|file| self.target(file))
            .collect();
        let mut n_left = MOST_BYTES;
        let text = |path: &&RelPath| {
            let text = self.snapshots.get(path)?.text()?.as_bytes();
            n_left = n_left.checked_sub(text.len())?;
            Some(((*path).clone(), String::from_utf8(text.to_vec()).ok()?))
        };
        paths.iter().filter_map(text).collect()
    }

    /// Takes over places in the files of `changed`, which are others than they were saved beside: they move with their lines
    /// where `texts` has what the file was. What was written there is not known any more.
    pub(super) fn take_over_places(
        &mut self,
        texts: Vec<(RelPath, String)>,
        places: Vec<(HunkId, usize)>,
        changed: &[usize],
    ) {
        let texts = texts.into_iter();
        let then: BTreeMap<RelPath, Text> =
            texts.map(|(path, text)| (path, Text::new(text))).collect();
        let is_known =
            |path: &RelPath| then.contains_key(path) && self.snapshots.contains_key(path);
        let is_saved = |file: usize| self.target(file).is_some_and(is_known);
        let unsaved: Vec<usize> = changed
            .iter()
            .copied()
            .filter(|file| !is_saved(*file))
            .collect();
        let is_of_changed = |hunk: &HunkId| changed.contains(&hunk.file);
        let written = self.written.iter().flat_map(|written| written.iter());
        let written: BTreeSet<HunkId> = written.copied().filter(is_of_changed).collect();
        let is_unknown = |hunk: HunkId| unsaved.contains(&hunk.file) || written.contains(&hunk);
        self.resolutions.forget_places(is_unknown);
        for written in &mut self.written {
            Arc::make_mut(written).retain(|hunk| !is_of_changed(hunk));
        }
        self.written.retain(|written| !written.is_empty());
        let places = places.into_iter();
        self.changed_places = places.filter(|(hunk, _)| !is_unknown(*hunk)).collect();
        self.settled = self.resolutions.settled();
        self.carry(|session, path| {
            let now = session.snapshots.get(path)?.text()?;
            let then = then
                .get(path)
                .filter(|then| then.as_bytes() != now.as_bytes())?;
            Some(Moves::of(then, now))
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::State;
    use crate::session::{Command, Options, Record};
    use crate::text::{Content, LineSpan, Snapshot};

    const REPLY: &str = "--- a/f\n+++ b/f\n@@ @@\n x\n-y\n+z\n";
    const TWINS: &str = "x\ny\n\nx\ny\n";

    fn session(file: &str) -> Session {
        let mut session = Session::open(REPLY.as_bytes(), Options::default());
        let path = RelPath::new("f").expect("a plain path");
        let content = Content::of_bytes(file.into());
        session.supply(vec![Snapshot::new(path, content)]);
        session
    }

    /// Returns what is saved where the second place was chosen.
    fn chosen_in(file: &str) -> Record {
        let mut session = session(file);
        let hunk = HunkId { file: 0, hunk: 0 };
        let span = LineSpan::new(3, 5);
        session.run(Command::AcceptAt { hunk, span });
        session.record()
    }

    #[test]
    fn a_place_chosen_moves_with_its_lines_and_is_open_again_where_they_changed() {
        let chosen = |now: &str| {
            let mut again = session(now);
            assert_eq!(again.replay(chosen_in(TWINS)), Ok(()));
            let hunk = &again.plan().files[0].hunks[0];
            let place = hunk.placement.as_ref().map(|it| it.candidate.lines());
            (hunk.state.clone(), place)
        };
        let (placed, open) = (State::Placed, State::Drifted);
        assert_eq!(
            chosen("new\nx\ny\n\nx\ny\n"),
            (placed.clone(), Some(LineSpan::new(4, 6)))
        );
        assert_eq!(
            chosen("x\ny\n\nx\ny\nnew\n"),
            (placed, Some(LineSpan::new(3, 5)))
        );
        for now in [
            "x\ny\n\nx\nY\n",
            "x\ny\n",
            // Which of the two is left cannot be known.
            "x\n\nx\ny\n",
            "x\ny\n\nx\ny\nx\ny\n",
            "x\ny\n\nnew\nx\ny\n",
        ] {
            assert_eq!(chosen(now), (open.clone(), None), "{now}");
        }
    }

    #[test]
    fn a_place_chosen_is_open_again_where_what_it_is_in_changed_places_with_its_like() {
        let functions = ["def a\n x\n y\n", "def b\n x\n y\n"];
        let (then, now) = (functions.concat(), [functions[1], functions[0]].concat());
        let reply = "--- a/f\n+++ b/f\n@@ @@\n  x\n- y\n+ z\n";
        let open = |file: &str| {
            let mut session = Session::open(reply.as_bytes(), Options::default());
            let path = RelPath::new("f").expect("a plain path");
            session.supply(vec![Snapshot::new(path, Content::of_bytes(file.into()))]);
            session
        };
        let mut first = open(&then);
        let hunk = HunkId { file: 0, hunk: 0 };
        let span = LineSpan::new(4, 6);
        first.run(Command::AcceptAt { hunk, span });
        let mut again = open(&now);
        assert_eq!(again.replay(first.record()), Ok(()));
        let placed = again.plan().hunk(hunk);
        let place = placed.placement.as_ref().map(|it| it.candidate.lines());
        assert!(
            place.is_none_or(|place| place == LineSpan::new(1, 3)),
            "{place:?}"
        );
    }

    #[test]
    fn a_place_in_a_file_too_long_to_be_saved_is_open_again() {
        let long = format!("{TWINS}{}", "#\n".repeat(MOST_BYTES / 2));
        let mut again = session(&format!("new\n{long}"));
        assert_eq!(again.replay(chosen_in(&long)), Ok(()));
        assert_eq!(again.plan().files[0].hunks[0].state, State::Ambiguous);
    }
}
