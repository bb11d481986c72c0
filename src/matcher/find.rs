//! The search for one file's hunks: which ways of looking are tried, and what is said of the places they find.

use std::cell::OnceCell;

use super::aligned::count;
use super::asked::Asked;
use super::best::{Best, Expected, MIN_LISTED};
use super::exact::{Exact, Occurrences, Told};
use super::index::{self, Index};
use super::landmark::{self, PreviousHunk};
use super::line_key::ShortEnd;
use super::reindent;
use super::scan::Window;
use super::search::{Budget, LineFacts, Reading, Readings};
use super::tier::AlignedHunk;
use super::{
    Aligned, Cancel, Candidate, Doubt, Evidence, Found, Limits, LineMatch, Never, Rule, Rules,
    Score, Search, Tier, VariantKind, align, applied, bare, blank, decoding, guard, scan, score,
    sections, tie, variant,
};
use crate::patch::{FilePatch, Hunk, LineKind};
use crate::text::indent::IndentUnit;
use crate::text::{LineSpan, Text};

/// Returns what is found in `text` for each hunk of `file`, in the hunks' order.
pub fn find(file: &FilePatch, text: &Text, limits: Limits) -> Vec<Found> {
    let found = find_while(file, text, limits, &Never);
    found.expect("the search is never cancelled")
}

/// Like [`find`], but cancellable; `None` if cancelled.
pub fn find_while(
    file: &FilePatch,
    text: &Text,
    limits: Limits,
    cancel: &dyn Cancel,
) -> Option<Vec<Found>> {
    Prepared::new(file, text).find(limits, cancel)
}

/// The hunks of a file read and its text looked through: what a search needs, and nobody after it.
pub struct Prepared<'a> {
    file: &'a FilePatch,
    text: &'a Text,
    /// The only place of each hunk, where it need not go the full road.
    exact: Vec<Option<Exact>>,
    /// What the full road needs for those that go it.
    readings: Readings,
    index: Option<Index<'a>>,
}

