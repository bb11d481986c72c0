//! Whether a file is as the patch leaves it: the same reply may be given twice. Its hunks are not asked one by one, for what
//! one makes another may have changed since; they are taken back, the last first, and made again: where that gives the very
//! text that is there, they were made.

mod recorded;

use std::collections::{BTreeSet, HashSet};

use foldhash::fast::RandomState;

use super::file::{self, FileInput};
use super::hunk::is_cut;
use super::policy::{OnTie, Policy};
use super::proof::{ITS_LIKE, Proofs};
use super::{HunkPlan, Scope, Settled, State};
use crate::matcher::line_key::{self, LineKey};
use crate::matcher::{self, LineMatch, tie, weight};
use crate::patch::{
    FileOp, FilePatch, HintSource, Hunk, HunkLine, LineHint, LineKind, Unsure, line,
};
use crate::text::{Content, LineSpan, RelPath, Snapshot, Text};

/// The most hunks that are taken back: a reply of more is asked hunk by hunk.
const N_HUNKS: usize = 500;

/// Marks the hunks whose change stands in `text` already, all together or, where they only insert, one by one.
pub(super) fn mark(input: &FileInput<'_>, text: &Text, hunks: &mut [HunkPlan]) {
    let is_by_person = hunks
        .iter()
        .any(|hunk| input.settled.places.contains_key(&hunk.id));
    let is_known = input.file.hunks.iter().any(|hunk| {
        hunk.hint
            .is_some_and(|hint| hint.source == HintSource::Compared)
    });
    let is_asked = input.file.op == FileOp::Modify && !is_known && !is_by_person;
    if !is_asked || hunks.len() > N_HUNKS {
        return;
    }
    // A mode is there or not, whatever the lines are.
    let changes_lines = |at: &usize| input.file.hunks[*at].mode.is_none();
    let is_whole = |at: &usize| !is_cut(input, hunks[*at].id);
    let is_exact = |at: &usize| {
        let unsure = input.file.hunks[*at].unsure;
        unsure.is_some_and(Unsure::has_exact_old_text)
    };
    let asked: Vec<usize> = (0..hunks.len())
        .filter(changes_lines)
        .filter(is_whole)
        .collect();
    let are = |is: fn(&State) -> bool| asked.iter().all(|at| is(&hunks[*at].state));
    let is_fresh = are(|state| matches!(state, State::Placed | State::NoOp));
    if are(State::is_there) {
        return;
    }
    let may_stand = !asked.iter().any(is_exact);
    if leads_here(input, text, &asked) || may_stand && stands(input, text, &asked, is_fresh) {
        for at in asked {
            make(&mut hunks[at]);
        }
        return;
    }
    for at in recorded::made(input, text, &asked) {
        make(&mut hunks[at]);
    }
    let is_any_fresh = hunks.iter().any(|hunk| hunk.state == State::Placed);
    for at in asked {
        let hunk = &input.file.hunks[at];
        let is_insertion = hunk.n_lines_of(LineKind::Delete) == 0;
        // Without any line beside it, and with others not made, that it stands there may be chance.
        let is_alone = !hunk.has_preimage() && is_any_fresh;
        if is_insertion && !is_alone && hunks[at].needs_person() && stands(input, text, &[at], true)
        {
            make(&mut hunks[at]);
        }
    }
}

fn make(hunk: &mut HunkPlan) {
    if hunk.state != State::NoOp {
        (hunk.state, hunk.placement) = (State::AlreadyApplied, None);
    }
}

/// Returns the section with the hunks of these indexes alone, as they were read; `None` where one of them is not known so.
fn picked(input: &FileInput<'_>, asked: &[usize]) -> Option<FilePatch> {
    let read = input.as_read.map_or(input.file, |read| read);
    let hunks = asked.iter().map(|at| read.hunks.get(*at).cloned());
    Some(FilePatch {
        hunks: hunks.collect::<Option<_>>()?,
        ..FilePatch::new(read.path.clone(), read.op.clone(), read.dialect)
    })
}

