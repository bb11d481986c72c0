//! How a later section about a file is joined to the first.

use bstr::{BStr, ByteSlice};

use crate::patch::{FileMode, FileOp, FilePatch, Hunk, HunkLine, LineKind, PatchPath};
use crate::text::{FinalNewline, RelPath, Text, Trim, indent};

/// How many lines of files that a reply makes are looked at for the edits that follow.
const MAX_STEPS: usize = 100_000_000;

/// Returns whether a section can be one of its own beside the first one about its file: it only reads the file, makes one where the
/// other moved away, or changes lines that the other leaves out.
pub(super) fn stands_beside(other: &FilePatch, section: &FilePatch) -> bool {
    let moves_away = matches!(other.op, FileOp::Rename { .. });
    matches!(section.op, FileOp::Copy { .. })
        || moves_away && section.op == FileOp::Create
        || changes_what_is_left_out(other, section)
}

/// Returns whether a section changes only lines that `other` leaves out: the two cannot conflict.
fn changes_what_is_left_out(other: &FilePatch, section: &FilePatch) -> bool {
    let shown = || other.lines();
    let is_apart = |hunk: &Hunk| {
        let mut old = hunk.preimage().filter(|line| !indent::is_blank(line));
        // It may be a part of a line.
        let is_shown = |line: &BStr| shown().any(|shown| shown.body.contains_str(line.trimmed()));
        hunk.has_preimage() && !old.any(is_shown)
    };
    other.elided
        && gives_all(other)
        && section.op == FileOp::Modify
        && other.shown.is_none()
        && section.shown.is_none()
        && section.invalid.is_none()
        && section.hunks.iter().all(is_apart)
}

/// Returns whether a section changes, in lines, what another changes in lines, moves or copies.
pub(super) fn continues(other: &FilePatch, section: &FilePatch) -> bool {
    let keeps_lines = match &other.op {
        FileOp::Modify => true,
        FileOp::Rename { to } | FileOp::Copy { to } => section.path.named() == Some(to),
        FileOp::Create | FileOp::Delete | FileOp::Replace => false,
    };
    keeps_lines && is_plain_edit_of(section, other)
}

/// Returns whether a section changes, by its old name, what another moves away: no file has that name any more.
pub(super) fn follows(other: &FilePatch, section: &FilePatch) -> bool {
    let moves_away = matches!(other.op, FileOp::Rename { .. });
    moves_away && !gives_all(section) && is_plain_edit_of(section, other)
}

/// Returns the name by which `section` edits the file of `other`, and the one that the file gets, where these differ.
pub(super) fn renamed(other: &FilePatch, section: &FilePatch) -> Option<(RelPath, RelPath)> {
    let new = match &other.op {
        FileOp::Rename { to } => to,
        FileOp::Copy { .. } => return None,
        FileOp::Modify | FileOp::Create | FileOp::Delete | FileOp::Replace => other.path.named()?,
    };
    let old = section.path.named()?;
    let is_edit = section.op == FileOp::Modify && old != new;
    is_edit.then(|| (old.clone(), new.clone()))
}

/// Returns whether a section changes lines, and both it and the one about the same file say nothing that forbids that.
fn is_plain_edit_of(section: &FilePatch, other: &FilePatch) -> bool {
    let is_plain = |file: &FilePatch| {
        file.invalid.is_none() && !matches!(file.mode, Some(FileMode::Special(_)))
    };
    section.op == FileOp::Modify && is_plain(other) && is_plain(section)
}

/// Moves a file that `other` changes or makes, where `section` asks for that.
pub(super) fn try_move(
    other: &mut FilePatch,
    section: &mut FilePatch,
    n_steps: &mut usize,
) -> bool {
    let FileOp::Rename { to } = section.op.clone() else {
        return false;
    };
    if !is_plain_move(other) || !is_plain_move(section) {
        return false;
    }
    match other.op {
        FileOp::Modify => other.op = FileOp::Rename { to },
        FileOp::Create => {
            let mut edits = FilePatch {
                op: FileOp::Modify,
                ..section.clone()
            };
            if !edits.hunks.is_empty() && !try_edit(other, &mut edits, n_steps) {
                return false;
            }
            section.hunks.clear();
            other.path = PatchPath::Named(to);
        }
        FileOp::Delete | FileOp::Replace | FileOp::Rename { .. } | FileOp::Copy { .. } => {
            return false;
        }
    }
    true
}

