//! What may be placed unasked. Interactive and headless default are one: nothing is ever guessed.

use std::collections::BTreeMap;

use sha1::{Digest, Sha1};

use crate::matcher::{Candidate, Doubt, Evidence, Found, MARGIN, Tier, line_key};
use crate::patch::{CountCheck, FilePatch, HintSource, Hunk, LineKind};
use crate::text::{LineSpan, Text, heading};

/// What is done where nobody has chosen a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Policy {
    /// What becomes of a hunk with several places.
    pub on_tie: OnTie,
    /// The loosest tier that may be placed unasked.
    pub accept_from: Tier,
    /// How far from the line the reply claims a place may lie, in lines; a strict one may lie anywhere.
    pub max_offset: usize,
    /// How many lines of context must be alike, where the hunk has as many.
    pub context_min: usize,
}

/// What becomes of a hunk with several equally good places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnTie {
    /// It waits for a person.
    Ask,
    /// The best is taken, nearest to where it is expected, and the report says so.
    Nearest,
}

impl Default for Policy {
    fn default() -> Policy {
        Policy {
            on_tie: OnTie::Ask,
            accept_from: Tier::Similar,
            max_offset: 1_000,
            context_min: 0,
        }
    }
}

/// Who put a hunk where it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// The matcher: it is the only good place.
    Matcher,
    /// The patch's line number, proven right.
    Number,
    /// The heading the patch names.
    Heading,
    /// The patch says that it ends where the file ends.
    FileEnd,
    /// The order of like hunks over like places.
    Order,
    /// `--policy nearest`.
    Nearest,
    /// A person chose it.
    Person,
}

impl By {
    /// Returns the stable name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            By::Matcher => "matcher",
            By::Number => "number",
            By::Heading => "heading",
            By::FileEnd => "file_end",
            By::Order => "order",
            By::Nearest => "nearest",
            By::Person => "person",
        }
    }
}

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

/// Decides over all hunks of a file, in their order.
pub fn verdicts(file: &FilePatch, text: &Text, found: &[Found], policy: &Policy) -> Vec<Verdict> {
    let mut verdicts: Vec<Verdict> = file
        .hunks
        .iter()
        .zip(found)
        .map(|(hunk, found)| own_verdict(hunk, found, policy))
        .collect();
    let base_is_proven = file
        .base_blob
        .as_deref()
        .is_some_and(|id| is_blob(text, id));
    for (at, hunk) in file.hunks.iter().enumerate() {
        let is_bare = hunk.preimage().next().is_none();
        if verdicts[at] == Verdict::Ambiguous || is_bare {
            let settled = by_number(hunk, &found[at], base_is_proven)
                .or_else(|| by_heading(hunk, &found[at], text))
                .or_else(|| by_file_end(hunk, &found[at], text));
            verdicts[at] = settled.unwrap_or_else(|| verdicts[at].clone());
        }
        if base_is_proven && !matches!(verdicts[at], Verdict::Place(..)) {
            let settled = by_proven_number(hunk, &found[at]);
            verdicts[at] = settled.unwrap_or_else(|| verdicts[at].clone());
        }
    }
    settle_by_order(file, found, &mut verdicts);
    if policy.on_tie == OnTie::Nearest {
        for verdict in verdicts
            .iter_mut()
            .filter(|verdict| **verdict == Verdict::Ambiguous)
        {
            *verdict = Verdict::Place(0, By::Nearest);
        }
    }
    // What a hunk removes without quoting it, nobody has seen yet.
    for (verdict, _) in verdicts
        .iter_mut()
        .zip(&file.hunks)
        .filter(|(_, hunk)| hunk.replaces.is_some())
    {
        if matches!(verdict, Verdict::Place(..)) {
            *verdict = Verdict::TooWeak;
        }
    }
    verdicts
}

/// Decides over one hunk by its own candidates alone.
fn own_verdict(hunk: &Hunk, found: &Found, policy: &Policy) -> Verdict {
    let Some(best) = found.candidates.first() else {
        return if found.applied_at.is_some() {
            Verdict::AlreadyApplied
        } else {
            Verdict::NoMatch
        };
    };
    let doubts: Vec<Doubt> = best.doubts().collect();
    if let Some(span) = found.applied_at {
        // An insertion's context still stands once it is made; a deletion's text does not.
        let deletes = hunk.n_lines_of(LineKind::Delete) > 0;
        let same_place = best.span.start < span.end && span.start < best.span.end;
        if !doubts.is_empty() || best.tier > Tier::Partial || (!deletes && same_place) {
            return Verdict::AlreadyApplied;
        }
    }
    if doubts.contains(&Doubt::DeletionDiffers) {
        return Verdict::DeletedLineNotFound;
    }
    if n_tied(&found.candidates) > 1 {
        return Verdict::Ambiguous;
    }
    let weak =
        best.tier > policy.accept_from || best.score < best.tier.spec().bar || !doubts.is_empty();
    if weak || lies_too_far(best, policy) || has_too_little_context(hunk, best, policy) {
        return Verdict::TooWeak;
    }
    Verdict::Place(0, By::Matcher)
}

fn lies_too_far(best: &Candidate, policy: &Policy) -> bool {
    let offset = best.evidence.iter().find_map(|evidence| {
        if let Evidence::Offset { lines } = evidence {
            Some(lines.unsigned_abs())
        } else {
            None
        }
    });
    best.tier != Tier::Strict && offset.is_some_and(|lines| lines > policy.max_offset)
}

fn has_too_little_context(hunk: &Hunk, best: &Candidate, policy: &Policy) -> bool {
    let is_context = |line: usize| best.variant.lines[line].kind == LineKind::Context;
    let alike = best
        .aligned
        .iter()
        .filter(|pair| pair.how.is_alike() && pair.hunk_line.is_some_and(is_context));
    alike.count() < policy.context_min.min(hunk.n_lines_of(LineKind::Context))
}

