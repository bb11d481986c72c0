//! Which lines bring other code in.

/// How lines begin that bring other code in, in many languages.
const BEGINNINGS: [&[u8]; 8] = [
    b"import ",
    b"from ",
    b"use ",
    b"pub use ",
    b"extern crate ",
    b"#include ",
    b"using ",
    b"require ",
];

/// Returns whether a line, without the space around it, brings other code in.
pub fn is_import(line: &[u8]) -> bool {
    let begins = |beginning: &&[u8]| line.starts_with(beginning);
    BEGINNINGS.iter().any(begins)
}