impl<'a> Prepared<'a> {
    /// Prepares the search for the hunks of `file` in `text`.
    pub fn new(file: &'a FilePatch, text: &'a Text) -> Prepared<'a> {
        let hunks = &file.hunks;
        let ends = ShortEnd::of_lines_for(text, hunks.len());
        let occurrences = Occurrences::new(hunks.iter(), Asked::Telling, text, &ends);
        let indent_unit = OnceCell::new();
        let unit = || *indent_unit.get_or_init(|| index::indent_unit(text));
        let in_order = hunks.iter().enumerate();
        let told: Vec<Told> = in_order
            .map(|(nth, hunk)| occurrences.look_for(nth, hunk, &unit))
            .collect();
        drop(occurrences);
        let is_unknown = |told: &Told| matches!(told, Told::Unknown);
        let left = hunks.iter().zip(&told);
        let left = left
            .filter(|(_, told)| is_unknown(told))
            .map(|(hunk, _)| hunk);
        let again = told
            .iter()
            .any(is_unknown)
            .then(|| Occurrences::new(left, Asked::All, text, &ends));
        let mut n_again = 0;
        let mut look_again = |hunk| {
            let told = again.as_ref()?.look_for(n_again, hunk, &unit);
            n_again += 1;
            Some(told)
        };
        // Collected in the same allocation: a second list beside the first would take twice the memory.
        let mut asked = hunks.iter();
        let exact = told.into_iter().map(|told| match (told, asked.next()) {
            (Told::Exact(exact), _) => Some(exact),
            (Told::Other, _) | (Told::Unknown, None) => None,
            (Told::Unknown, Some(hunk)) => match look_again(hunk) {
                Some(Told::Exact(exact)) => Some(exact),
                Some(Told::Other | Told::Unknown) | None => None,
            },
        });
        let exact = exact.collect();
        drop(again);
        Prepared::with_exact(file, text, &ends, exact, indent_unit)
    }

    /// Prepares it for the full road alone, which finds the same in more time.
    pub fn in_full(file: &'a FilePatch, text: &'a Text) -> Prepared<'a> {
        let exact = file.hunks.iter().map(|_| None).collect();
        let ends = ShortEnd::of_lines_for(text, file.hunks.len());
        Prepared::with_exact(file, text, &ends, exact, OnceCell::new())
    }

    fn with_exact(
        file: &'a FilePatch,
        text: &'a Text,
        ends: &[ShortEnd],
        exact: Vec<Option<Exact>>,
        indent_unit: OnceCell<Option<IndentUnit>>,
    ) -> Prepared<'a> {
        let others = || {
            let hunks = file.hunks.iter().zip(&exact);
            hunks
                .filter(|(_, exact)| exact.is_none())
                .map(|(hunk, _)| hunk)
        };
        let readings = Readings::of(others());
        let is_needed = others().next().is_some();
        let index = is_needed.then(|| Index::with_known(text, ends, &readings, indent_unit));
        Prepared {
            file,
            text,
            exact,
            readings,
            index,
        }
    }

    /// Returns what is found for each hunk, in the hunks' order; `None` if cancelled.
    pub fn find(self, limits: Limits, cancel: &dyn Cancel) -> Option<Vec<Found>> {
        let budget = Budget::new(limits.n_steps, cancel);
        let limits = Limits {
            n_listed: limits.n_listed.min(n_listed(self.file.hunks.len())),
            ..limits
        };
        let hunks = &self.file.hunks;
        let mut found: Vec<Found> = Vec::with_capacity(hunks.len());
        let (mut before, mut before_last) = (None, None);
        // Where the hunk before ends at its first place, however many tie with it: it ranks what ties, and decides nothing.
        let (mut end, mut end_before) = (None, None);
        let mut n_in_full = 0;
        for ((at, hunk), exact) in hunks.iter().enumerate().zip(self.exact) {
            // A model that falls into repeating itself does so for long: what was found for the same hunk is shared.
            let last = found
                .last()
                .filter(|_| before == before_last && end == end_before);
            let same = last.filter(|_| hunk.says_the_same(&hunks[at - 1]));
            let of_hunk = if let Some(exact) = exact {
                Found::of_exact(exact)
            } else {
                let readings = self.readings.of_hunk(n_in_full);
                n_in_full += 1;
                let index = self.index.as_ref();
                let index = index.expect("what goes the full road is indexed");
                let search = || find_hunk(hunk, readings, index, limits, &budget, before, end);
                same.cloned().unwrap_or_else(search)
            };
            if cancel.is_cancelled() {
                return None;
            }
            cancel.hunk_done();
            before_last = before;
            before = PreviousHunk::of(&of_hunk);
            end_before = end;
            end = end_of_first(&of_hunk).or(end);
            found.push(of_hunk);
        }
        for at in 0..hunks.len() {
            if let Some(line) = bare::moved(hunks, &found, at) {
                let listed = found[at].candidates.iter().cloned();
                let moved = place_at(&hunks[at], self.text, line);
                found[at].candidates = listed.chain([moved]).collect();
                found[at].n_candidates += 1;
                let n_tied = tie::tied(&found[at].candidates, limits.rules).len();
                found[at].n_tied = few(n_tied);
            }
        }
        if limits.rules.has(Rule::EscapesUnclear) {
            decoding::doubt_beside_decoded(hunks, &mut found);
        }
        Some(found)
    }
}

/// The most places that are kept for one file, unless it has so many hunks that three of each are more.
const N_PLACES: usize = 100_000;

/// Returns the most places that are kept for each of `n_hunks`: fifty for each of 100,000 would be a gigabyte.
fn n_listed(n_hunks: usize) -> usize {
    (N_PLACES / n_hunks.max(1)).max(MIN_LISTED)
}

/// Returns the place that begins at line `start` (0-based), however little is alike there: for placing by hand.
pub fn place_at(hunk: &Hunk, text: &Text, start: usize) -> Candidate {
    let readings = Readings::of_one(variant::as_written(hunk));
    let index = Index::new(text, &readings);
    let budget = Budget::new(u64::MAX, &Never);
    let search = Search::new(hunk, readings.first(), &index, Limits::default(), &budget);
    let start = start.min(text.n_lines());
    let end = (start + search.preimage.len()).min(text.n_lines());
    let aligned = if search.preimage.is_empty() {
        Vec::new()
    } else {
        align::beside(&search, start)
    };
    let mut candidate = judged(&search, aligned);
    candidate.span = LineSpan::new(start, end);
    blank::insert(hunk, text, &mut candidate);
    candidate
}

