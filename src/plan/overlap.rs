//! Hunks that meet: their edits are compared, never their spans, for shared context is no conflict. But hunks may repeat each
//! other there.

use std::collections::{BTreeMap, BTreeSet};

use crate::matcher::Candidate;
use crate::patch::LineKind;
use crate::text::{Edit, LineSpan, Text, Trim, indent};

/// How the edits of two hunks lie to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meeting {
    /// They share no line and no starting point.
    Apart,
    /// Both make the very same edits: they count once.
    Same,
    /// They change the same lines, or insert at the same point.
    Conflict,
}

/// Returns how the edits of two hunks meet.
pub fn meeting(first: &[Edit], second: &[Edit]) -> Meeting {
    let collide = |a: &Edit| second.iter().any(|b| a.span.collides(b.span));
    if !first.iter().any(collide) {
        Meeting::Apart
    } else if first == second {
        Meeting::Same
    } else {
        Meeting::Conflict
    }
}

/// Returns whether two hunks make the same changes at places that share lines, and among them insert something: either with the
/// same context, or with nothing but blank lines of `text` between what both change. Blank lines and blanks at the ends of lines
/// do not count: a reply may repeat a block with one blank less. `edits` says what both write.
pub fn is_repeated(
    [one, other]: [&Candidate; 2],
    edits: impl FnOnce() -> [Vec<Edit>; 2],
    text: &Text,
) -> bool {
    let is_insertion = |(kind, _): (LineKind, &[u8])| kind == LineKind::Insert;
    let share_lines = one.span.start < other.span.end && other.span.start < one.span.end;
    share_lines
        && said(one).any(is_insertion)
        && changed(one).eq(changed(other))
        && (said(one).eq(said(other)) || are_side_by_side(&edits(), text))
}

/// Returns the lines of a hunk that are not blank, without the blanks at their ends.
fn said(place: &Candidate) -> impl Iterator<Item = (LineKind, &[u8])> {
    let lines = place.variant.lines.iter();
    let lines = lines.filter(|line| line.has_text());
    lines.map(|line| (line.kind, line.body.trimmed_end()))
}

/// Returns those of these lines that are changes.
fn changed(place: &Candidate) -> impl Iterator<Item = (LineKind, &[u8])> {
    said(place).filter(|(kind, _)| *kind != LineKind::Context)
}

/// Returns whether each edit of one hunk has only blank lines between it and its like of the other.
fn are_side_by_side([ours, theirs]: &[Vec<Edit>; 2], text: &Text) -> bool {
    let only_blanks_between = |(one, other): (&Edit, &Edit)| {
        let (start, end) = (
            one.span.end.min(other.span.end),
            one.span.start.max(other.span.start),
        );
        (start..end).all(|line| indent::is_blank(text.line(line)))
    };
    ours.len() == theirs.len() && ours.iter().zip(theirs).all(only_blanks_between)
}

/// Returns whether every edit lies below the one before it, from hunk to hunk as well, so that none can meet another.
pub fn is_in_order(hunks: impl Iterator<Item = impl IntoIterator<Item = Edit>>) -> bool {
    let mut above: Option<LineSpan> = None;
    hunks.flatten().all(|edit| {
        let is_below = |above: LineSpan| edit.span > above && !edit.span.collides(above);
        let is_in_order = above.is_none_or(is_below);
        above = Some(edit.span);
        is_in_order
    })
}

/// Parts hunks, given by their edits, into groups: two that meet are in one, and so are those that both meet a third.
///
/// Groups come in the order of the lines they change, and each lists indexes in ascending order. A hunk without edits is
/// in none.
pub fn groups(hunks: &[impl AsRef<[Edit]>]) -> Groups {
    let spans = spans(hunks);
    let mut sets = Sets::new(hunks.len());
    // Spans that follow each other and all collide with what those before them take together.
    let mut run: Option<(LineSpan, usize)> = None;
    for &(span, hunk) in &spans {
        run = match run {
            Some((run, of_run)) if run.collides(span) => {
                sets.join(of_run, hunk);
                Some((LineSpan::new(run.start, run.end.max(span.end)), hunk))
            }
            Some(_) | None => Some((span, hunk)),
        };
    }
    // Of each set, the first of its spans: by these they are in the order of their lines.
    let mut firsts: Vec<Option<usize>> = vec![None; hunks.len()];
    for (at, &(_, hunk)) in spans.iter().enumerate() {
        firsts[sets.of(hunk)].get_or_insert(at);
    }
    let in_groups = (0..hunks.len()).filter_map(|hunk| Some((firsts[sets.of(hunk)]?, hunk)));
    let mut in_groups: Vec<(usize, usize)> = in_groups.collect();
    in_groups.sort_unstable();
    let groups = in_groups.chunk_by(|one, next| one.0 == next.0);
    let ends = groups.scan(0, |end, group| {
        *end += group.len();
        Some(*end)
    });
    Groups {
        ends: ends.collect(),
        indexes: in_groups.iter().map(|(_, hunk)| *hunk).collect(),
    }
}

