//! Reading what a model replied, from a file or a pipe.

use std::io::Read;
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};

use rustix::fs::FileType;
use rustix::io::retry_on_intr;

use super::Workspace;
use super::error::WorkspaceError;
use super::tree::{Unfit, kind_in_words};
use crate::text::Content;

/// Where a reply is read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReplySource<'a> {
    /// A file or named pipe, which the user named: links are followed.
    File(&'a Path),
    /// A file alone, which a program named: a pipe that nobody writes to would keep it waiting.
    RegularFile(&'a Path),
    /// Standard input.
    Stdin,
    /// What a program sent with its request.
    Given(&'a [u8]),
}

/// Each line counts as so many bytes at least: it takes memory, however short it is.
const BYTES_OF_LINE: u64 = 32;

/// The fewest lines that are read whatever the limit is.
const N_LINES: u64 = 10_000;

/// Reads a whole reply of at most `limit` bytes, and of as many lines as fit into it.
///
/// # Errors
/// When it is missing, unreadable, a folder, a device or too large; the message names it and says what to do.
pub fn read_reply(source: ReplySource<'_>, limit: u64) -> Result<Vec<u8>, WorkspaceError> {
    match source {
        ReplySource::File(path) | ReplySource::RegularFile(path) => {
            let failed = |fault| WorkspaceError::Reply {
                path: path.to_path_buf(),
                fault,
            };
            let kind = retry_on_intr(|| rustix::fs::stat(path))
                .map(|stat| FileType::from_raw_mode(stat.st_mode))
                .map_err(|fault| failed(fault.into()))?;
            // Looked at before opening, as opening a device can have effects and opening a socket fails unclearly.
            check_kind(path, kind)?;
            if matches!(source, ReplySource::RegularFile(_)) && kind == FileType::Fifo {
                return Err(unfit(path, kind, "name a file, or send its text"));
            }
            let file = std::fs::File::open(path).map_err(failed)?;
            read(file, path, limit)
        }
        ReplySource::Stdin => read(std::io::stdin(), Path::new("-"), limit),
        ReplySource::Given(bytes) if bytes.len() as u64 > limit => {
            Err(too_large(Path::new("text"), limit))
        }
        ReplySource::Given(bytes) => counted(bytes.to_vec(), Path::new("text"), limit),
    }
}

impl Workspace {
    /// Reads a file under the root, without following a link; a relative path begins in the current folder.
    ///
    /// # Errors
    /// When it is elsewhere, or no text.
    pub fn reply_within(&self, path: &Path) -> Result<Vec<u8>, WorkspaceError> {
        let refused = |what: String, next| WorkspaceError::ReplyRefused {
            path: path.to_path_buf(),
            what,
            next,
        };
        let next = "name a file under the root, or send its text";
        let full: PathBuf = std::path::absolute(path)
            .map_err(|fault| refused(fault.to_string(), next))?
            .components()
            .collect();
        let below = self.names().relative(full.as_os_str().as_encoded_bytes());
        let below = below.map_err(|_| refused("outside the root".to_string(), next))?;
        let what = match self.snapshot(&below).content {
            Content::Text(text) => {
                return counted(text.as_bytes().to_vec(), path, self.limit);
            }
            Content::Absent => "not there".to_string(),
            Content::Binary => "no text".to_string(),
            Content::NotAFile(what) | Content::Refused(what) | Content::Unreadable(what) => what,
        };
        Err(refused(what, next))
    }
}

fn read(source: impl Read + AsFd, path: &Path, limit: u64) -> Result<Vec<u8>, WorkspaceError> {
    let failed = |fault| WorkspaceError::Reply {
        path: path.to_path_buf(),
        fault,
    };
    let stat =
        retry_on_intr(|| rustix::fs::fstat(&source)).map_err(|fault| failed(fault.into()))?;
    if FileType::from_raw_mode(stat.st_mode) == FileType::Directory {
        check_kind(path, FileType::Directory)?;
    }
    let size = stat.st_size.max(0) as u64;
    let mut bytes = Vec::with_capacity(size.min(limit) as usize + 1);
    source
        .take(limit + 1)
        .read_to_end(&mut bytes)
        .map_err(failed)?;
    if bytes.len() as u64 > limit {
        return Err(too_large(path, limit));
    }
    counted(bytes, path, limit)
}

/// Returns the bytes, if they have no more lines than fit into the limit.
fn counted(bytes: Vec<u8>, path: &Path, limit: u64) -> Result<Vec<u8>, WorkspaceError> {
    let most = (limit / BYTES_OF_LINE).max(N_LINES);
    if most_lines(&bytes) <= most || n_lines(&bytes) <= most {
        return Ok(bytes);
    }
    Err(WorkspaceError::ReplyRefused {
        path: path.to_path_buf(),
        what: format!("longer than {most} lines"),
        next: "split it, or raise the limit with --limit",
    })
}

/// Returns a number that is no less than [`n_lines`], at a fraction of its price: each kind of byte that may end a line is
/// counted alone, a stretch at a time so that the stretch stays in the cache.
fn most_lines(bytes: &[u8]) -> u64 {
    const STRETCH: usize = 1 << 14;
    let n_of = |stretch: &[u8], byte| memchr::memchr_iter(byte, stretch).count();
    let ends = b"\n\r\\";
    let in_stretches = bytes.chunks(STRETCH);
    let counts = in_stretches.flat_map(|stretch| ends.iter().map(move |end| n_of(stretch, *end)));
    counts.sum::<usize>() as u64
}

/// Returns how many lines a reply has, those in the strings of JSON too: each is one once its string is read.
fn n_lines(bytes: &[u8]) -> u64 {
    let ends = memchr::memchr3_iter(b'\n', b'\r', b'\\', bytes);
    let ends = ends.filter(|at| match (bytes[*at], bytes.get(at + 1)) {
        (b'\r', after) => after != Some(&b'\n'),
        (b'\\', after) => after == Some(&b'n'),
        _ => true,
    });
    ends.count() as u64
}

fn too_large(path: &Path, limit: u64) -> WorkspaceError {
    WorkspaceError::ReplyRefused {
        path: path.to_path_buf(),
        what: Unfit::LargerThan(limit).to_string(),
        next: "split it, or raise the limit with --limit",
    }
}

fn check_kind(path: &Path, kind: FileType) -> Result<(), WorkspaceError> {
    match kind {
        FileType::RegularFile | FileType::Fifo => Ok(()),
        FileType::Directory
        | FileType::Socket
        | FileType::CharacterDevice
        | FileType::BlockDevice
        | FileType::Symlink
        | FileType::Unknown => {
            let next = "name a file, or pipe it in and say `-`";
            Err(unfit(path, kind, next))
        }
    }
}

fn unfit(path: &Path, kind: FileType, next: &'static str) -> WorkspaceError {
    WorkspaceError::ReplyRefused {
        path: PathBuf::from(path),
        what: kind_in_words(kind).to_string(),
        next,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn no_reply_has_more_lines_than_the_most_that_are_counted(
            parts in proptest::collection::vec(prop_oneof![
                Just("\n"), Just("\r"), Just("\\n"), Just("\\"), Just("n"), Just("a line of some length"),
            ], 0..60),
        ) {
            let bytes = parts.concat().into_bytes();
            prop_assert!(n_lines(&bytes) <= most_lines(&bytes));
        }
    }

    #[test]
    fn what_may_end_more_lines_than_fit_but_does_not_is_read() {
        // Every backslash may begin the `\n` of a string in JSON.
        let limit = N_LINES * BYTES_OF_LINE;
        let check = |unit: &str, n: u64, is_read: bool| {
            let bytes = unit.repeat(n as usize).into_bytes();
            let counted = counted(bytes, Path::new("reply"), limit);
            assert_eq!(counted.is_ok(), is_read, "{n} times {unit:?}");
        };
        check("\\\\", N_LINES, true);
        check("\r\n", N_LINES, true);
        check("\r\n", N_LINES + 1, false);
        check("\\n", N_LINES, true);
        check("\\n", N_LINES + 1, false);
    }
}
