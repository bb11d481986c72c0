//! Tool calls in JSON: `str_replace`, `old_string`/`new_string`, lists of edits, line ranges, and patches inside strings.

use bstr::{BString, ByteSlice};

use super::call::anchored;
use super::call::arguments::{self, Call};
use super::call::call_like;
use super::call::caller;
use super::call::field::FieldText;
use super::call::held::{self, Level};
use super::call::json::{self, Json, Reading, Value};
use super::call::language_server;
use super::call::outcome;
use super::call::redone;
use super::call::role::{self, Role, role};
use super::call::tag::End;
use super::call::targets;
use super::call::tool_call::{self, Around};
use super::call::voice;
use super::commands::script;
use super::name::naming::{How, Naming};
use super::name::shape;
use super::name::spelling;
use super::note::NoteCode;
use super::spec::{DialectSpec, Ends, Manners};
use super::suggestion;
use super::walk::cut;
use super::walk::scan::Scan;
use super::words::example::{self, Keys};
use crate::patch::escape;
use crate::text::{LineSpan, Trim};

pub(super) const SPEC: DialectSpec = DialectSpec {
    name: "tool-json",
    title: "tool calls in JSON: old and new text, insert, create, lists of edits",
    example: "{\"file_path\": \"src/greet.rs\", \"old_string\": \"    hello();\", \"new_string\": \"    goodbye();\"}\n",
    advice: &[
        "Give `file_path`, `old_string` and `new_string`; the old text is copied exactly and exists once in the file.",
        "Escape the text once, as JSON asks.",
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
    let is_call = match file_of_json(scan) {
        Some(naming) => starts_with(scan, |call| is_beside_name(call, &naming)),
        None => starts_with(scan, |_| true),
    };
    is_call || is_json_patch(scan)
}

/// Returns what names the file of the fence around the walk, where that file holds JSON itself: a manifest has fields that are
/// called as those of calls.
fn file_of_json(scan: &Scan<'_>) -> Option<Naming> {
    let naming = scan.lead(scan.fence?).naming?;
    shape::holds_json(&naming.path).then_some(naming)
}

/// Returns whether a call is one although it stands under the name of a file that holds JSON: it gives a text for a file, or is
/// about that very file, and has no field that calls do not have.
fn is_beside_name(call: &Call, naming: &Naming) -> bool {
    let has = |role: Role| call.get(role).is_some();
    let is_known = !call.has_unknown();
    let gives_text = has(Role::Old) || has(Role::New) || has(Role::Whole) || has(Role::Patch);
    let mut paths = call.paths().peekable();
    if call.fields.is_empty() {
        // A patch in a string.
        return true;
    }
    if paths.peek().is_none() {
        return is_known && (has(Role::Old) && has(Role::New) || has(Role::Patch));
    }
    let is_same = |path: &BString| spelling::is_same_end(path, &naming.path);
    let is_spoken_of = naming.how == How::Amid;
    paths.any(|path| match is_same(&path) {
        true => is_known || gives_text,
        false => gives_text && (is_known || is_spoken_of) && spelling::is_name_of_file(&path),
    })
}

fn read(scan: &mut Scan<'_>) {
    read_as(scan, SPEC.name);
}

/// Returns the JSON value that begins where the walk stands: an object, a list, a string with line breaks, or, outside of
/// fences, an object amid a sentence.
fn value_here(scan: &Scan<'_>) -> Option<Reading> {
    json::read_from(&scan.lines[scan.at..], column_here(scan)?, scan.budget())
}

/// Returns the column at which such a value may begin.
fn column_here(scan: &Scan<'_>) -> Option<usize> {
    let line = scan.peek(0)?;
    match line.body.trimmed_start().first()? {
        b'"' if line.body.contains_str("\\n") => Some(0),
        b'{' | b'[' => json::column(line.body),
        _ if scan.fence.is_none() => json::column(line.body),
        _ => None,
    }
}

/// Returns what the lines around the value where the walk stands say of it, and the tool for which it is.
fn outside_here(scan: &Scan<'_>, dialect: &'static str, end: End) -> Outside {
    let named = column_here(scan).and_then(|at| caller::name_before(scan.lines, scan.at, at));
    let verb = named.or_else(|| scan.tool.clone());
    Outside {
        dialect,
        end,
        is_given: verb.is_some(),
        verb: verb.unwrap_or_default(),
        ..Outside::default()
    }
}

/// Returns whether JSON begins where the walk stands that holds an edit for which `wanted` holds.
pub(super) fn starts_with(scan: &Scan<'_>, wanted: impl Fn(&Call) -> bool) -> bool {
    value_here(scan).is_some_and(|reading| {
        let mut probe = scan.within(&[]);
        probe.depth = scan.depth + 1;
        let outside = outside_here(scan, SPEC.name, reading.end);
        let mut is_wanted = false;
        let found = visit(&mut probe, &reading.json, &outside, &mut |_, call, _| {
            is_wanted |= wanted(call);
        });
        found && is_wanted
    })
}

/// Reads the JSON value that begins where the walk stands; its edits are of `dialect`.
pub(super) fn read_as(scan: &mut Scan<'_>, dialect: &'static str) {
    let Some(Reading {
        json,
        n_lines,
        column,
        end,
    }) = value_here(scan)
    else {
        return;
    };
    let outside = Outside {
        above: scan.path_around(scan.at),
        ..outside_here(scan, dialect, end)
    };
    let start = scan.at;
    let (mark, before) = (scan.mark(), scan.n_read());
    let is_json_patch = is_json_patch(scan);
    let is_given = outside.is_given;
    scan.at += n_lines;
    if end == End::Closed {
        call_like::note_end(scan, scan.at - 1, column);
    }
    if is_json_patch && example::is_sent(scan, scan.read_to..start) {
        scan.count_as_example(start);
    } else if is_json_patch {
        scan.note(
            NoteCode::Unsupported,
            start..scan.at,
            "a JSON Patch (RFC 6902) changes values, not lines; it is left out",
        );
    } else {
        visit(scan, &json, &outside, &mut |_, _, _| {});
        if is_given {
            let tool = Call {
                verb: outside.verb,
                origin: json.origin,
                ..Call::default()
            };
            held::weigh(scan, &tool, Level::Tool, before);
        }
        if end == End::Missing {
            cut::mark_call(scan, before, json.origin, "the reply ends within the call");
        }
    }
    // What a tool is given is no answer.
    let answer = answer_like(&json).filter(|_| scan.depth == 0 && !is_given);
    if let Some(keys) = answer
        && example::drop_answer(scan, &mark, scan.read_to..start, keys)
    {
        scan.count_as_example(start);
    }
    if scan.n_read() != before {
        scan.read_to = scan.at;
    }
}

/// Returns how the keys of an object, or of all in a list, are those of a call, where they are a path and a text that programs
/// send each other, too, and nothing names a tool; `None` for all else.
fn answer_like(json: &Json) -> Option<Keys> {
    let members = match &json.value {
        Value::Object(members) => members,
        Value::Array(items) => {
            let keys: Option<Vec<Keys>> = items.iter().map(answer_like).collect();
            return keys?.into_iter().max();
        }
        Value::Text(_) | Value::Number(_) | Value::Bool(_) | Value::Null => return None,
    };
    let call = call(json, members, &Outside::default());
    let has = |role: Role| call.get(role).is_some();
    if !call.verb.is_empty() || !has(Role::Path) {
        return None;
    }
    if has(Role::Old) && has(Role::New) {
        // Programs write what a value was and is, too; they call no text `old_string`.
        let is_plain = |wanted: Role| {
            let names = members.iter().map(|(name, _)| name);
            names
                .filter(|name| role(name) == Some(wanted))
                .all(|name| matches!(&**name, "old" | "new" | "before" | "after" | "from" | "to"))
        };
        return Some(match is_plain(Role::Old) && is_plain(Role::New) {
            true => Keys::OfRecord,
            false => Keys::OfTool,
        });
    }
    if !has(Role::Whole) || has(Role::Old) {
        return None;
    }
    let is_of_call = |name: &str| {
        let of_records = matches!(name, "id" | "status");
        !of_records && role(name).is_some()
    };
    let are_known = members.iter().all(|(name, _)| is_of_call(name));
    Some(if are_known { Keys::OfCall } else { Keys::Other })
}

/// What is known from the values around one.
#[derive(Debug, Clone)]
struct Outside {
    dialect: &'static str,
    /// How the outermost value ends.
    end: End,
    /// The path that a value around it names.
    path: Option<BString>,
    /// The path that the reply names above all of it: the line there may be about anything, so it makes no file.
    above: Option<BString>,
    verb: String,
    /// Whether it is what a tool is given.
    is_given: bool,
}

impl Default for Outside {
    fn default() -> Outside {
        Outside {
            dialect: SPEC.name,
            end: End::Closed,
            path: None,
            above: None,
            verb: String::new(),
            is_given: false,
        }
    }
}

impl Outside {
    fn around(&self) -> Around<'_> {
        Around {
            named: self.path.as_ref(),
            above: self.above.as_ref(),
        }
    }

    fn any_path(&self) -> Option<&BString> {
        self.path.as_ref().or(self.above.as_ref())
    }
}

