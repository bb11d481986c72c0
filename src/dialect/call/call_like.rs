//! Lines that look like calls of tools where none was read, whatever the syntax: a call has a path and a text that goes or
//! comes. What is read as an edit is for the dialects to say; here it is enough that somebody may have meant one.

use bstr::{BStr, BString, ByteSlice};

use super::caller;
use super::element;
use super::json::{self, Json, Value};
use super::open_tag;
use super::role::{self, Role, role};
use super::tag::{self, End};
use super::verb;
use crate::dialect::commands::script;
use crate::dialect::name::{shape, spelling};
use crate::dialect::note::NoteCode;
use crate::dialect::walk::fence::Fence;
use crate::dialect::walk::line::Line;
use crate::dialect::walk::scan::Scan;
use crate::text::Trim;

/// How many lines may stand between the beginning and the path.
const REACH: usize = 6;

/// How many lines the old and the new text may take where their fields are lines.
const LONGEST_FIELDS: usize = 60;

/// Why a part that looks like a call is not read.
pub(in crate::dialect) const UNREAD: &str = "a tool call that could not be read";

/// Where a line stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::dialect) enum Place {
    /// Among the sentences of the reply.
    Talk,
    /// In a fence, where a program may have calls and tags of its own.
    Fence,
}

/// Returns whether line `at` begins a call, by it and by the lines behind it that are not read.
pub(in crate::dialect) fn begins(
    scan: &Scan<'_>,
    at: usize,
    place: Place,
    is_unread: impl Fn(usize) -> bool,
) -> bool {
    let lines = scan.lines;
    let line = lines[at].trimmed();
    let near = || {
        let near = (at..lines.len()).take(REACH);
        let near = near.take_while(|at| is_unread(*at));
        let near: Vec<&BStr> = near.map(|at| lines[at].body).collect();
        bstr::join("\n", near)
    };
    let is_last = || lines[at + 1..].iter().all(|line| line.is_blank());
    match line.first() {
        Some(b'<') if open_tag::begins(line).is_some() => {
            place == Place::Talk && is_cut_tag(line) && is_last()
                || is_element(scan, at, place, &near())
                || place == Place::Talk
                    && (is_program(line, near) || is_field(line) || is_block(lines, at, is_unread))
        }
        Some(_) if json::column(lines[at].body).is_some() => {
            place == Place::Talk && is_cut_object(line) && is_last()
                || is_edit(scan, at, place, &near())
                || is_program(line, near)
        }
        Some(_) if place == Place::Talk && opens_amid(lines, at) => true,
        Some(_) if line.contains(&b'(') => is_program(line, near),
        Some(first) if first.is_ascii_alphabetic() || *first == b'-' => are_fields(lines, at),
        Some(_) | None => false,
    }
}

/// Notes that a call which is closed ends at `column` of the line at `index`, where another may begin behind it: then the line
/// is parted there, and each call is read and accounted for by itself.
pub(in crate::dialect) fn note_end(scan: &mut Scan<'_>, index: usize, column: usize) {
    let (mut index, mut column) = (index, column);
    // All calls in a row at once: one walk for each would take time that is the square of their number.
    while let Some(next) = next_call(scan, index, column) {
        if !scan.note_break(index, column) {
            return;
        }
        if next.is_tag {
            scan.note_break(index, next.begin);
        }
        let Some(end) = next.end else { return };
        // What is within a call is its own.
        scan.note_parted_to(end);
        (index, column) = end;
    }
}

