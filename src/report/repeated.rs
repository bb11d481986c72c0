//! Imports that a patch adds to a file in which they stand already. A model that does not see the head of a file adds what is
//! there; nothing is wrong with the place then, so only this tells.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use super::finding::{Finding, FindingCode};
use crate::patch::{FileOp, FilePatch, HunkId, LineKind};
use crate::plan::{HunkPlan, State};
use crate::session::Session;
use crate::text::display::display_line;
use crate::text::import;
use crate::text::{Snapshot, Text};

/// A line with fewer letters says too little.
const N_LETTERS: usize = 10;

/// The imports of one file, for all hunks of its section.
pub(super) struct Imports<'a> {
    session: &'a Session,
    file: usize,
    /// Looked for when a hunk adds one.
    known: OnceCell<Known<'a>>,
}

struct Known<'a> {
    /// The first line of the file with each, 0-based.
    standing: HashMap<&'a [u8], usize>,
    /// Those that the section takes away somewhere: they are moved.
    taken_away: HashSet<&'a [u8]>,
}

impl<'a> Imports<'a> {
    /// Makes ready to tell of the hunks of the section of this index.
    pub(super) fn of(session: &'a Session, file: usize) -> Imports<'a> {
        Imports {
            session,
            file,
            known: OnceCell::new(),
        }
    }

    /// Returns the imports that a hunk of the section adds although they stand elsewhere in its file, in the hunk's order.
    pub(super) fn repeated_by(&self, plan: &HunkPlan) -> Vec<Finding> {
        let file = &self.session.plan().files[self.file];
        let section = &self.session.patch().files[self.file];
        let text = file.snapshot.as_ref().and_then(Snapshot::text);
        let Some(text) = text.filter(|_| section.op == FileOp::Modify && is_to_come(plan)) else {
            return Vec::new();
        };
        let found = added(self.session, plan.id).filter_map(|line| {
            let known = self.known.get_or_init(|| Known::of(section, text));
            let at = known.standing.get(line)?;
            let (shown, number) = (display_line(line), at + 1);
            let told = format!("adds `{shown}`, which stands already at line {number}");
            (!known.taken_away.contains(line)).then_some(told)
        });
        let finding = |text| Finding {
            code: FindingCode::RepeatedImport,
            path: file.target.clone(),
            hunk: Some(plan.id),
            text,
        };
        found.map(finding).collect()
    }
}

impl<'a> Known<'a> {
    fn of(section: &'a FilePatch, text: &'a Text) -> Known<'a> {
        let lines = || section.hunks.iter().flat_map(|hunk| hunk.lines.iter());
        let deleted = lines().filter(|line| line.kind == LineKind::Delete);
        let inserted = lines().filter(|line| line.kind == LineKind::Insert);
        let added: HashSet<&[u8]> = inserted.filter_map(|line| import(&line.body)).collect();
        let mut standing = HashMap::new();
        if added.len() <= N_LOOKED_FOR {
            let first = |import: &'a [u8]| Some((import, first_line_of(import, text)?));
            standing.extend(added.into_iter().filter_map(first));
        } else {
            for (at, line) in text.lines().enumerate() {
                if let Some(import) = import(line) {
                    standing.entry(import).or_insert(at);
                }
            }
        }
        Known {
            standing,
            taken_away: deleted.filter_map(|line| import(&line.body)).collect(),
        }
    }
}

/// So many imports are looked for one by one. More of them are looked up among all that the file has: a pass over all its
/// lines, which costs as much as some dozen searches.
const N_LOOKED_FOR: usize = 12;

/// Returns the first line (0-based) of the text that is this import.
fn first_line_of(import: &[u8], text: &Text) -> Option<usize> {
    let mut found = memchr::memmem::find_iter(text.as_bytes(), import);
    found.find_map(|at| {
        let line = text.line_at(at)?;
        (text.line(line).trim_ascii() == import).then_some(line)
    })
}

/// Returns the imports that a hunk adds, without the space around them.
fn added(session: &Session, id: HunkId) -> impl Iterator<Item = &[u8]> {
    let lines = session.patch().hunk(id).lines.iter();
    let inserted = lines.filter(|line| line.kind == LineKind::Insert);
    inserted.filter_map(|line| import(&line.body))
}

/// Returns the import that a line is, without the space around it; `None` for other lines.
fn import(line: &[u8]) -> Option<&[u8]> {
    let line = line.trim_ascii();
    let letters = || line.iter().filter(|byte| byte.is_ascii_alphabetic());
    (import::is_import(line) && letters().count() >= N_LETTERS).then_some(line)
}

/// Returns whether the hunk may still be written.
pub(super) fn is_to_come(plan: &HunkPlan) -> bool {
    !matches!(
        plan.state,
        State::AlreadyApplied | State::NoOp | State::Skipped | State::FileStuck
    )
}

#[cfg(test)]
mod tests {
    use crate::report;
    use crate::session::{Options, Session};
    use crate::text::{Content, Snapshot};

    const FILE: &str = "import argparse\nfrom pathlib import Path\n\n\ndef run():\n    return 1\n";

    #[track_caller]
    fn check(hunks: &str, expected: &[&str]) {
        let reply = format!("--- a/f.py\n+++ b/f.py\n{hunks}");
        let mut session = Session::open(reply.as_bytes(), Options::default());
        let read = |path| Snapshot::new(path, Content::of_bytes(FILE.into()));
        let wanted = session.wanted().into_iter().map(read).collect();
        session.supply(wanted);
        let found = report::findings(&session);
        assert!(found.iter().all(|finding| !finding.refuses()));
        let found: Vec<_> = found.iter().map(|finding| &*finding.text).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn an_import_that_stands_elsewhere_is_told() {
        let stands = "adds `import argparse`, which stands already at line 1";
        check(
            "@@ @@\n+import argparse\n def run():\n-    return 1\n+    return 2\n",
            &[stands],
        );
        check(
            "@@ @@\n def run():\n+    import argparse\n     return 1\n",
            &[stands],
        );
    }

    #[test]
    fn what_is_moved_or_new_or_no_import_is_not() {
        let moved = "@@ @@\n-import argparse\n from pathlib import Path\n+import argparse\n";
        check(moved, &[]);
        check(
            "@@ @@\n def run():\n+    import contextlib\n     return 1\n",
            &[],
        );
        check("@@ @@\n     return 1\n+\n+def run():\n+    return 1\n", &[]);
    }
}
