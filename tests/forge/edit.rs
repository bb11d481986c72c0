//! A real edit of a text: what changes, as hunks and as a truth that survives any drift of the file.

use super::random::Random;
use super::source::{self, Source, lead};

/// One line of a text; the id stays with it whatever happens around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Names the line.
    pub id: usize,
    /// Its text.
    pub body: String,
}

/// One run of changed lines.
#[derive(Debug, Clone)]
pub struct Change {
    /// Index of the first line that goes, or before which lines are added.
    pub at: usize,
    /// How many lines go.
    pub n_gone: usize,
    /// The lines that come.
    pub new: Vec<String>,
}

/// What becomes of a line of a hunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// It stays.
    Context,
    /// It goes.
    Delete,
    /// It is new.
    Insert,
}

/// One line of a hunk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HunkLine {
    /// What becomes of it.
    pub kind: Kind,
    /// Its text.
    pub body: String,
}

/// One hunk of the edit.
#[derive(Debug, Clone)]
pub struct Hunk {
    /// Its lines.
    pub lines: Vec<HunkLine>,
    /// Index of its first line in the text before, or before which it inserts.
    pub old_start: usize,
    /// Index of the line after its last in the text before.
    pub old_end: usize,
    /// Index of its first line in the text after.
    pub new_start: usize,
    /// The changes it holds.
    pub changes: Vec<Change>,
}

/// Makes up one to four changes that do not touch.
pub fn changes(source: &Source, random: &mut Random) -> Vec<Change> {
    let n_lines = source.lines.len();
    let mut changes: Vec<Change> = Vec::new();
    for _ in 0..random.between(1, 4) {
        let change = change(source, random);
        let end = change.at + change.n_gone;
        let apart = |other: &Change| end < other.at || other.at + other.n_gone < change.at;
        if end <= n_lines && changes.iter().all(apart) {
            changes.push(change);
        }
    }
    changes.sort_by_key(|change| change.at);
    changes
}

fn change(source: &Source, random: &mut Random) -> Change {
    let lines = &source.lines;
    let at = random.below(lines.len());
    let room = lines.len() - at;
    match random.below(10) {
        0..=2 => {
            let new = source::reworded(&lines[at], random)
                .unwrap_or_else(|| format!("{}changed", lead(&lines[at])));
            Change {
                at,
                n_gone: 1,
                new: vec![new],
            }
        }
        3..=4 => Change {
            at,
            n_gone: random.between(1, 4).min(room),
            new: added(source, at, random),
        },
        5..=7 => Change {
            at: at + usize::from(room == 1 && random.chance(50)),
            n_gone: 0,
            new: added(source, at, random),
        },
        8 => Change {
            at,
            n_gone: random.between(1, 5).min(room),
            new: Vec::new(),
        },
        _ => wrapped(source, at, random.between(1, 3).min(room), random),
    }
}

/// Lines to add, indented as the line at `at` is; now and then a copy of lines that stand elsewhere.
fn added(source: &Source, at: usize, random: &mut Random) -> Vec<String> {
    let lead = lead(&source.lines[at.min(source.lines.len() - 1)]).to_string();
    let indented = |line: &String| {
        if line.is_empty() {
            String::new()
        } else {
            format!("{lead}{line}")
        }
    };
    if random.chance(12) {
        let from = random.below(source.lines.len());
        let to = (from + random.between(1, 3)).min(source.lines.len());
        return source.lines[from..to].to_vec();
    }
    let mut new: Vec<String> = source::addition(source, random)
        .iter()
        .map(indented)
        .collect();
    if random.chance(25) {
        new.extend(source::addition(source, random).iter().map(indented));
    }
    new
}

/// Puts the lines one step deeper under a new one.
fn wrapped(source: &Source, at: usize, n_lines: usize, random: &mut Random) -> Change {
    let old = &source.lines[at..at + n_lines];
    let lead = lead(&old[0]);
    let mut new = vec![format!("{lead}if ready({}):", random.below(100))];
    new.extend(old.iter().map(|line| {
        if line.trim().is_empty() {
            line.clone()
        } else {
            format!("{}{line}", source.indent)
        }
    }));
    Change {
        at,
        n_gone: n_lines,
        new,
    }
}