type OnCall<'f> = dyn FnMut(&mut Scan<'_>, &Call, &Outside) + 'f;

/// Looks for edits in a value and takes them. Returns whether there was one.
fn visit(scan: &mut Scan<'_>, json: &Json, outside: &Outside, on_call: &mut OnCall<'_>) -> bool {
    match &json.value {
        Value::Array(items) => list(scan, items, outside, on_call),
        Value::Object(members) => object(scan, json, members, outside, on_call),
        Value::Text(text) => inside_text(scan, text, json, outside, on_call),
        Value::Number(_) | Value::Bool(_) | Value::Null => false,
    }
}

fn object(
    scan: &mut Scan<'_>,
    json: &Json,
    members: &[(String, Json)],
    outside: &Outside,
    on_call: &mut OnCall<'_>,
) -> bool {
    let call = call(json, members, outside);
    if voice::is_other(json) {
        outcome::weigh_answers(scan, json);
        return false;
    }
    if role::only_reads(&call.verb) {
        return false;
    }
    let path = call
        .get(Role::Path)
        .and_then(|text| text.lines.first())
        .map(|(path, _)| BString::from(path.as_bstr()))
        .or_else(|| language_server::document(json));
    let within = Outside {
        path: path.or_else(|| outside.path.clone()),
        verb: call.verb.clone(),
        ..outside.clone()
    };
    let folder = scan.enter(call.get(Role::Folder).map(FieldText::one_line));
    let before = scan.n_read();
    let may_be_call = may_be_call(members, outside);
    let is_comment = may_be_call && suggestion::of_comment(scan, &call, outside.dialect);
    let own = is_comment
        || may_be_call && file_map(scan, members, outside)
        || may_be_call && with_list(scan, &call, members, &within, outside, on_call);
    let may_be_read = !(call.is_unclear && call.deletes());
    let found = own
        || may_be_read && deeper(scan, members, &within, on_call)
        || may_be_call
            && !is_given_to_read(scan, members)
            && tool_call::tell_unread(scan, &call, outside.any_path())
        || outside.end == End::Missing && tool_call::tell_cut(scan, &call);
    scan.folder = folder;
    redone::weigh(scan, json, before);
    let level = match is_comment {
        // A review has many fields, and none of them is a switch.
        true => Level::Around,
        false => level(&call, members, own, outside),
    };
    held::weigh(scan, &call, level, before);
    for (name, value) in members.iter().filter(|_| level == Level::Given) {
        if let Value::Object(options) = &value.value {
            held::weigh(scan, &held::options(name, options), level, before);
        }
    }
    if found {
        on_call(scan, &call, outside);
    } else {
        let scripts = members
            .iter()
            .filter_map(|(name, value)| script::of_field(name, value));
        scan.scripts
            .extend(scripts.map(|script| (json.origin, script)));
    }
    found
}

