//! Types that are given a name: `export type Props = {` of TypeScript opens a block as a definition does. `type: object` is a key.

use super::line::is_modifier;

/// Returns the name of the type that a line begins; `None` where it begins none that opens a block.
pub(super) fn named_type(line: &[u8]) -> Option<&[u8]> {
    let line = line.trim_ascii();
    let mut words = line.split(u8::is_ascii_whitespace);
    let word = words.find(|word| !is_modifier(word));
    let name = words.next().filter(|_| word == Some(b"type"))?;
    let end = name.iter().position(|byte| *byte == b'<');
    let name = &name[..end.unwrap_or(name.len())];
    let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$');
    let is_name = !name.is_empty() && name.iter().all(is_of_name);
    let sets = line.ends_with(b"{") && line.contains(&b'=');
    (is_name && sets).then_some(name)
}

#[cfg(test)]
mod tests {
    use crate::text::heading::defined;

    #[test]
    fn a_type_is_named_by_what_opens_a_block() {
        let check = |line: &str, expected: Option<&str>| {
            let name = defined(line.as_bytes());
            assert_eq!(name.as_deref(), expected, "{line}");
        };
        check("type Props = {", Some("type Props"));
        check("export type Props<T> = Base & {", Some("type Props"));
        check("declare type Jar = Readonly<{", Some("type Jar"));
        check("type Size = number;", None);
        check("type: object", None);
        check("type = {", None);
        check("type: {", None);
    }
}
