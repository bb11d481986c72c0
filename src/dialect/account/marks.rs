//! Lines that look like a part of a patch, or of a call.

use bstr::{BStr, ByteSlice};

use super::{Account, UNNAMED_DIFF};
use crate::dialect::blocks::marker;
use crate::dialect::call::call_like::{self, Place};
use crate::dialect::call::role;
use crate::dialect::call::voice;
use crate::dialect::commands::command::{Touch, Touching};
use crate::dialect::commands::run::{Form, Run};
use crate::dialect::walk::heredoc;
use crate::dialect::walk::scan::Scan;
use crate::dialect::words::done::shares_words;
use crate::text::Trim;

/// Why lines that belong to a patch are unread.
const UNREAD_PART: &str = "a part of a patch that could not be read";

impl Account<'_> {
    /// Returns what a line outside of all that was read looks like a part of.
    pub(super) fn patch_like(&self, at: usize, place: Place) -> Option<&'static str> {
        if self.is_read[at] || self.only_reads[at] {
            return None;
        }
        let line = self.lines[at].body.trimmed_start().as_bstr();
        let next = self.lines.get(at + 1).map(|line| line.body.trimmed_start());
        let is_hunk_header = line.starts_with(b"@@ -") && line[4..].contains_str("@@");
        let is_header = line.starts_with(b"--- ") && next.is_some_and(|it| it.starts_with(b"+++ "));
        let is_marker = marker::is_start(line)
            || line.starts_with(b">>>>>>> ")
            || line.starts_with(b"<<<<<<< ");
        let is_star = [
            "Begin Patch", "Update File: ", "Add File: ", "Delete File: ",
        ]
        .iter()
        .any(|word| {
            line.strip_prefix(b"*** ")
                .is_some_and(|it| it.starts_with(word.as_bytes()))
        });
        // Blocks of Mentat, of which the first line says which action on which lines of a file follows.
        let is_action = line == "@@start";
        if is_hunk_header
            || is_header
            || is_action
            || is_marker
            || is_star
            || place == Place::Talk && is_label_of_block(line)
            || line.starts_with(b"diff --git ")
            || next.is_some_and(|next| is_git_pair(line, next))
        {
            Some(UNREAD_PART)
        } else if line == "GIT binary patch"
            || line.starts_with(b"Binary files ") && line.trim_end().ends_with(b" differ")
        {
            Some("a change of a binary file; no file is named for it")
        } else if line.starts_with(b"Property changes on: ")
            && next.is_some_and(|it| it.starts_with(b"____"))
        {
            Some("properties of a file in Subversion, which are not changed")
        } else if let Some(why) = heredoc::why_unread(line) {
            Some(why)
        } else if call_like::begins(self.scan, at, place, |at| !self.is_read[at]) {
            Some(call_like::UNREAD)
        } else if call_like::screen(line).is_some_and(|path| !self.edits(path)) {
            Some("the screen of an agent that edits a file; it could not be read")
        } else {
            None
        }
    }

    /// Returns what the two lines from `at` on do, by which git moves or copies a file, where they are indented as code amid the
    /// talk: a file that is not there is an example.
    pub(super) fn indented_move(&self, at: usize) -> Option<Run> {
        let line = self.lines[at].body.strip_prefix(b"    ")?.trim_start();
        let next = self.lines.get(at + 1)?.body.trim_start();
        let from = ["rename from ", "copy from "];
        let path = from
            .iter()
            .find_map(|it| line.strip_prefix(it.as_bytes()))?;
        let path = self.scan.path(path).named()?.as_bytes().into();
        let how = Touching::Changes;
        is_git_pair(line, next).then(|| Run {
            end: at + 2,
            touches: vec![Touch { path, how }],
            why: UNREAD_PART,
            form: Form::Block,
        })
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

    /// Returns whether the next line with text above ends with a colon.
    fn leads_over(&self, at: usize) -> bool {
        let mut above = self.lines[..at].iter().rev().take(3);
        let above = above.find(|line| !line.is_blank());
        above.is_some_and(|line| line.trimmed().ends_with(b":"))
    }

    /// Returns what a line looks like that is followed by its replacement, without any header: `-old` above `+new`; or that is
    /// added below words which lead over to it: `+new`.
    pub(super) fn bare_change(&self, at: usize) -> Option<&'static str> {
        let line = self.lines[at].body;
        let is_added =
            matches!(line.as_bytes(), [b'+', second, ..] if second.is_ascii_alphabetic());
        if is_added && self.leads_over(at) {
            return Some(UNNAMED_DIFF);
        }
        let begins = |at: usize, sign: u8| {
            let body = self.lines.get(at).map(|line| line.body);
            body.is_some_and(|body| body.first() == Some(&sign) && body.len() > 1)
        };
        if !begins(at, b'-') || !begins(at + 1, b'+') {
            return None;
        }
        // An item of a list has one blank behind its sign. What is for something and what is against it are other words.
        let is_item =
            |rest: &[u8]| rest.starts_with(b" ") && rest.get(1).is_some_and(|byte| *byte != b' ');
        let [old, new] = [at, at + 1].map(|at| &self.lines[at].body[1..]);
        let are_items = is_item(old) && is_item(new);
        let is_change = !are_items || shares_words(old, new);
        is_change.then_some(UNNAMED_DIFF)
    }
}

