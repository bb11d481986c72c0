//! Line endings, and which one a new line takes.

use super::Text;

/// How a line ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Eol {
    /// `\n`
    Lf,
    /// `\r\n`
    CrLf,
    /// `\r`, only in files that have no `\n` at all.
    Cr,
    /// No ending: the last line of a file without a final newline.
    None,
}

impl Eol {
    /// Returns the ending's bytes.
    pub fn as_bytes(self) -> &'static [u8] {
        match self {
            Eol::Lf => b"\n",
            Eol::CrLf => b"\r\n",
            Eol::Cr => b"\r",
            Eol::None => b"",
        }
    }
}

/// Returns the ending most lines of `text` have; `Lf` when none has any, and on a draw.
pub fn dominant(text: &Text) -> Eol {
    let (mut lf, mut crlf, mut cr) = (0usize, 0usize, 0usize);
    for index in 0..text.n_lines() {
        match text.ending(index) {
            Eol::Lf => lf += 1,
            Eol::CrLf => crlf += 1,
            Eol::Cr => cr += 1,
            Eol::None => {}
        }
    }
    if crlf > lf {
        Eol::CrLf
    } else if cr > lf {
        Eol::Cr
    } else {
        Eol::Lf
    }
}
