//! What nobody could tell: a patch that, as damaged, describes another place.

use std::ops::Range;

use super::case::Case;
use super::damage::Damage;
use super::drift::Drift;
use super::edit::{self, Change, Hunk, HunkLine, Kind, Line};
use super::source::lead;
use super::write::{self, Dialect};

impl Case {
    /// Returns whether some hunk, as it was damaged, describes another place letter for letter and the right one not, or
    /// its line number names another: then nobody could tell, and the case proves nothing.
    pub fn misleads(&self) -> bool {
        self.hunks.iter().any(|hunk| {
            self.hunk_misleads(hunk)
                || self.words_mislead(hunk)
                || self.hides_depth(hunk)
                || self.hides_width(hunk)
                || self.hides_a_side(hunk)
                || self.is_outdone(hunk)
                || self.reads_as_made(hunk)
        })
    }

    /// Returns whether leading space was damaged and no line of the preimage that has any is left to show how; what is left
    /// of a line that was cut shows nothing.
    fn hides_depth(&self, hunk: &Hunk) -> bool {
        let indented = |line: &HunkLine| line.body.starts_with([' ', '\t']);
        let is_whole = |line: &HunkLine| {
            let stands = |other: &Line| loose(&other.body) == loose(&line.body);
            self.before.iter().any(stands)
        };
        self.damages.iter().any(|damage| damage.moves_lines())
            && !edit::preimage(&hunk.lines).any(|line| indented(line) && is_whole(line))
            && hunk.lines.iter().any(indented)
    }

    /// Returns whether steps of another width are shown at one depth alone: they read as well as a shift, and a hunk that
    /// inserts at another depth comes out otherwise.
    fn hides_width(&self, hunk: &Hunk) -> bool {
        let shown = edit::preimage(&hunk.lines).filter(|line| !line.body.trim().is_empty());
        let mut depths: Vec<usize> = shown.map(|line| lead(&line.body).len()).collect();
        depths.retain(|depth| *depth > 0);
        depths.dedup();
        self.damages.contains(&Damage::OtherWidth) && depths.len() == 1
    }

    /// Returns whether the result of the hunk, as it was damaged, stands in the file to the letter, and what it asks for stands
    /// nowhere else: it reads as made already. What the damage made up stands nowhere, and says nothing of either.
    fn reads_as_made(&self, hunk: &Hunk) -> bool {
        let file: Vec<String> = self.file.iter().map(|line| loose(&line.body)).collect();
        let file: Vec<&String> = file.iter().filter(|line| !line.is_empty()).collect();
        let places = |other: Kind| -> Vec<Range<usize>> {
            let lines = hunk.lines.iter().filter(|line| line.kind != other);
            let side = lines.map(|line| (loose(&line.body), self.is_made_up(line)));
            let side: Vec<(String, bool)> = side.filter(|(line, _)| !line.is_empty()).collect();
            let ends = (0..file.len()).map(|start| (start, end_of(&side, &file[start..])));
            let found = ends.filter_map(|(start, length)| Some(start..start + length?));
            found.collect()
        };
        let made = places(Kind::Delete);
        let is_made = |asked: &Range<usize>| {
            made.iter()
                .any(|made| made.start <= asked.start && asked.end <= made.end)
        };
        // What is removed at an end of the hunk, and nothing put in its place, leaves nothing that would show it.
        let mut runs = hunk.lines.split(|line| line.kind == Kind::Context);
        let shows =
            |run: &[HunkLine]| run.is_empty() || run.iter().any(|line| line.kind == Kind::Insert);
        let is_shown = runs.next().is_none_or(shows) && runs.next_back().is_none_or(shows);
        is_shown && !made.is_empty() && places(Kind::Insert).iter().all(is_made)
    }

    /// Returns whether a context line is the damage's own: it stands neither in the file that the model read nor in that of today.
    fn is_made_up(&self, line: &HunkLine) -> bool {
        let mut known = self.before.iter().chain(&self.file);
        line.kind == Kind::Context && !known.any(|other| is_read_as(line, &other.body))
    }

