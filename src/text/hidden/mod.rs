//! Text that a reader would not see, or would take for other text: what review by eye cannot catch.
//!
//! One question is asked of each line: does a reader see what is there? Every kind has honest uses, and a warning that comes
//! with each emoji or each Hebrew comment is soon read past. So the rules look at what is around a character, not at the
//! character alone.

mod alike;
mod code;
mod far;
mod invisible;
mod names;
mod private;
mod shape;
mod signs;
mod skeleton;
mod spelling;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

pub use code::{Typography, Writing, quotes_of_code, ranges_of_code};
pub(super) use invisible::varies;
pub use names::{Names, is_common};
pub use private::{is_private_use, is_unassigned};
pub use spelling::turns_at_ends;

/// One thing hidden in a line.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct HiddenText {
    /// What kind it is.
    pub code: HiddenCode,
    /// The character, or the word with look-alikes in it. It must be shown through [`super::display`].
    pub text: String,
    /// The name it passes for; it is hidden text only where there is such a name, and always when `None`.
    pub resembles: Option<String>,
    /// A digest of the text that it is in and acts on. A line that has the same in the same text hides nothing new.
    pub surroundings: u64,
}

impl HiddenText {
    /// Returns what is found where the blanks that end lines take turns ([`turns_at_ends`]).
    pub fn at_ends() -> HiddenText {
        HiddenText {
            code: HiddenCode::Spelling,
            text: "\t".to_string(),
            resembles: None,
            surroundings: 0,
        }
    }
}

/// The kinds of hidden text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HiddenCode {
    /// A control character, such as the escape that begins a terminal's commands.
    Control,
    /// A carriage return inside a line: on a terminal what follows covers what stands before.
    CarriageReturn,
    /// A character that changes the order in which text is shown (CVE-2021-42574).
    Direction,
    /// A character without width.
    ZeroWidth,
    /// A tag character: invisible, and read by models.
    Tag,
    /// A variation selector where there is nothing to vary: invisible, and bytes can be written in them.
    VariationSelector,
    /// A word or sign that passes for another (CVE-2021-42694).
    LookAlike,
    /// Text pushed out of sight by a wide run of blanks.
    FarRight,
    /// A character of private use in a name: what it shows is up to the font.
    PrivateUse,
    /// One in a text, where it may be an icon; it is hidden text only where the file has none yet.
    Icon,
    /// What looks the same, spelled in ways that take turns: bits are written so.
    Spelling,
}

/// The most entries of one line. The last one stands for the whole rest, and so for the whole line.
const MAX_PER_LINE: usize = 1000;

/// Returns whether something may be hidden in a line, or blanks end it: nearly always neither is so, and nothing else need be
/// asked.
pub fn may_hide(line: &[u8]) -> bool {
    may_hide_in(without_ending(line))
}

fn may_hide_in(line: &[u8]) -> bool {
    has_odd(line) || line.ends_with(b" ") || far::may_be_far(line)
}

/// Returns whether a byte is no plain sign of ASCII. All are looked at, and not until the first: so many are looked at together.
fn has_odd(line: &[u8]) -> bool {
    let is_odd = |byte: &u8| !(b' '..0x7f).contains(byte);
    line.iter().fold(false, |odd, byte| odd | is_odd(byte))
}