/// Returns the score of [`place_at`] for every start in `starts` (0-based lines, cut to the text): a map of where the hunk
/// fits how well. Costs a comparison of every line of the hunk for each start.
pub fn scores_at(hunk: &Hunk, text: &Text, starts: std::ops::Range<usize>) -> Vec<Score> {
    let readings = Readings::of_one(variant::as_written(hunk));
    let index = Index::new(text, &readings);
    let budget = Budget::new(u64::MAX, &Never);
    let search = Search::new(hunk, readings.first(), &index, Limits::default(), &budget);
    if search.preimage.is_empty() {
        return vec![Score::new(0); starts.len()];
    }
    let starts = starts.start..starts.end.min(text.n_lines());
    starts
        .map(|start| score::score(&search, &align::beside(&search, start)))
        .collect()
}

/// Returns the line after the first place that was found, where that is a match.
fn end_of_first(found: &Found) -> Option<usize> {
    if let Some(exact) = found.candidates.exact() {
        return Some(exact.span().end);
    }
    let first = found.candidates.first();
    let first = first.filter(|place| !place.is_no_match());
    first.map(|place| place.span.end)
}

fn find_hunk<'a>(
    hunk: &'a Hunk,
    readings: impl Iterator<Item = Reading<'a>>,
    index: &'a Index<'a>,
    limits: Limits,
    budget: &'a Budget<'a>,
    before: Option<PreviousHunk>,
    after_last: Option<usize>,
) -> Found {
    if hunk.mode.is_some() {
        return Found::default();
    }
    let expected = Expected::of(hunk, after_last);
    let search = |reading| Search::new(hunk, reading, index, limits, budget);
    // What the text does not show to be written in code is read as it is written.
    let searches: Vec<Search<'_>> = readings
        .map(search)
        .filter(|search| decoding::is_none_or_shown(search))
        .collect();
    // Reset the flag: it belongs to the previous hunk.
    budget.take_exhausted();
    let sure = || {
        searches
            .iter()
            .filter(|search| search.variant.kind.is_sure())
    };
    let applied_at = sure().find_map(applied::applied_at);
    let mut best = Best {
        expected,
        limits,
        candidates: Vec::new(),
        n_candidates: 0,
        n_equal: 0,
    };
    look(&searches, &mut best);
    let capped = budget.take_exhausted();
    best.truncate();
    // Before it is asked what ties: a blank that is meant as an addition is no gap, and how far a place lies from the reply's
    // number says something too.
    let insert_blanks = |mut candidate: Candidate| {
        blank::insert(hunk, index.text(), &mut candidate);
        candidate
    };
    best.candidates = best.candidates.into_iter().map(insert_blanks).collect();
    best.note_offsets();
    best.ties_first();
    let n_tied = best.count_ties();
    if let Some(made) = applied_at.filter(|_| limits.rules.has(Rule::ResultExists)) {
        doubt_what_stands(hunk, made, &mut best.candidates);
    }
    compare_the_first(&searches, &mut best.candidates, limits.rules);
    if capped {
        for candidate in &mut best.candidates {
            candidate
                .evidence
                .push(Evidence::Doubt(Doubt::SearchCapped));
        }
    }
    let names_lines = !searches[0].preimage.is_empty();
    let is_match = |place: &Candidate| !place.is_no_match();
    if names_lines && !best.candidates.iter().any(is_match) {
        let n_places = MIN_LISTED.saturating_sub(best.candidates.len());
        let more = landmark::places(&searches[0], before, &best.candidates, n_places);
        best.candidates.extend(more.into_iter().map(insert_blanks));
    }
    for candidate in &mut best.candidates {
        // What is kept is copied to its size: a list that shrinks leaves a hole behind it that nothing fits.
        candidate.evidence = candidate.evidence.to_vec();
    }
    if n_tied < limits.n_listed {
        best.n_equal = 0;
    }
    // A place listed only as where to begin ties with none.
    let n_tied = n_tied.max(1).min(best.candidates.len());
    Found {
        candidates: best.candidates.into(),
        n_candidates: count(best.n_candidates),
        n_tied: few(n_tied),
        n_equal: count(best.n_equal),
        capped,
        applied: applied_at.map(Found::made),
    }
}

/// Returns how many listed places tie: at most [`Limits::n_listed`] are listed, and each hunk keeps the number.
fn few(n_tied: usize) -> u16 {
    u16::try_from(n_tied).unwrap_or(u16::MAX)
}

