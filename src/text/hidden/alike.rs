//! Characters and words that pass for others (CVE-2021-42694).
//!
//! Which characters look alike comes from the tables of Unicode (UTS 39). Alone they prove nothing: `ρ` is honest beside `p`,
//! and so is a Russian word. So a word has to pass for a word that means something where it is.

use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_security::mixed_script::AugmentedScriptSet;

use super::code::{Part, Writing, code_parts, is_sentence, parts};
use super::invisible::{is_right_to_left, takes_joiners};
use super::shape::look;
use super::signs::{middle_dots, quoted, signs};
use super::skeleton;

/// Text that passes for other text.
pub(super) struct LookAlike<'a> {
    pub text: &'a str,
    /// The name it passes for, where it deceives only if there is such a name.
    pub resembles: Option<String>,
}

/// Returns what passes for other text in `text`, which is a line or a part of one.
pub(super) fn look_alikes(text: &str, writing: Writing) -> Vec<LookAlike<'_>> {
    if text.is_ascii() {
        return Vec::new();
    }
    if writing == Writing::Prose {
        return mixed_words(text).map(always).chain(hosts(text)).collect();
    }
    let mut found: Vec<LookAlike<'_>> = Vec::new();
    for (part, text) in parts(text) {
        found.extend(mixed_words(text).map(|word| match part {
            Part::Code | Part::Literal => always(word),
            // No program reads it, unless it is code in this language after all.
            Part::Comment => LookAlike {
                text: word,
                resembles: Some(folded(word, looks_latin).unwrap_or_else(|| look(word))),
            },
        }));
    }
    found.extend(hosts(text));
    found.extend(empty_braille(text));
    let code = code_parts(text);
    let in_prose = code.iter().any(|part| is_foreign(part));
    for part in code {
        found.extend(signs(part).filter(|_| !in_prose));
        if !in_prose && !is_sentence(part) {
            found.extend(middle_dots(part).chain(quoted(part)));
        }
        found.extend(words(part, in_prose));
    }
    found
}

/// Finds in the strings of a line the pattern of braille without a dot, where there are no others and it is none of a list of signs:
/// it is no blank to a program.
fn empty_braille(text: &str) -> impl Iterator<Item = LookAlike<'_>> {
    const EMPTY: char = '\u{2800}';
    let has_others = text.contains(|c| matches!(c, '\u{2801}'..='\u{28ff}'));
    let strings = parts(text)
        .into_iter()
        .filter(|(part, _)| *part == Part::Literal);
    let strings = strings.filter(move |_| !has_others);
    strings.filter_map(|(_, literal)| {
        let at = literal.as_ptr() as usize - text.as_ptr() as usize + literal.find(EMPTY)?;
        let end = at + EMPTY.len_utf8();
        let (before, after) = (&text[..at], &text[end..]);
        let is_quote = |c| matches!(c, '"' | '\'');
        let (before, after) = (
            before.trim_end_matches(is_quote).trim_end(),
            after.trim_start_matches(is_quote).trim_start(),
        );
        let is_listed = before.ends_with(['[', '{', ',']) && after.starts_with([',', ']', '}']);
        (!is_listed).then(|| always(&text[at..end]))
    })
}

/// Finds words of Latin letters and others that look Latin, all of them. A word that holds other letters too, such as `Δx`
/// or a Russian word, was not made to deceive.
fn mixed_words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !(is_of_word(c) || looks_latin(c)));
    words.filter(|word| is_mixed(word))
}

fn is_mixed(word: &str) -> bool {
    if word.is_ascii() {
        return false;
    }
    let mut n_latin = 0;
    let mut n_alike = 0;
    for c in word.chars() {
        match c {
            _ if looks_latin(c) => n_alike += 1,
            _ if !c.is_alphabetic() => {}
            '\0'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' => n_latin += 1,
            _ => return false,
        }
    }
    n_latin > 0 && n_alike > 0
}

pub(super) fn always(text: &str) -> LookAlike<'_> {
    LookAlike {
        text,
        resembles: None,
    }
}

