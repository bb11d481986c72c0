//! `mcp`: the same review for a model's agent, by the Model Context Protocol on standard input and output: JSON-RPC, a
//! message a line. Of the protocol only its tools are there, so no library of it is.

use std::collections::{HashMap, HashSet};
use std::io;

use schemars::{JsonSchema, Schema, schema_for};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::matcher::Never;
use crate::report::Exit;
use crate::report::explain::explain;
use crate::report::feedback;
use crate::report::json::write_line;
use crate::session::{Decisions, Options, Record, Session};
use crate::text::{Digest, RelPath};
use crate::workspace::{Log, LogEntry, Store, UndoStatus, Workspace};

use super::args::RootArgs;
use super::serve::{Open, Reach, Refusal, Request, Server, Undo};
use super::{lines, output, shape, signals};

/// The versions of the protocol that are spoken, the latest first.
const PROTOCOLS: [&str; 3] = ["2025-06-18", "2025-03-26", "2024-11-05"];

/// A tool as an agent sees it.
struct Tool {
    name: &'static str,
    description: &'static str,
    input: fn() -> Schema,
    call: fn(&mut Agent, &RootArgs, Value) -> Result<Value, Refusal>,
}

static TOOLS: &[Tool] = &[
    Tool {
        name: "check",
        description: "Match a patch, or a whole reply that holds patches, to the files. Writes nothing. Returns a report with \
                      every place of every hunk, and feedback that says how to mend what does not fit.",
        input: || schema_for!(Open),
        call: |agent, _, params| answered(&mut agent.server, Request::Open(read(params)?)),
    },
    Tool {
        name: "explain",
        description: "Say why a hunk of the patch checked last is where it is, line by line.",
        input: || schema_for!(Explain),
        call: |agent, _, params| explained(&agent.server, &read(params)?),
    },
    Tool {
        name: "settle",
        description: "Decide on hunks of the patch checked last: places, rejections, overlaps, targets. All or none.",
        input: || schema_for!(Decisions),
        call: |agent, _, params| answered(&mut agent.server, Request::Settle(read(params)?)),
    },
    Tool {
        name: "propose",
        description: "Hand a patch to a person, who reviews and writes it in another terminal. Returns at once, with a \
                      number for `status`.",
        input: || schema_for!(Propose),
        call: |agent, root, params| propose(agent, root, &read(params)?),
    },
    Tool {
        name: "status",
        description: "Say what became of a patch that was proposed, and what the person said of it.",
        input: || schema_for!(Status),
        call: |_, root, params| status(root, &read(params)?),
    },
    Tool {
        name: "undo",
        description: "Take back the last apply of what you proposed here, or the one of this number; an undo of yours can be \
                      undone. What a person applied is theirs to take back.",
        input: || schema_for!(Undo),
        call: |agent, root, params| undo(agent, root, read(params)?),
    },
];

/// One agent, for as long as it is served.
struct Agent {
    server: Server,
    /// What it proposed, by its digest, with the number of the last apply before that: what a person had applied by then is no
    /// proposal.
    proposed: HashMap<Digest, u64>,
    /// The undos it made.
    undos: HashSet<u64>,
}

impl Agent {
    /// Returns whether an apply wrote what the agent proposed, or is an undo of its own.
    fn made(&self, entry: &LogEntry) -> bool {
        let is_proposed = || {
            let before = self.proposed.get(&entry.reply);
            before.is_some_and(|before| entry.id > *before)
        };
        entry.recorded_in.is_none()
            && match entry.undoes {
                Some(_) => self.undos.contains(&entry.id),
                None => is_proposed(),
            }
    }
}

/// Which hunk is explained.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Explain {
    /// Its id or its beginning; all hunks without one.
    #[serde(default)]
    hunk: Option<String>,
}

/// What is proposed.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Propose {
    /// A patch or a whole reply.
    text: String,
}

/// What is asked about.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Status {
    /// What `propose` returned.
    proposal: String,
}

fn read<T: JsonSchema + DeserializeOwned>(params: Value) -> Result<T, Refusal> {
    let params = if params.is_null() { json!({}) } else { params };
    shape::read(params).map_err(|fault| Refusal::new("bad_request", fault))
}

