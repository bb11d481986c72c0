//! Objects that lie in packs, by the index of each. Nothing of a pack is read but what leads to the object.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::os::unix::fs::FileExt;

use flate2::bufread::ZlibDecoder;
use rustix::fs::Dir;

use super::object::{Id, Kind};
use super::{Git, OpenFile};
use crate::text::RelPath;
use crate::workspace::tree::open_folder;

/// More packs than this, or names beside them, are not looked through.
const MOST_PACKS: usize = 256;
const MOST_NAMES: usize = 10_000;

/// Changes upon changes: git makes fifty at most unless told otherwise.
const MOST_DELTAS: usize = 512;

/// What an index of the second version begins with.
const INDEX_START: [u8; 8] = [0xff, b't', b'O', b'c', 0, 0, 0, 2];
const FAN_OUT: u64 = 8;
const NAMES: u64 = FAN_OUT + 4 * 256;

impl Git {
    pub(super) fn in_packs(&self, id: &Id) -> Option<(Kind, Vec<u8>)> {
        self.packs()?.iter().find_map(|name| {
            let open = |ending| self.open(&RelPath::new(format!("{name}.{ending}")).ok()?);
            let index = Index(open("idx")?);
            let offset = index.offset(id)?;
            let pack = open("pack")?.file;
            self.in_pack(&pack, &index, offset)
        })
    }

    /// Returns the paths of all packs, without what they end in.
    fn packs(&self) -> Option<Vec<String>> {
        let folder = open_folder(&open_folder(&self.folder, b"objects").ok()?, b"pack").ok()?;
        let mut names = Vec::new();
        for entry in Dir::read_from(&folder).ok()?.take(MOST_NAMES) {
            let entry = entry.ok()?;
            let name = entry.file_name().to_str().ok();
            let name = name.and_then(|name| name.strip_suffix(".idx"));
            names.extend(name.map(|name| format!("objects/pack/{name}")));
        }
        names.sort();
        names.truncate(MOST_PACKS);
        Some(names)
    }

    /// Returns the object at an offset: a whole one, with the changes made that lead to it.
    fn in_pack(&self, pack: &File, index: &Index, offset: u64) -> Option<(Kind, Vec<u8>)> {
        let mut deltas: Vec<Vec<u8>> = Vec::new();
        let mut offset = offset;
        for _ in 0..MOST_DELTAS {
            let mut at = BufReader::with_capacity(4096, From { pack, offset });
            let (number, size) = start(&mut at)?;
            let kind = match number {
                1 => Kind::Commit,
                2 => Kind::Tree,
                3 => Kind::Blob,
                6 => {
                    let base = offset.checked_sub(distance(&mut at)?)?;
                    deltas.push(self.unpacked(ZlibDecoder::new(at), size)?);
                    offset = base;
                    continue;
                }
                7 => {
                    let mut base = [0; Id::N_BYTES];
                    at.read_exact(&mut base).ok()?;
                    deltas.push(self.unpacked(ZlibDecoder::new(at), size)?);
                    offset = index.offset(&Id::of_bytes(&base)?)?;
                    continue;
                }
                _ => return None,
            };
            let mut bytes = self.unpacked(ZlibDecoder::new(at), size)?;
            for delta in deltas.iter().rev() {
                bytes = self.changed(&bytes, delta)?;
            }
            return Some((kind, bytes));
        }
        None
    }

    /// Makes an object of another by a list of what is copied and what is new.
    fn changed(&self, base: &[u8], mut delta: &[u8]) -> Option<Vec<u8>> {
        let of_base = size(&mut delta)?;
        let n_bytes = size(&mut delta)?;
        if of_base != base.len() as u64 {
            return None;
        }
        self.spend(n_bytes)?;
        let mut made = Vec::new();
        while let Some((&what, rest)) = delta.split_first() {
            delta = rest;
            let piece = if what & 0x80 == 0 {
                let (new, rest) = delta.split_at_checked(usize::from(what))?;
                delta = rest;
                new
            } else {
                // Four bytes say where, three how many; those that are zero are left out.
                let mut number = 0_u64;
                for bit in (0..7).filter(|bit| what & (1 << bit) != 0) {
                    let (&byte, rest) = delta.split_first()?;
                    delta = rest;
                    number |= u64::from(byte) << (8 * bit);
                }
                let (start, length) = (number & 0xffff_ffff, number >> 32);
                let length = if length == 0 { 0x1_0000 } else { length };
                {
                    let start = usize::try_from(start).ok()?;
                    let length = usize::try_from(length).ok()?;
                    base.get(start..start.checked_add(length)?)?
                }
            };
            if what == 0 || (made.len() + piece.len()) as u64 > n_bytes {
                return None;
            }
            made.extend_from_slice(piece);
        }
        (made.len() as u64 == n_bytes).then_some(made)
    }
}