/// Finds, in the name of a file, what passes for other names: signs between its letters that part names, and letters that
/// are ours joined or shaped otherwise.
pub(super) fn in_name(name: &str) -> Vec<LookAlike<'_>> {
    let is_sign = |c: &char| matches!(reads_as(*c).as_deref(), Some("/" | "." | "\\" | ":"));
    let is_slash = |c: &char| matches!(reads_as(*c).as_deref(), Some("/" | "\\"));
    let mut found = Vec::new();
    let mut before = ' ';
    for (at, c) in name.char_indices() {
        let behind = &name[at + c.len_utf8()..];
        let after = behind.chars().next().unwrap_or(' ');
        let is_amid = before.is_ascii_alphanumeric() && after.is_ascii_alphanumeric();
        let parts_names = is_amid && (before.is_ascii_alphabetic() || after.is_ascii_alphabetic());
        // A folder above, or here.
        let is_by_dots = before == '.' || after == '.';
        if !c.is_ascii() && (parts_names && is_sign(&c) || is_by_dots && is_slash(&c)) {
            found.push(always(&name[at..at + c.len_utf8()]));
        }
        before = c;
    }
    let words = name.split(|c: char| !is_of_name(c));
    let takes = |c: char| {
        // Digits of mathematics, which are ours in another face.
        let is_digit = matches!(c, '\u{1d7ce}'..='\u{1d7ff}' | '\u{1fbf0}'..='\u{1fbf9}');
        is_digit || c > '\u{24f}' && c.is_alphabetic()
    };
    let shaped = words.filter(|word| {
        let has_ours = word.contains(|c: char| c.is_ascii_alphabetic());
        !word.is_ascii() && has_ours && !is_mixed(word) && folded(&undotted(word), takes).is_some()
    });
    found.extend(shaped.map(always));
    let words = name.split(|c: char| !is_of_name(c));
    found.extend(words.filter(|word| has_foreign_mark(word)).map(always));
    found
}

/// Finds, in the host names of URLs, punctuation that is none and labels that would pass for ASCII ones.
fn hosts(text: &str) -> impl Iterator<Item = LookAlike<'_>> {
    let hosts = text.split("://").skip(1).map(|rest| {
        let end =
            |c: char| c.is_whitespace() || "/?#\"'`<>()[]{}|\\^,;".contains(c) || c == '\u{ff09}';
        let len = rest.find(end).unwrap_or(rest.len());
        &rest[..len]
    });
    hosts.filter(|host| !host.is_ascii()).filter_map(|host| {
        let ends_in_ascii = host.rsplit('.').next().is_some_and(str::is_ascii);
        let mut labels = host.split('.').filter(|label| !label.is_ascii());
        let fake = labels.find(|label| ends_in_ascii && folded(label, has_look_alikes).is_some());
        fake.or_else(|| has_false_punctuation(host).then_some(host))
            .map(always)
    })
}

fn has_false_punctuation(host: &str) -> bool {
    let mut next = host.chars().skip(1);
    host.chars().any(|c| {
        let after = next.next().unwrap_or(' ');
        // A sentence may end right behind a host, in its own punctuation.
        !c.is_ascii()
            && after.is_ascii_graphic()
            && reads_as(c).is_some_and(|text| text.contains(is_of_url))
    })
}

fn is_of_url(c: char) -> bool {
    "/.?#@:".contains(c)
}

/// Finds words of code that have no letter of their own and so pass for ASCII words. In a line of prose only those count
/// that are written as parts of code are.
fn words(part: &str, in_prose: bool) -> Vec<LookAlike<'_>> {
    let is_sentence = is_sentence(part);
    let in_text = in_prose || is_sentence;
    let mut start = 0;
    let mut found = Vec::new();
    for piece in part.split_inclusive(|c: char| !is_of_name(c)) {
        let text = piece.trim_end_matches(|c: char| !is_of_name(c));
        let end = start + text.len();
        // What is set upon a sign is no part of the word behind it.
        let text = text.trim_start_matches(|c: char| !is_of_word(c));
        let (before, after) = (&part[..end - text.len()], &part[end..]);
        start += piece.len();
        if text.is_ascii() || is_mixed(text) {
            continue;
        }
        let is_stroke = || !in_text && is_stroke_of_code(before, text, after);
        let is_idle = || !is_sentence && has_idle_joiner(text);
        let is_marked = || !in_text && has_foreign_mark(text);
        if has_sign_within(text) || is_stray(text) || is_stroke() || is_idle() || is_marked() {
            found.push(always(text));
            continue;
        }
        let name = if in_prose && stands_free(before, text, after) {
            None
        } else {
            resembled(text).or_else(|| unmarked(text).filter(|_| !in_text))
        };
        let look =
            Some(look(text)).filter(|look| has_variants(text) && name.as_ref() != Some(look));
        let names = [name, look].into_iter().flatten();
        found.extend(names.map(|name| LookAlike {
            text,
            resembles: Some(name),
        }));
    }
    found
}

