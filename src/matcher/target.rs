//! Which file a patch may have meant, where it names one that is not there.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::weight;
use crate::patch::FilePatch;
use crate::text::{RelPath, Text};

/// The most paths offered.
const N_OFFERED: usize = 9;

/// Returns the paths of `known` that are likest to `wanted`, best first, at most nine: those that end as it does, then
/// those of the same file name, then those spelt alike.
pub fn close_paths(wanted: &RelPath, known: &[RelPath]) -> Vec<RelPath> {
    let wanted = Wanted::of(wanted);
    let mut ranked: Vec<(u32, &RelPath)> = known
        .iter()
        .filter_map(|path| Some((wanted.likeness(path)?, path)))
        .collect();
    ranked.sort_by_key(|(likeness, path)| (std::cmp::Reverse(*likeness), *path));
    ranked
        .into_iter()
        .take(N_OFFERED)
        .map(|(_, path)| path.clone())
        .collect()
}

/// Returns the paths of `known` that end as `wanted` does, a path that lies outside the root: those that share most of it
/// first, at most nine.
pub fn same_ends(wanted: &[u8], known: &[RelPath]) -> Vec<RelPath> {
    let n_shared = |path: &RelPath| {
        let parts = wanted.rsplit(|byte| matches!(byte, b'/' | b'\\'));
        let alike = path.components().rev().zip(parts);
        alike.take_while(|(own, other)| own == other).count()
    };
    let mut ranked: Vec<(usize, &RelPath)> = known
        .iter()
        .map(|path| (n_shared(path), path))
        .filter(|(n_shared, _)| *n_shared > 0)
        .collect();
    ranked.sort_by_key(|(n_shared, path)| (std::cmp::Reverse(*n_shared), *path));
    let paths = ranked.into_iter().map(|(_, path)| path.clone());
    paths.take(N_OFFERED).collect()
}

/// So many lines of a section tell a file that has them all from one that has not.
const N_ASKED: usize = 2_000;

/// The lines that sections ask for, so that one pass over a text says which of them it holds.
#[derive(Debug, Default)]
pub struct Sought<'a> {
    /// The sections that ask for each line, by their indexes.
    sections: HashMap<&'a [u8], Vec<usize>>,
    /// How many lines each section asks for.
    n_lines: BTreeMap<usize, usize>,
}

impl<'a> Sought<'a> {
    /// Takes the lines that the hunks of each section ask for and that say something, whatever their blanks; of many the first.
    /// A section is not looked for where none of them says much: too many texts hold it.
    pub fn of(sections: impl Iterator<Item = (usize, &'a FilePatch)>) -> Sought<'a> {
        let mut sought = Sought::default();
        for (index, section) in sections {
            let asked = section.hunks.iter().flat_map(|hunk| hunk.preimage());
            let asked = asked.map(|line| line.trim_ascii());
            let asked: HashSet<&[u8]> = asked
                .filter(|line| weight::of(line) >= weight::SIGNIFICANT)
                .take(N_ASKED)
                .collect();
            if !asked
                .iter()
                .any(|line| weight::of(line) >= weight::DISTINCTIVE)
            {
                continue;
            }
            sought.n_lines.insert(index, asked.len());
            for line in asked {
                sought.sections.entry(line).or_default().push(index);
            }
        }
        sought
    }

    /// Returns the sections that are looked for.
    pub fn indexes(&self) -> impl Iterator<Item = usize> {
        self.n_lines.keys().copied()
    }

    /// Returns the sections all of whose lines `text` has, in their order.
    pub fn held_by(&self, text: &Text) -> Vec<usize> {
        let mut seen = HashSet::new();
        let mut n_seen = BTreeMap::<usize, usize>::new();
        for line in text.lines() {
            let asked = self.sections.get_key_value(line.trim_ascii());
            let first = asked.filter(|(line, _)| seen.insert(**line));
            for section in first.into_iter().flat_map(|(_, sections)| sections) {
                *n_seen.entry(*section).or_default() += 1;
            }
        }
        n_seen.retain(|section, n_seen| self.n_lines[section] == *n_seen);
        n_seen.into_keys().collect()
    }
}

/// So alike are the names of files in different folders that may be meant by each other.
const LIKE: f64 = 0.6;

/// So alike are two names of which one is a slip of the other.
const CLOSE: f64 = 0.8;

/// Names by which languages look for a file in every folder of code.
const MARKERS: &[&str] = &["__init__.py", "mod.rs"];

/// Returns the path of `known` that may be meant by one that is not among them: the file of the same name elsewhere, or one
/// beside it whose name is close. Names that differ in digits alone are meant. A marker is meant for the folder that it is named
/// with: only one in a folder of the same name may be meant by it.
pub fn namesake<'a>(wanted: &RelPath, known: &'a [RelPath]) -> Option<&'a RelPath> {
    let lower = |path: &RelPath| path.file_name().to_string().to_lowercase();
    let named = |path: &&RelPath| lower(path) == lower(wanted);
    let folder = |path: &RelPath| path.components().rev().nth(1).map(<[u8]>::to_vec);
    let is_marker =
        folder(wanted).is_some() && MARKERS.iter().any(|it| wanted.file_name() == it.as_bytes());
    let same = known
        .iter()
        .find(|path| named(path) && (!is_marker || folder(path) == folder(wanted)));
    let letters = |path: &RelPath| -> String {
        let name = path.file_name().to_string().to_lowercase();
        name.chars().filter(|c| !c.is_ascii_digit()).collect()
    };
    let ending = |path: &RelPath| lower(path).rsplit_once('.').map(|(_, end)| end.to_string());
    // `taxes.py` for `tax.py`: of short names, an ending makes them less alike than a slip does.
    let singular = |path: &RelPath| -> String {
        let name = lower(path);
        let stem = name.rsplit_once('.').map_or(&*name, |(stem, _)| stem);
        let short = stem.strip_suffix("es").or_else(|| stem.strip_suffix('s'));
        short.unwrap_or(stem).to_string()
    };
    let is_close = |path: &&RelPath| {
        let differ = letters(path) != letters(wanted) || lower(path) == lower(wanted);
        let likeness = strsim::normalized_damerau_levenshtein(&lower(path), &lower(wanted));
        path.parent() == wanted.parent()
            && ending(path) == ending(wanted)
            && differ
            && (likeness >= CLOSE || singular(path) == singular(wanted))
    };
    same.or_else(|| known.iter().find(is_close))
}

