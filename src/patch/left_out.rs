//! Comments that stand for code that was left out: `# the rest of your code here`. A model that writes one means lines that
//! it does not repeat; taken as it is, the comment replaces them.
//!
//! Such a comment says nothing else: each of its words is of the table in `words`, or a name of what goes. One that also says
//! something of the code ("keep the connection open") is the code's own.

mod change;
mod inline;
mod words;

use std::cell::OnceCell;
use std::collections::{BTreeSet, HashSet};

use bstr::ByteSlice;

pub use self::change::asks;
pub use self::inline::hides_text;
use super::complete::elision;
use super::{FilePatch, Hunk, HunkLine, LineKind, Unsure, lazy};
use crate::text::{Sign, Text, Trim, comment, indent};
use words::{LENGTHS, PHRASES, Says, TABLE, hints};

/// What may replace the sign of a comment.
pub(super) const IN_PLACE_OF_SIGNS: [&str; 4] = ["...", "…", "[", "("];

/// Returns whether text begins as a comment, or as a further line of one.
fn is_comment(text: &[u8]) -> bool {
    comment::is_comment(text) || comment::is_further_line(text)
}

/// No such comment is longer, in bytes.
const MOST_BYTES: usize = 120;

/// Marks a section's hunks that put such a comment in the place of code.
pub(super) fn doubted(mut file: FilePatch) -> FilePatch {
    let path = file.path.named().cloned();
    let path = path.as_ref();
    for hunk in &mut file.hunks {
        if hunk.unsure.is_none() && (replaces_code(hunk) || hides_text(hunk, path)) {
            hunk.unsure = Some(Unsure::LinesLeftOut);
        }
    }
    file
}

/// Returns whether the hunk puts such a comment in the place of code. Where nothing goes, nothing is lost.
pub fn replaces_code(hunk: &Hunk) -> bool {
    let is_code =
        |line: &&HunkLine| !indent::is_blank(&line.body) && comment(line.body.trimmed()).is_none();
    let there = || hunk.lines.iter().filter(|line| line.in_preimage());
    let names = OnceCell::new();
    let is_name = |word: &str| {
        let names = names.get_or_init(|| {
            let mut names = HashSet::new();
            for line in there().filter(is_code) {
                add_names(&line.body, &mut names);
            }
            names
        });
        names.contains(word.as_bytes())
    };
    let mut runs = hunk.lines.split(|line| line.kind == LineKind::Context);
    runs.any(|run| {
        let of_kind = |kind| {
            let lines = run.iter().filter(move |line| line.kind == kind);
            lines.filter(|line| !indent::is_blank(&line.body))
        };
        let n_gone = of_kind(LineKind::Delete).filter(is_code).count();
        let new = || of_kind(LineKind::Insert);
        // What may be about the code below it, or about its own, ends a text with less code than went.
        let is_in_place = || {
            let last = new().next_back();
            n_gone > new().filter(is_code).count()
                && last.is_some_and(|line| stands(&line.body, is_name) == Stands::Perhaps)
        };
        n_gone > 0 && (new().any(|line| stands_for_code(&line.body, is_name)) || is_in_place())
    })
}

/// Returns whether the hunk adds a line that may stand for others: nearly none does, and of those nothing else need be asked.
pub fn may_leave_out(hunk: &Hunk) -> bool {
    let may_show_ellipsis = hunk.may_have([Sign::Ellipsis]);
    let may_stand = |line: &HunkLine| {
        line.kind == LineKind::Insert
            && (may_show_ellipsis && lazy::has_ellipsis(&line.body)
                || stands(&line.body, |_| true) != Stands::No)
    };
    hunk.lines.iter().any(may_stand)
}

