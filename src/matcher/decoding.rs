//! What shows that a hunk is encoded, with entities or with the escapes of a string: lines that the text has decoded, and not
//! as they are written.

use std::collections::BTreeSet;

use bstr::{BString, ByteSlice};

use super::line_key::LineKey;
use super::tier::AlignedHunk;
use super::variant::after_number;
use super::{Doubt, Evidence, Found, Search, VariantKind};
use crate::patch::{Hunk, HunkLine, escape};
use crate::text::indent;

/// A code that lines may be written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Code {
    /// `&lt;` for `<`.
    Entities,
    /// `\\n` for the end of a line.
    OfString,
}

impl Code {
    /// Returns the code that is undone where a hunk is read so.
    pub fn of(kind: VariantKind) -> Option<Code> {
        match kind {
            VariantKind::Unescaped | VariantKind::UnescapedUnmarked => Some(Code::Entities),
            VariantKind::EscapedOnce => Some(Code::OfString),
            VariantKind::AsWritten
            | VariantKind::Unnumbered
            | VariantKind::PartlyUnnumbered
            | VariantKind::Unslashed
            | VariantKind::Elided
            | VariantKind::Unmarked
            | VariantKind::MarkedOnce
            | VariantKind::Straightened
            | VariantKind::MoreReplaced
            | VariantKind::FewerReplaced
            | VariantKind::OthersReplaced => None,
        }
    }

    /// Returns what its signs are called, for people.
    pub fn words(self) -> &'static str {
        match self {
            Code::Entities => "entities",
            Code::OfString => "double escapes",
        }
    }

    /// Returns whether a line has signs of it.
    pub(super) fn is_in(self, line: &[u8]) -> bool {
        match self {
            Code::Entities => escape::has_entities(line),
            Code::OfString => escape::is_of_string(escape::without(line.as_bstr())),
        }
    }

    /// Returns whether nothing in the lines of a hunk shows that they are not all written in it.
    fn may_be_of(self, lines: &[HunkLine]) -> bool {
        match self {
            Code::Entities => escape::may_be_entities(lines),
            Code::OfString => escape::may_be_of_string(lines),
        }
    }

    fn decoded(self, line: &[u8]) -> BString {
        match self {
            Code::Entities => escape::without_entities(line),
            Code::OfString => escape::decoded(line),
        }
    }
}

/// Returns whether the hunk is read as if it were written in no code, or the text has a line that shows that it is, be it one
/// that is inserted, for the hunk may be made already, and none that shows that it is not.
pub(super) fn is_none_or_shown(search: &Search<'_>) -> bool {
    let Some(code) = Code::of(search.variant.kind) else {
        return true;
    };
    let is_there = |line: &[u8]| stands(search, line, &|_| true);
    let lines = || search.hunk.lines.iter();
    let refutes = |line: &HunkLine| {
        let mut forms = forms(code, &line.body);
        line.in_preimage()
            && forms.any(|form| is_there(form) && !stands_decoded(search, code, form, &|_| true))
    };
    let shows = |line: &HunkLine| shows(search, code, &line.body, &|_| true);
    lines().any(shows) && !lines().any(refutes)
}

/// Returns whether a context or removed line at the place shows that the hunk is written in `code`, and its new lines have no
/// other escapes.
pub(super) fn is_proven(laid: &AlignedHunk<'_>, code: Code) -> bool {
    let alike = laid.aligned.iter().filter(|pair| pair.how.is_alike());
    let alike: BTreeSet<usize> = alike.filter_map(|pair| pair.target_line()).collect();
    let is_here = |line: usize| alike.contains(&line);
    let lines = &laid.search.hunk.lines;
    let is_asked_for = code == Code::Entities || escape::asks_for_all(lines);
    let shows = |line: &HunkLine| shows(laid.search, code, &line.body, &is_here);
    is_asked_for && lines.iter().any(|line| line.in_preimage() && shows(line))
}

/// Doubts the places of hunks that ask for no line in code and insert some, where another hunk of the file is written in that
/// code: these may be so too.
pub(super) fn doubt_beside_decoded(hunks: &[Hunk], found: &mut [Found]) {
    let code_of = |found: &Found| match found.candidates.exact() {
        Some(_) => None,
        None => Code::of(found.candidates.first()?.variant.kind),
    };
    for code in [Code::Entities, Code::OfString] {
        if !found.iter().any(|found| code_of(found) == Some(code)) {
            continue;
        }
        let may_be = |hunk: &Hunk| {
            let mut of_code = hunk.lines.iter().filter(|line| code.is_in(&line.body));
            let inserts_some = of_code.clone().next().is_some();
            inserts_some && of_code.all(|line| !line.in_preimage()) && code.may_be_of(&hunk.lines)
        };
        for (hunk, found) in hunks.iter().zip(found.iter_mut()) {
            if code_of(found) != Some(code) && may_be(hunk) {
                let mut places = found.candidates.to_vec();
                for place in &mut places {
                    place.evidence.push(Evidence::Doubt(Doubt::EscapesUnclear));
                }
                found.candidates = places.into();
            }
        }
    }
}

/// Returns whether a line of the text that `is_here` has `line` in its decoded form, and no line has it as it is written.
fn shows(search: &Search<'_>, code: Code, line: &[u8], is_here: &dyn Fn(usize) -> bool) -> bool {
    let mut forms = forms(code, line);
    forms
        .any(|form| stands_decoded(search, code, form, is_here) && !stands(search, form, &|_| true))
}

/// Returns a line that has signs of `code` with what may be its number, and without it.
fn forms(code: Code, line: &[u8]) -> impl Iterator<Item = &[u8]> {
    let forms = [Some(line.trim()), after_number(line).map(|it| it.trim())];
    forms
        .into_iter()
        .flatten()
        .filter(move |line| code.is_in(line))
}

/// Returns whether the text has every line that `line` becomes once it is decoded, each among the lines that `is_here`.
fn stands_decoded(
    search: &Search<'_>,
    code: Code,
    line: &[u8],
    is_here: &dyn Fn(usize) -> bool,
) -> bool {
    let decoded = code.decoded(line);
    let mut parts = decoded.lines().filter(|part| !indent::is_blank(part));
    parts.all(|part| stands(search, part, is_here))
}

/// Returns whether a line of the text that `is_here` is `part`, but for blanks at its ends.
fn stands(search: &Search<'_>, part: &[u8], is_here: &dyn Fn(usize) -> bool) -> bool {
    let text = search.index.text();
    let is_it = |line: usize| {
        let before = text.line(line).trim_end().strip_suffix(part.trim_end());
        before.is_some_and(indent::is_blank) && is_here(line)
    };
    let mut alike = search.index.lines_with(LineKey::of(part));
    alike.any(is_it)
}
