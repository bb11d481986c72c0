//! Text that a reader would not see, or would take for other text: what review by eye cannot catch.
//!
//! Every kind has honest uses, and a warning that comes with each emoji or each Hebrew comment is soon read past. So the
//! rules look at what stands around a character, not at the character alone.

use super::display::is_hidden;

/// One thing hidden in a line.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct HiddenText {
    /// What kind it is.
    pub code: HiddenCode,
    /// The character, or the word with look-alikes in it. It must be shown through [`super::display`].
    pub text: String,
}

/// The kinds of hidden text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
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
    /// A word of Latin letters and others that look like them (CVE-2021-42694).
    LookAlike,
    /// Text pushed out of sight by a wide run of blanks.
    FarRight,
}

/// A run of blanks at least this wide hides what comes after it. No honest indentation or alignment is near it.
const FAR_COLUMNS: usize = 100;
const TAB_COLUMNS: usize = 8;

/// Returns what is hidden in one line, in order; `line` may have its ending.
///
/// Bytes that are not UTF-8 are no finding: files in other encodings are honest, and [`super::display`] shows the bytes.
pub fn findings(line: &[u8]) -> Vec<HiddenText> {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let mut findings = Vec::new();
    for chunk in line.utf8_chunks() {
        hidden_characters(chunk.valid(), &mut findings);
        look_alikes(chunk.valid(), &mut findings);
    }
    far_right(line, &mut findings);
    findings
}

fn hidden_characters(text: &str, findings: &mut Vec<HiddenText>) {
    if text.bytes().all(|byte| (b' '..0x7f).contains(&byte)) {
        return;
    }
    let runs_leftwards = text.chars().any(is_right_to_left);
    let mut before = '\n';
    // The flags of England, Scotland and Wales are a black flag with tag characters behind it.
    let mut in_flag = false;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let after = chars.peek().copied().unwrap_or('\n');
        let code = kind(c).filter(|code| {
            !match code {
                // A form feed parts the pages of old sources.
                HiddenCode::Control => c == '\u{c}',
                HiddenCode::Direction => {
                    matches!(c, '\u{200e}' | '\u{200f}' | '\u{61c}') && runs_leftwards
                }
                HiddenCode::ZeroWidth => is_honest_joiner(c, before, after),
                HiddenCode::Tag => in_flag,
                HiddenCode::VariationSelector => varies(before, c),
                HiddenCode::CarriageReturn | HiddenCode::LookAlike | HiddenCode::FarRight => false,
            }
        });
        in_flag = c == '\u{1f3f4}' || (in_flag && code.is_none() && c != '\u{e007f}');
        before = c;
        if let Some(code) = code {
            findings.push(HiddenText {
                code,
                text: c.to_string(),
            });
        }
    }
}

fn kind(c: char) -> Option<HiddenCode> {
    Some(match c {
        '\t' => return None,
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
        _ if is_hidden(c) => HiddenCode::ZeroWidth,
        _ => return None,
    })
}

/// Joiners belong into emoji, and into words of scripts that are written with them.
fn is_honest_joiner(c: char, before: char, after: char) -> bool {
    match c {
        '\u{200c}' | '\u{200d}' => {
            (takes_joiners(before) || is_symbol(before))
                && (takes_joiners(after) || is_symbol(after))
        }
        _ => false,
    }
}

/// Returns whether `selector` can choose between forms of `base`: emoji or text, variants of an ideograph, of a
/// mathematical sign, of a Mongolian or Myanmar letter.
pub(super) fn varies(base: char, selector: char) -> bool {
    match selector {
        '\u{fe0e}' | '\u{fe0f}' => is_symbol(base) && kind(base).is_none(),
        '\u{180b}'..='\u{180d}' | '\u{180f}' => matches!(base, '\u{1800}'..='\u{18af}'),
        '\u{fe00}' => {
            is_ideograph(base)
                || matches!(base, '0' | '\u{1000}'..='\u{109f}' | '\u{2200}'..='\u{2aff}')
        }
        _ => is_ideograph(base),
    }
}

fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{323af}')
}

fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
        && c != '\u{61c}'
}

/// Scripts whose words need joiners: Arabic and its kin, Mongolian, and those of India and its neighbours.
fn takes_joiners(c: char) -> bool {
    is_right_to_left(c)
        || matches!(c, '\u{900}'..='\u{109f}' | '\u{1780}'..='\u{17b3}' | '\u{17b6}'..='\u{18af}')
}

fn is_symbol(c: char) -> bool {
    matches!(c, '#' | '*' | '0'..='9' | '\u{a9}' | '\u{ae}' | '\u{203c}' | '\u{2049}' | '\u{fe0f}' | '\u{20e3}'
        | '\u{2122}'..='\u{2bff}' | '\u{3030}' | '\u{303d}' | '\u{3297}' | '\u{3299}' | '\u{1f000}'..='\u{1faff}')
}

