//! The places of a hunk, each with its evidence and what it would write.

use bstr::ByteSlice;
use schemars::JsonSchema;
use serde::Serialize;

use super::super::difference::{FirstDifference, first_difference};
use crate::matcher::{Candidate, Evidence, Found};
use crate::patch::{HunkId, HunkLine, LineKind};
use crate::session::Session;
use crate::text::{Edit, Edits, LineSpan, Replacement, Text, heading};

/// Where a hunk goes, and how well it fits.
#[derive(Serialize, JsonSchema)]
pub(super) struct Place {
    /// 1-based number of the first line that the preimage takes; of the line before which an insertion goes.
    line: usize,
    /// 1-based number of the last; `line - 1` for an insertion.
    end_line: usize,
    /// How the lines were matched.
    tier: &'static str,
    /// 0 to 1000.
    score: u16,
}

/// One place of a hunk.
#[derive(Serialize, JsonSchema)]
pub(super) struct Listed {
    /// Its name, for `--choose`: another one once the hunk or the file is another.
    id: String,
    #[serde(flatten)]
    place: Place,
    /// The definitions that its change is in, the outermost first: `class Wish > def total`.
    heading: Option<String>,
    /// The hunk's lines as they are read here, where that is in another way than its `lines`: what `changed_lines` counts
    /// when the hunk is put here.
    #[serde(skip_serializing_if = "Option::is_none")]
    hunk_lines: Option<Vec<Line>>,
    /// How each line matches.
    lines: Vec<&'static str>,
    /// Why here.
    evidence: Vec<Reason>,
    /// Where the hunk and the file part; left out where all lines are equal.
    #[serde(skip_serializing_if = "Option::is_none")]
    first_difference: Option<FirstDifference>,
    /// What would be written here. A line that it removes and that reads otherwise is replaced, as with `:replace`; where the
    /// file has no line for it, the new lines only come in, as with `:insert`.
    edits: Vec<TextEdit>,
}

/// Whole lines that take the place of others, with their endings.
#[derive(Serialize, JsonSchema)]
pub(super) struct TextEdit {
    /// 1-based number of the first line that goes.
    start_line: usize,
    /// 1-based number of the last; `start_line - 1` for an insertion.
    end_line: usize,
    /// What goes.
    old_text: String,
    /// What comes.
    new_text: String,
    /// The same place as the Language Server Protocol counts: from 0, its end left out.
    range: Range,
    /// False where bytes that are not UTF-8 were replaced: such an edit is not to be made from here.
    exact: bool,
}

/// A range of the Language Server Protocol.
#[derive(Serialize, JsonSchema)]
struct Range {
    start: Position,
    end: Position,
}

/// A position of the Language Server Protocol.
#[derive(Serialize, JsonSchema)]
struct Position {
    /// 0-based.
    line: usize,
    /// 0-based, in units of UTF-16.
    character: usize,
}

/// One line of a hunk.
#[derive(Serialize, JsonSchema)]
pub(super) struct Line {
    /// `context`, `delete` or `insert`.
    kind: &'static str,
    /// The line without mark and ending.
    text: String,
}

/// One piece of evidence; which fields it has follows from its code.
#[derive(Serialize, Default, JsonSchema)]
pub(super) struct Reason {
    code: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    n: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    of: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    leading: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trailing: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    similarity: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    variant: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    missing: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    extra: Option<u32>,
}

/// Returns the places of a hunk whose lines are told as they are `read`.
pub(super) fn listed(
    session: &Session,
    id: HunkId,
    found: &Found,
    text: &Text,
    read: &[HunkLine],
) -> Vec<Listed> {
    let listed = |candidate: &Candidate| Listed {
        id: session.place_id(id, candidate.span),
        place: place(candidate, candidate.span),
        heading: heading::enclosing_path(text, candidate.first_changed()),
        hunk_lines: Some(&candidate.variant.lines[..])
            .filter(|lines| *lines != read)
            .map(lines),
        lines: candidate
            .aligned
            .iter()
            .map(|pair| pair.how.name())
            .collect(),
        evidence: candidate.evidence.iter().map(reason).collect(),
        first_difference: first_difference(candidate, text),
        edits: text_edits(session, id, session.edits_at(id, candidate), text),
    };
    let all = |places: &[Candidate]| places.iter().map(listed).collect();
    found.candidates.for_once(all)
}

/// Returns lines of a hunk with their kinds.
pub(super) fn lines(lines: &[HunkLine]) -> Vec<Line> {
    let lines = lines.iter().map(|line| Line {
        kind: match line.kind {
            LineKind::Context => "context",
            LineKind::Delete => "delete",
            LineKind::Insert => "insert",
        },
        text: line.body.to_str_lossy().into_owned(),
    });
    lines.collect()
}

/// Returns edits of a hunk as replacements of text; none where two of them collide.
pub(super) fn text_edits(
    session: &Session,
    id: HunkId,
    edits: Vec<Edit>,
    text: &Text,
) -> Vec<TextEdit> {
    let newline = session.patch().hunk(id).final_newline;
    let edits = Edits::new(edits, newline).unwrap_or_default();
    let replacements = edits.replacements(text).into_iter();
    replacements.map(|it| text_edit(&it, text)).collect()
}

fn text_edit(replacement: &Replacement, text: &Text) -> TextEdit {
    let span = replacement.span;
    let old = &text.as_bytes()[text.byte_range(span)];
    let (start_line, end_line) = span.line_numbers();
    TextEdit {
        start_line,
        end_line,
        old_text: old.to_str_lossy().into_owned(),
        new_text: replacement.bytes.to_str_lossy().into_owned(),
        range: range(span, text),
        exact: old.to_str().is_ok() && replacement.bytes.to_str().is_ok(),
    }
}

fn range(span: LineSpan, text: &Text) -> Range {
    let position = |line: usize| match line.checked_sub(1) {
        // Behind a last line without an ending there is no other line to begin.
        Some(last) if line == text.n_lines() && !text.has_final_newline() => Position {
            line: last,
            character: text.line(last).to_str_lossy().encode_utf16().count(),
        },
        Some(_) | None => Position { line, character: 0 },
    };
    Range {
        start: position(span.start),
        end: position(span.end),
    }
}

pub(super) fn place(candidate: &Candidate, lines: LineSpan) -> Place {
    let (line, end_line) = lines.line_numbers();
    Place {
        line,
        end_line,
        tier: candidate.tier.name(),
        score: candidate.score.permille(),
    }
}

fn reason(evidence: &Evidence) -> Reason {
    let mut reason = Reason {
        code: evidence.code(),
        ..Reason::default()
    };
    match evidence {
        Evidence::LinesExact { n, of } => (reason.n, reason.of) = (Some(*n), Some(*of)),
        Evidence::Offset { lines } => reason.lines = Some(*lines),
        Evidence::ContextDropped { leading, trailing } => {
            (reason.leading, reason.trailing) = (Some(*leading), Some(*trailing));
        }
        Evidence::Similarity { permille } => {
            reason.similarity = Some(f64::from(*permille) / 1000.0);
        }
        Evidence::Variant(kind) => reason.variant = Some(kind.name()),
        Evidence::Rival { score } => reason.score = Some(score.permille()),
        Evidence::Gaps { missing, extra } => {
            (reason.missing, reason.extra) = (Some(*missing), Some(*extra))
        }
        Evidence::Landmark(_)
        | Evidence::Doubt(_)
        | Evidence::Reindented
        | Evidence::EndsKept
        | Evidence::Unique => {}
    }
    reason
}
