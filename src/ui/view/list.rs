//! The list of files and hunks: what each is, and how it stands.

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::super::hit::Hit;
use super::super::keymap::Action;
use super::super::mark::Mark;
use super::super::model::{Filter, ListRow, Model};
use super::super::theme::Role;
use super::canvas::Canvas;
use super::heading::extent;
use super::line::{Line, cut_end, cut_front};
use super::patch::path_of;
use crate::matcher::{Candidate, Found};
use crate::patch::{FileMode, FileOp, HunkId, HunkLine};
use crate::plan::conflict::n_tied_words;
use crate::plan::{By, Decision, FilePlan, HunkPlan, Placement, State};
use crate::report;
use crate::text::display::display_line;

/// The most hunks that one is said to overlap by their numbers.
const MOST_OVERLAPS: usize = 2;

/// From so many columns on a row counts the lines that come and go.
const WIDE: usize = 36;

pub(super) fn draw(model: &Model, canvas: &mut Canvas<'_>, area: Rect) {
    let inner = area.width - 1;
    canvas.vertical(area.x + inner, area.y, area.height);
    let top_rows = u16::from(model.filter != Filter::All);
    if top_rows > 0 {
        draw_filter(
            model,
            canvas,
            Rect {
                width: inner,
                height: 1,
                ..area
            },
        );
    }
    let (top, last) = view_of(model, area);
    let rows = n_rows(model, area);
    for (nth, row) in model.list.iter().skip(top).take(rows).enumerate() {
        let y = area.y + top_rows + nth as u16;
        let width = usize::from(inner);
        let line = match row {
            ListRow::File(file) => file_line(model, canvas, *file, width),
            ListRow::Hunk(id) => hunk_line(model, canvas, *id, width),
            ListRow::Unread(nth) => unread_line(model, canvas, *nth),
        };
        canvas.line(area.x, y, inner, &line);
        let whole = Rect::new(area.x, y, inner, 1);
        match row {
            ListRow::Hunk(id) => {
                canvas.hit(whole, Hit::Hunk(*id));
                if *id == model.hunk {
                    canvas.lift(whole, Role::Cursor);
                }
            }
            ListRow::File(file) => {
                canvas.hit(whole, Hit::File(*file));
                // Its row is that of the hunk, too.
                if *file == model.hunk.file && model.folded.contains(file) {
                    canvas.lift(whole, Role::Cursor);
                }
            }
            ListRow::Unread(_) => {}
        }
    }
    if last > 0 {
        draw_scrollbar(
            canvas,
            Rect {
                y: area.y + top_rows,
                height: rows as u16,
                ..area
            },
            (top, last, rows),
        );
    }
}

/// Says which hunks the list shows, where that is not all of them.
fn draw_filter(model: &Model, canvas: &mut Canvas<'_>, area: Rect) {
    let n_hunks = model.session.tally().n_hunks;
    let n_listed = model.filtered().count();
    let line = Line::new()
        .add(" Filter: ", canvas.style(Role::Muted))
        .add(model.filter.words(), canvas.style(Role::Text))
        .add(
            &format!(" ({n_listed} of {n_hunks})"),
            canvas.style(Role::Muted),
        );
    let key = Line::new()
        .add("  ", canvas.style(Role::Text))
        .add(&model.key(Action::Filter), canvas.style(Role::Key))
        .add(" next", canvas.style(Role::Muted));
    let has_room = line.width() + key.width() <= usize::from(area.width);
    let line = if has_room { line.join(key) } else { line };
    canvas.line(area.x, area.y, area.width, &line);
}

/// Draws on the list's border which part of it is seen.
fn draw_scrollbar(canvas: &mut Canvas<'_>, area: Rect, (top, last, rows): (usize, usize, usize)) {
    let all = last + rows;
    let height = usize::from(area.height);
    let thumb = (rows * height / all).max(1);
    let first = top * (height - thumb) / last.max(1);
    let bar = Line::new().add(canvas.symbols.thumb(), canvas.style(Role::Muted));
    for row in first..first + thumb {
        canvas.line(area.right() - 1, area.y + row as u16, 1, &bar);
    }
}

fn n_rows(model: &Model, area: Rect) -> usize {
    usize::from(
        area.height
            .saturating_sub(u16::from(model.filter != Filter::All)),
    )
}

/// Returns the first row shown, and the last that it could be; unless the wheel moved it, the hunk is in the middle.
pub(super) fn view_of(model: &Model, area: Rect) -> (usize, usize) {
    let rows = n_rows(model, area);
    let last = model.list.len().saturating_sub(rows);
    // The rows are in the patch's order; where the hunk is not among them, the nearest stands for it.
    let current = ListRow::Hunk(model.hunk).rank();
    let at = model.list.partition_point(|row| row.rank() < current);
    let top = model.scrolled.list.unwrap_or(at.saturating_sub(rows / 2));
    (top.min(last), last)
}

