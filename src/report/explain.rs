//! Why a hunk goes where it goes, or why it does not: every place with its evidence, line by line. Screen and command
//! line read the same words.

use crate::matcher::{Aligned, Candidate, Doubt, Evidence, LineMatch};
use crate::patch::{HunkId, LineKind, of_kind};
use crate::plan::{By, Decision, HunkPlan, State};
use crate::session::{Moves, Session};
use crate::text::display::display_line;
use crate::text::words::counted;
use crate::text::{LineSpan, Text, heading};

use super::file_name;
use super::unique::{Side, unique_line};

/// One hunk, explained.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    /// Its name and file: `h4-3f9a  hunk 4 of src/app.py`.
    pub title: String,
    /// Where it stands, in one sentence.
    pub verdict: String,
    /// What was searched, and how near the best place comes; `None` for a hunk with a place.
    pub searched: Option<String>,
    /// What would have told its twins apart, or which file may be meant, in one sentence.
    pub advice: Option<String>,
    /// Its places, best first; the nearest ones of a hunk that fits nowhere.
    pub places: Vec<PlaceExplained>,
    /// How many places there are that are not listed.
    pub n_unlisted: usize,
}

/// One place, explained.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaceExplained {
    /// Where and how good: `lines 14 to 18, strict 100, in def process_a`.
    pub title: String,
    /// Whether the plan puts the hunk here.
    pub chosen: bool,
    /// The reasons for and against it, each a few words.
    pub reasons: Vec<String>,
    /// The preimage beside the file, line by line.
    pub lines: Vec<LineExplained>,
}

/// One line of the preimage beside the file's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineExplained {
    /// `-` for a line that goes, `+` for one that comes, a blank for context, `~` for a line of the file that the patch lacks.
    pub sign: char,
    /// 1-based line of the file; `None` for a line that the file lacks.
    pub line_number: Option<usize>,
    /// How well the two agree: the line's badge.
    pub badge: &'static str,
    /// The file's line, or the patch's where the file has none.
    pub text: String,
    /// The patch's line where it differs from the file's.
    pub in_patch: Option<String>,
}

/// Explains one hunk.
pub fn explain(session: &Session, id: HunkId) -> Explanation {
    let plan = session.plan().hunk(id);
    let file = &session.plan().files[id.file];
    let text = file.text();
    // Where a hunk could go that is in the file already is where it is not.
    let is_made = plan.state == State::AlreadyApplied;
    let found = session.found(id).filter(|_| !is_made);
    let made = is_made
        .then(|| text.zip(session.applied_span(id)))
        .flatten();
    let made = made.map(|(text, span)| vec![made_place(session, id, text, span)]);
    let places = found.zip(text).map(|(found, text)| {
        let places = found.candidates.iter();
        places
            .map(|place| explain_place(place, text, plan))
            .collect::<Vec<_>>()
    });
    let places = made.or(places).unwrap_or_default();
    let name = session.name(id);
    Explanation {
        title: format!(
            "{}  {name} of {}, line {} of the patch",
            session.label(id),
            file_name(session, id.file),
            session.patch().hunk(id).origin.start + 1
        ),
        verdict: verdict(session, plan),
        searched: super::searched(session, id),
        advice: twins_apart(session, id).or_else(|| super::text::meant(session, id.file)),
        n_unlisted: found.map_or(0, |found| {
            (found.n_candidates as usize).saturating_sub(places.len())
        }),
        places,
    }
}

/// Returns what would have told a hunk's twins apart.
fn twins_apart(session: &Session, id: HunkId) -> Option<String> {
    unique_line(session, id).map(|line| {
        let side = match line.side {
            Side::Above => "above its first line",
            Side::Below => "below its last line",
        };
        let lines: Vec<String> = line.lines.iter().map(|line| display_line(line)).collect();
        format!(
            "with `{}` {side} only line {} matches",
            lines.join("` and `"),
            line.span.start + 1
        )
    })
}

