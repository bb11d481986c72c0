//! What a patch says of the content that it was made for: git's id of it.

use bstr::ByteSlice;
use sha1::{Digest, Sha1};

use crate::text::{Content, Snapshot, Text};

/// The fewest digits of an id that prove anything: so many git gives where nobody asks for fewer.
const MIN_ID: usize = 7;

/// The digits of an id that may be SHA-256's, which are not computed here.
const N_SHA1_DIGITS: usize = 40;

/// Returns whether `text` is the git blob whose abbreviated id is `id`, by as many digits as prove it.
pub(super) fn is_proved(text: &Text, id: &str) -> bool {
    id.len() >= MIN_ID && is_blob(text.as_bytes(), id)
}

/// Returns whether a file that is there is certainly not the blob whose abbreviated id is `id`: few digits are enough to
/// differ. Git may have stored it with other line endings than it has here.
pub(super) fn is_disproved(snapshot: &Snapshot, id: &str) -> bool {
    if id.len() > N_SHA1_DIGITS {
        return false;
    }
    match &snapshot.content {
        Content::Text(text, ..) => {
            let bytes = text.as_bytes();
            !is_blob(bytes, id) && !is_blob(&bytes.replace(b"\r\n", b"\n"), id)
        }
        // Whatever a binary file holds, it is something.
        Content::Binary => is_blob(b"", id),
        Content::Absent | Content::NotAFile(_) | Content::Refused(_) | Content::Unreadable(_) => {
            false
        }
    }
}

fn is_blob(bytes: &[u8], id: &str) -> bool {
    let mut hasher = Sha1::new();
    hasher.update(format!("blob {}\0", bytes.len()));
    hasher.update(bytes);
    let digits: String = hasher
        .finalize()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    digits.starts_with(&id.to_ascii_lowercase())
}
