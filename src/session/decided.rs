//! Where a decision puts a hunk.

use super::decisions::{Decisions, Differing, Place};
use super::fault::Fault;
use super::{Command, Outcome, Session};
use crate::matcher::{self, Candidate};
use crate::patch::{FileOp, HunkId, HunkLine, LineKind};
use crate::plan::State;
use crate::text::{LineSpan, Snapshot, Text};

impl Session {
    /// Puts a hunk where a decision says.
    pub(super) fn put(&mut self, id: HunkId, place: &Place, all: &Decisions) -> Result<(), Fault> {
        if self.takes_the_whole(id) {
            let n_lines = self.text_of(id).map_or(0, |text| text.n_lines());
            return self.accept_at(id, LineSpan::new(0, n_lines));
        }
        let text = self
            .text_of(id)
            .ok_or_else(|| Fault::NoText(self.label(id)))?;
        match place {
            Place::All => self.put_everywhere(id),
            Place::Id(name) => {
                let places = self.found(id).map_or(&[][..], |found| &found.candidates);
                let mut spans = places.iter().map(|place| place.span);
                let span = spans.find(|span| self.place_id(id, *span) == *name);
                let span = span.ok_or_else(|| Fault::StalePlace(name.clone()))?;
                self.accept_at(id, span)
            }
            Place::Nth(nth) => {
                self.note_read_now(id, all);
                let places = self.found(id).map_or(&[][..], |found| &found.candidates);
                let place = nth.checked_sub(1).and_then(|index| places.get(index));
                let place = place.cloned().ok_or_else(|| Fault::NoSuchPlace {
                    hunk: self.label(id),
                    nth: *nth,
                    n: places.len(),
                })?;
                self.put_on(id, place, Differing::Refuse)
            }
            Place::Line { line, differing } => {
                self.note_read_now(id, all);
                self.put_at(id, &text, *line, *differing)
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
                self.accept_at(id, span)
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
            let hunk = self.label(hunk);
            return Err(Fault::FitsNowhere { hunk, line });
        }
        Ok(())
    }

    /// Puts a hunk on a line: the place that begins there, or where the hunk is laid there line by line.
    fn put_at(
        &mut self,
        id: HunkId,
        text: &Text,
        line: usize,
        differing: Differing,
    ) -> Result<(), Fault> {
        let start = line.checked_sub(1).filter(|start| *start <= text.n_lines());
        let start = start.ok_or_else(|| Fault::PastTheEnd {
            hunk: self.label(id),
            line,
            n_lines: text.n_lines(),
        })?;
        let by_hand = matcher::place_at(self.patch.hunk(id), text, start);
        if differing == Differing::Replace {
            if by_hand.span.end > text.n_lines() || by_hand.span.is_empty() {
                return Err(Fault::FitsNowhere {
                    hunk: self.label(id),
                    line,
                });
            }
            return self.put_on(id, by_hand, differing);
        }
        let places = self.found(id).map_or(&[][..], |found| &found.candidates);
        let known = places.iter().find(|place| place.span.start == start);
        let known = known.or_else(|| places.iter().find(|place| place.first_line() == start));
        let place = known.cloned().unwrap_or(by_hand);
        if place.is_no_match() && self.patch.hunk(id).has_preimage() {
            return Err(Fault::FitsNowhere {
                hunk: self.label(id),
                line,
            });
        }
        self.put_on(id, place, differing)
    }

    fn put_on(&mut self, id: HunkId, place: Candidate, differing: Differing) -> Result<(), Fault> {
        let differs = place.n_removals_missing() > 0 || place.unlike_removals().next().is_some();
        match differing {
            Differing::Refuse if differs => Err(Fault::MustSay {
                hunk: self.label(id),
                line: place.span.start + 1,
            }),
            Differing::Refuse | Differing::Replace => self.accept_at(id, place.span),
            Differing::Insert if differs => self.insert_only(id, &place),
            Differing::Insert => self.accept_at(id, place.span),
        }
    }

    /// Puts a hunk without the lines that it would remove and the file does not have: the new lines come in beside those of
    /// the file.
    fn insert_only(&mut self, id: HunkId, place: &Candidate) -> Result<(), Fault> {
        let unlike: Vec<usize> = place.unlike_removals().collect();
        let targets = place.targets();
        let is_dropped = |(index, line): (usize, &HunkLine)| {
            let target = targets[index];
            let is_there = target.is_some_and(|target| !unlike.contains(&target));
            line.kind == LineKind::Delete && !is_there
        };
        let lines = place.variant.lines.iter().enumerate();
        let kept = lines.filter(|it| !is_dropped(*it));
        let lines: Vec<HunkLine> = kept.map(|(_, line)| line.clone()).collect();
        let hunk = id;
        self.carry_out(id, Command::Edit { hunk, lines })?;
        let text = self
            .text_of(id)
            .ok_or_else(|| Fault::NoText(self.label(id)))?;
        let places = self.found(id).map_or(&[][..], |found| &found.candidates);
        let near = |it: &&Candidate| it.span.start.abs_diff(place.span.start);
        let nearest = places.iter().min_by_key(near).cloned();
        let by_hand = || matcher::place_at(self.patch.hunk(id), &text, place.span.start);
        let span = nearest.unwrap_or_else(by_hand).span;
        self.accept_at(id, span)
    }

    /// Puts a hunk on all of the places that are equally good.
    fn put_everywhere(&mut self, id: HunkId) -> Result<(), Fault> {
        let lines = self.found(id).into_iter().flat_map(|found| found.tied());
        let first = lines.map(|place| place.span.start + 1).min();
        match self.run(Command::AcceptEverywhere { hunk: id }) {
            Outcome::Done(_) => self.check_goes_to(id, first.unwrap_or(1)),
            Outcome::Refused(why) => Err(Fault::NotAll {
                hunk: self.label(id),
                why,
            }),
        }
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
    use crate::session::decisions::{HunkDecision, Others};
    use crate::text::Content;

    const TWINS: &str = "a\nx\ny\n\nb\nx\ny\n";
    const REPLY: &str = "--- a/f\n+++ b/f\n@@ @@\n x\n-y\n+z\n";
    const DIFFERS: &str = "--- a/f\n+++ b/f\n@@ @@\n b\n x\n-q\n+z\n";

    fn session(reply: &str) -> Session {
        let mut session = Session::open(reply.as_bytes(), Options::default());
        let read = |path: &crate::text::RelPath| {
            Snapshot::new(path.clone(), Content::of_bytes(TWINS.into()))
        };
        session.supply_wanted(read, &crate::matcher::Endless);
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
