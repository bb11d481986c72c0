//! Markdown fences: runs of backticks or tildes around a part of the reply.

use bstr::{BStr, ByteSlice};

/// An open fence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fence<'a> {
    /// `` ` `` or `~`.
    pub(super) byte: u8,
    /// Length of the run.
    pub(super) length: usize,
    /// Blanks before the run.
    pub(super) indent: usize,
    /// What follows the run on the opening line.
    pub(super) info: &'a BStr,
    /// Index of the opening line among the lines that are read.
    pub(super) opened: usize,
}

impl<'a> Fence<'a> {
    /// Reads an opening fence; `opened` is the line's index.
    pub(super) fn open(body: &'a BStr, opened: usize) -> Option<Fence<'a>> {
        let rest = body.trim_start_with(|c| c == ' ' || c == '\t');
        let indent = body.len() - rest.len();
        let byte = *rest.first()?;
        if !matches!(byte, b'`' | b'~') {
            return None;
        }
        let length = rest.iter().take_while(|other| **other == byte).count();
        let info = rest[length..].trim().as_bstr();
        let inline_code = byte == b'`' && info.contains(&b'`');
        (length >= 3 && !inline_code).then_some(Fence {
            byte,
            length,
            indent,
            info,
            opened,
        })
    }

    /// Returns the language that the info string begins with; empty where it names none.
    pub(super) fn language(self) -> &'a [u8] {
        let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'#');
        let end = self.info.iter().position(|byte| !is_of_name(byte));
        &self.info[..end.unwrap_or(self.info.len())]
    }

    /// Returns whether `body` closes this fence: as long a run, as far in, and nothing behind it.
    pub(super) fn closed_by(self, body: &BStr) -> bool {
        Fence::open(body, 0).is_some_and(|other| {
            other.byte == self.byte
                && other.length >= self.length
                && other.indent <= self.indent
                && other.info.is_empty()
        })
    }
}
