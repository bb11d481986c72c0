//! A first look at the sentences of a paragraph: by the words alone, without the clauses that they make, nearly all are known
//! to speak of the program, and those are not read. What is told here is what reading them would come to.

use super::bound;
use super::lexicon::{self, Cue, Cues, Glance};
use super::reading::Reading;
use super::sentence::{Sentence, Token};

/// Words that say something of an edit wherever they are.
const EVER: Cues = Cues::of(&[Cue::Drop, Cue::Regret, Cue::Hmm]);

/// Words without which a clause that speaks of nothing but edits neither rejects nor offers one.
const OF_CLOSED: Cues = Cues::of(&[
    Cue::Choose,
    Cue::Both,
    Cue::Nth,
    Cue::Not,
    Cue::Zero,
    Cue::Show,
    Cue::Aim,
    Cue::Example,
    Cue::Back,
    Cue::Gone,
    Cue::Later,
    Cue::Harm,
    Cue::Keep,
    Cue::Still,
    Cue::Old,
    Cue::Bad,
]);

/// What is known of the words of a longer sentence does not fit [`Glance::tongues`].
const N_MOST: usize = 100;

/// Reads the sentences of a paragraph that no edit follows. One that regrets changes what all others say.
pub(super) fn readings<'a>(sentences: &[Sentence<'a>]) -> Vec<Reading<'a>> {
    let read = |sentence| match is_of_program(sentence) {
        true => Reading::of_program(),
        false => Reading::of(sentence),
    };
    let readings: Vec<Reading<'a>> = sentences.iter().map(read).collect();
    match readings.iter().any(Reading::regrets) {
        true => sentences.iter().map(Reading::of).collect(),
        false => readings,
    }
}

/// Returns whether a sentence that regrets nothing, and leads over to nothing, speaks of the program alone: it is English,
/// names something in the program, has more units than an interjection, and says nothing of an edit.
fn is_of_program(sentence: &Sentence<'_>) -> bool {
    if sentence.leads_on {
        return false;
    }
    let mut look = Look::default();
    let mut tokens = &sentence.tokens[..];
    while let Some(token) = tokens.first() {
        let (is_silent, n_tokens) = match token {
            Token::Break => (look.ends_clause(), 1),
            Token::Name(_) | Token::Value(_) => {
                look.n_units += 1;
                (true, 1)
            }
            Token::Word(word) if word.is_ascii() => {
                let (glance, n_tokens) = Glance::first(word, tokens);
                (look.passes(word, glance), n_tokens)
            }
            Token::Word(_) => (false, 1),
        };
        if !is_silent {
            return false;
        }
        tokens = &tokens[n_tokens..];
    }
    look.ends()
}

/// What the words of a sentence say in English, up to where it was looked at.
#[derive(Default)]
struct Look {
    /// In how many languages how many words may say something.
    tongues: u128,
    /// How much of it English knows.
    n_known: usize,
    /// What its words say, and those of this clause.
    cues: Cues,
    of_clause: Cues,
    /// Whether a word of this clause, or of any, names something in the program.
    is_open: bool,
    names_program: bool,
    n_units: usize,
}

impl Look {
    /// Looks at a word, or a row of them; returns whether the sentence may speak of the program alone.
    fn passes(&mut self, word: &str, glance: Glance) -> bool {
        let applies = || glance.cues.has(Cue::Apply) && bound::APPLYING.contains(&word);
        if glance.cues.meets(EVER) || applies() {
            return false;
        }
        if glance.cues.has(Cue::Join) && !self.ends_clause() {
            return false;
        }
        self.tongues += glance.tongues;
        self.n_known += glance.worth;
        self.of_clause.add(glance.cues);
        self.is_open |= glance.is_unknown;
        self.n_units += 1;
        true
    }

    /// Ends a clause; returns whether it says nothing of an edit.
    fn ends_clause(&mut self) -> bool {
        let is_silent = self.is_open || !self.of_clause.meets(OF_CLOSED);
        self.names_program |= self.is_open;
        self.is_open = false;
        self.cues.add(self.of_clause);
        self.of_clause = Cues::default();
        is_silent
    }

