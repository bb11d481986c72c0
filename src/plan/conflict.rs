//! Why a hunk or a file is stuck, in one sentence that says what to do next.

use std::sync::Arc;

use super::overlap::N_NAMED;
use super::{FilePlan, FileState, HunkPlan, State};
use crate::matcher::{Candidate, Doubt, Found, LineMatch, tie};
use crate::patch::{FileOp, Quote};
use crate::text::display::display_line;
use crate::text::{Content, heading};

/// Why something is stuck, and what to do next.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Message {
    /// Why.
    pub why: String,
    /// The words of the reply that say so.
    pub quote: Option<Arc<Quote>>,
    /// What it would do besides that may not be meant.
    pub also: Option<String>,
    /// What a person can do, where there is something to say.
    pub next: Option<Next>,
}

/// What a person can do, by where it is done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    /// On the command line; the screen has keys for it.
    Flags(&'static str),
    /// By deciding on hunks.
    Decision(String),
}

impl Message {
    /// Returns all of it in one sentence.
    pub fn whole(self) -> String {
        let quote = self.quote.map(|quote| format!(": {}", quote.words()));
        let next = self.next.map(|next| match next {
            Next::Flags(next) => next.to_string(),
            Next::Decision(next) => next,
        });
        let behind = self.also.into_iter().chain(next);
        let behind: String = behind.map(|words| format!("; {words}")).collect();
        format!("{}{}{behind}", self.why, quote.unwrap_or_default())
    }

    /// Returns it without the flags of the command line.
    pub fn without_flags(mut self) -> String {
        self.next = self.next.filter(|next| matches!(next, Next::Decision(_)));
        self.whole()
    }
}

impl From<String> for Message {
    fn from(why: String) -> Message {
        Message {
            why,
            ..Message::default()
        }
    }
}

fn is_there(file: &FilePlan) -> bool {
    let content = file.snapshot.as_ref().map(|snapshot| &snapshot.content);
    content != Some(&Content::Absent)
}

/// Returns what people read of a hunk that is not settled; `None` for one that is.
///
/// `name` gives what people call another hunk of the file, by its index, and `line` the line (0-based) by which a place is named.
pub fn hunk_message(
    file: &FilePlan,
    hunk: &HunkPlan,
    found: Option<&Found>,
    name: impl Fn(usize) -> String,
    line: impl Fn(&Candidate) -> usize,
) -> Option<Message> {
    // The exact place of a placed hunk is only made when it is asked for: that takes memory.
    if hunk.state == State::Placed {
        return None;
    }
    let candidates = found.map_or(&[][..], |found| &found.candidates);
    let best = candidates.first();
    let why = match &hunk.state {
        State::AlreadyApplied => "already applied".to_string(),
        State::NoOp if !is_there(file) && file.op == FileOp::Delete => {
            "file not found; nothing to delete".to_string()
        }
        State::NoOp if !is_there(file) => "file not found; nothing is asked of it".to_string(),
        State::NoOp => "no changes".to_string(),
        State::Placed | State::Skipped => return None,
        State::Ambiguous => ambiguous_message(found, line),
        State::TooWeak if file.op == FileOp::Replace => "it empties the file".to_string(),
        State::TooWeak => match best {
            Some(best) => weak_message(best, line(best) + 1),
            None => "no place fits well".to_string(),
        },
        State::NoMatch if hunk.capped || found.is_some_and(|found| found.capped) => {
            format!("no match, but {}", Doubt::SearchCapped.words())
        }
        State::NoMatch => "nothing similar in this file".to_string(),
        State::Overlap(with) => overlap_message(with.iter().map(|hunk| name(*hunk)).collect()),
        State::DeletedLineNotFound => "a removed line differs from the file".to_string(),
        State::ContextGone => "another hunk deletes its context".to_string(),
        State::FileStuck => return file_message(file),
        State::Dependent(makers) => {
            let makers: Vec<String> = makers.iter().map(|hunk| name(*hunk)).collect();
            let makers = makers.join(" and ");
            return Some(Message {
                why: format!("it changes lines that {makers} adds"),
                next: Some(Next::Decision(format!(
                    "accept {makers}, or reject this hunk"
                ))),
                ..Message::default()
            });
        }
        State::Drifted => "the chosen place changed on disk".to_string(),
        State::Invalid(why) | State::Unresolved(why) => why.to_string(),
    };
    Some(why.into())
}

