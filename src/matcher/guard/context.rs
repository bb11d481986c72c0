//! Doubts about context that is lost: how much of it a slip explains, and what is left to speak for the place.

use super::{AlignedHunk, LineKind, LineMatch, Rule};
use crate::matcher::{Aligned, change_runs, weight};
use crate::patch::HunkLine;
use crate::patch::complete::elision::is_gap;
use crate::text::{heading, indent};

/// Of two lines as alike as this (in thousandths) one is the other with a slip, whatever its words.
const A_SLIP: u16 = 950;

/// A line that differs in words, by more than a slip, must be outvoted by three that agree where nothing but context says where
/// an insertion goes.
pub(super) fn few_lines_agree(laid: &AlignedHunk<'_>) -> bool {
    let differs =
        |pair: &&Aligned| matches!(pair.how, LineMatch::Similar { permille } if permille < A_SLIP);
    let deletes = laid.deletions().next().is_some();
    let n_alike = laid
        .weights_alike()
        .filter(|weight| *weight >= weight::SIGNIFICANT)
        .count();
    laid.obeys(Rule::FewAgreeOnInsertion)
        && !deletes
        && n_alike < 3
        && laid.aligned.iter().any(|pair| differs(&pair))
}

/// The guard against a look-alike of a target that is gone: two lines of the context that says something are not there or in
/// other words, wherever they lie. One slip is a model's, two may be another block, unless deletions tell the place, what agrees says
/// far more, and the block begins and ends as the hunk has it. The end of the file is no slip.
pub(super) fn context_lost(laid: &AlignedHunk<'_>) -> bool {
    let (before, past) = laid.aligned.split_at(laid.end());
    let says_something = |pair: &&Aligned| {
        let line = pair.hunk_line();
        line.is_some_and(|line| laid.weight(line) >= weight::SIGNIFICANT)
    };
    let lost = before
        .iter()
        .filter(|pair| !pair.how.is_alike() && laid.kind(pair) == Some(LineKind::Context));
    let n_lost = lost.filter(says_something).count();
    let n_past = past.iter().filter(says_something).count();
    let is_told = || {
        is_told_by_deletions(laid)
            && outweighs_what_is_lost(laid)
            && !begins_or_ends_elsewhere(laid)
    };
    let is_slip = n_lost == 0 || n_lost + n_past < 2;
    !is_slip && laid.obeys(Rule::TwoContextLost) && !is_told()
}

/// Whether the file has nothing like two lines or more that say something, with which the hunk begins or ends: it may be the end
/// of another block that reads the same from there on.
fn begins_or_ends_elsewhere(laid: &AlignedHunk<'_>) -> bool {
    let n_gone = |pairs: &mut dyn Iterator<Item = &Aligned>| {
        let of_hunk = pairs.filter(|pair| pair.hunk_line().is_some());
        let gone = of_hunk.take_while(|pair| pair.how == LineMatch::Missing);
        let lines = gone.filter_map(|pair| pair.hunk_line());
        lines
            .filter(|line| laid.weight(*line) >= weight::SIGNIFICANT)
            .count()
    };
    let aligned = &laid.aligned[..laid.end()];
    n_gone(&mut aligned.iter()) > 1 || n_gone(&mut aligned.iter().rev()) > 1
}

/// Whether the lines that agree weigh more than twice what is lost of the context, each weighed down by how often the file has it:
/// what repeats elsewhere tells this place from none.
fn outweighs_what_is_lost(laid: &AlignedHunk<'_>) -> bool {
    // Parts of a line's weight, so that a share of it counts too.
    const PARTS: u32 = 100;
    let (mut agreed, mut lost) = (0, 0);
    for pair in laid.aligned {
        let Some(line) = pair.hunk_line() else {
            continue;
        };
        let weight = laid.weight(line) * PARTS;
        if pair.how.is_alike() {
            let n_places = laid.search.index.n_lines_with(laid.search.facts[line].key);
            agreed += weight / u32::try_from(n_places.max(1)).unwrap_or(u32::MAX);
        } else if laid.kind(pair) == Some(LineKind::Context) {
            lost += weight;
        }
    }
    agreed > 2 * lost
}

/// The guard against another function's body: a line that says much, stands once in the target, and not at this place. The
/// reply's own number makes up for it.
pub(super) fn context_elsewhere(laid: &AlignedHunk<'_>) -> bool {
    // Context behind an ellipsis is meant to stand further off.
    let leaves_out = |line: &HunkLine| line.kind == LineKind::Context && is_gap(&line.body);
    let is_lost =
        |pair: &&Aligned| matches!(pair.how, LineMatch::Missing | LineMatch::Similar { .. });
    let context = laid
        .aligned
        .iter()
        .filter(|pair| laid.kind(pair) == Some(LineKind::Context))
        .filter(is_lost);
    let mut lines = context.filter_map(|pair| pair.hunk_line());
    laid.obeys(Rule::ContextElsewhere)
        && lines.any(|line| laid.stands_once(line))
        && !laid.is_where_the_number_says()
        && !laid.search.hunk.lines.iter().any(leaves_out)
}

/// Whether each run of changes deletes a line of full weight that is in the file to the letter and only there, and no line of
/// context that is lost opens or closes a block: the deletions alone tell the place then.
fn is_told_by_deletions(laid: &AlignedHunk<'_>) -> bool {
    let lines = &laid.search.variant.lines;
    let is_unique = |line: usize| {
        let facts = laid.search.facts[line];
        let how = laid.position(line).map(|at| laid.aligned[at].how);
        lines[line].kind == LineKind::Delete
            && how == Some(LineMatch::Exact)
            && facts.weight >= weight::MAX
            && laid.search.index.n_lines_with(facts.key) == 1
    };
    let bounds_a_block = |line: &[u8]| {
        let text = line.trim_ascii();
        let ends = |signs: &[u8]| text.last().is_some_and(|byte| signs.contains(byte));
        let begins = |signs: &[u8]| text.first().is_some_and(|byte| signs.contains(byte));
        ends(b"{([:>")
            || begins(b"})]<#")
            || begins(b"[") && ends(b"]")
            || heading::defined(line).is_some()
    };
    let mut lost = laid.aligned.iter().filter(|pair| !pair.how.is_alike());
    let mut runs = change_runs(lines).into_iter();
    runs.all(|mut run| run.any(is_unique))
        && !lost.any(|pair| {
            let own = pair.hunk_line().map(|line| &*lines[line].body);
            let there = pair.target_line();
            let there = there.map(|line| laid.search.index.text().line(line));
            let mut sides = own.into_iter().chain(there);
            sides.any(|line| !indent::is_blank(line) && bounds_a_block(line))
        })
}
