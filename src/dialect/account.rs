//! What becomes of each part of a reply: every fence, every tool call and every line that looks like a patch is an edit, no
//! edit, or could not be read. One place says which, so that no edit is dropped without a word.

mod fenced;
mod fenced_file;
mod fenced_quote;
mod judge;
mod listed;
mod marks;
mod no_patch;
mod quoted;
mod rewritten;
mod unfenced;
mod usage_example;
mod verdict;

use quoted::Beside;

pub(super) use no_patch::no_patch;
pub use verdict::{Bond, NotAnEdit, Part, Quotation, Rewriting, RewritingForm, Verdict};

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::ops::Range;

use super::call::call_like::Place;
use super::commands::run::{self, Form, Run};
use super::note::{Note, NoteCode};
use super::walk::fence::Fence;
use super::walk::line::Line;
use super::walk::scan::Scan;
use super::words::asked;
use super::words::done::Done;
use crate::text::{LineSpan, Piece};

/// Returns the parts of the reply that `scan` has walked over.
pub(super) fn parts(scan: &Scan<'_>) -> Vec<Part> {
    let account = Account::of(scan);
    let mut parts = Vec::new();
    account.walk(0..scan.lines.len(), 0, &mut parts);
    if scan.options().dialect.is_some() {
        // Whoever names one dialect asks for nothing else to be read.
        parts.retain(|part| !matches!(part.verdict, Verdict::Unread { .. }));
    }
    parts.shrink_to_fit();
    parts
}

/// Why lines with the marks of a diff could not be read.
const UNNAMED_DIFF: &str = "diff lines without a file name or `@@`";

/// A reply with what was read of it.
struct Account<'a> {
    lines: &'a [Line<'a>],
    scan: &'a Scan<'a>,
    /// Whether each line became part of a section.
    is_read: Vec<bool>,
    /// Whether each line only shows in which form an edit is written.
    is_example: Vec<bool>,
    /// Whether each line belongs to a call of a tool that only reads, in tags.
    only_reads: Vec<bool>,
    /// Why lines were left out, where a dialect says so, from the top.
    left_out: Vec<(LineSpan, &'a str)>,
    /// Commands that change files, and sentences that ask for it, by their first line.
    runs: BTreeMap<usize, Run>,
    /// What stands beside quotations, once one holds a patch.
    beside: OnceCell<Beside<'a>>,
    /// The rows of tables that give an old and a new text, by their line.
    listed: BTreeMap<usize, Rewriting>,
    /// What the sections do, once it is asked for.
    done: RefCell<Option<Done<'a>>>,
}

/// A fence in which nothing was read.
struct Block<'a> {
    fence: Fence<'a>,
    /// All its lines.
    lines: Range<usize>,
    /// Those between its fences.
    inside: Range<usize>,
    /// Text above this line belongs to something else.
    from: usize,
    /// Whether it is right below an edit.
    is_below_edit: bool,
}