/// Returns the lines of every edit, sorted, with the index of its hunk.
fn spans(hunks: &[impl AsRef<[Edit]>]) -> Vec<(LineSpan, usize)> {
    let of_hunk = |(hunk, edits): (usize, _)| {
        let edits: &[Edit] = AsRef::as_ref(edits);
        edits.iter().map(move |edit| (edit.span, hunk))
    };
    let mut spans: Vec<(LineSpan, usize)> = hunks.iter().enumerate().flat_map(of_hunk).collect();
    spans.sort_unstable();
    spans
}

/// The most others that are named of a hunk that meets them: where thousands lie in one place, each would name them all.
pub const N_NAMED: usize = 16;

/// Returns for hunks, given by their edits, the others that each is in conflict with, in ascending order and [`N_NAMED`] at
/// most; those with none are left out. `meet` is asked of two that collide, the first below the second in the file or at
/// the same place; of the hunks that are the same, only one is compared with others.
pub fn conflicts(
    hunks: &[impl AsRef<[Edit]>],
    meet: impl Fn(usize, usize) -> Meeting,
) -> Conflicts {
    let spans = spans(hunks);
    let mut with = BTreeMap::new();
    // The hunk that each is the same as; itself mostly.
    let mut same: Vec<usize> = (0..hunks.len()).collect();
    let mut open = Open::new(spans.len());
    for (at, &(span, hunk)) in spans.iter().enumerate() {
        let mut next = at + 1;
        while same[hunk] == hunk {
            // A hunk that names enough others is compared with those alone that do not. So every comparison makes a name
            // known, and 100,000 hunks in one place cost no more than as many apart.
            if is_full(&with, hunk) {
                next = open.from(next);
            }
            let Some(&(_, other)) = spans.get(next).filter(|(other, _)| other.collides(span))
            else {
                break;
            };
            if other != hunk && same[other] == other {
                match meet(hunk, other) {
                    Meeting::Apart => {}
                    Meeting::Same => same[other] = hunk,
                    Meeting::Conflict => {
                        add_conflict(&mut with, hunk, other);
                        add_conflict(&mut with, other, hunk);
                    }
                }
            }
            if same[other] != other || is_full(&with, other) {
                open.close(next);
            }
            next += 1;
        }
    }
    // Of 100,000 hunks these are megabytes, and what follows takes as much again.
    drop((spans, open));
    all_named(&with, &same)
}

/// For each hunk that is in conflict with others, these.
type Conflicts = BTreeMap<usize, Vec<usize>>;

fn add_conflict(with: &mut Conflicts, hunk: usize, other: usize) {
    let named = with.entry(hunk).or_default();
    if named.len() < N_NAMED && !named.contains(&other) {
        named.push(other);
    }
}

/// Returns whether a hunk names as many others as it may.
fn is_full(with: &Conflicts, hunk: usize) -> bool {
    with.get(&hunk).is_some_and(|named| named.len() == N_NAMED)
}

/// Names beside the one hunk that was compared those that are the same.
fn all_named(with: &Conflicts, same: &[usize]) -> Conflicts {
    let mut by_first: Vec<usize> = (0..same.len()).collect();
    by_first.sort_unstable_by_key(|hunk| (same[*hunk], *hunk));
    let alike = |first: usize| {
        let start = by_first.partition_point(|hunk| same[*hunk] < first);
        let end = by_first.partition_point(|hunk| same[*hunk] <= first);
        by_first[start..end].iter().copied()
    };
    let mut named = BTreeMap::new();
    for (&first, others) in with.iter().filter(|(at, _)| same[**at] == **at) {
        let others = others.iter().flat_map(|other| alike(same[*other]));
        let others: BTreeSet<usize> = others.collect();
        let others: Vec<usize> = others.into_iter().take(N_NAMED).collect();
        named.extend(alike(first).map(|hunk| (hunk, others.clone())));
    }
    named
}

