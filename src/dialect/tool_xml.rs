//! Tool calls in tags: `<apply_diff>`, `<replace_in_file>`, `<write_to_file>`, `<edit>`, `<invoke>`, with CDATA or without.

use bstr::{BString, ByteSlice};

use super::DialectSpec;
use super::block;
use super::element;
use super::field::FieldText;
use super::line;
use super::note::{Note, NoteCode};
use super::scan::Scan;
use super::tag::{self, Element, End};
use super::tool_call::{self, Call, Role};
use crate::patch::{FileOp, LineKind, Unsure};
use crate::text::LineSpan;

pub(super) const SPEC: DialectSpec = DialectSpec {
    name: "tool-xml",
    title: "tool calls in XML tags: apply_diff, replace_in_file, write_to_file, edit, invoke",
    example: "<edit>\n<path>src/greet.rs</path>\n<old_text>    hello();</old_text>\n<new_text>    goodbye();</new_text>\n</edit>\n",
    advice: &[
        "Give `<path>`, `<old_text>` and `<new_text>` inside of `<edit>`; the old text is copied exactly and stands in one place of the file only.",
        "Write the text as it is, without entities.",
    ],
    starts,
    read,
};

fn starts(scan: &Scan<'_>) -> bool {
    let Some(line) = scan.peek(0) else {
        return false;
    };
    let Some(rest) = line.trimmed().strip_prefix(b"<") else {
        return false;
    };
    let length = rest
        .iter()
        .take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_')
        .count();
    element::may_begin(&rest[..length])
        && tag::read(scan, scan.at).is_some_and(|(element, end)| {
            if is_old(&element) && next_element(scan, end).is_some() {
                return true;
            }
            let mut probe = scan.within(&[]);
            probe.depth = scan.depth + 1;
            take(&mut probe, &element, None, "")
        })
}

fn read(scan: &mut Scan<'_>) {
    let Some((element, mut end)) = tag::read(scan, scan.at) else {
        return;
    };
    let start = scan.at;
    let path = super::path::around(scan, start).map(|found| found.path);
    // `<old_text>` and `<new_text>` may stand side by side without anything around them.
    let element = if is_old(&element) {
        let mut pair = Element {
            children: vec![element],
            name: "edit".to_string(),
            ..empty()
        };
        while let Some((next, next_end)) = next_element(scan, end) {
            pair.children.push(next);
            end = next_end;
        }
        pair.origin = scan.span(start, end);
        pair
    } else {
        element
    };
    scan.at = end;
    take(scan, &element, path.as_ref(), "");
    scan.read_to = end;
}

fn empty() -> Element {
    Element {
        name: String::new(),
        attributes: Vec::new(),
        children: Vec::new(),
        text: FieldText::default(),
        origin: LineSpan::default(),
        end: End::Closed,
    }
}

fn is_old(element: &Element) -> bool {
    tool_call::role(&element.name) == Some(Role::Old)
}

/// Reads the new text, or another pair, that follows at line `from`.
fn next_element(scan: &Scan<'_>, from: usize) -> Option<(Element, usize)> {
    let at = (from..scan.lines.len()).find(|index| !scan.lines[*index].is_blank())?;
    let is_part =
        |element: &Element| matches!(tool_call::role(&element.name), Some(Role::Old | Role::New));
    tag::read(scan, at).filter(|(element, _)| is_part(element))
}

/// Takes the edits of an element. Returns whether there were any.
fn take(scan: &mut Scan<'_>, element: &Element, path: Option<&BString>, verb: &str) -> bool {
    let own_path = element.path();
    let path = own_path.as_ref().or(path);
    let verb = verb_of(element, verb);
    let (first_file, n_notes) = (scan.files.len(), scan.notes.len());
    let mut found = if element.children.is_empty() {
        text(scan, element, path, &verb)
    } else {
        fields(scan, element, path, &verb)
    };
    if !found {
        for child in &element.children {
            let is_field = matches!(
                tool_call::role(&child.field_name()),
                Some(Role::Path | Role::Verb)
            ) && child.children.is_empty();
            found |= !is_field && take(scan, child, path, &verb);
        }
    }
    apply_start_line(scan, element, first_file);
    if found && element.end == End::Missing {
        truncated(scan, element, first_file, n_notes);
    }
    found
}

fn verb_of(element: &Element, outer: &str) -> String {
    let stated = element
        .attribute("name")
        .filter(|_| element.name != "parameter")
        .map(|name| name.to_string());
    let generic = [
        "file",
        "args",
        "edit",
        "edits",
        "diff",
        "change",
        "changes",
        "parameter",
    ];
    stated
        .unwrap_or_else(|| {
            if generic.contains(&element.name.as_str()) {
                outer.to_string()
            } else {
                element.name.clone()
            }
        })
        .to_ascii_lowercase()
}

