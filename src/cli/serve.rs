//! `serve`: one review kept open for a program, an editor most of all. Requests come on standard input, a JSON object a
//! line; an answer or an event goes out on a line of its own.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use clap::Parser;
use schemars::{JsonSchema, schema_for};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::dialect::Strictness;
use crate::dialect::write::{self, Form};
use crate::matcher::Endless;
use crate::plan::Scope;
use crate::report::feedback::{Ending, Feedback};
use crate::report::json::{SchemaSpec, to_value, write_line};
use crate::report::{self, Exit, Hidden, Outcome, Report};
use crate::session::{Decisions, Session};
use crate::text::display::display_line;
use crate::text::{Digest, RelPath, Snapshot};
use crate::ui::Progress;
use crate::workspace::{ReplySource, Watch, WatchMode, Workspace, WorkspaceError, read_reply};

use super::args::{Cli, Command, HeadlessArgs, RootArgs};
use super::open::{before, load, workspace};
use super::{decide, lines, undo};

/// The shapes of requests.
pub(super) static SCHEMAS: &[SchemaSpec] = &[SchemaSpec {
    name: "serve",
    title: "a request to `serve`, a line each",
    schema: || schema_for!(Envelope),
}];

/// A request with what its answer is known by.
#[derive(Debug, Deserialize, JsonSchema)]
struct Envelope {
    /// Given back with the answer.
    #[serde(default)]
    id: Value,
    #[serde(flatten)]
    request: Request,
}

/// What can be asked for.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(tag = "method", content = "params", rename_all = "snake_case")]
pub(super) enum Request {
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
pub(super) struct Nothing {}

/// What is reviewed.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Open {
    /// A patch or a whole reply.
    #[serde(default)]
    pub(super) text: Option<String>,
    /// A file that holds it.
    #[serde(default)]
    pub(super) file: Option<PathBuf>,
    /// Flags of `check`, such as `--policy=nearest`.
    #[serde(default)]
    pub(super) args: Vec<String>,
}

/// What is written.
#[derive(Debug, Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Written {
    /// Which hunks.
    #[serde(default)]
    pub(super) scope: Wanted,
}

/// Which hunks are written.
#[derive(Debug, Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Wanted {
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
pub(super) struct Undo {
    /// Its number.
    #[serde(default)]
    pub(super) id: Option<u64>,
}

/// Why a request is not answered.
#[derive(Debug)]
pub(super) struct Refusal {
    pub(super) code: &'static str,
    pub(super) text: String,
}

impl Refusal {
    pub(super) fn new(code: &'static str, text: impl ToString) -> Refusal {
        let text = text.to_string();
        Refusal { code, text }
    }

    fn of_workspace(error: WorkspaceError) -> Refusal {
        Refusal::new(super::code(error.exit()), error)
    }

    fn of_any(error: anyhow::Error) -> Refusal {
        match error.downcast::<WorkspaceError>() {
            Ok(error) => Refusal::of_workspace(error),
            Err(error) => Refusal::new("usage", format!("{error:#}")),
        }
    }
}

/// One review, kept from request to request.
pub(super) struct Review {
    session: Session,
    workspace: Workspace,
    reply: Digest,
    hidden: Hidden,
    limit: u64,
}

/// What is served: at most one review at a time.
pub(super) struct Server {
    root: RootArgs,
    review: Option<Review>,
    watch: Option<Watch>,
    out: Out,
}

/// Standard output, which events share with answers: a line at a time.
#[derive(Clone)]
struct Out(Arc<Mutex<()>>);

impl Out {
    /// Prints a line. A reader that went away ends the program soon enough, as its requests end, too.
    fn say(&self, message: &Value) {
        let _one_at_a_time = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let out = io::stdout().lock();
        let _ = write_line(message, out);
        let _ = io::stdout().flush();
    }
}