/// Answers messages until standard input ends.
pub(crate) fn run(args: &RootArgs) -> anyhow::Result<Exit> {
    let mut agent = Agent {
        server: Server::new(args, Reach::Root),
        proposed: HashMap::new(),
        undos: HashSet::new(),
    };
    let mut input = io::stdin().lock();
    while let Some(line) = lines::next(&mut input)? {
        let unread = |fault: String| Some(failure(&Value::Null, -32700, &fault));
        let answer = match line {
            Ok(line) if line.trim().is_empty() => continue,
            Ok(line) => match shape::document(line.as_bytes()) {
                Ok(message) => answer(&mut agent, args, &message),
                Err(fault) => unread(fault.to_string()),
            },
            Err(fault) => unread(fault.to_string()),
        };
        if let Some(answer) = answer {
            let told = output::stream(|out| write_line(&answer, out));
            if let Err(fault) = told {
                return Ok(agent.server.end_untold(&fault));
            }
        }
        if let Some(exit) = signals::rest().map(signals::exit_for) {
            return Ok(exit);
        }
    }
    Ok(Exit::Done)
}

fn failure(id: &Value, code: i32, text: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": text } })
}

/// Answers one message; a notification, which has no id, gets no answer.
fn answer(agent: &mut Agent, root: &RootArgs, message: &Value) -> Option<Value> {
    if !message.is_object() {
        let text = "send one message a line, each a JSON object";
        return Some(failure(&Value::Null, -32600, text));
    }
    let id = message.get("id")?;
    let params = &message["params"];
    let result = match message["method"].as_str() {
        Some("initialize") => initialized(params),
        Some("ping") => json!({}),
        Some("tools/list") => listed(),
        Some("tools/call") => {
            let named = params["name"].as_str().unwrap_or_default();
            let Some(tool) = TOOLS.iter().find(|tool| tool.name == named) else {
                let known: Vec<&str> = TOOLS.iter().map(|tool| tool.name).collect();
                let text = format!("no such tool; there are {}", known.join(", "));
                return Some(failure(id, -32602, &text));
            };
            called((tool.call)(agent, root, params["arguments"].clone()))
        }
        Some(_) => return Some(failure(id, -32601, "no such method")),
        None => return Some(failure(id, -32600, "no method is named")),
    };
    Some(json!({ "jsonrpc": "2.0", "id": id, "result": result }))
}

fn initialized(params: &Value) -> Value {
    let asked = params["protocolVersion"].as_str().unwrap_or_default();
    let known = PROTOCOLS.iter().find(|version| **version == asked);
    json!({
        "protocolVersion": known.unwrap_or(&PROTOCOLS[0]),
        "capabilities": { "tools": {} },
        "serverInfo": { "name": "hunkwise", "version": env!("CARGO_PKG_VERSION") },
    })
}

fn listed() -> Value {
    let tools = TOOLS.iter().map(|tool| {
        json!({
            "name": tool.name,
            "description": tool.description,
            "inputSchema": (tool.input)(),
        })
    });
    json!({ "tools": tools.collect::<Vec<_>>() })
}

/// Carries out what `serve` knows, too.
fn answered(server: &mut Server, request: Request) -> Result<Value, Refusal> {
    let answer = server.answer(request)?;
    Ok(serde_json::to_value(answer).expect("an answer becomes JSON"))
}

/// Returns the result of a call: an error of a tool is told to the model, not to the protocol.
fn called(result: Result<Value, Refusal>) -> Value {
    let (value, is_error) = match result {
        Ok(value) => (value, false),
        Err(refusal) => (json!({ "code": refusal.code, "text": refusal.text }), true),
    };
    json!({ "content": [{ "type": "text", "text": value.to_string() }], "isError": is_error })
}

fn explained(server: &Server, asked: &Explain) -> Result<Value, Refusal> {
    let none = || Refusal::new("no_review", "check a patch first");
    let session = server.session().ok_or_else(none)?;
    let hunks = match &asked.hunk {
        Some(name) => {
            let id = session.hunk_named(name);
            vec![id.map_err(|fault| Refusal::new("usage", fault))?]
        }
        None => session.patch().hunk_ids().collect(),
    };
    let lines = hunks
        .into_iter()
        .map(|hunk| explain(session, hunk).to_lines().join("\n"));
    Ok(json!({ "explanation": lines.collect::<Vec<_>>() }))
}

fn workspace(root: &RootArgs) -> Result<Workspace, Refusal> {
    Workspace::open(root.root.as_deref()).map_err(|error| Refusal::new("refused", error))
}

