//! Patches in lines quoted with `>`, beside edits that are not: an earlier message, or what the reply was to do as well.

use std::collections::{BTreeMap, BTreeSet};

use bstr::{BStr, ByteSlice};

use super::{Account, NotAnEdit, Part, Verdict, push};
use crate::dialect::walk::envelope;
use crate::dialect::walk::scan::Quotes;
use crate::dialect::words::prose;
use crate::patch::{FileOp, FilePatch, LineKind};
use crate::text::{RelPath, Trim};

/// Why a quoted patch is unread.
const QUOTED: &str = "a quoted patch beside edits that do not make its change";

/// Words between the name of who wrote a message and the message.
const SAYS: &[&str] = &[
    "wrote", "writes", "said", "says", "schrieb", "écrit", "escribió", "scrisse", "schreef",
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
        let beside = self.beside.get_or_init(|| Beside::of(self));
        let answers_a_mail = beside.first_answered.is_some_and(|first| first <= at);
        if answers_a_mail || sections.iter().all(|section| beside.makes(section)) {
            push(parts, at..end, Verdict::NotAnEdit(NotAnEdit::Citation));
        } else {
            parts.push(self.unread(at..end, QUOTED));
        }
        Some(end)
    }
}

/// What stands beside the quotations of a reply.
pub(super) struct Beside<'a> {
    /// The first line of the first quotation above which it is said who wrote it: that one and all below are of a mail.
    first_answered: Option<usize>,
    /// What the edits make of each file.
    made: BTreeMap<&'a RelPath, Made<'a>>,
}

/// What the edits of one file say.
#[derive(Default)]
struct Made<'a> {
    ops: Vec<&'a FileOp>,
    inserted: BTreeSet<&'a [u8]>,
    deleted: BTreeSet<&'a [u8]>,
}

impl<'a> Beside<'a> {
    fn of(account: &Account<'a>) -> Beside<'a> {
        let mut said_above: Option<&BStr> = None;
        let mut is_within = false;
        let mut first_answered = None;
        for (at, line) in account.lines.iter().enumerate() {
            let is_quoted = line.body.trimmed_start().starts_with(b">");
            if is_quoted && !is_within && said_above.is_some_and(names_writer) {
                first_answered = Some(at);
                break;
            }
            is_within = is_quoted;
            if !line.is_blank() {
                said_above = Some(line.trimmed());
            }
        }
        let mut made: BTreeMap<&RelPath, Made<'_>> = BTreeMap::new();
        for file in &account.scan.files {
            let Some(path) = file.path.named() else {
                continue;
            };
            let made = made.entry(path).or_default();
            made.ops.push(&file.op);
            for line in file.hunks.iter().flat_map(|hunk| hunk.lines.iter()) {
                let body = line.body.trimmed_end();
                match line.kind {
                    LineKind::Context => false,
                    LineKind::Insert => made.inserted.insert(body),
                    LineKind::Delete => made.deleted.insert(body),
                };
            }
        }
        Beside {
            first_answered,
            made,
        }
    }

    /// Returns whether the edits of the same file make all changes of a quoted section.
    fn makes(&self, quoted: &FilePatch) -> bool {
        let Some(made) = quoted.path.named().and_then(|path| self.made.get(path)) else {
            return false;
        };
        let is_whole = |op: &&&FileOp| matches!(op, FileOp::Create | FileOp::Replace);
        let is_replaced = made.ops.iter().any(|op| is_whole(&op));
        let mut lines = quoted.hunks.iter().flat_map(|hunk| hunk.lines.iter());
        (is_replaced || made.ops.contains(&&quoted.op))
            && lines.all(|line| {
                let body = line.body.trimmed_end();
                match line.kind {
                    LineKind::Context => true,
                    LineKind::Insert => made.inserted.contains(body),
                    LineKind::Delete => {
                        made.deleted.contains(body) || is_replaced && !made.inserted.contains(body)
                    }
                }
            })
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
