//! Which file a part of the reply is for: the paths that the walk meets, the folder that its script is in.

use bstr::{BString, ByteSlice};

use super::scan::Scan;
use crate::dialect::name::beside;
use crate::dialect::name::path;
use crate::dialect::name::written;
use crate::dialect::note::NoteCode;
use crate::dialect::words::subject::Subject;
use crate::patch::{FileOp, FilePatch, PatchPath};
use crate::text::RelPath;
use crate::text::display::display_line;

impl Scan<'_> {
    /// Checks a path as the reply writes it.
    pub(in crate::dialect) fn path(&self, written: impl AsRef<[u8]>) -> PatchPath {
        let written = written.as_ref();
        let path = PatchPath::new(self.in_folder(written), &self.options().root);
        if let PatchPath::Named(path) = &path {
            // Nearly all are written as they are named.
            let is_in_full = || path.as_bytes() != written && is_whole(written);
            if self.folder.is_some() || is_in_full() {
                self.written_in_full.borrow_mut().insert(path.clone());
            }
        }
        path
    }

    /// Returns the file that is meant as well by the name of `file`, where that is no other name of it already: from the folder
    /// that is current, from the folder around the root, or without the side of a diff before it.
    pub(super) fn meant_as_well(&self, file: &FilePatch) -> Option<RelPath> {
        let path = match file.op {
            FileOp::Modify | FileOp::Create | FileOp::Delete | FileOp::Replace => {
                file.path.named()?
            }
            // Where it goes would have to be read so, too.
            FileOp::Rename { .. } | FileOp::Copy { .. } => return None,
        };
        self.in_current(path)
            .or_else(|| self.options().root.below_its_name(path))
            .or_else(|| self.without_side(path))
    }

    /// Returns the file of a path from the current folder.
    fn in_current(&self, path: &RelPath) -> Option<RelPath> {
        let current = self.options().current.as_ref()?;
        let is_sure = self.written_in_full.borrow().contains(path)
            || self.options().default_path.as_ref() == Some(path);
        if is_sure {
            return None;
        }
        RelPath::new([current.as_bytes(), b"/", path.as_bytes()].concat()).ok()
    }

    /// Returns the file of a path as a diff has it: `a/src/greet.rs`.
    fn without_side(&self, path: &RelPath) -> Option<RelPath> {
        let path = path.as_bytes();
        let rest = path.strip_prefix(b"a/").or(path.strip_prefix(b"b/"))?;
        RelPath::new(rest)
            .ok()
            .filter(|_| self.options().strip.is_none())
    }

    /// Checks where a file is to go.
    pub(in crate::dialect) fn destination(&self, written: impl AsRef<[u8]>) -> Option<RelPath> {
        let written = self.in_folder(written.as_ref());
        self.options().root.relative(written).ok()
    }

    /// Returns a path from the folder that one stands in, where that is known and the path is relative.
    pub(super) fn in_folder(&self, path: &[u8]) -> BString {
        match &self.folder {
            Some(folder) if !path.is_empty() && !is_whole(path) => {
                [folder, &b"/"[..], path].concat().into()
            }
            Some(_) | None => path.into(),
        }
    }

    /// Goes to a folder; returns the one that was left. One outside the root was another's, whose paths are taken as they are.
    pub(in crate::dialect) fn enter(&mut self, folder: Option<BString>) -> Option<BString> {
        let before = self.folder.clone();
        let is_known = |folder: &BString| !matches!(self.path(folder), PatchPath::Refused { fault, .. } if fault.is_of_whole_path());
        if let Some(folder) = folder.filter(is_known) {
            self.folder = Some(self.in_folder(&folder));
        }
        before
    }

    /// Returns the path of the section before, also of one before the wrapper that is read, where more of it may follow.
    pub(super) fn path_before(&self) -> Option<PatchPath> {
        let goes_on = |file: &&FilePatch| match file.op {
            FileOp::Modify | FileOp::Replace => file.path.named().is_some(),
            FileOp::Create | FileOp::Delete | FileOp::Rename { .. } | FileOp::Copy { .. } => false,
        };
        match self.files.last() {
            Some(last) => Some(last).filter(goes_on).map(|file| file.path.clone()),
            None => self.before.clone(),
        }
    }

    /// Returns whether a part that names no file may be of the one before.
    pub(in crate::dialect) fn carries_path(&self) -> bool {
        self.path_before().is_some()
    }

    /// Returns the path of the section before, for a part at line `start` that names none but quotes the lines of its file:
    /// whether they stand there is seen when it is matched.
    pub(super) fn carried_path(&mut self, start: usize) -> PatchPath {
        let Some(path) = self.path_before() else {
            return PatchPath::Missing;
        };
        let shown = path.named().map(|path| display_line(path.as_bytes()));
        self.note(
            NoteCode::PathGuessed,
            start..(start + 1).min(self.lines.len()),
            format!(
                "no path here: {}, as in the part before",
                shown.unwrap_or_default()
            ),
        );
        path
    }

    /// Looks for what names the file of the part that starts at line `start`. A file that words only compare it with is none.
    pub(super) fn named_around(&self, start: usize) -> Option<path::Found> {
        let surroundings = path::Surroundings {
            lines: self.lines,
            fence: self.fence,
            from: self.read_to,
            wrapper: self.named.as_ref(),
        };
        let found = surroundings.named(start);
        found.filter(|found| found.subject != Subject::Compared)
    }

    /// Looks for the same, and keeps what else the words may mean: another file that they name, the file of the part before
    /// where they leave it open, or all of several files that they name together.
    pub(in crate::dialect) fn path_or_rival(&mut self, start: usize) -> Option<BString> {
        let found = self.named_around(start)?;
        self.rival = found
            .rival
            .and_then(|rival| self.path(rival).named().cloned());
        self.is_one_of_several = found.is_one_of_several;
        if let Some(line) = found.line {
            self.note_spelling(line, &found.path);
        }
        if found.subject == Subject::Unclear {
            let before = self.files.last().and_then(|file| file.path.named());
            let named = self.path(&found.path);
            self.rival = before.filter(|path| named.named() != Some(path)).cloned();
        }
        Some(found.path)
    }

    /// Notes how the name is written that was read in a line as `path`, where it is not written so.
    pub(in crate::dialect) fn note_spelling(&mut self, line: usize, path: &BString) {
        let written = written::written_otherwise(self.lines[line].body, path.as_bstr());
        if let Some(written) = written {
            let (written, path) = (display_line(&written), display_line(path));
            let text = format!("the name `{written}` is read as `{path}`");
            self.note(NoteCode::PathGuessed, line..line + 1, text);
        }
    }

    /// Takes and notes what the name of a file means where its backslashes part its folders, as on other systems. A new name
    /// cannot be looked up.
    pub(super) fn part_folders(&mut self, file: &mut FilePatch) {
        if let FileOp::Rename { to } | FileOp::Copy { to } = &file.op {
            if parted(to).is_some() {
                let why = "its new name has a backslash, which parts no folders here";
                file.invalid.get_or_insert(why.into());
            }
            return;
        }
        let named = file.path.named();
        if let Some((path, other)) = named.zip(named.and_then(parted)) {
            let (path, shown) = (
                display_line(path.as_bytes()),
                display_line(other.as_bytes()),
            );
            let text = format!("the name `{path}` may mean `{shown}`");
            self.note_at(NoteCode::PathGuessed, file.origin, text);
            file.other_name.get_or_insert(other);
        }
    }

    /// Notes the same of the names in the lines of a header, of which one is the file's with other signs between its folders.
    pub(in crate::dialect) fn note_header_spelling(
        &mut self,
        header: std::ops::Range<usize>,
        path: &PatchPath,
    ) {
        let Some(path) = path.named().map(|path| BString::from(path.as_bytes())) else {
            return;
        };
        let parts_folders = |at: &usize| {
            let body = self.lines[*at].body;
            body.contains(&b'\\') && !body.contains(&b'"') && !body.contains_str(&path)
        };
        if let Some(line) = header.rev().find(parts_folders) {
            self.note_spelling(line, &path);
        }
    }

    /// Returns the path that the text around the part which starts at line `start` names for it.
    pub(in crate::dialect) fn path_around(&self, start: usize) -> Option<BString> {
        self.named_around(start).map(|found| found.path)
    }

    /// Makes the file section for a part right below a bare word, which may name its file; where there is none of that name,
    /// it is a label, and the file that is named otherwise is meant, or that of the part before.
    pub(in crate::dialect) fn bare_file(
        &mut self,
        dialect: &'static str,
        start: usize,
    ) -> Option<FilePatch> {
        let fence = self.fence?;
        let bare = beside::bare(self.lines, self.read_to, fence.opened)?;
        let named = self.named_around(start);
        if self.options().default_path.is_some()
            || named.as_ref().and_then(|it| it.line) >= Some(fence.opened)
        {
            return None;
        }
        let bare = self.path(bare);
        let otherwise = match named {
            Some(named) => self.path(named.path),
            None => self.carried_path(start),
        };
        let (path, in_full) = match otherwise.named() {
            Some(otherwise) => (bare.clone(), Some(otherwise.clone())),
            None => (PatchPath::Missing, bare.named().cloned()),
        };
        Some(FilePatch {
            origin: self.span(start, (start + 1).min(self.lines.len())),
            in_full,
            ..FilePatch::new(path, FileOp::Modify, dialect)
        })
    }

    /// Returns the file that the part before stands for where its own name is none.
    fn carried_in_full(&self, path: &PatchPath) -> Option<RelPath> {
        let last = self.files.last().filter(|last| last.path == *path)?;
        last.in_full.clone()
    }

    /// Makes the file section for a part of the same file as the part before, for which nothing around it names another.
    pub(in crate::dialect) fn carried_file(
        &mut self,
        dialect: &'static str,
        start: usize,
    ) -> FilePatch {
        let path = match &self.options().default_path {
            Some(path) => PatchPath::Named(path.clone()),
            None => self.carried_path(start),
        };
        FilePatch {
            origin: self.span(start, (start + 1).min(self.lines.len())),
            in_full: self.carried_in_full(&path),
            ..FilePatch::new(path, FileOp::Modify, dialect)
        }
    }

    /// Makes the file section for a part without a path of its own: the path comes from the text around line `start`, or
    /// from the caller.
    pub(in crate::dialect) fn unnamed_file(
        &mut self,
        dialect: &'static str,
        op: FileOp,
        start: usize,
    ) -> FilePatch {
        if let Some(file) = self
            .bare_file(dialect, start)
            .filter(|_| op == FileOp::Modify)
        {
            return file;
        }
        let origin = self.span(start, (start + 1).min(self.lines.len()));
        let found = self.named_around(start);
        self.path_or_rival(start);
        let path = match found {
            Some(found) => {
                if let Some(line) = found.line {
                    self.note(
                        NoteCode::PathGuessed,
                        line..line + 1,
                        format!(
                            "the path {} is read from the text around",
                            display_line(&found.path)
                        ),
                    );
                }
                self.path(found.path)
            }
            None => match &self.options().default_path {
                Some(path) => PatchPath::Named(path.clone()),
                None => self.carried_path(start),
            },
        };
        FilePatch {
            origin,
            in_full: self.carried_in_full(&path),
            ..FilePatch::new(path, op, dialect)
        }
    }
}

/// Returns the path whose folders backslashes part; `None` for one without any.
fn parted(path: &RelPath) -> Option<RelPath> {
    let parted = path.as_bytes().replace("\\", "/");
    RelPath::new(parted).ok().filter(|parted| parted != path)
}

/// Returns whether a path begins at a place of its own, and not in the folder that one stands in.
fn is_whole(path: &[u8]) -> bool {
    RelPath::new(path).is_err_and(|fault| fault.is_of_whole_path())
}
