//! Lines of code that set a name to something.

use bstr::ByteSlice;

/// Returns whether a line sets `name` to something: `name: false`, `name=false`.
pub fn sets(line: &[u8], name: &[u8]) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"_.".contains(&byte);
    line.find_iter(name).any(|at| {
        let is_own = line[..at].last().is_none_or(|byte| !is_part(*byte));
        let behind = line[at + name.len()..].trim_start_with(|c| "\"' \t".contains(c));
        let is_set = match behind {
            [b':', b'=', ..] => true,
            [b'=' | b':', next, ..] => !b"=:".contains(next),
            [b'=' | b':'] => true,
            [..] => [&b"true"[..], b"false", b"on", b"off"]
                .iter()
                .any(|value| behind.starts_with(value)),
        };
        is_own && is_set
    })
}
