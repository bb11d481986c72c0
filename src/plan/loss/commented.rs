//! Code for which only a comment comes: models write `# body as above` for what they do not repeat, in more words than any
//! table knows.

use super::Loss;
use crate::patch::{Hunk, HunkLine, LineKind};
use crate::text::{Trim, indent};

/// How comments begin. A sign that also begins code, as `--` in a style sheet, has its blank.
const SIGNS: [&[u8]; 8] = [b"//", b"# ", b"/*", b"* ", b"-- ", b"<!--", b"; ", b"% "];

/// Returns how many lines of code a hunk takes away where it puts comments and no code, if there are such. A comment with the code
/// in it puts that out of use, and loses nothing.
pub(super) fn only_commented(hunk: &Hunk) -> Option<Loss> {
    let runs = hunk.lines.split(|line| line.kind == LineKind::Context);
    let n_lines = runs.map(n_commented).sum();
    (n_lines > 0).then_some(Loss::OnlyCommented(n_lines))
}

/// Returns how many lines of code go with lines that change together, where only comments come.
fn n_commented(run: &[HunkLine]) -> usize {
    let of_kind = |kind: LineKind| {
        let lines = run.iter().filter(move |line| line.kind == kind);
        let lines = lines.map(|line| line.body.trimmed());
        lines.filter(|line| !line.is_empty())
    };
    let come = || of_kind(LineKind::Insert);
    if !come().all(|line| is_comment(line) || does_nothing(line)) || !come().any(is_comment) {
        return 0;
    }
    let is_code = |line: &&[u8]| !is_comment(line) && line.iter().any(u8::is_ascii_alphanumeric);
    let code = of_kind(LineKind::Delete).filter(is_code);
    let is_kept = |code: &[u8]| come().any(|comment| memchr::memmem::find(comment, code).is_some());
    match code.clone().any(is_kept) {
        true => 0,
        false => code.count(),
    }
}

pub(super) fn is_comment(line: &[u8]) -> bool {
    // Nearly no line begins so, and every changed one is asked.
    let may_be = matches!(
        line.first(),
        Some(b'/' | b'#' | b'*' | b'-' | b'<' | b';' | b'%')
    );
    may_be && SIGNS.iter().any(|sign| line.starts_with(sign))
}

/// Returns whether a line is a statement that does nothing, as Python has one.
fn does_nothing(line: &[u8]) -> bool {
    indent::is_blank(line) || line == b"pass" || line == b"..."
}
