//! What hunks are called.

use crate::patch::{Hunk, HunkId};
use crate::session::Session;

impl Session {
    /// Names hunks for people: `hunk 4`, `hunks 4, 6 and 7`, the first few of many.
    pub fn names(&self, ids: &[HunkId]) -> String {
        const FEW: usize = 6;
        let numbers: Vec<String> = ids.iter().map(|id| self.number(*id).to_string()).collect();
        match numbers.as_slice() {
            [] => String::new(),
            [only] => format!("hunk {only}"),
            [first @ .., last] if ids.len() <= FEW => {
                format!("hunks {} and {last}", first.join(", "))
            }
            numbers => {
                let few = numbers[..FEW - 1].join(", ");
                format!("hunks {few} and {} more", numbers.len() - (FEW - 1))
            }
        }
    }

    /// Returns a hunk's name for people: `hunk 4`, numbered through the whole reply.
    pub fn name(&self, id: HunkId) -> String {
        format!("hunk {}", self.number(id))
    }

    /// Returns a hunk's 1-based number in the whole reply.
    pub fn number(&self, id: HunkId) -> usize {
        self.n_above[id.file] + id.hunk + 1
    }

    /// Returns the name of a hunk that people and scripts use, such as `h4-3f9a`: its number in the reply and the first
    /// digits of its content's digest, so that a decision saved for it cannot fall on another.
    pub fn label(&self, id: HunkId) -> String {
        Hunk::label_of(self.digest_as_read(id), self.number(id))
    }
}