/// Notes where the calls in the next line begin and end, of which the first is no edit.
pub(in crate::dialect) fn note_ends_of_others(scan: &mut Scan<'_>) {
    let index = scan.at;
    let line = scan.lines[index].body;
    // In a fence, a program may have calls amid a line.
    let may_begin = match line.trim_start().first() {
        Some(b'<' | b'{' | b'[') => true,
        Some(_) => scan.fence.is_none() && scan.heredoc.is_none(),
        None => false,
    };
    // Only with two of them on the line, or one amid it, is there anything to be gained.
    if !may_begin || memchr::memchr2_iter(b'<', b'{', line).nth(1).is_none() {
        return;
    }
    let Some(first) = next_call(scan, index, 0) else {
        return;
    };
    let is_amid = first.is_tag && !line[..first.begin].trim().is_empty();
    if is_amid && !scan.note_break(index, first.begin) {
        return;
    }
    if let Some((index, column)) = first.end {
        note_end(scan, index, column);
    }
}

/// Notes what the next line holds that is not read, where it is a part of a line: a call, or the command that one runs. The lines
/// of a reply are accounted for as a whole, and what was read beside it on the line would hide it.
pub(in crate::dialect) fn account_for_part(scan: &mut Scan<'_>) {
    let at = scan.at;
    let line = scan.lines[at];
    let is_of_same = |other: Option<&Line<'_>>| other.is_some_and(|other| other.at == line.at);
    let above = at.checked_sub(1).and_then(|above| scan.lines.get(above));
    if !is_of_same(above) && !is_of_same(scan.lines.get(at + 1)) {
        return;
    }
    let mut scripts = Vec::new();
    if let Some(column) = json::column(line.body) {
        if let Some(reading) = json::read_from(&scan.lines[at..], column, scan.budget()) {
            script::all_of(&reading.json, scan.budget(), &mut scripts);
        }
    } else if open_tag::begins(line.body).is_some() {
        scripts.extend(script::in_tags(line.body));
    }
    let span = scan.span(at, at + 1);
    scan.scripts
        .extend(scripts.into_iter().map(|script| (span, script)));
    if begins(scan, at, Place::Talk, |index| index >= at) {
        scan.note(NoteCode::CallUnread, at..at + 1, UNREAD);
    }
}

/// A call that may begin within a line.
struct Next {
    is_tag: bool,
    /// The column of its tag, or of its value.
    begin: usize,
    /// The index of the line in which it ends, and the column behind it; `None` where it does not.
    end: Option<(usize, usize)>,
}

/// Returns the call that may begin next in the line at `index`, from column `from` on.
fn next_call(scan: &Scan<'_>, index: usize, from: usize) -> Option<Next> {
    let line = scan.lines.get(index)?.body;
    let behind = line.get(from..)?.as_bstr();
    let value = json::column(behind).map(|at| from + at);
    let tags = memchr::memchr_iter(b'<', behind).map(|at| from + at);
    let mut tags = tags.take_while(|at| value.is_none_or(|value| *at < value));
    let first_text = from + (behind.len() - behind.trim_start().len());
    // The backticks up to a column: each tag counts on from the one before it.
    let (mut n_backticks, mut counted_to) = (0, from);
    let tag = tags.find_map(|begin| {
        let name = open_tag::begins(line[begin..].as_bstr())?;
        let is_next = begin == first_text;
        let is_call = || element::holds_others(name) || role::only_reads(&name.to_lowercase());
        // Amid a sentence in backticks it is only spoken of.
        let mut is_code = || {
            n_backticks += memchr::memchr_iter(b'`', &line[counted_to..begin]).count();
            counted_to = begin;
            n_backticks % 2 == 1
        };
        if !is_next && (!is_call() || is_code()) {
            return None;
        }
        let is_given = is_next && (from > 0 || is_call());
        let read = tag::read_from(scan, index, begin);
        let end = read.filter(|(element, _)| element.end == End::Closed);
        let end = end.and_then(|(_, behind)| Some((behind.line.checked_sub(1)?, behind.column?)));
        let is_tag = true;
        (is_given || end.is_some()).then_some(Next { is_tag, begin, end })
    });
    if tag.is_some() {
        return tag;
    }
    let is_section = behind.trim_start().starts_with(b"[[[");
    let Some(begin) = value else {
        return is_section.then_some(Next {
            is_tag: true,
            begin: from,
            end: None,
        });
    };
    let read = json::read_from(&scan.lines[index..], begin, scan.budget());
    let end = read.filter(|reading| reading.end == End::Closed);
    Some(Next {
        is_tag: false,
        begin,
        end: end.map(|reading| (index + reading.n_lines - 1, reading.column)),
    })
}

