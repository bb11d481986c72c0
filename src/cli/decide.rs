//! Decisions from flags and files, carried out on a review before it is reported or written.

use std::path::Path;

use crate::matcher::Endless;
use crate::session::decisions::{Differing, HunkDecision, Keep, Others, Overlap, Place, Wish};
use crate::session::{Decisions, Fault, Session};
use crate::text::display::display_line;
use crate::text::{RelPath, Snapshot};
use crate::ui::Progress;
use crate::workspace::{ReplySource, read_reply};

use super::UsageError;
use super::args::{ReadArgs, SettleArgs};
use super::open::load;

/// Returns all decisions that the command line gives, by flags and in a file, which is a `source`.
pub(crate) fn decisions<'a>(
    args: &'a ReadArgs,
    source: fn(&'a Path) -> ReplySource<'a>,
) -> anyhow::Result<Decisions> {
    let in_file = match &args.decisions {
        None => Decisions::default(),
        Some(path) => {
            let bytes = read_reply(source(path), args.limit)?;
            serde_json::from_slice(&bytes).map_err(|fault| {
                let shown = display_line(path.as_os_str().as_encoded_bytes());
                UsageError(format!("bad decisions file `{shown}`: {fault}"))
            })?
        }
    };
    Ok(in_file.with(args.settle.decisions()))
}

/// Carries decisions out on a review that is matched; files that they name besides are read by `read`.
pub(crate) fn follow(
    session: &mut Session,
    decisions: &Decisions,
    mut read: impl FnMut(&RelPath) -> Snapshot,
    progress: &Progress,
) -> Result<(), Fault> {
    if decisions.is_empty() {
        return Ok(());
    }
    session.take_targets(decisions)?;
    session.supply_wanted(&mut read, &Endless);
    session.follow(decisions)?;
    // A rename or a copy may name more files once its section is for another one.
    load(session, read, Vec::new, progress);
    Ok(())
}

impl SettleArgs {
    /// Returns what the flags decide.
    fn decisions(&self) -> Decisions {
        let chosen = self.choose.iter().cloned();
        let rejected = self.reject.iter().map(|it| HunkDecision {
            hunk: it.hunk.clone(),
            decision: Some(Wish::Reject),
            why: it.words.clone(),
            ..HunkDecision::default()
        });
        let kept = self.keep.iter().map(|hunk| HunkDecision {
            hunk: hunk.clone(),
            decision: Some(Wish::Keep),
            ..HunkDecision::default()
        });
        let targets = self.target.iter().map(|it| HunkDecision {
            hunk: it.hunk.clone(),
            target: it.words.clone(),
            ..HunkDecision::default()
        });
        let expected = self.expect.iter();
        Decisions {
            others: Others::Apply,
            targets: expected
                .map(|it| (it.hunk.clone(), it.words.clone()))
                .collect(),
            hunks: targets.chain(chosen).chain(rejected).chain(kept).collect(),
            overlaps: self.overlap.clone(),
            ..Decisions::default()
        }
    }
}

/// What stands before a `=` and behind it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Said {
    hunk: String,
    words: Option<String>,
}

/// Reads `H` or `H=WORDS`.
pub(crate) fn said(text: &str) -> Result<Said, String> {
    let (hunk, words) = match text.split_once('=') {
        Some((hunk, words)) => (hunk, Some(words.to_string())),
        None => (text, None),
    };
    let hunk = hunk.to_string();
    Ok(Said { hunk, words })
}

/// Reads `H=PATH`, or `PATH=DIGEST`.
pub(crate) fn pair(text: &str) -> Result<Said, String> {
    let said = said(text)?;
    match &said.words {
        Some(words) if !words.is_empty() => Ok(said),
        Some(_) | None => Err("expected two values with `=` between them".to_string()),
    }
}

/// Reads `ID`, or `H=LINE`, `H=#N` or `H=all`, the last three with `:replace` or `:insert`.
pub(crate) fn choice(text: &str) -> Result<HunkDecision, String> {
    let expected = || "expected a place's id, `H=LINE`, `H=#N` or `H=all`".to_string();
    let chosen = |hunk: &str, place| HunkDecision {
        hunk: hunk.to_string(),
        place: Some(place),
        ..HunkDecision::default()
    };
    let Some((hunk, place)) = text.split_once('=') else {
        let (hunk, _) = text.split_once('@').ok_or_else(expected)?;
        return Ok(chosen(hunk, Place::Id(text.to_string())));
    };
    let (place, differing) = match place.split_once(':') {
        None => (place, Differing::Refuse),
        Some((place, "replace")) => (place, Differing::Replace),
        Some((place, "insert")) => (place, Differing::Insert),
        Some(_) => return Err("expected `:replace` or `:insert` behind the place".to_string()),
    };
    let number = |digits: &str| digits.parse::<usize>().map_err(|_| expected());
    let place = match (place.strip_prefix('#'), differing) {
        (None, _) if place == "all" => Place::All,
        (Some(nth), Differing::Refuse) => Place::Nth(number(nth)?),
        (Some(_), Differing::Replace | Differing::Insert) => {
            return Err("say the line of the place, such as `h2=12:replace`".to_string());
        }
        (None, _) => Place::Line {
            line: number(place)?,
            differing,
        },
    };
    Ok(chosen(hunk, place))
}

/// Reads `H,H=first`, and what else can be kept of two hunks.
pub(crate) fn overlap(text: &str) -> Result<Overlap, String> {
    let expected = || "expected `H,H=first`, `second`, `both`, `reversed` or `neither`".to_string();
    let (hunks, keep) = text.split_once('=').ok_or_else(expected)?;
    let (first, second) = hunks.split_once(',').ok_or_else(expected)?;
    let keep = match keep {
        "first" => Keep::First,
        "second" => Keep::Second,
        "both" => Keep::Both,
        "reversed" => Keep::Reversed,
        "neither" => Keep::Neither,
        _ => return Err(expected()),
    };
    Ok(Overlap {
        first: first.to_string(),
        second: second.to_string(),
        keep,
    })
}
