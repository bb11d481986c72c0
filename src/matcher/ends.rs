//! Punctuation at the ends of a line that a reply leaves out, or adds, on both sides of a change: `-color: red` and
//! `+color: blue` for a file that has `color: red;`. That is no part of the change, so the new line gets it back.

use bstr::{BStr, ByteSlice};

use super::change_runs;
use crate::patch::{HunkLine, LineKind};
use crate::text::indent;
use crate::text::{Piece, Text};

/// What the ends of a hunk's lines come to at one place.
#[derive(Debug, Default)]
pub struct Ends {
    /// Inserted lines whose ends are the file's, by their index in the hunk, ascending. Leading space is the hunk's.
    pub kept: Vec<(usize, Piece)>,
    /// A deleted line has other ends than the file's, and no inserted line shows whether they are to change.
    pub is_unclear: bool,
}

/// How a line of the file and the hunk's deleted line for it differ at their ends: never in letters or digits.
enum Differ<'a> {
    /// The file has these before and after it.
    FileHas(&'a BStr, &'a BStr),
    /// The hunk has these before and after it.
    HunkHas(&'a BStr, &'a BStr),
}

/// What an inserted line is at its place.
enum New {
    /// The reply's line.
    AsWritten,
    /// The reply's line with the file's ends, without its leading space.
    WithEnds(Vec<u8>),
    /// Nothing shows which.
    Unclear,
}

/// Compares the ends of each deleted line with those of the line of `text` that `target` gives for its index, and looks how
/// the line that replaces it ends.
pub fn ends(lines: &[HunkLine], text: &Text, target: impl Fn(usize) -> Option<usize>) -> Ends {
    let mut ends = Ends::default();
    for run in change_runs(lines) {
        let of_kind = |kind| run.clone().filter(move |at| lines[*at].kind == kind);
        let deleted: Vec<usize> = of_kind(LineKind::Delete).collect();
        let inserted: Vec<usize> = of_kind(LineKind::Insert).collect();
        if inserted.is_empty() {
            continue;
        }
        let is_one_for_one = deleted.len() == inserted.len();
        let new = |at: usize| lines[at].body.trim().as_bstr();
        for (nth, old) in deleted.iter().enumerate() {
            let old_line = new(*old);
            let line = target(*old).map(|line| text.line(line).trim().as_bstr());
            let Some(differ) = line.and_then(|line| Differ::of(old_line, line)) else {
                continue;
            };
            if !is_one_for_one {
                let is_last = nth + 1 == deleted.len();
                let mut inserted = inserted.iter().map(|at| new(*at));
                ends.is_unclear |= if is_last {
                    !inserted
                        .next_back()
                        .is_some_and(|new| differ.is_heeded_by(new))
                } else {
                    // Amid a run, what the hunk alone has goes with its line.
                    matches!(differ, Differ::FileHas(..))
                        && !inserted.any(|new| differ.is_heeded_by(new))
                };
                continue;
            }
            let at = inserted[nth];
            match differ.carried(old_line, new(at)) {
                New::AsWritten => {}
                New::WithEnds(line) => {
                    let lead = indent::leading(&lines[at].body);
                    ends.kept.push((at, [lead, &line].concat().into()));
                }
                New::Unclear => ends.is_unclear = true,
            }
        }
    }
    ends
}

impl<'a> Differ<'a> {
    /// Returns how they differ; `None` where they do not, or elsewhere than at their ends.
    fn of(hunk: &'a BStr, file: &'a BStr) -> Option<Differ<'a>> {
        if hunk.len() == file.len() || hunk.is_empty() || file.is_empty() {
            return None;
        }
        if hunk.len() < file.len() {
            around(file, hunk).map(|(before, after)| Differ::FileHas(before, after))
        } else {
            around(hunk, file).map(|(before, after)| Differ::HunkHas(before, after))
        }
    }

    /// Returns what the `new` line becomes, which replaces the hunk's `old` one.
    fn carried(&self, old: &BStr, new: &BStr) -> New {
        if self.is_heeded_by(new) {
            return New::AsWritten;
        }
        let line = match self {
            // What is quoted in the file ends at a quote that the new line has.
            Differ::FileHas(before, after) => quote_of(before, after)
                .is_none_or(|quote| !new.contains(&quote))
                .then(|| bstr::concat([*before, new, *after])),
            Differ::HunkHas(before, after) => {
                let core = new.strip_prefix(before.as_bytes());
                let core = core.and_then(|core| core.strip_suffix(after.as_bytes()));
                core.map(<[u8]>::to_vec)
            }
        };
        match line.filter(|_| is_reworded(old, new)) {
            Some(line) => New::WithEnds(line),
            None => New::Unclear,
        }
    }

    /// Returns whether `new` ends as the file's line does, by itself.
    fn is_heeded_by(&self, new: &BStr) -> bool {
        match self {
            Differ::FileHas(before, after) => {
                new.starts_with(before.as_bytes()) && new.ends_with(after.as_bytes())
            }
            Differ::HunkHas(before, after) => {
                let begins = !before.is_empty() && new.starts_with(before.as_bytes());
                let ends = !after.is_empty() && new.ends_with(after.as_bytes());
                !begins && !ends
            }
        }
    }
}

