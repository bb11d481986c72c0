//! Where a decision puts a hunk.

use std::collections::BTreeSet;

use super::decisions::{Decisions, Differing, HunkDecision, Place};
use super::everywhere::{is_alike, wanted_beside};
use super::fault::Fault;
use super::{Command, Session};
use crate::matcher::{self, Candidate};
use crate::patch::{FileOp, HunkId, HunkLine, LineKind};
use crate::plan::State;
use crate::text::{LineSpan, Snapshot, Text};

/// The changed lines of a hunk that are wanted where it was put; `None` stands for all.
type Wanted = Option<BTreeSet<usize>>;

impl Session {
    /// Puts a hunk where a decision says, and returns which of its lines are wanted there.
    pub(super) fn put(
        &mut self,
        id: HunkId,
        said: &HunkDecision,
        place: &Place,
        all: &Decisions,
    ) -> Result<Wanted, Fault> {
        let differing = said.differing.unwrap_or_else(|| place.differing());
        if self.takes_the_whole(id) {
            if differing == Differing::Insert && self.patch.files[id.file].op != FileOp::Create {
                return Err(Fault::NothingDiffers(self.label(id)));
            }
            let n_lines = self.text_of(id).map_or(0, |text| text.n_lines());
            self.accept_at(id, LineSpan::new(0, n_lines))?;
            return Ok(None);
        }
        let text = self
            .text_of(id)
            .ok_or_else(|| Fault::NoText(self.label(id)))?;
        match place {
            Place::All => self.put_everywhere(id, differing),
            Place::Id(name) => {
                let places = self.places(id).iter();
                let mut named = places.filter(|place| self.place_id(id, place.span) == *name);
                let place = named.next().cloned();
                let place = place.ok_or_else(|| Fault::StalePlace(name.clone()))?;
                self.put_on(id, &text, place, differing)
            }
            Place::Nth(nth) => {
                self.note_read_now(id, all);
                let places = self.places(id);
                let place = nth.checked_sub(1).and_then(|index| places.get(index));
                let place = place.cloned().ok_or_else(|| Fault::NoSuchPlace {
                    hunk: self.label(id),
                    nth: *nth,
                    n: places.len(),
                })?;
                self.put_on(id, &text, place, differing)
            }
            Place::Line { line, .. } => {
                self.note_read_now(id, all);
                let place = self.place_on_line(id, &text, *line)?;
                self.put_on(id, &text, place, differing)
            }
            // These go, whatever they are.
            Place::Lines { .. } if differing == Differing::Insert => {
                Err(Fault::Contradiction(self.label(id)))
            }
            Place::Lines { line, end_line } => {
                let path = self.target(id.file).map(|path| path.to_text());
                if !path.is_some_and(|path| all.targets.contains_key(&path)) {
                    return Err(Fault::NoDigest(self.label(id)));
                }
                let span = span_of(*line, *end_line).filter(|span| span.end <= text.n_lines());
                let past = || Fault::PastTheEnd {
                    hunk: self.label(id),
                    line: (*line).max(*end_line),
                    n_lines: text.n_lines(),
                };
                let span = span.ok_or_else(past)?;
                self.accept_at(id, span)?;
                Ok(None)
            }
        }
    }

    /// Takes note that a place is named by a line or a number, where no digest says of which text.
    fn note_read_now(&mut self, id: HunkId, all: &Decisions) {
        let path = self.target(id.file).map(|path| path.to_text());
        if !path.is_some_and(|path| all.targets.contains_key(&path)) {
            self.read_now.insert(id);
        }
    }

    /// Returns whether the place of a hunk was named by a line or a number, read against the file as it is now.
    pub fn is_read_now(&self, id: HunkId) -> bool {
        self.read_now.contains(&id)
    }

    pub(super) fn text_of(&self, id: HunkId) -> Option<Text> {
        let snapshot = self.plan.files[id.file].snapshot.as_ref();
        snapshot
            .and_then(Snapshot::text)
            .map(|text| Text::clone(text))
    }

