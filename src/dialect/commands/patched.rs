//! Files of patches that a reply has saved only to apply them: the edit is what they hold, not the file.

use std::ops::Range;

use bstr::{BStr, ByteSlice};

use super::run::UNDOING;
use crate::dialect::name::shape;
use crate::dialect::walk::line::Line;

/// What becomes of a block that is to be saved as a file of patches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::dialect) enum Use {
    /// It is a file like any other.
    Kept,
    /// A plain command beside it applies it here, forward and as a whole.
    Applied,
    /// Something beside it speaks of applying, and it is not known what is meant.
    Unclear,
}

/// Returns what becomes of the block at `block` that is to be saved as `path`. All lines are those of the reply.
pub(in crate::dialect) fn used(lines: &[Line<'_>], block: &Range<usize>, path: &[u8]) -> Use {
    /// How many lines above the block, and below it, are looked at.
    const REACH: (usize, usize) = (6, 30);
    let name = path.strip_prefix(b"/tmp/").unwrap_or(path);
    // In a folder, patches are kept.
    if !shape::is_of_patches(path) || name.contains(&b'/') {
        return Use::Kept;
    }
    let above = &lines[block.start.saturating_sub(REACH.0)..block.start];
    let below = &lines[block.end.min(lines.len())..];
    let below = &below[..below.len().min(REACH.1)];
    let takes_back = |line: &&BStr| UNDOING.iter().any(|it| line.contains_str(it));
    let near = above.iter().chain(below).map(|line| line.body);
    let near = near.filter(|line| !takes_back(line));
    let mut uses = near.filter(|line| speaks_of_applying(line, name));
    let is_elsewhere =
        |line: &Line<'_>| words(line.body).any(|word| matches!(word, b"cd" | b"pushd" | b"ssh"));
    // The line that opens a here-document may go somewhere first; what the patch holds goes nowhere.
    let opens = lines.get(block.start);
    let goes = || above.iter().chain(opens).chain(below).any(is_elsewhere);
    match uses.next() {
        None => Use::Kept,
        Some(first)
            if is_plain(first, name) && uses.all(|line| is_plain(line, name)) && !goes() =>
        {
            Use::Applied
        }
        Some(_) => Use::Unclear,
    }
}

fn words(line: &BStr) -> impl Iterator<Item = &[u8]> {
    let parts = |byte: &u8| byte.is_ascii_whitespace() || b"`'\"(),;:".contains(byte);
    line.split(move |byte| parts(byte))
        .map(|word| word.strip_suffix(b".").unwrap_or(word))
        .filter(|word| !word.is_empty())
}

/// Returns whether a line runs a command that applies patches, or speaks of applying the one named so.
fn speaks_of_applying(line: &BStr, name: &[u8]) -> bool {
    let says = |word: &[u8]| {
        matches!(
            word,
            b"apply" | b"applied" | b"applies" | b"applying" | b"am"
        )
    };
    let commands = ["git apply", "git am", "patch -", "patch <"];
    let runs = commands.iter().any(|it| line.contains_str(it));
    let is_fed = || line.contains_str("patch ") && line.contains(&b'<');
    runs || line.contains_str(name) && (words(line).any(says) || is_fed())
}

/// Returns whether a line has a command that applies the patch named so, forward and to the files of the root, and no word that
/// says otherwise.
fn is_plain(line: &BStr, name: &[u8]) -> bool {
    const DENYING: &[&[u8]] = &[
        b"not", b"no", b"never", b"without", b"rather", b"instead", b"later", b"before", b"after",
        b"only", b"until", b"CI", b"nicht", b"nie", b"ohne", b"erst", b"pas", b"sans", b"non",
        b"sin", b"need",
    ];
    const OPTIONS: &[&[u8]] = &[
        b"-p1",
        b"--strip=1",
        b"--index",
        b"-3",
        b"--3way",
        b"-v",
        b"--verbose",
        b"-i",
        b"--whitespace=fix",
        b"--whitespace=nowarn",
    ];
    let at = ["git apply", "git am", "patch -p1", "patch <", "patch -i"]
        .iter()
        .find_map(|it| line.find(it));
    let Some(at) = at else { return false };
    let is_denied = words(line).any(|word| DENYING.contains(&word) || word.ends_with(b"n't"));
    let mut behind = words(line[at..].as_bstr());
    let is_known = behind.all(|word| !word.starts_with(b"-") || OPTIONS.contains(&word));
    !line.trim_start().starts_with(b"#") && !is_denied && is_known && line.contains_str(name)
}