/// Returns whether an object may make an edit itself, or look like one that does: it has a field that calls have, or what is
/// around it names a tool or a file. Nearly all objects of data do not, and they come by the hundred thousand.
fn may_be_call(members: &[(String, Json)], outside: &Outside) -> bool {
    let is_of_call = |(name, _): &(String, Json)| {
        let name = &**name;
        role(name).is_some() || name == suggestion::BODY || anchored::FIRST.contains(&name)
    };
    let is_in_call = outside.is_given || !outside.verb.is_empty() || outside.any_path().is_some();
    is_in_call || outside.end == End::Missing || members.iter().any(is_of_call)
}

/// Returns what the fields of an object are to the edits in it; they make one themselves where that is `own`.
fn level(call: &Call, members: &[(String, Json)], own: bool, outside: &Outside) -> Level {
    if members.iter().any(json::is_given) {
        Level::Tool
    } else if own || outside.is_given || call.get(Role::Path).is_some() {
        Level::Given
    } else {
        Level::Around
    }
}

/// Returns whether what a tool is given, as a text, says that it is only to read.
fn is_given_to_read(scan: &Scan<'_>, members: &[(String, Json)]) -> bool {
    let given = members.iter().filter(|member| json::is_given(member));
    let mut texts = given.filter_map(|(_, value)| value.text());
    texts.any(|text| {
        let text = FieldText::split(text, 0);
        let value = json::read(&text.as_lines(), scan.budget());
        value.is_some_and(|(json, _)| match &json.value {
            Value::Object(members) => call(&json, members, &Outside::default()).only_reads(),
            Value::Array(_) | Value::Text(_) | Value::Number(_) | Value::Bool(_) | Value::Null => {
                false
            }
        })
    })
}

