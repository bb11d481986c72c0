//! The one way of writing what a person named a file for: rejects, feedback, decisions, the log.
//!
//! The name is the person's, but what lies under it may have come with the tree under review. A regular file is therefore
//! replaced by a rename and never written into, no link below the work tree's top is followed and none as the last
//! component anywhere, and neither targets nor inputs are written over. A pipe or a device is written as it is.

mod outlet;
mod place;
mod staged;

use std::collections::BTreeSet;
use std::fs::{File, Metadata};
use std::io::{self, IsTerminal, Write};
use std::os::fd::AsFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::io::{Errno, retry_on_intr};

use super::Workspace;
use crate::report::Exit;
use crate::text::RelPath;
use crate::text::display::{display_lines, display_path};
use outlet::{Outlet, duplicate};
use place::Place;
use staged::Staged;

/// Why a report is not written. The message names what the system said, so there is no source besides.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReportFault {
    /// It must not be written there.
    #[error("will not write `{}`: {what}; name another file", display_path(path))]
    Refused {
        /// The file as it was named.
        path: PathBuf,
        /// What is in the way.
        what: String,
    },
    /// The system does not let it be written.
    #[error("cannot write `{}`: {fault}", display_path(path))]
    Failed {
        /// The file as it was named.
        path: PathBuf,
        /// The system's reason.
        fault: io::Error,
    },
}

impl ReportFault {
    /// Returns how a program that has written nothing yet ends with it.
    pub fn exit(&self) -> Exit {
        match self {
            ReportFault::Refused { .. } => Exit::Refused,
            ReportFault::Failed { .. } => Exit::Unreadable,
        }
    }
}

/// Returns whether a report under the name `path` would go to standard output.
pub fn is_stdout(path: &Path) -> bool {
    outlet::number_of_stream(path) == Some(outlet::STDOUT)
}

/// What a run reads and writes besides: no report may go there.
#[derive(Debug, Clone, Default)]
pub struct Taken {
    /// What the patch changes, makes or removes.
    pub targets: BTreeSet<RelPath>,
    /// The files that are read.
    pub files: Vec<FileId>,
}

/// Tells whether two names are of one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileId {
    device: u64,
    inode: u64,
}

impl FileId {
    /// Returns which file lies under `path`, links followed; `None` for none, and for a pipe or device, which many may
    /// share.
    pub fn of(path: &Path) -> Option<FileId> {
        FileId::of_regular(&std::fs::metadata(path).ok()?)
    }

    /// Returns which file is read as standard input.
    pub fn of_stdin() -> Option<FileId> {
        FileId::of_stream(&io::stdin())
    }

    fn of_stream(stream: &impl AsFd) -> Option<FileId> {
        FileId::of_regular(&duplicate(stream).ok()?.metadata().ok()?)
    }

    fn of_regular(facts: &Metadata) -> Option<FileId> {
        facts.is_file().then(|| FileId {
            device: facts.dev(),
            inode: facts.ino(),
        })
    }
}

/// Where a report goes, looked at before anything else is done.
#[derive(Debug)]
pub struct ReportFile {
    named: PathBuf,
    outlet: Outlet,
}

/// A report that is written but for its name; gone again where it is not delivered.
#[derive(Debug)]
pub struct Prepared<'a> {
    named: &'a Path,
    ready: Ready<'a>,
}

#[derive(Debug)]
enum Ready<'a> {
    /// It lies beside the file that it will be.
    Staged(Staged<'a>),
    /// It is to be sent.
    Unsent(&'a File, &'a [u8]),
}

impl Workspace {
    /// Looks where a report under the name `path` would go. Nothing is made or written.
    ///
    /// # Errors
    /// When it must not or cannot be written there.
    pub fn report_file(&self, path: &Path) -> Result<ReportFile, ReportFault> {
        let looked = match outlet::own_stream(path) {
            Some(stream) => stream.map(Outlet::Stream).map_err(Fault::from),
            None => place::find(path, self.root(), &self.state_path()).and_then(Outlet::at),
        };
        looked
            .map(|outlet| ReportFile {
                named: path.to_path_buf(),
                outlet,
            })
            .map_err(|fault| fault.at(path))
    }
}

/// Why, before it is known of which name.
#[derive(Debug)]
enum Fault {
    Refused(String),
    System(io::Error),
}

impl From<io::Error> for Fault {
    fn from(fault: io::Error) -> Fault {
        Fault::System(fault)
    }
}

impl From<Errno> for Fault {
    fn from(fault: Errno) -> Fault {
        Fault::System(fault.into())
    }
}

impl Fault {
    fn at(self, path: &Path) -> ReportFault {
        let path = path.to_path_buf();
        match self {
            Fault::Refused(what) => ReportFault::Refused { path, what },
            Fault::System(fault) => ReportFault::Failed { path, fault },
        }
    }
}

impl ReportFile {
    /// Returns the name that the person gave.
    pub fn named(&self) -> &Path {
        &self.named
    }

    /// Returns whether it is a file, and no pipe, device or stream.
    pub fn is_file(&self) -> bool {
        self.place().is_some()
    }

    /// Returns whether a person reads it in a terminal.
    pub fn is_terminal(&self) -> bool {
        matches!(&self.outlet, Outlet::Stream(file) if file.is_terminal())
    }

    /// Returns which file it is now, if there is one.
    pub fn id(&self) -> Option<FileId> {
        match &self.outlet {
            Outlet::Stream(file) => FileId::of_regular(&file.metadata().ok()?),
            Outlet::File { place, .. } | Outlet::End { place } => FileId::of(&place.path()),
        }
    }

