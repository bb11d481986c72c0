//! What of a line counts when lines are compared. Keys are for comparing; nothing is ever written from them.

mod ends;

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, DefaultHasher, Hash, Hasher};
use std::num::NonZeroU64;

use bstr::ByteSlice;

use self::ends::End;
pub(super) use self::ends::{Ends, Look, ShortEnd};
use super::LineMatch;
use crate::text::lanes::{self, N_LANES};

/// Digest of a line's fuzzy form: lines that any of the tiers Strict, Resilient and Fuzzy takes for equal have equal
/// keys, a truncated line aside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LineKey(NonZeroU64);

impl LineKey {
    /// Returns the key of `line`.
    pub fn of(line: &[u8]) -> LineKey {
        // Short enough for the stack, as nearly all are: a line's key is asked for more often than anything else.
        let mut room = [0; 128];
        match fuzzy_of_plain(line, &mut room) {
            Some(fuzzy) => LineKey::of_fuzzy(fuzzy),
            None => LineKey::of_fuzzy(&fuzzy(line)),
        }
    }

    fn of_fuzzy(fuzzy: &[u8]) -> LineKey {
        let mut hasher = DefaultHasher::new();
        fuzzy.hash(&mut hasher);
        LineKey(NonZeroU64::new(hasher.finish()).unwrap_or(NonZeroU64::MIN))
    }
}

/// Values by key.
pub(super) type KeyMap<V> = HashMap<LineKey, V, BuildHasherDefault<KeyHasher>>;
/// Keys.
pub(super) type KeySet = HashSet<LineKey, BuildHasherDefault<KeyHasher>>;

/// A key is a hash already.
#[derive(Debug, Default)]
pub(super) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// Returns the last eight letters and digits of `line`, lowered, or all where it has fewer: lines with equal keys have equal
/// tails, and a tail costs a tenth of a key. `None` where something but ASCII stands among them, which says nothing.
///
/// All that a key leaves out is punctuation and blanks, so a line and its fuzzy form have the same tail.
pub fn tail(line: &[u8]) -> Option<u64> {
    End::of(line.into())
        .letters(8)
        .or_else(|| tail_by_bytes(line))
}

fn tail_by_bytes(line: &[u8]) -> Option<u64> {
    let mut tail = 0u64;
    for byte in line.iter().rev() {
        let letter = LETTERS[usize::from(*byte)];
        if letter > OTHER {
            tail = tail << 8 | u64::from(letter);
            if tail >> 56 != 0 {
                break;
            }
        } else if letter == OTHER {
            return None;
        }
    }
    Some(tail)
}

/// Returns whether the two lines are of ASCII and differ in a letter or digit from the end of the first: they have other keys,
/// and the first is no end of the second.
pub(super) fn have_other_letters(fragment: &[u8], line: &[u8]) -> bool {
    let letters = |line| {
        let letters = <[u8]>::iter(line)
            .rev()
            .map(|byte| LETTERS[usize::from(*byte)]);
        letters.filter(|letter| *letter > 0)
    };
    let mut there = letters(line);
    for letter in letters(fragment) {
        let other = there.next();
        if letter == OTHER || other == Some(OTHER) {
            return false;
        }
        if other != Some(letter) {
            return true;
        }
    }
    false
}

/// The tail of a line without a letter or digit.
pub(super) const BARE: u64 = 0;

/// What stands in [`LETTERS`] for a byte that is not ASCII.
const OTHER: u8 = 1;

/// The letters and digits of ASCII, lowered; nothing for other ASCII. A text has its tails taken line by line, and one look
/// here for a byte is what that costs.
static LETTERS: [u8; 256] = {
    let mut letters = [0; 256];
    let mut at = 0;
    while at < 256 {
        letters[at] = match at as u8 {
            0x80.. => OTHER,
            byte if byte.is_ascii_alphanumeric() => byte.to_ascii_lowercase(),
            _ => 0,
        };
        at += 1;
    }
    letters
};

/// Returns the tail of the form in which `line` is compared, where it has one: what is not ASCII in a line may be so in its
/// like. Lines with equal keys have both none, or equal ones.
pub(super) fn tail_of_form(line: &[u8]) -> Option<u64> {
    tail(line).or_else(|| tail(&fuzzy(line)))
}

