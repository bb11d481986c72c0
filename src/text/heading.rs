//! Which definition a line stands in, told from indentation and the look of lines alone.

use bstr::BStr;

pub use self::line::{
    bare_name, begins_section, defined, defined_above_brace, defined_in_part, holds_members,
    is_brace, is_flow, is_modifier, name_of,
};
use self::line::{
    closes_signature, cut, is_bounds, is_definition, is_within_signature, opens_section, words_of,
};
use super::{LineSpan, Text, indent};

mod alias;
mod line;
mod variable;
mod words;

/// The furthest a heading is looked for, in lines.
const REACH: usize = 2_000;

/// The most definitions told of those that a line stands in.
const N_LEVELS: usize = 6;

/// Returns the 0-based line of the definition that line `index` begins or stands in: the nearest line above that is
/// indented less and looks like one. A signature over several lines is told by its first. `None` when there is none within
/// reach, or `index` lies past the end.
pub fn enclosing(text: &Text, index: usize) -> Option<usize> {
    let start = (index..text.n_lines()).find(|line| !text.line(*line).trim_ascii().is_empty())?;
    if start == index && begins_definition(text, index) {
        return Some(index);
    }
    let body = text.line(start);
    let width = indent::leading(body).len() + usize::from(is_brace(body) || is_bounds(body));
    parent(text, start, width)
}

/// Returns whether a line begins a definition, whose brace may be on the line below.
fn begins_definition(text: &Text, index: usize) -> bool {
    let line = text.line(index);
    let width = indent::leading(line).len();
    let below = (index + 1 < text.n_lines()).then(|| text.line(index + 1));
    let is_opened = |below: &&BStr| is_brace(below) && indent::leading(below).len() == width;
    match below.filter(is_opened) {
        Some(_) => is_definition(&[line.trim_ascii_end(), b" {"].concat()),
        None => is_definition(line),
    }
}

/// Returns the line after the definition that line `index` begins, its signature over several lines included.
pub fn signature_end(text: &Text, index: usize) -> usize {
    let width = |line: usize| indent::leading(text.line(line)).len();
    let own = width(index);
    let opens_a_list = text.line(index).trim_ascii().last() == Some(&b'(');
    let below = || index + 1..text.n_lines();
    let end = below().find(|line| width(*line) <= own && !text.line(*line).trim_ascii().is_empty());
    let end = end.filter(|line| opens_a_list && closes_signature(text.line(*line)));
    end.map_or(index + 1, |line| line + 1)
}

/// Returns the lines of the block that line `index` begins: it, the rest of its signature, and all below that are indented
/// more, blanks and what closes it included; below a title, all up to the next one that is no deeper. A line that opens no
/// block of its own stands for what follows it in the block it lies in.
pub fn block(text: &Text, index: usize) -> LineSpan {
    if let Some(level) = title_level(text, index) {
        return LineSpan::new(index, next_title(text, index, level));
    }
    let width = |line: usize| indent::leading(text.line(line)).len();
    let own = width(index);
    let is_blank = |line: usize| text.line(line).trim_ascii().is_empty();
    // A brace on a line of its own below the heading is still the heading.
    let next = (index + 1..text.n_lines()).find(|line| !is_blank(*line));
    let brace = next.filter(|line| width(*line) == own && text.line(*line).trim_ascii() == b"{");
    let head_end = brace.map_or(index + 1, |line| line + 1);
    let below = || (head_end..text.n_lines()).filter(|line| !is_blank(*line));
    let opens = below().next().is_some_and(|line| width(line) > own);
    let closes = |line: usize| {
        matches!(
            text.line(line).trim_ascii().first(),
            Some(b')' | b'}' | b']')
        )
    };
    let is_section = |line: usize| {
        let line = text.line(line).trim_ascii();
        line.starts_with(b"[") && line.ends_with(b"]")
    };
    let is_behind = |line: usize| {
        if is_section(index) && is_section(line) && width(line) <= own {
            true
        } else if opens {
            width(line) < own || width(line) == own && !closes(line)
        } else {
            width(line) < own
        }
    };
    let end = below().find(|line| is_behind(*line));
    LineSpan::new(index, end.unwrap_or(text.n_lines()))
}

/// Returns how deep a title of Markdown is, 1 for `# Guide`; `None` for another line. A comment looks like a title of the first
/// level, so that one needs a blank line on both sides, and a deeper one a blank line above it.
fn title_level(text: &Text, index: usize) -> Option<usize> {
    let line = text.line(index);
    let level = line.iter().take_while(|byte| **byte == b'#').count();
    let is_blank = |line: usize| line >= text.n_lines() || indent::is_blank(text.line(line));
    let is_apart = index == 0 || is_blank(index - 1);
    let is_title = (1..=6).contains(&level)
        && line.get(level) == Some(&b' ')
        && is_apart
        && (level > 1 || is_blank(index + 1));
    is_title.then_some(level)
}

