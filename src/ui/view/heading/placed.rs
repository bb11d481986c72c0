//! What the line above the diff says of a hunk that has its place, and of one whose file is in the way.

use std::sync::Arc;

use super::super::super::model::{Mode, Model};
use super::super::canvas::Canvas;
use super::super::places::named_line;
use super::{CHOSEN, capital, match_words, placed_match_words};
use crate::matcher::variant::as_written;
use crate::matcher::{Candidate, Evidence};
use crate::patch::{FileOp, HunkId, HunkLine, LineKind, of_kind};
use crate::plan::{By, Decision, FileState};
use crate::report;
use crate::text::RelPath;
use crate::text::display::display_line;
use crate::text::words::counted;

/// Says where the hunk goes, and why there; what it does to a whole file. What may be left out is a part of its own.
pub(super) fn placed_words(model: &Model, canvas: &Canvas<'_>) -> [String; 3] {
    let whole = |words: String| [words, String::new(), String::new()];
    let hunk = model.current();
    let Some(placed) = &hunk.placement else {
        return whole(String::new());
    };
    let place = &placed.candidate;
    let dot = canvas.symbols.dot();
    if let Some(act) = report::file_act(&model.session, hunk) {
        let words = capital(&act.words).trim_matches([' ', '.']).to_string();
        return match act.n_lines {
            Some(n_lines) => whole(format!("{words} {dot} {}", counted(n_lines, "line"))),
            None => whole(words),
        };
    }
    let line = model.session.change_line(hunk.id, place) + 1;
    if let (Some(shown), Some(index)) = (model.other_place(), model.shown_place()) {
        let previewed = model.session.change_line(hunk.id, shown) + 1;
        let number = index + 1;
        return whole(format!(
            "previewing place {number}, line {previewed} {dot} the hunk is at line {line}"
        ));
    }
    // The number of one that builds on others is of the text that they leave.
    let compares = place.offset_lines().is_some() && placed.builds_on.is_empty();
    let named = named_line(model).map(|at| at + 1);
    let says = match named.filter(|named| compares && *named != line) {
        Some(named) => format!(" (patch says {named})"),
        None => String::new(),
    };
    if model.drift.changes_lines_of(hunk.id) {
        return [
            format!("line {line}"),
            says,
            format!(" {dot} changed on disk"),
        ];
    }
    let fit = placed_match_words(model, hunk.id, placed);
    let mut words = format!(" {dot} {fit}");
    // The file, whose places can be previewed, has others than the text that earlier hunks write.
    let is_only = place.evidence.contains(&Evidence::Unique) && placed.builds_on.is_empty();
    let why = match placed.by {
        By::Matcher if is_only => "only place",
        By::Matcher => "",
        By::Number => "by its line number",
        By::FileEnd => "at the end of the file",
        By::Heading => "by its heading",
        By::Order => "by order",
        By::Left => "by elimination",
        By::Nearest => "nearest of several",
        By::Person if fit == match_words(place) => CHOSEN,
        // Said in place of how well it matches.
        By::Person => "",
    };
    if !why.is_empty() {
        words += &format!(" {dot} {why}");
    }
    if let Some(moves) = moves_words(model) {
        words += &format!(" {dot} {moves}");
    }
    if let Some(on) = report::builds_on(&model.session, hunk) {
        words += &format!(" {dot} on the lines of {on}");
    }
    [format!("line {line}"), says, words]
}

/// Says where the whole file goes with the hunk.
fn moves_words(model: &Model) -> Option<String> {
    let (act, to) = match &model.session.plan().files[model.hunk.file].op {
        FileOp::Rename { to } => ("renames to", to),
        FileOp::Copy { to } => ("copies to", to),
        FileOp::Create | FileOp::Delete | FileOp::Replace | FileOp::Modify => return None,
    };
    Some(format!("{act} {}", display_line(to.as_bytes())))
}

