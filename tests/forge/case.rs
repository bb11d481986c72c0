//! One whole case: file, reply and right outcome.

use super::damage::{self, DAMAGES, Damage};
use super::drift::{self, Drift};
use super::edit::{self, Change, Hunk, Line};
use super::random::Random;
use super::source::{self, Source};
use super::write::{self, DIALECTS, Dialect};

/// A case and all that led to it.
#[derive(Clone)]
pub struct Case {
    /// The file's path.
    pub path: String,
    /// How the reply is written.
    pub dialect: Dialect,
    /// How it was damaged.
    pub damages: Vec<Damage>,
    /// How the file drifted.
    pub drifts: Vec<Drift>,
    /// The lines before the edit.
    pub before: Vec<Line>,
    /// The lines that stand in the file now.
    pub file: Vec<Line>,
    /// Ids of lines that stand for changes made already.
    pub kept: Vec<usize>,
    /// The changes that are to be made, those the file has already left out.
    pub wanted: Vec<Change>,
    /// The damaged hunks.
    pub hunks: Vec<Hunk>,
    /// The text before the edit.
    pub source: Source,
    /// What the writer's chances start at.
    pub write_seed: u64,
    /// How lines of the file end.
    pub eol: &'static str,
}

/// Makes up the case of `seed`; `None` when the edit changes nothing.
pub fn case(seed: u64) -> Option<Case> {
    let mut random = Random::new(seed);
    let random = &mut random;
    let source = source::source(random);
    let before: Vec<Line> = source
        .lines
        .iter()
        .enumerate()
        .map(|(id, body)| Line {
            id,
            body: body.clone(),
        })
        .collect();
    let changes = edit::changes(&source, random);
    let mut file = before.clone();
    let mut wanted = vec![true; changes.len()];
    let mut drifts = Vec::new();
    let mut kept = Vec::new();
    if random.chance(50) {
        let mut next_id = before.len();
        for _ in 0..random.between(1, 2) {
            let (drift, made) = drift::drift(
                &mut file, &source, &changes, &mut kept, &mut next_id, random,
            );
            if let Some(made) = made {
                wanted[made] = false;
            }
            drifts.push(drift);
        }
    }
    let n_context = random.pick(&[3, 3, 3, 3, 1, 2, 5, 7]);
    let mut hunks = edit::hunks(&source.lines, &changes, n_context);
    let dialect = random.pick(DIALECTS);
    let damages = damaged(&mut hunks, dialect, &source, random);
    let says = |hunk: &Hunk| {
        edit::preimage(&hunk.lines).any(|line| line.body.contains(char::is_alphanumeric))
    };
    let asks = |hunk: &Hunk| {
        let before = edit::preimage(&hunk.lines).map(|line| &line.body);
        !before.eq(edit::postimage(&hunk.lines).map(|line| &line.body))
    };
    // A hunk whose damages left both sides alike asks for nothing.
    if !hunks.iter().all(|hunk| says(hunk) && asks(hunk)) {
        return None;
    }
    let path = format!(
        "src/{}.{}",
        random.pick(&["app", "main", "core"]),
        source.look.ending
    );
    let write_seed = random.next();
    let wanted: Vec<Change> = changes
        .iter()
        .zip(wanted)
        .filter(|(_, wanted)| *wanted)
        .map(|(change, _)| change.clone())
        .collect();
    let eol = if random.chance(8) { "\r\n" } else { "\n" };
    let case = Case {
        path,
        dialect,
        damages,
        drifts,
        before,
        file,
        kept,
        wanted,
        hunks,
        source,
        write_seed,
        eol,
    };
    (case.expected() != Some(case.bytes()) || case.wanted.len() < changes.len()).then_some(case)
}

impl Case {
    /// Makes the case of given changes and damages, of a file that did not drift.
    pub fn undrifted(
        source: Source,
        changes: Vec<Change>,
        dialect: Dialect,
        damages: Vec<Damage>,
        random: &mut Random,
    ) -> Case {
        let before: Vec<Line> = source
            .lines
            .iter()
            .enumerate()
            .map(|(id, body)| Line {
                id,
                body: body.clone(),
            })
            .collect();
        let mut hunks = edit::hunks(&source.lines, &changes, 3);
        let mut done = Vec::new();
        for one in damages {
            let mut damaged = hunks.clone();
            damage_one(&mut damaged, one, &source, random);
            if one.suits(dialect)
                && damaged
                    .iter()
                    .all(|hunk| edit::preimage(&hunk.lines).next().is_some())
            {
                hunks = damaged;
                done.push(one);
            }
        }
        Case {
            path: format!("src/core.{}", source.look.ending),
            dialect,
            damages: done,
            drifts: Vec::new(),
            file: before.clone(),
            before,
            kept: Vec::new(),
            wanted: changes,
            hunks,
            source,
            write_seed: random.next(),
            eol: "\n",
        }
    }
}

