//! Characters that show nothing, wherever they are not needed to show others: in emoji, in scripts whose letters join, and
//! where text changes its direction.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthChar;

use super::HiddenCode;
use super::code::{Writing, code_parts};
use crate::text::display::is_hidden;

/// A character without a form of its own, and where it is.
pub(super) struct Invisible {
    /// Its byte offset.
    pub at: usize,
    pub c: char,
    pub code: HiddenCode,
}

/// The longest emoji has 35 bytes; whatever is much longer is none.
const MAX_EMOJI_BYTES: usize = 64;

/// All emoji, without their variation selectors. One text that `build.rs` writes, as a table of strings would have to be
/// relocated at every start.
static EMOJI: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    include_str!(concat!(env!("OUT_DIR"), "/emoji.txt"))
        .lines()
        .collect()
});

/// How far a direction mark may be from the letters it is set for.
const MAX_REACH: usize = 32;

/// Returns the characters of `text` that a reader does not see and that nothing visible needs, in order.
pub(super) fn invisible(text: &str, writing: Writing) -> Vec<Invisible> {
    if text.bytes().all(|byte| (b' '..0x7f).contains(&byte)) {
        return Vec::new();
    }
    let emoji = emoji_sequences(text);
    let mut before = ' ';
    let mut found = Vec::new();
    let mut ideographs = Ideographs::default();
    let isolated = isolated(text, writing);
    let in_code = text.contains(is_mark) && {
        let has_mark = |part: &&str| part.contains(is_mark);
        writing == Writing::Code && code_parts(text).iter().any(has_mark)
    };
    for (at, c) in text.char_indices() {
        if let Some(code) = kind(c) {
            let rest = &text[at + c.len_utf8()..];
            let after = rest.chars().next().unwrap_or(' ');
            let is_needed = match code {
                // A form feed separates the pages of old sources: it has a line to itself, or an end of one.
                HiddenCode::Control => {
                    c == '\u{c}' && (text[..at].trim().is_empty() || rest.trim().is_empty())
                }
                HiddenCode::Direction if is_mark(c) => {
                    turns(&text[..at], rest) || !in_code && ends_foreign(&text[..at], rest)
                }
                HiddenCode::Direction => isolated.binary_search(&at).is_ok(),
                HiddenCode::ZeroWidth if is_sign_of_numbers(c) => !is_in_latin(&text[..at], rest),
                HiddenCode::ZeroWidth => is_within(&emoji, at) || joins(c, before, after),
                HiddenCode::Tag => is_within(&emoji, at),
                HiddenCode::VariationSelector => {
                    varies(before, c, after) && ideographs.may_have(before, c)
                }
                HiddenCode::CarriageReturn
                | HiddenCode::LookAlike
                | HiddenCode::FarRight
                | HiddenCode::PrivateUse
                | HiddenCode::Icon
                | HiddenCode::Spelling => false,
            };
            if !is_needed {
                found.push(Invisible { at, c, code });
            }
        }
        before = c;
    }
    found
}

/// Returns what kind of invisible character `c` is, `None` for one that is seen.
fn kind(c: char) -> Option<HiddenCode> {
    Some(match c {
        ' '..='~' | '\t' => return None,
        '\r' => HiddenCode::CarriageReturn,
        _ if c.is_control() => HiddenCode::Control,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            HiddenCode::Direction
        }
        '\u{e0000}'..='\u{e007f}' => HiddenCode::Tag,
        '\u{fe00}'..='\u{fe0f}'
        | '\u{e0100}'..='\u{e01ef}'
        | '\u{180b}'..='\u{180d}'
        | '\u{180f}' => HiddenCode::VariationSelector,
        _ if is_hidden(c) || is_sign_of_numbers(c) => HiddenCode::ZeroWidth,
        _ => return None,
    })
}

/// Format characters that are drawn around what is behind them: numbers and abbreviations of Arabic, Syriac and Kaithi. Beside our
/// letters most fonts draw nothing.
fn is_sign_of_numbers(c: char) -> bool {
    matches!(c, '\u{600}'..='\u{605}' | '\u{6dd}' | '\u{70f}' | '\u{890}'..='\u{891}' | '\u{8e2}' | '\u{110bd}' | '\u{110cd}')
}

