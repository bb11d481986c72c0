//! A place where a hunk could go, and why.

use std::cmp::Reverse;
use std::ops::Range;

use crate::matcher::{Aligned, Doubt, Landmark, LineMatch, Score, Tier, Variant, VariantKind};
use crate::patch::LineKind;
use crate::text::LineSpan;
use crate::text::indent::{self, Reindent};

/// A place less alike than this, of 1000, is no match: half of a line's letters stand in any other.
const LIKENESS_OF_A_MATCH: u16 = 500;

/// One place for one hunk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// The lines of the target that the preimage takes; empty for an insertion before line `span.start`.
    pub span: LineSpan,
    /// The loosest tier that any of its lines needed.
    pub tier: Tier,
    /// A function of the evidence alone.
    pub score: Score,
    /// The hunk's lines as they were matched: as written, or a cleaned variant.
    pub variant: Variant,
    /// How the preimage and the target's lines lie beside each other, in order of both.
    pub aligned: Box<[Aligned]>,
    /// What becomes of the leading space of insertions here: runs of changed lines, as indexes into [`Variant::lines`], and
    /// the rule for each, in order; runs that keep theirs are left out.
    pub reindents: Box<[(Range<usize>, Reindent)]>,
    /// Why here.
    pub evidence: Vec<Evidence>,
}

/// Returns how far line `found` lies from line `claimed`, negative when further up.
pub(super) fn offset(found: usize, claimed: usize) -> i32 {
    let lines = found as isize - claimed as isize;
    i32::try_from(lines)
        .expect("lines are counted in 31 bits, and so are the numbers that a reply states")
}

/// One reason for or against a place.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Evidence {
    /// How many of the preimage's lines are equal to the letter.
    LinesExact {
        /// That are.
        n: u32,
        /// Of so many.
        of: u32,
    },
    /// How far from the line that the reply claims: found minus claimed, in lines.
    Offset {
        /// Negative: found further up.
        lines: i32,
    },
    /// Nothing there is like the hunk: it is a place to begin looking.
    Landmark(Landmark),
    /// Context lines given up at the ends.
    ContextDropped {
        /// At the top.
        leading: u32,
        /// At the bottom.
        trailing: u32,
    },
    /// Context lines that the target lacks, or lines of the target that the hunk lacks.
    Gaps {
        /// Lines of the hunk that the target lacks.
        missing: u32,
        /// Lines of the target that the hunk lacks.
        extra: u32,
    },
    /// Insertions take another leading space than the reply gives them.
    Reindented,
    /// Punctuation that the reply leaves out, or adds, on both sides of a change is as the file has it.
    EndsKept,
    /// A reason not to take the place unasked.
    Doubt(Doubt),
    /// Similarity of the whole preimage.
    Similarity {
        /// 0 to 1000.
        permille: u16,
    },
    /// The hunk was read in another way than it is written.
    Variant(VariantKind),
    /// No other place of the tier.
    Unique,
    /// Another place of the tier is as good, or nearly.
    Rival {
        /// The best other one's score.
        score: Score,
    },
}

impl Evidence {
    /// Returns the stable name in JSON.
    pub fn code(&self) -> &'static str {
        match self {
            Evidence::LinesExact { .. } => "lines_exact",
            Evidence::Offset { .. } => "offset",
            Evidence::Landmark(landmark) => landmark.name(),
            Evidence::ContextDropped { .. } => "context_dropped",
            Evidence::Gaps { .. } => "gaps",
            Evidence::Reindented => "reindented",
            Evidence::EndsKept => "ends_kept",
            Evidence::Doubt(doubt) => doubt.name(),
            Evidence::Similarity { .. } => "similarity",
            Evidence::Variant(_) => "variant",
            Evidence::Unique => "unique",
            Evidence::Rival { .. } => "rival",
        }
    }
}

impl Candidate {
    /// Returns the target line that each line of the variant is aligned with.
    pub fn targets(&self) -> Vec<Option<usize>> {
        let mut targets = vec![None; self.variant.lines.len()];
        for pair in &self.aligned {
            if let Some(line) = pair.hunk_line() {
                targets[line] = pair.target_line();
            }
        }
        targets
    }

