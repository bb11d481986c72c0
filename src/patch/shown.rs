//! Blocks that only the words around them make the content of a file. Beside the file it shows whether they are all of it,
//! a part of it, or only quote it.

use std::collections::HashSet;
use std::sync::Arc;

use bstr::{BStr, ByteSlice};
use similar::DiffOp;

use super::alignment::{Search, operations};
use super::complete::mark;
use super::{
    FileOp, FilePatch, Hunk, HunkLine, LineKind, Shown, Unsure, content, lazy, object, parts,
};
use crate::text::{LineSpan, Text, Trim, heading, indent, setting};

/// So many lines of a file that new content lacks at an end of it make that a part of the file.
const N_LACKING: usize = 2;

/// Returns the section as it reads beside `text`, the content of its file; `None` where it is as it stands.
pub(super) fn completed(file: &FilePatch, text: &Text) -> Option<FilePatch> {
    let [hunk] = &file.hunks[..] else {
        return None;
    };
    let hunk = labelled(file, hunk, text);
    let mut hunk = mark::dropped(&hunk, text).unwrap_or(hunk);
    if file.op == FileOp::Create && text.n_lines() > 0 {
        hunk.unsure = hunk.unsure.or(Some(Unsure::Exists));
    }
    let is_all = hunk.postimage().eq(text.lines());
    // What was cut off may quote the file as far as it goes. Words that hold an edit are of none where nothing changes.
    let is_cut = hunk.unsure.is_some_and(|why| {
        let is_held = matches!(
            why,
            Unsure::Exists
                | Unsure::TakenBack
                | Unsure::TriedOnly
                | Unsure::TurnedOff
                | Unsure::FieldUnknown
                | Unsure::OtherTool
                | Unsure::Offered
        );
        !is_held && !matches!(why, Unsure::Shown | Unsure::LinesLeftOut)
    });
    let is_cited = file.shown == Some(Shown::Cited);
    let may_quote = !is_all || is_cited;
    if may_quote
        && !is_cut
        && let Some(start) = quoted_at(&hunk, text)
    {
        if !is_cited && has_stubs(&hunk, text) {
            let stubs = doubted(&hunk, Unsure::LinesLeftOut);
            return Some(with(file, stubs, FileOp::Replace));
        }
        if !is_cited && is_all_text(&hunk, text) {
            let is_meant = file.shown != Some(Shown::Remarked) && keeps_indent(&hunk, text);
            let whole = match is_meant {
                true => hunk,
                false => doubted(&hunk, Unsure::OnlyIndented),
            };
            return Some(with(file, whole, FileOp::Replace));
        }
        if !is_cited && is_most(&hunk, text) {
            let part = doubted(&hunk, Unsure::PartOnly);
            return Some(with(file, part, FileOp::Replace));
        }
        return Some(with(
            file,
            quotation(file, &hunk, text, start),
            FileOp::Modify,
        ));
    }
    let is_in_file = |hunk: &Hunk| {
        let span = hunk.replaces.as_deref();
        span.is_some_and(|span| span.end <= text.n_lines())
    };
    match file.shown {
        None => return None,
        Some(Shown::Cited) if is_in_file(&hunk) => return None,
        Some(Shown::Cited) => return Some(placed(file, &hunk, text)),
        Some(Shown::Remarked) if !may_belong(&hunk, text) => {
            return Some(asking_nothing(file, &hunk));
        }
        Some(
            Shown::Requested | Shown::Named | Shown::Elsewhere | Shown::Mentioned | Shown::Remarked,
        ) => {}
    }
    if !is_all
        && !is_cut
        && let Some(entries) = object::entries_within(&content::pieces(&hunk), text)
        && let Some(mut part) = parts::read_snippet(file, (&hunk, entries), text)
        && !(part.asks_nothing() && file.asks_for_change)
    {
        for hunk in &mut part.hunks {
            hunk.unsure = hunk.unsure.or(Some(Unsure::RestLeftOut));
        }
        return Some(part);
    }
    let is_apart = || file.is_added && !is_like(&hunk, text);
    if is_all || is_cut || !is_part(&hunk, text) && !is_apart() {
        return Some(with(file, hunk, FileOp::Replace));
    }
    let mut part = placed(file, &hunk, text);
    for hunk in part.hunks.iter_mut().filter(|_| file.is_given_whole) {
        hunk.unsure = hunk.unsure.or(Some(Unsure::RestLeftOut));
    }
    Some(part)
}

/// Returns the section as one that asks for nothing, where it quotes `before`, what the file was before this very reply was
/// applied.
pub(super) fn quoted_before(file: &FilePatch, before: &Text) -> Option<FilePatch> {
    let completed = completed(file, before).filter(FilePatch::is_quotation)?;
    let [hunk] = &completed.hunks[..] else {
        return None;
    };
    Some(asking_nothing(file, hunk))
}

/// Returns the section as one that asks for nothing, where all its lines stand in `text`, one below the other.
pub(super) fn repeated(file: &FilePatch, text: &Text) -> Option<FilePatch> {
    let [hunk] = &file.hunks[..] else {
        return None;
    };
    quoted_at(&labelled(file, hunk, text), text).map(|_| asking_nothing(file, hunk))
}

