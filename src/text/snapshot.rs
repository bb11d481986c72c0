//! What a target was when it was read.

use std::sync::Arc;

use super::{Digest, RelPath, Text};

/// A target as it was read once: everything above works on this, never on the disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snapshot {
    /// Where the target lies under the root.
    pub path: RelPath,
    /// What was there.
    pub content: Content,
    /// Whether it was a file that its owner can run as a program.
    pub is_program: bool,
    /// Whether it was one that others can run as a program, and its owner cannot.
    pub is_program_of_others: bool,
}

/// What lies at a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// A regular file of text.
    Text(Arc<Text>),
    /// Nothing.
    Absent,
    /// A file with NUL bytes, or in UTF-16: never changed.
    Binary,
    /// Something that is no file, in a few words ("a folder", "a named pipe").
    NotAFile(String),
    /// Something that is never read or changed, in a few words ("a symbolic link", "larger than 64 MiB").
    Refused(String),
    /// It could not be read; the system's reason.
    Unreadable(String),
}

impl Content {
    /// Makes the content of a file from its bytes: text, or binary when a NUL stands in it.
    pub fn of_bytes(bytes: Vec<u8>) -> Content {
        let is_utf16 = bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff");
        if is_utf16 || memchr::memchr(0, &bytes).is_some() {
            return Content::Binary;
        }
        Content::Text(Arc::new(Text::new(bytes)))
    }
}

impl Snapshot {
    /// Makes the snapshot of what is no program.
    pub fn new(path: RelPath, content: Content) -> Snapshot {
        Snapshot {
            path,
            content,
            is_program: false,
            is_program_of_others: false,
        }
    }

    /// Returns the text, if the target is one.
    pub fn text(&self) -> Option<&Arc<Text>> {
        match &self.content {
            Content::Text(text) => Some(text),
            Content::Absent
            | Content::Binary
            | Content::NotAFile(_)
            | Content::Refused(_)
            | Content::Unreadable(_) => None,
        }
    }

    /// Returns the digest of the text, if the target is one; `None` stands for no file that could be changed.
    pub fn digest(&self) -> Option<Digest> {
        match &self.content {
            Content::Text(text) => Some(text.digest()),
            Content::Absent
            | Content::Binary
            | Content::NotAFile(_)
            | Content::Refused(_)
            | Content::Unreadable(_) => None,
        }
    }
}