/// Counts the lines that come and go with a hunk: with the deletion of a file all go, however few the reply shows; of one that is
/// written, those that were, and of one that is accepted in part, those that are; while lines are chosen, those that are marked.
pub(in super::super) fn extent(model: &Model, id: HunkId) -> (usize, usize) {
    if let (Mode::Lines(view), true) = (&model.mode, id == model.hunk) {
        return view.extent();
    }
    let is_part = matches!(model.session.plan().hunk(id).decision, Decision::Lines(_));
    let lines = match is_part || model.session.is_written(id) {
        true => model.session.lines_taken(id).into(),
        // A line that is removed and added again stays.
        false => other_reading(model, id)
            .unwrap_or_else(|| as_written(model.session.patch().hunk(id)).lines),
    };
    let count = |kind| of_kind(&lines, kind).count();
    let text = model.session.plan().files[id.file].text();
    match (text, report::deletes_file(&model.session, id)) {
        (Some(text), true) => (0, text.n_lines()),
        // The lines that went with the file are in no text any more.
        (None, true) if model.session.is_written(id) => (0, 0),
        (_, _) => (count(LineKind::Insert), count(LineKind::Delete)),
    }
}

/// Returns the lines of a hunk that replaces other lines of its file at the place looked at, or at its own, than as it was read.
fn other_reading(model: &Model, id: HunkId) -> Option<Arc<[HunkLine]>> {
    let lines = |place: &Candidate| {
        let is_other = place.variant.kind.is_other_reach();
        is_other.then(|| Arc::clone(&place.variant.lines))
    };
    let shown = model.other_place().filter(|_| id == model.hunk);
    match (shown, &model.session.plan().hunk(id).placement) {
        (Some(shown), _) => lines(shown),
        (None, Some(placed)) => placed.candidate.for_once(lines),
        (None, None) => None,
    }
}

/// Says that a hunk is written, and what became of its file with it.
pub(super) fn written_words(model: &Model) -> String {
    let to = |act: &str, to: &RelPath| format!("written: {act} {}", display_line(to.as_bytes()));
    match &model.session.plan().files[model.hunk.file].op {
        FileOp::Rename { to: path } => to("renamed to", path),
        FileOp::Copy { to: path } => to("copied to", path),
        FileOp::Delete if report::deletes_file(&model.session, model.hunk) => {
            "written: file deleted".to_string()
        }
        FileOp::Create | FileOp::Delete | FileOp::Replace | FileOp::Modify => "written".to_string(),
    }
}

/// Returns what is in the way of all hunks of the file, what is known of it, and what is asked.
pub(super) fn stuck_words(model: &Model, state: &FileState) -> [String; 3] {
    let says =
        |words: &str, why: &str, ask: &str| [words.to_string(), capital(why), ask.to_string()];
    let other = " Is another file meant?";
    match state {
        FileState::NoPath => says("no file named.", "", " Which file is meant?"),
        FileState::TwoNames => says("two files may be meant.", "", " Which one?"),
        FileState::NoTarget => {
            let file = model.hunk.file;
            let close = model.session.close_paths(file).into_iter().next();
            let close = close.map_or(String::new(), |path| {
                let name = display_line(path.as_bytes());
                match model.session.is_made_in(file, &path) {
                    true => format!("closest: {name}, which has the change already"),
                    false => format!("closest: {name}"),
                }
            });
            says("file not found.", &close, " Which file is meant?")
        }
        FileState::Exists => says("the file exists already.", "", super::replace_words(model)),
        FileState::Binary => says("binary file, left alone.", "", other),
        FileState::NotAFile(what) => says("not a regular file.", what, other),
        FileState::Refused(why) => says("path refused.", why, other),
        FileState::Unreadable(why) => says("file not readable.", why, other),
        FileState::Invalid(why) => says("not valid.", why, other),
        FileState::Unresolved(why) => says("cannot be completed.", why, other),
        FileState::Unsearched => says("the search was stopped.", "", " Search again?"),
        FileState::Ready => says("", "", ""),
    }
}