fn verdict(session: &Session, plan: &HunkPlan) -> String {
    if let Decision::Rejected { why } = &plan.decision {
        let why = why.as_deref().filter(|why| !why.is_empty());
        let words = why.map_or_else(String::new, |why| {
            format!(": {}", display_line(why.as_bytes()))
        });
        return format!("rejected by the reviewer{words}");
    }
    let by = plan.placement.as_ref().map(|placement| placement.by);
    if let (State::Placed, Some(builds_on)) = (&plan.state, super::builds_on(session, plan)) {
        return format!("placed, on the lines that {builds_on} adds");
    }
    if let (State::Placed, Some(mode)) = (&plan.state, session.patch().hunk(plan.id).mode) {
        return format!("placed: {}", mode.words());
    }
    match (session.message(plan.id), by) {
        // What is in the way of a file is said of the file.
        (Some(message), _) if plan.state == State::FileStuck => display_line(message.as_bytes()),
        (Some(message), _) => match super::status_words(plan.state.name()) {
            state if message.starts_with(&state) => display_line(message.as_bytes()),
            state => format!("{state}: {}", display_line(message.as_bytes())),
        },
        (None, Some(by)) => {
            let merged = super::merged_words(session, plan);
            let merged = merged.map_or(String::new(), |merged| format!(", {merged}"));
            let all = super::places_made(session, plan.id, &Moves::default());
            let all = all.map_or(String::new(), |all| format!(" at {all}"));
            format!("placed{all}, {}{merged}", by_words(by))
        }
        (None, None) => "placed".to_string(),
    }
}

fn by_words(by: By) -> &'static str {
    match by {
        By::Matcher => "only good place",
        By::Number => "by the patch's line number",
        By::Heading => "by the heading in the patch",
        By::FileEnd => "at the end of the file, as the patch says",
        By::Order => "by the order of the hunks",
        By::Left => "by elimination: the other hunks take its other places",
        By::Nearest => "nearest of several (--policy nearest)",
        By::Person => "chosen by you",
    }
}

fn explain_place(place: &Candidate, text: &Text, plan: &HunkPlan) -> PlaceExplained {
    let chosen = super::hunk_place(plan) == Some(place.span);
    let lines = lines_words(place.span);
    let heading = heading::enclosing_path(text, place.first_changed());
    let heading = heading.map(|heading| format!(", in `{heading}`"));
    PlaceExplained {
        title: format!(
            "{lines}, {} {}{}",
            place.tier.name(),
            place.score.percent(),
            heading.unwrap_or_default()
        ),
        chosen,
        reasons: telling(place).map(evidence_words).collect(),
        lines: explain_lines(place, text),
    }
}

fn lines_words(span: LineSpan) -> String {
    let (first, last) = span.line_numbers();
    if span.is_empty() {
        format!("before line {first}")
    } else if first == last {
        format!("line {first}")
    } else {
        format!("lines {first} to {last}")
    }
}

/// Explains where the result of a hunk is, with the lines that it adds.
fn made_place(session: &Session, id: HunkId, text: &Text, span: LineSpan) -> PlaceExplained {
    let added = session.lines_applied(id);
    let is_added = |line: usize| {
        added
            .iter()
            .any(|span| span.start <= line && line < span.end)
    };
    let lines = (span.start..span.end).map(|line| LineExplained {
        sign: if is_added(line) { '+' } else { ' ' },
        line_number: Some(line + 1),
        badge: "there",
        text: display_line(text.line(line)),
        in_patch: None,
    });
    PlaceExplained {
        title: format!("{}, where its result is", lines_words(span)),
        chosen: true,
        reasons: Vec::new(),
        lines: lines.collect(),
    }
}

/// Explains the lines of a place, with those that the hunk adds among them.
fn explain_lines(place: &Candidate, text: &Text) -> Vec<LineExplained> {
    let lines = &place.variant.lines;
    let added = |from: usize, to: usize| {
        let added = of_kind(&lines[from..to], LineKind::Insert);
        added.map(|line| LineExplained {
            sign: line.kind.sign(),
            line_number: None,
            badge: "",
            text: display_line(&line.body),
            in_patch: None,
        })
    };
    let mut explained = Vec::new();
    let mut next = 0;
    for pair in &place.aligned {
        if let Some(at) = pair.hunk_line() {
            explained.extend(added(next, at.max(next)));
            next = at + 1;
        }
        explained.push(explain_line(pair, place, text));
    }
    explained.extend(added(next.min(lines.len()), lines.len()));
    explained
}

