//! Lead-ins that add the block below them to the edits above: `Also:`, `The file needs this, too:`, `At the top:`.

use bstr::{BStr, ByteSlice};

use super::asked_words::{CONDITIONS, DENIALS, REMINDED, verb};
use super::edit_words::ARTICLES;
use super::lexicon::List;
use super::prose;
use super::prose_words::ONE_MORE;
use super::purpose::Purpose;
use super::sentence::{self, Token};

/// Words that begin such a lead-in, beside those of [`ONE_MORE`], as rows.
const JOINTS: &[&str] = &[
    "additionally", "besides", "furthermore", "moreover", "likewise", "in addition", "as well as",
    "together with", "along with", "on top of that", "on top", "apart from that", "same file",
];

/// Words that say what is missing: `it needs a guard`.
const NEEDING: &[&str] = &[
    "need", "needs", "needed", "require", "requires", "required", "missing", "lacks",
];

/// Words for getting something, and for one thing more.
const GETTING: &[&str] = &["gets", "get", "gains", "receives", "has", "wants"];
const MORE: &[&str] = &[
    "more", "another", "second", "third", "additional", "extra", "further",
];

/// Places that a block can go to, and parts of code that are places.
const ENDS: &[&str] = &["top", "bottom", "end", "start", "beginning", "head"];
const SIDES: &[&str] = &[
    "below", "above", "under", "beneath", "behind", "after", "before",
];
const UNITS: &[&str] = &[
    "file", "class", "block", "function", "method", "module", "section", "struct", "table",
    "component", "resource", "target", "job", "step", "list", "object", "place", "script",
];
const PARTS: &[&str] = &["part", "half", "piece", "portion"];
const ORDINALS: &[&str] = &[
    "second", "third", "fourth", "last", "other", "next", "final",
];

/// Words that only say when: `Then`, `Now`.
const TIMES: &[&str] = &["then", "now", "next", "so"];

/// Words for what an order is about.
const OBJECTS: &[&str] = &[
    "it", "them", "these", "those", "both", "everything", "the", "your", "our",
];

/// Words that are before such a word and are no verb: `With it`, `Only the first`.
const PREPOSITIONS: &[&str] = &[
    "after", "all", "as", "before", "both", "by", "during", "even", "for", "from", "given", "how",
    "like", "of", "on", "only", "once", "under", "what", "when", "while", "why", "with", "without",
];

/// Words that say where a block goes.
const PLACES: &[&str] = &[
    "in", "inside", "into", "within", "to", "at", "where", "here", "and", "also", "plus",
    "finally", "lastly", "first", "last",
];

/// The most words of a lead-in that says where its block goes.
const N_WORDS: usize = 9;

/// Returns whether a lead-in names the block below it, or adds it to those above, and says nothing else: `Then:`, `And the
/// helper:`, `The tests:`. [`prose::purpose`] knows examples and output.
pub(in crate::dialect) fn introduces_more(sentence: &BStr) -> bool {
    /// The most words of a name, with its article.
    const N_NAME: usize = 4;
    let words = prose::words(sentence);
    let words: Vec<&str> = words.iter().filter_map(|word| word.to_str().ok()).collect();
    let is_more = |word: &&&str| ONE_MORE.contains(word);
    let n_more = words.iter().take_while(is_more).count();
    let name = &words[n_more..];
    let is_article = |word: &&str| ARTICLES.contains(word);
    let is_name = name.len() <= N_NAME && name.first().is_some_and(is_article);
    sentence::leads_on(sentence) && (n_more > 0 || is_name || Lead::of(sentence).joins())
}

/// Returns whether a lead-in adds its block to what the file of the edits above holds. Its words are also those of other talk:
/// only code in the language of that file is such a block.
pub(in crate::dialect) fn adds(sentence: &BStr) -> bool {
    let lead = Lead::of(sentence);
    let says_so = || lead.is_joint_alone() || lead.says_more();
    prose::leads_on(sentence) && (lead.reminds() || !lead.is_bound() && says_so())
}

