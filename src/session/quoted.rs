//! Blocks that are said to show a file as it is: where they have other lines, a change may be meant that nobody asked for in
//! words.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use bstr::{BStr, ByteSlice};

use super::Session;
use crate::dialect::{Bond, Quotation};
use crate::patch::lazy;
use crate::plan::State;
use crate::text::{
    LineSpan, Piece, RelPath, Snapshot, Text, Trim, comment, heading, import, indent,
};

/// The least bytes of a line that says which file it is of: `});` stands anywhere.
pub(super) const N_BYTES: usize = 6;

/// The most edits that are taken back to see what a file was: a reply of more is asked.
const N_UNDONE: usize = 100;

/// The most places in a file from which the lines of a part are compared with it.
const N_STARTS: usize = 64;

/// The lines of a file, without the space behind them, and without that around them.
pub(super) struct FileLines<'s> {
    as_deep: HashSet<&'s [u8]>,
    trimmed: HashSet<&'s [u8]>,
}

/// Those of the files that parts are compared with, each read once for all of them.
pub(super) type Known<'s> = BTreeMap<RelPath, FileLines<'s>>;

impl Session {
    /// Returns the files that parts of the reply are said to quote, or may rewrite.
    pub(super) fn quoted_paths(&self) -> impl Iterator<Item = &RelPath> {
        let quotes = self.parts.iter().filter_map(|part| part.quotes.as_ref());
        let rewrites = self.parts.iter().flat_map(|part| &part.rewrites);
        let rewritten = rewrites.filter_map(|rewrites| rewrites.path.as_ref());
        let quoted = quotes.filter_map(|quotes| quotes.path.as_ref());
        quoted.chain(rewritten)
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

    /// Returns whether a part may be a change of the file that it is said to quote, or, where no words say of which, of any
    /// that the reply edits.
    pub(super) fn misquotes<'s>(&'s self, quotes: &Quotation, known: &mut Known<'s>) -> bool {
        if let (Some(path), Bond::At { line_index }) = (&quotes.path, quotes.bond) {
            return !self.is_at(path, &quotes.lines, line_index);
        }
        match &quotes.path {
            Some(path) => {
                let defines = || self.lacks_definition_of(path, quotes);
                self.differs_from(path, quotes, known) || quotes.bond == Bond::Fits && defines()
            }
            None if quotes.bond == (Bond::Beside { is_talk: true }) => false,
            None => {
                let mut paths = self.snapshots.keys();
                let mut texts = self.texts();
                paths.any(|path| self.differs_from(path, quotes, known))
                    && !texts.any(|text| holds_in_order(text, &quotes.lines))
            }
        }
    }

    /// Returns whether a file has lines from line `line_index` on, as it is or was before an apply of this reply; so it is called
    /// where there is none.
    fn is_at(&self, path: &RelPath, lines: &[Piece], line_index: usize) -> bool {
        let Some(now) = self.snapshots.get(path).and_then(Snapshot::text) else {
            return true;
        };
        let has = |text: &Text| {
            let mut numbered = (line_index..).zip(lines);
            numbered.all(|(at, line)| {
                let old = (at < text.n_lines()).then(|| text.line(at).trimmed());
                old == Some(line.trimmed()) || old == Some(without_remark(line).trimmed())
            })
        };
        has(now) || self.before.get(path).is_some_and(has)
    }

