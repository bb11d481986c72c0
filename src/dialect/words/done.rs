//! What the sections of a reply do, held against what its words ask for.

use std::collections::{BTreeMap, BTreeSet};

use bstr::{BStr, ByteSlice};

use crate::patch::{FileOp, FilePatch, LineKind, PatchPath};
use crate::text::{RelPath, setting};

/// What the sections of a reply do, by every ending of the paths they name.
#[derive(Default)]
pub(in crate::dialect) struct Done<'a> {
    /// The sections of a path; only so many as are ever looked at.
    sections: BTreeMap<&'a [u8], Vec<&'a FilePatch>>,
    /// The paths in full.
    whole: BTreeSet<&'a [u8]>,
    gone: BTreeSet<&'a [u8]>,
    /// The words that lines lose, and those that they get, by section: made when they are asked for.
    words: BTreeMap<*const FilePatch, Words<'a>>,
}

#[derive(Default)]
struct Words<'a> {
    lost: BTreeSet<&'a [u8]>,
    got: BTreeSet<&'a [u8]>,
}

/// How many sections of one name are looked at.
const N_SECTIONS: usize = 64;

impl<'a> Done<'a> {
    /// Looks through the sections.
    pub(in crate::dialect) fn of(files: &'a [FilePatch]) -> Done<'a> {
        let mut done = Done::default();
        for file in files {
            let goes = matches!(file.op, FileOp::Delete | FileOp::Rename { .. });
            let to = match &file.op {
                FileOp::Rename { to } | FileOp::Copy { to } => Some(to),
                FileOp::Modify | FileOp::Create | FileOp::Delete | FileOp::Replace => None,
            };
            let named = file.path.named();
            let refused = match &file.path {
                PatchPath::Refused { text, .. } => Some(text.as_bytes()),
                PatchPath::Named(_) | PatchPath::Missing => None,
            };
            let paths = [named, file.other_name.as_ref(), to].into_iter().flatten();
            for path in paths.map(RelPath::as_bytes).chain(refused) {
                done.whole.insert(path);
                for end in endings(path) {
                    let sections = done.sections.entry(end).or_default();
                    if sections.len() < N_SECTIONS {
                        sections.push(file);
                    }
                }
            }
            if let Some(path) = named.filter(|_| goes) {
                done.gone.extend(endings(path.as_bytes()));
            }
        }
        done
    }

    /// Returns whether a section deletes or moves `path`, or a file in the folder of that name.
    pub(in crate::dialect) fn is_gone(&self, path: &[u8]) -> bool {
        if let Some(folder) = path.strip_suffix(b"/") {
            let within = |gone: &&[u8]| gone.starts_with(path) && gone.len() > folder.len();
            return self.gone.range(path..).next().is_some_and(within);
        }
        endings(plain(path)).any(|end| {
            end.contains(&b'/') == plain(path).contains(&b'/') && self.gone.contains(end)
        })
    }

    /// Returns whether a section deletes or moves a file of this name, upper and lower case aside.
    pub(in crate::dialect) fn is_gone_by_word(&self, word: &str) -> bool {
        let mut gone = self.gone.iter();
        gone.any(|end| end.eq_ignore_ascii_case(word.as_bytes()))
    }

    /// Returns whether a section is about `path`.
    pub(in crate::dialect) fn is_there(&self, path: &[u8]) -> bool {
        let is_named = |path: &[u8]| self.sections.contains_key(self.known_as(path));
        is_named(path) || path.contains(&b'\\') && is_named(&path.replace("\\", "/"))
    }

    /// Does the same, also where a section leaves out folders of `path`.
    pub(in crate::dialect) fn is_there_in_short(&self, path: &[u8]) -> bool {
        self.is_there(path) || endings(plain(path)).any(|end| self.whole.contains(end))
    }

    /// Returns whether `path` is made here as a new file, beside an edit of another one, and not changed after that.
    pub(in crate::dialect) fn is_only_made(&self, path: &[u8]) -> bool {
        let sections = self.sections.get(self.known_as(path));
        let is_made = |file: &&FilePatch| file.op == FileOp::Create;
        self.whole.len() > 1 && sections.is_some_and(|sections| sections.iter().all(is_made))
    }

    /// Returns the ending of `path` that a section names: all of it, or what is left of one that begins above the root.
    fn known_as<'p>(&self, path: &'p [u8]) -> &'p [u8] {
        let path = plain(path);
        let is_absolute = path.starts_with(b"/");
        let is_whole =
            |end: &&[u8]| (is_absolute || end.contains(&b'/')) && self.whole.contains(end);
        if self.sections.contains_key(path) {
            return path;
        }
        endings(path).find(is_whole).unwrap_or(path)
    }

    /// Returns whether a section about `path` takes away the words of `old`, or brings those of `new` where they are given.
    pub(in crate::dialect) fn changes(
        &mut self,
        path: &[u8],
        old: Option<&BStr>,
        new: Option<&BStr>,
    ) -> bool {
        let sections = self.sections.get(self.known_as(path));
        let sections = sections.cloned().unwrap_or_default();
        sections
            .into_iter()
            .any(|file| self.changes_in(file, old, new))
    }

    /// Returns whether a section about `path` says what kind of file it is to be.
    pub(in crate::dialect) fn changes_mode(&self, path: &[u8]) -> bool {
        let sections = self.sections.get(self.known_as(path));
        let says_mode = |file: &&FilePatch| {
            file.mode.is_some() || file.hunks.iter().any(|it| it.mode.is_some())
        };
        sections.is_some_and(|sections| sections.iter().any(says_mode))
    }

    /// Returns whether a section inserts the words of `code`. A reply that does and then says to replace them speaks of a
    /// placeholder, which a person fills in.
    pub(in crate::dialect) fn inserts(&mut self, code: &BStr) -> bool {
        self.changes_any(None, Some(code))
    }

    /// Returns whether a line that a section inserts sets `name` to something.
    pub(in crate::dialect) fn sets(&self, name: &BStr) -> bool {
        let hunks = self
            .sections
            .values()
            .flatten()
            .flat_map(|file| &file.hunks);
        let mut lines = hunks.flat_map(|hunk| hunk.lines.iter());
        lines.any(|line| line.kind == LineKind::Insert && setting::sets(&line.body, name))
    }

    /// Returns whether the sections say which lines go: a file that is given whole, or in part, does not.
    pub(in crate::dialect) fn says_what_goes(&self) -> bool {
        let is_given = |file: &&FilePatch| file.op == FileOp::Replace || file.elided;
        !self.sections.values().flatten().any(is_given)
    }

    /// Returns whether the edits make what a correction says, of which `codes` are old and new. One that is plainly a correction is
    /// made only where it says what the edits do: one comes and another goes. Others are none unless they name something that
    /// comes, and something that the edits do not know.
    pub(in crate::dialect) fn is_corrected(&mut self, codes: &[&BStr], is_marked: bool) -> bool {
        let comes: Vec<bool> = codes.iter().map(|code| self.inserts(code)).collect();
        // `Make it 120`.
        if let [number] = codes
            && number.iter().all(u8::is_ascii_digit)
        {
            return comes[0];
        }
        let goes: Vec<bool> = codes
            .iter()
            .map(|code| self.changes_any(Some(code), None))
            .collect();
        let sides = || comes.iter().zip(&goes);
        let has_new = comes.contains(&true);
        match is_marked {
            true => has_new && sides().any(|(comes, goes)| *goes && !comes),
            false => !(has_new && sides().any(|(comes, goes)| !comes && !goes)),
        }
    }

    /// Does the same as [`Done::changes`] for all sections.
    pub(in crate::dialect) fn changes_any(
        &mut self,
        old: Option<&BStr>,
        new: Option<&BStr>,
    ) -> bool {
        let mut files: Vec<&FilePatch> = self.sections.values().flatten().copied().collect();
        files.dedup_by(|one, other| std::ptr::eq(*one, *other));
        files.truncate(N_SECTIONS);
        files
            .into_iter()
            .any(|file| self.changes_in(file, old, new))
    }

    fn changes_in(&mut self, file: &'a FilePatch, old: Option<&BStr>, new: Option<&BStr>) -> bool {
        let words = self.words.entry(file).or_insert_with(|| Words::of(file));
        let has =
            |set: &BTreeSet<&[u8]>, text: &BStr| words_of(text).all(|word| set.contains(word));
        // `&&` has no words.
        let is_sign = |text: &BStr| words_of(text).next().is_none();
        let holds = |kind: LineKind, text: &BStr| {
            let mut lines = file.hunks.iter().flat_map(|hunk| hunk.lines.iter());
            lines.any(|line| line.kind == kind && line.body.as_bstr().contains_str(text))
        };
        match (old, new) {
            (_, Some(new)) if is_sign(new) => holds(LineKind::Insert, new),
            (Some(old), None) if is_sign(old) => holds(LineKind::Delete, old),
            (_, Some(new)) => has(&words.got, new),
            (Some(old), None) => has(&words.lost, old),
            (None, None) => !words.lost.is_empty(),
        }
    }
}