    /// Returns the places listed for a hunk, best first.
    fn places(&self, id: HunkId) -> &[Candidate] {
        self.found(id).map_or(&[][..], |found| &found.candidates)
    }

    /// Returns whether a hunk needs no search: it is about its file as a whole.
    fn takes_the_whole(&self, id: HunkId) -> bool {
        match self.patch.files[id.file].op {
            FileOp::Create | FileOp::Replace => true,
            FileOp::Delete | FileOp::Rename { .. } | FileOp::Copy { .. } | FileOp::Modify => {
                self.patch.hunk(id).lines.is_empty()
            }
        }
    }

    fn accept_at(&mut self, hunk: HunkId, span: LineSpan) -> Result<(), Fault> {
        self.carry_out(hunk, Command::AcceptAt { hunk, span })?;
        self.check_goes_to(hunk, span.start + 1)
    }

    /// Makes sure that a hunk that was put on a line has its place.
    fn check_goes_to(&self, hunk: HunkId, line: usize) -> Result<(), Fault> {
        let goes_nowhere = matches!(
            self.plan.hunk(hunk).state,
            State::Drifted | State::NoMatch | State::FileStuck | State::Invalid(_)
        );
        if goes_nowhere {
            return Err(self.fits_nowhere(hunk, line));
        }
        Ok(())
    }

    fn fits_nowhere(&self, hunk: HunkId, line: usize) -> Fault {
        let hunk = self.label(hunk);
        Fault::FitsNowhere { hunk, line }
    }

    /// Returns the place of a hunk on a line, from 1: the listed one that begins there, or whose first change is there, as the
    /// screen numbers places, or else where the hunk is laid there line by line.
    fn place_on_line(&self, id: HunkId, text: &Text, line: usize) -> Result<Candidate, Fault> {
        let start = line.checked_sub(1).filter(|start| *start <= text.n_lines());
        let start = start.ok_or_else(|| Fault::PastTheEnd {
            hunk: self.label(id),
            line,
            n_lines: text.n_lines(),
        })?;
        let places = self.places(id);
        let begins = places.iter().find(|place| place.span.start == start);
        // An insertion is before the line that it is at; the screen counts from the one above.
        let edits = places.iter().find(|place| place.first_edited() == start);
        let changes = edits.or_else(|| places.iter().find(|place| place.first_changed() == start));
        if let (Some(begins), Some(changes)) = (begins, changes)
            && begins.span != changes.span
        {
            return Err(Fault::TwoPlaces {
                hunk: self.label(id),
                line,
                begins: self.place_id(id, begins.span),
                changes: self.place_id(id, changes.span),
            });
        }
        let by_hand = || self.place_at(id, start);
        begins
            .or(changes)
            .cloned()
            .or_else(by_hand)
            .ok_or_else(|| Fault::NoText(self.label(id)))
    }

    /// Puts a hunk on a place, and returns which of its lines are wanted there.
    fn put_on(
        &mut self,
        id: HunkId,
        text: &Text,
        place: Candidate,
        differing: Differing,
    ) -> Result<Wanted, Fault> {
        let differs = place.differing_removals().next().is_some();
        let line = place.span.start + 1;
        match differing {
            Differing::Refuse if place.is_no_match() && self.patch.hunk(id).has_preimage() => {
                Err(self.fits_nowhere(id, line))
            }
            Differing::Refuse if differs => {
                let hunk = self.label(id);
                Err(Fault::MustSay { hunk, line })
            }
            Differing::Replace if place.n_removals_missing() > 0 => {
                self.replace_at(id, text, place.first_line())
            }
            Differing::Insert if differs => self.insert_beside(id, &place),
            Differing::Insert if self.removes_lines(id) => {
                Err(Fault::NothingDiffers(self.label(id)))
            }
            Differing::Refuse | Differing::Replace | Differing::Insert => {
                self.accept_at(id, place.span)?;
                Ok(None)
            }
        }
    }