fn without_ending(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// Returns what is hidden in one line, in order of kind; `line` may have its ending.
///
/// Bytes that are not UTF-8 are no finding: files in other encodings are honest, and [`super::display`] shows the bytes.
pub fn findings(line: &[u8], writing: Writing) -> Vec<HiddenText> {
    let line = without_ending(line);
    if !may_hide_in(line) {
        return Vec::new();
    }
    let has_odd = has_odd(line);
    let mut found = Found {
        line,
        list: Vec::new(),
        whole: None,
        reach: None,
        token: (0..0, 0),
    };
    if has_odd {
        let mut start = 0;
        for chunk in line.utf8_chunks() {
            for mark in invisible::invisible(chunk.valid(), writing) {
                found.character(mark.code, start + mark.at, mark.c);
            }
            for alike in alike::look_alikes(chunk.valid(), writing) {
                let place = digest(alike.text.as_bytes());
                let text = alike.text.to_string();
                found.push(HiddenCode::LookAlike, text, place, alike.resembles);
            }
            for (code, c) in private::unassigned(chunk.valid(), writing) {
                let place = digest(chunk.valid().as_bytes());
                found.push(code, c.to_string(), place, None);
            }
            start += chunk.valid().len() + chunk.invalid().len();
        }
    }
    // What is not ASCII may be a blank.
    let may_take_turns = |byte: &u8| !byte.is_ascii() || byte.is_ascii_whitespace();
    let is_plain = line.is_ascii() && !line.last().is_some_and(may_take_turns);
    let chunks = Some(line).filter(|_| !is_plain).into_iter();
    for chunk in chunks.flat_map(|line| line.utf8_chunks()) {
        if let Some(at) = spelling::turns(chunk.valid()) {
            let text = chunk.valid()[at..].chars().take(1).collect();
            let place = digest(line);
            found.push(HiddenCode::Spelling, text, place, None);
        }
    }
    if let Some(at) = far::far_right(line) {
        const N_SHOWN: usize = 24;
        let shown = String::from_utf8_lossy(&line[at..line.len().min(at + 4 * N_SHOWN)]);
        let shown = shown.chars().take(N_SHOWN).collect();
        found.push(HiddenCode::FarRight, shown, digest(&line[at..]), None);
    }
    found.list
}

/// Returns what is hidden in the path of a file. Its bytes go to terminals by many ways: those that some take for control
/// characters are found as well.
pub fn findings_in_path(path: &[u8]) -> Vec<HiddenText> {
    // The letters of a language are at home in names of files.
    let mut list = findings(path, Writing::Prose);
    let mut push = |code, text: String| {
        list.push(HiddenText {
            code,
            text,
            resembles: None,
            surroundings: digest(path),
        });
    };
    for chunk in path.utf8_chunks() {
        // In a text they may be at home, in a name never.
        let sets_apart = |c: &char| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        if let Some(c) = chunk.valid().chars().find(sets_apart) {
            push(HiddenCode::Direction, c.to_string());
        }
        for alike in alike::in_name(chunk.valid()) {
            push(HiddenCode::LookAlike, alike.text.to_string());
        }
        let acts = |byte: &&u8| matches!(byte, 0x80..=0x9f);
        if let Some(byte) = chunk.invalid().iter().find(acts) {
            push(HiddenCode::Control, char::from(*byte).to_string());
        }
    }
    list
}

/// Returns the name of a file as a reader sees it: the same for all names that pass for it.
pub fn look_of_name(name: &[u8]) -> String {
    shape::look_of_name(&String::from_utf8_lossy(name))
}

/// Returns the name of a file with every sign as that which stands for it in the tables, signs of ASCII too: `I` and `1` as `l`.
pub fn skeleton_of_name(name: &[u8]) -> String {
    skeleton::of(&String::from_utf8_lossy(name))
}

/// What was found in a line, and the digests of its parts: each is taken once, however much is found there.
struct Found<'a> {
    line: &'a [u8],
    list: Vec<HiddenText>,
    /// The digest of all of it.
    whole: Option<u64>,
    /// The digest of what the characters act on that change the order of a stretch: from the word with the first of them to the one
    /// that ends the last, or to the end of the line.
    reach: Option<u64>,
    /// The last run without blanks in which something was found, and its digest.
    token: (Range<usize>, u64),
}

