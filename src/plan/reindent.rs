//! Which leading space the insertions of a hunk get: solved from the aligned lines, and left alone where nothing shows it.

use crate::matcher::Candidate;
use crate::patch::LineKind;
use crate::text::Text;
use crate::text::indent::{self, IndentUnit, Reindent};

/// A line of the hunk beside its line of the file.
struct Pair<'a> {
    hunk_line: usize,
    kind: LineKind,
    reply: &'a [u8],
    file: &'a [u8],
}

/// Returns the rule for the insertions of the hunk at `candidate`.
///
/// Deletions are believed before context: a model that flattens its context still copies the lines it changes. Where no
/// rule explains the pairs, the insertions are taken as they are.
pub(super) fn rule(candidate: &Candidate, text: &Text) -> Reindent {
    let pairs = pairs(candidate, text);
    if pairs.iter().all(|pair| pair.reply == pair.file) {
        return Reindent::Keep;
    }
    let unit = indent::unit(text.lines().map(|line| line.as_ref()));
    let deletions: Vec<&Pair<'_>> = pairs
        .iter()
        .filter(|pair| pair.kind == LineKind::Delete)
        .collect();
    let all: Vec<&Pair<'_>> = pairs.iter().collect();
    for witnesses in [all, deletions] {
        let leads: Vec<(&[u8], &[u8])> = witnesses
            .iter()
            .map(|pair| (pair.reply, pair.file))
            .collect();
        let rules = if leads.is_empty() {
            Vec::new()
        } else {
            Reindent::rules(&leads, unit)
        };
        if let Some(rule) = best(candidate, rules, unit) {
            return if is_flat(candidate, &pairs, &rule) {
                Reindent::Keep
            } else {
                rule
            };
        }
    }
    Reindent::Keep
}

fn pairs<'a>(candidate: &'a Candidate, text: &'a Text) -> Vec<Pair<'a>> {
    let lines = &candidate.variant.lines;
    let sided = candidate
        .aligned
        .iter()
        .filter_map(|pair| Some((pair.hunk_line?, pair.target_line?)));
    let pairs = sided.map(|(hunk_line, target_line)| Pair {
        hunk_line,
        kind: lines[hunk_line].kind,
        reply: indent::leading(&lines[hunk_line].body),
        file: indent::leading(text.line(target_line)),
    });
    pairs
        .filter(|pair| !indent::is_blank(&lines[pair.hunk_line].body))
        .collect()
}

/// Returns the first rule by which the insertions come to stand on steps of the file's unit, else the first at all.
fn best(candidate: &Candidate, rules: Vec<Reindent>, unit: Option<IndentUnit>) -> Option<Reindent> {
    let fits = |rule: &&Reindent| {
        insertions(candidate).all(|lead| match (rule.lead(lead), unit) {
            (Some(lead), Some(IndentUnit::Blanks(width))) => lead.len() % width == 0,
            (Some(lead), Some(IndentUnit::Tab)) => !lead.starts_with(b" "),
            (Some(_), None) => true,
            (None, _) => false,
        })
    };
    rules.iter().find(fits).or(rules.first()).cloned()
}

fn insertions(candidate: &Candidate) -> impl Iterator<Item = &[u8]> {
    let lines = candidate.variant.lines.iter();
    let inserted =
        lines.filter(|line| line.kind == LineKind::Insert && !indent::is_blank(&line.body));
    inserted.map(|line| indent::leading(&line.body))
}

/// Returns whether the context lost its leading space and the insertions did not: by `rule` the first insertion would go
/// deeper than a line above it that opens nothing, and as it stands it is level with a neighbour in the file.
fn is_flat(candidate: &Candidate, pairs: &[Pair<'_>], rule: &Reindent) -> bool {
    let lines = &candidate.variant.lines;
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
