//! Sections about one file put into one: what the reply leaves of it counts.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::{
    FileMode, FileOp, FilePatch, Hunk, HunkId, HunkLine, LineKind, Patch, PatchPath, Shown,
};
use crate::text::{FinalNewline, LineSpan, RelPath, Text};

/// How many lines of files that a reply makes are looked at for the edits that follow.
const MAX_STEPS: usize = 100_000_000;

impl Patch {
    /// Puts sections about one file into one, at the place of the first, hunks in the reply's order: what the reply leaves of
    /// the file counts, not the file on disk. A section that contradicts an earlier one becomes invalid.
    ///
    /// `free` are names under which no file is at first: a section that moves a file from there means the one that an earlier
    /// section brought. Under any other name it means the file that is there, as the sections of a diff are read at once.
    pub fn gather(&mut self, free: &BTreeSet<RelPath>) -> Moved {
        let mut gathered = Gathered {
            free: free.clone(),
            ..Gathered::default()
        };
        for (file, section) in std::mem::take(&mut self.files).into_iter().enumerate() {
            gathered.add(file, section);
        }
        // They are kept as long as the review, and a list that grew has room for twice as many.
        for file in &mut gathered.files {
            file.hunks.shrink_to_fit();
        }
        gathered.files.shrink_to_fit();
        self.files = gathered.files;
        Moved {
            followed: gathered.followed,
            dropped: gathered.dropped,
            sections: gathered.sections,
            renewed: gathered.renewed,
        }
    }
}

/// Where the hunks of a reply's sections went.
#[derive(Debug, Default)]
pub struct Moved {
    /// The sections that edit a file by a name which the reply took from it before.
    pub followed: Vec<Followed>,
    /// The sections that delete a file which the reply edits before.
    pub dropped: Vec<Dropped>,
    /// Where each section of the reply went, in order.
    sections: Vec<Place>,
    /// From which section of the reply on the hunks of a file count, where all before were replaced.
    renewed: BTreeMap<usize, usize>,
}

/// A section that edits a file by a name which the reply took from it before.
#[derive(Debug)]
pub struct Followed {
    /// The name that the section has.
    pub old_name: RelPath,
    /// The name that the file gets.
    pub new_name: RelPath,
    /// The first hunk of the section, as it is called now.
    pub hunk: HunkId,
    /// The lines of the reply that the section was read from.
    pub origin: LineSpan,
}

/// A section that deletes a file which the reply edits before: those edits are left out.
#[derive(Debug)]
pub struct Dropped {
    /// The file that is deleted.
    pub path: RelPath,
    /// The deletion.
    pub hunk: HunkId,
    /// The lines of the reply that the deletion was read from.
    pub origin: LineSpan,
}

/// Where one section went.
#[derive(Debug)]
struct Place {
    file: usize,
    /// The first of its hunks there, or the one that all of them became.
    first: HunkBecomes,
}

#[derive(Debug)]
enum HunkBecomes {
    From(usize),
    TheFirst,
}

impl Moved {
    /// Returns what a hunk of the reply is called now; `None` where it counts no more.
    pub fn id_of(&self, old: HunkId) -> Option<HunkId> {
        let place = self.sections.get(old.file)?;
        let from = self.renewed.get(&place.file);
        let counts = from.is_none_or(|from| old.file >= *from);
        counts.then(|| HunkId {
            file: place.file,
            hunk: match place.first {
                HunkBecomes::From(first) => first + old.hunk,
                HunkBecomes::TheFirst => 0,
            },
        })
    }
}

/// The sections so far, one for each file.
#[derive(Default)]
struct Gathered {
    files: Vec<FilePatch>,
    sections: Vec<Place>,
    /// The first section about each path that is more than read.
    firsts: HashMap<RelPath, usize>,
    /// The first section about each path that only words make the content of the file.
    shown: HashMap<RelPath, usize>,
    /// The section that moves or copies a file to each path.
    ends: HashMap<RelPath, usize>,
    /// The names under which no file is when a section brings one there: none was at first, or the reply took it away.
    free: BTreeSet<RelPath>,
    followed: Vec<Followed>,
    dropped: Vec<Dropped>,
    /// From which section of the reply on the hunks of a file count, where all before were replaced.
    renewed: BTreeMap<usize, usize>,
    /// Work for edits in files that the reply makes: compared lines and copied bytes.
    n_steps: usize,
}

