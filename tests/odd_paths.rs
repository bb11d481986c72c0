//! What is written in a dialect is read back as what was meant, whatever the file is called; what cannot be named is warned
//! of.

use hunkwise::dialect::write::{Change, Form, write};
use hunkwise::matcher::Never;
use hunkwise::patch::{FileMode, FileOp};
use hunkwise::plan::{FileChange, Scope};
use hunkwise::session::{Options, Session};
use hunkwise::text::{Content, RelPath, Snapshot, Text};

/// Paths that a reader may take for something else, or for another path.
const ODD_PATHS: &[&str] = &[
    "notes",
    "gradlew",
    "my file",
    "src/my file.txt",
    "a\"b.txt",
    "it's.txt",
    "-dash",
    "-x.py",
    "--",
    "na\u{ef}ve.txt",
    "\u{65e5}\u{672c}",
    "LICENSE",
    ".gitignore",
    "a b/c d",
    "trail ",
    " lead",
    "end.",
    "with`tick.py",
    "(paren)",
    "[br].md",
    "a,b",
    "#hash",
    "*star*",
    "=====",
    "<<<<<<< SEARCH",
    "@@",
    "***",
    "notes:",
    "`n`",
    "a\u{a0}b",
    "b/a",
    "a/a",
    "a/b/c",
    "1",
    "12:3",
    "diff",
    "filename: x",
    "File: x",
    "update",
    "run",
    "todo list",
    "a -> b",
    "a => b",
    "$HOME",
    "%s",
    "&amp;",
    "http:",
    "python",
    "text",
    "EOF",
    "None",
    "log 2024-01-01 a",
    "i/x",
    "w/x",
];

/// Those that no dialect names so that they are read back, and that are warned of.
const UNNAMEABLE: &[(&str, &str)] = &[
    ("`n`", "apply-patch"),
    ("trail ", "tool-json"),
    (" lead", "tool-json"),
];

#[test]
fn an_odd_path_is_read_back_or_warned_of() {
    let (none, old, new) = (
        Text::new(""),
        Text::new("a\nb\nc\n"),
        Text::new("a\nB\nc\n"),
    );
    let mut warned = Vec::new();
    for form in [
        Form::Unified,
        Form::Fudiff,
        Form::SearchReplace,
        Form::ApplyPatch,
        Form::ToolJson,
    ] {
        for path in ODD_PATHS {
            let named = RelPath::new(path).expect("it lies under the root");
            for (op, old, new) in [
                (FileOp::Modify, &old, &new),
                (FileOp::Create, &none, &new),
                (FileOp::Delete, &old, &none),
            ] {
                let change = Change {
                    path: &named,
                    op: op.clone(),
                    old,
                    new,
                    old_mode: FileMode::Plain,
                    new_mode: FileMode::Plain,
                };
                let written = write(&[change], form);
                let says_all = !written.warnings.iter().any(|it| it.contains("cannot say"));
                let names = !written
                    .warnings
                    .iter()
                    .any(|it| it.contains("no way to name"));
                if !names {
                    warned.push((*path, form.name()));
                }
                if !says_all || !names {
                    continue;
                }
                let mut session = Session::open(written.text.to_vec(), Options::default());
                let read = |asked: &RelPath| {
                    let is_there = *asked == named && op != FileOp::Create;
                    let content = if is_there {
                        Content::of_bytes(old.as_bytes().to_vec())
                    } else {
                        Content::Absent
                    };
                    Snapshot::new(asked.clone(), content)
                };
                session.supply_wanted(read, &Never);
                let made = session.changes(Scope::Everything);
                let made = made.unwrap_or_else(|stuck| {
                    panic!("{path} {op:?} {}: {stuck:?}\n{}", form.name(), written.text)
                });
                let [change] = made.changes() else {
                    panic!("{path} {op:?} {}: {made:?}\n{}", form.name(), written.text)
                };
                assert_eq!(
                    change.path(),
                    &named,
                    "{op:?} {}\n{}",
                    form.name(),
                    written.text
                );
                match change {
                    FileChange::Modify { after, .. } | FileChange::Create { after, .. } => {
                        assert_eq!(after, new.as_bytes(), "{path}")
                    }
                    FileChange::Delete { .. } => assert_eq!(op, FileOp::Delete, "{path}"),
                    FileChange::Rename { .. }
                    | FileChange::Copy { .. }
                    | FileChange::Mode { .. } => panic!("{change:?}"),
                }
            }
        }
    }
    warned.dedup();
    assert_eq!(warned, UNNAMEABLE);
}
