//! Bodies that are left out between a head and what closes it: `fn f() {`, a gap, `}`. They are those of the file, whatever is
//! shown behind them. A gap that is no deeper than the head may leave out other blocks, too.

use std::ops::Range;

use crate::patch::complete::Whole;
use crate::text::indent::width;
use crate::text::{LineSpan, Piece, Trim, indent};

/// Returns the lines of the file between `head` and `close`, the lines shown around a gap as deep as `depth`; `None` where `head`
/// is not in the file once, or its block ends in another way.
pub(super) fn left_out(
    head: &Piece,
    close: &[u8],
    depth: usize,
    whole: &Whole<'_>,
) -> Option<Range<usize>> {
    let text = whole.text();
    let is_block = closes(close) && !closes(head) && width(close) == width(head);
    if !is_block || depth <= width(head) {
        return None;
    }
    let [at] = *whole.lines_like(head) else {
        return None;
    };
    let is_outside = |line: &usize| {
        !indent::is_blank(text.line(*line)) && width(text.line(*line)) <= width(head)
    };
    let end = (at + 1..text.n_lines()).find(is_outside)?;
    let is_it = width(text.line(at)) == width(head)
        && text.line(end).trimmed() == close.trimmed()
        && width(text.line(end)) == width(head);
    let mut body = at + 1..end;
    let has_text = body.any(|line| !indent::is_blank(text.line(line)));
    let n_bytes = text.byte_range(LineSpan::new(at + 1, end)).len();
    (is_it && has_text && whole.spend(n_bytes)).then_some(at + 1..end)
}

/// Returns whether a line has nothing but what closes a block.
pub(super) fn closes(line: &[u8]) -> bool {
    const WORDS: [&[u8]; 4] = [b"end", b"fi", b"done", b"esac"];
    let line = line.trimmed();
    WORDS.contains(&line) || line.iter().all(|byte| b"})];,".contains(byte))
}
