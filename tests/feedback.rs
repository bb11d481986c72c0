//! What a model is told of its reply: true of what is on disk, and enough to mend it in one round. Each offer of a hunk that
//! can be sent as it is, is sent, and lands where it was made for.

use std::collections::BTreeMap;

use hunkwise::patch::LineKind;
use hunkwise::plan::{Decision, Scope};
use hunkwise::report::feedback::{Ending, Feedback, Offer, Stage, Standing};
use hunkwise::report::{self, Exit, Hidden};
use hunkwise::session::{Command, Options, Session};
use hunkwise::text::{Content, RelPath, Snapshot};

const TWINS: &str = "class A:\n    def run(self):\n        total = 0\n        total += count()\n        return total\n\n\nclass B:\n    def run(self):\n        total = 0\n        total += count()\n        return total\n";
const POEM: &str = "roses are red\nviolets are blue\nsugar is sweet\nand so are you\n";
const GREET: &str = "fn greet(name: &str) {\n    let line = format!(\"hello {name}\");\n    println!(\"{line}\");\n}\n\nfn main() {\n    greet(\"you\");\n}\n";

const SITES: &str =
    "[test]\ntimeout = thirty\n[stage]\ntimeout = thirty\n[live]\ntimeout = thirty\n";

const FILES: &[(&str, &str)] = &[
    ("sites.ini", SITES),
    ("twins.py", TWINS),
    ("poem.txt", POEM),
    ("src/greet.rs", GREET),
    ("src/deep/logging.py", "import sys\n\nLEVEL = 3\n"),
];

/// What a reply must be told, and must not.
struct Case {
    name: &'static str,
    reply: &'static str,
    /// What is written before the feedback is.
    written: Option<Scope>,
    says: &'static [&'static str],
    lacks: &'static [&'static str],
}

const FIX: &str = "--- a/poem.txt\n+++ b/poem.txt\n@@ -1,3 +1,3 @@\n roses are red\n-violets are blue\n+violets are purple\n sugar is sweet\n";
const TWIN: &str = "--- a/twins.py\n+++ b/twins.py\n@@ ... @@\n         total = 0\n-        total += count()\n+        total += 2 * count()\n         return total\n";
const BOTH: &str = "--- a/poem.txt\n+++ b/poem.txt\n@@ -1,3 +1,3 @@\n roses are red\n-violets are blue\n+violets are purple\n sugar is sweet\n--- a/twins.py\n+++ b/twins.py\n@@ ... @@\n         total = 0\n-        total += count()\n+        total += 2 * count()\n         return total\n";

