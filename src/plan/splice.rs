//! A hunk at a place becomes edits: one per run of changed lines. Context is never written.

use std::collections::BTreeSet;

use bstr::BString;

use super::reindent;
use crate::matcher::Candidate;
use crate::patch::{HunkLine, LineKind};
use crate::text::indent::{self, Reindent};
use crate::text::{Edit, LineSpan, Text};

/// Returns the edits of the hunk at `candidate`, in order. `chosen` holds the indexes of the changed lines that are
/// wanted; `None` stands for all.
pub fn splice(candidate: &Candidate, text: &Text, chosen: Option<&BTreeSet<usize>>) -> Vec<Edit> {
    let mut edits: Vec<Edit> = Vec::new();
    let rule = reindent::rule(candidate, text);
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
                let body = reindented(&rule, line);
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

/// Returns the insertion with the leading space that `rule` gives it.
fn reindented(rule: &Reindent, line: &HunkLine) -> BString {
    if indent::is_blank(&line.body) {
        return line.body.clone();
    }
    match rule.lead(indent::leading(&line.body)) {
        Some(lead) => [lead.as_slice(), indent::unindented(&line.body)]
            .concat()
            .into(),
        None => line.body.clone(),
    }
}
