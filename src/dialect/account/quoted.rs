//! Patches in lines quoted with `>`, beside edits that are not: an earlier message, or what the reply was to do as well.

use std::collections::BTreeSet;

use bstr::{BStr, ByteSlice};

use super::{Account, NotAnEdit, Part, Verdict, push};
use crate::dialect::walk::envelope;
use crate::dialect::walk::line::Line;
use crate::dialect::walk::scan::Quotes;
use crate::dialect::words::prose;
use crate::patch::{FileOp, FilePatch, LineKind};

/// Why a quoted patch is unread.
const QUOTED: &str = "a quoted patch beside edits that do not make its change";

/// Words between the name of who wrote a message and the message.
const SAYS: &[&str] = &[
    "wrote",
    "writes",
    "said",
    "says",
    "schrieb",
    "écrit",
    "escribió",
    "scrisse",
    "schreef",
];

impl Account<'_> {
    /// Adds the part of a quotation that begins at line `at` and holds a patch. Returns where it ends.
    pub(super) fn quoted_patch(
        &self,
        at: usize,
        depth: usize,
        parts: &mut Vec<Part>,
    ) -> Option<usize> {
        let follows = at > 0 && self.lines[at - 1].body.trim_start().starts_with(b">");
        let may_be_one = depth == 0 && !follows && self.scan.quotes == Quotes::Pass;
        if !may_be_one || self.scan.files.is_empty() {
            return None;
        }
        let inner = envelope::quoted_lines(&self.lines[at..]);
        let inner = &inner[..self.is_read[at..at + inner.len()]
            .iter()
            .take_while(|is_read| !**is_read)
            .count()];
        let sections = self.scan.sections_of(inner);
        if sections.is_empty() {
            return None;
        }
        let end = at + inner.len();
        let is_made = |section: &FilePatch| is_made(section, &self.scan.files);
        if self.answers_a_mail(at) || sections.iter().all(is_made) {
            push(parts, at..end, Verdict::NotAnEdit(NotAnEdit::Citation));
        } else {
            self.push_unread(parts, at..end, QUOTED.to_string());
        }
        Some(end)
    }

    /// Returns whether the quotations up to line `at` are those of a mail: who wrote it is said above one of them.
    fn answers_a_mail(&self, at: usize) -> bool {
        let is_quoted = |line: &Line<'_>| !envelope::quoted_lines(&[*line]).is_empty();
        let above = |at: usize| {
            let mut above = self.lines[..at].iter().rev();
            above.find(|line| !line.is_blank())
        };
        let begins = |at: &usize| {
            is_quoted(&self.lines[*at]) && (*at == 0 || !is_quoted(&self.lines[*at - 1]))
        };
        let said_above = |at: usize| above(at).is_some_and(|line| names_writer(line.trimmed()));
        (0..=at).filter(begins).any(said_above)
    }
}

/// Returns whether a line says who wrote what is quoted below it: `On 3 March, Ann wrote:`, `@ann:`.
fn names_writer(line: &BStr) -> bool {
    let is_handle = line.starts_with(b"@") || line.contains_str("@") && line.contains(&b'<');
    let says = || {
        let words = prose::words(line);
        SAYS.iter()
            .any(|says| words.iter().any(|word| word == says))
    };
    line.ends_with(b":") && (is_handle || says())
}

/// Returns whether the sections about the same file make all changes of a quoted one.
fn is_made(quoted: &FilePatch, files: &[FilePatch]) -> bool {
    let own: Vec<&FilePatch> = files
        .iter()
        .filter(|file| file.path == quoted.path)
        .collect();
    let lines_of = |kind: LineKind| -> BTreeSet<&[u8]> {
        let hunks = own.iter().flat_map(|file| &file.hunks);
        let lines = hunks.flat_map(|hunk| hunk.lines.iter());
        lines
            .filter(|line| line.kind == kind)
            .map(|line| line.body.trim_end())
            .collect()
    };
    let is_whole = |file: &&FilePatch| matches!(file.op, FileOp::Create | FileOp::Replace);
    let is_replaced = own.iter().any(is_whole);
    let (inserted, deleted) = (lines_of(LineKind::Insert), lines_of(LineKind::Delete));
    let has_op = own.iter().any(|file| file.op == quoted.op || is_replaced);
    let mut lines = quoted.hunks.iter().flat_map(|hunk| hunk.lines.iter());
    has_op
        && lines.all(|line| {
            let body = line.body.trim_end();
            match line.kind {
                LineKind::Context => true,
                LineKind::Insert => inserted.contains(body),
                LineKind::Delete => {
                    deleted.contains(body) || is_replaced && !inserted.contains(body)
                }
            }
        })
}
