//! Blocks that use what the edits define: they call it, show what it gives, and are no line of any file.

use std::collections::{BTreeMap, BTreeSet};

use bstr::ByteSlice;

use super::Session;
use super::quoted::{N_BYTES, says_something, without_remark};
use crate::dialect::Part;
use crate::text::{Piece, RelPath, Text, Trim, heading, import, indent};

/// Words by which programs print a value, or check one.
const PRINTING: &[&[u8]] = &[
    b"print", b"println", b"printf", b"puts", b"echo", b"console", b"assert", b"assert_eq",
    b"expect", b"log", b"dbg", b"inspect", b"p", b"cat", b"require", b"dump", b"var_dump",
];

/// Endings of files of prose: they show code, and hold none that runs.
const PROSE_ENDINGS: &[&[u8]] = &[b".md", b".txt", b".rst", b".adoc"];

/// A block that may only use what the edits define.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct UsageExample {
    /// The index of its part.
    pub(super) part: usize,
    /// The names of what it calls that the edits change, and of what they take away.
    names: BTreeSet<Vec<u8>>,
}

impl UsageExample {
    /// Returns whether a file uses one of the names: the block may be the new version of that line. The line is not compared, for a
    /// call has too many forms.
    pub(super) fn may_change(&self, path: &RelPath, text: &Text) -> bool {
        let ends = |ending: &&[u8]| path.as_bytes().ends_with(ending);
        let is_code = !PROSE_ENDINGS.iter().any(ends);
        let is_used = |name: &Vec<u8>| {
            let uses = |line: &[u8]| {
                let defines = || heading::bare_name(line).is_some_and(|it| it.as_bytes() == *name);
                words(line).any(|word| word == *name) && !defines() && !import::is_import(line)
            };
            text.as_bytes().contains_str(name)
                && text
                    .lines()
                    .any(|line| uses(without_remark(line.trimmed())))
        };
        is_code && self.names.iter().any(is_used)
    }
}

impl Session {
    /// Returns the blocks that only use what the edits define, as far as the edited files show.
    pub(super) fn usage_examples(&self) -> Vec<UsageExample> {
        if !self.parts.iter().any(Part::may_be_usage_example) {
            return Vec::new();
        }
        let edited: BTreeSet<&RelPath> = (0..self.patch.files.len())
            .filter_map(|file| self.target(file))
            .collect();
        let made = self.made_texts();
        let made = made.iter().filter(|(path, _)| edited.contains(path));
        let was = edited
            .iter()
            .filter_map(|path| Some((*path, &**self.snapshots.get(path)?.text()?)));
        let mut known = Defined::default();
        let mut lines = BTreeSet::new();
        for (path, text) in was.clone() {
            known.read(path, text, Since::Before);
            lines.extend(text.lines().map(|line| line.trimmed()));
        }
        for (path, text) in made.clone() {
            known.read(path, text, Since::Now);
            lines.extend(text.lines().map(|line| line.trimmed()));
        }
        let (changed, gone) = (known.changed(), known.gone());
        let parts = self.parts.iter().enumerate();
        let parts = parts.filter(|(_, it)| it.may_be_usage_example());
        let examples = parts.filter_map(|(part, it)| {
            let mut names = known.used_by(it.lines(), &lines)?;
            names.retain(|name| changed.contains(name));
            names.extend(gone.iter().cloned());
            Some(UsageExample { part, names })
        });
        examples.collect()
    }
}

/// Since when a name is defined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Since {
    Before,
    Now,
}

/// Whether a name is reached alone or through something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reach {
    Alone,
    Member,
}

/// What the edited files define and set.
#[derive(Default)]
struct Defined {
    names: BTreeMap<Vec<u8>, (Since, Reach)>,
    /// The lines from where each is defined to the next definition, before the edits are made and after.
    bodies: BTreeMap<Vec<u8>, [Vec<u8>; 2]>,
    /// The names of the files and of their folders, through which what they define is reached.
    modules: BTreeSet<Vec<u8>>,
    /// What they set at their outermost level.
    set: BTreeSet<Vec<u8>>,
}

impl Defined {
    fn read(&mut self, path: &RelPath, text: &Text, since: Since) {
        let stem = path.file_name().split(|byte| *byte == b'.').next();
        self.modules.extend(stem.map(<[u8]>::to_vec));
        let folder = path.components().rev().nth(1);
        self.modules.extend(folder.map(<[u8]>::to_vec));
        let mut last = None;
        for line in text.lines() {
            let line: &[u8] = line;
            let is_deep = !indent::leading(line).is_empty();
            if let Some(name) = heading::bare_name(line) {
                let reach = match is_deep || line.starts_with(b"func (") {
                    true => Reach::Member,
                    false => Reach::Alone,
                };
                let name = name.into_bytes();
                self.names.entry(name.clone()).or_insert((since, reach));
                last = Some(name);
            } else if !is_deep && let Some(Target::Name(name)) = target(line) {
                self.set.insert(name.to_vec());
            }
            if let Some(name) = &last {
                let bodies = self.bodies.entry(name.clone()).or_default();
                bodies[since as usize].extend_from_slice(line.trim());
            }
        }
    }

