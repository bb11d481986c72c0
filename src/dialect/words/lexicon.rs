//! The words that serve to speak of edits, in each language, with what each says of one. The tables are in `lexicon/*.txt`:
//! a cue, then the words that give it; or `@`, the name of a [`List`], and its words. `a_b` is two words in a row, `word*` all words
//! that begin so. A word that is in no line of a cue names something in the program.

mod cue;
mod list;

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{LazyLock, OnceLock};

use foldhash::fast::RandomState;

use super::sentence::Token;
use cue::CUES;
pub(super) use cue::{Cue, Cues};
pub(super) use list::List;

/// A language, by its table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Tongue(usize);

impl Tongue {
    pub(super) const ENGLISH: Tongue = Tongue(0);
    const TURKISH: Tongue = Tongue(9);

    /// Returns whether the verb of a request ends its clause.
    pub(super) fn ends_with_verb(self) -> bool {
        self == Tongue::TURKISH || TABLES[self.0].1 == Script::Dense
    }
}

/// Whether a language writes blanks between its words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Script {
    Parted,
    Dense,
}

/// The tables, English first.
const TABLES: &[(&str, Script)] = &[
    (include_str!("lexicon/english.txt"), Script::Parted),
    (include_str!("lexicon/german.txt"), Script::Parted),
    (include_str!("lexicon/french.txt"), Script::Parted),
    (include_str!("lexicon/spanish.txt"), Script::Parted),
    (include_str!("lexicon/italian.txt"), Script::Parted),
    (include_str!("lexicon/portuguese.txt"), Script::Parted),
    (include_str!("lexicon/dutch.txt"), Script::Parted),
    (include_str!("lexicon/russian.txt"), Script::Parted),
    (include_str!("lexicon/polish.txt"), Script::Parted),
    (include_str!("lexicon/turkish.txt"), Script::Parted),
    (include_str!("lexicon/chinese.txt"), Script::Dense),
    (include_str!("lexicon/japanese.txt"), Script::Dense),
    (include_str!("lexicon/korean.txt"), Script::Dense),
];

/// A table by words.
type Map<T> = HashMap<&'static str, T, RandomState>;

/// The words of a language.
#[derive(Default)]
struct Words {
    whole: Map<Cues>,
    stems: Map<Cues>,
    /// Words in a row, by the first of them; the longest first.
    rows: Map<Vec<(Vec<&'static str>, Cues)>>,
    /// The most letters of a word, where words are not parted.
    longest: usize,
    /// The most bytes of a stem.
    longest_stem: usize,
}

/// What can be told of a word before it is known which words are beside it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Glance {
    /// What it says in English.
    pub(super) cues: Cues,
    /// How much of it is known there, see [`n_known`].
    pub(super) worth: usize,
    /// What may be the second word of the English rows that begin with it, see [`second`].
    seconds: u64,
    /// Whether it names something in the program.
    pub(super) is_unknown: bool,
    /// The most that is known of it in each language, a byte for each: so words are summed up together.
    pub(super) tongues: u128,
}

