//! One section written out, in each of the forms.

use std::borrow::Cow;

use bstr::{BStr, BString, ByteSlice};

use super::{Change, Form};
use crate::dialect::blocks::marker;
use crate::patch::write::{
    NumberedHunk, SectionHeader, numbered_hunk_between, write_section_header,
};
use crate::patch::{FileOp, Hunk, LineKind, escape};

/// Writes one change, whose file is called `name`.
pub(super) fn render(
    out: &mut BString,
    change: &Change<'_>,
    hunks: &[Hunk],
    form: Form,
    name: &BStr,
) {
    match form {
        Form::Unified => unified(out, change, hunks),
        Form::Fudiff => fudiff(out, change, hunks, name),
        Form::SearchReplace => blocks(out, hunks, name),
        Form::ApplyPatch => apply_patch(out, change, hunks, name),
        Form::ToolJson => tool_json(out, change, hunks),
    }
}

pub(super) fn line(out: &mut BString, parts: &[&[u8]]) {
    for part in parts {
        out.extend_from_slice(part);
    }
    out.push(b'\n');
}

fn unified(out: &mut BString, change: &Change<'_>, hunks: &[Hunk]) {
    let header = SectionHeader {
        path: change.path.as_bytes(),
        op: &change.op,
        old_mode: change.old_mode,
        new_mode: change.new_mode,
        has_lines: !hunks.is_empty(),
    };
    write_section_header(out, header);
    let mut shift = 0isize;
    for hunk in hunks {
        let old_start = hunk.hint.map_or(0, |hint| hint.line_index);
        let new_start = old_start.saturating_add_signed(shift);
        let numbered = NumberedHunk {
            hunk,
            old_start,
            new_start,
        };
        out.extend_from_slice(&numbered_hunk_between(numbered, change.old, change.new));
        shift +=
            hunk.n_lines_of(LineKind::Insert) as isize - hunk.n_lines_of(LineKind::Delete) as isize;
    }
}

fn fudiff(out: &mut BString, change: &Change<'_>, hunks: &[Hunk], name: &BStr) {
    let named = [b"filename: ", name.as_bytes()].concat();
    let dev_null = b"/dev/null".to_vec();
    let old = if change.op == FileOp::Create {
        &dev_null
    } else {
        &named
    };
    let new = if change.op == FileOp::Delete {
        &dev_null
    } else {
        &named
    };
    line(out, &[b"--- ", old]);
    line(out, &[b"+++ ", new]);
    for hunk in hunks {
        line(out, &[b"@@ @@"]);
        for hunk_line in hunk.lines.iter() {
            let sign = [hunk_line.kind.sign() as u8];
            let slash: &[u8] = if escape::needs(hunk_line.body.as_bstr()) {
                b"\\"
            } else {
                b""
            };
            line(out, &[&sign, slash, &hunk_line.body]);
        }
    }
}

pub(super) fn blocks(out: &mut BString, hunks: &[Hunk], name: &BStr) {
    let whole: Vec<&BStr> = hunks
        .iter()
        .flat_map(|hunk| hunk.lines.iter().map(|line| line.body.as_bstr()))
        .collect();
    let fence = fence_around(&whole);
    line(out, &[name]);
    line(out, &[&fence]);
    for hunk in hunks {
        line(out, &[b"<<<<<<< SEARCH"]);
        hunk.preimage().for_each(|body| escaped(out, body));
        line(out, &[b"======="]);
        hunk.postimage().for_each(|body| escaped(out, body));
        line(out, &[b">>>>>>> REPLACE"]);
    }
    line(out, &[&fence]);
}

/// Writes a line of a block; one that reads as a marker, or as an escaped one, gets a backslash.
pub(super) fn escaped(out: &mut BString, body: &BStr) {
    let escape: &[u8] = if marker::needs_escape(body) {
        b"\\"
    } else {
        b""
    };
    line(out, &[escape, body]);
}

/// Returns a fence longer than any in `lines`.
fn fence_around(lines: &[&BStr]) -> Vec<u8> {
    let run = |line: &&BStr| {
        line.trim_start()
            .iter()
            .take_while(|byte| **byte == b'`')
            .count()
    };
    let longest = lines.iter().map(run).max().unwrap_or(0);
    vec![b'`'; (longest + 1).max(3)]
}

/// One call of an editing tool, its fields in the order in which they are read best.
#[derive(serde::Serialize)]
struct ToolCall<'a> {
    file_path: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    content: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    old_string: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    new_string: Option<String>,
}

/// Writes each hunk as the call of an editing tool, and a new file as one that makes it. JSON holds no bytes that are not
/// UTF-8; they are replaced, so that who offers such a call must read it back.
fn tool_json(out: &mut BString, change: &Change<'_>, hunks: &[Hunk]) {
    let call = |content, old_string, new_string| ToolCall {
        file_path: change.path.as_bytes().to_str_lossy(),
        content,
        old_string,
        new_string,
    };
    let joined = |side: Vec<&BStr>| Some(bstr::join("\n", side).to_str_lossy().into_owned());
    let calls: Vec<ToolCall<'_>> = match change.op {
        FileOp::Create => vec![call(Some(change.new.as_bytes().to_str_lossy()), None, None)],
        FileOp::Modify
        | FileOp::Replace
        | FileOp::Delete
        | FileOp::Rename { .. }
        | FileOp::Copy { .. } => {
            let old = |hunk: &Hunk| joined(hunk.preimage().collect());
            let new = |hunk: &Hunk| joined(hunk.postimage().collect());
            hunks
                .iter()
                .map(|hunk| call(None, old(hunk), new(hunk)))
                .collect()
        }
    };
    for call in calls {
        let json = serde_json::to_vec(&call).expect("strings become JSON");
        line(out, &[&json]);
    }
}

fn apply_patch(out: &mut BString, change: &Change<'_>, hunks: &[Hunk], name: &BStr) {
    let verb: &[u8] = match change.op {
        FileOp::Create => b"*** Add File: ",
        FileOp::Delete => b"*** Delete File: ",
        FileOp::Modify | FileOp::Replace | FileOp::Rename { .. } | FileOp::Copy { .. } => {
            b"*** Update File: "
        }
    };
    line(out, &[verb, name]);
    if let FileOp::Rename { to } = &change.op {
        let name = super::name(to, &FileOp::Create, Form::ApplyPatch);
        let name = name.unwrap_or_else(|| to.as_bytes().into());
        line(out, &[b"*** Move to: ", &name]);
    }
    if change.op == FileOp::Delete {
        return;
    }
    for hunk in hunks {
        if change.op != FileOp::Create {
            line(out, &[b"@@"]);
        }
        for hunk_line in hunk.lines.iter() {
            line(out, &[&[hunk_line.kind.sign() as u8], &hunk_line.body]);
        }
        let end = hunk.hint.map_or(0, |hint| hint.line_index) + hunk.preimage().count();
        if change.op != FileOp::Create && end == change.old.n_lines() {
            line(out, &[b"*** End of File"]);
        }
    }
}
