//! What was searched for a hunk that found no good place, how near the best one comes, and what is asked for.

use crate::matcher::{Candidate, Evidence, Landmark};
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
    let line = best.span.start + 1;
    let near = match (nearness(session, best), what_is_near(best)) {
        (Some(near), Some(what)) => format!("; {what}: line {line}, {near}"),
        (Some(_), None) => format!("; {}", asked_for(session)),
        (None, _) => String::new(),
    };
    Some(format!(
        "{range}, as written and with blanks, case, punctuation, escapes and copied line numbers aside{near}"
    ))
}

/// Returns what to call the best place: where nothing is alike, it is only where to begin. `None` where it is an end of the
/// file, which says nothing of the hunk.
fn what_is_near(best: &Candidate) -> Option<&'static str> {
    match best.landmark() {
        None => Some("closest"),
        Some(Landmark::FileStart | Landmark::FileEnd) => None,
        Some(landmark) => Some(landmark.words()),
    }
}

/// Returns how alike a place would have to be.
fn asked_for(session: &Session) -> String {
    let floor = session.limits().similarity;
    format!("{} % alike is needed", floor / 10)
}

/// Returns how near the best place comes of a hunk that has no good one, and what is asked for; the words for a weak place
/// name its line already.
pub(super) fn nearest(session: &Session, id: HunkId) -> Option<String> {
    let best = || session.found(id)?.candidates.first();
    match session.plan().hunk(id).state {
        State::NoMatch | State::DeletedLineNotFound => {
            let best = best()?;
            let (line, near) = (best.span.start + 1, nearness(session, best)?);
            Some(match what_is_near(best) {
                Some(what) => format!("{what}: line {line}, {near}"),
                None => asked_for(session),
            })
        }
        // What quotes no line is like none.
        State::TooWeak if best().is_some_and(|best| best.aligned.is_empty()) => None,
        State::TooWeak => {
            let best = best()?;
            // Without a doubt to name, the words for the place have its score.
            if best.doubts().next().is_some() {
                nearness(session, best)
            } else {
                alike(session, best)
            }
        }
        State::Placed
        | State::AlreadyApplied
        | State::NoOp
        | State::Skipped
        | State::Ambiguous
        | State::Overlap(_)
        | State::ContextGone
        | State::FileStuck
        | State::Dependent(_)
        | State::Drifted
        | State::Invalid(_)
        | State::Unresolved(_) => None,
    }
}

/// Returns how alike a place is, how it scores, and what is asked for where it is less; `None` where neither was measured.
fn nearness(session: &Session, best: &Candidate) -> Option<String> {
    let is_below = !best.is_no_match() && !best.reaches_bar();
    let scores = is_below.then(|| {
        let (score, bar) = (best.score.percent(), best.tier.spec().bar.percent());
        format!("score {score} (needs {bar})")
    });
    let is: Vec<String> = alike(session, best).into_iter().chain(scores).collect();
    (!is.is_empty()).then(|| is.join(", "))
}

/// Returns how alike a place is, and what is asked for where it is less; `None` where it was not measured.
fn alike(session: &Session, best: &Candidate) -> Option<String> {
    let computed = |evidence: &Evidence| {
        if let Evidence::Similarity { permille } = evidence {
            Some(*permille)
        } else {
            None
        }
    };
    let alike = best.evidence.iter().find_map(computed)?;
    let floor = session.limits().similarity;
    Some(if alike < floor {
        let (alike, floor) = told_apart(alike, floor);
        format!("{alike} % alike (needs {floor} %)")
    } else {
        format!("{} % alike", alike / 10)
    })
}

/// Returns two shares of a thousand in percent, with a decimal where they would read alike without it.
fn told_apart(less: u16, more: u16) -> (String, String) {
    let in_percent = |permille: u16| {
        if less / 10 == more / 10 {
            format!("{}.{}", permille / 10, permille % 10)
        } else {
            (permille / 10).to_string()
        }
    };
    (in_percent(less), in_percent(more))
}
