//! Ties that the patch itself settles: by its numbers, its headings, its word on the file's end, and its order. Nothing
//! here takes a place that would not be good enough alone.

use std::collections::{BTreeMap, HashMap};

use super::blob;
use super::policy::{By, Policy};
use super::verdict::{Verdict, is_good_enough};
use crate::matcher::{self, Candidate, Doubt, Found, Tier, line_key, named, tie};
use crate::patch::{CountCheck, FilePatch, HintSource, Hunk, HunkLine};
use crate::text::{LineSpan, Text};

/// Settles what it can of `verdicts`, one per hunk of `file`.
pub(super) fn by_the_patch(
    file: &FilePatch,
    text: &Text,
    found: &[Found],
    written: &[bool],
    policy: &Policy,
    verdicts: &mut [Verdict],
) {
    let numbers = if is_made_for(file, text) {
        Numbers::Proven
    } else {
        Numbers::Claimed
    };
    let made = first_made(file, |at| {
        let is_there = verdicts[at] == Verdict::AlreadyApplied || found[at].applied_at().is_some();
        written[at] || is_there
    });
    for at in 0..file.hunks.len() {
        let (before, rest) = verdicts.split_at_mut(at);
        let (hunk, verdict) = (&file.hunks[at], &mut rest[0]);
        if is_moved(file, found, before, at) {
            *verdict = Verdict::TooWeak;
            continue;
        }
        let found = &found[at];
        let is_bare = !hunk.has_preimage();
        let settled = if *verdict == Verdict::Ambiguous || is_bare {
            let numbers = match numbers {
                Numbers::Claimed if is_number_moved(hunk, &made) => Numbers::Moved,
                Numbers::Claimed | Numbers::Proven | Numbers::Moved => numbers,
            };
            by_number_or_heading(hunk, found, text, numbers)
                .or_else(|| by_file_end(hunk, found, text))
                .filter(|(at, _)| is_bare || is_good_enough(&found.candidates[*at], policy))
        } else {
            None
        };
        let is_placed = matches!(verdict, Verdict::Place(..));
        let proven = (numbers == Numbers::Proven && !is_placed)
            .then(|| by_proven_number(hunk, found))
            .flatten();
        if let Some((at, by)) = settled.or(proven) {
            let mut doubts = found.candidates[at].doubts();
            let may_be_made = is_bare && doubts.any(|doubt| doubt == Doubt::AlreadyThere);
            *verdict = if may_be_made && numbers != Numbers::Proven {
                Verdict::TooWeak
            } else {
                Verdict::Place(at, by)
            };
        }
    }
    by_order(file, found, text, policy, verdicts);
    by_what_is_left(file, found, text, policy, verdicts);
}

/// Returns whether the hunk `at` is an insertion by number whose line may be another one in the text that the hunks before
/// it leave: a tool carries out one call after the other, and counts the lines of that text.
fn is_moved(file: &FilePatch, found: &[Found], before: &[Verdict], at: usize) -> bool {
    let is_counted_anew = file.hunks[at].is_counted_anew();
    let line = file.hunks[at].insertion_line();
    let Some(line) = line.filter(|_| is_counted_anew) else {
        return false;
    };
    let is_above = |earlier: usize| match before[earlier] {
        Verdict::Place(place, _) => found[earlier].candidates.span_of(place).start <= line,
        Verdict::AlreadyApplied => false,
        Verdict::Ambiguous | Verdict::TooWeak | Verdict::DeletedLineNotFound | Verdict::NoMatch => {
            true
        }
    };
    at > matcher::MOST_BEFORE
        || (0..at).any(|earlier| matcher::growth(&file.hunks[earlier]) != 0 && is_above(earlier))
}

/// What is known of the line numbers of a patch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Numbers {
    /// They were made for this very text: the patch names its blob.
    Proven,
    /// The reply says so.
    Claimed,
    /// The reply says so, but hunks that are in the file already moved its lines: they may be counted with those or without.
    Moved,
}

