//! One section for each file: what a reply asks of one file in several places belongs together.

use std::collections::{BTreeMap, HashMap};

use super::{Extent, FileMode, FileOp, FilePatch, Given, Hunk, HunkId, HunkLine, LineKind, Patch};
use crate::text::{Piece, RelPath, Text};

/// How many lines are looked through for edits of files that the reply gives whole: more such edits stay sections of their own.
const MOST_LOOKS: usize = 20_000_000;

impl Patch {
    /// Puts sections that change the same file into one, at the place of the first, hunks in the reply's order; edits of a
    /// file that the reply gives whole become part of what it gives. A section that asks something else of a file already
    /// named becomes invalid, for a path may be written once only; but a file may be made where another moved away. Returns
    /// the new id of every hunk by its old one.
    pub fn gather(&mut self) -> BTreeMap<HunkId, HunkId> {
        let mut ids = BTreeMap::new();
        let mut looks_left = MOST_LOOKS;
        let mut gathered: Vec<FilePatch> = Vec::new();
        let mut firsts: HashMap<RelPath, usize> = HashMap::new();
        for (file, mut section) in std::mem::take(&mut self.files).into_iter().enumerate() {
            // What only words make the content of a file may turn out to quote it: the file itself tells.
            let named = section.path.named().filter(|_| section.shown.is_none());
            let named = named.cloned();
            let first = named.as_ref().and_then(|path| firsts.get(path).copied());
            let merges = |other: &FilePatch| {
                let changes = |file: &FilePatch| {
                    file.op == FileOp::Modify
                        && file.invalid.is_none()
                        && !matches!(file.mode, Some(FileMode::Special(_)))
                };
                changes(other) && changes(&section)
            };
            let into = first.filter(|at| merges(&gathered[*at]));
            // A file that goes and is made anew is replaced.
            let remade = first.filter(|at| {
                let other = &gathered[*at];
                let shows_nothing = other.hunks.iter().all(|hunk| hunk.lines.is_empty());
                let goes = other.op == FileOp::Delete && other.invalid.is_none() && shows_nothing;
                goes && section.op == FileOp::Create
            });
            if let Some(at) = remade {
                gathered[at].op = FileOp::Replace;
                gathered[at].invalid = section.invalid.take();
                gathered[at].hunks.clear();
            }
            if let Some(at) = first
                && let Some(edited) = edited(&gathered[at], &section, &mut looks_left)
            {
                gathered[at].hunks = vec![edited];
                for hunk in 0..section.hunks.len() {
                    ids.insert(HunkId { file, hunk }, HunkId { file: at, hunk: 0 });
                }
                continue;
            }
            let into = remade.or(into);
            let hunk_before = into.map_or(0, |at| gathered[at].hunks.len());
            let new_file = into.unwrap_or(gathered.len());
            for hunk in 0..section.hunks.len() {
                ids.insert(
                    HunkId { file, hunk },
                    HunkId {
                        file: new_file,
                        hunk: hunk_before + hunk,
                    },
                );
            }
            match into {
                Some(at) => {
                    let last = gathered[at].hunks.last().map_or(0, |last| last.call);
                    for hunk in &mut section.hunks {
                        hunk.call = last + 1;
                    }
                    gathered[at].hunks.append(&mut section.hunks);
                    gathered[at].mode = section.mode.or(gathered[at].mode);
                }
                None => {
                    let is_read = matches!(section.op, FileOp::Copy { .. });
                    let moved_away = |at: usize| matches!(gathered[at].op, FileOp::Rename { .. });
                    let is_freed = section.op == FileOp::Create && first.is_some_and(moved_away);
                    if first.is_some() && !is_read && !is_freed && section.invalid.is_none() {
                        section.invalid = Some(
                            "the reply names this file before, for something else".to_string(),
                        );
                    }
                    // The file that is copied is only read.
                    let is_written = !matches!(section.op, FileOp::Copy { .. });
                    if let Some(path) = named.filter(|_| is_written) {
                        firsts.entry(path).or_insert(new_file);
                    }
                    gathered.push(section);
                }
            }
        }
        // They are kept as long as the review, and a list that grew has room for twice as many.
        for file in &mut gathered {
            file.hunks.shrink_to_fit();
        }
        gathered.shrink_to_fit();
        self.files = gathered;
        ids
    }
}

