//! A report beside the file that it will be, synced, until it gets its name.

use std::fs::File;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Write};

use rustix::fs::{AtFlags, Mode, OFlags};
use rustix::io::retry_on_intr;

use super::Fault;
use super::place::Place;

/// A file of ours under a name of ours; it goes when this is dropped.
#[derive(Debug)]
pub(super) struct Staged<'a> {
    place: &'a Place,
    name: String,
}

impl<'a> Staged<'a> {
    /// Writes `bytes` to a new file, with `mode`, or what the system gives a new file.
    pub(super) fn new(
        place: &'a Place,
        mode: Option<Mode>,
        bytes: &[u8],
    ) -> Result<Staged<'a>, Fault> {
        // Not to be guessed, so that nobody can have put something there.
        let random = RandomState::new().build_hasher().finish();
        let name = format!(".hunkwise-report-{random:016x}.tmp");
        let flags =
            OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let given = mode.map_or(Mode::from_raw_mode(0o666), |_| Mode::RUSR | Mode::WUSR);
        let file = retry_on_intr(|| rustix::fs::openat(&place.folder, &name, flags, given))?;
        let staged = Staged { place, name };
        fill(file.into(), mode, bytes)?;
        Ok(staged)
    }

    /// Gives it the name of the report; what had it is gone.
    pub(super) fn give_name(mut self) -> Result<(), Fault> {
        let folder = &self.place.folder;
        retry_on_intr(|| rustix::fs::renameat(folder, &self.name, folder, &self.place.name))?;
        self.name.clear();
        Ok(())
    }
}

impl Drop for Staged<'_> {
    fn drop(&mut self) {
        if !self.name.is_empty() {
            // A file that stays is one that nobody takes for another; why it was to go is told already.
            let folder = &self.place.folder;
            let _ = retry_on_intr(|| rustix::fs::unlinkat(folder, &self.name, AtFlags::empty()));
        }
    }
}

fn fill(mut file: File, mode: Option<Mode>, bytes: &[u8]) -> io::Result<()> {
    file.write_all(bytes)?;
    if let Some(mode) = mode {
        retry_on_intr(|| rustix::fs::fchmod(&file, mode))?;
    }
    file.sync_all()
}
