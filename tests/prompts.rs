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
    /// How the sentences begin.
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
            "Put everything",
            "Begin each file",
            "Begin each change",
            "Begin every line",
            "In an added file",
        ],
        reply: "*** Begin Patch\n*** Update File: app.py\n@@ class B:\n@@     def run(self):\n-        self.n = 1\n+        self.n = 2\n*** Add File: new.py\n+x = 1\n*** End Patch\n",
        after: Some(IN_B),
        new: &[("new.py", "x = 1\n")],
    },
    Obeyed {
        dialect: "apply-patch",
        sentences: &["Begin each file", "Begin each change"],
        reply: "*** Begin Patch\n*** Update File: app.py\n*** Move to: lib.py\n@@ class B:\n     def run(self):\n-        self.n = 1\n+        self.n = 2\n         return self\n*** End Patch\n",
        after: None,
        new: &[("lib.py", IN_B)],
    },
    Obeyed {
        dialect: "roo",
        sentences: &[
            "After `<<<<<<< SEARCH`",
            "Write the path alone",
            "Below the lines",
            "In SEARCH copy",
            "Never write",
        ],
        reply: "app.py\n<<<<<<< SEARCH\n:start_line:7\n-------\n    def run(self):\n        self.n = 1\n=======\n    def run(self):\n        self.n = 2\n>>>>>>> REPLACE\n",
        after: Some(IN_B),
        new: &[],
    },
    Obeyed {
        dialect: "roo",
        sentences: &["Put a backslash before"],
        reply: "app.py\n<<<<<<< SEARCH\n:start_line:1\n-------\nclass A:\n=======\n\\=======\nclass A:\n>>>>>>> REPLACE\n",
        after: Some(MARKED),
        new: &[],
    },
    Obeyed {
        dialect: "search-replace",
        sentences: &["For a new file", "Put a backslash"],
        reply: "new.py\n```\n<<<<<<< SEARCH\n=======\nx = 1\n\\=======\n>>>>>>> REPLACE\n```\n",
        after: Some(BEFORE),
        new: &[("new.py", "x = 1\n=======\n")],
    },
    Obeyed {
        dialect: "unified",
        sentences: &["START counts from 1", "Leave out binary"],
        reply: "--- a/app.py\n+++ b/app.py\n@@ -1,4 +1,5 @@\n class A:\n+    n = 0\n     def run(self):\n         self.n = 1\n         return self\n@@ -6,4 +7,4 @@\n class B:\n     def run(self):\n-        self.n = 1\n+        self.n = 2\n         return self\n",
        after: Some(WITH_FIELD),
        new: &[],
    },
    Obeyed {
        dialect: "fudiff",
        sentences: &[
            "A hunk deletes and adds",
            "Write the hunks of a file in the order",
        ],
        reply: "--- filename: app.py\n+++ filename: app.py\n@@ @@\n-class A:\n+class A:\n+    n = 0\n     def run(self):\n@@ @@\n class B:\n     def run(self):\n-        self.n = 1\n+        self.n = 2\n         return self\n",
        after: Some(WITH_FIELD),
        new: &[],
    },
    Obeyed {
        dialect: "fudiff",
        sentences: &["To add or remove the newline"],
        reply: "--- filename: app.py\n+++ filename: app.py\n@@ @@\n class B:\n     def run(self):\n-        self.n = 1\n+        self.n = 2\n         return self\n-\n",
        after: Some(WITHOUT_NEWLINE),
        new: &[],
    },
    Obeyed {
        dialect: "fudiff",
        sentences: &["Put a backslash behind", "A hunk deletes and adds"],
        reply: "--- filename: app.py\n+++ filename: app.py\n@@ @@\n+\\@@@@\n class A:\n     def run(self):\n",
        after: Some(HEADED),
        new: &[],
    },
    Obeyed {
        dialect: "zed",
        sentences: &["Write `line=`", "In SEARCH copy"],
        reply: "app.py\n<<<<<<< SEARCH line=7\n    def run(self):\n        self.n = 1\n=======\n    def run(self):\n        self.n = 2\n>>>>>>> REPLACE\n",
        after: Some(IN_B),
        new: &[],
    },
    Obeyed {
        dialect: "search-replace",
        sentences: &[
            "Write the path",
            "In SEARCH copy",
            "In REPLACE write",
            "Use one block",
            "For a new file",
        ],
        reply: "app.py\n```\n<<<<<<< SEARCH\nclass B:\n    def run(self):\n        self.n = 1\n=======\nclass B:\n    def run(self):\n        self.n = 2\n>>>>>>> REPLACE\n```\n\nnew.py\n```\n<<<<<<< SEARCH\n=======\nx = 1\n>>>>>>> REPLACE\n```\n",
        after: Some(IN_B),
        new: &[("new.py", "x = 1\n")],
    },
    Obeyed {
        dialect: "cline",
        sentences: &["Write `------- SEARCH`", "Use one block"],
        reply: "app.py\n```\n------- SEARCH\nclass B:\n    def run(self):\n        self.n = 1\n=======\nclass B:\n    def run(self):\n        self.n = 2\n+++++++ REPLACE\n```\n",
        after: Some(IN_B),
        new: &[],
    },
    Obeyed {
        dialect: "numberless",
        sentences: &[
            "Write `--- PATH`",
            "Begin each hunk",
            "Write one hunk",
            "Copy the indentation",
            "Mark every line",
            "Leave out nothing",
            "To replace most",
            "A new file has",
            "Write no line numbers",
        ],
        reply: "```diff\n--- app.py\n+++ app.py\n@@ ... @@\n class B:\n-    def run(self):\n-        self.n = 1\n-        return self\n+    def run(self):\n+        self.n = 2\n+        return self\n--- /dev/null\n+++ new.py\n@@ ... @@\n+x = 1\n```\n",
        after: Some(IN_B),
        new: &[("new.py", "x = 1\n")],
    },
    Obeyed {
        dialect: "fudiff",
        sentences: &[
            "Write `--- filename",
            "Begin each hunk",
            "Begin every line",
            "Give at least",
            "Write no line numbers",
        ],
        reply: "--- filename: app.py\n+++ filename: app.py\n@@ @@\n class B:\n     def run(self):\n-        self.n = 1\n+        self.n = 2\n         return self\n",
        after: Some(IN_B),
        new: &[],
    },
    Obeyed {
        dialect: "unified",
        sentences: &[
            "Write `--- a/PATH`",
            "Begin each hunk",
            "Begin every line",
            "Give three lines",
            "A new file",
            "Blank context lines",
            "Make, change or delete",
        ],
        reply: "--- a/app.py\n+++ b/app.py\n@@ -5,5 +5,5 @@\n \n class B:\n     def run(self):\n-        self.n = 1\n+        self.n = 2\n         return self\n--- /dev/null\n+++ b/new.py\n@@ -0,0 +1,1 @@\n+x = 1\n",
        after: Some(IN_B),
        new: &[("new.py", "x = 1\n")],
    },
    Obeyed {
        dialect: "file-patch",
        sentences: &["Put the change", "Begin each hunk", "Use FILE_NEW"],
        reply: "[[[FILE_PATCH file_path=\"app.py\"]]]\n@@\n class B:\n     def run(self):\n-        self.n = 1\n+        self.n = 2\n         return self\n[[[/FILE_PATCH]]]\n[[[FILE_NEW file_path=\"new.py\"]]]\nx = 1\n[[[/FILE_NEW]]]\n",
        after: Some(IN_B),
        new: &[("new.py", "x = 1\n")],
    },
    Obeyed {
        dialect: "tool-json",
        sentences: &["Give `file_path`", "Escape the text"],
        reply: "{\"file_path\": \"app.py\", \"old_string\": \"class B:\\n    def run(self):\\n        self.n = 1\", \"new_string\": \"class B:\\n    def run(self):\\n        self.n = 2\"}\n",
        after: Some(IN_B),
        new: &[],
    },
    Obeyed {
        dialect: "tool-xml",
        sentences: &["Give `<path>`", "Write the text"],
        reply: "<edit>\n<path>app.py</path>\n<old_text>class B:\n    def run(self):\n        self.n = 1</old_text>\n<new_text>class B:\n    def run(self):\n        self.n = 2</new_text>\n</edit>\n",
        after: Some(IN_B),
        new: &[],
    },
    Obeyed {
        dialect: "whole-file",
        sentences: &["Write the path", "Leave out nothing"],
        reply: "app.py\n```python\nclass A:\n    def run(self):\n        self.n = 1\n        return self\n\nclass B:\n    def run(self):\n        self.n = 2\n        return self\n```\n",
        after: Some(IN_B),
        new: &[],
    },
    Obeyed {
        dialect: "apply-patch",
        sentences: &["Begin each file"],
        reply: "*** Begin Patch\n*** Delete File: app.py\n*** Add File: new.py\n+x = 1\n*** End Patch\n",
        after: None,
        new: &[("new.py", "x = 1\n")],
    },
    Obeyed {
        dialect: "unified",
        sentences: &["A new file", "Leave out binary"],
        reply: "--- a/app.py\n+++ /dev/null\n@@ -1,9 +0,0 @@\n-class A:\n-    def run(self):\n-        self.n = 1\n-        return self\n-\n-class B:\n-    def run(self):\n-        self.n = 1\n-        return self\n",
        after: None,
        new: &[],
    },
    Obeyed {
        dialect: "fudiff",
        sentences: &["Put a backslash behind"],
        reply: "--- filename: app.py\n+++ filename: app.py\n@@ @@\n+\\--- a\n+\\+++ b\n+\\```\n+\\\\@@\n class A:\n     def run(self):\n",
        after: Some(ALL_MARKED),
        new: &[],
    },
    Obeyed {
        dialect: "numberless",
        sentences: &["Write one hunk", "To replace most", "To move code"],
        reply: "```diff\n--- app.py\n+++ app.py\n@@ ... @@\n class B:\n     def run(self):\n         self.n = 1\n         return self\n+\n+class A:\n+    def run(self):\n+        self.n = 1\n+        return self\n@@ ... @@\n-class A:\n-    def run(self):\n-        self.n = 1\n-        return self\n-\n class B:\n```\n",
        after: Some(TURNED),
        new: &[],
    },
    Obeyed {
        dialect: "search-replace",
        sentences: &["In REPLACE write"],
        reply: "app.py\n```\n<<<<<<< SEARCH\nclass B:\n    def run(self):\n        self.n = 1\n        return self\n=======\nclass B:\n    def run(self):\n        self.n = 1\n>>>>>>> REPLACE\n```\n",
        after: Some(WITHOUT_RETURN),
        new: &[],
    },
    Obeyed {
        dialect: "search-replace",
        sentences: &["In REPLACE write"],
        reply: "app.py\n```\n<<<<<<< SEARCH\nclass A:\n    def run(self):\n        self.n = 1\n        return self\n\nclass B:\n    def run(self):\n        self.n = 1\n=======\n>>>>>>> REPLACE\n```\n",
        after: Some("        return self\n"),
        new: &[],
    },
    Obeyed {
        dialect: "cline",
        sentences: &["Use one block"],
        reply: "app.py\n```\n------- SEARCH\nclass A:\n=======\nclass A:\n    n = 0\n+++++++ REPLACE\n------- SEARCH\nclass B:\n    def run(self):\n        self.n = 1\n=======\nclass B:\n    def run(self):\n        self.n = 2\n+++++++ REPLACE\n```\n",
        after: Some(WITH_FIELD),
        new: &[],
    },
    Obeyed {
        dialect: "file-patch",
        sentences: &["Use FILE_NEW"],
        reply: "[[[FILE_DELETE file_path=\"app.py\"]]]\n[[[/FILE_DELETE]]]\n",
        after: None,
        new: &[],
    },
    Obeyed {
        dialect: "file-patch",
        sentences: &["Use `[[[FILE_RENAME"],
        reply: "[[[FILE_RENAME from_path=\"app.py\" to_path=\"lib.py\"]]]\n[[[/FILE_RENAME]]]\n",
        after: None,
        new: &[("lib.py", BEFORE)],
    },
    Obeyed {
        dialect: "file-patch",
        sentences: &["Use `[[[FILE_RENAME"],
        reply: "[[[FILE_COPY from_path=\"app.py\" to_path=\"lib.py\"]]]\n[[[/FILE_COPY]]]\n",
        after: Some(BEFORE),
        new: &[("lib.py", BEFORE)],
    },
    Obeyed {
        dialect: "tool-json",
        sentences: &["Escape the text"],
        reply: "{\"file_path\": \"app.py\", \"old_string\": \"class B:\\n    def run(self):\\n        self.n = 1\", \"new_string\": \"class B:\\n    def run(self):\\n        self.n = a < 1 & b > \\\"\\\\t\\\"\"}\n",
        after: Some(SIGNED),
        new: &[],
    },
    Obeyed {
        dialect: "tool-xml",
        sentences: &["Write the text"],
        reply: "<edit>\n<path>app.py</path>\n<old_text>class B:\n    def run(self):\n        self.n = 1</old_text>\n<new_text>class B:\n    def run(self):\n        self.n = a < 1 & b > \"\\t\"</new_text>\n</edit>\n",
        after: Some(SIGNED),
        new: &[],
    },
];

/// Applies a reply to the one file `app.py`, and returns what the tree is then.
fn applied(row: &Obeyed) -> Tree {
    let mut session = Session::open(row.reply.as_bytes(), Options::default());
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
        let begun: BTreeSet<&str> = rows.flat_map(|row| row.sentences).copied().collect();
        let is_unheard = |sentence: &&str| !begun.iter().any(|begin| sentence.starts_with(begin));
        let said = spec.advice.iter().flat_map(|advice| sentences(advice));
        let said: Vec<&str> = said.collect();
        let unheard: Vec<_> = said.iter().copied().filter(is_unheard).collect();
        assert!(unheard.is_empty(), "{}: {unheard:?}", spec.name);
        let is_said = |begin: &&str| said.iter().any(|sentence| sentence.starts_with(begin));
        let unsaid: Vec<_> = begun.into_iter().filter(|begin| !is_said(begin)).collect();
        assert!(unsaid.is_empty(), "{}: {unsaid:?}", spec.name);
    }
}
