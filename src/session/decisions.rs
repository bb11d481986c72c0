//! Decisions on a review as programs write and read them: by the names of hunks, with 1-based lines, and with the digests of
//! the files they were made for. Following them is running commands, as the screen does.

use std::collections::{BTreeMap, BTreeSet};

use bstr::ByteSlice;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::decided::Fault;
use super::{Command, Outcome, Session};
use crate::patch::{HunkId, HunkLine, LineKind};
use crate::plan::overlap::{self, Meeting};
use crate::plan::{Decision, State};
use crate::text::{LineSpan, RelPath, Snapshot};

/// The shape's version; only additions leave it as it is.
const VERSION: u32 = 1;

/// What a person or a program decided.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Decisions {
    /// 1.
    pub version: u32,
    /// What becomes of the hunks that nothing is said of.
    #[serde(default)]
    pub others: Others,
    /// The digest of each file that the decisions were made for, by path; null for a file that is not there. A file that is
    /// another now makes all of them stale.
    #[serde(default)]
    pub targets: BTreeMap<String, Option<String>>,
    /// One for each hunk that is decided on.
    #[serde(default)]
    pub hunks: Vec<HunkDecision>,
    /// How hunks that change the same lines are settled.
    #[serde(default)]
    pub overlaps: Vec<Overlap>,
}

/// What becomes of hunks that nothing is said of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Others {
    /// They are written where they fit, as without decisions.
    #[default]
    Apply,
    /// They are left.
    Leave,
}

/// What is decided on one hunk.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HunkDecision {
    /// The hunk's id or its beginning: `h2-77aa`, `h2`.
    pub hunk: String,
    /// Whether it is wanted; left out, `accept` where a place is given, else as it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision: Option<Wish>,
    /// Why it is rejected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// Where it goes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// The numbers of its lines, from 1, that alone are wanted of those that it changes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changed_lines: Option<BTreeSet<usize>>,
    /// The lines that it has instead of those of the reply.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines: Option<Vec<Line>>,
    /// The file that its file stands for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// What the model should hear.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// Whether the hidden text that it adds was seen and is allowed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub allow_hidden: bool,
}

/// Whether a hunk is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Wish {
    /// It is.
    Accept,
    /// It is not.
    Reject,
    /// Nobody said.
    Undecided,
    /// What it asks for is on disk already, and stays.
    Keep,
}

/// Where a hunk goes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Place {
    /// One of its places, by its name.
    Id(String),
    /// One of its places, by its number in the list, from 1.
    Nth(usize),
    /// All places that are equally good.
    All,
    /// This line of the file, from 1.
    Line {
        /// The first line of its preimage.
        line: usize,
        /// What becomes of lines there that are not those it removes.
        #[serde(default)]
        differing: Differing,
    },
    /// Just these lines, whatever is there: only with the digest of the file in `targets`.
    Lines {
        /// The first line.
        line: usize,
        /// The last one; `line - 1` for an insertion before `line`.
        end_line: usize,
    },
}

/// What becomes of lines in a hunk's place that are not those that it removes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Differing {
    /// There must be none.
    #[default]
    Refuse,
    /// They are removed in their stead.
    Replace,
    /// They stay, and the new lines come in.
    Insert,
}

/// One line of a hunk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// What becomes of it.
    pub kind: Kind,
    /// The line, without its ending.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Its bytes, where they are not UTF-8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bytes: Option<Vec<u8>>,
}

/// What becomes of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// It stays.
    Context,
    /// It goes.
    Delete,
    /// It is new.
    Insert,
}

/// How two hunks that change the same lines are settled.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Overlap {
    /// One hunk.
    pub first: String,
    /// The other.
    pub second: String,
    /// Which of them are written.
    pub keep: Keep,
}

/// Which of two hunks that change the same lines are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Keep {
    /// The first alone.
    First,
    /// The second alone.
    Second,
    /// Both, the first one's lines before the second's.
    Both,
    /// Both, the second one's lines before the first's.
    Reversed,
    /// Neither.
    Neither,
}

impl Default for Decisions {
    fn default() -> Decisions {
        Decisions {
            version: VERSION,
            others: Others::Apply,
            targets: BTreeMap::new(),
            hunks: Vec::new(),
            overlaps: Vec::new(),
        }
    }
}

impl Decisions {
    /// Returns whether nothing is decided.
    pub fn is_empty(&self) -> bool {
        *self == Decisions::default()
    }

    /// Adds what `other` says; where both say something of the rest, `other` is heard.
    pub fn with(mut self, other: Decisions) -> Decisions {
        if self.is_empty() {
            return other;
        }
        self.targets.extend(other.targets);
        self.hunks.extend(other.hunks);
        self.overlaps.extend(other.overlaps);
        self
    }
}

