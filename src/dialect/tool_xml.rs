//! Tool calls in tags: `<apply_diff>`, `<replace_in_file>`, `<write_to_file>`, `<edit>`, `<invoke>`, with CDATA or without.

use std::slice;

use bstr::{BStr, BString, ByteSlice};

use super::blocks::block;
use super::call::arguments::Call;
use super::call::call_like;
use super::call::element;
use super::call::field::{FieldText, TagBreaks};
use super::call::held::{self, Level};
use super::call::json::{self, Value};
use super::call::open_tag;
use super::call::role::{self, Role, role};
use super::call::tag::{self, Behind, Element, End};
use super::call::tool_call::{self, Around};
use super::call::verb;
use super::name::{shape, spelling};
use super::spec::{DialectSpec, Ends, Manners};
use super::walk::cut;
use super::walk::fence::Fence;
use super::walk::line;
use super::walk::scan::{Mark, Scan};
use crate::patch::{FileOp, FilePatch};
use crate::text::{LineSpan, Piece};

pub(super) const SPEC: DialectSpec = DialectSpec {
    name: "tool-xml",
    title: "tool calls in XML tags: apply_diff, replace_in_file, write_to_file, edit, invoke",
    example: "<edit>\n<path>src/greet.rs</path>\n<old_text>    hello();</old_text>\n<new_text>    goodbye();</new_text>\n</edit>\n",
    advice: &[
        "Give `<path>`, `<old_text>` and `<new_text>` inside of `<edit>`; the old text is copied exactly and exists once in the file.",
        "Write the text as it is, without entities.",
    ],
    starts,
    read,
    manners: Manners {
        ends: Ends::BySign,
        is_call: true,
        ..Manners::PLAIN
    },
};

