//! What the fields of a call come to: what becomes of its file, and the one change that they make in it.

use bstr::ByteSlice;

use super::anchored;
use super::arguments::{Call, TextRange};
use super::field::{FieldText, LastLine, TagBreaks};
use super::file_move;
use super::flag::{self, Switch};
use super::insertion;
use super::notebook;
use super::role::{self, Role};
use crate::dialect::blocks::block;
use crate::dialect::walk::line;
use crate::dialect::walk::scan::Scan;
use crate::patch::{
    Extent, FileOp, HintSource, Hunk, HunkLine, LineHint, LineKind, Occurrences, Unsure,
};
use crate::text::{LineSpan, Piece};

/// Reads the fields as what is to become of the file, and the one change they make.
pub(super) fn of_fields(scan: &Scan<'_>, call: &Call) -> Option<(FileOp, Option<Hunk>)> {
    if let Some(hunk) = anchored::hunk(call) {
        return Some((FileOp::Modify, Some(hunk)));
    }
    if notebook::is_edit(call) {
        return notebook::hunk(call).map(|hunk| (FileOp::Modify, Some(hunk)));
    }
    let text = call.get(Role::New).or(call.get(Role::Whole));
    if let (Some(range), Some(text)) = (call.range, text) {
        return Some((FileOp::Modify, Some(text_range(call, range, text))));
    }
    if let Some(inserted) = insertion::hunk(call) {
        let hunk = insertion::below_break(inserted.ok()?, text);
        return Some((FileOp::Modify, Some(hunk)));
    }
    let empty = FieldText::default();
    // A `diff` without an old text, as of the Agent Client Protocol, is a new file.
    let is_diff = call.verb == "diff" && call.get(Role::New).is_some();
    if let Some(old) = call.get(Role::Old).or(is_diff.then_some(&empty)) {
        // Where the new text is called the content, it is that of the change.
        let new = text.unwrap_or(&empty);
        return Some((FileOp::Modify, Some(replacement(call, old, new))));
    }
    if let Some(hunk) = of_counted_lines(call, text) {
        return Some((FileOp::Modify, Some(hunk)));
    }
    let names_one_line = call.get(Role::StartLine).is_some() && call.get(Role::EndLine).is_none();
    let inserts = call.get(Role::InsertLine).is_some() || names_one_line;
    if let (true, Some(text)) = (inserts, text) {
        let hunk = insertion::below_break(insertion(call, text), Some(text));
        return Some((FileOp::Modify, Some(hunk)));
    }
    if let (Some(first), Some(last), Some(text)) = (
        call.number(Role::StartLine),
        call.number(Role::EndLine),
        text,
    ) {
        return Some((FileOp::Modify, Some(line_range(call, first, last, text))));
    }
    if let Some(op) = file_move::op(scan, call) {
        return Some((op, None));
    }
    if let Some(whole) = call.get(Role::Whole) {
        // A call that may not mean to replace a file makes one where there is none.
        let op = if call.verb_has(&["create", "new"])
            || flag::unknown(call, Switch::OfWhole).is_some()
        {
            FileOp::Create
        } else {
            FileOp::Replace
        };
        let hunk = (!whole.lines.is_empty()).then(|| call.insertions(whole));
        return Some((op, hunk));
    }
    (call.deletes() && !call.names_a_part()).then_some((FileOp::Delete, None))
}

/// Reads the calls of Serena that name lines, which count from 0.
fn of_counted_lines(call: &Call, text: Option<&FieldText>) -> Option<Hunk> {
    call.named("relative_path")?;
    let empty = FieldText::default();
    let first = call.number(Role::StartLine)?;
    let last = call.number(Role::EndLine);
    Some(match (call.verb.as_str(), last) {
        ("replace_lines", Some(last)) => line_range(call, first + 1, last + 1, text?),
        ("delete_lines", Some(last)) => line_range(call, first + 1, last + 1, &empty),
        ("insert_at_line", None) => Hunk {
            hint: Some(LineHint {
                line_index: first,
                source: HintSource::Insertion,
            }),
            ..call.insertions(text?)
        },
        _ => return None,
    })
}

