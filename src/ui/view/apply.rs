//! What would be written, before anything is: files, what stays out, and what deserves another look.

use ratatui::layout::Rect;

use super::super::counted;
use super::super::keymap::Action;
use super::super::model::{ApplyView, Checked, Extent, Model};
use super::super::theme::{Role, Theme};
use super::canvas::Canvas;
use super::line::Line;
use super::patch::path_of;
use super::reasons::why_stuck;
use crate::matcher::Candidate;
use crate::patch::FileOp;
use crate::plan::{By, Decision, FileChange, HunkPlan, State};
use crate::text::display::display_line;

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
    canvas.scroll(area, &heading, &lines(model, view), view.top);
}

/// Returns all rows of the screen.
pub(super) fn lines(model: &Model, view: &ApplyView) -> Vec<Line> {
    let theme = &model.theme;
    let text = theme.style(Role::Text);
    let muted = theme.style(Role::Muted);
    let mut lines = Vec::new();
    for (change, extent) in view.changes.changes().iter().zip(&view.extents) {
        lines.push(change_line(model, change, extent));
    }
    lines.push(Line::new());
    let left: Vec<Line> = left_out(model, theme);
    if !left.is_empty() {
        lines.push(Line::new().add("  not written", muted));
        lines.extend(left);
        lines.push(Line::new());
    }
    let look: Vec<Line> = look_again(model, view, theme);
    if !look.is_empty() {
        lines.push(Line::new().add(
            "  look at these once more before you say yes",
            theme.style(Role::Problem),
        ));
        lines.extend(look);
        lines.push(Line::new());
    }
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
    lines.push(checked);
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
    let room = usize::from(model.size.0);
    lines
        .iter()
        .flat_map(|line| line.folded(room, 13))
        .collect()
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
        FileChange::Modify { .. } if is_replaced(model, change) => {
            line.add("  is replaced", theme.style(Role::Problem))
        }
        FileChange::Modify { .. } => line,
        FileChange::Create { .. } => line.add("  new file", text),
        FileChange::Delete { .. } => line.add("  is deleted", theme.style(Role::Problem)),
        FileChange::Rename { to, .. } => {
            line.add("  moves to ", text).add_bytes(to.as_bytes(), text)
        }
        FileChange::Copy { to, .. } => line
            .add("  is copied to ", text)
            .add_bytes(to.as_bytes(), text),
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

/// Returns whether the patch gives a file that is there as a new one.
fn is_replaced(model: &Model, change: &FileChange) -> bool {
    let mut files = model.session.plan().files.iter();
    files.any(|file| {
        let whole = matches!(file.op, FileOp::Create | FileOp::Replace);
        whole && file.target.as_ref() == Some(change.path())
    })
}

/// Lists the hunks that stay out, with the reason.
fn left_out(model: &Model, theme: &Theme) -> Vec<Line> {
    let text = theme.style(Role::Text);
    let muted = theme.style(Role::Muted);
    let words = |hunk: &HunkPlan| -> Option<String> {
        match (&hunk.decision, &hunk.state) {
            (Decision::Accepted, _) => None,
            (Decision::Lines(lines), _) => {
                let changes = model.session.blocks_of(hunk.id);
                let of: usize = changes.iter().map(|block| block.lines.len()).sum();
                let left = of.saturating_sub(lines.len());
                Some(format!("{left} of its {of} changed lines"))
            }
            (_, State::AlreadyApplied | State::NoOp) => None,
            (Decision::Rejected { why: Some(why) }, _) => Some(format!("rejected: {why}")),
            (Decision::Rejected { why: None }, _) => Some("rejected".to_string()),
            (Decision::Undecided, State::Placed) => Some("undecided".to_string()),
            (Decision::Undecided, _) => why_stuck(model, hunk.id),
        }
    };
    let hunks = model.session.plan().hunks();
    let left = hunks.filter_map(|hunk| Some((hunk, words(hunk)?)));
    left.map(|(hunk, words)| {
        Line::new()
            .add(&format!("    {:<9}", model.session.name(hunk.id)), text)
            .add(&path_of(model, hunk.id.file), muted)
            .add("  ", muted)
            .add(&words, text)
    })
    .collect()
}

/// Lists the hunks to look at once more, each with the digit that goes there.
fn look_again(model: &Model, view: &ApplyView, theme: &Theme) -> Vec<Line> {
    let text = theme.style(Role::Text);
    let muted = theme.style(Role::Muted);
    let mut lines = Vec::new();
    for (number, id) in (1..).zip(&view.look_again) {
        let Some(placed) = &model.session.plan().hunk(*id).placement else {
            continue;
        };
        let place = &placed.candidate;
        let words = match placed.by {
            By::Person if place.aligned.is_empty() => agreement(place),
            By::Person => format!("you chose its place; {}", agreement(place)),
            By::Matcher | By::Number | By::FileEnd | By::Heading | By::Order | By::Nearest => {
                format!("it matches loosely; {}", agreement(place))
            }
        };
        let digit = match number {
            1..=9 => number.to_string(),
            _ => " ".to_string(),
        };
        lines.push(
            Line::new()
                .add(&format!("  {digit} "), theme.style(Role::Key))
                .add(&format!("{:<9}", model.session.name(*id)), text)
                .add(
                    &format!(
                        "{}:{}  {} {}  ",
                        path_of(model, id.file),
                        place.span.start + 1,
                        place.tier.name(),
                        place.score.percent()
                    ),
                    muted,
                )
                .add(&words, text),
        );
    }
    lines
}

/// Says how many of the lines that a hunk names stand at its place as it has them.
fn agreement(place: &Candidate) -> String {
    if place.aligned.is_empty() {
        return "it replaces the whole file".to_string();
    }
    match place.n_lines_exact() {
        (of, exact) if exact == of => "all its lines stand there".to_string(),
        (of, 0) => format!("NONE of its {of} lines stands there as it has them"),
        (of, exact) => format!("{} of its {of} lines differ there", of - exact),
    }
}
