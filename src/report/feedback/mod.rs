//! What to send back to the model: what is on disk now, which hunks are not and why, what the file has in their places, and
//! a change that can be sent as it is for each place that may be meant.

mod advice;
mod markdown;
mod merged;
mod offer;
mod places;
mod remark;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::difference::FirstDifference;
use super::finding::{Finding, FindingCode, Hidden};
use super::{Exit, Failure, file_name, replaced, shown, sides};
use crate::dialect::NoteCode;
use crate::dialect::write::Form;
use crate::patch::{HunkId, Unsure};
use crate::plan::{Decision, HunkPlan, Scope, State};
use crate::session::{Command, Session};
use crate::text::{LineSpan, Text, heading};

pub(super) use advice::gives_whole;
pub use offer::Offer;

/// Lines of the file shown around a place.
const N_AROUND: usize = 3;

/// The same for a hunk that nothing is like: what it was written for may have moved.
const N_AROUND_LOST: usize = 40;

/// How many places get so many lines: what is told of a hundred hunks must still be read.
const N_WIDE: usize = 10;

/// The most places shown for one hunk.
const N_PLACES: usize = 5;

/// The most places shown for a hunk that fits nowhere as it is.
const N_ROUGH_PLACES: usize = 3;

/// The most lines shown of one place.
const N_LINES: usize = 40;

/// The most hunks told of one by one.
const N_REMARKS: usize = 200;

/// The most changes written out to be sent as they are: each is read back first.
const N_OFFERS: usize = 60;

/// The most hunks written out again only because nothing was written.
const N_HELD: usize = 100;

/// How the run ended that the feedback is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ending<'a> {
    /// What is done with hidden text that no person saw.
    pub hidden: Hidden,
    /// The exit code; `None` while a review goes on.
    pub exit: Option<Exit>,
    /// Whether more may be written.
    pub stage: Stage,
    /// Why nothing could be written, where no hunk is to blame.
    pub failure: Option<&'a Failure>,
}

/// How far the run has come that the feedback is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// A write may follow.
    Planned,
    /// A person left, and what was not written then is not written any more.
    Left,
}

/// All that a model should hear.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Feedback {
    /// The shape's version.
    pub version: u32,
    /// How many hunks the reply has.
    pub n_hunks: usize,
    /// What is on disk, and what to do, a sentence each.
    pub summary: Vec<String>,
    /// The dialect to answer in.
    pub answer_in: &'static str,
    /// How many hunks are on disk.
    pub n_on_disk: usize,
    /// The hunks that were rejected, are stuck or were commented on, in the patch's order.
    pub remarks: Vec<Remark>,
    /// How many more are not told of one by one.
    pub n_more: usize,
    /// Whether something is to be sent again.
    #[serde(skip)]
    asks_again: bool,
    /// Whether a hunk is to be sent again in other words.
    #[serde(skip)]
    is_to_mend: bool,
    /// The hunks that fit and are not on disk.
    pub held: Vec<Held>,
    /// All of those as one patch that can be sent as it is, where something else must be sent again.
    pub send_held: Option<Offer>,
    /// The parts of the reply that look like edits and could not be read.
    pub unread: Vec<Unread>,
}

/// One hunk that is not on disk as the model wrote it, or that a person said something about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Remark {
    /// The hunk's stable name.
    pub id: String,
    /// Its file.
    pub path: String,
    /// Where the patch moves or copies its file.
    pub to: Option<String>,
    /// Its dialect.
    pub dialect: &'static str,
    /// What became of it, in a word.
    pub standing: Standing,
    /// What became of it, in capitals and a few words: `NOT APPLIED: fits 2 places`.
    pub verdict: String,
    /// Why, in one sentence.
    pub reason: Option<String>,
    /// What was searched, and how near the best place comes; `None` for a hunk with a place.
    pub searched: Option<String>,
    /// The person's words; `None` when they gave none.
    pub comment: Option<String>,
    /// The hunk as the model wrote it, with its markers.
    pub hunk: Vec<String>,
    /// Its changed lines that the reviewer left out, with their markers, where the others were taken.
    pub left_out: Vec<String>,
    /// The lines that it removes and the file does not have at its place, with their markers, where the others were taken.
    pub absent: Vec<String>,
    /// The hunk in the marks of the dialect to answer in.
    #[serde(skip)]
    quoted: Vec<String>,
    /// What the lines quoted are.
    #[serde(skip)]
    title: &'static str,
    /// What its places hold now, best first.
    pub places: Vec<Excerpt>,
    /// The lines about the one that it names by its number, where none of the places of a hunk that was not found shows it.
    pub at_number: Option<Excerpt>,
    /// How to say it better, in one sentence.
    pub advice: Option<String>,
    /// It and the hunks that it overlaps with as one change, where they can be; told of the first of them alone.
    pub merged: Option<Offer>,
    /// The files that may be meant by a path that is none, or whose file lacks all lines asked for, best first.
    pub suggestions: Vec<String>,
}