/// Returns the ASCII word that a word of code passes for. A single letter may well have a meaning of its own, and so may
/// those of scripts that are not Latin's kin, but where they stand among ours.
fn resembled(word: &str) -> Option<String> {
    let bare = undotted(word);
    let mut chars = bare.chars();
    let only = chars.next().filter(|_| chars.next().is_none());
    if !only.is_none_or(|c| c.is_ascii() || looks_latin(c)) {
        return None;
    }
    let takes = if bare.contains(|c: char| c.is_ascii_alphabetic()) {
        |c: char| reads_as_letter(c) || has_look_alikes(c)
    } else {
        has_look_alikes
    };
    let name = folded(&bare, takes)?;
    // Among capitals a small one passes for its like.
    let is_large = bare.contains(|c: char| c.is_ascii_uppercase())
        && !bare.contains(|c: char| c.is_ascii_lowercase());
    let has_small = bare.contains(|c| small_capital(c).is_some());
    Some(match is_large && has_small {
        true => name.to_ascii_uppercase(),
        false => name,
    })
}

/// Returns the ASCII word that a word is without the marks on its letters for which there is no letter with the mark; `None` where
/// a mark is not amid a word of ours, as `x̂_k` in a formula.
fn unmarked(word: &str) -> Option<String> {
    let composed: Vec<char> = word.nfc().collect();
    let is_ours = |at: Option<usize>| {
        let c = at.and_then(|at| composed.get(at));
        c.is_some_and(char::is_ascii_alphabetic)
    };
    let mut bare = String::with_capacity(word.len());
    for (at, c) in composed.iter().enumerate() {
        if !is_combining_mark(*c) || is_selector(*c) {
            bare.push(*c);
            continue;
        }
        let is_amid = is_ours(at.checked_sub(2)) || is_ours(Some(at + 1));
        if !(is_ours(at.checked_sub(1)) && is_amid) {
            return None;
        }
    }
    (bare.is_ascii() && bare.len() < word.len()).then_some(bare)
}

/// Digits of other scripts stand for digits, but some look like letters.
fn reads_as_letter(c: char) -> bool {
    let is_letter = |text: String| text.starts_with(|c: char| c.is_ascii_alphabetic());
    c.is_alphabetic() || reads_as(c).is_some_and(is_letter)
}

/// Returns whether letters of a script that is no kin of ours stand among several of ours, and all pass for such.
fn is_stray(word: &str) -> bool {
    let n_ours = word.chars().filter(char::is_ascii_alphabetic).count();
    let is_kin = |c: char| c.is_ascii() || has_look_alikes(c);
    let takes = |c: char| reads_as_letter(c) && !is_latin_or_greek(c);
    n_ours >= 2 && !word.chars().all(is_kin) && folded(word, takes).is_some()
}

/// Returns whether a word has a mark on a letter of ours that no writing sets on such: in most fonts it shows nothing there, and it
/// makes another name.
fn has_foreign_mark(word: &str) -> bool {
    let mut is_on_ours = false;
    word.chars().any(|c| {
        if is_combining_mark(c) {
            return is_on_ours && !goes_with_latin(c);
        }
        if !is_selector(c) {
            is_on_ours = matches!(c, '\0'..='\u{24f}' | '\u{1e00}'..='\u{1eff}');
        }
        false
    })
}

