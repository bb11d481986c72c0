//! Edits of what a block shows: a block that words make the content of its file, and below it an edit whose old text only that
//! content has. Both are one change of the file.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, OnceLock};

use bstr::ByteSlice;

use super::Session;
use super::supply::holds;
use crate::patch::{FileOp, FilePatch, Hunk, HunkId, Shown};
use crate::text::Text;

/// The most edits that are looked for in one block.
const N_EDITS: usize = 32;

/// Which sections change lines of a file whose content a section above may show.
#[derive(Debug, Clone, Default)]
pub(super) struct Later {
    blocks: BTreeMap<usize, usize>,
    edits: BTreeMap<usize, Vec<usize>>,
}

impl Later {
    pub(super) fn of(files: &[FilePatch]) -> Later {
        let mut later = Later::default();
        let mut last = HashMap::new();
        for (at, section) in files.iter().enumerate() {
            let Some(path) = section.path.named() else {
                continue;
            };
            if section.shown.is_some() {
                last.insert(path, at);
            } else if section.op == FileOp::Modify
                && let Some(block) = last.get(path)
            {
                later.blocks.insert(at, *block);
                later.edits.entry(*block).or_default().push(at);
            }
        }
        later
    }

    /// Returns the last section above an edit that may show the content of its file.
    pub(super) fn block_of(&self, edit: usize) -> Option<usize> {
        self.blocks.get(&edit).copied()
    }
}

impl Session {
    /// Returns a section that shows the content of its file with the later edits that are of this content alone, and which
    /// sections these are; `None` without any. None of their old texts is in `text`, the file.
    pub(super) fn with_later_edits(
        &self,
        file: usize,
        text: Option<&Text>,
    ) -> Option<(FilePatch, Vec<usize>)> {
        let edits = self.later.edits.get(&file)?;
        let block = self.incomplete.get(&file)?;
        if !matches!(block.shown, Some(Shown::Named | Shown::Mentioned)) {
            return None;
        }
        let mut edited = block.clone();
        let mut made = Vec::new();
        // The lines as one text, whatever ends them there.
        let joined = text.map(|text| bstr::join("\n", text.lines()));
        let may_be_in_file = |hunk: &Hunk| {
            let old = bstr::join("\n", hunk.preimage());
            text.is_some_and(|text| holds(text, hunk))
                || joined
                    .as_ref()
                    .is_some_and(|lines| lines.contains_str(&old))
        };
        for at in edits.iter().copied().take(N_EDITS) {
            let later = &self.incomplete[&at];
            if self.target(at) != self.target(file) || later.hunks.iter().any(may_be_in_file) {
                continue;
            }
            if let Some(both) = edited.edited_by(later) {
                edited = both;
                made.push(at);
            }
        }
        (!made.is_empty()).then_some((edited, made))
    }

    /// Makes a section a part of the block above it if its edits are of what that shows; one that no longer is becomes a section
    /// of its own again. Returns whether it is a part of the block now.
    pub(super) fn fold_into_block(&mut self, file: usize, text: Option<&Text>) -> bool {
        let Some(block) = self.later.block_of(file) else {
            return false;
        };
        let made = self.with_later_edits(block, text);
        let is_made = made.is_some_and(|(_, made)| made.contains(&file));
        let read = &self.incomplete[&file];
        if is_made {
            // The hunks are still called by what they were read as.
            for (hunk, asked) in read.hunks.iter().enumerate() {
                let id = HunkId { file, hunk };
                self.as_read.insert(id, Arc::clone(&asked.lines));
            }
            self.patch.files[file] = read.made_in(&self.incomplete[&block]);
        } else if self.patch.files[file].shown.is_some() {
            self.as_read.retain(|id, _| id.file != file);
            self.patch.files[file] = read.clone();
        }
        self.labels = OnceLock::new();
        is_made
    }
}

#[cfg(test)]
mod tests {
    use crate::matcher::Never;
    use crate::plan::Scope;
    use crate::session::{Options, Session};
    use crate::text::{Content, RelPath, Snapshot};

