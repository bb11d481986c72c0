//! The fast road: a hunk that stands in its file to the letter, at one place that nothing else is like. Nineteen of twenty
//! do, and nothing of them has to be weighed up: a small record says all.
//!
//! What is taken here is what the full search would find: each condition is a proof of that, and a hunk for which one is
//! missing goes the full road. `tests/matcher_laws.rs` holds both to the same.

use std::collections::HashMap;
use std::iter;
use std::sync::{Arc, OnceLock};

use foldhash::fast::RandomState;

use super::aligned::count;
use super::asked::{Asked, AskedTails};
use super::candidate::offset;
use super::line_key::{self, Ends, LineKey, Look, ShortEnd};
use super::{
    Aligned, Candidate, Evidence, LineMatch, Score, Tier, Variant, VariantKind, reindent, variant,
    weight,
};
use crate::patch::{Hunk, HunkLine, LineKind};
use crate::text::indent::{self, IndentUnit};
use crate::text::{LineSpan, Text};

/// The only place of a hunk, which stands there to the letter and which nothing speaks against.
#[derive(Debug)]
pub struct Exact {
    lines: Arc<[HunkLine]>,
    span: (u32, u32),
    /// How far from the line that the reply claims, where it claims one.
    offset: Option<i32>,
    /// Which of the hunk's lines stands nowhere else in the text, nor one like it.
    only: u32,
    /// What the place comes to, made when it is asked for.
    listed: OnceLock<Box<[Candidate; 1]>>,
}

impl Exact {
    /// Returns the hunk's lines.
    pub fn hunk_lines(&self) -> &[HunkLine] {
        &self.lines
    }

    /// Returns the lines of the target that the preimage takes.
    pub fn span(&self) -> LineSpan {
        LineSpan::new(self.span.0 as usize, self.span.1 as usize)
    }

    /// Returns how far from the line that the reply claims it is: found minus claimed; `None` where it claims none.
    pub fn offset_lines(&self) -> Option<isize> {
        self.offset.map(|lines| lines as isize)
    }

    /// Returns a line of the hunk's preimage that stands in the text here alone, and nothing like it elsewhere.
    pub fn only_line(&self) -> &HunkLine {
        &self.lines[self.only as usize]
    }

    pub(super) fn listed(&self) -> &[Candidate; 1] {
        self.listed.get_or_init(|| Box::new([self.candidate()]))
    }

    /// Makes the place in full.
    pub fn candidate(&self) -> Candidate {
        let in_preimage = self.lines.iter().enumerate();
        let in_preimage = in_preimage.filter(|(_, line)| line.in_preimage());
        let pairs = in_preimage.zip(self.span().start..);
        let aligned =
            pairs.map(|((line, _), target)| Aligned::pair(line, target, LineMatch::Exact));
        let n = self.span.1 - self.span.0;
        let mut evidence = Vec::with_capacity(3);
        evidence.push(Evidence::LinesExact { n, of: n });
        evidence.extend(self.offset.map(|lines| Evidence::Offset { lines }));
        evidence.push(Evidence::Unique);
        Candidate {
            span: self.span(),
            tier: Tier::Strict,
            score: Score::FULL,
            variant: Variant {
                kind: VariantKind::AsWritten,
                lines: Arc::clone(&self.lines),
            },
            aligned: aligned.collect(),
            reindents: Box::default(),
            evidence,
        }
    }
}

/// So many lines with one tail are compared in full; where there are more, nothing is known of any.
const MOST_OF_A_TAIL: u32 = 8;

/// What the lines that are asked for tell of a hunk.
pub(super) enum Told {
    /// It has one place, which nothing speaks against.
    Exact(Exact),
    /// It has none such, whatever else is asked for.
    Other,
    /// Other lines would tell.
    Unknown,
}

