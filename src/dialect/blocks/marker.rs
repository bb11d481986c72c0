//! The marker lines of SEARCH/REPLACE blocks, and the backslash that keeps content from being one.

use bstr::{BStr, ByteSlice};

use crate::text::{OneOf, Trim};

/// A line that separates the parts of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::dialect) enum Marker<'a> {
    /// `<<<<<<< SEARCH` or `------- SEARCH`, with what stands behind it.
    Search {
        attributes: &'a BStr,
        shape: Shape,
        style: Style,
    },
    /// `=======`
    Divider { length: usize },
    /// `>>>>>>> REPLACE` or `+++++++ REPLACE`
    Replace { shape: Shape },
}

/// How a marker is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::dialect) enum Shape {
    /// As its dialect asks.
    Exact,
    /// Longer, shorter, glued or indented.
    Damaged,
}

/// Which signs markers are made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::dialect) enum Style {
    /// `<<<<<<<` and `>>>>>>>`
    Angles,
    /// `-------` and `+++++++`
    Signs,
}

/// The length that every dialect asks of a marker.
pub(in crate::dialect) const LENGTH: usize = 7;

/// Returns how often the sign that a line begins with is repeated there.
pub(in crate::dialect) fn n_signs(line: &BStr) -> usize {
    let trimmed = line.trimmed();
    let signs = trimmed
        .iter()
        .take_while(|sign| Some(*sign) == trimmed.first());
    signs.count()
}

/// Reads a line as a marker, if it is one.
pub(in crate::dialect) fn read(line: &BStr) -> Option<Marker<'_>> {
    let trimmed = line.trimmed();
    let byte = *trimmed.first()?;
    let length = n_signs(line);
    let rest = &trimmed[length..];
    let shape = |tail_is_exact: bool| {
        let exact = length == LENGTH
            && rest.first() == Some(&b' ')
            && trimmed.len() == line.trimmed_end().len();
        if exact && tail_is_exact {
            Shape::Exact
        } else {
            Shape::Damaged
        }
    };
    let label = |names: [&str; 2]| {
        let tail = names
            .iter()
            .find_map(|name| rest.trimmed_start().strip_prefix(name.as_bytes()))?;
        // Roo's own prompt closes a marker with `>` or `<` now and then.
        let tail = tail
            .strip_prefix(b">")
            .or_else(|| tail.strip_prefix(b"<"))
            .unwrap_or(tail);
        let ends = tail.is_empty() || tail.starts_with(b" ") || tail.starts_with(b":");
        (ends && !tail.trimmed().starts_with(b">")).then(|| tail.trimmed().as_bstr())
    };
    let lengths = 3..=12;
    match byte {
        b'<' | b'-' if lengths.contains(&length) => {
            let attributes = label(["SEARCH", "ORIGINAL"])?;
            let style = if byte == b'<' {
                Style::Angles
            } else {
                Style::Signs
            };
            Some(Marker::Search {
                attributes,
                shape: shape(true),
                style,
            })
        }
        b'>' | b'+' if lengths.contains(&length) => {
            let tail = label(["REPLACE", "UPDATED"])?;
            Some(Marker::Replace {
                shape: shape(tail.is_empty()),
            })
        }
        b'=' if lengths.contains(&length) && rest.is_empty() => Some(Marker::Divider { length }),
        _ => None,
    }
}

/// Returns whether a line begins a block.
pub(in crate::dialect) fn is_start(line: &BStr) -> bool {
    matches!(line.trimmed_start().first(), Some(b'<' | b'-'))
        && matches!(read(line), Some(Marker::Search { .. }))
}

/// Returns whether a line ends a block.
pub(in crate::dialect) fn ends_block(line: &BStr) -> bool {
    matches!(read(line), Some(Marker::Replace { .. }))
        || line.trimmed_end() == b">>>>>>>"
        || is_conflict(line, b'>')
}

/// Returns whether a line is a marker of version control, which in a block is content.
pub(in crate::dialect) fn is_conflict(line: &BStr, sign: u8) -> bool {
    let is_run = line.len() > LENGTH && line[..LENGTH].iter().all(|byte| *byte == sign);
    is_run && line[LENGTH] == b' ' && read(line).is_none()
}

/// Beginnings that a backslash keeps from being markers.
const ESCAPED: &[&str] = &[
    "<<<<<<<", "=======", ">>>>>>>", "-------", "+++++++", ":start_line", ":end_line",
];

/// Drops the backslash that keeps a line of content from being a marker.
pub(in crate::dialect) fn unescaped(line: &BStr) -> &BStr {
    match line.strip_prefix(b"\\") {
        Some(rest) if needs_escape(rest.as_bstr()) => rest.as_bstr(),
        Some(_) | None => line,
    }
}

/// Returns whether a line of content must be written with a backslash to be read as what it is.
pub(in crate::dialect) fn needs_escape(line: &BStr) -> bool {
    let text = line.strip_prefix(b"\\").unwrap_or(line).trimmed_start();
    let is_marked = text.begins_with_one_of(ESCAPED);
    let marker = read(text.as_bstr());
    // Three signs divide no block whose markers are as long as they should be.
    is_marked || marker.is_some_and(|marker| marker != Marker::Divider { length: 3 })
}
