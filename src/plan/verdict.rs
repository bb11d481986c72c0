//! What the policy says of each hunk of a file: placed, or why not. There are three ways of being sure (strict and
//! unique; unique above the tier's bar; settled by the patch itself), everything else waits for a person.

use std::cell::OnceCell;

use bstr::BStr;

use super::policy::{By, OnTie, Policy};
use super::proof::Proofs;
use super::settle;
use crate::matcher::named::{self, Headings};
use crate::matcher::{Candidate, Doubt, Found, Rule, Tier, tie};
use crate::patch::{CountCheck, FilePatch, HintSource, Hunk, LineHint, LineKind, Unsure};
use crate::text::{LineSpan, Text};

/// What the policy says of one hunk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It goes to the candidate of this index.
    Place(usize, By),
    /// Several places are as good.
    Ambiguous,
    /// There is a place, but none good enough.
    TooWeak,
    /// The best place lacks a line that is to be removed.
    DeletedLineNotFound,
    /// Its result stands there already.
    AlreadyApplied,
    /// There is none.
    NoMatch,
}

impl Verdict {
    /// Returns the index of the candidate that the hunk goes to.
    pub(super) fn place(&self) -> Option<usize> {
        match self {
            Verdict::Place(place, _) => Some(*place),
            Verdict::Ambiguous
            | Verdict::TooWeak
            | Verdict::DeletedLineNotFound
            | Verdict::AlreadyApplied
            | Verdict::NoMatch => None,
        }
    }
}

/// Decides over all hunks of a file, in their order; `written` says which of them an apply of this review wrote.
pub fn verdicts(
    file: &FilePatch,
    text: &Text,
    found: &[Found],
    written: &[bool],
    policy: &Policy,
) -> Vec<Verdict> {
    let proofs = Proofs::of(file, text, found);
    let own = (0..file.hunks.len()).map(|at| {
        let made = found[at].applied_at().filter(|_| proofs.hold(at));
        own_verdict(&file.hunks[at], &found[at], made, policy)
    });
    let mut verdicts: Vec<Verdict> = own.collect();
    settle::by_the_patch(file, text, found, written, policy, &mut verdicts);
    if policy.on_tie == OnTie::Nearest {
        for ((verdict, found), hunk) in verdicts.iter_mut().zip(found).zip(&file.hunks) {
            let is_taken = match verdict {
                Verdict::Ambiguous => is_good_enough(&found.candidates[0], policy),
                Verdict::TooWeak => is_where_the_number_says(hunk, found),
                Verdict::Place(..)
                | Verdict::AlreadyApplied
                | Verdict::DeletedLineNotFound
                | Verdict::NoMatch => false,
            };
            if is_taken {
                *verdict = Verdict::Place(0, By::Nearest);
            }
        }
    }
    // Lines that only come may stand by chance where they would go; with the rest of the patch not made, they do.
    let is_placed = |verdict: &Verdict| matches!(verdict, Verdict::Place(..));
    if verdicts.iter().any(is_placed) {
        for (verdict, hunk) in verdicts.iter_mut().zip(&file.hunks) {
            if *verdict == Verdict::AlreadyApplied && !hunk.has_preimage() {
                *verdict = Verdict::TooWeak;
            }
        }
    }
    let headings = OnceCell::new();
    for ((verdict, found), hunk) in verdicts.iter_mut().zip(found).zip(&file.hunks) {
        if let Verdict::Place(place, _) = verdict
            && heading_below(hunk, text, found.candidates.span_of(*place), || {
                headings.get_or_init(|| Headings::of(text))
            })
            .is_some()
        {
            *verdict = Verdict::TooWeak;
        }
    }
    if let Some(most) = policy.max_gap {
        // Of a hunk without a number, only the hunk before says where it is expected.
        let mut before: Option<LineSpan> = None;
        for ((verdict, found), hunk) in verdicts.iter_mut().zip(found).zip(&file.hunks) {
            let Verdict::Place(place, _) = *verdict else {
                continue;
            };
            let is_loose = hunk.hint.is_none() && found.candidates.exact().is_none();
            if let Some(before) = before.filter(|_| is_loose)
                && is_apart(before, &found.candidates[place], most)
            {
                *verdict = Verdict::TooWeak;
            } else {
                before = Some(found.candidates.span_of(place));
            }
        }
    }
    // What a hunk removes without quoting it, nobody has seen yet; nor what a reply would have said that was cut off.
    let waits = |hunk: &Hunk, found: &Found| match hunk.unsure {
        Some(Unsure::Labelled) => !is_to_the_letter(found),
        Some(_) => true,
        None => hunk.replaces.is_some(),
    };
    for ((verdict, found), hunk) in verdicts.iter_mut().zip(found).zip(&file.hunks) {
        if !waits(hunk, found) {
            continue;
        }
        let is_placed = matches!(verdict, Verdict::Place(..));
        // A patch that is to be reversed has its result in the file, which does not make it done.
        let may_be_reversed =
            *verdict == Verdict::AlreadyApplied && hunk.unsure == Some(Unsure::TakenBack);
        if is_placed || may_be_reversed {
            *verdict = Verdict::TooWeak;
        }
    }
    verdicts
}

/// Returns whether the old text is in one place of the file, to the letter.
fn is_to_the_letter(found: &Found) -> bool {
    let is_strict = |place: &Candidate| place.tier == Tier::Strict;
    found.candidates.exact().is_some()
        || found.candidates.first().is_some_and(is_strict) && found.tied().len() == 1
}

