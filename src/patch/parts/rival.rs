//! Other places of a part that its own text rules out: what they would leave of the file contradicts what the part shows.

use std::ops::Range;

use super::Part;
use super::block::is_section;
use super::body::closes;
use super::cost::Line;
use super::edge::{is_like, names};
use super::outline::{depth_of_block, leave_block};
use super::place::pairs;
use crate::text::import::is_import;
use crate::text::indent::width;
use crate::text::{Text, Trim, heading, indent};

/// Returns whether a part that goes to `best` cannot be meant for `other`, which touches that.
pub(super) fn is_ruled_out(
    part: &Part,
    best: &Range<usize>,
    other: &Range<usize>,
    text: &Text,
) -> bool {
    takes_next_block(part, best, other, text)
        || is_declared_in(part, best, text) && !best.clone().any(|line| other.contains(&line))
        || opens_as_many(part, best, text)
            && (takes_brackets(best, other, text) || sets_twice(part, best, other, text))
}

/// Returns whether a part leaves as many brackets open as the lines of the file in whose place it comes.
fn opens_as_many(part: &Part, best: &Range<usize>, text: &Text) -> bool {
    let new = part.lines.iter().map(|line| -> &[u8] { line });
    n_open(new) == n_open(with_text(best.clone(), text))
}

/// Returns how many brackets more lines open than they close.
fn n_open<'l>(lines: impl Iterator<Item = &'l [u8]>) -> i64 {
    let counts = lines.flatten().map(|byte| match byte {
        b'{' | b'(' | b'[' => 1,
        b'}' | b')' | b']' => -1,
        _ => 0,
    });
    counts.sum()
}

/// Returns whether all that `other` takes beyond `best` are brackets that close blocks of the file.
fn takes_brackets(best: &Range<usize>, other: &Range<usize>, text: &Text) -> bool {
    let is_bracket = |line: &[u8]| line.trimmed().iter().all(|byte| b"})];,".contains(byte));
    let mut beyond = with_text(beyond(best, other), text).peekable();
    beyond.peek().is_some() && beyond.all(is_bracket)
}

/// Returns whether a part shows in `best` a block from its head to its closing line, and `other` would take the next one with it:
/// the gap leaves that out. Where the part has a line that only the next block has, both may become one.
fn takes_next_block(part: &Part, best: &Range<usize>, other: &Range<usize>, text: &Text) -> bool {
    if part.gap_below.is_none() || other.start != best.start || depth_of_block(part).is_none() {
        return false;
    }
    let own = pairs(&part.lines, best, text, <[u8]>::trimmed);
    let theirs = pairs(&part.lines, other, text, <[u8]>::trimmed);
    let is_kept = |at: usize| own.iter().any(|(kept, _)| *kept == at);
    let is_as_deep = own
        .last()
        .is_some_and(|(at, line)| width(&part.lines[*at]) == width(text.line(*line)));
    let last = part.lines.len() - 1;
    is_kept(0)
        && is_kept(last)
        && is_as_deep
        && theirs.iter().all(|(at, _)| is_kept(*at))
        && leave_block(part, best.end..other.end, text)
}

/// Returns whether a part in `other`, within `best` or between two lines, leaves lines of `best` that it shows with another value:
/// both would be set.
fn sets_twice(part: &Part, best: &Range<usize>, other: &Range<usize>, text: &Text) -> bool {
    let is_within = best.start <= other.start && other.end <= best.end;
    if !is_within && !other.is_empty() {
        return false;
    }
    let kept = pairs(&part.lines, best, text, <[u8]>::trimmed);
    // What stays only in `other` may be what the new lines are shown beside.
    let theirs = pairs(&part.lines, other, text, <[u8]>::trimmed);
    if !theirs.iter().all(|pair| kept.contains(pair)) {
        return false;
    }
    let is_new = |at: &usize| kept.iter().all(|(kept, _)| kept != at);
    let new: Vec<&[u8]> = (0..part.lines.len())
        .filter(is_new)
        .map(|at| -> &[u8] { &part.lines[at] })
        .collect();
    let mut n_set = 0;
    let mut beside = with_text(beyond(other, best), text);
    beside.all(|old| {
        // Of a definition there may be several forms.
        let sets = heading::defined(old).is_none()
            && new.iter().any(|new| sets_again(new, old))
            && (is_within && is_declared_once(old)
                || kept
                    .iter()
                    .any(|(_, line)| shows_block(text.line(*line), old)));
        n_set += usize::from(sets);
        sets || new.iter().any(|new| is_tail_of(new, old))
    }) && n_set > 0
}