/// Which of many tails are asked for, in few bits: most that are not do not pass.
pub(super) struct TailFilter {
    tails: Vec<u64>,
    ends: Ends,
}

/// What is known of a line by a [`TailFilter`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tail {
    /// It may be one of those asked for.
    Asked(u64),
    /// It is none of them.
    Other,
    /// The line has none: see [`tail`].
    None,
}

impl TailFilter {
    /// Makes one for so many.
    pub(super) fn new(n_tails: usize) -> TailFilter {
        TailFilter {
            tails: vec![0; (n_tails / 2).next_power_of_two()],
            ends: Ends::new(),
        }
    }

    /// Asks for the lines that are like `line`.
    pub(super) fn insert(&mut self, line: &[u8]) {
        if let Some(tail) = self.ends.insert(line, |_| true) {
            let (word, bit) = self.slot(tail);
            self.tails[word] |= bit;
        }
    }

    /// Returns the tail of `line`, which ends so, where it may be one of them.
    pub(super) fn tail_of<'l>(&self, end: ShortEnd, line: impl FnOnce() -> &'l [u8]) -> Tail {
        if self.ends.look(end) == Look::Other {
            return Tail::Other;
        }
        let Some(tail) = tail(line()) else {
            return Tail::None;
        };
        let (word, bit) = self.slot(tail);
        match self.tails[word] & bit {
            0 => Tail::Other,
            _ => Tail::Asked(tail),
        }
    }

    fn slot(&self, tail: u64) -> (usize, u64) {
        // Fibonacci hashing: the upper half is well mixed.
        let hash = (tail.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize;
        ((hash >> 6) & (self.tails.len() - 1), 1 << (hash & 63))
    }
}

/// What a byte is in the form of a line that is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    /// A letter, a digit or an underscore.
    Word,
    Blank,
    Sign,
    /// One that is more than plain text: a backtick, and all beyond ASCII.
    Odd,
}

#[derive(Clone, Copy)]
struct Form {
    class: Class,
    lowered: u8,
}

/// The form of every byte: lines are compared by the million, and a look here costs less than the questions behind it.
static FORMS: [Form; 256] = {
    let mut forms = [Form {
        class: Class::Sign,
        lowered: 0,
    }; 256];
    let mut at = 0;
    while at < 256 {
        let byte = at as u8;
        forms[at] = Form {
            class: match byte {
                b'`' | 0x80.. => Class::Odd,
                _ if byte.is_ascii_whitespace() => Class::Blank,
                _ if is_word(byte) => Class::Word,
                _ => Class::Sign,
            },
            lowered: byte.to_ascii_lowercase(),
        };
        at += 1;
    }
    forms
};

/// Returns `line` trimmed, with runs of blanks and tabs collapsed to one blank.
pub fn collapsed(line: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    collapse(line, &mut out);
    out
}

/// Makes `out` what [`collapsed`] returns.
pub(super) fn collapse(line: &[u8], out: &mut Vec<u8>) {
    let line = line.trim_ascii();
    out.clear();
    // Of nearly all lines nothing goes, which is seen by a look at many bytes together.
    if is_collapsed(line) {
        out.extend_from_slice(line);
        return;
    }
    out.reserve(line.len());
    for byte in line {
        if !byte.is_ascii_whitespace() {
            out.push(*byte);
        } else if out.last() != Some(&b' ') {
            out.push(b' ');
        }
    }
}

/// Returns whether no two blanks follow each other in a trimmed line, and no other space is in it.
fn is_collapsed(line: &[u8]) -> bool {
    let (parts, rest) = line.as_chunks();
    let mut last = [0; N_LANES];
    last[..rest.len()].copy_from_slice(rest);
    // Whether the byte before was a blank.
    let mut carried = 0;
    let mut seen = 0;
    for part in parts.iter().chain([&last]) {
        let blanks = lanes::equal(part, b' ');
        seen |= blanks & (blanks << 1 | carried) | lanes::between(part, b'\t', b'\r');
        carried = blanks >> (N_LANES - 1);
    }
    seen == 0
}

