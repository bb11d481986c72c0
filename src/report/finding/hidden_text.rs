//! Hidden text that a patch would add, and in names of files.

use std::cell::OnceCell;
use std::collections::HashMap;

use super::{Finding, FindingCode, N_NAMED};
use crate::patch::{FileOp, LineKind, Patch};
use crate::plan::{FilePlan, HunkPlan};
use crate::text::display::display_line;
use crate::text::hidden::{self, HiddenCode, HiddenText, Names, Writing, is_common};
use crate::text::{BOM, LineSpan, Piece, Snapshot};

/// The lines that the hunks of one file add, and the names that words in them may pass for.
pub(super) struct Lines<'a> {
    pub(super) patch: &'a Patch,
    pub(super) file: &'a FilePlan,
    pub(super) writing: Writing,
    /// Taken when a word could be one of them, as are those of the file.
    pub(super) in_patch: &'a OnceCell<Names>,
    pub(super) in_file: OnceCell<Names>,
    pub(super) icons: OnceCell<bool>,
}

/// Something hidden, and which of the lines that the hunk adds it is in, 1-based; `None` in a name.
pub(super) type Located = (HiddenText, Option<usize>);

impl Lines<'_> {
    /// Returns what the hunk hides in the lines it adds, but for what lines it deletes had in the same text, one by one.
    pub(super) fn hidden_in(&mut self, plan: &HunkPlan) -> Vec<Located> {
        let hunk = self.patch.hunk(plan.id);
        let is_whole_file = matches!(
            self.patch.files[plan.id.file].op,
            FileOp::Create | FileOp::Replace
        );
        let of_kind = |kind| hunk.lines.iter().filter(move |line| line.kind == kind);
        let mut found: Vec<Located> = Vec::new();
        for (index, line) in of_kind(LineKind::Insert).enumerate() {
            // A byte order mark begins files of some systems.
            let is_first = index == 0 && is_whole_file;
            let mark = is_first.then(|| line.body.strip_prefix(BOM));
            let body = mark.flatten().unwrap_or(&line.body);
            let hidden = hidden::findings(body, self.writing).into_iter();
            found.extend(hidden.map(|hidden| (hidden, Some(index + 1))));
        }
        found.retain(|(hidden, _)| match (&hidden.resembles, hidden.code) {
            (Some(name), _) => self.has(name, &hidden.text),
            (None, HiddenCode::Icon) => !self.has_icons(),
            (None, _) => true,
        });
        let inserted = of_kind(LineKind::Insert).map(|line| -> &[u8] { &line.body });
        let turns = hidden::turns_at_ends(inserted);
        found.extend(turns.map(|index| (HiddenText::at_ends(), Some(index + 1))));
        if !found.is_empty() {
            let mut known: HashMap<HiddenText, usize> = HashMap::new();
            let deleted = self.deleted(plan);
            let lines = deleted.iter().map(|line| -> &[u8] { line });
            if hidden::turns_at_ends(lines).is_some() {
                known.insert(HiddenText::at_ends(), 1);
            }
            for line in &deleted {
                for hidden in hidden::findings(line, self.writing) {
                    *known.entry(hidden).or_default() += 1;
                }
            }
            found.retain(|(hidden, _)| match known.get_mut(hidden) {
                Some(n_left) if *n_left > 0 => {
                    *n_left -= 1;
                    false
                }
                Some(_) | None => true,
            });
        }
        found
    }

    /// Returns the lines that the hunk deletes: those of the file where it has a place, as what it shows may be like them only
    /// for one who does not see what is hidden.
    fn deleted(&self, plan: &HunkPlan) -> Vec<Piece> {
        let text = self.file.snapshot.as_ref().and_then(Snapshot::text);
        let (Some(text), Some(placed)) = (text, &plan.placement) else {
            let lines = self.patch.hunk(plan.id).lines.iter();
            let deleted = lines.filter(|line| line.kind == LineKind::Delete);
            return deleted.map(|line| line.body.clone()).collect();
        };
        let shown = &self.patch.hunk(plan.id).lines;
        let mut claimed: Vec<&[u8]> = shown
            .iter()
            .filter(|line| line.kind == LineKind::Delete)
            .map(|line| -> &[u8] { &line.body })
            .collect();
        placed.candidate.for_once(|place| {
            let lines: Vec<_> = place.variant.lines.iter().zip(place.targets()).collect();
            // A line deleted and added again is read as one that stays: it was there, too.
            let of_kind = |kind| lines.iter().filter(move |(line, _)| line.kind == kind);
            let mut there = Vec::new();
            for (line, target) in of_kind(LineKind::Delete).chain(of_kind(LineKind::Context)) {
                let claim = claimed.iter().position(|body| **body == *line.body);
                claim.map(|at| claimed.swap_remove(at));
                if claim.is_some() || line.kind == LineKind::Delete {
                    there.extend(target);
                }
            }
            let line = |at| text.pieces(LineSpan::new(at, at + 1)).next();
            there.into_iter().filter_map(line).collect()
        })
    }

    /// Returns whether the file has characters of private use: its readers know what their fonts show for them.
    fn has_icons(&self) -> bool {
        let text = self.file.snapshot.as_ref().and_then(Snapshot::text);
        *self.icons.get_or_init(|| {
            let chunks = text
                .into_iter()
                .flat_map(|text| text.as_bytes().utf8_chunks());
            chunks
                .into_iter()
                .any(|chunk| chunk.valid().contains(hidden::is_private_use))
        })
    }

    /// Returns whether `name` is one that the file, the patch or languages have, but as it is spelled in `text`.
    fn has(&self, name: &str, text: &str) -> bool {
        let lines = || {
            let hunks = self.patch.files.iter().flat_map(|file| file.hunks.iter());
            hunks.flat_map(|hunk| hunk.lines.iter().map(|line| -> &[u8] { &line.body }))
        };
        let lines_there = self.file.snapshot.as_ref().and_then(Snapshot::text);
        let in_file = || Names::of(lines_there.iter().map(|text| text.as_bytes()));
        let in_patch = self.in_patch.get_or_init(|| Names::of(lines()));
        is_common(name)
            || in_patch.holds(name, text)
            || self.in_file.get_or_init(in_file).holds(name, text)
    }
}

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
        HiddenCode::PrivateUse | HiddenCode::Icon => "private use",
    };
    (format!("U+{first:04X}"), kind)
}

pub(super) fn writing_of(file: &FilePlan) -> Writing {
    let path = file.target.as_ref();
    path.map_or(Writing::Code, |path| Writing::of_file(path.file_name()))
}

#[cfg(test)]
mod tests {
    use super::*;

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