impl Gathered {
    /// Takes the section of this index in the reply.
    fn add(&mut self, file: usize, mut section: FilePatch) {
        // What only words make the content of a file may turn out to quote it: the file itself tells.
        let named = section.path.named().filter(|_| section.shown.is_none());
        let named = named.cloned();
        let first = named.as_ref().and_then(|path| self.firsts.get(path));
        let end = named.as_ref().and_then(|path| self.ends.get(path));
        let (first, end) = (first.copied(), end.copied());
        let n_hunks = section.hunks.len();
        edit_what_is_made(&mut section, &mut self.n_steps);
        let n_first = first.map_or(0, |at| self.files[at].hunks.len());
        let was_edited = first.is_some_and(|at| self.files[at].op == FileOp::Modify);
        // Each of these changes what it joins: the first that does is the only one asked.
        let joined = end
            .filter(|at| continues(&self.files[*at], &section))
            .or_else(|| self.moved_on(&mut section))
            .or_else(|| self.same_move(&section))
            .or_else(|| first.filter(|at| end.is_none() && follows(&self.files[*at], &section)))
            .or_else(|| first.filter(|at| self.is_added_to(*at, &mut section)));
        // What was joined to the content that a block shows is that block's, and names no other section.
        let in_shown = joined
            .is_none()
            .then(|| self.in_shown(&mut section))
            .flatten();
        let joined = joined.or(in_shown);
        let at = joined.unwrap_or(self.files.len());
        let hunk_before = joined.map_or(0, |at| self.files[at].hunks.len());
        let is_part = section.hunks.len() < n_hunks;
        if joined == first && hunk_before < n_first {
            self.renewed.insert(at, file);
        }
        if let Some(at) = joined.filter(|at| was_edited && self.files[*at].op == FileOp::Delete) {
            self.dropped.extend(named.clone().map(|path| Dropped {
                path,
                hunk: HunkId { file: at, hunk: 0 },
                origin: section.origin,
            }));
        }
        if let Some((old_name, new_name)) = joined.and_then(|at| renamed(&self.files[at], &section))
        {
            self.followed.push(Followed {
                old_name,
                new_name,
                hunk: HunkId {
                    file: at,
                    hunk: if is_part { 0 } else { hunk_before },
                },
                origin: section.origin,
            });
        }
        self.sections.push(Place {
            file: at,
            first: match is_part {
                true => HunkBecomes::TheFirst,
                false => HunkBecomes::From(hunk_before),
            },
        });
        match joined {
            Some(at) => self.join(at, section),
            None => {
                let contradicts = first.is_some_and(|at| !stands_beside(&self.files[at], &section));
                let why = if contradicts {
                    Some("the reply names this file before, for something else")
                } else if end.is_some() && section.op == FileOp::Delete {
                    Some("the reply moves or copies a file here, and deletes it")
                } else if self.is_taken(&section) {
                    Some("the reply moves or copies another file to the same name")
                } else {
                    None
                };
                if let Some(why) = why {
                    section.invalid.get_or_insert_with(|| why.to_string());
                }
                self.files.push(section);
            }
        }
        if in_shown.is_some() {
            return;
        }
        // What was joined may have another path, or move now.
        let section = &self.files[at];
        if let Some(path) = section.path.named().filter(|_| section.shown.is_some()) {
            self.shown.entry(path.clone()).or_insert(at);
        }
        if let FileOp::Rename { to } | FileOp::Copy { to } = &section.op
            && !self.ends.contains_key(to)
        {
            let first = self.firsts.get(to).map(|first| &self.files[*first].op);
            if matches!(first, Some(FileOp::Delete | FileOp::Rename { .. })) {
                self.free.insert(to.clone());
            }
            self.ends.insert(to.clone(), at);
        }
        // The file that is copied is only read.
        let is_written = !matches!(section.op, FileOp::Copy { .. });
        let now = joined.and_then(|_| section.path.named().cloned());
        for path in named.into_iter().chain(now).filter(|_| is_written) {
            let first = self.firsts.entry(path).or_insert(at);
            // What is made under a name that is free again is what later sections mean by it.
            let is_freed = matches!(self.files[*first].op, FileOp::Rename { .. });
            let made = &self.files[at];
            if is_freed && made.op == FileOp::Create && made.invalid.is_none() {
                *first = at;
            }
        }
    }

