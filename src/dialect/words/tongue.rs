//! What sentences in other languages than English ask of files, and what they say of the block below them.

use bstr::BStr;

use super::ask::{Ask, is_path};
use super::lexicon::{self, Cue, Kind, List, Tongue, Unit};
use super::prose;
use super::purpose::Purpose;
use super::sentence::{self, Sentence, Token};

/// A sentence in another language.
struct Foreign<'a> {
    units: Vec<Unit<'a>>,
    tongue: Tongue,
    is_question: bool,
}

impl<'a> Foreign<'a> {
    fn of(sentence: &Sentence<'a>) -> Option<Foreign<'a>> {
        if lexicon::is_plainly_english(&sentence.tokens) {
            return None;
        }
        let (tongue, units) = lexicon::read(&sentence.tokens);
        (tongue != Tongue::ENGLISH).then_some(Foreign {
            units,
            tongue,
            is_question: sentence.is_question,
        })
    }

    fn has(&self, cue: Cue) -> bool {
        self.units.iter().any(|unit| unit.has(cue))
    }

    /// Returns whether nothing in the sentence takes its request back.
    fn may_ask(&self) -> bool {
        let is_bound = [Cue::If, Cue::Can, Cue::Not, Cue::Zero]
            .into_iter()
            .any(|cue| self.has(cue));
        !is_bound && !self.is_question
    }

    /// Returns whether it only hands the file over: `Voici a.rs`, and not `Voici a.rs sur le serveur`.
    fn presents(&self) -> bool {
        const N_UNITS: usize = 4;
        self.has(Cue::Presents) && self.units.len() <= N_UNITS
    }

    /// Returns whether it speaks of how something is used, or could be.
    fn shows(&self) -> bool {
        self.has(Cue::Usage) || self.has(Cue::Example)
    }

    /// Returns whether it says that something is needed.
    fn needs(&self) -> bool {
        let needs = |unit: &Unit<'_>| List::Needs.has(&unit.word);
        self.units.iter().any(needs)
    }

    /// Returns whether it says that what it names is not changed. `Vergiss nicht` says that it is.
    fn denies(&self) -> bool {
        let reminds = |unit: &Unit<'_>| List::Forget.has(&unit.word);
        let denies = [Cue::Not, Cue::Zero, Cue::Keep, Cue::Still]
            .into_iter()
            .any(|cue| self.has(cue));
        denies && !self.is_question && !self.units.iter().any(reminds)
    }

    /// Returns whether its verb gives something a value.
    fn sets(&self) -> bool {
        let sets = |unit: &Unit<'_>| List::Sets.has(&unit.word);
        self.units.iter().any(sets)
    }

    /// Keeps of its clauses the one about the file at `file`, where that has a verb: what is denied in another is often the
    /// reason.
    fn keep_clause(&mut self, file: &BStr) {
        let is_parted = |unit: &Unit<'_>| unit.kind == Kind::Break;
        let Some(at) = self.position(file) else {
            return;
        };
        let from = self.units[..at].iter().rposition(is_parted);
        let from = from.map_or(0, |before| before + 1);
        let behind = self.units[at..].iter().position(is_parted);
        let end = behind.map_or(self.units.len(), |n| at + n);
        let verbs = [Cue::Alter, Cue::Delete, Cue::Move, Cue::Grow];
        let has_verb = self.units[from..end]
            .iter()
            .any(|unit| unit.has_any(&verbs));
        if has_verb && !self.has(Cue::If) {
            self.units = self.units[from..end].to_vec();
        }
    }

    fn position(&self, file: &BStr) -> Option<usize> {
        let name = file.to_string().to_lowercase();
        let is_named = |unit: &Unit<'_>| unit.kind == Kind::Code && *unit.word == *name;
        self.units.iter().position(is_named)
    }

    /// Returns whether the file is what a verb with `cue` is about, and not the place of something: nothing that has no part in
    /// the request is between the two. A noun, as in `the delete button`, has another behind it.
    fn is_about(&self, cue: Cue, file: &BStr) -> bool {
        let Some(at) = self.position(file) else {
            return false;
        };
        let is_of = |at: Option<usize>, cue: Cue| {
            let unit = at.and_then(|at| self.units.get(at));
            unit.is_some_and(|unit| unit.has(cue))
        };
        let is_place = match self.tongue.ends_with_verb() {
            true => is_of(Some(at + 1), Cue::Place),
            false => is_of(at.checked_sub(1), Cue::Place),
        };
        let is_free = |unit: &Unit<'_>| {
            let is_filler = unit.has_any(&[Cue::Fill, Cue::Det, Cue::Code, Cue::Open, Cue::New]);
            unit.kind == Kind::Code || is_filler || unit.has_any(&[Cue::You, Cue::Must, Cue::Can])
        };
        let is_verb = |verb: usize| {
            let between = verb.min(at) + 1..verb.max(at);
            let is_noun = self.tongue.ends_with_verb()
                && self
                    .units
                    .get(verb + 1)
                    .is_some_and(|unit| unit.kind == Kind::Unknown && !unit.has(Cue::Must));
            self.units[verb].has(cue) && self.units[between].iter().all(is_free) && !is_noun
        };
        !is_place && !self.has(Cue::Presents) && (0..self.units.len()).any(is_verb)
    }