/// Returns the paths of `known` beside one that is not among them whose names are somewhat like its own, the likest first, at
/// most four.
pub fn beside<'a>(wanted: &RelPath, known: &'a [RelPath]) -> Vec<&'a RelPath> {
    const SOMEWHAT: f64 = 0.5;
    const N_BESIDE: usize = 4;
    let parts = |path: &RelPath| {
        let name = lower(path.file_name());
        let (stem, end) = name.rsplit_once('.').unwrap_or((&name, ""));
        (stem.to_string(), end.to_string())
    };
    let (stem, end) = parts(wanted);
    let likeness = |path: &RelPath| {
        let (other, other_end) = parts(path);
        let is_beside = path.parent() == wanted.parent() && other_end == end;
        let likeness = strsim::normalized_damerau_levenshtein(&other, &stem);
        let is_part = other.starts_with(&stem) || stem.starts_with(&other);
        (is_beside && (likeness >= SOMEWHAT || is_part)).then_some((likeness * 1_000.0) as u32)
    };
    let mut ranked: Vec<(u32, &RelPath)> = known
        .iter()
        .filter_map(|path| Some((likeness(path)?, path)))
        .collect();
    ranked.sort_by_key(|(likeness, path)| (std::cmp::Reverse(*likeness), *path));
    ranked
        .into_iter()
        .take(N_BESIDE)
        .map(|(_, path)| path)
        .collect()
}

/// Returns whether a text has at least half of the lines that a section gives and that say something, blanks at their ends
/// aside.
pub fn is_like(section: &FilePatch, text: &Text) -> bool {
    /// As many lines tell one file from another.
    const N_SHARED: usize = 2;
    let given = section.hunks.iter().flat_map(|hunk| hunk.postimage());
    let given: HashSet<&[u8]> = given
        .map(|line| line.trim_ascii())
        .filter(|line| weight::of(line) >= weight::SIGNIFICANT)
        .take(N_ASKED)
        .collect();
    let mut own: HashSet<&[u8]> = HashSet::new();
    for line in text.lines() {
        own.extend(given.get(line.trim_ascii()));
    }
    own.len() >= N_SHARED && own.len() * 2 >= given.len()
}

