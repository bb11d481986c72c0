//! What the sentences of a reply say: of the blocks below them, of edits that no block makes, of edits taken back.

mod ask;
pub(in crate::dialect) mod asked;
mod asked_lines;
pub(in crate::dialect) mod asked_of;
pub(in crate::dialect) mod asked_words;
pub(in crate::dialect) mod done;
mod edit_words;
pub(in crate::dialect) mod example;
pub(in crate::dialect) mod file_ending;
pub(in crate::dialect) mod in_full;
pub(in crate::dialect) mod meant;
pub(in crate::dialect) mod meant_words;
mod offer;
mod offer_words;
pub(in crate::dialect) mod pairs;
pub(in crate::dialect) mod prose;
pub(in crate::dialect) mod prose_words;
pub(in crate::dialect) mod purpose;
pub(in crate::dialect) mod sentence;
mod spoken;
mod take_back;
mod take_back_words;
mod tongue;
mod tongue_words;
mod warn;
mod warn_words;
