//! What a reader of a patch cannot see in it: hidden text that it would add, which is refused headless, and imports that
//! the file has already.

use std::cell::OnceCell;

use crate::patch::{Given, HunkId, Patch, Unsure};
use crate::plan::{HunkPlan, Loss, Scope, State};
use crate::session::Session;
use crate::text::display::display_line;
use crate::text::hidden::{self, HiddenCode, HiddenText};
use crate::text::{RelPath, Snapshot, Text, conflict};

use super::hidden::{Lines, Located};
use super::unmarked::Known;
use super::{decoded, replaced};

/// The most distinct characters, words or lines named in one finding.
const N_NAMED: usize = 5;

/// Something about a patch that a reader could not see.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// What kind it is.
    pub code: FindingCode,
    /// The file it is about; `None` when the patch names none.
    pub path: Option<RelPath>,
    /// The hunk it is about; `None` when it is about the file's name.
    pub hunk: Option<HunkId>,
    /// One sentence for people, safe to print.
    pub text: String,
    /// Which of the lines that the hunk adds hold it, 1-based; empty where that is nothing to it.
    pub added: Vec<usize>,
    /// What was found, without where: `hidden characters: U+200B`.
    pub what: String,
}

/// The kinds of finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum FindingCode {
    /// Characters are added that no reader sees.
    HiddenCharacters,
    /// Words or signs are added that look like others.
    LookAlikes,
    /// Text is added where no reader looks.
    FarRight,
    /// An import is added that stands elsewhere in the file.
    RepeatedImport,
    /// A definition, an import or many lines go.
    Loss,
    /// Lines are changed that somebody changed since they were committed, or written by an apply.
    OwnChange,
    /// A definition is added that stands in the file already.
    RepeatedDefinition,
    /// Brackets or quotes are left open.
    Unbalanced,
    /// The file that is to be changed holds conflicts that nobody has settled yet.
    ConflictMarkers,
    /// Context is shown that the file lacks: a line that may be meant to be added.
    UnmarkedAddition,
    /// A line of the file goes in place of one that the reply removes.
    OtherRemoval,
    /// Lines are added that the reply has in code, with entities or double escapes.
    Decoded,
    /// Lines are added in another encoding than the file's.
    OtherEncoding,
}

impl FindingCode {
    /// Returns the stable name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            FindingCode::HiddenCharacters => "hidden_characters",
            FindingCode::LookAlikes => "look_alikes",
            FindingCode::FarRight => "far_right",
            FindingCode::RepeatedImport => "repeated_import",
            FindingCode::Loss => "loss",
            FindingCode::OwnChange => "own_change",
            FindingCode::RepeatedDefinition => "repeated_definition",
            FindingCode::Unbalanced => "unbalanced",
            FindingCode::ConflictMarkers => "conflict_markers",
            FindingCode::UnmarkedAddition => "unmarked_addition",
            FindingCode::OtherRemoval => "other_removal",
            FindingCode::Decoded => "decoded",
            FindingCode::OtherEncoding => "other_encoding",
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
            FindingCode::RepeatedImport
            | FindingCode::Loss
            | FindingCode::OwnChange
            | FindingCode::RepeatedDefinition
            | FindingCode::Unbalanced
            | FindingCode::ConflictMarkers
            | FindingCode::UnmarkedAddition
            | FindingCode::OtherRemoval
            | FindingCode::Decoded
            | FindingCode::OtherEncoding => false,
        }
    }
}

/// Returns those of the findings for which nothing of `scope` may be written headless: on what it takes, and as long as nobody
/// saw the hidden text and allowed it.
pub fn refusing<'a>(
    session: &'a Session,
    scope: Scope,
    findings: &'a [Finding],
) -> impl Iterator<Item = &'a Finding> {
    // What is left out is told, and keeps nothing else from being written.
    let concerns = move |hunk: &HunkPlan| match scope {
        Scope::Everything => hunk.is_in(scope),
        Scope::Settled | Scope::Accepted => hunk.is_in(scope) && hunk.state == State::Placed,
    };
    let takes = move |finding: &Finding| match finding.hunk {
        Some(id) => concerns(session.plan().hunk(id)),
        None => {
            let path = finding.path.as_ref();
            let mut files = session.plan().files.iter().zip(&session.patch().files);
            files.any(|(plan, file)| {
                let is_named = path.is_none_or(|path| file.paths().any(|it| it == path));
                is_named && plan.hunks.iter().any(concerns)
            })
        }
    };
    let is_unseen = |finding: &Finding| {
        let hunk = finding.hunk;
        !hunk.is_some_and(|hunk| session.is_confirmed(hunk))
    };
    let refusing = findings.iter().filter(|finding| finding.refuses());
    refusing.filter(move |finding| takes(finding) && is_unseen(finding))
}

/// Returns the findings on a review's patch, in the patch's order. Rejected hunks have none.
pub fn findings(session: &Session) -> Vec<Finding> {
    findings_in(session, |plan| !plan.decision.is_rejected(), Asked::All)
}

