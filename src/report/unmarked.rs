//! Context lines that a hunk's file does not have: a model that forgets the `+` of a new line means it to be added, and
//! context is never written.

use std::cell::OnceCell;
use std::collections::HashSet;

use bstr::{BStr, ByteSlice};

use crate::matcher::{Aligned, Candidate, LineMatch};
use crate::patch::{FilePatch, LineKind};
use crate::plan::{HunkPlan, State};
use crate::text::Text;
use crate::text::display::display_line;
use crate::text::words::counted;

/// The lines of a file and those that its hunks add, but for blanks at their ends; made when they are first asked for.
pub(super) struct Known<'a> {
    text: &'a Text,
    section: &'a FilePatch,
    lines: OnceCell<HashSet<&'a [u8]>>,
}

impl<'a> Known<'a> {
    /// Makes those of `text`, which the hunks of `section` change.
    pub(super) fn new(text: &'a Text, section: &'a FilePatch) -> Known<'a> {
        Known {
            text,
            section,
            lines: OnceCell::new(),
        }
    }

    fn has(&self, line: &BStr) -> bool {
        let made = || {
            let added = self.section.lines_of(LineKind::Insert);
            let lines = self.text.lines().map(|line| line.trim());
            lines.chain(added.map(|line| line.body.trim())).collect()
        };
        self.lines.get_or_init(made).contains(line.trim())
    }

    /// Returns the lines of a hunk, by their indexes in its variant, that are context at `place` and stand nowhere in the
    /// file.
    pub(super) fn unmarked(&self, place: &Candidate) -> Vec<usize> {
        let missing = place
            .aligned
            .iter()
            .filter(|it| it.how == LineMatch::Missing);
        let missing = missing.filter_map(Aligned::hunk_line);
        let is_new = |index: &usize| {
            let line = &place.variant.lines[*index];
            let says_something = line.body.iter().any(|byte| byte.is_ascii_alphanumeric());
            line.is_context() && says_something && !self.has(&line.body)
        };
        missing.filter(is_new).collect()
    }

    /// Returns what to tell of a hunk that is written without such lines; `None` where it has none.
    pub(super) fn told(&self, plan: &HunkPlan) -> Option<String> {
        let placed = plan.placement.as_ref()?;
        // What builds on other hunks lies beside lines that only they make.
        let is_plain = plan.state == State::Placed && placed.builds_on.is_empty();
        if !is_plain || placed.candidate.is_strict() {
            return None;
        }
        placed.candidate.for_once(|place| {
            let lines = self.unmarked(place);
            let first = &place.variant.lines[*lines.first()?].body;
            let first = display_line(first.trim());
            Some(match lines.len() {
                1 => format!("has 1 context line that the file lacks, not added: `{first}`"),
                n => format!(
                    "has {} that the file lacks, not added: `{first}` …",
                    counted(n, "context line")
                ),
            })
        })
    }
}

/// Returns the place with these lines of the hunk added.
pub(super) fn with_added(place: &Candidate, lines: &[usize]) -> Candidate {
    let mut place = place.clone();
    let mut own = place.variant.lines.to_vec();
    for index in lines {
        own[*index].kind = LineKind::Insert;
    }
    place.variant.lines = own.into();
    place
}
