//! Work trees whose `.git` is a file that names git's folder: linked ones and submodules.
//!
//! The file may have come with the tree, so it is followed only where the folder names this very tree, too.

use std::ffi::OsStr;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;

use rustix::fs::{AtFlags, Mode, OFlags, Stat, fstat, openat, statat};
use rustix::io::retry_on_intr;

use super::super::tree::{Identity, Opened, open_file, stat};

/// Settings and paths are shorter.
const MOST_BYTES: u64 = 64 * 1024;

/// The folder of a work tree, and the one that it shares with others of its repository.
pub(super) struct Linked {
    pub(super) own: OwnedFd,
    pub(super) shared: OwnedFd,
}

/// Follows the file `.git` of a work tree.
pub(super) fn follow(top: &OwnedFd) -> Option<Linked> {
    let held = read(top, b".git")?;
    let own = open(top, held.strip_prefix(b"gitdir:")?.trim_ascii())?;
    let shared = match read(&own, b"gitdir") {
        Some(back) => {
            let is_usual = read(&own, b"commondir")?.trim_ascii() == b"../..";
            let dot_git = stat(top, b".git").ok()??;
            let is_back = is_usual && leads_to(&own, back.trim_ascii(), &dot_git);
            is_back.then(|| open(&own, b"../.."))??
        }
        None => {
            let settings = read(&own, b"config")?;
            let is_back = leads_to(&own, work_tree(&settings)?, &fstat(top).ok()?);
            is_back.then(|| own.try_clone().ok())??
        }
    };
    Some(Linked { own, shared })
}

fn read(folder: &OwnedFd, name: &[u8]) -> Option<Vec<u8>> {
    match open_file(folder, name, MOST_BYTES).ok()? {
        Opened::File(mut open) => open.read(MOST_BYTES).ok()?.ok(),
        Opened::Absent | Opened::Other(_) => None,
    }
}

/// Opens a folder by a path that git wrote, which may go up and be absolute.
fn open(folder: &OwnedFd, path: &[u8]) -> Option<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let path = OsStr::from_bytes(path);
    retry_on_intr(|| openat(folder, path, flags, Mode::empty())).ok()
}

/// Returns whether a path that git wrote names the file or folder of these facts.
fn leads_to(folder: &OwnedFd, path: &[u8], facts: &Stat) -> bool {
    let path = OsStr::from_bytes(path);
    let there = retry_on_intr(|| statat(folder, path, AtFlags::SYMLINK_NOFOLLOW));
    there.is_ok_and(|there| Identity::of(&there).is_same_file(&Identity::of(facts)))
}

/// Returns the value of `core.worktree`.
fn work_tree(settings: &[u8]) -> Option<&[u8]> {
    let mut is_core = false;
    for line in settings.split(|byte| *byte == b'\n') {
        let line = line.trim_ascii();
        if line.starts_with(b"[") {
            is_core = line.eq_ignore_ascii_case(b"[core]");
        }
        let Some(equals) = memchr::memchr(b'=', line).filter(|_| is_core) else {
            continue;
        };
        if line[..equals]
            .trim_ascii()
            .eq_ignore_ascii_case(b"worktree")
        {
            return Some(line[equals + 1..].trim_ascii());
        }
    }
    None
}