impl Session {
    /// Returns the hunk of this name: an id (`h4-3f9a`), its beginning (`h4`), or a number (`4`).
    ///
    /// # Errors
    /// When the patch has none of this name, or the hunk of this number has other lines now.
    pub fn hunk_named(&self, name: &str) -> Result<HunkId, Fault> {
        let unknown = || Fault::UnknownHunk {
            name: name.to_string(),
            n_hunks: self.plan.hunks().count(),
        };
        let number = name.strip_prefix('h').unwrap_or(name);
        let (number, digest) = number.split_once('-').unwrap_or((number, ""));
        let index = number
            .parse::<usize>()
            .ok()
            .and_then(|it| it.checked_sub(1));
        let id = index.and_then(|index| self.patch.hunk_ids().nth(index));
        let id = id.ok_or_else(unknown)?;
        let is_same = |hex: String| hex.starts_with(digest);
        let is_named = is_same(self.digest_as_read(id).to_hex())
            || is_same(self.patch.hunk(id).digest().to_hex());
        if is_named {
            return Ok(id);
        }
        Err(Fault::StaleHunk {
            name: name.to_string(),
            now: self.label(id),
        })
    }

    /// Returns the decisions in force; before an apply of this review that stands, those that it wrote.
    pub fn decisions(&self) -> Decisions {
        let first = self.captures.iter().flatten().next();
        first.map_or_else(|| self.decided(), |first| self.decided_since(first))
    }

    /// Returns the decisions in force on the files as they are.
    pub(super) fn decided(&self) -> Decisions {
        let hunks = self.patch.hunk_ids();
        let hunks = hunks.filter_map(|id| self.hunk_decision(id));
        let is_wanted = |id: &HunkId| self.plan.hunk(*id).decision.is_accepted();
        let orders = self.settled.orders.iter();
        // An order that was given to hunks which moved apart since says nothing.
        let orders = orders.filter(|(first, second)| {
            is_wanted(first) && is_wanted(second) && self.do_conflict(*first, *second)
        });
        // A file that was only tried as a target is none.
        let targets = self.named().filter_map(|path| self.snapshots.get(&path));
        Decisions {
            version: VERSION,
            others: Others::Leave,
            targets: targets
                .map(|snapshot| (snapshot.path.to_text(), digest_of(snapshot)))
                .collect(),
            hunks: hunks.collect(),
            overlaps: orders
                .map(|(first, second)| Overlap {
                    first: self.label_as_read(*first),
                    second: self.label_as_read(*second),
                    keep: Keep::Both,
                })
                .collect(),
        }
    }

    /// Returns the decisions that led to the first apply, with those made since on hunks that nothing was said of then.
    fn decided_since(&self, first: &Decisions) -> Decisions {
        let mut all = first.clone();
        // The lines of a hunk may be read otherwise beside the new text; its number stays.
        fn number(name: &str) -> &str {
            name.split_once('-').map_or(name, |(number, _)| number)
        }
        let is_told = |name: &str| {
            let mut told = first.hunks.iter();
            told.any(|it| number(&it.hunk) == number(name) && it.decision != Some(Wish::Undecided))
        };
        for mut more in self.decided().hunks {
            // What is undecided still stands as it did then: its place keeps it out of the others' way.
            if !is_told(&more.hunk) && more.decision != Some(Wish::Undecided) {
                all.hunks
                    .retain(|it| number(&it.hunk) != number(&more.hunk));
                // Where it stands in the file as it is now is not where it stood then.
                more.place = None;
                all.hunks.push(more);
            }
        }
        all
    }

    fn hunk_decision(&self, id: HunkId) -> Option<HunkDecision> {
        let settled = &self.settled;
        let decision = settled.decisions.get(&id);
        // One on lines that the hunk does not have as it is read now is none.
        let decision = decision.filter(|it| match it {
            Decision::Lines(_) => self.plan.hunk(id).decision == **it,
            Decision::Undecided | Decision::Accepted | Decision::Rejected { .. } => true,
        });
        let span = settled.places.get(&id);
        let edited = settled.edited.get(&id);
        let target = settled.targets.get(&id.file).filter(|_| id.hunk == 0);
        let comment = self.comment(id);
        let says_nothing = decision.is_none_or(|it| *it == Decision::Undecided)
            && span.is_none()
            && edited.is_none()
            && target.is_none()
            && comment.is_none();
        if says_nothing {
            return None;
        }
        let (wish, why, changed_lines) = match decision {
            None | Some(Decision::Undecided) => (Wish::Undecided, None, None),
            Some(Decision::Accepted) => (Wish::Accept, None, None),
            Some(Decision::Rejected { why }) => (Wish::Reject, why.clone(), None),
            Some(Decision::Lines(lines)) => {
                let numbers = lines.iter().map(|line| line + 1).collect();
                (Wish::Accept, None, Some(numbers))
            }
        };
        Some(HunkDecision {
            hunk: self.label_as_read(id),
            decision: Some(wish),
            why,
            place: span.map(|span| {
                let (line, end_line) = span.line_numbers();
                Place::Lines { line, end_line }
            }),
            changed_lines,
            lines: edited.map(|lines| lines.iter().map(Line::of).collect()),
            target: target.map(RelPath::to_text),
            comment: comment.map(str::to_string),
            allow_hidden: self.is_confirmed(id),
        })
    }

