//! Files that are not UTF-8. A reply is, whatever its files are: its line that is a line of the file in the file's own
//! encoding is that line, and what it adds is written as those are. Windows-1252 is known, and Latin-1 with it. A line in which
//! somebody put U+FFFD for what is not UTF-8 is that of the file, too.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use bstr::{BStr, ByteSlice};
use foldhash::fast::RandomState;

use super::{Extent, FilePatch, Hunk, HunkLine, LineKind, Unsure};
use crate::patch::of_kind;
use crate::text::display::display_line;
use crate::text::{Piece, Sign, Text};

/// The first byte that is not ASCII, and that from which Windows-1252 is Latin-1.
const NOT_ASCII: u8 = 0x80;
const LATIN: u8 = 0xa0;

/// The letters of the bytes between these two. A blank marks a byte without a letter.
const WINDOWS: &str = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";

/// The lines of a file that are not all UTF-8.
struct Foreign<'a> {
    text: &'a Text,
    /// Its lines that are UTF-8 and not ASCII, without the blanks around them.
    utf8: HashSet<&'a BStr, RandomState>,
    /// Those that are not UTF-8.
    other: HashSet<&'a BStr, RandomState>,
    /// The lines that are not UTF-8, whole, by their text with U+FFFD; `None` where several have the same text.
    replaced: HashMap<String, Option<&'a BStr>, RandomState>,
    /// Whether most lines that are not ASCII are not UTF-8: a stray byte makes no other encoding.
    is_most: bool,
    /// Whether a byte stands for what only Windows-1252 has.
    is_windows: bool,
}

impl<'a> Foreign<'a> {
    /// Returns `None` for a text that is UTF-8.
    fn of(text: &'a Text) -> Option<Foreign<'a>> {
        if text.as_bytes().is_utf8() {
            return None;
        }
        let (mut utf8, mut other) = (HashSet::default(), HashSet::default());
        let mut replaced = HashMap::default();
        let (mut n_utf8, mut n_other) = (0_usize, 0_usize);
        for line in text.lines().filter(|line| !line.is_ascii()) {
            let is_utf8 = line.is_utf8();
            let (lines, n_lines) = match is_utf8 {
                true => (&mut utf8, &mut n_utf8),
                false => (&mut other, &mut n_other),
            };
            lines.insert(line.trim_ascii().as_bstr());
            *n_lines += 1;
            if !is_utf8 {
                let alike = replaced.entry(line.to_str_lossy().into_owned());
                let one = alike.or_insert(Some(line));
                *one = one.filter(|one| *one == line);
            }
        }
        let is_windows = |line: &&BStr| line.iter().any(|byte| (NOT_ASCII..LATIN).contains(byte));
        Some(Foreign {
            text,
            is_most: n_other > n_utf8,
            is_windows: other.iter().any(is_windows),
            utf8,
            other,
            replaced,
        })
    }

    /// Returns a line of a hunk as it stands in the file in the file's encoding; `None` where it does not.
    fn there(&self, hunk: &Hunk, line: &[u8]) -> Option<Vec<u8>> {
        let encoded = encoded(line)?;
        let is_there = match hunk.extent {
            Extent::Within => self.text.as_bytes().contains_str(&encoded),
            Extent::Lines
            | Extent::Opened
            | Extent::Elided
            | Extent::Split
            | Extent::Columns { .. } => self.other.contains(encoded.trim_ascii().as_bstr()),
        };
        is_there.then_some(encoded)
    }

    /// Returns the line of the file that a line with U+FFFD is, where it can be only one.
    fn unreplaced(&self, line: &[u8]) -> Option<Vec<u8>> {
        let there = self.replaced.get(line.to_str().ok()?)?;
        Some(there.as_ref()?.to_vec())
    }

    /// Returns a new line in the file's encoding, which others are proven to be in; `None` where it has no such letters, or
    /// only Windows-1252 has them and the file may be Latin-1.
    fn as_added(&self, line: &[u8]) -> Option<Vec<u8>> {
        let is_known = |byte: &u8| self.is_windows || !(NOT_ASCII..LATIN).contains(byte);
        encoded(line).filter(|encoded| self.is_most && encoded.iter().all(is_known))
    }

    /// Returns whether a line is not in the file's encoding.
    fn is_strange(&self, line: &[u8]) -> bool {
        is_letters(line) && !self.utf8.contains(line.trim_ascii().as_bstr())
    }
}

/// Returns whether a line is UTF-8 and not ASCII.
fn is_letters(line: &[u8]) -> bool {
    !line.is_ascii() && line.is_utf8()
}

/// Returns a line of UTF-8 in Windows-1252; `None` where it has other letters.
fn encoded(line: &[u8]) -> Option<Vec<u8>> {
    let byte = |letter: char| match u8::try_from(letter) {
        Ok(byte) if !(NOT_ASCII..LATIN).contains(&byte) => Some(byte),
        _ => {
            let nth = WINDOWS.chars().position(|other| other == letter)?;
            Some(NOT_ASCII + nth as u8)
        }
    };
    line.to_str().ok()?.chars().map(byte).collect()
}

/// What bytes that are not UTF-8 stand for in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// Latin-1, in which the bytes below A0 are control characters.
    Latin,
    /// Windows-1252: the file has letters that only that has.
    Windows,
    /// One in which those bytes are letters that are not known here, such as Shift-JIS.
    Other,
}

