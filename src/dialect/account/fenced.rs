//! What becomes of a fence.

use std::ops::Range;

use bstr::{BStr, ByteSlice};

use super::{Account, NotAnEdit, Part, Quotation, Verdict, push};
use crate::dialect::commands::command::{Touch, Touching};
use crate::dialect::commands::run::{Form, Run};
use crate::dialect::name::beside;
use crate::dialect::name::path::{self, How};
use crate::dialect::walk::fence::{Fence, Language};
use crate::dialect::words::prose;
use crate::dialect::words::purpose::Purpose;

impl Account<'_> {
    /// Adds the parts of a fence. One in which something was read is an edit, but for what was left out in it.
    pub(super) fn fence(
        &self,
        fence: Fence<'_>,
        lines: Range<usize>,
        from: usize,
        depth: usize,
        parts: &mut Vec<Part>,
    ) {
        let is_closed = fence.closed_by(self.lines[lines.end - 1].body);
        let inside = lines.start + 1..lines.end - usize::from(is_closed && lines.len() > 1);
        let is_told = |index: usize| self.is_read[index] || self.why_left_out(index).is_some();
        if !inside.clone().any(is_told) {
            let runs = || self.runs.range(inside.clone()).map(|(_, run)| run);
            let touches: Vec<Touch> = runs().flat_map(|run| run.touches.clone()).collect();
            if let Some(first) = runs().next().filter(|_| !touches.is_empty()) {
                let run = Run {
                    why: first.why,
                    ..Run::of_command(lines.end, touches)
                };
                return self.push_run(parts, lines, &run);
            }
            let verdict = self.judge(fence, lines.clone(), from);
            let is_unnamed = verdict == Ok(NotAnEdit::Unnamed);
            if is_unnamed && beside::is_below(self.lines, lines.end) {
                let why = "its file may be named below it, not above";
                return self.push_unread(parts, lines, why.to_string());
            }
            let first = self.lines.get(lines.start + 1);
            let is_program = first.is_some_and(|line| line.body.starts_with(b"#!"));
            let may_be_file = is_unnamed || is_program && verdict == Ok(NotAnEdit::Command);
            if let Some(run) = self.bare_named(fence, &lines, from).filter(|_| may_be_file) {
                return self.push_run(parts, lines, &run);
            }
            let above = parts.last().filter(|part| part.span.end == from);
            let is_below_edit = above.is_some_and(|part| part.verdict == Verdict::Edit);
            match verdict {
                Ok(NotAnEdit::Unnamed)
                    if self.may_be_unnamed_edit(fence, inside, from, is_below_edit) =>
                {
                    let why = "code beside edits, and no file is named for it";
                    self.push_unread(parts, lines, why.to_string());
                }
                Ok(NotAnEdit::Citation) if self.is_created(lines.end) => {
                    let why = "it is quoted, and the words below ask for a file like it";
                    self.push_unread(parts, lines, why.to_string());
                }
                Ok(kind) => {
                    let is_quoted = kind == NotAnEdit::Citation;
                    let quotes = is_quoted.then(|| self.quotes(fence, &lines, from));
                    push(parts, lines, Verdict::NotAnEdit(kind));
                    if let Some(last) = parts.last_mut() {
                        last.quotes = quotes.flatten().map(Box::new);
                    }
                }
                Err(why) => {
                    self.push_unread(parts, lines, why.to_string());
                    // A new file may begin like another one: that it has the same lines makes it no quotation.
                    if path::may_be_new(self.lines, fence, from)
                        && let Some(Verdict::Unread { lines, .. }) =
                            parts.last_mut().map(|part| &mut part.verdict)
                    {
                        lines.clear();
                    }
                }
            }
            return;
        }
        let why = inside.clone().find_map(|index| self.why_left_out(index));
        if let Some(why) = why.filter(|_| !inside.clone().any(|index| self.is_read[index])) {
            return self.push_unread(parts, lines, why.to_string());
        }
        let mut own = Vec::new();
        let inside = match self.lines_above(fence, inside.clone()) {
            Some(above) => {
                let why = "lines of a diff above its first hunk";
                self.push_unread(&mut own, above.clone(), why.to_string());
                above.end..inside.end
            }
            None => inside,
        };
        self.walk(inside, depth + 1, &mut own);
        // Lines between the parts belong to the edit.
        let mut at = lines.start;
        for part in own.into_iter().filter(|part| part.verdict != Verdict::Edit) {
            if at < part.span.start {
                push(parts, at..part.span.start, Verdict::Edit);
            }
            at = part.span.end;
            parts.push(part);
        }
        if at < lines.end {
            push(parts, at..lines.end, Verdict::Edit);
        }
    }

    /// Returns the lines of a fenced diff that would change something and stand above all that was read in it.
    fn lines_above(&self, fence: Fence<'_>, inside: Range<usize>) -> Option<Range<usize>> {
        let is_change = |index: &usize| {
            let body = self.lines[*index].body;
            let is_header = body.starts_with(b"---") || body.starts_with(b"+++");
            matches!(body.first(), Some(b'+' | b'-')) && body.len() > 1 && !is_header
        };
        let is_told = |index: &usize| self.is_read[*index] || self.why_left_out(*index).is_some();
        let end = inside.clone().find(is_told)?;
        let first = (inside.start..end).find(is_change)?;
        (fence.language() == Language::Patch).then_some(first..end)
    }

    /// Returns what becomes of the file that a bare word above a fence names, where there is one of that name.
    fn bare_named(&self, fence: Fence<'_>, lines: &Range<usize>, from: usize) -> Option<Run> {
        let path = beside::bare(self.lines, from, fence.opened)?;
        Some(Run {
            end: lines.end,
            touches: vec![Touch {
                path,
                how: Touching::Changes,
            }],
            why: "the word above it is the name of a file",
            form: Form::Block,
        })
    }

    /// Returns whether the paragraph below the block that ends at line `end` may ask to do as the block does.
    fn is_adopted(&self, end: usize) -> bool {
        self.is_said_below(end, prose::adopts)
    }

    /// Returns whether it asks to make a file of the block.
    fn is_created(&self, end: usize) -> bool {
        self.is_said_below(end, prose::creates_above)
    }

    fn is_said_below(&self, end: usize, says: fn(&BStr) -> bool) -> bool {
        let Some(first) = (end..self.lines.len()).find(|at| !self.lines[*at].is_blank()) else {
            return false;
        };
        let paragraph = self.lines[first..]
            .iter()
            .take_while(|line| !line.is_blank());
        let mut said = paragraph.flat_map(|line| line.body.split(|byte| b".,;!".contains(byte)));
        said.any(|clause| says(clause.as_bstr()))
    }

    /// Returns what a fence quotes of the file that it names, as the words above it say. A place in a file is never changed by
    /// what cites it. What is quoted from elsewhere is no quotation of the file, unless it may be meant as its new content.
    fn quotes(&self, fence: Fence<'_>, lines: &Range<usize>, from: usize) -> Option<Quotation> {
        let lead = path::of_fence(self.lines, fence, from);
        let naming = lead.naming.filter(|naming| naming.cited.is_none())?;
        let path = self.scan.path(&naming.path).named()?.clone();
        let is_code = matches!(fence.language(), Language::Code | Language::Text);
        let is_quoted = match lead.purpose {
            Purpose::Cites => true,
            Purpose::Quotes => naming.how != How::Amid || self.is_adopted(lines.end),
            Purpose::Creates
            | Purpose::Changes
            | Purpose::Shows
            | Purpose::Runs
            | Purpose::Outputs
            | Purpose::Doubtful
            | Purpose::Remarks
            | Purpose::Describes
            | Purpose::Silent => false,
        };
        (is_quoted && is_code).then(|| Quotation {
            path,
            lines: self.text_of(lines.clone()),
        })
    }
}
