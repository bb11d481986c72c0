//! Forges review cases whose right outcome is known: a text in some language's look, a real edit of it, the edit written as
//! a model would write it, damage to what was written, and drift of the file meanwhile. Every line of the text has an id,
//! so the right outcome stays known whatever happens to the patch or to the file.

// Each test file uses its own part of the forge.
#![allow(dead_code, unreachable_pub)]

pub mod case;
pub mod damage;
pub mod drift;
pub mod edit;
pub mod outcome;
pub mod random;
pub mod source;
pub mod telling;
pub mod write;
