//! The one more line of context that would have told twins apart.

use bstr::{BStr, BString};

use crate::patch::HunkId;
use crate::plan::State;
use crate::session::Session;
use crate::text::{LineSpan, RelPath, Text, indent};

/// How many lines above and below the twins are compared.
const REACH: usize = 8;

/// Lines of the file that, added to a hunk's context, leave only its first place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UniqueLine {
    /// Where they belong.
    pub side: Side,
    /// The lines, in the file's order; at least one.
    pub lines: Vec<BString>,
    /// The place they leave.
    pub span: LineSpan,
    /// The file.
    pub path: RelPath,
}

/// An end of a hunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Before its first line.
    Above,
    /// After its last line.
    Below,
}

impl UniqueLine {
    /// Returns the farthest of the lines, which tells the place from the last of the others.
    pub fn telling(&self) -> Option<&BString> {
        match self.side {
            Side::Above => self.lines.first(),
            Side::Below => self.lines.last(),
        }
    }

    /// Returns the index of that line in the file, 0-based.
    pub fn telling_index(&self) -> usize {
        self.at_distance(self.span)
    }

    /// Returns the index of the line as far from another place as that one is from the place it tells, where there is one.
    pub fn at_distance(&self, place: LineSpan) -> usize {
        let n = self.lines.len();
        match self.side {
            Side::Above => place.start.saturating_sub(n),
            Side::Below => place.end + n - 1,
        }
    }

    /// Returns the lines as context of a diff, joined by newlines.
    pub fn as_context(&self) -> String {
        let lines: Vec<String> = self.lines.iter().map(|line| format!(" {line}")).collect();
        lines.join("\n")
    }
}

/// Returns what would make an ambiguous hunk unique at its first place; `None` for any other hunk, and when not even
/// eight lines more would.
pub fn unique_line(session: &Session, id: HunkId) -> Option<UniqueLine> {
    unique_line_at(session, id, 0)
}

/// Returns the same for the place of index `place`; `None` too when it is not one of those that tie.
pub fn unique_line_at(session: &Session, id: HunkId, place: usize) -> Option<UniqueLine> {
    unique_lines_at(session, id, place).into_iter().next()
}

/// Returns what would make the place of index `place` unique, above it and below it, the nearer first.
pub fn unique_lines_at(session: &Session, id: HunkId, place: usize) -> Vec<UniqueLine> {
    // Asked first: the places of a hunk that has but one are not made for this.
    if session.plan().hunk(id).state != State::Ambiguous {
        return Vec::new();
    }
    let file = &session.plan().files[id.file];
    let text = file.text();
    let (Some(path), Some(text)) = (&file.target, text) else {
        return Vec::new();
    };
    let tied = session.found(id).map_or(&[][..], |found| found.tied());
    let mut rivals: Vec<LineSpan> = tied.iter().map(|candidate| candidate.span).collect();
    if place >= rivals.len() {
        return Vec::new();
    }
    let span = rivals.remove(place);
    let mut sides: Vec<(usize, Side)> = [Side::Above, Side::Below]
        .into_iter()
        .filter_map(|side| Some((n_lines_to_differ(text, span, &rivals, side)?, side)))
        .collect();
    sides.sort_by_key(|(n, _)| *n);
    let unique = sides.into_iter().map(|(n, side)| UniqueLine {
        side,
        lines: beside(text, span, side, n),
        span,
        path: path.clone(),
    });
    unique.collect()
}

/// Returns how many lines must be added on `side` until all rivals differ in more than a blank; `None` when more than
/// [`REACH`].
fn n_lines_to_differ(
    text: &Text,
    span: LineSpan,
    rivals: &[LineSpan],
    side: Side,
) -> Option<usize> {
    (1..=REACH)
        .take_while(|n| line_at(text, span, side, *n).is_some())
        .find(|n| {
            let tells = |n: usize, rival: LineSpan| {
                let line = line_at(text, span, side, n);
                let says_something = line.is_some_and(|line| !indent::is_blank(line));
                says_something && line_at(text, rival, side, n) != line
            };
            rivals
                .iter()
                .all(|rival| (1..=*n).any(|n| tells(n, *rival)))
        })
}

fn line_at(text: &Text, span: LineSpan, side: Side, n: usize) -> Option<&BStr> {
    let index = match side {
        Side::Above => span.start.checked_sub(n)?,
        Side::Below => span.end + n - 1,
    };
    (index < text.n_lines()).then(|| text.line(index))
}

fn beside(text: &Text, span: LineSpan, side: Side, n: usize) -> Vec<BString> {
    let lines = match side {
        Side::Above => span.start - n..span.start,
        Side::Below => span.end..span.end + n,
    };
    lines.map(|index| text.line(index).into()).collect()
}
