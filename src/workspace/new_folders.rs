//! Folders that an apply makes, or an undo removes: each by its own name and its parent's number, so that a deep path costs
//! what it is long and not its square.

use serde::{Deserialize, Serialize};

use crate::text::RelPath;

/// Folders, parents first.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct NewFolders(Vec<NewFolder>);

/// One folder: a path below the parent, which is a folder that was there for the first of a row, and a number before its
/// own for the others.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct NewFolder {
    #[serde(skip_serializing_if = "Option::is_none", default)]
    parent: Option<usize>,
    name: RelPath,
}

impl NewFolders {
    /// Collects the folders of `paths`, each given with how many of its first components are there already.
    pub(super) fn collect<'a>(paths: impl Iterator<Item = (&'a RelPath, usize)>) -> NewFolders {
        let mut folders = NewFolders::default();
        let mut numbers = std::collections::BTreeMap::new();
        for (path, n_present) in paths {
            let parts: Vec<&[u8]> = path.components().collect();
            let mut parent = None;
            for n_parts in n_present + 1..parts.len() {
                // The first of a row has the names above it too: they are told apart by all of them.
                let name = if n_parts == n_present + 1 {
                    bstr::join("/", &parts[..n_parts])
                } else {
                    parts[n_parts - 1].to_vec()
                };
                let name = RelPath::new(name).expect("a part of a path is one");
                let number = *numbers
                    .entry((parent, name.clone()))
                    .or_insert_with(|| folders.push(parent, name));
                parent = Some(number);
            }
        }
        folders
    }

    fn push(&mut self, parent: Option<usize>, name: RelPath) -> usize {
        self.0.push(NewFolder { parent, name });
        self.0.len() - 1
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns the path of the folder with this number, from 0; `None` where the list names no path with it.
    pub(super) fn path(&self, number: usize) -> Option<RelPath> {
        let mut names: Vec<&[u8]> = Vec::new();
        let mut next = Some(number);
        while let Some(number) = next {
            let folder = self.0.get(number)?;
            // A parent comes before what lies in it; a list that says otherwise would never end.
            if folder.parent.is_some_and(|parent| parent >= number) {
                return None;
            }
            names.push(folder.name.as_bytes());
            next = folder.parent;
        }
        names.reverse();
        RelPath::new(bstr::join("/", names)).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(path: &str) -> RelPath {
        RelPath::new(path).expect("plain")
    }

    #[test]
    fn each_folder_is_listed_once_and_parents_first() {
        let files = [path("a/b/c/x"), path("a/b/d/y"), path("n/z"), path("a/top")];
        let folders = NewFolders::collect(files.iter().zip([1, 1, 0, 1]));
        let paths: Vec<_> = (0..folders.len())
            .map(|number| folders.path(number).expect("a path").to_text())
            .collect();
        assert_eq!(paths, ["a/b", "a/b/c", "a/b/d", "n"]);
    }

    #[test]
    fn a_deep_path_costs_what_it_is_long() {
        let deep = path(&format!("{}x", "d/".repeat(255)));
        let folders = NewFolders::collect([(&deep, 0)].into_iter());
        let json = serde_json::to_vec(&folders).expect("JSON");
        assert_eq!(folders.len(), 255);
        assert!(json.len() < 255 * 40, "{}", json.len());
    }

    #[test]
    fn a_list_that_never_ends_names_no_path() {
        let folders: NewFolders =
            serde_json::from_str(r#"[{"parent":1,"name":"a"},{"parent":0,"name":"b"}]"#)
                .expect("a list");
        assert_eq!(
            (folders.path(0), folders.path(1), folders.path(2)),
            (None, None, None)
        );
    }
}