impl<'a> Words<'a> {
    fn of(file: &'a FilePatch) -> Words<'a> {
        let mut words = Words::default();
        for line in file.hunks.iter().flat_map(|hunk| hunk.lines.iter()) {
            match line.kind {
                LineKind::Insert => words.got.extend(words_of(line.body.as_bstr())),
                LineKind::Delete => words.lost.extend(words_of(line.body.as_bstr())),
                LineKind::Context => {}
            }
        }
        words
    }
}

/// Returns whether two texts have half of the words of the shorter in common.
pub(in crate::dialect) fn shares_words(old: &[u8], new: &[u8]) -> bool {
    let words = |text| words_of(BStr::new(text)).collect::<BTreeSet<_>>();
    let (old, new) = (words(old), words(new));
    let n_same = old.intersection(&new).count();
    n_same > 0 && 2 * n_same >= old.len().min(new.len())
}

fn words_of(text: &BStr) -> impl Iterator<Item = &[u8]> {
    text.split(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_' && *byte < 0x80)
        .filter(|word| !word.is_empty())
}

fn plain(path: &[u8]) -> &[u8] {
    path.strip_prefix(b"./").unwrap_or(path)
}

/// Returns a path, and what is left of it behind each of its folders.
pub(in crate::dialect) fn endings(path: &[u8]) -> impl Iterator<Item = &[u8]> {
    let behind = path
        .iter()
        .enumerate()
        .filter(|(_, byte)| **byte == b'/')
        .map(|(at, _)| &path[at + 1..]);
    std::iter::once(path).chain(behind)
}