/// Returns what people read of a hunk that fits several places.
fn ambiguous_message(found: Option<&Found>, line: impl Fn(&Candidate) -> usize) -> String {
    let best = found.and_then(|found| found.candidates.first());
    let n_tied = n_tied_words(found);
    if !found.is_some_and(Found::is_tied) {
        match best {
            Some(best) => format!(
                "fits line {}, and lines that earlier hunks write",
                line(best) + 1
            ),
            None => "fits several places once earlier hunks are applied".to_string(),
        }
    } else if best.is_some_and(|best| !best.reaches_bar()) {
        format!("fits {n_tied} places, none of them well")
    } else if !found.is_none_or(tie::is_even) {
        format!("may mean {n_tied} places")
    } else {
        format!("fits {n_tied} places equally well")
    }
}

/// Returns what people read of a hunk whose best place is not good enough, by the number of that.
fn weak_message(best: &Candidate, line: usize) -> String {
    match best.doubts().next() {
        // It quotes no line that could be missing.
        Some(Doubt::Unanchored) if best.aligned.is_empty() => {
            format!("it quotes no line next to line {line}, its likely place")
        }
        Some(Doubt::DefinitionLost) if lost_definition(best).is_some() => {
            let name = lost_definition(best).unwrap_or_default();
            format!("at line {line}, `{name}` is not in the file")
        }
        Some(doubt) => format!("at line {line}, {}", doubt.words()),
        None if best.reaches_bar() => {
            format!("best match at line {line} is outside the limits of the options")
        }
        None => {
            let (tier, score) = (best.tier.name(), best.score.percent());
            let bar = best.tier.spec().bar.percent();
            format!(
                "best match at line {line} scores {score} ({tier}), below the threshold of {bar}"
            )
        }
    }
}

/// Returns the first line above the changes that defines something and that the file has under another name.
fn lost_definition(best: &Candidate) -> Option<String> {
    let lines = &best.variant.lines;
    let mut similar = best
        .aligned
        .iter()
        .filter(|pair| matches!(pair.how, LineMatch::Similar { .. }))
        .filter_map(|pair| lines.get(pair.hunk_line()?));
    let line = similar.find(|line| line.is_context() && heading::defined(&line.body).is_some())?;
    Some(display_line(line.body.trim_ascii()))
}

/// The names given where a hunk meets so many others that not all of them are known.
const N_AMONG_MANY: usize = 2;

/// Returns what people read of a hunk that changes the same lines as others, given by their names.
pub fn overlap_message(mut others: Vec<String>) -> String {
    let more = if others.len() == N_NAMED {
        others.truncate(N_AMONG_MANY);
        format!("{N_NAMED} or more others, among them ")
    } else {
        String::new()
    };
    format!("conflicts with {more}{}", others.join(" and "))
}

/// Returns what people read of a file that cannot be changed as it is; `None` for one that can.
pub fn file_message(file: &FilePlan) -> Option<Message> {
    let needs = |why: &str, flags| Message {
        why: why.to_string(),
        next: Some(Next::Flags(flags)),
        ..Message::default()
    };
    let why = match &file.state {
        FileState::Ready => return None,
        FileState::NoPath => return Some(needs("the patch names no file", "use --file")),
        FileState::TwoNames => {
            return Some(needs("two files may be meant", "use --file or --root"));
        }
        FileState::NoTarget => "file not found".to_string(),
        FileState::Exists => match &file.op {
            FileOp::Rename { to } | FileOp::Copy { to } => {
                format!("{} exists already and would be replaced", to.to_text())
            }
            FileOp::Modify | FileOp::Create | FileOp::Delete | FileOp::Replace => {
                "the file exists already and would be replaced".to_string()
            }
        },
        FileState::Binary => "binary file, left alone".to_string(),
        FileState::NotAFile(what) => format!("not a regular file: {what}"),
        FileState::Refused(why) => why.to_string(),
        FileState::Unreadable(why) => format!("not readable: {why}"),
        FileState::Invalid(why) | FileState::Unresolved(why) => why.clone(),
        FileState::Unsearched => "the search was stopped".to_string(),
    };
    Some(why.into())
}

/// Returns how many places tie for the first: at least so many, where not all of them are known.
pub fn n_tied_words(found: Option<&Found>) -> String {
    found.map_or_else(String::new, |found| {
        let n_tied = (found.n_equal as usize).max(found.tied().len());
        let is_known = found.lists_all_ties() || n_tied > found.tied().len();
        let at_least = if is_known && !found.capped {
            ""
        } else {
            "at least "
        };
        format!("{at_least}{n_tied}")
    })
}