/// Returns whether the scripts that use `c`, a mark, have Latin among them. Of those that belong to no script, only the blocks of
/// marks for letters and formulas do: others are of music, or of one script without being of it alone.
fn goes_with_latin(c: char) -> bool {
    let mut scripts = AugmentedScriptSet::for_char(c);
    if scripts.is_all() {
        return is_selector(c)
            || matches!(c, '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}'
                | '\u{fe20}'..='\u{fe2f}');
    }
    scripts.intersect_with(AugmentedScriptSet::for_char('a'));
    !scripts.is_empty()
}

/// Returns whether a word of our letters has one that passes for a sign which parts words.
fn has_sign_within(word: &str) -> bool {
    let is_sign = |c: char| {
        let is_kana = matches!(c, '\u{3040}'..='\u{30ff}');
        let is_sign = |text: String| text.contains(|c| ".,:;/!?=|-<>".contains(c));
        // Dots in the middle of a line that are letters.
        let is_dot = matches!(c, '\u{1427}' | '\u{a78f}');
        !c.is_ascii() && !is_kana && (is_dot || reads_as(c).is_some_and(is_sign))
    };
    let mut letters = word.chars().zip(word.chars().skip(1));
    letters.any(|(one, other)| {
        one.is_ascii_alphanumeric() && is_sign(other)
            || other.is_ascii_alphanumeric() && is_sign(one)
    })
}

/// Returns whether a word has a joiner between a letter that takes one and a letter that is never joined. In texts suffixes are
/// so parted from words of other scripts; in code it makes another name that looks the same.
fn has_idle_joiner(word: &str) -> bool {
    let is_joiner = |c: char| matches!(c, '\u{200c}' | '\u{200d}');
    let mut letters = word
        .chars()
        .zip(word.chars().skip(1))
        .zip(word.chars().skip(2));
    letters.any(|((before, joiner), after)| {
        let are_letters = is_of_word(before) && is_of_word(after);
        is_joiner(joiner) && are_letters && takes_joiners(before) != takes_joiners(after)
    })
}

/// Returns whether the only letters of East Asia in a word are strokes that pass for signs: amid ours, or between two words
/// of ours, where a sign would join them.
fn is_stroke_of_code(before: &str, word: &str, after: &str) -> bool {
    if word.contains(|c: char| !c.is_ascii() && !is_stroke(c)) {
        return false;
    }
    let is_ours = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    let stands_between = || {
        is_ours(before.trim_end().chars().next_back()) && is_ours(after.trim_start().chars().next())
    };
    word.contains(|c: char| c.is_ascii_alphanumeric()) || stands_between()
}

/// Letters that are one stroke, dot or ring: alone among ours nobody takes them for letters of their scripts. The tables know
/// most of them by each other only.
fn is_stroke(c: char) -> bool {
    matches!(
        c,
        '\u{3007}' // ideographic zero
            | '\u{30ce}' | '\u{30fc}' // Katakana NO, long vowel
            | '\u{ff89}' | '\u{ff70}' // the same, narrow
            | '\u{4e00}' | '\u{4e28}' | '\u{4e36}' | '\u{4e3f}' // strokes of ideographs
            | '\u{3147}' | '\u{3161}' | '\u{3163}' | '\u{318d}' // Hangul IEUNG, EU, I, ARAEA
            | '\u{110b}' | '\u{1173}' | '\u{1175}' | '\u{119e}'
    )
}

/// Returns a word without the dots that show nothing on letters which have one.
fn undotted(word: &str) -> String {
    let mut bare = String::with_capacity(word.len());
    for c in word.chars() {
        let is_dot = c == '\u{307}'
            && bare.ends_with(['i', 'j', '\u{131}', '\u{237}', '\u{456}', '\u{458}']);
        if !is_dot {
            bare.push(c);
        }
    }
    bare
}

/// Returns whether a word may be spelled in other ways that look the same. A single letter may well be another one.
fn has_variants(word: &str) -> bool {
    word.chars().nth(1).is_some() || word.contains(is_selector) || !word.nfc().eq(word.chars())
}

/// Characters that stand in names of some languages and only choose how those beside them are shown.
pub(super) fn is_selector(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200c}'..='\u{200f}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}')
}

