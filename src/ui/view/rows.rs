//! Rows of a page that may be too many to make at once: only those on the screen are.

use super::line::Line;

/// Rows in sections, from the top.
#[derive(Default)]
pub(super) struct Rows<'a> {
    sections: Vec<Section<'a>>,
}

struct Section<'a> {
    n: usize,
    row: Box<dyn Fn(usize) -> Line + 'a>,
}

impl<'a> Rows<'a> {
    /// Adds rows that are made already.
    pub(super) fn lines(self, lines: Vec<Line>) -> Rows<'a> {
        self.many(lines.len(), move |at| lines[at].clone())
    }

    /// Adds `n` rows that `row` makes when they are asked for, by their index.
    pub(super) fn many(mut self, n: usize, row: impl Fn(usize) -> Line + 'a) -> Rows<'a> {
        self.sections.push(Section {
            n,
            row: Box::new(row),
        });
        self
    }

    /// Returns how many there are.
    pub(super) fn len(&self) -> usize {
        self.sections.iter().map(|section| section.n).sum()
    }

    /// Returns up to `n` rows from row `first` on.
    pub(super) fn shown(&self, first: usize, n: usize) -> Vec<Line> {
        let mut shown = Vec::new();
        let mut before = 0;
        for section in &self.sections {
            let from = (first + shown.len()).saturating_sub(before);
            let missing = n - shown.len();
            let to = section.n.min(from.saturating_add(missing));
            shown.extend((from.min(to)..to).map(&section.row));
            before += section.n;
        }
        shown
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
            rows = rows.many(*n, move |at| Line::new().add(&name(at), Style::new()));
        }
        assert_eq!(rows.len(), sections.iter().sum::<usize>());
        let text = |line: &Line| line.parts()[0].0.clone();
        let shown: Vec<String> = rows.shown(first, n).iter().map(text).collect();
        assert_eq!(shown, expected);
    }

    #[test]
    fn rows_go_on_over_sections() {
        check(&[2, 0, 3], 0, 9, &["0.0", "0.1", "2.0", "2.1", "2.2"]);
        check(&[2, 0, 3], 1, 2, &["0.1", "2.0"]);
        check(&[2, 0, 3], 3, 2, &["2.1", "2.2"]);
        check(&[2, 0, 3], 5, 2, &[]);
    }
}
