//! Hunks that can only be read beside their target: those that name lines by number, replace text within a line or
//! everywhere, or leave lines out. Here they become hunks like any other.

use bstr::{BStr, BString, ByteSlice};

pub mod elision;
mod gap;
mod layout;
pub(super) mod mark;
pub mod newline;
mod notebook;
mod numbered;
mod whole;
mod within;

pub(super) use whole::Whole;

use super::{
    CountCheck, Extent, FileOp, FilePatch, Given, HintSource, Hunk, HunkLine, LineHint, LineKind,
    Marks, Occurrences, Unsure,
};
use super::{content, left_out, parts, shown};
use crate::text::{LineSpan, Piece, Text, Trim, heading, import, indent, named};

/// Lines of context kept at both ends of a hunk that was made whole.
const CONTEXT_LINES: usize = 3;

impl FilePatch {
    /// Returns whether a hunk must be completed against the target before it is matched.
    pub fn needs_target(&self) -> bool {
        self.may_give_content() || self.hunks.iter().any(Hunk::needs_target)
    }

    /// Returns whether it can only be about a file that is there. Lines that are cited may be those of any.
    pub fn asks_for_lines(&self) -> bool {
        let asks = |hunk: &Hunk| match self.shown {
            Some(_) => hunk.has_preimage(),
            None => hunk.asks_for_lines(),
        };
        self.hunks.iter().any(asks)
    }

    /// Returns whether it gives the content of its file, all of it or parts: its hunks are found out beside the file, and
    /// there are as many as differ.
    pub fn gives_content(&self) -> bool {
        let is_content = self.op.is_content();
        let is_read = self.invalid.is_none() && !self.is_binary && self.hunks.len() == 1;
        self.elided || is_content && is_read
    }

    /// Returns whether it gives all that its file holds, or words around it may say so.
    pub fn may_give_content(&self) -> bool {
        self.gives_content() || self.shown.is_some()
    }

    /// Returns the section as one that asks for nothing, where only words make it an edit and it quotes `before`, what the
    /// file was before this very reply was applied; `None` for any other.
    pub fn quoting(&self, before: &Text) -> Option<FilePatch> {
        (self.shown.is_some() && !self.elided)
            .then(|| shown::quoted_before(self, before))
            .flatten()
    }

    /// Returns the section as one that asks for nothing, where only words make it an edit and its lines are those of `text`,
    /// what the rest of its reply makes of the file; `None` for any other.
    pub fn repeating(&self, text: &Text) -> Option<FilePatch> {
        (self.shown.is_some() && !self.elided)
            .then(|| shown::repeated(self, text))
            .flatten()
    }

    /// Returns the section with every hunk completed against `text`, the target's content; hunks that cannot be stay as
    /// they are, invalid where they would do harm. The number of hunks stays the same, unless it gives the content of its
    /// file.
    pub fn completed(&self, text: &Text) -> FilePatch {
        let completed = self.read_by_content(text);
        // What only quotes the file says nothing of the rest of it.
        match completed.asks_nothing() && completed.given != Given::Parts {
            true => completed,
            false => self.asked_where_kept(completed, text),
        }
    }

    /// Returns the section read beside `text`, whatever the words around it say of names.
    fn read_by_content(&self, text: &Text) -> FilePatch {
        if self.gives_content()
            && text.n_lines() > 0
            && let Some(parts) = parts::read(self, text)
            && !(parts.asks_nothing() && self.has_stubs(text))
        {
            if parts.asks_nothing()
                && let Some(quotation) = shown::quotation_of_parts(self)
            {
                return quotation;
            }
            return left_out::doubted(parts);
        }
        // What looks like a line that stands for others is the file's own.
        let is_whole = self.elided && text.n_lines() > 0;
        let whole = is_whole.then(|| FilePatch {
            elided: false,
            invalid: None,
            ..self.clone()
        });
        let file = whole.as_ref().unwrap_or(self).read_beside(text);
        if file.gives_content() && text.n_lines() > 0 {
            return left_out::doubted(content::compared(&file, text));
        }
        file
    }