    /// Returns whether both names are of one file, be it there or not.
    pub fn is_same(&self, other: &ReportFile) -> bool {
        let (id, path) = (self.id(), self.path());
        id.is_some() && id == other.id() || path.is_some() && path == other.path()
    }

    fn path(&self) -> Option<PathBuf> {
        self.place().map(Place::path)
    }

    fn place(&self) -> Option<&Place> {
        match &self.outlet {
            Outlet::File { place, .. } | Outlet::End { place } => Some(place),
            Outlet::Stream(_) => None,
        }
    }

    /// Makes sure that it is none of the files that the run reads or writes besides. To be asked again when it is written:
    /// the run may have made the file that was not there.
    ///
    /// # Errors
    /// [`ReportFault::Refused`] when it is one.
    pub fn check(&self, workspace: &Workspace, taken: &Taken) -> Result<(), ReportFault> {
        let refused = |what: &str| Err(Fault::Refused(what.to_string()).at(&self.named));
        let id = self.id();
        if id.is_some_and(|id| taken.files.contains(&id)) {
            return refused("this run reads it");
        }
        let streams = [
            FileId::of_stream(&io::stdout()),
            FileId::of_stream(&io::stderr()),
        ];
        if self.is_file() && id.is_some() && streams.contains(&id) {
            return refused("standard output or standard error goes there");
        }
        let below_root = self.place().and_then(|place| place.below_root.as_deref());
        let is_target = |target: &RelPath| {
            let path = Path::new(std::ffi::OsStr::from_bytes(target.as_bytes()));
            let is_one = id.is_some() && id == FileId::of(&workspace.root().join(path));
            // A file that lies below another is a folder to it: only one of the two can be.
            let clashes =
                |own: &Path| own == path || own.starts_with(path) || path.starts_with(own);
            is_one || below_root.is_some_and(clashes)
        };
        if taken.targets.iter().any(is_target) {
            return refused("the patch is about it");
        }
        Ok(())
    }

    /// Writes `bytes` as far as it goes before their time: to a file beside it, synced; of a stream it is asked whether it
    /// takes anything.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn prepare<'a>(&'a self, bytes: &'a [u8]) -> Result<Prepared<'a>, ReportFault> {
        let ready = match &self.outlet {
            Outlet::File { place, mode } => Staged::new(place, *mode, bytes).map(Ready::Staged),
            Outlet::End { .. } => Err(Fault::Refused(
                "it can only be appended to, and a report replaces the file".to_string(),
            )),
            // A write of nothing tells of a full or closed device.
            Outlet::Stream(file) => retry_on_intr(|| rustix::io::write(file, b""))
                .map(|_| Ready::Unsent(file, bytes))
                .map_err(Fault::from),
        };
        Ok(Prepared {
            named: &self.named,
            ready: ready.map_err(|fault| fault.at(&self.named))?,
        })
    }

    /// Writes `bytes`, replacing what the file held.
    ///
    /// # Errors
    /// When they cannot be written; a file is as it was then.
    pub fn write(&self, bytes: &[u8]) -> Result<(), ReportFault> {
        self.prepare(bytes)?
            .deliver(|mut file, bytes| file.write_all(bytes))
    }

    /// Opens it for going on after what it holds; a new file can be read by the user alone.
    ///
    /// # Errors
    /// When it cannot be opened, or has other names, one of which may lie elsewhere.
    pub fn append(&self) -> Result<File, ReportFault> {
        let opened = match &self.outlet {
            Outlet::Stream(file) => file.try_clone().map_err(Fault::from),
            Outlet::File { place, .. } | Outlet::End { place } => outlet::open_end(place),
        };
        opened.map_err(|fault| fault.at(&self.named))
    }
}

impl Prepared<'_> {
    /// Gives the report its name, or sends it off by `write`.
    ///
    /// # Errors
    /// When it cannot be; a file is as it was then.
    pub fn deliver(
        self,
        write: impl FnOnce(&File, &[u8]) -> io::Result<()>,
    ) -> Result<(), ReportFault> {
        let delivered = match self.ready {
            Ready::Staged(staged) => staged.give_name(),
            Ready::Unsent(file, bytes) => send(file, bytes, write).map_err(Fault::from),
        };
        delivered.map_err(|fault| fault.at(self.named))
    }
}

fn send(
    file: &File,
    bytes: &[u8],
    write: impl FnOnce(&File, &[u8]) -> io::Result<()>,
) -> io::Result<()> {
    if file.is_terminal() {
        write(file, display_lines(bytes).as_bytes())
    } else {
        write(file, bytes)
    }
}

/// Returns whether a stream takes bytes, or fails, without a wait for its reader.
pub fn takes_bytes(stream: &impl AsFd) -> bool {
    is_ready(stream, Some(&Timespec::default()))
}

/// Waits until a stream takes bytes, or fails.
pub fn wait_for_reader(stream: &impl AsFd) {
    let _ = is_ready(stream, None);
}

/// Where the system cannot say it, the write itself will.
fn is_ready(stream: &impl AsFd, patience: Option<&Timespec>) -> bool {
    let mut asked = [PollFd::new(stream, PollFlags::OUT)];
    let n_ready = retry_on_intr(|| rustix::event::poll(&mut asked, patience));
    n_ready.is_err() || n_ready.is_ok_and(|n| n > 0)
}
