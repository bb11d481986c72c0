//! Which files there are, for offering close names. It need not be complete, only quick.

use std::collections::{BTreeSet, VecDeque};

use rustix::fs::{Dir, FileType};

use super::tree::{Opened, Tree, kind_of, open_file};
use crate::matcher::Cancel;
use crate::text::RelPath;

const MOST_PATHS: usize = 50_000;
const MOST_LOOKS: usize = 500_000;
const LARGEST_IGNORE_FILE: u64 = 64 * 1024;

/// Returns files under the root, the nearest first taken, then sorted.
pub(super) fn known_paths(tree: &Tree, cancel: &dyn Cancel) -> Vec<RelPath> {
    let ignored = ignored_names(tree);
    let mut paths = Vec::new();
    let mut n_looks = 0;
    let mut folders = VecDeque::from([None::<RelPath>]);
    // A folder that cannot be listed has no names to offer.
    while !cancel.is_cancelled()
        && let Some(folder) = folders.pop_front()
    {
        let Ok(fd) = tree.folder(folder.as_ref()) else {
            continue;
        };
        let Ok(listing) = Dir::read_from(&fd) else {
            continue;
        };
        for entry in listing.flatten() {
            n_looks += 1;
            if paths.len() == MOST_PATHS || n_looks == MOST_LOOKS {
                paths.sort();
                return paths;
            }
            let name = entry.file_name().to_bytes();
            if name == b"." || name == b".." || ignored.contains(name) {
                continue;
            }
            // Reserved folders and names that no patch could say are refused here.
            let Ok(path) = RelPath::in_folder(folder.as_ref(), name) else {
                continue;
            };
            let listed = entry.file_type();
            let kind = if listed == FileType::Unknown {
                kind_of(&fd, name).ok().flatten().unwrap_or(listed)
            } else {
                listed
            };
            if kind == FileType::RegularFile {
                paths.push(path);
            } else if kind == FileType::Directory {
                folders.push_back(Some(path));
            }
        }
    }
    paths.sort();
    paths
}

/// Returns the names that the top `.gitignore` gives plainly: one component, no pattern.
fn ignored_names(tree: &Tree) -> BTreeSet<Vec<u8>> {
    let mut names: BTreeSet<Vec<u8>> =
        BTreeSet::from([b"target".to_vec(), b"node_modules".to_vec()]);
    let opened = tree
        .folder(None)
        .ok()
        .and_then(|top| open_file(&top, b".gitignore", LARGEST_IGNORE_FILE).ok());
    if let Some(Opened::File(mut open)) = opened
        && let Ok(Ok(bytes)) = open.read(LARGEST_IGNORE_FILE)
    {
        for line in bytes.split(|byte| *byte == b'\n') {
            let name = line.trim_ascii();
            let name = name.strip_prefix(b"/").unwrap_or(name);
            let name = name.strip_suffix(b"/").unwrap_or(name);
            let is_plain = !name.is_empty() && !name.iter().any(|byte| b"/*?[!#\\".contains(byte));
            if is_plain {
                names.insert(name.to_vec());
            }
        }
    }
    names
}
