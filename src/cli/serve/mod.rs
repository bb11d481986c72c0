//! `serve`: one review kept open for a program, an editor most of all. Requests come on standard input, a JSON object a
//! line; an answer or an event goes out on a line of its own.

mod answer;
mod request;
mod review;

use std::io;

use schemars::schema_for;
use serde_json::Value;

use crate::plan::State;
use crate::report::Exit;
use crate::report::json::{SchemaSpec, printed, write_line};
use crate::session::Session;
use crate::workspace::{Watch, Workspace};

use super::args::RootArgs;
use super::{lines, output, signals, undo};
use answer::{Line, Watching};
use request::{Envelope, Nothing, envelope};
use review::Review;

pub(super) use answer::{Answer, Refusal};
pub(super) use request::{Open, Request, Undo};

/// The shapes of the lines that go in and out.
pub(super) static SCHEMAS: &[SchemaSpec] = &[
    SchemaSpec {
        name: "serve",
        title: "a request to `serve`, a line each",
        schema: || schema_for!(Envelope),
    },
    SchemaSpec {
        name: "serve-answer",
        title: "what `serve` prints: an answer, a failure or an event, a line each",
        schema: printed::<Line>,
    },
];

/// Which files a request may name to be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    /// All that the user can read: an editor asks.
    Disk,
    /// Those under the root: an agent asks, which may have been shut off from the others.
    Root,
}

/// What is served: at most one review at a time.
pub(super) struct Server {
    root: RootArgs,
    reach: Reach,
    review: Option<Review>,
    watch: Option<Watch>,
    /// Whether an apply or an undo was made.
    has_written: bool,
}

/// Prints a line, whole: events share standard output with answers.
///
/// # Errors
/// When it cannot be written.
fn say(line: &Line) -> io::Result<()> {
    output::stream(|out| write_line(line, out))
}

/// Returns whether an id comes back as it was sent: longer numbers, and those with a fraction, are read to the nearest that a
/// machine has.
fn can_be_given_back(id: &Value) -> bool {
    match id {
        Value::Number(number) => number.is_i64() || number.is_u64(),
        Value::Null | Value::Bool(_) | Value::String(_) => true,
        Value::Array(all) => all.iter().all(can_be_given_back),
        Value::Object(fields) => fields.values().all(can_be_given_back),
    }
}

/// Answers requests until standard input ends.
pub(crate) fn run(args: &RootArgs) -> anyhow::Result<Exit> {
    let mut server = Server::new(args, Reach::Disk);
    let mut input = io::stdin().lock();
    while let Some(line) = lines::next(&mut input)? {
        let line = match line {
            Ok(line) if line.trim().is_empty() => continue,
            Ok(line) => line,
            Err(unread) => {
                let error = Refusal::new("bad_request", unread);
                let id = Value::Null;
                if let Err(fault) = say(&Line::Failure { id, error }) {
                    return Ok(server.end_untold(&fault));
                }
                continue;
            }
        };
        let (id, answer) = match envelope(&line) {
            Ok(Envelope { id, .. }) if !can_be_given_back(&id) => {
                let fault = "an id is a string, or a whole number of at most 64 bits";
                (Value::Null, Err(Refusal::new("bad_request", fault)))
            }
            Ok(Envelope { id, request }) => (id, server.answer(request)),
            Err(fault) => {
                let given: Option<Value> = serde_json::from_str(&line).ok();
                let id = given.map_or(Value::Null, |given| given["id"].clone());
                let id = Some(id).filter(can_be_given_back).unwrap_or_default();
                (id, Err(Refusal::new("bad_request", fault)))
            }
        };
        let told = say(&match answer {
            Ok(result) => Line::Answer { id, result },
            Err(error) => Line::Failure { id, error },
        });
        if let Err(fault) = told {
            return Ok(server.end_untold(&fault));
        }
        if let Some(exit) = signals::rest().map(signals::exit_for) {
            return Ok(exit);
        }
    }
    Ok(Exit::Done)
}

impl Server {
    pub(super) fn new(args: &RootArgs, reach: Reach) -> Server {
        Server {
            reach,
            root: RootArgs {
                root: args.root.clone(),
            },
            review: None,
            watch: None,
            has_written: false,
        }
    }

    /// Says what became of the session where an answer could not be written: whoever asks on would not know what was done.
    pub(super) fn end_untold(&self, fault: &io::Error) -> Exit {
        let mut said =
            format!("hunkwise: an answer could not be written, so no more are given: {fault}");
        let is_settled = |session: &Session| {
            let mut hunks = session.plan().hunks();
            hunks.any(|hunk| hunk.decision.is_accepted() && hunk.state == State::Placed)
        };
        if self.session().is_some_and(is_settled) {
            said += "; what was settled and not applied is lost";
        }
        if self.has_written {
            said += "; `hunkwise log` lists what was written";
        }
        output::complain(&(said + "\n"));
        if self.has_written {
            Exit::InPart
        } else {
            Exit::Unreadable
        }
    }

    /// Carries out one request.
    pub(super) fn answer(&mut self, request: Request) -> Result<Answer, Refusal> {
        match request {
            Request::Open(open) => {
                let review = Review::open(&self.root, self.reach, &open)?;
                let report = self.review.insert(review).report();
                self.watch_on()?;
                Ok(report)
            }
            Request::Undo(asked) => self.undo(asked),
            Request::Watch(Nothing {}) => {
                self.watch = Some(self.review()?.watched());
                Ok(Answer::Watching(Watching {}))
            }
            Request::Report(Nothing {}) => Ok(self.review()?.report()),
            Request::Settle(decisions) => {
                let settled = self.review()?.settle(&decisions)?;
                // They may be about other files now.
                self.watch_on()?;
                Ok(settled)
            }
            Request::Preview(asked) => self.review()?.preview(asked.scope),
            Request::Apply(asked) => {
                let applied = self.review()?.apply(asked.scope);
                self.has_written |= applied.is_ok();
                applied
            }
            Request::Feedback(Nothing {}) => Ok(self.review()?.feedback()),
            Request::Refresh(Nothing {}) => {
                let review = self.review()?;
                review.refresh();
                Ok(review.report())
            }
        }
    }

    /// Watches the files of the review that is open, where a watch was asked for.
    fn watch_on(&mut self) -> Result<(), Refusal> {
        if self.watch.take().is_some() {
            self.watch = Some(self.review()?.watched());
        }
        Ok(())
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
    fn undo(&mut self, asked: Undo) -> Result<Answer, Refusal> {
        let mut own;
        let workspace = match &self.review {
            Some(review) => &review.workspace,
            None => {
                own = Workspace::open(self.root.root.as_deref()).map_err(Refusal::of_workspace)?;
                own = signals::heeding(own).map_err(|fault| Refusal::of_any(fault.into()))?;
                &own
            }
        };
        let undone = workspace.undo(asked.id).map_err(Refusal::of_workspace)?;
        self.has_written = true;
        if let Some(review) = &mut self.review {
            review.undone();
        }
        Ok(Answer::Undone(undo::undone_words(&undone)))
    }
}
