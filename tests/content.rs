//! Files that a reply gives whole, or in parts with lines that stand for others, in every shape: whatever comes of them, what
//! is accepted is the change that was meant, and no line is lost that they do not show.
//!
//! `HUNKWISE_CONTENT` names a file with other changes, a JSON object a line with `path`, `before` and `after`; then the table
//! of what came of them is printed.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use hunkwise::patch::compare::{Context, Endings, compare};
use hunkwise::patch::{HunkId, LineKind};
use hunkwise::plan::{Scope, State};
use hunkwise::session::{Command, Options, Session};
use hunkwise::text::{Content, RelPath, Snapshot, Text};

/// A change of one file.
struct Change {
    path: String,
    before: String,
    after: String,
}

/// How a reply gives it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    Fence,
    Tag,
    HereDocument,
    AddFile,
    Lazy(u64),
}

/// What came of it.
#[derive(Debug, Default)]
struct Tally {
    n_replies: usize,
    n_hunks: usize,
    n_clear: usize,
    n_right: usize,
    n_without_place: usize,
    wrong: Vec<String>,
    lost: Vec<String>,
    why: std::collections::BTreeMap<String, usize>,
}

/// Returns a reply that gives a change; `None` where its shape cannot.
fn reply(change: &Change, shape: Shape) -> Option<String> {
    let (path, after) = (&change.path, &change.after);
    Some(match shape {
        Shape::Fence => format!("Here is the file:\n\n{path}\n\n~~~~~~\n{after}~~~~~~\n"),
        Shape::Tag => format!(
            "<write_to_file>\n<path>{path}</path>\n<content>\n{after}</content>\n</write_to_file>\n"
        ),
        Shape::HereDocument => {
            format!("```bash\ncat > {path} <<'END_OF_IT'\n{after}END_OF_IT\n```\n")
        }
        Shape::AddFile => {
            let lines: String = after.lines().map(|line| format!("+{line}\n")).collect();
            format!("*** Begin Patch\n*** Add File: {path}\n{lines}*** End Patch\n")
        }
        Shape::Lazy(seed) => {
            format!(
                "Update `{path}`:\n\n~~~~~~\n{}~~~~~~\n",
                lazy(change, seed)?
            )
        }
    })
}

/// Shows the regions that change, with lines that stand for the rest; `None` where the last lines of the file go: what is below the
/// last one shown always stays.
fn lazy(change: &Change, mut seed: u64) -> Option<String> {
    let mut pick = |n: u64| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % n
    };
    let sign = match change.path.rsplit('.').next() {
        Some("py" | "rb" | "sh" | "yml" | "yaml" | "toml") => "# ",
        Some("md" | "html") => "<!-- ",
        Some("sql" | "lua") => "-- ",
        Some(_) | None => "// ",
    };
    let words = [
        "... existing code ...",
        "...",
        "rest of the file stays the same",
        "... (unchanged) ...",
        "\u{2026}",
    ];
    let words = words[pick(5) as usize];
    let new: Vec<&str> = change.after.lines().collect();
    let (old_text, new_text) = (Text::new(&*change.before), Text::new(&*change.after));
    let hunks = compare(&old_text, &new_text, Context::Numbered, Endings::LeftOut).hunks;
    let last = hunks.last().and_then(|hunk| hunk.lines.last());
    if last.is_some_and(|last| last.kind == LineKind::Delete) {
        return None;
    }
    let mut shown = String::new();
    let (mut end, mut growth) = (0, 0_isize);
    let gap = |shown: &mut String, at: usize, blanks: [u64; 2]| {
        let next = new[at..].iter().find(|line| !line.trim().is_empty());
        let lead: String = next.map_or(String::new(), |line| {
            line.chars().take_while(|c| c.is_whitespace()).collect()
        });
        let close = if sign.starts_with('<') { " -->" } else { "" };
        *shown += &"\n".repeat(blanks[0] as usize);
        *shown += &format!("{lead}{sign}{words}{close}\n");
        *shown += &"\n".repeat(blanks[1] as usize);
    };
    for hunk in &hunks {
        let start = hunk.hint.unwrap().line_index;
        let mut start = start.checked_add_signed(growth).unwrap();
        let of_new = hunk.lines.iter().filter(|line| line.in_postimage());
        let n_new = of_new.count();
        growth += n_new as isize - hunk.preimage().count() as isize;
        // A region begins and ends with a line that says something and stays: a bracket alone is that of any block.
        let is_blank = |at: usize| !new[at].contains(char::is_alphanumeric);
        let mut last = start + n_new;
        while start > end && is_blank(start) {
            start -= 1;
        }
        while last < new.len() && is_blank(last - 1) {
            last += 1;
        }
        let start = start.max(end);
        if start > end {
            gap(&mut shown, end, [pick(2), pick(2)]);
        }
        for line in &new[start..last.max(start)] {
            shown += line;
            shown += "\n";
        }
        end = last.max(end);
    }
    if end < new.len() {
        gap(&mut shown, end, [pick(2), 0]);
    }
    Some(shown)
}

