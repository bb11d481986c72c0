//! What would be written, before anything is: files, what stays out, and what deserves another look.

use ratatui::layout::Rect;

use super::super::keymap::Action;
use super::super::model::{ApplyView, Checked, Extent, Model};
use super::super::theme::Role;
use super::canvas::Canvas;
use super::line::Line;
use super::patch::path_of;
use super::reasons::why_stuck;
use super::rows::Rows;
use crate::matcher::Candidate;
use crate::patch::{FileMode, HunkId};
use crate::plan::{By, Decision, FileChange, State};
use crate::text::display::display_line;
use crate::text::words::counted;

pub(super) fn draw(model: &Model, view: &ApplyView, canvas: &mut Canvas<'_>, area: Rect) {
    let text = canvas.style(Role::Text);
    let heading = match view.checked {
        Checked::Changed => Line::new()
            .add("NOT READY", canvas.style(Role::Problem))
            .add("  nothing has been written", text),
        Checked::Reading | Checked::Same => Line::new()
            .add("READY TO APPLY", canvas.style(Role::Heading))
            .add("  nothing has been written yet; ", text)
            .add(&model.key(Action::Write), canvas.style(Role::Key))
            .add(" writes", text),
    };
    canvas.scroll(area, &heading, &rows(model, view), view.top);
}

/// Returns all rows of the screen: one for each file and hunk, cut where it is too long, and what is said of the whole.
pub(super) fn rows<'a>(model: &'a Model, view: &'a ApplyView) -> Rows<'a> {
    let theme = &model.theme;
    let changes = view.survey.changes.changes();
    let mut rows = Rows::default()
        .many(changes.len(), |at| {
            change_line(model, &changes[at], &view.survey.extents[at])
        })
        .lines(vec![Line::new()]);
    let left_out = &view.survey.left_out;
    if !view.open.is_empty() {
        rows = rows.lines(vec![open_line(model, view.open.len()), Line::new()]);
    }
    if !left_out.is_empty() {
        let heading = Line::new().add("  not written", theme.style(Role::Muted));
        rows = rows
            .lines(vec![heading])
            .many(left_out.len(), |at| left_out_line(model, left_out[at]))
            .lines(vec![Line::new()]);
    }
    let n_unread = model.session.unread().count();
    if n_unread > 0 {
        let words = format!("  {} of the reply not read: ", counted(n_unread, "part"));
        let line = Line::new()
            .add(&words, theme.style(Role::Problem))
            .add(&model.key(Action::Notes), theme.style(Role::Key))
            .add(" in the review says which", theme.style(Role::Muted));
        rows = rows.lines(vec![line, Line::new()]);
    }
    let look = &view.survey.look_again;
    if !look.is_empty() {
        let heading = Line::new().add(
            "  look at these once more before you say yes",
            theme.style(Role::Problem),
        );
        rows = rows
            .lines(vec![heading])
            .many(look.len(), |at| look_again_line(model, at + 1, look[at]))
            .lines(vec![Line::new()]);
    }
    let room = usize::from(model.size.0);
    let rest = said_of_all(model, view);
    rows.lines(rest.iter().flat_map(|line| line.folded(room, 13)).collect())
}

/// Warns of hunks that nobody decided on, though nothing stands in their way: headless they would be written.
fn open_line(model: &Model, n_open: usize) -> Line {
    let (is, them) = if n_open == 1 {
        ("is", "it")
    } else {
        ("are", "them")
    };
    let hunks = counted(n_open, "clear hunk");
    let theme = &model.theme;
    Line::new()
        .add(
            &format!("  {hunks} {is} undecided and will not be written: "),
            theme.style(Role::Problem),
        )
        .add(&model.key(Action::AcceptOpen), theme.style(Role::Key))
        .add(&format!(" accepts {them}"), theme.style(Role::Text))
}

/// Says what is true of all files: whether they are as they were, and what keeps them.
fn said_of_all(model: &Model, view: &ApplyView) -> Vec<Line> {
    let theme = &model.theme;
    let text = theme.style(Role::Text);
    let muted = theme.style(Role::Muted);
    let checked = match view.checked {
        Checked::Reading => Line::new().add("  reading the files again ...", muted),
        Checked::Same => Line::new()
            .add("  ok", theme.style(Role::Accepted))
            .add(" read again: the files are as they were matched", text),
        Checked::Changed => Line::new().add(
            &format!(
                "  a file changed on disk: {} matches it again, and nothing is lost by it",
                model.key(Action::Rematch)
            ),
            theme.style(Role::Problem),
        ),
    };
    let mut lines = vec![checked];
    for path in &view.linked {
        lines.push(
            Line::new()
                .add("  ", text)
                .add_bytes(path.as_bytes(), theme.style(Role::Problem))
                .add(
                    " has other names on this disk (hard links); they would keep the old content",
                    theme.style(Role::Problem),
                ),
        );
    }
    if !view.linked.is_empty() {
        lines.push(
            Line::new()
                .add("  nothing has been written: ", text)
                .add(&model.key(Action::Write), theme.style(Role::Key))
                .add(" once more writes it all the same", text),
        );
    }
    lines.push(
        Line::new()
            .add("  all or nothing; originals are kept in ", muted)
            .add(&model.kept_in, text)
            .add(
                &format!(" and {} takes it back", model.key(Action::UndoApply)),
                muted,
            ),
    );
    lines
}

