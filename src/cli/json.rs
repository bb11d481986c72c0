//! What commands print with `--json` that report on no patch: one document each, errors included.

use std::io;

use anyhow::Context as _;
use schemars::{JsonSchema, schema_for};
use serde::Serialize;

use crate::report::json::{SCHEMAS, SchemaSpec, VERSION, printed, write};
use crate::report::{Exit, Failure as Error};
use crate::session::Decisions;

use super::{UsageError, output};

/// Whether a command prints for people or for programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Speech {
    /// Text for people.
    Text,
    /// One JSON document on standard output.
    Json,
}

/// What every document begins with.
#[derive(Serialize, JsonSchema)]
struct Answer<T> {
    /// 1; additions leave it as it is.
    version: u32,
    /// The command that ran.
    command: &'static str,
    /// The exit code.
    exit: u8,
    #[serde(flatten)]
    body: T,
}

/// Text that a command makes: a patch, a prompt, a page.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Text {
    /// The text; bytes that are not UTF-8 are replaced.
    pub(crate) text: String,
    /// What it cannot say.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) warnings: Vec<String>,
}

/// Things of a kind.
#[derive(Serialize, JsonSchema)]
pub(crate) struct List<T> {
    /// In order.
    pub(crate) entries: Vec<T>,
    /// What could not be read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) faults: Vec<String>,
}

/// A row of a table in the program.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Row {
    /// Its name.
    pub(crate) name: String,
    /// What it is.
    pub(crate) title: String,
    /// An example, or the keys.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) text: Option<String>,
}

/// One apply.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Apply {
    /// Its number, for `undo`.
    pub(crate) id: u64,
    /// Seconds since 1970.
    pub(crate) time: u64,
    /// `in_effect`, `undone`, `interrupted`, `rolled_back` or `from_outside`.
    pub(crate) standing: &'static str,
    /// The apply it took back, if it is an undo.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) undoes: Option<u64>,
    /// The files, each with `edited`, `created`, `deleted` or `mode`.
    pub(crate) files: Vec<Touched>,
}

/// A file that an apply touched.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Touched {
    /// Its path under the root.
    pub(crate) path: String,
    /// What became of it.
    pub(crate) change: &'static str,
}

/// What an undo did.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Undone {
    /// The apply that was taken back.
    pub(crate) undid: u64,
    /// The number of the undo, which can itself be undone.
    pub(crate) apply_id: u64,
    /// The files.
    pub(crate) files: Vec<String>,
    /// What else is to be known.
    pub(crate) notes: Vec<String>,
}

/// A saved review.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Saved {
    /// Its name.
    pub(crate) id: String,
    /// Seconds since 1970.
    pub(crate) time: u64,
    /// Its root.
    pub(crate) root: String,
    /// Its files.
    pub(crate) files: Vec<String>,
    /// How many hunks are decided on.
    pub(crate) n_decided: usize,
    /// How many it has.
    pub(crate) n_hunks: usize,
}

/// Why a command failed.
#[derive(Serialize, JsonSchema)]
struct Failure<'a> {
    /// 1; additions leave it as it is.
    version: u32,
    /// The exit code.
    exit: u8,
    /// What went wrong.
    error: &'a Error,
}

/// The shapes of what is printed or read besides reports.
static OTHERS: &[SchemaSpec] = &[
    SchemaSpec {
        name: "decisions",
        title: "what --decisions reads and --save-decisions writes",
        schema: || schema_for!(Decisions),
    },
    SchemaSpec {
        name: "text",
        title: "what `diff`, `convert`, `prompt`, `man`, `completions`, `recover` and `sessions --forget` print with --json",
        schema: printed::<Answer<Text>>,
    },
    SchemaSpec {
        name: "list",
        title: "what `dialects`, `keys`, `themes` and `schema` print with --json",
        schema: printed::<Answer<List<Row>>>,
    },
    SchemaSpec {
        name: "log",
        title: "what `log` prints with --json",
        schema: printed::<Answer<List<Apply>>>,
    },
    SchemaSpec {
        name: "sessions",
        title: "what `sessions` prints with --json",
        schema: printed::<Answer<List<Saved>>>,
    },
    SchemaSpec {
        name: "undo",
        title: "what `undo` prints with --json",
        schema: printed::<Answer<Undone>>,
    },
    SchemaSpec {
        name: "error",
        title: "what any command prints with --json when it fails",
        schema: printed::<Failure<'_>>,
    },
];

