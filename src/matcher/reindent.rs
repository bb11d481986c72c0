//! Which leading space the insertions of a hunk get: solved from the aligned lines, and left alone where nothing shows it.

use super::{Aligned, LineMatch, Search, line_key};
use crate::patch::{HunkLine, LineKind};
use crate::text::indent::{self, IndentUnit, Reindent};

/// A line of the hunk beside its line of the file.
struct Pair<'a> {
    hunk_line: usize,
    kind: LineKind,
    reply: &'a [u8],
    file: &'a [u8],
}

/// What the aligned lines show of the leading space.
pub(super) enum Solved {
    /// One rule explains them.
    Rule(Reindent),
    /// No rule does; this one explains the pair nearest to the first insertion.
    Unclear(Reindent),
}

/// Returns the rule for the insertions of the hunk laid out by `aligned`.
///
/// Deletions are believed before context: a model that flattens its context still copies the lines it changes. Context
/// without any leading space shows nothing where no rule explains it.
pub(super) fn solve(search: &Search<'_>, aligned: &[Aligned]) -> Solved {
    let lines = &search.variant.lines;
    let pairs = pairs(search, aligned);
    if pairs.iter().all(|pair| pair.reply == pair.file) || insertions(lines).next().is_none() {
        return Solved::Rule(Reindent::Keep);
    }
    let unit = search.index.indent_unit();
    let deletions: Vec<&Pair<'_>> = pairs
        .iter()
        .filter(|pair| pair.kind == LineKind::Delete)
        .collect();
    // A hunk that only moves lines sideways must be where all of it says so.
    let moves = moves_sideways(lines)
        && pairs
            .iter()
            .any(|pair| pair.kind == LineKind::Delete && pair.reply != pair.file);
    let deletions = if moves { Vec::new() } else { deletions };
    for witnesses in [pairs.iter().collect(), deletions] {
        let leads: Vec<(&[u8], &[u8])> = witnesses
            .iter()
            .map(|pair| (pair.reply, pair.file))
            .collect();
        let rules = if leads.is_empty() {
            Vec::new()
        } else {
            Reindent::rules(&leads, unit)
        };
        if let Some(rule) = best(lines, rules, unit) {
            return Solved::Rule(if is_flat(lines, &pairs, &rule) {
                Reindent::Keep
            } else {
                rule
            });
        }
    }
    if pairs
        .iter()
        .all(|pair| pair.reply.is_empty() && pair.kind == LineKind::Context)
    {
        return Solved::Rule(Reindent::Keep);
    }
    let first = lines
        .iter()
        .position(|line| line.kind == LineKind::Insert)
        .unwrap_or(0);
    let nearest = pairs
        .iter()
        .min_by_key(|pair| pair.hunk_line.abs_diff(first));
    let rules = nearest.map(|pair| Reindent::rules(&[(pair.reply, pair.file)], unit));
    Solved::Unclear(
        rules
            .and_then(|rules| best(lines, rules, unit))
            .unwrap_or(Reindent::Keep),
    )
}

/// Returns whether a line is both removed and inserted, but for its leading space.
fn moves_sideways(lines: &[HunkLine]) -> bool {
    let bodies = |kind: LineKind| {
        let lines = lines
            .iter()
            .filter(move |line| line.kind == kind && line_key::weight(&line.body) > 2);
        lines.map(|line| indent::unindented(&line.body))
    };
    bodies(LineKind::Delete)
        .any(|deleted| bodies(LineKind::Insert).any(|inserted| inserted == deleted))
}

fn pairs<'a>(search: &'a Search<'_>, aligned: &[Aligned]) -> Vec<Pair<'a>> {
    let lines = &search.variant.lines;
    // A line that lost its beginning lost its leading space too.
    let whole = aligned.iter().filter(|pair| pair.how != LineMatch::Suffix);
    let sided = whole.filter_map(|pair| Some((pair.hunk_line?, pair.target_line?)));
    let pairs = sided.map(|(hunk_line, target_line)| Pair {
        hunk_line,
        kind: lines[hunk_line].kind,
        reply: indent::leading(&lines[hunk_line].body),
        file: indent::leading(search.index.text().line(target_line)),
    });
    pairs
        .filter(|pair| !indent::is_blank(&lines[pair.hunk_line].body))
        .collect()
}

/// Returns `Keep` if it explains the pairs, else the first rule by which the insertions come to stand on steps of the
/// file's unit, else the first at all.
fn best(lines: &[HunkLine], rules: Vec<Reindent>, unit: Option<IndentUnit>) -> Option<Reindent> {
    let fits = |rule: &&Reindent| {
        **rule == Reindent::Keep
            || insertions(lines).all(|lead| match (rule.lead(lead), unit) {
                (Some(lead), Some(IndentUnit::Blanks(_))) if lead.contains(&b'\t') => false,
                // Blanks after tabs align with something above; they are no part of a step.
                (Some(_), _) if lead.starts_with(b"\t") && lead.ends_with(b" ") => true,
                (Some(lead), Some(IndentUnit::Blanks(width))) => lead.len() % width == 0,
                (Some(lead), Some(IndentUnit::Tab)) => !lead.starts_with(b" "),
                (Some(_), None) => true,
                (None, _) => false,
            })
    };
    rules.iter().find(fits).or(rules.first()).cloned()
}

fn insertions(lines: &[HunkLine]) -> impl Iterator<Item = &[u8]> {
    let inserted = lines
        .iter()
        .filter(|line| line.kind == LineKind::Insert && !indent::is_blank(&line.body));
    inserted.map(|line| indent::leading(&line.body))
}

/// Returns whether the context lost its leading space and the insertions did not: by `rule` the first insertion would go
/// deeper than a line above it that opens nothing, and as it stands it is level with a neighbour in the file.
fn is_flat(lines: &[HunkLine], pairs: &[Pair<'_>], rule: &Reindent) -> bool {
    if pairs
        .iter()
        .any(|pair| !pair.reply.is_empty() || pair.kind == LineKind::Delete)
    {
        return false;
    }
    let Some(first) = lines
        .iter()
        .position(|line| line.kind == LineKind::Insert && !indent::is_blank(&line.body))
    else {
        return false;
    };
    let lead = indent::leading(&lines[first].body);
    let above = pairs.iter().rev().find(|pair| pair.hunk_line < first);
    let below = pairs.iter().find(|pair| pair.hunk_line > first);
    let level = [above, below]
        .into_iter()
        .flatten()
        .any(|pair| pair.file == lead);
    let opens = above.is_some_and(|pair| {
        let body = lines[pair.hunk_line].body.trim_ascii_end();
        body.last().is_some_and(|byte| b"{([:>,=".contains(byte))
    });
    let deeper = rule
        .lead(lead)
        .is_some_and(|new| above.is_some_and(|pair| new.len() > pair.file.len()));
    !lead.is_empty() && level && deeper && !opens
}