const CASES: &[Case] = &[
    Case {
        name: "a reply without a patch",
        reply: "hello\n",
        written: None,
        says: &["Nothing was written.", "No edit was read", "SEARCH/REPLACE"],
        lacks: &["on disk", "Nothing is left", "taken"],
    },
    Case {
        name: "a new file where one is",
        reply: "--- /dev/null\n+++ b/poem.txt\n@@ -0,0 +1,1 @@\n+lilies are white\n",
        written: None,
        says: &["it asks for a new file, but the file exists", "as hunks"],
        lacks: &["Search:"],
    },
    Case {
        name: "a deletion that shows other lines than the file's",
        reply: "--- a/poem.txt\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-lilies are white\n",
        written: None,
        says: &["does not show all of its lines", "send git's header for it"],
        lacks: &["only a part"],
    },
    Case {
        name: "new lines beside which nothing is quoted",
        reply: "--- a/poem.txt\n+++ b/poem.txt\n@@ -2,0 +3,1 @@\n+lilies are white\n",
        written: None,
        says: &["it quotes no line", "If you mean line 3, send:"],
        lacks: &["Search:"],
    },
    Case {
        name: "a near miss, with the share of characters that match",
        reply: "--- a/poem.txt\n+++ b/poem.txt\n@@ ... @@\n-violets are bleu\n+violets are purple\n",
        written: None,
        says: &["Search: all 4 lines", "% of the characters match"],
        lacks: &[],
    },
    Case {
        name: "an empty reply",
        reply: "",
        written: None,
        says: &["Nothing was written.", "No edit was read"],
        lacks: &["on disk"],
    },
    Case {
        name: "a reply of blank lines",
        reply: "\n\n \n",
        written: None,
        says: &["Nothing was written."],
        lacks: &["on disk"],
    },
    Case {
        name: "hidden text is refused",
        reply: "--- a/poem.txt\n+++ b/poem.txt\n@@ -1,2 +1,2 @@\n roses are red\n-violets are blue\n+violets are \u{202e}blue\n",
        written: None,
        says: &[
            "Nothing was written.",
            "REFUSED: hidden text",
            "U+202E",
            "without the hidden text",
        ],
        lacks: &["Nothing is left", "1 of 1 hunk is on disk"],
    },
    Case {
        name: "a zero-width space is refused",
        reply: "--- a/poem.txt\n+++ b/poem.txt\n@@ -1,2 +1,2 @@\n roses are red\n-violets are blue\n+violets\u{200b} are red\n",
        written: None,
        says: &["Nothing was written.", "REFUSED: hidden text"],
        lacks: &["Nothing is left"],
    },
    Case {
        name: "a tie that hides text",
        reply: "--- a/twins.py\n+++ b/twins.py\n@@ ... @@\n         total = 0\n-        total += count()\n+        total += 2 * \u{202e}count()\n         return total\n",
        written: None,
        says: &[
            "fits 2 places",
            "it adds hidden characters: U+202E",
            "until it matches one place only. Send it again without the hidden text.",
        ],
        lacks: &["Nothing is left"],
    },
    Case {
        name: "one refused and one held",
        reply: "--- a/twins.py\n+++ b/twins.py\n@@ -1,2 +1,2 @@\n-class A:\n+class C:\n     def run(self):\n--- a/poem.txt\n+++ b/poem.txt\n@@ -1,2 +1,2 @@\n roses are red\n-violets are blue\n+violets are \u{202e}blue\n",
        written: None,
        says: &[
            "REFUSED: hidden text",
            "### HELD",
            "+class C:",
            "Send both again",
        ],
        lacks: &["Send only"],
    },
    Case {
        name: "all fits and nothing is written",
        reply: FIX,
        written: None,
        says: &[
            "Nothing was written.",
            "1 hunk that fits is not on disk yet",
            "Nothing is left to mend",
        ],
        lacks: &["###", "again", "is on disk."],
    },
    Case {
        name: "all is written",
        reply: FIX,
        written: Some(Scope::Everything),
        says: &["1 hunk of 1 on disk. Nothing is left to send."],
        lacks: &["Nothing was written", "###"],
    },
    Case {
        name: "all was written before",
        reply: "--- a/poem.txt\n+++ b/poem.txt\n@@ -1,2 +1,2 @@\n roses are red\n-violets were grey\n+violets are blue\n sugar is sweet\n",
        written: None,
        says: &["1 hunk of 1 on disk"],
        lacks: &["Nothing was written", "###"],
    },
    Case {
        name: "a file that moves is held with its move, also in blocks",
        reply: "twins.py\n<<<<<<< SEARCH\n        total += count()\n=======\n        total += 2 * count()\n>>>>>>> REPLACE\n\n```diff\ndiff --git a/poem.txt b/verse.txt\nrename from poem.txt\nrename to verse.txt\n--- a/poem.txt\n+++ b/verse.txt\n@@ -1,2 +1,2 @@\n roses are red\n-violets are blue\n+violets are purple\n```\n",
        written: None,
        says: &[
            "poem.txt -> verse.txt  line 1",
            "rename to verse.txt",
            "+violets are purple",
        ],
        lacks: &[],
    },
    Case {
        name: "a hunk of a file that moves is offered with the move",
        reply: "diff --git a/poem.txt b/verse.txt\nrename from poem.txt\nrename to verse.txt\n--- a/poem.txt\n+++ b/verse.txt\n@@ -1,3 +1,3 @@\n roses are red\n-violets are bleu\n+violets are purple\n sugar is sweet\n",
        written: None,
        says: &[
            "poem.txt -> verse.txt  NOT APPLIED",
            "If you mean line 2, send:",
            "rename to verse.txt",
        ],
        lacks: &[],
    },
    Case {
        name: "two hunks of a file that moves are sent again side by side",
        reply: "diff --git a/twins.py b/pair.py\nrename from twins.py\nrename to pair.py\n--- a/twins.py\n+++ b/pair.py\n@@ -1,2 +1,2 @@\n-class A:\n+class C:\n     def run(self):\n@@ -8,4 +8,4 @@\n class B:\n     def run(self):\n-        total = 1\n+        total = 2\n         total += count()\n",
        written: None,
        says: &[
            "twins.py -> pair.py  NOT APPLIED: a removed line is not in the file",
            "### HELD",
            "twins.py -> pair.py  line 1",
        ],
        lacks: &[],
    },
    Case {
        name: "the name that a file is to get is taken",
        reply: "diff --git a/poem.txt b/sites.ini\nrename from poem.txt\nrename to sites.ini\n",
        written: None,
        says: &[
            "poem.txt -> sites.ini  NOT APPLIED: a file of its new name is there already",
            "sites.ini exists already and would be replaced",
            "Give it a new name that no file has",
        ],
        lacks: &["a file of this name"],
    },
    Case {
        name: "what is never written is not asked for again",
        reply: "--- a/.git/config\n+++ b/.git/config\n@@ -1 +1 @@\n-a\n+b\n",
        written: None,
        says: &["Do not send it again.", "Leave it out"],
        lacks: &["Send only this one", "Name a file", "Answer in"],
    },
    Case {
        name: "what is never written holds the others",
        reply: "--- a/.git/config\n+++ b/.git/config\n@@ -1 +1 @@\n-a\n+b\n--- a/poem.txt\n+++ b/poem.txt\n@@ -1,2 +1,2 @@\n roses are red\n-violets are blue\n+violets are purple\n",
        written: None,
        says: &["Send the held again, and nothing else.", "### HELD"],
        lacks: &["Send both"],
    },
    Case {
        name: "a place that a held hunk changes is not offered beside it",
        reply: "poem.txt\n<<<<<<< SEARCH\nviolets are blue\n=======\nviolets are purple\n>>>>>>> REPLACE\n\n```diff\n--- a/poem.txt\n+++ b/poem.txt\n@@\n roses are red\n-violets are bleu\n+violets are grey\n sugar is sweet\n```\n",
        written: None,
        says: &["Make one hunk of this and h1-", "### HELD"],
        lacks: &["If you mean line"],
    },
    Case {
        name: "a line that is not in the file is no place of a block",
        reply: "{\"path\": \"poem.txt\", \"start_line\": 40, \"end_line\": 42, \"content\": \"x\"}\n",
        written: None,
        says: &[
            "it replaces lines up to 42, but the file has 4",
            "Your hunk, as far as it could be read:",
        ],
        lacks: &["If you mean line"],
    },
    Case {
        name: "a refusal holds what fits",
        reply: BOTH,
        written: None,
        says: &[
            "Nothing was written.",
            "1 of 2 hunks was not applied",
            "Send both again",
            "### HELD",
            "+violets are purple",
        ],
        lacks: &["Send only"],
    },
    Case {
        name: "what was written is not asked for again",
        reply: BOTH,
        written: Some(Scope::Settled),
        says: &[
            "1 of 2 hunks is on disk.",
            "1 of 2 hunks was not applied. Send only this one again.",
        ],
        lacks: &["### HELD", "Nothing was written", "purple"],
    },
    Case {
        name: "a tie names the definition of each place",
        reply: TWIN,
        written: None,
        says: &[
            "fits 2 places",
            "line 4, in `class A > def run`",
            "Place 2",
            "If you mean line 11, send:",
            " class B:",
        ],
        lacks: &["add this context"],
    },
    Case {
        name: "a tie of SEARCH/REPLACE is answered in it",
        reply: "twins.py\n```\n<<<<<<< SEARCH\n        total += count()\n=======\n        total += 2 * count()\n>>>>>>> REPLACE\n```\n",
        written: None,
        says: &[
            "Answer in: search-replace",
            "<<<<<<< SEARCH\nclass B:",
            "If you mean line 11, send:",
        ],
        lacks: &["--- a/", "-        total"],
    },
    Case {
        name: "a tie of a tool call is answered by one",
        reply: "{\"file_path\": \"twins.py\", \"old_string\": \"        total += count()\", \"new_string\": \"        total += 2 * count()\"}\n",
        written: None,
        says: &["Answer in: tool-json", "\"old_string\":\"class B:"],
        lacks: &["--- a/", "@@"],
    },
    Case {
        name: "a tie of an apply-patch call is answered by one",
        reply: "*** Begin Patch\n*** Update File: twins.py\n@@\n         total = 0\n-        total += count()\n+        total += 2 * count()\n         return total\n*** End Patch\n",
        written: None,
        says: &[
            "Answer in: apply-patch",
            "*** Begin Patch\n*** Update File: twins.py",
        ],
        lacks: &["--- a/"],
    },
    Case {
        name: "a tie of FUDiff is answered in it",
        reply: "--- filename: twins.py\n+++ filename: twins.py\n@@ @@\n         total = 0\n-        total += count()\n+        total += 2 * count()\n         return total\n",
        written: None,
        says: &["Answer in: fudiff", "--- filename: twins.py"],
        lacks: &["--- a/"],
    },
    Case {
        name: "a tie of roo is answered in blocks",
        reply: "twins.py\n```\n<<<<<<< SEARCH\n:start_line:9\n-------\n        total += count()\n=======\n        total += 2 * count()\n>>>>>>> REPLACE\n```\n",
        written: None,
        says: &["Answer in: search-replace"],
        lacks: &["--- a/"],
    },
    Case {
        name: "the first line that differs",
        reply: "--- a/src/greet.rs\n+++ b/src/greet.rs\n@@ @@\n fn greet(name: &str) {\n-    let line = format!(\"good day {name}\");\n+    let line = format!(\"hi {name}\");\n     println!(\"{line}\");\n }\n",
        written: None,
        says: &[
            "First line that differs",
            "yours     2 |     let line = format!(\"good day {name}\");",
            "file      2 |     let line = format!(\"hello {name}\");",
        ],
        lacks: &["on disk."],
    },
    Case {
        name: "a line that the file lacks",
        reply: "--- a/poem.txt\n+++ b/poem.txt\n@@ @@\n roses are red\n-tulips are pink and white\n-violets are blue\n+violets are purple\n sugar is sweet\n",
        written: None,
        says: &[
            "a removed line is not in the file",
            "yours     2 | tulips are pink and white",
            "file      2 | violets are blue",
        ],
        lacks: &["If you mean"],
    },
    Case {
        name: "nothing is like it",
        reply: "--- a/poem.txt\n+++ b/poem.txt\n@@ @@\n daffodils are yellow\n-tulips come in many colours\n+tulips too\n",
        written: None,
        says: &[
            "NOT APPLIED: not found",
            "Copy the context and the removed lines from the file as it is now.",
        ],
        lacks: &["If you mean", "First line that differs"],
    },
    Case {
        name: "a path of a file elsewhere",
        reply: "--- a/src/logging.py\n+++ b/src/logging.py\n@@ @@\n-LEVEL = 3\n+LEVEL = 4\n",
        written: None,
        says: &[
            "file not found",
            "Did you mean `src/deep/logging.py`? Send the hunk again with that path.",
        ],
        lacks: &["?."],
    },
    Case {
        name: "an absolute path outside the root",
        reply: "--- /srv/other/logging.py\n+++ /srv/other/logging.py\n@@ @@\n-LEVEL = 3\n+LEVEL = 4\n",
        written: None,
        says: &[
            "/srv/other/logging.py",
            "Did you mean `src/deep/logging.py`?",
        ],
        lacks: &["Nothing is left"],
    },
    Case {
        name: "a path that climbs out",
        reply: "--- a/../../etc/crontab\n+++ b/../../etc/crontab\n@@ @@\n-x\n+y\n",
        written: None,
        says: &["NOT APPLIED", "by its path under the root"],
        lacks: &["Nothing is left"],
    },
    Case {
        name: "a path that is like none",
        reply: "--- a/zebra/quagga.xyz\n+++ b/zebra/quagga.xyz\n@@ @@\n-LEVEL = 3\n+LEVEL = 4\n",
        written: None,
        says: &["file not found"],
        lacks: &["?."],
    },
    Case {
        name: "no path at all",
        reply: "@@ -1,2 +1,2 @@\n roses are red\n-violets are blue\n+violets are purple\n",
        written: None,
        says: &["it names no file", "above the change"],
        lacks: &["on disk."],
    },
    Case {
        name: "a file that exists is not made",
        reply: "--- /dev/null\n+++ b/poem.txt\n@@ -0,0 +1 @@\n+a new poem\n",
        written: None,
        says: &[
            "it asks for a new file, but the file exists",
            "Send the changes to the file as hunks",
        ],
        lacks: &["on disk."],
    },
    Case {
        name: "overlapping hunks name each other",
        reply: "--- a/poem.txt\n+++ b/poem.txt\n@@ -1,3 +1,3 @@\n roses are red\n-violets are blue\n+violets are purple\n sugar is sweet\n@@ -1,3 +1,3 @@\n roses are red\n-violets are blue\n+violets are white\n sugar is sweet\n",
        written: None,
        says: &[
            "conflicts with another hunk",
            "Make one hunk of this and h2-",
        ],
        lacks: &["Send both", "If all these"],
    },
    Case {
        name: "hunks that overlap are offered as one",
        reply: "--- a/poem.txt\n+++ b/poem.txt\n@@ -1,3 +1,3 @@\n roses are red\n-violets are blue\n+violets were blue\n sugar is sweet\n@@ -1,3 +1,3 @@\n roses are red\n-violets are blue\n+violets are purple\n sugar is sweet\n",
        written: None,
        says: &[
            "Make one hunk of this and h2-",
            "If all these changes are meant, send:",
            "+violets were purple",
        ],
        lacks: &["If you mean"],
    },
    Case {
        name: "a context line without its mark is offered as a new one",
        reply: "--- a/src/greet.rs\n+++ b/src/greet.rs\n@@ @@\n fn greet(name: &str) {\n+    check(name);\n     log_it(name);\n     let line = format!(\"hello {name}\");\n     println!(\"{line}\");\n",
        written: None,
        says: &[
            "If you mean line 2 without the line that the file lacks, send:",
            "If you forgot a `+`, send it with what the file lacks:",
            "+    log_it(name);",
        ],
        lacks: &["on disk."],
    },
    Case {
        name: "a context line that is left out is told although the hunk fits",
        reply: "--- a/src/greet.rs\n+++ b/src/greet.rs\n@@ @@\n fn greet(name: &str) {\n     let line = format!(\"hello {name}\");\n     println!(\"{line}\");\n }\n \n fn main() {\n     prepare_all();\n-    greet(\"you\");\n+    greet(\"all\");\n }\n",
        written: None,
        says: &["has 1 context line that the file lacks, not added: `prepare_all();`"],
        lacks: &["NOT APPLIED"],
    },
    Case {
        name: "new lines without context are asked for with some",
        reply: "--- a/poem.txt\n+++ b/poem.txt\n@@ @@\n+and more\n",
        written: None,
        says: &[
            "it quotes no line beside which it goes",
            "Else show the unchanged lines of the file",
        ],
        lacks: &["whole file", "Copy the context"],
    },
    Case {
        name: "one overlap and one that fits",
        reply: "--- a/poem.txt\n+++ b/poem.txt\n@@ -1,3 +1,3 @@\n roses are red\n-violets are blue\n+violets are purple\n sugar is sweet\n@@ -1,3 +1,3 @@\n roses are red\n-violets are blue\n+violets are white\n sugar is sweet\n--- a/twins.py\n+++ b/twins.py\n@@ -1,2 +1,2 @@\n-class A:\n+class C:\n     def run(self):\n",
        written: None,
        says: &[
            "2 of 3 hunks were not applied",
            "1 hunk that fits",
            "+class C:",
        ],
        lacks: &["Send only"],
    },
    Case {
        name: "a reply that is cut off",
        reply: "poem.txt\n```\n<<<<<<< SEARCH\nviolets are blue\n=======\nviolets are pur",
        written: None,
        says: &["Nothing was written."],
        lacks: &["If you mean", "Nothing is left"],
    },
    Case {
        name: "a malformed hunk",
        reply: "poem.txt\n```\n<<<<<<< SEARCH\nviolets are blue\n>>>>>>> REPLACE\n```\n",
        written: None,
        says: &["Nothing was written."],
        lacks: &["on disk.", "Nothing is left"],
    },
    Case {
        name: "a lazy reply is asked for in blocks",
        reply: "`src/greet.rs`:\n```rust\nfn greet(name: &str) {\n    // ... existing code ...\n    println!(\"{line}!\");\n}\n// ... rest of the file ...\n```\n",
        written: None,
        says: &["Nothing was written."],
        lacks: &["1 hunk of 1 on disk"],
    },
    Case {
        name: "lines between gaps may belong elsewhere",
        reply: "twins.py\n```python\n# ... existing code ...\n\n    def run(self):\n        total = 1\n        total += count()\n        return total\n\n# ... existing code ...\n```\n",
        written: None,
        says: &[
            "Nothing was written.",
            "would change in the file if they belong there",
        ],
        lacks: &["What your lines change in the file"],
    },
    Case {
        name: "a change of a blank line's indentation is found",
        reply: "--- a/poem.txt\n+++ b/poem.txt\n@@ @@\n roses are red\n-violets are  blue\n+violets are purple\n sugar is sweet\n",
        written: None,
        says: &["Nothing was written."],
        lacks: &["Send only"],
    },
    Case {
        name: "two ties",
        reply: "--- a/twins.py\n+++ b/twins.py\n@@ ... @@\n         total = 0\n-        total += count()\n+        total += 2 * count()\n         return total\n@@ ... @@\n     def run(self):\n-        total = 0\n+        total = 1\n",
        written: None,
        says: &["2 of 2 hunks were not applied. Send only these again."],
        lacks: &["### HELD"],
    },
    Case {
        name: "a place that another hunk takes is not offered",
        reply: "--- a/sites.ini\n+++ b/sites.ini\n@@ @@\n [stage]\n-timeout = thirty\n+timeout = twenty\n@@ @@\n-timeout = thirty\n+timeout = sixty\n",
        written: None,
        says: &["If you mean line 2, send:", "If you mean line 6, send:"],
        lacks: &["If you mean line 4"],
    },
    Case {
        name: "a tie after a write speaks of the file as it is then",
        reply: "--- a/twins.py\n+++ b/twins.py\n@@ -1,2 +1,4 @@\n class A:\n+    one = 1\n+    two = 2\n     def run(self):\n@@ ... @@\n         total = 0\n-        total += count()\n+        total += 2 * count()\n         return total\n",
        written: Some(Scope::Settled),
        says: &[
            "1 of 2 hunks is on disk.",
            "If you mean line 13, send:",
            "5 |         total = 0",
        ],
        lacks: &["If you mean line 11", "### HELD"],
    },
    Case {
        name: "a file to be deleted is held",
        reply: "diff --git a/poem.txt b/poem.txt\ndeleted file mode 100644\n--- a/poem.txt\n+++ /dev/null\n@@ -1,4 +0,0 @@\n-roses are red\n-violets are blue\n-sugar is sweet\n-and so are you\n--- a/twins.py\n+++ b/twins.py\n@@ ... @@\n         total = 0\n-        total += count()\n+        total += 2 * count()\n         return total\n",
        written: None,
        says: &["### HELD", "deleted file mode", "Send both again"],
        lacks: &["Send only"],
    },
    Case {
        name: "a new file is held",
        reply: "--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1 @@\n+fresh\n--- a/twins.py\n+++ b/twins.py\n@@ ... @@\n         total = 0\n-        total += count()\n+        total += 2 * count()\n         return total\n",
        written: None,
        says: &["### HELD", "+fresh"],
        lacks: &["Send only"],
    },
    Case {
        name: "a tie with fences in the file's lines",
        reply: "twins.py\n<<<<<<< SEARCH\n        return total\n=======\n        return total + 1\n>>>>>>> REPLACE\n",
        written: None,
        says: &["fits 2 places", "Answer in: search-replace"],
        lacks: &["Send both"],
    },
    Case {
        name: "quoted code asks for nothing",
        reply: "As `poem.txt:1` says:\n```\nroses are red\n```\n",
        written: None,
        says: &["Nothing was written."],
        lacks: &["on disk.", "Send only"],
    },
    Case {
        name: "a binary file is left out",
        reply: "diff --git a/logo.png b/logo.png\nindex 1..2 100644\nBinary files a/logo.png and b/logo.png differ\n",
        written: None,
        says: &["Nothing was written."],
        lacks: &["Nothing is left to send", "Send only"],
    },
    Case {
        name: "a hunk that needs review is shown",
        reply: "--- a/src/greet.rs\n+++ b/src/greet.rs\n@@ @@\n fn salute(who: &str) {\n     let line = format!(\"hello {name}\");\n-    println!(\"{line}\");\n+    eprintln!(\"{line}\");\n }\n",
        written: None,
        says: &["Nothing was written."],
        lacks: &["is on disk."],
    },
];

