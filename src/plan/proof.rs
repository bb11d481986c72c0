//! Whether a result that stands in a file proves that its hunk was made. One common line stands in many places by chance: then
//! nothing else of the file may be as like what the hunk removes, and what only adds lines must stand at the very place.

use std::cell::OnceCell;
use std::collections::{BTreeSet, HashMap};

use bstr::{BStr, ByteSlice};

use crate::matcher::line_key::LineKey;
use crate::matcher::{self, Candidate, Found, LineMatch, named, weight};
use crate::patch::{FilePatch, Hunk, HunkLine, LineKind};
use crate::text::{LineSpan, Text};

/// Of two lines as alike as this (in thousandths) one may be the other after a change.
pub(super) const ITS_LIKE: u16 = 600;

/// A place so much less like the hunk (in thousandths) than another is still as like it.
const NEARLY: u16 = 50;

/// What is asked of the results of a section's hunks; worked out once, where the first of them is in doubt.
pub(super) struct Proofs<'a> {
    file: &'a FilePatch,
    text: &'a Text,
    found: &'a [Found],
    /// How often each line stands in the file.
    n_times: OnceCell<HashMap<LineKey, usize>>,
    /// The lines that hunks insert.
    inserted: OnceCell<BTreeSet<LineKey>>,
    /// The numbers of hunks, ascending, and by how many lines the file grows down to there.
    growth: OnceCell<Vec<(usize, isize)>>,
}

