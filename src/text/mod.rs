//! Floor 0: lines and bytes. Bytes come in, lines and edited bytes go out; nothing here knows of patches.

pub mod comment;
pub mod conflict;
pub mod delimiter;
pub mod digest;
pub mod display;
pub mod edit;
pub mod eol;
pub mod heading;
pub mod hidden;
pub mod import;
pub mod indent;
pub mod item;
pub mod lanes;
pub mod named;
pub mod one_of;
pub mod path;
pub mod piece;
pub mod root;

pub mod setting;
pub mod sign;
pub mod snapshot;
pub mod span;
pub mod standing;
pub mod trim;
pub(crate) mod worded;
pub mod words;

use std::sync::OnceLock;

use bstr::{BStr, ByteSlice};

pub use digest::Digest;
pub use edit::{Edit, Edits, FinalNewline, OverlappingEdits, Replacement};
pub use eol::Eol;
pub use one_of::OneOf;
pub use path::{PathFault, RelPath};
pub use piece::Piece;
pub use root::Root;
pub use sign::Sign;
pub use snapshot::{Content, Snapshot};
pub use span::LineSpan;
pub use standing::Standing;
pub use trim::Trim;

/// What a text may begin with that is none of its lines.
pub const BOM: &[u8] = b"\xef\xbb\xbf";

/// The content of one file: its bytes once, and where each line begins.
///
/// Lines end at `\n`, and their body leaves out the ending (`\n` or `\r\n`). A file without any `\n` but with `\r` is
/// of the old Mac kind: there `\r` ends lines. A byte order mark belongs to no line. The bytes are kept exactly, whatever
/// their encoding.
#[derive(Debug, Clone)]
pub struct Text {
    bytes: Piece,
    /// Byte offset of each line's start, and one more: the end of the last line.
    starts: Vec<u32>,
    line_end: u8,
    digest: OnceLock<Digest>,
}

impl PartialEq for Text {
    /// Two are equal when their bytes are: the rest follows from these.
    fn eq(&self, other: &Text) -> bool {
        self.bytes == other.bytes
    }
}

impl Eq for Text {}

/// A line as the end of a text: who looks at the last bytes of many lines, so many together, need not ask first whether a line
/// has as many.
#[derive(Debug, Clone, Copy)]
pub struct LineEnd<'a> {
    /// All up to the end of the line.
    pub text: &'a [u8],
    /// How many bytes of that the line has.
    pub n_bytes: usize,
}

impl<'a> From<&'a [u8]> for LineEnd<'a> {
    #[inline]
    fn from(line: &'a [u8]) -> LineEnd<'a> {
        LineEnd {
            text: line,
            n_bytes: line.len(),
        }
    }
}

impl Text {
    /// The largest input in bytes: where lines begin, how many there are and how far apart is kept in 32 bits, signs
    /// included.
    pub const MAX_BYTES: usize = i32::MAX as usize;

    /// Splits `bytes` into lines.
    ///
    /// # Panics
    /// When they are a list of more than [`Text::MAX_BYTES`]; the workspace refuses such files before they come here.
    pub fn new(bytes: impl Into<Piece>) -> Text {
        let bytes = bytes.into();
        let holds = |byte| memchr::memchr(byte, &bytes).is_some();
        let line_end = if holds(b'\n') || !holds(b'\r') {
            b'\n'
        } else {
            b'\r'
        };
        let first = if bytes.starts_with(BOM) { BOM.len() } else { 0 };
        let starts = starts(&bytes, first, line_end);
        Text {
            bytes,
            starts,
            line_end,
            digest: OnceLock::new(),
        }
    }

    /// Returns the exact bytes the text was made from, of which pieces can be taken.
    pub fn source(&self) -> &Piece {
        &self.bytes
    }

    /// Returns the exact bytes the text was made from.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the number of lines; a final newline does not begin another line.
    #[inline]
    pub fn n_lines(&self) -> usize {
        self.starts.len() - 1
    }

    /// Returns the body of line `index` (0-based), without its ending.
    ///
    /// # Panics
    /// When `index` is not below [`Text::n_lines`].
    #[inline(always)]
    pub fn line(&self, index: usize) -> &BStr {
        self.body_of(self.full_line(index))
    }