    /// Returns the lines of a file, as it is, as it was before an apply of this reply, and in the hunks of the reply; none where it
    /// has no text.
    fn lines_of(&self, path: &RelPath) -> FileLines<'_> {
        let text = self.snapshots.get(path).and_then(Snapshot::text);
        let before = self.before.get(path).filter(|_| text.is_some());
        let files = self.patch.files.iter();
        let files = files.filter(|file| file.path.named() == Some(path) && text.is_some());
        let of_hunks = files
            .flat_map(|file| &file.hunks)
            .flat_map(|hunk| hunk.lines.iter());
        let texts = text.map(|text| &**text).into_iter().chain(before);
        let as_deep: HashSet<&[u8]> = texts
            .flat_map(Text::lines)
            .map(|line| &**line)
            .chain(of_hunks.map(|line| &**line.body))
            .map(Trim::trimmed_end)
            .collect();
        FileLines {
            trimmed: as_deep.iter().map(|line| line.trimmed_start()).collect(),
            as_deep,
        }
    }

    /// Returns whether a part has a line that a file has neither now nor before or after the edits of the reply, beside some
    /// that it has: as many at least, where no words say that it shows the file.
    fn differs_from<'s>(
        &'s self,
        path: &RelPath,
        quotes: &Quotation,
        known: &mut Known<'s>,
    ) -> bool {
        if !known.contains_key(path) {
            known.insert(path.clone(), self.lines_of(path));
        }
        let FileLines { as_deep, trimmed } = &known[path];
        let lines = || quotes.lines.iter().map(|line| line.trimmed());
        let is_of_file = |line: &[u8]| line.len() >= N_BYTES && trimmed.contains(line);
        let is_known = |line: &[u8]| {
            trimmed.contains(line)
                || !says_something(line)
                || trimmed.contains(without_remark(line))
        };
        let n_lines = lines().filter(|line| says_something(line)).count();
        let n_new = lines().filter(|line| !is_known(line)).count();
        // It begins something as the file does, and not in the old text of an edit that is only shown, or has half of its lines.
        let restates = || {
            let mut body = quotes.lines.iter();
            let begins =
                |line: &Piece| heading::defined(line).is_some() && is_of_file(line.trimmed());
            body.any(begins) && !lines().any(|line| line.starts_with(b"<<<<<<<"))
        };
        let holds_most = || {
            let held: HashSet<&[u8]> = lines().filter(|line| trimmed.contains(line)).collect();
            let n_of =
                |lines: &HashSet<&[u8]>| lines.iter().filter(|it| says_something(it)).count();
            2 * n_of(&held) >= n_of(trimmed)
        };
        let n_new_may_be = match quotes.bond {
            Bond::Shows | Bond::At { .. } => 1..=n_lines,
            Bond::Names | Bond::Fits if restates() || holds_most() => 1..=n_lines,
            Bond::Names | Bond::Fits => 1..=n_lines / 2,
            // That its lines are in another order, or not as deep, is a change too.
            Bond::Beside { .. } => 0..=n_lines / 2,
        };
        // What shows how code is used is not as deep as the code.
        let is_as_deep = |line: &Piece| {
            let is_deep = !indent::leading(line).is_empty();
            is_deep && is_of_file(line.trimmed()) && as_deep.contains(line.trimmed_end())
        };
        let is_of_file = match quotes.bond {
            Bond::Shows | Bond::At { .. } | Bond::Names | Bond::Fits => lines().any(is_of_file),
            Bond::Beside { .. } => quotes.lines.iter().any(is_as_deep),
        };
        is_of_file && (n_new_may_be.contains(&n_new) || self.skips_code_of(path, quotes))
    }

    /// Returns whether a part defines what neither a file nor an edit of it does. What imports the file is none of it.
    fn lacks_definition_of(&self, path: &RelPath, quotes: &Quotation) -> bool {
        let Some(text) = self.snapshots.get(path).and_then(Snapshot::text) else {
            return false;
        };
        let name = path.file_name();
        let stem = name.split(|byte| *byte == b'.').next().unwrap_or_default();
        let imports = |line: &Piece| import::is_import(line) && line.contains_str(stem);
        let files = self.patch.files.iter();
        let of_hunks = files
            .filter(|file| file.path.named() == Some(path))
            .flat_map(|file| &file.hunks)
            .flat_map(|hunk| hunk.lines.iter());
        let there = text.lines().chain(of_hunks.map(|line| line.body.as_bstr()));
        let defined: HashSet<String> = there.filter_map(|line| heading::defined(line)).collect();
        let mut new = quotes
            .lines
            .iter()
            .filter_map(|line| heading::defined(line));
        !quotes.lines.iter().any(imports) && new.any(|name| !defined.contains(&name))
    }

    /// Returns whether a part that is under the name of a file drops lines of it, as it is and as it was before an apply.
    fn skips_code_of(&self, path: &RelPath, quotes: &Quotation) -> bool {
        let text = self.snapshots.get(path).and_then(Snapshot::text);
        let mut before = self.before.get(path).into_iter();
        !matches!(quotes.bond, Bond::Beside { .. })
            && text.is_some_and(|text| skips_code(text, &quotes.lines))
            && before.all(|before| skips_code(before, &quotes.lines))
    }
}