impl Encoding {
    /// Returns the encoding of a file with these lines. One that has no more than ASCII may become Latin-1.
    pub fn of<'a>(lines: impl Iterator<Item = &'a [u8]>) -> Encoding {
        // Fewer prove nothing, and neither do they among many letters of Latin-1, which are above BF.
        const FEWEST: usize = 8;
        const SHARE: usize = 5;
        let (mut n_bytes, mut n_strange, mut is_windows) = (0, 0, false);
        let lines = lines.filter(|line| !line.is_ascii() && !line.is_utf8());
        for byte in lines.flatten().filter(|byte| !byte.is_ascii()) {
            n_bytes += 1;
            is_windows |= *byte < LATIN;
            // Blanks, quotes and dashes of texts, and letters of Windows-1252, are no sign of another encoding.
            let is_usual = matches!(
                byte,
                0x80 | 0x85 | 0x8a | 0x8c | 0x8e | 0x91..=0x97 | 0x9a | 0x9c | 0x9e | 0xa0 | 0xab | 0xb0 | 0xb4 | 0xbb
                    | 0xc0..
            );
            n_strange += usize::from(!is_usual);
        }
        if n_strange >= FEWEST && n_strange * SHARE > n_bytes {
            Encoding::Other
        } else if is_windows {
            Encoding::Windows
        } else {
            Encoding::Latin
        }
    }

    /// Returns the encoding of lines that are added to a file which does not show whether it is Windows-1252: they show it themselves
    /// by a quote or a dash, where all else that Latin-1 reads as control characters are letters there. 85 ends lines, and 9B
    /// begins what terminals obey.
    pub fn of_added<'a>(lines: impl Iterator<Item = &'a [u8]> + Clone) -> Encoding {
        let is_sign = |byte: &u8| matches!(byte, 0x91..=0x97);
        let is_letter = |byte: &u8| matches!(byte, 0x80 | 0x8a | 0x8c | 0x8e | 0x9a | 0x9c | 0x9e);
        let foreign = lines.clone().filter(|line| !line.is_utf8());
        let controls = foreign
            .flatten()
            .filter(|byte| (NOT_ASCII..LATIN).contains(*byte));
        let is_shown = controls.clone().any(is_sign)
            && controls
                .clone()
                .all(|byte| is_sign(byte) || is_letter(byte));
        match Encoding::of(lines) {
            Encoding::Windows if !is_shown => Encoding::Latin,
            encoding @ (Encoding::Latin | Encoding::Windows | Encoding::Other) => encoding,
        }
    }

    /// Returns a line as UTF-8; as it is where its letters are not known.
    pub fn read(self, line: &[u8]) -> Cow<'_, [u8]> {
        if self == Encoding::Other || line.is_utf8() {
            return Cow::Borrowed(line);
        }
        let letter = |byte: &u8| {
            let nth = byte.checked_sub(NOT_ASCII).map(usize::from);
            let letter = nth.and_then(|nth| WINDOWS.chars().nth(nth));
            match letter.filter(|letter| self == Encoding::Windows && *letter != ' ') {
                Some(letter) => letter,
                None => char::from(*byte),
            }
        };
        let text: String = line.iter().map(letter).collect();
        Cow::Owned(text.into_bytes())
    }
}