/// Returns those of them for which nothing may be written headless.
pub fn refusals(session: &Session) -> Vec<Finding> {
    findings_in(
        session,
        |plan| !plan.decision.is_rejected(),
        Asked::Refusals,
    )
}

/// Returns the same with those of rejected hunks: a hunk may be reopened, and hides then what it hid before.
pub fn refusals_of_all(session: &Session) -> Vec<Finding> {
    findings_in(session, |_| true, Asked::Refusals)
}

/// Returns what else than hidden text is found in a hunk as it is decided on: of what was ruled out nothing is told.
pub fn told_of(session: &Session, id: HunkId) -> Vec<Finding> {
    let file = &session.plan().files[id.file];
    let text = file.snapshot.as_ref().and_then(Snapshot::text);
    let known = text.map(|text| Known::new(text, &session.patch().files[id.file]));
    // What is true of the whole file is told once.
    let conflict = (id.hunk == 0).then(|| conflict_in(session, id.file));
    let own = told(session, &file.hunks[id.hunk], known.as_ref());
    conflict.flatten().into_iter().chain(own).collect()
}

/// Which findings are looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asked {
    All,
    /// Those that refuse, and no others: what hunks lose takes a pass over each file.
    Refusals,
}

fn findings_in(
    session: &Session,
    is_wanted: impl Fn(&HunkPlan) -> bool,
    asked: Asked,
) -> Vec<Finding> {
    let patch = session.patch();
    let mut findings: Vec<Finding> = (0..patch.files.len())
        .flat_map(|file| in_names(patch, file))
        .collect();
    let in_patch = OnceCell::new();
    for (index, (file, section)) in session.plan().files.iter().zip(&patch.files).enumerate() {
        if asked == Asked::All {
            findings.extend(conflict_in(session, index));
        }
        let text = file.snapshot.as_ref().and_then(Snapshot::text);
        let known = text.map(|text| Known::new(text, section));
        let mut lines = Lines::of(patch, file, &in_patch);
        for plan in file.hunks.iter().filter(|plan| is_wanted(plan)) {
            let left = session
                .in_part(plan.id)
                .map_or(Vec::new(), |part| part.left);
            let hidden = lines.hidden_in(plan, &left);
            findings.extend(by_code(&hidden).map(|found| Finding {
                code: found.code,
                path: file.target.clone(),
                hunk: Some(plan.id),
                text: format!("adds {}{}", found.what, found.at),
                added: found.lines,
                what: found.what,
            }));
            if asked == Asked::All {
                findings.extend(told(session, plan, known.as_ref()));
            }
        }
    }
    findings
}

/// Returns what is told of a hunk, its hidden text aside. `known` are the lines of its file.
fn told(session: &Session, plan: &HunkPlan, known: Option<&Known<'_>>) -> Vec<Finding> {
    if plan.decision.is_rejected() {
        return Vec::new();
    }
    let path = &session.plan().files[plan.id.file].target;
    let finding = |code, text: String| Finding {
        code,
        path: path.clone(),
        hunk: Some(plan.id),
        what: text.clone(),
        text,
        added: Vec::new(),
    };
    let replaced = || replaced::told(session, plan);
    let others = [
        (
            FindingCode::UnmarkedAddition,
            known.and_then(|known| known.told(plan)),
        ),
        (
            FindingCode::OtherRemoval,
            is_to_come(plan).then(replaced).flatten(),
        ),
        (FindingCode::Decoded, decoded::told(session, plan)),
        (FindingCode::OtherEncoding, encoding_told(session, plan)),
    ];
    let others = others
        .into_iter()
        .filter_map(|(code, text)| Some(finding(code, text?)));
    lost(session, plan).into_iter().chain(others).collect()
}

/// Returns what a hunk that may still be written takes away or leaves broken.
fn lost(session: &Session, plan: &HunkPlan) -> Vec<Finding> {
    let path = session.plan().files[plan.id.file].target.clone();
    let losses = session.losses_as_decided(plan.id);
    let section = &session.patch().files[plan.id.file];
    // A hunk shows the lines that it deletes.
    let is_shown = |loss: &Loss| match loss {
        Loss::Import(_) | Loss::Part(_) | Loss::End(..) | Loss::Lines(_) => {
            section.given == Given::Hunks
        }
        Loss::CutOff
        | Loss::Definition { .. }
        | Loss::Repeated { .. }
        | Loss::RepeatedImport { .. }
        | Loss::OnlyCommented(_)
        | Loss::StillNamed { .. }
        | Loss::OwnChange
        | Loss::Unbalanced(_) => false,
        // What the other hunk waits for is told of that one.
        Loss::HalfOfMove => true,
    };
    let losses = losses
        .iter()
        .filter(|loss| is_to_come(plan) && !is_shown(loss));
    let found = losses.map(|loss| Finding {
        code: match loss {
            Loss::CutOff
            | Loss::Definition { .. }
            | Loss::Import(_)
            | Loss::Part(_)
            | Loss::End(..)
            | Loss::Lines(_)
            | Loss::OnlyCommented(_)
            | Loss::StillNamed { .. }
            | Loss::HalfOfMove => FindingCode::Loss,
            Loss::Repeated { .. } => FindingCode::RepeatedDefinition,
            Loss::RepeatedImport { .. } => FindingCode::RepeatedImport,
            Loss::OwnChange => FindingCode::OwnChange,
            Loss::Unbalanced(_) => FindingCode::Unbalanced,
        },
        path: path.clone(),
        hunk: Some(plan.id),
        text: loss.words(),
        added: Vec::new(),
        what: loss.words(),
    });
    found.collect()
}