/// Returns whether the object that begins at line `at` has the fields of an edit in `text`, its first lines. Searches and views
/// name a path, too, but no text that goes or comes; what describes the fields of a call, or what a tool answered, is none.
fn is_edit(scan: &Scan<'_>, at: usize, place: Place, text: &[u8]) -> bool {
    const DESCRIBED: [&str; 3] = ["\"properties\"", "\"input_schema\"", "\"inputSchema\""];
    let column = json::column(scan.lines[at].body).unwrap_or(0);
    // A label or a sign before the value is no field of it.
    let text = &text[column.min(text.len())..];
    if DESCRIBED.iter().any(|name| text.contains_str(name))
        || text.lines().any(|line| role::tells_of_result(line.into()))
        || caller::name_before(scan.lines, at, column).is_some_and(|name| role::only_reads(&name))
    {
        return false;
    }
    let is_of_edit = |text: &[u8], is_cut: bool| {
        let fields = fields(text);
        let has = |roles: &[Role]| fields.iter().any(|field| roles.contains(&field.role));
        let only_reads = || {
            fields
                .iter()
                .any(|field| field.names_tool(role::only_reads))
        };
        let writes = || fields.iter().any(|field| field.names_tool(role::writes));
        let is_named = fields.iter().any(Field::names_file)
            && (has(&[Role::Old, Role::New, Role::Patch])
                || writes()
                || has(&[Role::Whole]) && is_cut);
        (is_named || has(&[Role::Arguments, Role::Patch]) && is_cut) && !only_reads()
    };
    if place == Place::Talk && is_given_file(scan, at, column) {
        return true;
    }
    if !is_of_edit(text, true) {
        return false;
    }
    // Its own lines say more than those near it. A record may have a text of its own; one that breaks off amid the talk is not
    // known to be a record.
    let reading = json::read_from(&scan.lines[at..], column, scan.budget());
    match reading.filter(|reading| reading.end == End::Closed) {
        Some(reading) => is_of_edit(&own_text(scan, at, column, &reading), false),
        None => is_of_edit(text, place == Place::Talk),
    }
}

/// Returns whether the value that begins at `column` of line `at` is nothing but the name of a file and its lines, as a list or as
/// one text: a record would have more to say.
fn is_given_file(scan: &Scan<'_>, at: usize, column: usize) -> bool {
    const LINES: &[&str] = &["lines", "body", "source"];
    let reading = json::read_from(&scan.lines[at..], column, scan.budget());
    let Some(Value::Object(members)) = reading.map(|reading| reading.json.value) else {
        return false;
    };
    let [(one, path), (other, text)] = &members[..] else {
        return false;
    };
    let is_text = |item: &Json| matches!(item.value, Value::Text(_));
    let has_lines = match &text.value {
        Value::Array(items) => !items.is_empty() && items.iter().all(is_text),
        Value::Text(text) => text.contains(&b'\n'),
        Value::Object(_) | Value::Number(_) | Value::Bool(_) | Value::Null => false,
    };
    let is_file = |path: &BString| shape::looks_like_path(path) && spelling::is_name_of_file(path);
    let names_lines = LINES.contains(&&other.to_lowercase()[..]);
    role(one) == Some(Role::Path) && path.text().is_some_and(is_file) && names_lines && has_lines
}

