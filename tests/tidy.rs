//! Rules of the house that a compiler does not check, read from the sources as text. Each rule is itself tested on a
//! sample that breaks it.

use std::fs;
use std::path::{Path, PathBuf};

/// The floors in order: a file names only floors below its own. `ui` stands above `workspace` without naming it: the
/// screen's world is given to it.
const FLOORS: [&str; 10] = [
    "text", "patch", "dialect", "matcher", "plan", "session", "report", "workspace", "ui", "cli",
];

/// Floors that read no file, clock, terminal or environment and start nothing.
const PURE: [&str; 7] = [
    "text", "patch", "dialect", "matcher", "plan", "session", "report",
];

/// What a pure floor never says. `std::io`'s traits are allowed: they describe, and do nothing by themselves.
const IMPURE: [&str; 14] = [
    "std::fs", "std::env", "std::net", "std::process", "std::time", "std::thread", "std::os",
    "stdin(", "stdout(", "stderr(", "File::", "rustix::", "notify::", "crossterm::",
];

/// Names that say nothing of what a module is about.
const EMPTY_NAMES: [&str; 8] = [
    "util", "utils", "helper", "helpers", "manager", "common", "misc", "types",
];

/// One file of `src`.
struct Source {
    /// Its path below `src`, with `/` between components.
    path: String,
    text: String,
}

impl Source {
    fn new(path: &str, text: &str) -> Source {
        Source {
            path: path.to_string(),
            text: text.to_string(),
        }
    }

    /// The floor it stands on; `None` for `lib.rs` and `main.rs`.
    fn floor(&self) -> Option<&str> {
        let (folder, _) = self.path.split_once('/')?;
        Some(folder)
    }

    /// How many modules lie between it and the crate's root.
    fn depth(&self) -> usize {
        let components = self.path.split('/').count();
        components - usize::from(self.path.ends_with("/mod.rs"))
    }

    /// Code lines with their 1-based numbers: comments and doc comments left out.
    fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = self.text.lines().zip(1..);
        lines
            .filter(|(line, _)| !line.trim_start().starts_with("//"))
            .map(|(line, number)| (number, line))
    }
}

fn names_only_lower_floors(source: &Source) -> Vec<String> {
    let Some(floor) = source.floor() else {
        return Vec::new();
    };
    let height = |name: &str| FLOORS.iter().position(|floor| *floor == name);
    let Some(own) = height(floor) else {
        return vec![format!("{}: `{floor}` is no floor", source.path)];
    };
    let mut faults = Vec::new();
    for (number, line) in source.code() {
        for after in line.split("crate::").skip(1) {
            let name: String = after
                .chars()
                .take_while(|c| c.is_ascii_lowercase() || *c == '_')
                .collect();
            let upward = height(&name).is_some_and(|named| named > own);
            let around = floor == "ui" && name == "workspace";
            // A group would hide what it names.
            if upward || around || after.starts_with('{') {
                faults.push(format!(
                    "{}:{number}: `{floor}` names `{name}`",
                    source.path
                ));
            }
        }
    }
    faults
}

/// `super::super::…` must not climb out of its floor, where the rule above would not see it.
fn climbs_no_further_than_its_floor(source: &Source) -> Vec<String> {
    if source.floor().is_none() {
        return Vec::new();
    }
    let mut in_tests = 0;
    let mut faults = Vec::new();
    for (number, line) in source.code() {
        if line.contains("#[cfg(test)]") {
            in_tests = 1;
        }
        let supers = line.matches("super::").count();
        let path = format!("{}super", "super::".repeat(supers.saturating_sub(1)));
        if supers > 0 && line.contains(&path) && supers >= source.depth() + in_tests {
            faults.push(format!("{}:{number}: climbs out of its floor", source.path));
        }
    }
    faults
}

fn does_no_io(source: &Source) -> Vec<String> {
    if !source.floor().is_some_and(|floor| PURE.contains(&floor)) {
        return Vec::new();
    }
    let mut faults = Vec::new();
    for (number, line) in source.code() {
        for word in IMPURE.iter().filter(|word| line.contains(**word)) {
            faults.push(format!(
                "{}:{number}: a pure floor says `{word}`",
                source.path
            ));
        }
    }
    faults
}

fn says_what_it_is(source: &Source) -> Vec<String> {
    let stem = source
        .path
        .rsplit('/')
        .next()
        .unwrap_or_default()
        .trim_end_matches(".rs");
    let mut faults = Vec::new();
    if EMPTY_NAMES.contains(&stem) {
        faults.push(format!("{}: the name says nothing", source.path));
    }
    let is_test = source.path.contains("/tests");
    if !is_test && !source.text.starts_with("//! ") && !source.text.starts_with("#![doc") {
        faults.push(format!(
            "{}: does not begin with what it is about",
            source.path
        ));
    }
    faults
}

fn never_unwraps(source: &Source) -> Vec<String> {
    let unwraps = source.code().filter(|(_, line)| line.contains(".unwrap()"));
    unwraps
        .map(|(number, _)| format!("{}:{number}: `unwrap` gives no reason", source.path))
        .collect()
}

fn leaves_nothing_undone(source: &Source) -> Vec<String> {
    let marks = ["TODO", "FIXME", "XXX", "todo!(", "unimplemented!("];
    let lines = source.text.lines().zip(1..);
    lines
        .filter(|(line, _)| marks.iter().any(|mark| line.contains(mark)))
        .map(|(_, number)| format!("{}:{number}: something is left undone", source.path))
        .collect()
}

