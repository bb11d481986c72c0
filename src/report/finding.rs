//! What a reader of a patch cannot see in it: hidden text that it would add, which is refused headless, and imports that
//! the file has already.

use std::collections::BTreeSet;

use super::repeated::Imports;
use crate::patch::{FileOp, Hunk, HunkId, LineKind, Patch, PatchPath};
use crate::plan::{FilePlan, HunkPlan};
use crate::session::Session;
use crate::text::display::display_line;
use crate::text::hidden::{self, HiddenCode, HiddenText, looks_latin};
use crate::text::{RelPath, Snapshot, conflict};

/// The most distinct characters or words named in one finding.
const N_NAMED: usize = 5;

/// Something about a patch that a reader could not see.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// What kind it is.
    pub code: FindingCode,
    /// The file it is about; `None` when the patch names none.
    pub path: Option<RelPath>,
    /// The hunk it is about; `None` when it is about the file's name.
    pub hunk: Option<HunkId>,
    /// One sentence for people, safe to print.
    pub text: String,
}

/// The kinds of finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FindingCode {
    /// Characters are added that no reader sees.
    HiddenCharacters,
    /// Words are added that look like others.
    LookAlikes,
    /// Text is added where no reader looks.
    FarRight,
    /// An import is added that stands elsewhere in the file.
    RepeatedImport,
    /// The file that is to be changed holds conflicts that nobody has settled yet.
    ConflictMarkers,
}

impl FindingCode {
    /// Returns the stable name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            FindingCode::HiddenCharacters => "hidden_characters",
            FindingCode::LookAlikes => "look_alikes",
            FindingCode::FarRight => "far_right",
            FindingCode::RepeatedImport => "repeated_import",
            FindingCode::ConflictMarkers => "conflict_markers",
        }
    }
}

/// What is done headless with a patch that adds hidden text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hidden {
    /// Nothing is written.
    Refuse,
    /// It is reported and written (`--allow-hidden`).
    Allow,
}

impl Finding {
    /// Returns whether nothing may be written headless because of it.
    pub fn refuses(&self) -> bool {
        match self.code {
            FindingCode::HiddenCharacters | FindingCode::LookAlikes | FindingCode::FarRight => true,
            FindingCode::RepeatedImport | FindingCode::ConflictMarkers => false,
        }
    }
}

/// Returns the findings on a review's patch, in the patch's order. Rejected hunks have none.
pub fn findings(session: &Session) -> Vec<Finding> {
    let patch = session.patch();
    let mut findings: Vec<Finding> = (0..patch.files.len())
        .flat_map(|file| in_names(patch, file))
        .collect();
    for (index, file) in session.plan().files.iter().enumerate() {
        findings.extend(conflict_in(file));
        let imports = Imports::of(session, index);
        let wanted = |plan: &&HunkPlan| !plan.decision.is_rejected();
        for plan in file.hunks.iter().filter(wanted) {
            let hidden = hidden_in(patch.hunk(plan.id));
            findings.extend(by_code(&hidden).map(|(code, found)| Finding {
                code,
                path: file.target.clone(),
                hunk: Some(plan.id),
                text: format!("adds {found}"),
            }));
            findings.extend(imports.repeated_by(plan));
        }
    }
    findings
}

/// Returns that a file is in conflict, where a hunk is to change it.
fn conflict_in(file: &FilePlan) -> Option<Finding> {
    let is_changed = file.hunks.iter().any(|hunk| hunk.placement.is_some());
    let text = file.snapshot.as_ref().and_then(Snapshot::text);
    let line = text
        .filter(|_| is_changed)
        .and_then(|text| conflict::first(text))?;
    Some(Finding {
        code: FindingCode::ConflictMarkers,
        path: file.target.clone(),
        hunk: None,
        text: format!(
            "the file holds conflict markers, the first in line {}",
            line + 1
        ),
    })
}

