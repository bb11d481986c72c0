//! Text within lines: where it stands in the file, once or everywhere, and the lines that its replacement makes.

use bstr::{BStr, ByteSlice};

use super::{CONTEXT_LINES, Extent, Hunk, Occurrences, Unsure, Whole, between, doubted};
use crate::text::{LineSpan, Piece, Trim, indent};

/// Widens a replacement of text within lines to the lines it touches. One that stands as whole lines, or in several
/// places where one is meant, is left to the matcher.
pub(super) fn within(hunk: &Hunk, whole: &Whole<'_>) -> Option<Hunk> {
    let old = bstr::join("\n", hunk.preimage());
    let new = bstr::join("\n", hunk.postimage());
    if old.is_empty() {
        return None;
    }
    let content = whole.content();
    let places = match hunk.occurrences {
        Occurrences::All | Occurrences::Times(_) => {
            let mut places = whole
                .spend(content.len())
                .then(|| occurrences(content, &old))?;
            places.retain(|at| hunk.extent == Extent::Within || are_lines(content, *at, &old));
            places
        }
        Occurrences::One if stands_as_lines(whole, hunk, &old) => {
            let is_within = whole.spend_spare(content.len())
                && content
                    .find_iter(&old)
                    .any(|at| !are_lines(content, at, &old));
            return is_within.then(|| doubted(hunk, Unsure::StandsWithin));
        }
        Occurrences::One => {
            // The second is enough to know of.
            let first = whole.spend(content.len()).then(|| content.find(&old))??;
            let again = content[first + 1..].find(&old);
            if are_lines(content, first, &old) {
                return None;
            }
            if again.is_some() {
                return Some(doubted(hunk, Unsure::StandsWithin));
            }
            vec![first]
        }
    };
    if places.is_empty() {
        return everywhere_indented(hunk, whole);
    }
    if let Some(made) = made_within(hunk, whole, &places, &old, &new) {
        return Some(made);
    }
    let (first, last) = (*places.first()?, *places.last()?);
    let joins = |at: &usize| glues(hunk, beside(content, *at, at + old.len()));
    let is_other_count = match hunk.occurrences {
        Occurrences::One | Occurrences::All => false,
        Occurrences::Times(n_times) => places.len() != usize::from(n_times),
    };
    let glued = places.iter().any(joins).then_some(Unsure::Glued);
    let unsure = is_other_count.then_some(Unsure::OtherCount).or(glued);
    // Of the file, what is replaced and what is shown beside it: a reply may have as many such hunks as the file has lines.
    let touched = LineSpan::new(
        whole.line_at(first).saturating_sub(CONTEXT_LINES),
        (whole.line_at(last + old.len()) + 1 + CONTEXT_LINES).min(whole.text.n_lines()),
    );
    let bytes = whole.bytes_of(touched);
    let places: Vec<usize> = places.iter().map(|at| at - bytes.start).collect();
    let after = Piece::from(replaced(&content[bytes], &places, old.len(), &new));
    let after: Vec<Piece> = after
        .split_str("\n")
        .map(|line| after.of_same_text(line))
        .collect();
    Some(Hunk {
        unsure: hunk.unsure.or(unsure),
        ..between(hunk, touched.start, &whole.pieces(touched), &after)
    })
}

/// Makes one hunk of all places whose lines are indented by some blanks more than those of the hunk, the same before each
/// line; new lines get these, too.
fn everywhere_indented(hunk: &Hunk, whole: &Whole<'_>) -> Option<Hunk> {
    let (old, text) = (hunk.preimage().collect::<Vec<_>>(), whole.text);
    let is_shifted = |at: usize, line: &BStr, blanks: &[u8]| {
        let there = text.line(at);
        if indent::is_blank(line) {
            return indent::is_blank(there);
        }
        there.strip_prefix(blanks) == Some(line.as_bytes())
    };
    let mut places: Vec<(usize, &[u8])> = Vec::new();
    for start in whole.lines_like(old[0]).iter().copied() {
        let blanks = text.line(start).strip_suffix(old[0].as_bytes())?;
        let is_free = places
            .last()
            .is_none_or(|(last, _)| last + old.len() <= start);
        let stands = || {
            let mut lines = (start..text.n_lines()).zip(&old);
            start + old.len() <= text.n_lines()
                && lines.all(|(at, line)| is_shifted(at, line, blanks))
        };
        if is_free && indent::is_blank(blanks) && whole.spend(old.len()) && stands() {
            places.push((start, blanks));
        }
    }
    let n_meant = match hunk.occurrences {
        Occurrences::Times(n_times) => usize::from(n_times),
        Occurrences::All | Occurrences::One => places.len(),
    };
    let (first, last) = (places.first()?.0, places.last()?.0 + old.len());
    if places.len() != n_meant || whole.is_spent() {
        return None;
    }
    let mut after = Vec::new();
    let mut at = first;
    for (start, blanks) in places {
        after.extend(whole.pieces(LineSpan::new(at, start)));
        after.extend(hunk.postimage().map(|line| match indent::is_blank(line) {
            true => Piece::from(line.to_vec()),
            false => Piece::from([blanks, line.as_bytes()].concat()),
        }));
        at = start + old.len();
    }
    let before = whole.pieces(LineSpan::new(first, last));
    Some(Hunk {
        occurrences: Occurrences::One,
        extent: Extent::Lines,
        ..between(hunk, first, &before, &after)
    })
}