/// Returns whether a hunk whose old text leaves nothing out adds a line that only stands for others: it would be written as it
/// is, beside the lines that it means. A bare `...` below a line that opens a body is a stub, and one in a fence that comes
/// with it is what the fence shows.
pub fn comes_alone(hunk: &Hunk) -> bool {
    let stands = |line: &HunkLine| {
        elision::is_gap(&line.body)
            || lazy::is_placeholder(line.body.as_bstr())
            || says_so(&line.body)
    };
    let mut above: Option<&HunkLine> = None;
    let mut is_in_fence = false;
    let mut comes = false;
    for line in hunk.lines.iter().filter(|line| line.in_postimage()) {
        let is_new = line.kind == LineKind::Insert;
        let text = line.body.trimmed();
        is_in_fence ^= is_new && (text.starts_with(b"```") || text.starts_with(b"~~~"));
        let opens = above.is_some_and(|above| above.body.trimmed_end().ends_with(b":"));
        let is_bare = !is_comment(text);
        let is_code = is_bare && (opens || is_in_fence);
        comes |= is_new && !is_code && stands(line);
        above = Some(line);
    }
    comes
        && !hunk
            .lines
            .iter()
            .any(|line| line.in_preimage() && stands(line))
}

/// Returns whether all that a hunk adds are remarks, and one says what the reader is to write there: `// your check here`. In a
/// block that leaves lines out, it may be in the place of code.
pub(super) fn leaves_a_task(hunk: &Hunk) -> bool {
    const TASKS: &[&str] = &["todo", "fixme", "your", "implement", "goes here", "fill in"];
    let new = || {
        let added = hunk
            .lines
            .iter()
            .filter(|line| line.kind == LineKind::Insert);
        added.filter(|line| !indent::is_blank(&line.body))
    };
    let is_task = |line: &HunkLine| {
        let text = comment(line.body.trimmed())
            .unwrap_or_default()
            .to_lowercase();
        TASKS.iter().any(|task| text.contains(task))
    };
    new().any(is_task) && new().all(|line| comment(line.body.trimmed()).is_some())
}

/// Words that say of a text that it ends before its end, and others that stand beside them.
const CUT: &str = "truncated|cut off|cut short|to be continued|abgeschnitten|tronqué|truncado|截断";
const BESIDE_CUT: &str = "output response reply message answer text due length limit max maximum token tokens reached at by was been has \
                          will more continued cut off short be";

/// Returns whether the hunk's new text ends in a line that only says that the rest is missing: `[truncated]`.
pub fn ends_cut(hunk: &Hunk) -> bool {
    let mut lines = hunk.lines.iter().rev();
    let last = lines.find(|line| !indent::is_blank(&line.body));
    last.is_some_and(|line| line.kind == LineKind::Insert && says_cut(&line.body))
}

fn says_cut(line: &[u8]) -> bool {
    let Some(text) = comment(line.trimmed()) else {
        return false;
    };
    let text = text.to_lowercase();
    let is_known = |word: &str| {
        TABLE.contains_key(word)
            || CUT.split('|').any(|known| known == word)
            || BESIDE_CUT.split_whitespace().any(|known| known == word)
            || word.bytes().all(|byte| byte.is_ascii_digit())
    };
    CUT.split('|').any(|words| text.contains(words))
        && words_of(&text).iter().all(|(word, _)| is_known(word))
}

/// Returns the text of a comment, its sign and all else that stands around it left in; `None` where the line is none.
fn comment(line: &[u8]) -> Option<&str> {
    let replaces_sign = |text: &[u8]| {
        let mut signs = IN_PLACE_OF_SIGNS.iter();
        text.starts_with(b"<") || signs.any(|sign| text.starts_with_str(sign))
    };
    // Of Python, the statement that does nothing.
    let line = match line.strip_prefix(b"pass") {
        Some(rest) if is_comment(rest.trimmed()) => rest.trimmed(),
        Some(_) | None => line,
    };
    if line.len() > MOST_BYTES || !is_comment(line) && !replaces_sign(line) {
        return None;
    }
    std::str::from_utf8(line).ok()
}

/// Returns whether a line is a comment that says by words of the table alone that code is left out.
pub(super) fn says_so(line: &[u8]) -> bool {
    stands_for_code(line, |_| false)
}