/// Returns the next title below line `index` that is no deeper than `level`, or the end of the text. A comment of the code in
/// a fence is no title.
fn next_title(text: &Text, index: usize, level: usize) -> usize {
    let is_fence = |body: &[u8]| body.starts_with(b"```") || body.starts_with(b"~~~");
    let mut is_in_fence = false;
    let ends = |line: &usize| {
        is_in_fence ^= is_fence(text.line(*line).trim_ascii());
        !is_in_fence && title_level(text, *line).is_some_and(|other| other <= level)
    };
    let mut below = index + 1..text.n_lines();
    below.find(ends).unwrap_or(text.n_lines())
}

/// Returns the line (0-based) of the definition around a line that begins one, or would before line `index` with so much
/// space in front of it; `None` where none is around.
pub fn parent(text: &Text, index: usize, width: usize) -> Option<usize> {
    let mut width = width;
    for line in (index.saturating_sub(REACH)..index).rev() {
        let body = text.line(line);
        let own = indent::leading(body).len();
        if body.trim_ascii().is_empty() || own >= width {
            continue;
        }
        if begins_definition(text, line) {
            return Some(line);
        }
        // `) -> int:` closes a signature that begins as deep, and so does a brace alone; bounds are between the two.
        width = own + usize::from(is_within_signature(body));
    }
    None
}

/// Returns the definitions that line `index` stands in by their names, the outermost first: `Wish.total`; in none, the sections
/// and keys around it: `prod > server`. `None` when it stands in nothing of the kind.
pub fn path_words(text: &Text, index: usize) -> Option<String> {
    let mut names = Vec::new();
    let mut at = enclosing(text, index);
    while let Some(line) = at {
        names.push(name_of(text.line(line)));
        at = around(text, line);
    }
    if names.is_empty() {
        return told(text, &sections(text, index));
    }
    names.reverse();
    Some(cut(&names.join(".")))
}

/// Returns the definitions that line `index` begins or stands in as a few words each, the outermost first:
/// `class Wish > def total`; in none, the sections and keys that it stands in: `prod > server`. Of very many only the innermost
/// are told, behind `… >`. `None` when it stands in nothing of the kind.
pub fn enclosing_path(text: &Text, index: usize) -> Option<String> {
    match enclosing(text, index) {
        Some(innermost) => {
            let lines = std::iter::successors(Some(innermost), |line| around(text, *line));
            let lines: Vec<usize> = lines.take(N_LEVELS + 1).collect();
            told(text, &lines)
        }
        None => told(text, &sections(text, index)),
    }
}

/// Returns lines in a few words each, the last first; `None` for none.
fn told(text: &Text, lines: &[usize]) -> Option<String> {
    let words = lines.iter().map(|line| words_of(text.line(*line)));
    let mut words: Vec<String> = words.collect();
    if words.is_empty() {
        return None;
    }
    if words.len() > N_LEVELS {
        words[N_LEVELS] = "…".to_string();
    }
    words.reverse();
    Some(words.join(" > "))
}

/// Returns the lines of the keys, sections and titles that line `index` stands in, the innermost first: of `[server]`, `prod:`,
/// `- name: web` of a list, `server {`, and `## Setup` between blank lines.
fn sections(text: &Text, index: usize) -> Vec<usize> {
    let is_blank = |line: usize| line >= text.n_lines() || indent::is_blank(text.line(line));
    let Some(start) = (index..text.n_lines()).find(|line| !is_blank(*line)) else {
        return Vec::new();
    };
    let mut width = indent::leading(text.line(start)).len();
    let is_item = |line: usize| text.line(line).trim_ascii().starts_with(b"- ");
    let mut is_in_list = is_item(start);
    let mut found = Vec::new();
    for line in (start.saturating_sub(REACH)..start).rev() {
        let body = text.line(line);
        let (own, words) = (indent::leading(body).len(), body.trim_ascii());
        // `[1, 2]` is a value.
        let is_bracketed =
            words.starts_with(b"[") && words.ends_with(b"]") && !words.contains(&b',');
        let is_title = title_level(text, line).is_some();
        if is_blank(line) {
            continue;
        } else if own <= width && (is_bracketed || is_title) {
            found.push(line);
            break;
        } else if own < width || own == width && is_in_list && !is_item(line) {
            // YAML lets a list begin as deep as its key.
            is_in_list = is_item(line);
            found.extend((is_in_list || opens_section(words)).then_some(line));
            width = own;
        }
        if found.len() > N_LEVELS {
            break;
        }
    }
    found
}

/// Returns the line of the definition around the one that line `index` begins.
pub fn around(text: &Text, index: usize) -> Option<usize> {
    parent(text, index, indent::leading(text.line(index)).len())
}

#[cfg(test)]
mod tests;