/// Returns whether the word that ends `before` and begins `after` has letters of ours; signs that show nothing end no word.
fn is_in_latin(before: &str, after: &str) -> bool {
    let is_of_word = |c: &char| c.is_alphanumeric() || *c == '_' || kind(*c).is_some();
    let is_ours = |c: char| c == '_' || c.is_alphabetic() && matches!(c, '\0'..='\u{24f}');
    let (mut back, mut on) = (
        before.chars().rev().take(MAX_REACH),
        after.chars().take(MAX_REACH),
    );
    back.by_ref().take_while(is_of_word).any(is_ours)
        || on.by_ref().take_while(is_of_word).any(is_ours)
}

/// Returns where `text` has emoji of several characters that are joined or tagged. Only those that exist count: a flag with
/// any other tags, or two faces joined, look like the flag or the faces alone.
fn emoji_sequences(text: &str) -> Vec<std::ops::Range<usize>> {
    if !text.contains(|c| c == '\u{200d}' || kind(c) == Some(HiddenCode::Tag)) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (at, cluster) in text.grapheme_indices(true) {
        if cluster.len() > 4 && cluster.len() <= MAX_EMOJI_BYTES {
            let bare = cluster.replace(['\u{fe0e}', '\u{fe0f}'], "");
            if EMOJI.contains(bare.as_str()) {
                found.push(at..at + cluster.len());
            }
        }
    }
    found
}

fn is_within(ranges: &[std::ops::Range<usize>], at: usize) -> bool {
    let next = ranges.partition_point(|range| range.end <= at);
    ranges.get(next).is_some_and(|range| range.contains(&at))
}

/// The variants of ideographs that a line has. Names are written with them, and each has its own; a message in them has many
/// kinds, or several of the same ideograph.
#[derive(Default)]
struct Ideographs {
    variants: HashMap<char, char>,
    selectors: Vec<char>,
}

impl Ideographs {
    /// Takes one more variant; returns whether a text may have it beside those before.
    fn may_have(&mut self, base: char, selector: char) -> bool {
        const MAX_KINDS: usize = 2;
        if !matches!(selector, '\u{e0100}'..='\u{e01ef}') {
            return true;
        }
        let known = self.variants.get(&base);
        if let Some(other) = known {
            return *other == selector;
        }
        self.variants.insert(base, selector);
        if !self.selectors.contains(&selector) {
            self.selectors.push(selector);
        }
        self.selectors.len() <= MAX_KINDS
    }
}

/// Returns whether `selector` chooses between forms that `base` has: emoji or text, variants of an ideograph, of a
/// mathematical sign, of a Mongolian or Myanmar letter. After anything else it shows nothing.
pub(in crate::text) fn varies(base: char, selector: char, after: char) -> bool {
    match selector {
        '\u{fe0e}' | '\u{fe0f}' => match base {
            '0'..='9' | '#' | '*' => after == '\u{20e3}',
            _ => !base.is_ascii() && EMOJI.contains(&*base.encode_utf8(&mut [0; 4])),
        },
        // Behind one that is there already, a second one shows nothing.
        '\u{180b}'..='\u{180d}' | '\u{180f}' => matches!(base, '\u{1820}'..='\u{18aa}'),
        '\u{fe00}' if matches!(base, '\u{1000}'..='\u{109f}') => true,
        '\u{fe00}' | '\u{fe01}' if has_wide_form(base) => true,
        '\u{fe00}' => is_ideograph(base) || has_sign_variant(base),
        '\u{fe01}' | '\u{fe02}' => is_ideograph(base),
        // No ideograph has 32 registered variants.
        '\u{e0100}'..='\u{e011f}' => is_ideograph(base),
        _ => false,
    }
}

/// Punctuation that East Asian typesetting centres or widens.
fn has_wide_form(c: char) -> bool {
    matches!(
        c,
        '\u{3001}'
            | '\u{3002}'
            | '\u{ff01}'
            | '\u{ff0c}'
            | '\u{ff0e}'
            | '\u{ff1a}'
            | '\u{ff1b}'
            | '\u{ff1f}'
            | '\u{2018}'
            | '\u{2019}'
            | '\u{201c}'
            | '\u{201d}'
    )
}

