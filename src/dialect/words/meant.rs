//! Edits that the words around them take back, warn of, or offer as one of several: they wait for a person.

use std::collections::BTreeSet;
use std::ops::Range;

use bstr::{BStr, ByteSlice};

use super::example;
use super::meant_words::{self, FORBIDDING_SIGNS};
use super::prose;
use crate::dialect::name::spelling;
use crate::dialect::walk::fence::Fence;
use crate::dialect::walk::heredoc;
use crate::dialect::walk::line::Line;
use crate::patch::{FilePatch, Hunk, LineKind, Unsure};

/// An edit, and where it stands in the reply.
struct Place {
    lines: Range<usize>,
    file: usize,
    hunk: Option<usize>,
}

/// What the words between two edits say.
#[derive(Default)]
struct Said {
    /// They take back the edit above them.
    corrects: bool,
    /// They do, where the edit below replaces the same lines.
    turns: bool,
    /// They warn of the edit below.
    warns: bool,
    /// A heading among them warns of all edits below it.
    warns_section: bool,
    /// They make the edit below one of several.
    offers: bool,
    /// They make the one above one of several, too.
    offers_above: bool,
    /// A heading begins another section.
    is_section: bool,
    /// A thought ends whose beginning is not marked.
    ends_thought: bool,
}

/// Makes those edits of `files` wait that the words around them do not plainly ask for; `lines` are those of the reply.
pub(in crate::dialect) fn weigh(lines: &[Line<'_>], files: &mut [FilePatch]) {
    let places = places(files);
    let mut doubts: Vec<Option<Unsure>> = vec![None; places.len()];
    let (mut is_offered, mut is_warned) = (false, false);
    let mut from = 0;
    for (at, place) in places.iter().enumerate() {
        let start = place.lines.start.min(lines.len());
        if from < start {
            let said = between(&lines[from..start], at > 0);
            is_offered = said.offers || is_offered && !said.is_section;
            is_warned = said.warns_section || is_warned && !said.is_section;
            let above = at.checked_sub(1);
            let corrects = |above: &usize| {
                let above = &places[*above];
                said.corrects && !rests_on(files, above, place)
                    || said.turns && same_lines(files, above, place)
            };
            if said.ends_thought {
                doubts[..at].fill(Some(Unsure::TakenBack));
            }
            if let Some(above) = above.filter(corrects) {
                doubts[above] = Some(Unsure::TakenBack);
            }
            if let Some(above) = above.filter(|_| said.offers_above) {
                doubts[above] = doubts[above].or(Some(Unsure::Offered));
            }
            if said.warns {
                doubts[at] = Some(Unsure::TakenBack);
            }
        }
        if is_warned {
            doubts[at] = Some(Unsure::TakenBack);
        }
        if is_offered {
            doubts[at] = doubts[at].or(Some(Unsure::Offered));
        }
        from = from.max(place.lines.end);
    }
    if let (Some(last), true) = (doubts.last_mut(), from < lines.len())
        && between(&lines[from..], true).corrects
    {
        *last = Some(Unsure::TakenBack);
    }
    for (place, doubt) in places.iter().zip(doubts) {
        let Some(why) = doubt else { continue };
        match place.hunk {
            Some(hunk) => {
                let hunk: &mut Hunk = &mut files[place.file].hunks[hunk];
                hunk.unsure = hunk.unsure.or(Some(why));
            }
            None => example::wait(&mut files[place.file..=place.file], why),
        }
    }
}

/// Returns whether the edit at `place` removes a line that the one `above` adds, and so builds on it.
fn rests_on(files: &[FilePatch], above: &Place, place: &Place) -> bool {
    let lines = |place: &Place, kinds: &'static [LineKind]| {
        let hunk = place.hunk.map(|hunk| &files[place.file].hunks[hunk]);
        let lines = hunk.into_iter().flat_map(|hunk| hunk.lines.iter());
        let wanted = lines.filter(move |line| kinds.contains(&line.kind));
        wanted.map(|line| line.body.as_bstr())
    };
    let added: BTreeSet<&BStr> = lines(above, &[LineKind::Insert]).collect();
    let says_something = |line: &&BStr| line.iter().any(u8::is_ascii_alphanumeric);
    let mut old = lines(place, &[LineKind::Delete]).filter(says_something);
    files[above.file].path.named() == files[place.file].path.named()
        && old.any(|line| added.contains(line))
}

/// Returns whether two edits replace the same lines of a file, or give two files the same content.
fn same_lines(files: &[FilePatch], one: &Place, other: &Place) -> bool {
    let of_kind = |place: &Place, kind: LineKind| {
        let lines = &files[place.file].hunks[place.hunk?].lines;
        let lines = lines.iter().filter(|line| line.kind == kind);
        Some(lines.map(|line| line.body.clone()).collect::<Vec<_>>())
    };
    let old = |place| of_kind(place, LineKind::Delete);
    let new = |place| of_kind(place, LineKind::Insert);
    let path = |place: &Place| files[place.file].path.named();
    let is_content = old(one).is_some_and(|old| old.is_empty());
    old(one) == old(other) && (path(one) == path(other) || is_content && new(one) == new(other))
}

