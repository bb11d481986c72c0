//! What names the file of a block, and what the words around say of it.

use bstr::BString;

use super::cited::Cited;
use super::spelling::Spelt;
use crate::dialect::words::purpose::Purpose;

/// What stands around a block and says which file it is of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::dialect) struct Lead {
    /// The path, where one is named.
    pub(in crate::dialect) naming: Option<Naming>,
    /// What the words say of the block.
    pub(in crate::dialect) purpose: Purpose,
    /// The path that a sentence names of which it says that the file stays as it is.
    pub(in crate::dialect) kept: Option<BString>,
    /// Whether they only announce what the reply changes, above a path that stands alone: the file may be a new one.
    pub(in crate::dialect) is_announced: bool,
}

/// The path that names the file of a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::dialect) struct Naming {
    pub(in crate::dialect) path: BString,
    /// Index of the line where it stands.
    pub(in crate::dialect) line: usize,
    pub(in crate::dialect) how: How,
    /// The place in the file that is named with it: then the block shows code, and is no new content.
    pub(in crate::dialect) cited: Option<Cited>,
    /// Whether other files are named with it, as much as this one.
    pub(in crate::dialect) is_one_of_several: bool,
    /// Another file that a sentence between the path and the block may mean.
    pub(in crate::dialect) rival: Option<BString>,
    /// Another file that the words above a block name which begins with a comment of this one: the comment may be a line of
    /// that file.
    pub(in crate::dialect) above: Option<BString>,
    /// Whether that other path is all of the line right above the block.
    pub(in crate::dialect) is_headed: bool,
}

/// Where a path stands that names the file of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::dialect) enum How {
    /// In the info string of the fence.
    Info,
    /// In the first line of the block, with a label: `// filepath: a.rs`.
    Label,
    /// In the first line of the block, as a comment of its own: `// a.rs`.
    Comment,
    /// Alone in a line above.
    Alone,
    /// Amid a sentence above.
    Amid,
}

pub(super) fn naming(spelt: Spelt, line: usize, how: How) -> Naming {
    Naming {
        path: spelt.path,
        line,
        how,
        cited: spelt.cited,
        is_one_of_several: spelt.is_one_of_several,
        rival: None,
        above: None,
        is_headed: false,
    }
}
