//! Hunks that can only be read beside their target: those that name lines by number, replace text within a line or
//! everywhere, or leave lines out. Here they become hunks like any other.

use bstr::{BStr, BString, ByteSlice};

pub mod elision;
mod gap;
mod layout;
pub(super) mod mark;
pub mod newline;
mod notebook;
mod whole;

pub(super) use whole::Whole;

use super::{
    CountCheck, Extent, FileOp, FilePatch, HintSource, Hunk, HunkLine, LineHint, LineKind, Marks,
    Occurrences, Unsure,
};
use super::{content, left_out, parts, shown};
use crate::text::{LineSpan, Piece, Text, Trim, heading, import, indent, named};

/// Lines of context kept at both ends of a hunk that was made whole.
const CONTEXT_LINES: usize = 3;

impl FilePatch {
    /// Returns whether a hunk must be completed against the target before it is matched.
    pub fn needs_target(&self) -> bool {
        self.gives_content() || self.shown.is_some() || self.hunks.iter().any(Hunk::needs_target)
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
        let is_content = matches!(self.op, FileOp::Replace | FileOp::Create);
        let is_read = self.invalid.is_none() && !self.is_binary && self.hunks.len() == 1;
        self.elided || is_content && is_read
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
            return left_out::doubted(self.asked_where_kept(parts, text));
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

    /// Returns `parts`, the section completed against `text`. Its hunks wait if the reply says that a definition is removed, and `text`
    /// keeps it.
    fn asked_where_kept(&self, mut parts: FilePatch, text: &Text) -> FilePatch {
        let lines = || parts.hunks.iter().flat_map(|hunk| hunk.lines.iter());
        let is_removed = |name: &[u8]| {
            let mut removed = lines().filter(|line| line.kind == LineKind::Delete);
            removed.any(|line| defines(&line.body, name))
        };
        let stays = |name: &BString| {
            let mut lines = 0..text.n_lines();
            let at = lines.find(|at| defines(text.line(*at), name))?;
            (!is_removed(name)).then_some(at)
        };
        if let Some(at) = self.removed_names.iter().find_map(stays) {
            let span = LineSpan::new(at, at + 1);
            for hunk in &mut parts.hunks {
                // Where nothing else differs, that line is what is asked about.
                if hunk.lines.is_empty() {
                    let line = text.pieces(span);
                    hunk.lines = line
                        .map(|line| HunkLine::new(LineKind::Context, line))
                        .collect();
                }
                hunk.unsure = hunk.unsure.or(Some(Unsure::NotRemoved));
            }
        }
        parts
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
        let changes_lines = matches!(
            file.op,
            FileOp::Modify | FileOp::Rename { .. } | FileOp::Copy { .. }
        );
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

/// Returns whether a line defines, sets or imports `name`.
fn defines(line: &BStr, name: &[u8]) -> bool {
    let line = line.trimmed();
    let is_name = |word: &[u8]| word == name;
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"_$".contains(byte);
    line.contains_str(name)
        && (heading::bare_name(line).is_some_and(|it| is_name(it.as_bytes()))
            || named::named(line).is_some_and(is_name)
            || import::is_import(line) && line.split(|byte| !is_part(byte)).any(is_name))
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
        let plain = in_range(hunk, range, whole);
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
    if let Some(span) = hunk.replaces {
        return Some(quoting(hunk, span, whole.text));
    }
    if elision::is_in_old_text(hunk) {
        return elision::filled(hunk, whole).or_else(|| as_string(hunk, whole));
    }
    as_string(hunk, whole)
}

/// Returns the hunk with the line of its old text for a hint, where `range` has that once. It waits where only other lines have it,
/// or these as well and all places are meant.
fn in_range(hunk: &Hunk, range: LineSpan, whole: &Whole<'_>) -> Hunk {
    let text = whole.text;
    let end = range.end.min(text.n_lines());
    let range = LineSpan::new(range.start.min(end), end);
    let within = |span: LineSpan| {
        let is_looked_through = whole.spend(text.byte_range(span).len());
        is_looked_through.then(|| places_of(hunk, span, text))
    };
    let inside = within(range);
    let is_all = hunk.occurrences != Occurrences::One;
    // Where the old text stands in the range, and one place is meant, the rest of the file does not matter.
    let needs_rest = is_all || inside.as_ref().is_none_or(Vec::is_empty);
    let n_places = match needs_rest {
        true => within(LineSpan::new(0, text.n_lines())).map(|places| places.len()),
        false => Some(0),
    };
    let inside = inside.unwrap_or_default();
    // What was not looked through may be anywhere.
    let is_out = n_places.is_none_or(|n_places| inside.len() < n_places);
    let line_index = match inside[..] {
        [line_index] => line_index,
        _ => range.start,
    };
    Hunk {
        hint: Some(LineHint {
            line_index,
            source: HintSource::StartLine,
        }),
        unsure: hunk.unsure.or(is_out.then_some(Unsure::OutOfRange)),
        ..hunk.clone()
    }
}

/// Returns the lines within `span` at which the old text of a hunk begins, blanks at its ends aside; it may be a part of them.
fn places_of(hunk: &Hunk, span: LineSpan, text: &Text) -> Vec<usize> {
    let old: Vec<&[u8]> = hunk.preimage().map(|line| line.trimmed()).collect();
    let last = old.len().saturating_sub(1);
    let stands = |at: &usize| {
        let mut lines = old.iter().enumerate();
        lines.all(|(index, old)| {
            let line: &[u8] = text.line(at + index).trimmed();
            match (index == 0, index == last) {
                (true, true) => line.contains_str(old),
                (true, false) => line.ends_with(old),
                (false, true) => line.starts_with(old),
                (false, false) => line == *old,
            }
        })
    };
    let end = (span.end + 1).saturating_sub(old.len().max(1));
    (span.start..end).filter(stands).collect()
}

/// Returns whether the file has no line like one of the context that follows a removed or a new line.
fn may_lack_mark(hunk: &Hunk, whole: &Whole<'_>) -> bool {
    let mut pairs = hunk.lines.windows(2);
    pairs.any(|pair| {
        pair[0].kind != LineKind::Context
            && pair[1].kind == LineKind::Context
            && !indent::is_blank(&pair[1].body)
            && whole.lines_like(&pair[1].body).is_empty()
    })
}

/// Completes a hunk whose lines are all meant as they are.
fn as_string(hunk: &Hunk, whole: &Whole<'_>) -> Option<Hunk> {
    if let Some(ended) = newline::at_open_end(hunk, whole) {
        return within(&ended, whole).or(Some(ended));
    }
    match (hunk.extent, hunk.occurrences) {
        (Extent::Elided, _) => elision::tilde_filled(hunk, whole),
        (Extent::Split, _) => newline::read(hunk, whole.text),
        (Extent::Opened, _) => opened(hunk, whole),
        (
            Extent::Within | Extent::Lines | Extent::Columns { .. },
            Occurrences::All | Occurrences::Times(_),
        )
        | (Extent::Within, Occurrences::One) => within(hunk, whole),
        (Extent::Lines | Extent::Columns { .. }, Occurrences::One) => None,
    }
}

/// Reads an old text with the newline that ends it, where the new text lacks that: where an empty line follows, its newline ends
/// the new text, and any other line is glued to it. Where no line follows, the file keeps its newline, unless nothing else
/// changes. Where the text is not in the file to the letter, that newline is no matter.
fn opened(hunk: &Hunk, whole: &Whole<'_>) -> Option<Hunk> {
    let side = |is_of: fn(&HunkLine) -> bool| -> Vec<Piece> {
        let lines = hunk.lines.iter().filter(|line| is_of(line));
        lines.map(|line| line.body.clone()).collect()
    };
    let (mut old, mut new) = (side(HunkLine::in_preimage), side(HunkLine::in_postimage));
    let text = [&bstr::join("\n", hunk.preimage())[..], b"\n"].concat();
    if !whole.spend(whole.content().len()) || !whole.content().contains_str(&text) {
        let ends_file = newline::ends_at_it(hunk, whole);
        if ends_file && old == new {
            return Some(newline::removed_alone(hunk, whole));
        }
        let begins_empty = old.first().is_some_and(|line| line.is_empty());
        let extent = match begins_empty {
            true => Extent::Within,
            false => Extent::Lines,
        };
        let ended = Hunk {
            extent,
            drops_final_newline: ends_file,
            ..hunk.clone()
        };
        return as_string(&ended, whole).or(ends_file.then_some(ended));
    }
    old.push(Piece::from(""));
    if new.is_empty() {
        new.push(Piece::from(""));
    }
    let joined = Hunk {
        lines: Hunk::from_sides(&old, &new).lines,
        extent: Extent::Within,
        ..hunk.clone()
    };
    within(&joined, whole).or(Some(joined))
}

/// Puts the lines that a hunk names by number in front of its insertions, as deletions.
fn quoting(hunk: &Hunk, span: LineSpan, text: &Text) -> Hunk {
    if span.end > text.n_lines() {
        return Hunk {
            invalid: Some(
                format!(
                    "it replaces lines up to {}, but the file has {}",
                    span.end,
                    text.n_lines()
                )
                .into(),
            ),
            ..hunk.clone()
        };
    }
    let gone = text
        .pieces(span)
        .map(|line| HunkLine::new(LineKind::Delete, line));
    let new = hunk
        .lines
        .iter()
        .filter(|line| line.kind == LineKind::Insert)
        .cloned();
    let mut new: Vec<HunkLine> = new.collect();
    if let Extent::Columns { from, to } = hunk.extent {
        let ends = (text.line(span.start), text.line(span.end - 1));
        glue(&mut new, split_at(ends.0, from).0, split_at(ends.1, to).1);
    }
    Hunk {
        lines: gone.chain(new).collect(),
        extent: Extent::Lines,
        hint: Some(LineHint {
            line_index: span.start,
            source: HintSource::StartLine,
        }),
        ..hunk.clone()
    }
}

/// Puts what stays of a line before the first of `lines`, and what stays of another behind the last.
fn glue(lines: &mut [HunkLine], before: &BStr, after: &BStr) {
    if let Some(first) = lines.first_mut() {
        first.body = Piece::from([before.as_bytes(), first.body.as_bytes()].concat());
    }
    if let Some(last) = lines.last_mut() {
        last.body = Piece::from([last.body.as_bytes(), after.as_bytes()].concat());
    }
}

/// Splits a line at a column in units of UTF-16; one beyond its end is its end.
fn split_at(line: &BStr, column: u32) -> (&BStr, &BStr) {
    let mut left = column as usize;
    let mut at = 0;
    for (start, end, c) in line.char_indices() {
        if left < c.len_utf16() {
            at = start;
            break;
        }
        left -= c.len_utf16();
        at = end;
    }
    (line[..at].as_bstr(), line[at..].as_bstr())
}

/// Widens a replacement of text within lines to the lines it touches. One that stands as whole lines, or in several
/// places where one is meant, is left to the matcher.
fn within(hunk: &Hunk, whole: &Whole<'_>) -> Option<Hunk> {
    let old = bstr::join("\n", hunk.preimage());
    let new = bstr::join("\n", hunk.postimage());
    if old.is_empty() {
        return None;
    }
    let content = whole.content();
    let places = match hunk.occurrences {
        Occurrences::All | Occurrences::Times(_) => {
            let mut places = whole
                .spend(content.len())
                .then(|| occurrences(content, &old))?;
            places.retain(|at| hunk.extent == Extent::Within || are_lines(content, *at, &old));
            places
        }
        Occurrences::One if stands_as_lines(whole, hunk, &old) => {
            let is_within = whole.spend_spare(content.len())
                && content
                    .find_iter(&old)
                    .any(|at| !are_lines(content, at, &old));
            return is_within.then(|| doubted(hunk, Unsure::StandsWithin));
        }
        Occurrences::One => {
            // The second is enough to know of.
            let first = whole.spend(content.len()).then(|| content.find(&old))??;
            let again = content[first + 1..].find(&old);
            if are_lines(content, first, &old) {
                return None;
            }
            if again.is_some() {
                return Some(doubted(hunk, Unsure::StandsWithin));
            }
            vec![first]
        }
    };
    if places.is_empty() {
        return everywhere_indented(hunk, whole);
    }
    if let Some(made) = made_within(hunk, whole, &places, &old, &new) {
        return Some(made);
    }
    let (first, last) = (*places.first()?, *places.last()?);
    let joins = |at: &usize| glues(hunk, beside(content, *at, at + old.len()));
    let is_other_count = match hunk.occurrences {
        Occurrences::One | Occurrences::All => false,
        Occurrences::Times(n_times) => places.len() != usize::from(n_times),
    };
    let glued = places.iter().any(joins).then_some(Unsure::Glued);
    let unsure = is_other_count.then_some(Unsure::OtherCount).or(glued);
    // Of the file, what is replaced and what is shown beside it: a reply may have as many such hunks as the file has lines.
    let touched = LineSpan::new(
        whole.line_at(first).saturating_sub(CONTEXT_LINES),
        (whole.line_at(last + old.len()) + 1 + CONTEXT_LINES).min(whole.text.n_lines()),
    );
    let bytes = whole.bytes_of(touched);
    let places: Vec<usize> = places.iter().map(|at| at - bytes.start).collect();
    let after = Piece::from(replaced(&content[bytes], &places, old.len(), &new));
    let after: Vec<Piece> = after
        .split_str("\n")
        .map(|line| after.of_same_text(line))
        .collect();
    Some(Hunk {
        unsure: hunk.unsure.or(unsure),
        ..between(hunk, touched.start, &whole.pieces(touched), &after)
    })
}

/// Makes one hunk of all places whose lines are indented by some blanks more than those of the hunk, the same before each
/// line; new lines get these, too.
fn everywhere_indented(hunk: &Hunk, whole: &Whole<'_>) -> Option<Hunk> {
    let (old, text) = (hunk.preimage().collect::<Vec<_>>(), whole.text);
    let is_shifted = |at: usize, line: &BStr, blanks: &[u8]| {
        let there = text.line(at);
        if indent::is_blank(line) {
            return indent::is_blank(there);
        }
        there.strip_prefix(blanks) == Some(line.as_bytes())
    };
    let mut places: Vec<(usize, &[u8])> = Vec::new();
    for start in whole.lines_like(old[0]).iter().copied() {
        let blanks = text.line(start).strip_suffix(old[0].as_bytes())?;
        let is_free = places
            .last()
            .is_none_or(|(last, _)| last + old.len() <= start);
        let stands = || {
            let mut lines = (start..text.n_lines()).zip(&old);
            start + old.len() <= text.n_lines()
                && lines.all(|(at, line)| is_shifted(at, line, blanks))
        };
        if is_free && indent::is_blank(blanks) && whole.spend(old.len()) && stands() {
            places.push((start, blanks));
        }
    }
    let n_meant = match hunk.occurrences {
        Occurrences::Times(n_times) => usize::from(n_times),
        Occurrences::All | Occurrences::One => places.len(),
    };
    let (first, last) = (places.first()?.0, places.last()?.0 + old.len());
    if places.len() != n_meant || whole.is_spent() {
        return None;
    }
    let mut after = Vec::new();
    let mut at = first;
    for (start, blanks) in places {
        after.extend(whole.pieces(LineSpan::new(at, start)));
        after.extend(hunk.postimage().map(|line| match indent::is_blank(line) {
            true => Piece::from(line.to_vec()),
            false => Piece::from([blanks, line.as_bytes()].concat()),
        }));
        at = start + old.len();
    }
    let before = whole.pieces(LineSpan::new(first, last));
    Some(Hunk {
        occurrences: Occurrences::One,
        extent: Extent::Lines,
        ..between(hunk, first, &before, &after)
    })
}

/// Returns the hunk as it is, never to be placed unasked.
fn doubted(hunk: &Hunk, why: Unsure) -> Hunk {
    Hunk {
        unsure: hunk.unsure.or(Some(why)),
        ..hunk.clone()
    }
}

/// Returns the hunk that led to the lines as they are, where the new text holds the old one and all of it stands at each of
/// `places` already: `load()` would become `await await load()`.
fn made_within(
    hunk: &Hunk,
    whole: &Whole<'_>,
    places: &[usize],
    old: &[u8],
    new: &[u8],
) -> Option<Hunk> {
    let content = whole.content();
    let stands_in_new = |at: &usize| {
        let starts = occurrences(new, old).into_iter();
        let mut starts = starts.filter_map(|within| at.checked_sub(within));
        starts.find(|start| content[*start..].starts_with(new))
    };
    let is_longer = new.len() > old.len() && new.contains_str(old);
    let starts = places.iter().map(stands_in_new);
    let mut starts = starts
        .take_while(|_| is_longer)
        .collect::<Option<Vec<_>>>()?;
    starts.dedup();
    let (first, last) = (*starts.first()?, *starts.last()?);
    let touched = LineSpan::new(
        whole.line_at(first).saturating_sub(CONTEXT_LINES),
        (whole.line_at(last + new.len()) + 1 + CONTEXT_LINES).min(whole.text.n_lines()),
    );
    let bytes = whole.bytes_of(touched);
    let starts: Vec<usize> = starts.iter().map(|at| at - bytes.start).collect();
    let before = Piece::from(replaced(&content[bytes], &starts, new.len(), old));
    let before: Vec<Piece> = before
        .split_str("\n")
        .map(|line| before.of_same_text(line))
        .collect();
    Some(between(
        hunk,
        touched.start,
        &before,
        &whole.pieces(touched),
    ))
}

/// Returns whether `old` stands at byte `at` of `content` as whole lines, blanks around them aside: what indents them is the
/// matcher's to say.
fn are_lines(content: &[u8], at: usize, old: &[u8]) -> bool {
    let (before, after) = beside(content, at, at + old.len());
    before.trimmed().is_empty() && after.trimmed().is_empty()
}

/// Returns whether `old`, the lines that `hunk` asks for, stands somewhere as whole lines: a look at the lines alone that say
/// the same as the first of them.
fn stands_as_lines(whole: &Whole<'_>, hunk: &Hunk, old: &[u8]) -> bool {
    let Some(first) = hunk.preimage().next() else {
        return false;
    };
    let content = whole.content();
    let stands = |line: &usize| {
        let line = whole.bytes_of(LineSpan::new(*line, *line + 1));
        let at = content[line.clone()].find(first).map(|at| line.start + at);
        at.is_some_and(|at| content[at..].starts_with(old) && are_lines(content, at, old))
    };
    let like = whole.lines_like(first).iter();
    like.take_while(|_| whole.spend(old.len())).any(stands)
}

/// Returns what else stands on the lines of `content` at which the bytes from `start` to `end` begin and end: before them,
/// and behind.
fn beside(content: &[u8], start: usize, end: usize) -> (&[u8], &[u8]) {
    let is_newline = |byte: &u8| *byte == b'\n';
    let line_start = content[..start].iter().rposition(is_newline);
    let line_end = content[end..].iter().position(is_newline);
    (
        &content[line_start.map_or(0, |at| at + 1)..start],
        &content[end..line_end.map_or(content.len(), |at| end + at)],
    )
}

/// Returns whether the replacement puts whole new lines where its old text begins or ends within a line, with text `before`
/// or `after` it: read to the letter they are glued to what else stands on it.
fn glues(hunk: &Hunk, (before, after): (&[u8], &[u8])) -> bool {
    let (old, new): (Vec<&BStr>, Vec<&BStr>) =
        (hunk.preimage().collect(), hunk.postimage().collect());
    // Where nothing comes, only what a newline parted is joined.
    if new.iter().all(|line| line.is_empty()) && new.len() < 2 && old.len() > 1 {
        return !before.is_empty() && !after.is_empty();
    }
    let is_moved = |kept: Option<&&BStr>, end: Option<&&BStr>| {
        kept != end && kept.is_some_and(|line| line.is_empty() || new.contains(line))
    };
    !before.is_empty() && is_moved(old.first(), new.first())
        || !after.is_empty() && is_moved(old.last(), new.last())
}

/// Returns where `old` begins in `content`, places that overlap each other too; none for nothing.
fn occurrences(content: &[u8], old: &[u8]) -> Vec<usize> {
    let mut places = Vec::new();
    while !old.is_empty() {
        let from = places.last().map_or(0, |last| last + 1);
        let Some(at) = content[from..].find(old) else {
            break;
        };
        places.push(from + at);
    }
    places
}

/// Returns `content` with `new` for the `n_old` bytes at each of `places`, but for those that reach into the one before.
fn replaced(content: &[u8], places: &[usize], n_old: usize, new: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(content.len());
    let mut kept = 0;
    for at in places.iter().copied() {
        if at >= kept {
            out.extend_from_slice(&content[kept..at]);
            out.extend_from_slice(new);
            kept = at + n_old;
        }
    }
    out.extend_from_slice(&content[kept..]);
    out
}

/// Makes one hunk of the difference of two contents, with a little context at its ends; the first line of both is line
/// `offset` of their file.
fn between(hunk: &Hunk, offset: usize, before: &[Piece], after: &[Piece]) -> Hunk {
    let lines = super::hunk::diff_lines(before, after);
    let is_change = |line: &HunkLine| line.kind != LineKind::Context;
    let first = lines.iter().position(is_change).unwrap_or(0);
    let last = lines.iter().rposition(is_change).map_or(0, |last| last + 1);
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
