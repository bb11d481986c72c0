//! A reply reviewed without a person, on a tree in memory: what tests of several kinds of replies share.

use std::collections::BTreeMap;

use hunkwise::plan::{FileChange, Scope};
use hunkwise::report::{self, Exit, Hidden};
use hunkwise::session::{Options, Session};
use hunkwise::text::{Content, RelPath, Root, Snapshot};

/// The root by its absolute path.
pub(crate) const ROOT: &str = "/srv/shop";

/// Files by their paths.
pub(crate) type Tree = BTreeMap<String, String>;

/// What came of a reply.
pub(crate) struct Reviewed {
    pub(crate) exit: Exit,
    /// The tree after it; as it was where something waits.
    pub(crate) tree: Tree,
    /// Notes and the states of files and hunks.
    pub(crate) shown: String,
}

/// Returns a tree of `files`.
pub(crate) fn tree(files: &[(&str, &str)]) -> Tree {
    let files = files.iter();
    files
        .map(|(path, text)| (path.to_string(), text.to_string()))
        .collect()
}

/// Reviews `reply` on `before`.
pub(crate) fn review(reply: &str, before: &Tree) -> Reviewed {
    let mut options = Options::default();
    options.parse.root = Root::named([ROOT]);
    let mut session = Session::open(reply.as_bytes(), options);
    let read = |path: &RelPath| {
        let bytes = before.get(&path.to_text());
        let content = bytes.map_or(Content::Absent, |text| {
            Content::of_bytes(text.as_bytes().to_vec())
        });
        Snapshot::new(path.clone(), content)
    };
    while !session.wanted().is_empty() {
        session.supply(session.wanted().iter().map(read).collect());
    }
    let exit = report::exit_code(&session, Scope::Everything, &[], Hidden::Refuse);
    let tree = match exit {
        Exit::Done => written(&session, before),
        _ => before.clone(),
    };
    Reviewed {
        exit,
        tree,
        shown: shown(&session),
    }
}

fn written(session: &Session, before: &Tree) -> Tree {
    let mut tree = before.clone();
    let changes = session.changes(Scope::Everything);
    let changes = changes.expect("nothing is stuck where all is done");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    for change in changes.changes() {
        match change {
            FileChange::Modify { path, after, .. } | FileChange::Create { path, after, .. } => {
                tree.insert(path.to_text(), text(after));
            }
            FileChange::Copy { to, after, .. } => {
                tree.insert(to.to_text(), text(after));
            }
            FileChange::Rename {
                from, to, after, ..
            } => {
                tree.remove(&from.to_text());
                tree.insert(to.to_text(), text(after));
            }
            FileChange::Delete { path, .. } => {
                tree.remove(&path.to_text());
            }
            FileChange::Mode { .. } => {}
        }
    }
    tree
}

fn shown(session: &Session) -> String {
    let notes = session
        .notes()
        .iter()
        .map(|note| format!("{}\n", note.text));
    let files = session.plan().files.iter().flat_map(|file| {
        let hunks = file.hunks.iter();
        let states = hunks.map(|hunk| format!("  {:?}\n", hunk.state));
        std::iter::once(format!("{:?} {:?}\n", file.op, file.state)).chain(states)
    });
    notes.chain(files).collect()
}