/// The index of a pack: the names of its objects, sorted, and where they begin.
struct Index(OpenFile);

impl Index {
    fn offset(&self, id: &Id) -> Option<u64> {
        if self.bytes(0)? != INDEX_START {
            return None;
        }
        let below = |first: usize| self.number(FAN_OUT + 4 * first as u64);
        let first = usize::from(id.as_bytes()[0]);
        let n_objects = below(255)?;
        let (mut from, mut to) = (
            first.checked_sub(1).map_or(Some(0), below)?,
            below(first)?.min(n_objects),
        );
        while from < to {
            let middle = from + (to - from) / 2;
            let name: [u8; Id::N_BYTES] = self.bytes(NAMES + 20 * middle)?;
            match name.cmp(id.as_bytes()) {
                std::cmp::Ordering::Less => from = middle + 1,
                std::cmp::Ordering::Greater => to = middle,
                std::cmp::Ordering::Equal => {
                    // Behind the names there is a checksum of each.
                    let offsets = NAMES + 24 * n_objects;
                    let offset = self.number(offsets + 4 * middle)?;
                    if offset & 0x8000_0000 == 0 {
                        return Some(offset);
                    }
                    let large = offsets + 4 * n_objects + 8 * (offset & 0x7fff_ffff);
                    return Some(u64::from_be_bytes(self.bytes(large)?));
                }
            }
        }
        None
    }

    fn number(&self, at: u64) -> Option<u64> {
        Some(u32::from_be_bytes(self.bytes(at)?).into())
    }

    fn bytes<const N: usize>(&self, at: u64) -> Option<[u8; N]> {
        let mut bytes = [0; N];
        self.0.file.read_exact_at(&mut bytes, at).ok()?;
        Some(bytes)
    }
}

/// A file from an offset on.
struct From<'a> {
    pack: &'a File,
    offset: u64,
}

impl Read for From<'_> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let n_bytes = self.pack.read_at(room, self.offset)?;
        self.offset = self.offset.saturating_add(n_bytes as u64);
        Ok(n_bytes)
    }
}

fn byte(from: &mut impl Read) -> Option<u8> {
    let mut byte = [0];
    from.read_exact(&mut byte).ok()?;
    Some(byte[0])
}

/// Reads the kind of an object and its size: seven bits a byte, the lowest first, but for the first, which has four.
fn start(from: &mut impl Read) -> Option<(u8, u64)> {
    let first = byte(from)?;
    let mut size = u64::from(first & 15);
    if first & 0x80 != 0 {
        let rest = varint(from)?;
        size |= rest.checked_mul(16)?;
    }
    Some(((first >> 4) & 7, size))
}

fn size(from: &mut &[u8]) -> Option<u64> {
    varint(from)
}

fn varint(from: &mut impl Read) -> Option<u64> {
    let mut number = 0_u64;
    for shift in (0..56).step_by(7) {
        let next = byte(from)?;
        number |= u64::from(next & 0x7f) << shift;
        if next & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

/// Reads how far before an object its base lies: the highest bits first, and each further byte adds one.
fn distance(from: &mut impl Read) -> Option<u64> {
    let mut next = byte(from)?;
    let mut number = u64::from(next & 0x7f);
    while next & 0x80 != 0 {
        next = byte(from)?;
        let more = number.checked_add(1)?.checked_mul(128)?;
        number = more | u64::from(next & 0x7f);
    }
    Some(number)
}