/// Applies a later move or deletion to a file that `other` has moved or copied: `section` names it by its new path. Returns
/// whether `other` now does both.
pub(super) fn try_continue(other: &mut FilePatch, section: &mut FilePatch) -> bool {
    if !is_plain_move(other) || !is_plain_move(section) {
        return false;
    }
    let FileOp::Rename { to } = section.op.clone() else {
        return matches!(other.op, FileOp::Rename { .. }) && try_delete(other, section);
    };
    let is_back = other.path.named() == Some(&to);
    other.op = match &other.op {
        FileOp::Rename { .. } if is_back => FileOp::Modify,
        FileOp::Rename { .. } => FileOp::Rename { to },
        FileOp::Copy { .. } if !is_back => FileOp::Copy { to },
        FileOp::Copy { .. }
        | FileOp::Modify
        | FileOp::Create
        | FileOp::Delete
        | FileOp::Replace => return false,
    };
    true
}

/// Returns whether nothing of a section forbids that its file moves.
pub(super) fn is_plain_move(file: &FilePatch) -> bool {
    file.invalid.is_none() && file.shown.is_none()
}

/// Makes a file that goes and is made anew one that is replaced: where its old lines are shown, those by the new ones.
pub(super) fn try_remake(other: &mut FilePatch, section: &mut FilePatch) -> bool {
    let goes = other.op == FileOp::Delete && other.invalid.is_none();
    if !goes || section.op != FileOp::Create {
        return false;
    }
    let shows_nothing = other.hunks.iter().all(|hunk| hunk.lines.is_empty());
    match (&mut other.hunks[..], &section.hunks[..]) {
        _ if shows_nothing => {
            other.op = FileOp::Replace;
            other.invalid = section.invalid.take();
            other.hunks.clear();
        }
        ([old], [new]) if section.invalid.is_none() && is_plain_content(section) => {
            other.op = FileOp::Modify;
            old.lines = old.lines.iter().chain(new.lines.iter()).cloned().collect();
            old.unsure = old.unsure.or(new.unsure);
            old.at_eof = true;
            section.hunks.clear();
        }
        _ => return false,
    }
    true
}

/// Leaves to `section` a file of which it gives all, and that `other` only changes, or gives as well: what is given later is
/// all that counts.
pub(super) fn try_replace(other: &mut FilePatch, section: &FilePatch) -> bool {
    let is_plain = |file: &FilePatch| {
        file.invalid.is_none()
            && file.shown.is_none()
            && !file.elided
            && !matches!(file.mode, Some(FileMode::Special(_)))
            && file.hunks.iter().all(|hunk| hunk.unsure.is_none())
    };
    let may_be_given = matches!(other.op, FileOp::Modify | FileOp::Replace | FileOp::Create);
    let is = section.op == FileOp::Replace && may_be_given && is_plain(other) && is_plain(section);
    if is {
        if other.op == FileOp::Modify {
            other.op = FileOp::Replace;
        }
        other.dialect = section.dialect;
        other.hunks.clear();
    }
    is
}

/// Deletes a file that `other` changes, makes or moves, where `section` asks for that: what comes of those edits goes with it.
/// A file that the reply itself made must be the one that goes.
pub(super) fn try_delete(other: &mut FilePatch, section: &mut FilePatch) -> bool {
    let is_plain = |file: &FilePatch| {
        is_plain_content(file) && file.hunks.iter().all(|hunk| hunk.unsure.is_none())
    };
    if section.op != FileOp::Delete || !is_plain(other) || !is_plain(section) {
        return false;
    }
    let shows_nothing = section.hunks.iter().all(|hunk| hunk.lines.is_empty());
    let made = std::mem::take(&mut other.hunks);
    if other.op == FileOp::Create && shows_nothing {
        let gone = |hunk: Hunk| Hunk {
            lines: of_kind(&hunk.lines, LineKind::Delete).into(),
            ..hunk
        };
        section.hunks = made.into_iter().map(gone).collect();
    } else if let ([gone], false) = (&mut section.hunks[..], shows_nothing) {
        // It shows the file as those edits leave it.
        let before = made
            .iter()
            .rev()
            .try_fold(gone.lines.to_vec(), |lines, hunk| {
                edited(&lines, &taken_back(hunk))
            });
        if let Some(before) = before {
            gone.lines = of_kind(&before, LineKind::Delete).into();
        }
    }
    other.op = FileOp::Delete;
    other.dialect = section.dialect;
    true
}

/// Returns whether a section itself changes or creates a file: not only the words around a block say that it does.
pub(super) fn may_go(file: &FilePatch) -> bool {
    matches!(file.op, FileOp::Modify | FileOp::Create) && file.shown.is_none()
}

