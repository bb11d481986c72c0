//! Whether a new line at the edge of a part stands for the line of the file that is beside it.

use bstr::ByteSlice;

use crate::text::import::is_import;
use crate::text::{Piece, Trim, heading, indent};

/// Whether a new line at the edge of a part stands for the one of the file beside it.
pub(super) enum Replaces {
    Surely,
    Maybe,
    No,
}

pub(super) fn replaces(new: &Piece, old: &[u8]) -> Replaces {
    if indent::is_blank(old)
        || indent::is_blank(new)
        || indent::leading(new) != indent::leading(old)
    {
        return Replaces::No;
    }
    match (heading::defined(new), heading::defined(old)) {
        (Some(new), Some(old)) if new == old => return Replaces::Surely,
        (None, None) => {}
        (_, _) => return Replaces::No,
    }
    let (new, old) = (new.trimmed(), old.trimmed());
    let n_first = new
        .iter()
        .zip(old)
        .take_while(|(new, old)| new == old)
        .count();
    let n_last = new.iter().rev().zip(old.iter().rev());
    let n_last = n_last.take_while(|(new, old)| new == old).count();
    let n_same = (n_first + n_last).min(new.len()).min(old.len());
    // What is set, returned or thrown there is set, returned or thrown anew.
    let before = |line: &[u8], signs: &[u8]| -> Option<Vec<u8>> {
        let end = line.iter().position(|byte| signs.contains(byte))?;
        Some(line[..end].trim_ascii_end().to_vec())
    };
    let leaves = [&b"return"[..], b"raise", b"throw", b"yield", b"break"];
    let word = |line: &[u8]| before(line, b" ;(").unwrap_or_else(|| line.to_vec());
    let leaves_alike = word(new) == word(old) && leaves.contains(&&*word(new));
    let sets_alike = before(new, b"=:").is_some_and(|set| Some(set) == before(old, b"=:"));
    let is_alike = leaves_alike || sets_alike || 2 * n_same > new.len().max(old.len());
    // One import more is one more, unless it is of the same module.
    let module = |line: &[u8]| -> Vec<u8> {
        let end = line.find(" import ").or_else(|| line.find_byte(b'{'));
        line[..end.unwrap_or(line.len())].to_vec()
    };
    let is_import = is_import(new) && is_import(old);
    if is_import && module(new) == module(old) {
        return Replaces::Maybe;
    }
    let is_other = is_import && n_first < old.len();
    if is_alike && !is_other {
        Replaces::Maybe
    } else {
        Replaces::No
    }
}
