//! Many files read one after the other, with the folders that they lie in kept open: a walk to a folder takes more calls of
//! the system than the files in it. It is for one look at the tree, which is over soon: what is held open may be renamed.

use std::collections::HashMap;
use std::os::fd::OwnedFd;
use std::rc::Rc;

use foldhash::fast::RandomState;

use super::Workspace;
use super::folders::Folders;
use super::stage::Attributes;
use super::tree::{Blocked, OpenFile};
use crate::text::{RelPath, Snapshot};

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

    /// Reads what lies at `path`, never through a link and never waiting for a device or pipe.
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