fn starts(scan: &Scan<'_>) -> bool {
    let name = scan.peek(0).and_then(|line| open_tag::begins(line.body));
    name.is_some_and(element::may_begin)
        && tag::read(scan, scan.at).is_some_and(|(element, end)| {
            if is_part(&element) && next_part(scan, slice::from_ref(&element), end.line).is_some() {
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
    let path = scan.path_around(start);
    // `<old_text>` and `<new_text>`, and `<path>` before them, may stand side by side without anything around them.
    let element = if is_part(&element) {
        let mut parts = vec![element];
        while let Some((next, next_end)) = next_part(scan, &parts, end.line) {
            parts.push(next);
            end = next_end;
        }
        Element {
            children: parts,
            name: "edit".to_string(),
            origin: scan.span(start, end.line),
            ..empty()
        }
    } else {
        element
    };
    scan.at = end.line;
    if let Some(column) = end.column {
        call_like::note_end(scan, end.line - 1, column);
    }
    take(scan, &element, path.as_ref(), "");
    scan.read_to = end.line;
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

/// Returns whether an element may be the first of several that make an edit together: its old text, or its path.
fn is_part(element: &Element) -> bool {
    let is_bare = element.children.is_empty() && element.path().is_none();
    is_bare && matches!(role(&element.name), Some(Role::Old | Role::Path))
}

/// Reads the old or new text of an edit, or of another of the same file, that follows `parts` at line `from`.
fn next_part(scan: &Scan<'_>, parts: &[Element], from: usize) -> Option<(Element, Behind)> {
    let at = (from..scan.lines.len()).find(|index| !scan.lines[*index].is_blank())?;
    let has_old = parts.iter().any(|part| role(&part.name) == Some(Role::Old));
    let is_next = |element: &Element| match role(&element.name) {
        Some(Role::Old) => true,
        Some(Role::New) => has_old,
        Some(_) | None => false,
    };
    tag::read(scan, at).filter(|(element, _)| is_next(element))
}

/// Takes the edits of an element. Returns whether there were any.
fn take(scan: &mut Scan<'_>, element: &Element, path: Option<&BString>, verb: &str) -> bool {
    let own_path = element.path();
    let path = own_path.as_ref().or(path);
    let verb = verb_of(element, verb);
    let (first_file, before) = (scan.files.len(), scan.n_read());
    let mut taken = false;
    let found = if element.children.is_empty() {
        text(scan, element, path, &verb)
    } else {
        fields(scan, element, path, &verb)
    };
    // Beside the fields of an edit there may be more edits, in elements of their own or in a list.
    let is_more = |child: &Element| {
        let is_list = child.text.lines.first();
        !child.children.is_empty()
            || role(&child.field_name()).is_none()
                && is_list.is_some_and(|(first, _)| first.trim_ascii_start().starts_with(b"["))
    };
    for child in &element.children {
        let is_field = matches!(role(&child.field_name()), Some(Role::Path | Role::Verb))
            && child.children.is_empty();
        let is_asked = if found { is_more(child) } else { !is_field };
        taken |= is_asked && take(scan, child, path, &verb);
    }
    let found = found || taken;
    if !found {
        let runs =
            |child: &&Element| role::is_command(&child.field_name()) && child.children.is_empty();
        let scripts = element.children.iter().filter(runs);
        let scripts = scripts.map(|child| (child.origin, child.text.one_line()));
        scan.scripts.extend(scripts);
        let call = call_of(element, &verb);
        return tool_call::tell_unread(scan, &call, own_path.as_ref())
            || element.end == End::Missing && tool_call::tell_cut(scan, &call);
    }
    held::weigh(scan, &call_of(element, &verb), level(element), before);
    for child in element.children.iter().filter(|it| it.children.is_empty()) {
        let options = options(scan, child);
        held::weigh(scan, &options.unwrap_or_default(), Level::Given, before);
    }
    apply_start_line(scan, element, first_file);
    if found && element.end == End::Missing {
        let names_all = element.path().is_some() && element.children.is_empty();
        let is_deletion = |file: &FilePatch| file.op == FileOp::Delete && names_all;
        if !scan.files.last().is_some_and(is_deletion) {
            let last = scan.lines.last().map_or(0, |line| line.at);
            let what = if element.origin.end <= last {
                "block"
            } else {
                "reply"
            };
            let why = format!("the {what} ends before `</{}>`", element.name);
            cut::mark_call(scan, before, element.origin, &why);
        }
    }
    found
}

/// Returns what the fields of an element are to the edits in it.
fn level(element: &Element) -> Level {
    let is_leaf = |child: &Element| child.children.is_empty();
    let has = |wanted: Role| {
        let mut children = element.children.iter();
        children.any(|child| role(&child.field_name()) == Some(wanted))
    };
    if has(Role::Verb) && has(Role::Arguments) {
        Level::Tool
    } else if element.children.iter().any(is_leaf) || element.path().is_some() {
        Level::Given
    } else if element.attribute("name").is_some() {
        Level::Tool
    } else {
        Level::Around
    }
}

/// Returns the options that an element gives as an object of JSON; `None` where it gives none.
fn options(scan: &Scan<'_>, element: &Element) -> Option<Call> {
    let text = Some(&element.text).filter(|_| role(&element.field_name()).is_none())?;
    let lines = text.as_lines();
    let (json, _) = json::read(&lines, scan.budget())?;
    match &json.value {
        Value::Object(members) => Some(held::options(&element.field_name(), members)),
        Value::Array(_) | Value::Text(_) | Value::Number(_) | Value::Bool(_) | Value::Null => None,
    }
}

fn verb_of(element: &Element, outer: &str) -> String {
    let path = element.path();
    let stated = element
        .attribute("name")
        .or(element.attribute("action"))
        .filter(|name| element.name != "parameter" && path.as_ref() != Some(name))
        .map(|name| name.to_string());
    let generic = [
        "file", "args", "edit", "edits", "diff", "change", "changes", "parameter",
    ];
    verb::own(&stated.unwrap_or_else(|| {
        if generic.contains(&element.name.as_str()) {
            outer.to_string()
        } else {
            element.name.clone()
        }
    }))
}

/// Takes an element that holds text only: a patch, JSON, or the whole content of the file its attribute names.
fn text(scan: &mut Scan<'_>, element: &Element, path: Option<&BString>, verb: &str) -> bool {
    let own_path = element.path();
    let names_file = own_path.is_some();
    let is_file = element.name == "file" && names_file;
    let holds_content = is_file || element::holds_content(&element.name);
    let makes = !is_file && holds_content || verb.contains("write") || verb.contains("create");
    // The content of a file of patches is no patch of another.
    let is_of_patches = own_path.is_some_and(|path| shape::is_of_patches(&path));
    let mark = scan.mark();
    if !makes && !is_of_patches && read_text(scan, element, path) {
        // What shows a patch further down is a file of its own.
        if !is_file || begins_with_part(scan, element, &mark) {
            return true;
        }
        scan.take_back(&mark);
    }
    // What only says that it edits takes the place of lines, not of the file.
    let says_where = |(name, _): &(String, BString)| {
        let wanted = [
            Role::StartLine,
            Role::InsertLine,
            Role::Anchor,
            Role::Position,
        ];
        role(name).is_some_and(|role| wanted.contains(&role))
    };
    let is_whole = holds_content || element.attributes.iter().any(says_where);
    // What is to be renamed or deleted says all in its tag; a capital is one of a component of some program.
    let is_of_program = element.name.contains(char::is_uppercase) && !acts_on_file(scan, element);
    let says_all = element.text.lines.is_empty() && !is_of_program;
    let is_known = names_file && (is_whole || says_all);
    is_known && tool_call::take(scan, &call_of(element, verb), Around::of(path), SPEC.name)
}

/// Returns whether the name of an element says what becomes of a file as a whole, and it stands in no code: `<DeleteFile file="a"/>`.
fn acts_on_file(scan: &Scan<'_>, element: &Element) -> bool {
    let is_path = |(name, _): &(String, BString)| {
        matches!(role(name), Some(Role::Path | Role::NewPath | Role::Remark))
    };
    scan.fence.is_none()
        && matches!(&element.name[..], "DeleteFile" | "MoveFile" | "RenameFile")
        && element.attributes.iter().all(is_path)
}

/// Reads the text of an element as a part of the reply. What an element named like a tool holds in JSON is given to that tool.
fn read_text(scan: &mut Scan<'_>, element: &Element, path: Option<&BString>) -> bool {
    let is_called_so = element::is_tool(&element.name) || element::is_deed(&element.name);
    let own = is_called_so.then(|| element.name.as_str().into());
    let name = element.attribute("name").cloned().or(own);
    let first = element.text.lines.first();
    let is_given = first.is_some_and(|(line, _)| line.trim_start().starts_with(b"{"));
    let name = name.filter(|_| is_given && element.name != "parameter");
    let before = scan.tool.clone();
    if let Some(name) = name {
        scan.tool = Some(verb::own(&name.to_string()));
    }
    let is_read = element.text.read(scan, path.cloned());
    scan.tool = before;
    is_read
}

/// Makes a call of the attributes of an element, of the elements in it, and of its text, which is called its content.
fn call_of(element: &Element, verb: &str) -> Call {
    let attributes = element.attributes.iter();
    let value = |value: &BString| FieldText::split(value, element.origin.start);
    // The line that `<insert>` names goes down, as that of fields called so does.
    let called = |name: &String| match role(name) {
        Some(Role::InsertLine) if element.name == "insert" => "line".to_string(),
        Some(_) | None => name.clone(),
    };
    let attributes = attributes.map(|(name, text)| (called(name), value(text)));
    // Such a text stands on the lines between its tags.
    let text = FieldText {
        breaks: TagBreaks::None,
        ..element.text.clone()
    };
    let content = ("content".to_string(), text);
    // A text is the content of something only where that has a name.
    let is_named = element.path().is_some() && !element.text.lines.is_empty();
    let content = Some(content).filter(|_| is_named);
    let children = element.children.iter();
    let children = children.map(|child| (child.field_name(), child.text.clone()));
    let says = |child: &&Element| {
        role(&child.field_name()) == Some(Role::Verb) && child.text.lines.len() == 1
    };
    let stated = element.children.iter().filter(says);
    let verbs = stated.map(|child| verb::own(&element_text(child)));
    let mut call = Call {
        verb: verb.to_string(),
        verbs: verbs.collect(),
        fields: attributes.chain(children).chain(content).collect(),
        origin: element.origin,
        ..Call::default()
    };
    call.lead_with_newline();
    call
}

/// Returns whether the first of the parts that were read from the text of `element` since `mark` is what the text begins with.
fn begins_with_part(scan: &Scan<'_>, element: &Element, mark: &Mark) -> bool {
    let is_wrapper = |body: &BStr| Fence::open(body, 0).is_some() || spelling::is_aside(body);
    let mut lines = element.text.lines.iter();
    let first = lines.find(|(body, _)| !is_wrapper(body.as_bstr()));
    let part = scan.files_since(mark).map(|file| file.origin.start).min();
    match (first, part) {
        (Some((_, first)), Some(part)) => part <= *first,
        (None, _) | (_, None) => true,
    }
}

/// Takes the children of an element as the fields of one call, or of several where old texts follow one another.
fn fields(scan: &mut Scan<'_>, element: &Element, path: Option<&BString>, verb: &str) -> bool {
    let mut calls = vec![Call {
        verb: verb.to_string(),
        origin: element.origin,
        ..Call::default()
    }];
    // A model that sets the tags of a path on the lines of the path sends each value to the letter.
    let is_verbatim = element.children.iter().any(|child| {
        role(&child.field_name()) == Some(Role::Path)
            && matches!(child.text.breaks, TagBreaks::None | TagBreaks::Last)
    });
    for child in element
        .children
        .iter()
        .filter(|child| child.children.is_empty())
    {
        let name = child.field_name();
        let starts_next = role(&name) == Some(Role::Old)
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
        // That of a parameter is its name, and of which type it is.
        let attributes = child.attributes.iter();
        for (attribute, value) in attributes.filter(|_| child.name != "parameter") {
            call.fields.push((
                attribute.clone(),
                FieldText::split(value, child.origin.start),
            ));
        }
        if role(&name) == Some(Role::Verb) {
            call.verb = verb::own(&element_text(child));
        }
        // Inside of `<diff>`, the content is a patch, not a file.
        let is_patch = element.name == "diff" && role(&name) == Some(Role::Whole);
        let name = if is_patch { "diff".to_string() } else { name };
        let text = FieldText {
            breaks: if is_verbatim && child.name == "parameter" {
                child.text.breaks
            } else {
                TagBreaks::None
            },
            ..without_rules(&child.text)
        };
        call.fields.push((name, text));
    }
    for (attribute, value) in &element.attributes {
        calls[0].fields.push((
            attribute.clone(),
            FieldText::split(value, element.origin.start),
        ));
    }
    let mut found = false;
    for call in &mut calls {
        call.lead_with_newline();
        found |= tool_call::take(scan, call, Around::of(path), SPEC.name);
    }
    found
}

/// Drops the lines of `===` that RepoPrompt sets around a text.
fn without_rules(text: &FieldText) -> FieldText {
    let is_rule = |(line, _): &(Piece, usize)| line.trim() == b"===";
    match &text.lines[..] {
        [first, inside @ .., last] if is_rule(first) && is_rule(last) => FieldText {
            lines: inside.to_vec(),
            ..text.clone()
        },
        _ => text.clone(),
    }
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