    /// Ends the sentence; returns whether it speaks of the program alone.
    fn ends(&mut self) -> bool {
        use Cue::{Bad, Count, Due, Edit, Gone, Good, Keep, Not, Still, Way, Zero};
        let is_silent = self.ends_clause();
        let has = |cue| self.cues.has(cue);
        let is_denied = has(Not) || has(Zero);
        let speaks_of_edit =
            has(Edit) && (has(Bad) || has(Gone) || is_denied && (has(Due) || has(Good)));
        let counts_ways = has(Count) && (has(Way) || has(Edit));
        let keeps = has(Keep) && has(Still);
        is_silent
            && self.names_program
            && (3..N_MOST).contains(&self.n_units)
            && !(speaks_of_edit || counts_ways || keeps)
            && !lexicon::may_be_foreign(self.tongues, self.n_known)
    }
}

#[cfg(test)]
mod tests {
    use super::super::sentence;
    use super::super::verdict::Side;
    use super::super::{lexicon, refers};
    use super::*;
    use proptest::prelude::*;

    const SIDES: [Side; 2] = [Side::Behind, Side::Amid];

    /// Returns whether a sentence, read to the end, says nothing that the words around an edit are asked for.
    fn says_nothing(sentence: &Sentence<'_>) -> bool {
        let reading = Reading::of(sentence);
        let rejects = |side: Side| {
            reading.rejects(side) != super::super::reading::Rejected::default()
                || !refers::named(&reading, side).is_empty()
                || reading.side_behind(side) != Side::Amid
        };
        !(SIDES.into_iter().any(rejects)
            || reading.regrets()
            || reading.turns()
            || reading.chooses()
            || reading.counts_ways()
            || reading.optional().is_some())
            && reading.says_more()
    }

    #[test]
    fn a_sentence_that_is_plainly_english_is_read_so() {
        let check = |line: &str, is_plain: bool| {
            let mut sentences = Vec::new();
            sentence::read(line.into(), &mut sentences);
            let tokens = &sentences[0].tokens;
            assert_eq!(lexicon::is_plainly_english(tokens), is_plain, "{line}");
            assert!(!is_plain || lexicon::read(tokens).0 == lexicon::Tongue::ENGLISH);
        };
        check("Delete the file `src/a.rs` now that nothing uses it", true);
        check("Lösche die Datei `src/a.rs`", false);
        check("Ruim die cache dan maar op", false);
        check("veranschaulichung", false);
    }

    #[track_caller]
    fn check(line: &str, is_read: bool) {
        let mut sentences = Vec::new();
        sentence::read(line.into(), &mut sentences);
        assert_eq!(is_of_program(&sentences[0]), !is_read, "{line}");
    }

    #[test]
    fn only_sentences_that_may_speak_of_an_edit_are_read() {
        check("The cache now keeps a list of pending entries.", false);
        check(
            "It relies on the default timeout of 30 seconds, as you can see in the trace.",
            false,
        );
        check("Ignore the change to the parser.", true);
        check("The change to the parser is not needed.", true);
        check("However, the parser breaks.", true);
        check("The parser needs two lists, and this is wrong.", true);
        check("Ruim die cache dan maar op.", true);
        check("Die Änderung am Cache ist falsch.", true);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3_000))]
        #[test]
        fn what_is_not_read_says_nothing(
            words in proptest::collection::vec((any::<proptest::sample::Index>(), 0..12usize), 1..12),
        ) {
            let known = lexicon::all_words();
            let others = ["cache", "parser", "a.rs", "`run`", "7", "deadbeef", "retries,", ",", "the", "is"];
            let mut line = String::new();
            for (at, nth) in &words {
                let word = others.get(*nth).copied().unwrap_or_else(|| known[at.index(known.len())]);
                line.push_str(&word.replace('_', " "));
                line.push(' ');
            }
            let mut sentences = Vec::new();
            sentence::read(line.as_str().into(), &mut sentences);
            for sentence in &sentences {
                prop_assert!(!is_of_program(sentence) || says_nothing(sentence), "{line}");
                let tongue = lexicon::read(&sentence.tokens).0;
                prop_assert_eq!(tongue, lexicon::knows_most(&sentence.tokens), "{}", line);
                let is_english = tongue == lexicon::Tongue::ENGLISH;
                prop_assert!(is_english || !lexicon::is_plainly_english(&sentence.tokens), "{line}");
            }
        }
    }
}
