//! The lines of a reply that speak of its edits, in paragraphs.

use std::cell::OnceCell;
use std::sync::Arc;

use bstr::{BStr, BString, ByteSlice};

use super::consent::{self, Left};
use super::glance;
use super::label::Label;
use super::long_line::{self, MAX_BYTES};
use super::prose;
use super::reading::Reading;
use super::sentence::{self, Sentence};
use crate::dialect::commands::apply_command::{self, Effect};
use crate::dialect::name::spelling;
use crate::dialect::walk::fence::{Fence, WithoutEnd};
use crate::dialect::walk::heredoc;
use crate::dialect::walk::line::Line;
use crate::dialect::walk::thought;
use crate::patch::Quote;
use crate::text::Trim;
use crate::text::item::begins_item;

/// Some lines that speak, up to a blank one, an item or a title.
pub(super) struct Paragraph<'a> {
    pub(super) lines: Vec<&'a BStr>,
    /// The lines of the reply that these are, 0-based.
    ats: Vec<usize>,
    /// Whether the next thing below it is a block that is no edit.
    pub(super) is_above_block: bool,
    pub(super) readings: Vec<Reading<'a>>,
    /// The line right above the paragraph that is nothing but a path.
    below: Option<&'a BStr>,
    /// Which edits above it are for a person to decide on.
    pub(super) left: Left,
    leads_on: bool,
    /// Where the sentence of each reading begins, and the one behind it.
    spans: OnceCell<Vec<(InLines, Option<InLines>)>>,
}

/// A line of a paragraph, and a byte of that.
type InLines = (usize, usize);

/// Returns where each sentence that says anything begins, and where the one behind it does.
fn spans(lines: &[&BStr]) -> Vec<(InLines, Option<InLines>)> {
    let mut sentences = Vec::new();
    let mut starts: Vec<InLines> = Vec::new();
    for (row, line) in lines.iter().enumerate() {
        sentence::read(line, &mut sentences);
        let begun = sentences[starts.len()..].iter();
        starts.extend(begun.map(|sentence| (row, sentence.begins)));
    }
    let said = (0..starts.len()).filter(|at| says(&sentences[*at]));
    said.map(|at| (starts[at], starts.get(at + 1).copied()))
        .collect()
}

/// The words by which something is said; `None` where nothing says it.
pub(super) type Heard = Option<Arc<Quote>>;

/// What a paragraph is read for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Hears {
    /// All that it says.
    All,
    /// What it says of edits, which are not right below it.
    OfEdits,
}

/// What the words below a name are about.
#[derive(Clone)]
pub(super) enum Topic {
    /// A file, by its name in small letters.
    File(String),
    /// A definition, by its name in small letters.
    Code(String),
}

