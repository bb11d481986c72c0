//! The ways in which models and chats damage a patch. Each keeps the right outcome as it is.

use super::edit::{Hunk, HunkLine, Kind};
use super::random::Random;
use super::source::{self, Source, lead};
use super::write::Dialect;

/// One way in which a patch was damaged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Damage {
    /// Blanks came to the ends of lines.
    TrailingBlanks,
    /// Blanks at the ends of lines, and of blank lines, are gone.
    StrippedEnds,
    /// Every indentation by steps is by tabs, or the reverse.
    OtherUnit,
    /// Two columns a step stand for four, or the reverse.
    OtherWidth,
    /// What all lines share of their indentation is gone.
    Dedented,
    /// All lines stand a few columns deeper.
    Deepened,
    /// Typographic quotes, dashes and ellipses in the lines the file holds.
    Typography,
    /// Letter case of context.
    Case,
    /// A blank context line is gone.
    BlankDropped,
    /// A blank context line came in.
    BlankInserted,
    /// A context line is gone.
    ContextDropped,
    /// All context on one side is gone.
    SideDropped,
    /// A context line was made up.
    ContextInvented,
    /// A context line has a word that the file's has not.
    ContextReworded,
    /// A context line has only its end.
    Suffix,
    /// The last punctuation of a context line is gone.
    PunctuationDropped,
    /// Blanks inside a line of context were doubled.
    InnerBlanks,
    /// Context in the middle is an ellipsis.
    Elided,
    /// Hunks stand in another order.
    Reordered,
    /// A hunk stands twice.
    Doubled,
    /// Line numbers are copied in front of the lines.
    LineNumbers,
    /// Entities stand for `<`, `>` and `&`.
    Entities,
    /// Markers of context lines are gone.
    MarkersLost,
    /// All markers are followed by a blank.
    MarkersWide,
    /// Line numbers of headers are wrong.
    WrongNumbers,
    /// Counts of headers are wrong.
    WrongCounts,
    /// Lines of the reply end in CR LF.
    Crlf,
    /// All lines of the reply are quoted as in mail.
    Quoted,
    /// The fence around the patch is never closed.
    FenceUnclosed,
}

impl Damage {
    /// Returns whether it changes leading space; two such ways at once leave nothing that shows what was.
    pub fn moves_lines(self) -> bool {
        matches!(
            self,
            Damage::OtherUnit
                | Damage::OtherWidth
                | Damage::Dedented
                | Damage::Deepened
                | Damage::MarkersLost
                | Damage::MarkersWide
                | Damage::LineNumbers
        )
    }

    /// Returns whether a patch in `dialect` can be damaged so.
    pub fn suits(self, dialect: Dialect) -> bool {
        !matches!(self, Damage::MarkersLost | Damage::MarkersWide) || dialect.is_marked()
    }

    /// Returns whether it is done where the hunks are written, not to their lines.
    pub fn shows_when_written(self) -> bool {
        matches!(
            self,
            Damage::LineNumbers
                | Damage::Entities
                | Damage::MarkersLost
                | Damage::MarkersWide
                | Damage::WrongNumbers
                | Damage::WrongCounts
                | Damage::Crlf
                | Damage::Quoted
                | Damage::FenceUnclosed
        )
    }
}

/// All ways.
pub const DAMAGES: &[Damage] = &[
    Damage::TrailingBlanks,
    Damage::StrippedEnds,
    Damage::OtherUnit,
    Damage::OtherWidth,
    Damage::Dedented,
    Damage::Deepened,
    Damage::Typography,
    Damage::Case,
    Damage::BlankDropped,
    Damage::BlankInserted,
    Damage::ContextDropped,
    Damage::SideDropped,
    Damage::ContextInvented,
    Damage::ContextReworded,
    Damage::Suffix,
    Damage::PunctuationDropped,
    Damage::InnerBlanks,
    Damage::Elided,
    Damage::Reordered,
    Damage::Doubled,
    Damage::LineNumbers,
    Damage::Entities,
    Damage::MarkersLost,
    Damage::MarkersWide,
    Damage::WrongNumbers,
    Damage::WrongCounts,
    Damage::Crlf,
    Damage::Quoted,
    Damage::FenceUnclosed,
];