/// Which indexes are open still; those that are closed are stepped over at once.
struct Open {
    /// Of each closed one, one after it from which to go on; of an open one, itself.
    next: Vec<usize>,
}

impl Open {
    fn new(n: usize) -> Open {
        Open {
            next: (0..=n).collect(),
        }
    }

    fn close(&mut self, at: usize) {
        self.next[at] = at + 1;
    }

    /// Returns the first open one from `at` on, or the number of all.
    fn from(&mut self, mut at: usize) -> usize {
        while self.next[at] != at {
            self.next[at] = self.next[self.next[at]];
            at = self.next[at];
        }
        at
    }
}

/// Indexes joined into sets, each named by one of its own.
struct Sets {
    /// Of each, one of the same set that is nearer to its name; of a name, itself.
    towards: Vec<usize>,
}

impl Sets {
    fn new(n: usize) -> Sets {
        Sets {
            towards: (0..n).collect(),
        }
    }

    /// Returns the name of the set that `at` is in.
    fn of(&mut self, mut at: usize) -> usize {
        while self.towards[at] != at {
            self.towards[at] = self.towards[self.towards[at]];
            at = self.towards[at];
        }
        at
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.of(one), self.of(other));
        self.towards[other] = one;
    }
}

/// Groups of hunks, nearly all of one: a list for each would be most of what they weigh.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Groups {
    indexes: Vec<usize>,
    /// Where each ends in `indexes`.
    ends: Vec<usize>,
}

impl Groups {
    /// Returns the groups, in order.
    pub fn iter(&self) -> impl Iterator<Item = &[usize]> {
        let starts = std::iter::once(&0).chain(&self.ends);
        starts
            .zip(&self.ends)
            .map(|(start, end)| &self.indexes[*start..*end])
    }
}