impl<'a> Paragraph<'a> {
    /// Reads the words of some lines. A title is always read for all that it says.
    pub(super) fn of(spoken: &[Spoken<'a>], hears: Hears) -> Paragraph<'a> {
        let lines: Vec<&BStr> = spoken.iter().map(|one| one.line).collect();
        let mut sentences = Vec::new();
        for line in &lines {
            sentence::read(line, &mut sentences);
        }
        sentences.retain(says);
        let last = lines.last().map_or(&b""[..], |line| {
            line.trim_with(|c| matches!(c, '*' | '_' | ' '))
        });
        let ends = [".", "!", "。", "！"]
            .iter()
            .any(|end| last.ends_with(end.as_bytes()));
        let is_title = lines.first().is_some_and(|line| is_title(line));
        Paragraph {
            leads_on: !ends,
            spans: OnceCell::new(),
            left: consent::left(&sentences),
            readings: match hears {
                Hears::OfEdits if !is_title => glance::readings(&sentences),
                Hears::OfEdits | Hears::All => sentences.iter().map(Reading::of).collect(),
            },
            lines,
            ats: spoken.iter().map(|one| one.at).collect(),
            below: spoken.first().and_then(|first| first.below),
            is_above_block: spoken.last().is_some_and(|last| last.is_above_block),
        }
    }

    /// Quotes the sentence of the reading with this number.
    pub(super) fn quote(&self, nth: usize) -> Arc<Quote> {
        // Nearly no paragraph is quoted, and one that is may be for each of its sentences.
        let spans = self.spans.get_or_init(|| spans(&self.lines));
        match spans.get(nth) {
            Some((from, to)) => self.quote_between(*from, *to),
            None => self.quote_all(),
        }
    }

    /// Quotes the sentence of the last reading.
    pub(super) fn quote_last(&self) -> Arc<Quote> {
        self.quote(self.readings.len().saturating_sub(1))
    }

    /// Returns its first line, which is one of the reply, 0-based.
    pub(super) fn first_line(&self) -> (usize, &'a BStr) {
        (self.ats[0], self.lines[0])
    }

    /// Quotes all of it.
    pub(super) fn quote_all(&self) -> Arc<Quote> {
        self.quote_between((0, 0), None)
    }

    /// Quotes what is between two places.
    fn quote_between(&self, from: InLines, to: Option<InLines>) -> Arc<Quote> {
        let (mut row, mut begin) = from;
        // What ends a sentence is on the line before.
        if self.lines[row][begin..].trim().is_empty() && row + 1 < self.lines.len() {
            (row, begin) = (row + 1, 0);
        }
        let to = to.filter(|to| *to > (row, begin));
        let last = to.map_or(self.lines.len() - 1, |(last, _)| last);
        let mut lines = self.lines[row..=last].to_vec();
        if let (Some((_, end)), Some(line)) = (to, lines.last_mut()) {
            *line = line[..end].as_bstr();
        }
        lines[0] = lines[0][begin..].as_bstr();
        Arc::new(Quote::of(self.ats[row], &lines))
    }

    /// Quotes the first sentence that has content.
    pub(super) fn first(&self, says: impl Fn(&Reading<'a>) -> bool) -> Heard {
        let nth = self.readings.iter().position(says)?;
        Some(self.quote(nth))
    }

    pub(super) fn is_title(&self) -> bool {
        self.lines.first().is_some_and(|line| is_title(line))
    }

    /// Returns the line that is a title.
    pub(super) fn title(&self) -> Option<&'a BStr> {
        self.lines.first().copied().filter(|line| is_title(line))
    }

    /// Returns whether it is the second item of a list.
    pub(super) fn begins_second(&self) -> bool {
        let first = self.lines.first().map_or(&b""[..], |line| line.trimmed());
        let marks = ["2. ", "2) ", "B) ", "b) ", "(2) ", "(b) "];
        marks.iter().any(|mark| first.starts_with(mark.as_bytes()))
    }

    /// Returns whether it says that something is good as it is, and speaks of no edit.
    pub(super) fn calls_good(&self) -> bool {
        match &self.readings[..] {
            [only] => only.calls_good(),
            [..] => false,
        }
    }

    /// Returns whether it is a title that names a file and says nothing else: `2. Dockerfile`.
    pub(super) fn names_file(&self) -> bool {
        self.named()
            .is_some_and(|name| spelling::is_name_of_file(name))
    }

    /// Returns what a title that says nothing else names.
    pub(super) fn topic(&self) -> Option<Topic> {
        let name = self.named()?;
        let lower = name.to_str_lossy().to_lowercase();
        Some(match spelling::is_name_of_file(name) {
            true => Topic::File(lower),
            false => Topic::Code(lower.trim_end_matches("()").to_string()),
        })
    }

    /// Returns the file whose name is right above it.
    pub(super) fn file_above(&self) -> Option<Topic> {
        let spelt = spelling::alone(self.below?)?;
        Some(Topic::File(spelt.path.to_str_lossy().to_lowercase()))
    }

    /// Returns the only code in a title that says nothing else.
    fn named(&self) -> Option<&'a BStr> {
        let is_quiet = |reading: &Reading<'_>| !reading.says_more();
        let title = self.title()?;
        let parts: Vec<&[u8]> = title.split(|byte| *byte == b'`').collect();
        match parts[..] {
            [_, code, _] if self.readings.iter().all(is_quiet) => Some(code.as_bstr()),
            _ => None,
        }
    }

    /// Returns whether its last sentence leads over to what is below.
    pub(super) fn leads_on(&self) -> bool {
        self.leads_on
    }

    /// Returns the label that it is; a letter without a sign beside it is a name.
    pub(super) fn label(&self) -> Option<Label> {
        let is_label = matches!(self.lines[..], [line] if line.len() > 1);
        is_label.then(|| Label::of(&self.readings)).flatten()
    }

    /// Returns whether a sign forbids what is below.
    pub(super) fn is_marked(&self) -> bool {
        let line = self.lines.last().map_or(BStr::new(""), |line| *line);
        FORBIDDING_SIGNS.iter().any(|sign| line.contains_str(sign)) && !line.contains_str("✅")
            || line.trimmed().starts_with(b"~~")
            || self.runs_backwards()
    }

    /// Returns whether it speaks of what is above, or corrects itself.
    pub(super) fn points_up(&self) -> bool {
        let is_word = |word: &BString| {
            [
                "above", "apply", "ignore", "wrong", "actually", "wait", "sorry",
            ]
            .iter()
            .any(|it| word == it)
        };
        self.lines
            .iter()
            .any(|line| prose::words(line).iter().any(is_word))
    }

    /// Returns whether a command in it takes a patch back, or only tries it.
    pub(super) fn runs_backwards(&self) -> bool {
        self.lines.iter().any(|line| runs_backwards(line))
    }
}

/// Returns whether a sentence says anything: a number begins an item, and does not.
fn says(sentence: &Sentence<'_>) -> bool {
    sentence.tokens.iter().any(|it| it.word().is_some())
}

/// Returns whether a title says that its section is about taking edits back later: `Rollback`, `How to undo`.
pub(super) fn tells_way_back(title: &BStr) -> bool {
    let words = prose::words(title);
    let has = |wanted: &str| words.iter().any(|word| word == wanted);
    let asks_how = words.first().is_some_and(|word| word == "how") && has("to");
    has("rollback") || asks_how && ["undo", "revert"].iter().any(|verb| has(verb))
}

/// Signs that forbid.
const FORBIDDING_SIGNS: &[&str] = &["❌", "🚫", "⛔", "✗", "✘"];

fn runs_backwards(line: &BStr) -> bool {
    let mut commands = apply_command::named_in(line);
    commands.any(|it| matches!(it.effect, Effect::Reverses | Effect::OnlyTries))
}

/// A line that speaks.
pub(super) struct Spoken<'a> {
    pub(super) line: &'a BStr,
    /// The line of the reply that it is, 0-based.
    pub(super) at: usize,
    /// Whether the line before it does not speak.
    begins: bool,
    /// Whether a block that is no edit follows, before another line speaks.
    pub(super) is_above_block: bool,
    /// The line right above the paragraph that is nothing but a path.
    below: Option<&'a BStr>,
}

