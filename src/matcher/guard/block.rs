//! The doubt whether a place lies in the block that is meant: a line that names it is lost.

use std::collections::BTreeSet;
use std::ops::Range;

use super::{AlignedHunk, LineKind, Rule};
use crate::matcher::{Aligned, change_runs, weight};
use crate::patch::HunkLine;
use crate::patch::complete::elision::is_gap;
use crate::text::{comment, heading, indent};

/// The guard against a neighbour of a block that is gone: a definition above a change has another name in the file, or what encloses
/// the change in the hunk's own layout is not there. What encloses it and defines nothing may be in other words where the line right
/// above it is found only here.
pub(super) fn definition_lost(laid: &AlignedHunk<'_>) -> bool {
    let lines = &laid.search.variant.lines;
    let last_change = lines
        .iter()
        .rposition(|line| line.kind != LineKind::Context);
    let lost = laid.aligned.iter().filter(|pair| {
        !pair.how.is_alike()
            && pair.hunk_line() < last_change
            && laid.kind(pair) == Some(LineKind::Context)
    });
    let mut lost = lost.filter_map(|pair| pair.hunk_line()).peekable();
    if lost.peek().is_none() || !laid.obeys(Rule::DefinitionLost) {
        return false;
    }
    let runs = change_runs(lines).into_iter();
    let enclosing: BTreeSet<usize> = runs.flat_map(|run| enclosing(lines, &run)).collect();
    let text = laid.search.index.text();
    lost.any(|line| {
        let body = &lines[line].body;
        let there = there(laid, line).map(|at| text.line(at));
        match (name_of(body), there.and_then(|there| name_of(there))) {
            (Some(name), Some(other)) => !is_misspelt(&name, &other),
            (name, _) => {
                enclosing.contains(&line)
                    && !there.is_some_and(|there| says_the_same(body, there))
                    && (name.is_some() || !follows_its_own_line(laid, line))
            }
        }
    })
}

fn name_of(line: &[u8]) -> Option<String> {
    heading::defined(line).or_else(|| heading::bare_name(line))
}

/// Returns the line of the target that is where a lost one should be: its partner, or what is right above the next that has one.
fn there(laid: &AlignedHunk<'_>, line: usize) -> Option<usize> {
    let at = laid.position(line)?;
    let own = laid.aligned[at].target_line();
    let next = || {
        laid.aligned[at..]
            .iter()
            .find_map(|pair| pair.target_line())
    };
    let above = || {
        let above = next()?.checked_sub(1)?;
        let is_known = laid
            .aligned
            .iter()
            .any(|pair| pair.target_line() == Some(above));
        (!is_known).then_some(above)
    };
    own.or_else(above)
}

/// Returns the lines of the hunk that enclose a run of its changes, the innermost first: those above it that are less deep, each less
/// than the one before, and the heading or section nearest above; right above it, also what opens a block and is as deep.
fn enclosing(lines: &[HunkLine], run: &Range<usize>) -> Vec<usize> {
    let says_something = |line: &usize| !indent::is_blank(&lines[*line].body);
    let depth = |line: usize| indent::width(&lines[line].body);
    let depths = run.clone().filter(says_something).map(depth);
    let Some(mut width) = depths.min() else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for line in (0..run.start).rev().filter(says_something) {
        let (body, own) = (lines[line].body.trim_ascii(), depth(line));
        let begins_section = own <= width && begins_section(lines, line);
        let is_right_above = line + 1 == run.start && own == width;
        let opens = is_right_above && (body.ends_with(b"{") || body.ends_with(b":"));
        if !begins_section && !opens && own >= width {
            continue;
        }
        let names_nothing = weight::of(body) < weight::WEAK
            || is_gap(body)
            || !begins_section && comment::is_apart(body);
        if !names_nothing {
            found.push(line);
        }
        if begins_section {
            break;
        }
        // What a brace of its own opens is named by the line above, which is as deep.
        width = own + usize::from(heading::is_brace(body));
    }
    found
}

/// Returns whether a line begins a section; a title of the first level only above a blank line.
fn begins_section(lines: &[HunkLine], at: usize) -> bool {
    let is_blank = |line: Option<&HunkLine>| line.is_none_or(|line| indent::is_blank(&line.body));
    let above = at.checked_sub(1).and_then(|above| lines.get(above));
    let body = &lines[at].body;
    let is_title = || body.starts_with(b"# ") && is_blank(above) && is_blank(lines.get(at + 1));
    heading::begins_section(body) && (is_blank(above) || !body.starts_with(b"#")) || is_title()
}

/// Returns whether the line right above one that is lost is in the file, and only here, right above what the hunk has next.
fn follows_its_own_line(laid: &AlignedHunk<'_>, line: usize) -> bool {
    let pairs = |from: usize, to: usize| laid.aligned[from..to].iter();
    let Some(at) = laid.position(line) else {
        return false;
    };
    let says_something = |pair: &&Aligned| {
        let of_hunk = pair.hunk_line().is_some_and(|line| !laid.is_blank(line));
        of_hunk || laid.is_extra(pair)
    };
    let above = pairs(0, at).rev().find(says_something);
    let below = pairs(at + 1, laid.aligned.len()).find(says_something);
    let is_paired = |pair: &Aligned| pair.hunk_line().is_some() && pair.target_line().is_some();
    let is_own = above.is_some_and(|pair| {
        pair.how.is_alike() && pair.hunk_line().is_some_and(|line| laid.stands_once(line))
    });
    is_own && below.is_some_and(is_paired)
}

/// Returns whether two lines have the same words, or one that is misspelt, and the same signs among them.
fn says_the_same(line: &[u8], other: &[u8]) -> bool {
    let is_of_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || !byte.is_ascii();
    let words = |line: &[u8]| -> Vec<String> {
        let words = line
            .split(|byte| !is_of_word(byte))
            .filter(|word| !word.is_empty());
        words
            .map(|word| String::from_utf8_lossy(word).to_lowercase())
            .collect()
    };
    let signs = |line: &[u8]| -> Vec<u8> {
        let quoted = |byte: u8| matches!(byte, b'\'' | b'"' | b'`') || byte.is_ascii_whitespace();
        let signs = line
            .iter()
            .copied()
            .filter(|byte| !is_of_word(byte) && !quoted(*byte));
        signs.collect()
    };
    let (words, others) = (words(line), words(other));
    let mut pairs = words.iter().zip(&others);
    words.len() == others.len()
        && signs(line) == signs(other)
        && pairs.all(|(word, other)| is_misspelt(word, other))
}

/// Returns whether a name is the other one, or that with a letter too few or too many: no digit, which counts things, nor a last
/// `s`, which tells several from one.
fn is_misspelt(name: &str, other: &str) -> bool {
    let (short, long) = if name.len() < other.len() {
        (name, other)
    } else {
        (other, name)
    };
    let n_digits = |name: &str| name.chars().filter(char::is_ascii_digit).count();
    short == long
        || short.len() < long.len()
            && strsim::levenshtein(short, long) == 1
            && n_digits(short) == n_digits(long)
            && long.strip_suffix('s') != Some(short)
}