/// How a hunk stands once the run is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Standing {
    /// What it asks for is on disk, or it changes nothing.
    OnDisk,
    /// It fits, and nothing keeps it from being written but the others.
    Held,
    /// The reviewer does not want it.
    Rejected,
    /// It adds hidden text that nobody allowed.
    Refused,
    /// It is to be mended.
    Open,
    /// No patch can say it.
    LeftOut,
}

/// Lines of a file as they are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Excerpt {
    /// The place's name, for `--choose`.
    pub id: String,
    /// 1-based number of the first line of the place itself.
    pub line: usize,
    /// 1-based number of its last line.
    pub end_line: usize,
    /// The line that the place is named by everywhere, 1-based.
    #[serde(skip)]
    change_line: usize,
    /// The definitions that its change is in, the outermost first: `class Wish > def total`.
    pub heading: Option<String>,
    /// 1-based number of the first line shown.
    pub first_line: usize,
    /// The lines.
    pub lines: Vec<String>,
    /// Whether more lines of the place, or of those about it, follow and are not shown.
    pub is_cut: bool,
    /// Where the hunk and the file part.
    pub first_difference: Option<FirstDifference>,
    /// The hunk for this place, to be sent as it is.
    pub send: Option<Offer>,
    /// The lines that the hunk shows as context and the file lacks: their `+` may be forgotten.
    pub unmarked: Vec<String>,
    /// The hunk for this place with those lines added.
    pub send_with_unmarked: Option<Offer>,
}

/// A hunk that fits and is not on disk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Held {
    /// The hunk's stable name.
    pub id: String,
    /// Its file.
    pub path: String,
    /// Where the patch moves or copies its file.
    pub to: Option<String>,
    /// 1-based number of the first line of its place.
    pub line: Option<usize>,
}

/// A part of the reply that looks like an edit and could not be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Unread {
    /// 1-based number of its first line in the reply.
    pub line: usize,
    /// How many lines it has.
    pub n_lines: usize,
    /// Why, in a few words.
    pub why: String,
    /// Its lines.
    pub lines: Vec<String>,
}

impl Feedback {
    /// Returns what to tell the model of a review whose files are as `session` has them; `findings` are those on it.
    pub fn of(session: &Session, findings: &[Finding], ending: Ending<'_>) -> Feedback {
        let told = Told::new(session, findings, ending);
        let remarked: Vec<&HunkPlan> = told.hunks().filter(|hunk| told.is_remarked(hunk)).collect();
        let mut spent = Spent::default();
        let some = &remarked[..remarked.len().min(N_REMARKS)];
        let remarks: Vec<Remark> = some
            .iter()
            .map(|hunk| told.remark(hunk, &mut spent))
            .collect();
        let held = told
            .hunks()
            .filter(|hunk| told.standing(hunk) == Standing::Held);
        let held: Vec<&HunkPlan> = held.collect();
        let asks_again = told.asks_again();
        let send_held = (asks_again && !held.is_empty() && held.len() <= N_HELD)
            .then(|| told.send_held())
            .flatten();
        Feedback {
            version: 1,
            n_hunks: session.plan().hunks().count(),
            summary: advice::summary(&told, ending),
            answer_in: told.form.name(),
            n_on_disk: told.count(Standing::OnDisk),
            remarks,
            n_more: remarked.len().saturating_sub(N_REMARKS),
            held: held
                .iter()
                .take(N_REMARKS)
                .map(|hunk| told.held(hunk))
                .collect(),
            asks_again,
            is_to_mend: told
                .hunks()
                .any(|hunk| told.is_to_mend(hunk) && !told.is_hopeless(hunk)),
            send_held,
            unread: unread(session),
        }
    }

    /// Returns it as one JSON document with a final newline.
    pub fn to_json(&self) -> String {
        let mut bytes = Vec::new();
        super::json::write(self, &mut bytes).expect("a vector takes all that is written");
        String::from_utf8(bytes).expect("JSON is UTF-8")
    }
}