/// Returns a Markdown heading without its level; `None` for other lines.
fn heading_text(collapsed: &[u8]) -> Option<&[u8]> {
    let n_marks = collapsed.iter().take_while(|byte| **byte == b'#').count();
    let text = collapsed[n_marks..].strip_prefix(b" ")?;
    (1..=6).contains(&n_marks).then_some(text)
}

/// Returns the plain form of a typographic quote, or of a blank that does not break: those are never meant in code.
pub(super) fn straight(c: char) -> Option<u8> {
    match c {
        '\u{2018}'..='\u{201b}' => Some(b'\''),
        '\u{201c}'..='\u{201f}' => Some(b'"'),
        '\u{a0}' => Some(b' '),
        _ => None,
    }
}

/// Returns `text` with typographic quotes, dashes, ellipses and odd blanks as their ASCII forms. Invisible characters
/// go.
fn in_ascii(text: &[u8]) -> Cow<'_, [u8]> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut out = Vec::with_capacity(text.len());
    for (start, end, c) in text.char_indices() {
        if let Some(plain) = straight(c) {
            out.push(plain);
            continue;
        }
        match c {
            '\u{2032}' | '\u{2035}' | '\u{00b4}' => out.push(b'\''),
            '\u{2033}' | '\u{2036}' | '\u{ab}' | '\u{bb}' => out.push(b'"'),
            '\u{2010}'..='\u{2015}' | '\u{2212}' => out.push(b'-'),
            '\u{2026}' => out.extend_from_slice(b"..."),
            '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => out.push(b' '),
            '\u{2022}' | '\u{25aa}' | '\u{25cf}' => out.push(b'-'),
            '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}' | '\u{ad}' => {}
            _ => out.extend_from_slice(&text[start..end]),
        }
    }
    Cow::Owned(out)
}

fn lowered(mut text: Vec<u8>) -> Vec<u8> {
    if text.is_ascii() {
        text.make_ascii_lowercase();
        text
    } else {
        text.to_lowercase()
    }
}

pub(super) const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii()
}

/// Takes out the blanks that stand beside punctuation or operators: `f( a )` reads as `f(a)`.
fn tighten(text: &mut Vec<u8>) {
    let mut before = None;
    let mut n_kept = 0;
    for at in 0..text.len() {
        let (byte, after) = (text[at], text.get(at + 1));
        let is_amid_words = before.is_some_and(is_word) && after.is_some_and(|byte| is_word(*byte));
        if byte != b' ' || is_amid_words {
            text[n_kept] = byte;
            n_kept += 1;
        }
        before = Some(byte);
    }
    text.truncate(n_kept);
}

/// Returns how much of `text` is left without ASCII punctuation at its end; a text of nothing else stays as it is, lest
/// `}` equal a blank line. An underscore is part of a name.
fn n_before_last_punctuation(text: &[u8]) -> usize {
    let is_sign = |byte: &u8| byte.is_ascii_punctuation() && *byte != b'_';
    text.iter()
        .rposition(|byte| !is_sign(byte) && !byte.is_ascii_whitespace())
        .map_or(text.len(), |at| at + 1)
}

/// Returns whether the punctuation at the ends of two lines, which their keys leave out, changes the meaning: other operators
/// or calls, or one separator for another. That closing brackets, quotes or a separator are on one side alone says nothing.
pub fn end_otherwise(one: &[u8], other: &[u8]) -> bool {
    let ends = [one, other].map(|line| {
        // `<br />` is `<br>`.
        line[n_before_last_punctuation(line)..].replace("/>", ">")
    });
    let of =
        |set: &'static [u8]| [0, 1].map(|nth| ends[nth].iter().filter(|byte| set.contains(byte)));
    let [mut one, mut other] = of(b",;.:").map(Iterator::peekable);
    let has_other_separators = one.peek().is_some() && other.peek().is_some() && !one.eq(other);
    let [one, other] = of(b"!#$%&*+-/<=>?@^|~([");
    has_other_separators || !one.eq(other)
}

