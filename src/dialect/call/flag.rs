//! Fields that may say that a call does something else than its other fields say: that it puts a file only where there is none
//! (`create_only`), or at its end (`at: end`), or that it is not carried out at all (`enabled: false`). No list of these would
//! ever be complete. So it is those that agents send which are listed, and what a field of another name says holds the edit.

use bstr::ByteSlice;

use super::anchored;
use super::arguments::Call;
use super::field::FieldText;
use super::insertion;
use super::role::{Role, role};

/// Names, without `_` and `-`, of fields that agents send and that leave the meaning of a call as it is, whatever their value.
const SILENT: &[&str] = &[
    "accepted",
    "approved",
    "brief",
    "changetype",
    "diffp",
    "eol",
    "implsource",
    "isbackground",
    "lineending",
    "origin",
    "role",
    "addlastlinenewline",
    "agent",
    "aiproposedcontent",
    "allmatches",
    "annotations",
    "artifactmetadata",
    "askapproval",
    "async",
    "author",
    "autoapprove",
    "background",
    "backup",
    "blocking",
    "branch",
    "bytes",
    "cachecontrol",
    "caseinsensitive",
    "casesensitive",
    "category",
    "checksum",
    "codemarkdownlanguage",
    "comment",
    "complete",
    "complexity",
    "confidence",
    "confirm",
    "contenttype",
    "count",
    "createbackup",
    "createdirectories",
    "createdirs",
    "createfolders",
    "createmissingdirs",
    "createparentdirs",
    "createparents",
    "dangerous",
    "dotall",
    "emptyfile",
    "ensuredir",
    "executable",
    "filetype",
    "final",
    "force",
    "fuzzy",
    "fuzzymatch",
    "ignorecase",
    "ignorewhitespace",
    "importance",
    "index",
    "instructionreminder",
    "instructionsreminder",
    "intent",
    "isartifact",
    "isbinary",
    "iscomplete",
    "isdangerous",
    "isinput",
    "isnew",
    "isnewfile",
    "isreadonly",
    "isreplaceall",
    "isrisky",
    "label",
    "lang",
    "language",
    "length",
    "limit",
    "linecount",
    "lines",
    "literal",
    "login",
    "makebackup",
    "makedirs",
    "makeexecutable",
    "markdownlanguage",
    "matchcase",
    "matchwholeword",
    "maxoutputtokens",
    "message",
    "mkdir",
    "mkdirp",
    "mkdirs",
    "model",
    "modifiedbyuser",
    "multiline",
    "newfile",
    "newline",
    "nextthoughtneeded",
    "nlines",
    "occurrence",
    "occurrences",
    "open",
    "order",
    "parallel",
    "parents",
    "permissions",
    "priority",
    "projectpath",
    "purpose",
    "quiet",
    "range",
    "rationale",
    "recursive",
    "replaceallmatches",
    "requiresapproval",
    "risk",
    "risklevel",
    "runinbackground",
    "runlint",
    "safe",
    "safetoautorun",
    "sandboxpermissions",
    "score",
    "securityrisk",
    "sequence",
    "severity",
    "sha",
    "shouldwriteinstruction",
    "showdiff",
    "silent",
    "size",
    "step",
    "stop",
    "stream",
    "streaming",
    "strict",
    "strictmode",
    "string",
    "sudo",
    "summary",
    "syntax",
    "targetlinterrorids",
    "taskprogress",
    "thinkharder",
    "thoughtnumber",
    "time",
    "timeout",
    "timestamp",
    "title",
    "tokens",
    "toolaction",
    "toolsummary",
    "topic",
    "trailingnewline",
    "tty",
    "user",
    "usermodified",
    "usespager",
    "verbose",
    "verify",
    "version",
    "waitforprevious",
    "waitforprevioustools",
    "waitms",
    "wholeword",
    "withescalatedpermissions",
    "workspace",
    "yieldtimems",
];

/// Names of switches that switch the writing itself: off, they hold it back, and on, they say nothing new. So do all that name
/// one of [`REPLACES`].
const WRITING: &[&str] = &[
    "accepted", "apply", "approved", "autoapply", "commit", "confirm", "confirmed",
    "createifmissing", "createifnotexists", "enabled", "execute", "isfinal", "save", "write",
    "autosave",
];

/// What a file that is there may be for, in the name of a switch.
const REPLACES: &[&str] = &["overwrite", "replace", "truncate", "update"];

/// Values by which a file is replaced.
const REPLACING: &[&str] = &[
    "create", "edit", "full", "modified", "modify", "overwrite", "replace", "rewrite", "update",
    "updated", "whole", "write",
];

/// Names of switches that keep a call from being carried out where they are on.
const STOPPING: &[&str] = &[
    "canceled", "cancelled", "declined", "denied", "disabled", "draft", "example", "noop",
    "rejected", "skip", "skipped", "testonly",
];

/// Last words of names whose fields hold words for people, or say what an edit is about.
const ABOUT: &[&str] = &[
    "area", "author", "caption", "category", "comment", "context", "description", "explanation",
    "goal", "id", "ids", "instruction", "instructions", "intent", "justification", "label", "lang",
    "language", "level", "message", "model", "module", "note", "notes", "plan", "purpose",
    "rationale", "reason", "risk", "scope", "severity", "summary", "tag", "tags", "task",
    "thought", "thoughts", "ticket", "time", "timeout", "title", "topic", "user", "uuid",
];

