//! Names that turn from a file's into a folder's, or back: the folder comes or goes as a whole, by one rename.
//!
//! A folder that comes is made beside the name, with all its files in it; one that goes is put beside it, with all that it
//! holds. So no file is made in a folder that is not there yet, and none is taken out of one that must be empty. A rollback
//! renames the folder back; what it removes of one that came is only what the apply made in it.

use std::collections::{BTreeMap, BTreeSet};
use std::iter::successors;
use std::os::fd::OwnedFd;

use rustix::fs::{AtFlags, FileType, Mode, RawMode};
use rustix::io::{Errno, retry_on_intr};
use serde::{Deserialize, Serialize};

use super::Workspace;
use super::error::{StuckFile, WorkspaceError};
use super::folders::Folders;
use super::journal::{Change, Entry, OpFolder, Phase, Record};
use super::ready::refused;
use super::site::{PutBack, Site};
use super::stages::Stages;
use super::state::{make_usable_folder, names_in, remove_file};
use super::system;
use super::tree::{kind_of, look, open_folder, stat, sync_folder};
use crate::text::display::display_line;
use crate::text::{Digest, RelPath};

/// A folder of a turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct TurnFolder {
    path: RelPath,
    /// Who may use it; `None` for what the system gives a new one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mode: Option<RawMode>,
}

impl TurnFolder {
    /// Returns whether it lies in the turn at `turned`, and has no bits that are never set.
    pub(super) fn is_plain(&self, turned: &RelPath) -> bool {
        let is_within = self.path == *turned || self.path.below(turned).is_some();
        is_within && self.mode.is_none_or(|mode| mode & !0o777 == 0)
    }

    /// Returns its path and its permissions, where they are known.
    pub(super) fn known_mode(&self) -> Option<(RelPath, RawMode)> {
        Some((self.path.clone(), self.mode?))
    }
}

/// The permissions of folders that went, by their paths.
pub(super) type FolderModes = BTreeMap<RelPath, RawMode>;

/// Returns the file whose name a new file at `path` needs as a folder's: one above it that goes.
pub(super) fn file_above(path: &RelPath, gone: &BTreeSet<RelPath>) -> Option<RelPath> {
    let above = successors(path.parent(), RelPath::parent);
    above.into_iter().find(|folder| gone.contains(folder))
}

/// Returns all folders in which files lie that go: a new file there needs the name of a folder.
pub(super) fn folders_of<'p>(gone: impl IntoIterator<Item = &'p RelPath>) -> BTreeSet<RelPath> {
    let above = |path: &RelPath| successors(path.parent(), RelPath::parent);
    gone.into_iter().flat_map(above).collect()
}

/// Returns the folders that come at `path`, parents first: those in which `files` lie, and those of `modes`.
pub(super) fn coming<'p>(
    path: &RelPath,
    files: impl Iterator<Item = &'p RelPath>,
    modes: &FolderModes,
) -> Vec<TurnFolder> {
    let is_within = |folder: &RelPath| folder == path || folder.below(path).is_some();
    let above = files.flat_map(|file| successors(file.parent(), RelPath::parent));
    let all = above.chain(modes.keys().cloned());
    let paths: BTreeSet<RelPath> = all.filter(is_within).collect();
    let folder = |path: RelPath| TurnFolder {
        mode: modes.get(&path).copied(),
        path,
    };
    paths.into_iter().map(folder).collect()
}

/// Returns the folders that go at `path`, parents first, and makes sure that they hold `files` and nothing else.
pub(super) fn going(
    ws: &Workspace,
    path: &RelPath,
    files: &BTreeSet<RelPath>,
) -> Result<Vec<TurnFolder>, WorkspaceError> {
    let mut folders = Vec::new();
    let mut waiting = vec![path.clone()];
    while let Some(path) = waiting.pop() {
        let full_path = ws.tree.full_path(&path);
        let opened = ws.tree.folder(Some(&path));
        let opened = opened.map_err(|blocked| refused(&path, &blocked_words(&blocked)))?;
        let failed = |fault: Errno| WorkspaceError::failed("read the folder", &full_path)(fault);
        folders.push(TurnFolder {
            mode: Some(usual_mode(&opened, &path)?),
            path: path.clone(),
        });
        for name in names_in(&opened).map_err(failed)? {
            let inner = RelPath::in_folder(Some(&path), &name).ok();
            let kind = kind_of(&opened, &name).map_err(failed)?;
            match inner {
                Some(inner) if kind == Some(FileType::Directory) => waiting.push(inner),
                Some(inner) if files.contains(&inner) => {}
                _ => {
                    let what = format!(
                        "the folder holds `{}` as well, which stays",
                        display_line(&name)
                    );
                    return Err(refused(&path, &what));
                }
            }
        }
    }
    folders.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(folders)
}