    /// Returns the names of what the edits change or add.
    fn changed(&self) -> BTreeSet<Vec<u8>> {
        let bodies = self.bodies.iter();
        let changed = bodies.filter(|(_, [before, now])| before != now);
        changed.map(|(name, _)| name.clone()).collect()
    }

    /// Returns the names that the edits take away: who calls them needs a change.
    fn gone(&self) -> BTreeSet<Vec<u8>> {
        let bodies = self.bodies.iter();
        let gone = bodies.filter(|(_, [_, now])| now.is_empty());
        gone.map(|(name, _)| name.clone()).collect()
    }

    /// Returns the names defined here that `block` calls. `None` if the block does more than use them, or has one of `lines`, those
    /// of the edited files.
    fn used_by(&self, block: &[Piece], lines: &BTreeSet<&[u8]>) -> Option<BTreeSet<Vec<u8>>> {
        let mut names = BTreeSet::new();
        let (mut is_old, mut shows) = (false, false);
        for body in block {
            let line = body.trimmed();
            let code = without_remark(line);
            if !says_something(line) || import::is_import(line) {
                continue;
            }
            if line.len() >= N_BYTES && lines.contains(line) {
                return None;
            }
            let sets = target(code);
            let is_outermost = indent::leading(body).is_empty();
            let own = self.calls_in(code);
            let lower = code.to_ascii_lowercase();
            let prints = words(&lower).any(|word| PRINTING.contains(&word));
            let is_tame = match sets {
                Some(Target::Name(name)) => {
                    let is_constant = !name.iter().any(u8::is_ascii_lowercase);
                    !(is_constant || is_outermost && self.set.contains(name))
                }
                Some(Target::Names) => true,
                Some(Target::Part) => false,
                None => !own.is_empty() || prints || !is_outermost || is_flow(code),
            };
            if !is_tame {
                return None;
            }
            shows |= prints || code.len() < line.len();
            for (since, name) in own {
                is_old |= since == Since::Before;
                names.insert(name.to_vec());
            }
        }
        // A call of what is new may be what the edits lack.
        (!names.is_empty() && (is_old || shows)).then_some(names)
    }

    /// Returns the calls in a line of what is defined here: since when it is, and its name.
    fn calls_in<'c>(&self, code: &'c [u8]) -> Vec<(Since, &'c [u8])> {
        let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte == b'$';
        let start_of_name = |end: usize| {
            let before = code[..end].iter().rposition(|byte| !is_of_name(byte));
            before.map_or(0, |before| before + 1)
        };
        let known = |name: &[u8]| self.names.get(name).copied();
        let mut calls = Vec::new();
        for open in memchr::memchr_iter(b'(', code) {
            let end = open - usize::from(code[..open].ends_with(b"!"));
            let start = start_of_name(end);
            let (before, name) = (&code[..start], &code[start..end]);
            if name.is_empty() {
                continue;
            }
            let through = [&b"."[..], b"::", b"->", b"?."]
                .iter()
                .find_map(|sign| before.strip_suffix(*sign));
            let since = match (through, known(name)) {
                (None, Some((since, _))) => Some(since),
                (None, None) => None,
                (Some(of), own) => {
                    let of = &of[start_of_name(of.len())..];
                    let is_member = own.filter(|(_, reach)| *reach == Reach::Member);
                    let of_module = own.filter(|_| self.modules.contains(of));
                    is_member.or(of_module).or(known(of)).map(|it| it.0)
                }
            };
            if let Some(since) = since {
                calls.push((since, name));
            }
        }
        calls
    }
}

/// What a line sets.
enum Target<'l> {
    /// A name of its own.
    Name(&'l [u8]),
    /// Several at once: `const { a, b }`.
    Names,
    /// A part of something: `commands["a"]`, `self.total`.
    Part,
}

/// Returns what a line sets; `None` for one that sets nothing.
fn target(code: &[u8]) -> Option<Target<'_>> {
    let at = memchr::memchr(b'=', code)?;
    let is_compared = matches!(code.get(at + 1), Some(b'=' | b'~'));
    let head = code[..at].trim_ascii_end();
    // `a, b := f()` and `x += 1` set too; `f(a=1)` does not.
    let is_within = memchr::memchr(b'(', head).is_some() || head.ends_with(b"!");
    if is_compared || is_within || head.ends_with(b"<") || head.ends_with(b">") {
        return None;
    }
    let head = head.trim_end_with(|c| matches!(c, ':' | '+' | '-' | '*' | '/' | '|' | ' '));
    // `let n: i32` and `n: int` give the type behind the name.
    let head = head.split_once_str(": ").map_or(head, |(name, _)| name);
    let last = head.fields().last().unwrap_or_default();
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_$".contains(byte) || *byte >= 0x80;
    Some(match last.iter().all(is_name) && !last.is_empty() {
        true => Target::Name(last),
        false if head.ends_with(b"}") || head.ends_with(b")") => Target::Names,
        false => Target::Part,
    })
}

fn words(code: &[u8]) -> impl Iterator<Item = &[u8]> {
    code.split(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_')
}

/// Returns whether a line begins a block that repeats or decides something.
fn is_flow(code: &[u8]) -> bool {
    words(code).next().is_some_and(heading::is_flow)
}