/// Returns the path of `known` that may be meant by one to be deleted that is not there: one that ends as it does, upper and
/// lower case aside, or one beside it whose name is close. One of its name in another folder is another matter, [`namesake`]: where
/// the lines that go are shown, they tell.
pub fn meant_by_deletion<'a>(wanted: &RelPath, known: &'a [RelPath]) -> Option<&'a RelPath> {
    let end = lower(wanted.as_bytes());
    let ends_alike = |path: &&RelPath| {
        let path = lower(path.as_bytes());
        let above = path.strip_suffix(&*end);
        above.is_some_and(|above| above.is_empty() || above.ends_with('/'))
    };
    let is_beside = |path: &RelPath| path.parent() == wanted.parent();
    known
        .iter()
        .find(ends_alike)
        .or_else(|| namesake(wanted, known).filter(|path| is_beside(path)))
}

/// Counts the components that both paths share at their ends.
fn shared_components(a: &RelPath, b: &RelPath) -> usize {
    a.components()
        .rev()
        .zip(b.components().rev())
        .take_while(|(a, b)| a == b)
        .count()
}

/// A path that is none, made ready to be held against many.
struct Wanted<'a> {
    path: &'a RelPath,
    lower: String,
    lower_name: String,
}

impl Wanted<'_> {
    fn of(path: &RelPath) -> Wanted<'_> {
        Wanted {
            path,
            lower: lower(path.as_bytes()),
            lower_name: lower(path.file_name()),
        }
    }

    /// Ranks by shared components first, then by spelling; `None` for names too unlike to offer.
    fn likeness(&self, path: &RelPath) -> Option<u32> {
        let shared = shared_components(self.path, path) as u32;
        let name = strsim::normalized_levenshtein(&self.lower_name, &lower(path.file_name()));
        // Of most paths in a large tree the name is all that is looked at.
        if shared == 0 && name < LIKE {
            return None;
        }
        let spelling = strsim::normalized_levenshtein(&self.lower, &lower(path.as_bytes()));
        Some(shared * 10_000 + (name * 2_000.0) as u32 + (spelling * 1_000.0) as u32)
    }
}

fn lower(name: &[u8]) -> String {
    String::from_utf8_lossy(name).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(list: &[&str]) -> Vec<RelPath> {
        list.iter()
            .map(|path| RelPath::new(path).expect("a plain path"))
            .collect()
    }

    #[test]
    fn of_a_path_elsewhere_the_longest_end_that_is_known_comes_first() {
        let known = paths(&[
            "util.py", "lib/app/util.py", "src/utils.py", "x/app/util.py",
        ]);
        for wanted in ["/repo/lib/app/util.py", "C:\\repo\\lib\\app\\util.py"] {
            let close = same_ends(wanted.as_bytes(), &known);
            assert_eq!(
                close,
                paths(&["lib/app/util.py", "x/app/util.py", "util.py"])
            );
        }
    }

    #[test]
    fn a_shared_end_comes_before_a_like_name() {
        let known = paths(&[
            "src/util.py", "lib/app/util.py", "src/utils.py", "README.md",
        ]);
        let wanted = RelPath::new("app/util.py").expect("a plain path");
        let close = close_paths(&wanted, &known);
        assert_eq!(
            close,
            paths(&["lib/app/util.py", "src/util.py", "src/utils.py"])
        );
    }

    #[test]
    fn one_pass_says_which_sections_a_text_holds() {
        let section = |lines: &str| {
            let reply = format!("--- a/f\n+++ b/f\n@@ @@\n{lines}");
            let parsed = crate::dialect::parse(reply.as_bytes(), &Default::default());
            parsed.patch.files[0].clone()
        };
        let sections = [
            section("-total = count(all)\n+x\n"),
            section(" total = count(all)\n-total = count(all)\n-print(total)\n"),
            section(" total = count(all)\n-print(none)\n"),
            section("-}\n+x\n"),
        ];
        let sought = Sought::of(sections.iter().enumerate());
        assert_eq!(sought.indexes().collect::<Vec<_>>(), [0, 1, 2]);
        let text = Text::new("  print(total)\n}\ntotal = count(all)\ntotal = count(all)\n");
        assert_eq!(sought.held_by(&text), [0, 1]);
    }

    #[test]
    fn a_marker_is_meant_for_its_folder() {
        #[track_caller]
        fn check(wanted: &str, known: &[&str], expected: Option<&str>) {
            let wanted = RelPath::new(wanted).expect("a plain path");
            let known = paths(known);
            let found = namesake(&wanted, &known).map(|path| path.to_text().to_string());
            assert_eq!(found.as_deref(), expected);
        }
        let known = ["lib/tax/__init__.py", "lib/util.py"];
        check("lib/rate/__init__.py", &known, None);
        check("src/tax/__init__.py", &known, Some("lib/tax/__init__.py"));
        check("src/util.py", &known, Some("lib/util.py"));
    }
}
