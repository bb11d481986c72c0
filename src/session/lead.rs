//! What the reply says right above its blocks, in fences or between markers: a sentence there often tells which of several
//! places is meant.

use bstr::ByteSlice;

use super::Session;
use crate::patch::HunkId;
use crate::text::item::begins_item;
use crate::text::{LineSpan, Trim};

/// The longest sentence kept, in bytes.
const LONGEST: usize = 300;

/// A sentence of the reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lead {
    /// Its line in the reply, 0-based.
    pub line_index: usize,
    /// It with the lines of its paragraph, without blanks around each.
    pub text: String,
    /// How many hunks the block below it holds; those made from one text count as one.
    pub n_hunks: usize,
    /// The lines below it, to the end of the block.
    first: usize,
    end: usize,
}

/// How a SEARCH/REPLACE block begins and ends where no fence is around it.
const MARKERS: [&[u8]; 2] = [b"<<<<<<<", b">>>>>>>"];

/// Returns the sentences above the blocks of a reply, in order. The lines of `hunks`, sorted, are those of patches, in a fence or
/// in none: they say nothing of the block below them.
fn leads(reply: &[u8], hunks: &[LineSpan]) -> Vec<Lead> {
    let begins: [&[u8]; 3] = [b"```", b"~~~", MARKERS[0]];
    if begins.iter().all(|begin| reply.find(begin).is_none()) {
        return Vec::new();
    }
    let mut leads: Vec<Lead> = Vec::new();
    let (mut fence, mut last) = (None, None::<(usize, String)>);
    // A sentence may continue on the next line; an item of a list begins another.
    let mut below = usize::MAX;
    let is_of_hunk = |index: usize| {
        let after = hunks.partition_point(|hunk| hunk.start <= index);
        after.checked_sub(1).is_some_and(|at| index < hunks[at].end)
    };
    for (index, line) in reply.lines().enumerate() {
        let line = line.trimmed();
        let begin = begins.iter().find(|begin| line.starts_with(begin));
        let is_end = |byte: u8| match byte {
            b'<' => line.starts_with(MARKERS[1]),
            byte => begin.is_some() && line.iter().all(|b| *b == byte),
        };
        match (begin.is_some(), fence) {
            (true, None) => {
                fence = Some(line[0]);
                leads.extend(last.take().map(|(line_index, text)| Lead {
                    line_index,
                    text,
                    n_hunks: 0,
                    first: line_index + 1,
                    end: usize::MAX,
                }));
            }
            (_, Some(byte)) if is_end(byte) => {
                fence = None;
                if let Some(lead) = leads.last_mut().filter(|lead| lead.end == usize::MAX) {
                    lead.end = index;
                }
            }
            (true | false, Some(_)) => {}
            (false, None) if line.is_empty() => {}
            (false, None) if is_of_hunk(index) => last = None,
            (false, None) => {
                let text = line[..line.len().min(LONGEST)].to_str_lossy().into_owned();
                let above = last
                    .as_mut()
                    .filter(|_| below == index && !begins_item(line));
                let above = above.filter(|(_, above)| above.len() + text.len() < LONGEST);
                if let Some((_, above)) =
                    above.filter(|_| !line.starts_with(b"#") && !is_path(&text))
                {
                    *above += &format!("\n{text}");
                    below = index + 1;
                } else if is_sentence(&text) {
                    (last, below) = (Some((index, text)), index + 1);
                } else if line.starts_with(b"#") {
                    // What is above a heading is not about what is below it; a path parts nothing.
                    last = None;
                }
            }
        }
    }
    let n_before = |line: usize| hunks.partition_point(|hunk| hunk.start < line);
    for lead in &mut leads {
        lead.n_hunks = n_before(lead.end) - n_before(lead.first);
    }
    leads
}

/// Returns whether a line is one word, such as the path of the block below it.
fn is_path(text: &str) -> bool {
    !text.trim().contains(char::is_whitespace)
}

/// Returns whether a line says something: a path or a heading of one word does not.
pub fn is_sentence(text: &str) -> bool {
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
        let all = || {
            let hunks = self.patch.hunk_ids().map(|id| self.patch.hunk(id).origin);
            let mut hunks: Vec<LineSpan> = hunks.collect();
            hunks.sort();
            hunks.dedup();
            leads(&self.reply, &hunks).into()
        };
        let leads = self.leads.get_or_init(all);
        let after = leads.partition_point(|lead| lead.first <= line);
        let lead = leads.get(after.checked_sub(1)?)?;
        (line < lead.end).then_some(lead)
    }

    /// Returns the hunks of the block below a sentence.
    pub fn led_by<'a>(&'a self, lead: &'a Lead) -> impl Iterator<Item = HunkId> + 'a {
        let is_below = |id: &HunkId| {
            let line = self.patch.hunk(*id).origin.start;
            lead.first <= line && line < lead.end
        };
        self.patch.hunk_ids().filter(is_below)
    }
}

#[cfg(test)]
mod tests {
    use super::leads;
    use crate::text::LineSpan;

    #[track_caller]
    fn check(reply: &str, expected: &[(usize, &str)]) {
        let leads = leads(reply.as_bytes(), &[]);
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
        check(
            "See all of this:\n`src/a.py`\n```\nx\n```\n",
            &[(0, "See all of this:")],
        );
        check("That was step one.\n## Two\n```\nx\n```\n", &[]);
        check(
            "The stack must not throw:\n\na.js\n<<<<<<< SEARCH\na b c d\n=======\nb\n>>>>>>> REPLACE\n\n\
             a.js\n<<<<<<< SEARCH\nc\n=======\nd\n>>>>>>> REPLACE\n",
            &[(0, "The stack must not throw:")],
        );
        check(
            "One two three\n~~~\nfour five six\n~~~\n```\nx\n```\n",
            &[(0, "One two three")],
        );
        check("no fence at all\n--- a\n", &[]);
        check(
            "Both count twice. The longer one is\nthe second constructor,\nsince it is public.\n```\nx\n```\n",
            &[(
                0,
                "Both count twice. The longer one is\nthe second constructor,\nsince it is public.",
            )],
        );
        check(
            "- one of the two\n- the other of them\n```\nx\n```\n",
            &[(1, "- the other of them")],
        );
    }

    #[test]
    fn a_line_of_a_patch_without_a_fence_says_nothing_of_the_block_below_it() {
        let reply = "Adds the protocol first:\n*** Add File: a.md\n+Each line is answered.\n*** End Patch\n\n```diff\n+b\n```\n";
        assert_eq!(leads(reply.as_bytes(), &[LineSpan::new(2, 3)]), []);
    }
}
