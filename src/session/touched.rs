//! Whether commands of the reply may change files of the tree.

use std::collections::BTreeSet;

use bstr::ByteSlice;

use super::Session;
use crate::dialect::{Touch, Touching};
use crate::patch::FilePatch;
use crate::plan::State;
use crate::text::{RelPath, Snapshot, Text, setting};

/// The most patterns of one command that are held against the paths of the tree; one with more may mean any.
const N_PATTERNS: usize = 50;

impl Session {
    /// Returns the paths of the sections that make a file.
    pub(super) fn named_paths(&self) -> impl Iterator<Item = &[u8]> {
        let makes = |file: &&FilePatch| file.op.is_content();
        let files = self.patch.files.iter().filter(makes);
        files.filter_map(|file| file.path.named().map(RelPath::as_bytes))
    }

    /// Returns whether a part with these `touches` may change the tree; one without any may.
    pub(super) fn may_change_tree(&self, touches: &[Touch], named: &BTreeSet<&[u8]>) -> bool {
        let known = &self.known_paths;
        // A name matches its own path and all below it. Patterns are compared with every path, so their number is limited.
        let is_pattern = |touch: &Touch| touch.path.iter().any(|byte| matches!(byte, b'*' | b'?'));
        let n_patterns = touches.iter().filter(|touch| is_pattern(touch)).count();
        let is_there = |touch: &Touch| {
            if is_pattern(touch) {
                let made = || named.iter().any(|path| names(&touch.path, path));
                return n_patterns > N_PATTERNS
                    || known.iter().any(|path| names(&touch.path, path.as_bytes()))
                    || made();
            }
            // What the patch makes is there as well.
            if named.contains(&touch.path[..]) {
                return true;
            }
            let below = [&touch.path[..], b"/"].concat();
            let is_at = |wanted: &[u8]| {
                let at = known.partition_point(|path| path.as_bytes() < wanted);
                known.get(at).map(|path| path.as_bytes())
            };
            touch.path.is_empty()
                || is_at(&touch.path) == Some(&touch.path[..])
                || is_at(&below).is_some_and(|path| path.starts_with(&below))
        };
        let is_file = |touch: &Touch| {
            let at = known.binary_search_by(|path| path.as_bytes().cmp(&touch.path[..]));
            named.contains(&touch.path[..]) || at.is_ok()
        };
        // Before the paths are known, none is left out.
        let is_touched = |touch: &Touch| match touch.how {
            Touching::Writes => true,
            Touching::Changes => known.is_empty() || is_there(touch),
            Touching::Marks => {
                known.is_empty() || is_there(touch) && !named.contains(&touch.path[..])
            }
            Touching::Fills => known.is_empty() || is_file(touch),
            Touching::Makes => known.is_empty() || !is_there(touch),
            Touching::Named => {
                let name = String::from_utf8_lossy(&touch.path);
                self.bare_names.contains(&*name)
            }
            Touching::Takes => self.is_only_quoted(&touch.path),
            Touching::Holds => {
                let mut texts = self.snapshots.values().filter_map(Snapshot::text);
                texts.any(|text| holds_code(text, &touch.path))
            }
            Touching::Sets => {
                let mut texts = self.snapshots.values().filter_map(Snapshot::text);
                texts.any(|text| text.lines().any(|line| setting::sets(line, &touch.path)))
            }
        };
        touches.is_empty() || touches.iter().any(is_touched)
    }

    /// Returns whether a block that only words make the content of the file at `path` says nothing but what is there. After an apply
    /// of this reply it may be the result.
    fn is_only_quoted(&self, path: &[u8]) -> bool {
        let is_of = |file: &usize| {
            let section = &self.patch.files[*file];
            let named = section.path.named().map(RelPath::as_bytes);
            named == Some(path) && (section.shown.is_some() || section.is_quotation())
        };
        let changes_nothing = |file: usize| {
            let is_applied = self
                .target(file)
                .is_some_and(|it| self.before.contains_key(it));
            let mut hunks = self.plan.files[file].hunks.iter();
            !is_applied && hunks.all(|hunk| hunk.state == State::NoOp)
        };
        let mut files = (0..self.plan.files.len()).filter(is_of);
        files.any(changes_nothing)
    }
}

/// Returns whether `pattern` names `path`, or a folder that it lies in; behind `**/`, from any folder on.
fn names(pattern: &[u8], path: &[u8]) -> bool {
    let below = pattern.strip_prefix(b"**/");
    if let Some(pattern) = below.filter(|pattern| !pattern.is_empty()) {
        let folders = memchr::memchr_iter(b'/', path).map(|at| &path[at + 1..]);
        return std::iter::once(path)
            .chain(folders)
            .any(|end| names(pattern, end));
    }
    let mut parts = path.split_str("/");
    let mut wanted = pattern.split_str("/");
    pattern.is_empty()
        || wanted.all(|wanted| parts.next().is_some_and(|part| is_like(wanted, part)))
}

/// Returns whether a name is one that `*` for any text and `?` for a letter make it. Only the last `*` is ever tried again, so
/// that it takes no more steps than both are long, one times the other.
fn is_like(wanted: &[u8], name: &[u8]) -> bool {
    let (mut at, mut in_name) = (0, 0);
    let mut last_star = None;
    while in_name < name.len() {
        match wanted.get(at) {
            Some(b'*') => {
                last_star = Some((at, in_name));
                at += 1;
            }
            Some(byte) if *byte == b'?' || *byte == name[in_name] => {
                at += 1;
                in_name += 1;
            }
            Some(_) | None => {
                let Some((star, from)) = last_star else {
                    return false;
                };
                last_star = Some((star, from + 1));
                (at, in_name) = (star + 1, from + 1);
            }
        }
    }
    wanted[at..].iter().all(|byte| *byte == b'*')
}

/// Returns whether a line of `text` holds `code`, not as a part of a longer word.
fn holds_code(text: &Text, code: &[u8]) -> bool {
    let is_word =
        |byte: Option<&u8>| byte.is_some_and(|it| it.is_ascii_alphanumeric() || *it == b'_');
    let (first, last) = (code.first(), code.last());
    text.lines().any(|line| {
        line.find_iter(code).any(|at| {
            let before = at.checked_sub(1).and_then(|at| line.get(at));
            let behind = line.get(at + code.len());
            !(is_word(before) && is_word(first) || is_word(last) && is_word(behind))
        })
    })
}