    /// Returns whether lines came in right where the hunk inserts, and it shows only what stands on one side: it fits to
    /// the letter then. An empty line at its end is like any other, or no more than the end of the line above.
    fn hides_a_side(&self, hunk: &Hunk) -> bool {
        let inserts = |at: usize| hunk.lines[at].kind == Kind::Insert;
        let says = |at: &usize| !inserts(*at) && !hunk.lines[*at].body.trim().is_empty();
        let first = (0..hunk.lines.len()).find(says);
        let last = (0..hunk.lines.len()).rfind(says);
        let hides = (0..hunk.lines.len()).any(|at| {
            inserts(at)
                && (first.is_none_or(|first| at < first) || last.is_none_or(|last| last < at))
        });
        hides && hunk.changes.iter().any(|change| self.is_torn(change))
    }

    /// Returns whether other lines stand now right where `change` inserts.
    fn is_torn(&self, change: &Change) -> bool {
        change.n_gone == 0 && edit::made(&self.before, &self.file, &[change]).is_none()
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
        let mut plain: Vec<&HunkLine> = hunk
            .lines
            .iter()
            .filter(|line| !line.body.contains("... existing code ..."))
            .collect();
        // An empty line that ends a replaced string is no more than the end of the line above.
        let last = plain.iter().rposition(|line| line.kind != Kind::Insert);
        if let Some(last) =
            last.filter(|last| self.dialect == Dialect::Json && plain[*last].body.is_empty())
        {
            plain.remove(last);
        }
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
        // What the damage made up speaks for no place.
        let wanted: Vec<&HunkLine> = edit::preimage(lines)
            .filter(|line| says(&line.body) && !self.is_made_up(line))
            .collect();
        let file: Vec<&Line> = self.file.iter().filter(|line| says(&line.body)).collect();
        let reads = |place: &&[&Line]| {
            let mut pairs = wanted.iter().zip(place.iter());
            !wanted.is_empty() && pairs.all(|(line, other)| is_read_as(line, &other.body))
        };
        let places: Vec<&[&Line]> = file.windows(wanted.len().max(1)).filter(reads).collect();
        let is_right = |place: &&[&Line]| {
            let is_of_hunk = |line: &&Line| (hunk.old_start..hunk.old_end).contains(&line.id);
            2 * place.iter().filter(|line| is_of_hunk(line)).count() > place.len()
        };
        let wrong = || places.iter().filter(|place| !is_right(place));
        let nth = edit::preimage(&hunk.lines).position(|line| {
            wanted
                .first()
                .is_some_and(|first| std::ptr::eq(*first, line))
        });
        let is_named = |place: &[&Line]| nth.is_some_and(|nth| self.names(hunk, nth, place[0].id));
        let is_doubled = self.is_doubled(hunk);
        !places.is_empty()
            && (!places.iter().any(is_right)
                || (is_doubled && places.len() > 1)
                || wrong().any(|place| is_named(place)))
    }

    /// Returns whether at another place all lines of the hunk stand that are left at the right one: nothing speaks for that
    /// one then.
    fn is_outdone(&self, hunk: &Hunk) -> bool {
        let of_hunk = |line: &Line| (hunk.old_start..hunk.old_end).contains(&line.id);
        let first = self.file.iter().position(of_hunk);
        let last = self.file.iter().rposition(of_hunk);
        let (Some(first), Some(last)) = (first, last) else {
            return false;
        };
        let is_blank = |line: &&HunkLine| line.body.trim().is_empty();
        let preimage: Vec<&HunkLine> = edit::preimage(&hunk.lines)
            .filter(|line| !is_blank(line))
            .collect();
        let left = standing(&preimage, &self.file[first..=last]);
        let n_lines = hunk.lines.len() + REACH;
        let says = |line: &&HunkLine| line.body.contains(char::is_alphanumeric);
        let says_something = left.iter().any(says);
        let places = (0..self.file.len()).filter(|start| {
            let end = (start + n_lines).min(self.file.len());
            standing(&left, &self.file[*start..end]).len() == left.len()
                && left
                    .first()
                    .is_some_and(|line| is_read_as(line, &self.file[*start].body))
        });
        says_something
            && places
                .into_iter()
                .any(|start| !(first..=last).contains(&start))
    }

    /// Returns whether the file lost what some hunk asks for, and each hunk that is to be made has a place where all but one of
    /// its lines are in the file: nobody could tell a changed line of context from a look-alike.
    pub fn is_near_twin(&self) -> bool {
        let is_lost = |drift: &Drift| {
            matches!(
                drift,
                Drift::TargetGone | Drift::DeletionGone | Drift::DeletionReworded | Drift::Removed
            )
        };
        self.drifts.iter().any(is_lost) && self.hunks.iter().all(|hunk| self.nearly_fits(hunk))
    }

