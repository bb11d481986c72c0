//! What lies under the name of a report, opened without following, making or emptying anything.

use std::fs::File;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::time::{Duration, Instant};

use rustix::fs::{AtFlags, FileType, Mode, OFlags};
use rustix::io::{Errno, retry_on_intr};

use super::Fault;
use super::place::Place;
use crate::workspace::tree::kind_in_words;

/// What a report goes into.
#[derive(Debug)]
pub(super) enum Outlet {
    /// A regular file, there already or not.
    File { place: Place, mode: Option<Mode> },
    /// One that can only be written at its end (`chattr +a`).
    End { place: Place },
    /// A pipe, a device, or a stream that the program was started with.
    Stream(File),
}

/// How long somebody may take to open the other end of a named pipe.
const PATIENCE: Duration = Duration::from_secs(5);

/// Opened so, a file is neither made nor emptied, a link not followed, and a pipe without a reader not waited for.
const LOOKING: OFlags = OFlags::WRONLY
    .union(OFlags::NOFOLLOW)
    .union(OFlags::NONBLOCK)
    .union(OFlags::NOCTTY)
    .union(OFlags::CLOEXEC);

/// The number of the stream that is standard output.
pub(super) const STDOUT: u16 = 1;

/// Returns the number of the stream that `path` names, of those that the program was started with; `None` for any other name.
pub(super) fn number_of_stream(path: &Path) -> Option<u16> {
    let name = path.to_str()?;
    let descriptor = |start| name.strip_prefix(start)?.parse().ok();
    match name {
        "/dev/stdout" => Some(STDOUT),
        "/dev/stderr" => Some(2),
        _ => descriptor("/dev/fd/").or(descriptor("/proc/self/fd/")),
    }
}

/// Opens what names a stream that the program was started with; `None` for any other name. What is written to a file that it
/// leads to is appended: the shell's `>` or `3>` has emptied that file or kept it.
pub(super) fn own_stream(path: &Path) -> Option<io::Result<File>> {
    Some(match number_of_stream(path)? {
        STDOUT => duplicate(&io::stdout()),
        2 => duplicate(&io::stderr()),
        _ => {
            let flags = OFlags::WRONLY | OFlags::APPEND | OFlags::NOCTTY | OFlags::CLOEXEC;
            let opened = retry_on_intr(|| rustix::fs::open(path, flags, Mode::empty()));
            opened.map(File::from).map_err(io::Error::from)
        }
    })
}

pub(super) fn duplicate(stream: &impl AsFd) -> io::Result<File> {
    stream.as_fd().try_clone_to_owned().map(File::from)
}

impl Outlet {
    /// Looks what lies at a place. A pipe must have a reader before long; what is neither a file, a pipe nor a device of
    /// characters is refused.
    pub(super) fn at(place: Place) -> Result<Outlet, Fault> {
        let file = match open(&place, LOOKING, Mode::empty()) {
            Ok(file) => File::from(file),
            Err(Errno::NOENT) => return Ok(Outlet::File { place, mode: None }),
            Err(Errno::NXIO) if kind_of(&place) == Some(FileType::Fifo) => wait_for_reader(&place)?,
            Err(Errno::PERM) if open(&place, LOOKING | OFlags::APPEND, Mode::empty()).is_ok() => {
                return Ok(Outlet::End { place });
            }
            Err(fault) => return Err(unfit(&place, fault)),
        };
        let stat = rustix::fs::fstat(&file)?;
        match FileType::from_raw_mode(stat.st_mode) {
            FileType::RegularFile => {
                // Who owns the bits that lend its rights is not who writes the report.
                let mode = Some(Mode::from_raw_mode(stat.st_mode & 0o777));
                Ok(Outlet::File { place, mode })
            }
            FileType::Fifo | FileType::CharacterDevice => {
                let flags = rustix::fs::fcntl_getfl(&file)?;
                rustix::fs::fcntl_setfl(&file, flags - OFlags::NONBLOCK)?;
                Ok(Outlet::Stream(file))
            }
            kind @ (FileType::Directory
            | FileType::Symlink
            | FileType::BlockDevice
            | FileType::Socket
            | FileType::Unknown) => Err(refused_kind(kind)),
        }
    }
}

fn open(place: &Place, flags: OFlags, mode: Mode) -> Result<OwnedFd, Errno> {
    retry_on_intr(|| rustix::fs::openat(&place.folder, &place.name, flags, mode))
}

/// Returns why a name cannot be opened: a link and a folder are told by what they are.
fn unfit(place: &Place, fault: Errno) -> Fault {
    match kind_of(place) {
        Some(kind @ (FileType::Symlink | FileType::Directory | FileType::Socket)) => {
            refused_kind(kind)
        }
        Some(_) | None => fault.into(),
    }
}

fn kind_of(place: &Place) -> Option<FileType> {
    let stat = rustix::fs::statat(&place.folder, &place.name, AtFlags::SYMLINK_NOFOLLOW);
    Some(FileType::from_raw_mode(stat.ok()?.st_mode))
}

fn refused_kind(kind: FileType) -> Fault {
    Fault::Refused(format!("it is {}", kind_in_words(kind)))
}

/// Opens a named pipe that nobody reads yet, once somebody does.
fn wait_for_reader(place: &Place) -> Result<File, Fault> {
    let start = Instant::now();
    loop {
        match open(place, LOOKING, Mode::empty()) {
            Ok(file) => return Ok(file.into()),
            Err(Errno::NXIO) if start.elapsed() < PATIENCE => {
                std::thread::sleep(Duration::from_millis(20));
            }
            Err(Errno::NXIO) => return Err(Fault::Refused("nobody reads from it".to_string())),
            Err(fault) => return Err(unfit(place, fault)),
        }
    }
}

/// Opens a file for going on after what it holds.
pub(super) fn open_end(place: &Place) -> Result<File, Fault> {
    let flags = LOOKING | OFlags::APPEND | OFlags::CREATE;
    let opened = open(place, flags, Mode::RUSR | Mode::WUSR);
    let file = File::from(opened.map_err(|fault| unfit(place, fault))?);
    let facts = file.metadata()?;
    if !facts.is_file() {
        return Err(Fault::Refused("it is no file any more".to_string()));
    }
    if facts.nlink() > 1 {
        return Err(Fault::Refused(
            "it has other names (hard links)".to_string(),
        ));
    }
    Ok(file)
}