/// Returns whether the lines that hold code are in `text` in this order, with others between them or not: as they are, or all
/// indented there by the same amount more.
pub(super) fn holds_in_order(text: &Text, lines: &[Piece]) -> bool {
    let code = lines.iter().filter(|line| says_something(line.trimmed()));
    let code: Vec<&[u8]> = code.map(|line| without_remark(line)).collect();
    let Some(first) = code.first() else {
        return true;
    };
    let is_blank = |more: &&[u8]| more.iter().all(|byte| matches!(byte, b' ' | b'\t'));
    let old: Vec<&[u8]> = text.lines().map(|line| without_remark(line)).collect();
    // What is not found in order below one line is not below a later one either.
    let mut tried = BTreeSet::new();
    (0..old.len()).any(|start| {
        let more = old[start].strip_suffix(*first).filter(is_blank);
        let Some(more) = more.filter(|more| tried.insert(*more)) else {
            return false;
        };
        let mut below = old[start..].iter();
        code.iter()
            .all(|line| below.any(|old| old.strip_prefix(more) == Some(line)))
    })
}

/// Returns whether lines leave out code of a text without a word: they go from its first line to its last, or they mark what they
/// leave out in other places. What shows one run of the text, or no more than an outline of it, only quotes it.
pub(super) fn skips_code(text: &Text, lines: &[Piece]) -> bool {
    let is_code = |line: &&[u8]| says_something(line.trimmed());
    let old = text.lines().map(|line| without_remark(line));
    let old: Vec<&[u8]> = old.filter(is_code).collect();
    let parts = lines.split(|line| is_gap(line.trimmed()));
    let parts = parts.map(|part| {
        let code = part.iter().map(|line| without_remark(line));
        code.filter(is_code).collect()
    });
    let parts: Vec<Vec<&[u8]>> = parts.collect();
    match &parts[..] {
        [all] => old.first() == all.first() && old.last() == all.last() && has_holes(&old, all),
        parts => parts.iter().any(|part| has_holes(&old, part)),
    }
}

/// Returns whether lines are in a text in this order but in no run, and yet in fewer runs than there are steps inside of these.
fn has_holes(old: &[&[u8]], new: &[&[u8]]) -> bool {
    let Some(first) = new.first() else {
        return false;
    };
    let starts = (0..old.len()).filter(|at| old[*at] == *first);
    let n_holes = |start: usize| {
        let (mut n_holes, mut at) = (0, start + 1);
        for line in &new[1..] {
            let n_skipped = old[at..].iter().position(|old| old == line)?;
            n_holes += usize::from(n_skipped > 0);
            at += n_skipped + 1;
        }
        Some(n_holes)
    };
    let fewest = starts.take(N_STARTS).filter_map(n_holes).min();
    fewest.is_some_and(|n_holes| n_holes > 0 && 2 * n_holes < new.len())
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
pub(super) fn says_something(line: &[u8]) -> bool {
    let is_remark = is_remark(line) || comment::is_further_line(line);
    !is_remark && !is_gap(line) && line.iter().any(u8::is_ascii_alphanumeric)
}

/// Returns whether a remark begins, alone or behind a line.
fn is_remark(text: &[u8]) -> bool {
    comment::is_plain(text) || text.starts_with(b"<-")
}

fn is_gap(line: &[u8]) -> bool {
    let has_dots = line
        .windows(3)
        .any(|part| part == b"..." || part == "…".as_bytes());
    has_dots || lazy::is_placeholder(line.into())
}

/// Returns a line without the remark behind its code, and the space there.
pub(super) fn without_remark(line: &[u8]) -> &[u8] {
    let begins = |at: &usize| line[..*at].ends_with(b" ") && is_remark(&line[*at..]);
    let end = (1..line.len()).find(begins).unwrap_or(line.len());
    line[..end].trimmed_end()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_product_is_no_remark() {
        let without = |line: &str| without_remark(line.as_bytes()).to_str_lossy().into_owned();
        assert_eq!(without("x = a * b"), "x = a * b");
        assert_eq!(without("x = a *b  // so"), "x = a *b");
        assert!(says_something(b"*p = 1;"));
        assert!(!says_something(b"* so it is"));
        let text = Text::new(b"x = a * c\n".to_vec());
        assert!(!holds_in_order(
            &text,
            &[Piece::from(b"x = a * b".to_vec())]
        ));
    }
}
