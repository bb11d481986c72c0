//! Which files may be meant by paths that are none: those of a like name, and those that hold what the hunks ask for.

use super::Session;
use crate::matcher::{self, Patience};
use crate::patch::{FileOp, PatchPath};
use crate::plan::FileState;
use crate::text::{RelPath, Snapshot};

/// The most files looked through for the lines of a reply, and how many bytes they may have together.
const N_LOOKS: usize = 2_000;
const N_BYTES: usize = 32 * 1024 * 1024;

/// The most paths offered.
const N_OFFERED: usize = 9;

impl Session {
    /// Takes the paths that exist under the root, for offering close names.
    pub fn set_known_paths(&mut self, paths: Vec<RelPath>) {
        self.known_paths = paths;
        self.renew_unread();
        self.replan_shown();
    }

    /// Returns all paths known under the root, sorted.
    pub fn known_paths(&self) -> &[RelPath] {
        &self.known_paths
    }

    /// Returns the paths that may be meant by that of a section which is no file's, best first.
    pub fn close_paths(&self, file: usize) -> Vec<RelPath> {
        let named = match &self.patch.files[file].path {
            PatchPath::Named(path) => matcher::target::close_paths(path, &self.known_paths),
            PatchPath::Refused { text, .. } => matcher::target::same_ends(text, &self.known_paths),
            PatchPath::Missing => Vec::new(),
        };
        let holders = self.holders.get(&file).map_or(&[][..], Vec::as_slice);
        let others = named.iter().filter(|path| !holders.contains(path));
        holders
            .iter()
            .chain(others)
            .take(N_OFFERED)
            .cloned()
            .collect()
    }

    /// Looks through the known files, those whose names end alike, for the lines that sections ask for whose path is no
    /// file's. Only offered, never taken.
    pub fn look_for_holders(
        &mut self,
        mut read: impl FnMut(&RelPath) -> Snapshot,
        patience: &dyn Patience,
    ) {
        let lost: Vec<usize> = (0..self.patch.files.len())
            .filter(|file| self.is_lost(*file))
            .collect();
        let may_hold = |file: usize, path: &RelPath| {
            let wanted = self.patch.files[file].path.named();
            wanted.is_none_or(|wanted| ending(wanted) == ending(path))
        };
        let (mut n_looks, mut n_bytes) = (0, 0);
        let mut holders = std::collections::BTreeMap::<usize, Vec<RelPath>>::new();
        for path in &self.known_paths {
            let asked: Vec<usize> = lost
                .iter()
                .copied()
                .filter(|file| may_hold(*file, path))
                .collect();
            if asked.is_empty() {
                continue;
            }
            if n_looks == N_LOOKS || n_bytes > N_BYTES || !patience.lasts() {
                break;
            }
            n_looks += 1;
            let snapshot = read(path);
            let Some(text) = snapshot.text() else {
                continue;
            };
            n_bytes += text.as_bytes().len();
            for file in asked {
                if matcher::target::holds(&self.patch.files[file], text) {
                    holders.entry(file).or_default().push(path.clone());
                }
            }
        }
        self.holders = holders;
    }

    fn is_lost(&self, file: usize) -> bool {
        let changes = match self.patch.files[file].op {
            FileOp::Modify => true,
            FileOp::Create
            | FileOp::Delete
            | FileOp::Replace
            | FileOp::Rename { .. }
            | FileOp::Copy { .. } => false,
        };
        changes
            && matches!(
                self.plan.files[file].state,
                FileState::NoTarget | FileState::Refused(_)
            )
    }
}

/// Returns what stands behind the last dot of a file's name.
fn ending(path: &RelPath) -> Option<&[u8]> {
    let name: &[u8] = path.file_name();
    let dot = name.iter().rposition(|byte| *byte == b'.')?;
    Some(&name[dot..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matcher::Endless;
    use crate::session::Options;
    use crate::text::Content;

    #[test]
    fn a_file_that_holds_the_lines_is_meant_before_one_of_a_like_name() {
        let reply =
            "--- a/old/names.py\n+++ b/old/names.py\n@@ @@\n-total = count(all)\n+total = 0\n";
        let mut session = Session::open(reply.as_bytes(), Options::default());
        let read = |path: &RelPath| {
            let content = match path.to_text().as_str() {
                "sums.py" => Content::of_bytes(b"x = 1\ntotal = count(all)\n".to_vec()),
                "names.py" => Content::of_bytes(b"x = 1\n".to_vec()),
                _ => Content::Absent,
            };
            Snapshot::new(path.clone(), content)
        };
        session.supply_wanted(read, &Endless);
        let known = ["names.py", "sums.py"].map(|path| RelPath::new(path).expect("a path"));
        session.set_known_paths(known.to_vec());
        session.look_for_holders(read, &Endless);
        let close: Vec<String> = session
            .close_paths(0)
            .iter()
            .map(RelPath::to_text)
            .collect();
        assert_eq!(close, ["sums.py", "names.py"]);
    }
}