/// Returns whether `c` may stand in a name: a letter, a digit, or what is set upon one.
pub(super) fn is_of_name(c: char) -> bool {
    is_of_word(c) || !c.is_ascii() && (is_selector(c) || is_combining_mark(c))
}

/// Returns whether nothing of code adjoins a word between `before` and `after`.
fn stands_free(before: &str, word: &str, after: &str) -> bool {
    // A table of letters has each for a key.
    let is_key = before.trim_end().ends_with(['{', ',']) && after.trim_start().starts_with(':');
    if is_key && word.chars().nth(1).is_none() {
        return true;
    }
    !before.ends_with(['(', '[', '{', '.', '@', '$']) && !after.starts_with(['(', '[', '{', '='])
}

/// Returns whether a word of `part` shows that it is prose in another script: by a letter that passes for none of ours, and
/// where the script has others that do, in a word without ours.
fn is_foreign(part: &str) -> bool {
    part.split(|c: char| !is_of_word(c)).any(|word| {
        let is_pure = || !word.contains(|c: char| c.is_ascii_alphabetic());
        let is_own = |c| !has_look_alikes(c) && reads_as(c).is_none();
        !word.is_ascii() && word.contains(|c| speaks(c) && (is_own(c) || is_pure()))
    })
}

fn speaks(c: char) -> bool {
    // A mark by itself, upon a letter of ours, says nothing.
    let is_letter = !c.is_ascii() && c.is_alphabetic() && !is_stroke(c) && !is_combining_mark(c);
    is_letter && !is_latin_or_greek(c) && looks_like(c).is_none()
}

fn is_latin_or_greek(c: char) -> bool {
    matches!(c, '\0'..='\u{3ff}' | '\u{1d00}'..='\u{1fff}' | '\u{2100}'..='\u{214f}' | '\u{1d400}'..='\u{1d7ff}')
}

pub(super) fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Returns the ASCII word that `word` passes for, if all its letters and digits pass for some; of others than ours only those
/// that are taken.
pub(super) fn folded(word: &str, takes: fn(char) -> bool) -> Option<String> {
    let mut name = String::with_capacity(word.len());
    for c in word.chars() {
        match c {
            _ if c.is_ascii() => name.push(c),
            _ if takes(c) => name.push_str(&reads_as(c)?),
            _ => return None,
        }
    }
    let is_name = name.chars().all(|c| is_of_word(c) || c == '-');
    (is_name && !name.is_empty()).then_some(name)
}

/// Returns the ASCII text that `c` passes for, in any script, or that compilers which normalize names make of it.
fn reads_as(c: char) -> Option<String> {
    if has_own_shape(c) {
        return None;
    }
    if let Some(letters) = small_capital(c) {
        return Some(letters.to_string());
    }
    let mut buffer = [0; 4];
    let text = &*c.encode_utf8(&mut buffer);
    let in_ascii = |text: String| {
        let is_seen = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic());
        is_seen.then_some(text)
    };
    // The tables say of `m` that it looks like these two, and so of all that looks like it.
    let skeleton = || Some(skeleton::in_ascii(c)?.replace("rn", "m"));
    in_ascii(text.nfkc().collect()).or_else(skeleton)
}

/// Returns the letter that a small capital is a form of. The tables know only those that look like the small letter, too.
fn small_capital(c: char) -> Option<char> {
    const SMALL: [(char, char); 24] = [
        ('\u{262}', 'g'),
        ('\u{26a}', 'i'),
        ('\u{274}', 'n'),
        ('\u{280}', 'r'),
        ('\u{28f}', 'y'),
        ('\u{299}', 'b'),
        ('\u{29c}', 'h'),
        ('\u{29f}', 'l'),
        ('\u{1d00}', 'a'),
        ('\u{1d04}', 'c'),
        ('\u{1d05}', 'd'),
        ('\u{1d07}', 'e'),
        ('\u{1d0a}', 'j'),
        ('\u{1d0b}', 'k'),
        ('\u{1d0d}', 'm'),
        ('\u{1d0f}', 'o'),
        ('\u{1d18}', 'p'),
        ('\u{1d1b}', 't'),
        ('\u{1d1c}', 'u'),
        ('\u{1d20}', 'v'),
        ('\u{1d21}', 'w'),
        ('\u{1d22}', 'z'),
        ('\u{a730}', 'f'),
        ('\u{a731}', 's'),
    ];
    let at = SMALL.binary_search_by_key(&c, |(small, _)| *small).ok()?;
    Some(SMALL[at].1)
}