/// Takes the edit that a call's own fields make, and the edits in a list among its other fields.
fn with_list(
    scan: &mut Scan<'_>,
    call: &Call,
    members: &[(String, Json)],
    within: &Outside,
    outside: &Outside,
    on_call: &mut OnCall<'_>,
) -> bool {
    if !tool_call::take(scan, call, within.around(), outside.dialect) {
        return false;
    }
    for (name, value) in members {
        if role(name).is_none() && matches!(value.value, Value::Array(_)) {
            visit(scan, value, within, on_call);
        }
    }
    true
}

/// Takes the files of `{"files": {"src/a.rs": "…"}}`, each with its content. Returns whether the object is of that shape.
fn file_map(scan: &mut Scan<'_>, members: &[(String, Json)], outside: &Outside) -> bool {
    let Some((
        _,
        Json {
            value: Value::Object(files),
            ..
        },
    )) = members.iter().find(|(name, _)| name == "files")
    else {
        return false;
    };
    let contents: Option<Vec<(&String, &Json, &BString)>> = files
        .iter()
        .map(|(path, json)| {
            let content = json
                .text()
                .filter(|_| shape::looks_like_path(path.as_bytes()));
            Some((path, json, content?))
        })
        .collect();
    let Some(contents) = contents.filter(|contents| !contents.is_empty()) else {
        return false;
    };
    for (path, json, content) in contents {
        let field = |name: &str, text: FieldText| (name.to_string(), text);
        let call = Call {
            fields: vec![
                field("path", FieldText::split(path.as_bytes(), json.origin.start)),
                field("content", FieldText::quoted(content, json.origin.start)),
            ],
            origin: json.origin,
            ..Call::default()
        };
        tool_call::take(scan, &call, Around::default(), outside.dialect);
    }
    true
}

