//! Whole files: the hunks that make of a file what a reply gives as all of its content.

use std::collections::{BTreeSet, HashMap};

use bstr::{BStr, ByteSlice};
use foldhash::fast::RandomState;

use super::{FileMode, FileOp, FilePatch, Given, Hunk, HunkLine, LineKind, Unsure, compare, parts};
use crate::patch::of_kind;
use crate::text::{BOM, FinalNewline, LineSpan, Piece, Text, Trim, heading, indent};

/// Returns the section, whose one hunk is all of the content that its file is to have, with the hunks that make that of
/// `text`: one without lines, where it is the content.
pub(super) fn compared(file: &FilePatch, text: &Text) -> FilePatch {
    let whole = &file.hunks[0];
    let mut new = pieces(whole);
    if file.shown.is_some() {
        trim_blank_ends(&mut new, text);
    }
    let mut hunks = hunks(whole, text, &new);
    if hunks.is_empty() {
        let none = Hunk {
            lines: [].into(),
            ..whole.clone()
        };
        hunks.push(none);
    }
    let newline = newline(whole, text);
    if let Some(last) = hunks.last_mut() {
        last.final_newline = newline;
    }
    let unsure = if file.op == FileOp::Create {
        Some(Unsure::Exists)
    } else if loses_tabs(&new, text) {
        Some(Unsure::TabsLost)
    } else {
        Some(Unsure::Unlike).filter(|_| !keeps_half(&hunks, text) && !is_like(&new, text))
    };
    // Who shows a block under the name of a file may mean to add it.
    let may_add = file.shown.is_some();
    for hunk in &mut hunks {
        let indented = parts::turned(hunk);
        let is_meant = |why: &Unsure| *why == Unsure::SpacesLost && takes_tabs(file);
        hunk.unsure = hunk
            .unsure
            .or(unsure)
            .or(Some(Unsure::AddsOnly).filter(|_| file.is_added && removes(hunk)))
            .or(indented.filter(|why| !is_meant(why)))
            .or_else(|| {
                let exchanges = may_add && parts::exchanges_block(hunk) && !moves(hunk, &new);
                exchanges.then_some(Unsure::DefinitionGone)
            });
    }
    FilePatch {
        hunks,
        op: FileOp::Modify,
        given: Given::Whole,
        // That a new file is plain is said of every one: one that is there stays as it is.
        mode: file.mode.filter(|mode| *mode != FileMode::Plain),
        ..file.clone()
    }
}

/// Returns the lines of the content that `whole` gives. A byte order mark is the file's.
pub(super) fn pieces(whole: &Hunk) -> Vec<Piece> {
    let mut lines: Vec<Piece> = whole.postimage_pieces().collect();
    if let Some(first) = lines.first_mut()
        && let Some(body) = first.strip_prefix(BOM)
    {
        *first = first.of_same_text(body.as_bytes());
    }
    lines
}

/// Drops the blank lines at the ends of a fence, where the file has none there: they are the fence's.
fn trim_blank_ends(new: &mut Vec<Piece>, text: &Text) {
    let is_blank = |line: Option<&BStr>| line.is_some_and(|line| indent::is_blank(line));
    if !is_blank(text.lines().next_back()) {
        let n_kept = new.iter().rposition(|line| !indent::is_blank(line));
        new.truncate(n_kept.map_or(new.len(), |last| last + 1));
    }
    if !is_blank(text.lines().next()) {
        let n_first = new.iter().position(|line| !indent::is_blank(line));
        new.drain(..n_first.unwrap_or_default());
    }
}

/// Returns the hunks that make the lines `new`, which `whole` gives, of `text`. What is said of all of it is said of each.
pub(super) fn hunks(whole: &Hunk, text: &Text, new: &[Piece]) -> Vec<Hunk> {
    // A line of the reply for each of the content, where it is not the text of a string.
    let has_lines = whole.origin.len() == whole.lines.len();
    let hunks = compare::hunks_to(text, new).into_iter();
    let hunk = |(hunk, lines): (Hunk, std::ops::Range<usize>)| Hunk {
        origin: if has_lines && new.len() == whole.lines.len() {
            let start = whole.origin.start;
            LineSpan::new(start + lines.start, start + lines.end)
        } else {
            whole.origin
        },
        lines: hunk.lines,
        hint: hunk.hint,
        ..whole.clone()
    };
    hunks.map(hunk).collect()
}

/// Returns whether the first line that goes in a hunk comes elsewhere in the new content.
fn moves(hunk: &Hunk, new: &[Piece]) -> bool {
    let goes = |line: &&HunkLine| line.is_delete() && line.has_text();
    let first = hunk.lines.iter().find(goes);
    first.is_some_and(|first| {
        new.iter()
            .any(|line| line.trimmed() == first.body.trimmed())
    })
}

