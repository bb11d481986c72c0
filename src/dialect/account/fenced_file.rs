//! The file that a fence in which nothing was read may be, by the words beside it.

use std::ops::Range;

use bstr::{BStr, ByteSlice};

use super::{Account, Block, NotAnEdit};
use crate::dialect::commands::command::{Touch, Touching};
use crate::dialect::commands::run::Run;
use crate::dialect::name::above;
use crate::dialect::name::beside;
use crate::dialect::name::naming::How;
use crate::dialect::name::path;
use crate::dialect::name::{shape, spelling};
use crate::dialect::walk::fence::{Fence, Language};
use crate::dialect::walk::line::Line;
use crate::dialect::words::prose;
use crate::dialect::words::purpose::Purpose;
use crate::dialect::words::subject;

impl Account<'_> {
    /// Returns what becomes of the file that a bare word above a fence names, where there is one of that name.
    pub(super) fn bare_named(&self, block: &Block<'_>) -> Option<Run> {
        let path = beside::bare(self.lines, block.from, block.fence.opened)
            .filter(|path| !self.is_printed_by(block, path))?;
        let why = "the word above it may be the name of its file";
        let how = Touching::Changes;
        Some(Run::of_block(
            block.lines.end,
            vec![Touch { path, how }],
            why,
        ))
    }

    /// Returns whether a fence of no language under the name of a program has no line of a script: it is what that printed.
    fn is_printed_by(&self, block: &Block<'_>, path: &[u8]) -> bool {
        let is_of_script = |line: &Line<'_>| {
            line.body.starts_with(b"#")
                || prose::is_command(line.body)
                || line.body.iter().any(|byte| b"$={}\"'|&>".contains(byte))
        };
        let inside = &self.lines[block.lines.start + 1..block.lines.end];
        beside::is_of_program(path)
            && block.fence.language() == Language::Text
            && !inside.iter().any(is_of_script)
    }

    /// Returns what becomes of a new file that the words right above a fence call an example: `And a demo, demo/b.py:`.
    pub(super) fn new_named(&self, block: &Block<'_>) -> Option<Run> {
        let lead = path::of_fence(self.lines, block.fence, block.from);
        let is_shown = matches!(lead.purpose, Purpose::Shows | Purpose::Runs);
        let naming = lead
            .naming
            .filter(|naming| is_shown && naming.how == How::Amid && naming.cited.is_none())?;
        let is_code = matches!(block.fence.language(), Language::Code | Language::Text);
        let line = self.lines[naming.line].body;
        let is_presented = subject::is_presented(line, naming.path.as_bstr());
        let path = self.scan.path(&naming.path).named()?.as_bytes().into();
        let why = "it may be the file that is named above it";
        let how = Touching::Makes;
        (is_code && is_presented && self.is_called_so(block))
            .then(|| Run::of_block(block.lines.end, vec![Touch { path, how }], why))
    }

    /// Returns what becomes of the file above a fence whose name does not look like that of one: one that is there is changed,
    /// and one that is written as a path may be new. A name amid words is that of a block which is nothing else.
    pub(super) fn unfamiliar(&self, block: &Block<'_>, kind: NotAnEdit) -> Option<Run> {
        let named = beside::unfamiliar(self.lines, block.fence, block.from)?;
        // `Create docs/api.http:` names the file of a block of requests.
        let is_aside = block.fence.language() == Language::Aside && named.may_be_new;
        let may_be = (named.is_right_above || kind == NotAnEdit::Unnamed || is_aside)
            && !self.is_printed_by(block, &named.path);
        let inside = block.lines.start + 1..block.lines.end;
        if !may_be || !self.may_hold_file(block.fence, inside, named.path.as_bstr()) {
            return None;
        }
        let path = self.scan.path(&named.path);
        let (path, why) = match path.named() {
            Some(path) => (
                path.as_bytes().into(),
                "the path above it may be that of its file",
            ),
            None => (named.path, "the path above it is outside the root"),
        };
        let touch = |how| Touch {
            path: path.clone(),
            how,
        };
        let mut touches = vec![touch(Touching::Fills)];
        if named.may_be_new {
            touches.push(touch(Touching::Makes));
        }
        Some(Run::of_block(block.lines.end, touches, why))
    }

    /// Returns what becomes of the new file whose path is the block's own: alone right above it, or in its first line. A word
    /// further up, `### Usage`, may be about what the file is for.
    pub(super) fn own_named(&self, block: &Block<'_>) -> Option<Run> {
        let lead = path::of_fence(self.lines, block.fence, block.from);
        let naming = lead.naming.filter(|naming| naming.cited.is_none())?;
        let mut above = (block.from.min(block.fence.opened)..block.fence.opened).rev();
        let last = above.find(|at| !self.lines[*at].is_blank());
        // A sentence above the path that quotes something is about this very block.
        let mut is_quoted = || {
            let words = above.find(|at| !self.lines[*at].is_blank());
            let is_sentence = words.is_some_and(|at| !above::is_heading(self.lines[at].body));
            is_sentence && matches!(lead.purpose, Purpose::Cites | Purpose::Quotes)
        };
        let is_own = match naming.how {
            How::Alone => {
                let said = spelling::alone(self.lines[naming.line].body)?.remark;
                last == Some(naming.line) && !said.is_talk() && !is_quoted()
            }
            How::Info | How::Label | How::Comment => {
                last.is_none_or(|at| above::is_heading(self.lines[at].body))
            }
            How::Amid => false,
        };
        // What a program printed or wrote has a name, too.
        let is_printed =
            lead.purpose == Purpose::Outputs && matches!(block.fence.language(), Language::Text);
        let first = (block.lines.start + 1).max(match naming.how {
            How::Label | How::Comment => naming.line + 1,
            How::Info | How::Alone | How::Amid => 0,
        });
        let is_file = is_own
            && lead.purpose.is_talk()
            && !is_printed
            && !shape::is_placeholder(&naming.path)
            && self.may_hold_file(block.fence, first..block.lines.end, naming.path.as_bstr());
        let path = self.scan.path(&naming.path).named()?.as_bytes().into();
        let why = "the path beside it may be that of its file";
        let how = Touching::Makes;
        is_file.then(|| Run::of_block(block.lines.end, vec![Touch { path, how }], why))
    }

    /// Returns whether the lines `inside` a fence may be those of the file at `path`: they neither call it, nor draw a tree.
    fn may_hold_file(&self, fence: Fence<'_>, inside: Range<usize>, path: &BStr) -> bool {
        let is_block = match fence.language() {
            Language::Code | Language::Text | Language::Shell(_) | Language::Aside => true,
            Language::Patch | Language::Console | Language::Output => false,
        };
        let inside = &self.lines[inside];
        let is_used = || inside.iter().any(|line| line.body.contains_str(path));
        is_block && !is_used() && !inside.iter().any(|line| shape::draws_tree(line.body))
    }
}