/// Returns whether a part is one line that declares again what a line of `best` does, and no other line of the file as deep.
fn is_declared_in(part: &Part, best: &Range<usize>, text: &Text) -> bool {
    let mut new = part.lines.iter().filter(|line| !indent::is_blank(line));
    let (Some(new), None) = (new.next(), new.next()) else {
        return false;
    };
    let declares = |line: &usize| {
        let line = text.line(*line);
        width(line) == width(new) && is_declared_once(line) && names(line) == names(new)
    };
    let mut found = (0..text.n_lines()).filter(declares);
    is_declared_once(new)
        && found.next().is_some_and(|at| best.contains(&at))
        && found.next().is_none()
}

/// Returns whether no scope may have another line that declares the same.
fn is_declared_once(line: &[u8]) -> bool {
    let line = line.trimmed();
    line.starts_with(b"const ")
        || line.starts_with(b"let ") && line.ends_with(b";") && !line.ends_with(b";;")
}

/// Returns whether a line that stays shows in which block an old line is: it is beside that in the block, or begins it by a name that
/// no other block has. There may be many `[[bin]]`, or `rule {`.
fn shows_block(line: &[u8], old: &[u8]) -> bool {
    let text = line.trimmed();
    let is_named = || heading::defined(line).is_some() || names(line).1.is_some();
    match text.starts_with(b"[") {
        true => is_section(line) && !text.starts_with(b"[["),
        false if width(line) == width(old) => !closes(line) && !text.starts_with(b"- "),
        false => width(line) < width(old) && is_named(),
    }
}

/// Returns whether two lines end the same thing, as `}, [a]);` and `}, [a, b]);` do.
fn is_tail_of(new: &[u8], old: &[u8]) -> bool {
    let closes_more = |line: &[u8]| line.trimmed().starts_with(b"}") && !closes(line);
    closes_more(new) && closes_more(old) && is_like(new, old)
}

/// Returns whether a new line sets what an old one sets, as deep, to a value of the same form, and does not build on the old value.
/// Keys that may be there more than once, as those of units and of git's settings, are none.
fn sets_again(new: &[u8], old: &[u8]) -> bool {
    let (defined, set) = names(old);
    let is_same = names(new) == (defined.clone(), set) && !is_import(old.trimmed());
    let builds_on = || {
        let Some(name) = set.filter(|_| defined.is_none()) else {
            return false;
        };
        n_times(new, name) > n_times(old, name)
    };
    let is_attribute = new.trimmed().starts_with(b"@") || new.trimmed().starts_with(b"#");
    (defined.is_some() || set.is_some_and(|_| is_declared_once(new) || is_set_once(new)))
        && is_same
        && !is_attribute
        && width(new) == width(old)
        && !builds_on()
        && (is_declared_once(new) && is_declared_once(old)
            || Line::new(new).shares_most(&Line::new(old)))
}

