//! A hunk at a place becomes edits: one per run of changed lines. Context is never written.

use std::collections::BTreeSet;

use crate::matcher::{self, Candidate};
use crate::patch::{HunkLine, LineKind};
use crate::text::indent::{self, Reindent};
use crate::text::{Edit, LineSpan, Piece, Text};

/// Returns the edits of the hunk at `candidate`, in order. `chosen` holds the indexes of the changed lines that are
/// wanted; `None` stands for all.
pub fn splice(candidate: &Candidate, text: &Text, chosen: Option<&BTreeSet<usize>>) -> Vec<Edit> {
    let mut edits: Vec<Edit> = Vec::new();
    let lines = &candidate.variant.lines;
    let mut in_run = false;
    for (index, line) in lines.iter().enumerate() {
        let wanted = chosen.is_none_or(|chosen| chosen.contains(&index));
        match line.kind {
            LineKind::Delete if wanted => {
                let Some(target) = candidate.target_of(index) else {
                    continue;
                };
                // Blank lines amid deletions go with them: a model that drops them means the whole run.
                let run = edits.last_mut().filter(|edit| {
                    in_run
                        && edit.span.end <= target
                        && (edit.span.end..target).all(|at| indent::is_blank(text.line(at)))
                });
                match run {
                    Some(edit) => edit.span.end = target + 1,
                    None => begin(&mut edits, LineSpan::new(target, target + 1)),
                }
                in_run = true;
            }
            LineKind::Context | LineKind::Delete => in_run = false,
            LineKind::Insert if wanted => {
                if !in_run {
                    let at = insertion_point(candidate, index);
                    begin(&mut edits, LineSpan::new(at, at));
                }
                let as_it_stands = unchanged(candidate, text, line);
                let line = as_it_stands.as_ref().unwrap_or(line);
                let body = reindented(candidate.reindent_of(index), line);
                edits
                    .last_mut()
                    .expect("a run has its edit")
                    .lines
                    .push(body);
                in_run = true;
            }
            LineKind::Insert => {}
        }
    }
    // A plan keeps them by the hundred thousand, so they are copied to their size: a list that shrinks leaves a hole behind
    // it that nothing fits.
    let exact = edits.iter().map(|edit| Edit {
        span: edit.span,
        lines: edit.lines.to_vec(),
    });
    exact.collect()
}

/// Returns a line that the hunk removes and inserts again, but for its leading space, as the file has it: what the reply
/// garbled on both sides is no change. `None` for other lines.
fn unchanged(candidate: &Candidate, text: &Text, line: &HunkLine) -> Option<HunkLine> {
    let lines = &candidate.variant.lines;
    let content = indent::unindented(&line.body);
    let is_it = |at: &usize| {
        lines[*at].kind == LineKind::Delete && indent::unindented(&lines[*at].body) == content
    };
    let mut removed = (0..lines.len()).filter(is_it);
    let target = candidate.target_of(removed.next()?)?;
    let is_one = removed.next().is_none() && !indent::is_blank(content);
    is_one.then(|| {
        let lead = indent::leading(&line.body);
        let as_it_stands = indent::unindented(text.line(target));
        HunkLine::new(LineKind::Insert, [lead, as_it_stands].concat())
    })
}

/// Begins an edit of `span` below those made so far; where it would begin at the same point as the last, the last goes on.
/// Edits of one hunk never collide: its lines keep their order.
fn begin(edits: &mut Vec<Edit>, span: LineSpan) {
    let Some(last) = edits.last_mut() else {
        edits.push(Edit {
            span,
            lines: Vec::new(),
        });
        return;
    };
    let start = span.start.max(last.span.end);
    let span = LineSpan::new(start, span.end.max(start));
    if span.start == last.span.start {
        last.span.end = span.end;
    } else {
        edits.push(Edit {
            span,
            lines: Vec::new(),
        });
    }
}

/// Returns the line before which the insertion `index` goes: where the deletions after it begin, else beside its context.
fn insertion_point(candidate: &Candidate, index: usize) -> usize {
    let lines = &candidate.variant.lines;
    let next = (index..lines.len()).find(|at| lines[*at].kind != LineKind::Insert);
    let replaced = next
        .filter(|at| lines[*at].kind == LineKind::Delete)
        .and_then(|at| candidate.target_of(at));
    replaced
        .or_else(|| matcher::insertion_point(&candidate.aligned, lines, index))
        .unwrap_or(candidate.span.start)
}

/// Returns the insertion with the leading space that `rule` gives it.
fn reindented(rule: &Reindent, line: &HunkLine) -> Piece {
    if indent::is_blank(&line.body) {
        return line.body.clone();
    }
    let lead = indent::leading(&line.body);
    match rule.lead(lead).filter(|other| other != lead) {
        Some(lead) => [lead.as_slice(), indent::unindented(&line.body)]
            .concat()
            .into(),
        None => line.body.clone(),
    }
}