/// Returns whether the hunks of these indexes make `text` of what the file was before an apply of this very reply.
fn leads_here(input: &FileInput<'_>, text: &Text, asked: &[usize]) -> bool {
    let made = |before: &Text| {
        let file = picked(input, asked)?;
        result(input, &file, before, input.policy)
    };
    let before = input
        .before
        .filter(|before| before.as_bytes() != text.as_bytes());
    before
        .and_then(made)
        .is_some_and(|after| after == text.as_bytes())
}

/// Returns whether `text` is what the section makes of the file that it moves, as that was before an apply of this very reply.
pub(super) fn moved_here(input: &FileInput<'_>, text: &Text) -> bool {
    let all: Vec<usize> = (0..input.file.hunks.len()).collect();
    let made = |before: &Text| {
        let section = picked(input, &all)?;
        if section.hunks.iter().all(|hunk| hunk.lines.is_empty()) {
            return Some(before.as_bytes().to_vec());
        }
        let section = FilePatch {
            op: FileOp::Modify,
            ..section
        };
        result(input, &section, before, input.policy)
    };
    let after = input.before.and_then(made);
    after.is_some_and(|after| after == text.as_bytes())
}

/// Returns what `text` is without the hunks of these indexes; `None` where one of them does not stand in it.
fn taken_back(input: &FileInput<'_>, text: &Text, asked: &[usize]) -> Option<Vec<u8>> {
    let forward = picked(input, asked).filter(|forward| may_stand(forward, text))?;
    let back = FilePatch {
        hunks: forward.hunks.iter().rev().map(reversed).collect(),
        ..forward
    };
    let policy = Policy {
        on_tie: OnTie::Nearest,
        ..*input.policy
    };
    result(input, &back, text, &policy)
}

/// Returns whether `text` is what the hunks of these indexes make of the text that taking them back gives. Where they could
/// be made in `text` as well (`is_fresh`), only lines that they add prove that: what replaces others may be a swap.
fn stands(input: &FileInput<'_>, text: &Text, asked: &[usize], is_fresh: bool) -> bool {
    // What a cell of a notebook was before is not said.
    let edits_cells = asked.iter().any(|at| input.file.hunks[*at].cell.is_some());
    if edits_cells || is_fresh && takes_lines(input.file, asked) {
        return false;
    }
    if asked
        .iter()
        .all(|at| only_ends_in_deletion(&input.file.hunks[*at]))
    {
        return false;
    }
    if asked.iter().any(|at| has_its_like(input, *at)) {
        return false;
    }
    let forward = picked(input, asked).filter(|forward| may_stand(forward, text));
    let Some(forward) = forward else {
        return false;
    };
    let Some(before) = taken_back(input, text, asked) else {
        return false;
    };
    let before = Text::new(before);
    let proofs = Proofs::of(input.file, text, input.found);
    before.as_bytes() != text.as_bytes()
        && proves(&before, text, is_fresh)
        && !is_left(&before, text, input.file, asked)
        && result(input, &forward, &before, input.policy)
            .is_some_and(|after| after == text.as_bytes())
        && asked.iter().all(|at| proofs.hold(*at))
}

/// Returns whether the hunks of these indexes delete a line that none of them inserts: all together they do more than add.
fn takes_lines(file: &FilePatch, asked: &[usize]) -> bool {
    let tails = |kind: LineKind| {
        let lines = asked.iter().flat_map(|at| file.hunks[*at].lines.iter());
        let of_kind = lines.filter(move |line| line.kind == kind);
        of_kind.map(|line| line_key::tail(&line.body))
    };
    // The first lines that go nearly always tell, without a list of all that come.
    const FEW: usize = 4;
    let mut deleted = tails(LineKind::Delete);
    let is_inserted = |tail: Option<u64>| tails(LineKind::Insert).any(|other| other == tail);
    if deleted.by_ref().take(FEW).any(|tail| !is_inserted(tail)) {
        return true;
    }
    let inserted: HashSet<Option<u64>, RandomState> = tails(LineKind::Insert).collect();
    deleted.any(|tail| !inserted.contains(&tail))
}

