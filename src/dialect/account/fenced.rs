//! What becomes of a fence.

use std::ops::Range;

use bstr::{BStr, ByteSlice};

use super::judge::NO_NAME;
use super::{
    Account, Block, Bond, NotAnEdit, Part, Quotation, Rewriting, RewritingForm, Verdict, push,
};
use crate::dialect::commands::command::{Touch, Touching};
use crate::dialect::commands::run::Run;
use crate::dialect::name::beside;
use crate::dialect::name::path;
use crate::dialect::walk::fence::{Fence, Language};
use crate::dialect::words::{gone, prose};

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
        if inside.clone().any(is_told) {
            return self.read_fence(fence, lines, inside, depth, parts);
        }
        let above = parts.last().filter(|part| part.span.end == from);
        let block = Block {
            fence,
            lines,
            inside,
            from,
            is_below_edit: above.is_some_and(|part| part.verdict == Verdict::Edit),
        };
        let mut part = self.part_of_block(&block);
        part.rewrites.extend(self.removal(&block));
        parts.push(part);
    }

    /// Returns the change that a block is of which the words right above it say that its lines go.
    fn removal(&self, block: &Block<'_>) -> Option<Rewriting> {
        let mut above = (block.from.min(block.fence.opened)..block.fence.opened).rev();
        let above = above.find(|at| !self.lines[*at].is_blank())?;
        gone::is_said(prose::last_sentence(self.lines[above].body)).then(|| Rewriting {
            form: RewritingForm::Removal,
            path: self.path_of(block.fence),
            old: self.text_of(block.inside.clone()),
            new: Vec::new(),
        })
    }

    /// Adds the parts of a fence in which something was read, or left out.
    fn read_fence(
        &self,
        fence: Fence<'_>,
        lines: Range<usize>,
        inside: Range<usize>,
        depth: usize,
        parts: &mut Vec<Part>,
    ) {
        let why = inside.clone().find_map(|index| self.why_left_out(index));
        if let Some(why) = why.filter(|_| !inside.clone().any(|index| self.is_read[index])) {
            return parts.push(self.unread(lines, why));
        }
        let mut own = Vec::new();
        let inside = match self.lines_above(fence, inside.clone()) {
            Some(above) => {
                let why = "lines of a diff above its first hunk";
                own.push(self.unread(above.clone(), why));
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

    /// Returns what a block is: commands, the file that words beside it name, code that may be an edit, or none.
    fn part_of_block(&self, block: &Block<'_>) -> Part {
        if let Some(run) = self.commands_in(block) {
            return self.part_of_run(block.lines.clone(), &run);
        }
        let verdict = self.judge(block.fence, block.lines.clone(), block.from);
        let is_unnamed = verdict == Ok(NotAnEdit::Unnamed);
        if is_unnamed && beside::is_below(self.lines, block.lines.end) {
            let why = "its file may be named below it, not above";
            return self.unread(block.lines.clone(), why);
        }
        let first = self.lines.get(block.lines.start + 1);
        let is_program = first.is_some_and(|line| line.body.starts_with(b"#!"));
        let may_be_file = is_unnamed || is_program && verdict == Ok(NotAnEdit::Command);
        if may_be_file
            && let Some(run) = self.bare_named(block)
            && !self.may_be_unnamed_edit(block)
        {
            // Where no file has that name, the word may be a heading for a change of an edited one.
            let quotes = self.beside_edits(block);
            return quoting(self.part_of_run(block.lines.clone(), &run), quotes);
        }
        if let Ok(kind) = verdict
            && let Some(run) = self.run_of_named_file(block, kind)
        {
            let quotes = match kind {
                NotAnEdit::Citation => self.quotes(block),
                NotAnEdit::Unnamed => self.resembles(block).or_else(|| self.beside_edits(block)),
                NotAnEdit::Command | NotAnEdit::Example | NotAnEdit::Output => {
                    self.resembles(block)
                }
            };
            return quoting(self.part_of_run(block.lines.clone(), &run), quotes);
        }
        match verdict {
            Ok(NotAnEdit::Unnamed) if self.may_be_unnamed_edit(block) => {
                self.edit_of_no_file(block)
            }
            Ok(NotAnEdit::Citation) if self.is_created(block.lines.end) => {
                let why = "it is quoted, and the words below ask for a file like it";
                self.unread(block.lines.clone(), why)
            }
            Ok(kind) => self.talk(block, kind),
            Err(why) => self.unread_block(block, why),
        }
    }

    /// Returns the commands of a block that change files, as one.
    fn commands_in(&self, block: &Block<'_>) -> Option<Run> {
        let runs = || self.runs.range(block.inside.clone()).map(|(_, run)| run);
        let touches: Vec<Touch> = runs().flat_map(|run| run.touches.clone()).collect();
        let first = runs().next().filter(|_| !touches.is_empty())?;
        Some(Run {
            why: first.why,
            ..Run::of_command(block.lines.end, touches)
        })
    }

    /// Returns what becomes of the file that is named for a block, which by its words is no edit but of this kind.
    fn run_of_named_file(&self, block: &Block<'_>, kind: NotAnEdit) -> Option<Run> {
        // A block below `### Before you start` with a path of its own may be a new file.
        let own = self.own_named(block);
        if kind == NotAnEdit::Citation {
            return own;
        }
        let unfamiliar = self.unfamiliar(block, kind);
        // Code beside edits is reported below whatever file is there.
        let is_reported = || kind == NotAnEdit::Unnamed && self.may_be_unnamed_edit(block);
        let makes = |touch: &Touch| touch.how == Touching::Makes;
        unfamiliar
            .filter(|run| run.touches.iter().any(makes) || !is_reported())
            .or_else(|| self.new_named(block))
            .or(own)
    }

    /// Returns the part of code beside edits for which no file is named.
    fn edit_of_no_file(&self, block: &Block<'_>) -> Part {
        let why = "code block without a file name";
        let mut part = quoting(self.unread(block.lines.clone(), why), self.kept(block));
        if let Verdict::Unread {
            is_asked,
            may_be_usage_example,
            ..
        } = &mut part.verdict
        {
            *is_asked = false;
            *may_be_usage_example =
                self.may_be_usage_example(block.fence, block.inside.clone(), block.from);
        }
        part
    }

    /// Returns the part of a block that is no edit.
    fn talk(&self, block: &Block<'_>, kind: NotAnEdit) -> Part {
        let quotes = match kind {
            NotAnEdit::Citation => self.quotes(block),
            NotAnEdit::Command | NotAnEdit::Example => self
                .resembles(block)
                .or_else(|| self.maybe_unnamed_file(block)),
            NotAnEdit::Output => self.resembles(block),
            NotAnEdit::Unnamed => self.beside_edits(block),
        };
        let rewriting = self.rewriting(block.fence, &block.lines, block.from);
        let mut rewrites: Vec<Rewriting> = rewriting.into_iter().collect();
        // What a dialect calls an example, or data, lists nothing.
        if !block.inside.clone().any(|at| self.is_example[at]) {
            rewrites.extend(self.records(block.inside.clone()));
        }
        let is_named = |it: &Quotation| !matches!(it.bond, Bond::Beside { .. });
        let quotes = quotes.filter(|it| is_named(it) || rewrites.is_empty());
        let part = Part::new(block.lines.clone(), Verdict::NotAnEdit(kind));
        Part {
            rewrites,
            ..quoting(part, quotes)
        }
    }

    /// Returns the part of a block that looks like an edit.
    fn unread_block(&self, block: &Block<'_>, why: &str) -> Part {
        let mut part = self.unread(block.lines.clone(), why);
        if let Verdict::Unread {
            lines,
            may_be_usage_example,
            ..
        } = &mut part.verdict
        {
            *may_be_usage_example = why == NO_NAME
                && self.may_be_usage_example(block.fence, block.inside.clone(), block.from);
            // A new file may begin like another one: that it has the same lines makes it no quotation.
            if path::may_be_new(self.lines, block.fence, block.from) {
                lines.clear();
            }
        }
        part
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

    /// Returns whether the paragraph below the block that ends at line `end` may ask to do as the block does.
    pub(super) fn is_adopted(&self, end: usize) -> bool {
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
}

fn quoting(part: Part, quotes: Option<Quotation>) -> Part {
    Part {
        quotes: quotes.map(Box::new),
        ..part
    }
}
