//! What is known of a file from before: what git has committed, and what the last apply made of it.

use super::Workspace;
use super::git::Git;
use super::state::State;
use super::tree::Tree;
use super::{error::WorkspaceError, reverse};
use crate::plan::Baseline;
use crate::plan::own::Written;
use crate::text::{Content, RelPath, Text};

impl Workspace {
    /// Returns what is known of a file from before. It only makes a review more careful: what cannot be read of it is not
    /// known, and no hindrance.
    pub fn baseline(&self, path: &RelPath) -> Baseline {
        Baseline {
            committed: self.committed(path),
            written: self.last_written(path).unwrap_or_default(),
        }
    }

    fn committed(&self, path: &RelPath) -> Option<Text> {
        let top = Tree::open(&self.state.top, Some(&self.state.top)).ok()?;
        let full = self.tree.full_path(path);
        let below = full.strip_prefix(&self.state.top).ok()?.as_os_str();
        let below = RelPath::new(below.as_encoded_bytes()).ok()?;
        text_of(Git::of(&top.root().ok()?)?.committed(&below)?)
    }

    fn last_written(&self, path: &RelPath) -> Result<Option<Written>, WorkspaceError> {
        let states = self.readable()?;
        let last = reverse::last_of(self, &states.iter().collect::<Vec<&State>>(), path);
        Ok(last.and_then(|last| {
            Some(Written {
                before: last.before.and_then(|side| text_of(side.bytes)),
                after: text_of(last.after?.bytes)?,
            })
        }))
    }
}

fn text_of(bytes: Vec<u8>) -> Option<Text> {
    match Content::of_bytes(bytes) {
        Content::Text(text) => Some(std::sync::Arc::unwrap_or_clone(text)),
        Content::Absent
        | Content::Binary
        | Content::NotAFile(_)
        | Content::Refused(_)
        | Content::Unreadable(_) => None,
    }
}
