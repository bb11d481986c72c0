//! One tag that opens an element: its name and its attributes.

use bstr::{BStr, BString, ByteSlice};

use crate::text::Trim;

/// A tag that opens an element.
pub(in crate::dialect) struct Open {
    pub(super) name: String,
    /// The name as it is written, with its prefix.
    pub(in crate::dialect) spelled: String,
    pub(super) attributes: Vec<(String, BString)>,
    pub(in crate::dialect) is_empty: bool,
    /// Column behind the tag.
    pub(super) end: usize,
}

/// Reads a tag at `column` that opens an element: `<name a="b">`.
pub(in crate::dialect) fn read(body: &BStr, column: usize) -> Option<Open> {
    let rest = body.get(column..)?.strip_prefix(b"<")?;
    let (spelled, name) = name(rest)?;
    let mut tail = &rest[spelled.len()..];
    let mut attributes = Vec::new();
    // `<function=edit>` and `<parameter=path>` give the name of what they are as a value.
    if let Some(value) = tail.strip_prefix(b"=") {
        let length = value.find_byteset(b"> \t").unwrap_or(value.len());
        attributes.push(("name".to_string(), value[..length].into()));
        tail = &value[length..];
    }
    let (spelled, name) = (spelled.to_string(), name.to_string());
    loop {
        tail = tail.trimmed_start();
        let is_empty = tail.starts_with(b"/>");
        if is_empty || tail.starts_with(b">") {
            let end = body.len() - tail.len() + if is_empty { 2 } else { 1 };
            return Some(Open {
                name,
                spelled,
                attributes,
                is_empty,
                end,
            });
        }
        let (attribute, after) = attribute(tail)?;
        attributes.push(attribute);
        tail = after;
    }
}

/// Reads the name of a tag after its `<`: as it is written, and without its prefix, which is `x:` in `x:edit`.
fn name(rest: &[u8]) -> Option<(&str, &str)> {
    /// What DeepSeek puts before the names of its tags.
    const DSML: &str = "｜DSML｜";
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b':');
    let prefix = if rest.starts_with(DSML.as_bytes()) {
        DSML.len()
    } else {
        0
    };
    let length = rest[prefix..]
        .iter()
        .take_while(|byte| is_name(byte))
        .count();
    let spelled = rest[..prefix + length].to_str().ok()?;
    let name = spelled[prefix..].rsplit(':').next()?;
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        .then_some((spelled, name))
}

/// Returns the name of the tag that begins `line`, blanks aside.
pub(in crate::dialect) fn begins(line: &BStr) -> Option<&str> {
    let rest = line.trimmed_start().strip_prefix(b"<")?;
    name(rest).map(|(_, name)| name)
}

/// Reads `name="value"`, `name='value'` or `name=value`.
pub(in crate::dialect) fn attribute(text: &[u8]) -> Option<((String, BString), &[u8])> {
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    let length = text.iter().take_while(|byte| is_name(byte)).count();
    let name = text[..length].to_str().ok()?.to_string();
    let rest = text[length..]
        .trimmed_start()
        .strip_prefix(b"=")?
        .trimmed_start();
    let quote = rest
        .first()
        .copied()
        .filter(|byte| matches!(byte, b'"' | b'\''));
    let (value, after) = match quote {
        Some(quote) => {
            let end = rest[1..].find_byte(quote)? + 1;
            (&rest[1..end], &rest[end + 1..])
        }
        None => {
            let end = rest
                .iter()
                .position(|byte| byte.is_ascii_whitespace() || matches!(byte, b'>' | b']' | b'/'));
            rest.split_at(end.unwrap_or(rest.len()))
        }
    };
    (length > 0).then(|| ((name, value.into()), after))
}