/// Returns whether what a line sets is set once where it is: by a colon, or to a value that is written as code.
fn is_set_once(line: &[u8]) -> bool {
    let line = line.trimmed();
    let Some(at) = line.iter().position(|byte| b"=:".contains(byte)) else {
        return false;
    };
    let (name, value) = (&line[..at], line[at + 1..].trim_ascii());
    let is_number = |value: &[u8]| {
        value
            .iter()
            .all(|byte| byte.is_ascii_digit() || b"._".contains(byte))
    };
    let is_code = is_number(value)
        || value
            .first()
            .is_some_and(|first| b"\"'`[{(".contains(first))
        || value == b"true"
        || value == b"false";
    // `a:hover`, `$env:A` and `config :app` are parts of names, and a list may have many items of one form.
    let is_item = name.starts_with(b"- ");
    let ends_name = line.get(at + 1).is_none_or(u8::is_ascii_whitespace);
    match line[at] {
        b':' => ends_name && !is_item && !value.contains(&b'='),
        _ => is_code && !is_item && name.ends_with(b" "),
    }
}

fn n_times(line: &[u8], name: &[u8]) -> usize {
    let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    line.chunk_by(|one, next| is_of_name(one) == is_of_name(next))
        .filter(|word| *word == name)
        .count()
}

/// Returns whether a part of changed lines alone can only be meant for those in `best`: its first line sets or defines what one line
/// of `within` does, which is in the one block shown, and the lines below are of that definition. At the margin, the words around it may
/// mean a new line, or another section, so only a definition is certain there, and a constant outside of all blocks.
pub(super) fn is_all_set_again(
    part: &Part,
    best: &Range<usize>,
    within: &Range<usize>,
    text: &Text,
) -> bool {
    let is_margin = within.start == 0;
    let mut new = part.lines.iter().filter(|line| !indent::is_blank(line));
    let Some(head) = new.next() else {
        return false;
    };
    let is_one = |new: &[u8], within: &Range<usize>| {
        let is_same = |line: &usize| {
            let line = text.line(*line);
            width(line) == width(new) && names(line) == names(new)
        };
        let mut found = within.clone().filter(is_same);
        let at = found.next().filter(|_| found.next().is_none());
        at.is_some_and(|at| {
            best.contains(&at) && sets_again(new, text.line(at)) && !continues(new, at, text)
        })
    };
    // A line that the file has elsewhere may be that one.
    let is_elsewhere = text.lines().any(|line| line.trimmed() == head.trimmed());
    // A definition whose body is not left out may be another one of its name.
    let is_left_out = part.gap_below.is_some_and(|gap| gap.width > width(head));
    let is_once = is_declared_once(head);
    let defines = heading::defined(head).is_some() && !is_once;
    // Without a block around it, a line may be meant for any whose lines are as deep.
    let is_free = |at: usize| n_open(with_text(0..at, text)) == 0;
    let is_const = head.trimmed().starts_with(b"const ") && is_free(best.start);
    (!is_margin || (defines || is_const) && width(head) == 0)
        && !is_elsewhere
        && is_one(head, within)
        && (!defines || is_left_out)
        && new.all(|new| width(new) > width(head) && defines && is_one(new, best))
}

/// Returns whether what line `at` of the file begins may continue below it, and `new` is shown in its place alone.
fn continues(new: &[u8], at: usize, text: &Text) -> bool {
    let old = text.line(at);
    if heading::defined(old).is_some() && !is_declared_once(old) {
        return false;
    }
    let is_ended = |line: &[u8]| line.trimmed().ends_with(b";");
    let below = with_text(at + 1..text.n_lines(), text).next();
    below.is_some_and(|below| {
        let joins = below
            .trimmed()
            .first()
            .is_some_and(|first| b".+-*/?:&|=<,".contains(first));
        joins || width(below) > width(old) || is_ended(new) && !is_ended(old)
    })
}

/// Returns the lines of `wider` that are not in `range`.
fn beyond(range: &Range<usize>, wider: &Range<usize>) -> impl Iterator<Item = usize> + use<> {
    let (range, wider) = (range.clone(), wider.clone());
    wider.filter(move |line| !range.contains(line))
}

fn with_text(lines: impl Iterator<Item = usize>, text: &Text) -> impl Iterator<Item = &[u8]> {
    let lines = lines.map(|line| -> &[u8] { text.line(line) });
    lines.filter(|line| !indent::is_blank(line))
}