fn damaged(
    hunks: &mut Vec<Hunk>,
    dialect: Dialect,
    source: &Source,
    random: &mut Random,
) -> Vec<Damage> {
    let mut damages: Vec<Damage> = Vec::new();
    for _ in 0..random.between(0, 3) {
        let one = random.pick(DAMAGES);
        if damages
            .iter()
            .any(|other| *other == one || (other.moves_lines() && one.moves_lines()))
            || !one.suits(dialect)
        {
            continue;
        }
        damages.push(one);
        damage_one(hunks, one, source, random);
    }
    damages
}

/// Damages one hunk or all of them.
fn damage_one(hunks: &mut Vec<Hunk>, one: Damage, source: &Source, random: &mut Random) {
    let all = random.chance(50);
    let chosen = random.below(hunks.len());
    for (at, hunk) in hunks.iter_mut().enumerate() {
        if all || at == chosen {
            damage::damage(hunk, one, source, random);
        }
    }
    if one == Damage::Reordered {
        hunks.reverse();
    } else if one == Damage::Doubled {
        hunks.push(hunks[chosen].clone());
    }
}

impl Case {
    /// Returns what the model wrote.
    pub fn reply(&self) -> String {
        let mut random = Random::new(self.write_seed);
        write::reply(
            self.dialect, &self.path, &self.source, &self.hunks, &self.damages, &mut random,
        )
    }

    /// Returns the smallest case found that is still `bad`, by leaving out hunks, lines of the file and ways of writing.
    /// The lines `near` stay.
    pub fn shrunk(mut self, near: &[usize], bad: impl Fn(&Case) -> bool) -> Case {
        self.kept.extend(
            near.iter()
                .filter_map(|at| self.file.get(*at))
                .map(|line| line.id),
        );
        let mut best = self;
        loop {
            let is_like = |case: &Case| {
                case.expected().is_some() == best.expected().is_some() && !case.file.is_empty()
            };
            let smaller = best.smaller().find(|case| is_like(case) && bad(case));
            match smaller {
                Some(case) => best = case,
                None => return best,
            }
        }
    }

    fn smaller(&self) -> impl Iterator<Item = Case> {
        let without_hunk = (0..self.hunks.len())
            .filter(|_| self.hunks.len() > 1)
            .map(|at| {
                let mut case = self.clone();
                let hunk = case.hunks.remove(at);
                let still = |change: &Change| {
                    case.hunks
                        .iter()
                        .any(|hunk| hunk.changes.iter().any(|other| other.at == change.at))
                };
                let keep: Vec<bool> = case
                    .wanted
                    .iter()
                    .map(|change| {
                        still(change) || hunk.changes.iter().all(|other| other.at != change.at)
                    })
                    .collect();
                let mut keep = keep.into_iter();
                case.wanted.retain(|_| keep.next().unwrap_or(true));
                case
            });
        let without_damage = (0..self.damages.len())
            .filter(|at| self.damages[*at].shows_when_written())
            .map(|at| {
                let mut case = self.clone();
                case.damages.remove(at);
                case
            });
        let without_lines = [16, 4, 1].into_iter().flat_map(move |n_lines| {
            (0..self.file.len().div_ceil(n_lines)).filter_map(move |at| {
                let range = at * n_lines..((at + 1) * n_lines).min(self.file.len());
                let is_apart = self.file[range.clone()]
                    .iter()
                    .all(|line| !self.is_of_hunk(line.id));
                let mut case = self.clone();
                case.file.drain(range);
                is_apart.then_some(case)
            })
        });
        let with_lf = (self.eol != "\n").then(|| Case {
            eol: "\n",
            ..self.clone()
        });
        with_lf
            .into_iter()
            .chain(without_hunk)
            .chain(without_damage)
            .chain(without_lines)
    }

    /// Whether the hunks as they were before the damage name the line: to leave it out would make another case.
    fn is_of_hunk(&self, id: usize) -> bool {
        self.kept.contains(&id)
            || self
                .hunks
                .iter()
                .any(|hunk| (hunk.old_start..hunk.old_end).contains(&id))
    }

    /// Returns the file's bytes.
    pub fn bytes(&self) -> String {
        joined(self.file.iter().map(|line| line.body.as_str()), self.eol)
    }

    /// Returns what may be written; `None` when nothing may, because the file does not say what would be right.
    pub fn expected(&self) -> Option<String> {
        let wanted: Vec<&Change> = self.wanted.iter().collect();
        let lines = edit::made(&self.before, &self.file, &wanted)?;
        Some(joined(lines.iter().map(String::as_str), self.eol))
    }
}

fn joined<'a>(lines: impl Iterator<Item = &'a str>, eol: &str) -> String {
    lines.map(|line| format!("{line}{eol}")).collect()
}

/// Returns the lines that say something, without blanks at their ends: what must be as expected.
pub fn soft(text: &str) -> Vec<&str> {
    text.lines()
        .map(str::trim_end)
        .filter(|line| !line.is_empty())
        .collect()
}