/// Returns the typography of `line` evened out: ASCII forms, no backticks, one kind of bullet.
fn plain_typography(line: &[u8]) -> Vec<u8> {
    let mut text = collapsed(&in_ascii(line));
    // Three begin or end a fence, which is no typography.
    if text.contains(&b'`') && !text.starts_with(b"```") {
        text.retain(|byte| *byte != b'`');
    }
    if let [bullet @ (b'*' | b'+'), b' ', ..] = text.as_mut_slice() {
        *bullet = b'-';
    }
    text
}

/// Returns the form of a line in which the Fuzzy tier compares.
pub fn fuzzy(line: &[u8]) -> Vec<u8> {
    let mut text = plain_typography(line);
    if let Some(heading) = heading_text(&text) {
        text.drain(..text.len() - heading.len());
    }
    let mut text = lowered(text);
    text.truncate(n_before_last_punctuation(&text));
    tighten(&mut text);
    text
}

/// Returns what [`fuzzy`] does, made in `room` in one pass; `None` for a line that has no room there, is not all ASCII, or
/// may be more than plain text: one with a backtick, or that begins like a heading or a bullet.
fn fuzzy_of_plain<'a>(line: &[u8], room: &'a mut [u8]) -> Option<&'a [u8]> {
    let line = line.trim_ascii();
    if line.len() > room.len() || matches!(line.first(), Some(b'*' | b'+' | b'#')) {
        return None;
    }
    let end = n_before_last_punctuation(line);
    if line[end..].contains(&b'`') {
        return None;
    }
    let (mut n_kept, mut above, mut follows_blank) = (0, false, false);
    for &byte in &line[..end] {
        let form = FORMS[usize::from(byte)];
        let is_word = match form.class {
            Class::Word => true,
            Class::Sign => false,
            Class::Blank => {
                follows_blank = true;
                continue;
            }
            Class::Odd => return None,
        };
        // Written in any case, and kept where a blank parts two words.
        room[n_kept] = b' ';
        n_kept += usize::from(follows_blank & above & is_word);
        room[n_kept] = form.lowered;
        n_kept += 1;
        (above, follows_blank) = (is_word, false);
    }
    Some(&room[..n_kept])
}

/// Returns how two lines with equal keys agree: the first rule that holds.
pub fn agreement(hunk_line: &[u8], target_line: &[u8]) -> LineMatch {
    if hunk_line == target_line {
        return LineMatch::Exact;
    }
    if hunk_line.trim_ascii_end() == target_line.trim_ascii_end() {
        return LineMatch::TrailingSpace;
    }
    if hunk_line.trim_ascii() == target_line.trim_ascii() {
        return LineMatch::Indentation;
    }
    let (hunk_line, target_line) = (collapsed(hunk_line), collapsed(target_line));
    if hunk_line == target_line {
        return LineMatch::Whitespace;
    }
    if let (Some(a), Some(b)) = (heading_text(&hunk_line), heading_text(&target_line))
        && a == b
    {
        return LineMatch::Heading;
    }
    let (hunk_line, target_line) = (plain_typography(&hunk_line), plain_typography(&target_line));
    if hunk_line == target_line {
        LineMatch::Typography
    } else if lowered(hunk_line) == lowered(target_line) {
        LineMatch::Case
    } else {
        LineMatch::Punctuation
    }
}

/// The shortest truncated line that is taken for the end of a longer one, in bytes: udiffx takes ten.
const MIN_SUFFIX: usize = 10;

/// Returns how `fragment` is the end of `line`, blanks collapsed, or reads like it (case, closing punctuation): a context line
/// that a model cut short. `None` where it is not.
pub fn as_suffix(fragment: &[u8], line: &[u8]) -> Option<LineMatch> {
    let reads_like_it = || reads_like_the_end(fragment, line).then_some(LineMatch::LooseSuffix);
    // Told by one byte for nearly all: this is asked of every line of a hunk and every line that it is laid beside.
    if fragment.trim_ascii_end().last() != line.trim_ascii_end().last() {
        return reads_like_it();
    }
    let is_its_end = || {
        let mut there = from_the_end(line);
        from_the_end(fragment).all(|byte| there.next() == Some(byte))
    };
    // How long it is is asked last, for nearly all have another end.
    let n_bytes = || from_the_end(fragment).count();
    let how = if is_its_end() {
        LineMatch::Suffix
    } else {
        reads_like_it()?
    };
    (MIN_SUFFIX..=line.len())
        .contains(&n_bytes())
        .then_some(how)
}