/// Returns the shapes of all that is printed or read as JSON.
pub(crate) fn schemas() -> impl Iterator<Item = &'static SchemaSpec> {
    SCHEMAS.iter().chain(OTHERS).chain(super::serve::SCHEMAS)
}

/// Prints a command's answer.
///
/// # Errors
/// When it cannot be printed.
pub(crate) fn print(
    command: &'static str,
    exit: Exit,
    body: impl Serialize + JsonSchema,
) -> anyhow::Result<Exit> {
    stream_answer(command, exit, body).context("printing the answer")?;
    Ok(exit)
}

fn stream_answer(
    command: &'static str,
    exit: Exit,
    body: impl Serialize + JsonSchema,
) -> io::Result<()> {
    let answer = Answer {
        version: VERSION,
        command,
        exit: exit.code(),
        body,
    };
    output::stream(|out| write(&answer, out))
}

/// Prints a document about what was `done`, whether that can be reported or not.
pub(crate) fn print_after(
    command: &'static str,
    exit: Exit,
    body: impl Serialize + JsonSchema,
    done: &str,
) -> Exit {
    output::told_after(stream_answer(command, exit, body), done);
    exit
}

/// Prints text: as it is, or in a document.
///
/// # Errors
/// When it cannot be printed.
pub(crate) fn print_text(
    speech: Speech,
    command: &'static str,
    exit: Exit,
    text: &[u8],
    warnings: Vec<String>,
) -> anyhow::Result<Exit> {
    match speech {
        Speech::Text => {
            output::warn(&warnings);
            output::print(text).context("printing")?;
            Ok(exit)
        }
        Speech::Json => {
            let text = String::from_utf8_lossy(text).into_owned();
            print(command, exit, Text { text, warnings })
        }
    }
}

/// Prints why a command failed. Where even that cannot be printed, standard error has said it.
pub(crate) fn print_failure(exit: Exit, error: &Error) {
    let failure = Failure {
        version: VERSION,
        exit: exit.code(),
        error,
    };
    let _ = output::stream(|out| write(&failure, out));
}

/// `schema`: lists the shapes, or prints the schema of one.
pub(crate) fn schema(name: Option<&str>, speech: Speech) -> anyhow::Result<Exit> {
    let Some(name) = name else {
        let rows = schemas().map(|spec| Row {
            name: spec.name.to_string(),
            title: spec.title.to_string(),
            text: None,
        });
        return list("schema", rows.collect(), speech);
    };
    let names = || {
        schemas()
            .map(|spec| spec.name)
            .collect::<Vec<_>>()
            .join(", ")
    };
    let spec = schemas().find(|spec| spec.name == name);
    let spec =
        spec.ok_or_else(|| UsageError(format!("no schema `{name}`; there are {}", names())))?;
    output::stream(|out| write(&(spec.schema)(), out)).context("printing the schema")?;
    Ok(Exit::Done)
}

/// Prints the rows of a table: a line each, or in a document.
///
/// # Errors
/// When it cannot be printed.
pub(crate) fn list(command: &'static str, rows: Vec<Row>, speech: Speech) -> anyhow::Result<Exit> {
    match speech {
        Speech::Text => {
            let line = |row: &Row| format!("{:<10} {}\n", row.name, row.title);
            output::print(rows.iter().map(line).collect::<String>()).context("printing")?;
            Ok(Exit::Done)
        }
        Speech::Json => {
            let body = List {
                entries: rows,
                faults: Vec::new(),
            };
            print(command, Exit::Done, body)
        }
    }
}