/// Returns the section as one that asks for nothing, where its parts are the file's as it is, and the words around it may say
/// just that.
pub(super) fn quotation_of_parts(file: &FilePatch) -> Option<FilePatch> {
    let [hunk] = &file.hunks[..] else {
        return None;
    };
    let may_quote = file.shown.is_some() && hunk.unsure == Some(Unsure::Shown);
    may_quote.then(|| FilePatch {
        elided: false,
        invalid: None,
        ..asking_nothing(file, hunk)
    })
}

fn asking_nothing(file: &FilePatch, hunk: &Hunk) -> FilePatch {
    let nothing = Hunk {
        lines: Arc::default(),
        replaces: None,
        unsure: None,
        ..hunk.clone()
    };
    with(file, nothing, FileOp::Modify)
}

/// Returns the section with `hunk` alone, and with `op`.
fn with(file: &FilePatch, hunk: Hunk, op: FileOp) -> FilePatch {
    FilePatch {
        hunks: vec![hunk],
        op,
        ..file.clone()
    }
}

/// Returns the section with its hunk in the place of the lines of the file that it is a part of; where these are not found, as
/// lines that come to the file, where words ask for that, or else as all of its content. Both wait.
fn placed(file: &FilePatch, hunk: &Hunk, text: &Text) -> FilePatch {
    let unplaced = || match file.is_added {
        true => with(file, hunk.clone(), FileOp::Modify),
        false => with(file, doubted(hunk, Unsure::PartOnly), FileOp::Replace),
    };
    let lines = vec![content::pieces(hunk)];
    parts::read_snippet(file, (hunk, lines), text).unwrap_or_else(unplaced)
}

/// Returns the hunk as all of the content, which waits.
fn doubted(hunk: &Hunk, why: Unsure) -> Hunk {
    Hunk {
        unsure: hunk.unsure.or(Some(why)),
        replaces: None,
        ..hunk.clone()
    }
}

/// Returns whether a block goes from the first line of the file to its last, and has a `...` of its own amid these: where nothing
/// else is new, that is no sign for lines left out, but may be the body that the code is to have.
pub(super) fn has_stubs(hunk: &Hunk, text: &Text) -> bool {
    fn count<'a>(lines: impl Iterator<Item = &'a BStr>) -> usize {
        lines.filter(|line| line.trimmed() == b"...").count()
    }
    fn ends<'a>(lines: impl Iterator<Item = &'a BStr>) -> Option<(&'a [u8], &'a [u8])> {
        let mut with_text = lines.filter(|line| !indent::is_blank(line));
        let first = with_text.next()?.trimmed();
        Some((first, with_text.last()?.trimmed()))
    }
    count(hunk.postimage()) > count(text.lines()) && ends(hunk.postimage()) == ends(text.lines())
}

/// Returns whether lines quoted from the file are more than half of it, and no gap is among them: they may be meant as all of
/// it.
fn is_most(hunk: &Hunk, text: &Text) -> bool {
    let with_text = |line: &&BStr| !indent::is_blank(line);
    let n_old = text.lines().filter(with_text).count();
    let n_new = hunk.postimage().filter(with_text).count();
    2 * n_new > n_old && n_new < n_old && !hunk.postimage().any(is_gap)
}

/// Returns whether a hunk has all lines of the file that are not blank, and no other: what it changes is blank space.
fn is_all_text(hunk: &Hunk, text: &Text) -> bool {
    let old = text.lines().filter(|line| !indent::is_blank(line));
    let new = hunk.postimage().filter(|line| !indent::is_blank(line));
    old.map(|line| line.trimmed())
        .eq(new.map(|line| line.trimmed()))
}

/// Returns whether a hunk has an indented line, or the file has none: the space in front of all lines may be lost on the way.
fn keeps_indent(hunk: &Hunk, text: &Text) -> bool {
    let is_indented = |line: &BStr| !indent::is_blank(line) && !indent::leading(line).is_empty();
    hunk.postimage().any(is_indented) || !text.lines().any(is_indented)
}

/// Returns the hunk with the lines that name the file, where the file has them.
fn labelled(file: &FilePatch, hunk: &Hunk, text: &Text) -> Hunk {
    let Some(label) = file.label.as_deref().filter(|label| label.is_in(text)) else {
        return hunk.clone();
    };
    let mut lines = hunk.lines.to_vec();
    let at = label.at.min(lines.len());
    let label = label.lines.iter().cloned();
    lines.splice(
        at..at,
        label.map(|line| HunkLine::new(LineKind::Insert, line)),
    );
    Hunk {
        lines: lines.into(),
        ..hunk.clone()
    }
}

/// Returns where the lines of a hunk stand in the file, blanks and lines left out aside: then it only quotes them.
fn quoted_at(hunk: &Hunk, text: &Text) -> Option<usize> {
    let mut wanted = hunk.postimage().filter(|line| !indent::is_blank(line));
    let first = wanted.next().filter(|line| !is_gap(line))?;
    let first = first.trimmed();
    let is_first = |at: &usize| {
        let line = text.line(*at);
        line.len() >= first.len() && line.trimmed() == first
    };
    let mut starts = (0..text.n_lines()).filter(is_first);
    starts.find(|start| stands_from(hunk, *start, text))
}

