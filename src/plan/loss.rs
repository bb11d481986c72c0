//! What hunks take away, or leave broken, that their reader may not see: counted from the lines they change, by the look of
//! these alone.

mod balance;
mod closing;
mod commented;
mod cut_off;
mod other_half;
mod removed;
mod shortened;
mod still_named;
mod unreplaced;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use bstr::ByteSlice;

use super::own::{self, Baseline};
use crate::matcher::line_key::LineKey;
use crate::matcher::weight;
use crate::patch::{FilePatch, Given, Hunk, HunkLine, LineKind, of_kind};
use crate::text::display::display_line;
use crate::text::import::is_import;
use crate::text::words::counted;
use crate::text::{RelPath, Standing, Text, heading, indent};
use removed::Removed;
use unreplaced::{Unreplaced, is_like};

/// So many lines more than it adds may a hunk take away.
const N_FEW: usize = 5;

/// The most lines that come in which those of a dropped block are looked for.
const N_INSERTED: usize = 256;

/// A body of fewer lines must be found line by line: short ones are easily alike.
const N_TELLING: usize = 3;

/// The most lines that go together and are compared.
const N_COMPARED: usize = 64;

/// An import with fewer letters says too little.
const N_LETTERS: usize = 10;

/// One thing that goes with a hunk, or breaks.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Loss {
    /// A definition goes, and nothing new has its name.
    Definition {
        /// What it is called: `def b`.
        name: String,
        /// How many lines go with it, the blank ones below it too.
        n_lines: usize,
    },
    /// An import goes.
    Import(String),
    /// A line goes that opens or names something, and nothing of its kind comes in its place.
    Part(String),
    /// So many lines at an end of the file go.
    End(FileEnd, usize),
    /// The new content ends within a block or a line of the file, and all behind that goes.
    CutOff,
    /// A line goes whose name is still used further down.
    StillNamed {
        /// The line, as it is shown.
        line: String,
        /// Where the name is used, 0-based.
        again: usize,
    },
    /// So many lines more go than come.
    Lines(usize),
    /// So many lines go, of which this is the first, and nothing replaces them.
    Removed(String, usize),
    /// The same, and the words of the reply are about other changes.
    Unsaid(String, usize),
    /// An option or a redirection goes from a command of which the rest stays.
    Setting(String),
    /// So many lines of code go, and only a comment comes in their place.
    OnlyCommented(usize),
    /// A definition is added that the file has already.
    Repeated {
        /// What it is called.
        name: String,
        /// Where it stands, 0-based.
        line: usize,
    },
    /// An import is added that the file has already: a model often does not see the head of a file.
    RepeatedImport {
        /// The import, as it is shown.
        import: String,
        /// Where it stands, 0-based.
        line: usize,
    },
    /// Lines are changed that somebody changed since they were committed, or written by an apply.
    OwnChange,
    /// What this names is not closed any more, or closed once too often: brackets, quotes, a block, a here-document.
    Unbalanced(String),
    /// Lines move, and the hunk waits that they come from or go to: this one alone would double them, or drop them.
    HalfOfMove,
}

/// An end of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileEnd {
    /// Where it begins.
    First,
    /// Where it ends.
    Last,
}

impl Loss {
    /// Returns whether a whole file waits for it. An import that is there twice does no harm, and lines or options that only
    /// go may be what the reply is for, by what it says: these are reported.
    pub fn is_harm(&self) -> bool {
        !matches!(
            self,
            Loss::RepeatedImport { .. } | Loss::Removed(..) | Loss::Setting(_)
        )
    }

    /// Returns it in a few words: ``drops `def b` (41 lines)``.
    pub fn words(&self) -> String {
        let (verb, what) = self.verb_and_object();
        format!("{verb} {what}")
    }

