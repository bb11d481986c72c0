//! Bytes that are a stretch of a longer text. A reply is kept once: the lines of its hunks, and of the edits made of them,
//! are pieces of it.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use bstr::{BStr, BString, ByteSlice};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Text;
use super::sign::{Sign, Signs};

/// A stretch of a text, which lives as long as any of its pieces. A clone copies no byte; two are equal when their bytes
/// are.
#[derive(Clone)]
pub struct Piece {
    // Sixteen bytes in all, for patches are kept by the million lines.
    text: Arc<Whole>,
    start: u32,
    end: u32,
}

/// A text that pieces are of.
struct Whole {
    bytes: Vec<u8>,
    /// Where its signs stand, once somebody asked.
    signs: OnceLock<Box<Signs>>,
}

impl Deref for Whole {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        &self.bytes
    }
}

impl Piece {
    /// Returns `bytes` as a piece: of the text that this is one of where they are a slice of it, else of a copy.
    pub fn of_same_text(&self, bytes: &[u8]) -> Piece {
        let start = bytes
            .as_ptr()
            .addr()
            .wrapping_sub(self.text.as_ptr().addr());
        match start.checked_add(bytes.len()) {
            Some(end) if end <= self.text.len() => Piece {
                text: Arc::clone(&self.text),
                start: start as u32,
                end: end as u32,
            },
            Some(_) | None => bytes.into(),
        }
    }

    /// Returns whether a carriage return follows it in its text.
    pub fn is_before_cr(&self) -> bool {
        self.text.get(self.end as usize) == Some(&b'\r')
    }
}

impl Piece {
    /// Returns whether all are pieces of one text, and each begins where the one before it ends, or little behind that.
    pub fn are_a_stretch<'a>(mut pieces: impl Iterator<Item = &'a Piece>) -> bool {
        /// As long as the marks between two lines of a reply may be.
        const LITTLE: u32 = 64;
        let Some(first) = pieces.next() else {
            return true;
        };
        let mut end = first.end;
        pieces.all(|piece| {
            // What begins above the end is a very long way behind it.
            let between = piece.start.wrapping_sub(end);
            end = piece.end;
            Arc::ptr_eq(&first.text, &piece.text) && between <= LITTLE
        })
    }

    /// Returns whether `sign` begins in the stretch from where this begins to where `last` ends.
    ///
    /// # Panics
    /// When `last` is no piece of the same text that ends behind that.
    pub fn has_through(&self, last: &Piece, sign: Sign) -> bool {
        assert!(
            Arc::ptr_eq(&self.text, &last.text),
            "a stretch is of one text"
        );
        let stretch = self.start as usize..last.end as usize;
        let signs = self.text.signs.get_or_init(Box::default);
        signs.has(sign, &self.text, stretch)
    }
}

impl Deref for Piece {
    type Target = BStr;

    #[inline]
    fn deref(&self) -> &BStr {
        self.text[self.start as usize..self.end as usize].as_bstr()
    }
}

impl From<Vec<u8>> for Piece {
    /// Takes a whole text.
    ///
    /// # Panics
    /// When it has more bytes than [`Text::MAX_BYTES`]; nothing larger is read.
    fn from(mut text: Vec<u8>) -> Piece {
        text.shrink_to_fit();
        assert!(
            text.len() <= Text::MAX_BYTES,
            "nothing of over 2 GiB is read"
        );
        let end = text.len() as u32;
        Piece {
            text: Arc::new(Whole {
                bytes: text,
                signs: OnceLock::new(),
            }),
            start: 0,
            end,
        }
    }
}

impl<const N: usize> From<&[u8; N]> for Piece {
    fn from(text: &[u8; N]) -> Piece {
        text.to_vec().into()
    }
}

impl From<String> for Piece {
    fn from(text: String) -> Piece {
        text.into_bytes().into()
    }
}

impl From<BString> for Piece {
    fn from(text: BString) -> Piece {
        Vec::from(text).into()
    }
}

impl From<&[u8]> for Piece {
    fn from(text: &[u8]) -> Piece {
        text.to_vec().into()
    }
}

impl From<&BStr> for Piece {
    fn from(text: &BStr) -> Piece {
        text.to_vec().into()
    }
}

impl From<&str> for Piece {
    fn from(text: &str) -> Piece {
        text.as_bytes().into()
    }
}

impl PartialEq for Piece {
    fn eq(&self, other: &Piece) -> bool {
        **self == **other
    }
}

impl Eq for Piece {}

impl<T: ?Sized> PartialEq<&T> for Piece
where
    BStr: PartialEq<T>,
{
    fn eq(&self, other: &&T) -> bool {
        **self == **other
    }
}

impl Hash for Piece {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, out)
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&**self, out)
    }
}

impl Serialize for Piece {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (**self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Piece {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Piece, D::Error> {
        BString::deserialize(deserializer).map(Piece::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slice_of_the_text_is_shared_and_any_other_is_copied() {
        let whole = Piece::from("one two");
        let part = whole.of_same_text(&whole[1..2]);
        let check = |slice: &[u8], is_shared: bool| {
            let piece = part.of_same_text(slice);
            assert_eq!(piece, slice);
            assert_eq!(Arc::ptr_eq(&piece.text, &whole.text), is_shared);
        };
        check(&whole[4..], true);
        check(&whole[3..3], true);
        check(&whole, true);
        check(b"two", false);
    }

    #[test]
    fn a_stretch_is_of_pieces_of_one_text_in_order() {
        let whole = Piece::from("one \\two six");
        let [one, two, six] = [0..3, 4..8, 9..12].map(|range| whole.of_same_text(&whole[range]));
        let far = Piece::from(format!("one{}two", " ".repeat(65)));
        let [begins, behind] = [0..3, 68..71].map(|range| far.of_same_text(&far[range]));
        let are = |pieces: &[&Piece]| Piece::are_a_stretch(pieces.iter().copied());
        assert!(are(&[]) && are(&[&one]) && are(&[&one, &two, &six]));
        assert!(!are(&[&two, &one]) && !are(&[&one, &six, &two]) && !are(&[&one, &one]));
        assert!(!are(&[&one, &Piece::from("two")]) && !are(&[&begins, &behind]));
        assert!(one.has_through(&six, Sign::Escape) && two.has_through(&six, Sign::Escape));
        assert!(!one.has_through(&one, Sign::Escape) && !six.has_through(&six, Sign::Escape));
    }
}
