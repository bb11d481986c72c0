//! What `serve` prints, a line each.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::report::feedback::Feedback;
use crate::report::json::ReportValue;
use crate::workspace::WorkspaceError;

use super::super::json::Undone;

/// A line: the answer to a request, or what happened meanwhile.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Line {
    /// A request was carried out.
    Answer {
        /// That of the request; null where it has none.
        id: Value,
        /// What came of it.
        result: Answer,
    },
    /// A request was not carried out; all is as before.
    Failure {
        /// That of the request; null where it has none.
        id: Value,
        /// Why.
        error: Refusal,
    },
    /// Something happened that was not asked for.
    Event(Event),
}

/// What comes of a request.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub(in super::super) enum Answer {
    /// Of `open`, `report`, `settle`, `refresh` and `apply`: the review as it is now.
    Report(ReportValue),
    /// Of `preview`.
    Preview(Preview),
    /// Of `undo`.
    Undone(Undone),
    /// Of `feedback`.
    Feedback(Told),
    /// Of `watch`: events follow.
    Watching(Watching),
}

/// What would be written.
#[derive(Debug, Serialize, JsonSchema)]
pub(in super::super) struct Preview {
    /// As a unified diff.
    pub(super) diff: String,
    /// The files that change.
    pub(super) files: Vec<PreviewedFile>,
}

/// A file that would change.
#[derive(Debug, Serialize, JsonSchema)]
pub(in super::super) struct PreviewedFile {
    /// Its path under the root.
    pub(super) path: String,
    /// All that it would hold; bytes that are not UTF-8 are replaced.
    pub(super) new_text: String,
}

/// What to tell the model.
#[derive(Debug, Serialize, JsonSchema)]
pub(in super::super) struct Told {
    /// As facts.
    #[serde(flatten)]
    pub(super) feedback: Feedback,
    /// The same as Markdown.
    pub(super) markdown: String,
}

/// Nothing: it is watched from now on.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(in super::super) struct Watching {}

/// What happened that was not asked for.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
pub(super) enum Event {
    /// Files are others now than when they were last read.
    Changed {
        /// Their paths under the root.
        paths: Vec<String>,
    },
}

/// Why a request is not answered.
#[derive(Debug, Serialize, JsonSchema)]
pub(in super::super) struct Refusal {
    /// Its kind.
    pub(in super::super) code: &'static str,
    /// One sentence.
    pub(in super::super) text: String,
}

impl Refusal {
    pub(in super::super) fn new(code: &'static str, text: impl ToString) -> Refusal {
        let text = text.to_string();
        Refusal { code, text }
    }

    pub(super) fn of_workspace(error: WorkspaceError) -> Refusal {
        Refusal::new(super::super::code_of(&error), error)
    }

    pub(super) fn of_any(error: anyhow::Error) -> Refusal {
        match error.downcast::<WorkspaceError>() {
            Ok(error) => Refusal::of_workspace(error),
            Err(error) => Refusal::new("usage", format!("{error:#}")),
        }
    }
}