/// Returns whether the value that begins at line `at` is a call, or a list of calls, of tools of which none edits.
pub(in crate::dialect) fn is_of_other(scan: &Scan<'_>, at: usize) -> bool {
    fn is_other(json: &Json) -> bool {
        let is_name = |(name, value): &(String, Json)| {
            let verb = value.text().filter(|_| role(name) == Some(Role::Verb));
            verb.is_some_and(|verb| !verb::says_edit(&verb.to_str_lossy().to_lowercase()))
        };
        // What a program is given is a list, and what describes a tool names the kinds of its fields.
        let is_call = |member: &(String, Json)| {
            let is_of_fields = match &member.1.value {
                Value::Object(_) => member.1.get("properties").is_none(),
                Value::Text(text) => text.starts_with(b"{"),
                Value::Array(_) | Value::Number(_) | Value::Bool(_) | Value::Null => false,
            };
            json::is_given(member) && is_of_fields
        };
        match &json.value {
            Value::Object(members) => members.iter().any(is_name) && members.iter().any(is_call),
            Value::Array(items) => !items.is_empty() && items.iter().all(is_other),
            Value::Text(_) | Value::Number(_) | Value::Bool(_) | Value::Null => false,
        }
    }
    let value = json::read(&scan.lines[at..], scan.budget());
    value.is_some_and(|(json, _)| is_other(&json))
}

/// Returns the text of a value that begins at `column` of line `at`.
fn own_text(scan: &Scan<'_>, at: usize, column: usize, reading: &json::Reading) -> Vec<u8> {
    let lines = &scan.lines[at..at + reading.n_lines];
    let mut text = bstr::join("\n", lines.iter().map(|line| line.body));
    let n_behind = lines
        .last()
        .map_or(0, |line| line.body.len().saturating_sub(reading.column));
    text.truncate(text.len() - n_behind);
    text.split_off(column.min(text.len()))
}

/// Returns whether a line of a program calls a tool: `edit(file_path='a', old_string='b', …)`, `editFile({ path: "a", … })`;
/// `near` gives that line and those behind it.
fn is_program(line: &BStr, near: impl Fn() -> Vec<u8>) -> bool {
    let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let names = memchr::memchr_iter(b'(', line).filter_map(|end| {
        let begin = line[..end].iter().rposition(|byte| !is_of_name(byte));
        line[begin.map_or(0, |at| at + 1)..end].to_str().ok()
    });
    let names: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
    // A bracket amid a sentence calls nothing.
    if names.is_empty() {
        return false;
    }
    let text = near();
    let fields = fields(&text);
    let has = |wanted: Role| {
        let mut quoted = fields.iter().filter(|field| field.is_quoted);
        quoted.any(|field| field.role == wanted)
    };
    let is_writer = |name: &&str| role::writes(&name.to_lowercase());
    let is_edit = || has(Role::Old) && has(Role::New);
    // What is first in the brackets of an edit has no name: `edit_file("src/a.rs", old="a", new="b")`. Amid a sentence such a call
    // is spoken of.
    let first_is_file = || {
        let first = line.split_once_str("(").map(|(_, behind)| behind);
        let first = first.filter(|_| line.trim_start().starts_with(names[0].as_bytes()));
        let first = first.unwrap_or_default().trim_start();
        let quote = first.first().filter(|byte| matches!(byte, b'"' | b'\''));
        let name = quote.and_then(|quote| first[1..].split(|byte| byte == quote).next());
        names.iter().any(is_writer) && is_edit() && name.is_some_and(spelling::is_name_of_file)
    };
    (fields.iter().any(Field::names_file) || first_is_file())
        && (is_edit() || names.iter().any(is_writer) && has(Role::Whole))
}

