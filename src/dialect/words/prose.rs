//! What the words above a block say of it: whether a file is to be written, or is only spoken of.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use bstr::{BStr, BString, ByteSlice};
use foldhash::fast::RandomState;

use super::edit_words::{ARTICLES, EDITS, POINTING, PRONOUNS};
use super::given;
use super::given_words::FILES;
use super::prose_words::{
    ADOPTING, BEFORE_THE_VERB, CHANGING, CREATING, DENYING, KINDS, LANDING, LEFT_OUT, ONE_MORE,
    PLAIN_CHANGES, POINTED_TO, PROGRAMS, PUT, REST, SPOKEN, SUBORDINATING, TO_THE_BLOCK,
};
use super::purpose::Purpose;
use crate::text::Trim;
use crate::text::item::begins_item;

/// What is looked up word by word in every sentence of a reply.
struct Tables {
    changes: HashSet<&'static str, RandomState>,
    edits: HashSet<&'static str, RandomState>,
    /// The first of the rules of [`SPOKEN`] that holds where a word stands, or two in a row, by index.
    by_word: HashMap<&'static str, usize, RandomState>,
    by_pair: HashMap<(&'static str, &'static str), usize, RandomState>,
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let mut tables = Tables {
        changes: PLAIN_CHANGES.iter().chain(CHANGING).copied().collect(),
        edits: EDITS.iter().copied().collect(),
        by_word: HashMap::default(),
        by_pair: HashMap::default(),
    };
    for (rule, (_, phrases)) in SPOKEN.iter().enumerate() {
        for phrase in *phrases {
            match phrase.split_once(' ') {
                Some(pair) => tables.by_pair.entry(pair).or_insert(rule),
                None => tables.by_word.entry(phrase).or_insert(rule),
            };
        }
    }
    tables
});

/// Returns whether a line is a command line, as it stands above its output.
pub(in crate::dialect) fn is_command(line: &BStr) -> bool {
    let text = line.trim_with(|c| matches!(c, '`' | '*' | ' ' | '\t'));
    // A command in backticks, and a colon behind it.
    let in_ticks = line.trimmed().strip_prefix(b"`");
    let in_ticks = in_ticks.and_then(|rest| rest.strip_suffix(b"`:"));
    let text = in_ticks.filter(|it| !it.contains(&b'`')).unwrap_or(text);
    if text.starts_with(b"$ ") || text.starts_with(b"% ") || text.starts_with(b"PS>") {
        return true;
    }
    let mut words = text.spaced();
    let first = words.next().unwrap_or_default();
    let second = words.next();
    let has_more = second.is_some();
    // `export const a = 1;` is a line of a module.
    let is_variable = |word: &[u8]| word.contains(&b'=') || word.iter().all(u8::is_ascii_uppercase);
    if first == b"export" && !second.is_some_and(is_variable) {
        return false;
    }
    let is_flagged = || text.contains_str(" -");
    let is_script = first.starts_with(b"./") && (has_more || is_script_name(first));
    let is_program = has_more && PROGRAMS.iter().any(|name| name.as_bytes() == first);
    is_script || is_program && (!matches!(text.last(), Some(b':' | b'.' | b'!')) || is_flagged())
}

/// Returns whether code amid a sentence is a command, and no line of a file: `crontab -e`, `cd src`.
pub(in crate::dialect) fn is_run(code: &BStr) -> bool {
    let mut words = code.fields();
    let first = words.next().unwrap_or_default();
    let is_name = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || *byte == b'-';
    let is_flag = |word: &[u8]| {
        word.strip_prefix(b"-")
            .is_some_and(|flag| flag.iter().any(u8::is_ascii_alphabetic))
    };
    is_command(code) || first.iter().all(is_name) && words.any(is_flag)
}

/// Returns whether `./name` is run rather than named: a script, or a program without an extension.
fn is_script_name(word: &[u8]) -> bool {
    let name = &word[2..];
    !name.is_empty() && !name.contains(&b'/') && (!name.contains(&b'.') || name.ends_with(b".sh"))
}

