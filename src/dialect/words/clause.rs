//! A clause of a sentence, as words of the lexicon.

use super::lexicon::{Cue, Cues, Kind, Tongue, Unit};

/// The words between two signs or joining words.
#[derive(Debug)]
pub(super) struct Clause<'a> {
    pub(super) units: Vec<Unit<'a>>,
    /// What all of its words say.
    cues: Cues,
    tongue: Tongue,
    /// Whether an odd number of its words turn it around.
    pub(super) is_negated: bool,
    /// How many of its words name something in the program.
    pub(super) n_unknown: usize,
    /// Whether it holds code.
    pub(super) has_code: bool,
}

impl<'a> Clause<'a> {
    pub(super) fn of(units: Vec<Unit<'a>>, tongue: Tongue) -> Clause<'a> {
        let mut cues = Cues::default();
        units.iter().for_each(|unit| cues.add(unit.cues));
        let n_of = |kind: Kind| units.iter().filter(|unit| unit.kind == kind).count();
        let negates = |unit: &&Unit<'_>| unit.has_any(&[Cue::Not, Cue::Zero]);
        Clause {
            cues,
            tongue,
            is_negated: units.iter().filter(negates).count() % 2 == 1,
            n_unknown: n_of(Kind::Unknown),
            has_code: n_of(Kind::Code) > 0,
            units,
        }
    }

    /// Returns whether it speaks of nothing but edits: the lexicon knows each of its words. The tables of other languages are
    /// shorter than that of English, and leave a third of the words free.
    pub(super) fn is_closed(&self) -> bool {
        let n_spare = match self.tongue {
            Tongue::ENGLISH => 0,
            _ => self.units.len() / 3,
        };
        !self.has_code && self.n_unknown <= n_spare
    }

    pub(super) fn is_english(&self) -> bool {
        self.tongue == Tongue::ENGLISH
    }

    /// Returns whether its verb ends it, and words that bound are behind what they bound.
    pub(super) fn ends_with_verb(&self) -> bool {
        self.tongue.ends_with_verb()
    }

    /// Returns whether it has no more words than a label.
    pub(super) fn is_label(&self) -> bool {
        self.units.len() <= 3
    }

    pub(super) fn has(&self, cue: Cue) -> bool {
        self.cues.has(cue)
    }

    pub(super) fn has_any(&self, cues: &[Cue]) -> bool {
        self.cues.has_any(cues)
    }

    /// Returns whether it names an edit, or says a word that stands for one.
    pub(super) fn names_edit(&self) -> bool {
        self.has_any(&[Cue::It, Cue::Edit, Cue::Above, Cue::Nth])
    }

    pub(super) fn position(&self, cue: Cue) -> Option<usize> {
        self.units.iter().position(|unit| unit.has(cue))
    }

    /// Returns the words before the first with `cue`; none without one.
    pub(super) fn before(&self, cue: Cue) -> &[Unit<'a>] {
        &self.units[..self.position(cue).unwrap_or(0)]
    }

    /// Returns whether a word with one of `cues` is before the first with `cue`.
    pub(super) fn has_before(&self, cue: Cue, cues: &[Cue]) -> bool {
        self.before(cue).iter().any(|unit| unit.has_any(cues))
    }

    /// Returns whether the word with `cue` is said of the program: `the old code is wrong`.
    pub(super) fn is_about_code(&self, cue: Cue) -> bool {
        let end = self.position(cue).unwrap_or(self.units.len());
        let has = |cues: &[Cue]| self.units[..end].iter().any(|unit| unit.has_any(cues));
        has(&[Cue::Code, Cue::Old])
            && !has(&[Cue::Edit, Cue::It, Cue::Above])
            && !self.numbers_block()
    }

    /// Returns whether it names an edit by the number of its block: `the second block`.
    pub(super) fn numbers_block(&self) -> bool {
        let is_block = |unit: &Unit<'_>| matches!(&*unit.word, "block" | "one");
        let mut pairs = self.units.windows(2);
        pairs.any(|pair| pair[0].has(Cue::Nth) && is_block(&pair[1]))
    }

    /// Returns whether the word with `cue` only says what an edit is about: `the fix for the broken version`.
    pub(super) fn is_attribute(&self, cue: Cue) -> bool {
        let mut before = self.before(cue).iter().rev();
        let leads = before.find(|unit| !unit.has_any(&[Cue::Det, Cue::Mine]));
        leads.is_some_and(|unit| unit.has(Cue::Prep)) && self.has_before(cue, &[Cue::Edit])
    }

    /// Returns whether a word with `cue` is a verb: it has no article, and does not only help another, as in `does not`.
    pub(super) fn has_verb(&self, cue: Cue) -> bool {
        let is_of = |at: Option<usize>, cue| {
            let unit = at.and_then(|at| self.units.get(at));
            self.is_english() && unit.is_some_and(|unit| unit.has(cue))
        };
        let is_verb =
            |at: usize| !is_of(at.checked_sub(1), Cue::Det) && !is_of(Some(at + 1), Cue::Not);
        (0..self.units.len()).any(|at| self.units[at].has(cue) && is_verb(at))
    }

    /// Returns whether it only says what something that was named before was: `which was wrong`.
    pub(super) fn is_remark(&self) -> bool {
        let leads = self.units.first().is_some_and(|unit| unit.word == "which");
        leads && self.has(Cue::Was) && !self.has(Cue::Edit)
    }

    /// Returns whether it says that there is nothing to change of what was named before it: `need no change`.
    pub(super) fn only_needs_nothing(&self) -> bool {
        let verb = self.units.first().map(|unit| &*unit.word);
        let is_verb = matches!(verb, Some("need" | "needs" | "require" | "requires"));
        is_verb && self.units.len() <= 4 && self.needs_nothing()
    }

    /// Returns whether it says that no one needs something, and names no edit: `nobody wants that`.
    pub(super) fn is_unwanted(&self) -> bool {
        let first = self.units.first().map(|unit| &*unit.word);
        let is_nobody = matches!(first, Some("nobody" | "none" | "no"));
        is_nobody && self.units.len() <= 4 && !self.has_any(&[Cue::Edit, Cue::Apply])
    }

    /// Returns whether it says what something that is asked for is good for: `so the message says what went wrong`.
    pub(super) fn is_purpose(&self) -> bool {
        let leads = self.units.first().is_some_and(|unit| unit.word == "so");
        leads && self.has(Cue::How) && !self.is_negated && !self.has_any(&[Cue::Edit, Cue::It])
    }

    /// Returns whether it says that something does for itself: `Each of these fixes it by itself`, `on their own`.
    pub(super) fn is_alone(&self) -> bool {
        let last = self.units.last().map(|unit| &*unit.word);
        matches!(last, Some("own" | "itself" | "alone"))
    }

    /// Returns whether it says that one of several is enough: `You only need one`, `Either of them fixes it by itself`.
    pub(super) fn counts_one(&self) -> bool {
        let word = |at: usize| self.units.get(at).map(|unit| &*unit.word);
        let last = self.units.last().map(|unit| &*unit.word);
        let needs_one = self.has(Cue::Only) && matches!(last, Some("one"));
        let is_each = matches!(word(0), Some("each" | "either")) && self.has(Cue::Work);
        self.is_english() && (needs_one && self.has(Cue::You) || is_each && self.is_alone())
    }

    /// Returns whether it is a request that begins with a word with `cue`.
    pub(super) fn orders(&self, cue: Cue) -> bool {
        let mut units = self.units.iter();
        let first = units.find(|unit| !unit.has(Cue::Lead));
        first.is_some_and(|unit| unit.has(cue) && !unit.has(Cue::Drop))
    }
}
