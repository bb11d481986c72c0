//! A hunk of the patch in the report for scripts.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};

use super::Lines;
use super::file::stuck_code;
use super::place::{self, Line, Listed, Place, TextEdit, place, text_edits};
use crate::matcher::Candidate;
use crate::patch::{FileMode, HunkId};
use crate::plan::{HunkPlan, State};
use crate::report::difference::{FirstDifference, first_difference};
use crate::report::feedback::Remark;
use crate::report::{Outcome, Report, unique};
use crate::session::Session;
use crate::text::Text;

/// The hunks of the file of this index, each made when its turn comes.
pub(super) struct Hunks<'a>(
    pub(super) &'a Report<'a>,
    pub(super) usize,
    pub(super) &'a BTreeMap<&'a str, &'a Remark>,
);

impl Serialize for Hunks<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let hunks = &self.0.session.plan().files[self.1].hunks;
        let listed = listed(self.0, self.1);
        let hunks = hunks.iter().map(|plan| {
            let is_listed = listed.contains(&plan.id.hunk);
            let hunk = hunk(self.0, plan, self.2);
            let edits = hunk.edits.map(|edits| match is_listed {
                true => Vec::new(),
                false => edits,
            });
            Hunk { edits, ..hunk }
        });
        serializer.collect_seq(hunks)
    }
}

/// Returns the hunks of the file of index `file` whose edits are listed with another hunk: of those that were written, and of
/// those that are placed now.
fn listed(report: &Report<'_>, file: usize) -> BTreeSet<usize> {
    let hunks = |session: &Session, is_written: bool| {
        let hunks = session.plan().files[file].hunks.iter();
        let is_meant = |hunk: &&HunkPlan| {
            let before = report.session.plan().hunk(hunk.id);
            report.is_written(before) == is_written
        };
        let hunks: Vec<&HunkPlan> = hunks.filter(is_meant).collect();
        listed_by_others(session, &hunks)
    };
    let mut listed = hunks(report.session, true);
    listed.extend(hunks(report.now(), false));
    listed
}

/// Returns the hunks of a file whose edits are among those of another: it is the same, or builds on them.
fn listed_by_others(session: &Session, hunks: &[&HunkPlan]) -> BTreeSet<usize> {
    let mut listed = BTreeSet::new();
    let mut firsts = BTreeMap::new();
    let is_written = |hunk: &&HunkPlan| hunk.state == State::Placed && !hunk.decision.is_rejected();
    for hunk in hunks.iter().copied().filter(is_written) {
        let built_on = hunk
            .placement
            .iter()
            .flat_map(|placement| &placement.builds_on);
        listed.extend(built_on.copied());
        let edits = session.placed_edits(hunk.id);
        let Some(at) = edits.first().map(|edit| edit.span) else {
            continue;
        };
        let first = firsts.entry(at).or_insert(hunk.id);
        if *first != hunk.id && session.placed_edits(*first) == edits {
            listed.insert(hunk.id.hunk);
        }
    }
    listed
}

impl JsonSchema for Hunks<'_> {
    fn schema_name() -> Cow<'static, str> {
        "Hunks".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        <Vec<Hunk<'_>>>::json_schema(generator)
    }
}

/// A sentence of the reply.
#[derive(Serialize, JsonSchema)]
struct Quoted<'a> {
    /// 1-based line of the reply on which it begins.
    line: usize,
    /// The sentence, made safe to show; a long one is cut.
    text: &'a str,
}

/// One hunk.
#[derive(Serialize, JsonSchema)]
pub(super) struct Hunk<'a> {
    /// 0-based index in its file.
    index: usize,
    /// Its name: number in the reply and digest of its lines.
    id: String,
    /// 1-based line of the reply where it begins.
    reply_line: usize,
    /// Where it stands. Readers take an unknown one as "needs a person".
    status: &'a str,
    /// Why it is stuck: the status, or what is wrong with its file.
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'static str>,
    /// What its file is to be, where it asks for that alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    mode: Option<&'static str>,
    /// Who chose its place.
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<&'a str>,
    /// Whether its place was named by a line or a number alone: read against the file as it is now.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    read_now: bool,
    #[serde(flatten)]
    place: Option<Place>,
    /// The lines of each of its places, if it is applied at several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    places: Vec<Lines>,
    /// Indexes of the hunks of the file on whose lines it builds.
    #[serde(skip_serializing_if = "<[usize]>::is_empty")]
    builds_on: &'a [usize],
    /// The ids of those, or of the ones it would need.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    depends_on: Vec<String>,
    /// The id of the hunk before it whose context it shares: both are made as one change.
    #[serde(skip_serializing_if = "Option::is_none")]
    merged_with: Option<String>,
    /// How many places it has in all.
    n_candidates: u32,
    /// Whether the search ended before it was done.
    capped: bool,
    /// Why it is not settled, and what to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    /// The words of the reply that make it wait.
    #[serde(skip_serializing_if = "Option::is_none")]
    quote: Option<Quoted<'a>>,
    /// A line of context that would make it unique.
    #[serde(skip_serializing_if = "Option::is_none")]
    unique_with: Option<String>,
    /// Its places, best first, at most 50.
    candidates: Vec<Listed>,
    /// Its lines as they are read at its place, or at its best one: what `changed_lines` of a decision counts.
    lines: Vec<Line>,
    /// Where it and its best place part; left out where all lines are equal.
    #[serde(skip_serializing_if = "Option::is_none")]
    first_difference: Option<FirstDifference>,
    /// What it writes at its place; left out without one. What two hunks write is listed once, with the first of two that are
    /// the same and with the last of those that build on one another: the edits of all placed hunks are what is written.
    #[serde(skip_serializing_if = "Option::is_none")]
    edits: Option<Vec<TextEdit>>,
    /// What to tell the model of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    feedback: Option<&'a Remark>,
}

