//! Why a hunk or a file is stuck, in one sentence that says what to do next.

use super::overlap::N_NAMED;
use super::{FilePlan, FileState, HunkPlan, State};
use crate::matcher::{Doubt, Found, tie};
use crate::patch::FileOp;

/// Returns what people read of a hunk that is not settled; `None` for one that is.
///
/// `name` gives what people call another hunk of the file, by its index.
pub fn hunk_message(
    file: &FilePlan,
    hunk: &HunkPlan,
    found: Option<&Found>,
    name: impl Fn(usize) -> String,
) -> Option<String> {
    if hunk.state == State::Placed {
        return None;
    }
    let candidates = found.map_or(&[][..], |found| &found.candidates);
    let best = candidates.first();
    Some(match &hunk.state {
        State::Placed => return None,
        State::AlreadyApplied => "its result stands there already".to_string(),
        State::NoOp => "it changes nothing".to_string(),
        State::Skipped => return None,
        State::Ambiguous if tie::n_tied(candidates) < 2 => {
            "earlier hunks leave more than one place that it may mean; one must be chosen"
                .to_string()
        }
        State::Ambiguous => {
            let n_tied = n_tied_words(found);
            if best.is_some_and(|best| !best.reaches_bar()) {
                format!("{n_tied} places are as weak; one must be chosen")
            } else if !tie::is_even(candidates) {
                format!("{n_tied} places may be meant; one must be chosen")
            } else {
                format!("{n_tied} places are as good; one must be chosen")
            }
        }
        State::TooWeak if file.op == FileOp::Replace => {
            "it empties the file; look before it is taken".to_string()
        }
        State::TooWeak => match best {
            Some(best) => {
                let line = best.span.start + 1;
                match best.doubts().next() {
                    Some(doubt) => {
                        format!("look at line {line} before it is taken: {}", doubt.words())
                    }
                    None => {
                        let (tier, score) = (best.tier.name(), best.score.percent());
                        format!(
                            "its best place, line {line}, is only {tier} {score}; look before it is taken"
                        )
                    }
                }
            }
            None => "no place is good enough".to_string(),
        },
        State::NoMatch if hunk.capped || found.is_some_and(|found| found.capped) => {
            format!("no place was found, but {}", Doubt::SearchCapped.words())
        }
        State::NoMatch => "no place in the file is like it".to_string(),
        State::Overlap(with) => overlap_message(with.iter().map(|hunk| name(*hunk)).collect()),
        State::DeletedLineNotFound => {
            "a line it removes is not there as the patch has it".to_string()
        }
        State::ContextGone => "another hunk removes the lines that say where it goes".to_string(),
        State::FileStuck => return file_message(file),
        State::Dependent(makers) => {
            let makers: Vec<String> = makers.iter().map(|hunk| name(*hunk)).collect();
            let makers = makers.join(" and ");
            format!(
                "it changes lines that {makers} makes; accept {makers} whole, or reject this hunk"
            )
        }
        State::Drifted => "its file changed on disk; match it again".to_string(),
        State::Invalid(why) | State::Unresolved(why) => why.to_string(),
    })
}

/// The names given where a hunk meets so many others that not all of them are known.
const N_AMONG_MANY: usize = 2;

/// Returns what people read of a hunk that changes the same lines as others, given by their names.
pub fn overlap_message(mut others: Vec<String>) -> String {
    let more = if others.len() == N_NAMED {
        others.truncate(N_AMONG_MANY);
        format!("{N_NAMED} others at least, among them ")
    } else {
        String::new()
    };
    format!(
        "it changes the same lines as {more}{}",
        others.join(" and ")
    )
}

/// Returns what people read of a file that cannot be changed as it is; `None` for one that can.
pub fn file_message(file: &FilePlan) -> Option<String> {
    Some(match &file.state {
        FileState::Ready => return None,
        FileState::NoPath => "the patch names no file; say which with --file".to_string(),
        FileState::TwoNames => {
            "two files may be meant by this name; say which, or say --root".to_string()
        }
        FileState::NoTarget => "there is no such file; is it called otherwise?".to_string(),
        FileState::Exists => "a file lies there already; it would be replaced".to_string(),
        FileState::Binary => "it is binary and is left alone".to_string(),
        FileState::NotAFile(what) => format!("it is no file that could be changed: {what}"),
        FileState::Refused(why) => format!("it is never touched: {why}"),
        FileState::Unreadable(why) => format!("it cannot be read: {why}"),
        FileState::Invalid(why) | FileState::Unresolved(why) => why.clone(),
        FileState::Unsearched => "the search was stopped, so no place is known".to_string(),
    })
}

/// Returns how many places tie for the first: at least so many, where not all of them are listed.
pub fn n_tied_words(found: Option<&Found>) -> String {
    found.map_or_else(String::new, |found| {
        let n_tied = found.tied().len();
        let at_least = if found.lists_all_ties() && !found.capped {
            ""
        } else {
            "at least "
        };
        format!("{at_least}{n_tied}")
    })
}