fn store(workspace: &Workspace) -> Result<Store, Refusal> {
    let none = || Refusal::new("refused", "there is no home folder to keep a proposal in");
    Store::of_user(workspace.root()).ok_or_else(none)
}

fn log(workspace: &Workspace) -> Result<Log, Refusal> {
    let log = workspace.log();
    log.map_err(|error| Refusal::new("refused", error))
}

/// Keeps a patch for a person to review.
fn propose(agent: &mut Agent, root: &RootArgs, asked: &Propose) -> Result<Value, Refusal> {
    let workspace = workspace(root)?;
    let applied = log(&workspace)?.entries;
    let here = applied.iter().filter(|entry| entry.recorded_in.is_none());
    let last = here.map(|entry| entry.id).max().unwrap_or(0);
    let path = store(&workspace)?
        .propose(asked.text.as_bytes())
        .map_err(|fault| Refusal::new("refused", fault))?;
    let digest = Digest::of(asked.text.as_bytes());
    agent.proposed.entry(digest).or_insert(last);
    let root = workspace.root().display().to_string();
    Ok(json!({
        "proposal": digest.to_hex(),
        "run": ["hunkwise", "review", "--root", root, path.display().to_string()],
    }))
}

/// Takes back an apply of what the agent proposed; a person's it may not.
fn undo(agent: &mut Agent, root: &RootArgs, asked: Undo) -> Result<Value, Refusal> {
    let log = log(&workspace(root)?)?;
    let is_meant = |entry: &&LogEntry| match asked.id {
        Some(id) => entry.id == id && entry.recorded_in.is_none(),
        None => entry.status == UndoStatus::Applied && entry.undoes.is_none(),
    };
    let meant = log.entries.iter().rfind(is_meant);
    let Some(entry) = meant.filter(|entry| agent.made(entry)) else {
        let named = meant.map(|entry| entry.id).or(asked.id);
        let text = match named {
            Some(id) => format!(
                "apply {id} is not of what was proposed in this session; a person takes it back with `hunkwise undo {id}`"
            ),
            None => "nothing that was proposed in this session is applied".to_string(),
        };
        return Err(Refusal::new("refused", text));
    };
    let id = Some(entry.id);
    let undone = answered(&mut agent.server, Request::Undo(Undo { id }))?;
    agent.undos.extend(undone["apply_id"].as_u64());
    Ok(undone)
}

/// Says what became of a proposal.
fn status(root: &RootArgs, asked: &Status) -> Result<Value, Refusal> {
    let workspace = workspace(root)?;
    let store = store(&workspace)?;
    let unknown = || Refusal::new("unknown_proposal", "no such patch was proposed here");
    let reply = store.proposed(&asked.proposal).ok_or_else(unknown)?;
    let log = log(&workspace)?;
    let digest = Digest::of(&reply);
    let mut entries = log.entries.iter().rev();
    let applied = entries.find(|entry| entry.reply == digest && entry.undoes.is_none());
    let mut options = Options::default();
    // As it is reviewed: an absolute path is one under this root.
    options.parse.root = workspace.names().clone();
    let mut session = Session::open(reply, options);
    let read = |path: &RelPath| workspace.snapshot(path);
    session.supply_wanted(read, &Never);
    let saved = store.load(&session.record());
    let n_decided = saved.as_ref().map_or(0, Record::n_decided);
    if let Some(saved) = saved {
        let replayed = session.replay(saved);
        replayed.map_err(|fault| Refusal::new("refused", fault))?;
        session.supply_wanted(read, &Never);
    }
    let hunks = || session.plan().hunks();
    let n_hunks = hunks().count();
    let n_rejected = hunks().filter(|it| it.decision.is_rejected()).count();
    let status = match applied.map(|entry| entry.status == UndoStatus::Applied) {
        Some(true) => "applied",
        Some(false) => "undone",
        None if n_hunks > 0 && n_rejected == n_hunks => "rejected",
        None => "waiting",
    };
    let mut told = json!({
        "status": status,
        "n_decided": n_decided,
        "n_hunks": n_hunks,
        "n_rejected": n_rejected,
    });
    if let Some(entry) = applied {
        told["apply_id"] = entry.id.into();
    }
    if status != "waiting" || n_decided > 0 {
        told["feedback"] = feedback::to_markdown(&session).into();
    }
    Ok(told)
}
