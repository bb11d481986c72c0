//! What the patch itself says of the hunk, and the names of its files.

use ratatui::layout::Rect;

use super::super::model::Model;
use super::super::theme::Role;
use super::canvas::Canvas;
use super::line::Line;
use crate::patch::{HintSource, LineKind, PatchPath};
use crate::text::display::display_line;

/// Returns the path of a file of the patch as people read it.
pub(super) fn path_of(model: &Model, file: usize) -> String {
    if let Some(path) = &model.session.plan().files[file].target {
        return display_line(path.as_bytes());
    }
    match &model.session.patch().files[file].path {
        PatchPath::Named(path) => display_line(path.as_bytes()),
        PatchPath::Missing => "(no path)".to_string(),
        PatchPath::Refused { text, .. } => display_line(text),
    }
}

pub(super) fn draw(model: &Model, canvas: &mut Canvas<'_>, area: Rect) {
    let hunk = model.session.patch().hunk(model.hunk);
    let dialect = model.session.patch().files[model.hunk.file].dialect;
    let muted = canvas.style(Role::Muted);
    let heading = Line::new()
        .add("WHAT THE PATCH SAYS", canvas.style(Role::Heading))
        .add(
            &format!("  {dialect}, {}", model.line_of_reply(hunk.origin.start)),
            muted,
        );
    canvas.rule(area.x, area.y, area.width, &heading);
    let lines = lines(model);
    let top = model.scrolled.patch.min(overflow(model, area));
    let room = usize::from(area.height.saturating_sub(1));
    let shown = lines.iter().skip(top).take(room);
    for (y, line) in (area.y + 1..).zip(shown) {
        canvas.line(area.x + 1, y, area.width - 1, line);
    }
    let below = lines.len().saturating_sub(top + room);
    if below > 0 && area.height > 1 {
        let more = Line::new().add(&format!(" {} more lines", below + 1), muted);
        let y = area.bottom() - 1;
        canvas.line(
            area.x + 1,
            y,
            area.width - 1,
            &more.pad_to(usize::from(area.width) - 2, muted),
        );
    }
    canvas.vertical(area.right() - 1, area.y, area.height);
}

/// Returns how many rows do not fit.
pub(super) fn overflow(model: &Model, area: Rect) -> usize {
    let room = usize::from(area.height.saturating_sub(1));
    lines(model).len().saturating_sub(room)
}

fn lines(model: &Model) -> Vec<Line> {
    let hunk = model.session.patch().hunk(model.hunk);
    let theme = &model.theme;
    let muted = theme.style(Role::Muted);
    let mut lines = Vec::new();
    let hint = hunk.hint.map(|hint| {
        let source = match hint.source {
            HintSource::Header(_) => "its header says line",
            HintSource::StartLine => "it names line",
            HintSource::Insertion => "it goes before line",
            HintSource::Gutter => "it carries line",
            HintSource::Compared => "it changes line",
        };
        format!(" {source} {}", hint.line_index + 1)
    });
    lines.extend(hint.map(|hint| Line::new().add(&hint, muted)));
    for heading in &hunk.headings {
        lines.push(Line::new().add(" @@ ", muted).add_bytes(heading, muted));
    }
    let mode = hunk.mode.map(|mode| format!(" its file {}", mode.words()));
    lines.extend(mode.map(|mode| Line::new().add(&mode, theme.style(Role::Text))));
    for line in hunk.lines.iter() {
        let style = match line.kind {
            LineKind::Context => theme.style(Role::Text),
            LineKind::Delete => theme.style(Role::Delete),
            LineKind::Insert => theme.style(Role::Insert),
        };
        let sign = line.kind.sign().to_string();
        lines.push(Line::new().add(&sign, style).add_bytes(&line.body, style));
    }
    lines
}
