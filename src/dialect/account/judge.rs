//! Whether a fence in which nothing was read looks like an edit all the same, and what else it is.

use std::ops::Range;

use bstr::{BStr, ByteSlice};

use super::verdict::REWRITES;
use super::{Account, Block, NotAnEdit, Rewriting, RewritingForm, UNNAMED_DIFF, rewritten};
use crate::dialect::call::call_like::{self, Place};
use crate::dialect::call::{json, outcome};
use crate::dialect::diff::column;
use crate::dialect::diff::gutter::{self, Excerpt};
use crate::dialect::name::naming::{How, Lead, Naming};
use crate::dialect::name::path;
use crate::dialect::name::shape;
use crate::dialect::name::spelling;
use crate::dialect::walk::fence::{Fence, Language};
use crate::dialect::walk::line::Line;
use crate::dialect::words::purpose::Purpose;
use crate::dialect::words::{adding, prose, weigh};
use crate::dialect::{DialectSpec, word_diff};
use crate::patch::{FilePatch, lazy};
use crate::text::{LineSpan, RelPath, comment, heading};

/// Why a block that words ask for is unread where they name no file.
pub(super) const NO_NAME: &str = "no file is named for it";

/// The most lines with text between a block and the one that it may rewrite.
const N_LINES_BETWEEN: usize = 3;