/// Damages the lines of a hunk; what only shows when it is written is left to the writer.
pub fn damage(hunk: &mut Hunk, damage: Damage, source: &Source, random: &mut Random) {
    let whole = random.chance(50);
    match damage {
        Damage::TrailingBlanks => each(&mut hunk.lines, |_| true, |line| format!("{line}  ")),
        Damage::StrippedEnds => each(
            &mut hunk.lines,
            |_| true,
            |line| line.trim_end().to_string(),
        ),
        Damage::OtherUnit => other_unit(&mut hunk.lines, source),
        Damage::OtherWidth => other_width(&mut hunk.lines, source),
        Damage::Dedented => dedent(&mut hunk.lines),
        Damage::Deepened => {
            let more = random.pick(&["  ", "    ", " ", "\t"]);
            if hunk
                .lines
                .iter()
                .any(|line| line.kind != Kind::Insert && !line.body.trim().is_empty())
            {
                each(
                    &mut hunk.lines,
                    |line| !line.body.is_empty(),
                    |line| format!("{more}{line}"),
                );
            }
        }
        Damage::Typography => each(
            &mut hunk.lines,
            |line| line.kind == Kind::Context || (whole && line.kind == Kind::Delete),
            typographic,
        ),
        Damage::Case => some_context(hunk, random, |line| {
            if whole {
                line.to_lowercase()
            } else {
                line.to_uppercase()
            }
        }),
        Damage::BlankDropped => drop_context(hunk, random, |body| body.trim().is_empty()),
        Damage::BlankInserted => insert_context(hunk, String::new(), random),
        Damage::ContextDropped => drop_context(hunk, random, |body| !body.trim().is_empty()),
        Damage::SideDropped => drop_side(hunk, random),
        Damage::ContextInvented => {
            let body = format!(
                "{}{}",
                hunk.lines.first().map_or("", |line| lead(&line.body)),
                source::addition(source, random)[0]
            );
            insert_context(hunk, body, random);
        }
        Damage::ContextReworded => {
            let mut twist = random.clone();
            some_context(hunk, random, |line| {
                source::reworded(line, &mut twist).unwrap_or_else(|| line.to_string())
            });
        }
        Damage::Suffix => some_context(hunk, random, cut_short),
        Damage::PunctuationDropped => some_context(hunk, random, |line| {
            line.trim_end_matches([';', ',', '.', ':']).to_string()
        }),
        Damage::InnerBlanks => some_context(hunk, random, |line| {
            format!("{}{}", lead(line), line.trim_start().replace(' ', "  "))
        }),
        Damage::Elided => elide(hunk, source),
        Damage::Reordered
        | Damage::Doubled
        | Damage::LineNumbers
        | Damage::Entities
        | Damage::MarkersLost
        | Damage::MarkersWide
        | Damage::WrongNumbers
        | Damage::WrongCounts
        | Damage::Crlf
        | Damage::Quoted
        | Damage::FenceUnclosed => {}
    }
}

fn each(
    lines: &mut [HunkLine],
    which: impl Fn(&HunkLine) -> bool,
    change: impl Fn(&str) -> String,
) {
    for line in lines.iter_mut().filter(|line| which(line)) {
        line.body = change(&line.body);
    }
}

/// Changes one line of context, or all of them.
fn some_context(hunk: &mut Hunk, random: &mut Random, mut change: impl FnMut(&str) -> String) {
    let context: Vec<usize> = positions(hunk, |body| !body.trim().is_empty());
    if context.is_empty() {
        return;
    }
    let chosen = if random.chance(70) {
        vec![random.pick(&context)]
    } else {
        context
    };
    for at in chosen {
        hunk.lines[at].body = change(&hunk.lines[at].body);
    }
}

fn positions(hunk: &Hunk, which: impl Fn(&str) -> bool) -> Vec<usize> {
    (0..hunk.lines.len())
        .filter(|at| hunk.lines[*at].kind == Kind::Context && which(&hunk.lines[*at].body))
        .collect()
}

fn drop_context(hunk: &mut Hunk, random: &mut Random, which: impl Fn(&str) -> bool) {
    let mut context = positions(hunk, which);
    context.retain(|at| may_go(&hunk.lines, *at));
    if !context.is_empty() {
        hunk.lines.remove(random.pick(&context));
    }
}

/// Whether what stands beside line `at` still says where it goes when the line is gone: no change on both sides, and
/// behind an insertion on one side another line that says something.
fn may_go(lines: &[HunkLine], at: usize) -> bool {
    let is_changed = |line: Option<&HunkLine>| line.is_some_and(|line| line.kind != Kind::Context);
    let above = at.checked_sub(1).map(|above| &lines[above]);
    let below = lines.get(at + 1);
    let says = |line: Option<&HunkLine>| {
        line.is_some_and(|line| {
            line.kind == Kind::Delete || line.body.contains(char::is_alphanumeric)
        })
    };
    match (is_changed(above), is_changed(below)) {
        (true, true) => false,
        (false, false) => true,
        (true, false) => says(lines[..at].iter().rfind(|line| line.kind != Kind::Insert)),
        (false, true) => says(
            lines[at..]
                .iter()
                .skip(1)
                .find(|line| line.kind != Kind::Insert),
        ),
    }
}