/// Returns the edits from the top of the reply on.
fn places(files: &[FilePatch]) -> Vec<Place> {
    let mut places = Vec::new();
    for (at, file) in files.iter().enumerate() {
        let origin = file.origin;
        if file.hunks.is_empty() {
            places.push(Place {
                lines: origin.start..origin.end,
                file: at,
                hunk: None,
            });
        }
        for (nth, hunk) in file.hunks.iter().enumerate() {
            // The words that name a file shown whole are those above it.
            let start = match nth {
                0 if file.shown.is_none() => hunk.origin.start.min(origin.start),
                _ => hunk.origin.start,
            };
            places.push(Place {
                lines: start..hunk.origin.end.max(start),
                file: at,
                hunk: Some(nth),
            });
        }
    }
    places.sort_by_key(|place| place.lines.start);
    places
}

/// How many lines above an edit may forbid it.
const NEAR: usize = 3;

/// Reads the words of `lines`, which stand between two edits; `is_below` where there is one above.
fn between(lines: &[Line<'_>], is_below: bool) -> Said {
    let mut said = Said::default();
    let spoken = spoken(lines, is_below);
    for (at, line) in spoken.iter().enumerate() {
        let is_near = at + NEAR >= spoken.len();
        let mut rest = *line;
        while !rest.is_empty() {
            let sentence = first_sentence(rest);
            let words = meant_words::of(sentence);
            let reverts = meant_words::runs_backwards(sentence);
            said.corrects |= is_below && (reverts || meant_words::corrects(&words));
            said.turns |= is_below && meant_words::turns(&words);
            said.warns |= is_near && meant_words::forbids(&words);
            rest = rest[sentence.len()..].trim_start().as_bstr();
        }
        said.ends_thought |= is_below && line.trim() == b"</think>";
        if is_title(line) {
            let words = meant_words::of(line);
            said.is_section = true;
            said.offers = meant_words::numbers_choice(&words);
            said.warns_section = meant_words::warns(line, &words);
        }
    }
    if let Some(lead) = spoken.last().filter(|line| !is_title(line)) {
        let sentence = prose::last_sentence(lead);
        let words = meant_words::of(sentence);
        said.warns |= meant_words::warns(sentence, &words);
        said.offers |= meant_words::offers(&words);
        said.offers_above = meant_words::is_other(&words);
    }
    said
}

/// Returns the lines that speak: not those of code that was not read, not what wraps an edit, and not those that only hold a
/// path.
fn spoken<'a>(lines: &[Line<'a>], is_below: bool) -> Vec<&'a BStr> {
    let mut spoken = Vec::new();
    let mut at = 0;
    let mut closes_first = is_below;
    while at < lines.len() {
        let body = lines[at].body;
        let unquoted = body.trim_start_with(|c| matches!(c, '>' | ' ')).as_bstr();
        if let Some(fence) = Fence::open(body, at) {
            if fence.info.is_empty() && closes_first {
                closes_first = false;
            } else {
                let close = (at + 1..lines.len()).find(|at| fence.closed_by(lines[*at].body));
                at = close.unwrap_or(at);
            }
        } else if !unquoted.is_empty()
            && !body.starts_with(b"    ")
            && !wraps(unquoted)
            && (spelling::alone(unquoted).is_none() || is_marked(unquoted))
        {
            spoken.push(unquoted);
        }
        at += 1;
    }
    spoken
}

/// Returns whether a line wraps an edit, and says nothing: a tag, an envelope, a bracket of JSON, a command that is plainly run.
fn wraps(line: &BStr) -> bool {
    let is_tag = line.starts_with(b"<")
        && !["<summary", "<details", "</details", "</think"]
            .iter()
            .any(|tag| line.starts_with(tag.as_bytes()));
    let is_command = heredoc::read(line).is_some() && !meant_words::runs_backwards(line);
    let is_bracket = matches!(line.first(), Some(b'{' | b'}' | b'[' | b']' | b'"'));
    is_tag || is_command || is_bracket || line.starts_with(b"*** ")
}

fn is_title(line: &BStr) -> bool {
    let text = line.trim();
    text.starts_with(b"#")
        || text.starts_with(b"**") && text.trim_end_with(|c| c == ':').ends_with(b"**")
        || text.starts_with(b"**") && !text.starts_with(b"***") && text.contains_str("** ")
        || text.starts_with(b"<summary")
        || text.starts_with(b"<details")
        || text.starts_with(b"</details")
}

/// Returns whether a line is struck out, or bears a sign that forbids; also one that holds a path, with such a word beside it.
fn is_marked(line: &BStr) -> bool {
    let text = line.trim();
    FORBIDDING_SIGNS
        .iter()
        .any(|sign| text.starts_with(sign.as_bytes()))
        || text.starts_with(b"~~")
        || text.trim_end_with(|c| c == ':' || c == '*').ends_with(b")")
}

fn first_sentence(text: &BStr) -> &BStr {
    let is_end = |pair: &[u8]| matches!(pair, [b'.' | b'!' | b'?' | b';', b' ']);
    let end = text.windows(2).position(is_end);
    text[..end.map_or(text.len(), |end| end + 1)].as_bstr()
}
