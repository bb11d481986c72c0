//! Blocks that name no file, compared with the files of the tree: one may be a file with some lines changed, and one that calls
//! what the edits define may only show how that is used.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use bstr::{BStr, ByteSlice};
use similar::DiffOp;

use super::Session;
use super::likely::LookBudget;
use super::quoted::{says_something, without_remark};
use super::usage_example::UsageExample;
use crate::dialect::{Bond, NotAnEdit, Part, Verdict};
use crate::matcher::Cancel;
use crate::patch::alignment::{Search, operations};
use crate::text::display::display_line;
use crate::text::{RelPath, Snapshot, Text, Trim, import};

/// The fewest lines of code that tell which file a block is.
const N_LINES: usize = 3;

/// The most lines compared: of a block, and of the lines of a file that are also in the block.
const N_COMPARED: usize = 500;

/// What the known files say of blocks that name none, as far as they were looked through.
#[derive(Debug, Clone, Default)]
pub(super) struct SeenInTree {
    /// The files that have most lines of a block, with how many, by the index of its part.
    like: BTreeMap<usize, BTreeMap<RelPath, usize>>,
    /// The blocks that may only use what the edits define, each with the files that it may change.
    examples: Vec<(UsageExample, BTreeSet<RelPath>)>,
    /// Whether all known files were looked through: one that was left out may have the call that a block changes.
    is_whole: bool,
    /// The verdicts of the parts that are examples, as they were read.
    as_read: BTreeMap<usize, Verdict>,
}

impl Session {
    /// Returns whether a block is to be compared with the files of the tree.
    pub(super) fn has_blocks_apart(&self) -> bool {
        let is_apart = |part: &Part| part.may_be_usage_example() || is_beside(part);
        !self.seen_in_tree.as_read.is_empty() || self.parts.iter().any(is_apart)
    }

    /// Looks through the known files for those that blocks may be, and for calls that blocks may change.
    pub(super) fn look_for_blocks(
        &mut self,
        read: &mut impl FnMut(&RelPath) -> Snapshot,
        cancel: &dyn Cancel,
    ) {
        if !self.has_blocks_apart() {
            return;
        }
        self.forget_seen();
        let blocks = self.blocks();
        let examples = self.usage_examples().into_iter();
        let mut seen = SeenInTree {
            examples: examples.map(|it| (it, BTreeSet::new())).collect(),
            is_whole: true,
            ..SeenInTree::default()
        };
        let mut budget = LookBudget::new(cancel);
        for path in &self.known_paths {
            if blocks.is_empty() && seen.examples.is_empty() {
                break;
            }
            if !budget.is_left() {
                seen.is_whole = false;
                break;
            }
            let snapshot = read(path);
            budget.take(&snapshot);
            seen.compare(&blocks, &snapshot, &self.lines_of_hunks(path));
        }
        self.seen_in_tree = seen;
        self.judge_by_seen();
    }

    /// Compares the blocks anew with files that were read again. Those that no look compared wait for one.
    pub(super) fn look_again_for_blocks(&mut self, paths: &[RelPath]) {
        if paths.is_empty() || !self.has_blocks_apart() {
            return;
        }
        self.forget_seen();
        let mut seen = std::mem::take(&mut self.seen_in_tree);
        let blocks = self.blocks();
        let read = paths.iter().filter_map(|path| self.snapshots.get(path));
        for read in read {
            seen.compare(&blocks, read, &self.lines_of_hunks(&read.path));
        }
        self.seen_in_tree = seen;
        self.judge_by_seen();
    }

    /// Gives the parts back the verdicts that they were read with.
    fn forget_seen(&mut self) {
        for (part, verdict) in std::mem::take(&mut self.seen_in_tree.as_read) {
            self.parts[part].verdict = verdict;
        }
        for part in &mut self.parts {
            part.like = None;
        }
    }

    /// Takes over what the files say of the parts.
    fn judge_by_seen(&mut self) {
        for (part, paths) in &self.seen_in_tree.like {
            self.parts[*part].like = likest(paths).map(why);
        }
        // The edits may define other names by now, whose calls were not looked for.
        let now = self.usage_examples();
        let seen = &self.seen_in_tree;
        let is_example = |example: &UsageExample| {
            let mut looked_for = seen.examples.iter();
            seen.is_whole && looked_for.any(|(it, changed)| it == example && changed.is_empty())
        };
        let examples = now.iter().filter(|it| is_example(it)).map(|it| it.part);
        for part in examples.collect::<Vec<_>>() {
            let verdict = &mut self.parts[part].verdict;
            let as_read = std::mem::replace(verdict, Verdict::NotAnEdit(NotAnEdit::Example));
            self.seen_in_tree.as_read.insert(part, as_read);
        }
        self.renew_unread();
    }