/// Returns whether a lead-in orders something, names the code that its block becomes, or says where that goes: `Register it`, `The
/// caller`, `And in main`. `After the change` only says when.
pub(in crate::dialect) fn directs(sentence: &BStr) -> bool {
    /// The most words of a name, with its article.
    const N_NAME: usize = 4;
    let lead = Lead::of(sentence);
    let words: Vec<&str> = lead.words().collect();
    let n_times = words.iter().take_while(|word| TIMES.contains(word)).count();
    let rest = &words[n_times..];
    let is_name = rest.len() <= N_NAME && matches!(rest, ["the" | "your" | "our", _, ..]);
    let orders = matches!(rest, [verb, object, ..]
        if OBJECTS.contains(object) && !verb.ends_with("ing") && !PREPOSITIONS.contains(verb));
    let changes = rest.iter().any(|word| verb(word).is_some());
    let creates = matches!(
        prose::purpose(sentence),
        Purpose::Creates | Purpose::Doubtful
    );
    !rest.is_empty()
        && !matches!(words[..], ["after" | "with", ..])
        && (is_name
            || orders
            || changes
            || creates
            || prose::orders_a_change(sentence)
            || lead.has(PLACES)
            || lead.has(&["become", "becomes"])
            || lead.says_more())
}

/// Returns whether a heading is the name of what the first line of a block makes, which does not use it.
pub(in crate::dialect) fn heads(heading: &BStr, first: &BStr) -> bool {
    /// A shorter name is too common to tell.
    const N_LETTERS: usize = 4;
    let is_heading = heading.starts_with(b"#") || heading.starts_with(b"**");
    let words = prose::words(heading);
    let [.., name] = &words[..] else {
        return false;
    };
    let first = first.to_ascii_lowercase();
    let first = first.as_bstr();
    let is_end = |byte: Option<&u8>| byte.is_none_or(|byte| !byte.is_ascii_alphanumeric());
    let mut found = first.find_iter(name).filter(|at| {
        let before = at.checked_sub(1).and_then(|at| first.get(at));
        is_end(before) && is_end(first.get(at + name.len()))
    });
    // `m.smooth(x)` and `smooth(x)` use it.
    let is_made =
        |at: usize| at > 0 && first[at - 1] != b'.' && first.get(at + name.len()) != Some(&b'(');
    is_heading && words.len() <= 2 && name.len() >= N_LETTERS && found.any(is_made)
}

/// Returns whether a lead-in says how a test may look, or that one could be added.
pub(in crate::dialect) fn offers_test(sentence: &BStr) -> bool {
    let lead = Lead::of(sentence);
    lead.has(&["test", "tests"]) && lead.has(&["could", "might", "may", "example"])
}

/// Returns whether a sentence says beside what a block goes: `after the bucket`, `at the end of the file`. After a change is a
/// time, and no place.
pub(in crate::dialect) fn is_beside(sentence: &BStr) -> bool {
    const CHANGES: &[&str] = &[
        "change", "changes", "edit", "edits", "update", "updates", "fix", "this", "that", "these",
        "refactoring", "applying", "adding", "removing",
    ];
    let lead = Lead::of(sentence);
    let is_at_end = lead.has_pair(&["the", "very", "am"], ENDS) && lead.has(&["at", "to"]);
    // `It was different before` names nothing beside which it goes.
    let is_side = lead.tokens.windows(2).any(|pair| {
        let is_named =
            pair[1].code().is_some() || pair[1].word().is_some_and(|it| ARTICLES.contains(&it));
        pair[0].word().is_some_and(|it| SIDES.contains(&it)) && is_named
    });
    !lead.is_question && !lead.has(CHANGES) && (is_side || is_at_end)
}

/// What a lead-in says.
struct Lead<'a> {
    tokens: Vec<Token<'a>>,
    is_question: bool,
}