/// A text, and how often the lines that some hunks name may stand there.
pub(super) struct Occurrences<'a> {
    text: &'a Text,
    /// Of each tail that a line which is asked for has: lines that are alike have one tail, so there are no more alike than of
    /// that.
    seen: HashMap<u64, Seen, RandomState>,
    /// Those without a letter: braces and blanks, a quarter of all lines.
    bare: Seen,
    /// The first lines with each of those tails.
    lines: Vec<SeenLine>,
    /// The lines that are asked for.
    asked: AskedTails,
}

/// The lines of a text with one tail.
#[derive(Clone, Copy, Default)]
struct Seen {
    /// How many there are, up to `MOST_OF_A_TAIL`; a greater number only says that there are more.
    n: u32,
    /// Index of the last one in `lines`; stale where `n` is above `MOST_OF_A_TAIL`.
    last: u32,
}

/// A line with a tail that is asked for.
#[derive(Clone, Copy)]
struct SeenLine {
    line: u32,
    /// The one above it with its tail, in the same list.
    above: u32,
}

/// A line of a hunk that is asked for, and what may be like it in the text.
struct AskedLine<'h> {
    index: usize,
    line: &'h HunkLine,
    /// `None` where nothing is known.
    seen: Option<Seen>,
}

impl AskedLine<'_> {
    /// Returns whether nothing in the text is like it.
    fn is_absent(&self) -> bool {
        self.seen.is_some_and(|seen| seen.n == 0)
    }
}

