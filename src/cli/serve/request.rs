//! What `serve` is asked for, a line each.

use std::path::PathBuf;

use schemars::{JsonSchema, schema_for};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::plan::Scope;
use crate::session::Decisions;

use super::super::shape;

/// A request with what its answer is known by.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Envelope {
    /// Given back with the answer.
    #[serde(default)]
    pub(super) id: Value,
    #[serde(flatten)]
    pub(super) request: Request,
}

/// What can be asked for.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(tag = "method", content = "params", rename_all = "snake_case")]
pub(in super::super) enum Request {
    /// Begins a review; the answer is a report.
    Open(Open),
    /// The report once more.
    Report(Nothing),
    /// Carries decisions out, all or none; the answer is a report.
    Settle(Decisions),
    /// What would be written: a unified diff, and the whole new text of each file.
    Preview(Written),
    /// Writes; the answer is a report with an `apply_id`.
    Apply(Written),
    /// Takes an apply back; the last one without an id.
    Undo(Undo),
    /// What to tell the model.
    Feedback(Nothing),
    /// Reads the files again; the answer is a report.
    Refresh(Nothing),
    /// Sends `{"event": "changed", "paths": […]}` from now on when a file is another.
    Watch(Nothing),
}

/// No parameters.
#[derive(Debug, Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Nothing {}

/// What is reviewed.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Open {
    /// A patch or a whole reply.
    #[serde(default)]
    pub(in super::super) text: Option<String>,
    /// A file that holds it.
    #[serde(default)]
    pub(in super::super) file: Option<PathBuf>,
    /// Flags of `check`, such as `--policy=nearest`.
    #[serde(default)]
    pub(in super::super) args: Vec<String>,
}

/// What is written.
#[derive(Debug, Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Written {
    /// Which hunks.
    #[serde(default)]
    pub(super) scope: Wanted,
}

/// Which hunks are written.
#[derive(Debug, Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(in super::super) enum Wanted {
    /// All that are not rejected; nothing while one is open.
    #[default]
    Everything,
    /// Those that are settled.
    Settled,
    /// Those that were accepted.
    Accepted,
}

/// Which apply is taken back.
#[derive(Debug, Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Undo {
    /// Its number.
    #[serde(default)]
    pub(in super::super) id: Option<u64>,
}

/// Reads a request; one without parameters may leave them out, or give an empty list, as some languages write nothing.
///
/// # Errors
/// What is wrong with it.
pub(super) fn envelope(line: &str) -> Result<Envelope, String> {
    let mut given = shape::document(line.as_bytes()).map_err(|fault| fault.to_string())?;
    if let Some(fields) = given.as_object_mut() {
        let params = fields.entry("params").or_insert(Value::Null);
        if params.is_null() || params.as_array().is_some_and(Vec::is_empty) {
            *params = json!({});
        }
    }
    // Other fields, such as those of JSON-RPC, are the caller's own.
    let mut asked = given.clone();
    if let Some(fields) = asked.as_object_mut() {
        fields.retain(|field, _| field == "method" || field == "params");
    }
    shape::check(&asked, &schema_for!(Request))?;
    serde_json::from_value(given).map_err(|fault| fault.to_string())
}

impl Wanted {
    pub(super) fn scope(self) -> Scope {
        match self {
            Wanted::Everything => Scope::Everything,
            Wanted::Settled => Scope::Settled,
            Wanted::Accepted => Scope::Accepted,
        }
    }
}
