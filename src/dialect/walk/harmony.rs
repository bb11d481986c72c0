//! Transcripts of OpenAI's open models, whose signs may stand amid a line: `<|channel|>commentary to=edit<|message|>…<|call|>`.
//! They are peeled into messages; what the model thinks, and what others say, is not its answer.

use bstr::{BStr, ByteSlice};

use super::line::{self, Line};
use super::scan::Scan;
use crate::dialect::call::{caller, outcome};

/// A sign that parts a transcript.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sign {
    /// What follows says whose the next message is, and what it is for.
    Header,
    /// The text of the message follows.
    Message,
    /// It ends.
    End,
}

const SIGNS: &[(&str, Sign)] = &[
    ("<|start|>", Sign::Header),
    ("<|channel|>", Sign::Header),
    ("<|constrain|>", Sign::Header),
    ("<|message|>", Sign::Message),
    ("<|call|>", Sign::End),
    ("<|end|>", Sign::End),
    ("<|return|>", Sign::End),
];

/// Words in the header of a message that is no answer.
const OTHERS: &[&str] = &["analysis", "user", "system", "developer", "functions."];

/// One message: what its header says, and its lines.
#[derive(Default)]
struct Message<'a> {
    header: Vec<u8>,
    lines: Vec<Line<'a>>,
}

impl Message<'_> {
    fn is_answer(&self) -> bool {
        // A tool that answers begins its header; one that is called follows `to=`.
        let is_said = |word: &&str| self.header.trim_start().starts_with(word.as_bytes());
        !OTHERS.iter().any(is_said) && !self.header.contains_str("analysis")
    }
}

/// Reads the transcript that begins where the walk stands. Returns whether there was one.
pub(in crate::dialect) fn peel(scan: &mut Scan<'_>) -> bool {
    let line = scan.lines[scan.at].body;
    if line.first() != Some(&b'<') || scan.depth > 0 || scan.fence.is_some() || !begins(line) {
        return false;
    }
    let (messages, end) = messages(scan.lines, scan.at);
    for message in messages {
        if !message.is_answer() {
            if message.header.trim_start().starts_with(b"functions.") {
                let text = message.lines.iter().map(|line| line.body);
                outcome::weigh_text(scan, &bstr::join("\n", text));
            }
            scan.examples.push(line::span(&message.lines, end));
            continue;
        }
        scan.tool = caller::addressed(&message.header);
        if scan.nested(&message.lines, None) {
            scan.read_to = end;
        }
    }
    scan.tool = None;
    scan.at = end;
    true
}

/// Returns whether a line begins a message: it has the whole header of one.
fn begins(line: &BStr) -> bool {
    let first = next_sign(line, Sign::End);
    let is_header =
        |(before, sign, _): (&BStr, Sign, &BStr)| before.is_empty() && sign == Sign::Header;
    first.is_some_and(is_header) && line.contains_str("<|message|>")
}

/// Returns the messages from line `from` on, and the index behind the last of them.
fn messages<'a>(lines: &[Line<'a>], from: usize) -> (Vec<Message<'a>>, usize) {
    let mut messages: Vec<Message<'a>> = Vec::new();
    let mut state = Sign::End;
    for (index, line) in lines.iter().enumerate().skip(from) {
        if state == Sign::End && !begins(line.body) && !line.is_blank() {
            return (messages, index);
        }
        let mut rest = line.body;
        let mut is_whole = true;
        while let Some((before, sign, behind)) = next_sign(rest, state) {
            take(&mut messages, state, before, line.at);
            if sign == Sign::Header && state != Sign::Header {
                messages.push(Message::default());
            }
            (rest, state, is_whole) = (behind, sign, false);
        }
        if is_whole || !rest.is_empty() {
            take(&mut messages, state, rest, line.at);
        }
    }
    (messages, lines.len())
}

/// Adds a part of a line to the last message.
fn take<'a>(messages: &mut [Message<'a>], state: Sign, body: &'a BStr, at: usize) {
    let Some(message) = messages.last_mut() else {
        return;
    };
    match state {
        Sign::Header => {
            // A sign between two parts of a header parts them.
            message.header.extend_from_slice(body);
            message.header.push(b' ');
        }
        Sign::Message => message.lines.push(Line { body, at }),
        Sign::End => {}
    }
}

/// Returns what stands before the next sign, the sign, and what follows it. Within a message only its end is one, or a header at
/// the beginning of a line: its text may hold any other.
fn next_sign(text: &BStr, state: Sign) -> Option<(&BStr, Sign, &BStr)> {
    let found = SIGNS.iter().filter_map(|(spelled, sign)| {
        let at = text.find(spelled)?;
        let counts = match (state, sign) {
            (Sign::Message, Sign::End) => true,
            (Sign::Message, Sign::Header) => at == 0,
            (Sign::Message, Sign::Message) => false,
            (Sign::Header | Sign::End, _) => true,
        };
        counts.then_some((at, *sign, at + spelled.len()))
    });
    let (at, sign, end) = found.min_by_key(|(at, ..)| *at)?;
    Some((&text[..at], sign, &text[end..]))
}
