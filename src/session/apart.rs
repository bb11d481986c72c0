//! Blocks that name no file, held against the files of the tree: one may be a file with some lines changed, and one that calls
//! what the edits define may only show how that is used.

use std::collections::{BTreeSet, HashSet};

use bstr::{BStr, ByteSlice};

use super::Session;
use super::likely::{N_BYTES, N_BYTES_A_FILE};
use super::quoted::{says_something, without_remark};
use crate::dialect::{Bond, NotAnEdit, Verdict};
use crate::matcher::Cancel;
use crate::text::display::display_line;
use crate::text::{RelPath, Snapshot, Text, Trim, import};

/// The fewest lines of code that tell which file a block is.
const N_LINES: usize = 3;

/// The most lines of a block, and of a file those which it has as well, that are laid beside each other.
const N_LAID: usize = 500;

impl Session {
    /// Returns whether a block is to be held against the files of the tree.
    pub(super) fn has_blocks_apart(&self) -> bool {
        !self.blocks().is_empty() || !self.uses().is_empty()
    }

    /// Looks through the known files for those that blocks may be, and for calls that blocks may change.
    pub(super) fn look_for_blocks(
        &mut self,
        read: &mut impl FnMut(&RelPath) -> Snapshot,
        cancel: &dyn Cancel,
    ) {
        let (mut blocks, mut uses) = (self.blocks(), self.uses());
        if blocks.is_empty() && uses.is_empty() {
            return;
        }
        let mut n_bytes = 0;
        let mut is_capped = false;
        for path in &self.known_paths {
            is_capped = n_bytes >= N_BYTES || cancel.is_cancelled();
            if is_capped {
                break;
            }
            let snapshot = read(path);
            let text = snapshot.text();
            n_bytes += N_BYTES_A_FILE.max(text.map_or(0, |text| text.as_bytes().len()));
            if let Some(text) = text {
                let made = self.lines_of_hunks(path);
                blocks
                    .iter_mut()
                    .for_each(|block| block.lay(path, text, &made));
                uses.retain(|it| !it.may_change(path, text));
            }
        }
        let like: Vec<(usize, Box<str>)> = blocks.iter().filter_map(Block::why).collect();
        // Where files were left out, one of them may have the call that a block changes.
        let uses: Vec<usize> = uses.iter().map(|it| it.part).collect();
        for (part, why) in like {
            self.parts[part].like = Some(why);
        }
        for part in uses.into_iter().filter(|_| !is_capped) {
            self.parts[part].verdict = Verdict::NotAnEdit(NotAnEdit::Example);
        }
        self.renew_unread();
    }

    /// Returns the blocks without a path that may be a file of the tree.
    fn blocks(&self) -> Vec<Block<'_>> {
        let parts = self.parts.iter().enumerate();
        let blocks = parts.filter_map(|(part, it)| {
            let quotes = it.quotes.as_ref()?;
            let is_apart = match quotes.bond {
                Bond::Beside | Bond::Apart => true,
                Bond::Shows | Bond::Names | Bond::Fits => false,
            };
            let code: Vec<&[u8]> = code(quotes.lines.iter().map(|line| line.as_bstr())).collect();
            (is_apart && (N_LINES..=N_LAID).contains(&code.len())).then(|| Block {
                part,
                wanted: code.iter().copied().collect(),
                code,
                n_same: 0,
                paths: Vec::new(),
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

/// A block that names no file, and the files that have most of its lines.
struct Block<'s> {
    part: usize,
    code: Vec<&'s [u8]>,
    wanted: BTreeSet<&'s [u8]>,
    /// How many of its lines the likest files have.
    n_same: usize,
    paths: Vec<RelPath>,
}

impl Block<'_> {
    /// Lays the block beside a file, the hunks of which have the lines `made`: where most of its lines are there in this order, and
    /// one is new, it may be that file.
    fn lay(&mut self, path: &RelPath, text: &Text, made: &HashSet<&[u8]>) {
        let old = code(text.lines());
        let old: Vec<&[u8]> = old
            .filter(|line| self.wanted.contains(line))
            .take(N_LAID)
            .collect();
        if 2 * old.len() <= self.code.len() {
            return;
        }
        let there: HashSet<&[u8]> = old.iter().copied().collect();
        let is_new = |line: &&[u8]| !there.contains(line) && !made.contains(line);
        let n_same = n_in_order(&old, &self.code);
        if 2 * n_same <= self.code.len() || n_same < self.n_same || !self.code.iter().any(is_new) {
            return;
        }
        if n_same > self.n_same {
            self.paths.clear();
        }
        self.n_same = n_same;
        self.paths.push(path.clone());
    }

    /// Returns why the block may be an edit, where one file is likest to it: lines that several have alike are of none.
    fn why(&self) -> Option<(usize, Box<str>)> {
        let [path] = &self.paths[..] else {
            return None;
        };
        let why = format!("it has most lines of {}", display_line(path.as_bytes()));
        Some((self.part, why.into()))
    }
}

/// Returns the lines that hold code, without the space around it and the remarks behind it. What brings other code in says little
/// of its file.
fn code<'l>(lines: impl Iterator<Item = &'l BStr>) -> impl Iterator<Item = &'l [u8]> {
    let lines = lines.map(|line| without_remark(line.trimmed()));
    lines.filter(|line| says_something(line) && !import::is_import(line))
}

/// Returns how many lines two lists have in common, in the same order.
fn n_in_order(old: &[&[u8]], new: &[&[u8]]) -> usize {
    let mut n_same = vec![0; new.len() + 1];
    for line in old {
        let mut before = 0;
        for (at, other) in new.iter().enumerate() {
            let above = n_same[at + 1];
            n_same[at + 1] = if line == other {
                before + 1
            } else {
                above.max(n_same[at])
            };
            before = above;
        }
    }
    n_same[new.len()]
}