impl<'a> Occurrences<'a> {
    /// Looks through a text, whose lines have `ends`, for lines of some hunks.
    pub(super) fn new<'h>(
        hunks: impl Iterator<Item = &'h Hunk>,
        asked: Asked,
        text: &'a Text,
        ends: &[ShortEnd],
    ) -> Occurrences<'a> {
        let mut asked_ends = Ends::new();
        let n_usual = 4 * hunks.size_hint().0;
        let mut seen = HashMap::with_capacity_and_hasher(n_usual, RandomState::default());
        // Each tail is inserted once, so that it is known which ends several have.
        let mut is_new = |tail| seen.insert(tail, Seen::default()).is_none();
        let asked = AskedTails::of(hunks, asked, |line| {
            asked_ends.insert(line, |tail| tail.is_none_or(&mut is_new))
        });
        let mut bare = Seen::default();
        let mut lines = Vec::new();
        for (at, end) in ends.iter().enumerate() {
            let tail = match asked_ends.look(*end) {
                Look::Other => continue,
                Look::Bare => Some(line_key::BARE),
                Look::MayBe => line_key::tail_of_form(text.line(at)),
            };
            let of_tail = match tail {
                Some(line_key::BARE) => Some(&mut bare),
                Some(tail) => seen.get_mut(&tail),
                None => None,
            };
            if let Some(of_tail) = of_tail {
                of_tail.n += 1;
                if of_tail.n <= MOST_OF_A_TAIL {
                    let above = std::mem::replace(&mut of_tail.last, count(lines.len()));
                    let line = count(at);
                    lines.push(SeenLine { line, above });
                } else if of_tail.n == MOST_OF_A_TAIL + 1
                    && let Some(tail) = tail
                {
                    // How many more there are is not asked, so most of them need not be looked at.
                    asked_ends.close(tail);
                }
            }
        }
        Occurrences {
            text,
            seen,
            bare,
            lines,
            asked,
        }
    }

    /// Returns the lines of the text that may be like a line of the hunks; `None` where nothing is known of them.
    fn of(&self, line: &HunkLine) -> Option<Seen> {
        self.with_tail(line_key::tail_of_form(&line.body))
    }

    fn with_tail(&self, tail: Option<u64>) -> Option<Seen> {
        match tail? {
            line_key::BARE => Some(self.bare),
            tail => self.seen.get(&tail).copied(),
        }
    }

    /// Looks for the only place of the hunk that is the `nth` of the list: it has one if all that the full search would ask is
    /// known to be so. `unit` measures the text's step of indentation.
    pub(super) fn look_for(
        &self,
        nth: usize,
        hunk: &Hunk,
        unit: &dyn Fn() -> Option<IndentUnit>,
    ) -> Told {
        // Looked up once: three questions are asked about each of these lines.
        let asked: Vec<AskedLine<'_>> = self.asked_of(nth, hunk).collect();
        let is_absent = |it: &AskedLine<'_>| it.line.in_preimage() && it.is_absent();
        if asked.iter().any(is_absent) {
            return Told::Other;
        }
        let Some((only, start)) = self.only_start(hunk, &asked) else {
            return Told::Unknown;
        };
        let span = LineSpan::new(start, start + hunk.preimage().count());
        let stands = span.end <= self.text.n_lines()
            && hunk
                .preimage()
                .eq((span.start..span.end).map(|at| self.text.line(at)));
        if !stands {
            return Told::Other;
        }
        if self.may_be_made(hunk, &asked) || self.may_end_in_what_stands(hunk) {
            return Told::Unknown;
        }
        if !is_plain(hunk)
            || !is_level(hunk) && reindent::may_be_a_blank_off(hunk, unit)
            || reindent::may_be_of_another_unit(hunk, self.text, unit)
        {
            return Told::Other;
        }
        Told::Exact(Exact {
            lines: Arc::clone(&hunk.lines),
            span: (count(span.start), count(span.end)),
            offset: hunk.hint.map(|hint| offset(start, hint.line_index)),
            only: count(only),
            listed: OnceLock::new(),
        })
    }

    /// Returns the lines that are asked for of the `nth` hunk.
    fn asked_of<'h>(&self, nth: usize, hunk: &'h Hunk) -> impl Iterator<Item = AskedLine<'h>> {
        self.asked.of_hunk(nth).iter().map(|it| AskedLine {
            index: it.index as usize,
            line: &hunk.lines[it.index as usize],
            seen: self.with_tail(it.tail()),
        })
    }

    /// Returns where lines stand that are like one of the hunks' (0-based), from the bottom, where there are no more than
    /// `most` of its tail.
    fn stands_at<'s>(
        &'s self,
        asked: &AskedLine<'s>,
        most: u32,
    ) -> Option<impl Iterator<Item = usize> + use<'s, 'a>> {
        let line = asked.line;
        let seen = asked.seen.filter(|seen| seen.n <= most)?;
        let listed = |nth: u32| self.lines.get(nth as usize);
        let with_tail = iter::successors(listed(seen.last), move |it| listed(it.above));
        let with_tail = with_tail.take(seen.n as usize);
        let is_alike = move |at: &usize| seen.n == 1 || !is_unlike(&line.body, self.text.line(*at));
        Some(with_tail.map(|it| it.line as usize).filter(is_alike))
    }

    /// Returns the one line at which the hunk can begin if all its lines stand in a row, and before it the index of the line of
    /// the hunk that tells: it says something, and stands once at most.
    fn only_start(&self, hunk: &Hunk, asked: &[AskedLine<'_>]) -> Option<(usize, usize)> {
        let n_above = |at: usize| {
            let above = hunk.lines[..at].iter();
            above.filter(|line| line.in_preimage()).count()
        };
        let start_by = |most| {
            let mut in_preimage = asked.iter().filter(|it| it.line.in_preimage());
            in_preimage.find_map(|it| {
                let mut there = self.stands_at(it, most)?;
                let only = there.next().filter(|_| there.next().is_none());
                let start = only?.checked_sub(n_above(it.index))?;
                (weight::of(&it.line.body) >= weight::WEAK).then_some((it.index, start))
            })
        };
        start_by(1).or_else(|| start_by(MOST_OF_A_TAIL))
    }

    /// Returns whether all that the hunk inserts above or below its other lines may stand in the text.
    fn may_end_in_what_stands(&self, hunk: &Hunk) -> bool {
        let mut ends = hunk.lines.split(|line| line.kind != LineKind::Insert);
        let may_stand = |run: &[HunkLine]| {
            let may_stand = |line: &HunkLine| self.of(line).is_none_or(|seen| seen.n > 0);
            !run.is_empty() && run.iter().all(may_stand)
        };
        ends.next().is_some_and(may_stand) || ends.next_back().is_some_and(may_stand)
    }

    /// Returns whether the result of the hunk may stand in the text: not where a line of it does not, or where one that stands
    /// at few lines has another line beside it at each than the hunk says.
    fn may_be_made(&self, hunk: &Hunk, asked: &[AskedLine<'_>]) -> bool {
        // The asked line decides for nearly every hunk; tails of the others are not computed.
        let mut inserted = hunk.lines.iter().filter(|it| it.kind == LineKind::Insert);
        let is_told = |it: &AskedLine<'_>| it.line.kind == LineKind::Insert && it.is_absent();
        let is_absent = |line: &HunkLine| self.of(line).is_some_and(|seen| seen.n == 0);
        if asked.iter().any(is_told) || inserted.any(is_absent) {
            return false;
        }
        let n_above = |at: usize| {
            let above = hunk.lines[..at].iter();
            above.filter(|line| line.in_postimage()).count()
        };
        let starts_by = |most| {
            let mut in_postimage = asked.iter().filter(|it| it.line.in_postimage());
            in_postimage.find_map(|it| {
                let there = self.stands_at(it, most)?;
                let nth = n_above(it.index);
                Some(there.map(move |at| at as isize - nth as isize))
            })
        };
        let Some(mut starts) = starts_by(1).or_else(|| starts_by(MOST_OF_A_TAIL)) else {
            return true;
        };
        let in_postimage = || hunk.lines.iter().filter(|line| line.in_postimage());
        let differs = |(line, at): (&HunkLine, isize)| {
            let at = usize::try_from(at).ok();
            let there = at.filter(|at| *at < self.text.n_lines());
            there.is_none_or(|there| is_unlike(&line.body, self.text.line(there)))
        };
        starts.any(|start| !in_postimage().zip(start..).any(differs))
    }
}

/// Returns whether the hunk itself leaves nothing to weigh up.
fn is_plain(hunk: &Hunk) -> bool {
    let is_context = |line: &HunkLine| line.kind == LineKind::Context;
    hunk.mode.is_none() && hunk.lines.iter().any(is_context) && variant::reads_one_way(hunk)
}

/// Returns whether two lines are taken for equal nowhere, which is told by their letters for nearly all. One that was cut short
/// ends as the other does, but has not its key.
fn is_unlike(asked: &[u8], there: &[u8]) -> bool {
    let have_other_keys = || LineKey::of(asked) != LineKey::of(there);
    let is_its_end = || line_key::as_suffix(asked, there).is_some();
    asked != there
        && (line_key::have_other_letters(asked, there) || have_other_keys() && !is_its_end())
}

/// Returns whether something that the hunk inserts is not indented, or as a line beside it, or nothing is inserted: then the
/// steps of the file's indentation decide nothing, and need not be measured.
fn is_level(hunk: &Hunk) -> bool {
    const N_NEAR: usize = 8;
    let says = |line: &&HunkLine| !indent::is_blank(&line.body);
    let mut near: [&[u8]; N_NEAR] = [b""; N_NEAR];
    let (mut n_asked, mut inserted) = (0, None);
    for line in hunk.lines.iter().filter(says) {
        let lead = indent::leading(&line.body);
        if line.kind == LineKind::Insert {
            if lead.is_empty() || near[..n_asked.min(N_NEAR)].contains(&lead) {
                return true;
            }
            inserted = Some(lead);
        } else {
            if inserted == Some(lead) {
                return true;
            }
            near[n_asked % N_NEAR] = lead;
            n_asked += 1;
        }
    }
    inserted.is_none()
}
