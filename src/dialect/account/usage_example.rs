//! Code that may only show how something is used that the edits define.

use std::ops::Range;

use super::Account;
use crate::dialect::name::above;
use crate::dialect::name::path;
use crate::dialect::walk::fence::{Fence, Language};
use crate::dialect::walk::line::Line;
use crate::dialect::words::{adding, prose, tongue};
use crate::text::indent;

/// How lines begin that are of a file, or of the body of what it defines.
const OF_FILES: &[&[u8]] = &[
    b"@", b"#[", b"export ", b"module.exports", b"return", b"if __name__", b"pub ", b"mod ",
    b"package ", b"else", b"elif", b"case ",
];

impl Account<'_> {
    /// Returns whether a fence that names no file may only use what the edits define: it defines nothing and is no part of a body, and
    /// the words above neither order an edit nor say where the block goes. Whether it does is seen beside the files.
    pub(super) fn may_be_usage_example(
        &self,
        fence: Fence<'_>,
        inside: Range<usize>,
        from: usize,
    ) -> bool {
        let lead = path::of_fence(self.lines, fence, from);
        let with_text = self.lines[inside.clone()]
            .iter()
            .filter(|line| !line.is_blank() && !fence.closed_by(line.body));
        let mut lines = with_text.clone();
        let is_indented = |line: &Line<'_>| indent::leading(line.body).len() > fence.indent;
        let is_of_file = |line: &Line<'_>| {
            let line = line.trimmed();
            OF_FILES.iter().any(|beginning| line.starts_with(beginning))
        };
        let mut above = self.lines[from.min(fence.opened)..fence.opened]
            .iter()
            .rev();
        let above = above.find(|line| !line.is_blank());
        fence.language() == Language::Code
            && lead.naming.is_none()
            && lead.kept.is_none()
            && lines.next().is_some_and(|first| !is_indented(first))
            && !with_text.clone().any(is_of_file)
            && !above.is_some_and(directs)
            && !self.defines_something(inside)
    }
}

/// Returns whether the line above a block orders something, in whatever language, or says where the block goes.
fn directs(above: &Line<'_>) -> bool {
    let sentence = prose::last_sentence(above.body);
    above::is_heading(above.body) || adding::directs(sentence) || tongue::directs(sentence)
}
