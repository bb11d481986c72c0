//! New names that look like others beside them: whoever reads the review takes the one for the other.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::error::WorkspaceError;
use super::folders::Folders;
use super::state::names_in;
use super::tree::Blocked;
use crate::text::RelPath;
use crate::text::display::display_line;
use crate::text::hidden::look_of_name;

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
    let mut there: BTreeMap<Option<RelPath>, Names> = BTreeMap::new();
    for path in made {
        for (n_above, name) in path.components().enumerate() {
            let folder = (n_above > 0).then(|| path.first(n_above));
            if !there.contains_key(&folder) {
                let listed = match folders.tree.folder(folder.as_ref()) {
                    Ok(opened) => names_in(&opened),
                    Err(Blocked::System(fault)) => Err(fault),
                    // It is made, or told of elsewhere.
                    Err(
                        Blocked::Missing
                        | Blocked::NotAFolder { .. }
                        | Blocked::OffLimits(_)
                        | Blocked::Moved,
                    ) => Ok(Vec::new()),
                };
                let full_path = || folders.tree.full_path(path);
                let listed = listed
                    .map_err(|fault| WorkspaceError::failed("look beside", full_path())(fault))?;
                let mut names = Names::default();
                for name in listed {
                    let _ = names.add(name);
                }
                there.insert(folder.clone(), names);
            }
            let names = there.get_mut(&folder).expect("it was just listed");
            let stays = |other: &[u8]| {
                let path = RelPath::in_folder(folder.as_ref(), other);
                path.map_or(true, |path| !gone.contains(&path))
            };
            if let Some(twin) = names.add(name.to_vec()).find(|other| stays(other)) {
                return Err(WorkspaceError::Refused {
                    path: path.clone(),
                    what: format!(
                        "its name looks like that of `{}`, which is there; --allow-hidden allows that",
                        display_line(twin)
                    ),
                });
            }
        }
    }
    Ok(())
}

/// The names in a folder, by how they look.
#[derive(Default)]
struct Names(HashMap<String, Vec<Vec<u8>>>);

impl Names {
    /// Takes one, and returns the others that look like it; none where it was there.
    fn add(&mut self, name: Vec<u8>) -> impl Iterator<Item = &Vec<u8>> {
        let alike = self.0.entry(look_of_name(&name)).or_default();
        let is_known = alike.contains(&name);
        let is_ascii = name.is_ascii();
        if !is_known {
            alike.push(name);
        }
        let n_others = if is_known { 0 } else { alike.len() - 1 };
        // Of those in ASCII every reader knows how they look.
        let others = alike[..n_others].iter();
        others.filter(move |other| !(is_ascii && other.is_ascii()))
    }
}
