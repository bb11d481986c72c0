//! What is done to a file that has several names, where it gets another content or mode. One that only moves or goes is no
//! matter: its other names keep what they hold.

use super::error::WorkspaceError;
use crate::text::RelPath;

/// What is done to a file that has other names: replacing it would leave those with the old content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum HardLinks {
    /// The apply is refused.
    #[default]
    Refuse,
    /// The file is replaced, and its other names keep the old content.
    Split,
}

impl HardLinks {
    /// Refuses a file with several names, unless it may be split.
    pub(super) fn check(self, path: &RelPath, n_links: u64) -> Result<(), WorkspaceError> {
        match self {
            HardLinks::Refuse if n_links > 1 => Err(WorkspaceError::Refused {
                path: path.clone(),
                what: format!(
                    "it has other names (hard links: {}), which would keep what it holds now; \
                     --split-hard-links allows that",
                    n_links - 1
                ),
            }),
            HardLinks::Refuse | HardLinks::Split => Ok(()),
        }
    }
}