/// Finds words in which all letters that are not Latin look Latin. A word that holds other letters too, such as `Δx`
/// or a Russian word, was not made to deceive.
fn look_alikes(text: &str, findings: &mut Vec<HiddenText>) {
    if text.is_ascii() {
        return;
    }
    for word in text.split(|c: char| !(c.is_alphanumeric() || c == '_' || looks_latin(c))) {
        let mut n_latin = 0;
        let mut n_alike = 0;
        let mut n_other = 0;
        for c in word
            .chars()
            .filter(|c| c.is_alphabetic() || looks_latin(*c))
        {
            match c {
                _ if looks_latin(c) => n_alike += 1,
                '\0'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' => n_latin += 1,
                _ => n_other += 1,
            }
        }
        if n_latin > 0 && n_alike > 0 && n_other == 0 {
            findings.push(HiddenText {
                code: HiddenCode::LookAlike,
                text: word.to_string(),
            });
        }
    }
}

/// Returns whether `c` passes for an ASCII character in most fonts. Greek letters with a shape of their own are not among
/// them: `α`, `ν` and `ρ` are honest in formulas.
pub fn looks_latin(c: char) -> bool {
    matches!(c,
        // Cyrillic
        '\u{405}' | '\u{406}' | '\u{408}' | '\u{410}' | '\u{412}' | '\u{415}' | '\u{417}' | '\u{41a}' | '\u{41c}'..='\u{41e}'
        | '\u{420}'..='\u{423}' | '\u{425}' | '\u{430}' | '\u{435}' | '\u{43e}' | '\u{440}' | '\u{441}' | '\u{443}' | '\u{445}'
        | '\u{455}' | '\u{456}' | '\u{458}' | '\u{474}' | '\u{475}' | '\u{4ae}' | '\u{4af}' | '\u{4bb}' | '\u{4c0}' | '\u{4cf}'
        | '\u{4d5}' | '\u{501}' | '\u{50c}' | '\u{51a}'..='\u{51d}'
        // Greek, its question mark that is drawn as a semicolon too
        | '\u{37e}' | '\u{37f}' | '\u{391}' | '\u{392}' | '\u{395}'..='\u{397}' | '\u{399}' | '\u{39a}' | '\u{39c}' | '\u{39d}'
        | '\u{39f}' | '\u{3a1}' | '\u{3a4}' | '\u{3a5}' | '\u{3a7}' | '\u{3bf}' | '\u{3f2}' | '\u{3f3}' | '\u{3f9}'
        // the click that is drawn as an exclamation mark, script a and g
        | '\u{1c3}' | '\u{251}' | '\u{261}'
        // Armenian, Cherokee, Coptic, Lisu
        | '\u{555}' | '\u{570}' | '\u{578}' | '\u{57d}' | '\u{581}' | '\u{584}' | '\u{585}'
        | '\u{13a0}'..='\u{13f5}' | '\u{2c82}'..='\u{2cad}' | '\u{a4d0}'..='\u{a4f7}'
        // full-width and mathematical letters
        | '\u{ff21}'..='\u{ff3a}' | '\u{ff41}'..='\u{ff5a}' | '\u{1d400}'..='\u{1d6a3}')
}

/// Finds text behind a wide run of blanks, at the start of the line or inside it.
fn far_right(line: &[u8], findings: &mut Vec<HiddenText>) {
    let mut n_columns = 0;
    for (at, byte) in line.iter().enumerate() {
        match byte {
            b' ' => n_columns += 1,
            b'\t' => n_columns += TAB_COLUMNS,
            _ if n_columns >= FAR_COLUMNS => {
                const N_SHOWN: usize = 24;
                let text = String::from_utf8_lossy(&line[at..]);
                findings.push(HiddenText {
                    code: HiddenCode::FarRight,
                    text: text.chars().take(N_SHOWN).collect(),
                });
                n_columns = 0;
            }
            _ => n_columns = 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::HiddenCode::*;
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: &[(HiddenCode, &str)]) {
        let found = findings(line.as_bytes());
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
            "\u{5e9}\u{5dc}\u{5d5}\u{5dd}\u{200f}!",
            "\u{645}\u{6cc}\u{200c}\u{62e}\u{648}\u{627}\u{647}\u{645}",
            "\u{43f}\u{440}\u{438}\u{432}\u{435}\u{442} \u{4f60}\u{597d} \u{441}\u{430}\u{445}\u{430}\u{440} QR\u{43a}\u{43e}\u{434}",
            "\u{845b}\u{e0100} \u{ff21}\u{ff22}",
            "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467} \u{2764}\u{fe0f} \u{260e}\u{fe0e} 1\u{fe0f}\u{20e3}",
            "\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
            "\u{394}x = \u{3b1}_max + \u{3bc}s",
            "na\u{ef}ve \u{c5}ngstr\u{f6}m kap\u{131}",
            "\u{c}",
        ] {
            check(line, &[]);
        }
        check(&format!("{}x", " ".repeat(99)), &[]);
        check(&format!("x{}", " ".repeat(300)), &[]);
    }
}