/// Gathers lines that speak to paragraphs. One of more than [`MAX_BYTES`] bytes is read as several: what is read of words takes
/// about fifty times their room.
pub(super) fn paragraphs<'s, 'a>(
    spoken: &'s [Spoken<'a>],
) -> impl Iterator<Item = &'s [Spoken<'a>]> {
    let mut n_bytes = 0;
    spoken.chunk_by(move |above, one| {
        n_bytes += above.line.len();
        let parts = one.begins || is_title(above.line) || is_title(one.line);
        let is_end = parts || begins_item(one.line) || n_bytes + one.line.len() > MAX_BYTES;
        if is_end {
            n_bytes = 0;
        }
        !is_end
    })
}

impl Paragraph<'_> {
    /// Returns whether it is an item of a list, and no label of what follows.
    pub(super) fn is_item(&self) -> bool {
        begins_item(self.lines[0])
            && !self
                .lines
                .last()
                .is_some_and(|line| sentence::leads_on(line))
    }
}

/// Returns the lines that speak: not those of code that was not read, not what wraps an edit, and not those that only hold a
/// path.
pub(super) fn spoken<'a>(lines: &[Line<'a>], is_below: bool) -> Vec<Spoken<'a>> {
    let mut spoken: Vec<Spoken<'a>> = Vec::new();
    let mut at = 0;
    let mut last = None;
    let mut closes_first = is_below;
    let mut without_end = WithoutEnd::default();
    // What is only a path, until the paragraph below it ends.
    let mut below = None;
    let mut is_below_path = false;
    // What a model thinks before its answer is no refusal. Below an edit it may regret that.
    let mut may_think = !is_below;
    while at < lines.len() {
        let body = lines[at].body;
        if may_think && thought::begins(body) {
            let end = (at + 1..lines.len()).find(|at| thought::closes(lines[*at].body));
            may_think = end.is_some();
            at = end.map_or(at, |end| end + 1);
            if may_think {
                continue;
            }
        }
        let unquoted = body.trim_start_with(|c| matches!(c, '>' | ' ')).as_bstr();
        if let Some(fence) = Fence::open(body, at) {
            if fence.info.is_empty() && closes_first {
                closes_first = false;
            } else if !without_end.includes(fence) {
                let close = (at + 1..lines.len()).find(|at| fence.closed_by(lines[*at].body));
                if close.is_none() {
                    without_end.insert(fence);
                }
                if let (Some(last), true) = (spoken.last_mut(), close.is_some()) {
                    last.is_above_block = true;
                }
                at = close.unwrap_or(at);
            }
        } else if !unquoted.is_empty() && !body.starts_with(b"    ") && !wraps(unquoted) {
            let is_path = spelling::alone(unquoted).is_some() && !is_marked(unquoted);
            if is_path && !numbers_way(unquoted) {
                (below, is_below_path) = (Some(unquoted), false);
                at += 1;
                continue;
            }
            let begins = last.is_none_or(|last| last + 1 < at);
            if is_title(unquoted) || begins && is_below_path {
                below = None;
            }
            is_below_path = true;
            let parts = long_line::parts(unquoted).enumerate();
            let of_reply = lines[at].at;
            spoken.extend(parts.map(|(nth, line)| Spoken {
                line,
                at: of_reply,
                begins: begins && nth == 0,
                is_above_block: false,
                below,
            }));
            last = Some(at);
        }
        at += 1;
    }
    spoken
}