/// Reads what a sentence says of the block below it; words in backticks are names, and say nothing.
pub(in crate::dialect) fn purpose(sentence: &BStr) -> Purpose {
    let said = purpose_of_words(sentence);
    let is_quoted = matches!(said, Purpose::Cites | Purpose::Quotes);
    // `So that a.py reads`, and no more, is the end of the request above it.
    if is_quoted && matches!(&words(sentence)[..], [so, that, ..] if so == "so" && that == "that") {
        return Purpose::Changes;
    }
    let asked = main_clause(sentence).filter(|_| is_quoted);
    let asked = asked.map(purpose_of_words);
    asked.filter(|it| it.asks_for_a_change()).unwrap_or(said)
}

/// Returns the request that follows the subordinate clause with which a sentence begins: `Before you run it, add this`.
fn main_clause(sentence: &BStr) -> Option<&BStr> {
    let begin = sentence.find(", ")?;
    let first = words(sentence[..begin].as_bstr());
    let is_subordinate = first
        .first()
        .is_some_and(|first| SUBORDINATING.iter().any(|it| first == it.as_bytes()));
    let main = sentence[begin + 2..].as_bstr();
    // `Before that, we replaced it` tells of what was done.
    let orders = words(main).first().is_some_and(|verb| {
        let is_verb = |set: &[&str]| set.iter().any(|it| verb == it.as_bytes());
        !verb.ends_with(b"ed") && (is_verb(CREATING) || is_verb(CHANGING))
    });
    (is_subordinate && orders).then_some(main)
}

fn purpose_of_words(sentence: &BStr) -> Purpose {
    if is_command(sentence) {
        return Purpose::Runs;
    }
    let words = words(sentence);
    let mut words: Vec<&str> = words.iter().filter_map(|word| word.to_str().ok()).collect();
    // `It needs no change` asks for none.
    if let Some(no) = words
        .windows(2)
        .position(|pair| pair[0] == "no" && matches!(pair[1], "change" | "changes"))
    {
        words.drain(no..no + 2);
    }
    if let [only] | [only, "this" | "following"] = words[..]
        && matches!(only, "with" | "by" | "to" | "into" | "after")
    {
        return Purpose::Changes;
    }
    let tables = &*TABLES;
    let names_change = words.iter().any(|word| tables.changes.contains(word));
    // `The relevant change` is one.
    let names_edit = names_change || words.iter().any(|word| tables.edits.contains(word));
    if !names_edit && given::is_from_elsewhere(&words) {
        return Purpose::Quotes;
    }
    if !names_edit && given::is_given(&words) {
        return Purpose::Cites;
    }
    // Whoever asks has not decided yet.
    if sentence.trimmed_end().ends_with(b"?") {
        return if names_change {
            Purpose::Doubtful
        } else {
            Purpose::Shows
        };
    }
    if let Some(purpose) = of_first_verb(&words) {
        return purpose;
    }
    if !names_edit && is_like_other(&words) {
        return Purpose::Shows;
    }
    // What could be changed may be meant to be.
    let said = by_rule(&words);
    match said == Purpose::Shows && names_change {
        true => Purpose::Doubtful,
        false => said,
    }
}

/// Returns what the verb says with which a sentence begins.
fn of_first_verb(words: &[&str]) -> Option<Purpose> {
    let is_aim = words.first() == Some(&"to");
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let verb = words
        .iter()
        .find(|word| !BEFORE_THE_VERB.contains(word) && !is_number(word))?;
    let ends_with = |last: &str| words.last() == Some(&last);
    match *verb {
        verb if !is_aim && CREATING.contains(&verb) => Some(Purpose::Creates),
        verb if !is_aim && CHANGING.contains(&verb) => Some(Purpose::Changes),
        "run" | "execute" => Some(Purpose::Runs),
        "verify" | "check" | "confirm" | "validate" | "verification" => Some(Purpose::Shows),
        "see" | "test" if is_aim => Some(Purpose::Shows),
        // `You should now see:` what the program prints.
        "see" if words.contains(&"you") && ends_with("see") => Some(Purpose::Outputs),
        // `The tests print:`, and not `Print the sum:`.
        _ => (words.len() > 2 && ends_with("print")).then_some(Purpose::Outputs),
    }
}