    fn label_as_read(&self, id: HunkId) -> String {
        crate::patch::Hunk::label_of(self.digest_as_read(id), self.number(id))
    }

    /// Sets the files that the decisions name. What [`Session::wanted`] asks for then must be supplied before they can be
    /// followed.
    ///
    /// # Errors
    /// When a hunk or a path is none.
    pub fn take_targets(&mut self, decisions: &Decisions) -> Result<(), Fault> {
        if decisions.version != VERSION {
            return Err(Fault::Version(decisions.version));
        }
        let named = decisions.hunks.iter();
        let named = named.filter_map(|it| Some((it, it.target.as_ref()?)));
        for (decision, target) in named {
            let id = self.hunk_named(&decision.hunk)?;
            let path = RelPath::new(target).map_err(|fault| Fault::Path {
                path: target.clone(),
                fault,
            })?;
            if self.target(id.file) != Some(&path) {
                self.carry_out(
                    id,
                    Command::Retarget {
                        file: id.file,
                        path,
                    },
                )?;
            }
        }
        Ok(())
    }

    /// Carries the decisions out, one command after the other.
    ///
    /// # Errors
    /// The first that cannot be: a name that means nothing here, a file that is another now, a place where the hunk does not
    /// fit. What was decided before it stays.
    pub fn follow(&mut self, decisions: &Decisions) -> Result<(), Fault> {
        let ids = decisions.hunks.iter().map(|it| self.hunk_named(&it.hunk));
        let ids = ids.collect::<Result<Vec<HunkId>, Fault>>()?;
        self.look_at_targets(decisions)?;
        let mut seen = BTreeSet::new();
        for (id, decision) in ids.iter().zip(&decisions.hunks) {
            let says_more = decision.decision.is_some() || decision.place.is_some();
            if says_more && !seen.insert(*id) {
                return Err(Fault::Twice(self.label(*id)));
            }
        }
        for (id, decision) in ids.iter().zip(&decisions.hunks) {
            if let Some(lines) = &decision.lines {
                let lines: Vec<HunkLine> = lines.iter().map(Line::to_hunk_line).collect();
                if *self.patch.hunk(*id).lines != *lines {
                    self.carry_out(*id, Command::Edit { hunk: *id, lines })?;
                }
            }
        }
        for (id, decision) in ids.iter().zip(&decisions.hunks) {
            if let Some(place) = &decision.place {
                self.put(*id, place, decisions)?;
            }
        }
        for overlap in &decisions.overlaps {
            self.settle_overlap(overlap)?;
        }
        for (id, decision) in ids.iter().zip(&decisions.hunks) {
            self.say(*id, decision)?;
        }
        // Accepting one accepts what it builds on: what was said of that goes before.
        for (id, decision) in ids.iter().zip(&decisions.hunks) {
            self.wish(*id, decision)?;
        }
        Ok(())
    }

    /// Makes sure that the files are those that the decisions were made for.
    fn look_at_targets(&self, decisions: &Decisions) -> Result<(), Fault> {
        for (path, digest) in &decisions.targets {
            let now = self
                .snapshots
                .iter()
                .find(|(known, _)| known.to_text() == *path);
            let Some((_, snapshot)) = now else {
                return Err(Fault::UnknownTarget(path.clone()));
            };
            let now = digest_of(snapshot);
            let is_same = match (digest, &now) {
                (Some(then), Some(now)) => then.len() >= 8 && now.starts_with(then.as_str()),
                (None, None) => true,
                (Some(_), None) | (None, Some(_)) => false,
            };
            if !is_same {
                return Err(Fault::TargetChanged(path.clone()));
            }
        }
        Ok(())
    }

