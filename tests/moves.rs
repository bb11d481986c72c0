//! Files that change names in one reply, in every mix with deletions, edits and new files: the tree afterwards is what all
//! sections mean at once, or nothing is written, and no content is lost. `HUNKWISE_ROUNDS=2000` tries more mixes.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use proptest::prelude::*;
use tempfile::TempDir;

type Tree = BTreeMap<String, String>;

const NAMES: [&str; 6] = ["a", "b", "d/c", "d/e", "f", "g"];

/// What a section does to the file of its name.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Op {
    Move(&'static str),
    MoveAndEdit(&'static str),
    Delete,
    Edit,
    Create,
}

type Section = (&'static str, Op);

fn content(name: &str) -> String {
    let name = name.replace('/', "_");
    (1..=6).map(|n| format!("{name}_{n} = {n}\n")).collect()
}

fn edited(name: &str) -> String {
    content(name).replace("_3 = 3", "_3 = three")
}

fn hunk(name: &str) -> String {
    let lines = content(name);
    let lines: Vec<&str> = lines.lines().collect();
    let edited = edited(name);
    let new = edited.lines().nth(2).unwrap();
    format!(
        "@@ -1,5 +1,5 @@\n {}\n {}\n-{}\n+{new}\n {}\n {}\n",
        lines[0], lines[1], lines[2], lines[3], lines[4]
    )
}

fn text(sections: &[Section]) -> String {
    let section = |(name, op): &Section| match op {
        Op::Move(to) => format!(
            "diff --git a/{name} b/{to}\nsimilarity index 100%\nrename from {name}\nrename to {to}\n"
        ),
        Op::MoveAndEdit(to) => format!(
            "diff --git a/{name} b/{to}\nsimilarity index 80%\nrename from {name}\nrename to {to}\n--- a/{name}\n+++ b/{to}\n{}",
            hunk(name)
        ),
        Op::Delete => {
            let lines: String = content(name)
                .lines()
                .map(|line| format!("-{line}\n"))
                .collect();
            format!(
                "diff --git a/{name} b/{name}\ndeleted file mode 100644\n--- a/{name}\n+++ /dev/null\n@@ -1,6 +0,0 @@\n{lines}"
            )
        }
        Op::Edit => format!(
            "diff --git a/{name} b/{name}\n--- a/{name}\n+++ b/{name}\n{}",
            hunk(name)
        ),
        Op::Create => format!(
            "diff --git a/{name} b/{name}\nnew file mode 100644\n--- /dev/null\n+++ b/{name}\n@@ -0,0 +1 @@\n+new {name}\n"
        ),
    };
    sections.iter().map(section).collect()
}

/// Returns the tree that all sections mean together; `None` where two give a file the same name, where one that stays has it,
/// and where a file goes that was moved there before.
fn meant(before: &Tree, sections: &[Section]) -> Option<Tree> {
    let mut after = before.clone();
    for (at, (name, op)) in sections.iter().enumerate() {
        let comes_here =
            |(_, op): &Section| matches!(op, Op::Move(to) | Op::MoveAndEdit(to) if to == name);
        if *op == Op::Delete && sections[..at].iter().any(comes_here) {
            return None;
        }
    }
    for (name, op) in sections {
        if !matches!(op, Op::Edit | Op::Create) {
            after.remove(*name);
        }
    }
    for (name, op) in sections {
        let (to, text) = match op {
            Op::Move(to) => (*to, content(name)),
            Op::MoveAndEdit(to) => (*to, edited(name)),
            Op::Create => (*name, format!("new {name}\n")),
            Op::Edit => {
                after.insert((*name).to_string(), edited(name));
                continue;
            }
            Op::Delete => continue,
        };
        if after.insert(to.to_string(), text).is_some() {
            return None;
        }
    }
    Some(after)
}

/// Files in an order, what becomes of each, which names new files get, and which sections are rejected.
fn drawn() -> impl Strategy<Value = (Tree, Vec<Section>, BTreeSet<usize>)> {
    let order = || Just(NAMES.to_vec()).prop_shuffle();
    let ops = proptest::collection::vec(0..8_u8, 1..NAMES.len());
    let rejected = proptest::collection::btree_set(0..NAMES.len(), 0..3);
    let turns = Just((0..NAMES.len()).collect::<Vec<_>>()).prop_shuffle();
    (
        order(),
        order(),
        ops,
        rejected,
        turns,
        any::<bool>(),
        0..12_u8,
    )
        .prop_map(|(names, targets, ops, rejected, turns, creates, clash)| {
            let n_files = ops.len();
            let before: Tree = names[..n_files]
                .iter()
                .map(|name| ((*name).to_string(), content(name)))
                .collect();
            let mut sections: Vec<Section> = Vec::new();
            for (at, (name, op)) in names.iter().zip(ops).enumerate() {
                // Now and then two files get the same name.
                let to = targets[if clash == 0 { 0 } else { at }];
                match op {
                    0..4 if to != *name => sections.push((name, Op::Move(to))),
                    4 if to != *name => sections.push((name, Op::MoveAndEdit(to))),
                    5 => sections.push((name, Op::Delete)),
                    6 => sections.push((name, Op::Edit)),
                    _ => {}
                }
            }
            if let Some(name) = names[n_files..].first().filter(|_| creates) {
                sections.push((name, Op::Create));
            }
            let turns = turns.into_iter().filter(|at| *at < sections.len());
            let sections: Vec<Section> = turns.map(|at| sections[at].clone()).collect();
            let rejected = rejected.into_iter().filter(|at| *at < sections.len());
            let rejected = rejected.collect();
            (before, sections, rejected)
        })
}

struct Place {
    folder: TempDir,
}

impl Place {
    fn of(tree: &Tree, reply: &str) -> Place {
        let folder = tempfile::tempdir().unwrap();
        let place = Place { folder };
        fs::create_dir_all(place.root().join(".git")).unwrap();
        for (name, text) in tree {
            let path = place.root().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        fs::write(place.folder.path().join("reply"), reply).unwrap();
        place
    }

    fn root(&self) -> std::path::PathBuf {
        self.folder.path().join("root")
    }

    fn run(&self, args: &[&str]) -> (i32, String) {
        let done = Command::new(env!("CARGO_BIN_EXE_hunkwise"))
            .args(args)
            .env("XDG_CONFIG_HOME", "/nonexistent")
            .env("XDG_STATE_HOME", self.folder.path().join("state"))
            .current_dir(self.root())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let said = [done.stdout, done.stderr].concat();
        (
            done.status.code().unwrap(),
            String::from_utf8_lossy(&said).into_owned(),
        )
    }

    fn tree(&self) -> Tree {
        fn walk(root: &Path, folder: &Path, tree: &mut Tree) {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.ends_with(".git") {
                    continue;
                }
                if path.is_dir() {
                    walk(root, &path, tree);
                } else {
                    let name = path
                        .strip_prefix(root)
                        .unwrap()
                        .to_string_lossy()
                        .into_owned();
                    tree.insert(name, fs::read_to_string(&path).unwrap());
                }
            }
        }
        let mut tree = Tree::new();
        walk(&self.root(), &self.root(), &mut tree);
        tree
    }
}

/// Checks that each content is still there that no section which was not rejected deletes.
#[track_caller]
fn nothing_is_lost(
    before: &Tree,
    after: &Tree,
    sections: &[Section],
    rejected: &BTreeSet<usize>,
    told: &str,
) {
    let there: BTreeSet<&str> = after.values().map(String::as_str).collect();
    for (name, text) in before {
        let goes = sections.iter().enumerate().any(|(at, (section, op))| {
            section == name && *op == Op::Delete && !rejected.contains(&at)
        });
        let is_there = there.contains(text.as_str()) || there.contains(edited(name).as_str());
        assert!(
            goes || is_there,
            "{name} is lost: {sections:?} without {rejected:?}\n{told}"
        );
    }
}

fn check(before: &Tree, sections: &[Section], rejected: &BTreeSet<usize>) {
    let reply = text(sections);
    let told = format!("{:?}, {sections:?}", before.keys());
    let place = Place::of(before, &reply);
    let (code, said) = place.run(&["apply", "../reply"]);
    let after = place.tree();
    match meant(before, sections) {
        Some(meant) => {
            assert_eq!((code, &after), (0, &meant), "{told}: {said}");
            let (code, said) = place.run(&["apply", "../reply"]);
            // What is swapped once could be swapped back.
            assert!(matches!(code, 0 | 3), "again, {told}: {code} {said}");
            assert_eq!(place.tree(), after, "again, {told}: {said}");
            let (code, said) = place.run(&["undo"]);
            assert_eq!((code, &place.tree()), (0, before), "undo, {told}: {said}");
        }
        None => {
            assert_ne!(code, 0, "{told}: {said}");
            assert_eq!(&after, before, "{told}: {said}");
        }
    }

    let place = Place::of(before, &reply);
    let ids: Vec<String> = rejected.iter().map(|at| format!("h{}", at + 1)).collect();
    let mut args = vec!["apply", "../reply", "--partial"];
    args.extend(ids.iter().flat_map(|id| ["--reject", id]));
    let (code, said) = place.run(&args);
    let told = format!("{told} without {rejected:?}: {code} {said}");
    assert!(matches!(code, 0..=3), "{told}");
    let first = place.tree();
    nothing_is_lost(before, &first, sections, rejected, &told);
    let (code, said) = place.run(&args);
    let told = format!("again, {told}, then {code} {said}");
    assert!(matches!(code, 0..=3), "{told}");
    nothing_is_lost(before, &place.tree(), sections, rejected, &told);
    assert_eq!(place.tree().len(), first.len(), "{told}");
}

#[test]
fn names_that_change_in_one_reply_lose_nothing() {
    let rounds = std::env::var("HUNKWISE_ROUNDS").map_or(40, |rounds| rounds.parse().unwrap());
    let config = ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(rounds)
    };
    proptest!(config, |((before, sections, rejected) in drawn())| {
        if !sections.is_empty() {
            check(&before, &sections, &rejected);
        }
    });
}

/// Files, and sections that move or delete them one after the other, each to a name that is free then; with the tree that is
/// left.
fn drawn_in_turn() -> impl Strategy<Value = (Tree, Vec<Section>, Tree)> {
    let steps = proptest::collection::vec((0..6_usize, 0..6_usize, 0..6_u8), 1..8);
    (1..4_usize, Just(NAMES.to_vec()).prop_shuffle(), steps).prop_map(|(n_files, names, steps)| {
        let files = names[..n_files].iter();
        let before: Tree = files
            .map(|name| ((*name).to_string(), content(name)))
            .collect();
        // Which file is under each name, by the name that it had at first, and whether it was edited.
        let mut now: BTreeMap<&str, (&str, bool)> = names[..n_files]
            .iter()
            .map(|name| (*name, (*name, false)))
            .collect();
        let mut sections = Vec::new();
        for (from, to, op) in steps {
            let Some(name) = now.keys().nth(from % now.len().max(1)).copied() else {
                break;
            };
            let free: Vec<&'static str> = NAMES
                .into_iter()
                .filter(|to| !now.contains_key(to))
                .collect();
            let (to, (own, is_edited)) = (free[to % free.len()], now[name]);
            let name = NAMES.into_iter().find(|it| *it == name).unwrap();
            now.remove(name);
            let op = match op {
                0 => Op::Delete,
                // An edit shows the lines that the file had at first.
                1 if !is_edited && own == name => Op::MoveAndEdit(to),
                _ => Op::Move(to),
            };
            if op != Op::Delete {
                let is_edited = is_edited || matches!(op, Op::MoveAndEdit(_));
                now.insert(to, (own, is_edited));
            }
            sections.push((name, op));
        }
        let left = now.into_iter().map(|(name, (own, is_edited))| {
            let text = if is_edited { edited(own) } else { content(own) };
            (name.to_string(), text)
        });
        (before, sections, left.collect())
    })
}

/// Returns sections as those of an apply_patch call.
fn in_call(sections: &[Section]) -> String {
    let section = |(name, op): &Section| match op {
        Op::Move(to) => format!("*** Update File: {name}\n*** Move to: {to}\n"),
        Op::MoveAndEdit(to) => {
            let hunk = hunk(name);
            let (_, lines) = hunk.split_once('\n').unwrap();
            format!("*** Update File: {name}\n*** Move to: {to}\n@@\n{lines}")
        }
        Op::Delete => format!("*** Delete File: {name}\n"),
        Op::Edit | Op::Create => unreachable!("none is drawn"),
    };
    let sections: String = sections.iter().map(section).collect();
    format!("*** Begin Patch\n{sections}*** End Patch\n")
}

#[test]
fn a_file_is_there_for_the_sections_below_the_one_that_moves_it() {
    let rounds = std::env::var("HUNKWISE_ROUNDS").map_or(40, |rounds| rounds.parse().unwrap());
    let config = ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(rounds)
    };
    proptest!(config, |((before, sections, left) in drawn_in_turn())| {
        let place = Place::of(&before, &in_call(&sections));
        let told = format!("{:?}, {sections:?}", before.keys());
        let (code, said) = place.run(&["apply", "../reply"]);
        assert_eq!((code, &place.tree()), (0, &left), "{told}: {said}");
        place.run(&["undo"]);
        assert_eq!(&place.tree(), &before, "undo, {told}: {said}");
    });
}
