//! Many files read one after the other, with the folders that they lie in kept open: a walk to a folder takes more calls of
//! the system than the files in it. It is for one look at the tree, which is over soon: what is held open may be renamed.

use std::os::fd::OwnedFd;
use std::rc::Rc;

use super::Workspace;
use super::folders::Folders;
use super::tree::Blocked;
use crate::text::{RelPath, Snapshot};

/// Reads files as [`Workspace::snapshot`] does.
pub struct Reader<'a> {
    workspace: &'a Workspace,
    folders: Folders<'a>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(workspace: &'a Workspace) -> Reader<'a> {
        Reader {
            workspace,
            folders: Folders::new(&workspace.tree),
        }
    }

    /// Reads what lies at `path`, never through a link and never waiting for a device or pipe.
    pub fn snapshot(&mut self, path: &RelPath) -> Snapshot {
        let folder = self.folder_of(path);
        self.workspace.snapshot_in(folder, path)
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
