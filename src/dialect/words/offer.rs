//! Whether the labels above edits make them a choice: parallel ones, which differ in a number, a letter, a quality, or in what
//! the reader has. Labels that count bugs or steps are no choice.

use super::edit_words::ARTICLES;
use super::offer_words::{
    HAVING, NUMBERS, ORDERING, OTHERWISE, PLATFORMS, QUALIFIED, QUALITIES, SETTINGS, STAGES, WAYS,
};
use super::sentence::{Sentence, Token};
use super::tongue;

/// The most words of a label.
const N_LABEL: usize = 9;

/// What stands above an edit, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Label {
    words: Vec<String>,
}

/// What one label says of the number of edits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// It numbers a way, or says that there are others: `Plan A`, `another way`.
    Way,
    /// It is a letter alone: `(a)`.
    Letter,
    /// It gives the edit a quality: `Quick fix`.
    Quality,
    /// It says for whom it is: `If you use Postgres`.
    Condition,
}

impl Label {
    /// Reads a title, or the sentences above an edit; `None` where they make it no choice, whatever stands above others.
    pub(super) fn of(sentences: &[Sentence<'_>]) -> Option<Label> {
        let tokens: Vec<&Token<'_>> = sentences
            .iter()
            .flat_map(|sentence| &sentence.tokens)
            .collect();
        // A comma, or another sentence, says more than a label does.
        let mut words: Vec<String> = Vec::new();
        for token in tokens {
            match token {
                Token::Word(word) => words.push(word.clone()),
                Token::Name(name) | Token::Value(name) => words.push(name.to_string()),
                Token::Break if words.is_empty() => {}
                Token::Break => words.push(",".to_string()),
            }
        }
        while words.last().is_some_and(|word| word == ",") {
            words.pop();
        }
        // The number of an item counts nothing but items.
        let is_item = words.len() > 1 && words[0].bytes().all(|byte| byte.is_ascii_digit());
        if is_item {
            words.remove(0);
        }
        let label = Label { words };
        label.can_choose().then_some(label)
    }

    /// Returns whether it may be one of the labels of a choice. A reply of thousands of edits is full of others.
    fn can_choose(&self) -> bool {
        let first = self.words.first();
        first.is_some_and(|first| is_of(first, &["with", "without"])) || self.kind().is_some()
    }

    /// Returns the words before the first sign.
    fn head(&self) -> &[String] {
        let end = self.words.iter().position(|word| word == ",");
        &self.words[..end.unwrap_or(self.words.len())]
    }

    fn kind(&self) -> Option<Kind> {
        let head = self.head();
        if let [letter] = head
            && letter.len() == 1
            && letter.as_bytes()[0].is_ascii_alphabetic()
        {
            return Some(Kind::Letter);
        }
        let is_before =
            |word: &&String| is_of(word, ARTICLES) || is_of(word, &["my", "here", "s", "is"]);
        let head = &head[head.iter().take_while(is_before).count()..];
        let numbered = |at: usize| head.get(at).is_some_and(|word| is_number(word));
        let ordered = |at: usize| head[..at].iter().any(|word| is_of(word, ORDERING));
        let mut ways = (0..head.len().min(3)).filter(|at| is_of(&head[*at], WAYS));
        let is_way = ways.any(|at| at <= 1 && numbered(at + 1) || ordered(at));
        let is_either =
            head.len() <= 2 && matches!(head.first().map(|word| &word[..]), Some("either" | "or"));
        if is_way || is_either || tongue::numbers_way(head) {
            return Some(Kind::Way);
        }
        if self.words.len() > N_LABEL {
            return None;
        }
        match head {
            [quality] if is_of(quality, QUALITIES) => Some(Kind::Quality),
            [not, quality] if not == "not" && is_of(quality, QUALITIES) => Some(Kind::Quality),
            [quality, noun] | [quality, _, noun]
                if is_of(quality, QUALITIES)
                    && is_of(noun, QUALIFIED)
                    && (head.len() == 2 || head[1] == "term") =>
            {
                Some(Kind::Quality)
            }
            [first, second, third, ..] if first == "if" && second == "you" => {
                is_of(third, HAVING).then_some(Kind::Condition)
            }
            [first, second, _, ..] if is_of(first, &["version", "variant"]) && second == "for" => {
                Some(Kind::Condition)
            }
            [first, rest @ ..] if is_of(first, SETTINGS) => {
                let stages = rest.iter().any(|word| is_of(word, STAGES));
                let is_versioned = rest.len() == 2 && is_number(&rest[1]);
                let is_platform = rest.iter().any(|word| is_of(word, PLATFORMS));
                let is_one = (is_versioned || is_platform) && rest.len() <= 2;
                (is_one && !stages).then_some(Kind::Condition)
            }
            _ => None,
        }
    }
}

/// Returns whether two labels make the edits below them a choice.
pub(super) fn is_choice(one: &Label, other: &Label) -> bool {
    let differs = one.words != other.words;
    let with = |label: &Label| {
        label.words.len() <= 5 && label.words[0] == "with" && !label.words.contains(&",".into())
    };
    let without = |label: &Label| label.words[0] == "without" && label.words.len() <= 5;
    let is_without = with(one) && without(other) || without(one) && with(other);
    let same = one.kind().is_some() && one.kind() == other.kind();
    differs && (is_without && one.words[1..] == other.words[1..] || same)
}

/// Returns whether a label alone says that the edit below it is for some readers only.
pub(super) fn is_conditional(label: &Label) -> bool {
    let head = label.head();
    head.len() >= 3 && head[0] == "if" && head[1] == "you" && label.kind() == Some(Kind::Condition)
}

/// Returns whether a sentence that leads over puts the edit below it in the place of the one above: `Or, if you prefer:`,
/// `Another option would be:`, `As an alternative, you could:`.
pub(super) fn is_other(sentence: &Sentence<'_>) -> bool {
    let words: Vec<&str> = sentence.tokens.iter().filter_map(Token::word).collect();
    let is_skipped =
        |word: &&&str| is_of(word, ARTICLES) || is_of(word, &["as", "here", "s", "is"]);
    let words: Vec<&str> = words
        .into_iter()
        .skip_while(|word| is_skipped(&word))
        .collect();
    let is_way = |word: &&str| is_of(word, WAYS);
    let is_alternative = || match words[..] {
        [first, ..] if is_of(first, OTHERWISE) => true,
        ["another", ref rest @ ..] => rest.iter().take(2).any(is_way),
        ["alternative", second, ..] => !is_number(second),
        [_, "alternative", ..] | ["alternative"] => true,
        [
            "if",
            "you",
            "prefer" | "want" | "d" | "would" | "like" | "don",
            ..,
        ] => words.last() == Some(&"instead"),
        _ => false,
    };
    sentence.leads_on && is_alternative() || tongue::is_other(sentence)
}

fn is_number(word: &str) -> bool {
    word.len() == 1 || word.bytes().all(|byte| byte.is_ascii_digit()) || is_of(word, NUMBERS)
}

fn is_of(word: &str, words: &[&str]) -> bool {
    words.contains(&word)
}
