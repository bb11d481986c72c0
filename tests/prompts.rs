//! What models are told by `hunkwise prompt` is heard: for every sentence of it, a reply that obeys it does what it says.

use std::collections::{BTreeMap, BTreeSet};

use hunkwise::dialect::DIALECTS;
use hunkwise::plan::{FileChange, Scope};
use hunkwise::session::{Options, Session};
use hunkwise::text::{Content, RelPath, Snapshot};

type Tree = BTreeMap<String, String>;

/// A reply that obeys some sentences of a dialect.
struct Obeyed {
    dialect: &'static str,
    /// The sentences, word for word: whoever changes one looks at the reply that obeys it.
    sentences: &'static [&'static str],
    reply: &'static str,
    /// What becomes of the file `app.py`; nothing where it goes.
    after: Option<&'static str>,
    /// Other files that come: path and content.
    new: &'static [(&'static str, &'static str)],
}

const BEFORE: &str = "class A:\n    def run(self):\n        self.n = 1\n        return self\n\nclass B:\n    def run(self):\n        self.n = 1\n        return self\n";

/// `BEFORE` with the change that most replies make: in the second class.
const IN_B: &str = "class A:\n    def run(self):\n        self.n = 1\n        return self\n\nclass B:\n    def run(self):\n        self.n = 2\n        return self\n";

/// `IN_B` with a line more in the first class.
const WITH_FIELD: &str = "class A:\n    n = 0\n    def run(self):\n        self.n = 1\n        return self\n\nclass B:\n    def run(self):\n        self.n = 2\n        return self\n";

/// `IN_B` without the newline at its end.
const WITHOUT_NEWLINE: &str = "class A:\n    def run(self):\n        self.n = 1\n        return self\n\nclass B:\n    def run(self):\n        self.n = 2\n        return self";

/// `BEFORE` with a line on top that looks like a marker.
const MARKED: &str = "=======\nclass A:\n    def run(self):\n        self.n = 1\n        return self\n\nclass B:\n    def run(self):\n        self.n = 1\n        return self\n";

/// `BEFORE` with lines on top that look like marks of a diff and of Markdown.
const ALL_MARKED: &str = "--- a\n+++ b\n```\n\\@@\nclass A:\n    def run(self):\n        self.n = 1\n        return self\n\nclass B:\n    def run(self):\n        self.n = 1\n        return self\n";

/// `BEFORE` with its two classes in the other order.
const TURNED: &str = "class B:\n    def run(self):\n        self.n = 1\n        return self\n\nclass A:\n    def run(self):\n        self.n = 1\n        return self\n";

/// `BEFORE` without a line of the second class.
const WITHOUT_RETURN: &str = "class A:\n    def run(self):\n        self.n = 1\n        return self\n\nclass B:\n    def run(self):\n        self.n = 1\n";

/// `BEFORE` with signs that XML and JSON write otherwise.
const SIGNED: &str = "class A:\n    def run(self):\n        self.n = 1\n        return self\n\nclass B:\n    def run(self):\n        self.n = a < 1 & b > \"\\t\"\n        return self\n";

/// `BEFORE` with a line on top that looks like the header of a hunk.
const HEADED: &str = "@@@@\nclass A:\n    def run(self):\n        self.n = 1\n        return self\n\nclass B:\n    def run(self):\n        self.n = 1\n        return self\n";