fn judge(change: &Change, shape: Shape, tally: &mut Tally) {
    let Some(reply) = reply(change, shape) else {
        return;
    };
    let mut session = Session::open(reply.as_bytes(), Options::default());
    let path = RelPath::new(&*change.path).unwrap();
    let content = Content::of_bytes(change.before.clone().into());
    session.supply(vec![Snapshot::new(path, content)]);
    if session.patch().files.is_empty() {
        return;
    }
    let name = format!("{shape:?} of {}\n{reply}", change.path);
    tally.n_replies += 1;
    let plan = &session.plan().files[0];
    tally.n_hunks += plan.hunks.len();
    tally.n_clear += plan
        .hunks
        .iter()
        .filter(|hunk| hunk.state == State::Placed)
        .count();
    let waiting: Vec<HunkId> = plan
        .hunks
        .iter()
        .filter(|hunk| hunk.needs_person())
        .map(|hunk| hunk.id)
        .collect();
    for id in waiting {
        let why = session.message(id).unwrap_or_default();
        let why: String = why
            .chars()
            .filter(|c| !c.is_ascii_digit())
            .take(60)
            .collect();
        *tally.why.entry(why).or_default() += 1;
    }
    session.run(Command::AcceptRest {
        file: 0,
        except: Vec::new(),
    });
    let without_place = session.plan().files[0]
        .hunks
        .iter()
        .any(|hunk| hunk.needs_person());
    let after = session.result(0, Scope::Accepted).unwrap_or_default();
    let after = String::from_utf8(after).unwrap();
    let lines = |text: &str| {
        text.lines()
            .map(str::trim_end)
            .map(str::to_string)
            .collect::<Vec<_>>()
    };
    if lines(&after) == lines(&change.after) {
        tally.n_right += 1;
    } else if without_place {
        tally.n_without_place += 1;
    } else {
        tally
            .wrong
            .push(format!("{name}\n{}", difference(&change.after, &after)));
    }
    if loses(change, &after) {
        let difference = difference(&change.after, &after);
        tally
            .lost
            .push(format!("a line is lost: {name}\n{difference}"));
    }
}

/// Shows how what came of it differs from what was meant.
fn difference(meant: &str, after: &str) -> String {
    let hunks = compare(
        &Text::new(meant),
        &Text::new(after),
        Context::Numbered,
        Endings::LeftOut,
    )
    .hunks;
    let lines = hunks.iter().flat_map(|hunk| hunk.lines.iter());
    lines
        .map(|line| format!("{}{}\n", line.kind.sign(), line.body))
        .collect()
}

/// Returns whether a line is lost that lies outside of all that changes, its context included.
fn loses(change: &Change, after: &str) -> bool {
    let old = Text::new(&*change.before);
    let hunks = compare(
        &old,
        &Text::new(&*change.after),
        Context::Numbered,
        Endings::LeftOut,
    )
    .hunks;
    let is_shown = |at: usize| {
        hunks.iter().any(|hunk| {
            let start = hunk.hint.unwrap().line_index;
            let n_old = hunk
                .lines
                .iter()
                .filter(|line| line.kind != LineKind::Insert)
                .count();
            (start..start + n_old).contains(&at)
        })
    };
    let after = Text::new(after);
    let mut there = after.lines().map(ToString::to_string);
    let mut kept = (0..old.n_lines())
        .filter(|at| !is_shown(*at))
        .map(|at| old.line(at).to_string());
    !kept.all(|line| there.any(|other| other == line))
}

fn shapes(nth: u64) -> [Shape; 4] {
    let whole = [
        Shape::Fence,
        Shape::Tag,
        Shape::HereDocument,
        Shape::AddFile,
    ];
    let nth_lazy = |n| Shape::Lazy(nth * 31 + n);
    [
        whole[nth as usize % 4],
        nth_lazy(1),
        nth_lazy(2),
        nth_lazy(3),
    ]
}