/// Asks each way of looking in turn, until one finds something.
fn look(searches: &[Search<'_>], best: &mut Best) {
    let written = &searches[0];
    if written.preimage.is_empty() {
        let places = bare::places(written).into_iter();
        best.extend(places.map(|span| at_point(written, span)));
    }
    let looked_for = || {
        let kinds = searches.iter();
        kinds.filter(|search| search.variant.kind != VariantKind::MarkedOnce)
    };
    for search in looked_for() {
        best.extend_by_windows(search, searches);
        if best.n_candidates > 0 {
            return;
        }
    }
    for search in looked_for() {
        let alignments = align::alignments(search).into_iter();
        best.extend(alignments.map(|aligned| judged(search, aligned)));
    }
    let in_sections = sections::in_sections(written).into_iter();
    best.extend(in_sections.map(|aligned| judged(written, aligned)));
    best.merge_places();
    if best.candidates.len() < MIN_LISTED
        && !best.candidates.iter().any(|place| best.reaches(place))
    {
        let anywhere = align::anywhere(written, MIN_LISTED).into_iter();
        best.extend(anywhere.map(|aligned| judged(written, aligned)));
        best.merge_places();
    }
    best.drop_unlike();
}

/// Doubts the places of a hunk whose result stands at `made`: those that meet it, where nothing is removed that would have
/// to be there still, and loose ones wherever they lie.
fn doubt_what_stands(hunk: &Hunk, made: LineSpan, candidates: &mut [Candidate]) {
    let inserts_only = hunk.n_lines_of(LineKind::Delete) == 0;
    for candidate in candidates {
        let span = candidate.span;
        let meets = span.start < made.end && made.start < span.end;
        let doubt = if meets {
            Doubt::AlreadyThere
        } else {
            Doubt::AppliedElsewhere
        };
        // A line that is only like the one that is to go may be what became of it.
        let removes_alike = || {
            let mut removals = candidate.removals();
            removals.any(|pair| pair.how != LineMatch::Exact)
        };
        let is_doubted =
            candidate.tier >= Tier::Partial || meets && (inserts_only || removes_alike());
        if is_doubted && candidate.doubts().all(|other| other != doubt) {
            candidate.evidence.push(Evidence::Doubt(doubt));
        }
    }
}

/// Notes what only a look at the whole file and all places says of the first place.
fn compare_the_first(searches: &[Search<'_>], candidates: &mut [Candidate], rules: Rules) {
    let Some((first, others)) = candidates.split_first_mut() else {
        return;
    };
    let stands = |search: &Search<'_>| applied::stands_nearly_as_well(search, first.score);
    let is_known = first.doubts().any(|doubt| doubt == Doubt::AppliedElsewhere);
    if rules.has(Rule::ResultNearlyAsGood)
        && first.tier > Tier::Strict
        && !is_known
        && searches
            .iter()
            .filter(|search| search.variant.kind.is_sure())
            .any(stands)
    {
        first
            .evidence
            .push(Evidence::Doubt(Doubt::AppliedElsewhere));
    }
    let is_match = |other: &Candidate| other.score.permille() >= tie::MIN_RIVAL_SCORE;
    if rules.has(Rule::NoUniqueLine)
        && first.tier == Tier::Partial
        && others.iter().any(is_match)
        && !has_lines_of_its_own(searches[0].index, first)
    {
        first.evidence.push(Evidence::Doubt(Doubt::NoUniqueLine));
    }
    let rivals = others.iter().filter(|other| other.is_of_same_rank(first));
    let rival = rivals.map(|other| other.score).max();
    let evidence = rival.map_or(Evidence::Unique, |score| Evidence::Rival { score });
    first.evidence.push(evidence);
}

/// Returns whether a line agrees at the place that says all that a line can and stands nowhere else in the target.
fn has_lines_of_its_own(index: &Index<'_>, place: &Candidate) -> bool {
    let alike = place.aligned.iter().filter(|pair| pair.how.is_alike());
    let mut lines = alike.filter_map(|pair| Some(&place.variant.lines[pair.hunk_line()?].body));
    lines.any(|line| index.has_once(LineFacts::of(line)))
}

/// Returns the window as the hunk reads in another way, where that is more like the file: with plain quotes, or without marks
/// of context. What it inserts is then read so too.
pub(super) fn read_closer<'a>(window: Window<'a>, searches: &'a [Search<'a>]) -> Window<'a> {
    match window.tier {
        Tier::Resilient | Tier::Fuzzy => {}
        Tier::Strict | Tier::Partial | Tier::Similar => return window,
    }
    let closer = [
        VariantKind::Unmarked,
        VariantKind::UnescapedUnmarked,
        VariantKind::MarkedOnce,
        VariantKind::Straightened,
    ];
    // What every tool reads is right where it stands so. Elsewhere it proves nothing: the marks are not as they should be.
    let is_proven = |other: &Window<'_>| {
        other.search.variant.kind != VariantKind::MarkedOnce || other.tier == Tier::Strict
    };
    let others = searches
        .iter()
        .filter(|search| closer.contains(&search.variant.kind))
        .filter_map(|search| scan::window_at(search, window.span.start))
        .filter(is_proven);
    let best = others.min_by_key(Window::rank);
    best.filter(|best| best.rank() < window.rank())
        .unwrap_or(window)
}