    fn asks(&self) -> bool {
        [Cue::Alter, Cue::Delete, Cue::Move]
            .into_iter()
            .any(|cue| self.has(cue))
    }
}

/// Reads what a sentence right above a block says of it, in whatever language.
pub(in crate::dialect) fn purpose_above(sentence: &BStr) -> Purpose {
    let said = prose::purpose(sentence);
    if said == Purpose::Silent {
        return purpose(sentence);
    }
    said
}

/// Returns whether a sentence in another language says that what it names stays as it is.
pub(super) fn denies(sentence: &Sentence<'_>) -> bool {
    Foreign::of(sentence).is_some_and(|said| said.denies())
}

/// Returns whether a sentence right above a block asks, in whatever language, to add it to what a file holds.
pub(in crate::dialect) fn adds_to(sentence: &BStr) -> bool {
    let mut sentences = Vec::new();
    sentence::read(sentence, &mut sentences);
    let said = sentences.first().map(|said| lexicon::read(&said.tokens));
    said.is_some_and(|(_, units)| units.iter().any(|unit| unit.has(Cue::Grow)))
}

/// Returns whether a sentence right above a block orders an edit in another language, or says what needs one, or where it goes.
pub(in crate::dialect) fn directs(sentence: &BStr) -> bool {
    const ORDERS: [Cue; 3] = [Cue::Create, Cue::Grow, Cue::Place];
    let mut sentences = Vec::new();
    sentence::read(sentence, &mut sentences);
    let orders = |said: Foreign<'_>| {
        said.asks() || said.needs() || ORDERS.into_iter().any(|cue| said.has(cue))
    };
    sentences.iter().filter_map(Foreign::of).any(orders)
}

/// Returns what a sentence that leads over says of the block below it: that it makes a file, or only shows one.
fn purpose(text: &BStr) -> Purpose {
    let mut sentences = Vec::new();
    sentence::read(text, &mut sentences);
    // A label may be a sentence of its own: `Paso 1. Crea el archivo`.
    let mut purposes = sentences.iter().rev().map(purpose_of);
    let said = purposes.find(|purpose| *purpose != Purpose::Silent);
    said.unwrap_or(Purpose::Silent)
}

fn purpose_of(sentence: &Sentence<'_>) -> Purpose {
    let Some(said) = Foreign::of(sentence) else {
        return Purpose::Silent;
    };
    match said.has(Cue::Create) {
        true if said.may_ask() => Purpose::Creates,
        true => Purpose::Doubtful,
        // Who asks to change the context shows none.
        false if said.has(Cue::Given) && !said.asks() => Purpose::Cites,
        false if said.has(Cue::New) && said.may_ask() => Purpose::Changes,
        // To use it, the file needs what follows.
        false if said.shows() && said.needs() => Purpose::Doubtful,
        false if said.shows() && !said.asks() => Purpose::Shows,
        false if said.has(Cue::Prints) && !said.asks() => Purpose::Outputs,
        false if (said.presents() || said.asks()) && said.may_ask() => Purpose::Changes,
        false => Purpose::Silent,
    }
}