/// The words of a text that its comments may name, in lower case.
pub(super) fn names_in(text: &Text) -> HashSet<Vec<u8>> {
    let mut names = HashSet::new();
    for line in text.lines() {
        add_names(line, &mut names);
    }
    names
}

/// Returns whether a line is a comment that says of names alone that they are left out: `# total unchanged`.
pub(super) fn says_so_of(line: &[u8], is_name: &impl Fn(&str) -> bool) -> bool {
    let text = line.trimmed();
    is_comment(text) && stands_for_code(text, is_name)
}

/// Returns whether the words of a comment only name what is there: `existing rows`.
pub(super) fn names_what_is_there(text: &str) -> bool {
    let text = text.to_lowercase();
    let words = words_of(&text);
    let [(first, _), (last, behind)] = words[..] else {
        return false;
    };
    let says = |word: &str| TABLE.get(word).copied();
    behind.is_empty() && says(first) == Some(Says::There) && says(last) == Some(Says::Things)
}

/// Returns whether text, as a comment, would say that something is left out, or may say so.
pub fn may_be_said_by(text: &[u8]) -> bool {
    stands(&[b"# ", text].concat(), |_| false) != Stands::No
}

/// Whether a line stands for code that is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stands {
    /// It is an ordinary line.
    No,
    /// It says so, or is a heading of code or a remark on it: `# original body`.
    Perhaps,
    /// It only says that code is left out here.
    Surely,
}

fn stands_for_code(line: &[u8], is_name: impl Fn(&str) -> bool) -> bool {
    stands(line, is_name) == Stands::Surely
}

/// Returns whether a line is a comment that stands for code; `is_name` knows the names of what goes.
fn stands(line: &[u8], is_name: impl Fn(&str) -> bool) -> Stands {
    let Some(text) = comment(line.trimmed()) else {
        return Stands::No;
    };
    if !may_say_so(text) {
        return Stands::No;
    }
    let text = text.to_lowercase().replace("...", "…");
    let words = words_of(&text);
    let says_phrase = words.windows(2).any(|two| {
        PHRASES
            .iter()
            .any(|phrase| two[0].0 == phrase[0] && two[1].0 == phrase[1])
    });
    let mut says = BTreeSet::new();
    for (word, behind) in &words {
        if behind.starts_with("()") {
            says.insert(Says::Name);
        } else if !word.is_empty() && !add_meaning(word, &is_name, &mut says) {
            return Stands::No;
        }
    }
    let has = |all: &[Says]| all.iter().any(|what| says.contains(what));
    let is_of_code = has(&[Says::Code, Says::Things, Says::Name]);
    let is_rest = has(&[Says::Rest, Says::There, Says::Other]);
    let is_dotted = text.contains('…') && (is_rest || is_of_code);
    let is_one_word = words.len() == 1 && text.contains(' ');
    // Without the sign of a comment it may be code: `...rest`, `(same, other)`.
    let is_comment = is_comment(text.as_bytes());
    let is_alike = has(&[Says::Alike])
        && (is_rest || has(&[Says::Before, Says::Stays, Says::Code]) || is_comment && is_one_word);
    let is_code = words.len() == 1 && text.starts_with('…') || text.contains(',');
    if !is_comment && is_code {
        return Stands::No;
    }
    let is_sure = has(&[Says::LeftOut])
        || says_phrase
        || is_alike
        || is_dotted
        || has(&[Says::Rest]) && (is_of_code || has(&[Says::Stays]) || is_one_word)
        || has(&[Says::There]) && (has(&[Says::Code]) || is_one_word)
        || is_rest && is_of_code && has(&[Says::Stays])
        || text.contains(['⋮', '✂']);
    let has_kind = has(&[Says::Code, Says::Things]);
    let is_likely = has(&[Says::There]) && has_kind
        || has(&[Says::This, Says::Before]) && has(&[Says::Stays]) && has_kind
        || has(&[Says::Continues]) && (has_kind || has(&[Says::Reply]));
    match (is_sure, is_likely && is_comment) {
        (true, _) => Stands::Surely,
        (false, true) => Stands::Perhaps,
        (false, false) => Stands::No,
    }
}