/// Answers requests until standard input ends.
pub(crate) fn run(args: &RootArgs) -> anyhow::Result<Exit> {
    let mut server = Server::new(args);
    let mut input = io::stdin().lock();
    while let Some(line) = lines::next(&mut input)? {
        let line = match line {
            Ok(line) if line.trim().is_empty() => continue,
            Ok(line) => line,
            Err(unread) => {
                let error = json!({ "code": "bad_request", "text": unread.to_string() });
                server.out.say(&json!({ "id": null, "error": error }));
                continue;
            }
        };
        let answer = match envelope(&line) {
            Ok(Envelope { id, request }) => match server.answer(request) {
                Ok(result) => json!({ "id": id, "result": result }),
                Err(refusal) => {
                    let error = json!({ "code": refusal.code, "text": refusal.text });
                    json!({ "id": id, "error": error })
                }
            },
            Err(fault) => {
                let given: Option<Value> = serde_json::from_str(&line).ok();
                let id = given.map_or(Value::Null, |given| given["id"].clone());
                let error = json!({ "code": "bad_request", "text": fault.to_string() });
                json!({ "id": id, "error": error })
            }
        };
        server.out.say(&answer);
    }
    Ok(Exit::Done)
}

/// Reads a request; one without parameters may leave them out, or give an empty list, as some languages write nothing.
fn envelope(line: &str) -> serde_json::Result<Envelope> {
    let mut given: Value = serde_json::from_str(line)?;
    if let Some(fields) = given.as_object_mut() {
        let params = fields.entry("params").or_insert(Value::Null);
        if params.is_null() || params.as_array().is_some_and(Vec::is_empty) {
            *params = json!({});
        }
    }
    serde_json::from_value(given)
}

impl Server {
    pub(super) fn new(args: &RootArgs) -> Server {
        Server {
            root: RootArgs {
                root: args.root.clone(),
            },
            review: None,
            watch: None,
            out: Out(Arc::default()),
        }
    }

    /// Carries out one request.
    pub(super) fn answer(&mut self, request: Request) -> Result<Value, Refusal> {
        match request {
            Request::Open(open) => {
                self.watch = None;
                let review = Review::open(&self.root, &open)?;
                Ok(self.review.insert(review).report("check", None))
            }
            Request::Undo(asked) => self.undo(asked),
            Request::Watch(Nothing {}) => {
                let out = self.out.clone();
                self.watch = Some(self.review()?.watched(out));
                Ok(json!({}))
            }
            Request::Report(Nothing {}) => Ok(self.review()?.report("check", None)),
            Request::Settle(decisions) => self.review()?.settle(&decisions),
            Request::Preview(asked) => self.review()?.preview(asked.scope),
            Request::Apply(asked) => self.review()?.apply(asked.scope),
            Request::Feedback(Nothing {}) => Ok(self.review()?.feedback()),
            Request::Refresh(Nothing {}) => {
                let review = self.review()?;
                review.refresh();
                Ok(review.report("check", None))
            }
        }
    }

    fn review(&mut self) -> Result<&mut Review, Refusal> {
        let none = || Refusal::new("no_review", "open a patch first");
        self.review.as_mut().ok_or_else(none)
    }

    /// Returns the review that is open.
    pub(super) fn session(&self) -> Option<&Session> {
        self.review.as_ref().map(|review| &review.session)
    }

    /// Takes an apply back, whether a review is open or not.
    fn undo(&mut self, asked: Undo) -> Result<Value, Refusal> {
        let own;
        let workspace = match &self.review {
            Some(review) => &review.workspace,
            None => {
                own = Workspace::open(self.root.root.as_deref()).map_err(Refusal::of_workspace)?;
                &own
            }
        };
        let undone = workspace.undo(asked.id).map_err(Refusal::of_workspace)?;
        if let Some(review) = &mut self.review {
            review.undone();
        }
        let words = undo::undone_words(&undone);
        Ok(serde_json::to_value(words).expect("what an undo did becomes JSON"))
    }
}