/// Returns whether a line begins with the number of a way, of which it may give no more than a name: `` Option 2: `sync.Map` ``.
fn numbers_way(line: &BStr) -> bool {
    let mut sentences = Vec::new();
    sentence::read(line, &mut sentences);
    let readings: Vec<Reading<'_>> = sentences.iter().take(2).map(Reading::of).collect();
    Label::of_way(&readings).is_some()
}

/// Returns whether a line wraps an edit, and says nothing: a tag, an envelope, a bracket of JSON, a row of a table, a command
/// that is plainly run.
fn wraps(line: &BStr) -> bool {
    let is_tag = line.starts_with(b"<")
        && !["<summary", "<details", "</details", "</think"]
            .iter()
            .any(|tag| line.starts_with(tag.as_bytes()));
    let is_command = heredoc::read(line).is_some() && !runs_backwards(line);
    let is_bracket = matches!(line.first(), Some(b'{' | b'}' | b'[' | b']' | b'"'));
    let is_bracket = is_bracket && !is_in_brackets(line);
    let is_row = line.starts_with(b"|") && line.trimmed_end().ends_with(b"|");
    is_tag || is_command || is_bracket || is_row || line.starts_with(b"*** ")
}

/// Returns whether a line is a remark in brackets, as a tool writes it between calls: `[The user denied this tool call]`.
fn is_in_brackets(line: &BStr) -> bool {
    /// A list of fewer words may be of values.
    const N_WORDS: usize = 4;
    let inner = line.strip_prefix(b"[").and_then(|it| it.strip_suffix(b"]"));
    let is_word = |byte: &u8| byte.is_ascii_alphabetic() || b" .'-".contains(byte);
    inner.is_some_and(|it| it.iter().all(is_word) && it.fields().count() >= N_WORDS)
}

fn is_title(line: &BStr) -> bool {
    let text = line.trimmed();
    text.starts_with(b"#")
        || text.starts_with(b"**") && text.trim_end_with(|c| c == ':').ends_with(b"**")
        || text.starts_with(b"**") && !text.starts_with(b"***") && text.contains_str("** ")
        || text.starts_with(b"<summary")
        || text.starts_with(b"<details")
        || text.starts_with(b"</details")
}

/// Returns whether a line is struck out, or bears a sign that forbids; also one that holds a path, with such a word beside it.
fn is_marked(line: &BStr) -> bool {
    let text = line.trimmed();
    FORBIDDING_SIGNS
        .iter()
        .any(|sign| text.starts_with(sign.as_bytes()))
        || text.starts_with(b"~~")
        || text.trim_end_with(|c| c == ':' || c == '*').ends_with(b")")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::walk::line;
    use crate::text::Text;

    #[test]
    fn a_long_paragraph_is_read_as_several() {
        let text = Text::new("And it is said.\n".repeat(10_000) + "\nThe end.\n");
        let lines = line::of_text(&text);
        let spoken = spoken(&lines, false);
        let groups: Vec<usize> = paragraphs(&spoken).map(<[Spoken<'_>]>::len).collect();
        assert_eq!(groups, [4369, 4369, 1262, 1]);
    }
}