/// Returns whether a sentence says that something else does as the code does: `This is how Celery does it`, and not `This does the
/// same for`, which is an edit.
fn is_like_other(words: &[&str]) -> bool {
    let is_of_other = |pair: &[&str]| {
        pair[1] == "does"
            && !matches!(
                pair[0],
                "this" | "that" | "it" | "which" | "what" | "following"
            )
    };
    let likens = |word: &&str| matches!(*word, "how" | "like" | "same" | "similar" | "similarly");
    words.iter().any(likens) && words.windows(2).any(is_of_other)
}

/// Returns what the first of the rules says that holds of a sentence.
fn by_rule(words: &[&str]) -> Purpose {
    let is_change = |verb: &&str| CREATING.contains(verb) || CHANGING.contains(verb);
    // `I'd add` proposes an edit, `You'd add` says what could be.
    let is_mine_to_change = |at: usize| {
        let proposes = at > 0 && words[at - 1] == "i";
        proposes && words.get(at + 1).is_some_and(is_change)
    };
    let is_wished = words
        .windows(2)
        .enumerate()
        .any(|(at, pair)| pair[0] == "d" && is_change(&pair[1]) && !is_mine_to_change(at));
    let tables = &*TABLES;
    let by_word = words.iter().enumerate();
    let by_word = by_word.filter(|(at, word)| match **word {
        "would" => !is_mine_to_change(*at),
        word => counts(words, *at, word),
    });
    let wished = is_wished.then_some(&"would");
    let by_word = by_word.map(|(_, word)| word).chain(wished);
    let by_word = by_word.filter_map(|word| tables.by_word.get(word));
    let by_pair = words.windows(2);
    let by_pair = by_pair.filter_map(|pair| tables.by_pair.get(&(pair[0], pair[1])));
    let rule = by_word.chain(by_pair).min();
    rule.map_or(Purpose::Silent, |rule| SPOKEN[*rule].0)
}

/// Returns whether the word at `at` has its usual meaning: the words beside it may give it another.
fn counts(words: &[&str], at: usize, word: &str) -> bool {
    let has = |table: &[&str]| words.iter().any(|word| table.contains(word));
    let mut pairs = words.windows(2);
    match word {
        // `I have implemented it` says what was done; `it can have` and `it must have` speak of what comes.
        "have" => {
            let is_to_have = at > 0
                && matches!(
                    words[at - 1],
                    "can" | "could" | "must" | "should" | "to" | "then"
                );
            !is_to_have && !pairs.any(|pair| pair[0] == "have" && pair[1].ends_with("ed"))
        }
        // `My answer` is no program's.
        "answer" | "output" => !has(&["my"]),
        // What is said of the rest, or of what is left out, is about what is not shown.
        "unchanged" => {
            !has(REST)
                && !has(LEFT_OUT)
                && !pairs.any(|pair| matches!(pair, ["left" | "leaving", "out"]))
        }
        _ => true,
    }
}

/// Returns whether a sentence calls what follows an example by nothing but words that leave it open: `Alternatively,`, `If you
/// want less,`. A file below it may be meant.
pub(in crate::dialect) fn leaves_open(sentence: &BStr) -> bool {
    const OPEN: &[&str] = &["alternatively", "optionally", "optional", "prefer", "would"];
    let mut words = words(sentence);
    let n_words = words.len();
    words.retain(|word| !OPEN.iter().any(|open| word == open.as_bytes()));
    if let Some(at) = words
        .windows(2)
        .position(|pair| pair[0] == "if" && pair[1] == "you")
    {
        words.drain(at..at + 2);
    }
    let rest = bstr::join(" ", &words);
    words.len() < n_words
        && purpose(sentence) == Purpose::Shows
        && matches!(
            purpose(rest.as_bstr()),
            Purpose::Silent | Purpose::Creates | Purpose::Changes | Purpose::Doubtful
        )
}

/// Returns whether a sentence leads over to another way to do what is done above it: `Alternatively`, `It could also go into`. One
/// that calls it an example, or a use, does not.
pub(in crate::dialect) fn offers_another_way(sentence: &BStr) -> bool {
    let words = words(sentence);
    let has = |set: &[&str]| {
        words
            .iter()
            .any(|word| set.iter().any(|it| word == it.as_bytes()))
    };
    let mut pairs = words.windows(2);
    let is_other = has(&["alternatively", "alternative", "instead"])
        || has(&["another", "other", "second"])
            && has(&["option", "way", "version", "variant", "possibility"])
        || pairs.any(|pair| (pair[0] == "could" || pair[0] == "can") && pair[1] == "also");
    is_other && !has(KINDS) && !has(&["call", "use", "used", "test", "run", "helper"])
}

