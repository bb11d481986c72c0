//! The walk over a reply: what wraps a patch is peeled, what is talk is passed, and the dialects are asked what begins.

pub(in crate::dialect) mod amid;
pub(in crate::dialect) mod budget;
pub(in crate::dialect) mod colour;
pub(in crate::dialect) mod cut;
pub(in crate::dialect) mod envelope;
pub(in crate::dialect) mod fence;
pub(in crate::dialect) mod harmony;
pub(in crate::dialect) mod heredoc;
pub(in crate::dialect) mod line;
pub(in crate::dialect) mod literal;
mod pass;
pub(in crate::dialect) mod scan;
pub(in crate::dialect) mod section;
mod target;
pub(in crate::dialect) mod thought;
pub(in crate::dialect) mod turn;