impl Glance {
    /// Looks at the first of `tokens`, a word of ASCII, or a row of them; returns how many tokens that is.
    pub(super) fn first(word: &str, tokens: &[Token<'_>]) -> (Glance, usize) {
        let lexicon = &*LEXICON;
        let glance = lexicon.glance(word);
        let next = tokens.get(1).and_then(Token::word);
        if glance.seconds & next.map_or(0, second) == 0 {
            return (glance, 1);
        }
        let Some((parts, cues)) = lexicon.words(Tongue::ENGLISH).row(word, tokens) else {
            return (glance, 1);
        };
        let unit = Unit::of_word(parts.join("_"), *cues);
        let tongues = parts.iter().map(|part| lexicon.glance(part).tongues);
        let glance = Glance {
            tongues: tongues.sum(),
            ..Glance::of_unit(&unit)
        };
        (glance, parts.len())
    }

    fn of_unit(unit: &Unit<'_>) -> Glance {
        Glance {
            cues: unit.cues,
            worth: n_known(std::slice::from_ref(unit)),
            seconds: 0,
            is_unknown: unit.kind == Kind::Unknown && !is_name_of_commit(&unit.word),
            tongues: 0,
        }
    }

    /// Takes `most` for what is known of it in the language with this number, unless that is less than what was.
    fn knows(&mut self, nth: usize, most: usize) {
        let mut counts = self.tongues.to_le_bytes();
        counts[nth] = counts[nth].max(most as u8);
        self.tongues = u128::from_le_bytes(counts);
    }
}

/// Returns one bit for a second word of a row; few words have the same.
fn second(word: &str) -> u64 {
    let bytes = word.as_bytes();
    let ends = bytes.first().zip(bytes.last());
    let (first, last) = ends.map_or((0, 0), |(first, last)| (*first, *last));
    1 << ((usize::from(first) ^ usize::from(last) << 2 ^ bytes.len() << 4) % 64)
}

/// Returns whether another language may know more of a sentence of ASCII than English, which counts its words for `most`;
/// `tongues` is the sum of what they count for in each.
pub(super) fn may_be_foreign(tongues: u128, most: usize) -> bool {
    let counts = tongues.to_le_bytes();
    let parted = |nth: &usize| TABLES[*nth].1 == Script::Parted;
    (1..TABLES.len())
        .filter(parted)
        .any(|nth| usize::from(counts[nth]) > most)
}

/// Returns the most that [`n_known`] counts some words for: none counts more than twice.
const fn most_of(n_words: usize) -> usize {
    2 * n_words
}

/// The words of all languages.
struct Lexicon {
    /// Each language, once a sentence may be of it: most replies are in one.
    languages: Vec<OnceLock<Words>>,
    /// Words of languages that part them.
    glances: Map<Glance>,
    /// With which three letters a stem of ASCII begins, see [`folded`]: a bit for each.
    stems_begin: Vec<u64>,
    /// In which languages, a bit each, a word may begin so.
    tongues_of_stem: Map<u16>,
    /// The most bytes of a stem.
    longest_stem: usize,
}

static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| {
    let mut lexicon = Lexicon {
        languages: TABLES.iter().map(|_| OnceLock::new()).collect(),
        glances: Map::with_capacity_and_hasher(N_GLANCES, RandomState::default()),
        stems_begin: vec![0; N_FOLDED / 64],
        tongues_of_stem: Map::default(),
        longest_stem: 0,
    };
    for (nth, (table, script)) in TABLES.iter().enumerate() {
        if *script == Script::Parted {
            lexicon.add(nth, table);
        }
    }
    for (word, glance) in &mut lexicon.glances {
        let unit = Unit::of_word(*word, glance.cues);
        glance.worth = n_known(std::slice::from_ref(&unit));
        glance.is_unknown = unit.kind == Kind::Unknown && !is_name_of_commit(word);
    }
    let mut glances = std::mem::take(&mut lexicon.glances);
    for (word, glance) in &mut glances {
        lexicon.add_stems(word, glance);
    }
    lexicon.glances = glances;
    lexicon
});

/// There are some fewer words; a table that grows is filled twice.
const N_GLANCES: usize = 4500;

/// How many numbers the first letters of a word fold to.
const N_FOLDED: usize = 1 << 15;

/// Folds the first three letters of a word of ASCII to a number; `None` for one that has fewer.
fn folded(word: &str) -> Option<usize> {
    let letters = word.as_bytes().first_chunk::<3>()?;
    let [first, second, third] = letters.map(|letter| usize::from(letter & 0x1f));
    Some(first | second << 5 | third << 10).filter(|_| letters.is_ascii())
}

/// Looks at a word that no table has.
fn unknown(word: &str) -> Glance {
    Glance {
        is_unknown: !is_name_of_commit(word),
        ..Glance::default()
    }
}

impl Lexicon {
    /// Adds the words of a language, by its number.
    fn add(&mut self, nth: usize, table: &'static str) {
        let is_english = nth == Tongue::ENGLISH.0;
        for (word, cue) in entries(table) {
            if let Some(stem) = word.strip_suffix('*') {
                *self.tongues_of_stem.entry(stem).or_default() |= 1 << nth;
                self.longest_stem = self.longest_stem.max(stem.len());
                if let Some(at) = folded(stem) {
                    self.stems_begin[at / 64] |= 1 << (at % 64);
                }
                continue;
            }
            let mut parts = word.split('_');
            let first = parts.next().unwrap_or_default();
            let glance = self.glances.entry(first).or_default();
            let Some(next) = parts.next() else {
                if is_english {
                    glance.cues.add(Cues::of(&[cue]));
                }
                glance.knows(nth, worth(Cues::of(&[cue])));
                continue;
            };
            glance.knows(nth, most_of(1));
            if is_english {
                glance.seconds |= second(next);
            }
            for part in std::iter::once(next).chain(parts) {
                self.glances.entry(part).or_default().knows(nth, most_of(1));
            }
        }
    }

