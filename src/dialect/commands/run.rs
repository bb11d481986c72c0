//! Which lines of a reply are commands that change files: in fences of a shell, in the calls of a tool that runs them, in a
//! line of their own, and amid a sentence that asks to run them.

use std::collections::BTreeMap;

use bstr::{BStr, BString, ByteSlice};

use super::command::{self, Touch, Touching};
use super::script;
use crate::dialect::call::json;
use crate::dialect::call::role;
use crate::dialect::name::path;
use crate::dialect::name::shape;
use crate::dialect::walk::fence::{Fence, Language};
use crate::dialect::walk::heredoc;
use crate::dialect::walk::scan::Scan;
use crate::dialect::words::prose;
use crate::dialect::words::purpose::Purpose;
use crate::text::{Trim, heading};

/// How many lines a command in tags may take.
const LONGEST_CALL: usize = 40;

/// How many bytes before a command in backticks are read. No sentence is longer.
const LONGEST_LEAD: usize = 1000;

/// In which form a part of a reply asks for an edit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// As a block of code, a call or a patch.
    Block,
    /// In a sentence.
    Words,
}

/// Lines that run a command.
pub(in crate::dialect) struct Run {
    /// The index behind the last of its lines.
    pub(in crate::dialect) end: usize,
    /// What it would touch.
    pub(in crate::dialect) touches: Vec<Touch>,
    /// Why it is told.
    pub(in crate::dialect) why: &'static str,
    /// Whether it is a command, or a sentence that asks for the same.
    pub(in crate::dialect) form: Form,
}

impl Run {
    /// Makes one of a command.
    pub(in crate::dialect) fn of_command(end: usize, touches: Vec<Touch>) -> Run {
        Run::of_block(end, touches, NOT_RUN)
    }

    /// Makes one of a block that may be a file.
    pub(in crate::dialect) fn of_block(end: usize, touches: Vec<Touch>, why: &'static str) -> Run {
        Run {
            end,
            touches,
            why,
            form: Form::Block,
        }
    }
}

/// Why a command that changes files is unread, and a script of another language.
const NOT_RUN: &str = "a command that changes files; it is shown, never run";
const SCRIPT_NOT_RUN: &str = "a script that changes files; it is shown, never run";

/// Words beside a command that takes the edit back later: it is no part of it.
pub(super) const UNDOING: &[&str] = &[
    "to undo", "To undo", "roll back", "rollback", "to revert", "To revert",
];

/// Returns the commands that change files among the lines that did not become a part of a section, by their first line.
pub(in crate::dialect) fn find(scan: &Scan<'_>, is_read: &[bool]) -> BTreeMap<usize, Run> {
    let mut finder = Finder {
        scan,
        is_read,
        runs: BTreeMap::new(),
    };
    finder.walk();
    for (span, script) in &scan.scripts {
        let lines: Vec<&BStr> = script.lines().map(BStr::new).collect();
        finder.push_script(span.start, span.end, &lines);
    }
    finder.runs
}

struct Finder<'a> {
    scan: &'a Scan<'a>,
    is_read: &'a [bool],
    runs: BTreeMap<usize, Run>,
}