    /// Returns whether a hunk removes lines, so that there is something to keep.
    fn removes_lines(&self, id: HunkId) -> bool {
        self.patch.hunk(id).n_lines_of(LineKind::Delete) > 0
    }

    /// Puts a hunk line by line on the lines from `start` (0-based) on, where its listed place there lacks some of those that
    /// it removes: the lines there are removed instead.
    fn replace_at(&mut self, id: HunkId, text: &Text, start: usize) -> Result<Wanted, Fault> {
        let by_hand = matcher::place_at(self.patch.hunk(id), text, start);
        if by_hand.n_removals_missing() > 0 {
            return Err(self.fits_nowhere(id, start + 1));
        }
        let made = self.made_at(id, &[by_hand], Differing::Replace);
        self.make(id, made)
    }

    /// Puts a hunk on a place where the lines that it would remove and the file has otherwise stay: the new ones come in beside
    /// them.
    fn insert_beside(&mut self, hunk: HunkId, place: &Candidate) -> Result<Wanted, Fault> {
        let wanted = wanted_beside(place);
        if wanted.is_empty() {
            let hunk = self.label(hunk);
            return Err(Fault::NothingToInsert { hunk });
        }
        self.accept_at(hunk, place.span)?;
        Ok(Some(wanted))
    }

    /// Puts a hunk on all of the places that are equally good.
    fn put_everywhere(&mut self, id: HunkId, differing: Differing) -> Result<Wanted, Fault> {
        let not_all = |why: String| Fault::NotAll {
            hunk: self.label(id),
            why,
        };
        let places = self.all_places(id).map_err(not_all)?.to_vec();
        if let [place] = &places[..] {
            let text = self
                .text_of(id)
                .ok_or_else(|| Fault::NoText(self.label(id)))?;
            return self.put_on(id, &text, place.clone(), differing);
        }
        for place in &places {
            let (hunk, line) = (self.label(id), place.span.start + 1);
            match differing {
                Differing::Refuse if place.differing_removals().next().is_some() => {
                    return Err(Fault::MustSay { hunk, line });
                }
                Differing::Replace if place.n_removals_missing() > 0 => {
                    let why = format!("a line that it removes is not at line {line}");
                    return Err(Fault::NotAll { hunk, why });
                }
                Differing::Insert if wanted_beside(place).is_empty() => {
                    return Err(Fault::NothingToInsert { hunk });
                }
                Differing::Insert if is_alike(place) && self.removes_lines(id) => {
                    return Err(Fault::NothingDiffers(hunk));
                }
                Differing::Refuse | Differing::Replace | Differing::Insert => {}
            }
        }
        let made = self.made_at(id, &places, differing);
        self.make(id, made)
    }

    /// Gives a hunk the lines that make it what was `made` of it at one place or at several, and puts it there.
    fn make(
        &mut self,
        hunk: HunkId,
        made: Result<(LineSpan, Vec<HunkLine>), String>,
    ) -> Result<Wanted, Fault> {
        let (span, lines) = made.map_err(|why| Fault::NotAll {
            hunk: self.label(hunk),
            why,
        })?;
        if *self.patch.hunk(hunk).lines != *lines {
            self.carry_out(hunk, Command::Edit { hunk, lines })?;
        }
        self.accept_at(hunk, span)?;
        Ok(None)
    }
}