impl FilePatch {
    /// Returns the section with its lines in the encoding of `text`, its target; `None` where they are that already, or
    /// which encoding it has is not proven by any of them.
    pub fn in_encoding_of(&self, text: &Text) -> Option<FilePatch> {
        let foreign = self.may_have_letters().then(|| Foreign::of(text))??;
        let is_there = |hunk: &Hunk| {
            let mut lines = hunk.lines.iter();
            lines.any(|line| {
                foreign.is_strange(&line.body) && foreign.there(hunk, &line.body).is_some()
            })
        };
        let is_proven = self.hunks.iter().any(is_there);
        let mut section = self.clone();
        for hunk in &mut section.hunks {
            hunk.lines = recoded(hunk, &foreign, is_proven);
        }
        (section.hunks != self.hunks).then_some(section)
    }

    /// Makes those hunks wait that would bring UTF-8 to `text`, which is in another encoding, or another encoding to one that is
    /// UTF-8.
    pub fn weigh_encoding(&mut self, text: Option<&Text>) {
        for hunk in &mut self.hunks {
            let is_own = |why: &Unsure| matches!(why, Unsure::OtherEncoding | Unsure::NotUtf8);
            hunk.unsure = hunk.unsure.filter(|why| !is_own(why));
        }
        let Some(text) = text.filter(|_| self.may_have_letters()) else {
            return;
        };
        let Some(foreign) = Foreign::of(text) else {
            return self.weigh_utf8(text);
        };
        for hunk in &mut self.hunks {
            if respells(hunk) {
                hunk.unsure = hunk.unsure.or(Some(Unsure::OtherEncoding));
            }
        }
        let brings = |line: &HunkLine| {
            let may_be = foreign.is_most || line.body.contains_str("\u{fffd}");
            line.is_insert() && may_be && foreign.is_strange(&line.body)
        };
        for hunk in &mut self.hunks {
            if hunk.lines.iter().any(brings) {
                hunk.unsure = hunk.unsure.or(Some(Unsure::OtherEncoding));
            }
        }
    }

    /// Makes those hunks wait that would bring another encoding to `text`, which is UTF-8. One of ASCII alone may be in any.
    fn weigh_utf8(&mut self, text: &Text) {
        let is_ascii = OnceCell::new();
        let brings = |line: &HunkLine| line.is_insert() && !line.body.is_utf8();
        for hunk in &mut self.hunks {
            if hunk.lines.iter().any(brings) && !is_ascii.get_or_init(|| text.as_bytes().is_ascii())
            {
                hunk.unsure = hunk.unsure.or(Some(Unsure::NotUtf8));
            }
        }
    }

    /// Returns whether a line may have more than ASCII.
    fn may_have_letters(&self) -> bool {
        let mut hunks = self.hunks.iter();
        hunks.any(|hunk| hunk.may_have([Sign::NotAscii]))
    }
}

/// The most lines of a run of changes that are compared.
const N_COMPARED: usize = 64;

/// Returns whether a hunk replaces a line that is not UTF-8 by one that differs in what is not ASCII alone: it may be the same
/// line, in an encoding that was read as another, or as it is shown to people.
fn respells(hunk: &Hunk) -> bool {
    let ascii = |line: &[u8]| -> Vec<u8> {
        let bytes = line.iter().filter(|byte| byte.is_ascii());
        bytes.copied().collect()
    };
    let runs = hunk.lines.split(|line| line.is_context());
    let mut runs = runs.map(|run| {
        let of_kind = |kind: LineKind| of_kind(run, kind).map(|line| line.body.trim_ascii());
        let gone = of_kind(LineKind::Delete).filter(|line| !line.is_ascii());
        (gone.take(N_COMPARED), of_kind(LineKind::Insert))
    });
    runs.any(|(mut gone, come)| {
        gone.any(|gone| {
            let (bare, shown) = (ascii(gone), display_line(gone));
            let mut come = come.clone().take(N_COMPARED);
            come.any(|new| {
                let is_respelled = !new.is_ascii() && ascii(new) == bare;
                is_respelled || !gone.is_utf8() && new == shown.as_bytes()
            })
        })
    })
}

fn recoded(hunk: &Hunk, foreign: &Foreign<'_>, is_proven: bool) -> Arc<[HunkLine]> {
    let in_file = |line: &BStr| {
        let there = foreign.there(hunk, line);
        let there = there.or_else(|| foreign.unreplaced(line));
        there.or_else(|| foreign.as_added(line).filter(|_| is_proven))
    };
    let recoded = |line: &HunkLine| {
        let is_strange = foreign.is_strange(&line.body);
        let body = is_strange.then(|| in_file(&line.body)).flatten();
        HunkLine {
            kind: line.kind,
            body: body.map_or_else(|| line.body.clone(), Piece::from),
        }
    };
    hunk.lines.iter().map(recoded).collect()
}
