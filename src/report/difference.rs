//! The first line in which a hunk and a place of its file differ.

use schemars::JsonSchema;
use serde::Serialize;

use super::shown;
use crate::matcher::{Aligned, Candidate};
use crate::text::Text;

/// A line of a hunk and the line of the file that is there instead.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FirstDifference {
    /// 1-based number of the line among those that the hunk asks for; one past the last where the file has more lines.
    pub hunk_line: usize,
    /// The line; `None` where the file has a line that the hunk lacks, behind its last.
    pub text: Option<String>,
    /// 1-based number of the line of the file that is there.
    pub file_line: usize,
    /// That line; `None` where the file ends.
    pub file_text: Option<String>,
}

/// Returns the first line in which `candidate` differs from the file's lines; `None` where all are equal.
pub(super) fn first_difference(candidate: &Candidate, text: &Text) -> Option<FirstDifference> {
    let aligned = &candidate.aligned;
    let differs = |pair: &Aligned| match (pair.hunk_line(), pair.target_line()) {
        (Some(hunk), Some(target)) => *candidate.variant.lines[hunk].body != **text.line(target),
        (Some(_), None) | (None, _) => true,
    };
    let at = aligned.iter().position(differs)?;
    // A line that one side lacks is told beside the next that the other has: there is no line number for nothing.
    let hunk_line = aligned[at..].iter().find_map(Aligned::hunk_line);
    let n_before = aligned[..at].iter().filter_map(Aligned::hunk_line).count();
    let below = aligned[at..].iter().find_map(Aligned::target_line);
    let above = aligned[..at].iter().rev().find_map(Aligned::target_line);
    let file_line = below.or(above.map(|line| line + 1));
    let file_line = file_line.unwrap_or(candidate.span.start);
    Some(FirstDifference {
        hunk_line: n_before + 1,
        text: hunk_line.map(|line| shown(&candidate.variant.lines[line].body)),
        file_line: file_line + 1,
        file_text: (file_line < text.n_lines()).then(|| shown(text.line(file_line))),
    })
}