const OBEYED: &[Obeyed] = &[
    Obeyed {
        dialect: "apply-patch",
        sentences: &[
            "Put everything between `*** Begin Patch` and `*** End Patch`.",
            "Begin each file with `*** Update File: PATH`, `*** Add File: PATH` or `*** Delete File: PATH`; a file that moves has `*** Move to: PATH` on the next line.",
            "Begin each change with `@@`, followed by the line of the enclosing class or function where the context alone would not be unique.",
            "Begin every line with a space, `-` or `+`, with three lines of context around each change.",
            "In an added file every line begins with `+`.",
        ],
        reply: "*** Begin Patch\n*** Update File: app.py\n@@ class B:\n@@     def run(self):\n-        self.n = 1\n+        self.n = 2\n*** Add File: new.py\n+x = 1\n*** End Patch\n",
        after: Some(IN_B),
        new: &[("new.py", "x = 1\n")],
    },
    Obeyed {
        dialect: "apply-patch",
        sentences: &[
            "Begin each file with `*** Update File: PATH`, `*** Add File: PATH` or `*** Delete File: PATH`; a file that moves has `*** Move to: PATH` on the next line.",
            "Begin each change with `@@`, followed by the line of the enclosing class or function where the context alone would not be unique.",
        ],
        reply: "*** Begin Patch\n*** Update File: app.py\n*** Move to: lib.py\n@@ class B:\n     def run(self):\n-        self.n = 1\n+        self.n = 2\n         return self\n*** End Patch\n",
        after: None,
        new: &[("lib.py", IN_B)],
    },
    Obeyed {
        dialect: "roo",
        sentences: &[
            "After `<<<<<<< SEARCH` write `:start_line:` and the number that the first line searched for has in the file as it is, whatever other blocks change, then `-------`.",
            "Write the path alone on the line above `<<<<<<< SEARCH`.",
            "Below the lines searched for write `=======`, then the new lines, then `>>>>>>> REPLACE`.",
            "In SEARCH copy the lines exactly, without the line numbers you were shown.",
            "Never write `:start_line:` below `=======`.",
        ],
        reply: "app.py\n<<<<<<< SEARCH\n:start_line:7\n-------\n    def run(self):\n        self.n = 1\n=======\n    def run(self):\n        self.n = 2\n>>>>>>> REPLACE\n",
        after: Some(IN_B),
        new: &[],
    },
    Obeyed {
        dialect: "roo",
        sentences: &[
            "After `<<<<<<< SEARCH` write `:start_line:` and the number that the first line searched for has in the file as it is, whatever other blocks change, then `-------`.",
        ],
        reply: "app.py\n<<<<<<< SEARCH\n:start_line:1\n-------\nclass A:\n=======\nclass A:\n    n = 0\n>>>>>>> REPLACE\n<<<<<<< SEARCH\n:start_line:8\n-------\n        self.n = 1\n=======\n        self.n = 2\n>>>>>>> REPLACE\n",
        after: Some(WITH_FIELD),
        new: &[],
    },
    Obeyed {
        dialect: "zed",
        sentences: &[
            "On the SEARCH marker write `line=` and the number that the first line searched for has in the file as it is, whatever other blocks change.",
        ],
        reply: "app.py\n<<<<<<< SEARCH line=1\nclass A:\n=======\nclass A:\n    n = 0\n>>>>>>> REPLACE\n<<<<<<< SEARCH line=8\n        self.n = 1\n=======\n        self.n = 2\n>>>>>>> REPLACE\n",
        after: Some(WITH_FIELD),
        new: &[],
    },
    Obeyed {
        dialect: "roo",
        sentences: &["Put a backslash before a line of the file that looks like a marker."],
        reply: "app.py\n<<<<<<< SEARCH\n:start_line:1\n-------\nclass A:\n=======\n\\=======\nclass A:\n>>>>>>> REPLACE\n",
        after: Some(MARKED),
        new: &[],
    },
    Obeyed {
        dialect: "search-replace",
        sentences: &[
            "For a new file leave SEARCH empty.",
            "Put a backslash before a line of the file that looks like a marker.",
        ],
        reply: "new.py\n```\n<<<<<<< SEARCH\n=======\nx = 1\n\\=======\n>>>>>>> REPLACE\n```\n",
        after: Some(BEFORE),
        new: &[("new.py", "x = 1\n=======\n")],
    },
    Obeyed {
        dialect: "unified",
        sentences: &[
            "START counts from 1 in the file as it is; behind `+` it is shifted by what the hunks above add and remove.",
            "Leave out binary files.",
        ],
        reply: "--- a/app.py\n+++ b/app.py\n@@ -1,4 +1,5 @@\n class A:\n+    n = 0\n     def run(self):\n         self.n = 1\n         return self\n@@ -6,4 +7,4 @@\n class B:\n     def run(self):\n-        self.n = 1\n+        self.n = 2\n         return self\n",
        after: Some(WITH_FIELD),
        new: &[],
    },
    Obeyed {
        dialect: "fudiff",
        sentences: &[
            "A hunk deletes and adds lines: one that only deletes is invalid, and so is one that only adds, but where the file begins or ends.",
            "Write the hunks of a file in the order of its lines.",
        ],
        reply: "--- filename: app.py\n+++ filename: app.py\n@@ @@\n-class A:\n+class A:\n+    n = 0\n     def run(self):\n@@ @@\n class B:\n     def run(self):\n-        self.n = 1\n+        self.n = 2\n         return self\n",
        after: Some(WITH_FIELD),
        new: &[],
    },
    Obeyed {
        dialect: "fudiff",
        sentences: &[
            "To add or remove the newline at the end of the file, end the hunk with an empty line behind `+` or `-`.",
        ],
        reply: "--- filename: app.py\n+++ filename: app.py\n@@ @@\n class B:\n     def run(self):\n-        self.n = 1\n+        self.n = 2\n         return self\n-\n",
        after: Some(WITHOUT_NEWLINE),
        new: &[],
    },
    Obeyed {
        dialect: "fudiff",
        sentences: &[
            "Put a backslash behind the first character where a line of the file itself begins with `@@`, `---`, `+++` or a fence, or with a backslash before one of these.",
            "A hunk deletes and adds lines: one that only deletes is invalid, and so is one that only adds, but where the file begins or ends.",
        ],
        reply: "--- filename: app.py\n+++ filename: app.py\n@@ @@\n+\\@@@@\n class A:\n     def run(self):\n",
        after: Some(HEADED),
        new: &[],
    },
    Obeyed {
        dialect: "zed",
        sentences: &[
            "On the SEARCH marker write `line=` and the number that the first line searched for has in the file as it is, whatever other blocks change.",
            "In SEARCH copy the lines to be replaced exactly; in REPLACE write the lines that replace them.",
        ],
        reply: "app.py\n<<<<<<< SEARCH line=7\n    def run(self):\n        self.n = 1\n=======\n    def run(self):\n        self.n = 2\n>>>>>>> REPLACE\n",
        after: Some(IN_B),
        new: &[],
    },
    Obeyed {
        dialect: "search-replace",
        sentences: &[
            "Write the path alone on the line above the fence.",
            "In SEARCH copy the lines to be replaced exactly, every blank and comment included, enough of them to match one place of the file only.",
            "In REPLACE write the lines that replace them; leave it empty to delete.",
            "Use one block for each change, and several small blocks rather than one large one.",
            "For a new file leave SEARCH empty.",
        ],
        reply: "app.py\n```\n<<<<<<< SEARCH\nclass B:\n    def run(self):\n        self.n = 1\n=======\nclass B:\n    def run(self):\n        self.n = 2\n>>>>>>> REPLACE\n```\n\nnew.py\n```\n<<<<<<< SEARCH\n=======\nx = 1\n>>>>>>> REPLACE\n```\n",
        after: Some(IN_B),
        new: &[("new.py", "x = 1\n")],
    },
    Obeyed {
        dialect: "cline",
        sentences: &[
            "Write `------- SEARCH`, the exact lines to be replaced, `=======`, the new lines, `+++++++ REPLACE`.",
            "Use one block for each change, in the order of the file.",
        ],
        reply: "app.py\n```\n------- SEARCH\nclass B:\n    def run(self):\n        self.n = 1\n=======\nclass B:\n    def run(self):\n        self.n = 2\n+++++++ REPLACE\n```\n",
        after: Some(IN_B),
        new: &[],
    },
    Obeyed {
        dialect: "numberless",
        sentences: &[
            "Write `--- PATH` and `+++ PATH` before the hunks of each file, without timestamps.",
            "Begin each hunk with `@@ ... @@`.",
            "Write one hunk for each section of the file that changes, in any order, and none for a section that stays as it is.",
            "Copy the indentation of every line exactly: it counts.",
            "Mark every line that goes with `-` and every new line with `+`; begin context lines with a space.",
            "Leave out nothing in between: no blank line, comment or docstring may be skipped.",
            "To replace most of a function, delete all of it and add all of the new version.",
            "A new file has `--- /dev/null`.",
            "Write no line numbers.",
        ],
        reply: "```diff\n--- app.py\n+++ app.py\n@@ ... @@\n class B:\n-    def run(self):\n-        self.n = 1\n-        return self\n+    def run(self):\n+        self.n = 2\n+        return self\n--- /dev/null\n+++ new.py\n@@ ... @@\n+x = 1\n```\n",
        after: Some(IN_B),
        new: &[("new.py", "x = 1\n")],
    },
    Obeyed {
        dialect: "fudiff",
        sentences: &[
            "Write `--- filename: PATH` and `+++ filename: PATH` before the hunks of each file.",
            "Begin each hunk with `@@ @@`, alone on its line.",
            "Begin every line of a hunk with a space, `-` or `+`; nothing else may come first.",
            "Give at least two lines of unchanged context before and after each change, enough for the place to be the only one in the file.",
            "Write no line numbers.",
        ],
        reply: "--- filename: app.py\n+++ filename: app.py\n@@ @@\n class B:\n     def run(self):\n-        self.n = 1\n+        self.n = 2\n         return self\n",
        after: Some(IN_B),
        new: &[],
    },
    Obeyed {
        dialect: "unified",
        sentences: &[
            "Write `--- a/PATH` and `+++ b/PATH` before the hunks of each file, paths relative to the project's root.",
            "Begin each hunk with `@@ -START,COUNT +START,COUNT @@`; count the lines of the hunk, do not guess.",
            "Begin every line of a hunk with one character: a space for context, `-` for a line that goes, `+` for a line that comes.",
            "Give three lines of unchanged context before and after each change, copied exactly from the file.",
            "A new file has `--- /dev/null`, a deleted one `+++ /dev/null`.",
            "Blank context lines are a single space.",
            "Make, change or delete a file, never two of these in one section.",
        ],
        reply: "--- a/app.py\n+++ b/app.py\n@@ -5,5 +5,5 @@\n \n class B:\n     def run(self):\n-        self.n = 1\n+        self.n = 2\n         return self\n--- /dev/null\n+++ b/new.py\n@@ -0,0 +1,1 @@\n+x = 1\n",
        after: Some(IN_B),
        new: &[("new.py", "x = 1\n")],
    },
    Obeyed {
        dialect: "file-patch",
        sentences: &[
            "Put the change of each file between `[[[FILE_PATCH file_path=\"PATH\"]]]` and `[[[/FILE_PATCH]]]`.",
            "Begin each hunk with `@@` alone, and every line of it with a space, `-` or `+`.",
            "Use FILE_NEW with the whole content for new files, and FILE_DELETE for files that go.",
        ],
        reply: "[[[FILE_PATCH file_path=\"app.py\"]]]\n@@\n class B:\n     def run(self):\n-        self.n = 1\n+        self.n = 2\n         return self\n[[[/FILE_PATCH]]]\n[[[FILE_NEW file_path=\"new.py\"]]]\nx = 1\n[[[/FILE_NEW]]]\n",
        after: Some(IN_B),
        new: &[("new.py", "x = 1\n")],
    },
    Obeyed {
        dialect: "tool-json",
        sentences: &[
            "Give `file_path`, `old_string` and `new_string`; the old text is copied exactly and exists once in the file.",
            "Escape the text once, as JSON asks.",
        ],
        reply: "{\"file_path\": \"app.py\", \"old_string\": \"class B:\\n    def run(self):\\n        self.n = 1\", \"new_string\": \"class B:\\n    def run(self):\\n        self.n = 2\"}\n",
        after: Some(IN_B),
        new: &[],
    },
    Obeyed {
        dialect: "tool-xml",
        sentences: &[
            "Give `<path>`, `<old_text>` and `<new_text>` inside of `<edit>`; the old text is copied exactly and exists once in the file.",
            "Write the text as it is, without entities.",
        ],
        reply: "<edit>\n<path>app.py</path>\n<old_text>class B:\n    def run(self):\n        self.n = 1</old_text>\n<new_text>class B:\n    def run(self):\n        self.n = 2</new_text>\n</edit>\n",
        after: Some(IN_B),
        new: &[],
    },
    Obeyed {
        dialect: "whole-file",
        sentences: &[
            "Write the path alone on the line above the fence, then the whole file, from its first line to its last.",
            "Leave out nothing: no `...`, no comment that stands for code.",
        ],
        reply: "app.py\n```python\nclass A:\n    def run(self):\n        self.n = 1\n        return self\n\nclass B:\n    def run(self):\n        self.n = 2\n        return self\n```\n",
        after: Some(IN_B),
        new: &[],
    },
    Obeyed {
        dialect: "apply-patch",
        sentences: &[
            "Begin each file with `*** Update File: PATH`, `*** Add File: PATH` or `*** Delete File: PATH`; a file that moves has `*** Move to: PATH` on the next line.",
        ],
        reply: "*** Begin Patch\n*** Delete File: app.py\n*** Add File: new.py\n+x = 1\n*** End Patch\n",
        after: None,
        new: &[("new.py", "x = 1\n")],
    },
    Obeyed {
        dialect: "unified",
        sentences: &[
            "A new file has `--- /dev/null`, a deleted one `+++ /dev/null`.",
            "Leave out binary files.",
        ],
        reply: "--- a/app.py\n+++ /dev/null\n@@ -1,9 +0,0 @@\n-class A:\n-    def run(self):\n-        self.n = 1\n-        return self\n-\n-class B:\n-    def run(self):\n-        self.n = 1\n-        return self\n",
        after: None,
        new: &[],
    },
    Obeyed {
        dialect: "fudiff",
        sentences: &[
            "Put a backslash behind the first character where a line of the file itself begins with `@@`, `---`, `+++` or a fence, or with a backslash before one of these.",
        ],
        reply: "--- filename: app.py\n+++ filename: app.py\n@@ @@\n+\\--- a\n+\\+++ b\n+\\```\n+\\\\@@\n class A:\n     def run(self):\n",
        after: Some(ALL_MARKED),
        new: &[],
    },
    Obeyed {
        dialect: "numberless",
        sentences: &[
            "Write one hunk for each section of the file that changes, in any order, and none for a section that stays as it is.",
            "To replace most of a function, delete all of it and add all of the new version.",
            "To move code, use one hunk that deletes it and one that adds it.",
        ],
        reply: "```diff\n--- app.py\n+++ app.py\n@@ ... @@\n class B:\n     def run(self):\n         self.n = 1\n         return self\n+\n+class A:\n+    def run(self):\n+        self.n = 1\n+        return self\n@@ ... @@\n-class A:\n-    def run(self):\n-        self.n = 1\n-        return self\n-\n class B:\n```\n",
        after: Some(TURNED),
        new: &[],
    },
    Obeyed {
        dialect: "search-replace",
        sentences: &["In REPLACE write the lines that replace them; leave it empty to delete."],
        reply: "app.py\n```\n<<<<<<< SEARCH\nclass B:\n    def run(self):\n        self.n = 1\n        return self\n=======\nclass B:\n    def run(self):\n        self.n = 1\n>>>>>>> REPLACE\n```\n",
        after: Some(WITHOUT_RETURN),
        new: &[],
    },
    Obeyed {
        dialect: "search-replace",
        sentences: &["In REPLACE write the lines that replace them; leave it empty to delete."],
        reply: "app.py\n```\n<<<<<<< SEARCH\nclass A:\n    def run(self):\n        self.n = 1\n        return self\n\nclass B:\n    def run(self):\n        self.n = 1\n=======\n>>>>>>> REPLACE\n```\n",
        after: Some("        return self\n"),
        new: &[],
    },
    Obeyed {
        dialect: "cline",
        sentences: &["Use one block for each change, in the order of the file."],
        reply: "app.py\n```\n------- SEARCH\nclass A:\n=======\nclass A:\n    n = 0\n+++++++ REPLACE\n------- SEARCH\nclass B:\n    def run(self):\n        self.n = 1\n=======\nclass B:\n    def run(self):\n        self.n = 2\n+++++++ REPLACE\n```\n",
        after: Some(WITH_FIELD),
        new: &[],
    },
    Obeyed {
        dialect: "file-patch",
        sentences: &[
            "Use FILE_NEW with the whole content for new files, and FILE_DELETE for files that go.",
        ],
        reply: "[[[FILE_DELETE file_path=\"app.py\"]]]\n[[[/FILE_DELETE]]]\n",
        after: None,
        new: &[],
    },
    Obeyed {
        dialect: "file-patch",
        sentences: &[
            "Use `[[[FILE_RENAME from_path=\"OLD\" to_path=\"NEW\"]]]` to move a file, and FILE_COPY likewise to copy one.",
        ],
        reply: "[[[FILE_RENAME from_path=\"app.py\" to_path=\"lib.py\"]]]\n[[[/FILE_RENAME]]]\n",
        after: None,
        new: &[("lib.py", BEFORE)],
    },
    Obeyed {
        dialect: "file-patch",
        sentences: &[
            "Use `[[[FILE_RENAME from_path=\"OLD\" to_path=\"NEW\"]]]` to move a file, and FILE_COPY likewise to copy one.",
        ],
        reply: "[[[FILE_COPY from_path=\"app.py\" to_path=\"lib.py\"]]]\n[[[/FILE_COPY]]]\n",
        after: Some(BEFORE),
        new: &[("lib.py", BEFORE)],
    },
    Obeyed {
        dialect: "tool-json",
        sentences: &["Escape the text once, as JSON asks."],
        reply: "{\"file_path\": \"app.py\", \"old_string\": \"class B:\\n    def run(self):\\n        self.n = 1\", \"new_string\": \"class B:\\n    def run(self):\\n        self.n = a < 1 & b > \\\"\\\\t\\\"\"}\n",
        after: Some(SIGNED),
        new: &[],
    },
    Obeyed {
        dialect: "tool-xml",
        sentences: &["Write the text as it is, without entities."],
        reply: "<edit>\n<path>app.py</path>\n<old_text>class B:\n    def run(self):\n        self.n = 1</old_text>\n<new_text>class B:\n    def run(self):\n        self.n = a < 1 & b > \"\\t\"</new_text>\n</edit>\n",
        after: Some(SIGNED),
        new: &[],
    },
];