    /// Puts a section into the first one about its file, where both can be said as one.
    fn is_added_to(&mut self, at: usize, section: &mut FilePatch) -> bool {
        let other = &mut self.files[at];
        is_edited(other, section, &mut self.n_steps)
            || continues(other, section)
            || is_moved(other, section, &mut self.n_steps)
            || is_remade(other, section)
            || is_given_again(other, section)
            || may_go(other) && is_deleted(other, section)
            || is_said_again(other, section)
    }

    /// Puts a section into the block that shows the content of its file, where it changes that, or is the same block again.
    /// Returns the block's section.
    fn in_shown(&mut self, section: &mut FilePatch) -> Option<usize> {
        let at = *self.shown.get(section.path.named()?)?;
        let other = &mut self.files[at];
        // Another block may quote the file as it is: what changes it is about the file.
        let is_made = matches!(other.shown, Some(Shown::Requested | Shown::Elsewhere));
        let is_in = is_said_again(other, section)
            || is_made && is_edited(other, section, &mut self.n_steps);
        is_in.then_some(at)
    }

    /// Moves a file on, or deletes it, that an earlier section brought to the name that this one has, where no other file
    /// is meant by it. Returns the section that brought it.
    fn moved_on(&mut self, section: &mut FilePatch) -> Option<usize> {
        let path = section.path.named()?;
        let at = *self.ends.get(path)?;
        let goes =
            |at: &usize| matches!(self.files[*at].op, FileOp::Delete | FileOp::Rename { .. });
        let freed = self.firsts.get(path).filter(|first| **first < at);
        if self.is_taken(section) || !(self.free.contains(path) || freed.is_some_and(goes)) {
            return None;
        }
        let path = path.clone();
        goes_on(&mut self.files[at], section).then(|| {
            self.ends.remove(&path);
            at
        })
    }

    /// Returns the section that moves or copies the same file to the same name.
    fn same_move(&self, section: &FilePatch) -> Option<usize> {
        let (FileOp::Rename { to } | FileOp::Copy { to }) = &section.op else {
            return None;
        };
        let at = *self.ends.get(to)?;
        let other = &self.files[at];
        let is_same = other.path.named() == section.path.named() && other.op == section.op;
        (is_same && is_plain_move(other) && is_plain_move(section)).then_some(at)
    }

    /// Returns whether another section moves or copies a file to where this one does.
    fn is_taken(&self, section: &FilePatch) -> bool {
        match &section.op {
            FileOp::Rename { to } | FileOp::Copy { to } => self.ends.contains_key(to),
            FileOp::Modify | FileOp::Create | FileOp::Delete | FileOp::Replace => false,
        }
    }

    /// Puts the hunks of a section behind those of another.
    fn join(&mut self, at: usize, mut section: FilePatch) {
        let file = &mut self.files[at];
        let last = file.hunks.last().map_or(0, |last| last.call);
        for hunk in &mut section.hunks {
            hunk.call = last + 1;
        }
        file.hunks.append(&mut section.hunks);
        file.mode = section.mode.or(file.mode);
    }
}

/// Returns whether a section can stand for itself beside the first one about its file: it only reads the file, or makes one
/// where the other moved away.
fn stands_beside(other: &FilePatch, section: &FilePatch) -> bool {
    let moves_away = matches!(other.op, FileOp::Rename { .. });
    matches!(section.op, FileOp::Copy { .. }) || moves_away && section.op == FileOp::Create
}