/// Returns whether a comment has a word that may say that code is left out, or dots: nearly every one is told by that, before
/// its words are listed. What is not ASCII may always.
fn may_say_so(text: &str) -> bool {
    let is_end = |byte: &u8| !byte.is_ascii_alphanumeric() && !matches!(byte, b'_' | b'\'');
    let mut room = [0; MOST_BYTES];
    let lower = &mut room[..text.len()];
    lower.copy_from_slice(text.as_bytes());
    lower.make_ascii_lowercase();
    let is_quote = |byte: Option<&u8>| byte == Some(&b'\'');
    let unquoted = |mut word| {
        while is_quote(<[u8]>::first(word)) {
            word = &word[1..];
        }
        while is_quote(word.last()) {
            word = &word[..word.len() - 1];
        }
        word
    };
    let words = lower.split(is_end).map(unquoted);
    let may_tell = |word: &&[u8]| {
        let first = word.first().map_or(0, |byte| LENGTHS[usize::from(*byte)]);
        first >> word.len().min(31) & 1 != 0
    };
    let mut words = words.filter(|word| !word.is_empty());
    let mut above: &[u8] = b"";
    let mut tells = |word| {
        let above = std::mem::replace(&mut above, word);
        let is_phrase = || {
            let is_it =
                |[first, last]: &[&str; 2]| last.as_bytes() == word && first.as_bytes() == above;
            PHRASES.iter().any(is_it)
        };
        may_tell(&word) && (std::str::from_utf8(word).is_ok_and(hints) || is_phrase())
    };
    let has_dots = || {
        let from = memchr::memchr(b'.', text.as_bytes());
        from.is_some_and(|from| text.as_bytes()[from..].windows(3).any(|it| it == b"..."))
    };
    !text.is_ascii() || has_dots() || words.any(&mut tells)
}

/// Returns the words of a text, each with all that follows it.
fn words_of(text: &str) -> Vec<(&str, &str)> {
    let of_word = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(of_word) {
        rest = &rest[start..];
        let end = rest.find(|c| !of_word(c)).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end);
        rest = behind;
        words.push((word.trim_matches('\''), behind));
    }
    words
}

/// Adds what a word says; returns `false` for one that is not of the table.
fn add_meaning(word: &str, is_name: &impl Fn(&str) -> bool, says: &mut BTreeSet<Says>) -> bool {
    if let Some(meaning) = TABLE.get(word) {
        says.insert(*meaning);
        return true;
    }
    if word.bytes().all(|byte| byte.is_ascii_digit()) {
        return true;
    }
    // Without blanks between words, the longest that begins it.
    let is_end = |at: &usize| word.is_char_boundary(*at);
    let mut ends = (3..word.len()).rev().filter(is_end);
    let first = ends.find(|at| !word[..*at].is_ascii() && TABLE.contains_key(&word[..*at]));
    if let Some(at) = first {
        return add_meaning(&word[..at], is_name, says) && add_meaning(&word[at..], is_name, says);
    }
    let is_known = is_name(word);
    if is_known {
        says.insert(Says::Name);
    }
    is_known
}

/// Adds the names in a line of code, in lower case, and the parts of those with underscores.
fn add_names(line: &[u8], names: &mut HashSet<Vec<u8>>) {
    let line = line.to_ascii_lowercase();
    let is_end = |byte: &u8| !byte.is_ascii_alphanumeric() && *byte != b'_';
    for name in line.split(is_end).filter(|name| !name.is_empty()) {
        let parts = name.split(|byte| *byte == b'_');
        names.extend(parts.map(<[u8]>::to_vec));
        names.insert(name.to_vec());
    }
}

#[cfg(test)]
mod tests;
