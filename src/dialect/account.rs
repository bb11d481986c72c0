//! What becomes of each part of a reply: every fence, every tool call and every line that looks like a patch is an edit, no
//! edit, or could not be read. One place says which, so that no edit is dropped without a word.

mod no_patch;
mod rewritten;
mod unfenced;
mod verdict;

pub(super) use no_patch::no_patch;
pub use verdict::{NotAnEdit, Part, Quotation, Verdict};

use std::collections::BTreeMap;
use std::ops::Range;

use bstr::{BStr, ByteSlice};

use super::blocks::marker;
use super::call::call_like::{self, Place};
use super::call::role;
use super::call::voice;
use super::commands::command::{Touch, Touching};
use super::commands::run::{self, Form, Run};
use super::diff::column;
use super::name::beside;
use super::name::path::{self, How, Lead};
use super::name::shape;
use super::note::{Note, NoteCode};
use super::walk::fence::{Fence, Language};
use super::walk::heredoc;
use super::walk::line::Line;
use super::walk::scan::Scan;
use super::word_diff;
use super::words::asked;
use super::words::purpose::Purpose;
use crate::patch::lazy;
use crate::text::{LineSpan, Piece, heading};

/// Returns the parts of the reply that `scan` has walked over.
pub(super) fn parts(scan: &Scan<'_>) -> Vec<Part> {
    let account = Account::of(scan);
    let mut parts = Vec::new();
    account.walk(0..scan.lines.len(), 0, &mut parts);
    if scan.options().dialect.is_some() {
        // Whoever names one dialect asks for nothing else to be read.
        parts.retain(|part| !matches!(part.verdict, Verdict::Unread { .. }));
    }
    parts.shrink_to_fit();
    parts
}

/// Why lines with the marks of a diff could not be read.
const UNNAMED_DIFF: &str = "diff lines without a file name or `@@`";

/// The most lines with text between a block and the one that it may rewrite.
const N_LINES_BETWEEN: usize = 3;

/// A reply with what was read of it.
struct Account<'a> {
    lines: &'a [Line<'a>],
    scan: &'a Scan<'a>,
    /// Whether each line became part of a section.
    is_read: Vec<bool>,
    /// Whether each line only shows in which form an edit is written.
    is_example: Vec<bool>,
    /// Whether each line belongs to a call of a tool that only reads, in tags.
    only_reads: Vec<bool>,
    /// Why lines were left out, where a dialect says so, from the top.
    left_out: Vec<(LineSpan, &'a str)>,
    /// Commands that change files, and sentences that ask for it, by their first line.
    runs: BTreeMap<usize, Run>,
}

