//! Tags around edits, as in XML but not held to its rules: the text inside is code, and stays as it is written.

use std::collections::BTreeMap;

use bstr::{BString, ByteSlice};

use super::element;
use super::field::{FieldText, LastLine, TagBreaks};
use super::open_tag::{self, Open};
use super::role::{Role, role};
use crate::dialect::name::spelling;
use crate::dialect::walk::budget::Budget;
use crate::dialect::walk::line::Line;
use crate::dialect::walk::scan::Scan;
use crate::text::{LineSpan, Trim};

/// An element, read as far as its kind asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::dialect) struct Element {
    pub(in crate::dialect) name: String,
    pub(in crate::dialect) attributes: Vec<(String, BString)>,
    pub(in crate::dialect) children: Vec<Element>,
    /// What stands between its tags; empty when it has children.
    pub(in crate::dialect) text: FieldText,
    pub(in crate::dialect) origin: LineSpan,
    pub(in crate::dialect) end: End,
}

/// How an element ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::dialect) enum End {
    /// With its end tag, or in itself.
    Closed,
    /// With the reply, or with the fence that it begins in.
    Missing,
}

/// The lines, and how far they may be looked through.
#[derive(Debug, Clone, Copy)]
struct Source<'a> {
    lines: &'a [Line<'a>],
    budget: &'a Budget,
}

/// As many bytes are looked through in about the time of one other step.
const N_BYTES_OF_A_STEP: usize = 64;

/// A place in the lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    line: usize,
    column: usize,
}

/// Where the lines of an element end.
#[derive(Debug, Clone, Copy)]
pub(in crate::dialect) struct Behind {
    /// Index of the line behind them.
    pub(in crate::dialect) line: usize,
    /// The column behind the element, in the line before; `None` where it takes all of that.
    pub(in crate::dialect) column: Option<usize>,
}

/// Reads the element whose tag begins line `start`; returns it with where it ends. One that begins in a fence ends there: an end
/// tag in another fence is not its own.
pub(in crate::dialect) fn read(scan: &Scan<'_>, start: usize) -> Option<(Element, Behind)> {
    let column = crate::text::indent::leading(scan.lines.get(start)?.body).len();
    read_from(scan, start, column)
}

/// Reads the element whose tag begins at `column` of line `start`.
pub(in crate::dialect) fn read_from(
    scan: &Scan<'_>,
    start: usize,
    column: usize,
) -> Option<(Element, Behind)> {
    let close = scan.fence.and_then(|fence| scan.closing_of(fence));
    let end = close.filter(|close| *close >= scan.at);
    let source = Source {
        lines: &scan.lines[..end.unwrap_or(scan.lines.len())],
        budget: scan.budget(),
    };
    let at = Place {
        line: start,
        column,
    };
    let (element, end) = element(source, at, 0)?;
    let column = (end.column > 0).then_some(end.column);
    let line = end.line + usize::from(column.is_some());
    Some((element, Behind { line, column }))
}

fn element(source: Source<'_>, at: Place, depth: usize) -> Option<(Element, Place)> {
    let lines = source.lines;
    /// How deep elements may be nested.
    const DEEPEST: usize = 12;
    let body = lines.get(at.line)?.body;
    let open = open_tag::read(body, at.column).filter(|_| depth < DEEPEST)?;
    let inside = Place {
        line: at.line,
        column: open.end,
    };
    let spelled = open.spelled;
    let is_of_template = body[at.column..].starts_with(format!("<{spelled}=").as_bytes());
    let mut element = Element {
        name: open.name,
        attributes: open.attributes,
        children: Vec::new(),
        text: FieldText::default(),
        origin: LineSpan::default(),
        end: End::Closed,
    };
    let end = if open.is_empty {
        inside
    } else if element::holds_others(&element.name)
        && begins_with_tag(source, inside, element::is_call(&element.name))
    {
        children(source, inside, depth, &mut element)
    } else if element.name == "tool_call" && names_arguments(source, inside) {
        arguments(source, inside, depth, &mut element)
    } else {
        let end = leaf(source, inside, &spelled, &mut element);
        if is_of_template && body[open.end..].trimmed().is_empty() {
            drop_template_newline(&mut element.text);
        }
        end
    };
    let last = if end.column == 0 {
        end.line.saturating_sub(1).max(at.line)
    } else {
        end.line
    };
    let last = last.min(lines.len() - 1);
    element.origin = LineSpan::new(lines[at.line].at, lines[last].at.max(lines[at.line].at) + 1);
    Some((element, end))
}

