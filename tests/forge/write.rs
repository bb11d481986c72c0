//! Writes hunks in the dialects that models use.

use super::damage::Damage;
use super::edit::{Hunk, HunkLine, Kind};
use super::random::Random;
use super::source::Source;

/// The dialects that are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// `@@ -1,3 +1,4 @@`
    Numbered,
    /// `@@`, `@@ ... @@`, or a heading between them.
    Numberless,
    /// `@@ @@`
    Fudiff,
    /// Marked lines in a fence, without any header.
    Bare,
    /// `*** Begin Patch`
    ApplyPatch,
    /// `[[[FILE_PATCH file_path="..."]]]`
    FilePatch,
    /// `<<<<<<< SEARCH`
    SearchReplace,
    /// The same with `:start_line:`.
    Roo,
    /// `------- SEARCH`
    Cline,
    /// `{"old_string": ...}`
    Json,
}

/// All of them.
pub const DIALECTS: &[Dialect] = &[
    Dialect::Numbered,
    Dialect::Numbered,
    Dialect::Numberless,
    Dialect::Fudiff,
    Dialect::Bare,
    Dialect::ApplyPatch,
    Dialect::FilePatch,
    Dialect::SearchReplace,
    Dialect::SearchReplace,
    Dialect::Roo,
    Dialect::Cline,
    Dialect::Json,
];

impl Dialect {
    /// Returns whether lines carry the markers ` `, `-` and `+`.
    pub fn is_marked(self) -> bool {
        match self {
            Dialect::Numbered
            | Dialect::Numberless
            | Dialect::Fudiff
            | Dialect::Bare
            | Dialect::ApplyPatch
            | Dialect::FilePatch => true,
            Dialect::SearchReplace | Dialect::Roo | Dialect::Cline | Dialect::Json => false,
        }
    }
}

/// Returns the reply that asks for `hunks` of the file at `path`.
pub fn reply(
    dialect: Dialect,
    path: &str,
    source: &Source,
    hunks: &[Hunk],
    damages: &[Damage],
    random: &mut Random,
) -> String {
    let has = |damage| damages.contains(&damage);
    let marks = Marks {
        dialect,
        source,
        damages,
    };
    let mut bodies = Vec::new();
    for hunk in hunks {
        bodies.push(marks.hunk(hunk, path, random));
    }
    let fence = if source.look.is_prose { "````" } else { "```" };
    let close = if has(Damage::FenceUnclosed) {
        ""
    } else {
        fence
    };
    let fenced = |info: &str, inside: String| format!("{fence}{info}\n{inside}{close}\n");
    let ending = source.look.ending;
    let all = bodies.concat();
    let patch = match dialect {
        Dialect::Numbered if random.chance(40) => {
            format!("diff --git a/{path} b/{path}\n--- a/{path}\n+++ b/{path}\n{all}")
        }
        Dialect::Numbered | Dialect::Numberless => {
            fenced("diff", format!("--- a/{path}\n+++ b/{path}\n{all}"))
        }
        Dialect::Fudiff => format!("--- filename: {path}\n+++ filename: {path}\n{all}"),
        Dialect::Bare => bodies
            .into_iter()
            .map(|body| format!("In `{path}`:\n\n{}\n", fenced("diff", body)))
            .collect(),
        Dialect::ApplyPatch => {
            format!("*** Begin Patch\n*** Update File: {path}\n{all}*** End Patch\n")
        }
        Dialect::FilePatch => {
            format!("[[[FILE_PATCH file_path=\"{path}\"]]]\n{all}[[[/FILE_PATCH]]]\n")
        }
        Dialect::SearchReplace | Dialect::Roo | Dialect::Cline => bodies
            .into_iter()
            .map(|body| format!("{path}\n{}\n", fenced(ending, body)))
            .collect(),
        Dialect::Json => all,
    };
    let mut reply = if random.chance(50) {
        format!("Here is the change:\n\n{patch}")
    } else {
        patch
    };
    if has(Damage::Quoted) {
        reply = reply.lines().map(|line| format!("> {line}\n")).collect();
    }
    if has(Damage::Crlf) {
        reply = reply.replace('\n', "\r\n");
    }
    reply
}

/// How lines are marked.
struct Marks<'a> {
    dialect: Dialect,
    source: &'a Source,
    damages: &'a [Damage],
}