/// Returns what to tell the model of a review that goes on, as Markdown.
pub fn to_markdown(session: &Session) -> String {
    let ending = Ending {
        hidden: Hidden::Refuse,
        exit: None,
        stage: Stage::Planned,
        failure: None,
    };
    Feedback::of(session, &super::findings(session), ending).to_markdown()
}

/// What went into the feedback so far that there is only so much of.
#[derive(Default)]
struct Spent {
    n_offers: usize,
    n_wide: usize,
}

impl Spent {
    /// Returns how many lines are shown around a place of a hunk.
    fn n_around(&mut self, plan: &HunkPlan) -> usize {
        if is_lost(plan) && self.n_wide < N_WIDE {
            self.n_wide += 1;
            N_AROUND_LOST
        } else {
            N_AROUND
        }
    }
}

/// A review seen from what the model must do.
struct Told<'a> {
    session: &'a Session,
    /// The hunks that add hidden text which nobody allowed, with what it is.
    refused: BTreeMap<HunkId, &'a Finding>,
    /// The hunks that show context which the file lacks, with what it is.
    unmarked: BTreeMap<HunkId, &'a Finding>,
    /// What is lost by hunks that make a file shorter.
    losses: BTreeMap<HunkId, Vec<&'a Finding>>,
    /// The form to answer in.
    form: Form,
    stage: Stage,
}

impl<'a> Told<'a> {
    fn new(session: &'a Session, findings: &'a [Finding], ending: Ending<'_>) -> Told<'a> {
        let mut refused = BTreeMap::new();
        for finding in findings.iter().filter(|finding| finding.refuses()) {
            let of_path = || {
                let is_named =
                    |hunk: &&HunkPlan| session.plan().files[hunk.id.file].target == finding.path;
                session.plan().hunks().filter(is_named).map(|hunk| hunk.id)
            };
            let hunks = finding
                .hunk
                .map_or_else(|| of_path().collect(), |hunk| vec![hunk]);
            let is_unseen = |hunk: &HunkId| !session.is_confirmed(*hunk);
            let unseen = hunks.into_iter().filter(is_unseen);
            refused.extend(unseen.map(|hunk| (hunk, finding)));
        }
        if ending.hidden == Hidden::Allow {
            refused.clear();
        }
        let unmarked = findings
            .iter()
            .filter(|finding| finding.code == FindingCode::UnmarkedAddition)
            .filter_map(|finding| Some((finding.hunk?, finding)))
            .collect();
        let mut losses = BTreeMap::<HunkId, Vec<&Finding>>::new();
        let lost = findings.iter().filter(|it| it.code == FindingCode::Loss);
        for (hunk, finding) in lost.filter_map(|it| Some((it.hunk?, it))) {
            losses.entry(hunk).or_default().push(finding);
        }
        let mut told = Told {
            session,
            refused,
            unmarked,
            losses,
            form: Form::SearchReplace,
            stage: ending.stage,
        };
        // A reply in several dialects is answered in that of the first hunk to be mended.
        let mended = told.hunks().find(|hunk| told.is_to_mend(hunk));
        let files = &session.patch().files;
        let file = mended.map_or(files.first(), |hunk| files.get(hunk.id.file));
        if let Some(file) = file {
            told.form = Form::nearest(file.dialect);
        }
        told
    }

    /// Returns the hunks that ask for something: what only quotes a file does not.
    fn hunks(&self) -> impl Iterator<Item = &'a HunkPlan> {
        let session = self.session;
        let files = session.patch().files.iter().zip(&session.plan().files);
        files
            .filter(|(file, plan)| {
                !file.is_quotation() || plan.hunks.iter().any(HunkPlan::needs_person)
            })
            .flat_map(|(_, file)| &file.hunks)
    }

    fn standing(&self, hunk: &HunkPlan) -> Standing {
        if hunk.decision.is_rejected() {
            Standing::Rejected
        } else if hunk.state.is_there() {
            Standing::OnDisk
        } else if hunk.state == State::Skipped {
            Standing::LeftOut
        } else if hunk.needs_person() {
            Standing::Open
        } else if self.refused.contains_key(&hunk.id) {
            Standing::Refused
        } else {
            Standing::Held
        }
    }

    fn count(&self, standing: Standing) -> usize {
        self.hunks()
            .filter(|hunk| self.standing(hunk) == standing)
            .count()
    }

    /// Returns whether something must be sent again.
    fn asks_again(&self) -> bool {
        self.stage == Stage::Left
            || self.session.unread().next().is_some()
            || self.hunks().any(|hunk| self.is_to_mend(hunk))
    }