    /// Returns the blocks without a path that may be a file of the tree.
    fn blocks(&self) -> Vec<Block<'_>> {
        let parts = self.parts.iter().enumerate();
        let blocks = parts.filter_map(|(part, it)| {
            let quotes = it.quotes.as_ref().filter(|_| is_beside(it))?;
            let lines = quotes.lines.iter().map(|line| line.as_bstr());
            let code: Vec<&[u8]> = code(lines).collect();
            (N_LINES..=N_COMPARED).contains(&code.len()).then(|| Block {
                part,
                wanted: code.iter().copied().collect(),
                code,
            })
        });
        blocks.collect()
    }

    /// Returns the lines of the hunks of a file.
    fn lines_of_hunks(&self, path: &RelPath) -> HashSet<&[u8]> {
        let files = self.patch.files.iter();
        let files = files.filter(|file| file.path.named() == Some(path));
        let hunks = files.flat_map(|file| &file.hunks);
        let lines = hunks.flat_map(|hunk| hunk.lines.iter());
        code(lines.map(|line| line.body.as_bstr())).collect()
    }
}

impl SeenInTree {
    /// Notes what a file says, the hunks of which have the lines `made`; one without a text says nothing.
    fn compare(&mut self, blocks: &[Block<'_>], read: &Snapshot, made: &HashSet<&[u8]>) {
        let (path, text) = (&read.path, read.text());
        for block in blocks {
            let files = self.like.entry(block.part).or_default();
            match text.and_then(|text| block.n_same(text, made)) {
                Some(n_same) => files.insert(path.clone(), n_same),
                None => files.remove(path),
            };
        }
        for (example, changed) in &mut self.examples {
            match text.is_some_and(|text| example.may_change(path, text)) {
                true => changed.insert(path.clone()),
                false => changed.remove(path),
            };
        }
    }
}

/// A block that names no file.
struct Block<'s> {
    part: usize,
    code: Vec<&'s [u8]>,
    wanted: BTreeSet<&'s [u8]>,
}

impl Block<'_> {
    /// Returns how many lines the block has in common with a file that it may be, the hunks of which have the lines `made`: most of
    /// its lines are there in this order, and one is new.
    fn n_same(&self, text: &Text, made: &HashSet<&[u8]>) -> Option<usize> {
        let old = code(text.lines());
        let old: Vec<&[u8]> = old
            .filter(|line| self.wanted.contains(line))
            .take(N_COMPARED)
            .collect();
        if 2 * old.len() <= self.code.len() {
            return None;
        }
        let there: HashSet<&[u8]> = old.iter().copied().collect();
        let is_new = |line: &&[u8]| !there.contains(line) && !made.contains(line);
        let n_same = n_in_order(&old, &self.code);
        (2 * n_same > self.code.len() && self.code.iter().any(is_new)).then_some(n_same)
    }
}

/// Returns whether a part is a block beside edits that names no file.
fn is_beside(part: &Part) -> bool {
    let quotes = part.quotes.as_ref();
    quotes.is_some_and(|quotes| matches!(quotes.bond, Bond::Beside { .. }))
}

/// Returns the file that has the most lines of a block. If several files are equally similar, none is meant.
fn likest(paths: &BTreeMap<RelPath, usize>) -> Option<&RelPath> {
    let most = paths.values().max()?;
    let mut likest = paths.iter().filter(|(_, n_same)| *n_same == most);
    let (path, _) = likest.next()?;
    likest.next().is_none().then_some(path)
}

/// Returns why a block may be an edit that is like a file.
fn why(path: &RelPath) -> Box<str> {
    format!("most of its lines are in {}", display_line(path.as_bytes())).into()
}

/// Returns the lines that hold code, without the space around it and the remarks behind it. Imports are left out: many files share
/// them.
fn code<'l>(lines: impl Iterator<Item = &'l BStr>) -> impl Iterator<Item = &'l [u8]> {
    let lines = lines.map(|line| without_remark(line.trimmed()));
    lines.filter(|line| says_something(line) && !import::is_import(line))
}

/// Returns how many lines two lists have in common, in the same order.
fn n_in_order(old: &[&[u8]], new: &[&[u8]]) -> usize {
    let operations = operations(Search::Myers, old, new);
    let n_same = operations.iter().map(|operation| match operation {
        DiffOp::Equal { len, .. } => *len,
        DiffOp::Delete { .. } | DiffOp::Insert { .. } | DiffOp::Replace { .. } => 0,
    });
    n_same.sum()
}

#[cfg(test)]
mod tests {
    use crate::matcher::Never;
    use crate::session::{Options, Session};
    use crate::text::{Content, RelPath, Snapshot};