fn path(path: &str) -> RelPath {
    RelPath::new(path).expect("a plain path")
}

fn open(reply: &str, files: &BTreeMap<RelPath, Vec<u8>>) -> Session {
    let mut session = Session::open(reply.as_bytes(), Options::default());
    let read = |path: &RelPath| {
        let content = files
            .get(path)
            .cloned()
            .map_or(Content::Absent, Content::of_bytes);
        Snapshot::new(path.clone(), content)
    };
    session.supply_wanted(read, &hunkwise::matcher::Never);
    session.set_known_paths(files.keys().cloned().collect());
    session
}

fn files() -> BTreeMap<RelPath, Vec<u8>> {
    let own = FILES.iter();
    own.map(|(name, text)| (path(name), text.as_bytes().to_vec()))
        .collect()
}

fn told(session: &Session, exit: Exit) -> Feedback {
    let hidden = Hidden::Refuse;
    let ending = Ending {
        hidden,
        exit: Some(exit),
        stage: Stage::Planned,
        failure: None,
    };
    Feedback::of(session, &report::findings(session), ending)
}

/// Sends an offer as a reply, and makes sure that it is placed unasked.
#[track_caller]
fn send(offer: &Offer, files: &BTreeMap<RelPath, Vec<u8>>, name: &str) -> Session {
    let session = open(&format!("Here:\n\n{}", offer.text), files);
    let exit = report::exit_code(&session, Scope::Everything, &[], Hidden::Refuse);
    assert_eq!(exit, Exit::Done, "{name}: {}", offer.text);
    session
}