/// Returns the edits of both hunks as one list, the lines of `first` before those of `second` where they meet; `None`
/// when that has no meaning, because they replace different ranges that overlap.
pub fn both(first: &[Edit], second: &[Edit]) -> Option<Vec<Edit>> {
    let mut merged: Vec<Edit> = first.to_vec();
    for edit in second {
        let mut meeting = merged
            .iter_mut()
            .filter(|other| other.span.collides(edit.span));
        let Some(other) = meeting.next() else {
            merged.push(edit.clone());
            continue;
        };
        let can_follow = other.span == edit.span
            || (other.span.start == edit.span.start && edit.span.is_empty());
        let can_lead = other.span.start == edit.span.start && other.span.is_empty();
        if meeting.next().is_some() || !(can_follow || can_lead) {
            return None;
        }
        if can_lead {
            other.span = edit.span;
        }
        if other.lines != edit.lines {
            other.lines.extend(edit.lines.iter().cloned());
        }
    }
    merged.sort_by_key(|edit| edit.span);
    let apart = merged
        .windows(2)
        .all(|pair| !pair[0].span.collides(pair[1].span));
    apart.then_some(merged)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(spans: &[&[(usize, usize)]], expected: &[&[usize]]) {
        let edits: Vec<Vec<Edit>> = spans
            .iter()
            .map(|spans| {
                let edit = |&(start, end): &(usize, usize)| Edit {
                    span: LineSpan::new(start, end),
                    lines: Vec::new(),
                };
                spans.iter().map(edit).collect()
            })
            .collect();
        let found: Vec<Vec<usize>> = groups(&edits).iter().map(<[usize]>::to_vec).collect();
        assert_eq!(found, expected, "{spans:?}");
        let is_sorted = spans.concat().is_sorted();
        let is_apart = expected.iter().all(|group| group.len() == 1);
        assert_eq!(
            is_in_order(edits.into_iter()),
            is_sorted && is_apart,
            "{spans:?}"
        );
    }

    /// All lists of one or two edits of three lines, two and an empty one among them.
    fn some_edits() -> Vec<Vec<Edit>> {
        let spans = [(0, 0), (0, 1), (0, 3), (1, 1), (1, 2), (2, 2), (2, 3)];
        let edit = |(start, end), line: &str| Edit {
            span: LineSpan::new(start, end),
            lines: vec![line.into()],
        };
        let one = spans
            .iter()
            .flat_map(|span| ["a", "b"].map(|line| vec![edit(*span, line)]));
        let two = spans.iter().flat_map(|first| {
            let below = spans.iter().filter(|second| second.0 >= first.1);
            below.map(|second| vec![edit(*first, "a"), edit(*second, "a")])
        });
        one.chain(two).collect()
    }

    /// What [`conflicts`] must return, by a comparison of every two.
    fn conflicts_in_pairs(hunks: &[&[Edit]]) -> BTreeMap<usize, Vec<usize>> {
        let mut with: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for a in 0..hunks.len() {
            for b in (0..hunks.len()).filter(|b| *b != a) {
                if meeting(hunks[a], hunks[b]) == Meeting::Conflict {
                    with.entry(a).or_default().push(b);
                }
            }
        }
        with
    }

    #[test]
    fn conflicts_are_those_of_all_pairs() {
        let all = some_edits();
        let triples = (0..all.len()).flat_map(|a| (0..all.len()).map(move |b| (a, b)));
        for (a, b, c) in triples.flat_map(|(a, b)| (0..14).map(move |c| (a, b, c))) {
            let hunks = [&all[a][..], &all[b], &all[c], &all[a]];
            let found = conflicts(&hunks, |a, b| meeting(hunks[a], hunks[b]));
            assert_eq!(found, conflicts_in_pairs(&hunks), "{hunks:?}");
            let groups = groups(&hunks);
            let meets = |at: usize, group: &[usize]| {
                let mut others = group.iter().filter(|other| **other != at);
                others.any(|other| meeting(hunks[at], hunks[*other]) != Meeting::Apart)
            };
            let is_one = |group: &[usize]| {
                let in_it = group.iter().all(|at| group.len() == 1 || meets(*at, group));
                let mut outside = (0..hunks.len()).filter(|at| !group.contains(at));
                in_it && !outside.any(|at| meets(at, group))
            };
            assert!(groups.iter().all(is_one), "{hunks:?}");
        }
    }

    #[test]
    fn of_thousands_in_one_place_each_names_some() {
        let edits: Vec<[Edit; 1]> = (0..20_000)
            .map(|line| {
                [Edit {
                    span: LineSpan::new(0, 1),
                    lines: vec![(line / 2).to_string().as_str().into()],
                }]
            })
            .collect();
        let hunks: Vec<&[Edit]> = edits.iter().map(|edits| &edits[..]).collect();
        let found = conflicts(&hunks, |a, b| meeting(hunks[a], hunks[b]));
        assert_eq!(found.len(), hunks.len());
        assert!(found.values().all(|with| with.len() == N_NAMED));
        let is_named = |(hunk, with): (&usize, &Vec<usize>)| {
            with.iter().all(|other| hunks[*other] != hunks[*hunk])
        };
        assert!(found.iter().all(is_named));
    }

    #[test]
    fn hunks_that_may_meet_are_in_one_group() {
        check(&[&[(1, 2)], &[(5, 6)]], &[&[0], &[1]]);
        check(&[&[(5, 6)], &[(1, 2)]], &[&[1], &[0]]);
        check(&[&[(1, 3)], &[(2, 2)], &[(7, 8)]], &[&[0, 1], &[2]]);
        check(&[&[(1, 2), (9, 9)], &[(4, 5)], &[(9, 9)]], &[&[0, 2], &[1]]);
        check(&[&[(1, 2), (9, 9)], &[(4, 5)]], &[&[0], &[1]]);
        check(
            &[&[(1, 2), (9, 9)], &[(9, 9), (4, 5)], &[(4, 5)]],
            &[&[0, 1, 2]],
        );
        check(&[&[(3, 3)], &[], &[(3, 3)]], &[&[0, 2]]);
        check(&[&[(1, 2)], &[(2, 3)], &[(3, 3)]], &[&[0], &[1], &[2]]);
        check(&[&[(3, 3)], &[(3, 4)]], &[&[0, 1]]);
    }
}
