//! What was searched for a hunk that found no good place, how near the best one comes, and what is asked for.

use crate::matcher::{Candidate, Evidence};
use crate::patch::HunkId;
use crate::plan::State;
use crate::session::Session;
use crate::text::words::counted;

/// Returns that in one sentence, without its end; `None` for a hunk that has a place, or whose file was not searched.
pub fn searched(session: &Session, id: HunkId) -> Option<String> {
    let plan = session.plan().hunk(id);
    let is_search = matches!(
        plan.state,
        State::NoMatch | State::TooWeak | State::DeletedLineNotFound
    );
    let found = session.found(id).filter(|_| is_search)?;
    let snapshot = session.plan().files[id.file].snapshot.as_ref()?;
    let n_lines = counted(snapshot.text()?.n_lines(), "line");
    let range = if session.is_capped(id) {
        format!("a part of {n_lines}")
    } else {
        format!("all {n_lines}")
    };
    let best = found.candidates.first()?;
    let near = nearness(session, best).map_or(String::new(), |near| format!("; {near}"));
    Some(format!(
        "{range}, as written and with blanks, case, punctuation, escapes and copied line numbers aside{near}"
    ))
}

/// Returns how near the best place comes of a hunk that matches nowhere, or would delete what the file has in other words.
pub(super) fn nearest(session: &Session, id: HunkId) -> Option<String> {
    let state = &session.plan().hunk(id).state;
    let is_search = matches!(state, State::NoMatch | State::DeletedLineNotFound);
    let found = session.found(id).filter(|_| is_search)?;
    nearness(session, found.candidates.first()?)
}

/// Returns how alike a place is, and what is asked for where it is less; `None` where neither was measured.
fn nearness(session: &Session, best: &Candidate) -> Option<String> {
    let computed = |evidence: &Evidence| {
        if let Evidence::Similarity { permille } = evidence {
            Some(permille / 10)
        } else {
            None
        }
    };
    let mut is = Vec::new();
    if let Some(percent) = best.evidence.iter().find_map(computed) {
        let floor = session.limits().similarity / 10;
        is.push(match percent < floor {
            true => format!("{percent} % alike (needs {floor} %)"),
            false => format!("{percent} % alike"),
        });
    }
    if !best.is_no_match() && !best.reaches_bar() {
        let (score, bar) = (best.score.percent(), best.tier.spec().bar.percent());
        is.push(format!("score {score} (needs {bar})"));
    }
    if is.is_empty() {
        return None;
    }
    let line = best.span.start + 1;
    Some(format!("closest: line {line}, {}", is.join(", ")))
}