impl Account<'_> {
    /// Says what a fence is in which nothing was read; `Err` says why it looks like an edit all the same.
    pub(super) fn judge(
        &self,
        fence: Fence<'_>,
        lines: Range<usize>,
        from: usize,
    ) -> Result<NotAnEdit, &'static str> {
        let lead = path::of_fence(self.lines, fence, from);
        let inside = lines.start + 1..lines.end;
        if inside.clone().any(|at| self.is_example[at]) {
            return Ok(NotAnEdit::Example);
        }
        if let Some(why) = self.looks_like_diff(fence, &lead, &inside) {
            return Err(why);
        }
        if lead.naming.is_none() && self.is_answer_of_tool(inside.clone()) {
            return Ok(NotAnEdit::Output);
        }
        let printed = lead.purpose == Purpose::Outputs && self.may_be_a_file(fence, &lead, &inside);
        let kind = kind_of_talk(fence, &lead).filter(|_| !printed);
        let is_excerpt = || self.excerpt(fence, inside.clone()).is_some();
        let asks = lead.purpose.asks_for_a_change() || lead.purpose == Purpose::Doubtful;
        if kind.is_none() && lead.naming.is_some() && !asks && is_excerpt() {
            return Ok(NotAnEdit::Citation);
        }
        if let Some(otherwise) = self.looks_printed(fence, &lead, &inside, kind) {
            return Ok(kind.unwrap_or(otherwise));
        }
        if let Some(why) = inside
            .clone()
            .find_map(|at| self.patch_like(at, Place::Fence))
        {
            return Err(why);
        }
        if self.is_call_beside_calls(&lead, &inside) {
            return Ok(NotAnEdit::Command);
        }
        let only_shows = matches!(
            kind,
            Some(NotAnEdit::Citation | NotAnEdit::Output | NotAnEdit::Command)
        );
        let is_silent = kind.is_none() && lead.purpose == Purpose::Silent;
        if !only_shows
            && lead.naming.is_none()
            && (self.rewrites_above(fence, inside.clone(), is_silent)
                || kind == Some(NotAnEdit::Example) && self.is_another_way(fence, &inside, from))
        {
            return Err(REWRITES);
        }
        match kind {
            Some(kind) => Ok(kind),
            None if self.draws_tree(fence, &lead, &inside) => Ok(NotAnEdit::Output),
            None => self.judge_by_name(fence, &lead, inside, from, printed),
        }
    }

    /// Returns why a fence looks like a diff, whatever the words beside it are, or where they do not make it talk.
    fn looks_like_diff(
        &self,
        fence: Fence<'_>,
        lead: &Lead,
        inside: &Range<usize>,
    ) -> Option<&'static str> {
        let is_diff = fence.language() == Language::Patch;
        let is_change = |line: &Line<'_>| matches!(line.body.first(), Some(b'+' | b'-'));
        if is_diff && self.lines[inside.clone()].iter().any(is_change) {
            return Some("a diff that could not be read");
        }
        let mut bodies = self.lines[inside.clone()].iter().map(|line| line.body);
        let is_of_words =
            |line: &BStr| line.contains_str("-]{+") || is_diff && word_diff::marks_words(line);
        match bodies.any(is_of_words) {
            true => Some(word_diff::REASON),
            false => self.marked_as_diff(fence, lead, inside.clone()),
        }
    }

    /// Returns what a fence is by its lines, which a program printed, where the words beside it, of this kind, do not say.
    fn looks_printed(
        &self,
        fence: Fence<'_>,
        lead: &Lead,
        inside: &Range<usize>,
        kind: Option<NotAnEdit>,
    ) -> Option<NotAnEdit> {
        let is_named = lead.naming.is_some();
        if !is_named && self.is_session(inside.clone()) {
            return Some(NotAnEdit::Output);
        }
        let is_diff = fence.language() == Language::Patch;
        let is_printed = kind == Some(NotAnEdit::Output) && !is_named && !is_diff;
        (is_printed || self.shows_conflict(lead, inside.clone())).then_some(NotAnEdit::Example)
    }

    /// Returns whether a fence without a name is a call of another tool, beside calls that are edits.
    fn is_call_beside_calls(&self, lead: &Lead, inside: &Range<usize>) -> bool {
        let first = inside.clone().find(|at| !self.lines[*at].is_blank());
        let mut files = self.scan.files.iter();
        let is_of_call = |file: &FilePatch| {
            DialectSpec::named(file.dialect).is_some_and(|spec| spec.manners.is_call)
        };
        let is_of_other = |first| call_like::is_of_other(self.scan, first);
        lead.naming.is_none() && files.any(is_of_call) && first.is_some_and(is_of_other)
    }

    /// Returns the lines of a fence that shows a place in a file with the numbers of its lines, without these.
    pub(super) fn excerpt(&self, fence: Fence<'_>, inside: Range<usize>) -> Option<Excerpt<'_>> {
        let bodies = self.lines[inside].iter().map(|line| line.body);
        gutter::excerpt(bodies.filter(|body| !fence.closed_by(body)))
    }

    /// Returns whether a fence shows a tree of folders, and no words ask for it as a file.
    fn draws_tree(&self, fence: Fence<'_>, lead: &Lead, inside: &Range<usize>) -> bool {
        let is_mentioned = |naming: &Naming| naming.how == How::Amid;
        let mut lines = self.lines[inside.clone()].iter();
        fence.language() == Language::Text
            && lead.naming.as_ref().is_none_or(is_mentioned)
            && !lead.purpose.asks_for_a_change()
            && lines.any(|line| !line.is_blank() && shape::draws_tree(line.body))
    }

    /// Judges a fence that neither its words nor its lines call anything but an edit.
    fn judge_by_name(
        &self,
        fence: Fence<'_>,
        lead: &Lead,
        inside: Range<usize>,
        from: usize,
        printed: bool,
    ) -> Result<NotAnEdit, &'static str> {
        const PRINTED: &str = "it may be a file, or what a program prints";
        let mut with_text = self.lines[inside].iter().filter(|it| !it.is_blank());
        if let Some(naming) = &lead.naming {
            let is_placeholder = shape::is_placeholder(&naming.path);
            return if is_placeholder && lead.purpose.asks_for_a_change() {
                Err("the name above it is a placeholder for that of its file")
            } else if is_placeholder {
                Ok(NotAnEdit::Example)
            } else if with_text.all(|line| fence.closed_by(line.body)) {
                Err("the block is empty")
            } else if printed {
                Err(PRINTED)
            } else {
                Err("it could not be read")
            };
        }
        if with_text.any(|line| lazy::is_placeholder(line.body)) {
            return Err("parts are left out, and no file is named");
        }
        let is_asked_for = match fence.language() {
            Language::Text => path::may_be_named(self.lines, fence, from),
            Language::Patch
            | Language::Shell(_)
            | Language::Console
            | Language::Output
            | Language::Aside
            | Language::Code => lead.purpose.asks_for_a_change(),
        };
        match (printed, is_asked_for) {
            (true, _) => Err(PRINTED),
            (false, true) => Err(NO_NAME),
            (false, false) => Ok(NotAnEdit::Unnamed),
        }
    }

    /// Returns what a fence is of which the lines `inside` are those of a diff, where the words above do not make it talk: each
    /// line has its mark, but for a first one that is a path, and some go for others that come.
    fn marked_as_diff(
        &self,
        fence: Fence<'_>,
        lead: &Lead,
        inside: Range<usize>,
    ) -> Option<&'static str> {
        let with_text = || {
            let lines = self.lines[inside.clone()].iter();
            lines.filter(|line| !line.is_blank() && !fence.closed_by(line.body))
        };
        let is_path = |line: &Line<'_>| spelling::alone(line.body).is_some();
        let begins_with_path = with_text().next().is_some_and(is_path);
        let marked = with_text().skip(usize::from(begins_with_path));
        let is_diff = column::is_marked_through(marked)
            && inside.clone().any(|at| self.bare_change(at).is_some());
        let is_named = begins_with_path || lead.naming.is_some();
        let why = if is_named {
            "a diff that could not be read"
        } else {
            UNNAMED_DIFF
        };
        (is_diff && !lead.purpose.is_talk()).then_some(why)
    }

    /// Returns whether code that names no file may be an edit beside others: it defines something, the words above join it to
    /// them, or it is right below one and no word says that it is anything else. What a target holds already becomes a
    /// quotation later.
    pub(super) fn may_be_unnamed_edit(&self, block: &Block<'_>) -> bool {
        let (fence, inside, from) = (block.fence, block.inside.clone(), block.from);
        let defines_something = || self.defines_something(inside.clone());
        let mut lines = self.lines[inside.clone()]
            .iter()
            .filter(|line| !line.is_blank());
        // `// usage` says what the block is.
        let is_called_example = |line: &Line<'_>| {
            let text = line.trimmed();
            let mut remarks = comment::behind_sign(text).filter(|_| comment::is_apart(text));
            remarks.any(|remark| prose::purpose(remark.as_bstr()) == Purpose::Shows)
        };
        if lines.clone().next().is_some_and(is_called_example) {
            return false;
        }
        let above = &self.lines[from.min(fence.opened)..fence.opened];
        // What stays as it is may be a file, and no block.
        if weigh::is_rejected(above) && path::of_fence(self.lines, fence, from).kept.is_none() {
            return false;
        }
        let above = above.iter().rev().find(|line| !line.is_blank());
        let offers_test = |above: &Line<'_>| adding::offers_test(prose::last_sentence(above.body));
        if above.is_some_and(offers_test) {
            return false;
        }
        let joins = |above: &Line<'_>| self.joins(fence, above.body, lines.clone().next());
        let says_so = match fence.language() {
            Language::Code => above.map_or(block.is_below_edit, joins) || defines_something(),
            // What a program prints begins with no definition.
            Language::Text => lines.next().is_some_and(defines),
            Language::Patch
            | Language::Shell(_)
            | Language::Console
            | Language::Output
            | Language::Aside => false,
        };
        !self.scan.files.is_empty() && says_so
    }

    /// Returns whether the line above a fence, the `first` of which is given, joins it to the edits. In the language of a file
    /// that they change, more words do.
    fn joins(&self, fence: Fence<'_>, above: &BStr, first: Option<&Line<'_>>) -> bool {
        let lead_in = prose::last_sentence(above);
        let is_headed = || first.is_some_and(|first| adding::heads(above, first.body));
        let adds = || adding::adds(lead_in) || is_headed();
        adding::introduces_more(lead_in) || self.may_be_part_of_edited(fence) && adds()
    }

    /// Returns whether one of the lines `inside` a fence defines something, with its brace or above it.
    pub(super) fn defines_something(&self, inside: Range<usize>) -> bool {
        let mut with_text = self.lines[inside].iter().filter(|line| !line.is_blank());
        let mut below = with_text.clone().skip(1);
        with_text.any(|line| {
            let is_brace = below.next().is_some_and(|next| next.trimmed() == b"{");
            defines(line) || is_brace && heading::defined_above_brace(line.body).is_some()
        })
    }

    /// Returns whether a fence that names no file holds another way to do what an edit of the reply does: then that is one as well.
    fn is_another_way(&self, fence: Fence<'_>, inside: &Range<usize>, from: usize) -> bool {
        let above = &self.lines[from.min(fence.opened)..fence.opened];
        let above = above.iter().rev().find(|line| !line.is_blank());
        let lead_in = above.map(|above| prose::last_sentence(above.body));
        lead_in.is_some_and(prose::offers_another_way)
            && self.may_be_part_of_edited(fence)
            && self.defines_something(inside.clone())
    }

    /// Returns whether a fence holds code in the language of a file that the reply edits.
    fn may_be_part_of_edited(&self, fence: Fence<'_>) -> bool {
        let mut paths = self.scan.files.iter().filter_map(|file| file.path.named());
        paths.any(|path| fence.may_be_part_of(path.as_bytes().as_bstr()))
    }

    /// Returns whether a fence may hold a file though the words above say that something is printed: `the new a.py, which prints
    /// the sums`. Programs print no code that has a path of its own, or that defines something.
    fn may_be_a_file(&self, fence: Fence<'_>, lead: &Lead, inside: &Range<usize>) -> bool {
        let has_path = lead.naming.as_ref().is_some_and(|naming| match naming.how {
            How::Info | How::Label | How::Comment | How::Alone => naming.cited.is_none(),
            How::Amid => false,
        });
        let defines = || self.lines[inside.clone()].iter().any(defines);
        fence.language() == Language::Code && (has_path || defines())
    }

    /// Returns whether the lines `inside` a fence are a value in JSON that a tool answered with, and nothing else.
    fn is_answer_of_tool(&self, inside: Range<usize>) -> bool {
        let Some(first) = inside.clone().find(|at| !self.lines[*at].is_blank()) else {
            return false;
        };
        if !self.lines[first].trimmed().starts_with(b"{") {
            return false;
        }
        let value = json::read(&self.lines[first..inside.end], self.scan.budget());
        value.is_some_and(|(value, _)| outcome::is_answer(&value))
    }

    /// Returns whether the lines `inside` a fence are what somebody typed into an interpreter, and its answers.
    fn is_session(&self, inside: Range<usize>) -> bool {
        let first = self.lines[inside].iter().find(|line| !line.is_blank());
        first.is_some_and(|first| is_prompt(first.trimmed()))
    }

    /// Returns whether the lines `inside` a fence show how git marks a conflict, in a reply without any edit.
    fn shows_conflict(&self, lead: &Lead, inside: Range<usize>) -> bool {
        let mut lines = self.lines[inside].iter().filter(|line| !line.is_blank());
        let first = lines
            .next()
            .and_then(|line| line.body.strip_prefix(b"<<<<<<< "));
        let is_of_edit = |label: &[u8]| label.starts_with(b"SEARCH") || label.starts_with(b"ORIG");
        lead.naming.is_none()
            && self.scan.files.is_empty()
            && first.is_some_and(|label| !is_of_edit(label))
    }

    /// Returns whether the lines `inside` a fence may be what the fence above it is to become, whose file is known. The words
    /// between the two may be in any language where `is_silent`: they say nothing that is known.
    fn rewrites_above(&self, fence: Fence<'_>, inside: Range<usize>, is_silent: bool) -> bool {
        /// The most words that join the two: `door`, `becomes`, `make it`.
        const N_WORDS: usize = 2;
        let Some((above, old)) = self.fence_above(fence) else {
            return false;
        };
        let is_known = || {
            self.is_read[old.clone()].iter().any(|is_read| *is_read)
                || path::of_fence(self.lines, above, 0).naming.is_some()
        };
        // No word says what the second is: an arrow, a rule, or nothing.
        let between = self.lines[old.end + 1..fence.opened].iter();
        let n_words = |line: &Line<'_>| {
            let text = line.body.to_str_lossy();
            let words = text.split(|c: char| !c.is_alphanumeric());
            words.filter(|word| !word.is_empty()).count()
        };
        let n_words: usize = between.map(n_words).sum();
        let is_wordless = n_words <= if is_silent { N_WORDS } else { 0 };
        is_known()
            && (is_wordless && above.info == fence.info && !self.holds_whole_edit(&old)
                || rewritten::is_rewritten(self.lines, old.clone(), inside))
    }

    /// Returns whether an edit with both its old and new text begins in `lines`; a later block does not replace such an edit.
    fn holds_whole_edit(&self, lines: &Range<usize>) -> bool {
        let is_inside = |span: LineSpan| lines.contains(&span.start);
        let files = self.scan.files.iter().filter(|file| file.shown.is_none());
        files
            .flat_map(|file| &file.hunks)
            .any(|hunk| is_inside(hunk.origin))
    }

    /// Returns what a fence that no words make an edit may rewrite: code of the same language right above it, in which nothing
    /// was read either, or only what may quote its file.
    pub(super) fn rewriting(
        &self,
        fence: Fence<'_>,
        lines: &Range<usize>,
        from: usize,
    ) -> Option<Rewriting> {
        let (above, old) = self.fence_above(fence)?;
        let is_code = match fence.language() {
            Language::Code | Language::Text | Language::Shell(_) => true,
            Language::Patch | Language::Console | Language::Output | Language::Aside => false,
        };
        let purpose = path::of_fence(self.lines, fence, from).purpose;
        let is_run = matches!(purpose, Purpose::Runs | Purpose::Outputs);
        let inside = lines.start + 1..lines.end;
        let is_alike = is_code
            && !is_run
            && !self.holds_whole_edit(&old)
            && above.language() == fence.language()
            && if purpose == Purpose::Shows {
                // A call, or a class that builds on it, shows how the code above is used.
                rewritten::begins_alike(self.lines, old.clone(), inside.clone())
            } else {
                rewritten::is_rewritten(self.lines, old.clone(), inside.clone())
                    || rewritten::is_other_line(self.lines, old.clone(), inside.clone())
            };
        is_alike.then(|| Rewriting {
            form: RewritingForm::Blocks,
            path: self.path_of(above),
            old: self.text_of(old),
            new: self.text_of(inside),
        })
    }

    /// Returns the file that is named for a fence.
    pub(super) fn path_of(&self, fence: Fence<'_>) -> Option<RelPath> {
        let naming = path::of_fence(self.lines, fence, 0).naming?;
        self.scan.path(&naming.path).named().cloned()
    }

    /// Returns the fence above a fence with the lines in it, where few lines with text are between the two.
    fn fence_above(&self, fence: Fence<'_>) -> Option<(Fence<'_>, Range<usize>)> {
        let is_fence = |at: &usize| Fence::open(self.lines[*at].body, *at).is_some();
        let close = (0..fence.opened).rev().find(is_fence)?;
        let opened = (0..close).rev().find(is_fence)?;
        let above = Fence::open(self.lines[opened].body, opened)?;
        let between = self.lines[close + 1..fence.opened].iter();
        let is_near = between.filter(|line| !line.is_blank()).count() <= N_LINES_BETWEEN;
        (is_near && above.closed_by(self.lines[close].body)).then_some((above, opened + 1..close))
    }
}

