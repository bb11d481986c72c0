//! How long applies can be undone: the old contents of the latest ones are kept, and no more than fits.

use std::os::fd::OwnedFd;

use rustix::io::Errno;

use super::error::WorkspaceError;
use super::journal::{OpFolder, Phase};
use super::state::{State, names_in};
use super::tree::stat;

/// How many applies, and how many bytes of old contents, are kept. The latest apply is kept whatever its size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retention {
    /// The most applies.
    pub n_applies: usize,
    /// The most bytes of old contents in all.
    pub n_bytes: u64,
}

impl Default for Retention {
    fn default() -> Retention {
        Retention {
            n_applies: 50,
            n_bytes: 256 * 1024 * 1024,
        }
    }
}

/// Forgets the oldest applies that are over the limits, but none that waits for a recovery. The lock must be held.
pub(super) fn forget(state: &State, retention: Retention) -> Result<(), WorkspaceError> {
    let mut n_bytes: u64 = 0;
    let mut forgotten = Ok(());
    for (n_newer, id) in state.ids()?.into_iter().rev().enumerate() {
        // One that cannot be forgotten, or looked at, keeps no other.
        let one = forget_if_over(state, id, n_newer, &mut n_bytes, retention);
        forgotten = forgotten.and(one);
    }
    forgotten
}

fn forget_if_over(
    state: &State,
    id: u64,
    n_newer: usize,
    n_bytes: &mut u64,
    retention: Retention,
) -> Result<(), WorkspaceError> {
    let op = OpFolder::open(state, id)?;
    let size = size(&op.dir).map_err(WorkspaceError::failed("look at", &op.path))?;
    *n_bytes = n_bytes.saturating_add(size);
    let is_over = n_newer >= retention.n_applies || *n_bytes > retention.n_bytes;
    if n_newer > 0 && is_over && !waits(&op)? {
        op.remove(state)?;
    }
    Ok(())
}

fn waits(op: &OpFolder) -> Result<bool, WorkspaceError> {
    Ok(match op.phase()? {
        Some(Phase::Planned | Phase::Staged | Phase::Done) => true,
        Some(Phase::Kept | Phase::Left) | None => false,
    })
}

fn size(folder: &OwnedFd) -> Result<u64, Errno> {
    let mut n_bytes: u64 = 0;
    for name in names_in(folder)? {
        if let Some(stat) = stat(folder, &name)? {
            n_bytes = n_bytes.saturating_add(stat.st_size as u64);
        }
    }
    Ok(n_bytes)
}