/// Returns whether a clause may ask to do as the block above it does: `Use that`, `Do the same`. One that leads over to
/// another block is about that one.
pub(in crate::dialect) fn adopts(clause: &BStr) -> bool {
    let words = words(clause);
    let has = |set: &[&str]| {
        words
            .iter()
            .any(|word| set.iter().any(|it| word == it.as_bytes()))
    };
    let is_said = || has(ADOPTING) || has(CREATING) || has(CHANGING);
    !clause.trimmed_end().ends_with(b":") && !has(DENYING) && is_said()
}

/// Returns whether a clause asks to make a file of the block above it: `Create it`, `Add this file`.
pub(in crate::dialect) fn creates_above(clause: &BStr) -> bool {
    let words = words(clause);
    let is_of = |word: &BString, set: &[&str]| set.iter().any(|it| word == it.as_bytes());
    let mut said = words.iter().skip_while(|word| is_of(word, BEFORE_THE_VERB));
    let asks = said.next().is_some_and(|verb| is_of(verb, CREATING));
    let points = said
        .next()
        .is_some_and(|word| is_of(word, &["it", "this", "that"]));
    asks && points && !clause.trimmed_end().ends_with(b":")
}

/// Returns whether the words above a block say that it is quoted from something else than a file.
pub(in crate::dialect) fn is_from_elsewhere(words: &[BString]) -> bool {
    let words: Vec<&str> = words.iter().filter_map(|word| word.to_str().ok()).collect();
    given::is_from_elsewhere(&words)
}

/// Returns whether a sentence makes a block talk by no more than a word for what the block is, such as `example` or `log`: that
/// word may be about the file.
pub(in crate::dialect) fn only_calls(sentence: &BStr) -> bool {
    let words = words(sentence);
    let is_kind = |word: &&BString| !KINDS.iter().any(|kind| *word == kind.as_bytes());
    let rest: Vec<&[u8]> = words.iter().filter(is_kind).map(|word| &word[..]).collect();
    !is_command(sentence) && !purpose(bstr::join(" ", rest).as_bstr()).is_talk()
}

/// Returns whether a sentence orders a change, and does not only say what could be.
pub(in crate::dialect) fn orders_a_change(sentence: &BStr) -> bool {
    const MAY: &[&str] = &[
        "let", "you", "we", "i", "could", "can", "would", "want", "have", "if",
    ];
    let words = words(sentence);
    let is_of = |word: &BString, set: &[&str]| set.iter().any(|it| word == it.as_bytes());
    // `1. In a.py, replace` begins with the number of its item, `2 lines change` with a count.
    let is_number = |word: &BString| word.iter().all(u8::is_ascii_digit);
    let n_marks = usize::from(begins_item(sentence) && words.first().is_some_and(is_number));
    let unmarked = words.iter().skip(n_marks);
    let n_before = unmarked.take_while(|word| is_of(word, BEFORE_THE_VERB));
    let verb = Some(n_marks + n_before.count()).filter(|verb| *verb < words.len());
    let Some(verb) = verb else { return false };
    let is_base = !words[verb].ends_with(b"ed") && asks_to_change(&words[verb]);
    is_base
        && !words[..verb].iter().any(|word| is_of(word, MAY))
        && purpose(sentence) == Purpose::Changes
}