    fn is_to_mend(&self, hunk: &HunkPlan) -> bool {
        matches!(self.standing(hunk), Standing::Open | Standing::Refused)
    }

    /// Returns whether a hunk is to be mended, and nothing that it could say would be written.
    fn is_hopeless(&self, hunk: &HunkPlan) -> bool {
        self.standing(hunk) == Standing::Open && advice::is_never_written(self.session, hunk)
    }

    fn is_remarked(&self, hunk: &HunkPlan) -> bool {
        match self.standing(hunk) {
            Standing::Rejected | Standing::Refused | Standing::Open | Standing::LeftOut => true,
            Standing::OnDisk | Standing::Held => {
                self.session.comment(hunk.id).is_some()
                    || self.unmarked.contains_key(&hunk.id)
                    || self.session.in_part(hunk.id).is_some()
                    || self.session.is_edited_by_hand(hunk.id)
                    || cut_off(self.session, hunk.id).is_some()
                    || replaced::told(self.session, hunk.id).is_some()
            }
        }
    }

    /// Returns all held hunks as one patch.
    fn send_held(&self) -> Option<Offer> {
        let mut rest = self.session.clone();
        for hunk in self.refused.keys() {
            let decision = Decision::Rejected { why: None };
            rest.run(Command::Decide {
                hunk: *hunk,
                decision,
            });
        }
        let changes = rest.changes(Scope::Settled).ok()?;
        let sides = sides(&rest, &changes);
        let changes: Vec<_> = sides.iter().map(super::Sides::change).collect();
        offer::of_changes(&rest, &changes, self.form)
    }

    fn held(&self, hunk: &HunkPlan) -> Held {
        let place = super::hunk_place(hunk);
        Held {
            id: self.session.label(hunk.id),
            path: file_name(self.session, hunk.id.file),
            to: moved_to(self.session, hunk),
            line: place.map(|place| place.start + 1),
        }
    }
}

/// Returns how a hunk that was taken as it is was cut off in the reply; `None` for one that is whole, or was edited since.
pub fn cut_off(session: &Session, id: HunkId) -> Option<&'static str> {
    let why = session.patch().hunk(id).unsure?;
    let is_cut = matches!(why, Unsure::CutOff | Unsure::Unfinished);
    (is_cut && !session.is_edited_by_hand(id)).then(|| why.words())
}

/// Returns where the patch moves or copies the file of a hunk.
fn moved_to(session: &Session, hunk: &HunkPlan) -> Option<String> {
    let to = session.patch().files[hunk.id.file].op.to()?;
    Some(shown(to.as_bytes()))
}

/// Returns whether nobody knows where a hunk belongs: what it was written for may have moved, or changed.
fn is_lost(plan: &HunkPlan) -> bool {
    matches!(plan.state, State::NoMatch | State::DeletedLineNotFound)
}

/// Returns `n_around` lines either side of `span`, under the definitions that the line of index `changed` stands in.
fn excerpt(text: &Text, span: LineSpan, changed: usize, n_around: usize) -> Excerpt {
    let first = span.start.saturating_sub(n_around);
    let asked = (span.end + n_around).min(text.n_lines());
    let end = asked.min(first + N_LINES.max(2 * n_around + 1));
    let (line, end_line) = span.line_numbers();
    Excerpt {
        id: String::new(),
        line,
        end_line,
        change_line: changed + 1,
        heading: heading::enclosing_path(text, changed),
        first_line: first + 1,
        lines: (first..end).map(|line| shown(text.line(line))).collect(),
        is_cut: end < asked || (n_around > N_AROUND && end < text.n_lines()),
        first_difference: None,
        send: None,
        unmarked: Vec::new(),
        send_with_unmarked: None,
    }
}

fn unread(session: &Session) -> Vec<Unread> {
    let parts = session.unread().map(|part| Unread {
        line: part.span.start + 1,
        n_lines: part.span.len(),
        why: part.unread().unwrap_or_default().to_string(),
        lines: part
            .lines()
            .iter()
            .take(N_LINES)
            .map(|line| shown(line))
            .collect(),
    });
    parts.collect()
}

/// Returns why a reply holds no patch.
pub(super) fn no_patch(session: &Session) -> String {
    let mut notes = session.notes().iter();
    let note = notes.find(|note| note.code == NoteCode::NoPatch);
    let why = note.map_or("no patch found in your reply", |note| note.text.as_str());
    shown(why.as_bytes())
}
