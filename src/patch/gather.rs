//! Sections about one file put into one: what the reply leaves of it counts.

use std::collections::{BTreeMap, HashMap};

use super::{FileMode, FileOp, FilePatch, Hunk, HunkId, HunkLine, LineKind, Patch};
use crate::text::{RelPath, Text};

/// How many lines of files that a reply makes are looked at for the edits that follow.
const MAX_STEPS: usize = 20_000_000;

impl Patch {
    /// Puts sections that change the same file into one, at the place of the first, hunks in the reply's order; a section
    /// that asks something else of a file already named becomes invalid, for a path may be written once only. Returns the
    /// new id of every hunk by its old one.
    pub fn gather(&mut self) -> BTreeMap<HunkId, HunkId> {
        let mut ids = BTreeMap::new();
        let mut gathered: Vec<FilePatch> = Vec::new();
        let mut firsts: HashMap<RelPath, usize> = HashMap::new();
        let mut n_steps = MAX_STEPS;
        for (file, mut section) in std::mem::take(&mut self.files).into_iter().enumerate() {
            // What only words make the content of a file may turn out to quote it: the file itself tells.
            let n_hunks = section.hunks.len();
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
            // What is given whole later is all that counts.
            let again = first.filter(|at| is_given_again(&gathered[*at], &section));
            if let Some(at) = again {
                if gathered[at].op == FileOp::Modify {
                    gathered[at].op = FileOp::Replace;
                }
                gathered[at].dialect = section.dialect;
                gathered[at].hunks.clear();
            }
            // A file that is made and then edited is made as the edits leave it.
            let made = first.filter(|at| is_edited(&mut gathered[*at], &section, &mut n_steps));
            if made.is_some() {
                section.hunks.clear();
            }
            let into = remade.or(again).or(made).or(into);
            let hunk_before = into.map_or(0, |at| gathered[at].hunks.len());
            let new_file = into.unwrap_or(gathered.len());
            for hunk in 0..n_hunks {
                let new_hunk = match made {
                    Some(_) => 0,
                    None => hunk_before + hunk,
                };
                ids.insert(
                    HunkId { file, hunk },
                    HunkId {
                        file: new_file,
                        hunk: new_hunk,
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
                    if first.is_some() && !is_read && section.invalid.is_none() {
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

/// Returns whether `section` gives all of a file that `other` only changes, or gives as well.
fn is_given_again(other: &FilePatch, section: &FilePatch) -> bool {
    let is_plain = |file: &FilePatch| {
        file.invalid.is_none()
            && file.shown.is_none()
            && !file.elided
            && !matches!(file.mode, Some(FileMode::Special(_)))
            && file.hunks.iter().all(|hunk| hunk.unsure.is_none())
    };
    let may_be_given = matches!(other.op, FileOp::Modify | FileOp::Replace | FileOp::Create);
    section.op == FileOp::Replace && may_be_given && is_plain(other) && is_plain(section)
}

/// Makes the edits of `section` in the content that `other` gives. Returns whether it could: each must stand at one place
/// only.
fn is_edited(other: &mut FilePatch, section: &FilePatch, n_steps: &mut usize) -> bool {
    let is_plain = |file: &FilePatch| {
        file.invalid.is_none() && file.shown.is_none() && !file.elided && file.mode.is_none()
    };
    let gives = matches!(other.op, FileOp::Create | FileOp::Replace);
    let [content] = &other.hunks[..] else {
        return false;
    };
    if !gives || section.op != FileOp::Modify || !is_plain(other) || !is_plain(section) {
        return false;
    }
    let mut lines = content.lines.to_vec();
    for hunk in &section.hunks {
        *n_steps = n_steps.saturating_sub(lines.len());
        match edited(&lines, hunk).filter(|_| *n_steps > 0) {
            Some(after) => lines = after,
            None => return false,
        }
    }
    other.hunks[0].lines = lines.into();
    true
}

/// Returns the lines of a content after a hunk; `None` where it does not stand there at one place only.
fn edited(lines: &[HunkLine], hunk: &Hunk) -> Option<Vec<HunkLine>> {
    let is_unclear = hunk.replaces.is_some() || hunk.cell.is_some() || hunk.mode.is_some();
    if is_unclear || hunk.unsure.is_some() || hunk.invalid.is_some() {
        return None;
    }
    let mut content = Vec::new();
    for line in lines {
        content.extend_from_slice(&line.body);
        content.push(b'\n');
    }
    let completed = hunk.completed(&Text::new(content));
    let hunk = completed.as_ref().unwrap_or(hunk);
    let old: Vec<_> = hunk.preimage().collect();
    if old.is_empty() || hunk.invalid.is_some() {
        return None;
    }
    let is_here =
        |at: &usize| (old.iter().zip(&lines[*at..])).all(|(old, line)| **old == *line.body);
    let mut places = (0..(lines.len() + 1).saturating_sub(old.len())).filter(is_here);
    let (start, None) = (places.next()?, places.next()) else {
        return None;
    };
    let new = hunk.lines.iter().filter(|line| line.in_postimage());
    let new = new.map(|line| HunkLine::new(LineKind::Insert, line.body.clone()));
    let (above, below) = (&lines[..start], &lines[start + old.len()..]);
    Some(
        above
            .iter()
            .cloned()
            .chain(new)
            .chain(below.iter().cloned())
            .collect(),
    )
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