/// Values of `status` for a call that was carried out, is being carried out, or waits for that; and for what becomes of a file.
const STATUSES: &[&str] = &[
    "accepted", "active", "added", "applied", "approved", "changed", "complete", "completed",
    "created", "deleted", "done", "executing", "finished", "in-progress", "in_progress",
    "incomplete", "modified", "new", "ok", "pending", "queued", "ready", "removed", "renamed",
    "running", "started", "submitted", "succeeded", "success", "successful", "updated",
];

/// What the fields are to an edit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Switch {
    /// It gives a file as a whole: a number may say that it is only a part.
    OfWhole,
    /// It changes what a file has, or the file.
    OfChange,
}

/// Returns the name of a field of which it is not known what it says, and which may say that the edit is not to be made; `None`
/// where there is none.
pub(super) fn unknown(call: &Call, switch: Switch) -> Option<&str> {
    let fields = call.fields.iter();
    let mut held = fields.filter(|(name, text)| match role(name) {
        None => holds_back(name, text, switch),
        Some(Role::Mode) => switch == Switch::OfChange && !insertion::is_known_mode(text),
        Some(Role::Remark) => name.eq_ignore_ascii_case("status") && is_other_status(text),
        Some(_) => false,
    });
    held.next().map(|(name, _)| &name[..])
}

/// Returns the name of a switch by which a call is not to be carried out; `None` where it has none.
pub(super) fn turned_off(call: &Call) -> Option<&str> {
    let is_off = |name: &str, text: &FieldText| {
        let name = plain(name);
        match &token(text).unwrap_or_default()[..] {
            "false" | "no" | "0" | "off" => WRITING.contains(&&name[..]),
            "true" | "yes" | "1" | "on" => STOPPING.contains(&&name[..]),
            _ => false,
        }
    };
    let mut fields = call.fields.iter();
    let off = fields.find(|(name, text)| is_off(name, text));
    off.map(|(name, _)| &name[..])
}

/// Returns whether a field of this name leaves the meaning of a call as it is.
pub(in crate::dialect) fn is_silent(name: &str) -> bool {
    SILENT.contains(&&plain(name)[..])
}

/// Returns the name of a field without what parts its words, in lower case.
fn plain(name: &str) -> String {
    name.replace(['_', '-'], "").to_ascii_lowercase()
}

/// Returns the last word of a name: `userIntent` and `user_intent` end with `intent`.
fn last_word(name: &str) -> String {
    let end = name.trim_end_matches(|c: char| !c.is_ascii_alphabetic());
    let is_inside = |c: char| c.is_ascii_lowercase();
    let start = end.rfind(|c: char| !is_inside(c)).map_or(0, |at| {
        at + usize::from(!end.as_bytes()[at].is_ascii_uppercase())
    });
    end.get(start..).unwrap_or(end).to_ascii_lowercase()
}

/// Returns a value that is one short word, in lower case; `None` for a text.
fn token(text: &FieldText) -> Option<String> {
    /// A longer value is a text.
    const N_BYTES: usize = 24;
    let value = text.one_line().to_str_lossy().trim().to_ascii_lowercase();
    let is_token = (1..=N_BYTES).contains(&value.len()) && !value.contains(char::is_whitespace);
    (text.lines.len() == 1 && is_token).then_some(value)
}

fn is_other_status(text: &FieldText) -> bool {
    token(text).is_some_and(|value| !STATUSES.contains(&&value[..]))
}

fn holds_back(name: &str, text: &FieldText, switch: Switch) -> bool {
    let Some(value) = token(text) else {
        return false;
    };
    let given = name;
    let is_about = ABOUT.contains(&&last_word(name)[..]);
    let name = plain(name);
    let is_silent = is_about
        || name.ends_with("id")
        || name == "op"
        || is_silent(&name)
        || anchored::FIRST.contains(&given)
        || anchored::LAST.contains(&given)
        || REPLACING.contains(&&value[..])
        || matches!(&name[..], "state" | "phase") && STATUSES.contains(&&value[..]);
    let replaces = REPLACES.iter().any(|word| name.contains(word));
    // `no_overwrite` and `replace_only` say the opposite.
    let is_narrowed = ["no", "only", "never", "skip", "dont", "without", "disable"]
        .iter()
        .any(|word| name.starts_with(word) || name.ends_with(word));
    let stops = is_narrowed || STOPPING.contains(&&name[..]);
    let writes = WRITING.contains(&&name[..]) || replaces && !is_narrowed;
    // A number, an address or an identifier is no word by which a call is told what to do.
    let is_word = value
        .bytes()
        .all(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'-' | b'_'));
    !is_silent
        && match (&value[..], switch) {
            // What may become of a file that is there says nothing of a change in it.
            (_, Switch::OfChange) if replaces => false,
            ("true" | "yes" | "1" | "on", _) => !writes,
            // What is switched off leaves an edit as it is, but for the switches that [`turned_off`] knows.
            ("false" | "no" | "0" | "off", Switch::OfChange) => false,
            ("false" | "no" | "0" | "off", Switch::OfWhole) => !stops,
            (_, Switch::OfChange) => is_word,
            (_, Switch::OfWhole) => true,
        }
}
