//! What comes of a case: the program's result against the right one.

use hunkwise::dialect::ParseOptions;
use hunkwise::matcher::{Limits, Rules};
use hunkwise::plan::{FileChange, Policy, Scope};
use hunkwise::session::{Options, Session};
use hunkwise::text::{Content, RelPath, Snapshot};

use super::case::{Case, soft};

/// What came of a case.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// It is written as it should be.
    Right,
    /// Nothing is written.
    Asked,
    /// The outcome cannot be told from reply and file.
    Untold,
    /// Something else is written.
    Wrong(String),
}

/// Opens a review of the case, obeying `rules`.
pub fn session(case: &Case, rules: Rules) -> Session {
    open(&case.reply(), &case.path, &case.bytes(), rules)
}

/// Opens a review of `reply` over a tree of one file.
pub fn open(reply: &str, path: &str, file: &str, rules: Rules) -> Session {
    let path = RelPath::new(path).unwrap();
    let parse = ParseOptions {
        default_path: Some(path.clone()),
        ..ParseOptions::default()
    };
    let options = Options {
        parse,
        policy: Policy {
            rules,
            ..Policy::default()
        },
        limits: Limits {
            rules,
            ..Limits::default()
        },
    };
    let mut session = Session::open(reply.as_bytes(), options);
    session.set_known_paths(vec![path.clone()]);
    let snapshot = |wanted: RelPath| {
        let content = if wanted == path {
            Content::of_bytes(file.as_bytes().to_vec())
        } else {
            Content::Absent
        };
        Snapshot::new(wanted, content)
    };
    let snapshots = session.wanted().into_iter().map(snapshot).collect();
    session.supply(snapshots);
    session
}

/// Returns the one file after all changes; `None` when a person is asked, as also where a part of the reply was not read; `Err`
/// for what else would be changed.
pub fn written(session: &Session, path: &str, file: &str) -> Option<Result<String, String>> {
    if session.patch().files.is_empty() || session.unread().next().is_some() {
        return None;
    }
    let changes = session.changes(Scope::Everything).ok()?;
    match changes.changes() {
        [] => Some(Ok(file.to_string())),
        [
            FileChange::Modify { path, .. },
            FileChange::Modify { path: again, .. },
            ..,
        ] if path == again => None,
        [
            FileChange::Modify {
                path: changed,
                after,
                ..
            },
        ] if changed.to_text() == path => Some(Ok(String::from_utf8(after.clone()).unwrap())),
        other => Some(Err(format!(
            "{} changes, the first of {}",
            other.len(),
            other[0].path().as_bstr()
        ))),
    }
}

/// Returns what `session` writes of the case, against what is right.
pub fn outcome(case: &Case, session: &Session) -> Outcome {
    let Some(written) = written(session, &case.path, &case.bytes()) else {
        return Outcome::Asked;
    };
    let written = match written {
        Ok(written) => written,
        Err(other) => return Outcome::Wrong(other),
    };
    let right = case.expected().is_some_and(|expected| {
        soft(&expected) == soft(&written) && expected.contains('\r') == written.contains('\r')
    });
    if right {
        Outcome::Right
    } else if case.misleads() || case.is_near_twin() {
        Outcome::Untold
    } else {
        Outcome::Wrong(written)
    }
}
