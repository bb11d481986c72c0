//! Shell commands that write a file: here-documents are read as its content. Scripts of ed are named, shown and never
//! executed; what other commands change is told by [`super::commands::run`].

use std::borrow::Cow;

use bstr::{BStr, BString, ByteSlice};

use super::call::arguments::Call;
use super::call::field::FieldText;
use super::call::tag::End;
use super::call::tool_call::{self, Around};
use super::commands::saved_patch::{self, PatchFileUse, SavedBlock};
use super::note::NoteCode;
use super::spec::{DialectSpec, Ends, Manners};
use super::walk::cut;
use super::walk::heredoc::{self, Went, Writes};
use super::walk::line;
use super::walk::scan::Scan;
use crate::patch::{FileOp, FilePatch, Hunk, HunkLine, LineKind, Shown, Unsure};
use crate::text::{OneOf, Trim};

pub(super) const SPEC: DialectSpec = DialectSpec {
    name: heredoc::DIALECT,
    title: "here-document that writes a file, `cat > file <<'EOF'`; ed scripts are named, never executed",
    example: "cat > src/greet.rs <<'EOF'\nfn main() {\n    goodbye();\n}\nEOF\n",
    advice: &[],
    starts,
    read,
    manners: Manners {
        ends: Ends::BySign,
        ..Manners::PLAIN
    },
};

fn starts(scan: &Scan<'_>) -> bool {
    scan.peek(0).is_some_and(|line| {
        content_end(scan).is_some() || is_ed(scan) || is_editor(line.body) || edited(scan).is_some()
    })
}

/// Returns whether a line calls the editor of SWE-agent with its arguments as a shell quotes them.
fn is_editor(line: &BStr) -> bool {
    let Some(rest) = line.trimmed_start().strip_prefix(b"str_replace_editor") else {
        return false;
    };
    let edits = ["str_replace", "insert", "create"];
    let mut words = rest.fields();
    rest.trimmed_start().len() < rest.len()
        && words.next().is_some_and(|word| word.is_one_of(&edits))
}

/// Returns the call that `edit 5:8`, a text and `end_of_edit` make, SWE-agent's way to replace lines, with the line behind it
/// and the file that was opened before.
fn edited(scan: &Scan<'_>) -> Option<(Call, usize, Option<BString>)> {
    let line = scan.peek(0)?;
    let range = line.body.trimmed().strip_prefix(b"edit ")?.trimmed();
    let (first, last) = range.split_once_str(":")?;
    line::number(first).and(line::number(last))?;
    let end = scan.find_ahead(scan.at + 1, |index| {
        scan.lines[index].trimmed() == "end_of_edit" || scan.closes(index)
    })?;
    if scan.closes(end) {
        return None;
    }
    let text = scan.lines[scan.at + 1..end].iter();
    let content = FieldText {
        lines: text.map(|line| (scan.piece(line.body), line.at)).collect(),
        ..FieldText::default()
    };
    let call = Call {
        verb: "edit".to_string(),
        fields: vec![
            ("start_line".to_string(), FieldText::split(first, line.at)),
            ("end_line".to_string(), FieldText::split(last, line.at)),
            ("content".to_string(), content),
        ],
        origin: scan.span(scan.at, end + 1),
        ..Call::default()
    };
    let mut above = scan.lines[..scan.at].iter().rev();
    let opened = above.find_map(|line| line.body.trimmed().strip_prefix(b"open "));
    let opened = opened.and_then(|rest| rest.fields().next().map(BString::from));
    Some((call, end + 1, opened))
}

/// Returns the line that ends the here-document which begins here, if it writes a file, or the end of the reply, where that
/// cuts it off. Outside of a fence and a call, what has no end may be talk.
fn content_end(scan: &Scan<'_>) -> Option<(usize, End)> {
    let heredoc = heredoc::read(scan.peek(0)?.body)?;
    heredoc.writes.filter(|_| !heredoc.hides_its_file())?;
    let is_inside = scan.fence.is_some() || scan.depth > 0;
    let is_end = |index: usize| scan.lines[index].trimmed() == heredoc.end;
    let end = match is_inside {
        true => scan.find_ahead(scan.at + 1, is_end),
        false => scan.end_of_heredoc(&heredoc),
    };
    if let Some(end) = end {
        return Some((end, End::Closed));
    }
    let last = scan.lines.iter().rposition(|line| !line.is_blank())?;
    let closes = scan.find_ahead(scan.at + 1, |index| scan.closes(index));
    (is_inside && closes.is_none() && last > scan.at).then_some((last + 1, End::Missing))
}

/// Returns whether a script of ed begins here: a command with numbers alone on its line, text, and a dot. Among sentences, one
/// without text is right above the command that writes the file.
fn is_ed(scan: &Scan<'_>) -> bool {
    let is_inside = scan.fence.is_some() || scan.heredoc.is_some();
    match scan.peek(0).and_then(|line| ed_command(line.body)) {
        Some(b'a' | b'c' | b'i') => ed_end(scan).is_some(),
        Some(b'd') => is_inside || is_above_write(scan),
        Some(_) => is_above_write(scan),
        None => false,
    }
}

