//! How long applies can be undone: the old contents of the latest ones are kept, and no more than fits.

use std::collections::BTreeSet;
use std::os::fd::OwnedFd;

use rustix::io::Errno;

use super::error::WorkspaceError;
use super::journal::{OpFolder, Origin, Phase};
use super::state::{State, names_in};
use super::tree::stat;

/// How many applies, and how many bytes of old contents, are kept. The latest apply is kept whatever its size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retention {
    /// The most applies that an undo would take back.
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

/// How many records are kept for each apply that counts. One that was undone does not count, nor does an undo: else each undo
/// would push out an apply that could be undone.
const RECORDS_PER_APPLY: usize = 10;

/// Forgets the oldest applies that are over the limits, but none that waits for a recovery, and never `newest`, the one
/// just made. The lock must be held.
///
/// Only our own count, and only our own go: what came with a tree may have any number and any size, and would push out the
/// record that was just promised to be kept. All that is older than one that goes, goes too: an undo without what it undid, or
/// that without its undo, would tell of another standing.
pub(super) fn forget(
    state: &State,
    newest: u64,
    retention: Retention,
) -> Result<(), WorkspaceError> {
    let ids = state.ids()?;
    let mut kept = Kept::default();
    let mut forgotten = Ok(());
    let others = ids.into_iter().rev().filter(|id| *id != newest);
    for id in [newest].into_iter().chain(others) {
        // One that cannot be forgotten, or looked at, keeps no other.
        let one = forget_if_over(state, id, &mut kept, retention);
        forgotten = forgotten.and(one);
    }
    forgotten
}

/// What is kept so far: the newest, which is looked at first, whatever its size.
#[derive(Default)]
struct Kept {
    n_records: usize,
    /// Those of them that an undo would take back.
    n_applies: usize,
    n_bytes: u64,
    /// What they undo.
    undone: BTreeSet<u64>,
}

fn forget_if_over(
    state: &State,
    id: u64,
    kept: &mut Kept,
    retention: Retention,
) -> Result<(), WorkspaceError> {
    let op = OpFolder::open(state, id)?;
    let Some(phase) = op.phase()? else {
        return Ok(());
    };
    // One that cannot be read is nobody's.
    let Ok((record, Origin::Here | Origin::Renumbered)) = op.read(state, phase) else {
        return Ok(());
    };
    let size = size(&op.dir).map_err(WorkspaceError::failed("look at", &op.path))?;
    let is_newest = kept.n_records == 0;
    kept.n_records += 1;
    kept.n_bytes = kept.n_bytes.saturating_add(size);
    if !kept.undone.contains(&id) {
        match (record.undoes, record.undoes_in) {
            (Some(undone), None) => drop(kept.undone.insert(undone)),
            (Some(_), Some(_)) => {}
            (None, _) => kept.n_applies += 1,
        }
    }
    let is_over = kept.n_applies > retention.n_applies
        || kept.n_records > retention.n_applies.saturating_mul(RECORDS_PER_APPLY)
        || kept.n_bytes > retention.n_bytes;
    if !is_newest && is_over && !waits(&op)? {
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