/// Returns how many of `candidates` (best first) tie for the first place: found as loosely, within the margin. A place that
/// lacks a line to be removed is no rival of one that has them all, unless the text around it agrees better: then it may
/// be the place meant, and the line has changed since.
pub fn n_tied(candidates: &[Candidate]) -> usize {
    let Some(best) = candidates.first() else {
        return 0;
    };
    let differs = |place: &Candidate| place.doubts().any(|doubt| doubt == Doubt::DeletionDiffers);
    let best_context = context_alike(best);
    let tied = |other: &&Candidate| {
        if differs(other) && !differs(best) {
            return other.is_of_same_rank(best) && context_alike(other) > best_context;
        }
        other.is_of_same_rank(best) && best.score.permille() < other.score.permille() + MARGIN
    };
    candidates.iter().filter(tied).count()
}

/// Returns how much of the context agrees at a place, by the weight of its lines.
fn context_alike(place: &Candidate) -> u32 {
    let alike = place.aligned.iter().filter(|pair| pair.how.is_alike());
    let lines = alike.filter_map(|pair| place.variant.lines.get(pair.hunk_line?));
    lines
        .filter(|line| line.kind == LineKind::Context)
        .map(|line| line_key::weight(&line.body))
        .sum()
}

/// Settles a tie by the reply's line number: when it hits exactly one of the places, and its header counted right (a
/// model that miscounts also misnumbers) or the file is proven to be the one the numbers were made for. Where the hunk
/// names no line of the file at all, only the proof counts.
fn by_number(hunk: &Hunk, found: &Found, base_is_proven: bool) -> Option<Verdict> {
    let hint = hunk.hint?;
    let counted =
        hint.source == HintSource::Header(CountCheck::Right) && hunk.preimage().next().is_some();
    if !(base_is_proven || counted) {
        return None;
    }
    let hit = |candidate: &Candidate| candidate.span.start == hint.line_index;
    only(found, hit).map(|at| Verdict::Place(at, By::Number))
}

/// Settles whatever is in doubt when every line stands where the number says, in the very file it was made for: the
/// lines may be common ones, and the result may stand elsewhere already.
fn by_proven_number(hunk: &Hunk, found: &Found) -> Option<Verdict> {
    let line_index = hunk.hint?.line_index;
    found
        .candidates
        .iter()
        .position(|it| it.tier == Tier::Strict && it.span.start == line_index)
        .map(|at| Verdict::Place(at, By::Number))
}

/// Settles a tie, or a hunk of insertions alone, by the reply's word that its last line is the file's.
fn by_file_end(hunk: &Hunk, found: &Found, text: &Text) -> Option<Verdict> {
    let ends_there = |candidate: &Candidate| candidate.span.end == text.n_lines();
    hunk.at_eof
        .then(|| only(found, ends_there))?
        .map(|at| Verdict::Place(at, By::FileEnd))
}

/// Settles a tie by the headings of the reply: when exactly one of the places lies in the definition they name.
fn by_heading(hunk: &Hunk, found: &Found, text: &Text) -> Option<Verdict> {
    let names: Vec<Vec<u8>> = hunk
        .headings
        .iter()
        .map(|heading| line_key::collapsed(heading))
        .collect();
    let name = names.last().filter(|name| !name.is_empty())?;
    let lies_in = |candidate: &Candidate| {
        let line = heading::enclosing(text, candidate.span.start)?;
        Some(line_key::collapsed(text.line(line)).starts_with(name))
    };
    only(found, |candidate| lies_in(candidate).unwrap_or(false))
        .map(|at| Verdict::Place(at, By::Heading))
}

/// Returns the one place among those that tie which passes `hit`; `None` when none or several do.
fn only(found: &Found, hit: impl Fn(&Candidate) -> bool) -> Option<usize> {
    let tied = &found.candidates[..n_tied(&found.candidates)];
    let mut hits = (0..tied.len()).filter(|at| hit(&tied[*at]));
    hits.next().filter(|_| hits.next().is_none())
}

/// Settles like hunks over like places: n hunks that tie over the same n places go to them in order.
fn settle_by_order(file: &FilePatch, found: &[Found], verdicts: &mut [Verdict]) {
    let mut ties: BTreeMap<Vec<LineSpan>, Vec<usize>> = BTreeMap::new();
    for at in (0..verdicts.len()).filter(|at| verdicts[*at] == Verdict::Ambiguous) {
        ties.entry(tied_spans(&found[at])).or_default().push(at);
    }
    for (places, hunks) in ties {
        if hunks.len() < 2 || hunks.len() != places.len() || !same_preimages(file, &hunks) {
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

fn tied_spans(found: &Found) -> Vec<LineSpan> {
    let tied = &found.candidates[..n_tied(&found.candidates)];
    let mut spans: Vec<LineSpan> = tied.iter().map(|candidate| candidate.span).collect();
    spans.sort();
    spans
}

fn same_preimages(file: &FilePatch, hunks: &[usize]) -> bool {
    let preimage = |at: &usize| file.hunks[*at].preimage().collect::<Vec<_>>();
    hunks.iter().all(|at| preimage(at) == preimage(&hunks[0]))
}

/// Returns whether `text` is the git blob whose abbreviated id is `id`.
fn is_blob(text: &Text, id: &str) -> bool {
    let mut hasher = Sha1::new();
    hasher.update(format!("blob {}\0", text.as_bytes().len()));
    hasher.update(text.as_bytes());
    let digits: String = hasher
        .finalize()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    id.len() >= 7 && digits.starts_with(&id.to_ascii_lowercase())
}
