//! JSON Schema of all that the program prints and reads as JSON, made from the types that do it.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};

use super::super::feedback::Feedback;
use super::Document;

/// A shape of JSON.
pub struct SchemaSpec {
    /// The name that `hunkwise schema` takes.
    pub name: &'static str,
    /// What it is, in one line for people.
    pub title: &'static str,
    /// Makes its schema.
    pub schema: fn() -> Schema,
}

/// The shapes of the reports.
pub static SCHEMAS: &[SchemaSpec] = &[
    SchemaSpec {
        name: "report",
        title: "what `check`, `apply` and `explain` print with --json",
        schema: printed::<Document<'_>>,
    },
    SchemaSpec {
        name: "feedback",
        title: "what --feedback-json writes",
        schema: printed::<Feedback>,
    },
];

/// Returns the schema of what is printed: fields that may be left out need not be there.
pub fn printed<T: JsonSchema>() -> Schema {
    let settings = SchemaSettings::default().for_serialize();
    settings.into_generator().into_root_schema_for::<T>()
}