/// Templates put `<parameter=new_str>` and its end tag on lines of their own: an empty line before the end tag is the newline
/// that ends the value.
fn drop_template_newline(text: &mut FieldText) {
    text.breaks = TagBreaks::None;
    if text.lines.len() > 1 && text.lines.last().is_some_and(|(line, _)| line.is_empty()) {
        text.lines.pop();
        text.last_line = LastLine::Ended;
    }
}

/// Returns whether another element begins behind a tag. In a call it may have any name.
fn begins_with_tag(source: Source<'_>, from: Place, is_call: bool) -> bool {
    let lines = source.lines;
    let Some(at) = skip_blanks(source, from) else {
        return false;
    };
    let body = lines[at.line].body;
    let is_known = |open: Open| {
        is_call && !open.is_empty
            || element::holds_others(&open.name)
            || open.name == "parameter"
            || role(&open.name).is_some()
    };
    open_tag::read(body, at.column).is_some_and(is_known)
}

fn children(source: Source<'_>, from: Place, depth: usize, element: &mut Element) -> Place {
    let lines = source.lines;
    let mut at = from;
    loop {
        let next = skip_blanks(source, at).filter(|_| source.budget.spend(1));
        let Some(next) = next else {
            element.end = End::Missing;
            return Place {
                line: lines.len(),
                column: 0,
            };
        };
        at = next;
        let rest = &lines[at.line].body[at.column..];
        if let Some(tail) = rest.strip_prefix(b"</") {
            let length = tail.find_byte(b'>').map_or(rest.len(), |end| end + 3);
            return Place {
                line: at.line,
                column: at.column + length,
            };
        }
        match self::element(source, at, depth + 1) {
            Some((child, end)) => {
                element.children.push(child);
                at = end;
            }
            // Text between elements says nothing.
            None => {
                let skip = rest[1..].find_byte(b'<').map(|ahead| at.column + 1 + ahead);
                at = match skip {
                    Some(column) => Place {
                        line: at.line,
                        column,
                    },
                    None => Place {
                        line: at.line + 1,
                        column: 0,
                    },
                };
            }
        }
    }
}

/// Returns whether a call names its arguments and gives their values in elements of their own, as GLM does.
fn names_arguments(source: Source<'_>, from: Place) -> bool {
    let end = find(source, from, "</tool_call>");
    let last = end.map_or(source.lines.len(), |end| end.line + 1);
    let mut lines = source.lines.iter().enumerate().take(last).skip(from.line);
    // What is behind its end is another call's, so it is not looked through.
    lines.any(|(index, line)| {
        let to = end.filter(|end| end.line == index);
        let to = to.map_or(line.body.len(), |end| end.column);
        let first = if index == from.line { from.column } else { 0 };
        let own = line.body.get(first..to).unwrap_or_default();
        source.budget.spend(1 + own.len() / N_BYTES_OF_A_STEP) && own.contains_str("<arg_key>")
    })
}

/// Reads a call of GLM: the tool's name, then its arguments, each as `<arg_key>` and `<arg_value>`.
fn arguments(source: Source<'_>, from: Place, depth: usize, element: &mut Element) -> Place {
    let key = find(source, from, "<arg_key>").unwrap_or(from);
    let name = text_between(source, from, key).one_line();
    element.attributes.push(("name".to_string(), name));
    let end = children(source, key, depth, element);
    let mut named: Vec<Element> = Vec::new();
    let mut key = None;
    for child in std::mem::take(&mut element.children) {
        if child.name == "arg_key" {
            key = Some(child.text.one_line());
        } else if let Some(name) = key.take() {
            named.push(Element {
                name: "parameter".to_string(),
                attributes: vec![("name".to_string(), name)],
                ..child
            });
        }
    }
    element.children = named;
    end
}