fn blocked_words(blocked: &super::tree::Blocked) -> String {
    StuckFile::blocked(std::path::Path::new(""), blocked).what
}

/// Returns the permissions of a folder that an undo can make anew; refuses one that has more than those.
fn usual_mode(folder: &OwnedFd, path: &RelPath) -> Result<RawMode, WorkspaceError> {
    let facts = retry_on_intr(|| rustix::fs::fstat(folder));
    let facts = facts.map_err(|fault| refused(path, &fault.to_string()))?;
    let extended = system::of(folder).map_err(|fault| refused(path, &fault.to_string()))?;
    let is_own = facts.st_uid == rustix::process::geteuid().as_raw();
    let is_usual = facts.st_mode & 0o7700 == 0o700;
    // A system labels what it makes by itself.
    let is_plain = extended
        .iter()
        .all(|(name, _)| name.starts_with(b"security."));
    if is_own && is_usual && is_plain {
        Ok(facts.st_mode & 0o777)
    } else {
        let what = "its folder has an owner, a mode or attributes that an undo could not give back";
        Err(refused(path, what))
    }
}

/// One turn of a record: a folder that comes or goes.
pub(super) struct Turn<'r> {
    record: &'r Record,
    index: usize,
    entry: &'r Entry,
}

impl<'r> Turn<'r> {
    /// Returns the turn of entry `index`; `None` for a file.
    pub(super) fn of(record: &'r Record, index: usize) -> Option<Turn<'r>> {
        let entry = &record.entries[index];
        entry.change.is_of_folder().then_some(Turn {
            record,
            index,
            entry,
        })
    }

    /// Returns the turn that entry `index` comes or goes with.
    pub(super) fn around(record: &'r Record, index: usize) -> Option<Turn<'r>> {
        Turn::of(record, record.entries[index].within?)
    }

    pub(super) fn path(&self) -> &'r RelPath {
        &self.entry.path
    }

    pub(super) fn comes(&self) -> bool {
        self.entry.change == Change::FolderIn
    }

    fn staged(&self) -> Vec<u8> {
        self.record.stage_name(self.index)
    }

    fn aside(&self) -> Vec<u8> {
        self.record.aside_name(self.index)
    }

    /// The entries of the files that come or go with it.
    fn files(&self) -> impl Iterator<Item = (usize, &'r Entry)> {
        let index = self.index;
        let all = self.record.entries.iter().enumerate();
        all.filter(move |(_, entry)| entry.within == Some(index))
    }

    /// Opens the folder `path` of the turn, which has the name `name` in `above`.
    fn folder(&self, above: &OwnedFd, name: &[u8], path: &RelPath) -> Result<OwnedFd, Errno> {
        let n_above = self.path().components().count();
        let mut folder = open_folder(above, name)?;
        for component in path.components().skip(n_above) {
            folder = open_folder(&folder, component)?;
        }
        Ok(folder)
    }

    /// Opens the folder in which a file of it lies while it is not at its name.
    pub(super) fn folder_of(&self, above: &OwnedFd, file: &RelPath) -> Result<OwnedFd, Errno> {
        let name = if self.comes() {
            self.staged()
        } else {
            self.aside()
        };
        let parent = file.parent().expect("it lies in a folder");
        self.folder(above, &name, &parent)
    }

    /// Makes the folder beside its name, empty.
    pub(super) fn make(&self, above: &OwnedFd) -> Result<(), Errno> {
        let staged = self.staged();
        for folder in &self.entry.folders {
            let is_top = folder.path == *self.path();
            let made_in = match folder.path.parent() {
                Some(parent) if !is_top => Some(self.folder(above, &staged, &parent)?),
                _ => None,
            };
            let own_name: &[u8] = folder.path.file_name();
            let (made_in, name) = match &made_in {
                Some(made_in) => (made_in, own_name),
                None => (above, &staged[..]),
            };
            if !make_usable_folder(made_in, name, Mode::from_raw_mode(0o777))? {
                return Err(Errno::EXIST);
            }
            if let Some(mode) = folder.mode {
                let mode = Mode::from_raw_mode(mode);
                retry_on_intr(|| rustix::fs::chmodat(made_in, name, mode, AtFlags::empty()))?;
            }
        }
        Ok(())
    }

    /// Syncs the folder that comes, and those in it.
    pub(super) fn sync(&self, above: &OwnedFd) -> Result<(), Errno> {
        for folder in &self.entry.folders {
            sync_folder(&self.folder(above, &self.staged(), &folder.path)?)?;
        }
        Ok(())
    }

    /// Renames the folder into its name, or out of it.
    pub(super) fn rename(&self, ws: &Workspace, above: &OwnedFd) -> Result<(), Errno> {
        let name = self.path().file_name();
        if self.comes() {
            ws.renames.take_out(above, &self.staged(), name)
        } else {
            ws.renames.take_out(above, name, &self.aside())
        }
    }

    /// Returns whether a folder that went holds its files and nothing else.
    pub(super) fn is_whole(&self, above: &OwnedFd) -> Result<bool, Errno> {
        let files: BTreeSet<&RelPath> = self.files().map(|(_, entry)| &entry.path).collect();
        let found = self.held(above, &self.aside())?;
        Ok(found.is_some_and(|found| found.iter().collect::<BTreeSet<_>>() == files))
    }

    /// Returns what lies in the folder `name` but folders of the turn; `None` where a name is none that a patch may use.
    fn held(&self, above: &OwnedFd, name: &[u8]) -> Result<Option<Vec<RelPath>>, Errno> {
        let mut found = Vec::new();
        let folders: BTreeSet<&RelPath> = self.entry.folders.iter().map(|it| &it.path).collect();
        for folder in &self.entry.folders {
            let opened = match self.folder(above, name, &folder.path) {
                Err(Errno::NOENT) => continue,
                opened => opened?,
            };
            for name in names_in(&opened)? {
                let Ok(path) = RelPath::in_folder(Some(&folder.path), &name) else {
                    return Ok(None);
                };
                if !folders.contains(&path) {
                    found.push(path);
                }
            }
        }
        Ok(Some(found))
    }

    /// Puts the name back as it was before the apply.
    pub(super) fn put_back(
        &self,
        ws: &Workspace,
        folders: &mut Folders,
        stages: &Stages,
        phase: Phase,
    ) -> Result<PutBack, StuckFile> {
        let above = match folders.found_parent_of(self.path()) {
            Ok(above) => above,
            // Nothing was begun there.
            Err(_) if !stages.contains_key(&self.index) => return Ok(PutBack::Restored),
            Err(blocked) => return Err(StuckFile::blocked(&self.full_path(ws), &blocked)),
        };
        let put_back = match (self.comes(), phase) {
            (true, Phase::Planned) => self.remove(&above),
            (true, _) => self.take_back(ws, &above),
            (false, Phase::Planned) => Ok(()),
            (false, _) => return self.bring_back(ws, &above),
        };
        match put_back {
            Ok(()) => Ok(PutBack::Restored),
            Err(fault) => Err(self.stuck(ws, &format!("could not take the folder back ({fault})"))),
        }
    }

    /// Takes a folder back that came, as far as it is as it was made: in any other one somebody works by now. It stays, and
    /// the file that had its name is told with it.
    fn take_back(&self, ws: &Workspace, above: &OwnedFd) -> Result<(), Errno> {
        let (staged, name) = (self.staged(), self.path().file_name());
        if stat(above, &staged)?.is_none() {
            if kind_of(above, name)? != Some(FileType::Directory)
                || !self.is_as_made(ws, above, name)?
            {
                return Ok(());
            }
            ws.renames.take_out(above, name, &staged)?;
        }
        if self.is_as_made(ws, above, &staged)? {
            return self.remove(above);
        }
        ws.renames.take_out(above, &staged, name)
    }

    /// Returns whether nothing lies in the folder `name` but what the apply made there.
    fn is_as_made(&self, ws: &Workspace, above: &OwnedFd, name: &[u8]) -> Result<bool, Errno> {
        let Some(found) = self.held(above, name)? else {
            return Ok(false);
        };
        let made: BTreeMap<&RelPath, Option<Digest>> = self
            .files()
            .map(|(_, entry)| (&entry.path, entry.change.after()))
            .collect();
        for path in &found {
            let Some(after) = made.get(path) else {
                return Ok(false);
            };
            let parent = path.parent().expect("it lies in a folder");
            let folder = self.folder(above, name, &parent)?;
            let seen = look(&folder, path.file_name(), ws.limit);
            let seen = seen.map_err(|fault| Errno::from_io_error(&fault).unwrap_or(Errno::IO))?;
            if seen.digest().is_none() || seen.digest() != *after {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Removes the folder that was made beside its name, and the files in it that the apply makes there.
    fn remove(&self, above: &OwnedFd) -> Result<(), Errno> {
        let staged = self.staged();
        for (_, entry) in self.files() {
            let parent = entry.path.parent().expect("it lies in a folder");
            match self.folder(above, &staged, &parent) {
                Ok(folder) => remove_file(&folder, entry.path.file_name())?,
                Err(Errno::NOENT) => {}
                Err(fault) => return Err(fault),
            }
        }
        self.remove_folders(above, &staged)
    }

    /// Removes the folders of the turn from under `name`, the deepest first. One that is not empty stops it.
    fn remove_folders(&self, above: &OwnedFd, name: &[u8]) -> Result<(), Errno> {
        for folder in self.entry.folders.iter().rev() {
            let removed = match folder.path.parent() {
                Some(parent) if folder.path != *self.path() => {
                    self.folder(above, name, &parent).and_then(|parent| {
                        let name: &[u8] = folder.path.file_name();
                        retry_on_intr(|| rustix::fs::unlinkat(&parent, name, AtFlags::REMOVEDIR))
                    })
                }
                _ => retry_on_intr(|| rustix::fs::unlinkat(above, name, AtFlags::REMOVEDIR)),
            };
            match removed {
                Ok(()) | Err(Errno::NOENT) => {}
                Err(fault) => return Err(fault),
            }
        }
        Ok(())
    }

    /// Renames a folder back that went.
    fn bring_back(&self, ws: &Workspace, above: &OwnedFd) -> Result<PutBack, StuckFile> {
        let (aside, name) = (self.aside(), self.path().file_name());
        let seen = |name| stat(above, name).map(|found| found.is_some());
        let both = seen(&aside).and_then(|aside| Ok((aside, seen(name)?)));
        let back = match both {
            Ok((true, false)) => ws.renames.take_out(above, &aside, name),
            Ok((false, true)) => Ok(()),
            Ok((true, true)) => Err(Errno::EXIST),
            Ok((false, false)) => Err(Errno::NOENT),
            Err(fault) => Err(fault),
        };
        match back {
            Ok(()) => Ok(PutBack::Restored),
            Err(fault) => {
                let what = format!(
                    "the folder that was there could not be put back from `{}` ({fault})",
                    display_line(&aside)
                );
                Err(self.stuck(ws, &what))
            }
        }
    }

    /// Moves the files of a folder that went into the apply's folder, and removes the folder.
    pub(super) fn file_images(
        &self,
        ws: &Workspace,
        folders: &mut Folders,
        op: &OpFolder,
    ) -> Result<(), StuckFile> {
        if self.comes() {
            return Ok(());
        }
        let above = folders.found_parent_of(self.path());
        let above = above.map_err(|it| StuckFile::blocked(&self.full_path(ws), &it))?;
        let filed = || -> std::io::Result<()> {
            for (index, entry) in self.files() {
                match self.folder_of(&above, &entry.path) {
                    Ok(folder) => {
                        let site = Site::of(ws, self.record, index, None);
                        site.file(&folder, entry.path.file_name(), op)?;
                    }
                    Err(Errno::NOENT) => {}
                    Err(fault) => return Err(fault.into()),
                }
            }
            Ok(self.remove_folders(&above, &self.aside())?)
        };
        filed().map_err(|fault| self.stuck(ws, &format!("could not file its old files ({fault})")))
    }

    fn full_path(&self, ws: &Workspace) -> std::path::PathBuf {
        ws.tree.full_path(self.path())
    }

    fn stuck(&self, ws: &Workspace, what: &str) -> StuckFile {
        StuckFile {
            path: self.full_path(ws),
            what: what.to_string(),
            may_wait: false,
        }
    }
}
