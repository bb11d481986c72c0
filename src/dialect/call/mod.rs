//! What the dialects that are calls of tools share: tags and JSON, the roles of a call's fields, the edit that they make.

pub(in crate::dialect) mod anchored;
mod answer_words;
pub(in crate::dialect) mod arguments;
pub(in crate::dialect) mod call_like;
pub(in crate::dialect) mod caller;
mod change;
pub(in crate::dialect) mod decoded;
pub(in crate::dialect) mod element;
pub(in crate::dialect) mod field;
pub(in crate::dialect) mod file_move;
pub(in crate::dialect) mod flag;
pub(in crate::dialect) mod held;
pub(in crate::dialect) mod insertion;
pub(in crate::dialect) mod json;
pub(in crate::dialect) mod language_server;
pub(in crate::dialect) mod notebook;
pub(in crate::dialect) mod open_tag;
pub(in crate::dialect) mod outcome;
pub(in crate::dialect) mod redone;
pub(in crate::dialect) mod role;
pub(in crate::dialect) mod tag;
pub(in crate::dialect) mod targets;
pub(in crate::dialect) mod tool_call;
pub(in crate::dialect) mod verb;
mod verb_words;
pub(in crate::dialect) mod voice;