/// Looks for edits in the values of an object that is none itself: in the arguments of a call before what else is said of it,
/// and where nothing else has one, in what only repeats it.
fn deeper(
    scan: &mut Scan<'_>,
    members: &[(String, Json)],
    outside: &Outside,
    on_call: &mut OnCall<'_>,
) -> bool {
    let is_one_line =
        |value: &Json| matches!(&value.value, Value::Text(text) if !text.contains(&b'\n'));
    // Which of three turns a value has; `None` for one that is no edit.
    let turn = |member: &&(String, Json)| match role(&member.0) {
        _ if member.0 == "input" => Some(0),
        Some(Role::Arguments) => Some(0),
        _ if json::is_answer(member, members) => None,
        Some(Role::Spare) => Some(2),
        Some(Role::Path | Role::Verb) if is_one_line(&member.1) => None,
        Some(_) | None => Some(1),
    };
    (0..3).any(|now| {
        let values = members.iter().filter(|member| turn(member) == Some(now));
        let mut found = false;
        for member in values {
            let (name, value) = member;
            // A change of a workspace lists its edits under the names of the files.
            let is_named = name.starts_with("file://")
                || spelling::is_name_of_file(name.as_bytes())
                    && language_server::are_ranged(&value.value);
            let path = is_named.then(|| name.as_str().into());
            let within = Outside {
                path: path.or_else(|| outside.path.clone()),
                is_given: outside.is_given || json::is_given(member),
                ..outside.clone()
            };
            found |= visit(scan, value, &within, on_call);
        }
        found
    })
}

/// Takes the edits of a list, and tells of what among them is likely to be one. Returns whether there was an edit.
fn list(scan: &mut Scan<'_>, items: &[Json], outside: &Outside, on_call: &mut OnCall<'_>) -> bool {
    let items = &*language_server::joined_insertions(items);
    let mut others = Vec::new();
    for item in items {
        if !visit(scan, item, outside, on_call) {
            others.push(item);
        }
    }
    let found = others.len() < items.len();
    for item in others.into_iter().filter(|_| found) {
        if let Value::Object(members) = &item.value {
            let call = call(item, members, &Outside::default());
            // What a review says of a line is talk.
            let is_remark =
                call.named(suggestion::BODY).is_some() && call.get(Role::StartLine).is_some();
            if call.may_be_edit() && !is_remark {
                tool_call::tell(scan, &call, tool_call::NO_EDIT);
            }
        }
    }
    found
}

/// Makes a call of an object's own fields.
fn call(json: &Json, members: &[(String, Json)], outside: &Outside) -> Call {
    let mut call = Call {
        verb: outside.verb.clone(),
        range: language_server::range(json),
        origin: json.origin,
        ..Call::default()
    };
    // Among the arguments of a call, a name is that of something else.
    let is_of_tool = outside.verb.is_empty()
        || arguments::is_of_every_call(&outside.verb)
        || members.iter().any(json::is_given);
    for (name, value) in members {
        let text = match &value.value {
            Value::Text(text) => FieldText::quoted(text, value.origin.start),
            Value::Number(number) => FieldText::split(number.as_bytes(), value.origin.start),
            Value::Bool(flag) => FieldText::split(flag.to_string().as_bytes(), value.origin.start),
            // A list of files may hold objects, and be read one by one where it holds nothing else.
            Value::Array(items) if matches!(role(name), Some(Role::Paths | Role::Path)) => {
                match targets::of_items(items) {
                    Some(text) => text,
                    None => {
                        call.is_unclear |= items.iter().any(|item| item.text().is_some());
                        continue;
                    }
                }
            }
            // A command in its words is a script to be looked into.
            Value::Array(items) if role(name) != Some(Role::Verb) => match strings(items) {
                Some(text) => text,
                None => continue,
            },
            // No old text: the file is new.
            Value::Null if role(name) == Some(Role::Old) => FieldText::default(),
            Value::Array(_) | Value::Object(_) | Value::Null => continue,
        };
        let is_verb =
            name == "op" || role(name) == Some(Role::Verb) && (name != "name" || is_of_tool);
        if let (true, [(verb, _)]) = (is_verb, &text.lines[..]) {
            call.set_verb(&verb.to_str_lossy());
        }
        if !voice::names_speaker(name, text.one_line().as_bstr()) {
            call.fields.push((name.clone(), text));
        }
    }
    call.lead_with_newline();
    call
}