    /// Returns the verb and its object: `drops` and `` `def b` (41 lines) ``.
    pub(super) fn verb_and_object(&self) -> (&'static str, String) {
        match self {
            Loss::Definition {
                name: line,
                n_lines: 1,
            }
            | Loss::Import(line)
            | Loss::Part(line)
            | Loss::Removed(line, 1)
            | Loss::Unsaid(line, 1)
            | Loss::Setting(line) => ("drops", format!("`{line}`")),
            Loss::Definition { name, n_lines } => ("drops", format!("`{name}` ({n_lines} lines)")),
            Loss::End(end, n_lines) => {
                let end = match end {
                    FileEnd::First => "start",
                    FileEnd::Last => "end",
                };
                let lines = counted(*n_lines, "line");
                ("drops", format!("{lines} at the {end} of the file"))
            }
            Loss::StillNamed { line, again } => (
                "drops",
                format!("`{line}` (still used at line {})", again + 1),
            ),
            Loss::Lines(n_lines) => ("drops", counted(*n_lines, "line")),
            Loss::Removed(line, n_lines) | Loss::Unsaid(line, n_lines) => {
                ("drops", format!("{n_lines} lines (first `{line}`)"))
            }
            Loss::OnlyCommented(1) => ("puts only a comment in place of", "a line".to_string()),
            Loss::OnlyCommented(n_lines) => (
                "puts only a comment in place of",
                format!("{n_lines} lines"),
            ),
            Loss::Repeated { name: added, line }
            | Loss::RepeatedImport {
                import: added,
                line,
            } => ("adds", format!("`{added}` (already at line {})", line + 1)),
            Loss::CutOff => ("may be", "cut off".to_string()),
            Loss::OwnChange => ("undoes", "your own change".to_string()),
            Loss::Unbalanced(pair) => ("leaves", format!("{pair} unbalanced")),
            Loss::HalfOfMove => (
                "moves",
                "lines from or to a hunk that needs review".to_string(),
            ),
        }
    }
}

/// Returns what the hunks of a section lose of `text`, by their indexes; those that lose nothing are left out. `start` says at
/// which line a hunk goes, where that is known.
pub fn losses(
    file: &FilePatch,
    text: &Text,
    baseline: Option<&Baseline>,
    start: impl Fn(usize) -> Option<usize>,
) -> BTreeMap<usize, Vec<Loss>> {
    let changes = Changes::of(file, text);
    let mut losses: BTreeMap<usize, Vec<Loss>> = BTreeMap::new();
    let mut add = |at: usize, loss: Vec<Loss>| {
        if !loss.is_empty() {
            losses.entry(at).or_default().extend(loss);
        }
    };
    if let Some(baseline) = baseline.filter(|_| file.given != Given::Hunks) {
        for at in own::undoing(file, text, baseline) {
            add(at, vec![Loss::OwnChange]);
        }
    }
    let unreplaced = (file.given != Given::Hunks).then(|| Unreplaced::of(file, text));
    if file.given == Given::Whole
        && let Some(last) = file.hunks.last()
        && cut_off::is_cut_off(last, text)
    {
        add(file.hunks.len() - 1, vec![Loss::CutOff]);
    }
    let is_prose = file.path.named().is_some_and(is_prose);
    let mut named_again = match file.given {
        Given::Hunks => BTreeMap::new(),
        Given::Whole | Given::Parts => still_named::still_named(file, text),
    };
    let removed = Removed::of(file, text);
    let is_script = shortened::holds_commands(file.path.named(), text);
    for (at, hunk) in file.hunks.iter().enumerate() {
        add(at, repeated_imports(hunk, &changes));
        let dropped = dropped(hunk, &changes);
        // What goes is told once: by its names, or by what comes in its place, or else by its number.
        let is_told = |losses: &[Loss]| losses.iter().any(|loss| !matches!(loss, Loss::Lines(_)));
        let unreplaced = unreplaced.as_ref().filter(|_| !is_told(&dropped));
        let parts = unreplaced.map_or(Vec::new(), |unreplaced| unreplaced.of_hunk(hunk));
        let gone = if parts.is_empty() { dropped } else { parts };
        let commented = || commented::only_commented(hunk, is_prose);
        let other = match is_told(&gone) {
            true => None,
            false => commented().or_else(|| named_again.remove(&at)),
        };
        let told = other.map_or(gone, |other| vec![other]);
        let is_silent = told.is_empty() && file.given == Given::Whole;
        add(at, told);
        if is_silent {
            add(at, removed.of_hunk(hunk));
        }
        if file.given != Given::Hunks && !is_prose {
            add(at, shortened::shortened(hunk, is_script));
        }
    }
    for (at, repeated) in repeated(file, &changes, text, start) {
        add(at, vec![repeated]);
    }
    for (at, pair) in balance::unbalanced(file, text) {
        add(at, vec![Loss::Unbalanced(pair)]);
    }
    if file.given != Given::Hunks {
        let waits = |at: usize| {
            let hunk = &file.hunks[at];
            let mut losses = losses.get(&at).into_iter().flatten();
            hunk.unsure.is_some() || hunk.replaces.is_some() || losses.any(Loss::is_harm)
        };
        for at in other_half::other_halves(&file.hunks, waits) {
            losses.entry(at).or_default().push(Loss::HalfOfMove);
        }
    }
    losses
}

