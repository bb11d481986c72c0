//! What the reply says right above its fenced blocks: a sentence there often tells which of several places is meant.

use bstr::ByteSlice;

use super::Session;
use crate::patch::HunkId;
use crate::text::Trim;

/// The longest sentence kept, in bytes.
const LONGEST: usize = 300;

/// A sentence of the reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lead {
    /// Its line in the reply, 0-based.
    pub line_index: usize,
    /// It, without blanks around.
    pub text: String,
    /// The lines between the fences of the block below it.
    first: usize,
    end: usize,
}

/// Returns the sentences above the fenced blocks of a reply, in order.
pub(super) fn leads(reply: &[u8]) -> Vec<Lead> {
    if reply.find(b"```").is_none() && reply.find(b"~~~").is_none() {
        return Vec::new();
    }
    let mut leads: Vec<Lead> = Vec::new();
    let (mut fence, mut last) = (None, None);
    for (index, line) in reply.lines().enumerate() {
        let line = line.trimmed();
        let run = line.starts_with(b"```") || line.starts_with(b"~~~");
        match (run, fence) {
            (true, None) => {
                fence = Some(line[0]);
                let sentence = last
                    .take()
                    .filter(|(_, text): &(usize, String)| is_sentence(text));
                leads.extend(sentence.map(|(line_index, text)| Lead {
                    line_index,
                    text,
                    first: index + 1,
                    end: usize::MAX,
                }));
            }
            (true, Some(byte))
                if line.first() == Some(&byte) && line.iter().all(|b| *b == byte) =>
            {
                fence = None;
                if let Some(lead) = leads.last_mut().filter(|lead| lead.end == usize::MAX) {
                    lead.end = index;
                }
            }
            (true | false, Some(_)) => {}
            (false, None) if line.is_empty() => {}
            (false, None) => {
                let text = line[..line.len().min(LONGEST)].to_str_lossy().into_owned();
                last = Some((index, text));
            }
        }
    }
    leads
}

/// Returns whether a line says something: a path or a heading of one word does not.
fn is_sentence(text: &str) -> bool {
    let words = text.split_whitespace();
    words
        .filter(|word| word.chars().any(char::is_alphabetic))
        .count()
        >= 3
}

impl Session {
    /// Returns the sentence right above the block that the hunk was read from.
    pub fn lead(&self, id: HunkId) -> Option<&Lead> {
        let line = self.patch.hunk(id).origin.start;
        let after = self.leads.partition_point(|lead| lead.first <= line);
        let lead = self.leads.get(after.checked_sub(1)?)?;
        (line < lead.end).then_some(lead)
    }
}

#[cfg(test)]
mod tests {
    use super::leads;

    #[track_caller]
    fn check(reply: &str, expected: &[(usize, &str)]) {
        let leads = leads(reply.as_bytes());
        let said: Vec<_> = leads
            .iter()
            .map(|lead| (lead.line_index, lead.text.as_str()))
            .collect();
        assert_eq!(said, expected);
    }

    #[test]
    fn the_nearest_sentence_above_a_block_is_what_is_said_of_it() {
        check(
            "Intro.\n\nThe wish list counts its own:\n\n```diff\n+a\n```\n",
            &[(2, "The wish list counts its own:")],
        );
        check("See all of this:\n`src/a.py`\n```\nx\n```\n", &[]);
        check(
            "One two three\n~~~\nfour five six\n~~~\n```\nx\n```\n",
            &[(0, "One two three")],
        );
        check("no fence at all\n--- a\n", &[]);
    }
}
