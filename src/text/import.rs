//! Which lines bring other code in.

/// How lines begin that bring other code in, in many languages.
const BEGINNINGS: [&[u8]; 8] = [
    b"import ", b"from ", b"use ", b"pub use ", b"extern crate ", b"#include ", b"using ",
    b"require ",
];

/// Which bytes they begin with: of a whole file, nearly no line passes.
static FIRST_BYTES: [bool; 256] = {
    let mut is_first = [false; 256];
    let mut at = 0;
    while at < BEGINNINGS.len() {
        is_first[BEGINNINGS[at][0] as usize] = true;
        at += 1;
    }
    is_first
};

/// Returns whether a line, without the space around it, brings other code in.
pub fn is_import(line: &[u8]) -> bool {
    let begins = |beginning: &&[u8]| line.starts_with(beginning);
    let first = line.first().copied();
    first.is_some_and(|byte| FIRST_BYTES[usize::from(byte)]) && BEGINNINGS.iter().any(begins)
}