/// Returns whether a file is of sentences: there `# ` begins a heading, and no comment.
fn is_prose(path: &RelPath) -> bool {
    const ENDINGS: [&str; 5] = [".md", ".markdown", ".rst", ".adoc", ".txt"];
    let name = path.file_name();
    ENDINGS.iter().any(|ending| name.ends_with_str(ending))
}

/// What all hunks of a section add and take away.
struct Changes<'a> {
    /// Names that are defined by new lines.
    defined: HashSet<String>,
    /// Lines without the space around them, by how often they come and go.
    inserted: HashMap<&'a [u8], usize>,
    deleted: HashMap<&'a [u8], usize>,
    /// Where they stand in the file.
    standing: Standing<'a>,
    /// Those deleted lines of which the file has nothing, not even otherwise written: it cannot lose them.
    absent: HashSet<&'a [u8]>,
    /// Deleted lines that the file does not have to the letter: it may write them otherwise.
    written_otherwise: HashSet<LineKey>,
}

impl<'a> Changes<'a> {
    fn of(file: &'a FilePatch, text: &Text) -> Changes<'a> {
        let mut changes = Changes {
            defined: HashSet::new(),
            inserted: HashMap::new(),
            deleted: HashMap::new(),
            standing: Standing::default(),
            absent: HashSet::new(),
            written_otherwise: HashSet::new(),
        };
        for lines in file.hunks.iter().map(|hunk| &hunk.lines[..]) {
            for (at, line) in lines.iter().enumerate() {
                let (side, is_new) = match line.kind {
                    LineKind::Context => continue,
                    LineKind::Insert => (&mut changes.inserted, true),
                    LineKind::Delete => (&mut changes.deleted, false),
                };
                let name = defined(lines, at);
                let body = line.body.trim_ascii();
                if name.is_some() || is_import(body) {
                    *side.entry(body).or_default() += 1;
                }
                changes.defined.extend(name.filter(|_| is_new));
            }
        }
        let lines = changes.deleted.keys().chain(changes.inserted.keys());
        changes.standing = Standing::of(lines.copied(), text);
        let is_absent = |line: &&&[u8]| changes.standing.of_line(line).is_empty();
        let absent: Vec<&[u8]> = changes.deleted.keys().filter(is_absent).copied().collect();
        if !absent.is_empty() {
            let keys = absent.iter().map(|line| LineKey::of(line));
            changes.written_otherwise = keys.collect();
            let defined: HashSet<String> = text
                .lines()
                .filter_map(|line| heading::defined(line))
                .collect();
            let is_defined =
                |line: &[u8]| heading::defined(line).is_some_and(|name| defined.contains(&name));
            let absent = absent.into_iter().filter(|line| !is_defined(line));
            changes.absent = absent.collect();
        }
        changes
    }

    /// Returns whether a line that goes may be one that the file has as `line`.
    fn takes(&self, line: &[u8]) -> bool {
        self.deleted.contains_key(line) || self.written_otherwise.contains(&LineKey::of(line))
    }

    /// Returns whether a line goes with all that are like it, and none comes back.
    fn takes_all_of(&self, line: &[u8]) -> bool {
        let n_deleted = self.deleted.get(line).copied().unwrap_or_default();
        !self.inserted.contains_key(line)
            && !self.absent.contains(line)
            && self.standing.of_line(line).len() <= n_deleted
    }
}

/// Returns what a line of a hunk defines; its brace may be on the line below.
fn defined(lines: &[HunkLine], at: usize) -> Option<String> {
    let line = &lines[at];
    heading::defined(&line.body).or_else(|| {
        let is_beside =
            |other: &&HunkLine| other.kind == line.kind || other.kind == LineKind::Context;
        let below = lines[at + 1..].iter().find(is_beside)?;
        let is_as_deep = indent::leading(&below.body) == indent::leading(&line.body);
        (heading::is_brace(&below.body) && is_as_deep)
            .then(|| heading::defined_above_brace(&line.body))?
    })
}

/// Returns the imports that a hunk adds although they stand elsewhere, in the hunk's order. One that the section takes away
/// somewhere is moved.
fn repeated_imports(hunk: &Hunk, changes: &Changes<'_>) -> Vec<Loss> {
    let inserted = of_kind(&hunk.lines, LineKind::Insert);
    let stands = |line: &[u8]| {
        let n_letters = line
            .iter()
            .filter(|byte| byte.is_ascii_alphabetic())
            .count();
        let is_told = is_import(line) && n_letters >= N_LETTERS;
        (is_told && !changes.takes(line)).then(|| changes.standing.of_line(line).first())?
    };
    let found = inserted.filter_map(|line| {
        let added = line.body.trim_ascii();
        let line = *stands(added)?;
        let import = display_line(added);
        Some(Loss::RepeatedImport { import, line })
    });
    found.collect()
}

/// Returns what one hunk takes away. What has as many new things of its kind in its place has another name now.
fn dropped(hunk: &Hunk, changes: &Changes<'_>) -> Vec<Loss> {
    let definitions = dropped_definitions(hunk, changes);
    let is_gone = definitions.iter().any(|gone| !lives_on(gone, hunk));
    let count = |is: &dyn Fn(&HunkLine) -> bool| hunk.lines.iter().filter(|line| is(line)).count();
    // Nearly always nothing goes that these would have to make up for. What only changes makes up for nothing.
    let n_defined = || {
        let of_kind = |kind: LineKind| {
            let lines = (0..hunk.lines.len()).filter(move |at| hunk.lines[*at].kind == kind);
            lines.filter_map(|at| defined(&hunk.lines, at))
        };
        let old: HashSet<String> = of_kind(LineKind::Delete).collect();
        of_kind(LineKind::Insert)
            .filter(|name| !old.contains(name))
            .count()
    };
    let n_imported = || count(&|line| line.is_insert() && is_import(line.body.trim_ascii()));
    let deleted = of_kind(&hunk.lines, LineKind::Delete);
    let imports = deleted.map(|line| line.body.trim_ascii());
    let imports: BTreeSet<&[u8]> = imports
        .filter(|line| is_import(line) && changes.takes_all_of(line))
        .collect();
    let mut losses = Vec::new();
    if !definitions.is_empty() && (is_gone || definitions.len() > n_defined()) {
        losses.extend(definitions.into_iter().map(|gone| Loss::Definition {
            name: gone.name,
            n_lines: gone.n_lines,
        }));
    }
    if !imports.is_empty() && imports.len() > n_imported() {
        losses.extend(
            imports
                .into_iter()
                .map(|line| Loss::Import(display_line(line))),
        );
    }
    let with_text = |kind| move |line: &HunkLine| line.kind == kind && line.has_text();
    let n_gone = count(&with_text(LineKind::Delete));
    let n_come = count(&with_text(LineKind::Insert));
    if losses.is_empty() && n_gone > n_come + N_FEW {
        losses.push(Loss::Lines(told(n_gone - n_come, &hunk.lines)));
    }
    losses
}

/// Returns how many lines more go than come, as a reader counts them: `n_lost` hold text, and blank ones go with them.
fn told(n_lost: usize, lines: &[HunkLine]) -> usize {
    let n_of = |kind| of_kind(lines, kind).count();
    n_lost.max(n_of(LineKind::Delete).saturating_sub(n_of(LineKind::Insert)))
}

/// A definition that goes.
struct Gone<'a> {
    name: String,
    /// How many lines go, from its first to the last that holds text.
    n_lines: usize,
    /// What goes of it below its first line.
    body: &'a [HunkLine],
    /// Whether the rest of its body stays.
    body_stays: bool,
}

