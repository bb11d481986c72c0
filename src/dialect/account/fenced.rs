//! What becomes of a fence.

use std::ops::Range;

use bstr::{BStr, ByteSlice};

use super::judge::NO_NAME;
use super::{Account, Bond, NotAnEdit, Part, Quotation, Rewriting, Verdict, push};
use crate::dialect::commands::command::{Touch, Touching};
use crate::dialect::commands::run::{Form, Run};
use crate::dialect::name::above;
use crate::dialect::name::beside;
use crate::dialect::name::naming::How;
use crate::dialect::name::path;
use crate::dialect::name::{shape, spelling};
use crate::dialect::walk::fence::{Fence, Language};
use crate::dialect::walk::line::Line;
use crate::dialect::words::prose;
use crate::dialect::words::purpose::Purpose;
use crate::dialect::words::{subject, weigh};

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
            let above = parts.last().filter(|part| part.span.end == from);
            let is_below_edit = above.is_some_and(|part| part.verdict == Verdict::Edit);
            let bare_named = || self.bare_named(fence, &lines, from);
            if let Some(run) = may_be_file.then(bare_named).flatten()
                && !self.may_be_unnamed_edit(fence, inside.clone(), from, is_below_edit)
            {
                // Where no file has that name, the word may be a heading for a change of an edited one.
                let quotes = self.lies_beside_edits(fence, &lines, from);
                self.push_run(parts, lines, &run);
                if let Some(last) = parts.last_mut() {
                    last.quotes = quotes.map(Box::new);
                }
                return;
            }
            let named = |kind: NotAnEdit| {
                // A block below `### Before you start` with a path of its own may be a new file.
                let own = self.own_named(fence, &lines, from);
                if kind == NotAnEdit::Citation {
                    return own;
                }
                let unfamiliar = self.unfamiliar(fence, &lines, from, kind);
                // Code beside edits is reported below whatever file is there.
                let is_reported = || {
                    kind == NotAnEdit::Unnamed
                        && self.may_be_unnamed_edit(fence, inside.clone(), from, is_below_edit)
                };
                let makes = |touch: &Touch| touch.how == Touching::Makes;
                unfamiliar
                    .filter(|run| run.touches.iter().any(makes) || !is_reported())
                    .or_else(|| self.new_named(fence, &lines, from))
                    .or(own)
            };
            if let Some(run) = verdict.ok().and_then(named) {
                let quotes = match verdict {
                    Ok(NotAnEdit::Citation) => self.quotes(fence, &lines, from),
                    Ok(NotAnEdit::Unnamed) => self
                        .resembles(fence, &lines, from)
                        .or_else(|| self.lies_beside_edits(fence, &lines, from)),
                    Ok(_) | Err(_) => self.resembles(fence, &lines, from),
                };
                self.push_run(parts, lines, &run);
                if let Some(last) = parts.last_mut() {
                    last.quotes = quotes.map(Box::new);
                }
                return;
            }
            match verdict {
                Ok(NotAnEdit::Unnamed)
                    if self.may_be_unnamed_edit(fence, inside.clone(), from, is_below_edit) =>
                {
                    let why = "code beside edits, and no file is named for it";
                    let kept = self.kept(fence, &lines, from);
                    self.push_unread(parts, lines, why.to_string());
                    if let Some(last) = parts.last_mut() {
                        last.quotes = kept.map(Box::new);
                        if let Verdict::Unread {
                            is_asked,
                            may_be_usage_example,
                            ..
                        } = &mut last.verdict
                        {
                            *is_asked = false;
                            *may_be_usage_example = self.may_be_usage_example(fence, inside, from);
                        }
                    }
                }
                Ok(NotAnEdit::Citation) if self.is_created(lines.end) => {
                    let why = "it is quoted, and the words below ask for a file like it";
                    self.push_unread(parts, lines, why.to_string());
                }
                Ok(kind) => {
                    let quotes = match kind {
                        NotAnEdit::Citation => self.quotes(fence, &lines, from),
                        NotAnEdit::Command | NotAnEdit::Example => self
                            .resembles(fence, &lines, from)
                            .or_else(|| self.maybe_unnamed_file(fence, &lines, from)),
                        NotAnEdit::Output => self.resembles(fence, &lines, from),
                        NotAnEdit::Unnamed => self.lies_beside_edits(fence, &lines, from),
                    };
                    let mut rewrites: Vec<Rewriting> =
                        self.rewriting(fence, &lines, from).into_iter().collect();
                    // What a dialect calls an example, or data, lists nothing.
                    if !inside.clone().any(|at| self.is_example[at]) {
                        rewrites.extend(self.records(inside));
                    }
                    let is_named = |it: &Quotation| !matches!(it.bond, Bond::Beside { .. });
                    let quotes = quotes.filter(|it| is_named(it) || rewrites.is_empty());
                    push(parts, lines, Verdict::NotAnEdit(kind));
                    if let Some(last) = parts.last_mut() {
                        last.quotes = quotes.map(Box::new);
                        last.rewrites = rewrites;
                    }
                }
                Err(why) => {
                    self.push_unread(parts, lines, why.to_string());
                    let last = parts.last_mut().map(|part| &mut part.verdict);
                    if let Some(Verdict::Unread {
                        lines,
                        may_be_usage_example,
                        ..
                    }) = last
                    {
                        *may_be_usage_example =
                            why == NO_NAME && self.may_be_usage_example(fence, inside, from);
                        // A new file may begin like another one: that it has the same lines makes it no quotation.
                        if path::may_be_new(self.lines, fence, from) {
                            lines.clear();
                        }
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
        let path = beside::bare(self.lines, from, fence.opened)
            .filter(|path| !self.is_printed_by(fence, lines, path))?;
        Some(Run {
            end: lines.end,
            touches: vec![Touch {
                path,
                how: Touching::Changes,
            }],
            why: "the word above it may be the name of its file",
            form: Form::Block,
        })
    }

    /// Returns whether a fence of no language under the name of a program has no line of a script: it is what that printed.
    fn is_printed_by(&self, fence: Fence<'_>, lines: &Range<usize>, path: &[u8]) -> bool {
        let is_of_script = |line: &Line<'_>| {
            line.body.starts_with(b"#")
                || prose::is_command(line.body)
                || line.body.iter().any(|byte| b"$={}\"'|&>".contains(byte))
        };
        let inside = &self.lines[lines.start + 1..lines.end];
        beside::is_of_program(path)
            && fence.language() == Language::Text
            && !inside.iter().any(is_of_script)
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
        let path = Some(self.scan.path(&naming.path).named()?.clone());
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
            bond: Bond::Shows,
        })
    }

    /// Returns what a fence may change of the file that it names, though words beside the name call it an example, a command or
    /// output: where it has many of that file's lines, the words may be about the file.
    fn resembles(&self, fence: Fence<'_>, lines: &Range<usize>, from: usize) -> Option<Quotation> {
        let lead = path::of_fence(self.lines, fence, from);
        let naming = lead.naming.filter(|naming| naming.cited.is_none())?;
        let path = Some(self.scan.path(&naming.path).named()?.clone());
        let is_use = lead.purpose == Purpose::Shows
            && naming.how == How::Amid
            && fence.is_code_of(naming.path.as_bstr());
        let bond = match is_use && !self.is_called_so(fence, from) {
            true => Bond::Fits,
            false => Bond::Names,
        };
        Some(Quotation {
            path,
            lines: self.text_of(lines.clone()),
            bond,
        })
    }

    /// Returns what a fence may quote of the file that stays as it is, as the words above it say.
    fn kept(&self, fence: Fence<'_>, lines: &Range<usize>, from: usize) -> Option<Quotation> {
        let path = path::of_fence(self.lines, fence, from).kept?;
        Some(Quotation {
            path: Some(self.scan.path(&path).named()?.clone()),
            lines: self.text_of(lines.clone()),
            bond: Bond::Fits,
        })
    }

    /// Returns what a fence may change of the files that the reply edits, though no word asks for it.
    fn lies_beside_edits(
        &self,
        fence: Fence<'_>,
        lines: &Range<usize>,
        from: usize,
    ) -> Option<Quotation> {
        let words = &self.lines[from.min(fence.opened)..fence.opened];
        let may_be_one = !self.scan.files.is_empty() && !weigh::is_unwanted(words);
        may_be_one.then(|| Quotation {
            path: None,
            lines: self.text_of(lines.clone()),
            bond: Bond::Beside { is_talk: false },
        })
    }

    /// Returns the lines of a fence without a file name that may be a changed file of the tree: it counts as talk only because of
    /// a word such as `environment` above it.
    fn maybe_unnamed_file(
        &self,
        fence: Fence<'_>,
        lines: &Range<usize>,
        from: usize,
    ) -> Option<Quotation> {
        let lead = path::of_fence(self.lines, fence, from);
        let is_talk = lead.purpose != Purpose::Silent && !self.is_called_so(fence, from);
        let quotes = self
            .lies_beside_edits(fence, lines, from)
            .filter(|_| lead.naming.is_none() && !is_talk)?;
        Some(Quotation {
            bond: Bond::Beside { is_talk: true },
            ..quotes
        })
    }

    /// Returns whether the words right above a fence say no more of it than its kind: `the log config`, `an example`.
    fn is_called_so(&self, fence: Fence<'_>, from: usize) -> bool {
        let mut above = (from.min(fence.opened)..fence.opened).rev();
        let lead_in = above.find(|at| !self.lines[*at].is_blank());
        lead_in.is_some_and(|at| prose::only_calls(prose::last_sentence(self.lines[at].body)))
    }

    /// Returns what becomes of a new file that the words right above a fence call an example: `And a demo, demo/b.py:`.
    fn new_named(&self, fence: Fence<'_>, lines: &Range<usize>, from: usize) -> Option<Run> {
        let lead = path::of_fence(self.lines, fence, from);
        let is_shown = matches!(lead.purpose, Purpose::Shows | Purpose::Runs);
        let naming = lead
            .naming
            .filter(|naming| is_shown && naming.how == How::Amid && naming.cited.is_none())?;
        let is_code = matches!(fence.language(), Language::Code | Language::Text);
        let line = self.lines[naming.line].body;
        let is_presented = subject::is_presented(line, naming.path.as_bstr());
        let path = self.scan.path(&naming.path).named()?.as_bytes().into();
        (is_code && is_presented && self.is_called_so(fence, from)).then(|| Run {
            end: lines.end,
            touches: vec![Touch {
                path,
                how: Touching::Makes,
            }],
            why: "it may be the file that is named above it",
            form: Form::Block,
        })
    }

    /// Returns what becomes of the file above a fence whose name does not look like that of one: one that is there is changed,
    /// and one that is written as a path may be new. A name amid words is that of a block which is nothing else.
    fn unfamiliar(
        &self,
        fence: Fence<'_>,
        lines: &Range<usize>,
        from: usize,
        kind: NotAnEdit,
    ) -> Option<Run> {
        let named = beside::unfamiliar(self.lines, fence, from)?;
        // `Create docs/api.http:` names the file of a block of requests.
        let is_aside = fence.language() == Language::Aside && named.may_be_new;
        let may_be = (named.is_right_above || kind == NotAnEdit::Unnamed || is_aside)
            && !self.is_printed_by(fence, lines, &named.path);
        let inside = lines.start + 1..lines.end;
        if !may_be || !self.may_hold_file(fence, inside, named.path.as_bstr()) {
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
        Some(Run {
            end: lines.end,
            touches,
            why,
            form: Form::Block,
        })
    }

    /// Returns what becomes of the new file whose path is the block's own: alone right above it, or in its first line. A word
    /// further up, `### Usage`, may be about what the file is for.
    fn own_named(&self, fence: Fence<'_>, lines: &Range<usize>, from: usize) -> Option<Run> {
        let lead = path::of_fence(self.lines, fence, from);
        let naming = lead.naming.filter(|naming| naming.cited.is_none())?;
        let mut above = (from.min(fence.opened)..fence.opened).rev();
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
            lead.purpose == Purpose::Outputs && matches!(fence.language(), Language::Text);
        let first = (lines.start + 1).max(match naming.how {
            How::Label | How::Comment => naming.line + 1,
            How::Info | How::Alone | How::Amid => 0,
        });
        let is_file = is_own
            && lead.purpose.is_talk()
            && !is_printed
            && !shape::is_placeholder(&naming.path)
            && self.may_hold_file(fence, first..lines.end, naming.path.as_bstr());
        let path = self.scan.path(&naming.path).named()?.as_bytes().into();
        is_file.then(|| Run {
            end: lines.end,
            touches: vec![Touch {
                path,
                how: Touching::Makes,
            }],
            why: "the path beside it may be that of its file",
            form: Form::Block,
        })
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
