//! What speaks against taking a place unasked, however alike it looks: when each [`Doubt`] holds that the place alone shows.

mod block;
mod context;
mod deletion;
mod insertion;
mod made;
mod repeated;
mod spelling;

use std::ops::Range;

use super::decoding::Code;
use super::doubt::Doubt;
use super::line_key::KeySet;
use super::rules::Rule;
use super::tier::{AlignedHunk, Tier};
use super::{Aligned, LineMatch, VariantKind, decoding, variant, weight};
use crate::patch::{HunkLine, LineKind, Marks};
use crate::text::indent;

type Guard = fn(&AlignedHunk<'_>) -> bool;

/// Returns every doubt about the place.
pub fn doubts(laid: &AlignedHunk<'_>) -> Vec<Doubt> {
    if laid.is_all_of_target() {
        return Vec::new();
    }
    const GUARDS: [(Doubt, Guard); 15] = [
        (Doubt::DeletionDiffers, deletion::differs),
        (Doubt::UnknownLinesInDeletion, deletion::has_extra_lines),
        (Doubt::Unanchored, insertion::unanchored),
        (Doubt::InsertionPoint, insertion::is_split),
        (Doubt::OnlyCommonLines, only_common_lines),
        (Doubt::FewLinesAgree, context::few_lines_agree),
        (Doubt::RepeatedInside, repeated::repeated_inside),
        (Doubt::ContextLost, context::context_lost),
        (Doubt::ContextElsewhere, context::context_elsewhere),
        (Doubt::DefinitionLost, block::definition_lost),
        (Doubt::AlreadyThere, made::already_there),
        (Doubt::AppliedElsewhere, made::made_elsewhere),
        (Doubt::EscapesUnclear, escapes_unclear),
        (Doubt::NumbersUnclear, numbers_unclear),
        (Doubt::Respelled, respelled),
    ];
    let doubts = GUARDS.iter().filter(|(_, holds)| holds(laid));
    doubts.map(|(doubt, _)| *doubt).collect()
}

impl AlignedHunk<'_> {
    fn obeys(&self, rule: Rule) -> bool {
        self.search.limits.rules.has(rule)
    }

    /// Returns whether the reply marks which lines come and which go: else which of two like lines is the old one is the choice of
    /// a diff.
    fn is_marked(&self) -> bool {
        self.search.hunk.marks != Marks::None
    }

    fn kind(&self, pair: &Aligned) -> Option<LineKind> {
        pair.hunk_line()
            .map(|line| self.search.variant.lines[line].kind)
    }

    fn deletions(&self) -> impl Iterator<Item = &Aligned> {
        self.aligned
            .iter()
            .filter(|pair| self.kind(pair) == Some(LineKind::Delete))
    }

    /// Returns the weights of the lines that agree.
    fn weights_alike(&self) -> impl Iterator<Item = u32> {
        let alike = self.aligned.iter().filter(|pair| pair.how.is_alike());
        alike.filter_map(|pair| Some(self.weight(pair.hunk_line()?)))
    }

    fn weight(&self, hunk_line: usize) -> u32 {
        self.search.weight(hunk_line)
    }

    /// Returns where in the alignment the file ends: the lines of the hunk from there on could not stand anywhere.
    fn end(&self) -> usize {
        let last_line = self.search.index.text().n_lines().checked_sub(1);
        let last = self
            .aligned
            .iter()
            .rposition(|pair| pair.hunk_line().is_some() && pair.target_line().is_some());
        last.filter(|last| self.aligned[*last].target_line() == last_line)
            .map_or(self.aligned.len(), |last| last + 1)
    }

    /// Returns the lines of the target amid `pairs` that the hunk does not have, whether pairs name them or they lie between
    /// two sections.
    fn unknown_lines(&self, pairs: &[Aligned]) -> impl Iterator<Item = usize> + use<> {
        let targets = || pairs.iter().filter_map(|pair| pair.target_line());
        let known = pairs.iter().filter(|pair| pair.hunk_line().is_some());
        let known: Vec<usize> = known.filter_map(|pair| pair.target_line()).collect();
        let (first, last) = (targets().next(), targets().next_back());
        let amid = first.zip(last).map(|(first, last)| first..last + 1);
        let amid = amid.unwrap_or_default();
        amid.filter(move |line| known.binary_search(line).is_err())
    }

    /// Returns the lines of the target that agree with the hunk's or stand amid them, in order.
    fn target_lines(&self) -> impl DoubleEndedIterator<Item = usize> {
        self.aligned.iter().filter_map(|pair| pair.target_line())
    }

    /// Returns whether the hunk quotes all of the target to the letter: then there is no other place.
    fn is_all_of_target(&self) -> bool {
        self.aligned.len() == self.search.index.text().n_lines()
            && self.search.variant.kind == VariantKind::AsWritten
            && Tier::of(self) == Tier::Strict
    }

    /// Returns whether the place begins with the target's first line.
    fn is_at_top(&self) -> bool {
        self.target_lines().next() == Some(0)
    }

    /// Returns whether the place begins at the very line that the reply's number names.
    fn is_where_the_number_says(&self) -> bool {
        let named = self.search.hunk.hint.map(|hint| hint.line_index);
        named.is_some() && self.target_lines().next() == named
    }

    /// Returns whether the place ends with the target's last line.
    fn is_at_end(&self) -> bool {
        let last = self.target_lines().next_back();
        last.map(|line| line + 1) == Some(self.search.index.text().n_lines())
    }

    /// Returns whether a line of the hunk says all that a line can and stands once in the target.
    fn stands_once(&self, hunk_line: usize) -> bool {
        self.search.index.has_once(self.search.facts[hunk_line])
    }

    fn is_blank(&self, hunk_line: usize) -> bool {
        indent::is_blank(&self.search.variant.lines[hunk_line].body)
    }

    /// Returns the keys of the lines that the hunk inserts.
    fn inserted(&self) -> KeySet {
        let lines = self.search.variant.lines.iter().zip(self.search.facts);
        let inserted = lines.filter(|(line, _)| line.kind == LineKind::Insert);
        inserted.map(|(_, facts)| facts.key).collect()
    }

    /// Returns the pairs of those of `lines` that have one.
    fn pairs_of(&self, lines: Range<usize>) -> impl Iterator<Item = &Aligned> {
        lines.filter_map(|line| Some(&self.aligned[self.position(line)?]))
    }

    fn is_extra(&self, pair: &Aligned) -> bool {
        pair.how == LineMatch::Extra && !self.is_blank_of_target(pair)
    }

    fn is_blank_of_target(&self, pair: &Aligned) -> bool {
        pair.target_line()
            .is_some_and(|line| indent::is_blank(self.search.index.text().line(line)))
    }
}

