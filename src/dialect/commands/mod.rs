//! Shell commands in a reply: read for the files that they would change, never run.

pub(in crate::dialect) mod apply_command;
pub(in crate::dialect) mod command;
mod programs;
pub(in crate::dialect) mod run;
pub(in crate::dialect) mod saved_patch;
pub(in crate::dialect) mod script;
pub(in crate::dialect) mod shell_words;