    /// Returns what becomes of the leading space of the insertion `hunk_line`.
    pub fn reindent_of(&self, hunk_line: usize) -> &Reindent {
        let at = self
            .reindents
            .partition_point(|(run, _)| run.end <= hunk_line);
        let run = self.reindents.get(at);
        let rule = run.filter(|(run, _)| run.contains(&hunk_line));
        rule.map_or(&Reindent::Keep, |(_, rule)| rule)
    }

    /// Returns how many preimage lines the hunk has, and how many of them are equal to the letter.
    pub fn n_lines_exact(&self) -> (usize, usize) {
        let hunk_lines = self
            .aligned
            .iter()
            .filter(|pair| pair.hunk_line().is_some());
        hunk_lines.fold((0, 0), |(of, exact), pair| {
            (of + 1, exact + usize::from(pair.how == LineMatch::Exact))
        })
    }

    /// Returns whether no line matches there but blank ones, which are everywhere.
    pub fn matches_only_blanks(&self) -> bool {
        self.landmark().is_none() && self.score.percent() == 0 && self.n_lines_exact().1 > 0
    }

    /// Returns the line of the target (0-based) beside which the hunk's first line lies, where those of its lines that the
    /// target lacks lie above the place's first; where it lacks all of them, that is the place's first.
    pub fn first_line(&self) -> usize {
        let mut pairs = self.aligned.iter();
        let n_lost = pairs.position(|pair| pair.target_line().is_some());
        self.span.start.saturating_sub(n_lost.unwrap_or(0))
    }

    /// Returns the line of the target (0-based) at which the first change is made: one that goes, or the one above what comes.
    pub fn first_changed(&self) -> usize {
        let (own, above, _) = self.beside_first_change();
        own.or(above).unwrap_or(self.span.start)
    }

    /// Returns the line of the target (0-based) that the first change is at: one that goes, or the one before which new ones
    /// come.
    pub fn first_edited(&self) -> usize {
        match self.beside_first_change() {
            (None, Some(above), LineKind::Insert) => above + 1,
            (own, above, _) => own.or(above).unwrap_or(self.span.start),
        }
    }

    /// Returns the line of the target that the first changed line is beside, the last one above it, and what that line is.
    fn beside_first_change(&self) -> (Option<usize>, Option<usize>, LineKind) {
        let lines = &self.variant.lines;
        let first = lines.iter().position(|line| line.kind != LineKind::Context);
        let first = first.unwrap_or(0);
        let kind = lines.get(first).map_or(LineKind::Context, |line| line.kind);
        let targets = self.targets();
        let own = targets.get(first).copied().flatten();
        let above = &targets[..first.min(targets.len())];
        (own, above.iter().rev().flatten().next().copied(), kind)
    }

    /// Returns the lines (as indexes into [`Variant::lines`]) that the hunk removes and that have no partner in the target: what
    /// is written here leaves them out.
    pub fn missing_removals(&self) -> impl Iterator<Item = usize> {
        let is_removal = |line: &usize| {
            let line = &self.variant.lines[*line];
            line.kind == LineKind::Delete && !indent::is_blank(&line.body)
        };
        let missing = self
            .aligned
            .iter()
            .filter(|pair| pair.target_line().is_none());
        missing.filter_map(Aligned::hunk_line).filter(is_removal)
    }

    /// Returns how many of the lines to be removed have no partner in the target.
    pub fn n_removals_missing(&self) -> usize {
        self.missing_removals().count()
    }

    /// Returns the lines (as indexes into [`Variant::lines`]) that the hunk removes and the target does not have here as they
    /// are, blanks, letter case, typography and punctuation aside: it lacks them, or has other or longer ones in their place.
    pub fn differing_removals(&self) -> impl Iterator<Item = usize> {
        let is_removal = |line: &usize| {
            let line = &self.variant.lines[*line];
            line.kind == LineKind::Delete && !indent::is_blank(&line.body)
        };
        let differing = self.aligned.iter().filter(|pair| !pair.how.is_all_there());
        differing.filter_map(Aligned::hunk_line).filter(is_removal)
    }