/// Returns whether an element that no dialect reads begins at line `at`: the names of a call with a path inside, or a tag
/// that names a file and has something inside.
fn is_element(scan: &Scan<'_>, at: usize, place: Place, near: &[u8]) -> bool {
    let line = scan.lines[at].trimmed();
    let Some(name) = open_tag::begins(line) else {
        return false;
    };
    let inside = |field: &Field<'_>| field.role == Role::Path && field.sign == b'>';
    // The path near it may be that of another call.
    let is_own = || {
        let read = tag::read(scan, at);
        let end = read.map(|(element, behind)| (element.end == End::Closed).then_some(behind.line));
        end.flatten().is_none_or(|end| {
            let own = &scan.lines[at..end.max(at + 1)];
            fields(&bstr::join("\n", own.iter().map(|line| line.body)))
                .iter()
                .any(inside)
        })
    };
    let names_tool = || tool_of(&scan.lines[at]).is_some_and(|tool| verb::acts(&tool));
    if (element::may_begin(name) || names_tool()) && fields(near).iter().any(inside) && is_own() {
        return true;
    }
    let end = line.find_byte(b'>').unwrap_or(line.len());
    let (tag, behind) = (&line[..end], line[(end + 1).min(line.len())..].trim());
    // A title may be of anything, but that of a block is its file.
    let titles = || behind.is_empty() && titled(tag).is_some_and(spelling::is_name_of_file);
    let names_file = fields(tag).iter().any(Field::names_file) || titles();
    let is_empty = tag.ends_with(b"/") || behind.starts_with(b"</");
    let is_talk = place == Place::Talk;
    names_file
        && !role::only_reads(name)
        && (element::is_deed(name) || is_talk && (!is_empty || element::acts(name)))
}

