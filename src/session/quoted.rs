//! Blocks that are said to show a file as it is: where they have other lines, a change may be meant that nobody asked for in
//! words.

use std::collections::HashSet;

use bstr::{BStr, ByteSlice};

use super::Session;
use crate::dialect::{Bond, Quotation};
use crate::patch::lazy;
use crate::plan::State;
use crate::text::{LineSpan, Piece, RelPath, Text, Trim};

/// The least bytes of a line that says which file it is of: `});` stands anywhere.
const N_BYTES: usize = 6;

/// Signs that begin a remark, alone or behind a line.
const REMARKS: &[&[u8]] = &[
    b"//", b"#", b"--", b"/*", b"<!--", b";", b"{/*", b"*", b"%", b"<-",
];

/// The most edits that are taken back to see what a file was: a reply of more is asked.
const N_UNDONE: usize = 100;

impl Session {
    /// Returns the files that parts of the reply are said to quote, or may rewrite.
    pub(super) fn quoted_paths(&self) -> impl Iterator<Item = &RelPath> {
        let quotes = self.parts.iter().filter_map(|part| part.quotes.as_ref());
        let rewrites = self.parts.iter().filter_map(|part| part.rewrites.as_ref());
        let rewritten = rewrites.filter_map(|rewrites| rewrites.path.as_ref());
        quotes.map(|quotes| &quotes.path).chain(rewritten)
    }

    /// Takes a section that only words make the content of its file for a quotation, where it shows what that was before the
    /// edits below it, which stand there already: the reply is given a second time. Returns whether it is one.
    pub(super) fn shows_what_was(&mut self, file: usize) -> bool {
        if self.patch.files[file].is_quotation() || !self.is_named_again(file) {
            return false;
        }
        let before = self.before_edits_below(file);
        let read = self
            .incomplete
            .get(&file)
            .unwrap_or(&self.patch.files[file]);
        let quoting = before.and_then(|before| read.quoting(&before));
        let is_shown = quoting.is_some();
        if let Some(quoting) = quoting {
            self.patch.files[file] = quoting;
        }
        is_shown
    }

    /// Returns what the target of a section was before the edits of it further down, where all of these stand in it, each in
    /// one place.
    fn before_edits_below(&self, file: usize) -> Option<Text> {
        let target = self.target(file)?;
        let text = self.snapshots.get(target)?.text()?;
        let all = LineSpan::new(0, text.n_lines());
        let mut lines: Vec<Piece> = text.pieces(all).collect();
        let below = file + 1..self.patch.files.len();
        let below = below.filter(|other| self.target(*other) == Some(target));
        let mut n_undone = 0;
        for other in below.rev() {
            let (section, plan) = (&self.patch.files[other], self.plan.files.get(other)?);
            for (hunk, plan) in section.hunks.iter().zip(&plan.hunks).rev() {
                if plan.state == State::NoOp {
                    continue;
                }
                if plan.state != State::AlreadyApplied || n_undone == N_UNDONE {
                    return None;
                }
                let new: Vec<&BStr> = hunk.postimage().collect();
                let at = only_place(&lines, &new)?;
                let old = hunk.lines.iter().filter(|line| line.in_preimage());
                lines.splice(at..at + new.len(), old.map(|line| line.body.clone()));
                n_undone += 1;
            }
        }
        let mut joined = Vec::new();
        for line in &lines {
            joined.extend_from_slice(line);
            joined.push(b'\n');
        }
        (n_undone > 0).then(|| Text::new(joined))
    }

    /// Returns whether a part has a line that its file has neither now nor before or after the edits of the reply, beside some
    /// that it has: as many at least, where no words say that it shows the file.
    pub(super) fn misquotes(&self, quotes: &Quotation) -> bool {
        let read = self.snapshots.get(&quotes.path);
        let Some(text) = read.and_then(|read| read.text()) else {
            return false;
        };
        let files = self.patch.files.iter();
        let files = files.filter(|file| file.path.named() == Some(&quotes.path));
        let of_hunks = files
            .flat_map(|file| &file.hunks)
            .flat_map(|hunk| hunk.lines.iter());
        let before = self.before.get(&quotes.path);
        let known: HashSet<&[u8]> = text
            .lines()
            .chain(before.into_iter().flat_map(|text| text.lines()))
            .map(|line| &**line)
            .chain(of_hunks.map(|line| &**line.body))
            .map(Trim::trimmed)
            .collect();
        let lines = || quotes.lines.iter().map(|line| line.trimmed());
        let is_of_file = |line: &[u8]| line.len() >= N_BYTES && known.contains(line);
        let is_known = |line: &[u8]| {
            known.contains(line) || !says_something(line) || known.contains(without_remark(line))
        };
        let n_lines = lines().filter(|line| says_something(line)).count();
        let n_new = lines().filter(|line| !is_known(line)).count();
        let n_most = match quotes.bond {
            Bond::Shows => n_lines,
            Bond::Names => n_lines / 2,
        };
        lines().any(is_of_file) && (1..=n_most).contains(&n_new)
    }
}

/// Returns where `new` stands in `lines`, where that is one place.
fn only_place(lines: &[Piece], new: &[&BStr]) -> Option<usize> {
    let is_there = |at: &usize| {
        let mut pairs = lines[*at..].iter().zip(new);
        pairs.all(|(line, new)| line.as_bstr() == *new)
    };
    let last = lines.len().checked_sub(new.len())?;
    let mut places = (0..=last).filter(is_there);
    let place = places.next().filter(|_| !new.is_empty());
    place.filter(|_| places.next().is_none())
}

/// Returns whether a line holds code, rather than a remark or a sign that stands for lines left out.
fn says_something(line: &[u8]) -> bool {
    let is_remark = REMARKS.iter().any(|sign| line.starts_with(sign));
    let is_gap = line
        .windows(3)
        .any(|part| part == b"..." || part == "…".as_bytes());
    !is_remark
        && !is_gap
        && !lazy::is_placeholder(line.into())
        && line.iter().any(u8::is_ascii_alphanumeric)
}

/// Returns a line without the remark behind its code.
fn without_remark(line: &[u8]) -> &[u8] {
    let begins = |at: &usize| {
        line[..*at].ends_with(b" ") && REMARKS.iter().any(|sign| line[*at..].starts_with(sign))
    };
    let end = (1..line.len()).find(begins).unwrap_or(line.len());
    line[..end].trimmed()
}
