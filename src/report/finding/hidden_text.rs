//! Hidden text that a patch would add, and in names of files.

use super::hidden_lines::Located;
use super::{Finding, FindingCode, N_NAMED};
use crate::patch::Patch;
use crate::text::display::display_line;
use crate::text::hidden::{self, HiddenCode, HiddenText};

/// Returns the findings on the names that one section gives its file.
pub(super) fn in_names(patch: &Patch, file: usize) -> Vec<Finding> {
    let mut findings = Vec::new();
    for path in patch.files[file].paths() {
        let hidden = hidden::findings_in_path(path.as_bytes());
        let hidden: Vec<Located> = hidden.into_iter().map(|hidden| (hidden, None)).collect();
        findings.extend(by_code(&hidden).map(|found| Finding {
            code: found.code,
            path: Some(path.clone()),
            hunk: None,
            text: format!("the file's name holds {}", found.what),
            added: Vec::new(),
            what: found.what,
        }));
    }
    findings
}

/// What was found of one code.
pub(super) struct Found {
    pub(super) code: FindingCode,
    pub(super) what: String,
    /// Where, behind that: ` (added line 2)`.
    pub(super) at: String,
    pub(super) lines: Vec<usize>,
}

/// Puts together what was found of each code.
pub(super) fn by_code(hidden: &[Located]) -> impl Iterator<Item = Found> {
    let codes = [
        FindingCode::HiddenCharacters,
        FindingCode::LookAlikes,
        FindingCode::FarRight,
    ];
    codes.into_iter().filter_map(|code| {
        let of_code: Vec<&Located> = hidden.iter().filter(|it| code_of(&it.0) == code).collect();
        (!of_code.is_empty()).then(|| named(code, &of_code))
    })
}

pub(super) fn code_of(hidden: &HiddenText) -> FindingCode {
    match hidden.code {
        HiddenCode::Control
        | HiddenCode::CarriageReturn
        | HiddenCode::Direction
        | HiddenCode::ZeroWidth
        | HiddenCode::Tag
        | HiddenCode::VariationSelector
        | HiddenCode::PrivateUse
        | HiddenCode::Icon
        | HiddenCode::Spelling => FindingCode::HiddenCharacters,
        HiddenCode::LookAlike => FindingCode::LookAlikes,
        HiddenCode::FarRight => FindingCode::FarRight,
    }
}

/// Names what was found, each once, and where it was added.
pub(super) fn named(code: FindingCode, hidden: &[&Located]) -> Found {
    let what = match code {
        FindingCode::HiddenCharacters => "hidden characters",
        FindingCode::LookAlikes => "text that looks like other text",
        FindingCode::FarRight => "text far to the right",
        FindingCode::RepeatedImport => "imports that exist already",
        FindingCode::Loss => "lines that go",
        FindingCode::RepeatedDefinition => "definitions that exist already",
        FindingCode::OwnChange => "lines that you changed",
        FindingCode::Unbalanced => "what is left open",
        FindingCode::ConflictMarkers => "conflict markers",
        FindingCode::UnmarkedAddition => "lines without their mark",
        FindingCode::OtherRemoval => "lines that the reply does not remove",
        FindingCode::Decoded => "lines that the reply has in code",
        FindingCode::OtherEncoding => "lines in another encoding",
    };
    // Signs of one kind are named together.
    let mut by_kind: Vec<(&str, Vec<String>)> = Vec::new();
    let (few, more) = first_few(hidden.iter().map(|(hidden, _)| shown(hidden)));
    for (sign, kind) in few {
        match by_kind.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, signs)) => signs.push(sign),
            None => by_kind.push((kind, vec![sign])),
        }
    }
    let words = by_kind.iter().map(|(kind, signs)| match *kind {
        "" => signs.join(" "),
        kind => format!("{} ({kind})", signs.join(", ")),
    });
    let shown = words.collect::<Vec<_>>().join(", ");
    let mut lines: Vec<usize> = hidden.iter().filter_map(|(_, line)| *line).collect();
    lines.sort_unstable();
    lines.dedup();
    let (few, more_lines) = first_few(lines.iter().map(usize::to_string));
    Found {
        code,
        what: format!("{what}: {shown}{more}"),
        at: match &few[..] {
            [] => String::new(),
            [line] => format!(" (added line {line})"),
            _ => format!(" (added lines {}{more_lines})", few.join(", ")),
        },
        lines,
    }
}

/// Returns the first distinct ones, and what to say where there are more.
pub(in crate::report) fn first_few<T: PartialEq>(
    all: impl Iterator<Item = T>,
) -> (Vec<T>, &'static str) {
    let mut few = Vec::new();
    for text in all {
        if few.contains(&text) {
            continue;
        }
        if few.len() == N_NAMED {
            return (few, " and others");
        }
        few.push(text);
    }
    (few, "")
}

/// Shows what was found by its code point, and says of which kind that is; of a word also the first one that is not what it looks
/// like.
pub(super) fn shown(hidden: &HiddenText) -> (String, &'static str) {
    let text = display_line(hidden.text.as_bytes());
    let first = hidden.text.chars().find(|c| !c.is_ascii());
    let first = first.or(hidden.text.chars().next()).map_or(0, u32::from);
    let kind = match hidden.code {
        HiddenCode::LookAlike => return (format!("`{text}` (with U+{first:04X})"), ""),
        HiddenCode::FarRight => return (format!("`{text}`"), ""),
        HiddenCode::Spelling => {
            return (format!("U+{first:04X} mixed with similar characters"), "");
        }
        HiddenCode::Control => "control",
        HiddenCode::CarriageReturn => "carriage return",
        HiddenCode::Direction => "text direction",
        HiddenCode::ZeroWidth => "zero width",
        HiddenCode::Tag => "tag",
        HiddenCode::VariationSelector => "variation selector",
        HiddenCode::PrivateUse | HiddenCode::Icon => {
            match hidden.text.contains(hidden::is_private_use) {
                true => "private use",
                false => "unassigned",
            }
        }
    };
    (format!("U+{first:04X}"), kind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::hidden::Writing;

    #[test]
    fn each_kind_of_finding_is_one_sentence() {
        let line = format!("a\u{202e}\u{200b} is_\u{430}dmin{}evil()", " ".repeat(120));
        let hidden = hidden::findings(line.as_bytes(), Writing::Code).into_iter();
        let hidden: Vec<Located> = hidden.map(|hidden| (hidden, Some(2))).collect();
        let found = by_code(&hidden).map(|it| (it.code, it.what + &it.at));
        let found: Vec<_> = found.collect();
        assert_eq!(
            found,
            [
                (
                    FindingCode::HiddenCharacters,
                    "hidden characters: U+202E (text direction), U+200B (zero width) (added line 2)".to_string()
                ),
                (
                    FindingCode::LookAlikes,
                    "text that looks like other text: `is_\u{430}dmin` (with U+0430) (added line 2)"
                        .to_string()
                ),
                (
                    FindingCode::FarRight,
                    "text far to the right: `evil()` (added line 2)".to_string()
                ),
            ]
        );
    }
}
