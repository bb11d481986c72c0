//! What happens to a file between the model's reading and the patch's coming.

use super::edit::{Change, Line};
use super::random::Random;
use super::source::{self, Source};

/// One way in which the file drifted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Drift {
    /// Lines came in somewhere.
    Inserted,
    /// Lines that the patch does not change are gone.
    Removed,
    /// A line that the patch does not change reads differently.
    Reworded,
    /// A line that is to go reads differently.
    DeletionReworded,
    /// A line that is to go is gone.
    DeletionGone,
    /// One of the changes has been made already.
    Applied,
    /// A stretch around a change stands a second time at the end.
    Twin,
    /// The whole neighbourhood of a change is gone.
    TargetGone,
}

const DRIFTS: &[Drift] = &[
    Drift::Inserted,
    Drift::Inserted,
    Drift::Inserted,
    Drift::Removed,
    Drift::Reworded,
    Drift::Reworded,
    Drift::DeletionReworded,
    Drift::DeletionGone,
    Drift::Applied,
    Drift::Twin,
    Drift::TargetGone,
];

/// Lets the file drift in one way; returns which, and the index of the change that is made already by it. `kept` are ids
/// that nothing touches: the lines of changes that were made already.
pub fn drift(
    file: &mut Vec<Line>,
    source: &Source,
    changes: &[Change],
    kept: &mut Vec<usize>,
    next_id: &mut usize,
    random: &mut Random,
) -> (Drift, Option<usize>) {
    let drift = random.pick(DRIFTS);
    let chosen = random.below(changes.len());
    let change = &changes[chosen];
    let mut fresh = |body: String| {
        *next_id += 1;
        Line { id: *next_id, body }
    };
    let fixed = kept.clone();
    let changed = |id: usize| {
        fixed.contains(&id)
            || changes
                .iter()
                .any(|change| (change.at..change.at + change.n_gone).contains(&id))
    };
    match drift {
        Drift::Inserted => {
            let at = random.below(file.len() + 1);
            let beside = |line: Option<&Line>| line.is_some_and(|line| changed(line.id));
            if !(beside(file.get(at)) && at.checked_sub(1).is_some_and(|at| beside(file.get(at)))) {
                let new: Vec<Line> = source::addition(source, random)
                    .into_iter()
                    .map(&mut fresh)
                    .collect();
                file.splice(at..at, new);
            }
        }
        Drift::Removed => {
            let at = random.below(file.len().max(1));
            let end = (at + random.between(1, 3)).min(file.len());
            if file.len() > 3 && file[at..end].iter().all(|line| !changed(line.id)) {
                file.drain(at..end);
            }
        }
        Drift::Reworded => {
            let at = random.below(file.len().max(1));
            if let Some(line) = file.get_mut(at).filter(|line| !changed(line.id))
                && let Some(body) = source::reworded(&line.body, random)
            {
                line.body = body;
            }
        }
        Drift::DeletionReworded => {
            let id = change.at + random.below(change.n_gone.max(1));
            if let Some(line) = file.iter_mut().find(|line| line.id == id && changed(id))
                && let Some(body) = source::reworded(&line.body, random)
            {
                line.body = body;
            }
        }
        Drift::DeletionGone => {
            let id = change.at + random.below(change.n_gone.max(1));
            // A brace that went is not missed.
            file.retain(|line| {
                line.id != id || !changed(id) || !line.body.contains(char::is_alphanumeric)
            });
        }
        Drift::Applied => {
            if let Some(ids) = apply(file, change, &mut fresh) {
                kept.extend(ids);
                return (drift, Some(chosen));
            }
        }
        Drift::Twin => {
            let at = file
                .iter()
                .position(|line| line.id == change.at)
                .unwrap_or(0);
            let (start, end) = (
                at.saturating_sub(8),
                (at + change.n_gone + 8).min(file.len()),
            );
            let twin: Vec<Line> = file[start..end]
                .iter()
                .map(|line| fresh(line.body.clone()))
                .collect();
            file.extend(twin);
        }
        Drift::TargetGone => {
            let at = file
                .iter()
                .position(|line| line.id == change.at)
                .unwrap_or(0);
            let (start, end) = (
                at.saturating_sub(6),
                (at + change.n_gone + 6).min(file.len()),
            );
            if end - start < file.len() {
                file.drain(start..end);
            }
        }
    }
    (drift, None)
}

/// Makes one change in the file; its lines keep no ids of the text before. Returns their new ones, or `None` when it
/// cannot be made.
fn apply(
    file: &mut Vec<Line>,
    change: &Change,
    fresh: &mut impl FnMut(String) -> Line,
) -> Option<Vec<usize>> {
    let place = |id: usize| file.iter().position(|line| line.id == id);
    let at = match (place(change.at), change.at.checked_sub(1).and_then(place)) {
        (Some(at), _) => at,
        (None, Some(above)) if change.n_gone == 0 => above + 1,
        (None, _) => return None,
    };
    let end = at + change.n_gone;
    let stands = file.get(at..end).is_some_and(|lines| {
        lines
            .iter()
            .zip(change.at..)
            .all(|(line, id)| line.id == id)
    });
    if !stands {
        return None;
    }
    let new: Vec<Line> = change.new.iter().cloned().map(fresh).collect();
    let ids = new.iter().map(|line| line.id).collect();
    file.splice(at..end, new);
    Some(ids)
}
