//! Which leading space the insertions of a hunk get: solved from the aligned lines, and left alone where nothing shows it.

mod flat;
mod unit;

use std::collections::HashSet;
use std::ops::Range;
use std::slice;

use bstr::{BStr, ByteSlice};

pub(super) use self::unit::may_be_of_another_unit;
use super::{Aligned, LineMatch, Rule, Search, weight};
use crate::patch::{Hunk, HunkLine, LineKind};
use crate::text::indent::{self, IndentUnit, Reindent};

/// A line of the hunk beside its line of the file.
struct Pair<'a> {
    hunk_line: usize,
    kind: LineKind,
    reply: &'a [u8],
    file: &'a [u8],
}

/// What becomes of the leading space of a hunk's insertions, and whether the aligned lines show it.
pub(super) struct Solved {
    /// One per run of changes whose insertions get another, in order: its lines, as indexes into the variant's, and the rule.
    pub(super) rules: Vec<(Range<usize>, Reindent)>,
    /// Whether some run's neighbours contradict each other.
    pub(super) is_unclear: bool,
}

/// Returns the rules for the insertions of the hunk laid out by `aligned`.
///
/// One rule that explains every pair is best. Else deletions are believed before context: a model that flattens its
/// context still copies the lines it changes. Else each run of insertions follows the pairs beside it. Context without
/// any leading space shows nothing where no rule explains it.
pub(super) fn solve(search: &Search<'_>, aligned: &[Aligned]) -> Solved {
    let lines = &search.variant.lines;
    let obeys = |rule| search.limits.rules.has(rule);
    let unit = || search.index.indent_unit();
    let runs: Vec<Range<usize>> = super::change_runs(lines)
        .into_iter()
        .filter(|run| insertions(lines, run).next().is_some())
        .collect();
    if runs.is_empty() && aligned.iter().all(|pair| pair.how == LineMatch::Exact) {
        return Solved {
            rules: Vec::new(),
            is_unclear: false,
        };
    }
    let pairs = pairs(search, aligned);
    if let Some(rule) = by_a_lost_mark(search, &pairs, &runs) {
        return Solved {
            rules: by_one(rule, runs),
            is_unclear: false,
        };
    }
    if let Some(rule) = whole(search, &pairs, &runs) {
        if rule == Reindent::Keep
            && obeys(Rule::OtherUnit)
            && let Some(rule) = unit::of_file(lines, search.index.text(), unit)
        {
            return Solved {
                rules: by_one(rule, runs),
                is_unclear: true,
            };
        }
        return Solved {
            is_unclear: is_doubtful(&rule, lines, &pairs, &runs)
                || obeys(Rule::IndentationContradicts) && flat::is_all(&rule, lines, &pairs, &runs)
                || rule == Reindent::Keep
                    && (obeys(Rule::OneBlankOff) && is_a_blank_off(lines, leads(&pairs), unit)
                        || obeys(Rule::OtherUnit) && is_of_another_unit(search, &pairs, &runs)),
            rules: by_one(likelier(rule, lines, &pairs, &runs), runs),
        };
    }
    let mut is_unclear = false;
    let all: Vec<&Pair<'_>> = pairs.iter().collect();
    let indented = pairs.iter().filter(|pair| !pair.reply.is_empty());
    let indented: Vec<&Pair<'_>> = indented.collect();
    let rules = runs.into_iter().filter_map(|run| {
        let rule = beside(search, &all, &indented, &run)
            .or_else(|| differ_by_slips(search, &pairs, &run).then_some(Reindent::Keep));
        let runs = slice::from_ref(&run);
        let is_doubted = match &rule {
            None => obeys(Rule::IndentationContradicts),
            Some(rule) => is_doubtful(rule, lines, &pairs, runs),
        };
        is_unclear |= is_doubted;
        let rule = match rule? {
            rule if is_doubted => likelier(rule, lines, &pairs, runs),
            rule => rule,
        };
        (rule != Reindent::Keep).then_some((run, rule))
    });
    Solved {
        rules: rules.collect(),
        is_unclear,
    }
}