/// Returns whether a dropped definition only has another name now: at least half of its lines are among the inserted ones, or its
/// body stays below the new first line.
fn lives_on(gone: &Gone<'_>, hunk: &Hunk) -> bool {
    if gone.body_stays {
        return true;
    }
    let says_something = |line: &&HunkLine| weight::of(&line.body) >= weight::WEAK;
    let body = gone.body.iter().filter(says_something);
    let come = || of_kind(&hunk.lines, LineKind::Insert).take(N_INSERTED);
    let stays = |line: &&HunkLine| come().any(|new| is_like(&line.body, &new.body));
    let n_body = body.clone().count().min(N_COMPARED);
    let body = body.take(N_COMPARED);
    let is_there =
        |line: &&HunkLine| come().any(|new| new.body.trim_ascii() == line.body.trim_ascii());
    // Two short lines are easily alike.
    let n_kept = match n_body < N_TELLING {
        true => body.filter(is_there).count(),
        false => body.filter(stays).count(),
    };
    2 * n_kept >= n_body
}

/// Returns the definitions that go with a hunk, those within others left out.
fn dropped_definitions<'a>(hunk: &'a Hunk, changes: &Changes<'_>) -> Vec<Gone<'a>> {
    let mut dropped = Vec::new();
    let mut from = 0;
    for (at, line) in hunk.lines.iter().enumerate() {
        if at < from || line.in_postimage() || changes.deleted.is_empty() {
            continue;
        }
        let name = defined(&hunk.lines, at).filter(|name| {
            !changes.defined.contains(name) && changes.takes_all_of(line.body.trim_ascii())
        });
        let Some(name) = name else {
            continue;
        };
        let width = indent::leading(&line.body).len();
        let mut quotes = Quotes::default();
        quotes.read(&line.body);
        let mut is_within = |line: &&HunkLine| {
            let is_deeper = indent::leading(&line.body).len() > width;
            // Its brace may be on the line below, and what closes is as deep.
            let is_brace = matches!(
                line.body.trim_ascii().first(),
                Some(b'{' | b')' | b'}' | b']')
            );
            let is_quoted = quotes.is_open();
            quotes.read(&line.body);
            let is_in = is_quoted || is_deeper || is_brace || indent::is_blank(&line.body);
            line.is_delete() && is_in
        };
        let below = hunk.lines[at + 1..].iter();
        let n_within = below.take_while(|line| is_within(line)).count();
        from = at + 1 + n_within;
        let body = &hunk.lines[at + 1..from];
        let last = body.iter().rposition(|line| line.has_text());
        let below = hunk.lines[from..].iter();
        let mut old = below.filter(|line| line.in_preimage());
        let next = old.find(|line| line.has_text());
        dropped.push(Gone {
            body_stays: next
                .is_some_and(|line| line.is_context() && indent::leading(&line.body).len() > width),
            name,
            n_lines: last.map_or(1, |_| 1 + n_within),
            body,
        });
    }
    dropped
}