/// Reads a list of strings as the lines of a text.
fn strings(items: &[Json]) -> Option<FieldText> {
    let line = |item: &Json| Some((item.text()?.clone().into(), item.origin.start));
    let lines = items.iter().map(line).collect::<Option<_>>()?;
    Some(FieldText {
        lines,
        ..FieldText::default()
    })
}

/// Reads a patch, or more JSON, inside a string: the arguments of a call are often written so.
fn inside_text(
    scan: &mut Scan<'_>,
    text: &BString,
    json: &Json,
    outside: &Outside,
    on_call: &mut OnCall<'_>,
) -> bool {
    let at = json.origin.start;
    let decoded = FieldText::split(text, at);
    let lines = decoded.as_lines();
    if matches!(text.trim().first(), Some(b'{' | b'['))
        && let Some(inner) = json::read_from(&lines, 0, scan.budget())
        && (inner.end == End::Closed || outside.end == End::Missing)
    {
        return visit(scan, &inner.json, outside, on_call);
    }
    let is_patch = holds_patch(scan, &decoded, outside);
    if is_patch {
        on_call(scan, &Call::default(), outside);
    }
    is_patch || twice_escaped(scan, text, at, outside, on_call)
}

/// Reads a patch whose line breaks are still escaped after decoding: the string was encoded twice.
fn twice_escaped(
    scan: &mut Scan<'_>,
    text: &BString,
    at: usize,
    outside: &Outside,
    on_call: &mut OnCall<'_>,
) -> bool {
    if text.contains(&b'\n') || !text.contains_str("\\n") {
        return false;
    }
    let decoded = FieldText::split(&escape::decoded(text), at);
    let found = holds_patch(scan, &decoded, outside);
    if found {
        let span = LineSpan::new(at, at + 1);
        let text = "the patch was escaped twice; it is read as it was meant";
        scan.note_at(NoteCode::EscapedTwice, span, text);
        on_call(scan, &Call::default(), outside);
    }
    found
}

fn holds_patch(scan: &mut Scan<'_>, text: &FieldText, outside: &Outside) -> bool {
    text.lines.len() > 1 && text.read(scan, outside.any_path().cloned())
}

/// Returns whether a JSON Patch begins where the walk stands: a list of operations on values.
fn is_json_patch(scan: &Scan<'_>) -> bool {
    let Some(Reading { json, .. }) = value_here(scan) else {
        return false;
    };
    let is_operation = |item: &Json| {
        let text = |name: &str| item.get(name).and_then(Json::text);
        let known = ["add", "remove", "replace", "move", "copy", "test"];
        let is_known = text("op").is_some_and(|op| known.iter().any(|word| op == word));
        is_known && text("path").is_some_and(|path| path.starts_with(b"/"))
    };
    // One that is in no list has what it puts there, too.
    let puts = |item: &Json| item.get("value").is_some() || item.get("from").is_some();
    match &json.value {
        Value::Array(items) => !items.is_empty() && items.iter().all(is_operation),
        // Amid a sentence it is spoken of.
        Value::Object(_) => {
            let line = scan.peek(0);
            let is_first = line.is_some_and(|line| line.trimmed().starts_with(b"{"));
            is_first && is_operation(&json) && puts(&json)
        }
        Value::Text(_) | Value::Number(_) | Value::Bool(_) | Value::Null => false,
    }
}