/// Returns what is to be said of a hunk in another encoding than its file's, once a person has placed it all the same: until then
/// it is why the hunk waits.
fn encoding_told(session: &Session, plan: &HunkPlan) -> Option<String> {
    let why = session.patch().hunk(plan.id).unsure?;
    let is_of_encoding = matches!(why, Unsure::OtherEncoding | Unsure::NotUtf8);
    (is_of_encoding && plan.state == State::Placed).then(|| why.words().to_string())
}

/// Returns whether the hunk may still be written.
fn is_to_come(plan: &HunkPlan) -> bool {
    !matches!(
        plan.state,
        State::AlreadyApplied | State::NoOp | State::Skipped | State::FileStuck
    )
}

/// Returns that a file is in conflict, where a hunk is to change it and the patch does not settle that.
fn conflict_in(session: &Session, index: usize) -> Option<Finding> {
    let file = &session.plan().files[index];
    let is_changed = file.hunks.iter().any(|hunk| hunk.placement.is_some());
    let text = file.snapshot.as_ref().and_then(Snapshot::text);
    let line = text
        .filter(|_| is_changed)
        .and_then(|text| conflict::first(text))?;
    let result = session.result(index, Scope::Settled).map(Text::new);
    if result.is_some_and(|result| conflict::first(&result).is_none()) {
        return None;
    }
    let text = format!(
        "the file holds conflict markers, the first in line {}",
        line + 1
    );
    Some(Finding {
        code: FindingCode::ConflictMarkers,
        path: file.target.clone(),
        hunk: None,
        what: text.clone(),
        text,
        added: Vec::new(),
    })
}

/// Returns the findings on the names that one section gives its file.
fn in_names(patch: &Patch, file: usize) -> Vec<Finding> {
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
struct Found {
    code: FindingCode,
    what: String,
    /// Where, behind that: ` (added line 2)`.
    at: String,
    lines: Vec<usize>,
}

/// Puts together what was found of each code.
fn by_code(hidden: &[Located]) -> impl Iterator<Item = Found> {
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

fn code_of(hidden: &HiddenText) -> FindingCode {
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
fn named(code: FindingCode, hidden: &[&Located]) -> Found {
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
pub(super) fn first_few<T: PartialEq>(all: impl Iterator<Item = T>) -> (Vec<T>, &'static str) {
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
fn shown(hidden: &HiddenText) -> (String, &'static str) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Options;
    use crate::text::hidden::Writing;
    use crate::text::{Content, Snapshot};

    const FILE: &str = "import argparse\nfrom pathlib import Path\n\n\ndef run():\n    return 1\n";

    #[track_caller]
    fn check(hunks: &str, expected: &[&str]) {
        let reply = format!("--- a/f.py\n+++ b/f.py\n{hunks}");
        let mut session = Session::open(reply.as_bytes(), Options::default());
        let read = |path| Snapshot::new(path, Content::of_bytes(FILE.into()));
        let wanted = session.wanted().into_iter().map(read).collect();
        session.supply(wanted);
        let found = findings(&session);
        assert!(found.iter().all(|finding| !finding.refuses()));
        let found: Vec<_> = found.iter().map(|finding| &*finding.text).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn an_import_that_stands_elsewhere_is_told() {
        let stands = "adds `import argparse`, already at line 1";
        check(
            "@@ @@\n+import argparse\n def run():\n-    return 1\n+    return 2\n",
            &[stands],
        );
        check(
            "@@ @@\n def run():\n+    import argparse\n     return 1\n",
            &[stands],
        );
    }

    #[test]
    fn what_is_moved_or_new_or_no_import_is_not() {
        let moved = "@@ @@\n-import argparse\n from pathlib import Path\n+import argparse\n";
        check(moved, &[]);
        check(
            "@@ @@\n def run():\n+    import contextlib\n     return 1\n",
            &[],
        );
        check(
            "@@ @@\n     return 1\n+\n+def stop():\n+    return 1\n",
            &[],
        );
    }

    #[test]
    fn a_definition_that_would_stand_twice_is_told_without_a_line_number() {
        check(
            "@@ @@\n     return 1\n+\n+def run():\n+    return 1\n",
            &["adds `def run`, already at line 5"],
        );
    }

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
