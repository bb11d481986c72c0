//! Fields that may say that a call which gives a file as a whole does something else than put it in the place of the file that is
//! there: only where there is none (`create_only`), at its end (`at: end`), or not at all (`apply: false`). An unknown one
//! holds the file back where there is one; a new file is made all the same.

use bstr::ByteSlice;

use super::arguments::Call;
use super::field::FieldText;
use super::role::role;

/// Names, without `_` and `-`, of fields that leave the meaning of a call as it is, whatever their value.
const SILENT: &[&str] = &[
    "agent",
    "author",
    "backup",
    "branch",
    "bytes",
    "category",
    "checksum",
    "codemarkdownlanguage",
    "comment",
    "complexity",
    "confidence",
    "contenttype",
    "createdirectories",
    "createdirs",
    "createfolders",
    "createparentdirs",
    "createmissingdirs",
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
    "mkdirp",
    "mkdirs",
    "makedirs",
    "makeexecutable",
    "model",
    "newline",
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
    "sha",
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
    "trailingnewline",
    "user",
    "verbose",
    "version",
    "waitforprevioustools",
    "shouldwriteinstruction",
    "waitms",
    "workspace",
];

/// Names of switches that switch the writing itself: off, they hold it back, and on, they say nothing new. So do all that name
/// one of [`REPLACES`].
const WRITING: &[&str] = &[
    "apply",
    "autoapply",
    "commit",
    "confirm",
    "confirmed",
    "createifmissing",
    "createifnotexists",
    "enabled",
    "execute",
    "isfinal",
    "save",
    "write",
    "autosave",
];

/// What a file that is there may be for, in the name of a switch.
const REPLACES: &[&str] = &["overwrite", "replace", "truncate", "update"];

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
    let replaces = REPLACES.iter().any(|word| name.contains(word));
    // `no_overwrite` and `replace_only` say the opposite.
    let is_narrowed = ["no", "only", "never", "skip", "dont", "without", "disable"]
        .iter()
        .any(|word| name.starts_with(word) || name.ends_with(word));
    let writes = WRITING.contains(&&name[..]) || replaces && !is_narrowed;
    let holds = match &value[..] {
        "false" | "no" | "0" => writes,
        "true" | "yes" | "1" => !writes,
        _ => true,
    };
    text.lines.len() == 1 && is_token && !is_silent && holds
}