/// Sends all of it as it is told: the first place of each hunk, and what is held.
#[track_caller]
fn send_all(feedback: &Feedback, files: &BTreeMap<RelPath, Vec<u8>>, name: &str) {
    let places = feedback.remarks.iter();
    let places = places.filter_map(|it| it.places.iter().find_map(|place| place.send.as_ref()));
    let offers: Vec<&Offer> = places.chain(&feedback.send_held).collect();
    if offers.len() < 2 {
        return;
    }
    let texts = offers.iter().map(|offer| offer.text.as_str());
    let session = open(&texts.collect::<Vec<_>>().join("\n"), files);
    let exit = report::exit_code(&session, Scope::Everything, &[], Hidden::Refuse);
    assert_eq!(exit, Exit::Done, "{name}");
}

#[track_caller]
fn check(case: &Case) {
    let mut files = files();
    let before = open(case.reply, &files);
    let session = match case.written {
        None => before,
        Some(scope) => {
            let changes = before.changes(scope).expect("nothing of it is stuck");
            let after = before.after(scope, &changes);
            for snapshot in after.snapshots().values() {
                if let Some(text) = snapshot.text() {
                    files.insert(snapshot.path.clone(), text.as_bytes().to_vec());
                }
            }
            after
        }
    };
    let feedback = told(&session, Exit::NeedsPerson);
    let text = feedback.to_markdown();
    for words in case.says {
        assert!(
            text.contains(words),
            "{}: `{words}` is not said in\n{text}",
            case.name
        );
    }
    for words in case.lacks {
        assert!(
            !text.contains(words),
            "{}: `{words}` is said in\n{text}",
            case.name
        );
    }
    for remark in &feedback.remarks {
        for place in &remark.places {
            if let Some(offer) = &place.send_with_unmarked {
                send(offer, &files, case.name);
            }
            let Some(offer) = &place.send else { continue };
            let again = send(offer, &files, case.name);
            let first = again.plan().hunks().next().expect("it has a hunk");
            let edits = again.placed_edits(first.id);
            let starts = edits.iter().map(|edit| edit.span.start + 1);
            let near = place.line..=place.end_line.max(place.line) + 1;
            assert!(
                starts.clone().all(|line| near.contains(&line)),
                "{}: {starts:?}",
                case.name
            );
        }
    }
    send_all(&feedback, &files, case.name);
    let merged = feedback.remarks.iter().filter_map(|it| it.merged.as_ref());
    for offer in feedback.send_held.iter().chain(merged) {
        send(offer, &files, case.name);
    }
    let again: serde_json::Value = serde_json::from_str(&feedback.to_json()).expect("JSON");
    assert_eq!(again["version"], 1);
    assert_eq!(
        again["remarks"].as_array().map(Vec::len),
        Some(feedback.remarks.len())
    );
}

