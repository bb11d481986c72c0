//! New names that look like others beside them: whoever reads the review takes the one for the other.

use std::collections::{BTreeMap, BTreeSet};

use super::error::WorkspaceError;
use super::folders::Folders;
use super::state::names_in;
use super::tree::Blocked;
use crate::text::RelPath;
use crate::text::display::display_line;
use crate::text::hidden::are_twins;

/// What is done with new names that look like others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Twins {
    /// The apply is refused.
    #[default]
    Refuse,
    /// They are made.
    Make,
}

/// Refuses to make files or folders that look like what lies beside them.
pub(super) fn check_none_made<'p>(
    twins: Twins,
    folders: &mut Folders<'_>,
    made: impl IntoIterator<Item = &'p RelPath>,
    gone: &BTreeSet<&RelPath>,
) -> Result<(), WorkspaceError> {
    match twins {
        Twins::Make => return Ok(()),
        Twins::Refuse => {}
    }
    let mut there: BTreeMap<Option<RelPath>, BTreeSet<Vec<u8>>> = BTreeMap::new();
    for path in made {
        for (n_above, name) in path.components().enumerate() {
            let folder = (n_above > 0).then(|| path.first(n_above));
            let names = match there.get_mut(&folder) {
                Some(names) => names,
                None => {
                    // What is read here is read for the look alone, so few folders are open at a time.
                    let listed = match folders.tree.folder(folder.as_ref()) {
                        Ok(opened) => names_in(&opened),
                        Err(Blocked::System(fault)) => Err(fault),
                        // It is made, or told of elsewhere.
                        Err(_) => Ok(Vec::new()),
                    };
                    let listed = listed.map_err(WorkspaceError::failed(
                        "look beside",
                        folders.tree.full_path(path),
                    ))?;
                    there.entry(folder.clone()).or_default().extend(listed);
                    there.get_mut(&folder).expect("it was just listed")
                }
            };
            if names.contains(name) {
                continue;
            }
            let stays = |other: &[u8]| {
                let path = RelPath::in_folder(folder.as_ref(), other);
                path.map_or(true, |path| !gone.contains(&path))
            };
            let mut twins = names.iter().filter(|other| are_twins(name, other));
            if let Some(twin) = twins.find(|other| stays(other)) {
                return Err(WorkspaceError::Refused {
                    path: path.clone(),
                    what: format!(
                        "its name looks like that of `{}`, which lies there; --allow-hidden allows that",
                        display_line(twin)
                    ),
                });
            }
            names.insert(name.to_vec());
        }
    }
    Ok(())
}