/// Returns the rule that a person who chooses the place is shown: what is as deep already as it should be stays so.
fn likelier(
    rule: Reindent,
    lines: &[HunkLine],
    pairs: &[Pair<'_>],
    runs: &[Range<usize>],
) -> Reindent {
    match are_as_deep_already(&rule, lines, pairs, runs) {
        true => Reindent::Keep,
        false => rule,
    }
}

/// Returns whether what `rule` makes of the insertions of some runs is not what they show themselves.
fn is_doubtful(
    rule: &Reindent,
    lines: &[HunkLine],
    pairs: &[Pair<'_>],
    runs: &[Range<usize>],
) -> bool {
    are_as_deep_already(rule, lines, pairs, runs)
        || would_mix(rule, lines, pairs, runs)
        || flat::has_lost_depth(pairs)
            && runs
                .iter()
                .any(|run| flat::opens_onto_its_level(lines, run))
}

/// Returns whether the new lines of a run are as deep as the lines they replace are in the file, and `rule` would move them: only
/// the old text may be indented otherwise than it should. Context that is indented otherwise, too, shows that all of it is.
fn are_as_deep_already(
    rule: &Reindent,
    lines: &[HunkLine],
    pairs: &[Pair<'_>],
    runs: &[Range<usize>],
) -> bool {
    let context_moves = |pair: &Pair<'_>| pair.kind == LineKind::Context && pair.reply != pair.file;
    let is_as_deep = |run: &Range<usize>| {
        let from = pairs.partition_point(|pair| pair.hunk_line < run.start);
        let of_run = pairs[from..].iter();
        let mut replaced = of_run
            .take_while(|pair| pair.hunk_line < run.end)
            .filter(|pair| pair.kind == LineKind::Delete);
        let mut new = insertions(lines, run).filter(|lead| !lead.is_empty());
        let (Some(old), Some(first)) = (replaced.next(), new.next()) else {
            return false;
        };
        old.reply != old.file
            && first == old.file
            && rule.lead(first).is_some_and(|lead| lead != first)
            && insertions(lines, run).all(|lead| lead.starts_with(first))
    };
    !pairs.iter().any(context_moves) && runs.iter().any(is_as_deep)
}

/// Returns whether `rule` would put blanks behind tabs where neither the reply nor the file does: the steps of the reply are not
/// known.
fn would_mix(
    rule: &Reindent,
    lines: &[HunkLine],
    pairs: &[Pair<'_>],
    runs: &[Range<usize>],
) -> bool {
    let is_mixed = |lead: &[u8]| lead.contains(&b'\t') && lead.contains(&b' ');
    let mut inserted = runs.iter().flat_map(|run| insertions(lines, run));
    // The lines of a run are few, and those of the place many.
    inserted.any(|lead| !is_mixed(lead) && rule.lead(lead).is_some_and(|new| is_mixed(&new)))
        && !pairs
            .iter()
            .any(|pair| is_mixed(pair.file) || is_mixed(pair.reply))
}

/// Returns one rule for all runs.
fn by_one(rule: Reindent, runs: Vec<Range<usize>>) -> Vec<(Range<usize>, Reindent)> {
    if rule == Reindent::Keep {
        return Vec::new();
    }
    runs.into_iter().map(|run| (run, rule.clone())).collect()
}

/// Returns the rule where lines differ from the file's by one blank at most: there a mark was lost, or a blank went with it, and
/// nobody knows on which lines. Right is what puts most insertions on steps of the file's unit, or as deep as a line of the
/// place; `None` where none does so better than the others, or no line differs by a blank.
fn by_a_lost_mark(
    search: &Search<'_>,
    pairs: &[Pair<'_>],
    runs: &[Range<usize>],
) -> Option<Reindent> {
    let blank = |from: &[u8], to: &[u8]| Reindent::Prefix {
        from: from.to_vec(),
        to: to.to_vec(),
    };
    let of = |pair: &Pair<'_>| match (pair.reply, pair.file) {
        (reply, file) if reply == file => Some(Reindent::Keep),
        (reply, [b' ', file @ ..]) if reply == file => Some(blank(b"", b" ")),
        ([b' ', reply @ ..], file) if reply == file => Some(blank(b" ", b"")),
        _ => None,
    };
    let seen: Vec<Reindent> = pairs.iter().map(of).collect::<Option<_>>()?;
    let is_deletion = |pair: &Pair<'_>| pair.kind == LineKind::Delete;
    if pairs.iter().any(is_deletion) || seen.iter().all(|rule| *rule == Reindent::Keep) {
        return None;
    }
    let unit = search.index.indent_unit()?;
    let is_on_step = |lead: Vec<u8>| {
        let is_multiple = match unit {
            IndentUnit::Tab => !lead.contains(&b' '),
            IndentUnit::Blanks(width) => lead.len().is_multiple_of(width) && !lead.contains(&b'\t'),
        };
        is_multiple || pairs.iter().any(|pair| pair.file == lead)
    };
    let n_on_steps = |rule: &Reindent| {
        let leads = runs
            .iter()
            .flat_map(|run| insertions(&search.variant.lines, run));
        leads
            .filter(|lead| rule.lead(lead).is_some_and(is_on_step))
            .count()
    };
    let mut rules = vec![Reindent::Keep];
    rules.extend(seen.into_iter().filter(|rule| *rule != Reindent::Keep));
    rules.dedup();
    rules.sort_by_key(|rule| std::cmp::Reverse(n_on_steps(rule)));
    match rules.as_slice() {
        [best, next, ..] if n_on_steps(best) > n_on_steps(next) => rules.into_iter().next(),
        _ => None,
    }
}

/// Returns the leading space of the lines of the file.
fn leads<'a>(pairs: &[Pair<'a>]) -> impl Iterator<Item = &'a [u8]> + Clone {
    pairs.iter().map(|pair| pair.file)
}

/// Returns whether the insertions of a hunk that matches exactly may be one space off the file's indentation step: nothing else
/// about its leading space is unclear then.
pub(super) fn may_be_a_blank_off(hunk: &Hunk, unit: &dyn Fn() -> Option<IndentUnit>) -> bool {
    let says = |line: &&HunkLine| line.in_preimage() && !indent::is_blank(&line.body);
    let there = hunk.lines.iter().filter(says);
    is_a_blank_off(
        &hunk.lines,
        there.map(|line| indent::leading(&line.body)),
        unit,
    )
}

/// Returns whether all insertions are one blank off the steps of the file's unit, on which all lines beside them are, of
/// which `there` is the leading space: the marks may have been followed by a blank, or a blank gone with them. Text that begins
/// with `*` is a comment's, which is drawn so.
fn is_a_blank_off<'a>(
    lines: &[HunkLine],
    mut there: impl Iterator<Item = &'a [u8]> + Clone,
    unit: impl Fn() -> Option<IndentUnit>,
) -> bool {
    let is_off = |lead: &[u8]| match unit() {
        Some(IndentUnit::Tab) => lead
            .strip_prefix(b" ")
            .is_some_and(|rest| !rest.contains(&b' ')),
        Some(IndentUnit::Blanks(width)) => {
            width > 1 && [1, width - 1].contains(&(lead.len() % width))
        }
        None => false,
    };
    let inserted = lines
        .iter()
        .filter(|line| line.kind == LineKind::Insert && !indent::is_blank(&line.body));
    // One that stands as deep as a line of the place is off only where that line is: the file need not be measured.
    let stands_beside = |line: &HunkLine| {
        let lead = indent::leading(&line.body);
        there.clone().any(|other| other == lead)
    };
    if inserted.clone().any(stands_beside) {
        return false;
    }
    let mut inserted = inserted.peekable();
    inserted.peek().is_some()
        && inserted.all(|line| {
            is_off(indent::leading(&line.body)) && !indent::unindented(&line.body).starts_with(b"*")
        })
        && !there.any(is_off)
}