fn file_line(model: &Model, canvas: &Canvas<'_>, file: usize, width: usize) -> Line {
    let (text, muted) = (canvas.style(Role::Text), canvas.style(Role::Muted));
    let plan = &model.session.plan().files[file];
    let right = Line::new();
    let right = match &plan.op {
        FileOp::Create => right.add("new", text),
        FileOp::Delete => right.add("delete", canvas.style(Role::Rejected)),
        FileOp::Rename { .. } => right.add("rename", text),
        FileOp::Copy { .. } => right.add("copy", text),
        FileOp::Modify | FileOp::Replace => right,
    };
    let right = if model.folded.contains(&file) {
        right.join(worst_of(model, canvas, file))
    } else {
        right.join(extent_of(model, canvas, file))
    };
    let right = right.add(" ", text);
    let fold = canvas.symbols.fold()[usize::from(model.folded.contains(&file))];
    let name = match plan.op.to() {
        Some(to) => display_line(to.as_bytes()),
        None => path_of(model, file),
    };
    // A second section about a file, such as one that a person chose this file for, is no other file.
    let above = &model.session.plan().files[..file];
    let is_above = |above: &FilePlan| above.target.is_some() && above.target == plan.target;
    let again = match above.iter().any(is_above) {
        true => " again",
        false => "",
    };
    let room = width.saturating_sub(right.width() + 3 + again.len());
    let name = cut_front(&name, room, canvas.symbols.cut());
    Line::new()
        .add(fold, muted)
        .add(" ", text)
        .add(&name, canvas.style(Role::Heading))
        .add(again, muted)
        .pad_to(width.saturating_sub(right.width()), text)
        .join(right)
}

/// Counts the lines that come and go in a file, but for those that were rejected, and those that it has already.
fn extent_of(model: &Model, canvas: &Canvas<'_>, file: usize) -> Line {
    let hunks = model.session.plan().files[file].hunks.iter();
    let is_there = |hunk: &HunkPlan| {
        let is_done = hunk.state.is_there();
        is_done && !model.session.is_written(hunk.id)
    };
    let hunks = hunks.filter(|hunk| !hunk.decision.is_rejected() && !is_there(hunk));
    let extents = hunks.map(|hunk| extent(model, hunk.id));
    let (come, go) = extents.fold((0, 0), |(a, b), (c, d)| (a + c, b + d));
    let counted = |sign: &str, n: usize| match n {
        0 => String::new(),
        n => format!(" {sign}{n}"),
    };
    Line::new()
        .add(&counted("+", come), canvas.style(Role::Accepted))
        .add(&counted("-", go), canvas.style(Role::Rejected))
}

/// Draws the worst mark of a file that is folded, and how many hunks it stands for.
fn worst_of(model: &Model, canvas: &Canvas<'_>, file: usize) -> Line {
    let hunks = &model.session.plan().files[file].hunks;
    let marks = || hunks.iter().map(|hunk| model.mark(hunk));
    let Some(worst) = Mark::worst(marks()) else {
        return Line::new();
    };
    // Of all that need a person the worst mark is shown, and how many they are.
    let is_counted = |mark: &Mark| match worst.needs_person() {
        true => mark.needs_person(),
        false => *mark == worst,
    };
    let n = marks().filter(is_counted).count();
    let words = format!(" {}{n} ", worst.symbol(canvas.symbols));
    Line::new()
        .add(&words, canvas.style(worst.role()))
        .add(&format!("of {}", hunks.len()), canvas.style(Role::Muted))
}

/// Says that a part of the reply could not be read, where it is, and which key says why.
fn unread_line(model: &Model, canvas: &Canvas<'_>, nth: usize) -> Line {
    let (text, muted) = (canvas.style(Role::Text), canvas.style(Role::Muted));
    let part = model.session.unread().nth(nth);
    let at = part.map_or_else(String::new, |part| model.line_of_reply(part.span.start));
    let at = at.split(" of ").next().unwrap_or_default();
    Line::new()
        .add(" ", text)
        .add(
            Mark::Problem.symbol(canvas.symbols),
            canvas.style(Role::Problem),
        )
        .add(" not read ", canvas.style(Role::Problem))
        .add(at, muted)
        .add("  ", text)
        .add(&model.key(Action::Notes), canvas.style(Role::Key))
}