impl<'a> Account<'a> {
    fn of(scan: &'a Scan<'a>) -> Account<'a> {
        let mut is_read = vec![false; scan.lines.len()];
        for span in &scan.edits {
            is_read[span.start..span.end.min(scan.lines.len())].fill(true);
        }
        let mut is_example = vec![false; scan.lines.len()];
        for span in &scan.examples {
            is_example[span.start..span.end.min(scan.lines.len())].fill(true);
        }
        // What is named but became a section all the same is told with it.
        let is_apart = |note: &Note| !is_read.get(note.span.start).is_some_and(|is_read| *is_read);
        let is_left_out = |note: &&Note| {
            matches!(note.code, NoteCode::Dropped | NoteCode::CallUnread)
                || note.code == NoteCode::Unsupported && is_apart(note)
                || note.code == NoteCode::MarkerOrder && note.hunk.is_none() && is_apart(note)
        };
        let mut left_out: Vec<(LineSpan, &str)> = scan
            .notes
            .iter()
            .filter(is_left_out)
            .map(|note| (note.span, note.text.as_str()))
            .collect();
        left_out.sort_by_key(|(span, _)| span.start);
        for (span, _) in &left_out {
            is_read[span.start..span.end.min(scan.lines.len())].fill(false);
        }
        // A command among calls that were read is not read with them.
        let mut runs = run::find(scan, &is_read);
        asked::find(scan, &is_read, &mut runs);
        for (start, run) in &runs {
            is_read[*start..run.end.min(scan.lines.len())].fill(false);
        }
        Account {
            lines: scan.lines,
            scan,
            runs,
            only_reads: reading_calls(scan, &is_read),
            is_read,
            is_example,
            left_out,
        }
    }

    /// Adds the parts among the lines `range`, in fences `depth` deep.
    fn walk(&self, range: Range<usize>, depth: usize, parts: &mut Vec<Part>) {
        let mut at = range.start;
        let mut from = range.start;
        let place = match depth {
            0 => Place::Talk,
            _ => Place::Fence,
        };
        while at < range.end {
            let line = self.lines[at].body;
            if self.is_read[at] {
                let end = self.end_of(at, range.end, |index| {
                    self.is_read[index] || self.lines[index].is_blank()
                });
                push(parts, at..end, Verdict::Edit);
                (at, from) = (end, end);
            } else if let Some(why) = self.why_left_out(at) {
                let end = self.end_of(at, range.end, |index| self.why_left_out(index) == Some(why));
                self.push_unread(parts, at..end, why.to_string());
                (at, from) = (end, end);
            } else if let Some(run) = self.runs.get(&at) {
                let end = run.end.min(range.end);
                self.push_run(parts, at..end, run);
                (at, from) = (end, end);
            } else if self.is_example[at] {
                let end = self.end_of(at, range.end, |index| self.is_example[index]);
                push(parts, at..end, Verdict::NotAnEdit(NotAnEdit::Example));
                (at, from) = (end, end);
            } else if let Some(fence) = Fence::open(line, at).filter(|_| depth < 3) {
                let end = self.fence_end(fence, at, range.end);
                self.fence(fence, at..end, from, depth, parts);
                (at, from) = (end, end);
            } else if let Some(why) = self
                .patch_like(at, place)
                .or_else(|| self.bare_change(at).filter(|_| depth == 0))
                .or_else(|| unfenced::begins(self.lines, at, &self.is_read).filter(|_| depth == 0))
            {
                let end = self.end_of(at, range.end, |index| {
                    !self.lines[index].is_blank()
                        && !self.is_read[index]
                        && Fence::open(self.lines[index].body, index).is_none()
                });
                let why = (at..end)
                    .find_map(|index| self.why_left_out(index))
                    .unwrap_or(why);
                self.push_unread(parts, at..end, why.to_string());
                (at, from) = (end, end);
            } else {
                at += 1;
            }
        }
    }

    fn end_of(&self, at: usize, end: usize, goes_on: impl Fn(usize) -> bool) -> usize {
        let mut stop = (at + 1..end).find(|index| !goes_on(*index)).unwrap_or(end);
        while stop > at + 1 && self.lines[stop - 1].is_blank() {
            stop -= 1;
        }
        stop
    }

    fn why_left_out(&self, at: usize) -> Option<&'a str> {
        let behind = self.left_out.partition_point(|(span, _)| span.start <= at);
        let (span, why) = self.left_out[..behind].last()?;
        (at < span.end).then_some(*why)
    }

    /// Returns the index behind the fence that opens at line `at`. Lines that were read do not close it.
    fn fence_end(&self, fence: Fence<'_>, at: usize, end: usize) -> usize {
        let closes =
            |index: &usize| !self.is_read[*index] && fence.closed_by(self.lines[*index].body);
        (at + 1..end).find(closes).map_or(end, |close| close + 1)
    }

    /// Adds the parts of a fence. One in which something was read is an edit, but for what was left out in it.
    fn fence(
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
            match verdict {
                Ok(kind) => {
                    let is_quoted = kind == NotAnEdit::Citation;
                    let quotes = is_quoted.then(|| self.quotes(fence, &lines, from));
                    push(parts, lines, Verdict::NotAnEdit(kind));
                    if let Some(last) = parts.last_mut() {
                        last.quotes = quotes.flatten().map(Box::new);
                    }
                }
                Err(why) => self.push_unread(parts, lines, why.to_string()),
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
        // What lies between the parts belongs to the edit.
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

    /// Adds what changes files and is never carried out.
    fn push_run(&self, parts: &mut Vec<Part>, range: Range<usize>, run: &Run) {
        self.push_unread(parts, range, run.why.to_string());
        if let Some(Part {
            verdict: Verdict::Unread { touches, form, .. },
            ..
        }) = parts.last_mut()
        {
            touches.clone_from(&run.touches);
            *form = run.form;
        }
    }

    /// Returns the lines of `range` with text, fences aside.
    fn text_of(&self, range: Range<usize>) -> Vec<Piece> {
        let with_text = self.lines[range]
            .iter()
            .filter(|line| !line.is_blank() && Fence::open(line.body, 0).is_none());
        with_text.map(|line| self.scan.piece(line.body)).collect()
    }

    /// Returns what a fence quotes of the file that it names, as the words above it say. A place in a file is never changed by
    /// what cites it.
    fn quotes(&self, fence: Fence<'_>, lines: &Range<usize>, from: usize) -> Option<Quotation> {
        let lead = path::of_fence(self.lines, fence, from);
        let naming = lead.naming.filter(|naming| naming.cited.is_none())?;
        let path = self.scan.path(&naming.path).named()?.clone();
        let is_code = matches!(fence.language(), Language::Code | Language::Text);
        (lead.purpose == Purpose::Cites && is_code).then(|| Quotation {
            path,
            lines: self.text_of(lines.clone()),
        })
    }

    fn push_unread(&self, parts: &mut Vec<Part>, range: Range<usize>, why: String) {
        let lines = self.text_of(range.clone());
        let touches = Vec::new();
        push(
            parts,
            range,
            Verdict::Unread {
                why,
                form: Form::Block,
                lines,
                touches,
            },
        );
    }

    /// Says what a fence is in which nothing was read; `Err` says why it looks like an edit all the same.
    fn judge(
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
        let is_diff = fence.language() == Language::Patch;
        let is_change = |line: &Line<'_>| matches!(line.body.first(), Some(b'+' | b'-'));
        if is_diff && self.lines[inside.clone()].iter().any(is_change) {
            return Err("a diff that could not be read");
        }
        let mut bodies = self.lines[inside.clone()].iter().map(|line| line.body);
        let is_of_words =
            |line: &BStr| line.contains_str("-]{+") || is_diff && word_diff::marks_words(line);
        if bodies.any(is_of_words) {
            return Err(word_diff::REASON);
        }
        let printed = lead.purpose == Purpose::Outputs && self.may_be_a_file(fence, &lead, &inside);
        let kind = kind_of_talk(fence, &lead).filter(|_| !printed);
        let is_printed = kind == Some(NotAnEdit::Output) && lead.naming.is_none() && !is_diff;
        if is_printed || self.shows_conflict(&lead, inside.clone()) {
            return Ok(kind.unwrap_or(NotAnEdit::Example));
        }
        if let Some(why) = inside
            .clone()
            .find_map(|at| self.patch_like(at, Place::Fence))
        {
            return Err(why);
        }
        let only_shows = matches!(
            kind,
            Some(NotAnEdit::Citation | NotAnEdit::Output | NotAnEdit::Command)
        );
        if !only_shows && lead.naming.is_none() && self.rewrites_above(fence, inside.clone()) {
            return Err("it may be what the block above is to become");
        }
        if let Some(kind) = kind {
            return Ok(kind);
        }
        let with_text = || {
            self.lines[inside.clone()]
                .iter()
                .filter(|it| !it.is_blank())
        };
        let is_closing = |line: &Line<'_>| fence.closed_by(line.body);
        if let Some(naming) = &lead.naming {
            return if shape::is_placeholder(&naming.path) {
                Ok(NotAnEdit::Example)
            } else if with_text().all(is_closing) {
                Err("the block is empty")
            } else if printed {
                Err("it may be a file, or what a program prints")
            } else {
                Err("it could not be read")
            };
        }
        if with_text().any(|line| lazy::is_placeholder(line.body)) {
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
        if printed {
            return Err("it may be a file, or what a program prints");
        }
        if is_asked_for {
            return Err("no file is named for it");
        }
        let content = self.lines[lines.start + 1..lines.end].iter();
        let content: Vec<&Line<'_>> = content.filter(|line| !is_closing(line)).collect();
        let has_change = || inside.clone().any(|at| self.bare_change(at).is_some());
        if column::is_marked_through(content.into_iter()) && has_change() {
            return Err(UNNAMED_DIFF);
        }
        Ok(NotAnEdit::Unnamed)
    }

    /// Returns whether a fence may hold a file though the words above say that something is printed: `the new a.py, which prints
    /// the sums`. Programs print no code that has a path of its own, or that defines something.
    fn may_be_a_file(&self, fence: Fence<'_>, lead: &Lead, inside: &Range<usize>) -> bool {
        let has_path = lead.naming.as_ref().is_some_and(|naming| match naming.how {
            How::Info | How::Label | How::Comment | How::Alone => naming.cited.is_none(),
            How::Amid => false,
        });
        let defines = || {
            let mut lines = self.lines[inside.clone()].iter();
            lines.any(|line| heading::defined(line.body).is_some())
        };
        fence.language() == Language::Code && (has_path || defines())
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

    /// Returns whether the lines `inside` a fence may be what the fence above it is to become, whose file is known.
    fn rewrites_above(&self, fence: Fence<'_>, inside: Range<usize>) -> bool {
        let is_fence = |at: &usize| Fence::open(self.lines[*at].body, *at).is_some();
        let Some(close) = (0..fence.opened).rev().find(is_fence) else {
            return false;
        };
        let between = self.lines[close + 1..fence.opened].iter();
        let Some(opened) = (0..close).rev().find(is_fence) else {
            return false;
        };
        let above = Fence::open(self.lines[opened].body, opened);
        let is_known = |above: Fence<'_>| {
            self.is_read[opened + 1..close]
                .iter()
                .any(|is_read| *is_read)
                || path::of_fence(self.lines, above, 0).naming.is_some()
        };
        let Some(above) = above.filter(|above| above.closed_by(self.lines[close].body)) else {
            return false;
        };
        // No word says what the second is: an arrow, a rule, or nothing.
        let is_wordless = between
            .clone()
            .all(|line| !line.body.to_str_lossy().contains(char::is_alphanumeric));
        between.filter(|line| !line.is_blank()).count() <= N_LINES_BETWEEN
            && is_known(above)
            && (is_wordless && above.info == fence.info
                || rewritten::is_rewritten(self.lines, opened + 1..close, inside))
    }

    /// Returns what a line outside of all that was read looks like a part of.
    fn patch_like(&self, at: usize, place: Place) -> Option<&'static str> {
        if self.is_read[at] || self.only_reads[at] {
            return None;
        }
        let line = self.lines[at].body.trim_start().as_bstr();
        let next = self.lines.get(at + 1).map(|line| line.body.trim_start());
        let is_hunk_header = line.starts_with(b"@@ -") && line[4..].contains_str("@@");
        let is_header = line.starts_with(b"--- ") && next.is_some_and(|it| it.starts_with(b"+++ "));
        let is_marker = marker::is_start(line)
            || line.starts_with(b">>>>>>> ")
            || line.starts_with(b"<<<<<<< ");
        let is_star = [
            "Begin Patch",
            "Update File: ",
            "Add File: ",
            "Delete File: ",
        ]
        .iter()
        .any(|word| {
            line.strip_prefix(b"*** ")
                .is_some_and(|it| it.starts_with(word.as_bytes()))
        });
        if is_hunk_header || is_header || is_marker || is_star || line.starts_with(b"diff --git ") {
            Some("a part of a patch that could not be read")
        } else if line == "GIT binary patch"
            || line.starts_with(b"Binary files ") && line.trim_end().ends_with(b" differ")
        {
            Some("a change of a binary file; no file is named for it")
        } else if heredoc::read(line).is_some_and(|heredoc| heredoc.hides_its_file()) {
            Some("a here-document; only a shell knows which file it writes")
        } else if heredoc::read(line).is_some_and(|heredoc| heredoc.writes.is_some()) {
            Some("a here-document that could not be read; it may be cut off")
        } else if call_like::begins(self.scan, at, place, |at| !self.is_read[at]) {
            Some("a tool call that could not be read; it may be cut off")
        } else if call_like::screen(line).is_some_and(|path| !self.edits(path)) {
            Some("the screen of an agent that edits a file; it could not be read")
        } else {
            None
        }
    }

    /// Returns whether an edit that was read is of the file at `path`.
    fn edits(&self, path: &[u8]) -> bool {
        let mut files = self.scan.files.iter();
        files.any(|file| {
            file.path
                .named()
                .is_some_and(|own| path.ends_with(own.as_bytes()))
        })
    }

    /// Returns what a line looks like that is followed by its replacement, without any header: `-old` above `+new`.
    fn bare_change(&self, at: usize) -> Option<&'static str> {
        let begins = |at: usize, sign: u8| {
            let body = self.lines.get(at).map(|line| line.body);
            body.is_some_and(|body| body.first() == Some(&sign) && body.len() > 1)
        };
        // An item of a list has one blank behind its sign.
        let is_item = |at: usize| {
            let rest = &self.lines[at].body[1..];
            rest.first() == Some(&b' ') && rest.get(1).is_some_and(|byte| *byte != b' ')
        };
        let is_change =
            begins(at, b'-') && begins(at + 1, b'+') && !(is_item(at) && is_item(at + 1));
        is_change.then_some(UNNAMED_DIFF)
    }
}