/// Returns the bytes of [`collapsed`], the last first.
fn from_the_end(line: &[u8]) -> impl Iterator<Item = u8> {
    let line = line.trim_ascii();
    let ends_run = |at: usize| at == 0 || !line[at - 1].is_ascii_whitespace();
    (0..line.len()).rev().filter_map(move |at| match line[at] {
        byte if !byte.is_ascii_whitespace() => Some(byte),
        _ if ends_run(at) => Some(b' '),
        _ => None,
    })
}

/// Returns whether the form of `fragment` in which lines are compared is the end of that of `line`.
fn reads_like_the_end(fragment: &[u8], line: &[u8]) -> bool {
    let last_letter = |line: &[u8]| {
        line.iter()
            .rfind(|byte| is_word(**byte))
            .map(u8::to_ascii_lowercase)
    };
    if last_letter(fragment) != last_letter(line) || tail(fragment) != tail(line) {
        return false;
    }
    let fragment = fuzzy(fragment);
    fragment.len() >= MIN_SUFFIX && fuzzy(line).ends_with(&fragment)
}

/// Returns whether `fragment` is the beginning of `line` with an ellipsis for the rest, blanks collapsed.
pub fn is_prefix(fragment: &[u8], line: &[u8]) -> bool {
    if fragment.is_ascii() && !fragment.trim_ascii_end().ends_with(b"...") {
        return false;
    }
    let fragment = collapsed(&in_ascii(fragment));
    let Some(stem) = fragment.strip_suffix(b"...") else {
        return false;
    };
    stem.trim_ascii().len() >= MIN_SUFFIX && collapsed(&in_ascii(line)).starts_with(stem)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    pub(super) fn text() -> impl Strategy<Value = Vec<u8>> {
        let part = prop_oneof![
            Just(" "),
            Just("\t"),
            Just("("),
            Just("ab"),
            Just("Bc"),
            Just("\u{e9}"),
            Just("\u{2019}"),
            Just("\u{212a}"),
            Just("0")
        ];
        proptest::collection::vec(part, 0..12).prop_map(|parts| parts.concat().into_bytes())
    }

    #[test]
    fn lines_that_end_in_other_operators_or_separators_say_something_else() {
        for (one, other) in [
            ("i++;", "i;"),
            ("user.save!", "user.save"),
            ("foo()", "foo"),
            ("a = -1,", "a = -1;"),
            ("let v = x?;", "let v = x;"),
        ] {
            assert!(end_otherwise(one.as_bytes(), other.as_bytes()), "{one}");
            assert!(end_otherwise(other.as_bytes(), one.as_bytes()), "{one}");
        }
        for (one, other) in [
            ("call(a, b),", "call(a, b)"),
            ("if x {", "if x"),
            ("--flag value \\", "--flag value"),
            ("say \"hi\";", "say 'hi'"),
            ("i++;", "i++"),
        ] {
            assert!(!end_otherwise(one.as_bytes(), other.as_bytes()), "{one}");
        }
        assert_ne!(fuzzy(b"push(name_)"), fuzzy(b"push(name)"));
    }

    proptest! {
        #[test]
        fn a_line_ends_as_it_does_collapsed(line in text()) {
            let mut from_the_end: Vec<u8> = from_the_end(&line).collect();
            from_the_end.reverse();
            let words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
            let words: Vec<&[u8]> = words.collect();
            prop_assert_eq!(&from_the_end, &words.join(&b' '));
            prop_assert_eq!(from_the_end, collapsed(&line));
        }

        #[test]
        fn a_filter_lets_through_what_is_like_a_line_asked_for(asked in text(), other in text()) {
            let mut filter = TailFilter::new(1);
            filter.insert(&asked);
            let spaced = [b"  ", &asked[..], b" ;"].concat();
            for like in [asked.clone(), asked.to_ascii_uppercase(), spaced, other] {
                if LineKey::of(&like) == LineKey::of(&asked) {
                    let passed = tail(&like).map_or(Tail::None, Tail::Asked);
                    for end in [ShortEnd::by_three(like[..].into()), ShortEnd::by_six(like[..].into())] {
                        prop_assert_eq!(filter.tail_of(end, || &like), passed);
                    }
                }
            }
        }
    }

    #[track_caller]
    fn check(hunk_line: &str, target_line: &str, expected: LineMatch) {
        let (a, b) = (hunk_line.as_bytes(), target_line.as_bytes());
        assert_eq!(
            LineKey::of(a),
            LineKey::of(b),
            "keys of {hunk_line:?} and {target_line:?}"
        );
        assert_eq!(
            agreement(a, b),
            expected,
            "{hunk_line:?} against {target_line:?}"
        );
    }

    #[test]
    fn each_rule_has_its_badge() {
        check("a b", "a b", LineMatch::Exact);
        check("a b", "a b  ", LineMatch::TrailingSpace);
        check("  a b", "\ta b", LineMatch::Indentation);
        check("a  b", "a b", LineMatch::Whitespace);
        check("## Title", "### Title", LineMatch::Heading);
        check(
            "say \u{201c}hi\u{201d}\u{2026}",
            "say \"hi\"...",
            LineMatch::Typography,
        );
        check("* point one", "- point one", LineMatch::Typography);
        check("use `x`", "use x", LineMatch::Typography);
        check("Foo Bar", "foo bar", LineMatch::Case);
        check("The end", "The end.", LineMatch::Punctuation);
        check("f( a,b )", "f(a, b)", LineMatch::Punctuation);
    }

    #[test]
    fn the_end_of_a_line_is_told_in_another_case_and_punctuation() {
        let line = b"and then The `Foo` Function";
        let end = |fragment: &str| as_suffix(fragment.as_bytes(), line);
        assert_eq!(end("The `Foo` Function"), Some(LineMatch::Suffix));
        for loose in [
            "the `Foo` Function", "the foo function", "The Foo Function.",
        ] {
            assert_eq!(end(loose), Some(LineMatch::LooseSuffix), "{loose}");
        }
        for other in ["function", "the bar function", "he Foo Functions"] {
            assert_eq!(end(other), None, "{other}");
        }
    }

    #[test]
    fn other_lines_keep_other_keys() {
        for (a, b) in [
            ("}", ""),
            ("a b", "ab"),
            ("foo1", "foo2"),
            ("#include <a>", "include <a>"),
            ("x = 1", "x == 1"),
            ("```", ""),
            ("```rust", "rust"),
        ] {
            assert_ne!(
                LineKey::of(a.as_bytes()),
                LineKey::of(b.as_bytes()),
                "{a:?} and {b:?}"
            );
        }
    }

    #[test]
    fn a_plain_line_has_one_fuzzy_form_however_it_is_made() {
        const BYTES: &[u8] = b" \taZ_1.}`#*+-\xc3";
        let n_lines = BYTES.len().pow(5);
        for nth in 0..n_lines {
            let mut rest = nth;
            let line: Vec<u8> = std::iter::from_fn(|| {
                let byte = BYTES.get((rest % (BYTES.len() + 1)).checked_sub(1)?);
                rest /= BYTES.len() + 1;
                byte.copied()
            })
            .collect();
            let mut room = [0; 16];
            if let Some(form) = fuzzy_of_plain(&line, &mut room) {
                assert_eq!(
                    form.as_bstr(),
                    fuzzy(&line).as_bstr(),
                    "{:?}",
                    line.as_bstr()
                );
            }
        }
    }

    proptest! {
        #[test]
        fn the_end_of_a_line_tells_its_tail(line in text()) {
            prop_assert_eq!(tail(&line), tail_by_bytes(&line));
        }
    }

    #[test]
    fn a_line_and_its_fuzzy_form_have_one_tail() {
        for line in [
            "",
            "}",
            "ab",
            "### A Title.",
            "* f( a, b ) == `c`;",
            "let total_sum = items[0]; // the end",
            "\u{2018}quoted\u{2019} words that come to their end",
        ] {
            let line = line.as_bytes();
            assert_eq!(tail(line), tail(&fuzzy(line)), "{:?}", line.as_bstr());
        }
        assert_eq!(tail("na\u{ef}f".as_bytes()), None);
    }
}