/// Returns the hunk that led to the lines as they are, where the new text holds the old one and all of it stands at each of
/// `places` already: `load()` would become `await await load()`.
fn made_within(
    hunk: &Hunk,
    whole: &Whole<'_>,
    places: &[usize],
    old: &[u8],
    new: &[u8],
) -> Option<Hunk> {
    let content = whole.content();
    let stands_in_new = |at: &usize| {
        let starts = occurrences(new, old).into_iter();
        let mut starts = starts.filter_map(|within| at.checked_sub(within));
        starts.find(|start| content[*start..].starts_with(new))
    };
    let is_longer = new.len() > old.len() && new.contains_str(old);
    let starts = places.iter().map(stands_in_new);
    let mut starts = starts
        .take_while(|_| is_longer)
        .collect::<Option<Vec<_>>>()?;
    starts.dedup();
    let (first, last) = (*starts.first()?, *starts.last()?);
    let touched = LineSpan::new(
        whole.line_at(first).saturating_sub(CONTEXT_LINES),
        (whole.line_at(last + new.len()) + 1 + CONTEXT_LINES).min(whole.text.n_lines()),
    );
    let bytes = whole.bytes_of(touched);
    let starts: Vec<usize> = starts.iter().map(|at| at - bytes.start).collect();
    let before = Piece::from(replaced(&content[bytes], &starts, new.len(), old));
    let before: Vec<Piece> = before
        .split_str("\n")
        .map(|line| before.of_same_text(line))
        .collect();
    Some(between(
        hunk,
        touched.start,
        &before,
        &whole.pieces(touched),
    ))
}

/// Returns whether `old` stands at byte `at` of `content` as whole lines, blanks around them aside: what indents them is the
/// matcher's to say.
fn are_lines(content: &[u8], at: usize, old: &[u8]) -> bool {
    let (before, after) = beside(content, at, at + old.len());
    before.trimmed().is_empty() && after.trimmed().is_empty()
}

/// Returns whether `old`, the lines that `hunk` asks for, stands somewhere as whole lines: a look at the lines alone that say
/// the same as the first of them.
fn stands_as_lines(whole: &Whole<'_>, hunk: &Hunk, old: &[u8]) -> bool {
    let Some(first) = hunk.preimage().next() else {
        return false;
    };
    let content = whole.content();
    let stands = |line: &usize| {
        let line = whole.bytes_of(LineSpan::new(*line, *line + 1));
        let at = content[line.clone()].find(first).map(|at| line.start + at);
        at.is_some_and(|at| content[at..].starts_with(old) && are_lines(content, at, old))
    };
    let like = whole.lines_like(first).iter();
    like.take_while(|_| whole.spend(old.len())).any(stands)
}

/// Returns what else stands on the lines of `content` at which the bytes from `start` to `end` begin and end: before them,
/// and behind.
fn beside(content: &[u8], start: usize, end: usize) -> (&[u8], &[u8]) {
    let is_newline = |byte: &u8| *byte == b'\n';
    let line_start = content[..start].iter().rposition(is_newline);
    let line_end = content[end..].iter().position(is_newline);
    (
        &content[line_start.map_or(0, |at| at + 1)..start],
        &content[end..line_end.map_or(content.len(), |at| end + at)],
    )
}

/// Returns whether the replacement puts whole new lines where its old text begins or ends within a line, with text `before`
/// or `after` it: read to the letter they are glued to what else stands on it.
fn glues(hunk: &Hunk, (before, after): (&[u8], &[u8])) -> bool {
    let (old, new): (Vec<&BStr>, Vec<&BStr>) =
        (hunk.preimage().collect(), hunk.postimage().collect());
    // Where nothing comes, only what a newline parted is joined.
    if new.iter().all(|line| line.is_empty()) && new.len() < 2 && old.len() > 1 {
        return !before.is_empty() && !after.is_empty();
    }
    let is_moved = |kept: Option<&&BStr>, end: Option<&&BStr>| {
        kept != end && kept.is_some_and(|line| line.is_empty() || new.contains(line))
    };
    !before.is_empty() && is_moved(old.first(), new.first())
        || !after.is_empty() && is_moved(old.last(), new.last())
}

/// Returns where `old` begins in `content`, places that overlap each other too; none for nothing.
fn occurrences(content: &[u8], old: &[u8]) -> Vec<usize> {
    let mut places = Vec::new();
    while !old.is_empty() {
        let from = places.last().map_or(0, |last| last + 1);
        let Some(at) = content[from..].find(old) else {
            break;
        };
        places.push(from + at);
    }
    places
}

/// Returns `content` with `new` for the `n_old` bytes at each of `places`, but for those that reach into the one before.
fn replaced(content: &[u8], places: &[usize], n_old: usize, new: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(content.len());
    let mut kept = 0;
    for at in places.iter().copied() {
        if at >= kept {
            out.extend_from_slice(&content[kept..at]);
            out.extend_from_slice(new);
            kept = at + n_old;
        }
    }
    out.extend_from_slice(&content[kept..]);
    out
}
