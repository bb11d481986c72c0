//! Fields that may say that a call which gives a file as a whole does something else than put it in the place of the file that is
//! there: only where there is none (`create_only`), at its end (`at: end`), or not at all (`apply: false`). What nobody knows
//! holds the file back where there is one; a new file is made all the same.

use bstr::ByteSlice;

use super::arguments::Call;
use super::field::FieldText;
use super::role::role;

/// Names, without `_` and `-`, of fields that leave the meaning of a call as it is, whatever their value.
const SILENT: &[&str] = &[
    "author",
    "backup",
    "bytes",
    "category",
    "codemarkdownlanguage",
    "complexity",
    "confidence",
    "createdirectories",
    "createdirs",
    "createfolders",
    "createparentdirs",
    "createparents",
    "ensuredir",
    "emptyfile",
    "executable",
    "filetype",
    "force",
    "importance",
    "index",
    "intent",
    "isbinary",
    "label",
    "lang",
    "language",
    "length",
    "linecount",
    "lines",
    "message",
    "mkdir",
    "mkdirs",
    "makedirs",
    "makeexecutable",
    "model",
    "nlines",
    "open",
    "order",
    "parents",
    "permissions",
    "priority",
    "purpose",
    "recursive",
    "requiresapproval",
    "risk",
    "risklevel",
    "score",
    "securityrisk",
    "sequence",
    "severity",
    "showdiff",
    "silent",
    "size",
    "step",
    "summary",
    "taskprogress",
    "time",
    "timeout",
    "timestamp",
    "title",
    "tokens",
    "toolaction",
    "toolsummary",
    "topic",
    "user",
    "verbose",
    "version",
    "waitforprevioustools",
    "shouldwriteinstruction",
    "waitms",
];

/// Names of switches that switch the writing itself: off, they hold it back, and on, they say nothing new.
const WRITING: &[&str] = &[
    "allowoverwrite",
    "apply",
    "autoapply",
    "commit",
    "confirm",
    "confirmed",
    "createifmissing",
    "createifnotexists",
    "enabled",
    "execute",
    "forceoverwrite",
    "isfinal",
    "overwrite",
    "overwriteexisting",
    "replace",
    "replaceexisting",
    "replacefile",
    "save",
    "write",
    "autosave",
];

/// Values by which a file is replaced.
const REPLACING: &[&str] = &[
    "create",
    "edit",
    "full",
    "modified",
    "modify",
    "overwrite",
    "replace",
    "rewrite",
    "update",
    "updated",
    "whole",
    "write",
];

/// Returns the name of a field by which a call may not replace a file that exists; `None` where no field says so.
pub(super) fn holding_back(call: &Call) -> Option<&str> {
    let fields = call.fields.iter();
    let mut held = fields.filter(|(name, text)| role(name).is_none() && holds_back(name, text));
    held.next().map(|(name, _)| &name[..])
}

fn holds_back(name: &str, text: &FieldText) -> bool {
    /// A longer value is a text.
    const N_BYTES: usize = 24;
    let value = text.one_line().to_str_lossy().trim().to_ascii_lowercase();
    let name = name.replace(['_', '-'], "").to_ascii_lowercase();
    let is_token = (1..=N_BYTES).contains(&value.len()) && !value.contains(char::is_whitespace);
    let is_id = name.ends_with("id") || name.ends_with("uuid") || name == "op";
    let is_silent = is_id || SILENT.contains(&&name[..]) || REPLACING.contains(&&value[..]);
    let holds = match &value[..] {
        "false" | "no" | "0" => WRITING.contains(&&name[..]),
        "true" | "yes" | "1" => !WRITING.contains(&&name[..]),
        _ => true,
    };
    text.lines.len() == 1 && is_token && !is_silent && holds
}