fn change_line(model: &Model, change: &FileChange, extent: &Extent) -> Line {
    let theme = &model.theme;
    let text = theme.style(Role::Text);
    let muted = theme.style(Role::Muted);
    let path = display_line(change.path().as_bytes());
    let line = Line::new()
        .add("  ", text)
        .add(&path, theme.style(Role::Heading));
    let line = match change {
        FileChange::Modify { .. } if extent.is_replaced => {
            line.add("  is replaced", theme.style(Role::Problem))
        }
        FileChange::Modify { .. } | FileChange::Mode { .. } => line,
        FileChange::Create { .. } => line.add("  new file", text),
        FileChange::Delete { .. } => line.add("  is deleted", theme.style(Role::Problem)),
        FileChange::Rename { to, .. } => {
            line.add("  moves to ", text).add_bytes(to.as_bytes(), text)
        }
        FileChange::Copy { to, .. } => line
            .add("  is copied to ", text)
            .add_bytes(to.as_bytes(), text),
    };
    let says_mode = |mode: &FileMode| {
        // A file that was not there never was a program.
        !matches!(change, FileChange::Create { .. }) || *mode != FileMode::Plain
    };
    let line = match change.mode().filter(says_mode) {
        Some(mode) => line.add(&format!("  {}", mode.words()), text),
        None => line,
    };
    let line = line.pad_to(34, text);
    line.add(
        &format!(
            "  {} of {}  ",
            extent.n_written,
            counted(extent.n_hunks, "hunk")
        ),
        muted,
    )
    .add(&format!("+{}", extent.n_come), theme.style(Role::Accepted))
    .add(" ", text)
    .add(&format!("-{}", extent.n_go), theme.style(Role::Rejected))
}

/// Says why a hunk stays out.
fn left_out_line(model: &Model, id: HunkId) -> Line {
    let text = model.theme.style(Role::Text);
    let muted = model.theme.style(Role::Muted);
    let hunk = model.session.plan().hunk(id);
    let words = match (&hunk.decision, &hunk.state) {
        (Decision::Lines(lines), _) => {
            let changes = model.session.blocks_of(id);
            let of: usize = changes.iter().map(|block| block.lines.len()).sum();
            let left = of.saturating_sub(lines.len());
            format!("{left} of its {of} changed lines")
        }
        (Decision::Rejected { why: Some(why) }, _) => format!("rejected: {why}"),
        (Decision::Rejected { why: None }, _) => "rejected".to_string(),
        (Decision::Accepted | Decision::Undecided, State::Placed) => "undecided".to_string(),
        (Decision::Accepted | Decision::Undecided, _) => why_stuck(model, id).unwrap_or_default(),
    };
    Line::new()
        .add(&format!("    {:<9}", model.session.name(id)), text)
        .add(&path_of(model, id.file), muted)
        .add("  ", muted)
        .add(&words, text)
}

/// Says why a hunk deserves another look, with the digit that goes there.
fn look_again_line(model: &Model, number: usize, id: HunkId) -> Line {
    let text = model.theme.style(Role::Text);
    let muted = model.theme.style(Role::Muted);
    let Some(placed) = &model.session.plan().hunk(id).placement else {
        return Line::new();
    };
    let place = &placed.candidate;
    let words = match placed.by {
        By::Person if place.aligned.is_empty() => agreement(place),
        By::Person => format!("{}; you placed it", agreement(place)),
        By::Matcher | By::Number | By::FileEnd | By::Heading | By::Order | By::Nearest => {
            format!("{}; a loose match", agreement(place))
        }
    };
    let digit = match number {
        1..=9 => number.to_string(),
        _ => " ".to_string(),
    };
    let at = format!("  {}:{}", path_of(model, id.file), place.span.start + 1);
    let how_good = format!("  {} {}", place.tier.name(), place.score.percent());
    Line::new()
        .add(&format!("  {digit} "), model.theme.style(Role::Key))
        .add(&format!("{:<9}", model.session.name(id)), text)
        .add(&words, text)
        .add(&at, muted)
        .add(&how_good, muted)
}

/// Says how many of the lines that a hunk names stand at its place as it has them.
fn agreement(place: &Candidate) -> String {
    if place.aligned.is_empty() {
        return "it replaces the whole file".to_string();
    }
    match place.n_lines_exact() {
        (of, exact) if exact == of => "all its lines are there".to_string(),
        (of, 0) => format!("NONE of its {of} lines is there"),
        (of, exact) => format!("{} of its {of} lines differ there", of - exact),
    }
}
