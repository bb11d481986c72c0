//! What nobody could tell: a patch that, as damaged, describes another place.

use super::case::Case;
use super::damage::Damage;
use super::edit::{self, Change, Hunk, HunkLine, Kind};

impl Case {
    /// Returns whether some hunk, as it was damaged, describes another place letter for letter and the right one not, or
    /// its line number names another: then nobody could tell, and the case proves nothing.
    pub fn misleads(&self) -> bool {
        self.hunks.iter().any(|hunk| {
            self.hunk_misleads(hunk) || self.words_mislead(hunk) || self.hides_depth(hunk)
        })
    }

    /// Returns whether leading space was damaged and no line of the preimage that has any is left to show how.
    fn hides_depth(&self, hunk: &Hunk) -> bool {
        let indented = |line: &HunkLine| line.body.starts_with([' ', '\t']);
        self.damages.iter().any(|damage| damage.moves_lines())
            && !edit::preimage(&hunk.lines).any(indented)
            && hunk.lines.iter().any(indented)
    }

    fn hunk_misleads(&self, hunk: &Hunk) -> bool {
        let wanted = |change: &Change| {
            self.wanted
                .iter()
                .any(|wanted| wanted.at == change.at && wanted.n_gone == change.n_gone)
        };
        let changes: Vec<&Change> = hunk
            .changes
            .iter()
            .filter(|change| wanted(change))
            .collect();
        let right = edit::made(&self.before, &self.file, &changes);
        let plain: Vec<&HunkLine> = hunk
            .lines
            .iter()
            .filter(|line| !line.body.contains("... existing code ..."))
            .collect();
        let preimage: Vec<String> = plain
            .iter()
            .filter(|line| line.kind != Kind::Insert)
            .map(|line| loose(&line.body))
            .collect();
        let file: Vec<String> = self.file.iter().map(|line| loose(&line.body)).collect();
        let fits = |start: &usize| {
            let mut pairs = plain
                .iter()
                .filter(|line| line.kind != Kind::Insert)
                .zip(&preimage)
                .zip(&file[*start..]);
            pairs.all(|((line, body), other)| {
                let is_cut = line.kind == Kind::Context && body.len() >= 10;
                body == other || (is_cut && other.ends_with(body.as_str()))
            })
        };
        let last = (file.len() + 1).saturating_sub(preimage.len());
        let places: Vec<usize> = (0..last).filter(fits).collect();
        let is_right = |start: &usize| {
            right
                .as_ref()
                .is_some_and(|right| soft_lines(right) == soft_lines(&self.placed(&plain, *start)))
        };
        let n_right = places.iter().filter(|start| is_right(start)).count();
        let is_misnumbered = self.damages.contains(&Damage::WrongNumbers) && places.len() > 1;
        let named = places.iter().find(|start| **start == hunk.old_start);
        let is_doubled = self.is_doubled(hunk);
        !places.is_empty()
            && (n_right == 0
                || is_misnumbered
                || named.is_some_and(|start| !is_right(start))
                || (is_doubled && places.len() > 1))
    }

    /// Returns whether another hunk has the same preimage, and their order is no longer that of the file: it stands twice, or
    /// the hunks were shuffled.
    fn is_doubled(&self, hunk: &Hunk) -> bool {
        let preimage = |hunk: &Hunk| -> Vec<String> {
            edit::preimage(&hunk.lines)
                .map(|line| loose(&line.body))
                .collect()
        };
        let is_shuffled = self.damages.contains(&Damage::Reordered);
        let same = |other: &&Hunk| {
            other.old_start == hunk.old_start || is_shuffled && preimage(other) == preimage(hunk)
        };
        self.hunks.iter().filter(same).count() > 1
    }

    /// Returns whether the lines that say something stand, as the hunk has them and in a row, at a wrong place and not at the
    /// right one; braces and blanks aside.
    fn words_mislead(&self, hunk: &Hunk) -> bool {
        let says = |line: &str| line.contains(char::is_alphanumeric);
        // Of a hunk with an ellipsis, the longer part.
        let parts = hunk
            .lines
            .split(|line| line.body.contains("... existing code ..."));
        let lines = parts.max_by_key(|part| part.len()).unwrap_or_default();
        let wanted: Vec<String> = edit::preimage(lines)
            .map(|line| loose(&line.body))
            .filter(|line| says(line))
            .collect();
        let file: Vec<(usize, String)> = self
            .file
            .iter()
            .map(|line| (line.id, loose(&line.body)))
            .filter(|(_, line)| says(line))
            .collect();
        let places: Vec<&[(usize, String)]> = file
            .windows(wanted.len().max(1))
            .filter(|place| place.iter().map(|(_, line)| line).eq(&wanted))
            .collect();
        let is_right = |place: &&[(usize, String)]| {
            place
                .iter()
                .any(|(id, _)| (hunk.old_start..hunk.old_end).contains(id))
        };
        let is_doubled = self.is_doubled(hunk);
        !places.is_empty() && (!places.iter().any(is_right) || (is_doubled && places.len() > 1))
    }

    /// Returns whether some hunk could be made in `text` where its result does not stand.
    pub fn fits(&self, text: &str) -> bool {
        let text: Vec<String> = text
            .lines()
            .map(loose)
            .filter(|line| !line.is_empty())
            .collect();
        let side = |hunk: &Hunk, other: Kind| -> Vec<String> {
            let lines = hunk
                .lines
                .iter()
                .filter(|line| line.kind != other)
                .map(|line| loose(&line.body));
            lines.filter(|line| !line.is_empty()).collect()
        };
        self.hunks.iter().any(|hunk| {
            let (old, new) = (side(hunk, Kind::Insert), side(hunk, Kind::Delete));
            let deletes = hunk.lines.iter().any(|line| line.kind == Kind::Delete);
            (0..text.len()).any(|at| {
                text[at..].starts_with(&old) && (deletes || !text[at..].starts_with(&new))
            })
        })
    }

    /// Returns the file's lines after the hunk is made at `start`.
    fn placed(&self, lines: &[&HunkLine], start: usize) -> Vec<String> {
        let mut out: Vec<String> = self.file[..start]
            .iter()
            .map(|line| line.body.clone())
            .collect();
        let mut at = start;
        for line in lines {
            match line.kind {
                Kind::Context => {
                    out.push(self.file[at].body.clone());
                    at += 1;
                }
                Kind::Delete => at += 1,
                Kind::Insert => out.push(line.body.clone()),
            }
        }
        out.extend(self.file[at..].iter().map(|line| line.body.clone()));
        out
    }
}

/// A line as the loosest tier of equal lines reads it: blanks, case, typographic quotes and punctuation at its end aside.
fn loose(line: &str) -> String {
    let line = line.replace(['\u{2018}', '\u{2019}'], "'");
    let line = line.replace(['\u{201c}', '\u{201d}'], "\"");
    let words: Vec<&str> = line.split_whitespace().collect();
    let line = words.join(" ").to_lowercase();
    let bare = line.trim_end_matches([',', ';', ':', '.']);
    if bare.is_empty() {
        line
    } else {
        bare.to_string()
    }
}

fn soft_lines(lines: &[String]) -> Vec<String> {
    lines
        .iter()
        .map(|line| line.split_whitespace().collect())
        .filter(|line: &String| !line.is_empty())
        .collect()
}