    const FILE: &str = "import os\n\nx = 1\ny = 2\nz = 3\n";
    const BLOCK: &str = "Full `m.py`:\n\n```python\nimport os\n\nx = 1\ny = 5\nz = 3\n```\n\n";

    fn read(text: &str) -> Vec<Snapshot> {
        let path = RelPath::new("m.py").expect("a plain path");
        vec![Snapshot::new(path, Content::of_bytes(text.into()))]
    }

    fn searched(old: &str, new: &str) -> String {
        format!(
            "Then:\n\nm.py\n```python\n<<<<<<< SEARCH\n{old}\n=======\n{new}\n>>>>>>> REPLACE\n```\n"
        )
    }

    /// Returns what is written; `None` where a person is asked.
    fn written(session: &Session) -> Option<String> {
        let waits = session.plan().hunks().any(|hunk| hunk.needs_person());
        let file = (0..session.plan().files.len()).find(|file| {
            let mut written = session.plan().files[*file].written(Scope::Settled);
            written.next().is_some()
        });
        let after = session.result(file?, Scope::Settled)?;
        (!waits).then(|| String::from_utf8(after).expect("it is text"))
    }

    #[track_caller]
    fn check(reply: &str, expected: Option<&str>) -> Session {
        let mut session = Session::open(reply.as_bytes(), Options::default());
        session.supply(read(FILE));
        assert_eq!(written(&session).as_deref(), expected, "{reply}");
        session
    }

    #[test]
    fn an_edit_of_what_a_block_shows_is_made_in_that() {
        let after = FILE.replace("y = 2", "y = 7");
        let diff = "```diff\n--- a/m.py\n+++ b/m.py\n@@ -3,3 +3,3 @@\n x = 1\n-y = 5\n+y = 7\n z = 3\n```\n";
        check(&format!("{BLOCK}{diff}"), Some(&after));
        check(&[BLOCK, &searched("y = 5", "y = 7")].concat(), Some(&after));
        let twice = searched("y = 5", "y = 6") + &searched("y = 6", "y = 7");
        check(&[BLOCK, &twice].concat(), Some(&after));
        let call = r#"{"file_path": "m.py", "old_string": "y = 5", "new_string": "y = 7"}"#;
        check(&format!("{BLOCK}```json\n{call}\n```\n"), Some(&after));
        let part = "`m.py`:\n\n```python\n# ... existing code ...\nx = 1\ny = 5\nz = 3\n```\n\n";
        check(&[part, &searched("y = 5", "y = 7")].concat(), Some(&after));
    }

    #[test]
    fn an_edit_that_may_be_of_the_file_waits_with_the_block() {
        check(&[BLOCK, &searched("x = 1", "x = 9")].concat(), None);
        check(&[BLOCK, &searched("y = 8", "y = 9")].concat(), None);
        let twice = BLOCK.replace("z = 3", "y = 5");
        check(&[&twice, &searched("y = 5", "y = 9")[..]].concat(), None);
        check(&[BLOCK, &searched("y =", "yy =")].concat(), None);
    }

    #[test]
    fn an_edit_is_of_the_file_once_that_has_its_old_text() {
        let reply = [BLOCK, &searched("y = 5", "y = 7")].concat();
        let mut session = check(&reply, Some(&FILE.replace("y = 2", "y = 7")));
        let labels = session.record().hunks().to_vec();
        let now = FILE.replace("y = 2", "y = 5");
        session.refresh(read(&now), &Never);
        let n_lines = |session: &Session, file: usize| {
            let hunks = &session.patch().files[file].hunks;
            hunks.iter().map(|hunk| hunk.lines.len()).sum::<usize>()
        };
        assert!(n_lines(&session, 1) > 0);
        assert_eq!(written(&session), Some(FILE.replace("y = 2", "y = 7")));
        session.refresh(read(FILE), &Never);
        assert_eq!(n_lines(&session, 1), 0);
        assert_eq!(session.record().hunks(), labels);
        assert_eq!(written(&session), Some(FILE.replace("y = 2", "y = 7")));
    }
}