/// The mathematical signs of Unicode's `StandardizedVariants.txt`.
fn has_sign_variant(c: char) -> bool {
    matches!(
        c,
        '\u{2205}'
            | '\u{2229}'
            | '\u{222a}'
            | '\u{2268}'
            | '\u{2269}'
            | '\u{2272}'
            | '\u{2273}'
            | '\u{228a}'
            | '\u{228b}'
            | '\u{2293}'
            ..='\u{2295}'
                | '\u{2297}'
                | '\u{229c}'
                | '\u{22da}'
                | '\u{22db}'
                | '\u{2a3c}'
                | '\u{2a3d}'
                | '\u{2a9d}'
                | '\u{2a9e}'
                | '\u{2aac}'
                | '\u{2aad}'
                | '\u{2acb}'
                | '\u{2acc}'
    )
}

fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{323af}')
}

/// Returns whether `c` changes how visible letters beside it are joined or broken: between others it shows nothing, and a
/// second one after it adds nothing.
fn joins(c: char, before: char, after: char) -> bool {
    let beside = |takes: fn(char) -> bool| {
        (takes(before) || takes(after)) && kind(before).is_none() && kind(after).is_none()
    };
    match c {
        '\u{200c}' | '\u{200d}' => beside(takes_joiners) || is_hebrew(before) && is_point(after),
        '\u{200b}' => beside(breaks_without_blanks),
        '\u{34f}' => !before.is_ascii() && before.width() == Some(0) && after.width() == Some(0),
        // Hieroglyphs are set beside and above each other by these.
        '\u{13430}'..='\u{1343f}' => matches!(before, '\u{13000}'..='\u{1342f}'),
        '\u{180e}' => {
            matches!(
                (before, after),
                ('\u{1820}'..='\u{18aa}', '\u{1820}'..='\u{18aa}')
            )
        }
        _ => false,
    }
}

/// Scripts whose words need joiners: Arabic and its kin, Mongolian, and those of India and its neighbours.
pub(super) fn takes_joiners(c: char) -> bool {
    is_right_to_left(c) && !is_hebrew(c)
        || matches!(c, '\u{900}'..='\u{dff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17b3}' | '\u{17b6}'..='\u{18af}' | '\u{1a00}'..='\u{1aaf}'
            | '\u{1b00}'..='\u{1c4f}' | '\u{a980}'..='\u{a9df}' | '\u{aa00}'..='\u{aa5f}' | '\u{abc0}'..='\u{abff}'
            | '\u{11000}'..='\u{11fff}')
}

/// Letters and points of Hebrew.
fn is_hebrew(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{5ff}' | '\u{fb1d}'..='\u{fb4f}')
}

/// Points and accents of Hebrew, which a joiner moves.
fn is_point(c: char) -> bool {
    matches!(c, '\u{591}'..='\u{5c7}')
}

/// Scripts that set no blanks between words: Thai, Lao, Tibetan, Myanmar, Khmer.
fn breaks_without_blanks(c: char) -> bool {
    matches!(c, '\u{e00}'..='\u{109f}' | '\u{1780}'..='\u{17b3}' | '\u{17b6}'..='\u{17ff}')
}

/// Returns where text written leftwards is set apart by a pair of characters, with nothing in it that another order would
/// change, and where no program takes them for a part of a name. Sorted.
fn isolated(text: &str, writing: Writing) -> Vec<usize> {
    let begins = |c: char| matches!(c, '\u{202a}' | '\u{202b}' | '\u{2066}'..='\u{2068}');
    let mut found = Vec::new();
    let mut start = 0;
    while let Some(at) = text[start..].find(begins).map(|at| start + at) {
        let mut inside = text[at..].char_indices();
        let opening = inside.next().map_or(' ', |(_, c)| c);
        start = at + opening.len_utf8();
        let is_plain = |c: char| {
            is_right_to_left(c) || c.is_whitespace() || ".,!?-\u{2013}\u{2014}".contains(c)
        };
        let Some((len, closing)) = inside.find(|(_, c)| !is_plain(*c)) else {
            break;
        };
        let pairs = match closing {
            '\u{202c}' => opening < '\u{2066}',
            '\u{2069}' => opening >= '\u{2066}',
            _ => false,
        };
        if pairs && text[at..at + len].contains(is_right_to_left) {
            found.extend([at, at + len]);
        }
    }
    let is_in_code = || code_parts(text).iter().any(|part| part.contains(begins));
    if !found.is_empty() && writing == Writing::Code && is_in_code() {
        found.clear();
    }
    found
}