/// Applies a reply to the one file `app.py`, and returns what the tree is then.
fn applied(row: &Obeyed) -> Tree {
    let mut session = Session::open(row.reply.as_bytes(), Options::default());
    let read_as = session.patch().files.iter().map(|file| file.dialect);
    assert_eq!(read_as.collect::<BTreeSet<_>>(), [row.dialect].into());
    let read = |path: &RelPath| {
        let content = if path.as_bytes() == b"app.py" {
            Content::of_bytes(BEFORE.into())
        } else {
            Content::Absent
        };
        Snapshot::new(path.clone(), content)
    };
    session.supply_wanted(read, &hunkwise::matcher::Never);
    let messages: Vec<_> = session
        .needing_person()
        .map(|hunk| session.message(hunk.id))
        .collect();
    let changes = session.changes(Scope::Everything);
    let changes = changes.unwrap_or_else(|_| panic!("{}: {messages:?}", row.dialect));
    let mut tree = Tree::from([("app.py".to_string(), BEFORE.to_string())]);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    for change in changes.changes() {
        match change {
            FileChange::Modify { path, after, .. } | FileChange::Create { path, after, .. } => {
                tree.insert(text(path.as_bytes()), text(after));
            }
            FileChange::Rename {
                from, to, after, ..
            } => {
                tree.remove(&text(from.as_bytes()));
                tree.insert(text(to.as_bytes()), text(after));
            }
            FileChange::Copy { to, after, .. } => {
                tree.insert(text(to.as_bytes()), text(after));
            }
            FileChange::Delete { path, .. } => {
                tree.remove(&text(path.as_bytes()));
            }
            FileChange::Mode { .. } => panic!("{change:?}"),
        }
    }
    tree
}