/// Returns whether the lines of a hunk are in `text` from line `start` on, blank ones aside; behind a gap, some lines later.
fn stands_from(hunk: &Hunk, start: usize, text: &Text) -> bool {
    let with_text = |line: &&BStr| !indent::is_blank(line);
    let lines = (start..text.n_lines()).map(|at| text.line(at));
    let mut there = lines.filter(with_text).map(|line| line.trimmed());
    let mut is_behind_gap = false;
    for line in hunk.postimage().filter(with_text) {
        if is_gap(line) {
            is_behind_gap = true;
            continue;
        }
        let line = line.trimmed();
        let is_found = match is_behind_gap {
            true => there.any(|there| there == line),
            false => there.next() == Some(line),
        };
        if !is_found {
            return false;
        }
        is_behind_gap = false;
    }
    true
}

fn is_gap(line: &BStr) -> bool {
    if !lazy::has_ellipsis(line) {
        return false;
    }
    let bare = line.trim_with(|c| matches!(c, ' ' | '\t' | '/' | '#' | '*' | '-' | ';'));
    lazy::is_placeholder(line) || bare == b"..." || bare == "…".as_bytes()
}

/// Returns a hunk that changes nothing: the first line that is quoted. It waits where the file is quoted from its first line on,
/// and no words say that it is only quoted: the reply may end before what it changes.
fn quotation(file: &FilePatch, hunk: &Hunk, text: &Text, start: usize) -> Hunk {
    let is_first = (0..start).all(|at| indent::is_blank(text.line(at)));
    let has_gap = || {
        let stands = |gap: &BStr| text.lines().any(|line| line.trimmed() == gap.trimmed());
        hunk.postimage().any(|line| is_gap(line) && !stands(line))
    };
    let ends_early = (file.asks_for_change || file.shown != Some(Shown::Cited))
        && is_first
        && !has_gap()
        && !hunk.postimage().eq(text.lines());
    let body = text.pieces(LineSpan::new(start, start + 1));
    Hunk {
        lines: body
            .map(|body| HunkLine::new(LineKind::Context, body))
            .collect(),
        replaces: None,
        unsure: ends_early.then_some(Unsure::EndsEarly),
        ..hunk.clone()
    }
}

/// Returns whether a block has a line of the file that says something: what has none is about something else.
fn is_like(hunk: &Hunk, text: &Text) -> bool {
    /// The least bytes of such a line: `});` stands anywhere.
    const N_BYTES: usize = 6;
    let says_something = |line: &&[u8]| line.len() >= N_BYTES;
    let old: HashSet<&[u8]> = text.lines().map(|line| line.trim()).collect();
    let mut new = hunk.postimage().map(|line| line.trim());
    text.n_lines() == 0 || new.any(|line| says_something(&line) && old.contains(line))
}

/// Returns whether a block that no words give to the file may be a part of it: it has a line of it, sets what the file sets, or
/// defines something.
fn may_belong(hunk: &Hunk, text: &Text) -> bool {
    let defines = |line: &BStr| heading::defined(line).is_some();
    let sets = |line: &BStr| {
        let end = line.find_byteset(b":=")?;
        let name = line[..end].trim_with(|c| c.is_whitespace() || matches!(c, '"' | '\''));
        let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_.-".contains(byte);
        let is_one = !name.is_empty() && name.iter().all(is_name);
        is_one.then(|| text.lines().any(|old| setting::sets(old, name)))
    };
    is_like(hunk, text)
        || hunk
            .postimage()
            .any(|line| defines(line) || sets(line) == Some(true))
}

/// Returns whether new content is that of a part of the file only: it is much shorter, or lacks what the file begins or ends
/// with and has nothing in its place.
fn is_part(hunk: &Hunk, text: &Text) -> bool {
    let with_text = |line: &&BStr| !indent::is_blank(line);
    let old = || text.lines().filter(with_text).map(trimmed);
    let new = || hunk.postimage().filter(with_text).map(trimmed);
    if 2 * new().count() < old().count() {
        return true;
    }
    // Only where another line of the file is the first, or the last.
    let may_lack = |new: Option<&BStr>, there: Option<&BStr>| {
        new != there && new.is_some_and(|line| old().any(|old| old == line))
    };
    let ends = (new().last(), old().next_back());
    if !may_lack(new().next(), old().next()) && !may_lack(ends.0, ends.1) {
        return false;
    }
    let (old, new): (Vec<&BStr>, Vec<&BStr>) = (old().collect(), new().collect());
    let ops = operations(Search::Patience, &old, &new);
    let lacks = |op: Option<&DiffOp>| matches!(op, Some(DiffOp::Delete { old_len, .. }) if *old_len >= N_LACKING);
    lacks(ops.first()) || lacks(ops.last())
}

fn trimmed(line: &BStr) -> &BStr {
    line.trimmed_end().as_bstr()
}
