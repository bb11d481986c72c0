//! Decisions on a review as programs write and read them: by the names of hunks, with 1-based lines, and with the digests of
//! the files they were made for. Following them is running commands, as the screen does.

use std::collections::{BTreeMap, BTreeSet};

use bstr::ByteSlice;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::patch::{HunkLine, LineKind};

/// The shape's version; only additions leave it as it is.
pub(super) const VERSION: u32 = 1;

/// What a person or a program decided.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Decisions {
    /// 1.
    pub version: u32,
    /// The digest of the reply that they were made about, and of the files it names; about another one they say nothing. Left out,
    /// the names of the hunks alone are compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reply: Option<String>,
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
    /// What becomes of lines in its place that are not those that it removes; left out, as the place says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub differing: Option<Differing>,
    /// The numbers of its lines, from 1, that alone are wanted of those that it changes: of its `lines` in a report, or of the
    /// `hunk_lines` of the place that is given here.
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
    /// Nobody said: without a place, it goes where it went without decisions; one that is given counts only where the `others`
    /// are left, and keeps it out of their way.
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
    /// They are removed instead.
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

impl HunkDecision {
    /// Adds what else is said of the same hunk; `Err` where both say the same thing of it.
    pub(super) fn add(&mut self, more: HunkDecision) -> Result<(), ()> {
        let HunkDecision {
            hunk: _,
            decision,
            why,
            place,
            differing,
            changed_lines,
            lines,
            target,
            comment,
            allow_hidden,
        } = more;
        let is_settled = self.decision.is_some() || self.place.is_some();
        if is_settled && (decision.is_some() || place.is_some()) {
            return Err(());
        }
        put(&mut self.decision, decision)?;
        put(&mut self.why, why)?;
        put(&mut self.place, place)?;
        put(&mut self.differing, differing)?;
        put(&mut self.changed_lines, changed_lines)?;
        put(&mut self.lines, lines)?;
        put(&mut self.comment, comment)?;
        // Two targets are told with the hunks of their section.
        self.target = self.target.take().or(target);
        self.allow_hidden |= allow_hidden;
        Ok(())
    }
}

/// Fills what is not said yet; `Err` where it is said twice.
fn put<T>(said: &mut Option<T>, more: Option<T>) -> Result<(), ()> {
    match (&said, more) {
        (_, None) => Ok(()),
        (None, more) => {
            *said = more;
            Ok(())
        }
        (Some(_), Some(_)) => Err(()),
    }
}

impl Place {
    /// Returns what the place itself says of lines that are not those that its hunk removes.
    pub(super) fn differing(&self) -> Differing {
        match self {
            Place::Line { differing, .. } => *differing,
            Place::Id(_) | Place::Nth(_) | Place::All | Place::Lines { .. } => Differing::Refuse,
        }
    }
}

impl Default for Decisions {
    fn default() -> Decisions {
        Decisions {
            version: VERSION,
            reply: None,
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

    /// Adds what `other` says of hunks; what becomes of the rest stays as it is.
    ///
    /// # Errors
    /// The path of a file of which the two have different digests.
    pub fn with(mut self, other: Decisions) -> Result<Decisions, String> {
        for (path, digest) in other.targets {
            self.expect(path, digest)?;
        }
        self.hunks.extend(other.hunks);
        self.overlaps.extend(other.overlaps);
        Ok(self)
    }

    /// Adds that the decisions were made for a file of this digest.
    ///
    /// # Errors
    /// The path, where another digest was given for it.
    pub fn expect(&mut self, path: String, digest: Option<String>) -> Result<(), String> {
        match self.targets.get(&path) {
            Some(known) if *known != digest => Err(path),
            Some(_) => Ok(()),
            None => {
                self.targets.insert(path, digest);
                Ok(())
            }
        }
    }
}

impl Line {
    /// Returns a line of a hunk as programs write it.
    pub fn of(line: &HunkLine) -> Line {
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

    /// Returns it as a line of a hunk; `Err` says what is wrong with it.
    pub(super) fn to_hunk_line(&self) -> Result<HunkLine, &'static str> {
        let kind = match self.kind {
            Kind::Context => LineKind::Context,
            Kind::Delete => LineKind::Delete,
            Kind::Insert => LineKind::Insert,
        };
        let bytes = match (&self.text, &self.bytes) {
            (Some(text), None) => text.as_bytes(),
            (None, Some(bytes)) => bytes,
            (None, None) => return Err("has neither `text` nor `bytes`"),
            (Some(_), Some(_)) => return Err("has both `text` and `bytes`"),
        };
        if bytes.contains(&b'\n') {
            return Err("holds a line feed: give each line for itself");
        }
        Ok(HunkLine::new(kind, bytes.to_vec()))
    }
}
