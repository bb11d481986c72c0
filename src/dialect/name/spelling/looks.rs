//! Tags and links around a path that only say how it looks.

use crate::text::OneOf;
use std::borrow::Cow;

use bstr::{BStr, BString, ByteSlice};

use super::{find_sign, is_name_of_file};
use crate::dialect::name::cited::cut_place;
use crate::dialect::name::shape::looks_like_path;

/// Returns a line without the tags and links that only say how it looks: `<b>a.rs</b>`, `[a.rs](src/a.rs)`. A link to a file
/// names that file.
pub(super) fn unmarked(line: &BStr) -> Cow<'_, BStr> {
    let has = |sign: &str| find_sign(line, 0, sign).is_some();
    if !has("](") && !has("</") {
        return Cow::Borrowed(line);
    }
    let mut out = BString::default();
    let mut rest: &[u8] = line;
    while let Some(at) = rest.find_byteset(b"<[") {
        out.extend_from_slice(&rest[..at]);
        rest = &rest[at..];
        let read = tag_of_looks(rest).or_else(|| link(rest));
        let (text, length) = read.unwrap_or((rest[..1].into(), 1));
        out.extend_from_slice(&text);
        rest = &rest[length..];
    }
    out.extend_from_slice(rest);
    Cow::Owned(out)
}

/// Reads a tag that says how a text looks: the text that replaces it, and the length of the tag.
fn tag_of_looks(text: &[u8]) -> Option<(BString, usize)> {
    const LOOKS: &[&str] = &[
        "b", "big", "br", "details", "div", "em", "h1", "h2", "h3", "h4", "h5", "h6", "i", "kbd",
        "p", "samp", "small", "span", "strong", "summary", "tt", "u",
    ];
    let end = text.find_byte(b'>')?;
    let name = text[1..end].trim_start_with(|c| c == '/');
    let name = name.split(|byte| !byte.is_ascii_alphanumeric()).next()?;
    if name == b"code" {
        return Some(("`".into(), end + 1));
    }
    let is_of_looks = name.is_one_of(LOOKS);
    is_of_looks.then(|| (BString::default(), end + 1))
}

/// Reads a link: its target in backticks where that is a file beside the reply, or else its text.
fn link(text: &[u8]) -> Option<(BString, usize)> {
    let (inside, behind) = text.strip_prefix(b"[")?.split_once_str("](")?;
    let length = inside.len() + behind.find_byte(b')')? + 4;
    let target = behind.split_once_str(")")?.0;
    let target = target.strip_prefix(b"./").unwrap_or(target);
    let (path, _) = cut_place(target);
    let is_file = looks_like_path(path) && is_name_of_file(path) && !path.starts_with(b"/");
    let text = match is_file {
        true => [b"`", target, b"`"].concat().into(),
        false => inside.into(),
    };
    (!inside.contains(&b'[')).then_some((text, length))
}