/// Takes an element that holds text only: a patch, JSON, or the whole content of the file its attribute names.
fn text(scan: &mut Scan<'_>, element: &Element, path: Option<&BString>, verb: &str) -> bool {
    let lines = element.text.as_lines();
    let holds_content = verb.contains("write") || verb.contains("create");
    if !holds_content && element.text.read(scan, path.cloned()) {
        return true;
    }
    let is_whole = element.name == "file" && element.path().is_some() && !lines.is_empty();
    if !is_whole {
        return false;
    }
    let fields = vec![("content".to_string(), element.text.clone())];
    let call = Call {
        verb: verb.to_string(),
        fields,
        origin: element.origin,
    };
    tool_call::take(scan, &call, path, SPEC.name)
}

/// Takes the children of an element as the fields of one call, or of several where old texts follow one another.
fn fields(scan: &mut Scan<'_>, element: &Element, path: Option<&BString>, verb: &str) -> bool {
    let mut calls = vec![Call {
        verb: verb.to_string(),
        origin: element.origin,
        ..Call::default()
    }];
    for child in element
        .children
        .iter()
        .filter(|child| child.children.is_empty())
    {
        let name = child.field_name();
        let starts_next = tool_call::role(&name) == Some(Role::Old)
            && calls
                .last()
                .is_some_and(|call| call.get(Role::Old).is_some());
        if starts_next {
            calls.push(Call {
                verb: verb.to_string(),
                origin: child.origin,
                ..Call::default()
            });
        }
        let call = calls.last_mut().expect("there is at least one call");
        call.origin.end = call.origin.end.max(child.origin.end);
        for (attribute, value) in &child.attributes {
            call.fields.push((
                attribute.clone(),
                FieldText::split(value, child.origin.start),
            ));
        }
        if tool_call::role(&name) == Some(Role::Verb) {
            call.verb = element_text(child).to_ascii_lowercase();
        }
        // Inside of `<diff>`, the content is a patch, not a file.
        let is_patch = element.name == "diff" && tool_call::role(&name) == Some(Role::Whole);
        let name = if is_patch { "diff".to_string() } else { name };
        call.fields.push((name, child.text.clone()));
    }
    for (attribute, value) in &element.attributes {
        calls[0].fields.push((
            attribute.clone(),
            FieldText::split(value, element.origin.start),
        ));
    }
    let mut found = false;
    for call in &calls {
        found |= tool_call::take(scan, call, path, SPEC.name);
    }
    found
}

fn element_text(element: &Element) -> String {
    let bodies: Vec<_> = element
        .text
        .lines
        .iter()
        .map(|(body, _)| body.to_str_lossy())
        .collect();
    bodies.join("\n").trim().to_string()
}

/// Gives the `<start_line>` beside a text to the one hunk that came of it.
fn apply_start_line(scan: &mut Scan<'_>, element: &Element, first_file: usize) {
    let number = element
        .children
        .iter()
        .find(|child| child.name == "start_line")
        .and_then(|child| line::number(element_text(child).as_bytes()));
    let Some(number) = number else { return };
    let mut hunks: Vec<_> = scan.files[first_file..]
        .iter_mut()
        .flat_map(|file| &mut file.hunks)
        .collect();
    if let [hunk] = &mut hunks[..] {
        hunk.hint.get_or_insert(block::start_line(number));
    }
}

/// Marks what a reply gives that ends in the middle: a file that is cut off must not be written.
fn truncated(scan: &mut Scan<'_>, element: &Element, first_file: usize, n_notes: usize) {
    let message = format!("the reply ends before `</{}>`", element.name);
    let cut = scan.files[first_file..]
        .iter_mut()
        .filter(|file| file.op != FileOp::Delete);
    for file in cut {
        // New text that has begun can be looked at; without any there is nothing to see.
        let begun = file.hunks.last_mut();
        match begun.filter(|hunk| hunk.n_lines_of(LineKind::Insert) > 0) {
            Some(hunk) => hunk.unsure = Some(Unsure::CutOff),
            None => drop(file.invalid.get_or_insert_with(|| message.clone())),
        }
    }
    let is_told = scan.notes[n_notes..]
        .iter()
        .any(|note| note.code == NoteCode::Truncated);
    if !is_told {
        scan.notes.push(Note {
            code: NoteCode::Truncated,
            span: element.origin,
            text: message,
            hunk: None,
        });
    }
}
