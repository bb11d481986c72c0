//! What tells a place from those it ties with: the definition it is in, as people name places by it, else the nearest line that
//! only it has. A definition further down is the neighbour's, and tells nothing.

use std::ops::Range;

use crate::matcher::Candidate;
use crate::patch::HunkId;
use crate::plan::State;
use crate::report::unique::{Side, unique_lines_at};
use crate::session::Session;
use crate::text::{Text, heading};

use super::words::changed_words;

/// So many other places are compared with one.
const N_COMPARED: usize = 50;

/// A line that only one of several places has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Telling {
    /// The line of the file, 0-based.
    pub line: usize,
    /// The line that another place has instead; `None` where it has none.
    pub other: Option<usize>,
    /// What the line is to the place.
    pub kind: TellingKind,
}

/// What a line is to the place that it tells from others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TellingKind {
    /// It begins a definition that the place is in.
    Definition,
    /// It is so many lines above the place.
    Above(usize),
    /// It is so many lines below the place.
    Below(usize),
}

impl Telling {
    /// Returns the bytes of the line that the other place's line does not have; all of it where there is no such line.
    pub(super) fn differing(&self, text: &Text) -> Vec<Range<usize>> {
        let body = text.line(self.line);
        let other = self.other.filter(|at| *at < text.n_lines());
        let words = other.and_then(|at| changed_words(body, text.line(at)));
        words.filter(|words| !words.is_empty()).unwrap_or_else(|| {
            let start = body.len() - body.trim_ascii_start().len();
            std::iter::once(start..body.trim_ascii_end().len()).collect()
        })
    }
}

/// From which of the other places a line tells one.
#[derive(Clone, Copy)]
enum From {
    All,
    Some,
}

/// Returns what tells place `index` of a tied hunk from the others that tie; `None` where nothing near it does.
pub(super) fn telling(session: &Session, id: HunkId, index: usize) -> Option<Telling> {
    let text = session.plan().files[id.file].snapshot.as_ref()?.text()?;
    let tied = session.found(id)?.tied();
    let is_tie = session.plan().hunk(id).state == State::Ambiguous && tied.len() > 1;
    // Where no place fits, its own lines say more than those around it.
    if !is_tie || !tied.first().is_some_and(Candidate::reaches_bar) {
        return None;
    }
    let own = definitions(text, tied.get(index)?);
    // The first of them is the one beside it, where two are seen together.
    let beside = [index ^ 1].into_iter().filter(|at| *at < tied.len());
    let others = beside.chain((0..tied.len()).filter(|at| *at | 1 != index | 1));
    let others: Vec<&Candidate> = others.take(N_COMPARED).map(|at| &tied[at]).collect();
    let around: Vec<Vec<usize>> = others.iter().map(|it| definitions(text, it)).collect();
    let by_definition = |from: From| {
        let levels = own.iter().enumerate();
        let mut telling = levels.filter(|(level, line)| {
            let differs = |other: &Vec<usize>| {
                let other = other.get(*level);
                other.is_none_or(|other| is_other(text, **line, *other))
            };
            let mut around = around.iter();
            match from {
                From::All => around.all(differs),
                From::Some => around.any(differs),
            }
        });
        telling.next().map(|(level, line)| Telling {
            line: *line,
            other: around.first().and_then(|other| other.get(level).copied()),
            kind: TellingKind::Definition,
        })
    };
    by_definition(From::All)
        .or_else(|| by_line(session, id, index, text))
        .or_else(|| by_definition(From::Some))
}

/// Returns the nearest line that only place `index` has; of two places the same pair of lines, whichever of them is asked for.
fn by_line(session: &Session, id: HunkId, index: usize, text: &Text) -> Option<Telling> {
    let tied = session.found(id)?.tied();
    if index == 1 && tied.len() == 2 {
        let first = by_line(session, id, 0, text);
        let mirrored = first.and_then(|telling| {
            Some(Telling {
                line: telling.other?,
                other: Some(telling.line),
                ..telling
            })
        });
        if mirrored.is_some() {
            return mirrored;
        }
    }
    let place = tied.get(index)?;
    let other = tied.get(usize::from(index == 0))?;
    let own = definitions(text, place);
    let is_neighbour =
        |line: usize| heading::enclosing(text, line) == Some(line) && !own.contains(&line);
    let is_line = |at: &usize| *at < text.n_lines() && !text.line(*at).trim_ascii().is_empty();
    let unique = unique_lines_at(session, id, index).into_iter();
    let mut near = unique.filter(|unique| !is_neighbour(unique.telling_index()));
    near.next().map(|unique| Telling {
        line: unique.telling_index(),
        other: Some(unique.at_distance(other.span)).filter(is_line),
        kind: match unique.side {
            Side::Above => TellingKind::Above(unique.lines.len()),
            Side::Below => TellingKind::Below(unique.lines.len()),
        },
    })
}

/// Returns the definitions that a place is in, by their lines, the innermost first.
fn definitions(text: &Text, place: &Candidate) -> Vec<usize> {
    let innermost = heading::enclosing(text, place.first_changed());
    std::iter::successors(innermost, |line| heading::around(text, *line)).collect()
}

/// Returns whether two definitions have names of their own: by those people tell places apart, not by parameters.
fn is_other(text: &Text, one: usize, other: usize) -> bool {
    heading::name_of(text.line(one)) != heading::name_of(text.line(other))
}
