//! The list of files and hunks, and the legend of marks below it.

use ratatui::layout::Rect;

use super::super::hit::Hit;
use super::super::keymap::Action;
use super::super::mark::Mark;
use super::super::model::{Filter, ListRow, Model};
use super::super::theme::Role;
use super::canvas::Canvas;
use super::heading::deletes_file;
use super::line::{Line, cut_front};
use super::patch::path_of;
use crate::patch::{FileMode, FileOp, HunkId};
use crate::plan::{Decision, HunkPlan, State};

pub(super) fn draw(model: &Model, canvas: &mut Canvas<'_>, area: Rect) {
    let inner = area.width - 1;
    canvas.vertical(area.x + inner, area.y, area.height);
    let filter = match model.filter {
        Filter::All => "all",
        Filter::Undecided => "undecided",
        Filter::NeedYou => "need you",
        Filter::Loose => "loose",
    };
    let heading = Line::new()
        .add(" FILES AND HUNKS", canvas.style(Role::Heading))
        .pad_to(
            usize::from(inner).saturating_sub(filter.len() + 3),
            canvas.style(Role::Text),
        )
        .add(
            &format!("{} ", model.key(Action::Filter)),
            canvas.style(Role::Key),
        )
        .add(filter, canvas.style(Role::Muted));
    canvas.line(area.x, area.y, inner, &heading);
    let legend = legend_height(area);
    let rows = n_rows(area);
    let (top, _) = view_of(model, area);
    for (nth, row) in model.list.iter().skip(top).take(rows).enumerate() {
        let y = area.y + 1 + nth as u16;
        let line = match row {
            ListRow::File(file) => file_line(model, canvas, *file, usize::from(inner)),
            ListRow::Hunk(id) => hunk_line(model, canvas, *id),
            ListRow::Unread(nth) => unread_line(model, canvas, *nth),
        };
        canvas.line(area.x, y, inner, &line);
        if let ListRow::Hunk(id) = row {
            let whole = Rect::new(area.x, y, inner, 1);
            canvas.hit(whole, Hit::Hunk(*id));
            if *id == model.hunk {
                canvas.restyle(whole, canvas.over(Role::Cursor));
            }
        }
    }
    if legend > 0 {
        draw_legend(
            canvas,
            Rect::new(area.x, area.bottom() - legend + 1, inner, legend - 1),
        );
    }
}

fn legend_height(area: Rect) -> u16 {
    if area.height >= 24 {
        Mark::ALL.len() as u16 + 2
    } else {
        0
    }
}

fn n_rows(area: Rect) -> usize {
    usize::from(area.height.saturating_sub(1 + legend_height(area)))
}

/// Returns the first row shown, and the last that it could be; unless the wheel moved it, the hunk is in the middle.
pub(super) fn view_of(model: &Model, area: Rect) -> (usize, usize) {
    let rows = n_rows(area);
    let last = model.list.len().saturating_sub(rows);
    let is_current = |row: &ListRow| *row == ListRow::Hunk(model.hunk);
    let at = model.list.iter().position(is_current).unwrap_or(0);
    let top = model.scrolled.list.unwrap_or(at.saturating_sub(rows / 2));
    (top.min(last), last)
}

fn file_line(model: &Model, canvas: &Canvas<'_>, file: usize, width: usize) -> Line {
    let text = canvas.style(Role::Text);
    let plan = &model.session.plan().files[file];
    let decided = plan
        .hunks
        .iter()
        .filter(|hunk| hunk.decision != Decision::Undecided || hunk.state == State::AlreadyApplied);
    let right = match &plan.op {
        FileOp::Create => "new".to_string(),
        FileOp::Delete => "delete".to_string(),
        FileOp::Rename { .. } => "rename".to_string(),
        FileOp::Copy { .. } => "copy".to_string(),
        FileOp::Modify | FileOp::Replace => format!("{}/{}", decided.count(), plan.hunks.len()),
    };
    let room = width.saturating_sub(right.len() + 3);
    let name = cut_front(&path_of(model, file), room, canvas.symbols.cut());
    Line::new()
        .add(" ", text)
        .add(&name, canvas.style(Role::Heading))
        .pad_to(width.saturating_sub(right.len() + 1), text)
        .add(&right, canvas.style(Role::Muted))
}

/// Says that a part of the reply could not be read, where it is, and which key says why.
fn unread_line(model: &Model, canvas: &Canvas<'_>, nth: usize) -> Line {
    let (text, muted) = (canvas.style(Role::Text), canvas.style(Role::Muted));
    let part = model.session.unread().nth(nth);
    let at = part.map_or_else(String::new, |part| model.line_of_reply(part.span.start));
    let at = at.split(" of ").next().unwrap_or_default();
    Line::new()
        .add("   ", text)
        .add(
            Mark::Problem.symbol(canvas.symbols),
            canvas.style(Role::Problem),
        )
        .add(" not read ", canvas.style(Role::Problem))
        .add(at, muted)
        .add("  ", text)
        .add(&model.key(Action::Notes), canvas.style(Role::Key))
}

