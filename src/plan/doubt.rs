//! Why the making, replacing or deleting of a whole file waits for a person.

use super::{FileInput, Loss, blob, curled};
use crate::patch::{FileOp, Given, LineKind, Shown, Unsure, of_kind};
use crate::text::display::display_line;
use crate::text::{Content, Text, indent};

/// The most losses that are named.
pub const N_LOSSES_TOLD: usize = 3;

/// A reason to ask before a whole file is made or goes.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum WholeDoubt {
    /// The section is not sure of itself.
    Unsure(Unsure),
    /// A new line may stand for this one of the file, its number (0-based) with it.
    MayReplace(String, usize),
    /// A file would be made that the reply only mentions.
    Mentioned,
    /// A file would be made whose name is that of another elsewhere, or close to it.
    Namesake(String),
    /// The first comment of a block names this file, and another path is right above the block.
    NamedTwice(String),
    /// A file would be made in the top folder, and the words beside its name speak of another.
    Elsewhere,
    /// A file would be made in a folder that may only be an import's short name for another.
    InAlias,
    /// The reply asks something else of the same file, and only words make this its content.
    NamedAgain,
    /// What it replaces would be lost, in a few words.
    Loses(String),
    /// A string would begin or end with a curly quote.
    Curled,
    /// A file would be deleted of which not all lines are shown.
    PartShown,
    /// It shows no line, and git's id says that it was made for other content.
    OtherContent,
}

impl WholeDoubt {
    /// Returns the reason, for people.
    pub fn words(&self) -> String {
        match self {
            WholeDoubt::Unsure(why) => why.words().to_string(),
            WholeDoubt::MayReplace(line, at) => {
                format!("it may replace `{line}` (line {}), which stays", at + 1)
            }
            WholeDoubt::Mentioned => "file not found, and the reply does not create it".to_string(),
            WholeDoubt::Namesake(path) => format!("it would be a new file; did you mean {path}?"),
            WholeDoubt::NamedTwice(path) => {
                format!("its first comment names this file, and the line above {path}")
            }
            WholeDoubt::Elsewhere => {
                "it is named without a folder, and the words above it name one".to_string()
            }
            WholeDoubt::InAlias => {
                "its folder does not exist, and may be an import's alias".to_string()
            }
            WholeDoubt::NamedAgain => "the reply changes this file elsewhere, too".to_string(),
            WholeDoubt::Loses(what) => what.clone(),
            WholeDoubt::Curled => "it puts a curly quote where code has a straight one".to_string(),
            WholeDoubt::PartShown => {
                "it deletes the file, and does not show all of its lines".to_string()
            }
            WholeDoubt::OtherContent => "it was written for other content of this file".to_string(),
        }
    }
}

/// Returns why a hunk about a whole file is not placed unasked; `None` for one that may be, and for one about lines.
pub fn of_whole(input: &FileInput<'_>, hunk: usize) -> Option<WholeDoubt> {
    let snapshot = input.snapshot?;
    let lines = snapshot.text().filter(|text| text.n_lines() > 0);
    let is_whole = match input.file.op {
        FileOp::Create | FileOp::Replace | FileOp::Delete => true,
        FileOp::Modify if input.file.given != Given::Hunks => true,
        FileOp::Modify | FileOp::Rename { .. } | FileOp::Copy { .. } => lines.is_none(),
    };
    let about = &input.file.hunks[hunk];
    let unsure = about.unsure.map(|why| {
        let named = may_replace(why, lines.map(|text| &**text));
        named.unwrap_or(WholeDoubt::Unsure(why))
    });
    if !is_whole {
        return unsure
            .filter(|_| about.lines.is_empty())
            .or_else(|| other_content(input));
    }
    unsure
        .or_else(|| new_file(input).filter(|_| snapshot.content == Content::Absent))
        .or_else(|| named_twice(input))
        .or_else(|| part_shown(input))
        .or_else(|| other_content(input))
        .or_else(|| named_again(input))
        .or_else(|| loses(input, hunk))
        .or_else(|| {
            let is_there = lines.is_some();
            (is_there && curled::curls(about, &snapshot.path)).then_some(WholeDoubt::Curled)
        })
}