fn skip_blanks(source: Source<'_>, from: Place) -> Option<Place> {
    let lines = source.lines;
    let mut at = from;
    while let Some(line) = lines.get(at.line).filter(|_| source.budget.spend(1)) {
        let rest = &line.body[at.column.min(line.body.len())..];
        match rest.iter().position(|byte| !byte.is_ascii_whitespace()) {
            Some(ahead) => {
                return Some(Place {
                    line: at.line,
                    column: at.column + ahead,
                });
            }
            None => {
                at = Place {
                    line: at.line + 1,
                    column: 0,
                }
            }
        }
    }
    None
}

/// Reads text up to the end tag. Where the text is marked as CDATA, its own end counts first.
fn leaf(source: Source<'_>, from: Place, spelled: &str, element: &mut Element) -> Place {
    let lines = source.lines;
    let close = format!("</{spelled}>");
    let cdata = skip_blanks(source, from)
        .filter(|at| lines[at.line].body[at.column..].starts_with(b"<![CDATA["))
        .map(|at| Place {
            line: at.line,
            column: at.column + 9,
        });
    let start = cdata.unwrap_or(from);
    let marker = if cdata.is_some() {
        "]]>"
    } else {
        close.as_str()
    };
    let nested = || end_of_nested(source, start, spelled).filter(|_| cdata.is_none());
    let (text_end, end) = match nested().or_else(|| find(source, start, marker)) {
        Some(at) => {
            let behind = Place {
                line: at.line,
                column: at.column + marker.len(),
            };
            let end = if cdata.is_some() {
                find(source, behind, &close).map_or(behind, |at| Place {
                    line: at.line,
                    column: at.column + close.len(),
                })
            } else {
                behind
            };
            (at, end)
        }
        None => {
            element.end = End::Missing;
            let end = Place {
                line: lines.len(),
                column: 0,
            };
            (end, end)
        }
    };
    element.text = text_between(source, start, text_end);
    end
}

/// Returns where the end tag of a text stands that shows elements of the same name, each with its own end tag; `None` where
/// it shows none, or not all of them end.
fn end_of_nested(source: Source<'_>, from: Place, spelled: &str) -> Option<Place> {
    let (open, close) = (format!("<{spelled}>"), format!("</{spelled}>"));
    let first = find(source, from, &close)?;
    let begins = |line: &Line<'_>| line.trimmed().starts_with(open.as_bytes());
    let n_within = |from: usize, to: usize| {
        let lines = source.lines.get(from..to).unwrap_or_default();
        lines.iter().filter(|line| begins(line)).count()
    };
    let mut n_open = n_within(from.line + 1, first.line + 1);
    if n_open == 0 {
        return None;
    }
    let mut end = first;
    while n_open > 0 {
        let behind = Place {
            line: end.line,
            column: end.column + close.len(),
        };
        let next = find(source, behind, &close)?;
        n_open = n_open - 1 + n_within(end.line + 1, next.line + 1);
        end = next;
    }
    is_whole(source, from, end).then_some(end)
}

/// Returns whether every element that ends between two places begins there as well: else what is around them ends.
fn is_whole(source: Source<'_>, from: Place, end: Place) -> bool {
    let mut open: BTreeMap<&[u8], usize> = BTreeMap::new();
    let lines = source.lines.iter().enumerate();
    for (index, line) in lines.take(end.line + 1).skip(from.line) {
        let to = if index == end.line {
            end.column
        } else {
            line.body.len()
        };
        let first = if index == from.line { from.column } else { 0 };
        let body = &line.body[first.min(to)..to];
        for tag in body.split_str("<").skip(1) {
            let ends = tag.strip_prefix(b"/");
            let name = ends.unwrap_or(tag);
            let is_of_name =
                |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
            let length = name.iter().take_while(|byte| is_of_name(byte)).count();
            let count = open.entry(&name[..length]).or_default();
            match (ends.is_some(), *count) {
                (true, 0) => return false,
                (true, _) => *count -= 1,
                (false, _) => *count += 1,
            }
        }
    }
    true
}