/// Returns where the last character is that ends a change of direction in `line`; `None` where one is not ended.
pub(super) fn closed_at(line: &[u8]) -> Option<usize> {
    let (mut n_embedded, mut n_isolated, mut last) = (0_usize, 0_usize, 0);
    let mut start = 0;
    for chunk in line.utf8_chunks() {
        for (at, c) in chunk.valid().char_indices() {
            match c {
                '\u{202a}' | '\u{202b}' | '\u{202d}' | '\u{202e}' => n_embedded += 1,
                '\u{2066}'..='\u{2068}' => n_isolated += 1,
                '\u{202c}' => n_embedded = n_embedded.saturating_sub(1),
                '\u{2069}' => n_isolated = n_isolated.saturating_sub(1),
                _ => continue,
            }
            last = start + at;
        }
        start += chunk.valid().len() + chunk.invalid().len();
    }
    (n_embedded == 0 && n_isolated == 0).then_some(last)
}

/// Marks that stand for a letter of their direction, and act on nothing but blanks and punctuation beside them. Embeddings,
/// overrides and isolates act on all that follows, up to their end.
pub(super) fn is_mark(c: char) -> bool {
    matches!(c, '\u{200e}' | '\u{200f}' | '\u{61c}')
}

/// Returns whether a direction mark between `before` and `after` is where text written leftwards borders on other text: beside
/// its letters or numbers, or parted from them by punctuation alone.
fn turns(before: &str, after: &str) -> bool {
    // A quote may close right before the mark.
    let quoted = before.strip_suffix(['"', '\'', '`']).unwrap_or(before);
    let quoted = Some(quoted).filter(|text| text.ends_with(is_right_to_left));
    let before = quoted.unwrap_or(before);
    let last = before.chars().next_back().unwrap_or(' ');
    let next = after.chars().next().unwrap_or(' ');
    if kind(last).is_some() || kind(next).is_some() {
        return false;
    }
    match (is_right_to_left(last), is_right_to_left(next)) {
        // Within a word or a number it shows nothing.
        (true, true) => false,
        (false, false) if last.is_ascii_digit() && next.is_ascii_digit() => false,
        (true, false) | (false, true) => true,
        (false, false) => {
            let is_letter = |c: char| c.is_alphabetic() || c == '_';
            let borders = !is_letter(last) && !is_letter(next);
            // A number is written with the text before it.
            let leftwards = || reaches(before.chars().rev(), |c| c.is_ascii_digit());
            let rightwards = || !last.is_ascii_digit() && reaches(after.chars(), |_| false);
            borders && (leftwards() || rightwards())
        }
    }
}

/// Returns whether a direction mark between `before` and `after` ends words of ours within text written leftwards: it keeps the
/// punctuation of `README.md` and `C++` where it is read. Nothing of a name may follow.
fn ends_foreign(before: &str, after: &str) -> bool {
    let ends_here =
        !after.starts_with(|c: char| c.is_alphanumeric() || c == '_' || kind(c).is_some());
    let is_of_words = |c: char| c.is_ascii_alphanumeric() || "_#&@".contains(c);
    ends_here && !before.ends_with(is_mark) && reaches(before.chars().rev(), is_of_words)
}

/// Returns whether letters written leftwards come next, but for sentence punctuation and what `passes`. Quotes and the
/// punctuation of code end the text they are in.
fn reaches(chars: impl Iterator<Item = char>, passes: fn(char) -> bool) -> bool {
    let mut chars = chars.take(MAX_REACH);
    chars
        .find(|c| {
            let is_sentence = c.is_whitespace() || ".,:!?()-\u{2013}\u{2014}+%$*".contains(*c);
            !(is_sentence || is_mark(*c) || passes(*c))
        })
        .is_some_and(is_right_to_left)
}

pub(super) fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
        && c != '\u{61c}'
}