/// Returns whether a hunk removes a line: no new line has its words, in their order. One that has only grew.
fn removes(hunk: &Hunk) -> bool {
    let grew = |old: &HunkLine| {
        of_kind(&hunk.lines, LineKind::Insert).any(|new| {
            let mut there = words(&new.body);
            words(&old.body).all(|word| there.any(|it| it == word))
        })
    };
    let mut deleted = of_kind(&hunk.lines, LineKind::Delete);
    deleted.any(|old| words(&old.body).next().is_some() && !grew(old))
}

fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(|byte| !(byte.is_ascii_alphanumeric() || *byte == b'_' || *byte >= 0x80))
        .filter(|word| !word.is_empty())
}

/// Returns whether more than half of the lines of a file and of its new content are those that `hunks`, which make the one of the
/// other, leave as they are. Then both are alike, and their lines need not be counted one by one.
fn keeps_half(hunks: &[Hunk], text: &Text) -> bool {
    let holds_text = |line: &[u8]| !indent::is_blank(line);
    let count = |kind: LineKind| {
        let lines = hunks.iter().flat_map(|hunk| hunk.lines.iter());
        let lines = lines.filter(|line| line.kind == kind && holds_text(&line.body));
        lines.count()
    };
    let n_old = text.lines().filter(|line| holds_text(line)).count();
    let n_kept = n_old.saturating_sub(count(LineKind::Delete));
    let n_new = n_kept + count(LineKind::Insert);
    4 * n_kept > n_old + n_new
}

/// Returns whether a whole file is like the one it replaces: more than half of their lines are the same, or nearly all of the
/// old ones are kept. What is less alike may be a part of the file, an example, or another file.
fn is_like(new: &[Piece], text: &Text) -> bool {
    let holds_text = |line: &&BStr| !indent::is_blank(line);
    let mut old: HashMap<&BStr, usize, RandomState> = HashMap::default();
    for line in text.lines().filter(holds_text) {
        *old.entry(line).or_default() += 1;
    }
    let n_old: usize = old.values().sum();
    let (mut n_new, mut n_same) = (0, 0);
    for line in new.iter().map(|line| -> &BStr { line }).filter(holds_text) {
        n_new += 1;
        if let Some(left) = old.get_mut(line).filter(|left| **left > 0) {
            *left -= 1;
            n_same += 1;
        }
    }
    // Twice what both have, of what each has: the similarity of two lists.
    4 * n_same > n_old + n_new
        || n_old > 0 && 10 * n_same >= 9 * n_old
        || n_old <= N_TINY && n_new >= n_old && keeps_names(new, text)
}

/// Of a file with so few lines of text, how many stay says nothing.
const N_TINY: usize = 5;

/// Returns whether all that the lines of a text define or set is defined or set by the new ones, too.
fn keeps_names(new: &[Piece], text: &Text) -> bool {
    let kept: BTreeSet<String> = new.iter().filter_map(|line| name(line)).collect();
    let mut old = text.lines().filter_map(|line| name(line));
    old.all(|name| kept.contains(&name))
}

/// Returns what a line defines, or sets to a value.
fn name(line: &[u8]) -> Option<String> {
    heading::defined(line).or_else(|| {
        let end = line.find_byteset(b"=:<>~!")?;
        let name = line[..end].trim_with(|c| !c.is_alphanumeric() && c != '_');
        (!name.is_empty()).then(|| name.to_str_lossy().into_owned())
    })
}

/// Returns whether the lines of a whole file are indented by spaces where those of the one it replaces are by tabs: chats
/// show one for the other, and a Makefile is broken by it.
fn loses_tabs(new: &[Piece], text: &Text) -> bool {
    let has_tab = |line: &BStr| line.starts_with(b"\t");
    if new.iter().any(|line| has_tab(line)) {
        return false;
    }
    // Few files have any.
    let tabbed = text
        .lines()
        .filter(|line| has_tab(line) && !indent::is_blank(line));
    let tabbed: BTreeSet<&[u8]> = tabbed.map(|line| line.trimmed()).collect();
    let mut indented = new.iter().filter(|line| line.starts_with(b" "));
    !tabbed.is_empty() && indented.any(|line| tabbed.contains(line.trimmed()))
}

/// Returns whether a file is to be indented by tabs, whatever it has.
fn takes_tabs(file: &FilePatch) -> bool {
    let name = file
        .path
        .named()
        .map(|path| path.file_name().to_ascii_lowercase());
    let ends: [&[u8]; 3] = [b"makefile", b".mk", b".go"];
    name.is_some_and(|name| ends.iter().any(|end| name.ends_with(end)))
}

/// Returns what becomes of the newline at the end of `text`, where the reply says more than that it stays.
fn newline(whole: &Hunk, text: &Text) -> FinalNewline {
    match (whole.final_newline, text.has_final_newline()) {
        (FinalNewline::Remove, true) => FinalNewline::Remove,
        (FinalNewline::Add, false) => FinalNewline::Add,
        (FinalNewline::Remove | FinalNewline::Add | FinalNewline::Keep, _) => FinalNewline::Keep,
    }
}
