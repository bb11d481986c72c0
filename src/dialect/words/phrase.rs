//! Rows of words that a sentence may hold, written as they are spoken: `use|take only? one of the? @several @end`.
//!
//! `a|b` is one of several words, `@name` a word of a class, `x?` may be left out, `~3` is up to three words of any kind, `,`
//! a sign that parts clauses, `^` the beginning of the sentence, and `$` the end of a clause.

use super::sentence::Token;

/// Words that rows name together.
pub(super) type Class = (&'static str, &'static [&'static str]);

/// Rows, ready to be looked for.
pub(super) struct Phrases {
    rows: Vec<Vec<Element>>,
}

struct Element {
    what: What,
    is_optional: bool,
}

enum What {
    Words(Vec<&'static str>),
    Any(usize),
    Sign,
    Begin,
    End,
}

impl Phrases {
    /// Reads `rows`, whose classes are among `classes`; one that is not is a slip in a table of ours.
    pub(super) fn of(rows: &[&'static str], classes: &[Class]) -> Phrases {
        let element = |text: &'static str| {
            let name = text.strip_suffix('?').unwrap_or(text);
            let what = match name {
                "," => What::Sign,
                "^" => What::Begin,
                "$" => What::End,
                _ => match name.strip_prefix('~') {
                    Some(most) => What::Any(most.parse().expect("`~` stands before a number")),
                    None => What::Words(words_of(name, classes)),
                },
            };
            Element {
                what,
                is_optional: name.len() < text.len(),
            }
        };
        let row = |row: &&'static str| row.split(' ').map(element).collect();
        Phrases {
            rows: rows.iter().map(row).collect(),
        }
    }

    /// Returns whether a sentence holds one of the rows.
    pub(super) fn are_in(&self, tokens: &[Token<'_>]) -> bool {
        let begins = |row: &Vec<Element>| (0..tokens.len()).any(|at| stands(row, tokens, at));
        self.rows.iter().any(begins)
    }
}

fn words_of(name: &'static str, classes: &[Class]) -> Vec<&'static str> {
    let of_class = |name: &str| {
        let class = classes.iter().find(|(own, _)| *own == name);
        class.expect("every class of a row is known").1.to_vec()
    };
    let parts = name.split('|');
    let words = parts.map(|part| part.strip_prefix('@').map_or(vec![part], of_class));
    words.flatten().collect()
}

/// Returns whether `row` stands at token `at`.
fn stands(row: &[Element], tokens: &[Token<'_>], at: usize) -> bool {
    let Some((first, rest)) = row.split_first() else {
        return true;
    };
    let token = tokens.get(at);
    let is_here = match &first.what {
        What::Words(words) => {
            let word = token.and_then(Token::word);
            word.is_some_and(|word| words.contains(&word)) && stands(rest, tokens, at + 1)
        }
        What::Any(most) => {
            let is_word = |token: &Token<'_>| *token != Token::Break;
            let n_words = tokens[at.min(tokens.len())..].iter();
            let n_words = n_words.take(*most).take_while(|it| is_word(it)).count();
            (0..=n_words).any(|n| stands(rest, tokens, at + n))
        }
        What::Sign => token == Some(&Token::Break) && stands(rest, tokens, at + 1),
        What::Begin => at == 0 && stands(rest, tokens, at),
        What::End => matches!(token, None | Some(Token::Break)) && stands(rest, tokens, at),
    };
    is_here || first.is_optional && stands(rest, tokens, at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::words::sentence;

    #[track_caller]
    fn check(row: &'static str, text: &str, expected: bool) {
        let mut sentences = Vec::new();
        sentence::read(text.into(), &mut sentences);
        let classes: &[Class] = &[("few", &["two", "three"])];
        let phrases = Phrases::of(&[row], classes);
        assert_eq!(phrases.are_in(&sentences[0].tokens), expected, "{text}");
    }

    #[test]
    fn a_row_stands_where_its_words_do() {
        check("pick|use one $", "Please pick one", true);
        check("pick|use one $", "Pick one, then go on", true);
        check("pick|use one $", "Pick one port", false);
        check("^ pick one", "Please pick one", false);
        check("@few ~1 ways?", "There are two simple ways", true);
        check("@few ~1 ways $", "There are two very simple ways", false);
        check("well , one", "Well, one", true);
    }
}