#[test]
fn what_is_told_is_true_and_mends() {
    assert!(CASES.len() >= 40, "{}", CASES.len());
    CASES.iter().for_each(check);
}

#[test]
fn a_hunk_written_in_part_is_not_said_to_leave_nothing() {
    let mut session = open(FIX, &files());
    let hunk = session.patch().hunk_ids().next().expect("it has a hunk");
    let lines = session.patch().hunk(hunk).lines.iter();
    let kinds = lines.enumerate().map(|(at, line)| (at, line.kind));
    let deleted = kinds.filter(|(_, kind)| *kind == LineKind::Delete);
    session.run(Command::Decide {
        hunk,
        decision: Decision::Lines(deleted.map(|(at, _)| at).collect()),
    });
    let changes = session.changes(Scope::Everything).expect("it is placed");
    let after = session.after(Scope::Everything, &changes);
    let text = told(&after, Exit::InPart).to_markdown();
    assert!(
        text.contains("1 hunk of 1 on disk, 1 of them only in part."),
        "{text}"
    );
    assert!(!text.contains("Nothing is left to send"), "{text}");
}

#[test]
fn a_rejected_hunk_carries_the_reviewers_words_alone() {
    let files = files();
    for (reply, why) in [
        (TWIN, Some("use a loop")),
        (TWIN, None),
        (FIX, Some("keep them blue")),
        (BOTH, Some("neither")),
    ] {
        let mut session = open(reply, &files);
        let hunks: Vec<_> = session.patch().hunk_ids().collect();
        for hunk in hunks {
            let why = why.map(str::to_string);
            session.run(Command::Decide {
                hunk,
                decision: Decision::Rejected { why },
            });
        }
        let feedback = told(&session, Exit::InPart);
        assert!(
            feedback
                .remarks
                .iter()
                .all(|it| it.standing == Standing::Rejected)
        );
        let text = feedback.to_markdown();
        assert!(text.contains("REJECTED by the reviewer"), "{text}");
        assert!(why.is_none_or(|why| text.contains(why)), "{text}");
        for words in [
            "places", "The file at", "Reason", "If you mean", "Send only", "Answer in",
        ] {
            assert!(!text.contains(words), "{words}: {text}");
        }
    }
}