/// Returns what `long` has before and after `short`, where that is punctuation and blanks.
fn around<'a>(long: &'a BStr, short: &BStr) -> Option<(&'a BStr, &'a BStr)> {
    long.find_iter(short).find_map(|at| {
        let (before, after) = (&long[..at], &long[at + short.len()..]);
        let is_bare = |end: &[u8]| !end.chars().any(char::is_alphanumeric);
        (is_bare(before) && is_bare(after)).then(|| (before.as_bstr(), after.as_bstr()))
    })
}

/// Returns the quote that stands on both sides of a line.
fn quote_of(before: &BStr, after: &BStr) -> Option<u8> {
    let quote = *before.last()?;
    let is_closed = after.first() == Some(&quote);
    (is_closed && matches!(quote, b'"' | b'\'' | b'`')).then_some(quote)
}

/// Returns whether `new` is `old` with a part changed: they begin or end alike for half of the shorter one.
fn is_reworded(old: &BStr, new: &BStr) -> bool {
    let pairs = || old.iter().zip(new.iter());
    let n_before = pairs().take_while(|(one, other)| one == other).count();
    let backwards = old.iter().rev().zip(new.iter().rev());
    let n_after = backwards.take_while(|(one, other)| one == other).count();
    let shorter = old.len().min(new.len());
    2 * (n_before + n_after).min(shorter) >= shorter
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asserts what the inserted lines of `hunk`, a marked line each, become where its deleted lines are those of `file`;
    /// `None` where that is unclear.
    #[track_caller]
    fn check(hunk: &[&str], file: &str, expected: Option<&[&str]>) {
        let lines: Vec<HunkLine> = hunk
            .iter()
            .map(|line| {
                let kind = if line.starts_with('-') {
                    LineKind::Delete
                } else {
                    LineKind::Insert
                };
                HunkLine::new(kind, &line[1..])
            })
            .collect();
        let text = Text::new(file.to_string());
        let ends = ends(&lines, &text, |at| {
            (lines[at].kind == LineKind::Delete).then_some(at)
        });
        let mut inserted: Vec<(usize, Piece)> = lines
            .iter()
            .enumerate()
            .filter(|(_, line)| line.kind == LineKind::Insert)
            .map(|(at, line)| (at, line.body.clone()))
            .collect();
        for (at, body) in &mut inserted {
            if let Some((_, kept)) = ends.kept.iter().find(|(kept, _)| kept == at) {
                *body = kept.clone();
            }
        }
        let bodies: Vec<String> = inserted.iter().map(|(_, body)| body.to_string()).collect();
        assert_eq!(ends.is_unclear, expected.is_none(), "{bodies:?}");
        if let Some(expected) = expected {
            assert_eq!(bodies, expected);
        }
    }

    #[test]
    fn what_both_sides_leave_out_comes_back() {
        check(
            &["-  color: white", "+  color: black"],
            "  color: white;\n",
            Some(&["  color: black;"]),
        );
        check(
            &["-\"a\": 1", "+\"a\": 2"],
            "  \"a\": 1,\n",
            Some(&["\"a\": 2,"]),
        );
        check(
            &["-lib>=2.28", "+lib>=2.31"],
            "  \"lib>=2.28\",\n",
            Some(&["\"lib>=2.31\","]),
        );
        check(
            &["-public int total()", "+public long total()"],
            "public int total() {\n",
            Some(&["public long total() {"]),
        );
        check(
            &["-def total(x)", "+def total(x, y)"],
            "def total(x):\n",
            Some(&["def total(x, y):"]),
        );
    }

    #[test]
    fn what_both_sides_add_goes() {
        check(
            &["-total = 1;", "+total = 2;"],
            "total = 1\n",
            Some(&["total = 2"]),
        );
        check(
            &["-\"b\": 2,", "+\"b\": 3,"],
            "\"b\": 2\n",
            Some(&["\"b\": 3"]),
        );
    }

    #[test]
    fn what_the_new_line_says_holds() {
        check(
            &["-\"a\": 1", "+\"a\": 2,"],
            "\"a\": 1,\n",
            Some(&["\"a\": 2,"]),
        );
        check(
            &["-\"b\": 2", "+\"b\": 2,", "+\"c\": 3"],
            "\"b\": 2\n",
            Some(&["\"b\": 2,", "\"c\": 3"]),
        );
        check(
            &["-total = 1;", "+total = 2"],
            "total = 1\n",
            Some(&["total = 2"]),
        );
        check(
            &["-go()", "+stop();", "+go(1);"],
            "go();\n",
            Some(&["stop();", "go(1);"]),
        );
    }

    #[test]
    fn two_lines_for_two_keep_their_order() {
        check(
            &["-left: 1", "-right: 2", "+left: 3", "+right: 4"],
            "left: 1;\nright: 2;\n",
            Some(&["left: 3;", "right: 4;"]),
        );
    }

    #[test]
    fn what_is_not_said_is_unclear() {
        check(&["-go()", "+while (ready) {"], "go();\n", None);
        check(&["-go()", "+stop()", "+go(1)"], "go();\n", None);
        check(
            &["-print(n)", "+print(\"n\", n)"],
            "  \"print(n)\",\n",
            None,
        );
        check(
            &["-go()", "-}", "+go(1)", "+stop()", "+}"],
            "go();\n}\n",
            None,
        );
        check(&["-(total = 1);", "+(total = 2)"], "total = 1\n", None);
    }
}