fn hunk_line(model: &Model, canvas: &Canvas<'_>, id: HunkId, width: usize) -> Line {
    let text = canvas.style(Role::Text);
    let hunk = model.session.plan().hunk(id);
    let mark = model.mark(hunk);
    let columns = model.session.tally().n_hunks.max(1).ilog10() as usize + 1;
    let current = if id == model.hunk {
        canvas.symbols.bar()
    } else {
        " "
    };
    let line = Line::new()
        .add(current, canvas.style(Role::Current))
        .add(mark.symbol(canvas.symbols), canvas.style(mark.role()))
        .add(&format!(" {:>columns$} ", model.session.number(id)), text);
    let right = where_it_goes(model, canvas, hunk, width);
    let room = width.saturating_sub(line.width() + right.width() + 2);
    let (words, style) = what_it_is(model, canvas, hunk);
    let words = cut_end(&words, room, canvas.symbols.cut());
    line.add(&words, style)
        .pad_to(width.saturating_sub(right.width() + 1), text)
        .join(right)
}

/// Says of a hunk that has its place how well it fits where that is not exactly, what comes and goes where there is room, and the
/// line that its place is named by everywhere.
fn where_it_goes(model: &Model, canvas: &Canvas<'_>, hunk: &HunkPlan, width: usize) -> Line {
    let muted = canvas.style(Role::Muted);
    if let Some(line) = written_line(model, hunk) {
        return Line::new().add(&format!("{:>4}", line + 1), muted);
    }
    let placed = hunk
        .placement
        .as_ref()
        .filter(|_| hunk.state == State::Placed);
    let in_lines = |_: &&Placement| report::file_act(&model.session, hunk).is_none();
    let Some(placed) = placed.filter(in_lines) else {
        return Line::new();
    };
    let place = &placed.candidate;
    let fit = match place.score.percent() {
        // No score speaks for a place that only a person wants.
        _ if placed.by == By::Person && !place.reaches_bar() => String::new(),
        100 => String::new(),
        percent => format!("~{percent} "),
    };
    let line = Line::new().add(&fit, canvas.style(Role::Undecided));
    let line = if width >= WIDE {
        let (come, go) = extent(model, hunk.id);
        line.add(&format!("+{come} -{go} "), muted)
    } else {
        line
    };
    line.add(
        &format!("{:>4}", model.session.change_line(hunk.id, place) + 1),
        muted,
    )
}

/// Says in a few words what a hunk is: the definition it changes, or what is in the way.
fn what_it_is(model: &Model, canvas: &Canvas<'_>, hunk: &HunkPlan) -> (String, Style) {
    let text = canvas.style(Role::Text);
    let muted = canvas.style(Role::Muted);
    // Nobody need settle what is rejected.
    let problem = if hunk.decision.is_rejected() {
        muted
    } else {
        canvas.style(Role::Problem)
    };
    let says = |words: &str, style| (words.to_string(), style);
    // What is in the way of a rejected hunk is no problem any more.
    if let Decision::Rejected { why } = &hunk.decision
        && !hunk.state.is_settled()
    {
        let why = why
            .as_ref()
            .map(|why| why.lines().next().unwrap_or_default());
        return match why {
            Some(why) => (format!("rejected: {why}"), muted),
            None => (rejected_words(model, hunk), muted),
        };
    }
    match &hunk.state {
        State::Placed if model.hides(hunk) => says("hidden text", problem),
        State::Placed => match &hunk.placement {
            Some(_) if report::deletes_file(&model.session, hunk.id) => {
                says(whole_file(model, hunk), canvas.style(Role::Rejected))
            }
            Some(_) if report::file_act(&model.session, hunk).is_some() => {
                says(whole_file(model, hunk), text)
            }
            Some(placed) => {
                let style = if hunk.decision == Decision::Undecided {
                    text
                } else {
                    muted
                };
                (definition(model, hunk, &placed.candidate), style)
            }
            None => says("", text),
        },
        State::Overlap(with) => {
            let number = |other: &usize| {
                let id = HunkId {
                    hunk: *other,
                    ..hunk.id
                };
                model.session.number(id)
            };
            let numbers: Vec<usize> = with.iter().map(number).collect();
            let shown = numbers.iter().take(MOST_OVERLAPS).map(usize::to_string);
            let shown = shown.collect::<Vec<_>>().join(", ");
            let more = match numbers.len().saturating_sub(MOST_OVERLAPS) {
                0 => String::new(),
                n => format!(" and {n} more"),
            };
            (format!("conflicts with {shown}{more}"), problem)
        }
        State::Ambiguous => match model.session.found(hunk.id) {
            found if found.is_some_and(Found::is_tied) => {
                (format!("{} places", n_tied_words(found)), problem)
            }
            _ => says("place unclear", problem),
        },
        State::TooWeak if report::deletes_file(&model.session, hunk.id) => {
            says(whole_file(model, hunk), problem)
        }
        State::TooWeak => says("needs review", problem),
        State::NoMatch => says("no match", problem),
        State::DeletedLineNotFound => says("removed line not found", problem),
        State::AlreadyApplied if model.session.is_written(hunk.id) => {
            (written_words(model, hunk), muted)
        }
        State::AlreadyApplied if model.session.keeps_newer_lines(hunk.id.file) => {
            says("newer lines stay", muted)
        }
        State::AlreadyApplied => says("already in the file", muted),
        State::NoOp => says("no changes", muted),
        State::Skipped => says("left alone", muted),
        State::ContextGone => says("context deleted", problem),
        State::Dependent(_) => says("needs a rejected hunk", problem),
        State::Drifted => says("place changed", problem),
        State::FileStuck => says(stuck_words(model, hunk), problem),
        State::Invalid(_) => says("not valid", problem),
        State::Unresolved(_) => says("no place found", problem),
    }
}