/// Returns the hunk of a file that is given whole with the edits that a later section asks of it; `None` where one of these
/// does not fit it to the letter in one place alone. The model wrote both, and no file is looked at.
fn edited(whole: &FilePatch, section: &FilePatch, looks_left: &mut usize) -> Option<Hunk> {
    let gives_all = matches!(whole.op, FileOp::Create | FileOp::Replace)
        && whole.given == Given::Hunks
        && whole.invalid.is_none()
        && !whole.elided;
    let edits = section.op == FileOp::Modify
        && section.invalid.is_none()
        && section.mode.is_none()
        && section.shown.is_none();
    let [made] = &whole.hunks[..] else {
        return None;
    };
    let is_plain = made.invalid.is_none() && made.unsure.is_none();
    if !gives_all || !edits || !is_plain || section.hunks.is_empty() {
        return None;
    }
    let mut lines: Vec<Piece> = made.postimage_pieces().collect();
    for hunk in &section.hunks {
        *looks_left = looks_left.checked_sub(lines.len())?;
        let text = Text::new(joined(&lines));
        let completed = hunk.completed(&text);
        let hunk = completed.as_ref().unwrap_or(hunk);
        let at = only_place(hunk, &lines)?;
        lines.splice(at..at + hunk.preimage().count(), hunk.postimage_pieces());
    }
    let inserted = |line| HunkLine::new(LineKind::Insert, line);
    Some(Hunk {
        lines: lines.into_iter().map(inserted).collect(),
        ..made.clone()
    })
}

/// Returns the one line (0-based) at which all that the hunk quotes stands to the letter.
fn only_place(hunk: &Hunk, lines: &[Piece]) -> Option<usize> {
    let is_plain = hunk.invalid.is_none()
        && hunk.unsure.is_none()
        && hunk.mode.is_none()
        && hunk.cell.is_none()
        && hunk.replaces.is_none()
        && matches!(hunk.extent, Extent::Lines | Extent::Within);
    let quoted: Vec<&[u8]> = hunk.preimage().map(|line| &**line).collect();
    if !is_plain || quoted.is_empty() {
        return None;
    }
    let stands = |window: &[Piece]| window.iter().map(|line| &**line).eq(quoted.iter().copied());
    let mut places = lines.windows(quoted.len()).enumerate();
    let (at, _) = places.find(|(_, window)| stands(window))?;
    let is_only = !places.any(|(_, window)| stands(window));
    is_only.then_some(at)
}

fn joined(lines: &[Piece]) -> Vec<u8> {
    let mut text = Vec::new();
    for line in lines {
        text.extend_from_slice(line);
        text.push(b'\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::patch::PatchPath;
    use crate::text::Root;

    #[test]
    fn sections_of_one_file_become_one() {
        let section = |path: &str, op: FileOp| {
            let mut file = FilePatch::new(PatchPath::new(path, &Root::default()), op, "unified");
            file.hunks.push(Hunk::default());
            file
        };
        let files = [
            ("a", FileOp::Modify),
            ("b", FileOp::Modify),
            ("a", FileOp::Modify),
            ("b", FileOp::Delete),
        ];
        let mut patch = Patch {
            files: files.map(|(path, op)| section(path, op)).into(),
        };
        let ids = patch.gather();
        let shape: Vec<(usize, bool)> = patch
            .files
            .iter()
            .map(|file| (file.hunks.len(), file.invalid.is_some()))
            .collect();
        assert_eq!(shape, [(2, false), (1, false), (1, true)]);
        assert_eq!(
            ids[&HunkId { file: 2, hunk: 0 }],
            HunkId { file: 0, hunk: 1 }
        );
        assert_eq!(
            ids[&HunkId { file: 3, hunk: 0 }],
            HunkId { file: 2, hunk: 0 }
        );
    }
}
