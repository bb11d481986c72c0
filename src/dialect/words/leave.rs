//! Questions to the reader whose subject is the two of us, and whose verb is one of changing or wanting: `Shall I also raise the
//! default?` An edit below such a question waits for the answer.

use super::lexicon::{Cue, Glance, List, Tongue};

/// Who such a question is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum About {
    /// Whoever writes asks for leave.
    Writer,
    /// Both are to change something. `Should we` may speak of the program, too.
    Both,
    /// The reader is asked what they want. No one but the writer asks so: in a title it is no question of the reader.
    Reader,
}

/// What may be between a question of us and its verb.
const BETWEEN: &[&str] = &[
    "also", "just", "then", "now", "perhaps", "maybe", "really", "instead", "rather", "first",
    "to", "me", "us",
];

/// Verbs of changing that the lexicon has not.
const CHANGING: &[&str] = &["double", "halve", "switch", "change"];

/// How a question ends in Japanese that asks for leave if its verb is one of change.
const DENSE_ASKING: &str = "ますか";

/// Returns a question as words, without what joins it to the sentence before.
pub(super) fn bare(words: &[&str]) -> String {
    let text = words.join(" ").replace(['-', '¿', '\''], " ");
    let words: Vec<&str> = text.split_whitespace().collect();
    let n_before = words
        .iter()
        .take(2)
        .take_while(|word| List::BeforeAsk.has(word));
    words[n_before.count().min(words.len())..].join(" ")
}

/// How a question to the reader begins.
pub(super) struct Lead<'q> {
    pub(super) about: About,
    tongue: Tongue,
    /// What is behind that.
    pub(super) rest: &'q str,
}

/// Returns how a question begins, if it is one to the reader; the longest beginning counts.
pub(super) fn lead(question: &str) -> Option<Lead<'_>> {
    let lists = [
        (About::Writer, List::AskForMe),
        (About::Both, List::AskForUs),
        (About::Reader, List::AskForYou),
    ];
    let leads = lists.into_iter().filter_map(|(about, list)| {
        let (tongue, rest) = list.lead(question)?;
        Some(Lead {
            about,
            tongue,
            rest,
        })
    });
    leads.min_by_key(|lead| lead.rest.len())
}

/// Returns who a question is about that leaves a change to the reader; `None` where it leaves none. `then` are the words of the
/// sentence behind it, which may answer.
pub(super) fn asks(words: &[&str], then: &[&str]) -> Option<About> {
    if then.first().is_some_and(|word| List::Answer.has(word)) {
        return None;
    }
    let question = bare(words);
    if asks_dense(&question) || asks_in_turkish(&question) {
        return Some(About::Reader);
    }
    let lead = lead(&question)?;
    let mut verbs = lead
        .rest
        .split(' ')
        .skip_while(|word| BETWEEN.contains(word));
    let verb = verbs.next().unwrap_or_default();
    let is_english = lead.tongue == Tongue::ENGLISH;
    let talks = match is_english {
        true => List::Talk.has(verb),
        false => lead.rest.split(' ').any(|word| List::Talk.has(word)),
    };
    let changes = || !is_english || changes(verb);
    (!talks && (lead.about != About::Both || changes())).then_some(lead.about)
}

fn changes(verb: &str) -> bool {
    let (glance, _) = Glance::first(verb, &[]);
    let cues = [
        Cue::Order,
        Cue::Amend,
        Cue::Alter,
        Cue::Request,
        Cue::Change,
        Cue::Create,
        Cue::Delete,
        Cue::Grow,
        Cue::Move,
        Cue::Apply,
    ];
    glance.cues.has_any(&cues) || CHANGING.contains(&verb)
}

/// Returns whether a question in a script without blanks asks for leave, or what the reader wants.
fn asks_dense(question: &str) -> bool {
    let changes = || question.ends_with(DENSE_ASKING) && List::ChangeAsked.is_within(question);
    (List::AskForYou.is_within(question) || changes()) && !List::Talk.is_within(question)
}

/// Returns whether the verb of a Turkish question is of what I or we are to do, or of what the reader wants: `artırayım mı`.
fn asks_in_turkish(question: &str) -> bool {
    const OF_US: &[&str] = &["ayım", "eyim", "alım", "elim"];
    const ASKING: &[&str] = &["mı", "mi", "mu", "mü"];
    let words: Vec<&str> = question.split(' ').collect();
    let is_asked = |pair: &[&str]| {
        let is_of_us = OF_US.iter().any(|end| pair[0].ends_with(end)) && ASKING.contains(&pair[1]);
        is_of_us || pair[0] == "ister" && pair[1].starts_with("misin")
    };
    words.windows(2).any(is_asked) && !words.iter().any(|word| List::Talk.has(word))
}

/// Returns whether a question in a script without blanks asks to make this very edit, and says nothing of another place.
pub(super) fn applies_dense(question: &str) -> bool {
    let text = question.replace("ても", "て").replace("でも", "で");
    let asks = asks_dense(question) || question.ends_with('吗');
    asks && List::ApplyAsked.is_within(question) && !List::OtherPlace.is_within(&text)
}