/// Returns the definition that a hunk changes, else the first line that it changes.
fn definition(model: &Model, hunk: &HunkPlan, place: &Candidate) -> String {
    let text = model.session.plan().files[hunk.id.file].text();
    let named = text.and_then(|text| model.names.of(text, place.first_changed()));
    named.unwrap_or_else(|| first_change(&place.variant.lines))
}

/// Returns the definition that a written hunk is in, else the first line that it changed; of one that was about a whole file that
/// it is written.
fn written_words(model: &Model, hunk: &HunkPlan) -> String {
    let text = model.session.plan().files[hunk.id.file].text();
    let Some((text, line)) = text.zip(written_line(model, hunk)) else {
        return "written".to_string();
    };
    let named = model
        .names
        .of(text, line.min(text.n_lines().saturating_sub(1)));
    named.unwrap_or_else(|| first_change(&model.session.patch().hunk(hunk.id).lines))
}

/// Returns the first line (0-based) that a hunk wrote, or the place of those that it removed.
fn written_line(model: &Model, hunk: &HunkPlan) -> Option<usize> {
    let is_of_lines = model.session.plan().files[hunk.id.file].op == FileOp::Modify;
    let is_written = is_of_lines && model.session.is_written(hunk.id);
    let added = is_written.then(|| model.session.lines_applied(hunk.id))?;
    let span = added.first().copied();
    Some(span.or_else(|| model.session.applied_span(hunk.id))?.start)
}

/// Returns the first line that changes and is not blank, where one is.
fn first_change(lines: &[HunkLine]) -> String {
    let mut changed = lines.iter().filter(|line| line.is_change());
    // A line of signs alone, such as `///`, tells no hunk from another.
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || !byte.is_ascii();
    let says_something = |line: &&HunkLine| line.body.iter().any(is_word);
    let is_text = |line: &&HunkLine| !line.body.trim_ascii().is_empty();
    let line = changed.clone().find(says_something);
    let line = line.or_else(|| changed.find(is_text));
    line.map_or(String::new(), |line| display_line(line.body.trim_ascii()))
}

/// Says what a rejected hunk that has no settled place would change; its mark says that it is rejected.
fn rejected_words(model: &Model, hunk: &HunkPlan) -> String {
    let found = model.session.found(hunk.id);
    let words = match found.map_or(&[][..], |found| &found.candidates) {
        [only] if only.reaches_bar() => definition(model, hunk, only),
        [] | [_] | [_, _, ..] => first_change(&model.session.patch().hunk(hunk.id).lines),
    };
    match words.is_empty() {
        true => "rejected".to_string(),
        false => words,
    }
}

fn whole_file(model: &Model, hunk: &HunkPlan) -> &'static str {
    match model.session.patch().hunk(hunk.id).mode {
        Some(FileMode::Executable) => return "chmod +x",
        Some(FileMode::Plain) => return "chmod -x",
        Some(FileMode::Special(_)) | None => {}
    }
    match model.session.plan().files[hunk.id.file].op {
        FileOp::Create => "new file",
        FileOp::Delete => "delete the file",
        FileOp::Rename { .. } => "rename",
        FileOp::Copy { .. } => "copy",
        FileOp::Replace => "replace the file",
        FileOp::Modify => "fill the file",
    }
}

fn stuck_words(model: &Model, hunk: &HunkPlan) -> &'static str {
    use crate::plan::FileState;
    match &model.session.plan().files[hunk.id.file].state {
        FileState::NoPath => "which file?",
        FileState::TwoNames => "which of two?",
        FileState::NoTarget => "file not found",
        FileState::Exists => "file exists",
        FileState::Binary => "binary file",
        FileState::NotAFile(_) => "not a file",
        FileState::Refused(_) => "refused",
        FileState::Unreadable(_) => "unreadable",
        FileState::Invalid(_) => "not valid",
        FileState::Unresolved(_) => "incomplete",
        FileState::Unsearched => "not searched",
        FileState::Ready => "",
    }
}