    /// Makes the hunks of `completed` wait if words of the reply remove, rename or replace a name, and the result still defines it.
    fn asked_where_kept(&self, mut completed: FilePatch, text: &Text) -> FilePatch {
        let is_removed = |name: &[u8]| {
            let mut removed = completed.lines_of(LineKind::Delete);
            removed.any(|line| defines(&line.body, name))
        };
        // Words such as `the leak in save` only change a definition: the reply shows its head, and changes lines below that.
        let is_changed = |name: &[u8], at: usize| {
            let there = text.line(at).trimmed_end();
            let mut shown = self.hunks.iter().flat_map(|hunk| hunk.postimage());
            let mut new = completed.lines_of(LineKind::Insert);
            shown.any(|line| line.trimmed_end() == there)
                && !new.any(|line| defines(&line.body, name))
                && completed
                    .hunks
                    .iter()
                    .any(|hunk| changes_within(hunk, at, text))
        };
        let stays = |name: &BString| {
            let mut found = (0..text.n_lines()).filter(|at| defines(text.line(*at), name));
            let at = found.next()?;
            let is_changed = found.next().is_none() && is_changed(name, at);
            (!is_changed && !is_removed(name)).then_some(at)
        };
        let names = self.removed_names.iter().chain(&self.changed_names);
        if let Some(at) = names.into_iter().find_map(stays) {
            let span = LineSpan::new(at, at + 1);
            for hunk in &mut completed.hunks {
                // Where nothing else differs, that line is what is asked about.
                if hunk.lines.is_empty() {
                    let line = text.pieces(span);
                    hunk.lines = line
                        .map(|line| HunkLine::new(LineKind::Context, line))
                        .collect();
                    hunk.unsure = hunk.unsure.filter(|why| *why != Unsure::GapUnclear);
                }
                hunk.unsure = hunk.unsure.or(Some(Unsure::DefinitionKept));
            }
        }
        completed
    }

    /// Returns the section, which may give the content of its file, as all of it and without a look at the file: a person can
    /// take it so, or reject it.
    pub fn uncompared(&self) -> FilePatch {
        let mut section = FilePatch {
            op: FileOp::Replace,
            elided: false,
            invalid: self.invalid.clone().filter(|_| !self.elided),
            ..self.clone()
        };
        let is_there = (self.op == FileOp::Create).then_some(Unsure::Exists);
        for hunk in &mut section.hunks {
            let why = hunk.unsure.or(is_there);
            hunk.unsure = why.or(Some(Unsure::NotCompared));
        }
        left_out::doubted(section)
    }

    /// Returns whether none of its hunks has a line.
    pub fn asks_nothing(&self) -> bool {
        self.hunks.iter().all(|hunk| hunk.lines.is_empty())
    }

    fn has_stubs(&self, text: &Text) -> bool {
        self.hunks.iter().any(|hunk| shown::has_stubs(hunk, text))
    }

    fn read_beside(&self, text: &Text) -> FilePatch {
        if self.shown.is_some()
            && let Some(read) = shown::completed(self, text)
        {
            return read;
        }
        let mut file = self.clone();
        let whole = Whole::new(text);
        let changes_lines = file.op.is_of_lines();
        let asks = |hunk: &&mut Hunk| changes_lines && hunk.needs_target();
        for hunk in file.hunks.iter_mut().filter(asks) {
            if let Some(complete) = completed(hunk, &whole) {
                *hunk = complete;
            } else if whole.is_spent() {
                // As it is, it might be taken for whole lines that are like it.
                hunk.unsure = hunk.unsure.or(Some(Unsure::NotLookedThrough));
            }
        }
        file
    }
}

/// Returns whether a line opens a block called `name`: `.name {`, `CREATE TABLE name (`.
fn opens_block_of(line: &[u8], name: &[u8]) -> bool {
    let head = [&b"{"[..], b"("]
        .into_iter()
        .find_map(|sign| line.strip_suffix(sign));
    let head =
        head.map(|head| head.trim_end_with(|c| c.is_whitespace() || matches!(c, '"' | '\'')));
    let before = head.and_then(|head| head.strip_suffix(name));
    before.is_some_and(|before| {
        let first = before.split(|byte| !byte.is_ascii_alphanumeric()).next();
        before.last().is_none_or(|last| b" \t\"'".contains(last))
            && !first.is_some_and(heading::is_flow)
    })
}

/// Returns whether a hunk changes lines that are deeper than line `head`, and below it.
fn changes_within(hunk: &Hunk, head: usize, text: &Text) -> bool {
    let width = |line: usize| indent::leading(text.line(line)).len();
    let is_in = |line: &usize| indent::is_blank(text.line(*line)) || width(*line) > width(head);
    let below = (head + 1..text.n_lines()).take_while(is_in);
    let end = head + 1 + below.count();
    let mut at = hunk.hint.map_or(0, |hint| hint.line_index);
    hunk.lines.iter().any(|line| {
        let is_change = line.is_change() && at > head && at < end;
        at += usize::from(line.in_preimage());
        is_change
    })
}

/// Returns whether a line defines, sets or imports `name`, or begins the block of that name: `.name {`, `CREATE TABLE name (`.
fn defines(line: &BStr, name: &[u8]) -> bool {
    let line = line.trimmed();
    let is_name = |word: &[u8]| word == name;
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"_$".contains(byte);
    line.contains_str(name)
        && (heading::bare_name(line).is_some_and(|it| is_name(it.as_bytes()))
            || named::named(line).is_some_and(is_name)
            || import::is_import(line) && line.split(|byte| !is_part(byte)).any(is_name)
            || opens_block_of(line, name))
}

