//! What is written in a dialect is read back as what was meant, whatever the file is called; what cannot be named is warned
//! of.

use hunkwise::dialect;
use hunkwise::dialect::write::{Change, Form, write};
use hunkwise::matcher::Never;
use hunkwise::patch::{FileMode, FileOp};
use hunkwise::plan::{FileChange, Scope};
use hunkwise::session::{Options, Session};
use hunkwise::text::{Content, RelPath, Snapshot, Text};
use proptest::prelude::*;

/// Paths that a reader may take for something else, or for another path.
const ODD_PATHS: &[&str] = &[
    "notes", "gradlew", "my file", "src/my file.txt", "a\"b.txt", "it's.txt", "-dash", "-x.py",
    "--", "na\u{ef}ve.txt", "\u{65e5}\u{672c}", "LICENSE", ".gitignore", "a b/c d", "trail ",
    " lead", "end.", "with`tick.py", "(paren)", "[br].md", "a,b", "#hash", "*star*", "=====",
    "<<<<<<< SEARCH", "@@", "***", "notes:", "`n`", "a\u{a0}b", "b/a", "a/a", "a/b/c", "1", "12:3",
    "diff", "filename: x", "File: x", "update", "run", "todo list", "a -> b", "a => b", "$HOME",
    "%s", "&amp;", "http:", "python", "text", "EOF", "None", "log 2024-01-01 a", "i/x", "w/x",
    "a\\b", "*** Begin Patch", "+++ b", "ab:c", "[[[x]]]", "e\u{301}.txt", "src/a.rs:12",
    "a.txt (new)", "a.txt 2024-01-01", "''",
];

/// Those that no dialect names so that they are read back, and that are warned of.
const UNNAMEABLE: &[(&str, &str)] = &[
    ("a.txt (new)", "unified"),
    ("a.txt (new)", "fudiff"),
    ("a\\b", "search-replace"),
    ("src/a.rs:12", "search-replace"),
    ("a.txt (new)", "search-replace"),
    ("`n`", "apply-patch"),
    ("a\\b", "apply-patch"),
    ("trail ", "tool-json"),
    (" lead", "tool-json"),
    ("a\\b", "tool-json"),
];

const FORMS: [Form; 5] = [
    Form::Unified,
    Form::Fudiff,
    Form::SearchReplace,
    Form::ApplyPatch,
    Form::ToolJson,
];

/// What becomes of a change that is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Written {
    /// It is read back as what it is.
    ReadBack,
    /// The form has no words for such a change, and says so.
    CannotSay,
    /// The form has no way to name the file, and says so.
    NoName,
}

/// Writes a change of a file of that name, and reads it back.
#[track_caller]
fn read_back(path: &str, op: FileOp, form: Form) -> Written {
    let named = RelPath::new(path).expect("it lies under the root");
    let (old, new) = match op {
        FileOp::Create => ("", "a\nB\nc\n"),
        FileOp::Delete => ("a\nb\nc\n", ""),
        FileOp::Modify | FileOp::Replace | FileOp::Rename { .. } | FileOp::Copy { .. } => {
            ("a\nb\nc\n", "a\nB\nc\n")
        }
    };
    let (old, new) = (Text::new(old), Text::new(new));
    let change = Change {
        path: &named,
        op: op.clone(),
        old: &old,
        new: &new,
        old_mode: FileMode::Plain,
        new_mode: FileMode::Plain,
    };
    let written = write(&[change], form);
    let warns = |words: &str| written.warnings.iter().any(|it| it.contains(words));
    if warns("no way to name") {
        return Written::NoName;
    } else if warns("cannot say") {
        return Written::CannotSay;
    }
    let mut session = Session::open(written.text.to_vec(), Options::default());
    let read = |asked: &RelPath| {
        let is_there = *asked == named && op != FileOp::Create;
        let content = match is_there {
            true => Content::of_bytes(old.as_bytes().to_vec()),
            false => Content::Absent,
        };
        Snapshot::new(asked.clone(), content)
    };
    session.supply_wanted(read, &Never);
    let told = format!("{path:?} {op:?} {}\n{}", form.name(), written.text);
    let made = session.changes(Scope::Everything);
    let made = made.unwrap_or_else(|stuck| panic!("{told}: {stuck:?}"));
    let [change] = made.changes() else {
        panic!("{told}: {made:?}")
    };
    assert_eq!(change.path(), &named, "{told}");
    match change {
        FileChange::Modify { after, .. } | FileChange::Create { after, .. } => {
            assert_eq!(after, new.as_bytes(), "{told}")
        }
        FileChange::Delete { .. } => assert_eq!(op, FileOp::Delete, "{told}"),
        FileChange::Rename { .. } | FileChange::Copy { .. } | FileChange::Mode { .. } => {
            panic!("{told}: {change:?}")
        }
    }
    Written::ReadBack
}