    const SUMS: &str = "def total(cart, sign):\n    return sum(cart)\n";
    const MAIN: &str = "from sums import total\n\nprint('shop')\n";
    const EDIT: &str = "--- a/sums.py\n+++ b/sums.py\n@@ -1,2 +1,2 @@\n def total(cart, sign):\n-    return sum(cart)\n+    return sign + sum(cart)\n";

    fn snapshot(name: &str, text: &str) -> Snapshot {
        let path = RelPath::new(name).expect("a plain path");
        Snapshot::new(path, Content::of_bytes(text.into()))
    }

    /// Returns the review of an edit of `sums.py` with a block below words, `files` being the tree.
    fn opened(lead: &str, block: &str, files: &[(&str, &str)]) -> Session {
        let reply = format!("```diff\n{EDIT}```\n\n{lead}:\n\n```python\n{block}```\n");
        let mut session = Session::open(reply.into_bytes(), Options::default());
        let read = |path: &RelPath| {
            let text = files.iter().find(|(name, _)| path.to_text() == *name);
            let content = text.map(|(_, text)| Content::of_bytes(text.as_bytes().to_vec()));
            Snapshot::new(path.clone(), content.unwrap_or(Content::Absent))
        };
        session.supply_wanted(read, &Never);
        let known = files
            .iter()
            .map(|(name, _)| RelPath::new(*name).expect("a path"));
        session.set_known_paths(known.collect());
        session.look_for_holders(read, &Never);
        session
    }

    /// Returns why the one part that is unread is; `None` where all are read.
    fn unread(session: &Session) -> Option<String> {
        let why: Vec<&str> = session.unread().filter_map(|part| part.unread()).collect();
        assert!(why.len() < 2, "{why:?}");
        why.first().map(|why| why.to_string())
    }

    #[test]
    fn a_usage_example_is_unread_while_a_file_has_its_call_with_other_arguments() {
        let called = format!("{MAIN}total(cart, '#')\n");
        let sums_called = format!("{SUMS}\n\ntotal(cart, '#')\n");
        for (name, text, now) in [("main.py", MAIN, &called), ("sums.py", SUMS, &sums_called)] {
            for block in ["total(cart, '$')\n", "total(cart, '$')  # 12\n"] {
                let tree = [("main.py", MAIN), ("sums.py", SUMS)];
                let mut session = opened("Then", block, &tree);
                let parts = session.parts().to_vec();
                assert_eq!(unread(&session), None, "{block}");
                session.refresh(vec![snapshot(name, now)], &Never);
                assert!(unread(&session).is_some(), "{name}: {block}");
                session.refresh(vec![snapshot(name, text)], &Never);
                assert_eq!(session.parts(), parts, "{name}: {block}");
                assert_eq!(unread(&session), None, "{name}: {block}");
            }
        }
    }

    #[test]
    fn a_call_is_an_example_once_no_file_has_it_with_other_arguments() {
        let called = format!("{MAIN}total(cart, '#')\n");
        let tree = [("main.py", &called[..]), ("sums.py", SUMS)];
        let mut session = opened("Then", "total(cart, '$')\n", &tree);
        let why = unread(&session);
        assert!(why.is_some());
        session.refresh(vec![snapshot("main.py", MAIN)], &Never);
        assert_eq!(unread(&session), None);
        let gone = RelPath::new("main.py").expect("a path");
        session.refresh(vec![snapshot("main.py", &called)], &Never);
        assert_eq!(unread(&session), why);
        session.refresh(vec![Snapshot::new(gone, Content::Absent)], &Never);
        assert_eq!(unread(&session), None);
    }

    #[test]
    fn a_call_of_a_name_that_the_edited_file_drops_is_no_example() {
        let tree = [("main.py", MAIN), ("sums.py", SUMS)];
        let mut session = opened("Then", "total(cart, '$')\n", &tree);
        let other = SUMS.replace("total", "summed");
        session.refresh(vec![snapshot("sums.py", &other)], &Never);
        assert!(unread(&session).is_some());
        session.refresh(vec![snapshot("sums.py", SUMS)], &Never);
        assert_eq!(unread(&session), None);
    }

    #[test]
    fn a_block_is_like_the_file_that_has_most_of_its_lines_now() {
        let block = "host = 'a'\nport = 80\nuser = 'me'\nlimit = 9\n";
        let old = block.replace("limit = 9", "limit = 8");
        let tree = [
            ("other.py", "x = 1\n"),
            ("set.py", &old[..]),
            ("sums.py", SUMS),
        ];
        let mut session = opened("Config", block, &tree);
        let why = Some("most of its lines are in set.py".to_string());
        assert_eq!(unread(&session), why);
        session.refresh(vec![snapshot("other.py", &old)], &Never);
        assert_ne!(unread(&session), why);
        session.refresh(vec![snapshot("set.py", "x = 1\n")], &Never);
        let why = Some("most of its lines are in other.py".to_string());
        assert_eq!(unread(&session), why);
    }
}
