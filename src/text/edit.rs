//! Replacements of lines: made once from a whole plan, never one after another.

use super::{Eol, LineSpan, Piece, Text, eol};

/// One replacement: the lines of `span` become `lines`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The lines replaced, in the text as it is; empty for an insertion before line `span.start`.
    pub span: LineSpan,
    /// The bodies of the new lines, without endings.
    pub lines: Vec<Piece>,
}

/// What becomes of the newline at the end of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub enum FinalNewline {
    /// As the file has it.
    #[default]
    Keep,
    /// The file shall end in a newline.
    Add,
    /// The file shall not end in a newline.
    Remove,
}

/// Edits of one text: sorted by place, none colliding with another.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Edits {
    edits: Vec<Edit>,
    final_newline: FinalNewline,
}

/// Two edits that share a line or start at the same place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("two edits collide at line {}", .0.span.start + 1)]
pub struct OverlappingEdits(pub Edit, pub Edit);

impl Edits {
    /// Sorts `edits` and refuses any two that collide (see [`LineSpan::collides`]).
    pub fn new(
        mut edits: Vec<Edit>,
        final_newline: FinalNewline,
    ) -> Result<Edits, OverlappingEdits> {
        edits.sort_by_key(|edit| edit.span);
        for pair in edits.windows(2) {
            if pair[0].span.collides(pair[1].span) {
                return Err(OverlappingEdits(pair[0].clone(), pair[1].clone()));
            }
        }
        Ok(Edits {
            edits,
            final_newline,
        })
    }

    /// Returns the edits, sorted and disjoint.
    pub fn as_slice(&self) -> &[Edit] {
        &self.edits
    }

    /// Returns these edits and those of `other` as one; `None` where two of them collide.
    pub fn with(&self, other: &Edits) -> Option<Edits> {
        let newline = match other.final_newline {
            FinalNewline::Keep => self.final_newline,
            FinalNewline::Add | FinalNewline::Remove => other.final_newline,
        };
        let edits = self.edits.iter().chain(&other.edits).cloned();
        Edits::new(edits.collect(), newline).ok()
    }

    /// Returns the bytes of `text` with every edit made; bytes outside the edits are kept exactly.
    ///
    /// A new line ends like the line it replaces, or like its neighbour above, or as most lines of the file do. Whether
    /// the file ends in a newline is decided by [`FinalNewline`] alone, wherever the edits fall.
    ///
    /// # Panics
    /// When an edit lies outside of `text`.
    pub fn apply(&self, text: &Text) -> Vec<u8> {
        let usual = eol::dominant(text);
        let mut out = Output {
            bytes: text.bom().to_vec(),
            open: false,
            usual,
        };
        let mut at = 0;
        for edit in &self.edits {
            out.keep(text, LineSpan::new(at, edit.span.start));
            for (nth, line) in edit.lines.iter().enumerate() {
                out.line(line, ending_like(text, edit.span, nth).unwrap_or(usual));
            }
            at = edit.span.end;
        }
        out.keep(text, LineSpan::new(at, text.n_lines()));
        match self.final_newline {
            FinalNewline::Add => out.close(),
            FinalNewline::Keep if text.has_final_newline() => out.close(),
            FinalNewline::Keep | FinalNewline::Remove => out.strip(),
        }
        out.bytes
    }
}

/// Bytes of a text that others take the place of, as an editor is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replacement {
    /// The lines that go, endings and all; empty for an insertion before line `span.start`.
    pub span: LineSpan,
    /// The bytes that come, endings and all.
    pub bytes: Vec<u8>,
}

impl Edits {
    /// Returns what [`Edits::apply`] does as replacements of whole lines with their endings, sorted and disjoint.
    pub fn replacements(&self, text: &Text) -> Vec<Replacement> {
        let n_lines = text.n_lines();
        let is_at_end = |edit: &Edit| edit.span.end == n_lines;
        let ends_open = !text.has_final_newline() && self.edits.iter().any(is_at_end);
        if ends_open || self.final_newline != FinalNewline::Keep {
            return self.as_tail(text);
        }
        let replacement = |edit: &Edit| {
            let mut bytes = Vec::new();
            for (nth, line) in edit.lines.iter().enumerate() {
                let ending = ending_like(text, edit.span, nth);
                // All lines are looked at for the usual one, so only where no neighbour tells.
                let ending = ending.unwrap_or_else(|| eol::dominant(text));
                bytes.extend_from_slice(line);
                bytes.extend_from_slice(ending.as_bytes());
            }
            let span = edit.span;
            Replacement { span, bytes }
        };
        self.edits.iter().map(replacement).collect()
    }

    /// Returns the same as one replacement down to the end: there a line before an edit may get or lose its ending.
    fn as_tail(&self, text: &Text) -> Vec<Replacement> {
        let last = text.n_lines().saturating_sub(1);
        let first = self.edits.first().map_or(last, |edit| edit.span.start);
        let first = first.min(last);
        // What is taken away at the end takes the ending of the line before with it.
        let start = first.saturating_sub(1);
        let span = LineSpan::new(start, text.n_lines());
        let n_kept = if start == 0 {
            0
        } else {
            text.byte_range(span).start
        };
        let bytes = self.apply(text).split_off(n_kept.max(text.bom().len()));
        vec![Replacement { span, bytes }]
    }
}