    fn words(&self, tongue: Tongue) -> &Words {
        let (table, script) = TABLES[tongue.0];
        self.languages[tongue.0].get_or_init(|| Words::of(table, script))
    }

    fn glance(&self, word: &str) -> Glance {
        if let Some(glance) = self.glances.get(word) {
            return *glance;
        }
        let mut glance = unknown(word);
        self.add_stems(word, &mut glance);
        glance
    }

    /// Takes into account the stems with which a word begins. Few do: most are told from those by three letters.
    fn add_stems(&self, word: &str, glance: &mut Glance) {
        let begins_so = |at: usize| self.stems_begin[at / 64] & 1 << (at % 64) != 0;
        if word.len() < 3 || !folded(word).is_none_or(begins_so) {
            return;
        }
        let ends = beginnings(word, self.longest_stem);
        let stems = ends.filter_map(|end| self.tongues_of_stem.get(&word[..end]));
        let tongues = stems.fold(0, |all, tongues| all | tongues);
        let nths = (0..TABLES.len()).filter(|nth| tongues & 1 << nth != 0);
        nths.for_each(|nth| glance.knows(nth, most_of(1)));
    }
}

/// Returns where each beginning of `word` ends that has `longest` bytes at most, the shortest first: to look all of them up
/// in a word of a megabyte would take its square.
fn beginnings(word: &str, longest: usize) -> impl DoubleEndedIterator<Item = usize> {
    let longest = longest.min(word.len());
    let end = (0..=longest).rev().find(|end| word.is_char_boundary(*end));
    let letters = word[..end.unwrap_or_default()].char_indices();
    letters.map(|(at, letter)| at + letter.len_utf8())
}

/// Returns the words, stems and rows of a table, each with a cue that it gives.
fn entries(table: &'static str) -> impl Iterator<Item = (&'static str, Cue)> {
    let lines = table.lines().filter(|line| !line.starts_with(['#', '@']));
    lines.flat_map(|line| {
        let mut fields = line.split_ascii_whitespace();
        let name = fields.next().unwrap_or_default();
        let row = CUES.iter().find(|(own, _)| *own == name);
        let (_, cue) = row.expect("every line of a table begins with a cue");
        fields.map(|word| (word, *cue))
    })
}

impl Words {
    fn of(table: &'static str, script: Script) -> Words {
        let mut words = Words::default();
        let mut rows: HashMap<&str, Cues> = HashMap::new();
        for (word, cue) in entries(table) {
            let cues = match (word.strip_suffix('*'), word.contains('_')) {
                (Some(stem), _) => words.stems.entry(stem).or_default(),
                (None, true) => rows.entry(word).or_default(),
                (None, false) => words.whole.entry(word).or_default(),
            };
            cues.add(Cues::of(&[cue]));
        }
        if script == Script::Dense {
            let lengths = words.whole.keys().map(|word| word.chars().count());
            words.longest = lengths.max().unwrap_or_default();
        }
        let stems = words.stems.keys().map(|stem| stem.len());
        words.longest_stem = stems.max().unwrap_or_default();
        for (row, mut cues) in rows {
            let parts: Vec<&'static str> = row.split('_').collect();
            // What stands for an edit does so in a row as well: `forget_this`.
            if parts[1..]
                .iter()
                .any(|part| matches!(*part, "this" | "that" | "it"))
            {
                cues.add(Cues::of(&[Cue::It]));
            }
            words.rows.entry(parts[0]).or_default().push((parts, cues));
        }
        for rows in words.rows.values_mut() {
            rows.sort_by_key(|(parts, _)| std::cmp::Reverse(parts.len()));
        }
        words
    }

