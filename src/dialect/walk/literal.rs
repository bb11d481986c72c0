//! Patches in strings of a program: `patch = """`, then a diff. They are what the program works on, and change no file.

use std::ops::Range;

use bstr::{BStr, ByteSlice};

use super::fence::Language;
use super::scan::{Mark, Scan};
use crate::dialect::words::example;
use crate::patch::{FilePatch, Unsure};

/// What begins and ends a string over several lines.
const QUOTES: &[&str] = &["\"\"\"", "'''", "`"];

/// Makes the edits read since `before` wait, where the lines `above` the part, in its fence, leave a string open. The
/// next part in that string waits as well.
pub(in crate::dialect) fn mark(scan: &mut Scan<'_>, above: Range<usize>, before: &Mark) {
    let fence = scan.fence.filter(|it| it.language() == Language::Code);
    let Some(fence) = fence.filter(|_| scan.files.len() > scan.first_since(before)) else {
        return;
    };
    let goes_on =
        fence.opened < above.start && scan.files[..before.n_files].last().is_some_and(is_shown);
    // The line that begins the part may begin the string as well.
    let first = (fence.opened + 1).max(above.start);
    let lines = &scan.lines[first.min(above.end)..=above.end.min(scan.lines.len() - 1)];
    let opens = lines
        .iter()
        .fold(goes_on, |opens, line| opens ^ turns(line.body));
    if opens {
        example::wait_since(scan, before, Unsure::Shown);
    }
}

fn is_shown(file: &FilePatch) -> bool {
    let mut hunks = file.hunks.iter();
    hunks.any(|hunk| hunk.unsure == Some(Unsure::Shown))
}

/// Returns whether a line opens a string or closes one.
fn turns(line: &BStr) -> bool {
    let n_quotes = |quote: &&str| line.find_iter(quote).count();
    QUOTES.iter().map(n_quotes).sum::<usize>() % 2 == 1
}
