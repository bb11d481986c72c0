//! Git's own folders, whatever their names: what lies in them is run as settings and hooks, so nothing is written there, and
//! none is made.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::os::fd::OwnedFd;
use std::path::Path;

use rustix::io::Errno;

use super::error::WorkspaceError;
use super::folders::Folders;
use super::tree::stat;
use crate::text::display::display_line;
use crate::text::{PathFault, RelPath};

/// What git tells one of its folders by: this lies in it, and all the names of a row below.
const HEAD: &str = "HEAD";
const BESIDE_HEAD: [&[&str]; 2] = [&["objects", "refs"], &["commondir"]];

/// Returns whether a folder is one.
pub(super) fn is_repository(folder: &OwnedFd) -> Result<bool, Errno> {
    has_marks(|name| Ok(stat(folder, name.as_bytes())?.is_some()))
}

/// Why nothing under a root in such a folder is read or written.
pub(super) const IN_REPOSITORY: &str = "the root is in a version control folder, such as `.git`";

/// Returns whether a root lies in one of them, or in a folder of hunkwise's or of git's kin: work trees may, with a `.git`
/// of their own. `top` is that of the work tree around the root.
///
/// # Errors
/// The system's, where what is around the root cannot be looked at.
pub(super) fn is_in_repository(root: &Path, top: Option<&Path>) -> io::Result<bool> {
    for folder in root.ancestors().take_while(|folder| Some(*folder) != top) {
        let name = folder.file_name().unwrap_or_default().as_encoded_bytes();
        let is_reserved = RelPath::new(name) == Err(PathFault::Reserved);
        if is_reserved || has_marks(|name| Ok(folder.join(name).symlink_metadata().is_ok()))? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn has_marks(mut has: impl FnMut(&str) -> Result<bool, Errno>) -> Result<bool, Errno> {
    // Nearly every folder has none, and one look says so.
    if !has(HEAD)? {
        return Ok(false);
    }
    for names in BESIDE_HEAD {
        let mut has_all = true;
        for name in names {
            has_all = has_all && has(name)?;
        }
        if has_all {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Refuses to make files that make a folder one of git's.
pub(super) fn check_none_made<'p>(
    folders: &mut Folders<'_>,
    made: impl IntoIterator<Item = &'p RelPath>,
) -> Result<(), WorkspaceError> {
    let is_mark =
        |name: &str| name == HEAD || BESIDE_HEAD.iter().any(|names| names.contains(&name));
    let mut of_folder: BTreeMap<Option<RelPath>, (BTreeSet<String>, &RelPath)> = BTreeMap::new();
    for path in made {
        for (n_above, name) in path.components().enumerate() {
            // Some disks do not tell `head` from `HEAD`.
            let name = String::from_utf8_lossy(name);
            let name = match name.to_ascii_lowercase().as_str() {
                "head" => HEAD.to_string(),
                lower => lower.to_string(),
            };
            if is_mark(&name) {
                let folder = (n_above > 0).then(|| path.first(n_above));
                let of = of_folder.entry(folder);
                of.or_insert_with(|| (BTreeSet::new(), path)).0.insert(name);
            }
        }
    }
    for (folder, (names, path)) in of_folder {
        let there = match &folder {
            // Where it is not there yet, all of it is in the patch.
            Some(folder) => folders.tree.folder(Some(folder)).ok(),
            None => folders.tree.root().ok(),
        };
        let has = |name: &str| match &there {
            _ if names.contains(name) => Ok(true),
            Some(there) => Ok(stat(there, name.as_bytes())?.is_some()),
            None => Ok(false),
        };
        let is_one = has_marks(has).map_err(WorkspaceError::failed(
            "look beside",
            folders.tree.full_path(path),
        ))?;
        if is_one {
            let folder = folder.map_or("the root".to_string(), |folder| {
                format!("`{}`", display_line(folder.as_bytes()))
            });
            return Err(WorkspaceError::Refused {
                path: path.clone(),
                what: format!("with it {folder} would be a git repository's own folder"),
            });
        }
    }
    Ok(())
}
