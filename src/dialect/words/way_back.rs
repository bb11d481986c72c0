//! Edits that undo another of the same reply: below words such as "to go back" they are an offer.

use std::collections::{BTreeSet, HashMap};

use bstr::{BStr, ByteSlice};

use super::place::Place;
use crate::patch::{FilePatch, Hunk, HunkLine, LineKind};
use crate::text::RelPath;

/// At most this many ways back are checked for later edits that build on them, and this many like changes for one elsewhere.
const N_LOOKS: usize = 20;

/// What an edit makes of what: a file, and its lines before and after.
type Change<'a> = (&'a RelPath, Vec<&'a BStr>, Vec<&'a BStr>);

/// Returns the edits of `places` that undo one above the words before them, unless another builds on that. Lines that are only
/// removed at one place, and only added at another, are moved. `runs` holds for each edit how many runs of words are above it.
pub(super) fn find(files: &[FilePatch], places: &[Place], runs: &[usize]) -> Vec<usize> {
    let mut made: HashMap<Change<'_>, Vec<usize>> = HashMap::new();
    let mut back = Vec::new();
    for (at, place) in places.iter().enumerate() {
        let Some((path, old, new)) = change(files, place) else {
            continue;
        };
        let undone = made.get(&(path, new.clone(), old.clone()));
        let is_above = |undone: &&Vec<usize>| undone.first().is_some_and(|it| runs[*it] < runs[at]);
        if let Some(undone) = undone.filter(is_above) {
            let is_moved = (old.is_empty() || new.is_empty())
                && undone.len() < N_LOOKS
                && undone
                    .iter()
                    .all(|above| is_elsewhere(files, &places[*above], place));
            if !is_moved {
                back.push(at);
            }
        }
        let alike = made.entry((path, old, new)).or_default();
        if alike.len() < N_LOOKS {
            alike.push(at);
        }
    }
    let is_needed = |at: &usize| {
        let mut below = places[at + 1..].iter();
        below.any(|place| rests_on(files, &places[*at], place))
    };
    let n_looked = back.len().min(N_LOOKS);
    let mut found: Vec<usize> = back.split_off(n_looked);
    found.extend(back.into_iter().filter(|at| !is_needed(at)));
    found
}

fn hunk<'a>(files: &'a [FilePatch], place: &Place) -> Option<&'a Hunk> {
    Some(&files[place.file].hunks[place.hunk?])
}

/// Returns what the edit at `place` changes; `None` for one that changes no line.
fn change<'a>(files: &'a [FilePatch], place: &Place) -> Option<Change<'a>> {
    let lines = &hunk(files, place)?.lines;
    let of = |kind: LineKind| -> Vec<&BStr> {
        let lines = lines.iter().filter(|line| line.kind == kind);
        lines.map(|line| line.body.as_bstr()).collect()
    };
    let (old, new) = (of(LineKind::Delete), of(LineKind::Insert));
    let changes = !old.is_empty() || !new.is_empty();
    let path = files[place.file].path.named();
    Some((path.filter(|_| changes)?, old, new))
}

/// Returns whether two edits show that they are of different places: a line above or below their changes that both show is
/// another, and none is the same. Blanks at its ends do not make a line another.
fn is_elsewhere(files: &[FilePatch], above: &Place, place: &Place) -> bool {
    let (Some(one), Some(other)) = (beside(files, above), beside(files, place)) else {
        return false;
    };
    let is_other = |one: Option<&HunkLine>, other: Option<&HunkLine>| {
        let (one, other) = one.zip(other)?;
        Some(one.body.trim() != other.body.trim())
    };
    let shown = [is_other(one.0, other.0), is_other(one.1, other.1)];
    shown.contains(&Some(true)) && !shown.contains(&Some(false))
}

/// Returns the lines that an edit shows right above and right below its changes; `None` for one that changes no line.
fn beside<'a>(
    files: &'a [FilePatch],
    place: &Place,
) -> Option<(Option<&'a HunkLine>, Option<&'a HunkLine>)> {
    let lines = &hunk(files, place)?.lines;
    let is_change = |line: &HunkLine| line.kind != LineKind::Context;
    let first = lines.iter().position(is_change)?;
    let last = lines.iter().rposition(is_change)?;
    let above = first.checked_sub(1).and_then(|at| lines.get(at));
    Some((above, lines.get(last + 1)))
}

/// Returns whether the edit at `place` removes a line that the one `above` adds, and so builds on it.
pub(super) fn rests_on(files: &[FilePatch], above: &Place, place: &Place) -> bool {
    let lines = |place: &Place, kind: LineKind| {
        let hunk = hunk(files, place);
        let lines = hunk.into_iter().flat_map(|hunk| hunk.lines.iter());
        let lines = lines.filter(move |line| line.kind == kind);
        lines.map(|line| line.body.as_bstr())
    };
    let added: BTreeSet<&BStr> = lines(above, LineKind::Insert).collect();
    let says_something = |line: &&BStr| line.iter().any(u8::is_ascii_alphanumeric);
    let mut old = lines(place, LineKind::Delete).filter(says_something);
    files[above.file].path.named() == files[place.file].path.named()
        && old.any(|line| added.contains(line))
}
