//! Suggestions of a review on GitHub or GitLab: a fence of new text for lines that the comment around it names.

use bstr::{BString, ByteSlice};

use super::call::arguments::Call;
use super::call::field::FieldText;
use super::call::tool_call::{self, Around};
use super::name::spelling;
use super::note::NoteCode;
use super::spec::{DialectSpec, Manners};
use super::walk::cut;
use super::walk::fence::Fence;
use super::walk::line::{self, Line};
use super::walk::scan::Scan;
use crate::text::LineSpan;

pub(super) const SPEC: DialectSpec = DialectSpec {
    name: "suggestion",
    title: "```suggestion of a review, its file and lines in the text above or in the API's JSON",
    example: "In `src/greet.rs`, line 2:\n\n```suggestion\n    goodbye();\n```\n",
    advice: &[],
    starts,
    read,
    manners: Manners::PLAIN,
};

/// The lines that a comment is about.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Place {
    path: BString,
    first: usize,
    last: usize,
}

fn starts(scan: &Scan<'_>) -> bool {
    scan.fence.is_none() && scan.peek(0).is_some_and(|line| opens(line).is_some())
}

fn opens(line: Line<'_>) -> Option<Fence<'_>> {
    let fence = Fence::open(line.body, line.at)?;
    let language = fence.info.split(|byte| matches!(byte, b':' | b' ')).next();
    (language == Some(b"suggestion")).then_some(fence)
}

fn read(scan: &mut Scan<'_>) {
    let start = scan.at;
    let Some(fence) = scan.peek(0).and_then(opens) else {
        return;
    };
    let close = scan.find_ahead(start + 1, |index| fence.closed_by(scan.lines[index].body));
    let end = close.unwrap_or(scan.lines.len());
    let above = scan.lines[scan.read_to.min(start)..start].iter().rev();
    let above = above.filter(|line| !line.is_blank()).take(3);
    let place = above.filter_map(|line| place(line.body)).next();
    let text = FieldText {
        lines: scan.lines[start + 1..end]
            .iter()
            .map(|line| (scan.piece(line.body), line.at))
            .collect(),
        ..FieldText::default()
    };
    let origin = scan.span(start, (end + 1).min(scan.lines.len()));
    scan.at = (end + 1).min(scan.lines.len());
    match place {
        Some(place) => {
            let is_taken = take(scan, &place, text, origin, SPEC.name);
            if is_taken && close.is_none() {
                cut::mark_last(scan);
            }
        }
        None => scan.note(
            NoteCode::CallUnread,
            start..scan.at,
            "a suggestion names no file and lines to take the place of: it is left out",
        ),
    }
    scan.read_to = scan.at;
}

/// The field of a comment that holds its suggestion.
pub(super) const BODY: &str = "body";

/// Takes the suggestion in the `body` of a comment, as the API of GitHub gives it. Returns whether it is one; whatever stands
/// in its `diff_hunk` is only quoted.
pub(super) fn of_comment(scan: &mut Scan<'_>, call: &Call, dialect: &'static str) -> bool {
    let Some(body) = call.named(BODY) else {
        return false;
    };
    let lines = body.as_lines();
    let Some(start) = lines.iter().position(|line| opens(*line).is_some()) else {
        return false;
    };
    let fence = opens(lines[start]);
    let is_close = |line: &Line<'_>| fence.is_some_and(|fence| fence.closed_by(line.body));
    let inside = lines[start + 1..].iter().position(is_close);
    let end = inside.map_or(lines.len(), |n_lines| start + 1 + n_lines);
    let number = |name: &str| line::number(&call.named(name)?.one_line());
    let path = call.named("path").map(FieldText::one_line);
    match (path, number("line")) {
        (Some(path), Some(last)) => {
            let first = number("start_line").unwrap_or(last);
            let text = FieldText {
                lines: body.lines[start + 1..end].to_vec(),
                ..FieldText::default()
            };
            take(
                scan,
                &Place { path, first, last },
                text,
                call.origin,
                dialect,
            )
        }
        (Some(_) | None, Some(_) | None) => {
            scan.note_at(
                NoteCode::CallUnread,
                call.origin,
                "a suggestion names no line that is still there: it is left out",
            );
            true
        }
    }
}

fn take(
    scan: &mut Scan<'_>,
    place: &Place,
    text: FieldText,
    origin: LineSpan,
    dialect: &'static str,
) -> bool {
    let number = |number: usize| FieldText::split(number.to_string().as_bytes(), origin.start);
    let call = Call {
        fields: vec![
            ("start_line".to_string(), number(place.first)),
            ("end_line".to_string(), number(place.last)),
            ("content".to_string(), text),
        ],
        origin,
        ..Call::default()
    };
    tool_call::take(scan, &call, Around::of(Some(&place.path)), dialect)
}

/// Reads the file and the lines that a sentence names: `src/a.rs:12-14`, `src/a.rs#L12-L14`, "`src/a.rs`, lines 12 to 14",
/// "lines 12-14 of `src/a.rs`".
fn place(line: &[u8]) -> Option<Place> {
    let line = line.as_bstr();
    let path = spelling::amid(line).or_else(|| spelling::alone(line))?.path;
    let at = line.find(&path)?;
    // What follows a sign that ends the place is about something else: `a.rs (L6) – 8.1 % since 2024`.
    let numbers = |text: &[u8]| -> Vec<usize> {
        let is_apart = |byte: &u8| !byte.is_ascii_alphanumeric() && *byte != b'-';
        let words = text.split(is_apart).filter(|word| !word.is_empty());
        let is_number = |word: &&[u8]| !numbers_in(word).is_empty();
        let is_joint = |word: &&[u8]| {
            matches!(
                &word.to_ascii_lowercase()[..],
                b"to" | b"and" | b"-" | b"through" | b"line" | b"lines"
            )
        };
        let from = words.skip_while(|word| !is_number(word));
        let all = from.take_while(|word| is_number(word) || is_joint(word));
        all.flat_map(numbers_in).collect()
    };
    let dash = |text: &[u8]| ["–", "—"].iter().filter_map(|dash| text.find(dash)).min();
    let behind = &line[at + path.len()..];
    let is_range = |at: usize| {
        behind[..at]
            .trim_end()
            .last()
            .is_some_and(u8::is_ascii_digit)
    };
    let end = dash(behind)
        .filter(|at| !is_range(*at))
        .unwrap_or(behind.len());
    let behind = numbers(&behind[..end]);
    let numbers = if behind.is_empty() {
        numbers(&line[..at])
    } else {
        behind
    };
    let first = *numbers.first()?;
    let last = numbers.get(1).copied().filter(|last| *last >= first);
    let last = last.unwrap_or(first);
    Some(Place { path, first, last })
}

/// Reads the numbers of a word that holds nothing else: `12`, `12-14`, `L12-L14`.
fn numbers_in(word: &[u8]) -> Vec<usize> {
    let parts = word.split_str("-");
    let numbers = parts.map(|part| line::number(part.strip_prefix(b"L").unwrap_or(part)));
    numbers.collect::<Option<Vec<usize>>>().unwrap_or_default()
}