fn hunk_line(model: &Model, canvas: &Canvas<'_>, id: HunkId) -> Line {
    let text = canvas.style(Role::Text);
    let hunk = model.session.plan().hunk(id);
    let mark = model.mark(hunk);
    // A blank always parts the number from what follows.
    let columns = model.session.tally().n_hunks.max(10).ilog10() as usize + 2;
    let current = if id == model.hunk { ">" } else { " " };
    Line::new()
        .add("  ", text)
        .add(current, canvas.style(Role::Current))
        .add(mark.symbol(canvas.symbols), canvas.style(mark.role()))
        .add(&format!(" {:<1$}", model.session.number(id), columns), text)
        .join(words_of(model, canvas, hunk))
}

/// Says in a few words where a hunk stands.
fn words_of(model: &Model, canvas: &Canvas<'_>, hunk: &HunkPlan) -> Line {
    let text = canvas.style(Role::Text);
    let muted = canvas.style(Role::Muted);
    // Nobody need settle what is rejected.
    let problem = match &hunk.decision {
        Decision::Rejected { .. } => muted,
        Decision::Undecided | Decision::Accepted | Decision::Lines(_) => {
            canvas.style(Role::Problem)
        }
    };
    let found = model.session.found(hunk.id);
    let best = found.and_then(|found| found.candidates.first());
    let score = best.map_or(String::new(), |best| format!("{:>4}", best.score.percent()));
    let line = Line::new();
    match &hunk.state {
        State::Placed => match &hunk.placement {
            Some(_) if deletes_file(model, hunk.id) => {
                line.add(whole_file(model, hunk), canvas.style(Role::Rejected))
            }
            Some(placed) if placed.candidate.aligned.is_empty() => {
                line.add(whole_file(model, hunk), text)
            }
            Some(placed) => line
                .add(&format!("{:>5} ", placed.candidate.span.start + 1), text)
                .add(&format!("{:<10}", placed.candidate.tier.name()), muted)
                .add(&format!("{:>4}", placed.candidate.score.percent()), muted),
            None => line,
        },
        State::Overlap(with) => {
            let other = with.first().map_or(0, |other| {
                model.session.number(HunkId {
                    hunk: *other,
                    ..hunk.id
                })
            });
            line.add(&format!("overlaps {other}"), problem)
        }
        State::Ambiguous => {
            let tied = found.map_or(0, |found| found.tied().len());
            line.add(&format!("{:<16}", format!("{tied} places")), problem)
                .add(&score, muted)
        }
        State::TooWeak => line
            .add(&format!("{:<16}", "too weak"), problem)
            .add(&score, muted),
        State::NoMatch => line
            .add(&format!("{:<16}", "no match"), problem)
            .add(&score, muted),
        State::DeletedLineNotFound => line
            .add(&format!("{:<16}", "deletion differs"), problem)
            .add(&score, muted),
        State::AlreadyApplied => {
            let words = if model.session.is_written(hunk.id) {
                "written"
            } else {
                "already there"
            };
            line.add(words, muted)
        }
        State::NoOp => line.add("changes nothing", muted),
        State::Skipped => line.add("left alone", muted),
        State::ContextGone => line.add("its context goes", problem),
        State::Dependent(_) => line.add("dependent", problem),
        State::Drifted => line.add("file changed", problem),
        State::FileStuck => line.add(stuck_words(model, hunk), problem),
        State::Invalid(_) => line.add("not valid", problem),
        State::Unresolved(_) => line.add("parts left out", problem),
    }
}

fn whole_file(model: &Model, hunk: &HunkPlan) -> &'static str {
    match model.session.patch().hunk(hunk.id).mode {
        Some(FileMode::Executable) => return "chmod +x",
        Some(FileMode::Plain) => return "chmod -x",
        Some(FileMode::Special(_)) | None => {}
    }
    match model.session.plan().files[hunk.id.file].op {
        FileOp::Create => "create the file",
        FileOp::Delete => "delete the file",
        FileOp::Rename { .. } => "move the file",
        FileOp::Copy { .. } => "copy the file",
        FileOp::Replace => "replace the file",
        FileOp::Modify => "fill the file",
    }
}

fn stuck_words(model: &Model, hunk: &HunkPlan) -> &'static str {
    use crate::plan::FileState;
    match &model.session.plan().files[hunk.id.file].state {
        FileState::NoPath => "which file?",
        FileState::TwoNames => "which of two?",
        FileState::NoTarget => "no such file",
        FileState::Exists => "file exists",
        FileState::Binary => "binary file",
        FileState::NotAFile(_) => "not a file",
        FileState::Refused(_) => "refused",
        FileState::Unreadable(_) => "unreadable",
        FileState::Invalid(_) => "not valid",
        FileState::Unresolved(_) => "parts left out",
        FileState::Unsearched => "not searched",
        FileState::Ready => "",
    }
}

fn draw_legend(canvas: &mut Canvas<'_>, area: Rect) {
    let muted = canvas.style(Role::Muted);
    let heading = Line::new().add(" LEGEND", canvas.style(Role::Heading));
    canvas.line(area.x, area.y, area.width, &heading);
    for (nth, mark) in Mark::ALL.iter().enumerate() {
        let line = Line::new()
            .add("  ", muted)
            .add(mark.symbol(canvas.symbols), canvas.style(mark.role()))
            .add(" ", muted)
            .add(mark.meaning(), muted);
        canvas.line(area.x, area.y + 1 + nth as u16, area.width, &line);
    }
}
