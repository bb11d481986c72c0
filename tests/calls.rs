//! One test for each call of an agent's tool, `calls/<outcome>/<agent>.txt`, in the shape in which the tool sends it. All
//! are made on the tree `calls/before`, whose root is `/home/me/shop`; `calls/<outcome>/after` is the tree that must come
//! out.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use hunkwise::dialect::NoteCode;
use hunkwise::patch::HunkId;
use hunkwise::plan::{FileChange, Scope};
use hunkwise::report::{self, Exit, Hidden};
use hunkwise::session::Outcome::Refused;
use hunkwise::session::{Command, Options, Session};
use hunkwise::text::{Content, RelPath, Root, Snapshot};
use libtest_mimic::{Arguments, Failed, Trial};

type Tree = BTreeMap<String, Vec<u8>>;

/// What comes of the calls in a folder.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// They are made.
    Made,
    /// They are made once a person has looked at them.
    Asked,
    /// They are edits that cannot be read, and are told with their line.
    Told,
    /// They are no edits.
    None,
    /// They are outside the root.
    Refused,
}

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/calls");
    let before = tree(&root.join("before"));
    let mut trials = Vec::new();
    for folder in listed(&root) {
        let name = name_of(&folder);
        let outcome = match name.as_str() {
            "before" => continue,
            "asked" => Outcome::Asked,
            "told" => Outcome::Told,
            "none" => Outcome::None,
            "refused" => Outcome::Refused,
            _ => Outcome::Made,
        };
        let after = match outcome {
            Outcome::Made | Outcome::Asked => tree(&folder.join("after")),
            Outcome::Told | Outcome::None | Outcome::Refused => before.clone(),
        };
        for call in listed(&folder).into_iter().filter(|path| path.is_file()) {
            let (before, after) = (before.clone(), after.clone());
            let name = format!("{name}/{}", name_of(&call));
            trials.push(Trial::test(name, move || {
                check(&fs::read(&call)?, outcome, &before, &after)
            }));
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn check(call: &[u8], outcome: Outcome, before: &Tree, after: &Tree) -> Result<(), Failed> {
    let mut options = Options::default();
    options.parse.root = Root::named(["/home/me/shop"]);
    let mut session = Session::open(call, options);
    supply(&mut session, before);
    let expected = match outcome {
        Outcome::Made => Exit::Done,
        Outcome::Asked => Exit::NeedsPerson,
        Outcome::Told | Outcome::None => Exit::Unreadable,
        Outcome::Refused => Exit::Refused,
    };
    let exit = report::exit_code(&session, Scope::Everything, &[], Hidden::Refuse);
    if exit != expected {
        return Err(format!("exit {}\n{}", exit.code(), shown(&session)).into());
    }
    let is_told = session
        .notes()
        .iter()
        .any(|note| note.code == NoteCode::CallUnread);
    if is_told != (outcome == Outcome::Told) {
        return Err(format!("told: {is_told}\n{}", shown(&session)).into());
    }
    if outcome == Outcome::Asked {
        take_the_first(&mut session)?;
    }
    let made = match outcome {
        Outcome::Made | Outcome::Asked => made(&session, before)?,
        Outcome::Told | Outcome::None | Outcome::Refused => before.clone(),
    };
    if made != *after {
        let made = made
            .get("src/cart.py")
            .map(|text| String::from_utf8_lossy(text).into_owned());
        return Err(format!("{}\n{}", made.unwrap_or_default(), shown(&session)).into());
    }
    Ok(())
}

fn supply(session: &mut Session, tree: &Tree) {
    let read = |path: &RelPath| {
        let content = tree.get(&path.to_text());
        let content = content.map_or(Content::Absent, |bytes| Content::of_bytes(bytes.clone()));
        Snapshot::new(path.clone(), content)
    };
    session.supply(session.wanted().iter().map(read).collect());
}

/// Says yes to what is shown first of every hunk, as a person does who looked at it.
fn take_the_first(session: &mut Session) -> Result<(), Failed> {
    let hunks: Vec<HunkId> = session.needing_person().map(|hunk| hunk.id).collect();
    for hunk in hunks {
        let first = session
            .found(hunk)
            .and_then(|found| found.candidates.first());
        let span = first.ok_or("nothing is shown of it")?.span;
        if let Refused(why) = session.run(Command::AcceptAt { hunk, span }) {
            return Err(why.into());
        }
    }
    Ok(())
}

fn made(session: &Session, before: &Tree) -> Result<Tree, Failed> {
    let mut tree = before.clone();
    let changes = session.changes(Scope::Everything);
    let changes = changes.map_err(|stuck| format!("{stuck:?} is stuck"))?;
    for change in changes.changes() {
        match change {
            FileChange::Modify { path, after, .. } | FileChange::Create { path, after, .. } => {
                tree.insert(path.to_text(), after.clone());
            }
            FileChange::Copy { to, after, .. } => {
                tree.insert(to.to_text(), after.clone());
            }
            FileChange::Rename {
                from, to, after, ..
            } => {
                tree.remove(&from.to_text());
                tree.insert(to.to_text(), after.clone());
            }
            FileChange::Delete { path, .. } => {
                tree.remove(&path.to_text());
            }
            FileChange::Mode { .. } => {}
        }
    }
    Ok(tree)
}

fn shown(session: &Session) -> String {
    let notes = session.notes().iter().map(|note| {
        let (line, _) = note.span.line_numbers();
        format!("line {line}: {} {}\n", note.code.as_str(), note.text)
    });
    let hunks = session.plan().files.iter().flat_map(|file| {
        let name = file.target.as_ref().map(RelPath::to_text);
        let line = format!(
            "{} {:?} {:?}\n",
            name.unwrap_or_default(),
            file.op,
            file.state
        );
        let hunks = file.hunks.iter();
        let states = hunks.map(|hunk| format!("  {:?}\n", hunk.state));
        std::iter::once(line).chain(states).collect::<Vec<String>>()
    });
    notes.chain(hunks).collect()
}

fn listed(folder: &Path) -> Vec<PathBuf> {
    let listed = fs::read_dir(folder).expect("the folders of calls can be listed");
    let mut paths: Vec<PathBuf> = listed
        .map(|entry| entry.expect("and read").path())
        .collect();
    paths.sort();
    paths
}

fn name_of(path: &Path) -> String {
    let name = path.file_stem().expect("what is listed has a name");
    name.to_string_lossy().into_owned()
}

fn tree(root: &Path) -> Tree {
    let mut tree = Tree::new();
    let mut folders = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for path in listed(&folder) {
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(root).expect("it lies below the root");
            let bytes = fs::read(&path).expect("the trees can be read");
            tree.insert(name.to_string_lossy().into_owned(), bytes);
        }
    }
    tree
}
