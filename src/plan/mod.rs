//! Floor 4: what is to be written, from matches and resolutions; pure and remade after every decision.

pub mod change;

pub use change::{ChangeSet, FileChange};