/// Returns whether a tag that names a file ends the line at `at`, behind other words, and a line below begins with the tag that
/// closes it: `Sure! <file path="src/a.rs">`.
fn opens_amid(lines: &[Line<'_>], at: usize) -> bool {
    let line = lines[at].body.trim_end().as_bstr();
    let Some(begin) = memchr::memrchr(b'<', line).filter(|_| line.ends_with(b">")) else {
        return false;
    };
    let (before, tag) = (&line[..begin], line[begin..].as_bstr());
    let Some(name) = open_tag::begins(tag).filter(|_| !before.contains(&b'`')) else {
        return false;
    };
    let closing = format!("</{name}>");
    let mut below = lines[at + 1..].iter().take(LONGEST_FIELDS);
    fields(tag).iter().any(Field::names_file)
        && !role::only_reads(name)
        && below.any(|line| line.trimmed().starts_with(closing.as_bytes()))
}

/// Returns whether a line begins a field of a call that holds old or new text: `<parameter name="old_string">`.
fn is_field(line: &BStr) -> bool {
    let Some(open) = open_tag::read(line, 0) else {
        return false;
    };
    let mut attributes = open.attributes.into_iter();
    let name = attributes.find(|(name, _)| open.name == "parameter" && name == "name");
    let role = name.and_then(|(_, value)| role(&value.to_str_lossy()));
    matches!(role, Some(Role::Old | Role::New))
}

/// Returns whether a line ends within the first member of an object.
fn is_cut_object(line: &BStr) -> bool {
    line.starts_with(b"{\"")
        && line.iter().filter(|byte| **byte == b'"').count() <= 3
        && !line.contains(&b'}')
}

/// Returns whether a line ends within the tag of a call.
fn is_cut_tag(line: &BStr) -> bool {
    let name = open_tag::begins(line).filter(|name| element::may_begin(name));
    name.is_some() && !line.contains(&b'>')
}

/// Returns whether an element begins at line `at` whose name says that its lines are an edit, and which names no file:
/// `<update>`, lines of code, `</update>`.
fn is_block(lines: &[Line<'_>], at: usize, is_unread: impl Fn(usize) -> bool) -> bool {
    let open = lines[at].trimmed();
    let name = open.strip_prefix(b"<").and_then(|it| it.strip_suffix(b">"));
    let name = name.and_then(|name| name.to_str().ok());
    let is_wrapper = |name: &&str| element::holds_others(name) && !verb::only_shows(name);
    let Some(name) = name.filter(is_wrapper) else {
        return false;
    };
    // A call in JSON is judged by itself.
    let is_json = |line: &Line<'_>| matches!(line.trimmed().first(), Some(b'{' | b'['));
    let mut below = lines[at + 1..].iter();
    let first = below.find(|line| !line.is_blank());
    if first.is_some_and(is_json) {
        return false;
    }
    let closing = format!("</{name}>");
    let mut inside = (at + 1..lines.len())
        .take(LONGEST_FIELDS)
        .take_while(|at| is_unread(*at));
    let Some(end) = inside.find(|at| lines[*at].trimmed() == closing) else {
        return false;
    };
    let inside = &lines[at + 1..end];
    // A call names its tool.
    let mut tools = inside.iter().filter_map(tool_of).peekable();
    if element::is_call(name) && tools.peek().is_some() {
        return tools.any(|tool| verb::acts(&tool));
    }
    inside.iter().any(|line| !line.is_blank())
}

/// Returns the name of the tool in a tag that begins a line: `<invoke name="edit">`, `<function=edit>`.
fn tool_of(line: &Line<'_>) -> Option<String> {
    let open = open_tag::read(line.trimmed(), 0)?;
    let is_call = matches!(&open.name[..], "invoke" | "function" | "tool" | "call");
    let mut attributes = open.attributes.into_iter();
    let (_, name) = attributes.find(|(name, _)| is_call && name == "name")?;
    Some(name.to_string().to_lowercase())
}

/// Returns the title in a tag.
fn titled(tag: &[u8]) -> Option<&[u8]> {
    let (_, behind) = tag.split_once_str(" title=\"")?;
    behind.split_once_str("\"").map(|(title, _)| title)
}

/// Returns the path in a line by which the screen of an agent shows an edit: `● Update(src/a.txt)`, `• Edited src/a.txt (+1 -1)`.
pub(in crate::dialect) fn screen(line: &[u8]) -> Option<&[u8]> {
    const DEEDS: &[&str] = &["Edit", "Delete", "Write", "Create", "Update", "MultiEdit"];
    const TOLD: &[&str] = &["Edited", "Added", "Deleted"];
    let marks = ["● ", "⏺ ", "• "];
    let line = line.trimmed_start();
    let mut rest = marks.iter().map(|mark| line.strip_prefix(mark.as_bytes()));
    let rest = rest.find_map(|rest| rest)?;
    let (deed, path) = rest.trim_end().strip_suffix(b")")?.split_once_str("(")?;
    // `• Edited src/a.txt (+1 -1)`: the deed, the path, and how many lines come and go.
    let told = deed.trim_end().split_once_str(" ");
    let is_count = path.starts_with(b"+") && path.contains_str(" -");
    let told = told.filter(|(deed, _)| is_count && TOLD.iter().any(|it| *deed == it.as_bytes()));
    let called = DEEDS.iter().any(|it| deed == it.as_bytes()).then_some(path);
    told.map(|(_, path)| path)
        .or(called)
        .filter(|path| !path.contains(&b' '))
}

/// Returns whether the fields of an edit begin at line `at`, each with a colon, or a sign of equality: a path, and behind it an
/// old and a new text.
fn are_fields(lines: &[Line<'_>], at: usize) -> bool {
    let parts = |line: &Line<'_>| -> Option<(Role, u8, Vec<u8>)> {
        let text = line.trimmed();
        let text = text.strip_prefix(b"- ").unwrap_or(text);
        let end = text.find_byteset(b":=")?;
        let (name, value) = (text[..end].trim(), &text[end + 1..]);
        let is_plain = text[end] == b'=' || value.is_empty() || value.starts_with(b" ");
        let role = role(name.to_str().ok()?).filter(|_| is_plain)?;
        Some((role, text[end], value.trim().to_vec()))
    };
    // Lines of a program assign what may be called so as well.
    let names_file = |sign: u8, value: &[u8]| {
        let name = value.trim_with(|c| matches!(c, '"' | '\'' | '`' | ','));
        sign == b':' || shape::looks_like_path(name) && spelling::is_name_of_file(name)
    };
    // `old = 21 lines` counts what a program has seen.
    let is_count = |value: &[u8]| {
        let mut words = value.fields();
        let counts = |word: &[u8]| word.iter().all(u8::is_ascii_digit);
        let units: [&[u8]; 4] = [b"lines", b"bytes", b"chars", b"characters"];
        words.next().is_some_and(counts)
            && words.next().is_some_and(|word| units.contains(&word))
            && words.next().is_none()
    };
    let role_of = |line: &Line<'_>| {
        let field = parts(line).filter(|(role, _, value)| *role == Role::Path || !is_count(value));
        field.map(|(role, _, _)| role)
    };
    if !parts(&lines[at])
        .is_some_and(|(role, sign, value)| role == Role::Path && names_file(sign, &value))
    {
        return false;
    }
    let behind = lines[at + 1..].iter().take(LONGEST_FIELDS);
    let mut roles = behind
        .take_while(|line| Fence::open(line.body, 0).is_none())
        .filter_map(role_of)
        .filter(|role| matches!(role, Role::Path | Role::Old | Role::New));
    let next = (roles.next(), roles.next());
    next == (Some(Role::Old), Some(Role::New))
}

/// A field as it is written somewhere.
struct Field<'a> {
    /// What its name is for.
    role: Role,
    /// What is between its name and its value: `:`, `=`, or `>` where its name is a tag.
    sign: u8,
    /// What follows the sign, without a quote.
    value: &'a [u8],
    is_quoted: bool,
}

impl Field<'_> {
    /// Returns the value up to what may end it.
    fn word(&self) -> &[u8] {
        let ends: &[u8] = match self.is_quoted {
            true => b"\"'`\\\n",
            false => b"<>,;)}\n",
        };
        let end = self.value.find_byteset(ends);
        &self.value[..end.unwrap_or(self.value.len())]
    }

    /// Returns whether it names a file. A program gives it in quotes.
    fn names_file(&self) -> bool {
        let is_value = self.is_quoted || self.sign == b'>';
        self.role == Role::Path && is_value && shape::looks_like_path(self.word())
    }

    /// Returns whether it names a tool, or its command, for which `wanted` holds.
    fn names_tool(&self, wanted: fn(&str) -> bool) -> bool {
        let name = || self.word().to_str_lossy().to_lowercase();
        self.role == Role::Verb && self.is_quoted && wanted(&name())
    }
}

/// Returns the fields in a text, by the names before `:`, `=` and `>`, in quotes or without, escaped or not.
fn fields(text: &[u8]) -> Vec<Field<'_>> {
    let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    let field = |at: usize| {
        let sign = text[at];
        let before = text[..at].trim_end_with(|c| matches!(c, ' ' | '"' | '\'' | '\\'));
        let begin = before.iter().rposition(|byte| !is_of_name(byte));
        let role = role(before[begin.map_or(0, |at| at + 1)..].to_str().ok()?)?;
        let opened = begin.map(|begin| before[begin]);
        let value = text[at + 1..].trim_start_with(|c| matches!(c, ' ' | '\n' | '\\'));
        let unquoted = value.trim_start_with(|c| matches!(c, '"' | '\'' | '`'));
        let is_quoted = unquoted.len() < value.len();
        (sign != b'>' || opened == Some(b'<')).then_some(Field {
            role,
            sign,
            value: unquoted,
            is_quoted,
        })
    };
    let signs = text
        .iter()
        .enumerate()
        .filter(|(_, byte)| matches!(byte, b':' | b'=' | b'>'));
    signs.filter_map(|(at, _)| field(at)).collect()
}