/// Returns whether insertions are indented otherwise than by steps of the file's unit, and no line beside them shows what becomes
/// of leading space.
fn is_of_another_unit(search: &Search<'_>, pairs: &[Pair<'_>], runs: &[Range<usize>]) -> bool {
    let is_off = |lead: &[u8]| match search.index.indent_unit() {
        Some(IndentUnit::Tab) => lead.contains(&b' '),
        Some(IndentUnit::Blanks(width)) => {
            lead.contains(&b'\t') || !lead.len().is_multiple_of(width)
        }
        None => lead == b" ",
    };
    let lines = &search.variant.lines;
    let is_indented = |line: &HunkLine| {
        line.in_preimage()
            && !indent::is_blank(&line.body)
            && !indent::leading(&line.body).is_empty()
    };
    let shows_nothing = pairs
        .iter()
        .all(|pair| pair.reply.is_empty() && pair.file.is_empty());
    let mut inserted = runs.iter().flat_map(|run| insertions(lines, run));
    shows_nothing && lines.iter().any(is_indented) && inserted.any(is_off)
}

/// Returns the one rule for all runs; `None` when nothing explains all pairs, nor all deletions.
fn whole(search: &Search<'_>, pairs: &[Pair<'_>], runs: &[Range<usize>]) -> Option<Reindent> {
    let lines = &search.variant.lines;
    if runs.is_empty() || pairs.iter().all(|pair| pair.reply == pair.file) {
        return Some(Reindent::Keep);
    }
    let deletions: Vec<&Pair<'_>> = pairs
        .iter()
        .filter(|pair| pair.kind == LineKind::Delete)
        .collect();
    // A hunk that only moves lines sideways must be where all of it says so.
    let moves = moves_sideways(lines) && deletions.iter().any(|pair| pair.reply != pair.file);
    let all: Vec<&Pair<'_>> = pairs.iter().collect();
    let inserted = || runs.iter().flat_map(|run| insertions(lines, run));
    let rule = best(search, &all, inserted)
        .or_else(|| best(search, &deletions, inserted).filter(|_| !moves && !deletions.is_empty()));
    if let Some(rule) = rule {
        return Some(if is_flat(lines, pairs, &rule) {
            Reindent::Keep
        } else {
            rule
        });
    }
    let is_bare = |pair: &Pair<'_>| pair.reply.is_empty() && pair.kind == LineKind::Context;
    pairs.iter().all(is_bare).then_some(Reindent::Keep)
}