#[test]
fn a_review_that_was_left_says_what_it_did_not_write() {
    let files = files();
    let mut session = open(BOTH, &files);
    let hunk = session.patch().hunk_ids().next().expect("there are two");
    session.run(Command::Decide {
        hunk,
        decision: hunkwise::plan::Decision::Accepted,
    });
    let text = report::feedback::to_markdown(&session);
    assert!(text.starts_with("Nothing was written.\n"), "{text}");
    let session = open(FIX, &files);
    let text = report::feedback::to_markdown(&session);
    assert!(text.contains("not on disk yet"), "{text}");
}

#[test]
fn a_reply_in_several_dialects_is_answered_in_that_of_what_is_to_be_mended() {
    let block =
        "poem.txt\n<<<<<<< SEARCH\nroses are red\n=======\nroses are pink\n>>>>>>> REPLACE\n";
    for (reply, form) in [
        (format!("{block}\n{TWIN}"), "unified"),
        (
            format!("{FIX}\n{}", block.replace("poem.txt", "src/greet.rs")),
            "search-replace",
        ),
    ] {
        let session = open(&reply, &files());
        let told = told(&session, Exit::NeedsPerson).to_markdown();
        assert!(told.contains(&format!("Answer in: {form}\n")), "{told}");
        let is_blocks = form == "search-replace";
        assert_eq!(told.contains("<<<<<<< SEARCH"), is_blocks, "{told}");
        assert_eq!(told.contains("+++ b/"), !is_blocks, "{told}");
    }
}