    /// Returns the pairs in which a line of the target would be removed.
    pub fn removals(&self) -> impl Iterator<Item = &Aligned> {
        let is_removal = move |pair: &&Aligned| {
            let line = pair.hunk_line().and_then(|at| self.variant.lines.get(at));
            pair.target_line().is_some() && line.is_some_and(|line| line.kind == LineKind::Delete)
        };
        self.aligned.iter().filter(is_removal)
    }

    /// Returns the lines of the target (0-based, ascending) that would be removed here.
    pub fn removed_lines(&self) -> impl Iterator<Item = usize> {
        self.removals().filter_map(Aligned::target_line)
    }

    /// Returns the lines of the target (0-based, ascending) that would be removed here though the hunk removes others: a line
    /// with other words is another line, however few they are, and so is one that says more.
    pub fn unlike_removals(&self) -> impl Iterator<Item = usize> {
        let removed = self.removals().filter(|pair| !pair.how.is_all_there());
        removed.filter_map(Aligned::target_line)
    }

    /// Returns what speaks against taking the place unasked.
    pub fn doubts(&self) -> impl Iterator<Item = Doubt> {
        self.evidence.iter().filter_map(|evidence| {
            if let Evidence::Doubt(doubt) = evidence {
                Some(*doubt)
            } else {
                None
            }
        })
    }

    /// Returns what makes it a place to begin looking, where it is no match.
    pub fn landmark(&self) -> Option<Landmark> {
        self.evidence.iter().find_map(|evidence| {
            if let Evidence::Landmark(landmark) = evidence {
                Some(*landmark)
            } else {
                None
            }
        })
    }

    /// Returns how far from the line that the reply claims it is: found minus claimed; `None` where it claims none.
    pub fn offset_lines(&self) -> Option<isize> {
        self.evidence.iter().find_map(|evidence| {
            if let Evidence::Offset { lines } = evidence {
                Some(*lines as isize)
            } else {
                None
            }
        })
    }

    /// Returns the similarity of the whole preimage, 0 to 1000, where it was computed; full for stricter tiers.
    pub fn similarity(&self) -> u16 {
        let computed = self.evidence.iter().find_map(|evidence| {
            if let Evidence::Similarity { permille } = evidence {
                Some(*permille)
            } else {
                None
            }
        });
        computed.unwrap_or(1000)
    }

    /// Returns whether it is listed only as the best of many bad places: nothing alike, hardly alike as a whole, or a brace
    /// like any other once the rest of the context is given up.
    pub fn is_no_match(&self) -> bool {
        let is_a_mere_brace = || self.doubts().any(|doubt| doubt == Doubt::OnlyCommonLines);
        self.landmark().is_some()
            || self.similarity() < LIKENESS_OF_A_MATCH
            || (self.tier == Tier::Partial && is_a_mere_brace())
    }

    /// Returns whether the score is one that its tier may be taken unasked with.
    pub fn reaches_bar(&self) -> bool {
        self.score >= self.tier.spec().bar
    }

    /// Returns the key by which places are listed, best first: the tiers of equal lines in their order, the loose ones
    /// together; places that lack a line to be removed, and those that are no match, after the others; then the better score.
    pub fn rank(&self) -> (Tier, bool, Reverse<Score>) {
        let differs = self.doubts().any(|doubt| doubt == Doubt::DeletionDiffers);
        let is_last = differs || self.landmark().is_some();
        (self.tier.min(Tier::Partial), is_last, Reverse(self.score))
    }

    /// Returns whether the two are found equally loosely, so that only their scores tell them apart.
    pub fn is_of_same_rank(&self, other: &Candidate) -> bool {
        self.tier.min(Tier::Partial) == other.tier.min(Tier::Partial)
    }
}