impl<'a> Lead<'a> {
    fn of(line: &'a BStr) -> Lead<'a> {
        let mut sentences = Vec::new();
        sentence::read(line, &mut sentences);
        let last = sentences.into_iter().rfind(|it| !it.tokens.is_empty());
        let last = last.unwrap_or_default();
        let is_number = |token: &Token<'_>| token.is_number() || *token == Token::Break;
        let n_numbers = last.tokens.iter().take_while(|it| is_number(it)).count();
        Lead {
            tokens: last.tokens[n_numbers..].to_vec(),
            is_question: last.is_question,
        }
    }

    fn words(&self) -> impl Iterator<Item = &str> {
        self.tokens.iter().filter_map(Token::word)
    }

    fn has(&self, words: &[&str]) -> bool {
        self.words().any(|word| words.contains(&word))
    }

    /// Returns whether two of its words, one behind the other, are of these.
    fn has_pair(&self, first: &[&str], second: &[&str]) -> bool {
        let words: Vec<&str> = self.words().collect();
        let is_pair = |pair: &[&str]| first.contains(&pair[0]) && second.contains(&pair[1]);
        words.windows(2).any(is_pair)
    }

    fn is_short(&self) -> bool {
        self.words().count() <= N_WORDS
    }

    /// Returns whether it says when something holds, or that it does not.
    fn is_bound(&self) -> bool {
        self.is_question || self.has(CONDITIONS) || self.has(&["no", "nothing", "longer", "all"])
    }

    fn begins(&self, rows: &[&str]) -> bool {
        rows.iter().any(|row| {
            let mut words = self.tokens.iter().map(Token::word);
            row.split(' ').all(|word| words.next() == Some(Some(word)))
        })
    }

    fn joins(&self) -> bool {
        /// How many words a clause has in which a word such as `y` joins.
        const N_SHORT: usize = 4;
        let is_short = self.words().count() <= N_SHORT;
        let words: Vec<&str> = self.words().collect();
        let joins = self.begins(JOINTS) || is_short && List::Joint.opens(&words.join(" "));
        joins && !self.uses()
    }

    /// Returns whether it adds its block to what is there, with more than a word that joins.
    fn says_more(&self) -> bool {
        self.joins()
            || self.needs()
            || self.is_place()
            || self.is_part()
            || self.gets_more()
            || self.orders_also()
            || self.reminds()
    }

    fn uses(&self) -> bool {
        self.words().any(|word| List::Uses.has(word))
    }

    /// Returns whether it is nothing but a word that joins, without a sign behind it.
    fn is_joint_alone(&self) -> bool {
        let is_filler = |word: &str| ONE_MORE.contains(&word) || ARTICLES.contains(&word);
        let fills = |word: &str| is_filler(word) || matches!(word, "matching" | "corresponding");
        let first = self.words().next();
        first.is_some_and(|word| ONE_MORE.contains(&word)) && self.words().all(fills)
    }

    /// Returns whether it is a reminder: `Don't forget the import`.
    fn reminds(&self) -> bool {
        let is_denied = self.has_pair(DENIALS, REMINDED);
        is_denied && self.is_short() && !self.is_question
    }

    fn needs(&self) -> bool {
        self.has(NEEDING) && self.is_short() && !self.uses()
    }

    /// Returns whether it is a place: `At the end of the file`, `Below that`, `In the same block`, ``Under `env` ``.
    fn is_place(&self) -> bool {
        let is_placing = |word: &str| SIDES.contains(&word) || List::Placing.has(word);
        let begins = self.words().next().is_some_and(is_placing);
        let names = || self.tokens.iter().any(|token| token.name().is_some());
        let is_named = || begins && names() && self.words().all(is_placing);
        let says_where = self.has_pair(&["the", "very"], ENDS) && self.has(&["at", "to", "near"])
            || self.has_pair(SIDES, &["that", "it", "this", "them", "these", "those"])
            || self.has_pair(&["further", "farther"], &["down", "up", "below", "above"])
            || self.has_pair(&["same"], UNITS);
        self.is_short() && (says_where || is_named())
    }

    fn is_part(&self) -> bool {
        let numbered = self.tokens.windows(2).any(|pair| {
            pair[0].word().is_some_and(|word| PARTS.contains(&word)) && pair[1].is_number()
        });
        self.is_short() && (numbered || self.has_pair(ORDINALS, PARTS))
    }

    fn gets_more(&self) -> bool {
        self.is_short() && self.has(GETTING) && self.has(MORE)
    }

    /// Returns whether it orders something as well: `Set the port, too`.
    fn orders_also(&self) -> bool {
        let orders = self
            .words()
            .next()
            .and_then(verb)
            .is_some_and(|(_, is_claim)| !is_claim);
        let is_also = self.has(&["too", "also"]) || self.has_pair(&["as"], &["well"]);
        orders && is_also && self.is_short()
    }
}