/// Returns of each call or diff the first line that is named by a hunk which is, or may be, in the file already, and makes it
/// longer or shorter.
pub(super) fn first_made(file: &FilePatch, is_made: impl Fn(usize) -> bool) -> HashMap<u32, usize> {
    let mut first: HashMap<u32, usize> = HashMap::new();
    for (at, hunk) in file.hunks.iter().enumerate() {
        let Some(hint) = hunk.hint else { continue };
        if is_made(at) && matcher::growth(hunk) != 0 {
            let line = first.entry(hunk.call).or_insert(hint.line_index);
            *line = hint.line_index.min(*line);
        }
    }
    first
}

/// Returns whether hunks of its own call or diff that are in the file already, `made`, moved the line that a hunk names.
pub(super) fn is_number_moved(hunk: &Hunk, made: &HashMap<u32, usize>) -> bool {
    let first = made.get(&hunk.call);
    let named = hunk.hint.map(|hint| hint.line_index);
    first
        .zip(named)
        .is_some_and(|(first, named)| *first < named)
}

/// Settles a tie by the reply's line number: when it hits exactly one of the places, and it is one that its format asks for
/// (`:start_line:`, `line=`), its header counted right (a model that miscounts also misnumbers) or the file is proven to be
/// the one the numbers were made for. Where the hunk names no line of the file at all, only the proof counts.
fn by_number(hunk: &Hunk, found: &Found, numbers: Numbers) -> Option<(usize, By)> {
    let hint = hunk.hint?;
    let is_stated = match hint.source {
        HintSource::Header(CountCheck::Right) | HintSource::StartLine | HintSource::Compared => {
            true
        }
        HintSource::Header(CountCheck::Wrong)
        | HintSource::Gutter
        | HintSource::Range(_)
        | HintSource::Insertion
        | HintSource::Position => false,
    };
    let names_lines = hunk.has_preimage();
    let counted = is_stated && names_lines || hunk.insertion_line().is_some();
    if numbers == Numbers::Moved || numbers == Numbers::Claimed && !counted {
        return None;
    }
    let hit = |candidate: &Candidate| candidate.span.start == hint.line_index;
    only(found, hit).map(|at| (at, By::Number))
}

/// Settles whatever is in doubt when every line stands where the number says, in the very file it was made for: the
/// lines may be common ones, and the result may stand elsewhere already.
fn by_proven_number(hunk: &Hunk, found: &Found) -> Option<(usize, By)> {
    let line_index = hunk.hint?.line_index;
    found
        .candidates
        .iter()
        .position(|it| it.tier == Tier::Strict && it.span.start == line_index)
        .map(|at| (at, By::Number))
}

/// Settles a tie, or a hunk of insertions alone, by the reply's word that its last line is the file's.
fn by_file_end(hunk: &Hunk, found: &Found, text: &Text) -> Option<(usize, By)> {
    let ends_there = |candidate: &Candidate| candidate.span.end == text.n_lines();
    hunk.at_eof
        .then(|| only(found, ends_there))?
        .map(|at| (at, By::FileEnd))
}

/// Settles a tie by the headings of the reply: when exactly one of the places lies behind the line that they name, within
/// its block, wherever that line stands. Several headings lie one inside the other.
/// What is added under a heading and names no line goes right below it.
fn by_heading(hunk: &Hunk, found: &Found, text: &Text) -> Option<(usize, By)> {
    if let Some(point) = named::point_below(hunk, text) {
        let mut places = found.candidates.iter();
        let at = places.position(|place| place.span.start == point)?;
        return Some((at, By::Heading));
    }
    let is_bare = !hunk.has_preimage();
    if is_bare || !found.lists_all_ties() {
        return None;
    }
    // A name that several blocks have tells none of them.
    let [block] = named::blocks(hunk, text)[..] else {
        return None;
    };
    let lies_in =
        |place: &Candidate| block.start <= place.span.start && place.span.end <= block.end;
    only(found, lies_in).map(|at| (at, By::Heading))
}

/// Settles a tie by number or by heading. Where both are claimed and name two of the places, either may be the slip.
fn by_number_or_heading(
    hunk: &Hunk,
    found: &Found,
    text: &Text,
    numbers: Numbers,
) -> Option<(usize, By)> {
    let Some(by_number) = by_number(hunk, found, numbers) else {
        return by_heading(hunk, found, text);
    };
    let is_free = numbers == Numbers::Proven || !hunk.has_preimage();
    let other = (!is_free).then(|| by_heading(hunk, found, text)).flatten();
    other
        .is_none_or(|(at, _)| at == by_number.0)
        .then_some(by_number)
}

