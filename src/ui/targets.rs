//! The files that a section of a patch may mean: listed when another target is asked for.

use super::model::Picker;
use crate::session::Session;
use crate::text::RelPath;

/// A choice of files.
#[derive(Debug, Clone)]
pub struct Targets {
    /// The files, those of close names first.
    pub picker: Picker<RelPath>,
}

impl Targets {
    /// Returns the files that `session` knows, as targets for the file of index `file`; linear in their number, and not
    /// quick.
    pub(super) fn of(session: &Session, file: usize) -> Targets {
        let mut all = session.close_paths(file);
        let rest = session.known_paths().iter();
        let rest: Vec<RelPath> = rest.filter(|path| !all.contains(path)).cloned().collect();
        all.extend(rest);
        Targets {
            picker: Picker::new(all),
        }
    }
}