/// The files of the floor `dialect` beside its table that lie on a circle of files which use each other, or lead to one: a
/// dialect reads what the walk gives it, and nothing that it uses calls it back.
fn circle_of_dialects(sources: &[Source]) -> Vec<String> {
    let name = |source: &Source| {
        let below = source.path.strip_prefix("dialect/")?;
        let name = below.rsplit('/').next()?.strip_suffix(".rs")?;
        (name != "mod").then(|| name.to_string())
    };
    let folders: Vec<&str> = sources
        .iter()
        .filter_map(|source| source.path.strip_prefix("dialect/")?.split_once('/'))
        .map(|(folder, _)| folder)
        .collect();
    let used = |source: &Source| -> Vec<String> {
        let tests = source.text.find("#[cfg(test)]");
        let code = Source::new(
            &source.path,
            &source.text[..tests.unwrap_or(source.text.len())],
        );
        // A group may go over several lines.
        let code: String = code.code().map(|(_, line)| line.trim()).collect();
        let code = code.replace("crate::dialect::", "super::");
        let after_super: Vec<&str> = code.split("super::").skip(1).collect();
        let names = after_super.into_iter().flat_map(|rest| {
            let rest = below_folder(rest, &folders);
            let named = match rest.strip_prefix('{') {
                Some(group) => group.split('}').next(),
                None => rest.split(';').next(),
            };
            named.unwrap_or_default().split(',').map(|name| {
                let is_of_name = |c: char| c.is_ascii_lowercase() || c == '_';
                let name = below_folder(name.trim(), &folders);
                let name = name.split(|c| !is_of_name(c)).next();
                name.unwrap_or_default().to_string()
            })
        });
        names.collect()
    };
    let mut left: Vec<(String, Vec<String>)> = sources
        .iter()
        .filter_map(|source| Some((name(source)?, used(source))))
        .collect();
    loop {
        let names: Vec<String> = left.iter().map(|(name, _)| name.clone()).collect();
        let n_left = left.len();
        left.retain(|(own, used)| used.iter().any(|used| used != own && names.contains(used)));
        if left.len() == n_left {
            return names;
        }
    }
}

/// The `path` without the folder that it begins with.
fn below_folder<'a>(path: &'a str, folders: &[&str]) -> &'a str {
    match path.split_once("::") {
        Some((folder, below)) if folders.contains(&folder) => below,
        _ => path,
    }
}

#[track_caller]
fn check(rule: fn(&Source) -> Vec<String>) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let faults: Vec<String> = sources(&root).iter().flat_map(rule).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[track_caller]
fn check_breaks(rule: fn(&Source) -> Vec<String>, path: &str, text: &str) {
    let faults = rule(&Source::new(path, text));
    assert_eq!(faults.len(), 1, "the rule does not see {path}: {text}");
}

fn sources(root: &Path) -> Vec<Source> {
    let mut folders = vec![root.to_path_buf()];
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("src can be listed") {
            let path: PathBuf = entry.expect("src can be listed").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let below = path.strip_prefix(root).expect("it lies below");
                let text = fs::read_to_string(&path).expect("sources are UTF-8");
                sources.push(Source::new(&below.to_string_lossy(), &text));
            }
        }
    }
    assert!(sources.len() > 30, "the sources were not found");
    sources
}

#[test]
fn a_floor_names_only_floors_below_it() {
    check(names_only_lower_floors);
    check_breaks(
        names_only_lower_floors,
        "text/a.rs",
        "use crate::plan::Plan;",
    );
    check_breaks(
        names_only_lower_floors,
        "plan/mod.rs",
        "fn f(x: crate::session::Session) {}",
    );
    check_breaks(
        names_only_lower_floors,
        "ui/a.rs",
        "use crate::workspace::Workspace;",
    );
    check_breaks(
        names_only_lower_floors,
        "text/a.rs",
        "use crate::{ui, cli};",
    );
    check_breaks(names_only_lower_floors, "attic/a.rs", "");
}

#[test]
fn dialects_do_not_use_each_other_in_a_circle() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    assert_eq!(circle_of_dialects(&sources(&root)), [""; 0]);
    let sample = [
        Source::new("dialect/fence.rs", "use super::line::Line;"),
        Source::new("dialect/line.rs", ""),
        Source::new("dialect/scan.rs", "use super::{fence, name::path};"),
        Source::new("dialect/name/path.rs", "use crate::dialect::scan::Scan;"),
    ];
    assert_eq!(circle_of_dialects(&sample), ["scan", "path"]);
}

#[test]
fn nobody_climbs_out_of_a_floor_by_super() {
    check(climbs_no_further_than_its_floor);
    check_breaks(
        climbs_no_further_than_its_floor,
        "text/mod.rs",
        "use super::plan;",
    );
    check_breaks(
        climbs_no_further_than_its_floor,
        "text/a.rs",
        "use super::super::plan;",
    );
}

#[test]
fn pure_floors_do_no_io() {
    check(does_no_io);
    check_breaks(does_no_io, "plan/mod.rs", "    std::fs::read(path)");
    check_breaks(does_no_io, "matcher/a.rs", "use std::time::Instant;");
    check_breaks(does_no_io, "report/text.rs", "io::stdout().lock();");
}

#[test]
fn modules_are_named_for_what_they_are_and_say_it() {
    check(says_what_it_is);
    check_breaks(says_what_it_is, "text/util.rs", "//! Things.");
    check_breaks(says_what_it_is, "text/a.rs", "use std::fmt;");
}

#[test]
fn nothing_unwraps_without_a_reason() {
    check(never_unwraps);
    check_breaks(never_unwraps, "text/a.rs", "let a = b.unwrap();");
}

#[test]
fn nothing_is_left_undone() {
    check(leaves_nothing_undone);
    check_breaks(leaves_nothing_undone, "text/a.rs", "// TODO: later");
}