impl<'a> Proofs<'a> {
    pub(super) fn of(file: &'a FilePatch, text: &'a Text, found: &'a [Found]) -> Proofs<'a> {
        Proofs {
            file,
            text,
            found,
            n_times: OnceCell::new(),
            inserted: OnceCell::new(),
            growth: OnceCell::new(),
        }
    }

    /// Returns whether the result of the hunk `at`, which stands somewhere, proves that it was made.
    pub(super) fn hold(&self, at: usize) -> bool {
        let hunk = &self.file.hunks[at];
        let places = self.places_named(hunk);
        let is_there = || places.iter().any(|place| self.stands_at(hunk, *place));
        if hunk.postimage().eq(self.text.lines()) {
            return true;
        }
        if hunk.has_preimage() {
            let is_told = || self.shows_enough(at) && !self.has_rival(at);
            return is_told() || is_there() || self.has_own_context(at);
        }
        if places.is_empty() {
            return hunk.postimage().any(|line| self.is_own(line, weight::MAX));
        }
        let says_something = |line: &BStr| weight::of(line) >= weight::SIGNIFICANT;
        let is_distinct = |line: &BStr| says_something(line) || self.is_own(line, weight::WEAK);
        hunk.postimage().any(is_distinct) && is_there()
    }

    /// Returns whether a line of this weight or more stands in the file, and only once.
    fn is_own(&self, line: &[u8], weight: u32) -> bool {
        let n_times = self.n_times.get_or_init(|| {
            let mut n_times = HashMap::new();
            for line in self.text.lines() {
                *n_times.entry(LineKey::of(line)).or_default() += 1;
            }
            n_times
        });
        weight::of(line) >= weight && n_times.get(&LineKey::of(line)) == Some(&1)
    }

    /// Returns whether more than a line or two that replace others are in the file: context beside them is, or so many lines that
    /// chance has no part in it, or the block that the reply names is around them; or they are a step of a chain, or give a name its
    /// value.
    fn shows_enough(&self, at: usize) -> bool {
        const ENOUGH: usize = 3;
        let hunk = &self.file.hunks[at];
        let says_something = |line: &&HunkLine| weight::of(&line.body) >= weight::WEAK;
        let lines = |kind: LineKind| {
            let of_kind = hunk.lines.iter().filter(move |line| line.kind == kind);
            of_kind.filter(says_something)
        };
        let made = self.found[at].applied_at();
        let is_made_in = |block: &LineSpan| {
            made.is_some_and(|made| block.start <= made.start && made.end <= block.end)
        };
        let blocks = || named::blocks(hunk, self.text);
        lines(LineKind::Context).next().is_some()
            || lines(LineKind::Insert).count() >= ENOUGH
            || self.sets_a_name(hunk)
            || blocks().iter().any(is_made_in)
            || self.is_in_a_chain(at)
    }

    /// Returns whether another hunk removes a line that this one inserts, or inserts one that it removes.
    fn is_in_a_chain(&self, at: usize) -> bool {
        let keys = |hunk: &Hunk, kind: LineKind| -> BTreeSet<LineKey> {
            let lines = hunk.lines.iter().filter(|line| line.kind == kind);
            let lines = lines.filter(|line| weight::of(&line.body) >= weight::WEAK);
            lines.map(|line| LineKey::of(&line.body)).collect()
        };
        let hunk = &self.file.hunks[at];
        let (removed, inserted) = (keys(hunk, LineKind::Delete), keys(hunk, LineKind::Insert));
        let others = self.file.hunks.iter().enumerate();
        let mut others = others.filter(|(other, _)| *other != at);
        others.any(|(_, other)| {
            !keys(other, LineKind::Insert).is_disjoint(&removed)
                || !keys(other, LineKind::Delete).is_disjoint(&inserted)
        })
    }

    /// Returns whether the hunk gives a name at the left margin another value, which it has in the one line that sets it.
    fn sets_a_name(&self, hunk: &Hunk) -> bool {
        fn name(line: &[u8]) -> Option<&[u8]> {
            let name = line[..line.iter().position(|byte| *byte == b'=')?].trim_ascii_end();
            let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
            (!name.is_empty() && name.iter().all(is_name)).then_some(name)
        }
        let names = hunk.lines.iter().map(|line| name(&line.body));
        let names: Option<BTreeSet<&[u8]>> = names.collect();
        let Some(set) = names.filter(|names| names.len() == 1) else {
            return false;
        };
        let setting = self.text.lines().filter_map(|line| name(line));
        setting.filter(|name| set.contains(name)).count() == 1
    }

    /// Returns whether a line that the hunk keeps stands nowhere else: then its result stands where it is meant.
    fn has_own_context(&self, at: usize) -> bool {
        let as_found = self.found[at].candidates.first();
        let lines = as_found.map_or(&self.file.hunks[at].lines, |place| &place.variant.lines);
        let mut context = lines.iter().filter(|line| line.is_context());
        context.any(|line| self.is_own(&line.body, weight::SIGNIFICANT))
    }

    /// Returns whether the file has, apart from where the result stands and no less like what the hunk asks for, a line that is
    /// like one it removes, and is nothing that any hunk makes: then the hunk may be about that one.
    fn has_rival(&self, at: usize) -> bool {
        let found = &self.found[at];
        let made = found.applied_at();
        let is_at_made = |place: &Candidate| {
            made.is_some_and(|made| place.span.start < made.end && made.start < place.span.end)
        };
        let made_places = found.candidates.iter().filter(|place| is_at_made(place));
        let likeness = made_places.map(Candidate::similarity).max().unwrap_or(0);
        let blocks = named::blocks(&self.file.hunks[at], self.text);
        let lies_in = |span: LineSpan| {
            let mut around = blocks.iter();
            blocks.is_empty()
                || around.any(|block| block.start <= span.start && span.end <= block.end)
        };
        // A heading that names the block in which the result stands names no place outside of it.
        let is_made_there = made.is_some_and(lies_in);
        found.candidates.iter().any(|place| {
            !is_at_made(place)
                && !place.is_no_match()
                && place.similarity() + NEARLY >= likeness
                && (!is_made_there || lies_in(place.span))
                && self.is_to_be_changed(place)
        })
    }

    /// Returns whether a line of the place is like one that goes there, and none that hunks insert.
    fn is_to_be_changed(&self, place: &Candidate) -> bool {
        let inserted = self.inserted.get_or_init(|| {
            let inserted = self.file.lines_of(LineKind::Insert);
            inserted.map(|line| LineKey::of(&line.body)).collect()
        });
        let lines = &place.variant.lines;
        let is_like = |how: LineMatch| {
            let is_near = matches!(how, LineMatch::Similar { permille } if permille >= ITS_LIKE);
            is_near || how.is_alike()
        };
        // Of a line that holds new text, as of one within which a string was replaced, nothing says that it is meant.
        let holds_new = |there: &BStr| {
            let new = lines.iter().filter(|line| line.is_insert());
            let mut new = new.filter(|line| weight::of(&line.body) >= weight::SIGNIFICANT);
            new.any(|line| there.contains_str(line.body.trim_ascii()))
        };
        place.aligned.iter().any(|pair| {
            let goes = |line: usize| lines[line].is_delete();
            let target = pair.target_line().map(|line| self.text.line(line));
            pair.hunk_line().is_some_and(goes)
                && is_like(pair.how)
                && target
                    .is_some_and(|line| !inserted.contains(&LineKey::of(line)) && !holds_new(line))
        })
    }

    /// Returns where the result would begin: at the end of the file, at the number of the hunk, as it is and moved by what other
    /// hunks add above, or, of lines that only come, right below its heading. None where nothing says so.
    fn places_named(&self, hunk: &Hunk) -> Vec<usize> {
        if hunk.at_eof {
            let start = self.text.n_lines().checked_sub(hunk.postimage().count());
            return start.into_iter().collect();
        }
        let Some(hint) = hunk.hint else {
            return named::point_below(hunk, self.text).into_iter().collect();
        };
        let growth = self.growth.get_or_init(|| {
            let hunks = self.file.hunks.iter();
            let numbered = hunks.filter_map(|hunk| Some((hunk.hint?.line_index, hunk)));
            let mut all: Vec<(usize, isize)> = numbered
                .map(|(line, hunk)| (line, matcher::growth(hunk)))
                .collect();
            all.sort_by_key(|(line, _)| *line);
            let mut sum = 0;
            for (_, growth) in &mut all {
                sum += *growth;
                *growth = sum;
            }
            all
        });
        let line = hint.line_index;
        let n_above = growth.partition_point(|(other, _)| *other <= line);
        let all_above = n_above.checked_sub(1).map_or(0, |last| growth[last].1);
        let moved = line.checked_add_signed(all_above - matcher::growth(hunk));
        std::iter::once(line).chain(moved).collect()
    }

    fn stands_at(&self, hunk: &Hunk, start: usize) -> bool {
        let end = start + hunk.postimage().count();
        let there = (start..end.min(self.text.n_lines())).map(|line| self.text.line(line));
        hunk.postimage().eq(there)
    }
}
