//! What was searched for a hunk that found no good place, how near the best one comes, and what is asked for.

use super::feedback::gives_whole;
use crate::matcher::{Candidate, Evidence, Landmark, Tier};
use crate::patch::HunkId;
use crate::plan::State;
use crate::session::Session;
use crate::text::words::counted;

/// Returns that in one sentence, without its end; `None` for a hunk that has a place, or whose file was not searched: one that is
/// given whole replaces all of it.
pub fn searched(session: &Session, id: HunkId) -> Option<String> {
    let plan = session.plan().hunk(id);
    let is_search = matches!(
        plan.state,
        State::NoMatch | State::TooWeak | State::DeletedLineNotFound
    );
    let is_search = is_search && !gives_whole(session, id);
    let found = session.found(id).filter(|_| is_search)?;
    let snapshot = session.plan().files[id.file].snapshot.as_ref()?;
    let n_lines = counted(snapshot.text()?.n_lines(), "line");
    let range = if session.is_capped(id) {
        format!("a part of {n_lines}")
    } else {
        format!("all {n_lines}")
    };
    // What quotes no line is like none, and was not looked for.
    let best = found
        .candidates
        .first()
        .filter(|best| !best.aligned.is_empty())?;
    let line = session.change_line(id, best) + 1;
    let near = match (nearness(session, best), what_is_near(best)) {
        (Some(near), Some(what)) => {
            let share = share_of_characters(session, best).unwrap_or_default();
            format!("; {what}: line {line}, {near}{share}")
        }
        (Some(_), None) => format!("; {}", asked_for(session)),
        (None, _) => String::new(),
    };
    Some(format!(
        "{range}, as written and with blanks, case, punctuation, escapes and copied line numbers aside{near}"
    ))
}

/// Returns what to call the best place: where nothing is alike, it is only where to begin. `None` where it is an end of the
/// file, or alike in blank lines alone, which says nothing of the hunk.
fn what_is_near(best: &Candidate) -> Option<&'static str> {
    match best.landmark() {
        None if best.matches_only_blanks() => None,
        None => Some("closest"),
        Some(Landmark::FileStart | Landmark::FileEnd) => None,
        Some(landmark) => Some(landmark.words()),
    }
}

/// Returns how well a place would have to fit.
fn asked_for(session: &Session) -> String {
    let bar = Tier::Similar.spec().bar.percent();
    match session.policy().similarity {
        0 => format!("a score of {bar} is needed"),
        asked => format!(
            "a score of {bar} and {} % of the characters are needed",
            told_apart(0, asked).1
        ),
    }
}

/// Returns how near the best place comes of a hunk that has no good one, and what is asked for; the words for a weak place
/// name its line already.
pub(super) fn nearest(session: &Session, id: HunkId) -> Option<String> {
    let best = || session.found(id)?.candidates.first();
    let state = &session.plan().hunk(id).state;
    if *state == State::TooWeak {
        // What quotes no line is like none. Without a doubt to name, the words for the place have its score.
        let best = best().filter(|best| !best.aligned.is_empty())?;
        let is_told = best.doubts().next().is_none() && !best.reaches_bar();
        return nearness(session, best).filter(|_| !is_told);
    }
    if !matches!(state, State::NoMatch | State::DeletedLineNotFound) {
        return None;
    }
    let best = best()?;
    let line = session.change_line(id, best) + 1;
    match (what_is_near(best), nearness(session, best)) {
        (Some(what), Some(near)) => Some(format!("{what}: line {line}, {near}")),
        // One that comes as near as is asked for says nothing more of itself.
        (Some(what), None) if best.landmark().is_none() => Some(format!("{what}: line {line}")),
        (Some(_), None) => None,
        (None, near) => near.map(|_| asked_for(session)),
    }
}

/// Returns how a place scores, and what is asked for where that is more; of a place that is only where to begin, and of one below
/// the similarity that the options ask for, how many characters match. `None` where neither was measured.
fn nearness(session: &Session, best: &Candidate) -> Option<String> {
    let similarity = || similarity(best);
    if best.landmark().is_some() {
        return similarity().map(|permille| format!("{} % of the characters match", permille / 10));
    }
    let (score, bar) = (best.score.percent(), best.tier.spec().bar.percent());
    let score = match best.reaches_bar() {
        true => (best.tier == Tier::Similar).then(|| format!("score {score}")),
        false => Some(format!("score {score} (needs {bar})")),
    };
    let below = below_similarity(session, best);
    let below =
        below.map(|(is, asked)| format!("{is} % of the characters match (needs {asked} %)"));
    let is: Vec<String> = score.into_iter().chain(below).collect();
    (!is.is_empty()).then(|| is.join(", "))
}

/// Returns, for a report that is read at length, how many characters of a scored place match.
fn share_of_characters(session: &Session, best: &Candidate) -> Option<String> {
    // Where it is below what the options ask for, the words for how near it comes have it.
    let is_told = below_similarity(session, best).is_some();
    let share = similarity(best).filter(|_| best.landmark().is_none() && !is_told);
    share.map(|permille| format!("; {} % of the characters match", permille / 10))
}

/// Returns how many characters of a place match and how many the options ask for, in percent; `None` where they ask for no more.
pub fn below_similarity(session: &Session, best: &Candidate) -> Option<(String, String)> {
    let asked = session.policy().similarity;
    let below = similarity(best).filter(|permille| *permille < asked)?;
    Some(told_apart(below, asked))
}

/// Returns how alike a place is letter by letter, where that was measured.
fn similarity(best: &Candidate) -> Option<u16> {
    best.evidence.iter().find_map(|evidence| {
        if let Evidence::Similarity { permille } = evidence {
            Some(*permille)
        } else {
            None
        }
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