#[test]
fn a_reply_that_obeys_the_prompt_does_what_it_says() {
    for row in OBEYED {
        let after = row.after.map(|after| ("app.py", after));
        let expected = after.iter().chain(row.new);
        let expected: Tree = expected
            .map(|(path, text)| (path.to_string(), text.to_string()))
            .collect();
        assert_eq!(applied(row), expected, "{}", row.dialect);
    }
}

/// Returns the sentences of one piece of advice.
fn sentences(advice: &str) -> Vec<&str> {
    let mut rest = advice;
    let mut sentences = Vec::new();
    while let Some(at) = rest.match_indices(". ").find_map(|(at, _)| {
        let next = rest[at + 2..].chars().next();
        next.filter(char::is_ascii_uppercase).map(|_| at)
    }) {
        sentences.push(&rest[..=at]);
        rest = &rest[at + 2..];
    }
    sentences.push(rest);
    sentences
}

#[test]
fn every_sentence_of_the_prompts_is_obeyed_by_a_reply() {
    for spec in DIALECTS {
        let rows = OBEYED.iter().filter(|row| row.dialect == spec.name);
        let obeyed: BTreeSet<&str> = rows.flat_map(|row| row.sentences).copied().collect();
        let said = spec.advice.iter().flat_map(|advice| sentences(advice));
        assert_eq!(obeyed, said.collect(), "{}", spec.name);
    }
}