/// Returns a doubt that names the line which a new one may stand for.
fn may_replace(why: Unsure, text: Option<&Text>) -> Option<WholeDoubt> {
    let Unsure::MayReplace(line) = why else {
        return None;
    };
    let line = line as usize;
    let text = text.filter(|text| line < text.n_lines())?;
    let shown = display_line(text.line(line).trim_ascii());
    Some(WholeDoubt::MayReplace(shown, line))
}

/// A file that is given whole says nothing of what it leaves out.
fn loses(input: &FileInput<'_>, hunk: usize) -> Option<WholeDoubt> {
    let losses = input.losses?.get(&hunk)?.iter();
    let losses: Vec<&Loss> = losses.filter(|loss| loss.is_harm()).collect();
    let more = if losses.len() > N_LOSSES_TOLD {
        ", and more"
    } else {
        ""
    };
    let told = &losses[..losses.len().min(N_LOSSES_TOLD)];
    let words = format!("it {}{more}", listed(told));
    (!losses.is_empty()).then_some(WholeDoubt::Loses(words))
}

/// Lists what the hunk does, a verb once for all that follow each other.
fn listed(losses: &[&Loss]) -> String {
    let mut above = "";
    let words = losses.iter().map(|loss| {
        let (verb, what) = loss.verb_and_object();
        match std::mem::replace(&mut above, verb) == verb {
            true => what,
            false => format!("{verb} {what}"),
        }
    });
    words.collect::<Vec<_>>().join(", ")
}

fn named_again(input: &FileInput<'_>) -> Option<WholeDoubt> {
    (input.file.shown.is_some() && input.is_named_again).then_some(WholeDoubt::NamedAgain)
}

/// A comment below the path of another file may be a line of that one.
fn named_twice(input: &FileInput<'_>) -> Option<WholeDoubt> {
    let path = input.file.in_full.as_ref()?;
    let is_below_other = input.file.label.as_ref()?.is_below_other;
    let is_other = input.snapshot?.path != *path;
    (is_below_other && is_other).then(|| WholeDoubt::NamedTwice(display_line(path.as_bytes())))
}

fn new_file(input: &FileInput<'_>) -> Option<WholeDoubt> {
    let shown = input.file.shown?;
    if let Some(path) = input.namesake {
        return Some(WholeDoubt::Namesake(display_line(path.as_bytes())));
    }
    if input.is_in_alias {
        return Some(WholeDoubt::InAlias);
    }
    // A folder that is said beside the name and that is there can be no other.
    if shown == Shown::Elsewhere && !input.has_folder {
        return Some(WholeDoubt::Elsewhere);
    }
    matches!(shown, Shown::Mentioned | Shown::Remarked).then_some(WholeDoubt::Mentioned)
}

/// What a file is deleted or moved by that shows none of its lines has one proof of what was meant, the id of its content.
fn other_content(input: &FileInput<'_>) -> Option<WholeDoubt> {
    let takes_it = matches!(
        input.file.op,
        FileOp::Delete | FileOp::Rename { .. } | FileOp::Copy { .. }
    );
    let id = input.file.base_blob.as_ref().filter(|_| takes_it)?;
    let shows_none = input.file.hunks.iter().all(|hunk| hunk.lines.is_empty());
    (shows_none && blob::is_disproved(input.snapshot?, id)).then_some(WholeDoubt::OtherContent)
}

/// A deletion that quotes the file must quote all of it, blank lines aside.
fn part_shown(input: &FileInput<'_>) -> Option<WholeDoubt> {
    // Of a file with many hunks, each asks.
    if input.file.op != FileOp::Delete {
        return None;
    }
    let text = input.snapshot?.text()?;
    let hunks = input.file.hunks.iter();
    let deleted = hunks.flat_map(|hunk| of_kind(&hunk.lines, LineKind::Delete));
    let n_deleted = deleted.filter(|line| line.has_text()).count();
    let n_there = text.lines().filter(|line| !indent::is_blank(line)).count();
    let quotes = input.file.hunks.iter().any(|hunk| !hunk.lines.is_empty());
    (quotes && n_deleted < n_there).then_some(WholeDoubt::PartShown)
}
