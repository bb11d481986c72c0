//! What a reader of a patch cannot see in it: hidden text that it would add, which is refused headless, and imports that
//! the file has already.

use std::cell::OnceCell;

use crate::patch::HunkId;
use crate::plan::{HunkPlan, Scope, State};
use crate::session::Session;
use crate::text::RelPath;
use crate::text::worded::with_words;

use super::unmarked::Known;

mod hidden_lines;
mod hidden_text;
mod told;

use hidden_lines::Lines;
pub(super) use hidden_text::first_few;
use hidden_text::{by_code, in_names};
use told::{conflict_in, told};

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

with_words! {
    /// The kinds of finding.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum FindingCode;
    /// Returns the stable name in JSON.
    pub fn name;
    /// Characters are added that no reader sees.
    HiddenCharacters "hidden_characters",
    /// Words or signs are added that look like others.
    LookAlikes "look_alikes",
    /// Text is added where no reader looks.
    FarRight "far_right",
    /// An import is added that stands elsewhere in the file.
    RepeatedImport "repeated_import",
    /// A definition, an import or many lines go.
    Loss "loss",
    /// Lines are changed that somebody changed since they were committed, or written by an apply.
    OwnChange "own_change",
    /// A definition is added that stands in the file already.
    RepeatedDefinition "repeated_definition",
    /// Brackets or quotes are left open.
    Unbalanced "unbalanced",
    /// The file that is to be changed holds conflicts that nobody has settled yet.
    ConflictMarkers "conflict_markers",
    /// Context is shown that the file lacks: a line that may be meant to be added.
    UnmarkedAddition "unmarked_addition",
    /// A line of the file goes in place of one that the reply removes.
    OtherRemoval "other_removal",
    /// Lines are added that the reply has in code, with entities or double escapes.
    Decoded "decoded",
    /// Lines are added in another encoding than the file's.
    OtherEncoding "other_encoding",
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
    let text = file.text();
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
        let text = file.text();
        let known = text.filter(|_| asked == Asked::All);
        let known = known.map(|text| Known::new(text, section));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Options;
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
        let stands = "adds `import argparse` (already at line 1)";
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
            &["adds `def run` (already at line 5)"],
        );
    }
}
