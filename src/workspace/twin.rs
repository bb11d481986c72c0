//! New names that look like others beside them: whoever reads the review takes the one for the other.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::error::WorkspaceError;
use super::folders::Folders;
use super::state::names_in;
use crate::text::RelPath;
use crate::text::display::display_line;
use crate::text::hidden::{look_of_name, skeleton_of_name};

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
                    // It is made, or told of elsewhere.
                    Err(blocked) => blocked.system().map_or(Ok(Vec::new()), Err),
                };
                let full_path = || folders.tree.full_path(path);
                let listed = listed
                    .map_err(|fault| WorkspaceError::failed("look beside", full_path())(fault))?;
                let mut names = Names::default();
                for name in listed {
                    let _ = names.add(&name);
                }
                there.insert(folder.clone(), names);
            }
            let names = there.get_mut(&folder).expect("it was just listed");
            let stays = |other: &[u8]| {
                let path = RelPath::in_folder(folder.as_ref(), other);
                path.map_or(true, |path| !gone.contains(&path))
            };
            if let Some(twin) = names.add(name).iter().find(|other| stays(other)) {
                let shown = display_line(twin);
                let alike = if twin.eq_ignore_ascii_case(name) {
                    format!("only upper and lower case tell its name from `{shown}`")
                } else {
                    format!("its name looks like that of `{shown}`")
                };
                return Err(WorkspaceError::Refused {
                    path: path.clone(),
                    what: format!("{alike}, which is there; --allow-hidden allows that"),
                });
            }
        }
    }
    Ok(())
}

/// The names in a folder, by how they look: but for their case, which some disks do not keep, and with each sign as the one that
/// stands for all of its look. The two are not taken together, or `log0` would be `logo`.
#[derive(Default)]
struct Names {
    but_for_case: HashMap<String, Vec<Vec<u8>>>,
    by_signs: HashMap<String, Vec<Vec<u8>>>,
}

impl Names {
    /// Takes one, and returns the others that look like it; none where it was there.
    fn add(&mut self, name: &[u8]) -> Vec<Vec<u8>> {
        let looks = [
            (&mut self.but_for_case, look_of_name(name).to_lowercase()),
            (&mut self.by_signs, skeleton_of_name(name)),
        ];
        let mut others = Vec::new();
        for (names, look) in looks {
            let alike = names.entry(look).or_default();
            if alike.iter().any(|known| known == name) {
                return Vec::new();
            }
            others.extend_from_slice(alike);
            alike.push(name.to_vec());
        }
        others
    }
}