/// Returns the ASCII character that `c` passes for, or that compilers which normalize names make of it.
pub(super) fn looks_like(c: char) -> Option<char> {
    match c {
        '\u{370}'..='\u{58f}' => {
            let at = ALIKE.binary_search_by_key(&c, |(c, _)| *c).ok()?;
            Some(ALIKE[at].1)
        }
        _ => unicode_look_alike(c),
    }
}

/// The look-alikes of Greek, Cyrillic and Armenian: of whole texts in these scripts every letter is looked up.
static ALIKE: LazyLock<Vec<(char, char)>> = LazyLock::new(|| {
    let all = '\u{370}'..='\u{58f}';
    all.filter_map(|c| Some((c, unicode_look_alike(c)?)))
        .collect()
});

fn unicode_look_alike(c: char) -> Option<char> {
    if !has_look_alikes(c) {
        return None;
    }
    let text = reads_as(c)?;
    let mut chars = text.chars();
    chars.next().filter(|_| chars.next().is_none())
}

/// The scripts that are Latin's kin, and the signs that are made of its letters. In others the same stroke is no letter of
/// ours to any reader.
fn has_look_alikes(c: char) -> bool {
    matches!(c, '\u{aa}' | '\u{ba}' | '\u{100}'..='\u{58f}' | '\u{13a0}'..='\u{13ff}' | '\u{1c80}'..='\u{1c8f}' | '\u{1d00}'..='\u{1fff}'
        | '\u{2010}'..='\u{2044}' | '\u{2100}'..='\u{217f}' | '\u{2215}' | '\u{29f8}' | '\u{2c60}'..='\u{2cff}' | '\u{a4d0}'..='\u{a4ff}'
        | '\u{a640}'..='\u{a69f}' | '\u{a720}'..='\u{a7ff}' | '\u{ab30}'..='\u{abbf}' | '\u{fb00}'..='\u{fb06}' | '\u{ff01}'..='\u{ff5e}'
        | '\u{1d400}'..='\u{1d7ff}')
        && !is_right_to_left(c)
}

/// Letters that the tables fold, but that readers tell apart: Greek ones of formulas, and some of Russian.
pub(super) fn has_own_shape(c: char) -> bool {
    matches!(
        c,
        '\u{3b1}'
            | '\u{3b3}'
            | '\u{3b9}'
            | '\u{3bd}'
            | '\u{3c1}'
            | '\u{3c3}'
            | '\u{3c5}'
            | '\u{3f1}'
            | '\u{42c}'
            | '\u{431}'
            | '\u{433}'
            | '\u{448}'
            | '\u{44c}'
            | '\u{460}'
            | '\u{461}'
    )
}

/// Returns whether `c` passes for an ASCII letter or digit in most fonts, and belongs to no Latin word.
fn looks_latin(c: char) -> bool {
    match c {
        '\0'..='\u{24f}' => c == '\u{1c3}',
        // Script a and g.
        '\u{251}' | '\u{261}' => true,
        '\u{ff21}'..='\u{ff3a}' | '\u{ff41}'..='\u{ff5a}' | '\u{1d400}'..='\u{1d6a3}' => true,
        // Cherokee, Coptic and Lisu beside Greek, Cyrillic and Armenian.
        '\u{370}'..='\u{58f}'
        | '\u{13a0}'..='\u{13ff}'
        | '\u{1c80}'..='\u{1c8f}'
        | '\u{2c80}'..='\u{2cff}'
        | '\u{a4d0}'..='\u{a4ff}'
        | '\u{a640}'..='\u{a69f}'
        | '\u{ab70}'..='\u{abbf}' => looks_like(c).is_some_and(|c| c.is_ascii_alphanumeric()),
        _ => false,
    }
}