impl Review {
    fn open(root: &RootArgs, open: &Open) -> Result<Review, Refusal> {
        let args = headless(root, &open.args)?;
        let read = &args.reading;
        let reply = match (&open.text, &open.file) {
            (Some(text), None) => read_reply(ReplySource::Given(text.as_bytes()), read.limit)
                .map_err(Refusal::of_workspace)?,
            (None, Some(file)) => {
                read_reply(ReplySource::File(file), read.limit).map_err(Refusal::of_workspace)?
            }
            (Some(_), Some(_)) | (None, None) => {
                return Err(Refusal::new("bad_request", "give either `text` or `file`"));
            }
        };
        let workspace = workspace(read).map_err(Refusal::of_any)?;
        let options = read
            .options(Strictness::Lenient, &workspace)
            .map_err(|fault| Refusal::new("usage", fault))?;
        let decisions = decide::decisions(read).map_err(Refusal::of_any)?;
        let digest = Digest::of(&reply);
        let mut session = Session::open(reply, options);
        session.set_before(before(&workspace, digest));
        let snapshot = |path: &RelPath| workspace.snapshot(path);
        let list = || workspace.known_paths(&Endless);
        let progress = Progress::default();
        load(&mut session, snapshot, list, &progress);
        decide::follow(&mut session, &decisions, snapshot, &progress)
            .map_err(|fault| Refusal::new("usage", fault))?;
        Ok(Review {
            session,
            workspace,
            reply: digest,
            hidden: read.hidden(),
            limit: read.limit,
        })
    }

    fn exit(&self, scope: Scope) -> Exit {
        let findings = report::findings(&self.session);
        let unseen = findings.into_iter().filter(|finding| {
            let seen = finding
                .hunk
                .is_some_and(|hunk| self.session.is_confirmed(hunk));
            !seen
        });
        report::exit_code(
            &self.session,
            scope,
            &unseen.collect::<Vec<_>>(),
            self.hidden,
        )
    }

    fn told(&self, exit: Exit) -> Feedback {
        let ending = Ending {
            hidden: self.hidden,
            exit: Some(exit),
        };
        Feedback::of(&self.session, &report::findings(&self.session), ending)
    }

    fn report(&self, command: &'static str, applied: Option<(Exit, u64)>) -> Value {
        let exit = applied.map_or_else(|| self.exit(Scope::Everything), |(exit, _)| exit);
        let feedback = self.told(exit);
        let root = self.workspace.root().as_os_str().as_encoded_bytes();
        let mut value = to_value(&Report {
            command,
            session: &self.session,
            scope: Scope::Everything,
            root: &display_line(root),
            findings: &report::findings(&self.session),
            outcome: Outcome::NotWritten,
            exit,
            feedback: Some(&feedback),
            apply_id: applied.map(|(_, id)| id),
        });
        value["written"] = Value::from(applied.is_some());
        value
    }

    fn feedback(&self) -> Value {
        let feedback = self.told(self.exit(Scope::Everything));
        let mut value = serde_json::to_value(&feedback).expect("feedback becomes JSON");
        value["markdown"] = Value::from(feedback.to_markdown());
        value
    }

    /// Carries decisions out on a copy first: of several, all are made or none.
    fn settle(&mut self, decisions: &Decisions) -> Result<Value, Refusal> {
        let mut settled = self.session.clone();
        let read = |path: &RelPath| self.workspace.snapshot(path);
        decide::follow(&mut settled, decisions, read, &Progress::default())
            .map_err(|fault| Refusal::new("cannot_settle", fault))?;
        self.session = settled;
        Ok(self.report("check", None))
    }

    fn preview(&self, wanted: Wanted) -> Result<Value, Refusal> {
        let changes = self.session.changes(wanted.scope());
        let changes = changes.map_err(|stuck| self.stuck(&stuck))?;
        let sides = report::sides(&self.session, &changes);
        let written: Vec<_> = sides.iter().map(report::Sides::change).collect();
        let written = write::write(&written, Form::Unified);
        let files = sides.iter().map(|side| {
            let change = side.change();
            json!({
                "path": change.path.to_text(),
                "new_text": String::from_utf8_lossy(change.new.as_bytes()),
            })
        });
        Ok(json!({ "diff": written.text.to_string(), "files": files.collect::<Vec<_>>() }))
    }