#[test]
fn an_odd_path_is_read_back_or_warned_of() {
    let mut warned = Vec::new();
    for form in FORMS {
        for path in ODD_PATHS {
            for op in [FileOp::Modify, FileOp::Create, FileOp::Delete] {
                if read_back(path, op, form) == Written::NoName {
                    warned.push((*path, form.name()));
                }
            }
        }
    }
    warned.dedup();
    assert_eq!(warned, UNNAMEABLE);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_path_is_read_back_or_warned_of(
        parts in proptest::collection::vec("[a-c \"'`*@#<>=+\\\\|:;,.()&$%~!?{}\\[\\]\u{e4}\u{65e5}\t-]{1,8}", 1..3),
        form in prop::sample::select(&FORMS[..]),
        op in prop::sample::select(vec![FileOp::Modify, FileOp::Create, FileOp::Delete]),
    ) {
        let path = parts.join("/");
        if RelPath::new(path.as_str()).is_ok() {
            read_back(&path, op, form);
        }
    }
}

/// Writes what `git diff` writes of a file of this name, which it does not quote.
fn by_git(path: &str, op: &FileOp) -> String {
    let tab = if path.contains(' ') { "\t" } else { "" };
    let head = format!("diff --git a/{path} b/{path}\n");
    let lines = "index 83db48f..bf269f4 100644\n";
    match op {
        FileOp::Create => format!(
            "{head}new file mode 100644\nindex 0000000..83db48f\n--- /dev/null\n+++ b/{path}{tab}\n@@ -0,0 +1 @@\n+x\n"
        ),
        FileOp::Delete => format!(
            "{head}deleted file mode 100644\nindex 83db48f..0000000\n--- a/{path}{tab}\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n"
        ),
        FileOp::Rename { to } => format!(
            "diff --git a/{path} b/{to}\nsimilarity index 100%\nrename from {path}\nrename to {to}\n",
            to = to.to_text()
        ),
        FileOp::Modify | FileOp::Copy { .. } | FileOp::Replace => {
            format!("{head}{lines}--- a/{path}{tab}\n+++ b/{path}{tab}\n@@ -1 +1 @@\n-x\n+y\n")
        }
    }
}

#[test]
fn names_in_headers_of_git_are_what_git_writes_to_the_byte() {
    let is_plain = |path: &&&str| path.is_ascii() && !path.contains(['"', '\\']);
    let mut wrong = Vec::new();
    for path in ODD_PATHS.iter().filter(is_plain) {
        let to = RelPath::new(b"elsewhere").expect("plain");
        let from = RelPath::new(path.as_bytes()).expect("plain");
        for op in [
            FileOp::Create,
            FileOp::Delete,
            FileOp::Modify,
            FileOp::Rename { to: to.clone() },
        ] {
            let reply = by_git(path, &op);
            let read = dialect::parse(reply.as_bytes(), &Default::default()).patch;
            // Of a name that begins with a blank the line above does not say where it begins: it is refused, not misread.
            let is_it = matches!(&read.files[..], [file] if file.op == op
                && file.path.named().is_none_or(|named| *named == from));
            if !is_it {
                let got: Vec<_> = read.files.iter().map(|it| (&it.path, &it.op)).collect();
                wrong.push(format!("{path:?} {op:?}: {got:?}"));
            }
        }
        let reply = by_git("elsewhere", &FileOp::Rename { to: from.clone() });
        let read = dialect::parse(reply.as_bytes(), &Default::default()).patch;
        let goes = FileOp::Rename { to: from.clone() };
        if !matches!(&read.files[..], [file] if file.path.named() == Some(&to) && file.op == goes) {
            wrong.push(format!(
                "to {path:?}: {:?}",
                read.files.iter().map(|it| &it.op).collect::<Vec<_>>()
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