/// Returns whether a sentence of its own only announces edits, `Here are the changes`, and does not ask to change a file:
/// `Update this file`, `The modified module`.
pub(in crate::dialect) fn announces(sentence: &BStr) -> bool {
    let words = words(sentence);
    let changes = |word: &BString| asks_to_change(word);
    let is_of = |word: Option<&BString>, set: &[&str]| {
        word.is_some_and(|word| set.iter().any(|it| word == it.as_bytes()))
    };
    let before = |word: &&BString| is_of(Some(word), BEFORE_THE_VERB);
    let verb = words.iter().take_while(before).count();
    let behind = words.get(verb + 1..).unwrap_or_default();
    let points = |word: &&BString| {
        [ARTICLES, POINTING, PRONOUNS]
            .iter()
            .any(|it| is_of(Some(word), it))
    };
    let object = behind.iter().find(|word| !points(word));
    let is_edit = object.is_none_or(|word| is_of(Some(word), EDITS));
    let is_noun = verb > 0 && is_of(words.get(verb - 1), ARTICLES);
    let asks = words.get(verb).is_some_and(changes) && !is_noun;
    // A file that is to change, or has, was there.
    let was_there = words.iter().any(changes) && words.iter().any(|word| is_of(Some(word), FILES));
    !was_there && (!asks || is_edit)
}

/// Returns whether a sentence leads over to what follows: it ends with a colon, or is a label without an end.
pub(in crate::dialect) fn leads_on(sentence: &BStr) -> bool {
    /// The most words of a label.
    const N_WORDS: usize = 4;
    let text = sentence.trim_end_with(|c| matches!(c, '*' | '_' | '`' | ' ' | '\t'));
    let is_ended = [".", "!", "?", ")", "。"]
        .iter()
        .any(|end| text.ends_with(end.as_bytes()));
    text.ends_with(b":") || !is_ended && text.fields().count() <= N_WORDS
}

/// Returns whether words do no more than join what follows to what came before: `Then`, `And also`.
pub(in crate::dialect) fn only_joins(text: &BStr) -> bool {
    // A number begins an item of a list.
    let is_joint = |word: &BString| {
        word.iter().all(u8::is_ascii_digit) || ONE_MORE.iter().any(|it| word == it.as_bytes())
    };
    words(text).iter().all(is_joint)
}

/// Returns whether a sentence that has ended speaks of the block below it: `Here is the file as it is.`
pub(in crate::dialect) fn points_to_block(sentence: &BStr) -> bool {
    /// The most words of one that has no verb: `For reference.`
    const N_WORDS: usize = 3;
    let words = words(sentence);
    let is_of = |word: &BString, wanted: &[&str]| wanted.iter().any(|it| word == it.as_bytes());
    let says = |word: &BString| is_of(word, TO_THE_BLOCK);
    let begins = |first: &[&str], second: &[&str]| match &words[..] {
        [one, other, third, ..] => {
            is_of(one, first) && is_of(other, &["is", "was", "s"]) && is_of(third, second)
        }
        [..] => false,
    };
    words.len() <= N_WORDS || words.iter().any(says) || begins(&["this", "that", "it"], POINTED_TO)
}

/// Returns whether one of `words` speaks of something that changes.
pub(in crate::dialect) fn speaks_of_change(words: &[BString]) -> bool {
    let is_of = |word: &BString| {
        let mut spoken = SPOKEN
            .iter()
            .filter(|(purpose, _)| purpose.asks_for_a_change());
        asks_to_change(word)
            || spoken.any(|(_, phrases)| phrases.iter().any(|phrase| word == phrase.as_bytes()))
    };
    words.iter().any(is_of)
}

/// Returns whether a word is a verb that asks for a change.
pub(in crate::dialect) fn asks_to_change(word: &BString) -> bool {
    CHANGING.iter().any(|verb| word == verb.as_bytes())
}

/// Returns whether a sentence asks for the block above it to become a file: "Save it as `a.rs`", "This goes into `a.rs`".
pub(in crate::dialect) fn puts_above(sentence: &BStr) -> bool {
    /// How many words behind the verb may stand for the block.
    const N_WORDS: usize = 4;
    let words = words(sentence);
    let mut rest = words
        .iter()
        .filter_map(|word| word.to_str().ok())
        .skip_while(|word| BEFORE_THE_VERB.contains(word) && *word != "this")
        .peekable();
    let Some(first) = rest.next() else {
        return false;
    };
    let mut behind = rest.take(N_WORDS);
    match first {
        "save" | "put" | "place" | "store" | "write" | "add" | "paste" | "copy" => {
            behind.any(|word| PUT.contains(&word))
        }
        "this" | "that" | "it" | "above" | "code" => behind.any(|word| LANDING.contains(&word)),
        _ => false,
    }
}

