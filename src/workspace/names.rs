//! What the root is called by those who were told of it: agents write the path that the shell showed them, which may lead
//! through links.

use std::path::{Path, PathBuf};

use crate::text::Root;

/// Returns the names of the root, whose own path is absolute and without links; `asked` is what led to it.
pub(super) fn of_root(root: &Path, asked: &Path) -> Root {
    let folder_of = |variable| std::env::var_os(variable).map(PathBuf::from);
    let is_root = |path: &&Path| path.canonicalize().is_ok_and(|path| path == root);
    let as_typed = folder_of("PWD").and_then(|folder| {
        let asked = folder.join(asked);
        let root = asked.ancestors().find(is_root);
        root.map(Path::to_path_buf)
    });
    let from_home = folder_of("HOME").and_then(|home| {
        let home = home.canonicalize().ok()?;
        let below = root.strip_prefix(home).ok()?;
        Some(Path::new("~").join(below))
    });
    // On macOS these are links to folders of `/private`, and everybody writes the links.
    let unlinked = root.strip_prefix("/private").ok();
    let is_linked = |below: &&Path| {
        ["tmp", "var", "etc"]
            .iter()
            .any(|top| below.starts_with(top))
    };
    let as_linked = unlinked
        .filter(is_linked)
        .map(|below| Path::new("/").join(below));
    let names = [Some(root.to_path_buf()), as_typed, from_home, as_linked];
    let bytes = |path: PathBuf| path.into_os_string().into_encoded_bytes();
    Root::named(names.into_iter().flatten().map(bytes))
}