/// Returns whether a line is the label above the old text of a block, in capitals: `SEARCH:`, `[SEARCH]`, `### SEARCH`.
fn is_label_of_block(line: &BStr) -> bool {
    line.trim_with(|sign| !sign.is_alphanumeric()) == b"SEARCH"
}

/// Returns which lines are of calls in tags of tools that only read: `<read_file>`, a path, `</read_file>`; or of what somebody
/// else than the model says.
pub(super) fn reading_calls(scan: &Scan<'_>, is_read: &[bool]) -> Vec<bool> {
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
        let end = name.and_then(|name| {
            let closing = format!("</{name}>");
            let reach = (at..lines.len()).take(REACH).take_while(|at| !is_read[*at]);
            let mut reach = reach.filter(|at| lines[*at].body.contains_str(&closing));
            reach.next().map(|last| last + 1)
        });
        let all_read = |end: &usize| {
            let mut acts: Vec<String> = Vec::new();
            for line in &lines[at..*end] {
                acts.extend(tool(line.trimmed()).map(str::to_lowercase));
                // A tool for several acts says in its call which one it is.
                if let Some(verb) = verb(line.trimmed()) {
                    acts.pop();
                    acts.push(verb.to_string());
                }
            }
            name.is_some_and(role::only_reads)
                || !acts.is_empty() && acts.iter().all(|act| role::only_reads(act))
        };
        let end = end.filter(all_read);
        if let Some(end) = end {
            only_reads[at..end].fill(true);
        }
        at = end.unwrap_or(at + 1);
    }
    only_reads
}

/// Returns what a tag says a tool is to do: `<parameter name="command">view</parameter>`.
fn verb(line: &BStr) -> Option<&str> {
    let (_, behind) = line.split_once_str("<parameter name=\"command\">")?;
    let end = behind.find_byte(b'<')?;
    behind[..end].to_str().ok()
}

/// Returns the name of the tool that a tag calls: `<invoke name="Read">`, `<function=read_file>`.
fn tool(line: &BStr) -> Option<&str> {
    let behind = line.split_once_str("<invoke name=\"");
    let (_, behind) = behind.or_else(|| line.split_once_str("<function="))?;
    let end = behind.find_byteset(b"\">")?;
    behind[..end].to_str().ok()
}

/// Returns whether two lines are those by which git moves or copies a file, or changes its mode.
fn is_git_pair(line: &[u8], next: &[u8]) -> bool {
    const PAIRS: [(&str, &str); 3] = [
        ("rename from ", "rename to "),
        ("copy from ", "copy to "),
        ("old mode ", "new mode "),
    ];
    let begins = |text: &[u8], start: &str| text.starts_with(start.as_bytes());
    let mut pairs = PAIRS.iter();
    pairs.any(|(first, second)| begins(line, first) && begins(next, second))
}