impl Hunk {
    /// Returns whether the hunk cannot be matched as it is.
    pub fn needs_target(&self) -> bool {
        self.replaces.is_some()
            || self.cell.is_some()
            || self.occurrences != Occurrences::One
            || self.extent != Extent::Lines
            || elision::is_in_old_text(self)
            || self.marks == Marks::Partly
            || mark::is_quoted(self)
            || self.range().is_some()
    }

    /// Returns the lines that are to be searched for its old text.
    fn range(&self) -> Option<LineSpan> {
        let hint = self.hint.as_ref()?;
        let HintSource::Range(n_lines) = hint.source else {
            return None;
        };
        let end = hint.line_index.saturating_add(n_lines as usize);
        Some(LineSpan::new(hint.line_index, end))
    }

    /// Returns the hunk completed against `text`; `None` where it is matched as it is.
    pub fn completed(&self, text: &Text) -> Option<Hunk> {
        self.needs_target()
            .then(|| completed(self, &Whole::new(text)))?
    }
}

fn completed(hunk: &Hunk, whole: &Whole<'_>) -> Option<Hunk> {
    if let Some(range) = hunk.range() {
        let plain = numbered::in_range(hunk, range, whole);
        return completed(&plain, whole).or(Some(plain));
    }
    if let Some(plain) = mark::dropped(hunk, whole.text) {
        return completed(&plain, whole).or(Some(plain));
    }
    // Beside a change, a line without a mark that the file has nowhere may be a new one.
    if hunk.marks == Marks::Partly && hunk.unsure.is_none() && may_lack_mark(hunk, whole) {
        return Some(doubted(hunk, Unsure::MarkUnclear));
    }
    if let Some(edit) = &hunk.cell {
        return Some(notebook::edited(hunk, edit, whole));
    }
    if let Some(span) = &hunk.replaces {
        return Some(numbered::quoting(hunk, **span, whole.text));
    }
    if elision::is_in_old_text(hunk) {
        return elision::filled(hunk, whole).or_else(|| as_string(hunk, whole));
    }
    as_string(hunk, whole)
}

/// Returns whether the file has no line like one of the context that follows a removed or a new line.
fn may_lack_mark(hunk: &Hunk, whole: &Whole<'_>) -> bool {
    let mut pairs = hunk.lines.windows(2);
    pairs.any(|pair| {
        pair[0].is_change()
            && pair[1].is_context()
            && pair[1].has_text()
            && whole.lines_like(&pair[1].body).is_empty()
    })
}

/// Completes a hunk whose lines are all meant as they are.
fn as_string(hunk: &Hunk, whole: &Whole<'_>) -> Option<Hunk> {
    match (hunk.extent, hunk.occurrences) {
        (Extent::Elided, _) => elision::tilde_filled(hunk, whole),
        (Extent::Split, _) => newline::read(hunk, whole.text),
        (Extent::Opened, _) => newline::opened(hunk, whole),
        (Extent::Within, Occurrences::One) => match newline::at_open_end(hunk, whole) {
            Some(ended) => within::within(&ended, whole).or(Some(ended)),
            None => within::within(hunk, whole),
        },
        (
            Extent::Within | Extent::Lines | Extent::Columns { .. },
            Occurrences::All | Occurrences::Times(_),
        ) => within::within(hunk, whole),
        (Extent::Lines | Extent::Columns { .. }, Occurrences::One) => None,
    }
}

/// Returns the hunk as it is, never to be placed unasked.
fn doubted(hunk: &Hunk, why: Unsure) -> Hunk {
    Hunk {
        unsure: hunk.unsure.or(Some(why)),
        ..hunk.clone()
    }
}

/// Makes one hunk of the difference of two contents, with a little context at its ends; the first line of both is line
/// `offset` of their file.
fn between(hunk: &Hunk, offset: usize, before: &[Piece], after: &[Piece]) -> Hunk {
    let lines = super::line::diff_lines(before, after);
    let first = lines.iter().position(HunkLine::is_change).unwrap_or(0);
    let last = lines
        .iter()
        .rposition(HunkLine::is_change)
        .map_or(0, |last| last + 1);
    let start = first.saturating_sub(CONTEXT_LINES);
    let end = (last + CONTEXT_LINES).min(lines.len());
    Hunk {
        lines: lines[start..end.max(start)].into(),
        hint: Some(LineHint {
            line_index: offset + start,
            source: HintSource::Header(CountCheck::Right),
        }),
        invalid: None,
        ..hunk.clone()
    }
}

/// Returns the lines of some of a hunk's lines that it asks for.
fn preimage(lines: &[HunkLine]) -> impl Iterator<Item = &BStr> {
    lines
        .iter()
        .filter(|line| line.in_preimage())
        .map(|line| line.body.as_bstr())
}

/// Returns whether the preimage of `lines` stands at line `start` of `text`, blanks around its lines aside.
fn stands_at(text: &Text, lines: &[HunkLine], start: usize) -> bool {
    preimage(lines)
        .zip(start..)
        .all(|(line, at)| at < text.n_lines() && line.trimmed() == text.line(at).trimmed())
}

#[cfg(test)]
mod tests;
