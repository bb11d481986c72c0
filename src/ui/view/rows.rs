//! Rows of a page that may be too many to make at once: only those on the screen are.

use super::line::Line;

/// Rows in sections, from the top.
#[derive(Default)]
pub(super) struct Rows<'a> {
    sections: Vec<Section<'a>>,
    n: usize,
    anchors: Vec<(usize, Anchor)>,
}

/// What begins at a row that can be gone to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Anchor {
    /// A file.
    File,
    /// A hunk; the first of a file begins below the file's heading.
    Hunk,
}

/// What a row is made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Want {
    /// To be drawn.
    Drawn,
    /// To be searched: how it looks is nothing to that.
    Text,
    /// To be told without a screen: a line that takes several rows is told in the first.
    Told,
}

struct Section<'a> {
    n: usize,
    row: Box<dyn Fn(usize, Want) -> Line + 'a>,
}

impl<'a> Rows<'a> {
    /// Adds rows that are made already.
    pub(super) fn lines(self, lines: Vec<Line>) -> Rows<'a> {
        self.many(lines.len(), move |at, _| lines[at].clone())
    }

    /// Adds `n` rows that `row` makes when they are asked for, by their index.
    pub(super) fn many(mut self, n: usize, row: impl Fn(usize, Want) -> Line + 'a) -> Rows<'a> {
        if n > 0 {
            self.sections.push(Section {
                n,
                row: Box::new(row),
            });
            self.n += n;
        }
        self
    }

    /// Notes that the next row begins something.
    pub(super) fn anchor(mut self, anchor: Anchor) -> Rows<'a> {
        self.anchors.push((self.n, anchor));
        self
    }

    /// Returns the rows at which something of this kind begins.
    pub(super) fn anchors(&self, wanted: Anchor) -> impl Iterator<Item = usize> {
        let anchors = self.anchors.iter();
        anchors
            .filter(move |(_, anchor)| *anchor == wanted)
            .map(|(row, _)| *row)
    }

    /// Returns how many there are.
    pub(super) fn len(&self) -> usize {
        self.n
    }

    /// Returns up to `n` rows from row `first` on.
    pub(super) fn shown(&self, first: usize, n: usize) -> Vec<Line> {
        self.made(first, n, Want::Drawn)
    }

    /// Returns up to `n` rows from row `first` on, made for what they are wanted for.
    pub(super) fn made(&self, first: usize, n: usize, want: Want) -> Vec<Line> {
        let mut shown = Vec::new();
        let mut before = 0;
        for section in &self.sections {
            let from = (first + shown.len()).saturating_sub(before);
            let missing = n - shown.len();
            let to = section.n.min(from.saturating_add(missing));
            shown.extend((from.min(to)..to).map(|at| (section.row)(at, want)));
            before += section.n;
            if shown.len() == n {
                break;
            }
        }
        shown
    }

    /// Returns the characters of a row; none past the last.
    pub(super) fn text(&self, row: usize) -> String {
        let mut before = 0;
        for section in &self.sections {
            if row < before + section.n {
                return (section.row)(row - before, Want::Text).text();
            }
            before += section.n;
        }
        String::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::style::Style;

    /// Makes sections of these many rows, each named by section and index, and returns some of them.
    #[track_caller]
    fn check(sections: &[usize], first: usize, n: usize, expected: &[&str]) {
        let mut rows = Rows::default();
        for (section, n) in sections.iter().enumerate() {
            let name = move |at| format!("{section}.{at}");
            rows = rows
                .anchor(Anchor::File)
                .many(*n, move |at, _| Line::new().add(&name(at), Style::new()));
        }
        assert_eq!(rows.len(), sections.iter().sum::<usize>());
        assert_eq!(rows.anchors(Anchor::File).count(), sections.len());
        let text = |line: &Line| line.parts()[0].0.clone();
        let shown: Vec<String> = rows.shown(first, n).iter().map(text).collect();
        assert_eq!(shown, expected);
        assert_eq!(
            rows.text(first),
            expected.first().copied().unwrap_or_default()
        );
    }

    #[test]
    fn rows_go_on_over_sections() {
        check(&[2, 0, 3], 0, 9, &["0.0", "0.1", "2.0", "2.1", "2.2"]);
        check(&[2, 0, 3], 1, 2, &["0.1", "2.0"]);
        check(&[2, 0, 3], 3, 2, &["2.1", "2.2"]);
        check(&[2, 0, 3], 5, 2, &[]);
    }
}