fn find(source: Source<'_>, from: Place, wanted: &str) -> Option<Place> {
    let lines = source.lines;
    let mut column = from.column;
    for (line, body) in lines.iter().enumerate().skip(from.line) {
        if !source.budget.spend(1) {
            return None;
        }
        let rest = body.body.get(column..).unwrap_or_default();
        let found = rest.find(wanted);
        // A line may hold thousands of calls, and only what is looked through is paid for.
        let n_bytes = found.unwrap_or(rest.len());
        if !source.budget.spend(n_bytes / N_BYTES_OF_A_STEP) {
            return None;
        }
        if let Some(ahead) = found {
            return Some(Place {
                line,
                column: column + ahead,
            });
        }
        column = 0;
    }
    None
}

/// Returns the text between two places. A line break right behind the tag, and the blanks before the end tag, belong to
/// the tags.
fn text_between(source: Source<'_>, start: Place, end: Place) -> FieldText {
    let lines = source.lines;
    let mut text = FieldText::default();
    if !source.budget.spend(end.line.saturating_sub(start.line)) {
        return text;
    }
    let inside = lines.iter().enumerate().take(end.line + 1).skip(start.line);
    for (index, line) in inside {
        let body = line.body;
        let from = if index == start.line {
            start.column.min(body.len())
        } else {
            0
        };
        let to = if index == end.line {
            end.column.min(body.len())
        } else {
            body.len()
        };
        let part = body[from..to.max(from)].as_bstr();
        let is_edge = index == start.line || index == end.line;
        if index == start.line && index == end.line || !is_edge || !part.trimmed().is_empty() {
            text.lines.push((part.into(), line.at));
        }
    }
    if text.lines.len() == 1 && text.lines[0].0.is_empty() {
        text.lines.clear();
    }
    let breaks_before = text.lines.first().is_some_and(|(_, at)| {
        let tag = lines.get(start.line).map(|line| line.at);
        tag.is_some_and(|tag| tag < *at)
    });
    let end_line = lines.get(end.line).map(|line| line.body);
    let breaks_behind =
        end_line.is_some_and(|body| body[..end.column.min(body.len())].trimmed().is_empty());
    text.breaks = match (breaks_before, breaks_behind) {
        (false, false) => TagBreaks::None,
        (false, true) => TagBreaks::Last,
        (true, false) => TagBreaks::First,
        (true, true) => TagBreaks::Both,
    };
    text
}

impl Element {
    /// Returns the attribute called `name`.
    pub(in crate::dialect) fn attribute(&self, name: &str) -> Option<&BString> {
        self.attributes
            .iter()
            .find(|(other, _)| other == name)
            .map(|(_, value)| value)
    }

    /// Returns the name that its field has: `<parameter name="old_string">` is `old_string`.
    pub(in crate::dialect) fn field_name(&self) -> String {
        match self.attribute("name") {
            Some(name) if self.name == "parameter" => name.to_string(),
            Some(_) | None => self.name.clone(),
        }
    }

    /// Returns the path it names for what is inside: as an attribute, or as an element of its own.
    pub(in crate::dialect) fn path(&self) -> Option<BString> {
        let is_path = |name: &str| role(name) == Some(Role::Path);
        // A title may be of anything, but that of a file is its name.
        let is_title = |(name, value): &&(String, BString)| {
            matches!(&name[..], "name" | "title") && spelling::is_name_of_file(value)
        };
        let mut attributes = self.attributes.iter();
        let from_attribute = attributes.clone().find(|(name, _)| is_path(name));
        let from_attribute = from_attribute.or_else(|| attributes.find(is_title));
        from_attribute.map(|(_, value)| value.clone()).or_else(|| {
            let child = self
                .children
                .iter()
                .find(|child| is_path(&child.field_name()))?;
            let (path, _) = child
                .text
                .lines
                .iter()
                .find(|(line, _)| !line.trimmed().is_empty())?;
            Some(path.trimmed().into())
        })
    }
}
