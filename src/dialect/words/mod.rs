//! What the sentences of a reply say: of the blocks below them, of edits that no block makes, of edits taken back.

mod ask;
pub(in crate::dialect) mod asked;
mod asked_lines;
pub(in crate::dialect) mod asked_of;
pub(in crate::dialect) mod asked_words;
mod clause;
pub(in crate::dialect) mod done;
mod edit_words;
pub(in crate::dialect) mod example;
pub(in crate::dialect) mod file_ending;
mod given;
mod given_words;
pub(in crate::dialect) mod in_full;
mod label;
mod lexicon;
pub(in crate::dialect) mod pairs;
pub(in crate::dialect) mod prose;
pub(in crate::dialect) mod prose_words;
pub(in crate::dialect) mod purpose;
mod reading;
mod refers;
pub(in crate::dialect) mod sentence;
mod spoken;
pub(in crate::dialect) mod subject;
pub(in crate::dialect) mod tongue;
mod verdict;
pub(in crate::dialect) mod weigh;