/// Returns whether a section changes, in lines, what another changes in lines, moves or copies.
fn continues(other: &FilePatch, section: &FilePatch) -> bool {
    let keeps_lines = match &other.op {
        FileOp::Modify => true,
        FileOp::Rename { to } | FileOp::Copy { to } => section.path.named() == Some(to),
        FileOp::Create | FileOp::Delete | FileOp::Replace => false,
    };
    keeps_lines && is_plain_edit_of(section, other)
}

/// Returns whether a section changes, by its old name, what another moves away: no file has that name any more.
fn follows(other: &FilePatch, section: &FilePatch) -> bool {
    let moves_away = matches!(other.op, FileOp::Rename { .. });
    moves_away && !gives_all(section) && is_plain_edit_of(section, other)
}

/// Returns the name by which `section` edits the file of `other`, and the one that the file gets, where these differ.
fn renamed(other: &FilePatch, section: &FilePatch) -> Option<(RelPath, RelPath)> {
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
fn is_moved(other: &mut FilePatch, section: &mut FilePatch, n_steps: &mut usize) -> bool {
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
            if !edits.hunks.is_empty() && !is_edited(other, &mut edits, n_steps) {
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
fn goes_on(other: &mut FilePatch, section: &mut FilePatch) -> bool {
    if !is_plain_move(other) || !is_plain_move(section) {
        return false;
    }
    let FileOp::Rename { to } = section.op.clone() else {
        return matches!(other.op, FileOp::Rename { .. }) && is_deleted(other, section);
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
fn is_plain_move(file: &FilePatch) -> bool {
    file.invalid.is_none() && file.shown.is_none()
}

/// Makes a file that goes and is made anew one that is replaced: where its old lines are shown, those by the new ones.
fn is_remade(other: &mut FilePatch, section: &mut FilePatch) -> bool {
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
fn is_given_again(other: &mut FilePatch, section: &FilePatch) -> bool {
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
fn is_deleted(other: &mut FilePatch, section: &mut FilePatch) -> bool {
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
fn may_go(file: &FilePatch) -> bool {
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
fn is_said_again(other: &FilePatch, section: &mut FilePatch) -> bool {
    let makes = |file: &FilePatch| match file.op {
        FileOp::Create | FileOp::Delete => file.invalid.is_none(),
        FileOp::Replace => file.invalid.is_none() && file.shown.is_some(),
        FileOp::Modify | FileOp::Rename { .. } | FileOp::Copy { .. } => false,
    };
    fn lines(file: &FilePatch) -> impl Iterator<Item = &HunkLine> {
        file.hunks.iter().flat_map(|hunk| hunk.lines.iter())
    }
    let is = makes(other)
        && makes(section)
        && other.op == section.op
        && other.shown.is_some() == section.shown.is_some()
        && other.mode == section.mode
        && (!section.hunks.is_empty() || section.op == FileOp::Delete)
        && lines(other).eq(lines(section));
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
fn edit_what_is_made(section: &mut FilePatch, n_steps: &mut usize) {
    if section.op != FileOp::Modify || section.hunks.len() < 2 || !gives_all(section) {
        return;
    }
    let mut edits = FilePatch {
        hunks: section.hunks.split_off(1),
        ..section.clone()
    };
    if !is_edited(section, &mut edits, n_steps) {
        section.hunks.append(&mut edits.hunks);
    }
}

/// Makes the edits of `section` in the content that `other` gives. Returns whether it could: each must stand at one place
/// only.
fn is_edited(other: &mut FilePatch, section: &mut FilePatch, n_steps: &mut usize) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;
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
            ("b", FileOp::Create),
        ];
        let mut patch = Patch {
            files: files.map(|(path, op)| section(path, op)).into(),
        };
        let moved = patch.gather(&BTreeSet::new());
        let shape: Vec<(usize, bool)> = patch
            .files
            .iter()
            .map(|file| (file.hunks.len(), file.invalid.is_some()))
            .collect();
        assert_eq!(shape, [(2, false), (1, false), (1, true)]);
        let first = |file| HunkId { file, hunk: 0 };
        let second = HunkId { file: 0, hunk: 1 };
        assert_eq!(moved.id_of(first(2)), Some(second));
        assert_eq!(moved.id_of(first(3)), Some(first(2)));
        assert_eq!(moved.id_of(first(4)), None);
    }
}