/// Returns the heading that stands only below a place which the reply's number does not name; `headings` gives those of the
/// file.
pub fn heading_below<'h, 't>(
    hunk: &'h Hunk,
    text: &Text,
    place: LineSpan,
    headings: impl FnOnce() -> &'t Headings,
) -> Option<&'h BStr> {
    let is_named = hunk.hint.is_some_and(|hint| hint.line_index == place.start);
    let has_none = hunk.headings.iter().all(|heading| heading.is_empty());
    if is_named || has_none || named::are_near_above(hunk, text, place) {
        return None;
    }
    headings().only_below(hunk, place)
}

/// Returns whether a hunk that only adds lines, and shows none of the file, is listed first at the line that its header names
/// with right counts: nothing else says where it goes.
fn is_where_the_number_says(hunk: &Hunk, found: &Found) -> bool {
    let is_counted = |hint: &LineHint| hint.source == HintSource::Header(CountCheck::Right);
    let hint = hunk.hint.as_ref().filter(|hint| is_counted(hint));
    let first = found.candidates.first();
    !hunk.has_preimage()
        && hint
            .zip(first)
            .is_some_and(|(hint, first)| first.span.start == hint.line_index)
}

/// Decides over one hunk by its own candidates alone, and by where its result stands that proves it `made`.
fn own_verdict(hunk: &Hunk, found: &Found, made: Option<LineSpan>, policy: &Policy) -> Verdict {
    if found.candidates.exact().is_some() {
        return if hunk.n_lines_of(LineKind::Context) >= policy.context_min {
            Verdict::Place(0, By::Matcher)
        } else {
            Verdict::TooWeak
        };
    }
    let Some(best) = found.candidates.first() else {
        return if made.is_some() && !found.capped {
            Verdict::AlreadyApplied
        } else {
            Verdict::NoMatch
        };
    };
    if let Some(made) = made {
        // Where what it asks for stands as well, that its result does is a reason to ask, not to leave the hunk out: the
        // context of an insertion still stands once it is made.
        if is_made_at_the_number(hunk, made) && best.span.start != made.start {
            return Verdict::AlreadyApplied;
        }
        let is_doubted = best.doubts().any(is_of_the_place);
        let may_be_made = found.capped || may_be_made_again(best, made);
        if (is_doubted || best.tier >= Tier::Partial) && !may_be_made {
            return Verdict::AlreadyApplied;
        }
    }
    if best.is_no_match() && !hunk.has_preimage() {
        // What shows no line of the file is like none, and is not to be found by looking.
        Verdict::TooWeak
    } else if best.is_no_match() {
        Verdict::NoMatch
    } else if tie::lacks_a_deletion(best) {
        Verdict::DeletedLineNotFound
    } else if found.is_tied() {
        Verdict::Ambiguous
    } else if is_good_enough(best, policy)
        && !(policy.rules.has(Rule::MadeAtAnother) && is_made_elsewhere(found))
    {
        Verdict::Place(0, By::Matcher)
    } else {
        Verdict::TooWeak
    }
}

/// Returns whether the result stands at the very line that the reply's number names: then another place, however alike, is only
/// what is left of several.
fn is_made_at_the_number(hunk: &Hunk, made: LineSpan) -> bool {
    hunk.hint.is_some_and(|hint| hint.line_index == made.start)
}

/// Returns whether the doubt is about how alike the place is, and not about the result standing there or elsewhere.
fn is_of_the_place(doubt: Doubt) -> bool {
    !matches!(
        doubt,
        Doubt::AppliedElsewhere | Doubt::AlreadyThere | Doubt::SearchCapped
    )
}

/// Returns whether a loose place is good enough to be the one meant although the result stands at `made`: all that the hunk
/// removes is there, or it lies elsewhere.
fn may_be_made_again(place: &Candidate, made: LineSpan) -> bool {
    let removes = place.variant.lines.iter().any(|line| line.is_delete());
    let is_apart = made.end <= place.span.start || place.span.end <= made.start;
    place.reaches_bar()
        && !tie::lacks_a_deletion(place)
        && !place.doubts().any(is_of_the_place)
        && (removes || is_apart)
}

/// Returns whether a place may be taken unasked as far as it alone goes: above its tier's bar, free of doubt, within the
/// limits that were asked for.
pub fn is_good_enough(place: &Candidate, policy: &Policy) -> bool {
    place.tier <= policy.accept_from
        && (place.reaches_bar() || !policy.rules.has(Rule::BelowBar))
        && place.doubts().next().is_none()
        && !lies_too_far(place, policy)
        && !is_unlike(place, policy)
        && has_enough_context(place, policy)
}

/// Returns whether a loose place is the best only because the change stands already at a better one.
fn is_made_elsewhere(found: &Found) -> bool {
    let is_made = |place: &Candidate| place.doubts().any(|doubt| doubt == Doubt::AlreadyThere);
    found.candidates[0].tier >= Tier::Partial && found.candidates.iter().any(is_made)
}

fn lies_too_far(place: &Candidate, policy: &Policy) -> bool {
    let too_far = |lines: isize| lines.unsigned_abs() > policy.max_offset;
    place.tier != Tier::Strict && place.offset_lines().is_some_and(too_far)
}

fn is_unlike(place: &Candidate, policy: &Policy) -> bool {
    place.tier >= Tier::Similar && place.similarity() < policy.similarity
}

fn has_enough_context(place: &Candidate, policy: &Policy) -> bool {
    tie::context_alike(place).count() >= policy.context_min
}

/// Returns whether a loose place is more than `most` lines away from the place of the hunk before.
fn is_apart(before: LineSpan, place: &Candidate, most: usize) -> bool {
    let below = place.span.start.saturating_sub(before.end);
    let above = before.start.saturating_sub(place.span.end);
    place.tier != Tier::Strict && below.max(above) > most
}