/// Returns the one place among those that tie which passes `hit`; `None` when none or several do, or one side has a line
/// there that the other lacks: what tells twins apart does not tell them from a block that reads alike.
fn only(found: &Found, hit: impl Fn(&Candidate) -> bool) -> Option<usize> {
    let is_hit = |at: &usize| hit(&found.candidates[*at]);
    let mut hits = (0..found.tied().len()).filter(is_hit);
    let first = hits.next().filter(|_| hits.next().is_none());
    first.filter(|at| !tie::has_gaps(&found.candidates[*at]))
}

/// Settles like hunks over like places: n hunks of one preimage that tie over the same n equal places go to them
/// in order.
fn by_order(
    file: &FilePatch,
    found: &[Found],
    text: &Text,
    policy: &Policy,
    verdicts: &mut [Verdict],
) {
    let mut ties: BTreeMap<Vec<LineSpan>, Vec<usize>> = BTreeMap::new();
    for at in (0..verdicts.len()).filter(|at| verdicts[*at] == Verdict::Ambiguous) {
        if let Some(places) = equal_places(&found[at], text) {
            ties.entry(places).or_default().push(at);
        }
    }
    for (places, hunks) in ties {
        let preimage = |at: usize| file.hunks[at].preimage();
        let are_equal = hunks.iter().all(|at| preimage(*at).eq(preimage(hunks[0])));
        let is_sure = |at: &usize| is_good_enough(&found[*at].candidates[0], policy);
        if hunks.len() < 2
            || hunks.len() != places.len()
            || !are_equal
            || !hunks.iter().all(is_sure)
        {
            continue;
        }
        let numbers: Vec<Option<usize>> = hunks
            .iter()
            .map(|at| file.hunks[*at].hint.map(|hint| hint.line_index))
            .collect();
        let is_in_its_block =
            |(at, place): (&usize, &LineSpan)| may_lie_in(&file.hunks[*at], text, *place);
        if !agree(&numbers, &places) || !hunks.iter().zip(&places).all(is_in_its_block) {
            continue;
        }
        for (at, place) in hunks.into_iter().zip(&places) {
            let chosen = found[at]
                .candidates
                .iter()
                .position(|candidate| candidate.span == *place);
            verdicts[at] = Verdict::Place(chosen.expect("a tied place is a candidate"), By::Order);
        }
    }
}

/// Returns whether the headings of the hunk allow `place`: it lies in the one block that they name, where they name one.
fn may_lie_in(hunk: &Hunk, text: &Text, place: LineSpan) -> bool {
    match named::blocks(hunk, text)[..] {
        [block] => block.start <= place.start && place.end <= block.end,
        _ => true,
    }
}

/// Settles a tie of which the other hunks leave one place: they delete lines of every other, and the one that is left is the
/// nearest to its number. Where hunks after it take some of them, it lies between those before and after it, too.
fn by_what_is_left(
    file: &FilePatch,
    found: &[Found],
    text: &Text,
    policy: &Policy,
    verdicts: &mut [Verdict],
) {
    let is_tied = |at: &usize| verdicts[*at] == Verdict::Ambiguous;
    let tied: Vec<usize> = (0..verdicts.len()).filter(is_tied).collect();
    if tied.is_empty() || tied.len() == verdicts.len() {
        return;
    }
    let taken = deleted(found, verdicts);
    let span_of = |at: usize| {
        let place = verdicts[at].place()?;
        Some(found[at].candidates.span_of(place))
    };
    let mut settled = Vec::new();
    for at in tied {
        let is_taken_before = |line: usize| taken.get(&line).is_some_and(|by| *by < at);
        let left_by_earlier = only_free(&found[at], is_taken_before);
        let left_by_all = || only_free(&found[at], |line| taken.contains_key(&line));
        let Some(left) = left_by_earlier.or_else(left_by_all) else {
            continue;
        };
        if equal_places(&found[at], text).is_none() || is_said_again(file, at, verdicts) {
            continue;
        }
        let place = &found[at].candidates[left];
        let above = (0..at).rev().find_map(span_of);
        let below = (at + 1..verdicts.len()).find_map(span_of);
        let is_in_order = above.is_some_and(|above| above.start < place.span.start)
            && below.is_none_or(|below| place.span.start < below.start);
        // A number nearer to a place that is taken may say that both mean that one.
        let off = |place: &Candidate| {
            let hint = file.hunks[at].hint;
            hint.map_or(0, |hint| place.span.start.abs_diff(hint.line_index))
        };
        let is_nearest = found[at]
            .tied()
            .iter()
            .all(|other| off(place) <= off(other));
        let is_named = may_lie_in(&file.hunks[at], text, place.span);
        let is_left = left_by_earlier.is_some() || is_in_order;
        if is_left && is_nearest && is_named && is_good_enough(place, policy) {
            settled.push((at, left));
        }
    }
    for (at, place) in settled {
        verdicts[at] = Verdict::Place(place, By::Left);
    }
}

