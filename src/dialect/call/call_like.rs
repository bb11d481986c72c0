//! Lines that look like calls of tools where none was read, whatever the syntax: a call has a path and a text that goes or
//! comes. What is read as an edit is for the dialects to say; here it is enough that somebody may have meant one.

use bstr::{BStr, ByteSlice};

use super::element;
use super::json;
use super::open_tag;
use super::role::{self, Role, role};
use super::tag::{self, End};
use crate::dialect::name::{shape, spelling};
use crate::dialect::walk::fence::Fence;
use crate::dialect::walk::line::Line;
use crate::dialect::walk::scan::Scan;
use crate::text::Trim;

/// How many lines may stand between the beginning and the path.
const REACH: usize = 6;

/// How many lines the old and the new text may take where their fields are lines.
const LONGEST_FIELDS: usize = 60;

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
                || is_element(lines, at, place, &near())
                || place == Place::Talk && is_block(lines, at, is_unread)
        }
        Some(_) if json::column(lines[at].body).is_some() => {
            place == Place::Talk && is_cut_object(line) && is_last()
                || is_edit(scan, at, place, &near())
                || is_program(line, near)
        }
        Some(_) if line.contains(&b'(') => is_program(line, near),
        Some(first) if first.is_ascii_alphabetic() || *first == b'-' => are_fields(lines, at),
        Some(_) | None => false,
    }
}

/// Notes that a call which is closed ends at `column` of the line at `index`, where another may begin behind it.
pub(in crate::dialect) fn note_end(scan: &mut Scan<'_>, index: usize, column: usize) {
    let line = scan.lines.get(index).map(|line| line.body);
    let behind = line.and_then(|line| line.get(column..)).map(BStr::new);
    let Some(behind) = behind else { return };
    let next = json::column(behind);
    if next.is_none() && !open_tag::may_begin(behind) {
        return;
    }
    scan.note_break(index, column);
    // All calls in JSON on the line at once: one walk for each would take time that is the square of their number.
    let mut next = next.map(|next| column + next);
    while let Some(reading) = next
        .and_then(|next| json::read_from(&scan.lines[index..=index], next, scan.budget()))
        .filter(|reading| reading.end == End::Closed && reading.n_lines == 1)
    {
        let behind = &scan.lines[index].body[reading.column..];
        next = json::column(behind).map(|next| reading.column + next);
        if next.is_some() {
            scan.note_break(index, reading.column);
        }
    }
}

/// Notes where a call that is no edit ends, if one begins at the next line.
pub(in crate::dialect) fn note_end_of_other(scan: &mut Scan<'_>) {
    let line = scan.lines[scan.at].body;
    let is_call = |name: &str| element::may_begin(name) || role::only_reads(name);
    let end = match line.trimmed_start().first() {
        Some(b'<') if open_tag::begins(line).is_some_and(is_call) => tag::read(scan, scan.at)
            .and_then(|(_, behind)| Some((behind.line.checked_sub(1)?, behind.column?))),
        // Only with two objects on the line is there anything to be gained by reading it.
        Some(b'{') if line.find_iter("{\"").nth(1).is_some() => json::column(line)
            .and_then(|column| json::read_from(&scan.lines[scan.at..], column, scan.budget()))
            .filter(|reading| reading.end == End::Closed)
            .map(|reading| (scan.at + reading.n_lines - 1, reading.column)),
        Some(_) | None => None,
    };
    if let Some((index, column)) = end {
        note_end(scan, index, column);
    }
}

/// Returns whether the object that begins at line `at` has the fields of an edit in `text`, its first lines. Searches and views
/// name a path, too, but no text that goes or comes; what describes the fields of a call, or what a tool answered, is none.
fn is_edit(scan: &Scan<'_>, at: usize, place: Place, text: &[u8]) -> bool {
    const DESCRIBED: [&str; 3] = ["\"properties\"", "\"input_schema\"", "\"inputSchema\""];
    if DESCRIBED.iter().any(|name| text.contains_str(name))
        || text.lines().any(|line| role::tells_of_result(line.into()))
    {
        return false;
    }
    let fields = fields(text);
    if fields
        .iter()
        .any(|field| field.names_tool(role::only_reads))
    {
        return false;
    }
    let has = |roles: &[Role]| fields.iter().any(|field| roles.contains(&field.role));
    // A record may have a text of its own; one that breaks off amid the talk is not known to be a record.
    let is_cut = || {
        let column = json::column(scan.lines[at].body).unwrap_or(0);
        let reading = json::read_from(&scan.lines[at..], column, scan.budget());
        place == Place::Talk && reading.is_none_or(|reading| reading.end == End::Missing)
    };
    fields.iter().any(Field::names_file)
        && (has(&[Role::Old, Role::New, Role::Patch])
            || fields.iter().any(|field| field.names_tool(role::writes))
            || has(&[Role::Whole]) && is_cut())
        || has(&[Role::Arguments, Role::Patch]) && is_cut()
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
    fields.iter().any(Field::names_file)
        && (is_edit() || names.iter().any(is_writer) && has(Role::Whole))
}

/// Returns whether an element that no dialect reads begins at line `at`: the names of a call with a path inside, or a tag
/// that names a file and has something inside.
fn is_element(lines: &[Line<'_>], at: usize, place: Place, near: &[u8]) -> bool {
    let line = lines[at].trimmed();
    let Some(name) = open_tag::begins(line) else {
        return false;
    };
    let inside = |field: &Field<'_>| field.role == Role::Path && field.sign == b'>';
    if element::may_begin(name) && fields(near).iter().any(inside) {
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
    let Some(name) = name.filter(|name| element::holds_others(name)) else {
        return false;
    };
    // A call in JSON is judged by itself.
    let is_json = |line: &Line<'_>| matches!(line.trimmed().first(), Some(b'{' | b'['));
    let mut below = lines[at + 1..].iter();
    if below.find(|line| !line.is_blank()).is_some_and(is_json) {
        return false;
    }
    let closing = format!("</{name}>");
    let mut inside = (at + 1..lines.len())
        .take(LONGEST_FIELDS)
        .take_while(|at| is_unread(*at));
    let end = inside.find(|at| lines[*at].trimmed() == closing);
    end.is_some_and(|end| lines[at + 1..end].iter().any(|line| !line.is_blank()))
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

/// Returns whether the fields of an edit begin at line `at`, each with a colon: a path, and behind it an old and a new text.
fn are_fields(lines: &[Line<'_>], at: usize) -> bool {
    let role_of = |line: &Line<'_>| {
        let text = line.trimmed();
        let text = text.strip_prefix(b"- ").unwrap_or(text);
        let (name, value) = text.split_once_str(":")?;
        let is_plain = value.is_empty() || value.starts_with(b" ");
        role(name.to_str().ok()?).filter(|_| is_plain)
    };
    if role_of(&lines[at]) != Some(Role::Path) {
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