impl Marks<'_> {
    fn has(&self, damage: Damage) -> bool {
        self.damages.contains(&damage)
    }

    fn hunk(&self, hunk: &Hunk, path: &str, random: &mut Random) -> String {
        let lines = self.coded(hunk);
        match self.dialect {
            Dialect::Numbered => format!(
                "{}{}",
                self.header(hunk, random),
                self.marked(&lines, random)
            ),
            Dialect::Numberless => {
                let header = match (random.below(4), heading(self.source, hunk)) {
                    (0, Some(heading)) => format!("@@ {heading} @@"),
                    (1, _) => "@@ ... @@".to_string(),
                    _ => "@@".to_string(),
                };
                format!("{header}\n{}", self.marked(&lines, random))
            }
            Dialect::Fudiff => format!("@@ @@\n{}", self.marked(&lines, random)),
            Dialect::Bare => self.marked(&lines, random),
            Dialect::ApplyPatch => match heading(self.source, hunk).filter(|_| random.chance(50)) {
                Some(heading) => format!("@@ {heading}\n{}", self.marked(&lines, random)),
                None => format!("@@\n{}", self.marked(&lines, random)),
            },
            Dialect::FilePatch => format!("@@\n{}", self.marked(&lines, random)),
            Dialect::SearchReplace => format!(
                "<<<<<<< SEARCH\n{}=======\n{}>>>>>>> REPLACE\n",
                old(&lines),
                new(&lines)
            ),
            Dialect::Roo => {
                let number = hunk.old_start
                    + 1
                    + if self.has(Damage::WrongNumbers) {
                        random.between(1, 30)
                    } else {
                        0
                    };
                format!(
                    "<<<<<<< SEARCH\n:start_line:{number}\n-------\n{}=======\n{}>>>>>>> REPLACE\n",
                    old(&lines),
                    new(&lines)
                )
            }
            Dialect::Cline => format!(
                "------- SEARCH\n{}=======\n{}+++++++ REPLACE\n",
                old(&lines),
                new(&lines)
            ),
            Dialect::Json => {
                let (old, new) = (old(&lines), new(&lines));
                let object = serde_json::json!({
                    "file_path": path,
                    "old_string": old.strip_suffix('\n').unwrap_or(&old),
                    "new_string": new.strip_suffix('\n').unwrap_or(&new),
                });
                format!("{object}\n")
            }
        }
    }

    /// Returns the hunk's lines with line numbers copied in, or entities.
    fn coded(&self, hunk: &Hunk) -> Vec<HunkLine> {
        let mut number = hunk.old_start;
        let mut lines = hunk.lines.clone();
        // Entities that stand in new lines only may be meant.
        let shows = lines
            .iter()
            .any(|line| line.kind != Kind::Insert && line.body.contains(['&', '<', '>']));
        for line in &mut lines {
            if self.has(Damage::Entities) && shows {
                line.body = line
                    .body
                    .replace('&', "&amp;")
                    .replace('<', "&lt;")
                    .replace('>', "&gt;");
            }
            if line.kind != Kind::Insert {
                number += 1;
                if self.has(Damage::LineNumbers) {
                    line.body = format!("{number:4} | {}", line.body);
                }
            }
        }
        lines
    }

    fn marked(&self, lines: &[HunkLine], random: &mut Random) -> String {
        let all = random.chance(50);
        let mut out = String::new();
        for line in lines {
            let sign = match line.kind {
                Kind::Context
                    if self.has(Damage::MarkersLost)
                        && may_stand_bare(&line.body)
                        && (all || random.chance(50)) =>
                {
                    ""
                }
                Kind::Context if self.has(Damage::StrippedEnds) && line.body.is_empty() => "",
                Kind::Context => " ",
                Kind::Delete => "-",
                Kind::Insert => "+",
            };
            out.push_str(sign);
            if self.has(Damage::MarkersWide) {
                out.push(' ');
            }
            out.push_str(&line.body);
            out.push('\n');
        }
        out
    }

    fn header(&self, hunk: &Hunk, random: &mut Random) -> String {
        let n = |kind| hunk.lines.iter().filter(|line| line.kind != kind).count();
        let (mut n_old, mut n_new) = (n(Kind::Insert), n(Kind::Delete));
        let (mut old, mut new) = (
            hunk.old_start + usize::from(n_old > 0),
            hunk.new_start + usize::from(n_new > 0),
        );
        if self.has(Damage::WrongNumbers) {
            let off = random.between(1, 30);
            (old, new) = (old + off, new + off);
        }
        if self.has(Damage::WrongCounts) {
            let off = random.between(1, 3);
            n_old = if random.chance(50) {
                n_old + off
            } else {
                n_old.saturating_sub(off)
            };
            n_new += off;
        }
        let heading = heading(self.source, hunk)
            .filter(|_| random.chance(30))
            .map(|heading| format!(" {heading}"));
        format!(
            "@@ -{old},{n_old} +{new},{n_new} @@{}\n",
            heading.unwrap_or_default()
        )
    }
}

/// Returns the nearest definition above the hunk, in the text before.
pub fn heading<'a>(source: &'a Source, hunk: &Hunk) -> Option<&'a String> {
    let above = &source.lines[..hunk.old_start.min(source.lines.len())];
    above.iter().rev().find(|line| is_definition(line))
}

/// Returns whether the line stands at the margin and says something, as what begins a definition does.
pub fn is_definition(line: &str) -> bool {
    line.starts_with(|c: char| c.is_ascii_alphabetic()) && line.contains('(')
}

/// A context line may lose its marker when it then is not taken for another kind of line.
fn may_stand_bare(body: &str) -> bool {
    !body.starts_with(['-', '+', '@', '\\', '*', '<', '>', '`', '#', '[', '='])
        && !body.trim().is_empty()
}

fn old(lines: &[HunkLine]) -> String {
    side(lines, Kind::Insert)
}

fn new(lines: &[HunkLine]) -> String {
    side(lines, Kind::Delete)
}

fn side(lines: &[HunkLine], other: Kind) -> String {
    lines
        .iter()
        .filter(|line| line.kind != other)
        .map(|line| format!("{}\n", line.body))
        .collect()
}