/// Returns the plain words of a sentence in lower case, without what stands in backticks and without names of files.
pub(in crate::dialect) fn words(sentence: &BStr) -> Vec<BString> {
    let outside = sentence.split(|byte| *byte == b'`').step_by(2);
    outside
        .flat_map(Trim::spaced)
        .filter(|word| !word.contains(&b'/') && !has_extension(word))
        .flat_map(|word| word.split(|byte| !byte.is_ascii_alphanumeric()))
        .filter(|word| !word.is_empty())
        .map(|word| BString::from(word.to_ascii_lowercase()))
        .collect()
}

fn has_extension(word: &[u8]) -> bool {
    // Words are short: to prepare a search costs more than to look.
    let end = word.iter().rposition(u8::is_ascii_alphanumeric);
    let word = &word[..end.map_or(0, |last| last + 1)];
    let dot = word.iter().rposition(|byte| *byte == b'.');
    dot.is_some_and(|dot| word.len() - dot > 2) && !word.eq_ignore_ascii_case(b"e.g")
}

/// Returns the last sentence of a paragraph: it is the one that leads over to what follows.
pub(in crate::dialect) fn last_sentence(paragraph: &BStr) -> &BStr {
    let text = paragraph.trimmed_end();
    // Stars may end what is bold: `**Step 2: Migrate.** Create`.
    let ends = [". ", "! ", "? ", ".** ", "!** ", "?** "];
    let ends = ends
        .iter()
        .filter_map(|end| Some((text.rfind(end)?, end.len())));
    match ends.max() {
        // `e.g. so` and `1. Create` end no sentence.
        Some((at, n_signs)) if text[..at].len() > 3 && !text[..at].ends_with(b"e.g") => {
            text[at + n_signs..].as_bstr()
        }
        Some(_) | None => text.as_bstr(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(sentence: &str, expected: Purpose) {
        assert_eq!(purpose(sentence.into()), expected, "{sentence}");
    }

    #[test]
    fn a_request_says_what_becomes_of_the_file() {
        check("Then create `lib/barrel.js`:", Purpose::Creates);
        check("### Step 2: Create `lib/barrel.js`", Purpose::Creates);
        check("Put this into `lib/barrel.js`:", Purpose::Creates);
        check("New file: lib/barrel.js", Purpose::Creates);
        check("In `src/a.rs`, replace the call:", Purpose::Changes);
        check("You need to update src/a.rs:", Purpose::Changes);
        check("Here is the complete `lib/error.js`:", Purpose::Changes);
        check("with", Purpose::Changes);
        check("After:", Purpose::Changes);
    }

    #[test]
    fn talk_asks_for_nothing() {
        check("`src/a.py` currently reads:", Purpose::Cites);
        check("Before:", Purpose::Cites);
        check("In `src/a.py` we have:", Purpose::Cites);
        check("The upstream docs for `src/a.py` say:", Purpose::Quotes);
        check("In version 2.3 `src/a.py` had:", Purpose::Quotes);
        check("Your version of `src/a.py` has:", Purpose::Cites);
        check("As the docs say, change `src/a.py` to:", Purpose::Changes);
        check(
            "Restore the old version that `src/a.py` had:",
            Purpose::Cites,
        );
        check("Usage:", Purpose::Shows);
        check("You can now call it like this:", Purpose::Shows);
        check("To see the total, call:", Purpose::Shows);
        check("This is how it is used, for example:", Purpose::Shows);
        check("Run the tests:", Purpose::Runs);
        check("Then run this to remove the old file:", Purpose::Runs);
        check("To undo this, run:", Purpose::Shows);
        check("grep -n total src/cart.py", Purpose::Runs);
        check("./run.sh", Purpose::Runs);
        check("This prints:", Purpose::Outputs);
        check("For example, replace the name:", Purpose::Doubtful);
        check("Could you create `src/tax.py`?", Purpose::Doubtful);
        check("You'd add a check to `src/tax.py`:", Purpose::Doubtful);
        check("I'd add a check to `src/tax.py`:", Purpose::Changes);
        check(
            "It should say so, and I would add a check:",
            Purpose::Changes,
        );
        check("It gathers all exports in one place.", Purpose::Silent);
    }
}