    #[inline(always)]
    fn body_of<'a>(&self, full_line: &'a BStr) -> &'a BStr {
        &full_line[..full_line.len() - self.ending_of(full_line).as_bytes().len()]
    }

    /// Returns line `index` (0-based) with its ending.
    ///
    /// # Panics
    /// When `index` is not below [`Text::n_lines`].
    #[inline(always)]
    pub fn full_line(&self, index: usize) -> &BStr {
        self.bytes[self.starts[index] as usize..self.starts[index + 1] as usize].as_bstr()
    }

    /// Returns the ending of line `index` (0-based); [`Eol::None`] only for a last line without a newline.
    pub fn ending(&self, index: usize) -> Eol {
        self.ending_of(self.full_line(index))
    }

    #[inline(always)]
    fn ending_of(&self, full_line: &[u8]) -> Eol {
        match full_line {
            [.., b'\r', b'\n'] => Eol::CrLf,
            [.., b'\n'] => Eol::Lf,
            [.., b'\r'] if self.line_end == b'\r' => Eol::Cr,
            _ => Eol::None,
        }
    }

    /// Returns the bodies of all lines in order.
    pub fn lines(&self) -> impl DoubleEndedIterator<Item = &BStr> + ExactSizeIterator {
        let bytes: &[u8] = &self.bytes;
        let full = |ends: &[u32]| bytes[ends[0] as usize..ends[1] as usize].as_bstr();
        self.starts
            .windows(2)
            .map(move |ends| self.body_of(full(ends)))
    }

    /// Returns all lines in order, with their endings, each as the end of what is read until there.
    pub fn line_ends(&self) -> impl ExactSizeIterator<Item = LineEnd<'_>> {
        let bytes: &[u8] = &self.bytes;
        self.starts.windows(2).map(|ends| LineEnd {
            text: &bytes[..ends[1] as usize],
            n_bytes: (ends[1] - ends[0]) as usize,
        })
    }

    /// Returns what follows from the start of each line in order, up to the end of the text: who looks at the first bytes of many
    /// lines need not ask first whether a line has as many.
    pub fn from_lines(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        let bytes: &[u8] = &self.bytes;
        let starts = &self.starts[..self.n_lines()];
        starts.iter().map(|start| &bytes[*start as usize..])
    }

    /// Returns the bodies of the lines of `span` as pieces of this text, without copying them.
    ///
    /// # Panics
    /// When `span` does not lie within the text.
    pub fn pieces(&self, span: LineSpan) -> impl Iterator<Item = Piece> {
        (span.start..span.end).map(|index| self.bytes.of_same_text(self.line(index)))
    }

    /// Returns the bytes before the first line: a byte order mark, or nothing.
    pub fn bom(&self) -> &[u8] {
        &self.bytes[..self.starts[0] as usize]
    }

    /// Returns whether the last line ends in a newline; an empty text counts as if it did.
    pub fn has_final_newline(&self) -> bool {
        self.n_lines() == 0 || self.ending(self.n_lines() - 1) != Eol::None
    }

    /// Returns the line (0-based) that the byte at `at` belongs to; `None` for a byte order mark, and past the end.
    pub fn line_at(&self, at: usize) -> Option<usize> {
        let n_begun = self.starts.partition_point(|start| *start as usize <= at);
        n_begun.checked_sub(1).filter(|line| *line < self.n_lines())
    }

    /// Returns the byte range that the lines of `span` take, endings included.
    pub fn byte_range(&self, span: LineSpan) -> std::ops::Range<usize> {
        self.starts[span.start] as usize..self.starts[span.end] as usize
    }

    /// Returns the digest of the whole content; worked out on the first call, for a check needs none.
    pub fn digest(&self) -> Digest {
        *self.digest.get_or_init(|| Digest::of(&self.bytes))
    }
}