    /// Returns the row that `tokens` begin with, of which `word` is the first.
    fn row(&self, word: &str, tokens: &[Token<'_>]) -> Option<&(Vec<&'static str>, Cues)> {
        let stands = |parts: &[&str]| {
            let behind = tokens.get(..parts.len());
            behind.is_some_and(|tokens| {
                tokens
                    .iter()
                    .zip(parts)
                    .all(|(token, part)| token.word() == Some(*part))
            })
        };
        let mut rows = self.rows.get(word).into_iter().flatten();
        rows.find(|(parts, _)| stands(parts))
    }

    /// Reads the word at the beginning of `tokens`, or a row of them; returns how many tokens that is.
    fn first<'a>(&self, word: &Cow<'a, str>, tokens: &[Token<'a>]) -> (Unit<'a>, usize) {
        if let Some((parts, cues)) = self.row(word, tokens) {
            return (Unit::of_word(parts.join("_"), *cues), parts.len());
        }
        if is_name_of_commit(word) {
            return (Unit::new(Kind::Number, word.clone()), 1);
        }
        let mut cues = self.whole.get(&**word).copied().unwrap_or_default();
        let mut stems = beginnings(word, self.longest_stem).rev();
        let stem = stems.find_map(|end| self.stems.get(&word[..end]));
        cues.add(stem.copied().unwrap_or_default());
        (Unit::of_word(word.clone(), cues), 1)
    }

    /// Parts a text without blanks by the words that are known, the longest first.
    fn part(&self, text: &str, units: &mut Vec<Unit<'_>>) {
        let mut rest = text;
        let mut unknown = String::new();
        while let Some(first) = rest.chars().next() {
            let ends = rest
                .char_indices()
                .map(|(at, letter)| at + letter.len_utf8());
            let ends: Vec<usize> = ends.take(self.longest).collect();
            let mut ends = ends.into_iter().rev();
            let found = ends.find_map(|end| Some((end, *self.whole.get(&rest[..end])?)));
            let end = match found {
                Some((end, cues)) => {
                    if !unknown.is_empty() {
                        units.push(Unit::new(Kind::Unknown, std::mem::take(&mut unknown)));
                    }
                    units.push(Unit::of_word(rest[..end].to_string(), cues));
                    end
                }
                None => {
                    unknown.push(first);
                    first.len_utf8()
                }
            };
            rest = &rest[end..];
        }
        if !unknown.is_empty() {
            units.push(Unit::new(Kind::Unknown, unknown));
        }
    }
}

/// Returns whether a word is the name of a commit, which says nothing.
fn is_name_of_commit(word: &str) -> bool {
    word.len() > 6 && word.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// What tells labels apart, and what is done with files, is of the program.
const OF_PROGRAM: Cues = Cues::of(&[
    Cue::Stage,
    Cue::Platform,
    Cue::Create,
    Cue::Delete,
    Cue::Move,
    Cue::Alter,
    Cue::Grow,
    Cue::New,
    Cue::Presents,
    Cue::Usage,
    Cue::Prints,
    Cue::Given,
    Cue::Order,
    Cue::Amend,
    Cue::Must,
    Cue::Have,
    Cue::Should,
    Cue::Need,
    Cue::Lack,
    Cue::Yet,
    Cue::Forget,
    Cue::Remind,
    Cue::Part,
    Cue::Heed,
    Cue::Open,
    Cue::Place,
    Cue::When,
]);

/// A word, or some in a row that say one thing together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Unit<'a> {
    pub(super) kind: Kind,
    pub(super) word: Cow<'a, str>,
    pub(super) cues: Cues,
}

/// What a unit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// It is a word that is known.
    Known,
    /// It names something in the program.
    Unknown,
    /// It is code, or the name of a file.
    Code,
    /// It is a number.
    Number,
    /// A sign parts clauses.
    Break,
}

