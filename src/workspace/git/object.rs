//! Objects: their names, and those that lie in files of their own.

use std::io::{BufReader, Read};

use flate2::bufread::ZlibDecoder;
use sha1::{Digest, Sha1};

use super::Git;
use crate::text::RelPath;

/// The name of an object: the digest of what it is. A repository with longer ones is not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Id([u8; Id::N_BYTES]);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Commit,
    Tree,
    Blob,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Commit => "commit",
            Kind::Tree => "tree",
            Kind::Blob => "blob",
        }
    }

    fn of_name(name: &[u8]) -> Option<Kind> {
        let all = [Kind::Commit, Kind::Tree, Kind::Blob];
        all.into_iter().find(|kind| kind.name().as_bytes() == name)
    }
}

impl Id {
    pub(super) const N_BYTES: usize = 20;

    pub(super) fn of_bytes(bytes: &[u8]) -> Option<Id> {
        bytes.try_into().ok().map(Id)
    }

    pub(super) fn of_hex(hex: &[u8]) -> Option<Id> {
        let digit = |byte: u8| char::from(byte).to_digit(16);
        let pairs = hex.chunks_exact(2);
        let bytes = pairs.map(|pair| Some((digit(pair[0])? * 16 + digit(pair[1])?) as u8));
        let bytes: Vec<u8> = bytes.collect::<Option<_>>()?;
        Id::of_bytes(&bytes).filter(|_| hex.len() == 2 * Id::N_BYTES)
    }

    pub(super) fn as_bytes(&self) -> &[u8; Id::N_BYTES] {
        &self.0
    }

    /// Returns whether it is the name of that object: what is damaged is none.
    pub(super) fn is_of(&self, kind: Kind, bytes: &[u8]) -> bool {
        let mut hash = Sha1::new();
        hash.update(format!("{} {}\0", kind.name(), bytes.len()));
        hash.update(bytes);
        hash.finalize()[..] == self.0
    }
}

impl Git {
    pub(super) fn loose(&self, id: &Id) -> Option<(Kind, Vec<u8>)> {
        let hex: String = id.0.iter().map(|byte| format!("{byte:02x}")).collect();
        let path = format!("objects/{}/{}", &hex[..2], &hex[2..]);
        let open = self.open(&RelPath::new(path).ok()?)?;
        let mut unpacked = ZlibDecoder::new(BufReader::new(open.file));
        let mut head = Vec::new();
        // A word, a number of at most twenty digits, and what ends it.
        while head.last() != Some(&0) && head.len() < 32 {
            let mut byte = [0];
            unpacked.read_exact(&mut byte).ok()?;
            head.push(byte[0]);
        }
        let text = std::str::from_utf8(head.strip_suffix(&[0])?).ok()?;
        let (kind, size) = text.split_once(' ')?;
        let kind = Kind::of_name(kind.as_bytes())?;
        Some((kind, self.unpacked(unpacked, size.parse().ok()?)?))
    }

    /// Unpacks what must have `size` bytes.
    pub(super) fn unpacked(&self, packed: impl Read, size: u64) -> Option<Vec<u8>> {
        self.spend(size)?;
        let mut bytes = Vec::new();
        packed.take(size + 1).read_to_end(&mut bytes).ok()?;
        (bytes.len() as u64 == size).then_some(bytes)
    }
}