    fn settle_overlap(&mut self, overlap: &Overlap) -> Result<(), Fault> {
        let first = self.hunk_named(&overlap.first)?;
        let second = self.hunk_named(&overlap.second)?;
        if !self.do_conflict(first, second) {
            return Err(Fault::NoOverlap(self.label(first), self.label(second)));
        }
        let command = match overlap.keep {
            Keep::First => Command::TakeOver {
                hunk: first,
                other: second,
            },
            Keep::Second => Command::TakeOver {
                hunk: second,
                other: first,
            },
            Keep::Both => Command::TakeBoth { first, second },
            Keep::Reversed => Command::TakeBoth {
                first: second,
                second: first,
            },
            Keep::Neither => Command::TakeNeither { first, second },
        };
        self.carry_out(first, command)
    }

    /// Returns whether two hunks change the same lines at their places, whatever is decided on others.
    fn do_conflict(&self, first: HunkId, second: HunkId) -> bool {
        let (one, other) = (self.placed_edits(first), self.placed_edits(second));
        first.file == second.file && overlap::meeting(&one, &other) == Meeting::Conflict
    }

    /// Says what a decision says besides whether the hunk is wanted and where it goes.
    fn say(&mut self, hunk: HunkId, decision: &HunkDecision) -> Result<(), Fault> {
        if decision.allow_hidden && !self.is_confirmed(hunk) {
            self.carry_out(hunk, Command::Confirm { hunk })?;
        }
        match &decision.comment {
            Some(text) if self.comment(hunk) != Some(text) => {
                let text = text.clone();
                self.carry_out(hunk, Command::Comment { hunk, text })
            }
            Some(_) | None => Ok(()),
        }
    }

    fn wish(&mut self, hunk: HunkId, said: &HunkDecision) -> Result<(), Fault> {
        let accepted = || match &said.changed_lines {
            Some(numbers) => {
                let lines = numbers.iter().filter_map(|number| number.checked_sub(1));
                Decision::Lines(lines.collect())
            }
            None => Decision::Accepted,
        };
        let decision = match said.decision {
            None if said.place.is_some() || said.changed_lines.is_some() => accepted(),
            None => return Ok(()),
            Some(Wish::Accept) => accepted(),
            Some(Wish::Undecided) => Decision::Undecided,
            Some(Wish::Reject) => Decision::Rejected {
                why: said.why.clone(),
            },
            Some(Wish::Keep) => {
                let state = &self.plan.hunk(hunk).state;
                if !matches!(state, State::AlreadyApplied | State::NoOp) {
                    return Err(Fault::NotOnDisk(self.label(hunk)));
                }
                Decision::Accepted
            }
        };
        if let Some(line) = self.line_not_changed(hunk, &decision) {
            return Err(Fault::NoSuchLine {
                hunk: self.label(hunk),
                line: line + 1,
            });
        }
        if self.plan.hunk(hunk).decision != decision {
            let is_accepted = decision.is_accepted();
            self.carry_out(hunk, Command::Decide { hunk, decision })?;
            let is_open = matches!(
                self.plan.hunk(hunk).state,
                State::Ambiguous | State::TooWeak | State::NoMatch | State::DeletedLineNotFound
            );
            if is_accepted && is_open {
                return Err(Fault::NoPlaceGiven(self.label(hunk)));
            }
        }
        Ok(())
    }

    /// Runs one command; what it refuses is a fault.
    pub(super) fn carry_out(&mut self, hunk: HunkId, command: Command) -> Result<(), Fault> {
        match self.run(command) {
            Outcome::Done(_) => Ok(()),
            Outcome::Refused(why) => Err(Fault::Refused {
                hunk: self.label(hunk),
                why,
            }),
        }
    }
}

impl Line {
    fn of(line: &HunkLine) -> Line {
        let text = line.body.to_str().ok().map(str::to_string);
        Line {
            kind: match line.kind {
                LineKind::Context => Kind::Context,
                LineKind::Delete => Kind::Delete,
                LineKind::Insert => Kind::Insert,
            },
            bytes: text.is_none().then(|| line.body.to_vec()),
            text,
        }
    }

    fn to_hunk_line(&self) -> HunkLine {
        let kind = match self.kind {
            Kind::Context => LineKind::Context,
            Kind::Delete => LineKind::Delete,
            Kind::Insert => LineKind::Insert,
        };
        let text = self.text.as_ref().map(|text| text.as_bytes());
        let bytes = text.or(self.bytes.as_deref()).unwrap_or_default();
        HunkLine::new(kind, bytes.to_vec())
    }
}

/// Returns the digest of what was read, as 64 hexadecimal digits; `None` where there is no text.
fn digest_of(snapshot: &Snapshot) -> Option<String> {
    snapshot.digest().map(|digest| digest.to_hex())
}

/// Returns the 0-based span of 1-based lines, both ends among them.
pub(super) fn span_of(line: usize, end_line: usize) -> Option<LineSpan> {
    let start = line.checked_sub(1)?;
    (start <= end_line).then(|| LineSpan::new(start, end_line))
}
