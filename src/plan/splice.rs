//! A hunk at a place becomes edits: one per run of changed lines. Context is never written.

use std::collections::BTreeSet;

use bstr::BString;

use crate::matcher::Candidate;
use crate::patch::{HunkLine, LineKind};
use crate::text::{Edit, LineSpan, Text, indent};

/// Returns the edits of the hunk at `candidate`, in order. `chosen` holds the indexes of the changed lines that are
/// wanted; `None` stands for all.
pub fn splice(candidate: &Candidate, text: &Text, chosen: Option<&BTreeSet<usize>>) -> Vec<Edit> {
    let mut edits: Vec<Edit> = Vec::new();
    // Where an insertion would go: after the last line of the target that was passed.
    let mut at = candidate.span.start;
    let mut in_run = false;
    for (index, line) in candidate.variant.lines.iter().enumerate() {
        let wanted = chosen.is_none_or(|chosen| chosen.contains(&index));
        match line.kind {
            LineKind::Delete if wanted => {
                let Some(target) = candidate.target_of(index) else {
                    continue;
                };
                let run = edits
                    .last_mut()
                    .filter(|edit| in_run && edit.span.end == target);
                match run {
                    Some(edit) => edit.span.end = target + 1,
                    None => edits.push(Edit {
                        span: LineSpan::new(target, target + 1),
                        lines: Vec::new(),
                    }),
                }
                (at, in_run) = (target + 1, true);
            }
            LineKind::Context | LineKind::Delete => {
                if let Some(target) = candidate.target_of(index) {
                    (at, in_run) = (target + 1, false);
                }
            }
            LineKind::Insert if wanted => {
                if !in_run {
                    edits.push(Edit {
                        span: LineSpan::new(at, at),
                        lines: Vec::new(),
                    });
                }
                let body = reindented(candidate, text, index, line);
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
    edits
}

/// Returns the insertion with its leading space moved as that of the aligned line nearest to it is moved.
fn reindented(candidate: &Candidate, text: &Text, index: usize, line: &HunkLine) -> BString {
    let lines = &candidate.variant.lines;
    let nearest = candidate
        .aligned
        .iter()
        .filter_map(|pair| Some((pair.hunk_line?, pair.target_line?)))
        .filter(|(hunk_line, _)| !indent::is_blank(&lines[*hunk_line].body))
        .min_by_key(|(hunk_line, _)| hunk_line.abs_diff(index));
    let Some((hunk_line, target_line)) = nearest else {
        return line.body.clone();
    };
    let from = indent::leading(&lines[hunk_line].body);
    let to = indent::leading(text.line(target_line));
    match line.body.strip_prefix(from) {
        Some(rest) if from != to && !indent::is_blank(&line.body) => [to, rest].concat().into(),
        Some(_) | None => line.body.clone(),
    }
}