/// Returns which lines are of a call in tags of a tool that only reads: `<read_file>`, a path, `</read_file>`; or of what
/// somebody else than the model says.
fn reading_calls(scan: &Scan<'_>, is_read: &[bool]) -> Vec<bool> {
    let lines = scan.lines;
    /// How many lines such a call may take.
    const REACH: usize = 40;
    let mut only_reads = voice::said_by_others(lines, scan.budget());
    let mut at = 0;
    while at < lines.len() {
        if is_read[at] {
            at += 1;
            continue;
        }
        let name = lines[at].trimmed().strip_prefix(b"<").and_then(|rest| {
            let end = rest.find_byteset(b"> ")?;
            rest[..end].to_str().ok()
        });
        let name = name.filter(|name| role::only_reads(name));
        let end = name.and_then(|name| {
            let closing = format!("</{name}>");
            let reach = (at..lines.len()).take(REACH).take_while(|at| !is_read[*at]);
            let mut reach = reach.filter(|at| lines[*at].body.contains_str(&closing));
            reach.next().map(|last| last + 1)
        });
        if let Some(end) = end {
            only_reads[at..end].fill(true);
        }
        at = end.unwrap_or(at + 1);
    }
    only_reads
}

fn push(parts: &mut Vec<Part>, range: Range<usize>, verdict: Verdict) {
    let span = LineSpan::new(range.start, range.end);
    match parts.last_mut() {
        Some(last)
            if verdict == Verdict::Edit
                && last.verdict == verdict
                && last.span.end == span.start =>
        {
            last.span.end = span.end;
        }
        Some(_) | None => parts.push(Part {
            span,
            verdict,
            quotes: None,
        }),
    }
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
        Purpose::Cites => return Some(NotAnEdit::Citation),
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