/// Returns whether the change of hunk `at` is one that a placed hunk of another block or call makes: it may be said once more.
fn is_said_again(file: &FilePatch, at: usize, verdicts: &[Verdict]) -> bool {
    fn change(hunk: &Hunk) -> impl Iterator<Item = &HunkLine> {
        let lines = hunk.lines.iter();
        lines.filter(|line| line.is_change())
    }
    let hunk = &file.hunks[at];
    let mut placed = file
        .hunks
        .iter()
        .zip(verdicts)
        .filter(|(_, verdict)| verdict.place().is_some());
    placed.any(|(other, _)| other.call != hunk.call && change(other).eq(change(hunk)))
}

/// Returns the lines of the target that the placed hunks delete, each with the first of the hunks that does.
fn deleted(found: &[Found], verdicts: &[Verdict]) -> HashMap<usize, usize> {
    let mut taken = HashMap::new();
    let placed = found.iter().zip(verdicts).enumerate();
    for (at, (found, verdict)) in placed {
        let Some(place) = verdict.place() else {
            continue;
        };
        found.candidates.for_once(|places| {
            for line in places[place].removed_lines() {
                taken.entry(line).or_insert(at);
            }
        });
    }
    taken
}

/// Returns the only one of the places that tie which deletes no line that is taken; `None` where it is not the only one.
fn only_free(found: &Found, is_taken: impl Fn(usize) -> bool) -> Option<usize> {
    let is_free = |at: &usize| {
        let mut removed = found.candidates[*at].removed_lines();
        removed.all(|line| !is_taken(line))
    };
    let mut free = (0..found.tied().len()).filter(is_free);
    free.next().filter(|_| free.next().is_none())
}

/// Returns whether the numbers of some hunks say nothing against `places`, one for each: none is that of another's, and they
/// ascend as those do.
fn agree(numbers: &[Option<usize>], places: &[LineSpan]) -> bool {
    let hits_another = |(at, number): (usize, &Option<usize>)| {
        let mut others = places.iter().enumerate().filter(|(other, _)| *other != at);
        number.is_some_and(|line| others.any(|(_, place)| place.start == line))
    };
    let stated: Vec<usize> = numbers.iter().copied().flatten().collect();
    !numbers.iter().enumerate().any(hits_another) && stated.is_sorted()
}

/// Returns the tied places from the top, when all are known and the file reads the same in them; else `None`.
fn equal_places(found: &Found, text: &Text) -> Option<Vec<LineSpan>> {
    let best = found
        .candidates
        .first()
        .filter(|_| found.lists_all_ties())?;
    let tied = found.tied();
    let reads = |place: &Candidate| -> Vec<Vec<u8>> {
        let lines = place.span.start..place.span.end;
        lines.map(|at| line_key::collapsed(text.line(at))).collect()
    };
    if best.tier > Tier::Fuzzy || tied.iter().any(|other| reads(other) != reads(best)) {
        return None;
    }
    let mut spans: Vec<LineSpan> = tied.iter().map(|candidate| candidate.span).collect();
    spans.sort();
    Some(spans)
}

/// Returns whether the patch says that it was made for this very text.
pub(super) fn is_made_for(file: &FilePatch, text: &Text) -> bool {
    file.base_blob
        .as_ref()
        .is_some_and(|id| blob::is_proved(text, id))
}