fn hunk<'a>(
    report: &Report<'a>,
    before: &'a HunkPlan,
    remarks: &BTreeMap<&'a str, &'a Remark>,
) -> Hunk<'a> {
    let (now, is_written) = (report.now(), report.is_written(before));
    let (session, hunk) = report.seen(before);
    let file = &session.plan().files[hunk.id.file];
    let patch = session.patch().hunk(hunk.id);
    let read = session.lines_read(hunk.id);
    let text = text_of(session, hunk.id);
    let listed = now
        .found(hunk.id)
        .zip(text_of(now, hunk.id))
        .map(|(found, text)| place::listed(now, hunk.id, found, text, &read));
    let id = session.label(hunk.id);
    let edits = |text| text_edits(session, hunk.id, session.placed_edits(hunk.id), text);
    let is_placed = hunk.placement.is_some() && patch.mode.is_none();
    let is_stuck = !hunk.state.is_settled();
    let stuck = stuck_code(&file.state).unwrap_or(hunk.state.name());
    Hunk {
        feedback: remarks.get(id.as_str()).copied(),
        code: is_stuck.then_some(stuck),
        lines: place::lines(&read),
        first_difference: text.and_then(|text| difference(session, hunk, text)),
        edits: text.filter(|_| is_placed).map(edits),
        index: hunk.id.hunk,
        id,
        reply_line: patch.origin.start + 1,
        status: report.status(hunk, is_written),
        mode: patch.mode.map(FileMode::name),
        by: hunk.placement.as_ref().map(|placement| placement.by.name()),
        read_now: session.is_read_now(hunk.id),
        place: placed(report, before),
        places: places(report, before),
        depends_on: depends_on(session, hunk),
        merged_with: crate::report::merged_with(session, hunk).map(|before| session.label(before)),
        builds_on: hunk
            .placement
            .as_ref()
            .map_or(&[], |placement| &placement.builds_on[..]),
        n_candidates: now.found(hunk.id).map_or(0, |found| found.n_candidates),
        capped: now.is_capped(hunk.id),
        message: session.message(hunk.id),
        quote: session.quote(hunk.id).map(|quote| Quoted {
            line: quote.line_index + 1,
            text: &quote.text,
        }),
        unique_with: unique::unique_line(session, hunk.id).map(|line| line.as_context()),
        candidates: listed.unwrap_or_default(),
    }
}

/// Returns the place of a hunk, where that is of lines.
fn placed(report: &Report<'_>, before: &HunkPlan) -> Option<Place> {
    let (session, hunk) = report.seen(before);
    let placement = hunk.placement.as_ref()?;
    let written = report.now().applied_span(hunk.id);
    let written = written.filter(|_| report.is_written(before));
    let lines = written.unwrap_or(placement.own_lines());
    let words = |candidate: &Candidate| place(candidate, lines);
    let is_of_lines = session.patch().hunk(hunk.id).mode.is_none();
    is_of_lines.then(|| placement.candidate.for_once(words))
}

/// Returns the lines of each of the places of a hunk that is made at several.
fn places(report: &Report<'_>, before: &HunkPlan) -> Vec<Lines> {
    let (session, hunk) = report.seen(before);
    let now = |span| match report.outcome {
        Outcome::Written(scope) if report.is_written(before) => {
            session.moves_in(hunk.id.file, scope).span(span)
        }
        Outcome::Written(_) | Outcome::NotWritten | Outcome::Torn => span,
    };
    let made = session.places_made(hunk.id).into_iter();
    made.map(now).map(Lines::of).collect()
}

/// Returns where a hunk and its place part, or its best one.
fn difference(session: &Session, hunk: &HunkPlan, text: &Text) -> Option<FirstDifference> {
    let differs = |place: &Candidate| first_difference(place, text);
    match (&hunk.placement, session.found(hunk.id)) {
        (Some(placement), _) => placement.candidate.for_once(differs),
        (None, Some(found)) => found
            .candidates
            .for_once(|places| places.first().and_then(differs)),
        (None, None) => None,
    }
}

/// Returns the text of the file that a hunk is about.
fn text_of(session: &Session, id: HunkId) -> Option<&Text> {
    let snapshot = session.plan().files[id.file].snapshot.as_ref()?;
    snapshot.text().map(|text| &**text)
}

/// Returns the ids of the hunks on whose lines a hunk builds, or that it would need.
fn depends_on(session: &Session, hunk: &HunkPlan) -> Vec<String> {
    let placed = hunk
        .placement
        .as_ref()
        .map(|placement| &placement.builds_on);
    let needed = if let State::Dependent(needed) = &hunk.state {
        Some(needed)
    } else {
        placed
    };
    let others = needed.into_iter().flatten();
    let label = |other: &usize| {
        session.label(HunkId {
            hunk: *other,
            ..hunk.id
        })
    };
    others.map(label).collect()
}