impl<'a> Account<'a> {
    fn of(scan: &'a Scan<'a>) -> Account<'a> {
        let mut is_read = vec![false; scan.lines.len()];
        for span in &scan.edits {
            is_read[span.start..span.end.min(scan.lines.len())].fill(true);
        }
        let mut is_example = vec![false; scan.lines.len()];
        for span in &scan.examples {
            is_example[span.start..span.end.min(scan.lines.len())].fill(true);
        }
        // What is named but became a section all the same is told with it.
        let is_apart = |note: &Note| !is_read.get(note.span.start).is_some_and(|is_read| *is_read);
        let is_left_out = |note: &&Note| {
            matches!(note.code, NoteCode::Dropped | NoteCode::CallUnread)
                || note.code == NoteCode::Unsupported && is_apart(note)
                || note.code == NoteCode::MarkerOrder && note.hunk.is_none() && is_apart(note)
        };
        let mut left_out: Vec<(LineSpan, &str)> = scan
            .notes
            .iter()
            .filter(is_left_out)
            .map(|note| (note.span, note.text.as_str()))
            .collect();
        left_out.sort_by_key(|(span, _)| span.start);
        for (span, _) in &left_out {
            is_read[span.start..span.end.min(scan.lines.len())].fill(false);
        }
        // A command among calls that were read is not read with them.
        let mut runs = run::find(scan, &is_read);
        asked::find(scan, &is_read, &mut runs);
        for (start, run) in &runs {
            is_read[*start..run.end.min(scan.lines.len())].fill(false);
        }
        Account {
            lines: scan.lines,
            scan,
            runs,
            only_reads: marks::reading_calls(scan, &is_read),
            is_read,
            is_example,
            left_out,
            beside: OnceCell::new(),
            listed: listed::rows(scan),
            done: RefCell::new(None),
        }
    }

    /// Adds the parts among the lines `range`, in fences `depth` deep.
    fn walk(&self, range: Range<usize>, depth: usize, parts: &mut Vec<Part>) {
        let mut at = range.start;
        let mut from = range.start;
        let place = match depth {
            0 => Place::Talk,
            _ => Place::Fence,
        };
        while at < range.end {
            let line = self.lines[at].body;
            if self.is_read[at] {
                let end = self.end_of(at, range.end, |index| {
                    self.is_read[index] || self.lines[index].is_blank()
                });
                push(parts, at..end, Verdict::Edit);
                (at, from) = (end, end);
            } else if let Some(why) = self.why_left_out(at).filter(|_| !self.lines[at].is_blank()) {
                let end = self.end_of(at, range.end, |index| self.why_left_out(index) == Some(why));
                parts.push(self.unread(at..end, why));
                (at, from) = (end, end);
            } else if let Some(run) = self.runs.get(&at) {
                let end = run.end.min(range.end);
                self.push_run(parts, at..end, run);
                at = end;
                // A sentence may name the file of the block below it.
                if run.form != Form::Words {
                    from = end;
                }
            } else if self.is_example[at] {
                let end = self.end_of(at, range.end, |index| self.is_example[index]);
                push(parts, at..end, Verdict::NotAnEdit(NotAnEdit::Example));
                (at, from) = (end, end);
            } else if let Some(end) = self.quoted_patch(at, depth, parts) {
                (at, from) = (end, end);
            } else if let Some(fence) = Fence::open(line, at).filter(|_| depth < 3) {
                let end = self.fence_end(fence, at, range.end);
                self.fence(fence, at..end, from, depth, parts);
                (at, from) = (end, end);
            } else if let Some(run) = self.indented_move(at).filter(|_| depth == 0) {
                self.push_run(parts, at..run.end.min(range.end), &run);
                at = run.end.min(range.end);
                from = at;
            } else if let Some(why) = self
                .patch_like(at, place)
                .or_else(|| self.bare_change(at).filter(|_| depth == 0))
                .or_else(|| unfenced::begins(self.lines, at, &self.is_read).filter(|_| depth == 0))
            {
                let end = self.end_of(at, range.end, |index| {
                    !self.lines[index].is_blank()
                        && !self.is_read[index]
                        && Fence::open(self.lines[index].body, index).is_none()
                });
                let why = (at..end)
                    .find_map(|index| self.why_left_out(index))
                    .unwrap_or(why);
                parts.push(self.unread(at..end, why));
                (at, from) = (end, end);
            } else if let Some((end, rewrites)) = self.pairs(at).filter(|_| depth == 0) {
                push(parts, at..end, Verdict::NotAnEdit(NotAnEdit::Example));
                if let Some(last) = parts.last_mut() {
                    last.rewrites = rewrites;
                }
                at = end;
            } else {
                at += 1;
            }
        }
    }

    fn end_of(&self, at: usize, end: usize, goes_on: impl Fn(usize) -> bool) -> usize {
        let mut stop = (at + 1..end).find(|index| !goes_on(*index)).unwrap_or(end);
        while stop > at + 1 && self.lines[stop - 1].is_blank() {
            stop -= 1;
        }
        stop
    }

    fn why_left_out(&self, at: usize) -> Option<&'a str> {
        let behind = self.left_out.partition_point(|(span, _)| span.start <= at);
        let (span, why) = self.left_out[..behind].last()?;
        (at < span.end).then_some(*why)
    }

    /// Returns the index behind the fence that opens at line `at`. Lines that were read do not close it.
    fn fence_end(&self, fence: Fence<'_>, at: usize, end: usize) -> usize {
        let closes =
            |index: &usize| !self.is_read[*index] && fence.closed_by(self.lines[*index].body);
        (at + 1..end).find(closes).map_or(end, |close| close + 1)
    }

    /// Adds what changes files and is never carried out.
    fn push_run(&self, parts: &mut Vec<Part>, range: Range<usize>, run: &Run) {
        parts.push(self.part_of_run(range, run));
    }

    /// Returns the part of commands that change files.
    fn part_of_run(&self, range: Range<usize>, run: &Run) -> Part {
        let mut part = self.unread(range, run.why);
        if let Verdict::Unread { touches, form, .. } = &mut part.verdict {
            touches.clone_from(&run.touches);
            *form = run.form;
        }
        part
    }

    /// Returns the lines of `range` with text, fences aside.
    fn text_of(&self, range: Range<usize>) -> Vec<Piece> {
        let with_text = self.lines[range]
            .iter()
            .filter(|line| !line.is_blank() && Fence::open(line.body, 0).is_none());
        with_text.map(|line| self.scan.piece(line.body)).collect()
    }

    /// Returns a part that looks like an edit and could not be read.
    fn unread(&self, range: Range<usize>, why: &str) -> Part {
        let verdict = Verdict::Unread {
            why: why.to_string(),
            form: Form::Block,
            lines: self.text_of(range.clone()),
            is_asked: true,
            may_be_usage_example: false,
            touches: Vec::new(),
        };
        Part::new(range, verdict)
    }
}

impl Part {
    fn new(range: Range<usize>, verdict: Verdict) -> Part {
        Part {
            span: LineSpan::new(range.start, range.end),
            verdict,
            quotes: None,
            rewrites: Vec::new(),
            like: None,
        }
    }
}

fn push(parts: &mut Vec<Part>, range: Range<usize>, verdict: Verdict) {
    match parts.last_mut() {
        Some(last)
            if verdict == Verdict::Edit
                && last.verdict == verdict
                && last.span.end == range.start =>
        {
            last.span.end = range.end;
        }
        Some(_) | None => parts.push(Part::new(range, verdict)),
    }
}
