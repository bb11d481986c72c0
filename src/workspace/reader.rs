//! How a file is read, and how many are, one after the other: with the folders that they lie in kept open, as a walk to a
//! folder takes more calls of the system than the files in it. That is for one look at the tree, which is over soon: what is
//! held open may be renamed.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::os::fd::OwnedFd;
use std::rc::Rc;

use foldhash::fast::RandomState;
use rustix::fs::FileType;

use super::Workspace;
use super::folders::Folders;
use super::known;
use super::stage::Attributes;
use super::tree::{Blocked, OpenFile, Opened, Unfit, kind_in_words, open_file};
use crate::matcher::Cancel;
use crate::patch::FileMode;
use crate::text::{Content, RelPath, Snapshot};

/// Reads files as [`Workspace::snapshot`] does.
pub struct Reader<'a> {
    workspace: &'a Workspace,
    folders: Folders<'a>,
    /// Noted for a look at the write that follows at once.
    facts: Option<Facts>,
}

/// What a write asks of files besides their content, as it was when they were read: for a look at that write, which need not
/// open each of them again.
#[derive(Debug, Default)]
pub struct Facts {
    of: HashMap<RelPath, FileFacts, RandomState>,
}

/// What a write asks of one file.
#[derive(Debug)]
pub(super) struct FileFacts {
    pub(super) attributes: Attributes,
    pub(super) n_names: u64,
}

impl Facts {
    /// Returns those of a file; `None` where they are not known.
    pub(super) fn of(&self, path: &RelPath) -> Option<&FileFacts> {
        self.of.get(path)
    }
}

impl FileFacts {
    #[allow(
        clippy::unnecessary_cast,
        reason = "the field has another width on other systems"
    )]
    pub(super) fn of(open: &OpenFile) -> std::io::Result<FileFacts> {
        Ok(FileFacts {
            attributes: Attributes::of(open)?,
            n_names: open.stat.st_nlink as u64,
        })
    }
}

impl<'a> Reader<'a> {
    pub(super) fn new(workspace: &'a Workspace) -> Reader<'a> {
        Reader {
            workspace,
            folders: Folders::new(&workspace.tree),
            facts: None,
        }
    }

    /// Makes it note what [`Workspace::look_as_read`] asks of each file.
    pub fn noting_facts(self) -> Reader<'a> {
        Reader {
            facts: Some(Facts::default()),
            ..self
        }
    }

    /// Returns what it noted.
    pub fn into_facts(self) -> Facts {
        self.facts.unwrap_or_default()
    }

    /// Reads the file at `path`, never through a link and never waiting for a device or pipe.
    pub fn snapshot(&mut self, path: &RelPath) -> Snapshot {
        let folder = self.folder_of(path);
        let facts = &mut self.facts;
        self.workspace.snapshot_in(folder, path, |open| {
            let Some(facts) = facts else { return };
            // What cannot be read now is asked for again, and reported, by the look itself.
            match FileFacts::of(open) {
                Ok(of_file) => facts.of.insert(path.clone(), of_file),
                Err(_) => facts.of.remove(path),
            };
        })
    }

    fn folder_of(&mut self, path: &RelPath) -> Result<Rc<OwnedFd>, Blocked> {
        match self.folders.parent_of(path) {
            // It has another folder than before: that is read for what it is now.
            Err(Blocked::Moved) => {
                let folder = self.workspace.tree.folder(path.parent().as_ref());
                folder.map(Rc::new)
            }
            folder => folder,
        }
    }
}

impl Workspace {
    /// Reads the file at `path`, never through a link and never waiting for a device or pipe.
    pub fn snapshot(&self, path: &RelPath) -> Snapshot {
        self.snapshot_in(self.tree.folder(path.parent().as_ref()), path, |_| {})
    }

    /// Returns what reads many files in one look at the tree.
    pub fn reader(&self) -> Reader<'_> {
        Reader::new(self)
    }

    pub(super) fn snapshot_in(
        &self,
        folder: Result<impl Borrow<OwnedFd>, Blocked>,
        path: &RelPath,
        on_open: impl FnOnce(&OpenFile),
    ) -> Snapshot {
        let unread = |content| Snapshot::new(path.clone(), content);
        let folder = match folder {
            Ok(folder) => folder,
            Err(Blocked::Missing) => return unread(Content::Absent),
            Err(Blocked::NotAFolder { words, kind }) => return unread(unfit(kind, words)),
            Err(Blocked::OffLimits(words)) => return unread(Content::Refused(words)),
            Err(Blocked::Moved) => return unread(Content::Absent),
            Err(Blocked::System(fault)) => return unread(Content::Unreadable(fault.to_string())),
        };
        let mut open = match open_file(folder.borrow(), path.file_name(), self.limit) {
            Ok(Opened::File(open)) => open,
            Ok(Opened::Absent) => return unread(Content::Absent),
            Ok(Opened::Other(Unfit::Kind(kind))) => {
                return unread(unfit(kind, kind_in_words(kind)));
            }
            Ok(Opened::Other(large @ Unfit::LargerThan(_))) => {
                return unread(Content::Refused(large.to_string()));
            }
            Err(fault) => return unread(Content::Unreadable(fault.to_string())),
        };
        on_open(&open);
        let mode = FileMode::of_permissions(open.stat.st_mode);
        Snapshot {
            path: path.clone(),
            is_program: mode == FileMode::Executable,
            is_program_of_others: mode == FileMode::Plain && open.stat.st_mode & 0o111 != 0,
            content: match open.read(self.limit) {
                Ok(Ok(bytes)) => Content::of_bytes(bytes),
                Ok(Err(large)) => Content::Refused(large.to_string()),
                Err(fault) => Content::Unreadable(fault.to_string()),
            },
        }
    }

    /// Returns files under the root, sorted, for offering close names: the nearest 50,000, without version control's
    /// folders, `target`, `node_modules` and what the top `.gitignore` names plainly; or those found before it was
    /// cancelled.
    pub fn known_paths(&self, cancel: &dyn Cancel) -> Vec<RelPath> {
        known::known_paths(&self.tree, cancel)
    }
}

/// Returns what a path is whose own or a folder's name stands for no file or folder. A link is refused, as one that leads
/// to a file would be mistaken for it; nothing else can be.
fn unfit(kind: FileType, words: impl Into<String>) -> Content {
    if kind == FileType::Symlink {
        Content::Refused(words.into())
    } else {
        Content::NotAFile(words.into())
    }
}
