//! A hunk at a place becomes edits: one per run of changed lines. Context is never written.

use std::collections::BTreeSet;

use bstr::BStr;

use crate::matcher::{self, Aligned, Candidate, Exact, Tier};
use crate::patch::{HunkLine, LineKind};
use crate::text::indent::{self, Reindent};
use crate::text::{Edit, LineSpan, Piece, Text};

/// Returns the edits of the hunk at `candidate`, in order. `chosen` holds the indexes of the changed lines that are
/// wanted; `None` stands for all.
pub fn splice(candidate: &Candidate, text: &Text, chosen: Option<&BTreeSet<usize>>) -> Vec<Edit> {
    let mut edits: Vec<Edit> = Vec::new();
    let lines = &candidate.variant.lines;
    let targets = candidate.targets();
    // Lines that are those of the file to the letter are garbled in nothing.
    let removed = match candidate.tier {
        Tier::Strict => Vec::new(),
        Tier::Resilient | Tier::Fuzzy | Tier::Partial | Tier::Similar => {
            removed(candidate, &targets)
        }
    };
    let kept = match candidate.tier {
        Tier::Strict | Tier::Resilient => Vec::new(),
        Tier::Fuzzy | Tier::Partial | Tier::Similar => {
            matcher::ends(lines, text, |at| targets[at]).kept
        }
    };
    let mut in_run = false;
    for (index, line) in lines.iter().enumerate() {
        let wanted = chosen.is_none_or(|chosen| chosen.contains(&index));
        match line.kind {
            LineKind::Delete if wanted => {
                let Some(target) = targets[index] else {
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
                    let at = insertion_point(candidate, &targets, index);
                    begin(&mut edits, LineSpan::new(at, at));
                }
                let with_ends = kept.iter().find(|(at, _)| *at == index);
                let with_ends =
                    with_ends.map(|(_, body)| HunkLine::new(LineKind::Insert, body.clone()));
                let as_it_stands = with_ends.or_else(|| unchanged(&removed, text, line));
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

/// Returns the edits of a hunk that stands at its place to the letter: each run of changed lines is one.
pub fn of_exact(place: &Exact) -> Vec<Edit> {
    let mut edits: Vec<Edit> = Vec::with_capacity(1);
    let mut at = place.span().start;
    let mut in_run = false;
    for line in place.hunk_lines() {
        if line.is_change() && !in_run {
            edits.push(Edit {
                span: LineSpan::new(at, at),
                lines: Vec::new(),
            });
        }
        in_run = line.is_change();
        at += usize::from(line.in_preimage());
        if let Some(edit) = edits.last_mut().filter(|_| in_run) {
            match line.kind {
                LineKind::Context => {}
                LineKind::Delete => edit.span.end = at,
                LineKind::Insert => edit.lines.push(line.body.clone()),
            }
        }
    }
    edits
}

/// A line that goes without its leading space, and the one of the target that it is aligned with.
type Removed<'a> = (&'a BStr, Option<usize>);

/// Returns the lines that the hunk removes and the target has, sorted: one in other words there is not the line that is meant.
fn removed<'a>(candidate: &'a Candidate, targets: &[Option<usize>]) -> Vec<Removed<'a>> {
    let in_other_words = candidate.aligned.iter().filter(|it| !it.how.is_alike());
    let in_other_words: BTreeSet<usize> = in_other_words.filter_map(Aligned::hunk_line).collect();
    let lines = candidate.variant.lines.iter().zip(targets).enumerate();
    let removed =
        lines.filter(|(index, (line, _))| line.is_delete() && !in_other_words.contains(index));
    let removed = removed.map(|(_, (line, target))| (indent::unindented(&line.body), *target));
    let mut removed: Vec<Removed<'_>> = removed.collect();
    removed.sort_unstable();
    removed
}

/// Returns a line that the hunk removes and inserts again, but for its leading space, as the file has it: what the reply
/// garbled on both sides is no change. `None` for other lines.
fn unchanged(removed: &[Removed<'_>], text: &Text, line: &HunkLine) -> Option<HunkLine> {
    let content = indent::unindented(&line.body);
    let from = removed.partition_point(|(other, _)| *other < content);
    let mut same = removed[from..].iter();
    let mut next = || same.next().filter(|(other, _)| *other == content);
    let (_, target) = next()?;
    let target = (*target)?;
    let is_one = next().is_none() && !indent::is_blank(content);
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
fn insertion_point(candidate: &Candidate, targets: &[Option<usize>], index: usize) -> usize {
    let lines = &candidate.variant.lines;
    let next = (index..lines.len()).find(|at| lines[*at].in_preimage());
    let replaced = next
        .filter(|at| lines[*at].is_delete())
        .and_then(|at| targets[at]);
    replaced
        .or_else(|| matcher::insertion_point(|at| targets[at], lines, index))
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