impl<'a> Unit<'a> {
    fn new(kind: Kind, word: impl Into<Cow<'a, str>>) -> Unit<'a> {
        Unit {
            kind,
            word: word.into(),
            cues: Cues::default(),
        }
    }

    fn of_word(word: impl Into<Cow<'a, str>>, cues: Cues) -> Unit<'a> {
        let kind = match cues.0 & !OF_PROGRAM.0 {
            0 => Kind::Unknown,
            _ => Kind::Known,
        };
        Unit {
            cues,
            ..Unit::new(kind, word)
        }
    }

    pub(super) fn has(&self, cue: Cue) -> bool {
        self.cues.has(cue)
    }

    pub(super) fn has_any(&self, cues: &[Cue]) -> bool {
        self.cues.has_any(cues)
    }
}

/// Returns the words of all languages that part them, those of English as often as all others; rows with `_` between.
#[cfg(test)]
pub(super) fn all_words() -> Vec<&'static str> {
    let of = |nth: usize| entries(TABLES[nth].0).map(|(word, _)| word.trim_end_matches('*'));
    let parted = (1..TABLES.len()).filter(|nth| TABLES[*nth].1 == Script::Parted);
    let others: Vec<&str> = parted.flat_map(of).collect();
    let english = of(Tongue::ENGLISH.0).collect::<Vec<_>>();
    let english = english.into_iter().cycle().take(others.len());
    english.chain(others.iter().copied()).collect()
}

/// Returns the language that knows most of a sentence, each of those that part words being asked.
#[cfg(test)]
pub(super) fn knows_most(tokens: &[Token<'_>]) -> Tongue {
    let known = |tongue: &Tongue| n_known(&units(tokens, *tongue));
    let parted = (1..TABLES.len()).filter(|nth| TABLES[*nth].1 == Script::Parted);
    parted.map(Tongue).fold(Tongue::ENGLISH, |best, tongue| {
        match known(&tongue) > known(&best) {
            true => tongue,
            false => best,
        }
    })
}

/// Returns whether a sentence is English by each of its words; one that is may not be told by this.
pub(super) fn is_plainly_english(tokens: &[Token<'_>]) -> bool {
    let (mut tongues, mut most, mut at) = (0, 0, 0);
    while let Some(token) = tokens.get(at) {
        let n_tokens = match token.word() {
            Some(word) if !word.is_ascii() => return false,
            Some(word) => {
                let (glance, n_tokens) = Glance::first(word, &tokens[at..]);
                tongues += glance.tongues;
                most += glance.worth;
                n_tokens
            }
            None => 1,
        };
        at += n_tokens;
    }
    !may_be_foreign(tongues, most)
}

/// Reads a sentence in the language that knows most of its words.
pub(super) fn read<'a>(tokens: &[Token<'a>]) -> (Tongue, Vec<Unit<'a>>) {
    let mut best = (Tongue::ENGLISH, units(tokens, Tongue::ENGLISH));
    let mut most = n_known(&best.1);
    let words = || tokens.iter().filter_map(Token::word);
    let has_dense = words().any(|word| word.chars().any(is_dense));
    let mut counts = [0; TABLES.len()];
    for word in words() {
        let tongues = LEXICON.glance(word).tongues.to_le_bytes();
        let known = counts.iter_mut().zip(tongues);
        known.for_each(|(count, most)| *count += usize::from(most));
    }
    for tongue in (1..TABLES.len()).map(Tongue) {
        let may_know = match TABLES[tongue.0].1 {
            Script::Parted => counts[tongue.0] > most,
            Script::Dense => has_dense,
        };
        if !may_know {
            continue;
        }
        let units = units(tokens, tongue);
        let n = n_known(&units);
        if n > most {
            (best, most) = ((tongue, units), n);
        }
    }
    best
}

/// Returns how much of a sentence is known. A word that says something counts more than one that fills, and in a script
/// without blanks each letter counts.
fn n_known(units: &[Unit<'_>]) -> usize {
    let of_unit = |unit: &Unit<'_>| {
        let n_letters = match unit.word.chars().next() {
            Some(first) if is_dense(first) => unit.word.chars().count(),
            Some(_) | None => 1,
        };
        n_letters * unit.word.split('_').count() * worth(unit.cues)
    };
    let known = units.iter().filter(|unit| unit.cues != Cues::default());
    known.map(of_unit).sum()
}

/// Returns how much a word counts that is known: more where it does not only fill.
fn worth(cues: Cues) -> usize {
    const FILLS: Cues = Cues::of(&[Cue::Fill, Cue::Det, Cue::Open, Cue::Place, Cue::When]);
    1 + usize::from(cues.0 & !FILLS.0 != 0)
}

/// Returns whether a letter is of a script without blanks: from Hangul and Kana on.
fn is_dense(letter: char) -> bool {
    letter as u32 >= 0x1100
}

fn units<'a>(tokens: &[Token<'a>], tongue: Tongue) -> Vec<Unit<'a>> {
    let (words, script) = (LEXICON.words(tongue), TABLES[tongue.0].1);
    let mut units = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let (unit, n) = match &tokens[at] {
            Token::Break => (Unit::new(Kind::Break, ","), 1),
            token @ Token::Value(number) if token.is_number() => {
                (Unit::new(Kind::Number, number.to_string()), 1)
            }
            Token::Name(code) | Token::Value(code) => {
                (Unit::new(Kind::Code, code.to_string().to_lowercase()), 1)
            }
            Token::Word(word) if script == Script::Dense && !word.is_ascii() => {
                words.part(word, &mut units);
                at += 1;
                continue;
            }
            Token::Word(word) => words.first(word, &tokens[at..]),
        };
        units.push(unit);
        at += n;
    }
    units
}