fn explain_line(pair: &Aligned, place: &Candidate, text: &Text) -> LineExplained {
    let in_patch = pair.hunk_line().map(|line| &place.variant.lines[line]);
    let in_file = pair.target_line().map(|line| display_line(text.line(line)));
    let patch_text = in_patch.map(|line| display_line(&line.body));
    LineExplained {
        sign: in_patch.map_or('~', |line| line.kind.sign()),
        line_number: pair.target_line().map(|line| line + 1),
        badge: pair.how.badge(),
        in_patch: match (&in_file, &patch_text) {
            (Some(_), Some(patch)) if pair.how != LineMatch::Exact => Some(patch.clone()),
            (Some(_) | None, Some(_) | None) => None,
        },
        text: in_file.or(patch_text).unwrap_or_default(),
    }
}

/// Returns the evidence without what says nothing of a hunk that quotes no line: how many of its lines match, of what kind, and
/// that one is missing.
pub fn telling(place: &Candidate) -> impl Iterator<Item = &Evidence> {
    let is_of_lines = |evidence: &&Evidence| {
        matches!(
            evidence,
            Evidence::LinesExact { .. }
                | Evidence::Doubt(Doubt::OnlyCommonLines | Doubt::Unanchored)
        )
    };
    let quotes_none = place.aligned.is_empty();
    let evidence = place.evidence.iter();
    evidence.filter(move |evidence| !(quotes_none && is_of_lines(evidence)))
}

/// Returns a piece of evidence in a few words.
pub fn evidence_words(evidence: &Evidence) -> String {
    match evidence {
        Evidence::LinesExact { n, of } => format!("{n} of {of} lines match exactly"),
        Evidence::Offset { lines: 0 } => "at the line the patch says".to_string(),
        Evidence::Offset { lines } if *lines < 0 => {
            format!(
                "{} above the line the patch says",
                counted(lines.unsigned_abs() as usize, "line")
            )
        }
        Evidence::Offset { lines } => {
            format!(
                "{} below the line the patch says",
                counted(lines.unsigned_abs() as usize, "line")
            )
        }
        Evidence::Landmark(landmark) => format!("starting point: {}", landmark.words()),
        Evidence::ContextDropped { leading, trailing } => {
            format!("context dropped: {leading} at the top, {trailing} at the bottom")
        }
        Evidence::Gaps { missing, extra } => {
            let lacks = counted(*missing as usize, "line");
            let more = counted(*extra as usize, "extra line");
            match (missing, extra) {
                (0, _) => format!("the file has {more}"),
                (_, 0) => format!("{lacks} missing from the file"),
                (_, _) => format!("{lacks} missing from the file, which has {more}"),
            }
        }
        Evidence::Reindented => "new lines re-indented to match the file".to_string(),
        Evidence::EndsKept => "new lines keep the file's punctuation at their ends".to_string(),
        Evidence::Doubt(doubt) => doubt.words().to_string(),
        Evidence::Similarity { permille } => {
            format!("{} % of the characters match", permille / 10)
        }
        Evidence::Variant(kind) => kind.words().to_string(),
        Evidence::Unique => "only place".to_string(),
        Evidence::Rival { score } => format!("the next best place scores {}", score.percent()),
    }
}

impl Explanation {
    /// Returns the explanation as lines of text, safe to print.
    pub fn to_lines(&self) -> Vec<String> {
        let mut lines = vec![self.title.clone(), format!("  {}", self.verdict)];
        lines.extend(
            self.searched
                .iter()
                .map(|searched| format!("  searched {searched}")),
        );
        lines.extend(self.advice.iter().map(|advice| format!("  {advice}")));
        for (at, place) in self.places.iter().enumerate() {
            let mark = if place.chosen { '>' } else { ' ' };
            lines.push(format!("{mark} {}. {}", at + 1, place.title));
            if !place.reasons.is_empty() {
                lines.push(format!("     {}", place.reasons.join("; ")));
            }
            lines.extend(place.lines.iter().flat_map(LineExplained::to_lines));
        }
        if self.n_unlisted > 0 {
            lines.push(format!("  and {} more", self.n_unlisted));
        }
        lines
    }
}

impl LineExplained {
    fn to_lines(&self) -> Vec<String> {
        let number = self.line_number.map(|number| number.to_string());
        let row = |number: &str, badge: &str, sign: char, text: &str| {
            format!("  {number:>6}  {badge:<13} {sign} {text}")
                .trim_end()
                .to_string()
        };
        let mut lines = vec![row(
            &number.unwrap_or_default(),
            self.badge,
            self.sign,
            &self.text,
        )];
        if let Some(text) = &self.in_patch {
            lines.push(row("", "  in the patch", self.sign, text));
        }
        lines
    }
}
