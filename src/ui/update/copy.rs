//! What goes to the terminal's clipboard. A terminal never says whether it took it, so nobody is told that it did.

use super::super::effect::Effect;
use super::super::model::{Clipboard, Model};
use super::{refuse, tell};
use crate::patch::write::{NumberedHunk, file_header, numbered_hunk};
use crate::report::feedback;
use crate::text::RelPath;
use crate::text::display::{display_line, is_hidden};
use crate::text::words::counted;

/// The most bytes that terminals take: xterm's limit, before it is written in base64.
const MOST: usize = 74_994;

/// Copies the hunk under review as a patch of its own, numbered by the place on the screen.
pub(super) fn hunk(model: &mut Model) -> Vec<Effect> {
    let hunk = model.session.patch().hunk(model.hunk);
    let place = model.place_on_screen();
    let claimed = hunk.hint.map(|hint| hint.line_index);
    let start = place.map(|place| place.span.start).or(claimed).unwrap_or(0);
    let path = model.session.plan().files[model.hunk.file].target.as_ref();
    let path = path.map(RelPath::as_bytes);
    let mut patch = file_header(path, path);
    patch.extend_from_slice(&numbered_hunk(NumberedHunk {
        hunk,
        old_start: start,
        new_start: start,
    }));
    let name = model.session.name(model.hunk);
    send(model, &name, &patch)
}

/// Copies what the model should hear, and has it written where the person asked for it.
pub(super) fn feedback(model: &mut Model) -> Vec<Effect> {
    let markdown = feedback::to_markdown(&model.session);
    let mut effects = send(model, "the feedback", markdown.as_bytes());
    effects.push(Effect::Feedback(markdown));
    effects
}

fn send(model: &mut Model, name: &str, bytes: &[u8]) -> Vec<Effect> {
    if model.clipboard == Clipboard::None {
        return refuse(
            model,
            "no clipboard in this terminal; use --feedback FILE or --rejects FILE",
        );
    }
    let text = visible(bytes);
    if text.len() > MOST {
        let n_kb = text.len().div_ceil(1024);
        return refuse(
            model,
            format!("{name} has {n_kb} kB, too much for a clipboard; use --feedback FILE"),
        );
    }
    let n_lines = counted(text.lines().count(), "line");
    tell(
        model,
        format!("Copied {name}, {n_lines} (OSC 52). Empty paste? use --feedback FILE"),
    );
    vec![Effect::Copy(text)]
}

/// Returns the text with characters that nobody sees written out: it may be pasted where they act.
fn visible(bytes: &[u8]) -> String {
    let lines = bytes.split(|byte| *byte == b'\n').map(|line| {
        let plain = |text: &&str| {
            !text
                .chars()
                .any(|c| c != '\t' && (c.is_control() || is_hidden(c)))
        };
        // A carriage return at the end is the other half of the line break.
        let (body, eol) = match line.strip_suffix(b"\r") {
            Some(body) => (body, "\r"),
            None => (line, ""),
        };
        match std::str::from_utf8(body).ok().filter(plain) {
            Some(plain) => format!("{plain}{eol}"),
            None => display_line(body) + eol,
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::visible;

    #[test]
    fn what_nobody_sees_is_written_out() {
        assert_eq!(visible(b"+\ta = 1\r\n-b\n"), "+\ta = 1\r\n-b\n");
        let shown = visible("+\u{1b}]0;x\u{7}\u{202e}\n".as_bytes());
        assert!(
            !shown.contains(['\u{1b}', '\u{7}', '\u{202e}']),
            "{shown:?}"
        );
    }
}