/// Returns how the `nth` new line in the place of `span` ends, like the one it replaces or its neighbour above; `None` where
/// there is no such line, or it has no ending.
fn ending_like(text: &Text, span: LineSpan, nth: usize) -> Option<Eol> {
    let like = (span.start + nth).min(span.end.max(span.start + 1) - 1);
    let like = if span.is_empty() {
        span.start.checked_sub(1)
    } else {
        Some(like)
    };
    like.map(|index| text.ending(index))
        .filter(|eol| *eol != Eol::None)
}

struct Output {
    bytes: Vec<u8>,
    /// Whether the last line written still lacks its ending.
    open: bool,
    usual: Eol,
}

impl Output {
    fn keep(&mut self, text: &Text, span: LineSpan) {
        if span.is_empty() {
            return;
        }
        self.close();
        self.bytes
            .extend_from_slice(&text.as_bytes()[text.byte_range(span)]);
        self.open = text.ending(span.end - 1) == Eol::None;
    }

    fn line(&mut self, body: &[u8], eol: Eol) {
        self.close();
        self.bytes.extend_from_slice(body);
        self.bytes.extend_from_slice(eol.as_bytes());
        self.open = eol == Eol::None;
    }

    /// Gives the last line its ending, where it lacks one.
    fn close(&mut self) {
        if std::mem::take(&mut self.open) {
            self.bytes.extend_from_slice(self.usual.as_bytes());
        }
    }

    /// Takes the ending of the last line away, where it has one.
    fn strip(&mut self) {
        if self.open {
            return;
        }
        let eols: [&[u8]; 3] = [b"\r\n", b"\n", b"\r"];
        if let Some(eol) = eols.into_iter().find(|eol| self.bytes.ends_with(eol)) {
            self.bytes.truncate(self.bytes.len() - eol.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(before: &str, edits: &[(usize, usize, &[&str])], newline: FinalNewline, after: &str) {
        let edits = edits
            .iter()
            .map(|(start, end, lines)| Edit {
                span: LineSpan::new(*start, *end),
                lines: lines.iter().map(|line| Piece::from(*line)).collect(),
            })
            .collect();
        let got = Edits::new(edits, newline)
            .expect("disjoint")
            .apply(&Text::new(before));
        assert_eq!(String::from_utf8(got).expect("UTF-8"), after);
    }

    #[test]
    fn replacements_make_what_the_edits_make() {
        for before in ["a\nb\nc\n", "a\r\nb\r\nc", "\u{feff}a\nb", "a", ""] {
            let text = Text::new(before);
            let n_lines = text.n_lines();
            let spans =
                (0..=n_lines).flat_map(|start| (start..=n_lines).map(move |end| (start, end)));
            for (start, end) in spans {
                for lines in [&[][..], &["x"], &["x", "y"]] {
                    for newline in [FinalNewline::Keep, FinalNewline::Add, FinalNewline::Remove] {
                        let edit = Edit {
                            span: LineSpan::new(start, end),
                            lines: lines.iter().map(|line| Piece::from(*line)).collect(),
                        };
                        let edits = Edits::new(vec![edit], newline).expect("one edit");
                        let mut bytes = before.as_bytes().to_vec();
                        for replacement in edits.replacements(&text).into_iter().rev() {
                            bytes.splice(text.byte_range(replacement.span), replacement.bytes);
                        }
                        assert_eq!(
                            bytes,
                            edits.apply(&text),
                            "{before:?} {start}-{end} {lines:?} {newline:?}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn new_lines_take_the_endings_of_the_file() {
        check(
            "a\r\nb\r\n",
            &[(1, 2, &["B", "C"])],
            FinalNewline::Keep,
            "a\r\nB\r\nC\r\n",
        );
        check(
            "a\nb\r\nc\r\n",
            &[(0, 1, &["A"])],
            FinalNewline::Keep,
            "A\nb\r\nc\r\n",
        );
        check("a\rb\r", &[(1, 1, &["x"])], FinalNewline::Keep, "a\rx\rb\r");
    }

    #[test]
    fn the_final_newline_stays_as_it_is_unless_the_edits_say_otherwise() {
        check("a\nb", &[(1, 2, &["B"])], FinalNewline::Keep, "a\nB");
        check("a\nb", &[(2, 2, &["c"])], FinalNewline::Keep, "a\nb\nc");
        check("a\nb", &[(1, 2, &[])], FinalNewline::Keep, "a");
        check("a\nb", &[(2, 2, &["c"])], FinalNewline::Add, "a\nb\nc\n");
        check("a\nb\n", &[], FinalNewline::Remove, "a\nb");
        check("", &[(0, 0, &["a"])], FinalNewline::Keep, "a\n");
    }

    #[test]
    fn a_byte_order_mark_survives_an_edit_of_the_first_line() {
        check(
            "\u{feff}a\nb\n",
            &[(0, 1, &["x"])],
            FinalNewline::Keep,
            "\u{feff}x\nb\n",
        );
    }

    #[test]
    fn insertions_at_one_point_are_refused() {
        let insert = |line: &str| Edit {
            span: LineSpan::new(1, 1),
            lines: vec![line.into()],
        };
        assert!(Edits::new(vec![insert("a"), insert("b")], FinalNewline::Keep).is_err());
    }
}