    /// Returns whether all that the hunk deletes is somewhere in the file, and all of its context but one line.
    fn nearly_fits(&self, hunk: &Hunk) -> bool {
        let lines: Vec<&HunkLine> = edit::preimage(&hunk.lines)
            .filter(|line| !line.body.trim().is_empty())
            .collect();
        let last = self
            .file
            .iter()
            .rposition(|line| !line.body.trim().is_empty());
        let n_lines = hunk.lines.len() + REACH;
        (0..self.file.len()).any(|start| {
            let end = (start + n_lines).min(self.file.len());
            let standing = standing(&lines, &self.file[start..end]);
            let stands = |line: &HunkLine| standing.iter().any(|other| std::ptr::eq(*other, line));
            // What is past the end of the file cannot differ.
            let last_standing = lines.iter().rposition(|line| stands(line));
            let ends =
                |line: &HunkLine| last.is_some_and(|at| is_read_as(line, &self.file[at].body));
            let up_to = last_standing.filter(|at| end == self.file.len() && ends(lines[*at]));
            let asked = &lines[..up_to.map_or(lines.len(), |at| at + 1)];
            let lost = || asked.iter().filter(|line| !stands(line));
            let says =
                |line: &&&HunkLine| line.body.chars().filter(|c| c.is_alphanumeric()).count() > 3;
            !standing.is_empty()
                && lost().all(|line| line.kind != Kind::Delete)
                && lost().filter(says).count() < 2
        })
    }

    /// Returns whether the reply names the line `id`, or the definition in which it stands now, for the hunk's line `nth` that
    /// a file must hold.
    fn names(&self, hunk: &Hunk, nth: usize, id: usize) -> bool {
        let reply = self.reply();
        let above: Vec<&Line> = self.file.iter().take_while(|line| line.id != id).collect();
        let is_at_number = matches!(self.dialect, Dialect::Numbered | Dialect::Roo)
            && above.len() == hunk.old_start + nth;
        let definition = above.iter().rfind(|line| write::is_definition(&line.body));
        let is_in_reply = |name: &str| {
            let mut lines = reply.lines();
            lines.any(|line| line.starts_with("@@") && line.contains(name))
        };
        let is_in_named = write::heading(&self.source, hunk).is_some_and(|heading| {
            definition.is_some_and(|line| line.body == *heading) && is_in_reply(heading)
        });
        is_at_number || is_in_named
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

/// How many lines longer than a hunk the place of one may be.
const REACH: usize = 6;

/// Returns how many lines of `file` from its start `side` takes; each of its lines that is made up (`true`) stands for one line
/// or none. `None` where it does not stand there.
fn end_of(side: &[(String, bool)], file: &[&String]) -> Option<usize> {
    let Some(((line, is_made_up), rest)) = side.split_first() else {
        return Some(0);
    };
    let next = || Some(end_of(rest, file.get(1..)?)? + 1);
    if *is_made_up {
        end_of(rest, file).or_else(next)
    } else {
        (file.first() == Some(&line)).then(next)?
    }
}

/// Returns those of the lines that stand in `file`, in order: the longest row of them.
fn standing<'a>(lines: &[&'a HunkLine], file: &[Line]) -> Vec<&'a HunkLine> {
    // n_common[i][j]: of the lines from i and the file from j.
    let mut n_common = vec![vec![0; file.len() + 1]; lines.len() + 1];
    for (i, line) in lines.iter().enumerate().rev() {
        for (j, other) in file.iter().enumerate().rev() {
            n_common[i][j] = if is_read_as(line, &other.body) {
                n_common[i + 1][j + 1] + 1
            } else {
                n_common[i + 1][j].max(n_common[i][j + 1])
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut standing = Vec::new();
    while i < lines.len() && j < file.len() {
        if is_read_as(lines[i], &file[j].body) {
            standing.push(lines[i]);
            (i, j) = (i + 1, j + 1);
        } else if n_common[i + 1][j] >= n_common[i][j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    standing
}

/// Returns whether the line may be read as `other`: alike, or its end.
fn is_read_as(line: &HunkLine, other: &str) -> bool {
    let (body, other) = (loose(&line.body), loose(other));
    let is_cut = line.kind == Kind::Context && body.len() >= 10;
    body == other || (is_cut && other.ends_with(body.as_str()))
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