impl Found<'_> {
    fn character(&mut self, code: HiddenCode, at: usize, c: char) {
        let place = match code {
            _ if self.list.len() >= MAX_PER_LINE => return,
            // What follows it covers what is before.
            HiddenCode::CarriageReturn => self.whole(),
            HiddenCode::Direction if !invisible::is_mark(c) => match self.reach {
                Some(place) => place,
                None => {
                    let end = invisible::closed_at(&self.line[at..]);
                    let end = end.map_or(self.line.len(), |end| self.token_at(at + end).end);
                    let start = self.token_at(at).start;
                    *self.reach.insert(digest(&self.line[start..end]))
                }
            },
            HiddenCode::Control
            | HiddenCode::Direction
            | HiddenCode::ZeroWidth
            | HiddenCode::Tag
            | HiddenCode::VariationSelector
            | HiddenCode::LookAlike
            | HiddenCode::FarRight
            | HiddenCode::PrivateUse
            | HiddenCode::Icon
            | HiddenCode::Spelling => {
                if !self.token.0.contains(&at) {
                    let token = self.token_at(at);
                    self.token = (token.clone(), digest(&self.line[token]));
                }
                self.token.1
            }
        };
        self.push(code, c.to_string(), place, None);
    }

    /// Returns the run without blanks that holds the byte at `at`.
    fn token_at(&self, at: usize) -> Range<usize> {
        let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
        let start = self.line[..at].iter().rposition(is_blank);
        let end = self.line[at..].iter().position(is_blank);
        start.map_or(0, |blank| blank + 1)..end.map_or(self.line.len(), |len| at + len)
    }

    fn whole(&mut self) -> u64 {
        *self.whole.get_or_insert_with(|| digest(self.line))
    }

    fn push(&mut self, code: HiddenCode, text: String, place: u64, resembles: Option<String>) {
        let surroundings = match self.list.len() + 1 {
            n if n > MAX_PER_LINE => return,
            MAX_PER_LINE => self.whole(),
            _ => place,
        };
        self.list.push(HiddenText {
            code,
            text,
            resembles,
            surroundings,
        });
    }
}