/// Returns the findings on the names that one section gives its file.
fn in_names(patch: &Patch, file: usize) -> Vec<Finding> {
    let file = &patch.files[file];
    let from = match &file.path {
        PatchPath::Named(path) => Some(path),
        PatchPath::Missing | PatchPath::Refused { .. } => None,
    };
    let to = match &file.op {
        FileOp::Rename { to } | FileOp::Copy { to } => Some(to),
        FileOp::Modify | FileOp::Create | FileOp::Delete | FileOp::Replace => None,
    };
    let mut findings = Vec::new();
    for path in from.into_iter().chain(to) {
        let hidden = hidden::findings(path.as_bytes());
        findings.extend(by_code(&hidden).map(|(code, found)| Finding {
            code,
            path: Some(path.clone()),
            hunk: None,
            text: format!("the file's name holds {found}"),
        }));
    }
    findings
}

/// Returns what the hunk hides in the lines it adds and not in those it takes away, each once, in order of first use.
fn hidden_in(hunk: &Hunk) -> Vec<HiddenText> {
    let of_kind = |kind| {
        let lines = hunk.lines.iter().filter(move |line| line.kind == kind);
        lines.flat_map(|line| hidden::findings(&line.body))
    };
    let mut known: BTreeSet<HiddenText> = of_kind(LineKind::Delete).collect();
    of_kind(LineKind::Insert)
        .filter(|found| known.insert(found.clone()))
        .collect()
}

/// Puts what was found into one sentence for each code.
fn by_code(hidden: &[HiddenText]) -> impl Iterator<Item = (FindingCode, String)> {
    let codes = [
        FindingCode::HiddenCharacters,
        FindingCode::LookAlikes,
        FindingCode::FarRight,
    ];
    codes.into_iter().filter_map(|code| {
        let of_code: Vec<&HiddenText> = hidden.iter().filter(|it| code_of(it) == code).collect();
        (!of_code.is_empty()).then(|| (code, named(code, &of_code)))
    })
}

fn code_of(hidden: &HiddenText) -> FindingCode {
    match hidden.code {
        HiddenCode::Control
        | HiddenCode::CarriageReturn
        | HiddenCode::Direction
        | HiddenCode::ZeroWidth
        | HiddenCode::Tag
        | HiddenCode::VariationSelector => FindingCode::HiddenCharacters,
        HiddenCode::LookAlike => FindingCode::LookAlikes,
        HiddenCode::FarRight => FindingCode::FarRight,
    }
}

fn named(code: FindingCode, hidden: &[&HiddenText]) -> String {
    let shown: Vec<String> = hidden.iter().take(N_NAMED).map(|it| shown(it)).collect();
    let more = if hidden.len() > N_NAMED {
        " and others"
    } else {
        ""
    };
    let what = match code {
        FindingCode::HiddenCharacters => "hidden characters",
        FindingCode::LookAlikes => "letters that look like others",
        FindingCode::FarRight => "text far to the right",
        FindingCode::RepeatedImport => "imports that stand already",
        FindingCode::ConflictMarkers => "conflict markers",
    };
    format!("{what}: {}{more}", shown.join(" "))
}

/// Shows what was found; of a word with look-alikes also which letters they are.
fn shown(hidden: &HiddenText) -> String {
    let text = display_line(hidden.text.as_bytes());
    match hidden.code {
        HiddenCode::LookAlike => {
            let alike = hidden.text.chars().find(|c| looks_latin(*c));
            let alike = alike.map_or(0, u32::from);
            format!("`{text}` (with U+{alike:04X})")
        }
        HiddenCode::FarRight => format!("`{text}`"),
        HiddenCode::Control
        | HiddenCode::CarriageReturn
        | HiddenCode::Direction
        | HiddenCode::ZeroWidth
        | HiddenCode::Tag
        | HiddenCode::VariationSelector => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_finding_is_one_sentence() {
        let line = format!("a\u{202e}\u{200b} is_\u{430}dmin{}evil()", " ".repeat(120));
        let found: Vec<_> = by_code(&hidden::findings(line.as_bytes())).collect();
        assert_eq!(
            found,
            [
                (
                    FindingCode::HiddenCharacters,
                    "hidden characters: \u{2039}U+202E\u{203a} \u{2039}U+200B\u{203a}".to_string()
                ),
                (
                    FindingCode::LookAlikes,
                    "letters that look like others: `is_\u{430}dmin` (with U+0430)".to_string()
                ),
                (
                    FindingCode::FarRight,
                    "text far to the right: `evil()`".to_string()
                ),
            ]
        );
    }
}