/// Cuts the edit into hunks with up to `n_context` lines of context; changes within reach of each other share a hunk.
pub fn hunks(lines: &[String], changes: &[Change], n_context: usize) -> Vec<Hunk> {
    let mut groups: Vec<Vec<Change>> = Vec::new();
    for change in changes {
        match groups.last_mut() {
            Some(group)
                if group
                    .last()
                    .is_some_and(|last| change.at <= last.at + last.n_gone + n_context) =>
            {
                group.push(change.clone())
            }
            Some(_) | None => groups.push(vec![change.clone()]),
        }
    }
    let mut shift = 0isize;
    let mut hunks = Vec::new();
    for group in groups {
        let hunk = hunk(lines, group, n_context, shift);
        shift += hunk
            .changes
            .iter()
            .map(|change| change.new.len() as isize - change.n_gone as isize)
            .sum::<isize>();
        hunks.push(hunk);
    }
    hunks
}

fn hunk(lines: &[String], changes: Vec<Change>, n_context: usize, shift: isize) -> Hunk {
    let old_start = changes[0].at.saturating_sub(n_context);
    let last = &changes[changes.len() - 1];
    let end = (last.at + last.n_gone + n_context).min(lines.len());
    let line = |kind, body: &String| HunkLine {
        kind,
        body: body.clone(),
    };
    let mut hunk_lines = Vec::new();
    let mut at = old_start;
    for change in &changes {
        hunk_lines.extend(
            lines[at..change.at]
                .iter()
                .map(|body| line(Kind::Context, body)),
        );
        hunk_lines.extend(
            lines[change.at..change.at + change.n_gone]
                .iter()
                .map(|body| line(Kind::Delete, body)),
        );
        hunk_lines.extend(change.new.iter().map(|body| line(Kind::Insert, body)));
        at = change.at + change.n_gone;
    }
    hunk_lines.extend(lines[at..end].iter().map(|body| line(Kind::Context, body)));
    Hunk {
        lines: hunk_lines,
        old_start,
        old_end: end,
        new_start: old_start.saturating_add_signed(shift),
        changes,
    }
}

/// Returns the lines of `file` after the changes are made at the places they were made for, told by the ids of `before`;
/// `None` when a line that goes is gone or differs, or when the file no longer says where something comes in.
pub fn made(before: &[Line], file: &[Line], changes: &[&Change]) -> Option<Vec<String>> {
    let mut edits: Vec<(usize, usize, &[String])> = Vec::new();
    for change in changes {
        let gone = &before[change.at..change.at + change.n_gone];
        let says = |line: &Line| !line.body.trim().is_empty();
        let is_done = gone.iter().any(says)
            && !gone
                .iter()
                .any(|line| says(line) && file.iter().any(|other| other.id == line.id));
        if is_done && change.new.iter().all(|line| line.trim().is_empty()) {
            continue;
        }
        let (at, n_gone) = if change.n_gone == 0 {
            (insertion_point(before, file, change.at)?, 0)
        } else {
            standing(gone, file)?
        };
        edits.push((at, n_gone, &change.new));
    }
    let mut lines: Vec<String> = file.iter().map(|line| line.body.clone()).collect();
    for (at, n_gone, new) in edits.into_iter().rev() {
        lines.splice(at..at + n_gone, new.iter().cloned());
    }
    Some(lines)
}

/// Returns where the lines that go stand, and how many they are now; blank ones may have come or gone.
fn standing(gone: &[Line], file: &[Line]) -> Option<(usize, usize)> {
    let says = |line: &&Line| !line.body.trim().is_empty();
    let place = |line: &Line| file.iter().position(|other| other.id == line.id);
    let first = gone.iter().find(says).or(gone.first()).and_then(place)?;
    let last = gone.iter().rfind(says).or(gone.last()).and_then(place)?;
    let stands = file.get(first..=last)?;
    gone.iter()
        .filter(says)
        .eq(stands.iter().filter(says))
        .then_some((first, last + 1 - first))
}

fn insertion_point(before: &[Line], file: &[Line], at: usize) -> Option<usize> {
    let place = |line: Option<&Line>| {
        line.and_then(|line| file.iter().position(|other| other.id == line.id))
    };
    let above = place(at.checked_sub(1).and_then(|at| before.get(at))).map(|place| place + 1);
    let below = place(before.get(at));
    match (above, below) {
        (Some(above), Some(below)) => (above == below).then_some(above),
        (Some(one), None) | (None, Some(one)) => Some(one),
        (None, None) => None,
    }
}

/// Returns a hunk's lines before the change.
pub fn preimage(lines: &[HunkLine]) -> impl Iterator<Item = &HunkLine> {
    lines.iter().filter(|line| line.kind != Kind::Insert)
}

/// Returns a hunk's lines after the change.
pub fn postimage(lines: &[HunkLine]) -> impl Iterator<Item = &HunkLine> {
    lines.iter().filter(|line| line.kind != Kind::Delete)
}