/// Returns lines as those of one kind.
fn of_kind(lines: &[HunkLine], kind: LineKind) -> Vec<HunkLine> {
    let bodies = lines.iter().map(|line| line.body.clone());
    bodies.map(|body| HunkLine::new(kind, body)).collect()
}

/// Returns the hunk that undoes another.
fn taken_back(hunk: &Hunk) -> Hunk {
    let other = |kind| match kind {
        LineKind::Insert => LineKind::Delete,
        LineKind::Delete => LineKind::Insert,
        LineKind::Context => LineKind::Context,
    };
    let lines = hunk.lines.iter();
    let lines = lines.map(|line| HunkLine::new(other(line.kind), line.body.clone()));
    Hunk {
        lines: lines.collect(),
        ..hunk.clone()
    }
}

/// Drops a section that creates a file again with the same content, or deletes it again.
pub(super) fn drop_if_repeated(other: &FilePatch, section: &mut FilePatch) -> bool {
    let makes = |file: &FilePatch| match file.op {
        FileOp::Create | FileOp::Delete => file.invalid.is_none(),
        FileOp::Replace => file.invalid.is_none() && file.shown.is_some(),
        FileOp::Modify | FileOp::Rename { .. } | FileOp::Copy { .. } => false,
    };
    let is = makes(other)
        && makes(section)
        && other.op == section.op
        && other.shown.is_some() == section.shown.is_some()
        && other.mode == section.mode
        && (!section.hunks.is_empty() || section.op == FileOp::Delete)
        && other.lines().eq(section.lines());
    if is {
        section.hunks.clear();
    }
    is
}

/// Returns whether nothing but its lines, and whether it is a program, is to be known of a section.
fn is_plain_content(file: &FilePatch) -> bool {
    let is_special = matches!(file.mode, Some(FileMode::Special(_)));
    file.invalid.is_none() && !file.elided && !is_special
}

/// Returns whether a section gives all of a file: by its own words, or as an insertion that names no line of it, as blocks
/// with an empty SEARCH do. Of a file that is there, such an insertion has no place.
fn gives_all(file: &FilePatch) -> bool {
    let [content, ..] = &file.hunks[..] else {
        return false;
    };
    let has_no_place = content.hint.is_none() && content.headings.is_empty() && !content.at_eof;
    let is_insertion =
        !content.lines.is_empty() && content.n_lines_of(LineKind::Insert) == content.lines.len();
    match file.op {
        FileOp::Create | FileOp::Replace => true,
        FileOp::Modify => has_no_place && is_insertion && content.replaces.is_none(),
        FileOp::Delete | FileOp::Rename { .. } | FileOp::Copy { .. } => false,
    }
}

/// Makes the later hunks of a section in what its first one gives as all of a new file.
pub(super) fn edit_what_is_made(section: &mut FilePatch, n_steps: &mut usize) {
    if section.op != FileOp::Modify || section.hunks.len() < 2 || !gives_all(section) {
        return;
    }
    let mut edits = FilePatch {
        hunks: section.hunks.split_off(1),
        ..section.clone()
    };
    if !try_edit(section, &mut edits, n_steps) {
        section.hunks.append(&mut edits.hunks);
    }
}

/// Makes the edits of `section` in the content that `other` gives. Returns whether it could: each must stand at one place
/// only.
pub(super) fn try_edit(
    other: &mut FilePatch,
    section: &mut FilePatch,
    n_steps: &mut usize,
) -> bool {
    let [content] = &other.hunks[..] else {
        return false;
    };
    let is_asked = section.op == FileOp::Modify && section.shown.is_none() && gives_all(other);
    if !is_asked || !is_plain_content(other) || !is_plain_content(section) {
        return false;
    }
    let mut lines = content.lines.to_vec();
    for hunk in &section.hunks {
        let n_bytes: usize = lines.iter().map(|line| line.body.len()).sum();
        *n_steps += lines.len().saturating_mul(hunk.lines.len().max(1)) + n_bytes;
        if *n_steps > MAX_STEPS {
            return false;
        }
        // What is added below a last line without a newline would become part of that line.
        let is_open = content.final_newline == FinalNewline::Remove;
        match edited(&lines, hunk).filter(|_| hunk.has_preimage() || !is_open) {
            Some(after) => lines = after,
            None => return false,
        }
    }
    other.hunks[0].lines = lines.into();
    section.hunks.clear();
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
    let ends = || lines.iter().chain(hunk.lines.iter()).cloned().collect();
    if old.is_empty() || hunk.invalid.is_some() {
        // What is added to the end has its place in any content.
        let is_added = hunk.at_eof && hunk.invalid.is_none() && hunk.hint.is_none();
        return is_added.then(ends);
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