/// Returns the 0-based span of 1-based lines, both ends among them.
fn span_of(line: usize, end_line: usize) -> Option<LineSpan> {
    let start = line.checked_sub(1)?;
    (start <= end_line).then(|| LineSpan::new(start, end_line))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Scope;
    use crate::session::Options;
    use crate::session::decisions::Others;
    use crate::text::Content;

    const TWINS: &str = "a\nx\ny\n\nb\nx\ny\n";
    const REPLY: &str = "--- a/f\n+++ b/f\n@@ @@\n x\n-y\n+z\n";
    const DIFFERS: &str = "--- a/f\n+++ b/f\n@@ @@\n b\n x\n-q\n+z\n";

    fn session(reply: &str) -> Session {
        let mut session = Session::open(reply.as_bytes(), Options::default());
        let read = |path: &crate::text::RelPath| {
            Snapshot::new(path.clone(), Content::of_bytes(TWINS.into()))
        };
        session.supply_wanted(read, &crate::matcher::Never);
        session
    }

    #[track_caller]
    fn check(reply: &str, place: Place, expected: Result<&str, &str>) {
        let mut session = session(reply);
        let decisions = Decisions {
            hunks: vec![HunkDecision {
                hunk: "h1".to_string(),
                place: Some(place),
                ..HunkDecision::default()
            }],
            ..Decisions::default()
        };
        let followed = session.follow(&decisions);
        let got = followed.map(|()| session.result(0, Scope::Everything).expect("text"));
        match (got, expected) {
            (Ok(bytes), Ok(text)) => assert_eq!(String::from_utf8_lossy(&bytes), text),
            (Err(fault), Err(words)) => {
                let said = fault.to_string();
                assert!(said.contains(words), "{said}");
            }
            (got, expected) => panic!("{got:?} is not {expected:?}"),
        }
    }

    fn line(line: usize, differing: Differing) -> Place {
        Place::Line { line, differing }
    }

    #[test]
    fn decisions_that_were_saved_of_one_reply_are_refused_for_another() {
        let mut decided = session(REPLY);
        let hunk = HunkId { file: 0, hunk: 0 };
        let decision = crate::plan::Decision::Accepted;
        decided.run(Command::Decide { hunk, decision });
        let decisions = decided.decisions();
        assert_eq!(session(REPLY).take_targets(&decisions), Ok(()));
        for other in [
            REPLY.replace("/f\n", "/g\n"),
            REPLY.replace("@@ @@", "@@ -5,3 +5,3 @@"),
        ] {
            let refused = session(&other).take_targets(&decisions);
            assert_eq!(
                refused,
                Err(super::super::fault::Fault::OtherReply),
                "{other}"
            );
        }
    }

    #[test]
    fn a_place_is_a_line_a_number_a_name_or_all() {
        let second = "a\nx\ny\n\nb\nx\nz\n";
        check(REPLY, line(6, Differing::Refuse), Ok(second));
        check(REPLY, Place::Nth(2), Ok(second));
        check(REPLY, Place::All, Ok("a\nx\nz\n\nb\nx\nz\n"));
        let named = session(REPLY);
        let id = HunkId { file: 0, hunk: 0 };
        let name = named.place_id(id, LineSpan::new(5, 7));
        check(REPLY, Place::Id(name), Ok(second));
        check(
            REPLY,
            Place::Id("h1-0000@6-000000".to_string()),
            Err("stale"),
        );
        check(REPLY, Place::Nth(3), Err("no place #3"));
        check(REPLY, Place::Nth(0), Err("no place #0"));
        check(REPLY, line(0, Differing::Refuse), Err("line 0"));
        check(REPLY, line(99, Differing::Refuse), Err("7 lines"));
        check(REPLY, line(1, Differing::Refuse), Err("line 1"));
        let lines = |line, end_line| Place::Lines { line, end_line };
        check(REPLY, lines(6, 7), Err("digest"));
    }

    #[test]
    fn a_removed_line_that_differs_is_replaced_or_kept_as_was_said() {
        check(DIFFERS, line(5, Differing::Refuse), Err(":replace"));
        check(
            DIFFERS,
            line(5, Differing::Replace),
            Ok("a\nx\ny\n\nb\nx\nz\n"),
        );
        check(
            DIFFERS,
            line(5, Differing::Insert),
            Ok("a\nx\ny\n\nb\nx\nz\ny\n"),
        );
    }

    #[test]
    fn decisions_of_a_file_that_changed_are_refused() {
        let mut session = session(REPLY);
        let decisions = Decisions {
            others: Others::Leave,
            targets: [("f".to_string(), Some("0123456789".to_string()))].into(),
            ..Decisions::default()
        };
        assert_eq!(
            session.follow(&decisions),
            Err(Fault::TargetChanged("f".to_string()))
        );
    }
}