/// Returns the place made of `aligned`, judged.
pub(super) fn judged(search: &Search<'_>, aligned: Vec<Aligned>) -> Candidate {
    let laid = AlignedHunk::new(search, &aligned);
    let targets: Vec<usize> = aligned
        .iter()
        .filter_map(|pair| pair.target_line())
        .collect();
    let span = match (targets.first(), targets.last()) {
        (Some(first), Some(last)) => LineSpan::new(*first, *last + 1),
        _ => LineSpan::new(0, 0),
    };
    let tier = Tier::of(&laid);
    let n_exact = aligned
        .iter()
        .filter(|pair| pair.how == LineMatch::Exact)
        .count();
    let mut evidence = vec![Evidence::LinesExact {
        n: count(n_exact),
        of: count(search.preimage.len()),
    }];
    if search.variant.kind != VariantKind::AsWritten {
        evidence.push(Evidence::Variant(search.variant.kind));
    }
    if tier == Tier::Similar {
        evidence.push(Evidence::Similarity {
            permille: score::similarity(search, &aligned),
        });
    }
    evidence.extend(gaps(&aligned));
    evidence.extend(guard::doubts(&laid).into_iter().map(Evidence::Doubt));
    let solved = reindent::solve(search, &aligned);
    if solved.is_unclear {
        evidence.push(Evidence::Doubt(Doubt::IndentationUnclear));
    }
    if !solved.rules.is_empty() {
        evidence.push(Evidence::Reindented);
    }
    if tier >= Tier::Fuzzy && !laid.ends().kept.is_empty() {
        evidence.push(Evidence::EndsKept);
    }
    let score = score::score(search, &aligned);
    Candidate {
        span,
        tier,
        score,
        variant: search.variant.clone(),
        aligned: aligned.into(),
        reindents: solved.rules.into(),
        evidence,
    }
}

/// Returns what an alignment says of lines that only one side has.
fn gaps(aligned: &[Aligned]) -> Vec<Evidence> {
    let is_missing = |pair: &&Aligned| pair.how == LineMatch::Missing;
    let leading = aligned.iter().take_while(is_missing).count();
    let trailing = aligned[leading..]
        .iter()
        .rev()
        .take_while(is_missing)
        .count();
    let missing = aligned.iter().filter(is_missing).count() - leading - trailing;
    let extra = aligned
        .iter()
        .filter(|pair| pair.how == LineMatch::Extra)
        .count();
    let mut evidence = Vec::new();
    if leading + trailing > 0 {
        let (leading, trailing) = (count(leading), count(trailing));
        evidence.push(Evidence::ContextDropped { leading, trailing });
    }
    if missing + extra > 0 {
        let (missing, extra) = (count(missing), count(extra));
        evidence.push(Evidence::Gaps { missing, extra });
    }
    evidence
}

/// Returns the place of a hunk that names no line: nothing is alike, so nothing is said of it but where it lies.
fn at_point(search: &Search<'_>, at: usize) -> Candidate {
    let mut candidate = judged(search, Vec::new());
    candidate.span = LineSpan::new(at, at);
    candidate.tier = Tier::Partial;
    let is_known = candidate.doubts().any(|doubt| doubt == Doubt::AlreadyThere);
    if !is_known && bare::stands_beside(search, at) {
        let doubt = Evidence::Doubt(Doubt::AlreadyThere);
        candidate.evidence.insert(0, doubt);
    }
    candidate
}