/// Whether lines are within a string of several lines.
#[derive(Default)]
struct Quotes {
    open: Option<&'static [u8]>,
}

impl Quotes {
    const SIGNS: [&'static [u8]; 3] = [b"\"\"\"", b"'''", b"`"];

    fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Reads another line.
    fn read(&mut self, line: &[u8]) {
        let mut from = 0;
        for at in memchr::memchr3_iter(b'"', b'\'', b'`', line) {
            let signs = Quotes::SIGNS.iter().filter(|_| at >= from);
            let mut signs = signs.filter(|sign| line[at..].starts_with(sign));
            let Some(sign) = signs.find(|sign| self.open.is_none_or(|open| open == **sign)) else {
                continue;
            };
            self.open = match self.open {
                Some(_) => None,
                None => Some(sign),
            };
            from = at + sign.len();
        }
    }
}

/// Returns the definitions that hunks add beside ones of the same text in the same place, and stay.
fn repeated(
    file: &FilePatch,
    changes: &Changes<'_>,
    text: &Text,
    start: impl Fn(usize) -> Option<usize>,
) -> Vec<(usize, Loss)> {
    let is_stated = |line: &[u8]| {
        changes.inserted.contains_key(line) && !changes.takes(line) && !is_import(line)
    };
    let mut repeated = Vec::new();
    for (at, hunk) in file.hunks.iter().enumerate() {
        let claimed = || hunk.hint.map(|hint| hint.line_index);
        let Some(mut target) = start(at).or_else(claimed) else {
            continue;
        };
        for (nth, line) in hunk.lines.iter().enumerate() {
            if line.in_preimage() {
                target += 1;
                continue;
            }
            let added = line.body.trim_ascii();
            if !is_stated(added) {
                continue;
            }
            let width = indent::leading(&line.body).len();
            let others = changes.standing.of_line(added);
            let here = || heading::parent(text, target.min(text.n_lines()), width);
            let is_twin = |other: &&usize| {
                indent::leading(text.line(**other)).len() == width
                    && heading::parent(text, **other, width) == here()
            };
            if let Some(other) = others.iter().find(is_twin)
                && let Some(name) = defined(&hunk.lines, nth)
            {
                repeated.push((at, Loss::Repeated { name, line: *other }));
            }
        }
    }
    repeated
}

#[cfg(test)]
mod tests;