/// Changes of files with like definitions: a line, a signature, a method more, one less, an import, several at once.
fn synthetic() -> Vec<Change> {
    let python = |n: usize| -> String {
        let head = "import os\nimport json\n\nLIMIT = 3\n\n\nclass Store:\n";
        let methods = (0..n).map(|at| {
            format!("    def load_{at}(self, key):\n        value = self.items[key]\n        if value is None:\n            return {at}\n        return value\n\n")
        });
        format!(
            "{head}{}\ndef main():\n    return Store()\n",
            methods.collect::<String>()
        )
    };
    let script = |n: usize| -> String {
        let functions = (0..n).map(|at| {
            format!("function load{at}(key) {{\n  const value = items[key];\n  if (!value) {{\n    return {at};\n  }}\n  return value;\n}}\n\n")
        });
        format!(
            "import {{ items }} from './items';\n\n{}export default load0;\n",
            functions.collect::<String>()
        )
    };
    let mut changes = Vec::new();
    let mut add = |path: &str, before: &str, edits: &[(&str, &str)]| {
        let mut after = before.to_string();
        for (old, new) in edits {
            assert!(after.contains(old), "{old}");
            after = after.replacen(old, new, 1);
        }
        changes.push(Change {
            path: path.to_string(),
            before: before.to_string(),
            after,
        });
    };
    for n in [3, 5, 9] {
        let file = python(n);
        add(
            "src/store.py",
            &file,
            &[("return 1\n", "return 1 + LIMIT\n")],
        );
        add(
            "src/store.py",
            &file,
            &[
                ("import json\n", "import json\nimport time\n"),
                ("return 2\n", "return time.time()\n"),
            ],
        );
        add(
            "src/store.py",
            &file,
            &[(
                "def load_1(self, key):",
                "def load_1(self, key, other=None):",
            )],
        );
        add(
            "src/store.py",
            &file,
            &[(
                "    def load_2(",
                "    def count(self):\n        return len(self.items)\n\n    def load_2(",
            )],
        );
        add(
            "src/store.py",
            &file,
            &[
                ("LIMIT = 3", "LIMIT = 4"),
                ("    return Store()\n", "    return Store().load_0('a')\n"),
            ],
        );
        let file = script(n);
        add("lib/load.js", &file, &[("return 1;", "return one();")]);
        add(
            "lib/load.js",
            &file,
            &[
                ("function load2(key) {", "function load2(key, other) {"),
                ("export default load0;", "export default load2;"),
            ],
        );
        add(
            "lib/load.js",
            &file,
            &[(
                "function load1(",
                "function count() {\n  return items.length;\n}\n\nfunction load1(",
            )],
        );
    }
    changes
}

#[test]
fn what_is_accepted_is_what_was_meant_and_nothing_else_goes() {
    let given = std::env::var("HUNKWISE_CONTENT").ok();
    let changes = match &given {
        None => synthetic(),
        Some(file) => std::fs::read_to_string(file)
            .unwrap()
            .lines()
            .map(|line| {
                let value: serde_json::Value = serde_json::from_str(line).unwrap();
                let text = |key: &str| value[key].as_str().unwrap().to_string();
                Change {
                    path: text("path"),
                    before: text("before"),
                    after: text("after"),
                }
            })
            .collect(),
    };
    let (mut whole, mut lazy) = (Tally::default(), Tally::default());
    for (nth, change) in changes.iter().enumerate() {
        for shape in shapes(nth as u64) {
            let tally = match shape {
                Shape::Lazy(_) => &mut lazy,
                Shape::Fence | Shape::Tag | Shape::HereDocument | Shape::AddFile => &mut whole,
            };
            judge(change, shape, tally);
        }
    }
    if given.is_some() {
        for (name, tally) in [("whole", &whole), ("lazy", &lazy)] {
            println!(
                "{name}: {} replies, {} right, {} without a place, {} other, {} with a line lost; {} of {} hunks clear",
                tally.n_replies,
                tally.n_right,
                tally.n_without_place,
                tally.wrong.len(),
                tally.lost.len(),
                tally.n_clear,
                tally.n_hunks
            );
            for (why, n) in &tally.why {
                println!("  {n:4} {why}");
            }
            for name in tally.lost.iter().chain(&tally.wrong).take(40) {
                println!("--- {name}");
            }
        }
        return;
    }
    for tally in [&whole, &lazy] {
        assert!(tally.wrong.is_empty(), "{}", tally.wrong.join("\n---\n"));
        assert!(tally.lost.is_empty(), "{}", tally.lost.join("\n---\n"));
        assert!(10 * tally.n_clear >= 8 * tally.n_hunks, "{tally:?}");
        assert_eq!(tally.n_right + tally.n_without_place, tally.n_replies);
    }
    assert_eq!(whole.n_right, whole.n_replies);
}

#[test]
fn lines_in_another_order_are_read_in_no_time() {
    // Of each line and each other one, nothing may be asked: these would be asked for a hundred million times.
    const N_LINES: usize = 10_000;
    let file = |step: usize| -> String {
        let lines = (0..N_LINES).map(|at| format!("value {} of all\n", at * step % N_LINES));
        lines.collect()
    };
    let (before, after) = (file(1), file(3_333));
    let change = Change {
        path: "src/values.txt".to_string(),
        before,
        after,
    };
    let mut tally = Tally::default();
    judge(&change, Shape::Tag, &mut tally);
    judge(&change, Shape::Fence, &mut tally);
    assert_eq!(tally.n_replies, 2);
    assert!(tally.wrong.is_empty(), "{}", tally.wrong.len());
}