/// Returns the rule for one run: by its own deletions, else by the nearest pairs above and below, `indented` ones where what is
/// inserted is indented; `None` when these contradict each other.
fn beside(
    search: &Search<'_>,
    pairs: &[&Pair<'_>],
    indented: &[&Pair<'_>],
    run: &Range<usize>,
) -> Option<Reindent> {
    let inserted = || insertions(&search.variant.lines, run);
    let [above, own, below] = around(pairs, run);
    if !own.is_empty() {
        return best(search, own, inserted);
    }
    // A line without any leading space does not show what becomes of another's.
    let is_flat = inserted().all(<[u8]>::is_empty);
    let [shown_above, _, shown_below] = around(if is_flat { pairs } else { indented }, run);
    let above = shown_above.last().or(above.last());
    let below = shown_below.first().or(below.first());
    let nearest: Vec<&Pair<'_>> = above.into_iter().chain(below).copied().collect();
    best(search, &nearest, inserted)
}

/// Returns whether the lines whose leading space differs are off the steps of the file's unit in the reply and on them in the
/// file, most others are as they are in the file, and the run inserts on steps: then these are slips, and what is inserted is meant
/// as it is written.
fn differ_by_slips(search: &Search<'_>, pairs: &[Pair<'_>], run: &Range<usize>) -> bool {
    let Some(IndentUnit::Blanks(width)) = search.index.indent_unit() else {
        return false;
    };
    let is_on_step = |lead: &[u8]| !lead.contains(&b'\t') && lead.len().is_multiple_of(width);
    let stands = |pair: &&Pair<'_>| pair.reply == pair.file && !pair.file.is_empty();
    let differing = || pairs.iter().filter(|pair| pair.reply != pair.file);
    width > 1
        && differing().all(|pair| !is_on_step(pair.reply) && is_on_step(pair.file))
        && pairs.iter().filter(stands).count() > differing().count()
        && insertions(&search.variant.lines, run).all(is_on_step)
}

/// Returns the pairs above a run, in it, and below it; they are in the order of the hunk.
fn around<'p, 'a>(pairs: &'p [&'a Pair<'a>], run: &Range<usize>) -> [&'p [&'a Pair<'a>]; 3] {
    let start = pairs.partition_point(|pair| pair.hunk_line < run.start);
    let end = pairs.partition_point(|pair| pair.hunk_line < run.end);
    [&pairs[..start], &pairs[start..end], &pairs[end..]]
}

fn pairs<'a>(search: &'a Search<'_>, aligned: &[Aligned]) -> Vec<Pair<'a>> {
    let lines = &search.variant.lines;
    // A line that lost its beginning lost its leading space too. Where that is punctuation alone, the new line has lost as much.
    let text = search.index.text();
    let lost_words = |pair: &&Aligned| {
        let ends = pair.hunk_line().zip(pair.target_line());
        ends.is_none_or(|(hunk_line, target_line)| {
            let (short, long) = (lines[hunk_line].body.trim(), text.line(target_line).trim());
            let lost = long.find(short).map_or(long, |at| &long[..at]);
            lost.chars().any(char::is_alphanumeric)
        })
    };
    let is_cut = |pair: &&Aligned| matches!(pair.how, LineMatch::Suffix | LineMatch::LooseSuffix);
    // At a place chosen by hand, lines may lie side by side that have nothing to do with each other.
    let is_alike = |pair: &&Aligned| pair.how != LineMatch::Similar { permille: 0 };
    let whole = aligned
        .iter()
        .filter(|pair| is_alike(pair) && (!is_cut(pair) || !lost_words(pair)));
    let sided = whole.filter_map(|pair| Some((pair.hunk_line()?, pair.target_line()?)));
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

/// Returns `Keep` if it explains the witnesses, else the first rule by which the insertions come to stand on steps of the
/// file's unit, else the first at all.
fn best<'a, I: Iterator<Item = &'a [u8]>>(
    search: &Search<'_>,
    witnesses: &[&Pair<'_>],
    inserted: impl Fn() -> I,
) -> Option<Reindent> {
    let unit = search.index.indent_unit();
    let leads: Vec<(&[u8], &[u8])> = witnesses
        .iter()
        .map(|pair| (pair.reply, pair.file))
        .collect();
    let mut rules = Reindent::rules(&leads, unit);
    // Steps that an insertion does not stand on are not the reply's.
    rules.retain(|rule| inserted().all(|lead| rule.covers(lead)));
    let fits = |rule: &&Reindent| {
        **rule == Reindent::Keep
            || inserted().all(|lead| match (rule.lead(lead), unit) {
                (Some(new), _) if new == lead && !lead.starts_with(b"\t") => true,
                (Some(lead), Some(IndentUnit::Blanks(_))) if lead.contains(&b'\t') => false,
                // Blanks after tabs align with something above; they are no part of a step.
                (Some(_), _) if lead.starts_with(b"\t") && lead.ends_with(b" ") => true,
                (Some(lead), Some(IndentUnit::Blanks(width))) => lead.len() % width == 0,
                (Some(lead), Some(IndentUnit::Tab)) => !lead.contains(&b' '),
                (Some(_), None) => true,
                (None, _) => false,
            })
    };
    rules.iter().find(fits).or(rules.first()).cloned()
}

fn insertions<'a>(
    lines: &'a [HunkLine],
    run: &Range<usize>,
) -> impl Iterator<Item = &'a [u8]> + use<'a> {
    let inserted = lines[run.clone()].iter();
    let inserted =
        inserted.filter(|line| line.kind == LineKind::Insert && !indent::is_blank(&line.body));
    inserted.map(|line| indent::leading(&line.body))
}

/// Returns whether a line is both removed and inserted, but for its leading space.
fn moves_sideways(lines: &[HunkLine]) -> bool {
    let bodies = |kind: LineKind| {
        let lines = lines
            .iter()
            .filter(move |line| line.kind == kind && weight::of(&line.body) >= weight::SIGNIFICANT);
        lines.map(|line| indent::unindented(&line.body))
    };
    let inserted: HashSet<&BStr> = bodies(LineKind::Insert).collect();
    bodies(LineKind::Delete).any(|deleted| inserted.contains(deleted))
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
