//! Which folder a report goes to. Above the work tree links are the person's own and are followed; below its top they may
//! have come with the tree, and lead anywhere.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use rustix::fs::{Mode, OFlags};
use rustix::io::{Errno, retry_on_intr};

use super::super::own::{IN_OWN_FOLDER, OwnFolders};
use super::super::place::work_tree_top;
use super::Fault;
use crate::text::display::display_line;
use crate::text::{PathFault, RelPath};

/// The most links followed on the way, as the system itself has it.
const MOST_LINKS: usize = 40;

/// A name in a folder that is held open.
#[derive(Debug)]
pub(super) struct Place {
    pub(super) folder: OwnedFd,
    pub(super) name: OsString,
    /// Where the folder lies, without links.
    walked: PathBuf,
    /// The way from the root to the name; `None` where it lies elsewhere.
    pub(super) below_root: Option<PathBuf>,
}

impl Place {
    /// Returns the whole path, without links but perhaps the last component.
    pub(super) fn path(&self) -> PathBuf {
        self.walked.join(&self.name)
    }
}

/// Finds the place that `path` names, seen from the current folder.
pub(super) fn find(path: &Path, root: &Path, state: &Path) -> Result<Place, Fault> {
    // The standard library's components would pass over a slash at the end.
    let bytes = path.as_os_str().as_bytes();
    let mut parts: VecDeque<&[u8]> = bytes.split(|byte| *byte == b'/').collect();
    let name = match parts.pop_back() {
        Some(b"" | b"." | b"..") | None => {
            let what = match bytes {
                b"" => "no name is given",
                _ => "it names a folder",
            };
            return Err(Fault::Refused(what.to_string()));
        }
        Some(name) => OsString::from_vec(name.to_vec()),
    };
    let start = if bytes.starts_with(b"/") {
        PathBuf::from("/")
    } else {
        std::env::current_dir()?.canonicalize()?
    };
    // From there on links may have come with the tree.
    let top = work_tree_top(root)?.unwrap_or(root);
    let walked = walk(
        start,
        parts
            .into_iter()
            .map(|part| OsString::from_vec(part.to_vec())),
        top,
    )?;
    let whole = walked.join(&name);
    let below_root = below(&walked, root).map(|way| way.join(&name));
    check_own_folders(&whole, below_root.as_deref(), root, state)?;
    Ok(Place {
        folder: open_folder(&walked, top)?,
        name,
        walked,
        below_root,
    })
}

/// Goes from `folder` by `parts`, and returns where that leads, without links.
fn walk(
    mut folder: PathBuf,
    parts: impl Iterator<Item = OsString>,
    top: &Path,
) -> Result<PathBuf, Fault> {
    let mut parts: VecDeque<OsString> = parts.collect();
    let mut n_links = 0;
    while let Some(part) = parts.pop_front() {
        match part.as_bytes() {
            b"" | b"." => continue,
            // The folder is without links, so the one above is its parent.
            b".." => {
                folder.pop();
                continue;
            }
            _ => {}
        }
        let next = folder.join(&part);
        let kind = next.symlink_metadata()?.file_type();
        if !kind.is_symlink() {
            folder = next;
            continue;
        }
        if below(&folder, top).is_some() {
            let shown = display_line(part.as_bytes());
            return Err(Fault::Refused(format!(
                "`{shown}` on its way is a symbolic link"
            )));
        }
        n_links += 1;
        if n_links > MOST_LINKS {
            return Err(Errno::LOOP.into());
        }
        let target = next.read_link()?;
        if target.is_absolute() {
            folder = PathBuf::from("/");
        }
        for part in target.as_os_str().as_bytes().rsplit(|byte| *byte == b'/') {
            parts.push_front(OsString::from_vec(part.to_vec()));
        }
    }
    Ok(folder)
}

/// Returns the way from `folder` down to `path`, told by the folders themselves: the same one may be reached by two names.
fn below(path: &Path, folder: &Path) -> Option<PathBuf> {
    let id = |path: &Path| {
        Some(path.metadata().ok())
            .flatten()
            .map(|facts| (facts.dev(), facts.ino()))
    };
    let wanted = id(folder)?;
    let found = path.ancestors().find(|above| id(above) == Some(wanted))?;
    path.strip_prefix(found).ok().map(Path::to_path_buf)
}

/// Refuses version control's folders and our own.
fn check_own_folders(
    whole: &Path,
    below_root: Option<&Path>,
    root: &Path,
    state: &Path,
) -> Result<(), Fault> {
    if OwnFolders::of_user().hold(whole) {
        return Err(Fault::Refused(IN_OWN_FOLDER.to_string()));
    }
    let relative = below_root.or(whole.strip_prefix("/").ok()).unwrap_or(whole);
    let is_reserved = RelPath::new(relative.as_os_str().as_bytes()) == Err(PathFault::Reserved);
    // A linked work tree's records lie in a folder of git's that need not be called so.
    let home = state.parent().filter(|home| below(root, home).is_none());
    if is_reserved || home.is_some_and(|home| below(whole, home).is_some()) {
        return Err(Fault::Refused(
            "it is in version control's or hunkwise's own folder".to_string(),
        ));
    }
    Ok(())
}

/// Opens a folder that was walked to; below `top` no link is followed, should one have come meanwhile.
fn open_folder(walked: &Path, top: &Path) -> Result<OwnedFd, Fault> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let Some(way) = below(walked, top) else {
        return Ok(retry_on_intr(|| {
            rustix::fs::open(walked, flags, Mode::empty())
        })?);
    };
    let mut folder = retry_on_intr(|| rustix::fs::open(top, flags, Mode::empty()))?;
    for part in &way {
        let flags = flags | OFlags::NOFOLLOW;
        folder = retry_on_intr(|| rustix::fs::openat(&folder, part, flags, Mode::empty()))?;
    }
    Ok(folder)
}
