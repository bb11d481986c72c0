//! Why an edit that was read from a call may not be one that the call makes: its tool shows or plans edits, a switch turns it
//! off, or it failed. Every call is asked, whatever it does to its file and however it is written.

use super::arguments::{self, Call};
use super::field::FieldText;
use super::flag::{self, Switch};
use super::json::{Json, Value};
use super::outcome;
pub(in crate::dialect) use super::outcome::Level;
use super::role::{Role, role};
use super::verb;
use crate::dialect::note::NoteCode;
use crate::dialect::walk::scan::Scan;
use crate::patch::{FileOp, Unsure};

/// What a value may be called under `type` or `kind`, besides the names of tools that edit: the purpose of an edit, or what its
/// text is.
const KINDS: &[&str] = &[
    "addition", "answer", "artifact", "bug", "bugfix", "build", "chore", "ci", "cleanup",
    "component", "config", "css", "docs", "documentation", "enhancement", "error", "feat",
    "feature", "fix", "go", "hotfix", "html", "improvement", "info", "issue", "java", "javascript",
    "json", "markdown", "message", "module", "optimization", "object", "perf", "performance",
    "python", "refactor", "refactoring", "reply", "response", "ruby", "rust", "security", "shell",
    "string", "style", "suggestion", "test", "tests", "toml", "typescript", "typo", "warning",
    "yaml",
];

/// Holds the edits read since `before` where `call`, whose fields are of `level`, may not make them.
pub(in crate::dialect) fn weigh(
    scan: &mut Scan<'_>,
    call: &Call,
    level: Level,
    before: (usize, usize),
) {
    if scan.n_read() == before {
        return;
    }
    if let Some(why) = why(call, level) {
        outcome::wait(scan, before, why);
        return;
    }
    if level == Level::Around {
        return;
    }
    if let Some(name) = flag::turned_off(call) {
        let text = format!("the field `{name}` says that the call is not to be carried out");
        scan.note_at(NoteCode::FieldUnknown, call.origin, text);
        outcome::wait(scan, before, Unsure::TurnedOff);
        return;
    }
    // A new file is made whatever a switch says that may only save the one that is there.
    let (n_files, n_hunks) = before;
    let goes_on = |at: usize| scan.files[at].hunks.len() > n_hunks;
    let is_of_file = scan.files[n_files..]
        .iter()
        .any(|file| file.op != FileOp::Create)
        || n_files.checked_sub(1).is_some_and(goes_on);
    let unknown = flag::unknown(call, Switch::OfChange);
    if let Some(name) = unknown.filter(|_| level == Level::Given && is_of_file) {
        let text = format!("the unknown field `{name}` may say that the edit is not to be made");
        scan.note_at(NoteCode::FieldUnknown, call.origin, text);
        outcome::wait(scan, before, Unsure::FieldUnknown);
    }
}

/// Returns the members of an object that a call gives under `name` as the fields of a call: they may be options of it. There are
/// none where no object of that name says anything of the edit.
pub(in crate::dialect) fn options(name: &str, members: &[(String, Json)]) -> Call {
    let text = |(name, value): &(String, Json)| {
        let text = match &value.value {
            Value::Text(text) => text.clone(),
            Value::Bool(flag) => flag.to_string().into(),
            Value::Number(number) => number.as_str().into(),
            Value::Array(_) | Value::Object(_) | Value::Null => return None,
        };
        Some((name.clone(), FieldText::quoted(&text, value.origin.start)))
    };
    let is_silent = flag::is_silent(name) || role(name).is_some();
    let members = if is_silent { &[] } else { members };
    let origin = members.first().map(|(_, value)| value.origin);
    Call {
        origin: origin.unwrap_or_default(),
        fields: members.iter().filter_map(text).collect(),
        ..Call::default()
    }
}

/// Returns why a call may not make its edits, whatever its switches say.
fn why(call: &Call, level: Level) -> Option<Unsure> {
    let tries = || call.get(Role::Trial).is_some_and(is_on) || says_trial(call);
    let verbs = || call.verbs.iter().chain([&call.verb]);
    if outcome::has_failed(call, level) {
        Some(Unsure::CallFailed)
    } else if tries() {
        Some(Unsure::TriedOnly)
    } else if level != Level::Around && verbs().any(|verb| !may_edit(call, verb)) {
        Some(Unsure::OtherTool)
    } else {
        None
    }
}

fn is_on(text: &FieldText) -> bool {
    let value = text.one_line().to_ascii_lowercase();
    matches!(&value[..], b"true" | b"1" | b"yes" | b"on")
}

fn says_trial(call: &Call) -> bool {
    const TRIALS: &[&str] = &[
        "preview", "validate", "simulate", "dry_run", "dryrun", "dry-run",
    ];
    let is_trial = |verb: &String| TRIALS.iter().any(|word| verb.contains(word));
    is_trial(&call.verb) || call.verbs.iter().any(is_trial)
}

/// Returns whether what is called `verb` may be a tool that edits, or what it is told to do.
fn may_edit(call: &Call, verb: &str) -> bool {
    // A command is judged by what it runs.
    let is_command = || verb.contains(char::is_whitespace);
    let is_kind = || {
        let is_it = |(name, text): &(String, FieldText)| {
            let is_same = || verb::own(&text.one_line().to_string()) == verb;
            matches!(&name[..], "type" | "kind") && is_same()
        };
        let calls = ["call", "use", "tool", "invocation", "request", "action"];
        let record = verb.strip_suffix("event").unwrap_or(verb);
        let is_known = KINDS.contains(&verb) || calls.iter().any(|end| record.ends_with(end));
        is_known && call.fields.iter().any(is_it)
    };
    arguments::is_of_every_call(verb) || verb::says_edit(verb) || is_command() || is_kind()
}