fn digest(text: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::HiddenCode::*;
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn lines_that_may_hide_nothing_have_no_ends_that_take_turns(
            lines in proptest::collection::vec("[ab \t\r\u{a0}]{0,6}(\n|\r\n)?", 0..40),
        ) {
            let plain = lines.iter().map(|line| line.as_bytes()).filter(|line| !may_hide(line));
            prop_assert_eq!(turns_at_ends(plain.clone()), None);
            prop_assert!(plain.clone().all(|line| findings(line, Writing::Code).is_empty()));
        }
    }

    #[track_caller]
    fn check(line: &str, expected: &[(HiddenCode, &str)]) {
        let mut found = findings(line.as_bytes(), Writing::Code);
        found.retain(|it| it.resembles.as_ref().is_none_or(|name| is_common(name)));
        let found: Vec<_> = found.iter().map(|it| (it.code, it.text.as_str())).collect();
        assert_eq!(found, expected, "{line:?}");
    }

    #[test]
    fn what_deceives_a_reader_is_found() {
        check("run\u{1b}[2K", &[(Control, "\u{1b}")]);
        check("csi\u{9b}2K", &[(Control, "\u{9b}")]);
        check("shown\rhidden\r\n", &[(CarriageReturn, "\r")]);
        check("if a {\u{202e} }", &[(Direction, "\u{202e}")]);
        check("a\u{200f}b", &[(Direction, "\u{200f}")]);
        check(
            "x\u{200b}y\u{200d}",
            &[(ZeroWidth, "\u{200b}"), (ZeroWidth, "\u{200d}")],
        );
        check("a\u{3164}", &[(ZeroWidth, "\u{3164}")]);
        check("\u{e0041}", &[(Tag, "\u{e0041}")]);
        check("x\u{fe01}", &[(VariationSelector, "\u{fe01}")]);
        check("x\u{e0100}", &[(VariationSelector, "\u{e0100}")]);
        check(
            "\u{2764}\u{fe0f}\u{fe0f}",
            &[(VariationSelector, "\u{fe0f}")],
        );
        check("is_\u{430}dmin", &[(LookAlike, "is_\u{430}dmin")]);
        check("\u{ff41}dmin", &[(LookAlike, "\u{ff41}dmin")]);
        check("env\u{1c3}=x", &[(LookAlike, "env\u{1c3}")]);
        for word in [
            "\u{fb01}nally", "user\u{a4f8}admin", "r\u{101d}le", "r\u{2d54}le", "r\u{e50}le",
            "\u{ba}s", "admi\u{307}n", // Strokes of East Asian letters.
            "user\u{30ce}id", "a\u{4e00}b", "a\u{3161}b", "a\u{30fc}1", "a\u{4e28}b", "a\u{3163}b",
            "sys\u{318d}path", "\u{3147}s",
        ] {
            check(word, &[(LookAlike, word)]);
        }
        check("sys\u{30fb}path", &[(LookAlike, "\u{30fb}")]);
        check(
            "\"https://good.com\u{2044}.evil.org\"",
            &[(LookAlike, "good.com\u{2044}.evil.org")],
        );
        check(
            "x = \"\u{5b57}\u{e0100}\u{5b57}\u{e0117}\"",
            &[(VariationSelector, "\u{e0117}")],
        );
        let far = format!("x;{}evil()", " ".repeat(100));
        check(&far, &[(FarRight, "evil()")]);
        check(
            &format!("{}evil()", "\t".repeat(13)),
            &[(FarRight, "evil()")],
        );
    }

    #[test]
    fn honest_writing_is_no_finding() {
        for line in [
            "let x = 1;\t\r\n",
            "x = \"\u{13000}\u{13430}\u{13001}\"",
            "\u{5e9}\u{5dc}\u{5d5}\u{5dd}\u{200f}!",
            "\u{645}\u{6cc}\u{200c}\u{62e}\u{648}\u{627}\u{647}\u{645}",
            "\u{43f}\u{440}\u{438}\u{432}\u{435}\u{442} \u{4f60}\u{597d} \u{441}\u{430}\u{445}\u{430}\u{440} QR\u{43a}\u{43e}\u{434}",
            "\u{845b}\u{e0100} \u{ff21}\u{ff22}",
            "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467} \u{2764}\u{fe0f} \u{260e}\u{fe0e} 1\u{fe0f}\u{20e3}",
            "\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
            "\u{394}x = \u{3b1}_max + \u{3bc}s",
            "na\u{ef}ve \u{c5}ngstr\u{f6}m kap\u{131}",
            "\u{c}",
            "const m = {\u{430}: \"a\", \u{431}: \"b\"}",
            "c \u{2194} d \u{2b05}\u{fe0f}left",
            "\"\u{845b}\u{e0100}\u{57ce}\u{5e02} \u{8fbb}\u{e0101} \u{845b}\u{e0100}\"",
            "x\u{2082} = CO\u{2082} + user\u{306e}id + \u{5546}\u{54c1}\u{30ce}id",
        ] {
            check(line, &[]);
        }
        check(&format!("{}x", " ".repeat(99)), &[]);
        check(&format!("x{}", " ".repeat(300)), &[]);
    }
    #[test]
    fn names_that_look_alike_are_told_by_their_spelling() {
        let names = Names::of([b"caf\xc3\xa9 \xe5\x80\xa4".as_slice()].into_iter());
        let is_other = |word: &str| {
            let found = findings(word.as_bytes(), Writing::Code);
            let mut names_meant = found.iter().filter_map(|it| it.resembles.as_deref());
            names_meant.any(|name| names.holds(name, word))
        };
        assert!(is_other("cafe\u{301}") && is_other("\u{5024}\u{e0100}"));
        assert!(!is_other("caf\u{e9}") && !is_other("\u{5024}") && !is_other("cafe\u{300}"));
    }

    #[test]
    fn paths_hide_nothing_that_parts_or_joins_names() {
        let hides = |path: &[u8]| !findings_in_path(path).is_empty();
        for path in [
            "src\u{2044}app.py", "app\u{2024}py", "app\u{a4f8}py", "con\u{fb01}g.py",
        ] {
            assert!(hides(path.as_bytes()), "{path}");
        }
        assert!(hides(b"src/a\x9bpp.py"));
        for path in [
            "caf\u{e9}.py", "CO\u{2082}.csv", "n\u{ba} 5.md", "2020\u{ff0f}01.md",
        ] {
            assert!(!hides(path.as_bytes()), "{path}");
        }
        assert!(!hides(b"caf\xe9.py"));
    }
}