#[test]
fn a_hunk_that_was_cut_off_and_accepted_leaves_something_to_send() {
    let cut = "```diff\n--- a/poem.txt\n+++ b/poem.txt\n@@ -1,3 +1,4 @@\n roses are red\n-violets are blue\n+violets are";
    let mut session = open(cut, &files());
    let hunk = session.patch().hunk_ids().next().expect("it has a hunk");
    let span = session.found(hunk).expect("it was searched").candidates[0].span;
    let left = report::feedback::to_markdown(&session);
    assert!(left.contains("NOT APPLIED"), "{left}");
    session.run(Command::AcceptAt { hunk, span });
    let held = told(&session, Exit::NeedsPerson).to_markdown();
    assert!(held.contains("FITS, NOT WRITTEN, cut off"), "{held}");
    let changes = session.changes(Scope::Accepted).expect("it is placed");
    let after = session.after(Scope::Accepted, &changes);
    let text = told(&after, Exit::Done).to_markdown();
    for words in [
        "1 hunk of 1 on disk, 1 of them cut off.",
        "ON DISK, cut off",
        "Reason: the reply ends in the middle of a change.",
        "Send what is missing as a hunk",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert!(!text.contains("Nothing is left to send"), "{text}");
}

#[test]
fn a_place_has_one_number_throughout() {
    let near = "--- a/src/greet.rs\n+++ b/src/greet.rs\n@@ ... @@\n fn greet(name: &str) {\n-    let line = format!(\"hallo {name}\");\n+    let line = format!(\"hi {name}\");\n";
    for (reply, at) in [(near, "line 2"), (TWIN, "line 4")] {
        let text = told(&open(reply, &files()), Exit::NeedsPerson).to_markdown();
        assert!(text.contains(&format!("The file at {at}, in")), "{text}");
    }
    let text = told(&open(near, &files()), Exit::NeedsPerson).to_markdown();
    assert!(text.contains("closest: line 2,"), "{text}");
}