/// Returns whether what differs between the two texts says something, and, where only additions count, is nothing but
/// additions: braces and blanks come and go.
fn proves(before: &Text, after: &Text, additions_only: bool) -> bool {
    let lines = changes(before, after);
    let mut changed = lines.iter().filter(|line| line.is_change());
    !(additions_only && lines.iter().any(HunkLine::is_delete))
        && changed.any(|line| weight::of(&line.body) >= weight::WEAK)
}

/// Returns whether a line that the hunks take out of `before`, and have nowhere else, stands in `after` where it was: then they
/// meant that one, and were not made. Where nothing shows that lines closed up over what went, it may stand nowhere.
fn is_left(before: &Text, after: &Text, file: &FilePatch, asked: &[usize]) -> bool {
    let hunks = || asked.iter().map(|at| &file.hunks[*at]);
    let kept = hunks().flat_map(Hunk::postimage);
    let kept: BTreeSet<LineKey> = kept.map(|line| LineKey::of(line)).collect();
    let (mut gone, mut at) = (Vec::new(), 0);
    for line in changes(before, after) {
        at += usize::from(line.in_postimage());
        let key = LineKey::of(&line.body);
        let says_something = weight::of(&line.body) >= weight::SIGNIFICANT;
        if line.is_delete() && says_something && !kept.contains(&key) {
            gone.push((key, at));
        }
    }
    let reach = match hunks().any(ends_in_deletion) {
        true => after.n_lines(),
        false => hunks().map(|hunk| hunk.n_lines_of(LineKind::Delete)).sum(),
    };
    let mut there: BTreeSet<(LineKey, usize)> = BTreeSet::new();
    if !gone.is_empty() {
        let lines = after.lines().enumerate();
        there.extend(lines.map(|(at, line)| (LineKey::of(line), at)));
    }
    gone.into_iter().any(|(key, at)| {
        let near = (key, at.saturating_sub(reach))..(key, at + reach);
        there.range(near).next().is_some()
    })
}

/// Returns whether the hunk begins or ends with lines that go, and nothing that comes in their place.
fn ends_in_deletion(hunk: &Hunk) -> bool {
    let runs = || hunk.lines.split(|line| line.is_context());
    let goes = |run: &[HunkLine]| !run.is_empty() && run.iter().all(|line| line.is_delete());
    runs().next().is_some_and(goes) || runs().next_back().is_some_and(goes)
}

/// Returns whether all that the hunk does is to delete lines beyond which it shows nothing: that these are not there is all that
/// could be seen of it, and other lines may have come in their place.
fn only_ends_in_deletion(hunk: &Hunk) -> bool {
    let lines = &hunk.lines;
    let (first, last) = (
        lines.iter().position(HunkLine::is_context),
        lines.iter().rposition(HunkLine::is_context),
    );
    let amid = first.zip(last).map(|(first, last)| &lines[first..=last]);
    lines
        .iter()
        .all(|line| line.is_delete() || line.is_context())
        && amid.unwrap_or_default().iter().all(HunkLine::is_context)
}

/// Returns whether lines that go at an end of the hunk are in the file still, as they are or in other words, at its best place:
/// nothing closed up over them, so that taking them back and out again would prove nothing.
fn has_its_like(input: &FileInput<'_>, at: usize) -> bool {
    let best = input.found[at].candidates.first();
    let Some(best) =
        best.filter(|best| ends_in_deletion(&input.file.hunks[at]) && !best.is_no_match())
    else {
        return false;
    };
    let lines = &best.variant.lines;
    let goes = |line: &usize| lines[*line].is_delete();
    let n_above = (0..lines.len()).take_while(goes).count();
    let n_below = (0..lines.len()).rev().take_while(goes).count();
    let is_at_an_end = |line: usize| line < n_above || line >= lines.len() - n_below;
    let is_like = |how: LineMatch| {
        let is_near = matches!(how, LineMatch::Similar { permille } if permille >= ITS_LIKE);
        is_near || how.is_alike()
    };
    let mut pairs = best.aligned.iter();
    pairs.any(|pair| {
        let line = pair.hunk_line().filter(|line| is_at_an_end(*line));
        line.is_some_and(|line| weight::of(&lines[line].body) >= weight::SIGNIFICANT)
            && is_like(pair.how)
    })
}

