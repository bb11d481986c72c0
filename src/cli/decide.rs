//! Decisions from flags and files, carried out on a review before it is reported or written.

use std::collections::BTreeSet;
use std::path::Path;

use crate::matcher::Never;
use crate::patch::signed_lines;
use crate::session::decisions::{
    Differing, HunkDecision, Keep, Line, Others, Overlap, Place, Wish,
};
use crate::session::{Decisions, Fault, Session};
use crate::text::display::{display_line, display_path};
use crate::text::{RelPath, Snapshot};
use crate::ui::Progress;
use crate::workspace::WorkspaceError;

use super::args::{ReadArgs, SettleArgs};
use super::open::load;
use super::{UsageError, shape};

/// How files that are named for decisions are read.
pub(crate) type ReadNamed<'a> = &'a dyn Fn(&Path) -> Result<Vec<u8>, WorkspaceError>;

/// Returns all decisions that the command line gives, by flags and in files, which are read by `read`.
pub(crate) fn decisions(args: &ReadArgs, read: ReadNamed<'_>) -> anyhow::Result<Decisions> {
    let in_file = match &args.decisions {
        None => Decisions::default(),
        Some(path) => {
            let bytes = read(path)?;
            shape::read_text(&bytes).map_err(|fault| {
                let shown = display_path(path);
                let fault = display_line(fault.as_bytes());
                UsageError(format!("bad decisions file `{shown}`: {fault}"))
            })?
        }
    };
    let by_flags = args.settle.decisions(read)?;
    Ok(in_file.with(by_flags).map_err(two_digests)?)
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
    session.supply_wanted(&mut read, &Never);
    session.follow(decisions)?;
    // A rename or a copy may name more files once its section is for another one.
    load(session, read, Vec::new, progress);
    Ok(())
}

impl SettleArgs {
    /// Returns what the flags decide; files with the lines of hunks are read by `read`.
    fn decisions(&self, read: ReadNamed<'_>) -> anyhow::Result<Decisions> {
        let chosen = self.choose.iter().chain(&self.lines).cloned();
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
        let edited = self.edit.iter().map(|it| edited(it, read));
        let edited = edited.collect::<anyhow::Result<Vec<HunkDecision>>>()?;
        let hunks = targets.chain(edited).chain(chosen).chain(rejected);
        let mut decisions = Decisions {
            others: Others::Apply,
            hunks: hunks.chain(kept).collect(),
            overlaps: self.overlap.clone(),
            ..Decisions::default()
        };
        for it in &self.expect {
            let expected = decisions.expect(it.hunk.clone(), it.words.clone());
            expected.map_err(two_digests)?;
        }
        Ok(decisions)
    }
}

fn two_digests(path: String) -> UsageError {
    let shown = display_line(path.as_bytes());
    UsageError(format!("two digests are expected of `{shown}`"))
}

/// Reads the lines that a hunk has instead of those of the reply, from a file that is named for it.
fn edited(said: &Said, read: ReadNamed<'_>) -> anyhow::Result<HunkDecision> {
    let path = said.path().unwrap_or(Path::new(""));
    let bytes = read(path)?;
    let lines = signed_lines(&bytes).map_err(|fault| {
        let shown = display_path(path);
        UsageError(format!("`{shown}`: {fault}"))
    })?;
    Ok(HunkDecision {
        hunk: said.hunk.clone(),
        lines: Some(lines.iter().map(Line::of).collect()),
        ..HunkDecision::default()
    })
}

/// What stands before a `=` and behind it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Said {
    hunk: String,
    words: Option<String>,
}

impl Said {
    /// Returns the words as the path of a file.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.words.as_deref().map(Path::new)
    }
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

/// Reads `ID`, `H=LINE`, `H=#N` or `H=all`, with `:replace` or `:insert` behind it or without.
pub(crate) fn choice(text: &str) -> Result<HunkDecision, String> {
    let expected = || "expected a place's id, `H=LINE`, `H=#N` or `H=all`".to_string();
    let (named, differing) = match text.rsplit_once(':') {
        None => (text, None),
        Some((named, "replace")) => (named, Some(Differing::Replace)),
        Some((named, "insert")) => (named, Some(Differing::Insert)),
        Some(_) => return Err("expected `:replace` or `:insert` behind the place".to_string()),
    };
    let number = |digits: &str| digits.parse::<usize>().map_err(|_| expected());
    let (hunk, place) = match named.split_once('=') {
        None => {
            let (hunk, _) = named.split_once('@').ok_or_else(expected)?;
            (hunk, Place::Id(named.to_string()))
        }
        Some((hunk, "all")) => (hunk, Place::All),
        Some((hunk, place)) => match place.strip_prefix('#') {
            Some(nth) => (hunk, Place::Nth(number(nth)?)),
            None => {
                let line = number(place)?;
                let differing = Differing::Refuse;
                (hunk, Place::Line { line, differing })
            }
        },
    };
    Ok(HunkDecision {
        hunk: hunk.to_string(),
        place: Some(place),
        differing,
        ..HunkDecision::default()
    })
}

/// The most lines that one may name.
const MAX_LINE: usize = 1_000_000;

/// Reads `H=N,N-M`: which lines of a hunk are wanted.
pub(crate) fn lines(text: &str) -> Result<HunkDecision, String> {
    let expected = || "expected numbers of lines, such as `h2=3,5-7`".to_string();
    let (hunk, list) = text.split_once('=').ok_or_else(expected)?;
    let number = |digits: &str| digits.parse::<usize>().map_err(|_| expected());
    let mut wanted = BTreeSet::new();
    for part in list.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last) = (number(first)?, number(last)?);
        if first > last || last > MAX_LINE {
            return Err(expected());
        }
        wanted.extend(first..=last);
    }
    Ok(HunkDecision {
        hunk: hunk.to_string(),
        changed_lines: Some(wanted),
        ..HunkDecision::default()
    })
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
