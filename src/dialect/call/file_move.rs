//! Calls that move a file, copy it, or give it another name. A new name may as well be that of a symbol in the file: whatever
//! else such a call names, it is not about the file as a whole.

use bstr::{BString, ByteSlice};

use super::arguments::Call;
use super::role::{Role, role};
use crate::dialect::walk::scan::Scan;
use crate::patch::FileOp;
use crate::text::RelPath;

/// Fields that do not say what such a call is about.
const PLAIN_FIELDS: &[&str] = &["overwrite", "force", "create_dirs", "requires_approval"];

/// Returns what becomes of the file; `None` where the call does not ask for a file of another name. Where that name must not be
/// used, the section is refused by it.
pub(super) fn op(scan: &Scan<'_>, call: &Call) -> Option<FileOp> {
    let to = new_path(call).filter(|_| is_move(call))?;
    Some(match scan.destination(to) {
        Some(to) if call.verb_has(&["copy"]) => FileOp::Copy { to },
        Some(to) => FileOp::Rename { to },
        None => FileOp::Modify,
    })
}

/// Returns why a call that gives a new name cannot be read as one that moves its file; `None` where nothing stands in the way.
pub(super) fn fault(call: &Call) -> Option<&'static str> {
    if call.get(Role::Old).is_some() && call.verb_has(&["rename"]) {
        return Some("it renames a part of a file, and does not say where");
    }
    let to = new_path(call).filter(|_| is_move(call))?;
    let is_known = |name: &str| role(name).is_some() || PLAIN_FIELDS.contains(&name);
    let has_unknown = || !call.says_file() && call.fields.iter().any(|(name, _)| !is_known(name));
    let ends = |path: &[u8]| {
        let name = path.rsplit_str("/").next().unwrap_or(path);
        name.iter()
            .rposition(|byte| *byte == b'.')
            .is_some_and(|at| at > 0)
    };
    let loses_ending = || call.paths().next().is_some_and(|path| ends(&path)) && !ends(&to);
    if call.names_a_part() {
        Some("it moves or renames a part of a file, not the file")
    } else if has_unknown() {
        Some("it may rename a part of a file, not the file")
    } else if !to.ends_with(b"/") && RelPath::new(to.as_bytes()).is_err() {
        // That is what the section is refused for.
        None
    } else if loses_ending() {
        Some("its new name may not be that of a file")
    } else {
        None
    }
}

fn is_move(call: &Call) -> bool {
    let moves = call.verb_has(&["rename", "copy"])
        || call.verb_has(&["move"]) && !call.verb_has(&["remove"]);
    moves && call.get(Role::Old).is_none()
}

/// Returns the path that the file gets. A new name without a folder is one in the folder of the file.
fn new_path(call: &Call) -> Option<BString> {
    let is_new = |(name, _): &&(String, _)| role(name) == Some(Role::NewPath);
    let (name, text) = call.fields.iter().find(is_new)?;
    let to = text.one_line();
    let is_name = name.to_ascii_lowercase().ends_with("name");
    let path = call
        .paths()
        .next()
        .filter(|_| is_name && !to.contains(&b'/'));
    let folder = path.and_then(|path| path.rfind_byte(b'/').map(|end| path[..=end].to_vec()));
    Some(match folder {
        Some(folder) => [folder, to.to_vec()].concat().into(),
        None => to,
    })
}