fn replacement(call: &Call, old: &FieldText, new: &FieldText) -> Hunk {
    let all = call.get(Role::All).map(FieldText::one_line);
    let is_one = all
        .as_ref()
        .is_none_or(|text| matches!(&text[..], b"false" | b"1" | b"0" | b"no"));
    let n_times = all.and_then(|text| text.to_str().ok()?.parse().ok());
    // A newline that only the new text ends at is one more: what follows the old text goes to a line of its own.
    let breaks = old.last_line == LastLine::Open
        && new.last_line == LastLine::Ended
        && !old.lines.is_empty();
    let (mut before, mut after) = (old.bodies(), new.bodies());
    after.extend(breaks.then(|| Piece::from("")));
    // The newline that an old text begins with goes with what follows it: of two lines one stays, which is empty.
    let begins_empty = |lines: &[Piece]| lines.first().is_some_and(|line| line.is_empty());
    let old_begins = old.is_quoted && before.len() > 1 && begins_empty(&before);
    // The newline after the old text is not part of it: if the new text is empty, an empty line remains.
    let is_open = old.is_quoted && old.last_line == LastLine::Open && !before.is_empty();
    let leaves_empty = is_open && after.is_empty() && (old_begins || !removes_lines(call));
    after.extend(leaves_empty.then(|| Piece::from("")));
    let extent = match (old.last_line, new.last_line) {
        (LastLine::Open, _) => Extent::Within,
        (LastLine::Ended, LastLine::Open) if old_begins || new.is_quoted && !after.is_empty() => {
            Extent::Opened
        }
        (LastLine::Ended, LastLine::Ended) if old_begins => {
            after.push(Piece::from(""));
            Extent::Opened
        }
        // Text that ends at a newline does not end within a line.
        (LastLine::Ended, _) => Extent::Lines,
    };
    let mut unsure = None;
    if old.breaks != new.breaks && !old.lines.is_empty() && !new.lines.is_empty() {
        // A text that begins on the line of its tag and ends above the other tag shows that the tags of this call do not break.
        let is_own = [old, new].iter().any(|text| text.breaks == TagBreaks::Last);
        for (text, lines) in [(old, &mut before), (new, &mut after)] {
            match text.breaks {
                TagBreaks::Both if !is_own => unsure = Some(Unsure::BreakUnclear),
                TagBreaks::First | TagBreaks::Both => lines.insert(0, Piece::from("")),
                TagBreaks::None | TagBreaks::Last => {}
            }
        }
    }
    Hunk {
        hint: call
            .number(Role::StartLine)
            .map(|first| searched(call, first)),
        occurrences: match n_times {
            _ if is_one => Occurrences::One,
            Some(n_times) => Occurrences::Times(n_times),
            None => Occurrences::All,
        },
        extent,
        origin: call.origin,
        unsure,
        ..Hunk::from_sides(&before, &after)
    }
}

/// Returns whether the tool removes the newline behind an old text as well, where it has no new one: that of Claude Code does.
fn removes_lines(call: &Call) -> bool {
    matches!(&call.verb[..], "" | "edit" | "multiedit") && call.named("old_string").is_some()
}

/// Returns the hint of a call that names the first line of its old text, and may name the last one of those that are searched
/// for it.
fn searched(call: &Call, first: usize) -> LineHint {
    let is_end = |(name, _): &&(String, FieldText)| {
        role::role(name) == Some(Role::EndLine) && !name.starts_with("old_str")
    };
    let end = call.fields.iter().find(is_end);
    let last = end.and_then(|(_, text)| line::number(&text.one_line()));
    let n_lines = last.and_then(|last| u32::try_from((last + 1).checked_sub(first)?).ok());
    let hint = block::start_line(first);
    match n_lines.filter(|n_lines| *n_lines > 0) {
        Some(n_lines) => LineHint {
            source: HintSource::Range(n_lines),
            ..hint
        },
        None => hint,
    }
}

/// An insertion names the line it goes behind, 0 being the top; tools that say `line` mean the one it goes before, and Roo's
/// `insert_content` the end of the file by 0. Without words for an insertion, the line may be one that is replaced.
fn insertion(call: &Call, text: &FieldText) -> Hunk {
    let behind = call.number(Role::InsertLine);
    let before = call.number(Role::StartLine);
    let is_sure = behind.is_some() || call.verb_has(&["insert"]);
    let at_eof = is_sure && behind.is_none() && before == Some(0);
    let line_index = behind.or(before.map(|number| number.saturating_sub(1)));
    let source = match (is_sure, call.is_one_of) {
        (true, true) => HintSource::Position,
        (true, false) => HintSource::Insertion,
        (false, _) => HintSource::StartLine,
    };
    Hunk {
        hint: line_index
            .filter(|_| !at_eof)
            .map(|line_index| LineHint { line_index, source }),
        at_eof,
        ..call.insertions(text)
    }
}

/// Reads text that takes the place of a part of the file given by lines and columns.
fn text_range(call: &Call, range: TextRange, text: &FieldText) -> Hunk {
    let ((first, from), (last, to)) = (range.start, range.end);
    let are_lines = text.lines.is_empty() || text.last_line == LastLine::Ended;
    let hunk = Hunk {
        hint: Some(block::start_line(first + 1)),
        ..call.insertions(text)
    };
    if from == 0 && to == 0 && are_lines {
        let replaces = (first < last).then(|| Box::new(LineSpan::new(first, last)));
        let insertion = LineHint {
            line_index: first,
            source: HintSource::Position,
        };
        return Hunk {
            hint: if replaces.is_none() {
                Some(insertion)
            } else {
                hunk.hint
            },
            replaces,
            ..hunk
        };
    }
    let columns = |column: usize| u32::try_from(column).unwrap_or(u32::MAX);
    let mut lines = hunk.lines.to_vec();
    // A whole line that goes to its very end leaves nothing behind it.
    let ends_with_line = to == 0 && first < last && text.last_line == LastLine::Ended;
    if !ends_with_line && (text.last_line == LastLine::Ended || lines.is_empty()) {
        lines.push(HunkLine::new(LineKind::Insert, ""));
    }
    let (end, to) = if ends_with_line {
        (last, u32::MAX)
    } else {
        (last.max(first) + 1, columns(to))
    };
    Hunk {
        lines: lines.into(),
        replaces: Some(Box::new(LineSpan::new(first, end))),
        extent: Extent::Columns {
            from: columns(from),
            to,
        },
        ..hunk
    }
}

fn line_range(call: &Call, first: usize, last: usize, text: &FieldText) -> Hunk {
    let start = first.saturating_sub(1);
    let end = last.max(start);
    Hunk {
        hint: Some(block::start_line(start + 1)),
        replaces: Some(Box::new(LineSpan::new(start, end))),
        ..call.insertions(text)
    }
}