/// Returns the letter of a command of ed that begins with the numbers of lines: `3,5c`, `7d`, `13s/a/b/`.
fn ed_command(line: &BStr) -> Option<u8> {
    let is_of_place = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b',' | b'$');
    let line = line.trim_end();
    let (numbers, command) = line.split_at(line.iter().position(|byte| !is_of_place(byte))?);
    let is_known = match command {
        [b'a' | b'c' | b'd' | b'i'] => true,
        [b's', sign @ (b'/' | b'#' | b'|'), rest @ ..] => {
            rest.iter().filter(|byte| *byte == sign).count() >= 2
        }
        [_, ..] | [] => false,
    };
    (is_known && !numbers.is_empty()).then_some(command[0])
}

/// Returns whether only commands of ed are between the line where the walk stands and one that writes the file or ends.
fn is_above_write(scan: &Scan<'_>) -> bool {
    /// The most commands: a list of lines that look like some would be gone through for each of them.
    const N_COMMANDS: usize = 100;
    let mut below = scan.lines[scan.at + 1..].iter().take(N_COMMANDS);
    let next = below.find(|line| ed_command(line.body).is_none());
    next.is_some_and(|line| matches!(line.trimmed().as_bytes(), b"w" | b"q" | b"wq"))
}

fn ed_end(scan: &Scan<'_>) -> Option<usize> {
    /// The most lines of a text amid sentences.
    const N_LINES: usize = 60;
    let is_end = |index: usize| scan.lines[index].body.trimmed_end() == b".";
    let is_inside = scan.fence.is_some() || scan.heredoc.is_some();
    let stop = scan.find_ahead(scan.at + 1, |index| is_end(index) || scan.closes(index))?;
    (is_end(stop) && (is_inside || stop <= scan.at + N_LINES)).then_some(stop)
}

fn read(scan: &mut Scan<'_>) {
    let start = scan.at;
    let line = scan.lines[start].body;
    if let Some((end, how)) = content_end(scan) {
        content(scan, end);
        if how == End::Missing {
            cut::mark_last(scan);
        }
        return;
    }
    if let Some((call, end, opened)) = edited(scan) {
        tool_call::take(scan, &call, Around::of(opened.as_ref()), SPEC.name);
        scan.at = end;
        scan.read_to = end;
        return;
    }
    if is_editor(line) {
        scan.note(
            NoteCode::CallUnread,
            start..start + 1,
            "a command looks like an edit, but its arguments are those of a shell: it is left out",
        );
        scan.at += 1;
        return;
    }
    let has_text = matches!(ed_command(line), Some(b'a' | b'c' | b'i'));
    let end = ed_end(scan).filter(|_| has_text);
    let end = end.map_or(start + 1, |end| end + 1);
    let text = "a script of ed is shown, never executed";
    scan.note(NoteCode::Unsupported, start..end, text);
    scan.at = end;
}

/// Reads a here-document that ends at line `end` as the content of the file it is written to.
fn content(scan: &mut Scan<'_>, end: usize) {
    let start = scan.at;
    let Some(heredoc) = heredoc::read(scan.lines[start].body) else {
        return;
    };
    let Some((name, how)) = heredoc.writes else {
        return;
    };
    let behind = (end + 1).min(scan.lines.len());
    let saved = SavedBlock {
        block: start..behind,
        is_in_script: scan.fence.is_some(),
        path: name,
    };
    let used = saved_patch::used(scan.lines, &saved);
    if used == PatchFileUse::Applied && how == Writes::Whole {
        let inside = scan.lines[start + 1..end].to_vec();
        if scan.nested(&inside, None) {
            (scan.at, scan.read_to) = (behind, behind);
            return;
        }
    }
    let op = match how {
        Writes::Whole => FileOp::Replace,
        Writes::Append => FileOp::Modify,
    };
    let since = scan.notes.len();
    let (folder, mut is_lost) = match scan.gone_to() {
        Went::Nowhere => (None, false),
        Went::To(folder) => (Some(folder), false),
        Went::Unknown => (None, true),
    };
    let goes = folder.is_some();
    let left = scan.enter(folder);
    // A folder outside the root is none of ours.
    is_lost |= goes && scan.folder == left;
    // Whether the folder is there, only the tree says: a file of the same name elsewhere may be the one that is meant.
    let shown = scan.folder.is_some().then_some(Shown::Requested);
    scan.push_file(FilePatch {
        origin: scan.span(start, behind),
        shown,
        ..FilePatch::new(scan.path(name), op, SPEC.name)
    });
    scan.folder = left;
    let text = heredoc.content(scan.lines[start + 1..end].iter().map(|line| line.body));
    let lines: Vec<HunkLine> = text
        .lines
        .iter()
        .map(|line| match line {
            Cow::Borrowed(line) => scan.hunk_line(LineKind::Insert, line),
            Cow::Owned(line) => HunkLine::new(LineKind::Insert, line.as_slice()),
        })
        .collect();
    if !lines.is_empty() {
        let hunk = Hunk {
            lines: lines.into(),
            at_eof: how == Writes::Append,
            unsure: if is_lost {
                Some(Unsure::FolderUnknown)
            } else if used != PatchFileUse::Kept {
                Some(Unsure::PatchKept)
            } else {
                text.is_unknown.then_some(Unsure::Expanded)
            },
            origin: scan.span(start + 1, end),
            ..Hunk::default()
        };
        scan.push_hunk(hunk, since);
    }
    (scan.at, scan.read_to) = (behind, behind);
}