fn changes(before: &Text, after: &Text) -> Vec<HunkLine> {
    let pieces = |text: &Text| {
        let all = LineSpan::new(0, text.n_lines());
        text.pieces(all).collect::<Vec<_>>()
    };
    line::diff_lines(&pieces(before), &pieces(after))
}

/// Returns whether all that the last hunk inserts is somewhere in `text`: a look that costs little.
fn may_stand(file: &FilePatch, text: &Text) -> bool {
    let last = file.hunks.last();
    last.is_some_and(|last| {
        let is_part = last.needs_target();
        let mut inserted = last.lines.iter().filter(|line| line.is_insert());
        let stands =
            |line: &[u8]| memchr::memmem::find(text.as_bytes(), line.trim_ascii()).is_some();
        is_part || inserted.all(|line| stands(&line.body))
    })
}

/// Returns whether some of its context is at the place of a hunk that has any: what it changes may be elsewhere by chance.
fn is_beside_context(hunk: &HunkPlan) -> bool {
    let Some(placement) = &hunk.placement else {
        return true;
    };
    let place = &placement.candidate;
    let lines = &place.variant.lines;
    let says_something = |line: &usize| weight::of(&lines[*line].body) >= weight::SIGNIFICANT;
    let is_context = |line: &usize| lines[*line].is_context();
    let mut context = (0..lines.len())
        .filter(is_context)
        .filter(says_something)
        .peekable();
    context.peek().is_none() || tie::context_alike(place).any(|line| says_something(&line))
}

/// Returns the hunk that takes `hunk` back. Its number only ranks places: it is of the text before.
fn reversed(hunk: &Hunk) -> Hunk {
    let lines = hunk.lines.iter().map(|line| HunkLine {
        kind: match line.kind {
            LineKind::Context => LineKind::Context,
            LineKind::Delete => LineKind::Insert,
            LineKind::Insert => LineKind::Delete,
        },
        body: line.body.clone(),
    });
    Hunk {
        lines: lines.collect(),
        hint: hunk.hint.map(|hint| LineHint {
            source: HintSource::Gutter,
            ..hint
        }),
        ..hunk.clone()
    }
}

/// Returns what `file` makes of `text`; `None` where not every hunk of it has a place.
fn result(
    input: &FileInput<'_>,
    file: &FilePatch,
    text: &Text,
    policy: &Policy,
) -> Option<Vec<u8>> {
    let completed = file.needs_target().then(|| file.completed(text));
    let path = RelPath::new("text").ok()?;
    let snapshot = Snapshot::new(path, Content::of_bytes(text.as_bytes().to_vec()));
    let planned = completed.as_ref().map_or(file, |completed| completed);
    let found = matcher::find_while(planned, text, input.limits, input.cancel)?;
    let input = FileInput {
        index: 0,
        file: planned,
        as_read: completed.as_ref().map(|_| file),
        snapshot: Some(&snapshot),
        before: None,
        other: None,
        destination: None,
        found: &found,
        settled: &Settled::default(),
        written: &[],
        policy,
        ..*input
    };
    let plan = file::plan_fresh(input);
    let is_placed = |hunk: &HunkPlan| {
        matches!(hunk.state, State::Placed | State::NoOp) && is_beside_context(hunk)
    };
    plan.hunks
        .iter()
        .all(is_placed)
        .then(|| plan.result(planned, Scope::Everything, &Settled::default()))?
}