impl Finder<'_> {
    fn walk(&mut self) {
        let lines = self.scan.lines;
        let (mut at, mut from) = (0, 0);
        while at < lines.len() {
            // What was read is a file, whatever it holds.
            if self.is_read[at] {
                at += 1;
                continue;
            }
            match Fence::open(lines[at].body, at) {
                Some(fence) => {
                    let closes = |index: &usize| {
                        !self.is_read[*index] && fence.closed_by(lines[*index].body)
                    };
                    let end = (at + 1..lines.len()).find(closes).unwrap_or(lines.len());
                    let purpose = path::of_fence(lines, fence, from).purpose;
                    let is_script = match fence.language() {
                        Language::Shell(_) | Language::Text => true,
                        Language::Console
                        | Language::Patch
                        | Language::Output
                        | Language::Aside
                        | Language::Code => false,
                    };
                    // A sentence that has ended, and points to nothing, prints no script.
                    let is_other = purpose == Purpose::Outputs && is_script;
                    if !purpose.only_shows() || is_other && self.is_ended(from, at) {
                        self.fence(fence.language(), purpose, at + 1, end);
                    }
                    at = end + 1;
                    from = at;
                }
                None => at = self.outside(at),
            }
        }
    }

    /// Returns whether the sentence right above line `at` has ended and speaks of no block; text above line `from` belongs to
    /// something else.
    fn is_ended(&self, from: usize, at: usize) -> bool {
        let mut above = self.scan.lines[from.min(at)..at].iter().rev();
        let above = above.find(|line| !line.is_blank());
        let sentence = above.map(|line| prose::last_sentence(line.trimmed()));
        sentence.is_some_and(|it| it.ends_with(b".") && !prose::points_to_block(it))
    }

    /// Looks at the lines `first..end` of a fence.
    fn fence(&mut self, language: Language, purpose: Purpose, first: usize, end: usize) {
        let lines = self.scan.lines;
        let with_text = (first..end).find(|at| !lines[*at].is_blank());
        let Some(begin) = with_text.map(|at| lines[at].body) else {
            return;
        };
        let is_script = match language {
            Language::Shell(_) | Language::Console => true,
            Language::Text => prose::is_command(begin) || command::runs_program(begin),
            Language::Patch | Language::Output | Language::Aside | Language::Code => false,
        };
        if is_script {
            self.script(language, first, end);
        } else if language == Language::Code && !matches!(begin.first(), Some(b'{' | b'[')) {
            self.program(purpose, first, end);
        } else if matches!(begin.first(), Some(b'{' | b'[')) {
            let mut at = first;
            while at < end {
                at = self.call(at).unwrap_or(at + 1);
            }
        }
    }

    /// Looks at a script in a programming language, which is to be run or is beside edits: what defines something is code to be
    /// used, and alone in its reply a script shows how files are written.
    fn program(&mut self, purpose: Purpose, first: usize, end: usize) {
        let lines = &self.scan.lines[first..end];
        let is_read = || self.is_read[first..end].iter().any(|is_read| *is_read);
        let defines = || {
            lines
                .iter()
                .any(|line| heading::defined(line.body).is_some())
        };
        let is_run = purpose == Purpose::Runs;
        if self.scan.files.is_empty() && !is_run || is_read() || defines() {
            return;
        }
        let script = bstr::join("\n", lines.iter().map(|line| line.body));
        let mut touches = command::written_by(script.as_bstr(), &self.scan.options().root);
        // A command of an editor is about the file that is open in it, and a script that is to be run may find its files itself.
        if lines.iter().any(|line| is_of_editor(line.body))
            || is_run && command::writes(script.as_bstr())
        {
            touches.push(Touch {
                path: BString::default(),
                how: Touching::Changes,
            });
        }
        if !touches.is_empty() {
            let run = Run {
                why: SCRIPT_NOT_RUN,
                ..Run::of_command(end, touches)
            };
            self.runs.insert(first, run);
        }
    }

    /// Looks at a script, or at commands behind prompts and what they printed.
    fn script(&mut self, language: Language, first: usize, end: usize) {
        let lines = self.scan.lines;
        let is_prompted = |line: &BStr| line.trim_start().starts_with(b"$ ");
        let has_prompts =
            language == Language::Console || (first..end).any(|at| is_prompted(lines[at].body));
        let script: Vec<&BStr> = (first..end)
            .map(|at| match lines[at].body {
                _ if self.is_read[at] => BStr::new(""),
                line if has_prompts && !is_prompted(line) => BStr::new(""),
                line => line,
            })
            .collect();
        for (line, touches) in command::touched(&script, &self.scan.options().root) {
            self.push(first + line, first + line + 1, touches);
        }
    }

    /// Looks at a line outside of fences; returns the next one to look at.
    fn outside(&mut self, at: usize) -> usize {
        let line = self.scan.lines[at].body;
        if let Some(end) = self.call(at).or_else(|| self.tags(at)) {
            return end;
        }
        let is_sentence = matches!(
            line.trimmed_end().last(),
            Some(b'.' | b':' | b'!' | b'?' | b',')
        );
        if !is_sentence && !line.contains(&b'`') && prose::is_command(line) {
            self.bare(at, line);
        } else {
            self.amid(at);
        }
        at + 1
    }

    /// Looks at a line that is a command by its looks. One that makes a file may stand above what the file is to hold.
    fn bare(&mut self, at: usize, line: &BStr) {
        let mut touches = self.touched(&[line]);
        touches.retain(|touch| touch.how != Touching::Makes);
        self.push_unless_empty(at, at + 1, touches);
    }

    /// Looks at commands in backticks amid a sentence that asks to run them.
    fn amid(&mut self, at: usize) {
        let line = self.scan.lines[at].body;
        if memchr::memchr_iter(b'`', line).nth(1).is_none() {
            return;
        }
        let parts: Vec<&[u8]> = line.split(|byte| *byte == b'`').collect();
        // A command that changes files says which.
        // `<name>.go` is a name that the reader fills in.
        let names_files = |command: &&[u8]| {
            let is_several = command.iter().any(|byte| b" \t\r".contains(byte));
            is_several || command.contains(&b'>') && !shape::is_placeholder(command)
        };
        let undoes = |words: &&str| line.contains_str(*words);
        let mut commands = parts.iter().skip(1).step_by(2);
        if !commands.any(names_files) || UNDOING.iter().any(undoes) {
            return;
        }
        let mut before = BString::default();
        for pair in parts.chunks_exact(2) {
            before.extend_from_slice(pair[0]);
            // What a machine wrote may have backticks by the hundred thousand: each would be asked about all before it.
            let n_over = before.len().saturating_sub(LONGEST_LEAD);
            before.drain(..n_over);
            // `Then rm a.py` asks as `run` does; more words could speak of the command.
            let is_alone = prose::only_joins(pair[0].as_bstr()) && parts.len() == 3;
            let lead = prose::purpose(prose::last_sentence(before.as_bstr()));
            let asks = lead == Purpose::Runs || lead.asks_for_a_change();
            // Signs alone are an operator: `change > to >=`.
            let names_program = pair[1].iter().any(u8::is_ascii_alphanumeric);
            let is_asked = asks || is_alone && !parts[2].iter().any(u8::is_ascii_alphanumeric);
            if is_asked && names_program && !shape::is_placeholder(pair[1]) {
                let mut touches = self.touched(&[pair[1].as_bstr()]);
                // Advice to set a mode asks for no line of any file.
                touches.retain(|touch| touch.how != Touching::Marks);
                self.push_unless_empty(at, at + 1, touches);
                self.runs.entry(at).and_modify(|run| run.form = Form::Words);
            }
        }
    }

    /// Looks at a command between tags: `<command>rm a.py</command>`.
    fn tags(&mut self, at: usize) -> Option<usize> {
        let lines = self.scan.lines;
        let rest = lines[at].trimmed().strip_prefix(b"<")?;
        let (tag, _) = rest.split_once_str(">")?;
        if let Some(script) = self.argument(at) {
            return Some(script);
        }
        let names_command = tag.split(|byte| !byte.is_ascii_alphanumeric()).any(|word| {
            word == b"bash" || word == b"shell" || word.to_str().is_ok_and(role::is_command)
        });
        if !names_command || tag.starts_with(b"/") {
            return None;
        }
        let closes = |index: &usize| lines[*index].body.contains_str("</");
        let last = (at..lines.len()).take(LONGEST_CALL).find(closes)?;
        let script: Vec<BString> = (at..=last)
            .map(|index| script::without_tags(lines[index].body))
            .collect();
        let script: Vec<&BStr> = script.iter().map(|line| line.as_bstr()).collect();
        self.push_script(at, last + 1, &script);
        Some(last + 1)
    }

    /// Looks at a command that GLM gives a tool: `<arg_key>command</arg_key>`, then `<arg_value>rm a.py</arg_value>`.
    fn argument(&mut self, at: usize) -> Option<usize> {
        let lines = self.scan.lines;
        let (_, name) = lines[at].body.split_once_str("<arg_key>")?;
        let (name, _) = name.split_once_str("</arg_key>")?;
        if !name.to_str().is_ok_and(role::is_command) {
            return None;
        }
        let closes = |index: &usize| lines[*index].body.contains_str("</arg_value>");
        let last = (at..lines.len()).take(LONGEST_CALL).find(closes)?;
        let text = bstr::join("\n", lines[at..=last].iter().map(|line| line.body));
        let (_, script) = text.split_once_str("<arg_value>")?;
        let (script, _) = script.split_once_str("</arg_value>")?;
        let script: Vec<&BStr> = script.lines().map(BStr::new).collect();
        self.push_script(at, last + 1, &script);
        Some(last + 1)
    }

    /// Looks at a value in JSON that begins at line `at`; returns the index behind it.
    fn call(&mut self, at: usize) -> Option<usize> {
        let line = self.scan.lines[at];
        let column = json::column(line.body)?;
        if self.is_read[at] || role::tells_of_result(line.body) {
            return None;
        }
        let reading = json::read_from(&self.scan.lines[at..], column, self.scan.budget())?;
        let n_lines = reading.n_lines;
        let mut scripts = Vec::new();
        script::all_of(&reading.json, self.scan.budget(), &mut scripts);
        let lines: Vec<&BStr> = scripts
            .iter()
            .flat_map(|script| script.lines())
            .map(BStr::new)
            .collect();
        self.push_script(at, at + n_lines, &lines);
        Some(at + n_lines)
    }

    fn push_script(&mut self, at: usize, end: usize, script: &[&BStr]) {
        let touches = self.touched(script);
        self.push_unless_empty(at, end, touches);
    }

    fn touched(&self, script: &[&BStr]) -> Vec<Touch> {
        let touched = command::touched(script, &self.scan.options().root);
        touched
            .into_iter()
            .flat_map(|(_, touches)| touches)
            .collect()
    }

    fn push_unless_empty(&mut self, at: usize, end: usize, touches: Vec<Touch>) {
        if !touches.is_empty() {
            self.push(at, end, touches);
        }
    }

    fn push(&mut self, at: usize, end: usize, touches: Vec<Touch>) {
        let new = || {
            let run = Run::of_command(end, Vec::new());
            let why = heredoc::why_unread(self.scan.lines[at].body).unwrap_or(run.why);
            Run { why, ..run }
        };
        let run = self.runs.entry(at).or_insert_with(new);
        run.touches.extend(touches);
    }
}

/// Returns whether a line is a command of an editor that changes text: `:%s/old/new/g`.
fn is_of_editor(line: &BStr) -> bool {
    let text = line.trim();
    let rest = text.strip_prefix(b":").unwrap_or(text);
    let n_range = rest.find(b"s/").unwrap_or(rest.len());
    let is_of_range = |byte: &u8| byte.is_ascii_digit() || b"%,.$'<>".contains(byte);
    let is_range = (1..=9).contains(&n_range) && rest[..n_range].iter().all(is_of_range);
    is_range && rest[n_range..].iter().filter(|byte| **byte == b'/').count() >= 2
}
