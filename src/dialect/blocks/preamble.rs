//! What stands between the SEARCH marker of a block and its old text, as Roo's blocks have it.

use bstr::{BStr, ByteSlice};

use super::marker::{self, Marker};
use crate::dialect::walk::line;
use crate::dialect::walk::scan::Scan;

/// Reads what stands between the SEARCH marker and the old text: `:start_line:`, `:end_line:`, `-------`, and `line=` on
/// the marker itself. Returns where the text begins, and the line number.
pub(super) fn read(scan: &Scan<'_>, start: usize, divider: usize) -> (usize, Option<usize>) {
    let mut number = match marker::read(scan.lines[start].body) {
        Some(Marker::Search { attributes, .. }) => {
            attributes.strip_prefix(b"line").and_then(digits)
        }
        Some(Marker::Divider { .. } | Marker::Replace { .. }) | None => None,
    };
    let mut at = start + 1;
    while at < divider {
        let body = scan.lines[at].trimmed();
        if let Some(rest) = body.strip_prefix(b":start_line") {
            // Roo writes 0 where it knows none.
            number = digits(rest).filter(|number| *number > 0).or(number);
        } else if !body.starts_with(b":end_line") {
            break;
        }
        at += 1;
    }
    let has_rule = at < divider && scan.lines[at].trimmed() == "-------";
    (at + usize::from(has_rule), number)
}

/// Returns the text that stands right behind the rule of a block that names its line: `-------def total():`.
pub(super) fn glued_to_rule(line: &BStr) -> Option<&BStr> {
    let rest = line.strip_prefix(b"-------")?;
    (!rest.starts_with(b"-")).then_some(rest.as_bstr())
}

/// Returns whether a block names its line between the SEARCH marker and the text, as Roo's do.
pub(in crate::dialect) fn is_there(scan: &Scan<'_>) -> bool {
    (1..=3).filter_map(|ahead| scan.peek(ahead)).any(|line| {
        let text = line.trimmed();
        text.starts_with(b":start_line") || text == "-------"
    })
}

fn digits(text: &[u8]) -> Option<usize> {
    let text = text.trim_start_with(|c| !c.is_ascii_digit());
    let end = text
        .iter()
        .position(|byte| !byte.is_ascii_digit())
        .unwrap_or(text.len());
    line::number(&text[..end])
}