/// Returns where each line begins, the first at `first`, and where the last one ends. Many bytes are looked at together, as
/// lines are short, and a search that is begun anew behind each costs three times as much.
fn starts(bytes: &[u8], first: usize, line_end: u8) -> Vec<u32> {
    /// So many lines of a block are written down without a look at how many it has: nearly none has more, and to ask each time
    /// costs more than to write in vain.
    const USUAL: usize = 4;
    const N_BLOCK: usize = 4 * lanes::N_LANES;
    // The room grows as dense as the lines are so far. To count them first would be a third of the work.
    let mut starts = vec![0; bytes.len().min(N_BLOCK) + 2 + USUAL];
    starts[0] = first as u32;
    let (mut n_lines, mut at) = (1, 1u32);
    let (blocks, rest) = bytes.as_chunks::<N_BLOCK>();
    for (nth, block) in blocks.iter().enumerate() {
        if starts.len() < n_lines + N_BLOCK {
            let n_as_dense = n_lines.saturating_mul(blocks.len()) / (nth + 1);
            let n_wanted = n_as_dense.clamp(n_lines + n_lines / 4, 2 * n_lines);
            starts.resize(n_wanted + 2 * N_BLOCK, 0);
        }
        let (parts, _) = block.as_chunks();
        let in_parts = parts.iter().rev();
        let mut ends = in_parts.fold(0, |ends: u64, part| {
            ends << lanes::N_LANES | u64::from(lanes::equal(part, line_end))
        });
        let n_of_block = ends.count_ones() as usize;
        for start in &mut starts[n_lines..n_lines + n_of_block.max(USUAL)] {
            *start = at.wrapping_add(ends.trailing_zeros());
            ends &= ends.wrapping_sub(1);
        }
        n_lines += n_of_block;
        at += N_BLOCK as u32;
    }
    starts.truncate(n_lines);
    let of_rest = rest.iter().zip(at..);
    starts.extend(
        of_rest
            .filter(|(byte, _)| **byte == line_end)
            .map(|(_, start)| start),
    );
    if (starts[starts.len() - 1] as usize) < bytes.len() {
        starts.push(bytes.len() as u32);
    }
    starts.shrink_to_fit();
    starts
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[track_caller]
    fn check(bytes: &str, expected: &[(&str, Eol)]) {
        let text = Text::new(bytes);
        let got: Vec<_> = (0..text.n_lines())
            .map(|i| (text.line(i).to_string(), text.ending(i)))
            .collect();
        let expected: Vec<_> = expected
            .iter()
            .map(|(body, eol)| (body.to_string(), *eol))
            .collect();
        assert_eq!(got, expected, "lines of {bytes:?}");
    }

    #[test]
    fn lines_leave_out_their_endings_and_the_byte_order_mark() {
        check("", &[]);
        check("a\n", &[("a", Eol::Lf)]);
        check("a\r\nb", &[("a", Eol::CrLf), ("b", Eol::None)]);
        check("\u{feff}a\n\n", &[("a", Eol::Lf), ("", Eol::Lf)]);
        check("a\rb\r", &[("a", Eol::Cr), ("b", Eol::Cr)]);
        check("a\rb\n", &[("a\rb", Eol::Lf)]);
        check("a\r", &[("a", Eol::Cr)]);
    }

    proptest! {
        #[test]
        fn a_line_begins_behind_every_line_feed(bytes in proptest::collection::vec(prop_oneof![Just(b'\n'), Just(0x8a), Just(0x0b), Just(0), any::<u8>()], 0..60)) {
            let text = Text::new([&b"\n"[..], &bytes].concat());
            let n_feeds = bytes.iter().filter(|byte| **byte == b'\n').count();
            let is_open = bytes.last().is_some_and(|byte| *byte != b'\n');
            prop_assert_eq!(text.n_lines(), 1 + n_feeds + usize::from(is_open));
            prop_assert!((0..text.n_lines()).all(|index| !text.line(index).contains(&b'\n')));
        }

        #[test]
        fn lines_begin_where_they_do_however_many_are_in_a_row(
            runs in proptest::collection::vec((0..400_usize, 0..400_usize), 0..8),
            line_end in prop_oneof![Just(b'\n'), Just(b'\r')],
        ) {
            let runs = runs.into_iter();
            let bytes: Vec<u8> = runs
                .flat_map(|(n_ends, n_others)| [vec![line_end; n_ends], vec![b'x'; n_others]].concat())
                .collect();
            let ends = (0..bytes.len()).filter(|at| bytes[*at] == line_end);
            let mut expected: Vec<u32> = [0].into_iter().chain(ends.map(|at| at as u32 + 1)).collect();
            if bytes.last().is_some_and(|byte| *byte != line_end) {
                expected.push(bytes.len() as u32);
            }
            prop_assert_eq!(starts(&bytes, 0, line_end), expected);
        }

        #[test]
        fn the_lines_in_order_are_the_bytes(bytes in proptest::collection::vec(prop_oneof![Just(b'\n'), Just(b'\r'), any::<u8>()], 0..60)) {
            let text = Text::new(bytes.clone());
            let mut again = text.bom().to_vec();
            for index in 0..text.n_lines() {
                again.extend_from_slice(text.line(index));
                again.extend_from_slice(text.ending(index).as_bytes());
            }
            prop_assert_eq!(again, bytes);
        }
    }
}