    fn stuck(&self, hunks: &[crate::patch::HunkId]) -> Refusal {
        let names: Vec<String> = hunks.iter().map(|hunk| self.session.label(*hunk)).collect();
        Refusal::new("needs_person", format!("still open: {}", names.join(", ")))
    }

    fn apply(&mut self, wanted: Wanted) -> Result<Value, Refusal> {
        let scope = wanted.scope();
        let exit = self.exit(scope);
        let open = self.session.plan().stuck(scope);
        if !exit.writes() && !open.is_empty() {
            return Err(self.stuck(&open));
        }
        if !exit.writes() {
            let code = super::code(exit);
            return Err(Refusal::new(
                code,
                "nothing is written; the report says why",
            ));
        }
        let changes = self.session.changes(scope);
        let changes = changes.map_err(|stuck| self.stuck(&stuck))?;
        if changes.is_empty() {
            return Err(Refusal::new(
                "nothing_to_write",
                "there is nothing to write",
            ));
        }
        let applied = self.workspace.apply(&changes, self.reply);
        let applied = applied.map_err(Refusal::of_workspace)?;
        self.session = self.session.after(scope, &changes);
        Ok(self.report("apply", Some((exit, applied.id))))
    }

    fn snapshots(&self) -> Vec<Snapshot> {
        let known = self.session.snapshots().keys();
        known.map(|path| self.workspace.snapshot(path)).collect()
    }

    fn refresh(&mut self) {
        let snapshots = self.snapshots();
        self.session.refresh(snapshots, &Endless);
    }

    /// Takes note that an apply was taken back: the review's own last one, or another.
    fn undone(&mut self) {
        let snapshots = self.snapshots();
        if self.session.n_applies() > 0 {
            self.session.note_unapplied(snapshots, &Endless);
        } else {
            self.session.refresh(snapshots, &Endless);
        }
    }

    fn watched(&self, out: Out) -> Watch {
        let paths: Vec<RelPath> = self.session.snapshots().keys().cloned().collect();
        let known: Vec<Snapshot> = self.session.snapshots().values().cloned().collect();
        let known = Mutex::new(known);
        let root = self.workspace.root().to_path_buf();
        let limit = self.limit;
        self.workspace
            .watch(&paths, WatchMode::Auto, move |touched| {
                let Ok(workspace) = Workspace::open(Some(&root)) else {
                    return;
                };
                let workspace = workspace.with_limit(limit);
                let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
                let mut changed = Vec::new();
                for path in touched {
                    let now = workspace.snapshot(&path);
                    if let Some(then) = known.iter_mut().find(|then| then.path == path)
                        && then.content != now.content
                    {
                        *then = now;
                        changed.push(path.to_text());
                    }
                }
                if !changed.is_empty() {
                    out.say(&json!({ "event": "changed", "paths": changed }));
                }
            })
    }
}

impl Wanted {
    fn scope(self) -> Scope {
        match self {
            Wanted::Everything => Scope::Everything,
            Wanted::Settled => Scope::Settled,
            Wanted::Accepted => Scope::Accepted,
        }
    }
}

/// Reads flags as `check` does.
fn headless(root: &RootArgs, flags: &[String]) -> Result<HeadlessArgs, Refusal> {
    let mut line: Vec<std::ffi::OsString> = vec!["hunkwise".into(), "check".into()];
    if let Some(root) = &root.root {
        line.extend(["--root".into(), root.clone().into_os_string()]);
    }
    line.extend(flags.iter().map(std::ffi::OsString::from));
    let usage = |fault: clap::Error| Refusal::new("usage", fault.render());
    match Cli::try_parse_from(line).map_err(usage)?.command {
        Some(Command::Check(args)) => {
            let HeadlessArgs {
                patches,
                reading,
                feedback,
                ..
            } = &args.headless;
            if !patches.patches.is_empty() {
                return Err(Refusal::new("usage", "the patch is `text` or `file`"));
            }
            if feedback.feedback.is_some() || reading.log.is_some() {
                return Err(Refusal::new("usage", "no report is written to a file"));
            }
            Ok(args.headless)
        }
        _ => Err(Refusal::new("usage", "only flags of `check` can be given")),
    }
}