/// Returns whether a sentence says no more of what it names than that it may go: `a.rs kann weg`.
fn is_let_go(sentence: &Sentence<'_>) -> bool {
    /// The most words of such a sentence.
    const N_WORDS: usize = 7;
    let words: Vec<&str> = sentence.tokens.iter().filter_map(Token::word).collect();
    let text = words.join(" ");
    let bound = [
        "wenn", "falls", "als", "si", "se", "quand", "cuando", "quando",
    ];
    let is_bound = words.iter().any(|word| bound.contains(word)) && !text.starts_with("se ");
    let is_one = words.len() <= N_WORDS && !sentence.is_question && !is_bound;
    is_one && (List::LetGo.opens(&text) || List::LetGo.closes(&text))
}

/// Returns whether a sentence begins with the leave to delete the file that it names, whatever it says behind that: `Die
/// Datei a.rs kannst du löschen, sie wird nicht gebraucht`.
fn lets_go(sentence: &Sentence<'_>) -> bool {
    let mut clauses = sentence.tokens.split(|token| *token == Token::Break);
    let first = Sentence {
        tokens: clauses.next().unwrap_or_default().to_vec(),
        ..Sentence::default()
    };
    let names = first.tokens.iter().filter_map(Token::name);
    let n_files = names.filter(|name| is_path(name)).count();
    let may_go = |said: Foreign<'_>| {
        said.has(Cue::Delete) && said.has(Cue::Can) && said.has(Cue::You) && !said.has(Cue::Not)
    };
    n_files == 1 && !sentence.is_question && Foreign::of(&first).is_some_and(may_go)
}

/// Returns what a sentence asks of the files that it names.
pub(super) fn asks<'a>(sentence: &Sentence<'a>) -> Vec<Ask<'a>> {
    let names = || sentence.tokens.iter().filter_map(Token::name);
    let paths: Vec<&'a BStr> = names().filter(|name| is_path(name)).collect();
    // Few sentences name a file, and to hear in which language one speaks takes long.
    let Some(file) = paths.first().copied() else {
        return Vec::new();
    };
    if paths.len() == 1 && is_let_go(sentence) {
        return vec![Ask::Gone(file)];
    }
    let Some(mut said) = Foreign::of(sentence) else {
        return Vec::new();
    };
    said.keep_clause(file);
    if !said.may_ask() {
        let is_gone = !said.has(Cue::If) && lets_go(sentence);
        return is_gone.then_some(Ask::Gone(file)).into_iter().collect();
    }
    let code = sentence.tokens.iter().filter_map(Token::code);
    let code: Vec<&'a BStr> = code.filter(|code| !is_path(code)).collect();
    let deletes = said.has(Cue::Delete);
    let changed = |old, new| Ask::Changed {
        file: Some(file),
        old: Some(old),
        new,
        is_claim: false,
    };
    match code[..] {
        _ if said.is_about(Cue::Move, file) => vec![Ask::Moved(file)],
        [] if said.is_about(Cue::Delete, file) => paths.into_iter().map(Ask::Gone).collect(),
        [old, ..] if deletes => vec![changed(old, None)],
        // What a file that is changed gets may be said in other words than those of the patch.
        [new] if said.has(Cue::Grow) => vec![Ask::Changed {
            file: Some(file),
            old: None,
            new: Some(new),
            is_claim: true,
        }],
        // What it is the value of comes first: `TIMEOUT` von `30` auf `60`.
        [.., old, new] if said.has(Cue::Alter) => vec![changed(old, Some(new))],
        [new] if said.sets() => vec![Ask::Changed {
            file: Some(file),
            old: None,
            new: Some(new),
            is_claim: true,
        }],
        [..] => Vec::new(),
    }
}