/// A strict place is told by any line that is more than a brace or a keyword, or by the reply's number; looser ones need a
/// line of some length, or several short ones.
fn only_common_lines(laid: &AlignedHunk<'_>) -> bool {
    if !laid.obeys(Rule::OnlyCommonLines) {
        return false;
    }
    let is_strict = Tier::of(laid) == Tier::Strict;
    if is_strict && laid.weights_alike().any(|weight| weight > 0) {
        return false;
    }
    let least = if is_strict {
        weight::WEAK
    } else {
        weight::SIGNIFICANT
    };
    let adds_up = || {
        let weights = laid.weights_alike();
        let short = weights.filter(|weight| is_strict || *weight >= weight::WEAK);
        let needed = if Tier::of(laid) <= Tier::Fuzzy {
            weight::SIGNIFICANT
        } else {
            weight::MAX
        };
        short.sum::<u32>() >= needed
    };
    !laid.weights_alike().any(|weight| weight >= least) && !adds_up()
}

/// Whether it is read as if it were written in code (`&lt;` for `<`) and no line of the place shows that it is; or as it is
/// written, and what it inserts holds such signs, and so does what it asks for, of which nothing with one is there: the whole
/// reply may have been encoded.
fn escapes_unclear(laid: &AlignedHunk<'_>) -> bool {
    if !laid.obeys(Rule::EscapesUnclear) {
        return false;
    }
    match Code::of(laid.search.variant.kind) {
        Some(code) => !decoding::is_proven(laid, code),
        None => {
            let may_be_of_string = || variant::escaped_once(laid.search.hunk).is_some();
            may_be_in(laid, Code::Entities) || may_be_in(laid, Code::OfString) && may_be_of_string()
        }
    }
}

/// Returns whether what it inserts holds signs of `code`, and so does what it asks for, of which nothing with one is there.
fn may_be_in(laid: &AlignedHunk<'_>, code: Code) -> bool {
    let lines = &laid.search.variant.lines;
    let is_encoded = |line: &HunkLine| code.is_in(&line.body);
    let inserts_some = lines
        .iter()
        .any(|line| line.kind == LineKind::Insert && is_encoded(line));
    let is_alike = |line: usize| {
        laid.position(line)
            .is_some_and(|at| laid.aligned[at].how.is_alike())
    };
    let asked = laid.search.preimage.iter().map(|line| line.hunk_line);
    let mut encoded = asked.filter(|line| is_encoded(&lines[*line])).peekable();
    inserts_some && encoded.peek().is_some() && !encoded.any(is_alike)
}

/// Whether it is read without the line numbers of some of its lines: `5 | x` may be what the others mean to change.
fn numbers_unclear(laid: &AlignedHunk<'_>) -> bool {
    !laid.search.variant.kind.is_sure()
}

fn respelled(laid: &AlignedHunk<'_>) -> bool {
    laid.obeys(Rule::Respelled) && spelling::is_respelled(laid)
}