/// Returns whether a line begins with the prompt of an interpreter: `>>>`, `In [1]:`, `irb(main):001:0>`, `julia>`, `db=#`.
fn is_prompt(line: &BStr) -> bool {
    const N_MOST: usize = 24;
    let Some((prompt, _)) = line.split_once_str(" ") else {
        return false;
    };
    let name = prompt.trim_end_with(|c| matches!(c, '>' | '#'));
    let is_of_name = |c: char| c.is_alphanumeric() || "()[]:=.*-_".contains(c);
    let begins = name.chars().next().is_some_and(char::is_alphanumeric);
    let is_named = begins && name.len() <= N_MOST && name.chars().all(is_of_name);
    let is_sign = name.is_empty() && prompt.len() > 1 && prompt.ends_with(b">");
    line.starts_with(b"In [") || name.len() < prompt.len() && (is_named || is_sign)
}

fn defines(line: &Line<'_>) -> bool {
    heading::defined(line.body).is_some()
}

/// Returns what a fence is that is only talk, by its language, its citation, and the words above.
fn kind_of_talk(fence: Fence<'_>, lead: &Lead) -> Option<NotAnEdit> {
    let is_cited = lead
        .naming
        .as_ref()
        .is_some_and(|naming| naming.cited.is_some());
    let is_amid = lead
        .naming
        .as_ref()
        .is_some_and(|naming| naming.how == How::Amid);
    match lead.purpose {
        _ if is_cited => return Some(NotAnEdit::Citation),
        Purpose::Remarks if is_amid => return Some(NotAnEdit::Citation),
        Purpose::Cites | Purpose::Quotes => return Some(NotAnEdit::Citation),
        Purpose::Shows => return Some(NotAnEdit::Example),
        Purpose::Outputs => return Some(NotAnEdit::Output),
        Purpose::Runs => return Some(NotAnEdit::Command),
        Purpose::Creates
        | Purpose::Changes
        | Purpose::Doubtful
        | Purpose::Remarks
        | Purpose::Describes
        | Purpose::Silent => {}
    }
    match fence.language() {
        Language::Shell(_) | Language::Console => Some(NotAnEdit::Command),
        Language::Output | Language::Aside => Some(NotAnEdit::Output),
        Language::Patch | Language::Text | Language::Code => None,
    }
}