fn insert_context(hunk: &mut Hunk, body: String, random: &mut Random) {
    let context = positions(hunk, |_| true);
    if !context.is_empty() {
        let at = random.pick(&context) + random.below(2);
        hunk.lines.insert(
            at,
            HunkLine {
                kind: Kind::Context,
                body,
            },
        );
    }
}

fn drop_side(hunk: &mut Hunk, random: &mut Random) {
    let is_changed = |line: &HunkLine| line.kind != Kind::Context;
    let first = hunk.lines.iter().position(is_changed).unwrap_or(0);
    let last = hunk.lines.iter().rposition(is_changed).unwrap_or(0);
    if random.chance(50) {
        hunk.lines.drain(..first);
    } else {
        hunk.lines.truncate(last + 1);
    }
}

/// Whether some line that the file holds is indented: only then can the damage show.
fn shows_indent(lines: &[HunkLine]) -> bool {
    lines.iter().any(|line| {
        line.kind != Kind::Insert && !line.body.trim().is_empty() && !lead(&line.body).is_empty()
    })
}

fn other_unit(lines: &mut [HunkLine], source: &Source) {
    if !shows_indent(lines) {
        return;
    }
    let to_blanks = source.indent == "\t";
    each(
        lines,
        |_| true,
        |line| {
            let lead = lead(line);
            let new = if to_blanks {
                lead.replace('\t', "    ")
            } else {
                lead.replace(source.indent, "\t")
            };
            format!("{new}{}", &line[lead.len()..])
        },
    );
}

fn other_width(lines: &mut [HunkLine], source: &Source) {
    // A hanging indent of half a step reads as a step in the other width.
    // One depth alone reads as well as a shift.
    let mut depths: Vec<usize> = lines
        .iter()
        .filter(|line| line.kind != Kind::Insert && !line.body.trim().is_empty())
        .map(|line| lead(&line.body).len())
        .collect();
    depths.sort();
    depths.dedup();
    if depths.len() < 2
        || lines
            .iter()
            .any(|line| !lead(&line.body).len().is_multiple_of(source.indent.len()))
    {
        return;
    }
    each(
        lines,
        |_| true,
        |line| {
            let lead = lead(line);
            let new = match source.indent {
                "    " => lead.replace("    ", "  "),
                "  " => lead.replace("  ", "    "),
                _ => lead.to_string(),
            };
            format!("{new}{}", &line[lead.len()..])
        },
    );
}

fn dedent(lines: &mut [HunkLine]) {
    let said = lines.iter().filter(|line| !line.body.trim().is_empty());
    let Some(shared) = said
        .map(|line| lead(&line.body).to_string())
        .reduce(|a, b| {
            a.chars()
                .zip(b.chars())
                .take_while(|(a, b)| a == b)
                .map(|(a, _)| a)
                .collect()
        })
    else {
        return;
    };
    if lines
        .iter()
        .any(|line| line.kind != Kind::Insert && !line.body.trim().is_empty())
    {
        each(
            lines,
            |_| true,
            |line| {
                line.strip_prefix(shared.as_str())
                    .unwrap_or(line.trim_start())
                    .to_string()
            },
        );
    }
}

fn typographic(line: &str) -> String {
    let mut opens = true;
    line.chars()
        .map(|c| match c {
            '"' => {
                opens = !opens;
                if opens { '\u{201d}' } else { '\u{201c}' }
            }
            '\'' => '\u{2019}',
            other => other,
        })
        .collect()
}

fn cut_short(line: &str) -> String {
    let bare = line.trim();
    let cut = bare.len() / 3;
    if bare.len() - cut >= 12 && bare.is_char_boundary(cut) {
        bare[cut..].to_string()
    } else {
        line.to_string()
    }
}

/// Puts an ellipsis in the stead of the inner lines of a long run of context.
fn elide(hunk: &mut Hunk, source: &Source) {
    let context = positions(hunk, |_| true);
    let run = context
        .chunk_by(|a, b| a + 1 == *b)
        .find(|run| run.len() >= 4);
    if let Some(run) = run {
        let (first, last) = (run[1], run[run.len() - 1]);
        let body = format!(
            "{}{}... existing code ...",
            lead(&hunk.lines[first].body),
            source.look.comment
        );
        hunk.lines.splice(
            first..last,
            [HunkLine {
                kind: Kind::Context,
                body,
            }],
        );
    }
}
