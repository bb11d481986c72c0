//! The doubt whether a hunk changes the very spelling that is ignored where lines are compared: a line that agrees but for that
//! spelling may be one that the hunk means to change as well.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use bstr::ByteSlice;

use super::{AlignedHunk, LineKind, LineMatch};
use crate::matcher::line_key::{KeyMap, LineKey, is_word};

/// Whether a line agrees only but for what the hunk itself changes. Where a hunk renames `Size` to `size` and keeps `return size`,
/// the file's `return Size` is left behind otherwise; so is `b()` where it makes `a();` of `a()` and keeps `b();`.
pub(super) fn is_respelled(laid: &AlignedHunk<'_>) -> bool {
    let lines = &laid.search.variant.lines;
    let differing: Vec<(&[u8], &[u8], LineMatch)> = laid
        .aligned
        .iter()
        .filter(|pair| is_spelling(pair.how) || matches!(pair.how, LineMatch::Similar { .. }))
        .filter_map(|pair| {
            let there: &[u8] = laid.search.index.text().line(pair.target_line()?);
            let line: &[u8] = &lines[pair.hunk_line()?].body;
            Some((line, there, pair.how))
        })
        .collect();
    !differing.is_empty()
        && (has_changed_signs(laid, &differing) || has_recased_words(laid, &differing))
}

/// Returns whether two lines that agree so differ in how something is spelt, blanks and missing ends aside.
fn is_spelling(how: LineMatch) -> bool {
    match how {
        LineMatch::Heading | LineMatch::Typography | LineMatch::Case | LineMatch::Punctuation => {
            true
        }
        LineMatch::Exact
        | LineMatch::TrailingSpace
        | LineMatch::Indentation
        | LineMatch::Whitespace
        | LineMatch::Suffix
        | LineMatch::LooseSuffix
        | LineMatch::Prefix
        | LineMatch::Similar { .. }
        | LineMatch::Missing
        | LineMatch::Extra => false,
    }
}

/// Returns whether a line differs from the file's in just the characters that the hunk changes in a line which it otherwise
/// leaves as it is.
fn has_changed_signs(laid: &AlignedHunk<'_>, differing: &[(&[u8], &[u8], LineMatch)]) -> bool {
    let (lines, facts) = (&laid.search.variant.lines, laid.search.facts);
    let of = |kind| {
        let lines = lines.iter().zip(facts);
        lines.filter(move |(line, _)| line.kind == kind)
    };
    let removed: KeyMap<&[u8]> = of(LineKind::Delete)
        .map(|(line, facts)| -> (LineKey, &[u8]) { (facts.key, &line.body) })
        .collect();
    let changed: BTreeSet<Difference> = of(LineKind::Insert)
        .filter_map(|(line, facts)| difference(removed.get(&facts.key)?, &line.body))
        .collect();
    !changed.is_empty()
        && differing
            .iter()
            .filter(|(_, _, how)| is_spelling(*how))
            .filter_map(|(line, there, _)| difference(there, line))
            .any(|difference| changed.contains(&difference))
}

/// The characters, but for blanks, of which a line has more than another, and those of which it has fewer.
type Difference = (Vec<char>, Vec<char>);

/// Returns how `after` differs from `before`; `None` where blanks are all.
fn difference(before: &[u8], after: &[u8]) -> Option<Difference> {
    let mut counts: BTreeMap<char, isize> = BTreeMap::new();
    for (line, one) in [(before, -1), (after, 1)] {
        for c in line.chars().filter(|c| !c.is_whitespace()) {
            *counts.entry(c).or_default() += one;
        }
    }
    let of = |sign: isize| {
        let chars = counts.iter().filter(move |(_, n)| n.signum() == sign);
        chars.map(|(c, _)| *c).collect()
    };
    let (more, fewer): Difference = (of(1), of(-1));
    (!more.is_empty() || !fewer.is_empty()).then_some((more, fewer))
}

/// Returns whether the hunk inserts a word in the letter case of a line that differs from the file's: where it removes the word
/// in the file's letter case, or knows nothing of that and the place holds it in no other.
fn has_recased_words(laid: &AlignedHunk<'_>, differing: &[(&[u8], &[u8], LineMatch)]) -> bool {
    let recased: Vec<Recased<'_>> = differing
        .iter()
        .flat_map(|(line, there, _)| recased_words(line, there))
        .collect();
    if recased.is_empty() {
        return false;
    }
    let words_of = |kind| -> HashSet<&[u8]> {
        let lines = laid.search.variant.lines.iter();
        let lines = lines.filter(|line| line.kind == kind);
        lines.flat_map(|line| words(&line.body)).collect()
    };
    let [removed, kept, inserted] =
        [LineKind::Delete, LineKind::Context, LineKind::Insert].map(words_of);
    let text = laid.search.index.text();
    let of_place: HashSet<&[u8]> = laid
        .target_lines()
        .flat_map(|line| words(text.line(line)))
        .collect();
    recased.into_iter().any(|word| {
        let is_known = kept.contains(word.there) || inserted.contains(word.there);
        inserted.contains(word.own)
            && !inserted.contains(word.there)
            && (removed.contains(word.there) || !is_known && !of_place.contains(word.own))
    })
}

/// A word that a line has in another letter case than the file's line.
struct Recased<'a> {
    own: &'a [u8],
    there: &'a [u8],
}

fn recased_words<'a>(line: &'a [u8], there: &'a [u8]) -> Vec<Recased<'a>> {
    let own: HashSet<&[u8]> = words(line).collect();
    let others: HashSet<&[u8]> = words(there).collect();
    let lowered = |word: &[u8]| word.to_ascii_lowercase();
    let of_there: BTreeMap<Vec<u8>, &[u8]> = others
        .difference(&own)
        .map(|word| (lowered(word), *word))
        .collect();
    let recased = own.difference(&others).filter_map(|own| {
        let there = of_there.get(&lowered(own))?;
        Some(Recased { own, there })
    });
    recased.collect()
}

fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(|byte| !is_word(*byte))
        .filter(|word| !word.is_empty())
}
